//! Drugs that work for some of the taker's own turns: a dose sets in, its turns run down, then comes the aftermath. A
//! working drug is a condition whose level is its tier. What a tier is worth is up to the ruleset.

use serde::{Deserialize, Serialize};

use super::StepContext;
use crate::rules::{
    state::{Combatant, Condition, ConditionKind, Effect, Status, Until, Vital},
    table::Detail,
};

/// Which drug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Drug {
    /// For those who fight.
    Berserk,
    /// For those who cast.
    Meginserk,
}

impl Drug {
    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Berserk => "berserk",
            Self::Meginserk => "meginserk",
        }
    }
}

/// A dose of a drug, taken or still to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dose {
    /// The drug.
    pub drug: Drug,
    /// How strong, 1 to [`Self::STRONGEST`].
    pub tier: u8,
}

impl Dose {
    /// The highest tier.
    pub const STRONGEST: u8 = 5;
}

/// What a drug leaves behind as it wears off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// The taker has Vitality left.
    Stupor,
    /// The taker has no Vitality left.
    Coma,
    /// The tier was higher than the taker is trained for.
    Death,
}

/// How a ruleset stores working drugs.
#[derive(Clone, Copy, Debug)]
pub struct Drugs {
    /// The conditions of a working [`Drug::Berserk`] and of a working [`Drug::Meginserk`].
    pub kinds: [ConditionKind; 2],
    /// The total that a drug fills and that ends with it.
    pub buffer: Vital,
    /// The total that decides between stupor and coma.
    pub vitality: Vital,
    /// The number of own turns left that such a condition carries; `None` if it lasts until something ends it.
    pub turns: fn(&Condition) -> Option<u8>,
    /// The detail that such a condition carries for a number of turns.
    pub detail: fn(u8) -> Detail,
}

impl Drugs {
    /// The drug that works in a fighter, and its tier. TOT-BERS-01, POO-BER-01.
    pub fn working(&self, fighter: Combatant<'_>) -> Option<Dose> {
        [Drug::Berserk, Drug::Meginserk].into_iter().find_map(|drug| {
            let tier = fighter.conditions.find(self.kinds[drug as usize])?.level;
            Some(Dose { drug, tier: tier.clamp(0, Dose::STRONGEST.into()) as u8 })
        })
    }

    /// The tier of one drug, 0 if it does not work.
    pub fn tier_of(&self, fighter: Combatant<'_>, drug: Drug) -> u8 {
        self.working(fighter).filter(|dose| dose.drug == drug).map_or(0, |dose| dose.tier)
    }

    /// Whether a dose cannot be taken because the other drug works. TOT-BERS-01, POO-BER-01.
    pub fn clash(&self, fighter: Combatant<'_>, dose: Dose) -> bool {
        self.working(fighter).is_some_and(|works| works.drug != dose.drug)
    }

    /// A dose begins to work for a number of own turns, or begins anew. Each tier above the one already working adds
    /// `worth` to the buffer. TOT-BERS-01, TOT-BERS-02, POO-BER-01, POO-BER-02.
    pub fn set_in(&self, fighter: Combatant<'_>, dose: Dose, turns: u8, worth: i16, context: &mut StepContext<'_>) {
        let (who, kind) = (fighter.id, self.kinds[dose.drug as usize]);
        let old = fighter.conditions.find(kind);
        let before = old.map_or(0, |works| works.level);
        let level = before.max(dose.tier.into());
        let new = Condition { level, detail: (self.detail)(turns), ..Condition::new(kind, Until::Indefinite) };
        context.effect(match old {
            Some(old) => Effect::replaced(who, *old, Some(new)),
            None => Effect::AddCondition(who, new),
        });
        if level > before {
            let buffer = fighter.vitals.get(self.buffer) + (level - before) * worth;
            context.effect(Effect::Vital(who, self.buffer, buffer));
        }
    }

    /// Counts down one own turn. After the last one, condition and buffer are gone and the aftermath is returned;
    /// `trained` is the fighter's training in each drug. TOT-BERS-08, POO-BER-07.
    pub fn run_down(
        &self,
        fighter: Combatant<'_>,
        trained: [u8; 2],
        context: &mut StepContext<'_>,
    ) -> Option<Aftermath> {
        let Dose { drug, tier } = self.working(fighter).filter(|_| fighter.status != Status::Dead)?;
        let works = fighter.conditions.find(self.kinds[drug as usize])?;
        let left = (self.turns)(works)?.saturating_sub(1);
        let less = (left > 0).then(|| Condition { detail: (self.detail)(left), ..*works });
        context.effect(Effect::replaced(fighter.id, *works, less));
        if less.is_some() {
            return None;
        }
        if fighter.vitals.get(self.buffer) != 0 {
            context.effect(Effect::Vital(fighter.id, self.buffer, 0));
        }
        Some(match fighter.vitals.get(self.vitality) {
            _ if tier > trained[drug as usize] => Aftermath::Death,
            1.. => Aftermath::Stupor,
            _ => Aftermath::Coma,
        })
    }
}
