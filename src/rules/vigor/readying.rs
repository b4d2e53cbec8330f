//! Readying an act, and carrying it out when its trigger comes true. VIG-ACT-02, VIG-REACT-08.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    act, blows, catalogue as ids,
    conditions::{Act, Detail, READIED, Trigger, can_react, cannot_move, detail, readied_words},
    cover::{FEET, feet, is_seen},
    defence, describe, gear,
    menu::{self, Price, ready_price},
    movement, reach,
    sheet::VIGOR,
    skills,
    step::{Event, Manner, ReactionStep},
    uses,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Aims, Spending, Squares, counts, prelude::*},
};

/// The offers to ready an act for a trigger, or for a marked square. VIG-ACT-02.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let stuck = cannot_move(fighter);
    let acts = || Parameter::new(&menu::ACT, Act::ALL.map(value_of).to_vec());
    let foes = std::iter::once(ParameterValue::new(-1, "any", "Any enemy")).chain(named(battle.enemies(who)));
    let foes: Vec<ParameterValue> = foes.collect();
    let mates = battle.combatants().filter(|mate| mate.team == fighter.team);
    // One's own turn is no friend's: its end does not go with oneself.
    let wards = std::iter::once(ParameterValue::new(-1, "anyone", "Anyone")).chain(named(mates));
    let wards = wards.map(|ward| {
        let is_oneself = ward.value == i32::from(who.0);
        ward.counting(is_oneself.into())
    });
    let whens = [
        ("reach", "Enters my reach"),
        ("near", "Comes near"),
        ("sight", "Comes into sight"),
        ("attacks", "Attacks"),
        ("uses", "Uses an ability"),
        ("ends", "A friend ends its turn"),
    ];
    let whens = (0..)
        .zip(whens)
        .map(|(value, (word, label))| ParameterValue::new(value, word, label).counting((word == "ends").into()));
    let plain = Offer::new(&menu::READY, &[ids::ACT_02], menu::actions(1))
        .parameter(Parameter::new(&menu::WHEN, whens.collect::<Vec<_>>()))
        .parameter(acts())
        .parameter(Parameter::new(&menu::WHO, foes.clone()))
        .parameter(Parameter::new(&menu::NEAR, counts(1..=20)))
        .parameter(Parameter::new(&menu::WARD, wards.collect::<Vec<_>>()))
        .limited(vec![(menu::WHEN.key, 1), (menu::WARD.key, 1)], 1, Refusal::new(ids::ACT_02, "Not one's own turn"));
    let squares = Squares::later(Anywhere { field: Arc::clone(&battle.scene.field), from: fighter.footprint() });
    let marked = Offer::new(&menu::WATCH, &[ids::ACT_02], menu::actions(1))
        .at(Target::Square(squares))
        .parameter(acts())
        .parameter(Parameter::new(&menu::WHO, foes));
    [plain, marked].map(|offer| offer.refused(stuck.clone())).into()
}

/// The squares of the board that can be marked: all but one's own. VIG-ACT-02.
struct Anywhere {
    field: Arc<Battlefield>,
    from: Footprint,
}

impl Aims for Anywhere {
    fn all(&self) -> Vec<Square> {
        self.field.squares().filter(|square| self.admit(*square)).collect()
    }

    fn admit(&self, square: Square) -> bool {
        self.field.extent().contains(square) && !self.from.contains(square)
    }
}

fn value_of(act: Act) -> ParameterValue {
    ParameterValue::new(act as i32, act.word(), act.name())
}

fn named<'a>(all: impl Iterator<Item = Combatant<'a>>) -> impl Iterator<Item = ParameterValue> {
    let fighting = all.filter(|fighter| fighter.fights());
    fighting.map(|fighter| ParameterValue::new(fighter.id.0.into(), &fighter.identity.tag, &fighter.identity.name))
}

/// Readies the act of a choice.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let combatant = |key: &str| u16::try_from(choice.value(key, -1)).ok().map(CombatantId);
    let act = Act::ALL[choice.value("act", 0).clamp(0, 5) as usize];
    let ward = combatant("ward");
    let trigger = match (choice.squares.first(), choice.value("when", 0)) {
        (Some(square), _) => Trigger::Enters(*square),
        (None, 0) => Trigger::Reach,
        (None, 1) => Trigger::Within(choice.value("near", 1).clamp(1, 20) as u8),
        (None, 2) => Trigger::Sight,
        (None, 3) => Trigger::Attacks(ward),
        (None, 4) => Trigger::Uses,
        _ => Trigger::Ends(ward),
    };
    context.clear(battle, who, &[READIED]);
    let detail = Detail::Readied(trigger, act).into();
    let ready = Condition { whom: combatant("who"), detail, ..Condition::new(READIED, Until::TurnStart) };
    context.effect(Effect::AddCondition(who, ready));
    context.note(who, ids::ACT_02, "readies an act");
}

