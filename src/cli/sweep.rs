//! `sweep`: an attack while one number varies over a range.

use std::{io::Write, process::ExitCode};

use clap::Args;
use serde::Serialize;

use super::{
    find,
    position::PositionArgs,
    print::{CommandResult, Exact, Stop, json, percent, table},
};
use crate::{
    levels::{
        draft::{Draft, Sweep as Worked, SweepPoint, SweepQuestion, Swept, SweptNumber, TokenKey, swept_numbers},
        meant,
    },
    rules::{Battle, Choice},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground sweep --level tanner-row --from cale --target lysk --number distance
  proving-ground sweep --level tanner-row --from cale --target lysk --ruleset totals --number points --json
  proving-ground sweep --level tanner-row --from cale --target lysk --number \"cale: ranged weapons\" --values 20,40,60 --csv
  proving-ground sweep --level tanner-row --from cale --target lysk --list

For each value the position is changed as in the lab, and the rules are asked as for a single attack: the best one at \
that value, or the one given with --choice. The attacker is moved along its line from the target, as many squares away \
as --values says; distances are printed as the ruleset counts them. Without --values about twenty are tried, the \
current one among them.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Sweep {
    #[command(flatten)]
    position: PositionArgs,
    /// Who attacks
    #[arg(long, value_name = "TAG")]
    from: String,
    /// The target
    #[arg(long, value_name = "TAG")]
    target: String,
    /// The number: `distance`, `points`, or a name from --list
    #[arg(long, value_name = "NAME", required_unless_present = "list")]
    number: Option<String>,
    /// The attack, as in recordings: "shoot lysk crossbow"; by default the best one at each value
    #[arg(long)]
    choice: Option<String>,
    /// The values to try; a distance in squares
    #[arg(long, value_delimiter = ',', allow_negative_numbers = true)]
    values: Vec<i64>,
    /// List the numbers that can be swept, with their current values
    #[arg(long, conflicts_with_all = ["number", "json", "csv"])]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    ruleset: &'a str,
    from: &'a str,
    target: &'a str,
    number: &'a str,
    now: i64,
    unit: &'a str,
    points: Vec<Point<'a>>,
}

#[derive(Serialize)]
struct Point<'a> {
    at: i64,
    from: Option<String>,
    attack: Option<Attack<'a>>,
    refused: Option<&'a str>,
}

#[derive(Serialize)]
struct Attack<'a> {
    title: &'a str,
    hit: Exact,
    harm: Exact,
    mean_damage: Exact,
    out: Exact,
}

impl<'a> Point<'a> {
    fn of(point: &'a SweepPoint) -> Self {
        let attack = point.odds.as_ref().ok().map(|odds| Attack {
            title: &odds.title,
            hit: odds.hits.into(),
            harm: odds.harms.into(),
            mean_damage: odds.mean.into(),
            out: odds.out.into(),
        });
        let from = point.from.map(|square| square.to_string());
        Self { at: point.at, from, attack, refused: point.odds.as_ref().err().map(String::as_str) }
    }
}

impl Sweep {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let position = self.position.read()?;
        let draft = position.draft();
        let key = |tag: &str| find::combatant(draft.battle(), tag).map(|who| draft.key(who));
        let (by, on) = (key(&self.from)?, key(&self.target)?);
        if by == on {
            return Err(Stop::Because(format!("{} cannot be its own target", self.from)));
        }
        let all = swept_numbers(&draft, by, on);
        let Some(name) = &self.number else {
            let row = |number: &SweptNumber| vec![number.label.clone(), now_of(&draft, (by, on), number).to_string()];
            table(out, 0, &all.iter().map(row).collect::<Vec<_>>())?;
            return Ok(ExitCode::SUCCESS);
        };
        let number = named(&all, name)?;
        let attack = self.choice.as_ref().map(|text| attack(&draft, by, text)).transpose()?;
        let question = SweepQuestion {
            by,
            on,
            attack: attack.map(|choice| (choice.verb, choice.item)),
            what: number.what.clone(),
        };
        let values = (!self.values.is_empty()).then(|| self.values.clone());
        let mut sweep = Worked::new(&draft, question, values).map_err(Stop::Because)?;
        while !sweep.work() {}
        let battle = draft.battle();
        match (self.json, self.csv) {
            (true, _) => {
                let now = now_of(&draft, (by, on), number);
                self.write_json(out, (battle, &position.words), (number, now), sweep.points())?;
            }
            (_, true) => write_csv(out, sweep.points())?,
            _ => self.write(out, (battle, &position.words), number, sweep.points())?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        (battle, position): (&Battle, &str),
        (number, now): (&SweptNumber, i64),
        points: &[SweepPoint],
    ) -> Result<(), Stop> {
        let report = Report {
            position,
            ruleset: battle.ruleset.name(),
            from: &self.from,
            target: &self.target,
            number: &number.label,
            now,
            unit: unit(battle, number),
            points: points.iter().map(Point::of).collect(),
        };
        json(out, &report)
    }

