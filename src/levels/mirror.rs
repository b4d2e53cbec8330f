//! Mirror matches: the same fighters on every side, to see how much the ground and the first turn matter.

use super::{
    Level, Roster,
    late::{Entrance, Late},
    level::{ROUND_LIMIT, Unit},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Battlefield, Footing, RulesetId},
};

/// The level with the fighters of one side on every side, with the power they have there, each near a starting place of
/// its new side, nobody hidden or in ambush. The last side standing wins, and there are rounds enough for that, because
/// other goals would suit only the original fighters.
pub fn mirrored(level: &Level, roster: &Roster, ruleset: RulesetId, side: usize) -> Level {
    let roster = &*roster.with_own(level);
    let mut mirrored = level.clone();
    mirrored.goals.clear();
    mirrored.round_limit = mirrored.round_limit.max(ROUND_LIMIT);
    let Some(units) = level.sides.get(side).map(|side| side.units.clone()) else { return mirrored };
    let mut taken: Vec<Footprint> = Vec::new();
    // The side whose fighters stay where they are comes first.
    let mut order: Vec<usize> = (0..level.sides.len()).collect();
    order.sort_by_key(|index| *index != side);
    for index in order {
        let places: Vec<Square> = level.sides[index].units.iter().map(|unit| unit.at).collect();
        let mut copies: Vec<Unit> = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            // Late fighters arrive near a place of that side.
            let late = unit.late.as_ref().map(|late| Late { round: late.round, entrance: Entrance::Square });
            let mut copy = Unit { hidden: false, facing: None, late, ..unit.clone() };
            if unit.riding.is_none() {
                let side = body(roster, ruleset, unit);
                let wanted = places[number % places.len().max(1)];
                copy.at = nearest(&level.field, &taken, wanted, side).unwrap_or(wanted);
                taken.push(Footprint { anchor: copy.at, side });
            }
            copies.push(copy);
        }
        // Riders take the squares of their mounts, whichever comes first in the list.
        for rider in 0..copies.len() {
            if let Some(mount) = copies[rider].riding.and_then(|mount| copies.get(mount)) {
                copies[rider].at = mount.at;
            }
        }
        mirrored.sides[index].units = copies;
        mirrored.sides[index].power = level.sides[side].power;
        mirrored.sides[index].ambushes.clear();
    }
    mirrored
}

/// The length of a side of a fighter's body, in squares.
pub(super) fn body(roster: &Roster, ruleset: RulesetId, unit: &Unit) -> u8 {
    roster.archetype(&unit.archetype).map_or(1, |archetype| archetype.sheet(ruleset).footprint())
}

/// The free place for a body that is nearest to a square, if possible that square itself.
pub(super) fn nearest(field: &Battlefield, taken: &[Footprint], wanted: Square, side: u8) -> Option<Square> {
    let free = |square: Square| {
        field.cell(square).is_some_and(|cell| {
            cell.feature.is_none() && !matches!(cell.footing, Footing::Void | Footing::Pit | Footing::Water)
        })
    };
    let fits = |anchor: &Square| {
        let body = Footprint { anchor: *anchor, side };
        body.squares().all(free) && taken.iter().all(|other| other.gap(body) != (0, 0))
    };
    let far = |square: &Square| {
        let (x, y) = (square.x - wanted.x, square.y - wanted.y);
        (i32::from(x) * i32::from(x) + i32::from(y) * i32::from(y), *square)
    };
    field.squares().filter(fits).min_by_key(far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Power, builtin, deploy},
        rules::{CombatantId, Settings},
    };

    fn parse(sides: &str) -> Level {
        let text = format!("(format: 1, name: \"Yard\", ruleset: percentile, size: \"12x6\", sides: [{sides}])");
        Level::parse("yard", "l.ron", &text, Roster::builtin()).unwrap()
    }

    #[test]
    fn mirrored_fighters_are_as_mighty_on_every_side() {
        let usual = "(units: [(archetype: \"brute\", at: \"a2\")])";
        let mighty = "(power: mighty, units: [(archetype: \"brute\", at: \"l2\")])";
        let level = parse(&format!("{usual}, {mighty}"));
        for (side, power) in [(0, Power::Usual), (1, Power::Mighty)] {
            for ruleset in RulesetId::ALL {
                let mirror = mirrored(&level, Roster::builtin(), *ruleset, side);
                assert!(mirror.sides.iter().all(|side| side.power == power));
                let battle = deploy(&mirror, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).unwrap();
                assert_eq!(battle.combatant(CombatantId(0)).sheet, battle.combatant(CombatantId(1)).sheet, "{ruleset}");
            }
        }
    }

    #[test]
    fn riders_sit_on_mounts_that_stand_later_in_the_list() {
        let pair = "(archetype: \"lancer\", at: \"a1\", riding: \"Star\"), \
                    (archetype: \"war-horse\", name: \"Star\", at: \"a1\")";
        let level = parse(&format!("(units: [{pair}]), (units: [(archetype: \"archer\", at: \"j3\")])"));
        assert_eq!(level.sides[0].units[0].riding, Some(1));
        let mirror = mirrored(&level, Roster::builtin(), RulesetId::Percentile, 0);
        let places: Vec<Vec<Square>> =
            mirror.sides.iter().map(|side| side.units.iter().map(|unit| unit.at).collect()).collect();
        let [first, other] = ["a1", "j3"].map(|square| square.parse::<Square>().unwrap());
        assert_eq!(places, [[first; 2], [other; 2]], "one place for each pair, that of who stood there");
    }

    #[test]
    fn every_level_can_be_mirrored_under_every_ruleset() {
        for level in builtin() {
            for ruleset in RulesetId::ALL {
                for side in 0..level.sides.len() {
                    let mirror = mirrored(level, Roster::builtin(), *ruleset, side);
                    let battle = deploy(&mirror, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).unwrap();
                    let kinds = |team: usize| -> Vec<&str> {
                        mirror.sides[team].units.iter().map(|unit| unit.archetype.as_str()).collect()
                    };
                    assert!((0..mirror.sides.len()).all(|team| kinds(team) == kinds(side)), "{}", level.tag);
                    let bodies: Vec<_> = battle.combatants().map(|fighter| (fighter.id, fighter.footprint())).collect();
                    let rules = ruleset.rules();
                    for (who, body) in &bodies {
                        for (other, two) in bodies.iter().filter(|(other, _)| other > who) {
                            let pair = rules.mount_of(&battle, *who) == Some(*other)
                                || rules.mount_of(&battle, *other) == Some(*who);
                            assert!(pair || body.gap(*two) != (0, 0), "{}: two stand on one square", level.tag);
                        }
                    }
                }
            }
        }
    }
}
