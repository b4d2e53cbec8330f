//! The battle screen without a window: what a seat is shown and may press.

use std::path::PathBuf;

use bevy::prelude::World;
use bevy_egui::egui::{Event, Key, Modifiers, PointerButton};

use super::{
    BattleScreen,
    testing::{PERSON, SIZE, frames, level},
    with_screen,
};
use crate::{
    ai::Depth,
    arena::{Agenda, Arena as _, CombatantEntities, Scenery, edit},
    geometry::{Square, reach_chebyshev},
    lab::{FieldKind, Reading, has_room},
    panels::{
        battle::{
            Intent,
            result::{LuckModel, ResultModel},
        },
        widgets::log_line::LogLine,
    },
    rules::{Awareness, Battle, CombatantId, Entry, Offers, Placement, Posture, RulesetId, Status, Target, Team},
    screens::HeadlessFrame,
    seats::Seat,
};

const OURS: Team = Team(0);
const THEIRS: Team = Team(1);

/// A ruleset under which a side can lie in ambush.
fn hiding() -> RulesetId {
    let has_ambush = |ruleset: &&RulesetId| ruleset.plain_sheet().begin_in_ambush(true);
    *RulesetId::ALL.iter().find(has_ambush).expect("rules that know ambushes")
}

/// A battle in which the others lie in ambush for us, have rolled for the order, and are not all known to us.
fn ambush(seats: [Seat; Team::MOST]) -> HeadlessFrame {
    let mut level = level("tanner-row");
    level.sides[1].ambushes = vec![OURS];
    for seed in 1..20 {
        let mut headless = HeadlessFrame::play(&level, hiding(), seed, seats, SIZE).expect("it can be played");
        while !rolled(headless.world(), THEIRS) {
            pass(&mut headless);
        }
        if !headless.world().battle().unknown_to(OURS).is_empty() {
            return headless;
        }
    }
    panic!("whoever lies in ambush is always found before anybody acts")
}

/// Whether anybody of a side has rolled dice.
fn rolled(world: &World, team: Team) -> bool {
    let of = |entry: &Entry| matches!(entry, Entry::Roll(roll) if world.battle().combatant(roll.who).team == team);
    world.journal().iter().any(of)
}

/// Gives the default answer for anybody asked.
fn pass(headless: &mut HeadlessFrame) {
    let battle = headless.world().battle();
    let choice = battle.ruleset.rules().default_answer(battle, battle.decision().expect("somebody is asked"));
    headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
}

fn press(headless: &mut HeadlessFrame, key: Key) {
    for pressed in [true, false] {
        let key = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        headless.hear(vec![key]);
    }
}

fn screen(headless: &mut HeadlessFrame) -> &BattleScreen {
    headless.world().resource::<BattleScreen>()
}

fn log(headless: &mut HeadlessFrame) -> String {
    screen(headless).log.iter().map(LogLine::text).collect::<Vec<_>>().join("\n")
}

/// Ends the battle: these sides have nobody left.
fn finish(headless: &mut HeadlessFrame, out: &[Team], winner: Option<Team>) {
    edit(headless.world(), |world| {
        let battle = world.battle().clone();
        for fighter in battle.combatants().filter(|fighter| out.contains(&fighter.team)) {
            let entity = world.resource::<CombatantEntities>().entity(fighter.id);
            *world.get_mut::<Status>(entity).expect("a combatant has a status") = Status::Down;
        }
        world.resource_mut::<Agenda>().0.clear();
        world.resource_mut::<Scenery>().0.over = Some(winner);
    });
    frames(headless, 5);
}

#[test]
fn the_result_says_what_became_of_everybody() {
    let mut headless = HeadlessFrame::play(&level("tanner-row"), hiding(), 3, PERSON, SIZE).expect("it can be played");
    frames(&mut headless, 3);
    finish(&mut headless, &[OURS], Some(THEIRS));
    let battle = headless.world().battle().clone();
    assert_eq!(battle.scene.over, Some(Some(THEIRS)));
    assert!(!battle.unknown_to(OURS).is_empty(), "whoever has nobody awake knows of nobody");
    let model = screen(&mut headless).model.as_ref().expect("it has been drawn").0.clone();
    let result = model.result.expect("the battle is over");
    for (fighter, row) in battle.combatants().zip(&result.rows) {
        let card = battle.ruleset.rules().card(&battle, fighter.id);
        let state = if card.out.is_empty() {
            format!("{} of {}", card.bars[0].now, card.bars[0].full)
        } else {
            card.out.into()
        };
        assert_eq!((row.name.as_str(), row.state.as_str()), (&*fighter.identity.name, state.as_str()));
        assert_eq!(row.look.out, fighter.status.is_out(), "{}", row.name);
    }
}

