//! Values the outcomes of a forecast for a side: who is hurt, thrown to the ground, hindered, healed or out of the fight.

use smallvec::SmallVec;

use super::{
    POINT,
    evaluation::{Appraiser, Gain},
    pairs::is_prone,
    thrift,
};
use crate::rules::{
    Battle, CombatantId, ConditionKind, Conditions, Effect, Forecast, OutcomeState, Posture, Ruleset, Status, Team,
};

/// The value of putting somebody out of the fight.
pub(super) const OUT: i32 = 100 * POINT;

/// The value of the lesser grades.
const GRADES: [i32; 3] = [0, 7 * POINT, 16 * POINT];

/// The value of taking all health that is left without putting the target out; less damage counts in proportion.
pub(super) const HEALTH: i32 = 55 * POINT;

/// The value of bringing somebody back into the fight.
const BACK: i32 = 60 * POINT;

/// The value of throwing somebody to the ground.
const FALL: i32 = 5 * POINT;

/// The value of points that a target spends on defence, in per cent of their value to an attacker who spends them.
const DRAINED: i32 = 50;

/// How many bits of a weight count. Weights can be long numbers.
const WEIGHT_BITS: u32 = 40;

impl Appraiser {
    /// The mean value of a forecast for a side, and the chance that `on` is put out.
    pub(super) fn expect(&mut self, battle: &Battle, team: Team, odds: &Forecast, on: Option<CombatantId>) -> Gain {
        let rules = battle.ruleset.rules();
        let mut outcomes = Outcomes { judge: self, battle, rules, team, on, healths: SmallVec::new() };
        let shift = (u128::BITS - odds.odds.total().leading_zeros()).saturating_sub(WEIGHT_BITS);
        let (mut sum, mut drained, mut out, mut all) = (0i64, 0i64, 0i64, 0i64);
        odds.odds.read(|ending, weight| {
            let weight = (weight >> shift) as i64;
            let (value, gone) = outcomes.value(ending);
            sum += i64::from(value) * weight;
            drained += if gone { 0 } else { i64::from(outcomes.drained(ending)) * weight };
            out += if gone { weight } else { 0 };
            all += weight;
        });
        let all = all.max(1);
        let (value, drained) = ((sum / all) as i32, (drained / all) as i32);
        Gain { value, drained, out: (out * 10_000 / all) as i32, parts: false }
    }
}

/// What the outcomes of one forecast are worth.
struct Outcomes<'a> {
    judge: &'a mut Appraiser,
    battle: &'a Battle,
    rules: &'static dyn Ruleset,
    /// The side for which they are valued.
    team: Team,
    /// The target whose chance of being put out is wanted.
    on: Option<CombatantId>,
    /// Current and full health of those hurt so far, as it is before every outcome.
    healths: SmallVec<[(CombatantId, (i32, i32)); 4]>,
}

/// What an outcome changes for somebody, besides its grade and damage.
#[derive(Default)]
struct Changes {
    /// Whether it is back in the fight.
    back: bool,
    /// Whether it lies on the ground.
    prone: bool,
    /// The value of conditions that are new or gone.
    hindered: i32,
    /// Health given back.
    healed: i32,
}

