//! What a draft begins with before any dice, and what continues from a position in a battle from there: rounds, turns
//! of fighters who are out, things on the ground; the names of fighters in trials.

use super::{
    testing::{begun, called, draft, in_turn, level_for, played, played_and_plain},
    *,
};
use crate::{
    levels::parse_trials,
    rules::{Budget, Claim, ConditionKind, Effect, Item, Location, Sighting, StandingOrder, Until, Vital},
};

/// A fighter's sheet with one field changed.
fn with_field(draft: &Draft, who: TokenKey, field: &str, new: serde_json::Value) -> Box<Sheet> {
    let mut value = serde_json::to_value(draft.combatant(who).unwrap().sheet).unwrap();
    let fields = value.as_object_mut().unwrap().values_mut().next().unwrap();
    fields[field] = new;
    Box::new(serde_json::from_value(value).unwrap())
}

/// The same fighter, berserk from the start.
fn drugged(draft: &Draft, who: TokenKey, tier: Option<u8>) -> Box<Sheet> {
    let dose = tier.map_or(serde_json::Value::Null, |tier| serde_json::json!({"drug": "Berserk", "tier": tier}));
    with_field(draft, who, "drugged", dose)
}

#[test]
fn drugs_that_work_from_the_start_do_so_in_the_lab() {
    let ruleset = RulesetId::Totals;
    let mut draft = draft("tanner-row", ruleset);
    let dima = called(&draft, "dima");
    let who = draft.id(dima).unwrap();
    // Temporary Vitality comes with it.
    let state = |battle: &Battle, who| {
        let fighter = battle.combatant(who);
        (fighter.conditions.0.clone(), fighter.vitals.get(Vital(1)))
    };
    let plain = state(draft.battle(), who);
    draft.change(&Edit::Sheet(dima, drugged(&draft, dima, Some(3)))).unwrap();
    let berserk = state(draft.battle(), who);
    assert_eq!((berserk.0.len(), berserk.1 > plain.1), (plain.0.len() + 1, true));
    assert!(draft.to_level().unwrap().1.is_empty(), "a level gives it again");
    // A battle has it once, like one that begins on the level.
    let (after, alone) = played_and_plain(&draft);
    assert_eq!((state(&after, who), state(&alone, who)), (berserk.clone(), berserk.clone()));
    let (saved, settings) = (draft.to_level().unwrap().0, Settings::defaults(ruleset));
    let opened = Draft::of_level(&saved, Roster::builtin(), ruleset, settings.clone()).unwrap();
    assert_eq!(state(opened.battle(), who), berserk);
    // So does a recording before its battle begins.
    let first = deploy(&saved, Roster::builtin(), ruleset, settings).unwrap();
    assert!(Draft::of_position(&saved, Roster::builtin(), first) == opened);
    let mut other = draft.clone();
    let made = other.change(&Edit::Copy(vec![(dima, "f13".parse().unwrap())])).unwrap().made;
    assert_eq!(state(other.battle(), other.id(made[0]).unwrap()), berserk);
    other.change(&Edit::Ruleset(RulesetId::Pools)).unwrap();
    other.change(&Edit::Ruleset(ruleset)).unwrap();
    assert_eq!(state(other.battle(), who), berserk);
    // A condition removed by hand stays removed, and one that the sheet no longer gives is gone.
    other.change(&Edit::DropCondition(dima, 0)).unwrap();
    assert_eq!(state(&played(&other), who).0, plain.0);
    draft.change(&Edit::Sheet(dima, drugged(&draft, dima, None))).unwrap();
    assert_eq!(state(draft.battle(), who), plain);
}

#[test]
fn a_drug_that_was_changed_by_hand_is_there_once() {
    let ruleset = RulesetId::Totals;
    let mut draft = draft("tanner-row", ruleset);
    let dima = called(&draft, "dima");
    draft.change(&Edit::Sheet(dima, drugged(&draft, dima, Some(3)))).unwrap();
    let drugs = |draft: &Draft| draft.combatant(dima).unwrap().conditions.0.clone();
    let given = drugs(&draft)[0];
    let fewer = Condition { detail: crate::rules::totals::Detail::Turns(1).into(), ..given };
    assert_ne!(fewer, given);
    draft.change(&Edit::SetCondition(dima, 0, fewer)).unwrap();
    // Of another tier, it still wears off when it was told to.
    draft.change(&Edit::Sheet(dima, drugged(&draft, dima, Some(2)))).unwrap();
    assert_eq!(drugs(&draft), [Condition { level: 2, ..fewer }]);
    draft.change(&Edit::Sheet(dima, drugged(&draft, dima, None))).unwrap();
    assert_eq!(drugs(&draft), []);
}

