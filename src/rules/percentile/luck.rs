//! Luck Points, and checks other than attacks. PCT-CHK-11 to PCT-CHK-13.

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids, catch,
    checks::{self, Quick, Tally, add_wounds, close},
    damage, grapple, menu, mounts, movement, resistance,
    sheet::{Skill, sheet},
    step::{Aid, AttackStep, Check, DamageStep, Exchange, Luck, MovementStep, Prompt, prompt, step},
    strikes,
    stunts::{self, Stunt},
    toss,
};
use crate::rules::{
    AgendaItem, Battle, Choice, CombatantId, Cost, Die, Entry, Offer, Parameter, ParameterValue, Roll, RuleId,
    StepContext, Verdict,
};

/// A step of a check other than an attack. PCT-CHK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CheckStep {
    /// A check other than an attack.
    Try(CombatantId, Check, Luck),
    /// Judges such a check, with its final face.
    Tried(CombatantId, Check, Luck, u8),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &CheckStep, context: &mut StepContext<'_>) {
    match step {
        CheckStep::Try(who, check, luck) => attempt(battle, *who, check, *luck, context),
        CheckStep::Tried(who, check, luck, face) => attempted(battle, *who, check, *luck, *face, context),
    }
}

/// Whether swapping the digits improves a roll: turns a failure into a success, or raises the margin.
pub const fn flip_helps(face: u8, target: i32) -> bool {
    let other = checks::flipped(face);
    other as i32 <= target && (face as i32 > target || other > face)
}

/// The number of a check other than an attack.
pub fn target_number(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, tally: &mut impl Tally) -> i32 {
    let one = battle.combatant(who);
    match check {
        Check::Stay(aid, _) => {
            damage::add_stay(one, tally);
            resistance::add_shifts(aid.shifts, tally);
        }
        Check::Resist(aid) => {
            tally.add(ids::STR_03, sheet(one).som * 2, || "SOM \u{d7} 2".into());
            add_wounds(one, tally);
            resistance::add_shifts(aid.shifts, tally);
        }
        Check::Notice(_) => {
            tally.add(ids::ATK_06, sheet(one).rating(Skill::Perception), || "Perception".into());
            strikes::add_eyes(one, tally);
            add_wounds(one, tally);
        }
        Check::Exert(_) => movement::add_exertion(one, tally),
        Check::Snatch(_) => toss::add_snatch(one, tally),
        Check::Stunt(feat) => stunts::add(battle, who, feat.stunt, tally),
        Check::HoldOn(_) => stunts::add_hold(one, tally),
        Check::Wrestle(_) => grapple::add_strength(one, tally),
        Check::Wrench(_) => catch::add_wrench(one, tally),
        Check::Clear => mounts::add_clear(battle, who, tally),
        Check::Free => mounts::add_free(battle, who, tally),
        Check::Ride(_) | Check::RideStrike(_) => {
            tally.add(ids::MNT_03, sheet(one).rating(Skill::Ride), || "Ride".into());
            checks::add_hurried(one, tally);
            add_wounds(one, tally);
        }
    }
    close(tally, luck)
}

/// The name of a check, and its rule.
const fn title(check: &Check) -> (&'static str, RuleId) {
    match check {
        Check::Stay(..) => ("Stay standing", ids::DMG_06),
        Check::Resist(_) => ("Resist knock down", ids::STR_03),
        Check::Notice(_) => ("Perception", ids::ATK_06),
        Check::Exert(_) => ("Athletics", ids::MOVE_05),
        Check::Snatch(_) => ("Catch", ids::REA_06),
        Check::Stunt(feat) => (feat.stunt.name(), feat.stunt.rule()),
        Check::HoldOn(_) => ("Hold on", ids::REA_06),
        Check::Wrestle(_) => ("Grapple", ids::CHK_07),
        Check::Wrench(_) => ("Wrench free", ids::MAN_06),
        Check::Clear => ("Thrown clear", ids::MNT_07),
        Check::Free => ("Get free", ids::MNT_07),
        Check::Ride(_) | Check::RideStrike(_) => ("Ride", ids::MNT_03),
    }
}

/// Whether it matters how badly a check fails.
fn is_graded(check: &Check) -> bool {
    match check {
        Check::Clear => true,
        Check::Stunt(feat) => feat.stunt == Stunt::Jump,
        _ => false,
    }
}