#[test]
fn a_battle_that_nobody_wins_says_whether_anybody_is_left() {
    let why = |out: &[Team]| {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, hiding(), 3, PERSON, SIZE).expect("it can be played");
        frames(&mut headless, 3);
        finish(&mut headless, out, None);
        let model = &screen(&mut headless).model.as_ref().expect("it has been drawn").0;
        model.result.as_ref().expect("the battle is over").verdict.clone()
    };
    assert_eq!(why(&[OURS, THEIRS]), "Nobody wins: nobody is left in the fight");
    assert_eq!(why(&[OURS]), "Nobody wins: round 30 is over, and no goal has been reached");
}

#[test]
fn the_table_of_the_end_has_the_attacks_that_the_luck_tells_of() {
    let computers = [Seat::Computer(Depth::Quick); Team::MOST];
    let level = level("tanner-row");
    let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, computers, SIZE).expect("it can be played");
    let path = std::env::temp_dir().join(format!("proving-ground-table-{}.txt", std::process::id()));
    headless.game(|world, game| game.record(world, path.clone(), None)).expect("it can be written");
    while headless.world().battle().scene.round < 4 && !headless.world().is_over() {
        headless.game(|world, game| game.think(world));
    }
    if !headless.world().is_over() {
        finish(&mut headless, &[OURS], Some(THEIRS));
    }
    let mut counted = None;
    for _ in 0..4_000 {
        with_screen(headless.world(), |screen, world| {
            crate::board::skip(world);
            screen.read();
        });
        headless.frame(None);
        let result = screen(&mut headless).model.as_ref().and_then(|(model, ..)| model.result.clone());
        match result.map(|result| (result.luck, result.rows)) {
            Some((LuckModel::Counted(luck), rows)) => {
                counted = Some((luck, rows));
                break;
            }
            Some((_, rows)) => assert!(rows.iter().all(|row| row.hits.is_none()), "nothing has been counted yet"),
            None => {}
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    std::fs::remove_file(path).expect("it is there");
    let (luck, rows) = counted.expect("it is counted in the end");
    assert!(luck.iter().any(|side| side.attacks > 0), "nobody has attacked");
    for side in luck {
        let own = rows.iter().filter(|row| row.team == side.team).filter_map(|row| row.hits);
        let all = own.fold((0, 0), |(landed, all), hits| (landed + hits.0, all + hits.1));
        assert_eq!(all, (side.landed, side.attacks), "{}", side.name);
    }
}

/// A battle of persons who let everything pass, in its third round, and the path of its recording.
fn third_round(name: &str) -> (HeadlessFrame, PathBuf) {
    let (level, persons) = (level("tanner-row"), [Seat::Person; Team::MOST]);
    let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, persons, SIZE).expect("it can be played");
    let path = std::env::temp_dir().join(format!("proving-ground-{name}-{}.txt", std::process::id()));
    headless.game(|world, game| game.record(world, path.clone(), None)).expect("it can be written");
    while headless.world().battle().scene.round < 3 {
        pass(&mut headless);
    }
    (headless, path)
}

/// The result page, once everything before it has been shown.
fn end_page(headless: &mut HeadlessFrame) -> ResultModel {
    for _ in 0..60 {
        with_screen(headless.world(), |screen, world| {
            crate::board::skip(world);
            screen.read();
        });
        headless.frame(None);
        if let Some(result) = screen(headless).model.as_ref().and_then(|(model, ..)| model.result.clone()) {
            return result;
        }
    }
    panic!("the end is not told");
}

