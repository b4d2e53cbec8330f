//! Movement actions: walking, crawling, standing up, being pushed, stepping away. POO-MOVE.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    conditions::{BURNING, FRIGHTENED, GRABBED, GRABBING, HOLDING, RIDING, SLOWED, STUNNED, is_alive},
    menu, reach, settings,
    sheet::{AP, DIAGONALS, HANDY, LEFT, MOVED, STRUCK, sheet},
    step::MovementStep,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{
        Feature, Footing, Measure, Passage, StepRule,
        ground::{self, EvenDiagonals, Walks, can_stand, can_step, is_nearer, leads_over},
        prelude::*,
    },
};

/// Steps of a body: they cost 2 into difficult terrain, into a low obstacle and over one. POO-MOVE-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub u8);

impl StepRule for Steps {
    fn number(self) -> u16 {
        self.0.into()
    }

    fn side(self) -> u8 {
        self.0
    }

    fn cost(self, field: &Battlefield, anchor: Square, direction: Direction) -> Option<u8> {
        let before = Footprint { anchor, side: self.0 };
        let after = Footprint { anchor: anchor.step(direction), side: self.0 };
        let slow = |square: Square| {
            let new = !before.contains(square);
            let cell = field.cell(square);
            let low = cell.and_then(|cell| cell.feature).is_some_and(is_low);
            new && (low || cell.is_some_and(|cell| cell.footing == Footing::Difficult))
        };
        let over = before.squares().any(|from| leads_over(field, from, from.step(direction), is_low));
        can_step(field, before, direction).then(|| if over || after.squares().any(slow) { 2 } else { 1 })
    }
}

fn is_low(feature: Feature) -> bool {
    feature.traits().passage == Passage::Low
}

/// Who walks when somebody moves: its mount, if it rides. POO-MOVE-09.
pub fn walker(battle: &Battle, who: CombatantId) -> CombatantId {
    RIDING.second_of(battle, who).unwrap_or(who)
}

/// Squares of a movement action, POO-MOVE-01, POO-MOVE-08, POO-COND-13.
pub fn allowance(battle: &Battle, who: CombatantId) -> u16 {
    let fighter = battle.combatant(walker(battle, who));
    let mut squares = sheet(fighter).allowance() * settings::movement_factor(battle).clamp(1, 2) as u16;
    let halves = [fighter.conditions.has(SLOWED), fighter.posture == Posture::Prone];
    for _ in halves.into_iter().filter(|halved| *halved) {
        squares = (squares / 2).max(1);
    }
    squares
}

/// What holds somebody where it is, POO-COND-11.
fn bound(fighter: Combatant<'_>) -> Option<Refusal> {
    let held = fighter.conditions.has(GRABBED).then(|| Refusal::new(ids::COND_11, "Held fast"));
    held.or_else(|| fighter.conditions.has(GRABBING).then(|| Refusal::new(ids::COND_11, "Holds somebody")))
}

/// Why somebody cannot make a movement action of its own, POO-COND-11.
pub fn stuck(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let fighter = battle.combatant(who);
    let paid = fighter.budgets.get(MOVED) == 1 && fighter.budgets.get(AP) < 1;
    bound(fighter).or_else(|| paid.then(|| Refusal::new(ids::MOVE_02, "No AP left")))
}

/// Why somebody cannot get anywhere: what holds the mount holds the rider, and a stunned mount does not walk.
/// POO-MOVE-09, POO-COND-11, POO-COND-12.
fn rooted(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let walker = battle.combatant(walker(battle, who));
    let stunned = walker.id != who && walker.conditions.has(STUNNED);
    bound(walker).or_else(|| stunned.then(|| Refusal::new(ids::COND_12, "The mount is stunned")))
}

/// Those whom somebody fears, or its mount does. POO-COND-17, POO-MOVE-09.
pub fn feared(battle: &Battle, who: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
    let walker = Some(walker(battle, who)).filter(|walker| *walker != who);
    let conditions =
        [Some(who), walker].into_iter().flatten().flat_map(move |mind| &battle.combatant(mind).conditions.0);
    conditions.filter(|condition| condition.kind == FRIGHTENED).filter_map(|condition| condition.whom)
}

/// What the next movement action costs, POO-TURN-06, POO-MOVE-02.
pub fn price(battle: &Battle, who: CombatantId) -> Cost {
    match battle.combatant(who).budgets.get(MOVED) {
        0 => Cost::of(&menu::MOVEMENT, 1),
        _ => Cost::of(&menu::AP, 1),
    }
}

