//! `field`: one question asked for every square of the board.

use std::{io::Write, process::ExitCode, sync::atomic::AtomicBool};

use clap::Args;
use serde::Serialize;

use super::{
    find,
    position::{Position, PositionArgs},
    print::{CommandResult, Exact, Stop, json, signed, table},
};
use crate::{
    geometry::Square,
    lab::{
        Field as Worked, FieldKind, FieldQuestion, Reading,
        fields::{CoverThere, Safety, Scale, Step},
    },
    rules::{Battle, CombatantId, RuleId},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground field --level tanner-row --kind hit --from cale --target lysk
  proving-ground field --level tanner-row --kind danger-moved --from cale --ruleset vigor --json
  proving-ground field --level tanner-row --kind threat --from mott --with lysk --with nib
  proving-ground field --recording last.pgr --after 40 --kind trade --from cale --target lysk

The fighter (--from) is put on each square in turn, with a whole turn to spend, and the rules are asked as in play. \
Kinds: moves, reach and threat (--with adds fighters), seen, cover (the target's), own-cover, hit and damage (the best \
attack on the target), danger and harm (what enemies could do from where they stand; with --target, only that enemy), \
danger-moved and harm-moved (what they could do once they have moved), trade (damage dealt minus taken).

For cover the number is its modifier to an attack, with its bonus to armour after a slash: 3/5; `all` means that no \
attack gets through. A number with ~ is hatched in the window: the target is not seen from there, or every way there \
provokes. One with + is dotted: it takes running or a second movement to get there. A dot marks a square without a \
value, `safe` one where nobody can attack.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Field {
    #[command(flatten)]
    position: PositionArgs,
    /// The question asked for every square
    #[arg(long, value_parser = find::field_kind(), default_value = "hit")]
    kind: FieldKind,
    /// The fighter put on the squares; for `seen`, the one who looks
    #[arg(long, value_name = "TAG")]
    from: String,
    /// The target; for dangers, the only enemy that counts
    #[arg(long, value_name = "TAG")]
    target: Option<String>,
    /// Another fighter whose reach or threat counts; may be repeated
    #[arg(long, value_name = "TAG")]
    with: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    ruleset: &'a str,
    kind: FieldKind,
    title: String,
    from: &'a str,
    target: Option<&'a str>,
    with: &'a [String],
    columns: u16,
    rows: u16,
    /// Why no square has a value.
    refusal: Option<Refused<'a>>,
    squares: Vec<At<'a>>,
}

#[derive(Serialize)]
struct Refused<'a> {
    rule: RuleId,
    words: &'a str,
}

#[derive(Serialize)]
struct At<'a> {
    square: String,
    #[serde(flatten)]
    value: Value<'a>,
}

/// A reading for programs.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
enum Value<'a> {
    NoRoom {
        why: String,
    },
    Refused {
        why: Option<Refused<'a>>,
    },
    Cost {
        cost: String,
        first_band: bool,
        provokes: bool,
    },
    Count {
        count: u16,
    },
    Sight {
        seen: bool,
        class: u8,
        cover: &'a str,
        modifier: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        armour: Option<i32>,
    },
    Attack {
        hit: Exact,
        mean_damage: Exact,
        out: Exact,
        seen: bool,
    },
    Danger {
        hit: Exact,
        mean_damage: Exact,
        attackers: u16,
    },
    Trade {
        dealt: Exact,
        taken: Exact,
    },
}

fn refused(refusal: &crate::rules::Refusal) -> Refused<'_> {
    Refused { rule: refusal.rule, words: &refusal.words }
}

impl<'a> Value<'a> {
    fn of(battle: &Battle, reading: &'a Reading) -> Self {
        match reading {
            Reading::NoRoom(why) => Self::NoRoom { why: why.words() },
            Reading::Refused(why) => Self::Refused { why: why.as_ref().map(refused) },
            Reading::Cost { cost, base, provokes } => Self::Cost {
                cost: battle.ruleset.rules().measure().words(*cost),
                first_band: *base,
                provokes: *provokes,
            },
            Reading::Count(count) => Self::Count { count: *count },
            Reading::Sight { seen, cover: CoverThere { class, name, modifier, armour } } => Self::Sight {
                seen: *seen,
                class: *class,
                cover: name,
                modifier: *modifier,
                armour: Some(*armour).filter(|armour| *armour != 0),
            },
            Reading::Attack { strike, seen } => Self::Attack {
                hit: strike.hits.into(),
                mean_damage: strike.mean.into(),
                out: strike.out.into(),
                seen: *seen,
            },
            Reading::Danger { hits, mean, count } => {
                Self::Danger { hit: (*hits).into(), mean_damage: (*mean).into(), attackers: *count }
            }
            Reading::Trade { dealt, taken } => Self::Trade { dealt: (*dealt).into(), taken: (*taken).into() },
        }
    }
}

