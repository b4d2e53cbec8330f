//! The journal as lines: who does what to whom, then each roll with its faces and the number it was compared with.

use super::telling::{added, arrived, fate_words, held_against, plate_of, shown, summed};
use crate::levels::sides;
use crate::panels::number;
use crate::panels::widgets::log_line::{LogLine, Piece, Plate};
use crate::rules::{AttackResult, CombatantId, Die, Effect, Entry, Fate, Part, Roll, Setback, Team, action_words};

/// How a combatant appears in the log.
#[derive(Clone, Debug)]
pub struct Who {
    /// The name.
    pub name: String,
    /// The side.
    pub team: Team,
    /// The letter on the token.
    pub letter: char,
}

/// The lines of journal entries; `who` says how combatants appear, `side` what sides are called. The rolls of `covered`
/// since their last action are hidden from the person who must answer it.
pub fn log_lines<'e>(
    entries: impl IntoIterator<Item = &'e Entry>,
    covered: Option<CombatantId>,
    who: impl Fn(CombatantId) -> Who,
    side: impl Fn(Team) -> String,
) -> Vec<LogLine> {
    let entries = without_orders_of_the_fallen(entries.into_iter().collect());
    let mut writer =
        LogWriter { who, side, lines: Vec::new(), roller: None, joins: false, succeeded: Vec::new(), goes: None };
    let action = entries.iter().rposition(|entry| matches!(entry, Entry::Action { who, .. } if Some(*who) == covered));
    for (index, entry) in entries.iter().copied().enumerate() {
        match entry {
            Entry::Roll(roll) if Some(roll.who) == covered && action.is_some_and(|action| index > action) => {
                writer.cover(roll);
            }
            Entry::Roll(roll) if roll.success.is_none() => writer.sum(roll, place_in_run(&entries, index, roll)),
            Entry::AttackResult(result) if is_told_by_a_note(result, &entries[index + 1..]) => {}
            Entry::AttackResult(result) => writer.verdict(result),
            _ => writer.write(entry),
        }
    }
    writer.lines
}

/// Whether what an effect without damage has done is told by a note among the entries after it.
fn is_told_by_a_note(result: &AttackResult, after: &[&Entry]) -> bool {
    let mut settled = after
        .iter()
        .take_while(|entry| matches!(entry, Entry::AttackResult(_) | Entry::Effect(_) | Entry::Note { .. }));
    result.fate == Fate::Worked(Setback::Effect)
        && settled.any(|entry| matches!(entry, Entry::Note { who, .. } if *who == result.on))
}

/// The entries without the rolls of the fallen for the order of turns: they have a place in it only for effects on
/// them. A tie is left out if all but one of those in it have fallen.
fn without_orders_of_the_fallen(entries: Vec<&Entry>) -> Vec<&Entry> {
    // The first rolls of a round are for the order; those after them break ties.
    let (mut out, mut is_ordering, mut first): (Vec<CombatantId>, bool, Option<&str>) = (Vec::new(), false, None);
    let mut kept: Vec<&Entry> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().copied().enumerate() {
        match entry {
            Entry::Effect(Effect::Status(who, status)) => {
                out.retain(|known| known != who);
                out.extend(status.is_out().then_some(*who));
            }
            Entry::Effect(Effect::Round(_)) => (is_ordering, first) = (true, None),
            Entry::Effect(Effect::Acting(Some(_))) | Entry::Action { .. } => is_ordering = false,
            _ => {}
        }
        let is_hidden = match entry {
            Entry::Roll(roll) if is_ordering && roll.success.is_none() => {
                let is_tie = *first.get_or_insert(&roll.words) != roll.words;
                let left = || run_of(&entries, index, roll).iter().filter(|who| !out.contains(who)).count();
                out.contains(&roll.who) || is_tie && left() < 2
            }
            _ => false,
        };
        if !is_hidden {
            kept.push(entry);
        }
    }
    kept
}

/// Everyone who rolls in the run of equal rolls around `index`.
fn run_of(entries: &[&Entry], index: usize, roll: &Roll) -> Vec<CombatantId> {
    let rolls = |entry: &&Entry| match entry {
        Entry::Roll(other) if other.words == roll.words && other.success.is_none() => Some(Some(other.who)),
        Entry::Effect(_) => Some(None),
        _ => None,
    };
    let before = entries[..index].iter().rev().map_while(rolls).flatten();
    let mut run: Vec<CombatantId> = before.chain(entries[index..].iter().map_while(rolls).flatten()).collect();
    run.sort_unstable();
    run.dedup();
    run
}

