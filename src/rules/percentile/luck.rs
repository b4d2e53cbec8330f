//! Luck Points, and checks other than attacks. PCT-CHK-11 to PCT-CHK-13.

use std::sync::LazyLock;

use super::{
    bonds::mount_of,
    catalogue as ids,
    checks::{self, add_hurried, add_wounds, close},
    menu::{self, Stunt},
    sheet::{Proficiency, Skill, sheet},
    step::{Aid, Check, CheckStep, Hit, Luck},
};
use crate::rules::prelude::*;

/// Whether swapping the digits improves a roll: turns a failure into a success, or raises the margin.
pub const fn flip_helps(face: u8, target: i32) -> bool {
    let other = checks::flipped(face);
    other as i32 <= target && (face as i32 > target || other > face)
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
pub fn merit(check: &Check, face: u8, target: i32, eased: bool) -> u32 {
    let success = i32::from(face) <= target;
    match check {
        Check::Wrestle(_) if success => u32::from(face) + 1,
        Check::Wrestle(_) => 0,
        _ if is_graded(check) && !success => u32::from(eased || !checks::fails_badly(face, target)),
        _ => 2 * u32::from(success),
    }
}

/// Luck already spent on a check that is rolled again, PCT-CHK-06.
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
    !luck.ignore && tally.negative() < 0 && funds_for(battle, who, check, luck).any()
}

/// What can pay for a Luck benefit: a Luck Point, PCT-CHK-11, or a point of resistance, PCT-RES-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Funds {
    /// Whether there is a Luck Point that may be spent on this check.
    pub luck: bool,
    /// Whether there is a point of resistance.
    pub points: bool,
}

impl Funds {
    /// A Luck Point alone.
    pub const LUCK: Self = Self { luck: true, points: false };

    /// What is available.
    pub fn of(battle: &Battle, who: CombatantId, luck: Luck, points: i8) -> Self {
        Self { luck: checks::has_luck(battle, who, luck), points: points > 0 }
    }

    /// Whether anything is available.
    pub const fn any(self) -> bool {
        self.luck || self.points
    }

    /// Whether a choice pays with resistance: it says so, or there is nothing else to pay with.
    pub fn takes_points(self, choice: &Choice) -> bool {
        self.points && (!self.luck || choice.value(menu::BY.key, 0) == 1)
    }

