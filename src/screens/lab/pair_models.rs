//! The panels' models of two fighters: who hits whom with what odds, how they stand to each other, what decides sight
//! and cover.

use super::{LabScreen, asking::Answer, rolling::Rolling, verdicts::sight_words};
use crate::{
    dice::Fraction,
    lab::{Approach, AttackForecast, Attempt, Relation, Share, fields::CoverThere, line_places, met_words},
    panels::{
        battle::model::ForecastModel,
        lab::model::{AttemptModel, ChanceModel, LinesModel, OddsModel, PairModel, ShareModel},
        number,
    },
    rules::{CombatantId, Fact, RuleId, Sight, Term, capital, uncapital},
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
            pair: answer.and_then(|answer| self.pair_asked_about(answer)),
            at: at.collect(),
            danger: danger.collect(),
            tint: self.tint,
            verdicts: self.verdict_models(),
            changes: self.change_models(),
            sweep: self.sweep_model(),
        }
    }

    /// The two under every ruleset and nothing else, for the table below the board on other pages.
    pub(super) fn judged_pair(&self) -> OddsModel {
        let Some(question) = self.question() else { return OddsModel::default() };
        OddsModel {
            by: Some(self.token(question.by)),
            on: question.on.map(|on| self.token(on)),
            verdicts: self.verdict_models(),
            ..OddsModel::default()
        }
    }

    /// The two asked about, with the steps to the chance of the attack shown.
    fn pair_asked_about(&self, answer: &Answer) -> Option<PairModel> {
        let pair = answer.pair.as_ref()?;
        let forecast = self.attempt_of(pair).and_then(|attempt| attempt.outcome.as_ref().ok());
        let shares = answer.shares.get(self.attempt_place(pair));
        let shares = forecast.zip(shares).map(|(forecast, shares)| way(forecast, shares));
        Some(PairModel { shares: shares.unwrap_or_default(), ..self.pair(pair) })
    }

    pub(super) fn pair(&self, pair: &Relation) -> PairModel {
        let attempts = pair.attacks.iter().map(|attempt| AttemptModel {
            title: attempt.title.clone(),
            outcome: match &attempt.outcome {
                Ok(forecast) => {
                    let (chance, matters) = what_matters(forecast);
                    Ok((chance, matters.event_of(attempt.event), forecast.mean))
                }
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
            Some(approach) => approach_words(&name(pair.by), approach, pair.standing.as_deref()),
            None => String::new(),
        };
        PairModel {
            facts: self.standing(pair),
            attempts: attempts.collect(),
            chosen: self.attempt_place(pair),
            forecast: self.attempt_of(pair).and_then(|attempt| self.forecast(pair, attempt)),
            shares: Vec::new(),
            lines: self.lines(pair),
            rolled: self.rolling.as_ref().map(Rolling::model),
            curves: self.attempt_of(pair).and_then(|attempt| self.curves_model(attempt.outcome.as_ref().ok()?)),
            pinned: self.pin_text().map(|text| self.draft().pins().contains(&text)),
            note,
        }
    }

    /// The lines that decide cover, each with its corner, square and end, and the verdict.
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
        let fact = |label: String, words: String, rule: Option<RuleId>| Fact {
            label: label.into(),
            value: String::new(),
            words,
            rule,
        };
        let measure = battle.ruleset.rules().measure();
        let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
        let mut all = vec![fact("Distance".into(), measure.apart_words(pair.sight.distance), None)];
        for (by, on, sight, reaches, threatens) in
            [(by, on, &pair.sight, pair.reaches, pair.threatens), (on, by, &pair.back, pair.reached, pair.threatened)]
        {
            all.push(fact(format!("{by} sees {on}"), yes(sight.seen), Some(sight.rule)));
            all.push(fact(format!("Cover of {on} from {by}"), cover_words(sight), Some(sight.rule)));
            all.push(fact(format!("{by} reaches {on}"), yes(reaches), None));
            all.push(fact(format!("{by} threatens {on}"), yes(threatens), None));
        }
        all
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

/// The attack at the end of a way in the same turn, and why its chance differs from that of standing there already.
fn approach_words(who: &str, approach: &Approach, standing: Option<&AttackForecast>) -> String {
    let to = approach.way.route.squares.last().map(ToString::to_string).unwrap_or_default();
    let after = &approach.attack_forecast;
    let said = format!("From {to}, where {who} can go this turn: {}", number::percent(after.hits));
    let Some(standing) = standing.filter(|standing| standing.hits != after.hits) else { return said };
    let known = &standing.assessment.attack().number.terms;
    let terms = after.assessment.attack().number.terms.iter();
    let is_new = |term: &&Term| known.iter().all(|known| (&known.words, known.amount) != (&term.words, term.amount));
    let new: Vec<String> = terms
        .filter(is_new)
        .map(|term| format!("{} {}", uncapital(&term.words), number::signed(term.amount)))
        .collect();
    let why = if new.is_empty() {
        "the way uses up what the attack could use".into()
    } else {
        format!("the way brings {}", new.join(", "))
    };
    let there = number::percent(standing.hits);
    format!("{said}. Fields count {who} as standing there already, {there}: {why}")
}

/// The steps from an attack's numbers to its chance, in whole per cent that add up to it.
fn way(forecast: &AttackForecast, all: &[Share]) -> Vec<ShareModel> {
    // With a single outcome there are no steps to tell.
    if all.len() < 2 {
        return Vec::new();
    }
    let hits = forecast.hits.percent();
    let part = |lands: bool, total: u32| {
        let of: Vec<&Share> = all.iter().filter(|share| share.lands == lands).collect();
        let percents = number::shares(&of.iter().map(|share| share.chance).collect::<Vec<_>>(), total);
        let model = |(share, percent): (&Share, u32)| ShareModel {
            words: share.words.clone(),
            percent,
            lands,
            rule: share.rule,
        };
        of.into_iter().zip(percents).map(model).collect::<Vec<_>>()
    };
    [part(false, 100 - hits), part(true, hits)].concat()
}

/// "partial cover, −30".
pub(super) fn cover_words(sight: &Sight) -> String {
    CoverThere::from(sight).words()
}
