//! The mounted charge and attacks in passing. PCT-MNT-08, PCT-MNT-09, with PCT-CHA-01 and PCT-CHA-02 for riders.

use super::mount_of;
use crate::{
    geometry::Square,
    rules::{
        Battle, Candidate, Choice, CombatantId, Condition, Cost, Effect, Moment, Offer, Refusal, Target, Until,
        percentile::{
            attack,
            checks::Tally,
            conditions::{Action, CHARGE, PASSED, has_action, hurry, spend},
            ids, luck,
            movement::{self, Gait},
            offers, reach, settings,
            sheet::sheet,
            step::{Ask, Exchange, Luck, Step, ask, step},
        },
    },
};

/// Half metres a charge must cover for its momentum, PCT-CHA-02.
const MOMENTUM: i16 = 6;

/// Level of the condition of one who has been struck in passing.
const STRUCK: i16 = 1;

/// The charge of a rider: up to the full rate of the mount, hurried at once.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    mount_of(battle, who)?;
    let refusal = movement::refusal(battle, who, Gait::Walk);
    let ways = if refusal.is_none() { movement::reachable(battle, who, Gait::Walk) } else { Vec::new() };
    let nowhere = (refusal.is_none() && ways.is_empty()).then(|| Refusal::new(ids::GRID_05, "No free square"));
    let rules = &[ids::MNT_08, ids::MNT_09, ids::CHA_01, ids::CHA_02];
    let offer = Offer::new("charge", "Charge", rules, Cost::Small).about("Hurried; from 3 m on twice DB more");
    Some(offer.at(Target::Way(ways)).refused(refusal).refused(nowhere))
}

/// Charges along a way.
///
/// # Errors
/// Why the way cannot be gone.
pub fn charge(battle: &Battle, who: CombatantId, squares: &[Square], moment: &mut Moment<'_>) -> Result<(), Refusal> {
    let mount = mount_of(battle, who).ok_or_else(|| Refusal::new(ids::MNT_08, "Needs a mount"))?;
    let route = movement::way(battle, who, Gait::Walk, squares)?;
    moment.effect(Effect::Afflict(who, Condition::new(CHARGE, Until::TurnEnd)));
    if route.base {
        hurry(battle, who, moment);
        hurry(battle, mount, moment);
    }
    movement::start(battle, who, Gait::Walk, squares, moment)
}

/// Counts a step of a charge: its real length, whatever it costs, PCT-MOVE-07.
pub fn pass(battle: &Battle, who: CombatantId, to: Square, last: bool, moment: &mut Moment<'_>) {
    let Some(charge) = battle.one(who).conditions.find(CHARGE) else { return };
    let from = battle.one(who).placement.anchor();
    let diagonal = from.direction_to(to).is_some_and(crate::geometry::Direction::is_diagonal);
    let level = charge.level + if diagonal { 3 } else { 2 };
    moment.effect(Effect::Relieve(who, *charge, Some(Condition { level, ..*charge })));
    moment.then(step(Step::Passing(who, last)));
}

/// The weapons in hand with which a rider may strike somebody he passes.
pub fn weapons(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Exchange> {
    let fits = |ready: &reach::Ready<'_>| {
        ready.of.is_melee()
            && battle.thing(ready.item).at.holder() == Some(who)
            && attack::refusal(battle, who, foe, ready.item, ready.of).is_none()
    };
    let aware = battle.one(foe).aware.of(who);
    let exchange =
        |ready: reach::Ready<'_>| Exchange { ride_by: true, aware, ..Exchange::new(who, foe, ready.item, ready.usage) };
    reach::ready(battle, who).filter(fits).map(exchange).collect()
}

/// Asks about the next enemy within reach; at the end of the way only if attacks in passing have begun, for there the
/// ordinary attack is better.
pub fn passing(battle: &Battle, who: CombatantId, last: bool, moment: &mut Moment<'_>) {
    let one = battle.one(who);
    if !one.fights() || mount_of(battle, who).is_none() || !one.conditions.has(CHARGE) {
        return;
    }
    let passed = || one.conditions.0.iter().filter(|known| known.kind == PASSED);
    let struck = passed().filter(|known| known.level == STRUCK).count() as i32;
    let most = settings::ride_by_max(battle);
    let may = if struck > 0 { most == 0 || struck < most } else { !last && has_action(battle, who, Action::Standard) };
    if !may {
        return;
    }
    let new = |foe: CombatantId| passed().all(|known| known.whom != Some(foe));
    let mut foes = battle.enemies(who).filter(|foe| foe.fights() && new(foe.id));
    if let Some(foe) = foes.find(|foe| !weapons(battle, who, foe.id).is_empty()) {
        moment.then(ask(who, Ask::RideBy(foe.id)));
        moment.then(step(Step::Passing(who, last)));
    }
}

