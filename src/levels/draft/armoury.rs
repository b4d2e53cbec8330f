//! Arms whose numbers were changed: made from those of the roster, and kept with the draft.

use std::sync::Arc;

use super::{Draft, Hand, NoEdit, TokenKey, with_held};
use crate::{
    levels::{Armament, Carried, Gear, Roster, fields_of, roster::ROSTER_FORMAT},
    rules::{Arm, RulesetId, Sheet},
};

/// The ending of the first tag made from another one: a letter, since numbers tell equal items of one fighter apart.
const FIRST: char = 'b';

impl Draft {
    /// The numbers of an item of a fighter, by its place in the list of gear.
    pub fn arm(&self, who: TokenKey, place: usize) -> Option<Arm> {
        let gear = self.gear(self.id(who)?);
        self.roster.arm(&gear.get(place)?.arm)?.rules.arm(self.ruleset())
    }

    /// The numbers of the arm from which an item's arm was made, or of its arm itself if that was not made from
    /// another.
    pub fn printed_arm(&self, who: TokenKey, place: usize) -> Option<Arm> {
        let gear = self.gear(self.id(who)?);
        let tag = &gear.get(place)?.arm;
        let of = made_of(tag).and_then(|tag| self.roster.arm(tag)).or_else(|| self.roster.arm(tag))?;
        of.rules.arm(self.ruleset())
    }

    /// The numbers of all arms of the roster under the ruleset in force.
    pub fn arms(&self) -> Vec<Arm> {
        self.roster.arms.iter().filter_map(|arm| arm.rules.arm(self.ruleset())).collect()
    }

    /// The sheets of all archetypes of the roster under the ruleset in force.
    pub fn sheets(&self) -> Vec<Sheet> {
        self.roster.archetypes.iter().map(|archetype| archetype.sheet(self.ruleset())).collect()
    }

    /// Gives an item other numbers. Whoever else has such an arm keeps the old ones.
    pub(super) fn reforge(&mut self, who: TokenKey, place: usize, arm: &Arm) -> Result<String, NoEdit> {
        let no = |words: &str| NoEdit(words.to_owned());
        let id = self.id(who).ok_or_else(|| no("that fighter is not there any more"))?;
        let mut gear = self.gear(id);
        let old = gear.get(place).and_then(|piece| self.roster.arm(&piece.arm)).cloned();
        let old = old.ok_or_else(|| no("that thing is not there any more"))?;
        let tag = if self.is_shared(&old, who) { self.free_tag(&old.tag) } else { old.tag.clone() };
        let text = record(&old, &tag, self.ruleset(), arm)?;
        let file = format!("(format: {ROSTER_FORMAT}, arms: [{text}])");
        let roster = self.roster.with("the lab", &file).map_err(|faults| NoEdit(faults.to_string()))?;
        self.roster = Arc::new(roster);
        gear[place].arm = tag;
        let gear = self.held_as_needed(gear, place);
        self.respec(&[who], |_, spec| spec.gear.clone_from(&gear))?;
        Ok(format!("{} of {} changed", old.name, self.name_of(who)))
    }

    /// The list of gear with an item held as it must be now: in both hands, in one, or as part of a body.
    fn held_as_needed(&self, mut gear: Vec<Gear>, place: usize) -> Vec<Gear> {
        let hands = self.roster.arm(&gear[place].arm).and_then(Armament::hands).unwrap_or(1);
        gear[place].at = match (gear[place].at, hands) {
            (_, 0) => Carried::Natural,
            (Carried::Natural, _) => Carried::Stowed,
            (at, _) => at,
        };
        match gear[place].at {
            Carried::Main | Carried::Both => with_held(&gear, Hand::Main, Some(place), &self.roster),
            Carried::Off => with_held(&gear, Hand::Off, Some(place), &self.roster),
            Carried::Stowed | Carried::Natural => gear,
        }
    }

    /// Whether an arm is in use elsewhere: in the game, by an archetype or another fighter, twice by this one, or on
    /// the ground.
    fn is_shared(&self, arm: &Armament, who: TokenKey) -> bool {
        let has = |of: &[Gear]| of.iter().filter(|piece| piece.arm == arm.tag).count();
        let others = self.tokens.iter().filter(|token| token.key != who).filter_map(|token| self.id(token.key));
        Roster::builtin().arm(&arm.tag).is_some()
            || self.roster.archetypes.iter().any(|archetype| has(&archetype.gear) > 0)
            || others.map(|id| has(&self.gear(id))).sum::<usize>() > 0
            || self.id(who).is_some_and(|id| has(&self.gear(id)) > 1)
            || self.battle.lying_items().any(|item| self.arm_of(item.tag) == arm.tag)
    }

    /// A free tag for an arm that is made from another one.
    fn free_tag(&self, of: &str) -> String {
        let of = made_of(of).filter(|tag| self.roster.arm(tag).is_some()).unwrap_or(of);
        let mut tags = (FIRST..='z').map(|letter| format!("{of}-{letter}"));
        let is_free = |tag: &String| self.roster.arm(tag).is_none();
        tags.find(is_free).unwrap_or_else(|| format!("{of}-{FIRST}-{FIRST}"))
    }
}

/// The tag of the arm from which one was made: `sword` for `sword-b`.
fn made_of(tag: &str) -> Option<&str> {
    let (of, ending) = tag.rsplit_once('-')?;
    let mut letters = ending.chars();
    let is_one = letters.next().is_some_and(|letter| (FIRST..='z').contains(&letter)) && letters.next().is_none();
    is_one.then_some(of)
}

/// An arm as files write it, with another tag and other numbers under a ruleset.
fn record(arm: &Armament, tag: &str, ruleset: RulesetId, numbers: &Arm) -> Result<String, NoEdit> {
    let all = ron::to_string(numbers).map_err(|error| NoEdit(error.to_string()))?;
    // `Percentile((hands:1))` is the record with the name of its ruleset around it.
    let inner = all.find('(').and_then(|at| all[at + 1..].strip_suffix(')'));
    let inner = inner.ok_or_else(|| NoEdit(format!("`{all}` is not an arm")))?;
    let fields = fields_of(&arm.text);
    let rules = fields.iter().find(|(name, _)| name == "rules").map(|(_, text)| fields_of(text)).unwrap_or_default();
    let kept = rules.into_iter().filter(|(name, _)| name != ruleset.name());
    let rules = kept.chain([(ruleset.name().to_owned(), inner.to_owned())]);
    let rules: Vec<String> = rules.map(|(name, text)| format!("{name}: {text}")).collect();
    let others = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "tag" | "rules"));
    let others: String = others.map(|(name, text)| format!("{name}: {text}, ")).collect();
    Ok(format!("(tag: {tag:?}, {others}rules: ({}))", rules.join(", ")))
}
