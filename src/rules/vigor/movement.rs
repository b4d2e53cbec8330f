//! Moves, Escape, standing up, leaving the board. VIG-MOVE, VIG-COND-04.

use std::sync::Arc;

use super::{
    awareness::turn_to,
    catalogue as ids,
    conditions::{READIED, allowance, blocks, cannot_move, in_way, is_incapacitated},
    cover::{self, Steps, is_at_rim},
    menu::{self, Price},
    reach,
    reactions::{self, Opening},
    ready, settings,
    sheet::{FELLED, Kind, sheet},
    step::{Event, Gait, MovementStep, ReactionStep, Step},
    uses::{self, end_act},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::{
        Measure, Provocation, Route, Step as AnyStep,
        ground::{Walks, can_stand},
        knowledge, objects,
        prelude::*,
    },
};

/// Where a combatant can get in one Move. Fighting enemies and objects are in the way; squares of allies may be
/// crossed. VIG-MOVE-03.
pub fn walks(battle: &Battle, who: CombatantId) -> Arc<Walks> {
    let limit = allowance(battle, who);
    battle.keep(who, limit.into(), || {
        let body = battle.combatant(who).footprint();
        let bare = battle.scene.field.shared_map(Steps(body.side));
        let foes = battle.combatants().filter(|fighter| bars(battle, who, *fighter));
        let closed = foes.flat_map(|fighter| fighter.footprint().met_by(body.side)).collect();
        let others = battle.combatants().filter(|fighter| fighter.id != who && blocks(*fighter));
        Walks::new(bare, closed, body, limit, others.map(Combatant::footprint).collect())
    })
}

/// Whether another's squares cannot be entered: those of enemies and objects that block.
fn bars(battle: &Battle, who: CombatantId, other: Combatant<'_>) -> bool {
    let is_foe = other.team != battle.combatant(who).team || sheet(other).kind == Kind::Object;
    other.id != who && is_foe && blocks(other)
}

/// Why a combatant cannot move at all.
pub fn stuck(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let fighter = battle.combatant(who);
    if is_incapacitated(fighter) {
        return Some(Refusal::new(ids::COND_06, "Cannot move"));
    }
    (allowance(battle, who) == 0).then(|| Refusal::new(ids::MOVE_02, "Too slow for a square"))
}

/// The offers of a Move and of an Escape, VIG-MOVE-01, VIG-MOVE-04.
pub fn offers(battle: &Battle, who: CombatantId) -> [Offer; 2] {
    let refusal = stuck(battle, who);
    let ends = if refusal.is_none() { walks(battle, who).ends() } else { Ways::default() };
    let refusal = refusal.or_else(|| ends.lead_nowhere().then(|| Refusal::new(ids::MOVE_03, "No free square")));
    let to = |offer: Offer| offer.at(Target::Way(ends.clone())).refused(refusal.clone());
    let walk = to(Offer::new(&menu::MOVE, &[ids::MOVE_01, ids::MOVE_02, ids::MOVE_03], menu::actions(1)));
    let escape = to(Offer::new(&menu::ESCAPE, &[ids::MOVE_04, ids::REACH_05], menu::actions(1)));
    [walk, escape]
}

/// The offer to leave the board, VIG-MOVE-04.
pub fn leave_offer(battle: &Battle, who: CombatantId) -> Offer {
    let exit = match stuck(battle, who) {
        Some(refusal) => Err(refusal),
        None => exit(battle, who).ok_or_else(|| Refusal::new(ids::MOVE_04, "The edge is too far")),
    };
    Offer::new(&menu::LEAVE, &[ids::MOVE_04, ids::REACH_05], menu::actions(1)).refused(exit.err())
}

/// The offer to stand up, VIG-COND-04.
pub fn stand_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let fighter = battle.combatant(who);
    let offer = || Offer::new(&menu::STAND, &[ids::COND_04, ids::REACH_05], menu::actions(1));
    (fighter.posture == Posture::Prone).then(|| offer().refused(cannot_move(fighter)))
}

