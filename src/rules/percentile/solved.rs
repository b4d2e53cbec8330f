//! Attacks solved at once, for forecasts in which everybody gives the default answer: both rolls, the damage and the
//! check to stay standing. PCT-ATK-02.

use std::{array, cell::RefCell};

use super::{
    attack, bonds,
    checks::{self, PER_WOUND, add_wounds, limited},
    conditions::{self, BRACED, CHARGE, GRABBING, MOUNTED, RIDDEN, TRAPPED},
    damage::{self, Force},
    defence, reactions, resistance, settings,
    sheet::{Kind, sheet},
    step::{AttackStep, DamageStep, Exchange, Hit, Luck, Method, ReactionStep, Step},
    strikes, turn,
    wounds::Body,
};
use crate::rules::{SituationKey, SolvedStep, Whole, prelude::*};

/// The number of classes of hits, [`Hit::class`].
const CLASSES: usize = 44;

/// The faces of D%.
const FACES: u32 = 100;

/// Every outcome of an attack roll and of everything that follows, if the defence is fixed and no points can be spent.
pub fn solved(battle: &Battle, step: &Step) -> Option<SolvedStep> {
    let Step::Attack(AttackStep::Roll(exchange)) = step else { return None };
    let is_open = exchange.points != 0 || exchange.shifts != 0 || exchange.guard_luck != Luck::default();
    let defends = defence::can_defend(battle, exchange);
    let stance = exchange.stance.filter(|(method, _)| defends && !matches!(method, Method::Catch(_)));
    if is_open || stance.is_some() != defends {
        return None;
    }
    let (settles, entangled) = (damage::has_sequel(battle, exchange), is_entangled(battle, exchange));
    Some(Blow { battle, exchange, stance, settles, entangled, sequels: RefCell::default() }.solve())
}

/// An attack that is about to be rolled.
struct Blow<'a> {
    battle: &'a Battle,
    exchange: &'a Exchange,
    stance: Option<(Method, u8)>,
    /// Whether it can have a sequel that comes whatever its result.
    settles: bool,
    /// Whether others may be drawn into it.
    entangled: bool,
    /// The sequels explored so far.
    sequels: RefCell<Vec<Sequel>>,
}

/// What follows an outcome, PCT-ATK-02 (15, 16).
struct Sequel {
    /// Whether the strike has a result beyond its damage, PCT-STR-01.
    result: bool,
    /// The changes it comes after; damage and other totals do not count.
    after: Vec<Effect>,
    /// What it writes; `None` if somebody is asked or something is rolled.
    effects: Option<Vec<Effect>>,
}

/// How many ways each end of the attack and defence rolls has.
struct Rolls {
    missed: u32,
    /// Misses so bad that the hand is hurt, PCT-UNA-04.
    bruised: u32,
    averted: u32,
    /// By class.
    hits: [u32; CLASSES],
}

/// Hits that differ only in damage, with the ways to each damage.
struct Harm {
    hit: Hit,
    ways: Vec<u128>,
}