impl Outcomes<'_> {
    /// The value of an outcome, and whether the target is out.
    fn value(&mut self, ending: &OutcomeState) -> (i32, bool) {
        let mut touched: SmallVec<[CombatantId; 8]> = self.on.into_iter().collect();
        let mut gone = false;
        let mut note = |who: CombatantId| {
            if !touched.contains(&who) {
                touched.push(who);
            }
        };
        ending.results.iter().for_each(|result| note(result.on));
        for effect in ending.effects.iter() {
            match effect {
                Effect::Status(who, status) => {
                    gone |= self.on == Some(*who) && status.is_out();
                    note(*who);
                }
                Effect::Posture(who, _) => note(*who),
                Effect::Vital(who, vital, _) if self.rules.is_health(*vital) => note(*who),
                _ => effect.bearer().into_iter().for_each(&mut note),
            }
        }
        let mut value = 0;
        for who in touched {
            let harm = self.harm(who, ending);
            value += if self.battle.combatant(who).team == self.team { -harm } else { harm };
        }
        (value, gone)
    }

    /// How badly an outcome hurts somebody.
    fn harm(&mut self, who: CombatantId, ending: &OutcomeState) -> i32 {
        let fighter = self.battle.combatant(who);
        if !fighter.fights() {
            let changes = self.changes(who, ending);
            return if changes.back { -BACK } else { changes.hindered.min(0) - self.healed(who, &changes) };
        }
        let grade = self.rules.grade(self.battle, who, ending);
        if grade >= 3 {
            return OUT;
        }
        let changes = self.changes(who, ending);
        let (now, _) = self.health(who);
        let damage: i32 =
            ending.results.iter().filter(|result| result.on == who).map(|result| i32::from(result.damage)).sum();
        let fall = if changes.prone && !is_prone(fighter) { FALL } else { 0 };
        let healed = self.healed(who, &changes);
        damage.clamp(0, now) * HEALTH / now + GRADES[usize::from(grade)] + fall + changes.hindered - healed
    }

    /// The value of the points that the target spends on defence, which it will not have for the next one.
    fn drained(&self, ending: &OutcomeState) -> i32 {
        let Some(who) = self.on else { return 0 };
        let Some(stock) = self.rules.stock(self.battle, who) else { return 0 };
        let left = ending.effects.iter().rev().find_map(|effect| match effect {
            Effect::Vital(whom, vital, left) if *whom == who && *vital == stock.vital => Some(i32::from(*left)),
            _ => None,
        });
        let paid = left.map_or(0, |left| i32::from(stock.left) - left);
        if paid > 0 { thrift::of_points(stock, paid) * DRAINED / 100 } else { 0 }
    }

    /// What the effects of an outcome change for somebody.
    fn changes(&self, who: CombatantId, ending: &OutcomeState) -> Changes {
        let mut changes = Changes { hindered: self.hindered(who, ending), ..Changes::default() };
        for effect in ending.effects.iter() {
            match effect {
                Effect::Status(whom, Status::Fighting) if *whom == who => changes.back = true,
                Effect::Posture(whom, Posture::Prone) if *whom == who => changes.prone = true,
                Effect::Vital(whom, vital, now) if *whom == who && self.rules.is_health(*vital) => {
                    let before = self.battle.combatant(who).vitals.get(*vital);
                    changes.healed += (i32::from(*now) - i32::from(before)).max(0);
                }
                _ => {}
            }
        }
        changes
    }

    /// The value of an outcome's changes to a combatant's conditions. Being charmed twice is no worse than once. A
    /// helpful condition that is used up is no loss; and a hindrance that an enemy shakes off when struck has served
    /// its purpose.
    fn hindered(&self, who: CombatantId, ending: &OutcomeState) -> i32 {
        let changes = || ending.effects.iter().filter(|effect| effect.bearer() == Some(who));
        if changes().next().is_none() {
            return 0;
        }
        let fighter = self.battle.combatant(who);
        let (before, mut after) = (fighter.conditions, fighter.conditions.clone());
        changes().for_each(|effect| _ = effect.change_conditions(&mut after));
        let mut kinds: SmallVec<[ConditionKind; 8]> = before.0.iter().chain(&after.0).map(|held| held.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let of = |all: &Conditions, kind: ConditionKind| -> i32 {
            let held = all.0.iter().filter(|held| held.kind == kind);
            held.map(|held| i32::from(self.rules.hindrance(held))).sum()
        };
        let more = |kind: ConditionKind| {
            let (before, after) = (of(before, kind), of(&after, kind));
            match after - before {
                more @ 1.. => more.min(after.max(0)),
                less if fighter.team == self.team => less,
                less => less.max(after.min(0)),
            }
        };
        kinds.into_iter().map(more).sum::<i32>() * OUT / 100
    }

    /// The value of health that an outcome gives back.
    fn healed(&mut self, who: CombatantId, changes: &Changes) -> i32 {
        if changes.healed == 0 { 0 } else { changes.healed * HEALTH / self.health(who).1 }
    }

    /// Current and full health before.
    fn health(&mut self, who: CombatantId) -> (i32, i32) {
        if let Some((_, known)) = self.healths.iter().find(|(whom, _)| *whom == who) {
            return *known;
        }
        let health = self.judge.health(self.battle, who);
        self.healths.push((who, health));
        health
    }
}
