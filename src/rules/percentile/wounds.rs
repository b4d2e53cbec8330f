//! What damage does to somebody: wounds, staying standing, going out of the fight. PCT-DMG-04 to PCT-DMG-08.

use super::{
    catalogue as ids, checks,
    luck::Ignore,
    resistance,
    sheet::{DAMAGE, WOUNDS, sheet},
    step::{Aid, Check, CheckStep, Luck},
};
use crate::{
    dice::Throw,
    rules::{OutcomeState, prelude::*},
};

/// The grade of being out of the fight.
pub const OUT: u8 = 3;

/// The grade of more than one wound.
pub const MOST_WOUNDS: u8 = 2;

/// The grade of an outcome for `whom`: 0 no wound, 1 one wound, 2 more, 3 out.
pub fn grade(battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
    ending.loss(battle, whom, |vital| vital == WOUNDS).map_or(OUT, |lost| (-lost).clamp(0, MOST_WOUNDS.into()) as u8)
}

/// How much damage is left until disabled, and how much it is in full health.
pub fn health(battle: &Battle, who: CombatantId) -> (i32, i32) {
    let combatant = battle.combatant(who);
    let dur = sheet(combatant).dur;
    ((dur - i32::from(combatant.vitals.get(DAMAGE))).max(0), dur)
}

/// Writes damage: wounds, being disabled or dead, the check to stay standing. PCT-DMG-04 to PCT-DMG-07.
pub fn harm(battle: &Battle, who: CombatantId, damage: i32, context: &mut StepContext<'_>) {
    harm_with(battle, who, damage, (0, who), context);
}

/// Like [`harm`], with points left for that check and the attacker, PCT-RES-03, PCT-RES-04.
pub fn harm_with(
    battle: &Battle,
    who: CombatantId,
    damage: i32,
    (points, by): (i8, CombatantId),
    context: &mut StepContext<'_>,
) {
    if hurt(battle, who, damage, context) && !resistance::stay(battle, who, (points, by), None, context) {
        stand_or_fall(battle, who, context);
    }
}

/// Writes damage; returns whether a check to stay standing is due.
pub fn hurt(battle: &Battle, who: CombatantId, damage: i32, context: &mut StepContext<'_>) -> bool {
    if damage <= 0 {
        return false;
    }
    let combatant = battle.combatant(who);
    let Toll { total, wounds, out, shaken } = Body::of(combatant).take(damage);
    context.effect(Effect::Vital(who, DAMAGE, total.min(30_000) as i16));
    if wounds > 0 {
        context.effect(Effect::Vital(who, WOUNDS, combatant.vitals.get(WOUNDS) + wounds as i16));
        context.log(|| {
            let words = if wounds == 1 { "a wound".into() } else { format!("{wounds} wounds").into() };
            Entry::Note { who, words, rule: ids::DMG_04 }
        });
    }
    if let Some(dead) = out {
        fall_out(combatant, dead, ids::DMG_07, context);
    }
    shaken
}

/// What the effect of damage on somebody depends on.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    damage: i32,
    dur: i32,
    threshold: i32,
    stands: bool,
}

/// The effect of damage on somebody.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    /// All the damage taken so far.
    pub total: i32,
    /// New wounds, PCT-DMG-04.
    pub wounds: i32,
    /// Out of the fight, and whether dead, PCT-DMG-07.
    pub out: Option<bool>,
    /// Whether a check to stay standing is due, PCT-DMG-06.
    pub shaken: bool,
}

impl Toll {
    /// Its grade, as in [`Appraise::grade`](crate::rules::Appraise::grade).
    pub fn grade(&self) -> u8 {
        if self.out.is_some() { OUT } else { self.wounds.clamp(0, MOST_WOUNDS.into()) as u8 }
    }
}

impl Body {
    /// The body of a combatant.
    pub fn of(combatant: Combatant<'_>) -> Self {
        let numbers = sheet(combatant);
        Self {
            damage: combatant.vitals.get(DAMAGE).into(),
            dur: numbers.dur,
            threshold: numbers.wound_threshold(),
            stands: combatant.fights() && combatant.posture != Posture::Prone,
        }
    }

    /// The effect of damage above 0.
    pub fn take(&self, damage: i32) -> Toll {
        let (total, wounds) = (self.damage + damage, damage / self.threshold);
        let out = (total >= self.dur).then_some(total >= self.dur * 2);
        Toll { total, wounds, out, shaken: out.is_none() && wounds > 0 && self.stands }
    }
}

/// The check to stay standing, PCT-DMG-06. It counts the new wounds, so Luck always has negatives to ignore.
pub fn stand_or_fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let check = Check::Stay(Aid::default(), None);
    context.then(if checks::is_lucky(battle, who, Luck::default(), context) {
        AgendaItem::prompt(who, Ignore(check))
    } else {
        AgendaItem::step(CheckStep::Try(who, check, Luck::default()))
    });
}

/// Disabled or dead, by damage or by the rule of a strike: prone, drops what it holds, out of the fight. PCT-DMG-07.
pub fn fall_out(combatant: Combatant<'_>, dead: bool, rule: RuleId, context: &mut StepContext<'_>) {
    let status = if dead { Status::Dead } else { Status::Down };
    if combatant.status == status || combatant.status == Status::Dead {
        return;
    }
    context.effect(Effect::Status(combatant.id, status));
    if combatant.posture != Posture::Prone {
        context.effect(Effect::Posture(combatant.id, Posture::Prone));
    }
    for item in combatant.hands.held() {
        context.effect(Effect::Move(item, Location::Ground(combatant.placement.anchor())));
    }
    context.note(combatant.id, rule, if dead { "is dead" } else { "is disabled" });
}

/// Resolves a check to stay standing.
pub fn stands(who: CombatantId, success: bool, rule: RuleId, context: &mut StepContext<'_>) {
    if success {
        context.note(who, rule, "stays up");
    } else {
        fall(who, rule, context);
    }
}

/// Falls prone by a rule: a failed check to stay standing, a trip, a maimed leg.
pub fn fall(who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    context.effect(Effect::Posture(who, Posture::Prone));
    context.note(who, rule, "falls prone");
}

/// A d10 of damage that ignores armour, or half of it: a fist on armour, PCT-UNA-04, fire, PCT-BLAST-05, a fall,
/// PCT-DMG-08, a mount on its rider, PCT-MNT-07.
pub fn unarmoured(
    battle: &Battle,
    who: CombatantId,
    (words, rule, halved): (&'static str, RuleId, bool),
    context: &mut StepContext<'_>,
) {
    let die = Throw::die(10);
    let thrown = if halved { context.throw(die, &|die| (die.sum / 2) as u32) } else { context.throw_apart(die) };
    let value = if halved { thrown.sum / 2 } else { thrown.sum };
    context.log(|| {
        let terms = if halved { "Dice \u{f7} 2, no armour" } else { "Dice, no armour" };
        let roll = Roll::of(who, words, rule, &thrown.faces, value);
        Entry::Roll(if rule == ids::UNA_04 { roll } else { roll.adding(Verdict::base(rule, terms, value)) })
    });
    harm(battle, who, value, context);
}