/// Begins to move, flee or stand up: all but a plain Move create an opening first. VIG-MOVE-01, VIG-MOVE-04,
/// VIG-COND-04.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    price: Price,
    context: &mut StepContext<'_>,
) -> Answered {
    let way = match choice.verb {
        "move" => Some(Gait::Move),
        "escape" => Some(Gait::Escape),
        "leave" => Some(Gait::Leave),
        _ => None,
    };
    let way = match way {
        Some(Gait::Leave) => {
            // The way is planned on what the mover's side knows, VIG-SETUP-06.
            let exit = knowledge::plan(battle, who, |known| exit(known, who))
                .ok_or_else(|| Refusal::new(ids::MOVE_04, "The edge is too far"))?;
            Some((exit, Gait::Leave))
        }
        Some(gait) => {
            course(battle, who, choice.verb, Course::Along(&choice.squares))?;
            Some((choice.squares.clone(), gait))
        }
        None => None,
    };
    price.pay(battle, who, 1, 0, context);
    way.iter().for_each(|(squares, gait)| told(who, squares, *gait, context));
    if !matches!(way, Some((_, Gait::Move))) {
        context.step(ReactionStep::Opening(who));
    }
    context.step(way.map_or(MovementStep::Stand(who), |(squares, gait)| MovementStep::Go(who, squares, gait)));
    Ok(())
}

/// The shortest way, within one Escape, to a place from which the next step leaves the board. VIG-MOVE-04.
pub fn exit(battle: &Battle, who: CombatantId) -> Option<Vec<Square>> {
    let body = battle.combatant(who).footprint();
    let field = &battle.scene.field;
    if is_at_rim(field, body) {
        return (allowance(battle, who) >= 1).then(Vec::new);
    }
    let walks = walks(battle, who);
    if cover::steps_to_rim(field, body) >= walks.limit.into() {
        return None;
    }
    let rim = |at: Square| is_at_rim(field, Footprint { anchor: at, side: body.side });
    let all = walks.flood().reached().filter(|(at, cost)| *cost < walks.limit && rim(*at));
    // Of several equally near places, one that does not burn.
    let burns = |at: Square| objects::fire_on_way(battle, who, &[at]).is_some();
    let (to, _) = all.min_by_key(|(at, cost)| (*cost, burns(*at), *at))?;
    Some(walks.path_to(to)?[1..].to_vec())
}

/// The way of a movement: the shortest to a square, or one drawn by hand.
///
/// # Errors
/// The rule that forbids it.
pub fn course(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Route, Refusal> {
    stuck(battle, who).map_or(Ok(()), Err)?;
    let route = walks(battle, who).course(course);
    let route = route.map_err(|why| why.refusal(ids::MOVE_01, ids::MOVE_03, "Beyond one Move"))?;
    Ok(Route { words: if verb == menu::ESCAPE.verb { "escape" } else { "move" }, ..route })
}

/// A movement to a square or along a way, with the openings it creates, as far as the mover's side knows.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = self::course(battle, who, verb, course)?;
    let opened = opened(battle, who, verb, &route.squares);
    let to = |(step, by): (usize, CombatantId)| {
        let decision = Decision { who: by, prompt: Opening(who).into() };
        Provocation { step, by, rule: ids::REACH_05, decision }
    };
    let provocations = opened.into_iter().map(to).collect();
    let after = walked(battle, who, &route.squares);
    Ok(Journey { provocations, ..Journey::to(route, after) })
}

/// The battle after a way has been walked, by an action of one's own turn or as a readied act. VIG-TURN-02, VIG-ACT-02.
fn walked(battle: &Battle, who: CombatantId, squares: &[Square]) -> Battle {
    battle.after_doing(|context| {
        if battle.scene.acting == Some(who) {
            uses::begin_act(battle, who, context);
            Price::Actions.pay(battle, who, 1, 0, context);
        } else {
            context.effect(Effect::Clear(who, READIED));
            Price::Ready.pay(battle, who, 0, 0, context);
        }
        follow(battle, who, squares, context);
    })
}

/// Moves along squares, facing along each step; returns where the body ends.
fn follow(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) -> Footprint {
    let placement = battle.combatant(who).placement;
    let body = |anchor: Square| Footprint { anchor, side: placement.0.side };
    let mut at = placement.anchor();
    for square in squares {
        turn_to(battle, who, body(at), body(*square), context);
        at = *square;
        context.effect(Effect::Place(who, placement.at(at)));
    }
    body(at)
}