#[test]
fn those_who_begin_bound_or_pinned_are_so_in_the_lab() {
    let ruleset = RulesetId::Vigor;
    let mut draft = draft("tanner-row", ruleset);
    let dima = called(&draft, "dima");
    let who = draft.id(dima).unwrap();
    let states = |battle: &Battle| {
        let all = battle.combatant(who).conditions.0.iter().map(|condition| usize::from(condition.kind.0));
        all.map(|kind| ruleset.rules().names().conditions[kind]).collect::<Vec<_>>()
    };
    assert!(states(draft.battle()).is_empty());
    let begins = |draft: &Draft, states: &[&str]| with_field(draft, dima, "begins", serde_json::json!(states));
    draft.change(&Edit::Sheet(dima, begins(&draft, &["Bound", "Pinned"]))).unwrap();
    let (after, alone) = played_and_plain(&draft);
    assert_eq!([states(draft.battle()), states(&after), states(&alone)], [(); 3].map(|()| vec!["bound", "pinned"]));
    draft.change(&Edit::DropCondition(dima, 0)).unwrap();
    assert_eq!([states(draft.battle()), states(&played(&draft))], [(); 2].map(|()| vec!["pinned"]));
    draft.change(&Edit::Sheet(dima, begins(&draft, &[]))).unwrap();
    assert!(states(draft.battle()).is_empty() && states(&played(&draft)).is_empty());
}

#[test]
fn conditions_last_as_many_rounds_in_a_battle_that_begins_a_round_of_its_own() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let mut battle = in_turn(&level, ruleset, 1);
        battle.scene.round = 3;
        let (who, other) = (CombatantId(0), CombatantId(1));
        let lasting = |round| [Until::RoundEnd(round), Until::Place { of: other, round }, Until::Turns(3)];
        let all = lasting(5).map(|until| Condition::new(ConditionKind(0), until));
        battle.combatant_mut(who).conditions.0 = all.to_vec();
        let ends = |draft: &Draft| {
            let battle = played(draft);
            let ends: Vec<Until> = battle.combatant(who).conditions.0.iter().map(|condition| condition.until).collect();
            (battle.scene.round.max(1), ends)
        };
        let mut draft = Draft::of_position(&level, Roster::builtin(), battle);
        assert_eq!(ends(&draft), (3, lasting(5).to_vec()), "{ruleset}: the turn goes on");
        draft.change(&Edit::Acting(None)).unwrap();
        assert_eq!(ends(&draft), (1, lasting(3).to_vec()), "{ruleset}");
    }
}

#[test]
fn whoever_is_out_by_now_is_asked_for_no_turn() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let mut draft = Draft::of_position(&level, Roster::builtin(), in_turn(&level, ruleset, 1));
        let acting = draft.battle().scene.acting.unwrap();
        let order = draft.battle().scene.order.clone();
        assert_eq!(played(&draft).decision().unwrap().who, acting, "{ruleset}");
        let key = draft.key(acting);
        draft.change(&Edit::Status(vec![key], Status::Down)).unwrap();
        let after = played(&draft);
        let place = order.iter().position(|who| *who == acting).unwrap();
        let next = order[(place + 1) % order.len()];
        assert_eq!(after.decision(), Some(&ruleset.rules().turn_question(next)), "{ruleset}");
        assert_eq!(after.scene.acting, Some(next), "{ruleset}");
    }
}

