//! Combatants and questions in the words of the panels.

use super::{
    catalogue as ids,
    checks::{self, Quick},
    conditions::{self, ActionType, QUICK, STANDARD, has_action, has_reaction},
    defence, inspect, luck, menu, mounts,
    movement::Gait,
    reach, reactions,
    sheet::{Affinity, Armour, LUCK, Skill, WOUNDS, sheet},
    step::{Check, Event, Prompt},
    volley,
};
use crate::rules::{
    Allowance, Bar, Battle, Card, Combatant, CombatantId, Fact, Posture, Question, RuleId, Sign, Status, Verdict, gear,
};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let (now, full) = inspect::health(battle, who);
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
    checks::add_hurried(one, &mut now);
    checks::add_wounds(one, &mut now);
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
        let name = crate::rules::capital(battle.item(ready.item).name);
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
    let feet = mounts::feet(battle, who);
    if let Some(mode) = Gait::of(feet.posture).next() {
        let (base, full) = mode.rates(feet);
        let value = if base == full {
            super::MEASURE.words(base)
        } else {
            format!("{} / {}", super::MEASURE.words(base), super::MEASURE.words(full))
        };
        facts.push(Fact { label: "Moves".into(), value, words: String::new(), rule: Some(ids::MOVE_01) });
    }
    // What somebody wants to be asked is nobody else's business.
    if let Some(words) = reactions::orders_words(battle, who).filter(|_| battle.scene.acting == Some(who)) {
        facts.push(fact("Reactions", "asked", words, ids::REA_03));
    }
    facts
}

