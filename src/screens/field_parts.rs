//! A field as it is worked out beside the frames: what has come so far, how it is shown, and what is best.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use super::beside::Outlet;
use crate::{
    board::{
        FieldShown,
        art::field_sheet::{SheetKey, keys},
    },
    dice::Fraction,
    geometry::Square,
    lab::{
        Field, FieldKind, FieldQuestion, Reading,
        fields::{ChangeScale, Patterns, Safety, Scale, Shade, Step, Strike, within_a_turn},
    },
    panels::lab::fields::{FieldModel, attack_words},
    rules::{Battle, Measure},
};

/// The most squares that are worked out at a time.
const MOST: usize = 1024;

/// As much as is done.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) kind: FieldKind,
    pub(super) readings: Vec<Option<Reading>>,
    pub(super) shades: Arc<Vec<Option<Shade>>>,
    pub(super) width: u16,
    pub(super) title: String,
    pub(super) legend: Vec<(Step, String)>,
    pub(super) patterns: Patterns,
    pub(super) progress: (usize, usize),
    /// Why no square has a value.
    pub(super) refusal: Option<String>,
    pub(super) best: Option<String>,
    /// What there was before, where the change is shown.
    pub(super) before: Option<Arc<Vec<Option<Reading>>>>,
}

impl Part {
    /// What the board draws.
    pub(super) fn picture(&self, opacity: u8) -> FieldShown {
        FieldShown { shades: Arc::clone(&self.shades), width: self.width, opacity }
    }

    /// The place of a square among the readings.
    fn place(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        let width = usize::from(self.width);
        (x < width).then_some(y * width + x)
    }

    /// Puts title, legend and what is best into what a panel shows.
    pub(super) fn tell(&self, model: &mut FieldModel) {
        model.title.clone_from(&self.title);
        model.legend.clone_from(&self.legend);
        model.patterns = self.patterns;
        model.fault.clone_from(&self.refusal);
        model.best.clone_from(&self.best);
    }

    /// What has come out for a square, in words.
    pub(super) fn words(&self, square: Square, measure: Measure) -> Option<String> {
        let place = self.place(square)?;
        let now = self.words_of(self.readings.get(place)?.as_ref()?, measure);
        let before = self.before.as_ref().and_then(|before| before.get(place)?.as_ref());
        let before = before.map(|before| self.words_of(before, measure)).filter(|before| *before != now);
        Some(match (before, &self.before) {
            (Some(before), _) => format!("{now}; before {before}"),
            (None, Some(_)) => format!("{now}, as before"),
            (None, None) => now,
        })
    }

    /// A reading in words.
    fn words_of(&self, reading: &Reading, measure: Measure) -> String {
        match reading {
            Reading::NoRoom(why) => format!("no room: {}", why.words()),
            Reading::Refused(Some(refusal)) => format!("{}, {}", refusal.words, refusal.rule),
            Reading::Refused(None) => match self.kind {
                FieldKind::Moves => "no way there this turn".into(),
                _ => "no attack".into(),
            },
            Reading::Cost { cost, base, provokes } => {
                let band = if *base { "" } else { ", running or by a second movement" };
                format!("{}{band}{}", measure.words(*cost), if *provokes { ", provokes" } else { "" })
            }
            Reading::Count(1) => "1 fighter".into(),
            Reading::Count(count) => format!("{count} fighters"),
            Reading::Sight { seen, class, name, modifier } => {
                let cover = match (class, *name, modifier) {
                    (0, "", 0) => "no cover".into(),
                    (_, "", 0) => "blocked".into(),
                    (_, name, 0) => name.into(),
                    (_, name, modifier) => format!("{name}, {}", crate::panels::number::signed(*modifier)),
                };
                format!("{}, {cover}", if *seen { "seen" } else { "not seen" })
            }
            Reading::Attack { strike, seen } => {
                format!("{}{}", attack_words(strike.hits, strike.mean), if *seen { "" } else { ", unseen" })
            }
            Reading::Danger { count: 0, .. } => "nobody can attack".into(),
            Reading::Danger { hits, mean, count } => format!("{} from {count}", attack_words(*hits, *mean)),
            Reading::Trade { dealt, taken } => {
                let tenths = crate::panels::number::tenths;
                format!("deals {}, takes {}", tenths(*dealt), tenths(*taken))
            }
        }
    }
}

