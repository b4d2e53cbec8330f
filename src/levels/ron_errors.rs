//! Translates errors of the RON reader into words a person can use.

use ron::Error;

use super::{
    fault::meant,
    tokens::{Kind, Tokens},
};
use crate::rules::counted;

/// Where something is wrong, what it is, and what would be right. `text` is what was read, `at` the byte in it where
/// the reader stopped.
pub(super) fn ron_error(error: &Error, text: &str, at: usize) -> (usize, String, String) {
    let found = Found::new(text, at);
    let (what, right) = told(error, &found);
    // A number is wrong as a whole; in a text it matters where.
    (if found.text.starts_with(['"', 'r', '\'']) { at } else { found.start }, what, right)
}

fn told(error: &Error, found: &Found) -> (String, String) {
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
        Error::ExpectedStringEnd => ("a text is not closed".into(), "add its closing quote"),
        Error::UnclosedBlockComment => ("a comment is not closed".into(), "close it with */"),
        Error::ExceededRecursionLimit => ("brackets are nested too deeply".into(), "remove some"),
        Error::IntegerOutOfBounds if it.starts_with('-') => {
            (format!("`{it}` is too small here"), "a larger whole number")
        }
        Error::IntegerOutOfBounds => (format!("`{it}` is too large here"), "a smaller whole number"),
        Error::TrailingCharacters if found.within && it.starts_with(|letter: char| letter.is_ascii_digit()) => {
            (format!("`{it}` is not a whole number"), "such as 3")
        }
        Error::ExpectedInteger
        | Error::InvalidIntegerDigit { .. }
        | Error::UnderscoreAtBeginning
        | Error::ExpectedFloat
        | Error::FloatUnderscore => (format!("{} is not a whole number", found.told()), "such as 3"),
        Error::ExpectedString => return no_text(found),
        Error::ExpectedBoolean => (format!("{} is neither true nor false", found.told()), "write true or false"),
        Error::ExpectedChar => {
            (format!("{} is not a single character", found.told()), "write one in single quotes: 'x'")
        }
        Error::ExpectedArray => ("expected a list".into(), "write it in square brackets: [ ... ]"),
        Error::ExpectedMap => ("expected a map".into(), "write it in curly brackets: { key: value, ... }"),
        Error::ExpectedNamedStructLike(_) | Error::ExpectedDifferentStructName { .. } => {
            ("expected fields in round brackets".into(), "write ( name: value, ... )")
        }
        Error::ExpectedStructLike => (format!("`{it}` needs round brackets after it"), "write what belongs in them"),
        Error::SuggestRawIdentifier(_) | Error::ExpectedIdentifier | Error::InvalidIdentifier(_) => {
            (format!("{} is unexpected", found.told()), "write a word without quotes")
        }
        Error::ExpectedDifferentLength { expected, found } => return (length(expected, *found), String::new()),
        Error::ExpectedStructLikeEnd | Error::TrailingCharacters => {
            (format!("{} is unexpected", found.told()), "leave it out, or look for a wrong bracket or comma before it")
        }
        Error::ExpectedComma => {
            (format!("a comma is missing before {}", found.told()), "put a comma between values, a colon after a name")
        }
        Error::ExpectedMapColon => ("a colon is missing here".into(), "write key: value"),
        Error::UnexpectedChar(_) | Error::ExpectedAttribute => {
            (format!("{} is unexpected", found.told()), "a number, a word, a text in quotes or brackets can stand here")
        }
        Error::InvalidEscape(_) => {
            let right = "write \\\\ for a backslash and \\\" for a quote, or a raw text: r\"...\"";
            ("this character cannot follow a backslash".into(), right)
        }
        other => (lower(&other.to_string()), ""),
    };
    (what, right.into())
}

/// The fault of a missing field.
pub(super) fn missing(field: &str) -> (String, String) {
    (format!("`{field}` is missing"), format!("add `{field}: ...`"))
}

fn no_text(found: &Found) -> (String, String) {
    let right = match found.kind {
        Some(Kind::Word) => format!("write it in quotes: \"{}\"", found.text.trim_matches(['"', '\''])),
        _ => "write one in quotes: \"...\"".into(),
    };
    (format!("{} is not a text", found.told()), right)
}

