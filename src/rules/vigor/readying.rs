//! Readying an act, and carrying it out when its condition comes true. VIG-ACT-02, VIG-REACT-08.

use std::sync::Arc;

use super::{
    blows, catalogue as ids,
    conditions::{Detail, READIED, can_react, detail, is_incapacitated},
    menu, movement, reach,
    reactions::ReactionStep,
    ready::{Deed, Event, Trigger},
    sheet::VIGOR,
    skills,
    space::{FEET, feet, is_seen},
    special::{self, Price, ready_price},
    step::{Prompt, prompt, step},
    strike::Manner,
    uses,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Aims, Battle, Battlefield, Choice, Combatant, CombatantId, CombatantSet, Condition, Cost, Effect, Offer,
        Parameter, ParameterKind, ParameterValue, Refusal, Spending, Squares, Status, StepContext, Target, Until,
        counts,
    },
};

pub static WHEN: ParameterKind = ParameterKind::new("when", "When");
pub static WHO: ParameterKind = ParameterKind::new("who", "Who");
pub static NEAR: ParameterKind = ParameterKind::new("near", "Squares");
pub static WARD: ParameterKind = ParameterKind::new("ward", "Attacked, or ending its turn");
pub static ACT: ParameterKind = ParameterKind::new("act", "Then");

/// Whether anybody in the fight has readied something; only then are events announced.
pub fn is_any(battle: &Battle) -> bool {
    battle.rows().iter().any(|row| row.status == Status::Fighting && row.conditions.has(READIED))
}

/// Announces an event, if anybody waits for one.
pub fn announce(battle: &Battle, event: Event, context: &mut StepContext<'_>) {
    announce_to_others(battle, event, CombatantSet::default(), context);
}

/// Announces it to all but those who have reacted to it already: one reaction to one trigger. VIG-REACT-02.
pub fn announce_to_others(battle: &Battle, event: Event, spent: CombatantSet, context: &mut StepContext<'_>) {
    if is_any(battle) {
        context.then(step(ReactionStep::Ready(event, spent)));
    }
}

/// Announces those who may come into sight by a change of the board that is about to be made: a door that breaks, fog that
/// lifts. Whoever sees them already is not asked. VIG-ACT-02.
pub fn before_change(battle: &Battle, context: &mut StepContext<'_>) {
    let waits = |one: &Combatant<'_>| {
        let ready = one.conditions.find(READIED).and_then(detail);
        matches!(ready, Some(Detail::Readied(Trigger::Sight, _)))
    };
    if !is_any(battle) || !battle.combatants().any(|one| waits(&one)) {
        return;
    }
    for foe in battle.combatants().filter(|one| one.fights()) {
        let sees = |one: &Combatant<'_>| is_seen(battle, one.footprint(), foe.footprint());
        let asked: CombatantSet = battle
            .combatants()
            .filter(|one| !waits(one) || one.team == foe.team || sees(one))
            .map(|one| one.id)
            .collect();
        if battle.combatants().any(|one| !asked.contains(one.id)) {
            context.then(step(ReactionStep::Ready(Event::Appears(foe.id), asked)));
        }
    }
}

/// The offers to ready an act: on a condition, or on a marked square. VIG-ACT-02.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let one = battle.combatant(who);
    let stuck = is_incapacitated(one).then(|| Refusal::new(ids::COND_06, "Cannot move"));
    let deeds = || Parameter::new(&ACT, Deed::ALL.map(value_of).to_vec());
    let foes = std::iter::once(ParameterValue::new(-1, "any", "Any enemy")).chain(named(battle.enemies(who)));
    let foes: Vec<ParameterValue> = foes.collect();
    let mates = battle.combatants().filter(|mate| mate.team == one.team);
    let wards = std::iter::once(ParameterValue::new(-1, "anyone", "Anyone")).chain(named(mates));
    let whens = [
        ("reach", "Enters my reach"),
        ("near", "Comes near"),
        ("sight", "Comes into sight"),
        ("attacks", "Attacks"),
        ("uses", "Uses an ability"),
        ("ends", "A friend ends the turn"),
    ];
    let whens = (0..).zip(whens).map(|(value, (word, label))| ParameterValue::new(value, word, label));
    let plain = Offer::new(&menu::READY, &[ids::ACT_02], menu::actions(1))
        .parameter(Parameter::new(&WHEN, whens.collect::<Vec<_>>()))
        .parameter(deeds())
        .parameter(Parameter::new(&WHO, foes.clone()))
        .parameter(Parameter::new(&NEAR, counts(1..=20)))
        .parameter(Parameter::new(&WARD, wards.collect::<Vec<_>>()));
    let squares = Squares::later(Anywhere { field: Arc::clone(&battle.scene.field), from: one.footprint() });
    let marked = Offer::new(&menu::WATCH, &[ids::ACT_02], menu::actions(1))
        .at(Target::Square(squares))
        .parameter(deeds())
        .parameter(Parameter::new(&WHO, foes));
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

