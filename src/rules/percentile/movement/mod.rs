//! Moving: paying for it, the walk step by step, and being interrupted. PCT-MOVE, PCT-GRID.

mod bump;
mod gait;
mod ground;
mod notice;
mod ways;

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, catch, charge,
    checks::{Quick, Tally, add_hurried, add_wounds, chance},
    conditions::{
        ActionType, BRACED, HURRIED, MOVED, MOVED_BY_MODE, MOVED_BY_STUNT, MOVED_ENOUGH, has_action, hurry,
        spend_moving,
    },
    cover::{self, Class},
    grapple, luck, mounts, reactions, settings,
    sheet::{EXERTION, Skill, sheet},
    step::{Check, End, Event, Going, Luck, Notice, ReactionStep, Walk, step},
};
use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{
        Battle, Combatant, CombatantId, Course, Effect, Footing, Gamble, Journey, Posture, Reachable, Refusal, Route,
        StepContext,
    },
};

pub use bump::{come_upon, enemies_at};
pub use gait::Gait;
pub use ground::{Ground, adjoins, bare_map, hurdles, is_whole, map};
pub use notice::{Watch, Watcher, provocations, provokes};
pub use ways::{Walks, may_stand, route, standing_room, way};

/// A step of a movement. PCT-MOVE.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Lets others react before the next square, then takes it.
    Leave(Walk),
    /// Enters the next square.
    Enter(Walk),
    /// What happens where a movement ends.
    Arrive(CombatantId, End),
    /// Falls into a pit, PCT-DMG-08.
    Plunge(CombatantId, Square),
    /// A mounted charger may strike at enemies in passing; the flag says whether the way ends here. PCT-MNT-09.
    Passing(CombatantId, bool),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &MovementStep, context: &mut StepContext<'_>) {
    match step {
        MovementStep::Leave(walk) => leave(battle, walk, context),
        MovementStep::Enter(walk) => enter(battle, walk, context),
        MovementStep::Arrive(who, end) => super::stunts::arrive(battle, *who, *end, context),
        MovementStep::Plunge(who, pit) => super::stunts::plunge(battle, *who, *pit, context),
        MovementStep::Passing(who, last) => mounts::ride_by::passing(battle, *who, *last, context),
    }
}

/// The refusal of a movement of this kind right now, way aside.
pub fn refusal(battle: &Battle, who: CombatantId, gait: Gait) -> Option<Refusal> {
    let action = if gait == Gait::Crawl { ActionType::Standard } else { ActionType::Quick };
    let moved = battle.combatant(who).budgets.get(MOVED);
    let follows =
        moved == MOVED_BY_STUNT && settings::follow_through(battle) && gait.is_by_mode(mounts::feet(battle, who));
    if moved != 0 && !follows {
        return Some(Refusal::new(ids::MOVE_03, "Has moved this turn"));
    }
    if !has_action(battle, who, action) {
        return Some(Refusal::new(ids::TURN_01, "No action left"));
    }
    if grapple::held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Holds somebody"));
    }
    if grapple::holder(battle, mounts::feet(battle, who).id).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Held"));
    }
    if catch::is_bound(battle.combatant(who)) {
        return Some(Refusal::new(ids::MAN_06, "Locked in a catch"));
    }
    if mounts::trapped_under(battle, who).is_some() {
        return Some(Refusal::new(ids::MNT_07, "Under the mount"));
    }
    (gait.rates(mounts::feet(battle, who)).1 == 0).then(|| Refusal::new(ids::PRN_02, "Base rate too low"))
}