    /// An offer with its price, and a parameter to choose between the two if both are available.
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
pub fn funds_for(battle: &Battle, who: CombatantId, check: &Check, luck: Luck) -> Funds {
    let points = match check {
        Check::Stay(aid, _) | Check::Resist(aid) => aid.points,
        _ => 0,
    };
    Funds::of(battle, who, luck, points)
}

/// The first question of a check, or its roll. Effects already written by this step count, as a run hampers the check
/// that it needs, PCT-MOVE-02.
pub fn first_prompt(battle: &Battle, who: CombatantId, check: Check, context: &StepContext<'_>) -> AgendaItem {
    let luck = used(&check);
    let has_funds = || !context.is_forecast() && funds_for(battle, who, &check, luck).any();
    if has_funds() && may_ignore(&battle.after_written(context), who, &check) {
        AgendaItem::prompt(who, Ignore(check))
    } else {
        AgendaItem::step(CheckStep::Try(who, check, luck))
    }
}

/// Pays Luck if the roll ignores its negatives.
pub fn pay_ignore(battle: &Battle, who: CombatantId, luck: Luck, context: &mut StepContext<'_>) {
    if luck.ignore {
        checks::pay_luck(battle, who, context);
        context.note(who, ids::CHK_11, "ignores all negatives with Luck");
    }
}

/// Rolls a check other than an attack and gives its face and number, unless somebody is asked about them first.
pub fn attempt(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    luck: Luck,
    context: &mut StepContext<'_>,
) -> Option<(u8, i32)> {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let merit = |face| merit(check, face, target, false);
    let lucky = !context.is_forecast() && funds_for(battle, who, check, luck).any();
    let (face, thrown) = if lucky {
        checks::percent(context, &u32::from)
    } else if is_graded(check) || matches!(check, Check::Wrestle(_)) {
        checks::percent(context, &merit)
    } else {
        checks::percent_against(context, target)
    };
    context.log(|| {
        let (words, rule, _) = title(check);
        let number = |tally: &mut Verdict| target_number(battle, who, check, luck, tally);
        Entry::Roll(checks::against(who, (words, rule), (&thrown, target), number))
    });
    if lucky && !luck.flip && merit(checks::flipped(face)) > merit(face) {
        context.ask(who, FlipCheck(check.clone(), luck, face));
        None
    } else {
        attempted(battle, who, check, luck, face, context)
    }
}

/// Judges the face of a check; Luck may ease a bad failure first, PCT-CHK-12 (c).
pub fn attempted(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    luck: Luck,
    face: u8,
    context: &mut StepContext<'_>,
) -> Option<(u8, i32)> {
    let target = target_number(battle, who, check, luck, &mut Quick::default());
    let badly = merit(check, face, target, false) == 0 && is_graded(check);
    if badly && checks::is_lucky(battle, who, luck, context) {
        context.ask(who, Ease(check.clone(), luck, face));
        None
    } else {
        Some((face, target))
    }
}

/// The values of [`ignore_parameter`].
pub static IGNORE: LazyLock<[ParameterValue; 2]> =
    LazyLock::new(|| [ParameterValue::new(0, "0", "None"), ParameterValue::new(1, "1", "1, ignore negatives")]);

/// Luck option (a) for one's own roll, if there is Luck to spend, PCT-CHK-12.
pub fn ignore_parameter(battle: &Battle, who: CombatantId) -> Option<Parameter> {
    ignoring(battle, who, Luck::default())
}

/// Like [`ignore_parameter`], for a check on which Luck may have been spent already; `None` if the option is used.
pub fn ignoring(battle: &Battle, who: CombatantId, used: Luck) -> Option<Parameter> {
    (checks::has_luck(battle, who, used) && !used.ignore).then(|| Parameter::new(&menu::WITH_LUCK, IGNORE.as_slice()))
}

/// The number of a check other than an attack, within its limits.
pub fn target_number(battle: &Battle, who: CombatantId, check: &Check, luck: Luck, tally: &mut impl Tally) -> i32 {
    add(battle, who, check, tally);
    close(tally, luck)
}

/// The number of a check with all modifiers; having run hampers physical checks, PCT-CHK-10.
pub fn add(battle: &Battle, who: CombatantId, check: &Check, tally: &mut impl Tally) {
    let fighter = battle.combatant(who);
    add_base(battle, fighter, check, tally);
    let is_mental = matches!(check, Check::Stay(..) | Check::Resist(_) | Check::Notice(_) | Check::Clear);
    if !is_mental && !matches!(check, Check::Snatch(_) | Check::HoldOn(_)) {
        add_hurried(fighter, tally);
    }
    add_wounds(fighter, tally);
    if matches!(check, Check::Ride(_) | Check::Stunt(_))
        && let Some(mount) = mount_of(battle, who)
    {
        checks::add_wounds_of_mount(battle.combatant(mount), tally);
    }
    if let Check::Stay(aid, _) | Check::Resist(aid) = check {
        checks::add_shifts(aid.shifts, tally);
    }
}

/// The base number of a check.
fn add_base(battle: &Battle, fighter: Combatant<'_>, check: &Check, tally: &mut impl Tally) {
    let numbers = sheet(fighter);
    let (rule, base, words) = match check {
        Check::Stay(..) => (ids::DMG_06, numbers.som * 3, "SOM \u{d7} 3"),
        Check::Resist(_) => (ids::STR_03, numbers.som * 2, "SOM \u{d7} 2"),
        Check::Notice(_) => (ids::ATK_06, numbers.rating(Skill::Perception), "Perception"),
        Check::Exert(_) => (ids::MOVE_05, numbers.rating(Skill::Athletics), "Athletics"),
        Check::Snatch(_) | Check::HoldOn(_) => (ids::REA_06, numbers.coo * 3, "COO \u{d7} 3"),
        Check::Stunt(_) if mount_of(battle, fighter.id).is_some() => (ids::MNT_03, numbers.rating(Skill::Ride), "Ride"),
        Check::Stunt(_) => (ids::STU_01, numbers.rating(Skill::Athletics), "Athletics"),
        // Size and arms do not count, PCT-MAN-04.
        Check::Wrestle(_) if numbers.rating(Skill::UnarmedCombat) > numbers.strength + numbers.som => {
            (ids::MAN_04, numbers.rating(Skill::UnarmedCombat), "Unarmed Combat")
        }
        Check::Wrestle(_) => (ids::MAN_04, numbers.strength + numbers.som, "STR + SOM"),
        Check::Wrench(_) => (ids::MAN_06, numbers.som + numbers.strength, "Feat of strength"),
        Check::Free => (ids::MNT_07, numbers.som + numbers.strength, "Feat of strength"),
        Check::Clear => (ids::MNT_07, numbers.coo * 2 + numbers.som, "COO + COO + SOM"),
        Check::Ride(_) | Check::RideStrike(_) => (ids::MNT_03, numbers.rating(Skill::Ride), "Ride"),
    };
    tally.add(rule, base, || words.into());
    match check {
        Check::Notice(_) => checks::add_eyes(fighter, tally),
        Check::Stunt(feat) => {
            let lacks = rule == ids::STU_01
                && feat.stunt != Stunt::Climb
                && !numbers.has(Skill::Athletics, Proficiency::Parkour);
            tally.add(ids::CHK_09, -20 * i32::from(lacks), || "No proficiency in Parkour".into());
            tally.add(ids::STU_02, 10 * i32::from(feat.stunt == Stunt::Vault), || "Vault".into());
        }
        _ => {}
    }
}

/// The name of a check, its rule, and the words that tell the roller what it is for.
const fn title(check: &Check) -> (&'static str, RuleId, &'static str) {
    match check {
        Check::Stay(..) => ("Stay standing", ids::DMG_06, "To stay standing"),
        Check::Resist(_) => ("Resist knock down", ids::STR_03, "Not to be knocked down"),
        Check::Notice(_) => ("Perception", ids::ATK_06, "To notice the attacker"),
        Check::Exert(_) => ("Athletics", ids::MOVE_05, "Athletics, to get through"),
        Check::Snatch(_) => ("Catch", ids::REA_06, "To catch it"),
        Check::Stunt(feat) => (feat.stunt.kind().title, feat.stunt.rule(), feat.stunt.kind().title),
        Check::HoldOn(_) => ("Hold on", ids::REA_06, "To hold on to the edge"),
        Check::Wrestle(_) => ("Grapple", ids::CHK_07, "The grapple"),
        Check::Wrench(_) => ("Wrench free", ids::MAN_06, "To wrench the weapon free"),
        Check::Clear => ("Thrown clear", ids::MNT_07, "To be thrown clear of the mount"),
        Check::Free => ("Get free", ids::MNT_07, "To get out from under the mount"),
        Check::Ride(_) | Check::RideStrike(_) => ("Ride", ids::MNT_03, "Ride, to make the mount obey"),
    }
}

/// Pays for a benefit on a check as the choice says, and returns the check with the points that are left.
fn pay_for(
    battle: &Battle,
    who: CombatantId,
    (check, luck): (&Check, Luck),
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Check {
    if !funds_for(battle, who, check, luck).takes_points(choice) {
        checks::pay_luck(battle, who, context);
        return check.clone();
    }
    match check {
        Check::Stay(aid, result) => Check::Stay(Aid { points: aid.points - 1, ..*aid }, *result),
        Check::Resist(aid) => Check::Resist(Aid { points: aid.points - 1, ..*aid }),
        _ => check.clone(),
    }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to ignore the negative modifiers of a check, PCT-CHK-12 (a).
    Ignore(Check);
    /// Whether to swap the digits of a check, PCT-CHK-12 (b).
    FlipCheck(Check, Luck, u8);
    /// Whether to reduce a failure to a basic one with Luck, PCT-CHK-12 (c), PCT-CHK-13.
    Ease(Check, Luck, u8);
}

impl RulesetPrompt for Ignore {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let ignore = Offer::new(&menu::IGNORE, &[ids::CHK_11, ids::CHK_12], menu::LUCKY);
        let ignore = funds_for(battle, who, &self.0, used(&self.0)).price(ignore);
        vec![Offer::new(&menu::KEEP_NEGATIVES, &[ids::CHK_12], Cost::FREE), ignore]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let (mut check, mut luck) = (self.0.clone(), used(&self.0));
        if choice.verb == menu::IGNORE.verb {
            check = pay_for(battle, who, (&check, luck), choice, context);
            context.note(who, ids::CHK_11, "ignores all negatives");
            luck.ignore = true;
        }
        context.step(CheckStep::Try(who, check, luck));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "rolls", title(&self.0).2, ids::CHK_12)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let luck = Luck { ignore: offer.verb == menu::IGNORE.verb, ..used(&self.0) };
        wording.about(or_less(target_number(battle, who, &self.0, luck, &mut Quick::default())))
    }
}

