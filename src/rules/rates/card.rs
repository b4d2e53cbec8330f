//! A combatant for the panels: everything on the sheet that can matter, with its present values.

use super::{
    arms::{DURABILITY, RECOVERY, Shield, Stat},
    catalogue as ids,
    conditions::{self, BEARS, DECLARED, RIDES, agility, stat},
    describe::{spell_words, weapon_words},
    menu, movement, reach, settings,
    sheet::{ACTED, HEALTH, LEVEL, ROLL, SCORE, arm, sheet, spell},
};
use crate::rules::{Allowance, Bar, Card, Measure, Sign, gear, prelude::*};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let told: Vec<Fact> =
        fighter.conditions.0.iter().map(|condition| conditions::describe(battle, condition)).collect();
    let shown = fighter.conditions.0.iter().position(|condition| !matches!(condition.kind, RIDES | BEARS | DECLARED));
    let is_mine = battle.is_in_turn(who);
    Card {
        gear: gear(battle, who, ["loaded", "not loaded"], numbers.armour.iter().map(|piece| piece.name.clone())),
        bars: vec![Bar::new("Health", fighter.vitals.get(HEALTH).max(0), numbers.health_max)],
        allowances: vec![Allowance::once(&menu::THE_ACTION, !is_mine || fighter.budgets.get(ACTED) == 0)],
        sign: shown.and_then(|place| told.get(place)).and_then(Sign::letter),
        conditions: told,
        wear: shields(battle, who).map(|(item, _)| (item.name.to_string(), item.numbers.get(DURABILITY))).collect(),
        facts: facts(battle, who),
        out: fighter.status.word("down"),
        ..Card::default()
    }
}

/// All lines of a card.
fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let mut all = vec![required(battle, who)];
    all.extend(armour(battle, who));
    all.extend(weapons(battle, who));
    all.extend(spells(battle, who));
    all.extend(scores(battle, who));
    all.extend(sheet(battle.combatant(who)).resistances.iter().map(|(scope, percent)| {
        Fact::new("Resistance", format!("{percent} %"), format!("to {}", scope.name()), ids::MAG_04)
    }));
    all.extend(disciplines(battle, who));
    all.extend(initiative(battle, who));
    all
}

/// What must be rolled to hit, RAT-ACC-01.
fn required(battle: &Battle, who: CombatantId) -> Fact {
    let fighter = battle.combatant(who);
    let base = if conditions::is_defenceless(fighter) { 0 } else { 5 * stat(battle, fighter, Stat::CombatBase) };
    let number = i32::from(base) + i32::from(sheet(fighter).situation);
    Fact::new("To be hit", number.max(0).to_string(), "or more must be rolled, before difficulties", ids::ACC_01)
}

/// Shields in hand, with their numbers.
fn shields(battle: &Battle, who: CombatantId) -> impl Iterator<Item = (Item<'_>, &Shield)> {
    battle.ready_items(who).filter_map(|item| Some((item, arm(battle, item.id).shield.as_ref()?)))
}

/// Worn armour and the shield, RAT-ARM-03, RAT-AVOID-04.
fn armour(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let pieces = sheet(fighter).armour.iter().map(|piece| {
        let covers: Vec<&str> = piece.covers.iter().map(|part| part.name()).collect();
        let heavy = match piece.agility_penalty {
            0 => String::new(),
            penalty => format!("; Agility -{penalty}"),
        };
        let words = format!("covers {}{heavy}", covers.join(", ").to_lowercase());
        Fact::new(capital(&piece.name).into_owned(), format!("{} %, {}", piece.dr, piece.defence), words, ids::ARM_03)
    });
    let strength = stat(battle, fighter, Stat::Strength);
    let shields = shields(battle, who).map(|(item, shield)| {
        let words = format!("blocks a blow; {} of {} left", item.numbers.get(DURABILITY), shield.durability);
        Fact::new(capital(item.name).into_owned(), format!("{} %", shield.block), words, ids::AVOID_04)
    });
    let off = if settings::armour_vs_magic(battle) { "off blows, shots and spells" } else { "off blows and shots" };
    let body = Fact::new("Strength defence", format!("{strength}d4"), off, ids::ARM_02);
    pieces.chain(shields).chain([body]).collect()
}

