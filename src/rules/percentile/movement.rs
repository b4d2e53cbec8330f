//! Movement: its cost, the walk step by step, interruptions, and previews of all that. PCT-MOVE, PCT-GRID, PCT-MNT-09.

use super::{
    bonds::{self, feet, mount_of},
    catalogue as ids, charge,
    checks::chance,
    conditions::{
        self, ActionType, BRACED, HURRIED, MOVED, MOVED_BY_MODE, MOVED_BY_STUNT, MOVED_ENOUGH, has_action, hurry,
        spend_moving,
    },
    cover::{self, Class},
    luck,
    menu::Gait,
    mounts,
    reactions::{self, React},
    settings,
    sheet::{EXERTION, MEASURE},
    step::{Check, End, Event, Going, Luck, MovementStep, Notice, ReactionStep, Walk},
    ways::{self, Walks, Watch},
};

use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{Gamble, InPassing, Provocation, Route, prelude::*},
};

/// The refusal of a movement of this kind right now, whatever its path.
pub fn refusal(battle: &Battle, who: CombatantId, gait: Gait) -> Option<Refusal> {
    let action = if gait == Gait::Crawl { ActionType::Standard } else { ActionType::Quick };
    let moved = battle.combatant(who).budgets.get(MOVED);
    let follows = moved == MOVED_BY_STUNT && settings::follow_through(battle) && gait.is_by_mode(feet(battle, who));
    if moved != 0 && !follows {
        return Some(Refusal::new(ids::MOVE_03, "Has moved this turn"));
    }
    if !has_action(battle, who, action) {
        return Some(Refusal::new(ids::TURN_01, "No action left"));
    }
    let trapped = || bonds::trapped_under(battle, who).map(|_| Refusal::new(ids::MNT_07, "Under the mount"));
    let slow = || (gait.rates(feet(battle, who)).1 == 0).then(|| Refusal::new(ids::PRN_02, "Base rate too low"));
    bonds::engaged(battle, who).or_else(trapped).or_else(slow)
}

/// Resolves the choice of a movement: pays for it and puts the walk on the agenda.
///
/// # Errors
/// Why the path cannot be walked.
pub fn start(
    battle: &Battle,
    who: CombatantId,
    gait: Gait,
    squares: &[Square],
    charges: bool,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    let route = ways::way(battle, who, gait, squares)?;
    pay(battle, who, gait, charges || !route.base, context);
    context.log(|| {
        let last = squares.last().copied().unwrap_or_default();
        let length = MEASURE.words(route.cost);
        let run = if route.base || charges { "" } else { ", running" };
        let goes = if charges { "charges" } else { gait.third_person() };
        Entry::action(
            (who, Action::Walk),
            format!("{goes} towards {last}, {length}{run}"),
            (None, None, Some(last)),
            ids::MOVE_01,
        )
    });
    let going = Going { charges, ..Going::default() };
    let walk = Walk { going, ..Walk::plain(who, gait, squares) };
    if bonds::obeys(battle, who) {
        set_off(battle, walk, 0, context);
    } else {
        context.then(luck::first_prompt(battle, who, Check::Ride(walk), context));
    }
    Ok(())
}

/// The first step, or the check that climbing and swimming need before it, PCT-MOVE-05; for a rider it is the mount's.
/// `counted` of the turns of exertion so far are this movement's own.
pub fn set_off(battle: &Battle, walk: Walk, counted: i16, context: &mut StepContext<'_>) {
    let mover = feet(battle, walk.who);
    context.then(if walk.gait.wants_check_after(mover, mover.vitals.get(EXERTION) - counted) {
        luck::first_prompt(battle, mover.id, Check::Exert(walk), context)
    } else {
        AgendaItem::step(MovementStep::Leave(walk))
    });
}

/// Effects of any movement: it ends a brace, PCT-CHA-04, and running makes rider and mount hurried, PCT-MNT-01.
pub fn unsettle(battle: &Battle, who: CombatantId, runs: bool, context: &mut StepContext<'_>) {
    context.clear(battle, who, &[BRACED]);
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten().filter(|_| runs) {
        hurry(battle, mover, context);
    }
}

