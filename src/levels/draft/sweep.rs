//! Sweeps: the outcome of an attack while one number of the position varies over a range. For each value a copy of the
//! draft is changed as if by hand, and the rules are asked as for a single attack.

use super::{Draft, Edit, Hand, RecordEdit, SheetField, SheetValue, TokenKey, changed, held, sheet};
use crate::{
    dice::Fraction,
    geometry::Square,
    lab::{Attempt, attack_forecast, has_room, put, relation},
    rules::{
        AttackResult, Battle, Choice, CombatantId, Fate, ItemId, Offer, Parameter, RuleId, Spending, Vital, turn_given,
    },
};

/// A number that can be swept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swept {
    /// The distance from attacker to target, on the line on which the attacker stands now.
    Distance,
    /// The points put into the attack.
    Points,
    /// A number of a fighter's sheet, by its path.
    Sheet(TokenKey, String),
    /// A number of one of a fighter's items, by the item's place and the number's path.
    Arm(TokenKey, usize, String),
    /// A total of a fighter.
    Vital(TokenKey, Vital),
}

/// A number that can be swept, with its name and its current value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweptNumber {
    /// The number.
    pub what: Swept,
    /// In words: "Cale: Crossbow", "Distance".
    pub label: String,
    /// Its current value; in squares for a distance.
    pub now: i64,
}

/// The question: an attack of one fighter on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepQuestion {
    /// Who attacks.
    pub by: TokenKey,
    /// The target.
    pub on: TokenKey,
    /// The attack, by its verb and item. Without it, the best one at each value.
    pub attack: Option<(&'static str, Option<ItemId>)>,
    /// The number that is swept.
    pub what: Swept,
}

/// The outcome of an attack at one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepPoint {
    /// The value; a distance as the ruleset counts it.
    pub at: i64,
    /// The attacker's square, if that is what changes.
    pub from: Option<Square>,
    /// The odds, or why there is no attack or no such value.
    pub odds: Result<SweepOdds, String>,
}

/// The odds of an attack in a few figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepOdds {
    /// The attack in words: "Shoot, crossbow".
    pub title: String,
    /// The chance that it lands.
    pub hits: Fraction,
    /// The chance that it does damage, or has the effect it is for instead.
    pub harms: Fraction,
    /// Mean damage; a miss counts as 0.
    pub mean: Fraction,
    /// The chance that the target is out.
    pub out: Fraction,
    /// What makes its roll a critical one, and by which rule.
    pub critical: Option<(String, RuleId)>,
    /// The chance that it lands as a critical one.
    pub criticals: Fraction,
}

/// A sweep being worked out.
pub struct Sweep {
    draft: Draft,
    question: SweepQuestion,
    values: Vec<i64>,
    points: Vec<SweepPoint>,
}

/// About how many values are tried by default.
const VALUES: i64 = 20;

/// The farthest that the attacker is moved away, in squares.
const FARTHEST: i64 = 40;

/// The farthest distance that is counted square by square, in squares.
const MOST_COUNTED: i64 = 200;

/// The numbers that can be swept for an attack of `by` on `on`.
pub fn swept_numbers(draft: &Draft, by: TokenKey, on: TokenKey) -> Vec<SweptNumber> {
    let (Some(attacker), Some(target)) = (draft.combatant(by), draft.combatant(on)) else { return Vec::new() };
    let apart = i64::from(apart(attacker.footprint(), target.footprint()));
    let mut all = vec![SweptNumber { what: Swept::Distance, label: "Distance".into(), now: apart }];
    if let Some((now, _)) = points_of(draft, &SweepQuestion { by, on, attack: None, what: Swept::Points }) {
        all.push(SweptNumber { what: Swept::Points, label: "Points in the attack".into(), now });
    }
    for key in [by, on] {
        all.extend(numbers_of(draft, key));
    }
    tell_apart(&mut all);
    all
}

