//! Rosters besides the built-in one: those in levels, and those that the player adds for a whole run, from a folder of
//! rosters and from named files.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use super::{
    Fault, Faults, Level, Roster, builtin,
    fault::listed,
    folders,
    level::Unit,
    roster::{Archetype, FISTS},
    save::read_text,
};

/// The roster of this run.
struct InPlay {
    roster: Roster,
    faults: Vec<Faults>,
}

static IN_PLAY: OnceLock<InPlay> = OnceLock::new();

impl Roster {
    /// The roster of this run: the built-in one with the player's additions.
    pub fn in_play() -> &'static Self {
        IN_PLAY.get().map_or(Self::builtin(), |in_play| &in_play.roster)
    }

    /// The faults of the player's rosters that were left out.
    pub fn faults_in_play() -> &'static [Faults] {
        IN_PLAY.get().map_or(&[], |in_play| &in_play.faults)
    }

    /// Adds the rosters of the player's folder, and then the named files, for this run; once, at its start.
    ///
    /// # Errors
    /// Everything that is wrong with the files. Rosters of the folder that are wrong are left out, and kept for
    /// [`Roster::faults_in_play`].
    pub fn bring_into_play(files: &[PathBuf]) -> Result<(), Vec<Faults>> {
        let mut roster = Self::builtin().clone();
        let mut left_out = Vec::new();
        for file in folders::rosters() {
            match roster.with_file(&file) {
                Ok(more) => roster = more,
                Err(faults) => left_out.push(faults),
            }
        }
        let mut wrong = Vec::new();
        for file in files {
            match roster.with_file(file) {
                Ok(more) => roster = more,
                Err(faults) => wrong.push(faults),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // A second call in the same run keeps the first roster.
        IN_PLAY.get_or_init(|| InPlay { roster, faults: left_out });
        Ok(())
    }

    /// This roster with a file added to it.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn with_file(&self, path: &Path) -> Result<Self, Faults> {
        self.with(&path.display().to_string(), &read_text(path)?)
    }

    /// This roster with that of a level added to it.
    pub(super) fn with_own(&self, level: &Level) -> Cow<'_, Self> {
        if level.own.arms.is_empty() && level.own.archetypes.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut roster = self.clone();
        for arm in &level.own.arms {
            roster.arms.retain(|known| known.tag != arm.tag);
            roster.arms.push(arm.clone());
        }
        for archetype in &level.own.archetypes {
            roster.archetypes.retain(|known| known.tag != archetype.tag);
            roster.archetypes.push(archetype.clone());
        }
        Cow::Owned(roster)
    }

    /// The archetypes and arms of these units that are not built in.
    pub(super) fn beyond_builtin<'a>(&self, units: impl Iterator<Item = &'a Unit>) -> Self {
        let mut tags: Vec<&str> = units.map(|unit| unit.archetype.as_str()).collect();
        tags.sort_unstable();
        tags.dedup();
        let used: Vec<&Archetype> = tags.into_iter().filter_map(|tag| self.archetype(tag)).collect();
        let of_gear = used.iter().flat_map(|archetype| &archetype.gear).map(|gear| gear.arm.as_str());
        let mut arms: Vec<&str> = of_gear.chain([FISTS]).collect();
        arms.sort_unstable();
        arms.dedup();
        let arms = arms.into_iter().filter_map(|tag| self.arm(tag));
        Self {
            arms: arms.filter(|arm| Self::builtin().arm(&arm.tag) != Some(*arm)).cloned().collect(),
            archetypes: used
                .into_iter()
                .filter(|archetype| Self::builtin().archetype(&archetype.tag) != Some(*archetype))
                .cloned()
                .collect(),
        }
    }

    /// Its fields as in a file, each with its records in one line.
    pub(super) fn records(&self) -> impl Iterator<Item = (&'static str, Vec<&str>)> {
        let arms = self.arms.iter().map(|arm| arm.text.as_str()).collect::<Vec<_>>();
        let archetypes = self.archetypes.iter().map(|archetype| archetype.text.as_str()).collect::<Vec<_>>();
        [("arms", arms), ("archetypes", archetypes)].into_iter().filter(|(_, records)| !records.is_empty())
    }

    /// The tags of built-in archetypes and arms that it redefines.
    fn redefined(&self) -> Vec<&'static str> {
        let builtin = Self::builtin();
        let archetypes =
            builtin.archetypes.iter().filter(|archetype| self.archetype(&archetype.tag) != Some(archetype));
        let arms = builtin.arms.iter().filter(|arm| self.arm(&arm.tag) != Some(arm));
        archetypes.map(|archetype| archetype.tag.as_str()).chain(arms.map(|arm| arm.tag.as_str())).collect()
    }
}

