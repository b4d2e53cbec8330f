//! Cuts RON text into tokens, just far enough to know where everything is.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of `([{`.
    Open,
    /// One of `)]}`.
    Close,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// Anything else: names, numbers, strings, characters.
    Word,
}

/// The tokens of a text from a position on, without comments and blanks. It takes any text and never fails.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens from a byte offset on.
    pub(super) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let comment = &rest[blank..];
            self.at += blank
                + if comment.starts_with("//") {
                    comment.find('\n').unwrap_or(comment.len())
                } else if comment.starts_with("/*") {
                    block_comment(comment).unwrap_or(comment.len())
                } else {
                    0
                };
            if !comment.starts_with("//") && !comment.starts_with("/*") {
                return;
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (Kind, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let (start, rest) = (self.at, self.rest());
        let (kind, length) = match rest.chars().next()? {
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            ',' => (Kind::Comma, 1),
            ':' => (Kind::Colon, 1),
            '"' => (Kind::Word, quoted(rest, '"')),
            '\'' => (Kind::Word, quoted(rest, '\'')),
            _ => (Kind::Word, raw_string(rest).unwrap_or_else(|| word(rest))),
        };
        self.at += length;
        Some((kind, start..self.at))
    }
}

/// The start of a block comment that is never closed.
pub(super) fn unclosed_comment(text: &str) -> Option<usize> {
    let mut at = Tokens::new(text, 0).last().map_or(0, |(_, last)| last.end);
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        at += match () {
            () if rest.starts_with("//") => rest.find('\n')?,
            () if rest.starts_with("/*") => match block_comment(rest) {
                Some(length) => length,
                None => return Some(at),
            },
            () => return None,
        };
    }
}

/// Bytes of a nested block comment, if it is closed.
fn block_comment(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Bytes of a string or character with its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Bytes of a raw string, if one starts here.
fn raw_string(text: &str) -> Option<usize> {
    let from = if text.starts_with("br") { 2 } else { 1 };
    let inner = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = inner.len() - inner.trim_start_matches('#').len();
    let inner = inner[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(inner.find(&end).map_or(text.len(), |at| from + hashes + 1 + at + end.len()))
}

/// Bytes of a name, a number or anything else here; at least one character.
fn word(text: &str) -> usize {
    let ends = |letter: char| letter.is_whitespace() || "()[]{},:\"'".contains(letter);
    let mut last = None;
    for (at, letter) in text.char_indices() {
        if at > 0 && (ends(letter) || (letter == '/' && matches!(text[at + 1..].chars().next(), Some('/' | '*')))) {
            return at;
        }
        last = Some(at + letter.len_utf8());
    }
    last.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Tokens::new(text, 0).map(|(_, range)| &text[range]).collect()
    }

    #[test]
    fn cuts_ron() {
        let text = "Foo(a: 'x', /* no /* no */ , */ b: r#\"(\"]\"#, c: \"\\\")\", // end )\n d: -1.5)";
        let cut = ["Foo", "(", "a", ":", "'x'", ",", "b", ":", "r#\"(\"]\"#", ",", "c", ":", "\"\\\")\"", ","];
        assert_eq!(words(text)[..14], cut);
        assert_eq!(words(text)[14..], ["d", ":", "-1.5", ")"]);
    }

    #[test]
    fn any_text_comes_to_an_end() {
        for text in ["", "\"", "'", "r#\"", "/*", "//", "é/é", "br\"", "r", "'\\", "\u{0}"] {
            assert!(words(text).len() <= text.len(), "{text}");
        }
    }
}