    fn write(
        &self,
        out: &mut dyn Write,
        (battle, position): (&Battle, &str),
        number: &SweptNumber,
        points: &[SweepPoint],
    ) -> Result<(), Stop> {
        writeln!(out, "{} at {}, {}. {position}, {}.\n", self.from, self.target, number.label, battle.ruleset)?;
        let unit = unit(battle, number);
        let first = if unit.is_empty() { "value" } else { unit };
        let mut rows = vec![[first, "hits", "harms", "mean", "out", "attack"].map(String::from).to_vec()];
        for point in points {
            let at = point.at.to_string().replace('-', "\u{2212}");
            rows.push(match &point.odds {
                Ok(odds) => vec![
                    at,
                    percent(odds.hits.to_f64()),
                    percent(odds.harms.to_f64()),
                    format!("{:.4}", odds.mean.to_f64()),
                    percent(odds.out.to_f64()),
                    point.from.map_or_else(|| odds.title.clone(), |from| format!("{}, from {from}", odds.title)),
                ],
                Err(why) => vec![at, "\u{00b7}".into(), String::new(), String::new(), String::new(), why.clone()],
            });
        }
        table(out, 0, &rows)
    }
}

fn write_csv(out: &mut dyn Write, points: &[SweepPoint]) -> Result<(), Stop> {
    writeln!(out, "value,hits,harms,mean damage,out")?;
    for point in points {
        match &point.odds {
            Ok(odds) => {
                let figures =
                    [odds.hits, odds.harms, odds.mean, odds.out].map(|figure| format!("{:.6}", figure.to_f64()));
                writeln!(out, "{},{}", point.at, figures.join(","))?;
            }
            Err(_) => writeln!(out, "{},,,,", point.at)?,
        }
    }
    Ok(())
}

/// The unit of a distance; other numbers have none.
fn unit(battle: &Battle, number: &SweptNumber) -> &'static str {
    if number.what == Swept::Distance { battle.ruleset.rules().measure().apart } else { "" }
}

/// The current value of a number; a distance as the ruleset counts it.
fn now_of(draft: &Draft, (by, on): (TokenKey, TokenKey), number: &SweptNumber) -> i64 {
    let pair = draft.id(by).zip(draft.id(on)).filter(|_| number.what == Swept::Distance);
    pair.map_or(number.now, |(by, on)| i64::from(draft.battle().sight(by, on).distance))
}

/// Finds a number by its name, whatever the case of its letters; `points` alone will do.
fn named<'a>(all: &'a [SweptNumber], name: &str) -> Result<&'a SweptNumber, Stop> {
    let wanted = name.trim().to_lowercase();
    let is = |number: &&SweptNumber| {
        let label = number.label.to_lowercase();
        label == wanted || wanted == "points" && label.starts_with("points ")
    };
    all.iter().find(is).ok_or_else(|| {
        let known = all.iter().map(|number| number.label.as_str());
        Stop::Because(format!("no number is called `{name}`; {}; --list names all", meant(name, known)))
    })
}

/// The attack that `text` names.
fn attack(draft: &Draft, by: TokenKey, text: &str) -> Result<Choice, Stop> {
    let battle = draft.battle();
    let who = draft.id(by).ok_or_else(|| Stop::Because("nobody attacks".into()))?;
    let turn = crate::rules::turn_given(battle, who);
    let rules = battle.ruleset.rules();
    let offers = rules.offers(&turn, &rules.turn_question(who));
    Choice::parse(text, &turn, &offers).map_err(|why| Stop::Because(format!("`{text}`: {why}")))
}
