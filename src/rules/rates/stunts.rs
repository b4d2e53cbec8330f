//! Shoves and pits. RAT-ACT.

use super::{
    arms::Stat,
    catalogue as ids,
    conditions::{IN_PIT, body, is_defenceless, is_mounted, is_target, lasting, rider_of, stat},
    health, menu,
    movement::{self, has_room, left},
    reach, settings,
    sheet::{WALKED, sheet},
    step::SpecialStep,
};
use crate::{
    dice::{Face, Throw},
    geometry::{Direction, Footprint, Square, reach_chebyshev},
    rules::{Footing, HarmDice, ground::can_step_past, nearest_first, objects, prelude::*},
};

/// Shoves, climbing out of a pit, stepping into one.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let is_in_pit = battle.combatant(who).conditions.has(IN_PIT);
    let mut all = Vec::new();
    if is_in_pit {
        let squares = around(battle, who, |to| has_room(battle, who, to));
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::ACT_02, "No free square"));
        // There is no other movement in that turn, neither before nor after.
        let has_moved = battle.combatant(who).budgets.get(WALKED) > 0;
        let moved = has_moved.then(|| Refusal::new(ids::ACT_02, "Has moved already"));
        let offer = Offer::new(&menu::CLIMB_OUT, &[ids::ACT_02], menu::AN_ACTION);
        all.push(offer.at(Target::Square(squares.into())).refused(moved).refused(nowhere));
    }
    // A pit bars movement only, RAT-ACT-02: those in it may shove somebody at its edge.
    if !settings::no_stunts(battle) {
        let near = battle.enemies(who).filter(|foe| is_target(*foe));
        let near = near.filter(|foe| reach::is_adjacent(battle, body(battle, who), body(battle, foe.id)));
        let foes = nearest_first(battle, who, near, |_| false, |on| no_shove(battle, who, on));
        if !foes.is_empty() {
            all.push(Offer::new(&menu::SHOVE, &[ids::ACT_01], menu::AN_ACTION).at_whom(foes));
        }
    }
    if is_in_pit {
        return all;
    }
    // The whole cost of the step must be left, RAT-MOVE-02.
    let from = battle.combatant(who).placement.anchor();
    let goes = |to: Square| movement::step_cost(battle, who, from, to) <= left(battle, who);
    let pits = around(battle, who, |to| to.side == 1 && is_pit(battle, to.anchor) && goes(to.anchor));
    if !pits.is_empty() && !is_mounted(battle, who) {
        all.push(Offer::new(&menu::STEP_IN, &[ids::ACT_02], Cost::FREE).at(Target::Square(pits.into())));
    }
    all
}

/// Why somebody cannot shove another, RAT-ACT-01.
fn no_shove(battle: &Battle, who: CombatantId, on: CombatantId) -> Option<Refusal> {
    let side = |who: CombatantId| sheet(battle.combatant(who)).footprint;
    let refusal = |words: &'static str| Some(Refusal::new(ids::ACT_01, words));
    match () {
        () if is_mounted(battle, who) || is_mounted(battle, on) => refusal("Only on foot"),
        () if rider_of(battle, on).is_some() => refusal("Has a rider"),
        // A target in a pit does not move, RAT-ACT-02.
        () if battle.combatant(on).conditions.has(IN_PIT) => refusal("In a pit"),
        () if side(on) > side(who) => refusal("Too large to shove"),
        () => None,
    }
}

/// The squares beside somebody that a step leads to and that are `wanted`.
fn around(battle: &Battle, who: CombatantId, wanted: impl Fn(Footprint) -> bool) -> Vec<Square> {
    let from = battle.combatant(who).footprint();
    let near = reach_chebyshev(from, 1).filter(|square| wanted(Footprint { anchor: *square, ..from }));
    near.filter(|square| movement::is_step_away(battle, from, Footprint::one(*square))).collect()
}

/// Whether a square is a pit that nobody lies in.
fn is_pit(battle: &Battle, square: Square) -> bool {
    let cell = battle.scene.field.cell(square);
    let lies_there = |who: CombatantId| is_target(battle.combatant(who));
    cell.is_some_and(|cell| cell.footing == Footing::Pit) && !battle.bodies_at(square).any(lies_there)
}

/// Begins one of these choices; false if the choice is another.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    match (choice.verb, choice.on, choice.squares.first()) {
        ("shove", Some(on), _) => {
            menu::pay(who, context);
            let words = "shoves".into();
            context.log(|| Entry::Action {
                who,
                action: Action::Act,
                words,
                on: Some(on),
                with: None,
                to: None,
                rule: ids::ACT_01,
            });
            context.step(SpecialStep::Shove(who, on));
        }
        ("climb", _, Some(to)) => {
            menu::pay(who, context);
            context.effect(Effect::Clear(who, IN_PIT));
            movement::step(battle, who, *to, context);
            context.note(who, ids::ACT_02, "climbs out of the pit");
        }
        ("pit", _, Some(to)) => {
            movement::step(battle, who, *to, context);
            context.step(SpecialStep::Fall(who));
        }
        _ => return false,
    }
    true
}

