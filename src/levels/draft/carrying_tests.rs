//! Battles that begin from drafts, and what they keep of a battle that was taken into the draft; pairs of riders and
//! mounts; mighty sides; the places of goals.

use std::sync::Arc;

use super::{
    testing::{begun, called, draft, in_turn, level, level_for, played},
    *,
};
use crate::{
    geometry::{Direction, Edge},
    lab::{put, relation},
    levels::{Archetype, builtin, parse_trials},
    rules::{
        Aim, Claim, ConditionKind, Effect, Explosive, Feature, Item, Lit, Location, Sighting, Site, StandingOrder,
        Until, Veil, Vital, Wear,
    },
};

#[test]
fn a_battle_from_an_unchanged_level_is_that_of_the_level() {
    for ruleset in RulesetId::offered() {
        for level in builtin() {
            let draft = draft(&level.tag, ruleset);
            let (played, begun) = (played(&draft), begun(level, ruleset));
            for (row, known) in played.rows().iter().zip(begun.rows()) {
                assert_eq!(row, known, "{ruleset} {}", level.tag);
            }
            assert_eq!(played.digest(), begun.digest(), "{ruleset} {}", level.tag);
        }
    }
}

#[test]
fn what_the_draft_has_changed_is_carried_and_the_luck_of_the_day_stays() {
    let ruleset = RulesetId::Pools;
    let mut draft = draft("tanner-row", ruleset);
    let (dima, damage) = (called(&draft, "dima"), Vital(0));
    draft.change(&Edit::Vital(dima, damage, 3)).unwrap();
    let luck = Vital(ruleset.rules().names().vitals.iter().position(|name| *name == "luck").unwrap() as u8);
    let rolled = begun(level("tanner-row"), ruleset);
    let given = rolled.tagged("dima").unwrap().vitals.get(luck);
    assert_ne!(draft.combatant(dima).unwrap().vitals.get(luck), given, "it is rolled as the battle begins");
    let battle = played(&draft);
    let fighter = battle.tagged("dima").unwrap();
    assert_eq!((fighter.vitals.get(damage), fighter.vitals.get(luck)), (3, given));
}

#[test]
fn vitality_is_by_the_setting_in_the_lab_too() {
    let ruleset = RulesetId::Totals;
    let rules = ruleset.rules();
    let place = rules.settings().iter().position(|setting| setting.key == "tot.vitality_per_rank").unwrap();
    let vitality = Vital(rules.names().vitals.iter().position(|name| *name == "vitality").unwrap() as u8);
    let mut draft = draft("tanner-row", ruleset);
    let (dima, ansa) = (called(&draft, "dima"), called(&draft, "ansa"));
    let of = |draft: &Draft, key| draft.combatant(key).unwrap().vitals.get(vitality);
    let before = of(&draft, dima);
    draft.change(&Edit::Vital(ansa, vitality, 3)).unwrap();
    draft.change(&Edit::Setting(place, 5)).unwrap();
    assert_eq!((of(&draft, dima), of(&draft, ansa)), (before / 2, 3));
    let settings = draft.battle().settings.clone();
    let opened = Draft::of_level(level("tanner-row"), Roster::builtin(), ruleset, settings).unwrap();
    assert_eq!((of(&opened, dima), opened.to_level().unwrap().1.len()), (before / 2, 1), "only the settings are lost");
    // The same for a fighter that is added.
    let mut other = opened.clone();
    let archetype = other.token(dima).unwrap().archetype.clone();
    let made = other.change(&Edit::Add { archetype, team: Team(0), at: "f13".parse().unwrap() }).unwrap().made;
    assert_eq!(of(&other, made[0]), before / 2);
}

