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

    /// What it is called, and what takes it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Level => ("a level", "`proving-ground play FILE` plays it, `proving-ground check FILE` checks it"),
            Self::Roster => ("a roster", "`proving-ground --roster FILE` takes it"),
            Self::Trials => ("a file of trials", "`proving-ground trial FILE` runs them"),
            Self::Recording => (
                "a recording of a battle",
                "`proving-ground play FILE` continues it, `proving-ground replay FILE` tells what happened",
            ),
        }
    }

    /// That a file is of this kind where another one belongs, and what takes it.
    fn in_place_of(self, wanted: Self) -> (String, &'static str) {
        let ((found, takes), (wanted, _)) = (self.words(), wanted.words());
        (format!("this is {found}, not {wanted}"), takes)
    }
}

/// The fields of a file of a kind. That a file is of another kind is told alone: nothing else that could be said of its
/// fields would be of use.
pub(super) fn form_of<'a>(root: Piece<'a>, kind: FileKind, known: &[&str]) -> Option<Form<'a>> {
    if let Some(other) = FileKind::of(&root.fields()?).filter(|other| *other != kind) {
        let (what, right) = other.in_place_of(kind);
        root.fault(what, right);
        return None;
    }
    root.form(known)
}

/// Whether a text begins as recordings do.
pub(super) fn is_recording(text: &str) -> bool {
    unmarked(text).starts_with("proving-ground")
}

/// Refuses a recording where another kind of file belongs.
///
/// # Errors
/// It is one.
pub(super) fn no_recording(file: &str, text: &str, wanted: FileKind) -> Result<(), Faults> {
    if !is_recording(text) {
        return Ok(());
    }
    let (what, right) = FileKind::Recording.in_place_of(wanted);
    Err(Faults::of_file(file, what, right))
}
