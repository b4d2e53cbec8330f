//! Small positions, and minds to play them.

use proving_ground::{
    ai::{Depth, Mind, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Level, Roster, builtin, deploy},
    rules::{Battle, Choice, CombatantId, Offers, Placement, RulesetId, Settings, Status, play},
};

/// A position on the meadow: the named combatants stand in these squares, all others have left; it is the first one's
/// turn.
pub fn stage(ruleset: RulesetId, bodies: &[(&str, &str)]) -> Battle {
    stage_on(builtin().iter().find(|level| level.tag == "meadow").unwrap(), ruleset, bodies)
}

/// Like [`stage`], on another level.
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
    // If AP come with a turn, the first one has them.
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

/// The choices of the acting combatant in its turn, with dice and tie breaks from a seed; others give default answers.
pub fn turn(depth: Depth, seed: u64, mut battle: Battle) -> Vec<Choice> {
    let acting = battle.scene.acting;
    let (mut dice, mut stream, mut mind) = (Rolled::new(seed), Stream::new(seed, 1), mind(depth));
    let mut chosen = Vec::new();
    while battle.scene.acting == acting
        && let Some(decision) = battle.decision().cloned()
    {
        let offers = offers(&battle);
        let choice = if Some(decision.who) == acting {
            let view = SideView::new(battle.clone(), None);
            let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
            chosen.push(choice.clone());
            choice
        } else {
            battle.ruleset.rules().default_answer(&battle, &decision)
        };
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        assert!(chosen.len() < 12, "{chosen:?}");
    }
    chosen
}