/// Resolves the choice of a movement: pays for it and puts the walk on the agenda.
///
/// # Errors
/// Why the way cannot be walked.
pub fn start(
    battle: &Battle,
    who: CombatantId,
    gait: Gait,
    squares: &[Square],
    charges: bool,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    let route = way(battle, who, gait, squares)?;
    pay(battle, who, gait, charges || !route.base, context);
    context.log(|| {
        let last = squares.last().copied().unwrap_or_default();
        let length = super::MEASURE.words(route.cost);
        let run = if route.base || charges { "" } else { ", running" };
        let goes = if charges { "charges" } else { gait.third_person() };
        crate::rules::Entry::Action {
            who,
            action: crate::rules::Action::Walk,
            words: format!("{goes} towards {last}, {length}{run}").into(),
            on: None,
            with: None,
            to: Some(last),
            rule: ids::MOVE_01,
        }
    });
    let going = Going { charges, ..Going::default() };
    let walk = Walk { going, ..Walk::plain(who, gait, squares) };
    if mounts::obeys(battle, who) {
        set_off(battle, walk, context);
    } else {
        context.then(luck::first_prompt(battle, who, Check::Ride(walk), context.is_forecast()));
    }
    Ok(())
}

/// What a movement costs before its first step. PCT-TURN-05, PCT-MOVE-02, PCT-MOVE-06.
fn pay(battle: &Battle, who: CombatantId, gait: Gait, runs: bool, context: &mut StepContext<'_>) {
    let one = mounts::feet(battle, who);
    let action = if gait == Gait::Crawl { ActionType::Standard } else { ActionType::Quick };
    let moved = if gait.is_by_mode(one) { MOVED_BY_MODE } else { MOVED_ENOUGH };
    spend_moving(battle, who, action, moved, context);
    unsettle(battle, who, runs, context);
    if gait.exhausts(one) {
        context.effect(Effect::Vital(one.id, EXERTION, one.vitals.get(EXERTION) + 1));
    }
}

/// The first step, or the check that climbing and swimming need before it, PCT-MOVE-05; a mount's, if it carries a
/// rider.
pub fn set_off(battle: &Battle, walk: Walk, context: &mut StepContext<'_>) {
    let one = mounts::feet(battle, walk.who);
    context.then(if walk.gait.wants_check(one) {
        luck::first_prompt(battle, one.id, Check::Exert(walk), context.is_forecast())
    } else {
        step(MovementStep::Leave(walk))
    });
}

