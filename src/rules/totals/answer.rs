//! The outcomes of choices, and the default answers.

use super::{
    attack, briefing, card, catalogue as ids, catching,
    conditions::{Detail, NO_STAKE, ORDERS, lasting, pay},
    damage, defence, describe, gear, habit,
    magic::{cast, counter},
    mounts, movement, offers, series,
    sheet::FOLLOWED,
    step::{AttackStep, Blow, DamageStep, DefenceStep, Guard, MovementStep, Prompt, Stake, TurnStep, step},
    wrestling::{self, HOLD},
};
use crate::rules::{
    AgendaItem, Battle, Briefing, Choice, CombatantId, Condition, Course, Decision, Effect, Offer, Question, Refusal,
    RulesetPrompt, StepContext, Wording,
};

impl Prompt {
    /// The question as what it can do.
    pub fn asked(&self) -> &dyn RulesetPrompt {
        self
    }
}

impl RulesetPrompt for Prompt {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        offers::offers(battle, who, self).0
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verb: &str) -> Vec<Offer> {
        offers::offers_of(battle, who, self, verb).0
    }

    fn answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Result<(), Refusal> {
        answer(battle, who, self, choice, context)
    }

    fn default_answer(&self, battle: &Battle, _who: CombatantId) -> Choice {
        default_answer(battle, self)
    }

    fn question(&self, battle: &Battle, who: CombatantId) -> Question {
        card::question(battle, who, self)
    }

    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        briefing::briefing(battle, decision, self)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe::describe(battle, who, self, offer, wording)
    }
}

/// Resolves a choice.
///
/// # Errors
/// The rule that forbids it after all.
fn answer(
    battle: &Battle,
    who: CombatantId,
    asked: &Prompt,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    let luck = choice.value("luck", 0) as u8;
    match asked {
        Prompt::Turn => act(battle, who, choice, context)?,
        Prompt::Order(stakes) => {
            let mut stakes = stakes.clone();
            stakes.push(if choice.verb == "roll" { luck } else { 0 });
            if choice.verb == "never" {
                context.effect(Effect::AddCondition(who, lasting(NO_STAKE)));
            }
            super::pool::stake(battle, who, stakes.last().copied().unwrap_or(0), context);
            context.then(step(TurnStep::Stakes(stakes)));
        }
        Prompt::Evade(blow) => context.then(match choice.verb {
            "evade" => step(DefenceStep::Evade(*blow, stake(battle, blow, Guard::Evasion, choice))),
            "catch" => step(DefenceStep::Catch(*blow, stake(battle, blow, Guard::Catch, choice))),
            "counter" => {
                step(DefenceStep::Counter(*blow, counter::chosen(battle, blow, choice), counter::stake(choice)))
            }
            _ => defence::second(battle, *blow, &StepContext::without_chance(true)),
        }),
        Prompt::Block(blow) => context.then(match choice.verb {
            "block" => step(DefenceStep::Block(*blow, stake(battle, blow, Guard::Block, choice))),
            "shield" => ward(battle, blow, choice),
            _ => step(DefenceStep::Open(*blow)),
        }),
        Prompt::Seize(blow) => {
            let seize = |guard| step(DefenceStep::Seize(*blow, guard, stake(battle, blow, guard, choice)));
            match choice.verb {
                "evade" => context.then(seize(Guard::Evasion)),
                "block" => context.then(seize(Guard::Block)),
                "catch" => context.then(seize(Guard::Catch)),
                "shield" => context.then(ward(battle, blow, choice)),
                "counter" => context.then(step(DefenceStep::Seize(*blow, Guard::Counter, counter::stake(choice)))),
                _ => damage::let_pass(battle, blow, context),
            }
        }
        Prompt::Return(blow) if choice.verb == "return" => attack::come_back(blow, context),
        Prompt::Return(blow) if choice.verb == "catch" => catching::take(battle, blow, context),
        Prompt::Return(blow) => damage::let_pass(battle, blow, context),
        Prompt::Series(series) => series::choose(battle, series, choice, context),
        Prompt::Follow(item, _) => {
            let blow = choice.on.map(|on| wrestling::extra(battle, who, on, *item, luck));
            if let Some(blow) = blow.filter(|_| choice.verb == "strike") {
                context.effect(Effect::Budget(who, FOLLOWED, 1));
                attack::declare(battle, &blow, 0, context);
            }
        }
        Prompt::Damage(blow) => context.then(step(DamageStep::Damage(*blow, luck))),
        Prompt::Mitigate(blow, damage) => context.then(step(DamageStep::Mitigate(*blow, *damage, luck))),
    }
    Ok(())
}

