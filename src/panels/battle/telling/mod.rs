//! What came of an act: its part of the journal as one card, in the rows and with the rule ids of a forecast.

use super::log::Who;
use crate::panels::{
    number,
    widgets::log_line::{Piece, Plate},
};
use crate::rules::{AttackResult, Choice, CombatantId, Die, Effect, Entry, Fate, Part, Roll, RuleId, action_words};

/// What came of one thing that somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Who did it.
    pub by: CombatantId,
    /// To whom, if to one.
    pub on: Option<CombatantId>,
    /// "Bero hits Nib: 13 damage, 2 wounds".
    pub sentence: String,
    /// The rule that the sentence goes by, if no row below says it.
    pub rule: Option<RuleId>,
    /// The rolls that could fail, the attack first: dice and words, "under 60, hits".
    pub rolls: Vec<Vec<Piece>>,
    /// What was added up, then what it did.
    pub rows: Vec<TellingRow>,
    /// What stands beside each target on the board.
    pub marks: Vec<Mark>,
    /// Who is out of the fight by it.
    pub out: Vec<CombatantId>,
    /// Whom any of its effects touched.
    pub touched: Vec<CombatantId>,
    /// About whom the rules say something in words.
    pub noted: Vec<CombatantId>,
    /// What others chose who were asked on the way.
    pub chosen: Vec<(CombatantId, Choice)>,
    /// Whether anything was rolled, hurt or changed that a player wants to read.
    pub matters: bool,
    /// Whether it came from a place, a keg that explodes, and not from who is behind it.
    pub explodes: bool,
}

impl Telling {
    /// The verdict and its dice in one line.
    pub fn in_a_line(&self) -> Vec<Piece> {
        let stop = if self.rolls.is_empty() { "" } else { "." };
        let mut pieces = vec![Piece::Words(format!("{}{stop}", self.sentence))];
        for (index, roll) in self.rolls.iter().enumerate() {
            pieces.extend((index > 0).then(|| Piece::Words(",".into())));
            pieces.extend(roll.iter().cloned());
        }
        pieces
    }
}

/// A line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TellingRow {
    /// What: words, with the dice among them.
    pub pieces: Vec<Piece>,
    /// How much, as it is written.
    pub amount: String,
    /// By which rule.
    pub rule: Option<RuleId>,
    /// Whether it is the sum of those above.
    pub sum: bool,
}

/// What stands beside a target on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Beside whom.
    pub on: CombatantId,
    /// "−13", "parried".
    pub words: String,
    /// Whether it hurt.
    pub hurts: bool,
    /// The damage that got through.
    pub loss: i16,
}

impl Mark {
    /// A mark for damage that got through.
    fn of_loss(on: CombatantId, loss: i16) -> Self {
        Self { on, words: number::signed(-i32::from(loss)), hurts: true, loss }
    }

    /// The marks of several things that were done one after another: one beside each target.
    pub fn together<'m>(all: impl IntoIterator<Item = &'m Self>) -> Vec<Self> {
        let mut together: Vec<Self> = Vec::new();
        for mark in all {
            match together.iter_mut().find(|known| known.on == mark.on) {
                Some(known) if known.loss + mark.loss > 0 => *known = Self::of_loss(mark.on, known.loss + mark.loss),
                Some(known) => *known = mark.clone(),
                None => together.push(mark.clone()),
            }
        }
        together
    }
}

/// How a blow ended, in words that follow "Bero hits Nib: " or "Mott strikes Bero: ".
pub fn fate_words(fate: Fate, damage: i16) -> String {
    match fate {
        Fate::Missed => "missed".into(),
        Fate::Failed => "it fails".into(),
        Fate::Averted(how) => format!("{}, no damage", how.past()),
        Fate::Glanced => "glances off, no damage".into(),
        Fate::Grazed => format!("a graze, {damage} damage"),
        Fate::Worked(how) => how.past().into(),
        Fate::Stopped => "armour stops all of it".into(),
        Fate::Hit | Fate::Critical => format!("{damage} damage"),
    }
}

