//! The account of an attack before any die is rolled: every number that is rolled or counts, with its terms.

use std::borrow::Cow;

use serde::Serialize;

use super::{RuleId, Sight, SituationKey, Verdict};
use crate::rules::ids::CombatantId;

/// The numbers of an attack before any die is rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assessment {
    /// The attack in words: "Crossbow, short range".
    pub title: String,
    /// What it needs, in one line: "Needs 40 or less, then Fray 35".
    pub about: String,
    /// All numbers in the order in which they come up. The first one decides whether the attack lands.
    pub numbers: Vec<AttackNumber>,
    /// Distance, sight and cover between attacker and target.
    pub sight: Sight,
}

/// One number of an attack: a number rolled against, or one added to or subtracted from a roll or the damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackNumber {
    /// What it is: "Attack", "Fray", "Damage dice".
    pub label: Cow<'static, str>,
    /// What it does in the attack.
    pub role: NumberRole,
    /// The number with every term.
    pub number: Verdict,
    /// How it is used, and by which rule: "Roll equal or under".
    pub used: Option<(Cow<'static, str>, RuleId)>,
    /// Who rolls against it; `None` if nobody does.
    pub by: Option<CombatantId>,
    /// The target whose number it is, if an attack has several.
    pub on: Option<CombatantId>,
    /// What makes its roll a critical, and by which rule: "Doubles".
    pub critical: Option<(Cow<'static, str>, RuleId)>,
}

/// What a number does in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum NumberRole {
    /// Decides whether a blow lands.
    Attack,
    /// Opposes the attack, rolled or fixed.
    Defence,
    /// Modifies one of these, or decides what follows: damage, mitigation, resistance.
    Besides,
}

impl Assessment {
    /// An account that begins with the number that decides whether the attack lands.
    pub fn new(title: impl Into<String>, about: impl Into<String>, attack: AttackNumber, sight: Sight) -> Self {
        Self { title: title.into(), about: about.into(), numbers: vec![attack], sight }
    }

    /// Adds more numbers.
    #[must_use]
    pub fn with(mut self, more: impl IntoIterator<Item = AttackNumber>) -> Self {
        self.numbers.extend(more);
        self
    }

    /// The number that decides whether the attack lands; with several blows, that of the first.
    pub fn attack(&self) -> &AttackNumber {
        &self.numbers[0]
    }

    /// All numbers without their terms, as one comparable value.
    pub fn key(&self) -> SituationKey {
        let numbers = self.numbers.iter().map(|number| (number.role, &*number.label, number.number.value));
        numbers.fold(SituationKey::default(), |key, number| key.with(&number))
    }

    /// All numbers but the first.
    pub fn others(&self) -> &[AttackNumber] {
        &self.numbers[1..]
    }

    /// The defences that the forecast assumes.
    pub fn defences(&self) -> impl Iterator<Item = &AttackNumber> {
        self.numbers.iter().filter(|number| number.role == NumberRole::Defence)
    }
}

impl AttackNumber {
    /// The number that decides whether a blow of `by` lands.
    pub fn attack(by: CombatantId, number: Verdict) -> Self {
        Self::new("Attack", NumberRole::Attack, number).rolled_by(by)
    }

    /// A defence of `by`.
    pub fn defence(by: CombatantId, label: impl Into<Cow<'static, str>>, number: Verdict) -> Self {
        Self::new(label, NumberRole::Defence, number).rolled_by(by)
    }

    /// A number that is neither attack nor defence, such as damage.
    pub fn besides(label: impl Into<Cow<'static, str>>, number: Verdict) -> Self {
        Self::new(label, NumberRole::Besides, number)
    }

    fn new(label: impl Into<Cow<'static, str>>, role: NumberRole, number: Verdict) -> Self {
        Self { label: label.into(), role, number, used: None, by: None, on: None, critical: None }
    }

    /// Sets who rolls against it.
    #[must_use]
    pub const fn rolled_by(mut self, who: CombatantId) -> Self {
        self.by = Some(who);
        self
    }

    /// Sets which of several targets it is for.
    #[must_use]
    pub const fn against(mut self, whom: CombatantId) -> Self {
        self.on = Some(whom);
        self
    }

    /// Sets how it is used, and by which rule.
    #[must_use]
    pub fn used(mut self, words: impl Into<Cow<'static, str>>, rule: RuleId) -> Self {
        self.used = Some((words.into(), rule));
        self
    }

    /// Sets what makes its roll a critical, and by which rule.
    #[must_use]
    pub fn critical(mut self, words: impl Into<Cow<'static, str>>, rule: RuleId) -> Self {
        self.critical = Some((words.into(), rule));
        self
    }
}
