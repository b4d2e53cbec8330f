//! Answers for panels and computer: possible attacks, numbers with their terms, grades.

use super::{
    attack, card,
    conditions::available,
    damage, defence, drugs,
    ground::{self, distance, drawn, has_line},
    ids,
    magic::{Energy, Structure, cast},
    mounts, series,
    sheet::{TEMPORARY, VITALITY, sheet},
    step::{Blow, Guard, Prompt, Step, step},
};
use crate::rules::{
    AgendaItem, Assessment, Battle, Choice, CombatantId, Effect, Location, OutcomeState, Refusal, RuleId, Sight,
    Status, Verdict,
};
use std::borrow::Cow;

/// All attacks with everything in hand, with all AP of a turn or, in one's own turn, with those that are left.
pub fn attacks(battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
    let rating = sheet(battle.combatant(who)).rating();
    let ap = if battle.scene.acting == Some(who) { available(battle, who).max(1) } else { rating };
    let mine = battle.items().filter(|item| item.at.bearer() == Some(who));
    let ready = mine.filter(|item| !matches!(item.at, Location::Stowed(_)));
    let ways = ready.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item.id, manner)));
    let martial = ways.map(|(item, manner)| {
        let verb = attack::verb(manner);
        let choice = Choice { verb, item: Some(item), on: Some(whom), squares: Vec::new(), parameters: Vec::new() };
        let choice = if ap > 1 { choice.set("ap", ap.into()) } else { choice };
        (choice, attack::refusal(battle, who, whom, item, manner))
    });
    martial.chain(spells(battle, who, whom, ap)).collect()
}

/// A projected spell of each energy; those by hand and thrown are the same with fewer dice.
fn spells(battle: &Battle, who: CombatantId, whom: CombatantId, ap: u8) -> Vec<(Choice, Option<Refusal>)> {
    let known = cast::known(battle, who, &Energy::MIXED);
    let refusal = || {
        let range = Structure::Projected.range();
        drugs::forbids_magic(battle, who).or_else(|| attack::out_of_range(battle, who, whom, range, false))
    };
    let spell = |(index, energy): (usize, &Energy)| {
        let bare = Choice { verb: "project", item: None, on: Some(whom), squares: Vec::new(), parameters: Vec::new() };
        let choice = match index {
            0 if ap == 1 => bare,
            0 => bare.set(energy.name(), ap.into()),
            _ => bare.set(known[0].name(), 0).set(energy.name(), ap.into()),
        };
        (choice, refusal())
    };
    known.iter().enumerate().map(spell).collect()
}