/// A number in the words of an offer.
pub fn or_less(number: i32) -> String {
    format!("{number} or less")
}

impl RulesetPrompt for FlipCheck {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        flip_offers(funds_for(battle, who, &self.0, self.1))
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(mut check, mut luck, mut face) = self.clone();
        if choice.verb == menu::FLIP.verb {
            check = pay_for(battle, who, (&check, luck), choice, context);
            let target = target_number(battle, who, &check, luck, &mut Quick::default());
            face = swap_digits(who, (face, target), context);
            luck.flip = true;
        }
        context.step(CheckStep::Tried(who, check, luck, face));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(check, luck, face) = self;
        let number = target_number(battle, who, check, *luck, &mut Quick::default());
        let about = format!("{}: {face:02} against {number}", title(check).2);
        Told::new(battle, who, MAY_SWAP, about, ids::CHK_12)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe_flip(self.2, offer, wording)
    }
}

impl RulesetPrompt for Ease {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        raise_offers(&menu::UPGRADE_FAILURE)
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(check, mut luck, face) = self.clone();
        luck.upgrade |= eases(battle, who, choice, context);
        context.step(CheckStep::Settle(who, check, luck, face));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let about = format!("{}: {:02} fails badly", title(&self.0).2, self.2);
        Told::new(battle, who, "may make it a basic failure", about, ids::CHK_13)
    }
}

