//! The settings of `totals`.

use super::catalogue as ids;
use crate::rules::Battle;

crate::rules::ruleset::own_settings::settings! {
    /// TOT-ORDER-04: the order of the first round holds.
    order_holds is 1: "tot.reroll_order", "The combat order is rolled", ["each_round", "once"], 0, ids::ORDER_04;
    /// TOT-AP-03: unused AP vanish at the start of the round.
    leftovers_vanish is 1: "tot.ap_carry", "Unused AP are kept", ["until_next_turn", "reset_each_round"], 0, ids::AP_03;
    /// TOT-AP-04: before one's first turn only armour helps.
    no_first_defence is 1: "tot.first_round_defence", "Defence before one's first turn", ["raw", "none"], 0, ids::AP_04;
    /// TOT-ATK-04: the defender sees the rolls.
    open_rolls is 0: "tot.open_rolls", "The defender sees the rolls", ["on", "off"], 0, ids::ATK_04;
    crit_mode_value: "tot.crit_mode", "Criticals and fumbles", ["paired", "separate", "off"], 0, ids::CRIT_01;
    /// TOT-CRIT-04: a fumble drops the weapon or shield used.
    fumbles_drop is 0: "tot.fumble_effect", "Effect of a fumble", ["drop", "none"], 0, ids::CRIT_04;
    /// TOT-LUCK-03: only the points left limit the stake.
    luck_without_cap is 1: "tot.luck_cap", "Luck dice in one roll are limited by", ["dice", "points"], 0, ids::LUCK_03;
    /// TOT-DMG-02: AP on Evade and Catch do not mitigate.
    only_block_mitigates is 1: "tot.mitigation_ap", "AP that add to mitigation", ["all", "block_only"], 0, ids::DMG_02;
    /// TOT-CTR-05: a counter removes only what it opposes.
    only_opposed_are_countered is 1: "tot.mixed_counter",
        "A counter against mixed energies negates", ["whole", "opposed_only"], 0, ids::CTR_05;
    /// TOT-BERS-05: the drugged roll trained evasion at a penalty, and armour and shield dice.
    drugged_defend is 1: "tot.berserk_defence", "Berserk fighters defend", ["none", "passive"], 0, ids::BERS_05;
    /// TOT-BERS-06: the drugged bleed at 0 Vitality and below.
    drugged_bleed is 1: "tot.berserk_bleeds", "Berserk fighters bleed at 0 Vitality", ["off", "on"], 0, ids::BERS_06;
    /// How many of the taker's turns a drug lasts, TOT-BERS-01.
    drug_turns: "tot.drug_turns", "Turns a drug lasts", (1 to 20), 5, ids::BERS_01;
    /// Vitality for each rank, TOT-BERS-02.
    vitality_per_rank: "tot.vitality_per_rank", "Vitality for each rank", (1 to 100), 10, ids::BERS_02;
    /// TOT-AMMO-02: a tenth of the ammunition is found, without dice.
    finds_a_tenth is 1: "tot.ammo_recovery", "Ammunition found after the fight", ["roll", "tenth"], 0, ids::AMMO_02;
    /// TOT-OBJ-01, TOT-OBJ-02: kegs, charges and fire do harm.
    objects is 0: "tot.objects", "Kegs, charges and fire do harm", ["on", "off"], 0, ids::OBJ_01, later;
}

/// How criticals and fumbles are read, TOT-CRIT-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criticals {
    /// The first two dice of a roll.
    Paired,
    /// Two extra dice.
    Separate,
    /// There are none.
    Off,
}

/// The setting for criticals and fumbles, TOT-CRIT-01.
pub fn criticals(battle: &Battle) -> Criticals {
    match crit_mode_value(battle) {
        0 => Criticals::Paired,
        1 => Criticals::Separate,
        _ => Criticals::Off,
    }
}
