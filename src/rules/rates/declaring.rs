//! The first action, declared in secret before any die is rolled, and how it binds. RAT-INIT-03.

use serde::{Deserialize, Serialize};

use super::{
    arms::{Expression, Stat},
    catalogue as ids,
    conditions::{DECLARED, Detail, First, declared_words, detail, lasting, stat},
    gear,
    initiative::{level_for, level_of, needed, newcomers},
    menu, movement, reach, settings,
    sheet::{arm, sheet_of},
    step::TurnStep,
    strike,
};
use crate::rules::{Role, Spending, declarations, prelude::*};

/// Asks the next combatant for a first action; once all have declared, discloses the declarations. RAT-INIT-03.
pub fn next(battle: &Battle, context: &mut StepContext<'_>) {
    if let Some(who) = battle.next_to_declare(newcomers(battle)) {
        return context.ask(who, Declare);
    }
    let words = |_, what: &Condition| format!("declares {}", declared_words(battle, what)).into();
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
        // Of two weapons that are alike, one is enough to declare.
        held.dedup_by(|later, before| arm(battle, later.id) == arm(battle, before.id));
        let weapons = held.into_iter().map(|item| offer(&menu::FIRST_WEAPON, Some(item.id)));
        let spells = battle.ready_items(who).filter(|item| arm(battle, item.id).casts.is_some());
        let spells = spells.map(|item| offer(&menu::FIRST_SPELL, Some(item.id)));
        let shove = (!settings::no_stunts(battle)).then(|| offer(&menu::FIRST_SHOVE, None));
        weapons.chain(spells).chain(shove).chain([offer(&menu::FIRST_OTHER, None)]).collect()
    }

    fn answer(&self, _: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let detail = Detail::First(kind_of(choice.verb)).into();
        declarations::declare(who, Condition { with: choice.item, detail, ..lasting(DECLARED) }, context);
        context.step(TurnStep::Declare);
    }

    /// The weapon in hand.
    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        Choice::of(&self.offers(battle, who)[0])
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let binds = if settings::is_free_to_change(battle) {
            ""
        } else {
            "; it may walk and wait, but take no other action in its first turn"
        };
        let first = if settings::is_older(battle) { "the lowest level" } else { "the highest roll plus inches" };
        let about = format!("What it will do first decides when it acts: {first} first{binds}");
        Told::new(battle, who, "declares a first action", about, ids::INIT_03).at(Window::Declare)
    }

    /// When it would act.
    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let declared = (kind_of(offer.verb), offer.item);
        let when = if settings::is_older(battle) {
            format!("level {}", level_for(battle, who, declared))
        } else {
            format!("counts {} inches", needed(battle, who, declared))
        };
        wording.about(when)
    }

    fn asked_with(&self, battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
        let side = battle.combatant(who).team;
        let open = newcomers(battle).filter(|other| *other != who && battle.combatant(*other).team == side);
        open.filter(|other| battle.declaration(*other).is_none()).collect()
    }
}

/// The first action that a verb declares.
fn kind_of(verb: &str) -> First {
    let kinds = [&menu::FIRST_WEAPON, &menu::FIRST_SPELL, &menu::FIRST_SHOVE, &menu::FIRST_OTHER];
    kinds.iter().position(|kind| kind.verb == verb).map_or(First::Other, |place| First::ALL[place])
}

/// Whether a weapon is the one of a pair that decides when an attack with both comes: the shorter one or, by levels,
/// the one on the later level. RAT-DISC-02.
fn is_the_later(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    let is_older = settings::is_older(battle);
    let rank = |item: ItemId| {
        let weapon = arm(battle, item);
        if is_older { i32::from(level_of(weapon)) } else { -i32::from(weapon.length) }
    };
    let pair = strike::pair(battle, who);
    pair.is_some_and(|pair| pair.contains(&item) && pair.iter().all(|other| rank(*other) <= rank(item)))
}

/// Refuses everything but the declared first action: in its first turn a combatant takes that action or none.
/// RAT-INIT-03.
pub fn bind(battle: &Battle, who: CombatantId, offers: &mut [Offer]) {
    let known = battle.combatant(who).conditions.find(DECLARED).filter(|_| !settings::is_free_to_change(battle));
    let Some((known, Detail::First(first))) = known.and_then(|known| Some((known, detail(known)?))) else { return };
    let is_alike = |item: ItemId, other: ItemId| item == other || arm(battle, item) == arm(battle, other);
    let is_with = |offer: &Offer| offer.item.zip(known.with).is_some_and(|(item, other)| is_alike(item, other));
    for offer in offers.iter_mut().filter(|offer| offer.cost.count(Spending::Large) > 0 || offer.verb == "recover") {
        let verb = offer.verb;
        let is = |kinds: &[&OfferKind]| kinds.iter().any(|kind| kind.verb == verb);
        let fits = match first {
            First::Weapon => {
                let with_both = is(&[&menu::BOTH]) && known.with.is_some_and(|item| is_the_later(battle, who, item));
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

/// What a first action is worth to the computer: whether it reaches an enemy in the first turn, with how many dice, for
/// how much damage. It looks at everybody's position, never at what others have declared. RAT-INIT-03.
pub fn worth(battle: &Battle, who: CombatantId, choice: &Choice) -> i32 {
    let Some(item) = choice.item else { return if choice.verb == menu::FIRST_OTHER.verb { OTHER } else { 0 } };
    let Some(far) = reach::nearest_enemy(battle, who) else { return 0 };
    let far = (far / reach::inches_per_square(battle)) as u16;
    let gets_there = reach::of(battle, item) + movement::allowance(battle, who) >= far;
    let ready = if gear::is_ready(battle, item) { 1 } else { 2 };
    let arm = arm(battle, item);
    let (dice, damage) = match &arm.casts {
        Some(spell) if spell.is_helpful() => return HELPS,
        Some(spell) => {
            let dice = if spell.aimed { sheet_of(battle, who).magic_dice(spell.subskill) } else { 8 };
            let around = if spell.radius.is_some() { 4 } else { 3 };
            (i32::from(dice), spell.dice().map_or(0, |damage| twice_mean(battle, who, damage) * around / 3))
        }
        None => (strike::dice(battle, who, item).into(), twice_mean(battle, who, &arm.damage)),
    };
    let worth = dice * damage;
    if gets_there { worth / ready } else { worth / 16 }
}

/// Worth of running closer: more than an attack that reaches nobody.
const OTHER: i32 = 60;
/// Worth of a helpful spell, which is not needed before anybody is hurt.
const HELPS: i32 = 20;

/// Twice the mean of a dice expression.
fn twice_mean(battle: &Battle, who: CombatantId, damage: &Expression) -> i32 {
    let strength = if damage.strength { 5 * i32::from(stat(battle, battle.combatant(who), Stat::Strength)) } else { 0 };
    let dice = damage.dice.iter().map(|(count, sides)| i32::from(*count) * (i32::from(*sides) + 1));
    strength + dice.sum::<i32>() + 2 * i32::from(damage.flat)
}
