//! The outcome of a strike or a spell, the same in play and in forecasts. DPT-ATK, DPT-GANG, DPT-DAZE, DPT-SLOW,
//! DPT-ENERGY.

use super::{
    blow::{Armour, Blow, Came, Does},
    catalogue::{ATK_01, BURST_01, DAZE_01, ENERGY_01, GANG_01, SLOW_01, TIER_01},
    defence, parts,
    sheet::{DAZED, HEALTH, POINTS, SLOWED, STRUCK, arm, sheet},
    step::{Step, Strike},
};
use crate::{
    dice::Odds,
    geometry::{Footprint, Square},
    rules::{
        Area, Caught, Spending,
        exchange::{Advanced, Situation as _, Together, advance, several::MOST_TARGETS, shares, solve},
        ground,
        prelude::*,
    },
};

/// The offer that a choice belongs to.
fn offer(battle: &Battle, who: CombatantId, choice: &Choice) -> Offer {
    choice.item.map_or_else(|| parts::cast(battle, who), |item| parts::strike(battle, who, item))
}

/// The attacks of a choice, one on each target. DPT-ROUND-01, DPT-PAIR-01, DPT-CHAIN-01, DPT-BURST-01.
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
        let friends = if is("gang") { joining(battle, by, on) } else { Vec::new() };
        let first = Blow { skill, parts, points, guard, does };
        let other =
            |who: &CombatantId| Blow { skill: sheet(battle.combatant(*who)).skill, parts: 0, points: 0, ..first };
        let blows: Vec<Blow> = std::iter::once(first).chain(friends.iter().map(other)).collect();
        let armour = Armour { value: sheet(target).armour, brought: 0 };
        let attack = Together::new(&blows, armour).expect("no more join than there is room for");
        // The second weapon strikes the second target.
        let item = built.items.get(place).or(built.items.first()).copied();
        let joined = friends.into_iter().collect();
        Strike { by, joined, on, item, attack, stage: attack.begin(), opens: true }
    };
    targets.into_iter().enumerate().map(strike).collect()
}

/// Friends who join an attack because the target is in their reach, by id. DPT-GANG-01.
pub fn joining(battle: &Battle, by: CombatantId, on: CombatantId) -> Vec<CombatantId> {
    let team = battle.combatant(by).team;
    let friends = battle.combatants().filter(|other| other.team == team && other.id != by && other.fights());
    let near = friends.filter(|friend| parts::out_of_reach(battle, reach(battle, friend.id), friend.id, on).is_none());
    near.map(|friend| friend.id).take(MOST_TARGETS - 1).collect()
}

/// Everybody whom a burst catches, DPT-BURST-01.
fn caught(battle: &Battle, by: CombatantId, at: Square, spares: bool) -> Vec<CombatantId> {
    let (team, place) = (battle.combatant(by).team, Footprint::one(at));
    let near = battle.combatants().filter(|fighter| fighter.fights() && !(spares && fighter.team == team));
    let near =
        near.filter(|fighter| ground::too_far(&battle.scene.field, BURST_01, 1, place, fighter.footprint()).is_none());
    near.map(|fighter| fighter.id).collect()
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
    attacks(battle, who, choice).into_iter().for_each(|strike| context.step(Step::Strike(Box::new(strike))));
}

/// What a burst would do, for the board.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice, at: Square) -> Area {
    let place = Footprint::one(at);
    let all = attacks(battle, who, choice).into_iter().map(|Strike { on: who, attack, .. }| {
        let health = battle.combatant(who).vitals.get(HEALTH);
        let end = |(came, damage): &([Option<Came>; MOST_TARGETS], i16)| {
            let misses = came.iter().flatten().all(|came| *came == Came::Missed);
            Caught::end(if misses { -1 } else { *damage }, health)
        };
        let metres = ground::distance(place, battle.combatant(who).footprint());
        Caught { who, metres, spared: false, ends: solve(&attack).odds().map(end) }
    });
    let squares = ground::around(&battle.scene.field, 1, place).chain([at]).collect();
    Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught: all.collect() }
}

/// The name of an attack.
pub const fn words(strike: &Strike) -> &'static str {
    if strike.item.is_some() { "Strike" } else { "Spell" }
}