impl Field {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let Position { battle, words, .. } = self.position.read()?;
        let tagged = |tag: &String| find::combatant(&battle, tag);
        let question = FieldQuestion {
            kind: self.kind,
            by: tagged(&self.from)?,
            on: self.target.as_ref().map(tagged).transpose()?,
            with: self.with.iter().map(tagged).collect::<Result<Vec<CombatantId>, Stop>>()?,
        };
        let mut field = Worked::new(&battle, question).map_err(|why| Stop::Because(why.to_string()))?;
        field.work(usize::MAX, &AtomicBool::new(false));
        let scale = scale(&battle, &field);
        if self.json {
            self.write_json(out, &battle, &words, (&field, &scale))?;
        } else {
            self.write(out, &battle, &words, (&field, &scale))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        battle: &Battle,
        position: &str,
        (field, scale): (&Worked, &Scale),
    ) -> Result<(), Stop> {
        let extent = field.extent();
        let refusal = field.refusal();
        let at = |square: Square| {
            let value = Value::of(battle, field.at(square)?);
            Some(At { square: square.to_string(), value })
        };
        let report = Report {
            position,
            ruleset: battle.ruleset.name(),
            kind: self.kind,
            title: scale.title(),
            from: &self.from,
            target: self.target.as_deref(),
            with: &self.with,
            columns: extent.width,
            rows: extent.height,
            refusal: refusal.as_ref().map(refused),
            squares: extent.squares().filter_map(at).collect(),
        };
        json(out, &report)
    }

    fn write(
        &self,
        out: &mut dyn Write,
        battle: &Battle,
        position: &str,
        (field, scale): (&Worked, &Scale),
    ) -> Result<(), Stop> {
        let counts = self.kind.needs_target() || self.kind.is_danger();
        let target = self.target.as_ref().filter(|_| counts).map_or_else(String::new, |target| format!(", {target}"));
        writeln!(out, "{}: {}{target}. {position}, {}.\n", scale.title(), self.from, battle.ruleset)?;
        let extent = field.extent();
        let columns = i16::try_from(extent.width).unwrap_or(i16::MAX);
        let letters = (0..columns).map(|x| {
            let square = Square::new(x, 0).to_string();
            square.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned()
        });
        let mut rows = vec![std::iter::once(String::new()).chain(letters).collect::<Vec<String>>()];
        for y in 0..i16::try_from(extent.height).unwrap_or(i16::MAX) {
            let cell = |x: i16| {
                let Some(reading) = field.at(Square::new(x, y)) else { return String::new() };
                let shade = scale.shade(reading);
                match shade.step {
                    Step::Bare => String::new(),
                    Step::Without => "\u{00b7}".into(),
                    Step::Of(_) | Step::Change(_) | Step::Free => {
                        let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
                        format!("{}{}{}", shade.words, mark(shade.dotted, "+"), mark(shade.hatched, "~"))
                    }
                }
            };
            rows.push(std::iter::once((y + 1).to_string()).chain((0..columns).map(cell)).collect());
        }
        table(out, 0, &rows)?;
        if let Some(refusal) = field.refusal() {
            writeln!(out, "\nNo square has a value: {}, {}", refusal.words, refusal.rule)?;
        }
        if let Some(best) = best(field) {
            writeln!(out, "\n{best}")?;
        }
        Ok(())
    }
}

/// The scale for all values worked out.
fn scale(battle: &Battle, field: &Worked) -> Scale {
    let readings = field.order().iter().filter_map(|square| field.at(*square));
    Scale::new(field.question().kind, battle.ruleset.rules().measure(), readings)
}

/// The best square in words; of several the nearest.
fn best(field: &Worked) -> Option<String> {
    let all = || field.order().iter().filter_map(|square| Some((*square, field.at(*square)?)));
    let first = |found: Option<(Square, f64)>, more: bool| match found {
        Some((square, value)) if more => format!("Highest in {square}: {value:.2}"),
        Some((square, value)) => format!("Lowest in {square}: {value:.2}"),
        None => String::new(),
    };
    let extreme = |more: bool, value: fn(&Reading) -> Option<f64>| {
        let values = all().filter_map(|(square, reading)| Some((square, value(reading)?)));
        // The first of equals, which is the nearest: squares come in order of distance.
        values.reduce(|best, next| if (next.1 > best.1) == more && next.1 != best.1 { next } else { best })
    };
    let words = match field.question().kind {
        FieldKind::Hit | FieldKind::Damage => {
            let (square, _) = extreme(true, |reading| match reading {
                Reading::Attack { strike, .. } => Some(strike.mean.to_f64()),
                _ => None,
            })?;
            let Some(Reading::Attack { strike, .. }) = field.at(square) else { return None };
            let (hit, mean) = (super::print::percent(strike.hits.to_f64()), strike.mean.to_f64());
            format!("Most damage from {square}: hits {hit}, mean damage {mean:.4}")
        }
        kind if kind.is_danger() => {
            let Safety { free, within, .. } = field.safety()?;
            match (free.first(), within.first()) {
                (Some(_), Some(square)) => {
                    let (free, within) = (free.len(), within.len());
                    format!(
                        "Out of danger: {free} squares, {within} of them within one turn's walk, the nearest {square}"
                    )
                }
                (Some(square), None) => {
                    format!("Out of danger: {} squares, none within one turn's walk, the nearest {square}", free.len())
                }
                (None, _) => first(
                    extreme(false, |reading| match reading {
                        Reading::Danger { mean, .. } => Some(mean.to_f64()),
                        _ => None,
                    }),
                    false,
                ),
            }
        }
        FieldKind::Trade => {
            let (square, _) = extreme(true, |reading| match reading {
                Reading::Trade { dealt, taken } => Some(dealt.to_f64() - taken.to_f64()),
                _ => None,
            })?;
            let Some(Reading::Trade { dealt, taken }) = field.at(square) else { return None };
            let net = (dealt.to_f64() - taken.to_f64()).round() as i32;
            format!("Best in {square}: dealt {:.2}, taken {:.2}, {}", dealt.to_f64(), taken.to_f64(), signed(net))
        }
        _ => return None,
    };
    Some(words).filter(|words| !words.is_empty())
}
