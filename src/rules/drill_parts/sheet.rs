//! The numbers of fighters and weapons under `drill_parts`, and the totals kept for them.

use crate::rules::{
    Budgets, ItemGlyph, Names, RulesetArm, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{conditions, record},
};

/// Health left, DPT-ATK-01.
pub const HEALTH: Vital = Vital(0);
/// AP left, DPT-TURN-01.
pub const POINTS: Budget = Budget(0);
/// Squares walked this turn, DPT-WALK-01.
pub const WALKED: Budget = Budget(1);
/// 1: has attacked this turn, DPT-TURN-01.
pub const STRUCK: Budget = Budget(2);
/// Diagonal steps this turn, DPT-WALK-01.
pub const DIAGONALS: Budget = Budget(3);

conditions! {
    /// Guards less, and gets no nearer to the combatant it names, DPT-DAZE-01.
    DAZED "dazed";
    /// Walks half as far, DPT-SLOW-01.
    SLOWED "slowed";
}

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["health"],
    budgets: &["ap", "walked", "struck", "diagonals"],
    conditions: CONDITIONS,
    levels: LEVELS,
    ..Names::NONE
};

record! {
    /// A fighter's numbers.
    pub struct Sheet {
        /// Dice of every attack, 1 to 9, DPT-ATK-01.
        pub skill: u8 = 2,
        /// Successes needed to hit it, 1 to 9, DPT-ATK-01.
        pub guard: u8 = 2,
        /// Harm that armour takes off an attack, 0 to 9, DPT-ARM-01.
        pub armour: u8 = 0,
        /// Health at the start, 1 to 100, DPT-ATK-01.
        pub health: i16 = 9,
        /// Whether it may defend, DPT-DEF-01.
        pub wary: bool = true,
        /// Squares per turn, 1 to 20, DPT-WALK-01.
        pub pace: u16 = 5,
        /// AP per turn, 1 to 9, DPT-TURN-01.
        pub ap: u8 = 6,
    }
}

impl RulesetSheet for Sheet {
    fn start(&self) -> (Vitals, Budgets) {
        (Vitals::default().with(HEALTH, self.health), Budgets::default().with(POINTS, self.ap.into()))
    }

    fn faults(&self) -> Vec<String> {
        let numbers = [
            ("skill", self.skill.into(), 9),
            ("guard", self.guard.into(), 9),
            ("health", self.health.into(), 100),
            ("pace", self.pace.into(), 20),
            ("ap", self.ap.into(), 9),
        ];
        let is_off = |(_, value, most): &(&str, i32, i32)| !(1..=*most).contains(value);
        let told = |(name, value, most)| format!("{name} is {value}, must be 1 to {most}");
        let thick = (self.armour > 9).then(|| format!("armour is {}, must be 0 to 9", self.armour));
        numbers.into_iter().filter(is_off).map(told).chain(thick).collect()
    }
}

record! {
    /// A weapon's numbers.
    pub struct Arm {
        /// Hands it takes; 0 for parts of a body.
        pub hands: u8 = 1,
        /// Squares it reaches, DPT-RCH-01.
        pub reach: u16 = 1,
    }
}

impl RulesetArm for Arm {
    fn plain(_: ItemGlyph, hands: u8) -> Self {
        Self { hands, ..Self::default() }
    }

    fn hands(&self) -> u8 {
        self.hands
    }
}

crate::rules::ruleset::record::numbers_of!(Sheet, Arm);
