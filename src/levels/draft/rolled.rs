//! Steps through one attack with dice that somebody chooses.

use crate::{
    dice::{Chance as _, ScriptFault, Scripted},
    levels::log_text,
    rules::{Battle, Choice, CombatantId, Entry, Offers, Roll, capital, play, turn_given},
};

/// An attack with the dice that have been chosen so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// The battle as far as these dice lead, nothing after them.
    pub battle: Battle,
    /// What has happened, line by line as the log tells it.
    pub told: Vec<String>,
    /// The lowest and the highest face of the next die; `None` once everything has been rolled.
    pub next: Option<(i32, i32)>,
    /// What that die is for: "Damage, Cale, die 2 of 3"; empty once everything has been rolled.
    pub asked: String,
    /// How many of the dice were used; the others are left over.
    pub used: usize,
    /// Why it cannot be played out, if so.
    pub fault: Option<String>,
}

/// The most questions that are answered by default until the attacker's turn goes on, or another one begins.
const MOST_ANSWERS: usize = 12;

/// Plays a choice of `by` in a turn of its own with these faces, in the order in which they fall. Everybody who is
/// asked on the way answers by default. A step whose dice are not there yet is not taken.
pub fn rolled(battle: &Battle, by: CombatantId, choice: &Choice, faces: &[i32]) -> Rolled {
    let (mut rolled, _) = played(battle, by, choice, faces);
    if let Some(range) = rolled.next {
        rolled.asked = asked(battle, (by, choice), faces, range).unwrap_or_default();
    }
    rolled
}

/// The rolls of a journal.
fn rolls(journal: &[Entry]) -> impl Iterator<Item = &Roll> {
    journal.iter().filter_map(|entry| if let Entry::Roll(roll) = entry { Some(roll) } else { None })
}

/// What the next die is for: the roll that it belongs to, found by going on with middling faces.
fn asked(battle: &Battle, (by, choice): (CombatantId, &Choice), faces: &[i32], range: (i32, i32)) -> Option<String> {
    const MOST_DICE: usize = 60;
    let (mut faces, known) = (faces.to_vec(), faces.len());
    let mut next = Some(range);
    while let Some((low, high)) = next.filter(|_| faces.len() < known + MOST_DICE) {
        faces.push(low.midpoint(high));
        let (ahead, journal) = played(battle, by, choice, &faces);
        let mut used = 0;
        let found = rolls(&journal).find_map(|roll| {
            let first = used;
            used += roll.dice.len();
            (first..used).contains(&known).then(|| (roll, known - first + 1))
        });
        if let Some((roll, place)) = found {
            let all = roll.dice.len();
            let which = if all > 1 { format!(", die {place} of {all}") } else { String::new() };
            return Some(format!("{}, {}{which}", capital(&roll.words), battle.combatant(roll.who).identity.name));
        }
        next = ahead.next;
    }
    None
}

/// An attack played out as far as some dice lead, with all that has happened.
fn played(battle: &Battle, by: CombatantId, choice: &Choice, faces: &[i32]) -> (Rolled, Vec<Entry>) {
    let rules = battle.ruleset.rules();
    let own = rules.turn_question(by);
    let mut now = turn_given(battle, by);
    let before = now.clone();
    let mut script = Scripted::new(faces.to_vec());
    let mut journal: Vec<Entry> = Vec::new();
    let offers = rules.offers(&now, &own);
    let mut fault = give(&mut now, &offers, choice, &mut journal).err();
    let mut answers = 0;
    while fault.is_none() && settle(&mut now, by, &mut script, &mut journal) && answers < MOST_ANSWERS {
        let Some(decision) = now.decision().cloned() else { break };
        // The question of a turn is no part of the attack.
        if decision == rules.turn_question(decision.who) {
            break;
        }
        let offers = rules.offers(&now, &decision);
        let answer = rules.default_answer(&now, &decision);
        fault = give(&mut now, &offers, &answer, &mut journal).err();
        answers += 1;
    }
    let next = match script.fault() {
        Some(ScriptFault::TooFew { low, high, .. }) => Some((*low, *high)),
        Some(other) => {
            fault = Some(other.to_string());
            None
        }
        None => None,
    };
    let told = journal.iter().filter_map(|entry| log_text(&before, entry)).collect();
    let used = script.used().min(faces.len());
    (Rolled { battle: now, told, next, asked: String::new(), used, fault }, journal)
}