/// Raises an energy shield; the rest of the choice goes into the block.
fn ward(battle: &Battle, blow: &Blow, choice: &Choice) -> AgendaItem {
    let block = Stake { ap: choice.value("ap", 0) as u8, luck: choice.value("luck", 0) as u8 };
    step(DefenceStep::Ward(*blow, counter::shield(battle, blow, choice), block))
}

/// The AP and Luck that a choice puts into a defence.
pub fn stake(battle: &Battle, blow: &Blow, guard: Guard, choice: &Choice) -> Stake {
    let least = i32::from(guard == Guard::Catch || defence::dice(battle, blow, guard) == 0);
    Stake { ap: choice.value("ap", least) as u8, luck: choice.value("luck", 0) as u8 }
}

fn act(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    match choice.verb {
        "walk" | "move" => {
            movement::course(battle, who, choice.verb, Course::Along(&choice.squares))?;
            movement::choose(battle, who, choice.verb, &choice.squares, context);
            context.then(step(MovementStep::Walk(who, choice.squares.clone())));
        }
        "wrest" => {
            movement::end_action(battle, who, context);
            pay(battle, who, 1, context);
            context.then(step(AttackStep::Wrest(who)));
        }
        "release" => {
            HOLD.reversed().end(battle, who, context);
            context.note(who, ids::COMP_06, "lets go");
        }
        "mount" | "dismount" => mounts::choose(battle, who, choice, context),
        "orders" => give_orders(battle, who, choice, context),
        "stakes" => context.effect(Effect::Clear(who, NO_STAKE)),
        "end" => return Ok(()),
        _ if gear::choose(battle, who, choice, context) => {}
        _ if cast::choose(battle, who, choice, context) => {}
        _ => {
            let blow = attack::blow(battle, who, choice).ok_or_else(|| Refusal::new(ids::ATK_01, "No such attack"))?;
            attack::interrupt(battle, who, blow.manner, context);
            attack::declare(battle, &blow, attack::cost(choice), context);
            if let Some(series) = series::after(battle, &blow, choice) {
                context.then(step(AttackStep::Series(series)));
            }
        }
    }
    context.then(step(TurnStep::Act(who)));
    Ok(())
}

/// Standing orders for defence are given or taken back.
fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(ORDERS) {
        context.effect(Effect::Clear(who, ORDERS));
    }
    let ap = choice.value("evade", -1);
    if ap >= 0 {
        let keep = Detail::Keep(choice.value("keep", 0) as u8).into();
        let orders = Condition { level: ap as i16, detail: keep, ..lasting(ORDERS) };
        context.effect(Effect::AddCondition(who, orders));
        context.note(who, ids::ATK_04, "gives standing orders for defence");
    }
}

/// The default answers: nothing is spent beyond standing orders.
pub fn default_answer(battle: &Battle, asked: &Prompt) -> Choice {
    let guard = |blow, guard: Guard, verb| match habit::usual(battle, blow, guard) {
        None => Choice::new("none"),
        Some(stake) if i32::from(stake.ap) == i32::from(defence::dice(battle, blow, guard) == 0) => Choice::new(verb),
        Some(stake) => Choice::new(verb).set("ap", stake.ap.into()),
    };
    match asked {
        Prompt::Turn => Choice::new("end"),
        Prompt::Order(_) | Prompt::Damage(_) | Prompt::Mitigate(..) => Choice::new("roll"),
        Prompt::Evade(blow) => guard(blow, Guard::Evasion, "evade"),
        Prompt::Block(blow) => guard(blow, Guard::Block, "block"),
        Prompt::Seize(blow) => match defence::usual_seize(battle, blow) {
            Some((Guard::Evasion, _)) => Choice::new("evade"),
            Some((Guard::Block, _)) => Choice::new("block"),
            Some((Guard::Catch | Guard::Counter, _)) | None => Choice::new("none"),
        },
        Prompt::Return(_) => Choice::new("return"),
        Prompt::Follow(..) => Choice::new("decline"),
        Prompt::Series(series) => match series::default_answer(battle, series) {
            Some(on) => Choice::new(attack::verb(series.manner)).with(series.item).on(on),
            None => Choice::new("decline"),
        },
    }
}
