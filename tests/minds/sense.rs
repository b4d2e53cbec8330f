//! Senseless things that the computer once did: repeating what is already done, losing a weapon for next to nothing,
//! leaving one that lies at its feet.

use proving_ground::{
    ai::{Depth, Progress, Ranking, Reason},
    arena::SideView,
    dice::Stream,
    geometry::Square,
    levels::{Level, Roster, builtin, mirrored},
    rules::{Battle, CombatantId, Condition, ConditionKind, Effect, ItemId, Location, RulesetId, Until},
};

use super::stage::{mind, offers, stage, stage_on, turn};

const DEPTHS: [Depth; 2] = [Depth::Full, Depth::Quick];

fn think(depth: Depth, battle: &Battle) -> Ranking {
    let view = SideView::new(battle.clone(), None);
    mind(depth).decide(&view, &offers(battle), &mut Stream::new(1, 1), &Progress::default())
}

fn id(battle: &Battle, tag: &str) -> CombatantId {
    battle.tagged(tag).unwrap().id
}

fn condition(battle: &Battle, name: &str) -> ConditionKind {
    let names = battle.ruleset.rules().names().conditions;
    ConditionKind(names.iter().position(|known| *known == name).unwrap() as u8)
}

/// What somebody has in hand.
fn held(battle: &Battle, tag: &str) -> Vec<ItemId> {
    let who = id(battle, tag);
    battle.items_of(who).filter(|item| item.at.holder().is_some()).map(|item| item.id).collect()
}

/// Moves everything that somebody holds to the ground of a square.
fn disarm(battle: &mut Battle, tag: &str, at: &str) -> Vec<ItemId> {
    let (items, at): (_, Square) = (held(battle, tag), at.parse().unwrap());
    items.iter().for_each(|item| battle.apply(&Effect::Move(*item, Location::Ground(at))));
    items
}

/// Being frightened twice is no worse than once: the second time used to be worth as much as the first.
#[test]
fn what_a_foe_already_suffers_is_worth_nothing_again() {
    let battle = stage(RulesetId::Pools, &[("dag", "d6"), ("egil", "f6")]);
    let (dag, egil) = (id(&battle, "dag"), id(&battle, "egil"));
    let worth = |battle: &Battle| {
        let ranking = think(Depth::Full, battle);
        let option = ranking.options.into_iter().find(|option| option.choice.verb == "intimidate")?;
        let outcome = |(reason, amount): &(Reason, i32)| (*reason == Reason::Outcome).then_some(*amount);
        option.reasons.iter().find_map(outcome)
    };
    let first = worth(&battle).unwrap();
    assert!(first > 200, "{first}");
    let mut frightened = battle.clone();
    let fright = Condition::new(condition(&battle, "frightened"), Until::NextTurnEnd);
    frightened.apply(&Effect::AddCondition(egil, Condition { whom: Some(dag), ..fright }));
    let again = worth(&frightened).unwrap_or(0);
    assert!(again * 10 < first, "{again}, {first} at first");
}

/// The rulesets in which fists are worth far less than a sword.
const FISTS_ARE_FEEBLE: [RulesetId; 3] = [RulesetId::Percentile, RulesetId::Rates, RulesetId::Pools];

