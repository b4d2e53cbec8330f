//! Defence: the forms that can be used and paid for, the question and its answers. VIG-REACT.

use super::{
    ability::{Ability, AbilityEffect, Wounded},
    attack::{AttackStep, Exchange},
    catalogue as ids,
    conditions::{DEFENDING, can_react, is_wounded},
    dice::bonus_of,
    exchange::{Defences, Form, MOST_FORMS},
    guard::{Quick, bonus, defence_steps, is_unaware, shield},
    menu, movement, orders, settings,
    sheet::{Against, FormName, Kind, MANA, Needs, Score, VIGOR, arm, sheet},
    step::step,
    strike::{Mark, Means, Strike},
};
use crate::rules::{
    Averting, Battle, Choice, CombatantId, Cost, Item, ItemId, Location, Offer, OfferKind, RuleId, StepContext,
    exchange::Situation as _,
};

/// What Defence costs, VIG-REACT-04.
const PRICE: u8 = 5;

/// How much cheaper Defend makes it, VIG-ACT-01.
const DEFEND_SAVES: u8 = 2;

/// A way of defending, in the order in which they are numbered.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// A form of the sheet.
    Form(&'a super::sheet::Form),
    /// A special reaction, VIG-REACT-06.
    Special(&'a Ability),
}

impl Way<'_> {
    /// The kind of offer it is.
    pub const fn kind(&self) -> &'static OfferKind {
        match self {
            Self::Form(form) => match form.name {
                FormName::Dodge => &menu::DODGE,
                FormName::Deflect => &menu::DEFLECT,
                FormName::Block => &menu::BLOCK,
            },
            Self::Special(_) => &menu::SPECIAL,
        }
    }

    /// How the log and the board call it when it succeeds.
    pub const fn averting(&self) -> Averting {
        match self {
            Self::Form(form) => match form.name {
                FormName::Dodge => Averting::Dodge,
                FormName::Deflect => Averting::Parry,
                FormName::Block => Averting::Block,
            },
            Self::Special(_) => Averting::Counter,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Form(form) => match form.name {
                FormName::Dodge => "Dodge",
                FormName::Deflect => "Deflect",
                FormName::Block => "Block",
            },
            Self::Special(ability) => &ability.name,
        }
    }

    /// The score behind its roll.
    pub fn score(&self) -> Score {
        match self {
            Self::Form(form) => form.score,
            Self::Special(ability) => ability.attack_score(),
        }
    }

    /// Mana it costs.
    pub const fn mana(&self) -> u8 {
        match self {
            Self::Form(_) => 0,
            Self::Special(ability) => ability.mana,
        }
    }
}

/// All ways of defending on a sheet: forms, then special reactions. A sheet has no more than are told apart.
pub fn ways(battle: &Battle, on: CombatantId) -> impl Iterator<Item = Way<'_>> {
    let numbers = sheet(battle.combatant(on));
    let special = numbers.abilities.iter().filter(|ability| ability.reaction).map(Way::Special);
    numbers.forms.iter().map(Way::Form).chain(special).take(MOST_FORMS)
}

/// The price of a way in Vigor, VIG-REACT-03, VIG-ACT-01.
pub fn price(battle: &Battle, on: CombatantId, way: &Way<'_>) -> u8 {
    let full = match way {
        Way::Special(ability) if ability.vigor > 0 => ability.vigor,
        _ => PRICE,
    };
    let saved = if battle.combatant(on).conditions.has(DEFENDING) { DEFEND_SAVES } else { 0 };
    full.saturating_sub(saved)
}

