//! One attack roll or spell against one target, from the roll to the damage that reaches armour. RAT-RATE, RAT-ACC,
//! RAT-AVOID, RAT-DMG, RAT-MAG-02.

use serde::{Deserialize, Serialize};

use super::{
    numbers::{
        Answer, Came, Critical, DamageDice, Ended, Method, Methods, Question, Rate, Resistance, Rolls, Stage, Struck,
        Volley, d4s,
    },
    rounded,
};
use crate::{
    dice::{Dice, Reading, Throw},
    rules::exchange::{
        Next, Reads, Situation,
        several::{Comes, Member},
    },
};

/// Chances are compared in billionths.
const BILLION: u64 = 1_000_000_000;

/// Everything that an attack on one target can depend on, up to the armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attack {
    /// What is rolled.
    pub rolls: Rolls,
    /// How many blows it makes.
    pub rate: Rate,
    /// Whether only half of the roll is compared with the required one, RAT-MNT-03.
    pub half_accuracy: bool,
    /// Five times the target's combat base, or 0. RAT-ACC-01, RAT-ACC-03.
    pub base: i16,
    /// Everything that is added to it, RAT-ACC-01.
    pub difficulty: i16,
    /// Whether the attacker may keep blows for other targets, RAT-RATE-05.
    pub deals: bool,
    /// Whether the target chooses before the roll, RAT-AVOID-02.
    pub chosen_first: bool,
    /// What the target may do about it.
    pub methods: Methods,
    /// Whether it is meant well, so that nobody is assumed to avoid it, RAT-AVOID-01.
    pub helps: bool,
    /// Damage.
    pub damage: DamageDice,
    /// Criticals; `None`: there are none, RAT-AIM-04.
    pub critical: Option<Critical>,
    /// Whether blows are multiplied with half shares instead of added up, RAT-DMG-07.
    pub older: bool,
    /// Whether each blow has a damage roll of its own, RAT-DMG-02.
    pub per_blow: bool,
    /// Whether it is a spell: all its targets share the dice. RAT-CORE-06.
    pub spell: bool,
    /// Magic resistance that counts, RAT-MAG-04, RAT-MAG-08.
    pub resistance: Resistance,
}

/// The first `count` blows in a fixed order, by whether they are in neither, one or both of two sets.
const fn sorted(count: u8, blocked: u32, critical: u32) -> (u32, u32) {
    let first = (1u32 << count) - 1;
    let both = (first & blocked & critical).count_ones();
    let (only_blocked, only_critical) = ((first & blocked).count_ones() - both, (first & critical).count_ones() - both);
    // Critical, both, blocked, then neither.
    let criticals = (1u32 << (only_critical + both)) - 1;
    let blocks = ((1u32 << (both + only_blocked)) - 1) << only_critical;
    (blocked & !first | blocks, critical & !first | criticals)
}

impl Attack {
    /// The least roll that hits, after a dodge that adds so much or against a parry. RAT-ACC-01, RAT-AVOID-06,
    /// RAT-AVOID-09.
    pub fn required(&self, dodge: i16, parry: i16) -> i16 {
        (self.base.max(parry) + self.difficulty + dodge).max(0)
    }

    /// What a roll is worth against the required one, RAT-MNT-03.
    pub const fn accuracy(&self, roll: i16) -> i16 {
        if self.half_accuracy { rounded(roll as i64, 2) as i16 } else { roll }
    }

    /// What a dodge adds, RAT-AVOID-07.
    pub const fn dodged(method: Method, roll: i16) -> i16 {
        if matches!(method, Method::Sidestep) { rounded(roll as i64, 2) as i16 } else { roll }
    }

    /// Whether a roll hits in spite of what the target has rolled.
    pub fn hits_after(&self, roll: i16, method: Method, shown: i16) -> bool {
        let required = match method {
            Method::Block => self.required(0, 0),
            Method::Parry => self.required(0, shown),
            Method::Sidestep | Method::ThrowAside | Method::Dodge => self.required(Self::dodged(method, shown), 0),
        };
        self.accuracy(roll) >= required
    }

