//! The stage: what is shown of a battle, as components of token entities, and the playing of the journal on them.
//!
//! Tokens are entities of their own: they carry nothing that rules read, and nothing here reads the living battle. The
//! journal tells what has happened, its keyframes how the battle stood by then.

mod clip;
mod glow;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::VecDeque;

use bevy::{
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    math::{Vec2, vec2},
    prelude::{Entity, IntoScheduleConfigs as _, Mut, On, Query, QueryState, Res, ResMut, Resource, Time, With, World},
};

pub use clip::Pose;
pub(super) use clip::{Clip, Play, middle};
pub use glow::turn_begins;
pub(super) use glow::{Glow, Light};
pub use tokens::{HealthRing, Look, ShownPlace, ShownState, Shows};
use tokens::{Token, TokenItem, TokenReadOnlyItem, token};

use super::{art::token::TokenLook, drawing, tokens::token_look};
use crate::{
    arena::{Arena as _, Journal, Keyframe, Rewound, SideView},
    dice::Face,
    geometry::{Footprint, Square},
    rules::{Action, AttackResult, Averting, CombatantId, Effect, Entry, Fate, Posture, Roll, Setback, Status},
};

/// Longest time that passes between two frames, in seconds: after a pause of the program, clips go on where they were.
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

/// How the journal is played. The screen that shows a battle sets it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How fast.
    pub speed: Speed,
    /// Whether nothing may move.
    pub reduced_motion: bool,
}

/// How far the journal has been shown, and what of it is being played.
#[derive(Resource)]
pub struct Playback {
    /// The battle as it is shown. It is only ever replaced by a later keyframe.
    shown: SideView,
    /// Counts how often that was replaced.
    turned: u64,
    fed: usize,
    waiting: VecDeque<Entry>,
    keyframes: VecDeque<Keyframe>,
    clip: Option<Clip>,
    numbers: Vec<Number>,
    glows: Vec<Glow>,
    /// Where something has exploded.
    scorched: Vec<Square>,
    still: bool,
    seconds: f32,
}

/// The query for tokens, kept so that it need not be made anew in every frame.
#[derive(Resource)]
struct Tokens(QueryState<Token>);

/// Words that rise above somebody and disappear.
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

/// Shows the world's battle as it stands, and from now on what happens in it. A battle that goes back to an earlier
/// moment is shown there at once.
pub fn install(world: &mut World) {
    world.init_resource::<Pace>();
    let tokens = Tokens(world.query());
    world.insert_resource(tokens);
    world.add_observer(|_: On<'_, '_, Rewound>, mut commands: bevy::prelude::Commands<'_, '_>| {
        commands.queue(|world: &mut World| {
            if world.contains_resource::<Playback>() {
                reset(world);
            }
        });
    });
}

/// Shows the world's battle as it stands, whatever was shown before.
pub fn reset(world: &mut World) {
    let turned = world.get_resource::<Playback>().map_or(1, |playback| playback.turned + 1);
    remove_tokens(world);
    let shown = world.side_view(None);
    for fighter in shown.combatants() {
        world.spawn(token(&shown, fighter));
    }
    let fed = world.journal().len();
    let scorched = world.journal().iter().filter_map(|entry| match entry {
        Entry::Effect(Effect::Explosive(at, None)) => Some(*at),
        _ => None,
    });
    let scorched = scorched.collect();
    world.resource_mut::<Journal>().take_keyframes();
    world.insert_resource(Playback {
        shown,
        turned,
        fed,
        waiting: VecDeque::new(),
        keyframes: VecDeque::new(),
        clip: None,
        numbers: Vec::new(),
        glows: Vec::new(),
        scorched,
        still: false,
        seconds: 0.0,
    });
}

/// Shows no battle any more.
pub fn clear(world: &mut World) {
    remove_tokens(world);
    drawing::clear(world);
}

/// Takes the tokens away, with all that is played on them. What else is drawn stays: terrain is not baked anew because
/// somebody takes a choice back.
fn remove_tokens(world: &mut World) {
    let tokens: Vec<Entity> = world.query_filtered::<Entity, With<Shows>>().iter(world).collect();
    for token in tokens {
        world.despawn(token);
    }
    world.remove_resource::<Playback>();
    if let Some(mut journal) = world.get_resource_mut::<Journal>() {
        journal.drop_keyframes();
    }
}

