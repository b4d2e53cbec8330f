//! The living battle: writes from outside, what observers are told, what happens when the dice run out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::sync::{Arc, Mutex};

use bevy::prelude::{Entity, On, Query, ResMut, Resource, World};
use proving_ground::{
    arena::{
        Agenda, Arena as _, Attacked, BattleOver, ChoiceQueue, CombatantEntities, ConditionBegan, ConditionEnded, Dice,
        Fell, Items, Journal, Moved, Reach, Rewound, RoundBegan, Scenery, TurnBegan, Wounded, bare_world, edit,
    },
    dice::{Rolled, Scripted, Stream},
    geometry::Square,
    levels::{Roster as Archetypes, builtin, deploy},
    rules::{
        Battle, Budgets, Choice, CombatantId, ComesBack, Condition, ConditionKind, Conditions, Course, Declaration,
        Effect, Entry, Offer, Offers, Placement, Policy, RulesetId, Settings, Spending, Status, Target, Teams, Until,
        Vital, Vitals, forecast_choice, left_after, play,
    },
};

fn battle(level: &str, ruleset: RulesetId) -> Battle {
    let level = builtin().iter().find(|built_in| built_in.tag == level).unwrap();
    deploy(level, Archetypes::builtin(), ruleset, Settings::defaults(ruleset)).unwrap()
}

fn begun(level: &str) -> World {
    let mut world = bare_world(battle(level, RulesetId::ALL[0]), Rolled::new(4));
    world.begin();
    world
}

/// The default answer, or now and then the first open offer that needs no target.
fn answer(world: &mut World, stream: &mut Stream) -> Choice {
    let offers = world.offers();
    let battle = world.battle();
    let plain = |offer: &&Offer| offer.is_open() && offer.target == Target::Nothing;
    let aimed = offers.0.iter().filter(|offer| offer.is_open()).find_map(|offer| match &offer.target {
        Target::Combatant(list) => {
            let who = list.iter().find(|candidate| candidate.refusal.is_none())?.who;
            Some(Choice::of(offer).on(who))
        }
        _ => None,
    });
    match (aimed, offers.0.iter().find(plain)) {
        (Some(aimed), _) if stream.below(3) > 0 => aimed,
        (_, Some(offer)) if stream.below(6) == 0 => Choice::of(offer),
        _ => battle.ruleset.rules().default_answer(battle, battle.decision().unwrap()),
    }
}

fn play_out(world: &mut World, seed: u64) {
    let mut stream = Stream::new(seed, 3);
    for _ in 0..2_000 {
        if world.is_over() {
            return;
        }
        let choice = answer(world, &mut stream);
        world.submit(&choice).unwrap();
    }
}

#[test]
fn a_component_written_from_outside_is_what_rules_read_next() {
    let mut world = begun("tanner-row");
    let who = world.decision().unwrap().who;
    let offers = world.offers();
    let (before, revision) = (world.battle().clone(), world.revision());
    let ways = |offers: &Offers| {
        offers.0.iter().find_map(|offer| match &offer.target {
            Target::Way(ways) if offer.is_open() => Some(ways.iter().map(|way| way.square).collect::<Vec<_>>()),
            _ => None,
        })
    };
    let from = before.combatant(who).placement.anchor();
    let to = ways(&offers).unwrap().into_iter().max_by_key(|square| (square.x - from.x).abs()).unwrap();
    let entity = world.resource::<CombatantEntities>().entity(who);
    world.get_mut::<Placement>(entity).unwrap().0.anchor = to;
    let after = world.offers();
    assert_eq!(world.battle().combatant(who).placement.anchor(), to);
    assert_ne!(ways(&after), ways(&offers), "offers are those of the old place");
    assert!(world.revision() > revision);
    world.derive();
    let reach = world.get::<Reach>(entity).unwrap().0.clone();
    assert!(reach.iter().all(|square| (square.x - to.x).abs() <= 3) && !reach.is_empty(), "reach is that of {from}");
    assert_eq!(world.capture(), *world.battle());
    assert!(!world.refresh(), "what has been seen once is seen again");
}