/// A fighter who stands on a weapon with empty hands picks it up, even if fists would reach somebody.
#[test]
fn a_weapon_at_ones_feet_is_picked_up() {
    let mut wrong = Vec::new();
    for ruleset in FISTS_ARE_FEEBLE {
        for depth in DEPTHS {
            for foe in ["e6", "k6"] {
                let mut battle = stage(ruleset, &[("ada", "d6"), ("egil", foe)]);
                disarm(&mut battle, "ada", "d6");
                let chosen = turn(depth, 1, battle);
                if chosen.iter().all(|choice| choice.verb != "take") {
                    wrong.push(format!("{ruleset} {depth:?}, foe in {foe}: {chosen:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A weapon that lies a few steps away is fetched while the enemy is far.
#[test]
fn a_weapon_nearby_is_gone_to() {
    let mut wrong = Vec::new();
    for ruleset in FISTS_ARE_FEEBLE {
        for depth in DEPTHS {
            let mut battle = stage(ruleset, &[("ada", "d6"), ("egil", "r6")]);
            disarm(&mut battle, "ada", "d9");
            let chosen = turn(depth, 1, battle);
            let lies: Square = "d9".parse().unwrap();
            let near = |end: &Square| (end.x - lies.x).abs().max((end.y - lies.y).abs()) <= 1;
            if !chosen.iter().filter_map(|choice| choice.squares.last()).any(near) {
                wrong.push(format!("{ruleset} {depth:?}: {chosen:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A fighter who is shot at and cannot shoot back is in a hurry for the whole turn. It used to be in a hurry only until
/// it had walked up: then the danger there counted in full again, and it walked back without a blow.
#[test]
fn whoever_walks_up_to_strike_strikes() {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    let level = mirrored(level, Roster::builtin(), RulesetId::Vigor, 0);
    let bodies = [
        ("bero-1", "h6"),
        ("ansa-1", "p14"),
        ("cale-1", "e7"),
        ("dima-1", "f11"),
        ("ansa-2", "n10"),
        ("bero-2", "m7"),
        ("cale-2", "o5"),
        ("dima-2", "p6"),
    ];
    let battle = stage_on(&level, RulesetId::Vigor, &bodies);
    let chosen = turn(Depth::Full, 1, battle);
    let verbs: Vec<&str> = chosen.iter().map(|choice| choice.verb).collect();
    assert!(verbs != ["move", "move"], "{chosen:?}");
}

/// The weapon a fighter relies on is not thrown where that hardly ever does harm. Under `totals` it does.
#[test]
fn the_only_weapon_is_not_thrown_for_next_to_nothing() {
    let mut wrong = Vec::new();
    for ruleset in RulesetId::offered().filter(|ruleset| *ruleset != RulesetId::Totals) {
        for depth in DEPTHS {
            for foe in ["g6", "i6", "k6"] {
                let battle = stage(ruleset, &[("ada", "d6"), ("egil", foe)]);
                let chosen = turn(depth, 1, battle.clone());
                let thrown = chosen.iter().find(|choice| choice.verb == "throw");
                if thrown.is_some_and(|throw| held(&battle, "ada").contains(&throw.item.unwrap())) {
                    wrong.push(format!("{ruleset} {depth:?}, foe in {foe}: {chosen:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn ford() -> &'static Level {
    builtin().iter().find(|level| level.tag == "troll-ford").unwrap()
}

/// A spell aimed at somebody is an attack. It used to be one of many other actions, of which only a few were
/// considered, so a caster with fire charmed and studied instead.
#[test]
fn whoever_has_fire_throws_it() {
    for depth in DEPTHS {
        for foe in ["i6", "m6", "p6"] {
            let battle = stage_on(ford(), RulesetId::Vigor, &[("corvin", "d6"), ("harke", foe)]);
            let verbs: Vec<&str> = turn(depth, 1, battle).iter().map(|choice| choice.verb).collect();
            assert_eq!(verbs, ["use", "use"], "{depth:?}, foe in {foe}");
        }
    }
}

/// What an enemy may do with fire from afar is a danger, and harming such an enemy is worth more.
#[test]
fn fire_is_feared_from_afar() {
    for depth in DEPTHS {
        let battle = stage_on(ford(), RulesetId::Vigor, &[("ansgar", "d6"), ("irmel", "p6"), ("gnaw", "p9")]);
        let irmel = id(&battle, "irmel");
        let stays = think(depth, &battle).options.into_iter().find(|option| option.choice.verb == "end").unwrap();
        let feared = |(reason, amount): &(Reason, i32)| *reason == Reason::Danger(irmel) && *amount < 0;
        assert!(stays.reasons.iter().any(feared), "{depth:?}: {stays:?}");
    }
}
