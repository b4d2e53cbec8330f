//! An action against one target as a situation: everything that it and what follows from it can depend on, and the
//! machine that runs over it. POO-ATK, POO-DMG, POO-CRIT, POO-ROLL-14.
//!
//! The target chooses its defence; the attack roll and its Luck; the defence roll and its Luck; a roll of the mind
//! against charm; a counterattack; damage and the energy of a charge; what the defence brings back; the attacker's
//! backlash. Nothing here reads a battle.

mod result;
mod stage;
#[cfg(test)]
mod tests;

pub use result::{Came, Critical, End, Total};
pub use stage::{Answer, Question, Stage};

use serde::{Deserialize, Serialize};

use super::components::{Component, Components};
use crate::{
    dice::{Reading, Throw},
    rules::exchange::{Next, Reads},
};
use result::{Count, Defended};

/// Everything that an action against one target can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Situation {
    /// What the acting combatant rolls, the same for all targets.
    pub pool: Pool,
    /// The total, if it has been rolled against somebody before. POO-COMP-31, POO-COMP-41.
    pub known: Option<Total>,
    /// What success brings.
    pub aim: Aim,
    /// The defence that forecasts assume: the passive one.
    pub guard: Guard,
    /// What the target is asked.
    pub asks: Asks,
    /// Damage dice besides those of the margin.
    pub harm: HarmDice,
    /// The energy that comes with contact.
    pub charge: Charge,
    /// The same as it acts on the attacker if the attack is turned back. POO-CRIT-09.
    pub recharge: Charge,
    /// Dice of the mind against charm, POO-MAG-07.
    pub mind: u8,
    /// The attacker's own, against a charm that is turned back.
    pub own_mind: u8,
    /// The attacker's armour dice, rolled alone against what comes back, POO-CRIT-09.
    pub soak: u8,
    /// Whether the target rolls nothing and a hit kills, POO-VIT-03.
    pub helpless: bool,
    /// The margin beyond which a hit brings nothing more.
    pub margins: u8,
    /// Whether the roll may go on to another, so that its total is kept. POO-COMP-31, POO-COMP-41.
    pub follows: bool,
    /// Settings.
    pub plays: Plays,
}

/// The pool of the acting combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pool {
    /// Ordinary dice.
    pub dice: u8,
    /// Luck dice, POO-LUCK-02.
    pub luck: u8,
    /// The number of the tier used, POO-TIER-03.
    pub tier: u8,
    /// Whether it is a spell, whose critical failure strikes back, POO-CRIT-10.
    pub spell: bool,
}

/// What success brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Aim {
    /// Damage by the margin; a tie glances. POO-DMG-01, POO-DMG-02.
    Harm,
    /// An effect in place of damage; a tie glances. POO-COMP-02.
    Instead,
    /// An effect; a tie is a stalemate. POO-ROLL-11.
    Contest,
    /// Charm by contact, POO-MAG-07.
    Charm,
    /// Death, which needs that many successes, POO-MAG-09.
    Death(u8),
    /// Dice of Vitality, as many as the total, POO-MAG-12.
    Heal,
    /// The same for a dead body, if the total is at least this, POO-MAG-14.
    Raise(u8),
    /// First Aid, POO-SKL-03.
    Aid,
    /// Stored dice, as many as the total but at most this many, POO-CHG-01, POO-CNT-03.
    Store(u8),
}

/// A defence pool by source, POO-DEF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Guard {
    /// Evasion dice.
    pub evasion: u8,
    /// Block dice.
    pub block: u8,
    /// Armour dice.
    pub armour: u8,
    /// Luck dice.
    pub luck: u8,
    /// The number of the tier used; 0 for a passive defence, which has no criticals. POO-DEF-02.
    pub tier: u8,
    /// Its components.
    pub with: Components,
    /// Whether a counterspell leaves a part of the spell, POO-CNT-04.
    pub partly: bool,
}

/// What the target is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Asks {
    /// Its defence, POO-ATK-04.
    pub defence: bool,
    /// Luck for a roll of the mind, POO-MAG-07.
    pub mind: bool,
    /// The same for the attacker, where a charm is turned back.
    pub own_mind: bool,
}

