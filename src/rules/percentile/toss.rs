//! Handing items over and tossing them to comrades. PCT-TURN-05, PCT-REA-06.

use std::cell::OnceCell;

use super::{
    catalogue as ids,
    checks::{Tally, add_wounds},
    conditions::{ActionType, has_reaction, spend, spend_reaction},
    cover, gear, luck, menu, mounts, offers, reach,
    sheet::sheet,
    step::{Check, Prompt, prompt},
};
use crate::rules::{
    Action, Battle, Candidate, Choice, Combatant, CombatantId, Cost, Effect, Entry, Item, ItemId, Location, Offer,
    Refusal, StepContext, Target,
};

/// How far an item can be tossed, in metres.
const FAR: u16 = 5;

fn free_hand(one: Combatant<'_>) -> Option<Location> {
    match gear::free_hands(one) {
        (true, _) => Some(Location::Main(one.id)),
        (false, true) => Some(Location::Off(one.id)),
        (false, false) => None,
    }
}

/// Comrades with hands who take turns, by how far they are.
fn comrades(battle: &Battle, who: CombatantId) -> impl Iterator<Item = (Combatant<'_>, u16)> {
    let me = battle.combatant(who);
    battle
        .combatants()
        .filter(move |one| one.team == me.team && one.id != who && one.fights() && mounts::takes_turns(*one))
        .map(move |one| (one, reach::distance(me.footprint(), one.footprint())))
}

/// The comrades to whom somebody can hand or toss things, whatever thing it is; found when first asked for.
pub struct Comrades<'a> {
    battle: &'a Battle,
    who: CombatantId,
    found: OnceCell<[Vec<Candidate>; 2]>,
}

impl<'a> Comrades<'a> {
    /// Of somebody.
    pub const fn of(battle: &'a Battle, who: CombatantId) -> Self {
        Self { battle, who, found: OnceCell::new() }
    }

    /// Those beside him, and those in sight within 5 m.
    fn near_and_far(&self) -> &[Vec<Candidate>; 2] {
        let Self { battle, who, .. } = *self;
        self.found.get_or_init(|| {
            let mut found = [Vec::new(), Vec::new()];
            for (one, metres) in comrades(battle, who).filter(|(_, metres)| *metres <= FAR) {
                if metres <= 1 {
                    let full = free_hand(one).is_none().then(|| Refusal::new(ids::GEAR_01, "No free hand"));
                    found[0].push(Candidate { who: one.id, refusal: full });
                }
                if cover::is_in_view(battle, who, one.id) {
                    found[1].push(Candidate { who: one.id, refusal: None });
                }
            }
            found
        })
    }
}

/// The offers to hand an item to an adjacent comrade, and to toss it to one in sight within 5 m.
pub fn offers(battle: &Battle, who: CombatantId, item: Item<'_>, comrades: &Comrades<'_>, found: &mut Vec<Offer>) {
    let [near, far] = comrades.near_and_far();
    if near.iter().any(|one| one.refusal.is_none()) {
        let offer = Offer::new(&menu::HAND, &[ids::TURN_05, ids::GEAR_01], menu::SMALL).with(item.id);
        found.push(offer.at(Target::Combatant(near.clone())).refused(offers::quick(battle, who)));
    }
    if !far.is_empty() {
        let offer = Offer::new(&menu::TOSS, &[ids::REA_06, ids::TURN_05], menu::SMALL).with(item.id);
        found.push(offer.at(Target::Combatant(far.clone())).refused(offers::quick(battle, who)));
    }
}

/// Hands over or tosses; false if the choice is neither.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let (Some(item), Some(on)) = (choice.item, choice.on) else { return false };
    let other = battle.combatant(on);
    let thing = battle.item(item);
    match choice.verb {
        "hand" => {
            spend(battle, who, ActionType::Quick, context);
            let to = free_hand(other).unwrap_or(Location::Ground(other.placement.anchor()));
            context.effect(Effect::Move(item, to));
            context.note(who, ids::TURN_05, format_args!("hands {} to {}", thing.name, other.identity.name));
        }
        "toss" => {
            spend(battle, who, ActionType::Quick, context);
            context.log(|| Entry::Action {
                who,
                action: Action::Throw,
                words: "tosses to".into(),
                on: Some(on),
                with: Some(item),
                to: Some(other.placement.anchor()),
                rule: ids::REA_06,
            });
            context.effect(Effect::Move(item, Location::Ground(other.placement.anchor())));
            if has_reaction(battle, on) && free_hand(other).is_some() && cover::sees(battle, on, who) {
                context.then(prompt(on, Prompt::CatchItem(item)));
            }
        }
        _ => return false,
    }
    true
}

/// The offers to somebody to whom an item is tossed.
pub fn answers() -> Vec<Offer> {
    vec![
        Offer::new(&menu::SNATCH, &[ids::REA_06, ids::REA_01], menu::REACTS),
        Offer::new(&menu::LET_FALL, &[ids::REA_06], Cost::FREE),
    ]
}

/// Tries to catch it, which costs the reaction.
pub fn snatch(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    spend_reaction(battle, who, context);
    context.then(luck::first_prompt(battle, who, Check::Snatch(item), false));
}

/// The number to catch something: COO × 3.
pub fn add_snatch(one: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::REA_06, sheet(one).coo * 3, || "COO \u{d7} 3".into());
    add_wounds(one, tally);
}

/// Resolves the check: the item is caught, or lies in the catcher's square.
pub fn snatched(battle: &Battle, who: CombatantId, item: ItemId, success: bool, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    let hand = free_hand(one).filter(|_| success && one.fights());
    match hand {
        Some(hand) => {
            context.effect(Effect::Move(item, hand));
            context.note(who, ids::REA_06, format_args!("catches {}", battle.item(item).name));
        }
        None => context.note(who, ids::REA_06, "misses it"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn gear_01_hands_are_filled_main_hand_first() {
        use super::*;
        use crate::{
            geometry::Square,
            rules::{
                Battlefield, Team,
                percentile::{sheet::Sheet, testing::battle},
            },
        };
        let mut battle = battle(Battlefield::new(3, 3), &[(Team(0), Square::new(0, 0), Sheet::default())]);
        let who = CombatantId(0);
        assert_eq!(free_hand(battle.combatant(who)), Some(Location::Main(who)));
        battle.combatant_mut(CombatantId(0)).hands.main = Some(ItemId(0));
        assert_eq!(free_hand(battle.combatant(who)), Some(Location::Off(who)));
        battle.combatant_mut(CombatantId(0)).hands.off = Some(ItemId(1));
        assert_eq!(free_hand(battle.combatant(who)), None);
    }
}
