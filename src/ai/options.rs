//! Turns offers into complete choices by filling in targets and parameters.

use crate::rules::{Battle, Candidate, Choice, CombatantId, Offer, Spending, Target};

/// The most squares tried for an offer that is aimed at a square.
const MOST_SQUARES: usize = 6;

/// The most changes of parts that are examined where an offer is made of parts.
const WORK: usize = 160;

/// The most combinations of parts that are tried, whatever they are aimed at.
const MOST_COMBINATIONS: usize = 16;

/// A choice of the offer with every parameter at its first open value; for an offer made of parts, the first
/// combination that goes together.
pub(super) fn settled(offer: &Offer) -> Choice {
    if offer.parts.is_some() {
        return offer.assemblies(WORK).next().unwrap_or_else(|| Choice::of(offer));
    }
    let mut choice = Choice::of(offer);
    for parameter in &offer.parameters {
        let open = parameter.values.iter().position(|value| value.refusal.is_none());
        if let Some(index) = open.filter(|index| *index > 0) {
            choice = choice.set(parameter.key, parameter.values[index].value);
        }
    }
    choice
}

/// The targets of an offer: friends, and enemies still in the fight; if there are none of these, enemies out of it.
pub(super) fn aims(battle: &Battle, who: CombatantId, candidates: &[Candidate]) -> Vec<CombatantId> {
    let open = candidates.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
    let (mut fit, out): (Vec<_>, Vec<_>) =
        open.partition(|target| battle.combatant(*target).fights() || !is_enemy(battle, who, *target));
    fit.extend(if fit.is_empty() { out } else { Vec::new() });
    fit
}

/// Whether two combatants fight for different sides.
pub(super) fn is_enemy(battle: &Battle, who: CombatantId, other: CombatantId) -> bool {
    battle.combatant(who).team != battle.combatant(other).team
}

/// Whether an offer is open and, if it is aimed at squares, has any worth trying.
pub(super) fn has_aims(offer: &Offer) -> bool {
    offer.is_open() && !matches!(&offer.target, Target::Square(squares) if squares.foremost().is_empty())
}

/// The choices of an offer, one for each target, each with as many further targets as it takes; offers of ways have
/// none here. For an offer made of parts: the combinations of its parts within a budget, each with as much invested as
/// it takes.
pub(super) fn choices(battle: &Battle, who: CombatantId, offer: &Offer) -> Vec<Choice> {
    if offer.parts.is_none() {
        return aimed(battle, who, offer, settled(offer));
    }
    combined(offer).flat_map(|choice| aimed(battle, who, offer, choice)).collect()
}

/// The combinations of an offer's parts within a budget of work, each with as much invested as it takes.
pub(super) fn combined(offer: &Offer) -> impl Iterator<Item = Choice> + '_ {
    offer.assemblies(WORK).take(MOST_COMBINATIONS).map(|choice| invested(offer, choice))
}

/// The choice with as much invested as its parts and the points at hand allow.
pub(super) fn invested(offer: &Offer, choice: Choice) -> Choice {
    let amount = offer.parts.as_ref().and_then(|parts| parts.invested.as_ref()).map(|invested| invested.key);
    let Some(parameter) = amount.and_then(|key| offer.parameters.iter().find(|parameter| parameter.key == key)) else {
        return choice;
    };
    let open = offer.changes(&choice, parameter).filter(|change| change.refusal.is_none());
    open.max_by_key(|change| change.value.value).map_or(choice.clone(), |change| change.choice)
}

