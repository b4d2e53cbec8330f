//! The switches of `percentile` that belong to what this version plays.

use super::{ids, stunts::Stunt};
use crate::rules::{Battle, Range, Setting};

const ON_OFF: Range = Range::Words(&["on", "off"]);

/// In the order of the catalogue's table.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "pct.tie",
        about: "Equal rolls",
        range: Range::Words(&["reroll", "defender", "attacker"]),
        default: 0,
        rule: ids::CHK_06,
    },
    Setting {
        key: "pct.critical_wins",
        about: "A critical beats a higher roll",
        range: ON_OFF,
        default: 1,
        rule: ids::CHK_05,
    },
    Setting {
        key: "pct.critical_bonus",
        about: "Criticals below 30 give +5 DV",
        range: ON_OFF,
        default: 1,
        rule: ids::DMG_02,
    },
    Setting {
        key: "pct.luck_per_check",
        about: "Luck Points in one check",
        range: Range::Number(0, 3),
        default: 3,
        rule: ids::CHK_11,
    },
    Setting {
        key: "pct.run_penalty_on_defence",
        about: "Running hampers defence",
        range: ON_OFF,
        default: 0,
        rule: ids::CHK_10,
    },
    Setting {
        key: "pct.aoo",
        about: "Steps that provoke",
        range: Range::Words(&["not_closer", "leaves_reach"]),
        default: 0,
        rule: ids::REA_02,
    },
    Setting {
        key: "pct.blind",
        about: "Blind attacks",
        range: Range::Words(&["worse", "fifty"]),
        default: 0,
        rule: ids::ATK_07,
    },
    Setting {
        key: "pct.cover_lines",
        about: "Lines of cover",
        range: Range::Words(&["corners", "centre"]),
        default: 0,
        rule: ids::COV_03,
    },
    Setting {
        key: "pct.low_cover",
        about: "Low obstacles count",
        range: Range::Words(&["touching", "any"]),
        default: 0,
        rule: ids::COV_04,
    },
    Setting {
        key: "pct.occupant_cover",
        about: "Bodies in between",
        range: Range::Words(&["none", "minimal"]),
        default: 0,
        rule: ids::COV_06,
    },
    Setting {
        key: "pct.rider_penalty",
        about: "Riders are hard to hit",
        range: Range::Words(&["all", "melee"]),
        default: 0,
        rule: ids::MNT_06,
    },
    Setting { key: "pct.blast_walls", about: "Walls stop blasts", range: ON_OFF, default: 0, rule: ids::BLAST_04 },
    Setting {
        key: "pct.ride_by_max",
        about: "Attacks in passing, 0 for any",
        range: Range::Number(0, 10),
        default: 0,
        rule: ids::MNT_09,
    },
    Setting {
        key: "pct.maim_neck",
        about: "Maiming the neck",
        range: Range::Words(&["dead", "disabled", "off"]),
        default: 0,
        rule: ids::STR_04,
    },
    Setting {
        key: "pct.charge_min",
        about: "Metres for a charge's momentum",
        range: Range::Number(0, 20),
        default: 3,
        rule: ids::CHA_02,
    },
    Setting {
        key: "pct.charge_measure",
        about: "A charge is measured by",
        range: Range::Words(&["path", "displacement"]),
        default: 0,
        rule: ids::CHA_02,
    },
    Setting { key: "pct.dismount", about: "Riders can be pulled down", range: ON_OFF, default: 0, rule: ids::MAN_07 },
    Setting {
        key: "pct.resist_order",
        about: "Resistance counts",
        range: Range::Words(&["after_armour", "before_armour"]),
        default: 0,
        rule: ids::RES_03,
    },
    Setting {
        key: "pct.follow_through",
        about: "A stunt and a movement in one turn",
        range: ON_OFF,
        default: 0,
        rule: ids::MOVE_04,
    },
    Setting {
        key: "pct.behind",
        about: "Defending against one behind",
        range: Range::Words(&["-20", "none"]),
        default: 0,
        rule: ids::STU_04,
    },
    Setting { key: "pct.stunts.vault", about: "Stunt: vault", range: ON_OFF, default: 0, rule: ids::STU_02 },
    Setting { key: "pct.stunts.dive", about: "Stunt: diving roll", range: ON_OFF, default: 0, rule: ids::STU_03 },
    Setting { key: "pct.stunts.kick", about: "Stunt: corner wall kick", range: ON_OFF, default: 0, rule: ids::STU_04 },
    Setting { key: "pct.stunts.flip", about: "Stunt: flip over", range: ON_OFF, default: 0, rule: ids::STU_05 },
    Setting { key: "pct.stunts.jump", about: "Stunt: jump", range: ON_OFF, default: 0, rule: ids::STU_06 },
    Setting { key: "pct.stunts.spring", about: "Stunt: hand-spring", range: ON_OFF, default: 0, rule: ids::STU_07 },
    Setting { key: "pct.stunts.swing", about: "Stunt: swing", range: ON_OFF, default: 0, rule: ids::STU_08 },
    Setting { key: "pct.stunts.climb", about: "Stunt: climb", range: ON_OFF, default: 0, rule: ids::STU_09 },
];