fn value_of(deed: Deed) -> ParameterValue {
    ParameterValue::new(deed as i32, deed.word(), deed.name())
}

fn named<'a>(all: impl Iterator<Item = Combatant<'a>>) -> impl Iterator<Item = ParameterValue> {
    let fighting = all.filter(|one| one.fights());
    fighting.map(|one| ParameterValue::new(one.id.0.into(), &one.identity.tag, &one.identity.name))
}

/// Readies what a choice says.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let somebody = |key: &str| u16::try_from(choice.value(key, -1)).ok().map(CombatantId);
    let deed = Deed::ALL[choice.value("act", 0).clamp(0, 5) as usize];
    let ward = somebody("ward");
    let trigger = match (choice.squares.first(), choice.value("when", 0)) {
        (Some(square), _) => Trigger::Enters(*square),
        (None, 0) => Trigger::Reach,
        (None, 1) => Trigger::Within(choice.value("near", 1).clamp(1, 20) as u8),
        (None, 2) => Trigger::Sight,
        (None, 3) => Trigger::Attacks(ward),
        (None, 4) => Trigger::Uses,
        _ => Trigger::Ends(ward),
    };
    if battle.combatant(who).conditions.has(READIED) {
        context.effect(Effect::Clear(who, READIED));
    }
    let detail = Detail::Readied(trigger, deed).into();
    let ready = Condition { whom: somebody("who"), detail, ..Condition::new(READIED, Until::TurnStart) };
    context.effect(Effect::AddCondition(who, ready));
    context.note(who, ids::ACT_02, "readies an act");
}

/// Those whose readied act an event fulfils.
fn ready_for(battle: &Battle, event: Event) -> CombatantSet {
    battle.combatants().map(|one| one.id).filter(|who| is_fulfilled(battle, *who, event)).collect()
}

/// Whether somebody has readied an act, may react, and could pay for it. VIG-ACT-02, VIG-REACT-01, VIG-REACT-03.
fn is_able(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    let pays = one.vitals.get(VIGOR) >= ready_price(battle).into();
    one.conditions.has(READIED) && pays && can_react(battle, who)
}

