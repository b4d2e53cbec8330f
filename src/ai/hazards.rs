//! Fire and imminent explosions: the value of standing somewhere, of walking through, and of a burning fuse.

use rustc_hash::FxHashSet;

use super::{
    POINT, ground,
    outcomes::{HEALTH, OUT},
    turn_context::TurnContext,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{Battle, Battlefield, CombatantId, Course, Explosive, Journey, Lit, Placement, Reachable, objects},
};

/// How likely a foe or a friend is still there when a fuse has burnt down, in per cent: with no turn before that, with
/// one, with more.
const FOE_STAYS: [i32; 3] = [100, 40, 12];
const FRIEND_STAYS: [i32; 3] = [100, 20, 5];

/// Whether a board holds fire or explosives.
pub(super) fn is_any(field: &Battlefield) -> bool {
    field.survey().fire || field.explosives().next().is_some()
}

/// What losing `cost` points of health is worth.
fn worth(battle: &Battle, who: CombatantId, cost: i32) -> i32 {
    let now = battle.ruleset.rules().health(battle, who).0.max(1);
    if cost >= now { OUT } else { cost.max(0) * HEALTH / now }
}

fn burns(field: &Battlefield, body: Footprint) -> bool {
    body.squares().any(|square| field.burns(square))
}

/// Whether the explosives differ: a fuse has been lit, say.
pub(super) fn lights(before: &Battle, after: &Battle) -> bool {
    after.scene.field.explosives().ne(before.scene.field.explosives())
}

/// The burning fuses, with the squares that their explosions reach.
fn fuses(battle: &Battle) -> impl Iterator<Item = (Square, Explosive, Lit, Vec<Square>)> + '_ {
    let rules = battle.ruleset.rules();
    let lit = battle.scene.field.explosives().filter_map(|(at, explosive)| Some((at, explosive, explosive.lit?)));
    lit.map(move |(at, explosive, lit)| (at, explosive, lit, rules.explosion(battle, at, explosive.radius)))
}

impl TurnContext<'_> {
    /// What entering fire once costs me; at least a point even where the rules name no harm.
    pub(super) fn fire(&self, at: &Battle) -> i32 {
        worth(at, self.me, self.rules.fire_cost(at, self.me)).max(POINT)
    }

    /// The value for me of ending a turn there: fire on the spot, burning fuses whose explosion reaches it.
    pub(super) fn on_the_spot(&self, at: &Battle, body: Footprint) -> i32 {
        if !self.has_hazards {
            return 0;
        }
        let fire = if burns(&at.scene.field, body) { -self.fire(at) } else { 0 };
        let blast = |(square, explosive, lit, reached): (Square, Explosive, Lit, Vec<Square>)| {
            if !body.squares().any(|square| reached.contains(&square)) {
                return 0;
            }
            let stays = if lit.round <= at.scene.round { FOE_STAYS[0] } else { FRIEND_STAYS[1] };
            -worth(at, self.me, self.rules.blast_cost(at, square, &explosive, self.me)) * stays / 100
        };
        fire + fuses(at).map(blast).sum::<i32>()
    }

    /// Where the one who walks for me stands: my mount, if I ride one, or else myself.
    fn walker(&self, at: &Battle) -> Placement {
        at.combatant(at.ruleset.rules().mount_of(at, self.me).unwrap_or(self.me)).placement
    }

    /// The value of a way through fire, 0 or less; ending a turn in fire is counted separately.
    pub(super) fn through_fire(&self, at: &Battle, way: &[Square]) -> i32 {
        let walker = self.walker(at);
        let passes = |square: &Square| burns(&at.scene.field, walker.at(*square).0);
        if self.has_hazards && way.iter().any(passes) { -self.fire(at) } else { 0 }
    }

    /// The ends of `ways` that fire cuts off: they do not burn themselves, but no steps lead around the fire to them,
    /// as far as can be told without the cost of each step. Empty where nothing burns.
    pub(super) fn behind_fire(&self, at: &Battle, ways: &[Reachable]) -> Vec<Square> {
        let field = &at.scene.field;
        if !self.has_hazards || !field.survey().fire {
            return Vec::new();
        }
        let me = self.walker(at);
        let from = me.anchor();
        let far = |to: Square| (to.x - from.x).abs().max((to.y - from.y).abs());
        let most = ways.iter().map(|way| far(way.square)).max().unwrap_or(0);
        let open = |square: Square| !burns(field, me.at(square).0);
        let mut left: FxHashSet<Square> = ways.iter().map(|way| way.square).filter(|square| open(*square)).collect();
        let mut edge = vec![from];
        for _ in 0..most {
            let next = edge.iter().flat_map(|square| Direction::ALL.map(|direction| square.step(direction)));
            edge = next.filter(|square| left.remove(square)).collect();
        }
        ways.iter().map(|way| way.square).filter(|square| left.contains(square)).collect()
    }

    /// The way to a square. If the best one leads through fire, a way round it is taken instead, provided that it takes
    /// no more of the turn, needs no additional roll and provokes no more attacks.
    pub(super) fn way(&self, at: &Battle, verb: &str, to: Square) -> Option<Journey> {
        let best = at.journey(self.me, verb, Course::To(to)).ok()?;
        let field = &at.scene.field;
        if self.through_fire(at, &best.route.squares) == 0 || field.burns(to) {
            return Some(best);
        }
        let walker = self.walker(at);
        let mount = at.ruleset.rules().mount_of(at, self.me);
        let is_mine = |who: CombatantId| who == self.me || Some(who) == mount;
        let is_free = |square: Square| {
            let body = walker.at(square).0;
            !burns(field, body) && body.squares().all(|part| at.standing(part).all(is_mine))
        };
        let round = ground::way(field, walker.anchor(), to, is_free);
        let round = round.and_then(|way| at.journey(self.me, verb, Course::Along(&way)).ok());
        let price = |journey: &Journey| (!journey.route.base, journey.gamble.is_some(), journey.provocations.len());
        Some(round.filter(|round| price(round) <= price(&best)).unwrap_or(best))
    }

    /// The value of the fuses lit since this decision began, which is part of the value of every position in which they
    /// burn.
    pub(super) fn lit_since(&self, at: &Battle) -> i32 {
        self.burning_fuses(at) - self.burning_fuses(self.battle)
    }

    /// The value of what the burning fuses will do to others.
    pub(super) fn burning_fuses(&self, at: &Battle) -> i32 {
        if !self.has_hazards {
            return 0;
        }
        let team = at.combatant(self.me).team;
        let place = |who: CombatantId| at.scene.order.iter().position(|other| *other == who);
        let now = place(self.me);
        let mut sum = 0;
        for (square, explosive, lit, reached) in fuses(at) {
            let rounds = usize::from(lit.round.saturating_sub(at.scene.round));
            for who in objects::caught(at, &reached) {
                let other = at.combatant(who);
                if who == self.me || !other.fights() {
                    continue;
                }
                let turns = (rounds + usize::from(place(who) > now)).min(2);
                let harm = worth(at, who, self.rules.blast_cost(at, square, &explosive, who));
                sum += if other.team == team { -harm * FRIEND_STAYS[turns] } else { harm * FOE_STAYS[turns] };
            }
        }
        sum / 100
    }
}
