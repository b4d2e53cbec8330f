//! Answers to "what if" and "why": what can be reached, struck, and with which number.

use super::{
    attack::out_of_reach,
    catalogue::{DMG_01, PAR_01, RCH_01, STR_01},
    defence,
    sheet::{self, arm},
    step::{Blow, Step},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::{Assessment, Attack, Battle, Choice, CombatantId, Item, Refusal, Sight, Verdict, capital, ground},
};

/// The squares that somebody can strike into, DRL-RCH-01.
pub fn reach(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let (body, field) = (battle.combatant(who).footprint(), &battle.scene.field);
    let far = battle.ready_items(who).map(|item| arm(battle, item.id).reach).max();
    let near = far.into_iter().flat_map(|far| reach_chebyshev(body, far));
    let inside = near.filter(|square| field.cell(*square).is_some() && !body.contains(*square));
    inside.filter(|square| ground::has_line(field, body, Footprint::one(*square))).collect()
}

/// Every strike of one at another from where they stand, turns aside.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let strike = |item: Item<'_>| {
        let refusal = out_of_reach(battle, Blow { by: who, on: whom, item: item.id });
        (Choice::new("strike").with(item.id).on(whom), refusal)
    };
    battle.ready_items(who).map(strike).collect()
}

/// What lies between two fighters, DRL-RCH-01.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
    ground::sight(battle, from, to, RCH_01)
}

/// The attack that a step makes.
pub fn attack_of(step: &Step) -> Option<Attack> {
    match step {
        Step::Strike(Blow { by, on, item }) => Some(Attack { by: *by, on: *on, item: Some(*item) }),
        _ => None,
    }
}

/// Who rolls for a step, and what is needed, DRL-STR-01, DRL-PAR-01.
pub fn number(battle: &Battle, step: &Step) -> Option<(CombatantId, Verdict)> {
    match step {
        Step::Strike(blow) => Some((blow.by, sheet::number(battle, blow.by, STR_01))),
        Step::Parry(blow) => Some((blow.on, sheet::number(battle, blow.on, PAR_01))),
        _ => None,
    }
}

/// What a strike needs.
pub fn assess(battle: &Battle, step: &Step) -> Option<Assessment> {
    let Step::Strike(Blow { by, on, item }) = *step else { return None };
    let attack = sheet::number(battle, by, STR_01);
    let harm = Verdict::base(DMG_01, "Weapon", arm(battle, item).harm.into());
    Some(Assessment {
        title: capital(battle.item(item).name).into_owned(),
        about: format!("Needs {} or less", attack.value),
        attack,
        roll: ("Roll equal or under", STR_01),
        defence: defence::can_parry(battle, on).then(|| ("Parry".into(), sheet::number(battle, on, PAR_01))),
        besides: vec![("Added to damage".into(), harm)],
        sight: sight(battle, by, on),
    })
}
