//! Blows dealt out over several targets, with steps between them. RAT-RATE-05, RAT-MOVE-04.

use serde::{Deserialize, Serialize};

use super::{
    attack,
    attack_step::{AttackStep, Exchange, Onward, Strike},
    catalogue as ids,
    conditions::{body, is_target},
    exchange::{Answer, Rolls, Stage, Struck},
    menu, movement, reach,
    sheet::arm,
    strike,
};
use crate::rules::{
    exchange::{FollowedStage, Situation as _},
    prelude::*,
};

/// Whether blows of an attack may be kept for another target: there is one that its bearer may still get at. RAT-RATE-05.
pub fn may_deal(battle: &Battle, strike: &Strike, before: CombatantSet) -> bool {
    arm(battle, strike.item).rate.is_some() && others(battle, strike, before.with(strike.on)).next().is_some()
}

/// Enemies who have not been attacked, as far as the weapon and what is left of the movement go.
fn others(battle: &Battle, strike: &Strike, before: CombatantSet) -> impl Iterator<Item = CombatantId> {
    let (by, from) = (strike.by, body(battle, strike.by));
    let moves = if battle.scene.acting == Some(by) { movement::left(battle, by) } else { 0 };
    let far = reach::of(battle, strike.item).saturating_add(moves);
    let near = move |who: CombatantId| reach::squares_apart(from, body(battle, who)) <= far;
    let foes = battle.enemies(by).filter(|foe| is_target(*foe)).map(|foe| foe.id);
    foes.filter(move |who| !before.contains(*who) && near(*who))
}

/// So many blows, the most first.
fn counts(most: u8) -> Vec<ParameterValue> {
    let value = |blows: u8| ParameterValue::new(blows.into(), blows.to_string(), blows.to_string());
    (1..=most).rev().map(value).collect()
}

/// Asks the attacker how many of the blows are for this target.
pub fn ask_to_deal(battle: &Battle, exchange: Box<Exchange>, _: Struck, context: &mut StepContext<'_>) {
    let _ = battle;
    context.ask(exchange.strike.by, Deal(exchange));
}

/// How many of the blows are for the first target, RAT-RATE-05.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Deal(pub Box<Exchange>);

impl Deal {
    fn struck(&self) -> Struck {
        match self.0.stage {
            FollowedStage::Part(Stage::Deal(struck, _)) => struck,
            _ => Struck::default(),
        }
    }
}

impl RulesetPrompt for Deal {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let offer = Offer::new(&menu::DEAL, &[ids::RATE_05, ids::RATE_02], Cost::FREE);
        vec![offer.parameter(Parameter::new(&menu::BLOWS, counts(self.struck().blows)))]
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let all = self.struck().blows;
        let blows = choice.value(menu::BLOWS.key, all.into()).clamp(1, all.into()) as u8;
        let exchange = self.0.as_ref();
        let stage = exchange.single.answered(exchange.stage, Answer::Deal(blows));
        attack::proceed(battle, Exchange { stage, ..exchange.clone() }, context);
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let (struck, part) = (self.struck(), &self.0.single.part);
        let on = self.0.strike.on;
        let (name, required) = (&battle.combatant(on).identity.name, part.required(0, 0));
        let accuracy = part.accuracy(struck.roll);
        let reaches = if accuracy >= required { "hits" } else { "misses" };
        let about =
            format!("{} blows; {accuracy} against {required} {reaches}; the rest may go to others", struck.blows);
        let told = Told::new(battle, who, &format!("deals blows to {name}"), about, ids::RATE_05).on(on);
        told.rolled("Attack", accuracy, Some(required.into())).at(Window::Declare)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        let is_shot = arm(battle, self.0.strike.item).is_missile();
        if is_shot { wording.titled("Shoot") } else { wording }
    }
}

/// Asks for the next target, if there is one to be got at.
pub fn ask(battle: &Battle, onward: Onward, context: &mut StepContext<'_>) {
    let by = onward.strike.by;
    if battle.combatant(by).fights() && others(battle, &onward.strike, onward.before).next().is_some() {
        context.ask(by, NextTarget(onward));
    } else {
        context.note(by, ids::RATE_05, "has nobody else to strike at");
    }
}

/// At whom the blows that are left go, RAT-RATE-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NextTarget(pub Onward);

impl NextTarget {
    /// The next exchange: the same roll, no new one.
    fn exchange(&self, battle: &Battle, on: CombatantId, blows: u8) -> Exchange {
        let Onward { strike, before, roll, left } = self.0;
        let strike = Strike { on, ..strike };
        let blows = blows.clamp(1, left);
        let part = attack::attack(battle, &strike, false);
        let part = super::exchange::Attack { rolls: Rolls::Known(roll, blows, left - blows), ..part };
        Exchange::new(strike, part, attack::body(battle, &strike), before)
    }

    fn targets(&self, battle: &Battle) -> Vec<Candidate> {
        let Onward { strike, before, .. } = self.0;
        let all = strike::targets(battle, strike.by, |on| reach::refusal(battle, strike.by, on, strike.item));
        all.into_iter().filter(|candidate| !before.contains(candidate.who)).collect()
    }
}

impl RulesetPrompt for NextTarget {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let next = Offer::new(&menu::NEXT, &[ids::RATE_05, ids::ACC_02], Cost::FREE).with(self.0.strike.item);
        let next = next.at_any_of(self.targets(battle), || Refusal::new(ids::RATE_05, "Nobody else in reach"));
        let next = next.parameter(Parameter::new(&menu::BLOWS, counts(self.0.left)));
        vec![next, movement::offer(battle, who), Offer::new(&menu::FORGO, &[ids::RATE_05], Cost::FREE)]
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match (choice.verb, choice.on) {
            (verb, Some(on)) if verb == menu::NEXT.verb => {
                let blows = choice.value(menu::BLOWS.key, self.0.left.into()).clamp(1, self.0.left.into()) as u8;
                context.log(|| {
                    let words =
                        if blows == 1 { "goes on at (1 blow)".into() } else { format!("goes on at ({blows} blows)") };
                    let at = (Some(on), Some(self.0.strike.item), Some(body(battle, on).anchor));
                    Entry::action((who, Action::Strike), words, at, ids::RATE_05)
                });
                attack::proceed(battle, self.exchange(battle, on, blows), context);
            }
            (verb, _) if verb == menu::MOVE.verb => {
                movement::begin_within(battle, who, choice, context)?;
                context.step(AttackStep::Onward(self.0));
            }
            _ => context.note(who, ids::RATE_05, "forgoes the other blows"),
        }
        Ok(())
    }

    /// All that is left at the nearest one who can be got at.
    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let near = self.targets(battle).into_iter().find(|candidate| candidate.refusal.is_none());
        let at = |near: Candidate| Choice::new(menu::NEXT.verb).with(self.0.strike.item).on(near.who);
        near.map_or(Choice::new(menu::FORGO.verb), at)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Onward { left, roll, .. } = self.0;
        let about = format!("{left} blow{} left of a roll of {roll}", if left == 1 { "" } else { "s" });
        Told::new(battle, who, "may go on at another target", about, ids::RATE_05).at(Window::Midway)
    }
}