/// The levels that come with the game, with the fighters of this run's roster, and those that cannot be played with them,
/// each with what is wrong: a mount that can no longer be ridden, a body too large for its place.
pub fn builtin_in_play() -> (Vec<Level>, Vec<(&'static str, Faults)>) {
    with_fighters_of(Roster::in_play())
}

fn with_fighters_of(roster: &Roster) -> (Vec<Level>, Vec<(&'static str, Faults)>) {
    let redefined = roster.redefined();
    if redefined.is_empty() {
        return (builtin().to_vec(), Vec::new());
    }
    let (mut levels, mut left_out) = (Vec::new(), Vec::new());
    for level in builtin() {
        match Level::parse(&level.tag, &level.tag, &level.to_ron(), roster) {
            Ok(level) => levels.push(level),
            Err(faults) => left_out.push((level.tag.as_str(), by_redefining(&level.tag, &redefined, &faults))),
        }
    }
    (levels, left_out)
}

/// What is wrong with a built-in level, for somebody who has written a roster and not the level.
fn by_redefining(level: &str, redefined: &[&str], faults: &Faults) -> Faults {
    let redefined: Vec<String> = redefined.iter().map(|tag| format!("`{tag}`")).collect();
    let right = format!("rename what your rosters define as {}", listed(&redefined));
    let fault = |fault: &Fault| Fault::new(level, (0, 0), &format!("cannot be played: {}", fault.what), &right);
    Faults(faults.0.iter().map(fault).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::deploy,
        rules::{CombatantId, RulesetId, Settings},
    };

    const ROSTER: &str = "(format: 1,
        arms: [(tag: \"club\", name: \"club\", glyph: Club, rules: (percentile: (hands: 1, uses: [
            (kind: Melee, skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1, bonus: 1)),
        ])))],
        archetypes: [
            (tag: \"thug\", name: \"Thug\", gear: [(arm: \"club\", at: Main)], sheets: (percentile: (dur: 33))), // mine
            (tag: \"idler\", name: \"Idler\", sheets: (percentile: ())),
            (tag: \"archer\", name: \"Other archer\", sheets: (percentile: (dur: 11))),
        ])";

    const LEVEL: &str = "(format: 1, name: \"Yard\", ruleset: percentile, size: \"6x6\", sides: [
        (units: [(archetype: \"thug\", at: \"a1\")]), (units: [(archetype: \"brute\", at: \"f6\")])])";

    #[test]
    fn a_level_brings_its_fighters_along() {
        let roster = Roster::builtin().with("mine.ron", ROSTER).unwrap();
        let level = Level::parse("yard", "yard.ron", LEVEL, &roster).unwrap();
        let tags = |level: &Level| {
            let arms = level.own.arms.iter().map(|arm| arm.tag.clone());
            arms.chain(level.own.archetypes.iter().map(|archetype| archetype.tag.clone())).collect::<Vec<_>>()
        };
        assert_eq!(tags(&level), ["club", "thug"]);
        let again = Level::parse("yard", "yard.ron", &level.to_ron(), Roster::builtin()).unwrap();
        assert_eq!(again, level, "{}", level.to_ron());
        let ruleset = RulesetId::ALL[0];
        let battle = |level: &Level| deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let (first, second) = (battle(&level), battle(&again));
        assert_eq!(first.digest(), second.digest());
        assert!(first.items().any(|item| item.tag == "club"));
        assert_eq!(&*first.combatant(CombatantId(0)).identity.kind, "Thug");
    }

    #[test]
    fn a_level_file_has_fighters_of_its_own() {
        let own = ROSTER.trim_start_matches("(format: 1,").trim_end_matches(')');
        let text = LEVEL.replace("sides:", &format!("{own}, sides:"));
        let level = Level::parse("yard", "yard.ron", &text, Roster::builtin()).unwrap();
        assert_eq!(level.own.archetypes[0].name, "Thug");
        let wrong = text.replace("dur: 33", "dur: 3333").replace("arm: \"club\"", "arm: \"clob\"");
        let told = Level::parse("yard", "yard.ron", &wrong, Roster::builtin()).unwrap_err().to_string();
        assert!(told.contains("dur is 3333") && told.contains("did you mean `club`?"), "{told}");
    }

    #[test]
    fn a_tag_with_a_new_meaning_spoils_only_the_levels_that_it_does_not_fit() {
        let ogre = &Roster::builtin().archetype("ogre").unwrap().text;
        let text = format!("(format: 1, archetypes: [{}])", ogre.replace("\"ogre\"", "\"archer\""));
        let (levels, left_out) = with_fighters_of(&Roster::builtin().with("mine.ron", &text).unwrap());
        assert!(levels.iter().any(|level| level.tag == "meadow"));
        let (_, faults) = left_out.iter().find(|(tag, _)| *tag == "hedgerows").unwrap();
        let told = faults.to_string();
        assert!(told.starts_with("hedgerows: cannot be played") && told.contains("`archer`"), "{told}");
        assert_eq!(levels.len() + left_out.len(), builtin().len());
    }

    #[test]
    fn a_tag_with_a_new_meaning_is_known() {
        let roster = Roster::builtin().with("mine.ron", ROSTER).unwrap();
        assert_eq!((roster.redefined(), Roster::builtin().redefined()), (vec!["archer"], vec![]));
        let text = LEVEL.replace("thug", "archer");
        let level = Level::parse("yard", "yard.ron", &text, &roster).unwrap();
        assert_eq!(level.own.archetypes[0].name, "Other archer");
        assert!(Level::parse("yard", "yard.ron", &text, Roster::builtin()).unwrap().own.archetypes.is_empty());
    }
}