/// Rolls Strength: the faces, none without dice, and their sum.
fn strength(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) -> (Vec<Face>, i16) {
    let count = stat(battle, battle.combatant(who), Stat::Strength);
    if count <= 0 {
        return (Vec::new(), 0);
    }
    let thrown = context.throw_apart(Throw::Sum { count: count.min(80) as u8, sides: 4 });
    (thrown.faces, i16::try_from(thrown.reading.sum).unwrap_or(i16::MAX))
}

/// Rolls Strength for a shove; a defenceless target rolls nothing against it. RAT-ACT-01.
pub fn shove(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let (faces, force) = strength(battle, by, context);
    let roll = || Roll::of(by, "Shove", ids::ACT_01, &faces, force.into());
    if is_defenceless(battle.combatant(on)) {
        context.log(|| Entry::Roll(roll().against(Verdict::base(ids::ACT_01, "No Strength against it", 0), force > 0)));
        return pushed(battle, by, on, force > 0, context);
    }
    context.log(|| Entry::Roll(roll()));
    context.step(SpecialStep::Withstand(by, on, force));
}

/// The target's Strength against it, RAT-ACT-01.
pub fn withstand(battle: &Battle, by: CombatantId, on: CombatantId, force: i16, context: &mut StepContext<'_>) {
    let (faces, held) = strength(battle, on, context);
    context.log(|| {
        let number = Verdict::base(ids::ACT_01, "The shove", force.into());
        Entry::Roll(Roll::of(on, "Withstand", ids::ACT_01, &faces, held.into()).against(number, held >= force))
    });
    pushed(battle, by, on, force > held, context);
}

/// Pushes the target one square directly away, if that is free. RAT-ACT-01.
fn pushed(battle: &Battle, by: CombatantId, on: CombatantId, is_moved: bool, context: &mut StepContext<'_>) {
    if !is_moved {
        return context.note(on, ids::ACT_01, "stands firm");
    }
    let from = battle.combatant(on).footprint();
    let Some(direction) = away(battle.combatant(by).footprint(), from) else { return };
    let to = Footprint { anchor: from.anchor.step(direction), ..from };
    let falls = from.side == 1 && is_pit(battle, to.anchor) && movement::is_step_away(battle, from, to);
    let is_free = can_step_past(&battle.scene.field, from, direction, 1) && has_room(battle, on, to);
    if !falls && !is_free {
        return context.note(on, ids::ACT_01, "is shoved, but there is no room behind");
    }
    context.effect(Effect::Place(on, battle.combatant(on).placement.at(to.anchor)));
    context.note(on, ids::ACT_01, format_args!("is shoved to {}", to.anchor));
    if falls {
        context.step(SpecialStep::Fall(on));
    }
}

/// The direction straight away. If either body is large, it goes along the axis of the larger difference, and along the
/// row if both are equal. RAT-ACT-01.
fn away(from: Footprint, to: Footprint) -> Option<Direction> {
    let middle = |body: Footprint| {
        let side = i32::from(body.side);
        (2 * i32::from(body.anchor.x) + side, 2 * i32::from(body.anchor.y) + side)
    };
    let ((ax, ay), (bx, by)) = (middle(from), middle(to));
    let (x, y) = (bx - ax, by - ay);
    let is_large = from.side > 1 || to.side > 1;
    let wanted = match is_large {
        true if x.abs() >= y.abs() => (x.signum(), 0),
        true => (0, y.signum()),
        false => (x.signum(), y.signum()),
    };
    Direction::ALL.into_iter().find(|direction| {
        let (dx, dy) = direction.delta();
        (i32::from(dx), i32::from(dy)) == wanted
    })
}

/// The damage of a pit: 2d10, if it has no number of its own. RAT-ACT-02.
pub fn harm(battle: &Battle, at: Square) -> HarmDice {
    battle.scene.field.pit_harm(at).unwrap_or(HarmDice::PIT)
}

/// Falls into a pit and lies in it: 2d10 damage or what the pit says, past any armour. RAT-ACT-02.
pub fn fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let at = battle.combatant(who).placement.anchor();
    let harm = harm(battle, at);
    let lost = objects::roll_harm(harm, (who, "Fall", ids::ACT_02), context);
    context.effect(Effect::AddCondition(who, lasting(IN_PIT)));
    context.note(who, ids::ACT_02, format_args!("falls into the pit and loses {lost} Health"));
    health::lose(battle, who, lost as i16, context);
}
