//! What is wrong with a file: where, what, and what would be right.

use std::fmt;

/// The most faults told of one file.
pub const MOST_FAULTS: usize = 100;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// The character in the line, from 1; 0 for the line as a whole.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What would be right; may be empty.
    pub right: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(out, ":{}", self.column)?;
        }
        write!(out, ": {}", self.what)?;
        if self.right.is_empty() { Ok(()) } else { write!(out, "; {}", self.right) }
    }
}

/// Everything that is wrong with a file, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// One fault of a file as a whole.
    pub fn of_file(file: &str, what: impl Into<String>, right: impl Into<String>) -> Self {
        Self::of_line(file, 0, what, right)
    }

    /// One fault of a line as a whole.
    pub fn of_line(file: &str, line: usize, what: impl Into<String>, right: impl Into<String>) -> Self {
        Self(vec![Fault { file: file.into(), line, column: 0, what: what.into(), right: right.into() }])
    }

    /// One fault at a byte of a numbered line.
    pub fn within(
        file: &str,
        (number, line): (usize, &str),
        at: usize,
        what: impl Into<String>,
        right: impl Into<String>,
    ) -> Self {
        let column = line.get(..at).unwrap_or(line).chars().count() + 1;
        Self(vec![Fault { file: file.into(), line: number, column, what: what.into(), right: right.into() }])
    }

    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// What is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                out.write_str("\n")?;
            }
            fault.fmt(out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// What a word that is not known may have been meant to be: the nearest known one, or the list of all.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let distance = |one: &&&str| strsim::damerau_levenshtein(&word.to_lowercase(), &one.to_lowercase());
    let letters = word.chars().count();
    let near = |one: &&&str| distance(one) <= (letters / 3).max(1) && distance(one) < letters;
    let nearest = known.iter().min_by_key(distance).filter(near);
    match (nearest, known.len()) {
        (Some(one), _) => format!("did you mean `{one}`?"),
        (None, 0) => "there are none".into(),
        (None, 1..=14) => format!("there {} {}", if known.len() == 1 { "is" } else { "are" }, known.join(", ")),
        (None, count) => format!("there are {} and {} more", known[..12].join(", "), count - 12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_reads_like_a_compilers() {
        let faults = Faults::of_line("a.ron", 3, "no gate", "draw one");
        assert_eq!(faults.to_string(), "a.ron:3: no gate; draw one");
        assert_eq!(Faults::of_file("a.ron", "no gate", "").to_string(), "a.ron: no gate");
        let within = |at| Faults::within("a.txt", (2, "\u{e9}da: fly"), at, "no", "").to_string();
        assert_eq!([within(0), within(6), within(99)], ["a.txt:2:1: no", "a.txt:2:6: no", "a.txt:2:9: no"]);
    }

    #[test]
    fn near_words_are_suggested() {
        let known = ["halberdier", "archer", "brute"];
        assert_eq!(meant("halbardier", known), "did you mean `halberdier`?");
        assert_eq!(meant("Archer", known), "did you mean `archer`?");
        assert_eq!(meant("Q", ["A", "B"]), "there are A, B");
        assert_eq!(meant("wizard", known), "there are halberdier, archer, brute");
        assert_eq!(meant("wizard", ["archer"]), "there is archer");
        assert_eq!(meant("", []), "there are none");
    }
}
