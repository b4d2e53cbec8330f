//! The damage curve of the attack shown, made once per forecast; the curve kept for comparison; and the curves with the
//! best and the worst answer.

use std::sync::Arc;

use super::{LabScreen, Page, asking::Question};
use crate::{
    board::art::chart::LineLook,
    dice::Fraction,
    lab::{AttackForecast, UntilOut, answers, attack_forecast, until_out},
    panels::{
        lab::{
            chart::ChartFile,
            curve::{CurveModel, CurvesModel, Reading},
            pair_table::Entry,
        },
        number::{plain, signed},
    },
    rules::{Assessment, Battle, Choice, CombatantId, Decision, Forecast, OutcomeState, turn_given, uncapital},
    screens::beside::{Beside, Outlet},
};

/// A question, and which of its attacks the answers are to.
type Asked = (Question, Choice);

/// An answer in words, how it is drawn, and the chances of at least each damage.
type Answered = (String, LineLook, Vec<Fraction>);

/// What takes longer than a frame: the answers, the damage from which the attack achieves more, and how many attacks it
/// takes.
#[derive(Clone, Default)]
struct WorkedOut {
    answers: Vec<Answered>,
    thresholds: Vec<(u32, &'static str)>,
    /// How many such attacks take the target out, once that is worked out.
    until: Option<UntilOut>,
}

/// The curves and their forecast.
#[derive(Default)]
pub(super) struct Curves {
    shown: Option<(Arc<Forecast>, CurveModel)>,
    kept: Option<CurveModel>,
    answers: Beside<Asked, WorkedOut>,
    /// Which chances are shown.
    pub(super) reading: Reading,
}

impl Curves {
    /// Empty but for the curve kept and the reading chosen, for another draft.
    pub(super) fn afresh(&mut self) -> Self {
        Self { kept: self.kept.take(), reading: self.reading, ..Self::default() }
    }

    /// Whether answers are on their way.
    pub(super) const fn is_busy(&self) -> bool {
        self.answers.is_busy()
    }

    /// Waits for the answers, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        self.answers.wait();
    }
}

/// The damage that an outcome does to `on`.
fn damage(ending: &OutcomeState, (by, on): (CombatantId, CombatantId)) -> u32 {
    ending.blows(by, on).map(|result| u32::from(result.damage.unsigned_abs())).sum()
}

