//! The settings of `vigor`, in the catalogue's order; the encounter's flags come last.

use super::catalogue as ids;
use crate::rules::{Battle, Range, Setting};

/// In the catalogue's order.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "vig.score_per_bonus_die",
        about: "Score points for each bonus die",
        range: Range::Number(1, 20),
        default: 10,
        rule: ids::ROLL_03,
    },
    Setting {
        key: "vig.vs_tie",
        about: "A check that equals its VS",
        range: Range::Words(&["fail", "success"]),
        default: 0,
        rule: ids::ROLL_02,
    },
    Setting {
        key: "vig.burst",
        about: "Dice that a burst adds",
        range: Range::Words(&["recursive", "once"]),
        default: 0,
        rule: ids::ROLL_07,
    },
    Setting {
        key: "vig.initiative",
        about: "Initiative is rolled",
        range: Range::Words(&["once", "each_round"]),
        default: 0,
        rule: ids::INIT_02,
    },
    Setting {
        key: "vig.attack_adds_skill",
        about: "Skill dice add to attack rolls",
        range: Range::Words(&["off", "on"]),
        default: 0,
        rule: ids::ATK_02,
    },
    Setting {
        key: "vig.behind",
        about: "Behind is decided by",
        range: Range::Words(&["awareness", "facing"]),
        default: 0,
        rule: ids::ATK_05,
    },
    Setting {
        key: "vig.unaware_may_defend",
        about: "The unaware may defend",
        range: Range::Words(&["on", "off"]),
        default: 0,
        rule: ids::REACT_05,
    },
    Setting {
        key: "vig.moving_away_opens",
        about: "Moving out of reach creates an opening",
        range: Range::Words(&["off", "on"]),
        default: 0,
        rule: ids::REACH_05,
    },
    Setting {
        key: "vig.ready_vigor",
        about: "Vigor that a readied act costs",
        range: Range::Words(&["5", "0"]),
        default: 0,
        rule: ids::ACT_02,
    },
    Setting {
        key: "vig.chances",
        about: "Chances",
        range: Range::Words(&["off", "gamble", "charges"]),
        default: 0,
        rule: ids::REACT_09,
    },
    Setting {
        key: "vig.cover_mix",
        about: "Of several covers",
        range: Range::Words(&["category", "best_of_each"]),
        default: 0,
        rule: ids::COV_05,
    },
    Setting {
        key: "vig.vision_range",
        about: "End of the printed span of vision",
        range: Range::Words(&["high", "low"]),
        default: 0,
        rule: ids::VIS_05,
    },
    Setting {
        key: "vig.durability_overflow",
        about: "Damage beyond Durability goes on to Health",
        range: Range::Words(&["on", "off"]),
        default: 0,
        rule: ids::HLTH_02,
    },
    Setting {
        key: "vig.incapacitated_hit",
        about: "A hit on the incapacitated",
        range: Range::Words(&["kill", "normal"]),
        default: 0,
        rule: ids::COND_07,
    },
    Setting {
        key: "vig.knockdown",
        about: "A heavy hit knocks down at",
        range: Range::Words(&["full", "half", "off"]),
        default: 0,
        rule: ids::COND_05,
    },
    Setting {
        key: "vig.sonic_stun",
        about: "Sonic damage stuns",
        range: Range::Words(&["on", "off"]),
        default: 0,
        rule: ids::TYPE_08,
    },
    Setting {
        key: "vig.material_effects",
        about: "Chemical, Cold and Thermal harm materials",
        range: Range::Words(&["off", "on"]),
        default: 0,
        rule: ids::TYPE_09,
    },
    Setting {
        key: "vig.skill_actions",
        about: "Skills may be used on enemies",
        range: Range::Words(&["on", "off"]),
        default: 0,
        rule: ids::ACT_05,
    },
    Setting {
        key: "vig.visibility",
        about: "Visibility of the whole encounter",
        range: Range::Words(&["normal", "reduced", "low", "zero"]),
        default: 0,
        rule: ids::VIS_01,
    },
    Setting {
        key: "vig.vacuum",
        about: "The encounter is in a vacuum",
        range: Range::Words(&["off", "on"]),
        default: 0,
        rule: ids::TYPE_08,
    },
];

/// The settings by their places in [`SETTINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    ScorePerBonusDie,
    VsTie,
    Burst,
    Initiative,
    AttackAddsSkill,
    Behind,
    UnawareMayDefend,
    MovingAwayOpens,
    ReadyVigor,
    Chances,
    CoverMix,
    VisionRange,
    DurabilityOverflow,
    IncapacitatedHit,
    Knockdown,
    SonicStun,
    MaterialEffects,
    SkillActions,
    Visibility,
    Vacuum,
}

fn value(battle: &Battle, key: Key) -> i32 {
    battle.settings.get(key as usize)
}

/// VIG-ROLL-03: points of a score for each bonus die.
pub fn score_per_bonus_die(battle: &Battle) -> i32 {
    value(battle, Key::ScorePerBonusDie)
}

/// VIG-ROLL-02: a check that is neither an attack nor a contest also succeeds on a tie.
pub fn tie_succeeds(battle: &Battle) -> bool {
    value(battle, Key::VsTie) == 1
}