/// With what to strike, or not at all.
pub fn offers(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Offer> {
    let mut found: Vec<Offer> = Vec::new();
    for exchange in weapons(battle, who, foe) {
        if found.iter().any(|offer| offer.item == Some(exchange.item)) {
            continue;
        }
        let title = format!("Strike with {}", battle.thing(exchange.item).name);
        let target = Target::Combatant(vec![Candidate { who: foe, refusal: None }]);
        let mut offer = Offer::new("strike", title, &[ids::MNT_09, ids::MNT_08], Cost::Large).with(exchange.item);
        if let Some(ignore) = offers::ignore_parameter(battle, who, Luck::default()) {
            offer = offer.parameter(ignore);
        }
        found.push(offer.about("In passing").at(target));
    }
    found.push(Offer::new("decline", "Ride past", &[ids::MNT_09], Cost::Free));
    found
}

/// Strikes in passing or rides past; the Standard action is spent once, PCT-MNT-09.
pub fn choose(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice, moment: &mut Moment<'_>) {
    let exchange = exchange(battle, who, foe, choice);
    let level = if exchange.is_some() { STRUCK } else { 0 };
    let passed = Condition { level, whom: Some(foe), ..Condition::new(PASSED, Until::TurnEnd) };
    moment.effect(Effect::Afflict(who, passed));
    let Some(mut exchange) = exchange else { return };
    let begun = battle.one(who).conditions.0.iter().any(|known| known.kind == PASSED && known.level == STRUCK);
    if !begun {
        spend(battle, who, Action::Standard, moment);
    }
    if exchange.luck.ignore {
        luck::spend_ignore(battle, who, &mut exchange.luck, moment);
    }
    moment.then(step(Step::Declare(exchange)));
}

/// The attack that a choice in passing means.
pub fn exchange(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice) -> Option<Exchange> {
    if choice.verb != "strike" {
        return None;
    }
    let luck = Luck { ignore: choice.value("luck", 0) == 1, ..Luck::default() };
    let found = weapons(battle, who, foe).into_iter().find(|exchange| Some(exchange.item) == choice.item)?;
    Some(Exchange { luck, ..found })
}

/// -10 for several attacks and -10 for several targets, even if it is the only one, PCT-MNT-09.
pub fn add_ride_by(exchange: &Exchange, tally: &mut impl Tally) {
    if exchange.ride_by {
        tally.add(ids::MULTI_01, -10, || "In passing: multiple attacks".into());
        tally.add(ids::MULTI_02, -10, || "In passing: different targets".into());
    }
}

/// Whether a rider's charge has momentum by now, PCT-CHA-02.
fn has_momentum(battle: &Battle, who: CombatantId) -> bool {
    mount_of(battle, who).is_some()
        && battle.one(who).conditions.find(CHARGE).is_some_and(|charge| charge.level >= MOMENTUM)
}

/// DB of an attack: of a mounted charger with the mount's STR, if that is better, PCT-MNT-08.
pub fn damage_bonus(battle: &Battle, exchange: &Exchange) -> i32 {
    let numbers = sheet(battle.one(exchange.by));
    let own = numbers.damage_bonus();
    match mount_of(battle, exchange.by).filter(|_| has_momentum(battle, exchange.by)) {
        Some(mount) => own.max((numbers.som + sheet(battle.one(mount)).strength) / 10),
        None => own,
    }
}

/// What a mounted charge adds to the DV of a melee attack: +DB as any charge, and a further +DB, PCT-MNT-08.
pub fn add_charge(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    if attack::usage(battle, exchange).is_melee() && has_momentum(battle, exchange.by) {
        let bonus = damage_bonus(battle, exchange);
        tally.add(ids::CHA_02, bonus, || "Charge".into());
        tally.add(ids::MNT_08, bonus, || "Mounted charge".into());
    }
}
