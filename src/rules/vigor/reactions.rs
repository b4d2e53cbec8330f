//! Openings: who may take them, and the attack made on one. VIG-REACH-05, VIG-REACH-06, VIG-REACT-07, VIG-REACT-08.

use serde::{Deserialize, Serialize};

use super::{
    afflict::pay_vigor,
    attack, blows, catalogue as ids,
    conditions::{can_act, can_react, is_incapacitated, is_target},
    describe::attack_words,
    menu, orders, reach,
    sheet::VIGOR,
    step::{AttackStep, Manner, Mark, ReactionStep, Strike, With},
};
use crate::rules::{Claim, Opportunity, prelude::*};

/// The claim of taking openings, for standing orders.
pub const OPENINGS: Claim = Claim(0);

/// The price of taking an opening in Vigor; Defend does not make it cheaper. VIG-REACT-07.
pub const OPENING_PRICE: u8 = 5;

/// Whether an opening created by `by` is open to `to`, its price aside. VIG-REACH-06.
pub fn is_open_to(battle: &Battle, by: CombatantId, to: CombatantId) -> bool {
    let (victim, reactor) = (battle.combatant(by), battle.combatant(to));
    reactor.team != victim.team
        && is_target(victim)
        && can_react(battle, to)
        && reactor.aware.of(by)
        && reach::reaches(battle, to, victim.footprint())
}

/// Whether `to` may take an opening of `by`: it is open to it and can be paid for. VIG-REACT-03.
pub fn may_take(battle: &Battle, by: CombatantId, to: CombatantId) -> bool {
    let pays = battle.combatant(to).vitals.get(VIGOR) >= OPENING_PRICE.into();
    pays && is_open_to(battle, by, to) && !attacks(battle, to, by).is_empty()
}

/// Whether a combatant could take an enemy's opening outside its own turn. VIG-REACT-01, VIG-REACT-07.
pub fn threatens(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    can_act(fighter) && !is_incapacitated(fighter) && fighter.vitals.get(VIGOR) >= OPENING_PRICE.into()
}

/// Those who may take an opening of `by`, in initiative order; those without a place come last, VIG-INIT-04.
pub fn takers(battle: &Battle, by: CombatantId) -> Vec<CombatantId> {
    let placed = battle.scene.order.iter().copied();
    let others = battle.combatants().map(|fighter| fighter.id).filter(|who| !battle.scene.order.contains(who));
    let opportunity = Opportunity { claim: OPENINGS, by: Some(by) };
    let wants = |who: &CombatantId| may_take(battle, by, *who) && opportunity.is_wanted(battle, *who);
    placed.chain(others).filter(wants).collect()
}

/// Creates an opening for those who can take it now, VIG-REACH-06.
pub fn open(battle: &Battle, by: CombatantId, context: &mut StepContext<'_>) {
    ask(battle, by, takers(battle, by).into_iter().collect(), context);
}

/// Asks the next of those to whom the opening was open when it was created, each after the one before has been
/// resolved; those who can no longer take it are skipped. VIG-REACH-06, VIG-REACT-08.
pub fn ask(battle: &Battle, by: CombatantId, to: CombatantSet, context: &mut StepContext<'_>) {
    let Some(who) = takers(battle, by).into_iter().find(|who| to.contains(*who)) else { return };
    match orders::opening(battle, who) {
        Some(false) => {}
        Some(true) => take(battle, who, by, best(battle, who, by), context),
        None => context.ask(who, Opening(by)),
    }
    context.step(ReactionStep::Open(by, to.without(who)));
}

/// The attacks that can take an opening: ready melee and unarmed ones. VIG-REACT-07.
pub fn attacks(battle: &Battle, who: CombatantId, on: CombatantId) -> Vec<With> {
    let body = battle.combatant(on).footprint();
    let serves = |with: &With| match with {
        With::Item(item) => reach::is_melee(battle, *item) && reach::out_of_reach(battle, who, body, *item).is_none(),
        With::Fists => true,
        With::Thrown(_) | With::Used(_) | With::Hazard(_) => false,
    };
    let legal =
        |with: &With| attack::refusal(battle, &Strike::new(who, Mark::Combatant(on), *with, Manner::Opening)).is_none();
    blows::ready(battle, who).filter(serves).filter(legal).collect()
}

/// The attack that standing orders make: the one with the most damage.
fn best(battle: &Battle, who: CombatantId, on: CombatantId) -> With {
    let all = attacks(battle, who, on);
    let worth = |with: &With| Strike::new(who, Mark::Combatant(on), *with, Manner::Opening).means(battle).worth();
    all.into_iter().rev().max_by_key(worth).unwrap_or(With::Fists)
}

