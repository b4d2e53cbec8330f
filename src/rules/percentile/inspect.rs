//! Answers for panels and computer: ways, possible attacks, target numbers with their terms, grades.

use super::{
    answer, attack, checks, cover, damage, defence, mounts, movement, reach,
    sheet::{DAMAGE, WOUNDS, arm, sheet},
    step::{Check, Luck, Prompt, Step, step},
    stunts::{self, Stunt},
};
use crate::{
    geometry::Square,
    rules::{
        AgendaItem, Assessment, Battle, Choice, CombatantId, Effect, Evidence, OutcomeState, Refusal, Route, Status,
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
            let choice = Choice {
                verb: attack::verb(of.kind),
                item: Some(item.id),
                on: Some(whom),
                squares: Vec::new(),
                parameters: Vec::new(),
            };
            found.push((choice, attack::refusal(battle, by, whom, item.id, of)));
        }
    }
    found
}

/// The numbers of an attack with all terms and the lines of sight.
pub fn assess(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Assessment> {
    let exchange = answer::exchange(battle, who, choice)?;
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
    let metres = reach::distance(battle.combatant(who).footprint(), battle.combatant(exchange.on).footprint());
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

/// The agenda of an attack made now, whoever's turn it is.
pub fn attack_agenda(battle: &Battle, who: CombatantId, choice: &Choice) -> Vec<AgendaItem> {
    answer::exchange(battle, who, choice).map_or_else(Vec::new, |exchange| vec![step(Step::Declare(exchange))])
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

/// The number that a choice would be rolled against.
pub fn explain(battle: &Battle, who: CombatantId, asked: &Prompt, choice: &Choice) -> Option<Verdict> {
    let mut verdict = Verdict::default();
    match asked {
        Prompt::Turn if super::blast::burst(battle, who, choice).is_some() => {
            let burst = super::blast::burst(battle, who, choice)?;
            if super::blast::usage(battle, &burst).emanates == super::sheet::Origin::Myself {
                return None;
            }
            super::blast::target_number(battle, &burst, &mut verdict);
        }
        Prompt::Turn if let Some(stunt) = Stunt::of(choice.verb) => {
            let runs = way(battle, who, choice.verb, &choice.squares).is_ok_and(|route| !route.base);
            stunts::number_ahead(battle, who, stunt, runs || choice.value("charge", 0) == 1, &mut verdict);
        }
        Prompt::Turn | Prompt::React(_) => return assess(battle, who, choice).map(|assessment| assessment.attack),
        Prompt::Defend(exchange, _) => {
            let mut luck = exchange.guard_luck;
            luck.ignore |= choice.value("luck", 0) != 0;
            let shifts = exchange.shifts + choice.value("resist", 0) as i8;
            let exchange = &super::step::Exchange { shifts, ..*exchange };
            defence::target_number(battle, exchange, answer::method(choice), luck, &mut verdict);
        }
        Prompt::Volley(declared) => {
            let mut all = declared.clone();
            all.push(answer::exchange(battle, who, choice)?);
            attack::target_number(battle, super::volley::together(all).last()?, &mut verdict);
        }
        Prompt::RideBy(foe) => {
            let exchange = mounts::ride_by::exchange(battle, who, *foe, choice)?;
            attack::target_number(battle, &exchange, &mut verdict);
        }
        Prompt::CatchItem(item) if choice.verb == "snatch" => {
            let check = Check::Snatch(*item);
            super::luck::target_number(battle, who, &check, Luck::default(), &mut verdict);
        }
        Prompt::HoldOn(pit) if choice.verb == "hold-on" => {
            super::luck::target_number(battle, who, &Check::HoldOn(*pit), Luck::default(), &mut verdict);
        }
        Prompt::Ignore(check) => {
            let luck = Luck { ignore: choice.verb == "ignore", ..super::luck::used(check) };
            super::luck::target_number(battle, who, check, luck, &mut verdict);
        }
        Prompt::Flip(..)
        | Prompt::FlipGuard(..)
        | Prompt::FlipCheck(..)
        | Prompt::Upgrade(..)
        | Prompt::CatchItem(_)
        | Prompt::HoldOn(_)
        | Prompt::Ease(..)
        | Prompt::EaseBlow(_)
        | Prompt::UpgradeCatch(..)
        | Prompt::Land
        | Prompt::Unseat(_)
        | Prompt::Exploit(..)
        | Prompt::Weigh(..)
        | Prompt::WeighBlast(..)
        | Prompt::WeighSpan(..)
        | Prompt::Steady(..)
        | Prompt::FlipBurst(..)
        | Prompt::UpgradeBurst(..) => return None,
    }
    Some(verdict)
}

/// The target number of a face that Luck could change, for the prompt.
pub fn attack_number(battle: &Battle, exchange: &super::step::Exchange) -> i32 {
    attack::target_number(battle, exchange, &mut checks::Quick::default())
}
