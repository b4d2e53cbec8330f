//! The offers, in the order in which panels list them. PCT-TURN-02, PCT-TURN-05.

use std::sync::Arc;

use super::{
    attack,
    bonds::{self, feet, mount_of},
    catalogue as ids, catch, charge,
    conditions::{self, AIM, ActionType, FULL_DEFENCE, QUICK, has_action},
    cover, gear, grapple, manoeuvres,
    menu::{self, Gait},
    mounts, movement, objects, reactions, readying, stunts, volley,
    ways::{self, Walks},
};
use crate::rules::{Group, Role, prelude::*};

/// Roughly how many offers a turn has.
const MANY: usize = 40;

/// The offers of a turn. If verbs are given, offers with other verbs may be left out.
pub fn turn(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    if bonds::holder(battle, who).is_some() {
        return vec![grapple::break_offer(battle, who), end_of_turn(battle, who)];
    }
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| kinds.iter().any(|kind| verbs.contains(&kind.verb)));
    let wants_any =
        |is: fn(&OfferKind) -> bool| verbs.is_none_or(|verbs| verbs.iter().any(|verb| menu::VOCABULARY.has(verb, is)));
    let mut offers = Vec::with_capacity(if verbs.is_none() { MANY } else { 0 });
    if wants_any(|kind| kind.role == Role::Approach) {
        ways(battle, who, wants_any(|kind| kind.group == Group::Stunt), &mut offers);
    }
    if wants(&menu::ATTACKS) {
        attack::offers(battle, who, &mut offers);
    }
    if wants(&[&menu::VOLLEY]) {
        offers.extend(volley::offer(battle, who));
    }
    if wants(&manoeuvres::MENU) {
        manoeuvres::offers(battle, who, &mut offers);
    }
    if wants(&[&menu::BREAK]) && bonds::captive(battle, who).is_some() {
        offers.push(grapple::break_offer(battle, who));
    }
    if wants(&[&menu::RELEASE, &menu::UNCATCH, &menu::WRENCH, &menu::LET_GO]) {
        offers.extend(grapple::release_offer(battle, who));
        offers.extend(catch::offers(battle, who));
    }
    if wants(&[&menu::AIM]) {
        offers.push(aim(battle, who));
    }
    if wants(&[&menu::DEFEND, &menu::BRACE, &menu::READY]) {
        offers.push(defend_fully(battle, who));
        charge::brace_offers(battle, who, &mut offers);
        readying::offers(battle, who, &mut offers);
    }
    if wants(&[&menu::ORDERS]) {
        offers.push(reactions::orders_offer());
    }
    if wants(&[&menu::MOUNT, &menu::ALIGHT, &menu::FREE, &menu::ROUSE]) {
        mounts::offers(battle, who, &mut offers);
    }
    if wants_any(|kind| kind.group == Group::Gear) {
        gear::offers(battle, who, &mut offers);
    }
    if wants(&[&menu::LIGHT]) {
        offers.extend(objects::offer(battle, who));
    }
    postures(battle, who, &mut offers);
    offers.push(end_of_turn(battle, who));
    if has_action(battle, who, ActionType::Standard) && battle.combatant(who).budgets.get(QUICK) > 0 {
        offers.iter_mut().filter(|offer| offer.cost == menu::SMALL).for_each(|offer| {
            // A second Quick action uses up the Standard action, PCT-TURN-01.
            (offer.cost, offer.dearer) = (menu::LARGE, true);
        });
    }
    offers
}

/// Movements, the charge and, if wanted, stunts; they come before all other offers.
fn ways(battle: &Battle, who: CombatantId, with_stunts: bool, offers: &mut Vec<Offer>) {
    let walks = moves(battle, who, offers);
    let Some(walk) = offers.first() else { return };
    let Target::Way(ways) = &walk.target else { return };
    let (charge, ways) = (charge::offer(battle, who, walk), ways.clone());
    offers.extend(charge);
    if with_stunts {
        stunts::offers(battle, who, walks.as_ref().map(|walks| (walks, &ways)), offers);
    }
}

/// Full defence, PCT-DEF-06.
fn defend_fully(battle: &Battle, who: CombatantId) -> Offer {
    let again = battle.combatant(who).conditions.has(FULL_DEFENCE);
    let again = again.then(|| Refusal::new(ids::DEF_06, "Already on full defence"));
    Offer::new(&menu::DEFEND, &[ids::DEF_06], menu::LARGE).refused(conditions::standard(battle, who)).refused(again)
}

/// Ending the turn; unused actions are lost.
pub fn end_of_turn(battle: &Battle, who: CombatantId) -> Offer {
    let left = has_action(battle, who, ActionType::Quick) || has_action(battle, who, ActionType::Standard);
    let end = Offer::new(&menu::END_TURN, &[ids::TURN_01], Cost::FREE);
    end.commits(if left { Finality::Ends } else { Finality::Nothing })
}