/// Answers the open decision; nothing that follows is resolved yet.
fn give(battle: &mut Battle, offers: &Offers, choice: &Choice, journal: &mut Vec<Entry>) -> Result<(), String> {
    let (_, outcome) = play::answer(battle, offers, choice).map_err(|no| no.to_string())?;
    battle.agenda.pop();
    journal.extend(play::write(battle, outcome));
    Ok(())
}

/// Resolves steps until somebody is asked, the turn of `by` is over or a die is missing; false unless somebody is asked.
fn settle(battle: &mut Battle, by: CombatantId, script: &mut Scripted, journal: &mut Vec<Entry>) -> bool {
    loop {
        if !battle.is_in_turn(by) {
            return false;
        }
        let before = battle.clone();
        let Some(entries) = play::resolve(battle, script) else { return true };
        if script.has_failed() {
            *battle = before;
            return false;
        }
        journal.extend(entries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lab::relation,
        levels::{
            Roster, builtin,
            draft::{Draft, Edit},
        },
        rules::{RulesetId, Settings},
    };

    #[test]
    fn an_attack_is_stepped_through_die_by_die() {
        for ruleset in RulesetId::offered() {
            let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
            let mut draft = Draft::of_level(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
            let who = |tag: &str| draft.battle().tagged(tag).unwrap().id;
            let (by, on) = (who("ansa"), who("mott"));
            draft.change(&Edit::Move(vec![(draft.key(by), "n5".parse().unwrap())])).unwrap();
            let choice = relation(draft.battle(), by, on, None).attacks[0].choice.clone();
            let mut faces = Vec::new();
            let mut lines = 0;
            for _ in 0..40 {
                let step = rolled(draft.battle(), by, &choice, &faces);
                assert_eq!((step.fault.as_ref(), step.used), (None, faces.len()), "{ruleset}");
                assert!(step.told.len() >= lines, "what has been told stays told");
                lines = step.told.len();
                assert_eq!(step.next.is_some(), !step.asked.is_empty(), "{ruleset}: what the next die is for");
                match step.next {
                    // The middle of the die.
                    Some((low, high)) => faces.push((low + high) / 2),
                    None => break,
                }
            }
            let end = rolled(draft.battle(), by, &choice, &faces);
            assert!(!faces.is_empty() && end.next.is_none() && end.told.len() > 1, "{ruleset}: {:?}", end.told);
            // The same as if the rules had been given all these dice at once.
            let (mut whole, mut script) = (turn_given(draft.battle(), by), Scripted::new(faces.clone()));
            let rules = ruleset.rules();
            let mut given = choice.clone();
            while script.used() < faces.len() {
                let decision = whole.decision().unwrap().clone();
                let offers = rules.offers(&whole, &decision);
                play::submit(&mut whole, &offers, &given, &mut script, &mut Vec::new()).unwrap();
                given = whole.decision().map_or(given, |decision| rules.default_answer(&whole, decision));
            }
            assert_eq!(script.fault(), None, "{ruleset}");
            let hurt = |battle: &Battle| (*battle.combatant(on).vitals, battle.combatant(on).conditions.clone());
            assert_eq!(hurt(&whole), hurt(&end.battle), "{ruleset}");
            let wrong = rolled(draft.battle(), by, &choice, &[9_999]);
            assert!(wrong.fault.is_some(), "{ruleset}");
        }
    }
}