impl Part {
    /// The legend as it is saved.
    pub(super) fn keys(&self) -> Vec<SheetKey> {
        keys(&self.legend, self.patterns)
    }

    /// All squares in which somebody can stand as comma-separated values, a row each: `of` is said of every one.
    pub(super) fn csv(&self, of: &[(&str, String)], measure: Measure) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let (heads, said): (Vec<&str>, Vec<String>) = of.iter().map(|(head, text)| (*head, quoted(text))).unzip();
        let mut lines = vec![format!("square,{},field,number,marked,in words", heads.join(","))];
        for (place, reading) in self.readings.iter().enumerate() {
            let amount_of = |reading: &Reading| amount(self.kind, reading, measure);
            let Some(amount) = reading.as_ref().and_then(amount_of) else { continue };
            let (x, y) = (place % usize::from(self.width.max(1)), place / usize::from(self.width.max(1)));
            let square = Square::new(x as i16, y as i16);
            let shade = self.shades.get(place).and_then(Option::as_ref);
            let before = self.before.as_ref().and_then(|before| before.get(place)?.as_ref());
            let number = |(gain, loss): (Fraction, Fraction)| gain.to_f64() - loss.to_f64();
            let before = before.and_then(|before| Some(number(amount_of(before)?)));
            let value = match (shade.map(|shade| shade.step), before) {
                (Some(Step::Without), _) => String::new(),
                _ => format!("{:.4}", number(amount) - before.unwrap_or(0.0)),
            };
            let marks = shade.map_or([""; 2], |shade| {
                let Patterns { hatched, dotted, .. } = self.patterns;
                [if shade.dotted { dotted } else { "" }, if shade.hatched { hatched } else { "" }]
            });
            let marks: Vec<&str> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
            let marked = marks.join("; ");
            let words = self.words(square, measure).unwrap_or_default();
            let title = quoted(&self.title);
            lines.push(format!("{square},{},{title},{value},{marked},{}", said.join(","), quoted(&words)));
        }
        lines.join("\n") + "\n"
    }

    /// What has changed since `before`: the same question about another position. Where one of them has no value, it counts
    /// as nothing.
    pub(super) fn since(&self, before: &Self, measure: Measure) -> Self {
        let pairs = self.readings.iter().zip(&before.readings);
        let tenths = |(gain, loss): (Fraction, Fraction)| ((gain.to_f64() - loss.to_f64()) * 10.0).round() as i64;
        let changes: Vec<Option<i64>> = pairs
            .map(|(now, then)| {
                let (now, then) = (now.as_ref()?, then.as_ref()?);
                Some(tenths(amount(self.kind, now, measure)?) - tenths(amount(self.kind, then, measure)?))
            })
            .collect();
        let scale = ChangeScale::new(changes.iter().flatten().copied());
        let shades: Vec<Option<Shade>> =
            changes.iter().map(|change| change.map(|tenths| scale.shade(tenths))).collect();
        let occurs = |step: Step| shades.iter().flatten().any(|shade| shade.step == step);
        let legend = scale.legend().into_iter().filter(|(step, _)| occurs(*step)).collect();
        Self {
            shades: Arc::new(shades),
            title: format!("Change of {}", self.title.to_lowercase()),
            legend,
            patterns: Patterns::default(),
            best: None,
            before: Some(Arc::new(before.readings.clone())),
            ..self.clone()
        }
    }
}