#[test]
fn the_round_ends_with_the_last_turn_even_if_nobody_can_take_it() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let mut battle = in_turn(&level, ruleset, 1);
        let last = *battle.scene.order.last().unwrap();
        battle.scene.acting = Some(last);
        let first = *battle.scene.order.first().unwrap();
        let short = Condition::new(ConditionKind(0), Until::RoundEnd(1));
        battle.combatant_mut(first).conditions.0.push(short);
        let mut taken = Draft::of_position(&level, Roster::builtin(), battle);
        assert_eq!(played(&taken).scene.round, 1, "{ruleset}: as long as the turn can be taken");
        taken.change(&Edit::Status(vec![taken.key(last)], Status::Down)).unwrap();
        let after = played(&taken);
        let asked = after.decision().unwrap_or_else(|| panic!("{ruleset}: nobody is asked"));
        assert_eq!((after.scene.round, after.scene.over), (2, None), "{ruleset}");
        assert!(after.combatant(asked.who).fights(), "{ruleset}");
        assert!(!after.combatant(first).conditions.0.contains(&short), "{ruleset}: it lasts until the round ends");
        // Nobody has acted yet where the level begins with that turn.
        let mut given = draft("tanner-row", ruleset);
        given.change(&Edit::Acting(Some(given.key(last)))).unwrap();
        given.change(&Edit::Status(vec![given.key(last)], Status::Down)).unwrap();
        assert_eq!(played(&given).scene.round.max(1), 1, "{ruleset}");
    }
}

#[test]
fn what_has_been_done_in_a_turn_is_paid_for_in_a_battle_from_here() {
    for ruleset in RulesetId::offered() {
        let mut draft = draft("tanner-row", ruleset);
        let dima = called(&draft, "dima");
        draft.change(&Edit::Acting(Some(dima))).unwrap();
        let who = draft.id(dima).unwrap();
        let budgets = |battle: &Battle| battle.rows()[who.index()].budgets;
        assert_eq!(budgets(&played(&draft)), budgets(draft.battle()), "{ruleset}");
        let left = budgets(draft.battle()).get(Budget(0));
        draft.change(&Edit::Budget(dima, Budget(0), left + 7)).unwrap();
        let after = played(&draft);
        assert_eq!(budgets(&after), budgets(draft.battle()), "{ruleset}");
        assert_eq!(after.decision(), Some(&ruleset.rules().turn_question(who)), "{ruleset}");
    }
}

#[test]
fn what_lies_on_the_ground_lies_there_in_a_battle_from_here() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let mut battle = in_turn(&level, ruleset, 1);
        let first: Vec<_> = battle.combatants().map(|fighter| fighter.id).collect();
        let (first, last) = (first[0], first[first.len() - 1]);
        let at = "e7".parse().unwrap();
        let carried = |battle: &Battle, who| {
            let is_carried = |item: &Item<'_>| !matches!(item.at, Location::Natural(_));
            battle.items_of(who).filter(is_carried).map(|item| (item.id, item.tag.to_owned())).collect::<Vec<_>>()
        };
        // Everything that the first and the last fighter carry.
        let dropped = [carried(&battle, first), carried(&battle, last)].concat();
        assert!(dropped.len() > 1, "{ruleset}");
        dropped.iter().for_each(|(item, _)| battle.apply(&Effect::Move(*item, Location::Ground(at))));
        battle.item_mut(dropped[0].0).count = Some(3);
        let lying = |battle: &Battle| {
            let told = |item: Item<'_>| (item.name.to_owned(), item.at, item.count, item.loaded, item.numbers);
            let mut all: Vec<_> = battle.lying_items().map(told).collect();
            all.sort_by(|one, other| (&one.0, one.2).cmp(&(&other.0, other.2)));
            all
        };
        let others = |battle: &Battle| battle.items().filter(|item| item.at.bearer().is_some()).count();
        let draft = Draft::of_position(&level, Roster::builtin(), battle.clone());
        let after = played(&draft);
        assert_eq!(lying(&after), lying(&battle), "{ruleset}");
        assert_eq!(others(&after), others(&battle), "{ruleset}");
        assert_eq!(after.fault(&after.scene.field), None, "{ruleset}");
        // A level that is saved has none of it.
        let (saved, lost) = draft.to_level().unwrap();
        assert!(lost.iter().any(|words| words.contains("ground")), "{ruleset}");
        let saved = begun(&saved, ruleset);
        assert_eq!((saved.lying_items().count(), others(&saved)), (0, others(&battle)), "{ruleset}");
    }
}

