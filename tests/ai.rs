//! The computer opponent on small positions and in whole battles.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[allow(dead_code, reason = "the random seat offers more than is needed here")]
#[path = "harness/seat.rs"]
mod seat;
#[allow(dead_code, reason = "single positions ask for more than is needed here")]
#[path = "minds/stage.rs"]
mod stage;

use std::sync::Arc;

use proving_ground::{
    ai::{self, Depth, Mind, Progress, Ranking, Reason, Scored},
    arena::SideView,
    dice::{Rolled, Stream},
    geometry::{Edge, Square},
    levels::{Level, Roster, builtin, deploy, parse_trials},
    rules::{
        Battle, Choice, CombatantId, Condition, ConditionKind, Course, Effect, Explosive, ExplosiveKind, Feature,
        ItemId, Location, Offer, Offers, Posture, RulesetId, Settings, Status, Target, Until, Veil, Vital, play,
    },
};
use stage::{stage as stage_under, stage_on};

fn level(tag: &str) -> &'static Level {
    builtin().iter().find(|level| level.tag == tag).unwrap()
}

fn start(level: &Level) -> Battle {
    start_under(level.ruleset, level)
}

fn start_under(ruleset: RulesetId, level: &Level) -> Battle {
    deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap()
}

/// A position on the meadow: the named combatants stand in these squares, all others have left; it is the first one's
/// turn.
fn stage(bodies: &[(&str, &str)]) -> Battle {
    stage_under(RulesetId::Percentile, bodies)
}

fn id(battle: &Battle, tag: &str) -> CombatantId {
    battle.tagged(tag).unwrap().id
}

/// Takes damage off somebody.
fn hurt(battle: &mut Battle, tag: &str, damage: i16) {
    let names = battle.ruleset.rules().names().vitals;
    let vital = Vital(names.iter().position(|name| *name == "damage").unwrap() as u8);
    let who = id(battle, tag);
    battle.apply(&Effect::Vital(who, vital, damage));
}

fn offers(battle: &Battle) -> Offers {
    battle.ruleset.rules().offers(battle, battle.decision().unwrap())
}

const DEPTHS: [Depth; 2] = [Depth::Full, Depth::Quick];

fn mind_of(depth: Depth) -> Mind {
    let mut mind = Mind::default();
    mind.set_depth(depth);
    mind
}

fn think(battle: &Battle) -> Ranking {
    let side = battle.decision().map(|decision| battle.combatant(decision.who).team);
    ai::decide(&SideView::new(battle.clone(), side), &offers(battle), &mut Stream::new(1, 1), &Progress::default())
}

fn think_at(depth: Depth, battle: &Battle) -> Ranking {
    let view = SideView::new(battle.clone(), None);
    mind_of(depth).decide(&view, &offers(battle), &mut Stream::new(1, 1), &Progress::default())
}

/// Plays the current turn, with the computer on every side; returns what the acting combatant chose in it.
fn turn(battle: Battle) -> (Battle, Vec<Choice>) {
    turn_at(Depth::Full, battle)
}

fn turn_at(depth: Depth, mut battle: Battle) -> (Battle, Vec<Choice>) {
    let acting = battle.scene.acting;
    let mut dice = Rolled::new(3);
    let mut chosen = Vec::new();
    while battle.scene.acting == acting && battle.decision().is_some() {
        let choice = think_at(depth, &battle).choice;
        if battle.decision().map(|decision| decision.who) == acting {
            chosen.push(choice.clone());
        }
        let offers = offers(&battle);
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        assert!(chosen.len() < 12, "{chosen:?}");
    }
    (battle, chosen)
}

fn struck(chosen: &[Choice]) -> Option<CombatantId> {
    chosen.iter().find(|choice| ["strike", "shoot", "throw"].contains(&choice.verb)).and_then(|choice| choice.on)
}

#[test]
fn it_attacks_whoever_is_in_reach() {
    let battle = stage(&[("ada", "d6"), ("finn", "e6")]);
    let finn = id(&battle, "finn");
    for depth in DEPTHS {
        assert_eq!(struck(&turn_at(depth, battle.clone()).1), Some(finn), "{depth:?}");
    }
}