    /// Whether it hits if the target does nothing about it, RAT-ACC-02.
    fn hits(&self, struck: Struck) -> bool {
        self.rolls == Rolls::Nothing || self.accuracy(struck.roll) >= self.required(0, 0)
    }

    /// The stage of a roll that has just been made.
    fn struck(&self, roll: i16, chosen: Option<Method>) -> Stage {
        let (blows, recovery) = self.rate.of(roll);
        let struck = Struck { roll, blows, left: 0, recovery: Some(recovery) };
        if self.deals && blows > 1 { Stage::Deal(struck, chosen) } else { self.dealt(struck, chosen) }
    }

    /// The stage once it is known how many blows are for this target.
    fn dealt(&self, struck: Struck, chosen: Option<Method>) -> Stage {
        let is_open = self.methods.all().next().is_some();
        let asks = is_open && !(self.chosen_first && matches!(self.rolls, Rolls::Dice(_)));
        if !self.hits(struck) {
            Stage::Done(Came { method: chosen, ..Self::came(struck, Ended::Missed, None) })
        } else if asks && self.rolls != Rolls::Nothing {
            Stage::Decide(struck)
        } else {
            self.chosen(struck, chosen)
        }
    }

    /// The stage once the target has chosen, against a roll that hits.
    fn chosen(&self, struck: Struck, method: Option<Method>) -> Stage {
        let method = method.filter(|method| self.methods.allows(*method));
        match method.map(|method| (method, self.methods.roll(method))) {
            Some((method, Some(Throw::Sum { count: 0, .. }))) => self.averting(struck, method, 0),
            Some((method, Some(_))) => Stage::Avert(struck, method),
            _ => self.landing(struck, method),
        }
    }

    /// The stage after a roll to dodge or to parry.
    fn averting(&self, struck: Struck, method: Method, shown: i16) -> Stage {
        if self.hits_after(struck.roll, method, shown) {
            self.landing(struck, Some(method))
        } else {
            Stage::Done(Self::came(struck, Ended::Averted, Some(method)))
        }
    }

    /// The result before any damage. The roll counts no longer, unless blows are left.
    const fn came(struck: Struck, ended: Ended, method: Option<Method>) -> Came {
        let Struck { roll, blows, left, recovery } = struck;
        let roll = if left > 0 { roll } else { 0 };
        Came { ended, method, roll, left, recovery, blows, blocked: 0, criticals: 0, total: 0, shield: 0 }
    }

    /// The stage of blows that land: the shield's first die comes before them.
    fn landing(&self, struck: Struck, method: Option<Method>) -> Stage {
        let came = Self::came(struck, Ended::Landed, method);
        let volley = Volley { came, at: 0, blocked: 0, critical: 0, rolled: 0, sum: self.damage.flat };
        match self.methods.block.filter(|_| method == Some(Method::Block)) {
            None | Some(0) => self.criticals(volley),
            Some(100..) => self.criticals(Volley { blocked: (1 << came.blows) - 1, ..volley }),
            Some(_) => Stage::Block(volley),
        }
    }

    /// The stage after the die of the shield against a blow.
    fn blocked(&self, volley: Volley, blocks: bool) -> Stage {
        let (all, once) = ((1 << volley.came.blows) - 1, self.methods.block_once);
        let bits = if once { all } else { 1 << volley.at };
        let volley = Volley { at: volley.at + 1, blocked: volley.blocked | if blocks { bits } else { 0 }, ..volley };
        if once || volley.at == volley.came.blows {
            self.criticals(Volley { at: 0, ..volley })
        } else {
            Stage::Block(volley)
        }
    }

    /// The stage of criticals, if any are rolled for: a range that is never or always met needs no die.
    fn criticals(&self, volley: Volley) -> Stage {
        match self.critical.map(|critical| self.critical_ways(critical)) {
            None | Some(0) => self.damages(volley),
            Some(20..) => self.damages(Volley { critical: (1 << volley.came.blows) - 1, ..volley }),
            Some(_) => Stage::Criticals(volley),
        }
    }