/// A decision in words.
pub fn question(battle: &Battle, who: CombatantId, asked: &Prompt) -> Question {
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    let me = name(who);
    let (title, about, rule, on) = match asked {
        Prompt::Turn => (format!("{me} to act"), String::new(), ids::TURN_01, None),
        Prompt::Exploit(exchange, margin) => {
            let about = format!("The attack rolled {margin:02}; {} is vulnerable to it", name(exchange.on));
            (format!("{me} may exploit the vulnerability"), about, ids::RES_04, Some(exchange.on))
        }
        Prompt::Weigh(exchange, _, value, _) if exchange.points > 0 => {
            (format!("{me} may halve the damage"), format!("{value} points come through"), ids::RES_03, None)
        }
        Prompt::Weigh(exchange, _, value, _) => {
            let about = format!("{value} points come through");
            (format!("{me} may raise the damage"), about, ids::RES_04, Some(exchange.on))
        }
        Prompt::WeighBlast(_, victim, value, _) => {
            let verb = if victim.points > 0 { "halve" } else { "raise" };
            let rule = if victim.points > 0 { ids::RES_03 } else { ids::RES_04 };
            let about = format!("{value} points come through to {}", name(victim.who));
            (format!("{me} may {verb} the damage"), about, rule, Some(victim.who))
        }
        Prompt::WeighSpan(_, victim, rounds) => {
            let verb = if victim.points > 0 { "shorten" } else { "lengthen" };
            let rule = if victim.points > 0 { ids::RES_03 } else { ids::RES_04 };
            let about = format!("It lasts {rounds} rounds for {}", name(victim.who));
            (format!("{me} may {verb} it"), about, rule, Some(victim.who))
        }
        Prompt::Steady(on, ..) => (format!("{} must stay standing", name(*on)), String::new(), ids::RES_03, Some(*on)),
        Prompt::Unseat(rider) => {
            (format!("{me} pulls {} down", name(*rider)), "Choose where it lands".into(), ids::MAN_07, Some(*rider))
        }
        Prompt::Volley(declared) => {
            let about = volley::list(battle, declared);
            (format!("{me} attacks with several weapons"), about, ids::MULTI_01, None)
        }
        Prompt::React(event) => {
            let foe = event.whose();
            let (about, rule) = match event {
                Event::Leaves(_, to) => (format!("{} steps to {to}", name(foe)), ids::REA_02),
                Event::Slips(_, to) => (format!("{} slips away to {to}", name(foe)), ids::REA_05),
                Event::Arrives(..) => (format!("{} has come closer", name(foe)), ids::REA_05),
                Event::Charges(..) => (format!("{} charges in", name(foe)), ids::CHA_04),
                Event::Attacks(_, on) => (format!("{} attacks {}", name(foe), name(*on)), ids::REA_05),
                Event::Stands(_) => (format!("{} has stood up", name(foe)), ids::REA_05),
                Event::Attacked(_, by) => (format!("{} was attacked by {}", name(foe), name(*by)), ids::REA_05),
                Event::EndsTurn(_) => (format!("{} ends the turn", name(foe)), ids::REA_05),
            };
            (format!("{me} may react against {}", name(foe)), about, rule, Some(foe))
        }
        Prompt::Defend(exchange, margin) => {
            let weapon = &battle.item(exchange.item).name;
            let about =
                format!("{} rolled {margin:02} with the {weapon}: a higher success averts it", name(exchange.by));
            (format!("{me} defends"), about, ids::DEF_01, Some(exchange.by))
        }
        Prompt::Flip(exchange, face) => {
            let about = format!("The attack rolled {face:02} against {}", inspect::attack_number(battle, exchange));
            (format!("{me} may swap the digits"), about, ids::CHK_12, Some(exchange.on))
        }
        Prompt::FlipGuard(exchange, margin, method, face) => {
            let luck = exchange.guard_luck;
            let number = defence::target_number(battle, exchange, *method, luck, &mut Quick::default());
            let about = format!("The defence rolled {face:02} against {number}, the attack has {margin:02}");
            (format!("{me} may swap the digits"), about, ids::CHK_12, Some(exchange.by))
        }
        Prompt::Upgrade(exchange, margin) => {
            let words = if checks::hit(battle, *margin).exceptional { "exceptional" } else { "plain" };
            let about = format!("The attack has won with {margin:02}, a {words} success");
            (format!("{me} may raise the degree"), about, ids::CHK_13, Some(exchange.on))
        }
        Prompt::Ignore(check) => (format!("{me} rolls"), check_words(check).into(), ids::CHK_12, None),
        Prompt::FlipCheck(check, luck, face) => {
            let number = luck::target_number(battle, who, check, *luck, &mut Quick::default());
            let about = format!("{}: {face:02} against {number}", check_words(check));
            (format!("{me} may swap the digits"), about, ids::CHK_12, None)
        }
        Prompt::FlipBurst(burst, face) => {
            let about = format!("The throw rolled {face:02} against {}", burst.number);
            (format!("{me} may swap the digits"), about, ids::CHK_12, None)
        }
        Prompt::UpgradeBurst(_, face) => {
            (format!("{me} may raise the degree"), format!("It lands with {face:02}"), ids::CHK_13, None)
        }
        Prompt::UpgradeCatch(exchange, _) => {
            let about = format!("{} is caught if the degree is raised", battle.item(exchange.item).name);
            (format!("{me} has defended"), about, ids::MAN_06, Some(exchange.by))
        }
        Prompt::EaseBlow(exchange) => {
            let about = format!("The blow at {}'s armour fails badly", name(exchange.on));
            (format!("{me} may spare the hand"), about, ids::UNA_04, Some(exchange.on))
        }
        Prompt::Ease(check, _, face) => {
            let about = format!("{}: {face:02} fails badly", check_words(check));
            (format!("{me} may make it a common failure"), about, ids::CHK_13, None)
        }
        Prompt::HoldOn(_) => {
            (format!("{me} falls into the pit"), "Holding on costs the reaction".into(), ids::REA_06, None)
        }
        Prompt::CatchItem(item) => {
            (format!("{me} may catch {}", battle.item(*item).name), "Costs the reaction".into(), ids::REA_06, None)
        }
        Prompt::RideBy(foe) => {
            (format!("{me} rides past {}", name(*foe)), "An attack in passing".into(), ids::MNT_09, Some(*foe))
        }
        Prompt::Land => (format!("{me} is thrown clear"), "Choose where to land".into(), ids::MNT_07, None),
    };
    Question { title, about, rule, on }
}

const fn check_words(check: &Check) -> &'static str {
    match check {
        Check::Stay(..) => "To stay standing",
        Check::Stunt(feat) => feat.stunt.name(),
        Check::HoldOn(_) => "To hold on to the edge",
        Check::Wrestle(_) => "The grapple",
        Check::Wrench(_) => "To wrench the weapon free",
        Check::Resist(_) => "Not to be knocked down",
        Check::Notice(_) => "To notice the attacker",
        Check::Exert(_) => "Athletics, to get through",
        Check::Snatch(_) => "To catch it",
        Check::Clear => "To be thrown clear of the mount",
        Check::Free => "To get out from under the mount",
        Check::Ride(_) | Check::RideStrike(_) => "Ride, to make the mount obey",
    }
}
