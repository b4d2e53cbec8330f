//! Answers to "what if" and "why": what can be reached, struck, and with which number.

use super::{
    Rules,
    attack::out_of_reach,
    card,
    catalogue::{PAR_01, RCH_01, STR_01},
    conditions, defence, movement,
    sheet::{self, arm},
    step::{Blow, Step},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::{
        Assessment, Attack, AttackNumber, Battle, Card, Choice, CombatantId, Condition, Course, Fact, Inspect, Item,
        Journey, Refusal, Sight, Step as AnyStep, Verdict, capital, ground,
    },
};

impl Inspect for Rules {
    /// DRL-STR-01, DRL-PAR-01.
    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        match step.as_ref() {
            Step::Strike(blow, _) => Some((blow.by, sheet::number(battle, blow.by, STR_01))),
            Step::Parry(blow) => Some((blow.on, sheet::number(battle, blow.on, PAR_01))),
            _ => None,
        }
    }

    fn journey(&self, battle: &Battle, who: CombatantId, _: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        movement::journey(battle, who, course)
    }

    /// DRL-RCH-01.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let (body, field) = (battle.combatant(who).footprint(), &battle.scene.field);
        let far = battle.ready_items(who).map(|item| arm(battle, item.id).reach).max();
        let near = far.into_iter().flat_map(|far| reach_chebyshev(body, far));
        let inside = near.filter(|square| field.cell(*square).is_some() && !body.contains(*square));
        inside.filter(|square| ground::has_line(field, body, Footprint::one(*square))).collect()
    }

    /// DRL-RCH-01.
    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight {
        ground::sight(battle, from, to, RCH_01)
    }

    fn attacks(&self, battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let strike = |item: Item<'_>| {
            let refusal = out_of_reach(battle, Blow { by: who, on: whom, item: item.id });
            (Choice::new("strike").with(item.id).on(whom), refusal)
        };
        battle.ready_items(who).map(strike).collect()
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        match step.as_ref() {
            Step::Strike(Blow { by, on, item }, _) => Some(Attack { by: *by, on: *on, item: Some(*item) }),
            _ => None,
        }
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let Step::Strike(Blow { by, on, item }, _) = *step.as_ref() else { return None };
        let number = sheet::number(battle, by, STR_01);
        let (title, about) = (capital(battle.item(item).name), format!("Needs {} or less", number.value));
        let attack = AttackNumber::attack(by, number).used("Roll equal or under", STR_01);
        let parry = || AttackNumber::defence(on, "Parry", sheet::number(battle, on, PAR_01));
        let parry = defence::can_parry(battle, on).then(|| parry().used("Roll equal or under", PAR_01));
        let [(rule, words, amount), notches] = sheet::harm(battle, item);
        let harm = Verdict::base(rule, words, amount).plus(notches.0, notches.1, notches.2);
        let harm = AttackNumber::besides("Added to damage", harm).rolled_by(by);
        let sight = ground::sight(battle, by, on, RCH_01);
        Some(Assessment::new(title, about, attack, sight).with(parry).with([harm]))
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }
}
