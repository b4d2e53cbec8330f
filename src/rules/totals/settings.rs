//! The settings of `totals` for the rules that this version plays.

use super::ids;
use crate::rules::{Battle, Range, Setting};

/// In the catalogue's order.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "tot.reroll_order",
        about: "The combat order is rolled",
        range: Range::Words(&["each_round", "once"]),
        default: 0,
        rule: ids::ORDER_04,
    },
    Setting {
        key: "tot.ap_carry",
        about: "Unused AP are kept",
        range: Range::Words(&["until_next_turn", "reset_each_round"]),
        default: 0,
        rule: ids::AP_03,
    },
    Setting {
        key: "tot.first_round_defence",
        about: "Defence before one's first turn",
        range: Range::Words(&["raw", "none"]),
        default: 0,
        rule: ids::AP_04,
    },
    Setting {
        key: "tot.open_rolls",
        about: "The defender sees the rolls",
        range: Range::Words(&["on", "off"]),
        default: 0,
        rule: ids::ATK_04,
    },
    Setting {
        key: "tot.crit_mode",
        about: "Criticals and fumbles",
        range: Range::Words(&["paired", "separate", "off"]),
        default: 0,
        rule: ids::CRIT_01,
    },
    Setting {
        key: "tot.fumble_effect",
        about: "Effect of a fumble",
        range: Range::Words(&["drop", "none"]),
        default: 0,
        rule: ids::CRIT_04,
    },
    Setting {
        key: "tot.luck_cap",
        about: "Luck dice in one roll are limited by",
        range: Range::Words(&["dice", "points"]),
        default: 0,
        rule: ids::LUCK_03,
    },
    Setting {
        key: "tot.mitigation_ap",
        about: "AP that add to mitigation",
        range: Range::Words(&["all", "block_only"]),
        default: 0,
        rule: ids::DMG_02,
    },
    Setting {
        key: "tot.mixed_counter",
        about: "A counter against mixed energies negates",
        range: Range::Words(&["whole", "opposed_only"]),
        default: 0,
        rule: ids::CTR_05,
    },
    Setting {
        key: "tot.berserk_defence",
        about: "Drugged fighters defend",
        range: Range::Words(&["none", "passive"]),
        default: 0,
        rule: ids::BERS_05,
    },
    Setting {
        key: "tot.berserk_bleeds",
        about: "Drugged fighters bleed at 0 Vitality",
        range: Range::Words(&["off", "on"]),
        default: 0,
        rule: ids::BERS_06,
    },
    Setting {
        key: "tot.drug_turns",
        about: "Turns a drug works",
        range: Range::Number(1, 20),
        default: 5,
        rule: ids::BERS_01,
    },
    Setting {
        key: "tot.vitality_per_rank",
        about: "Vitality for each rank",
        range: Range::Number(1, 100),
        default: 10,
        rule: ids::DYING_01,
    },
    Setting {
        key: "tot.ammo_recovery",
        about: "Ammunition found after the fight",
        range: Range::Words(&["roll", "tenth"]),
        default: 0,
        rule: ids::AMMO_02,
    },
];

/// The place of each in [`SETTINGS`].
#[derive(Clone, Copy, Debug)]
enum Key {
    RerollOrder,
    ApCarry,
    FirstRoundDefence,
    OpenRolls,
    CritMode,
    FumbleEffect,
    LuckCap,
    MitigationAp,
    MixedCounter,
    BerserkDefence,
    BerserkBleeds,
    DrugTurns,
    VitalityPerRank,
    AmmoRecovery,
}

fn value(battle: &Battle, key: Key) -> i32 {
    battle.settings.get(key as usize)
}

/// TOT-ORDER-04: the order of the first round holds.
pub fn order_holds(battle: &Battle) -> bool {
    value(battle, Key::RerollOrder) == 1
}

/// TOT-AP-03: what is left vanishes at the start of the round.
pub fn leftovers_vanish(battle: &Battle) -> bool {
    value(battle, Key::ApCarry) == 1
}

/// TOT-AP-04: before one's first turn only armour helps.
pub fn no_first_defence(battle: &Battle) -> bool {
    value(battle, Key::FirstRoundDefence) == 1
}

/// TOT-ATK-04: the defender knows what was rolled.
pub fn open_rolls(battle: &Battle) -> bool {
    value(battle, Key::OpenRolls) == 0
}

/// How criticals and fumbles are read, TOT-CRIT-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criticals {
    /// The first two dice of a roll.
    Paired,
    /// Two more dice.
    Separate,
    /// There are none.
    Off,
}

/// TOT-CRIT-01.
pub fn criticals(battle: &Battle) -> Criticals {
    match value(battle, Key::CritMode) {
        0 => Criticals::Paired,
        1 => Criticals::Separate,
        _ => Criticals::Off,
    }
}

/// TOT-CRIT-04: whoever fumbles drops something.
pub fn fumbles_drop(battle: &Battle) -> bool {
    value(battle, Key::FumbleEffect) == 0
}

/// TOT-LUCK-03: only the points left limit the stake.
pub fn luck_without_cap(battle: &Battle) -> bool {
    value(battle, Key::LuckCap) == 1
}

/// TOT-DMG-02: AP on Evade and Catch do not mitigate.
pub fn only_block_mitigates(battle: &Battle) -> bool {
    value(battle, Key::MitigationAp) == 1
}

/// TOT-CTR-05: a counter removes only what it opposes.
pub fn only_opposed_are_countered(battle: &Battle) -> bool {
    value(battle, Key::MixedCounter) == 1
}

/// TOT-BERS-05: the drugged roll what they have, at a penalty.
pub fn drugged_defend(battle: &Battle) -> bool {
    value(battle, Key::BerserkDefence) == 1
}

/// TOT-BERS-06: the drugged bleed at 0 Vitality and below.
pub fn drugged_bleed(battle: &Battle) -> bool {
    value(battle, Key::BerserkBleeds) == 1
}

/// Own turns a drug works, TOT-BERS-01.
pub fn drug_turns(battle: &Battle) -> i32 {
    value(battle, Key::DrugTurns)
}

/// TOT-AMMO-02: a tenth is found again, without dice.
pub fn finds_a_tenth(battle: &Battle) -> bool {
    value(battle, Key::AmmoRecovery) == 1
}

/// Vitality for each rank.
pub fn vitality_per_rank(battle: &Battle) -> i32 {
    value(battle, Key::VitalityPerRank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_the_table() {
        for (key, name) in [
            (Key::RerollOrder, "tot.reroll_order"),
            (Key::ApCarry, "tot.ap_carry"),
            (Key::FirstRoundDefence, "tot.first_round_defence"),
            (Key::OpenRolls, "tot.open_rolls"),
            (Key::CritMode, "tot.crit_mode"),
            (Key::FumbleEffect, "tot.fumble_effect"),
            (Key::LuckCap, "tot.luck_cap"),
            (Key::MitigationAp, "tot.mitigation_ap"),
            (Key::MixedCounter, "tot.mixed_counter"),
            (Key::BerserkDefence, "tot.berserk_defence"),
            (Key::BerserkBleeds, "tot.berserk_bleeds"),
            (Key::DrugTurns, "tot.drug_turns"),
            (Key::VitalityPerRank, "tot.vitality_per_rank"),
            (Key::AmmoRecovery, "tot.ammo_recovery"),
        ] {
            assert_eq!(SETTINGS[key as usize].key, name, "{key:?}");
        }
    }
}
