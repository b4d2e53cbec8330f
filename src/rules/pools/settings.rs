//! The settings of `pools`, in the catalogue's order. POO-CFG-01.

use super::catalogue as ids;

crate::rules::ruleset::own_settings::settings! {
    /// POO-TURN-02: 1 AP more than the examples say.
    has_prose_ap is 1: "pools.ap_formula", "AP maximum as told by", ["examples", "prose"], 0, ids::TURN_02;
    /// POO-INIT-04: the first order holds.
    rolls_once is 1: "pools.initiative", "Initiative is rolled", ["each_round", "once"], 0, ids::INIT_04;
    /// POO-INIT-03: in a tie, combatants led by a person go first.
    players_win_ties is 0: "pools.players_win_ties", "Persons go first in a tie", ["on", "off"], 0, ids::INIT_03;
    /// POO-ATK-09: components may be used again and again.
    repeats is 1: "pools.component_repeat", "A component may be used", ["once_per_turn", "free"], 0, ids::ATK_09;
    /// POO-ATK-06: a tie at 0 or less is evaded.
    zero_misses is 1: "pools.zero_tie", "A tie without successes", ["glance", "miss"], 0, ids::ATK_06;
    /// POO-DEF-02: passive defences count as Simple.
    passive_crits is 1: "pools.passive_defence_crits", "Passive defences have criticals", ["off", "on"], 0, ids::DEF_02;
    /// POO-CRIT-02: criticals decide who prevails.
    criticals_decide is 1: "pools.criticals_decide", "Criticals decide", ["off", "on"], 0, ids::CRIT_02;
    /// POO-CRIT-07: lost footing only means being off balance.
    only_staggers is 1: "pools.lost_footing", "Lost footing", ["prone", "off_balance"], 0, ids::CRIT_07;
    /// POO-LUCK-04: tens and ones of Luck dice count for criticals.
    luck_counts is 1: "pools.luck_faces_crit", "Luck dice count for criticals", ["off", "on"], 0, ids::LUCK_04;
    /// POO-LUCK-01: Luck Points are those that the sheet says are left.
    luck_is_kept is 1: "pools.luck_day", "Luck lasts", ["per_scenario", "campaign"], 0, ids::LUCK_01;
    /// POO-ARM-01: armour takes damage dice away.
    armour_soaks is 1: "pools.armour", "Armour", ["defence_dice", "damage_dice"], 0, ids::ARM_01;
    size_value: "pools.size", "Size changes", ["full", "attack_only", "off"], 0, ids::SIZE_02;
    /// POO-COND-02: only the worst penalty counts.
    worst_counts is 1: "pools.condition_sum", "Penalties of conditions", ["add", "worst"], 0, ids::COND_02;
    /// POO-VIT-05: stabilising is a percentage roll.
    stabilises_by_percent is 1: "pools.stabilise", "Stabilising rolls", ["pool", "percent"], 0, ids::VIT_05;
    /// POO-BER-03: the berserk do not defend at all.
    berserk_is_open is 1: "pools.berserk_defence", "The berserk defend", ["passive", "none"], 0, ids::BER_03;
    /// POO-CNT-04: what is not opposed still glances.
    counters_in_part is 1: "pools.mixed_counterspell", "A counterspell negates", ["whole", "part"], 0, ids::CNT_04;
    /// Every second diagonal step costs 1 more.
    diagonals_alternate is 1: "pools.diagonals", "Diagonals cost", ["one", "alternate"], 0, ids::MOVE_03;
    movement_factor: "pools.mu_factor", "Movement units count", (1 to 2), 1, ids::MOVE_01;
    drug_turns: "pools.drug_turns", "Turns that a drug lasts", (1 to 20), 5, ids::BER_01;
    /// POO-OBJ-01: kegs and charges work by the nearest rule.
    objects is 0: "pools.objects", "Kegs and charges do harm", ["on", "off"], 0, ids::OBJ_01, later;
}

/// Whether size changes attack dice, POO-SIZE-01.
pub fn size_aims(battle: &crate::rules::Battle) -> bool {
    size_value(battle) != 2
}

/// Whether size changes damage dice, POO-SIZE-02.
pub fn size_harms(battle: &crate::rules::Battle) -> bool {
    size_value(battle) == 0
}
