//! "What would you do?": the computer's best choices for a person's open decision, found on a thread with only what
//! that side knows.

use std::sync::Arc;

use super::super::{
    BattleScreen,
    press::{Meaning, Plan},
    weighed,
};
use crate::{
    ai::{Mind, Ranking, Scored},
    board::{Overlays, PathShown, TargetShown},
    dice::{Fraction, Stream},
    lab::way_of,
    panels::{
        battle::advice::{AdviceModel, AdvisedModel},
        number,
    },
    rules::{Choice, CombatantId, Group, Offer, Target},
    seats::{NoAnswer, Thinking},
};

/// The stream of ties in advice; the dice have lane 0, the computer's own turns lane 1.
const LANE: u64 = 2;

/// The advice asked of the computer.
#[derive(Default)]
pub struct Advice {
    /// The revision that advice was asked for.
    about: Option<u64>,
    thinking: Option<Thinking>,
    /// The last ranking, with the revision it is about.
    known: Option<(u64, Ranking)>,
    /// For each choice shown: who may strike on its way, with the odds.
    strikes: Vec<Vec<String>>,
    /// The choice shown on the board, by index.
    marked: usize,
    /// The choice that has been laid, by index.
    laid: Option<usize>,
}

impl Advice {
    /// Whether the computer is still thinking about it.
    pub fn is_busy(&self) -> bool {
        self.thinking.is_some()
    }
}

impl BattleScreen {
    /// Asks for advice, or puts it away.
    pub(in crate::screens::battle) fn ask_for_advice(&mut self) {
        let about = (!self.is_advice_open() && self.is_asked()).then_some(self.settled.revision);
        let Advice { known, strikes, .. } = std::mem::take(&mut self.listed.advice);
        self.listed.advice = Advice { about, known, strikes, ..Advice::default() };
    }

    /// Whether advice is asked for about the present decision.
    fn is_advice_open(&self) -> bool {
        self.listed.advice.about == Some(self.settled.revision)
    }

    /// Shows one of the choices on the board.
    pub(in crate::screens::battle) fn mark_advice(&mut self, place: usize) {
        self.listed.advice.marked = place;
    }

    /// Lays one of the choices as if chosen by hand: its forecast comes into view, and the next press does it.
    pub(in crate::screens::battle) fn lay_advice(&mut self, place: usize) {
        let offers = Arc::clone(&self.settled.offers);
        let told = self.advised().map(told).unwrap_or_default();
        let Some(choice) = told.get(place).map(|(choice, _)| (*choice).clone()) else { return };
        let same = |offer: &Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
        let Some(index) = offers.0.iter().position(same) else { return };
        (self.listed.advice.marked, self.listed.advice.laid) = (place, Some(place));
        self.open_by_hand(index);
        let offer = &offers.0[index];
        let is_place = matches!(offer.built(&choice).target, Target::Way(_) | Target::Square(_));
        self.listed.open = (choice.on.is_none() && Group::OF_A_TURN.contains(&offer.group)).then_some(offer.group);
        if let Some(on) = choice.on {
            self.take_aim(on);
        }
        match choice.squares.last().filter(|_| is_place) {
            Some(square) => {
                self.settled.choices[index] = Choice { squares: Vec::new(), ..choice.clone() };
                self.cursor_to(*square);
                self.look();
                let Some(at) = self.place() else { return };
                let plan = match self.meaning(at) {
                    Meaning::Act(plan) if leads_as(&plan, &choice) => plan,
                    // The fighter pointed at there is not meant.
                    _ => Plan::of(choice.clone(), self.said_of(&choice)),
                };
                self.press.lay(at, plan);
            }
            // What the pointer rests on counts again when it moves.
            None => {
                self.settled.choices[index] = choice;
                self.still_pointed = false;
            }
        }
    }

    /// The choice that is laid, as long as nothing else has been chosen since, wherever the pointer rests.
    pub(in crate::screens::battle) fn laid_advice(&self) -> Option<usize> {
        let laid = self.listed.advice.laid?;
        let (choice, _) = *told(self.advised()?).get(laid)?;
        let (offer, open) = self.open_offer()?;
        let is_it = (offer.verb, offer.item) == (choice.verb, choice.item);
        let is_laid = match offer.built(open).target {
            Target::Way(_) | Target::Square(_) => self.press.laid().is_some_and(|plan| leads_as(plan, choice)),
            Target::Nothing | Target::Combatant(_) => open == choice,
        };
        (is_it && is_laid).then_some(laid)
    }

