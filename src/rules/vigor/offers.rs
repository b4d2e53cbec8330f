//! Everything that can be chosen in answer to a question.

use std::cell::LazyCell;

use super::{
    blows, catalogue as ids,
    conditions::{actions_left, is_incapacitated},
    defence, initiative, menu, movement, reactions, readying, skills, special,
    special::Price,
    step::Prompt,
    uses,
};
use crate::rules::{
    Battle, Candidate, CombatantId, Cost, Finality, Offer, OfferKind, Offers, Posture, Refusal, Spread, Target, Team,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => in_turn(battle, who, None),
        Prompt::Join(side, _) => join(battle, *side),
        Prompt::Defend(exchange) => defence::offers(battle, exchange),
        Prompt::DefendArea(area, place) => defence::offers(battle, &area.targets[usize::from(*place)]),
        Prompt::Opening(by) => reactions::offers(battle, who, *by),
        Prompt::Oppose(..) => skills::answers(),
        Prompt::Readied(_) => readying::answers(battle, who),
    })
}

/// Those of one verb.
pub fn offers_of(battle: &Battle, who: CombatantId, asked: &Prompt, verb: &str) -> Offers {
    let in_turn = |verb| Offers(in_turn(battle, who, Some(verb)));
    let found = if matches!(asked, Prompt::Turn) { in_turn(verb) } else { offers(battle, who, asked) };
    found.of_verb(verb)
}

/// Offers of a turn, roughly.
const MANY: usize = 40;

/// What can be done in a turn; of one verb only, others may be left out.
fn in_turn(battle: &Battle, who: CombatantId, verb: Option<&str>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verb.is_none_or(|verb| kinds.iter().any(|kind| kind.verb == verb));
    let mut all = Vec::with_capacity(if verb.is_none() { MANY } else { 0 });
    if wants(&[&menu::MOVE, &menu::ESCAPE]) {
        all.extend(movement::offers(battle, who));
    }
    if battle.combatant(who).posture == Posture::Prone && wants(&[&menu::STAND]) {
        let stuck = is_incapacitated(battle.combatant(who));
        let stand = Offer::new(&menu::STAND, &[ids::COND_04, ids::REACH_05], menu::actions(1));
        all.push(stand.refused(stuck.then(|| Refusal::new(ids::COND_06, "Cannot move"))));
    }
    if wants(&[&menu::STRIKE, &menu::SHOOT, &menu::THROW, &menu::OFF_HAND, &menu::BREAK]) {
        all.extend(blows::offers(battle, who));
    }
    if wants(&[&menu::AID, &menu::STABILISE, &menu::CHARM, &menu::STUDY, &menu::MENACE]) {
        all.extend(skills::offers(battle, who, Price::Actions));
    }
    if wants(&[&menu::DEFEND]) {
        all.push(special::defend(battle, who, Price::Actions));
    }
    all.extend(special::face(battle, who));
    all.push(special::orders(battle, who));
    if wants(&[&menu::DRAW, &menu::STOW, &menu::PICK_UP]) {
        all.extend(special::gear(battle, who));
    }
    if wants(&[&menu::USE_ABILITY, &menu::USE_ITEM]) {
        all.extend(uses::offers(battle, who, Price::Actions));
    }
    if wants(&[&menu::READY, &menu::WATCH]) {
        all.extend(readying::offers(battle, who));
    }
    // To flee is the last thing to think of.
    if wants(&[&menu::LEAVE]) {
        all.push(movement::leave_offer(battle, who));
    }
    shut_and_warn(battle, who, &mut all);
    let finality = if actions_left(battle, who) > 0 { Finality::Ends } else { Finality::Nothing };
    all.push(Offer::new(&menu::END_TURN, &[ids::TURN_03], Cost::FREE).commits(finality));
    all
}

/// Refuses what there are no actions left for, and tells which offers end the turn and at which others are asked.
fn shut_and_warn(battle: &Battle, who: CombatantId, all: &mut [Offer]) {
    let left = actions_left(battle, who);
    for offer in all.iter_mut() {
        let price = offer.cost.count(crate::rules::Spending::Large);
        if price > left && offer.refusal.is_none() {
            offer.refusal = Some(Refusal::new(ids::TURN_01, "No action left"));
        }
        // With the last action the turn ends by itself, VIG-TURN-03.
        if price > 0 && price == left && offer.finality == Finality::Nothing {
            offer.finality = Finality::Ends;
        }
    }
    // Others are asked where an act opens to them, or may be what they wait for. VIG-REACH-05, VIG-ACT-02.
    let watched = readying::is_any(battle);
    let opens = LazyCell::new(|| watched || !reactions::takers(battle, who).is_empty());
    for offer in all.iter_mut().filter(|offer| matches!(offer.finality, Finality::Nothing | Finality::Ends)) {
        let is_opening = [&menu::ESCAPE, &menu::LEAVE, &menu::STAND].iter().any(|kind| kind.verb == offer.verb);
        if watched && offer.verb == menu::MOVE.verb || is_opening && *opens {
            offer.finality = Finality::Asks;
        }
    }
}

/// Who of a side holds back, VIG-INIT-04.
fn join(battle: &Battle, side: Team) -> Vec<Offer> {
    let new = initiative::newcomers(battle, Some(side));
    let count = new.len().min(32) as u8;
    let all = new.into_iter().map(|who| Candidate { who, refusal: None }).collect();
    let several = Spread { least: 1, most: count, blows: count, repeats: false, together: true };
    let hold = Offer::new(&menu::HOLD, &[ids::INIT_04], Cost::FREE).at(Target::Combatant(all));
    let hold = if count > 1 { hold.spread(several) } else { hold };
    vec![Offer::new(&menu::ROLL, &[ids::INIT_01, ids::INIT_04], Cost::FREE), hold]
}
