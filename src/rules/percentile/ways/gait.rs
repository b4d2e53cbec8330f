//! The ways of moving and their rates. PCT-MOVE-01, PCT-MOVE-05, PCT-MOVE-06, PCT-MOVE-09, PCT-PRN-02.

use crate::rules::{
    Battle, Combatant, CombatantId, Posture,
    percentile::{
        bonds::feet,
        conditions::{self, HINDERED, MAIMED_LEG},
        menu::Gait,
        sheet::{EXERTION, Mode, ModeName, Skill, sheet},
    },
};

impl Gait {
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
        let part = conditions::slowed(one) * if one.conditions.has(HINDERED) { 2 } else { 1 };
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

/// The ways in which `who` can move now, the ordinary one first. A mount climbs only if it is a climber: over fences it
/// leaps, PCT-MNT-03.
pub fn gaits(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Gait> + '_ {
    let one = feet(battle, who);
    let climbs = one.id == who || sheet(one).mode(ModeName::Climb).is_some();
    Gait::of(one.posture).filter(move |gait| climbs || *gait != Gait::Climb)
}
