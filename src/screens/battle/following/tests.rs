//! What is on screen while nobody is asked: the player's own act before others act, and a recording being watched.

use bevy::prelude::World;
use bevy_egui::egui::{Event, Key, Modifiers};

use super::super::{
    BattleScreen,
    testing::{PERSON, PERSONS, SIZE, deep, level, recorded},
    with_screen,
};
use crate::{
    arena::Arena as _,
    levels::Roster,
    panels::settings::HandOver,
    rules::{Choice, CombatantId, Offer, RulesetId, Spending, Team},
    screens::{HeadlessFrame, prefs::Preferences},
    seats::Watching,
};

fn on<T>(headless: &mut HeadlessFrame, act: impl FnOnce(&mut BattleScreen, &mut World) -> T) -> T {
    with_screen(headless.world(), |screen, world| {
        screen.see(world);
        act(screen, world)
    })
}

/// Strikes the first blow open to the fighter asked, or else ends the turn.
fn strike(screen: &mut BattleScreen, world: &mut World) {
    if !screen.is_asked() {
        return;
    }
    screen.renew(world);
    let battle = screen.battle();
    let Some(decision) = battle.decision().cloned() else { return };
    let offers = world.offers();
    let can = |choice: &Choice| {
        crate::lab::attack_forecast(battle, &decision, choice).is_some()
            && crate::rules::play::answer(battle, &offers, choice).is_ok()
    };
    let enemies: Vec<CombatantId> = battle.enemies(decision.who).map(|enemy| enemy.id).collect();
    let aimed = |offer: &Offer| enemies.iter().map(|on| Choice::of(offer).on(*on)).find(can);
    let blow = offers.0.iter().filter(|offer| offer.is_open()).find_map(aimed);
    let choice = blow.unwrap_or_else(|| battle.ruleset.rules().default_answer(battle, &decision));
    screen.submit(&choice, world);
}

/// Looks at each frame of a battle on the meadow against the computer, under every ruleset; the person strikes when
/// asked.
fn in_every_frame(mut look: impl FnMut(&mut BattleScreen, &mut World, RulesetId)) {
    for ruleset in RulesetId::offered() {
        let mut headless = HeadlessFrame::play(&level("meadow"), ruleset, 5, PERSON, SIZE).expect("it can be played");
        for _ in 0..600 {
            headless.frame(None);
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                screen.see(world);
                screen.tell_act(world);
                look(screen, world, ruleset);
                strike(screen, world);
            });
        }
    }
}

/// The player's own act is shown in the panel of its turn, even while others are asked about it; others' acts have
/// their own panel.
#[test]
fn ones_own_act_stands_in_the_panel_of_ones_own_turn() {
    deep(|| {
        let (mut own, mut others) = (0, 0);
        in_every_frame(|screen, _, ruleset| {
            let Some(model) = screen.follow_model() else { return };
            let by = screen.acted();
            let is_shown = screen.is_held() || screen.spoken().scene.acting == by;
            if let Some(by) = by.filter(|_| is_shown) {
                let is_mine = screen.battle().combatant(by).team == Team(0);
                assert_eq!(model.is_own, is_mine, "{ruleset}: {model:?}");
                let actor = model.actor.map(|actor| actor.who);
                assert!(!is_mine || actor == Some(by) && model.answers.is_empty(), "{ruleset}");
                own += usize::from(model.is_own);
                others += usize::from(!model.is_own);
            }
            screen.read();
        });
        assert!(own > 0 && others > 0, "{own} acts of one's own were read, {others} of others");
    });
}

/// The turn of a fighter with nothing left to act with is not said to go on.
#[test]
fn who_has_nothing_left_only_ends_the_turn() {
    deep(|| {
        let (mut ends, mut goes_on) = (0, 0);
        in_every_frame(|screen, world, ruleset| {
            if !screen.is_held() {
                return;
            }
            let words = screen.next_words();
            let next = screen.following.known.as_ref().and_then(|known| known.turn);
            let same = next.filter(|who| screen.following.act.as_ref().is_some_and(|act| act.by == *who));
            if let Some(who) = same {
                let offers = world.offers();
                let is_left = offers.0.iter().any(|offer| super::super::opening::counts(screen.battle(), offer));
                let name = screen.name(who);
                if words == format!("Go on, {name} ends the turn") {
                    let card = screen.battle().ruleset.rules().card(screen.battle(), who);
                    let acts = |is| card.allowances.iter().any(|one| one.currency.is == is && one.left > 0);
                    assert!(!is_left || !acts(Spending::Large), "{ruleset}: {name} has more to do");
                    ends += 1;
                } else {
                    assert_eq!(words, format!("Go on, {name} is not done"), "{ruleset}");
                    assert!(is_left, "{ruleset}: {name} has nothing left");
                    goes_on += 1;
                }
            }
            screen.read();
        });
        assert!(ends + goes_on > 0, "nobody's act is followed by another");
    });
}

/// A watched recording of a battle of two persons, before anything has been played.
fn watched(tag: &str) -> HeadlessFrame {
    let level = level(tag);
    let mut headless = HeadlessFrame::play(&level, level.ruleset, 1, PERSONS, SIZE).expect("it can be played");
    headless.world().resource_mut::<Preferences>().0.hand_over = HandOver::Always;
    let watching =
        Watching::start(headless.world(), &recorded(&level, level.ruleset), Roster::builtin()).expect("it replays");
    with_screen(headless.world(), |screen, world| {
        crate::board::reset(world);
        screen.watching = Some(watching);
    });
    headless
}

/// Esc leaves a recording at once, even while something moves in it.
#[test]
fn a_recording_is_left_while_something_moves() {
    deep(|| {
        let mut headless = watched("tanner-row");
        let moves = |headless: &mut HeadlessFrame| {
            headless.frame(None);
            on(headless, |screen, _| screen.stage.is_busy() && screen.stage.plays_on().is_some())
        };
        assert!((0..3_000).any(|_| moves(&mut headless)), "nothing moves in the recording");
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            headless.hear(vec![Event::Key { key: Key::Escape, physical_key: None, pressed, repeat: false, modifiers }]);
        }
        (0..2).for_each(|_| _ = headless.frame(None));
        assert!(on(&mut headless, |screen, _| screen.watching.is_none()), "Esc has ended what moved, and no more");
    });
}

/// Watching a recording of two persons takes no seat: nothing hides the board.
#[test]
fn no_seat_is_handed_over_in_a_recording() {
    deep(|| {
        let mut headless = watched("tanner-row");
        let mut sides: Vec<Team> = Vec::new();
        for _ in 0..3_000 {
            headless.frame(None);
            on(&mut headless, |screen, world| {
                crate::board::skip(world);
                if screen.is_held() {
                    screen.read();
                }
                assert!(screen.handover().is_none() && !screen.away.is_open(), "the recording is covered");
                sides.extend(screen.asked().map(|(_, team, _)| team));
            });
            if sides.contains(&Team(0)) && sides.contains(&Team(1)) {
                break;
            }
        }
        assert!(sides.contains(&Team(0)) && sides.contains(&Team(1)), "only one side is asked in it");
        // In the waiting battle the seat is handed over as before.
        on(&mut headless, |screen, world| screen.back(world));
        assert!(on(&mut headless, |screen, _| screen.handover().is_some()), "nobody has sat here yet");
    });
}
