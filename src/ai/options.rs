//! Makes complete choices of offers by filling in targets and parameters.

use crate::rules::{Battle, Candidate, Choice, CombatantId, Offer, Spending, Target};

/// The most squares tried for an offer that is aimed at a square.
const MOST_SQUARES: usize = 6;

/// A choice of the offer with every parameter at its first open value.
pub(super) fn settled(offer: &Offer) -> Choice {
    let mut choice = Choice::of(offer);
    for parameter in &offer.parameters {
        let open = parameter.values.iter().position(|value| value.refusal.is_none());
        if let Some(index) = open.filter(|index| *index > 0) {
            choice = choice.set(parameter.key, parameter.values[index].value);
        }
    }
    choice
}

/// The targets of an offer: friends, and those enemies who are still in the fight, if there are any.
pub(super) fn aims(battle: &Battle, who: CombatantId, candidates: &[Candidate]) -> Vec<CombatantId> {
    let open = candidates.iter().filter(|one| one.refusal.is_none()).map(|one| one.who);
    let (mut fit, out): (Vec<_>, Vec<_>) =
        open.partition(|one| battle.combatant(*one).fights() || !is_enemy(battle, who, *one));
    fit.extend(if fit.is_empty() { out } else { Vec::new() });
    fit
}

/// Whether two combatants fight for different sides.
pub(super) fn is_enemy(battle: &Battle, who: CombatantId, other: CombatantId) -> bool {
    battle.combatant(who).team != battle.combatant(other).team
}

/// Whether an offer is open, and aimed at any of the squares that are looked at.
pub(super) fn has_aims(offer: &Offer) -> bool {
    offer.is_open() && !matches!(&offer.target, Target::Square(squares) if squares.foremost().is_empty())
}

/// The choices of an offer, one for each target, with as many further ones as it takes in; offers of ways have none here.
pub(super) fn choices(battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<Choice> {
    let choice = settled(offer);
    match &offer.target {
        Target::Nothing => vec![choice],
        Target::Way(_) => Vec::new(),
        Target::Combatant(candidates) => {
            let aims = aims(battle, who, candidates);
            let all = |first: &CombatantId| {
                let others = aims.iter().filter(|one| *one != first);
                let named = std::iter::once(first).chain(others).take(offer.most_targets());
                named.fold(choice.clone(), |choice, one| offer.aim(choice, *one))
            };
            aims.iter().map(all).collect()
        }
        Target::Square(squares) => {
            let mut near = squares.foremost().to_vec();
            let foes = || battle.enemies(who).filter(|one| one.fights() && battle.combatant(who).aware.of(one.id));
            near.sort_by_key(|square| {
                foes()
                    .map(|foe| foe.footprint().gap(crate::geometry::Footprint::one(*square)))
                    .map(|(dx, dy)| dx + dy)
                    .min()
            });
            near.into_iter().take(MOST_SQUARES).map(|square| choice.clone().to(vec![square])).collect()
        }
    }
}

/// The variants of a choice with one parameter at another open value. Parameters that share a limit with it make room.
pub(super) fn variants(offer: &Offer, choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for parameter in &offer.parameters {
        let now = offer.value(choice, parameter.key);
        for value in parameter.values.iter().filter(|value| value.refusal.is_none() && value.value != now) {
            found.extend(roomy(offer, choice.clone().set(parameter.key, value.value), parameter.key));
        }
    }
    found
}

/// The choice brought within all limits: where it exceeds one, another parameter than `kept` is lowered as little as
/// possible.
fn roomy(offer: &Offer, choice: Choice, kept: &str) -> Option<Choice> {
    let Some(limit) = offer.exceeded(&choice) else { return Some(choice) };
    let others = limit.weights.iter().filter(|(key, _)| *key != kept);
    let parameters = others.filter_map(|(key, _)| offer.parameters.iter().find(|one| one.key == *key));
    let mut ways: Vec<(i32, Choice)> = Vec::new();
    for parameter in parameters {
        let now = offer.value(&choice, parameter.key);
        let open = parameter.values.iter().filter(|value| value.refusal.is_none());
        let changed = open.map(|value| ((value.value - now).abs(), choice.clone().set(parameter.key, value.value)));
        ways.extend(changed.filter(|(_, changed)| offer.exceeded(changed).is_none()));
    }
    ways.into_iter().min_by_key(|(far, _)| *far).map(|(_, changed)| changed)
}

/// Points that do not come back which a choice puts in.
pub(super) fn points(offer: &Offer, choice: &Choice) -> i32 {
    offer.price(choice, Spending::Luck)
}

/// The points spent by a choice that come back each round.
pub(super) fn action_points(offer: &Offer, choice: &Choice) -> i32 {
    offer.price(choice, Spending::Points)
}

/// The variants of a choice that spend fewer points of those that come back each round, from the most to the least.
pub(super) fn thriftier(offer: &Offer, choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for parameter in offer.parameters.iter().filter(|parameter| parameter.pays == Some(Spending::Points)) {
        let now = offer.value(choice, parameter.key);
        let less = parameter.values.iter().filter(|value| value.refusal.is_none() && (1..now).contains(&value.value));
        found.extend(less.map(|value| choice.clone().set(parameter.key, value.value)));
    }
    found.sort_by_key(|choice| -action_points(offer, choice));
    found
}

/// The offer of a choice, if the offer allows it.
pub(super) fn passes(offers: &[Offer], choice: &Choice) -> bool {
    let offer = offers.iter().find(|offer| offer.verb == choice.verb && offer.item == choice.item);
    offer.is_some_and(|offer| choice.check(offer).is_ok())
}