/// The things that were done in a part of the journal, each with what came of it; `who` says how combatants appear.
pub fn tell<'e>(entries: impl IntoIterator<Item = &'e Entry>, who: impl Fn(CombatantId) -> Who) -> Vec<Telling> {
    let mut acts = Acts::default();
    let mut answers = Vec::new();
    let mut is_first = true;
    for entry in entries {
        match entry {
            Entry::Action { who, words, on, .. } => acts.begin(Act { on: *on, words, ..Act::of(*who) }),
            Entry::Roll(roll) => acts.last(roll.who).rolls.push(roll),
            Entry::AttackResult(result) => acts.last(result.by).results.push(*result),
            Entry::Note { who, words, rule } => acts.last(*who).notes.push((*who, words, *rule)),
            Entry::Effect(Effect::Status(who, status)) if status.is_out() => acts.last(*who).out.push(*who),
            Entry::Effect(Effect::Round(_) | Effect::Acting(_)) => acts.is_ended = true,
            // Each explosion is told for itself; who has lit it is said next.
            Entry::Effect(Effect::Explosive(_, None)) => (acts.is_ended, acts.explodes) = (true, true),
            Entry::Effect(effect) => acts.touch(effect),
            // The first choice is the act itself.
            Entry::Chosen(..) if std::mem::take(&mut is_first) => {}
            Entry::Chosen(who, choice) => answers.push((*who, choice.clone())),
        }
    }
    let mut told: Vec<Telling> = acts.all.into_iter().map(|act| act.told(&who)).collect();
    if let Some(first) = told.first_mut() {
        first.chosen = answers;
    }
    told
}

/// The acts of a part of the journal, as far as they are known.
#[derive(Default)]
struct Acts<'e> {
    all: Vec<Act<'e>>,
    /// Whether a turn or a round has begun since: what follows does not belong to the act before it.
    is_ended: bool,
    /// Whether something has exploded of which nothing has been told yet.
    explodes: bool,
}

impl<'e> Acts<'e> {
    fn begin(&mut self, act: Act<'e>) {
        self.is_ended = false;
        let explodes = std::mem::take(&mut self.explodes);
        self.all.push(Act { explodes, ..act });
    }

    /// Notes whom an effect of the act under way touches.
    fn touch(&mut self, effect: &Effect) {
        let (Some(who), Some(act)) = (touched(effect), self.all.last_mut()) else { return };
        if !self.is_ended && !act.touched.contains(&who) {
            act.touched.push(who);
        }
    }

    /// The act under way; what happens to somebody outside any act is a matter of its own.
    fn last(&mut self, who: CombatantId) -> &mut Act<'e> {
        if self.is_ended || self.all.is_empty() {
            self.begin(Act::of(who));
        }
        let last = self.all.len() - 1;
        &mut self.all[last]
    }
}

/// One thing done, as the journal has it.
struct Act<'e> {
    by: CombatantId,
    on: Option<CombatantId>,
    words: &'e str,
    rolls: Vec<&'e Roll>,
    results: Vec<AttackResult>,
    notes: Vec<(CombatantId, &'e str, RuleId)>,
    out: Vec<CombatantId>,
    touched: Vec<CombatantId>,
    explodes: bool,
}

impl<'e> Act<'e> {
    fn of(by: CombatantId) -> Self {
        Self {
            by,
            on: None,
            words: "",
            rolls: Vec::new(),
            results: Vec::new(),
            notes: Vec::new(),
            out: Vec::new(),
            touched: Vec::new(),
            explodes: false,
        }
    }