/// Damage dice besides those of the margin, POO-DMG-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HarmDice {
    /// From drugs.
    pub more: i8,
    /// Taken away by armour, if the setting says so.
    pub soaked: u8,
    /// From size.
    pub size: i8,
    /// Whether the dice of a hit are doubled, POO-COMP-60.
    pub stroke: bool,
}

/// Energy that comes with contact, POO-CHG-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Charge {
    /// Stored dice.
    pub dice: u8,
    /// Whether it acts even when blocked.
    pub contact: bool,
    /// Whether it is charm, which the mind resists.
    pub charm: bool,
}

/// Settings, as far as a roll depends on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Plays {
    /// POO-ATK-06.
    pub zero_misses: bool,
    /// POO-CRIT-02.
    pub criticals_decide: bool,
    /// POO-LUCK-04.
    pub luck_counts: bool,
}

impl Guard {
    /// Ordinary dice.
    pub const fn dice(&self) -> u8 {
        self.evasion + self.block + self.armour
    }

    /// Whether it is made with a component.
    pub const fn has(&self, component: Component) -> bool {
        self.with.has(component)
    }

    /// Whether it is a spell, whose critical failure strikes back, POO-CRIT-10.
    pub const fn is_spell(&self) -> bool {
        self.has(Component::Counterspell) || self.has(Component::EnergyWard)
    }

    /// Its roll: successes on evasion dice are told apart where there are other dice.
    const fn roll(&self) -> Throw {
        let first = if self.block + self.armour == 0 { 0 } else { self.evasion };
        Throw::Pool { count: self.dice(), first }
    }
}

impl Situation {
    /// Whether the target rolls against it.
    pub const fn is_opposed(&self) -> bool {
        matches!(self.aim, Aim::Harm | Aim::Instead | Aim::Contest | Aim::Charm)
    }

    /// What the target knows before it chooses: the dice, or the total of a roll that goes on to it. POO-ATK-04,
    /// POO-COMP-31, POO-COMP-41.
    pub fn means(&self) -> String {
        match (self.known, self.pool.luck) {
            (Some(known), _) => format!("a total of {}", known.total),
            (None, 0) => format!("{} dice", self.pool.dice),
            (None, luck) => format!("{} dice, {luck} Luck", self.pool.dice),
        }
    }

    fn after_choice(&self, guard: Guard) -> Stage {
        match self.known {
            Some(total) => self.before_defence(guard, total),
            None => Stage::Attack(guard),
        }
    }

    fn before_defence(&self, guard: Guard, total: Total) -> Stage {
        let rolls = self.is_opposed() && !self.helpless || guard.has(Component::Counterspell);
        match () {
            () if rolls && guard.dice() > 0 => Stage::Defend(guard, total),
            () if rolls && guard.luck > 0 => Stage::DefendLuck(guard, total, Count::default(), 0),
            () => self.compare(guard, total, Defended::default()),
        }
    }

    /// Compares the totals, POO-ATK-05.
    fn compare(&self, guard: Guard, attack: Total, defence: Defended) -> Stage {
        let doubled = |dice: i8| if attack.critical == Critical::Success { 2 * dice } else { dice }.max(0) as u8;
        let rolled = if self.follows || self.recharge.charm { attack } else { Total::default() };
        let came = Came { attack: attack.critical, defence: defence.critical, rolled, ..Came::new(End::Fails, &guard) };
        let works = Came { end: End::Works, ..came };
        let total = attack.total;
        match self.aim {
            _ if self.is_countered(&guard, attack, &defence) => {
                let (end, dice) = match guard.partly && self.aim == Aim::Harm {
                    true => (End::Reduced, 1),
                    false => (End::Countered, 0),
                };
                let came = Came { end, attack: attack.critical.failure_only(), ..came };
                self.turned((total - defence.total).unsigned_abs(), came, dice, total)
            }
            Aim::Store(most) if total >= 1 => {
                let margin = doubled(total.min(most as i8));
                self.with_result(Came { margin, ..works }, 0, total)
            }
            Aim::Heal if total >= 1 => self.with_result(works, doubled(total), total),
            Aim::Raise(need) if total >= need as i8 => self.with_result(works, doubled(total), total),
            Aim::Aid if total >= 1 => self.with_result(works, u8::from(attack.critical == Critical::Success), total),
            Aim::Death(need) if total >= 1 && doubled(total) >= need => self.with_result(works, 0, total),
            Aim::Store(_) | Aim::Heal | Aim::Raise(_) | Aim::Aid | Aim::Death(_) => self.with_result(came, 0, total),
            Aim::Harm | Aim::Instead | Aim::Contest | Aim::Charm => self.opposed(guard, attack, defence, came),
        }
    }