/// Pays for a movement action.
fn pay(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(who).budgets;
    match budgets.get(MOVED) {
        0 => context.effect(Effect::Budget(who, MOVED, 1)),
        _ => context.effect(Effect::Budget(who, AP, budgets.get(AP) - 1)),
    }
    [STRUCK, DIAGONALS].into_iter().for_each(|budget| context.set_budget(battle, who, budget, 0));
}

/// Uses up a whole movement action, which leaves room for nothing else, POO-MOVE-06, POO-MOVE-08.
pub fn use_whole(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    pay(battle, who, context);
    close(battle, who, context);
}

/// Ends the movement action in progress: what is left of it is lost, POO-TURN-08.
pub fn close(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    [LEFT, HANDY, DIAGONALS, STRUCK].into_iter().for_each(|budget| context.set_budget(battle, who, budget, 0));
}

/// How far a way goes: a whole movement action, or the rest of the one in progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Whole,
    Rest,
    /// Half a movement action by Elusive Step.
    Half,
}

impl Way {
    fn named(verb: &str) -> Self {
        match verb {
            verb if verb == menu::GO_ON.verb => Self::Rest,
            verb if verb == menu::ELUDE.verb => Self::Half,
            _ => Self::Whole,
        }
    }

    fn limit(self, battle: &Battle, who: CombatantId) -> u16 {
        match self {
            Self::Whole => allowance(battle, who),
            Self::Rest => battle.combatant(who).budgets.get(LEFT).max(0) as u16,
            Self::Half => allowance(battle, who) / 2,
        }
    }
}

/// Where somebody can get: enemies who fight bar the way, nobody stops on the square of a living combatant, and nobody
/// takes a step nearer to what it fears. POO-MOVE-03, POO-MOVE-04, POO-COND-17.
fn walks(battle: &Battle, who: CombatantId, way: Way) -> Arc<Walks> {
    let (walker, limit) = (walker(battle, who), way.limit(battle, who));
    battle.keep(who, u32::from(limit) * 4 + way as u32, || {
        let body = battle.combatant(walker).footprint();
        let bare = battle.scene.field.shared_map(Steps(body.side));
        let foes = battle.enemies(who).filter(|foe| foe.fights() && !is_carried(battle, foe.id));
        let closed = foes.flat_map(|foe| foe.footprint().met_by(body.side)).collect();
        let stands = |fighter: &Combatant<'_>| fighter.id != who && fighter.id != walker && is_alive(*fighter);
        let others = battle.combatants().filter(stands).map(Combatant::footprint).collect();
        let mut walks = Walks::new(bare, closed, body, limit, others);
        if settings::diagonals_alternate(battle) {
            let behind = if way == Way::Rest { battle.combatant(who).budgets.get(DIAGONALS) } else { 0 };
            let even = battle.scene.field.shared_map(EvenDiagonals(Steps(body.side)));
            walks = walks.alternating(even, behind.unsigned_abs());
        }
        // The first step of a movement action can always be made.
        if way == Way::Whole {
            walks = walks.first_always();
        }
        let feared: Vec<Footprint> = feared(battle, who).map(|foe| reach::body(battle, foe)).collect();
        if feared.is_empty() {
            return walks;
        }
        let at = move |anchor: Square| Footprint { anchor, ..body };
        walks.without(move |from, to| feared.iter().any(|foe| is_nearer(at(from), at(from.step(to)), *foe)))
    })
}

fn is_carried(battle: &Battle, who: CombatantId) -> bool {
    RIDING.second_of(battle, who).is_some()
}

/// The offers of movement: a movement action, and the rest of the one in progress after an attack inside it.
/// POO-COMP-20.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let refusal = stuck(battle, who);
    let nowhere = || Refusal::new(ids::MOVE_04, "No free square");
    let rules = &[ids::MOVE_01, ids::MOVE_03, ids::MOVE_04];
    let rooted = rooted(battle, who);
    let ways = |way: Way, refusal: Option<Refusal>| refusal.map_or_else(|| Ok(walks(battle, who, way).ends()), Err);
    let ends = ways(Way::Whole, refusal.clone().or_else(|| rooted.clone()));
    let mut all = vec![Offer::new(&menu::MOVE, rules, price(battle, who)).along(ends, nowhere)];
    if fighter.budgets.get(STRUCK) == 1 && fighter.budgets.get(LEFT) > 0 {
        let ends = ways(Way::Rest, rooted.clone());
        all.push(Offer::new(&menu::GO_ON, &[ids::COMP_20], Cost::FREE).along(ends, nowhere));
    }
    if battle.combatant(walker(battle, who)).posture == Posture::Prone || fighter.posture == Posture::Prone {
        all.push(Offer::new(&menu::STAND, &[ids::MOVE_08], price(battle, who)).refused(refusal).refused(rooted));
    }
    all
}

