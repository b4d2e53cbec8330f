//! `verdicts`: the same two fighters under every ruleset.

use std::{io::Write, process::ExitCode};

use clap::Args;
use serde::Serialize;

use super::{
    find,
    position::PositionArgs,
    print::{CommandResult, Exact, Stop, json, percent, table},
};
use crate::{
    lab::{Relation, fields::CoverThere, relation},
    levels::draft::Edit,
    rules::{RuleId, RulesetId, Sight},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground verdicts --level tanner-row --from cale --target lysk
  proving-ground verdicts --level tanner-row --from cale --target lysk --set cale=g5 --json
  proving-ground verdicts --recording last.pgr --after 40 --from cale --target lysk

The same position is put under every ruleset, with the numbers that each fighter's archetype has there; the best \
attack is the one with the highest mean damage.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Verdicts {
    #[command(flatten)]
    position: PositionArgs,
    /// Who looks and strikes
    #[arg(long, value_name = "TAG")]
    from: String,
    /// The target
    #[arg(long, value_name = "TAG")]
    target: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    from: &'a str,
    target: &'a str,
    verdicts: Vec<Json<'a>>,
}

#[derive(Serialize)]
struct Json<'a> {
    ruleset: RulesetId,
    distance: u32,
    unit: &'a str,
    reach: bool,
    threatens: bool,
    sight: &'a Sight,
    attack: Option<Attack<'a>>,
    refused: Option<Refused<'a>>,
}

#[derive(Serialize)]
struct Attack<'a> {
    choice: &'a str,
    title: &'a str,
    about: &'a str,
    hit: Exact,
    mean_damage: Exact,
    out: Exact,
}

#[derive(Serialize)]
struct Refused<'a> {
    words: &'a str,
    rule: RuleId,
}

impl Verdicts {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let position = self.position.read()?;
        let (by, on) =
            (find::combatant(&position.battle, &self.from)?, find::combatant(&position.battle, &self.target)?);
        if by == on {
            return Err(Stop::Because(format!("{} cannot be its own target", self.from)));
        }
        let draft = position.draft();
        // Their tags may differ under another ruleset.
        let keys = (draft.key(by), draft.key(on));
        let mut found = Vec::new();
        for ruleset in find::wanted(None) {
            let mut draft = draft.clone();
            if draft.ruleset() != ruleset {
                draft.change(&Edit::Ruleset(ruleset)).map_err(|why| Stop::Because(format!("{ruleset}: {why}")))?;
            }
            let gone = || Stop::Because(format!("{ruleset}: {} or {} is not there", self.from, self.target));
            let pair = draft.id(keys.0).zip(draft.id(keys.1)).ok_or_else(gone)?;
            found.push((ruleset, relation(draft.battle(), pair.0, pair.1, None)));
        }
        if self.json {
            let verdicts = found.iter().map(|(ruleset, pair)| Self::json_of(*ruleset, pair)).collect();
            json(out, &Report { position: &position.words, from: &self.from, target: &self.target, verdicts })?;
        } else {
            writeln!(out, "{} at {}: {}\n", self.from, self.target, position.words)?;
            let heads = ["ruleset", "distance", "reach", "sight", "cover", "rule", "attack", "hits", "mean", "out"];
            let mut rows = vec![heads.map(String::from).to_vec()];
            rows.extend(found.iter().map(|(ruleset, pair)| row(*ruleset, pair)));
            table(out, 0, &rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn json_of<'a>(ruleset: RulesetId, pair: &'a Relation) -> Json<'a> {
        let unit = ruleset.rules().measure().apart;
        let best = pair.attacks.first();
        let attack =
            best.and_then(|attack| Some((attack, attack.outcome.as_ref().ok()?))).map(|(attack, forecast)| Attack {
                choice: &attack.text,
                title: &attack.title,
                about: &forecast.assessment.about,
                hit: forecast.hits.into(),
                mean_damage: forecast.mean.into(),
                out: forecast.grades[3].into(),
            });
        let refused = best.and_then(|attack| attack.outcome.as_ref().err());
        Json {
            ruleset,
            distance: pair.sight.distance,
            unit,
            reach: pair.reaches,
            threatens: pair.threatens,
            sight: &pair.sight,
            attack,
            refused: refused.map(|why| Refused { words: &why.words, rule: why.rule }),
        }
    }
}

/// A ruleset in one row.
fn row(ruleset: RulesetId, pair: &Relation) -> Vec<String> {
    let unit = ruleset.rules().measure().apart;
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let sight = &pair.sight;
    let cover = match (sight.has_classes, sight.cover) {
        (false, 0) => "clear".to_owned(),
        (false, _) => "blocked".into(),
        (true, _) => CoverThere::from(sight).words(),
    };
    let mut row = vec![
        ruleset.to_string(),
        format!("{} {unit}", sight.distance),
        yes(pair.reaches),
        yes(sight.seen),
        cover,
        sight.rule.to_string(),
    ];
    match pair.attacks.first().map(|attack| (attack, &attack.outcome)) {
        Some((attack, Ok(forecast))) => row.extend([
            attack.title.clone(),
            percent(forecast.hits.to_f64()),
            format!("{:.2}", forecast.mean.to_f64()),
            percent(forecast.grades[3].to_f64()),
        ]),
        Some((attack, Err(why))) => row.push(format!("{}: {}, {}", attack.title, why.words, why.rule)),
        None => row.push("no attack".into()),
    }
    row
}