/// The question whether to take the opening that a combatant has created, VIG-REACT-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Opening(pub CombatantId);

impl RulesetPrompt for Opening {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let left = battle.combatant(who).vitals.get(VIGOR);
        let poor = (left < OPENING_PRICE.into()).then(|| Refusal::new(ids::REACT_03, "Not enough Vigor"));
        let cost = || Cost::of(&menu::VIGOR, OPENING_PRICE);
        let take =
            |with: With| Offer::new(&menu::TAKE_OPENING, &[ids::REACT_07, ids::REACT_03], cost()).with(with.item());
        let all = attacks(battle, who, self.0).into_iter().map(|with| take(with).refused(poor.clone()));
        all.chain([Offer::new(&menu::DECLINE, &[ids::REACT_07], Cost::FREE)]).collect()
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::TAKE_OPENING.verb {
            take(battle, who, self.0, choice.item.map_or(With::Fists, With::Item), context);
        }
    }

    /// Takes the opening if enough Vigor is left for a Defence.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let left = battle.combatant(who).vitals.get(VIGOR) - i16::from(OPENING_PRICE);
        if left < OPENING_PRICE.into() || attacks(battle, who, self.0).is_empty() {
            return Choice::new(menu::DECLINE.verb);
        }
        Choice { item: best(battle, who, self.0).item(), ..Choice::new(menu::TAKE_OPENING.verb) }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let foe = &battle.combatant(self.0).identity.name;
        let about = if is_undefended(battle, self.0) {
            format!("{foe} creates an opening and cannot defend in its own turn")
        } else {
            format!("{foe} creates an opening and may defend")
        };
        let told = Told::new(battle, who, &format!("may strike {foe}"), about, ids::REACT_07);
        told.on(self.0).by(self.0, None).at(Window::Claim)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb != menu::TAKE_OPENING.verb {
            return Wording { then: "the opening passes".into(), ..wording };
        }
        let mut wording = if offer.item.is_none() { wording.titled("Take the opening unarmed") } else { wording };
        if !is_undefended(battle, self.0) {
            wording.then = "one attack".into();
        }
        wording.about(attack_words(battle, who, With::named(offer.verb, offer.item), Manner::Opening))
    }
}

/// Whether a combatant creates an opening in its own turn, in which it cannot defend; a readied act creates one in
/// another's turn. VIG-REACT-02.
fn is_undefended(battle: &Battle, who: CombatantId) -> bool {
    battle.scene.acting == Some(who)
}

/// Takes an opening: pays, and makes one ordinary attack. VIG-REACT-07.
fn take(battle: &Battle, who: CombatantId, on: CombatantId, with: With, context: &mut StepContext<'_>) {
    context.note(who, ids::REACT_07, "takes the opening");
    pay_vigor(battle, who, OPENING_PRICE, context);
    let strike = Strike::new(who, Mark::Combatant(on), with, Manner::Opening);
    context.step(AttackStep::Declare(strike));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RulesetId, Team, testing, vigor::sheet::Sheet};

    /// VIG-REACT-02, VIG-ACT-02: a readied act may create an opening in another combatant's turn.
    #[test]
    fn whether_an_opener_may_defend_is_said_as_it_is() {
        let bodies = [(0, 0), (1, 1), (1, 3)].map(|(team, x)| (Team(team), Square::new(x, 0), Sheet::default().into()));
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(4, 1), &bodies);
        let decision = Decision { who: CombatantId(1), prompt: Opening(CombatantId(0)).into() };
        let mut said = |acting: u16| {
            battle.apply(&Effect::Acting(Some(CombatantId(acting))));
            let rules = battle.ruleset.rules();
            let about = rules.question(&battle, &decision).about;
            let offers = rules.offers(&battle, &decision).0;
            let then = offers.iter().map(|offer| rules.describe(&battle, &decision, offer).then);
            (about, then.collect::<Vec<_>>())
        };
        let (own, other) = (said(0), said(2));
        assert!(own.0.ends_with(" creates an opening and cannot defend in its own turn"), "{}", own.0);
        assert_eq!(own.1, ["one attack, which nobody can defend against", "the opening passes"]);
        assert!(other.0.ends_with(" creates an opening and may defend"), "{}", other.0);
        assert_eq!(other.1, ["one attack", "the opening passes"]);
    }
}