/// Numbers equal labels.
fn tell_apart(all: &mut [SweptNumber]) {
    let labels: Vec<String> = all.iter().map(|number| number.label.clone()).collect();
    for (place, number) in all.iter_mut().enumerate() {
        let before = labels[..place].iter().filter(|label| **label == number.label).count();
        let after = labels[place + 1..].contains(&number.label);
        if before > 0 || after {
            number.label = format!("{} ({})", number.label, before + 1);
        }
    }
}

/// Whether a number bears on an attack: the odds differ at the lowest or the highest value that is tried by default.
pub fn bears(draft: &Draft, (by, on): (TokenKey, TokenKey), number: &SweptNumber) -> bool {
    let question = SweepQuestion { by, on, attack: None, what: number.what.clone() };
    let Ok(values) = usual_values(draft, &question) else { return false };
    let ends = [values.first(), values.last()].into_iter().flatten().copied().filter(|value| *value != number.now);
    let Ok(mut sweep) = Sweep::new(draft, question, Some(std::iter::once(number.now).chain(ends).collect())) else {
        return false;
    };
    while !sweep.work() {}
    let odds: Vec<_> = sweep.points().iter().map(|point| point.odds.as_ref().ok()).collect();
    let figures = |odds: &SweepOdds| (odds.hits, odds.harms, odds.mean, odds.out);
    let now = odds.first().copied().flatten().map(figures);
    // An impossible value says nothing.
    odds.iter().skip(1).flatten().any(|odds| Some(figures(odds)) != now)
}

/// The numbers of one fighter: those of its sheet and of the items in its hands, and its totals.
fn numbers_of(draft: &Draft, key: TokenKey) -> Vec<SweptNumber> {
    let Some(who) = draft.id(key) else { return Vec::new() };
    let (fighter, rules) = (draft.battle().combatant(who), draft.ruleset().rules());
    let name = &*fighter.identity.name;
    let number = |field: &SheetField| match field.value {
        SheetValue::Number(now) | SheetValue::Maybe(Some(now)) => Some(now),
        _ => None,
    };
    let mut all = Vec::new();
    for field in sheet::numbers(fighter.sheet) {
        let Some(now) = number(&field) else { continue };
        all.push(SweptNumber { what: Swept::Sheet(key, field.path), label: format!("{name}: {}", field.label), now });
    }
    let gear = draft.gear(who);
    let in_hand = [Hand::Main, Hand::Off].map(|hand| held(&gear, hand));
    // An item held in both hands counts once.
    let mut places: Vec<usize> = in_hand.into_iter().flatten().collect();
    places.dedup();
    for place in places {
        let Some(arm) = draft.arm(key, place) else { continue };
        let known = draft.roster().arm(&gear[place].arm).map_or(gear[place].arm.as_str(), |arm| arm.name.as_str());
        for field in sheet::numbers(&arm) {
            let Some(now) = number(&field) else { continue };
            let label = format!("{name}, {}: {}", known.to_lowercase(), field.label.to_lowercase());
            all.push(SweptNumber { what: Swept::Arm(key, place, field.path), label, now });
        }
    }
    for (vital, word) in (0..).map(Vital).zip(rules.names().vitals) {
        let is_note = rules.roles().order == Some(vital) || rules.notes().contains(&vital);
        let now = i64::from(fighter.vitals.get(vital));
        if !is_note {
            let label = format!("{name}: {word} now");
            all.push(SweptNumber { what: Swept::Vital(key, vital), label, now });
        }
    }
    all
}

impl Sweep {
    /// Begins a sweep over some values, or over about twenty around the current one.
    ///
    /// # Errors
    /// Why nothing can be swept.
    pub fn new(draft: &Draft, question: SweepQuestion, values: Option<Vec<i64>>) -> Result<Self, String> {
        let values = values.map_or_else(|| usual_values(draft, &question), Ok)?;
        if values.is_empty() {
            return Err("no values to try".into());
        }
        Ok(Self { draft: draft.clone(), question, values, points: Vec::new() })
    }

