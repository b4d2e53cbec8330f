//! Defence: the forms that can be used and paid for, and the question with its answers. VIG-REACT.

use serde::{Deserialize, Serialize};

use super::{
    ability::{Ability, AbilityEffect, Wounded},
    catalogue as ids,
    conditions::{self, DEFENDING, can_react, cannot_move, is_wounded},
    describe::roll_words,
    dice::bonus_of,
    exchange::{Defences, Form, Stage},
    guard::{bonus, defence_steps, is_unaware, shield},
    menu::{self, Price},
    orders, settings,
    sheet::{Against, FormName, Kind, MANA, MOST_FORMS, Needs, Score, VIGOR, arm, sheet},
    step::{AreaExchange, AttackStep, Exchange, Mark, Strike},
    strike::Means,
};
use crate::rules::{Prompt, exchange::Situation as _, prelude::*};

/// The price of Defence in Vigor, VIG-REACT-04.
const PRICE: u8 = 5;

/// How much cheaper Defend makes Defence, VIG-ACT-01.
const DEFEND_SAVES: u8 = 2;

/// A way to defend; ways are numbered in this order.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// A form of the sheet.
    Form(&'a super::sheet::Form),
    /// A special reaction, VIG-REACT-06.
    Special(&'a Ability),
}

impl Way<'_> {
    /// Its kind of offer, what log and board call its success, and its name.
    fn row(&self) -> (&'static OfferKind, Averting, &str) {
        match self {
            Self::Form(form) => match form.name {
                FormName::Dodge => (&menu::DODGE, Averting::Dodge, "Dodge"),
                FormName::Deflect => (&menu::DEFLECT, Averting::Parry, "Deflect"),
                FormName::Block => (&menu::BLOCK, Averting::Block, "Block"),
            },
            Self::Special(ability) => (&menu::SPECIAL, Averting::Counter, &ability.name),
        }
    }

    /// Its kind of offer.
    pub fn kind(&self) -> &'static OfferKind {
        self.row().0
    }

    /// What log and board call its success.
    pub fn averting(&self) -> Averting {
        self.row().1
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.row().2
    }

    /// Its name for panels.
    pub fn title(&self) -> String {
        capital(&self.name().replace('-', " ")).into_owned()
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

/// All ways to defend on a sheet: forms, then special reactions, at most [`MOST_FORMS`].
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
    full.saturating_sub(saved(battle, on))
}

/// The Vigor that an ordinary Defence costs, VIG-REACT-04.
pub fn usual_price(battle: &Battle, on: CombatantId) -> u8 {
    PRICE.saturating_sub(saved(battle, on))
}

/// The Vigor that Defend saves now, VIG-ACT-01.
fn saved(battle: &Battle, on: CombatantId) -> u8 {
    if battle.combatant(on).conditions.has(DEFENDING) { DEFEND_SAVES } else { 0 }
}

/// Whether a way can be used against an attack of `by`, its price aside. VIG-REACT-06, VIG-COND-01.
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

