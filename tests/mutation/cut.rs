//! Cuts the words of an expectation into the values that can be changed.

use std::ops::Range;

/// A value in the words of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands; of a text, within its quotes.
    pub at: Range<usize>,
    /// Whether it is a text.
    pub is_text: bool,
    /// The field whose value it is, or in whose list or tuple it stands.
    pub field: Option<String>,
}

/// The values of an expectation, without its own name and the names of its fields.
pub fn cut(words: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut fields: Vec<Option<String>> = Vec::new();
    let mut pending: Option<String> = None;
    let bytes = words.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'(' | b'[' => fields.push(pending.take()),
            b')' | b']' => {
                fields.pop();
                pending = None;
            }
            b',' => pending = None,
            _ => {}
        }
        let inner = |pending: &Option<String>| pending.clone().or_else(|| fields.iter().rev().find_map(Clone::clone));
        if byte == b'"' {
            let end = at + 1 + words[at + 1..].find('"').unwrap_or(words.len() - at - 1);
            found.push(Token { at: at + 1..end, is_text: true, field: inner(&pending) });
            at = end + 1;
        } else if byte.is_ascii_alphanumeric() || byte == b'-' {
            let end = words[at..].find(|letter: char| !is_word(letter)).map_or(words.len(), |length| at + length);
            match words[end..].trim_start().bytes().next() {
                Some(b':') => pending = Some(words[at..end].into()),
                Some(b'(') => {}
                _ => found.push(Token { at: at..end, is_text: false, field: inner(&pending) }),
            }
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_-.".contains(letter)
}

/// The words of a text, each with its place in it.
pub fn parts(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(|part| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + part.len(), part)
    })
}

#[test]
fn fields_and_texts_are_told_apart() {
    let words = "Assess(by: \"A\", attack: -4, terms: [(\"X-1\", 0)], undefended: true)";
    let told: Vec<String> = cut(words)
        .into_iter()
        .map(|token| format!("{} {} {}", token.field.unwrap_or_default(), token.is_text, &words[token.at]))
        .collect();
    assert_eq!(told, ["by true A", "attack false -4", "terms true X-1", "terms false 0", "undefended false true"]);
    assert_eq!(cut("Draw").len(), 1);
    assert_eq!(parts("A: walk b1").map(|(at, _)| at).collect::<Vec<_>>(), [0..2, 3..7, 8..10]);
}
