//! Combatants as the panels show them.

use super::{
    attack, cast, catalogue as ids,
    conditions::{self, CAST, NO_STAKE, SHOT, available, spell_of, takes_turns},
    damage, guard, menu, movement, settings,
    sheet::{Armour, CARRIED, FATIGUE, FRESH, LUCK, MOVED, TEMPORARY, VITALITY, sheet},
    spell::Structure,
};
use crate::rules::{Allowance, Bar, Card, Measure, Sign, gear, prelude::*};

/// Vitality left and maximum, both including temporary ranks, TOT-BERS-02.
pub fn health(battle: &Battle, who: CombatantId) -> (i32, i32) {
    let fighter = battle.combatant(who);
    let full = sheet(fighter).vitality_max(settings::vitality_per_rank(battle));
    let temporary = i32::from(fighter.vitals.get(TEMPORARY));
    (i32::from(fighter.vitals.get(VITALITY)) + temporary, full + temporary)
}

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let (now, full) = health(battle, who);
    let fatigue = Bar::new("Fatigue", fighter.vitals.get(FATIGUE).max(0), numbers.fatigue);
    let worn = Some(numbers.armour).filter(|armour| *armour != Armour::None);
    // A negative value is shown only for someone who fights on below 0.
    let left = if fighter.fights() { now } else { now.max(0) };
    let quarter = (1..4).map(|part| full * part / 4).collect();
    let conditions = told(battle, who, false);
    let is_shown = |condition: &&Condition| !matches!(condition.kind, NO_STAKE | SHOT | CAST);
    let last = fighter.conditions.0.iter().rfind(is_shown);
    let sign = match last.map(|condition| condition.kind) {
        Some(conditions::HELD) => Some(Sign::Held),
        Some(conditions::DYING) => Some(Sign::Dying),
        Some(conditions::STABLE) => Some(Sign::Stable),
        _ => conditions.last().and_then(Sign::letter),
    };
    Card {
        sign,
        gear: gear(battle, who, ["ready", "not ready"], worn.map(|armour| armour.name().into())),
        bars: vec![Bar { label: "Vitality", now: left, full, notches: quarter }, fatigue],
        wounds: 0,
        allowances: allowances(battle, who),
        luck: (fighter.vitals.get(LUCK) > 0 || numbers.luck.is_some_and(|luck| luck > 0))
            .then(|| (fighter.vitals.get(LUCK).max(0) as u8, numbers.luck.unwrap_or(10))),
        conditions,
        wear: Vec::new(),
        facts: facts(battle, who),
        out: fighter.status.word(lying(battle, who)),
    }
}

/// A word for the state of a combatant who is out but may come back, TOT-COND-01.
fn lying(battle: &Battle, who: CombatantId) -> &'static str {
    use conditions::{COMA, DYING, STABLE, STUPOR};
    let words = [(DYING, "dying"), (STABLE, "stable"), (COMA, "in a coma"), (STUPOR, "in a stupor")];
    let found = words.into_iter().find(|(kind, _)| battle.combatant(who).conditions.has(*kind));
    found.map_or("unconscious", |(_, words)| words)
}

/// Conditions in words: either real ones or, if `asked_for`, notes of what a combatant has asked for or done, which
/// tokens do not show.
fn told(battle: &Battle, who: CombatantId, asked_for: bool) -> Vec<Fact> {
    let own = |kind| matches!(kind, NO_STAKE | SHOT | CAST) == asked_for;
    let all = battle.combatant(who).conditions.0.iter().filter(|condition| own(condition.kind));
    all.map(|condition| conditions::describe(battle, condition)).collect()
}

fn allowances(battle: &Battle, who: CombatantId) -> Vec<Allowance> {
    let fighter = battle.combatant(who);
    if !takes_turns(battle, who) {
        return Vec::new();
    }
    let rating = sheet(fighter).rating();
    let ap = available(battle, who);
    vec![
        Allowance { currency: &menu::AP, left: ap, of: rating.max(ap) },
        Allowance::once(&menu::MOVEMENT, fighter.budgets.get(MOVED) == 0),
    ]
}

