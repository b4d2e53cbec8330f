//! What an attack in contact costs its victim: by weapon or spell, and by carried energy that goes off. TOT-DMG-03,
//! TOT-MAG-04, TOT-HYB-03, TOT-HYB-04, TOT-ENG-04.

use super::{
    super::{
        contact, damage, flight, pool,
        sheet::sheet,
        spell::{Energy, Spell},
        step::{Blow, Contact, Manner, Toll},
    },
    line::{Line, Lines},
};
use crate::{dice::Digits, rules::Battle};

/// All the ways in which a contact can end.
pub struct Harm {
    /// The energies that take effect; `None` if all are turned aside.
    pub spell: Option<Spell>,
    /// Whether the energy of the weapon goes off and is gone.
    pub is_released: bool,
    /// The toll, whether the victim is charmed, and the number of ways to that end.
    pub ends: Vec<(Toll, bool, u128)>,
    /// The sum of all ways.
    pub total: u128,
}

/// The ways to each loss of Vitality.
#[derive(Default)]
struct Losses {
    /// Losses with no mitigation left over.
    plain: Line,
    /// The same for each surplus of mitigation; a carried energy may still cause losses.
    spared: Vec<(i32, Line)>,
    total: u128,
}

impl Losses {
    fn add(&mut self, loss: i32, spare: i32, ways: u128) {
        if spare <= 0 {
            return self.plain.add(loss, ways);
        }
        match self.spared.iter_mut().find(|(known, _)| *known == spare) {
            Some((_, line)) => line.add(loss, ways),
            None => {
                let mut line = Line::default();
                line.add(loss, ways);
                self.spared.push((spare, line));
            }
        }
    }

    /// From the damage less the mitigation, which is negative where mitigation is more.
    fn of(left: &Line, total: u128) -> Self {
        let mut losses = Self { total, ..Self::default() };
        left.iter().for_each(|(left, ways)| losses.add(left.max(0), -left, ways));
        losses
    }

    /// No loss, in one way: no dice are rolled.
    fn none() -> Self {
        let mut losses = Self { total: 1, ..Self::default() };
        losses.add(0, 0, 1);
        losses
    }

    /// Adds the damage of an energy that goes off, TOT-HYB-04.
    fn and(self, energy: Energy, dice: &Lines) -> Option<Self> {
        let mut losses = Self { total: self.total.checked_mul(dice.total())?, ..Self::default() };
        let sums = dice.line(Digits::Plain);
        losses.plain = self.plain.and(sums);
        for (spare, before) in self.spared {
            for (sum, more) in sums.iter() {
                let stopped = contact::stopped(energy, spare, sum);
                // Ways that had surplus mitigation stay apart from those that had none, even once it is used up.
                let place = losses.spared.iter().position(|(known, _)| *known == spare - stopped);
                let place = place.unwrap_or_else(|| {
                    losses.spared.push((spare - stopped, Line::default()));
                    losses.spared.len() - 1
                });
                before.iter().for_each(|(loss, ways)| losses.spared[place].1.add(loss + sum - stopped, ways * more));
            }
        }
        Some(losses)
    }
}

/// The harm of a contact, with the AP that mitigate in `blow.spent`; `None` if it has too many dice to count.
pub fn of(battle: &Battle, blow: &Blow, met: Contact) -> Option<Harm> {
    let whom = contact::victim(blow, met);
    let is_released = contact::goes_off(battle, blow, whom);
    let mut losses = match damage::spell(blow) {
        Some(spell) => by_spell(battle, blow, spell, met)?,
        None => by_weapon(battle, blow, met, is_released)?,
    };
    // A spell that is itself the attack does not pass a block at all.
    let is_cast = blow.manner == Manner::Cast && met != Contact::Blocked;
    let carried = blow.spell.filter(|_| is_released || is_cast);
    let passing = |spell: Spell| if met == Contact::Blocked { spell.past_a_block() } else { spell };
    let spell = carried.map(passing).filter(|spell| spell.power() > 0);
    for (energy, dice) in spell.filter(|_| is_released).into_iter().flat_map(Spell::damage) {
        losses = losses.and(energy, Lines::of(pool::throw(battle, dice, false))?.as_ref())?;
    }
    let burns = spell.is_some_and(Spell::is_damaging);
    let charms = spell.is_some() && contact::charms(battle, &Blow { spell, ..*blow }, whom);
    let chances = if charms { charmed(battle, blow, met)? } else { [1, 0] };
    let total = losses.total.checked_mul(chances.iter().sum())?;
    let ends = ends(&losses, met, burns, chances);
    Some(Harm { spell: if is_released { spell } else { blow.spell }, is_released, ends, total })
}

