//! The first action, declared in secret before any die, and what it binds to. RAT-INIT-03.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    conditions::{DECLARED, Detail, First, declared_words, detail, lasting},
    initiative::newcomers,
    menu, reach, settings,
    sheet::arm,
    step::TurnStep,
};
use crate::rules::{Role, Spending, declarations, prelude::*};

/// Asks the next one for a first action; once all have declared, it is shown. RAT-INIT-03.
pub fn next(battle: &Battle, context: &mut StepContext<'_>) {
    if let Some(who) = battle.next_to_declare(newcomers(battle)) {
        return context.ask(who, Declare);
    }
    let words = |_, what: &Condition| format!("declares: {}", declared_words(battle, what)).into();
    declarations::disclose(battle, ids::INIT_03, words, context);
    context.step(TurnStep::Roll(CombatantSet::default()));
}

/// What the first action will be, RAT-INIT-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Declare;

impl RulesetPrompt for Declare {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let offer = |kind: &'static OfferKind, item: Option<ItemId>| {
            Offer::new(kind, &[ids::INIT_03, ids::INIT_02, ids::INIT_09], Cost::FREE).with(item)
        };
        let mut held: Vec<Item<'_>> = reach::weapons(battle, who).collect();
        held.sort_by_key(|item| (matches!(item.at, Location::Natural(_)), item.id));
        let weapons = held.into_iter().map(|item| offer(&menu::FIRST_WEAPON, Some(item.id)));
        let spells = battle.ready_items(who).filter(|item| arm(battle, item.id).casts.is_some());
        let spells = spells.map(|item| offer(&menu::FIRST_SPELL, Some(item.id)));
        let shove = (!settings::no_stunts(battle)).then(|| offer(&menu::FIRST_SHOVE, None));
        weapons.chain(spells).chain(shove).chain([offer(&menu::FIRST_OTHER, None)]).collect()
    }

    fn answer(&self, _: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let kinds = [&menu::FIRST_WEAPON, &menu::FIRST_SPELL, &menu::FIRST_SHOVE, &menu::FIRST_OTHER];
        let place = kinds.iter().position(|kind| kind.verb == choice.verb).unwrap_or(First::Other as usize);
        let detail = Detail::First(First::ALL[place]).into();
        declarations::declare(who, Condition { with: choice.item, detail, ..lasting(DECLARED) }, context);
        context.step(TurnStep::Declare);
    }

    /// The weapon in hand.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        Choice::of(&self.offers(battle, who)[0])
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let binds = if settings::is_free_to_change(battle) { "" } else { "; on the first turn it is that or nothing" };
        let about = format!("What it will do first decides when it acts{binds}");
        Told::new(battle, who, "declares a first action", about, ids::INIT_03).at(Window::Declare)
    }

    fn asked_with(&self, battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
        let side = battle.combatant(who).team;
        let open = newcomers(battle).filter(|other| *other != who && battle.combatant(*other).team == side);
        open.filter(|other| battle.declaration(*other).is_none()).collect()
    }
}

/// Refuses what is not the declared first action: on the first turn it is that one or none. RAT-INIT-03.
pub fn bind(battle: &Battle, who: CombatantId, offers: &mut [Offer]) {
    let known = battle.combatant(who).conditions.find(DECLARED).filter(|_| !settings::is_free_to_change(battle));
    let Some((known, Detail::First(first))) = known.and_then(|known| Some((known, detail(known)?))) else { return };
    let is_with = |offer: &Offer| offer.item == known.with;
    for offer in offers.iter_mut().filter(|offer| offer.cost.count(Spending::Large) > 0 || offer.verb == "recover") {
        let verb = offer.verb;
        let is = |kinds: &[&OfferKind]| kinds.iter().any(|kind| kind.verb == verb);
        let fits = match first {
            First::Weapon => {
                let with_both =
                    is(&[&menu::BOTH]) && known.with.is_some_and(|item| battle.item(item).at.holder() == Some(who));
                let kinds = [&menu::STRIKE, &menu::SHOOT, &menu::RECOVER, &menu::RELOAD];
                is(&kinds) && is_with(offer) || with_both
            }
            First::Spell => is(&[&menu::CAST]) && is_with(offer),
            First::Shove => is(&[&menu::SHOVE]),
            First::Other => {
                let harms = is(&[&menu::CAST]) && matches!(offer.role, Role::Harm | Role::Hinder);
                !harms && !is(&[&menu::STRIKE, &menu::SHOOT, &menu::BOTH, &menu::SHOVE])
            }
        };
        if !fits {
            offer.refusal.get_or_insert_with(|| Refusal::new(ids::INIT_03, "Has declared something else"));
        }
    }
}
