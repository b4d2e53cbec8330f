//! All the questions of `vigor`, and what a combatant can do in its turn. VIG-TURN.

use std::cell::LazyCell;

use super::{
    act, afflict, blows, catalogue as ids,
    conditions::{WORKING, actions_left, cannot_move},
    defence::{self, Defend},
    describe, gear, hazards,
    initiative::Join,
    menu::{self, Price},
    movement, orders,
    reactions::{self, Opening},
    ready,
    readying::{self, Readied},
    settings,
    skills::{self, Oppose},
    step::{AreaExchange, Exchange, TurnStep},
    uses,
};
use crate::{
    geometry::Direction,
    rules::{Facing, Spending, prelude::*},
};

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's own turn.
    Turn(OwnTurn);
    /// Which combatants of a side hold back from initiative, VIG-INIT-04.
    Join(Join);
    /// Whether to defend against an attack that has beaten the VS, VIG-REACT-05.
    Defend(Defend<Box<Exchange>>);
    /// The same for an area attack, with the index of the target that is asked, VIG-ATK-08.
    DefendArea(Defend<(Box<AreaExchange>, u8)>);
    /// Whether to oppose a skill, VIG-ACT-05.
    Oppose(Oppose);
    /// Whether to carry out a readied act, VIG-ACT-02.
    Readied(Readied);
    /// Whether to take an opening, VIG-REACT-07.
    Opening(Opening);
}

/// What to do in one's own turn, VIG-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        in_turn(battle, who, None)
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        in_turn(battle, who, Some(verbs))
    }

    /// An ability begun is lost if another act takes an action, VIG-TURN-04.
    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        let working = battle.combatant(who).conditions.find(WORKING);
        let goes_on = uses::is_mine(choice.verb) && working.is_some_and(|work| work.with == choice.item);
        match choice.verb {
            "end" | "orders" | "face" => uses::end_act(battle, who, context),
            _ if goes_on => {
                uses::end_act(battle, who, context);
                afflict::drop_off_hand(battle, who, context);
            }
            verb if verb == menu::OFF_HAND.verb => {
                uses::end_act(battle, who, context);
                afflict::break_off(battle, who, context);
            }
            _ => uses::begin_act(battle, who, context),
        }
        match choice.verb {
            "end" => return Ok(()),
            "orders" => orders::give_orders(battle, who, choice, context),
            "face" => {
                let towards = Direction::ALL[choice.value("to", 0).clamp(0, 7) as usize];
                context.effect(Effect::Facing(who, Facing(towards)));
            }
            "light" => hazards::light(battle, who, choice, context),
            "ready" | "watch" => {
                Price::Actions.pay(battle, who, 1, 0, context);
                readying::choose(battle, who, choice, context);
            }
            _ => act::begin(battle, who, choice, Price::Actions, context)?,
        }
        context.step(TurnStep::Act(who));
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("end")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", ids::TURN_01).at(Window::Turn)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe::act(battle, who, offer, wording)
    }
}

/// The approximate number of offers in a turn.
const MANY: usize = 40;

/// What can be done in a turn. Given `verbs`, offers with other verbs may be left out.
fn in_turn(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| kinds.iter().any(|kind| verbs.contains(&kind.verb)));
    let mut all = Vec::with_capacity(if verbs.is_none() { MANY } else { 0 });
    if wants(&[&menu::MOVE, &menu::ESCAPE]) {
        all.extend(movement::offers(battle, who));
    }
    if wants(&[&menu::STAND]) {
        all.extend(movement::stand_offer(battle, who));
    }
    if wants(blows::KINDS) {
        all.extend(blows::offers(battle, who));
    }
    if wants(&[&menu::AID, &menu::STABILISE, &menu::CHARM, &menu::STUDY, &menu::MENACE]) {
        all.extend(skills::offers(battle, who, Price::Actions));
    }
    if wants(&[&menu::DEFEND]) {
        all.push(defence::defend(battle, who, Price::Actions));
    }
    all.extend(face(battle, who));
    all.push(orders::orders(battle, who));
    if wants(&[&menu::DRAW, &menu::STOW, &menu::PICK_UP]) {
        all.extend(gear::gear(battle, who));
    }
    if wants(&[&menu::LIGHT]) {
        all.extend(hazards::offer(battle, who));
    }
    if wants(&[&menu::USE_ABILITY, &menu::USE_ITEM]) {
        all.extend(uses::offers(battle, who, Price::Actions));
    }
    if wants(&[&menu::READY, &menu::WATCH]) {
        all.extend(readying::offers(battle, who));
    }
    // Leaving the board comes last.
    if wants(&[&menu::LEAVE]) {
        all.push(movement::leave_offer(battle, who));
    }
    shut_and_warn(battle, who, &mut all);
    let finality = if actions_left(battle, who) > 0 { Finality::Ends } else { Finality::Nothing };
    all.push(Offer::new(&menu::END_TURN, &[ids::TURN_03], Cost::FREE).commits(finality));
    all
}

/// Refuses offers for which no actions are left, and marks those that end the turn and those at which others are asked.
fn shut_and_warn(battle: &Battle, who: CombatantId, all: &mut [Offer]) {
    let left = actions_left(battle, who);
    for offer in all.iter_mut() {
        let price = offer.cost.count(Spending::Large);
        if price > left {
            offer.refusal.get_or_insert_with(|| Refusal::new(ids::TURN_01, "No action left"));
        }
        // After the last action the turn ends by itself, VIG-TURN-03.
        if price > 0 && price == left && offer.finality == Finality::Nothing {
            offer.finality = Finality::Ends;
        }
    }
    // Others are asked if an act creates an opening to them or may trigger their readied act. VIG-REACH-05, VIG-ACT-02.
    let watched = ready::is_any(battle);
    let opens = LazyCell::new(|| watched || !reactions::takers(battle, who).is_empty());
    for offer in all.iter_mut().filter(|offer| matches!(offer.finality, Finality::Nothing | Finality::Ends)) {
        let is_opening = [&menu::ESCAPE, &menu::LEAVE, &menu::STAND].iter().any(|kind| kind.verb == offer.verb);
        if watched && offer.verb == menu::MOVE.verb || is_opening && *opens {
            offer.finality = Finality::Asks;
        }
    }
}

/// The offer to face another way, free in one's own turn, if facing counts. VIG-ATK-05.
fn face(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let words = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let names = ["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"];
    let values = (0..8).map(|place: usize| ParameterValue::new(place as i32, words[place], names[place]));
    settings::facing_counts(battle).then(|| {
        Offer::new(&menu::FACE, &[ids::ATK_05], Cost::FREE)
            .parameter(Parameter::new(&menu::TOWARDS, values.collect::<Vec<_>>()))
            .refused(cannot_move(battle.combatant(who)))
    })
}
