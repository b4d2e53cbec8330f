//! Finds what arguments name: levels, rulesets, sides, combatants, the files in a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::print::Stop;
use crate::{
    lab::FieldKind,
    levels::{Faults, Level, Roster, builtin, builtin_in_play, load, meant, seats_to_choose},
    rules::{Battle, CombatantId, RulesetId, Team},
    seats::Seat,
};

/// Reads the name of a ruleset. Rulesets that players are not offered are accepted but not listed.
pub(super) fn ruleset() -> impl TypedValueParser<Value = RulesetId> {
    let others = RulesetId::ALL.iter().copied().filter(|ruleset| !ruleset.is_offered());
    let hidden = others.map(|ruleset| PossibleValue::new(ruleset.name()).hide(true));
    let values = RulesetId::offered().map(|ruleset| PossibleValue::new(ruleset.name())).chain(hidden);
    // Only known names come this far.
    PossibleValuesParser::new(values)
        .map(|name| RulesetId::ALL.iter().copied().find(|ruleset| ruleset.name() == name).unwrap_or(RulesetId::ALL[0]))
}

/// Reads the kind of a field.
pub(super) fn field_kind() -> impl TypedValueParser<Value = FieldKind> {
    let values = FieldKind::ALL.iter().map(|kind| PossibleValue::new(kind.word()).help(kind.title()));
    // Only known names come this far.
    PossibleValuesParser::new(values).map(|word| FieldKind::of(&word).unwrap_or_default())
}

/// The named ruleset, or all that players are offered.
pub(super) fn wanted(named: Option<RulesetId>) -> impl Iterator<Item = RulesetId> {
    named.into_iter().chain(RulesetId::offered().filter(move |_| named.is_none()))
}

/// A side by its colour.
pub(super) fn team(word: &str) -> Result<Team, String> {
    let mut teams = (0..Team::MOST as u8).map(Team);
    let names = (0..Team::MOST as u8).map(|team| Team(team).name().to_lowercase());
    teams
        .find(|team| team.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| format!("no side is called `{word}`: there are {}", names.collect::<Vec<_>>().join(", ")))
}

/// A side and who plays it: `orange=computer:quick`.
pub(super) fn seat(text: &str) -> Result<(Team, Seat), String> {
    let (side, who) = text.split_once('=').ok_or("write SIDE=WHO, such as blue=person")?;
    let seat = Seat::of(who).ok_or_else(|| format!("there is no seat `{who}`; {}", seats_to_choose()))?;
    Ok((team(side)?, seat))
}

/// Who plays each side, where said; every side named must fight in the level.
pub(super) fn seats(level: Option<&Level>, said: &[(Team, Seat)]) -> Result<[Option<Seat>; Team::MOST], Stop> {
    let mut seats = [None; Team::MOST];
    for (team, seat) in said {
        if let Some(level) = level.filter(|level| level.sides.len() <= usize::from(team.0)) {
            let (name, sides) = (&level.name, level.sides.len());
            return Err(Stop::Because(format!("{team} does not fight in {name}: it has {sides} sides")));
        }
        seats[usize::from(team.0)] = Some(*seat);
    }
    Ok(seats)
}

/// A built-in level by its tag, or a level file.
pub(super) fn level(word: &str) -> Result<Level, Stop> {
    if builtin().iter().any(|level| level.tag == word) {
        let (levels, left_out) = builtin_in_play();
        let wrong = || left_out.into_iter().find(|(tag, _)| *tag == word).map(|(_, faults)| faults).unwrap_or_default();
        return Ok(levels.into_iter().find(|level| level.tag == word).ok_or_else(wrong)?);
    }
    let path = Path::new(word);
    if path.exists() || word.ends_with(".ron") || path.components().count() > 1 {
        return Ok(load(path, Roster::in_play())?);
    }
    let guess = meant(word, builtin().iter().map(|level| level.tag.as_str()));
    Err(Stop::Because(format!("no level is called `{word}`; {guess} (or name a file)")))
}

/// A combatant by tag.
pub(super) fn combatant(battle: &Battle, tag: &str) -> Result<CombatantId, Stop> {
    let known = || battle.combatants().map(|fighter| &*fighter.identity.tag);
    let found = battle.tagged(tag).map(|fighter| fighter.id);
    found.ok_or_else(|| Stop::Because(format!("no combatant is called `{tag}`; {}", meant(tag, known()))))
}

/// The named files, and those with one of these endings in the named folders; also a fault for each folder that cannot
/// be read or holds none.
pub(super) fn files(named: &[PathBuf], endings: &[&str]) -> (Vec<PathBuf>, Vec<Faults>) {
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let (mut found, before) = (Vec::new(), faults.len());
        list(path, endings, &mut found, &mut faults);
        if found.is_empty() && faults.len() == before {
            let what = format!("no file in this folder ends in .{}", endings.join(" or ."));
            faults.push(Faults::of_file(&path.display().to_string(), what, "name a file, or another folder"));
        }
        found.sort();
        files.append(&mut found);
    }
    (files, faults)
}

/// Adds the files with one of these endings in a folder and its subfolders, in no order. Anything that cannot be read
/// is a fault and does not stop the search.
fn list(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>, faults: &mut Vec<Faults>) {
    let fault = |error: std::io::Error| {
        Faults::of_file(&folder.display().to_string(), format!("the folder cannot be read: {error}"), "")
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return faults.push(fault(error)),
    };
    for entry in entries {
        match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
            // Links to folders are not followed: they may lead in circles.
            Ok((path, kind)) if kind.is_dir() => list(&path, endings, files, faults),
            Ok((path, _)) => {
                let fits = path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known));
                files.extend(fits.then_some(path));
            }
            Err(error) => faults.push(fault(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Depth;

    #[test]
    fn levels_go_by_tag_or_by_file() {
        let tag = &builtin()[0].tag;
        assert_eq!(level(tag).unwrap().tag, *tag);
        let mut typo = tag.clone();
        typo.pop();
        assert!(level(&typo).unwrap_err().to_string().contains(&format!("did you mean `{tag}`?")));
        assert!(level("none.ron").unwrap_err().to_string().contains("cannot be read"));
    }

    #[test]
    fn sides_go_by_colour() {
        assert_eq!((team("Blue"), team("orange")), (Ok(Team(0)), Ok(Team(1))));
        assert!(team("red").unwrap_err().contains("blue, orange, green, purple"));
    }

    #[test]
    fn seats_go_by_side_and_name() {
        assert_eq!(seat("blue=person"), Ok((Team(0), Seat::Person)));
        assert_eq!(seat("orange=computer:quick"), Ok((Team(1), Seat::Computer(Depth::Quick))));
        assert!(seat("blue").unwrap_err().contains("SIDE=WHO"));
        let robot = "there is no seat `robot`; choose person, computer, computer:quick, computer:steady, computer:easy or computer:greedy";
        assert_eq!(seat("blue=robot").unwrap_err(), robot);
        assert!(seat("red=person").is_err());
        let said = [(Team(1), Seat::Person)];
        assert_eq!(seats(Some(&builtin()[0]), &said).unwrap()[..2], [None, Some(Seat::Person)]);
        assert!(seats(Some(&builtin()[0]), &[(Team(3), Seat::Person)]).is_err());
    }
}
