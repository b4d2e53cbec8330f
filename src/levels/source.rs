//! A RON file in which every part knows its position, so that faults of meaning have a line and a column too.
//!
//! A file is read in pieces: each list element and each field goes through serde by itself, so that one
//! misspelt word does not hide the others.

use std::cell::{Cell, RefCell};

use ron::{Options, extensions::Extensions};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{
    Fault, Faults, brackets,
    fault::{MOST_FAULTS, meant},
    kind::nothing_in,
    ron_errors::{missing, ron_error},
    save::unmarked,
    tokens::{Kind, Tokens, unclosed_comment},
};

/// The most unknown fields of a record that are reported one by one.
const MOST_STRAY: usize = 100;

/// A file being read, with the faults found so far.
pub(super) struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// Byte offsets of the starts of lines.
    lines: Vec<usize>,
    faults: RefCell<Vec<Fault>>,
    /// Where it stops being RON, if it does.
    broken: Cell<Option<Broken>>,
}

/// Where a file stops being RON. The rest can still be checked.
#[derive(Clone, Copy)]
struct Broken {
    /// The byte.
    at: usize,
    /// Whether all brackets match nevertheless, so that the parts after it can be told apart.
    fits: bool,
}

/// A part of a file.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    source: &'a Source<'a>,
    start: usize,
    end: usize,
}

/// A part of a file with named fields.
pub(super) struct Form<'a> {
    /// The whole of it.
    pub(super) whole: Piece<'a>,
    fields: Vec<(&'a str, Piece<'a>)>,
    /// Reported suggestions for unknown names; a suggested field is not also reported as missing.
    guesses: Vec<String>,
    /// Whether there are values without names; then missing fields are not reported.
    is_nameless: bool,
}

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl<'a> Source<'a> {
    /// A file to read.
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        let text = unmarked(text);
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { file, text, lines, faults: RefCell::new(Vec::new()), broken: Cell::new(None) }
    }

    /// The whole file. If it is not RON that is reported, and parts that do not depend on the fault can still be read.
    pub(super) fn root(&'a self) -> Option<Piece<'a>> {
        let whole = Piece { source: self, start: 0, end: self.text.len() };
        let unclosed = unclosed_comment(self.text);
        if let Some(at) = unclosed {
            whole.fault_at(at, "this comment is never closed", "end it with `*/`");
        }
        let Some(trimmed) = whole.trimmed() else {
            if unclosed.is_none() {
                let (what, right) = nothing_in(self.text);
                whole.fault(what, right);
            }
            return None;
        };
        if unclosed.is_none()
            && let Err(error) = options().from_str::<IgnoredAny>(self.text)
        {
            let more = error.code == ron::Error::TrailingCharacters;
            let after = self.text.get(whole.offset(error.span.end)..).unwrap_or_default();
            let ends = !more && after.chars().all(char::is_whitespace);
            let at = if ends { self.text.len() } else { whole.offset(error.span.start) };
            let stops = |text: &str| {
                let error = options().from_str::<IgnoredAny>(text).err();
                error.map(|error| offset(text, error.span.start))
            };
            match brackets::fault(self.text, at, stops, |at| self.place(at)) {
                Some((at, what, right)) => whole.fault_at(at, what, right),
                None => whole.report(if ends { &ron::Error::Eof } else { &error.code }, error.span.start, 0),
            }
            self.broken.set(Some(Broken { at, fits: brackets::fit(self.text) }));
        }
        Some(trimmed)
    }

    /// Whether nothing certain can be said about a piece, because it is not RON or may have lost its place.
    fn hides(&self, piece: Piece<'_>) -> bool {
        let hides = |broken: Broken| broken.at <= piece.end && (piece.start <= broken.at || !broken.fits);
        self.broken.get().is_some_and(hides)
    }

    /// Whether anything was wrong so far.
    pub(super) fn is_faulty(&self) -> bool {
        !self.faults.borrow().is_empty()
    }

    /// What was read, if nothing was wrong.
    pub(super) fn finish<T>(self, value: Option<T>) -> Result<T, Faults> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| (fault.line, fault.column));
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            _ => Err(Faults(faults)),
        }
    }

    /// Line and column of a byte offset, both from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let before = self.text.get(self.lines[line - 1]..offset).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    fn push(&self, (line, column): (usize, usize), what: String, right: String) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() >= MOST_FAULTS {
            return;
        }
        let fault = Fault::new(self.file, (line, column), &what, &right);
        // A piece may be read more than once.
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
}

