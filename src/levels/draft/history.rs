//! Undo and redo: whole drafts, each with the words of the edit that made it.

use super::{Draft, Edit, Edited, NoEdit};
use crate::rules::RulesetId;

/// The most steps back that are kept. A step shares with its neighbours whatever it does not change.
const MOST: usize = 500;

/// A draft with what it was before, and what it was before that was taken back.
#[derive(Clone, Debug)]
pub struct History {
    now: Draft,
    /// What edits have made of it, while it is only looked at under other rules.
    own: Option<Draft>,
    /// Earlier drafts, each with the words of the edit that came after it.
    before: Vec<(Draft, String)>,
    /// Later ones, each with the words of the edit that leads there.
    after: Vec<(Draft, String)>,
    /// Grows with every change, also with those that are taken back.
    revision: u64,
    /// The same, but not with looks.
    edits: u64,
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

    /// The draft as edits have made it, under whatever rules it is looked at.
    pub fn own(&self) -> &Draft {
        self.own.as_ref().unwrap_or(&self.now)
    }

    /// The rules that it is only looked at under, if it is.
    pub fn looked_at(&self) -> Option<RulesetId> {
        self.own.as_ref().map(|_| self.now.ruleset())
    }

    /// Shows the draft under other rules, or under its own again. That is no edit: nothing is to be undone or saved, until
    /// something is changed there.
    ///
    /// # Errors
    /// Why it cannot be under those; nothing has changed.
    pub fn look(&mut self, ruleset: RulesetId) -> Result<(), NoEdit> {
        if ruleset != self.now.ruleset() {
            let own = self.own().clone();
            (self.now, self.own) = looked(own, ruleset)?;
            (self.revision, self.open) = (self.revision + 1, false);
        }
        Ok(())
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
        let now = std::mem::replace(&mut self.now, draft);
        let before = self.own.take().unwrap_or(now);
        self.before.push((before, words.to_owned()));
        self.after.clear();
        self.turned();
    }

    fn all(&mut self, edits: &[Edit], goes_on: bool) -> Result<Edited, NoEdit> {
        // Under the rules of its own it is what it was before it was looked at under others.
        let goes_home = matches!(edits, [Edit::Ruleset(to)] if *to == self.own().ruleset());
        if goes_home && self.own.is_some() {
            let to = self.own().ruleset();
            self.look(to)?;
            return Ok(Edited { words: format!("Under {to}"), ..Edited::default() });
        }
        // Other rules are chosen for what it is, not for what was looked at.
        let begins_anew = matches!(edits, [Edit::Ruleset(_)]);
        let mut draft = if begins_anew { self.own().clone() } else { self.now.clone() };
        let mut edited = Edited::default();
        for edit in edits {
            edited = draft.change(edit)?;
        }
        let joins = goes_on && self.open;
        if draft == self.now && !(begins_anew && self.own.is_some()) {
            // What changes nothing begins no step.
            self.open = joins;
            return Ok(edited);
        }
        let mut before = std::mem::replace(&mut self.now, draft);
        // What is changed under rules that were only looked at until now is from now on under those.
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
        let now = self.go_to(draft);
        self.after.push((now, words));
        self.turned()
    }

    /// One step on again; false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some((draft, words)) = self.after.pop() else { return false };
        let now = self.go_to(draft);
        self.before.push((now, words));
        self.turned()
    }

    /// Puts another step in the place of this one, which is handed back. It is looked at under the same rules as before,
    /// unless it is the rules that have changed.
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

    /// Grows with every change, also with those that are taken back.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Grows with every change of what the draft is, not with looks at it under other rules.
    pub const fn edits_made(&self) -> u64 {
        self.edits
    }

    /// Whether it is something else than what was opened or saved.
    pub const fn is_changed(&self) -> bool {
        self.changed
    }

    /// The draft lies in a file as it is.
    pub fn keep(&mut self) {
        self.saved = self.own().clone();
        self.changed = false;
    }

    /// The draft lies in no file, whatever it was opened from.
    pub const fn is_new(&mut self) {
        self.changed = true;
    }
}

/// A draft as it is shown under some rules, and beside it what it is, if those are not its own.
fn looked(own: Draft, ruleset: RulesetId) -> Result<(Draft, Option<Draft>), NoEdit> {
    if own.ruleset() == ruleset {
        return Ok((own, None));
    }
    let mut shown = own.clone();
    shown.change(&Edit::Ruleset(ruleset))?;
    Ok((shown, Some(own)))
}
