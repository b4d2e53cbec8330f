//! The form of names, tags and lines of text in files.

use super::{printable::is_unprintable, source::Piece};

/// The most characters of a name.
pub(super) const LONGEST_NAME: usize = 40;

/// The most characters of a line that describes something.
pub(super) const LONGEST_LINE: usize = 200;

/// The most characters of a tag.
const LONGEST_TAG: usize = 40;

/// Whether a word is a tag: letters in lower case, digits and hyphens, no hyphen first.
pub fn is_tag(word: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST_TAG).contains(&word.len()) && !word.starts_with('-') && word.bytes().all(fits)
}

/// The tag nearest to a name: `My Yard` is `my-yard`. It is one word and never a path.
pub fn tag_of(name: &str) -> String {
    let tag = plain_name(name, LONGEST_TAG);
    if tag.is_empty() { "level".into() } else { tag }
}

/// Words as lower-case letters and digits joined by hyphens, at most `most` of them: a name that every file system
/// takes.
pub fn plain_name(words: &str, most: usize) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    let plain: String = words.chars().map(plain).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join("-").chars().take(most).collect();
    name.trim_end_matches('-').to_owned()
}

/// What is wrong with a name, and what would be right: it must fit on screen and have a letter or digit for its token.
pub(super) fn name_fault(name: &str) -> Option<(String, String)> {
    if let Some(fault) = line_fault(name, LONGEST_NAME) {
        return Some(fault);
    }
    let right = format!("1 to {LONGEST_NAME} characters, a letter or digit among them");
    (!name.chars().any(char::is_alphanumeric)).then(|| (format!("`{name}` is not a name"), right))
}

/// What is wrong with text that is to be shown in one line, and what would be right.
pub(super) fn line_fault(words: &str, most: usize) -> Option<(String, String)> {
    let count = words.chars().count();
    if count > most {
        return Some((format!("{count} characters are too many for `{words}`"), format!("at most {most}")));
    }
    let wrong = words.chars().find(|character| is_unprintable(*character))?;
    let what = match wrong {
        '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => "has a line break in it",
        '\t' => "has a tab in it",
        _ => "has a character in it that cannot be shown",
    };
    Some((format!("`{words}` {what}"), "letters, digits, signs and blanks in one line".into()))
}

/// Whether a name can be shown; if not, reports why.
pub(super) fn is_name(name: &str, place: Piece<'_>) -> bool {
    report(name_fault(name), place)
}

/// Whether words can be shown in a line; if not, reports why.
pub(super) fn is_line(words: &str, most: usize, place: Piece<'_>) -> bool {
    report(line_fault(words, most), place)
}

fn report(fault: Option<(String, String)>, place: Piece<'_>) -> bool {
    let fits = fault.is_none();
    if let Some((what, right)) = fault {
        place.fault(what, right);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_no_paths() {
        for name in ["../../evil/pwn", "/etc/passwd", "a\\b", "", "-x", "A", "a b", "a\n", &"a".repeat(41)] {
            assert!(!is_tag(name), "{name}");
            assert!(is_tag(&tag_of(name)), "{name}");
        }
        assert_eq!((tag_of("../../evil/pwn"), tag_of("My Yard 2")), ("evil-pwn".into(), "my-yard-2".into()));
        assert!(is_tag("tanner-row") && tag_of("tanner-row") == "tanner-row");
    }

    #[test]
    fn names_stand_in_one_line() {
        for (name, what) in [
            ("a\nb", "line break"),
            ("a\u{1b}b", "cannot be shown"),
            ("\u{202e}b", "cannot be shown"),
            ("a\tb", "tab"),
            ("--", "is not a name"),
            ("", "is not a name"),
            (&"a".repeat(235), "235 characters are too many"),
        ] {
            let told = name_fault(name).unwrap().0;
            assert!(told.contains(what), "{told}");
        }
        assert_eq!(name_fault("Ada \u{c9}l\u{e8}ne"), None);
    }
}
