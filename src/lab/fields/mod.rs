//! Fields: one question asked for every square of the board. What would it cost to go there, who threatens it, who sees
//! it, how well could one strike from it, how dangerous is it.
//!
//! Every square is answered by the code that answers for a single one: a combatant is put there in a copy of the battle
//! and the rules are asked as in play. Attacks are gathered once for all places that are alike to the rules; attacks
//! with equal numbers are forecast once, and those that cannot be the best are not gathered. The work is done in
//! portions, the nearest squares first, so that the caller can show results in between, or stop.

mod attack_cache;
mod bands;
mod covers;
mod crew;
mod danger;
mod question;
mod reading;
mod safety;
mod scale;
mod striker;
mod walks;
mod weighing;

pub use covers::CoverThere;
pub use question::{FieldKind, FieldQuestion, NoField};
pub use reading::{Reading, Strike, any_of, sum_of};
pub use safety::{Safety, within_a_turn};
pub use scale::{CHANGES, ChangeScale, Patterns, Scale, Shade, Step};

use std::sync::atomic::AtomicBool;

use self::danger::Danger;
pub(super) use self::striker::Striker;
use crate::{
    geometry::{Extent, Square},
    lab::room::{put, room},
    rules::{Battle, CombatantId, CombatantSet, Placement, Refusal},
};

/// A field being worked out.
pub struct Field {
    question: FieldQuestion,
    battle: Battle,
    crew: Vec<Worker>,
    /// The squares, the nearest first.
    order: Vec<Square>,
    next: usize,
    readings: Vec<Option<Reading>>,
    /// Who is behind each reading, row by row.
    by: Vec<CombatantSet>,
}

/// How much work a field has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often the best attack was asked for: for each square, each attacker, and each place from which it might
    /// strike.
    pub asked: usize,
    /// How often attacks had to be gathered for it.
    pub gathered: usize,
    /// How many attacks with different numbers there were, each of which was resolved once.
    pub resolved: usize,
}

/// A worker that answers for one square after another.
#[derive(Clone)]
struct Worker {
    /// The position in which the combatant is put from square to square.
    moved: Battle,
    work: Work,
}

/// What a worker asks, apart from the position itself.
#[derive(Clone)]
enum Work {
    /// All squares are answered at once.
    AtOnce,
    /// Sight between two combatants, one of whom is put there.
    Sight,
    /// The combatant attacks from there.
    Attack(Box<Striker>),
    /// Enemies attack the combatant there.
    Danger(Danger),
    /// Both.
    Trade(Box<Striker>, Danger),
}

impl Field {
    /// Begins a field.
    ///
    /// # Errors
    /// Why the question has no answer.
    pub fn new(battle: &Battle, question: FieldQuestion) -> Result<Self, NoField> {
        question.check(battle)?;
        let FieldQuestion { kind, by, .. } = question;
        let on = question.on.unwrap_or(by);
        let work = match kind {
            FieldKind::Moves | FieldKind::Reach | FieldKind::Threat => Work::AtOnce,
            FieldKind::Seen | FieldKind::CoverThere | FieldKind::CoverHere => Work::Sight,
            FieldKind::Hit | FieldKind::Damage => Work::Attack(Box::new(Striker::thrifty(battle, by, on))),
            FieldKind::Danger | FieldKind::Harm => Work::Danger(Danger::new(battle, by, question.on, false)),
            FieldKind::DangerMoved | FieldKind::HarmMoved => Work::Danger(Danger::new(battle, by, question.on, true)),
            FieldKind::Trade => {
                Work::Trade(Box::new(Striker::thrifty(battle, by, on)), Danger::new(battle, by, None, false))
            }
        };
        let centre = battle.combatant(if kind == FieldKind::Seen { on } else { by }).placement.0;
        let mut order: Vec<Square> = battle.scene.field.squares().collect();
        order.sort_by_key(|square| {
            let (x, y) = centre.gap(battle.combatant(by).placement.at(*square).0);
            (x.max(y), *square)
        });
        let (readings, from) = (vec![None; order.len()], vec![CombatantSet::default(); order.len()]);
        let worker = Worker { moved: battle.clone(), work };
        let crew = vec![worker; if kind.is_heavy() { crew::size() } else { 1 }];
        Ok(Self { question, battle: battle.clone(), crew, order, next: 0, readings, by: from })
    }

    /// What is asked.
    pub const fn question(&self) -> &FieldQuestion {
        &self.question
    }

    /// Works out that many more squares, or fewer if it is stopped, and returns whether all are done. A combatant put
    /// on a square stands there as in [`relation()`](super::relation()).
    pub fn work(&mut self, squares: usize, stop: &AtomicBool) -> bool {
        if self.is_at_once() && self.next == 0 {
            self.answer_at_once();
        }
        let (battle, question) = (&self.battle, &self.question);
        let portion = &self.order[self.next..self.next.saturating_add(squares).min(self.order.len())];
        let (begun, found) = if self.is_at_once() {
            (portion.len(), Vec::new())
        } else {
            let read = |worker: &mut Worker, place: usize| worker.read(battle, question, portion[place]);
            crew::share(&mut self.crew, portion.len(), stop, read)
        };
        let found: Vec<(Square, (Reading, CombatantSet))> =
            found.into_iter().map(|(place, found)| (portion[place], found)).collect();
        self.next += begun;
        for (square, (reading, by)) in found {
            self.keep(square, reading);
            if let Some(place) = place(self.extent(), square) {
                self.by[place] = by;
            }
        }
        self.next == self.order.len()
    }

