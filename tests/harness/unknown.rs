//! An enemy that nobody on a side knows of makes no difference to that side.

use proving_ground::{
    ai::{Progress, decide},
    arena::SideView,
    dice::Stream,
    rules::{
        Battle, Choice, CombatantId, Condition, ConditionKind, Conditions, Course, Decision, Declaration,
        ForecastBudget, Hands, ItemId, Journey, Location, Offer, Offers, Placement, Policy, Target, Until,
        forecast_choice_within, ground::can_stand,
    },
};

use crate::seat::{Seat, rules};

/// Whether somebody in the fight is unknown to the side that is asked.
pub fn is_any(battle: &Battle, decision: &Decision) -> bool {
    !battle.unknown_to(battle.combatant(decision.who).team).is_empty()
}

/// Whether any enemy is unaware of somebody, even if others on its side are aware.
pub fn is_one(battle: &Battle, who: CombatantId) -> bool {
    battle.enemies(who).any(|enemy| enemy.fights() && !enemy.aware.of(who))
}

/// Moves an unknown enemy elsewhere with other hands, totals, conditions and declarations: knowledge, offers, refusals,
/// paths, default answers, forecasts and the computer's choice stay the same. True if that could be tried.
pub fn makes_no_difference(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) -> bool {
    let Some(elsewhere) = elsewhere(battle, decision, seat) else { return false };
    assert!(*elsewhere.known_in(decision) == *battle.known_in(decision), "something unknown is known");
    let told = rules(&elsewhere).offers(&elsewhere, decision);
    let changed = told.0.iter().find(|offer| !offers.0.contains(offer)).map(|offer| (offer.verb, &offer.refusal));
    assert!(told == *offers, "the offers tell of somebody unknown: {changed:?}");
    let default = |battle: &Battle| rules(battle).default_answer(battle, decision);
    assert_eq!(default(&elsewhere), default(battle), "the default answer tells of somebody unknown");
    let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open()).collect();
    open.iter().for_each(|offer| ways(battle, &elsewhere, decision.who, offer, seat));
    let offer = *seat.pick(&open);
    let choice = seat.complete(battle, decision, offer);
    refusals(battle, &elsewhere, decision, &choice);
    if seat.once_in(FORECAST) {
        let odds = |battle: &Battle| {
            forecast_choice_within(battle, decision, &choice, Policy::DefaultAnswers, BUDGET).map(|all| (*all).clone())
        };
        assert_eq!(odds(&elsewhere), odds(battle), "a forecast of {} tells of somebody unknown", choice.verb);
    }
    if seat.once_in(THOUGHT) {
        let chosen = |battle: &Battle| {
            let view = SideView::new(battle.clone(), Some(battle.combatant(decision.who).team));
            decide(&view, offers, &mut Stream::new(7, 1), &Progress::default()).choice
        };
        assert_eq!(chosen(&elsewhere), chosen(battle), "the computer knows of somebody unknown");
    }
    true
}

/// Forecasts are compared once in this many times; the computer's choices less often, because they take longer.
const FORECAST: usize = 4;
const THOUGHT: usize = 40;

/// The budget of a compared forecast.
const BUDGET: ForecastBudget<'_> = ForecastBudget { states: 20_000, bytes: 16 << 20, stop: None, remembers: false };

/// The paths of an offer, and what provokes on them.
fn ways(battle: &Battle, elsewhere: &Battle, who: CombatantId, offer: &Offer, seat: &mut Seat) {
    let Target::Way(ways) = &offer.target else { return };
    let to = seat.pick(ways).square;
    let ahead = |battle: &Battle| {
        battle.journey(who, offer.verb, Course::To(to)).map(|Journey { route, provocations, .. }| {
            let drawn = battle.journey(who, offer.verb, Course::Along(&route.squares));
            (drawn.map(|drawn| drawn.route), route, provocations)
        })
    };
    assert_eq!(ahead(elsewhere), ahead(battle), "{} tells of somebody unknown", offer.verb);
}

/// Whether and why a choice, and the same choice without its extras, is refused.
fn refusals(battle: &Battle, elsewhere: &Battle, decision: &Decision, choice: &Choice) {
    let bare = Choice { squares: choice.squares.iter().rev().copied().collect(), ..choice.clone() };
    for choice in [choice, &bare] {
        let refused = |battle: &Battle| rules(battle).answer(battle, decision, choice).err();
        assert_eq!(refused(elsewhere), refused(battle), "a refusal of {} tells of somebody unknown", choice.verb);
    }
}

/// The same battle with an unknown enemy in another place.
fn elsewhere(battle: &Battle, decision: &Decision, seat: &mut Seat) -> Option<Battle> {
    let unknown = battle.unknown_to(battle.combatant(decision.who).team);
    let on = rules(battle).question(battle, decision).on;
    let rides = |who: CombatantId| {
        battle
            .combatants()
            .any(|fighter| rules(battle).mount_of(battle, fighter.id).is_some_and(|of| of == who || fighter.id == who))
    };
    let moved = battle.combatants().map(|fighter| fighter.id);
    let moved: Vec<CombatantId> =
        moved.filter(|who| unknown.contains(*who) && on != Some(*who) && !rides(*who)).collect();
    let field = &battle.scene.field;
    let who = if moved.is_empty() { return None } else { *seat.pick(&moved) };
    let body = |anchor| Placement(battle.combatant(who).placement.at(anchor).0);
    let free =
        |to: &Placement| can_stand(field, to.0) && to.0.squares().all(|at| battle.bodies_at(at).next().is_none());
    let places: Vec<Placement> = field.squares().map(body).filter(free).collect();
    let mut elsewhere = battle.clone();
    let items: Vec<ItemId> = battle.items_of(who).map(|item| item.id).collect();
    let held = |at: &Location| matches!(at, Location::Main(_) | Location::Off(_) | Location::Both(_));
    for item in items.into_iter().filter(|item| held(&battle.item(*item).at)) {
        elsewhere.item_mut(item).at = Location::Stowed(who);
    }
    let row = elsewhere.combatant_mut(who);
    row.placement = *places.get(seat.below(places.len().max(1)))?;
    (row.hands, row.conditions) = (Hands::default(), Conditions::default());
    let first = row.vitals.all().next();
    first.into_iter().for_each(|(vital, value)| row.vitals.set(vital, value + 1));
    let what = Condition::new(ConditionKind(0), Until::Indefinite);
    elsewhere.scene.declared.push(Declaration { who, what });
    Some(elsewhere)
}