/// The forms that a target can use and pay for against an attack; none against direct abilities. VIG-REACT-01,
/// VIG-REACT-04, VIG-REACT-05.
pub fn defences(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Defences {
    let Mark::Combatant(on) = strike.on else { return Defences::default() };
    let unaware = settings::unaware_never_defend(battle) && is_unaware(battle, strike);
    if unaware || !means.is_attack() || !can_react(battle, on) || sheet(battle.combatant(on)).kind == Kind::Object {
        return Defences::default();
    }
    let fighter = battle.combatant(on);
    let (vigor, mana) = (fighter.vitals.get(VIGOR), fighter.vitals.get(MANA));
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

/// The numbers of a way to defend.
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
    Form { bonus: bonus(count.sum(), steps.sum()), price, raises }
}

/// How many bonus dice the roll of a way has; Speed counts a quarter if prone. VIG-REACT-04, VIG-COND-03.
pub fn roll_count(battle: &Battle, on: CombatantId, way: &Way<'_>, tally: &mut impl Tally) {
    let fighter = battle.combatant(on);
    let score = way.score();
    let points = if score == Score::Speed { conditions::speed(fighter) } else { sheet(fighter).score(score) };
    let dice = bonus_of(points, settings::score_per_bonus_die(battle) as i16);
    tally.add(ids::REACT_04, dice.into(), || score.name().into());
    tally.add(ids::ROLL_03, sheet(fighter).extra.defence.into(), || "Talents".into());
    let extra = match way {
        Way::Form(form) => form.extra,
        Way::Special(ability) => ability.skill,
    };
    tally.add(ids::REACT_06, extra.into(), || way.name().to_string().into());
}

/// The forms used by default, if standing orders allow them or, without any, if they do not leave the user Winded: the
/// rolled form with the best dice, and the one that raises the VS most, which is not rolled. VIG-COND-02, VIG-REACT-06.
fn assumed(battle: &Battle, on: CombatantId, forms: &[Option<Form>; MOST_FORMS]) -> (Option<u8>, Option<u8>) {
    let best = |raises: bool, worth: &dyn Fn(&Form) -> u16| {
        let fits = |form: &Form| (form.raises > 0) == raises && orders::defends(battle, on, form.price);
        // In reverse order: of equals, the first is taken.
        let all = forms.iter().enumerate().rev().filter_map(|(number, form)| Some((number as u8, (*form)?)));
        all.filter(|(_, form)| fits(form)).max_by_key(|(_, form)| worth(form)).map(|(number, _)| number)
    };
    let rolled = best(false, &|form| u16::from(form.bonus.count) * u16::from(form.bonus.sides() + 1));
    (rolled, best(true, &|form| form.raises.into()))
}

/// The rules of a Defence, for its offers.
const RULES: &[RuleId] = &[ids::REACT_04, ids::REACT_06, ids::REACT_03];

/// Whether to defend against an attack that has beaten the VS, VIG-REACT-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Defend<A>(pub A);

/// An attack in which a target is asked whether to defend.
pub trait Attacked {
    /// The attack on the target that is asked.
    fn exchange(&self) -> &Exchange;
    /// How it goes on with the form used, if any. Vigor is paid when the attack is settled.
    fn answered(&self, form: Option<u8>) -> AttackStep;
}

impl Attacked for Box<Exchange> {
    fn exchange(&self) -> &Exchange {
        self
    }

    fn answered(&self, form: Option<u8>) -> AttackStep {
        let stage = self.situation.answered(self.stage, form);
        AttackStep::Exchange(Box::new(Exchange { stage, ..self.as_ref().clone() }))
    }
}

/// Several targets, and the index of the one that is asked.
impl Attacked for (Box<AreaExchange>, u8) {
    fn exchange(&self) -> &Exchange {
        &self.0.targets[usize::from(self.1)]
    }

    fn answered(&self, form: Option<u8>) -> AttackStep {
        let (mut area, place) = self.clone();
        let target = &mut area.targets[usize::from(place)];
        target.stage = target.situation.answered(target.stage, form);
        AttackStep::Area(area)
    }
}

/// Asks whether to defend, unless standing orders decide. VIG-REACT-05.
pub fn ask<A: Attacked>(battle: &Battle, attacked: A, context: &mut StepContext<'_>)
where
    Defend<A>: Into<Prompt>,
{
    let exchange = attacked.exchange();
    let Some(on) = exchange.strike.on.combatant() else { return };
    if orders::decide_defence(battle, on) {
        context.step(attacked.answered(exchange.situation.assumed(exchange.stage)));
    } else {
        context.ask(on, Defend(attacked));
    }
}

impl<A: Attacked> RulesetPrompt for Defend<A> {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let defences = &self.0.exchange().situation.defences;
        let forms = (0u8..).zip(ways(battle, who)).filter_map(|(number, way)| {
            let cost = Cost::of(&menu::VIGOR, defences.form(number)?.price).and(&menu::MANA, way.mana());
            Some(Offer::new(way.kind(), RULES, cost).with(part(battle, who, &way)))
        });
        forms.chain([Offer::new(&menu::DECLINE, &[ids::REACT_05], Cost::FREE)]).collect()
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let form = named(battle, self.0.exchange(), who, (choice.verb, choice.item));
        context.step(self.0.answered(form.map(|(number, ..)| number)));
    }

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let exchange = self.0.exchange();
        let assumed = exchange.situation.assumed(exchange.stage);
        let way = assumed.and_then(|number| ways(battle, who).nth(number.into()));
        let choice = |way: Way<'_>| Choice { item: part(battle, who, &way), ..Choice::new(way.kind().verb) };
        way.map_or(Choice::new(menu::DECLINE.verb), choice)
    }

    /// Tells what the defender knows: the total, which is rolled openly, the weapon, and its own Vigor. VIG-REACT-05,
    /// VIG-ATK-01.
    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let exchange = self.0.exchange();
        let (strike, vs) = (&exchange.strike, exchange.situation.vs);
        let known = !is_unaware(battle, strike);
        let by = &battle.combatant(strike.by).identity.name;
        let whose = if known { format!("{by} with {}", strike.means(battle).name) } else { "An attack".into() };
        let left = battle.combatant(who).vitals.get(VIGOR);
        let about = format!("{whose}: {} against {vs}; {left} Vigor left", total(exchange));
        let told = Told::new(battle, who, "may defend", about, ids::REACT_04).on(known.then_some(strike.by));
        let told = told.by(strike.by, strike.with.item());
        if let Stage::Decide(total) = exchange.stage { told.rolled("To hit", total, Some(vs.into())) } else { told }
    }

    /// Tells what a form rolls, or what it raises.
    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let exchange = self.0.exchange();
        let Some((_, way, form)) = named(battle, exchange, who, (offer.verb, offer.item)) else { return wording };
        let vs = exchange.situation.vs;
        let words = if form.raises > 0 {
            format!("raises {vs} to {}", vs + i16::from(form.raises))
        } else {
            format!("{}, more than {}", roll_words(form.bonus), total(exchange))
        };
        wording.titled(way.title()).about(words)
    }
}

