//! What choices lead to, and the answers taken where nobody is asked.

use super::{
    attack, catching,
    conditions::{HOLDING, NO_STAKE, ORDERS, lasting, pay},
    damage, defence, gear, ground, ids, life,
    magic::{cast, counter},
    mounts, series,
    sheet::FOLLOWED,
    step::{Ask, Blow, Guard, Stake, Step, step},
    wrestling,
};
use crate::rules::{Battle, Choice, CombatantId, Condition, Effect, Moment, Outcome, Pending, Refusal};

/// What a choice leads to.
///
/// # Errors
/// The rule that forbids it after all.
pub fn answer(battle: &Battle, who: CombatantId, asked: &Ask, choice: &Choice) -> Result<Outcome, Refusal> {
    let mut moment = Moment::without_chance(true);
    let moment_ref = &mut moment;
    let luck = choice.value("luck", 0) as u8;
    match asked {
        Ask::Turn => act(battle, who, choice, moment_ref)?,
        Ask::Order(stakes) => {
            let mut stakes = stakes.clone();
            stakes.push(if choice.verb == "roll" { luck } else { 0 });
            if choice.verb == "never" {
                moment.effect(Effect::Afflict(who, lasting(NO_STAKE)));
            }
            super::pool::stake(battle, who, stakes.last().copied().unwrap_or(0), &mut moment);
            moment.then(step(Step::Stakes(stakes)));
        }
        Ask::Evade(blow) => moment.then(match choice.verb {
            "evade" => step(Step::Evade(*blow, stake(battle, blow, Guard::Evasion, choice))),
            "catch" => step(Step::Catch(*blow, stake(battle, blow, Guard::Catch, choice))),
            "counter" => step(Step::Counter(*blow, counter::chosen(battle, blow, choice), counter::stake(choice))),
            _ => defence::second(battle, *blow, &Moment::without_chance(true)),
        }),
        Ask::Block(blow) => moment.then(match choice.verb {
            "block" => step(Step::Block(*blow, stake(battle, blow, Guard::Block, choice))),
            "shield" => ward(battle, blow, choice),
            _ => step(Step::Open(*blow)),
        }),
        Ask::Seize(blow) => {
            let seize = |guard| step(Step::Seize(*blow, guard, stake(battle, blow, guard, choice)));
            match choice.verb {
                "evade" => moment.then(seize(Guard::Evasion)),
                "block" => moment.then(seize(Guard::Block)),
                "catch" => moment.then(seize(Guard::Catch)),
                "shield" => moment.then(ward(battle, blow, choice)),
                "counter" => moment.then(step(Step::Seize(*blow, Guard::Counter, counter::stake(choice)))),
                _ => damage::let_pass(battle, blow, moment_ref),
            }
        }
        Ask::Return(blow) if choice.verb == "return" => attack::come_back(blow, moment_ref),
        Ask::Return(blow) if choice.verb == "catch" => catching::take(battle, blow, moment_ref),
        Ask::Return(blow) => damage::let_pass(battle, blow, moment_ref),
        Ask::Series(series) => series::choose(battle, series, choice, moment_ref),
        Ask::Follow(item, _) => {
            let blow = choice.on.map(|on| wrestling::extra(battle, who, on, *item, luck));
            if let Some(blow) = blow.filter(|_| choice.verb == "strike") {
                moment.effect(Effect::Budget(who, FOLLOWED, 1));
                attack::declare(battle, &blow, 0, &mut moment);
            }
        }
        Ask::Damage(blow) => moment.then(step(Step::Damage(*blow, luck))),
        Ask::Mitigate(blow, damage) => moment.then(step(Step::Mitigate(*blow, *damage, luck))),
    }
    Ok(moment.into_outcome())
}

/// A shield of energy is raised, and what else is chosen goes into the block.
fn ward(battle: &Battle, blow: &Blow, choice: &Choice) -> Pending {
    let block = Stake { ap: choice.value("ap", 0) as u8, luck: choice.value("luck", 0) as u8 };
    step(Step::Ward(*blow, counter::shield(battle, blow, choice), block))
}