    /// The question.
    pub const fn question(&self) -> &SweepQuestion {
        &self.question
    }

    /// Works out the next value; whether all are done.
    pub fn work(&mut self) -> bool {
        if let Some(value) = self.values.get(self.points.len()) {
            let point = self.point(*value);
            self.points.push(point);
        }
        self.points.len() == self.values.len()
    }

    /// The values done, and all of them.
    pub const fn progress(&self) -> (usize, usize) {
        (self.points.len(), self.values.len())
    }

    /// The points worked out so far.
    pub fn points(&self) -> &[SweepPoint] {
        &self.points
    }

    fn point(&self, value: i64) -> SweepPoint {
        let found = self.changed(value);
        let (battle, at, from) = match found {
            Ok((battle, from)) => {
                let pair = self.pair(&battle);
                let is_far = self.question.what == Swept::Distance;
                let at = pair.filter(|_| is_far).map(|(by, on)| i64::from(battle.sight(by, on).distance));
                (Ok(battle), at.unwrap_or(value), from)
            }
            Err(why) => (Err(why), self.counted(value).unwrap_or(value), None),
        };
        let odds = battle.and_then(|battle| self.odds(&battle, value));
        SweepPoint { at, from, odds }
    }

    /// The ids of attacker and target, which stay the same whatever number changes.
    fn pair(&self, battle: &Battle) -> Option<(CombatantId, CombatantId)> {
        let (by, on) = (self.draft.id(self.question.by)?, self.draft.id(self.question.on)?);
        (by.index() < battle.combatants().count() && on.index() < battle.combatants().count()).then_some((by, on))
    }

    /// The position with that value, and the attacker's square if that has changed.
    fn changed(&self, value: i64) -> Result<(Battle, Option<Square>), String> {
        let draft = &self.draft;
        let edit = match &self.question.what {
            Swept::Points => return Ok((draft.battle().clone(), None)),
            Swept::Distance => {
                let (battle, square) = self.away(value).ok_or("no room at that distance")?;
                return Ok((battle, Some(square)));
            }
            Swept::Sheet(key, path) => {
                let who = draft.id(*key).ok_or("that fighter is not there any more")?;
                let edit = RecordEdit::Set(SheetValue::Number(value));
                Edit::Sheet(*key, Box::new(changed(draft.battle().combatant(who).sheet, path, &edit, &[])?))
            }
            Swept::Arm(key, place, path) => {
                let arm = draft.arm(*key, *place).ok_or("that thing is not there any more")?;
                let edit = RecordEdit::Set(SheetValue::Number(value));
                Edit::Arm(*key, *place, Box::new(changed(&arm, path, &edit, &[])?))
            }
            Swept::Vital(key, vital) => {
                Edit::Vital(*key, *vital, i16::try_from(value).map_err(|_| "no total is that large")?)
            }
        };
        let mut draft = draft.clone();
        draft.change(&edit).map_err(|no| no.to_string())?;
        Ok((draft.battle().clone(), None))
    }

    /// A distance in squares as the ruleset counts it, on the line on which the attacker stands, whether there is room
    /// or not.
    fn counted(&self, far: i64) -> Option<i64> {
        // Distances that no board has are scaled in proportion.
        if !(0..=MOST_COUNTED).contains(&far) {
            return Some(self.counted(MOST_COUNTED)?.saturating_mul(far) / MOST_COUNTED);
        }
        let battle = self.draft.battle();
        let (by, on) = self.pair(battle).filter(|_| self.question.what == Swept::Distance)?;
        let (place, target) = (battle.combatant(by).placement, battle.combatant(on).footprint());
        let line = (place.anchor().x - target.anchor.x, place.anchor().y - target.anchor.y);
        // If both stand in one square, any line will do.
        let (dx, dy) = if line == (0, 0) { (1, 0) } else { line };
        let long = i64::from(dx.abs().max(dy.abs()));
        let away = |from: i16, step: i16| {
            let (sign, whole) = (i64::from(step.signum()), i64::from(step.abs()) * far);
            // Anchors are farther apart than bodies: by the size of the body nearer to the north-west corner of the
            // board.
            let large = if sign > 0 { target.side } else { place.0.side };
            let rounded = (whole + long / 2) / long + if sign == 0 { 0 } else { i64::from(large) - 1 };
            i16::try_from(i64::from(from) + sign * rounded).ok()
        };
        let there = Square::new(away(target.anchor.x, dx)?, away(target.anchor.y, dy)?);
        Some(i64::from(battle.ruleset.rules().apart(battle, place.at(there).0, target)))
    }

