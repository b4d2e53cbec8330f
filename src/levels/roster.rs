//! Rosters: arms, and archetypes with one sheet for each ruleset.
//!
//! ```ron
//! (
//!     format: 1,
//!     arms: [(tag: "club", name: "club", glyph: Club, rules: (percentile: (hands: 1, uses: [
//!         (kind: Melee, skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1, bonus: 1)),
//!     ])))],
//!     archetypes: [(tag: "thug", name: "Thug", about: "All arms and no plan",
//!         gear: [(arm: "club", at: Main), (arm: "knife", at: Stowed)],
//!         sheets: (percentile: (som: 22, dur: 30, skills: [(skill: MeleeWeapons, ranks: 30)])),
//!     )],
//! )
//! ```

use std::{collections::BTreeMap, sync::OnceLock};

use serde::{Deserialize, Serialize};

use super::{
    Faults,
    fault::meant,
    kind::{FileKind, form_of},
    naming::{LONGEST_LINE, is_line, is_name, is_tag},
    source::{Form, Piece, Source},
};
use crate::rules::{ArmSet, ItemGlyph, RulesetId, SheetSet};

/// The version of roster files.
pub const ROSTER_FORMAT: u16 = 1;

/// The arm that everybody has: fists.
pub const FISTS: &str = "fists";

/// A weapon, a shield or a part of a body that fights.
#[derive(Clone, Debug, PartialEq)]
pub struct Armament {
    /// One word for files and choices.
    pub tag: String,
    /// The name on screen, in lower case.
    pub name: String,
    /// How it looks.
    pub glyph: ItemGlyph,
    /// Its numbers.
    pub rules: ArmSet,
    /// The record it was read from, in one line.
    pub text: String,
}

impl Armament {
    /// The hands needed to use it: the most that any ruleset asks for, if any does.
    pub fn hands(&self) -> Option<u8> {
        RulesetId::ALL.iter().filter_map(|ruleset| Some(self.rules.arm(*ruleset)?.hands())).max()
    }
}

/// Where an archetype carries an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carried {
    /// In the main hand.
    Main,
    /// In the off hand.
    Off,
    /// In both hands.
    Both,
    /// On the body, to be drawn.
    Stowed,
    /// As part of the body.
    Natural,
}

/// An item that an archetype has: `(arm: "crossbow", at: Both, loaded: true)`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// The arm's tag.
    pub arm: String,
    /// Where it is carried.
    pub at: Carried,
    /// How often it can be used, if counted.
    #[serde(default)]
    pub count: Option<u16>,
    /// Whether it is loaded; only for items that need loading.
    #[serde(default = "loaded")]
    pub loaded: bool,
    /// Numbers that a ruleset keeps for it, where they are not the usual ones: `{"durability": 2}`.
    #[serde(default)]
    pub state: BTreeMap<String, i16>,
}

const fn loaded() -> bool {
    true
}

/// A kind of fighter.
#[derive(Clone, Debug, PartialEq)]
pub struct Archetype {
    /// One word for files.
    pub tag: String,
    /// The name on screen.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The fighter's gear.
    pub gear: Vec<Gear>,
    /// The numbers.
    pub sheets: SheetSet,
    /// The numbers of a mighty fighter, where they differ.
    pub mighty: SheetSet,
    /// The record it was read from, in one line.
    pub text: String,
}

/// All archetypes and arms that a level can name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// Arms, in the order of the files.
    pub arms: Vec<Armament>,
    /// Archetypes, in the order of the files.
    pub archetypes: Vec<Archetype>,
}