    /// Thinks about the present decision while advice is asked for; called once a frame.
    pub(super) fn think_of_advice(&mut self) {
        if !self.is_asked() {
            self.listed.advice = Advice::default();
            return;
        }
        let revision = self.settled.revision;
        let is_known = self.listed.advice.known.as_ref().is_some_and(|(known, _)| *known == revision);
        if !self.is_advice_open() || is_known {
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
                let told = told(&ranking);
                self.listed.advice.strikes = told.iter().map(|(choice, _)| self.strikes_on(who, choice)).collect();
                (self.listed.advice.known, self.listed.advice.marked) = (Some((revision, ranking)), 0);
            }
            Err(NoAnswer) => self.listed.advice = Advice::default(),
        }
    }

    /// Who may strike on the way of a choice: "Pelle may strike on the way: 30 % hits, 5.4 lost on average".
    fn strikes_on(&self, who: CombatantId, choice: &Choice) -> Vec<String> {
        let way = way_of(self.battle(), who, choice);
        let provoked = way.filter(|_| !choice.squares.is_empty()).map(|way| way.provoked).unwrap_or_default();
        let told = provoked.iter().map(|(provocation, strike)| {
            let odds = strike.as_ref().map_or_else(String::new, |strike| {
                let (hits, mean) = (number::percent(strike.hits), number::tenths(strike.mean));
                let out = strike.grades[3];
                let out = if out > Fraction::ZERO { format!(", {} out", number::percent(out)) } else { String::new() };
                format!(": {hits} hits, {mean} lost on average{out}")
            });
            format!("{} may strike on the way{odds}", self.name(provocation.by))
        });
        told.collect()
    }

    /// The ranking for the present decision, once known.
    fn advised(&self) -> Option<&Ranking> {
        let advice = &self.listed.advice;
        let known = advice.known.as_ref().filter(|(revision, _)| Some(*revision) == advice.about);
        let known = known.filter(|_| self.is_advice_open());
        known.map(|(_, ranking)| ranking).filter(|_| self.is_asked())
    }

    /// The card's model, while advice is asked for.
    pub(in crate::screens::battle) fn advice_model(&self) -> Option<AdviceModel> {
        let advice = &self.listed.advice;
        if !self.is_advice_open() || !self.is_asked() {
            return None;
        }
        let thinking = advice.thinking.as_ref().map(|thinking| thinking.share().unwrap_or(0.0));
        let whom =
            self.asked().filter(|_| self.others_together() > 0).map_or_else(String::new, |(who, ..)| self.name(who));
        let Some(ranking) = self.advised() else {
            return Some(AdviceModel { thinking, whom, ..AdviceModel::default() });
        };
        let strikes = advice.strikes.iter().cloned().chain(std::iter::repeat(Vec::new()));
        let offers = &self.settled.offers;
        let advised = told(ranking).into_iter().zip(strikes).map(|((choice, option), strikes)| {
            let words = self.said_of(choice);
            match option {
                None => AdvisedModel { words, score: None, terms: Vec::new(), strikes },
                Some(option) => AdvisedModel {
                    words: self.said_with_attack(words, option, offers),
                    score: Some(option.score),
                    terms: self.weighed_terms(option),
                    strikes,
                },
            }
        });
        Some(AdviceModel {
            thinking,
            advised: advised.collect(),
            marked: advice.marked,
            laid: self.laid_advice(),
            folded: false,
            whom,
        })
    }

    /// A choice as a sentence.
    fn said_of(&self, choice: &Choice) -> String {
        let (offers, wordings) = (&self.settled.offers.0, &self.settled.wordings);
        let is_of = |offer: &&Offer| offer.verb == choice.verb && offer.item == choice.item;
        let found = offers.iter().zip(wordings).find(|(offer, _)| is_of(offer));
        let Some((offer, wording)) = found else { return choice.verb.into() };
        let words = self.sentence(offer, choice, &wording.title);
        match choice.squares.last() {
            Some(square) => offer.said_there(choice, &words, *square),
            None => words,
        }
    }

    /// Shows the marked choice on the board: a ghost at the end of its way, or its target. False if there is none, or
    /// if it is laid: then it is shown like any other choice.
    pub(in crate::screens::battle) fn add_advice(&self, who: CombatantId, overlays: &mut Overlays) -> bool {
        let marked = self.listed.advice.marked;
        let told = self.advised().map(told).unwrap_or_default();
        let choice = told.get(marked).map(|(choice, _)| *choice);
        let Some(choice) = choice.filter(|_| self.laid_advice() != Some(marked)) else { return false };
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

/// Whether a plan is a single step that ends where a choice ends, by whatever way.
fn leads_as(plan: &Plan, choice: &Choice) -> bool {
    matches!(plan.steps.as_slice(), [step] if step.squares.last() == choice.squares.last())
}

/// The choices shown, best first, each with its scored option.
fn told(ranking: &Ranking) -> Vec<(&Choice, Option<&Scored>)> {
    if ranking.options.is_empty() {
        return vec![(&ranking.choice, None)];
    }
    weighed::told(&ranking.options).into_iter().map(|option| (&option.choice, Some(option))).collect()
}
