//! The settings of `percentile` for the rules that this version plays.

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
        about: "Attacks in passing (0: any number)",
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
        about: "Defence against an attacker behind",
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

/// The place of each in [`SETTINGS`].
#[derive(Clone, Copy, Debug)]
enum Key {
    Tie,
    CriticalWins,
    CriticalBonus,
    LuckPerCheck,
    RunPenaltyOnDefence,
    Aoo,
    Blind,
    CoverLines,
    LowCover,
    OccupantCover,
    RiderPenalty,
    BlastWalls,
    RideByMax,
    MaimNeck,
    ChargeMin,
    ChargeMeasure,
    Dismount,
    ResistOrder,
    FollowThrough,
    Behind,
    /// The first stunt; the others follow in the order of [`Stunt::ALL`].
    Stunts,
}

fn value(battle: &Battle, key: Key) -> i32 {
    battle.settings.get(key as usize)
}

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
    match value(battle, Key::MaimNeck) {
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
    match value(battle, Key::Tie) {
        0 => Tie::Reroll,
        1 => Tie::Defender,
        _ => Tie::Attacker,
    }
}

/// PCT-CHK-05: a critical success beats one that is none.
pub fn critical_wins(battle: &Battle) -> bool {
    value(battle, Key::CriticalWins) == 0
}

/// PCT-DMG-02: criticals below 30 get +5 DV too.
pub fn critical_bonus(battle: &Battle) -> bool {
    value(battle, Key::CriticalBonus) == 0
}

/// PCT-CHK-11: Luck Points in one check.
pub fn luck_per_check(battle: &Battle) -> i32 {
    value(battle, Key::LuckPerCheck)
}

/// PCT-CHK-10: hurried counts in defence.
pub fn run_penalty_on_defence(battle: &Battle) -> bool {
    value(battle, Key::RunPenaltyOnDefence) == 0
}

/// PCT-REA-02: only steps out of reach provoke.
pub fn only_leaving_provokes(battle: &Battle) -> bool {
    value(battle, Key::Aoo) == 1
}

/// PCT-ATK-07: blind attacks use the lower of 50 and the rating; Luck does not come into it.
pub fn blind_fifty(battle: &Battle) -> bool {
    value(battle, Key::Blind) == 1
}

/// PCT-COV-03: one line from centre to centre.
pub fn cover_lines_centre(battle: &Battle) -> bool {
    value(battle, Key::CoverLines) == 1
}

/// PCT-COV-04: low obstacles count wherever they stand.
pub fn low_cover_any(battle: &Battle) -> bool {
    value(battle, Key::LowCover) == 1
}

/// PCT-COV-06: bodies in between are minimal cover.
pub fn occupant_cover(battle: &Battle) -> bool {
    value(battle, Key::OccupantCover) == 1
}

/// PCT-MNT-06: riders are hard to hit in melee only.
pub fn rider_penalty_melee(battle: &Battle) -> bool {
    value(battle, Key::RiderPenalty) == 1
}

/// PCT-BLAST-04: total cover protects from blasts.
pub fn blast_walls(battle: &Battle) -> bool {
    value(battle, Key::BlastWalls) == 0
}

/// PCT-MNT-09: how many may be attacked in passing; 0 for any number.
pub fn ride_by_max(battle: &Battle) -> i32 {
    value(battle, Key::RideByMax)
}

/// PCT-CHA-02: metres that a charge must cover.
pub fn charge_min(battle: &Battle) -> i32 {
    value(battle, Key::ChargeMin)
}

/// PCT-CHA-02: those metres go from square to square as the crow flies.
pub fn charge_by_displacement(battle: &Battle) -> bool {
    value(battle, Key::ChargeMeasure) == 1
}

/// PCT-MAN-07: riders can be pulled from the saddle.
pub fn dismount(battle: &Battle) -> bool {
    value(battle, Key::Dismount) == 0
}

/// PCT-RES-03: points are spent on the damage before the armour stops its part.
pub fn resist_before_armour(battle: &Battle) -> bool {
    value(battle, Key::ResistOrder) == 1
}

/// PCT-MOVE-04: a stunt and a movement by mode may follow each other.
pub fn follow_through(battle: &Battle) -> bool {
    value(battle, Key::FollowThrough) == 0
}

/// PCT-STU-04: whoever has got behind somebody is harder to defend against.
pub fn behind_counts(battle: &Battle) -> bool {
    value(battle, Key::Behind) == 0
}

/// PCT-STU-01: whether a stunt is on the menu.
pub fn plays_stunt(battle: &Battle, stunt: Stunt) -> bool {
    battle.settings.get(Key::Stunts as usize + stunt as usize) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_the_table() {
        let place = |key: &str| SETTINGS.iter().position(|setting| setting.key == key);
        for (key, name) in [
            (Key::Tie, "pct.tie"),
            (Key::CriticalWins, "pct.critical_wins"),
            (Key::CriticalBonus, "pct.critical_bonus"),
            (Key::LuckPerCheck, "pct.luck_per_check"),
            (Key::RunPenaltyOnDefence, "pct.run_penalty_on_defence"),
            (Key::Aoo, "pct.aoo"),
            (Key::Blind, "pct.blind"),
            (Key::CoverLines, "pct.cover_lines"),
            (Key::LowCover, "pct.low_cover"),
            (Key::OccupantCover, "pct.occupant_cover"),
            (Key::RiderPenalty, "pct.rider_penalty"),
            (Key::BlastWalls, "pct.blast_walls"),
            (Key::RideByMax, "pct.ride_by_max"),
            (Key::MaimNeck, "pct.maim_neck"),
            (Key::ChargeMin, "pct.charge_min"),
            (Key::ChargeMeasure, "pct.charge_measure"),
            (Key::Dismount, "pct.dismount"),
            (Key::ResistOrder, "pct.resist_order"),
            (Key::FollowThrough, "pct.follow_through"),
            (Key::Behind, "pct.behind"),
        ] {
            assert_eq!(place(name), Some(key as usize), "{key:?}");
        }
        for stunt in Stunt::ALL {
            let rule = SETTINGS[Key::Stunts as usize + stunt as usize].rule;
            assert_eq!(rule, stunt.rule(), "{stunt:?}");
        }
    }
}