/// All losses as tolls. `chances` are the ways not to be charmed and the ways to be charmed.
fn ends(losses: &Losses, met: Contact, burns: bool, chances: [u128; 2]) -> Vec<(Toll, bool, u128)> {
    let mut spared = Line::default();
    for (_, line) in &losses.spared {
        line.iter().for_each(|(loss, ways)| spared.add(loss, ways));
    }
    let mut ends = Vec::new();
    for (line, is_spared) in [(&losses.plain, false), (&spared, true)] {
        for (loss, ways) in line.iter() {
            let stopped = is_spared && met == Contact::Struck;
            let toll = Toll { stopped, burns: burns && loss > 0, loss: loss.min(30_000) as i16, ..Toll::new(met) };
            let charmed = [false, true].into_iter().zip(chances).filter(|(_, chance)| *chance > 0);
            ends.extend(charmed.map(|(charmed, chance)| (toll, charmed, ways * chance)));
        }
    }
    ends
}

/// The opposed roll against charm: the ways in which the caster does not prevail, and those in which it does,
/// TOT-ENG-04.
fn charmed(battle: &Battle, blow: &Blow, met: Contact) -> Option<[u128; 2]> {
    let [cast, resist] = contact::throws(battle, contact::charmer(blow), contact::victim(blow, met)).map(Lines::of);
    let (cast, resist) = (cast?, resist?);
    let mut ways = [0; 2];
    let left = cast.line(Digits::Plain).less(resist.line(Digits::Plain));
    left.iter().for_each(|(left, more)| ways[usize::from(left >= 0)] += more);
    Some(ways)
}

/// The damage roll less the mitigation roll, and the sum of all ways.
fn left(count: u8, flat: i32, against: u8) -> Option<(Line, u128)> {
    let (rolled, stopped) = (Lines::of(pool::dice(count))?, Lines::of(pool::dice(against))?);
    let mut dealt = Line::default();
    rolled.line(Digits::Plain).iter().for_each(|(sum, ways)| dealt.add((sum + flat).max(0), ways));
    let total = rolled.total().checked_mul(stopped.total())?;
    Some((dealt.less(stopped.line(Digits::Plain)), total))
}

/// Losses by a weapon. If no energy follows, only whether mitigation is left over counts, not how much. TOT-DMG-01 to
/// TOT-DMG-03, TOT-CRIT-05.
fn by_weapon(battle: &Battle, blow: &Blow, met: Contact, is_released: bool) -> Option<Losses> {
    let against = match met {
        Contact::Blocked | Contact::Caught => return Some(Losses::none()),
        Contact::Struck => damage::mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8,
        Contact::Returned => sheet(battle.combatant(blow.by)).armour.dice(),
    };
    let (left, total) = left(damage::dice(battle, blow), flat(battle, blow), against)?;
    Some(Losses::of(&if is_released { left } else { left.at_least(-1) }, total))
}

fn flat(battle: &Battle, blow: &Blow) -> i32 {
    pool::flat(&damage::bonus(battle, blow))
}

/// Losses by a spell that is itself the attack, TOT-MAG-04.
fn by_spell(battle: &Battle, blow: &Blow, spell: Spell, met: Contact) -> Option<Losses> {
    if met == Contact::Blocked || !spell.is_damaging() {
        return Some(Losses::none());
    }
    let whom = contact::victim(blow, met);
    let ap = if met == Contact::Returned { 0 } else { blow.spent };
    let Some([count, against]) = flight::opposed(battle, spell, whom, ap) else {
        return mixed(flat(battle, blow), spell, [sheet(battle.combatant(whom)).armour.dice(), ap]);
    };
    let (left, total) = left(count, flat(battle, blow), against)?;
    Some(Losses::of(&left.at_least(-1), total))
}

/// Losses by a spell of several energies against the dice of armour and of AP.
fn mixed(flat: i32, spell: Spell, against: [u8; 2]) -> Option<Losses> {
    let groups = flight::groups(spell);
    let [fire, cold, electricity] = groups.map(|count| Lines::of(pool::dice(count)));
    let [armour, ap] = against.map(|count| Lines::of(pool::dice(count)));
    let lines = [fire?, cold?, electricity?, armour?, ap?];
    let total = lines.iter().try_fold(1u128, |total, lines| total.checked_mul(lines.total()))?;
    let [fire, cold, electricity, armour, ap] = lines.each_ref().map(|lines| lines.line(Digits::Plain));
    let mut damages = Vec::new();
    for (first, ways) in fire.iter() {
        for (second, more) in cold.iter() {
            let ways = ways * more;
            let third = electricity.iter();
            damages
                .extend(third.map(|(third, more)| (flight::dealt(groups, [first, second, third], flat), ways * more)));
        }
    }
    let mut losses = Losses { total, ..Losses::default() };
    for (bare, ways) in ap.iter() {
        for (more, again) in armour.iter() {
            for (damages, dealt) in &damages {
                let [loss, spare] = flight::taken(spell, *damages, [more + bare, bare]);
                // The surplus matters only if all damage is stopped.
                losses.add(loss, if loss > 0 { 0 } else { spare.min(1) }, ways * again * dealt);
            }
        }
    }
    Some(losses)
}