/// A choice of an offer aimed at each target.
fn aimed(battle: &Battle, who: CombatantId, offer: &Offer, choice: Choice) -> Vec<Choice> {
    match offer.built(&choice).target {
        Target::Nothing => vec![choice],
        Target::Way(_) => Vec::new(),
        Target::Combatant(candidates) => {
            let aims = aims(battle, who, candidates);
            let all = |first: &CombatantId| {
                if offer.parts.is_some() {
                    return several(offer, &choice, *first);
                }
                let others = aims.iter().filter(|aim| *aim != first);
                let named = std::iter::once(first).chain(others).take(offer.built(&choice).most_targets());
                Some(named.fold(choice.clone(), |choice, aim| offer.aim(choice, *aim)))
            };
            aims.iter().filter_map(all).collect()
        }
        Target::Square(squares) => {
            let mut near = squares.foremost().to_vec();
            let foes =
                || battle.enemies(who).filter(|fighter| fighter.fights() && battle.combatant(who).aware.of(fighter.id));
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

/// A choice made of parts, aimed first at `first`, then at as many others as it takes; `None` if it cannot be.
pub(super) fn several(offer: &Offer, choice: &Choice, first: CombatantId) -> Option<Choice> {
    let mut bare = choice.clone();
    bare.also.clear();
    let mut aimed = bare.on(first);
    loop {
        let next = offer.further(&aimed);
        let is_named = |who: &CombatantId| aimed.targets().any(|named| named == *who);
        let Some(who) = next.iter().find(|who| !is_named(who)) else { break };
        aimed = aimed.and(*who);
    }
    aimed.check(offer).is_ok().then_some(aimed)
}

/// The variants of a choice with one parameter at another open value. Parameters that share a limit with it are lowered
/// to make room.
pub(super) fn variants(offer: &Offer, choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for parameter in &offer.parameters {
        let now = offer.value(choice, parameter.key);
        for change in offer.changes(choice, parameter).filter(|change| change.value.value != now) {
            let is_open = change.value.refusal.is_none();
            match change.refusal {
                None => found.extend(is_still_aimed(offer, &change.choice).then_some(change.choice)),
                Some(_) if is_open && offer.parts.is_none() => {
                    found.extend(roomy(offer, change.choice, parameter.key));
                }
                Some(_) => {}
            }
        }
    }
    found
}

/// Whether a choice whose parts have changed can still be aimed as it is.
fn is_still_aimed(offer: &Offer, choice: &Choice) -> bool {
    offer.parts.is_none() || choice.check(offer).is_ok()
}

/// The choice brought within all limits: where it exceeds one, another parameter than `kept` is lowered as little as
/// possible.
fn roomy(offer: &Offer, choice: Choice, kept: &str) -> Option<Choice> {
    let Some(limit) = offer.exceeded(&choice) else { return Some(choice) };
    let others = limit.weights.iter().filter(|(key, _)| *key != kept);
    let parameters = others.filter_map(|(key, _)| offer.parameters.iter().find(|parameter| parameter.key == *key));
    let mut ways: Vec<(i32, Choice)> = Vec::new();
    for parameter in parameters {
        let now = offer.value(&choice, parameter.key);
        let open = parameter.values.iter().filter(|value| value.refusal.is_none());
        let changed = open.map(|value| ((value.value - now).abs(), choice.clone().set(parameter.key, value.value)));
        ways.extend(changed.filter(|(_, changed)| offer.exceeded(changed).is_none()));
    }
    ways.into_iter().min_by_key(|(far, _)| *far).map(|(_, changed)| changed)
}

/// The points that a choice spends and that do not come back.
pub(super) fn points(offer: &Offer, choice: &Choice) -> i32 {
    offer.price(choice, Spending::Luck)
}

/// The points that a choice spends and that come back each round.
pub(super) fn action_points(offer: &Offer, choice: &Choice) -> i32 {
    offer.price(choice, Spending::Points)
}

/// The variants of a choice that spend fewer of the points that come back each round, from the most to the least.
pub(super) fn thriftier(offer: &Offer, choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for parameter in offer.parameters.iter().filter(|parameter| parameter.pays == Some(Spending::Points)) {
        let now = offer.value(choice, parameter.key);
        let less = parameter.values.iter().filter(|value| value.refusal.is_none() && (1..now).contains(&value.value));
        found.extend(less.map(|value| choice.clone().set(parameter.key, value.value)));
    }
    found.retain(|choice| offer.parts.is_none() || offer.misfit(choice).is_none());
    found.sort_by_key(|choice| -action_points(offer, choice));
    found
}

/// Whether one of the offers allows a choice.
pub(super) fn passes(offers: &[Offer], choice: &Choice) -> bool {
    let offer = offers.iter().find(|offer| offer.verb == choice.verb && offer.item == choice.item);
    offer.is_some_and(|offer| choice.check(offer).is_ok())
}