/// The chance of a movement that needs a check first, PCT-MNT-03, PCT-MOVE-05; if it fails, nobody moves.
fn gamble(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Option<Gamble> {
    let one = mounts::feet(battle, who);
    let gait = gait_of(battle, who, verb).ok()?;
    let walk = || Walk::plain(who, gait, &route.squares);
    let rides = (!mounts::obeys(battle, who)).then(|| (who, Check::Ride(walk())));
    let exerts = gait.wants_check(one).then(|| (one.id, Check::Exert(walk())));
    let passes = |(who, check): (CombatantId, Check)| {
        chance(luck::target_number(battle, who, &check, Luck::default(), &mut Quick::default()))
    };
    let chance = [rides, exerts].into_iter().flatten().map(passes).reduce(Fraction::times)?;
    let stays = Route { squares: vec![battle.combatant(who).placement.anchor()], ..route.clone() };
    Some(Gamble { chance, failed: walked(battle, who, verb, &stays) })
}

/// Effects of any movement: it ends a brace, PCT-CHA-04, and running makes both of a pair hurried, PCT-MNT-01.
pub fn unsettle(battle: &Battle, who: CombatantId, runs: bool, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(BRACED) {
        context.effect(Effect::Clear(who, BRACED));
    }
    for one in [Some(who), mounts::mount_of(battle, who)].into_iter().flatten().filter(|_| runs) {
        hurry(battle, one, context);
    }
}

/// The number for an Athletics check of a movement, PCT-MOVE-05; hurried counts from the first step, PCT-MOVE-02.
pub fn add_exertion(one: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::MOVE_05, sheet(one).rating(Skill::Athletics), || "Athletics".into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// Before a step: those who may react are asked, PCT-REA-03, then the step is taken.
pub fn leave(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) {
    let Some(next) = walk.way.first() else { return };
    if !can_go_on(battle, walk) || is_barred(battle, walk, context) {
        return stop(battle, walk, context);
    }
    for who in reactions::claimants(battle, walk.who) {
        let provoked = match walk.going.notice {
            Notice::Every | Notice::Next => true,
            Notice::Never => false,
            Notice::NotBy(foe) => foe != who,
        };
        let event = if provoked { Event::Leaves(walk.who, *next) } else { Event::Slips(walk.who, *next) };
        if reactions::reacts(battle, who, event) {
            context.then(step(ReactionStep::React(who, event)));
        }
    }
    context.then(step(MovementStep::Enter(walk.clone())));
}

/// Takes a step, unless something has stopped the mover, PCT-MOVE-08.
pub fn enter(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) {
    let Some((next, rest)) = walk.way.split_first() else { return };
    if !can_go_on(battle, walk) || is_barred(battle, walk, context) {
        return stop(battle, walk, context);
    }
    let who = walk.who;
    let from = battle.combatant(who).placement;
    if walk.going.stunt && is_over_an_enemy(battle, who, *next) && !rest.is_empty() {
        // He does not set foot there, PCT-STU-08.
        context.then(step(MovementStep::Leave(walk.after_step(rest))));
        return;
    }
    context.effect(Effect::Place(who, from.at(*next)));
    if let Some(mount) = mounts::mount_of(battle, who) {
        context.effect(Effect::Place(mount, battle.combatant(mount).placement.at(*next)));
    }
    let running = battle.combatant(who).conditions.has(HURRIED);
    if running || rest.is_empty() {
        reveal(battle, who, *next, running, context);
    }
    let charges = walk.going.charges;
    if reactions::anybody_readied(battle) || charges && charge::anybody_braced(battle) {
        let arrives = if charges { Event::Charges } else { Event::Arrives };
        context.then(step(ReactionStep::Call(arrives(who, from.anchor()))));
    }
    if charges {
        charge::pass(battle, who, *next, rest.is_empty(), context);
    }
    if !rest.is_empty() {
        context.then(step(MovementStep::Leave(walk.after_step(rest))));
    } else if walk.going.end != End::Stay {
        context.then(step(MovementStep::Arrive(who, walk.going.end)));
    }
}

/// Whether the mover comes upon somebody in the way of whom he did not know, PCT-GRID-05.
fn is_barred(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) -> bool {
    let found = bump::in_front(battle, walk);
    come_upon(battle, walk.who, &found, context);
    !found.is_empty()
}

/// The movement ends where the mover is, PCT-MOVE-08; above a pit he falls in, with no edge to hold on to.
fn stop(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) {
    let at = battle.combatant(walk.who).placement.anchor();
    context.note(walk.who, ids::MOVE_08, format_args!("stops in {at}"));
    let body = mounts::feet(battle, walk.who).footprint();
    let is_pit = |at| battle.scene.field.cell(at).is_some_and(|cell| cell.footing == Footing::Pit);
    if walk.going.airborne && body.squares().any(is_pit) {
        context.then(step(MovementStep::Plunge(walk.who, body.anchor)));
    }
}

/// Whether a body there would be where an enemy stands.
fn is_over_an_enemy(battle: &Battle, who: CombatantId, at: Square) -> bool {
    let body = battle.combatant(who).placement.at(at).0;
    let is_enemy = |other: CombatantId| battle.combatant(other).team != battle.combatant(who).team;
    body.squares().any(|square| battle.standing(square).any(is_enemy))
}

/// Whether the mover still can: in the fight, and not thrown down on the way, PCT-MOVE-08.
fn can_go_on(battle: &Battle, walk: &Walk) -> bool {
    let posture = mounts::feet(battle, walk.who).posture;
    battle.combatant(walk.who).fights()
        && mounts::trapped_under(battle, walk.who).is_none()
        && grapple::holder(battle, walk.who).is_none()
        && grapple::holder(battle, mounts::feet(battle, walk.who).id).is_none()
        && !catch::is_bound(battle.combatant(walk.who))
        && if walk.going.stunt { posture != Posture::Prone } else { walk.gait.fits(posture) }
}

/// A hidden combatant who runs, or ends a movement in plain sight of an enemy, is known, PCT-SET-01.
fn reveal(battle: &Battle, who: CombatantId, at: Square, running: bool, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    let body = one.placement.at(at).0;
    let unknowing = || battle.enemies(who).filter(|enemy| enemy.fights() && !enemy.aware.of(who));
    if unknowing().next().is_none() {
        return;
    }
    let in_plain_sight = unknowing().filter(|enemy| !cover::is_blind(battle, enemy.id)).any(|enemy| {
        let visibility =
            cover::visibility_at(battle, enemy.footprint(), enemy.posture, body, one.posture, &[enemy.id, who]);
        visibility.seen && visibility.class == Class::None
    });
    if running || in_plain_sight {
        for enemy in unknowing() {
            mounts::noticed(battle, enemy.id, who, context);
        }
        context.note(who, ids::SET_01, "is noticed");
    }
}

/// The battle after walking a way, by a charge if the verb says so, if nothing happens on it.
pub fn walked(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
    let mut context = StepContext::without_chance(false);
    let charges = verb == charge::VERB;
    if charges {
        charge::covered(battle, who, &route.squares, &mut context);
    }
    let gait = gait_of(battle, who, verb).unwrap_or(Gait::Walk);
    pay(battle, who, gait, charges || !route.base, &mut context);
    arrived(battle, who, &route.squares, &mut context)
}

/// The battle with effects and somebody at the end of a way, the mount under a rider too.
pub fn arrived(battle: &Battle, who: CombatantId, way: &[Square], context: &mut StepContext<'_>) -> Battle {
    for one in [Some(who), mounts::mount_of(battle, who)].into_iter().flatten() {
        let last = way.last().map(|last| Effect::Place(one, battle.combatant(one).placement.at(*last)));
        last.into_iter().for_each(|place| context.effect(place));
    }
    let mut after = battle.clone();
    context.effects().for_each(|effect| after.apply(effect));
    after
}

/// The gait of a movement by an offer: its own, or the ordinary one if it is not named after a gait, as a charge is.
///
/// # Errors
/// `who` cannot move in that way now.
fn gait_of(battle: &Battle, who: CombatantId, verb: &str) -> Result<Gait, Refusal> {
    let mut gaits = mounts::gaits(battle, who).peekable();
    let ordinary = gaits.peek().copied();
    let named = Gait::ALL.into_iter().any(|gait| gait.verb() == verb);
    let own = if named { gaits.find(|gait| gait.verb() == verb) } else { ordinary };
    own.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way of moving"))
}

/// A movement on foot, in water or in the saddle, by the gait of the offer with that verb.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let gait = gait_of(battle, who, verb)?;
    let route = match course {
        Course::To(to) => route(battle, who, gait, to),
        Course::Along(squares) => Some(way(battle, who, gait, squares)?),
    };
    let route = route.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way leads there"))?;
    Ok(Journey {
        gamble: gamble(battle, who, verb, &route),
        provocations: provocations(battle, who, &route.squares),
        passages: if verb == charge::VERB { mounts::ride_by::passages(battle, who, &route) } else { Vec::new() },
        after: walked(battle, who, verb, &route),
        route,
    })
}

/// Those of some squares to which [`journey`] provokes nobody, by one flood instead of a way to each.
pub fn quiet_ends(battle: &Battle, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
    let Ok(gait) = gait_of(battle, who, verb) else { return Vec::new() };
    let (watch, walks) = (Watch::of(battle, who), Walks::of(battle, who, gait));
    let is_quiet = |to: &Square| {
        *to != walks.start
            && walks.flood().cost(*to).is_some()
            && watch.leads_quietly(battle, who, (gait, &walks), *to)
            && may_stand(battle, who, *to)
    };
    ends.iter().map(|end| end.square).filter(is_quiet).collect()
}