/// Before a step: asks everybody who may react, PCT-REA-03, then takes the step.
pub fn leave(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) {
    let Some(next) = walk.way.first() else { return };
    if !can_go_on(battle, walk) || is_barred(battle, walk, context) {
        return stop(battle, walk, context);
    }
    let from = battle.combatant(walk.who).placement.anchor();
    for who in reactions::claimants(battle, walk.who) {
        let provoked = match walk.going.notice {
            Notice::Every | Notice::Next => true,
            Notice::Never => false,
            Notice::NotBy(foes) => !foes.contains(who),
        };
        let steps = if provoked { Event::Leaves } else { Event::Slips };
        let event = steps(walk.who, from, *next);
        if reactions::reacts(battle, who, event) {
            context.step(ReactionStep::React(who, event));
        }
    }
    context.step(MovementStep::Enter(walk.clone()));
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
        // The mover does not touch the ground there, PCT-STU-08.
        context.step(MovementStep::Leave(walk.after_step(rest)));
        return;
    }
    context.effect(Effect::Place(who, from.at(*next)));
    if let Some(mount) = mount_of(battle, who) {
        context.effect(Effect::Place(mount, battle.combatant(mount).placement.at(*next)));
    }
    let running = battle.combatant(who).conditions.has(HURRIED);
    if running || rest.is_empty() {
        reveal(battle, who, *next, running, context);
    }
    let charges = walk.going.charges;
    if conditions::anybody_readied(battle) || charges && conditions::anybody_braced(battle) {
        let arrives = if charges { Event::Charges } else { Event::Arrives };
        context.step(ReactionStep::Call(arrives(who, from.anchor())));
    }
    if charges {
        charge::pass(battle, who, *next, rest.is_empty(), context);
    }
    if !rest.is_empty() {
        context.step(MovementStep::Leave(walk.after_step(rest)));
    } else if walk.going.end != End::Stay {
        context.step(MovementStep::Arrive(who, walk.going.end));
    }
}

/// Whether an unknown enemy bars the way, PCT-GRID-05.
fn is_barred(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) -> bool {
    let found = ways::in_front(battle, walk);
    ways::come_upon(battle, walk.who, &found, context);
    !found.is_empty()
}

/// The movement ends where the mover is, PCT-MOVE-08; above a pit the mover falls in, with no edge to hold on to. A
/// diving roll or swing ends as its check decided, however far it got, PCT-STU-03, PCT-STU-08.
fn stop(battle: &Battle, walk: &Walk, context: &mut StepContext<'_>) {
    let at = battle.combatant(walk.who).placement.anchor();
    context.note(walk.who, ids::MOVE_08, format_args!("stops in {at}"));
    if battle.combatant(walk.who).fights() {
        reveal(battle, walk.who, at, false, context);
    }
    let falling = falling(battle, walk);
    for (who, pit) in &falling {
        context.step(MovementStep::Plunge(*who, *pit));
    }
    if falling.is_empty() && matches!(walk.going.end, End::Prone | End::Sprawled | End::Rolled(_)) {
        context.step(MovementStep::Arrive(walk.who, walk.going.end));
    }
}

/// Who falls into a pit when a movement stops, and where: the mover or its mount, and a mount the mover was parted from
/// on the way.
fn falling(battle: &Battle, walk: &Walk) -> Vec<(CombatantId, Square)> {
    let is_pit = |at| ways::is_pit(&battle.scene.field, at);
    let above = |who: CombatantId| {
        let body = feet(battle, who).footprint();
        (walk.going.airborne && body.squares().any(is_pit)).then_some((who, body.anchor))
    };
    let parted = walk.going.mount.filter(|mount| mount_of(battle, walk.who) != Some(*mount));
    parted.into_iter().chain([walk.who]).filter_map(above).collect()
}

/// Whether a body there would overlap a standing enemy.
fn is_over_an_enemy(battle: &Battle, who: CombatantId, at: Square) -> bool {
    let body = battle.combatant(who).placement.at(at).0;
    let is_enemy = |other: CombatantId| battle.combatant(other).team != battle.combatant(who).team;
    body.squares().any(|square| battle.standing(square).any(is_enemy))
}

/// Whether the mover can go on: in the fight, and not knocked down on the way, PCT-MOVE-08.
fn can_go_on(battle: &Battle, walk: &Walk) -> bool {
    let posture = feet(battle, walk.who).posture;
    battle.combatant(walk.who).fights()
        && bonds::trapped_under(battle, walk.who).is_none()
        && bonds::holder(battle, walk.who).is_none()
        && bonds::holder(battle, feet(battle, walk.who).id).is_none()
        && !bonds::is_bound(battle.combatant(walk.who))
        && if walk.going.stunt { posture != Posture::Prone } else { walk.gait.fits(posture) }
}

