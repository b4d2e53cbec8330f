//! Who can be reached with what: reach, range, lines, and what else an action needs of its target. POO-REACH, POO-COND.

use super::{
    act::{Act, Wrestling},
    arms::arm,
    catalogue as ids,
    components::{Aim, Change, Component, Energy},
    conditions::{BLEEDING, BLINDED, CHARMED, HOLDING, RIDING, is_alive},
    cover::{self, Between, Light},
    settings,
    sheet::sheet_of,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Battle, Candidate, Combatant, CombatantId, Refusal, Status, ground, nearest_first},
};

/// The body of somebody: a rider has the mount's squares. POO-MOVE-09.
pub fn body(battle: &Battle, who: CombatantId) -> Footprint {
    RIDING.end_of(battle, who).footprint()
}

/// Squares between two bodies. Board facts.
pub fn squares(battle: &Battle, from: Footprint, to: Footprint) -> u16 {
    if !settings::diagonals_alternate(battle) {
        return ground::distance(from, to);
    }
    let (x, y) = from.gap(to);
    (x.max(y) + x.min(y) / 2) as u16
}

/// Squares between two combatants.
pub fn distance(battle: &Battle, one: CombatantId, other: CombatantId) -> u16 {
    squares(battle, body(battle, one), body(battle, other))
}

/// Whether two are beside each other, whatever diagonals cost.
pub fn is_adjacent(battle: &Battle, one: CombatantId, other: CombatantId) -> bool {
    ground::distance(body(battle, one), body(battle, other)) <= 1
}

/// What lies between two combatants.
pub fn line(battle: &Battle, from: CombatantId, to: CombatantId) -> Between {
    cover::between(&battle.scene.field, body(battle, from), body(battle, to))
}

/// Reach or range of an action in squares, without long range. POO-REACH-01, POO-REACH-02.
pub fn range(battle: &Battle, act: &Act) -> u16 {
    match (act.base.row().aim, act.base) {
        (Aim::Reach, Component::Strike) => act.item.map_or(1, |item| arm(battle, item).reach),
        (Aim::Reach, _) => act.item.map_or(0, |item| arm(battle, item).range),
        (Aim::Within(far), _) => far,
        (Aim::Chain(..) | Aim::Area(_), _) => 8,
        _ => 0,
    }
}

/// How far it gets at most: with long range, where there is one.
pub fn farthest(battle: &Battle, act: &Act) -> u16 {
    let range = range(battle, act);
    if act.is_aimed() { range.saturating_mul(2) } else { range }
}

/// Everybody an action may be aimed at, each with the reason if it cannot: enemies or, for an action that helps,
/// friends, then enemies who are down or bleed. With `alone`, that one only. POO-MAG-12, POO-SKL-03.
pub fn aimed(battle: &Battle, act: &Act, alone: Option<CombatantId>) -> Vec<Candidate> {
    let helps = !act.is_attack();
    let team = battle.combatant(act.by).team;
    let is_meant = |fighter: &Combatant<'_>| {
        let is_friend = fighter.team == team;
        let is_body = || act.energies.has(Energy::Life) && fighter.status == Status::Dead && is_friend;
        let is_there = is_alive(*fighter) || is_body();
        let is_bad = || fighter.status == Status::Down || fighter.conditions.has(BLEEDING);
        alone.is_none_or(|alone| fighter.id == alone)
            && is_there
            && if helps { is_friend || is_bad() } else { !is_friend }
    };
    let all = battle.combatants().filter(is_meant);
    let comes_last =
        |fighter: &Combatant<'_>| if helps { fighter.team != team } else { fighter.status != Status::Fighting };
    nearest_first(battle, act.by, all, comes_last, |on| refusal(battle, act, on))
}

/// Why somebody cannot be the target of an action, POO-REACH-01 to POO-REACH-03.
pub fn refusal(battle: &Battle, act: &Act, on: CombatantId) -> Option<Refusal> {
    let target = battle.combatant(on);
    condition_refusal(battle, act, target)
        .or_else(|| size_refusal(battle, act, on))
        .or_else(|| wrestling_refusal(battle, act, on))
        .or_else(|| distance_refusal(battle, act, on))
}

fn distance_refusal(battle: &Battle, act: &Act, on: CombatantId) -> Option<Refusal> {
    if on == act.by {
        return None;
    }
    let (far, line) = (distance(battle, act.by, on), line(battle, act.by, on));
    let is_pushed = matches!(act.instead(), Some(Change::Push(_)));
    let is_beside = act.base != Component::Strike && act.is_close() || act.base == Component::FirstAid || is_pushed;
    let too_far = if is_beside { !is_adjacent(battle, act.by, on) } else { far > farthest(battle, act) };
    let rule = if act.is_close() { ids::REACH_01 } else { ids::REACH_02 };
    if too_far {
        return Some(Refusal::new(rule, "Out of reach"));
    }
    if line.is_stopped() {
        let rule = if act.is_close() { ids::REACH_01 } else { ids::REACH_03 };
        return Some(Refusal::new(rule, "No line to it"));
    }
    let blind = battle.combatant(act.by).conditions.has(BLINDED);
    let sees_far = act.is_aimed() || act.is_mental();
    if blind && sees_far && far > 1 {
        return Some(Refusal::new(ids::COND_16, "Blinded"));
    }
    let is_long = act.base == Component::Shot && far > range(battle, act);
    let unseen = line.seen == Light::Unseen && (act.is_mental() || is_long);
    unseen.then(|| Refusal::new(ids::COV_02, "Cannot be seen"))
}

