//! Holding somebody fast, and breaking free. PCT-MAN-04, PCT-CHK-07.

use super::{
    checks::{Quick, Tally, add_hurried, add_wounds, close},
    conditions::{Action, GRABBED, GRABBING, spend},
    gear, ids, luck, offers,
    sheet::{Skill, sheet},
    step::{Bout, Check, Exchange, Luck, Step, step},
};
use crate::rules::{Battle, Combatant, CombatantId, Condition, Cost, Effect, Moment, Offer, Posture, Refusal, Until};

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
    let busy = u64::from(!gear::free_hands(battle.one(exchange.by)).0);
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
    let holds = battle.combatants().any(|one| one.conditions.has(GRABBING));
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
    let mut tally = Quick::default();
    add_strength(battle.one(who), &mut tally);
    let number = close(&mut tally, Luck::default());
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
    if let Some(holder) = holder(battle, who) {
        let bout = Bout { held: who, holder, first: None, lucks: [Luck::default(); 2] };
        moment.then(luck::first_ask(battle, who, Check::Wrestle(bout), moment.is_forecast()));
    }
    moment.then(step(Step::Act(who)));
}

/// The better of Unarmed Combat and STR + SOM, without size or arms, PCT-MAN-04.
pub fn add_strength(one: Combatant<'_>, tally: &mut impl Tally) {
    let numbers = sheet(one);
    let (skill, strength) = (numbers.rating(Skill::UnarmedCombat), numbers.strength + numbers.som);
    let words = if skill > strength { "Unarmed Combat" } else { "STR + SOM" };
    tally.add(ids::MAN_04, skill.max(strength), || words.into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// One side of the plain opposed check has rolled, PCT-CHK-07: the other rolls, or it is decided; both roll again while
/// both fail or tie.
pub fn rolled(battle: &Battle, bout: Bout, luck: Luck, margin: Option<u8>, moment: &mut Moment<'_>) {
    let Some(first) = bout.first else {
        let bout = Bout { first: Some(margin), lucks: [luck, bout.lucks[1]], ..bout };
        moment.then(luck::first_ask(battle, bout.holder, Check::Wrestle(bout), moment.is_forecast()));
        return;
    };
    if first == margin {
        let bout = Bout { first: None, lucks: [bout.lucks[0], luck], ..bout };
        moment.then(luck::first_ask(battle, bout.held, Check::Wrestle(bout), moment.is_forecast()));
    } else if first > margin {
        moment.note(bout.held, ids::MAN_04, "breaks free");
        let_go(battle, bout.held, moment);
    } else {
        moment.note(bout.held, ids::MAN_04, "does not get free");
    }
}
