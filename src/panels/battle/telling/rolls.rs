//! The rolls of an act in words: the number each is compared with, which sum beats which, and every term of a sum.

use std::cmp::Ordering;

use super::{TellingRow, act::Act};
use crate::panels::{
    number,
    widgets::log_line::{Piece, Plate},
};
use crate::rules::{AttackResult, CombatantId, Die, Fate, Part, Roll, Term, uncapital};

impl Act<'_> {
    /// A check with its dice: the number it is compared with, and the result.
    pub(super) fn check(&self, roll: &Roll, name: &impl Fn(CombatantId) -> String) -> Vec<Piece> {
        let (label, upshot) = self.upshot(roll);
        // If there are several targets, it is said whose roll it is.
        let of_many = roll.who != self.by && self.targets().len() > 1;
        let label = label.map(|label| if of_many { format!("{}: {label}", name(roll.who)) } else { label });
        let held = added(roll).map(|sum| format!("{sum}, {}", roll.upshot)).or_else(|| {
            roll.against.as_ref().map(|against| format!("{}{}", summed(roll), held_in_words(roll, against.value)))
        });
        let mut pieces: Vec<Piece> = label.map(Piece::Words).into_iter().collect();
        pieces.extend(dice(roll));
        let degree = degree(roll).map(str::to_owned);
        // The degree of success already says that it succeeds.
        let is_told = matches!(upshot.as_str(), "succeeds" | "fails")
            && degree.as_ref().is_some_and(|degree| degree.ends_with("success") || degree.ends_with("failure"));
        let words = held.into_iter().chain(degree).chain((!is_told).then_some(upshot)).collect::<Vec<_>>();
        pieces.push(Piece::Words(words.join(", ")));
        pieces
    }

    /// The name of a roll, unless it is the attack itself, and its result: the attacker's roll hits or misses, a
    /// target's averts or fails.
    fn upshot(&self, roll: &Roll) -> (Option<String>, String) {
        let success = roll.success == Some(true);
        let defends = self.is_defence(roll);
        let of = |result: &&AttackResult| defends && result.on == roll.who && result.by != roll.who;
        let result = self.results.iter().find(of);
        // If blows go on to the next target, the attack was rolled before: the first roll is then for their damage.
        let is_attack = |roll: &&&Roll| roll.success.is_some() && roll.who == self.by && roll.rule.chapter() != "DMG";
        let first = self.rolls.iter().find(is_attack);
        if !self.results.is_empty() && first.is_some_and(|first| std::ptr::eq(*first, roll)) {
            return (None, if success { "hits" } else { "misses" }.into());
        }
        let words = match result.map(|result| result.fate) {
            Some(Fate::Averted(_)) if success => "averts it".into(),
            // Both have succeeded, and the rules compare them.
            Some(fate) if success && fate.lands() => match first {
                Some(attack) if attack.is_like(roll) => match attack.value.cmp(&roll.value) {
                    Ordering::Greater => format!("but the higher {} beats it", shown(attack)),
                    Ordering::Less => format!("but the lower {} beats it", shown(attack)),
                    Ordering::Equal => format!("but an equal {} beats it", shown(attack)),
                },
                _ => "not enough".into(),
            },
            _ => if success { "succeeds" } else { "fails" }.into(),
        };
        (Some(roll.words.to_string()), words)
    }

    /// Whether a check decides the act, unlike one that follows from it: staying up after a wound.
    pub(super) fn decides(&self, roll: &Roll) -> bool {
        self.results.is_empty() || !self.explodes && self.is_defence(roll)
    }

    /// Whether a roll is part of the attack or the defence: it comes before the attacker's sum for damage.
    fn is_defence(&self, roll: &Roll) -> bool {
        let place = |roll: &Roll| self.rolls.iter().position(|other| std::ptr::eq(*other, roll));
        let is_sum = |roll: &&&Roll| roll.success.is_none() && roll.who == self.by;
        let attack = self.rolls.iter().position(|roll| roll.who == self.by);
        let mut later = self.rolls.iter().skip(attack.map_or(0, |attack| attack + 1));
        later.find(is_sum).and_then(|sum| place(sum)).is_none_or(|sum| place(roll).is_some_and(|at| at < sum))
    }

    /// If the sum of a blow is compared with sums of its target: which beats which.
    pub(super) fn sums_against_sums(&self) -> Option<Vec<Piece>> {
        let attack = self.rolls.first().filter(|roll| roll.success.is_none() && roll.who == self.by)?;
        let result = self.results.first().filter(|_| self.targets().len() == 1)?;
        let of = |roll: &&&Roll| roll.success.is_none() && roll.who == result.on && self.is_defence(roll);
        let defences: Vec<&&Roll> = self.rolls.iter().filter(of).collect();
        if defences.is_empty() {
            return None;
        }
        let glances = result.fate == Fate::Glanced;
        let averted = matches!(result.fate, Fate::Averted(_) | Fate::Missed | Fate::Failed | Fate::Glanced);
        let plate = |wins: bool| if wins { Plate::Full } else { Plate::Failed };
        let total = |roll: &Roll, wins: bool| Piece::Die(number::plain(roll.value), plate(wins));
        let mut pieces = vec![Piece::Words(attack.words.to_string()), total(attack, !averted)];
        // The rules decide who wins a tie; a fumble or a critical may decide against the higher sum, and the words say
        // so.
        let together: i32 = defences.iter().map(|roll| roll.value).sum();
        let is_tie = defences.iter().all(|roll| roll.value == attack.value);
        let is_above = defences.iter().all(|roll| roll.value < attack.value);
        let is_short = defences.len() > 1 && together >= attack.value;
        let has_reason = !attack.upshot.is_empty() || defences.iter().any(|roll| !roll.upshot.is_empty());
        let verb = match (averted, is_tie, is_above) {
            _ if glances => "glances off",
            (true, true, _) => "fails, no more than",
            (false, true, _) => "hits, no less than",
            (true, _, true) if is_short => "does not beat",
            (true, _, true) if has_reason => "fails against",
            (true, _, true) => "still fails against",
            (true, ..) => "does not beat",
            (false, _, true) => "beats",
            (false, ..) if has_reason => "hits against",
            (false, ..) => "still hits against",
        };
        let reason = |roll: &Roll| if roll.upshot.is_empty() { String::new() } else { format!(", {}", roll.upshot) };
        let verb = if attack.upshot.is_empty() { verb.to_string() } else { format!("{}, {verb}", reason(attack)) };
        pieces.push(Piece::Words(verb));
        for (index, roll) in defences.iter().enumerate() {
            let and = if index == 0 { "" } else { "and " };
            pieces.push(Piece::Words(format!("{and}{}", roll.words)));
            pieces.push(total(roll, averted));
            pieces.extend(Some(reason(roll)).filter(|words| !words.is_empty()).map(Piece::Words));
        }
        if defences.len() > 1 {
            pieces.push(Piece::Words(format!(", together {}", number::plain(together))));
        }
        Some(pieces)
    }

    /// A sum with its terms, one row each. Dice subtracted from a number come after it, and if that number is the sum
    /// just `above`, it is not repeated: the rows add up to the sum below them.
    pub(super) fn sum(
        &self,
        roll: &Roll,
        above: Option<&str>,
        name: &impl Fn(CombatantId) -> String,
    ) -> Vec<TellingRow> {
        let is_own = roll.who == self.by && self.order.is_empty();
        let label = if is_own { roll.words.to_string() } else { format!("{}: {}", name(roll.who), roll.words) };
        let mut pieces = vec![Piece::Words(label.clone())];
        pieces.extend(dice(roll));
        let terms = roll.against.iter().flat_map(|sum| &sum.terms);
        let rolled: i32 = roll.counted().map(|die| i32::from(die.face)).sum();
        let (mut first, mut rest): (Option<TellingRow>, Vec<TellingRow>) = (None, Vec::new());
        let mut amount = number::plain(roll.value);
        // The dice may also be subtracted from the number before them.
        let is_dice = |term: &Term| !roll.dice.is_empty() && term.amount.abs() == rolled && term.words == roll.words;
        let taken = terms.clone().skip(1).find(|term| is_dice(term) && term.amount < 0);
        let name = if taken.is_some() { label.split(": ").next().unwrap_or_default() } else { &label };
        for (index, term) in terms.enumerate() {
            if taken.is_some_and(|taken| std::ptr::eq(taken, term)) {
                amount = number::signed(term.amount);
                continue;
            }
            if index == 0 && !roll.dice.is_empty() && term.amount == rolled {
                amount = number::plain(term.amount);
                continue;
            }
            let pieces = vec![Piece::Words(term.words.to_string())];
            if index == 0 && taken.is_some() {
                let amount = number::plain(term.amount);
                first = Some(TellingRow { pieces, amount, rule: Some(term.rule), sum: false });
                continue;
            }
            let amount = if term.amount == 0 { "0".into() } else { number::signed(term.amount) };
            rest.push(TellingRow { pieces, amount, rule: Some(term.rule), sum: false });
        }
        if !roll.upshot.is_empty() {
            pieces.push(Piece::Words(format!(": {}", roll.upshot)));
        }
        let first = first.filter(|row| above != Some(&row.amount));
        let own = TellingRow { pieces, amount, rule: Some(roll.rule), sum: false };
        let mut rows: Vec<TellingRow> = first.into_iter().chain([own]).collect();
        if !rest.is_empty() || taken.is_some() {
            // Without dice of its own it is just its terms.
            if roll.dice.is_empty() {
                rows.clear();
            }
            rows.extend(rest);
            let (pieces, amount) = (vec![Piece::Words(format!("{name} in all"))], number::plain(roll.value));
            rows.push(TellingRow { pieces, amount, rule: Some(roll.rule), sum: true });
        }
        rows
    }
}