#[test]
fn veils_that_come_and_go_do_so_in_a_battle_from_here() {
    let level = level("drifting-moor");
    for round in 1..=4 {
        let before = in_turn(level, level.ruleset, round);
        let draft = Draft::of_position(level, Roster::builtin(), before.clone());
        assert!(draft.lost_in_trial().iter().any(|words| words.contains("veils")), "round {round}");
        let (saved, _) = draft.to_level().unwrap();
        assert!(saved.field == level.field, "round {round}: a level is as it was drawn");
        let after = played(&draft);
        assert!(after.scene.field == before.scene.field, "round {round}: the board is as it was");
        assert_eq!((after.veils.clone(), after.scene.round), (before.veils.clone(), round));
        // What has been painted over a veil stays.
        let mut painted = draft.clone();
        let square = level.veils_by_round[0].squares[0];
        painted.change(&Edit::Paint(Paint::Veil(Veil::Smoke), vec![Spot::Square(square)])).unwrap();
        let (saved, _) = painted.to_level().unwrap();
        assert_eq!(saved.field.cell(square).unwrap().veil, Some(Veil::Smoke), "round {round}");
    }
}

#[test]
fn all_of_a_position_goes_on_in_a_battle_from_there() {
    for ruleset in RulesetId::offered() {
        let level = level_for("powder-store", ruleset);
        let mut battle = in_turn(&level, ruleset, 1);
        let by = battle.scene.acting.unwrap();
        let (square, explosive) = battle.scene.field.explosives().next().unwrap();
        let lit = Some(Lit { by, round: 3, place: 0 });
        battle.apply(&Effect::Explosive(square, Some(Explosive { lit, ..explosive })));
        let in_hand = |item: &Item<'_>| matches!(item.at, Location::Main(_) | Location::Both(_));
        let (held, bearer, tag) = {
            let item = battle.items().find(in_hand).unwrap();
            (item.id, item.at.bearer().unwrap(), item.tag.to_owned())
        };
        battle.item_mut(held).condition = Some(Condition::new(ConditionKind(0), Until::Indefinite));
        battle.item_mut(held).count = Some(0);
        battle.scene.goals[0].held = 2;
        let foe = Team(u8::from(battle.combatant(by).team == Team(0)));
        let row = battle.combatant_mut(by);
        row.sightings = row.sightings.with(foe, Sighting { at: row.placement, round: 1 });
        row.orders = row.orders.with(Claim(0), StandingOrder::Never);
        let told = (row.sightings, row.orders);
        let draft = Draft::of_position(&level, Roster::builtin(), battle.clone());
        let after = played(&draft);
        assert_eq!(after.scene.field.explosive(square).unwrap().lit, lit, "{ruleset}");
        let item = after.items_of(bearer).find(|item| item.tag == tag).unwrap();
        assert_eq!((item.condition, item.count), (battle.item(held).condition, Some(0)), "{ruleset}");
        assert_eq!(after.scene.goals[0].held, 2, "{ruleset}");
        let row = &after.rows()[by.index()];
        assert_eq!((row.sightings, row.orders), told, "{ruleset}");
        let lost = draft.lost_in_trial().join("; ");
        for words in ["fuses", "stored", "held", "used up"] {
            assert!(lost.contains(words), "{ruleset}: {lost}");
        }
        assert!(!draft.to_level().unwrap().1.is_empty());
        // A fuse still burns if the battle goes on with a new round, and goes out when its lighter is removed.
        let mut other = draft.clone();
        other.change(&Edit::Acting(None)).unwrap();
        assert!(played(&other).scene.field.explosive(square).unwrap().lit.is_some(), "{ruleset}");
        let key = other.key(by);
        other.change(&Edit::Remove(vec![key])).unwrap();
        assert_eq!(other.battle().scene.field.explosive(square).unwrap().lit, None, "{ruleset}");
        assert_eq!(other.battle().fault(&other.battle().scene.field), None, "{ruleset}");
    }
}

#[test]
fn what_a_beginning_gives_is_not_given_again_between_two_turns() {
    let ruleset = RulesetId::Pools;
    let level = level_for("tanner-row", ruleset);
    let mut battle = in_turn(&level, ruleset, 1);
    battle.scene.acting = None;
    let luck = Vital(ruleset.rules().names().vitals.iter().position(|name| *name == "luck").unwrap() as u8);
    let dima = battle.tagged("dima").unwrap().id;
    let none = ruleset.rules().start_of(&battle, dima).get(luck);
    assert_ne!(begun(&level, ruleset).combatant(dima).vitals.get(luck), none);
    battle.combatant_mut(dima).vitals.set(luck, none);
    let mut draft = Draft::of_position(&level, Roster::builtin(), battle);
    assert!(!draft.is_in_turn());
    assert_eq!(played(&draft).combatant(dima).vitals.get(luck), none);
    // After a change of rules the battle has yet to begin.
    draft.change(&Edit::Ruleset(RulesetId::Totals)).unwrap();
    draft.change(&Edit::Ruleset(ruleset)).unwrap();
    assert_ne!(played(&draft).combatant(dima).vitals.get(luck), none);
}