/// The reader names one of our types before the number that it wants.
fn length(expected: &str, found: usize) -> String {
    let wanted = expected.split_whitespace().find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let are = if found == 1 { "is" } else { "are" };
    format!("there {are} {} here, {} belong here", counted(found, "value"), wanted.unwrap_or("others"))
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The token where the reader stopped.
struct Found {
    text: String,
    start: usize,
    kind: Option<Kind>,
    /// The reader stopped in the middle of it.
    within: bool,
}

/// The most characters of it that are shown.
const MOST_SHOWN: usize = 30;

impl Found {
    fn new(text: &str, at: usize) -> Self {
        let token = Tokens::new(text, 0).find(|(_, range)| range.end > at);
        let Some((kind, range)) = token else {
            return Self { text: String::new(), start: at, kind: None, within: false };
        };
        let all = &text[range.clone()];
        let mut shown: String =
            all.chars().take(MOST_SHOWN).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        if shown.len() < all.len() {
            shown += "...";
        }
        Self { text: shown, start: range.start, kind: Some(kind), within: range.start < at }
    }

    fn told(&self) -> String {
        if self.kind.is_some() { format!("`{}`", self.text) } else { "the end".into() }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, de::DeserializeOwned};

    use crate::levels::source::Source;

    #[derive(Deserialize)]
    enum Action {
        Strike(#[allow(dead_code, reason = "only read")] String, #[allow(dead_code, reason = "only read")] u8),
    }

    fn said<T: DeserializeOwned>(text: &str) -> String {
        let source = Source::new("f.ron", text);
        let read = source.root().and_then(|root| root.read::<T>());
        source.finish(read).err().map(|faults| faults.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_wrong_with_a_value_is_said_with_what_would_be_right() {
        for (said, right) in [
            (said::<u16>("-3"), "1:1: `-3` is too small here; a larger whole number"),
            (said::<u16>("70000"), "1:1: `70000` is too large here; a smaller whole number"),
            (said::<u16>("1.5"), "1:1: `1.5` is not a whole number; such as 3"),
            (said::<u16>("x"), "1:1: `x` is not a whole number; such as 3"),
            (said::<String>("7"), "1:1: `7` is not a text; write it in quotes: \"7\""),
            (said::<String>("[1]"), "1:1: `[` is not a text; write one in quotes: \"...\""),
            (said::<bool>("7"), "1:1: `7` is neither true nor false; write true or false"),
            (said::<char>("7"), "1:1: `7` is not a single character; write one in single quotes: 'x'"),
            (said::<Vec<u8>>("7"), "1:1: expected a list; write it in square brackets: [ ... ]"),
            (said::<Action>("7"), "1:1: `7` is unexpected; write a word without quotes"),
            (said::<Action>("Strik"), "1:1: `Strik` is not known here; did you mean `Strike`?"),
            (said::<Action>("Strike"), "1:1: `Strike` needs round brackets after it; write what belongs in them"),
            (said::<Action>("Strike(\"a\", 1, 2)"), "1:16: `2` is unexpected; leave it out"),
            (said::<u8>(""), "1:1: the file is empty"),
            (said::<u8>("// 7\n"), "1:1: the file holds nothing but comments"),
            (said::<u8>("[7"), "1:2: the file ends before the `[` opened at 1:1 is closed; write `]` at the end"),
            (said::<u8>("(a: 7))"), "1:7: `)` is unexpected"),
            (
                said::<u8>("(a: [7)"),
                "1:7: `]` is missing before `)`: the `[` opened at 1:5 is not closed; write `]` there",
            ),
            (said::<u8>("(a: :)"), "1:5: `:` is unexpected; a number, a word"),
            (said::<u8>("(a: 7 b: 8)"), "1:7: a comma is missing before `b`"),
            (said::<u8>("(a: \"\\q\")"), "this character cannot follow a backslash"),
        ] {
            assert!(said.contains(right), "{right}\n{said}");
        }
        assert_eq!(said::<u8>("\u{feff}7"), "");
    }
}
