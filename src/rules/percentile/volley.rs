//! Several attacks by one Standard action, all declared before the first roll. PCT-MULTI.

use super::{
    attack, bonds, catalogue as ids,
    conditions::{self, ActionType, has_action, spend},
    luck, menu, reach,
    sheet::{Kind, Use, arm},
    step::{Exchange, TurnStep},
    strikes,
    targets::{self, Foes},
};
use crate::rules::{Spread, prelude::*};

/// The weapons that `by` wields when `who` attacks: each held weapon or shield with an attack, and each natural weapon,
/// but not bare hands; for a mount only its natural weapons, PCT-MNT-01.
fn wielded(battle: &Battle, who: CombatantId, by: CombatantId) -> impl Iterator<Item = ItemId> {
    let strikes = move |ready: &reach::Ready<'_>| {
        let fits = ready.of.kind != Kind::Unarmed && !ready.of.is_area() && !ready.of.is_light();
        fits && (by == who || ready.of.kind == Kind::Natural)
    };
    // The uses of an item follow each other, so comparing with the last one is enough.
    let mut last = None;
    let items = reach::ready(battle, by).filter(strikes).map(|ready| ready.item);
    items.filter(move |item| last.replace(*item) != Some(*item))
}

/// Who can attack with several weapons: `who`, or its mount instead.
fn strikers(battle: &Battle, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let wields_several = move |by: &CombatantId| {
        bonds::held_mount(battle, who, *by).is_none()
            && wielded(battle, who, *by).nth(1).is_some()
            && wielded(battle, who, *by).filter(|item| can_strike(battle, *by, *item)).nth(1).is_some()
    };
    bonds::pair(battle, who).filter(wields_several)
}

/// The offer in one's own turn, if several weapons are wielded and can strike somebody.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let count = strikers(battle, who).map(|by| wielded(battle, who, by).count()).max()?;
    let offer = Offer::new(&menu::VOLLEY, &[ids::MULTI_01, ids::MULTI_02], menu::LARGE);
    let most = count as u8;
    let offer = offer.spread(Spread { least: 1, most, blows: most, repeats: true, together: false });
    Some(offer.refused(conditions::standard(battle, who)))
}

/// Whether a weapon can strike anybody from here.
fn can_strike(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    arm(battle, item).uses.iter().any(|of| {
        targets::weapon_refusal(battle, item, of).is_none()
            && battle.enemies(who).any(|foe| targets::attack_refusal(battle, who, foe.id, item, of).is_none())
    })
}

/// An attack with each weapon that is not declared yet and reaches somebody.
fn additions(battle: &Battle, who: CombatantId, declared: &[Exchange]) -> Vec<Offer> {
    // Rider and mount do not attack together, PCT-MNT-01.
    match declared.first() {
        Some(first) => additions_of(battle, who, first.by, declared),
        None => strikers(battle, who).flat_map(|by| additions_of(battle, who, by, declared)).collect(),
    }
}

fn additions_of(battle: &Battle, who: CombatantId, by: CombatantId, declared: &[Exchange]) -> Vec<Offer> {
    let fresh = |item: &ItemId| declared.iter().all(|exchange| exchange.item != *item);
    let mut found = Vec::new();
    let foes = Foes::of(battle, by);
    for item in wielded(battle, who, by).filter(fresh) {
        let fits = |of: &&Use| targets::weapon_refusal(battle, item, of).is_none();
        for of in arm(battle, item).uses.iter().filter(fits) {
            let candidates = foes.candidates(battle, item, of);
            if candidates.iter().all(|candidate| candidate.refusal.is_some()) {
                continue;
            }
            let offer = Offer::new(menu::alone_and_added(of.kind)[1], &[ids::MULTI_01, ids::MULTI_03], Cost::FREE);
            let necks = strikes::anybody_bares_the_neck(battle, by, &candidates);
            let offer = offer.with(item).at(Target::Combatant(candidates));
            found.push(strikes::offered(battle, by, offer, of, necks));
        }
    }
    found
}

/// The attacks declared, in words.
fn list(battle: &Battle, declared: &[Exchange]) -> String {
    let words = |exchange: &Exchange| {
        format!("{} at {}", battle.item(exchange.item).name, battle.combatant(exchange.on).identity.name)
    };
    declared.iter().map(words).collect::<Vec<_>>().join(", then ")
}

/// Marks attacks as several, PCT-MULTI-01, and as against different targets, PCT-MULTI-02. A single one is an ordinary
/// attack.
pub fn together(mut declared: Vec<Exchange>) -> Vec<Exchange> {
    let many = declared.len() > 1;
    let spread = declared.windows(2).any(|pair| pair[0].on != pair[1].on);
    for attack in &mut declared {
        (attack.many, attack.spread) = (many, spread);
    }
    declared
}

fn begin(battle: &Battle, who: CombatantId, declared: &[Exchange], context: &mut StepContext<'_>) {
    if has_action(battle, who, ActionType::Standard) {
        spend(battle, who, ActionType::Standard, context);
    }
    // On the agenda each attack comes before the next one, and its consequences come in between: each is over before
    // the next begins.
    for exchange in declared {
        // Each of several attacks pays when its turn comes.
        if !exchange.many {
            luck::pay_ignore(battle, exchange.by, exchange.luck, context);
        }
        context.then(attack::set_off(battle, who, *exchange, context));
    }
    context.step(TurnStep::Act(who));
}

/// Attacks declared so far.
type Declared = Vec<Exchange>;

crate::rules::ruleset::prompt::asks! {
    /// Which attack to add to those declared, PCT-MULTI-01.
    Volley(Declared);
}

impl RulesetPrompt for Volley {
    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = "attacks with several weapons";
        Told::new(battle, who, words, list(battle, &self.0), ids::MULTI_01).at(Window::Declare)
    }

    /// The offers to add an attack, to begin, or to cancel.
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let mut found = additions(battle, who, &self.0);
        if !self.0.is_empty() {
            found.insert(0, Offer::new(&menu::BEGIN, &[ids::MULTI_01], menu::LARGE));
        }
        found.push(Offer::new(&menu::CANCEL, &[ids::MULTI_01], Cost::FREE));
        found
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "begin" => begin(battle, who, &self.0, context),
            "cancel" => context.step(TurnStep::Act(who)),
            _ => {
                let exchange = attack::legal(battle, who, choice)?;
                let mut declared = self.0.clone();
                declared.push(Exchange { finishes: !battle.combatant(exchange.on).fights(), ..exchange });
                context.ask(who, Self(together(declared)));
            }
        }
        Ok(())
    }

    /// Every weapon at the nearest enemy, then begin.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let next = additions(battle, who, &self.0).into_iter().find_map(|offer| {
            let Target::Combatant(candidates) = &offer.target else { return None };
            let open = candidates
                .iter()
                .find(|candidate| candidate.refusal.is_none() && battle.combatant(candidate.who).fights())?;
            Some(Choice::of(&offer).on(open.who))
        });
        next.unwrap_or_else(|| Choice::new(if self.0.is_empty() { "cancel" } else { "begin" }))
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb != menu::BEGIN.verb {
            return wording;
        }
        let count = self.0.len();
        let words = if count == 1 { "Attack".into() } else { format!("Make {count} attacks") };
        wording.titled(words).about(list(battle, &self.0))
    }
}
