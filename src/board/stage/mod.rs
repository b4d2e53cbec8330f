//! The stage: a battle as far as the journal has been shown, and the clip that is being played.

mod clip;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use bevy_egui::egui::Vec2;

pub(super) use clip::{Clip, Play, Pose, middle};

use super::{art::token::TokenLook, tokens::token_look};
use crate::rules::{Battle, Combatant, CombatantId, Deed, Effect, Entry, Fate, Mark, Posture, Roll};

/// Seconds in which a health ring follows.
const RING: f32 = 0.240;
/// Longest time that passes between two frames, in seconds: after a pause of the program clips go on, not over.
const LONGEST_FRAME: f32 = 0.1;

/// How fast the journal is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// As designed.
    #[default]
    X1,
    /// Twice as fast.
    X2,
    /// Four times as fast.
    X4,
    /// Not at all: everything is there at once.
    Off,
}

/// A battle as far as it has been shown. It is fed with the journal and plays what is new, one clip after the other;
/// it never looks at the living battle.
#[derive(Clone, Debug)]
pub struct Stage {
    shown: Battle,
    fed: usize,
    waiting: VecDeque<Entry>,
    clip: Option<Clip>,
    numbers: Vec<Number>,
    bodies: Vec<Body>,
    /// Whose look has to be made anew: a bit for each id.
    stale: u64,
    still: bool,
    seconds: f32,
}

/// How somebody looks, and the health ring on its way.
#[derive(Clone, Debug)]
struct Body {
    look: TokenLook,
    /// Health at which the ring started, and for how many seconds it has moved.
    ring: Option<(u32, f32)>,
}

/// Words that rise above somebody and are gone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) on: CombatantId,
    pub(super) words: String,
    /// Whether it is damage.
    pub(super) hurts: bool,
    age: f32,
}

impl Number {
    const fn length(still: bool) -> f32 {
        if still { 0.900 } else { 0.700 }
    }
}

impl Stage {
    /// A battle whose first `entries` journal entries are past.
    pub fn new(battle: &Battle, entries: usize) -> Self {
        let shown = battle.clone();
        let body = |one: &Combatant| Body { look: look_of(battle, one.id), ring: None };
        Self {
            bodies: battle.combatants.iter().map(body).collect(),
            shown,
            fed: entries,
            waiting: VecDeque::new(),
            clip: None,
            numbers: Vec::new(),
            stale: 0,
            still: false,
            seconds: 0.0,
        }
    }

    /// Takes up what has been added to the journal. The journal only grows; after an undo, [`Self::reset`].
    pub fn feed(&mut self, journal: &[Entry]) {
        self.waiting.extend(journal.iter().skip(self.fed).cloned());
        self.fed = self.fed.max(journal.len());
    }

    /// Plays on by some seconds.
    pub fn advance(&mut self, seconds: f32, speed: Speed, reduced_motion: bool) {
        self.still = reduced_motion || speed == Speed::Off;
        let pace = match speed {
            Speed::X1 => 1.0,
            Speed::X2 => 2.0,
            Speed::X4 => 4.0,
            Speed::Off => f32::INFINITY,
        };
        let seconds = seconds.clamp(0.0, LONGEST_FRAME);
        self.seconds += seconds;
        self.age(seconds * if pace.is_finite() { pace } else { 1.0 });
        let mut left = if seconds > 0.0 { seconds * pace } else { 0.0 };
        loop {
            if let Some(clip) = &mut self.clip {
                clip.age += left;
                if clip.age < clip.length {
                    break;
                }
                left = clip.age - clip.length;
                self.clip = None;
            }
            let Some(entry) = self.waiting.pop_front() else { break };
            self.clip = self.show(&entry).map(|play| Clip::new(play, self.still));
        }
        self.refresh();
    }

    /// Shows everything fed so far at once.
    pub fn skip(&mut self) {
        self.clip = None;
        while let Some(entry) = self.waiting.pop_front() {
            if let Entry::Effect(effect) = entry {
                self.write(&effect);
            }
        }
        self.refresh();
        for body in &mut self.bodies {
            body.ring = None;
        }
    }

