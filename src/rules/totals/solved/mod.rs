//! Attacks solved in one go, for forecasts in which everybody gives the default answer: all rolls at once, by counting
//! the ways to their differences. TOT-ATK-04, TOT-DEF-03, TOT-DMG-03.

mod ends;
mod harm;
mod line;

use std::rc::Rc;

use super::{
    attack,
    conditions::{is_helpless, paid},
    defence::{self, Outcome},
    guard::{self, UsualStake},
    pool, settings,
    step::{AttackStep, Blow, DamageStep, Guard, Step},
};
use crate::{
    dice::{Digits, Throw, gcd},
    rules::{Battle, SolvedStep},
};
use line::{Line, Lines};

/// Totals stay below this, which leaves room to multiply them with the weights of later steps.
const LARGEST: u128 = 1 << 110;

/// Every outcome of a to-hit or damage roll with all that follows it; `None` if the step cannot be solved like that.
pub fn solved(battle: &Battle, step: &Step) -> Option<SolvedStep> {
    match step {
        Step::Attack(AttackStep::Strike(blow)) if is_plain(battle, blow) && !is_helpless(battle, blow.on) => {
            Strike { battle, blow }.solve()
        }
        Step::Damage(DamageStep::Damage(blow, 0)) if is_plain(battle, blow) => {
            let come = Come::Hit { critical: blow.critical, spent: blow.spent, price: None };
            Strike { battle, blow }.settle(&[(Way { paid: 0, come }, 1)], 1)
        }
        _ => None,
    }
}

/// Whether no catch was tried and no energy shield counts against the attack.
fn is_plain(battle: &Battle, blow: &Blow) -> bool {
    !blow.caught && guard::shield_dice(battle, blow) == 0
}

/// An attack that is about to be rolled.
struct Strike<'a> {
    battle: &'a Battle,
    blow: &'a Blow,
}

/// One way in which to-hit, evasion and block can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    /// AP that the defender has paid.
    paid: u8,
    come: Come,
}

/// The result of to-hit, evasion and block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Come {
    /// The to-hit roll is a fumble with this total, and rolls are hidden, TOT-DEF-06.
    Fumbled(i16),
    /// A fumble that misses, with the digits of the defence roll against it, TOT-DEF-06.
    Seized(Guard, Digits),
    /// A fumble that is turned back, TOT-CRIT-05.
    Returned,
    /// It misses a target that does not block.
    Missed,
    /// It is evaded.
    Evaded,
    /// Armour or shield turns it aside.
    Glanced,
    /// It hits.
    Hit {
        critical: bool,
        /// AP that mitigate, TOT-DMG-02.
        spent: u8,
        /// The defence roll that fumbled, if one did.
        price: Option<Guard>,
    },
}

/// Ways with their weights, each way once.
#[derive(Default)]
struct Ways(Vec<(Way, u128)>);

impl Ways {
    fn add(&mut self, paid: u8, come: Come, weight: u128) {
        let way = Way { paid, come };
        match self.0.iter_mut().find(|(known, _)| *known == way) {
            Some((_, sum)) => *sum += weight,
            None if weight > 0 => self.0.push((way, weight)),
            None => {}
        }
    }
}

/// Attacks that have got past evasion or met none, grouped.
struct Front {
    critical: bool,
    /// AP spent on the evasion; `None` if it was not rolled.
    evasion: Option<u8>,
    dodged: Option<bool>,
    /// What the block must exceed.
    needs: Line,
}

/// Attacks of a front that are blocked with the same AP.
struct Block<'a> {
    front: &'a Front,
    ap: u8,
    needs: Line,
}

/// The throws for each number of AP, and the common total of ways to which all are scaled.
struct Throws {
    each: Vec<(u8, Rc<Lines>)>,
    whole: u128,
}

impl Throws {
    /// The throws with these AP; `None` if they cannot be scaled to one total.
    fn of(aps: impl Iterator<Item = u8>, throw: impl Fn(u8) -> Throw) -> Option<Self> {
        let mut each: Vec<(u8, Rc<Lines>)> = Vec::new();
        for ap in aps {
            if each.iter().all(|(known, _)| *known != ap) {
                each.push((ap, Lines::of(throw(ap))?));
            }
        }
        let whole = each.iter().map(|(_, lines)| lines.total()).max().unwrap_or(1);
        each.iter().all(|(_, lines)| whole.is_multiple_of(lines.total())).then_some(Self { each, whole })
    }

