//! Offers in words: made when somebody looks, from the same numbers that the rules roll against.

use super::{
    blast,
    bonds::{self, feet},
    charge,
    checks::Quick,
    conditions::REACTIONS,
    grapple, luck,
    menu::{self, Gait, Stunt},
    sheet::{Kind, MEASURE, Origin, Tag, Use, arm},
    step::{Check, Luck},
    stunts,
};
use crate::rules::{Battle, CombatantId, Group, Offer, Target, Wording, capital};

/// What is on offer in one's turn.
pub fn in_turn(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let wording = match offer.group {
        Group::Move => going(battle, who, offer, wording),
        Group::Stunt => stunt(battle, who, offer, wording),
        Group::Attack => attack(battle, offer, wording),
        Group::Manoeuvre => hold(battle, who, offer, wording),
        Group::Stance if offer.verb == menu::ORDERS.verb => {
            let order = battle.combatant(who).orders.of(REACTIONS);
            wording.about(format!("Asked about them: {}", order.words()))
        }
        Group::Stance if offer.verb == menu::BRACE.verb => wording.about(charge::brace_words(battle, who)),
        _ => wording,
    };
    if !offer.dearer {
        return wording;
    }
    let more = "takes the Standard action";
    let about = if wording.about.is_empty() { capital(more) } else { format!("{}; {more}", wording.about).into() };
    wording.about(about)
}

fn going(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    if offer.verb == charge::VERB {
        return wording.about(charge::about(battle, who));
    }
    if offer.verb == menu::BREAK.verb {
        let check = Check::Wrestle(grapple::contest(who, who));
        let number = luck::target_number(battle, who, &check, Luck::default(), &mut Quick::default());
        return wording.about(format!("{number} or less, against the holder"));
    }
    let Some(gait) = Gait::named(offer.verb) else { return wording };
    let one = feet(battle, who);
    let (base, full) = gait.rates(one);
    let words = |rate| MEASURE.words(rate);
    let rates = if base == full { words(base) } else { format!("{}, run {}", words(base), words(full)) };
    wording.about(if gait.wants_check(one) { format!("{rates}, Athletics check") } else { rates })
}

fn stunt(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let (Some(stunt), Target::Way(ways)) = (Stunt::named(offer.verb), &offer.target) else { return wording };
    wording.about(stunts::about(battle, who, stunt, ways))
}

fn attack(battle: &Battle, offer: &Offer, wording: Wording) -> Wording {
    let Some(item) = offer.item else { return wording };
    let fits = |of: &&Use| menu::attack(of).verb == offer.verb;
    let Some(of) = arm(battle, item).uses.iter().find(fits) else { return wording };
    let name = battle.item(item).name;
    let wording = match of.kind {
        Kind::Natural => wording.titled(format!("Attack with {name}")),
        Kind::Unarmed => wording.titled("Strike unarmed"),
        _ => wording,
    };
    if !of.is_area() {
        return wording;
    }
    let title = match of.emanates {
        Origin::Point if of.kind == Kind::Thrown => format!("Throw {name}"),
        Origin::Point => format!("Shoot {name}"),
        Origin::Myself => format!("Unleash {name}"),
    };
    let about = if of.has(Tag::Splash) { blast::does_words(of) } else { "Hits everybody near, friends too".into() };
    wording.titled(title).about(about)
}

/// Who or what is let go or wrenched free.
fn hold(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    match offer.verb {
        verb if verb == menu::RELEASE.verb => {
            let name = bonds::held(battle, who).map(|held| battle.combatant(held).identity.name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::UNCATCH.verb => {
            let caught = offer.item.and_then(|item| bonds::caught_by(battle, item));
            let name = caught.map(|(_, caught)| battle.item(caught).name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::WRENCH.verb => {
            let Some(item) = offer.item else { return wording };
            let number = luck::target_number(battle, who, &Check::Wrench(item), Luck::default(), &mut Quick::default());
            wording.about(luck::or_less(number))
        }
        _ => wording,
    }
}
