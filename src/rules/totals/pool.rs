//! Rolls of added d10, with Luck and criticals. TOT-DICE, TOT-LUCK, TOT-CRIT-01.

use std::sync::LazyLock;

use super::{
    catalogue as ids,
    conditions::reacts,
    menu,
    settings::{self, Criticals},
    sheet::{LUCK, sheet},
};
use crate::{
    dice::{Digits, Face, Throw},
    rules::{Die, Part, prelude::*},
};

/// The most Luck dice that a defender can stake on a roll of `dice`; 0 if it may not.
pub fn most_luck_in_defence(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    if may_stake(battle, who) && reacts(battle, who) { most_luck(battle, who, dice) } else { 0 }
}

/// Dice to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Ordinary dice.
    pub dice: u8,
    /// Luck dice staked, TOT-LUCK-02.
    pub luck: u8,
    /// Whether criticals are read, TOT-CRIT-01.
    pub marked: bool,
}

/// The result of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Sum of the ordinary dice.
    pub sum: i32,
    /// The Luck modifier, TOT-LUCK-02.
    pub luck: i32,
    /// Critical, fumble or neither.
    pub digits: Digits,
    /// The dice as they fell, flip, markers and Luck dice included.
    pub lain: Vec<Die>,
}

impl Rolled {
    /// The sum with its Luck modifier.
    pub const fn total(&self) -> i32 {
        self.sum + self.luck
    }
}

/// The throw of the ordinary dice, at least one.
pub fn throw(battle: &Battle, dice: u8, is_marked: bool) -> Throw {
    match settings::criticals(battle) {
        Criticals::Paired if is_marked => Throw::Marked { count: dice, apart: false },
        Criticals::Separate if is_marked => Throw::Marked { count: dice, apart: true },
        _ => self::dice(dice),
    }
}

/// Like [`roll`], but faster in forecasts: for rolls where only the digits matter, and whether the sum is above a
/// number. `classes` are by digits, for sums up to that number and for sums above it.
pub fn roll_split(
    battle: &Battle,
    pool: Pool,
    above: i32,
    classes: [[u32; 2]; 3],
    context: &mut StepContext<'_>,
) -> Rolled {
    let dice = throw(battle, pool.dice, pool.marked);
    if pool.luck > 0 || pool.dice == 0 || !matches!(dice, Throw::Marked { .. }) {
        let class = |sum: i32, digits: Digits| classes[digits as usize][usize::from(sum > above)];
        return roll(battle, pool, &class, context);
    }
    let thrown = context.throw_split(dice, above, classes);
    Rolled { sum: thrown.sum, luck: 0, digits: thrown.digits, lain: lain(&thrown.faces, pool.dice).collect() }
}

/// The dice of a pool: first those that count, then the markers.
fn lain(faces: &[Face], counted: u8) -> impl Iterator<Item = Die> {
    let (counted, markers) = faces.split_at(faces.len().min(counted.into()));
    Die::each(counted, Part::Counted).chain(Die::each(markers, Part::Marker))
}

/// Rolls the flip if Luck is staked, then the dice, then the Luck dice, TOT-DICE-02. Sums and digits of the same
/// `class` lead to the same result; it is not used if Luck is staked.
pub fn roll(battle: &Battle, pool: Pool, class: &dyn Fn(i32, Digits) -> u32, context: &mut StepContext<'_>) -> Rolled {
    let ordinary = |lying: &mut Vec<Die>, context: &mut StepContext<'_>| {
        if pool.dice == 0 {
            return (0, Digits::Plain);
        }
        let dice = throw(battle, pool.dice, pool.marked);
        let thrown = if pool.luck > 0 {
            context.throw_apart(dice)
        } else {
            context.throw(dice, &|rolled| class(rolled.sum, rolled.digits))
        };
        lying.extend(lain(&thrown.faces, pool.dice));
        (thrown.sum, thrown.digits)
    };
    let ((sum, digits), luck, lain) = with_stake(pool.luck, context, ordinary);
    Rolled { sum, luck, digits, lain }
}