/// The total to beat.
const fn total(exchange: &Exchange) -> i16 {
    if let Stage::Decide(total) = exchange.stage { total } else { exchange.situation.vs }
}

/// The item that stands for a special reaction, by which a choice names it; forms are named by their verbs.
fn part(battle: &Battle, on: CombatantId, way: &Way<'_>) -> Option<ItemId> {
    let Way::Special(ability) = way else { return None };
    let is_it = |item: &Item<'_>| arm(battle, item.id).uses.as_ref().is_some_and(|uses| uses.name == ability.name);
    let mine = battle.items_of(on).filter(|item| matches!(item.at, Location::Natural(_)));
    mine.into_iter().find(is_it).map(|item| item.id)
}

/// The form, with its number, that an offer or choice with this verb and item names.
fn named<'a>(
    battle: &'a Battle,
    exchange: &Exchange,
    on: CombatantId,
    (verb, item): (&str, Option<ItemId>),
) -> Option<(u8, Way<'a>, Form)> {
    let mut all = (0u8..).zip(ways(battle, on));
    all.find_map(|(number, way)| {
        let form = exchange.situation.defences.form(number)?;
        (way.kind().verb == verb && part(battle, on, &way) == item).then_some((number, way, form))
    })
}

/// A way to defend in words: what it rolls against an attack, or what it raises. VIG-REACT-06.
pub fn way_words(battle: &Battle, who: CombatantId, way: &Way<'_>) -> String {
    let form = form(battle, who, way, 0);
    let words = if form.raises > 0 {
        format!("raises the number to beat by {}", form.raises)
    } else {
        format!("{}, above the attack evades", roll_words(form.bonus))
    };
    match way.mana() {
        0 => words,
        mana => format!("{words}; {mana} Mana"),
    }
}

/// The offer of the Defend action. A second one adds nothing, but any action may be repeated. VIG-ACT-01, VIG-TURN-01.
pub fn defend(battle: &Battle, who: CombatantId, price: Price) -> Offer {
    let fighter = battle.combatant(who);
    let kind = if fighter.conditions.has(DEFENDING) { &menu::DEFEND_AGAIN } else { &menu::DEFEND };
    Offer::new(kind, &[ids::ACT_01, ids::TURN_01], price.of(battle, 1, 0)).refused(cannot_move(fighter))
}

/// Defends until the start of the next turn; a second Defend adds nothing. VIG-ACT-01.
pub fn take_guard(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(DEFENDING) {
        context.effect(Effect::AddCondition(who, Condition::new(DEFENDING, Until::TurnStart)));
        context.note(who, ids::ACT_01, "defends");
    } else {
        context.note(who, ids::ACT_01, "already defends: that adds nothing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, Effect, RulesetId, Team, testing,
            vigor::{
                attack,
                guard::Course,
                sheet::Sheet,
                step::{Manner, With},
            },
        },
    };

    /// A combatant with two special reactions, which is attacked by another.
    fn struck() -> (Battle, Exchange) {
        let reaction = |name: &str| Ability { name: name.into(), mana: 1, reaction: true, ..Ability::default() };
        let shroud = Ability { effects: vec![AbilityEffect::Guard(8)], ..reaction("ice-shroud") };
        let sheet = Sheet { mana: 5, abilities: vec![reaction("ward"), shroud], ..Sheet::default() };
        let bodies =
            [(Team(0), Square::new(0, 0), sheet.into()), (Team(1), Square::new(1, 0), Sheet::default().into())];
        let mut battle = testing::with_parts(RulesetId::Vigor, Battlefield::new(3, 1), &bodies);
        battle.combatant_mut(CombatantId(0)).vitals.set(MANA, 5);
        battle.apply(&Effect::Acting(Some(CombatantId(1))));
        let strike = Strike::new(CombatantId(1), Mark::Combatant(CombatantId(0)), With::Fists, Manner::Action);
        let course = Course::of(&battle, &strike);
        let situation = attack::situate(&battle, &strike, &strike.means(&battle), &course);
        (battle, Exchange { strike, situation, stage: Stage::Decide(19) })
    }

    #[test]
    fn each_special_reaction_is_offered_by_its_name() {
        // VIG-REACT-06.
        let (battle, exchange) = struck();
        let prompt = Defend(Box::new(exchange));
        let told = prompt.offers(&battle, CombatantId(0)).into_iter().map(|offer| {
            let wording = Wording::of(&battle, &offer);
            let words = prompt.describe(&battle, CombatantId(0), &offer, wording);
            format!("{}: {}", words.title, words.about)
        });
        let expected = [
            "Dodge: 1d20 + 2d10, more than 19",
            "Ward: 1d20 + 2d10, more than 19",
            "Ice shroud: raises 15 to 23",
            "Decline: keep the Vigor",
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