#[test]
fn a_total_written_from_outside_changes_the_forecast() {
    let mut world = begun("tanner-row");
    let (on, by) = (CombatantId(4), world.decision().unwrap().who);
    let mut near = world.battle().combatant(on).placement;
    near.0.anchor = Square::new(near.0.anchor.x - 1, near.0.anchor.y);
    let forecast = |world: &mut World| {
        let offers = world.offers();
        let aims = |offer: &&Offer| matches!(&offer.target, Target::Combatant(list) if list.iter().any(|candidate| candidate.who == on && candidate.refusal.is_none()));
        let offer = offers.0.iter().filter(|offer| offer.is_open()).find(aims).expect("somebody near can be attacked");
        let battle = world.battle();
        let choice = Choice::of(offer).on(on);
        let odds = forecast_choice(battle, battle.decision().unwrap(), &choice, Policy::DefaultAnswers).unwrap();
        odds.odds
            .chance(|ending| ending.effects.iter().any(|effect| matches!(effect, Effect::Status(who, _) if *who == on)))
    };
    let entity = |world: &World, who| world.resource::<CombatantEntities>().entity(who);
    edit(&mut world, |world| *world.get_mut::<Placement>(entity(world, by)).unwrap() = near);
    let before = forecast(&mut world);
    let rules = world.battle().ruleset.rules();
    let wounds = rules.names().vitals.iter().position(|name| *name == "damage").unwrap();
    let all_but_one = rules.card(world.battle(), on).bars[0].now as i16 - 1;
    let wounds = Vital(wounds as u8);
    edit(&mut world, |world| {
        let mut vitals = world.get_mut::<Vitals>(entity(world, on)).unwrap();
        let now = vitals.get(wounds);
        vitals.set(wounds, now + all_but_one);
    });
    let after = forecast(&mut world);
    assert!(after > before, "{after:?} is no more than {before:?}");
    assert_eq!(world.battle().combatant(on).vitals.get(wounds), all_but_one);
}

#[test]
fn resources_written_from_outside_count_too() {
    let mut world = begun("meadow");
    let digest = world.digest();
    world.resource_mut::<Scenery>().0.last_round += 1;
    world.resource_mut::<Items>().0[0].count = Some(3);
    assert!(world.refresh());
    assert_eq!((world.battle().item_rows()[0].count, world.resource::<Journal>().edits()), (Some(3), 1));
    assert_ne!(world.digest(), digest);
    world.resource_mut::<Agenda>().0.clear();
    assert!(world.refresh() && world.decision().is_none());
}

#[test]
fn an_effect_marks_the_one_component_it_names() {
    use bevy::prelude::Changed;
    let mut world = begun("tanner-row");
    world.refresh();
    world.clear_trackers();
    let mut tired = world.query_filtered::<Entity, Changed<Budgets>>();
    let mut moved = world.query_filtered::<Entity, Changed<Placement>>();
    let mut hurt = world.query_filtered::<Entity, Changed<Vitals>>();
    let who = world.decision().unwrap().who;
    let entity = world.resource::<CombatantEntities>().entity(who);
    let offers = world.offers();
    let walk = offers.0.iter().find(|offer| offer.is_open() && matches!(offer.target, Target::Way(_))).unwrap();
    let Target::Way(ways) = &walk.target else { unreachable!() };
    let battle = world.battle();
    let route = battle.journey(who, walk.verb, Course::To(ways[ways.len() / 2].square)).unwrap().route;
    world.submit(&Choice::of(walk).to(route.squares)).unwrap();
    assert!(moved.iter(&world).any(|other| other == entity) && tired.iter(&world).any(|other| other == entity));
    assert_eq!(moved.iter(&world).count(), 1, "only the walker has moved");
    assert_eq!(hurt.iter(&world).count(), 0, "nobody has been hurt");
    let mut fallen = world.query_filtered::<Entity, Changed<Status>>();
    assert_eq!(fallen.iter(&world).count(), 0, "nobody is out");
}

/// What an observer has heard, in words.
#[derive(Resource, Default)]
struct Heard(Vec<String>);

