//! Kegs, charges and fire: which explode when, whom they reach, and whom fire catches. What that does to a combatant is
//! up to the ruleset.

use std::borrow::Cow;

use super::{Entry, Roll, StepContext};
use crate::{
    dice::Odds,
    geometry::{Footprint, Square},
    rules::{
        account::{Area, Caught, RuleId, Verdict},
        choosing::{Cost, Offer, OfferKind, Refusal, Target, ground},
        ids::CombatantId,
        state::{Battle, Battlefield, Effect, Explosive, HarmDice, Status},
    },
};

/// The kegs and charges that can be lit from a body's squares (for a rider, the mount's): beside it or under its feet,
/// with no wall between, and not lit yet.
pub fn lightable(battle: &Battle, body: Footprint) -> impl Iterator<Item = (Square, Explosive)> + '_ {
    let field = &*battle.scene.field;
    let is_near = move |at: Square| {
        let at = Footprint::one(at);
        ground::distance(body, at) <= 1 && ground::has_line(field, body, at)
    };
    field.explosives().filter(move |(at, explosive)| explosive.lit.is_none() && is_near(*at))
}

/// The effect of lighting a keg or a charge, if there is one that is not lit yet.
pub fn light(battle: &Battle, who: CombatantId, at: Square) -> Option<Effect> {
    let explosive = battle.scene.field.explosive(at).filter(|explosive| explosive.lit.is_none())?;
    let (round, place) = (battle.scene.round, next_place(&battle.scene.field));
    Some(Effect::Explosive(at, Some(explosive.lit(who, round, place))))
}

/// Lights a keg or a charge and notes it under a rule; does nothing if it is lit already or gone.
pub fn light_fuse(battle: &Battle, (who, at): (CombatantId, Square), rule: RuleId, context: &mut StepContext<'_>) {
    if let Some(lit) = light(battle, who, at) {
        context.effect(lit);
        context.note(who, rule, lit_words(battle, at));
    }
}

/// The place of the next keg or charge among those that are lit.
fn next_place(field: &Battlefield) -> u8 {
    field
        .explosives()
        .filter_map(|(_, explosive)| explosive.lit)
        .map(|lit| lit.place.saturating_add(1))
        .max()
        .unwrap_or(0)
}

/// The offer to light a keg or a charge; `None` if there is none to light.
pub fn light_offer(
    battle: &Battle,
    body: Footprint,
    (kind, rules, cost): (&'static OfferKind, &'static [RuleId], Cost),
    refusal: impl FnOnce() -> Option<Refusal>,
) -> Option<Offer> {
    let squares: Vec<Square> = lightable(battle, body).map(|(at, _)| at).collect();
    if squares.is_empty() {
        return None;
    }
    Some(Offer::new(kind, rules, cost).at(Target::Square(squares.into())).refused(refusal()))
}

/// The note on lighting one: "lights the fuse of the powder keg at c3".
fn lit_words(battle: &Battle, at: Square) -> Cow<'static, str> {
    let name = battle.scene.field.explosive(at).map_or("keg", |explosive| explosive.kind.name());
    format!("lights the fuse of the {name} at {at}").into()
}

/// Rolls dice of harm, once for all whom they reach. The roll is made under a rule and named `words`.
pub fn roll_harm(
    harm: HarmDice,
    (by, words, rule): (CombatantId, &'static str, RuleId),
    context: &mut StepContext<'_>,
) -> i32 {
    let thrown = context.throw(harm.throw(), &|dice| harm.total(dice.sum) as u32);
    let total = harm.total(thrown.sum);
    context.log(|| {
        let sum = Verdict::base(rule, "Dice", thrown.sum).plus(rule, "Powder", harm.bonus.into());
        Entry::Roll(Roll::of(by, words, rule, &thrown.faces, total).adding(sum))
    });
    total
}

/// How an explosion ends for a combatant: a grade of [`crate::rules::Appraise::grade`] and the damage, -1 if sheltered
/// from it; and in how many ways. The ways add up to the same number for each sum of the dice.
pub type BlastEnd = ((u8, i16), u64);

/// What an explosion would do as things stand. `ends` tells how rolled harm ends for a combatant within it.
pub fn area(
    battle: &Battle,
    (at, explosive): (Square, Explosive),
    ends: impl Fn(CombatantId, i32) -> Vec<BlastEnd>,
) -> Area {
    let squares = blast(&battle.scene.field, at, explosive.radius);
    let metres = |body| ground::distance(body, Footprint::one(at));
    area_within(battle, (at, explosive), (squares, &metres), ends)
}

/// Like [`area`], for a ruleset with its own way of counting which squares it reaches and how far away a body is.
pub fn area_within(
    battle: &Battle,
    (at, explosive): (Square, Explosive),
    (squares, metres): (Vec<Square>, &dyn Fn(Footprint) -> u16),
    ends: impl Fn(CombatantId, i32) -> Vec<BlastEnd>,
) -> Area {
    let harms = explosive.harm.throw().sums();
    let caught = |who: CombatantId| {
        let ends = harms.iter().flat_map(|sum| {
            let ways = move |(end, ways): BlastEnd| (end, u128::from(sum.ways) * u128::from(ways));
            ends(who, explosive.harm.total(sum.sum)).into_iter().map(ways)
        });
        let metres = metres(body(battle, who));
        Caught { who, metres, spared: false, ends: Odds::new(ends) }
    };
    let caught = caught_by(battle, &squares).map(caught).collect();
    Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught }
}

