//! Forecasts of bursts: squares, places where they may land, and everybody's odds.

use std::collections::BTreeMap;

use super::{
    burst, charge, damage_at,
    effects::within,
    exposure, scatter, target_number,
    victims::{exposed, is_felt, is_immune, net, reaches},
};
use crate::{
    dice::Odds,
    geometry::{Footprint, Square},
    rules::{
        AgendaItem, Area, Battle, Caught, Choice, CombatantId, OutcomeState, Policy, Status, Verdict, forecast,
        percentile::{
            checks,
            conditions::{MOUNTED, RIDDEN, TRAPPED},
            force::Dice,
            reach,
            sheet::{Origin, Tag},
            step::{BlastStep, Burst, Hit},
            wounds,
        },
    },
};

/// What a choice would do if it is a burst; `None` if it is not.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
    let burst = burst(battle, who, choice)?;
    let of = burst.used(battle);
    let thrown = of.emanates == Origin::Point;
    let mut number = Verdict::default();
    let burst =
        if thrown { Burst { number: target_number(battle, &burst, &mut number) as u8, ..burst } } else { burst };
    let lands = lands(battle, &burst, thrown);
    let places = Odds::new(lands.iter().map(|((at, _), weight)| (*at, u128::from(*weight))));
    let squares = squares(battle, &burst);
    let caught = battle
        .combatants()
        .filter(|one| !matches!(one.status, Status::Dead | Status::Fled))
        .filter_map(|one| caught(battle, &burst, &lands, one.id))
        .collect();
    Some(Area { aim: burst.aim, squares, number: thrown.then_some(number), places, caught })
}

/// Where and how well it can land, with weights out of 8000.
type Lands = BTreeMap<(Square, (u8, bool, bool)), u64>;

fn lands(battle: &Battle, burst: &Burst, thrown: bool) -> Lands {
    let mut lands = Lands::new();
    let key = |at, hit: Hit| (at, (hit.bonus, hit.exceptional, hit.critical));
    if !thrown {
        lands.insert(key(burst.aim, Hit::PLAIN), 8000);
        return lands;
    }
    for face in 0..=burst.number {
        *lands.entry(key(burst.aim, checks::hit(battle, face))).or_default() += 80;
    }
    let missed = 99 - u64::from(burst.number);
    for at in scatter::ends(&battle.scene.field, burst.aim) {
        *lands.entry(key(at, Hit::PLAIN)).or_default() += missed;
    }
    lands
}

/// The squares that an average throw of the dice reaches from the aim, margin aside; for a splash, those within its
/// greatest radius.
fn squares(battle: &Battle, burst: &Burst) -> Vec<Square> {
    let of = burst.used(battle);
    let far = match of.effect.filter(|_| of.has(Tag::Splash)).map(|effect| effect.radius) {
        Some(radius) => {
            let dice = Dice::of(radius, radius.flat);
            dice.value(dice.most())
        }
        None => (charge(battle, burst, Hit::PLAIN).value(i32::from(of.dv.dice) * 11 / 2) - 1) / 2,
    };
    within(battle, burst.aim, far.max(0) as u16)
}

