//! Mount and rider: mounting and dismounting, falls, attacks in passing. PCT-MNT.

use super::{
    bonds::{self, PINNED, RIDING, mount_of, rider_of, takes_turns},
    catalogue as ids,
    conditions::{self, ActionType, CHARGE, MOUNTED, PASSED, TRAPPED, has_action, spend},
    luck, menu, reach, settings,
    sheet::Skill,
    step::{AttackStep, Check, DamageStep, Event, Exchange, Luck, MovementStep, ReactionStep},
    strikes, targets,
    ways::{self, Ground},
};

use crate::{
    geometry::{Flood, Footprint, Square, reach_chebyshev},
    rules::{ground, prelude::*},
};

/// The mounts of somebody's side that are in the fight.
fn own_mounts(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Combatant<'_>> {
    let team = battle.combatant(who).team;
    battle.combatants().filter(move |mount| mount.team == team && mount.fights() && !takes_turns(*mount))
}

/// Whether a mount is beside somebody with nothing in between.
fn is_beside(battle: &Battle, combatant: Combatant<'_>, mount: Combatant<'_>) -> bool {
    ways::adjoins(&battle.scene.field, Ground::Water, combatant.footprint(), mount.footprint())
}

/// Adjacent mounts of one's own side, and why they cannot be mounted, PCT-MNT-01, PCT-MNT-02.
fn steeds(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let combatant = battle.combatant(who);
    own_mounts(battle, who)
        .filter(|mount| is_beside(battle, combatant, *mount))
        .map(|mount| {
            let refusal = if rider_of(battle, mount.id).is_some() {
                Some(Refusal::new(ids::MNT_01, "Has a rider"))
            } else if combatant.footprint().side > mount.footprint().side {
                Some(Refusal::new(ids::MNT_01, "Too large for it"))
            } else if mount.posture == Posture::Prone {
                Some(Refusal::new(ids::MNT_01, "The mount is lying down"))
            } else if combatant.posture != Posture::Standing {
                Some(Refusal::new(ids::MNT_01, "Stand up first"))
            } else {
                None
            };
            Candidate { who: mount.id, refusal }
        })
        .collect()
}

/// The offers to mount, dismount, get out from under a mount, and make a mount stand.
pub fn offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let locked = || bonds::is_bound(battle.combatant(who)).then(|| Refusal::new(ids::MAN_06, "Locked in a catch"));
    let quick = || conditions::quick(battle, who).or_else(locked);
    if let Some(mount) = mount_of(battle, who) {
        let squares = beside(battle, who, battle.combatant(mount).footprint(), true);
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::GRID_05, "No free square"));
        let rules = &[ids::MNT_01, ids::TURN_05];
        let offer = Offer::new(&menu::ALIGHT, rules, menu::SMALL).at(Target::Square(squares.into()));
        found.push(seen(battle, offer).refused(quick()).refused(nowhere));
        return;
    }
    if !takes_turns(battle.combatant(who)) {
        return;
    }
    let under = bonds::trapped_under(battle, who);
    if under.is_some() {
        found.push(Offer::new(&menu::FREE, &[ids::MNT_07], menu::LARGE).refused(conditions::standard(battle, who)));
    } else {
        let steeds = steeds(battle, who);
        if steeds.iter().any(|steed| battle.combatant(steed.who).posture != Posture::Prone) {
            let offer = Offer::new(&menu::MOUNT, &[ids::MNT_01, ids::TURN_05], menu::SMALL);
            found.push(seen(battle, offer).refused(quick()).at_whom(steeds));
        }
    }
    let lying: Vec<Candidate> = lying_mounts(battle, who);
    if !lying.is_empty() {
        let offer = Offer::new(&menu::ROUSE, &[ids::MNT_07], menu::SMALL);
        found.push(seen(battle, offer).refused(quick()).at_whom(lying));
    }
}

/// Marks an offer as one that asks others, if anybody has readied an action, PCT-REA-05.
fn seen(battle: &Battle, offer: Offer) -> Offer {
    if conditions::anybody_readied(battle) { offer.commits(Finality::Asks) } else { offer }
}

