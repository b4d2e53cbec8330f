//! The dice of defences, and the AP spent on them without a question. TOT-DEF, TOT-DEF-04.

use super::{
    arms::Shield,
    cast::{dice_of, known},
    catalogue as ids,
    conditions::{self, SHIELD, STUPOR, available, is_green, is_helpless, spell_of},
    counter, menu,
    pool::{self, number},
    settings,
    sheet::{Armour, CARRIED, FRESH, arm, sheet},
    spell::{Energy, Spell, Structure},
    step::{Blow, Guard, Manner, Stake},
};
use crate::rules::{Claim, prelude::*};

/// What standing orders for defence are about: the AP on each Evade, and the AP to keep. TOT-ATK-04, TOT-DEF-04.
pub const DEFENCE: Claim = Claim(0);

/// AP that standing orders put into an evasion: the ordered number, or fewer so that those to be kept remain. `None` if
/// the combatant is asked.
pub fn ordered(battle: &Battle, who: CombatantId) -> Option<u8> {
    battle.combatant(who).orders.of(DEFENCE).unasked(available(battle, who).into())
}

/// Standing orders in words, if any are given.
pub fn orders_words(battle: &Battle, who: CombatantId) -> Option<String> {
    let limit = battle.combatant(who).orders.of(DEFENCE).limit()?;
    Some(match (limit.most, limit.keep) {
        (0, _) => "raw defence, without being asked".into(),
        (ap, 0) => format!("{ap} AP on each Evade"),
        (ap, keep) => format!("{ap} AP on Evade, {keep} kept"),
    })
}

/// Whether the target rolls any defence, TOT-DEF-05, TOT-AP-04.
pub fn rolls(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    let stands = fighter.fights() || fighter.conditions.has(STUPOR) && !is_helpless(battle, who);
    stands && !(settings::no_first_defence(battle) && is_green(battle, who)) && !undefended(battle, who)
}

/// Whether a combatant is drugged and so rolls no defence, TOT-BERS-05.
fn undefended(battle: &Battle, who: CombatantId) -> bool {
    conditions::active(battle, who).is_some() && !settings::drugged_defend(battle)
}

/// How much easier a drugged combatant is to hit: 10 a tier, instead of a defence roll or as a penalty on evasion,
/// TOT-BERS-05.
pub fn exposure(battle: &Battle, who: CombatantId) -> i32 {
    let tier = i32::from(conditions::tier(battle, who));
    let is_open = tier > 0 && battle.combatant(who).fights();
    let evades = || rolls(battle, who) && sources(battle, who, Guard::Evasion) != [0, 0];
    let counts = is_open && (undefended(battle, who) || evades());
    if counts { 10 * tier } else { 0 }
}

/// Dice on a defence roll without AP: from training and from wearing no armour, or from armour and shield. TOT-DEF-01,
/// TOT-DEF-02.
fn sources(battle: &Battle, who: CombatantId, guard: Guard) -> [u8; 2] {
    let numbers = sheet(battle.combatant(who));
    match guard {
        Guard::Evasion | Guard::Catch if numbers.armour == Armour::None => [numbers.evasion, numbers.unarmoured],
        Guard::Evasion | Guard::Catch => [numbers.evasion, 0],
        // The dice of a projected spell, TOT-CTR-02.
        Guard::Counter => [dice_of(battle, who, Structure::Projected), 0],
        Guard::Block => {
            let shield = shield(battle, who).and_then(|item| arm(battle, item).shield);
            [numbers.armour.dice(), shield.map_or(0, Shield::block)]
        }
    }
}

/// Dice on evasion without AP, TOT-DEF-01.
pub fn evasion(battle: &Battle, who: CombatantId) -> Verdict {
    let [trained, bare] = sources(battle, who, Guard::Evasion).map(i32::from);
    Verdict::base(ids::DEF_01, "Evasion training", trained).plus(ids::DEF_01, "Without armour", bare)
}

/// Dice on the armour/block roll without AP, TOT-DEF-02.
pub fn block(battle: &Battle, who: CombatantId) -> Verdict {
    let [armour, shield] = sources(battle, who, Guard::Block).map(i32::from);
    Verdict::base(ids::DEF_02, "Armour", armour).plus(ids::DEF_02, "Shield", shield)
}

/// Dice on a defence roll against an attack, without AP: none if no defence is rolled, fewer if armour is pierced, more
/// with an energy shield.
pub fn against(battle: &Battle, blow: &Blow, guard: Guard) -> Verdict {
    if !rolls(battle, blow.on) {
        return Verdict::default();
    }
    if guard != Guard::Block {
        return evasion(battle, blow.on);
    }
    let [armour, _] = sources(battle, blow.on, guard);
    let [left, _, energy] = blocking(battle, blow).map(i32::from);
    block(battle, blow.on).plus(ids::COMP_11, "Armour pierced", left - i32::from(armour)).plus(
        ids::CTR_03,
        "Energy shield",
        energy,
    )
}

