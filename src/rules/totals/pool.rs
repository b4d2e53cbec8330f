//! Rolls of d10 that are added up, with Luck and with criticals. TOT-DICE, TOT-LUCK, TOT-CRIT-01.

use std::sync::LazyLock;

use super::{
    catalogue as ids, menu,
    settings::{self, Criticals},
    sheet::LUCK,
};
use crate::{
    dice::{Digits, Face, Throw},
    rules::{
        Battle, CombatantId, Die, Effect, Entry, Parameter, ParameterValue, Part, Roll, RuleId, StepContext, Verdict,
    },
};

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
    /// The dice as they fell.
    pub lain: Vec<Die>,
}

impl Rolled {
    /// The sum with its Luck modifier.
    pub const fn total(&self) -> i32 {
        self.sum + self.luck
    }
}

/// The throw of the ordinary dice; at least one.
pub fn throw(battle: &Battle, dice: u8, is_marked: bool) -> Throw {
    match settings::criticals(battle) {
        Criticals::Paired if is_marked => Throw::Marked { count: dice, apart: false },
        Criticals::Separate if is_marked => Throw::Marked { count: dice, apart: true },
        _ => Throw::Sum { count: dice, sides: 10 },
    }
}

/// Rolls dice where only the digits matter and whether the sum is above a number: as [`roll`], but faster in forecasts.
/// `classes` are by digits, for sums up to that number and for those above it.
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

/// The dice of a pool: those that count, then the markers.
fn lain(faces: &[Face], counted: u8) -> impl Iterator<Item = Die> {
    let (counted, markers) = faces.split_at(faces.len().min(counted.into()));
    Die::each(counted, Part::Counted).chain(Die::each(markers, Part::Marker))
}

/// Rolls the flip if Luck is staked, the dice, the Luck dice, TOT-DICE-02. `class` says which sums and digits lead to
/// the same; with staked Luck all may differ.
pub fn roll(battle: &Battle, pool: Pool, class: &dyn Fn(i32, Digits) -> u32, context: &mut StepContext<'_>) -> Rolled {
    let mut lying = Vec::new();
    let flip = (pool.luck > 0).then(|| context.throw_apart(Throw::die(2)));
    lying.extend(flip.iter().flat_map(|flip| Die::each(&flip.faces, Part::Flip)));
    let (sum, digits) = if pool.dice > 0 {
        let dice = throw(battle, pool.dice, pool.marked);
        let thrown = if pool.luck > 0 {
            context.throw_apart(dice)
        } else {
            context.throw(dice, &|rolled| class(rolled.sum, rolled.digits))
        };
        lying.extend(lain(&thrown.faces, pool.dice));
        (thrown.sum, thrown.digits)
    } else {
        (0, Digits::Plain)
    };
    let luck = flip.map_or(0, |flip| {
        let dice = context.throw_apart(Throw::Sum { count: pool.luck, sides: 10 });
        lying.extend(Die::each(&dice.faces, Part::Luck));
        if flip.sum == 2 { dice.sum } else { -dice.sum }
    });
    Rolled { sum, luck, digits, lain: lying }
}

/// The most Luck dice that can be staked on a roll: as many as the roll has dice, as many as points are left,
/// TOT-LUCK-03.
pub fn most_luck(battle: &Battle, who: CombatantId, dice: u8) -> u8 {
    let left = battle.combatant(who).vitals.get(LUCK).clamp(0, MOST_LUCK.into()) as u8;
    match dice {
        0 => 0,
        _ if settings::luck_without_cap(battle) => left,
        dice => left.min(dice),
    }
}

/// Stakes of Luck as values.
static STAKES: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let words = |count: u8| if count == 0 { "None".into() } else { format!("{count}d10") };
    (0..=MOST_LUCK).map(|count| number(count.into(), words(count))).collect()
});

/// The most Luck that anybody has.
const MOST_LUCK: u8 = 40;

/// The parameter for a stake of at most so many dice; `None` if no stake is possible.
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

/// A roll for the journal without additions.
pub fn plain(who: CombatantId, words: &'static str, rule: RuleId, faces: &[Face], value: i32) -> Entry {
    let dice = Die::counted(faces);
    Entry::Roll(Roll { who, words: words.into(), rule, dice, value, against: None, success: None, upshot: "".into() })
}

/// The same with its result.
pub fn with_upshot(entry: Entry, upshot: &'static str) -> Entry {
    match entry {
        Entry::Roll(roll) => Entry::Roll(Roll { upshot: upshot.into(), ..roll }),
        other => other,
    }
}

/// A roll for the journal: dice, Luck, and what else is added.
pub fn told(
    who: CombatantId,
    words: &'static str,
    rule: RuleId,
    rolled: &Rolled,
    more: &[(RuleId, &'static str, i32)],
) -> Roll {
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
