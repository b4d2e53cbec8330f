//! Combatants and questions in the words of the panels.

use super::{
    attack::Exchange,
    catalogue as ids,
    conditions::{self, ORDERS, OVERCAST, RESISTING, actions, actions_left, is_wounded},
    exchange::Stage,
    facts::{self, fact},
    guard, menu,
    sheet::{DURABILITY, HEALTH, MANA, VIGOR, WORN, sheet},
    step::Prompt,
};
use crate::rules::{Allowance, Bar, Battle, Card, CombatantId, Fact, Posture, Question, Sign, Status, gear};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let bar = |label: &'static str, now: i16, full: i16| Bar {
        label,
        now: now.into(),
        full: full.into(),
        notches: Vec::new(),
    };
    let mut bars = vec![bar("Durability", one.vitals.get(DURABILITY), numbers.durability)];
    if numbers.kind.has_health() {
        bars.push(bar("Health", one.vitals.get(HEALTH), numbers.health));
    }
    bars.push(bar("Vigor", one.vitals.get(VIGOR), numbers.vigor));
    if numbers.mana > 0 {
        bars.push(bar("Mana", one.vitals.get(MANA), numbers.mana));
    }
    let mut told: Vec<Fact> = Vec::new();
    if is_wounded(one) {
        told.push(fact("Wounded", "", "bonus dice one step smaller", ids::COND_01));
    }
    if one.posture == Posture::Prone {
        told.push(fact("Prone", "", "Speed is a quarter, ranged attacks at it have a Challenge", ids::COND_03));
    }
    let shown = one.conditions.0.iter().filter(|condition| !matches!(condition.kind, ORDERS | RESISTING | OVERCAST));
    told.extend(shown.map(|condition| conditions::describe(battle, condition)));
    let is_mine = battle.scene.acting == Some(who);
    let left = if is_mine { actions_left(battle, who) } else { actions(battle, who).max(0) as u8 };
    let vigor = |points: i16| points.clamp(0, 255) as u8;
    Card {
        gear: gear(battle, who, ["ready", "not ready"], worn(battle, who)),
        bars,
        wounds: u8::from(is_wounded(one)),
        allowances: vec![
            Allowance { currency: &menu::ACTION, left, of: actions(battle, who).max(left.into()).max(0) as u8 },
            Allowance { currency: &menu::VIGOR, left: vigor(one.vitals.get(VIGOR)), of: vigor(numbers.vigor) },
        ],
        luck: None,
        sign: told.first().and_then(Sign::of),
        conditions: told,
        facts: facts::facts(battle, who),
        out: match one.status {
            Status::Fighting => "",
            Status::Down if one.conditions.has(conditions::STABLE) => "stable",
            Status::Down => "in shock",
            Status::Dead => "dead",
            Status::Fled => "fled",
        },
    }
}

/// Worn armour with what it can still stop.
fn worn(battle: &Battle, who: CombatantId) -> Vec<String> {
    let one = battle.combatant(who);
    let pieces = sheet(one).armour.iter().zip(WORN);
    let told = pieces.map(|(piece, vital)| match (piece.durability, one.vitals.get(vital)) {
        (Some(_), 0) => format!("{}, destroyed", piece.name),
        (Some(_), left) => format!("{} AR {}, {left} left", piece.name, piece.ar),
        (None, _) => format!("{} AR {}", piece.name, piece.ar),
    });
    told.collect()
}

/// A decision in words.
pub fn question(battle: &Battle, who: CombatantId, asked: &Prompt) -> Question {
    let name = battle.combatant(who).identity.name.to_string();
    match asked {
        Prompt::Turn => {
            Question { title: format!("{name} to act"), about: String::new(), rule: ids::TURN_01, on: None }
        }
        Prompt::Defend(exchange) => defend(battle, exchange, &name),
        Prompt::DefendArea(area, place) => defend(battle, &area.targets[usize::from(*place)], &name),
        Prompt::Oppose(skill, by, total) => {
            // Who is not known is not named, VIG-SETUP-06.
            let one = battle.combatant(who);
            let on = Some(*by).filter(|by| one.aware.of(*by) || one.team == battle.combatant(*by).team);
            let whose = on.map_or("Somebody", |by| &battle.combatant(by).identity.name);
            let about = format!("{whose} with {}: {total} to beat", skill.name());
            Question { title: format!("{name} may oppose"), about, rule: ids::ACT_05, on }
        }
        Prompt::Readied(event) => {
            let ready = battle.combatant(who).conditions.find(conditions::READIED);
            let about = ready.map(|ready| super::ready::words(battle, ready)).unwrap_or_default();
            Question { title: format!("{name} has readied an act"), about, rule: ids::ACT_02, on: Some(event.whose()) }
        }
        Prompt::Opening(by) => {
            let foe = &battle.combatant(*by).identity.name;
            let about = format!("{foe} opens; nobody defends in a turn of their own");
            Question { title: format!("{name} may strike {foe}"), about, rule: ids::REACT_07, on: Some(*by) }
        }
        Prompt::Join(side, _) => Question {
            title: format!("{side} rolls initiative"),
            about: "Who holds back has no turns and may join later".into(),
            rule: ids::INIT_04,
            on: None,
        },
    }
}

/// The question whether to defend: what is known is the total, the weapon and one's own Vigor. VIG-REACT-05.
fn defend(battle: &Battle, exchange: &Exchange, name: &str) -> Question {
    let (strike, situation) = (&exchange.strike, &exchange.situation);
    let with = strike.means(battle).name;
    let total = if let Stage::Decide(total) = exchange.stage { total } else { situation.vs };
    let by = &battle.combatant(strike.by).identity.name;
    let known = !guard::is_unaware(battle, strike);
    let (whose, on) =
        if known { (format!("{by} with {with}"), Some(strike.by)) } else { ("An attack".to_string(), None) };
    let left = strike.on.combatant().map_or(0, |on| battle.combatant(on).vitals.get(VIGOR));
    let about = format!("{whose}: {total} against {}; {left} Vigor left", situation.vs);
    Question { title: format!("{name} may defend"), about, rule: ids::REACT_04, on }
}
