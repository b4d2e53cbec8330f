//! Area attacks: one attack roll, a defence by each target, one damage roll. VIG-ATK-08.

use std::{borrow::Cow, sync::Arc};

use super::{
    ability::{Ability, AbilityKind, Wounded},
    attack::{self, situate},
    catalogue as ids,
    conditions::{is_target, is_wounded},
    cover::{self, Aim, Between, feet, squares},
    damage::{self, Settling},
    defence,
    exchange::{Outcome, Situation, Stage},
    guard::{Course, body},
    smoke,
    step::{AreaExchange, AttackStep, Exchange, Mark, SpecialStep, Strike, With},
    strike::{Means, Span},
};
use crate::{
    dice::Odds,
    geometry::{Footprint, Square},
    rules::{
        Action, Aims, Area as Shown, Battle, Battlefield, Caught, Combatant, CombatantId, Entry, Refusal, Squares,
        StepContext,
        exchange::{
            Situation as _,
            several::{self, Comes, Member as _, SeveralNext, ThrownFor},
            solve,
        },
    },
};

/// The radius of an area attack in feet.
fn radius(means: &Means<'_>) -> u16 {
    means.ability.map_or(0, |ability| ability.delivery.radius())
}

/// Those within an area who are its targets, with the line from its centre, in initiative order; those without a place
/// come last, VIG-INIT-04. An ability against the wounded only leaves out all others, VIG-COND-01.
fn within(battle: &Battle, at: Square, means: &Means<'_>) -> impl Iterator<Item = (CombatantId, Between)> {
    let (centre, radius) = (Footprint::one(at), radius(means));
    let is_smoke = means.ability.is_some_and(smoke::is_all);
    let whole = means.ability.is_some_and(|ability| ability.wounded == Wounded::Target);
    let order = &battle.scene.order;
    let rest = battle.combatants().map(|fighter| fighter.id).filter(|who| !order.contains(who));
    let all = order.iter().copied().chain(rest).filter(move |who| {
        let fighter = battle.combatant(*who);
        let is_meant = !is_smoke && (!whole || is_wounded(fighter));
        is_meant && is_target(fighter) && feet(centre, fighter.footprint()) <= radius
    });
    all.map(move |who| (who, cover::between(battle, centre, battle.combatant(who).footprint(), Aim::Burst)))
}

/// Whether an ability can be set off anywhere on the board, like a prepared charge by its detonator. VIG-ACT-04.
pub fn is_anywhere(ability: &Ability) -> bool {
    ability.kind == AbilityKind::Item && !ability.is_ranged()
}

/// Why a square cannot be the centre of an area attack. VIG-ATK-08.
pub fn refusal(battle: &Battle, by: CombatantId, at: Square, means: &Means<'_>) -> Option<Refusal> {
    off_centre(&battle.scene.field, &span(battle, by, means)?, at)
}

/// From where and how far an area attack can be aimed; `None` if it can be set off anywhere on the board.
fn span(battle: &Battle, by: CombatantId, means: &Means<'_>) -> Option<Span> {
    (!means.ability.is_some_and(is_anywhere)).then(|| Span::of(battle, by, means))
}

/// Why a centre is not in range or reach, or not in line of sight; visibility counts up to the centre. VIG-ATK-08.
fn off_centre(field: &Battlefield, span: &Span, at: Square) -> Option<Refusal> {
    let to = Footprint::one(at);
    let line = || cover::look(field, span.base, (span.from, to));
    let walled = |line: Between| match line.wall {
        Some(_) => Some(Refusal::new(ids::ATK_08, "A wall is between")),
        None => span.unseen(to, line.grade),
    };
    span.too_far(to).or_else(|| walled(line()))
}

/// The squares that an area attack can be aimed at, listed only on demand. VIG-ATK-08.
struct Centres {
    field: Arc<Battlefield>,
    /// From where and how far; `None` for anywhere on the board.
    span: Option<Span>,
    /// The body it is aimed from.
    from: Footprint,
    /// The radius in feet.
    radius: u16,
    /// The known bodies of those who fight.
    bodies: Vec<Footprint>,
}