/// The chance of at least each damage, from 1 up.
pub(super) fn at_least(forecast: &Forecast, (by, on): (CombatantId, CombatantId)) -> Vec<Fraction> {
    let odds = forecast.odds.map(|ending| damage(ending, (by, on)));
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

/// The damage from which each grade is certain and below which it never occurs, with the ruleset's word; of grades with
/// the same threshold only the gravest.
fn thresholds(battle: &Battle, forecast: &Forecast, (by, on): (CombatantId, CombatantId)) -> Vec<(u32, &'static str)> {
    let rules = battle.ruleset.rules();
    let odds = forecast.odds.map(|ending| (damage(ending, (by, on)), rules.grade(battle, on, ending)));
    let ends: Vec<(u32, u8)> = odds.iter().map(|(end, _)| *end).collect();
    let least = ends.iter().map(|(damage, _)| *damage).filter(|damage| *damage > 0).min().unwrap_or(0);
    let mut found: Vec<(u32, &'static str)> = Vec::new();
    for (grade, name) in (1..).zip(rules.grades().into_iter().skip(1)) {
        let is_so = |end: &&(u32, u8)| end.1 >= grade;
        let Some(from) = ends.iter().filter(is_so).map(|(damage, _)| *damage).min() else { continue };
        // A grade that depends on more than damage has no threshold; one that any damage reaches needs none.
        if from > least && ends.iter().all(|end| (end.0 >= from) == (end.1 >= grade)) {
            found.retain(|(other, _)| *other != from);
            found.push((from, name));
        }
    }
    found
}

/// Every number of an attack: the first with all its terms, the others with their totals.
fn entries(assessment: &Assessment) -> Vec<Entry> {
    let entry = |words: &str, amount: String, rule| Entry { words: words.into(), amount, rule };
    let mut all = Vec::new();
    for (place, number) in assessment.numbers.iter().enumerate() {
        let terms = &number.number.terms;
        if place == 0 {
            let amount = |(place, amount): (usize, i32)| if place == 0 { plain(amount) } else { signed(amount) };
            let terms = terms.iter().enumerate();
            all.extend(terms.map(|(place, term)| entry(&term.words, amount((place, term.amount)), Some(term.rule))));
            if let Some((words, rule)) = &number.used {
                all.push(entry(words, plain(number.number.value), Some(*rule)));
            }
        } else {
            all.push(entry(&number.label, plain(number.number.value), terms.first().map(|term| term.rule)));
        }
    }
    all
}

/// Works out what takes long about the attack shown.
fn work_out(battle: &Battle, question: Question, choice: &Choice, outlet: &Outlet<WorkedOut>) {
    let (Some(on), by) = (question.on, question.by) else {
        outlet.hand_out(WorkedOut::default());
        return;
    };
    let turn = turn_given(battle, by);
    let decision = battle.ruleset.rules().turn_question(by);
    let forecast = attack_forecast(&turn, &decision, choice);
    let thresholds = forecast.map(|forecast| thresholds(&turn, &forecast.forecast, (forecast.attack.by, on)));
    let answers = answered_curves(&turn, &decision, choice, (by, on));
    let told = WorkedOut { answers, thresholds: thresholds.unwrap_or_default(), until: None };
    if outlet.hand_out(told.clone()) {
        let until = Some(until_out(battle, choice, (by, on), outlet.stop()));
        outlet.hand_out(WorkedOut { until, ..told });
    }
}

/// The curves with the best and the worst answer, where they differ from the default answer.
fn answered_curves(
    turn: &Battle,
    decision: &Decision,
    choice: &Choice,
    (by, on): (CombatantId, CombatantId),
) -> Vec<Answered> {
    let Some(found) = answers(turn, decision, choice) else { return Vec::new() };
    let all = [("best", LineLook::Best, &found.best), ("worst", LineLook::Worst, &found.worst)];
    let differing = all.into_iter().filter(|(.., answer)| answer.ends != found.default);
    differing
        .map(|(word, look, answer)| {
            (format!("answered {word}: {}", uncapital(&answer.words)), look, at_least(&answer.ends.forecast, (by, on)))
        })
        .collect()
}

impl LabScreen {
    /// Makes the curve of the attack shown, if it has changed, and has its answers worked out.
    pub(super) fn draw_curve(&mut self) {
        if self.page != Page::Odds {
            return;
        }
        self.shown_curve();
        let asked = self.asked_answers();
        let battle = self.history.draft().battle();
        self.curves.answers.ask(asked, |(question, choice)| {
            let (battle, question, choice) = (battle.clone(), *question, choice.clone());
            move |outlet: &Outlet<WorkedOut>| work_out(&battle, question, &choice, outlet)
        });
    }

    /// The attack whose answers are worked out; `None` while the question is about another square or somebody is
    /// dragged.
    fn asked_answers(&self) -> Option<Asked> {
        let question = self.question().filter(|question| question.from.is_none() && self.preview.is_none())?;
        let pair = self.asking.answer(question)?.pair.as_ref().filter(|pair| pair.from.is_none())?;
        let attempt = self.attempt_of(pair)?;
        attempt.outcome.is_ok().then(|| (question, attempt.choice.clone()))
    }

    fn shown_curve(&mut self) {
        let found = self.question().and_then(|question| {
            let pair = self.asking.answer(question)?.pair.as_ref()?;
            let attempt = self.attempt_of(pair)?;
            let forecast = attempt.outcome.as_ref().ok()?;
            let name = |who| self.draft().battle().combatant(who).identity.name.to_string();
            let stands = self.draft().battle().combatant(pair.by).placement.anchor();
            let (by, from) = (name(pair.by), pair.from.unwrap_or(stands));
            let name = format!("{by}, {} from {from} at {}", attempt.title.to_lowercase(), name(pair.on));
            // Equal attacks from different squares share a forecast, so names are compared too.
            let is_shown = |(known, curve): &(Arc<Forecast>, CurveModel)| {
                Arc::ptr_eq(known, &forecast.forecast) && curve.name == name
            };
            if self.curves.shown.as_ref().is_some_and(is_shown) {
                return None;
            }
            let names = self.draft().ruleset().rules().grades();
            let curve = CurveModel {
                name,
                of: format!("{}, {}", self.draft().ruleset(), self.draft().level().name),
                at_least: at_least(&forecast.forecast, (forecast.attack.by, forecast.attack.on)),
                terms: entries(&forecast.assessment),
                figures: (forecast.hits, forecast.mean),
                grades: names.into_iter().zip(forecast.grades).skip(1).collect(),
            };
            Some((Arc::clone(&forecast.forecast), curve))
        });
        self.curves.shown = found.or(self.curves.shown.take());
    }

    /// The panel's model of the attack with this forecast.
    pub(super) fn curves_model(&self, forecast: &AttackForecast) -> Option<CurvesModel> {
        let (of, a) = self.curves.shown.as_ref()?;
        let answers = self.asked_answers().and_then(|asked| self.curves.answers.answer(&asked).cloned());
        Arc::ptr_eq(of, &forecast.forecast).then(|| self.curves_of(a.clone(), answers.unwrap_or_default()))
    }

    fn curves_of(&self, a: CurveModel, told: WorkedOut) -> CurvesModel {
        let WorkedOut { answers, thresholds, until } = told;
        CurvesModel { a, b: self.curves.kept.clone(), answers, thresholds, until, reading: self.curves.reading }
    }

    /// Keeps the curve shown for comparison, or keeps none.
    pub(super) fn compare(&mut self, keep: bool) {
        self.curves.kept = self.curves.shown.as_ref().map(|(_, curve)| curve.clone()).filter(|_| keep);
    }

    /// Saves the curves shown.
    pub(super) fn save_curves(&mut self, file: ChartFile) {
        let shown = self.curves.shown.as_ref().map(|(_, curve)| curve.clone());
        let Some(a) = shown else { return };
        let answers = self.asked_answers().and_then(|asked| self.curves.answers.answer(&asked).cloned());
        let model = self.curves_of(a, answers.unwrap_or_default());
        self.save_chart(&model.file_name(), file, &model.csv(), &model.chart());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lab::relation,
        levels::{Roster, builtin, draft::Draft},
        rules::{RulesetId, Settings},
    };

    /// Cale's shot at Lysk: its thresholds, its chances of at least each damage, and its grades.
    fn shot(ruleset: RulesetId) -> (Vec<(u32, &'static str)>, Vec<Fraction>, Vec<(&'static str, Fraction)>) {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
        let draft = Draft::of_level(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let battle = draft.battle();
        let who = |tag: &str| battle.combatants().find(|fighter| &*fighter.identity.tag == tag).unwrap().id;
        let pair = (who("cale"), who("lysk"));
        let attacks = relation(battle, pair.0, pair.1, None).attacks;
        let shot = attacks.first().unwrap().outcome.as_ref().unwrap();
        let grades = ruleset.rules().grades().into_iter().zip(shot.grades).collect();
        (thresholds(&turn_given(battle, pair.0), &shot.forecast, pair), at_least(&shot.forecast, pair), grades)
    }

    #[test]
    fn marks_stand_where_something_else_comes_of_more_damage() {
        let shots: Vec<_> = RulesetId::offered().map(shot).collect();
        for (marks, at_least, grades) in &shots {
            for (from, name) in marks {
                let graver = grades.iter().skip_while(|(grade, _)| grade != name);
                let chance = graver.fold(Fraction::ZERO, |sum, (_, chance)| sum.plus(*chance));
                assert_eq!(at_least[*from as usize - 1], chance, "{name} from {from}");
                assert!(chance < at_least[0], "{name}: any damage comes to that");
            }
        }
        // In the first, each fifth of a Durability of 30 is a wound, and every hit does more than one. The others count
        // halves.
        let marks: Vec<Vec<(u32, &str)>> = shots.into_iter().map(|(marks, ..)| marks).collect();
        assert_eq!(
            marks,
            [
                vec![(12, "two or more")],
                vec![(20, "half or more"), (40, "out")],
                vec![(11, "half or more"), (21, "out")],
                vec![(10, "half or more"), (20, "out")],
                vec![(23, "half or more"), (45, "out")],
            ]
        );
    }
}
