//! Attacks on an area: one attack roll, each defends, one damage roll. VIG-ATK-08.

use std::{borrow::Cow, sync::Arc};

use super::{
    ability::{Ability, AbilityKind, Delivery, Wounded},
    arms::Rider,
    attack::{self, situate, weapon_refusal},
    catalogue as ids,
    conditions::{is_target, is_wounded},
    cover::{self, Aim, Between, feet, squares},
    damage, defence,
    exchange::{AreaNext, NOTHING, Outcome, Situation, Stage, area_next, shared},
    guard::Course,
    smoke,
    step::{AreaExchange, AreaStrike, AttackStep, Exchange, Mark, Strike},
    strike::{self, Means, Span},
};
use crate::{
    dice::{Band, Odds, Reading, Throw, Thrown},
    geometry::{Footprint, Square},
    rules::{
        Action, Aims, Area as Shown, Battle, Battlefield, Caught, Combatant, CombatantId, Entry, Refusal, Squares,
        StepContext,
        exchange::{Reads, Situation as _, solve},
    },
};

impl AreaStrike {
    /// The attack on one of its targets.
    pub const fn on(&self, who: CombatantId) -> Strike {
        Strike { gamble: self.gamble, ..Strike::new(self.by, Mark::Combatant(who), self.with, self.manner) }
    }

    /// The numbers of what it is made with.
    pub fn means<'a>(&self, battle: &'a Battle) -> Means<'a> {
        strike::means(battle, self.by, self.with)
    }
}

/// The radius of an ability, in feet.
pub fn radius(means: &Means<'_>) -> u16 {
    match means.ability.map(|ability| ability.delivery) {
        Some(Delivery::Area(radius)) => radius,
        _ => 0,
    }
}

/// Everybody in an area whom a wall does not shield, in initiative order; those without a place last, VIG-INIT-04.
pub fn caught(battle: &Battle, at: Square, radius: u16) -> Vec<(CombatantId, Between)> {
    within(battle, at, radius).filter(|(_, line)| line.wall.is_none()).collect()
}

/// Everybody within the radius of an area with the line from its centre, in the same order.
fn within(battle: &Battle, at: Square, radius: u16) -> impl Iterator<Item = (CombatantId, Between)> {
    let centre = Footprint::one(at);
    let order = &battle.scene.order;
    let rest = battle.combatants().map(|fighter| fighter.id).filter(|who| !order.contains(who));
    let all = order.iter().copied().chain(rest).filter(move |who| {
        let fighter = battle.combatant(*who);
        is_target(fighter) && feet(centre, fighter.footprint()) <= radius
    });
    all.map(move |who| (who, cover::between(battle, centre, battle.combatant(who).footprint(), Aim::Burst)))
}

/// Whether an ability is set off anywhere on the board, as a prepared charge is by its detonator. VIG-ACT-04.
pub fn is_anywhere(ability: &Ability) -> bool {
    ability.kind == AbilityKind::Item && !ability.is_ranged()
}

/// Why an area's weapon cannot be used at all right now.
pub fn unusable(battle: &Battle, strike: &AreaStrike) -> Option<Refusal> {
    let probe = Strike::new(strike.by, Mark::Combatant(strike.by), strike.with, strike.manner);
    weapon_refusal(battle, &probe, &strike.means(battle))
}

/// Why a centre cannot be aimed at. VIG-ATK-08.
pub fn refusal(battle: &Battle, strike: &AreaStrike) -> Option<Refusal> {
    unusable(battle, strike).or_else(|| {
        let span = span(battle, strike.by, &strike.means(battle))?;
        off_centre(&battle.scene.field, &span, strike.at)
    })
}

/// From where and how far the centre of an area can be aimed; `None` for what is set off anywhere on the board.
fn span(battle: &Battle, by: CombatantId, means: &Means<'_>) -> Option<Span> {
    (!means.ability.is_some_and(is_anywhere)).then(|| Span::of(battle, by, means))
}

/// Why a centre is not in range, or in reach, or in line of sight; visibility counts up to it. VIG-ATK-08.
fn off_centre(field: &Battlefield, span: &Span, at: Square) -> Option<Refusal> {
    let to = Footprint::one(at);
    let line = || cover::look(field, span.base, (span.from, to));
    let walled = |line: Between| match line.wall {
        Some(_) => Some(Refusal::new(ids::ATK_08, "A wall is between")),
        None => span.unseen(to, line.grade),
    };
    span.too_far(to).or_else(|| walled(line()))
}

