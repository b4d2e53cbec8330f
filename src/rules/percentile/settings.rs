//! The settings of `percentile`.

use super::{catalogue as ids, menu::Stunt};
use crate::rules::Battle;

crate::rules::ruleset::own_settings::settings! {
    tie_value: "pct.tie", "Equal rolls", ["reroll", "defender", "attacker"], 0, ids::CHK_06;
    /// PCT-CHK-05: a critical success beats one that is not critical.
    critical_wins is 0: "pct.critical_wins", "A critical beats a higher roll", ["on", "off"], 1, ids::CHK_05;
    /// PCT-DMG-02: criticals below 30 get +5 DV too.
    critical_bonus is 0: "pct.critical_bonus", "Criticals below 30 give +5 DV", ["on", "off"], 1, ids::DMG_02;
    /// PCT-CHK-11: Luck Points in one check.
    luck_per_check: "pct.luck_per_check", "Luck Points in one check", (0 to 3), 3, ids::CHK_11;
    /// PCT-CHK-10: the penalty for being hurried applies to defence.
    run_penalty_on_defence is 0: "pct.run_penalty_on_defence", "Running hampers defence", ["on", "off"], 0, ids::CHK_10;
    /// PCT-REA-02: only steps out of reach provoke.
    only_leaving_provokes is 1: "pct.aoo", "Steps that provoke", ["not_closer", "leaves_reach"], 0, ids::REA_02;
    /// PCT-ATK-07: blind attacks use the lower of 50 and the rating; Luck does not count.
    blind_fifty is 1: "pct.blind", "Blind attacks", ["worse", "fifty"], 0, ids::ATK_07;
    /// PCT-COV-03: one line from centre to centre.
    cover_lines_centre is 1: "pct.cover_lines", "Lines of cover", ["corners", "centre"], 0, ids::COV_03;
    /// PCT-COV-04: low obstacles count wherever they stand.
    low_cover_any is 1: "pct.low_cover", "Low obstacles count", ["touching", "any"], 0, ids::COV_04;
    /// PCT-COV-06: bodies in between are minimal cover.
    occupant_cover is 1: "pct.occupant_cover", "Bodies in between", ["none", "minimal"], 0, ids::COV_06;
    /// PCT-MNT-06: riders are hard to hit in melee only.
    rider_penalty_melee is 1: "pct.rider_penalty", "Riders are hard to hit", ["all", "melee"], 0, ids::MNT_06;
    /// PCT-BLAST-04: total cover protects against blasts.
    blast_walls is 0: "pct.blast_walls", "Walls stop blasts", ["on", "off"], 0, ids::BLAST_04;
    /// PCT-MNT-09: how many may be attacked in passing; 0 for any number.
    ride_by_max: "pct.ride_by_max", "Attacks in passing (0: any number)", (0 to 10), 0, ids::MNT_09;
    maim_neck_value: "pct.maim_neck", "Maiming the neck", ["dead", "disabled", "off"], 0, ids::STR_04;
    /// PCT-CHA-02: metres that a charge must cover.
    charge_min: "pct.charge_min", "Metres for a charge's momentum", (0 to 20), 3, ids::CHA_02;
    /// PCT-CHA-02: those metres are measured as the crow flies.
    charge_by_displacement is 1: "pct.charge_measure",
        "A charge is measured by", ["path", "displacement"], 0, ids::CHA_02;
    /// PCT-MAN-07: riders can be pulled from the saddle.
    dismount is 0: "pct.dismount", "Riders can be pulled down", ["on", "off"], 0, ids::MAN_07;
    /// PCT-RES-03: points change the damage before armour is subtracted.
    resist_before_armour is 1: "pct.resist_order",
        "Resistance counts", ["after_armour", "before_armour"], 0, ids::RES_03;
    /// PCT-MOVE-04: a stunt and a movement by mode may follow each other.
    follow_through is 0: "pct.follow_through", "A stunt and a movement in one turn", ["on", "off"], 0, ids::MOVE_04;
    /// PCT-STU-04: an attacker who is behind somebody is harder to defend against.
    behind_counts is 0: "pct.behind", "Defence against an attacker behind", ["-20", "none"], 0, ids::STU_04;
    plays_vault is 0: "pct.stunts.vault", "Stunt: vault", ["on", "off"], 0, ids::STU_02;
    plays_dive is 0: "pct.stunts.dive", "Stunt: diving roll", ["on", "off"], 0, ids::STU_03;
    plays_kick is 0: "pct.stunts.kick", "Stunt: corner wall kick", ["on", "off"], 0, ids::STU_04;
    plays_flip is 0: "pct.stunts.flip", "Stunt: flip over", ["on", "off"], 0, ids::STU_05;
    plays_jump is 0: "pct.stunts.jump", "Stunt: jump", ["on", "off"], 0, ids::STU_06;
    plays_spring is 0: "pct.stunts.spring", "Stunt: hand-spring", ["on", "off"], 0, ids::STU_07;
    plays_swing is 0: "pct.stunts.swing", "Stunt: swing", ["on", "off"], 0, ids::STU_08;
    plays_climb is 0: "pct.stunts.climb", "Stunt: climb", ["on", "off"], 0, ids::STU_09;
    /// PCT-OBJ-01, PCT-OBJ-02: kegs, charges and fire work by the closest rules.
    objects is 0: "pct.objects", "Kegs, charges and fire do harm", ["on", "off"], 0, ids::OBJ_01, later;
}

/// What maiming the neck does, PCT-STR-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeckMaiming {
    /// Kills.
    Dead,
    /// Disables.
    Disabled,
    /// Cannot be done.
    Off,
}

/// PCT-STR-04.
pub fn maim_neck(battle: &Battle) -> NeckMaiming {
    [NeckMaiming::Dead, NeckMaiming::Disabled, NeckMaiming::Off][maim_neck_value(battle) as usize]
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
    [Tie::Reroll, Tie::Defender, Tie::Attacker][tie_value(battle) as usize]
}

/// PCT-STU-01: whether a stunt is on the menu.
pub fn plays_stunt(battle: &Battle, stunt: Stunt) -> bool {
    const PLAYS: [fn(&Battle) -> bool; 8] =
        [plays_vault, plays_dive, plays_kick, plays_flip, plays_jump, plays_spring, plays_swing, plays_climb];
    PLAYS[stunt as usize](battle)
}