/// The average damage of an explosion that rolls average harm.
pub fn mean(explosive: &Explosive, ends: impl Fn(i32) -> Vec<BlastEnd>) -> i32 {
    let ends = ends(explosive.harm.twice_mean() / 2);
    let (sum, all) = ends.iter().fold((0i64, 0i64), |(sum, all), ((_, damage), ways)| {
        (sum + i64::from(*damage).max(0) * *ways as i64, all + *ways as i64)
    });
    (sum / all.max(1)) as i32
}

/// Whether anything explodes at the end of the current round.
pub fn is_due(battle: &Battle) -> bool {
    due(battle).next().is_some()
}

/// The kegs and charges that explode at the end of the current round, in the order they were lit. Those set off by
/// another explosion come after those lit before.
fn due(battle: &Battle) -> impl Iterator<Item = (Square, Explosive)> {
    let round = battle.scene.round;
    let burnt = |(at, explosive): (Square, Explosive)| {
        let lit = explosive.lit.filter(|lit| lit.round <= round)?;
        Some((lit.place, at, explosive))
    };
    let mut all: Vec<_> = battle.scene.field.explosives().filter_map(burnt).collect();
    all.sort_unstable_by_key(|(place, at, _)| (*place, *at));
    all.into_iter().map(|(_, at, explosive)| (at, explosive))
}

/// An exploding keg or charge.
#[derive(Clone, Copy, Debug)]
pub struct Explosion {
    /// Where.
    pub at: Square,
    /// What it was.
    pub explosive: Explosive,
    /// Who lit it.
    pub by: CombatantId,
}

impl Explosion {
    /// The next explosion at the end of a round, noted under a rule. The keg or charge is gone, and those within its
    /// reach are set off.
    pub fn next(battle: &Battle, rule: RuleId, context: &mut StepContext<'_>) -> Option<Self> {
        Self::next_within(battle, rule, |at, radius| blast(&battle.scene.field, at, radius), context)
    }

    /// Like [`Self::next`], for a ruleset with its own way of counting which squares an explosion reaches.
    pub fn next_within(
        battle: &Battle,
        rule: RuleId,
        reached: impl Fn(Square, u8) -> Vec<Square>,
        context: &mut StepContext<'_>,
    ) -> Option<Self> {
        let (at, explosive) = due(battle).next()?;
        let by = explosive.lit?.by;
        // The explosion is shown before the note.
        explode(battle, at, &reached(at, explosive.radius), context);
        context.note(by, rule, format_args!("has lit the {} at {at}, which explodes", explosive.kind.name()));
        Some(Self { at, explosive, by })
    }

    /// Rolls its harm, once for all whom it reaches.
    pub fn harm(&self, words: &'static str, rule: RuleId, context: &mut StepContext<'_>) -> i32 {
        roll_harm(self.explosive.harm, (self.by, words, rule), context)
    }

    /// Those whom it reaches, by id.
    pub fn caught(&self, battle: &Battle) -> Vec<CombatantId> {
        caught(battle, &blast(&battle.scene.field, self.at, self.explosive.radius))
    }
}

/// The squares that an explosion reaches: its own, and those within `radius`, a diagonal counting 1, that it has a line
/// of effect to. Sorted.
pub fn blast(field: &Battlefield, at: Square, radius: u8) -> Vec<Square> {
    let centre = Footprint::one(at);
    let mut squares: Vec<Square> = std::iter::once(at).chain(ground::around(field, radius.into(), centre)).collect();
    squares.sort_unstable();
    squares
}

/// The combatants on the board and alive who cover one of some squares, by id.
pub fn caught(battle: &Battle, squares: &[Square]) -> Vec<CombatantId> {
    caught_by(battle, squares).collect()
}

fn caught_by<'a>(battle: &'a Battle, squares: &'a [Square]) -> impl Iterator<Item = CombatantId> + 'a {
    let is_there = |status: Status| matches!(status, Status::Fighting | Status::Down);
    let covers = |body: Footprint| squares.iter().any(|square| body.contains(*square));
    battle
        .combatants()
        .filter(move |fighter| is_there(fighter.status) && covers(body(battle, fighter.id)))
        .map(|fighter| fighter.id)
}