/// Whether a way can be used against an attack of `by`, whatever is left to pay with. VIG-REACT-06, VIG-COND-01.
fn serves(battle: &Battle, (by, on): (CombatantId, CombatantId), means: &Means<'_>, way: &Way<'_>) -> bool {
    let form = match way {
        Way::Form(form) => form,
        Way::Special(ability) => {
            return match ability.wounded {
                Wounded::Nobody => true,
                Wounded::User => is_wounded(battle.combatant(on)),
                Wounded::Target => is_wounded(battle.combatant(by)),
            };
        }
    };
    let against = match form.against {
        Against::Any => true,
        Against::Melee => !means.is_ranged(),
        Against::Ranged => means.is_ranged(),
    };
    against
        && match form.needs {
            Needs::Nothing => true,
            Needs::Weapon => battle.combatant(on).hands.held().any(|item| !arm(battle, item).harmless),
            Needs::Shield => shield(battle, on).is_some(),
        }
}

/// The forms that a target can use and pay for against an attack. VIG-REACT-01, VIG-REACT-05.
pub fn defences(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Defences {
    let Mark::Combatant(on) = strike.on else { return Defences::default() };
    let unaware = settings::unaware_never_defend(battle) && is_unaware(battle, strike);
    if unaware || !can_react(battle, on) || sheet(battle.combatant(on)).kind == Kind::Object {
        return Defences::default();
    }
    let one = battle.combatant(on);
    let (vigor, mana) = (one.vitals.get(VIGOR), one.vitals.get(MANA));
    let mut forms = [None; MOST_FORMS];
    for (slot, way) in forms.iter_mut().zip(ways(battle, on)) {
        let price = price(battle, on, &way);
        if vigor >= price.into() && mana >= way.mana().into() && serves(battle, (strike.by, on), means, &way) {
            *slot = Some(form(battle, on, &way, price));
        }
    }
    let (assumed, assumed_raise) = assumed(battle, on, &forms);
    Defences { forms, assumed, assumed_raise }
}

/// The numbers of a way of defending.
pub fn form(battle: &Battle, on: CombatantId, way: &Way<'_>, price: u8) -> Form {
    let mut count = Quick::default();
    roll_count(battle, on, way, &mut count);
    let mut steps = Quick::default();
    defence_steps(battle, on, &mut steps);
    let raises = match way {
        Way::Form(_) => 0,
        Way::Special(ability) => ability
            .effects
            .iter()
            .find_map(|effect| if let AbilityEffect::Guard(by) = effect { Some((*by).max(0) as u8) } else { None })
            .unwrap_or(0),
    };
    Form { bonus: bonus(count.0, steps.0), price, raises }
}

/// How many bonus dice its roll has; prone, Speed counts as a quarter. VIG-REACT-04, VIG-COND-03.
pub fn roll_count(battle: &Battle, on: CombatantId, way: &Way<'_>, tally: &mut impl super::guard::Tally) {
    let one = battle.combatant(on);
    let score = way.score();
    let points = if score == Score::Speed { movement::speed(one) } else { sheet(one).score(score) };
    let dice = bonus_of(points, settings::score_per_bonus_die(battle) as i16);
    tally.add(ids::REACT_04, dice.into(), || score.name().into());
    tally.add(ids::ROLL_03, sheet(one).extra.defence.into(), || "Talents".into());
    let extra = match way {
        Way::Form(form) => form.extra,
        Way::Special(ability) => ability.skill,
    };
    tally.add(ids::REACT_06, extra.into(), || way.name().to_string().into());
}

/// The form that is used by default: the one with the best dice, if it leaves its user with breath, or as standing orders
/// say; and of those that raise the VS, which are not rolled, the one that raises it most. VIG-COND-02, VIG-REACT-06.
fn assumed(battle: &Battle, on: CombatantId, forms: &[Option<Form>; MOST_FORMS]) -> (Option<u8>, Option<u8>) {
    let fits = |form: &Form| orders::defends(battle, on, form.price);
    let open = |raises: bool| {
        let fitting = move |form: &Option<Form>| form.filter(|form| (form.raises > 0) == raises).filter(fits);
        (0u8..).zip(forms).filter_map(move |(number, form)| fitting(form).map(|form| (number, form)))
    };
    let rolled = open(false).rev_max(|form| u16::from(form.bonus.count) * u16::from(form.bonus.sides() + 1));
    (rolled, open(true).rev_max(|form| form.raises.into()))
}

/// The number of the form worth most; of equals the first.
trait FirstBest: Iterator<Item = (u8, Form)> + Sized {
    fn rev_max(self, worth: impl Fn(&Form) -> u16) -> Option<u8> {
        let mut best: Option<(u8, u16)> = None;
        for (number, form) in self {
            let worth = worth(&form);
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((number, worth));
            }
        }
        best.map(|(number, _)| number)
    }
}