#[test]
fn an_observer_hears_a_whole_battle() {
    for (index, ruleset) in RulesetId::ALL.iter().filter(|ruleset| ruleset.is_whole()).enumerate() {
        let mut world = bare_world(battle("tanner-row", *ruleset), Rolled::new(7));
        world.listen(true);
        world.init_resource::<Heard>();
        world.add_observer(|event: On<'_, '_, Moved>, mut heard: ResMut<'_, Heard>| {
            assert_ne!(event.from, event.to);
            heard.0.push(format!("moved {}", event.who.0));
        });
        world.add_observer(|event: On<'_, '_, Attacked>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("attacked {} {}", event.by.0, event.on.0));
        });
        world.add_observer(|event: On<'_, '_, Wounded>, mut heard: ResMut<'_, Heard>| {
            assert!(event.loss > 0);
            heard.0.push(format!("wounded {}", event.who.0));
        });
        world.add_observer(
            |event: On<'_, '_, Fell>, statuses: Query<'_, '_, &Status>, mut heard: ResMut<'_, Heard>| {
                assert_ne!(statuses.get(event.entity).unwrap(), &Status::Fighting, "components show the end");
                heard.0.push(format!("fell {}", event.who.0));
            },
        );
        world.add_observer(|event: On<'_, '_, ConditionBegan>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("began {} {}", event.who.0, event.condition.kind.0));
        });
        world.add_observer(|event: On<'_, '_, ConditionEnded>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("ended {} {}", event.who.0, event.condition.kind.0));
        });
        world.add_observer(|event: On<'_, '_, TurnBegan>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("turn {}", event.who.0));
        });
        world.add_observer(|event: On<'_, '_, RoundBegan>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("round {}", event.round));
        });
        world.add_observer(|event: On<'_, '_, BattleOver>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(format!("over {:?}", event.winner));
        });
        world.begin();
        play_out(&mut world, index as u64);
        let entries = world.journal().to_vec();
        let heard = &world.resource::<Heard>().0;
        let told = |wanted: &dyn Fn(&Entry) -> bool| entries.iter().filter(|entry| wanted(entry)).count();
        let count = |word: &str| heard.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("attacked"), told(&|entry| matches!(entry, Entry::AttackResult(_))));
        assert_eq!(count("turn"), told(&|entry| matches!(entry, Entry::Effect(Effect::Acting(Some(_))))));
        assert_eq!(count("round"), told(&|entry| matches!(entry, Entry::Effect(Effect::Round(_)))));
        let falls = told(&|entry| matches!(entry, Entry::Effect(Effect::Status(_, status)) if status.is_out()));
        assert_eq!(count("fell"), falls, "{ruleset}");
        assert_eq!(count("over"), usize::from(world.is_over()));
        for word in ["moved", "attacked", "wounded", "fell", "began", "ended"] {
            // In these battles of default answers nobody walks unless a rule moves somebody, and in some of them nobody
            // falls and no condition begins.
            let may_be_missing = match word {
                // See `a_walk_is_heard_step_by_step`.
                "moved" => true,
                "fell" => falls == 0,
                // Without walking there is no fight unless somebody can shoot.
                "attacked" | "wounded" => !ruleset.is_offered(),
                "began" | "ended" => told(&|entry| matches!(entry, Entry::Effect(Effect::AddCondition(..)))) == 0,
                _ => false,
            };
            assert!(count(word) > 0 || may_be_missing, "{ruleset}: nothing {word} was heard");
        }
        assert_eq!(heard.first().map(String::as_str), Some("round 1"));
    }
}

#[test]
fn a_walk_is_heard_step_by_step() {
    let mut world = begun("tanner-row");
    world.listen(true);
    world.init_resource::<Heard>();
    world.add_observer(|event: On<'_, '_, Moved>, mut heard: ResMut<'_, Heard>| {
        heard.0.push(format!("{} {}", event.from.anchor(), event.to.anchor()));
    });
    let who = world.decision().unwrap().who;
    let offers = world.offers();
    let walk = offers.0.iter().find(|offer| offer.is_open() && matches!(offer.target, Target::Way(_))).unwrap();
    let Target::Way(ways) = &walk.target else { unreachable!("it was looked for") };
    let battle = world.battle();
    let route = battle.journey(who, walk.verb, Course::To(ways[ways.len() / 2].square)).unwrap().route;
    let mut from = battle.combatant(who).placement.anchor();
    let mut steps = Vec::new();
    for to in &route.squares {
        steps.push(format!("{from} {to}"));
        from = *to;
    }
    world.submit(&Choice::of(walk).to(route.squares)).unwrap();
    assert_eq!(world.resource::<Heard>().0, steps);
}