    /// The throw with `ap`, and the factor by which its ways are multiplied.
    fn with(&self, ap: u8) -> Option<(&Lines, u128)> {
        let (_, lines) = self.each.iter().find(|(known, _)| *known == ap)?;
        Some((lines, self.whole / lines.total()))
    }
}

impl Strike<'_> {
    fn solve(&self) -> Option<SolvedStep> {
        let mut ways = Ways::default();
        let to_hit = Lines::of(pool::throw(self.battle, self.blow.dice, true))?;
        let to_hit = if self.blow.luck > 0 { Rc::new(to_hit.with_luck(self.blow.luck)?) } else { to_hit };
        let struck = self.struck(&to_hit, &mut ways);
        let own = guard::dice(self.battle, self.blow, Guard::Evasion);
        let evasions =
            Throws::of(struck.iter().filter_map(|front| front.evasion), |ap| pool::throw(self.battle, own + ap, true))?;
        let mut total = to_hit.total().checked_mul(evasions.whole)?;
        ways.0.iter_mut().for_each(|(_, weight)| *weight *= evasions.whole);
        let fronts = self.evade(struck, &evasions, &mut ways)?;
        let blocks = self.blocks(&fronts, &mut ways);
        let own = guard::dice(self.battle, self.blow, Guard::Block);
        let throws = Throws::of(blocks.iter().map(|block| block.ap), |ap| pool::throw(self.battle, own + ap, true))?;
        total = total.checked_mul(throws.whole).filter(|total| *total < LARGEST)?;
        ways.0.iter_mut().for_each(|(_, weight)| *weight *= throws.whole);
        for block in &blocks {
            self.block(block, throws.with(block.ap)?, &mut ways);
        }
        total = total
            .checked_mul(self.seize(&to_hit, total / to_hit.total(), &mut ways)?)
            .filter(|total| *total < LARGEST)?;
        let common = ways.0.iter().fold(total, |common, (_, weight)| gcd(common, *weight));
        ways.0.iter_mut().for_each(|(_, weight)| *weight /= common);
        self.settle(&ways.0, total / common)
    }

    /// To-hit totals grouped by whether they are critical and by the AP spent on the evasion, A1.
    fn struck(&self, to_hit: &Lines, ways: &mut Ways) -> Vec<Front> {
        let Self { battle, blow } = *self;
        let more = attack::bonus(battle, blow.by, blow.on, blow.item);
        let flat = pool::flat(&more) + guard::exposure(battle, blow.on);
        // A fumble's total matters only if rolls are hidden, TOT-DEF-06.
        for (sum, weight) in to_hit.line(Digits::ZeroOne).iter().filter(|_| !settings::open_rolls(battle)) {
            ways.add(0, Come::Fumbled((sum + flat) as i16), weight);
        }
        let evasion = guard::is_possible(battle, blow, Guard::Evasion)
            .then(|| UsualStake::of(battle, blow, Guard::Evasion, guard::budgets(battle, blow.on)));
        let mut fronts: Vec<Front> = Vec::new();
        for digits in [Digits::Plain, Digits::Double] {
            for (sum, weight) in to_hit.line(digits).iter() {
                let (critical, need) = (digits == Digits::Double, sum + flat);
                let evasion = evasion.and_then(|habit| habit.stake(need)).map(|stake| stake.ap);
                let like = |front: &Front| (front.critical, front.evasion) == (critical, evasion);
                let place = fronts.iter().position(like).unwrap_or_else(|| {
                    fronts.push(Front { critical, evasion, dodged: None, needs: Line::default() });
                    fronts.len() - 1
                });
                fronts[place].needs.add(need, weight);
            }
        }
        fronts
    }

    /// Rolls against an open fumble, TOT-DEF-06. `share` is the factor by which each to-hit roll has been multiplied so
    /// far; returns the further factor for all ways.
    fn seize(&self, to_hit: &Lines, share: u128, ways: &mut Ways) -> Option<u128> {
        let Self { battle, blow } = *self;
        let fumbles = to_hit.line(Digits::ZeroOne).sum();
        if fumbles == 0 || !settings::open_rolls(battle) {
            return Some(1);
        }
        let fumble = blow.struck(0, Digits::ZeroOne);
        let (guard, stake) = guard::unasked_seize(battle, &fumble);
        let dice = guard::seizing(battle, &fumble, guard, stake);
        if dice == 0 {
            ways.add(stake.ap, Come::Seized(guard, Digits::Plain), fumbles * share);
            return Some(1);
        }
        let rolled = Lines::of(pool::throw(battle, dice, true))?;
        ways.0.iter_mut().for_each(|(_, weight)| *weight *= rolled.total());
        for digits in Digits::ALL {
            let weight = fumbles * share * rolled.line(digits).sum();
            let come = if digits == Digits::Double { Come::Returned } else { Come::Seized(guard, digits) };
            ways.add(stake.ap, come, weight);
        }
        Some(rolled.total())
    }

    /// Rolls the evasions, TOT-DEF-03 (2 to 4), and returns the attacks that get past them.
    fn evade(&self, struck: Vec<Front>, throws: &Throws, ways: &mut Ways) -> Option<Vec<Front>> {
        let mut fronts = Vec::new();
        for front in struck {
            let Front { critical, evasion: Some(ap), .. } = front else {
                let mut needs = Line::default();
                front.needs.iter().for_each(|(need, weight)| needs.add(need, weight * throws.whole));
                fronts.push(Front { needs, ..front });
                continue;
            };
            let (evasion, scale) = throws.with(ap)?;
            let fumbled = front.needs.sum() * evasion.line(Digits::ZeroOne).sum() * scale;
            let price = Some(Guard::Evasion);
            ways.add(ap, Come::Hit { critical, spent: self.mitigating(ap), price }, fumbled);
            for digits in [Digits::Plain, Digits::Double] {
                let mut needs = Line::default();
                for (left, weight) in front.needs.less(evasion.line(digits)).iter() {
                    let blow = Blow { critical, need: 0, ..*self.blow };
                    if defence::is_evaded(&blow, -left, digits) {
                        ways.add(ap, Come::Evaded, weight * scale);
                    } else {
                        needs.add(left, weight * scale);
                    }
                }
                fronts.push(Front { critical, evasion: Some(ap), dodged: Some(digits == Digits::Double), needs });
            }
        }
        Some(fronts)
    }

    /// The AP that mitigate after an evasion with `ap`.
    fn mitigating(&self, ap: u8) -> u8 {
        self.blow.spent + if settings::only_block_mitigates(self.battle) { 0 } else { ap }
    }

    /// The blow as it meets the block.
    const fn met(&self, front: &Front, need: i32) -> Blow {
        Blow { critical: front.critical, dodged: front.dodged, need: need as i16, ..*self.blow }
    }

    /// Spends AP on blocks, D2; attacks without a block roll are decided here.
    fn blocks<'f>(&self, fronts: &'f [Front], ways: &mut Ways) -> Vec<Block<'f>> {
        let Self { battle, blow } = *self;
        let budgets = guard::budgets(battle, blow.on);
        let is_possible = guard::is_possible(battle, blow, Guard::Block);
        let mut blocks: Vec<Block<'f>> = Vec::new();
        for front in fronts {
            let ap = front.evasion.unwrap_or(0);
            let habit = is_possible.then(|| UsualStake::of(battle, blow, Guard::Block, paid(budgets, ap)));
            let first = blocks.len();
            for (need, weight) in front.needs.iter() {
                if let Some(stake) = habit.and_then(|habit| habit.stake(need)) {
                    let place = blocks[first..].iter().position(|block| block.ap == stake.ap);
                    let place = place.map_or(blocks.len(), |place| first + place);
                    if place == blocks.len() {
                        blocks.push(Block { front, ap: stake.ap, needs: Line::default() });
                    }
                    blocks[place].needs.add(need, weight);
                } else if defence::hits_unblocked(&self.met(front, need)) {
                    let (critical, spent) = (front.critical, self.mitigating(ap));
                    ways.add(ap, Come::Hit { critical, spent, price: None }, weight);
                } else {
                    ways.add(ap, Come::Missed, weight);
                }
            }
        }
        blocks
    }

    /// Rolls the blocks, TOT-DEF-03 (5 to 9).
    fn block(&self, block: &Block<'_>, (dice, scale): (&Lines, u128), ways: &mut Ways) {
        let [mut hit, mut fumbled, mut glanced, mut evaded] = [0; 4];
        for (need, weight) in block.needs.iter() {
            let blow = self.met(block.front, need);
            for digits in Digits::ALL {
                for (is_above, parts) in [false, true].into_iter().zip(dice.split(digits, need)) {
                    let weight = weight * parts;
                    match defence::block_outcome(&blow, is_above, digits) {
                        Outcome::Hit if digits == Digits::ZeroOne => fumbled += weight,
                        Outcome::Hit => hit += weight,
                        Outcome::Glancing => glanced += weight,
                        Outcome::Evaded => evaded += weight,
                    }
                }
            }
        }
        let (critical, ap) = (block.front.critical, block.front.evasion.unwrap_or(0));
        let (paid, spent) = (ap + block.ap, self.mitigating(ap) + block.ap);
        for (price, weight) in [(None, hit), (Some(Guard::Block), fumbled)] {
            ways.add(paid, Come::Hit { critical, spent, price }, weight * scale);
        }
        ways.add(paid, Come::Glanced, glanced * scale);
        ways.add(paid, Come::Evaded, evaded * scale);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        dice::Fraction,
        geometry::Square,
        rules::{
            AgendaItem, Battlefield, CombatantId, Forecast, ItemId, ItemRow, Location, OutcomeState, Policy, RulesetId,
            Team, forecast, forecast_stepwise, testing,
            totals::{
                Armour, Manner, Sheet,
                sheet::{FRESH, sheet},
            },
        },
    };

    fn ends(forecast: &Forecast) -> BTreeMap<OutcomeState, Fraction> {
        let mut all: BTreeMap<OutcomeState, Fraction> = BTreeMap::new();
        for (end, ways) in forecast.odds.iter() {
            let mut end = end.clone();
            end.effects.sort();
            let chance = all.entry(end).or_insert(Fraction::ZERO);
            *chance = chance.plus(Fraction::new(ways, forecast.odds.total()));
        }
        all
    }

    #[test]
    fn blows_and_holds_taken_as_solved_are_what_stepping_comes_to() {
        let strong = Sheet { speed: 60, evasion: 3, armour: Armour::Medium, ..Sheet::default() };
        let weak = Sheet { vitality: Some(8), ..strong.clone() };
        let bodies = [(Team(0), Square::new(1, 1), strong.into()), (Team(1), Square::new(2, 1), weak.into())];
        let fists = ItemRow::new(ItemId(0), Location::Natural(CombatantId(0)));
        let mut battle = testing::armed(RulesetId::Totals, Battlefield::new(5, 3), &bodies, vec![fists]);
        battle.scene.round = 2;
        let most = i16::from(sheet(battle.combatant(CombatantId(1))).rating());
        for (manner, ap) in [(Manner::Punch, 0), (Manner::Punch, most), (Manner::Wrestle, 0), (Manner::Wrestle, most)] {
            battle.combatant_mut(CombatantId(1)).budgets.set(FRESH, ap);
            let blow = Blow { dice: 4, ap: 2, ..Blow::new(CombatantId(0), CombatantId(1), Some(ItemId(0)), manner) };
            let begin = || vec![AgendaItem::step(AttackStep::Strike(blow))];
            let solved = ends(&forecast(&battle, begin(), Policy::DefaultAnswers));
            assert!(solved.len() > 3, "{manner:?}: {} ends", solved.len());
            assert!(super::solved(&battle, &AttackStep::Strike(blow).into()).is_some());
            assert_eq!(solved, ends(&forecast_stepwise(&battle, begin(), Policy::DefaultAnswers)), "{manner:?}");
        }
    }
}