/// A way of somebody, with the battle at its end.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let way = Way::named(verb);
    let stuck = stuck(battle, who).filter(|_| way == Way::Whole);
    if let Some(refusal) = stuck.or_else(|| rooted(battle, who)) {
        return Err(refusal);
    }
    let (rule, beyond) = match way {
        Way::Half => (ids::COMP_51, "Beyond half a movement"),
        Way::Whole | Way::Rest => (ids::MOVE_03, "Beyond one movement"),
    };
    let bodies = if feared(battle, who).next().is_some() { ids::COND_17 } else { ids::MOVE_04 };
    let route = walks(battle, who, way).course(course).map_err(|why| why.refusal(rule, bodies, beyond))?;
    let mut after = battle.clone();
    let mut context = StepContext::without_chance(false);
    open(&after, who, way, (&route.squares, route.cost), &mut context);
    go(&after, who, &route.squares, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    Ok(Journey::to(route, after))
}

/// Pays for a way and opens the movement action.
fn open(battle: &Battle, who: CombatantId, way: Way, (squares, cost): (&[Square], u16), context: &mut StepContext<'_>) {
    if way == Way::Half {
        return;
    }
    let limit = way.limit(battle, who);
    let walker = battle.combatant(walker(battle, who)).placement.anchor();
    let steps = [walker].into_iter().chain(squares.iter().copied()).zip(squares);
    let diagonals = steps.filter(|(at, to)| at.direction_to(**to).is_some_and(Direction::is_diagonal)).count();
    let behind = match way {
        Way::Rest => {
            context.effect(Effect::Budget(who, STRUCK, 0));
            battle.combatant(who).budgets.get(DIAGONALS)
        }
        _ => {
            pay(battle, who, context);
            context.effect(Effect::Budget(who, HANDY, 1));
            0
        }
    };
    if settings::diagonals_alternate(battle) {
        context.effect(Effect::Budget(who, DIAGONALS, behind + diagonals as i16));
    }
    context.effect(Effect::Budget(who, LEFT, limit.saturating_sub(cost) as i16));
}

/// Begins to walk.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let route = journey(battle, who, choice.verb, Course::Along(&choice.squares))?.route;
    open(battle, who, Way::named(choice.verb), (&route.squares, route.cost), context);
    context.log(|| {
        let crawls = battle.combatant(who).posture == Posture::Prone;
        let far = Measure::SQUARES.words(route.squares.len() as u16);
        let words = format!("{} {far}", if crawls { "crawls" } else { "moves" });
        Entry::action((who, Action::Walk), words, (None, None, route.squares.last().copied()), ids::MOVE_01)
    });
    context.step(MovementStep::Go(who, route.squares));
    Ok(())
}

/// Walks a whole way; fire squares on it ignite the walker, POO-COND-15.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    let walker = walker(battle, who);
    for square in squares {
        for mover in [Some(walker), (walker != who).then_some(who)].into_iter().flatten() {
            context.effect(Effect::Place(mover, battle.combatant(mover).placement.at(*square)));
        }
        let body = battle.combatant(walker).placement.at(*square).0;
        for mover in [Some(walker), (walker != who).then_some(who)].into_iter().flatten() {
            ignite(battle, mover, body, context);
        }
    }
}

/// Sets somebody on fire if one of its squares burns, POO-COND-15.
pub fn ignite(battle: &Battle, who: CombatantId, body: Footprint, context: &mut StepContext<'_>) {
    let burns = body.squares().any(|square| battle.scene.field.burns(square));
    if burns && is_alive(battle.combatant(who)) && !battle.combatant(who).conditions.has(BURNING) {
        let new = Condition::new(BURNING, Until::Indefinite);
        super::settle::suffer(battle, who, new, context);
    }
}

/// Stands up, POO-MOVE-08.
pub fn stand(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    use_whole(battle, who, context);
    // A rider's movement action is the mount's, POO-MOVE-09.
    let (own, walker) = (Some(who), Some(walker(battle, who)).filter(|walker| *walker != who));
    for mover in own.into_iter().chain(walker).filter(|mover| battle.combatant(*mover).posture == Posture::Prone) {
        context.effect(Effect::Posture(mover, Posture::Standing));
    }
    context.note(who, ids::MOVE_08, "stands up");
}

