//! Every question, and what can be done in a turn. RAT-TURN-01, RAT-TURN-02.

use super::{
    attack_step, catalogue as ids, charges, dealing, declaring, defence, describe, gear, held, joint, magic, menu,
    mounts, movement,
    sheet::{ACTED, BEGUN},
    spell,
    step::TurnStep,
    strike, stunts, waiting, wounds,
};
use crate::rules::{Spending, prelude::*};

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(OwnTurn);
    /// What the first action will be, RAT-INIT-03.
    Declare(declaring::Declare);
    /// Whether to take a turn in hand, RAT-INIT-14.
    CutIn(waiting::CutIn);
    /// What to do about the blows of an attack, RAT-AVOID-01.
    Avoid(defence::Avoid<Box<attack_step::Exchange>>);
    /// The same for several attacks at once, RAT-DISC-02.
    AvoidJoint(defence::Avoid<Box<attack_step::JointExchange>>);
    /// The same for a spell, asked of one of its targets. RAT-AVOID-10.
    AvoidBurst(defence::Avoid<(Box<attack_step::Burst>, u8)>);
    /// How many blows go to a target, RAT-RATE-05.
    Deal(dealing::Deal);
    /// Whom to strike with the blows that are left, RAT-RATE-05.
    Onward(dealing::NextTarget);
    /// Whether to join an attack, RAT-DISC-03.
    Join(joint::Join);
}

/// What to do in one's turn, RAT-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        in_turn(battle, who, None)
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        in_turn(battle, who, Some(verbs))
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "end" => return Ok(()),
            "wait" => {
                waiting::wait(battle, who, context);
                return Ok(());
            }
            "orders" => waiting::order(battle, who, choice, context),
            _ => carry_out(battle, who, choice, context)?,
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

/// Begins an act of a turn; in the older edition those who wait may cut in after it. RAT-INIT-13.
fn carry_out(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let is = |kinds: &[&OfferKind]| kinds.iter().any(|kind| kind.verb == choice.verb);
    if is(&[&menu::MOVE, &menu::RUN]) {
        return movement::begin(battle, who, choice, context);
    }
    if battle.combatant(who).budgets.get(BEGUN) == 0 {
        context.effect(Effect::Budget(who, BEGUN, 1));
    }
    if is(strike::KINDS) {
        menu::pay(who, context);
        strike::begin(battle, who, choice, context)?;
    } else if is(&[&menu::CAST]) {
        menu::pay(who, context);
        spell::begin(battle, who, choice, context)?;
    } else if is(&[&menu::DROP_SPELL]) {
        magic::end_sustained(battle, who, context);
    } else if is(&[&menu::BIND]) {
        menu::pay(who, context);
        choice.targets().for_each(|on| wounds::bind(battle, who, on, context));
    } else {
        _ = gear::begin(battle, who, choice, context)
            || mounts::begin(battle, who, choice, context)
            || stunts::begin(battle, who, choice, context)
            || charges::begin(battle, who, choice, context);
    }
    held::offer_moment(battle, who, context);
    Ok(())
}

/// Roughly how many offers a turn has.
const MANY: usize = 24;

/// What can be done in a turn; if `verbs` names some, other offers may be left out.
fn in_turn(battle: &Battle, who: CombatantId, verbs: Option<&[&str]>) -> Vec<Offer> {
    let wants = |kinds: &[&OfferKind]| verbs.is_none_or(|verbs| kinds.iter().any(|kind| verbs.contains(&kind.verb)));
    let mut all = Vec::with_capacity(if verbs.is_none() { MANY } else { 2 });
    if wants(&[&menu::MOVE]) {
        all.push(movement::offer(battle, who));
    }
    if wants(&[&menu::RUN]) {
        all.push(movement::run_offer(battle, who));
    }
    if wants(&[&menu::MOUNT, &menu::DISMOUNT]) {
        all.extend(mounts::offers(battle, who));
    }
    if wants(strike::KINDS) {
        all.extend(strike::offers(battle, who));
    }
    if wants(&[&menu::SHOVE, &menu::CLIMB_OUT, &menu::STEP_IN]) {
        all.extend(stunts::offers(battle, who));
    }
    if wants(&[&menu::LIGHT]) {
        all.extend(charges::offer(battle, who));
    }
    if wants(&[&menu::BIND]) {
        all.extend(wounds::bind_offer(battle, who));
    }
    if wants(&[&menu::RECOVER, &menu::RELOAD, &menu::DRAW, &menu::STOW, &menu::PICK_UP, &menu::DROP]) {
        all.extend(gear::offers(battle, who));
    }
    if wants(&[&menu::CAST, &menu::DROP_SPELL]) {
        all.extend(spell::offers(battle, who));
    }
    if wants(&[&menu::WAIT, &menu::ORDERS]) {
        all.extend(waiting::offers(battle, who));
    }
    declaring::bind(battle, who, &mut all);
    let has_action = battle.combatant(who).budgets.get(ACTED) == 0;
    for offer in all.iter_mut().filter(|offer| !has_action && offer.cost.count(Spending::Large) > 0) {
        offer.refusal.get_or_insert_with(|| Refusal::new(ids::TURN_01, "No action left"));
    }
    let ends = if has_action || movement::left(battle, who) > 0 { Finality::Ends } else { Finality::Nothing };
    all.push(Offer::new(&menu::END_TURN, &[ids::TURN_01], Cost::FREE).commits(ends));
    all
}
