//! Explosive charges and kegs: lit by an action, they explode as the round ends. RAT-ACT-03, RAT-TURN-05.

use super::{
    attack_step::{AttackStep, Blast},
    catalogue as ids,
    conditions::body,
    menu, settings, spell,
    step::TurnStep,
};
use crate::{
    geometry::Square,
    rules::{
        Area, BoardRules, Explosive,
        objects::{self, Explosion},
        prelude::*,
    },
};

/// Which objects there are rules for. Thin veils count as dim light, RAT-ACC-06.
pub fn board_rules(battle: &Battle) -> BoardRules {
    let explosives = (!settings::no_stunts(battle)).then_some(ids::ACT_03);
    BoardRules { explosives, pits: Some(ids::ACT_02), fire: None, thin_veils: Some((ids::ACC_06, "dim")) }
}

/// The offer to light a keg or charge beside somebody, RAT-ACT-03.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let kind = (&menu::LIGHT, &[ids::ACT_03] as &[RuleId], menu::AN_ACTION);
    if settings::no_stunts(battle) { None } else { objects::light_offer(battle, body(battle, who), kind, || None) }
}

/// Lights it; false if the choice is something else.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let at = choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb);
    let Some(at) = at else { return false };
    menu::pay(who, context);
    objects::light_fuse(battle, (who, *at), ids::ACT_03, context);
    true
}

/// A keg or a charge as it explodes.
fn blast(at: Square, explosive: &Explosive, by: CombatantId) -> Blast {
    let harm = explosive.harm;
    Blast { by, at, radius: explosive.radius, dice: (harm.count, harm.sides), flat: harm.bonus }
}

/// Sets off the next explosion at the end of a round, in the order in which they were lit. Other kegs and charges
/// within its reach go off with it: RAT-ACT-03 is silent about that, but they do so on every board. RAT-TURN-05.
pub fn explode(battle: &Battle, context: &mut StepContext<'_>) {
    let reached = |at, radius| spell::squares_around(battle, at, radius);
    let Some(Explosion { at, explosive, by }) = Explosion::next_within(battle, ids::ACT_03, reached, context) else {
        return context.step(TurnStep::Bleed);
    };
    context.step(AttackStep::Blast(blast(at, &explosive, by)));
    context.step(TurnStep::Explode);
}

/// What lighting one would do as things stand.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
    let at = *choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb)?;
    let explosive = battle.scene.field.explosive(at)?;
    Some(spell::blast_area(battle, &blast(at, &explosive, who)))
}

/// What an explosion costs somebody on average.
pub fn cost(battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
    if settings::no_stunts(battle) { 0 } else { spell::blast_cost(battle, &blast(at, explosive, who), who) }
}
