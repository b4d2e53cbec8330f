//! The computer's options as people are told them, after its own turns and as advice alike.

use super::BattleScreen;
use crate::{
    ai::{Reason, Scored},
    panels::battle::weighed::WeighedTerm,
    rules::{CombatantId, Offers, Role},
};

/// The most options told.
const MOST: usize = 3;

/// The options told, in their order: of those that do the same to the same fighters, wherever they do it, the first.
pub(super) fn told<'s>(options: impl IntoIterator<Item = &'s Scored>) -> Vec<&'s Scored> {
    let mut told: Vec<&Scored> = Vec::new();
    for option in options {
        let is_known = |known: &&Scored| is_like(known, option) || is_worth_the_same(known, option);
        if told.len() < MOST && !told.iter().any(is_known) {
            told.push(option);
        }
    }
    told
}

/// Whether two options are the same act on the same fighters, meant to harm the same one.
fn is_like(one: &Scored, other: &Scored) -> bool {
    let [a, b] = [&one.choice, &other.choice];
    (a.verb, a.item) == (b.verb, b.item) && a.targets().eq(b.targets()) && harmed(one).next() == harmed(other).next()
}

fn is_worth_the_same(one: &Scored, other: &Scored) -> bool {
    (one.score, &one.reasons) == (other.score, &other.reasons)
}

/// Those whom an option is meant to harm, by its choice or later in the turn; the one harmed most first.
fn harmed(option: &Scored) -> impl Iterator<Item = CombatantId> {
    option.reasons.iter().filter_map(|(reason, amount)| match reason {
        Reason::Harm(who) | Reason::Further(who) if *amount > 0 => Some(*who),
        _ => None,
    })
}

/// Whom an option is meant to attack after a choice that harms nobody itself.
fn attacked_then(option: &Scored, offers: &Offers) -> Option<CombatantId> {
    let choice = &option.choice;
    let role = offers.find(choice.verb, choice.item)?.role;
    // A hold or a trip counts as harm to its target.
    let is_own = |who: CombatantId| match role {
        Role::Harm => true,
        Role::Hinder => choice.targets().any(|target| target == who),
        _ => false,
    };
    harmed(option).find(|who| !is_own(*who))
}

impl BattleScreen {
    /// An option's choice in words, with the attack it is meant for: "Move to c4, then attack Grund".
    pub(super) fn said_with_attack(&self, words: String, option: &Scored, offers: &Offers) -> String {
        match attacked_then(option, offers) {
            Some(whom) => format!("{words}, then attack {}", self.name(whom)),
            None => words,
        }
    }

    /// The terms of an option's score, largest first; a reason that occurs twice is told once, summed.
    pub(super) fn weighed_terms(&self, option: &Scored) -> Vec<WeighedTerm> {
        let mut terms: Vec<WeighedTerm> = Vec::new();
        for (reason, amount) in &option.reasons {
            let words = reason.words(self.battle(), *amount);
            match terms.iter_mut().find(|(known, _)| *known == words) {
                Some((_, sum)) => *sum += amount,
                None => terms.push((words, *amount)),
            }
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arena::Arena as _,
        rules::{Choice, Target},
        screens::{
            HeadlessFrame,
            battle::{
                testing::{PERSONS, SIZE, level},
                with_screen,
            },
        },
    };

    /// A battle in which a person has the first turn.
    fn own_turn() -> HeadlessFrame {
        let level = level("meadow");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        headless.frame(None);
        headless
    }

    fn option(choice: Choice, score: i32, reasons: &[(Reason, i32)]) -> Scored {
        Scored { choice, score, reasons: reasons.to_vec() }
    }

    #[test]
    fn options_that_differ_only_by_their_square_are_told_once() {
        let mut headless = own_turn();
        let offers = headless.world().offers();
        let ways = offers.0.iter().find_map(|offer| match &offer.target {
            Target::Way(ways) if offer.is_open() && offer.role == Role::Approach => Some((offer, ways)),
            _ => None,
        });
        let (walk, ways) = ways.expect("a way is on offer");
        let to = |index: usize| Choice::of(walk).to(vec![ways[index].square]);
        let stop = offers.0.iter().find(|offer| offer.role == Role::End).map(Choice::of).expect("a turn can end");
        let [one, other] = [CombatantId(0), CombatantId(1)];
        let all = [
            option(to(0), 900, &[(Reason::Harm(one), 900)]),
            option(to(1), 800, &[(Reason::Harm(one), 800)]),
            option(to(2), 700, &[(Reason::Harm(other), 900), (Reason::Danger(one), -200)]),
            option(to(3), 600, &[(Reason::Next(one), 600)]),
            option(stop, 0, &[]),
        ];
        let scores: Vec<i32> = told(&all).iter().map(|option| option.score).collect();
        assert_eq!(scores, [900, 700, 600], "the best with each attack after it, then the best without one");
    }

    #[test]
    fn the_attack_that_a_first_choice_prepares_is_named() {
        let mut headless = own_turn();
        let offers = headless.world().offers();
        let of = |role: Role| offers.0.iter().find(|offer| offer.role == role).map(Choice::of).expect("on offer");
        let foe = CombatantId(0);
        let harm = [(Reason::Danger(foe), -900), (Reason::Further(foe), 400)];
        with_screen(headless.world(), |screen, _| {
            let said = |choice: Choice, reasons: &[(Reason, i32)]| {
                screen.said_with_attack("Crouch".into(), &option(choice, 0, reasons), &offers)
            };
            let name = screen.name(foe);
            for role in [Role::Approach, Role::Prepare, Role::Protect] {
                assert_eq!(said(of(role), &harm), format!("Crouch, then attack {name}"), "{role:?}");
                assert_eq!(said(of(role), &harm[..1]), "Crouch", "{role:?}");
            }
            assert_eq!(said(of(Role::Harm), &harm), "Crouch", "an attack is meant for its own target");
        });
    }
}
