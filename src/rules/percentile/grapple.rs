//! Holding somebody, and breaking free. PCT-MAN-04, PCT-CHK-07.

use super::{
    bonds, catalogue as ids,
    conditions::{self, ActionType, GRABBED, GRABBING, hand, spend},
    luck, menu,
    step::{Check, Exchange, GrappleContest, Luck},
};
use crate::rules::prelude::*;

/// Why somebody cannot grab anybody.
pub fn refusal(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    if bonds::held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Already holds somebody"));
    }
    (bonds::free_hands(battle.combatant(who)) == (false, false)).then(|| Refusal::new(ids::MAN_04, "No free hand"))
}

/// Takes hold of the target, who can only break free; one hand of the holder is busy.
pub fn seize(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if bonds::holder(battle, exchange.on).is_some() || bonds::held(battle, exchange.by).is_some() {
        return;
    }
    let busy = hand(!bonds::free_hands(battle.combatant(exchange.by)).0);
    let grabbed = Condition { whom: Some(exchange.by), ..Condition::new(GRABBED, Until::Indefinite) };
    let grabbing = Condition { whom: Some(exchange.on), detail: busy, ..Condition::new(GRABBING, Until::Indefinite) };
    context.effect(Effect::AddCondition(exchange.on, grabbed));
    context.effect(Effect::AddCondition(exchange.by, grabbing));
    context.note(exchange.on, ids::MAN_04, "is held");
}

/// Ends the holds of combatants who are now disabled, prone or elsewhere, PCT-MAN-04, and the holds on those who are
/// now disabled or elsewhere.
pub fn loosen(battle: &Battle, context: &mut StepContext<'_>) {
    let holds = battle.combatants().any(|fighter| fighter.conditions.has(GRABBING));
    if !holds {
        return;
    }
    // Each with whether its own holder loses the hold as well.
    let ended: Vec<(CombatantId, bool)> = context
        .effects()
        .filter_map(|effect| match effect {
            Effect::Status(who, status) if status.is_out() => Some((*who, true)),
            Effect::Posture(who, Posture::Prone) => Some((*who, false)),
            Effect::Place(who, _) => Some((*who, true)),
            _ => None,
        })
        .collect();
    for (who, slips) in ended {
        bonds::let_go(battle, who, context);
        if slips {
            bonds::HOLD.end(battle, who, context);
        }
    }
}

/// The offer to break free, for somebody who is held and can do nothing else, or whose mount is held, PCT-MAN-04.
pub fn break_offer(battle: &Battle, who: CombatantId) -> Offer {
    Offer::new(&menu::BREAK, &[ids::MAN_04, ids::CHK_07], menu::LARGE).refused(conditions::standard(battle, who))
}

/// The offer to release the one held.
pub fn release_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    bonds::held(battle, who).map(|_| Offer::new(&menu::RELEASE, &[ids::TURN_02, ids::MAN_04], Cost::FREE))
}

/// Tries to break free, or to free the mount, with the combatant's own action, PCT-MNT-01.
pub fn struggle(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    let held = bonds::captive(battle, who);
    if let Some((held, holder)) = held.and_then(|held| Some((held, bonds::holder(battle, held)?))) {
        let contest = contest(held, holder);
        context.then(luck::first_prompt(battle, held, Check::Wrestle(contest), context));
    }
}

/// Resolves one side's roll of the plain opposed check, PCT-CHK-07: the other side rolls, or the contest is decided;
/// while both fail or tie, both roll again.
pub fn rolled(battle: &Battle, contest: GrappleContest, luck: Luck, margin: Option<u8>, context: &mut StepContext<'_>) {
    let Some(first) = contest.first else {
        let contest = GrappleContest { first: Some(margin), lucks: [luck, contest.lucks[1]], ..contest };
        context.then(luck::first_prompt(battle, contest.holder, Check::Wrestle(contest), context));
        return;
    };
    if first == margin {
        let contest = GrappleContest { first: None, lucks: [contest.lucks[0], luck], ..contest };
        context.then(luck::first_prompt(battle, contest.held, Check::Wrestle(contest), context));
    } else if first > margin {
        context.note(contest.held, ids::MAN_04, "breaks free");
        bonds::HOLD.end(battle, contest.held, context);
    } else {
        context.note(contest.held, ids::MAN_04, "does not get free");
    }
}

/// The contest between the one held and the holder, before anybody has rolled.
pub const fn contest(held: CombatantId, holder: CombatantId) -> GrappleContest {
    const NONE: Luck = Luck { ignore: false, flip: false, upgrade: false };
    GrappleContest { held, holder, first: None, lucks: [NONE; 2] }
}