    fn told(self, who: &impl Fn(CombatantId) -> Who) -> Telling {
        let name = |id: CombatantId| who(id).name;
        let (telling, later): (Vec<&Roll>, Vec<&Roll>) =
            self.rolls.iter().copied().filter(|roll| roll.success.is_some()).partition(|roll| self.decides(roll));
        let mut rolls: Vec<Vec<Piece>> = telling.into_iter().map(|roll| self.check(roll, &name)).collect();
        if let Some(sums) = self.sums_against_sums() {
            rolls.insert(0, sums);
        }
        let sums = self.rolls.iter().filter(|roll| roll.success.is_none());
        let mut rows: Vec<TellingRow> = sums.flat_map(|roll| self.sum(roll, &name)).collect();
        let row = |pieces, rule| TellingRow { pieces, amount: String::new(), rule: Some(rule), sum: false };
        rows.extend(later.into_iter().map(|roll| row(self.check(roll, &name), roll.rule)));
        rows.extend(
            self.notes.iter().map(|(on, words, rule)| row(vec![Piece::Words(said_of(&name(*on), words))], *rule)),
        );
        let sentence = self.sentence(&name);
        // What the sentence says already is not said again; its rule stands beside it.
        let is_said =
            |row: &TellingRow| matches!(&row.pieces[..], [Piece::Words(words)] if sentence.starts_with(words.as_str()));
        let rule = rows.iter().find(|row| is_said(row)).and_then(|row| row.rule);
        rows.retain(|row| !is_said(row));
        let matters = !(rolls.is_empty() && self.results.is_empty() && self.notes.is_empty() && self.out.is_empty());
        let marks = self.marks();
        let noted = self.notes.iter().map(|(on, ..)| *on).collect();
        let (out, touched) = (self.out, self.touched);
        Telling {
            by: self.by,
            on: self.on,
            sentence,
            rule,
            rolls,
            rows,
            marks,
            out,
            touched,
            noted,
            chosen: Vec::new(),
            matters,
            explodes: self.explodes,
        }
    }

    /// The targets of its blows, in the order in which they were first struck.
    fn targets(&self) -> Vec<CombatantId> {
        let mut targets: Vec<CombatantId> = Vec::new();
        for result in &self.results {
            if !targets.contains(&result.on) {
                targets.push(result.on);
            }
        }
        targets
    }

    /// The verdict: who, what, to whom, damage, wounds.
    fn sentence(&self, name: &impl Fn(CombatantId) -> String) -> String {
        let by = name(self.by);
        let targets = self.targets();
        if targets.is_empty() && self.words.is_empty() && self.rolls.is_empty() {
            let said = self.notes.iter().map(|(on, words, _)| said_of(&name(*on), words));
            let out = self.out.iter().map(|on| format!("{} is out", name(*on)));
            let all: Vec<String> = said.chain(out).collect();
            return if all.is_empty() { by } else { all.join(", ") };
        }
        let lead = match (&targets[..], self.words) {
            _ if self.explodes => {
                self.notes.first().map_or_else(|| by.clone(), |(on, words, _)| said_of(&name(*on), words))
            }
            ([on], _) if self.is_plain_hit(*on) => format!("{by} hits {}", name(*on)),
            ([on], "") => format!("{by} strikes {}", name(*on)),
            (_, "") => match self.rolls.first() {
                Some(roll) => format!("{by}: {}", roll.words),
                None => by.clone(),
            },
            (_, words) => {
                let object = self.on.or(targets.first().copied().filter(|_| targets.len() == 1));
                format!("{by} {}", action_words(words, &object.map_or_else(String::new, name)))
            }
        };
        let mut parts: Vec<String> = match targets[..] {
            [on] if !self.explodes => vec![self.against(on)],
            [_, _, _, ..] => vec![self.against_all(&targets)],
            _ => targets.iter().map(|on| format!("{} {}", name(*on), self.among(*on))).collect(),
        };
        let bare = self.notes.iter().filter(|(_, words, _)| is_bare(words) && targets.len() < 2);
        parts.extend(bare.map(|(_, words, _)| (*words).to_string()));
        if targets.is_empty() && !self.explodes {
            let says = self.notes.iter().any(|(on, ..)| *on == self.by);
            let success = self.rolls.iter().find_map(|roll| roll.success).filter(|_| !says);
            parts.extend(success.map(|success| if success { "succeeds" } else { "fails" }.to_string()));
            let said = self.notes.iter().filter(|(_, words, _)| !is_bare(words));
            parts.extend(said.take(2).map(|(on, words, _)| match *on == self.by {
                true => (*words).to_string(),
                false => format!("{} {words}", name(*on)),
            }));
        }
        parts.extend(self.out.iter().map(|on| format!("{} is out", name(*on))));
        if parts.is_empty() { lead } else { format!("{lead}: {}", parts.join(", ")) }
    }