/// Throws the ordinary dice, between flip and Luck dice if Luck is staked. Returns their result, the Luck modifier, and
/// all dice as they lie. TOT-DICE-02, TOT-LUCK-02.
pub fn with_stake<T>(
    luck: u8,
    context: &mut StepContext<'_>,
    ordinary: impl FnOnce(&mut Vec<Die>, &mut StepContext<'_>) -> T,
) -> (T, i32, Vec<Die>) {
    let mut lying = Vec::new();
    let flip = (luck > 0).then(|| context.throw_apart(Throw::die(2)));
    lying.extend(flip.iter().flat_map(|flip| Die::each(&flip.faces, Part::Flip)));
    let thrown = ordinary(&mut lying, context);
    let luck = flip.map_or(0, |flip| {
        let dice = context.throw_apart(dice(luck));
        lying.extend(Die::each(&dice.faces, Part::Luck));
        if flip.sum == 2 { dice.sum } else { -dice.sum }
    });
    (thrown, luck, lying)
}

/// Like [`roll`], and logs the roll: who makes it, what it is for, its rule, and what is added.
pub fn roll_for(
    battle: &Battle,
    (who, words, rule): (CombatantId, &'static str, RuleId),
    pool: Pool,
    class: &dyn Fn(i32, Digits) -> u32,
    more: &[Added],
    context: &mut StepContext<'_>,
) -> Rolled {
    let rolled = roll(battle, pool, class, context);
    if !rolled.lain.is_empty() {
        context.log(|| Entry::Roll(told(who, words, rule, &rolled, more)));
    }
    rolled
}

/// An addition to a sum of dice: the rule, the reason, the amount.
pub type Added = (RuleId, &'static str, i32);

/// The sum of all additions.
pub fn flat(more: &[Added]) -> i32 {
    more.iter().map(|(.., amount)| amount).sum()
}

/// A throw of `count` d10 that are added up.
pub const fn dice(count: u8) -> Throw {
    Throw::Sum { count, sides: 10 }
}

/// The most Luck dice that can be staked on a roll: no more than its dice (unless a setting lifts that) and no more
/// than the points left, TOT-LUCK-03.
pub fn most_luck(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    let left = battle.combatant(who).vitals.get(LUCK).clamp(0, MOST_LUCK.into()) as u8;
    match dice {
        0 => 0,
        _ if settings::luck_without_cap(battle) => left,
        dice => left.min(dice),
    }
}

/// Stakes of Luck as parameter values.
static STAKES: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let words = |count: u8| if count == 0 { "None".into() } else { format!("{count}d10") };
    (0..=MOST_LUCK).map(|count| number(count.into(), words(count))).collect()
});

/// The most Luck that anybody has.
const MOST_LUCK: u8 = 40;

/// The parameter for a stake of at most `most` dice; `None` if no stake is possible.
pub fn luck_parameter(most: u8) -> Option<Parameter> {
    (most > 0).then(|| Parameter::new(&menu::WITH_LUCK, &STAKES[..=usize::from(most.min(MOST_LUCK))]))
}

/// A value of a parameter that counts something.
pub fn number(value: i32, label: String) -> ParameterValue {
    ParameterValue::new(value, value.to_string(), label)
}

/// Pays for a stake, TOT-LUCK-01.
pub fn stake(battle: &Battle, who: CombatantId, dice: u8, context: &mut StepContext<'_>) {
    if dice > 0 {
        context.effect(Effect::Vital(who, LUCK, battle.combatant(who).vitals.get(LUCK) - i16::from(dice)));
    }
}

/// The journal entry of a roll: dice, Luck, and other additions.
pub fn told(who: CombatantId, words: &'static str, rule: RuleId, rolled: &Rolled, more: &[Added]) -> Roll {
    let mut sum = Verdict::base(rule, "Dice", rolled.sum);
    sum.add(ids::LUCK_02, "Luck", rolled.luck);
    more.iter().for_each(|(rule, words, amount)| sum.add(*rule, *words, *amount));
    let upshot = match rolled.digits {
        Digits::Plain => "",
        Digits::Double => "critical",
        Digits::ZeroOne => "fumble",
    };
    Roll {
        who,
        words: words.into(),
        rule,
        dice: rolled.lain.clone(),
        value: sum.value,
        against: Some(sum),
        success: None,
        upshot: upshot.into(),
    }
}

/// Whether a combatant may stake Luck on a roll; the unconscious and mounts may not.
pub fn may_stake(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.fights() && fighter.vitals.get(LUCK) > 0 && !sheet(fighter).mount
}

/// The most Luck dice that a combatant can stake on a roll of `dice`, TOT-LUCK-03.
pub fn most_luck_on(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    if may_stake(battle, who) { most_luck(battle, who, dice) } else { 0 }
}

/// Adds a stake of Luck to an offer: no more dice than the roll has, including those that the parameters in `more` add.
/// TOT-LUCK-03.
pub fn staked(battle: &Battle, who: CombatantId, offer: Offer, dice: u8, more: &[&'static str]) -> Offer {
    let most = |key: &&&str| offer.parameters.iter().find(|parameter| parameter.key == **key);
    let added: i32 = more
        .iter()
        .filter_map(|key| most(&key))
        .filter_map(|parameter| parameter.values.iter().map(|value| value.value).max())
        .sum();
    let own_turn = battle.scene.acting == Some(who);
    let all = dice.saturating_add(added.clamp(0, 60) as u8);
    let luck = if own_turn { most_luck_on(battle, who, all) } else { most_luck_in_defence(battle, who, all) };
    let Some(parameter) = luck_parameter(luck) else { return offer };
    let offer = offer.parameter(parameter);
    if luck <= dice || settings::luck_without_cap(battle) {
        return offer;
    }
    let weights = std::iter::once(("luck", 1)).chain(more.iter().map(|key| (*key, -1))).collect();
    offer.limited(weights, dice.into(), Refusal::new(ids::LUCK_03, "More Luck than dice"))
}

/// A question's only answer: a roll that Luck can be staked on.
pub fn staking(kind: &'static OfferKind, luck: u8, rules: &'static [RuleId]) -> Vec<Offer> {
    let mut offer = Offer::new(kind, rules, Cost::FREE);
    offer.parameters.extend(luck_parameter(luck));
    vec![offer]
}

/// Adds to an offer a stake of Luck on `dice`, TOT-LUCK-03.
pub fn with_luck(battle: &Battle, who: CombatantId, dice: u8, mut offer: Offer) -> Offer {
    offer.parameters.extend(luck_parameter(most_luck_on(battle, who, dice)));
    offer
}
