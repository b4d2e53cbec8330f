//! Secret declarations: each side declares in turn. Declarations are part of the state, but only the own side sees them
//! until all are in; then all are shown at once.
//!
//! A declaration is a condition defined by the ruleset, which its bearer gets when all are shown. An outcome with a
//! declaration, including the choice that led to it, is perceived by that side alone.

use std::borrow::Cow;

use super::{Entry, Outcome, StepContext};
use crate::rules::{
    account::RuleId,
    ids::{CombatantId, Team},
    state::{Battle, Condition, Declaration, Effect},
};

impl Battle {
    /// What a combatant has declared and not yet shown.
    pub fn declaration(&self, who: CombatantId) -> Option<&Condition> {
        self.scene.declared.iter().find(|declared| declared.who == who).map(|declared| &declared.what)
    }

    /// The next of `among` to declare: one side after another, each by id; `None` once all are in.
    pub fn next_to_declare(&self, among: impl IntoIterator<Item = CombatantId>) -> Option<CombatantId> {
        let open = among.into_iter().filter(|who| self.declaration(*who).is_none());
        open.min_by_key(|who| (self.combatant(*who).team, *who))
    }
}

/// Declares in secret, replacing an earlier declaration by the same combatant.
pub fn declare(who: CombatantId, what: Condition, context: &mut StepContext<'_>) {
    context.effect(Effect::Declare(Declaration { who, what }));
}

/// Shows all declarations at once, under a rule and in the ruleset's words, such as "declares: sword". They go into the
/// log, and each bearer gets the condition.
pub fn disclose(
    battle: &Battle,
    rule: RuleId,
    words: impl Fn(CombatantId, &Condition) -> Cow<'static, str>,
    context: &mut StepContext<'_>,
) {
    let declared = battle.scene.declared.clone();
    context.effect(Effect::Disclose);
    for Declaration { who, what } in declared {
        context.note(who, rule, words(who, &what));
        context.effect(Effect::AddCondition(who, what));
    }
}

/// The only side that perceives an outcome, if it contains a declaration.
pub fn secret_of(battle: &Battle, outcome: &Outcome) -> Option<Team> {
    secret_among(battle, &outcome.entries)
}

/// Like [`secret_of`], for entries.
pub fn secret_among(battle: &Battle, entries: &[Entry]) -> Option<Team> {
    entries.iter().find_map(|entry| match entry {
        Entry::Effect(Effect::Declare(declared)) => Some(battle.combatant(declared.who).team),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, ConditionKind, RulesetId, Teams, Until, knowledge, play, testing::example},
    };

    const WHAT: Condition = Condition::new(ConditionKind(0), Until::Indefinite);

    fn declared(battle: &Battle, who: u16, level: i16) -> Outcome {
        let mut context = StepContext::without_chance(true);
        declare(CombatantId(who), Condition { level, ..WHAT }, &mut context);
        context.note(CombatantId(who), rule(battle), "has declared");
        context.into_outcome()
    }

    fn rule(battle: &Battle) -> RuleId {
        RulesetId::rules(battle.ruleset).catalogue()[0].id
    }

    #[test]
    fn each_side_declares_in_turn_and_all_is_shown_at_once() {
        let mut battle = example(Battlefield::new(9, 1), &[0, 2, 4].map(|x| Square::new(x, 0)));
        let all = [0, 1, 2].map(CombatantId);
        for (next, level) in [(0, 3), (2, 4), (1, 5)] {
            assert_eq!(battle.next_to_declare(all), Some(CombatantId(next)), "one side after the other");
            let outcome = declared(&battle, next, level);
            let side = battle.combatant(CombatantId(next)).team;
            assert_eq!(secret_of(&battle, &outcome), Some(side));
            for entry in &outcome.entries {
                assert_eq!(knowledge::perceivers(&battle, entry, Some(side)), Teams::only(side), "{entry:?}");
            }
            play::write(&mut battle, outcome);
        }
        assert_eq!(battle.next_to_declare(all), None);
        let again = declared(&battle, 0, 7);
        play::write(&mut battle, again);
        assert_eq!(battle.declaration(CombatantId(0)).map(|what| what.level), Some(7), "the last word counts");
        assert!(battle.combatants().all(|fighter| fighter.conditions.0.is_empty()), "nothing shows yet");
        let text = serde_json::to_string(&battle).unwrap();
        assert_eq!(serde_json::from_str::<Battle>(&text).unwrap(), battle);

        let mut context = StepContext::without_chance(true);
        disclose(&battle, rule(&battle), |_, what| format!("declares {}", what.level).into(), &mut context);
        let outcome = context.into_outcome();
        assert_eq!(secret_of(&battle, &outcome), None);
        let told = play::write(&mut battle, outcome);
        let words = told.iter().filter_map(|entry| match entry {
            Entry::Note { who, words, .. } => Some((who.0, words.to_string())),
            _ => None,
        });
        assert_eq!(
            words.collect::<Vec<_>>(),
            [(0, "declares 7".to_string()), (1, "declares 5".to_string()), (2, "declares 4".to_string())]
        );
        let levels = battle.combatants().map(|fighter| fighter.conditions.find(WHAT.kind).map(|what| what.level));
        assert_eq!(levels.collect::<Vec<_>>(), [Some(7), Some(5), Some(4)]);
        assert!(battle.scene.declared.is_empty());
    }
}
