//! Drawing, sheathing, dropping, picking up, gripping and reloading. PCT-GEAR-01, PCT-RNG-06.

use std::cell::OnceCell;

use super::{
    bonds, catalogue as ids,
    conditions::{self, ActionType, has_reaction, spend, spend_reaction},
    cover, luck, menu, reach,
    sheet::{Reload, arm},
    step::Check,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Action, Battle, Candidate, Choice, Combatant, CombatantId, Cost, Effect, Entry, Item, ItemId, Location, Offer,
        Refusal, RuleId, RulesetPrompt, StepContext, Target, Told, Window, Wording, ground,
    },
};

/// The offers for held, carried and dropped items.
pub fn offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let body = battle.combatant(who).footprint();
    let near = |square: Square| is_at_hand(battle, body, Footprint::one(square));
    let comrades = Comrades::of(battle, who);
    battle.items_about(who, near).for_each(|item| offer(battle, who, item, &comrades, found));
}

/// Whether `other` overlaps the body or lies beside it with no wall between.
fn is_at_hand(battle: &Battle, body: Footprint, other: Footprint) -> bool {
    let (x, y) = body.gap(other);
    x.max(y) <= 1 && ((x, y) == (0, 0) || ground::has_line(&battle.scene.field, body, other))
}

fn no_hand(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let free = bonds::free_hands(battle.combatant(who));
    (free == (false, false)).then(|| Refusal::new(ids::GEAR_01, "No free hand"))
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, comrades: &Comrades<'_>, found: &mut Vec<Offer>) {
    let quick = || conditions::quick(battle, who);
    let two_handed = arm(battle, item.id).hands == 2;
    match item.at {
        Location::Stowed(_) => {
            let offer = Offer::new(&menu::DRAW, &[ids::GEAR_01], menu::SMALL).with(item.id);
            found.push(offer.refused(quick()).refused(no_hand(battle, who)));
        }
        // A caught weapon has its own offers, PCT-MAN-06.
        Location::Main(_) | Location::Off(_) | Location::Both(_) if !bonds::is_caught(battle, item.id) => {
            found.extend(reload(battle, who, item));
            found.push(Offer::new(&menu::SHEATHE, &[ids::GEAR_01], menu::SMALL).with(item.id).refused(quick()));
            found.push(Offer::new(&menu::DROP, &[ids::TURN_02, ids::GEAR_01], Cost::FREE).with(item.id));
            toss_offers(battle, who, item, comrades, found);
            if two_handed && matches!(item.at, Location::Both(_)) {
                found.push(Offer::new(&menu::LOOSEN, &[ids::GEAR_01], Cost::FREE).with(item.id));
            } else if two_handed {
                let offer = Offer::new(&menu::GRIP, &[ids::GEAR_01], Cost::FREE);
                found.push(offer.with(item.id).refused(no_hand(battle, who)));
            }
        }
        Location::Ground(_) => {
            let offer = Offer::new(&menu::TAKE, &[ids::TURN_05, ids::GEAR_01], menu::SMALL).with(item.id);
            found.push(offer.refused(quick()).refused(no_hand(battle, who)));
        }
        _ => {}
    }
}

fn reload(battle: &Battle, who: CombatantId, item: Item<'_>) -> Option<Offer> {
    if item.loaded {
        return None;
    }
    let reload = arm(battle, item.id).uses.iter().map(|mode| mode.reload).find(|mode| *mode != Reload::PartOfAttack);
    let (cost, refusal, rules): (_, _, &[RuleId]) = match reload {
        Some(Reload::Quick) => (menu::SMALL, conditions::quick(battle, who), &[ids::RNG_06]),
        Some(Reload::Standard) => (menu::LARGE, conditions::standard(battle, who), &[ids::RNG_06]),
        Some(Reload::Never | Reload::PartOfAttack) | None => return None,
    };
    let hands = (!reach::is_in_use(battle, item.id)).then(|| Refusal::new(ids::GEAR_01, "Needs both hands"));
    Some(Offer::new(&menu::RELOAD, rules, cost).with(item.id).refused(refusal).refused(hands))
}

/// Resolves a choice; false if it is not one of these.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let Some(item) = choice.item else { return false };
    let piece = battle.item(item);
    let fighter = battle.combatant(who);
    let words = match choice.verb {
        "draw" | "take" => {
            spend(battle, who, ActionType::Quick, context);
            let free = bonds::free_hands(fighter);
            let both = arm(battle, item).hands == 2 && free == (true, true);
            context.effect(Effect::Move(item, Location::in_hand(who, both, free.0)));
            if choice.verb == "draw" { "draws" } else { "picks up" }
        }
        "sheathe" => {
            spend(battle, who, ActionType::Quick, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
            "puts away"
        }
        "drop" => {
            context.effect(Effect::Move(item, Location::Ground(fighter.placement.anchor())));
            "drops"
        }
        "grip" => {
            context.effect(Effect::Move(item, Location::Both(who)));
            "takes in both hands"
        }
        "loosen" => {
            context.effect(Effect::Move(item, Location::Main(who)));
            "holds in one hand"
        }
        "reload" => {
            let standard = arm(battle, item).uses.iter().any(|mode| mode.reload == Reload::Standard);
            spend(battle, who, if standard { ActionType::Standard } else { ActionType::Quick }, context);
            context.effect(Effect::Load(item, true));
            "loads"
        }
        _ => return false,
    };
    let rule = if choice.verb == menu::RELOAD.verb { ids::RNG_06 } else { ids::GEAR_01 };
    context.note(who, rule, format_args!("{words} {}", piece.name));
    true
}