/// The dice of a blow by source.
pub fn dice(blow: &Blow) -> Verdict {
    let skill = Verdict::base(ATK_01, "Skill", blow.skill.into());
    skill.plus(ENERGY_01, "Cold", blow.parts.into()).plus(TIER_01, "AP", blow.points.into())
}

/// Logs who strikes at whom, and who joins in.
fn announce(strike: &Strike, context: &mut StepContext<'_>) {
    let with = strike.item;
    let (action, told) = if with.is_some() { (Action::Strike, "strikes") } else { (Action::Act, "casts a spell at") };
    let mut say = |who, words: &'static str, with, rule| {
        context.log(|| Entry::Action { who, action, words: words.into(), on: Some(strike.on), with, to: None, rule });
    };
    say(strike.by, told, with, ATK_01);
    strike.joined.iter().for_each(|who| say(who, "also strikes", None, GANG_01));
}

/// Takes an attack one roll further.
pub fn go_on(battle: &Battle, strike: &Strike, context: &mut StepContext<'_>) {
    if strike.opens {
        announce(strike, context);
        return defence::ask(battle, Strike { opens: false, ..*strike }, context);
    }
    let whose = strike.attack.thrower(strike.stage);
    match advance(&strike.attack, strike.stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            let thrower = whose.and_then(|place| strike.attackers().zip(strike.attack.parts.members()).nth(place));
            let (who, blow) = thrower.expect("only blows throw dice");
            let successes = i32::from(thrown.reading.successes);
            let upshot = format!("{successes} of {} successes", blow.guard);
            context.log(|| Entry::Roll(Roll::of(who, words(strike), ATK_01, &thrown.faces, successes).saying(upshot)));
            context.step(Step::Strike(Box::new(Strike { stage, ..*strike })));
        }
        Advanced::Ask(_) => {}
        Advanced::Done(result) => settle(battle, strike, result, context),
    }
}

/// Settles a finished attack, in play and in forecasts, given the outcome of each blow and the harm that gets through
/// in all.
pub fn settle(
    battle: &Battle,
    strike: &Strike,
    (came, through): ([Option<Came>; MOST_TARGETS], i16),
    context: &mut StepContext<'_>,
) {
    let on = strike.on;
    let came = || came.into_iter().flatten();
    let brought: Vec<i32> = came().map(|came| came.harm().into()).collect();
    for ((by, came), damage) in strike.attackers().zip(came()).zip(shares(through.into(), &brought)) {
        let fate = match came {
            Came::Missed => Fate::Missed,
            Came::Grazed if damage == 0 => Fate::Glanced,
            Came::Grazed => Fate::Grazed,
            Came::Hit(harm) if harm > 0 && damage == 0 => Fate::Stopped,
            Came::Hit(_) => Fate::Hit,
        };
        context.attack_result(AttackResult { by, on, fate, damage: damage as i16 });
    }
    let does = strike.attack.parts.members().next().map(|blow| blow.does);
    let condition = match does.filter(|_| came().any(|came| matches!(came, Came::Hit(_)))) {
        Some(Does::Daze) => Some((DAZED, DAZE_01, "is dazed")),
        Some(Does::Slow) => Some((SLOWED, SLOW_01, "is slowed")),
        Some(Does::Harm(_)) | None => None,
    };
    if let Some((kind, rule, words)) = condition.filter(|(kind, ..)| !battle.combatant(on).conditions.has(*kind)) {
        let whom = Some(strike.by);
        context.effect(Effect::AddCondition(on, Condition { whom, ..Condition::new(kind, Until::NextTurnEnd) }));
        context.note(on, rule, words);
    }
    if through > 0 {
        let left = (battle.combatant(on).vitals.get(HEALTH) - through).max(0);
        context.effect(Effect::Vital(on, HEALTH, left));
        if left == 0 {
            context.effect(Effect::Status(on, Status::Down));
            context.note(on, ATK_01, "is out of the fight");
        }
    }
}

/// The longest reach of the weapons in hand.
pub fn reach(battle: &Battle, who: CombatantId) -> u16 {
    let far = |item: ItemId| arm(battle, item).reach;
    battle.ready_items(who).map(|item| far(item.id)).max().unwrap_or(0)
}