/// Pushes somebody up to that many squares away, POO-COMP-23.
pub fn push(battle: &Battle, (by, on): (CombatantId, CombatantId), squares: u8, context: &mut StepContext<'_>) {
    // A rider and its mount go together, POO-MOVE-09.
    let walker = walker(battle, on);
    let rider = RIDING.first_of(battle, on).filter(|_| walker == on);
    let all = [Some(walker), (walker != on).then_some(on), rider];
    let (from, mut body) = (reach::body(battle, by), battle.combatant(walker).footprint());
    let side = |body: Footprint| i16::from(body.side);
    let away = |a: i16, a_side: i16, b: i16, b_side: i16| {
        if b >= a + a_side {
            1
        } else if b + b_side <= a {
            -1
        } else {
            0
        }
    };
    let mut pushed = 0;
    for _ in 0..squares {
        let (dx, dy) = (
            away(from.anchor.x, side(from), body.anchor.x, side(body)),
            away(from.anchor.y, side(from), body.anchor.y, side(body)),
        );
        let to = Square::new(body.anchor.x + dx, body.anchor.y + dy);
        let Some(direction) = body.anchor.direction_to(to) else { break };
        let next = Footprint { anchor: to, ..body };
        let other = |fighter: &Combatant<'_>| !all.contains(&Some(fighter.id)) && is_alive(*fighter);
        let taken = battle.combatants().filter(other).any(|fighter| fighter.footprint().gap(next) == (0, 0));
        if taken || !can_step(&battle.scene.field, body, direction) || !can_stand(&battle.scene.field, next) {
            break;
        }
        body = next;
        pushed += 1;
        for moved in all.into_iter().flatten() {
            context.effect(Effect::Place(moved, battle.combatant(moved).placement.at(to)));
            ignite(battle, moved, body, context);
        }
    }
    context.note(on, ids::COMP_23, format_args!("is pushed {}", Measure::SQUARES.words(pushed)));
    all.into_iter().flatten().for_each(|moved| loosen(battle, moved, body, context));
}

/// Ends the holds of which the two are no longer side by side, now that one of them is at `body`. POO-COND-11.
pub fn loosen(battle: &Battle, who: CombatantId, body: Footprint, context: &mut StepContext<'_>) {
    let is_far = |other: CombatantId| ground::distance(body, reach::body(battle, other)) > 1;
    for half in &battle.combatant(who).conditions.0 {
        match (half.kind, half.whom.filter(|other| is_far(*other))) {
            (GRABBING, Some(held)) => HOLDING.end_with(battle, who, held, context),
            (GRABBED, Some(holder)) => HOLDING.end_with(battle, holder, who, context),
            _ => {}
        }
    }
}

/// The step away that Elusive Step gives, POO-COMP-51.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Elude;

impl RulesetPrompt for Elude {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let refusal = bound(battle.combatant(who)).or_else(|| rooted(battle, who));
        let ends = refusal.map_or_else(|| Ok(walks(battle, who, Way::Half).ends()), Err);
        let step = Offer::new(&menu::ELUDE, &[ids::COMP_51], Cost::FREE);
        let step = step.along(ends, || Refusal::new(ids::MOVE_04, "No free square"));
        vec![step, Offer::new(&menu::STAY, &[ids::COMP_51], Cost::FREE)]
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        if choice.verb == menu::ELUDE.verb {
            let route = journey(battle, who, choice.verb, Course::Along(&choice.squares))?.route;
            context.step(MovementStep::Go(who, route.squares));
        }
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::STAY.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "may step away", "", ids::COMP_51)
    }
}

/// Whether a movement action is under way in which an attack may be made, POO-COMP-20.
pub fn is_under_way(battle: &Battle, who: CombatantId) -> bool {
    let (fighter, body) = (battle.combatant(who), reach::body(battle, who));
    let other = |fighter: &Combatant<'_>| fighter.id != who && fighter.id != walker(battle, who) && is_alive(*fighter);
    let shares = battle.combatants().filter(other).any(|fighter| reach::body(battle, fighter.id).gap(body) == (0, 0));
    fighter.budgets.get(LEFT) > 0 && !shares && fighter.fights()
}

/// Keeps the movement action open across an attack inside it.
pub fn strike_inside(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_budget(battle, who, STRUCK, 1);
}
