//! A draft as the beginning of a battle: what its level does not keep is carried onto the battle that begins there.

use super::{Draft, NoEdit};
use crate::rules::{AgendaItem, Battle, CombatantId, Condition, ItemId};

impl Draft {
    /// The same draft with everybody in the order in which levels list them: side by side.
    ///
    /// # Errors
    /// What is not in the roster.
    pub fn by_sides(&self) -> Result<Self, NoEdit> {
        let mut draft = self.clone();
        let mut specs = draft.specs();
        specs.sort_by_key(|spec| spec.team);
        draft.remake(specs)?;
        Ok(draft)
    }

    /// A battle that has begun on the level of this draft, with what that has not kept: vitals, conditions, who is out, who
    /// knows whom, what things count, and whose turn it is; of a draft that was taken out of a turn also the round, the order
    /// of turns and what has been spent. The draft must be in the order of its sides.
    pub fn carried_onto(&self, begun: &Battle) -> Battle {
        let mut battle = begun.clone();
        let goes_on = self.in_turn && self.battle.scene.acting.is_some();
        let now_of = |item: ItemId| {
            let known = self.battle.item(item);
            let bearer = known.at.bearer()?;
            begun.items_of(bearer).find(|other| other.tag == known.tag).map(|other| other.id)
        };
        for row in self.battle.rows() {
            let own = |condition: &Condition| {
                let mut condition = *condition;
                if let Some(with) = condition.with {
                    condition.with = Some(now_of(with)?);
                }
                let (_, with) = condition.detail.refers_to();
                with.is_none_or(|with| now_of(with) == Some(with)).then_some(condition)
            };
            let conditions: Vec<Condition> = row.conditions.0.iter().filter_map(own).collect();
            let fighter = battle.combatant_mut(row.id);
            (fighter.placement, fighter.posture, fighter.facing, fighter.status) =
                (row.placement, row.posture, row.facing, row.status);
            (fighter.vitals, fighter.aware) = (row.vitals, row.aware);
            fighter.conditions.0 = conditions;
            if goes_on {
                fighter.budgets = row.budgets;
            }
        }
        for item in self.battle.item_rows() {
            if let Some(now) = now_of(item.id) {
                let row = battle.item_mut(now);
                (row.loaded, row.count, row.numbers) = (item.loaded, item.count, item.numbers);
            }
        }
        battle.scene.wear.clone_from(&self.battle.scene.wear);
        if goes_on {
            battle.scene.round = self.battle.scene.round;
        }
        if goes_on || battle.scene.order.is_empty() {
            battle.scene.order.clone_from(&self.battle.scene.order);
        }
        let asked = battle.decision().map(|decision| decision.who);
        let fights = |who: &CombatantId| battle.combatant(*who).fights();
        let next = || battle.scene.order.iter().copied().find(fights);
        // Whoever is out is asked nothing.
        let given =
            self.battle.scene.acting.or_else(|| if asked.is_some_and(|who| !fights(&who)) { next() } else { None });
        if let Some(who) = given {
            battle.scene.acting = Some(who);
            battle.scene.interrupted.clear();
            let rules = battle.ruleset.rules();
            let mut agenda = rules.turn_of(&battle, who);
            // What is first in a turn asks this.
            if let Some(first) = agenda.first_mut() {
                *first = AgendaItem::Decision(rules.turn_question(who));
            }
            agenda.reverse();
            battle.agenda = agenda;
        }
        battle
    }
}
