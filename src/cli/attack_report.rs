//! The report on an attack: its numbers with every term, and the exact odds of its outcomes.

use std::io::Write;

use serde::Serialize;

use super::{
    best_answer::{self, BestAnswer},
    print::{Exact, Stop, count, percent, signed, table},
};
use crate::{
    dice::Fraction,
    lab,
    rules::{
        Assessment, AttackNumber, Battle, Choice, CombatantId, CombatantSet, Fate, NumberRole, OutcomeState, RuleId,
        Sight, Verdict, attack_ahead,
    },
};

/// An attack and its odds when the target answers by default.
pub(super) struct AttackReport {
    /// The numbers of a single attack; `None` for several.
    assessment: Option<Assessment>,
    ends: lab::Ends,
    critical: Fraction,
    /// Each damage with its chance, from none upwards.
    damage: Vec<(i16, Fraction)>,
    /// The odds of the ruleset's grades, from unhurt to out.
    grades: Vec<(&'static str, Fraction)>,
    /// The answers of the other side, if it has a choice.
    answers: Option<lab::Answers>,
    /// The outcome of the best answer, unless it equals that of the default ones.
    best: Option<BestAnswer>,
}

/// The report as JSON, for programs.
#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    ruleset: &'a str,
    by: &'a str,
    on: &'a str,
    choice: &'a str,
    title: &'a str,
    attack: Option<&'a Verdict>,
    numbers: Vec<Number<'a>>,
    sight: Option<&'a Sight>,
    exact: bool,
    missing: Option<Exact>,
    hit: Exact,
    critical: Exact,
    mean_damage: Exact,
    damage: Vec<Damage>,
    grades: Vec<Grade<'a>>,
    conditions: Vec<Grade<'a>>,
    answers: Option<Answers<'a>>,
}

/// The attack's outcome under the answers of the other side.
#[derive(Serialize)]
struct Answers<'a> {
    default: Answered<'a>,
    best: Answered<'a>,
    worst: Answered<'a>,
}

#[derive(Serialize)]
struct Answered<'a> {
    by: Option<&'a str>,
    answer: Option<&'a str>,
    hit: Exact,
    mean_damage: Exact,
    /// Only for the best answer, and only if its outcome differs from that of the default ones.
    #[serde(flatten)]
    more: Option<best_answer::Json<'a>>,
}

impl<'a> Answered<'a> {
    fn of(battle: &'a Battle, answer: &'a lab::Answer) -> Self {
        let by = Some(&*battle.combatant(answer.who).identity.tag);
        Self { by, answer: Some(&answer.text), ..Self::default(&answer.ends) }
    }

    fn default(ends: &lab::Ends) -> Self {
        Self { by: None, answer: None, hit: ends.hits.into(), mean_damage: ends.mean.into(), more: None }
    }
}

/// A number of the attack, with the tags of the fighter who rolls and of the target.
#[derive(Serialize)]
struct Number<'a> {
    name: &'a str,
    role: NumberRole,
    number: &'a Verdict,
    by: Option<&'a str>,
    on: Option<&'a str>,
    used: Option<&'a str>,
    rule: Option<RuleId>,
    critical: Option<&'a str>,
    critical_rule: Option<RuleId>,
}

impl<'a> Number<'a> {
    fn of(battle: &'a Battle, number: &'a AttackNumber) -> Self {
        let tag = |who: CombatantId| &*battle.combatant(who).identity.tag;
        Self {
            name: &number.label,
            role: number.role,
            number: &number.number,
            by: number.by.map(tag),
            on: number.on.map(tag),
            used: number.used.as_ref().map(|(words, _)| &**words),
            rule: number.used.as_ref().map(|(_, rule)| *rule),
            critical: number.critical.as_ref().map(|(words, _)| &**words),
            critical_rule: number.critical.as_ref().map(|(_, rule)| *rule),
        }
    }
}

#[derive(Serialize)]
struct Damage {
    damage: i16,
    chance: Exact,
}