/// Presses a visible button.
fn click(headless: &mut HeadlessFrame, words: &str) {
    headless.rest();
    let all = headless.read();
    let (at, _) = all.iter().find(|(_, text)| text == words).unwrap_or_else(|| panic!("no {words} in {all:?}"));
    let pos = at.center();
    headless.hear(vec![Event::PointerMoved(pos)]);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        headless.hear(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
    }
    frames(headless, 3);
}

#[test]
fn the_page_of_the_end_leads_to_a_new_battle_and_to_one_from_a_round_on() {
    for (buttons, round) in [(&["Play again"][..], 1), (&["Earlier", "Later", "Again from round 2"], 2)] {
        let (mut headless, path) = third_round(&format!("again-{round}"));
        let seed = headless.game(|_, game| game.header.seed);
        let names = |headless: &mut HeadlessFrame| {
            let battle = headless.world().battle();
            battle.combatants().map(|fighter| fighter.identity.name.to_string()).collect::<Vec<_>>()
        };
        let before = names(&mut headless);
        finish(&mut headless, &[OURS], Some(THEIRS));
        end_page(&mut headless);
        // Presses are ignored until the page could be read.
        headless.rest();
        buttons.iter().for_each(|button| click(&mut headless, button));
        let scene = headless.world().battle().scene.clone();
        assert_eq!((scene.over, scene.round.max(1)), (None, round), "{buttons:?}");
        assert!(headless.world().decision().is_some(), "somebody is asked");
        assert_eq!(names(&mut headless), before);
        assert_eq!(
            headless.game(|_, game| game.header.seed) == seed,
            round == 2,
            "other dice, or the same up to there"
        );
        assert!(screen(&mut headless).model.as_ref().is_some_and(|(model, ..)| model.result.is_none()));
        // It has its own recording.
        let own = headless.game(|_, game| game.recording().map(PathBuf::from)).expect("it is recorded");
        assert_ne!(own, path);
        drop(headless);
        std::fs::remove_file(path).expect("it is there");
        // The file is created with its first line.
        std::fs::remove_file(own).ok();
    }
}

#[test]
fn where_a_recording_does_not_replay_the_end_says_that_nothing_can_be_counted() {
    let (mut headless, path) = third_round("faulty");
    let text = std::fs::read_to_string(&path).expect("it can be read");
    let line = text.lines().find(|line| line.starts_with("round 2 ")).expect("a second round");
    std::fs::write(&path, text.replace(line, "round 2 0000000000000000")).expect("it can be written");
    finish(&mut headless, &[OURS], Some(THEIRS));
    for _ in 0..1_000 {
        let result = end_page(&mut headless);
        if let LuckModel::Unknown(words) = result.luck {
            assert_eq!(words, "Not counted: the recording does not replay");
            assert!(result.rows.iter().all(|row| row.hits.is_some()), "blows are told instead");
            std::fs::remove_file(&path).expect("it is there");
            return;
        }
        assert!(matches!(result.luck, LuckModel::Counting(_)), "{:?}", result.luck);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("it counts for ever");
}

#[test]
fn nothing_is_told_of_whom_nobody_knows() {
    let mut headless = ambush(PERSON);
    frames(&mut headless, 30);
    let world = headless.world();
    let battle = world.battle().clone();
    assert!(rolled(world, OURS) && rolled(world, THEIRS), "both have rolled for the order");
    let (log, order) = (log(&mut headless), screen(&mut headless).model.as_ref().expect("drawn").0.top.order.clone());
    for fighter in battle.combatants() {
        let is_told = log.contains(&*fighter.identity.name);
        let known = battle.is_known(OURS, fighter.id);
        assert!(known || !is_told, "{} is told of: {log}", fighter.identity.name);
        assert_eq!(order.iter().any(|chip| chip.who == fighter.id), known, "{}", fighter.identity.name);
    }
    assert!(battle.combatants().any(|fighter| fighter.team == OURS && log.contains(&*fighter.identity.name)), "{log}");
    assert!(!battle.unknown_to(OURS).is_empty());
}

#[test]
fn a_square_does_not_tell_who_hides_in_it() {
    let persons = [Seat::Person; Team::MOST];
    let mut headless = HeadlessFrame::play(&level("tanner-row"), hiding(), 3, persons, SIZE).expect("it can be played");
    let asked = |world: &World| world.battle().combatant(world.decision().expect("asked").who).team;
    while asked(headless.world()) != OURS {
        pass(&mut headless);
    }
    edit(headless.world(), |world| {
        let battle = world.battle().clone();
        let hidden = battle.combatants().find(|fighter| fighter.team == THEIRS).expect("they have somebody").id;
        for fighter in battle.combatants().filter(|fighter| fighter.team == OURS) {
            let entity = world.resource::<CombatantEntities>().entity(fighter.id);
            let mut aware = world.get_mut::<Awareness>(entity).expect("a combatant is aware of some");
            *aware = aware.with(hidden, false);
        }
    });
    let battle = headless.world().battle().clone();
    let unknown = battle.unknown_to(OURS);
    assert!(!unknown.is_empty());
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        for fighter in battle.combatants() {
            let found = screen.body_under(fighter.placement.anchor()).map(|fighter| fighter.id);
            assert_eq!(found, (!unknown.contains(fighter.id)).then_some(fighter.id), "{}", fighter.identity.name);
        }
        let hidden = battle.combatants().find(|fighter| unknown.contains(fighter.id)).expect("somebody is unknown");
        // A fighter inspected while known does not get in the way of one pointed at.
        let own = battle.combatants().find(|fighter| fighter.team == OURS).expect("we have somebody");
        (screen.inspected, screen.hover) = (Some(hidden.id), Some(own.placement.anchor()));
        assert_eq!(screen.model(world).target.map(|body| body.who), Some(own.id));
        (screen.inspected, screen.hover) = (None, None);
        screen.press(hidden.placement.anchor(), world);
        assert_eq!(screen.target(), None, "a press aims at whom nobody knows");
    });
}