/// The shield in hand; of two, the one with more dice, since only one blocks. TOT-DEF-02.
fn shield(battle: &Battle, who: CombatantId) -> Option<ItemId> {
    let dice = |item: &ItemId| arm(battle, *item).shield.map(Shield::block);
    battle.combatant(who).hands.held().filter(|item| dice(item).is_some()).max_by_key(dice)
}

/// Dice on the armour/block roll against an attack: armour less what is pierced, shield, energy shield.
fn blocking(battle: &Battle, blow: &Blow) -> [u8; 3] {
    let [armour, shield] = sources(battle, blow.on, Guard::Block);
    [armour.saturating_sub(blow.pierce), shield, shield_dice(battle, blow)]
}

/// Dice of a defence roll without AP.
pub fn dice(battle: &Battle, blow: &Blow, guard: Guard) -> u8 {
    match guard {
        Guard::Block => blocking(battle, blow).into_iter().sum(),
        _ => sources(battle, blow.on, guard).into_iter().sum(),
    }
}

/// AP that can be spent on a defence roll; Block needs something to block with, TOT-DEF-02.
pub fn most_ap(battle: &Battle, blow: &Blow, guard: Guard) -> u8 {
    match guard {
        Guard::Block if dice(battle, blow, guard) == 0 => 0,
        _ => available(battle, blow.on),
    }
}

/// Whether a defence roll can be made at all.
pub fn is_possible(battle: &Battle, blow: &Blow, guard: Guard) -> bool {
    rolls(battle, blow.on) && dice(battle, blow, guard) + most_ap(battle, blow, guard) > 0
}

/// AP that a forecast assumes for the defence: those of standing orders, otherwise the idle ones.
pub fn expected(battle: &Battle, blow: &Blow) -> Verdict {
    let who = blow.on;
    let mut ap = Verdict::default();
    match ordered(battle, who) {
        _ if !rolls(battle, who) => {}
        Some(ordered) => ap.add(ids::DEF_04, "By standing orders", ordered.into()),
        None => ap.add(ids::AP_02, "Not needed in its own turn", idle(battle, who).into()),
    }
    ap
}

/// The roll against a fumble for a defender who is not asked.
pub fn unasked_seize(battle: &Battle, blow: &Blow) -> (Guard, Stake) {
    usual_seize(battle, blow).unwrap_or((Guard::Block, Stake::default()))
}

/// Dice of a defence roll with the AP spent on it; AP on a counterspell add no dice.
pub fn staked(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake) -> u8 {
    dice(battle, blow, guard) + if guard == Guard::Counter { 0 } else { stake.ap }
}

/// Dice of the roll against a fumble: none for the drugged, who have no reactions. TOT-DEF-06, TOT-BERS-05.
pub fn seizing(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake) -> u8 {
    let may = rolls(battle, blow.on) && conditions::active(battle, blow.on).is_none();
    if may { staked(battle, blow, guard, stake) } else { 0 }
}

/// The default roll against a fumble: evasion if it has dice, otherwise block; AP only by standing orders.
pub fn usual_seize(battle: &Battle, blow: &Blow) -> Option<(Guard, Stake)> {
    let ordered = ordered(battle, blow.on).is_some();
    [Guard::Evasion, Guard::Block].into_iter().find_map(|guard| {
        let stake = if ordered { usual(battle, blow, guard)? } else { Stake::default() };
        (dice(battle, blow, guard) + stake.ap > 0).then_some((guard, stake))
    })
}

/// What a fumbled defence costs besides AP: the shield, if it was a block, TOT-CRIT-04.
pub fn price(battle: &Battle, who: CombatantId, guard: Guard) -> Option<ItemId> {
    shield(battle, who).filter(|_| guard == Guard::Block && settings::fumbles_drop(battle))
}

/// How AP are spent on a defence roll, before the attack's total is known.
#[derive(Clone, Copy, Debug)]
pub struct UsualStake {
    /// Dice without AP.
    dice: u8,
    ap: Ap,
}

#[derive(Clone, Copy, Debug)]
enum Ap {
    /// Always this many.
    Fixed(u8),
    /// The fewest idle AP that are likelier than not to avert the attack; if none are, `otherwise`.
    Fewest { idle: u8, otherwise: u8 },
}