#[test]
fn a_trial_with_a_long_name_can_be_played() {
    let name = "A trial whose name has more characters than that of a level can have";
    let text = draft("tanner-row", RulesetId::Percentile).to_trial(name, &[]).unwrap();
    let trial = parse_trials("t.ron", &text, Roster::builtin()).unwrap().remove(0);
    let draft = Draft::of_trial(&trial).by_sides().unwrap();
    draft.level_to_play().unwrap();
    assert_eq!(draft.level().name, name);
}

#[test]
fn what_is_spent_to_the_last_makes_a_level_and_a_trial() {
    for ruleset in RulesetId::offered() {
        let mut draft = draft("tanner-row", ruleset);
        let in_hand = |item: &Item<'_>| matches!(item.at, Location::Main(_) | Location::Both(_));
        let held = draft.battle().items().find(in_hand).unwrap().id;
        draft.battle.item_mut(held).count = Some(0);
        let (level, lost) = draft.to_level().unwrap();
        assert!(lost.iter().any(|words| words.contains("used up")), "{ruleset}: {lost:?}");
        assert!(Level::parse(&level.tag, "l.ron", &level.to_ron(), Roster::builtin()).is_ok(), "{ruleset}");
        assert!(draft.to_trial("Spent", &[]).is_ok(), "{ruleset}");
    }
}

#[test]
fn whoever_lies_under_others_keeps_nobody_from_playing_on() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let battle = in_turn(&level, ruleset, 1);
        let acting = battle.scene.acting;
        let mut draft = Draft::of_position(&level, Roster::builtin(), battle);
        let others = draft.battle().combatants().filter(|other| other.team == Team(0) && Some(other.id) != acting);
        let others: Vec<CombatantId> = others.map(|other| other.id).collect();
        let at = draft.battle().combatant(others[1]).placement.anchor();
        let fallen = draft.key(others[0]);
        draft.change(&Edit::Status(vec![fallen], Status::Down)).unwrap();
        draft.change(&Edit::Move(vec![(fallen, at)])).unwrap();
        let after = played(&draft);
        let fallen = after.combatant(others[0]);
        assert_eq!((fallen.placement.anchor(), fallen.status), (at, Status::Down), "{ruleset}");
    }
}

#[test]
fn a_stroke_that_begins_with_nothing_is_a_step_of_its_own() {
    let mut history = History::new(draft("meadow", RulesetId::ALL[0]));
    let wall = |x| Edit::Paint(Paint::Edge(Feature::Wall), vec![Spot::Edge(Edge::north(Square::new(x, 3)))]);
    history.edit(&wall(0)).unwrap();
    let before = history.draft().clone();
    (0..4).for_each(|x| drop(history.draw(&wall(x)).unwrap()));
    history.lift();
    assert!(*history.draft() != before);
    assert!(history.undo());
    assert!(*history.draft() == before, "what was there before the stroke is there");
    assert!(history.undo() && !history.undo());
}

#[test]
fn a_dab_mends_nothing_that_was_struck_elsewhere() {
    let mut draft = draft("meadow", RulesetId::ALL[0]);
    let (near, far) = (Edge::north(Square::new(0, 3)), Edge::north(Square::new(4, 3)));
    let wall = |edge| Edit::Paint(Paint::Edge(Feature::Wall), vec![Spot::Edge(edge)]);
    draft.change(&wall(near)).unwrap();
    draft.change(&wall(far)).unwrap();
    [near, far].into_iter().for_each(|edge| draft.battle.apply(&Effect::Wear(Site::Edge(edge), Some(3))));
    draft.change(&Edit::Paint(Paint::Erase, vec![Spot::Edge(far)])).unwrap();
    draft.change(&wall(far)).unwrap();
    let wear: &Wear = &draft.battle().scene.wear;
    assert_eq!([near, far].map(|edge| wear.left(Site::Edge(edge))), [Some(3), None]);
}

