//! The power of a side's fighters: usual, or mighty under rulesets whose rosters tell the two apart.

use serde::Deserialize;

use super::{Level, Roster, roster::Archetype};
use crate::rules::{RulesetId, Sheet, Team};

/// Which of their sheets the fighters of a side begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Power {
    /// The usual ones.
    #[default]
    Usual,
    /// Those of veterans, where the roster has such sheets.
    Mighty,
}

impl Power {
    /// Its word in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Mighty => "mighty",
        }
    }
}

impl Archetype {
    /// The sheet for a ruleset at a power; the usual one where the archetype has no other.
    pub fn sheet_at(&self, ruleset: RulesetId, power: Power) -> Sheet {
        let mighty = (power == Power::Mighty).then(|| self.mighty.sheet(ruleset)).flatten();
        mighty.unwrap_or_else(|| self.sheet(ruleset))
    }
}

impl Level {
    /// Whether a ruleset has mighty sheets for some of a side's fighters.
    pub fn has_power(&self, team: Team, roster: &Roster, ruleset: RulesetId) -> bool {
        let units = self.sides.get(usize::from(team.0)).into_iter().flat_map(|side| &side.units);
        let mut archetypes = units.filter_map(|unit| roster.archetype(&unit.archetype));
        archetypes.any(|archetype| archetype.mighty.sheet(ruleset).is_some())
    }

    /// What mighty fighters have beyond the usual ones under a ruleset, if it has mighty sheets for any side.
    pub fn power_meaning(&self, roster: &Roster, ruleset: RulesetId) -> Option<&'static str> {
        let teams = (0..self.sides.len() as u8).map(Team);
        let told = teams.into_iter().any(|team| self.has_power(team, roster, ruleset));
        Some(ruleset.rules().mighty()).filter(|words| told && !words.is_empty())
    }

    /// Which sides are mighty, in words, and whether the ruleset ignores it.
    pub fn power_words(&self, roster: &Roster, ruleset: RulesetId) -> Vec<String> {
        let sides = (0..).map(Team).zip(&self.sides).filter(|(_, side)| side.power == Power::Mighty);
        let words = sides.map(|(team, _)| {
            let none = if self.has_power(team, roster, ruleset) { "" } else { "; these rules ignore it" };
            format!("{}: mighty{none}", self.side_name(team))
        });
        words.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::deploy,
        rules::{CombatantId, Settings},
    };

    fn parse(power: &str) -> Result<Level, Vec<String>> {
        let sides = format!(
            "({power}units: [(archetype: \"brute\", at: \"a2\")]), (units: [(archetype: \"brute\", at: \"h2\")])"
        );
        let text = format!("(format: 1, name: \"Yard\", ruleset: percentile, size: \"9x3\", sides: [{sides}])");
        let level = Level::parse("test", "l.ron", &text, Roster::builtin());
        level.map_err(|faults| faults.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_mighty_side_begins_with_other_sheets_where_there_are_any() {
        let roster = Roster::builtin();
        let level = parse("power: mighty, ").unwrap();
        assert_eq!(Level::parse("test", "l.ron", &level.to_ron(), roster).unwrap(), level);
        for ruleset in RulesetId::ALL {
            let battle = deploy(&level, roster, *ruleset, Settings::defaults(*ruleset)).unwrap();
            let [mighty, usual] = [0, 1].map(|who| battle.combatant(CombatantId(who)).sheet.clone());
            let [words] = level.power_words(roster, *ruleset).try_into().unwrap();
            let is_told = !words.contains("ignore it");
            assert_eq!(mighty != usual, is_told, "{ruleset}: {words}");
            assert_eq!(mighty.footprint(), usual.footprint());
        }
        assert!(parse("").unwrap().power_words(roster, RulesetId::ALL[0]).is_empty());
    }

    #[test]
    fn what_mighty_fighters_have_more_of_is_told_in_the_numbers_of_the_roster() {
        let (roster, level) = (Roster::builtin(), parse("").unwrap());
        let told: Vec<_> = RulesetId::ALL.iter().filter_map(|id| level.power_meaning(roster, *id)).collect();
        let [words] = told[..] else { panic!("{told:?}") };
        let number = |sheet: Option<Sheet>, field: &str| {
            let value = serde_json::to_value(sheet?).ok()?;
            value.as_object()?.values().next()?.get(field)?.as_i64()
        };
        let of = RulesetId::Pools;
        let mighty = roster.archetypes.iter().filter_map(|kind| number(kind.mighty.sheet(of), "speed"));
        assert!(mighty.clone().count() > 20 && mighty.clone().all(|speed| speed == 45), "{words}");
        let usual = roster.archetypes.iter().filter_map(|kind| number(kind.sheets.sheet(of), "speed"));
        assert!(usual.filter(|speed| *speed == 15).count() > 20 && words.contains("45 instead of 15"), "{words}");
    }

    #[test]
    fn an_unknown_power_is_refused_with_what_would_be_right() {
        let told = parse("power: godlike, ").unwrap_err();
        assert!(told.iter().any(|words| words.contains("usual") && words.contains("mighty")), "{told:?}");
    }
}