/// A hidden combatant who runs, or ends a movement in plain sight of an enemy, is noticed, PCT-SET-01.
fn reveal(battle: &Battle, who: CombatantId, at: Square, running: bool, context: &mut StepContext<'_>) {
    let mover = battle.combatant(who);
    let body = mover.placement.at(at).0;
    let unknowing = || battle.enemies(who).filter(|enemy| enemy.fights() && !enemy.aware.of(who));
    if unknowing().next().is_none() {
        return;
    }
    let with_mount = |rider: CombatantId| [rider, feet(battle, rider).id];
    let in_plain_sight = unknowing().filter(|enemy| !cover::is_blind(battle, enemy.id)).any(|enemy| {
        let own = [enemy.id, who].map(with_mount).concat();
        let visibility = cover::visibility_at(battle, (enemy.footprint(), enemy.posture), (body, mover.posture), &own);
        visibility.seen && visibility.class == Class::None
    });
    if running || in_plain_sight {
        for enemy in unknowing() {
            bonds::noticed(battle, enemy.id, who, context);
        }
        context.note(who, ids::SET_01, "is noticed");
    }
}

/// The steps of a path that provoke attacks.
pub fn provocations(battle: &Battle, who: CombatantId, squares: &[Square]) -> Vec<Provocation> {
    let watch = Watch::of(battle, who);
    let mut found = Vec::new();
    let mut from = battle.combatant(who).placement.anchor();
    for (step, to) in squares.iter().enumerate() {
        for watcher in &watch.watchers {
            if ways::provokes(battle, who, watcher, from, *to) {
                let decision = Decision { who: watcher.who, prompt: React(Event::Leaves(who, from, *to)).into() };
                found.push(Provocation { step, by: watcher.who, rule: ids::REA_02, decision });
            }
        }
        from = *to;
    }
    found
}

/// What a movement costs before its first step. PCT-TURN-05, PCT-MOVE-02, PCT-MOVE-06.
pub fn pay(battle: &Battle, who: CombatantId, gait: Gait, runs: bool, context: &mut StepContext<'_>) {
    let mover = feet(battle, who);
    let action = if gait == Gait::Crawl { ActionType::Standard } else { ActionType::Quick };
    let moved = if gait.is_by_mode(mover) { MOVED_BY_MODE } else { MOVED_ENOUGH };
    spend_moving(battle, who, action, moved, context);
    unsettle(battle, who, runs, context);
    if gait.exhausts(mover) {
        context.effect(Effect::Vital(mover.id, EXERTION, mover.vitals.get(EXERTION) + 1));
    }
}

