//! Positions in which a computer once chose badly.

use proving_ground::{
    ai::{Depth, Progress, Reason, Scored},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::builtin,
    rules::{Battle, Choice, CombatantId, Effect, ItemNumber, Placement, Posture, RulesetId, Vital, play},
};

use super::stage::{mind, offers, stage, stage_on, turn};

/// Two actions are two shots. A step back and one shot used to count as equally good, because the second shot was
/// ignored while the first was still to come.
#[test]
fn a_second_shot_is_worth_more_than_a_step_back() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let battle = stage(RulesetId::Vigor, &[("cora", "d6"), ("finn", "n6")]);
            let verbs: Vec<&str> = turn(depth, seed, battle).iter().map(|choice| choice.verb).collect();
            assert!(verbs.starts_with(&["shoot", "shoot"]), "{depth:?}, seed {seed}: {verbs:?}");
        }
    }
}

/// To shoot and step back and to step back and shoot may come to the same. Whoever shoots first knows how it went before
/// choosing where to go; which came first used to be left to chance.
#[test]
fn of_equal_plans_the_one_that_shoots_first_is_chosen() {
    let mut ties = 0;
    for (ruleset, near) in [RulesetId::Rates, RulesetId::Totals]
        .into_iter()
        .flat_map(|id| ["g6", "h6", "i6", "j6", "k6"].map(|near| (id, near)))
    {
        let battle = stage(ruleset, &[("cora", "d6"), ("egil", near)]);
        let view = SideView::new(battle.clone(), None);
        for seed in 1..=6 {
            let mut stream = Stream::new(seed, 1);
            let ranking = mind(Depth::Full).decide(&view, &offers(&battle), &mut stream, &Progress::default());
            let top = ranking.options.iter().map(|option| option.score).max().unwrap();
            let mut equal = ranking.options.iter().filter(|option| top - option.score <= 5);
            let shoots = |option: &Scored| option.choice.verb == "shoot";
            if equal.clone().any(|option| !shoots(option)) && equal.any(shoots) {
                ties += 1;
                assert_eq!(ranking.choice.verb, "shoot", "{ruleset:?}, {near}, seed {seed}");
            }
        }
    }
    assert!(ties > 0);
}

#[test]
fn whoever_stands_beside_an_enemy_strikes_with_every_action() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "e6"), ("finn", "h9")]);
            let turn = turn(depth, seed, battle);
            let strikes = turn.iter().filter(|choice| choice.verb == "strike").count();
            assert!(strikes == 2, "{depth:?}, seed {seed}: {turn:?}");
        }
    }
}

/// Two strikes, each with a blow of the other hand: all are among the reasons, but only if the turn allows them.
#[test]
fn what_follows_an_attack_is_one_of_its_reasons() {
    for depth in [Depth::Full, Depth::Quick] {
        let further = |ruleset: RulesetId| {
            let battle = stage(ruleset, &[("ada", "d6"), ("egil", "e6")]);
            let view = SideView::new(battle.clone(), None);
            let mut stream = Stream::new(1, 1);
            let ranking = mind(depth).decide(&view, &offers(&battle), &mut stream, &Progress::default());
            let egil = battle.tagged("egil").unwrap().id;
            let first = ranking.options.iter().find(|option| option.choice.verb == "strike").unwrap();
            first.reasons.iter().filter(|(reason, _)| *reason == Reason::Further(egil)).count()
        };
        assert!(further(RulesetId::Vigor) >= 2, "{depth:?}: a second strike and the other hand");
        assert_eq!(further(RulesetId::Percentile), 0, "{depth:?}");
    }
}

/// A blow of the other hand does not replace the strike that is left: it used to be weighed as if it ended the turn.
#[test]
fn the_other_hand_strikes_as_well() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "e6")]);
            let turn = turn(depth, seed, battle);
            let count = |verb: &str| turn.iter().filter(|choice| choice.verb == verb).count();
            assert!(count("strike") == 2 && count("off-hand") > 0, "{depth:?}, seed {seed}: {turn:?}");
        }
    }
}

