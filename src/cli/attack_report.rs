//! The report on an attack: its numbers with every term, and the exact odds of its outcomes.

use std::{borrow::Cow, io::Write};

use serde::Serialize;

use super::print::{Exact, Stop, count, percent, signed, table};
use crate::{
    dice::Fraction,
    lab,
    rules::{Assessment, Battle, Choice, CombatantId, Fate, OutcomeState, Sight, Verdict, attack_ahead},
};

/// The attack and its odds, if the target gives default answers.
pub(super) struct AttackReport {
    /// The numbers of a single attack; `None` for several.
    assessment: Option<Assessment>,
    ends: lab::Ends,
    critical: Fraction,
    /// Each damage with its chance, from none upwards.
    damage: Vec<(i16, Fraction)>,
    /// The odds of the ruleset's grades, from unhurt to out.
    grades: Vec<(&'static str, Fraction)>,
}

/// The same for programs.
#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    ruleset: &'a str,
    by: &'a str,
    on: &'a str,
    choice: &'a str,
    title: &'a str,
    attack: Option<&'a Verdict>,
    defence: Option<Number<'a>>,
    besides: Vec<Number<'a>>,
    sight: Option<&'a Sight>,
    exact: bool,
    missing: Option<Exact>,
    hit: Exact,
    critical: Exact,
    mean_damage: Exact,
    damage: Vec<Damage>,
    grades: Vec<Grade>,
}

#[derive(Serialize)]
struct Number<'a> {
    name: &'a str,
    number: &'a Verdict,
}

impl<'a> Number<'a> {
    fn named((name, number): &'a (Cow<'static, str>, Verdict)) -> Self {
        Self { name, number }
    }
}

#[derive(Serialize)]
struct Damage {
    damage: i16,
    chance: Exact,
}

#[derive(Serialize)]
struct Grade {
    name: &'static str,
    chance: Exact,
}

/// The attack in words: who does what to whom, and where.
pub(super) struct Heading {
    /// Where everybody stands: the level or the trial, and who was moved.
    pub(super) position: String,
    /// The attacker's tag.
    pub(super) by: String,
    /// The target's tag.
    pub(super) on: String,
    /// The choice, as asked.
    pub(super) choice: String,
}

impl AttackReport {
    /// Makes the report of a choice at the open decision for one target, the choice's own if none is named; `None` if the
    /// choice is not an attack.
    pub(super) fn new(battle: &Battle, on: Option<CombatantId>, choice: &Choice) -> Option<(CombatantId, Self)> {
        let decision = battle.decision()?;
        let ahead = attack_ahead(battle, decision, choice)?;
        let (by, on) = (ahead.attack.by, on.unwrap_or(ahead.attack.on));
        let ends = lab::Ends::new(battle, by, on, ahead.forecast(battle, decision, choice));
        // Several attacks that begin together each have their own numbers.
        let is_one = ahead.attacks == 1 || choice.on.is_some();
        let assessment = is_one.then(|| ahead.assessment());
        let odds = &ends.forecast.odds;
        let blows = |ending: &OutcomeState| {
            let ours = ending.results.iter().filter(|result| result.by == by && result.on == on);
            ours.map(|result| (result.fate, result.damage)).collect::<Vec<_>>()
        };
        let critical = odds.chance(|ending| blows(ending).iter().any(|(fate, _)| *fate == Fate::Critical));
        let by_damage = odds.map(|ending| blows(ending).iter().map(|(_, damage)| *damage).sum::<i16>());
        let damage = by_damage.iter().map(|(damage, ways)| (*damage, Fraction::new(ways, odds.total()))).collect();
        let grades = battle.ruleset.rules().grades().into_iter().zip(ends.grades).collect();
        Some((on, Self { assessment, ends, critical, damage, grades }))
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut dyn Write, heading: &Heading) -> Result<(), Stop> {
        writeln!(out, "{} against {}: {}", heading.by, heading.on, heading.choice)?;
        match &self.assessment {
            Some(assessment) => write_assessment(out, assessment, heading)?,
            None => writeln!(out, "Several attacks by one action. {}.", heading.position)?,
        }
        match self.ends.forecast.doubt() {
            None => writeln!(out, "\nOdds, exact")?,
            Some(doubt) => {
                let most = doubt.to_f64().max(0.0001);
                writeln!(
                    out,
                    "\nOdds, approximate: too many outcomes to count, at most {} are missing",
                    percent(most)
                )?;
            }
        }
        let row = |name: &str, chance: Fraction| {
            vec![name.into(), format!("{:>8}", percent(chance.to_f64())), chance.to_string()]
        };
        let mut rows = vec![row("hit", self.ends.hits), row("critical", self.critical)];
        rows.extend(self.grades.iter().map(|(name, chance)| row(name, *chance)));
        rows.extend(self.ends.conditions.iter().map(|(name, chance)| row(&name.to_lowercase(), *chance)));
        rows.push(vec!["mean damage".into(), format!("{:>8.4}", self.ends.mean.to_f64()), self.ends.mean.to_string()]);
        table(out, 2, &rows)?;
        writeln!(out, "\nDamage")?;
        let row = |(damage, chance): &(i16, Fraction)| {
            vec![format!("{damage:>3}"), format!("{:>8}", percent(chance.to_f64())), bar(*chance)]
        };
        table(out, 2, &self.damage.iter().map(row).collect::<Vec<_>>())
    }

