//! Several attacks for one price: Whirlwind, Dual Throw, Double Threat. TOT-COMP-08, TOT-COMP-10, TOT-COMP-12.

use super::{
    arms::Class,
    attack::{self, candidates, candidates_by},
    catalogue as ids,
    conditions::{available, is_helpless},
    drugs, menu, movement,
    pool::{number, with_luck},
    sheet::{Component, LOCKED, arm},
    step::{AttackStep, Blow, Manner, Series, Several},
    stored::laden,
};
use crate::rules::{Spread, prelude::*};

/// How the first attack of a series is made with an item.
pub fn manner(battle: &Battle, item: ItemId, verb: &str) -> Option<Manner> {
    match verb {
        "whirl" => attack::manner(battle, item, "strike"),
        "volley" => Some(Manner::Throw),
        // A weapon made to be thrown is thrown; of two others the first strikes and the second is thrown, TOT-COMP-12.
        "threat" if arm(battle, item).class == Some(Class::Thrown) => Some(Manner::Throw),
        "threat" => Some(Manner::Strike),
        _ => None,
    }
}

/// The item in the other hand.
fn other_hand(battle: &Battle, who: CombatantId, item: ItemId) -> Option<ItemId> {
    let hands = battle.combatant(who).hands;
    let two = hands.main.zip(hands.off).filter(|(main, off)| main != off)?;
    Some(if two.0 == item { two.1 } else { two.0 })
}

/// The component that a verb stands for.
fn several(verb: &str) -> Option<Several> {
    match verb {
        "whirl" => Some(Several::Whirlwind),
        "volley" => Some(Several::DualThrow),
        "threat" => Some(Several::DoubleThreat),
        _ => None,
    }
}

/// The rest of a series after its first attack; `None` if the attack is not part of one.
pub fn after(battle: &Battle, blow: &Blow) -> Option<Series> {
    let (item, of) = blow.item.zip(blow.several)?;
    let series = Series { by: blow.by, item, manner: blow.manner, ap: blow.ap, of, done: None, last: Some(blow.on) };
    match of {
        Several::Whirlwind => Some(Series { done: Some(CombatantSet::default().with(blow.on)), ..series }),
        Several::DualThrow => Some(Series { item: other_hand(battle, blow.by, item)?, ..series }),
        Several::DoubleThreat => {
            let item = other_hand(battle, blow.by, item)?;
            let manner = if blow.manner == Manner::Throw { Manner::Strike } else { Manner::Throw };
            Some(Series { item, manner, ..series })
        }
    }
}

/// Offers to begin a series in one's own turn.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let held = battle.items_of(who).filter(|item| item.at.holder().is_some());
    held.flat_map(|item| begin(battle, who, item)).collect()
}

fn begin(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    let knows = |component| drugs::knows(battle, who, component);
    let numbers = arm(battle, item.id);
    let melee = numbers.class.is_some_and(|class| !class.shoots() && class != Class::Unarmed);
    let mut offers = Vec::new();
    if melee && knows(Component::Whirlwind) {
        offers.extend(offer(battle, who, item.id, &menu::WHIRL, &[ids::COMP_08, ids::ATK_01]));
    }
    let Some(other) = other_hand(battle, who, item.id) else { return offers };
    let thrown = |item: ItemId| arm(battle, item).can_be_thrown();
    if knows(Component::DualThrow) && thrown(item.id) && thrown(other) {
        offers.extend(offer(battle, who, item.id, &menu::VOLLEY, &[ids::COMP_10, ids::ATK_01]));
    }
    let strikes = |item: ItemId| arm(battle, item).class.is_some_and(|class| !class.shoots() && class != Class::Thrown);
    let pair = if strikes(item.id) { thrown(other) } else { thrown(item.id) && strikes(other) };
    if knows(Component::DoubleThreat) && pair {
        offers.extend(offer(battle, who, item.id, &menu::THREAT, &[ids::COMP_12, ids::ATK_01]));
    }
    offers
}

fn offer(
    battle: &Battle,
    who: CombatantId,
    item: ItemId,
    kind: &'static OfferKind,
    rules: &'static [RuleId],
) -> Option<Offer> {
    let manner = manner(battle, item, kind.verb)?;
    let offer = Offer::new(kind, rules, menu::ap(2)).with(item);
    let ap = available(battle, who);
    let barred = attack::weapon_refusal(battle, item, manner);
    let few = (ap < 2).then(|| Refusal::new(rules[0], "Needs 2 AP"));
    if barred.is_some() || few.is_some() {
        return Some(offer.refused(barred).refused(few));
    }
    let found = candidates(battle, who, battle.item(item), manner);
    let found = if kind.verb == menu::WHIRL.verb { conscious(battle, found) } else { found };
    let near = found.iter().filter(|candidate| candidate.refusal.is_none()).count() as u8;
    let open = near > 0;
    // Whirlwind strikes everybody in reach once; with two weapons, each attacks once.
    let spread = if kind.verb == menu::WHIRL.verb {
        Spread { least: near, most: near, blows: near, repeats: false, together: false }
    } else {
        Spread { least: 1, most: 2, blows: 2, repeats: true, together: false }
    };
    let nobody = (!open).then(|| Refusal::new(ids::REACH_01, "Nobody to attack"));
    let dice = dice(battle, who, item, manner);
    let offer = offer
        .at(Target::Combatant(found))
        .parameter(Parameter::new(
            &menu::AP_EACH,
            // The series itself costs 1 more AP.
            (1..ap)
                .map(|count| number(count.into(), count.to_string()).counting(i32::from(count) + 1))
                .collect::<Vec<_>>(),
        ))
        .refused(nobody);
    Some(with_luck(battle, who, dice, offer.spread(spread)))
}

