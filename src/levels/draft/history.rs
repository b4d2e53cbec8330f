//! Undo and redo: whole drafts, each with the words of the edit that made it.

use super::{Draft, Edit, Edited, NoEdit};
use crate::rules::RulesetId;

/// The most steps of undo. Neighbouring steps share everything that is the same in both.
const MOST: usize = 500;

/// A draft with its earlier states, and with later ones that were undone.
#[derive(Clone, Debug)]
pub struct History {
    now: Draft,
    /// The draft as edits have made it, while it is only viewed under other rules.
    own: Option<Draft>,
    /// Earlier drafts, each with the words of the edit that came after it.
    before: Vec<(Draft, String)>,
    /// Later ones, each with the words of the edit that leads there.
    after: Vec<(Draft, String)>,
    /// Grows with every change, undo and redo included.
    revision: u64,
    /// Like `revision`, but views under other rules do not count.
    edits: u64,
    /// The draft as it was opened or last saved.
    saved: Draft,
    /// Whether the draft differs from that by now.
    changed: bool,
    /// Whether the next edit of a stroke joins the last one.
    open: bool,
}

impl History {
    /// A draft that was just opened.
    pub fn new(draft: Draft) -> Self {
        let saved = draft.clone();
        Self {
            now: draft,
            own: None,
            before: Vec::new(),
            after: Vec::new(),
            revision: 0,
            edits: 0,
            saved,
            changed: false,
            open: false,
        }
    }

    /// The draft as it is.
    pub const fn draft(&self) -> &Draft {
        &self.now
    }

    /// The draft as edits have made it, whatever rules it is viewed under.
    pub fn own(&self) -> &Draft {
        self.own.as_ref().unwrap_or(&self.now)
    }

    /// The rules under which it is only viewed, if it is.
    pub fn looked_at(&self) -> Option<RulesetId> {
        self.own.as_ref().map(|_| self.now.ruleset())
    }

    /// Shows the draft under other rules, or under its own again. That is not an edit: there is nothing to undo or save
    /// until something is changed there.
    ///
    /// # Errors
    /// Why it cannot be viewed under those; nothing has changed.
    pub fn look(&mut self, ruleset: RulesetId) -> Result<(), NoEdit> {
        if ruleset != self.now.ruleset() {
            let own = self.own().clone();
            (self.now, self.own) = looked(own, ruleset)?;
            (self.revision, self.open) = (self.revision + 1, false);
        }
        Ok(())
    }

    /// Changes the draft in one step of undo.
    ///
    /// # Errors
    /// Why the edit is impossible; nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> Result<Edited, NoEdit> {
        self.all(std::slice::from_ref(edit), false)
    }

    /// Changes the draft as part of a stroke: consecutive edits join in one step of undo until [`History::lift`].
    ///
    /// # Errors
    /// Why the edit is impossible; nothing has changed.
    pub fn draw(&mut self, edit: &Edit) -> Result<Edited, NoEdit> {
        self.all(std::slice::from_ref(edit), true)
    }

    /// Ends the stroke: the next edit is a step of its own.
    pub const fn lift(&mut self) {
        self.open = false;
    }

    /// Makes several changes in one step, all or none.
    ///
    /// # Errors
    /// Why one of them is impossible; nothing has changed.
    pub fn edits(&mut self, edits: &[Edit]) -> Result<Edited, NoEdit> {
        self.all(edits, false)
    }

    /// Replaces this draft with another, as one step.
    pub fn replace(&mut self, draft: Draft, words: &str) {
        let now = std::mem::replace(&mut self.now, draft);
        let before = self.own.take().unwrap_or(now);
        self.before.push((before, words.to_owned()));
        self.after.clear();
        self.turned();
    }

    fn all(&mut self, edits: &[Edit], goes_on: bool) -> Result<Edited, NoEdit> {
        // Back under its own rules the draft is what it was before it was viewed under others.
        let goes_home = matches!(edits, [Edit::Ruleset(to)] if *to == self.own().ruleset());
        if goes_home && self.own.is_some() {
            let to = self.own().ruleset();
            self.look(to)?;
            return Ok(Edited { words: format!("Under {to}"), ..Edited::default() });
        }
        // A change of rules is made to the draft itself, not to what is viewed.
        let begins_anew = matches!(edits, [Edit::Ruleset(_)]);
        let mut draft = if begins_anew { self.own().clone() } else { self.now.clone() };
        let mut edited = Edited::default();
        for edit in edits {
            edited = draft.change(edit)?;
        }
        let joins = goes_on && self.open;
        if draft == self.now && !(begins_anew && self.own.is_some()) {
            // An edit that changes nothing begins no step.
            self.open = joins;
            return Ok(edited);
        }
        let mut before = std::mem::replace(&mut self.now, draft);
        // An edit under rules that were only viewed makes these the rules of the draft.
        match self.own.take() {
            Some(own) if begins_anew => before = own,
            Some(own) => self.before.push((own, format!("Under {}", before.ruleset()))),
            None => {}
        }
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

    /// The words of the edit that would be undone: "Dima moved".
    pub fn undone(&self) -> Option<&str> {
        self.before.last().map(|(_, words)| words.as_str())
    }

    /// The words of the edit that would be redone.
    pub fn redone(&self) -> Option<&str> {
        self.after.last().map(|(_, words)| words.as_str())
    }

    /// One step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((draft, words)) = self.before.pop() else { return false };
        let now = self.go_to(draft);
        self.after.push((now, words));
        self.turned()
    }

    /// One step forward again; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some((draft, words)) = self.after.pop() else { return false };
        let now = self.go_to(draft);
        self.before.push((now, words));
        self.turned()
    }

    /// Puts another step in the place of this one, which is returned. It is viewed under the same rules as before,
    /// unless the step changes the rules.
    fn go_to(&mut self, draft: Draft) -> Draft {
        let now = std::mem::replace(&mut self.now, draft);
        let Some(own) = self.own.take() else { return now };
        if own.ruleset() == self.now.ruleset()
            && let Ok((shown, own)) = looked(self.now.clone(), now.ruleset())
        {
            (self.now, self.own) = (shown, own);
        }
        own
    }

    fn turned(&mut self) -> bool {
        self.revision += 1;
        self.edits += 1;
        self.open = false;
        self.changed = *self.own() != self.saved;
        true
    }

    /// Grows with every change, undo and redo included.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Grows with every change of the draft itself, but not with views under other rules.
    pub const fn edits_made(&self) -> u64 {
        self.edits
    }

    /// Whether it differs from what was opened or saved.
    pub const fn is_changed(&self) -> bool {
        self.changed
    }

    /// Notes that the draft is in a file as it is.
    pub fn keep(&mut self) {
        self.saved = self.own().clone();
        self.changed = false;
    }

    /// Notes that the draft is in no file, whatever it was opened from.
    pub const fn is_new(&mut self) {
        self.changed = true;
    }
}

/// A draft as it is shown under some rules, and the draft itself if those are not its own.
fn looked(own: Draft, ruleset: RulesetId) -> Result<(Draft, Option<Draft>), NoEdit> {
    if own.ruleset() == ruleset {
        return Ok((own, None));
    }
    let mut shown = own.clone();
    shown.change(&Edit::Ruleset(ruleset))?;
    Ok((shown, Some(own)))
}
