//! Claims: at an opportunity others may react, cut in or take a turn they have put off. Rules run before anything is
//! shown, so players cannot interrupt in real time: everybody is asked at each opportunity, unless standing orders let
//! it go.
//!
//! A ruleset names its kinds of claims; the step that opens an opportunity says who may claim. A combatant who is not
//! asked lets the opportunity go.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::StepContext;
use crate::rules::{
    account::RuleId,
    choosing::{Choice, Group, OfferKind, Parameter, ParameterKind, ParameterValue, Role},
    ids::{CombatantId, CombatantSet},
    state::{Battle, Claim, Effect, StandingOrder},
};

impl StandingOrder {
    /// The order given by a choice of an [`offer_kind`].
    pub fn of_choice(choice: &Choice) -> Self {
        let place = usize::try_from(choice.value(ASK.key, 0)).unwrap_or_default();
        Self::ASKING.get(place).copied().unwrap_or_default()
    }
}

/// The kind of offers that give standing orders, at a place in the group [`Group::Stance`].
pub const fn offer_kind(place: u8, title: &'static str) -> OfferKind {
    OfferKind::new("orders", Group::Stance, place, Role::Protect).ranked(2).idle().titled(title)
}

/// When a combatant wants to be asked.
pub static ASK: ParameterKind = ParameterKind::new("ask", "Ask me");

/// Each standing order that says when to ask, as a value.
static ASKED: LazyLock<[ParameterValue; 3]> = LazyLock::new(|| {
    [0, 1, 2].map(|place| {
        let order = StandingOrder::ASKING[place as usize];
        ParameterValue::new(place, order.word(), crate::rules::choosing::capital(order.words()))
    })
});

/// The parameter of offers that only settle when to be asked.
pub fn parameter() -> Parameter {
    Parameter::new(&ASK, ASKED.as_slice())
}

/// An occasion for others to claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opportunity {
    /// What may be claimed.
    pub claim: Claim,
    /// Who caused it; `None` after the last turn of a round.
    pub by: Option<CombatantId>,
}

/// What becomes of an opportunity after a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// Those not asked yet are asked.
    Once,
    /// It is offered again, from the first in order, to all who have not claimed, even those who have let it go.
    AfterEachClaim,
}

/// Who is no longer asked at an opportunity. Nobody claims twice at the same one, so it passes after at most as many
/// claims as there are combatants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Asked {
    let_go: CombatantSet,
    claimed: CombatantSet,
}

impl Asked {
    /// The same after `who` has let the opportunity go.
    #[must_use]
    pub fn let_go(self, who: CombatantId) -> Self {
        Self { let_go: self.let_go.with(who), ..self }
    }

    /// The same after `who` has claimed.
    #[must_use]
    pub fn claimed(self, who: CombatantId, reopening: Reopening) -> Self {
        let let_go = match reopening {
            Reopening::Once => self.let_go,
            Reopening::AfterEachClaim => CombatantSet::default(),
        };
        Self { let_go, claimed: self.claimed.with(who) }
    }

    /// Whether `who` is no longer asked.
    pub fn contains(self, who: CombatantId) -> bool {
        self.let_go.contains(who) || self.claimed.contains(who)
    }
}

impl Opportunity {
    /// Whether `who`'s standing orders take the opportunity: by being asked, or by spending without being asked.
    pub fn is_wanted(self, battle: &Battle, who: CombatantId) -> bool {
        match battle.combatant(who).orders.of(self.claim) {
            StandingOrder::Always | StandingOrder::Spend(_) => true,
            StandingOrder::Never => false,
            StandingOrder::InReach => {
                // An opportunity that nobody caused comes once, so all who want to be asked at all are asked.
                let Some(by) = self.by else { return true };
                let (fighter, rules) = (battle.combatant(who), battle.ruleset.rules());
                let (side, reach) = (battle.combatant(by).team, rules.reach(battle, who));
                // A rider is wherever the mount is.
                let body = battle.combatant(rules.mount_of(battle, by).unwrap_or(by)).footprint();
                fighter.team != side && body.squares().any(|square| reach.contains(&square))
            }
        }
    }

    /// Those to be asked, in initiative order: fighting, not the one who caused the opportunity, allowed to claim by
    /// the ruleset, and not held back by standing orders.
    pub fn claimants(self, battle: &Battle, may: impl Fn(CombatantId) -> bool) -> impl Iterator<Item = CombatantId> {
        let others = battle.scene.order.iter().copied().filter(move |who| Some(*who) != self.by);
        others.filter(move |who| battle.combatant(*who).fights() && may(*who) && self.is_wanted(battle, *who))
    }

    /// The next combatant to be asked; `None` if the opportunity has passed.
    pub fn next(self, battle: &Battle, asked: Asked, may: impl Fn(CombatantId) -> bool) -> Option<CombatantId> {
        self.claimants(battle, move |who| !asked.contains(who) && may(who)).next()
    }
}