/// To-hit dice of each attack: one less than for a single attack, at least one.
pub fn dice(battle: &Battle, who: CombatantId, item: ItemId, manner: Manner) -> u8 {
    (attack::dice(battle, who, item, manner).value - 1).max(1) as u8
}

fn conscious(battle: &Battle, found: Vec<Candidate>) -> Vec<Candidate> {
    found.into_iter().filter(|candidate| !is_helpless(battle, candidate.who)).collect()
}

/// The possible targets of the next attack.
fn left(battle: &Battle, series: &Series) -> Vec<Candidate> {
    let refusal = |on| attack::refusal(battle, series.by, on, series.item, series.manner);
    let found = candidates_by(battle, series.by, refusal);
    match series.done {
        Some(done) => {
            let fresh = conscious(battle, found).into_iter().filter(|candidate| !done.contains(candidate.who));
            fresh.filter(|candidate| candidate.refusal.is_none()).collect()
        }
        None => found,
    }
}

/// Continues a series, unless the attacker has fallen or fumbled, or no target is left.
pub fn next(battle: &Battle, series: &Series, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(series.by);
    let fumbled = fighter.budgets.get(LOCKED) == 1;
    let has_it = attack::weapon_refusal(battle, series.item, series.manner).is_none();
    let open = || left(battle, series).iter().any(|candidate| candidate.refusal.is_none());
    if fighter.fights() && !fumbled && has_it && open() {
        context.ask(series.by, *series);
    }
}

/// The question whom the next attack is for.
impl RulesetPrompt for Series {
    /// Whirlwind must strike everybody; the others may forgo the second attack.
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let dice = dice(battle, self.by, self.item, self.manner);
        let rules = self.of.rules();
        let next = Offer::new(menu::next(self.manner), rules, Cost::FREE).with(self.item);
        let next = with_luck(battle, self.by, dice, next.at(Target::Combatant(left(battle, self))));
        let leave = self.done.is_none().then(|| Offer::new(&menu::LEAVE, rules, Cost::FREE));
        std::iter::once(next).chain(leave).collect()
    }

    /// Makes the next attack, after which a Whirlwind goes on.
    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Some(on) = choice.on.filter(|_| choice.verb != "decline") else { return };
        // A series counts as one attack inside a movement action if each of its attacks may be made there, TOT-COMP-04.
        if !attack::is_mobile(battle, self.by, self.manner) {
            movement::end_action(battle, self.by, context);
        }
        let (dice, luck) = (dice(battle, self.by, self.item, self.manner), choice.value("luck", 0) as u8);
        let blow = Blow::new(self.by, on, Some(self.item), self.manner);
        let blow = Blow { dice, ap: self.ap, luck, several: Some(self.of), ..blow };
        attack::declare(battle, &laden(battle, blow), 0, context);
        if let Some(done) = self.done {
            context.step(AttackStep::Series(Self { done: Some(done.with(on)), last: Some(on), ..*self }));
        }
    }

    /// The last target again while it still fights, otherwise the first candidate who fights, otherwise the first.
    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let open = left(battle, self).into_iter().filter(|candidate| candidate.refusal.is_none());
        let rank =
            |candidate: &Candidate| (!battle.combatant(candidate.who).fights(), self.last != Some(candidate.who));
        let choice = |usual: Candidate| Choice::new(attack::verb(self.manner)).with(self.item).on(usual.who);
        open.min_by_key(rank).map_or(Choice::new("decline"), choice)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let about = format!("{}d10 damage each", drugs::martial_dice(battle, who, self.ap));
        Told::new(battle, who, "attacks once more", about, self.of.rule()).at(Window::Declare)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb == menu::LEAVE.verb {
            return wording;
        }
        let dice = dice(battle, self.by, self.item, self.manner);
        wording.about(format!("{dice}d10 to hit, {}d10 damage", drugs::martial_dice(battle, self.by, self.ap)))
    }
}

/// Describes an offered series.
pub fn describe(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let Some((item, manner)) = offer.item.and_then(|item| Some((item, manner(battle, item, offer.verb)?))) else {
        return wording;
    };
    if offer.parameters.is_empty() {
        return wording;
    }
    let (dice, more) = (dice(battle, who, item, manner), drugs::extra_dice(battle, who));
    wording.about(format!("{dice}d10 to hit, 1d10 damage for each AP{more}, each attack"))
}

/// Begins a series; false if the choice is something else.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let (Some(item), Some(on)) = (choice.item, choice.on) else { return false };
    let Some(manner) = manner(battle, item, choice.verb) else { return false };
    let count = |key, default| choice.value(key, default) as u8;
    let (dice, ap) = (dice(battle, who, item, manner), count("ap", 1));
    let luck = count("luck", 0);
    let blow = Blow { dice, ap, luck, several: several(choice.verb), ..Blow::new(who, on, Some(item), manner) };
    attack::interrupt(battle, who, manner, context);
    // The series itself costs 1 more AP.
    attack::declare(battle, &laden(battle, blow), ap + 1, context);
    if let Some(series) = after(battle, &blow) {
        context.step(AttackStep::Series(series));
    }
    true
}
