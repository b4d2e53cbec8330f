//! The faults that the RON reader finds, in words a person can use.

use ron::Error;

use super::{
    fault::meant,
    tokens::{Kind, Tokens},
};

/// What is wrong, and what would be right. `text` is what was read, `at` the byte in it where the reader stopped.
pub(super) fn words(error: &Error, text: &str, at: usize) -> (String, String) {
    let found = Found::new(text, at);
    let it = &found.text;
    let (what, right): (String, &str) = match error {
        Error::NoSuchStructField { expected, found, .. } => {
            return (format!("no field is called `{found}` here"), meant(found, expected.iter().copied()));
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            return (format!("`{found}` is not known here"), meant(found, expected.iter().copied()));
        }
        Error::MissingStructField { field, .. } => return missing(field),
        Error::DuplicateStructField { field, .. } => (format!("`{field}` is given twice"), "give it once"),
        Error::Eof => ("the file ends in the middle".into(), "close all brackets and quotes"),
        Error::ExpectedStringEnd => ("a text is not closed".into(), "close it with its quote"),
        Error::UnclosedBlockComment => ("a comment is not closed".into(), "close it with */"),
        Error::ExceededRecursionLimit => ("brackets are nested too deeply".into(), "no file of ours needs so many"),
        Error::IntegerOutOfBounds if it.starts_with('-') => {
            (format!("`{it}` is too small here"), "a whole number, not so far below 0 or not below it at all")
        }
        Error::IntegerOutOfBounds => (format!("`{it}` is too large here"), "a smaller whole number"),
        Error::TrailingCharacters if found.within && it.starts_with(|one: char| one.is_ascii_digit()) => {
            (format!("`{it}` is no whole number"), "such as 3")
        }
        Error::ExpectedInteger
        | Error::InvalidIntegerDigit { .. }
        | Error::UnderscoreAtBeginning
        | Error::ExpectedFloat
        | Error::FloatUnderscore => (format!("{} is no whole number", found.told()), "such as 3"),
        Error::ExpectedString => return no_text(&found),
        Error::ExpectedBoolean => (format!("{} is neither true nor false", found.told()), "write true or false"),
        Error::ExpectedChar => (format!("{} is no single character", found.told()), "write one in single quotes: 'x'"),
        Error::ExpectedArray => ("expected a list".into(), "write it in square brackets: [ ... ]"),
        Error::ExpectedMap => ("expected a map".into(), "write it in curly brackets: { key: value, ... }"),
        Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. } => {
            ("expected fields in round brackets".into(), "write ( name: value, ... )")
        }
        Error::ExpectedStructLike => (format!("`{it}` needs round brackets behind it"), "write what belongs in them"),
        Error::SuggestRawIdentifier(_) | Error::ExpectedIdentifier | Error::InvalidIdentifier(_) => {
            let right = "write a word without quotes, and before the value of a field its name: `name: value`";
            (format!("{} stands where a name belongs", found.told()), right)
        }
        Error::ExpectedDifferentLength { expected, found } => return (length(expected, *found), String::new()),
        Error::ExpectedStructLikeEnd | Error::TrailingCharacters => {
            (format!("{} is too much", found.told()), "leave it out, or see which bracket or comma is wrong")
        }
        Error::ExpectedComma => {
            (format!("a comma is missing before {}", found.told()), "put a comma between values, a colon after a name")
        }
        Error::ExpectedMapColon => ("a colon is missing here".into(), "write key: value"),
        Error::UnexpectedChar(_) | Error::ExpectedAttribute => {
            (format!("{} cannot stand here", found.told()), "a number, a word, a text in quotes or brackets can")
        }
        Error::InvalidEscape(_) => {
            let right = "write \\\\ for a backslash and \\\" for a quote, or a raw text: r\"...\"";
            ("a backslash stands before what it does not go with".into(), right)
        }
        other => (lower(&other.to_string()), ""),
    };
    (what, right.into())
}

/// A field that must be there is not.
pub(super) fn missing(field: &str) -> (String, String) {
    (format!("`{field}` is missing"), format!("add `{field}: ...`"))
}

fn no_text(found: &Found) -> (String, String) {
    let right = match found.kind {
        Some(Kind::Word) => format!("write it in quotes: \"{}\"", found.text.trim_matches(['"', '\''])),
        _ => "write one in quotes: \"...\"".into(),
    };
    (format!("{} is no text", found.told()), right)
}

/// The reader names a type of ours before the number that is wanted.
fn length(expected: &str, found: usize) -> String {
    let wanted = expected.split_whitespace().find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    format!("{found} values stand here, {} belong here", wanted.unwrap_or("others"))
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// What stands where the reader stopped.
struct Found {
    text: String,
    kind: Option<Kind>,
    /// The reader stopped in the middle of it.
    within: bool,
}

/// The most characters of what was found that are told.
const MOST_SHOWN: usize = 30;

impl Found {
    fn new(text: &str, at: usize) -> Self {
        let token = Tokens::new(text, 0).find(|(_, range)| range.end > at);
        let Some((kind, range)) = token else { return Self { text: String::new(), kind: None, within: false } };
        let all = &text[range.clone()];
        let mut shown: String =
            all.chars().take(MOST_SHOWN).map(|one| if one.is_control() { ' ' } else { one }).collect();
        if shown.len() < all.len() {
            shown += "...";
        }
        Self { text: shown, kind: Some(kind), within: range.start < at }
    }

    fn told(&self) -> String {
        if self.kind.is_some() { format!("`{}`", self.text) } else { "the end".into() }
    }
}
