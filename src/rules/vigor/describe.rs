//! Offers in words, made on demand from the same numbers that the rules roll with.

use super::{
    ability::{Ability, AbilityEffect, Affliction, Delivery, For, Wounded},
    arms::Rider,
    conditions::{self, READIED, RESISTING, readied_words, resisting_words},
    dice::{self, BonusDice, action_dice, resistance_dice, score_dice},
    guard, menu, orders,
    sheet::{self, RollKind, Score, Skill, sheet},
    step::{Manner, Mark, Strike, With},
    strike::Means,
};
use crate::rules::{Measure, prelude::*};

/// "1d20 + 2d10".
pub fn roll_words(dice: BonusDice) -> String {
    dice_words(1, 20, dice.count, dice.sides())
}

/// "3d8 + 2d10".
pub fn dice_words(count: u8, sides: u8, bonus: u8, size: u8) -> String {
    if bonus == 0 { format!("{count}d{sides}") } else { format!("{count}d{sides} + {bonus}d{size}") }
}

/// Describes an offer in one's own turn, or as a readied act.
pub fn act(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let verb = offer.verb;
    let is = |kind: &OfferKind| kind.verb == verb;
    let skill = Skill::ALL.into_iter().find(|skill| is(skill.kind()));
    let led_by = |words: String, wording: Wording| {
        let about = if wording.about.is_empty() { words } else { format!("{words}; {}", wording.about) };
        wording.about(about)
    };
    if is(&menu::MOVE) || is(&menu::ESCAPE) {
        let far = Measure::SQUARES.words(conditions::allowance(battle, who));
        return led_by(format!("up to {far}"), wording);
    }
    if is(&menu::STRIKE) || is(&menu::SHOOT) || is(&menu::THROW) || is(&menu::OFF_HAND) || is(&menu::BREAK) {
        let manner = if is(&menu::OFF_HAND) { Manner::OffHand } else { Manner::Action };
        let words = attack_words(battle, who, With::named(offer.verb, offer.item), manner);
        let wording = match (offer.item, is(&menu::STRIKE)) {
            (None, true) => wording.titled("Strike unarmed"),
            (None, false) if is(&menu::OFF_HAND) => wording.titled("Off-hand attack, unarmed"),
            (None, false) => wording.titled("Break something unarmed"),
            _ => wording,
        };
        return wording.about(words);
    }
    if let Some(skill) = skill {
        let dice = action_dice(battle, who, RollKind::Skill, skill.dice(battle, who), 0);
        return led_by(roll_words(dice), wording);
    }
    if is(&menu::AID) || is(&menu::STABILISE) {
        let dice = dice::treating_dice(battle, who, is(&menu::AID));
        return led_by(roll_words(dice), wording);
    }
    if let Some((item, ability)) = offer.item.and_then(|item| Some((item, sheet::ability(battle, item)?)))
        && (is(&menu::USE_ABILITY) || is(&menu::USE_ITEM))
    {
        let words = ability_words(battle, who, item, ability);
        let progress = progress_words(battle, who, item, ability);
        return wording.about(progress.map_or(words.clone(), |progress| format!("{progress}; {words}")));
    }
    let find = |kind| battle.combatant(who).conditions.find(kind);
    if is(&menu::ORDERS) {
        let reacts = orders::words(battle, who).unwrap_or_else(|| "asked each time".into());
        wording.about(format!("{reacts}; {}", resisting_words(find(RESISTING))))
    } else if is(&menu::READY) || is(&menu::WATCH) {
        let known = find(READIED).map(|known| format!("instead of: {}", readied_words(battle, known)));
        known.map_or(wording.clone(), |known| wording.about(known))
    } else {
        wording
    }
}

/// What an attack rolls against any target: "1d20 + 2d10 to hit; 1d8 + 2d10 Kinetic, cutting; reach 6 feet".
pub fn attack_words(battle: &Battle, who: CombatantId, with: With, manner: Manner) -> String {
    let strike = Strike::new(who, Mark::ANYTHING, with, manner);
    let means = strike.means(battle);
    let mut parts = vec![format!("{} to hit", roll_words(guard::attack_bonus(battle, &strike, &means, 0)))];
    parts.extend(damage_words(battle, &strike, &means));
    parts.push(match means.range {
        Some((near, far)) => format!("range {near} feet, {far} with a Challenge"),
        None => format!("reach {} feet", means.reach),
    });
    parts.extend(means.riders.iter().map(|rider| rider_words(*rider)));
    parts.join("; ")
}