#[derive(Serialize)]
struct Grade<'a> {
    name: &'a str,
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
    /// Reports on a choice at the open decision, against the target `on` or else the choice's own; `None` if the choice
    /// is not an attack.
    pub(super) fn new(battle: &Battle, on: Option<CombatantId>, choice: &Choice) -> Option<(CombatantId, Self)> {
        let decision = battle.decision()?;
        let ahead = attack_ahead(battle, decision, choice)?;
        let (by, on) = (ahead.attack.by, on.unwrap_or(ahead.attack.on));
        let attackers = ahead.attackers();
        let ends = lab::Ends::new(battle, attackers, on, ahead.forecast(battle, decision, choice));
        // Several attacks that begin together each have their own numbers.
        let is_one = ahead.attacks == 1 || choice.on.is_some();
        let assessment = is_one.then(|| ahead.assessment());
        let odds = &ends.forecast.odds;
        let blows = |ending: &OutcomeState| {
            ending.blows(attackers, on).map(|result| (result.fate, result.damage)).collect::<Vec<_>>()
        };
        let critical = critically(&ends, attackers, on);
        let by_damage = odds.map(|ending| blows(ending).iter().map(|(_, damage)| *damage).sum::<i16>());
        let damage = by_damage.iter().map(|(damage, ways)| (*damage, Fraction::new(ways, odds.total()))).collect();
        let grades = battle.ruleset.rules().grades().into_iter().zip(ends.grades).collect();
        let answers = (on == ahead.attack.on).then(|| lab::answers(battle, decision, choice)).flatten();
        let best = answers.as_ref().and_then(|all| BestAnswer::new(battle, (by, attackers, on), all, choice));
        Some((on, Self { assessment, ends, critical, damage, grades, answers, best }))
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut dyn Write, heading: &Heading, battle: &Battle) -> Result<(), Stop> {
        writeln!(out, "{} against {}: {}", heading.by, heading.on, heading.choice)?;
        match &self.assessment {
            Some(assessment) => write_assessment(out, battle, assessment, heading)?,
            None => writeln!(out, "Several attacks by one action. {}.", heading.position)?,
        }
        match self.ends.forecast.doubt() {
            None => writeln!(out, "\nOdds, exact")?,
            Some(doubt) => {
                let most = doubt.to_f64().max(0.0001);
                writeln!(
                    out,
                    "\nOdds, approximate: too many outcomes to count, each chance is off by at most {}",
                    percent(most)
                )?;
            }
        }
        table(out, 2, &rows_of(&self.ends, self.critical, &self.grades))?;
        writeln!(out, "\nDamage")?;
        let row = |(damage, chance): &(i16, Fraction)| {
            vec![format!("{damage:>3}"), format!("{:>8}", percent(chance.to_f64())), bar(*chance)]
        };
        table(out, 2, &self.damage.iter().map(row).collect::<Vec<_>>())?;
        self.answers.as_ref().map_or(Ok(()), |answers| write_answers(out, battle, answers))?;
        self.best.as_ref().map_or(Ok(()), |best| best.write(out, battle, &heading.by))
    }

    /// Writes it for programs.
    pub(super) fn json(&self, out: &mut dyn Write, heading: &Heading, battle: &Battle) -> Result<(), Stop> {
        let numbers = self.assessment.as_ref();
        let report = Report {
            position: &heading.position,
            ruleset: battle.ruleset.name(),
            by: &heading.by,
            on: &heading.on,
            choice: &heading.choice,
            title: numbers.map_or("Several attacks by one action", |numbers| &numbers.title),
            attack: numbers.map(|numbers| &numbers.attack().number),
            numbers: numbers
                .iter()
                .flat_map(|all| all.numbers.iter().map(|number| Number::of(battle, number)))
                .collect(),
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
            conditions: self
                .ends
                .conditions
                .iter()
                .map(|(name, chance)| Grade { name, chance: (*chance).into() })
                .collect(),
            answers: self.answers.as_ref().map(|all| Answers {
                default: Answered::default(&all.default),
                best: Answered { more: self.best.as_ref().map(BestAnswer::json), ..Answered::of(battle, &all.best) },
                worst: Answered::of(battle, &all.worst),
            }),
        };
        super::print::json(out, &report)
    }
}

/// The chance that an attack by any of `by` is a critical hit on `on`.
pub(super) fn critically(ends: &lab::Ends, by: CombatantSet, on: CombatantId) -> Fraction {
    ends.forecast.odds.chance(|ending| ending.blows(by, on).any(|result| result.fate == Fate::Critical))
}

