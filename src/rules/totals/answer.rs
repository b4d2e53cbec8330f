//! All the questions of `totals`, and what a combatant can do in its turn. TOT-TURN-02.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids,
    conditions::{NO_STAKE, available},
    damage::{Damage, Mitigate},
    defence::{Block, Evade, Return, Seize},
    drugs, gear, guard, magic, menu, mounts, movement, objects,
    pool::number,
    series,
    sheet::{MOVED, sheet},
    step::{MovementStep, Series, TurnStep},
    turn::Order,
    wrestling::{self, Follow},
};
use crate::rules::{
    Answered, Battle, Choice, CombatantId, Cost, Course, Effect, Finality, Group, Offer, OfferKind, Parameter,
    ParameterKind, ParameterValue, RulesetPrompt, SpendingLimit, StandingOrder, StepContext, Told, Window, Wording,
    claims,
};

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's own turn.
    Turn(OwnTurn);
    /// Luck dice on the combat order, TOT-ORDER-01.
    Order(Order);
    /// How to evade, D1.
    Evade(Evade);
    /// How to block, D2.
    Block(Block);
    /// Whether to try for a counterattack, TOT-DEF-06.
    Seize(Seize);
    /// Whether to turn the attack back, TOT-CRIT-05.
    Return(Return);
    /// Whom to strike with Follow Through, TOT-COMP-09.
    Follow(Follow);
    /// Luck dice on damage, A2.
    Damage(Damage);
    /// Luck dice on mitigation, D3.
    Mitigate(Mitigate);
    /// The target of the next attack in a series, TOT-COMP-08.
    Series(Series);
}

/// What to do in one's own turn, TOT-TURN-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        offers(battle, who, None)
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        offers(battle, who, Some(verbs))
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "walk" | "move" => {
                movement::course(battle, who, choice.verb, Course::Along(&choice.squares))?;
                movement::choose(battle, who, choice.verb, &choice.squares, context);
                context.step(MovementStep::Walk(who, choice.squares.clone()));
            }
            "wrest" | "release" => wrestling::choose(battle, who, choice, context),
            "mount" | "dismount" => mounts::choose(battle, who, choice, context),
            "orders" => give_orders(battle, who, choice, context),
            "stakes" => context.effect(Effect::Clear(who, NO_STAKE)),
            "end" => return Ok(()),
            _ if objects::choose(battle, who, choice, context) => {}
            _ if gear::choose(battle, who, choice, context) => {}
            _ if magic::choose(battle, who, choice, context) => {}
            _ if series::choose(battle, who, choice, context) => {}
            _ => attack::choose(battle, who, choice, context)?,
        }
        context.step(TurnStep::Act(who));
        Ok(())
    }

    /// Ends the turn; if meginserk forbids that, casts a spell that needs no target, TOT-BERS-07.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let is_driven = drugs::must_cast(battle, who, || true).is_some();
        let spell = if is_driven { magic::aimless(battle, who) } else { None };
        spell.unwrap_or_else(|| Choice::new(menu::END_TURN.verb))
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", ids::TURN_01).at(Window::Turn)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        match offer.group {
            Group::Move if offer.verb == menu::WREST.verb => {
                wording.about(format!("{}d10 against the holder", wrestling::unarmed_dice(battle, who)))
            }
            Group::Move if offer.verb == menu::WALK.verb || offer.verb == menu::MOVE_AGAIN.verb => {
                match movement::about(battle, who, offer.verb) {
                    Some(words) => wording.about(words),
                    None => wording,
                }
            }
            Group::Attack | Group::Manoeuvre if offer.spread.is_some() => series::describe(battle, who, offer, wording),
            Group::Attack | Group::Manoeuvre => attack::describe(battle, who, offer, wording),
            Group::Stance if offer.verb == menu::ORDERS.verb => {
                wording.about(guard::orders_words(battle, who).unwrap_or_else(|| "Asked at each attack".into()))
            }
            Group::Gear if offer.verb == menu::DRINK.verb => {
                wording.about(offer.item.and_then(|item| drugs::about(battle, who, item)).unwrap_or_default())
            }
            Group::Magic => magic::describe(battle, who, offer, wording),
            _ => wording,
        }
    }
}

