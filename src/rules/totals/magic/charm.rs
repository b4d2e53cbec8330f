//! Charm: opposed Charisma, and what it leaves. TOT-ENG-04.

use super::{
    super::{
        conditions::{CAPTIVATED, lasting},
        ids,
        pool::{self, Pool},
        sheet::sheet,
    },
    stored,
};
use crate::rules::{Battle, CombatantId, Condition, Effect, Entry, Moment};

/// The caster rolls, then the target: strictly higher resists, TOT-ENG-04.
pub fn prevails(battle: &Battle, by: CombatantId, on: CombatantId, moment: &mut Moment<'_>) -> bool {
    let [cast, resist] = [by, on].map(|who| {
        let pool = Pool { dice: sheet(battle.one(who)).charisma_rating(), luck: 0, marked: false };
        let rolled = pool::roll(battle, pool, &|sum, _| sum as u32, moment);
        moment.tell(|| Entry::Roll(pool::told(who, "Charisma", ids::ENG_04, &rolled, &[])));
        rolled.total()
    });
    if resist > cast {
        moment.note(on, ids::ENG_04, "resists the charm");
    }
    resist <= cast
}

/// Captivated until the end of the own next turn: of the one after the turn that is going on. TOT-ENG-04.
pub fn captivate(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let turns = if battle.scene.acting == Some(who) { 2 } else { 1 };
    if battle.one(who).conditions.has(CAPTIVATED) {
        moment.effect(Effect::Clear(who, CAPTIVATED));
    }
    moment.effect(Effect::Afflict(who, Condition { level: turns, ..lasting(CAPTIVATED) }));
    moment.note(who, ids::ENG_04, "is captivated");
    stored::lose_concentration(battle, who, moment);
}