/// The squares of a combatant; a rider has those of the mount.
fn body(battle: &Battle, who: CombatantId) -> Footprint {
    battle.combatant(walker(battle, who)).footprint()
}

/// Who walks when a combatant moves: a rider's mount, or else themselves.
fn walker(battle: &Battle, who: CombatantId) -> CombatantId {
    battle.ruleset.rules().mount_of(battle, who).unwrap_or(who)
}

/// Removes an exploding keg or charge and sets off those in the squares that it reaches: they are due from now on.
fn explode(battle: &Battle, at: Square, reached: &[Square], context: &mut StepContext<'_>) {
    let field = &*battle.scene.field;
    let Some(explosive) = field.explosive(at) else { return };
    context.effect(Effect::Explosive(at, None));
    let (round, by) = (battle.scene.round, explosive.lit.map(|lit| lit.by));
    // All that one explosion sets off are lit at the same moment.
    let next = next_place(field);
    for (other, explosive) in field.explosives().filter(|(other, _)| *other != at && reached.contains(other)) {
        if explosive.lit.is_none_or(|lit| lit.round > round)
            && let Some(by) = explosive.lit.map(|lit| lit.by).or(by)
        {
            let place = explosive.lit.map_or(next, |lit| lit.place);
            let now = Explosive { fuse: 0, ..explosive }.lit(by, round, place);
            context.effect(Effect::Explosive(other, Some(Explosive { fuse: explosive.fuse, ..now })));
        }
    }
}

/// The squares of a way that may affect who walks it: all of them if anything burns, else just the last.
pub fn traced<'a>(battle: &Battle, way: &'a [Square]) -> &'a [Square] {
    if battle.scene.field.survey().fire { way } else { &way[way.len().saturating_sub(1)..] }
}

/// The first square of a way where `who` enters fire, with the rule on fire; `None` if there is none.
pub fn fire_on_way(battle: &Battle, who: CombatantId, way: &[Square]) -> Option<(Square, RuleId)> {
    let field = &*battle.scene.field;
    let (rule, _) = battle.ruleset.rules().board_rules(battle).fire.filter(|_| field.survey().fire)?;
    let side = body(battle, who).side;
    let burns = |anchor: &&Square| Footprint { anchor: **anchor, side }.squares().any(|square| field.burns(square));
    way.iter().find(burns).map(|square| (*square, rule))
}

