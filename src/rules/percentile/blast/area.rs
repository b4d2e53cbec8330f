//! Where a burst lands if it misses its square, and forecasts of bursts: squares, places, odds. PCT-RNG-04.

use std::collections::BTreeMap;

use super::{
    burst, charge, damage_at, exposure, target_number,
    victims::{exposed, is_felt, is_immune, net, reaches, within},
};

use crate::{
    dice::{Face, Odds, Throw},
    geometry::{Direction, Edge, Footprint, Square},
    rules::{
        Area, Caught, Feature, Height, OutcomeState, Passage, Policy, forecast,
        percentile::{
            catalogue as ids, checks,
            conditions::{MOUNTED, RIDDEN, TRAPPED},
            damage::Dice,
            reach,
            sheet::{Origin, Tag, Use},
            step::{BlastStep, Burst, Hit, Step},
            wounds,
        },
        prelude::*,
    },
};

/// How many squares 1 m, 2 m and so on are along a diagonal: metres ÷ 1.414, rounded.
const DIAGONAL: [u8; 10] = [1, 1, 2, 3, 4, 4, 5, 6, 6, 7];

/// The direction of a die, 1 north and on clockwise; 9 and 10 are rolled again.
fn direction(face: i32) -> Option<Direction> {
    Direction::ALL.get(usize::try_from(face - 1).ok()?).copied()
}

/// Whether something is high and firm enough to stop flying items.
pub(super) fn stops(feature: Option<Feature>) -> bool {
    feature.is_some_and(|feature| {
        let traits = feature.traits();
        traits.height == Height::Tall && traits.passage == Passage::Blocked
    })
}

/// Whether a flight can go on from a square to its neighbour.
fn flies(field: &Battlefield, from: Square, to: Square) -> bool {
    let edge = |a, b| stops(Edge::between(a, b).and_then(|edge| field.edge(edge)));
    if field.cell(to).is_none() || stops(field.feature(to)) {
        return false;
    }
    let Some(direction) = from.direction_to(to) else { return false };
    if !direction.is_diagonal() {
        return !edge(from, to);
    }
    [Square::new(to.x, from.y), Square::new(from.x, to.y)]
        .into_iter()
        .any(|middle| !stops(field.feature(middle)) && !edge(from, middle) && !edge(middle, to))
}

/// Where a burst aimed at a square ends if it scatters this far.
pub fn end(field: &Battlefield, aim: Square, direction: Direction, metres: u8) -> Square {
    let squares = if direction.is_diagonal() { DIAGONAL[usize::from(metres.clamp(1, 10)) - 1] } else { metres };
    let mut at = aim;
    for _ in 0..squares {
        let next = at.step(direction);
        if !flies(field, at, next) {
            break;
        }
        at = next;
    }
    at
}

/// All places where a scattered burst can end, one for each of 80 throws.
pub fn ends(field: &Battlefield, aim: Square) -> impl Iterator<Item = Square> + '_ {
    Direction::ALL.into_iter().flat_map(move |to| (1..=10).map(move |metres| end(field, aim, to, metres)))
}

fn log(burst: &Burst, words: &'static str, faces: &[Face], value: i32, context: &mut StepContext<'_>) {
    context.log(|| Entry::Roll(Roll::of(burst.by, words, ids::RNG_04, faces, value)));
}

/// Rolls the direction; 9 and 10 are rolled again.
pub fn drift(burst: &Burst, context: &mut StepContext<'_>) {
    let thrown = context.throw(Throw::die(10), &|die| die.sum.min(9) as u32);
    log(burst, "Scatter direction", &thrown.faces, thrown.sum, context);
    context.step(match direction(thrown.sum) {
        Some(_) => Step::Blast(BlastStep::DriftFar(*burst, thrown.sum as u8)),
        None => Step::Blast(BlastStep::Drift(*burst)),
    });
}

