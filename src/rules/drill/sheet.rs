//! What a fighter and a weapon are under `drill`.

use serde::{Deserialize, Serialize};

use super::catalogue::{DMG_01, PAR_02};
use crate::rules::{
    Battle, Budget, Budgets, Combatant, CombatantId, ItemGlyph, ItemId, ItemNumber, RuleId, RulesetArm, RulesetSheet,
    Verdict, Vital, Vitals,
};

/// Health left, DRL-DMG-01.
pub const HEALTH: Vital = Vital(0);
/// 1: has walked this turn, DRL-TURN-01.
pub const WALKED: Budget = Budget(0);
/// 1: has struck this turn, DRL-TURN-01.
pub const STRUCK: Budget = Budget(1);
/// 1: has parried since the last turn, DRL-PAR-01.
pub const PARRIED: Budget = Budget(2);
/// Notches in a weapon, DRL-PAR-02.
pub const NOTCHES: ItemNumber = ItemNumber(0);
/// Notches that make a weapon blunt, DRL-PAR-02.
const BLUNT: i16 = 3;

/// A fighter's numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The most that hits or parries, 1 to 9, DRL-STR-01.
    pub skill: u8,
    /// Health at the start, 1 to 100, DRL-DMG-01.
    pub health: i16,
    /// Squares of a walk, 1 to 20, DRL-WALK-01.
    pub pace: u16,
    /// Who is first, DRL-ORD-01.
    pub nerve: u8,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { skill: 6, health: 12, pace: 5, nerve: 5 }
    }
}

impl RulesetSheet for Sheet {
    fn start(&self) -> (Vitals, Budgets) {
        (Vitals::default().with(HEALTH, self.health), Budgets::default())
    }

    fn faults(&self) -> Vec<String> {
        let within = |name: &str, value: i32, most: i32| {
            (!(1..=most).contains(&value)).then(|| format!("{name} is {value}, must be 1 to {most}"))
        };
        let skill = within("skill", self.skill.into(), 9);
        let health = within("health", self.health.into(), 100);
        [skill, health, within("pace", self.pace.into(), 20)].into_iter().flatten().collect()
    }
}

/// A weapon's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arm {
    /// Hands it takes; 0 for parts of a body.
    pub hands: u8,
    /// What it adds to damage, DRL-DMG-01.
    pub harm: i16,
    /// Squares it reaches, DRL-RCH-01.
    pub reach: u16,
    /// How many fighters one strike takes in, 1 to 8, DRL-SWEEP-01.
    pub sweep: u8,
}

impl Default for Arm {
    fn default() -> Self {
        Self { hands: 1, harm: 0, reach: 1, sweep: 1 }
    }
}

impl RulesetArm for Arm {
    fn plain(_: ItemGlyph, hands: u8) -> Self {
        Self { hands, sweep: hands.max(1), ..Self::default() }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    fn faults(&self) -> Vec<String> {
        let fits = (1..=8).contains(&self.sweep);
        if fits { Vec::new() } else { vec![format!("sweep is {}, must be 1 to 8", self.sweep)] }
    }
}

/// The sheet of a combatant in a `drill` battle.
pub fn sheet(one: Combatant<'_>) -> &Sheet {
    one.sheet.as_ref()
}

/// The number that somebody strikes or parries with, by the rule that asks for it.
pub fn number(battle: &Battle, who: CombatantId, rule: RuleId) -> Verdict {
    Verdict::base(rule, "Skill", sheet(battle.combatant(who)).skill.into())
}

/// What a weapon adds to damage, DRL-DMG-01, DRL-PAR-02.
pub fn harm(battle: &Battle, item: ItemId) -> [(RuleId, &'static str, i32); 2] {
    let is_blunt = battle.item(item).numbers.get(NOTCHES) >= BLUNT;
    [(DMG_01, "Weapon", arm(battle, item).harm.into()), (PAR_02, "Notches", -i32::from(is_blunt))]
}

/// The numbers of a thing in a `drill` battle.
pub fn arm(battle: &Battle, item: ItemId) -> &Arm {
    battle.item(item).arm.as_ref()
}
