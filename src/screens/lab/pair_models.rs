//! What panels show of two: who hits whom with what odds, what they are to each other, what decides sight and cover.

use super::{LabScreen, rolling::Rolling, verdicts::sight_words};
use crate::{
    dice::Fraction,
    lab::{Attempt, Relation, line_places, met_words},
    panels::{
        battle::model::ForecastModel,
        lab::model::{AttemptModel, ChanceModel, LinesModel, OddsModel, PairModel},
        number,
    },
    rules::{CombatantId, Fact, Sight, capital},
    screens::battle::what_matters,
};

impl LabScreen {
    pub(super) fn odds(&self) -> OddsModel {
        let draft = self.draft();
        let question = self.question();
        let Some(question) = question else { return OddsModel { tint: self.tint, ..OddsModel::default() } };
        let answer = self.asking.answer(question);
        let chance = |who: CombatantId, chance: Result<Fraction, Option<String>>| ChanceModel {
            token: self.token(who),
            chance: chance.map_err(|words| words.unwrap_or_else(|| "no attack".into())),
        };
        let there = |who: &CombatantId| who.index() < draft.tokens().len();
        let at = answer.map(|answer| &answer.at[..]).unwrap_or_default().iter().filter(|(who, _)| there(who));
        let at = at.map(|(who, best)| {
            let best = best.as_ref().copied().map_err(|why| why.as_ref().map(|why| why.words.to_string()));
            chance(*who, best)
        });
        let danger =
            answer.map(|answer| &answer.danger[..]).unwrap_or_default().iter().filter(|threat| there(&threat.by));
        let danger = danger.map(|threat| {
            let why = threat.refusal.as_ref().map(|refusal| refusal.words.to_string());
            chance(threat.by, if why.is_some() || threat.hits == Fraction::ZERO { Err(why) } else { Ok(threat.hits) })
        });
        OddsModel {
            by: Some(self.token(question.by)),
            on: question.on.map(|on| self.token(on)),
            from: question.from,
            busy: answer.is_none(),
            pair: answer.and_then(|answer| answer.pair.as_ref()).map(|pair| self.pair(pair)),
            at: at.collect(),
            danger: danger.collect(),
            tint: self.tint,
            verdicts: self.verdict_models(),
            changes: self.change_models(),
            sweep: self.sweep_model(),
        }
    }

    /// Who is asked about under every ruleset, and nothing else: what stands below the board beside other pages.
    pub(super) fn judged_pair(&self) -> OddsModel {
        let Some(question) = self.question() else { return OddsModel::default() };
        OddsModel {
            by: Some(self.token(question.by)),
            on: question.on.map(|on| self.token(on)),
            verdicts: self.verdict_models(),
            ..OddsModel::default()
        }
    }

    fn pair(&self, pair: &Relation) -> PairModel {
        let attempts = pair.attacks.iter().map(|attempt| AttemptModel {
            title: attempt.title.clone(),
            outcome: match &attempt.outcome {
                Ok(forecast) => Ok((forecast.hits, forecast.mean)),
                Err(refusal) => Err((refusal.words.to_string(), refusal.rule)),
            },
        });
        let name = |who: CombatantId| self.draft().battle().combatant(who).identity.name.to_string();
        let team = |who: CombatantId| self.draft().battle().combatant(who).team;
        let note = match &pair.approach {
            _ if team(pair.by) == team(pair.on) => {
                format!("{} and {} are on the same side", name(pair.by), name(pair.on))
            }
            _ if !pair.takes_turns => format!("{} takes no turns", name(pair.by)),
            Some(approach) => {
                let to = approach.way.route.squares.last().map(ToString::to_string).unwrap_or_default();
                let chance = number::percent(approach.attack_forecast.hits);
                format!("From {to}, where it can go this turn: {chance}")
            }
            None => String::new(),
        };
        PairModel {
            facts: self.standing(pair),
            attempts: attempts.collect(),
            chosen: self.attempt.min(pair.attacks.len().saturating_sub(1)),
            forecast: self.attempt_of(pair).and_then(|attempt| self.forecast(pair, attempt)),
            lines: self.lines(pair),
            rolled: self.rolling.as_ref().map(Rolling::model),
            curves: self.attempt_of(pair).and_then(|attempt| self.curves_model(attempt.outcome.as_ref().ok()?)),
            pinned: self.pin_text().map(|text| self.draft().pins().contains(&text)),
            note,
        }
    }

