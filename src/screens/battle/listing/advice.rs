//! "What would you do?": the computer's best choices for the open decision of a person, thought on a thread of its own, with
//! what their side knows and nothing else.

use std::sync::Arc;

use bevy::prelude::World;

use super::super::BattleScreen;
use crate::{
    ai::{Mind, Ranking},
    board::{Overlays, PathShown, TargetShown},
    dice::Stream,
    panels::battle::advice::{AdviceModel, AdvisedModel},
    rules::{Choice, CombatantId, Target, capital},
    seats::{NoAnswer, Thinking},
};

/// How many choices are told.
const MOST: usize = 3;

/// The stream of ties in advice; the dice have lane 0, the computer's own turns lane 1.
const LANE: u64 = 2;

/// What a person has asked the computer about.
#[derive(Default)]
pub struct Advice {
    /// Whether it is asked for.
    is_open: bool,
    thinking: Option<Thinking>,
    /// The revision it is about, and what has been thought.
    known: Option<(u64, Ranking)>,
    /// Which of the choices is shown on the board.
    marked: usize,
}

impl Advice {
    /// Whether it is still being thought about.
    pub fn is_busy(&self) -> bool {
        self.thinking.is_some()
    }
}

impl BattleScreen {
    /// Asks for advice, or puts it away.
    pub(in crate::screens::battle) fn ask_for_advice(&mut self) {
        let is_open = !self.listed.advice.is_open && self.is_asked();
        let known = self.listed.advice.known.take();
        self.listed.advice = Advice { is_open, known, ..Advice::default() };
    }

    /// Shows one of the choices on the board.
    pub(in crate::screens::battle) fn mark_advice(&mut self, place: usize) {
        self.listed.advice.marked = place;
    }

    /// Carries out one of the choices.
    pub(in crate::screens::battle) fn take_advice(&mut self, place: usize, world: &mut World) {
        let choice = self.advised().and_then(|ranking| choices(ranking).nth(place).cloned());
        if let Some(choice) = choice {
            self.listed.advice = Advice::default();
            self.submit(&choice, world);
        }
    }

    /// Thinks about the decision of now while advice is asked for; called once a frame.
    pub(super) fn think_of_advice(&mut self) {
        if !self.is_asked() {
            self.listed.advice = Advice::default();
            return;
        }
        let revision = self.settled.revision;
        let is_known = self.listed.advice.known.as_ref().is_some_and(|(known, _)| *known == revision);
        if !self.listed.advice.is_open || is_known {
            return;
        }
        let Some((who, team, _)) = self.asked() else { return };
        let thinking = self.listed.advice.thinking.take().filter(|thinking| thinking.revision == revision);
        let thinking = thinking.unwrap_or_else(|| {
            let (view, offers) = (self.living.of(Some(team)), Arc::clone(&self.settled.offers));
            let stream = Stream::new(self.game.header.seed, LANE);
            Thinking::start(view, offers, (who, revision), Mind::default(), stream)
        });
        match thinking.poll() {
            Ok(None) => self.listed.advice.thinking = Some(thinking),
            Ok(Some((ranking, ..))) => {
                (self.listed.advice.known, self.listed.advice.marked) = (Some((revision, ranking)), 0);
            }
            Err(NoAnswer) => self.listed.advice = Advice::default(),
        }
    }

    /// What has been thought about the decision of now.
    fn advised(&self) -> Option<&Ranking> {
        let advice = &self.listed.advice;
        let known = advice.known.as_ref().filter(|(revision, _)| advice.is_open && *revision == self.settled.revision);
        known.map(|(_, ranking)| ranking).filter(|_| self.is_asked())
    }

    /// The card, while advice is asked for.
    pub(in crate::screens::battle) fn advice_model(&self) -> Option<AdviceModel> {
        let advice = &self.listed.advice;
        if !advice.is_open || !self.is_asked() {
            return None;
        }
        let thinking = advice.thinking.as_ref().map(|thinking| thinking.share().unwrap_or(0.0));
        let Some(ranking) = self.advised() else { return Some(AdviceModel { thinking, ..AdviceModel::default() }) };
        let told = choices(ranking).enumerate().map(|(place, choice)| {
            let option = ranking.options.get(place).filter(|option| option.choice == *choice);
            let terms = option.into_iter().flat_map(|option| &option.reasons);
            let terms = terms.map(|(reason, amount)| (capital(&reason.words(self.battle())).into_owned(), *amount));
            AdvisedModel {
                words: self.said_of(choice),
                score: option.map(|option| option.score),
                terms: terms.collect(),
            }
        });
        Some(AdviceModel { thinking, advised: told.collect(), marked: advice.marked })
    }

    /// A choice as a sentence.
    fn said_of(&self, choice: &Choice) -> String {
        let (offers, wordings) = (&self.settled.offers.0, &self.settled.wordings);
        let is_of = |offer: &&crate::rules::Offer| offer.verb == choice.verb && offer.item == choice.item;
        let found = offers.iter().zip(wordings).find(|(offer, _)| is_of(offer));
        let Some((offer, wording)) = found else { return choice.verb.into() };
        let words = self.sentence(offer, choice, &wording.title);
        match choice.squares.last() {
            Some(square) => format!("{words} to {square}"),
            None => words,
        }
    }

    /// Shows the marked choice on the board: a ghost at the end of its way, or its target. True if there is one.
    pub(in crate::screens::battle) fn add_advice(&self, who: CombatantId, overlays: &mut Overlays) -> bool {
        let choice = self.advised().and_then(|ranking| choices(ranking).nth(self.listed.advice.marked));
        let Some(choice) = choice else { return false };
        let is_way = self
            .settled
            .offers
            .find(choice.verb, choice.item)
            .is_some_and(|offer| matches!(offer.target, Target::Way(_)));
        if is_way {
            let from = self.battle().combatant(who).placement.anchor();
            let squares = choice.squares.clone();
            overlays.path = Some(PathShown { from, squares, run_from: None, ghost: Some(who) });
        } else {
            overlays.aims.clone_from(&choice.squares);
        }
        let target = |on| TargetShown { who: on, chance: None, cover: None, modifier: 0, refusal: None };
        overlays.target = choice.on.filter(|on| self.is_visible(*on)).map(target);
        overlays.also.clone_from(&choice.also);
        true
    }
}

/// The choices that are told, the best first.
fn choices(ranking: &Ranking) -> impl Iterator<Item = &Choice> {
    let others = ranking.options.iter().skip(1).map(|option| &option.choice);
    std::iter::once(&ranking.choice).chain(others).take(MOST)
}
