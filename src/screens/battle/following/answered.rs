//! What those of one's own could answer to an act of others: who was asked, and who was struck without being asked.

use super::BattleScreen;
use crate::{
    panels::battle::{follow::AnsweredModel, telling::Telling},
    rules::{Allowance, Choice, CombatantId, Group, Role, Spending},
};

/// How many of one's own are told of, with what they could answer.
const ANSWERS: usize = 3;

impl BattleScreen {
    /// What those of one's own could answer: who was asked, and who was struck without being asked.
    pub(super) fn answers(&self, told: &[Telling]) -> Vec<AnsweredModel> {
        let battle = self.spoken();
        let rules = battle.ruleset.rules();
        let told = told.iter();
        let asked: Vec<(CombatantId, String)> = told
            .clone()
            .flat_map(|telling| &telling.chosen)
            .map(|(who, choice)| (*who, self.answer_words(choice)))
            .collect();
        let struck: Vec<CombatantId> = told.flat_map(|telling| telling.marks.iter().map(|mark| mark.on)).collect();
        let mut models: Vec<AnsweredModel> = Vec::new();
        let mut seen: Vec<CombatantId> = Vec::new();
        let all = asked.iter().map(|(who, _)| *who).chain(struck);
        for who in all.filter(|who| self.is_person(battle.combatant(*who).team)) {
            if seen.contains(&who) || seen.len() == ANSWERS {
                continue;
            }
            seen.push(who);
            let card = rules.card(battle, who);
            let answers: Vec<&str> =
                asked.iter().filter(|(id, _)| *id == who).map(|(_, words)| words.as_str()).collect();
            let reacts =
                |allowance: &&Allowance| matches!(allowance.currency.is, Spending::Reaction | Spending::Points);
            let reactions: Vec<&Allowance> = card.allowances.iter().filter(reacts).collect();
            let left = reactions.iter().filter(|allowance| allowance.left > 0);
            let left = left.map(|allowance| match allowance.currency.is {
                Spending::Points => format!("{} {}", allowance.left, allowance.currency.name),
                _ => allowance.currency.name.to_string(),
            });
            let spent = reactions.iter().find(|allowance| allowance.left == 0);
            let words = match (&answers[..], spent) {
                ([], _) if !card.out.is_empty() => format!("is {}", card.out),
                ([], Some(spent)) => format!("not asked: no {} left", spent.currency.name),
                ([], None) => "not asked: nothing it could do about it".into(),
                (all, _) => format!("was asked: {}", all.join(", then ")),
            };
            models.push(AnsweredModel {
                name: self.name(who),
                look: crate::board::token_look(battle, who, &card),
                words,
                asked: !answers.is_empty(),
                left: left.collect::<Vec<_>>().join(", "),
            });
        }
        models
    }

    /// An answer in words, without the question it was given to.
    fn answer_words(&self, choice: &Choice) -> String {
        let battle = self.battle();
        let kinds = battle.ruleset.rules().vocabulary().kinds;
        let kind = kinds.iter().copied().flatten().find(|kind| kind.verb == choice.verb && kind.group == Group::Answer);
        let title = kind.map_or(choice.verb, |kind| if kind.title.is_empty() { kind.verb } else { kind.title });
        let item = choice.item.map_or_else(String::new, |item| battle.item(item).name.to_string());
        let words = title.replace("{}", &item).to_lowercase();
        if kind.is_some_and(|kind| kind.role == Role::Pass) { format!("let it be ({words})") } else { words }
    }
}
