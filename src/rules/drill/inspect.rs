//! Answers to "what if" and "why": what can be reached and struck, and with which number; combatants in words.

use super::{Rules, attack, catalogue::*, menu, movement, sheet::*, step::*};
use crate::rules::{
    Allowance, Area, Assessment, Attack, AttackNumber, Bar, Card, Inspect, Known, Measure, Pending, Sight, Sign,
    SituationKey, Step as AnyStep, gear, ground, prelude::*,
};

/// The strike that a step goes on with.
fn strike(step: &AnyStep) -> Option<&Strike> {
    if let Step::Strike(strike) = step.as_ref() { Some(strike) } else { None }
}

/// The strike that a step begins.
fn begun(step: &AnyStep) -> Option<&Strike> {
    strike(step).filter(|strike| strike.stage == Stage::Strike)
}

impl Inspect for Rules {
    fn pending(&self, battle: &Battle, who: CombatantId) -> Option<Pending> {
        battle.combatant(who).conditions.has(WAITING).then_some(Pending::Turn)
    }

    fn number(&self, _: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        let rolls = |strike: &&Strike| matches!(strike.stage, Stage::Strike | Stage::Parry);
        strike(step).filter(rolls).map(attack::next_roll).map(|(who, _, number)| (who, number))
    }

    fn journey(&self, battle: &Known<'_>, who: CombatantId, _: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        movement::journey(battle, who, course)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let far = battle.ready_items(who).map(|item| arm(battle, item.id).reach).max().unwrap_or(0);
        ground::around(&battle.scene.field, far, battle.combatant(who).footprint()).collect()
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        ground::sight(battle, from, to, RCH_01)
    }

    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let choice = |item: &Item<'_>| Choice::new("strike").with(item.id).on(whom);
        let refusal = |item: Item<'_>| attack::out_of_reach(battle, who, whom, item.id);
        battle.ready_items(who).map(|item| (choice(&item), refusal(item))).collect()
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        begun(step).map(|strike| Attack { by: strike.by, on: strike.on, item: Some(strike.item) })
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let strike = *begun(step)?;
        let [(by, _, number), (on, _, parry), (_, _, harm)] =
            [Stage::Strike, Stage::Parry, Stage::Damage { parried: false }]
                .map(|stage| attack::next_roll(&Strike { stage, ..strike }));
        let (title, about) = (capital(battle.item(strike.item).name), format!("Needs {} or less", number.value));
        let attack = AttackNumber::attack(by, number).used("Roll equal or under", STR_01);
        let parry = AttackNumber::defence(on, "Parry", parry).used("Roll equal or under", PAR_01);
        let account = Assessment::new(title, about, attack, ground::sight(battle, by, on, RCH_01));
        let account = account.with(strike.situation.parries.map(|_| parry));
        Some(account.with([AttackNumber::besides("Added to damage", harm).rolled_by(by)]))
    }

    /// All that a strike depends on and changes.
    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let strike = strike(step)?;
        let target = battle.combatant(strike.on);
        Some(SituationKey::of(&(strike, target.vitals.get(HEALTH), target.conditions.has(REELING))))
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        let (item, at) = (choice.item?, *choice.squares.first()?);
        (choice.verb == "sweep").then(|| attack::area(battle, who, item, at))
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        let fighter = battle.combatant(who);
        let numbers = sheet(fighter);
        let conditions: Vec<Fact> =
            fighter.conditions.0.iter().map(|condition| self.condition(battle, condition)).collect();
        let spent = [(&menu::ONE_WALK, WALKED), (&menu::ONE_STRIKE, STRUCK), (&menu::ONE_PARRY, PARRIED)];
        let mut facts = vec![
            Fact::new("Skill", numbers.skill.to_string(), "hits and parries", STR_01),
            Fact::new("Pace", Measure::SQUARES.words(numbers.pace), "a walk", WALK_01),
        ];
        if battle.enemies(who).any(|enemy| !enemy.aware.of(who)) {
            facts.push(Fact::new("Hidden", "", "until found or striking", HIDE_01));
        }
        Card {
            gear: gear(battle, who, ["", ""], None),
            bars: vec![Bar::new("Health", fighter.vitals.get(HEALTH), numbers.health)],
            allowances: spent.map(|(of, spent)| Allowance::once(of, fighter.budgets.get(spent) == 0)).into(),
            sign: conditions.first().and_then(Sign::letter),
            conditions,
            facts,
            out: if fighter.status == Status::Fighting { "" } else { "out" },
            ..Card::default()
        }
    }

    fn condition(&self, _: &Battle, condition: &Condition) -> Fact {
        match condition.kind {
            WAITING => Fact::new("Waiting", "", "for an enemy who comes", WAIT_01),
            _ => Fact::new("Reeling", "", "parries nothing", REEL_01),
        }
    }
}