/// What is ready to attack with, RAT-RATE-01.
fn weapons(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let told = reach::weapons(battle, who).map(|item| {
        let value = match item.numbers.get(RECOVERY) {
            0 => String::new(),
            1 => "ready after 1 action".into(),
            rounds => format!("ready after {rounds} actions"),
        };
        Fact::new(capital(item.name).into_owned(), value, weapon_words(battle, who, item.id), ids::RATE_01)
    });
    told.collect()
}

/// Spells and abilities, RAT-MAG-01, RAT-MAG-03.
fn spells(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let known = battle.ready_items(who).filter_map(|item| Some((item, spell(battle, item.id)?)));
    let told = known.map(|(item, spell)| {
        let (value, rule) = if spell.ability { ("ability", ids::MAG_03) } else { ("spell", ids::MAG_01) };
        Fact::new(capital(item.name).into_owned(), value, spell_words(battle, who, spell), rule)
    });
    told.collect()
}

fn scores(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let d4 = |count: i16| format!("{count}d4");
    let now = |of: Stat| d4(stat(battle, fighter, of));
    let far = Measure::SQUARES.words(movement::allowance(battle, who));
    let mut all = vec![
        Fact::new("Combat base", now(Stat::CombatBase), "rolled without a proficiency", ids::RATE_01),
        Fact::new("Melee", now(Stat::Melee), "", ids::RATE_01),
        Fact::new("Missile", now(Stat::Missile), "", ids::RATE_01),
        Fact::new("Brawling", now(Stat::Brawling), "", ids::RATE_01),
        Fact::new("Agility", d4(agility(battle, fighter)), format!("moves {far}"), ids::MOVE_01),
        Fact::new("Willpower", now(Stat::Willpower), "keeps concentration", ids::AIM_08),
    ];
    all.extend(
        numbers
            .magic
            .iter()
            .map(|(subskill, dice)| Fact::new(subskill.name(), d4((*dice).into()), "magic", ids::CORE_03)),
    );
    if let Some(mount) = numbers.mount_data {
        let words = if mount.tamed { "tamed" } else { "untamed: 10 more" };
        all.push(Fact::new("Can be ridden", mount.difficulty.to_string(), words, ids::MNT_07));
    }
    all
}

/// Proficiencies and disciplines, RAT-DISC-01.
fn disciplines(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let numbers = sheet(battle.combatant(who));
    let groups: Vec<&str> = numbers.proficiencies.iter().map(|group| group.name()).collect();
    let known: Vec<&str> = numbers.disciplines.iter().map(|discipline| discipline.name()).collect();
    let fact = |label: &'static str, names: Vec<&str>, rule| {
        (!names.is_empty()).then(|| Fact::new(label, "", names.join(", "), rule))
    };
    [fact("Proficient with", groups, ids::RATE_01), fact("Disciplines", known, ids::DISC_01)]
        .into_iter()
        .flatten()
        .collect()
}

/// When it acts, RAT-INIT-01, RAT-INIT-09.
fn initiative(battle: &Battle, who: CombatantId) -> Option<Fact> {
    let vitals = battle.combatant(who).vitals;
    let (score, roll, level) = (vitals.get(SCORE), vitals.get(ROLL), vitals.get(LEVEL));
    if settings::is_older(battle) {
        // A fighter alone on its level does not roll.
        let words = if roll > 0 { format!("Agility roll {roll}") } else { "no Agility roll".into() };
        return (level > 0).then(|| Fact::new("Level", level.to_string(), words, ids::INIT_09));
    }
    let words = || format!("Agility roll {roll}, {} inches", score - roll);
    (score > 0).then(|| Fact::new("Initiative", score.to_string(), words(), ids::INIT_01))
}