#[test]
fn what_trials_have_no_words_for_is_told() {
    for ruleset in RulesetId::offered() {
        let level = level_for("tanner-row", ruleset);
        let mut draft = draft("tanner-row", ruleset);
        assert!(draft.lost_in_trial().is_empty(), "{ruleset}: {:?}", draft.lost_in_trial());
        let (own, foe) = (CombatantId(0), draft.battle().enemies(CombatantId(0)).next().unwrap().id);
        let told = |draft: &Draft, words: &str| draft.lost_in_trial().iter().any(|lost| lost.contains(words));
        let row = draft.battle.combatant_mut(own);
        row.orders = row.orders.with(Claim(0), StandingOrder::Never);
        assert!(told(&draft, "standing orders"), "{ruleset}");
        let foes = draft.battle().combatant(foe).team;
        let row = draft.battle.combatant_mut(own);
        row.sightings = row.sightings.with(foes, Sighting { at: row.placement, round: 1 });
        assert!(!told(&draft, "seen"), "{ruleset}: they know where it is");
        let key = draft.key(own);
        draft.change(&Edit::Hidden(vec![key], true)).unwrap();
        assert_eq!(told(&draft, "seen"), ruleset.rules().has_hiding(), "{ruleset}");
        let mut battle = in_turn(&level, ruleset, 1);
        battle.scene.order.sort();
        battle.scene.order.reverse();
        assert!(told(&Draft::of_position(&level, Roster::builtin(), battle), "order of turns"), "{ruleset}");
    }
}

