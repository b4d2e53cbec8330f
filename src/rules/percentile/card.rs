//! Combatants and questions in the words of the panels.

use super::{
    bonds::feet,
    catalogue as ids,
    checks::{add_hurried, add_wounds},
    conditions::{self, ActionType, QUICK, STANDARD, has_action, has_reaction},
    menu::{self, Gait},
    reach, reactions,
    sheet::{Affinity, Armour, LUCK, MEASURE, Skill, WOUNDS, sheet},
    wounds,
};
use crate::rules::{
    Allowance, Bar, Battle, Card, Combatant, CombatantId, Fact, Posture, RuleId, Sign, Status, Verdict, capital, gear,
};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let (now, full) = wounds::health(battle, who);
    let threshold = numbers.wound_threshold();
    let notches = (1..).map(|count| count * threshold).take_while(|at| *at < full).collect();
    let mut conditions: Vec<Fact> = Vec::new();
    match one.posture {
        Posture::Prone => conditions.push(fact("Prone", "", "melee +10 against it, ranged \u{2212}10", ids::PRN_03)),
        Posture::Crouching => conditions.push(fact("Crouching", "", "moves at half the base rate", ids::MOVE_09)),
        Posture::Standing => {}
    }
    conditions.extend(one.conditions.0.iter().map(|condition| conditions::describe(battle, condition)));
    let sign = if one.conditions.0.last().is_some_and(|condition| condition.kind == conditions::GRABBED) {
        Some(Sign::Held)
    } else {
        conditions.last().and_then(Sign::of)
    };
    Card {
        sign,
        gear: gear(battle, who, ["loaded", "not loaded"], numbers.armour.iter().map(|one| one.name.clone())),
        bars: vec![Bar { label: "Health", now, full, notches }],
        wounds: one.vitals.get(WOUNDS).clamp(0, 99) as u8,
        allowances: allowances(battle, who),
        luck: (numbers.luck > 0).then(|| (one.vitals.get(LUCK).max(0) as u8, numbers.luck as u8)),
        conditions,
        facts: facts(battle, who),
        out: match one.status {
            Status::Fighting => "",
            Status::Down => "disabled",
            Status::Dead => "dead",
            Status::Fled => "fled",
        },
    }
}

fn fact(label: &'static str, value: impl Into<String>, words: impl Into<String>, rule: RuleId) -> Fact {
    Fact { label: label.into(), value: value.into(), words: words.into(), rule: Some(rule) }
}

/// PCT-TURN-01: one Standard and one Quick, or three Quick; the reaction.
fn allowances(battle: &Battle, who: CombatantId) -> Vec<Allowance> {
    let one = battle.combatant(who);
    let (standard, quick) = (one.budgets.get(STANDARD), one.budgets.get(QUICK));
    let standard_left = u8::from(has_action(battle, who, ActionType::Standard));
    let quick_left = match (standard, standard_left) {
        (0, 1) => (1 - quick).max(0),
        (0, _) => 3 - quick,
        _ => 1 - quick,
    };
    let quick_of = if standard == 0 && quick > 1 { 3 } else { 1 };
    vec![
        Allowance { currency: &menu::STANDARD, left: standard_left, of: 1 },
        Allowance { currency: &menu::QUICK, left: quick_left.max(0) as u8, of: quick_of },
        Allowance { currency: &menu::REACTION, left: u8::from(has_reaction(battle, who)), of: 1 },
    ]
}

/// The present value of a rating, and what lowers it: wounds, having run. PCT-DMG-05, PCT-MOVE-02.
fn rated(one: Combatant<'_>, label: String, rating: i32, words: String, rule: RuleId) -> Fact {
    let mut now = Verdict::base(rule, "", rating);
    add_hurried(one, &mut now);
    add_wounds(one, &mut now);
    let lowered: String =
        now.terms[1..].iter().map(|term| format!(", {} \u{2212}{}", term.words.to_lowercase(), -term.amount)).collect();
    let words = if lowered.is_empty() { words } else { format!("{words}; {rating}{lowered}") };
    let value = now.value.clamp(1, 98).to_string();
    Fact { label: label.into(), value, words, rule: Some(rule) }
}

fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let mut facts = vec![
        rated(one, "Fray".to_string(), numbers.rating(Skill::Fray), "defence".into(), ids::DEF_01),
        fact("Armour", numbers.av().to_string(), "AV", ids::ARM_02),
        fact("Wound", numbers.wound_threshold().to_string(), "damage for each wound", ids::DMG_04),
    ];
    let worn = |of: fn(&Armour) -> &Vec<Affinity>| numbers.armour.iter().flat_map(of);
    let named = |list: Vec<&Affinity>| {
        list.iter().map(|one| format!("{:?} {}", one.tag, one.level)).collect::<Vec<_>>().join(", ")
    };
    let resists = named(numbers.resistances.iter().chain(worn(|one| &one.resistances)).collect());
    let suffers = named(numbers.vulnerabilities.iter().chain(worn(|one| &one.vulnerabilities)).collect());
    let immune: Vec<String> = numbers.immunities.iter().map(|tag| format!("{tag:?}")).collect();
    for (label, value, rule) in [
        ("Resists", resists, ids::RES_01),
        ("Vulnerable", suffers, ids::RES_01),
        ("Immune", immune.join(", "), ids::RES_06),
    ] {
        if !value.is_empty() {
            facts.push(Fact { label: label.into(), value, words: String::new(), rule: Some(rule) });
        }
    }
    for ready in reach::ready(battle, who) {
        let rating = numbers.rating(ready.of.skill);
        let name = capital(battle.item(ready.item).name);
        let mut dv = format!("{}d10", ready.of.dv.dice);
        let flat = ready.of.dv.flat + ready.of.dv.bonus * numbers.damage_bonus();
        if flat > 0 {
            dv += &format!("+{flat}");
        }
        facts.push(rated(one, name.into_owned(), rating, format!("DV {dv}, AP {}", ready.of.ap), ids::ATK_03));
    }
    let threat = reach::threat_range(battle, who);
    let words = threat.map_or_else(|| "nothing".into(), |metres| format!("up to {metres} m"));
    facts.push(Fact { label: "Threatens".into(), value: words, words: String::new(), rule: Some(ids::REACH_03) });
    let feet = feet(battle, who);
    if let Some(mode) = Gait::of(feet.posture).next() {
        let (base, full) = mode.rates(feet);
        let value = if base == full {
            MEASURE.words(base)
        } else {
            format!("{} / {}", MEASURE.words(base), MEASURE.words(full))
        };
        facts.push(Fact { label: "Moves".into(), value, words: String::new(), rule: Some(ids::MOVE_01) });
    }
    // What somebody wants to be asked is nobody else's business.
    if let Some(words) = reactions::orders_words(battle, who).filter(|_| battle.scene.acting == Some(who)) {
        facts.push(fact("Reactions", "asked", words, ids::REA_03));
    }
    facts
}