    /// Whether a counterspell negates the spell: by more successes, or by its critical where those decide. POO-CNT-01,
    /// POO-CRIT-02.
    fn is_countered(&self, guard: &Guard, attack: Total, defence: &Defended) -> bool {
        let ahead = if self.plays.criticals_decide { defence.critical as i8 - attack.critical as i8 } else { 0 };
        guard.has(Component::Counterspell) && (ahead > 0 || ahead == 0 && defence.total > attack.total)
    }

    /// The stage of a spell that another target's counterspell has reduced to a part. POO-CNT-04.
    pub fn reduced(&self) -> Stage {
        self.before_harm(Came::new(End::Reduced, &Guard { with: Components::default(), ..self.guard }), 1)
    }

    /// The result of an opposed roll, POO-ATK-05, POO-CRIT-02.
    fn opposed(&self, guard: Guard, attack: Total, defence: Defended, came: Came) -> Stage {
        let (mut ahead, tie_is_evaded) = (attack.total - defence.total, guard.has(Component::Untouchable));
        let mut stopped = ahead < 0 || ahead == 0 && (tie_is_evaded || self.plays.zero_misses && attack.total <= 0);
        if self.plays.criticals_decide {
            match attack.critical as i8 - defence.critical as i8 {
                1.. => (ahead, stopped) = (ahead.max(1), false),
                ..0 => stopped = true,
                0 => {}
            }
        }
        let is_contest = self.aim == Aim::Contest;
        let by = ahead.unsigned_abs();
        let (end, margin, dice) = match () {
            () if stopped && guard.has(Component::Catch) && ahead < 0 => (End::Caught, 0, 0),
            // Evaded is also a tie that Untouchable or a setting turns, and an attack that only a critical has stopped.
            // POO-DEF-08.
            () if stopped && (ahead >= 0 || defence.evaded > attack.total) => (End::Evaded, by, 0),
            () if stopped => (End::Blocked, by, 0),
            () if ahead == 0 && is_contest => (End::Tied, 0, 0),
            () if ahead == 0 => (End::Glanced, 0, if attack.critical == Critical::Success { 2 } else { 1 }),
            () if self.helpless && self.aim == Aim::Harm => (End::Killed, 0, 0),
            () if is_contest && attack.critical == Critical::Success => (End::Hit, 2 * by, 0),
            () => (End::Hit, by, self.damage_dice(by, attack.critical)),
        };
        // How far the attack fell short: 0 if a tie or a critical stopped it. POO-COMP-43, POO-COMP-51.
        let behind = ahead.min(0).unsigned_abs();
        let margin = match end {
            End::Hit => margin.min(self.margins),
            End::Evaded | End::Blocked if guard.has(Component::Riposte) => behind,
            End::Evaded | End::Blocked if guard.has(Component::ElusiveStep) => behind.min(1),
            _ => 0,
        };
        let damages = self.aim == Aim::Harm || self.aim == Aim::Instead && end == End::Glanced;
        let came = Came { end, margin, ..came };
        let came = if end.is_stopped() { Came { attack: attack.critical.failure_only(), ..came } } else { came };
        self.turned(by, came, if damages { dice } else { 0 }, attack.total)
    }

