//! Announces the events that readied acts may wait for. VIG-ACT-02, VIG-REACT-02.

use super::{
    conditions::{Detail, READIED, Trigger, detail},
    cover::is_seen,
    step::{Event, ReactionStep},
};
use crate::rules::{AgendaItem, Battle, Combatant, CombatantSet, Status, StepContext};

/// Whether anybody in the fight has readied an act; only then are events announced.
pub fn is_any(battle: &Battle) -> bool {
    battle.rows().iter().any(|row| row.status == Status::Fighting && row.conditions.has(READIED))
}

/// Announces an event, if anybody has readied an act.
pub fn announce(battle: &Battle, event: Event, context: &mut StepContext<'_>) {
    announce_to_others(battle, event, CombatantSet::default(), context);
}

/// Announces an event to all but those who have already reacted to it: one reaction for each trigger. VIG-REACT-02.
pub fn announce_to_others(battle: &Battle, event: Event, spent: CombatantSet, context: &mut StepContext<'_>) {
    if is_any(battle) {
        context.step(ReactionStep::Ready(event, spent));
    }
}

/// Announces combatants who may come into sight by an imminent change of the board: a door breaks, fog lifts, someone
/// arrives with the next round. Those who see them already are not asked. VIG-ACT-02.
pub fn before_change(battle: &Battle, context: &mut StepContext<'_>) {
    let waits = |fighter: &Combatant<'_>| {
        let ready = fighter.conditions.find(READIED).and_then(detail);
        matches!(ready, Some(Detail::Readied(Trigger::Sight, _)))
    };
    if !is_any(battle) || !battle.combatants().any(|fighter| waits(&fighter)) {
        return;
    }
    let next = battle.scene.round + 1;
    for foe in battle.combatants().filter(|fighter| battle.fights_in(fighter.id, next)) {
        // Those who are yet to arrive cannot have been seen.
        let sees = |fighter: &Combatant<'_>| foe.fights() && is_seen(battle, fighter.footprint(), foe.footprint());
        let asked: CombatantSet = battle
            .combatants()
            .filter(|fighter| !waits(fighter) || fighter.team == foe.team || sees(fighter))
            .map(|fighter| fighter.id)
            .collect();
        let appears = AgendaItem::step(ReactionStep::Ready(Event::Appears(foe.id), asked));
        // Clouds that lift together and veils that change with the round count as one change.
        let is_told = context.pending().contains(&appears);
        if !is_told && battle.combatants().any(|fighter| !asked.contains(fighter.id)) {
            context.then(appears);
        }
    }
}