    fn is_at_once(&self) -> bool {
        matches!(self.crew.first(), Some(Worker { work: Work::AtOnce, .. }))
    }

    /// The squares done, and all of them.
    pub const fn progress(&self) -> (usize, usize) {
        (self.next, self.order.len())
    }

    /// How much work it has been so far.
    pub fn effort(&self) -> Effort {
        let mut all = Effort::default();
        for (place, worker) in self.crew.iter().enumerate() {
            for effort in worker.work.strikers().map(Striker::effort) {
                all.asked += effort.asked;
                all.gathered += effort.gathered;
                // The workers share what any of them has resolved.
                all.resolved += if place == 0 { effort.resolved } else { 0 };
            }
        }
        all
    }

    /// The squares in the order in which they are done.
    pub fn order(&self) -> &[Square] {
        &self.order
    }

    /// The reading of a square; `None` while it is not done, or off the board.
    pub fn at(&self, square: Square) -> Option<&Reading> {
        self.readings.get(place(self.extent(), square)?)?.as_ref()
    }

    /// Who threatens each square, reaches it or could attack there, row by row; nobody for other questions.
    pub fn from_whom(&self) -> &[CombatantSet] {
        &self.by
    }

    /// The readings so far, row by row.
    pub fn readings(&self) -> &[Option<Reading>] {
        &self.readings
    }

    /// The size of the board.
    pub fn extent(&self) -> Extent {
        self.battle.scene.field.extent()
    }

    /// Why no finished square has a value, if none has: the commonest refusal.
    pub fn refusal(&self) -> Option<Refusal> {
        let mut counts: Vec<(usize, &Refusal)> = Vec::new();
        for reading in self.readings.iter().flatten() {
            match reading {
                Reading::Refused(Some(refusal)) => match counts.iter_mut().find(|(_, known)| *known == refusal) {
                    Some((count, _)) => *count += 1,
                    None => counts.push((1, refusal)),
                },
                Reading::Refused(None) | Reading::NoRoom(_) => {}
                _ => return None,
            }
        }
        counts.into_iter().max_by_key(|(count, _)| *count).map(|(_, refusal)| refusal.clone())
    }

    fn keep(&mut self, square: Square, reading: Reading) {
        if let Some(place) = place(self.extent(), square) {
            self.readings[place] = Some(reading);
        }
    }

    fn answer_at_once(&mut self) {
        let extent = self.extent();
        let FieldQuestion { kind, by, ref with, .. } = self.question;
        if kind == FieldKind::Moves {
            self.readings.fill(Some(Reading::Refused(None)));
            self.moves(by);
            return;
        }
        let mut counts = vec![0; self.readings.len()];
        let mut all = vec![by];
        all.extend(with.iter().copied().filter(|who| *who != by));
        for who in all {
            let view = self.battle.view_of(who);
            let squares = if kind == FieldKind::Reach { &view.reach } else { &view.threat };
            for place in squares.iter().filter_map(|square| place(extent, *square)) {
                counts[place] += 1;
                self.by[place] = self.by[place].with(who);
            }
        }
        self.readings = counts.into_iter().map(|count| Some(Reading::Count(count))).collect();
    }
}

impl Work {
    fn strikers(&self) -> impl Iterator<Item = &Striker> {
        let (own, danger) = match self {
            Self::AtOnce | Self::Sight => (None, None),
            Self::Attack(striker) => (Some(&**striker), None),
            Self::Danger(danger) => (None, Some(danger)),
            Self::Trade(striker, danger) => (Some(&**striker), Some(danger)),
        };
        own.into_iter().chain(danger.into_iter().flat_map(Danger::strikers))
    }
}

impl Worker {
    /// The answer for one square.
    fn read(&mut self, battle: &Battle, question: &FieldQuestion, square: Square) -> (Reading, CombatantSet) {
        let (kind, by) = (question.kind, question.by);
        let on = question.on.unwrap_or(by);
        let who = if kind == FieldKind::Seen { on } else { by };
        if let Err(why) = room(battle, who, square) {
            return (Reading::NoRoom(why), CombatantSet::default());
        }
        let there = battle.combatant(who).placement.at(square);
        let reading = match &mut self.work {
            Work::AtOnce => Reading::Refused(None),
            Work::Sight => {
                put(&mut self.moved, who, there);
                match kind {
                    FieldKind::CoverHere => Reading::from(&self.moved.sight(on, by)),
                    _ => Reading::from(&self.moved.sight(by, on)),
                }
            }
            Work::Attack(striker) => attack_from(striker, (by, there), on),
            Work::Danger(danger) => return danger.at(there),
            Work::Trade(striker, danger) => match (attack_from(striker, (by, there), on), danger.at(there).0) {
                (Reading::Attack { strike, .. }, taken) => Reading::trade(Some(strike), &taken),
                (_, taken) => Reading::trade(None, &taken),
            },
        };
        (reading, CombatantSet::default())
    }
}

/// The best attack of somebody on another from a place.
fn attack_from(striker: &mut Striker, (by, there): (CombatantId, Placement), on: CombatantId) -> Reading {
    striker.put(by, there);
    match striker.best() {
        Ok(strike) => Reading::Attack { strike, seen: striker.turn().sight(by, on).seen },
        Err(refusal) => Reading::Refused(refusal),
    }
}

/// The index of a square in a list of all, row by row.
fn place(extent: Extent, square: Square) -> Option<usize> {
    extent.contains(square).then(|| square.y as usize * usize::from(extent.width) + square.x as usize)
}
