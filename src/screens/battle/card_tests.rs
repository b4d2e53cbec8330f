//! An outcome's card for each kind of outcome under each ruleset, at both sizes: legible, whole, and with its verdict
//! in words. With `PANEL_PICTURES` set they are saved as pictures.

use std::{cell::RefCell, rc::Rc};

use bevy::prelude::World;

use super::{
    BattleScreen,
    listing::is_turn,
    testing::{PERSONS, SIZE, deep, level},
    with_screen,
};
use crate::{
    arena::Arena as _,
    geometry::Square,
    levels::{Level, Unit},
    panels::{
        battle::{self as panels, model::BattleModel},
        testing::{WINDOWS, panel},
    },
    rules::{AttackResult, Battle, Choice, Effect, Entry, Fate, Group, Offer, Posture, RulesetId, Status, Target},
    screens::{HeadlessFrame, prefs::Preferences},
};

/// The archetypes on either side, chosen for what they can do.
const FIGHTERS: [&str; 12] = [
    "swordsman",
    "mage",
    "troll",
    "captain",
    "archer",
    "acrobat",
    "salamander-guard",
    "duellist",
    "fire-thrower",
    "berserker",
    "counterspeller",
    "halberdier",
];

/// How many choices are made in each battle, and how many battles.
const CHOICES: usize = 60;
const BATTLES: u64 = 2;

/// The least number of kinds of outcomes under each ruleset.
const KINDS: usize = 4;

/// Two sides standing among each other.
fn crowd() -> Level {
    let mut level = level("meadow");
    let pattern = level.sides[0].units[0].clone();
    for (side, units) in level.sides.iter_mut().map(|side| &mut side.units).enumerate() {
        let unit = |(place, tag): (usize, &&str)| {
            let row = 5 + place as i16 / 6;
            let at = Square::new(3 + 2 * (place as i16 % 6) + (row + side as i16) % 2, row);
            Unit {
                archetype: (*tag).into(),
                name: None,
                at,
                hidden: false,
                riding: None,
                late: None,
                ..pattern.clone()
            }
        };
        *units = FIGHTERS.iter().enumerate().map(unit).collect();
    }
    level
}

/// The kinds of outcomes in a part of the journal.
fn kinds(battle: &Battle, entries: &[Entry]) -> Vec<&'static str> {
    let results: Vec<&AttackResult> = entries
        .iter()
        .filter_map(|entry| if let Entry::AttackResult(result) = entry { Some(result) } else { None })
        .collect();
    let mut whom: Vec<_> = results.iter().map(|result| result.on).collect();
    whom.sort_unstable();
    whom.dedup();
    let mut all = Vec::new();
    if whom.len() > 3 {
        all.push("area");
    }
    for entry in entries {
        all.push(match entry {
            Entry::Effect(Effect::Status(_, Status::Dead)) => "death",
            Entry::Effect(Effect::Status(_, status)) if status.is_out() => "out",
            Entry::Effect(Effect::Posture(_, Posture::Prone)) => "fall",
            _ => continue,
        });
    }
    let team = |who| battle.combatant(who).team;
    if let [result] = results[..] {
        all.push(match result.fate {
            Fate::Worked(_) if team(result.on) == team(result.by) => "help",
            Fate::Worked(_) => "spell",
            Fate::Missed => "missed",
            Fate::Failed => "failure",
            Fate::Averted(how) => how.past(),
            Fate::Glanced => "glance",
            Fate::Grazed => "graze",
            Fate::Stopped => "stopped",
            Fate::Hit | Fate::Critical => "hit",
        });
    } else if results.len() > 1 && whom.len() == 1 {
        all.push("blows");
    }
    all
}

/// A choice of an offer, aimed at one of its possible targets, varied by `number`.
fn aimed(battle: &Battle, offer: &Offer, number: usize) -> Option<Choice> {
    let choice = Choice::of(offer);
    let who = battle.decision()?.who;
    match &offer.built(&choice).target {
        Target::Nothing => Some(choice),
        Target::Combatant(all) => {
            let open: Vec<_> = all.iter().filter(|candidate| candidate.refusal.is_none()).collect();
            open.get(number % open.len().max(1)).map(|candidate| offer.aim(choice, candidate.who))
        }
        Target::Square(squares) => {
            let caught = |square: &&Square| {
                battle.area(who, &choice.clone().to(vec![**square])).map_or(0, |area| area.caught.len())
            };
            let best = squares.iter().step_by(1 + squares.len() / 12).max_by_key(caught)?;
            Some(choice.clone().to(vec![*best]))
        }
        Target::Way(_) => None,
    }
}