/// Facts that the bars cannot show, and the AP left, which everybody may know, TOT-ATK-04 (A0).
fn state(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let vitals = &battle.combatant(who).vitals;
    let (vitality, temporary) = (vitals.get(VITALITY), vitals.get(TEMPORARY));
    let mut facts = Vec::new();
    if takes_turns(battle, who) && battle.combatant(who).fights() {
        let budgets = &battle.combatant(who).budgets;
        let ap = budgets.get(FRESH).saturating_add(budgets.get(CARRIED));
        let carried = budgets.get(CARRIED);
        let (words, rule) = match carried {
            1.. => (format!("left, {carried} of them carried over until its turn"), ids::AP_03),
            _ => ("left".into(), ids::AP_02),
        };
        facts.push(Fact::new("AP", ap.to_string(), words, rule));
    }
    if vitality < 0 {
        let drug = conditions::active(battle, who).filter(|_| battle.combatant(who).fights());
        let (words, rule) = match drug {
            Some(dose) => (format!("below 0: fights on while {}", dose.drug.name()), ids::BERS_06),
            None => ("below 0".into(), ids::DYING_01),
        };
        facts.push(Fact::new("Vitality", format!("\u{2212}{}", -vitality), words, rule));
    }
    if temporary > 0 {
        let (all, _) = health(battle, who);
        let words = format!("of the {all} Vitality, lost first, gone when the drug wears off");
        facts.push(Fact::new("Temporary", temporary.to_string(), words, ids::BERS_02));
    }
    facts
}

fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let dice = |count: i32| format!("{count}d10");
    let mut facts = state(battle, who);
    if guard::rolls(battle, who) {
        facts.push(Fact::new("Evasion", dice(guard::evasion(battle, who).value), "before AP", ids::DEF_01));
        facts.push(Fact::new("Block", dice(guard::block(battle, who).value), "before AP", ids::DEF_02));
    } else {
        facts.push(Fact::new("Defence", String::new(), "none is rolled", ids::DEF_05));
    }
    facts.push(Fact::new("Mitigation", dice(damage::mitigation(battle, who, 0, 0).value), "before AP", ids::DMG_02));
    for item in battle.items_of(who) {
        let ready = item.at.holder().is_some() || matches!(item.at, Location::Natural(_));
        for manner in attack::manners(battle, item.id).filter(|_| ready) {
            let count = attack::dice(battle, who, item.id, manner).value.max(1);
            let far = if manner.is_melee() { "reach" } else { "range" };
            let words = format!("to hit, {far} {}", attack::range(battle, item.id, manner));
            let name = capital(item.name);
            let label = if attack::verb(manner) == "throw" { format!("{name}, thrown").into() } else { name };
            facts.push(Fact::new(label, dice(count), words, ids::ATK_02));
        }
    }
    let moves = Measure::SQUARES.words(movement::allowance(battle, who));
    facts.push(Fact::new("Moves", moves, "a movement action", ids::MOVE_01));
    facts.push(Fact::new("Speed", numbers.rating().to_string(), "AP a round, dice for the order", ids::AP_01));
    // Only the acting combatant's own requests are shown.
    if battle.scene.acting == Some(who) {
        let orders = guard::orders_words(battle, who);
        facts.extend(orders.map(|words| Fact::new("Standing orders", String::new(), words, ids::ATK_04)));
        facts.extend(told(battle, who, true));
    }
    facts.extend(magic(battle, who));
    facts.push(Fact::new("Dies at", format!("\u{2212}{}", numbers.endurance), "Vitality", ids::DYING_06));
    facts
}

/// Known energies, and energies stored in items.
fn magic(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let numbers = sheet(battle.combatant(who));
    let mut facts = Vec::new();
    if !numbers.energies.is_empty() {
        let names: Vec<&str> = numbers.energies.iter().map(|energy| energy.name()).collect();
        let dice = cast::dice_of(battle, who, Structure::Projected);
        facts.push(Fact::new("Magic", format!("{dice}d10"), names.join(", "), ids::MAG_02));
    }
    let mine = battle.items_of(who);
    for (item, kept) in mine.filter_map(|item| Some((item, spell_of(&item.condition?)?))) {
        let label = capital(item.name);
        facts.push(Fact::new(label, kept.words(), kept.structure.name(), ids::HYB_01));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, RulesetId, Team, testing, totals::sheet::Sheet};

    /// TOT-BERS-02.
    #[test]
    fn what_counts_as_health_is_what_health_counts() {
        let body = (Team(0), Square::new(0, 0), Sheet::default().into());
        let battle = testing::battle(RulesetId::Totals, Battlefield::new(2, 2), &[body]);
        let who = CombatantId(0);
        let before = health(&battle, who).0;
        for vital in (0..5).map(Vital) {
            let mut after = battle.clone();
            after.apply(&Effect::Vital(who, vital, battle.combatant(who).vitals.get(vital) + 3));
            let counts = health(&after, who).0 != before;
            assert_eq!(RulesetId::Totals.rules().is_health(vital), counts, "{vital:?}");
        }
    }
}