impl Roster {
    /// The roster that comes with the game.
    pub fn builtin() -> &'static Self {
        static ROSTER: OnceLock<Roster> = OnceLock::new();
        ROSTER.get_or_init(|| {
            let arms = Self::default().with("arms.ron", include_str!("../../assets/arms.ron"));
            let all = arms.and_then(|arms| arms.with("archetypes.ron", include_str!("../../assets/archetypes.ron")));
            all.expect("a test reads the built-in rosters")
        })
    }

    /// This roster with a file added to it, which may redefine known tags.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn with(&self, file: &str, text: &str) -> Result<Self, Faults> {
        let source = Source::new(file, text);
        let roster = source.root().and_then(|root| {
            let form = form_of(root, FileKind::Roster, &["format", "arms", "archetypes"])?;
            check_format(&form, ROSTER_FORMAT)?;
            Some(self.extended(&form))
        });
        source.finish(roster)
    }

    /// An arm by its tag.
    pub fn arm(&self, tag: &str) -> Option<&Armament> {
        self.arms.iter().find(|arm| arm.tag == tag)
    }

    /// An archetype by its tag.
    pub fn archetype(&self, tag: &str) -> Option<&Archetype> {
        self.archetypes.iter().find(|archetype| archetype.tag == tag)
    }

    /// This roster and the fields `arms` and `archetypes` of a record.
    pub(super) fn extended(&self, form: &Form<'_>) -> Self {
        let mut roster = self.clone();
        let mut new: Vec<String> = Vec::new();
        for piece in form.items("arms") {
            let Some(arm) = roster.read_arm(piece, &mut new) else { continue };
            match roster.arms.iter().position(|known| known.tag == arm.tag) {
                Some(index) => roster.arms[index] = arm,
                None => roster.arms.push(arm),
            }
        }
        new.clear();
        for piece in form.items("archetypes") {
            let Some(archetype) = roster.read_archetype(piece, &mut new) else { continue };
            match roster.archetypes.iter().position(|known| known.tag == archetype.tag) {
                Some(index) => roster.archetypes[index] = archetype,
                None => roster.archetypes.push(archetype),
            }
        }
        roster
    }

    /// The fault of an unknown archetype, and what would be right.
    pub(super) fn no_archetype(&self, tag: &str) -> (String, String) {
        let near = meant(tag, self.archetypes.iter().map(|archetype| archetype.tag.as_str()));
        let right = format!("{near} (`proving-ground archetypes` lists all with their sheets; add your own)");
        (format!("no archetype is called `{tag}`"), right)
    }

    /// The fault of an unknown arm, and what would be right.
    pub(super) fn no_arm(&self, tag: &str) -> (String, String) {
        let near = meant(tag, self.arms.iter().map(|arm| arm.tag.as_str()));
        let right = format!("{near} (`proving-ground arms` lists all with their numbers; add your own)");
        (format!("no arm is called `{tag}`"), right)
    }

    /// Reads an arm. Parts that cannot be read are taken from another arm, so that they cause no further faults.
    fn read_arm(&self, piece: Piece<'_>, new: &mut Vec<String>) -> Option<Armament> {
        let form = piece.form(&["tag", "name", "glyph", "rules"])?;
        let (tag, name, glyph) = (read_tag(&form), read_name(&form), form.need("glyph"));
        let rules: Option<ArmSet> = form.need("rules");
        tag.iter().for_each(|tag| note_tag(&form, tag, new));
        if let Some(rules) = &rules {
            numbers(&form, "rules", |ruleset| Some(rules.arm(ruleset)?.faults()));
        }
        let rules = rules.or_else(|| Some(self.arms.first()?.rules.clone())).unwrap_or_default();
        let (name, glyph) = (name.unwrap_or_default(), glyph.unwrap_or_default());
        Some(Armament { tag: tag?, name, glyph, rules, text: piece.in_one_line() })
    }

    /// Reads an archetype. Parts that cannot be read are taken from another one, so that they cause no further faults.
    fn read_archetype(&self, piece: Piece<'_>, new: &mut Vec<String>) -> Option<Archetype> {
        let form = piece.form(&["tag", "name", "about", "gear", "sheets", "mighty"])?;
        let (tag, name, about) = (read_tag(&form), read_name(&form), read_about(&form));
        let gear = self.read_gear(&form.items("gear"), true);
        let sheets: Option<SheetSet> = form.need("sheets");
        tag.iter().for_each(|tag| note_tag(&form, tag, new));
        if let Some(sheets) = &sheets {
            numbers(&form, "sheets", |ruleset| Some(sheets.sheet(ruleset)?.faults()));
        }
        let sheets = sheets.or_else(|| Some(self.archetypes.first()?.sheets.clone())).unwrap_or_default();
        let mighty: SheetSet = form.may("mighty").unwrap_or_default();
        numbers(&form, "mighty", |ruleset| Some(mighty.sheet(ruleset)?.faults()));
        let (tag, name, text) = (tag?, name.unwrap_or_default(), piece.in_one_line());
        Some(Archetype { tag, name, about, gear, sheets, mighty, text })
    }

    /// Reads gear; `ready` says that weapons in hand must be held as they are used.
    pub(super) fn read_gear(&self, pieces: &[Piece<'_>], ready: bool) -> Vec<Gear> {
        let mut gear = Vec::new();
        let mut held: [Option<String>; 2] = [None, None];
        for piece in pieces {
            let Some(item) = piece.read::<Gear>() else { continue };
            let place = |name| piece.fields().map_or(*piece, |form| form.place(name));
            let Some(arm) = self.arm(&item.arm) else {
                let (what, right) = self.no_arm(&item.arm);
                place("arm").fault(what, right);
                continue;
            };
            let tag = &item.arm;
            let fault = |what: &str, right: &str| place("at").fault(format!("`{tag}` {what}"), right);
            match (item.at, arm.hands()) {
                (Carried::Natural, Some(1..)) => fault("is not part of a body", "at: Main, Off, Both or Stowed"),
                (Carried::Natural, _) => {}
                (_, Some(0)) => fault("is part of a body", "at: Natural"),
                (Carried::Main | Carried::Off, Some(2..)) if ready => fault("needs both hands", "at: Both or Stowed"),
                (Carried::Both, Some(1)) => fault("is held in one hand", "at: Main, Off or Stowed"),
                _ => {}
            }
            let hands = match item.at {
                Carried::Main => 0..1,
                Carried::Off => 1..2,
                Carried::Both => 0..2,
                Carried::Stowed | Carried::Natural => 0..0,
            };
            if let Some(other) = held[hands.clone()].iter().flatten().next() {
                fault(&format!("has no free hand: `{other}` is held there"), "at: Stowed");
            }
            held[hands].fill(Some(tag.clone()));
            if item.count == Some(0) {
                place("count").fault("a count of 0 is of no use", "at least 1, or no count at all");
            }
            let counted = || RulesetId::ALL.iter().flat_map(|ruleset| ruleset.rules().names().items).copied();
            for name in item.state.keys().filter(|name| counted().all(|known| known != *name)) {
                place("state").fault(format!("no number of an item is called `{name}`"), meant(name, counted()));
            }
            for (name, value) in item.state.iter().filter(|(_, value)| !(0..=MOST_COUNTED).contains(*value)) {
                place("state").fault(format!("`{name}` cannot be {value}"), format!("0 to {MOST_COUNTED}"));
            }
            gear.push(item);
        }
        gear
    }
}