/// A fighter who is hit defends while there is Vigor for more: Vigor used to be valued so highly that a wound was
/// preferred.
#[test]
fn breath_is_there_to_defend_with() {
    let mut battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "e6")]);
    let egil = battle.tagged("egil").unwrap().id;
    let vigor = battle.ruleset.rules().names().vitals.iter().position(|name| *name == "vigor").unwrap();
    battle.apply(&Effect::Vital(egil, Vital(vigor as u8), 11));
    let offered = offers(&battle);
    let strike = offered.0.iter().find(|offer| offer.verb == "strike" && offer.is_open()).unwrap();
    let strike = strike.aim(Choice::of(strike), egil);
    let (mut asked, mut defended) = (0, 0);
    for seed in 1..=60 {
        let mut battle = battle.clone();
        play::submit(&mut battle, &offered, &strike, &mut Rolled::new(seed), &mut Vec::new()).unwrap();
        let Some(decision) = battle.decision().filter(|decision| decision.who == egil) else { continue };
        let defences = battle.ruleset.rules().offers(&battle, decision);
        let view = SideView::new(battle.clone(), None);
        let mut stream = Stream::new(1, 1);
        let ranking = mind(Depth::Full).decide(&view, &defences, &mut stream, &Progress::default());
        asked += 1;
        defended += usize::from(ranking.choice.verb != "decline");
    }
    assert!(asked > 20 && defended * 4 > asked * 3, "{defended} of {asked}");
}

/// A fighter who walks up strikes once, and its enemy then strikes twice: it is better to wait where the enemy arrives
/// with no blow left.
#[test]
fn nobody_walks_to_where_the_enemy_strikes_first() {
    for depth in [Depth::Full, Depth::Quick] {
        for seed in 1..=12 {
            let mut battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "m6")]);
            let (ada, egil) = (battle.tagged("ada").unwrap().id, battle.tagged("egil").unwrap().id);
            let way = turn(depth, seed, battle.clone());
            let end = way.iter().filter_map(|choice| choice.squares.last()).next_back();
            end.into_iter().for_each(|end| battle.apply(&Effect::Place(ada, Placement::new(*end, 1))));
            let (dx, dy) = battle.combatant(ada).footprint().gap(battle.combatant(egil).footprint());
            // A movement of four squares and a reach of two.
            assert!(dx.max(dy) > 6, "{depth:?}, seed {seed}: {way:?}");
        }
    }
}

/// A foe who would strike a friend anyway hardly adds danger by striking me instead. When each fighter counted the full
/// danger, nobody ganged up.
#[test]
fn a_foe_beside_a_friend_is_less_of_a_danger() {
    for depth in [Depth::Full, Depth::Quick] {
        let danger = |bodies: &[(&str, &str)]| {
            let battle = stage(RulesetId::Percentile, bodies);
            let view = SideView::new(battle.clone(), None);
            let ranking = mind(depth).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
            let strike = ranking.options.iter().find(|option| option.choice.verb == "strike").unwrap();
            let danger = |(reason, amount): &(Reason, i32)| matches!(reason, Reason::Danger(_)).then_some(*amount);
            strike.reasons.iter().find_map(danger).unwrap_or(0)
        };
        let alone = danger(&[("ada", "d6"), ("finn", "e6")]);
        let together = danger(&[("ada", "d6"), ("finn", "e6"), ("brand", "f6")]);
        assert!(alone < 0 && together > alone / 2, "{depth:?}: {together} beside a friend, {alone} alone");
    }
}

/// Hurts somebody until nearly beaten, under `percentile`.
fn hurt(battle: &mut Battle, who: CombatantId) {
    let vital = |name| battle.ruleset.rules().names().vitals.iter().position(|known| *known == name).unwrap() as u8;
    let [damage, wounds] = ["damage", "wounds"].map(|name| Vital(vital(name)));
    battle.apply(&Effect::Vital(who, damage, 28));
    battle.apply(&Effect::Vital(who, wounds, 3));
}