    /// The stage once the totals have been compared, with their difference: asks whether to turn the attack back, where
    /// that is possible. POO-CRIT-09.
    fn turned(&self, by: u8, came: Came, dice: u8, total: i8) -> Stage {
        let turns = came.attack == Critical::Failure && came.defence == Critical::Success && self.aim == Aim::Harm;
        if !turns {
            return self.with_result(came, dice, total);
        }
        // If it is turned back, the difference of the totals is the number of damage dice, and stands as the margin.
        // `kept` is for the case that it is not: the margin of a stopped attack, otherwise the damage dice.
        let kept = if matches!(came.end, End::Evaded | End::Blocked) { came.margin } else { dice };
        Stage::Return(Came { margin: by.max(1), ..came }, kept, total)
    }

    /// The damage dice of a hit, POO-DMG-04.
    fn damage_dice(&self, margin: u8, critical: Critical) -> u8 {
        let HarmDice { more, soaked, size, stroke } = self.harm;
        let times = 1 + i16::from(stroke) + i16::from(critical == Critical::Success);
        (i16::from(margin) * times + i16::from(more) - i16::from(soaked) + i16::from(size)).clamp(0, 200) as u8
    }

    /// The stage once the result is known: a roll of the mind first, if charm has touched it.
    fn with_result(&self, came: Came, dice: u8, total: i8) -> Stage {
        let by_charge = self.charge.charm && came.releases(&self.charge);
        let by_spell = self.aim == Aim::Charm && matches!(came.end, End::Hit | End::Glanced);
        match by_charge || by_spell {
            // The unconscious roll nothing, POO-DEF-09.
            true if self.mind == 0 => self.resisted(came, dice, total, 0),
            true if self.asks.mind => Stage::Mind(came, dice, total),
            true => Stage::Resist(came, dice, total, 0),
            false => self.before_harm(came, dice),
        }
    }

    fn before_harm(&self, came: Came, dice: u8) -> Stage {
        if dice > 0 { Stage::Harm(came, dice) } else { self.before_energy(came) }
    }

    fn before_energy(&self, came: Came) -> Stage {
        let charge = self.charge_on(&came);
        let released = charge.dice > 0 && !charge.charm && came.releases(charge);
        if released { Stage::Energy(came) } else { self.before_own(came) }
    }

    /// The charge as it acts on the one it comes to: the target, or the attacker if it is turned back.
    const fn charge_on(&self, came: &Came) -> &Charge {
        if matches!(came.end, End::Returned) { &self.recharge } else { &self.charge }
    }

    fn before_own(&self, came: Came) -> Stage {
        let strikes_back = came.defence == Critical::Failure
            && (came.with.has(Component::Counterspell) || came.with.has(Component::EnergyWard));
        if strikes_back { Stage::Own(came) } else { self.before_riposte(came) }
    }

    fn before_riposte(&self, came: Came) -> Stage {
        // A counterattack is a defence that has succeeded in all its parts, POO-CRIT-09.
        let may = matches!(came.end, End::Evaded | End::Blocked | End::Returned);
        match came.margin {
            dice if dice > 0 && may && came.with.has(Component::Riposte) => {
                if self.soak > 0 {
                    Stage::RiposteSoak(came, dice)
                } else {
                    Stage::Riposte(came, dice)
                }
            }
            _ => self.before_recoil(came),
        }
    }

    fn before_recoil(&self, came: Came) -> Stage {
        let is_struck = self.pool.spell && came.attack == Critical::Failure && came.end != End::Returned;
        if is_struck && self.known.is_none() { Stage::Recoil(came) } else { Stage::Done(came) }
    }

    /// After the damage of a counterattack, which goes on with the charge.
    fn after_back(&self, came: Came) -> Stage {
        let total = came.rolled.total;
        match () {
            () if self.recharge.charm && self.own_mind == 0 => self.resisted(came, 0, total, 0),
            () if self.recharge.charm && self.asks.own_mind => Stage::Mind(came, 0, total),
            () if self.recharge.charm => Stage::Resist(came, 0, total, 0),
            () => self.before_energy(came),
        }
    }

