//! The attack that is shown, stepped through with dice that somebody chooses.

use super::LabScreen;
use crate::{
    levels::draft::{Rolled, rolled},
    panels::lab::model::RolledModel,
};

/// The dice so far, and what they lead to.
pub(super) struct Rolling {
    faces: Vec<i32>,
    /// What was played out: of which position, which attack.
    of: ((u64, u64), String),
    result: Option<Rolled>,
}

impl Rolling {
    /// What is shown of it.
    pub(super) fn model(&self) -> RolledModel {
        let result = self.result.as_ref();
        RolledModel {
            faces: self.faces.clone(),
            next: result.and_then(|result| result.next),
            asked: result.map(|result| result.asked.clone()).unwrap_or_default(),
            told: result.map(|result| result.told.clone()).unwrap_or_default(),
            fault: result.and_then(|result| result.fault.clone()),
        }
    }
}

impl LabScreen {
    /// Begins to step through the attack that is shown, or ends that.
    pub(super) fn roll(&mut self) {
        if self.rolling.take().is_none() {
            self.rolling = Some(Rolling { faces: Vec::new(), of: (self.held, String::new()), result: None });
            self.page = super::Page::Odds;
        }
    }

    pub(super) fn add_face(&mut self, face: i32) {
        if let Some(rolling) = &mut self.rolling {
            rolling.faces.push(face);
            rolling.result = None;
        }
    }

    pub(super) fn take_face_back(&mut self) {
        if let Some(rolling) = &mut self.rolling {
            rolling.faces.pop();
            rolling.result = None;
        }
    }

    /// Plays out what the dice lead to, if that is not known yet. Another attack or position begins with no dice.
    pub(super) fn roll_on(&mut self) {
        if self.rolling.is_none() {
            return;
        }
        let shown = self.question().and_then(|question| {
            let pair = self.asking.answer(question)?.pair.as_ref().filter(|pair| pair.from.is_none())?;
            let attempt = self.attempt_of(pair).filter(|attempt| attempt.outcome.is_ok())?;
            Some((pair.by, attempt.choice.clone(), attempt.text.clone()))
        });
        let (held, battle) = (self.held, self.draft().battle().clone());
        let Some(rolling) = &mut self.rolling else { return };
        let Some((by, choice, text)) = shown else { return };
        if rolling.of != (held, text.clone()) {
            rolling.of = (held, text);
            rolling.faces.clear();
            rolling.result = None;
        }
        if rolling.result.is_none() {
            rolling.result = Some(rolled(&battle, by, &choice, &rolling.faces));
        }
    }
}
