//! What the end of a round brings apart from acts: totals that come back, and how long a place has been held.

use rustc_hash::FxHashMap;

use crate::{
    levels::sides,
    panels::widgets::log_line::{LogLine, Piece},
    rules::{Aim, Battle, CombatantId, Effect, Entry, Team, Vital, and_list, capital, counted},
};

/// What the end of a round has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RoundEnd {
    /// Where in the journal the next round begins.
    pub place: usize,
    /// The round that begins.
    pub round: u16,
    /// "Rook recovers 4 Vigor, Sloe 4 Vigor. The raiders have held their place 1 of 4 rounds".
    pub words: String,
}

/// What each end of a round has brought, read from journal entries with their places; `side` names sides. Gains between
/// a round's last turn and the next round are nobody's doing.
pub(super) fn round_ends<'e>(
    battle: &Battle,
    entries: impl Iterator<Item = (usize, &'e Entry)>,
    side: impl Fn(Team) -> String,
) -> Vec<RoundEnd> {
    let rules = battle.ruleset.rules();
    let mut totals: FxHashMap<(CombatantId, Vital), i16> = FxHashMap::default();
    let mut gained: Vec<(CombatantId, Vital, i16)> = Vec::new();
    let mut held: Vec<String> = Vec::new();
    let mut ends = Vec::new();
    let mut is_between = false;
    for (place, entry) in entries {
        let Entry::Effect(effect) = entry else { continue };
        match effect {
            Effect::Acting(next) => {
                is_between = next.is_none();
                gained.clear();
            }
            Effect::Vital(who, vital, now) => {
                let before = totals.insert((*who, *vital), *now);
                let gain = before.map_or(0, |before| now - before);
                if is_between && gain > 0 && rules.is_told(*vital) {
                    gained.push((*who, *vital, gain));
                }
            }
            Effect::Held(goal, rounds) => held.extend(held_words(battle, usize::from(*goal), *rounds, &side)),
            Effect::Round(round) => {
                let back = gained_words(battle, &gained);
                let words: Vec<String> = back.into_iter().chain(held.drain(..)).collect();
                if !words.is_empty() {
                    ends.push(RoundEnd { place, round: *round, words: words.join(". ") });
                }
                gained.clear();
                is_between = false;
            }
            _ => {}
        }
    }
    ends
}

/// How many rounds have been played; a round just begun does not count until somebody has chosen something in it.
pub(super) fn rounds_played(battle: &Battle, journal: &[Entry]) -> u16 {
    let begins = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Round(_)));
    let begun = journal.iter().rposition(begins).unwrap_or_default();
    let is_played = journal[begun..].iter().any(|entry| matches!(entry, Entry::Chosen(..)));
    let round = battle.scene.round.saturating_sub(u16::from(!is_played));
    round.clamp(1, battle.scene.last_round.max(1))
}

/// "Rook recovers 4 Vigor, Sloe 4 Vigor".
fn gained_words(battle: &Battle, gained: &[(CombatantId, Vital, i16)]) -> Option<String> {
    let names = battle.ruleset.rules().names().vitals;
    let mut all: Vec<(CombatantId, Vec<String>)> = Vec::new();
    for (who, vital, gain) in gained {
        let name = names.get(usize::from(vital.0)).copied().unwrap_or_default();
        let words = format!("{gain} {}", capital(name));
        match all.iter_mut().find(|(known, _)| known == who) {
            Some((_, known)) => known.push(words),
            None => all.push((*who, vec![words])),
        }
    }
    let told = all.iter().enumerate().map(|(place, (who, words))| {
        let name = &battle.combatant(*who).identity.name;
        let verb = if place == 0 { " recovers" } else { "" };
        format!("{name}{verb} {}", and_list(words))
    });
    (!all.is_empty()).then(|| told.collect::<Vec<_>>().join(", "))
}

/// "The raiders have held the place for 1 of 4 rounds", or that they no longer hold it.
fn held_words(battle: &Battle, goal: usize, held: u16, side: &impl Fn(Team) -> String) -> Option<String> {
    let goal = battle.scene.goals.get(goal)?;
    let Aim::Hold { rounds, .. } = goal.aim else { return None };
    let name = side(goal.team);
    Some(match held {
        0 => format!("{name} no longer {} the place", sides::verb(&name, "holds", "hold")),
        _ => {
            let verb = sides::verb(&name, "has", "have");
            format!("{name} {verb} held the place for {held} of {}", counted(rounds, "round"))
        }
    })
}

/// Inserts what each end of a round has brought below the new round's head in the log.
pub(super) fn told_in(log: &mut Vec<LogLine>, ends: &[RoundEnd]) {
    for RoundEnd { round, words, .. } in ends {
        let head = LogLine::round(*round);
        if let Some(at) = log.iter().rposition(|line| *line == head) {
            log.insert(at + 1, LogLine { pieces: vec![Piece::Words(words.clone())], ..LogLine::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arena::Arena as _,
        levels::builtin,
        rules::{RulesetId, Team},
        screens::HeadlessFrame,
        seats::Seat,
    };

    #[test]
    fn a_round_in_which_nobody_has_chosen_anything_has_not_been_played() {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a level");
        let seats = [Seat::Person; Team::MOST];
        let mut headless =
            HeadlessFrame::play(level, RulesetId::ALL[0], 3, seats, (1280.0, 720.0)).expect("it can be played");
        let mut battle = headless.world().battle().clone();
        let decision = battle.decision().expect("asked").clone();
        let choice = battle.ruleset.rules().default_answer(&battle, &decision);
        headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        let chosen = headless.world().journal().iter().find(|entry| matches!(entry, Entry::Chosen(..)));
        let chosen = chosen.expect("something has been chosen").clone();
        let round = |round| Entry::Effect(Effect::Round(round));
        let played = |battle: &Battle, journal: &[Entry]| rounds_played(battle, journal);
        let journal = [round(6), chosen.clone(), round(7)];
        battle.scene.round = 7;
        assert_eq!(played(&battle, &journal), 6, "it was won at the end of round 6");
        assert_eq!(played(&battle, &[&journal[..], &[chosen]].concat()), 7);
    }
}