/// One of the acts that affect somebody, or else the default answer.
fn act(screen: &BattleScreen, world: &mut World, number: usize) -> Choice {
    let battle = screen.battle();
    let decision = battle.decision().expect("somebody is asked").clone();
    let offers = world.offers();
    let default = || battle.ruleset.rules().default_answer(battle, &decision);
    if !is_turn(battle, &decision) {
        let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open()).collect();
        let offer = open.get(number % open.len().max(1)).filter(|_| !number.is_multiple_of(3));
        return offer.and_then(|offer| aimed(battle, offer, number)).unwrap_or_else(default);
    }
    let wanted = [Group::Magic, Group::Attack, Group::Manoeuvre, Group::Stunt];
    let all: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open() && wanted.contains(&offer.group)).collect();
    let offer = all.get(number % all.len().max(1));
    offer.and_then(|offer| aimed(battle, offer, number / 2)).unwrap_or_else(default)
}

/// The card of each kind of outcome within `choices` choices.
fn cards(ruleset: RulesetId, choices: usize) -> Vec<(&'static str, BattleModel)> {
    let mut all: Vec<(&'static str, BattleModel)> = Vec::new();
    for seed in 1..=BATTLES {
        let mut headless = HeadlessFrame::play(&crowd(), ruleset, seed, PERSONS, SIZE).expect("it can be played");
        headless.world().resource_mut::<Preferences>().0.hand_over = crate::panels::settings::HandOver::Never;
        let mut number = seed as usize;
        for _ in 0..choices {
            number = (number * 1_103 + 12_345) % 65_536;
            let found = with_screen(headless.world(), |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.renew(world);
                if world.is_over() {
                    return None;
                }
                let before = world.battle().clone();
                let choice = act(screen, world, number);
                if screen.game.submit(world, &choice).is_err() {
                    let decision = before.decision().expect("somebody is asked").clone();
                    let default = before.ruleset.rules().default_answer(&before, &decision);
                    screen.game.submit(world, &default).expect("the default can be chosen");
                }
                Some(())
            });
            if found.is_none() {
                break;
            }
            // No frame in between: odds for rows and pointer are no part of a card.
            with_screen(headless.world(), |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.renew(world);
                screen.tell_act(world);
                let told = kinds(world.battle(), screen.act_entries(world));
                if told.iter().any(|kind| all.iter().all(|(known, _)| known != kind)) && screen.is_turn() {
                    let model = screen.model(world);
                    if model.aftermath.is_some() {
                        let new: Vec<_> =
                            told.into_iter().filter(|kind| all.iter().all(|(known, _)| known != kind)).collect();
                        all.extend(new.into_iter().map(|kind| (kind, model.clone())));
                        all.dedup_by(|one, other| one.0 == other.0);
                    }
                }
            });
        }
    }
    all
}

#[test]
fn each_kind_of_outcome_has_a_card_under_each_ruleset() {
    deep(|| {
        // One window for each size, showing one card after another.
        let model = Rc::new(RefCell::new(None::<BattleModel>));
        let mut windows = WINDOWS.map(|size| {
            let shown = Rc::clone(&model);
            panel(size, move |ui| shown.borrow().as_ref().and_then(|model| panels::show(ui, model).intent))
        });
        for ruleset in RulesetId::offered() {
            let cards = cards(ruleset, CHOICES);
            let kinds: Vec<&str> = cards.iter().map(|(kind, _)| *kind).collect();
            assert!(kinds.len() >= KINDS, "{ruleset}: {kinds:?}");
            assert!(
                kinds.iter().any(|kind| ["missed", "parried", "dodged", "blocked", "glance"].contains(kind)),
                "{kinds:?}"
            );
            for (kind, card) in cards {
                *model.borrow_mut() = Some(card.clone());
                for (shown, name) in windows.iter_mut().zip(["-small", ""]) {
                    shown.answer();
                    shown.picture(&format!("card-{ruleset}-{}{name}", kind.replace(' ', "-")));
                    shown.assert_legible();
                    let card = card.aftermath.as_ref().expect("a card");
                    let sentence = card.sentence();
                    assert!(!sentence.is_empty(), "{ruleset} {kind}: {card:?}");
                    let texts = crate::panels::testing::texts(&shown.harness.output().shapes);
                    let is_whole = texts.iter().any(|(at, clip, words)| words == sentence && clip.contains_rect(*at));
                    assert!(is_whole, "{ruleset} {kind}: \"{sentence}\" is not read in whole");
                }
            }
        }
    });
}
