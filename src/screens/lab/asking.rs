//! Questions about the picked fighter, answered on their own thread one at a time; of those asked meanwhile only the
//! newest counts.

use std::{
    sync::{
        Mutex,
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

use crate::{
    dice::Fraction,
    geometry::Square,
    lab::{Attempt, Danger, Relation, Share, best_attack, danger, relation, shares},
    rules::{Battle, CombatantId, Refusal, Target, turn_given},
};

/// Forecasts recurse deeply.
const STACK: usize = 64 << 20;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// The position, by revision.
    pub(super) position: (u64, u64),
    /// The fighter picked.
    pub(super) by: CombatantId,
    /// Its target, if any.
    pub(super) on: Option<CombatantId>,
    /// Another square to ask from, if any.
    pub(super) from: Option<Square>,
}

/// An enemy, and the chance of the best attack on it or why there is none.
pub(super) type Prospect = (CombatantId, Result<Fraction, Option<Refusal>>);

/// The answer to a question.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) question: Question,
    /// The relation of the two.
    pub(super) pair: Option<Relation>,
    /// The shares of each attack's outcome; empty where its forecast leaves something out.
    pub(super) shares: Vec<Vec<Share>>,
    /// The best attack on each enemy.
    pub(super) at: Vec<Prospect>,
    /// What each enemy could do to it.
    pub(super) danger: Vec<Danger>,
    /// Where it can go; true for squares in the first band.
    pub(super) ways: Vec<(Square, bool)>,
}

/// The question under way, and the last answer.
#[derive(Default)]
pub(super) struct Asking {
    coming: Option<(Question, Mutex<Receiver<Answer>>)>,
    answer: Option<Answer>,
}

impl Asking {
    /// Asks, unless the question is answered or some question is being worked on; ask again in the next frame.
    pub(super) fn ask(&mut self, question: Option<Question>, battle: &Battle) {
        self.poll();
        let Some(question) = question else {
            self.answer = None;
            return;
        };
        if self.coming.is_some() || self.answer.as_ref().is_some_and(|answer| answer.question == question) {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let battle = battle.clone();
        // Nobody may be waiting for the answer any more.
        let work = move || drop(sender.send(answer(&battle, question)));
        // If no thread can be started there is no answer: the panel goes on saying that it is being worked out.
        if thread::Builder::new().stack_size(STACK).spawn(work).is_ok() {
            self.coming = Some((question, Mutex::new(receiver)));
        }
    }

    fn poll(&mut self) {
        let Some((_, coming)) = &mut self.coming else { return };
        let come = coming.get_mut().map_or(Err(TryRecvError::Disconnected), |coming| coming.try_recv());
        match come {
            Err(TryRecvError::Empty) => return,
            Ok(answer) => self.answer = Some(answer),
            Err(TryRecvError::Disconnected) => {}
        }
        self.coming = None;
    }

    /// Whether an answer is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.coming.is_some()
    }

    /// The last answer about the same two, even about an earlier position.
    pub(super) fn answer(&self, question: Question) -> Option<&Answer> {
        let same = |answer: &&Answer| {
            let of = answer.question;
            (of.by, of.on) == (question.by, question.on)
        };
        self.answer.as_ref().filter(same)
    }

    /// Waits for the answer, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        if let Some((_, coming)) = self.coming.take() {
            self.answer = coming.into_inner().ok().and_then(|coming| coming.recv().ok()).or(self.answer.take());
        }
    }
}

fn answer(battle: &Battle, question: Question) -> Answer {
    let Question { by, on, from, .. } = question;
    let rules = battle.ruleset.rules();
    let takes_turns = rules.takes_turns(battle.combatant(by)) && battle.combatant(by).fights();
    let pair = on.map(|on| relation(battle, by, on, from));
    let parts = |attempt: &Attempt| match &attempt.outcome {
        Ok(forecast) if forecast.forecast.doubt().is_none() => shares(forecast),
        _ => Vec::new(),
    };
    let shares = pair.iter().flat_map(|pair| &pair.attacks).map(parts).collect();
    let turn = turn_given(battle, by);
    let decision = rules.turn_question(by);
    let offers = if takes_turns { rules.offers(&turn, &decision) } else { Default::default() };
    let ways = offers.0.iter().filter(|offer| crate::lab::is_plain_way(offer)).flat_map(|offer| match &offer.target {
        Target::Way(ways) => ways.iter().map(|way| (way.square, way.base)).collect(),
        _ => Vec::new(),
    });
    let mut ways: Vec<(Square, bool)> = ways.collect();
    ways.sort_unstable_by_key(|(square, base)| (*square, !base));
    ways.dedup_by_key(|(square, _)| *square);
    let (at, danger) = if on.is_some() {
        (Vec::new(), Vec::new())
    } else {
        let foes = battle.enemies(by).filter(|fighter| fighter.fights() && takes_turns);
        let at = foes.map(|foe| {
            let best = best_attack(&turn, &decision, &offers, foe.id);
            let refused = || turn.attacks(by, foe.id).into_iter().find_map(|(_, refusal)| refusal);
            (foe.id, best.map(|(_, forecast)| forecast.hits).ok_or_else(refused))
        });
        (at.collect(), danger(battle, by))
    };
    Answer { question, pair, shares, at, danger, ways }
}