/// How much a reading has, as a gain and a loss, in what its field is counted in; nothing where nobody can stand.
fn amount(kind: FieldKind, reading: &Reading, measure: Measure) -> Option<(Fraction, Fraction)> {
    let percent = |chance: Fraction| Fraction::new(chance.percent().into(), 1);
    let gain = match reading {
        Reading::NoRoom(_) => return None,
        Reading::Refused(_) => Fraction::ZERO,
        Reading::Cost { cost, .. } => Fraction::new((*cost).into(), measure.parts.max(1).into()),
        Reading::Count(count) => Fraction::new((*count).into(), 1),
        Reading::Sight { seen, class, .. } if kind == FieldKind::Seen => Fraction::new((*seen && *class < 4).into(), 1),
        Reading::Sight { class, .. } => Fraction::new((*class).into(), 1),
        Reading::Attack { strike, .. } if kind == FieldKind::Damage => strike.mean,
        Reading::Attack { strike, .. } => percent(strike.hits),
        Reading::Danger { mean, .. } if kind.is_harm() => *mean,
        Reading::Danger { hits, .. } => percent(*hits),
        Reading::Trade { dealt, taken } => return Some((*dealt, *taken)),
    };
    Some((gain, Fraction::ZERO))
}

/// Works out a field and hands it out as it grows.
#[allow(clippy::disallowed_methods, reason = "how many squares come at a time is no part of what comes out")]
pub(super) fn work(battle: &Battle, question: FieldQuestion, outlet: &Outlet<Part>) {
    let Ok(mut field) = Field::new(battle, question) else { return };
    let mut portion = 16;
    loop {
        let began = Instant::now();
        let is_done = field.work(portion, outlet.stop());
        // So many at a time that what has come is looked at about sixty times a second.
        match began.elapsed().as_millis() {
            ..8 => portion = (portion * 2).min(MOST),
            24.. => portion = (portion / 2).max(4),
            _ => {}
        }
        if !outlet.hand_out(part(battle, &field)) || is_done {
            return;
        }
    }
}

/// As much as there is of a field.
fn part(battle: &Battle, field: &Field) -> Part {
    let kind = field.question().kind;
    let readings = field.readings().to_vec();
    let measure = battle.ruleset.rules().measure();
    let scale = Scale::new(kind, measure, readings.iter().flatten());
    let shades: Vec<Option<Shade>> =
        readings.iter().map(|reading| reading.as_ref().map(|reading| scale.shade(reading))).collect();
    let (done, all) = field.progress();
    let occurs = |is: fn(&Shade) -> bool| shades.iter().flatten().any(is);
    let of = |is: fn(&Shade) -> bool, words: &'static str| if occurs(is) { words } else { "" };
    let Patterns { hatched, dotted, without } = scale.patterns();
    let patterns = Patterns {
        hatched: of(|shade| shade.hatched, hatched),
        dotted: of(|shade| shade.dotted, dotted),
        without: of(|shade| shade.step == Step::Without, without),
    };
    Part {
        kind,
        shades: Arc::new(shades),
        readings,
        width: field.extent().width,
        title: scale.title(),
        legend: scale.legend(),
        patterns,
        progress: (done, all),
        refusal: field.refusal().map(|refusal| format!("On no square: {}, {}", refusal.words, refusal.rule)),
        best: if done == all { best(battle, field) } else { None },
        before: None,
    }
}