    /// Whether the blows at somebody landed and did damage, so that it is said who hits whom.
    fn is_plain_hit(&self, on: CombatantId) -> bool {
        let mut blows = self.results.iter().filter(|result| result.on == on);
        blows.any(|result| matches!(result.fate, Fate::Hit | Fate::Critical | Fate::Stopped))
    }

    /// What came of all blows at somebody: "13 damage", "2 of 3 blows, 21 damage".
    fn against(&self, on: CombatantId) -> String {
        let blows: Vec<&AttackResult> = self.results.iter().filter(|result| result.on == on).collect();
        let damage: i16 = blows.iter().map(|result| result.damage.max(0)).sum();
        match blows[..] {
            [only] => fate_words(only.fate, damage),
            _ => {
                let landed = blows.iter().filter(|result| result.fate.lands()).count();
                format!("{landed} of {} blows, {damage} damage", blows.len())
            }
        }
    }

    /// What came of all blows at one of several, without a sentence of its own.
    fn among(&self, on: CombatantId) -> String {
        let all_stopped =
            self.results.iter().filter(|result| result.on == on).all(|result| result.fate == Fate::Stopped);
        if all_stopped { "unhurt".into() } else { self.against(on) }
    }

    /// What came of an act at many, in short: "5 of 8 hurt, 24 damage in all". The card says of each what it lost.
    fn against_all(&self, targets: &[CombatantId]) -> String {
        let of = |on: CombatantId| self.results.iter().filter(move |result| result.on == on);
        let damage = |on: CombatantId| of(on).map(|result| i32::from(result.damage.max(0))).sum::<i32>();
        let worked = |on: &CombatantId| {
            of(*on).find_map(|result| match result.fate {
                Fate::Worked(how) => Some(how.past()),
                _ => None,
            })
        };
        let (hurt, all): (usize, i32) = targets
            .iter()
            .map(|on| damage(*on))
            .filter(|target| *target > 0)
            .fold((0, 0), |(count, sum), loss| (count + 1, sum + loss));
        let count = targets.len();
        match (hurt, targets.iter().find_map(worked)) {
            (0, Some(how)) => format!("{how} {} of {count}", targets.iter().filter(|on| worked(on).is_some()).count()),
            (0, None) => "nobody is hurt".into(),
            _ => format!("{hurt} of {count} hurt, {all} damage in all"),
        }
    }

    /// What stands beside the targets.
    fn marks(&self) -> Vec<Mark> {
        let many = self.targets().len() > 2;
        let mark = |on: CombatantId| {
            let blows: Vec<&AttackResult> = self.results.iter().filter(|result| result.on == on).collect();
            let damage: i16 = blows.iter().map(|result| result.damage.max(0)).sum();
            if damage > 0 {
                return Mark::of_loss(on, damage);
            }
            let words = match blows.last().map(|result| result.fate) {
                Some(Fate::Averted(how)) => how.past(),
                Some(Fate::Worked(how)) => how.past(),
                Some(Fate::Glanced) => "glances off",
                Some(Fate::Grazed) => "grazed",
                // Among many a word beside each would hide the others.
                Some(Fate::Stopped | Fate::Hit | Fate::Critical) if many => "0",
                Some(Fate::Stopped) => "stopped",
                Some(Fate::Hit | Fate::Critical) => "no damage",
                Some(Fate::Failed) => "fails",
                Some(Fate::Missed) | None => "missed",
            };
            let hurts = matches!(blows.last().map(|blow| blow.fate), Some(Fate::Worked(_)));
            Mark { on, words: words.into(), hurts, loss: 0 }
        };
        self.targets().into_iter().map(mark).collect()
    }