/// The odds of a combatant's fate, over all places where it can land.
fn caught(battle: &Battle, burst: &Burst, lands: &Lands, who: CombatantId) -> Option<Caught> {
    let splash = burst.used(battle).has(Tag::Splash);
    // Places alike to this one: equally far, equally good.
    let mut alike: BTreeMap<(Option<u16>, (u8, bool, bool)), (Square, u64)> = BTreeMap::new();
    for ((at, hit), weight) in lands {
        let metres = exposure(battle, burst, *at, who);
        alike.entry((metres, *hit)).or_insert((*at, 0)).1 += weight;
    }
    let mut parts: Vec<(u64, Odds<(u8, i16)>)> = Vec::new();
    for ((metres, (bonus, exceptional, critical)), (at, weight)) in alike {
        let hit = Hit { bonus, exceptional, critical };
        let felt = metres
            .is_some_and(|metres| if splash { metres <= 10 } else { could_hurt(battle, burst, who, hit, metres) });
        parts.push((weight, if felt { odds(battle, burst, who, at, hit) } else { Odds::new([((0, -1), 1)]) }));
    }
    let all = parts.iter().fold(1u128, |all, (_, odds)| crate::dice::lcm(all, odds.total()));
    let mixed = Odds::new(parts.iter().flat_map(|(weight, odds)| {
        let scale = u128::from(*weight) * (all / odds.total());
        odds.iter().map(move |(end, ways)| (*end, ways * scale)).collect::<Vec<_>>()
    }));
    if mixed.iter().all(|((_, damage), _)| *damage < 0) {
        return None;
    }
    let metres = reach::distance(Footprint::one(burst.aim), battle.combatant(who).footprint());
    let spared = exposure(battle, burst, burst.aim, who).is_none();
    Some(Caught { who, metres, spared, ends: mixed })
}

fn could_hurt(battle: &Battle, burst: &Burst, who: CombatantId, hit: Hit, metres: u16) -> bool {
    let charge = charge(battle, burst, hit);
    damage_at(battle, burst, who, charge.value(charge.most()), metres) > 0
}

/// A combatant's grade and damage if it goes off there; damage -1 where it does not reach.
fn odds(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Odds<(u8, i16)> {
    solved(battle, burst, who, at, hit).unwrap_or_else(|| explored(battle, burst, who, at, hit))
}

/// The same from the damage alone, for those of whom nothing else can come: on foot, without points to spend on it.
fn solved(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Option<Odds<(u8, i16)>> {
    let one = battle.combatant(who);
    let is_tied = [MOUNTED, RIDDEN, TRAPPED].into_iter().any(|kind| one.conditions.has(kind));
    let is_blast = !burst.used(battle).has(Tag::Splash) && !is_immune(battle, burst, who);
    if !is_blast || is_tied || !one.fights() || net(battle, burst, who) != 0 {
        return None;
    }
    let charge = charge(battle, burst, hit);
    let body = wounds::Body::of(one);
    let metres = exposure(battle, burst, at, who);
    let end = |value: i32| match metres.filter(|metres| reaches(value, *metres)) {
        None => (0, -1),
        Some(metres) => match damage_at(battle, burst, who, value, metres) {
            0 => (0, 0),
            damage => (body.take(damage).grade(), damage as i16),
        },
    };
    if hit.critical {
        return Some(Odds::new([(end(charge.value(charge.most())), 1)]));
    }
    // What neither feels, nor the user, is one.
    let near = exposed(battle, burst, at, [who, burst.by]);
    let sums = charge.throw().sums();
    let least = sums.first().map_or(0, |first| charge.value(first.sum));
    Some(Odds::new(sums.iter().map(|one| {
        let value = charge.value(one.sum);
        (end(if is_felt(battle, burst, &near, value) { value } else { least }), one.ways.into())
    })))
}

/// The same by the resolution code itself.
fn explored(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Odds<(u8, i16)> {
    // Everybody else is out of the way: each one's odds are asked for alone.
    let mut alone = battle.clone();
    let others: Vec<CombatantId> =
        alone.combatants().map(|one| one.id).filter(|id| *id != who && *id != burst.by).collect();
    for one in others {
        let one = alone.combatant_mut(one);
        one.status = Status::Fled;
    }
    let found = forecast(&alone, vec![AgendaItem::step(BlastStep::Detonate(*burst, at, hit))], Policy::DefaultAnswers);
    found.odds.map(|ending: &OutcomeState| {
        let mine = ending.results.iter().filter(|result| result.on == who);
        let damage = mine.map(|result| result.damage).max();
        (wounds::grade(&alone, who, ending), damage.unwrap_or(-1))
    })
}
