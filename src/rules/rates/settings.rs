//! The settings of `rates`, in the catalogue's order.

use super::catalogue as ids;

crate::rules::ruleset::own_settings::settings! {
    /// RAT-CORE-01: the older edition holds.
    is_older is 1: "rat.edition", "Edition", ["Newer", "Older"], 0, ids::CORE_01, edition;
    /// Squares are five feet a side instead of a yard.
    is_five_feet is 1: "rat.square", "A square is", ["yard", "five_feet"], 0, ids::REACH_01;
    /// RAT-MOVE-01: yards of movement for each point of Agility.
    yards_per_agility: "rat.yards_per_agility", "Yards of movement for each point of Agility", (1 to 10), 2, ids::MOVE_01;
    /// RAT-INIT-03: the first action is free, whatever has been declared.
    is_free_to_change is 1: "rat.binding_declaration", "The declared first action binds", ["on", "off"], 0, ids::INIT_03;
    /// RAT-INIT-07, Newer: the defencelessness of the flat-footed ends with round 1.
    flat_footed_in_round_1 is 1: "rat.flat_footed_ends",
        "The flat-footed can defend after (newer edition)", ["first_turn", "round_1"], 0, ids::INIT_07;
    /// RAT-AVOID-02: the method is chosen before the attack is rolled.
    avoids_before_roll is 1: "rat.defence_timing",
        "Shield, dodge or parry is chosen", ["after_roll", "before_roll"], 0, ids::AVOID_02;
    /// RAT-AVOID-04: a shield rolls once against a whole attack.
    shield_rolls_once is 1: "rat.shield_roll", "A shield rolls for each", ["blow", "attack"], 0, ids::AVOID_04;
    /// RAT-AVOID-07: dodging always counts in full and costs nothing.
    dodge_is_free is 1: "rat.dodge_cost", "Dodging in full", ["two_ways", "free"], 0, ids::AVOID_07;
    /// RAT-DMG-02, Newer: damage is rolled for each blow.
    damage_per_blow is 1: "rat.damage_roll", "Damage is rolled (newer edition)", ["once", "per_blow"], 0, ids::DMG_02;
    /// RAT-MAG-11: armour and Strength count against spells too.
    armour_vs_magic is 1: "rat.armour_vs_magic", "Armour counts against spells", ["off", "on"], 0, ids::MAG_11;
    /// RAT-AIM-10 to RAT-AIM-12: hits at a location have no effects of their own.
    no_location_effects is 1: "rat.location_effects",
        "Hits at a location bleed, cripple or blind", ["on", "off"], 0, ids::AIM_10;
    /// RAT-ACC-07: anybody on the line of a shot counts as a light obstacle.
    creatures_obstruct is 1: "rat.creatures_obstruct", "Others on the line obstruct shots", ["off", "on"], 0, ids::ACC_07;
    /// RAT-ACT-01: nobody shoves, and no charge is lit.
    no_stunts is 1: "rat.stunts", "Shoves and charges", ["on", "off"], 0, ids::ACT_01;
    /// RAT-ACC-05: added against a fast target.
    fast: "rat.difficulty_fast", "Difficulty of a fast target", (0 to 50), 5, ids::ACC_05;
    /// RAT-ACC-05: yards in a turn from which a target is fast.
    fast_from: "rat.fast_from", "Yards in a turn that count as fast", (0 to 50), 20, ids::ACC_05;
    /// RAT-ACC-06: added in dim light.
    dim: "rat.difficulty_dim", "Difficulty of dim light", (0 to 50), 5, ids::ACC_06;
    /// RAT-ACC-06: added in the dark.
    dark: "rat.difficulty_dark", "Difficulty of darkness", (0 to 50), 10, ids::ACC_06;
    /// RAT-ACC-07: added by a light obstacle.
    light_obstacle: "rat.difficulty_light_obstacle", "Difficulty of a light obstacle", (0 to 50), 5, ids::ACC_07;
    /// RAT-ACC-07: added by a heavy obstacle.
    heavy_obstacle: "rat.difficulty_heavy_obstacle", "Difficulty of a heavy obstacle", (0 to 50), 10, ids::ACC_07;
}