    /// A roll against a number with its dice: what it is held against, and what that comes to.
    fn check(&self, roll: &Roll, name: &impl Fn(CombatantId) -> String) -> Vec<Piece> {
        let (label, upshot) = self.upshot(roll);
        // Where it may be anybody's, it is said whose.
        let of_many = roll.who != self.by && self.targets().len() > 1;
        let label = label.map(|label| if of_many { format!("{}: {label}", name(roll.who)) } else { label });
        let held = roll.against.as_ref().map(|against| {
            let how = match roll.value.cmp(&against.value) {
                std::cmp::Ordering::Less => "under",
                std::cmp::Ordering::Equal => "equals",
                std::cmp::Ordering::Greater => "over",
            };
            format!("{how} {}", number::plain(against.value))
        });
        let mut pieces: Vec<Piece> = label.map(Piece::Words).into_iter().collect();
        pieces.extend(dice(roll));
        pieces.push(Piece::Words(held.into_iter().chain([upshot]).collect::<Vec<_>>().join(", ")));
        pieces
    }

    /// What a roll is called, unless it is the attack itself, and what it comes to: that of the attacker hits or misses,
    /// that of a target averts or fails.
    fn upshot(&self, roll: &Roll) -> (Option<String>, String) {
        let success = roll.success == Some(true);
        let defends = self.is_defence(roll);
        let of = |result: &&AttackResult| defends && result.on == roll.who && result.by != roll.who;
        let result = self.results.iter().find(of);
        let first = self.rolls.iter().find(|roll| roll.success.is_some() && roll.who == self.by);
        if !self.results.is_empty() && first.is_some_and(|first| std::ptr::eq(*first, roll)) {
            return (None, if success { "hits" } else { "misses" }.into());
        }
        let words = match result.map(|result| result.fate) {
            Some(Fate::Averted(_)) if success => "averts it".into(),
            // Both have succeeded, and the rules compare them.
            Some(fate) if success && fate.lands() => match first {
                Some(attack) => format!("but {} beats it", shown(attack)),
                None => "not enough".into(),
            },
            _ => if success { "succeeds" } else { "fails" }.into(),
        };
        (Some(roll.words.to_string()), words)
    }

    /// Whether a check says how the act ends, and is not one that follows from it: staying up after a wound.
    fn decides(&self, roll: &Roll) -> bool {
        self.results.is_empty() || !self.explodes && self.is_defence(roll)
    }

    /// Whether a roll of a target stands against the blow itself: it comes before the attacker adds anything up for damage.
    fn is_defence(&self, roll: &Roll) -> bool {
        let place = |roll: &Roll| self.rolls.iter().position(|other| std::ptr::eq(*other, roll));
        let is_sum = |roll: &&&Roll| roll.success.is_none() && roll.who == self.by;
        let attack = self.rolls.iter().position(|roll| roll.who == self.by);
        let mut later = self.rolls.iter().skip(attack.map_or(0, |attack| attack + 1));
        later.find(is_sum).and_then(|sum| place(sum)).is_none_or(|sum| place(roll).is_some_and(|at| at < sum))
    }

