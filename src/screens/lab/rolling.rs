//! The attack shown, stepped through with dice chosen by hand.

use super::LabScreen;
use crate::{
    levels::draft::{Rolled, rolled},
    panels::lab::model::RolledModel,
};

/// The dice so far, and what they lead to.
pub(super) struct Rolling {
    faces: Vec<i32>,
    /// The position and the attack that were played out.
    of: ((u64, u64), String),
    result: Option<Rolled>,
}

impl Rolling {
    /// The panel's model of it.
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
    /// Starts or stops stepping through the attack shown.
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

    /// Plays the chosen dice out, if that has not been done. Another attack or position starts without dice.
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