impl Blow<'_> {
    fn solve(&self) -> SolvedStep {
        let rolls = self.rolls();
        let all = u128::from(rolls.missed + rolls.bruised + rolls.averted + rolls.hits.iter().sum::<u32>());
        if self.exchange.manner.is_manoeuvre() || resistance::is_immune(self.battle, self.exchange) {
            return self.plain_ends(&rolls, all);
        }
        let force = Force::of(self.battle, self.exchange);
        let dice = force.dice.throw().ways().total().into();
        let harms = self.harms(&rolls, &force, dice);
        // If nobody else can be drawn into a fall, the check to stay standing is solved too.
        let target = self.battle.combatant(self.exchange.on);
        let stays = (!self.entangled).then(|| {
            let mut sum = Quick::default();
            add_wounds(target, &mut sum);
            Tally::sum(&sum) + 3 * sheet(target).som
        });
        let faces = u128::from(if stays.is_some() { FACES } else { 1 });
        let damages: usize = harms.iter().map(|harm| harm.ways.len()).sum();
        let mut solved = SolvedStep::new(all * dice * faces, 0).with_room(2 * damages);
        // If no hit has a strike result, no two outcomes are the same.
        if harms.iter().all(|harm| !strikes::has_result(self.exchange, harm.hit, 1)) {
            solved = solved.distinct();
        }
        self.add_failures(&rolls, dice * faces, &mut solved);
        self.add_hits(&harms, stays, &mut solved);
        solved
    }

    /// Every end of an attack that does no damage.
    fn plain_ends(&self, rolls: &Rolls, all: u128) -> SolvedStep {
        let mut solved = SolvedStep::new(all, 0).distinct();
        self.add_failures(rolls, 1, &mut solved);
        let hits: u32 = rolls.hits.iter().sum();
        if hits > 0 {
            solved.add(hits.into(), |context| {
                damage::won(self.battle, self.exchange, 0, context);
                turn::follow_up(self.battle, context);
            });
        }
        solved
    }

    /// Both rolls, PCT-ATK-02 (5 to 10). If ties are rolled again, their ways are left out.
    fn rolls(&self) -> Rolls {
        let Self { battle, exchange, .. } = *self;
        let mut rolls = Rolls { missed: 0, bruised: 0, averted: 0, hits: array::from_fn(|_| 0) };
        for face in 0..FACES as u8 {
            if face > exchange.number {
                let hurts = attack::hurts_the_hand(battle, exchange, face);
                *(if hurts { &mut rolls.bruised } else { &mut rolls.missed }) += FACES;
                continue;
            }
            let hit = &mut rolls.hits[checks::hit(battle, face).class() as usize];
            let Some((_, number)) = self.stance else {
                *hit += FACES;
                continue;
            };
            let [won, tied, lost] = duels(battle, face, number.into());
            *hit += won;
            rolls.averted += lost;
            match settings::tie(battle) {
                settings::Tie::Reroll => {}
                settings::Tie::Defender => rolls.averted += tied,
                settings::Tie::Attacker => *hit += tied,
            }
        }
        rolls
    }

    /// The damage of all hits, PCT-ATK-02 (11 to 14).
    fn harms(&self, rolls: &Rolls, force: &Force, dice: u128) -> Vec<Harm> {
        let sums = force.dice.throw().sums();
        let mut harms: Vec<Harm> = Vec::with_capacity(3);
        for (class, won) in (0..).zip(rolls.hits).filter(|(_, won)| *won > 0) {
            let hit = Hit::of_class(class);
            let through = |dice: i32| force.through(hit, force.value(hit, dice)) as usize;
            let most = through(force.dice.most());
            let harm = self.like(hit, most, &mut harms);
            if hit.critical {
                harm[most] += u128::from(won) * dice;
            } else {
                sums.iter().for_each(|sum| harm[through(sum.sum)] += u128::from(won) * u128::from(sum.ways));
            }
        }
        harms
    }

    /// The ways of the hits that are like this one except for damage, with room up to the damage `most`.
    fn like<'h>(&self, hit: Hit, most: usize, harms: &'h mut Vec<Harm>) -> &'h mut [u128] {
        let kind = |hit: Hit| (hit.critical, strikes::has_result(self.exchange, hit, 1));
        let place = harms.iter().position(|harm| kind(harm.hit) == kind(hit)).unwrap_or_else(|| {
            harms.push(Harm { hit, ways: Vec::new() });
            harms.len() - 1
        });
        let ways = &mut harms[place].ways;
        if ways.len() <= most {
            ways.resize(most + 1, 0);
        }
        ways
    }

    /// Adds the outcomes of a miss and of a successful defence.
    fn add_failures(&self, rolls: &Rolls, scale: u128, solved: &mut SolvedStep) {
        let Self { battle, exchange, .. } = *self;
        for (ways, hurts) in [(rolls.missed, false), (rolls.bruised, true)] {
            let ways = u128::from(ways) * scale;
            self.add(ways, solved, |context| attack::missed(battle, exchange, hurts, context));
        }
        if let Some((method, _)) = self.stance {
            let ways = u128::from(rolls.averted) * scale;
            self.add(ways, solved, |context| defence::averted(battle, exchange, method, context));
        }
    }

    /// Adds every damage and, where a check is due, whether the target stays standing. PCT-ATK-02 (14, 15), PCT-DMG-06.
    fn add_hits(&self, harms: &[Harm], stays: Option<i32>, solved: &mut SolvedStep) {
        let body = Body::of(self.battle.combatant(self.exchange.on));
        for Harm { hit, ways } in harms {
            for (damage, ways) in (0..).zip(ways) {
                let toll = body.take(damage);
                let mut add = |ways: u128, stays: Option<bool>| {
                    self.add(ways, solved, |context| {
                        damage::land(self.battle, self.exchange, *hit, (damage, stays), context);
                    });
                };
                match stays {
                    None => add(*ways, None),
                    Some(sum) if toll.shaken => {
                        let number = limited(sum + PER_WOUND * toll.wounds) as u128;
                        add(ways * (number + 1), Some(true));
                        add(ways * (99 - number), Some(false));
                    }
                    Some(_) => add(ways * u128::from(FACES), None),
                }
            }
        }
    }

    /// Adds an outcome with its sequel.
    fn add(&self, ways: u128, solved: &mut SolvedStep, settle: impl FnOnce(&mut StepContext<'_>)) {
        if ways == 0 {
            return;
        }
        solved.add(ways, |context| {
            settle(context);
            self.write_sequel(&mut self.sequels.borrow_mut(), context);
            if self.entangled {
                turn::follow_up(self.battle, context);
            }
        });
    }
}