#[test]
fn it_walks_up_to_attack() {
    let battle = stage(&[("ada", "d6"), ("finn", "g6")]);
    let finn = id(&battle, "finn");
    for depth in DEPTHS {
        let (_, chosen) = turn_at(depth, battle.clone());
        assert_eq!(struck(&chosen), Some(finn), "{depth:?}: {chosen:?}");
    }
}

#[test]
fn nobody_stands_about_when_nobody_is_in_reach() {
    let mut battle = stage(&[("ada", "b6"), ("finn", "t6")]);
    let mut dice = Rolled::new(3);
    while battle.scene.round <= 4 {
        let choice = think(&battle).choice;
        if battle.decision().is_none() || struck(std::slice::from_ref(&choice)).is_some() {
            return;
        }
        let offers = offers(&battle);
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
    }
    panic!("no blow in four rounds");
}

/// Under `totals` whoever closes in first has fewer points left for defence; waiting for ever is still wrong.
#[test]
fn swords_do_not_wait_for_each_other_for_ever() {
    let bodies = [("ada", "d5"), ("brand", "d7"), ("dag", "d9"), ("egil", "q6"), ("finn", "q8")];
    let mut battle = stage_under(RulesetId::Totals, &bodies);
    let (mut dice, mut mind, mut stream) = (Rolled::new(3), Mind::default(), Stream::new(3, 1));
    while battle.scene.round <= 5 {
        let offers = offers(&battle);
        let choice =
            mind.decide(&SideView::new(battle.clone(), None), &offers, &mut stream, &Progress::default()).choice;
        if struck(std::slice::from_ref(&choice)).is_some() {
            return;
        }
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
    }
    panic!("no blow in five rounds");
}

#[test]
fn it_charges_where_that_is_worth_more_than_walking_up() {
    // Of all that strikes in this turn, which may still be worth less than waiting for the enemy to come.
    let charges = |depth: Depth, from: &str| {
        let options = think_at(depth, &stage(&[("brand", from), ("finn", "m8")])).options;
        let strikes = |option: &&Scored| option.reasons.iter().any(|(reason, _)| matches!(reason, Reason::Harm(_)));
        options.iter().find(strikes).is_some_and(|option| option.choice.verb == "charge")
    };
    for depth in DEPTHS {
        assert!(["f8", "g8", "h8"].into_iter().any(|from| charges(depth, from)), "{depth:?}");
    }
}

#[test]
fn it_prefers_the_wounded() {
    for (wounded, other) in [("finn", "egil"), ("egil", "finn")] {
        let mut battle = stage(&[("ada", "d6"), ("finn", "e6"), ("egil", "c6")]);
        hurt(&mut battle, wounded, 24);
        for depth in DEPTHS {
            let on = struck(&turn_at(depth, battle.clone()).1);
            assert_eq!(on, Some(id(&battle, wounded)), "{depth:?}: {wounded}, not {other}");
        }
    }
}

/// Two adjacent swordsmen in smoke hardly ever hit; they must not go on like that for ever.
#[test]
fn nobody_fights_blind_in_smoke_for_ever() {
    for depth in DEPTHS {
        let mut battle = stage(&[("ada", "n4"), ("egil", "n5")]);
        let (mut dice, mut mind, mut stream) = (Rolled::new(3), mind_of(depth), Stream::new(3, 1));
        // The mind has already seen what is possible in clear view.
        mind.decide(&SideView::new(battle.clone(), None), &offers(&battle), &mut stream, &Progress::default());
        let field = Arc::make_mut(&mut battle.scene.field);
        for square in (12..15).flat_map(|x| (2..6).map(move |y| Square::new(x, y))) {
            field.set_veil(square, Some(Veil::Smoke));
        }
        let harmed = |battle: &Battle| {
            let damage = |tag: &str| battle.tagged(tag).unwrap().vitals.get(Vital(0));
            damage("ada") + damage("egil") > 10
        };
        while !harmed(&battle) && battle.decision().is_some() {
            let offers = offers(&battle);
            let view = SideView::new(battle.clone(), None);
            let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
            assert!(battle.scene.round <= 10, "{depth:?}: no harm in ten rounds");
        }
    }
}