fn damage_words(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Option<String> {
    if means.value == 0 {
        return None;
    }
    let dice = guard::damage_bonus(battle, strike, means);
    Some(format!("{} {}", dice_words(means.value, means.rank.sides(), dice.count, dice.sides()), means.damage.name()))
}

fn rider_words(rider: Rider) -> String {
    match rider {
        Rider::KnockDown(vs) => format!("knocks down unless Strength beats {vs}"),
        Rider::KnockBack(squares) => format!("knocks back {}", Measure::SQUARES.words(squares.into())),
        Rider::Stun(vs) => format!("stuns unless Stamina beats {vs}"),
        Rider::StraightToHealth => "straight to Health".into(),
    }
}

/// What an ability does, and what it needs besides its price.
pub fn ability_words(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability) -> String {
    let strike = Strike::new(who, Mark::ANYTHING, With::Used(item), Manner::Action);
    let means = strike.means(battle);
    let mut parts = Vec::new();
    if ability.is_attack() && !super::smoke::is_all(ability) {
        parts.push(format!("{} to hit", roll_words(guard::attack_bonus(battle, &strike, &means, 0))));
    }
    parts.extend(record_words(ability, damage_words(battle, &strike, &means)));
    if let Some(resist) = ability.resist {
        let name = resist.score.name();
        parts.push(match (resist.vs, ability.is_attack()) {
            (Some(vs), _) => format!("{name} above {vs} resists"),
            (None, true) => format!("{name} above the attack resists"),
            (None, false) => {
                let count = score_dice(battle, who, ability.attack_score()) + sheet(battle.combatant(who)).extra.attack;
                let dice = action_dice(battle, who, RollKind::Attack, count, ability.attack.net());
                format!("{name} above {} resists", roll_words(dice))
            }
        });
    }
    parts.join("; ")
}

/// Of an ability that takes more actions than are left, how many are paid and that it goes on in the next turn.
/// VIG-TURN-04.
pub fn progress_words(battle: &Battle, who: CombatantId, item: ItemId, ability: &Ability) -> Option<String> {
    let paid = conditions::actions_paid(battle, who, item);
    let left = ability.actions.saturating_sub(paid);
    let paid = (paid > 0).then(|| format!("{paid} of {} actions paid", ability.actions));
    let goes_on = left > 1 && left > conditions::actions_left(battle, who);
    let goes_on = goes_on.then(|| "goes on in the next turn".to_string());
    let words: Vec<String> = paid.into_iter().chain(goes_on).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// What the record of an ability says, except its rolls.
fn record_words(ability: &Ability, damage: Option<String>) -> Vec<String> {
    let mut parts: Vec<String> = damage.into_iter().collect();
    parts.extend(ability.effects.iter().map(|effect| effect_words(*effect, ability.rounds)));
    parts.extend(ability.riders.iter().map(|rider| rider_words(*rider)));
    match ability.delivery {
        Delivery::Area(radius) => parts.push(format!("everybody within {radius} feet of a square")),
        Delivery::Direct if ability.on == For::Oneself => parts.push("on oneself".into()),
        Delivery::Aimed | Delivery::Direct => {}
    }
    parts.extend((ability.range > 0).then(|| format!("range {} feet", ability.range)));
    parts.extend((ability.actions > 1).then(|| format!("{} actions", ability.actions)));
    parts.extend(ability.opening.then(|| "enemies in reach get an opening first".to_string()));
    parts.extend(ability.light.then(|| "leaves the off hand free to attack".to_string()));
    parts.extend(match ability.wounded {
        Wounded::Nobody => None,
        Wounded::User => Some("only when wounded".to_string()),
        Wounded::Target => Some("only on the wounded".to_string()),
    });
    parts
}

fn effect_words(effect: AbilityEffect, rounds: u16) -> String {
    let lasting = |words: String| format!("{words} for {}", counted(rounds, "round"));
    let many = |count: i8, word: &str| format!("{} on action rolls", counted(count, word));
    match effect {
        AbilityEffect::Restore { of, dice, sides, flat } => {
            let points = match (dice, flat) {
                (0, flat) => flat.to_string(),
                (dice, 0) => format!("{dice}d{sides}"),
                (dice, flat) => format!("{dice}d{sides} + {flat}"),
            };
            format!("restores {points} {}", of.name())
        }
        AbilityEffect::Condition(Affliction::Stunned) => "stuns".into(),
        AbilityEffect::Condition(Affliction::KnockedDown) => "knocks down".into(),
        AbilityEffect::Condition(affliction) => lasting(
            match affliction {
                Affliction::Bound => "binds",
                Affliction::Pinned => "pins",
                Affliction::Unconscious => "puts to sleep",
                Affliction::Intimidated => "intimidates",
                _ => "hides",
            }
            .into(),
        ),
        AbilityEffect::Charges(count) => lasting(many(count, "Charge")),
        AbilityEffect::Challenges(count) => lasting(many(count, "Challenge")),
        AbilityEffect::Guard(count) => lasting(format!("{count:+} Guard")),
        AbilityEffect::Smoke => lasting("smoke, low visibility".into()),
    }
}

/// Resistance with each score that has dice beyond its own: "Strength 1d20 + 3d10". VIG-RES-01.
pub fn resistances(battle: &Battle, who: CombatantId) -> Vec<String> {
    let numbers = sheet(battle.combatant(who));
    let better = |score: &Score| {
        numbers.extra.resistance > 0 || numbers.resistances.iter().any(|(against, dice)| against == score && *dice > 0)
    };
    let all = Score::ALL.into_iter().filter(better);
    all.map(|score| format!("{} {}", score.name(), roll_words(resistance_dice(battle, who, score)))).collect()
}