    /// The lines that decide cover, each from which corner of which square to where, and what they come to.
    fn lines(&self, pair: &Relation) -> LinesModel {
        let battle = self.draft().battle();
        let own = battle.combatant(pair.by).placement;
        let from = pair.from.map_or(own, |square| own.at(square)).0;
        let (start, ends) = line_places(&pair.sight, from, battle.combatant(pair.on).footprint());
        let row = |(line, end): (&crate::rules::Line, String)| Fact {
            label: capital(&end).into_owned().into(),
            value: String::new(),
            words: line.words.clone(),
            rule: Some(line.rule),
        };
        let what = if ends.len() == 1 { "The line" } else { "Lines" };
        let verdict = Fact {
            label: "Verdict".into(),
            value: String::new(),
            words: format!("{}: {}", sight_words(&pair.sight), met_words(&pair.sight)),
            rule: Some(pair.sight.rule),
        };
        LinesModel {
            heading: start.map_or_else(|| what.to_owned(), |start| format!("{what} from the {start}")),
            rows: pair.sight.lines.iter().zip(ends).map(row).collect(),
            verdict: (!pair.sight.lines.is_empty()).then_some(verdict),
            alone: self.line,
        }
    }

    /// Distance, sight, cover, reach and threat, both ways.
    fn standing(&self, pair: &Relation) -> Vec<Fact> {
        let battle = self.draft().battle();
        let name = |who: CombatantId| &*battle.combatant(who).identity.name;
        let (by, on) = (name(pair.by), name(pair.on));
        let fact = |label: &str, words: String, sight: &Sight| Fact {
            label: label.to_owned().into(),
            value: String::new(),
            words,
            rule: Some(sight.rule),
        };
        let measure = battle.ruleset.rules().measure();
        let yes = |is: bool, what: String| if is { what } else { "no".into() };
        let plain = |label: &str, words: String| Fact {
            label: label.to_owned().into(),
            value: String::new(),
            words,
            rule: None,
        };
        vec![
            plain("Distance", format!("{} {}", pair.sight.distance, measure.apart)),
            fact("Sight", seen(&pair.sight, on), &pair.sight),
            fact("Cover", cover_words(&pair.sight), &pair.sight),
            plain("Within reach", yes(pair.reaches, format!("of {by}"))),
            plain("Threatened", yes(pair.threatens, format!("by {by}"))),
            fact("Seen back", seen(&pair.back, by), &pair.back),
            fact("Cover back", cover_words(&pair.back), &pair.back),
            plain("Within reach back", yes(pair.reached, format!("of {on}"))),
            plain("Threatened back", yes(pair.threatened, format!("by {on}"))),
        ]
    }

    fn forecast(&self, pair: &Relation, attempt: &Attempt) -> Option<ForecastModel> {
        let forecast = attempt.outcome.as_ref().ok()?;
        let battle = self.draft().battle();
        let target = &battle.combatant(pair.on).identity.name;
        let place = pair.from.map(|square| format!(" from {square}")).unwrap_or_default();
        let (chance, matters) = what_matters(forecast);
        let outcome = matters.of(attempt.event, target);
        let assessment = &forecast.assessment;
        let harmless = matters.is_harmless();
        let mut notes = Vec::new();
        if !harmless {
            notes.push(("Mean damage".into(), number::tenths(forecast.mean)));
        }
        if chance != forecast.hits {
            notes.insert(0, ("Hits".into(), number::percent(forecast.hits)));
        }
        if forecast.grades[3] > Fraction::ZERO {
            notes.push((format!("{target} is out"), number::percent(forecast.grades[3])));
        }
        notes.extend(forecast.conditions.iter().map(|(words, chance)| (words.clone(), number::percent(*chance))));
        let label = |number: &crate::rules::AttackNumber| number.label.to_string();
        Some(ForecastModel {
            heading: "Forecast".into(),
            chance,
            doubt: forecast.forecast.doubt(),
            title: format!("{outcome}{place}"),
            about: format!("{}. {}", assessment.title, assessment.about),
            attack: assessment.attack().number.clone(),
            sum: assessment.attack().used.clone().map(|(words, rule)| (words.into_owned(), rule)),
            others: assessment.others().iter().map(|number| (label(number), number.number.clone())).collect(),
            odds: matters.bar(attempt.event, (chance, forecast.grades), battle.ruleset.rules().grades()),
            notes,
            alternatives: Vec::new(),
            risks: Vec::new(),
        })
    }
}

fn seen(sight: &Sight, whom: &str) -> String {
    if sight.seen { format!("sees {whom}") } else { format!("does not see {whom}") }
}

/// "partial cover, −30".
pub(super) fn cover_words(sight: &Sight) -> String {
    match (sight.cover_name, sight.modifier) {
        ("", 0) => "none".into(),
        (name, 0) => name.into(),
        (name, modifier) => format!("{name}, {}", number::signed(modifier)),
    }
}