    /// How many of the 20 faces are critical.
    const fn critical_ways(&self, critical: Critical) -> u8 {
        if self.older { 21u8.saturating_sub(critical.range) } else { critical.range }
    }

    /// The stage after the critical die of a blow.
    fn rolled_critical(&self, volley: Volley, shown: i32) -> Stage {
        let is_critical = |range: u8| if self.older { shown >= range.into() } else { shown <= range.into() };
        let bit = if self.critical.is_some_and(|critical| is_critical(critical.range)) { 1 << volley.at } else { 0 };
        let mut volley = Volley { at: volley.at + 1, critical: volley.critical | bit, ..volley };
        if !self.per_blow {
            // Which of the blows are critical makes no difference, only how many.
            (volley.blocked, volley.critical) = sorted(volley.at, volley.blocked, volley.critical);
        }
        if volley.at == volley.came.blows { self.damages(volley) } else { Stage::Criticals(volley) }
    }

    /// The stage of the damage roll.
    fn damages(&self, mut volley: Volley) -> Stage {
        volley.at = 0;
        if !self.per_blow {
            (volley.blocked, volley.critical) = sorted(volley.came.blows, volley.blocked, volley.critical);
        }
        volley.came.blocked = volley.blocked.count_ones() as u8;
        volley.came.criticals = volley.critical.count_ones() as u8;
        self.dice(volley)
    }

    /// The stage of the next damage dice, or what they come to.
    fn dice(&self, mut volley: Volley) -> Stage {
        while self.damage.after(volley.rolled).is_none() {
            if !self.per_blow {
                return self.once(volley);
            }
            let (blocked, damage) = (volley.blocked & (1 << volley.at) != 0, self.of_blow(volley));
            *if blocked { &mut volley.came.shield } else { &mut volley.came.total } += damage;
            // Blows already counted make no difference any more.
            let rest = u32::MAX << (volley.at + 1);
            let (blocked, critical) = (volley.blocked & rest, volley.critical & rest);
            volley = Volley { at: volley.at + 1, blocked, critical, rolled: 0, sum: self.damage.flat, ..volley };
            if volley.at == volley.came.blows {
                let total = self.resistance.of(volley.came.total);
                return Stage::Done(Came { total, ..volley.came });
            }
        }
        Stage::Damage(volley)
    }

    /// The damage of one blow with a damage roll of its own, RAT-DMG-04.
    fn of_blow(&self, volley: Volley) -> i32 {
        match self.critical.filter(|_| volley.critical & (1 << volley.at) != 0) {
            Some(critical) => critical.newer(volley.sum.max(0).into()),
            None => volley.sum.max(0).into(),
        }
    }

    /// The damage of all blows with one damage roll, on the target and on the shield. RAT-AVOID-04.
    fn once(&self, volley: Volley) -> Stage {
        let base = i32::from(volley.sum.max(0));
        let total = |blows: u32, criticals: u32| self.total(base, blows, criticals);
        let Volley { blocked, critical, came, .. } = volley;
        let all = (1u32 << came.blows) - 1;
        let part = |blows: u32| total(blows.count_ones(), (blows & critical).count_ones());
        let (reached, shield) = (part(all & !blocked), part(blocked));
        Stage::Done(Came { total: self.resistance.of(reached), shield, ..came })
    }

    /// The total of blows with one damage roll, some of them critical. RAT-DMG-05, RAT-DMG-06, RAT-DMG-07.
    pub fn total(&self, base: i32, blows: u32, criticals: u32) -> i32 {
        let (blows, criticals) = (blows as i32, criticals as i32);
        let Some(critical) = self.critical.filter(|_| criticals > 0 && blows > 0) else {
            // The highest multiplier and half of each other: half of one more than there are blows.
            return if self.older && blows > 0 { rounded((base * (blows + 1)).into(), 2) } else { base * blows };
        };
        if !self.older {
            return critical.newer(base) * criticals + base * (blows - criticals);
        }
        let halves = i32::from(critical.halves);
        let sum = halves * criticals + 2 * (blows - criticals);
        let highest = if criticals == blows { halves } else { halves.max(2) };
        let base = base + i32::from(critical.added) * criticals;
        // In quarters: the highest counts whole, the others by half.
        rounded(i64::from(base) * i64::from(highest + sum), 4)
    }