/// How far an item can be tossed, in metres.
const FAR: u16 = 5;

/// Comrades with hands who take turns, each with its distance.
fn comrades(battle: &Battle, who: CombatantId) -> impl Iterator<Item = (Combatant<'_>, u16)> {
    let me = battle.combatant(who);
    battle
        .combatants()
        .filter(move |mate| mate.team == me.team && mate.id != who && mate.fights() && bonds::takes_turns(*mate))
        .map(move |mate| (mate, reach::distance(me.footprint(), mate.footprint())))
}

/// The comrades to whom somebody can hand or toss any item; found on first use.
pub struct Comrades<'a> {
    battle: &'a Battle,
    who: CombatantId,
    found: OnceCell<[Vec<Candidate>; 2]>,
}

impl<'a> Comrades<'a> {
    /// The comrades of `who`.
    pub const fn of(battle: &'a Battle, who: CombatantId) -> Self {
        Self { battle, who, found: OnceCell::new() }
    }

    /// Comrades beside `who` with no wall between, and comrades in sight within 5 m.
    fn near_and_far(&self) -> &[Vec<Candidate>; 2] {
        let Self { battle, who, .. } = *self;
        self.found.get_or_init(|| {
            let mut found = [Vec::new(), Vec::new()];
            for (mate, _) in comrades(battle, who).filter(|(_, metres)| *metres <= FAR) {
                if is_at_hand(battle, battle.combatant(who).footprint(), mate.footprint()) {
                    let full = bonds::free_hand(mate).is_none().then(|| Refusal::new(ids::GEAR_01, "No free hand"));
                    found[0].push(Candidate { who: mate.id, refusal: full });
                }
                if cover::is_in_view(battle, who, mate.id) {
                    found[1].push(Candidate { who: mate.id, refusal: None });
                }
            }
            found
        })
    }
}

/// Resolves the check: the item is caught, or lies in the catcher's square.
pub fn snatched(battle: &Battle, who: CombatantId, item: ItemId, success: bool, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let hand = bonds::free_hand(fighter).filter(|_| success && fighter.fights());
    match hand {
        Some(hand) => {
            context.effect(Effect::Move(item, hand));
            context.note(who, ids::REA_06, format_args!("catches {}", battle.item(item).name));
        }
        None => context.note(who, ids::REA_06, "misses it"),
    }
}

/// The offers to hand an item to an adjacent comrade, and to toss it to one in sight within 5 m.
fn toss_offers(battle: &Battle, who: CombatantId, item: Item<'_>, comrades: &Comrades<'_>, found: &mut Vec<Offer>) {
    let [near, far] = comrades.near_and_far();
    if near.iter().any(|candidate| candidate.refusal.is_none()) {
        let offer = Offer::new(&menu::HAND, &[ids::TURN_05, ids::GEAR_01], menu::SMALL).with(item.id);
        found.push(offer.at(Target::Combatant(near.clone())).refused(conditions::quick(battle, who)));
    }
    if !far.is_empty() {
        let offer = Offer::new(&menu::TOSS, &[ids::REA_06, ids::TURN_05], menu::SMALL).with(item.id);
        found.push(offer.at(Target::Combatant(far.clone())).refused(conditions::quick(battle, who)));
    }
}

/// Hands over or tosses; false if the choice is neither.
pub fn pass_on(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let (Some(item), Some(on)) = (choice.item, choice.on) else { return false };
    let other = battle.combatant(on);
    let piece = battle.item(item);
    match choice.verb {
        "hand" => {
            spend(battle, who, ActionType::Quick, context);
            let to = bonds::free_hand(other).unwrap_or(Location::Ground(other.placement.anchor()));
            context.effect(Effect::Move(item, to));
            context.note(who, ids::TURN_05, format_args!("hands {} to {}", piece.name, other.identity.name));
        }
        "toss" => {
            spend(battle, who, ActionType::Quick, context);
            context.log(|| {
                Entry::action(
                    (who, Action::Throw),
                    "tosses to",
                    (Some(on), Some(item), Some(other.placement.anchor())),
                    ids::REA_06,
                )
            });
            context.effect(Effect::Move(item, Location::Ground(other.placement.anchor())));
            if has_reaction(battle, on) && bonds::free_hand(other).is_some() && cover::sees(battle, on, who) {
                context.ask(on, CatchItem(item));
            }
        }
        _ => return false,
    }
    true
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to catch a tossed item, PCT-REA-06.
    CatchItem(ItemId);
}

impl RulesetPrompt for CatchItem {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("snatch")
    }

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::SNATCH, &[ids::REA_06, ids::REA_01], menu::REACTS),
            Offer::new(&menu::LET_FALL, &[ids::REA_06], Cost::FREE),
        ]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::SNATCH.verb {
            spend_reaction(battle, who, context);
            context.then(luck::first_prompt(battle, who, Check::Snatch(self.0), context));
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = format!("may catch {}", battle.item(self.0).name);
        let told = Told::new(battle, who, &words, "Costs the reaction", ids::REA_06).at(Window::Claim);
        match battle.scene.acting {
            Some(acting) => told.by(acting, Some(self.0)),
            None => told,
        }
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let catches = offer.verb == menu::SNATCH.verb;
        if catches { wording.titled(format!("Catch {}", battle.item(self.0).name)) } else { wording }
    }
}