    /// Where a blow is added up and held against what its target has added up: which beats which.
    fn sums_against_sums(&self) -> Option<Vec<Piece>> {
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
        // Of equal sums the rules decide who wins; a fumble or a critical may win against the higher one.
        let is_tie = defences.iter().all(|roll| roll.value == attack.value);
        let is_above = defences.iter().all(|roll| roll.value < attack.value);
        let verb = match (averted, is_tie, is_above) {
            _ if glances => "glances off",
            (true, true, _) => "fails, no more than",
            (false, true, _) => "hits, no less than",
            (true, _, true) => "fails all the same against",
            (true, ..) => "does not beat",
            (false, _, true) => "beats",
            (false, ..) => "hits all the same against",
        };
        pieces.push(Piece::Words(verb.into()));
        for (index, roll) in defences.iter().enumerate() {
            let and = if index == 0 { "" } else { "and " };
            pieces.push(Piece::Words(format!("{and}{}", roll.words)));
            pieces.push(total(roll, averted));
        }
        Some(pieces)
    }

    /// A sum with its terms, each in a row of its own.
    fn sum(&self, roll: &Roll, name: &impl Fn(CombatantId) -> String) -> Vec<TellingRow> {
        let label =
            if roll.who == self.by { roll.words.to_string() } else { format!("{}: {}", name(roll.who), roll.words) };
        let mut pieces = vec![Piece::Words(label.clone())];
        pieces.extend(dice(roll));
        let terms = roll.against.iter().flat_map(|sum| &sum.terms);
        let rolled: i32 = roll.counted().map(|die| i32::from(die.face)).sum();
        let mut rest: Vec<TellingRow> = Vec::new();
        let mut amount = number::plain(roll.value);
        for (index, term) in terms.enumerate() {
            if index == 0 && !roll.dice.is_empty() && term.amount == rolled {
                amount = number::plain(term.amount);
                continue;
            }
            let amount = if term.amount == 0 { "0".into() } else { number::signed(term.amount) };
            let pieces = vec![Piece::Words(term.words.to_string())];
            rest.push(TellingRow { pieces, amount, rule: Some(term.rule), sum: false });
        }
        if !roll.upshot.is_empty() {
            pieces.push(Piece::Words(format!(": {}", roll.upshot)));
        }
        let mut rows = vec![TellingRow { pieces, amount, rule: Some(roll.rule), sum: false }];
        if !rest.is_empty() {
            // Without a die of its own it is nothing but its terms.
            if roll.dice.is_empty() {
                rows.clear();
            }
            rows.extend(rest);
            let (pieces, amount) = (vec![Piece::Words(format!("{label} in all"))], number::plain(roll.value));
            rows.push(TellingRow { pieces, amount, rule: Some(roll.rule), sum: true });
        }
        rows
    }
}

/// Whom an effect touches of whose state a card tells.
const fn touched(effect: &Effect) -> Option<CombatantId> {
    match effect {
        Effect::Place(who, _)
        | Effect::Posture(who, _)
        | Effect::Status(who, _)
        | Effect::Vital(who, ..)
        | Effect::AddCondition(who, _)
        | Effect::ReplaceCondition(who, ..)
        | Effect::Clear(who, _) => Some(*who),
        _ => None,
    }
}

/// A remark about somebody as a sentence: "Nib: a wound", "Nib falls prone".
fn said_of(name: &str, words: &str) -> String {
    if is_bare(words) { format!("{name}: {words}") } else { format!("{name} {words}") }
}

/// Whether a remark is no sentence about somebody, but what they get: "a wound", "2 wounds".
fn is_bare(words: &str) -> bool {
    !words.contains(':') && (words.starts_with("a ") || words.starts_with(|first: char| first.is_ascii_digit()))
}

/// A roll's dice as they are said: "28".
pub(super) fn shown(roll: &Roll) -> String {
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
        let face = |die: &Die| {
            let plate = match die.part {
                Part::Marker => Plate::Marker,
                Part::Luck => Plate::Luck,
                Part::Counted | Part::Flip => plate,
            };
            Piece::Die(die.fell().words(), plate)
        };
        dice.iter().map(face).collect::<Vec<_>>()
    };
    roll.groups().flat_map(faces).collect()
}

#[cfg(test)]
mod tests;