impl Aims for Centres {
    fn all(&self) -> Vec<Square> {
        self.squares().filter(|square| self.admit(*square)).collect()
    }

    /// The centres with somebody in the area.
    fn foremost(&self) -> Vec<Square> {
        let is_near = |square: &Square| {
            let centre = Footprint::one(*square);
            self.bodies.iter().any(|body| feet(centre, *body) <= self.radius)
        };
        self.squares().filter(is_near).filter(|square| self.admit(*square)).collect()
    }

    fn admit(&self, square: Square) -> bool {
        let reaches = |span: &Span| off_centre(&self.field, span, square).is_none();
        self.field.extent().contains(square) && self.span.as_ref().is_none_or(reaches)
    }

    fn are_none(&self) -> bool {
        !self.from.squares().any(|square| self.admit(square)) && self.all().is_empty()
    }
}

impl Centres {
    /// The squares of the board, the user's own last.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let others = self.field.squares().filter(|square| !self.from.contains(*square));
        others.chain(self.from.squares())
    }
}

/// The squares that an area attack can be aimed at. VIG-ATK-08.
pub fn aims(battle: &Battle, by: CombatantId, means: &Means<'_>) -> Squares {
    Squares::later(Centres {
        field: Arc::clone(&battle.scene.field),
        span: span(battle, by, means),
        from: battle.combatant(by).footprint(),
        radius: radius(means),
        bodies: battle.combatants().filter(|fighter| fighter.fights()).map(Combatant::footprint).collect(),
    })
}

/// The course of an area attack to one of its targets: cover counts from the centre, visibility from the attacker to
/// the centre.
fn course(battle: &Battle, strike: &Strike, line: Between) -> Course {
    let (from, centre) = (battle.combatant(strike.by).footprint(), body(battle, strike));
    let far = feet(from, centre);
    let seen = cover::between(battle, from, centre, Aim::Look);
    Course { line, feet: far, area: true, penalty: Some(seen.grade.penalty(far)) }
}

/// Everybody in an area whom no wall shields, with all that the attack on them depends on.
pub fn targets(battle: &Battle, strike: &Strike, at: Square) -> Vec<Exchange> {
    let means = strike.means(battle);
    let exchange = |(who, line)| {
        let own = Strike { on: Mark::Combatant(who), ..*strike };
        let situation = situate(battle, &own, &means, &course(battle, strike, line));
        Exchange { strike: own, situation, stage: situation.begin() }
    };
    within(battle, at, &means).filter(|(_, line)| line.wall.is_none()).map(exchange).collect()
}

/// Declares an area attack.
pub fn declare(battle: &Battle, strike: &Strike, at: Square, context: &mut StepContext<'_>) {
    let (targets, means) = (targets(battle, strike, at), strike.means(battle));
    context.log(|| {
        let words = format!("sets off {}", means.name).into();
        let (who, to) = (strike.by, Some(at));
        Entry::Action { who, action: Action::Throw, words, on: None, with: None, to, rule: ids::ATK_08 }
    });
    if !context.is_forecast() {
        for (who, _) in within(battle, at, &means).filter(|(_, line)| line.wall.is_some()) {
            context.note(who, ids::ATK_08, "is sheltered from it by a wall");
        }
    }
    if targets.is_empty() {
        context.note(strike.by, ids::ATK_08, "reaches nobody");
        lay_smoke(strike, &means, context);
        damage::conclude(battle, (strike.by, strike.with), <_>::default(), <_>::default(), context);
    } else {
        context.step(AttackStep::Area(Box::new(AreaExchange { strike: *strike, targets })));
    }
}

/// The targets as the exchange machine takes them.
fn stages(area: &AreaExchange) -> impl Iterator<Item = (&Situation, Stage)> + Clone {
    area.targets.iter().map(|target| (&target.situation, target.stage))
}