/// The effect of giving a standing order; `None` if it is already in force.
pub fn give_order(battle: &Battle, who: CombatantId, claim: Claim, order: StandingOrder) -> Option<Effect> {
    (battle.combatant(who).orders.of(claim) != order).then_some(Effect::StandingOrder(who, claim, order))
}

/// Gives a standing order under a rule. The log says that one is given, and for what, but not which.
pub fn order(
    battle: &Battle,
    (who, claim): (CombatantId, Claim),
    order: StandingOrder,
    (rule, what): (RuleId, &str),
    context: &mut StepContext<'_>,
) {
    if let Some(effect) = give_order(battle, who, claim, order) {
        context.effect(effect);
        context.note(who, rule, format_args!("gives standing orders for {what}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, SpendingLimit, Status, testing::example},
    };

    const CLAIM: Claim = Claim(1);

    fn ask(battle: &Battle, by: u16) -> Vec<u16> {
        let opportunity = Opportunity { claim: CLAIM, by: Some(CombatantId(by)) };
        opportunity.claimants(battle, |who| who != CombatantId(4)).map(|who| who.0).collect()
    }

    #[test]
    fn standing_orders_filter_before_anybody_is_asked() {
        // Sides alternate; those with odd ids are enemies of the first.
        let mut battle = example(Battlefield::new(12, 1), &[0, 1, 3, 9, 11].map(|x| Square::new(x, 0)));
        battle.scene.order = [3, 1, 0, 2, 4].map(CombatantId).into();
        assert_eq!(ask(&battle, 0), [3, 1, 2]);
        battle.combatant_mut(CombatantId(2)).status = Status::Down;
        let order = |battle: &mut Battle, who: u16, order| {
            let effect = give_order(battle, CombatantId(who), CLAIM, order).unwrap();
            battle.apply(&effect);
            assert_eq!(give_order(battle, CombatantId(who), CLAIM, order), None);
        };
        order(&mut battle, 1, StandingOrder::InReach);
        order(&mut battle, 3, StandingOrder::InReach);
        assert_eq!(ask(&battle, 0), [1], "the first stands beside, the other far off");
        order(&mut battle, 1, StandingOrder::Never);
        order(&mut battle, 3, StandingOrder::Always);
        assert_eq!(ask(&battle, 0), [3]);
        // A combatant who spends without being asked still has the opportunity.
        order(&mut battle, 1, StandingOrder::Spend(SpendingLimit { most: 200, keep: 100 }));
        assert_eq!(ask(&battle, 0), [3, 1]);
        // Another kind of claim has its own orders.
        let other = Opportunity { claim: Claim(0), by: Some(CombatantId(0)) };
        assert!(other.is_wanted(&battle, CombatantId(1)));
        // Saved games keep them.
        let text = serde_json::to_string(&battle).unwrap();
        assert_eq!(serde_json::from_str::<Battle>(&text).unwrap(), battle);
    }

    #[test]
    fn an_opportunity_opens_again_or_goes_on() {
        let mut battle = example(Battlefield::new(12, 1), &[0, 2, 4, 6].map(|x| Square::new(x, 0)));
        battle.scene.order = [0, 1, 2, 3].map(CombatantId).into();
        let opportunity = Opportunity { claim: CLAIM, by: Some(CombatantId(0)) };
        let next = |asked| opportunity.next(&battle, asked, |_| true).map(|who| who.0);
        let declined = Asked::default().let_go(CombatantId(1));
        assert_eq!(next(Asked::default()), Some(1));
        assert_eq!(next(declined), Some(2));
        let claimed = |reopening: Reopening| declined.claimed(CombatantId(2), reopening);
        assert_eq!(next(claimed(Reopening::Once)), Some(3));
        let reopened = claimed(Reopening::AfterEachClaim);
        assert_eq!(next(reopened), Some(1), "whoever has let it go is asked again");
        assert_eq!(next(reopened.let_go(CombatantId(1))), Some(3), "whoever has claimed is not");
        let all = [1, 2, 3].map(CombatantId).into_iter().fold(Asked::default(), Asked::let_go);
        assert_eq!(next(all), None, "the opportunity has passed");
    }

    #[test]
    fn what_nobody_has_caused_is_everybodys_to_claim() {
        let mut battle = example(Battlefield::new(12, 1), &[0, 2, 4].map(|x| Square::new(x, 0)));
        battle.scene.order = [2, 0, 1].map(CombatantId).into();
        battle.scene.acting = None;
        let opportunity = Opportunity { claim: CLAIM, by: None };
        let asked = |battle: &Battle| opportunity.claimants(battle, |_| true).map(|who| who.0).collect::<Vec<_>>();
        assert_eq!(asked(&battle), [2, 0, 1]);
        let mut order = |who, order| {
            let effect = give_order(&battle, CombatantId(who), CLAIM, order).unwrap();
            battle.apply(&effect);
        };
        order(0, StandingOrder::InReach);
        order(2, StandingOrder::Never);
        assert_eq!(asked(&battle), [0, 1]);
    }
}
