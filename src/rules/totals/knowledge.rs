//! What a combatant who is asked knows: if rolls are hidden, every attack that looks the same is possible. TOT-ATK-04.

use std::collections::BTreeMap;

use super::{
    answer::Prompt,
    attack,
    damage::{self, Mitigate},
    defence::{self, Block, Evade},
    flight, guard, pool, settings,
    step::{Blow, Damages},
};
use crate::{
    dice::{Digits, Reading},
    rules::Battle,
};

/// The questions that look the same to the one who is asked, each with its number of ways; empty if rolls are open.
/// Luck staked on damage is left out; numbers of ways that are too large are rounded.
pub fn guesses(battle: &Battle, asked: &Prompt) -> Vec<(Prompt, u64)> {
    if settings::open_rolls(battle) {
        return Vec::new();
    }
    match asked {
        Prompt::Evade(Evade(blow)) => {
            rounded(struck(battle, blow).into_iter().map(|(blow, ways)| (Evade(blow).into(), ways)).collect())
        }
        Prompt::Block(Block(blow)) => {
            let left = struck(battle, blow).into_iter().filter_map(|(guess, ways)| Some((withstood(&guess)?, ways)));
            rounded(left.map(|(blow, ways)| (Block(blow).into(), ways)).collect())
        }
        Prompt::Mitigate(Mitigate(blow, _)) => {
            let all = damages(battle, blow).into_iter();
            rounded(all.map(|(damages, ways)| (Mitigate(*blow, damages).into(), ways)).collect())
        }
        _ => Vec::new(),
    }
}

/// Adds up equal questions and scales their numbers of ways so that the sum fits 64 bits; each keeps at least one way.
fn rounded(found: Vec<(Prompt, u128)>) -> Vec<(Prompt, u64)> {
    let all: u128 = found.iter().map(|(_, ways)| ways).sum();
    let shift = (u128::BITS - all.leading_zeros()).saturating_sub(u64::BITS - 2);
    let mut alike: BTreeMap<Prompt, u128> = BTreeMap::new();
    found.into_iter().for_each(|(prompt, ways)| *alike.entry(prompt).or_default() += ways);
    alike.into_iter().map(|(prompt, ways)| (prompt, (ways >> shift).max(1) as u64)).collect()
}

/// The attack with every to-hit roll it may have had.
fn struck(battle: &Battle, blow: &Blow) -> Vec<(Blow, u128)> {
    let more = attack::bonus(battle, blow.by, blow.on, blow.item);
    let flat: i32 = pool::flat(&more) + guard::exposure(battle, blow.on);
    let throw = pool::throw(battle, blow.dice, true);
    let luck = pool::dice(blow.luck).ways();
    let signs: &[i32] = if blow.luck > 0 { &[-1, 1] } else { &[1] };
    let mut found = Vec::new();
    for (Reading { sum, digits, .. }, ways) in throw.ways().iter() {
        for (luck, more) in luck.iter() {
            found.extend(signs.iter().map(|sign| {
                (blow.struck(sum + flat + sign * luck.sum, *digits), u128::from(*ways) * u128::from(*more))
            }));
        }
    }
    found
}

/// The attack after the evasion rolled against it; `None` if that would have averted it.
fn withstood(blow: &Blow) -> Option<Blow> {
    let (need, evasion) = (i32::from(blow.need), i32::from(blow.evasion));
    let Some(critical) = blow.dodged else { return Some(*blow) };
    let digits = if critical { Digits::Double } else { Digits::Plain };
    let stands = if blow.fumbled { !critical && evasion <= need } else { !defence::is_evaded(blow, evasion, digits) };
    stands.then(|| Blow { need: (need - evasion) as i16, ..*blow })
}

/// Every damage the attack may have rolled, with its number of ways.
fn damages(battle: &Battle, blow: &Blow) -> Vec<(Damages, u128)> {
    let flat: i32 = pool::flat(&damage::bonus(battle, blow));
    let spell = damage::spell(blow);
    let groups = spell.map_or([damage::dice(battle, blow), 0, 0], flight::groups);
    let [first, second, third] = groups.map(|count| pool::dice(count).ways());
    let mut found = Vec::new();
    for (of_first, ways) in first.iter() {
        for (of_second, more) in second.iter() {
            let ways = u128::from(*ways) * u128::from(*more);
            found.extend(third.iter().map(|(of_third, more)| {
                let sums = [of_first.sum, of_second.sum, of_third.sum];
                let weapon = || Damages::of_weapon((of_first.sum + flat).max(0));
                (spell.map_or_else(weapon, |_| flight::dealt(groups, sums, flat)), ways * u128::from(*more))
            }));
        }
    }
    found
}