#[test]
fn nobody_is_named_before_the_seat_is_taken() {
    let mut headless = ambush([Seat::Person; Team::MOST]);
    edit(headless.world(), |world| {
        let all: Vec<CombatantId> = world.battle().combatants().map(|fighter| fighter.id).collect();
        for who in all {
            let entity = world.resource::<CombatantEntities>().entity(who);
            *world.get_mut::<Posture>(entity).expect("a posture") = Posture::Prone;
        }
    });
    frames(&mut headless, 3);
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        assert!(screen.handover().is_some(), "the seat is handed over");
        screen.say("Somebody ends the turn with Quick unused", None);
        let model = screen.model(world);
        assert!(screen.legend().signs.is_empty() && model.toast.is_none());
        screen.take_seat(world);
        assert!(screen.handover().is_none() && screen.toast.is_none());
        assert!(!screen.legend().signs.is_empty(), "one's own wear a letter");
    });
}

#[test]
fn who_leaves_a_recording_before_its_end_is_told_nothing_of_the_rest() {
    let (mut headless, path) = third_round("left");
    finish(&mut headless, &[OURS], Some(THEIRS));
    end_page(&mut headless);
    with_screen(headless.world(), |screen, world| screen.carry_out(Intent::Watch, world).is_none());
    let is_under_way = |headless: &mut HeadlessFrame| {
        headless.frame(None);
        let (at, of) = screen(headless).watching.as_ref().expect("it is watched").progress();
        at > 1 && at < of
    };
    assert!((0..400).any(|_| is_under_way(&mut headless)), "nothing is played of the recording");
    with_screen(headless.world(), |screen, world| {
        screen.see(world);
        screen.carry_out(Intent::Pause, world);
        screen.carry_out(Intent::Back, world);
    });
    frames(&mut headless, 3);
    let left = screen(&mut headless);
    assert!(left.watching.is_none() && !left.following.paused);
    assert_eq!(left.act_begins(), None, "the rest of the battle is no act");
    assert!(left.model.as_ref().is_some_and(|(model, ..)| model.result.is_some()), "the end is shown again");
    std::fs::remove_file(path).expect("it is there");
}