/// Where a roll is in a run of equal rolls by several combatants, such as the order of a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunPlace {
    Alone,
    First,
    Later,
}

fn place_in_run(entries: &[&Entry], index: usize, roll: &Roll) -> RunPlace {
    let same = |entry: Option<&&Entry>| match entry {
        Some(Entry::Roll(other)) => other.words == roll.words && other.success.is_none() && other.who != roll.who,
        _ => false,
    };
    let is_told = |entry: &&&Entry| !matches!(entry, Entry::Effect(_));
    if same(entries[..index].iter().rev().find(is_told)) {
        RunPlace::Later
    } else if same(entries[index + 1..].iter().find(is_told)) {
        RunPlace::First
    } else {
        RunPlace::Alone
    }
}

struct LogWriter<F, S> {
    who: F,
    side: S,
    lines: Vec<LogLine>,
    /// Who rolls in the current action.
    roller: Option<CombatantId>,
    /// Whether the next roll goes into the last line.
    joins: bool,
    /// The first two checks of the act that have succeeded, with their dice: the attack and its defence, if it is one.
    succeeded: Vec<Roll>,
    /// Who is on the way somewhere, and the line that says so.
    goes: Option<(CombatantId, usize)>,
}

impl<F: Fn(CombatantId) -> Who, S: Fn(Team) -> String> LogWriter<F, S> {
    fn write(&mut self, entry: &Entry) {
        match entry {
            Entry::Chosen(..) => self.roller = None,
            Entry::Action { who, words, on, rule, .. } => {
                self.succeeded.clear();
                let subject = (self.who)(*who);
                let object = on.map_or_else(String::new, |on| (self.who)(on).name);
                let pieces = vec![Piece::Words(format!("{} {}", subject.name, action_words(words, &object)))];
                let badge = Some((subject.team, subject.letter));
                self.goes = words.contains(" towards ").then_some((*who, self.lines.len()));
                let names = std::iter::once(*who).chain(*on).collect();
                self.lines.push(LogLine { who: badge, pieces, rule: Some(*rule), heading: false, names });
                self.roller = None;
                self.joins = false;
            }
            // Once the fighter has got there, the line says so.
            Entry::Effect(Effect::Place(who, place)) => {
                let line = self.goes.filter(|(goes, _)| goes == who).and_then(|(_, line)| self.lines.get_mut(line));
                if let Some(Piece::Words(words)) = line.and_then(|line| line.pieces.first_mut()) {
                    *words = arrived(words, Some(place.0));
                }
            }
            Entry::Roll(roll) => self.check(roll),
            Entry::Note { who, words, rule } => {
                let subject = (self.who)(*who);
                let bare = words.starts_with("a ") || words.starts_with(|first: char| first.is_ascii_digit());
                let told = if bare { words.to_string() } else { format!("{} {words}", subject.name) };
                let badge = self.roller.is_none().then_some((subject.team, subject.letter));
                let (pieces, rule) = (vec![Piece::Words(told)], Some(*rule));
                self.lines.push(LogLine { who: badge, pieces, rule, ..LogLine::default() });
                self.joins = bare;
            }
            // Events at the start of a turn belong to no earlier action.
            Entry::Effect(Effect::Acting(_)) => (self.roller, self.joins) = (None, false),
            Entry::Effect(Effect::Round(round)) => {
                (self.roller, self.joins) = (None, false);
                self.lines.push(LogLine::round(*round));
            }
            Entry::Effect(Effect::Arrive(who, at)) => {
                let subject = (self.who)(*who);
                let pieces = vec![Piece::Words(format!("{} arrives at {}", subject.name, at.anchor()))];
                let badge = Some((subject.team, subject.letter));
                self.lines.push(LogLine { who: badge, pieces, ..LogLine::default() });
            }
            Entry::Effect(Effect::Concede(side)) => {
                let pieces = vec![Piece::Words({
                    let side = (self.side)(*side);
                    format!("{side} {}", sides::verb(&side, "concedes", "concede"))
                })];
                self.lines.push(LogLine { pieces, heading: true, ..LogLine::default() });
            }
            Entry::Effect(Effect::Over(winner)) => {
                let words = winner.map_or_else(
                    || "Nobody wins".into(),
                    |team| {
                        let side = (self.side)(team);
                        format!("{side} {}", sides::verb(&side, "wins", "win"))
                    },
                );
                self.lines.push(LogLine { pieces: vec![Piece::Words(words)], heading: true, ..LogLine::default() });
            }
            Entry::AttackResult(_) | Entry::Effect(_) => {}
        }
    }