/// Advances an area attack by one roll or one question.
pub fn go_on(battle: &Battle, area: &AreaExchange, context: &mut StepContext<'_>) {
    let SeveralNext::Throw(whose, throw, reads) = several::next(stages(area)) else {
        return proceed(battle, area.clone(), context);
    };
    let (thrown, after) = several::throw(stages(area), (whose, throw, reads), context);
    context.log(|| match whose {
        ThrownFor::One(place) => attack::roll(battle, &area.targets[place], &thrown),
        ThrownFor::All(number) => {
            let shares =
                |(situation, stage): &(&Situation, Stage)| situation.comes(*stage) == Some(Comes::Shared(number));
            let first = stages(area).find(shares).map_or(Stage::Attack, |(_, stage)| stage);
            attack::shared_roll(area.strike.by, first, &thrown)
        }
    });
    let mut next = area.clone();
    next.targets.iter_mut().zip(after).for_each(|(target, stage)| target.stage = stage);
    proceed(battle, next, context);
}

/// Puts the next step on the agenda, asks, or settles everybody in order.
fn proceed(battle: &Battle, area: AreaExchange, context: &mut StepContext<'_>) {
    match several::next(stages(&area)) {
        SeveralNext::Ask(place, _) => defence::ask(battle, (Box::new(area), place as u8), context),
        SeveralNext::Throw(..) => context.step(AttackStep::Area(Box::new(area))),
        SeveralNext::Done => settle(battle, &area, several::came(stages(&area)), context),
    }
}

/// Settles the outcome for every target in order, then what follows the whole attack. VIG-ATK-08.
pub fn settle(
    battle: &Battle,
    area: &AreaExchange,
    came: impl Iterator<Item = Outcome> + Clone,
    context: &mut StepContext<'_>,
) {
    let strike = &area.strike;
    // A target knocked back makes room for the next one, VIG-MOVE-05.
    let means = strike.means(battle);
    let pushes = means.pushes();
    let mut now = Cow::Borrowed(battle);
    for (target, came) in area.targets.iter().zip(came.clone()) {
        let before = context.effects().count();
        if let Some(on) = target.strike.on.combatant().filter(|_| came.hits() && !context.is_forecast()) {
            damage::tell_stopped(on, came.dealt, &target.situation.harm(came.dealt), context);
        }
        Settling::of(&now, target).settle_on(came, context);
        if pushes {
            let now = now.to_mut();
            context.effects().skip(before).for_each(|effect| now.apply(effect));
        }
    }
    let all = || {
        area.targets.iter().zip(came.clone()).filter_map(|(target, came)| Some((target.strike.on.combatant()?, came)))
    };
    lay_smoke(strike, &means, context);
    let defended = all().filter(|(_, came)| came.defended.is_some()).map(|(on, _)| on).collect();
    damage::conclude(battle, (strike.by, strike.with), all().map(|(on, _)| on).collect(), defended, context);
}

/// Laying smoke is part of the ability, so acts readied for the ability are carried out in the smoke. VIG-ACT-02.
fn lay_smoke(strike: &Strike, means: &Means<'_>, context: &mut StepContext<'_>) {
    let lays = means.ability.is_some_and(smoke::lays);
    if let (Mark::Area(at), With::Used(item), true) = (strike.on, strike.with, lays) {
        context.step(SpecialStep::Smoke(strike.by, at, item));
    }
}

/// What an area attack would do, for the board: the odds of each target separately.
pub fn shown(battle: &Battle, strike: &Strike, at: Square) -> Shown {
    let squares = squares(battle, at, radius(&strike.means(battle)));
    let centre = Footprint::one(at);
    let caught = targets(battle, strike, at).into_iter().filter_map(|target| {
        let who = target.strike.on.combatant()?;
        let body = target.situation.body;
        let grade = |came: &Outcome| {
            let harm = target.situation.harm(came.dealt);
            match harm.body {
                _ if !came.hits() => (0, -1),
                taken if harm.fall.is_out() => (3, taken),
                0 => (0, 0),
                taken if i32::from(taken) * 2 >= body.durability.into() => (2, taken),
                taken => (1, taken),
            }
        };
        let ends = solve(&target.situation).odds().map(grade);
        Some(Caught { who, metres: feet(centre, battle.combatant(who).footprint()), spared: false, ends })
    });
    let mut caught: Vec<Caught> = caught.collect();
    caught.sort_by_key(|target| target.who);
    Shown { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught }
}
