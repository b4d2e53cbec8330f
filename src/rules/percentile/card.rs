//! Combatants and offers in the words of the panels: made on demand, from the same numbers that the rules roll against.

use super::{
    blast,
    bonds::{self, feet},
    catalogue as ids, charge,
    checks::{add_hurried, add_wounds},
    conditions::{self, ActionType, QUICK, REACTIONS, STANDARD, has_action, has_reaction},
    grapple, luck,
    menu::{self, Gait, Stunt},
    reach, reactions,
    sheet::{Affinity, Armour, Kind, LUCK, MEASURE, Origin, Skill, Tag, Use, WOUNDS, arm, sheet},
    step::{Check, Luck},
    stunts, wounds,
};

use crate::rules::{Allowance, Bar, Card, Group, Sign, gear, prelude::*};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let combatant = battle.combatant(who);
    let numbers = sheet(combatant);
    let (now, full) = wounds::health(battle, who);
    let threshold = numbers.wound_threshold();
    let notches = (1..).map(|count| count * threshold).take_while(|at| *at < full).collect();
    let mut conditions: Vec<Fact> = Vec::new();
    match combatant.posture {
        Posture::Prone => {
            conditions.push(Fact::new("Prone", "", "melee +10 against it, ranged \u{2212}10", ids::PRN_03));
        }
        Posture::Crouching => conditions.push(Fact::new("Crouching", "", "moves at half the base rate", ids::MOVE_09)),
        Posture::Standing => {}
    }
    // `CLEAR_AIR` is only a bookkeeping note, one for each square.
    let told = combatant.conditions.0.iter().filter(|condition| condition.kind != conditions::CLEAR_AIR);
    conditions.extend(told.map(|condition| conditions::describe(battle, condition)));
    let sign = if combatant.conditions.0.last().is_some_and(|condition| condition.kind == conditions::GRABBED) {
        Some(Sign::Held)
    } else {
        conditions.last().and_then(Sign::letter)
    };
    Card {
        sign,
        gear: gear(battle, who, ["loaded", "not loaded"], numbers.armour.iter().map(|armour| armour.name.clone())),
        bars: vec![Bar { label: "Health", now, full, notches }],
        wounds: combatant.vitals.get(WOUNDS).clamp(0, 99) as u8,
        allowances: allowances(battle, who),
        luck: (numbers.luck > 0).then(|| (combatant.vitals.get(LUCK).max(0) as u8, numbers.luck as u8)),
        conditions,
        wear: Vec::new(),
        facts: facts(battle, who),
        out: combatant.status.word("disabled"),
    }
}

/// PCT-TURN-01: one Standard and one Quick, or three Quick; the reaction.
fn allowances(battle: &Battle, who: CombatantId) -> Vec<Allowance> {
    let combatant = battle.combatant(who);
    let (standard, quick) = (combatant.budgets.get(STANDARD), combatant.budgets.get(QUICK));
    let standard_left = u8::from(has_action(battle, who, ActionType::Standard));
    let quick_left = match (standard, standard_left) {
        (0, 1) => (1 - quick).max(0),
        (0, _) => 3 - quick,
        _ => 1 - quick,
    };
    let quick_of = if standard == 0 && quick > 1 { 3 } else { 1 };
    vec![
        Allowance::once(&menu::STANDARD, standard_left == 1),
        Allowance { currency: &menu::QUICK, left: quick_left.max(0) as u8, of: quick_of },
        Allowance::once(&menu::REACTION, has_reaction(battle, who)),
    ]
}

/// The current value of a rating, and what lowers it: wounds, having run. PCT-DMG-05, PCT-MOVE-02.
fn rated(combatant: Combatant<'_>, label: String, rating: i32, words: String, rule: RuleId) -> Fact {
    let mut now = Verdict::base(rule, "", rating);
    add_hurried(combatant, &mut now);
    add_wounds(combatant, &mut now);
    let lowered: String =
        now.terms[1..].iter().map(|term| format!(", {} \u{2212}{}", term.words.to_lowercase(), -term.amount)).collect();
    let words = if lowered.is_empty() { words } else { format!("{words}; {rating}{lowered}") };
    let value = now.value.clamp(1, 98).to_string();
    Fact::new(label, value, words, rule)
}

fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let combatant = battle.combatant(who);
    let numbers = sheet(combatant);
    let mut facts = vec![
        rated(combatant, "Fray".to_string(), numbers.rating(Skill::Fray), "defence".into(), ids::DEF_01),
        Fact::new("Armour", numbers.av().to_string(), "AV", ids::ARM_02),
        Fact::new("Wound", numbers.wound_threshold().to_string(), "damage for each wound", ids::DMG_04),
    ];
    let worn = |of: fn(&Armour) -> &Vec<Affinity>| numbers.armour.iter().flat_map(of);
    let named = |list: Vec<&Affinity>| {
        list.iter().map(|affinity| format!("{:?} {}", affinity.tag, affinity.level)).collect::<Vec<_>>().join(", ")
    };
    let resists = named(numbers.resistances.iter().chain(worn(|armour| &armour.resistances)).collect());
    let suffers = named(numbers.vulnerabilities.iter().chain(worn(|armour| &armour.vulnerabilities)).collect());
    let immune: Vec<String> = numbers.immunities.iter().map(|tag| format!("{tag:?}")).collect();
    for (label, value, rule) in [
        ("Resists", resists, ids::RES_01),
        ("Vulnerable", suffers, ids::RES_01),
        ("Immune", immune.join(", "), ids::RES_06),
    ] {
        if !value.is_empty() {
            facts.push(Fact::new(label, value, "", rule));
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
        facts.push(rated(combatant, name.into_owned(), rating, format!("DV {dv}, AP {}", ready.of.ap), ids::ATK_03));
    }
    let threat = reach::threat_range(battle, who);
    let words = threat.map_or_else(|| "nothing".into(), |metres| format!("up to {metres} m"));
    facts.push(Fact::new("Threatens", words, "", ids::REACH_03));
    let feet = feet(battle, who);
    if let Some(mode) = Gait::of(feet.posture).next() {
        let (base, full) = mode.rates(feet);
        let value = if base == full {
            MEASURE.words(base)
        } else {
            format!("{} / {}", MEASURE.words(base), MEASURE.words(full))
        };
        facts.push(Fact::new("Moves", value, "", ids::MOVE_01));
    }
    // Standing orders are shown only to their owner, in the owner's turn.
    if let Some(words) = reactions::orders_words(battle, who).filter(|_| battle.scene.acting == Some(who)) {
        facts.push(Fact::new("Reactions", "asked", words, ids::REA_03));
    }
    facts
}

