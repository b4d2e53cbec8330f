//! Charges of riders: attacks in passing, and the strength of the mount. PCT-MNT-08, PCT-MNT-09.

use super::mount_of;
use crate::rules::{
    Battle, Candidate, Choice, CombatantId, Condition, Cost, Effect, InPassing, Offer, Route, StepContext, Target,
    Until,
    percentile::{
        attack, catalogue as ids, charge,
        checks::Tally,
        conditions::{ActionType, CHARGE, PASSED, has_action, spend},
        luck, menu, movement, offers, question, reach, settings,
        sheet::sheet,
        step::{AttackStep, Exchange, Luck, MovementStep, Prompt, prompt, step},
        strikes,
    },
};

/// Level of the condition of one who has been struck in passing.
const STRUCK: i16 = 1;

/// The weapons in hand that a rider may use on somebody in passing.
pub fn weapons(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Exchange> {
    let fits = |ready: &reach::Ready<'_>| {
        ready.of.is_melee()
            && battle.item(ready.item).at.holder() == Some(who)
            && attack::refusal(battle, who, foe, ready.item, ready.of).is_none()
    };
    let aware = battle.combatant(foe).aware.of(who);
    let exchange =
        |ready: reach::Ready<'_>| Exchange { ride_by: true, aware, ..Exchange::new(who, foe, ready.item, ready.usage) };
    reach::ready(battle, who).filter(fits).map(exchange).collect()
}

/// Asks about the next enemy within reach; at the end of the way only if attacks in passing have begun, for there the
/// ordinary attack is better.
pub fn passing(battle: &Battle, who: CombatantId, last: bool, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    if !one.fights() || mount_of(battle, who).is_none() || !one.conditions.has(CHARGE) {
        return;
    }
    let passed = || one.conditions.0.iter().filter(|known| known.kind == PASSED);
    let struck = passed().filter(|known| known.level == STRUCK).count() as i32;
    let most = settings::ride_by_max(battle);
    let may =
        if struck > 0 { most == 0 || struck < most } else { !last && has_action(battle, who, ActionType::Standard) };
    if !may {
        return;
    }
    let new = |foe: CombatantId| passed().all(|known| known.whom != Some(foe));
    let mut foes = battle.enemies(who).filter(|foe| foe.fights() && new(foe.id));
    if let Some(foe) = foes.find(|foe| !weapons(battle, who, foe.id).is_empty()) {
        context.then(prompt(who, Prompt::RideBy(foe.id)));
        context.then(step(MovementStep::Passing(who, last)));
    }
}

/// The attacks that a rider could make along a charge, the first at each enemy; at the end of the way the ordinary attack
/// is better.
pub fn passages(battle: &Battle, who: CombatantId, route: &Route) -> Vec<InPassing> {
    let mut found: Vec<InPassing> = Vec::new();
    if mount_of(battle, who).is_none() || !has_action(battle, who, ActionType::Standard) {
        return found;
    }
    for step in 0..route.squares.len().saturating_sub(1) {
        let so_far = Route { squares: route.squares[..=step].to_vec(), ..route.clone() };
        let then = movement::walked(battle, who, charge::VERB, &so_far);
        for foe in battle.enemies(who).filter(|foe| foe.fights()) {
            if !weapons(&then, who, foe.id).is_empty() && found.iter().all(|one| one.on != foe.id) {
                let decision = question(who, Prompt::RideBy(foe.id));
                found.push(InPassing { step, on: foe.id, battle: then.clone(), decision, rule: ids::MNT_09 });
            }
        }
    }
    let most = settings::ride_by_max(battle);
    found.truncate(if most == 0 { usize::MAX } else { most as usize });
    found
}

/// The offers of strikes in passing, and of riding past.
pub fn offers(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Offer> {
    let mut found: Vec<Offer> = Vec::new();
    for exchange in weapons(battle, who, foe) {
        if found.iter().any(|offer| offer.item == Some(exchange.item)) {
            continue;
        }
        let target = Target::Combatant(vec![Candidate { who: foe, refusal: None }]);
        let necks = strikes::bares_the_neck(battle, who, foe);
        let mut offer = Offer::new(&menu::STRIKE_IN_PASSING, &[ids::MNT_09, ids::MNT_08], menu::LARGE)
            .with(exchange.item)
            .parameter(strikes::parameter(battle, attack::usage(battle, &exchange), necks));
        if let Some(ignore) = offers::ignore_parameter(battle, who, Luck::default()) {
            offer = offer.parameter(ignore);
        }
        found.push(offer.at(target));
    }
    found.push(Offer::new(&menu::RIDE_PAST, &[ids::MNT_09], Cost::FREE));
    found
}

/// Strikes in passing or rides past; the Standard action is spent once, PCT-MNT-09.
pub fn choose(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let exchange = exchange(battle, who, foe, choice);
    let level = if exchange.is_some() { STRUCK } else { 0 };
    let passed = Condition { level, whom: Some(foe), ..Condition::new(PASSED, Until::TurnEnd) };
    context.effect(Effect::AddCondition(who, passed));
    let Some(mut exchange) = exchange else { return };
    let begun = battle.combatant(who).conditions.0.iter().any(|known| known.kind == PASSED && known.level == STRUCK);
    if !begun {
        spend(battle, who, ActionType::Standard, context);
    }
    if exchange.luck.ignore {
        luck::spend_ignore(battle, who, &mut exchange.luck, context);
    }
    context.then(step(AttackStep::Declare(exchange)));
}

/// The attack that a choice in passing means.
pub fn exchange(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice) -> Option<Exchange> {
    if choice.verb != "strike" {
        return None;
    }
    let luck = Luck { ignore: choice.value("luck", 0) == 1, ..Luck::default() };
    let found = weapons(battle, who, foe).into_iter().find(|exchange| Some(exchange.item) == choice.item)?;
    let manner = strikes::manner(choice.value(strikes::KEY, 0));
    Some(Exchange { luck, manner, ..found })
}

/// -10 for several attacks and -10 for several targets, even if it is the only one, PCT-MNT-09.
pub fn add_ride_by(exchange: &Exchange, tally: &mut impl Tally) {
    if exchange.ride_by {
        tally.add(ids::MULTI_01, -10, || "In passing: multiple attacks".into());
        tally.add(ids::MULTI_02, -10, || "In passing: different targets".into());
    }
}

/// DB of a charger once it has momentum: with the mount's STR, if that is better, PCT-MNT-08.
pub fn charging_bonus(battle: &Battle, who: CombatantId) -> i32 {
    let numbers = sheet(battle.combatant(who));
    let with = mount_of(battle, who).map(|mount| (numbers.som + sheet(battle.combatant(mount)).strength) / 10);
    numbers.damage_bonus().max(with.unwrap_or(0))
}

/// DB of an attack; only what strikes in melee strikes with the mount's strength, PCT-MNT-08, PCT-CHA-02.
pub fn damage_bonus(battle: &Battle, exchange: &Exchange) -> i32 {
    if charge::has_momentum(battle, exchange.by) && attack::usage(battle, exchange).is_melee() {
        charging_bonus(battle, exchange.by)
    } else {
        sheet(battle.combatant(exchange.by)).damage_bonus()
    }
}