/// The squares that an area can be aimed at, listed when somebody looks. VIG-ATK-08.
struct Centres {
    field: Arc<Battlefield>,
    /// `None`: anywhere on the board.
    span: Option<Span>,
    /// Where it is aimed from.
    from: Footprint,
    /// Feet around its centre.
    radius: u16,
    /// Those who fight, as far as they are known.
    bodies: Vec<Footprint>,
}

impl Aims for Centres {
    fn all(&self) -> Vec<Square> {
        self.squares().filter(|square| self.admit(*square)).collect()
    }

    /// Those with somebody in the area.
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
    /// The squares of the board, those that the user stands in last.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let others = self.field.squares().filter(|square| !self.from.contains(*square));
        others.chain(self.from.squares())
    }
}

/// The squares that an area can be aimed at, wherever that of the strike is. VIG-ATK-08.
pub fn aims(battle: &Battle, strike: &AreaStrike) -> Squares {
    let means = strike.means(battle);
    Squares::later(Centres {
        field: Arc::clone(&battle.scene.field),
        span: span(battle, strike.by, &means),
        from: battle.combatant(strike.by).footprint(),
        radius: radius(&means),
        bodies: battle.combatants().filter(|fighter| fighter.fights()).map(Combatant::footprint).collect(),
    })
}

/// The course of an area's effect to one of its targets.
fn course(battle: &Battle, strike: &AreaStrike, line: Between) -> Course {
    let (from, centre) = (battle.combatant(strike.by).footprint(), Footprint::one(strike.at));
    let far = feet(from, centre);
    let seen = cover::between(battle, from, centre, Aim::Look);
    Course { line, feet: far, area: true, penalty: Some(seen.grade.penalty(far)) }
}

/// Everybody in an area with what the attack on them depends on.
pub fn targets(battle: &Battle, strike: &AreaStrike) -> Vec<Exchange> {
    let means = strike.means(battle);
    if means.ability.is_some_and(smoke::is_all) {
        return Vec::new();
    }
    let caught = caught(battle, strike.at, radius(&means)).into_iter();
    // What is only for the wounded passes all others by, VIG-COND-01.
    let whole = means.ability.is_some_and(|ability| ability.wounded == Wounded::Target);
    let caught = caught.filter(|(who, _)| !whole || is_wounded(battle.combatant(*who)));
    let exchange = |(who, line)| {
        let one = strike.on(who);
        let situation = situate(battle, &one, &means, &course(battle, strike, line));
        Exchange { strike: one, situation, stage: situation.begin() }
    };
    caught.map(exchange).collect()
}

/// Those whom an area would reach if no wall were between.
fn sheltered(battle: &Battle, strike: &AreaStrike, means: &Means<'_>) -> Vec<CombatantId> {
    let is_meant = |who: CombatantId| match means.ability {
        Some(ability) if smoke::is_all(ability) => false,
        Some(ability) if ability.wounded == Wounded::Target => is_wounded(battle.combatant(who)),
        _ => true,
    };
    let walled = within(battle, strike.at, radius(means)).filter(|(_, line)| line.wall.is_some());
    walled.map(|(who, _)| who).filter(|who| is_meant(*who)).collect()
}

/// Declares an attack on an area.
pub fn declare(battle: &Battle, strike: &AreaStrike, context: &mut StepContext<'_>) {
    let targets = targets(battle, strike);
    context.log(|| {
        let words = format!("sets off {}", strike.means(battle).name).into();
        let (who, with, to) = (strike.by, strike.with.item(), Some(strike.at));
        Entry::Action { who, action: Action::Throw, words, on: None, with, to, rule: ids::ATK_08 }
    });
    if !context.is_forecast() {
        let means = strike.means(battle);
        for who in sheltered(battle, strike, &means) {
            context.note(who, ids::ATK_08, "is sheltered from it by a wall");
        }
    }
    if targets.is_empty() {
        context.note(strike.by, ids::ATK_08, "reaches nobody");
        damage::conclude(battle, (strike.by, strike.with), <_>::default(), <_>::default(), context);
    } else {
        context.step(AttackStep::Area(Box::new(AreaExchange { strike: *strike, targets })));
    }
}

/// What comes next.
fn next(area: &AreaExchange) -> AreaNext {
    area_next(area.targets.iter().map(|target| (&target.situation, target.stage)))
}

