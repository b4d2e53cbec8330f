//! Waiting, and turns taken later: between the turns of others, or in the middle of them. RAT-INIT-12 to RAT-INIT-14.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    conditions::{RESISTING, RESISTS_ALL, RESISTS_NOTHING, WAITING, lasting},
    held, menu, settings,
    sheet::{BEGUN, sheet},
    step::TurnStep,
    turn,
};
use crate::rules::{Asked, Claim, Opportunity, Reopening, StandingOrder, claims, prelude::*, turns};

/// The claim to a turn in hand, for standing orders.
const TURN_IN_HAND: Claim = Claim(0);

/// The offers to wait and to give standing orders for a turn in hand. RAT-INIT-12, RAT-INIT-13.
pub fn offers(battle: &Battle, who: CombatantId) -> [Offer; 2] {
    let has_begun = battle.combatant(who).budgets.get(BEGUN) != 0;
    let rules: &[RuleId] = if settings::is_older(battle) { &[ids::INIT_13] } else { &[ids::INIT_12] };
    let wait = Offer::new(&menu::WAIT, rules, Cost::FREE)
        .refused(has_begun.then(|| Refusal::new(rules[0], "Has begun the turn")));
    let orders = Offer::new(&menu::ORDERS, &[ids::INIT_14, ids::MAG_05], Cost::FREE).parameter(asking(battle, who));
    let resists = !sheet(battle.combatant(who)).resistances.is_empty();
    [wait, if resists { orders.parameter(Parameter::new(&menu::RESIST, resisting(battle, who))) } else { orders }]
}

/// When to be asked in the newer edition, in which nobody takes a turn inside another's. RAT-INIT-12.
static BETWEEN_TURNS: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let mut all = claims::parameter().values.to_vec();
    all[0].label = "After each turn".into();
    all
});

/// When to be asked about a turn in hand, the present order first, so that orders about magic resistance alone leave it
/// as it is.
fn asking(battle: &Battle, who: CombatantId) -> Parameter {
    let mut all = if settings::is_older(battle) {
        claims::parameter()
    } else {
        Parameter::new(&claims::ASK, BETWEEN_TURNS.as_slice())
    };
    let known = battle.combatant(who).orders.of(TURN_IN_HAND);
    if let Some(place) = StandingOrder::ASKING.iter().position(|order| *order == known).filter(|place| *place > 0) {
        all.values.to_mut().rotate_left(place);
    }
    all
}

/// What magic resistance can be used against, the present order first: by default harm alone. RAT-MAG-05.
fn resisting(battle: &Battle, who: CombatantId) -> Vec<ParameterValue> {
    let mut all = vec![
        ParameterValue::new(0, "harm", "Harm"),
        ParameterValue::new(RESISTS_ALL.into(), "all", "All, help too"),
        ParameterValue::new(RESISTS_NOTHING.into(), "nothing", "Nothing"),
    ];
    all.rotate_left(usize::try_from(known_resisting(battle, who)).unwrap_or(0));
    all
}

fn known_resisting(battle: &Battle, who: CombatantId) -> i32 {
    battle.combatant(who).conditions.find(RESISTING).map_or(0, |known| known.level.clamp(0, 2).into())
}

/// Standing orders for magic resistance, RAT-MAG-05.
fn resist(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let known = known_resisting(battle, who);
    let now = choice.value(menu::RESIST.key, known);
    if now == known {
        return;
    }
    if known != 0 {
        context.effect(Effect::Clear(who, RESISTING));
    }
    if now != 0 {
        context.effect(Effect::AddCondition(who, Condition { level: now as i16, ..lasting(RESISTING) }));
    }
    context.note(who, ids::MAG_05, "gives standing orders for magic resistance");
}

/// Gives the standing order of a choice.
pub fn order(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    resist(battle, who, choice, context);
    let known = battle.combatant(who).orders.of(TURN_IN_HAND);
    let order = choice.given(claims::ASK.key).map_or(known, |_| StandingOrder::of_choice(choice));
    claims::order(battle, (who, TURN_IN_HAND), order, (ids::INIT_14, "a turn in hand"), context);
}

/// Puts a turn off, which ends for now without having begun.
pub fn wait(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::AddCondition(who, lasting(WAITING)));
    let rule = if settings::is_older(battle) { ids::INIT_13 } else { ids::INIT_12 };
    context.note(who, rule, "waits");
}