/// Gives or withdraws standing orders for defence.
fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let amount = |of: &ParameterKind, otherwise| u8::try_from(choice.value(of.key, otherwise));
    let limit = amount(&menu::ORDERED, -1).and_then(|most| Ok(SpendingLimit { most, keep: amount(&menu::KEPT, 0)? }));
    let order = limit.map_or(StandingOrder::Always, StandingOrder::Spend);
    claims::give_order(battle, who, guard::DEFENCE, order).into_iter().for_each(|effect| context.effect(effect));
    if order != StandingOrder::Always {
        context.note(who, ids::ATK_04, "gives standing orders for defence");
    }
}

/// What can be done in a turn. Given `verbs`, offers with other verbs may be left out.
fn offers(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| kinds.iter().any(|kind| verbs.contains(&kind.verb)));
    let wants_group = |group: Group| {
        verbs.is_none_or(|verbs| verbs.iter().any(|verb| menu::VOCABULARY.has(verb, |kind| kind.group == group)))
    };
    let mut offers = Vec::new();
    if wants(&[&menu::WALK, &menu::MOVE_AGAIN]) {
        offers.extend(movement::offers(battle, who));
    }
    if wants(&[&menu::STRIKE, &menu::SHOOT, &menu::THROW, &menu::WRESTLE]) {
        offers.extend(attack::offers(battle, who));
    }
    if wants(&[&menu::WHIRL, &menu::VOLLEY, &menu::THREAT]) {
        offers.extend(series::offers(battle, who));
    }
    if wants_group(Group::Magic) {
        offers.extend(magic::offers(battle, who));
    }
    offers.extend(wrestling::offers(battle, who));
    if wants(&[&menu::MOUNT, &menu::DISMOUNT]) {
        offers.extend(mounts::offers(battle, who));
    }
    if wants_group(Group::Gear) {
        offers.extend(gear::offers(battle, who));
        offers.extend(objects::offer(battle, who));
    }
    offers.push(orders(battle, who));
    if battle.combatant(who).conditions.has(NO_STAKE) {
        offers.push(Offer::new(&menu::STAKES, &[ids::ORDER_01], Cost::FREE));
    }
    if !wants(&[&menu::END_TURN]) {
        return offers;
    }
    let driven = drugs::must_cast(battle, who, || magic::is_possible(battle, who));
    let left = available(battle, who) > 0 || battle.combatant(who).budgets.get(MOVED) == 0;
    let end = Offer::new(&menu::END_TURN, &[ids::TURN_01], Cost::FREE);
    let end = end.commits(if left { Finality::Ends } else { Finality::Nothing });
    offers.push(end.refused(driven));
    offers
}

/// The highest possible Speed Rating.
const MOST_RATING: u8 = 60;

/// Choices of AP that standing orders put into each evasion.
static ON_EVADE: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let asked = [ParameterValue::new(-1, "ask", "Ask me"), ParameterValue::new(0, "raw", "Raw defence")];
    let ordered = (1..=i32::from(MOST_RATING)).map(|ap| number(ap, format!("{ap} AP on each Evade")));
    asked.into_iter().chain(ordered).collect()
});

/// Choices of AP that standing orders keep back.
static TO_KEEP: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let words = |ap: i32| if ap == 0 { "Nothing".into() } else { format!("{ap} AP") };
    (0..=i32::from(MOST_RATING)).map(|ap| number(ap, words(ap))).collect()
});

/// The offer to give standing orders for defence, which replace the question at each attack.
fn orders(battle: &Battle, who: CombatantId) -> Offer {
    let rating = sheet(battle.combatant(who)).rating();
    let most = usize::from(rating.min(MOST_RATING));
    Offer::new(&menu::ORDERS, &[ids::ATK_04, ids::DEF_04], Cost::FREE)
        .parameter(Parameter::new(&menu::ORDERED, &ON_EVADE[..most + 2]))
        .parameter(Parameter::new(&menu::KEPT, &TO_KEEP[..=most]))
}