/// VIG-ROLL-07: a die that a burst has added does not burst.
pub fn bursts_once(battle: &Battle) -> bool {
    value(battle, Key::Burst) == 1
}

/// VIG-INIT-02: initiative is rolled each round.
pub fn rolls_each_round(battle: &Battle) -> bool {
    value(battle, Key::Initiative) == 1
}

/// VIG-ATK-02: skill dice add to attack rolls.
pub fn attack_adds_skill(battle: &Battle) -> bool {
    value(battle, Key::AttackAddsSkill) == 1
}

/// VIG-ATK-05: whoever attacks from behind must stand there.
pub fn facing_counts(battle: &Battle) -> bool {
    value(battle, Key::Behind) == 1
}

/// VIG-REACT-05: the unaware are offered no Defence.
pub fn unaware_never_defend(battle: &Battle) -> bool {
    value(battle, Key::UnawareMayDefend) == 1
}

/// VIG-REACH-05: leaving reach by a Move creates an opening.
pub fn moving_away_opens(battle: &Battle) -> bool {
    value(battle, Key::MovingAwayOpens) == 1
}

/// VIG-ACT-02: a readied act costs no Vigor of its own.
pub fn ready_is_free(battle: &Battle) -> bool {
    value(battle, Key::ReadyVigor) == 1
}

/// VIG-COV-05: the best Guard and the best AR count.
pub fn best_of_each_cover(battle: &Battle) -> bool {
    value(battle, Key::CoverMix) == 1
}

/// VIG-VIS-05: the low ends of the printed spans count.
pub fn sees_little(battle: &Battle) -> bool {
    value(battle, Key::VisionRange) == 1
}

/// VIG-HLTH-02: damage beyond Durability is lost.
pub fn overflow_is_lost(battle: &Battle) -> bool {
    value(battle, Key::DurabilityOverflow) == 1
}

/// VIG-COND-07: the incapacitated take usual damage.
pub fn spares_the_incapacitated(battle: &Battle) -> bool {
    value(battle, Key::IncapacitatedHit) == 1
}

/// VIG-TYPE-08: Sonic damage stuns nobody.
pub fn sonic_is_plain(battle: &Battle) -> bool {
    value(battle, Key::SonicStun) == 1
}

/// VIG-TYPE-09: Chemical, Cold and Thermal harm materials.
pub fn material_effects(battle: &Battle) -> bool {
    value(battle, Key::MaterialEffects) == 1
}

/// VIG-ACT-05: skills are not used on enemies.
pub fn no_skill_actions(battle: &Battle) -> bool {
    value(battle, Key::SkillActions) == 1
}

/// VIG-VIS-01: the grade of the whole encounter, 0 the clearest.
pub fn visibility(battle: &Battle) -> usize {
    value(battle, Key::Visibility).clamp(0, 3) as usize
}

/// VIG-TYPE-08: no ranged Sonic attack can be made.
pub fn is_vacuum(battle: &Battle) -> bool {
    value(battle, Key::Vacuum) == 1
}

/// What Chances are, VIG-REACT-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// There are none.
    Off,
    /// A Challenge on the attack for a Charge on the damage.
    Gamble,
    /// A misprint of Charges: reactions get none.
    Charges,
}

/// VIG-REACT-09.
pub fn chances(battle: &Battle) -> Chances {
    [Chances::Off, Chances::Gamble, Chances::Charges][value(battle, Key::Chances).clamp(0, 2) as usize]
}

/// The body damage of one hit that knocks down somebody with that much Durability in all; `None`: none does. VIG-COND-05.
pub fn knockdown(battle: &Battle, durability: i16) -> Option<i16> {
    match value(battle, Key::Knockdown) {
        0 => Some(durability),
        1 => Some((durability + 1) / 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_the_table() {
        for (key, name) in [
            (Key::ScorePerBonusDie, "vig.score_per_bonus_die"),
            (Key::VsTie, "vig.vs_tie"),
            (Key::Burst, "vig.burst"),
            (Key::Initiative, "vig.initiative"),
            (Key::AttackAddsSkill, "vig.attack_adds_skill"),
            (Key::Behind, "vig.behind"),
            (Key::UnawareMayDefend, "vig.unaware_may_defend"),
            (Key::MovingAwayOpens, "vig.moving_away_opens"),
            (Key::ReadyVigor, "vig.ready_vigor"),
            (Key::Chances, "vig.chances"),
            (Key::CoverMix, "vig.cover_mix"),
            (Key::VisionRange, "vig.vision_range"),
            (Key::DurabilityOverflow, "vig.durability_overflow"),
            (Key::IncapacitatedHit, "vig.incapacitated_hit"),
            (Key::Knockdown, "vig.knockdown"),
            (Key::SonicStun, "vig.sonic_stun"),
            (Key::MaterialEffects, "vig.material_effects"),
            (Key::SkillActions, "vig.skill_actions"),
            (Key::Visibility, "vig.visibility"),
            (Key::Vacuum, "vig.vacuum"),
        ] {
            assert_eq!(SETTINGS[key as usize].key, name, "{key:?}");
        }
        assert_eq!(SETTINGS.len(), 20);
    }
}