/// The systems that play the journal on the tokens, one after the other. They need [`Time`] and do nothing while no
/// battle is shown.
pub fn animation() -> ScheduleConfigs<ScheduleSystem> {
    (take_journal, play, pose, shrink_rings).chain().run_if(bevy::prelude::resource_exists::<Playback>)
}

/// Takes up what has been added to the journal.
fn take_journal(mut playback: ResMut<'_, Playback>, mut journal: ResMut<'_, Journal>) {
    let fed = playback.fed.min(journal.entries().len());
    if fed < journal.entries().len() {
        playback.waiting.extend(journal.entries()[fed..].iter().cloned());
        playback.fed = journal.entries().len();
        playback.keyframes.extend(journal.take_keyframes());
    }
}

/// Plays on, one clip after the other.
fn play(
    mut playback: ResMut<'_, Playback>,
    mut tokens: Query<'_, '_, Token>,
    pace: Res<'_, Pace>,
    time: Res<'_, Time>,
) {
    let seconds = time.delta_secs().clamp(0.0, LONGEST_FRAME);
    playback.still = pace.reduced_motion || pace.speed == Speed::Off;
    let factor = match pace.speed {
        Speed::X1 => 1.0,
        Speed::X2 => 2.0,
        Speed::X4 => 4.0,
        Speed::Off => f32::INFINITY,
    };
    playback.seconds += seconds;
    playback.age_passing(seconds * if factor.is_finite() { factor } else { 1.0 });
    let mut left = if seconds > 0.0 { seconds * factor } else { 0.0 };
    loop {
        if let Some(clip) = &mut playback.clip {
            clip.age += left;
            if clip.age < clip.length {
                break;
            }
            left = clip.age - clip.length;
            playback.clip = None;
        }
        let Some(entry) = playback.waiting.pop_front() else { break };
        let still = playback.still;
        playback.clip = playback.show(&entry, &mut tokens).map(|play| Clip::new(play, still));
    }
}

/// Shows everything so far at once.
pub fn skip(world: &mut World) {
    fn skip(mut playback: ResMut<'_, Playback>, mut tokens: Query<'_, '_, Token>) {
        playback.clip = None;
        let numbers = playback.numbers.len();
        while let Some(entry) = playback.waiting.pop_front() {
            playback.show(&entry, &mut tokens);
        }
        playback.numbers.truncate(numbers);
        playback.glows.clear();
        tokens.iter_mut().for_each(|mut token| *token.ring = HealthRing::default());
    }
    if world.contains_resource::<Playback>() {
        let played =
            [world.run_system_cached(take_journal), world.run_system_cached(skip), world.run_system_cached(pose)];
        debug_assert!(played.iter().all(Result::is_ok), "{played:?}");
    }
}

/// Shows everything so far at once, without the numbers that pass by themselves: how long those have stood depends on how
/// fast frames come.
pub fn calm(world: &mut World) {
    skip(world);
    if let Some(mut playback) = world.get_resource_mut::<Playback>() {
        playback.numbers.clear();
    }
}

/// Puts tokens where the clip that is being played has them.
fn pose(playback: Res<'_, Playback>, mut tokens: Query<'_, '_, (&Shows, &mut Pose)>) {
    for (shows, mut pose) in &mut tokens {
        let now = playback.clip.as_ref().map_or_else(Pose::default, |clip| clip.pose(shows.0, playback.still));
        if *pose != now {
            *pose = now;
        }
    }
}

/// Lets health rings follow the health they show.
fn shrink_rings(
    playback: Res<'_, Playback>,
    pace: Res<'_, Pace>,
    time: Res<'_, Time>,
    mut rings: Query<'_, '_, &mut HealthRing>,
) {
    let factor = match pace.speed {
        Speed::X1 | Speed::Off => 1.0,
        Speed::X2 => 2.0,
        Speed::X4 => 4.0,
    };
    for mut ring in &mut rings {
        if ring.moves() {
            ring.age(time.delta_secs().clamp(0.0, LONGEST_FRAME) * factor, playback.still);
        }
    }
}

