//! Holding somebody fast, and breaking free. PCT-MAN-04, PCT-CHK-07.

use super::{
    checks::{self, Quick, Tally, add_hurried, add_wounds, close},
    conditions::{Action, GRABBED, GRABBING, spend},
    gear, ids, offers,
    sheet::{Skill, sheet},
    step::{Exchange, Luck, Step, step},
};
use crate::rules::{
    Battle, CombatantId, Condition, Cost, Effect, Entry, Moment, Offer, Posture, Refusal, Roll, Until, Verdict,
};

/// Who holds somebody.
pub fn holder(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    battle.one(who).conditions.find(GRABBED)?.whom
}

/// Whom somebody holds.
pub fn held(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    battle.one(who).conditions.find(GRABBING)?.whom
}

/// Why somebody can grab nobody.
pub fn refusal(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    if held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Holds somebody already"));
    }
    (gear::free_hands(battle.one(who)) == (false, false)).then(|| Refusal::new(ids::MAN_04, "No free hand"))
}

/// Takes hold: the target can do nothing but break free, one hand of the other is busy.
pub fn seize(battle: &Battle, exchange: &Exchange, moment: &mut Moment<'_>) {
    if holder(battle, exchange.on).is_some() || held(battle, exchange.by).is_some() {
        return;
    }
    let busy = u16::from(!gear::free_hands(battle.one(exchange.by)).0);
    let grabbed = Condition { whom: Some(exchange.by), ..Condition::new(GRABBED, Until::Ended) };
    let grabbing = Condition { whom: Some(exchange.on), detail: busy, ..Condition::new(GRABBING, Until::Ended) };
    moment.effect(Effect::Afflict(exchange.on, grabbed));
    moment.effect(Effect::Afflict(exchange.by, grabbing));
    moment.note(exchange.on, ids::MAN_04, "is held fast");
}

/// Ends every hold of or on somebody.
pub fn let_go(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    for (one, other) in [(Some(who), held(battle, who)), (holder(battle, who), Some(who))] {
        if let (Some(one), Some(other)) = (one, other) {
            moment.effect(Effect::Clear(one, GRABBING));
            moment.effect(Effect::Clear(other, GRABBED));
        }
    }
}

/// Ends the holds of those whom something has befallen: disabled, prone or elsewhere, PCT-MAN-04.
pub fn loosen(battle: &Battle, moment: &mut Moment<'_>) {
    let holds = battle.combatants.iter().any(|one| one.conditions.has(GRABBING));
    if !holds {
        return;
    }
    let ended: Vec<CombatantId> = moment
        .effects()
        .filter_map(|effect| match effect {
            Effect::Status(who, status) if status.is_out() => Some(*who),
            Effect::Posture(who, Posture::Prone) if held(battle, *who).is_some() => Some(*who),
            Effect::Place(who, _) => Some(*who),
            _ => None,
        })
        .collect();
    for who in ended {
        let_go(battle, who, moment);
    }
}

/// The offers of somebody who is held: nothing but breaking free, PCT-MAN-04.
pub fn offers_of_the_held(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let number = number(battle, who, &mut Quick::default());
    let free = Offer::new("break", "Break free", &[ids::MAN_04, ids::CHK_07], Cost::Large)
        .about(format!("{number} or less, against the holder"))
        .refused(offers::standard(battle, who));
    vec![free, Offer::new("end", "End turn", &[ids::TURN_01], Cost::Free)]
}

/// The offer of somebody who holds another.
pub fn release_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let name = &battle.one(held(battle, who)?).identity.name;
    Some(Offer::new("release", format!("Release {name}"), &[ids::TURN_02, ids::MAN_04], Cost::Free))
}

/// Tries to break free.
pub fn struggle(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    spend(battle, who, Action::Standard, moment);
    moment.then(step(Step::Wrestle(who)));
    moment.then(step(Step::Act(who)));
}

/// The better of Unarmed Combat and STR + SOM, without size or arms, PCT-MAN-04.
pub fn number(battle: &Battle, who: CombatantId, tally: &mut impl Tally) -> i32 {
    let one = battle.one(who);
    let numbers = sheet(one);
    let (skill, strength) = (numbers.rating(Skill::UnarmedCombat), numbers.strength + numbers.som);
    let words = if skill > strength { "Unarmed Combat" } else { "STR + SOM" };
    tally.add(ids::MAN_04, skill.max(strength), || words.into());
    add_hurried(one, tally);
    add_wounds(one, tally);
    close(tally, Luck::default())
}

/// The plain opposed check, PCT-CHK-07: both roll, and again while both fail or tie.
pub fn wrestle(battle: &Battle, who: CombatantId, moment: &mut Moment<'_>) {
    let Some(other) = holder(battle, who) else { return };
    let mine = number(battle, who, &mut Quick::default());
    let theirs = number(battle, other, &mut Quick::default());
    let failed = 100;
    let margin = |face: u8, target: i32| if i32::from(face) <= target { face } else { failed };
    let (first, thrown) = checks::percent(moment, &|face| u32::from(margin(face, mine)));
    let first = margin(first, mine);
    let free = |second: u8| match (first, margin(second, theirs)) {
        (100, 100) => None,
        (100, _) => Some(false),
        (_, 100) => Some(true),
        (one, other) if one == other => None,
        (one, other) => Some(one > other),
    };
    let (second, more) = checks::percent(moment, &|face| free(face).map_or(2, u32::from));
    for (one, thrown, face, target) in [(who, thrown, first, mine), (other, more, second, theirs)] {
        moment.tell(|| {
            let mut verdict = Verdict::default();
            number(battle, one, &mut verdict);
            let value = thrown.faces.first().map_or(i32::from(face), |face| i32::from(*face));
            Entry::Roll(Roll {
                who: one,
                words: "Grapple".into(),
                rule: ids::CHK_07,
                faces: thrown.faces,
                value,
                against: Some(verdict),
                success: Some(value <= target),
                upshot: checks::degree(value as u8, target).into(),
            })
        });
    }
    match free(second) {
        None => moment.then(step(Step::Wrestle(who))),
        Some(true) => {
            moment.note(who, ids::MAN_04, "breaks free");
            let_go(battle, who, moment);
        }
        Some(false) => moment.note(who, ids::MAN_04, "does not get free"),
    }
}