#[test]
fn it_walks_round_a_threat() {
    let mut battle = stage(&[("ada", "c10"), ("egil", "f10"), ("gro", "i10")]);
    hurt(&mut battle, "gro", 29);
    let ada = id(&battle, "ada");
    for depth in DEPTHS {
        let (_, chosen) = turn_at(depth, battle.clone());
        assert_eq!(struck(&chosen), Some(id(&battle, "gro")), "{depth:?}: {chosen:?}");
        let journey = battle.journey(ada, "walk", Course::Along(&chosen[0].squares)).unwrap();
        assert_eq!(journey.provocations, [], "{depth:?}");
    }
}

#[test]
fn it_stands_up_to_fight() {
    let mut battle = stage(&[("ada", "d6"), ("finn", "e6")]);
    let ada = id(&battle, "ada");
    battle.apply(&Effect::Posture(ada, Posture::Prone));
    for depth in DEPTHS {
        assert_eq!(think_at(depth, &battle).choice.verb, "stand", "{depth:?}");
    }
}

#[test]
fn a_shooter_gets_away_from_the_sword() {
    let mut battle = stage(&[("cora", "d6"), ("finn", "h6")]);
    hurt(&mut battle, "cora", 10);
    let (after, chosen) = turn(battle);
    let (dx, dy) = after.combatant(id(&after, "cora")).footprint().gap(after.combatant(id(&after, "finn")).footprint());
    assert!(struck(&chosen).is_some() && dx.max(dy) >= 4, "{chosen:?}");
}

/// With a bow that reaches the only enemy there is nothing to gain by walking up.
#[test]
fn a_quick_shooter_walks_into_no_danger_for_nothing() {
    let battle = stage(&[("cora", "d6"), ("finn", "n6")]);
    let gap = |battle: &Battle| {
        let body = |tag: &str| battle.combatant(id(battle, tag)).footprint();
        let (dx, dy) = body("cora").gap(body("finn"));
        dx.max(dy)
    };
    let before = gap(&battle);
    let (after, chosen) = turn_at(Depth::Quick, battle);
    assert!(struck(&chosen).is_some() && gap(&after) >= before, "{chosen:?}");
}

/// An enemy that can walk up and strike may do more harm from afar.
#[test]
fn a_quick_thought_fears_sword_and_bow_as_much() {
    for foe in ["egil", "finn", "gro", "hild"] {
        let battle = stage(&[("dag", "d6"), (foe, "h6")]);
        let danger = |depth: Depth| {
            let options = think_at(depth, &battle).options;
            let stop = options.into_iter().find(|option| option.choice.verb == "end").unwrap();
            let dangers = stop.reasons.iter().filter(|(reason, _)| matches!(reason, Reason::Danger(_)));
            dangers.map(|(_, amount)| *amount).sum::<i32>()
        };
        assert!(danger(Depth::Full) < 0, "{foe}");
        assert_eq!(danger(Depth::Quick), danger(Depth::Full), "{foe}");
    }
}

/// Puts somebody into Shock, lying down.
fn fell(battle: &mut Battle, tag: &str) {
    let who = id(battle, tag);
    let names = battle.ruleset.rules().names();
    let place = |all: &[&str], name: &str| all.iter().position(|known| *known == name).unwrap() as u8;
    for vital in ["durability", "health"] {
        battle.apply(&Effect::Vital(who, Vital(place(names.vitals, vital)), 0));
    }
    battle.apply(&Effect::Status(who, Status::Down));
    battle.apply(&Effect::Posture(who, Posture::Prone));
    let shock = ConditionKind(place(names.conditions, "shock"));
    battle.apply(&Effect::AddCondition(who, Condition::new(shock, Until::RoundEnd(4))));
}