impl Playback {
    /// Whether something is still being played.
    pub fn is_busy(&self) -> bool {
        self.clip.is_some() || !self.waiting.is_empty()
    }

    /// The battle as it is shown.
    pub const fn shown(&self) -> &SideView {
        &self.shown
    }

    /// How many entries of the journal have been shown.
    pub fn progress(&self) -> usize {
        self.fed - self.waiting.len()
    }

    /// Changes whenever another moment of a battle, or another battle, is shown.
    pub(super) const fn turned(&self) -> u64 {
        self.turned
    }

    /// What is being played.
    pub(super) const fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    /// Where something has exploded so far.
    pub(super) fn scorched(&self) -> &[Square] {
        &self.scorched
    }

    /// Whether nothing may move.
    pub(super) const fn is_still(&self) -> bool {
        self.still
    }

    /// Seconds played, for what repeats itself.
    pub(super) const fn seconds(&self) -> f32 {
        self.seconds
    }

    /// Numbers and glows pass.
    fn age_passing(&mut self, seconds: f32) {
        self.glows.retain_mut(|glow| glow.ages(seconds));
        let length = Number::length(self.still);
        self.numbers.retain_mut(|number| {
            number.age += seconds;
            number.age < length
        });
    }

    /// Shows what an entry changes and says what is to be played for it.
    fn show(&mut self, entry: &Entry, tokens: &mut Query<'_, '_, Token>) -> Option<Play> {
        let place = |tokens: &Query<'_, '_, Token>, who| middle(find(tokens, who).place.0);
        let play = match entry {
            Entry::Effect(effect) => self.show_effect(effect, tokens),
            Entry::Action { who, action: Action::Strike, on: Some(on), .. } => {
                let towards = (place(tokens, *on) - place(tokens, *who)).normalize_or_zero();
                Some(Play::Lunge { who: *who, towards })
            }
            Entry::Action { who, action: Action::Shoot | Action::Throw, on, to, .. } => {
                let square = |square: Square| vec2(f32::from(square.x) + 0.5, f32::from(square.y) + 0.5);
                let to = on.map(|on| place(tokens, on)).or_else(|| to.map(square));
                to.map(|to| Play::Missile { who: *who, from: place(tokens, *who), to })
            }
            Entry::Roll(Roll { who, dice, success: Some(success), .. }) => {
                let faces: Vec<Face> = dice.iter().map(|die| die.fell()).collect();
                (!faces.is_empty()).then_some(Play::Dice { who: *who, faces, success: *success })
            }
            Entry::AttackResult(result) => {
                let along = (place(tokens, result.on) - place(tokens, result.by)).normalize_or_zero();
                let (_, full) = find(tokens, result.on).look.0.health;
                self.show_result(*result, along, full)
            }
            Entry::Chosen(..) | Entry::Action { .. } | Entry::Roll(_) | Entry::Note { .. } => None,
        };
        self.drop_passed_keyframes();
        play
    }

    /// A blow at somebody whose health is `full` when whole.
    fn show_result(&mut self, result: AttackResult, along: Vec2, full: u32) -> Option<Play> {
        let hit = matches!(result.fate, Fate::Grazed | Fate::Hit | Fate::Critical);
        let words = match result.fate {
            // The mark that follows says what the effect is.
            Fate::Worked(Setback::Effect) => return None,
            Fate::Missed => "missed".into(),
            Fate::Failed => "fails".into(),
            Fate::Averted(how) => how.past().into(),
            Fate::Glanced => "glances off".into(),
            Fate::Worked(how) => how.past().into(),
            Fate::Stopped => "stopped".into(),
            Fate::Grazed | Fate::Hit | Fate::Critical => result.damage.to_string(),
        };
        self.numbers.push(Number { on: result.on, words, hurts: hit && result.damage > 0, age: 0.0 });
        let who = result.on;
        if !hit {
            let out = match result.fate {
                Fate::Averted(Averting::Dodge) => along.perp() * 0.24,
                Fate::Averted(Averting::Parry | Averting::Block | Averting::Return) => along * 0.07,
                _ => return None,
            };
            return Some(Play::Aside { who, out });
        }
        // A third of what somebody can take at once.
        let hard = u32::from(result.damage.max(0).unsigned_abs()) * 3 >= full.max(1);
        if hard {
            self.glows.push(Glow::new(who, Light::Blow));
        }
        Some(Play::Hit { who, along, hard })
    }