#[test]
fn a_battle_that_was_only_watched_is_recorded_where_it_goes_on() {
    let (headless, path) = third_round("watched");
    drop(headless);
    let persons = [Seat::Person; Team::MOST];
    let mut headless = HeadlessFrame::play(&level("tanner-row"), hiding(), 3, persons, SIZE).expect("it can be played");
    let (game, watching) = crate::screens::resuming::watch(headless.world(), &path).expect("it can be watched");
    super::enter(headless.world(), game, Some(watching));
    frames(&mut headless, 3);
    let recording = |headless: &mut HeadlessFrame| headless.game(|_, game| game.recording().map(PathBuf::from));
    assert_eq!(recording(&mut headless), None, "it is not written to while it is watched");
    with_screen(headless.world(), |screen, world| screen.carry_out(Intent::Back, world).is_none());
    frames(&mut headless, 3);
    assert_eq!((recording(&mut headless), headless.world().battle().scene.round), (Some(path.clone()), 3));
    pass(&mut headless);
    drop(headless);
    std::fs::remove_file(path).expect("it is there");
}

/// The readings of every field that a key goes through.
fn fields(headless: &mut HeadlessFrame) -> Vec<(Option<FieldKind>, Vec<Option<Reading>>)> {
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        let mut all = Vec::new();
        loop {
            screen.next_field();
            screen.look_at_rows();
            let whole = screen.listed.field.whole();
            if whole.0.is_none() {
                return all;
            }
            all.push(whole);
        }
    })
}

#[test]
fn a_hidden_enemy_changes_nothing_in_a_field() {
    let persons = [Seat::Person; Team::MOST];
    let mut headless = HeadlessFrame::play(&level("tanner-row"), hiding(), 3, persons, SIZE).expect("it can be played");
    let asked = |world: &World| world.battle().combatant(world.decision().expect("asked").who).team;
    while asked(headless.world()) != OURS {
        pass(&mut headless);
    }
    let make = |headless: &mut HeadlessFrame, known: bool, at: Option<Square>| {
        edit(headless.world(), |world| {
            let battle = world.battle().clone();
            let hidden = battle.combatants().find(|enemy| enemy.team == THEIRS).expect("they have somebody");
            for own in battle.combatants().filter(|own| own.team == OURS) {
                let entity = world.resource::<CombatantEntities>().entity(own.id);
                let mut aware = world.get_mut::<Awareness>(entity).expect("a combatant is aware of some");
                *aware = aware.with(hidden.id, known);
            }
            if let Some(at) = at {
                let entity = world.resource::<CombatantEntities>().entity(hidden.id);
                *world.get_mut::<Placement>(entity).expect("everybody stands somewhere") = hidden.placement.at(at);
            }
        });
    };
    make(&mut headless, false, None);
    let here = fields(&mut headless);
    assert!(here.len() > 3 && here.iter().any(|(_, readings)| readings.len() > 100), "nothing is asked");
    // Beside the acting fighter it would be most dangerous.
    let battle = headless.world().battle().clone();
    let who = battle.decision().expect("somebody is asked").who;
    let hidden = battle.combatants().find(|enemy| enemy.team == THEIRS).expect("they have somebody").id;
    let mut beside = reach_chebyshev(battle.combatant(who).footprint(), 1);
    let free = beside.find(|square| has_room(&battle, hidden, *square)).expect("there is room");
    make(&mut headless, false, Some(free));
    assert!(fields(&mut headless) == here, "where somebody hidden stands is told");
    make(&mut headless, true, None);
    assert!(fields(&mut headless) != here, "somebody known beside makes a difference");
}

#[test]
fn nothing_lies_on_the_numbers_of_a_field() {
    let persons = [Seat::Person; Team::MOST];
    let mut headless = HeadlessFrame::play(&level("tanner-row"), hiding(), 3, persons, SIZE).expect("it can be played");
    let is_turn = |battle: &Battle| battle.decision().is_some_and(|asked| battle.scene.acting == Some(asked.who));
    while !is_turn(headless.world().battle()) {
        pass(&mut headless);
    }
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        let battle = screen.battle().clone();
        let who = battle.decision().expect("asked").who;
        let foes = battle.enemies(who).filter(|foe| foe.fights()).map(|foe| foe.placement.anchor());
        let mut seen = 0;
        for at in foes.collect::<Vec<_>>() {
            (screen.hover, screen.still_pointed) = (Some(at), true);
            screen.look();
            let without = screen.overlays(&[]);
            let told = without.plate.is_some() || without.target.is_some_and(|target| target.chance.is_some());
            screen.next_field();
            screen.look_at_rows();
            screen.listed.field.whole();
            let shown = screen.overlays(&[]);
            assert!(shown.field.is_some() && shown.plate.is_none());
            assert!(shown.target.is_none_or(|target| target.chance.is_none() && target.cover.is_none()));
            seen += usize::from(told);
            screen.leave_field();
        }
        assert!(seen > 0, "without a field something is told there");
    });
}

