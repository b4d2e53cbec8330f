//! What an action with dice leaves for the rest of the turn, and actions that decide the battle.

use proving_ground::{
    ai::{Depth, POINT, Progress, Ranking, Reason},
    arena::SideView,
    dice::Stream,
    geometry::Square,
    rules::{Aim, Battle, CombatantId, Condition, ConditionKind, Effect, Goal, RulesetId, Until},
};

use super::stage::{mind, offers, stage, turn};

const DEPTHS: [Depth; 2] = [Depth::Full, Depth::Quick];

fn id(battle: &Battle, tag: &str) -> CombatantId {
    battle.tagged(tag).unwrap().id
}

fn ranking(depth: Depth, battle: &Battle) -> Ranking {
    let view = SideView::new(battle.clone(), None);
    mind(depth).decide(&view, &offers(battle), &mut Stream::new(1, 1), &Progress::default())
}

/// A grabbed combatant can do nothing but break free.
#[test]
fn whoever_is_grabbed_breaks_free() {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6")]);
    let (ada, finn) = (id(&battle, "ada"), id(&battle, "finn"));
    let names = battle.ruleset.rules().names().conditions;
    let kind = |name: &str| ConditionKind(names.iter().position(|known| *known == name).unwrap() as u8);
    for (who, whom, name) in [(ada, finn, "grabbed"), (finn, ada, "grabbing")] {
        let half = Condition::new(kind(name), Until::Indefinite);
        battle.apply(&Effect::AddCondition(who, Condition { whom: Some(whom), ..half }));
    }
    for depth in DEPTHS {
        assert_eq!(ranking(depth, &battle).choice.verb, "break", "{depth:?}");
    }
}

/// Ada could strike from where she stands, but a place as far off as she can run decides the battle.
fn at_a_place(aim: Aim, of: &str, held: u16) -> Battle {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6")]);
    let team = battle.combatant(id(&battle, of)).team;
    battle.scene.goals.push(Goal { team, aim, held });
    battle
}

fn place() -> Vec<Square> {
    vec!["d13".parse().unwrap(), "d14".parse().unwrap()]
}

fn ends_in_place(depth: Depth, battle: &Battle) -> bool {
    let mut walked = turn(depth, 1, battle.clone()).into_iter().filter_map(|choice| choice.squares.last().copied());
    walked.next_back().is_some_and(|end| place().contains(&end))
}

/// In the round that completes holding a place, being there is worth more than any blow, and much more than in rounds
/// before.
#[test]
fn a_place_that_wins_with_this_round_is_gone_to_from_a_fight() {
    let hold = |held| at_a_place(Aim::Hold { squares: place(), rounds: 3 }, "ada", held);
    for depth in DEPTHS {
        assert!(ends_in_place(depth, &hold(2)), "{depth:?}");
        let inside = |held| {
            let ranking = ranking(depth, &hold(held));
            let is_there = |square: &Square| place().contains(square);
            let there =
                ranking.options.iter().find(|option| option.choice.squares.last().is_some_and(is_there)).unwrap();
            there.reasons.iter().find(|(reason, _)| *reason == Reason::Goal).map_or(0, |(_, amount)| *amount)
        };
        assert!(inside(2) > inside(0) + 100 * POINT, "{depth:?}: {:?}", [inside(2), inside(0)]);
    }
}

/// The only keeper of a place stays, whatever there is to do elsewhere.
#[test]
fn the_only_keeper_of_a_place_that_wins_stays() {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d13"), ("finn", "g13")]);
    let (team, aim) = (battle.combatant(id(&battle, "ada")).team, Aim::Hold { squares: place(), rounds: 3 });
    battle.scene.goals.push(Goal { team, aim, held: 2 });
    for depth in DEPTHS {
        let mut walked = turn(depth, 1, battle.clone()).into_iter().filter_map(|choice| choice.squares.last().copied());
        assert!(walked.next_back().is_none_or(|end| place().contains(&end)), "{depth:?}");
    }
}

/// An enemy is not left alone in a place that wins the battle for it, but may be for a while before that.
#[test]
fn a_place_with_which_an_enemy_wins_is_contested() {
    let aim = Aim::Hold { squares: place(), rounds: 3 };
    let contested: Square = "d13".parse().unwrap();
    let held_for = |held| {
        let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6"), ("hild", "d14")]);
        let team = battle.combatant(id(&battle, "hild")).team;
        battle.scene.goals.push(Goal { team, aim: aim.clone(), held });
        battle
    };
    let mut walked = turn(Depth::Full, 1, held_for(2)).into_iter().filter_map(|choice| choice.squares.last().copied());
    assert_eq!(walked.next_back(), Some(contested));
    let worth = |held| {
        let options = ranking(Depth::Full, &held_for(held)).options;
        let there = options.iter().find(|option| option.choice.squares.last() == Some(&contested)).unwrap();
        there.reasons.iter().find(|(reason, _)| *reason == Reason::Goal).map_or(0, |(_, amount)| *amount)
    };
    let (needed, early) = (worth(2), worth(0));
    assert!(needed > 100 * POINT && early < 20 * POINT, "{needed}, {early}");
}

/// The last combatant needed in a place goes in.
#[test]
fn the_last_one_wanted_in_a_place_comes_in() {
    let battle = at_a_place(Aim::Reach { squares: place(), count: 1 }, "ada", 0);
    for depth in DEPTHS {
        assert!(ends_in_place(depth, &battle), "{depth:?}");
        let ranking = ranking(depth, &battle);
        let best = ranking.options.first().unwrap();
        assert!(best.reasons.iter().any(|(reason, _)| *reason == Reason::Goal), "{depth:?}: {best:?}");
    }
}

/// Where no enemy is known of, it is the search that draws a combatant on: no goal of the level, which may have none.
#[test]
fn a_search_is_told_as_one() {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "k6")]);
    let (ada, finn) = (id(&battle, "ada"), id(&battle, "finn"));
    let team = battle.combatant(ada).team;
    let row = battle.combatant_mut(ada);
    row.aware = row.aware.with(finn, false);
    let view = SideView::new(battle, Some(team));
    for depth in DEPTHS {
        let ranking = mind(depth).decide(&view, &offers(&view), &mut Stream::new(1, 1), &Progress::default());
        let has =
            |why: Reason| ranking.options.iter().flat_map(|option| &option.reasons).any(|(known, _)| *known == why);
        assert!(has(Reason::Search) && !has(Reason::Goal), "{depth:?}: {:?}", ranking.options);
    }
}