/// Lets others react to an event with readied actions, PCT-REA-05.
fn call(battle: &Battle, event: Event, context: &mut StepContext<'_>) {
    if conditions::anybody_readied(battle) {
        context.step(ReactionStep::Call(event));
    }
}

/// Fallen mounts beside somebody who could make them stand, PCT-MNT-07: the rider trapped under it, or if there is
/// none, anybody of its side.
fn lying_mounts(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let combatant = battle.combatant(who);
    // A rider trapped under it is in its square.
    let is_near = |mount: Combatant<'_>| {
        combatant.footprint().gap(mount.footprint()) == (0, 0) || is_beside(battle, combatant, mount)
    };
    let lying = own_mounts(battle, who).filter(|mount| mount.posture == Posture::Prone && is_near(*mount));
    let candidate = |mount: Combatant<'_>| {
        let refusal = match bonds::lying_under(battle, mount.id) {
            Some((rider, _)) if bonds::is_pinned(battle, rider) => Some("Somebody is pinned under it"),
            Some((rider, _)) if rider != who => Some("Only its rider can make it stand"),
            _ => None,
        };
        let refusal = refusal.map(|words| Refusal::new(ids::MNT_07, words));
        Candidate { who: mount.id, refusal: refusal.or_else(|| crowded(battle, mount.id)) }
    };
    lying.map(candidate).collect()
}

/// Mounts, PCT-MNT-01.
pub fn mount_up(battle: &Battle, who: CombatantId, mount: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    RIDING.join(battle, who, mount, context);
    context.note(who, ids::MNT_01, format_args!("mounts {}", battle.combatant(mount).identity.name));
    call(battle, Event::Arrives(who, battle.combatant(who).placement.anchor()), context);
}

/// Dismounts, PCT-MNT-01.
pub fn alight(battle: &Battle, who: CombatantId, to: Square, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    let (rider, side) = (battle.combatant(who), battle.combatant(who).team);
    let there = rider.placement.at(to).0.squares().flat_map(|square| battle.standing(square));
    let mut hidden: Vec<CombatantId> = there.filter(|other| !battle.is_known(side, *other)).collect();
    hidden.sort_unstable();
    hidden.dedup();
    if !hidden.is_empty() {
        // The rider stays in the saddle, PCT-GRID-05.
        return ways::come_upon(battle, who, &hidden, context);
    }
    lands(battle, who, to, context);
    context.note(who, ids::MNT_01, "dismounts");
    call(battle, Event::Arrives(who, battle.combatant(who).placement.anchor()), context);
}

/// The skill for defending by moving: Athletics, or Ride in the saddle, PCT-DEF-05.
pub fn evasion(battle: &Battle, who: CombatantId) -> Skill {
    if battle.combatant(who).conditions.has(MOUNTED) { Skill::Ride } else { Skill::Athletics }
}

/// The consequences of a step for mounts and riders: fallen riders part from their mounts, and riders of fallen mounts
/// roll.
///
/// It reads the effects of the step, so code that knocks somebody down need not know about mounts.
pub fn fallen(battle: &Battle, context: &mut StepContext<'_>) {
    let is_down = |effect: &Effect| match effect {
        Effect::Posture(who, Posture::Prone) => Some((*who, false)),
        Effect::Status(who, status) if status.is_out() => Some((*who, true)),
        _ => None,
    };
    if context.effects().all(|effect| is_down(effect).is_none()) {
        return;
    }
    let down: Vec<(CombatantId, bool)> = context.effects().filter_map(is_down).collect();
    let parts = |effect: &Effect| match effect {
        Effect::ReplaceCondition(who, old, None) if old.kind == MOUNTED || old.kind == TRAPPED => Some(*who),
        _ => None,
    };
    let parted: Vec<CombatantId> = context.effects().filter_map(parts).collect();
    for (place, (who, out)) in down.iter().enumerate() {
        if down[..place].iter().any(|(before, _)| before == who) {
            continue;
        }
        if mount_of(battle, *who).is_some() && !parted.contains(who) {
            throw_off(battle, *who, None, ids::MNT_07, context);
        } else if let Some(rider) = rider_of(battle, *who)
            && !parted.contains(&rider)
            && down.iter().all(|(other, _)| *other != rider)
        {
            context.at_once(luck::first_prompt(battle, rider, Check::Clear, context));
        } else if let Some(under) = battle.combatant(*who).conditions.find(TRAPPED)
            && (*out || down.iter().any(|(other, gone)| other == who && *gone))
            && !parted.contains(who)
        {
            context.effect(Effect::replaced(*who, *under, None));
        }
    }
}