/// The outcome of an attack, row by row.
pub(super) fn rows_of(ends: &lab::Ends, critical: Fraction, grades: &[(&'static str, Fraction)]) -> Vec<Vec<String>> {
    let mut rows = vec![chance_row("hit", ends.hits), chance_row("critical", critical)];
    rows.extend(grades.iter().map(|(name, chance)| chance_row(name, *chance)));
    rows.extend(ends.conditions.iter().map(|(name, chance)| chance_row(&name.to_lowercase(), *chance)));
    rows.push(vec!["mean damage".into(), format!("{:>8.4}", ends.mean.to_f64()), ends.mean.to_string()]);
    rows
}

/// A chance in per cent and as a fraction.
pub(super) fn chance_row(name: &str, chance: Fraction) -> Vec<String> {
    vec![name.into(), format!("{:>8}", percent(chance.to_f64())), chance.to_string()]
}

/// The numbers of a single attack.
fn write_assessment(
    out: &mut dyn Write,
    battle: &Battle,
    assessment: &Assessment,
    heading: &Heading,
) -> Result<(), Stop> {
    let Assessment { title, sight, .. } = assessment;
    writeln!(out, "{title}. {}.\n", heading.position)?;
    for (place, number) in assessment.numbers.iter().enumerate() {
        let on = number.on.map_or_else(String::new, |on| format!(", {}", battle.combatant(on).identity.tag));
        let defence = if number.role == NumberRole::Defence { "Defence, " } else { "" };
        write_verdict(out, &format!("{defence}{}{on}", number.label), number)?;
        if place == 0 && assessment.defences().next().is_none() {
            writeln!(out, "No defence")?;
        }
    }
    writeln!(out, "Cover: {}, {}", sight.cover_name, sight.rule)?;
    table(out, 2, &touches(sight))
}

/// The attack's outcome under the default, best and worst answers of the other side.
fn write_answers(out: &mut dyn Write, battle: &Battle, answers: &lab::Answers) -> Result<(), Stop> {
    writeln!(out, "\nAnswers")?;
    let row = |name: String, ends: &lab::Ends| {
        let (hit, mean) = (percent(ends.hits.to_f64()), ends.mean.to_f64());
        vec![name, format!("hit {hit:>8}"), format!("mean damage {mean:>8.4}")]
    };
    let named = |name: &str, answer: &lab::Answer| {
        row(format!("{name}, {}: {}", battle.combatant(answer.who).identity.tag, answer.text), &answer.ends)
    };
    let rows = [row("default".into(), &answers.default), named("best", &answers.best), named("worst", &answers.worst)];
    table(out, 2, &rows)
}

/// The obstacles that the lines meet, each once, with the number of lines that meet it.
fn touches(sight: &Sight) -> Vec<Vec<String>> {
    let met: Vec<_> = sight.lines.iter().filter(|line| line.touches.is_some()).collect();
    let first = |index: &usize| met[..*index].iter().all(|line| line.words != met[*index].words);
    let row = |index: usize| {
        let line = met[index];
        let lines = met.iter().filter(|other| other.words == line.words).count();
        vec![format!("{lines} of {}", count(sight.lines.len(), "line")), line.words.clone(), line.rule.to_string()]
    };
    (0..met.len()).filter(first).map(row).collect()
}

fn write_verdict(out: &mut dyn Write, name: &str, number: &AttackNumber) -> Result<(), Stop> {
    let mut rows = write_number(out, name, &number.number)?;
    rows.extend(
        number.critical.iter().map(|(words, rule)| vec![String::new(), format!("Critical: {words}"), rule.to_string()]),
    );
    table(out, 2, &rows)
}

/// Writes a number, and returns the rows of its terms.
pub(super) fn write_number(out: &mut dyn Write, name: &str, verdict: &Verdict) -> Result<Vec<Vec<String>>, Stop> {
    writeln!(out, "{name}: {}", signed(verdict.value).trim_start_matches('+'))?;
    let mut terms = verdict.terms.iter();
    // The first term is what the others are added to.
    let first = terms.next().map(|term| (term.amount.to_string().replace('-', "\u{2212}"), term));
    let all = first.into_iter().chain(terms.map(|term| (signed(term.amount), term)));
    Ok(all.map(|(amount, term)| vec![format!("{amount:>4}"), term.words.to_string(), term.rule.to_string()]).collect())
}

/// A bar of up to forty marks, one for each 2.5 %.
fn bar(chance: Fraction) -> String {
    "#".repeat((chance.to_f64() * 40.0).round() as usize)
}