/// What is on offer in one's turn.
pub fn in_turn(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let wording = match offer.group {
        Group::Move => going(battle, who, offer, wording),
        Group::Stunt => stunt(battle, who, offer, wording),
        Group::Attack => attack(battle, offer, wording),
        Group::Manoeuvre => hold(battle, who, offer, wording),
        Group::Stance if offer.verb == menu::ORDERS.verb => {
            let order = battle.combatant(who).orders.of(REACTIONS);
            wording.about(format!("Asked about them: {}", order.words()))
        }
        Group::Stance if offer.verb == menu::BRACE.verb => {
            let bonus = sheet(battle.combatant(who)).damage_bonus();
            wording.about(format!("Strikes anyone who charges in, +{bonus} DV"))
        }
        _ => wording,
    };
    if !offer.dearer {
        return wording;
    }
    let more = "takes the Standard action";
    let about = if wording.about.is_empty() { capital(more) } else { format!("{}; {more}", wording.about).into() };
    wording.about(about)
}

fn going(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    if offer.verb == charge::VERB {
        return wording.about(charge::about(battle, who));
    }
    if offer.verb == menu::BREAK.verb {
        let held = bonds::captive(battle, who).unwrap_or(who);
        let check = Check::Wrestle(grapple::contest(held, held));
        let number = luck::target_number(battle, held, &check, Luck::default(), &mut Quick::default());
        return wording.about(format!("{number} or less, against the holder"));
    }
    let Some(gait) = Gait::named(offer.verb) else { return wording };
    let combatant = feet(battle, who);
    let (base, full) = gait.rates(combatant);
    let words = |rate| MEASURE.words(rate);
    let rates = if base == full { words(base) } else { format!("{}, run {}", words(base), words(full)) };
    wording.about(if gait.wants_check(combatant) { format!("{rates}, Athletics check") } else { rates })
}

fn stunt(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let (Some(stunt), Target::Way(ways)) = (Stunt::named(offer.verb), &offer.target) else { return wording };
    wording.about(stunts::about(battle, who, stunt, ways))
}

fn attack(battle: &Battle, offer: &Offer, wording: Wording) -> Wording {
    let Some(item) = offer.item else { return wording };
    let fits = |of: &&Use| menu::attack(of).verb == offer.verb;
    let Some(of) = arm(battle, item).uses.iter().find(fits) else { return wording };
    let name = battle.item(item).name;
    let wording = match of.kind {
        Kind::Natural => wording.titled(format!("Attack with {name}")),
        Kind::Unarmed => wording.titled("Strike unarmed"),
        _ => wording,
    };
    if !of.is_area() {
        return wording;
    }
    let title = match of.emanates {
        Origin::Point if of.kind == Kind::Thrown => format!("Throw {name}"),
        Origin::Point => format!("Shoot {name}"),
        Origin::Myself => format!("Unleash {name}"),
    };
    let about = if of.has(Tag::Splash) { blast::does_words(of) } else { "Hits everybody near, friends too".into() };
    wording.titled(title).about(about)
}

/// Names what is let go, released or wrenched free.
fn hold(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    match offer.verb {
        verb if verb == menu::RELEASE.verb => {
            let name = bonds::held(battle, who).map(|held| battle.combatant(held).identity.name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::UNCATCH.verb => {
            let caught = offer.item.and_then(|item| bonds::caught_by(battle, item));
            let name = caught.map(|(_, caught)| battle.item(caught).name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::WRENCH.verb => {
            let Some(item) = offer.item else { return wording };
            let number = luck::target_number(battle, who, &Check::Wrench(item), Luck::default(), &mut Quick::default());
            wording.about(luck::or_less(number))
        }
        _ => wording,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, Team, percentile::testing},
    };

    #[test]
    fn smoke_is_told_once_whatever_it_lies_over() {
        let who = CombatantId(0);
        let mut battle = testing::battle(Battlefield::new(4, 1), &[(Team(0), Square::new(0, 0), <_>::default())]);
        for kind in [conditions::CLEAR_AIR, conditions::CLEAR_AIR, conditions::CLOUD] {
            battle.apply(&Effect::AddCondition(who, Condition::new(kind, Until::Turns(3))));
        }
        let told: Vec<_> = card(&battle, who).conditions.into_iter().map(|fact| fact.label).collect();
        assert_eq!(told, ["Smoke"]);
    }
}