    /// The attacker moved so many squares away from the target, as near as possible to the line on which it stands.
    fn away(&self, far: i64) -> Option<(Battle, Square)> {
        let battle = self.draft.battle();
        let (by, on) = self.pair(battle)?;
        let (place, target) = (battle.combatant(by).placement, battle.combatant(on).footprint());
        let (dx, dy) = (place.anchor().x - target.anchor.x, place.anchor().y - target.anchor.y);
        let long = f64::from(dx).hypot(f64::from(dy)).max(1.0);
        // How far a square lies beside the line; squares behind the target come last.
        let beside = |square: &Square| {
            let (x, y) = (f64::from(square.x - target.anchor.x), f64::from(square.y - target.anchor.y));
            let (along, across) =
                ((x * f64::from(dx) + y * f64::from(dy)) / long, (x * f64::from(dy) - y * f64::from(dx)).abs() / long);
            (if along < 0.0 { across + 1000.0 } else { across }, *square)
        };
        let fits =
            |square: &Square| i64::from(apart(place.at(*square).0, target)) == far && has_room(battle, by, *square);
        let all = battle.scene.field.squares().filter(fits);
        let square =
            all.min_by(|one, other| beside(one).partial_cmp(&beside(other)).unwrap_or(std::cmp::Ordering::Equal))?;
        let mut there = battle.clone();
        put(&mut there, by, place.at(square));
        Some((there, square))
    }

    fn odds(&self, battle: &Battle, value: i64) -> Result<SweepOdds, String> {
        let (by, on) = self.pair(battle).ok_or("they are not there any more")?;
        let attempts = relation(battle, by, on, None).attacks;
        let is_meant = |attempt: &&Attempt| {
            self.question.attack.is_none_or(|(verb, item)| (attempt.choice.verb, attempt.choice.item) == (verb, item))
        };
        let meant = attempts.iter().find(is_meant).ok_or("no such attack")?;
        let forecast = match &meant.outcome {
            Ok(forecast) if self.question.what != Swept::Points => forecast.clone(),
            Err(refusal) => return Err(format!("{}, {}", refusal.words, refusal.rule)),
            Ok(_) => {
                let (turn, choice) = with_points(battle, by, &meant.choice, value)?;
                let decision = battle.ruleset.rules().turn_question(by);
                attack_forecast(&turn, &decision, &choice).ok_or("no such attack")?
            }
        };
        let title = meant.title.clone();
        let (hits, harms, mean, out) = (forecast.hits, forecast.harms, forecast.mean, forecast.grades[3]);
        let critical = forecast.assessment.attack().critical.as_ref().map(|(how, rule)| (how.to_string(), *rule));
        let is_critical = |result: &AttackResult| result.on == on && result.fate == Fate::Critical;
        let criticals = forecast.forecast.odds.chance(|ending| ending.results.iter().any(is_critical));
        Ok(SweepOdds { title, hits, harms, mean, out, critical, criticals })
    }
}

/// The parameter of an offer that is paid in points.
fn paid(offer: &Offer) -> Option<&Parameter> {
    offer.parameters.iter().find(|parameter| parameter.pays == Some(Spending::Points) && parameter.part.is_none())
}