/// Those whom the effects of a step bring into fire, by id: who enters a burning square, begins a turn in one, or is
/// where fire breaks out. Riders burn with their mounts. The dead do not burn.
pub fn taken_by_fire(battle: &Battle, context: &StepContext<'_>) -> Vec<CombatantId> {
    let field = &*battle.scene.field;
    let spreads = context.effects().any(|effect| matches!(effect, Effect::Fire(_, true)));
    if !field.survey().fire && !spreads {
        return Vec::new();
    }
    let burns = |body: Footprint| body.squares().any(|square| field.burns(square));
    let mut taken = Vec::new();
    for effect in context.effects() {
        match effect {
            Effect::Place(who, to) if burns(to.0) && battle.combatant(*who).placement != *to => taken.push(*who),
            Effect::Acting(Some(who)) if burns(body(battle, *who)) => taken.push(*who),
            Effect::Fire(square, true) => taken.extend(battle.bodies_at(*square)),
            _ => {}
        }
    }
    let rides = |who: &CombatantId| walker(battle, *who) != *who && taken.contains(&walker(battle, *who));
    let riders: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).filter(rides).collect();
    taken.extend(riders);
    taken.retain(|who| matches!(context.status(battle, *who), Status::Fighting | Status::Down));
    taken.sort_unstable();
    taken.dedup();
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Edge,
        rules::{ExplosiveKind, Feature, HarmDice, Placement, testing::example},
    };

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);

    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn keg(radius: u8, fuse: u8) -> Option<Explosive> {
        Some(Explosive::new(ExplosiveKind::Keg, HarmDice::BLAST, radius, fuse))
    }

    fn store() -> Battle {
        let mut field = Battlefield::new(9, 3);
        field.set_explosive(at("c2"), keg(2, 0));
        field.set_explosive(at("e2"), keg(1, 2));
        field.set_explosive(at("h2"), Some(Explosive::new(ExplosiveKind::Charge, HarmDice::BLAST, 1, 1)));
        example(field, &[at("b1"), at("g2")])
    }

    fn does(battle: &Battle, does: impl Fn(&mut StepContext<'_>)) -> Vec<Effect> {
        let mut context = StepContext::without_chance(false);
        does(&mut context);
        assert!(battle.scene.over.is_none());
        context.effects().cloned().collect()
    }

    #[test]
    fn a_keg_is_lit_from_beside_it_and_not_through_a_wall() {
        let mut battle = store();
        let squares = |battle: &Battle, who| {
            lightable(battle, battle.combatant(who).footprint()).map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!((squares(&battle, A), squares(&battle, B)), (vec![at("c2")], vec![at("h2")]));
        let lit = light(&battle, B, at("h2")).unwrap();
        battle.apply(&lit);
        assert_eq!(battle.scene.field.explosive(at("h2")).unwrap().lit.map(|lit| (lit.by, lit.round)), Some((B, 2)));
        assert!(squares(&battle, B).is_empty() && light(&battle, B, at("h2")).is_none());
        let field = std::sync::Arc::make_mut(&mut battle.scene.field);
        field.set_edge(Edge::between(at("b2"), at("c2")).unwrap(), Some(Feature::Wall));
        field.set_edge(Edge::between(at("c1"), at("c2")).unwrap(), Some(Feature::Wall));
        assert!(squares(&battle, A).is_empty());
    }

    #[test]
    fn what_an_explosion_reaches_goes_off_with_it() {
        let mut battle = store();
        battle.apply(&light(&battle, A, at("c2")).unwrap());
        assert_eq!(due(&battle).map(|(at, _)| at).collect::<Vec<_>>(), [at("c2")]);
        let reached = blast(&battle.scene.field, at("c2"), 2);
        assert_eq!((reached.len(), caught(&battle, &reached)), (15, vec![A]));
        for effect in
            does(&battle, |context| explode(&battle, at("c2"), &blast(&battle.scene.field, at("c2"), 2), context))
        {
            battle.apply(&effect);
        }
        assert_eq!(battle.scene.field.feature(at("c2")), None, "nothing is left of the keg");
        assert_eq!(due(&battle).map(|(at, explosive)| (at, explosive.fuse)).collect::<Vec<_>>(), [(at("e2"), 2)]);
        assert_eq!(battle.scene.field.explosive(at("h2")).unwrap().lit, None);
        for effect in
            does(&battle, |context| explode(&battle, at("e2"), &blast(&battle.scene.field, at("e2"), 1), context))
        {
            battle.apply(&effect);
        }
        assert!(due(&battle).next().is_none());
        // A keg that is broken up no longer explodes.
        let mut field = Battlefield::new(3, 3);
        field.set_explosive(at("b2"), keg(1, 0));
        assert_eq!(field.feature(at("b2")), Some(Feature::Keg));
        field.set_feature(at("b2"), None);
        assert!(field.explosive(at("b2")).is_none() && field.is_whole());
    }

    #[test]
    fn what_was_lit_first_explodes_first() {
        let mut battle = store();
        for (at, fuse) in [("a3", 0), ("b3", 1)] {
            std::sync::Arc::make_mut(&mut battle.scene.field).set_explosive(self::at(at), keg(1, fuse));
        }
        // One fuse has been burning since the round before. Of the others, the one lit first explodes first, whatever
        // the initiative order.
        battle.apply(&light(&battle, A, at("b3")).unwrap());
        battle.scene.round += 1;
        battle.apply(&Effect::Order(vec![B, A]));
        for (who, name) in [(A, "a3"), (B, "c2")] {
            battle.apply(&light(&battle, who, at(name)).unwrap());
        }
        assert_eq!(due(&battle).map(|(at, _)| at).collect::<Vec<_>>(), [at("b3"), at("a3"), at("c2")]);
    }

    #[test]
    fn fire_takes_whoever_comes_into_it_or_begins_a_turn_there() {
        let mut battle = store();
        let taken = |battle: &Battle, effect: Effect| {
            let mut context = StepContext::without_chance(false);
            context.effect(effect);
            taken_by_fire(battle, &context)
        };
        let walks = |to: &str| Effect::Place(A, Placement::new(at(to), 1));
        assert!(taken(&battle, walks("a1")).is_empty());
        assert_eq!(taken(&battle, Effect::Fire(at("g2"), true)), [B]);
        battle.apply(&Effect::Fire(at("a1"), true));
        assert_eq!(taken(&battle, walks("a1")), [A]);
        assert!(taken(&battle, walks("a2")).is_empty() && taken(&battle, Effect::Acting(Some(A))).is_empty());
        battle.apply(&walks("a1"));
        assert_eq!(taken(&battle, Effect::Acting(Some(A))), [A]);
        assert!(taken(&battle, walks("a1")).is_empty(), "whoever stays put has not come");
        battle.combatant_mut(A).status = Status::Dead;
        assert!(taken(&battle, Effect::Acting(Some(A))).is_empty());
    }
}