    /// The method assumed at the start: the best against a known roll, otherwise against all rolls that would hit.
    pub fn usual(&self) -> Option<Method> {
        match self.rolls {
            Rolls::Known(roll, ..) => self.best(|method| self.worth(method, roll)),
            _ => self.best(|method| self.worth_before(method)),
        }
    }

    /// The most damage rolls that it may take.
    pub fn most_rolls(&self) -> u8 {
        match self.rolls {
            _ if !self.per_blow => 1,
            Rolls::Dice(dice) => self.rate.of(i16::from(dice) * 4).0,
            Rolls::Known(_, blows, _) => blows,
            Rolls::Nothing => 1,
        }
    }

    /// How good a method is against a roll: the share of blows that it averts, in billionths.
    fn worth(&self, method: Method, roll: i16) -> u64 {
        let Some(throw) = self.methods.roll(method) else {
            return u64::from(self.methods.block.unwrap_or(0)) * (BILLION / 100);
        };
        let sums = throw.sums();
        let all = sums.last().map_or(1, |last| last.upto.max(1));
        let hit = sums.partition_point(|entry| self.hits_after(roll, method, entry.sum as i16));
        let upto = hit.checked_sub(1).map_or(0, |last| sums[last].upto);
        (u128::from(all - upto) * u128::from(BILLION)).div_ceil(u128::from(all)) as u64
    }

    /// How good a method is before the roll, on average over the rolls that would hit.
    fn worth_before(&self, method: Method) -> u64 {
        let Rolls::Dice(dice) = self.rolls else { return 0 };
        let sums = d4s(dice).sums();
        let hits = sums.iter().filter(|sum| self.accuracy(sum.sum as i16) >= self.required(0, 0));
        let (worth, all) = hits.fold((0, 0), |(worth, all), entry| {
            let ways = u128::from(entry.ways);
            (worth + ways * u128::from(self.worth(method, entry.sum as i16)), all + ways)
        });
        (worth / all.max(1)) as u64
    }

    /// The free method that averts most; the first of equals. Nobody averts what is meant well.
    fn best(&self, worth: impl Fn(Method) -> u64) -> Option<Method> {
        let free = self.methods.all().filter(|method| *method != Method::ThrowAside);
        let best = free.map(|method| (method, worth(method))).rev().max_by_key(|(_, worth)| *worth);
        best.filter(|(_, worth)| *worth > 0 && !self.helps).map(|(method, _)| method)
    }
}

impl Situation for Attack {
    type Stage = Stage;
    type Question = Question;
    type Answer = Answer;
    type Result = Came;

    fn begin(&self) -> Stage {
        match self.rolls {
            Rolls::Dice(_) if self.chosen_first && self.methods.all().next().is_some() => Stage::Choose,
            Rolls::Dice(0) => self.struck(0, None),
            Rolls::Dice(_) => Stage::Roll(None),
            Rolls::Known(roll, blows, left) => self.dealt(Struck { roll, blows, left, recovery: None }, None),
            Rolls::Nothing => self.dealt(Struck { roll: 0, blows: 1, left: 0, recovery: None }, None),
        }
    }

    fn next(&self, stage: Stage) -> Next<Self> {
        match stage {
            Stage::Choose => Next::Ask(Question::Avoid(None)),
            Stage::Roll(_) => match self.rolls {
                Rolls::Dice(count) => Next::Throw(d4s(count), Reads::Sum),
                Rolls::Known(..) | Rolls::Nothing => Next::Done(Came::default()),
            },
            Stage::Deal(struck, _) => Next::Ask(Question::Deal(struck)),
            Stage::Decide(struck) => Next::Ask(Question::Avoid(Some(struck))),
            Stage::Avert(_, method) => Next::Throw(self.methods.roll(method).unwrap_or(d4s(0)), Reads::Sum),
            Stage::Block(_) => Next::Throw(Throw::die(100), Reads::Above(self.methods.block.unwrap_or(0).into())),
            Stage::Criticals(_) => {
                let range = self.critical.map_or(0, |critical| i32::from(critical.range));
                Next::Throw(Throw::die(20), Reads::Above(if self.older { range - 1 } else { range }))
            }
            Stage::Damage(volley) => {
                let Dice { count, sides } = self.damage.after(volley.rolled).unwrap_or_default();
                Next::Throw(Throw::Sum { count, sides }, Reads::Sum)
            }
            Stage::Done(came) => Next::Done(came),
        }
    }

