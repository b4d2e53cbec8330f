//! The journal told in lines: who does what to whom, then each roll with its face and what it was held against.

use crate::panels::number;
use crate::panels::widgets::tale::{Line, Piece};
use crate::rules::{CombatantId, Effect, Entry, Roll, Team};

/// How somebody appears in the log.
#[derive(Clone, Debug)]
pub struct Who {
    /// The name.
    pub name: String,
    /// The side.
    pub team: Team,
    /// The letter on the token.
    pub letter: char,
}

/// Tells entries of the journal; `who` says how combatants appear. The rolls of `covered` since the last deed are not for
/// the eyes of whoever is asked about it.
pub fn tell(entries: &[Entry], covered: Option<CombatantId>, who: impl Fn(CombatantId) -> Who) -> Vec<Line> {
    let mut teller = Teller { who, lines: Vec::new(), roller: None, joins: false };
    let deed = entries.iter().rposition(|entry| matches!(entry, Entry::Deed { who, .. } if Some(*who) == covered));
    for (index, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Roll(roll) if Some(roll.who) == covered && deed.is_some_and(|deed| index > deed) => {
                teller.cover(roll);
            }
            _ => teller.hear(entry),
        }
    }
    teller.lines
}

struct Teller<F> {
    who: F,
    lines: Vec<Line>,
    /// Who is rolling in the deed being told.
    roller: Option<CombatantId>,
    /// Whether the next roll goes into the last line.
    joins: bool,
}

impl<F: Fn(CombatantId) -> Who> Teller<F> {
    fn hear(&mut self, entry: &Entry) {
        match entry {
            Entry::Chosen(..) => self.roller = None,
            Entry::Deed { who, words, on, rule, .. } => {
                let subject = (self.who)(*who);
                let object = on.map_or_else(String::new, |on| format!(" {}", (self.who)(on).name));
                let pieces = vec![Piece::Words(format!("{} {words}{object}", subject.name))];
                let badge = Some((subject.team, subject.letter));
                self.lines.push(Line { who: badge, pieces, rule: Some(*rule), heading: false });
                self.roller = None;
                self.joins = false;
            }
            Entry::Roll(roll) => self.roll(roll),
            Entry::Note { who, words, rule } => {
                let subject = (self.who)(*who);
                let bare = words.starts_with("a ") || words.starts_with(|first: char| first.is_ascii_digit());
                let told = if bare { words.to_string() } else { format!("{} {words}", subject.name) };
                let badge = self.roller.is_none().then_some((subject.team, subject.letter));
                self.lines.push(Line {
                    who: badge,
                    pieces: vec![Piece::Words(told)],
                    rule: Some(*rule),
                    heading: false,
                });
                self.joins = bare;
            }
            Entry::Effect(Effect::Round(round)) => self.lines.push(Line::round(*round)),
            Entry::Effect(Effect::Over(winner)) => {
                let words = winner.map_or_else(|| "Nobody wins".into(), |team| format!("{team} wins"));
                self.lines.push(Line { pieces: vec![Piece::Words(words)], heading: true, ..Line::default() });
            }
            Entry::Mark(_) | Entry::Effect(_) => {}
        }
    }

    fn cover(&mut self, roll: &Roll) {
        let words = format!("{}: {}, covered", (self.who)(roll.who).name, roll.words);
        self.lines.push(Line { who: None, pieces: vec![Piece::Words(words)], rule: Some(roll.rule), heading: false });
        self.roller = Some(roll.who);
        self.joins = false;
    }

    fn roll(&mut self, roll: &Roll) {
        let label = match self.roller {
            None if roll.success.is_some() => (self.who)(roll.who).name,
            Some(_) if roll.success.is_some() && self.joins => roll.words.to_string(),
            _ => format!("{}: {}", (self.who)(roll.who).name, roll.words),
        };
        self.roller = Some(roll.who);
        let mut pieces = dice(roll);
        pieces.extend(outcome(roll).map(Piece::Words));
        match self.lines.last_mut().filter(|_| self.joins && roll.success.is_some()) {
            Some(last) => {
                last.pieces.push(Piece::Words(format!(", {label}")));
                last.pieces.extend(pieces);
            }
            None => {
                pieces.insert(0, Piece::Words(label));
                self.lines.push(Line { who: None, pieces, rule: Some(roll.rule), heading: false });
            }
        }
        self.joins = roll.success.is_some();
    }
}

