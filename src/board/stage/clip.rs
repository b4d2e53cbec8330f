//! Clips: short plays made from single journal entries, and where they put what is drawn at a moment.

use bevy::{
    math::{Vec2, vec2},
    prelude::Component,
};

use crate::{
    board::art::token::TokenLook,
    dice::Face,
    geometry::{Footprint, Square},
    rules::CombatantId,
};

/// What is being played.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) enum Play {
    /// A step from one square to another; the last of its walk slows down.
    Step { who: CombatantId, from: Footprint, to: Footprint, last: bool },
    /// A blow towards somebody: a direction of length one.
    Lunge { who: CombatantId, towards: Vec2 },
    /// Something flies between two places, in squares.
    Missile { who: CombatantId, from: Vec2, to: Vec2 },
    /// Dice come to rest above the one who rolls.
    Dice { who: CombatantId, faces: Vec<Face>, success: bool },
    /// Somebody is hit, along a direction of length one; a hard blow shakes more.
    Hit { who: CombatantId, along: Vec2, hard: bool },
    /// Somebody averts a blow: out to an offset in squares and back.
    Aside { who: CombatantId, out: Vec2 },
    /// Somebody goes down or gets up.
    Posture { who: CombatantId, rises: bool },
    /// Somebody is out of the fight, having looked like this.
    Out { who: CombatantId, before: TokenLook },
    /// Something explodes in a square, and reaches these.
    Blast { at: Square, reaches: Vec<Square> },
}

/// A play and how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) struct Clip {
    pub(in crate::board) play: Play,
    /// Seconds since its start.
    pub(super) age: f32,
    /// Seconds it takes.
    pub(super) length: f32,
}

/// How a token stands for a moment.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Away from its place, in squares.
    pub(in crate::board) offset: Vec2,
    /// How far on the way to the ground, 0 to 1; the body is drawn upright and pressed down.
    pub(in crate::board) down: f32,
    /// An older look that fades into the new one, and how much of the new one shows.
    pub(in crate::board) fading: Option<(TokenLook, f32)>,
    /// Whether a frame says that it is hit: for those who want no motion.
    pub(in crate::board) framed: bool,
}

impl Clip {
    /// A clip of a play, as long as that takes in motion or standing still.
    pub(super) fn new(play: Play, still: bool) -> Self {
        let length = if still { play.length_still() } else { play.length() };
        Self { play, age: 0.0, length }
    }

    /// From 0 at the start to 1 at the end.
    pub(in crate::board) fn share(&self) -> f32 {
        if self.length > 0.0 { (self.age / self.length).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// The pose it gives a combatant.
    pub(super) fn pose(&self, of: CombatantId, still: bool) -> Pose {
        let share = self.share();
        let mut pose = Pose::default();
        match &self.play {
            Play::Step { who, from, to, last } if *who == of => {
                let way = if *last { 1.0 - (1.0 - share).powf(1.6) } else { share };
                pose.offset = (middle(*from) - middle(*to)) * (1.0 - way);
            }
            Play::Lunge { who, towards } if *who == of => {
                let out = 90.0 / 230.0;
                let reach =
                    if share < out { (share / out).powi(2) } else { (1.0 - (share - out) / (1.0 - out)).powi(2) };
                pose.offset = *towards * 0.28 * reach;
            }
            Play::Hit { who, .. } if *who == of && still => pose.framed = true,
            Play::Aside { who, out } if *who == of && !still => {
                pose.offset = *out * (share * std::f32::consts::PI).sin();
            }
            Play::Hit { who, along, hard } if *who == of => {
                pose.offset = *along * if *hard { 0.16 } else { 0.06 } * (share * std::f32::consts::TAU).sin().abs();
            }
            Play::Posture { who, rises } if *who == of => pose.down = if *rises { 1.0 - share } else { share },
            Play::Out { who, before } if *who == of => pose.fading = Some((*before, share)),
            _ => {}
        }
        pose
    }
}

impl Play {
    /// Seconds it takes at normal speed.
    fn length(&self) -> f32 {
        match self {
            Self::Step { from, to, .. } => {
                let (dx, dy) = ((from.anchor.x - to.anchor.x).abs(), (from.anchor.y - to.anchor.y).abs());
                let diagonal = dx.min(dy);
                let straight = dx.max(dy) - diagonal;
                (f32::from(straight) * 0.130 + f32::from(diagonal) * 0.180).min(0.6)
            }
            Self::Lunge { .. } => 0.230,
            Self::Missile { from, to, .. } => (to.distance(*from) * 0.045).clamp(0.120, 0.420),
            Self::Dice { .. } => 0.260,
            Self::Hit { hard, .. } => {
                if *hard {
                    0.240
                } else {
                    0.160
                }
            }
            Self::Aside { .. } => 0.240,
            Self::Posture { .. } => 0.180,
            Self::Out { .. } => 0.300,
            Self::Blast { .. } => 0.600,
        }
    }

    /// Seconds it takes where nothing moves: dice and blows stand long enough to be seen, the rest is there at once.
    const fn length_still(&self) -> f32 {
        match self {
            Self::Dice { .. } => 0.260,
            Self::Hit { .. } | Self::Blast { .. } => 0.400,
            _ => 0.0,
        }
    }
}

impl Play {
    /// Whom it is about, if anybody.
    pub(in crate::board) const fn who(&self) -> Option<CombatantId> {
        match self {
            Self::Step { who, .. }
            | Self::Lunge { who, .. }
            | Self::Missile { who, .. }
            | Self::Dice { who, .. }
            | Self::Hit { who, .. }
            | Self::Aside { who, .. }
            | Self::Posture { who, .. }
            | Self::Out { who, .. } => Some(*who),
            Self::Blast { .. } => None,
        }
    }
}

/// The middle of a body, in squares from the board's north-west corner.
pub(in crate::board) fn middle(body: Footprint) -> Vec2 {
    vec2(f32::from(body.anchor.x), f32::from(body.anchor.y)) + Vec2::splat(f32::from(body.side) / 2.0)
}