/// For a check whose result is a sum of terms: the sum with every term, ": 15 (required) +5 (half of the roll) = 20".
/// `None` if the dice themselves are compared with a number.
pub(in crate::panels::battle) fn added(roll: &Roll) -> Option<String> {
    let sum = roll.against.as_ref().filter(|sum| {
        roll.success.is_some() && sum.value == roll.value && sum.terms.len() > 1 && !roll.upshot.is_empty()
    })?;
    let counted: i32 = roll.counted().map(|die| i32::from(die.face)).sum();
    // If the dice themselves are compared with the number, there is nothing to add up.
    if counted == roll.value {
        return None;
    }
    let terms = sum.terms.iter().enumerate().map(|(index, term)| match index {
        0 => format!("{} ({})", number::plain(term.amount), uncapital(&term.words)),
        _ => format!("{} ({})", number::signed(term.amount), uncapital(&term.words)),
    });
    Some(format!(": {} = {}", terms.collect::<Vec<_>>().join(" "), number::plain(sum.value)))
}

/// The sum of several dice that are themselves compared with a number: "= 39, "; empty for a single die.
pub(in crate::panels::battle) fn summed(roll: &Roll) -> String {
    let counted: i32 = roll.counted().map(|die| i32::from(die.face)).sum();
    let says = roll.counted().count() > 1 && counted == roll.value;
    if says { format!("= {}, ", number::plain(roll.value)) } else { String::new() }
}

