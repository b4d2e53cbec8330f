//! Answers with an amount, step by step, and answers with several possible targets.

use super::{BattleScreen, counted};
use crate::{
    panels::{
        battle::model::{ColumnModel, ColumnsModel, OfferModel, Settles},
        number,
    },
    rules::{Choice, Decision, LeftOver, Offer, left_after},
    screens::battle::prospects::{amount, steps},
};

impl BattleScreen {
    /// The amount of an answer, one column for each step.
    pub(super) fn columns(&self, decision: &Decision, offer: &Offer, choice: &Choice) -> Option<ColumnsModel> {
        let steps = steps(offer, choice);
        let amount = amount(offer)?;
        if steps.len() < 2 {
            return None;
        }
        let currency = left_after(self.battle(), decision, offer, choice);
        let budget = |all: &[LeftOver]| all.iter().find(|budget| Some(budget.currency.is) == amount.pays).cloned();
        let name = budget(&currency).map(|budget| budget.currency.name);
        let most = steps.last().map_or(0, |(value, _)| *value);
        let columns = steps.iter().map(|(value, choice)| {
            let left = budget(&left_after(self.battle(), decision, offer, choice));
            let keeps = match left {
                _ if amount.deals => self.keeps_of_blows(choice, most - value),
                left => left.map_or_else(String::new, |budget| format!("keeps {}", budget.left)),
            };
            ColumnModel {
                value: *value,
                label: name.map_or_else(|| counted(*value, amount.label), |name| format!("{value} {name}")),
                refusal: None,
                prospect: self.listed.prospects.of(choice).cloned(),
                keeps,
            }
        });
        let columns: Vec<ColumnModel> = columns.collect();
        if columns.iter().all(|column| column.prospect.is_none()) {
            return None;
        }
        Some(ColumnsModel {
            key: amount.key,
            label: amount.label.into(),
            columns,
            chosen: offer.value(choice, amount.key),
        })
    }

    /// How many blows are kept when some are dealt out, and what they do to others: "1 left: 12.5 lost".
    fn keeps_of_blows(&self, choice: &Choice, left: i32) -> String {
        let known = self.listed.dealt.iter().find(|(known, _)| known == choice).map(|(_, worth)| worth.to_f64());
        let here = self.listed.prospects.of(choice).map(|prospect| prospect.mean.to_f64());
        match (left, known.zip(here)) {
            (0, _) => "none left".into(),
            (left, Some((all, here))) => format!("{left} left: {:.1} lost", (all - here).max(0.0)),
            (left, None) => format!("{left} left"),
        }
    }
}

/// Adds each target's chance to its name, for an answer with several possible targets: "Hild 45 %".
pub(super) fn name_chances(model: &mut OfferModel) {
    let prospects = model.prospects.clone();
    let events = prospects.windows(2).any(|pair| pair[0].event != pair[1].event);
    let known = |who: i32| prospects.iter().find(|prospect| prospect.on.is_some_and(|on| i32::from(on.0) == who));
    for row in model.rows.iter_mut().filter(|row| row.settles == Settles::Target && row.values.len() > 1) {
        for (who, words, _) in row.values.iter_mut().filter(|(.., refusal)| refusal.is_none()) {
            if let Some(prospect) = known(*who) {
                let event = if events { format!(" {}", prospect.event) } else { String::new() };
                *words = format!("{words} {}{event}", number::percent(prospect.chance));
            }
        }
    }
}
