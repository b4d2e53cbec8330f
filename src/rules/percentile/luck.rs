//! Luck Points and the checks that are no attacks. PCT-CHK-11 to PCT-CHK-13.

use super::{
    attack,
    checks::{self, Quick, Tally, add_wounds, close},
    damage, ids, mounts, movement, resistance,
    sheet::{Skill, sheet},
    step::{Ask, Check, Exchange, Luck, Step, ask, step},
    strikes, toss,
};
use crate::rules::{Battle, CombatantId, Entry, Moment, Roll, RuleId, Verdict};

/// Whether swapping the digits makes a roll better: a success of a failure, or a higher margin.
pub const fn flip_helps(face: u8, target: i32) -> bool {
    let other = checks::flipped(face);
    other as i32 <= target && (face as i32 > target || other > face)
}

/// The number of a check that is no attack.
pub fn target_number(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, tally: &mut impl Tally) -> i32 {
    let one = battle.one(who);
    match check {
        Check::Stay => return damage::stay_number(one, luck, tally),
        Check::Steadied(shifts) => {
            tally.add(ids::DMG_06, sheet(one).som * 3, || "SOM \u{d7} 3".into());
            add_wounds(one, tally);
            resistance::add_shifts(*shifts, tally);
        }
        Check::Resist(shifts) => {
            tally.add(ids::STR_03, sheet(one).som * 2, || "SOM \u{d7} 2".into());
            add_wounds(one, tally);
            resistance::add_shifts(*shifts, tally);
        }
        Check::Notice(_) => {
            tally.add(ids::ATK_06, sheet(one).rating(Skill::Perception), || "Perception".into());
            strikes::add_eyes(one, tally);
            add_wounds(one, tally);
        }
        Check::Exert(_) => movement::add_exertion(one, tally),
        Check::Snatch(_) => toss::add_snatch(one, tally),
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

/// Whether Luck could ignore negatives of this check, PCT-CHK-12 (a).
pub fn may_ignore(battle: &Battle, who: CombatantId, check: &Check) -> bool {
    let mut tally = Quick::default();
    target_number(battle, who, check, Luck::default(), &mut tally);
    tally.negative() < 0 && checks::has_luck(battle, who, Luck::default())
}

/// The first thing asked for a check.
pub fn first_ask(battle: &Battle, who: CombatantId, check: Check, forecast: bool) -> crate::rules::Pending {
    if !forecast && may_ignore(battle, who, &check) {
        ask(who, Ask::Ignore(check))
    } else {
        step(Step::Try(who, check, Luck::default()))
    }
}

/// Spends a Luck Point on ignoring the negatives of a check.
pub fn spend_ignore(battle: &Battle, who: CombatantId, luck: &mut Luck, moment: &mut Moment<'_>) {
    checks::pay_luck(battle, who, moment);
    tell(who, ids::CHK_11, "ignores all negatives by Luck", moment);
    luck.ignore = true;
}

/// Tells of Luck spent.
pub fn tell(who: CombatantId, rule: RuleId, words: &'static str, moment: &mut Moment<'_>) {
    moment.note(who, rule, words);
}

/// Rolls a check that is no attack.
pub fn attempt(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, moment: &mut Moment<'_>) {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let lucky = !moment.is_forecast() && checks::has_luck(battle, who, luck) && !luck.flip;
    let graded = matches!(check, Check::Clear);
    let (face, thrown) = if lucky {
        checks::percent(moment, &u32::from)
    } else if graded {
        // How badly it fails tells trapped from pinned.
        checks::percent(moment, &|face| match i32::from(face) - target {
            ..=0 => 0,
            margin => 1 + u32::from(margin >= 30 || checks::is_double(face)),
        })
    } else {
        checks::percent_against(moment, target)
    };
    moment.tell(|| {
        let mut verdict = Verdict::default();
        target_number(battle, who, check, luck, &mut verdict);
        let (words, rule) = match check {
            Check::Stay | Check::Steadied(_) => ("Stay standing", ids::DMG_06),
            Check::Resist(_) => ("Resist knock down", ids::STR_03),
            Check::Notice(_) => ("Perception", ids::ATK_06),
            Check::Exert(_) => ("Athletics", ids::MOVE_05),
            Check::Snatch(_) => ("Catch", ids::REA_06),
            Check::Clear => ("Thrown clear", ids::MNT_07),
            Check::Free => ("Get free", ids::MNT_07),
            Check::Ride(_) | Check::RideStrike(_) => ("Ride", ids::MNT_03),
        };
        Entry::Roll(Roll {
            who,
            words: words.into(),
            rule,
            faces: thrown.faces,
            value: i32::from(face),
            against: Some(verdict),
            success: Some(i32::from(face) <= target),
            upshot: checks::degree(face, target).into(),
        })
    });
    let saves = i32::from(face) > target && flip_helps(face, target);
    if lucky && saves {
        moment.then(ask(who, Ask::FlipCheck(check.clone(), luck, face)));
    } else {
        attempted(battle, who, check, luck, face, moment);
    }
}

/// Judges a check that is no attack.
pub fn attempted(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, face: u8, moment: &mut Moment<'_>) {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let success = i32::from(face) <= target;
    match check {
        Check::Stay | Check::Steadied(_) | Check::Resist(_) => {
            if success {
                moment.note(who, ids::DMG_06, "stays up");
            } else {
                damage::fall(who, moment);
            }
        }
        Check::Notice(exchange) => {
            moment.then(attack::take_aim(battle, Exchange { aware: success, ..*exchange }));
        }
        Check::Exert(walk) => {
            if success {
                moment.then(step(Step::Leave(walk.clone())));
            } else {
                moment.note(who, ids::MOVE_05, "does not get away");
            }
        }
        Check::Snatch(item) => toss::snatched(battle, who, *item, success, moment),
        Check::Clear => mounts::thrown_clear(battle, who, face, target, luck.upgrade, moment),
        Check::Free => {
            if success {
                mounts::free_self(battle, who, moment);
            } else {
                moment.note(who, ids::MNT_07, "does not get free");
            }
        }
        Check::Ride(walk) if success => moment.then(step(Step::Leave(walk.clone()))),
        Check::RideStrike(exchange) if success => moment.then(step(Step::Declare(*exchange))),
        Check::Ride(_) | Check::RideStrike(_) => moment.note(who, ids::MNT_03, "cannot make the mount obey"),
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
