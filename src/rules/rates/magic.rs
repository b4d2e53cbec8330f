//! Magic resistance, and who can concentrate. RAT-MAG-01, RAT-MAG-04 to RAT-MAG-09.

use super::{
    arms::{MagicType, Spell},
    catalogue as ids,
    conditions::{DISTRACTED, MODIFIED, RESISTING, RESISTS_ALL, is_mounted},
    exchange::Resistance,
    sheet::{Discipline, Scope, arm, sheet_of, spells},
};
use crate::rules::prelude::*;

/// A target's resistance to magic of these types, and of a subskill if there is one, as an exact fraction. It declines
/// positive resistance to helpful magic, unless its standing orders say otherwise. RAT-MAG-04 to RAT-MAG-07.
fn of(
    battle: &Battle,
    on: CombatantId,
    types: impl Iterator<Item = MagicType>,
    subskill: Option<Scope>,
    is_helpful: bool,
) -> Resistance {
    let numbers = sheet_of(battle, on);
    let all = numbers.resistance(Scope::All) + subskill.map_or(0, |subskill| numbers.resistance(subskill));
    let (percent, count) =
        types.fold((0, 0), |(percent, count), kind| (percent + all + numbers.resistance(kind.into()), count + 1));
    let orders = battle.combatant(on).conditions.find(RESISTING).map(|known| known.level);
    let is_declined = match orders {
        Some(RESISTS_ALL) => false,
        Some(_) => true,
        None => is_helpful,
    };
    if count == 0 || percent > 0 && is_declined {
        return Resistance::default();
    }
    Resistance { percent: percent.clamp(-30_000, 30_000) as i16, types: count }
}

/// Resistance to a spell or an ability; none to what has no type of magic. RAT-MAG-03.
pub fn of_spell(battle: &Battle, spell: &Spell, on: CombatantId) -> Resistance {
    of(battle, on, spell.types.iter().copied(), Some(spell.subskill.into()), spell.is_helpful())
}

/// Resistance to attacks of summoned creatures and with enchanted weapons: the types of both count together.
/// RAT-MAG-08.
pub fn of_weapon(battle: &Battle, by: CombatantId, item: ItemId, on: CombatantId) -> Resistance {
    let (summoned, weapon) = (&sheet_of(battle, by).summoned_types, &arm(battle, item).types);
    let both = summoned.iter().chain(weapon.iter().filter(|kind| !summoned.contains(kind)));
    of(battle, on, both.copied(), None, false)
}

/// Resistance in words: "Resistance 10 %".
pub fn words(resistance: Resistance) -> String {
    let whole = f64::from(resistance.percent) / f64::from(resistance.types.max(1));
    format!("Resistance {} %", (whole * 100.0).round() / 100.0)
}

/// Whether somebody has anything that takes concentration: a spell of its own or in hand, or one that it sustains.
/// RAT-AIM-08.
pub fn can_concentrate(battle: &Battle, who: CombatantId) -> bool {
    spells(battle, who).any(|(_, spell)| spell.concentration) || sustains(battle, who)
}

/// Whether somebody sustains a spell, RAT-MAG-10.
pub fn sustains(battle: &Battle, who: CombatantId) -> bool {
    sustained(battle, who).next().is_some()
}

/// The conditions caused by the spell that somebody sustains, each with its bearer.
pub fn sustained(battle: &Battle, by: CombatantId) -> impl Iterator<Item = (CombatantId, &Condition)> {
    let of = move |condition: &&Condition| condition.kind == MODIFIED && condition.whom == Some(by);
    battle.rows().iter().flat_map(move |row| row.conditions.0.iter().filter(of).map(|condition| (row.id, condition)))
}

/// Why somebody cannot use a spell now, RAT-MAG-01, RAT-MAG-09, RAT-MNT-04.
pub fn refusal(battle: &Battle, who: CombatantId, spell: &Spell) -> Option<Refusal> {
    if !spell.concentration {
        return None;
    }
    if battle.combatant(who).conditions.has(DISTRACTED) {
        return Some(Refusal::new(ids::MAG_09, "Concentration is ruined"));
    }
    let rides = is_mounted(battle, who) && !sheet_of(battle, who).has(Discipline::MountedConcentration);
    rides.then(|| Refusal::new(ids::MNT_04, "No concentration in the saddle"))
}

/// Ends the spell that somebody sustains, RAT-MAG-10.
pub fn end_sustained(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if sustains(battle, who) {
        context.note(who, ids::MAG_10, "no longer sustains a spell");
    }
    end(battle, who).for_each(|effect| context.effect(effect));
}

/// The effects that end everything sustained by somebody, who may have left the field. RAT-MAG-10.
pub fn end(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Effect> {
    sustained(battle, who).map(|(on, condition)| Effect::replaced(on, *condition, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RulesetId, Team, play, rates::conditions::lasting, testing::battle};

    #[test]
    fn whoever_leaves_the_field_sustains_nothing() {
        let body = |team: u8| (Team(team), Square::new(2 * i16::from(team), 0), RulesetId::Rates.plain_sheet());
        let mut battle = battle(RulesetId::Rates, Battlefield::new(6, 1), &[0, 1, 2].map(body));
        let [a, b, c] = [0, 1, 2].map(CombatantId);
        let cut = |by| Condition { level: -6, whom: Some(by), ..lasting(MODIFIED) };
        let begins = Effect::Acting(Some(a));
        let cuts = [a, c].map(|by| Effect::AddCondition(b, cut(by)));
        cuts.iter().chain(&[Effect::Concede(Team(2)), begins.clone()]).for_each(|effect| battle.apply(effect));
        let after = play::aftermath(&battle, &[Entry::Effect(begins)]);
        after.iter().for_each(|effect| battle.apply(effect));
        assert_eq!(battle.combatant(c).status, Status::Fled);
        let left: Vec<_> = battle.combatant(b).conditions.0.iter().map(|condition| condition.whom).collect();
        assert_eq!(left, [Some(a)]);
    }
}