/// A component that the game does not know.
#[derive(bevy::prelude::Component)]
struct Glows;

#[test]
fn combatants_may_carry_components_of_ones_own() {
    let mut world = begun("meadow");
    let entity = world.resource::<CombatantEntities>().entity(CombatantId(2));
    world.entity_mut(entity).insert(Glows);
    let before = world.battle().clone();
    assert_eq!(world.capture(), before);
    play_out(&mut world, 5);
    assert_eq!(world.validate(), Ok(()));
    assert!(world.get::<Glows>(entity).is_some());
}

#[test]
fn what_cannot_be_is_put_back_and_told() {
    let mut world = begun("meadow");
    let before = world.battle().clone();
    let entity = world.resource::<CombatantEntities>().entity(CombatantId(1));
    let refused = |world: &mut World, change: &dyn Fn(&mut World)| {
        edit(world, |world| change(world));
        assert_eq!((world.battle(), world.capture()), (&before, before.clone()));
        world.resource_mut::<Journal>().take_refused().expect("it is told")
    };
    let told =
        refused(&mut world, &|world| world.get_mut::<Placement>(entity).unwrap().0.anchor = Square::new(-3, 400));
    assert!(told.contains("off the board"), "{told}");
    let told = refused(&mut world, &|world| {
        world.get_mut::<proving_ground::rules::Hands>(entity).unwrap().main = Some(proving_ground::rules::ItemId(999));
    });
    assert!(told.contains("holds an item that does not exist"), "{told}");
    let told = refused(&mut world, &|world| world.resource_mut::<Items>().0.truncate(2));
    assert!(told.contains("other items"), "{told}");
    let told = refused(&mut world, &|world| world.resource_mut::<Scenery>().0.order.push(CombatantId(77)));
    assert!(told.contains("does not exist"), "{told}");
    let told = refused(&mut world, &|world| {
        world.resource_mut::<Scenery>().0.field = Arc::new(proving_ground::rules::Battlefield::new(3, 3));
    });
    assert!(told.contains("another board"), "{told}");
}

#[test]
fn what_an_observer_does_comes_after_the_exchange() {
    let mut world = begun("tanner-row");
    world.listen(true);
    let heard = Arc::new(Mutex::new(0));
    let count = Arc::clone(&heard);
    world.add_observer(
        move |event: On<'_, '_, TurnBegan>, mut all: Query<'_, '_, &mut Vitals>, mut queue: ResMut<'_, ChoiceQueue>| {
            *count.lock().unwrap() += 1;
            let mut vitals = all.get_mut(event.entity).unwrap();
            let now = vitals.get(Vital(7));
            vitals.set(Vital(7), now + 1);
            queue.0.push_back(Choice::new("end"));
        },
    );
    let mut plain = world.battle().clone();
    let Dice::Rolled(mut dice) = world.dice().clone() else { unreachable!("they were rolled") };
    let choice = plain.ruleset.rules().default_answer(&plain, plain.decision().unwrap());
    let offers = world.offers();
    world.submit(&choice).unwrap();
    // The exchange is the same as without any observer.
    let mut journal = Vec::new();
    play::submit(&mut plain, &offers, &choice, &mut dice, &mut journal).unwrap();
    assert_eq!(*world.battle(), plain, "the snapshot shows the exchange alone");
    let times = *heard.lock().unwrap();
    assert!(times > 0);
    assert_eq!(world.resource::<ChoiceQueue>().0.len(), times, "choices wait");
    assert!(world.refresh(), "what the observer wrote is an edit from outside");
}