/// The degree of a success or failure, if the rules have several: "critical success".
fn degree(roll: &Roll) -> Option<&str> {
    let degree = roll.upshot.split(", ").next()?;
    let of = degree.split_once(' ').map(|(_, of)| of);
    of.filter(|of| matches!(*of, "success" | "failure")).map(|_| degree)
}

/// "over 15".
fn held_in_words(roll: &Roll, against: i32) -> String {
    format!("{} {}", held_against(roll, against), number::plain(against))
}

/// How a roll compares with its number. A failure below a number that must be reached is "short of" it, since "under"
/// is used for successes.
pub(in crate::panels::battle) fn held_against(roll: &Roll, number: i32) -> &'static str {
    match roll.value.cmp(&number) {
        Ordering::Less if roll.success == Some(false) => "short of",
        Ordering::Less => "under",
        Ordering::Equal if roll.success == Some(false) => "only equals",
        Ordering::Equal => "equals",
        Ordering::Greater => "over",
    }
}

/// The roll as shown in words: "28".
pub(in crate::panels::battle) fn shown(roll: &Roll) -> String {
    match &roll.dice[..] {
        [only] => only.fell().words(),
        _ => number::plain(roll.value),
    }
}

/// The dice as plates, filled for a success.
fn dice(roll: &Roll) -> Vec<Piece> {
    let plate = if roll.success == Some(false) { Plate::Failed } else { Plate::Full };
    if roll.success.is_some() && roll.dice.is_empty() {
        return vec![Piece::Die(number::plain(roll.value), plate)];
    }
    let faces = |(_, dice): (Option<&str>, &[Die])| {
        let face = |die: &Die| Piece::Die(die.fell().words(), plate_of(die, plate));
        dice.iter().map(face).collect::<Vec<_>>()
    };
    roll.groups().flat_map(faces).collect()
}

/// The plate of a die in a roll whose plate is `roll`: a die that fails by itself is outlined, whatever the roll's
/// result.
pub(in crate::panels::battle) const fn plate_of(die: &Die, roll: Plate) -> Plate {
    match die.part {
        Part::Marker => Plate::Marker,
        _ if die.fails => Plate::Failed,
        Part::Luck => Plate::Luck,
        Part::Counted | Part::Flip => roll,
    }
}