/// A rider of a draft and its mount.
fn pair(draft: &Draft) -> (TokenKey, TokenKey) {
    let (battle, rules) = (draft.battle(), draft.ruleset().rules());
    let pair = battle.combatants().find_map(|rider| Some((rider.id, rules.mount_of(battle, rider.id)?)));
    pair.map(|(rider, mount)| (draft.key(rider), draft.key(mount))).unwrap()
}

fn is_mounted(draft: &Draft, (rider, mount): (TokenKey, TokenKey)) -> bool {
    let (Some(rider), Some(mount)) = (draft.id(rider), draft.id(mount)) else { return false };
    draft.ruleset().rules().mount_of(draft.battle(), rider) == Some(mount)
}

/// The rulesets under which somebody rides.
fn riding() -> impl Iterator<Item = RulesetId> {
    RulesetId::offered().filter(|ruleset| {
        let battle = draft("hedgerows", *ruleset).battle;
        battle.combatants().any(|rider| ruleset.rules().mount_of(&battle, rider.id).is_some())
    })
}

#[test]
fn mounts_go_with_their_riders_as_the_odds_from_there_have_it() {
    assert!(riding().count() > 2);
    for ruleset in riding() {
        let mut draft = draft("hedgerows", ruleset);
        let (rider, mount) = pair(&draft);
        let (who, foe) = (draft.id(rider).unwrap(), draft.battle().tagged("aldo").unwrap().id);
        let at = draft.combatant(rider).unwrap().placement.anchor();
        let there = at.step(Direction::East).step(Direction::East);
        let told = relation(draft.battle(), who, foe, Some(there));
        let mut put_there = draft.battle().clone();
        put(&mut put_there, who, draft.battle().combatant(who).placement.at(there));
        draft.change(&Edit::Move(vec![(rider, there)])).unwrap();
        assert_eq!(draft.combatant(mount).unwrap().placement.anchor(), there, "{ruleset}");
        assert_eq!(relation(draft.battle(), who, foe, None).attacks, told.attacks, "{ruleset}");
        assert_eq!(draft.battle().rows(), put_there.rows(), "{ruleset}");
    }
}

#[test]
fn a_pair_changes_sides_comes_late_and_is_recast_as_a_pair() {
    for ruleset in riding() {
        let first = draft("hedgerows", ruleset);
        let both = pair(&first);
        let (rider, mount) = both;
        let halves = |draft: &Draft| {
            let all = [rider, mount].map(|key| draft.combatant(key).unwrap().conditions.0.len());
            (all, is_mounted(draft, both))
        };
        let mut draft = first.clone();
        draft.change(&Edit::Side(vec![rider], Team(1))).unwrap();
        assert_eq!(draft.combatant(mount).unwrap().team, Team(1), "{ruleset}");
        assert_eq!(halves(&draft), halves(&first), "{ruleset}");
        // The same archetype once more: everything is as it was.
        for key in [rider, mount] {
            let mut draft = first.clone();
            let archetype = draft.token(key).unwrap().archetype.clone();
            draft.change(&Edit::Archetype(key, archetype)).unwrap();
            assert_eq!(halves(&draft), halves(&first), "{ruleset}");
        }
        // Also where the other one of the pair keeps its state under these rules.
        let other = riding().find(|other| *other != ruleset).unwrap();
        for key in [rider, mount] {
            let mut draft = first.clone();
            let archetype = draft.token(key).unwrap().archetype.clone();
            draft.change(&Edit::Ruleset(other)).unwrap();
            draft.change(&Edit::Archetype(key, archetype)).unwrap();
            draft.change(&Edit::Ruleset(ruleset)).unwrap();
            assert_eq!(halves(&draft), halves(&first), "{ruleset} {other}");
        }
        let mut draft = first.clone();
        draft.change(&Edit::Ride(rider, None)).unwrap();
        assert_eq!(halves(&draft), ([0, 0], false), "{ruleset}");
        let mut draft = first.clone();
        let late = Late { round: 3, entrance: Entrance::Square };
        draft.change(&Edit::Late(mount, Some(late.clone()))).unwrap();
        assert_eq!(draft.combatant(rider).unwrap().status, Status::Awaited, "{ruleset}");
        assert_eq!(draft.token(rider).unwrap().late.as_ref(), Some(&late), "{ruleset}");
        draft.level_to_play().unwrap();
    }
}