/// The words of the question whether to swap the digits of a roll.
pub const MAY_SWAP: &str = "may swap the digits";

/// The offers to swap the digits of a roll or to keep it, PCT-CHK-11 (b).
pub fn flip_offers(funds: Funds) -> Vec<Offer> {
    let flip = Offer::new(&menu::FLIP, &[ids::CHK_11, ids::CHK_12], menu::LUCKY);
    vec![Offer::new(&menu::KEEP_ROLL, &[ids::CHK_12], Cost::FREE), funds.price(flip)]
}

/// What swapping the digits gives, in words.
pub fn describe_flip(face: u8, offer: &Offer, wording: Wording) -> Wording {
    if offer.verb != menu::FLIP.verb {
        return wording;
    }
    wording.about(format!("{face:02} becomes {:02}", checks::flipped(face)))
}

/// Swaps the digits of a face and logs the new result against its target number.
pub fn swap_digits(who: CombatantId, (face, target): (u8, i32), context: &mut StepContext<'_>) -> u8 {
    let face = checks::flipped(face);
    let upshot = checks::upshot(face, target);
    context.note(who, ids::CHK_11, format_args!("swaps the digits: {face:02} against {target}, {upshot}"));
    face
}

/// Swaps the digits of an attack roll for Luck, if the choice says so.
pub fn flip(
    battle: &Battle,
    who: CombatantId,
    (luck, face, target): (Luck, u8, u8),
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> (Luck, u8) {
    if choice.verb != menu::FLIP.verb {
        return (luck, face);
    }
    checks::pay_luck(battle, who, context);
    (Luck { flip: true, ..luck }, swap_digits(who, (face, target.into()), context))
}

/// The offers to raise the degree with Luck or to keep it, PCT-CHK-13.
pub fn raise_offers(kind: &'static OfferKind) -> Vec<Offer> {
    vec![
        Offer::new(&menu::KEEP, &[ids::CHK_12], Cost::FREE),
        Offer::new(kind, &[ids::CHK_13, ids::CHK_12], menu::LUCKY),
    ]
}

/// The effect of raising the degree of a success, in words.
pub fn describe_raise(battle: &Battle, face: u8, offer: &Offer, wording: Wording) -> Wording {
    if offer.verb != menu::UPGRADE.verb {
        return wording;
    }
    let exceptional = checks::hit(battle, face).exceptional;
    wording.about(if exceptional { "critical: damage dice at maximum" } else { "exceptional: +5 DV" })
}

/// The degree of a success, raised with Luck if the choice says so, PCT-CHK-13.
pub fn raise(battle: &Battle, who: CombatantId, face: u8, choice: &Choice, context: &mut StepContext<'_>) -> Hit {
    let hit = checks::hit(battle, face);
    if choice.verb != menu::UPGRADE.verb {
        return hit;
    }
    checks::pay_luck(battle, who, context);
    let hit = checks::upgraded(hit);
    context.note(who, ids::CHK_13, format_args!("raises the degree: {}", checks::worth(hit)));
    hit
}

/// Whether the choice pays Luck to reduce a bad failure to a basic one, PCT-CHK-13.
pub fn eases(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let pays = choice.verb == menu::UPGRADE_FAILURE.verb;
    if pays {
        checks::pay_luck(battle, who, context);
        context.note(who, ids::CHK_13, "turns it into a basic failure with Luck");
    }
    pays
}

impl Luck {
    /// The Luck that a choice spends on one's own roll, PCT-CHK-12 (a).
    pub fn chosen(choice: &Choice) -> Self {
        Self { ignore: choice.value(menu::WITH_LUCK.key, 0) == 1, ..Self::default() }
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
