//! What must not be seen by whoever sits at the screen.

use crate::rules::{Battle, Combatant, Window};

/// Whether fighters are declaring in secret, or have declared what nobody has been shown yet.
pub(super) fn declares_in_secret(battle: &Battle) -> bool {
    let rules = battle.ruleset.rules();
    let is_asked = |decision| rules.briefing(battle, decision).window == Window::Declare;
    rules.declares_in_secret() && (!battle.scene.declared.is_empty() || battle.decision().is_some_and(is_asked))
}

/// Whether anybody in the fight is hidden from an enemy.
pub(super) fn has_secrets(battle: &Battle) -> bool {
    let unknown = |fighter: Combatant<'_>| {
        fighter.fights() && battle.enemies(fighter.id).any(|enemy| enemy.fights() && !enemy.aware.of(fighter.id))
    };
    battle.combatants().any(unknown)
}
