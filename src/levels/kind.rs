//! What kind of file a text is, by the names of the fields at its top.

use super::{
    Faults,
    save::unmarked,
    source::{Form, Piece},
};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Level,
    Roster,
    Trials,
    Recording,
}

impl FileKind {
    /// The kind of file that has such fields; `None` if none has.
    pub(super) fn of(form: &Form<'_>) -> Option<Self> {
        let has = |names: &[&str]| form.names().any(|name| names.contains(&name));
        match () {
            () if has(&["trials"]) => Some(Self::Trials),
            () if has(&["sides", "map"]) => Some(Self::Level),
            // Trials name their ruleset, and have arms and archetypes of their own.
            () if has(&["arms", "archetypes"]) && !has(&["ruleset"]) => Some(Self::Roster),
            () => None,
        }
    }

    /// Its name, and the command that takes it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Level => ("a level", "`proving-ground play FILE` plays it, `proving-ground check FILE` checks it"),
            Self::Roster => ("a roster", "`proving-ground --roster FILE` takes it"),
            Self::Trials => ("a file of trials", "`proving-ground trial FILE` runs them"),
            Self::Recording => (
                "a recording of a battle",
                "`proving-ground play FILE` continues it, `proving-ground replay FILE` prints what happened",
            ),
        }
    }

    /// The fault of a file of this kind in place of another, and the command that takes it.
    fn in_place_of(self, wanted: Self) -> (String, &'static str) {
        let ((found, takes), (wanted, _)) = (self.words(), wanted.words());
        (format!("this is {found}, not {wanted}"), takes)
    }
}

/// The fields of a file of a kind. If the file is of another kind, that is the only fault reported: nothing else about
/// its fields would be of use.
pub(super) fn form_of<'a>(root: Piece<'a>, kind: FileKind, known: &[&str]) -> Option<Form<'a>> {
    if let Some(other) = FileKind::of(&root.fields()?).filter(|other| *other != kind) {
        let (what, right) = other.in_place_of(kind);
        root.fault(what, right);
        return None;
    }
    root.form(known)
}

/// Whether a text begins like a recording.
pub(super) fn is_recording(text: &str) -> bool {
    unmarked(text).starts_with("proving-ground")
}

/// Refuses a recording where another kind of file belongs.
///
/// # Errors
/// The text is a recording.
pub(super) fn no_recording(file: &str, text: &str, wanted: FileKind) -> Result<(), Faults> {
    if !is_recording(text) {
        return Ok(());
    }
    let (what, right) = FileKind::Recording.in_place_of(wanted);
    Err(Faults::of_file(file, what, right))
}

/// What is wrong with a text of nothing but blanks and comments, and what would be right.
pub(super) fn nothing_in(text: &str) -> (&'static str, &'static str) {
    let belongs = "a level, a roster, trials or a recording belongs here";
    match () {
        () if text.trim().is_empty() => ("the file is empty", belongs),
        // A comment ends with a line feed only, so here the first one goes to the end of the file.
        () if text.contains('\r') && !text.contains('\n') => {
            ("lines end in carriage returns alone", "save the file with line feeds at the ends of its lines")
        }
        () => ("the file holds nothing but comments", belongs),
    }
}

#[cfg(test)]
mod tests {
    use crate::levels::source::Source;

    #[test]
    fn what_hides_all_of_a_file_is_told() {
        let told = |text: &str| {
            let source = Source::new("f.ron", text);
            let root = source.root().map(|_| ());
            source.finish(root).unwrap_err().to_string()
        };
        assert!(told(" \n").starts_with("f.ron:1:1: the file is empty"));
        assert!(told("// a level\r(format: 1)\r").starts_with("f.ron:1:1: lines end in carriage returns alone"));
        assert!(told("// a level\n").starts_with("f.ron:1:1: the file holds nothing but comments"));
        assert_eq!(told("// a\n /* (a: 1) /* */\n"), "f.ron:2:2: this comment is never closed; end it with `*/`");
        assert_eq!(told("(a: 1)\n/* b"), "f.ron:2:1: this comment is never closed; end it with `*/`");
    }
}
