//! Faults of files: where, what, and what would be right.

use std::fmt;

use super::printable::{printable, printable_path};

/// The most faults looked for in one file.
pub const MOST_FAULTS: usize = 1000;

/// The most lines reported for one file.
pub const MOST_LINES: usize = 40;

/// One fault.
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

impl Fault {
    /// A fault at a line and a character of it, both from 1, or 0 for the whole. Outside text is made printable.
    pub fn new(file: &str, (line, column): (usize, usize), what: &str, right: &str) -> Self {
        Self { file: printable_path(file), line, column, what: printable(what), right: printable(right) }
    }

    /// What is wrong, and what would be right.
    pub fn words(&self) -> String {
        if self.right.is_empty() { self.what.clone() } else { format!("{}; {}", self.what, self.right) }
    }
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
        write!(out, ": {}", self.words())
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
        Self(vec![Fault::new(file, (line, 0), &what.into(), &right.into())])
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
        Self(vec![Fault::new(file, (number, column), &what.into(), &right.into())])
    }

    /// The value, if nothing is wrong.
    ///
    /// # Errors
    /// What is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The faults to report: all, or if they are too many, one of each kind and as many others as there is room for.
    fn told(&self) -> Vec<&Fault> {
        if self.0.len() <= MOST_LINES {
            return self.0.iter().collect();
        }
        let is_new = |index: usize| {
            let fault = &self.0[index];
            self.0[..index].iter().all(|before| (&before.what, &before.right) != (&fault.what, &fault.right))
        };
        let (new, again): (Vec<usize>, Vec<usize>) = (0..self.0.len()).partition(|index| is_new(*index));
        let mut told: Vec<usize> = new.into_iter().chain(again).take(MOST_LINES - 1).collect();
        told.sort_unstable();
        told.into_iter().map(|index| &self.0[index]).collect()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.told();
        for (index, fault) in told.iter().enumerate() {
            if index > 0 {
                out.write_str("\n")?;
            }
            fault.fmt(out)?;
        }
        match (self.0.len() - told.len(), told.last()) {
            (0, _) | (_, None) => Ok(()),
            (more, Some(last)) => {
                let at_least = if self.0.len() < MOST_FAULTS { "" } else { "at least " };
                write!(out, "\n{}: and {at_least}{more} more", last.file)
            }
        }
    }
}

impl std::error::Error for Faults {}

/// The longest word that is compared with known ones, in bytes.
const LONGEST_WORD: usize = 100;

/// A suggestion for an unknown word: the nearest known one, or the list of all.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    // Nothing is near to a word that is longer than any name; comparing it would take long.
    let word = if word.len() > LONGEST_WORD { "" } else { word };
    let distance = |candidate: &&&str| strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase());
    let letters = word.chars().count();
    let near = |candidate: &&&str| distance(candidate) <= ((letters + 1) / 3).max(1) && distance(candidate) < letters;
    let nearest = known.iter().min_by_key(distance).filter(near);
    match (nearest, known.len()) {
        (Some(candidate), _) => format!("did you mean `{candidate}`?"),
        (None, 0) => "there are none".into(),
        (None, count) => format!("there {} {}", if count == 1 { "is" } else { "are" }, listed(&known)),
    }
}

/// Names in a line: all of them up to 14, else the first 12 and how many more.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let shown = if names.len() > 14 { 12 } else { names.len() };
    let words: Vec<&str> = names[..shown].iter().map(AsRef::as_ref).collect();
    let rest = names.len() - shown;
    if rest == 0 { words.join(", ") } else { format!("{} and {rest} more", words.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut_short() {
        let names: Vec<String> = (1..=15).map(|number| format!("n{number}")).collect();
        assert_eq!(listed(&names[..2]), "n1, n2");
        assert!(listed(&names[..14]).ends_with("n13, n14"));
        assert!(listed(&names).ends_with("n11, n12 and 3 more"));
    }

    #[test]
    fn a_fault_reads_like_a_compilers() {
        let faults = Faults::of_line("a.ron", 3, "no gate", "draw one");
        assert_eq!(faults.to_string(), "a.ron:3: no gate; draw one");
        assert_eq!(Faults::of_file("a.ron", "no gate", "").to_string(), "a.ron: no gate");
        let within = |at| Faults::within("a.txt", (2, "\u{e9}da: fly"), at, "no", "").to_string();
        assert_eq!([within(0), within(6), within(99)], ["a.txt:2:1: no", "a.txt:2:6: no", "a.txt:2:9: no"]);
    }

    #[test]
    fn few_lines_are_told_and_none_that_stands_alone_is_lost() {
        let mut faults: Vec<Fault> = (1..=80).map(|line| Fault::new("a.ron", (line, 1), "follows", "")).collect();
        faults.push(Fault::new("a.ron", (81, 1), "this one matters", ""));
        let told = Faults(faults.clone()).to_string();
        assert_eq!(told.lines().count(), MOST_LINES);
        assert!(told.contains("a.ron:81:1: this one matters\na.ron: and 42 more"), "{told}");
        faults.truncate(MOST_LINES);
        assert_eq!(Faults(faults).to_string().lines().count(), MOST_LINES);
    }

    #[test]
    fn words_from_outside_forge_no_lines() {
        let fault = Faults::of_file("a\nb.ron: ok", "`\u{1b}[31m\nb` is wrong", "\u{202e}").to_string();
        assert_eq!(fault, "a\\nb.ron: ok: `\\u001b[31m\\nb` is wrong; \\u202e");
    }

    #[test]
    fn near_words_are_suggested() {
        let known = ["halberdier", "archer", "brute"];
        assert_eq!(meant("halbardier", known), "did you mean `halberdier`?");
        assert_eq!(meant("Archer", known), "did you mean `archer`?");
        assert_eq!(meant("brett", known), "did you mean `brute`?");
        assert_eq!(meant("Q", ["A", "B"]), "there are A, B");
        assert_eq!(meant("wizard", known), "there are halberdier, archer, brute");
        assert_eq!(meant("wizard", ["archer"]), "there is archer");
        assert_eq!(meant("", []), "there are none");
    }
}