/// The chance of a movement that needs a check first, PCT-MNT-03, PCT-MOVE-05; on a failure nobody moves.
pub fn gamble(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Option<Gamble> {
    let mover = feet(battle, who);
    let gait = gait_of(battle, who, verb).ok()?;
    let walk = || Walk::plain(who, gait, &route.squares);
    let rides = (!bonds::obeys(battle, who)).then(|| (who, Check::Ride(walk())));
    let exerts = gait.wants_check(mover).then(|| (mover.id, Check::Exert(walk())));
    if rides.is_none() && exerts.is_none() {
        return None;
    }
    let stays = Route { squares: Vec::new(), ..route.clone() };
    // The check comes after the movement is paid for, so a run already hampers it, PCT-MOVE-02.
    let failed = walked(battle, who, verb, &stays);
    let passes = |(who, check): (CombatantId, Check)| {
        chance(luck::target_number(&failed, who, &check, Luck::default(), &mut Quick::default()))
    };
    let chance = [rides, exerts].into_iter().flatten().map(passes).reduce(Fraction::times)?;
    Some(Gamble { chance, failed })
}

/// Notes whom a charge along some squares meets: braced weapons, besides those it provokes anyway, and enemies to strike
/// in passing. `walked` is the battle after a part of the way.
pub fn charged(
    battle: &Battle,
    who: CombatantId,
    squares: &[Square],
    walked: impl Fn(&[Square]) -> Battle,
    journey: &mut Journey,
) {
    journey.provocations.extend(receptions(battle, who, squares, &walked));
    journey.provocations.sort_by_key(|provocation| provocation.step);
    journey.passages = passages(battle, who, squares, &walked);
}

/// The braced weapons that a charge runs into, each met once, PCT-CHA-04: right after the step that brings the charger
/// within reach, before the next one.
fn receptions(
    battle: &Battle,
    who: CombatantId,
    squares: &[Square],
    walked: &impl Fn(&[Square]) -> Battle,
) -> Vec<Provocation> {
    let mut found: Vec<Provocation> = Vec::new();
    if !conditions::anybody_braced(battle) {
        return found;
    }
    let mut from = battle.combatant(who).placement.anchor();
    for step in 1..=squares.len() {
        let (then, event) = (walked(&squares[..step]), Event::Charges(who, from));
        for by in reactions::claimants(&then, who).filter(|by| reactions::reacts(&then, *by, event)) {
            if found.iter().all(|known| known.by != by) {
                let decision = Decision { who: by, prompt: React(event).into() };
                found.push(Provocation { step, by, rule: ids::CHA_04, decision });
            }
        }
        from = squares[step - 1];
    }
    found
}

/// The attacks that a rider could make along a charge, the first at each enemy; at the end of the path only once
/// attacks in passing have begun, since otherwise the ordinary attack is better.
fn passages(
    battle: &Battle,
    who: CombatantId,
    squares: &[Square],
    walked: &impl Fn(&[Square]) -> Battle,
) -> Vec<InPassing> {
    let mut found: Vec<InPassing> = Vec::new();
    // After another Quick action the charge takes the Standard action too, PCT-TURN-01.
    let may = || has_action(&walked(squares), who, ActionType::Standard);
    if mount_of(battle, who).is_none() || !may() {
        return found;
    }
    let last = squares.len().saturating_sub(1);
    for step in 0..squares.len() {
        if step == last && found.is_empty() {
            break;
        }
        let then = walked(&squares[..=step]);
        for foe in battle.enemies(who).filter(|foe| foe.fights()) {
            if !mounts::weapons(&then, who, foe.id).is_empty() && found.iter().all(|passage| passage.on != foe.id) {
                let decision = Decision { who, prompt: mounts::RideBy(foe.id).into() };
                found.push(InPassing { step, on: foe.id, battle: then.clone(), decision, rule: ids::MNT_09 });
            }
        }
    }
    let most = settings::ride_by_max(battle);
    found.truncate(if most == 0 { usize::MAX } else { most as usize });
    found
}

/// The battle after walking a path, as a charge if the verb says so, if nothing happens on the way.
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

/// The battle with the written effects and the mover at the end of a path, together with its mount.
pub fn arrived(battle: &Battle, who: CombatantId, way: &[Square], context: &mut StepContext<'_>) -> Battle {
    for square in crate::rules::objects::traced(battle, way) {
        for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
            context.effect(Effect::Place(mover, battle.combatant(mover).placement.at(*square)));
        }
    }
    super::objects::catch_fire(battle, context);
    battle.after_written(context)
}

/// The gait of an offered movement: its own, or the ordinary one if the verb names no gait, as for a charge.
///
/// # Errors
/// `who` cannot move in that way now.
fn gait_of(battle: &Battle, who: CombatantId, verb: &str) -> Result<Gait, Refusal> {
    let mut gaits = ways::gaits(battle, who).peekable();
    let ordinary = gaits.peek().copied();
    let named = Gait::named(verb);
    let own = if named.is_some() { gaits.find(|gait| Some(*gait) == named) } else { ordinary };
    own.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way of moving"))
}

/// A movement on foot, in water or in the saddle, by the gait of the offer with that verb.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let gait = gait_of(battle, who, verb)?;
    let route = match course {
        Course::To(to) => ways::route(battle, who, gait, to),
        Course::Along(squares) => Some(ways::way(battle, who, gait, squares)?),
    };
    let route = route.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way leads there"))?;
    let mut journey = Journey {
        gamble: gamble(battle, who, verb, &route),
        provocations: provocations(battle, who, &route.squares),
        passages: Vec::new(),
        after: walked(battle, who, verb, &route),
        route: route.clone(),
    };
    if verb == charge::VERB {
        let so_far =
            |squares: &[Square]| walked(battle, who, verb, &Route { squares: squares.to_vec(), ..route.clone() });
        charged(battle, who, &route.squares, so_far, &mut journey);
    }
    Ok(journey)
}