/// Those whose readied act an event triggers.
fn ready_for(battle: &Battle, event: Event) -> CombatantSet {
    battle.combatants().map(|fighter| fighter.id).filter(|who| is_fulfilled(battle, *who, event)).collect()
}

/// Whether a combatant has readied an act, may react, and can pay for it. VIG-ACT-02, VIG-REACT-01, VIG-REACT-03.
fn is_able(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    let pays = fighter.vitals.get(VIGOR) >= ready_price(battle).into();
    fighter.conditions.has(READIED) && pays && can_react(battle, who)
}

/// Whether an event fulfils a combatant's trigger, and the act could be carried out.
fn is_fulfilled(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let fighter = battle.combatant(who);
    let Some(ready) = fighter.conditions.find(READIED) else { return false };
    let Some(Detail::Readied(trigger, _)) = detail(ready) else { return false };
    let doer = event.whose();
    if doer == who || !is_able(battle, who) {
        return false;
    }
    let body = fighter.footprint();
    let foe = battle.combatant(doer);
    let is_named = foe.team != fighter.team && fighter.aware.of(doer) && ready.whom.is_none_or(|whom| whom == doer);
    let now = foe.footprint();
    match (trigger, event) {
        (Trigger::Ends(friend), Event::Ends(_)) => {
            foe.team == fighter.team && friend.is_none_or(|friend| friend == doer)
        }
        _ if !is_named || !foe.fights() => false,
        (Trigger::Reach, Event::Steps(_, left)) => {
            let was = Footprint { anchor: left, ..now };
            reach::reaches(battle, who, now) && !reach::reaches(battle, who, was)
        }
        (Trigger::Within(squares), Event::Steps(_, left)) => {
            let far = u16::from(squares) * FEET;
            feet(body, now) <= far && feet(body, Footprint { anchor: left, ..now }) > far
        }
        (Trigger::Enters(square), Event::Steps(_, left)) => {
            now.contains(square) && !Footprint { anchor: left, ..now }.contains(square)
        }
        (Trigger::Sight, Event::Steps(_, left)) => {
            is_seen(battle, body, now) && !is_seen(battle, body, Footprint { anchor: left, ..now })
        }
        (Trigger::Sight, Event::Appears(_)) => is_seen(battle, body, now),
        (Trigger::Attacks(ward), Event::Attacks(_, on)) => ward.is_none_or(|ward| on.contains(ward)),
        (Trigger::Uses, Event::Uses(_)) => true,
        _ => false,
    }
}

/// Asks those whose trigger comes true now, except those who have already reacted to the event.
pub fn call(battle: &Battle, event: Event, spent: CombatantSet, context: &mut StepContext<'_>) {
    ask(battle, event, ready_for(battle, event).except(spent), context);
}

/// Asks the next of those whose trigger has come true, in initiative order, those without a place last; what earlier
/// ones have done to the trigger's cause does not matter. VIG-REACT-08.
pub fn ask(battle: &Battle, event: Event, of: CombatantSet, context: &mut StepContext<'_>) {
    let placed = battle.scene.order.iter().copied();
    let mut all = placed.chain(of.iter()).filter(|who| of.contains(*who));
    let Some(who) = all.find(|who| is_able(battle, *who)) else { return };
    context.ask(who, Readied(event));
    context.step(ReactionStep::Fulfilled(event, of.without(who)));
}

/// The act that a combatant has readied.
fn readied_act(battle: &Battle, who: CombatantId) -> Option<Act> {
    let ready = battle.combatant(who).conditions.find(READIED)?;
    match detail(ready) {
        Some(Detail::Readied(_, act)) => Some(act),
        _ => None,
    }
}

/// The question whether to carry out a readied act, VIG-ACT-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Readied(pub Event);

