//! What comes of a strike or a spell, in play and in forecasts alike. DPT-ATK, DPT-DAZE, DPT-SLOW, DPT-ENERGY.

use super::{
    catalogue::{ATK_01, BURST_01, DAZE_01, ENERGY_01, SLOW_01, TIER_01},
    parts,
    sheet::{DAZED, HEALTH, POINTS, SLOWED, STRUCK, arm, sheet},
    step::{Does, Situation, Stage, Step, Strike},
};
use crate::{
    dice::{Odds, Reading, Throw},
    geometry::{Footprint, Square},
    rules::{
        Area, Caught, Spending,
        exchange::{self, Advanced, Next, Reads, Situation as _, advance, solve},
        ground,
        prelude::*,
    },
};

/// The offer that a choice is of.
fn offer(battle: &Battle, who: CombatantId, choice: &Choice) -> Offer {
    choice.item.map_or_else(|| parts::cast(battle, who), |item| parts::strike(battle, who, item))
}

/// The attacks, one on each target, that a choice stands for. DPT-ROUND-01, DPT-PAIR-01, DPT-CHAIN-01, DPT-BURST-01.
fn attacks(battle: &Battle, by: CombatantId, choice: &Choice) -> Vec<Strike> {
    let offer = offer(battle, by, choice);
    let (built, value) = (offer.built(choice), |key| offer.value(choice, key));
    let is = |key| value(key) == 1;
    let targets: Vec<CombatantId> = match (is("round"), choice.squares.first()) {
        (true, _) => parts::within(battle, built.range.unwrap_or(0), by),
        (_, Some(at)) => caught(battle, by, *at, is("spare")),
        _ => choice.targets().collect(),
    };
    let does = match (is("daze"), is("slow")) {
        (true, _) => Does::Daze,
        (_, true) => Does::Slow,
        _ => Does::Harm(u8::from(is("fire"))),
    };
    let (points, skill) = (value("ap").max(0) as u8, sheet(battle.combatant(by)).skill);
    let dice = built.dice.value.max(1) as u8;
    let parts = dice.saturating_sub(skill).saturating_sub(points);
    let strike = |(place, on): (usize, CombatantId)| {
        let target = battle.combatant(on);
        let guard = sheet(target).guard.saturating_sub(u8::from(target.conditions.has(DAZED)));
        let situation = Situation { skill, parts, points, guard, does };
        // The second target is the second weapon's.
        let item = built.items.get(place).or(built.items.first()).copied();
        Strike { by, on, item, situation, stage: situation.begin() }
    };
    targets.into_iter().enumerate().map(strike).collect()
}

/// Everybody whom a burst catches, DPT-BURST-01.
fn caught(battle: &Battle, by: CombatantId, at: Square, spares: bool) -> Vec<CombatantId> {
    let (team, place) = (battle.combatant(by).team, Footprint::one(at));
    let near = battle.combatants().filter(|one| one.fights() && !(spares && one.team == team));
    let near = near.filter(|one| ground::too_far(&battle.scene.field, BURST_01, 1, place, one.footprint()).is_none());
    near.map(|one| one.id).collect()
}

/// Pays for an attack and begins it on each target.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let paid = offer(battle, who, choice).price(choice, Spending::Points) as i16;
    context.effect(Effect::Budget(who, POINTS, battle.combatant(who).budgets.get(POINTS) - paid));
    context.effect(Effect::Budget(who, STRUCK, 1));
    if let Some(at) = choice.squares.first() {
        let (action, words) = (Action::Act, "casts a burst".into());
        context.log(|| Entry::Action { who, action, words, on: None, with: None, to: Some(*at), rule: BURST_01 });
    }
    attacks(battle, who, choice).into_iter().for_each(|strike| context.step(Step::Strike(strike)));
}

/// What a burst would do, for the board.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice, at: Square) -> Area {
    let place = Footprint::one(at);
    let all = attacks(battle, who, choice).into_iter().map(|Strike { on: who, situation, .. }| {
        let health = battle.combatant(who).vitals.get(HEALTH);
        let grade = |margin: &Option<u8>| match margin.map_or(-1, |margin| harm(&situation, margin)) {
            damage if damage >= health => (3, damage),
            damage if damage * 2 >= health => (2, damage),
            damage => (u8::from(damage > 0), damage),
        };
        let metres = ground::distance(place, battle.combatant(who).footprint());
        Caught { who, metres, spared: false, ends: solve(&situation).odds().map(grade) }
    });
    let squares = ground::around(&battle.scene.field, 1, place).chain([at]).collect();
    Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught: all.collect() }
}