/// Separates mount and rider.
fn part(battle: &Battle, rider: CombatantId, context: &mut StepContext<'_>) {
    RIDING.end(battle, rider, context);
    if let Some(under) = battle.combatant(rider).conditions.find(TRAPPED) {
        context.effect(Effect::replaced(rider, *under, None));
    }
}

/// Takes the rider out of the saddle by a rule: prone in a square beside the mount, without a roll. The nearest free
/// one is taken if none is named or the named one is occupied.
pub fn throw_off(battle: &Battle, rider: CombatantId, to: Option<Square>, rule: RuleId, context: &mut StepContext<'_>) {
    let free = landings(battle, rider);
    let to = to.filter(|to| free.contains(to)).or(free.first().copied());
    part(battle, rider, context);
    if battle.combatant(rider).posture != Posture::Prone {
        context.effect(Effect::Posture(rider, Posture::Prone));
    }
    if let Some(to) = to {
        context.effect(Effect::Place(rider, battle.combatant(rider).placement.at(to)));
    }
    context.note(rider, rule, "is out of the saddle");
}

/// Moves somebody from the saddle or from under a mount to a square.
pub fn lands(battle: &Battle, rider: CombatantId, to: Square, context: &mut StepContext<'_>) {
    part(battle, rider, context);
    context.effect(Effect::Place(rider, battle.combatant(rider).placement.at(to)));
}

/// Whether a body fits there: on firm ground, or also on the floor of a pit.
fn has_room(battle: &Battle, who: CombatantId, body: Footprint, in_pits: bool) -> bool {
    let field = &battle.scene.field;
    body.squares().all(|square| ways::is_firm(field, square) || in_pits && ways::is_pit(field, square))
        && ways::is_whole(field, Ground::Land, body)
        && ground::has_room(battle, body, |other| other == who)
}

/// The free squares beside the mount that somebody is on or under; if there are none, the nearest free ones.
pub fn landings(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let mount = mount_of(battle, who).or_else(|| bonds::trapped_under(battle, who)).unwrap_or(who);
    let body = battle.combatant(mount).footprint();
    let near = beside(battle, who, body, false);
    if near.is_empty() { nearest(battle, who, body) } else { near }
}

/// The free squares for `who` beside a body, with nothing between, PCT-MNT-01. At the bottom of a pit those are squares
/// of its floor, as only climbing leads out, PCT-COV-07; whoever falls off the mount does not count them.
fn beside(battle: &Battle, who: CombatantId, body: Footprint, in_pits: bool) -> Vec<Square> {
    let (field, own) = (&battle.scene.field, battle.combatant(who).placement);
    let is_open = |place: Footprint| place.gap(body) != (0, 0) && ways::adjoins(field, Ground::Land, body, place);
    let fits = |square: &Square| {
        let place = own.at(*square).0;
        has_room(battle, who, place, in_pits) && is_open(place)
    };
    // A wide body extends to the right of its square and below it.
    reach_chebyshev(body, own.0.side.into()).filter(fits).collect()
}