    /// Shows an effect. The first effect of a step gives everybody the look they have at the end of the step.
    fn show_effect(&mut self, effect: &Effect, tokens: &mut Query<'_, '_, Token>) -> Option<Play> {
        let play = match effect {
            Effect::Place(who, placement) => {
                let last = !self.walks_on(*who);
                let mut token = find_mut(tokens, *who);
                let from = std::mem::replace(&mut token.place.0, placement.0);
                (from != placement.0).then_some(Play::Step { who: *who, from, to: placement.0, last })
            }
            Effect::Arrive(who, placement) => {
                let mut token = find_mut(tokens, *who);
                (token.place.0, token.state.status) = (placement.0, Status::Fighting);
                None
            }
            Effect::Posture(who, posture) => {
                let mut token = find_mut(tokens, *who);
                let before = std::mem::replace(&mut token.state.posture, *posture);
                let lies = (before == Posture::Prone, *posture == Posture::Prone);
                let moves = token.state.fights() && lies.0 != lies.1;
                moves.then_some(Play::Posture { who: *who, rises: lies.0 })
            }
            Effect::Status(who, status) => {
                let mut token = find_mut(tokens, *who);
                let goes = token.state.fights() && status.is_out();
                token.state.status = *status;
                goes.then_some(Play::Out { who: *who, before: token.look.0 })
            }
            // An explosive that is only broken up disappears with its feature.
            Effect::Explosive(at, None) => {
                self.scorched.push(*at);
                let (shown, rules) = (&self.shown, self.shown.ruleset.rules());
                let explosive = shown.scene.field.explosive(*at);
                let reaches = explosive.map(|explosive| rules.explosion(shown, *at, explosive.radius));
                Some(Play::Blast { at: *at, reaches: reaches.unwrap_or_else(|| vec![*at]) })
            }
            _ => None,
        };
        if let Some(keyframe) = self.keyframes.front()
            && !keyframe.battle.is_same(&self.shown)
        {
            self.shown = keyframe.battle.clone();
            self.turned += 1;
            for mut token in tokens.iter_mut() {
                token.follow(&self.shown, self.still);
            }
        }
        play
    }

    /// Drops the keyframes all of whose entries have been shown.
    fn drop_passed_keyframes(&mut self) {
        let progress = self.progress();
        while self.keyframes.front().is_some_and(|keyframe| keyframe.entries <= progress) {
            if let Some(passed) = self.keyframes.pop_front() {
                self.turned += u64::from(!passed.battle.is_same(&self.shown));
                self.shown = passed.battle;
            }
        }
    }

    /// Whether the next visible entry that waits is another step of the same walk.
    fn walks_on(&self, who: CombatantId) -> bool {
        self.waiting.iter().find_map(|entry| match entry {
            Entry::Effect(Effect::Place(next, _)) => Some(*next == who),
            Entry::Action { .. } | Entry::Roll(_) | Entry::AttackResult(_) | Entry::Chosen(..) => Some(false),
            Entry::Note { .. } | Entry::Effect(_) => None,
        }) == Some(true)
    }
}

/// Everything that is shown at a moment, gathered for drawing.
#[derive(Clone, Debug)]
pub struct Stage {
    shown: SideView,
    tokens: Vec<Shown>,
    clip: Option<Clip>,
    numbers: Vec<Number>,
    glows: Vec<Glow>,
    still: bool,
    busy: bool,
    progress: usize,
    /// Whether dice still roll.
    rolls: bool,
}

/// One token as it is shown at a moment.
#[derive(Clone, Copy, Debug)]
struct Shown {
    who: CombatantId,
    place: Footprint,
    look: TokenLook,
    rings: bool,
}