#[test]
fn fighters_of_a_trial_keep_the_names_that_expectations_know() {
    let text = "(format: 1, ruleset: percentile, trials: [(name: \"Names\", combatants: [
        (name: \"A\", at: \"a1\", archetype: \"swordsman\"), (name: \"B\", at: \"b1\", archetype: \"archer\"),
    ], expect: [Value(\"B\", \"damage\", 0), Asked(\"A\")])])";
    let trial = parse_trials("t.ron", text, Roster::builtin()).unwrap().remove(0);
    let mut draft = Draft::of_trial(&trial);
    let expect: Vec<String> = trial.stages[0].expect.iter().map(|expected| expected.words.clone()).collect();
    let key = called(&draft, "A");
    let gear = draft.gear(draft.id(key).unwrap());
    draft.change(&Edit::Gear(key, gear)).unwrap();
    draft.to_trial("Names", &expect).unwrap();
    draft.change(&Edit::Ruleset(RulesetId::Totals)).unwrap();
    draft.change(&Edit::Ruleset(RulesetId::Percentile)).unwrap();
    draft.to_trial("Names", &expect).unwrap();
    // A fighter that is renamed has the new name there too, and no two fighters share a tag.
    draft.change(&Edit::Name(key, "B".into())).unwrap();
    let tags: Vec<&str> = draft.battle().combatants().map(|fighter| &*fighter.identity.tag).collect();
    assert_eq!(tags, ["b-1", "b-2"]);
}

#[test]
fn a_saddle_of_which_half_is_taken_away_is_none() {
    let mut checked = 0;
    for ruleset in RulesetId::offered() {
        let (rules, before) = (ruleset.rules(), draft("hedgerows", ruleset));
        let battle = before.battle();
        let pair = battle.combatants().find_map(|rider| Some([rider.id, rules.mount_of(battle, rider.id)?]));
        for who in pair.into_iter().flatten() {
            let mut draft = before.clone();
            let ties = |draft: &Draft| {
                pair.into_iter().flatten().map(|who| draft.battle().combatant(who).conditions.0.len()).sum::<usize>()
            };
            assert_eq!(ties(&draft), 2, "{ruleset}");
            draft.change(&Edit::DropCondition(draft.key(who), 0)).unwrap();
            assert_eq!(ties(&draft), 0, "{ruleset}");
            checked += 1;
        }
    }
    assert!(checked > 2);
}

#[test]
fn distances_that_no_board_has_are_in_the_unit_of_the_rules() {
    // Six feet a square, VIG-MOVE.
    let mut draft = draft("tanner-row", RulesetId::Vigor);
    let (by, on) = (called(&draft, "cale"), called(&draft, "lysk"));
    let swept = |draft: &Draft| {
        let question = SweepQuestion { by, on, attack: None, what: Swept::Distance };
        let mut sweep = Sweep::new(draft, question, Some(vec![10, 100, 300, 70_000])).unwrap();
        while !sweep.work() {}
        sweep.points().iter().map(|point| point.at).collect::<Vec<_>>()
    };
    assert_eq!(swept(&draft), [60, 600, 1800, 420_000]);
    let there = draft.combatant(on).unwrap().placement.anchor();
    draft.change(&Edit::Move(vec![(by, there)])).unwrap();
    assert_eq!(swept(&draft), [60, 600, 1800, 420_000], "also where both stand in one square");
}

#[test]
fn whoever_was_to_come_in_a_place_that_is_gone_comes_where_it_stands() {
    let mut draft = draft("tanner-row", RulesetId::ALL[0]);
    let krag = called(&draft, "krag");
    let squares: Vec<Square> = ["f13", "g13"].map(|square| square.parse().unwrap()).to_vec();
    draft.change(&Edit::Level(LevelEdit::AddZone("yard".into()))).unwrap();
    let place = draft.level().zones.len() - 1;
    draft.change(&Edit::Level(LevelEdit::Zone(place, squares.clone(), true))).unwrap();
    let late = Late { round: 3, entrance: Entrance::Zone("yard".into()) };
    draft.change(&Edit::Late(krag, Some(late))).unwrap();
    draft.change(&Edit::Level(LevelEdit::DropZone(place))).unwrap();
    let late = draft.token(krag).unwrap().late.clone();
    assert_eq!(late.map(|late| late.entrance), Some(Entrance::Square));
    assert_eq!(draft.battle().arrivals[0].squares, [squares[0]]);
    let level = draft.by_sides().unwrap().level_to_play().unwrap();
    assert!(level.sides.iter().flat_map(|side| &side.units).any(|unit| unit.late.is_some() && unit.at == squares[0]));
}

#[test]
fn nobody_lies_in_ambush_for_a_side_that_is_gone() {
    let mut level = level_for("tanner-row", RulesetId::ALL[0]);
    let units = vec![level.sides[1].units.pop().unwrap()];
    level.sides.push(Side { units, ..Side::default() });
    level.sides[0].ambushes = vec![Team(2)];
    let settings = Settings::defaults(level.ruleset);
    let mut draft = Draft::of_level(&level, Roster::builtin(), level.ruleset, settings).unwrap();
    let (saved, _) = draft.to_level().unwrap();
    assert_eq!(saved.sides[0].ambushes, [Team(2)]);
    let gone: Vec<_> = draft.battle().combatants().filter(|fighter| fighter.team == Team(2)).collect();
    let gone = gone.iter().map(|fighter| draft.key(fighter.id)).collect();
    draft.change(&Edit::Remove(gone)).unwrap();
    let (saved, _) = draft.to_level().unwrap();
    assert!(saved.sides.len() == 2 && saved.sides[0].ambushes.is_empty());
    draft.level_to_play().unwrap();
}

#[test]
fn whoever_is_put_into_the_fight_or_out_of_it_is_awaited_under_no_rules() {
    for status in [Status::Fighting, Status::Down] {
        let [one, other] = [RulesetId::Percentile, RulesetId::Totals];
        let mut draft = draft("tanner-row", one);
        let krag = called(&draft, "krag");
        draft.change(&Edit::Late(krag, Some(Late { round: 3, entrance: Entrance::Square }))).unwrap();
        draft.change(&Edit::Ruleset(other)).unwrap();
        draft.change(&Edit::Status(vec![krag], status)).unwrap();
        let state = |draft: &Draft| {
            let known = draft.combatant(krag).unwrap().status;
            (known, draft.battle().arrivals.len(), draft.token(krag).unwrap().late.is_some())
        };
        assert_eq!(state(&draft), (status, 0, false));
        draft.change(&Edit::Ruleset(one)).unwrap();
        assert_eq!(state(&draft), (Status::Fighting, 0, false));
    }
}