/// After a charge at a swordsman the next blows are his: playing on shows that it would be better to let him come. Whether
/// that decides is another question, since nobody may come.
#[test]
fn playing_on_tells_against_a_charge_that_gives_the_enemy_the_next_blows() {
    let battle = stage(RulesetId::Percentile, &[("brand", "f8"), ("finn", "m8")]);
    let view = SideView::new(battle.clone(), None);
    let ranking = mind(Depth::Full).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
    let outlook = |verb: &str| {
        let option = ranking.options.iter().find(|option| option.choice.verb == verb).unwrap();
        let found = option.reasons.iter().find(|(reason, _)| *reason == Reason::Outlook);
        found.map_or(0, |(_, amount)| *amount)
    };
    let (waits, charges) = (outlook("defend"), outlook("charge"));
    assert!(waits > charges, "{waits}, {charges}");
}

/// A fist is not weighed above a sword just because it counts as another action and not as an attack: harm to a less
/// dangerous enemy counts less in both. Where the sword costs no more, fists are no choice at all.
#[test]
fn a_weapon_is_not_put_aside_for_a_fist() {
    let mut battle = stage(RulesetId::Percentile, &[("ada", "d6"), ("finn", "e6"), ("egil", "f9"), ("gro", "f4")]);
    let finn = battle.tagged("finn").unwrap().id;
    hurt(&mut battle, finn);
    battle.apply(&Effect::Posture(finn, Posture::Prone));
    let view = SideView::new(battle.clone(), None);
    let ranking = mind(Depth::Full).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
    let on_finn =
        ranking.options.iter().filter(|option| option.choice.verb == "strike" && option.choice.on == Some(finn));
    let item = |option: &Scored| option.choice.item.map_or("fists", |item| battle.item(item).tag).to_string();
    let told: Vec<(String, i32)> = on_finn.map(|option| (item(option), option.score)).collect();
    assert!(!told.is_empty() && told.iter().all(|(item, _)| item == "sword"), "{told:?}");
}

/// A prone foe gets up again, so putting it out is worth hardly less than putting out another.
#[test]
fn a_fallen_foe_is_as_dangerous_as_before() {
    for depth in [Depth::Full, Depth::Quick] {
        let harm = |bodies: &[(&str, &str)], falls: bool| {
            let mut battle = stage(RulesetId::Percentile, bodies);
            let finn = battle.tagged("finn").unwrap().id;
            hurt(&mut battle, finn);
            if falls {
                battle.apply(&Effect::Posture(finn, Posture::Prone));
            }
            let view = SideView::new(battle.clone(), None);
            let ranking = mind(depth).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
            let harm = |(reason, amount): &(Reason, i32)| (*reason == Reason::Harm(finn)).then_some(*amount);
            let strikes = ranking.options.iter().filter(|option| option.choice.verb == "strike");
            strikes.filter_map(|option| option.reasons.iter().find_map(harm)).max().unwrap()
        };
        // Alone, Finn counts in full.
        let alone = &[("ada", "d6"), ("finn", "e6")];
        let both = &[("ada", "d6"), ("finn", "e6"), ("egil", "d5")];
        let [stands, lies] = [false, true].map(|falls| harm(both, falls) * 100 / harm(alone, falls));
        assert!(lies * 5 > stands * 4, "{depth:?}: {lies} per cent on the ground, {stands} standing");
    }
}

/// Vigor runs out: four blows are worth more than four times the first, which still meets a defence. Dangers and hopes
/// used to be estimated at a fifth of what they came to.
#[test]
fn breath_that_will_run_out_is_reckoned_with() {
    let harm = |bodies: &[(&str, &str)]| {
        let mut battle = stage(RulesetId::Vigor, bodies);
        let egil = battle.tagged("egil").unwrap().id;
        let vigor = battle.ruleset.rules().names().vitals.iter().position(|name| *name == "vigor").unwrap();
        battle.apply(&Effect::Vital(egil, Vital(vigor as u8), 11));
        let view = SideView::new(battle.clone(), None);
        let ranking = mind(Depth::Full).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
        let strike = ranking.options.iter().find(|option| option.choice.verb == "strike").unwrap();
        strike.reasons.iter().find(|(reason, _)| *reason == Reason::Harm(egil)).unwrap().1
    };
    let alone = harm(&[("ada", "d6"), ("egil", "e6")]);
    let together = harm(&[("ada", "d6"), ("egil", "e6"), ("brand", "f6"), ("dag", "f7")]);
    assert!(together > alone * 4 / 3, "{together} with two friends, {alone} alone");
}