// Nothing in the machine reads a battle.
impl exchange::Situation for Situation {
    type Stage = Stage;
    type Question = ();
    type Answer = ();
    /// By how many successes it hits, if it does.
    type Result = Option<u8>;

    fn begin(&self) -> Stage {
        Stage::Roll
    }

    fn next(&self, stage: Stage) -> Next<Self> {
        match stage {
            Stage::Roll => {
                Next::Throw(Throw::Pool { count: self.skill + self.parts + self.points, first: 0 }, Reads::All)
            }
            Stage::Done(result) => Next::Done(result),
        }
    }

    fn thrown(&self, _: Stage, reading: Reading) -> Stage {
        Stage::Done(reading.successes.checked_sub(self.guard))
    }

    fn answered(&self, stage: Stage, (): ()) -> Stage {
        stage
    }

    fn assumed(&self, _: Stage) {}
}

/// Health that a hit costs, DPT-ATK-01, DPT-ENERGY-01.
fn harm(situation: &Situation, margin: u8) -> i16 {
    match situation.does {
        Does::Harm(more) => 1 + 2 * i16::from(margin) + i16::from(more),
        Does::Daze | Does::Slow => 0,
    }
}

/// What an attack is called.
pub const fn words(strike: &Strike) -> &'static str {
    if strike.item.is_some() { "Strike" } else { "Spell" }
}

/// The dice of an attack by source.
pub fn dice(strike: &Strike) -> Verdict {
    let Situation { skill, parts, points, .. } = strike.situation;
    Verdict::base(ATK_01, "Skill", skill.into()).plus(ENERGY_01, "Cold", parts.into()).plus(
        TIER_01,
        "AP",
        points.into(),
    )
}

/// Goes on with an attack by its roll.
pub fn go_on(battle: &Battle, strike: &Strike, context: &mut StepContext<'_>) {
    let Strike { by: who, on, item: with, situation, stage } = *strike;
    if stage == Stage::Roll {
        let (action, told) = if with.is_some() { (Action::Strike, "strikes") } else { (Action::Act, "casts a spell") };
        context.log(|| Entry::Action { who, action, words: told.into(), on: Some(on), with, to: None, rule: ATK_01 });
    }
    match advance(&situation, stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            let successes = i32::from(thrown.reading.successes);
            let upshot = format!("{successes} of {} successes", situation.guard);
            context.log(|| Entry::Roll(Roll::of(who, words(strike), ATK_01, &thrown.faces, successes).saying(upshot)));
            context.step(Step::Strike(Strike { stage, ..*strike }));
        }
        Advanced::Ask(()) => {}
        Advanced::Done(result) => settle(battle, strike, result, context),
    }
}

/// Settles an attack that is over, in play and in forecasts.
pub fn settle(battle: &Battle, strike: &Strike, result: Option<u8>, context: &mut StepContext<'_>) {
    let Strike { by, on, situation, .. } = *strike;
    let damage = result.map_or(0, |margin| harm(&situation, margin));
    let fate = if result.is_some() { Fate::Hit } else { Fate::Missed };
    context.attack_result(AttackResult { by, on, fate, damage });
    let condition = match situation.does {
        _ if result.is_none() => return,
        Does::Harm(_) => None,
        Does::Daze => Some((DAZED, DAZE_01, "is dazed")),
        Does::Slow => Some((SLOWED, SLOW_01, "is slowed")),
    };
    if let Some((kind, rule, words)) = condition {
        if !battle.combatant(on).conditions.has(kind) {
            context.effect(Effect::AddCondition(
                on,
                Condition { whom: Some(by), ..Condition::new(kind, Until::NextTurnEnd) },
            ));
            context.note(on, rule, words);
        }
        return;
    }
    let left = (battle.combatant(on).vitals.get(HEALTH) - damage).max(0);
    context.effect(Effect::Vital(on, HEALTH, left));
    if left == 0 {
        context.effect(Effect::Status(on, Status::Down));
        context.note(on, ATK_01, "is out of the fight");
    }
}

/// The farthest that any weapon in hand reaches.
pub fn reach(battle: &Battle, who: CombatantId) -> u16 {
    let far = |item: ItemId| arm(battle, item).reach;
    battle.ready_items(who).map(|item| far(item.id)).max().unwrap_or(0)
}