/// The byte in a text at a line and a character of it, both from 1.
fn offset(text: &str, at: ron::error::Position) -> usize {
    let line: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[line..];
    line + rest.char_indices().nth(at.col.saturating_sub(1)).map_or(rest.len(), |(byte, _)| byte)
}

impl<'a> Piece<'a> {
    /// Its text.
    pub(super) fn text(self) -> &'a str {
        &self.source.text[self.start..self.end]
    }

    /// Its text without comments and line breaks.
    pub(super) fn in_one_line(self) -> String {
        let mut line = String::new();
        let mut before = Kind::Open;
        let mut tokens = Tokens::new(&self.source.text[..self.end], self.start).peekable();
        while let Some((kind, range)) = tokens.next() {
            // A trailing comma is left out.
            if kind == Kind::Comma && tokens.peek().is_some_and(|(next, _)| *next == Kind::Close) {
                continue;
            }
            let apart = match (before, kind) {
                (Kind::Open, _) | (_, Kind::Close | Kind::Comma | Kind::Colon) | (Kind::Word, Kind::Open) => "",
                _ => " ",
            };
            line += apart;
            let (start, end) = (range.start, range.end);
            let token = Self { start, end, ..self };
            match token.text().contains('\n').then(|| options().from_str::<String>(token.text())) {
                Some(Ok(text)) => line += &format!("{text:?}"),
                _ => line += token.text(),
            }
            before = kind;
        }
        line
    }

    /// Its line, from 1.
    pub(super) fn line(self) -> usize {
        self.source.place(self.start).0
    }

    /// Reports a fault here.
    pub(super) fn fault(self, what: impl Into<String>, right: impl Into<String>) {
        self.fault_at(0, what, right);
    }

    /// Reports a fault some bytes further on.
    pub(super) fn fault_at(self, bytes: usize, what: impl Into<String>, right: impl Into<String>) {
        if !self.source.hides(self) {
            self.source.push(self.source.place(self.start + bytes), what.into(), right.into());
        }
    }

    /// Reports a fault at the first word that it names in backticks, if this piece has that word.
    pub(super) fn fault_of_word(self, what: impl Into<String>, right: impl Into<String>) {
        let what = what.into();
        let word = what.split('`').nth(1).unwrap_or_default();
        let text = self.text();
        let is_apart = |at: &usize| {
            let part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
            !text[..*at].ends_with(part) && !text[*at + word.len()..].starts_with(part)
        };
        let at = text.match_indices(word).map(|(at, _)| at).find(is_apart).filter(|_| !word.is_empty());
        self.fault_at(at.unwrap_or(0), what, right);
    }

    /// Reads it as a value.
    pub(super) fn read<T: DeserializeOwned>(self) -> Option<T> {
        self.read_within("", "")
    }

    /// Reads it as part of a larger value: with other text, free of line breaks, before and after it. If all fields of
    /// a record are optional, the faults of every field are reported.
    pub(super) fn read_within<T: DeserializeOwned>(self, before: &str, after: &str) -> Option<T> {
        let error = match self.parse(before, after) {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        if !self.blame_fields::<T>(before, after) {
            self.report(&error.code, error.span.start, before.chars().count());
        }
        None
    }

    fn parse<T: DeserializeOwned>(self, before: &str, after: &str) -> ron::error::SpannedResult<T> {
        options().from_str(&format!("{before}{}{after}", self.text()))
    }

    /// Reads each field of a record on its own and reports the faults of those that cannot be read; whether there were
    /// any.
    fn blame_fields<T: DeserializeOwned>(self, before: &str, after: &str) -> bool {
        let may_stand_alone = || options().from_str::<T>(&format!("{before}(){after}")).is_ok();
        if !self.text().starts_with('(') || !may_stand_alone() {
            return false;
        }
        let (open, close) = (format!("{before}("), format!("){after}"));
        let mut found = false;
        for (key, value) in self.parts().into_iter().filter_map(|(key, value)| Some((key?, value))) {
            let field = Self { start: key.start, ..value };
            let Err(error) = field.parse::<T>(&open, &close) else { continue };
            found = true;
            if !value.blame_fields::<T>(&format!("{open}{}: ", key.text()), &close) {
                field.report(&error.code, error.span.start, open.chars().count());
            }
        }
        found
    }

    /// A string's value, and where it occurs in this piece as it is.
    pub(super) fn string(self) -> Option<(String, Option<usize>)> {
        let value: String = self.read()?;
        let at = self.text().find(&value);
        Some((value, at))
    }

    /// The elements of a list.
    pub(super) fn items(self) -> Vec<Self> {
        if !self.text().starts_with('[') {
            self.fault("expected a list", "write it in square brackets: [ ... ]");
            return Vec::new();
        }
        self.parts().into_iter().map(|(_, value)| value).collect()
    }

    /// The keys and values of a map.
    pub(super) fn entries(self) -> Vec<(Self, Self)> {
        if !self.text().starts_with('{') {
            self.fault("expected a map", "write it in curly brackets: { key: value, ... }");
            return Vec::new();
        }
        self.parts().into_iter().filter_map(|(key, value)| Some((key?, value))).collect()
    }

    /// The fields of a record; unknown and repeated ones are faults.
    pub(super) fn form(self, known: &[&str]) -> Option<Form<'a>> {
        let mut form = self.fields()?;
        if form.fields.len() > known.len() + MOST_STRAY {
            self.fault(format!("{} fields are too many", form.fields.len()), meant("", known.iter().copied()));
            return None;
        }
        let Form { fields, guesses, .. } = &mut form;
        fields.retain(|(name, value)| {
            let is_known = known.contains(name);
            if !is_known && !self.source.hides(self) {
                let (what, right) = (format!("no field is called `{name}` here"), meant(name, known.iter().copied()));
                guesses.push(right.clone());
                self.source.push(self.source.place(self.key_before(*value)), what, right);
            }
            is_known
        });
        for (_, value) in self.parts().into_iter().filter(|(key, _)| key.is_none()) {
            form.is_nameless = true;
            value.fault("this value has no name", format!("write `name: value`; {}", meant("", known.iter().copied())));
        }
        for (index, (name, value)) in form.fields.iter().enumerate() {
            if form.fields[..index].iter().any(|(before, _)| before == name) {
                value.fault(format!("`{name}` is given twice"), "give it once");
            }
        }
        Some(form)
    }

    /// The fields of a record, whatever they are called.
    pub(super) fn fields(self) -> Option<Form<'a>> {
        if !self.text().starts_with('(') {
            self.fault("expected fields in round brackets", "write ( name: value, ... )");
            return None;
        }
        let fields = self.parts().into_iter().filter_map(|(key, value)| Some((key?.text(), value))).collect();
        Some(Form { whole: self, fields, guesses: Vec::new(), is_nameless: false })
    }

    /// A word followed by fields, `Hold(zone: \"gate\", rounds: 3)`: its index among the known words, and its fields.
    /// Each known word has its own list of fields.
    pub(super) fn called(self, known: &[(&str, &[&str])]) -> Option<(usize, Form<'a>)> {
        let word = Tokens::new(self.text(), 0).next().map_or(0, |(_, range)| range.end);
        let name = &self.text()[..word];
        let Some(index) = known.iter().position(|(known, _)| *known == name) else {
            self.fault(format!("`{name}` is not known here"), meant(name, known.iter().map(|(known, _)| *known)));
            return None;
        };
        let (_, fields) = known[index];
        match (Piece { start: self.start + word, ..self }.trimmed(), fields) {
            (Some(behind), _) => Some((index, behind.form(fields)?)),
            (None, []) => {
                Some((index, Form { whole: self, fields: Vec::new(), guesses: Vec::new(), is_nameless: false }))
            }
            (None, _) => {
                let right = format!("{name}({}: ...)", fields.join(": ..., "));
                self.fault(format!("`{name}` needs round brackets after it"), right);
                None
            }
        }
    }

    /// The start of the name of the field with this value.
    fn key_before(self, value: Self) -> usize {
        let key = self.parts().into_iter().find(|(_, part)| part.start == value.start).and_then(|(key, _)| key);
        key.map_or(value.start, |key| key.start)
    }

    /// The parts within the outermost brackets, each with its key, if it has one.
    fn parts(self) -> Vec<(Option<Self>, Self)> {
        let mut parts = Vec::new();
        let mut depth = 0usize;
        let mut start = self.start;
        let mut colon = None;
        let piece = |start, end| Piece { start, end, ..self }.trimmed();
        for (kind, range) in Tokens::new(&self.source.text[..self.end], self.start) {
            match kind {
                Kind::Open => {
                    depth += 1;
                    if depth == 1 {
                        start = range.end;
                    }
                }
                Kind::Colon if depth == 1 && colon.is_none() => colon = Some(range.start),
                Kind::Comma if depth != 1 => {}
                Kind::Comma | Kind::Close => {
                    if depth == 1 {
                        let key = colon.and_then(|colon| piece(start, colon));
                        if let Some(value) = piece(colon.map_or(start, |colon| colon + 1), range.start) {
                            parts.push((key, value));
                        }
                        (start, colon) = (range.end, None);
                    }
                    if kind == Kind::Close {
                        depth = depth.saturating_sub(1);
                        if depth == 0 {
                            break;
                        }
                    }
                }
                Kind::Colon | Kind::Word => {}
            }
        }
        if depth > 0 {
            // The file is cut off: what is here so far can still be checked.
            let key = colon.and_then(|colon| piece(start, colon));
            parts.extend(piece(colon.map_or(start, |colon| colon + 1), self.end).map(|value| (key, value)));
        }
        parts
    }

    /// The piece without blanks and comments around it; `None` if nothing else is in it.
    fn trimmed(self) -> Option<Self> {
        let mut tokens = Tokens::new(&self.source.text[..self.end], self.start);
        let (_, first) = tokens.next()?;
        let end = tokens.last().map_or(first.end, |(_, last)| last.end);
        Some(Self { start: first.start, end, ..self })
    }

    /// Reports an error of serde, whose text had `before` characters before this piece.
    fn report(self, error: &ron::Error, at: ron::error::Position, before: usize) {
        let col = if at.line <= 1 { at.col.saturating_sub(before).max(1) } else { at.col };
        let offset = self.offset(ron::error::Position { line: at.line, col });
        let (offset, what, right) = ron_error(error, self.text(), offset);
        self.fault_at(offset, what, right);
    }

    /// The byte in this piece at a line and a character of it, both from 1.
    fn offset(self, at: ron::error::Position) -> usize {
        offset(self.text(), at)
    }
}