impl UsualStake {
    /// The usual stake with the AP `left`, carried and fresh.
    pub fn of(battle: &Battle, blow: &Blow, guard: Guard, left: [i16; 2]) -> Self {
        let who = blow.on;
        let ap = match (guard, ordered(battle, who)) {
            (Guard::Evasion, Some(ap)) => Ap::Fixed(ap),
            (_, Some(_)) => Ap::Fixed(0),
            (_, None) => sensible(battle, blow, guard, left),
        };
        Self { dice: dice(battle, blow, guard), ap }
    }

    /// The AP and Luck spent on the roll, which must exceed `need`; `None` if no roll is made.
    pub fn stake(&self, need: i32) -> Option<Stake> {
        // Twice the mean of a die is 11.
        let averts = |ap: u8| 11 * i32::from(self.dice + ap) > 2 * need;
        let ap = match self.ap {
            Ap::Fixed(ap) => ap,
            Ap::Fewest { idle, otherwise } => (0..=idle).find(|ap| averts(*ap)).unwrap_or(otherwise),
        };
        (self.dice + ap > 0).then_some(Stake { ap, luck: 0 })
    }
}

/// The AP and Luck that standing orders or, without any, the default answer spend on a defence roll; `None` if no roll
/// is made.
pub fn usual(battle: &Battle, blow: &Blow, guard: Guard) -> Option<Stake> {
    UsualStake::of(battle, blow, guard, budgets(battle, blow.on)).stake(blow.need.into())
}

/// Carried and fresh AP.
pub fn budgets(battle: &Battle, who: CombatantId) -> [i16; 2] {
    [CARRIED, FRESH].map(|budget| battle.combatant(who).budgets.get(budget))
}

/// AP worth spending without orders: the fewest idle ones that are likelier than not to avert the attack. If none are,
/// a block takes as many as the attack has AP on damage, because each AP mitigates too.
fn sensible(battle: &Battle, blow: &Blow, guard: Guard, left: [i16; 2]) -> Ap {
    let idle = idle_of(battle, blow.on, left).min(most_ap(battle, blow, guard));
    if !settings::open_rolls(battle) {
        return Ap::Fixed(idle.min(blow.ap));
    }
    let blocks = || dice(battle, blow, Guard::Block) > 0;
    Ap::Fewest { idle, otherwise: if guard == Guard::Evasion && blocks() { 0 } else { idle.min(blow.ap) } }
}

/// AP that may go into a defence now: those ordered or, without orders, the idle ones.
pub fn reserve(battle: &Battle, who: CombatantId) -> u8 {
    ordered(battle, who).unwrap_or_else(|| idle(battle, who))
}

/// AP that would be lost anyway or are not needed in one's own turn: the carried ones and half the fresh ones before
/// it, all of them after it.
pub fn idle(battle: &Battle, who: CombatantId) -> u8 {
    idle_of(battle, who, budgets(battle, who))
}

/// Like [`idle`], with these carried and fresh AP left.
fn idle_of(battle: &Battle, who: CombatantId, [carried, fresh]: [i16; 2]) -> u8 {
    let place = |who: CombatantId| battle.scene.order.iter().position(|other| *other == who);
    let acting = battle.scene.acting.and_then(place);
    let is_over = acting.is_some_and(|acting| place(who).is_some_and(|own| own < acting));
    let spare = carried + if is_over { fresh } else { fresh / 2 };
    (spare.max(0) as u8).min(available(battle, who))
}

/// A defence roll's kind of offer, its name in the journal, and its rule.
pub const fn kind(guard: Guard) -> (&'static OfferKind, &'static str, RuleId) {
    match guard {
        Guard::Evasion => (&menu::EVADE, "Evasion", ids::DEF_01),
        Guard::Block => (&menu::BLOCK, "Block", ids::DEF_02),
        Guard::Catch => (&menu::CATCH, "Catch", ids::COMP_03),
        Guard::Counter => (&menu::COUNTER, "Counterspell", ids::CTR_02),
    }
}

/// What equal digits are to a defence roll, TOT-CRIT-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualDigits {
    /// Needed, besides the total.
    Needed,
    /// Enough, whatever the total.
    Enough,
    /// Nothing special.
    Ordinary,
}

/// What a defence roll must show to avert an attack, TOT-DEF-03, TOT-CRIT-01.
#[derive(Clone, Copy, Debug)]
pub struct AvertingRoll {
    /// The dice rolled.
    pub dice: i32,
    /// The total must be above this.
    pub above: i32,
    /// What equal digits do.
    pub equal_digits: EqualDigits,
    /// Whether a fumble spoils any roll.
    pub can_fumble: bool,
}

