//! The forecast of an attack on an object on the board.

use super::BattleScreen;
use crate::{
    dice::Fraction,
    lab::Breaking,
    panels::{battle::model::ForecastModel, number},
};

impl BattleScreen {
    /// The forecast of an attack on an object on the board.
    pub(super) fn breaking_forecast(&self, breaking: &Breaking) -> ForecastModel {
        let number = breaking.number.clone().unwrap_or_default();
        let (about, label) = self.battle().ruleset.rules().roll(number.value);
        let fact = &breaking.mark.fact;
        let may_break = breaking.breaks > Fraction::ZERO;
        let (chance, verb) = if may_break { (breaking.breaks, "breaks") } else { (breaking.harms, "damages") };
        let damages = ("Damages it".to_string(), number::percent(breaking.harms));
        let left = (fact.label.to_string(), format!("{} {}", fact.value, fact.words));
        ForecastModel {
            heading: "Forecast".into(),
            chance,
            doubt: breaking.doubt,
            title: format!("{verb} the {}", fact.label.to_lowercase()),
            about,
            sum: number.terms.first().map(|term| (label.into(), term.rule)),
            attack: number,
            others: Vec::new(),
            odds: Vec::new(),
            notes: may_break.then_some(damages).into_iter().chain([left]).collect(),
            alternatives: Vec::new(),
            risks: Vec::new(),
        }
    }
}
