//! The result of an act: its part of the journal as one card, with rows and rule ids like those of a forecast.

mod act;
mod rolls;

use super::log::Who;
use crate::geometry::Footprint;
use crate::panels::{number, widgets::log_line::Piece};
use crate::rules::{Action, AttackResult, Choice, CombatantId, Effect, Entry, Fate, RuleId, Status};
use act::{Act, Remark};

pub(super) use act::arrived;
pub(super) use rolls::{added, held_against, plate_of, shown, summed};

/// The result of one act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Who did it.
    pub by: CombatantId,
    /// The target, if there is just one.
    pub on: Option<CombatantId>,
    /// "Bero hits Nib: 13 damage, 2 wounds".
    pub sentence: String,
    /// The rule behind the sentence, if no row below names it.
    pub rule: Option<RuleId>,
    /// The rolls that could fail, the attack first: dice and words, "under 60, hits".
    pub rolls: Vec<Vec<Piece>>,
    /// The sums with their terms, then the effects.
    pub rows: Vec<TellingRow>,
    /// The marks beside the targets on the board.
    pub marks: Vec<Mark>,
    /// Where combatants moved earlier in this part of the journal stood at the first blow.
    pub stood: Vec<(CombatantId, Footprint)>,
    /// Those it put out of the fight.
    pub out: Vec<CombatantId>,
    /// Those whose state an effect changed.
    pub touched: Vec<CombatantId>,
    /// Those about whom the rules add a note.
    pub noted: Vec<CombatantId>,
    /// The choices of others who were asked on the way, each with the roll made for it, if any.
    pub chosen: Vec<(CombatantId, Choice, Option<String>)>,
    /// Whether it contains a roll, a result or a change that a player wants to read.
    pub matters: bool,
    /// Whether it came from a place, such as an exploding keg, and not from the one who caused it.
    pub explodes: bool,
    /// Whether it is a turn in which nothing was done.
    pub passes: bool,
    /// Whether it is the rolled order of turns.
    pub orders: bool,
    /// The round that began before it in this part of the journal, if any.
    pub round: Option<u16>,
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

/// A row of a telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TellingRow {
    /// Words and dice.
    pub pieces: Vec<Piece>,
    /// The amount as shown.
    pub amount: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// Whether it is the sum of the rows above.
    pub sum: bool,
}

/// The mark beside a target on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The target.
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

    /// The marks of several successive acts, merged into one for each target.
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

/// The result of a blow, in words that follow "Bero hits Nib: " or "Mott strikes Bero: ".
pub fn fate_words(fate: Fate, damage: i16) -> String {
    match fate {
        Fate::Missed => "missed".into(),
        Fate::Failed => "it fails".into(),
        Fate::Averted(how) => format!("{}, no damage", how.past()),
        Fate::Glanced => "glances off, no damage".into(),
        Fate::Grazed => format!("a graze, {damage} damage"),
        Fate::Worked(how) => how.past().into(),
        Fate::Stopped => "armour stops all of it".into(),
        Fate::Hit | Fate::Critical if damage == 0 => "no damage".into(),
        Fate::Hit | Fate::Critical => format!("{damage} damage"),
    }
}

/// The acts in a part of the journal, each with its result; `who` says how combatants appear.
pub fn tell<'e>(entries: impl IntoIterator<Item = &'e Entry>, who: impl Fn(CombatantId) -> Who) -> Vec<Telling> {
    let mut acts = Acts::default();
    let mut answers: Vec<(CombatantId, Choice, Option<String>)> = Vec::new();
    let mut is_first = true;
    for entry in entries {
        match entry {
            // A defence belongs to the act it defends against.
            Entry::Action { who, action: Action::Defend, words, rule, .. } if acts.is_against(*who) => {
                acts.last(*who).notes.push(Remark { who: *who, words, rule: *rule, befalls: false });
            }
            Entry::Action { who, words, on, .. } => acts.begin(Act { on: *on, words, ..Act::of(*who) }),
            Entry::Roll(roll) => {
                acts.last(roll.who).rolls.push(roll);
                let answer = answers.last_mut().filter(|(who, _, rolled)| *who == roll.who && rolled.is_none());
                answer.into_iter().for_each(|(.., rolled)| *rolled = Some(roll.words.to_string()));
            }
            Entry::AttackResult(result) => acts.strike(result),
            // Notes on how the order was determined are only shown in the log.
            Entry::Note { .. } if acts.is_ordered => {}
            Entry::Note { who, words, rule } => acts.note(*who, words, *rule),
            Entry::Effect(effect) => acts.change(effect),
            Entry::Chosen(who, choice) => {
                acts.turn = None;
                // The first choice is the act itself.
                if !std::mem::take(&mut is_first) && !acts.is_over {
                    answers.push((*who, choice.clone(), None));
                }
            }
        }
        acts.is_ordered = match entry {
            Entry::Effect(Effect::Order(_)) => true,
            Entry::Note { .. } => acts.is_ordered,
            _ => false,
        };
        // A note right after a change to somebody's state tells what happened to them.
        if !matches!(entry, Entry::Effect(_) | Entry::Note { .. }) {
            acts.changed.clear();
        }
    }
    let mut told: Vec<Telling> = acts.all.into_iter().map(|act| act.told(&who)).collect();
    if let Some(first) = told.first_mut() {
        first.chosen = answers;
    }
    told
}