/// Whether an event fulfils somebody's readied condition, and the act could be carried out.
fn is_fulfilled(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let one = battle.combatant(who);
    let Some(ready) = one.conditions.find(READIED) else { return false };
    let Some(Detail::Readied(trigger, _)) = detail(ready) else { return false };
    let doer = event.whose();
    if doer == who || !is_able(battle, who) {
        return false;
    }
    let body = one.footprint();
    let foe = battle.combatant(doer);
    let is_named = foe.team != one.team && one.aware.of(doer) && ready.whom.is_none_or(|whom| whom == doer);
    let now = foe.footprint();
    match (trigger, event) {
        (Trigger::Ends(friend), Event::Ends(_)) => foe.team == one.team && friend.is_none_or(|friend| friend == doer),
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

/// Asks those whose condition comes true at this moment, but for those who have reacted to it already.
pub fn call(battle: &Battle, event: Event, spent: CombatantSet, context: &mut StepContext<'_>) {
    ask(battle, event, ready_for(battle, event).except(spent), context);
}

/// Asks the next one of those whose condition has come true, in initiative order, the ones without a place last: what the
/// ones before have done to the doer takes nothing back. VIG-REACT-08.
pub fn ask(battle: &Battle, event: Event, of: CombatantSet, context: &mut StepContext<'_>) {
    let placed = battle.scene.order.iter().copied();
    let mut all = placed.chain(of.iter()).filter(|who| of.contains(*who));
    let Some(who) = all.find(|who| is_able(battle, *who)) else { return };
    context.then(prompt(who, Prompt::Readied(event)));
    context.then(step(ReactionStep::Fulfilled(event, of.without(who))));
}

/// The act that somebody has readied.
fn deed(battle: &Battle, who: CombatantId) -> Option<Deed> {
    let ready = battle.combatant(who).conditions.find(READIED)?;
    match detail(ready) {
        Some(Detail::Readied(_, deed)) => Some(deed),
        _ => None,
    }
}

/// The offers to carry out a readied act, and to let it be. VIG-ACT-02.
pub fn answers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let price = Price::Ready;
    let mut all = match deed(battle, who) {
        Some(Deed::Attack) => blows::offers_as(battle, who, Manner::Readied),
        Some(Deed::Move) => movement::offers(battle, who).into_iter().take(1).collect(),
        Some(Deed::Defend) => vec![special::defend(battle, who, price)],
        Some(Deed::Item) => of_items(battle, who, true),
        Some(Deed::Ability) => of_items(battle, who, false),
        Some(Deed::Skill) => skills::offers(battle, who, price),
        None => Vec::new(),
    };
    for offer in &mut all {
        offer.kind = menu::readied(offer.kind);
        if offer.cost.count(Spending::Large) > 0 {
            offer.cost = price.of(battle, 1, 0);
        }
        let vigor = battle.combatant(who).vitals.get(VIGOR);
        if i16::from(offer.cost.count(Spending::Points)) > vigor && offer.refusal.is_none() {
            offer.refusal = Some(Refusal::new(ids::REACT_03, "Not enough Vigor"));
        }
    }
    all.push(Offer::new(&menu::LET_BE, &[ids::ACT_02], Cost::FREE));
    all
}

fn of_items(battle: &Battle, who: CombatantId, items: bool) -> Vec<Offer> {
    let all = uses::offers(battle, who, Price::Ready).into_iter();
    let all = all.filter(|offer| offer.item.is_some_and(|item| uses::is_ability(battle, item) != items));
    // Changing what is held is using an item, VIG-ACT-04.
    all.chain(if items { special::gear(battle, who) } else { Vec::new() }).collect()
}

/// The choice that forecasts take for granted: an attack is carried out if enough Vigor for a Defence is left.
pub fn default_choice(battle: &Battle, who: CombatantId) -> Choice {
    let left = battle.combatant(who).vitals.get(VIGOR) - i16::from(ready_price(battle));
    let open = |offer: &&Offer| offer.is_open() && matches!(offer.target, Target::Combatant(_));
    let all = if deed(battle, who) == Some(Deed::Attack) && left >= 5 { answers(battle, who) } else { Vec::new() };
    let Some(offer) = all.iter().find(open) else { return Choice::new(menu::LET_BE.verb) };
    let Target::Combatant(foes) = &offer.target else { return Choice::new(menu::LET_BE.verb) };
    let first = foes.iter().find(|one| one.refusal.is_none());
    first.map_or(Choice::new(menu::LET_BE.verb), |one| Choice::of(offer).on(one.who))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AgendaItem, Outcome, RulesetId, Team, Veil, testing, vigor::Step};

    /// Low visibility of the fog between them: 50 feet.
    fn fog() -> Battle {
        let mut field = Battlefield::new(12, 2);
        field.set_veil(Square::new(5, 0), Some(Veil::Fog));
        let sheet = || crate::rules::vigor::Sheet::default().into();
        let bodies = [(Team(0), Square::new(0, 0), sheet()), (Team(1), Square::new(11, 0), sheet())];
        let mut battle = testing::battle(RulesetId::Vigor, field, &bodies);
        let detail = Detail::Readied(Trigger::Sight, Deed::Defend).into();
        let ready = Condition { detail, ..Condition::new(READIED, Until::TurnStart) };
        battle.apply(&Effect::AddCondition(CombatantId(0), ready));
        battle.apply(&Effect::Acting(Some(CombatantId(1))));
        battle
    }

    fn announced(battle: &Battle) -> Outcome {
        let mut context = StepContext::without_chance(false);
        before_change(battle, &mut context);
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

    /// VIG-ACT-02: whoever is out of the fight waits for nothing.
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
