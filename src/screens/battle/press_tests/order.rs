//! What the order of turns says about everybody during a battle.

use super::*;

#[test]
fn the_order_says_who_acts_who_answers_and_whose_turn_is_interrupted() {
    use crate::panels::widgets::card::ChipState;
    let mut headless = start(first());
    let foe = stage(&mut headless, &[(2, 3)])[0];
    let who = acting(&mut headless);
    let state = |headless: &mut HeadlessFrame, who: CombatantId| {
        let order = &screen(headless).model.as_ref().expect("drawn").0.top.order;
        order.iter().find(|chip| chip.who == who).map(|chip| chip.state)
    };
    assert_eq!(state(&mut headless, who), Some(ChipState::Acts));
    for _ in 0..40 {
        press(&mut headless, Square::new(2, 3));
        if acting(&mut headless) == foe {
            break;
        }
    }
    frames(&mut headless, 2);
    assert_eq!(acting(&mut headless), foe, "whoever is struck is asked");
    assert_eq!(
        (state(&mut headless, who), state(&mut headless, foe)),
        (Some(ChipState::Paused), Some(ChipState::Answers))
    );
    let order = screen(&mut headless).model.as_ref().expect("drawn").0.top.order.clone();
    let place = order.iter().position(|chip| chip.who == who).expect("in the order");
    assert!(order[..place].iter().all(|chip| chip.state == ChipState::Done || chip.who == foe));
    assert!(order[place + 1..].iter().all(|chip| chip.state == ChipState::ToCome || chip.who == foe));
}

#[test]
fn whoever_waits_or_has_something_ready_is_told_in_the_order() {
    use crate::{
        panels::widgets::card::ChipState,
        rules::{Choice, Target},
    };
    let mut shown = Vec::new();
    for ruleset in RulesetId::ALL {
        let made = HeadlessFrame::play(&level("meadow"), *ruleset, 3, PERSONS, SIZE);
        let Ok(mut headless) = made else { continue };
        'turns: for _ in 0..40 {
            settle(&mut headless);
            let battle = battle(&mut headless);
            let Some(decision) = battle.decision().cloned() else { break };
            let rules = battle.ruleset.rules();
            let offers = rules.offers(&battle, &decision);
            for offer in offers.0.iter().filter(|offer| offer.waits.is_some() && offer.is_open()) {
                let choice = match &offer.target {
                    Target::Combatant(list) => {
                        let open = list.iter().find(|candidate| candidate.refusal.is_none());
                        open.map_or_else(|| Choice::of(offer), |candidate| Choice::of(offer).on(candidate.who))
                    }
                    _ => Choice::of(offer),
                };
                if headless.game(|world, game| game.submit(world, &choice)).is_err() {
                    continue;
                }
                settle(&mut headless);
                // Until somebody else is asked.
                let rest = headless.world().battle().clone();
                if let Some(still) = rest.decision().filter(|still| still.who == decision.who) {
                    let end = rest.ruleset.rules().default_answer(&rest, still);
                    headless.game(|world, game| game.submit(world, &end)).expect("the turn can be ended");
                    settle(&mut headless);
                }
                let order = &screen(&mut headless).model.as_ref().expect("drawn").0.top.order;
                let state = order.iter().find(|chip| chip.who == decision.who).map(|chip| chip.state);
                assert!(matches!(state, Some(ChipState::Waits | ChipState::Readied)), "{ruleset}: {state:?}");
                shown.push(*ruleset);
                break 'turns;
            }
            let usual = rules.default_answer(&battle, &decision);
            headless.game(|world, game| game.submit(world, &usual)).expect("the default can be chosen");
        }
    }
    assert!(shown.len() >= 3, "only {shown:?}");
}

/// Every ruleset, and every edition of its rules.
fn all_editions() -> Vec<(RulesetId, Settings)> {
    let mut all: Vec<(RulesetId, Settings)> = Vec::new();
    for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
        let usual = Settings::defaults(ruleset);
        let editions = ruleset.rules().settings().iter().enumerate().filter(|(_, setting)| setting.is_edition);
        for (place, setting) in editions {
            let mut other = usual.clone();
            other.set(place, setting, if usual.get(place, setting) == 0 { 1 } else { 0 });
            all.push((ruleset, other));
        }
        all.push((ruleset, usual));
    }
    all
}