/// The acts of a part of the journal read so far.
#[derive(Default)]
struct Acts<'e> {
    all: Vec<Act<'e>>,
    /// Whether a turn or a round has begun since the last act: what follows does not belong to that act.
    is_ended: bool,
    /// Whether a round has begun: choices made for it are not answers to the act.
    is_over: bool,
    /// Whether the order of turns has just been made, with only notes after it.
    is_ordered: bool,
    /// Whether something has exploded that has not been told yet.
    explodes: bool,
    /// Whose turn has begun, while nothing has happened in it.
    turn: Option<CombatantId>,
    /// Those whose state has changed, beyond a bar's value, since the last roll or result; `None` for a thing that fell
    /// to the ground.
    changed: Vec<Option<CombatantId>>,
    /// The last round that began.
    round: Option<u16>,
    /// Those moved so far, with their last place.
    places: Vec<(CombatantId, Footprint)>,
}

impl<'e> Acts<'e> {
    fn begin(&mut self, act: Act<'e>) {
        (self.is_ended, self.turn) = (false, None);
        let explodes = std::mem::take(&mut self.explodes);
        self.all.push(Act { explodes, round: self.round, ..act });
    }

    /// Ends the current turn; another may begin.
    fn end(&mut self, next: Option<CombatantId>) {
        if let Some(who) = self.turn.take() {
            self.all.push(Act { passes: true, round: self.round, ..Act::of(who) });
        }
        (self.is_ended, self.turn) = (true, next);
    }

    /// Whether the current act is somebody else's.
    fn is_against(&self, who: CombatantId) -> bool {
        !self.is_ended && self.all.last().is_some_and(|act| act.by != who)
    }

    fn note(&mut self, who: CombatantId, words: &'e str, rule: RuleId) {
        if self.turn == Some(who) {
            self.turn = None;
        }
        let befalls = self.changed.contains(&Some(who)) || self.changed.contains(&None);
        self.last(who).notes.push(Remark { who, words, rule, befalls });
    }

    fn change(&mut self, effect: &Effect) {
        match effect {
            Effect::Status(who, status) if status.is_out() => {
                self.turn = self.turn.filter(|turn| turn != who);
                let out = &mut self.last(*who).out;
                out.retain(|(known, _)| known != who);
                out.push((*who, *status));
            }
            Effect::Round(round) => {
                self.is_over = true;
                self.end(None);
                self.round = Some(*round);
            }
            Effect::Order(order) => self.put_in_order(order),
            Effect::Acting(next) => self.end(*next),
            // Each explosion is told separately; the journal says next who lit it.
            Effect::Explosive(_, None) => (self.is_ended, self.explodes) = (true, true),
            _ => self.touch(effect),
        }
        if let Effect::Place(who, place) = effect {
            self.places.retain(|(known, _)| known != who);
            self.places.push((*who, place.0));
            if let Some(act) = self.all.last_mut().filter(|act| act.by == *who && !self.is_ended) {
                act.reached = Some(place.0);
            }
        }
        match effect {
            Effect::AddCondition(who, _)
            | Effect::ReplaceCondition(who, ..)
            | Effect::Clear(who, _)
            | Effect::Budget(who, ..)
            | Effect::Posture(who, _) => self.changed.push(Some(*who)),
            // What an effect without damage does to a bar is told by the note on it.
            Effect::Vital(who, ..) if self.all.last().is_some_and(|act| act.is_affected(*who)) => {
                self.changed.push(Some(*who));
            }
            Effect::Move(_, crate::rules::Location::Ground(_)) => self.changed.push(None),
            _ => {}
        }
    }

    /// Moves the rolls for the order of turns into an act of their own, away from what was declared before them.
    fn put_in_order(&mut self, order: &[CombatantId]) {
        let is_open =
            |act: &&mut Act<'_>| act.results.is_empty() && act.rolls.iter().all(|roll| roll.success.is_none());
        let Some(act) = self.all.last_mut().filter(is_open).filter(|_| !self.is_ended) else { return };
        let Some(first) = act.rolls.first().map(|roll| roll.who) else { return };
        let rolls = std::mem::take(&mut act.rolls);
        let (said, notes) = std::mem::take(&mut act.notes).into_iter().partition(Remark::is_bare);
        act.notes = notes;
        if act.words.is_empty() && act.notes.is_empty() {
            self.all.pop();
        }
        self.begin(Act { rolls, notes: said, order: order.to_vec(), ..Act::of(first) });
    }

    /// Records whose state an effect of the current act changes.
    fn touch(&mut self, effect: &Effect) {
        let (Some(who), Some(act)) = (touched(effect), self.all.last_mut()) else { return };
        if !self.is_ended && !act.touched.contains(&who) {
            act.touched.push(who);
        }
    }

    /// Records the result of a blow, and where attacker and target stand if they were moved before it.
    fn strike(&mut self, result: &AttackResult) {
        let moved: Vec<(CombatantId, Footprint)> =
            self.places.iter().copied().filter(|(who, _)| [result.by, result.on].contains(who)).collect();
        let act = self.last(result.by);
        for (who, place) in moved {
            if !act.stood.iter().any(|(known, _)| *known == who) {
                act.stood.push((who, place));
            }
        }
        act.results.push(*result);
    }

    /// The current act; an event outside any act begins one of its own.
    fn last(&mut self, who: CombatantId) -> &mut Act<'e> {
        if self.is_ended || self.all.is_empty() {
            let turn = self.turn;
            self.begin(Act::of(who));
            // A turn that begins with a roll may still contain no act.
            self.turn = turn;
        }
        let last = self.all.len() - 1;
        &mut self.all[last]
    }
}

/// Whose state an effect changes, if a card shows that state.
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

/// How somebody leaves the fight, in words that follow one name or several.
const fn leaves(status: Status) -> [&'static str; 2] {
    match status {
        Status::Dead => ["is dead", "are dead"],
        Status::Fled => ["has fled", "have fled"],
        Status::Down | Status::Fighting | Status::Awaited => ["is out", "are out"],
    }
}

#[cfg(test)]
mod tests;
