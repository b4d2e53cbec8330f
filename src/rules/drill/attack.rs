//! Strikes at a combatant or all around a square, and the exchange that follows, the same in play and in forecasts.
//! DRL-RCH, DRL-STR, DRL-SWEEP, DRL-PAR, DRL-DMG, DRL-REEL.

use serde::{Deserialize, Serialize};

use super::{catalogue::*, menu, sheet::*, step::*};
use crate::{
    dice::{Odds, Reading, Throw, Thrown},
    rules::{
        Area, Caught, candidates,
        exchange::{self, Advanced, Next, Reads, Situation as _, advance, solve},
        ground,
        prelude::*,
    },
};

/// Why a weapon cannot reach a target, DRL-RCH-01.
pub fn out_of_reach(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId) -> Option<Refusal> {
    let [from, to] = [by, on].map(|who| battle.combatant(who).footprint());
    ground::too_far(&battle.scene.field, RCH_01, arm(battle, item).reach, from, to)
}

/// The offer to strike with a weapon, and the one to swing it at a square, if it sweeps.
pub fn offers(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    let foes = candidates(battle, who, |on| out_of_reach(battle, who, on, item.id));
    let strike = Offer::new(&menu::STRIKE, &[STR_01, RCH_01, TURN_01], Cost::of(&menu::ONE_STRIKE, 1));
    let mut offers = vec![strike.at_any_of(foes, || Refusal::new(RCH_01, "Nobody in reach"))];
    let arm = arm(battle, item.id);
    if arm.sweep > 0 {
        let squares = ground::around(&battle.scene.field, arm.reach, battle.combatant(who).footprint());
        let sweep = Offer::new(&menu::SWEEP, &[SWEEP_01, RCH_01, TURN_01], Cost::of(&menu::ONE_STRIKE, 1));
        offers.push(sweep.at(Target::Square(squares.collect())));
    }
    let struck = (battle.combatant(who).budgets.get(STRUCK) == 1).then(|| Refusal::new(TURN_01, "Has struck"));
    offers.into_iter().map(|offer| offer.with(item.id).refused(struck.clone())).collect()
}

/// Begins the strike or strikes of a choice.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    context.effect(Effect::Budget(who, STRUCK, 1));
    let Some(item) = choice.item else { return };
    choice.on.iter().for_each(|on| context.step(Step::Strike(gather(battle, who, *on, item))));
    choice.squares.iter().for_each(|at| sweep(battle, who, item, *at, context));
}

/// A new strike with all that it can depend on. A reeling target parries nothing, DRL-REEL-01.
fn gather(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId) -> Strike {
    let (skill, target) = (|who: CombatantId| sheet(battle.combatant(who)).skill, battle.combatant(on));
    let may_parry = target.fights() && target.budgets.get(PARRIED) == 0 && !target.conditions.has(REELING);
    let situation = Situation { hits: skill(by), parries: may_parry.then(|| skill(on)), harm: arm(battle, item).harm };
    Strike { by, on, item, situation, stage: situation.begin() }
}

/// The strikes of a weapon swung at a square: one at everybody near it except the striker. DRL-SWEEP-01.
fn swept(battle: &Battle, by: CombatantId, item: ItemId, at: Square) -> impl Iterator<Item = Strike> + '_ {
    let (far, place) = (arm(battle, item).sweep, Footprint::one(at));
    let others = battle.combatants().filter(move |other| other.id != by && other.fights());
    let near = others
        .filter(move |other| ground::too_far(&battle.scene.field, SWEEP_01, far, place, other.footprint()).is_none());
    near.map(move |other| gather(battle, by, other.id, item))
}

/// Strikes at everybody around a square, one after another.
fn sweep(battle: &Battle, who: CombatantId, item: ItemId, at: Square, context: &mut StepContext<'_>) {
    let (action, words, with) = (Action::Strike, "sweeps".into(), Some(item));
    context.log(|| Entry::Action { who, action, words, on: None, with, to: Some(at), rule: SWEEP_01 });
    swept(battle, who, item, at).for_each(|strike| context.step(Step::Strike(strike)));
}

/// What swinging a weapon at a square would do, for the board. DRL-SWEEP-01.
pub fn area(battle: &Battle, who: CombatantId, item: ItemId, at: Square) -> Area {
    let place = Footprint::one(at);
    let caught = swept(battle, who, item, at).map(|Strike { on: who, situation, .. }| {
        let health = battle.combatant(who).vitals.get(HEALTH);
        let end = |(_, damage): &(bool, Option<i16>)| Caught::end(damage.unwrap_or(-1), health);
        let metres = ground::distance(place, battle.combatant(who).footprint());
        Caught { who, metres, spared: false, ends: solve(&situation).odds().map(end) }
    });
    let squares = ground::around(&battle.scene.field, arm(battle, item).sweep, place).chain([at]).collect();
    Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught: caught.collect() }
}

// Nothing in this state machine reads a battle.
impl exchange::Situation for Situation {
    type Stage = Stage;
    type Question = ();
    /// Whether to parry.
    type Answer = bool;
    /// Whether the target has parried, and what a hit costs in Health.
    type Result = (bool, Option<i16>);

    fn begin(&self) -> Stage {
        Stage::Strike
    }

