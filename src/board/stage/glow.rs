//! Light around somebody for a moment, beside what is being played: it holds nothing up.

use bevy::prelude::World;

use super::Playback;
use crate::rules::CombatantId;

/// What a light says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum Light {
    /// Somebody at the screen is to act.
    Turn,
    /// A blow took a third of what somebody can take, or more.
    Blow,
}

/// A light, and for how long it has shone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) struct Glow {
    pub(in crate::board) on: CombatantId,
    pub(in crate::board) light: Light,
    age: f32,
}

impl Glow {
    pub(super) const fn new(on: CombatantId, light: Light) -> Self {
        Self { on, light, age: 0.0 }
    }

    /// Lets it age; false once it is over.
    pub(super) fn ages(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < self.length()
    }

    const fn length(&self) -> f32 {
        match self.light {
            Light::Turn => 0.600,
            Light::Blow => 0.400,
        }
    }

    /// From 0 at its start to 1 at its end.
    pub(in crate::board) fn share(&self) -> f32 {
        (self.age / self.length()).clamp(0.0, 1.0)
    }
}

/// Shows by a light that somebody at the screen is to act.
pub fn turn_begins(world: &mut World, who: CombatantId) {
    if let Some(mut playback) = world.get_resource_mut::<Playback>() {
        playback.glows.push(Glow::new(who, Light::Turn));
    }
}