impl Blow<'_> {
    /// Writes what follows an outcome, or leaves it to steps on the agenda.
    fn write_sequel(&self, sequels: &mut Vec<Sequel>, context: &mut StepContext<'_>) {
        let result = match context.pending() {
            [] => Some(false),
            [AgendaItem::Step(next)] if matches!(next.as_ref(), Step::Damage(DamageStep::Result(_))) => Some(true),
            _ => None,
        };
        let result = result.filter(|result| !(*result && self.entangled));
        if !self.settles && result != Some(true) {
            return;
        }
        if let Some(effects) = result.and_then(|result| self.sequel_effects(sequels, result, context)) {
            context.forget_pending();
            effects.iter().for_each(|effect| context.effect(effect.clone()));
        } else if self.settles {
            context.step(AttackStep::Settle(*self.exchange));
        }
    }

    /// What follows an outcome, worked out once for all outcomes alike in everything that can matter to it.
    fn sequel_effects<'s>(
        &self,
        sequels: &'s mut Vec<Sequel>,
        result: bool,
        context: &StepContext<'_>,
    ) -> Option<&'s [Effect]> {
        let after = || context.effects().filter(|effect| !matches!(effect, Effect::Vital(..)));
        let is_alike = |known: &Sequel| known.result == result && after().eq(&known.after);
        let place = sequels.iter().position(is_alike).unwrap_or_else(|| {
            let after: Vec<Effect> = after().cloned().collect();
            sequels.push(Sequel { result, effects: self.explore_sequel(result, &after), after });
            sequels.len() - 1
        });
        sequels[place].effects.as_deref()
    }

    /// Works out what is written after these changes; `None` if something is rolled or somebody reacts.
    fn explore_sequel(&self, result: bool, after: &[Effect]) -> Option<Vec<Effect>> {
        let mut battle = self.battle.clone();
        after.iter().for_each(|effect| battle.apply(effect));
        let mut effects = Vec::new();
        let mut write = |battle: &mut Battle, entries: Vec<Entry>| {
            for entry in entries {
                if let Entry::Effect(effect) = entry {
                    battle.apply(&effect);
                    effects.push(effect);
                }
            }
        };
        if result {
            let mut context = StepContext::without_chance(false);
            strikes::result(&battle, self.exchange, &mut context);
            if context.leads_on() {
                return None;
            }
            write(&mut battle, context.into_outcome().entries);
        }
        if self.settles {
            let mut context = StepContext::without_chance(false);
            attack::settle(&battle, self.exchange, &mut context);
            let outcome = context.into_outcome();
            write(&mut battle, outcome.entries);
            if !outcome.then.iter().all(|next| is_unanswered(&battle, next)) {
                return None;
            }
        }
        Some(effects)
    }
}