/// The attack with this many points in it, in a turn of the attacker.
fn with_points(battle: &Battle, by: CombatantId, choice: &Choice, points: i64) -> Result<(Battle, Choice), String> {
    let (turn, rules) = (turn_given(battle, by), battle.ruleset.rules());
    let offers = rules.offers_of(&turn, &rules.turn_question(by), choice.verb);
    let offer = offers.find(choice.verb, choice.item).ok_or("no such attack")?;
    let paid = paid(offer).ok_or("no points are put into it")?;
    let points = i32::try_from(points).map_err(|_| "too many points")?;
    let choice = offer.settle(choice, paid.key, points);
    choice.check(offer).map_err(|_| format!("not with {points} points"))?;
    Ok((turn, choice))
}

/// The points in the attack now, and all the numbers that are possible.
fn points_of(draft: &Draft, question: &SweepQuestion) -> Option<(i64, Vec<i64>)> {
    let battle = draft.battle();
    let (by, on) = (draft.id(question.by)?, draft.id(question.on)?);
    let (turn, rules) = (turn_given(battle, by), battle.ruleset.rules());
    let decision = rules.turn_question(by);
    let listed = turn.attacks(by, on);
    let is_meant = |choice: &Choice| question.attack.is_none_or(|meant| (choice.verb, choice.item) == meant);
    let open = listed.iter().filter(|(choice, refusal)| refusal.is_none() && is_meant(choice));
    open.filter_map(|(choice, _)| {
        let offers = rules.offers_of(&turn, &decision, choice.verb);
        let offer = offers.find(choice.verb, choice.item)?;
        let paid = paid(offer)?;
        let open = paid.values.iter().filter(|value| value.refusal.is_none()).map(|value| i64::from(value.value));
        Some((i64::from(offer.value(choice, paid.key)), open.collect()))
    })
    .next()
}

/// The values that are tried by default: all that there are, or about twenty around the current one.
fn usual_values(draft: &Draft, question: &SweepQuestion) -> Result<Vec<i64>, String> {
    let who = |key: TokenKey| draft.id(key).ok_or_else(|| "that fighter is not there any more".to_owned());
    let battle = draft.battle();
    let (now, range) = match &question.what {
        Swept::Distance => {
            let extent = battle.scene.field.extent();
            return Ok((1..=i64::from(extent.width.max(extent.height)).min(FARTHEST)).collect());
        }
        Swept::Points => {
            let (_, all) = points_of(draft, question).ok_or("no points are put into it")?;
            return Ok(all);
        }
        Swept::Sheet(key, path) => sheet::range(battle.combatant(who(*key)?).sheet, path),
        Swept::Arm(key, place, path) => {
            let arm = draft.arm(*key, *place).ok_or("that thing is not there any more")?;
            sheet::range(&arm, path)
        }
        Swept::Vital(key, vital) => {
            let fighter = battle.combatant(who(*key)?);
            let (now, (low, high)) = (i64::from(fighter.vitals.get(*vital)), fighter.sheet.bounds(*vital));
            Some((now, (low.into(), high.into())))
        }
    }
    .ok_or("there is no number there")?;
    Ok(spread(now, range))
}

/// About twenty round values around one within a range, and that one.
fn spread(now: i64, (low, high): (i64, i64)) -> Vec<i64> {
    let reach = now.abs().max(VALUES / 2);
    let (low, high) = if high - low <= VALUES { (low, high) } else { (low.max(now - reach), high.min(now + reach)) };
    let step = round_up((high - low + VALUES - 1) / VALUES);
    let first = low.div_euclid(step) * step;
    let mut all: Vec<i64> = (0..).map(|place| first + place * step).take_while(|value| *value <= high).collect();
    all.extend([now, low, high]);
    all.retain(|value| (low..=high).contains(value));
    all.sort_unstable();
    all.dedup();
    all
}