/// The rank of a face: higher is better, and equal ranks have the same result.
fn merit(check: &Check, face: u8, target: i32, eased: bool) -> u32 {
    let success = i32::from(face) <= target;
    match check {
        Check::Wrestle(_) if success => u32::from(face) + 1,
        Check::Wrestle(_) => 0,
        _ if is_graded(check) && !success => u32::from(eased || !checks::fails_badly(face, target)),
        _ => 2 * u32::from(success),
    }
}

/// Luck spent on a check before it was rolled again, PCT-CHK-06.
pub const fn used(check: &Check) -> Luck {
    match check {
        Check::Wrestle(contest) => contest.luck(),
        _ => Luck { ignore: false, flip: false, upgrade: false },
    }
}

/// Whether Luck could ignore negatives of this check, PCT-CHK-12 (a).
fn may_ignore(battle: &Battle, who: CombatantId, check: &Check) -> bool {
    let luck = used(check);
    let mut tally = Quick::default();
    target_number(battle, who, check, luck, &mut tally);
    !luck.ignore && tally.negative() < 0 && means_for(battle, who, check, luck).any()
}

/// What can pay for a Luck benefit: a Luck Point, PCT-CHK-11, or a point of resistance, PCT-RES-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Whether there is a Luck Point that may be spent on this check.
    pub luck: bool,
    /// Whether there is a point of resistance.
    pub points: bool,
}

impl Means {
    /// What is available.
    pub fn of(battle: &Battle, who: CombatantId, luck: Luck, points: i8) -> Self {
        Self { luck: checks::has_luck(battle, who, luck), points: points > 0 }
    }

    /// Whether anything is available.
    pub const fn any(self) -> bool {
        self.luck || self.points
    }

    /// Whether a choice pays with resistance: if it says so, or if nothing else is available.
    pub fn takes_points(self, choice: &Choice) -> bool {
        self.points && (!self.luck || choice.value(menu::BY.key, 0) == 1)
    }

    /// An offer with its price, and with the choice between the two where there is one.
    pub fn price(self, offer: Offer) -> Offer {
        let value = |value, word: &'static str| ParameterValue::new(value, word, word);
        match (self.luck, self.points) {
            (true, true) => {
                let values = vec![value(0, "luck").counting(1), value(1, "resistance").counting(0)];
                offer.parameter(Parameter::new(&menu::BY, values))
            }
            (false, true) => Offer { cost: Cost::FREE, ..offer },
            _ => offer,
        }
    }
}

/// What can pay for Luck benefits on a check.
pub fn means_for(battle: &Battle, who: CombatantId, check: &Check, luck: Luck) -> Means {
    let points = match check {
        Check::Stay(aid, _) | Check::Resist(aid) => aid.points,
        _ => 0,
    };
    Means::of(battle, who, luck, points)
}

/// Pays for a benefit on a check, and returns the check with what is left.
pub fn pay_for(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    by_points: bool,
    context: &mut StepContext<'_>,
) -> Check {
    if !by_points {
        checks::pay_luck(battle, who, context);
        return check.clone();
    }
    match check {
        Check::Stay(aid, result) => Check::Stay(Aid { points: aid.points - 1, ..*aid }, *result),
        Check::Resist(aid) => Check::Resist(Aid { points: aid.points - 1, ..*aid }),
        _ => check.clone(),
    }
}

/// The first question of a check, or its roll.
pub fn first_prompt(battle: &Battle, who: CombatantId, check: Check, forecast: bool) -> AgendaItem {
    if !forecast && may_ignore(battle, who, &check) {
        prompt(who, Prompt::Ignore(check))
    } else {
        let luck = used(&check);
        step(CheckStep::Try(who, check, luck))
    }
}

/// Spends a Luck Point on ignoring the negatives of a check.
pub fn spend_ignore(battle: &Battle, who: CombatantId, luck: &mut Luck, context: &mut StepContext<'_>) {
    checks::pay_luck(battle, who, context);
    log(who, ids::CHK_11, "ignores all negatives with Luck", context);
    luck.ignore = true;
}

/// Logs Luck that is spent.
pub fn log(who: CombatantId, rule: RuleId, words: &'static str, context: &mut StepContext<'_>) {
    context.note(who, rule, words);
}

