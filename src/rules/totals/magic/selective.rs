//! Restrictions of bestowed energy to a kind of creature, a size or a side. TOT-HYB-09.

use serde::{Deserialize, Serialize};

use super::super::sheet::{Size, sheet};
use crate::rules::{Battle, CombatantId, ParameterValue, Team};

const SIZES: [Size; 6] = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gigantic];

/// Whom energy is kept for, TOT-HYB-09.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Targets {
    /// Everybody.
    #[default]
    Everybody,
    /// Those of a size.
    Size(Size),
    /// Those of a side.
    Side(Team),
    /// Those of a kind: its place among the kinds that there are in the battle, in the order of their words.
    Kind(u8),
}

/// The kinds that there are in a battle, in the order of their words.
fn kinds(battle: &Battle) -> Vec<&str> {
    let mut kinds: Vec<&str> =
        battle.combatants().flat_map(|one| sheet(one).kind_tags.iter().map(String::as_str)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether energy kept for these targets goes off on somebody.
pub fn concerns(battle: &Battle, targets: Targets, whom: CombatantId) -> bool {
    let one = battle.combatant(whom);
    match targets {
        Targets::Everybody => true,
        Targets::Size(size) => sheet(one).size == size,
        Targets::Side(team) => one.team == team,
        Targets::Kind(place) => {
            kinds(battle).get(usize::from(place)).is_some_and(|kind| sheet(one).kind_tags.iter().any(|tag| tag == kind))
        }
    }
}

/// In words: "troll", "huge", "Orange".
fn name(battle: &Battle, targets: Targets) -> String {
    match targets {
        Targets::Everybody => "everybody".into(),
        Targets::Size(size) => size.name().into(),
        Targets::Side(team) => team.name().into(),
        Targets::Kind(place) => kinds(battle).get(usize::from(place)).map_or_else(String::new, ToString::to_string),
    }
}

/// All that can be chosen: the kinds, sizes and sides in the battle, each with the number that stands for it in a choice.
fn all(battle: &Battle) -> impl Iterator<Item = (i32, Targets)> {
    let of_size = |size: Size| battle.combatants().any(|one| sheet(one).size == size);
    let sizes = (1..).zip(SIZES).filter(move |(_, size)| of_size(*size));
    let sizes = sizes.map(|(number, size)| (number, Targets::Size(size)));
    let sides = battle.teams().map(|team| (10 + i32::from(team.0), Targets::Side(team)));
    let kinds = (0..kinds(battle).len() as u8).map(|place| (20 + i32::from(place), Targets::Kind(place)));
    std::iter::once((0, Targets::Everybody)).chain(sizes).chain(sides).chain(kinds)
}

/// The targets that a number in a choice stands for.
pub fn chosen(battle: &Battle, number: i32) -> Targets {
    all(battle).find(|(known, _)| *known == number).map_or(Targets::Everybody, |(_, targets)| targets)
}

/// All values that can be chosen.
pub fn values(battle: &Battle) -> Vec<ParameterValue> {
    let value = |(number, targets): (i32, Targets)| {
        let name = name(battle, targets);
        let everybody = targets == Targets::Everybody;
        let word = if everybody { "all".into() } else { name.to_lowercase().replace(' ', "-") };
        // Choosing costs 1 AP, whomever.
        ParameterValue { counts: i32::from(!everybody), ..ParameterValue::new(number, word, name) }
    };
    all(battle).map(value).collect()
}
