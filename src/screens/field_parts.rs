//! A field computed beside the frames: the squares done so far, how they are shown, and which are best.

use std::{collections::BTreeSet, fmt::Display, sync::Arc, time::Instant};

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
        fields::{Patterns, Safety, Scale, Shade, Step, Strike, within_a_turn},
    },
    panels::lab::fields::{FieldModel, attack_words},
    rules::{Battle, CombatantId, CombatantSet, Measure, and_list, counted},
};

/// The most squares computed at a time.
const MOST: usize = 1024;

/// The part of a field that is done.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) kind: FieldKind,
    pub(super) readings: Vec<Option<Reading>>,
    /// The fighters each square's value comes from, and everybody's names.
    pub(super) from: Vec<CombatantSet>,
    pub(super) names: Arc<Vec<Box<str>>>,
    pub(super) shades: Arc<Vec<Option<Shade>>>,
    pub(super) width: u16,
    pub(super) title: String,
    pub(super) legend: Vec<(Step, String)>,
    pub(super) patterns: Patterns,
    pub(super) progress: (usize, usize),
    /// Why no square has a value.
    pub(super) refusal: Option<String>,
    pub(super) best: Option<String>,
    /// The readings before the change, where a change is shown.
    pub(super) before: Option<Arc<Vec<Option<Reading>>>>,
}

impl Part {
    /// What the board draws.
    pub(super) fn picture(&self, opacity: u8) -> FieldShown {
        FieldShown { shades: Arc::clone(&self.shades), width: self.width, opacity }
    }

    /// A square's index among the readings.
    fn place(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        let width = usize::from(self.width);
        (x < width).then_some(y * width + x)
    }

    /// Puts title, legend and best squares into a panel's model.
    pub(super) fn tell(&self, model: &mut FieldModel) {
        model.title.clone_from(&self.title);
        model.legend.clone_from(&self.legend);
        model.patterns = self.patterns;
        model.fault.clone_from(&self.refusal);
        model.best.clone_from(&self.best);
    }

    /// The result for a square, in words.
    pub(super) fn words(&self, square: Square, measure: Measure) -> Option<String> {
        let place = self.place(square)?;
        let by = listed(&marked(self.from.get(place).copied().unwrap_or_default(), &self.names));
        let reading = self.readings.get(place)?.as_ref()?;
        let (now, bare) = (self.words_of(reading, &by, measure), self.words_of(reading, "", measure));
        let before = self.before.as_ref().and_then(|before| before.get(place)?.as_ref());
        let before = before.map(|before| self.words_of(before, "", measure)).filter(|before| *before != bare);
        Some(match (before, &self.before) {
            (Some(before), _) => format!("{now}; before {before}"),
            (None, Some(_)) => format!("{now}, as before"),
            (None, None) => now,
        })
    }