/// Those of the given squares to which [`journey`] provokes nobody, by one flood instead of a path to each.
pub fn quiet_ends(battle: &Battle, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
    let Ok(gait) = gait_of(battle, who, verb) else { return Vec::new() };
    let (watch, walks) = (Watch::of(battle, who), Walks::of(battle, who, gait));
    let is_quiet = |to: &Square| {
        *to != walks.start
            && walks.flood().cost(*to).is_some()
            && watch.leads_quietly(battle, who, (gait, &walks), *to)
            && ways::may_stand(battle, who, *to)
    };
    ends.iter().map(|end| end.square).filter(is_quiet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Battlefield, ItemRow, RulesetId, Team,
        percentile::sheet::{Arm, Sheet},
        testing::armed_with,
    };

    const A: CombatantId = CombatantId(0);

    /// A rider with a club and without ranks in Ride, the mount, and enemies.
    fn rider(foes: &[Square]) -> Battle {
        let mount = Sheet { war_trained: true, ..Sheet::default() };
        let pair = [Sheet::default(), mount].map(|sheet| (Team(0), Square::new(0, 1), sheet.into()));
        let foes = foes.iter().map(|at| (Team(1), *at, Sheet::default().into()));
        let bodies: Vec<_> = pair.into_iter().chain(foes).collect();
        let club = "#![enable(implicit_some)](hands: 1, uses: [(kind: Melee, skill: MeleeWeapons, dv: (dice: 1))])";
        let club: Arm = ron::from_str(club).expect("a weapon");
        let weapon = ItemRow::new(ItemId(0), Location::Main(A));
        let field = Battlefield::new(12, 3);
        let mut battle = armed_with((RulesetId::Percentile, club.into()), field, &bodies, vec![weapon]);
        bonds::RIDING.begin(A, CombatantId(1)).iter().for_each(|half| battle.apply(half));
        battle
    }

    #[test]
    fn move_02_a_run_hampers_the_ride_check_that_it_wants() {
        let battle = rider(&[Square::new(11, 2)]);
        let chance = |x| {
            let way = journey(&battle, A, "walk", Course::To(Square::new(x, 1))).expect("a way");
            way.gamble.map(|gamble| gamble.chance)
        };
        assert_eq!(chance(4), Some(Fraction::new(21, 100)), "20, the base rate");
        assert_eq!(chance(5), Some(Fraction::new(11, 100)), "10, running");
    }

    #[test]
    fn cha_02_a_charge_for_which_the_mount_does_not_obey_covers_nothing() {
        let way =
            journey(&rider(&[Square::new(11, 2)]), A, charge::VERB, Course::To(Square::new(4, 1))).expect("a way");
        let covered =
            |battle: &Battle| battle.combatant(A).conditions.find(conditions::CHARGE).map(|known| known.level);
        assert_eq!(covered(&way.after), Some(8));
        assert_eq!(way.gamble.and_then(|gamble| covered(&gamble.failed)), Some(0));
    }

    #[test]
    fn mnt_09_nobody_strikes_in_passing_whose_charge_takes_the_standard_action() {
        let squares: Vec<Square> = (1..=8).map(|x| Square::new(x, 1)).collect();
        let mut battle = rider(&[Square::new(3, 0)]);
        let passed =
            |battle: &Battle| journey(battle, A, charge::VERB, Course::Along(&squares)).expect("a way").passages.len();
        assert_eq!(passed(&battle), 1);
        battle.apply(&Effect::Budget(A, conditions::QUICK, 1));
        assert_eq!(passed(&battle), 0);
    }

    #[test]
    fn mnt_09_at_the_end_of_the_way_only_who_has_struck_before_strikes_in_passing() {
        let (passed, beside) = (Square::new(3, 0), Square::new(9, 1));
        let squares: Vec<Square> = (1..=8).map(|x| Square::new(x, 1)).collect();
        let struck = |foes: &[Square]| -> Vec<(usize, CombatantId)> {
            let way = journey(&rider(foes), A, charge::VERB, Course::Along(&squares)).expect("a way");
            way.passages.iter().map(|passage| (passage.step, passage.on)).collect()
        };
        assert_eq!(struck(&[passed, beside]), [(1, CombatantId(2)), (7, CombatantId(3))]);
        assert!(struck(&[beside]).is_empty());
    }
}