/// What is best, and where; of equal squares the nearest.
fn best(battle: &Battle, field: &Field) -> Option<String> {
    let all = || field.order().iter().filter_map(|square| Some((*square, field.at(*square)?)));
    let within = || within_a_turn(battle, field.question().by);
    match field.question().kind {
        FieldKind::Hit | FieldKind::Damage => {
            let strikes = all().filter_map(|(square, reading)| match reading {
                Reading::Attack { strike, .. } => Some((square, *strike)),
                _ => None,
            });
            let words = |(square, strike): (Square, Strike)| {
                format!("from {square}: {}", attack_words(strike.hits, strike.mean))
            };
            best_words(("Most damage ", |one, other| one > other), strikes, &within(), words)
        }
        FieldKind::Trade => {
            let trades = all().filter_map(|(square, reading)| match reading {
                Reading::Trade { dealt, taken } => Some((square, (*dealt, *taken))),
                _ => None,
            });
            let tenths = crate::panels::number::tenths;
            let words = |(square, (dealt, taken)): (Square, Traded)| {
                format!("on {square}: deals {}, takes {}", tenths(dealt), tenths(taken))
            };
            best_words(("Most gained ", net), trades, &within(), words)
        }
        kind if kind.is_danger() => {
            let here = battle.combatant(field.question().by).placement.anchor();
            let danger = |square: Square| match field.at(square) {
                Some(Reading::Danger { hits, mean, .. }) => attack_words(*hits, *mean),
                _ => String::new(),
            };
            Some(safety_words(&field.safety()?, here, danger))
        }
        _ => None,
    }
}

/// What is dealt and taken.
type Traded = (Fraction, Fraction);

/// Whether more is left of one trade than of another.
fn net((dealt, taken): Traded, (other_dealt, other_taken): Traded) -> bool {
    dealt.plus(other_taken) > other_dealt.plus(taken)
}

/// Which square is best, and which of those one gets to in a turn, if that is another.
fn best_words<T: Copy>(
    (lead, is_more): (&str, impl Fn(T, T) -> bool),
    all: impl Iterator<Item = (Square, T)>,
    within: &BTreeSet<Square>,
    words: impl Fn((Square, T)) -> String,
) -> Option<String> {
    let (mut best, mut near): (Option<(Square, T)>, Option<(Square, T)>) = (None, None);
    // The first of equals: squares come in order of distance.
    let keep = |kept: &mut Option<(Square, T)>, next: (Square, T)| {
        if kept.is_none_or(|kept| is_more(next.1, kept.1)) {
            *kept = Some(next);
        }
    };
    for next in all {
        keep(&mut best, next);
        if within.contains(&next.0) {
            keep(&mut near, next);
        }
    }
    let best = best?;
    let told = format!("{lead}{}", words(best));
    Some(match near {
        Some(near) if near.0 == best.0 => format!("{told}, within one turn's way"),
        Some(near) => format!("{told}; within one turn's way {}", words(near)),
        None => told,
    })
}