    /// A reading in words.
    fn words_of(&self, reading: &Reading, by: &str, measure: Measure) -> String {
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
            Reading::Count(1..) if !by.is_empty() => by.into(),
            Reading::Count(0) => "nobody".into(),
            Reading::Count(count) => counted(count, "fighter"),
            Reading::Sight { seen, cover } => {
                format!("{}, {}", if *seen { "seen" } else { "not seen" }, cover.words())
            }
            Reading::Attack { strike, seen } => {
                format!("{}{}", attack_words(strike.hits, strike.mean), if *seen { "" } else { ", unseen" })
            }
            Reading::Danger { count: 0, .. } => "nobody can attack".into(),
            Reading::Danger { hits, mean, .. } if !by.is_empty() => format!("{}, by {by}", attack_words(*hits, *mean)),
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

    /// All squares where somebody can stand, as comma-separated values, a row each; every row repeats `of`.
    pub(super) fn csv(&self, of: &[(&str, String)], measure: Measure) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let (heads, said): (Vec<&str>, Vec<String>) = of.iter().map(|(head, text)| (*head, quoted(text))).unzip();
        let mut lines = vec![format!("square,{},field,unit,number,marked,in words", heads.join(","))];
        for (place, reading) in self.readings.iter().enumerate() {
            let amount_of = |reading: &Reading| amount(self.kind, reading, measure);
            let Some(amount) = reading.as_ref().and_then(amount_of) else { continue };
            let (x, y) = (place % usize::from(self.width.max(1)), place / usize::from(self.width.max(1)));
            let square = Square::new(x as i16, y as i16);
            let shade = self.shades.get(place).and_then(Option::as_ref);
            let then = self.before.as_ref().and_then(|before| before.get(place)?.as_ref());
            let number = |(gain, loss): (Fraction, Fraction)| gain.to_f64() - loss.to_f64();
            let before = then.and_then(|before| Some(number(amount_of(before)?)));
            // Where no attack gets through, there is no number.
            let is_told = !reading.as_ref().is_some_and(is_all) && !then.is_some_and(is_all);
            let is_told = is_told && shade.is_none_or(|shade| shade.step != Step::Without);
            let value = if is_told { format!("{:.4}", number(amount) - before.unwrap_or(0.0)) } else { String::new() };
            let marks = shade.map_or([""; 2], |shade| {
                let Patterns { hatched, dotted, .. } = self.patterns;
                [if shade.dotted { dotted } else { "" }, if shade.hatched { hatched } else { "" }]
            });
            let marks: Vec<&str> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
            let marked = marks.join("; ");
            let words = self.words(square, measure).unwrap_or_default();
            let title = quoted(&self.title);
            let unit = quoted(unit(self.kind, measure));
            lines.push(format!(
                "{square},{},{title},{unit},{value},{},{}",
                said.join(","),
                quoted(&marked),
                quoted(&words)
            ));
        }
        lines.join("\n") + "\n"
    }
}

/// A reading's amount as a gain and a loss, in its field's unit; `None` where nobody can stand.
pub(super) fn amount(kind: FieldKind, reading: &Reading, measure: Measure) -> Option<(Fraction, Fraction)> {
    let percent = |chance: Fraction| Fraction::new(chance.percent().into(), 1);
    let gain = match reading {
        Reading::NoRoom(_) => return None,
        Reading::Refused(_) => Fraction::ZERO,
        Reading::Cost { cost, .. } => Fraction::new((*cost).into(), measure.parts.max(1).into()),
        Reading::Count(count) => Fraction::new((*count).into(), 1),
        Reading::Sight { seen, .. } if kind == FieldKind::Seen => Fraction::new((*seen).into(), 1),
        Reading::Sight { cover, .. } => {
            let gives = Fraction::new(cover.strength().unsigned_abs().into(), 1);
            // With the ruleset's sign: a deduction is negative.
            return Some(if cover.signed() < 0 { (Fraction::ZERO, gives) } else { (gives, Fraction::ZERO) });
        }
        Reading::Attack { strike, .. } if kind == FieldKind::Damage => strike.mean,
        Reading::Attack { strike, .. } => percent(strike.hits),
        Reading::Danger { mean, .. } if kind.is_harm() => *mean,
        Reading::Danger { hits, .. } => percent(*hits),
        Reading::Trade { dealt, taken } => return Some((*dealt, *taken)),
    };
    Some((gain, Fraction::ZERO))
}

/// The unit of a field's numbers.
fn unit(kind: FieldKind, measure: Measure) -> &'static str {
    match kind {
        FieldKind::Moves => measure.unit,
        FieldKind::Reach | FieldKind::Threat => "fighters",
        FieldKind::Seen => "1 if seen",
        FieldKind::CoverThere | FieldKind::CoverHere => "to attack and armour",
        FieldKind::Hit | FieldKind::Danger | FieldKind::DangerMoved => "%",
        FieldKind::Damage | FieldKind::Harm | FieldKind::HarmMoved | FieldKind::Trade => "mean damage",
    }
}

/// Whether no attack gets through.
pub(super) const fn is_all(reading: &Reading) -> bool {
    matches!(reading, Reading::Sight { cover, .. } if cover.is_all())
}

