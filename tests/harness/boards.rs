//! The battles played: every built-in level under every ruleset, with default or random settings.

use proving_ground::{
    levels::{Level, Roster, builtin, deploy},
    rules::{Battle, CombatantId, Range, RulesetId, Settings, Teams},
};

use crate::seat::Seat;

/// The most rounds of a random battle. Random seats gain nothing from longer ones.
const ROUNDS: usize = 5;

/// The rulesets that are played: the complete ones, or the one that `PROVING_GROUND_RULESET` names.
pub fn rulesets() -> Vec<RulesetId> {
    named_or(RulesetId::is_whole)
}

/// The rulesets offered to players, or the one that is named.
pub fn offered() -> Vec<RulesetId> {
    named_or(RulesetId::is_offered)
}

fn named_or(those: fn(RulesetId) -> bool) -> Vec<RulesetId> {
    let named = std::env::var("PROVING_GROUND_RULESET").ok();
    let plays = |ruleset: &RulesetId| named.as_ref().map_or(those(*ruleset), |name| ruleset.name() == name);
    RulesetId::ALL.iter().copied().filter(plays).collect()
}

/// A level of a seed, ready to begin.
pub fn battle(seed: u64, seat: &mut Seat) -> Battle {
    let rulesets = rulesets();
    battle_of(rulesets[(seed / builtin().len() as u64) as usize % rulesets.len()], seed, seat)
}

/// Like [`battle`], under a given ruleset.
pub fn battle_of(ruleset: RulesetId, seed: u64, seat: &mut Seat) -> Battle {
    let levels = builtin();
    let level = &levels[(seed % levels.len() as u64) as usize];
    let settings = settings(ruleset, seat);
    let others = if seat.once_in(3) {
        deploy(&mixed(level, ruleset, seat), Roster::builtin(), ruleset, settings.clone()).ok()
    } else {
        None
    };
    let mut battle = others.unwrap_or_else(|| deploy(level, Roster::builtin(), ruleset, settings).unwrap());
    battle.scene.people = Teams(seat.below(16) as u8);
    battle.scene.last_round = battle.scene.last_round.min(1 + seat.below(ROUNDS) as u16);
    if battle.ruleset.rules().has_hiding() && seat.once_in(3) {
        hide(&mut battle, seat);
    }
    battle
}

/// The level with random fighters of any level in each place, so that fighters meet who meet on no level, such as two
/// spell casters. Riders keep their mounts, and large fighters their places.
fn mixed(level: &Level, ruleset: RulesetId, seat: &mut Seat) -> Level {
    let roster = Roster::builtin();
    let size = |tag: &str| roster.archetype(tag).map_or(1, |archetype| archetype.sheet(ruleset).footprint());
    let all: Vec<&str> =
        roster.archetypes.iter().map(|archetype| archetype.tag.as_str()).filter(|tag| size(tag) == 1).collect();
    let mut mixed = level.clone();
    for side in &mut mixed.sides {
        let ridden: Vec<Option<usize>> = side.units.iter().map(|unit| unit.riding).collect();
        for (at, unit) in side.units.iter_mut().enumerate() {
            if unit.riding.is_none() && !ridden.contains(&Some(at)) && size(&unit.archetype) == 1 {
                unit.archetype = (*seat.pick(&all)).to_string();
            }
        }
    }
    mixed
}

/// Hides some fighters from all their enemies, riders together with their mounts.
fn hide(battle: &mut Battle, seat: &mut Seat) {
    let all: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
    let rules = battle.ruleset.rules();
    let hidden: Vec<CombatantId> = all.iter().copied().filter(|_| seat.once_in(3)).collect();
    let pairs = |rider: CombatantId, other| rules.mount_of(battle, rider) == Some(other);
    let with = |who: CombatantId| hidden.iter().any(|other| who == *other || pairs(who, *other) || pairs(*other, who));
    let hidden: Vec<CombatantId> = all.iter().copied().filter(|who| with(*who)).collect();
    for (viewer, other) in all.iter().flat_map(|viewer| hidden.iter().map(move |other| (*viewer, *other))) {
        if battle.combatant(viewer).team != battle.combatant(other).team {
            let row = battle.combatant_mut(viewer);
            row.aware = row.aware.with(other, false);
        }
    }
}

/// The defaults in half of the battles; in the others every setting has a random value of its range. Settings added
/// later derive their values from the others, so that the battles of all seeds stay as they were.
fn settings(ruleset: RulesetId, seat: &mut Seat) -> Settings {
    let mut settings = Settings::defaults(ruleset);
    if seat.once_in(2) {
        let mut sum = 0;
        for (index, setting) in ruleset.rules().settings().iter().enumerate() {
            let (low, high) = match setting.range {
                Range::Words(words) => (0, words.len() as i32 - 1),
                Range::Number(low, high) => (low, high),
            };
            let count = (high - low + 1) as usize;
            let chosen = if setting.is_later { sum % count } else { seat.below(count) };
            sum += chosen;
            settings.set(index, setting, low + chosen as i32);
        }
    }
    settings
}
