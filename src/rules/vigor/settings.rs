//! The settings of `vigor`, in the catalogue's order; the encounter's flags come last.

use super::catalogue as ids;
use crate::rules::Battle;

crate::rules::ruleset::own_settings::settings! {
    /// VIG-ROLL-03: points of a score for each bonus die.
    score_per_bonus_die: "vig.score_per_bonus_die", "Score points for each bonus die", (1 to 20), 10, ids::ROLL_03;
    /// VIG-ROLL-02: a check that is neither an attack nor a contest also succeeds on a tie.
    tie_succeeds is 1: "vig.vs_tie", "A check that equals its VS", ["fail", "success"], 0, ids::ROLL_02;
    /// VIG-ROLL-07: dice added by a burst do not burst.
    bursts_once is 1: "vig.burst", "Dice that a burst adds", ["recursive", "once"], 0, ids::ROLL_07;
    /// VIG-INIT-02: initiative is rolled each round.
    rolls_each_round is 1: "vig.initiative", "Initiative is rolled", ["once", "each_round"], 0, ids::INIT_02;
    /// VIG-ATK-02: skill dice add to attack rolls.
    attack_adds_skill is 1: "vig.attack_adds_skill", "Skill dice add to attack rolls", ["off", "on"], 0, ids::ATK_02;
    /// VIG-ATK-05: attackers from behind must stand behind.
    facing_counts is 1: "vig.behind", "Behind is decided by", ["awareness", "facing"], 0, ids::ATK_05;
    /// VIG-REACT-05: the unaware are offered no Defence.
    unaware_never_defend is 1: "vig.unaware_may_defend", "The unaware may defend", ["on", "off"], 0, ids::REACT_05;
    /// VIG-REACH-05: leaving reach by a Move creates an opening.
    moving_away_opens is 1: "vig.moving_away_opens",
        "Moving out of reach creates an opening", ["off", "on"], 0, ids::REACH_05;
    /// VIG-ACT-02: a readied act costs no Vigor of its own.
    ready_is_free is 1: "vig.ready_vigor", "Vigor that a readied act costs", ["5", "0"], 0, ids::ACT_02;
    chances_value: "vig.chances", "Chances", ["off", "gamble", "charges"], 0, ids::REACT_09;
    /// VIG-COV-05: the best Guard and the best AR count.
    best_of_each_cover is 1: "vig.cover_mix", "Of several covers", ["category", "best_of_each"], 0, ids::COV_05;
    /// VIG-VIS-05: the low ends of the printed spans count.
    sees_little is 1: "vig.vision_range", "End of the printed vision range", ["high", "low"], 0, ids::VIS_05;
    /// VIG-HLTH-02: damage beyond Durability is lost.
    overflow_is_lost is 1: "vig.durability_overflow",
        "Damage beyond Durability goes on to Health", ["on", "off"], 0, ids::HLTH_02;
    /// VIG-COND-07: the incapacitated take usual damage.
    spares_the_incapacitated is 1: "vig.incapacitated_hit",
        "A hit on the incapacitated", ["kill", "normal"], 0, ids::COND_07;
    knockdown_value: "vig.knockdown", "A heavy hit knocks down at", ["full", "half", "off"], 0, ids::COND_05;
    /// VIG-TYPE-08: Sonic damage stuns nobody.
    sonic_is_plain is 1: "vig.sonic_stun", "Sonic damage stuns", ["on", "off"], 0, ids::TYPE_08;
    /// VIG-TYPE-09: Chemical, Cold and Thermal harm materials.
    material_effects is 1: "vig.material_effects",
        "Chemical, Cold and Thermal harm materials", ["off", "on"], 0, ids::TYPE_09;
    /// VIG-ACT-05: skills are not used on enemies.
    no_skill_actions is 1: "vig.skill_actions", "Skills may be used on enemies", ["on", "off"], 0, ids::ACT_05;
    visibility_value: "vig.visibility",
        "Visibility of the whole encounter", ["normal", "reduced", "low", "zero"], 0, ids::VIS_01;
    /// VIG-TYPE-08: no ranged Sonic attack can be made.
    is_vacuum is 1: "vig.vacuum", "The encounter is in a vacuum", ["off", "on"], 0, ids::TYPE_08;
    /// VIG-OBJ-03, VIG-OBJ-04: kegs, charges and fire do harm.
    objects is 0: "vig.objects", "Kegs, charges and fire do harm", ["on", "off"], 0, ids::OBJ_03, later;
}

/// VIG-VIS-01: the grade of the whole encounter, 0 the clearest.
pub fn visibility(battle: &Battle) -> usize {
    visibility_value(battle).clamp(0, 3) as usize
}

/// The meaning of Chances, VIG-REACT-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// There are none.
    Off,
    /// A Challenge on the attack for a Charge on the damage.
    Gamble,
    /// A misprint of Charges: reactions get none.
    Charges,
}

/// The setting for Chances, VIG-REACT-09.
pub fn chances(battle: &Battle) -> Chances {
    [Chances::Off, Chances::Gamble, Chances::Charges][chances_value(battle).clamp(0, 2) as usize]
}

/// The least body damage of one hit that knocks down a combatant with this maximum Durability; `None` if none does.
/// VIG-COND-05.
pub fn knockdown(battle: &Battle, durability: i16) -> Option<i16> {
    match knockdown_value(battle) {
        0 => Some(durability),
        1 => Some((durability + 1) / 2),
        _ => None,
    }
}