/// Goes on by one roll or one question.
pub fn go_on(battle: &Battle, area: &AreaExchange, context: &mut StepContext<'_>) {
    let (throw, reads, own) = match next(area) {
        AreaNext::Own(place, throw, reads) => (throw, reads, Some(place)),
        AreaNext::Shared(throw, reads) => (throw, reads, None),
        AreaNext::Ask(..) | AreaNext::Done => return proceed(battle, area.clone(), context),
    };
    let after = |reading: Reading| -> Vec<Stage> {
        let stage = |(place, target): (usize, &Exchange)| match own {
            Some(own) if own == place => target.situation.thrown(target.stage, reading),
            Some(_) => target.stage,
            None => shared(&target.situation, target.stage, reading),
        };
        area.targets.iter().enumerate().map(stage).collect()
    };
    let thrown = cast(throw, reads, &after, context);
    let first = || area.targets.iter().find(|target| matches!(target.stage, Stage::Attack | Stage::Damage(..)));
    context.log(|| match own {
        Some(place) => attack::roll(battle, &area.targets[place], &thrown),
        None => attack::shared_roll(area.strike.by, first().map_or(Stage::Attack, |first| first.stage), &thrown),
    });
    let mut next = area.clone();
    next.targets.iter_mut().zip(after(thrown.reading)).for_each(|(target, stage)| target.stage = stage);
    proceed(battle, next, context);
}

/// Throws; readings that lead to the same stages are one class.
fn cast(throw: Throw, reads: Reads, after: &dyn Fn(Reading) -> Vec<Stage>, context: &mut StepContext<'_>) -> Thrown {
    if let Reads::Above(number) = reads {
        return context.throw_in_bands(throw, &[Band { last: number, class: 0 }, Band { last: i32::MAX, class: 1 }]);
    }
    let known: std::cell::RefCell<Vec<Vec<Stage>>> = <_>::default();
    context.throw(throw, &|reading| {
        let (stages, mut known) = (after(reading), known.borrow_mut());
        let place = known.iter().rposition(|one| *one == stages);
        place.unwrap_or_else(|| {
            known.push(stages);
            known.len() - 1
        }) as u32
    })
}

/// Lays what comes next on the agenda, asks, or settles everybody in order.
fn proceed(battle: &Battle, area: AreaExchange, context: &mut StepContext<'_>) {
    match next(&area) {
        AreaNext::Ask(place, _) => defence::ask(battle, (Box::new(area), place as u8), context),
        AreaNext::Own(..) | AreaNext::Shared(..) => context.step(AttackStep::Area(Box::new(area))),
        AreaNext::Done => {
            let came = |target: &Exchange| if let Stage::Done(came) = target.stage { came } else { NOTHING };
            let all: Vec<Outcome> = area.targets.iter().map(came).collect();
            settle(battle, &area, &all, context);
        }
    }
}

/// Settles what came of it for every target, in order, and what follows from the whole. VIG-ATK-08.
pub fn settle(battle: &Battle, area: &AreaExchange, came: &[Outcome], context: &mut StepContext<'_>) {
    let strike = &area.strike;
    // Whoever is knocked back makes room for the next one, VIG-MOVE-05.
    let pushes = strike.means(battle).riders.iter().any(|rider| matches!(rider, Rider::KnockBack(_)));
    let mut now = Cow::Borrowed(battle);
    for (one, came) in area.targets.iter().zip(came) {
        let before = context.effects().count();
        damage::settle_on(&now, one, *came, context);
        if pushes {
            let now = now.to_mut();
            context.effects().skip(before).for_each(|effect| now.apply(effect));
        }
    }
    let all = || area.targets.iter().zip(came).filter_map(|(one, came)| Some((one.strike.on.combatant()?, came)));
    let defended = all().filter(|(_, came)| came.defended.is_some()).map(|(on, _)| on).collect();
    damage::conclude(battle, (strike.by, strike.with), all().map(|(on, _)| on).collect(), defended, context);
}

/// What an attack on an area would do, for the board: everybody's odds by themselves.
pub fn shown(battle: &Battle, strike: &AreaStrike) -> Shown {
    let squares = squares(battle, strike.at, radius(&strike.means(battle)));
    let centre = Footprint::one(strike.at);
    let caught = targets(battle, strike).into_iter().filter_map(|target| {
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
    Shown { aim: strike.at, squares, number: None, places: Odds::new([(strike.at, 1)]), caught }
}

/// Every situation of an area.
pub fn situations(area: &AreaExchange) -> Vec<Situation> {
    area.targets.iter().map(|target| target.situation).collect()
}
