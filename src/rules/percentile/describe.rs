//! Offers in words: made when somebody looks, from the same numbers that the rules roll against.

use super::{
    answer, blast, catch, charge,
    checks::{self, Quick, close},
    defence, grapple, luck, menu, mounts,
    movement::Gait,
    reactions, resistance,
    sheet::{Kind, Origin, Tag, Use, arm},
    step::{Check, Luck, Prompt},
    stunts::{self, Stunt},
    volley,
};
use crate::rules::{Battle, Choice, CombatantId, Group, Offer, Target, Wording, capital};

/// An offer in words.
pub fn describe(battle: &Battle, who: CombatantId, prompt: &Prompt, offer: &Offer, wording: Wording) -> Wording {
    match prompt {
        Prompt::Turn => in_turn(battle, who, offer, wording),
        Prompt::Volley(declared) if offer.verb == menu::BEGIN.verb => {
            let words = if declared.len() == 1 { "Attack".into() } else { format!("Make {} attacks", declared.len()) };
            wording.titled(words).about(volley::list(battle, declared))
        }
        Prompt::React(event) => {
            match reactions::readied(battle, who, *event).filter(|_| offer.verb == menu::ACT.verb) {
                Some(condition) => wording.about(reactions::readied_words(battle, &condition)),
                None => wording,
            }
        }
        Prompt::Defend(exchange, _) => {
            let method = answer::method(&Choice::of(offer));
            let luck = exchange.guard_luck;
            let number = defence::target_number(battle, exchange, method, luck, &mut Quick::default());
            wording.titled(defence::spoken(battle, exchange.on, method)).about(or_less(number))
        }
        Prompt::Flip(_, face)
        | Prompt::FlipBurst(_, face)
        | Prompt::FlipGuard(_, _, _, face)
        | Prompt::FlipCheck(_, _, face)
            if offer.verb == menu::FLIP.verb =>
        {
            wording.about(format!("{face:02} becomes {:02}", checks::flipped(*face)))
        }
        Prompt::Upgrade(_, margin) | Prompt::UpgradeBurst(_, margin) if offer.verb == menu::UPGRADE.verb => {
            let exceptional = checks::hit(battle, *margin).exceptional;
            wording.about(if exceptional { "critical: damage dice at maximum" } else { "exceptional: +5 DV" })
        }
        Prompt::Ignore(check) => wording.about(or_less(ignoring(battle, who, check, offer.verb == menu::IGNORE.verb))),
        Prompt::CatchItem(item) if offer.verb == menu::SNATCH.verb => {
            wording.titled(format!("Catch {}", battle.item(*item).name))
        }
        _ if offer.verb == menu::SPEND.verb => wording.titled(resistance::title(prompt)),
        _ => wording,
    }
}

fn or_less(number: i32) -> String {
    format!("{number} or less")
}

/// The number of a check with its negatives ignored or not.
fn ignoring(battle: &Battle, who: CombatantId, check: &Check, ignore: bool) -> i32 {
    let luck = Luck { ignore, ..luck::used(check) };
    luck::target_number(battle, who, check, luck, &mut Quick::default())
}

/// What is on offer in one's turn.
fn in_turn(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let wording = match offer.group {
        Group::Move => going(battle, who, offer, wording),
        Group::Stunt => stunt(battle, who, offer, wording),
        Group::Attack => attack(battle, offer, wording),
        Group::Manoeuvre => hold(battle, who, offer, wording),
        Group::Stance if offer.verb == menu::ORDERS.verb => {
            let order = battle.combatant(who).orders.of(reactions::REACTION);
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
        let mut tally = Quick::default();
        grapple::add_strength(battle.combatant(who), &mut tally);
        let number = close(&mut tally, Luck::default());
        return wording.about(format!("{number} or less, against the holder"));
    }
    let Some(gait) = Gait::ALL.into_iter().find(|gait| gait.verb() == offer.verb) else { return wording };
    let one = mounts::feet(battle, who);
    let (base, full) = gait.rates(one);
    let words = |rate| super::MEASURE.words(rate);
    let rates = if base == full { words(base) } else { format!("{}, run {}", words(base), words(full)) };
    wording.titled(gait.title()).about(if gait.wants_check(one) { format!("{rates}, Athletics check") } else { rates })
}

fn stunt(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let (Some(stunt), Target::Way(ways)) = (Stunt::of(offer.verb), &offer.target) else { return wording };
    wording.titled(stunt.name()).about(stunts::about(battle, who, stunt, ways))
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
    let one = battle.combatant(who);
    match offer.verb {
        verb if verb == menu::RELEASE.verb => {
            let name = grapple::held(battle, who).map(|held| battle.combatant(held).identity.name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::UNCATCH.verb => {
            let caught = offer.item.and_then(|item| catch::caught_by(battle, item));
            let name = caught.map(|(_, caught)| battle.item(caught).name.to_string());
            wording.titled(format!("Release {}", name.unwrap_or_default()))
        }
        verb if verb == menu::WRENCH.verb => {
            let mut tally = Quick::default();
            catch::add_wrench(one, &mut tally);
            wording.about(or_less(close(&mut tally, Luck::default())))
        }
        _ => wording,
    }
}