#[test]
fn a_friend_who_is_dying_is_helped() {
    // Nobody else is near: the medic walks up to Iven, who lies there, and helps.
    let bodies = [("sanna", "b2"), ("iven", "e2"), ("marta", "r12")];
    let mut battle = stage_on(level("broken-priory"), RulesetId::Vigor, &bodies);
    fell(&mut battle, "iven");
    // First with salves, which bring him back, then without them, by staunching the wounds.
    let with = turn(battle.clone()).1;
    let sanna = id(&battle, "sanna");
    let hers = battle.items().filter(|item| item.at.bearer() == Some(sanna));
    let hers: Vec<ItemId> = hers.map(|item| item.id).collect();
    hers.into_iter().for_each(|item| battle.apply(&Effect::Move(item, Location::Gone)));
    let without = turn(battle).1;
    for (chosen, helps) in [(with, "apply"), (without, "stabilise")] {
        let verbs: Vec<&str> = chosen.iter().map(|choice| choice.verb).collect();
        assert_eq!(verbs[..2], ["move", helps]);
    }
}

#[test]
fn what_stands_in_the_way_is_broken() {
    // Egil stands in a cell of walls with one door.
    let mut battle = stage_under(RulesetId::Vigor, &[("ada", "g5"), ("egil", "i5")]);
    let square = |name: &str| name.parse::<Square>().unwrap();
    let edge = |one: &str, other: &str| Edge::between(square(one), square(other)).unwrap();
    for wall in ["h4", "i4", "j4", "j5", "h6", "i6", "j6", "h3"] {
        battle.apply(&Effect::Feature(square(wall), Some(Feature::Wall)));
    }
    battle.apply(&Effect::Edge(edge("g5", "h5"), Some(Feature::DoorClosed)));
    let (_, chosen) = turn(battle);
    let verbs: Vec<&str> = chosen.iter().map(|choice| choice.verb).collect();
    assert!(verbs.contains(&"break"), "{verbs:?}");
}

#[test]
fn it_defends_while_points_are_plentiful_and_saves_the_last_ones() {
    let mut defended = [0, 0];
    for seed in 1..=30 {
        let mut battle = stage_under(RulesetId::Vigor, &[("ada", "g5"), ("egil", "h5")]);
        let egil = id(&battle, "egil");
        let strike = choices_of(&battle, "strike").into_iter().find(|choice| choice.on == Some(egil)).unwrap();
        let asked = offers(&battle);
        play::submit(&mut battle, &asked, &strike, &mut Rolled::new(seed), &mut Vec::new()).unwrap();
        if battle.decision().is_none_or(|decision| decision.who != egil) {
            continue;
        }
        let vital = battle.ruleset.rules().names().vitals.iter().position(|name| *name == "vigor").unwrap();
        for (left, count) in [25, 6].into_iter().zip(&mut defended) {
            battle.apply(&Effect::Vital(egil, Vital(vital as u8), left));
            *count += i32::from(think(&battle).choice.verb != "decline");
        }
    }
    assert!(defended[0] >= 5 && defended[1] < defended[0], "{defended:?}");
}

/// The choices of a verb, one for each target.
fn choices_of(battle: &Battle, verb: &str) -> Vec<Choice> {
    let offers = offers(battle);
    let all = offers.0.iter().filter(|offer| offer.verb == verb && offer.is_open());
    let aimed = |offer: &Offer| match &offer.target {
        Target::Combatant(candidates) => {
            let open = candidates.iter().filter(|candidate| candidate.refusal.is_none());
            open.map(|candidate| offer.aim(Choice::of(offer), candidate.who)).collect()
        }
        _ => vec![Choice::of(offer)],
    };
    all.flat_map(aimed).collect()
}

#[test]
fn it_can_explain_itself() {
    let battle = stage(&[("ada", "d6"), ("finn", "g6"), ("egil", "h8")]);
    for ranking in DEPTHS.map(|depth| think_at(depth, &battle)) {
        assert_eq!(ranking.options[0].choice, ranking.choice);
        assert!((2..=Ranking::MOST).contains(&ranking.options.len()));
        for option in &ranking.options {
            assert_eq!(option.reasons.iter().map(|(_, amount)| amount).sum::<i32>(), option.score);
            assert!(!option.reasons.is_empty());
        }
    }
}