fn condition_refusal(battle: &Battle, act: &Act, target: Combatant<'_>) -> Option<Refusal> {
    let heals = act.energies.has(Energy::Life);
    let raises = heals && act.base == Component::Touch;
    match target.status {
        Status::Dead if raises => {}
        Status::Fighting | Status::Down if is_alive(target) => {}
        _ => return Some(Refusal::new(ids::VIT_08, "Not in the fight")),
    }
    if act.is_attack() && is_charmed_by(battle, act.by, target.id) {
        return Some(Refusal::new(ids::COND_20, "Charmed by it"));
    }
    let own = battle.combatant(act.by).team == target.team;
    if heals && !own && target.status == Status::Fighting {
        return Some(Refusal::new(ids::MAG_12, "It is not willing"));
    }
    let mindless = act.is_mental() && target.status == Status::Down;
    mindless.then(|| Refusal::new(ids::VIT_01, "Unconscious"))
}

/// Whether somebody is under the charm of another, POO-COND-20.
pub fn is_charmed_by(battle: &Battle, who: CombatantId, by: CombatantId) -> bool {
    battle.combatant(who).conditions.0.iter().any(|condition| condition.kind == CHARMED && condition.whom == Some(by))
}

/// Why somebody is too large to be tripped, shoved or wrestled. POO-COMP-22, POO-COMP-23, POO-WRE-01.
fn size_refusal(battle: &Battle, act: &Act, on: CombatantId) -> Option<Refusal> {
    let rule = match (act.base, act.instead()) {
        (Component::Wrestle, _) if act.hold != Wrestling::Escape => ids::WRE_01,
        (_, Some(Change::Trip)) => ids::COMP_22,
        (_, Some(Change::Push(_))) => ids::COMP_23,
        _ => return None,
    };
    let larger = sheet_of(battle, on).steps() - sheet_of(battle, act.by).steps();
    (larger > 1).then(|| Refusal::new(rule, "Too large"))
}

fn wrestling_refusal(battle: &Battle, act: &Act, on: CombatantId) -> Option<Refusal> {
    if act.base != Component::Wrestle {
        return None;
    }
    let holds = HOLDING.joins(battle, act.by, on);
    match act.hold {
        Wrestling::Crush if !holds => Some(Refusal::new(ids::WRE_02, "Does not hold it")),
        Wrestling::Hold if holds => Some(Refusal::new(ids::WRE_02, "Holds it already")),
        Wrestling::Escape if !HOLDING.joins(battle, on, act.by) => Some(Refusal::new(ids::WRE_04, "Not held by it")),
        _ => None,
    }
}

/// Everybody whom an area around a square reaches, in initiative order, those without a place last. Those who have
/// charmed the caster are not attacked and so left out, as by a Whirlwind. POO-MAG-13, POO-ATK-07, POO-COND-20.
pub fn caught(battle: &Battle, act: &Act, at: Square) -> Vec<CombatantId> {
    let Aim::Area(radius) = act.base.row().aim else { return Vec::new() };
    let (centre, field) = (Footprint::one(at), &battle.scene.field);
    let is_in = |fighter: &Combatant<'_>| {
        let body = body(battle, fighter.id);
        is_alive(*fighter)
            && squares(battle, centre, body) <= radius
            && !cover::between(field, centre, body).is_stopped()
            && affects(battle, act, fighter.id)
            && !(act.is_attack() && is_charmed_by(battle, act.by, fighter.id))
    };
    in_order(battle, battle.combatants().filter(is_in).map(|fighter| fighter.id).collect())
}

/// Whether an action affects somebody at all, POO-COMP-77.
pub fn affects(battle: &Battle, act: &Act, who: CombatantId) -> bool {
    use super::conditions::Affects;
    let fighter = battle.combatant(who);
    match act.affects {
        Affects::All => true,
        Affects::Side(side) => fighter.team == side,
        Affects::Size(size) => sheet_of(battle, who).size == size,
        Affects::One(only) => who == only,
    }
}

/// In initiative order, those without a place last, in roster order.
pub fn in_order(battle: &Battle, mut all: Vec<CombatantId>) -> Vec<CombatantId> {
    let place = |who: &CombatantId| battle.scene.order.iter().position(|known| known == who).unwrap_or(usize::MAX);
    all.sort_by_key(|who| (place(who), *who));
    all
}
