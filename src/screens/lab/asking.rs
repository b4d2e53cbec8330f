//! Questions about who is picked, worked out on a thread of their own: one at a time, the newest last.

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

/// Forecasts go deep.
const STACK: usize = 64 << 20;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// About which position.
    pub(super) position: (u64, u64),
    /// Who.
    pub(super) by: CombatantId,
    /// At whom, if at somebody.
    pub(super) on: Option<CombatantId>,
    /// From which other square.
    pub(super) from: Option<Square>,
}

/// What somebody could do to another: the chance of the best attack, or why there is none.
pub(super) type Prospect = (CombatantId, Result<Fraction, Option<Refusal>>);

/// What has been worked out.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) question: Question,
    /// What two are to each other.
    pub(super) pair: Option<Relation>,
    /// What becomes of each of its attacks, where nothing is left out.
    pub(super) shares: Vec<Vec<Share>>,
    /// The best attack at each enemy.
    pub(super) at: Vec<Prospect>,
    /// What each enemy could do.
    pub(super) danger: Vec<Danger>,
    /// Where it can go, each square with whether it is in the first band.
    pub(super) ways: Vec<(Square, bool)>,
}

/// The question under way, and the last answer.
#[derive(Default)]
pub(super) struct Asking {
    coming: Option<(Question, Mutex<Receiver<Answer>>)>,
    answer: Option<Answer>,
}

impl Asking {
    /// Asks, unless that is answered or being worked out already. Another question waits until the thread is free.
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
        // Whoever has asked something else by then wants no answer.
        let work = move || drop(sender.send(answer(&battle, question)));
        // A machine that gives no thread gives no answer: the panel goes on saying that it is being worked out.
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

    /// The last answer to a question about the same two, be it about a position of before.
    pub(super) fn answer(&self, question: Question) -> Option<&Answer> {
        let same = |answer: &&Answer| {
            let of = answer.question;
            (of.by, of.on) == (question.by, question.on)
        };
        self.answer.as_ref().filter(same)
    }

    /// Waits for the answer: for tests and pictures.
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