/// The movement offers; returns where the combatant can walk, if it can.
fn moves(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) -> Option<Arc<Walks>> {
    let combatant = feet(battle, who);
    let (mut walked, mut easiest) = (None, None::<Arc<Walks>>);
    let survey = battle.scene.field.survey();
    for gait in ways::gaits(battle, who) {
        let somewhere = match gait {
            Gait::Swim => survey.water,
            Gait::Climb => survey.low || survey.climbable || survey.pits,
            Gait::Walk | Gait::Creep | Gait::Crawl => true,
        };
        let is_elsewhere = || !easiest.as_ref().is_some_and(|easiest| easiest.surely_reach_all_of(battle, who, gait));
        if !(offers.is_empty() || somewhere && is_elsewhere()) {
            continue;
        }
        let refusal = movement::refusal(battle, who, gait);
        let walks = refusal.is_none().then(|| Walks::of(battle, who, gait));
        let mut ways = walks.as_ref().map(Walks::ends).unwrap_or_default();
        let ordinary = offers.is_empty();
        if !ordinary {
            ways = laborious(battle, offers, &ways);
        }
        if !ordinary && ways.lead_nowhere() {
            continue;
        }
        let cost = if gait == Gait::Crawl { menu::LARGE } else { menu::SMALL };
        let rules: &[RuleId] = match gait {
            Gait::Walk => &[ids::MOVE_01, ids::MOVE_02, ids::MOVE_03],
            Gait::Creep => &[ids::MOVE_09, ids::MOVE_05],
            Gait::Crawl => &[ids::PRN_02],
            Gait::Swim | Gait::Climb => &[ids::MOVE_05, ids::MOVE_06],
        };
        let nowhere = refusal.is_none() && ways.lead_nowhere();
        let offer = Offer::new(gait.kind(), rules, cost).at(Target::Way(ways));
        let walled = nowhere.then(|| Refusal::new(ids::GRID_05, "No free square"));
        let offer = offer.commits(if gait.wants_check(combatant) || !bonds::obeys(battle, who) {
            Finality::Dice
        } else if conditions::anybody_readied(battle) {
            Finality::Asks
        } else {
            Finality::Nothing
        });
        offers.push(offer.refused(refusal).refused(walled));
        if ordinary {
            easiest.clone_from(&walks);
        }
        if gait == Gait::Walk {
            walked = walks;
        }
    }
    walked
}

/// The destinations that no offer so far leads to: laborious movement is worth offering only there.
fn laborious(battle: &Battle, offers: &[Offer], ways: &Ways) -> Ways {
    let extent = battle.scene.field.extent();
    let mut easier = vec![false; extent.len()];
    let index = |way: &Reachable| extent.index(way.square).unwrap_or_default();
    for offer in offers {
        if let Target::Way(known) = &offer.target {
            known.iter().for_each(|way| easier[index(way)] = true);
        }
    }
    ways.iter().filter(|way| !easier[index(way)]).copied().collect::<Vec<_>>().into()
}

fn aim(battle: &Battle, who: CombatantId) -> Offer {
    let combatant = battle.combatant(who);
    let is_aim = |condition: &&Condition| condition.kind == AIM;
    let foes = battle.enemies(who).filter(|foe| foe.fights() && combatant.aware.of(foe.id));
    let mut candidates = Vec::with_capacity(battle.rows().len());
    candidates.extend(foes.map(|foe| {
        let again = || combatant.conditions.0.iter().filter(is_aim).any(|aim| aim.whom == Some(foe.id));
        let unseen = (!cover::sees(battle, who, foe.id)).then(|| Refusal::new(ids::ATK_08, "Not seen"));
        let refusal = unseen.or_else(|| again().then(|| Refusal::new(ids::CHK_08, "Already aimed at")));
        Candidate { who: foe.id, refusal }
    }));
    let first = candidates.first().and_then(|foe| foe.refusal.clone());
    let nobody = || first.unwrap_or_else(|| Refusal::new(ids::ATK_08, "No target in sight"));
    let aim = Offer::new(&menu::AIM, &[ids::ATK_08], menu::SMALL).refused(conditions::quick(battle, who));
    aim.at_any_of(candidates, nobody)
}

fn postures(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    if mount_of(battle, who).is_some() || bonds::trapped_under(battle, who).is_some() {
        return;
    }
    let lie = || Offer::new(&menu::LIE, &[ids::PRN_01], menu::SMALL).refused(conditions::quick(battle, who));
    match battle.combatant(who).posture {
        Posture::Standing => {
            offers.push(Offer::new(&menu::CROUCH, &[ids::MOVE_09], Cost::FREE));
            offers.push(lie());
        }
        Posture::Crouching => {
            offers.push(Offer::new(&menu::RISE, &[ids::MOVE_09], Cost::FREE));
            offers.push(lie());
        }
        Posture::Prone => {
            let stand = Offer::new(&menu::STAND, &[ids::PRN_01, ids::GRID_05], menu::SMALL)
                .refused(conditions::quick(battle, who));
            let asks = conditions::anybody_readied(battle);
            let stand = if asks { stand.commits(Finality::Asks) } else { stand };
            offers.push(stand.refused(mounts::crowded(battle, who)));
        }
    }
}