/// The dice as plates; rolls against a number show the number rolled.
fn dice(roll: &Roll) -> Vec<Piece> {
    match (roll.success, &roll.faces[..]) {
        (Some(_), [_] | []) => vec![Piece::Die(format!("{:02}", roll.value), roll.success)],
        (_, faces) => faces.iter().map(|face| Piece::Die(face.to_string(), roll.success)).collect(),
    }
}

/// What the dice were held against, or what was added to them.
fn outcome(roll: &Roll) -> Option<String> {
    let upshot = if roll.upshot.is_empty() { String::new() } else { format!(": {}", roll.upshot) };
    let Some(against) = &roll.against else { return (!upshot.is_empty()).then_some(upshot) };
    if roll.success.is_some() {
        let how = match roll.value.cmp(&against.value) {
            std::cmp::Ordering::Less => "under",
            std::cmp::Ordering::Equal => "equals",
            std::cmp::Ordering::Greater => "over",
        };
        return Some(format!("{how} {}{upshot}", number::plain(against.value)));
    }
    let rolled: i32 = roll.faces.iter().map(|face| i32::from(*face)).sum();
    let mut words = Vec::new();
    for (index, term) in against.terms.iter().enumerate() {
        let is_dice = index == 0 && !roll.faces.is_empty() && term.amount == rolled;
        if !is_dice {
            words.push(if index == 0 { number::plain(term.amount) } else { number::signed(term.amount) });
        }
    }
    if !words.is_empty() || roll.faces.len() != 1 {
        words.push(format!("= {}", number::plain(roll.value)));
    }
    Some(words.join(" ") + &upshot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Deed, RuleId, Verdict};

    const RULE: RuleId = RuleId("PCT-CHK-02");

    fn who(id: CombatantId) -> Who {
        let (name, letter) = [("Lysk", 'L'), ("Bero", 'B')][id.index()];
        Who { name: name.into(), team: Team(id.0 as u8), letter }
    }

    fn check(who: u16, words: &'static str, value: i32, against: i32) -> Entry {
        Entry::Roll(Roll {
            who: CombatantId(who),
            words: words.into(),
            rule: RULE,
            faces: vec![value as u8],
            value,
            against: Some(Verdict::base(RULE, "Rating", against)),
            success: Some(value <= against),
            upshot: "".into(),
        })
    }

    #[test]
    fn an_attack_is_told_with_its_dice() {
        let damage = Roll {
            who: CombatantId(0),
            words: "Damage".into(),
            rule: RULE,
            faces: vec![6],
            value: 11,
            against: Some(Verdict::base(RULE, "Dice", 6).plus(RULE, "Weapon", 9).plus(RULE, "Armour", -4)),
            success: None,
            upshot: "".into(),
        };
        let entries = [
            Entry::Effect(Effect::Round(1)),
            Entry::Deed {
                who: CombatantId(0),
                deed: Deed::Shoot,
                words: "shoots".into(),
                on: Some(CombatantId(1)),
                with: None,
                to: None,
                rule: RULE,
            },
            check(0, "Attack", 41, 65),
            check(1, "Fray", 52, 45),
            Entry::Roll(damage),
            Entry::Note { who: CombatantId(1), words: "a wound".into(), rule: RULE },
            check(1, "Stay standing", 33, 50),
            Entry::Note { who: CombatantId(1), words: "stays up".into(), rule: RULE },
        ];
        let told: Vec<String> = tell(&entries, None, who).iter().map(Line::text).collect();
        assert_eq!(
            told,
            [
                "Round 1",
                "Lysk shoots Bero",
                "Lysk [41] under 65, Fray (52) over 45",
                "Lysk: Damage [6] +9 −4 = 11",
                "a wound, Stay standing [33] under 50",
                "Bero stays up",
            ]
        );
        let told: Vec<String> = tell(&entries, Some(CombatantId(0)), who).iter().map(Line::text).collect();
        assert_eq!(told[2..5], ["Lysk: Attack, covered", "Bero: Fray (52) over 45", "Lysk: Damage, covered"]);
    }
}