/// The squares among `ends` that can be reached without creating an opening.
pub fn quiet_ends(battle: &Battle, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
    let all = ends.iter().map(|end| end.square);
    if verb == menu::ESCAPE.verb {
        return if reactions::takers(battle, who).is_empty() { all.collect() } else { Vec::new() };
    }
    if !settings::moving_away_opens(battle) {
        return all.collect();
    }
    let way = |to: &Square| course(battle, who, verb, Course::To(*to));
    all.filter(|to| way(to).is_ok_and(|route| opened(battle, who, verb, &route.squares).is_empty())).collect()
}

/// The openings a way creates: before which step, and for whom; an Escape creates them before the first step.
/// VIG-REACH-05, VIG-MOVE-04.
fn opened(battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Vec<(usize, CombatantId)> {
    if verb == menu::ESCAPE.verb {
        return reactions::takers(battle, who).into_iter().map(|by| (0, by)).collect();
    }
    if !settings::moving_away_opens(battle) || reactions::takers(battle, who).is_empty() && squares.len() < 2 {
        return Vec::new();
    }
    let mut at = battle.clone();
    let (mut used, mut all) = (CombatantSet::default(), Vec::new());
    for (index, square) in squares.iter().enumerate() {
        let left = leaves_reach(&at, who, *square).except(used);
        all.extend(at.combatants().map(|fighter| fighter.id).filter(|by| left.contains(*by)).map(|by| (index, by)));
        used = used.or(left);
        at.apply(&Effect::Place(who, battle.combatant(who).placement.at(*square)));
    }
    all
}

/// Whether a combatant goes on with an interrupted act: it can move and was not knocked down meanwhile. VIG-COND-05.
/// One Winded by the price of a readied Move still makes it, VIG-REACT-03.
fn goes_on(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.fights() && !is_incapacitated(fighter) && fighter.budgets.get(FELLED) == 0
}

/// Logs the beginning of a movement.
pub fn told(who: CombatantId, squares: &[Square], gait: Gait, context: &mut StepContext<'_>) {
    context.log(|| {
        let far = Measure::SQUARES.words(squares.len() as u16);
        let to = squares.last().copied();
        let towards = to.map_or(String::new(), |to| format!(" towards {to}"));
        let (words, rule) = match gait {
            Gait::Move | Gait::Step | Gait::Opened(_) => (format!("moves{towards}, {far}"), ids::MOVE_01),
            Gait::Escape | Gait::Fleeing(false) => (format!("moves{towards} by Escape, {far}"), ids::MOVE_04),
            Gait::Leave | Gait::Fleeing(true) => ("makes for the edge of the board".to_string(), ids::MOVE_04),
        };
        Entry::Action { who, action: Action::Walk, words: words.into(), on: None, with: None, to, rule }
    });
}

/// Moves along a way, square by square if others may interfere.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], gait: Gait, context: &mut StepContext<'_>) {
    if !goes_on(battle, who) {
        if gait != Gait::Step {
            if battle.combatant(who).fights() {
                let felled = battle.combatant(who).budgets.get(FELLED) != 0;
                let at = battle.combatant(who).placement.anchor();
                context.note(who, if felled { ids::COND_05 } else { ids::COND_06 }, format_args!("is stopped in {at}"));
            }
            end_act(battle, who, context);
        }
        return;
    }
    let fighter = battle.combatant(who);
    if let Some(way) = way_anew(battle, who, squares, gait) {
        return context.step(MovementStep::Go(who, way, gait));
    }
    let planned = squares;
    let squares = passable(battle, who, planned);
    let is_cut = squares.len() < planned.len();
    let body = |anchor: Square| Footprint { anchor, side: fighter.placement.0.side };
    let barred = squares.iter().position(|square| unknown_in_way(battle, who, body(*square)).is_some());
    // A mover stopped by an unknown combatant stays in the last square before it that has room.
    let room = |square: &Square| has_room(battle, who, body(*square));
    // An unknown combatant farther on does not change the steps before.
    let goes_far = barred.is_none_or(|at| squares[..at].iter().any(room));
    if goes_far && splits_off_step(battle, who, (squares, planned), gait, context) {
        return;
    }
    let ends = gait != Gait::Step && (is_cut || !gait.leads_off());
    let far = barred.unwrap_or(squares.len());
    let far =
        if barred.is_some() || ends { squares[..far].iter().rposition(room).map_or(0, |last| last + 1) } else { far };
    let end = follow(battle, who, &squares[..far], context);
    if let Some(unknown) = barred.and_then(|at| unknown_in_way(battle, who, body(squares[at]))) {
        context.effect(Effect::Awareness(who, unknown, true));
        context.note(who, ids::MOVE_03, format_args!("finds the way blocked, and stops in {}", end.anchor));
    } else if gait.leads_off() {
        leave(battle, who, (end, is_cut), context);
    }
    if far > 0 {
        ready::announce(battle, Event::Steps(who, fighter.placement.anchor()), context);
    }
    if gait != Gait::Step {
        end_act(battle, who, context);
    }
}