impl<I: Iterator<Item = (u8, Form)>> FirstBest for I {}

/// The rules of a Defence, for its offers.
const RULES: &[RuleId] = &[ids::REACT_04, ids::REACT_06, ids::REACT_03];

/// The offers to somebody whose Guard an attack has beaten.
pub fn offers(battle: &Battle, exchange: &Exchange) -> Vec<Offer> {
    let Some(on) = exchange.strike.on.combatant() else { return Vec::new() };
    let forms = (0u8..).zip(ways(battle, on)).filter_map(|(number, way)| {
        let form = exchange.situation.defences.form(number)?;
        let cost = Cost::of(&menu::VIGOR, form.price).and(&menu::MANA, way.mana());
        let offer = Offer::new(way.kind(), RULES, cost);
        Some(match part(battle, on, &way) {
            Some(item) => offer.with(item),
            None => offer,
        })
    });
    forms.chain([Offer::new(&menu::DECLINE, &[ids::REACT_05], Cost::FREE)]).collect()
}

/// The part of somebody's that a special reaction is, by which a choice names it; forms are named by their verbs.
fn part(battle: &Battle, on: CombatantId, way: &Way<'_>) -> Option<ItemId> {
    let Way::Special(ability) = way else { return None };
    let is_it = |item: &Item<'_>| arm(battle, item.id).uses.as_ref().is_some_and(|uses| uses.name == ability.name);
    let mine = battle.items_of(on).filter(|item| matches!(item.at, Location::Natural(_)));
    mine.into_iter().find(is_it).map(|item| item.id)
}

/// Whether an offer or a choice of that verb and thing is that way of defending.
pub fn is_named(battle: &Battle, on: CombatantId, way: &Way<'_>, (verb, item): (&str, Option<ItemId>)) -> bool {
    way.kind().verb == verb && part(battle, on, way) == item
}

/// The number of the form that a choice names.
pub fn chosen(battle: &Battle, exchange: &Exchange, choice: &Choice) -> Option<u8> {
    let on = exchange.strike.on.combatant()?;
    let named = (0u8..).zip(ways(battle, on));
    let named = named.filter(|(_, way)| is_named(battle, on, way, (choice.verb, choice.item)));
    named.map(|(number, _)| number).find(|number| exchange.situation.defences.form(*number).is_some())
}

/// Goes on with an exchange after an answer. Vigor is paid when all is settled.
pub fn answer(battle: &Battle, exchange: &Exchange, choice: &Choice, context: &mut StepContext<'_>) {
    let form = chosen(battle, exchange, choice);
    let stage = exchange.situation.answered(exchange.stage, form);
    context.then(step(AttackStep::Exchange(Box::new(Exchange { stage, ..exchange.clone() }))));
}

/// The choice that the forecast takes for granted.
pub fn default_choice(battle: &Battle, exchange: &Exchange) -> Choice {
    let assumed = exchange.situation.assumed(exchange.stage);
    let way = exchange.strike.on.combatant().zip(assumed);
    let way = way.and_then(|(on, number)| Some((on, ways(battle, on).nth(number.into())?)));
    let Some((on, way)) = way else { return Choice::new(menu::DECLINE.verb) };
    let choice = Choice::new(way.kind().verb);
    match part(battle, on, &way) {
        Some(item) => choice.with(item),
        None => choice,
    }
}
