//! The action die, the bonus dice, and checks. VIG-ROLL, VIG-RES.

use serde::{Deserialize, Serialize};

use super::{
    ability::Ability,
    conditions::{RESISTING, RESISTS_ALL, is_unconscious, is_wounded, steps},
    settings,
    sheet::{Kind, RollKind, Score, sheet, sheet_of},
};
use crate::{
    dice::{Dice, Throw, Thrown},
    rules::prelude::*,
};

/// The sizes of bonus dice, and of weapon dice by rank, VIG-ROLL-04, VIG-QUAL-01.
pub const LADDER: [u8; 6] = [4, 6, 8, 10, 12, 20];

/// The place on the ladder where bonus dice start: d10, VIG-ROLL-04.
const START: i8 = 3;

/// The faces of the action die, VIG-ROLL-01.
const ACTION_DIE: u8 = 20;

/// Bonus dice of a roll. Their size is decided only when they are thrown: all steps are added first, VIG-ROLL-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BonusDice {
    /// How many.
    pub count: u8,
    /// Net steps up the ladder from d10: Charges, less Challenges, less one if wounded.
    pub steps: i8,
}

impl BonusDice {
    /// This many d10.
    pub const fn new(count: u8) -> Self {
        Self { count, steps: 0 }
    }

    /// The dice with these Charges and Challenges, which cancel one for one, VIG-ROLL-05.
    #[must_use]
    pub const fn moved(self, charges: u8, challenges: u8) -> Self {
        self.stepped(charges as i8 - challenges as i8)
    }

    /// The dice, a step smaller if the roller is wounded, VIG-COND-01.
    #[must_use]
    pub const fn wounded(self, wounded: bool) -> Self {
        self.stepped(-(wounded as i8))
    }

    const fn stepped(self, by: i8) -> Self {
        Self { count: self.count, steps: self.steps.saturating_add(by) }
    }

    /// Faces of each, VIG-ROLL-04.
    pub const fn sides(self) -> u8 {
        let place = START.saturating_add(self.steps);
        let last = LADDER.len() as i8 - 1;
        LADDER[if place < 0 {
            0
        } else if place > last {
            last as usize
        } else {
            place as usize
        }]
    }

    /// The dice as they are thrown.
    pub const fn dice(self) -> Dice {
        Dice { count: self.count, sides: self.sides() }
    }
}

/// An action roll: 1d20 and bonus dice, VIG-ROLL-01. `once`: dice added by a burst do not burst, VIG-ROLL-07.
pub const fn action_roll(bonus: BonusDice, once: bool) -> Throw {
    effect_roll(Dice { count: 1, sides: ACTION_DIE }, bonus, once)
}

/// An effect roll: dice that neither burst nor change size, and bonus dice, VIG-ROLL-06, VIG-DMG-01.
pub const fn effect_roll(dice: Dice, bonus: BonusDice, once: bool) -> Throw {
    if bonus.count == 0 {
        return Throw::Sum { count: dice.count, sides: dice.sides };
    }
    Throw::Burst { dice, bonus: bonus.dice(), once }
}

/// Bonus dice of an ability score, VIG-ROLL-03.
pub const fn bonus_of(score: i16, score_per_die: i16) -> u8 {
    if score <= 0 || score_per_die <= 0 { 0 } else { (score / score_per_die) as u8 }
}

/// The number that a check's total must exceed, VIG-ROLL-02. A tie may be enough for checks, never in attacks and
/// contests.
pub const fn to_beat(vs: i16, tie_succeeds: bool) -> i16 {
    if tie_succeeds { vs.saturating_sub(1) } else { vs }
}

/// Bonus dice of a score, VIG-ROLL-03.
pub fn score_dice(battle: &Battle, who: CombatantId, score: Score) -> u8 {
    bonus_of(sheet_of(battle, who).score(score), settings::score_per_bonus_die(battle) as i16)
}

/// Bonus dice on a combatant's action roll: `count` of them, with the steps of the roll itself (`net`), the standing
/// ones on such rolls, and those of conditions and of a wound. VIG-ROLL-04, VIG-ROLL-05.
pub fn action_dice(battle: &Battle, who: CombatantId, kind: RollKind, count: u8, net: i32) -> BonusDice {
    let fighter = battle.combatant(who);
    let all = net + sheet(fighter).steps(kind).net() + steps(fighter) - i32::from(is_wounded(fighter));
    BonusDice { count, steps: all.clamp(-100, 100) as i8 }
}