impl<'a> Form<'a> {
    /// The value of a field.
    pub(super) fn get(&self, name: &str) -> Option<Piece<'a>> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The fields that are given, each with its name.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'a str, Piece<'a>)> + '_ {
        self.fields.iter().copied()
    }

    /// The names of the fields that are given.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.fields.iter().map(|(name, _)| *name)
    }

    /// A field, or else the whole record: the place for a fault.
    pub(super) fn place(&self, name: &str) -> Piece<'a> {
        self.get(name).unwrap_or(self.whole)
    }

    /// A field that must be there.
    pub(super) fn piece(&self, name: &str) -> Option<Piece<'a>> {
        let found = self.get(name);
        if found.is_none() && !self.is_nameless && !self.guesses.contains(&meant(name, [name])) {
            let (what, right) = missing(name);
            self.whole.fault(what, right);
        }
        found
    }

    /// The value of a field that must be there.
    pub(super) fn need<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.piece(name)?.read()
    }

    /// The value of a field that may be left out; `None` also if it cannot be read.
    pub(super) fn may<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.get(name)?.read()
    }

    /// The elements of a list that may be left out.
    pub(super) fn items(&self, name: &str) -> Vec<Piece<'a>> {
        self.get(name).map(Piece::items).unwrap_or_default()
    }

    /// The entries of a map that may be left out.
    pub(super) fn entries(&self, name: &str) -> Vec<(Piece<'a>, Piece<'a>)> {
        self.get(name).map(Piece::entries).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "// a file\n(\n  name: \"x\", /* , */\n  list: [(a: 1), (b: 2), Foo(3)],\n  map: {\"k\": [1]},\n)\n";

    #[test]
    fn pieces_know_where_they_stand() {
        let source = Source::new("f.ron", TEXT);
        let form = source.root().unwrap().form(&["name", "list"]).unwrap();
        let items = form.items("list");
        assert_eq!(items.iter().map(|item| item.text()).collect::<Vec<_>>(), ["(a: 1)", "(b: 2)", "Foo(3)"]);
        items[1].fault("bad", "good");
        assert!(form.need::<String>("gone").is_none());
        let faults = source.finish(Some(())).unwrap_err();
        let lines: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "f.ron:2:1: `gone` is missing; add `gone: ...`",
                "f.ron:4:18: bad; good",
                "f.ron:5:3: no field is called `map` here; there are name, list",
            ]
        );
    }

    #[test]
    fn a_piece_can_be_put_in_one_line() {
        let text = "( tag: \"a\", // no\n list : [ Some ( 1 ),\n\n /* no */ 'x', ],\n raw: r#\"one\n>>\n\"#,\n)";
        let source = Source::new("f.ron", text);
        let line = source.root().unwrap().in_one_line();
        assert_eq!(line, "(tag: \"a\", list: [Some(1), 'x'], raw: \"one\\n>>\\n\")");
        let (one, other): (ron::Value, ron::Value) = (ron::from_str(text).unwrap(), ron::from_str(&line).unwrap());
        assert_eq!(one, other);
    }

    #[test]
    fn serde_faults_are_moved_to_their_place() {
        let source = Source::new("f.ron", TEXT);
        let form = source.root().unwrap().fields().unwrap();
        assert_eq!(form.get("name").and_then(Piece::string), Some(("x".into(), Some(1))));
        assert_eq!(form.entries("map")[0].1.read::<Vec<i32>>(), Some(vec![1]));
        assert_eq!(form.items("list")[0].read_within::<(i32,)>("(", ",)").map(|_| ()), None);
        assert_eq!(form.may::<u8>("name"), None);
        let faults = source.finish(Some(())).unwrap_err();
        assert_eq!(faults.0.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn every_field_that_cannot_be_read_is_told() {
        #[derive(Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Outer {
            number: u8,
            inner: Inner,
            pair: Option<Pair>,
        }
        #[derive(Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Inner {
            flag: bool,
            word: String,
        }
        #[derive(serde::Deserialize)]
        struct Pair {
            one: u8,
            two: u8,
        }
        let text = "(\n number: 300,\n inner: (flag: 1, word: 2,\n  wrod: \"\"),\n pair: (one: 1),\n)";
        let source = Source::new("f.ron", text);
        assert!(source.root().unwrap().read::<Outer>().is_none());
        let faults = source.finish(Some(())).unwrap_err();
        let places: Vec<_> = faults.0.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(2, 10), (3, 16), (3, 25), (4, 3), (5, 15)], "{faults}");
        let (Outer { number, inner, pair }, text) = (Outer::default(), "(pair: (one: 1, two: 2))");
        assert_eq!(
            (number, inner.flag, inner.word, pair.map(|pair| pair.one + pair.two)),
            (0, false, String::new(), None)
        );
        assert!(Source::new("f.ron", text).root().unwrap().read::<Outer>().is_some());
    }

    #[test]
    fn what_stands_apart_from_a_slip_is_still_judged() {
        let told = |text: &str| {
            let source = Source::new("f.ron", text);
            let form = source.root().unwrap().form(&["list", "other"]);
            if let Some(form) = form {
                for item in form.items("list").into_iter().chain(form.items("other")) {
                    let _ = item.read::<u8>();
                }
                form.need::<u8>("gone");
            }
            let faults = source.finish(Some(())).unwrap_err();
            faults.0.iter().map(|fault| (fault.line, fault.column)).collect::<Vec<_>>()
        };
        // A comma is missing: everything before and after it is checked, the piece itself only once.
        assert_eq!(told("(list: [\n1, 300,\n 2 3,\n -1],\n other: [x])"), [(2, 4), (3, 4), (4, 2), (5, 10)]);
        // A bracket is wrong: what comes after may belong anywhere.
        assert_eq!(told("(list: [300,\n 2), 300],\n other: [x])"), [(1, 9), (2, 3)]);
        assert_eq!(told("(list: [300], other: [\n-1, 2"), [(1, 9), (2, 1), (2, 5)]);
    }

    #[test]
    fn text_that_is_no_ron_is_a_fault() {
        for text in ["", "(", "(a: 1", "\u{0}\u{1}", "((((", "(a: 1))", "[1, 2"] {
            let source = Source::new("f.ron", text);
            let root = source.root().map(|_| ());
            assert!(source.finish(root).is_err(), "{text:?}");
        }
    }
}