/// The largest number that can be kept for an item.
const MOST_COUNTED: i16 = 9999;

/// The fields of a record in one line, each with its name and its text: both of `(tag: "a", gear: [..])`.
pub fn fields_of(record: &str) -> Vec<(String, String)> {
    let source = Source::new("", record);
    let fields = source.root().and_then(Piece::fields);
    let text = |(name, piece): (&str, Piece<'_>)| (name.to_string(), piece.in_one_line());
    fields.map(|form| form.all().map(text).collect()).unwrap_or_default()
}

/// Reports what is wrong with a field's numbers for each ruleset.
fn numbers(form: &Form<'_>, name: &str, faults: impl Fn(RulesetId) -> Option<Vec<String>>) {
    let Some(all) = form.get(name).and_then(Piece::fields) else { return };
    for ruleset in RulesetId::ALL {
        if let (Some(piece), Some(faults)) = (all.get(ruleset.name()), faults(*ruleset)) {
            blame(piece, &faults);
        }
    }
}

/// Reports what is wrong with a sheet or an arm, each fault at the field whose name it begins with, if there is one.
pub(super) fn blame(piece: Piece<'_>, faults: &[String]) {
    if faults.is_empty() {
        return;
    }
    let form = piece.fields();
    for fault in faults {
        let first = fault.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
        form.as_ref().map_or(piece, |form| form.place(first)).fault(fault, "");
    }
}

/// Reports a tag that a file defines a second time.
fn note_tag(form: &Form<'_>, tag: &str, new: &mut Vec<String>) {
    if new.iter().any(|known| known == tag) {
        form.place("tag").fault(format!("`{tag}` is there twice"), "each tag stands for one thing");
    }
    new.push(tag.into());
}

/// A tag: one word of letters in lower case, digits and hyphens.
fn read_tag(form: &Form<'_>) -> Option<String> {
    let tag: String = form.need("tag")?;
    if !is_tag(&tag) {
        form.place("tag").fault(format!("`{tag}` is not a tag"), "one word of a-z, 0-9 and -, such as `short-bow`");
        return None;
    }
    Some(tag)
}

/// A name that can be shown.
fn read_name(form: &Form<'_>) -> Option<String> {
    form.need::<String>("name").filter(|name| is_name(name, form.place("name")))
}

/// A line of description, which may be left out.
pub(super) fn read_about(form: &Form<'_>) -> String {
    let about = form.may::<String>("about").filter(|about| is_line(about, LONGEST_LINE, form.place("about")));
    about.unwrap_or_default()
}

/// The fault of a file of another version, and what would be right.
pub(super) fn other_format(given: u16, read: u16) -> (String, String) {
    if given > read {
        (format!("format {given} is newer than this version reads ({read})"), "get a newer version of the game".into())
    } else {
        (format!("format {given} is older than this version reads ({read})"), format!("format: {read}"))
    }
}

/// Reports a file of another version.
pub(super) fn check_format(form: &Form<'_>, format: u16) -> Option<()> {
    let Some(given) = form.need::<u16>("format") else { return Some(()) };
    if given != format {
        let (what, right) = other_format(given, format);
        form.place("format").fault(what, right);
        return None;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builtin_roster_is_whole() {
        let roster = Roster::builtin();
        assert!(roster.arm(FISTS).is_some());
        assert!(roster.archetypes.len() >= 8);
        for archetype in &roster.archetypes {
            for ruleset in RulesetId::offered() {
                assert!(archetype.sheets.sheet(ruleset).is_some(), "{} has no sheet for {ruleset}", archetype.tag);
            }
        }
    }

    fn faults(text: &str) -> Vec<String> {
        let faults = Roster::builtin().with("r.ron", text).err().unwrap_or_default();
        faults.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_faults_of_a_roster_are_told() {
        let text = "(format: 1, archetypes: [
(tag: \"guard\", name: \"Guard\", gear: [
 (arm: \"swort\", at: Main),
 (arm: \"halberd\", at: Main),
 (arm: \"sword\", at: Off),
 (arm: \"shield\", at: Off),
 (arm: \"knife\", at: Belt),
], sheets: (percentile: (dur: 1000))),
(tag: \"Guard 2\", name: \"Guard\", sheets: (percentile: (durr: 30))),
(tag: \"archer\", name: \"Archer\", sheets: ()),
(tag: \"archer\", name: \"Archer\", sheets: ()),
])";
        let told = faults(text);
        for (line, what) in [
            (":3:", "did you mean `sword`?"),
            (":4:", "`halberd` needs both hands"),
            (":6:", "`shield` has no free hand: `sword` is held there"),
            (":7:", "`Belt` is not known here"),
            (":8:", "dur is 1000"),
            (":9:", "`Guard 2` is not a tag"),
            (":9:", "did you mean `dur`?"),
            (":11:", "`archer` is there twice"),
        ] {
            let known = told.iter().any(|fault| fault.contains(line) && fault.contains(what));
            assert!(known, "{line} {what}\n{}", told.join("\n"));
        }
        assert_eq!(told.len(), 8, "{}", told.join("\n"));
    }

    #[test]
    fn a_file_can_give_known_tags_a_new_meaning() {
        let text = "(format: 1, archetypes: [(tag: \"archer\", name: \"Other\", sheets: ())])";
        let roster = Roster::builtin().with("r.ron", text).unwrap();
        assert_eq!(roster.archetype("archer").unwrap().name, "Other");
        assert_eq!(roster.archetypes.len(), Roster::builtin().archetypes.len());
    }

    #[test]
    fn another_format_is_refused() {
        assert_eq!(
            faults("(format: 9)"),
            ["r.ron:1:10: format 9 is newer than this version reads (1); get a newer version of the game"]
        );
    }
}