    /// The roll at a stage and how much of it matters, or nothing where nothing is rolled.
    fn roll(&self, stage: Stage) -> Option<(Throw, Reads)> {
        let pool = |count| Throw::Pool { count, first: 0 };
        let sum = |count| (Throw::Sum { count, sides: 10 }, Reads::Sum);
        let adds_up = self.plays.luck_counts;
        let own = |tier, luck| if adds_up && luck > 0 { Reads::All } else { Reads::Criticals(tier) };
        let lucky = |count| (pool(count), if adds_up { Reads::All } else { Reads::Criticals(0) });
        Some(match stage {
            Stage::Attack(_) => (pool(self.pool.dice), own(self.pool.tier, self.pool.luck)),
            Stage::AttackLuck(..) => lucky(self.pool.luck),
            Stage::Defend(guard, total) => {
                let reads = match own(guard.tier, guard.luck) {
                    // Without Luck it only matters whether evasion dice alone beat the total. POO-DEF-08.
                    Reads::Criticals(tier) if guard.luck == 0 => {
                        Reads::CriticalsFirst(tier, (total.total.max(-1) + 1) as u8)
                    }
                    reads => reads,
                };
                (guard.roll(), reads)
            }
            Stage::DefendLuck(guard, ..) => lucky(guard.luck),
            Stage::Resist(came, ..) if came.end == End::Returned => (pool(self.own_mind), Reads::Criticals(0)),
            Stage::Resist(..) => (pool(self.mind), Reads::Criticals(0)),
            Stage::ResistLuck(_, _, _, luck, _) => (pool(luck), Reads::Criticals(0)),
            Stage::Soak(..) | Stage::RiposteSoak(..) => (pool(self.soak), Reads::Criticals(0)),
            Stage::Back(_, dice) | Stage::Harm(_, dice) | Stage::Riposte(_, dice) => sum(dice),
            Stage::Energy(came) => sum(self.charge_on(&came).dice),
            Stage::Own(came) => sum(came.tier),
            Stage::Recoil(_) => sum(self.pool.tier),
            Stage::Decide | Stage::Return(..) | Stage::Mind(..) | Stage::Done(_) => return None,
        })
    }

    /// Charms for as many turns as the attack's total is above that of the mind, POO-MAG-07.
    fn resisted(&self, came: Came, dice: u8, total: i8, mind: i8) -> Stage {
        let turns = (total - mind).max(0) as u8;
        let doubled = self.aim == Aim::Charm && came.attack == Critical::Success;
        self.before_harm(Came { charmed: if doubled { 2 * turns } else { turns }, ..came }, dice)
    }
}

impl crate::rules::exchange::Situation for Situation {
    type Stage = Stage;
    type Question = Question;
    type Answer = Answer;
    type Result = Came;

    fn begin(&self) -> Stage {
        if self.asks.defence { Stage::Decide } else { self.after_choice(self.guard) }
    }

    fn next(&self, stage: Stage) -> Next<Self> {
        match stage {
            Stage::Decide => Next::Ask(Question::Defence),
            Stage::Return(..) => Next::Ask(Question::Return),
            Stage::Mind(_, _, total) => Next::Ask(Question::Mind(total)),
            Stage::Done(came) => Next::Done(came),
            _ => {
                let (throw, reads) = self.roll(stage).expect("all stages left are rolls");
                Next::Throw(throw, reads)
            }
        }
    }