#[test]
fn who_waits_can_let_a_whole_turn_go_by() {
    use crate::{panels::battle::model::Standing, rules::Choice};
    let mut seen = 0;
    for played in all_editions() {
        let Ok(mut headless) = HeadlessFrame::play_with(&level("meadow"), played, 3, PERSONS, SIZE) else { continue };
        let mut let_go: Option<(CombatantId, CombatantId)> = None;
        for _ in 0..60 {
            settle(&mut headless);
            let battle = battle(&mut headless);
            let Some(decision) = battle.decision().cloned() else { break };
            if let_go.is_some_and(|(_, by)| battle.scene.acting != Some(by)) {
                break;
            }
            let stands = screen(&mut headless).standing_choices(&decision);
            if let Some((who, by)) = let_go.filter(|(_, by)| battle.scene.acting == Some(*by)) {
                let is_claim = stands.iter().any(|(standing, _)| *standing == Standing::FighterTurn);
                assert!(!is_claim || decision.who != who, "{who:?} is asked again in the turn of {by:?}");
            }
            if stands.iter().any(|(standing, _)| *standing == Standing::FighterTurn) && let_go.is_none() {
                with_screen(headless.world(), |screen, world| {
                    let pass = screen.settled.offers.0.iter().position(|offer| offer.role == crate::rules::Role::Pass);
                    screen.open_by_hand(pass.expect("it can be let go"));
                    screen.listed.stands = Standing::FighterTurn;
                    screen.answer(world);
                });
                let_go = battle.scene.acting.map(|by| (decision.who, by));
                seen += 1;
                continue;
            }
            let rules = battle.ruleset.rules();
            let offers = rules.offers(&battle, &decision);
            let waits = offers.0.iter().find(|offer| offer.waits.is_some() && offer.is_open());
            // The first fighter who can wait does; the others walk far.
            let walk = offers.0.iter().find_map(|offer| match &offer.target {
                crate::rules::Target::Way(ways) if offer.is_open() => {
                    ways.iter().max_by_key(|way| way.cost).map(|way| Choice::of(offer).to(vec![way.square]))
                }
                _ => None,
            });
            let is_turn = decision == rules.turn_question(decision.who);
            let usual = || rules.default_answer(&battle, &decision);
            let choice = match (is_turn, waits.filter(|_| let_go.is_none()), walk) {
                (true, Some(waits), _) if battle.scene.order.first() == Some(&decision.who) => Choice::of(waits),
                (true, _, Some(walk)) => walk,
                _ => usual(),
            };
            if headless.game(|world, game| game.submit(world, &choice)).is_err() {
                headless.game(|world, game| game.submit(world, &usual())).expect("the default can be chosen");
            }
        }
    }
    assert!(seen > 0, "nobody is asked in the middle of a turn");
}

#[test]
fn a_side_has_a_small_letter_where_an_answer_stands_for_it() {
    let mut told = 0;
    for ruleset in RulesetId::offered() {
        let Ok(mut headless) = HeadlessFrame::play(&level("tanner-row"), ruleset, 3, PERSONS, SIZE) else { continue };
        for _ in 0..12 {
            settle(&mut headless);
            let battle = battle(&mut headless);
            let Some(decision) = battle.decision() else { break };
            let words = screen(&mut headless).standing_choices(decision);
            let sides: Vec<&String> = words.iter().map(|(_, words)| words).filter(|it| it.starts_with("All")).collect();
            assert!(sides.iter().all(|words| words.starts_with("All of the ")), "{ruleset}: {sides:?}");
            told += sides.len();
            let choice = battle.ruleset.rules().default_answer(&battle, decision);
            headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        }
    }
    assert!(told > 0, "no answer stands for a side");
}

#[test]
fn what_a_movement_leads_to_that_costs_more_than_the_free_one_has_an_outline_of_its_own() {
    use crate::rules::{Group, Offer, Role, Target};
    let goes = |offer: &&Offer| {
        let way = matches!(offer.target, Target::Way(_)) && offer.is_open();
        way && (offer.group, offer.role) == (Group::Move, Role::Approach)
    };
    let mut told = 0;
    for ruleset in RulesetId::offered() {
        let Ok(mut headless) = HeadlessFrame::play(&level("meadow"), ruleset, 3, PERSONS, SIZE) else { continue };
        for _ in 0..40 {
            settle(&mut headless);
            let battle = battle(&mut headless);
            let Some(decision) = battle.decision() else { break };
            let shown = screen(&mut headless);
            if shown.is_turn() {
                let offers = &shown.settled.offers.0;
                let free: Vec<&Offer> =
                    offers.iter().filter(goes).filter(|offer| offer.cost.amounts().next().is_none()).collect();
                let (base, full) = shown.shown_ways();
                let ends = |offer: &&Offer| match &offer.target {
                    Target::Way(ways) => ways.iter().map(|way| way.square).collect(),
                    _ => Vec::new(),
                };
                let reached: Vec<Square> = free.iter().flat_map(ends).collect();
                if !free.is_empty() {
                    assert!(base.iter().all(|square| reached.contains(square)), "{ruleset}: {base:?}");
                    told += usize::from(!full.is_empty());
                }
            }
            let choice = battle.ruleset.rules().default_answer(&battle, decision);
            headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        }
    }
    assert!(told > 0, "nowhere a further movement is paid for");
}
