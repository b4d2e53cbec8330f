//! The outcomes of choices, and the default answers.

use super::{
    area, blows, briefing, card, catalogue as ids,
    conditions::{READIED, WORKING},
    defence, describe, initiative, menu, movement,
    movement::{Gait, MovementStep},
    offers, reactions, readying,
    sheet::{ACTIONS, OFF_HAND},
    skills, special,
    special::Price,
    step::{Prompt, TurnStep, step},
    uses,
};
use crate::rules::{
    Battle, Briefing, Choice, CombatantId, Course, Decision, Effect, Offer, Question, Refusal, RulesetPrompt,
    StepContext, Wording,
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

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        default_answer(battle, who, self)
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
    match asked {
        Prompt::Turn => act(battle, who, choice, context)?,
        Prompt::Join(side, held) => {
            let back = if choice.verb == menu::HOLD.verb { choice.targets().collect() } else { <_>::default() };
            initiative::answered(*side, held.or(back), context);
        }
        Prompt::Defend(exchange) => defence::answer(battle, exchange, choice, context),
        Prompt::DefendArea(area, place) => {
            let form = defence::chosen(battle, &area.targets[usize::from(*place)], choice);
            area::answered(area, *place, form, context);
        }
        Prompt::Opening(by) => reactions::answer(battle, who, *by, choice, context),
        Prompt::Oppose(skill, by, total) => {
            let opposes = choice.verb == menu::OPPOSE.verb;
            skills::answered(battle, (*skill, *by, who), *total, opposes, context);
        }
        Prompt::Readied(_) if choice.verb == menu::LET_BE.verb => {}
        Prompt::Readied(_) => carry_out(battle, who, choice, context)?,
    }
    Ok(())
}

/// Pays actions, VIG-TURN-02.
pub fn pay_actions(battle: &Battle, who: CombatantId, count: u8, context: &mut StepContext<'_>) {
    let left = battle.combatant(who).budgets.get(ACTIONS) - i16::from(count);
    context.effect(Effect::Budget(who, ACTIONS, left.max(0)));
}

/// What another act of one's turn brings to an end: being knocked down only costs the act under way, VIG-COND-05; an
/// off-hand attack belongs to the action before it, VIG-ATK-07; and an ability begun is to be gone on with, VIG-TURN-04.
pub fn begin_anew(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    movement::over(battle, who, context);
    drop_off_hand(battle, who, context);
    uses::break_off(battle, who, context);
}

/// There is no off-hand attack with the action before any more, VIG-ATK-07.
fn drop_off_hand(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(OFF_HAND) != 0 {
        context.effect(Effect::Budget(who, OFF_HAND, 0));
    }
}

/// Carries out a readied act, once. VIG-ACT-02.
///
/// # Errors
/// The rule that forbids it after all.
fn carry_out(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    context.effect(Effect::Clear(who, READIED));
    let price = Price::Ready;
    if let Some(skill) = skills::chosen(who, choice) {
        price.pay(battle, who, 0, 0, context);
        context.then(step(skill));
        return Ok(());
    }
    match choice.verb {
        "move" => {
            movement::course(battle, who, choice.verb, Course::Along(&choice.squares))?;
            price.pay(battle, who, 0, 0, context);
            movement::told(who, &choice.squares, Gait::Move, context);
            context.then(movement::begin(who, choice.squares.clone(), Gait::Move));
        }
        "defend" => {
            price.pay(battle, who, 0, 0, context);
            special::take_guard(battle, who, context);
        }
        "draw" | "stow" | "take" => {
            let item = choice.item.ok_or_else(|| Refusal::new(ids::ACT_04, "No such thing"))?;
            price.pay(battle, who, 0, 0, context);
            special::take_in_hand(battle, who, item, choice, context);
        }
        verb if uses::is_mine(verb) => uses::answer(battle, who, choice, price, context)?,
        _ => blows::carry_out(battle, who, choice, context)?,
    }
    Ok(())
}

/// An act of one's turn. Any other act that takes an action ends an ability begun, VIG-TURN-04.
fn act(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    let working = battle.combatant(who).conditions.find(WORKING);
    let goes_on = uses::is_mine(choice.verb) && working.is_some_and(|work| work.with == choice.item);
    match choice.verb {
        "end" | "orders" | "face" => movement::over(battle, who, context),
        _ if goes_on => {
            movement::over(battle, who, context);
            drop_off_hand(battle, who, context);
        }
        verb if verb == menu::OFF_HAND.verb => {
            movement::over(battle, who, context);
            uses::break_off(battle, who, context);
        }
        _ => begin_anew(battle, who, context),
    }
    if let Some(skill) = skills::chosen(who, choice) {
        let actions = if choice.verb == menu::AID.verb { 2 } else { 1 };
        pay_actions(battle, who, actions, context);
        context.then(step(skill));
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    match choice.verb {
        "end" => return Ok(()),
        "orders" => special::give_orders(battle, who, choice, context),
        "face" => special::turn_to(who, choice, context),
        "defend" => {
            pay_actions(battle, who, 1, context);
            special::take_guard(battle, who, context);
        }
        "ready" | "watch" => {
            pay_actions(battle, who, 1, context);
            readying::choose(battle, who, choice, context);
        }
        "draw" | "stow" | "take" => {
            let item = choice.item.ok_or_else(|| Refusal::new(ids::ACT_04, "No such thing"))?;
            pay_actions(battle, who, 1, context);
            special::take_in_hand(battle, who, item, choice, context);
        }
        verb if uses::is_mine(verb) => uses::answer(battle, who, choice, Price::Actions, context)?,
        verb if blows::is_mine(verb) => blows::answer(battle, who, choice, context)?,
        "move" | "escape" => {
            movement::course(battle, who, choice.verb, Course::Along(&choice.squares))?;
            let gait = if choice.verb == "move" { Gait::Move } else { Gait::Escape };
            pay_actions(battle, who, 1, context);
            movement::told(who, &choice.squares, gait, context);
            if gait == Gait::Escape {
                context.then(reactions::opening(who));
            }
            context.then(movement::begin(who, choice.squares.clone(), gait));
        }
        "leave" => {
            // Planned on what the mover's side knows, VIG-SETUP-06.
            let seen = battle.seen_by(battle.combatant(who).team);
            let exit = movement::exit(&seen, who).ok_or_else(|| Refusal::new(ids::MOVE_04, "The edge is too far"))?;
            pay_actions(battle, who, 1, context);
            movement::told(who, &exit, Gait::Leave, context);
            context.then(reactions::opening(who));
            context.then(movement::begin(who, exit, Gait::Leave));
        }
        _ => {
            pay_actions(battle, who, 1, context);
            context.then(reactions::opening(who));
            context.then(step(MovementStep::Stand(who)));
        }
    }
    context.then(step(TurnStep::Act(who)));
    Ok(())
}

/// The default answers.
pub fn default_answer(battle: &Battle, who: CombatantId, asked: &Prompt) -> Choice {
    match asked {
        Prompt::Turn => Choice::new("end"),
        Prompt::Join(..) => Choice::new("roll"),
        Prompt::Defend(exchange) => defence::default_choice(battle, exchange),
        Prompt::DefendArea(area, place) => defence::default_choice(battle, &area.targets[usize::from(*place)]),
        Prompt::Opening(by) => reactions::default_choice(battle, who, *by),
        Prompt::Oppose(..) => Choice::new(menu::YIELD.verb),
        Prompt::Readied(_) => readying::default_choice(battle, who),
    }
}