/// Whether nobody reacts to a call for reactions.
fn is_unanswered(battle: &Battle, call: &AgendaItem) -> bool {
    let AgendaItem::Step(call) = call else { return false };
    let Step::Reaction(ReactionStep::Call(event)) = call.as_ref() else { return false };
    let mut context = StepContext::without_chance(false);
    reactions::call(battle, *event, &mut context);
    !context.leads_on()
}

/// Whether more may follow if the target falls: to its rider or mount, to holds and catches, to its own braced weapon.
pub fn is_entangled(battle: &Battle, exchange: &Exchange) -> bool {
    let is_tied = |fighter: Combatant<'_>| fighter.conditions.has(GRABBING) || bonds::is_bound(fighter);
    let target = battle.combatant(exchange.on);
    [MOUNTED, RIDDEN, TRAPPED, BRACED].into_iter().any(|kind| target.conditions.has(kind))
        || battle.combatants().any(is_tied)
}

/// How many ways a defence roll against a margin has to each [`checks::Duel`].
fn duels(battle: &Battle, margin: u8, number: i32) -> [u32; 3] {
    let mut ways = [0; 3];
    if settings::critical_wins(battle) {
        (0..FACES as u8).for_each(|face| ways[checks::duel(battle, margin, face, number) as usize] += 1);
        return ways;
    }
    let mut first = 0;
    for band in defence::bands(margin, number) {
        let next = band.last + 1;
        ways[band.class as usize] += (next - first).max(0) as u32;
        first = next.max(first);
    }
    ways
}

/// The situation of a step that rolls a strike or shot between two combatants on foot, with nobody else involved. By
/// then the terms of the attacker's number no longer matter.
pub fn situation(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Roll(exchange)) = step else { return None };
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    if !is_plain(exchange) || is_mounted(by) || is_mounted(on) || conditions::anybody_readied(battle) {
        return None;
    }
    // With this setting the bonus of a charge depends on where the attacker stands, PCT-CHA-02.
    if settings::charge_by_displacement(battle) && by.conditions.has(CHARGE) {
        return None;
    }
    if battle.combatants().any(|fighter| fighter.team == on.team && !fighter.aware.of(by.id)) {
        return None;
    }
    let item = battle.item(exchange.item);
    let attack = (exchange, exchange.stance, exchange.finishes, item.at, item.count);
    let target = (on.placement, on.posture, on.status, on.vitals, on.hands);
    let situation = SituationKey::of(&(attack, target, &on.conditions, &by.conditions, by.hands));
    // A fist that strikes armour may hurt the attacker, PCT-UNA-04.
    let hurts = exchange.used(battle).kind == Kind::Unarmed;
    Some(if hurts { situation.with(&Whole(&battle.rows()[by.id.index()])) } else { situation })
}

/// The combatants whose damage, wounds and Luck make no difference to an attack: all but attacker and target, if nobody
/// else can be drawn into it. For [`AttackStep::Settle`] those two belong to them as well.
pub fn unread_vitals(battle: &Battle, step: &Step) -> CombatantSet {
    let Step::Attack(step) = step else { return CombatantSet::default() };
    let (exchange, parties) = match step {
        AttackStep::Settle(exchange) => (exchange, None),
        AttackStep::Declare(exchange) | AttackStep::Notice(exchange) | AttackStep::Roll(exchange) => {
            (exchange, Some([exchange.by, exchange.on]))
        }
        AttackStep::Judge(..) => return CombatantSet::default(),
    };
    let alone = is_plain(exchange)
        && !is_mounted(battle.combatant(exchange.by))
        && !is_mounted(battle.combatant(exchange.on))
        && !conditions::anybody_readied(battle)
        && !is_entangled(battle, exchange);
    let others = battle
        .combatants()
        .map(|fighter| fighter.id)
        .filter(|who| parties.is_none_or(|parties| !parties.contains(who)));
    if alone { others.collect() } else { CombatantSet::default() }
}

/// Whether it is no manoeuvre, and neither points nor a catch can change it.
const fn is_plain(exchange: &Exchange) -> bool {
    !exchange.manner.is_manoeuvre() && exchange.points == 0 && !matches!(exchange.stance, Some((Method::Catch(_), _)))
}

fn is_mounted(fighter: Combatant<'_>) -> bool {
    fighter.conditions.has(MOUNTED) || fighter.conditions.has(RIDDEN)
}