/// The next of 1, 2, 5, 10, 20 and so on.
fn round_up(value: i64) -> i64 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if step * factor >= value {
                return step * factor;
            }
        }
        step *= 10;
    }
}

/// The steps from one body to another, diagonals counted as one.
fn apart(one: crate::geometry::Footprint, other: crate::geometry::Footprint) -> i32 {
    let (x, y) = one.gap(other);
    x.max(y)
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{self, called},
        *,
    };
    use crate::rules::RulesetId;

    fn draft(ruleset: RulesetId) -> Draft {
        testing::draft("tanner-row", ruleset)
    }

    fn whole(draft: &Draft, question: SweepQuestion, values: Option<Vec<i64>>) -> Vec<SweepPoint> {
        let mut sweep = Sweep::new(draft, question, values).unwrap();
        while !sweep.work() {}
        sweep.points().to_vec()
    }

    #[test]
    fn values_are_round_and_hold_the_present_one() {
        assert_eq!(spread(3, (0, 8)), (0..=8).collect::<Vec<_>>());
        let all = spread(43, (0, 100_000));
        assert!(all.contains(&43) && all.contains(&0) && all.contains(&40) && all.len() < 26, "{all:?}");
        assert_eq!((all.first(), all.last()), (Some(&0), Some(&86)));
        assert_eq!([1, 2, 3, 6, 11, 21].map(round_up), [1, 2, 5, 10, 20, 50]);
    }

    #[test]
    fn numbers_that_bear_on_an_attack_are_told_from_others_and_none_is_there_twice() {
        let mut near = 0;
        for ruleset in RulesetId::offered() {
            let draft = draft(ruleset);
            let pair = (called(&draft, "cale"), called(&draft, "lysk"));
            let numbers = swept_numbers(&draft, pair.0, pair.1);
            let mut labels: Vec<&str> = numbers.iter().map(|number| number.label.as_str()).collect();
            labels.sort_unstable();
            assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{ruleset}: {labels:?}");
            let things = numbers.iter().filter(|number| matches!(number.what, Swept::Arm(..)));
            let counted = things.filter(|number| number.label.ends_with("(2)")).count();
            assert_eq!(counted, 0, "{ruleset}: a thing in both hands is listed once");
            let bearing = numbers.iter().filter(|number| bears(&draft, pair, number)).count();
            assert!(bearing > 1 && bearing * 4 < numbers.len() * 3, "{ruleset}: {bearing} of {}", numbers.len());
            near +=
                usize::from(numbers.iter().any(|number| number.what == Swept::Distance && bears(&draft, pair, number)));
        }
        assert!(near > 1, "distance bears on a shot under {near} rulesets");
    }

    #[test]
    fn dozens_of_blows_that_a_shield_may_block_are_worked_out() {
        let draft = testing::draft("counting-house", RulesetId::Rates);
        let (by, on) = (called(&draft, "hanne"), called(&draft, "abel"));
        let rate = swept_numbers(&draft, by, on).into_iter().find(|number| number.label == "Hanne, bow: rate").unwrap();
        // One blow and one for each time that the roll of 9d4 holds the rate, RAT-RATE-02: with a rate of 1 up to 31.
        let points = whole(&draft, SweepQuestion { by, on, attack: None, what: rate.what }, Some(vec![1, 6, 18]));
        let mean: Vec<f64> = points.iter().map(|point| point.odds.as_ref().unwrap().mean.to_f64()).collect();
        assert!(mean.is_sorted_by(|many, few| many > few), "{mean:?}");
    }

    #[test]
    fn a_value_comes_to_what_the_changed_position_comes_to() {
        let mut numbers = 0;
        for ruleset in RulesetId::offered() {
            let draft = draft(ruleset);
            let (by, on) = (called(&draft, "cale"), called(&draft, "lysk"));
            let best = |battle: &Battle| {
                let pair = (draft.id(by).unwrap(), draft.id(on).unwrap());
                let attacks = relation(battle, pair.0, pair.1, None).attacks;
                attacks
                    .first()
                    .and_then(|attempt| attempt.outcome.as_ref().ok())
                    .map(|forecast| (forecast.hits, forecast.mean))
            };
            let all = swept_numbers(&draft, by, on);
            let differs = |points: &[SweepPoint]| {
                let first = points.iter().find_map(|point| point.odds.as_ref().ok());
                points.iter().any(|point| point.odds.as_ref().is_ok_and(|odds| Some(odds) != first))
            };
            let mut telling = 0;
            for number in all.iter().filter(|number| matches!(number.what, Swept::Sheet(..))).take(24) {
                let Swept::Sheet(of, path) = &number.what else { continue };
                let question = SweepQuestion { by, on, attack: None, what: number.what.clone() };
                let points = whole(&draft, question, Some(vec![number.now, number.now + 1]));
                for point in &points {
                    let sheet = draft.battle().combatant(draft.id(*of).unwrap()).sheet;
                    let edit = RecordEdit::Set(SheetValue::Number(point.at));
                    let Ok(sheet) = changed(sheet, path, &edit, &[]) else {
                        assert!(point.odds.is_err(), "{ruleset} {}", number.label);
                        continue;
                    };
                    let mut other = draft.clone();
                    other.change(&Edit::Sheet(*of, Box::new(sheet))).unwrap();
                    let found = point.odds.as_ref().ok().map(|odds| (odds.hits, odds.mean));
                    assert_eq!(found, best(other.battle()), "{ruleset} {} {}", number.label, point.at);
                    numbers += 1;
                }
                telling += usize::from(differs(&points));
            }
            assert!(telling > 0, "{ruleset}: no number makes a difference");
        }
        assert!(numbers > 60, "{numbers}");
    }

    #[test]
    fn farther_away_the_attacker_stands_on_the_same_line() {
        let draft = draft(RulesetId::ALL[0]);
        let (by, on) = (called(&draft, "cale"), called(&draft, "lysk"));
        let points = whole(&draft, SweepQuestion { by, on, attack: None, what: Swept::Distance }, None);
        let open: Vec<&SweepPoint> = points.iter().filter(|point| point.odds.is_ok()).collect();
        assert!(open.len() > 8, "{points:?}");
        assert!(open.windows(2).all(|pair| pair[0].at < pair[1].at), "{open:?}");
        for point in open {
            let pair = (draft.id(by).unwrap(), draft.id(on).unwrap());
            let single = relation(draft.battle(), pair.0, pair.1, point.from).attacks;
            let best = single.first().and_then(|attempt| attempt.outcome.as_ref().ok()).unwrap();
            assert_eq!(point.odds.as_ref().unwrap().hits, best.hits, "{point:?}");
        }
        let far = points.iter().find(|point| point.odds.is_err()).unwrap();
        assert!(!far.odds.as_ref().unwrap_err().is_empty());
    }

    #[test]
    fn points_in_an_attack_are_swept_where_there_are_any() {
        let (mut with, mut without) = (0, 0);
        for ruleset in RulesetId::offered() {
            let draft = draft(ruleset);
            let (by, on) = (called(&draft, "cale"), called(&draft, "lysk"));
            let question = SweepQuestion { by, on, attack: None, what: Swept::Points };
            match Sweep::new(&draft, question.clone(), None) {
                Ok(_) => {
                    let points = whole(&draft, question, None);
                    let means: Vec<Fraction> =
                        points.iter().filter_map(|point| Some(point.odds.as_ref().ok()?.mean)).collect();
                    assert!(means.len() > 1 && means[0] < means[means.len() - 1], "{ruleset}: {points:?}");
                    with += 1;
                }
                Err(why) => {
                    assert!(why.contains("points"), "{why}");
                    without += 1;
                }
            }
        }
        assert!(with > 0 && without > 0, "{with} with, {without} without");
    }
}