/// A new way to the same end for a combatant that was pushed before the first step of an Escape, so that its way no
/// longer begins here. VIG-MOVE-04.
fn way_anew(battle: &Battle, who: CombatantId, squares: &[Square], gait: Gait) -> Option<Vec<Square>> {
    let fighter = battle.combatant(who);
    let at = fighter.placement.anchor();
    let goes_on = match (squares.first(), squares.last()) {
        (Some(first), Some(end)) => at == *end || at.direction_to(*first).is_some(),
        _ => gait != Gait::Leave || is_at_rim(&battle.scene.field, fighter.footprint()),
    };
    if goes_on {
        return None;
    }
    // The way is planned on what the mover's side knows, VIG-SETUP-06.
    let end = squares.last().copied().unwrap_or(at);
    knowledge::plan(battle, who, |known| match gait {
        Gait::Escape => course(known, who, menu::ESCAPE.verb, Course::To(end)).ok().map(|route| route.squares),
        Gait::Leave => exit(known, who),
        Gait::Move | Gait::Step | Gait::Opened(_) | Gait::Fleeing(_) => None,
    })
}

/// Leaves the board from its edge. A combatant whose way there was cut, or that was pushed away from it, stays.
/// VIG-MOVE-04.
fn leave(battle: &Battle, who: CombatantId, (at, is_cut): (Footprint, bool), context: &mut StepContext<'_>) {
    if is_cut || !is_at_rim(&battle.scene.field, at) {
        return context.note(who, ids::MOVE_04, "does not get to the edge");
    }
    context.effect(Effect::Status(who, Status::Fled));
    context.note(who, ids::MOVE_04, "has fled");
}

/// The part of a way that can still be walked: others may have moved the walker or stepped into the way. VIG-MOVE-03.
fn passable<'a>(battle: &Battle, who: CombatantId, squares: &'a [Square]) -> &'a [Square] {
    let fighter = battle.combatant(who);
    let side = battle.combatant(who).team;
    let map = battle.scene.field.map(Steps(fighter.placement.0.side));
    let mut at = fighter.placement.anchor();
    let barred = |next: &Square| {
        let from = std::mem::replace(&mut at, *next);
        let body = Footprint { anchor: *next, side: fighter.placement.0.side };
        let known = |other: &Combatant<'_>| other.team == side || battle.is_known(side, other.id);
        let in_between = battle.combatants().filter(known).any(|other| bars(battle, who, other) && in_way(other, body));
        in_between || from.direction_to(*next).is_none_or(|direction| map.step(from, direction).is_none())
    };
    let far = squares.iter().position(barred).unwrap_or(squares.len());
    &squares[..far]
}

/// Whether a way leads through fire, which burns in each square entered before the end; a way off the board ends in
/// none of its squares. VIG-OBJ-04, VIG-MOVE-04.
fn burns_on(battle: &Battle, who: CombatantId, squares: &[Square], gait: Gait) -> bool {
    let before_the_end = squares.len().saturating_sub(usize::from(!gait.leads_off()));
    objects::fire_on_way(battle, who, &squares[..before_the_end]).is_some()
}

