//! A movement asked about: its way, what it costs and sets off, and the battle after it. PCT-MOVE, PCT-MNT-09.

use super::{
    bonds::{self, feet, mount_of},
    catalogue as ids, charge,
    checks::{Quick, chance},
    conditions::{ActionType, has_action},
    luck,
    menu::Gait,
    mounts, movement, settings,
    step::{Check, Luck, Walk},
    ways::{self, Walks, Watch},
};
use crate::{
    dice::Fraction,
    geometry::Square,
    rules::{
        Battle, CombatantId, Course, Decision, Effect, Gamble, InPassing, Journey, Reachable, Refusal, Route,
        StepContext,
    },
};

/// The chance of a movement that needs a check first, PCT-MNT-03, PCT-MOVE-05; if it fails, nobody moves.
pub fn gamble(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Option<Gamble> {
    let one = feet(battle, who);
    let gait = gait_of(battle, who, verb).ok()?;
    let walk = || Walk::plain(who, gait, &route.squares);
    let rides = (!bonds::obeys(battle, who)).then(|| (who, Check::Ride(walk())));
    let exerts = gait.wants_check(one).then(|| (one.id, Check::Exert(walk())));
    let passes = |(who, check): (CombatantId, Check)| {
        chance(luck::target_number(battle, who, &check, Luck::default(), &mut Quick::default()))
    };
    let chance = [rides, exerts].into_iter().flatten().map(passes).reduce(Fraction::times)?;
    let stays = Route { squares: vec![battle.combatant(who).placement.anchor()], ..route.clone() };
    Some(Gamble { chance, failed: walked(battle, who, verb, &stays) })
}

/// The attacks that a rider could make along a charge, the first at each enemy; at the end of the way the ordinary attack
/// is better.
pub fn passages(battle: &Battle, who: CombatantId, route: &Route) -> Vec<InPassing> {
    let mut found: Vec<InPassing> = Vec::new();
    if mount_of(battle, who).is_none() || !has_action(battle, who, ActionType::Standard) {
        return found;
    }
    for step in 0..route.squares.len().saturating_sub(1) {
        let so_far = Route { squares: route.squares[..=step].to_vec(), ..route.clone() };
        let then = walked(battle, who, charge::VERB, &so_far);
        for foe in battle.enemies(who).filter(|foe| foe.fights()) {
            if !mounts::weapons(&then, who, foe.id).is_empty() && found.iter().all(|one| one.on != foe.id) {
                let decision = Decision { who, prompt: mounts::RideBy(foe.id).into() };
                found.push(InPassing { step, on: foe.id, battle: then.clone(), decision, rule: ids::MNT_09 });
            }
        }
    }
    let most = settings::ride_by_max(battle);
    found.truncate(if most == 0 { usize::MAX } else { most as usize });
    found
}

/// The battle after walking a way, by a charge if the verb says so, if nothing happens on it.
pub fn walked(battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle {
    let mut context = StepContext::without_chance(false);
    let charges = verb == charge::VERB;
    if charges {
        charge::covered(battle, who, &route.squares, &mut context);
    }
    let gait = gait_of(battle, who, verb).unwrap_or(Gait::Walk);
    movement::pay(battle, who, gait, charges || !route.base, &mut context);
    arrived(battle, who, &route.squares, &mut context)
}

/// The battle with effects and somebody at the end of a way, the mount under a rider too.
pub fn arrived(battle: &Battle, who: CombatantId, way: &[Square], context: &mut StepContext<'_>) -> Battle {
    for one in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        let last = way.last().map(|last| Effect::Place(one, battle.combatant(one).placement.at(*last)));
        last.into_iter().for_each(|place| context.effect(place));
    }
    let mut after = battle.clone();
    context.effects().for_each(|effect| after.apply(effect));
    after
}

/// The gait of a movement by an offer: its own, or the ordinary one if it is not named after a gait, as a charge is.
///
/// # Errors
/// `who` cannot move in that way now.
fn gait_of(battle: &Battle, who: CombatantId, verb: &str) -> Result<Gait, Refusal> {
    let mut gaits = ways::gaits(battle, who).peekable();
    let ordinary = gaits.peek().copied();
    let named = Gait::named(verb);
    let own = if named.is_some() { gaits.find(|gait| Some(*gait) == named) } else { ordinary };
    own.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way of moving"))
}

/// A movement on foot, in water or in the saddle, by the gait of the offer with that verb.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, verb: &str, course: Course<'_>) -> Result<Journey, Refusal> {
    let gait = gait_of(battle, who, verb)?;
    let route = match course {
        Course::To(to) => ways::route(battle, who, gait, to),
        Course::Along(squares) => Some(ways::way(battle, who, gait, squares)?),
    };
    let route = route.ok_or_else(|| Refusal::new(ids::MOVE_01, "No way leads there"))?;
    Ok(Journey {
        gamble: gamble(battle, who, verb, &route),
        provocations: movement::provocations(battle, who, &route.squares),
        passages: if verb == charge::VERB { passages(battle, who, &route) } else { Vec::new() },
        after: walked(battle, who, verb, &route),
        route,
    })
}

/// Those of some squares to which [`journey`] provokes nobody, by one flood instead of a way to each.
pub fn quiet_ends(battle: &Battle, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
    let Ok(gait) = gait_of(battle, who, verb) else { return Vec::new() };
    let (watch, walks) = (Watch::of(battle, who), Walks::of(battle, who, gait));
    let is_quiet = |to: &Square| {
        *to != walks.start
            && walks.flood().cost(*to).is_some()
            && watch.leads_quietly(battle, who, (gait, &walks), *to)
            && ways::may_stand(battle, who, *to)
    };
    ends.iter().map(|end| end.square).filter(is_quiet).collect()
}