/// The throw of an action roll.
pub fn action(battle: &Battle, dice: BonusDice) -> Throw {
    action_roll(dice, settings::bursts_once(battle))
}

/// The VS of a check that is neither an attack nor a contest, and the number to exceed: a tie may be enough,
/// VIG-ROLL-02.
pub fn plain_vs(battle: &Battle, rule: RuleId, vs: i32) -> (Verdict, i32) {
    (Verdict::base(rule, "VS", vs), vs - i32::from(settings::tie_succeeds(battle)))
}

/// The log entry of a roll.
pub fn told(who: CombatantId, words: &'static str, rule: RuleId, thrown: &Thrown) -> Entry {
    Entry::Roll(Roll::new(who, words, rule, thrown))
}

/// Rolls a check that must exceed `above`, logged against `number`; true if it succeeds. A forecast tells only success
/// and failure apart.
pub fn check(
    battle: &Battle,
    (who, words, rule): (CombatantId, &'static str, RuleId),
    dice: BonusDice,
    (number, above): (Verdict, i32),
    context: &mut StepContext<'_>,
) -> bool {
    let thrown = context.throw(action(battle, dice), &|reading| u32::from(reading.sum > above));
    let success = thrown.sum > above;
    context.log(|| Entry::Roll(Roll::new(who, words, rule, &thrown).against(number, success)));
    success
}

/// Whether a combatant declines to resist. The rules allow that, but as a check costs nothing, nobody is asked: it
/// resists harm, and accepts help and a friend's direct abilities. Standing orders may say to resist all or nothing;
/// the unconscious and objects resist nothing. `ability` is what would be resisted; `None` for a rider, which is always
/// harm. VIG-RES-01, VIG-OBJ-01.
pub fn declines(battle: &Battle, on: CombatantId, by: CombatantId, ability: Option<&Ability>) -> bool {
    let fighter = battle.combatant(on);
    if is_unconscious(fighter) || sheet(fighter).kind == Kind::Object {
        return true;
    }
    match fighter.conditions.find(RESISTING).map(|orders| orders.level) {
        Some(RESISTS_ALL) => false,
        Some(_) => true,
        None => ability.is_some_and(|ability| {
            let of_a_friend = fighter.team == battle.combatant(by).team && !ability.is_attack();
            of_a_friend || ability.is_help()
        }),
    }
}

/// The dice of a Resistance check, VIG-RES-01.
pub fn resistance_dice(battle: &Battle, who: CombatantId, score: Score) -> BonusDice {
    let numbers = sheet_of(battle, who);
    let own = numbers.resistances.iter().filter(|(against, _)| *against == score).map(|(_, dice)| *dice);
    let count = own.fold(score_dice(battle, who, score).saturating_add(numbers.extra.resistance), u8::saturating_add);
    action_dice(battle, who, RollKind::Resistance, count, 0)
}

/// The dice of emergency aid, which uses Medicine, or of stabilising. VIG-ACT-06, VIG-DYING-03.
pub fn treating_dice(battle: &Battle, by: CombatantId, aids: bool) -> BonusDice {
    let medicine = sheet(battle.combatant(by)).skills.medicine;
    let count = if aids { medicine } else { medic_dice(battle, by) };
    action_dice(battle, by, RollKind::Skill, count, 0)
}

/// The better of Medicine and Medical Science, VIG-DYING-03.
pub fn medic_dice(battle: &Battle, who: CombatantId) -> u8 {
    let skills = sheet(battle.combatant(who)).skills;
    skills.medicine.max(skills.medical_science)
}

/// The dice of an opposing roll: those of Reason or Resolve, whichever is better. VIG-ACT-05.
pub fn opposing_dice(battle: &Battle, on: CombatantId) -> BonusDice {
    let count = score_dice(battle, on, Score::Reason).max(score_dice(battle, on, Score::Resolve));
    action_dice(battle, on, RollKind::Resistance, count, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{NEGLIGIBLE, Reading};

    const TWO: BonusDice = BonusDice::new(2);

    #[test]
    fn the_action_roll() {
        // VIG-ROLL-01.
        let read = |bonus, faces: &[u8]| action_roll(bonus, false).read(faces);
        assert_eq!(read(TWO, &[12, 6, 3]).sum, 21);
        assert_eq!(read(BonusDice::new(0), &[20]), Reading::of(20));
        // VIG-ROLL-08: the action die, then each bonus die with what it bursts into.
        assert_eq!(read(TWO, &[14, 10, 4, 7]).sum, 35);
    }

    #[test]
    fn ties_fail_unless_the_setting_says_otherwise() {
        // VIG-ROLL-02.
        assert!(20 <= to_beat(20, false) && 21 > to_beat(20, false) && 20 > to_beat(20, true));
    }

    #[test]
    fn bonus_dice_by_score() {
        // VIG-ROLL-03.
        let scores = [0, 9, 10, 19, 20, 35];
        assert_eq!(scores.map(|score| bonus_of(score, 10)), [0, 0, 1, 1, 2, 3]);
        assert_eq!(scores.map(|score| bonus_of(score, 5)), [0, 1, 2, 3, 4, 7]);
    }

    #[test]
    fn charges_and_challenges_move_all_bonus_dice() {
        // VIG-ROLL-04.
        let sides = |charges, challenges, wounded| TWO.moved(charges, challenges).wounded(wounded).sides();
        assert_eq!([1, 2, 5].map(|charges| sides(charges, 0, false)), [12, 20, 20]);
        assert_eq!([1, 2, 3, 4].map(|challenges| sides(0, challenges, false)), [8, 6, 4, 4]);
        assert_eq!((sides(0, 1, true), sides(1, 0, true), sides(5, 0, true)), (6, 10, 20));
        // VIG-ROLL-05.
        assert_eq!((sides(2, 4, false), sides(3, 1, true)), (6, 12));
        assert_eq!(sides(120, 118, false), 20);
    }

    #[test]
    fn what_a_charge_on_the_attack_does_not_do_to_the_damage() {
        // VIG-ROLL-06: long range, then with the archer wounded; then the off hand, whose Challenges apply to both
        // rolls.
        let (attack, damage) = (TWO.moved(0, 1), TWO);
        assert_eq!((attack.sides(), damage.sides()), (8, 10));
        assert_eq!((attack.wounded(true).sides(), damage.wounded(true).sides()), (6, 8));
        assert_eq!(TWO.moved(0, 2).sides(), 6);
    }

    /// The chances of every sum of the bonus dice alone, to compare with the throw's.
    fn by_hand(count: u8, sides: u8, once: bool) -> Vec<f64> {
        const MOST: usize = 1_200;
        let (face, size) = (1.0 / f64::from(sides), usize::from(sides));
        let mut die = vec![0.0; MOST];
        let ends = if once { 1..=1 } else { 0..=60 };
        for bursts in ends {
            let chance = face.powi(bursts + 1);
            (1..size).for_each(|last| die[bursts as usize * size + last] += chance);
        }
        if once {
            (1..size).for_each(|last| die[last] += face);
            die[2 * size] += face * face;
        }
        (0..count).fold([vec![1.0], vec![0.0; MOST - 1]].concat(), |before, _| {
            let mut next = vec![0.0; MOST];
            for (sum, chance) in before.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                for (more, part) in die.iter().enumerate().filter(|(more, part)| sum + more < MOST && **part > 0.0) {
                    next[sum + more] += chance * part;
                }
            }
            next
        })
    }

    #[test]
    fn bursts_are_exact_to_a_stated_bound() {
        // VIG-ROLL-07, both settings: every chance to 1e-12.
        for (count, sides, once) in
            [(1, 10, false), (2, 10, false), (3, 4, false), (1, 4, true), (2, 8, true), (4, 20, true)]
        {
            let throw = Throw::Burst { dice: Dice::default(), bonus: Dice { count, sides }, once };
            let (sums, hand) = (throw.sums(), by_hand(count, sides, once));
            let missing = throw.ways().missing();
            assert!(missing < NEGLIGIBLE, "{throw:?}: {missing}");
            let total = sums.last().map_or(0, |last| last.upto) as f64;
            for (sum, expected) in hand.iter().enumerate() {
                let ways = sums.iter().find(|entry| entry.sum == sum as i32).map_or(0, |sum| sum.ways);
                let chance = ways as f64 / total;
                assert!((chance - expected).abs() < 1e-12, "{throw:?} {sum}: {chance} and not {expected}");
            }
        }
        // Under `recursive` a d10 can never end at 10 or 20; under `once` it can end at 20.
        let ends = |once, sum| {
            let throw = Throw::Burst { dice: Dice::default(), bonus: Dice { count: 1, sides: 10 }, once };
            throw.sums().iter().any(|entry| entry.sum == sum)
        };
        assert_eq!([ends(false, 10), ends(false, 20), ends(true, 20)], [false, false, true]);
    }
}