/// Rolls the distance in metres; the burst goes off there.
pub fn drift_far(battle: &Battle, burst: &Burst, to: u8, context: &mut StepContext<'_>) {
    let Some(direction) = direction(i32::from(to)) else { return };
    let field = &battle.scene.field;
    let lands = |metres: i32| end(field, burst.aim, direction, metres as u8);
    // To the forecast of a blast, places at the same distances from everybody are one; a splash depends on the square
    // itself.
    let alike = context.is_forecast() && !burst.used(battle).has(Tag::Splash);
    let seen: Vec<Vec<Option<u16>>> = if alike {
        let near = |at| battle.combatants().map(|fighter| exposure(battle, burst, at, fighter.id)).collect();
        (1..=10).map(|metres| near(lands(metres))).collect()
    } else {
        Vec::new()
    };
    let class = |metres: i32| {
        let own = lands(metres);
        let same = |other: &i32| {
            if alike { seen[*other as usize - 1] == seen[metres as usize - 1] } else { lands(*other) == own }
        };
        (1..=10).find(same).unwrap_or(metres) as u32
    };
    let thrown = context.throw(Throw::die(10), &|die| class(die.sum));
    log(burst, "Scatter metres", &thrown.faces, thrown.sum, context);
    let at = lands(thrown.sum);
    context.note(burst.by, ids::RNG_04, format_args!("scatters it to {at}"));
    context.step(BlastStep::Detonate(*burst, at, Hit::PLAIN));
}

/// What a choice would do; `None` if it is no burst.
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
        .filter(|fighter| fighter.status != Status::Dead && !fighter.status.is_absent())
        .filter_map(|fighter| caught(battle, &burst, &lands, fighter.id))
        .collect();
    Some(Area { aim: burst.aim, squares, number: thrown.then_some(number), places, caught })
}

/// Where, and with which degree, it can land, with weights out of 8000.
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
    for at in ends(&battle.scene.field, burst.aim) {
        *lands.entry(key(at, Hit::PLAIN)).or_default() += missed;
    }
    lands
}

/// The greatest radius of a splash in metres, PCT-BLAST-05.
fn radius(of: &Use) -> Option<i32> {
    let radius = of.effect.filter(|_| of.has(Tag::Splash))?.radius;
    let dice = Dice::of(radius, radius.flat);
    Some(dice.value(dice.most()))
}

/// The squares that an average throw of the dice reaches from the aim, without a margin bonus; for a splash, those
/// within its greatest radius.
fn squares(battle: &Battle, burst: &Burst) -> Vec<Square> {
    let of = burst.used(battle);
    let far = match radius(of) {
        Some(widest) => widest,
        None => (charge(battle, burst, Hit::PLAIN).value(i32::from(of.dv.dice) * 11 / 2) - 1) / 2,
    };
    within(battle, burst.aim, far.max(0) as u16)
}

