//! What the computer builds from components, compared with everything that can be built.

use proving_ground::{
    ai::{self, Progress},
    arena::SideView,
    dice::{Rolled, Stream},
    levels::{Level, Roster, deploy},
    rules::{
        AttackResult, Battle, Choice, CombatantId, Offer, Policy, RulesetId, Settings, Target, forecast_choice, play,
    },
};

use crate::seat::rules;

/// More changes of parts than any offer here allows.
const WORK: usize = 4_000;

/// What the computer chooses once it has walked to where it likes to stand, and the position there.
fn chosen(mut battle: Battle) -> (Battle, Choice) {
    loop {
        let decision = battle.decision().unwrap();
        let side = SideView::new(battle.clone(), Some(battle.combatant(decision.who).team));
        let offers = rules(&battle).offers(&battle, decision);
        let choice = ai::decide(&side, &offers, &mut Stream::new(1, 1), &Progress::default()).choice;
        if choice.squares.is_empty() {
            return (battle, choice);
        }
        play::submit(&mut battle, &offers, &choice, &mut Rolled::new(1), &mut Vec::new()).unwrap();
    }
}

/// The exact mean damage of a choice to all other sides, capped at what each fighter can take, with default defences.
fn mean_damage(battle: &Battle, choice: &Choice) -> f64 {
    let decision = battle.decision().unwrap();
    let team = battle.combatant(decision.who).team;
    let forecast = forecast_choice(battle, decision, choice, Policy::DefaultAnswers).unwrap();
    let damage = |results: &[AttackResult]| -> u32 {
        let foes = results.iter().filter(|result| battle.combatant(result.on).team != team);
        let most = |on: CombatantId| rules(battle).health(battle, on).0.max(0).unsigned_abs();
        foes.map(|foe| u32::from(foe.damage.max(0).unsigned_abs()).min(most(foe.on))).sum()
    };
    forecast.odds.mean(|end| damage(&end.results)).to_f64()
}

/// The choice with as many AP as it allows: each is a die.
fn all_in(offer: &Offer, choice: Choice) -> Choice {
    let Some(ap) = offer.parameters.iter().find(|parameter| parameter.key == "ap") else { return choice };
    let open = offer.changes(&choice, ap).filter(|change| change.refusal.is_none());
    open.max_by_key(|change| change.value.value).map_or(choice.clone(), |change| change.choice)
}

/// The best mean damage of any combination of parts with all the AP it allows, aimed in any way.
fn best_damage(battle: &Battle) -> f64 {
    let kinds = ["strike", "shoot", "throw", "cast"];
    let offers = rules(battle).offers(battle, battle.decision().unwrap());
    let open = || offers.0.iter().filter(|offer| kinds.contains(&offer.verb) && offer.is_open());
    // No combination is left out.
    assert!(open().all(|offer| offer.assemblies(WORK).count() == offer.assemblies(10 * WORK).count()));
    let all = open().flat_map(|offer| {
        offer.assemblies(WORK).map(move |choice| all_in(offer, choice)).flat_map(move |choice| {
            match offer.built(&choice).target {
                Target::Combatant(_) => offer.aims(&choice, 4),
                Target::Nothing => vec![choice],
                _ => Vec::new(),
            }
        })
    });
    let checked =
        all.filter(|choice| offers.find(choice.verb, choice.item).is_some_and(|offer| choice.check(offer).is_ok()));
    checked.map(|choice| mean_damage(battle, &choice)).fold(0.0, f64::max)
}

#[test]
fn what_it_builds_of_components_is_nearly_the_best_there_is() {
    let pairs = [
        ("swordsman", "brute"),
        ("duellist", "swordsman"),
        ("reaver", "halberdier"),
        ("stalker", "archer"),
        ("ogre", "spearman"),
    ];
    for (power, (first, second)) in ["usual", "mighty"].into_iter().flat_map(|power| pairs.map(|pair| (power, pair))) {
        let unit = |tag: &str, at: &str| format!("(units: [(archetype: \"{tag}\", at: \"{at}\")], power: {power})");
        let text = format!(
            "(format: 1, name: \"Yard\", ruleset: percentile, size: \"9x6\", sides: [{}, {}])",
            unit(first, "c3"),
            unit(second, if first == "ogre" { "e3" } else { "d3" })
        );
        let level = Level::parse("yard", "yard.ron", &text, Roster::builtin()).unwrap();
        let pools = RulesetId::Pools;
        let mut battle = deploy(&level, Roster::builtin(), pools, Settings::defaults(pools)).unwrap();
        battle.scene.round = 1;
        battle.scene.order = vec![CombatantId(0), CombatantId(1)];
        let rules = battle.ruleset.rules();
        let (fresh, acting) = (rules.until_turn(&battle, CombatantId(0)), Some(CombatantId(0)));
        fresh.iter().for_each(|effect| battle.apply(effect));
        battle.scene.acting = acting;
        battle.agenda = rules.turn_of(&battle, CombatantId(0));
        play::settle(&mut battle, &mut Rolled::new(1), &mut Vec::new());
        let best = best_damage(&battle);
        let (there, chosen) = chosen(battle);
        let damage = mean_damage(&there, &chosen);
        assert!(damage >= 0.9 * best, "{power} {first} at {second}: {chosen:?} does {damage}, {best} is possible");
    }
}
