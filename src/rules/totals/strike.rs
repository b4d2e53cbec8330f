//! The to-hit roll. TOT-ATK-04 (A1), TOT-DYING-02.

use super::{
    attack, catalogue as ids,
    conditions::is_helpless,
    contact, defence, guard, life,
    pool::{self, Pool},
    settings,
    spell::Spell,
    step::{Blow, Manner},
    stored, wrestling,
};
use crate::{dice::Digits, rules::prelude::*};

/// The to-hit roll, A1.
pub fn roll(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let more = attack::bonus(battle, blow.by, blow.on, blow.item);
    let flat: i32 = pool::flat(&more);
    let pool = Pool { dice: blow.dice, luck: blow.luck, marked: true };
    let helpless = is_helpless(battle, blow.on);
    // The drugged are easier to hit: the total that their defence must exceed is raised, TOT-BERS-05.
    let exposed = guard::exposure(battle, blow.on);
    let class = |sum: i32, digits: Digits| match digits {
        // A fumble fails whatever its total, TOT-CRIT-03; if rolls are hidden, the evasion is still judged by that
        // total, TOT-DEF-06.
        Digits::ZeroOne if helpless || settings::open_rolls(battle) => 1 << 20,
        _ if helpless && digits == Digits::Double => 2,
        _ if helpless => u32::from(sum + flat >= 0),
        _ => (sum << 2) as u32 | digits as u32,
    };
    let rolled = pool::roll_for(battle, (blow.by, "To hit", ids::ATK_02), pool, &class, &more, context);
    let struck = blow.struck(rolled.total() + flat + exposed, rolled.digits);
    if helpless {
        return finish_off(battle, &struck, !struck.fumbled && (struck.critical || struck.need >= 0), context);
    }
    answered(battle, struck, context);
}

/// Goes on to the defence against a to-hit roll.
pub fn answered(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    if blow.fumbled && settings::open_rolls(battle) {
        context.note(blow.by, ids::CRIT_03, "fumbles");
        defence::decide_seizing(battle, blow, context);
    } else {
        defence::decide_evasion(battle, blow, context);
    }
}

/// An attack on a helpless combatant kills it if it hits, TOT-DYING-02.
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
    contact::close_attack(battle, blow, context);
    wrestling::follow(battle, blow, context);
}