    /// With one damage roll for all it makes no difference which of the blows are blocked, only how many: otherwise
    /// each of dozens of blows would double what there is to solve. RAT-DMG-02, RAT-AVOID-04.
    fn merged(&self, stage: Stage) -> Stage {
        let blocks = |count: u8, volley: Volley| Volley { blocked: sorted(count, volley.blocked, 0).0, ..volley };
        match stage {
            Stage::Block(volley) if !self.per_blow => Stage::Block(blocks(volley.at, volley)),
            Stage::Criticals(volley) if !self.per_blow && volley.at == 0 => {
                Stage::Criticals(blocks(volley.came.blows, volley))
            }
            _ => stage,
        }
    }

    fn thrown(&self, stage: Stage, reading: Reading) -> Stage {
        let sum = reading.sum as i16;
        match stage {
            Stage::Roll(chosen) => self.struck(sum, chosen),
            Stage::Avert(struck, method) => self.averting(struck, method, sum),
            Stage::Block(volley) => self.blocked(volley, reading.sum <= self.methods.block.unwrap_or(0).into()),
            Stage::Criticals(volley) => self.rolled_critical(volley, reading.sum),
            Stage::Damage(volley) => {
                self.dice(Volley { rolled: volley.rolled + 1, sum: volley.sum.saturating_add(sum), ..volley })
            }
            Stage::Choose | Stage::Deal(..) | Stage::Decide(_) | Stage::Done(_) => stage,
        }
    }

    fn answered(&self, stage: Stage, answer: Answer) -> Stage {
        match (stage, answer) {
            (Stage::Choose, Answer::Avoid(method)) => {
                let chosen = method.filter(|method| self.methods.allows(*method));
                if self.rolls == Rolls::Dice(0) { self.struck(0, chosen) } else { Stage::Roll(chosen) }
            }
            (Stage::Deal(struck, chosen), Answer::Deal(blows)) => {
                let dealt = blows.clamp(1, struck.blows);
                self.dealt(Struck { blows: dealt, left: struck.blows - dealt, ..struck }, chosen)
            }
            (Stage::Decide(struck), Answer::Avoid(method)) => self.chosen(struck, method),
            (stage, _) => stage,
        }
    }

    /// The method that averts most at no cost; all blows are for the first target.
    fn assumed(&self, stage: Stage) -> Answer {
        match stage {
            Stage::Deal(struck, _) => Answer::Deal(struck.blows),
            Stage::Decide(struck) => Answer::Avoid(self.best(|method| self.worth(method, struck.roll))),
            _ => Answer::Avoid(self.usual()),
        }
    }
}

/// The order of RAT-CORE-06 where several stand side by side: rolls, then what each target does about it, then
/// criticals and damage of each. The targets of a spell share the roll and the dice of the effect.
impl Member for Attack {
    fn comes(&self, stage: Stage) -> Option<Comes> {
        let own = |number| Some(Comes::Own(number));
        match stage {
            Stage::Choose => own(0),
            Stage::Roll(_) if self.spell => Some(Comes::Shared(1)),
            Stage::Roll(_) | Stage::Deal(..) => own(1),
            Stage::Decide(_) | Stage::Avert(..) | Stage::Block(_) => own(2),
            Stage::Damage(volley) if self.spell => Some(Comes::Shared(3 + volley.rolled)),
            Stage::Criticals(_) | Stage::Damage(_) => own(3),
            Stage::Done(_) => None,
        }
    }
}
