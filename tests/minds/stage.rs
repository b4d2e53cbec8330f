//! Small positions, and minds to put before them.

use proving_ground::{
    ai::{Depth, Mind},
    dice::Rolled,
    levels::{Level, Roster, builtin, deploy},
    rules::{Battle, CombatantId, Offers, Placement, RulesetId, Settings, Status, play},
};

/// A position on the meadow: those named stand in these squares, all others have left; it is the first one's turn.
pub fn stage(ruleset: RulesetId, bodies: &[(&str, &str)]) -> Battle {
    stage_on(builtin().iter().find(|level| level.tag == "meadow").unwrap(), ruleset, bodies)
}

/// The same on another level.
pub fn stage_on(level: &Level, ruleset: RulesetId, bodies: &[(&str, &str)]) -> Battle {
    let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
    battle.scene.goals.clear();
    let count = battle.combatants().len() as u16;
    for who in (0..count).map(CombatantId) {
        let tag = battle.combatant(who).identity.tag.clone();
        let row = battle.combatant_mut(who);
        match bodies.iter().find(|(known, _)| **known == *tag) {
            Some((_, square)) => row.placement = Placement::new(square.parse().unwrap(), 1),
            None => row.status = Status::Fled,
        }
    }
    battle.scene.round = 1;
    battle.scene.order = bodies.iter().map(|(tag, _)| battle.tagged(tag).unwrap().id).collect();
    let first = battle.scene.order[0];
    // Where AP come with a turn, it has them.
    battle.ruleset.rules().until_turn(&battle, first).iter().for_each(|effect| battle.apply(effect));
    battle.scene.acting = Some(first);
    battle.agenda = battle.ruleset.rules().turn_of(&battle, first);
    battle.agenda.reverse();
    play::settle(&mut battle, &mut Rolled::new(1), &mut Vec::new());
    battle
}

/// What the one who is asked can choose.
pub fn offers(battle: &Battle) -> Offers {
    battle.ruleset.rules().offers(battle, battle.decision().unwrap())
}

/// A fresh mind.
pub fn mind(depth: Depth) -> Mind {
    let mut mind = Mind::default();
    mind.set_depth(depth);
    mind
}