impl RulesetPrompt for Readied {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let price = Price::Ready;
        let mut all = match readied_act(battle, who) {
            Some(Act::Attack) => blows::offers_as(battle, who, Manner::Readied),
            Some(Act::Move) => movement::offers(battle, who).into_iter().take(1).collect(),
            Some(Act::Defend) => vec![defence::defend(battle, who, price)],
            Some(Act::Item) => of_items(battle, who, true),
            Some(Act::Ability) => of_items(battle, who, false),
            Some(Act::Skill) => skills::offers(battle, who, price),
            None => Vec::new(),
        };
        for offer in &mut all {
            offer.kind = menu::readied(offer.kind);
            if offer.cost.count(Spending::Large) > 0 {
                offer.cost = price.of(battle, 1, 0);
            }
            if i16::from(offer.cost.count(Spending::Points)) > battle.combatant(who).vitals.get(VIGOR) {
                offer.refusal.get_or_insert_with(|| Refusal::new(ids::REACT_03, "Not enough Vigor"));
            }
        }
        all.push(Offer::new(&menu::LET_BE, &[ids::ACT_02], Cost::FREE));
        all
    }

    /// A readied act is carried out once.
    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        if choice.verb == menu::LET_BE.verb {
            return Ok(());
        }
        context.effect(Effect::Clear(who, READIED));
        act::begin(battle, who, choice, Price::Ready, context)
    }

    /// Carries out an attack if enough Vigor for a Defence is left.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let left = battle.combatant(who).vitals.get(VIGOR) - i16::from(ready_price(battle));
        let attacks = readied_act(battle, who) == Some(Act::Attack) && left >= 5;
        let all = if attacks { self.offers(battle, who) } else { Vec::new() };
        let first = all.iter().filter(|offer| offer.is_open()).find_map(|offer| match &offer.target {
            Target::Combatant(foes) => Some((offer, foes.iter().find(|foe| foe.refusal.is_none()))),
            _ => None,
        });
        let Some((offer, Some(foe))) = first else { return Choice::new(menu::LET_BE.verb) };
        Choice::of(offer).on(foe.who)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let ready = battle.combatant(who).conditions.find(READIED);
        let about = ready.map(|ready| readied_words(battle, ready)).unwrap_or_default();
        let told = Told::new(battle, who, "has readied an act", about, ids::ACT_02);
        told.on(self.0.whose()).by(self.0.whose(), None).at(Window::Claim)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe::act(battle, who, offer, wording)
    }
}

fn of_items(battle: &Battle, who: CombatantId, items: bool) -> Vec<Offer> {
    let all = uses::offers(battle, who, Price::Ready).into_iter();
    let all = all.filter(|offer| offer.item.is_some_and(|item| uses::is_ability(battle, item) != items));
    // Changing what is held counts as Use Item, VIG-ACT-04.
    all.chain(if items { gear::gear(battle, who) } else { Vec::new() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        AgendaItem, Outcome, RulesetId, Status, Team, Veil, testing,
        vigor::{
            Step,
            ready::{before_change, is_any},
        },
    };

    /// Two combatants with fog between them: low visibility, vision 50 feet.
    fn fog() -> Battle {
        let mut field = Battlefield::new(12, 2);
        field.set_veil(Square::new(5, 0), Some(Veil::Fog));
        let sheet = || crate::rules::vigor::Sheet::default().into();
        let bodies = [(Team(0), Square::new(0, 0), sheet()), (Team(1), Square::new(11, 0), sheet())];
        let mut battle = testing::battle(RulesetId::Vigor, field, &bodies);
        let detail = Detail::Readied(Trigger::Sight, Act::Defend).into();
        let ready = Condition { detail, ..Condition::new(READIED, Until::TurnStart) };
        battle.apply(&Effect::AddCondition(CombatantId(0), ready));
        battle.apply(&Effect::Acting(Some(CombatantId(1))));
        battle
    }

    /// What is announced before two simultaneous changes.
    fn announced(battle: &Battle) -> Outcome {
        let mut context = StepContext::without_chance(false);
        (0..2).for_each(|_| before_change(battle, &mut context));
        context.into_outcome()
    }

    /// VIG-ACT-02: comes into sight.
    #[test]
    fn fog_that_lifts_shows_whom_it_has_hidden() {
        let mut battle = fog();
        let appears = Event::Appears(CombatantId(1));
        let then = announced(&battle).then;
        let [AgendaItem::Step(step)] = then.as_slice() else { panic!("{then:?}") };
        let Step::Reaction(ReactionStep::Ready(event, asked)) = step.as_ref() else { panic!("{step:?}") };
        assert_eq!((*event, asked.contains(CombatantId(0))), (appears, false));
        assert!(ready_for(&battle, appears).is_empty());
        battle.apply(&Effect::Veil(Square::new(5, 0), None));
        assert!(ready_for(&battle, appears).contains(CombatantId(0)));
        assert!(announced(&battle).then.is_empty(), "is seen already");
    }

    /// VIG-ACT-02: those out of the fight are not ready.
    #[test]
    fn only_whoever_fights_is_ready() {
        let ready = |status: Status| {
            let mut battle = fog();
            battle.apply(&Effect::Status(CombatantId(0), status));
            is_any(&battle)
        };
        let all = [Status::Fighting, Status::Down, Status::Dead, Status::Fled];
        assert_eq!(all.map(ready), [true, false, false, false]);
    }
}