/// Its place in [`SETTINGS`].
const MAIM_NECK: usize = 13;
/// The place of the first stunt in [`SETTINGS`]; the others follow in the order of [`Stunt::ALL`].
const STUNTS: usize = 20;

/// What maiming the neck does, PCT-STR-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neck {
    /// Kills.
    Dead,
    /// Disables.
    Disabled,
    /// Cannot be done.
    Off,
}

/// PCT-STR-04.
pub fn maim_neck(battle: &Battle) -> Neck {
    match battle.settings.get(MAIM_NECK) {
        0 => Neck::Dead,
        1 => Neck::Disabled,
        _ => Neck::Off,
    }
}

/// What equal rolls do, PCT-CHK-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Both roll again.
    Reroll,
    /// The defender wins.
    Defender,
    /// The attacker wins.
    Attacker,
}

/// PCT-CHK-06.
pub fn tie(battle: &Battle) -> Tie {
    match battle.settings.get(0) {
        0 => Tie::Reroll,
        1 => Tie::Defender,
        _ => Tie::Attacker,
    }
}

/// PCT-CHK-05: a critical success beats one that is none.
pub fn critical_wins(battle: &Battle) -> bool {
    battle.settings.get(1) == 0
}

/// PCT-DMG-02: criticals below 30 get +5 DV too.
pub fn critical_bonus(battle: &Battle) -> bool {
    battle.settings.get(2) == 0
}

/// PCT-CHK-11: Luck Points in one check.
pub fn luck_per_check(battle: &Battle) -> i32 {
    battle.settings.get(3)
}

/// PCT-CHK-10: hurried counts in defence.
pub fn run_penalty_on_defence(battle: &Battle) -> bool {
    battle.settings.get(4) == 0
}

/// PCT-REA-02: only steps out of reach provoke.
pub fn only_leaving_provokes(battle: &Battle) -> bool {
    battle.settings.get(5) == 1
}

/// PCT-ATK-07: blind attacks use the lower of 50 and the rating; Luck does not come into it.
pub fn blind_fifty(battle: &Battle) -> bool {
    battle.settings.get(6) == 1
}

/// PCT-COV-03: one line from centre to centre.
pub fn cover_lines_centre(battle: &Battle) -> bool {
    battle.settings.get(7) == 1
}

/// PCT-COV-04: low obstacles count wherever they stand.
pub fn low_cover_any(battle: &Battle) -> bool {
    battle.settings.get(8) == 1
}

/// PCT-COV-06: bodies in between are minimal cover.
pub fn occupant_cover(battle: &Battle) -> bool {
    battle.settings.get(9) == 1
}

/// PCT-MNT-06: riders are hard to hit in melee only.
pub fn rider_penalty_melee(battle: &Battle) -> bool {
    battle.settings.get(10) == 1
}

/// PCT-BLAST-04: total cover protects from blasts.
pub fn blast_walls(battle: &Battle) -> bool {
    battle.settings.get(11) == 0
}

/// PCT-MNT-09: how many may be attacked in passing; 0 for any number.
pub fn ride_by_max(battle: &Battle) -> i32 {
    battle.settings.get(12)
}

/// PCT-CHA-02: metres that a charge must cover.
pub fn charge_min(battle: &Battle) -> i32 {
    battle.settings.get(14)
}

/// PCT-CHA-02: those metres go from square to square as the crow flies.
pub fn charge_by_displacement(battle: &Battle) -> bool {
    battle.settings.get(15) == 1
}

/// PCT-MAN-07: riders can be pulled from the saddle.
pub fn dismount(battle: &Battle) -> bool {
    battle.settings.get(16) == 0
}

/// PCT-RES-03: points are spent on the damage before the armour stops its part.
pub fn resist_before_armour(battle: &Battle) -> bool {
    battle.settings.get(17) == 1
}

/// PCT-MOVE-04: a stunt and a movement by mode may follow each other.
pub fn follow_through(battle: &Battle) -> bool {
    battle.settings.get(18) == 0
}

/// PCT-STU-04: whoever has got behind somebody is harder to defend against.
pub fn behind_counts(battle: &Battle) -> bool {
    battle.settings.get(19) == 0
}

/// PCT-STU-01: whether a stunt is on the menu.
pub fn plays_stunt(battle: &Battle, stunt: Stunt) -> bool {
    battle.settings.get(STUNTS + stunt as usize) == 0
}
