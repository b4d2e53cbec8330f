//! The attack or the target number that a choice leads to: the choice is made and the agenda run up to the first dice.

use std::sync::Arc;

use super::{Forecast, Policy, forecast, forecast_choice};
use crate::{
    dice::Scripted,
    rules::{
        account::{Assessment, Verdict},
        choosing::Choice,
        flow::{Outcome, StepContext, play},
        ids::{CombatantId, CombatantSet},
        ruleset::{Attack, Ruleset},
        state::{AgendaItem, Battle, Decision, Effect},
        table::Step,
    },
};

/// The number of steps and answers after which dice are no longer expected.
const MOST_STEPS: usize = 400;

/// The attack that a choice leads to, right before the first dice are rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackAhead {
    /// The attacker, the target and the weapon.
    pub attack: Attack,
    /// The battle at that point, with only what follows from the choice on its agenda.
    pub battle: Battle,
    /// The step that makes the attack.
    pub step: Step,
    /// Whether the first dice are for this attack and not for another one declared with it.
    pub is_next: bool,
    /// The number of attacks on the agenda, including this one.
    pub attacks: usize,
}

impl AttackAhead {
    /// The numbers of the attack with all their terms.
    ///
    /// # Panics
    /// If the ruleset has no numbers for a step that it declares an attack.
    pub fn assessment(&self) -> Assessment {
        let found = self.battle.ruleset.rules().assess(&self.battle, &self.step);
        found.expect("a step that makes an attack has numbers")
    }

    /// All who make the attack together.
    pub fn attackers(&self) -> CombatantSet {
        self.battle.ruleset.rules().joined(&self.battle, &self.step).with(self.attack.by)
    }

    /// The odds of everything that follows the choice. If several attacks are declared together, the later ones are
    /// forecast alone, in the battle as it is before all of them.
    pub fn forecast(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Arc<Forecast> {
        self.forecast_with(battle, decision, choice, Policy::DefaultAnswers)
    }

    /// Like [`Self::forecast`], with answers by another policy.
    pub fn forecast_with(
        &self,
        battle: &Battle,
        decision: &Decision,
        choice: &Choice,
        policy: Policy<'_>,
    ) -> Arc<Forecast> {
        let alone = || Arc::new(forecast(&self.battle, vec![AgendaItem::Step(self.step.clone())], policy));
        if !self.is_next {
            return alone();
        }
        forecast_choice(battle, decision, choice, policy).unwrap_or_else(|_| alone())
    }
}

/// The attack that an answer to a decision leads to if all further answers are defaults; `None` if it leads to no
/// attack. If there are several, it is the one with the target and weapon that the choice names, or else the first.
pub fn attack_ahead(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<AttackAhead> {
    let battle = &*battle.known_in(decision);
    let rules = battle.ruleset.rules();
    let after = before_dice(battle, decision, choice, |_, _| false)?;
    let attacks: Vec<(usize, Attack, &Step)> = (after.agenda.iter().rev().enumerate())
        .filter_map(|(depth, pending)| match pending {
            AgendaItem::Step(step) => Some((depth, rules.attack_of(step)?, step)),
            AgendaItem::Decision(_) => None,
        })
        .filter(|(_, attack, _)| battle.combatant(attack.by).team == battle.combatant(decision.who).team)
        .collect();
    let named = |attack: &Attack| {
        choice.on.is_none_or(|on| on == attack.on) && choice.item.is_none_or(|item| attack.item == Some(item))
    };
    let found = attacks.iter().find(|(_, attack, _)| named(attack)).or(attacks.first())?;
    let (depth, attack, step) = (found.0, found.1, found.2.clone());
    let count = attacks.len();
    Some(AttackAhead { attack, step, is_next: depth == 0, attacks: count, battle: after })
}

/// The target number of the first roll after a choice, if the combatant who chooses makes it; `None` if several attacks
/// begin.
pub fn number_ahead(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Verdict> {
    if let Some(ahead) = attack_ahead(battle, decision, choice) {
        let assessment = ahead.assessment();
        // Blows carried on to another target may have been rolled already.
        let rolled = Some(assessment.attack()).filter(|number| ahead.attacks == 1 && number.by.is_some());
        return rolled.map(|number| number.number.clone());
    }
    let battle = &*battle.known_in(decision);
    let rules = battle.ruleset.rules();
    let mut number = None;
    before_dice(battle, decision, choice, |battle, step| {
        number = rules.number(battle, step).filter(|(who, _)| *who == decision.who).map(|(_, number)| number);
        number.is_some()
    });
    number
}

/// The battle after a choice, before the first dice that it leads to and before the turn asks for another action, with
/// only what follows from the choice on its agenda. `None` if the rules refuse the choice.
pub fn act_ahead(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Battle> {
    before_dice(&battle.known_in(decision), decision, choice, |_, _| false)
}

/// The battle right before the first dice after a choice, or at the step for which `stop` returns true, with only what
/// follows from the choice on its agenda. `None` if the rules refuse the choice.
fn before_dice(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    mut stop: impl FnMut(&Battle, &Step) -> bool,
) -> Option<Battle> {
    let rules = battle.ruleset.rules();
    let outcome = rules.answer(battle, decision, choice).ok()?;
    let mut after = battle.clone();
    after.agenda.clear();
    play::write(&mut after, outcome);
    for _ in 0..MOST_STEPS {
        let outcome = match after.agenda.pop() {
            None => break,
            Some(AgendaItem::Step(step)) => {
                let is_end = rules.asks_for_more(&step) || stop(&after, &step);
                match without_dice(rules, &after, &step).filter(|_| !is_end) {
                    Some(outcome) => outcome,
                    None => {
                        after.agenda.push(AgendaItem::Step(step));
                        break;
                    }
                }
            }
            Some(AgendaItem::Decision(next)) => {
                rules.answer(&after, &next, &rules.default_answer(&after, &next)).ok()?
            }
        };
        play::write(&mut after, outcome);
    }
    Some(after)
}

/// The outcome of a step; `None` if it rolls dice.
pub fn without_dice(rules: &dyn Ruleset, battle: &Battle, step: &Step) -> Option<Outcome> {
    let mut none = Scripted::new(Vec::new());
    let mut context = StepContext::new(&mut none, false);
    rules.resolve(battle, step, &mut context);
    let outcome = context.into_outcome();
    none.fault().is_none().then_some(outcome)
}

/// The battle in the turn of `who`, current or next, with its decision open.
pub fn turn_given(battle: &Battle, who: CombatantId) -> Battle {
    let mut turn = battle.clone();
    give_turn(&mut turn, who);
    turn
}

/// Goes to the next turn of `who`, unless it is already their turn, and opens its decision.
pub fn give_turn(battle: &mut Battle, who: CombatantId) {
    let rules = battle.ruleset.rules();
    if battle.scene.acting != Some(who) {
        rules.until_turn(battle, who).iter().for_each(|effect| battle.apply(effect));
        battle.apply(&Effect::Interrupt(Vec::new()));
        battle.apply(&Effect::Acting(Some(who)));
    }
    battle.scene.over = None;
    battle.agenda = vec![AgendaItem::Decision(rules.turn_question(who))];
}

/// Whether `who` gets to act in their turn.
pub fn is_asked(turn: &Battle, who: CombatantId) -> bool {
    let rules = turn.ruleset.rules();
    let asks = |outcome: &Outcome| outcome.then.first() == Some(&AgendaItem::Decision(rules.turn_question(who)));
    match rules.turn_of(turn, who).first() {
        Some(AgendaItem::Step(step)) => without_dice(rules, turn, step).as_ref().is_some_and(asks),
        _ => false,
    }
}
