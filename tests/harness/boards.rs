//! What is played: every built-in level under every ruleset, with its settings as they are or at random.

use proving_ground::{
    levels::{Roster, builtin, deploy},
    rules::{Battle, CombatantId, Range, RulesetId, Settings, Teams},
};

use crate::seat::Seat;

/// The most rounds of a random battle. A random seat wins nothing by waiting.
const ROUNDS: usize = 5;

/// The rulesets that are played: those whose chapters are filled, or the one that `PROVING_GROUND_RULESET` names.
pub fn rulesets() -> Vec<RulesetId> {
    named_or(RulesetId::is_whole)
}

/// The rulesets that players are offered, or the one that is named.
pub fn offered() -> Vec<RulesetId> {
    named_or(RulesetId::is_offered)
}

fn named_or(those: fn(RulesetId) -> bool) -> Vec<RulesetId> {
    let named = std::env::var("PROVING_GROUND_RULESET").ok();
    let plays = |one: &RulesetId| named.as_ref().map_or(those(*one), |name| one.name() == name);
    RulesetId::ALL.iter().copied().filter(plays).collect()
}

/// A level of a seed, ready to begin.
pub fn battle(seed: u64, seat: &mut Seat) -> Battle {
    let rulesets = rulesets();
    battle_of(rulesets[(seed / builtin().len() as u64) as usize % rulesets.len()], seed, seat)
}

/// The same under a ruleset.
pub fn battle_of(ruleset: RulesetId, seed: u64, seat: &mut Seat) -> Battle {
    let levels = builtin();
    let level = &levels[(seed % levels.len() as u64) as usize];
    let mut battle = deploy(level, Roster::builtin(), ruleset, settings(ruleset, seat)).unwrap();
    battle.scene.people = Teams(seat.below(16) as u8);
    battle.scene.last_round = battle.scene.last_round.min(1 + seat.below(ROUNDS) as u16);
    if battle.ruleset.rules().has_hiding() && seat.once_in(3) {
        hide(&mut battle, seat);
    }
    battle
}

/// Hides some from all their enemies, riders together with their mounts.
fn hide(battle: &mut Battle, seat: &mut Seat) {
    let all: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
    let rules = battle.ruleset.rules();
    let hidden: Vec<CombatantId> = all.iter().copied().filter(|_| seat.once_in(3)).collect();
    let pairs = |one: CombatantId, other| rules.mount_of(battle, one) == Some(other);
    let with = |one: CombatantId| hidden.iter().any(|other| one == *other || pairs(one, *other) || pairs(*other, one));
    let hidden: Vec<CombatantId> = all.iter().copied().filter(|one| with(*one)).collect();
    for (one, other) in all.iter().flat_map(|one| hidden.iter().map(move |other| (*one, *other))) {
        if battle.combatant(one).team != battle.combatant(other).team {
            let row = battle.combatant_mut(one);
            row.aware = row.aware.with(other, false);
        }
    }
}

/// The defaults in half of the battles; in the others every setting has some value of its range.
fn settings(ruleset: RulesetId, seat: &mut Seat) -> Settings {
    let mut settings = Settings::defaults(ruleset);
    if seat.once_in(2) {
        for (index, setting) in ruleset.rules().settings().iter().enumerate() {
            let (low, high) = match setting.range {
                Range::Words(words) => (0, words.len() as i32 - 1),
                Range::Number(low, high) => (low, high),
            };
            settings.set(index, low + seat.below((high - low + 1) as usize) as i32);
        }
    }
    settings
}
