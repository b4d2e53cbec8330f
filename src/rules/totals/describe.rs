//! Offers in words: made when somebody looks, from the same numbers that the rules roll with.

use super::{
    attack,
    conditions::{ORDERS, no_ap, orders_words},
    damage,
    defence::{self, most_ap},
    drugs,
    magic::{Structure, cast, contact, counter, stored},
    menu, movement, series,
    sheet::sheet,
    step::{Blow, Guard, Manner, Prompt},
    wrestling,
};
use crate::rules::{Battle, CombatantId, Group, Offer, Wording};

/// An offer in words.
pub fn describe(battle: &Battle, who: CombatantId, prompt: &Prompt, offer: &Offer, wording: Wording) -> Wording {
    match prompt {
        Prompt::Turn => in_turn(battle, who, offer, wording),
        Prompt::Order(_) if offer.verb == menu::NEVER.verb => {
            wording.titled(format!("Stake nothing, do not ask {} again", battle.combatant(who).identity.name))
        }
        Prompt::Order(_) => wording.about(format!("{}d10", sheet(battle.combatant(who)).rating())),
        Prompt::Evade(blow) | Prompt::Block(blow) | Prompt::Seize(blow) => defended(battle, blow, offer, wording),
        Prompt::Damage(blow) => wording.about(format!("{}d10", damage::dice(battle, blow))),
        Prompt::Mitigate(blow, _) => {
            let dice = damage::mitigation(battle, who, blow.spent, blow.pierce).value as u8;
            wording.about(format!("{dice}d10"))
        }
        Prompt::Series(series) if offer.verb != menu::LEAVE.verb => {
            let dice = series::dice(battle, series.by, series.item, series.manner);
            let harm = contact::martial_dice(battle, series.by, series.ap);
            wording.about(format!("{dice}d10 to hit, {harm}d10 damage"))
        }
        Prompt::Follow(..) if offer.verb != menu::LET_BE.verb => {
            wording.about(format!("{}d10 damage", contact::martial_dice(battle, who, 1)))
        }
        _ => wording,
    }
}

/// A defence in words.
fn defended(battle: &Battle, blow: &Blow, offer: &Offer, wording: Wording) -> Wording {
    let [attack, shield] = counter::wordings(battle, blow);
    let guard = match offer.verb {
        verb if verb == menu::COUNTER.verb => return wording.titled(attack.0).about(attack.1),
        verb if verb == menu::SHIELD.verb => return wording.titled(shield.0).about(shield.1),
        verb if verb == menu::EVADE.verb => Guard::Evasion,
        verb if verb == menu::BLOCK.verb => Guard::Block,
        _ => return wording,
    };
    let dice = defence::dice(battle, blow, guard);
    wording.about(if most_ap(battle, blow, guard) == 0 {
        format!("{dice}d10, {}", no_ap(battle, blow.on))
    } else {
        format!("{dice}d10, and 1d10 for each AP")
    })
}

/// What is on offer in one's turn.
fn in_turn(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    match offer.group {
        Group::Move if offer.verb == menu::WREST.verb => {
            wording.about(format!("{}d10 against the holder", wrestling::unarmed_dice(battle, who)))
        }
        Group::Move => match movement::about(battle, who, offer.verb) {
            Some(words) if offer.verb == menu::WALK.verb || offer.verb == menu::MOVE_AGAIN.verb => wording.about(words),
            _ => wording,
        },
        Group::Attack | Group::Manoeuvre => attacks(battle, who, offer, wording),
        Group::Stance if offer.verb == menu::ORDERS.verb => {
            let now = battle.combatant(who).conditions.find(ORDERS);
            wording.about(now.map_or_else(|| "Asked at each attack".into(), orders_words))
        }
        Group::Gear if offer.verb == menu::DRINK.verb => {
            wording.about(offer.item.and_then(|item| drugs::about(battle, who, item)).unwrap_or_default())
        }
        Group::Magic => magic(battle, who, offer, wording),
        _ => wording,
    }
}

fn attacks(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let Some(item) = offer.item else { return wording };
    let is_series = offer.spread.is_some();
    let manner =
        if is_series { series::manner(battle, item, offer.verb) } else { attack::manner(battle, item, offer.verb) };
    let Some(manner) = manner else { return wording };
    let wording = if manner == Manner::Punch && !is_series { wording.titled("Strike unarmed") } else { wording };
    if offer.parameters.is_empty() {
        return wording;
    }
    let berserk = match contact::martial_dice(battle, who, 0) {
        0 => String::new(),
        more => format!(" and {more}d10"),
    };
    wording.about(if is_series {
        let dice = series::dice(battle, who, item, manner);
        format!("{dice}d10 to hit, 1d10 damage for each AP{berserk}, each attack")
    } else {
        let dice = attack::dice(battle, who, item, manner).value.max(1);
        match manner {
            Manner::Wrestle => format!("{dice}d10 to hit and hold, no damage"),
            _ => format!("{dice}d10 to hit, 1d10 damage for each AP{berserk}"),
        }
    })
}

fn magic(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    if let Some(structure) = cast::structure(offer.verb) {
        return wording.about(format!("{}d10 to hit, 1d10 damage for each AP", cast::dice_of(battle, who, structure)));
    }
    match (offer.verb, offer.item) {
        (verb, Some(item)) if verb == menu::CONDUCT.verb => {
            wording.titled(format!("Conduct into {}", stored::wording(battle, who, item).0))
        }
        (verb, Some(item)) if verb == menu::BESTOW.verb => {
            let (name, about) = stored::wording(battle, who, item);
            wording.titled(format!("Bestow on {name}")).about(about)
        }
        (verb, _) if verb == menu::UNLEASH.verb => {
            let Some(spell) = cast::prepared(battle, who) else { return wording };
            let wording = wording.titled(format!("Release {}", spell.words()));
            if spell.structure() == Structure::Direct {
                return wording;
            }
            let dice = cast::dice_of(battle, who, spell.structure());
            let harm: u8 = spell.damage().map(|(_, dice)| dice).sum();
            wording.about(if harm > 0 {
                format!("{dice}d10 to hit, {harm}d10 damage")
            } else {
                format!("{dice}d10 to hit")
            })
        }
        _ => wording,
    }
}