/// The numbers of an attack: the dice of both sides, and the line of effect.
pub fn assess(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Assessment> {
    let blow = attack::blow(battle, who, choice)?;
    let mut dice = match (blow.item, blow.spell) {
        (Some(item), _) => attack::dice(battle, who, item, blow.manner),
        (None, spell) => cast::dice(battle, who, spell?.structure()),
    };
    if series::is_series(choice.verb) {
        dice.add(ids::COMP_08, "One of several attacks", -1);
    }
    dice.add(ids::COMP_07, "Overwhelm", i32::from(blow.dice) - dice.value.max(1));
    let guards = [Guard::Evasion, Guard::Block].map(|guard| defence::against(battle, &blow, guard));
    let [evasion, block] = guards.each_ref().map(|guard| guard.value);
    let is_rolled = guards.iter().any(|guard| !guard.terms.is_empty());
    let mut defence = Verdict::default();
    guards
        .into_iter()
        .flat_map(|verdict| verdict.terms)
        .for_each(|term| defence.add(term.rule, term.words, term.amount));
    let besides = besides(battle, &blow);
    let more = match besides.iter().find(|(name, _)| name == ADDED).map_or(0, |(_, number)| number.value) {
        0 => String::new(),
        flat if flat > 0 => format!(" + {flat}"),
        flat => format!(" \u{2212} {}", -flat),
    };
    let title = match (blow.item, blow.spell) {
        (None, Some(spell)) => format!("{}, {}", crate::rules::capital(&spell.words()), spell.structure().name()),
        _ => format!("{}, {} AP", crate::rules::capital(&card::means(battle, &blow)), blow.ap),
    };
    let against = match (evasion, block) {
        (0, 0) => "no dice".into(),
        (evasion, 0) => format!("evasion {evasion}d10"),
        (0, block) => format!("block {block}d10"),
        (evasion, block) => format!("evasion {evasion}d10, block {block}d10"),
    };
    let damage = damage::dice(battle, &blow);
    let about = format!("{}d10{more} against {against}; {damage}d10 damage", blow.dice);
    let sight = sight(battle, who, blow.on);
    let roll = ("Dice to hit, a d10 each", ids::ATK_02);
    // Where no defence is rolled there is no such number.
    let defence = is_rolled.then(|| ("Defence dice".into(), defence.pruned()));
    Some(Assessment { title, about, attack: dice, roll, defence, besides, sight })
}

/// What Luck dice do.
const BY_A_FLIP: &str = "Added or subtracted, by a flip";

/// What is added to the to-hit roll.
const ADDED: &str = "Added to hit";

/// Additions to the to-hit roll, the dice of damage and additions to those, each only if there are any.
fn besides(battle: &Battle, blow: &Blow) -> Vec<(Cow<'static, str>, Verdict)> {
    let flat = |terms: [(RuleId, &'static str, i32); 2]| {
        let mut sum = Verdict::default();
        let terms = terms.into_iter().filter(|(.., amount)| *amount != 0);
        terms.for_each(|(rule, words, amount)| sum.add(rule, words, amount));
        sum
    };
    let mut luck = Verdict::default();
    if blow.luck > 0 {
        luck.add(ids::LUCK_02, BY_A_FLIP, blow.luck.into());
    }
    let exposure = defence::exposure(battle, blow.on);
    let drugged = Verdict::default().plus(ids::BERS_05, "Drugged: 10 per tier", -exposure);
    let numbers = [
        ("Luck dice", luck),
        (ADDED, flat(attack::bonus(battle, blow.by, blow.on, blow.item))),
        ("Damage dice", damage::dice_terms(battle, blow)),
        ("Added to damage", flat(damage::bonus(battle, blow))),
        ("Mitigation dice", damage::mitigation(battle, blow.on, 0, blow.pierce)),
        ("Subtracted from the defence", drugged),
        ("AP the defender may add", defence::expected(battle, blow)),
    ];
    let there = numbers.into_iter().filter(|(_, number)| number.terms.iter().any(|term| term.amount != 0));
    there.map(|(name, number)| (name.into(), number)).collect()
}

/// Sight between two combatants: a line or a wall. The catalogue has no cover.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
    let squares = distance(mounts::body(battle, from), mounts::body(battle, to));
    let seen = has_line(battle, from, to);
    Sight {
        distance: squares.into(),
        seen,
        cover: if seen { 0 } else { 3 },
        has_classes: false,
        cover_name: if seen { "no cover rule" } else { "a wall" },
        modifier: 0,
        rule: ids::REACH_02,
        lines: vec![drawn(battle, from, to, ids::REACH_02)],
    }
}

/// The agenda of an attack made now, whoever's turn it is.
pub fn attack_agenda(battle: &Battle, who: CombatantId, choice: &Choice) -> Vec<AgendaItem> {
    let Some(blow) = attack::blow(battle, who, choice) else { return Vec::new() };
    let series = series::after(battle, &blow, choice).map(|series| step(Step::Series(series)));
    std::iter::once(step(Step::Strike(blow))).chain(series).collect()
}

/// 0 nothing lost, 1 less than half of what is left, 2 more, 3 out.
pub fn grade(battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
    // Temporary Vitality is Vitality too, TOT-BERS-02.
    let counted = [VITALITY, TEMPORARY];
    let before = counted.map(|vital| battle.combatant(whom).vitals.get(vital));
    let mut after = before;
    for effect in &ending.effects {
        match effect {
            Effect::Status(who, status) if *who == whom && *status != Status::Fighting => return 3,
            Effect::Vital(who, vital, now) if *who == whom => {
                counted.iter().zip(&mut after).filter(|(one, _)| *one == vital).for_each(|(_, after)| *after = *now);
            }
            _ => {}
        }
    }
    let sum = |vitals: [i16; 2]| vitals.into_iter().map(i32::from).sum::<i32>();
    match sum(before) - sum(after) {
        ..=0 => 0,
        lost if lost * 2 >= card::health(battle, whom).1 => 2,
        _ => 1,
    }
}

/// The dice of the roll that a choice leads to, those of Luck among them unless it is an attack's.
pub fn explain(battle: &Battle, who: CombatantId, asked: &Prompt, choice: &Choice) -> Option<Verdict> {
    let mut dice = rolled(battle, who, asked, choice)?;
    if !matches!(asked, Prompt::Turn | Prompt::Follow(..)) {
        dice.add(ids::LUCK_02, BY_A_FLIP, choice.value("luck", 0));
        dice = dice.pruned();
    }
    Some(dice)
}

fn rolled(battle: &Battle, who: CombatantId, asked: &Prompt, choice: &Choice) -> Option<Verdict> {
    let put_in = |blow: &Blow, guard: Guard, rule: RuleId| {
        let stake = super::answer::stake(battle, blow, guard, choice);
        Some(defence::against(battle, blow, guard).plus(rule, "AP", stake.ap.into()))
    };
    match asked {
        Prompt::Turn | Prompt::Follow(..) => assess(battle, who, choice).map(|assessment| assessment.attack),
        Prompt::Evade(blow) | Prompt::Seize(blow) if choice.verb == "evade" => {
            put_in(blow, Guard::Evasion, ids::COMP_01)
        }
        Prompt::Block(blow) | Prompt::Seize(blow) if choice.verb == "block" => put_in(blow, Guard::Block, ids::COMP_02),
        Prompt::Evade(blow) | Prompt::Seize(blow) if choice.verb == "catch" => put_in(blow, Guard::Catch, ids::COMP_03),
        Prompt::Evade(_) | Prompt::Seize(_) if choice.verb == "counter" => {
            Some(cast::dice(battle, who, Structure::Projected))
        }
        Prompt::Block(blow) | Prompt::Seize(blow) if choice.verb == "shield" => {
            // One that stands gives way to the new one.
            let bare = Blow { spell: None, ..*blow };
            let dice = defence::against(battle, &bare, Guard::Block);
            let dice = dice.plus(ids::CTR_03, "Energy shield", choice.value("shield", 1));
            Some(dice.plus(ids::COMP_02, "AP", choice.value("ap", 0)))
        }
        Prompt::Damage(blow) => Some(damage::dice_terms(battle, blow)),
        Prompt::Mitigate(blow, _) => Some(damage::mitigation(battle, who, blow.spent, blow.pierce)),
        _ => None,
    }
}

/// The squares within reach of what somebody holds.
pub fn reach(battle: &Battle, who: CombatantId) -> Vec<crate::geometry::Square> {
    let mine = battle.items().filter(|item| item.at.bearer() == Some(who));
    let ranges = mine.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item.id, manner)));
    let melee =
        ranges.filter(|(item, manner)| manner.is_melee() && attack::weapon_refusal(battle, *item, *manner).is_none());
    let Some(radius) = melee.map(|(item, manner)| attack::range(battle, item, manner)).max() else { return Vec::new() };
    let body = mounts::body(battle, who);
    let near = crate::geometry::reach_chebyshev(body, radius);
    let extent = battle.scene.field.extent();
    near.filter(|square| extent.contains(*square) && !body.contains(*square))
        .filter(|square| ground::reaches(&battle.scene.field, body, *square))
        .collect()
}
