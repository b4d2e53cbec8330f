//! The to-hit roll. TOT-ATK-04 (A1), TOT-DYING-02.

use std::cell::Cell;

use super::{
    attack, catalogue as ids,
    conditions::is_helpless,
    contact, defence, guard, life,
    pool::{self, Pool},
    settings,
    spell::Spell,
    step::{Blow, Guard, Manner, Stake},
    stored, wrestling,
};
use crate::{
    dice::{Digits, Reading},
    rules::{Battle, Fate, StepContext},
};

/// To-hit and evasion at once, for forecasts with default answers: only what they leave to be blocked counts.
pub fn strike_and_evade(battle: &Battle, blow: &Blow, flat: i32, context: &mut StepContext<'_>) {
    let to_hit = pool::throw(battle, blow.dice, true);
    let possible = guard::is_possible(battle, blow, Guard::Evasion);
    let struck = |rolled: Reading| blow.struck(rolled.sum + flat, rolled.digits);
    let own = guard::dice(battle, blow, Guard::Evasion);
    let evasion = |stake: Stake| pool::throw(battle, own + stake.ap, true);
    // What is put in hangs on the to-hit total, and is asked for with every total of the evasion.
    let known: Cell<Option<(Reading, Blow, Option<Stake>)>> = Cell::new(None);
    let answer = |rolled: Reading| match known.get() {
        Some((last, blow, stake)) if last == rolled => (blow, stake),
        _ => {
            let blow = struck(rolled);
            let stake = if possible && !blow.fumbled { guard::usual(battle, &blow, Guard::Evasion) } else { None };
            known.set(Some((rolled, blow, stake)));
            (blow, stake)
        }
    };
    let next = |rolled: Reading| answer(rolled).1.map(evasion);
    let is_open = settings::open_rolls(battle);
    let class = |rolled: Reading, against: Option<Reading>| {
        let (blow, stake) = answer(rolled);
        let ap = stake.map_or(0, |stake| u32::from(stake.ap));
        match against {
            _ if blow.fumbled && is_open => 1,
            _ if blow.fumbled => (i32::from(blow.need) + 1024) as u32 * 64 + 1,
            None => (i32::from(blow.need) + 1024) as u32 * 64 + 2 + u32::from(blow.critical),
            Some(Reading { sum: total, digits, .. }) => {
                if digits == Digits::ZeroOne {
                    4 + u32::from(blow.critical) + 64 * ap
                } else if defence::is_evaded(&blow, total, digits) {
                    6 + 64 * ap
                } else {
                    let need = (i32::from(blow.need) - total + 4096) as u32;
                    (need * 64 + ap) * 64 + 8 + u32::from(blow.critical) * 2 + u32::from(digits == Digits::Double)
                }
            }
        }
    };
    let (first, second) = context.throw_then(to_hit, &next, &class);
    let (blow, stake) = answer(first.reading);
    match (second, stake) {
        (Some(second), Some(stake)) => {
            defence::commit(battle, blow.on, stake, context);
            defence::dodged(battle, &blow, stake, (second.sum, second.digits), context);
        }
        _ => answered(battle, blow, context),
    }
}

/// The to-hit roll, A1.
pub fn roll(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let more = attack::bonus(battle, blow.by, blow.on, blow.item);
    let flat: i32 = pool::flat(&more);
    let pool = Pool { dice: blow.dice, luck: blow.luck, marked: true };
    let helpless = is_helpless(battle, blow.on);
    // The drugged are easier to hit: what the defence must exceed is raised, TOT-BERS-05.
    let exposed = guard::exposure(battle, blow.on);
    let class = |sum: i32, digits: Digits| match digits {
        // A fumble fails whatever its total, TOT-CRIT-03; where it is covered, evasion goes by that, TOT-DEF-06.
        Digits::ZeroOne if helpless || settings::open_rolls(battle) => 1 << 20,
        _ if helpless && digits == Digits::Double => 2,
        _ if helpless => u32::from(sum + flat >= 0),
        _ => (sum << 2) as u32 | digits as u32,
    };
    if context.answers_by_default() && blow.luck == 0 && !helpless {
        return strike_and_evade(battle, blow, flat + exposed, context);
    }
    let rolled = pool::roll_for(battle, (blow.by, "To hit", ids::ATK_02), pool, &class, &more, context);
    let total = rolled.total() + flat;
    if helpless {
        let fumbled = rolled.digits == Digits::ZeroOne;
        let critical = rolled.digits == Digits::Double;
        let hits = !fumbled && (critical || total >= 0);
        return finish_off(battle, &Blow { critical, fumbled, ..*blow }, hits, context);
    }
    answered(battle, blow.struck(total + exposed, rolled.digits), context);
}

/// Goes on to the defence against a to-hit roll.
pub fn answered(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    if blow.fumbled && settings::open_rolls(battle) {
        context.note(blow.by, ids::CRIT_03, "fumbles");
        defence::seize(battle, blow, context);
    } else {
        defence::first(battle, blow, context);
    }
}

/// An attack on somebody unconscious kills, TOT-DYING-02.
fn finish_off(battle: &Battle, blow: &Blow, hits: bool, context: &mut StepContext<'_>) {
    // A spell that takes no Vitality does nothing to the unconscious.
    let kills = blow.manner != Manner::Cast || blow.spell.is_some_and(Spell::is_damaging);
    let hits = hits && kills;
    let fate = match hits {
        true if blow.critical => Fate::Critical,
        true => Fate::Hit,
        false => Fate::Missed,
    };
    contact::attack_result(blow, fate, 0, context);
    if hits {
        context.note(blow.on, ids::DYING_02, "is killed where it lies");
        life::kill(battle, blow.on, context);
        // A carried energy goes off with it, without dice.
        let goes_off = blow.spell.is_some_and(|spell| stored::concerns(battle, spell.targets, blow.on));
        blow.item.filter(|_| goes_off).into_iter().for_each(|item| stored::empty(battle, item, context));
    }
    contact::end(battle, blow, context);
    wrestling::follow(battle, blow, context);
}
