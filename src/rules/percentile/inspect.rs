//! Answers for panels and computer: ways, possible attacks, target numbers with their terms, grades.

use super::{
    attack, blast, checks, cover, damage, defence, luck, mounts, movement, reach,
    sheet::{DAMAGE, Origin, WOUNDS, arm, sheet},
    step::{Check, Exchange, Luck, Step},
    stunts::{self, Stunt},
};
use crate::{
    geometry::Square,
    rules::{
        Assessment, Attack, Battle, Choice, CombatantId, Effect, Evidence, OutcomeState, Refusal, Route, Status,
        Verdict,
    },
};

/// The way to a square by the easiest gait that leads there; by a stunt, if the verb names one.
pub fn route(battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<Route> {
    match Stunt::of(verb) {
        Some(stunt) => stunts::route(battle, who, stunt, to),
        None => mounts::gaits(battle, who).find_map(|gait| movement::route(battle, who, gait, to)),
    }
}

/// The cost of a way drawn by hand, by the easiest gait that can walk it.
///
/// # Errors
/// The rule that forbids it to the stunt or the ordinary gait.
pub fn way(battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Result<Route, Refusal> {
    if let Some(stunt) = Stunt::of(verb) {
        return stunts::leap(battle, who, stunt, squares).map(|leap| leap.route);
    }
    let mut gaits = mounts::gaits(battle, who).map(|gait| movement::way(battle, who, gait, squares));
    let first = gaits.next().unwrap_or_else(|| Err(Refusal::new(super::ids::MOVE_01, "No way of moving")));
    if first.is_ok() { first } else { gaits.find(Result::is_ok).unwrap_or(first) }
}

/// All attacks with everything carried, whatever actions are left.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let mut found = Vec::new();
    for item in mounts::own_items(battle, who) {
        let by = mounts::striker(battle, who, item);
        for of in arm(battle, item.id).uses.iter().filter(|of| !of.is_area()) {
            let choice = Choice::new(attack::verb(of.kind)).with(item.id).on(whom);
            found.push((choice, attack::refusal(battle, by, whom, item.id, of)));
        }
    }
    found
}

/// The exchange whose attack roll a step leads to.
fn exchange(step: &Step) -> Option<&Exchange> {
    match step {
        Step::Declare(exchange)
        | Step::Notice(exchange)
        | Step::Roll(exchange)
        // The same attack follows these checks, or none.
        | Step::Try(_, Check::Notice(exchange) | Check::RideStrike(exchange), _) => Some(exchange),
        _ => None,
    }
}

/// The attack that a step makes.
pub fn attack_of(step: &Step) -> Option<Attack> {
    exchange(step).map(|exchange| Attack { by: exchange.by, on: exchange.on, item: Some(exchange.item) })
}

/// The numbers of the attack of a step with all terms and the lines of sight.
pub fn assess(battle: &Battle, step: &Step) -> Option<Assessment> {
    let exchange = match step {
        Step::Declare(exchange) => attack::with_luck_left(battle, exchange),
        _ => *exchange(step)?,
    };
    let of = attack::usage(battle, &exchange);
    let sight = cover::sight(battle, exchange.by, exchange.on);
    let mut attack_number = Verdict::default();
    attack::target_number(battle, &exchange, &mut attack_number);
    for term in attack_number.terms.iter_mut().filter(|term| term.rule == super::ids::COV_01) {
        term.evidence = Some(Evidence::Lines(sight.lines.clone()));
    }
    let defends = exchange.aware && defence::can_defend(battle, &exchange);
    let defence = defends.then(|| {
        let method = defence::best(battle, &exchange);
        let mut number = Verdict::default();
        defence::target_number(battle, &exchange, method, Luck::default(), &mut number);
        (defence::spoken(battle, exchange.on, method), number)
    });
    let metres = reach::distance(battle.combatant(exchange.by).footprint(), battle.combatant(exchange.on).footprint());
    let name = crate::rules::capital(battle.item(exchange.item).name);
    let title = match attack::band(of.range, metres) {
        Some((band, _)) if !of.is_melee() => format!("{name}, {band}"),
        _ => format!("{name}, {metres} m"),
    };
    let roll = ("Roll equal or under", super::ids::CHK_02);
    let then = defence.as_ref().map_or_else(String::new, |(name, number)| format!(", then {name} {}", number.value));
    let about = format!("Needs {} or less{then}", attack_number.value);
    let besides = if exchange.manner.is_manoeuvre() { Vec::new() } else { vec![damage::expected(battle, &exchange)] };
    Some(Assessment { title, about, attack: attack_number, roll, defence, besides, sight })
}

/// 0 no wound, 1 one wound, 2 more, 3 out.
pub fn grade(battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
    let before = battle.combatant(whom);
    let mut wounds = 0;
    for effect in &ending.effects {
        match effect {
            Effect::Status(who, status) if *who == whom && *status != Status::Fighting => return 3,
            Effect::Vital(who, WOUNDS, now) if *who == whom => wounds = *now - before.vitals.get(WOUNDS),
            _ => {}
        }
    }
    wounds.clamp(0, 2) as u8
}

/// How much damage is left until disabled.
pub fn health(battle: &Battle, who: CombatantId) -> (i32, i32) {
    let one = battle.combatant(who);
    let dur = sheet(one).dur;
    ((dur - i32::from(one.vitals.get(DAMAGE))).max(0), dur)
}

/// Who rolls the die of a step, and its target number.
pub fn number(battle: &Battle, step: &Step) -> Option<(CombatantId, Verdict)> {
    let mut number = Verdict::default();
    let who = match step {
        Step::Roll(exchange) => {
            attack::target_number(battle, exchange, &mut number);
            exchange.by
        }
        Step::Guard(exchange, _, method, _) => {
            defence::target_number(battle, exchange, *method, exchange.guard_luck, &mut number);
            exchange.on
        }
        Step::Try(who, check, luck) => {
            luck::target_number(battle, *who, check, *luck, &mut number);
            *who
        }
        Step::Launch(burst) if blast::usage(battle, burst).emanates != Origin::Myself => {
            blast::target_number(battle, burst, &mut number);
            burst.by
        }
        _ => return None,
    };
    Some((who, number))
}

/// The target number of a face that Luck could change, for the prompt.
pub fn attack_number(battle: &Battle, exchange: &Exchange) -> i32 {
    attack::target_number(battle, exchange, &mut checks::Quick::default())
}