    fn thrown(&self, stage: Stage, reading: Reading) -> Stage {
        let sum = reading.sum.min(i16::MAX.into()) as i16;
        let successes = reading.successes;
        match stage {
            Stage::Attack(guard) => {
                let count = Count::of(reading, self.pool.tier, self.plays.luck_counts);
                if self.pool.luck > 0 {
                    return Stage::AttackLuck(guard, count);
                }
                self.before_defence(guard, count.total(self.pool.dice, self.pool.tier, 0))
            }
            Stage::AttackLuck(guard, count) => {
                let count = if self.plays.luck_counts { count.with(reading, self.pool.tier) } else { count };
                let luck = 2 * successes as i8 - self.pool.luck as i8;
                self.before_defence(guard, count.total(self.pool.dice, self.pool.tier, luck))
            }
            Stage::Defend(guard, total) => {
                let count = Count::of(reading, guard.tier, self.plays.luck_counts);
                let first = if guard.block + guard.armour == 0 { successes } else { reading.first };
                if guard.luck > 0 {
                    return Stage::DefendLuck(guard, total, count, first);
                }
                self.compare(guard, total, Defended::of(&guard, count, first, 0))
            }
            Stage::DefendLuck(guard, total, count, first) => {
                let count = if self.plays.luck_counts { count.with(reading, guard.tier) } else { count };
                let luck = 2 * successes as i8 - guard.luck as i8;
                self.compare(guard, total, Defended::of(&guard, count, first, luck))
            }
            Stage::Resist(came, dice, total, 0) => self.resisted(came, dice, total, successes as i8),
            Stage::Resist(came, dice, total, luck) => Stage::ResistLuck(came, dice, total, luck, successes),
            Stage::ResistLuck(came, dice, total, luck, so_far) => {
                self.resisted(came, dice, total, so_far as i8 + 2 * successes as i8 - luck as i8)
            }
            Stage::Soak(came, dice) => match dice.saturating_sub(successes) {
                0 => self.after_back(came),
                left => Stage::Back(came, left),
            },
            Stage::Back(came, _) => self.after_back(Came { back: sum, ..came }),
            Stage::Harm(came, _) => self.before_energy(Came { harm: sum, ..came }),
            Stage::Energy(came) => self.before_own(Came { energy: sum, ..came }),
            Stage::Own(came) => self.before_riposte(Came { own: sum, ..came }),
            Stage::RiposteSoak(came, dice) => match dice.saturating_sub(successes) {
                0 => self.before_recoil(came),
                left => Stage::Riposte(came, left),
            },
            Stage::Riposte(came, _) => self.before_recoil(Came { riposte: sum, ..came }),
            Stage::Recoil(came) => Stage::Done(Came { recoil: sum, ..came }),
            Stage::Decide | Stage::Return(..) | Stage::Mind(..) | Stage::Done(_) => stage,
        }
    }

    fn answered(&self, stage: Stage, answer: Answer) -> Stage {
        match (stage, answer) {
            (Stage::Decide, Answer::Guard(guard)) => self.after_choice(guard),
            (Stage::Mind(came, dice, total), Answer::Luck(luck)) => Stage::Resist(came, dice, total, luck),
            (Stage::Return(came, kept, _), Answer::Return(true)) => {
                // It replaces the effects of both criticals, but a riposte comes with it. POO-CRIT-09, POO-COMP-43.
                let dice = came.margin;
                let none = Critical::None;
                let ripostes = came.with.has(Component::Riposte) && matches!(came.end, End::Evaded | End::Blocked);
                let margin = if ripostes { kept } else { 0 };
                let came = Came { end: End::Returned, margin, attack: none, defence: none, ..came };
                if self.soak > 0 { Stage::Soak(came, dice) } else { Stage::Back(came, dice) }
            }
            // With Catch the choice is between catching it and turning it back: the Catch has succeeded. POO-CRIT-09,
            // POO-COMP-36.
            (Stage::Return(came, _, total), Answer::Return(false)) if came.with.has(Component::Catch) => {
                self.with_result(Came { end: End::Caught, margin: 0, ..came }, 0, total)
            }
            (Stage::Return(came, dice, total), Answer::Return(false)) => {
                let (margin, dice) = match came.end {
                    End::Hit => (came.margin.min(self.margins), dice),
                    End::Evaded | End::Blocked => (dice, 0),
                    _ => (0, dice),
                };
                self.with_result(Came { margin, ..came }, dice, total)
            }
            (stage, _) => stage,
        }
    }

    /// Damage is damage, however many dice it was rolled with.
    fn alike(&self, stage: Stage) -> Option<Stage> {
        match stage {
            Stage::Harm(came, _) => Some(Stage::Harm(came, 0)),
            Stage::Back(came, _) => Some(Stage::Back(came, 0)),
            Stage::Riposte(came, _) => Some(Stage::Riposte(came, 0)),
            _ => None,
        }
    }

    /// Spends nothing, and turns an attack back where possible.
    fn assumed(&self, stage: Stage) -> Answer {
        match stage {
            Stage::Mind(..) => Answer::Luck(0),
            Stage::Return(..) => Answer::Return(true),
            _ => Answer::Guard(self.guard),
        }
    }
}