/// A movement can be used in parts: out from behind a pillar, a shot, and back to where nobody can return it. The way
/// back used to be found only after the shot: until then the shot counted as made from an exposed square.
#[test]
fn the_way_back_is_seen_before_the_way_out() {
    let level = builtin().iter().find(|level| level.tag == "counting-house").unwrap();
    let battle = stage_on(level, RulesetId::Rates, &[("hanne", "r7"), ("dorle", "m8")]);
    let view = SideView::new(battle.clone(), None);
    let ranking = mind(Depth::Full).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
    let danger = |option: &Scored| {
        let danger = |(reason, amount): &(Reason, i32)| matches!(reason, Reason::Danger(_)).then_some(*amount);
        option.reasons.iter().find_map(danger).unwrap_or(0)
    };
    let harms = |option: &Scored| option.reasons.iter().any(|(reason, _)| matches!(reason, Reason::Harm(_)));
    // Staying where the shot was made is more dangerous.
    let [out, back] = [ranking.options.iter().map(danger).min().unwrap(), danger(&ranking.options[0])];
    assert!(harms(&ranking.options[0]) && back > out / 2, "{back} behind the pillar, {out} before it");
    let verbs: Vec<&str> = turn(Depth::Full, 1, battle).iter().map(|choice| choice.verb).collect();
    assert!(verbs.starts_with(&["move", "shoot", "move"]), "{verbs:?}");
}

/// A crossbow takes two actions to reload, and each brings the next shot nearer: nobody runs about with an empty one
/// instead. The first of the two used to be worth nothing. RAT-RATE-06.
#[test]
fn a_slow_weapon_is_reloaded_action_by_action() {
    for seed in 1..=6 {
        for rounds in [2, 1] {
            let mut battle = stage(RulesetId::Rates, &[("gro", "d6"), ("ada", "t6")]);
            let names = battle.ruleset.rules().names();
            let recovery = names.items.iter().position(|name| *name == "recovery").unwrap();
            let gro = battle.tagged("gro").unwrap().id;
            let crossbow = battle.items_of(gro).find(|item| item.name == "crossbow").unwrap().id;
            battle.apply(&Effect::ItemNumber(crossbow, ItemNumber(recovery as u8), rounds));
            let turn = turn(Depth::Full, seed, battle);
            assert!(turn.iter().any(|choice| choice.verb == "reload"), "{rounds} rounds, seed {seed}: {turn:?}");
        }
    }
}

/// Enemies count by how dangerous they are, but not for a steady computer, for which danger itself counts only half.
#[test]
fn a_steady_computer_makes_less_of_danger() {
    // What a strike at Finn does to him, and what is feared after it.
    let weighs = |depth: Depth, bodies: &[(&str, &str)]| {
        let battle = stage(RulesetId::Percentile, bodies);
        let finn = battle.tagged("finn").unwrap().id;
        let view = SideView::new(battle.clone(), None);
        let ranking = mind(depth).decide(&view, &offers(&battle), &mut Stream::new(1, 1), &Progress::default());
        let first =
            ranking.options.iter().find(|option| option.choice.verb == "strike" && option.choice.on == Some(finn));
        let of = |is: &dyn Fn(&Reason) -> bool| {
            let reasons = first.unwrap().reasons.iter();
            reasons.filter(|(reason, _)| is(reason)).map(|(_, amount)| amount).sum::<i32>()
        };
        (of(&|reason| *reason == Reason::Harm(finn)), of(&|reason| matches!(reason, Reason::Danger(_))))
    };
    let alone: &[(&str, &str)] = &[("ada", "d6"), ("finn", "e6")];
    let both: &[(&str, &str)] = &[("ada", "d6"), ("finn", "e6"), ("gro", "d5")];
    let (harm, danger) = weighs(Depth::Steady, alone);
    assert_eq!(weighs(Depth::Steady, both).0, harm);
    for depth in [Depth::Full, Depth::Quick] {
        assert_ne!(weighs(depth, both).0, weighs(depth, alone).0, "{depth:?}");
    }
    let whole = weighs(Depth::Quick, alone).1;
    assert!(whole < 0 && (40..60).contains(&(danger * 100 / whole)), "{danger} of {whole}");
}