/// The free squares for `who` nearest to a body: those that a path leads to, if there are any.
fn nearest(battle: &Battle, who: CombatantId, body: Footprint) -> Vec<Square> {
    let field = &battle.scene.field;
    let mut flood = Flood::new();
    let mut starts: Vec<(Square, u16)> = body.squares().map(|square| (square, 0)).collect();
    flood.run_from(ways::bare_map(field, Ground::Air, 1), &mut starts, Flood::MAX_LIMIT);
    let place = |square: Square| battle.combatant(who).placement.at(square).0;
    let free: Vec<Square> = field.squares().filter(|square| has_room(battle, who, place(*square), false)).collect();
    let (reached, cut_off): (Vec<Square>, Vec<Square>) =
        free.into_iter().partition(|square| flood.cost(*square).is_some());
    let far = |square: &Square| {
        let (x, y) = body.gap(place(*square));
        x.max(y)
    };
    let mut near = if reached.is_empty() { cut_off } else { reached };
    let least = near.iter().map(far).min();
    near.retain(|square| Some(far(square)) == least);
    near
}

/// Resolves the fall with a mount: thrown clear, trapped, or pinned on an exceptional failure or worse.
pub fn thrown_clear(battle: &Battle, who: CombatantId, success: bool, pinned: bool, context: &mut StepContext<'_>) {
    let Some(mount) = mount_of(battle, who) else { return };
    if success {
        let free = landings(battle, who);
        if free.len() > 1 && !context.is_forecast() {
            context.ask(who, Land());
        } else {
            land(battle, who, free.first().copied(), context);
        }
        return;
    }
    part(battle, who, context);
    context.effect(Effect::Posture(who, Posture::Prone));
    let level = if pinned { PINNED } else { 0 };
    let under = Condition { level, whom: Some(mount), ..Condition::new(TRAPPED, Until::Indefinite) };
    context.effect(Effect::AddCondition(who, under));
    context.note(who, ids::MNT_07, if pinned { "is pinned under the mount" } else { "is trapped under the mount" });
    if pinned {
        context.step(DamageStep::Crush(who));
    }
}

/// Thrown clear: prone in the square chosen.
pub fn land(battle: &Battle, who: CombatantId, to: Option<Square>, context: &mut StepContext<'_>) {
    throw_off(battle, who, to, ids::MNT_07, context);
    context.note(who, ids::MNT_07, "is thrown clear");
}

/// Free of the mount: prone beside it, at the bottom of a pit too if there is room.
pub fn free_self(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let body = battle.combatant(bonds::trapped_under(battle, who).unwrap_or(who)).footprint();
    let near = beside(battle, who, body, true).first().copied();
    if let Some(to) = near.or_else(|| landings(battle, who).first().copied()) {
        lands(battle, who, to, context);
        context.note(who, ids::MNT_07, "gets out from under the mount");
    }
}

/// Makes a fallen mount stand as a Quick action; a rider trapped under it is in the saddle again.
pub fn rouse(battle: &Battle, who: CombatantId, mount: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    context.effect(Effect::Posture(mount, Posture::Standing));
    context.note(mount, ids::MNT_07, "is made to stand");
    if let Some((rider, under)) = bonds::lying_under(battle, mount) {
        context.effect(Effect::replaced(rider, *under, None));
        context.effect(Effect::Posture(rider, Posture::Standing));
        RIDING.begin(rider, mount).into_iter().for_each(|effect| context.effect(effect));
        context.note(rider, ids::MNT_07, "is in the saddle again");
    }
    call(battle, Event::Stands(mount), context);
}

crate::rules::ruleset::prompt::asks! {
    /// Where a rider pulled from the saddle lands, PCT-MAN-07.
    Unseat(CombatantId);
    /// Where to land when thrown clear of a falling mount, PCT-MNT-07.
    Land();
}

/// The offer of the squares where a rider can land.
fn landing_offer(battle: &Battle, rider: CombatantId, offer: Offer) -> Vec<Offer> {
    vec![offer.at(Target::Square(landings(battle, rider).into()))]
}

/// The choice of the nearest landing square.
fn nearest_landing(battle: &Battle, rider: CombatantId, verb: &'static str) -> Choice {
    Choice::new(verb).to(landings(battle, rider).into_iter().take(1).collect())
}

