//! The numbers of fighters and weapons under `drill`, and the totals kept for them.

use crate::rules::{
    Budgets, ItemGlyph, Names, RulesetArm, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{Bounded as _, conditions, record},
};

/// Health left, DRL-DMG-01.
pub const HEALTH: Vital = Vital(0);
/// 1: has walked this turn, DRL-TURN-01.
pub const WALKED: Budget = Budget(0);
/// 1: has struck this turn, DRL-TURN-01.
pub const STRUCK: Budget = Budget(1);
/// 1: has parried since the last turn, DRL-PAR-01.
pub const PARRIED: Budget = Budget(2);

conditions! {
    /// Parries nothing, DRL-REEL-01.
    REELING "reeling";
    /// Waits for an enemy to come, DRL-WAIT-01.
    WAITING "waiting";
}

/// The names of totals, allowances and conditions in trials, by number.
pub const NAMES: Names = Names {
    vitals: &["health"],
    budgets: &["walked", "struck", "parried"],
    conditions: CONDITIONS,
    levels: LEVELS,
    ..Names::NONE
};

record! {
    /// A fighter's numbers.
    pub struct Sheet {
        /// The highest roll that hits or parries, DRL-STR-01.
        pub skill: u8 [1 to 9] = 6,
        /// Health at the start, DRL-DMG-01.
        pub health: i16 [1 to 100] = 12,
        /// Squares of a walk, DRL-WALK-01.
        pub pace: u16 [1 to 20] = 5,
        /// Whether it starts unknown to enemies, DRL-HIDE-01.
        pub hides: bool = false,
    }
}

impl RulesetSheet for Sheet {
    fn start(&self) -> (Vitals, Budgets) {
        (Vitals::default().with(HEALTH, self.health), Budgets::default())
    }

    fn hides(&self) -> bool {
        self.hides
    }

    fn faults(&self) -> Vec<String> {
        self.out_of_bounds()
    }
}

record! {
    /// A weapon's numbers.
    pub struct Arm {
        /// Hands it takes; 0 for parts of a body.
        pub hands: u8 = 1,
        /// What it adds to damage, DRL-DMG-01.
        pub harm: i16 = 0,
        /// Squares it reaches, DRL-RCH-01.
        pub reach: u16 = 1,
        /// How far from a square it sweeps; 0: it does not. DRL-SWEEP-01.
        pub sweep: u16 = 0,
    }
}

impl RulesetArm for Arm {
    fn plain(glyph: ItemGlyph, hands: u8) -> Self {
        let sweeps = hands == 2 && !matches!(glyph, ItemGlyph::Bow | ItemGlyph::Crossbow);
        Self { hands, sweep: sweeps.into(), ..Self::default() }
    }

    fn hands(&self) -> u8 {
        self.hands
    }
}

crate::rules::ruleset::record::numbers_of!(Sheet, Arm);
