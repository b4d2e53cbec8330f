//! Unclosed and mismatched brackets: which one is missing, where it belongs, and where it was opened.

use std::ops::Range;

use super::tokens::{Kind, Tokens};
use crate::rules::and_list;

/// The most brackets that are tried as missing in one place.
const MOST_TOGETHER: usize = 4;

/// Whether every bracket is closed by its own kind.
pub(super) fn fit(text: &str) -> bool {
    let mut open = Vec::new();
    for (kind, range) in Tokens::new(text, 0) {
        match kind {
            Kind::Open => open.push(range.start),
            Kind::Close if open.pop().is_none_or(|start| !text[range].starts_with(closing(text, start))) => {
                return false;
            }
            _ => {}
        }
    }
    open.is_empty()
}

/// The sign that closes the bracket at a byte.
fn closing(text: &str, open: usize) -> char {
    match text.as_bytes()[open] {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

/// What is wrong with the brackets of a text that is not RON: the byte where it shows, the fault, and the remedy;
/// `None` if brackets are not the reason why reading stops at `at`. `stops` says where reading another text stops, if
/// it does; `place` gives the line and the column of a byte.
pub(super) fn fault(
    text: &str,
    at: usize,
    stops: impl Fn(&str) -> Option<usize>,
    place: impl Fn(usize) -> (usize, usize),
) -> Option<(usize, String, String)> {
    if fit(text) {
        return None;
    }
    let tokens: Vec<(Kind, Range<usize>)> = Tokens::new(text, 0).collect();
    let last = tokens.last()?.1.clone();
    if at >= last.start && is_cut(&text[last.clone()]) {
        return Some((last.start, "the text that begins here is never closed".into(), "add its closing quote".into()));
    }
    let found = tokens.iter().position(|(_, range)| range.end > at);
    let open = open_before(&tokens[..found.unwrap_or(tokens.len())]);
    let innermost = *open.last()?;
    let opened = |start: usize| {
        let (line, column) = place(start);
        format!("the `{}` opened at {line}:{column}", &text[start..=start])
    };
    let closers = |count: usize| open.iter().rev().take(count).map(|start| closing(text, *start)).collect::<String>();
    let Some(found) = found else {
        let what = format!("the file ends before {} is closed", opened(innermost));
        return Some((last.start, what, format!("write `{}` at the end", closers(open.len()))));
    };
    // The token before a colon may have been read as a value, but be meant as the name of the next field.
    let is_name = tokens[found].0 == Kind::Colon && found > 0;
    let places = std::iter::once(found).chain(is_name.then(|| found - 1));
    for before in places.map(|index| &tokens[index].1) {
        for count in 1..=open.len().min(MOST_TOGETHER) {
            let goes_on = |comma: &str| {
                let mended = format!("{}{}{comma}{}", &text[..before.start], closers(count), &text[before.start..]);
                fit(&mended) && stops(&mended).is_none_or(|stop| stop > tokens[found].1.end + count + comma.len())
            };
            if goes_on("") || goes_on(",") {
                let (it, close) = (&text[before.clone()], closers(count));
                let all: Vec<String> = open.iter().rev().take(count).map(|start| opened(*start)).collect();
                let is = if count == 1 { "is" } else { "are" };
                let what = format!("`{close}` is missing before `{}`: {} {is} not closed", short(it), and_list(all));
                return Some((before.start, what, format!("write `{close}` there")));
            }
        }
    }
    let (kind, range) = &tokens[found];
    let (it, close) = (&text[range.clone()], closing(text, innermost));
    (*kind == Kind::Close && !it.starts_with(close)).then(|| {
        let mended = format!("{}{close}{}", &text[..range.start], &text[range.end..]);
        let right = if fit(&mended) { "write `{}` instead" } else { "write `{}` before it, or leave it out" };
        let what = format!("`{it}` does not close {}", opened(innermost));
        (range.start, what, right.replace("{}", &close.to_string()))
    })
}

/// Whether a token is a quoted text without its closing quote.
fn is_cut(token: &str) -> bool {
    token.strip_prefix('"').is_some_and(|rest| {
        let rest = rest.strip_suffix('"').unwrap_or("\\");
        // A quote after a backslash belongs to the text.
        (rest.len() - rest.trim_end_matches('\\').len()) % 2 == 1
    })
}

/// The brackets that are open after some tokens, the outermost first.
fn open_before(tokens: &[(Kind, Range<usize>)]) -> Vec<usize> {
    let mut open = Vec::new();
    for (kind, range) in tokens {
        match kind {
            Kind::Open => open.push(range.start),
            Kind::Close => _ = open.pop(),
            _ => {}
        }
    }
    open
}

/// The beginning of a token.
fn short(token: &str) -> String {
    const MOST: usize = 30;
    let shown: String = token.chars().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if shown.len() < token.len() { shown + "..." } else { shown }
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;

    fn said(text: &str) -> String {
        let source = Source::new("f.ron", text);
        let read = source.root().and_then(|root| root.read::<ron::Value>());
        source.finish(read).err().map(|faults| faults.0[0].to_string()).unwrap_or_default()
    }

    #[test]
    fn a_missing_bracket_is_named_with_where_it_was_opened() {
        let not = "is not closed; write";
        for (text, right) in [
            ("(a: [(b: 1, c: 2], d: 3)", format!("1:17: `)` is missing before `]`: the `(` opened at 1:6 {not} `)` there")),
            ("(\n a: [1, 2,\n d: 3,\n)", format!("3:2: `]` is missing before `d`: the `[` opened at 2:5 {not} `]` there")),
            ("(\n a: [1, 2\n d: 3,\n)", format!("3:2: `]` is missing before `d`: the `[` opened at 2:5 {not} `]` there")),
            (
                "(a: [\n (b: [1], c: 2,\n (b: [2], c: 3),\n])",
                format!("3:2: `)` is missing before `(`: the `(` opened at 2:2 {not} `)` there"),
            ),
            ("(a: [(b: 1, c: 2), d: 3)", format!("1:20: `]` is missing before `d`: the `[` opened at 1:5 {not} `]` there")),
            (
                "(a: [(b: 1,\n d: [3])",
                "2:8: the file ends before the `[` opened at 1:5 is closed; write `])` at the end".into(),
            ),
            (
                "(a: [(b: (1], d: 3)",
                "1:12: `))` is missing before `]`: the `(` opened at 1:10 and the `(` opened at 1:6 are not closed; write `))` there"
                    .into(),
            ),
            ("(a: [7), b: 8)", "1:7: `)` does not close the `[` opened at 1:5; write `]` instead".into()),
            ("(a: [7}, b: 8)", "1:7: `}` does not close the `[` opened at 1:5; write `]` instead".into()),
            ("(a: \"x, b: 8)", "1:5: the text that begins here is never closed; add its closing quote".into()),
        ] {
            assert_eq!(said(text), format!("f.ron:{right}"), "{text}");
        }
    }

    /// Other faults are not blamed on brackets.
    #[test]
    fn other_slips_are_told_as_such() {
        assert!(said("(a: 7 b: 8").contains("1:7: a comma is missing before `b`"), "{}", said("(a: 7 b: 8"));
        assert!(said("(a: :, b: [8)").contains("1:5: `:` is unexpected"), "{}", said("(a: :, b: [8)"));
        assert!(said("(a: 7))").contains("1:7: `)` is unexpected"), "{}", said("(a: 7))"));
        assert_eq!(said("(a: \"(\\\"[\", b: [7])"), "");
    }
}