/// The odds of a combatant's fate, over all places where it can land.
fn caught(battle: &Battle, burst: &Burst, lands: &Lands, who: CombatantId) -> Option<Caught> {
    let splash = burst.used(battle).has(Tag::Splash);
    let widest = radius(burst.used(battle)).unwrap_or(0);
    // Places are alike to this combatant if distance and degree are the same.
    let mut alike: BTreeMap<(Option<u16>, (u8, bool, bool)), (Square, u64)> = BTreeMap::new();
    for ((at, hit), weight) in lands {
        let metres = exposure(battle, burst, *at, who);
        alike.entry((metres, *hit)).or_insert((*at, 0)).1 += weight;
    }
    let mut parts: Vec<(u64, Odds<(u8, i16)>)> = Vec::new();
    for ((metres, (bonus, exceptional, critical)), (at, weight)) in alike {
        let hit = Hit { bonus, exceptional, critical };
        let most = |dice: Dice| dice.value(dice.most());
        let hurts = |metres| damage_at(battle, burst, who, most(charge(battle, burst, hit)), metres) > 0;
        let felt = metres.is_some_and(|metres| if splash { i32::from(metres) <= widest } else { hurts(metres) });
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

/// A combatant's grade and damage if it goes off there; damage -1 where it does not reach.
fn odds(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Odds<(u8, i16)> {
    solved(battle, burst, who, at, hit).unwrap_or_else(|| explored(battle, burst, who, at, hit))
}

/// Like [`odds`], from the damage alone, if nothing else can happen to them: on foot, with no points to spend.
fn solved(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Option<Odds<(u8, i16)>> {
    let fighter = battle.combatant(who);
    let is_tied = [MOUNTED, RIDDEN, TRAPPED].into_iter().any(|kind| fighter.conditions.has(kind));
    let is_blast = !burst.used(battle).has(Tag::Splash) && !is_immune(battle, burst, who);
    if !is_blast || is_tied || !fighter.fights() || net(battle, burst, who) != 0 {
        return None;
    }
    let charge = charge(battle, burst, hit);
    let body = wounds::Body::of(fighter);
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
    // Values that hurt neither them nor the user are one.
    let near = exposed(battle, burst, at, [who, burst.by]);
    let sums = charge.throw().sums();
    let least = sums.first().map_or(0, |first| charge.value(first.sum));
    Some(Odds::new(sums.iter().map(|sum| {
        let value = charge.value(sum.sum);
        (end(if is_felt(battle, burst, &near, value) { value } else { least }), sum.ways.into())
    })))
}

/// Like [`odds`], by running the resolution code itself.
fn explored(battle: &Battle, burst: &Burst, who: CombatantId, at: Square, hit: Hit) -> Odds<(u8, i16)> {
    // Everybody else is moved out of the way, as each one's odds are asked for alone.
    let mut alone = battle.clone();
    let others: Vec<CombatantId> =
        alone.combatants().map(|fighter| fighter.id).filter(|id| *id != who && *id != burst.by).collect();
    for other in others {
        let other = alone.combatant_mut(other);
        other.status = Status::Fled;
    }
    let found = forecast(&alone, vec![AgendaItem::step(BlastStep::Detonate(*burst, at, hit))], Policy::DefaultAnswers);
    found.odds.map(|ending: &OutcomeState| {
        let mine = ending.results.iter().filter(|result| result.on == who);
        let damage = mine.map(|result| result.damage).max();
        (wounds::grade(&alone, who, ending), damage.unwrap_or(-1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_04_seven_metres_south_east_are_five_squares() {
        let field = Battlefield::new(30, 30);
        assert_eq!(direction(4), Some(Direction::SouthEast));
        assert_eq!(end(&field, Square::new(10, 10), Direction::SouthEast, 7), Square::new(15, 15));
        assert_eq!((direction(1), direction(8)), (Some(Direction::North), Some(Direction::NorthWest)));
        assert_eq!((direction(9), direction(10)), (None, None));
    }

    #[test]
    fn rng_04_walls_and_the_rim_stop_it_and_low_things_do_not() {
        let mut field = Battlefield::new(12, 12);
        let aim = Square::new(5, 5);
        assert_eq!(end(&field, aim, Direction::North, 10), Square::new(5, 0));
        field.cell_mut(Square::new(7, 5)).unwrap().feature = Some(Feature::Wall);
        field.cell_mut(Square::new(5, 6)).unwrap().feature = Some(Feature::Table);
        assert_eq!(end(&field, aim, Direction::East, 4), Square::new(6, 5));
        assert_eq!(end(&field, aim, Direction::South, 4), Square::new(5, 9));
        // With one wall beside a diagonal step the other way round is open; with two it is not.
        field.cell_mut(Square::new(6, 5)).unwrap().feature = Some(Feature::Wall);
        assert_eq!(end(&field, aim, Direction::NorthEast, 2), Square::new(6, 4));
        field.set_edge(Edge::north(aim), Some(Feature::Wall));
        assert_eq!(end(&field, aim, Direction::NorthEast, 2), aim);
    }
}