impl AvertingRoll {
    /// In words: "13 or more on 2d10".
    pub fn words(self) -> String {
        let Self { dice, above, equal_digits, can_fumble } = self;
        let (is_certain, can_be) = (dice > above, 10 * dice > above);
        match (equal_digits, can_be) {
            _ if dice == 0 => "no dice".into(),
            (EqualDigits::Needed, _) if is_certain => "equal digits".into(),
            _ if is_certain && can_fumble => "any roll but a fumble".into(),
            _ if is_certain => "any roll".into(),
            (EqualDigits::Needed, true) => format!("equal digits and {} or more", above + 1),
            (EqualDigits::Enough, true) => format!("{} or more on {dice}d10, or equal digits", above + 1),
            (EqualDigits::Ordinary, true) => format!("{} or more on {dice}d10", above + 1),
            (EqualDigits::Enough, false) => format!("equal digits, as {dice}d10 come to no more than {}", 10 * dice),
            (EqualDigits::Needed | EqualDigits::Ordinary, false) => {
                format!("more than {above}, which {dice}d10 never come to")
            }
        }
    }
}

/// The fewest AP that a defence roll takes: 1 if it has no dice of its own, and always 1 for Catch, TOT-COMP-03.
pub fn least_ap(battle: &Battle, blow: &Blow, guard: Guard) -> u8 {
    u8::from(guard == Guard::Catch || dice(battle, blow, guard) == 0)
}

/// A defence roll with parameters for AP and Luck; `None` if there are no dice at all.
pub fn offer(battle: &Battle, blow: &Blow, guard: Guard, rules: &'static [RuleId]) -> Option<Offer> {
    let who = blow.on;
    let (dice, most) = (dice(battle, blow, guard), most_ap(battle, blow, guard));
    if dice + most == 0 {
        return None;
    }
    let least = least_ap(battle, blow, guard);
    let words = |ap: u8| if ap == 0 { format!("None, {dice}d10") } else { format!("{ap} AP, {}d10", dice + ap) };
    let values = (least..=most).map(|ap| number(ap.into(), words(ap)));
    let cost = if least > 0 { menu::ap(1) } else { Cost::FREE };
    let mut offer = Offer::new(kind(guard).0, rules, cost);
    if most > least || least > 0 {
        offer = offer.parameter(Parameter::new(&menu::WITH_AP, values.collect::<Vec<_>>()));
    }
    Some(pool::staked(battle, who, offer, dice, &["ap"]))
}

/// Whether an energy negates one of the energies of a spell, TOT-CTR-01, TOT-CTR-04.
fn opposes(energy: Energy, spell: Spell) -> bool {
    spell.energies().any(|(other, _)| other.opposed_by() == Some(energy))
}

/// The energies with which the target of a spell can counter it, if it has AP to spend, TOT-CTR-01.
pub fn means(battle: &Battle, blow: &Blow) -> Vec<Energy> {
    let Some(spell) = blow.spell.filter(|_| blow.manner == Manner::Cast) else { return Vec::new() };
    if available(battle, blow.on) == 0 {
        return Vec::new();
    }
    let mut known = known(battle, blow.on, &counter::OPPOSING);
    known.retain(|energy| opposes(*energy, spell));
    known
}

/// The target's energy shield, if it counts against the spell of an attack.
pub fn standing(battle: &Battle, blow: &Blow) -> Option<(Condition, Spell)> {
    let spell = blow.spell.filter(|_| blow.manner == Manner::Cast)?;
    let condition = *battle.combatant(blow.on).conditions.find(SHIELD)?;
    let shield = spell_of(&condition)?;
    let counts = shield.energies().any(|(energy, _)| opposes(energy, spell));
    counts.then_some((condition, shield))
}

/// Dice that an energy shield adds to a block against the attack's spell: all of its own, whatever else is in the
/// spell, TOT-CTR-03.
pub fn shield_dice(battle: &Battle, blow: &Blow) -> u8 {
    standing(battle, blow).map_or(0, |(_, shield)| shield.power())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_that_every_roll_comes_to_is_not_asked_for() {
        let words = |above: i32, equal_digits: EqualDigits, can_fumble: bool| {
            AvertingRoll { dice: 2, above, equal_digits, can_fumble }.words()
        };
        let open = |above: i32| words(above, EqualDigits::Enough, true);
        let hard = |above: i32| words(above, EqualDigits::Needed, true);
        let without = |above: i32| words(above, EqualDigits::Ordinary, false);
        assert_eq!(open(12), "13 or more on 2d10, or equal digits");
        assert_eq!(open(2), "3 or more on 2d10, or equal digits");
        assert_eq!(open(1), "any roll but a fumble");
        assert_eq!(hard(12), "equal digits and 13 or more");
        assert_eq!(hard(-9), "equal digits");
        assert_eq!((without(2), without(1)), ("3 or more on 2d10".into(), "any roll".into()));
    }
}
