//! The curve of the attack that is shown, made once for each forecast, and the one that is kept beside it.

use std::sync::Arc;

use super::{LabScreen, Page};
use crate::{
    dice::Fraction,
    lab::AttackForecast,
    panels::lab::curve::{CurveModel, CurvesModel},
    rules::{Forecast, OutcomeState},
};

/// What has been made of which forecast.
#[derive(Default)]
pub(super) struct Curves {
    shown: Option<(Arc<Forecast>, CurveModel)>,
    kept: Option<CurveModel>,
}

/// The chance of at least so much damage, from 1 upwards.
pub(super) fn at_least(forecast: &AttackForecast) -> Vec<Fraction> {
    let (by, on) = (forecast.attack.by, forecast.attack.on);
    let damage =
        |ending: &OutcomeState| ending.blows(by, on).map(|result| u32::from(result.damage.unsigned_abs())).sum::<u32>();
    let odds = forecast.forecast.odds.map(damage);
    let most = odds.iter().map(|(damage, _)| *damage).max().unwrap_or(0) as usize;
    let mut ways = vec![0_u128; most + 1];
    odds.iter().for_each(|(damage, count)| ways[*damage as usize] += count);
    let mut above = 0;
    let mut chances: Vec<Fraction> = ways[1..]
        .iter()
        .rev()
        .map(|count| {
            above += count;
            Fraction::new(above, odds.total())
        })
        .collect();
    chances.reverse();
    chances
}

impl LabScreen {
    /// Makes the curve of the attack that is shown, if it is another than before.
    pub(super) fn draw_curve(&mut self) {
        if self.page != Page::Odds {
            return;
        }
        let found = self.question().and_then(|question| {
            let pair = self.asking.answer(question)?.pair.as_ref()?;
            let attempt = self.attempt_of(pair)?;
            let forecast = attempt.outcome.as_ref().ok()?;
            if self.curves.shown.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &forecast.forecast)) {
                return None;
            }
            let name = |who| self.draft().battle().combatant(who).identity.name.to_string();
            let stands = self.draft().battle().combatant(pair.by).placement.anchor();
            let (by, from) = (name(pair.by), pair.from.unwrap_or(stands));
            let name = format!("{by}, {} from {from} at {}", attempt.title.to_lowercase(), name(pair.on));
            let figures = (forecast.hits, forecast.mean, forecast.grades[3]);
            Some((Arc::clone(&forecast.forecast), CurveModel { name, at_least: at_least(forecast), figures }))
        });
        self.curves.shown = found.or(self.curves.shown.take());
    }

    /// What the panel shows of the attack with that forecast.
    pub(super) fn curves_model(&self, forecast: &AttackForecast) -> Option<CurvesModel> {
        let (of, a) = self.curves.shown.as_ref()?;
        Arc::ptr_eq(of, &forecast.forecast).then(|| CurvesModel { a: a.clone(), b: self.curves.kept.clone() })
    }

    /// Keeps the curve that is shown to be compared with others, or keeps none.
    pub(super) fn compare(&mut self, keep: bool) {
        self.curves.kept = self.curves.shown.as_ref().map(|(_, curve)| curve.clone()).filter(|_| keep);
    }
}