/// Computes a field and hands out what is done as it grows.
#[allow(clippy::disallowed_methods, reason = "how many squares come at a time is no part of what comes out")]
pub(super) fn work(battle: &Battle, question: FieldQuestion, outlet: &Outlet<Part>) {
    let Ok(mut field) = Field::new(battle, question) else { return };
    let mut portion = 16;
    loop {
        let began = Instant::now();
        let is_done = field.work(portion, outlet.stop());
        // The portion is adapted so that results are handed out about sixty times a second.
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

/// The part of a field that is done so far.
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
        from: field.from_whom().to_vec(),
        names: Arc::new(names_of(battle)),
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

/// The best value and its square; among equals the nearest.
fn best(battle: &Battle, field: &Field) -> Option<String> {
    let all = || field.order().iter().filter_map(|square| Some((*square, field.at(*square)?)));
    let within = || within_a_turn(battle, field.question().by);
    match field.question().kind {
        FieldKind::Hit | FieldKind::Damage => {
            let strikes = all().filter_map(|(square, reading)| match reading {
                Reading::Attack { strike, .. } => Some((square, *strike)),
                _ => None,
            });
            let words =
                |place: &str, strike: Strike| format!("from {place}: {}", attack_words(strike.hits, strike.mean));
            match field.question().kind {
                FieldKind::Hit => {
                    let is_more = |one: Strike, other: Strike| (one.hits, one.mean) > (other.hits, other.mean);
                    best_words(("Best ", is_more), strikes, &within(), words)
                }
                _ => {
                    let is_more = |one: Strike, other: Strike| one > other;
                    best_words(("Most damage ", is_more), strikes, &within(), words)
                }
            }
        }
        FieldKind::Trade => {
            let trades = all().filter_map(|(square, reading)| match reading {
                Reading::Trade { dealt, taken } => Some((square, (*dealt, *taken))),
                _ => None,
            });
            let tenths = crate::panels::number::tenths;
            let words = |place: &str, (dealt, taken): Traded| {
                format!("on {place}: deals {}, takes {}", tenths(dealt), tenths(taken))
            };
            best_words(("Most gained ", net), trades, &within(), words)
        }
        kind if kind.is_danger() => {
            let here = battle.combatant(field.question().by).placement.anchor();
            let width = usize::from(field.extent().width);
            let danger = |square: Square| match field.at(square) {
                Some(Reading::Danger { hits, mean, .. }) => {
                    let place = square.y as usize * width + square.x as usize;
                    let marks = field.from_whom().get(place).copied().unwrap_or_default();
                    format!("{}, by {}", attack_words(*hits, *mean), listed(&marked(marks, &names_of(battle))))
                }
                _ => String::new(),
            };
            Some(safety_words(&field.safety()?, here, danger))
        }
        kind @ (FieldKind::Reach | FieldKind::Threat) => {
            let is_none = all().all(|(_, reading)| *reading == Reading::Count(0));
            let words = if kind == FieldKind::Reach { "reaches" } else { "threatens" };
            is_none.then(|| format!("None of those asked about {words} any square"))
        }
        _ => None,
    }
}

/// Everybody's name, by id.
fn names_of(battle: &Battle) -> Vec<Box<str>> {
    battle.combatants().map(|fighter| fighter.identity.name.to_string().into()).collect()
}

/// The names of those who are marked.
fn marked(marks: CombatantSet, names: &[Box<str>]) -> Vec<&str> {
    let all = (0..).map(CombatantId).zip(names);
    all.filter(|(who, _)| marks.contains(*who)).map(|(_, name)| &**name).collect()
}

/// What is dealt and taken.
type Traded = (Fraction, Fraction);

/// Whether one trade nets more than another, in tenths as displayed, because sums are rounded.
fn net(one: Traded, other: Traded) -> bool {
    let left = |(dealt, taken): Traded| ((dealt.to_f64() - taken.to_f64()) * 10.0).round() as i64;
    left(one) > left(other)
}

/// Which squares are best, and the best one within a turn's way if that is another.
fn best_words<T: Copy>(
    (lead, is_more): (&str, impl Fn(T, T) -> bool),
    all: impl Iterator<Item = (Square, T)>,
    within: &BTreeSet<Square>,
    words: impl Fn(&str, T) -> String,
) -> Option<String> {
    let all: Vec<(Square, T)> = all.collect();
    // The first of equals: squares come in order of distance.
    let first = |best: (Square, T), next: (Square, T)| if is_more(next.1, best.1) { next } else { best };
    let best = all.iter().copied().reduce(first)?;
    let near = all.iter().copied().filter(|(square, _)| within.contains(square)).reduce(first);
    let place = match all.iter().filter(|(_, value)| !is_more(best.1, *value)).count() {
        1 => best.0.to_string(),
        equal => format!("{} and {} more", best.0, equal - 1),
    };
    let told = format!("{lead}{}", words(&place, best.1));
    Some(match near {
        Some((square, value)) if is_more(best.1, value) => {
            format!("{told}; within one turn's walk {}", words(&square.to_string(), value))
        }
        Some((square, _)) => format!("{told}. {square} is within one turn's walk"),
        None => told,
    })
}

/// The first few in words, and how many more there are: "c4, c5 and 3 more".
fn listed(all: &[impl Display]) -> String {
    const MOST: usize = 4;
    let mut names: Vec<String> = all.iter().take(MOST).map(ToString::to_string).collect();
    if all.len() > MOST {
        names.push(format!("{} more", all.len() - MOST));
    }
    and_list(names)
}

/// Where nobody can attack, and whether that is within a turn's way; `here` is the fighter's square, `danger` tells a
/// square's danger.
fn safety_words(safety: &Safety, here: Square, danger: impl Fn(Square) -> String) -> String {
    let Safety { free, within, least, near } = safety;
    let squares = |count: usize| counted(count, "square");
    match (free.first(), within.first(), least.first()) {
        (Some(first), ..) if *first == here => match free.len() - 1 {
            0 => "Nobody can attack here; on every other square somebody can".into(),
            others => format!("Nobody can attack here, nor on {} besides", squares(others)),
        },
        (Some(_), Some(nearest), _) => {
            let all = squares(free.len());
            match (free.len(), within.len()) {
                (1, _) => format!("Nobody can attack on {all}, within one turn's walk: {nearest}"),
                (_, near) => {
                    format!("Nobody can attack on {all}; {near} of them within one turn's walk, the nearest {nearest}")
                }
            }
        }
        (Some(nearest), None, _) => {
            let all = squares(free.len());
            let told = format!("Nobody can attack on {all}, the nearest {nearest}: no way leads there in one turn");
            match near {
                Some(near) => format!("{told}. Within one turn's way least on {near}: {}", danger(*near)),
                None => told,
            }
        }
        (None, _, Some(first)) => {
            let told = format!("Somebody can attack on every square, least on {}: {}", listed(least), danger(*first));
            match near {
                Some(near) if least.contains(near) => format!("{told}. {near} is within one turn's walk"),
                Some(near) => format!("{told}. Within one turn's way least on {near}: {}", danger(*near)),
                None => told,
            }
        }
        (None, _, None) => "There is no room on any square".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::NoRoom, rules::RulesetId};

    #[test]
    fn safety_says_where_nobody_can_attack_and_whether_one_gets_there() {
        let square = |x: i16| Square::new(x, 0);
        let words = |free: &[i16], within: &[i16], (least, near): (&[i16], Option<i16>)| {
            let squares = |all: &[i16]| all.iter().map(|x| square(*x)).collect();
            let (least, near) = (squares(least), near.map(square));
            let safety = Safety { free: squares(free), within: squares(within), least, near };
            safety_words(&safety, square(0), |_| "12 %".into())
        };
        assert_eq!(words(&[0, 1], &[0, 1], (&[], None)), "Nobody can attack here, nor on 1 square besides");
        let near = "Nobody can attack on 3 squares; 2 of them within one turn's walk, the nearest c1";
        assert_eq!(words(&[1, 2, 3], &[2, 3], (&[], None)), near);
        let only = "Nobody can attack on 1 square, within one turn's walk: c1";
        assert_eq!(words(&[2], &[2], (&[], None)), only);
        let far = "Nobody can attack on 1 square, the nearest d1: no way leads there in one turn";
        assert_eq!(words(&[3], &[], (&[], None)), far);
        let then = format!("{far}. Within one turn's way least on b1: 12 %");
        assert_eq!(words(&[3], &[], (&[], Some(1))), then, "what can be done now is told too");
        assert_eq!(words(&[], &[], (&[1], None)), "Somebody can attack on every square, least on b1: 12 %");
        let all = "Somebody can attack on every square, least on b1, c1, d1, e1 and 2 more: 12 %";
        assert_eq!(words(&[], &[], (&[1, 2, 3, 4, 5, 6], Some(3))), format!("{all}. d1 is within one turn's walk"));
        let far = "Somebody can attack on every square, least on h1: 12 %. Within one turn's way least on b1: 12 %";
        assert_eq!(words(&[], &[], (&[7], Some(1))), far);
    }

    #[test]
    fn what_is_best_is_told_with_what_one_gets_to() {
        let square = |x: i16| Square::new(x, 0);
        let all = || (0..5).map(|x| (square(x), [2, 7, 3, 9, 9][x as usize]));
        let words = |within: &[i16]| {
            let within = within.iter().map(|x| square(*x)).collect();
            let is_more = |one: i32, other: i32| one > other;
            best_words(("Most ", is_more), all(), &within, |place, much| format!("from {place}: {much}"))
        };
        assert_eq!(words(&[0, 1, 2]).as_deref(), Some("Most from d1 and 1 more: 9; within one turn's walk from b1: 7"));
        assert_eq!(words(&[0, 4]).as_deref(), Some("Most from d1 and 1 more: 9. e1 is within one turn's walk"));
        assert_eq!(words(&[]).as_deref(), Some("Most from d1 and 1 more: 9"));
        let traded = |dealt, taken| (Fraction::new(dealt, 1), Fraction::new(taken, 1));
        assert!(net(traded(3, 1), traded(8, 7)) && !net(traded(1, 3), traded(0, 1)));
        let rounded = Fraction::new(999_999_999, 1_000_000_000);
        assert!(!net((rounded, Fraction::ZERO), traded(1, 0)) && !net(traded(1, 0), (rounded, Fraction::ZERO)));
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
            from: [None, Some(0), Some(1), None]
                .map(|who: Option<u16>| who.map(CombatantId).into_iter().collect())
                .to_vec(),
            names: Arc::new(vec!["Ada".into(), "Egil".into()]),
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
        assert_eq!(steps, [Step::Bare, Step::Change(3), Step::Change(-3)]);
        assert_eq!(change.legend.len(), 2, "what does not occur is not in the legend");
        assert_eq!(
            change.words(Square::new(1, 0), measure).as_deref(),
            Some("10 %, mean damage 1.0, by Ada; before 40 %, mean damage 4.0 from 1")
        );
        let csv = change.csv(&[("ruleset", "drill".into()), ("position", "a \"yard\"".into())], measure);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], "square,ruleset,position,field,unit,number,marked,in words");
        let of = "\"drill\",\"a \"\"yard\"\"\",\"Change of chance to be hit there, %\",\"%\"";
        assert!(lines[1].starts_with(&format!("a1,{of},0.0000,\"\",")), "{}", lines[1]);
        assert!(lines[2].starts_with(&format!("b1,{of},-30.0000,\"\",\"10 %, mean")), "{}", lines[2]);
        assert_eq!(lines.len(), 4, "nobody can stand on the last one: {csv}");
        assert_eq!(change.readings, after.readings, "what is pointed at is said as it is now");
    }
}
