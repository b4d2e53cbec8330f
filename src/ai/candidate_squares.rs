//! Chooses the squares worth a closer look by cheap estimates, so that forecasts are made only for the best.

use std::collections::BTreeMap;

use super::turn_context::{Memory, TurnContext, radius};
use crate::{
    geometry::{Edge, Footprint, Square, chebyshev},
    rules::{Battle, Battlefield, Feature, Hides, Reachable},
};

/// The side of a patch in squares. Of each patch only the best square is examined.
const PATCH: i16 = 4;

/// The value of a hiding place for each enemy it hides from.
const SHELTER: i32 = 300;

/// A square with its estimate.
#[derive(Clone, Copy)]
struct Guess {
    square: Square,
    total: i32,
    danger: i32,
    shelter: i32,
    place: i32,
}

/// A square worth a closer look, with its estimate.
#[derive(Clone, Copy)]
pub(super) struct CandidateSquare {
    /// Where.
    pub(super) square: Square,
    /// The estimate, in the unit of scores; only to be compared with others of the same decision.
    pub(super) promise: i32,
}

/// The most promising squares, at most about `most`, each once.
pub(super) fn candidate_squares(
    context: &TurnContext<'_>,
    memory: &mut Memory,
    at: &Battle,
    ways: &[Reachable],
    most: usize,
) -> Vec<CandidateSquare> {
    let me = context.me;
    let reach = u32::from(radius(at, context.rules, me));
    let foes: Vec<_> = context.foes.iter().filter(|foe| at.combatant(foe.id).fights()).collect();
    let peaks: Vec<(i32, i32)> =
        foes.iter().map(|foe| (memory.appraiser.peak(at, me, foe.id), memory.appraiser.peak(at, foe.id, me))).collect();
    let mut by_foe: Vec<Vec<Guess>> = vec![Vec::new(); foes.len()];
    let mut guesses: Vec<Guess> = Vec::new();
    let (behind_fire, fire) = (context.behind_fire(at, ways), context.fire(at));
    for way in ways {
        let body = at.combatant(me).placement.at(way.square).0;
        let (mut strike, mut danger, mut shelter, mut hope) = (0, 0, 0, i32::MIN);
        let mut near: Vec<usize> = Vec::new();
        for (index, (foe, (mine, theirs))) in foes.iter().zip(&peaks).enumerate() {
            let stands = at.combatant(foe.id).footprint();
            let (dx, dy) = body.gap(stands);
            if chebyshev(dx, dy) <= reach {
                strike = strike.max(if way.base { *mine } else { *mine * 3 / 4 });
                near.push(index);
            }
            let far = foe.way.to(body);
            danger += foe.weighed(theirs * foe.tempo.upon(body) / 100);
            hope = hope.max(context.hope(*mine, far));
            if is_sheltered(&at.scene.field, way.square, stands) {
                shelter += SHELTER;
            }
        }
        let places: i32 = context.places_by_reason(body).map(|(_, value)| value).sum();
        let place = places + context.arms(at, body) + context.on_the_spot(at, body);
        let hope = if foes.is_empty() { 0 } else { hope };
        let burnt = if behind_fire.contains(&way.square) { fire } else { 0 };
        let run = i32::from(!way.base) * 50;
        let total = strike + shelter + hope + place - danger * context.caution / 100 - run - burnt;
        let guess = Guess { square: way.square, total, danger, shelter, place };
        guesses.push(guess);
        near.into_iter().for_each(|index| by_foe[index].push(guess));
    }
    pick(&guesses, &by_foe, most)
}

/// Some of the best by several measures, then the best of each patch.
fn pick(guesses: &[Guess], by_foe: &[Vec<Guess>], most: usize) -> Vec<CandidateSquare> {
    let mut found: Vec<CandidateSquare> = Vec::new();
    let mut take = |guesses: &[Guess]| {
        for guess in guesses {
            if found.len() < most && found.iter().all(|known| known.square != guess.square) {
                found.push(CandidateSquare { square: guess.square, promise: guess.total });
            }
        }
    };
    let total = |guess: &Guess| (-guess.total, guess.square);
    take(&first(guesses, most.div_ceil(4), total));
    by_foe.iter().for_each(|near| take(&first(near, 2, total)));
    take(&first(guesses, 1, |guess| (-guess.place, -guess.total, guess.square)));
    take(&first(guesses, 2, |guess| (guess.danger - guess.shelter, -guess.total, guess.square)));
    let mut patches: BTreeMap<(i16, i16), Guess> = BTreeMap::new();
    for guess in guesses {
        let patch = (guess.square.x.div_euclid(PATCH), guess.square.y.div_euclid(PATCH));
        let best = patches.entry(patch).or_insert(*guess);
        if total(guess) < total(best) {
            *best = *guess;
        }
    }
    let mut patches: Vec<Guess> = patches.into_values().collect();
    patches.sort_unstable_by_key(total);
    take(&patches);
    found
}

/// The first `count` guesses by `key`, in order, without sorting all of them.
fn first<K: Ord>(guesses: &[Guess], count: usize, key: impl Fn(&Guess) -> K) -> Vec<Guess> {
    let mut found: Vec<Guess> = Vec::with_capacity(count + 1);
    for guess in guesses {
        if found.len() < count || found.last().is_some_and(|last| key(guess) < key(last)) {
            let place = found.partition_point(|known| key(known) <= key(guess));
            found.insert(place, *guess);
            found.truncate(count);
        }
    }
    found
}

/// Whether something to hide behind stands next to the square on the enemy's side.
fn is_sheltered(field: &Battlefield, square: Square, from: Footprint) -> bool {
    let toward =
        Square::new(square.x + (from.anchor.x - square.x).signum(), square.y + (from.anchor.y - square.y).signum());
    let hides = |feature: Option<Feature>| {
        feature.is_some_and(|feature| feature.traits().stops && feature.traits().hides >= Hides::Half)
    };
    let edge = |to: Square| Edge::between(square, to).and_then(|edge| field.edge(edge));
    let (along, across) = (Square::new(toward.x, square.y), Square::new(square.x, toward.y));
    field.cell(toward).is_some_and(|cell| hides(cell.feature)) || hides(edge(along)) || hides(edge(across))
}