/// What a choice puts into a defence.
pub fn stake(battle: &Battle, blow: &Blow, guard: Guard, choice: &Choice) -> Stake {
    let least = i32::from(guard == Guard::Catch || defence::dice(battle, blow, guard) == 0);
    Stake { ap: choice.value("ap", least) as u8, luck: choice.value("luck", 0) as u8 }
}

fn act(battle: &Battle, who: CombatantId, choice: &Choice, moment: &mut Moment<'_>) -> Result<(), Refusal> {
    match choice.verb {
        "walk" | "move" => {
            ground::way(battle, who, choice.verb, &choice.squares)?;
            ground::choose(battle, who, choice.verb, &choice.squares, moment);
            moment.then(step(Step::Walk(who, choice.squares.clone())));
        }
        "wrest" => {
            ground::end_action(battle, who, moment);
            pay(battle, who, 1, moment);
            moment.then(step(Step::Wrest(who)));
        }
        "release" => {
            life::release(battle, who, HOLDING, moment);
            moment.note(who, ids::COMP_06, "lets go");
        }
        "mount" | "dismount" => mounts::choose(battle, who, choice, moment),
        "orders" => give_orders(battle, who, choice, moment),
        "stakes" => moment.effect(Effect::Clear(who, NO_STAKE)),
        "end" => return Ok(()),
        _ if gear::choose(battle, who, choice, moment) => {}
        _ if cast::choose(battle, who, choice, moment) => {}
        _ => {
            let blow = attack::blow(battle, who, choice).ok_or_else(|| Refusal::new(ids::ATK_01, "No such attack"))?;
            attack::interrupt(battle, who, blow.manner, moment);
            attack::declare(battle, &blow, attack::cost(choice), moment);
            if let Some(series) = series::after(battle, &blow, choice) {
                moment.then(step(Step::Series(series)));
            }
        }
    }
    moment.then(step(Step::Act(who)));
    Ok(())
}

/// Standing orders for defence are given or taken back.
fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, moment: &mut Moment<'_>) {
    if battle.one(who).conditions.has(ORDERS) {
        moment.effect(Effect::Clear(who, ORDERS));
    }
    let ap = choice.value("evade", -1);
    if ap >= 0 {
        let keep = choice.value("keep", 0) as u64;
        let orders = Condition { level: ap as i16, detail: keep, ..lasting(ORDERS) };
        moment.effect(Effect::Afflict(who, orders));
        moment.note(who, ids::ATK_04, "gives standing orders for defence");
    }
}

/// The answers taken where nobody is asked: nothing spent that one is not ordered to spend.
pub fn habit(battle: &Battle, asked: &Ask) -> Choice {
    let bare = |verb| Choice { verb, item: None, on: None, squares: Vec::new(), parameters: Vec::new() };
    let guard = |blow, guard: Guard, verb| match defence::usual(battle, blow, guard) {
        None => bare("none"),
        Some(stake) if i32::from(stake.ap) == i32::from(defence::dice(battle, blow, guard) == 0) => bare(verb),
        Some(stake) => bare(verb).set("ap", stake.ap.into()),
    };
    match asked {
        Ask::Turn => bare("end"),
        Ask::Order(_) | Ask::Damage(_) | Ask::Mitigate(..) => bare("roll"),
        Ask::Evade(blow) => guard(blow, Guard::Evasion, "evade"),
        Ask::Block(blow) => guard(blow, Guard::Block, "block"),
        Ask::Seize(blow) => match defence::usual_seize(battle, blow) {
            Some((Guard::Evasion, _)) => bare("evade"),
            Some((Guard::Block, _)) => bare("block"),
            Some((Guard::Catch | Guard::Counter, _)) | None => bare("none"),
        },
        Ask::Return(_) => bare("return"),
        Ask::Follow(..) => bare("decline"),
        Ask::Series(series) => match series::habit(battle, series) {
            Some(on) => Choice { item: Some(series.item), ..bare(attack::verb(series.manner)) }.on(on),
            None => bare("decline"),
        },
    }
}