impl RulesetPrompt for Unseat {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        landing_offer(battle, self.0, Offer::new(&menu::UNSEAT, &[ids::MAN_07], Cost::FREE))
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        throw_off(battle, self.0, choice.squares.first().copied(), ids::MAN_07, context);
    }

    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        nearest_landing(battle, self.0, menu::UNSEAT.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = format!("pulls {} down", battle.combatant(self.0).identity.name);
        let told = Told::new(battle, who, &words, "Choose where it lands", ids::MAN_07);
        told.on(self.0).by(self.0, None)
    }
}

impl RulesetPrompt for Land {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        landing_offer(battle, who, Offer::new(&menu::LAND, &[ids::MNT_07], Cost::FREE))
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        land(battle, who, choice.squares.first().copied(), context);
    }

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        nearest_landing(battle, who, menu::LAND.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "is thrown clear", "Choose where to land", ids::MNT_07)
    }
}

/// Level of [`PASSED`] once the enemy has been struck in passing.
const STRUCK: i16 = 1;

/// Whether attacks in passing have begun, so that the Standard action is spent, PCT-MNT-09.
fn has_struck(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).conditions.0.iter().any(|known| known.kind == PASSED && known.level == STRUCK)
}

/// The weapons in hand that a rider may use on somebody in passing.
pub fn weapons(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Exchange> {
    let fits = |ready: &reach::Ready<'_>| {
        ready.of.is_melee()
            && battle.item(ready.item).at.holder() == Some(who)
            && targets::attack_refusal(battle, who, foe, ready.item, ready.of).is_none()
    };
    let aware = battle.combatant(foe).aware.of(who);
    let exchange =
        |ready: reach::Ready<'_>| Exchange { ride_by: true, aware, ..Exchange::new(who, foe, ready.item, ready.usage) };
    reach::ready(battle, who).filter(fits).map(exchange).collect()
}

/// Asks about the next enemy within reach; at the end of the path only if attacks in passing have begun, since there
/// the ordinary attack is better.
pub fn passing(battle: &Battle, who: CombatantId, last: bool, context: &mut StepContext<'_>) {
    let combatant = battle.combatant(who);
    if !combatant.fights() || mount_of(battle, who).is_none() || !combatant.conditions.has(CHARGE) {
        return;
    }
    let passed = || combatant.conditions.0.iter().filter(|known| known.kind == PASSED);
    let struck = passed().filter(|known| known.level == STRUCK).count() as i32;
    let most = settings::ride_by_max(battle);
    let may =
        if struck > 0 { most == 0 || struck < most } else { !last && has_action(battle, who, ActionType::Standard) };
    if !may {
        return;
    }
    let new = |foe: CombatantId| passed().all(|known| known.whom != Some(foe));
    let mut foes = battle.enemies(who).filter(|foe| foe.fights() && new(foe.id));
    if let Some(foe) = foes.find(|foe| !weapons(battle, who, foe.id).is_empty()) {
        context.ask(who, RideBy(foe.id));
        context.step(MovementStep::Passing(who, last));
    }
}

/// Enemies that the rider passed by are offered again from the next square, PCT-MNT-09.
pub fn ride_on(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let let_be = |known: &&Condition| known.kind == PASSED && known.level != STRUCK;
    for known in battle.combatant(who).conditions.0.iter().filter(let_be) {
        context.effect(Effect::replaced(who, *known, None));
    }
}

/// The attack that a choice in passing stands for.
pub fn exchange(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice) -> Option<Exchange> {
    if choice.verb != "strike" {
        return None;
    }
    let luck = Luck::chosen(choice);
    let found = weapons(battle, who, foe).into_iter().find(|exchange| Some(exchange.item) == choice.item)?;
    let manner = strikes::manner(choice);
    Some(Exchange { luck, manner, ..found })
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to strike at an enemy while riding past, PCT-MNT-09.
    RideBy(CombatantId);
}

