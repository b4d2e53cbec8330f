//! Checks the drawn level for faults beside the frames, a moment after the last change.

use std::{
    sync::{
        Mutex,
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

use crate::{
    geometry::Square,
    levels::{Level, Roster, draft::Draft, islands},
    panels::lab::model::WrongModel,
};

/// Forecasts recurse deeply.
const STACK: usize = 64 << 20;

/// How long nothing may change before the level is checked, in seconds.
const PAUSE: f32 = 0.6;

/// The most faults that are shown.
const MOST: usize = 40;

/// The findings: faults, and which pins hold.
type Found = (Vec<WrongModel>, Vec<(String, bool)>);

/// The check of a draft: the revision checked, and the findings.
#[derive(Default)]
pub(super) struct Checking {
    /// The latest revision, and for how many seconds it has not changed.
    still: Option<(u64, f32)>,
    coming: Option<(u64, Mutex<Receiver<Found>>)>,
    found: Vec<WrongModel>,
    /// The pins, each with whether it holds.
    pins: Vec<(String, bool)>,
    checked: Option<u64>,
}

impl Checking {
    /// Checks a revision once it has not changed for a moment; `seconds` is the time since the last call.
    pub(super) fn look(&mut self, revision: u64, draft: &Draft, seconds: f32) {
        self.poll();
        if self.checked == Some(revision) || self.coming.is_some() {
            return;
        }
        let still = match self.still {
            Some((known, still)) if known == revision => still + seconds,
            _ => 0.0,
        };
        self.still = Some((revision, still));
        if still < PAUSE {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let draft = draft.clone();
        let work = move || drop(sender.send((faults(&draft), pins(&draft))));
        // If no thread can be started, the level is checked only when it is saved.
        if thread::Builder::new().stack_size(STACK).spawn(work).is_ok() {
            self.coming = Some((revision, Mutex::new(receiver)));
        }
    }

    fn poll(&mut self) {
        let Some((revision, coming)) = &mut self.coming else { return };
        let come = coming.get_mut().map_or(Err(TryRecvError::Disconnected), |coming| coming.try_recv());
        match come {
            Err(TryRecvError::Empty) => return,
            Ok((found, pins)) => (self.found, self.pins, self.checked) = (found, pins, Some(*revision)),
            Err(TryRecvError::Disconnected) => self.checked = Some(*revision),
        }
        self.coming = None;
    }

    /// Whether a check is on its way or soon will be.
    pub(super) fn is_busy(&self, revision: u64) -> bool {
        self.coming.is_some() || self.checked != Some(revision)
    }

    /// Whether this revision has been checked.
    pub(super) fn is_done(&self, revision: u64) -> bool {
        self.coming.is_none() && self.checked == Some(revision)
    }

    /// Whether a pin held when it was last checked.
    pub(super) fn holds(&self, pin: &str) -> Option<bool> {
        self.pins.iter().find(|(known, _)| known == pin).map(|(_, holds)| *holds)
    }

    /// Sets what was found about the pins, for tests.
    #[cfg(test)]
    pub(super) fn take_pins(&mut self, pins: Vec<(String, bool)>) {
        self.pins = pins;
    }

    /// What was found last.
    pub(super) fn found(&self) -> &[WrongModel] {
        &self.found
    }
}

/// Which pins hold, judged as a trial of the draft would.
pub(super) fn pins(draft: &Draft) -> Vec<(String, bool)> {
    let holds = |pin: String| {
        let holds = draft.to_trial("pinned", std::slice::from_ref(&pin)).is_ok();
        (pin, holds)
    };
    draft.pins().into_iter().map(holds).collect()
}

/// What `check` says of the draft as a level, each fault with the square it is about.
pub(super) fn faults(draft: &Draft) -> Vec<WrongModel> {
    let level = match draft.to_level() {
        Ok((level, _)) => level,
        Err(words) => return vec![WrongModel::new(None, words)],
    };
    let text = level.to_ron();
    let mut found: Vec<WrongModel> = Vec::new();
    if let Err(faults) = Level::parse(&level.tag, "level", &text, Roster::in_play()) {
        for fault in &faults.0 {
            let line = text.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
            let words = fault.words();
            found.push(WrongModel::new(named(&words).or_else(|| placed(line)), words));
        }
    }
    let parts = islands(&level);
    found.extend(parts.iter().map(|part| WrongModel::new(part.squares.first().copied(), part.words())));
    found.truncate(MOST);
    found
}

/// The square that a fault names: "Dima would stand in a wall, in c4".
fn named(words: &str) -> Option<Square> {
    let after = words.split(", in ").nth(1)?;
    after.split(|letter: char| !letter.is_alphanumeric()).next()?.parse().ok()
}

/// The square of the fighter that a line of a level places.
fn placed(line: &str) -> Option<Square> {
    line.split("at: \"").nth(1)?.split('"').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Edge,
        levels::{
            builtin,
            draft::{Edit, Paint, Spot},
        },
        rules::{Feature, Settings},
    };

    #[test]
    fn faults_have_the_squares_they_speak_of() {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
        let settings = Settings::defaults(level.ruleset);
        let mut draft = Draft::of_level(level, Roster::builtin(), level.ruleset, settings).unwrap();
        assert_eq!(faults(&draft), []);
        let dima = draft.key(draft.battle().tagged("dima").unwrap().id);
        draft.change(&Edit::Move(vec![(dima, "k1".parse().unwrap())])).unwrap();
        let found = faults(&draft);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].at, found[0].words.contains("in a wall")), (Some("k1".parse().unwrap()), true));
        let all: Vec<_> = draft.tokens().iter().map(|token| token.key).collect();
        draft.change(&Edit::Remove(all)).unwrap();
        let wall = [Edge::north(Square::new(0, 14)), Edge::west(Square::new(1, 14))].map(Spot::Edge).to_vec();
        draft.change(&Edit::Paint(Paint::Edge(Feature::Wall), wall)).unwrap();
        let found = faults(&draft);
        let told = |words: &str| found.iter().any(|fault| fault.words.contains(words));
        assert!(told("nobody") && told("No way leads"), "{found:?}");
        assert!(found.iter().any(|fault| fault.at == Some(Square::new(0, 14))), "{found:?}");
    }
}