    /// The result of an attack.
    fn verdict(&mut self, result: &AttackResult) {
        let (by, on) = ((self.who)(result.by).name, (self.who)(result.on).name);
        let told = fate_words(result.fate, result.damage.max(0));
        let (words, names) = match result.fate {
            Fate::Stopped | Fate::Hit | Fate::Critical => {
                (format!("{by} hits {on}: {told}"), vec![result.by, result.on])
            }
            _ => (format!("{on}: {told}"), vec![result.on]),
        };
        // If both succeed, the log says which beats which, as the card does.
        let beaten = match &self.succeeded[..] {
            [attack, defence]
                if (attack.who, defence.who) == (result.by, result.on)
                    && defence.success == Some(true)
                    && attack.is_like(defence) =>
            {
                let [attack, defence] = [attack, defence].map(shown);
                match result.fate {
                    Fate::Averted(_) => format!(", {defence} beats {attack}"),
                    fate if fate.lands() => format!(", {attack} beats {defence}"),
                    _ => String::new(),
                }
            }
            _ => String::new(),
        };
        let words = words + &beaten;
        self.lines.push(LogLine { pieces: vec![Piece::Words(words)], names, ..LogLine::default() });
        self.joins = false;
    }

    fn cover(&mut self, roll: &Roll) {
        let words = format!("{}: {}, covered", (self.who)(roll.who).name, roll.words);
        self.row(roll, vec![Piece::Words(words)]);
        self.roller = Some(roll.who);
        self.joins = false;
    }

    /// A roll that is added up. A run says once what it is for, then what each fighter rolled.
    fn sum(&mut self, roll: &Roll, series: RunPlace) {
        // A check after damage has been added up is not a defence.
        if self.succeeded.len() == 1 {
            self.succeeded.push(roll.clone());
        }
        let name = (self.who)(roll.who).name;
        if series == RunPlace::First {
            self.row(roll, vec![Piece::Words(roll.words.to_string())]);
        }
        let label = if series == RunPlace::Alone { format!("{name}: {}", roll.words) } else { name };
        self.row(roll, [vec![Piece::Words(label)], told(roll)].concat());
        self.roller = Some(roll.who);
        self.joins = false;
    }

    /// A roll that is compared with a number.
    fn check(&mut self, roll: &Roll) {
        if roll.success == Some(true) && self.succeeded.len() < 2 {
            self.succeeded.push(roll.clone());
        }
        let label = match self.roller {
            None => (self.who)(roll.who).name,
            Some(_) if self.joins => roll.words.to_string(),
            Some(_) => format!("{}: {}", (self.who)(roll.who).name, roll.words),
        };
        self.roller = Some(roll.who);
        match self.lines.last_mut().filter(|_| self.joins) {
            Some(last) => {
                last.pieces.push(Piece::Words(format!(", {label}")));
                last.pieces.extend(told(roll));
            }
            None => self.row(roll, [vec![Piece::Words(label)], told(roll)].concat()),
        }
        self.joins = true;
    }

    fn row(&mut self, roll: &Roll, pieces: Vec<Piece>) {
        self.lines.push(LogLine { pieces, rule: Some(roll.rule), ..LogLine::default() });
    }
}

/// The dice and their result.
fn told(roll: &Roll) -> Vec<Piece> {
    let mut pieces = dice(roll);
    pieces.extend(outcome(roll).map(Piece::Words));
    pieces
}

/// The dice as plates; for a check without dice, the number instead.
fn dice(roll: &Roll) -> Vec<Piece> {
    let plate = if roll.success == Some(false) { Plate::Failed } else { Plate::Full };
    if roll.success.is_some() && roll.dice.is_empty() {
        return vec![Piece::Die(number::plain(roll.value), plate)];
    }
    let group = |(word, dice): (Option<&str>, &[Die])| {
        let faces = dice.iter().map(|die| Piece::Die(die.fell().words(), plate_of(die, plate)));
        word.map(|word| Piece::Words(word.into())).into_iter().chain(faces).collect::<Vec<_>>()
    };
    roll.groups().flat_map(group).collect()
}

