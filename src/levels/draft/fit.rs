//! Fighters who cannot stand where they are, or whose numbers are impossible, and why: shown, not mended.

use super::{Draft, TokenKey};
use crate::{
    geometry::Square,
    levels::placing::misfit,
    rules::{Status, Team, Vital},
};

/// A fighter with an impossible place or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The fighter.
    pub who: TokenKey,
    /// The square at fault; for a number, the fighter's own.
    pub at: Square,
    /// "Dima would stand in a wall, in c4".
    pub words: String,
}

impl Draft {
    /// Fighters who cannot stand where they are, by id. Only those in the fight count, and riders share the squares of
    /// their mounts.
    pub fn misfits(&self) -> Vec<Misfit> {
        let battle = &self.battle;
        let rules = battle.ruleset.rules();
        let (mut taken, mut found): (Vec<(Square, String)>, _) = (Vec::new(), Vec::new());
        for fighter in battle.combatants().filter(|fighter| fighter.status == Status::Fighting) {
            let name = &*fighter.identity.name;
            let rides = rules.mount_of(battle, fighter.id).is_some();
            let others = if rides { &[][..] } else { &taken[..] };
            if let Some((at, words, _)) = misfit(&battle.scene.field, others, fighter.footprint(), name) {
                found.push(Misfit { who: self.key(fighter.id), at, words });
            }
            if !rides {
                taken.extend(fighter.footprint().squares().map(|square| (square, name.to_string())));
            }
        }
        found
    }

    /// Fighters in the fight whose totals or conditions are out of range, by id.
    pub fn miscounts(&self) -> Vec<Misfit> {
        let names = self.ruleset().rules().names();
        let vitals = names.vitals.len() as u8;
        let fighting = self.battle.combatants().filter(|fighter| fighter.status == Status::Fighting);
        let of = |fighter: crate::rules::Combatant<'_>| {
            let (who, at) = (self.key(fighter.id), fighter.placement.anchor());
            let wrong = |vital| self.beyond(who, vital, fighter.vitals.get(vital));
            let totals = (0..vitals).map(Vital).filter(|vital| self.is_told(*vital)).filter_map(wrong);
            let faults = fighter.conditions.0.iter().filter_map(|condition| condition.fault(&names));
            let all: Vec<String> = totals
                .chain(faults.map(|(what, right)| format!("{}: {what}: {right}", fighter.identity.name)))
                .collect();
            all.into_iter().map(move |words| Misfit { who, at, words })
        };
        fighting.flat_map(of).collect()
    }

    /// The sides of the level that nobody is on.
    pub fn empty_sides(&self) -> Vec<Team> {
        let is_empty = |team: &Team| self.battle.combatants().all(|fighter| fighter.team != *team);
        (0..self.level.sides.len() as u8).map(Team).filter(is_empty).collect()
    }

    /// Why a total of a fighter cannot have a value, with the range that it can have.
    pub(super) fn beyond(&self, who: TokenKey, vital: Vital, value: i16) -> Option<String> {
        let (low, high) = self.combatant(who)?.sheet.bounds(vital);
        if (low..=high).contains(&value) {
            return None;
        }
        let minus = |number: i16| number.to_string().replace('-', "\u{2212}");
        let (name, what) = (self.name_of(who), self.vital_name(vital));
        Some(format!("{name}: {what} cannot be {}, it goes from {} to {}", minus(value), minus(low), minus(high)))
    }

    /// Whether a total says something about a fighter: the others are notes of the rules.
    pub fn is_told(&self, vital: Vital) -> bool {
        self.ruleset().rules().is_told(vital)
    }

    /// The name of a total: "damage", "armour 2".
    pub fn vital_name(&self, vital: Vital) -> String {
        let name = self.ruleset().rules().names().vitals.get(usize::from(vital.0)).copied().unwrap_or_default();
        name.replace('-', " ")
    }
}
