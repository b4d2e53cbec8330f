//! Restrictions of bestowed energy to a kind of creature, a size or a side. TOT-HYB-09.

use super::super::sheet::{Size, sheet};
use crate::rules::{Battle, CombatantId, ParameterValue, Team};

const SIZES: [Size; 6] = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gigantic];

/// Numbers from here stand for sides, those below for sizes; 0 is everybody.
const SIDES: u16 = 10;
/// Numbers from here stand for kinds, in the order of their words.
const KINDS: u16 = 20;

/// The kinds that there are in a battle, in the order of their words.
fn kinds(battle: &Battle) -> Vec<&str> {
    let mut kinds: Vec<&str> =
        battle.combatants().flat_map(|one| sheet(one).kind_tags.iter().map(String::as_str)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether energy kept for these targets goes off on somebody.
pub fn concerns(battle: &Battle, selective: u16, whom: CombatantId) -> bool {
    let one = battle.combatant(whom);
    match selective {
        0 => true,
        KINDS.. => {
            let kinds = kinds(battle);
            kinds
                .get(usize::from(selective - KINDS))
                .is_some_and(|kind| sheet(one).kind_tags.iter().any(|tag| tag == kind))
        }
        SIDES.. => one.team == Team((selective - SIDES) as u8),
        size => SIZES.get(usize::from(size) - 1) == Some(&sheet(one).size),
    }
}

/// In words: "troll", "huge", "Orange".
pub fn name(battle: &Battle, selective: u16) -> String {
    match selective {
        0 => "everybody".into(),
        KINDS.. => kinds(battle).get(usize::from(selective - KINDS)).map_or_else(String::new, ToString::to_string),
        SIDES.. => Team((selective - SIDES) as u8).name().into(),
        size => SIZES.get(usize::from(size) - 1).map_or_else(String::new, |size| size.name().into()),
    }
}

/// All values that can be chosen: the kinds, sizes and sides in the battle.
pub fn values(battle: &Battle) -> Vec<ParameterValue> {
    let sizes = (1..).zip(SIZES).filter(|(_, size)| battle.combatants().any(|one| sheet(one).size == *size));
    let sides = battle.teams().map(|team| SIDES + u16::from(team.0));
    let kinds = (KINDS..).take(kinds(battle).len());
    let numbers = std::iter::once(0).chain(sizes.map(|(number, _)| number)).chain(sides).chain(kinds);
    let value = |number: u16| {
        let name = name(battle, number);
        let word = if number == 0 { "all".into() } else { name.to_lowercase().replace(' ', "-") };
        // Choosing costs 1 AP, whomever.
        ParameterValue { counts: i32::from(number > 0), ..ParameterValue::new(number.into(), word, name) }
    };
    numbers.map(value).collect()
}
