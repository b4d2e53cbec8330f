//! Undo and redo: whole drafts, each with the words of the edit that made it.

use super::{Draft, Edit, Edited, NoEdit};

/// The most steps back that are kept. A step shares with its neighbours whatever it does not change.
const MOST: usize = 500;

/// A draft with what it was before, and what it was before that was taken back.
#[derive(Clone, Debug)]
pub struct History {
    now: Draft,
    /// Earlier drafts, each with the words of the edit that came after it.
    before: Vec<(Draft, String)>,
    /// Later ones, each with the words of the edit that leads there.
    after: Vec<(Draft, String)>,
    /// Grows with every change, also with those that are taken back.
    revision: u64,
    /// What lies in a file, or was opened.
    saved: Draft,
    /// Whether it is something else by now.
    changed: bool,
    /// Whether the next edit of the same words joins the last one.
    open: bool,
}

impl History {
    /// A draft that was just opened.
    pub fn new(draft: Draft) -> Self {
        let saved = draft.clone();
        Self { now: draft, before: Vec::new(), after: Vec::new(), revision: 0, saved, changed: false, open: false }
    }

    /// The draft as it is.
    pub const fn draft(&self) -> &Draft {
        &self.now
    }

    /// Changes the draft; one step of undo.
    ///
    /// # Errors
    /// Why it cannot be so; nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<Edited, NoEdit> {
        self.all(std::slice::from_ref(edit), false)
    }

    /// Changes the draft as part of the same stroke: edits in a row join in one step of undo until [`History::lift`].
    ///
    /// # Errors
    /// Why it cannot be so; nothing has changed.
    pub fn draw(&mut self, edit: &Edit) -> Result<Edited, NoEdit> {
        self.all(std::slice::from_ref(edit), true)
    }

    /// The stroke ends: what comes next is a step of its own.
    pub const fn lift(&mut self) {
        self.open = false;
    }

    /// Makes several changes in one step, all or none.
    ///
    /// # Errors
    /// Why one of them cannot be; nothing has changed.
    pub fn edits(&mut self, edits: &[Edit]) -> Result<Edited, NoEdit> {
        self.all(edits, false)
    }

    /// Puts another draft in the place of this one, as one step.
    pub fn replace(&mut self, draft: Draft, words: &str) {
        let before = std::mem::replace(&mut self.now, draft);
        self.before.push((before, words.to_owned()));
        self.after.clear();
        self.turned();
    }

    fn all(&mut self, edits: &[Edit], goes_on: bool) -> Result<Edited, NoEdit> {
        let mut draft = self.now.clone();
        let mut edited = Edited::default();
        for edit in edits {
            edited = draft.change(edit)?;
        }
        let joins = goes_on && self.open;
        self.open = goes_on;
        if draft == self.now {
            return Ok(edited);
        }
        let before = std::mem::replace(&mut self.now, draft);
        if !joins {
            self.before.push((before, edited.words.clone()));
        }
        if self.before.len() > MOST {
            self.before.remove(0);
        }
        self.after.clear();
        self.turned();
        self.open = goes_on;
        Ok(edited)
    }

    /// The words of what would be taken back: "Dima moved".
    pub fn undone(&self) -> Option<&str> {
        self.before.last().map(|(_, words)| words.as_str())
    }

    /// The words of what would be done again.
    pub fn redone(&self) -> Option<&str> {
        self.after.last().map(|(_, words)| words.as_str())
    }

    /// One step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((draft, words)) = self.before.pop() else { return false };
        let now = std::mem::replace(&mut self.now, draft);
        self.after.push((now, words));
        self.turned()
    }

    /// One step on again; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some((draft, words)) = self.after.pop() else { return false };
        let now = std::mem::replace(&mut self.now, draft);
        self.before.push((now, words));
        self.turned()
    }

    fn turned(&mut self) -> bool {
        self.revision += 1;
        self.open = false;
        self.changed = self.now != self.saved;
        true
    }

    /// Grows with every change, also with those that are taken back.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it is something else than what was opened or saved.
    pub const fn is_changed(&self) -> bool {
        self.changed
    }

    /// The draft lies in a file as it is.
    pub fn keep(&mut self) {
        self.saved = self.now.clone();
        self.changed = false;
    }

    /// The draft lies in no file, whatever it was opened from.
    pub const fn is_new(&mut self) {
        self.changed = true;
    }
}