    /// Whether something is still being played.
    pub fn is_busy(&self) -> bool {
        self.clip.is_some() || !self.waiting.is_empty()
    }

    /// Starts anew from another battle: after an undo, a load, a restart.
    pub fn reset(&mut self, battle: &Battle, entries: usize) {
        *self = Self { still: self.still, seconds: self.seconds, ..Self::new(battle, entries) };
    }

    /// The battle as it is shown.
    pub const fn shown(&self) -> &Battle {
        &self.shown
    }

    /// How many entries of the journal have been shown.
    pub fn progress(&self) -> usize {
        self.fed - self.waiting.len()
    }

    /// How somebody looks right now.
    pub fn look(&self, who: CombatantId) -> TokenLook {
        let body = &self.bodies[who.index()];
        let mut look = body.look;
        if let Some((from, age)) = body.ring {
            let share = 1.0 - (1.0 - age / RING).powi(2);
            let (from, to) = (from as f32, look.health.0 as f32);
            look.health.0 = (from + (to - from) * share).round() as u32;
        }
        look
    }

    /// How somebody stands right now.
    pub(super) fn pose(&self, who: CombatantId) -> Pose {
        self.clip.as_ref().map_or_else(Pose::default, |clip| clip.pose(who, self.still))
    }

    /// What is being played.
    pub(super) const fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    /// The words above combatants, oldest first, with how high they have risen (0 to 1) and how much of them shows.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (&Number, f32, f32)> {
        self.numbers.iter().map(|number| {
            let length = Number::length(self.still);
            let risen = if self.still { 1.0 } else { 1.0 - (1.0 - number.age / length).powi(2) };
            let shows = if self.still { 1.0 } else { ((length - number.age) / 0.200).clamp(0.0, 1.0) };
            (number, risen, shows)
        })
    }

    /// Whether nothing may move.
    pub(super) const fn is_still(&self) -> bool {
        self.still
    }

    /// Whether a frame from now will look different, even if nothing else happens.
    pub(super) fn moves(&self) -> bool {
        self.is_busy() || !self.numbers.is_empty() || self.bodies.iter().any(|body| body.ring.is_some())
    }

    /// Seconds played, for what repeats itself.
    pub(super) const fn seconds(&self) -> f32 {
        self.seconds
    }

    fn age(&mut self, seconds: f32) {
        let length = Number::length(self.still);
        self.numbers.retain_mut(|number| {
            number.age += seconds;
            number.age < length
        });
        let still = self.still;
        for body in &mut self.bodies {
            body.ring = body.ring.map(|(from, age)| (from, age + seconds)).filter(|(_, age)| !still && *age < RING);
        }
    }

    /// Writes what an entry changes and says what is to be played for it.
    fn show(&mut self, entry: &Entry) -> Option<Play> {
        match entry {
            Entry::Effect(effect) => {
                let play = self.play_of(effect);
                self.write(effect);
                play
            }
            Entry::Deed { who, deed: Deed::Strike, on: Some(on), .. } => {
                Some(Play::Lunge { who: *who, towards: self.direction(*who, *on) })
            }
            Entry::Deed { who, deed: Deed::Shoot | Deed::Throw, on, to, .. } => {
                let square =
                    |square: crate::geometry::Square| Vec2::new(f32::from(square.x) + 0.5, f32::from(square.y) + 0.5);
                let to = on.map(|on| self.place(on)).or_else(|| to.map(|to: crate::geometry::Square| square(to)))?;
                Some(Play::Missile { who: *who, from: self.place(*who), to })
            }
            Entry::Roll(roll @ Roll { success: Some(success), .. }) => {
                Some(Play::Dice { who: roll.who, faces: faces(roll), success: *success })
            }
            Entry::Mark(mark) => self.mark(*mark),
            Entry::Chosen(..) | Entry::Deed { .. } | Entry::Roll(_) | Entry::Note { .. } => None,
        }
    }

    fn mark(&mut self, mark: Mark) -> Option<Play> {
        let hit = matches!(mark.fate, Fate::Hit | Fate::Critical);
        let words = match mark.fate {
            Fate::Missed => "miss".into(),
            Fate::Averted(how) => how.past().into(),
            Fate::Glanced => "glances off".into(),
            Fate::Stopped => "stopped".into(),
            Fate::Hit | Fate::Critical => mark.damage.to_string(),
        };
        self.numbers.push(Number { on: mark.on, words, hurts: hit && mark.damage > 0, age: 0.0 });
        hit.then(|| Play::Hit { who: mark.on, along: self.direction(mark.by, mark.on) })
    }

    fn play_of(&self, effect: &Effect) -> Option<Play> {
        match effect {
            Effect::Place(who, placement) => {
                let from = self.shown.one(*who).footprint();
                let last = !self.walks_on(*who);
                (from != placement.0).then_some(Play::Step { who: *who, from, to: placement.0, last })
            }
            Effect::Posture(who, posture) => {
                let one = self.shown.one(*who);
                let lies = (one.posture == Posture::Prone, *posture == Posture::Prone);
                (one.fights() && lies.0 != lies.1).then_some(Play::Posture { who: *who, rises: lies.0 })
            }
            Effect::Status(who, status) => {
                let one = self.shown.one(*who);
                let goes = one.fights() && status.is_out();
                goes.then(|| Play::Out { who: *who, before: self.bodies[who.index()].look })
            }
            _ => None,
        }
    }

    /// Whether the next thing to be seen of what waits is another step of the same walk.
    fn walks_on(&self, who: CombatantId) -> bool {
        self.waiting.iter().find_map(|entry| match entry {
            Entry::Effect(Effect::Place(next, _)) => Some(*next == who),
            Entry::Deed { .. } | Entry::Roll(_) | Entry::Mark(_) | Entry::Chosen(..) => Some(false),
            Entry::Note { .. } | Entry::Effect(_) => None,
        }) == Some(true)
    }

    fn write(&mut self, effect: &Effect) {
        let mut touch = |who: Option<CombatantId>| self.stale |= who.map_or(0, |who| 1 << who.0);
        match effect {
            Effect::Posture(who, _)
            | Effect::Status(who, _)
            | Effect::Vital(who, ..)
            | Effect::Afflict(who, _)
            | Effect::Relieve(who, ..)
            | Effect::Clear(who, _)
            | Effect::Aware(_, who, _) => touch(Some(*who)),
            Effect::Move(item, to) => {
                touch(self.shown.thing(*item).at.bearer());
                touch(to.bearer());
            }
            _ => {}
        }
        self.shown.apply(effect);
    }

    /// Makes the looks anew that have changed.
    fn refresh(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        for (index, body) in self.bodies.iter_mut().enumerate().filter(|(index, _)| stale & (1 << index) != 0) {
            let look = look_of(&self.shown, CombatantId(index as u16));
            if look.health.0 != body.look.health.0 && look.health.1 == body.look.health.1 && !self.still {
                body.ring = Some((body.look.health.0, 0.0));
            }
            body.look = look;
        }
    }

    /// The middle of somebody's body.
    fn place(&self, who: CombatantId) -> Vec2 {
        middle(self.shown.one(who).footprint())
    }

    fn direction(&self, from: CombatantId, to: CombatantId) -> Vec2 {
        (self.place(to) - self.place(from)).normalized()
    }
}

/// What stands on the dice: the number rolled, or each die's face.
fn faces(roll: &Roll) -> Vec<String> {
    match roll.dice[..] {
        [] | [_] => vec![format!("{:02}", roll.value)],
        _ => roll.dice.iter().map(|die| die.face.to_string()).collect(),
    }
}

fn look_of(battle: &Battle, who: CombatantId) -> TokenLook {
    token_look(battle, who, &battle.ruleset.rules().card(battle, who))
}
