//! The ways of moving and their rates. PCT-MOVE-01, PCT-MOVE-05, PCT-MOVE-06, PCT-MOVE-09, PCT-PRN-02.

use serde::{Deserialize, Serialize};

use crate::rules::{
    Combatant, Posture,
    percentile::{
        conditions::{HINDERED, MAIMED_LEG},
        sheet::{EXERTION, Mode, ModeName, Skill, sheet},
        strikes,
    },
};

/// How a movement is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gait {
    /// On one's feet, PCT-MOVE-01.
    Walk,
    /// Crouched, PCT-MOVE-09.
    Creep,
    /// Prone, PCT-PRN-02.
    Crawl,
    /// Through water, PCT-MOVE-05.
    Swim,
    /// Over obstacles, PCT-MOVE-05.
    Climb,
}

impl Gait {
    /// Every way.
    pub const ALL: [Self; 5] = [Self::Walk, Self::Creep, Self::Crawl, Self::Swim, Self::Climb];

    /// The word in a choice.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Creep => "creep",
            Self::Crawl => "crawl",
            Self::Swim => "swim",
            Self::Climb => "climb",
        }
    }

    /// The word on screen.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Walk => "Move",
            Self::Creep => "Move crouched",
            Self::Crawl => "Crawl",
            Self::Swim => "Swim",
            Self::Climb => "Climb over",
        }
    }

    /// In the log: "walks towards c3".
    pub const fn third_person(self) -> &'static str {
        match self {
            Self::Walk => "walks",
            Self::Creep => "creeps",
            Self::Crawl => "crawls",
            Self::Swim => "swims",
            Self::Climb => "climbs",
        }
    }

    /// Base and full rate in half metres; full is base where there is no running, PCT-MOVE-05.
    pub fn rates(self, one: Combatant<'_>) -> (u16, u16) {
        let sheet = sheet(one);
        let foot = sheet.mode(ModeName::Foot).map_or((0, 0), |mode| (mode.base, mode.full));
        let part = strikes::slowed(one) * if one.conditions.has(HINDERED) { 2 } else { 1 };
        // A maimed leg does not run in any mode, PCT-STR-04.
        let slowed =
            |(base, full): (u16, u16)| (base / part, if one.conditions.has(MAIMED_LEG) { base } else { full } / part);
        let by_mode = |mode: Mode| {
            let (base, full) = slowed((mode.base, mode.full));
            (base * 2, full * 2)
        };
        let foot = slowed(foot);
        let slow = |metres: u16| (metres.max(1) * 2, metres.max(1) * 2);
        match self {
            Self::Walk => (foot.0 * 2, foot.1 * 2),
            Self::Creep => slow(foot.0 / 2),
            Self::Crawl => (foot.0 / 2 * 2, foot.0 / 2 * 2),
            Self::Swim => sheet.mode(ModeName::Swim).map_or(slow(foot.0), by_mode),
            Self::Climb => sheet.mode(ModeName::Climb).map_or(slow(foot.0 / 2), by_mode),
        }
    }

    /// Whether it needs an Athletics check now, PCT-MOVE-05, PCT-MOVE-06.
    pub fn wants_check(self, one: Combatant<'_>) -> bool {
        self.exhausts(one) && (!sheet(one).is_proficient(Skill::Athletics) || one.vitals.get(EXERTION) >= 20)
    }

    /// Whether it exhausts, PCT-MOVE-06: climbing and swimming by those who have no such mode.
    pub fn exhausts(self, one: Combatant<'_>) -> bool {
        let mode = match self {
            Self::Swim => ModeName::Swim,
            Self::Climb => ModeName::Climb,
            Self::Walk | Self::Creep | Self::Crawl => return false,
        };
        sheet(one).mode(mode).is_none()
    }

    /// Whether it is a movement by mode, which alone goes together with a stunt, PCT-MOVE-04, PCT-MOVE-05.
    pub fn is_by_mode(self, one: Combatant<'_>) -> bool {
        match self {
            Self::Walk => true,
            Self::Creep | Self::Crawl => false,
            Self::Swim | Self::Climb => !self.exhausts(one),
        }
    }

    /// Whether somebody in this posture moves so.
    pub const fn fits(self, posture: Posture) -> bool {
        match self {
            Self::Walk | Self::Swim | Self::Climb => matches!(posture, Posture::Standing),
            Self::Creep => matches!(posture, Posture::Crouching),
            Self::Crawl => matches!(posture, Posture::Prone),
        }
    }

    /// The gaits of a posture, the ordinary one first.
    pub fn of(posture: Posture) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |gait| gait.fits(posture))
    }
}