impl RulesetPrompt for RideBy {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("decline")
    }

    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let foe = self.0;
        let mut found: Vec<Offer> = Vec::new();
        for exchange in weapons(battle, who, foe) {
            if found.iter().any(|offer| offer.item == Some(exchange.item)) {
                continue;
            }
            let target = Target::Combatant(vec![Candidate { who: foe, refusal: None }]);
            let necks = strikes::bares_the_neck(battle, who, foe);
            let cost = if has_struck(battle, who) { Cost::FREE } else { menu::LARGE };
            let offer = Offer::new(&menu::STRIKE_IN_PASSING, &[ids::MNT_09, ids::MNT_08], cost);
            let offer = offer.with(exchange.item).at(target);
            found.push(strikes::offered(battle, who, offer, exchange.used(battle), necks));
        }
        found.push(Offer::new(&menu::RIDE_PAST, &[ids::MNT_09], Cost::FREE));
        found
    }

    /// Strikes in passing or rides past; the Standard action is spent once, PCT-MNT-09.
    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let foe = self.0;
        let exchange = exchange(battle, who, foe, choice);
        let level = if exchange.is_some() { STRUCK } else { 0 };
        let passed = Condition { level, whom: Some(foe), ..Condition::new(PASSED, Until::TurnEnd) };
        context.effect(Effect::AddCondition(who, passed));
        let Some(exchange) = exchange else { return };
        if !has_struck(battle, who) {
            spend(battle, who, ActionType::Standard, context);
        }
        luck::pay_ignore(battle, who, exchange.luck, context);
        context.step(AttackStep::Declare(exchange));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = format!("rides past {}", battle.combatant(self.0).identity.name);
        let told = Told::new(battle, who, &words, "An attack in passing", ids::MNT_09);
        told.on(self.0).by(self.0, None)
    }
}

/// The refusal to stand up in a square where somebody stands already, PCT-GRID-05: a combatant, or its mount, may have
/// been knocked down while passing through.
pub fn crowded(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let body = battle.combatant(who).footprint();
    let upright = battle
        .combatants()
        .filter(|combatant| combatant.id != who && combatant.fights() && combatant.posture != Posture::Prone);
    let mut here = upright.filter(|combatant| combatant.footprint().gap(body) == (0, 0));
    here.next().map(|_| Refusal::new(ids::GRID_05, "Somebody stands here"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Battlefield, Team,
        percentile::{
            sheet::{Sheet, Size},
            testing,
        },
    };

    #[test]
    fn mnt_07_a_wide_rider_lands_beside_the_mount_with_all_of_its_body() {
        let [rider, mount] = [0, 1].map(CombatantId);
        let body = |war_trained| {
            let sheet = Sheet { war_trained, size: Size::Huge, ..Sheet::default() };
            (Team(0), Square::new(3, 3), sheet)
        };
        let landed = |width: u16| {
            let mut battle = testing::battle(Battlefield::new(width, 8), &[body(false), body(true)]);
            RIDING.begin(rider, mount).iter().for_each(|half| battle.apply(half));
            let under = battle.combatant(mount).footprint();
            let squares = landings(&battle, rider);
            let mut places = squares.iter().map(|to| battle.combatant(rider).placement.at(*to).0);
            assert!(places.all(|place| place.gap(under) != (0, 0)), "none under the mount");
            squares.len()
        };
        assert_eq!(landed(7), 16, "all around");
        assert_eq!(landed(6), 11, "but not across the rim");
    }

    #[test]
    fn grid_05_no_mount_is_made_to_stand_where_somebody_stands() {
        let [who, mount, friend] = [0, 1, 2].map(CombatantId);
        let body = |x, war_trained| (Team(0), Square::new(x, 0), Sheet { war_trained, ..Sheet::default() });
        let mut battle = testing::battle(Battlefield::new(4, 1), &[body(0, false), body(1, true), body(1, false)]);
        battle.combatant_mut(mount).posture = Posture::Prone;
        let refused = |battle: &Battle| {
            let lying = lying_mounts(battle, who);
            assert_eq!(lying.len(), 1);
            lying[0].refusal.as_ref().map(|refusal| refusal.rule)
        };
        assert_eq!(refused(&battle), Some(ids::GRID_05));
        let aside = battle.combatant(friend).placement.at(Square::new(2, 0));
        battle.apply(&Effect::Place(friend, aside));
        assert_eq!(refused(&battle), None);
    }
}
