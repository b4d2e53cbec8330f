//! Makes text from outside printable. Files, names and arguments can contain anything: characters that control a
//! terminal or turn the direction of reading, line breaks that forge lines, endless words. Everything that quotes such
//! text goes through here: faults when they are made, sentences and lines when they are printed.

use std::io::{self, Write};

/// The most characters of a word that is shown whole; a longer one is cut to its beginning.
const LONGEST_WORD: usize = 160;

/// Characters that are shown of a word that is too long.
const BEGINNING: usize = 40;

/// The most characters of a sentence.
const LONGEST: usize = 1000;

/// Whether a character must not be shown: it controls a terminal, breaks lines, turns the direction of reading, or takes up
/// no room, so that two different words look the same.
pub fn is_unprintable(character: char) -> bool {
    let turns =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let takes_no_room = matches!(character, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    character.is_control() || turns || takes_no_room || matches!(character, '\u{2028}' | '\u{2029}')
}

/// A sentence in one line: unprintable characters are escaped, and it is cut if too long.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(LONGEST));
    let mut length = 0;
    for word in text.split_inclusive(' ') {
        let cut = word.trim_end_matches(' ').char_indices().nth(LONGEST_WORD).is_some();
        let shown = if cut { BEGINNING } else { LONGEST_WORD + 1 };
        for character in word.chars().take(shown) {
            push(&mut out, character);
        }
        if cut {
            out += if word.ends_with(' ') { "... " } else { "..." };
        }
        length += shown.min(word.len());
        if length > LONGEST {
            return out + "...";
        }
    }
    out
}

/// The name of a file in one line, whole unless it is far too long.
pub fn printable_path(path: &str) -> String {
    let mut out = String::new();
    path.chars().take(LONGEST).for_each(|character| push(&mut out, character));
    if path.chars().nth(LONGEST).is_some() {
        out += "...";
    }
    out
}

fn push(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_unprintable(character) => out.push_str(&escaped(character)),
        _ => out.push(character),
    }
}

/// An escape that is also valid in JSON.
fn escaped(character: char) -> String {
    format!("\\u{:04x}", u32::from(character))
}

/// An output that escapes all unprintable characters except line feeds.
pub struct Printing<W: Write> {
    inner: W,
    /// The first bytes of a character whose other bytes are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Printing<W> {
    /// Wraps an output.
    pub const fn new(inner: W) -> Self {
        Self { inner, begun: Vec::new() }
    }
}

impl<W: Write> Write for Printing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let begun = std::mem::replace(&mut self.begun, rest);
        let text = String::from_utf8_lossy(&begun);
        let mut from = 0;
        for (at, character) in
            text.char_indices().filter(|(_, character)| is_unprintable(*character) && *character != '\n')
        {
            self.inner.write_all(&text.as_bytes()[from..at])?;
            self.inner.write_all(escaped(character).as_bytes())?;
            from = at + character.len_utf8();
        }
        self.inner.write_all(&text.as_bytes()[from..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_is_escaped() {
        assert_eq!(printable("a\u{1b}[31mb\nok\t\u{9b}c"), "a\\u001b[31mb\\nok\\t\\u009bc");
        assert_eq!(printable("\u{202e}live\u{2069}"), "\\u202elive\\u2069");
        assert_eq!(printable("\u{e9}t\u{e9}, \u{2212}3"), "\u{e9}t\u{e9}, \u{2212}3");
        assert_eq!(printable_path("a\nb\u{7}"), "a\\nb\\u0007");
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let long = "x".repeat(900_000);
        assert_eq!(printable(&format!("`{long}` is too much")), format!("`{}... is too much", &long[..39]));
        assert!(printable(&"word ".repeat(9000)).chars().count() < 1100);
        assert!(printable_path(&long).chars().count() < 1100);
        let path = "p".repeat(150);
        assert_eq!((printable(&path), printable_path(&path)), (path.clone(), path));
    }

    #[test]
    fn an_output_lets_nothing_through_however_it_is_written() {
        let text = "one\u{1b}[2J\n\u{202e}t\u{e9}\u{85}";
        for size in 1..text.len() {
            let mut out = Vec::new();
            let mut printing = Printing::new(&mut out);
            text.as_bytes().chunks(size).for_each(|chunk| printing.write_all(chunk).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), "one\\u001b[2J\n\\u202et\u{e9}\\u0085");
        }
        let mut out = Vec::new();
        Printing::new(&mut out).write_all(b"a\xff\x1bb").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}\\u001bb");
    }
}