#[test]
fn it_stops_when_told_to() {
    let battle = stage(&[("ada", "d6"), ("finn", "g6")]);
    let offers = offers(&battle);
    let progress = Progress::default();
    progress.cancel();
    for mut mind in DEPTHS.map(mind_of) {
        let view = SideView::new(battle.clone(), None);
        let choice = mind.decide(&view, &offers, &mut Stream::new(1, 1), &progress).choice;
        play::answer(&battle, &offers, &choice).unwrap();
    }
}

#[test]
fn equal_positions_get_equal_answers() {
    let battle = stage(&[("ada", "d6"), ("finn", "g6"), ("egil", "h8"), ("brand", "c4")]);
    for depth in DEPTHS {
        assert_eq!(think_at(depth, &battle), think_at(depth, &battle));
    }
}

#[test]
fn nothing_refused_is_ever_chosen() {
    let mut asked = 0;
    for seed in 0..16 {
        let level = &builtin()[seed as usize % builtin().len()];
        let (mut battle, mut dice, mut seat) = (start(level), Rolled::new(seed), seat::Seat::new(seed));
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        for step in 0..240 {
            let Some(decision) = battle.decision().cloned() else { break };
            let offers = offers(&battle);
            if step % 16 == seed % 16 {
                let choice = think_at(DEPTHS[asked % 2], &battle).choice;
                let answer = play::answer(&battle, &offers, &choice);
                assert!(answer.is_ok(), "{} in {}: {:?}", choice.text(&battle, &offers), level.tag, answer.err());
                asked += 1;
            }
            let offer = seat.offer(&offers);
            let choice = seat.complete(&battle, &decision, offer);
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(asked >= 150, "only {asked} positions");
}

/// One flood finds the squares that can be reached without provoking anybody; a path to each finds the same.
#[test]
fn quiet_ends_are_those_of_quiet_journeys() {
    let (mut asked, mut loud) = (0, 0);
    for seed in 0..12 {
        let level = &builtin()[seed as usize % builtin().len()];
        let (mut battle, mut dice, mut seat) = (start(level), Rolled::new(seed), seat::Seat::new(seed));
        play::begin(&mut battle, &mut dice, &mut Vec::new());
        for step in 0..300 {
            let Some(decision) = battle.decision().cloned() else { break };
            let offers = offers(&battle);
            for offer in offers.0.iter().filter(|offer| offer.is_open() && step % 4 == 0) {
                let Target::Way(ends) = &offer.target else { continue };
                let journey = |to: Square| battle.journey(decision.who, offer.verb, Course::To(to)).unwrap();
                let quiet = |to: &Square| journey(*to).provocations.is_empty();
                let expected: Vec<Square> = ends.iter().map(|end| end.square).filter(quiet).collect();
                let found = battle.quiet_ends(decision.who, offer.verb, ends);
                assert_eq!(found, expected, "{} in {}", offer.verb, level.tag);
                asked += ends.len();
                loud += ends.len() - found.len();
            }
            let offer = seat.offer(&offers);
            let choice = seat.complete(&battle, &decision, offer);
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(asked > 5_000 && loud > 100, "{loud} of {asked} provoke");
}

#[test]
fn battles_between_computers_come_to_an_end() {
    for depth in DEPTHS {
        come_to_an_end(depth, |level| vec![level.ruleset]);
    }
}

#[test]
fn quick_battles_come_to_an_end_under_every_ruleset() {
    come_to_an_end(Depth::Quick, |level| {
        RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_whole() && *ruleset != level.ruleset).collect()
    });
}

/// Two battles on every level under some rulesets: no turn goes on for ever, and most battles are won.
fn come_to_an_end(depth: Depth, rulesets: impl Fn(&Level) -> Vec<RulesetId>) {
    let (mut won, mut played) = (0, 0);
    let under = builtin().iter().flat_map(|level| rulesets(level).into_iter().map(move |ruleset| (level, ruleset)));
    for (level, ruleset) in under {
        for seed in 0..2 {
            let mut battle = start_under(ruleset, level);
            let (mut dice, mut ties) = (Rolled::new(seed), Stream::new(seed, 2));
            let mut mind = mind_of(depth);
            play::begin(&mut battle, &mut dice, &mut Vec::new());
            let mut in_turn = (None, 0);
            while battle.decision().is_some() {
                let offers = offers(&battle);
                let choice =
                    mind.decide(&SideView::new(battle.clone(), None), &offers, &mut ties, &Progress::default()).choice;
                play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).unwrap();
                let turn = Some((battle.scene.round, battle.scene.acting));
                in_turn = if in_turn.0 == turn { (turn, in_turn.1 + 1) } else { (turn, 0) };
                assert!(in_turn.1 < 40, "no end to a turn in {}: {}", level.tag, choice.text(&battle, &offers));
            }
            played += 1;
            won += u32::from(matches!(battle.scene.over, Some(Some(_))));
        }
    }
    assert!(won * 4 >= played * 3, "{won} of {played} battles were won at {depth:?}");
}

#[test]
fn places_that_win_are_gone_to() {
    let mut battle = stage(&[("ada", "d6"), ("finn", "t14")]);
    let gate: Vec<Square> = vec!["f6".parse().unwrap()];
    let team = battle.combatant(id(&battle, "ada")).team;
    let aim = proving_ground::rules::Aim::Reach { squares: gate, count: 1 };
    battle.scene.goals.push(proving_ground::rules::Goal { team, aim, held: 0 });
    let (after, chosen) = turn(battle);
    assert_eq!(after.scene.over, Some(Some(team)), "{chosen:?}");
}

/// A position where A has struck the first of three enemies with one swing, and is asked whom to strike next.
fn midway() -> (Battle, CombatantId) {
    let enemies = [("B", "a1"), ("C", "b1"), ("D", "c1")];
    let enemies = enemies.map(|(name, at)| {
        format!("(name: \"{name}\", at: \"{at}\", side: Orange, sheet: (luck: 0, vitality_ranks: 20))")
    });
    let file = format!(
        "(format: 1, ruleset: totals, trials: [(name: \"midway\", round: 2, combatants: [
            (name: \"A\", at: \"b2\", side: Blue, gear: [(arm: \"sword\", at: Main)], state: {{\"fresh\": 4}}, sheet: (
                luck: 0, vitality_ranks: 20, weapons: [(class: Medium, tier: 1)], components: [Whirlwind]
            )), {}
        ], expect: [Status(\"A\", Fighting)])])",
        enemies.join(", ")
    );
    let mut battle = parse_trials("midway", &file, Roster::builtin()).unwrap().remove(0).battle;
    let striker = battle.combatants().find(|fighter| &*fighter.identity.name == "A").unwrap().id;
    let first = battle.combatants().find(|fighter| &*fighter.identity.name == "C").unwrap().id;
    battle.scene.acting = Some(striker);
    battle.agenda = battle.ruleset.rules().turn_of(&battle, striker);
    battle.agenda.reverse();
    let mut dice = Rolled::new(4);
    play::settle(&mut battle, &mut dice, &mut Vec::new());
    let asked = offers(&battle);
    let whirl = asked.0.iter().find(|offer| offer.verb == "whirl").unwrap();
    let whirl = Choice::of(whirl).on(first).set("ap", 3);
    play::submit(&mut battle, &asked, &whirl, &mut dice, &mut Vec::new()).unwrap();
    while battle.decision().unwrap().who != striker {
        let answer = battle.ruleset.rules().default_answer(&battle, battle.decision().unwrap());
        let asked = offers(&battle);
        play::submit(&mut battle, &asked, &answer, &mut dice, &mut Vec::new()).unwrap();
    }
    (battle, striker)
}

#[test]
fn no_turn_is_planned_in_the_middle_of_an_attack() {
    let (battle, striker) = midway();
    let rules = battle.ruleset.rules();
    let turn = rules.turn_question(striker);
    assert_ne!(*battle.decision().unwrap(), turn);
    let asked = offers(&battle);
    let is_way = |offer: &Offer| matches!(offer.target, Target::Way(_));
    let mut more = asked.clone();
    more.0.extend(rules.offers(&battle, &turn).0.into_iter().find(is_way));
    assert_eq!(more.0.len(), asked.0.len() + 1);
    let think = |offers: &Offers, depth| {
        let view = SideView::new(battle.clone(), None);
        let ranking = mind_of(depth).decide(&view, offers, &mut Stream::new(1, 1), &Progress::default());
        (ranking.choice, ranking.options.into_iter().map(|option| option.choice).collect::<Vec<_>>())
    };
    for depth in DEPTHS {
        let (choice, options) = think(&asked, depth);
        assert_eq!(options.len(), 2, "both enemies that are left are weighed");
        assert_eq!(think(&more, depth), (choice, options), "a way on offer makes it no turn");
    }
}

/// Ada beside a keg, with two foes beyond it who have had their turns.
fn beside_a_keg(ruleset: RulesetId, damage: &str) -> Battle {
    let mut battle = stage_under(ruleset, &[("ada", "e6"), ("egil", "h6"), ("gro", "h7")]);
    let keg = Some(Explosive::new(ExplosiveKind::Keg, damage.parse().unwrap(), 2, 0));
    battle.apply(&Effect::Explosive("f6".parse().unwrap(), keg));
    battle.scene.order.rotate_left(1);
    battle
}

#[test]
fn a_fuse_is_lit_where_that_pays_and_left_where_it_does_not() {
    let knows_kegs =
        |ruleset: &RulesetId| ruleset.rules().board_rules(&beside_a_keg(*ruleset, "1d2")).explosives.is_some();
    for ruleset in RulesetId::offered().filter(knows_kegs) {
        let lit = |damage: &str| {
            let (after, chosen) = turn(beside_a_keg(ruleset, damage));
            let reached = ruleset.rules().explosion(&after, "f6".parse().unwrap(), 2);
            let mut body = after.combatant(id(&after, "ada")).footprint().squares();
            (chosen.iter().any(|choice| choice.verb == "light"), body.any(|square| reached.contains(&square)))
        };
        assert_eq!(lit("9d6+20"), (true, false), "{ruleset}: both foes are in reach, and one can get away");
        assert!(!lit("1d2-1").0, "{ruleset}: it does next to nothing");
    }
}

#[test]
fn whoever_stands_in_fire_leaves_it() {
    for (ruleset, depth) in RulesetId::offered().flat_map(|ruleset| DEPTHS.map(|depth| (ruleset, depth))) {
        let mut battle = stage_under(ruleset, &[("ada", "e6"), ("egil", "h6")]);
        ["e6", "f5", "f6", "f7"].iter().for_each(|at| battle.apply(&Effect::Fire(at.parse().unwrap(), true)));
        let (after, chosen) = turn_at(depth, battle);
        let way: Vec<Square> = chosen.iter().flat_map(|choice| choice.squares.iter().copied()).collect();
        assert!(!way.is_empty() && way.iter().all(|at| !after.scene.field.burns(*at)), "{ruleset} {depth:?}: {way:?}");
    }
}

/// POO-COND-11: a holder may not move, even once the one held is unconscious.
#[test]
fn whoever_holds_an_unconscious_body_lets_go_of_it_to_fight_on() {
    let mut battle = stage_under(RulesetId::Pools, &[("ada", "e6"), ("egil", "f6"), ("gro", "j6")]);
    let (ada, egil) = (id(&battle, "ada"), id(&battle, "egil"));
    let kind = |name: &str| {
        let names = battle.ruleset.rules().names().conditions;
        ConditionKind(names.iter().position(|known| *known == name).unwrap() as u8)
    };
    let half = |kind: ConditionKind, whom| Condition { whom: Some(whom), ..Condition::new(kind, Until::Indefinite) };
    let halves = [(ada, half(kind("grabbing"), egil)), (egil, half(kind("grabbed"), ada))];
    halves.into_iter().for_each(|(who, half)| battle.apply(&Effect::AddCondition(who, half)));
    battle.apply(&Effect::Status(egil, Status::Down));
    battle.apply(&Effect::Posture(egil, Posture::Prone));
    let chosen = think(&battle).choice;
    assert_eq!(chosen.verb, "let-go", "{chosen:?}");
}