impl Stage {
    /// What a world shows; the battle itself with nothing going on if it shows none yet.
    pub fn gather(world: &mut World) -> Self {
        if !world.contains_resource::<Playback>() {
            reset(world);
        }
        let mut tokens: Vec<Shown> = world.resource_scope(|world, mut tokens: Mut<'_, Tokens>| {
            tokens.0.iter(world).map(|token| Shown::new(&token)).collect()
        });
        tokens.sort_by_key(|token| token.who);
        let playback = world.resource::<Playback>();
        Self {
            shown: playback.shown.clone(),
            tokens,
            clip: playback.clip.clone(),
            numbers: playback.numbers.clone(),
            glows: playback.glows.clone(),
            still: playback.still,
            busy: playback.is_busy(),
            progress: playback.progress(),
            rolls: matches!(playback.clip, Some(Clip { play: Play::Dice { .. }, .. })),
        }
    }

    /// The battle as it is shown.
    pub const fn shown(&self) -> &SideView {
        &self.shown
    }

    /// Whether something is still being played.
    pub const fn is_busy(&self) -> bool {
        self.busy
    }

    /// How many entries of the journal have been shown.
    pub const fn progress(&self) -> usize {
        self.progress
    }

    /// How many of them may be told in words: dice that still roll have not fallen.
    pub const fn told(&self) -> usize {
        self.progress - self.rolls as usize
    }

    /// How somebody looks right now.
    pub fn look(&self, who: CombatantId) -> TokenLook {
        self.tokens[who.index()].look
    }

    /// Everybody, and the squares they are shown on.
    pub(super) fn bodies(&self) -> impl Iterator<Item = (CombatantId, Footprint)> {
        self.tokens.iter().map(|token| (token.who, token.place))
    }

    /// The squares somebody is shown on.
    pub fn place(&self, who: CombatantId) -> Footprint {
        self.tokens[who.index()].place
    }

    /// What is being played.
    pub(super) const fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    /// Whom the clip being played is about, if there is one.
    pub fn plays_on(&self) -> Option<CombatantId> {
        self.clip.as_ref().and_then(|clip| clip.play.who())
    }

    /// Whether there is light around somebody.
    pub fn is_lit(&self, who: CombatantId) -> bool {
        self.glows.iter().any(|glow| glow.on == who)
    }

    /// Light around combatants, with how much of its time has passed.
    pub(super) fn glows(&self) -> &[Glow] {
        &self.glows
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

    /// Whether the words beside somebody, "missed" or "−5", still rise above them.
    pub(super) fn says(&self, on: CombatantId, words: &str) -> bool {
        self.numbers.iter().any(|number| number.on == on && number.words == words.trim_start_matches('\u{2212}'))
    }

    /// Whether nothing may move.
    pub(super) const fn is_still(&self) -> bool {
        self.still
    }

    /// Whether a frame from now will look different, even if nothing else happens.
    pub(super) fn moves(&self) -> bool {
        self.busy || !self.numbers.is_empty() || !self.glows.is_empty() || self.tokens.iter().any(|token| token.rings)
    }
}

impl Shown {
    fn new(token: &TokenReadOnlyItem<'_, '_>) -> Self {
        Self { who: token.shows.0, place: token.place.0, look: token.ring.on(token.look.0), rings: token.ring.moves() }
    }
}

fn find<'a>(tokens: &'a Query<'_, '_, Token>, who: CombatantId) -> TokenReadOnlyItem<'a, 'a> {
    tokens.iter().find(|token| token.shows.0 == who).expect("everybody in the battle has a token")
}

fn find_mut<'a>(tokens: &'a mut Query<'_, '_, Token>, who: CombatantId) -> TokenItem<'a, 'a> {
    tokens.iter_mut().find(|token| token.shows.0 == who).expect("everybody in the battle has a token")
}

/// How somebody looks in a battle, by the card.
fn look_of(battle: &SideView, who: CombatantId) -> TokenLook {
    token_look(battle, who, &battle.ruleset.rules().card(battle, who))
}
