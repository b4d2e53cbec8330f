//! How the player's own fighters could answer others' act: who was asked, and who was struck without being asked.

use super::super::{BattleScreen, listing::counted};
use crate::{
    panels::battle::{follow::AnsweredModel, telling::Telling},
    rules::{Allowance, Choice, CombatantId, Group, OfferKind, Spending},
};

/// How many of the player's fighters are listed.
const ANSWERS: usize = 3;

impl BattleScreen {
    /// How fighters of the side looking on could answer: who was asked, and who was struck without being asked.
    pub(super) fn answers(&self, told: &[Telling]) -> Vec<AnsweredModel> {
        let battle = self.spoken();
        let rules = battle.ruleset.rules();
        let told = told.iter();
        let answered = |(who, choice, rolled): &(CombatantId, Choice, Option<String>)| {
            let mut alone = self.following.alone.iter();
            let alone = alone.find(|(by, known, _)| by == who && known == choice).map(|(.., why)| why.as_str());
            let words = self.answer_words(choice, rolled.as_deref());
            let words = alone.map_or_else(|| words.clone(), |why| format!("{why}: {words}"));
            (*who, words, alone.is_none())
        };
        let asked: Vec<(CombatantId, String, bool)> =
            told.clone().flat_map(|telling| &telling.chosen).map(answered).collect();
        let is_hurt =
            |who: CombatantId| told.clone().flat_map(|telling| &telling.marks).any(|mark| mark.on == who && mark.hurts);
        let struck: Vec<CombatantId> =
            told.clone().flat_map(|telling| telling.marks.iter().map(|mark| mark.on)).collect();
        let mut models: Vec<AnsweredModel> = Vec::new();
        let mut seen: Vec<CombatantId> = Vec::new();
        let all = asked.iter().map(|(who, ..)| *who).chain(struck);
        for who in all.filter(|who| self.looks_on() == Some(battle.combatant(*who).team)) {
            if seen.contains(&who) || seen.len() == ANSWERS {
                continue;
            }
            seen.push(who);
            let card = rules.card(battle, who);
            let was_asked = asked.iter().any(|(id, _, asked)| *id == who && *asked);
            // Automatic answers are no news beside asked ones; repeated answers are told once.
            let own = asked.iter().filter(|(id, _, asked)| *id == who && (*asked || !was_asked));
            let mut answers: Vec<&str> = own.map(|(_, words, _)| words.as_str()).collect();
            answers.dedup();
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
                ([], Some(spent)) => format!("was not asked, no {} left", spent.currency.name),
                ([], None) if !is_hurt(who) => "was not asked, nothing came through".into(),
                ([], None) => "was not asked, it had nothing to answer with".into(),
                (all, _) if was_asked => format!("was asked: {}", all.join(", then ")),
                (all, _) => format!("was not asked, {}", all.join(", then ")),
            };
            models.push(AnsweredModel {
                name: self.name(who),
                look: crate::board::token_look(battle, who, &card),
                words,
                asked: was_asked,
                left: left.collect::<Vec<_>>().join(", "),
            });
        }
        models
    }

    /// An answer in words, without the question it was given to: "evade, 3 AP". The roll made for it tells answers with
    /// the same verb apart.
    pub(in crate::screens::battle) fn answer_words(&self, choice: &Choice, rolled: Option<&str>) -> String {
        let battle = self.battle();
        let vocabulary = battle.ruleset.rules().vocabulary();
        let is_meant = |kind: &&OfferKind| kind.verb == choice.verb && kind.group == Group::Answer;
        let mut meant = vocabulary.kinds.iter().copied().flatten().filter(is_meant);
        let rolled = rolled.map(str::to_lowercase);
        let names =
            |kind: &&OfferKind| rolled.as_ref().is_some_and(|rolled| kind.title.to_lowercase().contains(rolled));
        let kind = meant.clone().find(names).or_else(|| meant.next());
        let title = kind.map_or(choice.verb, |kind| if kind.title.is_empty() { kind.verb } else { kind.title });
        let item = choice.item.map_or_else(String::new, |item| battle.item(item).name.to_string());
        let words = title.replace("{}", &item).to_lowercase();
        let paying = |key: &str| {
            vocabulary.parameters.iter().copied().flatten().find(|kind| kind.key == key && kind.pays.is_some())
        };
        let spent = choice.parameters.iter().filter(|(_, value)| *value > 0);
        let spent = spent.filter_map(|(key, value)| Some(counted(*value, paying(key)?.label)));
        let words = spent.fold(words, |words, spent| format!("{words}, {spent}"));
        // "No evasion" and "let it pass" already say that nothing is done.
        words
    }
}