/// The squares in walking reach of the fighter asked from which an attack is forecast.
fn forecasts(headless: &mut HeadlessFrame) -> Vec<Square> {
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        let ways = |offers: &Offers| {
            offers.0.iter().find_map(|offer| match &offer.target {
                Target::Way(ways) if offer.is_open() => Some(ways.iter().map(|way| way.square).collect::<Vec<_>>()),
                _ => None,
            })
        };
        let squares = ways(&screen.settled.offers).expect("somebody can walk");
        let shows = |square: &Square| {
            (screen.hover, screen.still_pointed) = (Some(*square), true);
            screen.look();
            screen.insight.attack.is_some()
        };
        squares.into_iter().filter(shows).collect()
    })
}

#[test]
fn whom_another_aimed_at_is_not_who_is_attacked_next() {
    let seats = [Seat::Person; Team::MOST];
    let start =
        || HeadlessFrame::play(&level("tanner-row"), RulesetId::ALL[0], 3, seats, SIZE).expect("it can be played");
    /// Plays to the next turn of another fighter of the same side.
    fn to_a_friend(headless: &mut HeadlessFrame) {
        let first = headless.world().decision().expect("asked").who;
        for _ in 0..20 {
            let battle = headless.world().battle();
            let decision = battle.decision().expect("asked");
            if decision.who != first && battle.combatant(decision.who).team == battle.combatant(first).team {
                return;
            }
            pass(headless);
            with_screen(headless.world(), |screen, world| {
                screen.see(world);
                screen.renew(world);
            });
        }
        panic!("no friend has a turn");
    }
    let mut fresh = start();
    to_a_friend(&mut fresh);
    let right = forecasts(&mut fresh);
    assert!(!right.is_empty());
    let who = fresh.world().decision().expect("asked").who;
    let enemies: Vec<CombatantId> = fresh.world().battle().enemies(who).map(|fighter| fighter.id).collect();
    for enemy in enemies {
        let mut headless = start();
        with_screen(headless.world(), |screen, world| {
            screen.see(world);
            screen.renew(world);
            screen.take_aim(enemy);
            assert_eq!(screen.target(), Some(enemy));
        });
        to_a_friend(&mut headless);
        let shown = forecasts(&mut headless);
        let silent: Vec<_> = right.iter().filter(|square| !shown.contains(square)).map(ToString::to_string).collect();
        assert!(
            silent.is_empty() && shown.len() == right.len(),
            "{enemy:?} was aimed at before: nothing from {silent:?}"
        );
    }
}

#[test]
fn a_key_does_not_answer_what_has_only_just_been_asked() {
    let mut headless = HeadlessFrame::new(&level("tanner-row"), SIZE).expect("it can be played");
    frames(&mut headless, 30);
    let asked = |headless: &mut HeadlessFrame| headless.world().decision().expect("asked").who;
    let first = asked(&mut headless);
    press(&mut headless, Key::Space);
    frames(&mut headless, 2);
    assert_eq!(asked(&mut headless), first, "nothing is spent yet: it is asked about");
    press(&mut headless, Key::Space);
    frames(&mut headless, 2);
    let second = asked(&mut headless);
    assert_ne!(second, first, "Space ends the turn");
    press(&mut headless, Key::Space);
    press(&mut headless, Key::Space);
    frames(&mut headless, 2);
    assert_eq!(asked(&mut headless), second, "the same Space once more ends the next turn");
    frames(&mut headless, 20);
    press(&mut headless, Key::Space);
    press(&mut headless, Key::Space);
    frames(&mut headless, 2);
    assert_ne!(asked(&mut headless), second);
}