/// Asks the next combatant with a turn in hand, in initiative order; after each turn taken the others are asked again.
/// RAT-INIT-14.
pub fn call(battle: &Battle, by: Option<CombatantId>, asked: Asked, context: &mut StepContext<'_>) {
    let opportunity = Opportunity { claim: TURN_IN_HAND, by };
    if let Some(who) = opportunity.next(battle, asked, |who| held::may_claim(battle, who)) {
        context.ask(who, CutIn(by, asked));
    }
}

/// Whether to take a turn in hand now: in or after somebody's turn, or (`None`) after the last turn of a round; and who
/// has been asked. RAT-INIT-14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CutIn(pub Option<CombatantId>, pub Asked);

impl RulesetPrompt for CutIn {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let other = match (settings::is_older(battle), self.0) {
            (true, _) => &menu::LET_GO_ON,
            (false, Some(_)) => &menu::LET_IT_BE,
            (false, None) => &menu::LOSE,
        };
        [&menu::CUT_IN, other].map(|kind| Offer::new(kind, &[ids::INIT_14], Cost::FREE)).into()
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(by, asked) = *self;
        let claims = choice.verb == menu::CUT_IN.verb;
        if claims {
            context.effect(Effect::Clear(who, WAITING));
            context.note(who, ids::INIT_14, "takes the turn in hand");
            turns::begin_inside(battle, who, context);
            turn::start(battle, who, true, context);
            // This turn may be interrupted too, even at its start.
            held::offer_moment(battle, who, context);
            turn::steps(who).into_iter().for_each(|step| context.step(step));
        }
        let asked = if claims { asked.claimed(who, Reopening::AfterEachClaim) } else { asked.let_go(who) };
        context.step(TurnStep::Call(by, asked));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let name = |who: CombatantId| &battle.combatant(who).identity.name;
        let about = match self.0 {
            Some(by) if battle.is_in_turn(by) => {
                let at = battle.combatant(by).placement.anchor();
                format!("in the middle of the turn of {}, who stands at {at}", name(by))
            }
            Some(by) => format!("after the turn of {}", name(by)),
            None if settings::is_older(battle) => "the round ends".into(),
            None => "the round ends; a turn not taken now is lost".into(),
        };
        let told = Told::new(battle, who, "may take the turn in hand", about, ids::INIT_14).on(self.0);
        if let Some(by) = self.0 { told.by(by, None).at(Window::Claim) } else { told.at(Window::Claim) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RulesetId, Team, rates::describe, testing};

    /// Two in the newer or the older edition.
    fn battle(is_older: bool) -> Battle {
        let body = |team: u8| (Team(team), Square::new(i16::from(team), 0), RulesetId::Rates.plain_sheet());
        let mut battle = testing::battle(RulesetId::Rates, Battlefield::new(4, 1), &[0, 1].map(body));
        let edition = &settings::SETTINGS[0];
        assert_eq!(edition.key, "rat.edition");
        battle.constants_mut().settings.set(0, edition, is_older.into());
        battle
    }

    /// What is said about waiting, and about going on with it after a turn, in the newer or the older edition.
    fn told(is_older: bool) -> [String; 2] {
        let (battle, [a, b]) = (battle(is_older), [0, 1].map(CombatantId));
        let wait = &offers(&battle, a)[0];
        let go_on = &CutIn(Some(b), Asked::default()).offers(&battle, a)[1];
        let wording = |offer: &Offer| Wording::of(&battle, offer);
        [describe::act(&battle, a, wait, wording(wait)).about.into(), wording(go_on).then.into()]
    }

    #[test]
    fn when_a_turn_in_hand_can_be_taken_is_said_as_the_edition_has_it() {
        let [wait, go_on] = told(false);
        assert_eq!(wait, "take the turn later this round: asked after each turn");
        assert_eq!(go_on, "asked again before the round ends");
        let [wait, go_on] = told(true);
        assert_eq!(wait, "take the turn later: asked at each step of others and after each turn");
        assert_eq!(go_on, "asked again at the next step");
    }

    #[test]
    fn when_to_be_asked_is_said_as_the_edition_has_it() {
        let first = |is_older| offers(&battle(is_older), CombatantId(0))[1].parameters[0].values[0].label.to_string();
        assert_eq!([false, true].map(first), ["After each turn", "Every step"]);
    }
}
