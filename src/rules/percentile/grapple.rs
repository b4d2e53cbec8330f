//! Holding somebody, and breaking free. PCT-MAN-04, PCT-CHK-07.

use super::{
    catalogue as ids,
    checks::{Tally, add_hurried, add_wounds},
    conditions::{ActionType, GRABBED, GRABBING, hand, spend},
    gear, luck, menu, offers,
    sheet::{Skill, sheet},
    step::{Check, Exchange, GrappleContest, Luck, TurnStep, step},
};
use crate::rules::{
    Battle, Bond, Combatant, CombatantId, Condition, Cost, Effect, Offer, Posture, Refusal, StepContext, Until,
};

/// Held and holder, PCT-MAN-04.
const HOLD: Bond = Bond { first: GRABBED, second: GRABBING };

/// Who holds somebody.
pub fn holder(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    HOLD.second_of(battle, who)
}

/// Whom somebody holds.
pub fn held(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    HOLD.first_of(battle, who)
}

/// Why somebody cannot grab anybody.
pub fn refusal(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    if held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Already holds somebody"));
    }
    (gear::free_hands(battle.combatant(who)) == (false, false)).then(|| Refusal::new(ids::MAN_04, "No free hand"))
}

/// Takes hold of the target, who can only break free; one hand of the holder is busy.
pub fn seize(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if holder(battle, exchange.on).is_some() || held(battle, exchange.by).is_some() {
        return;
    }
    let busy = hand(!gear::free_hands(battle.combatant(exchange.by)).0);
    let grabbed = Condition { whom: Some(exchange.by), ..Condition::new(GRABBED, Until::Indefinite) };
    let grabbing = Condition { whom: Some(exchange.on), detail: busy, ..Condition::new(GRABBING, Until::Indefinite) };
    context.effect(Effect::AddCondition(exchange.on, grabbed));
    context.effect(Effect::AddCondition(exchange.by, grabbing));
    context.note(exchange.on, ids::MAN_04, "is held");
}

/// Ends every hold of or on somebody.
pub fn let_go(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    [HOLD.reversed(), HOLD].into_iter().for_each(|bond| bond.end(battle, who, context));
}

/// Ends the holds of those who are now disabled, prone or elsewhere, PCT-MAN-04.
pub fn loosen(battle: &Battle, context: &mut StepContext<'_>) {
    let holds = battle.combatants().any(|one| one.conditions.has(GRABBING));
    if !holds {
        return;
    }
    let ended: Vec<CombatantId> = context
        .effects()
        .filter_map(|effect| match effect {
            Effect::Status(who, status) if status.is_out() => Some(*who),
            Effect::Posture(who, Posture::Prone) if held(battle, *who).is_some() => Some(*who),
            Effect::Place(who, _) => Some(*who),
            _ => None,
        })
        .collect();
    for who in ended {
        let_go(battle, who, context);
    }
}

/// The offers of somebody who is held: nothing but breaking free, PCT-MAN-04.
pub fn offers_of_the_held(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let free =
        Offer::new(&menu::BREAK, &[ids::MAN_04, ids::CHK_07], menu::LARGE).refused(offers::standard(battle, who));
    vec![free, offers::end_of_turn(battle, who)]
}

/// The offer of somebody who holds another.
pub fn release_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    held(battle, who).map(|_| Offer::new(&menu::RELEASE, &[ids::TURN_02, ids::MAN_04], Cost::FREE))
}

/// Tries to break free.
pub fn struggle(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    if let Some(holder) = holder(battle, who) {
        let contest = GrappleContest { held: who, holder, first: None, lucks: [Luck::default(); 2] };
        context.then(luck::first_prompt(battle, who, Check::Wrestle(contest), context.is_forecast()));
    }
    context.then(step(TurnStep::Act(who)));
}

/// The better of Unarmed Combat and STR + SOM, without size or arms, PCT-MAN-04.
pub fn add_strength(one: Combatant<'_>, tally: &mut impl Tally) {
    let numbers = sheet(one);
    let (skill, strength) = (numbers.rating(Skill::UnarmedCombat), numbers.strength + numbers.som);
    let words = if skill > strength { "Unarmed Combat" } else { "STR + SOM" };
    tally.add(ids::MAN_04, skill.max(strength), || words.into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// Resolves one side's roll of the plain opposed check, PCT-CHK-07: the other side rolls, or it is decided; both roll
/// again while both fail or tie.
pub fn rolled(battle: &Battle, contest: GrappleContest, luck: Luck, margin: Option<u8>, context: &mut StepContext<'_>) {
    let Some(first) = contest.first else {
        let contest = GrappleContest { first: Some(margin), lucks: [luck, contest.lucks[1]], ..contest };
        context.then(luck::first_prompt(battle, contest.holder, Check::Wrestle(contest), context.is_forecast()));
        return;
    };
    if first == margin {
        let contest = GrappleContest { first: None, lucks: [contest.lucks[0], luck], ..contest };
        context.then(luck::first_prompt(battle, contest.held, Check::Wrestle(contest), context.is_forecast()));
    } else if first > margin {
        context.note(contest.held, ids::MAN_04, "breaks free");
        let_go(battle, contest.held, context);
    } else {
        context.note(contest.held, ids::MAN_04, "does not get free");
    }
}