/// Rolls a check other than an attack.
pub fn attempt(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, context: &mut StepContext<'_>) {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let merit = |face| merit(check, face, target, false);
    let lucky = !context.is_forecast() && means_for(battle, who, check, luck).any();
    let (face, thrown) = if lucky {
        checks::percent(context, &u32::from)
    } else if is_graded(check) || matches!(check, Check::Wrestle(_)) {
        checks::percent(context, &merit)
    } else {
        checks::percent_against(context, target)
    };
    context.log(|| {
        let mut verdict = Verdict::default();
        target_number(battle, who, check, luck, &mut verdict);
        let (words, rule) = title(check);
        Entry::Roll(Roll {
            who,
            words: words.into(),
            rule,
            dice: Die::counted(&thrown.faces),
            value: i32::from(face),
            against: Some(verdict),
            success: Some(i32::from(face) <= target),
            upshot: checks::upshot(face, target).into(),
        })
    });
    if lucky && !luck.flip && merit(checks::flipped(face)) > merit(face) {
        context.then(prompt(who, Prompt::FlipCheck(check.clone(), luck, face)));
    } else {
        attempted(battle, who, check, luck, face, context);
    }
}

/// Judges the face of a check; how badly it fails may be eased by Luck first, PCT-CHK-12 (c).
pub fn attempted(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    luck: Luck,
    face: u8,
    context: &mut StepContext<'_>,
) {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let badly = merit(check, face, target, false) == 0 && is_graded(check);
    if badly && !context.is_forecast() && checks::has_luck(battle, who, luck) {
        context.then(prompt(who, Prompt::Ease(check.clone(), luck, face)));
    } else {
        settle(battle, who, check, luck, (face, target), context);
    }
}

/// Answers whether a bad failure becomes a common one, PCT-CHK-13.
pub fn eased(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    mut luck: Luck,
    face: u8,
    spend: bool,
    context: &mut StepContext<'_>,
) {
    if spend {
        checks::pay_luck(battle, who, context);
        log(who, ids::CHK_13, "turns it into a common failure with Luck", context);
        luck.upgrade = true;
    }
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    settle(battle, who, check, luck, (face, target), context);
}

/// Resolves a check.
fn settle(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    luck: Luck,
    (face, target): (u8, i32),
    context: &mut StepContext<'_>,
) {
    let success = i32::from(face) <= target;
    let badly = !success && merit(check, face, target, luck.upgrade) == 0;
    match check {
        Check::Stay(aid, result) => {
            damage::stands(who, success, ids::DMG_06, context);
            // What is left of the points goes to the next check that the blow forces, PCT-RES-03.
            if let Some(exchange) = result {
                context.then(step(DamageStep::Result(Exchange { points: aid.points, ..*exchange })));
            }
        }
        Check::Resist(_) => damage::stands(who, success, ids::STR_03, context),
        Check::Notice(exchange) => {
            context.then(attack::take_aim(battle, Exchange { aware: success, ..*exchange }));
        }
        Check::Exert(walk) if success => context.then(step(MovementStep::Leave(walk.clone()))),
        Check::Exert(_) => context.note(who, ids::MOVE_05, "does not get away"),
        Check::Snatch(item) => toss::snatched(battle, who, *item, success, context),
        Check::Stunt(feat) => stunts::attempted(battle, who, feat, success, badly, context),
        Check::HoldOn(pit) => stunts::held_on(battle, who, *pit, success, context),
        Check::Wrestle(contest) => grapple::rolled(battle, *contest, luck, success.then_some(face), context),
        Check::Wrench(item) => catch::wrenched(battle, who, *item, success, context),
        Check::Clear => mounts::thrown_clear(battle, who, success, badly, context),
        Check::Free if success => mounts::free_self(battle, who, context),
        Check::Free => context.note(who, ids::MNT_07, "does not get free"),
        Check::Ride(walk) if success => movement::set_off(battle, walk.clone(), context),
        Check::RideStrike(exchange) if success => context.then(step(AttackStep::Declare(*exchange))),
        Check::Ride(_) | Check::RideStrike(_) => context.note(who, ids::MNT_03, "cannot make the mount obey"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chk_11_a_flip_helps_only_where_it_betters() {
        assert!(flip_helps(71, 45));
        assert!(!flip_helps(17, 45));
        assert!(flip_helps(17, 80));
        assert!(!flip_helps(33, 80));
        assert!(!flip_helps(98, 45));
    }
}
