//! Kegs, charges and fire, by the closest existing rules: damage against mitigation, and ongoing damage. TOT-OBJ.

use super::{
    card, catalogue as ids,
    conditions::{self, FIRE_TURNS, pay},
    damage, life, menu, pool, reach, settings,
    sheet::{TEMPORARY, VITALITY, sheet},
    step::LifeStep,
};
use crate::rules::{
    Area, BoardRules, Explosive,
    objects::{self, BlastEnd, Explosion},
    prelude::*,
};

/// The objects that have rules, TOT-OBJ-01, TOT-OBJ-02.
pub fn board_rules(battle: &Battle) -> BoardRules {
    if !settings::objects(battle) {
        return BoardRules::default();
    }
    BoardRules {
        explosives: Some(ids::OBJ_01),
        fire: Some((ids::OBJ_02, "sets fire to anyone who enters or begins a turn here")),
        ..BoardRules::default()
    }
}

/// The offer to light a keg or charge beside or under the combatant, TOT-OBJ-01.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let refusal = || conditions::broke(battle, who);
    let may = settings::objects(battle);
    may.then(|| {
        objects::light_offer(battle, reach::body(battle, who), (&menu::LIGHT, &[ids::OBJ_01], menu::ap(1)), refusal)
    })
    .flatten()
}

/// Lights a fuse; false if the choice is something else.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let Some(at) = choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb) else { return false };
    pay(battle, who, 1, context);
    objects::light_fuse(battle, (who, *at), ids::OBJ_01, context);
    true
}

/// Puts the explosions at the end of a round on the agenda.
pub fn at_round_end(battle: &Battle, context: &mut StepContext<'_>) {
    if settings::objects(battle) && objects::is_due(battle) {
        context.step(LifeStep::Explode);
    }
}

/// The next explosion at the end of a round: its damage is rolled once, and everybody in its radius mitigates. All
/// explosions count as one moment: nobody has won before the last of them is over. TOT-OBJ-01.
pub fn explode(battle: &Battle, context: &mut StepContext<'_>) {
    let Some(explosion) = Explosion::next(battle, ids::OBJ_01, context) else { return };
    let value = explosion.harm("Damage", ids::OBJ_01, context);
    for who in explosion.caught(battle) {
        // A rider whom the blast throws off takes up squares before the next one falls.
        blasted(&battle.after_written(context), (explosion.by, who), value as i16, context);
    }
    context.step(LifeStep::Explode);
}

/// A combatant in an explosion mitigates with armour alone and loses the rest, TOT-OBJ-01, TOT-DMG-02, TOT-DMG-03.
fn blasted(battle: &Battle, (by, who): (CombatantId, CombatantId), value: i16, context: &mut StepContext<'_>) {
    if battle.combatant(who).status == Status::Dead {
        return;
    }
    let dice = armour(battle, who);
    let mut stopped = 0;
    if dice > 0 {
        let thrown = context.throw(pool::dice(dice), &|rolled| rolled.sum.min(value.into()) as u32);
        stopped = thrown.sum;
        context.log(|| {
            let sum = damage::mitigation(battle, who, 0, 0);
            let words = format!("against damage {value}");
            Entry::Roll(Roll::new(who, "Mitigation", sum.terms[0].rule, &thrown).saying(words))
        });
    }
    let loss = (i32::from(value) - stopped).max(0);
    let fate = if loss > 0 { Fate::Hit } else { Fate::Stopped };
    context.attack_result(AttackResult { by, on: who, fate, damage: loss as i16 });
    life::lose(battle, who, loss, context);
}

/// The armour dice of a combatant.
fn armour(battle: &Battle, who: CombatantId) -> u8 {
    sheet(battle.combatant(who)).armour.dice()
}

/// How an explosion ends for a combatant, for each mitigation roll.
fn ends(battle: &Battle, who: CombatantId, value: i32) -> Vec<BlastEnd> {
    let full = card::health(battle, who).1;
    let vitals = &battle.combatant(who).vitals;
    let left: i32 = [VITALITY, TEMPORARY].into_iter().map(|vital| i32::from(vitals.get(vital))).sum();
    let lies = !battle.combatant(who).fights();
    let end = |stopped: i32| match (value - stopped).max(0) {
        0 => (0, 0),
        loss if life::fells(battle, who, loss) || lies && loss >= left => (3, loss as i16),
        loss if loss * 2 >= full => (2, loss as i16),
        loss => (1, loss as i16),
    };
    match armour(battle, who) {
        0 => vec![(end(0), 1)],
        dice => pool::dice(dice).sums().iter().map(|sum| (end(sum.sum), sum.ways)).collect(),
    }
}

/// What lighting a keg or charge would do as things stand.
pub fn area(battle: &Battle, choice: &Choice) -> Option<Area> {
    let at = *choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb)?;
    let explosive = battle.scene.field.explosive(at)?;
    Some(objects::area(battle, (at, explosive), |who, value| ends(battle, who, value)))
}

/// What an explosion costs a combatant on average.
pub fn blast_cost(battle: &Battle, explosive: &Explosive, who: CombatantId) -> i32 {
    if settings::objects(battle) { objects::mean(explosive, |value| ends(battle, who, value)) } else { 0 }
}

/// What entering fire costs on average: a d10 for each of [`FIRE_TURNS`].
pub fn fire_cost(battle: &Battle) -> i32 {
    if settings::objects(battle) { 11 * i32::from(FIRE_TURNS) / 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, RulesetId, Team, testing,
            totals::{
                Sheet,
                conditions::{BERSERK, Detail, lasting},
            },
        },
    };

    /// TOT-DMG-03, TOT-BERS-02, TOT-BERS-06.
    #[test]
    fn an_explosion_is_foretold_to_put_out_whom_it_puts_out() {
        let body = (Team(0), Square::new(0, 0), Sheet::default().into());
        let mut battle = testing::battle(RulesetId::Totals, Battlefield::new(2, 2), &[body]);
        let who = CombatantId(0);
        let least = |battle: &Battle| {
            let puts_out = |value: &i16| ends(battle, who, i32::from(*value)).iter().all(|((grade, _), _)| *grade == 3);
            let falls = |value: &i16| {
                let after = battle.after_doing(|context| blasted(battle, (who, who), *value, context));
                after.combatant(who).status.is_out()
            };
            let [told, played]: [Option<i16>; 2] = [(1..200).find(puts_out), (1..200).find(falls)];
            assert_eq!(told, played);
            told
        };
        battle.apply(&Effect::Vital(who, VITALITY, 8));
        assert_eq!(least(&battle), Some(8));
        battle.apply(&Effect::Vital(who, TEMPORARY, 30));
        assert_eq!(least(&battle), Some(38));
        let drug = Condition { level: 3, detail: Detail::Turns(3).into(), ..lasting(BERSERK) };
        battle.apply(&Effect::AddCondition(who, drug));
        assert_eq!(least(&battle), Some(88), "the drugged fight on down to their endurance");
    }
}
