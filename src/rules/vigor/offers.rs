//! Everything that can be chosen in answer to a question.

use super::{
    blows, catalogue as ids,
    conditions::{actions_left, is_incapacitated},
    defence, initiative, menu, movement, reactions, readying, skills, special,
    special::Price,
    step::Prompt,
    uses,
};
use crate::rules::{
    Battle, Candidate, CombatantId, Cost, Finality, Offer, Offers, Posture, Refusal, Spread, Target, Team,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => in_turn(battle, who),
        Prompt::Join(side, _) => join(battle, *side),
        Prompt::Defend(exchange) => defence::offers(battle, exchange),
        Prompt::DefendArea(area, place) => defence::offers(battle, &area.targets[usize::from(*place)]),
        Prompt::Opening(by) => reactions::offers(battle, who, *by),
        Prompt::Oppose(..) => skills::answers(),
        Prompt::Readied(_) => readying::answers(battle, who),
    })
}

/// Offers of a turn, roughly.
const MANY: usize = 40;

fn in_turn(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mut all = Vec::with_capacity(MANY);
    all.extend(movement::offers(battle, who));
    if battle.combatant(who).posture == Posture::Prone {
        let stuck = is_incapacitated(battle.combatant(who));
        let stand = Offer::new(&menu::STAND, &[ids::COND_04, ids::REACH_05], menu::actions(1));
        all.push(stand.refused(stuck.then(|| Refusal::new(ids::COND_06, "Cannot move"))));
    }
    all.extend(blows::offers(battle, who));
    all.extend(skills::offers(battle, who, Price::Actions));
    all.push(special::defend(battle, who, Price::Actions));
    all.extend(special::face(battle, who));
    all.push(special::orders(battle, who));
    all.extend(special::gear(battle, who));
    all.extend(uses::offers(battle, who, Price::Actions));
    all.extend(readying::offers(battle, who));
    // To flee is the last thing to think of.
    all.push(movement::leave_offer(battle, who));
    let left = actions_left(battle, who);
    for offer in &mut all {
        let price = offer.cost.count(crate::rules::Spending::Large);
        if price > left && offer.refusal.is_none() {
            offer.refusal = Some(Refusal::new(ids::TURN_01, "No action left"));
        }
    }
    // Others are asked where an act opens to them, or may be what they wait for. VIG-REACH-05, VIG-ACT-02.
    let watched = readying::is_any(battle);
    let opens = watched || !reactions::takers(battle, who).is_empty();
    for offer in all.iter_mut().filter(|offer| offer.finality == Finality::Nothing) {
        let is_opening = [&menu::ESCAPE, &menu::LEAVE, &menu::STAND].iter().any(|kind| kind.verb == offer.verb);
        if watched && offer.verb == menu::MOVE.verb || opens && is_opening {
            offer.finality = Finality::Asks;
        }
    }
    let finality = if left > 0 { Finality::Ends } else { Finality::Nothing };
    all.push(Offer::new(&menu::END_TURN, &[ids::TURN_03], Cost::FREE).commits(finality));
    all
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