/// The number the dice were compared with, or what was added to them.
fn outcome(roll: &Roll) -> Option<String> {
    let upshot = if roll.upshot.is_empty() { String::new() } else { format!(": {}", roll.upshot) };
    let Some(against) = &roll.against else {
        let faces = roll.counted().map(|die| i32::from(die.face));
        let is_sum = roll.success.is_none() && faces.clone().count() > 1 && faces.sum::<i32>() == roll.value;
        let sum = if is_sum { format!("= {}", number::plain(roll.value)) } else { String::new() };
        return (is_sum || !upshot.is_empty()).then(|| sum + &upshot);
    };
    if let Some(sum) = added(roll) {
        return Some(format!("{sum}{upshot}"));
    }
    if roll.success.is_some() {
        let held = held_against(roll, against.value);
        return Some(format!("{}{held} {}{upshot}", summed(roll), number::plain(against.value)));
    }
    let counted = roll.counted();
    let rolled: i32 = counted.clone().map(|die| i32::from(die.face)).sum();
    let mut words = Vec::new();
    for (index, term) in against.terms.iter().enumerate() {
        let is_dice = index == 0 && !roll.dice.is_empty() && term.amount == rolled;
        if !is_dice {
            words.push(if index == 0 { number::plain(term.amount) } else { number::signed(term.amount) });
        }
    }
    // A single die with nothing added is its own sum, even beside dice that are only read.
    if !words.is_empty() || counted.count() != 1 || roll.dice.iter().any(|die| die.part == Part::Luck) {
        words.push(format!("= {}", number::plain(roll.value)));
    }
    Some(words.join(" ") + &upshot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Face,
        rules::{Action, RuleId, Verdict},
    };

    const RULE: RuleId = RuleId("PCT-CHK-02");

    fn side(team: Team) -> String {
        ["The watch", "The clerks"][usize::from(team.0)].into()
    }

    fn who(id: CombatantId) -> Who {
        let (name, letter) = [("Lysk", 'L'), ("Bero", 'B')][id.index()];
        Who { name: name.into(), team: Team(id.0 as u8), letter }
    }

    fn check(who: u16, words: &'static str, value: i32, against: i32) -> Entry {
        Entry::Roll(Roll {
            who: CombatantId(who),
            words: words.into(),
            rule: RULE,
            dice: Die::counted(&[Face::new(value as u8, 100)]),
            value,
            against: Some(Verdict::base(RULE, "Rating", against)),
            success: Some(value <= against),
            upshot: "".into(),
        })
    }

    #[test]
    fn an_effect_is_told_by_the_note_on_what_it_has_done() {
        let fate = Fate::Worked(Setback::Effect);
        let works = Entry::AttackResult(AttackResult { by: CombatantId(0), on: CombatantId(1), fate, damage: 0 });
        let note = Entry::Note { who: CombatantId(1), words: "is stable".into(), rule: RULE };
        let told =
            |entries: &[Entry]| log_lines(entries, None, who, side).iter().map(LogLine::text).collect::<Vec<_>>();
        assert_eq!(told(&[works.clone(), note.clone()]), ["Bero is stable"]);
        assert_eq!(told(&[works.clone(), check(1, "Fray", 41, 65), note])[0], "Bero: affected");
        assert_eq!(told(&[works]), ["Bero: affected"]);
    }

    #[test]
    fn an_attack_is_told_with_its_dice() {
        let damage = Roll {
            who: CombatantId(0),
            words: "Damage".into(),
            rule: RULE,
            dice: Die::counted(&[Face::new(6, 10)]),
            value: 11,
            against: Some(Verdict::base(RULE, "Dice", 6).plus(RULE, "Weapon", 9).plus(RULE, "Armour", -4)),
            success: None,
            upshot: "".into(),
        };
        let entries = [
            Entry::Effect(Effect::Round(1)),
            Entry::Action {
                who: CombatantId(0),
                action: Action::Shoot,
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
        let told: Vec<String> = log_lines(&entries, None, who, side).iter().map(LogLine::text).collect();
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
        // The hint bar tells the results, not the rolls.
        let last = crate::panels::battle::dock::last(&log_lines(&entries, None, who, side));
        assert_eq!(last.as_deref(), Some("Lysk shoots Bero: a wound, Stay standing [33] under 50, Bero stays up"));
        let last = crate::panels::battle::dock::last(&log_lines(&entries[..3], None, who, side));
        assert_eq!(last.as_deref(), Some("Lysk shoots Bero: Lysk [41] under 65"));
        let missed =
            Entry::AttackResult(AttackResult { by: CombatantId(0), on: CombatantId(1), fate: Fate::Missed, damage: 0 });
        let last = crate::panels::battle::dock::last(&log_lines(&[&entries[..3], &[missed]].concat(), None, who, side));
        assert_eq!(last.as_deref(), Some("Lysk shoots Bero: Bero: missed"));
        let grazed =
            Entry::AttackResult(AttackResult { by: CombatantId(0), on: CombatantId(1), fate: Fate::Grazed, damage: 3 });
        let last = crate::panels::battle::dock::last(&log_lines(&[&entries[..3], &[grazed]].concat(), None, who, side));
        assert_eq!(last.as_deref(), Some("Lysk shoots Bero: Bero: a graze, 3 damage"));
        let told: Vec<String> =
            log_lines(&entries, Some(CombatantId(0)), who, side).iter().map(LogLine::text).collect();
        assert_eq!(told[2..5], ["Lysk: Attack, covered", "Bero: Fray (52) over 45", "Lysk: Damage, covered"]);
    }

    #[test]
    fn a_result_that_names_both_is_told_without_the_act_and_the_next_round_is_none() {
        // Also names of two words, and a name that another begins with.
        for names in [["Lysk", "Bero"], ["Old Tom", "Grey Nan"], ["Ada", "Adam"]] {
            let who = |id: CombatantId| Who { name: names[id.index()].into(), ..who(id) };
            let [by, on] = names;
            let last = |entries: &[Entry]| crate::panels::battle::dock::last(&log_lines(entries, None, who, side));
            let acts = |words: &'static str, on: Option<u16>| {
                Entry::action((CombatantId(0), Action::Strike), words, (on.map(CombatantId), None, None), RULE)
            };
            let note =
                |who: u16, words: &'static str| Entry::Note { who: CombatantId(who), words: words.into(), rule: RULE };
            let result = AttackResult { by: CombatantId(0), on: CombatantId(1), fate: Fate::Hit, damage: 9 };
            let entries = [
                acts("strikes", Some(1)),
                check(0, "Attack", 28, 60),
                Entry::AttackResult(result),
                note(1, "dies"),
                Entry::Effect(Effect::Round(2)),
            ];
            assert_eq!(last(&entries), Some(format!("{by} hits {on}: 9 damage, {on} dies")));
            let entries = [acts("walks to e6", None), check(0, "Dare", 28, 60), note(0, "is hurried")];
            assert_eq!(last(&entries), Some(format!("{by} walks to e6: {by} is hurried")));
            let entries = [acts("shoves", Some(1)), check(0, "Shove", 71, 60), note(0, "stumbles")];
            assert_eq!(last(&entries), Some(format!("{by} shoves {on}: {by} stumbles")));
        }
    }

    #[test]
    fn the_verdict_says_which_of_two_successes_wins() {
        let action =
            Entry::action((CombatantId(0), Action::Strike), "strikes", (Some(CombatantId(1)), None, None), RULE);
        let told = |between: &[Entry], fate, damage| {
            let result = AttackResult { by: CombatantId(0), on: CombatantId(1), fate, damage };
            let entries: Vec<Entry> =
                [action.clone()].iter().chain(between).cloned().chain([Entry::AttackResult(result)]).collect();
            log_lines(&entries, None, who, side).last().map(LogLine::text).unwrap_or_default()
        };
        let both = [check(0, "Attack", 28, 60), check(1, "Parry", 8, 50)];
        assert_eq!(told(&both, Fate::Hit, 4), "Lysk hits Bero: 4 damage, 28 beats 08");
        let parried = Fate::Averted(crate::rules::Averting::Parry);
        assert_eq!(told(&both, parried, 0), "Bero: parried, no damage, 08 beats 28");
        let damage = Roll::of(CombatantId(0), "Damage", RULE, &[Face::new(6, 10)], 6);
        let later = [check(0, "Attack", 28, 60), Entry::Roll(damage), check(1, "Stay standing", 8, 50)];
        assert_eq!(told(&later, Fate::Hit, 6), "Lysk hits Bero: 6 damage");
        // A sum and a single die, each checked against its own number, are not compared with each other.
        let thrown = [5, 4, 6].map(|shows| Face::new(shows, 8));
        let sum = Roll::of(CombatantId(0), "Attack", RULE, &thrown, 15);
        let sum = Entry::Roll(sum.against(Verdict::base(RULE, "Required", 12), true));
        assert_eq!(told(&[sum, check(1, "Block", 24, 30)], parried, 0), "Bero: parried, no damage");
    }

    #[test]
    fn only_a_die_of_a_hundred_faces_has_two_figures() {
        let Entry::Roll(percent) = check(0, "Attack", 7, 65) else { unreachable!("a check is a roll") };
        let twenty = Roll { dice: Die::counted(&[Face::new(7, 20)]), ..percent.clone() };
        let told: Vec<String> = [percent, twenty]
            .into_iter()
            .flat_map(|roll| log_lines(&[Entry::Roll(roll)], None, who, side))
            .map(|line| line.text())
            .collect();
        assert_eq!(told, ["Lysk [07] under 65", "Lysk [7] under 65"]);
    }

    #[test]
    fn the_order_leaves_out_the_fallen_and_a_tie_has_its_sum() {
        let roll = |who: u16, words: &'static str, shows: [u8; 2]| {
            let faces = shows.map(|shows| Face::new(shows, 10));
            Entry::Roll(Roll::of(CombatantId(who), words, RULE, &faces, i32::from(shows[0] + shows[1])))
        };
        let order = [
            Entry::Effect(Effect::Round(2)),
            roll(0, "Combat order", [3, 4]),
            roll(1, "Combat order", [2, 5]),
            roll(0, "Tie", [9, 4]),
            roll(1, "Tie", [1, 5]),
        ];
        let told = |entries: &[Entry]| -> Vec<String> {
            log_lines(entries, None, who, side).iter().map(LogLine::text).collect()
        };
        let all =
            ["Combat order", "Lysk [3] [4] = 7", "Bero [2] [5] = 7", "Tie", "Lysk [9] [4] = 13", "Bero [1] [5] = 6"];
        assert_eq!(told(&order)[1..], all);
        let falls = Entry::Effect(Effect::Status(CombatantId(1), crate::rules::Status::Down));
        let fallen: Vec<Entry> = std::iter::once(falls.clone()).chain(order.iter().cloned()).collect();
        assert_eq!(told(&fallen), ["Round 2", "Lysk: Combat order [3] [4] = 7"]);
        // Rolls for a fallen fighter during a turn are told.
        let acting = Entry::Effect(Effect::Acting(Some(CombatantId(0))));
        let later = [falls, order[0].clone(), acting, order[2].clone()];
        assert_eq!(told(&later), ["Round 2", "Bero: Combat order [2] [5] = 7"]);
    }

    #[test]
    fn a_series_says_once_what_it_is_for() {
        let roll = |who: u16, dice: Vec<Die>, value: i32, terms: Option<Verdict>| {
            let words = "Combat order".into();
            Entry::Roll(Roll {
                who: CombatantId(who),
                words,
                rule: RULE,
                dice,
                value,
                against: terms,
                success: None,
                upshot: "".into(),
            })
        };
        let die = |shows, sides, part| Die::each(&[Face::new(shows, sides)], part).collect::<Vec<_>>();
        let staked =
            [die(1, 2, Part::Flip), die(7, 10, Part::Counted), die(4, 10, Part::Marker), die(5, 10, Part::Luck)];
        let sum = Verdict::base(RULE, "Dice", 7).plus(RULE, "Luck", -5);
        let entries = [
            roll(0, staked.concat(), 2, Some(sum)),
            Entry::Effect(Effect::Acting(None)),
            roll(1, Die::counted(&[3, 4].map(|shows| Face::new(shows, 10))), 7, Some(Verdict::base(RULE, "Dice", 7))),
        ];
        let told: Vec<String> = log_lines(&entries, None, who, side).iter().map(LogLine::text).collect();
        assert_eq!(told, ["Combat order", "Lysk [7] marker (4) unlucky [5] −5 = 2", "Bero [3] [4] = 7"],);
    }
}