    fn next(&self, stage: Stage) -> Next<Self> {
        match stage {
            Stage::Strike => Next::Throw(Throw::die(10), Reads::Above(self.hits.into())),
            Stage::Decide => Next::Ask(()),
            Stage::Parry => Next::Throw(Throw::die(10), Reads::Above(self.parries.unwrap_or(0).into())),
            Stage::Damage { .. } => Next::Throw(Throw::die(6), Reads::Sum),
            Stage::Done { parried, damage } => Next::Done((parried, damage)),
        }
    }

    fn thrown(&self, stage: Stage, reading: Reading) -> Stage {
        let succeeds = |most: u8| reading.sum <= most.into();
        match stage {
            Stage::Strike if !succeeds(self.hits) => Stage::Done { parried: false, damage: None },
            Stage::Strike if self.parries.is_some() => Stage::Decide,
            Stage::Parry if self.parries.is_some_and(succeeds) => Stage::Done { parried: true, damage: None },
            Stage::Damage { parried } => Stage::Done { parried, damage: Some((reading.sum as i16 + self.harm).max(0)) },
            _ => Stage::Damage { parried: stage == Stage::Parry },
        }
    }

    fn answered(&self, _: Stage, parries: bool) -> Stage {
        if parries { Stage::Parry } else { Stage::Damage { parried: false } }
    }

    /// Always parries, since the parry comes back with the next turn.
    fn assumed(&self, _: Stage) -> bool {
        true
    }
}

/// Takes a strike one roll or one question further.
pub fn go_on(battle: &Battle, strike: &Strike, context: &mut StepContext<'_>) {
    let Strike { by: who, on, item, situation, stage } = *strike;
    if stage == Stage::Strike {
        let (action, words, on, with) = (Action::Strike, "strikes".into(), Some(on), Some(item));
        context.log(|| Entry::Action { who, action, words, on, with, to: None, rule: STR_01 });
    }
    match advance(&situation, stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            context.log(|| Entry::Roll(roll(strike, &thrown)));
            context.step(Step::Strike(Strike { stage, ..*strike }));
        }
        Advanced::Ask(()) => context.ask(on, Parry(*strike)),
        Advanced::Done(result) => settle(battle, strike, result, context),
    }
}

/// Who rolls next, what for, and the number: the target number of the roll, or the bonus to damage.
pub fn next_roll(strike: &Strike) -> (CombatantId, &'static str, Verdict) {
    let Strike { by, on, situation, .. } = *strike;
    match strike.stage {
        Stage::Strike => (by, "Strike", Verdict::base(STR_01, "Skill", situation.hits.into())),
        Stage::Parry => (on, "Parry", Verdict::base(PAR_01, "Skill", situation.parries.unwrap_or(0).into())),
        _ => (by, "Damage", Verdict::base(DMG_01, "Weapon", situation.harm.into())),
    }
}

/// A roll of a strike for the log.
fn roll(strike: &Strike, thrown: &Thrown) -> Roll {
    let (who, words, number) = next_roll(strike);
    let (rule, succeeds) = (number.terms[0].rule, thrown.sum <= number.value);
    let roll = Roll::new(who, words, rule, thrown);
    match strike.stage {
        Stage::Damage { .. } => {
            roll.adding(Verdict::base(DMG_01, "Die", thrown.sum).plus(rule, "Weapon", number.value))
        }
        _ => roll.against(number, succeeds),
    }
}

/// Whether to parry a strike that has hit, DRL-PAR-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Parry(Strike);

impl RulesetPrompt for Parry {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let parry = Offer::new(&menu::PARRY, &[PAR_01], Cost::of(&menu::ONE_PARRY, 1));
        vec![parry, Offer::new(&menu::DECLINE, &[DMG_01], Cost::FREE)]
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Strike { situation, stage, .. } = self.0;
        let stage = situation.answered(stage, choice.verb == "parry");
        context.step(Step::Strike(Strike { stage, ..self.0 }));
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(if self.0.situation.assumed(self.0.stage) { "parry" } else { "decline" })
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let by = self.0.by;
        let about = format!("{} has hit with {}", battle.combatant(by).identity.name, battle.item(self.0.item).name);
        Told::new(battle, who, "may parry", about, PAR_01).on(by).by(by, None)
    }
}

/// Settles a finished strike, in play and in forecasts.
pub fn settle(battle: &Battle, strike: &Strike, result: (bool, Option<i16>), context: &mut StepContext<'_>) {
    let Strike { by, on, .. } = *strike;
    if result.0 {
        context.effect(Effect::Budget(on, PARRIED, 1));
    }
    let (fate, damage) = match result {
        (_, Some(damage)) => (Fate::Hit, damage),
        (true, None) => (Fate::Averted(Averting::Parry), 0),
        (false, None) => (Fate::Missed, 0),
    };
    context.attack_result(AttackResult { by, on, fate, damage });
    if fate != Fate::Hit {
        return;
    }
    let left = (battle.combatant(on).vitals.get(HEALTH) - damage).max(0);
    context.effect(Effect::Vital(on, HEALTH, left));
    if left == 0 {
        context.effect(Effect::Status(on, Status::Down));
        context.note(on, DMG_01, "is out of the fight");
    } else if i32::from(damage) >= reels_from(battle) && !battle.combatant(on).conditions.has(REELING) {
        context.effect(Effect::AddCondition(on, Condition::new(REELING, Until::NextTurnEnd)));
        context.note(on, REEL_01, "reels");
    }
}
