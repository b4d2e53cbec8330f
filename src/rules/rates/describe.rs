//! Offers in words: made when somebody looks, from the same numbers that the rules roll with.

use super::{
    arms::{Arm, Expression, Spell, SpellEffect},
    conditions::{agility, stat},
    menu, mounts, movement, reach, settings,
    sheet::{arm, sheet_of, spell},
    strike, stunts,
};
use crate::rules::{Measure, prelude::*};

/// An offer of one's turn in words.
pub fn act(battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
    let is = |kind: &OfferKind| kind.verb == offer.verb;
    let far = |squares: u16| Measure::SQUARES.words(squares);
    if is(&menu::MOVE) {
        return wording.about(format!("up to {}", far(movement::left(battle, who))));
    }
    if is(&menu::RUN) {
        return wording.about(format!("{} more, for the action", far(movement::allowance(battle, who))));
    }
    if is(&menu::MOUNT) {
        let dice = agility(battle, battle.combatant(who));
        return wording.about(format!("Agility {dice}d4{}", steeds_words(battle, offer)));
    }
    if is(&menu::SHOVE) {
        let dice = stat(battle, battle.combatant(who), super::arms::Stat::Strength);
        return wording.about(format!("Strength {dice}d4 against theirs: pushes one square"));
    }
    if is(&menu::WAIT) && settings::is_older(battle) {
        return wording.about("take the turn later: asked at each step of others and after each turn");
    }
    if is(&menu::STEP_IN) {
        return wording.about(pit_words(battle, offer));
    }
    match offer.item {
        Some(item) if strike::KINDS.iter().any(|kind| kind.verb == offer.verb) => {
            wording.about(weapon_words(battle, who, item))
        }
        Some(item) => match spell(battle, item) {
            Some(spell) => wording.about(spell_words(battle, who, spell)),
            None => wording,
        },
        None => wording,
    }
}

/// The damage of the pits on offer, if it is the same for all: "2d10, ignoring armour". RAT-ACT-02.
fn pit_words(battle: &Battle, offer: &Offer) -> String {
    let Target::Square(pits) = &offer.target else { return String::new() };
    let mut all = pits.iter().map(|pit| stunts::harm(battle, *pit));
    let first = all.next().filter(|first| all.all(|other| other == *first));
    first.map_or("damage that ignores armour".into(), |harm| format!("{harm}, ignoring armour"))
}

/// The roll that mounting takes, if it is the same for all mounts on offer: " against 6". RAT-MNT-07.
fn steeds_words(battle: &Battle, offer: &Offer) -> String {
    let Target::Combatant(steeds) = &offer.target else { return String::new() };
    let open = steeds.iter().filter(|steed| steed.refusal.is_none());
    let mut all = open.map(|steed| mounts::difficulty(battle, steed.who));
    let first = all.next().filter(|first| all.all(|other| other == *first));
    first.map_or_else(String::new, |needed| format!(" against {needed}"))
}

/// What an attack with a weapon rolls: "Melee 8d4; a blow, one more for each 15 rolled; 3d4+15; critical up to 2: x2;
/// reach 1 square".
pub fn weapon_words(battle: &Battle, who: CombatantId, item: ItemId) -> String {
    let weapon = arm(battle, item);
    let (dice, of) = strike::skill(battle, who, item);
    let blows = weapon.rate.map_or("one blow".into(), |rate| format!("a blow, one more for each {rate} rolled"));
    let slow = (weapon.slow > 1).then(|| format!("1 in {} rounds", weapon.slow));
    let reach = Measure::SQUARES.words(reach::of(battle, item));
    let reach = if weapon.is_missile() { format!("range {reach}") } else { format!("reach {reach}") };
    let parts = [Some(format!("{of} {dice}d4")), Some(blows), slow, Some(damage_words(battle, who, &weapon.damage))];
    parts.into_iter().flatten().chain([critical_words(battle, weapon), reach]).collect::<Vec<_>>().join("; ")
}

/// Damage with the Strength that goes into it: "3d4+15".
pub fn damage_words(battle: &Battle, who: CombatantId, damage: &Expression) -> String {
    let strength = stat(battle, battle.combatant(who), super::arms::Stat::Strength);
    match (damage.strength, strength) {
        (true, 0) => Expression { strength: false, ..damage.clone() }.words(),
        (true, count) => damage.words().replacen("Str", &format!("{count}d4"), 1),
        (false, _) => damage.words(),
    }
}

fn critical_words(battle: &Battle, weapon: &Arm) -> String {
    let effect = weapon.crit_effect.words();
    if settings::is_older(battle) {
        match weapon.crit_range_older() {
            21.. => "no critical".into(),
            from => format!("critical from {from}: {effect}"),
        }
    } else {
        match weapon.crit_range {
            0 => "no critical".into(),
            most => format!("critical up to {most}: {effect}"),
        }
    }
}

/// What a spell or an ability does, and what it takes.
pub fn spell_words(battle: &Battle, who: CombatantId, spell: &Spell) -> String {
    let dice = sheet_of(battle, who).magic_dice(spell.subskill);
    let aimed =
        if spell.aimed { format!("{} {dice}d4 to hit", spell.subskill.name()) } else { "works without a roll".into() };
    let effect = match &spell.effect {
        SpellEffect::Damage(damage) => format!("{} damage", damage_words(battle, who, damage)),
        SpellEffect::Heal(heal) => format!("heals {}", damage_words(battle, who, heal)),
        SpellEffect::Modify(stat, by) => format!("{} {by:+} while sustained", stat.name()),
    };
    let types = Some(and_list(spell.types.iter().map(|kind| kind.name()))).filter(|types| !types.is_empty());
    let around = spell.radius.map(|radius| format!("all within {}", Measure::SQUARES.words(radius.into())));
    let range = format!("range {}", Measure::SQUARES.words(reach::squares_in(battle, spell.range.into())));
    let takes = spell.concentration.then(|| "takes concentration".to_string());
    [Some(aimed), Some(effect), types, around, Some(range), takes].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        RulesetId, Team,
        rates::{Sheet, sheet::Mount},
        testing,
    };

    #[test]
    fn what_mounting_takes_is_said_where_all_mounts_take_the_same() {
        let about = |difficulties: [u8; 2]| {
            let steed = |x: i16, difficulty: u8| {
                let mount_data = Some(Mount { difficulty, tamed: true });
                (Team(0), Square::new(x, 0), Sheet { footprint: 2, mount_data, ..Sheet::default() }.into())
            };
            let [near, far] = difficulties;
            let bodies = [(Team(0), Square::new(2, 0), RulesetId::Rates.plain_sheet()), steed(0, near), steed(3, far)];
            let battle = testing::battle(RulesetId::Rates, Battlefield::new(5, 2), &bodies);
            let who = CombatantId(0);
            let offer = mounts::offers(&battle, who).expect("two stand beside it");
            act(&battle, who, &offer, Wording::of(&battle, &offer)).about.into_owned()
        };
        assert_eq!(about([6, 6]), "Agility 3d4 against 6");
        assert_eq!(about([6, 9]), "Agility 3d4");
    }
}