/// Where nobody can attack, and whether one gets there in a turn; `here` is where one stands, `danger` says what is to be
/// feared in a square.
fn safety_words(safety: &Safety, here: Square, danger: impl Fn(Square) -> String) -> String {
    let Safety { free, within, least } = safety;
    let squares = |count: usize| if count == 1 { "1 square".to_owned() } else { format!("{count} squares") };
    match (free.first(), within.first(), least) {
        (Some(first), ..) if *first == here => match free.len() - 1 {
            0 => "Nobody can attack here, but on every other square".into(),
            others => format!("Nobody can attack here, nor on {} besides", squares(others)),
        },
        (Some(_), Some(nearest), _) => {
            let (all, near) = (squares(free.len()), within.len());
            format!("Nobody can attack on {all}; {near} of them within one turn's way, the nearest {nearest}")
        }
        (Some(nearest), None, _) => {
            format!(
                "Nobody can attack on {}, the nearest {nearest}: no way leads there in one turn",
                squares(free.len())
            )
        }
        (None, _, Some(least)) => format!("Somebody can attack on every square, least on {least}: {}", danger(*least)),
        (None, _, None) => "There is room on no square".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::NoRoom, rules::RulesetId};

    #[test]
    fn safety_says_where_nobody_can_attack_and_whether_one_gets_there() {
        let square = |x: i16| Square::new(x, 0);
        let words = |free: &[i16], within: &[i16], least: Option<i16>| {
            let squares = |all: &[i16]| all.iter().map(|x| square(*x)).collect();
            let safety = Safety { free: squares(free), within: squares(within), least: least.map(square) };
            safety_words(&safety, square(0), |_| "12 %".into())
        };
        assert_eq!(words(&[0, 1], &[0, 1], None), "Nobody can attack here, nor on 1 square besides");
        let near = "Nobody can attack on 3 squares; 2 of them within one turn's way, the nearest c1";
        assert_eq!(words(&[1, 2, 3], &[2, 3], None), near);
        let far = "Nobody can attack on 1 square, the nearest d1: no way leads there in one turn";
        assert_eq!(words(&[3], &[], None), far);
        assert_eq!(words(&[], &[], Some(1)), "Somebody can attack on every square, least on b1: 12 %");
    }

    #[test]
    fn what_is_best_is_told_with_what_one_gets_to() {
        let square = |x: i16| Square::new(x, 0);
        let all = || (0..5).map(|x| (square(x), [2, 7, 3, 9, 9][x as usize]));
        let words = |within: &[i16]| {
            let within = within.iter().map(|x| square(*x)).collect();
            best_words(("Most ", |one, other| one > other), all(), &within, |(square, much)| {
                format!("from {square}: {much}")
            })
        };
        assert_eq!(words(&[0, 1, 2]).as_deref(), Some("Most from d1: 9; within one turn's way from b1: 7"));
        assert_eq!(words(&[3, 4]).as_deref(), Some("Most from d1: 9, within one turn's way"));
        assert_eq!(words(&[]).as_deref(), Some("Most from d1: 9"));
        let traded = |dealt, taken| (Fraction::new(dealt, 1), Fraction::new(taken, 1));
        assert!(net(traded(3, 1), traded(8, 7)) && !net(traded(1, 3), traded(0, 1)));
    }

    #[test]
    fn a_change_is_what_there_is_more_of_and_nothing_where_nothing_has_changed() {
        let chance = |percent: u128| Reading::Danger {
            hits: Fraction::new(percent, 100),
            mean: Fraction::new(percent, 10),
            count: 1,
        };
        let measure = RulesetId::ALL[0].rules().measure();
        let part = |readings: [Reading; 4]| Part {
            kind: FieldKind::Danger,
            readings: readings.map(Some).to_vec(),
            shades: Arc::default(),
            width: 4,
            title: "Chance to be hit there, %".into(),
            legend: Vec::new(),
            patterns: Patterns::default(),
            progress: (4, 4),
            refusal: None,
            best: None,
            before: None,
        };
        let none = Reading::NoRoom(NoRoom::Split);
        let before = part([chance(40), chance(40), Reading::Refused(None), none.clone()]);
        let after = part([chance(40), chance(10), chance(25), none]);
        let change = after.since(&before, measure);
        let words: Vec<&str> =
            change.shades.iter().map(|shade| shade.as_ref().map_or("-", |shade| shade.words.as_str())).collect();
        assert_eq!(words, ["", "\u{2212}30", "+25", "-"]);
        let steps: Vec<Step> = change.shades.iter().flatten().map(|shade| shade.step).collect();
        assert_eq!(steps, [Step::Bare, Step::Change(-3), Step::Change(3)]);
        assert_eq!(change.legend.len(), 2, "what does not occur is not in the legend");
        assert_eq!(
            change.words(Square::new(1, 0), measure).as_deref(),
            Some("10 %, mean damage 1.0 from 1; before 40 %, mean damage 4.0 from 1")
        );
        let csv = change.csv(&[("ruleset", "drill".into()), ("position", "a \"yard\"".into())], measure);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], "square,ruleset,position,field,number,marked,in words");
        let of = "\"drill\",\"a \"\"yard\"\"\",\"Change of chance to be hit there, %\"";
        assert!(lines[1].starts_with(&format!("a1,{of},0.0000,,")), "{}", lines[1]);
        assert!(lines[2].starts_with(&format!("b1,{of},-30.0000,,\"10 %, mean")), "{}", lines[2]);
        assert_eq!(lines.len(), 4, "nobody can stand on the last one: {csv}");
        assert_eq!(change.readings, after.readings, "what is pointed at is said as it is now");
    }
}