#[test]
fn nobody_sits_on_what_is_too_small() {
    let mut checked = 0;
    for ruleset in riding() {
        let mut draft = draft("hedgerows", ruleset);
        let both = pair(&draft);
        let side = draft.combatant(both.1).unwrap().footprint().side;
        let large = |archetype: &&Archetype| archetype.sheet(ruleset).footprint() > side;
        let Some(large) = Roster::builtin().archetypes.iter().find(large) else { continue };
        draft.change(&Edit::Move(vec![(both.0, "b2".parse().unwrap())])).unwrap();
        draft.change(&Edit::Archetype(both.0, large.tag.clone())).unwrap();
        assert!(!is_mounted(&draft, both), "{ruleset}");
        assert!(draft.combatant(both.1).unwrap().conditions.0.is_empty(), "{ruleset}");
        let refused = draft.change(&Edit::Ride(both.0, Some(both.1))).unwrap_err();
        assert!(refused.0.contains("is too small"), "{ruleset}: {refused}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn a_mount_that_is_out_stays_so_whenever_its_rider_comes() {
    for ruleset in riding() {
        let mut draft = draft("hedgerows", ruleset);
        let both = pair(&draft);
        let states = |draft: &Draft| [both.0, both.1].map(|key| draft.combatant(key).unwrap().status);
        draft.change(&Edit::Status(vec![both.1], Status::Down)).unwrap();
        draft.change(&Edit::Late(both.0, None)).unwrap();
        assert_eq!(states(&draft), [Status::Fighting, Status::Down], "{ruleset}");
        draft.change(&Edit::Late(both.0, Some(Late { round: 3, entrance: Entrance::Square }))).unwrap();
        assert_eq!(states(&draft), [Status::Awaited, Status::Down], "{ruleset}");
        assert!(!is_mounted(&draft, both), "{ruleset}");
        draft.level_to_play().unwrap();
        draft.change(&Edit::Late(both.0, None)).unwrap();
        assert_eq!(states(&draft), [Status::Fighting, Status::Down], "{ruleset}");
    }
}

#[test]
fn riders_get_off_where_the_mount_has_gone_under_other_rules() {
    let ruleset = riding().next().unwrap();
    let other = RulesetId::offered().find(|other| riding().all(|riding| riding != *other)).unwrap();
    let mut draft = draft("hedgerows", ruleset);
    let both = pair(&draft);
    draft.change(&Edit::Ruleset(other)).unwrap();
    draft.change(&Edit::Move(vec![(both.1, "a1".parse().unwrap())])).unwrap();
    draft.change(&Edit::Ruleset(ruleset)).unwrap();
    assert!(!is_mounted(&draft, both));
    assert!([both.0, both.1].iter().all(|key| draft.combatant(*key).unwrap().conditions.0.is_empty()));
}

#[test]
fn whoever_is_late_is_so_under_all_rules_whatever_becomes_of_it() {
    for (ruleset, other) in RulesetId::offered().zip(RulesetId::offered().skip(1)) {
        let late = Some(Late { round: 3, entrance: Entrance::Square });
        let mut draft = draft("tanner-row", ruleset);
        let krag = called(&draft, "krag");
        let state = |draft: &Draft, key| {
            let who = draft.id(key).unwrap();
            let comes = draft.battle().arrivals.iter().filter(|arrival| arrival.who == who).count();
            (draft.battle().combatant(who).status, comes, draft.token(key).unwrap().late.is_some())
        };
        let (waits, fights) = ((Status::Awaited, 1, true), (Status::Fighting, 0, false));
        draft.change(&Edit::Late(krag, late.clone())).unwrap();
        draft.change(&Edit::Ruleset(other)).unwrap();
        draft.change(&Edit::Late(krag, None)).unwrap();
        draft.change(&Edit::Ruleset(ruleset)).unwrap();
        assert_eq!(state(&draft, krag), fights, "{ruleset}");
        draft.change(&Edit::Ruleset(other)).unwrap();
        draft.change(&Edit::Late(krag, late.clone())).unwrap();
        draft.change(&Edit::Ruleset(ruleset)).unwrap();
        assert_eq!(state(&draft, krag), waits, "{ruleset}");
        draft.change(&Edit::Archetype(krag, "brute".into())).unwrap();
        assert_eq!(state(&draft, krag), waits, "{ruleset}");
        let made = draft.change(&Edit::Copy(vec![(krag, "f13".parse().unwrap())])).unwrap().made;
        assert_eq!([state(&draft, krag), state(&draft, made[0])], [waits, waits], "{ruleset}");
    }
}

#[test]
fn a_mighty_side_is_mighty_in_the_lab() {
    let mut level = level("tanner-row").clone();
    level.sides[1].power = Power::Mighty;
    let roster = Roster::builtin();
    let of = |ruleset| Draft::of_level(&level, roster, ruleset, Settings::defaults(ruleset)).unwrap();
    let mut checked = 0;
    for ruleset in RulesetId::offered().filter(|ruleset| level.has_power(Team(1), roster, *ruleset)) {
        let (opened, other) = (of(ruleset), RulesetId::offered().find(|other| *other != ruleset).unwrap());
        let mut draft = of(other);
        draft.change(&Edit::Ruleset(ruleset)).unwrap();
        for fighter in opened.battle().combatants() {
            assert_eq!(draft.battle().combatant(fighter.id).sheet, fighter.sheet, "{ruleset}");
            assert_eq!(opened.printed_sheet(fighter.id).as_ref(), Some(fighter.sheet), "{ruleset}");
        }
        let (saved, _) = draft.to_level().unwrap();
        assert!(saved.own.archetypes.is_empty() && saved.sides == level.sides, "{ruleset}");
        // A fighter with gear of its own is just as mighty in a level.
        let mut armed = of(ruleset);
        let is_mighty = |token: &&Token| {
            let who = armed.combatant(token.key).unwrap();
            *who.sheet != armed.archetype(token).unwrap().sheet(ruleset) && !armed.gear(who.id).is_empty()
        };
        let key = armed.tokens().iter().find(is_mighty).unwrap().key;
        let who = armed.id(key).unwrap();
        let mut gear = armed.gear(who);
        gear.pop();
        armed.change(&Edit::Gear(key, gear)).unwrap();
        assert_eq!(played(&armed).combatant(who).sheet, armed.battle().combatant(who).sheet, "{ruleset}");
        let mighty = |archetype: &&Archetype| archetype.sheet_at(ruleset, Power::Mighty) != archetype.sheet(ruleset);
        let archetype = roster.archetypes.iter().find(mighty).unwrap();
        let add = Edit::Add { archetype: archetype.tag.clone(), team: Team(1), at: "a1".parse().unwrap() };
        let made = draft.change(&add).unwrap().made[0];
        assert_eq!(*draft.combatant(made).unwrap().sheet, archetype.sheet_at(ruleset, Power::Mighty), "{ruleset}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn a_goal_speaks_of_its_own_place_of_two_with_equal_squares() {
    let mut draft = Draft::empty(6, 6, Roster::builtin(), RulesetId::ALL[0]);
    let mut apply = |edit: LevelEdit| drop(draft.change(&Edit::Level(edit)).unwrap());
    let square = |name: &str| vec![name.parse::<Square>().unwrap()];
    ["one", "two"].into_iter().for_each(|name| apply(LevelEdit::AddZone(name.into())));
    let hold = |place| (Aim::Hold { squares: Vec::new(), rounds: 2 }, Some(place));
    apply(LevelEdit::Goals(Team(0), vec![hold(1)]));
    apply(LevelEdit::Zone(0, square("a1"), true));
    apply(LevelEdit::Zone(1, square("b1"), true));
    apply(LevelEdit::NameZone(1, "three".into()));
    // Drawn over each other, and apart again.
    apply(LevelEdit::Zone(0, square("b1"), true));
    apply(LevelEdit::Zone(0, square("a1"), false));
    apply(LevelEdit::Zone(0, square("c1"), true));
    apply(LevelEdit::DropZone(0));
    let squares = |draft: &Draft| match &draft.level().goals[0].aim {
        Aim::Hold { squares, .. } => Some(squares.clone()),
        _ => None,
    };
    assert_eq!((squares(&draft), draft.zone_of(Team(0), 0)), (Some(square("b1")), Some(0)));
    draft.change(&Edit::Level(LevelEdit::DropZone(0))).unwrap();
    assert_eq!((squares(&draft), draft.zone_of(Team(0), 0)), (None, None));
    assert!(Arc::ptr_eq(&draft.level().field, &draft.battle().scene.field));
}

#[test]
fn rounds_for_which_a_place_has_been_held_stay_with_its_goal() {
    let mut draft = Draft::empty(6, 6, Roster::builtin(), RulesetId::ALL[0]);
    let squares: Vec<Square> = vec!["a1".parse().unwrap()];
    let apply = |draft: &mut Draft, edit: LevelEdit| drop(draft.change(&Edit::Level(edit)).unwrap());
    let hold = |rounds| (Aim::Hold { squares: squares.clone(), rounds }, Some(0));
    apply(&mut draft, LevelEdit::AddZone("yard".into()));
    apply(&mut draft, LevelEdit::Zone(0, squares.clone(), true));
    apply(&mut draft, LevelEdit::Goals(Team(0), vec![hold(3)]));
    draft.level.goals[0].held = 2;
    apply(&mut draft, LevelEdit::Goals(Team(0), vec![(Aim::Survive { rounds: 9 }, None), hold(4)]));
    let held = |draft: &Draft| [0, 1].map(|place| draft.level().goals[place].held);
    assert_eq!(held(&draft), [0, 2]);
    apply(&mut draft, LevelEdit::DropZone(0));
    assert_eq!((held(&draft), &draft.level().goals[1].aim), ([0, 0], &Aim::Defeat));
}

#[test]
fn what_lies_on_the_ground_stays_as_it_is_whatever_is_changed() {
    let ruleset = RulesetId::Percentile;
    let level = level_for("tanner-row", ruleset);
    let mut battle = in_turn(&level, ruleset, 1);
    let thing = battle.items_of(battle.tagged("cale").unwrap().id).find(|item| item.arm.can_be_unloaded()).unwrap().id;
    battle.apply(&Effect::Move(thing, Location::Ground("e7".parse().unwrap())));
    let told = |battle: &Battle| {
        let lost = Draft::of_position(&level, Roster::builtin(), battle.clone()).lost_in_trial();
        lost.iter().any(|words| words.contains("ground"))
    };
    assert!(!told(&battle));
    battle.apply(&Effect::Load(thing, false));
    assert!(told(&battle), "a trial has it loaded");
    let mut draft = Draft::of_position(&level, Roster::builtin(), battle);
    let spent = |draft: &Draft| draft.battle().lying_items().all(|item| !item.loaded);
    assert!(draft.battle().lying_items().count() == 1 && spent(&draft));
    let dima = called(&draft, "dima");
    draft.change(&Edit::Name(dima, "Ada".into())).unwrap();
    assert!(draft.battle().lying_items().count() == 1 && spent(&draft));
}

#[test]
fn a_distance_without_room_is_counted_as_those_with_room_are() {
    // Six feet a square, VIG-MOVE.
    let draft = draft("tanner-row", RulesetId::Vigor);
    let (by, on) = (called(&draft, "cale"), called(&draft, "lysk"));
    let question = SweepQuestion { by, on, attack: None, what: Swept::Distance };
    let mut sweep = Sweep::new(&draft, question, None).unwrap();
    while !sweep.work() {}
    let points = sweep.points();
    assert!(points.iter().any(|point| point.odds.is_err()) && points.iter().any(|point| point.odds.is_ok()));
    assert!(points.iter().map(|point| point.at).eq((1..=points.len() as i64).map(|squares| squares * 6)));
}
