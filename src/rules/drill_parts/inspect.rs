//! Answers to "what if" and "why": what can be reached and struck, and with which dice; combatants in words.

use super::{
    Rules, attack,
    blow::Blow,
    catalogue::{ARM_01, ATK_01, DAZE_01, RCH_01, SLOW_01, WALK_01},
    menu, movement, parts,
    sheet::{DAZED, HEALTH, POINTS, SLOWED, arm, sheet},
    step::{Step, Strike},
};
use crate::{
    geometry::Square,
    rules::{
        Allowance, Area, Assessment, Attack, AttackNumber, Bar, Card, Inspect, Known, Measure, Sight, Sign,
        SituationKey, Step as AnyStep, gear, ground, prelude::*,
    },
};

/// The attack that a step begins.
fn begun(step: &AnyStep) -> Option<&Strike> {
    match step.as_ref() {
        Step::Strike(strike) if strike.is_fresh() => Some(strike),
        _ => None,
    }
}

impl Inspect for Rules {
    fn number(&self, _: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        begun(step).and_then(|strike| Some((strike.by, attack::dice(strike.attack.parts.members().next()?))))
    }

    fn journey(&self, battle: &Known<'_>, who: CombatantId, _: &str, course: Course<'_>) -> Result<Journey, Refusal> {
        movement::journey(battle, who, course)
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let body = battle.combatant(who).footprint();
        ground::around(&battle.scene.field, attack::reach(battle, who), body).collect()
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        ground::sight(battle, from, to, RCH_01)
    }

    /// Plain strikes with as many AP as may go in; the computer adds parts.
    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let most = i32::from(battle.combatant(who).budgets.get(POINTS)).min(menu::LADDER[0].ceiling.into());
        let choice = |item: &Item<'_>| {
            let choice = Choice::new("strike").with(item.id).on(whom);
            if most > 1 { choice.set("ap", most) } else { choice }
        };
        let refusal = |item: Item<'_>| parts::out_of_reach(battle, arm(battle, item.id).reach, who, whom);
        battle.ready_items(who).map(|item| (choice(&item), refusal(item))).collect()
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        begun(step).map(|strike| Attack { by: strike.by, on: strike.on, item: strike.item })
    }

    fn joined(&self, _: &Battle, step: &AnyStep) -> CombatantSet {
        begun(step).map(|strike| strike.joined).unwrap_or_default()
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let strike = begun(step)?;
        let title = strike.item.map_or_else(|| "Spell".into(), |item| capital(battle.item(item).name).to_string());
        let number = |(by, blow): (CombatantId, &Blow)| {
            AttackNumber::attack(by, attack::dice(blow)).used("Dice, 6 or more a success", ATK_01)
        };
        let mut numbers = strike.attackers().zip(strike.attack.parts.members()).map(number);
        let first = numbers.next()?;
        let about = format!("Needs {} successes", strike.attack.parts.members().next()?.guard);
        let armour = Some(strike.attack.whole.value).filter(|armour| *armour > 0).map(|armour| {
            AttackNumber::besides("Armour", Verdict::base(ARM_01, "Armour", armour.into()))
                .used("Taken off the harm of all blows", ARM_01)
        });
        let sight = ground::sight(battle, strike.by, strike.on, RCH_01);
        Some(Assessment::new(title, about, first, sight).with(numbers).with(armour))
    }

    /// All that an attack depends on and changes.
    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let Step::Strike(strike) = step.as_ref() else { return None };
        let target = battle.combatant(strike.on);
        let has = [DAZED, SLOWED].map(|kind| target.conditions.has(kind));
        Some(SituationKey::of(&(strike, target.vitals.get(HEALTH), has)))
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        let at = *choice.squares.first()?;
        (choice.verb == "cast").then(|| attack::area(battle, who, choice, at))
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        let fighter = battle.combatant(who);
        let numbers = sheet(fighter);
        let conditions: Vec<Fact> =
            fighter.conditions.0.iter().map(|condition| self.condition(battle, condition)).collect();
        let left = fighter.budgets.get(POINTS).clamp(0, numbers.ap.into()) as u8;
        let facts = vec![
            Fact::new("Skill", numbers.skill.to_string(), "dice", ATK_01),
            Fact::new("Guard", numbers.guard.to_string(), "successes that hit", ATK_01),
            Fact::new("Armour", numbers.armour.to_string(), "off the harm of an attack", ARM_01),
            Fact::new("Pace", Measure::SQUARES.words(numbers.pace), "a turn", WALK_01),
        ];
        Card {
            gear: gear(battle, who, ["", ""], None),
            bars: vec![Bar::new("Health", fighter.vitals.get(HEALTH), numbers.health)],
            allowances: vec![
                Allowance {
                    currency: &menu::PACE,
                    left: movement::left(fighter) as u8,
                    of: movement::pace(fighter) as u8,
                },
                Allowance { currency: &menu::AP, left, of: numbers.ap },
            ],
            sign: conditions.first().and_then(Sign::letter),
            conditions,
            facts,
            out: if fighter.status == Status::Fighting { "" } else { "out" },
            ..Card::default()
        }
    }

    fn condition(&self, _: &Battle, condition: &Condition) -> Fact {
        match condition.kind {
            DAZED => Fact::new("Dazed", "", "guards less, gets no nearer", DAZE_01),
            _ => Fact::new("Slowed", "", "half the pace", SLOW_01),
        }
    }
}
