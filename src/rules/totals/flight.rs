//! Spells that hit: damage by energy, and what mitigation takes off each. TOT-MAG-04.

use super::{
    catalogue as ids,
    pool::{self, Added, Rolled},
    sheet::sheet,
    spell::{Energy, Spell},
    step::{Blow, Damages},
};
use crate::{
    dice::Digits,
    rules::{Die, Part, Term, prelude::*},
};

/// Rolls several groups of dice as one roll: first the flip if Luck is staked, then the groups, then the Luck dice.
/// TOT-DICE-02.
fn roll_groups<const N: usize>(groups: [u8; N], luck: u8, context: &mut StepContext<'_>) -> ([i32; N], Rolled) {
    let (sums, luck, lain) = pool::with_stake(luck, context, |lying, context| {
        groups.map(|count| {
            if count == 0 {
                return 0;
            }
            let thrown = context.throw_apart(pool::dice(count));
            lying.extend(Die::each(&thrown.faces, Part::Counted));
            thrown.sum
        })
    });
    (sums, Rolled { sum: sums.iter().sum(), luck, digits: Digits::Plain, lain })
}

/// The reason given for armour that an energy bypasses.
pub const PASSED: &str = "Armour does not count";

/// Whether all the damage of a spell bypasses armour, TOT-MAG-04.
pub fn passes_armour(spell: Spell) -> bool {
    spell.is_damaging() && spell.damage().all(|(energy, _)| energy.bypasses())
}

/// Notes which energy of the spell has bypassed mitigation, if one has.
pub fn passed_by(spell: Spell, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let passing = spell.damage().map(|(energy, _)| energy).find(|energy| energy.bypasses());
    if let Some(energy) = passing {
        context.note(who, rule, format_args!("has no armour against {}", energy.name()));
    }
}

/// Damage dice of each damaging energy, in listed order.
pub fn groups(spell: Spell) -> [u8; 3] {
    Energy::DAMAGING.map(|energy| spell.damage().find(|(known, _)| *known == energy).map_or(0, |(_, dice)| dice))
}

/// The damage of each energy from its dice. The additions, `over`, go to the first energy; a deficit carries over to
/// the next, and none is below 0. TOT-MAG-04, TOT-SIZE-02.
pub fn dealt(groups: [u8; 3], sums: [i32; 3], mut over: i32) -> Damages {
    let mut damages = Damages::default();
    for (index, energy) in Energy::DAMAGING.into_iter().enumerate().filter(|(index, _)| groups[*index] > 0) {
        let sum = sums[index] + over;
        over = sum.min(0);
        damages.set(energy, sum.max(0));
    }
    damages
}

/// For a spell of one damaging energy: its damage dice, and the mitigation dice against it with `ap` spent on the
/// defence; armour dice do not count if it bypasses armour. TOT-MAG-04, TOT-DMG-02.
pub fn opposed(battle: &Battle, spell: Spell, whom: CombatantId, ap: u8) -> Option<[u8; 2]> {
    let (energy, count) = spell.damage().next().filter(|_| spell.damage().count() == 1)?;
    let armour = if energy.bypasses() { 0 } else { sheet(battle.combatant(whom)).armour.dice() };
    Some([count, armour + ap])
}

/// The loss, and the mitigation left over, from `damages` against `all` the mitigation, or `bare` (without armour dice)
/// for energies that bypass armour. TOT-MAG-04.
pub fn taken(spell: Spell, damages: Damages, [all, bare]: [i32; 2]) -> [i32; 2] {
    let (mut used, mut loss) = (0, 0);
    for energy in Energy::DAMAGING {
        let damage = damages.of(energy);
        let limit = if energy.bypasses() { bare } else { all };
        let stopped = (limit - used).clamp(0, damage);
        used += stopped;
        loss += damage - stopped;
    }
    let most = if spell.damage().all(|(energy, _)| energy.bypasses()) { bare } else { all };
    [loss, most - used]
}

/// One damage roll, with its dice grouped by energy in listed order. Luck and size go to the first energy; a deficit
/// carries over to the next, and none is below 0. TOT-MAG-04, TOT-SIZE-02.
pub fn damage(blow: &Blow, spell: Spell, more: &[Added], luck: u8, context: &mut StepContext<'_>) -> Damages {
    let groups = groups(spell);
    let (sums, rolled) = roll_groups(groups, luck, context);
    let damages = dealt(groups, sums, rolled.luck + pool::flat(more));
    context.log(|| {
        let mut roll = pool::told(blow.by, "Damage", ids::MAG_04, &rolled, more);
        // A mixed spell lists each energy instead of one sum of dice.
        if let Some(sum) = roll.against.as_mut().filter(|_| groups.iter().filter(|count| **count > 0).count() > 1) {
            let cast = Energy::DAMAGING.into_iter().zip(sums).filter(|(_, sum)| *sum > 0);
            let terms = cast.map(|(energy, amount)| Term {
                rule: ids::MAG_04,
                words: capital(energy.name()),
                amount,
                evidence: None,
            });
            sum.terms.splice(..1, terms);
        }
        Entry::Roll(roll)
    });
    damages
}

/// The mitigation roll against a spell: the loss, and the mitigation left over. Armour dice do not count against
/// energies that bypass armour, TOT-MAG-04.
pub fn absorb(
    battle: &Battle,
    (spell, who): (Spell, CombatantId),
    damages: Damages,
    (ap, luck): (u8, u8),
    context: &mut StepContext<'_>,
) -> (i32, i32) {
    let armour = sheet(battle.combatant(who)).armour.dice();
    let ([armour, ap], rolled) = roll_groups([armour, ap], luck, context);
    let is_passed = passes_armour(spell);
    if !rolled.lain.is_empty() {
        let passed: Added = (ids::MAG_04, PASSED, if is_passed { -armour } else { 0 });
        context.log(|| Entry::Roll(pool::told(who, "Mitigation", ids::DMG_02, &rolled, &[passed])));
    }
    let sums = [armour + ap + rolled.luck, ap + rolled.luck].map(|sum| sum.max(0));
    let [loss, spare] = taken(spell, damages, sums);
    // Only a part of a mixed spell bypasses armour, so it is noted how much of the roll has counted.
    let passing = spell.damage().map(|(energy, _)| energy).find(|energy| energy.bypasses());
    if let Some(energy) = passing.filter(|_| !is_passed && loss > taken(spell, damages, [sums[0]; 2])[0]) {
        let all: i32 = Energy::DAMAGING.into_iter().map(|energy| damages.of(energy)).sum();
        let (energy, spared) = (energy.name(), all - loss);
        context.note(who, ids::MAG_04, format_args!("is spared {spared} in all: {energy} bypasses armour"));
    }
    (loss, spare)
}