#[test]
fn going_back_is_told_and_puts_everything_back() {
    let mut world = begun("meadow");
    world.listen(true);
    world.init_resource::<Heard>();
    world.add_observer(|_: On<'_, '_, Rewound>, mut heard: ResMut<'_, Heard>| heard.0.push("rewound".into()));
    let (checkpoint, before) = (world.checkpoint(), world.capture());
    play_out(&mut world, 2);
    world.rewind(checkpoint);
    assert_eq!((world.capture(), world.resource::<Heard>().0.len()), (before, 1));
    assert_eq!(world.validate(), Ok(()));
}

#[test]
fn a_world_takes_one_battle_after_the_other() {
    let mut world = begun("hedgerows");
    play_out(&mut world, 1);
    world.open(battle("meadow", RulesetId::ALL[0]), Rolled::new(4));
    world.begin();
    assert_eq!(*world.battle(), *begun("meadow").battle());
    let combatants = world.query::<&CombatantId>().iter(&world).count();
    assert_eq!(combatants, world.battle().combatants().len());
    world.close();
    assert!(!world.is_open());
    assert_eq!(world.query::<&CombatantId>().iter(&world).count(), 0);
}

#[test]
fn dice_that_run_out_in_a_tie_end_the_run() {
    let mut world = bare_world(battle("tanner-row", RulesetId::ALL[0]), Scripted::new(vec![1, 1, 1]));
    world.begin();
    assert!(matches!(world.dice(), Dice::Scripted(script) if script.fault().is_some()));
}

#[test]
fn conditions_are_compared_by_what_they_say() {
    let mut world = begun("meadow");
    let entity = world.resource::<CombatantEntities>().entity(CombatantId(0));
    let condition = Condition::new(ConditionKind(0), Until::TurnEnd);
    world.get_mut::<Conditions>(entity).unwrap().0.push(condition);
    assert!(world.refresh());
    assert!(world.battle().combatant(CombatantId(0)).conditions.has(ConditionKind(0)));
    world.get_mut::<Conditions>(entity).unwrap().0.pop();
    assert!(world.refresh());
}

/// What is left of an allowance after the first movement of a turn.
fn left(ruleset: RulesetId, of: Spending) -> Option<(u8, u8, ComesBack)> {
    let level = builtin().first()?;
    let mut battle = deploy(level, Archetypes::builtin(), ruleset, Settings::defaults(ruleset)).ok()?;
    play::begin(&mut battle, &mut Rolled::new(3), &mut Vec::new());
    while battle.scene.acting.is_none() {
        let decision = battle.decision()?.clone();
        let choice = ruleset.rules().default_answer(&battle, &decision);
        let offers = ruleset.rules().offers(&battle, &decision);
        play::submit(&mut battle, &offers, &choice, &mut Rolled::new(4), &mut Vec::new()).ok()?;
    }
    let decision = battle.decision()?.clone();
    let offers = ruleset.rules().offers(&battle, &decision);
    let way = offers.0.iter().find(|offer| offer.is_open() && matches!(offer.target, Target::Way(_)))?;
    let all = left_after(&battle, &decision, way, &Choice::of(way));
    all.into_iter().find(|budget| budget.currency.is == of).map(|budget| (budget.left, budget.of, budget.back))
}

#[test]
fn a_choice_says_what_it_leaves_and_when_that_comes_back() {
    let [percentile, totals] = [RulesetId::ALL[0], RulesetId::ALL[1]];
    assert_eq!(left(percentile, Spending::Small), Some((0, 1, ComesBack::EachTurn)));
    assert_eq!(left(percentile, Spending::Large), Some((1, 1, ComesBack::EachTurn)));
    let (ap, of, back) = left(totals, Spending::Points).unwrap();
    assert!(ap == of && ap > 0, "the automatic movement costs no AP");
    assert_eq!(back, ComesBack::EachRound);
}

/// A battle under rules with hiding, in which the first combatant of a side is hidden from all enemies and its turn has
/// begun.
fn stalked() -> (World, CombatantId) {
    let ruleset = *RulesetId::ALL.iter().find(|ruleset| ruleset.rules().has_hiding()).unwrap();
    let mut battle = battle("meadow", ruleset);
    let hidden = CombatantId(0);
    let enemies: Vec<CombatantId> = battle.enemies(hidden).map(|fighter| fighter.id).collect();
    for enemy in enemies {
        let row = battle.combatant_mut(enemy);
        row.aware = row.aware.with(hidden, false);
    }
    let mut world = bare_world(battle, Rolled::new(2));
    world.begin();
    while world.decision().unwrap().who != hidden {
        let battle = world.battle();
        let choice = battle.ruleset.rules().default_answer(battle, battle.decision().unwrap());
        world.submit(&choice).unwrap();
    }
    (world, hidden)
}

/// Walks quietly to a square several steps away.
fn creep(world: &mut World) {
    let (offers, who) = (world.offers(), world.decision().unwrap().who);
    let walk = offers.0.iter().find(|offer| offer.is_open() && matches!(offer.target, Target::Way(_))).unwrap();
    let Target::Way(ways) = &walk.target else { unreachable!("it was looked for") };
    let to = ways.iter().filter(|way| way.base).max_by_key(|way| way.cost).unwrap().square;
    let journey = world.battle().journey(who, walk.verb, Course::To(to)).unwrap();
    assert!(journey.route.squares.len() > 1);
    world.submit(&Choice::of(walk).to(journey.route.squares)).unwrap();
}

#[test]
fn the_journal_keeps_who_perceived_an_entry_when_it_was_written() {
    let (mut world, hidden) = stalked();
    let own = world.battle().combatant(hidden).team;
    let (all, mine): (Teams, Teams) = (world.battle().teams().collect(), [own].into_iter().collect());
    let before = world.journal().len();
    creep(&mut world);
    let told: Vec<_> = world.journal().iter().cloned().zip(world.perceived().iter().copied()).skip(before).collect();
    let steps = |told: &[(Entry, Teams)]| {
        let is_step = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Place(who, _)) if *who == hidden);
        told.iter().filter(|(entry, _)| is_step(entry)).map(|(_, by)| *by).collect::<Vec<_>>()
    };
    assert!(steps(&told).len() > 1 && steps(&told).iter().all(|by| *by == mine), "{told:?}");
    let noticed = told.iter().position(|(entry, _)| matches!(entry, Entry::Effect(Effect::Awareness(..)))).unwrap();
    let last = told.iter().rposition(|(entry, _)| matches!(entry, Entry::Effect(Effect::Awareness(..)))).unwrap();
    assert!(told[..noticed].iter().all(|(_, by)| *by == mine), "{told:?}");
    // Where a side last saw somebody is told to that side alone.
    let public = |entry: &Entry| !matches!(entry, Entry::Effect(Effect::Sighting(..)));
    let later: Vec<_> = told[last + 1..].iter().filter(|(entry, _)| public(entry)).collect();
    assert!(later.iter().all(|(_, by)| *by == all) && !later.is_empty(), "{told:?}");
    assert_eq!(told.len() - last - 1 - later.len(), 1, "one sighting follows: {told:?}");

    // Later awareness does not change what was perceived before; undoing drops both.
    let checkpoint = world.checkpoint();
    let kept = world.perceived().to_vec();
    world.submit(&Choice::new("end")).unwrap();
    assert_eq!(world.perceived()[..kept.len()], kept);
    assert_eq!(world.perceived()[kept.len()], all, "whoever is known is seen to end the turn");
    assert_eq!(world.perceived().len(), world.journal().len());
    world.rewind(checkpoint);
    assert_eq!(world.perceived(), kept);
    let suspended = world.suspend().unwrap();
    assert!(world.perceived().is_empty());
    world.resume(suspended);
    assert_eq!((world.perceived(), world.journal().len()), (&*kept, kept.len()));
}

#[test]
fn what_is_declared_in_secret_is_in_no_other_sides_view() {
    let mut world = begun("meadow");
    let declared =
        |who: u16| Declaration { who: CombatantId(who), what: Condition::new(ConditionKind(0), Until::Indefinite) };
    let other = world.battle().enemies(CombatantId(0)).next().unwrap().id;
    edit(&mut world, |world| world.resource_mut::<Scenery>().0.declared = vec![declared(0), declared(other.0)]);
    let team = |who| world.battle().combatant(who).team;
    let (ours, theirs) = (team(CombatantId(0)), team(other));
    let shown = |side| world.side_view(side).scene.declared.clone();
    assert_eq!(
        [Some(ours), Some(theirs), None].map(shown),
        [vec![declared(0)], vec![declared(other.0)], vec![declared(0), declared(other.0)]]
    );
}
