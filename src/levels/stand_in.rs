//! Stand-ins where a roster has no numbers for a ruleset, and riders who go on foot where mounts cannot be ridden.

use super::{
    Level, Roster,
    fault::listed,
    level::Unit,
    roster::{Archetype, Armament, FISTS},
};
use crate::rules::{Arm, RulesetId, Sheet};

impl Archetype {
    /// The sheet for a ruleset; the plain one, if the archetype has none.
    pub fn sheet(&self, ruleset: RulesetId) -> Sheet {
        self.sheets.sheet(ruleset).unwrap_or_else(|| ruleset.plain_sheet())
    }
}

impl Armament {
    /// The numbers for a ruleset; plain ones, if the arm has none.
    pub fn numbers(&self, ruleset: RulesetId) -> Arm {
        self.rules.arm(ruleset).unwrap_or_else(|| ruleset.plain_arm(self.glyph, self.hands().unwrap_or(1)))
    }
}

/// What a level lacks under a ruleset. It can still be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIns {
    /// The ruleset.
    pub ruleset: RulesetId,
    /// Tags of archetypes for which the plain sheet stands in.
    pub archetypes: Vec<String>,
    /// Tags of arms for which plain numbers stand in.
    pub arms: Vec<String>,
    /// Riders whose mount cannot be ridden: they begin beside it.
    pub on_foot: Vec<String>,
}

impl StandIns {
    /// What these archetypes of a roster lack.
    pub(super) fn of<'a>(
        roster: &'a Roster,
        ruleset: RulesetId,
        archetypes: impl Iterator<Item = &'a Archetype>,
    ) -> Self {
        let mut lacking = Self { ruleset, archetypes: Vec::new(), arms: Vec::new(), on_foot: Vec::new() };
        for archetype in archetypes {
            if archetype.sheets.sheet(ruleset).is_none() {
                note(&mut lacking.archetypes, &archetype.tag);
            }
            let arms = archetype.gear.iter().filter_map(|gear| roster.arm(&gear.arm)).chain(roster.arm(FISTS));
            arms.filter(|arm| arm.rules.arm(ruleset).is_none()).for_each(|arm| note(&mut lacking.arms, &arm.tag));
        }
        lacking
    }

    /// In a line: "no sheet for totals: thug (a plain one stands in)"; `None` if nothing is lacking.
    pub fn words(&self) -> Option<String> {
        let ruleset = self.ruleset;
        let parts = [
            (&self.archetypes, format!("no sheet for {ruleset}: "), " (a plain one stands in)"),
            (&self.arms, format!("no numbers for {ruleset}: "), " (plain ones stand in)"),
            (&self.on_foot, format!("on foot under {ruleset}: "), ""),
        ];
        let there = parts.into_iter().filter(|(tags, ..)| !tags.is_empty());
        let words: Vec<String> = there.map(|(tags, what, how)| format!("{what}{}{how}", listed(tags))).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

fn note(tags: &mut Vec<String>, tag: &str) {
    if tags.iter().all(|known| known != tag) {
        tags.push(tag.into());
    }
}

/// What a level lacks under a ruleset with the fighters of a roster.
pub fn stand_ins(level: &Level, roster: &Roster, ruleset: RulesetId) -> StandIns {
    let roster = &*roster.with_own(level);
    let units = level.sides.iter().flat_map(|side| &side.units);
    let archetypes = units.filter_map(|unit| roster.archetype(&unit.archetype));
    let mut lacking = StandIns::of(roster, ruleset, archetypes);
    for side in &level.sides {
        for (unit, _) in on_foot(&side.units, roster, ruleset) {
            lacking.on_foot.push(unit.name.clone().unwrap_or_else(|| unit.archetype.clone()));
        }
    }
    lacking
}

/// The riders among the units of a side whose mount cannot be ridden under a ruleset, each with its place among them.
pub(super) fn on_foot<'a>(
    units: &'a [Unit],
    roster: &'a Roster,
    ruleset: RulesetId,
) -> impl Iterator<Item = (&'a Unit, usize)> {
    units.iter().zip(0..).filter(move |(unit, _)| {
        let mount = unit.riding.and_then(|mount| roster.archetype(&units.get(mount)?.archetype));
        mount.is_some_and(|mount| ruleset.rules().no_mount(&mount.sheet(ruleset)).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{deploy, mirror::body},
        rules::{CombatantId, Settings},
    };

    const LEVEL: &str = "(format: 1, name: \"Yard\", ruleset: percentile, size: \"6x6\",
        arms: [(tag: \"club\", name: \"club\", glyph: Club, rules: (percentile: (hands: 2, uses: [
            (kind: Melee, skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1, bonus: 1))])))],
        archetypes: [(tag: \"thug\", name: \"Thug\", gear: [(arm: \"club\", at: Both)], sheets: (percentile: (dur: 33)))],
        sides: [
            (units: [(archetype: \"thug\", at: \"a1\"), (archetype: \"war-horse\", name: \"Star\", at: \"c3\"),
                     (archetype: \"thug\", name: \"Ugo\", at: \"c3\", riding: \"Star\")]),
            (units: [(archetype: \"brute\", at: \"f6\")])])";

    #[test]
    fn whoever_has_no_numbers_plays_with_plain_ones() {
        let level = Level::parse("yard", "yard.ron", LEVEL, Roster::builtin()).unwrap();
        let words = |ruleset| stand_ins(&level, Roster::builtin(), ruleset).words();
        let [percentile, totals] = [RulesetId::Percentile, RulesetId::Totals];
        assert_eq!(words(percentile), None);
        let told =
            "no sheet for totals: thug (a plain one stands in); no numbers for totals: club (plain ones stand in)";
        assert_eq!(words(totals).as_deref(), Some(told));
        let battle = deploy(&level, Roster::builtin(), totals, Settings::defaults(totals)).unwrap();
        assert_eq!(*battle.combatant(CombatantId(0)).sheet, totals.plain_sheet());
        let club = battle.items().find(|item| item.tag == "club").unwrap();
        assert_eq!((club.arm.hands(), club.at.bearer()), (2, Some(CombatantId(0))));
        assert_eq!(totals.rules().mount_of(&battle, CombatantId(2)), Some(CombatantId(1)));
    }

    #[test]
    fn riders_go_on_foot_where_nobody_rides() {
        let level = Level::parse("yard", "yard.ron", LEVEL, Roster::builtin()).unwrap();
        let ruleset = RulesetId::ALL.iter().copied().find(|ruleset| !ruleset.is_offered()).unwrap();
        assert_eq!(stand_ins(&level, Roster::builtin(), ruleset).on_foot, ["Ugo"]);
        let battle = deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let [horse, rider] = [1, 2].map(|id| battle.combatant(CombatantId(id)).footprint());
        assert_eq!(body(Roster::builtin(), ruleset, &level.sides[0].units[1]), 1);
        assert_eq!((horse.gap(rider).0.max(horse.gap(rider).1), battle.shared_squares()), (1, vec![]));
    }
}