/// Splits a way after its first step if that creates an opening, or if a readied act or fire may interrupt it; true if
/// it does. Of the ways given, the first is the part that can be walked now, the second the whole, which may be free
/// again later. VIG-REACH-05, VIG-ACT-02, VIG-OBJ-04.
fn splits_off_step(
    battle: &Battle,
    who: CombatantId,
    (squares, planned): (&[Square], &[Square]),
    gait: Gait,
    context: &mut StepContext<'_>,
) -> bool {
    let Some(next) = squares.first() else { return false };
    let used = match gait {
        Gait::Move if settings::moving_away_opens(battle) => Some(CombatantSet::default()),
        Gait::Opened(used) => Some(used),
        _ => None,
    };
    let left = used.map(|used| leaves_reach(battle, who, *next).except(used)).unwrap_or_default();
    // The step off the board is one more, VIG-MOVE-04.
    let is_last = squares.len() == 1 && !gait.leads_off();
    let asks = used.is_some() || ready::is_any(battle) || burns_on(battle, who, squares, gait);
    if left.is_empty() && (is_last || !asks) {
        return false;
    }
    if !left.is_empty() {
        context.step(ReactionStep::Open(who, left));
    }
    let (first, rest) = planned.split_at(1);
    context.step(MovementStep::Go(who, first.to_vec(), Gait::Step));
    let gait = used.map_or(gait.begun(), |used| Gait::Opened(used.or(left)));
    context.step(MovementStep::Go(who, rest.to_vec(), gait));
    // An interruption may end the way in an ally's square, or an ally may get to the square first.
    let body = battle.combatant(who).footprint();
    if !left.is_empty() || !has_room(battle, who, Footprint { anchor: *next, ..body }) {
        context.step(MovementStep::FallBack(who, body.anchor));
    }
    true
}

/// A combatant stopped in an ally's square goes back to where its step began. If that square is taken, an earlier
/// step's fall-back takes it farther; without one, it goes to the nearest square with room. VIG-MOVE-03, VIG-COND-05.
pub fn fall_back(battle: &Battle, who: CombatantId, to: Square, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let at = |anchor: Square| Footprint { anchor, ..fighter.footprint() };
    if !blocks(fighter) || has_room(battle, who, fighter.footprint()) {
        return;
    }
    let room = |square: &Square| has_room(battle, who, at(*square));
    let near =
        |far: u16| reach_chebyshev(at(to), far).find(|near| room(near) && can_stand(&battle.scene.field, at(*near)));
    let to = match Some(to).filter(room) {
        None if falls_back_farther(battle, who) => None,
        None => (1..=FARTHEST_BACK).find_map(near),
        to => to,
    };
    if let Some(to) = to {
        context.effect(Effect::Place(who, fighter.placement.at(to)));
        context.note(who, ids::MOVE_03, format_args!("falls back to {to}, out of an ally's square"));
    }
}

/// How far from the way to look for a square with room, in squares.
const FARTHEST_BACK: u16 = 8;

/// Whether an earlier step's fall-back is still pending for a combatant.
fn falls_back_farther(battle: &Battle, who: CombatantId) -> bool {
    let takes_back =
        |step: &AnyStep| matches!(step.as_ref(), Step::Movement(MovementStep::FallBack(other, _)) if *other == who);
    battle.agenda.iter().any(|pending| matches!(pending, AgendaItem::Step(step) if takes_back(step)))
}

/// The enemies whose reach a step leaves, who get an opening. VIG-REACH-05, VIG-REACH-06.
pub fn leaves_reach(battle: &Battle, who: CombatantId, next: Square) -> CombatantSet {
    let after = Footprint { anchor: next, side: battle.combatant(who).placement.0.side };
    let takers = reactions::takers(battle, who).into_iter();
    takers.filter(|enemy| !reach::reaches(battle, *enemy, after)).collect()
}

/// An enemy in the way, unknown to the mover's side when it chose the way, VIG-MOVE-03.
fn unknown_in_way(battle: &Battle, who: CombatantId, body: Footprint) -> Option<CombatantId> {
    battle.enemies(who).find(|fighter| in_way(*fighter, body)).map(|fighter| fighter.id)
}

/// Whether no other combatant blocks a square of a body.
fn has_room(battle: &Battle, who: CombatantId, body: Footprint) -> bool {
    !battle.combatants().any(|other| other.id != who && in_way(other, body))
}

/// Stands up, unless knocked down again, VIG-COND-04, VIG-COND-05.
pub fn stand(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if goes_on(battle, who) && battle.combatant(who).posture == Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Standing));
        context.note(who, ids::COND_04, "stands up");
    }
    end_act(battle, who, context);
}
