//! How commands end and how their lines are written.

use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use serde::Serialize;

use crate::{
    dice::Fraction,
    levels::{Faults, Printing, printable, printable_path},
    rules::counted,
};

/// Why a command stops early.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// A file is wrong.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(&'static str),
    /// Anything else, in a sentence that may quote outside text.
    #[error("{}", printable(.0))]
    Because(String),
    /// Several such sentences, a line each.
    #[error("{}", .0.iter().map(|sentence| printable(sentence)).collect::<Vec<_>>().join("\n"))]
    Several(Vec<String>),
}

/// How a command ends.
pub(super) type CommandResult = Result<ExitCode, Stop>;

/// 0 if all is well, 1 if not.
pub(super) fn verdict(well: bool) -> ExitCode {
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes to standard error. If that fails, nothing can be done about it.
pub(super) fn complain(what: &dyn Display) {
    let _ = writeln!(Printing::new(io::stderr()), "{what}");
}

/// The name of a file in one line.
pub(super) fn shown(path: &Path) -> String {
    printable_path(&path.display().to_string())
}

/// Writes a value as JSON.
pub(super) fn json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Stop> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes rows in aligned columns; the last column is ragged. Cells may quote outside text: each stays on its line, and
/// a word that is far too long is cut.
pub(super) fn table(out: &mut dyn Write, indent: usize, rows: &[Vec<String>]) -> Result<(), Stop> {
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().flat_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for row in &rows {
        let mut line = " ".repeat(indent);
        for (cell, width) in row.iter().zip(&widths) {
            line += &format!("{cell:width$}  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A share as a percentage with two places.
pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// A number with a sign, a real minus.
pub(super) fn signed(value: i32) -> String {
    if value < 0 { format!("\u{2212}{}", value.unsigned_abs()) } else { format!("+{value}") }
}

/// A number of something, in words.
pub(super) fn count(number: usize, noun: &str) -> String {
    counted(thousands(number), noun)
}

/// A number in groups of three: 12,345.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().flat_map(std::str::from_utf8).collect();
    groups.join(",")
}

/// A fraction for programs: exact, and as a number.
#[derive(Serialize)]
pub(super) struct Exact {
    fraction: String,
    value: f64,
}

impl From<Fraction> for Exact {
    fn from(fraction: Fraction) -> Self {
        Self { fraction: fraction.to_string(), value: fraction.to_f64() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_neither_forges_a_line_nor_fills_the_screen() {
        let rows = [vec!["a\nForged: 1".to_string(), "1".into()], vec!["b\u{200b}c".into(), "x".repeat(70_000)]];
        let mut out = Vec::new();
        table(&mut out, 0, &rows).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.len() < 400 && text.contains("a\\nForged: 1") && text.contains("b\\u200bc"), "{text}");
    }

    #[test]
    fn numbers_are_easy_to_read() {
        let told: Vec<String> = [0, 12, 999, 1000, 1_234_567].into_iter().map(thousands).collect();
        assert_eq!(told, ["0", "12", "999", "1,000", "1,234,567"]);
        assert_eq!((count(1, "battle"), count(2, "battle")), ("1 battle".into(), "2 battles".into()));
        assert_eq!((signed(-30), signed(5), percent(0.12345)), ("\u{2212}30".into(), "+5".into(), "12.35 %".into()));
    }

    #[test]
    fn columns_line_up() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut out = Vec::new();
        table(&mut out, 1, &[row(&["a", "\u{2212}30", "x"]), row(&["bcd", "5"])]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), " a    \u{2212}30  x\n bcd  5\n");
    }
}