    /// Writes it for programs.
    pub(super) fn json(&self, out: &mut dyn Write, heading: &Heading, ruleset: &str) -> Result<(), Stop> {
        let numbers = self.assessment.as_ref();
        let besides = numbers.map_or(&[][..], |numbers| &numbers.besides);
        let report = Report {
            position: &heading.position,
            ruleset,
            by: &heading.by,
            on: &heading.on,
            choice: &heading.choice,
            title: numbers.map_or("Several attacks by one action", |numbers| &numbers.title),
            attack: numbers.map(|numbers| &numbers.attack),
            defence: numbers.and_then(|numbers| numbers.defence.as_ref()).map(Number::named),
            besides: besides.iter().map(Number::named).collect(),
            sight: numbers.map(|numbers| &numbers.sight),
            exact: self.ends.forecast.is_exact(),
            missing: self.ends.forecast.doubt().map(Exact::from),
            hit: self.ends.hits.into(),
            critical: self.critical.into(),
            mean_damage: self.ends.mean.into(),
            damage: self
                .damage
                .iter()
                .map(|(damage, chance)| Damage { damage: *damage, chance: (*chance).into() })
                .collect(),
            grades: self.grades.iter().map(|(name, chance)| Grade { name, chance: (*chance).into() }).collect(),
        };
        super::print::json(out, &report)
    }
}

/// The numbers of a single attack.
fn write_assessment(out: &mut dyn Write, assessment: &Assessment, heading: &Heading) -> Result<(), Stop> {
    let Assessment { title, attack, defence, besides, sight, .. } = assessment;
    writeln!(out, "{title}. {}.\n", heading.position)?;
    write_verdict(out, "Attack", attack)?;
    match defence {
        Some((name, number)) => write_verdict(out, &format!("Defence, {name}"), number)?,
        None => writeln!(out, "No defence")?,
    }
    for (name, number) in besides {
        write_verdict(out, name, number)?;
    }
    writeln!(out, "Cover: {}, {}", sight.cover_name, sight.rule)?;
    table(out, 2, &touches(sight))
}

/// The obstacles that the lines meet, each once, with the number of lines that meet it.
fn touches(sight: &Sight) -> Vec<Vec<String>> {
    let met: Vec<_> = sight.lines.iter().filter(|line| line.touches.is_some()).collect();
    let first = |index: &usize| met[..*index].iter().all(|one| one.words != met[*index].words);
    let row = |index: usize| {
        let line = met[index];
        let lines = met.iter().filter(|one| one.words == line.words).count();
        vec![format!("{lines} of {}", count(sight.lines.len(), "line")), line.words.clone(), line.rule.to_string()]
    };
    (0..met.len()).filter(first).map(row).collect()
}

fn write_verdict(out: &mut dyn Write, name: &str, verdict: &Verdict) -> Result<(), Stop> {
    writeln!(out, "{name}: {}", signed(verdict.value).trim_start_matches('+'))?;
    let mut terms = verdict.terms.iter();
    // The first term is what the others are added to.
    let first = terms.next().map(|term| (term.amount.to_string().replace('-', "\u{2212}"), term));
    let all = first.into_iter().chain(terms.map(|term| (signed(term.amount), term)));
    let rows: Vec<Vec<String>> =
        all.map(|(amount, term)| vec![format!("{amount:>4}"), term.words.to_string(), term.rule.to_string()]).collect();
    table(out, 2, &rows)
}

/// A bar of up to forty marks, one for each 2.5 %.
fn bar(chance: Fraction) -> String {
    "#".repeat((chance.to_f64() * 40.0).round() as usize)
}
