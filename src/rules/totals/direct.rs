//! Life and death energies, which need no roll to hit. TOT-ENG-02, TOT-ENG-03, TOT-MAG-06, TOT-DYING-07.

use super::{
    attack::{self, candidates_by},
    cast::{self, known, spell_offer},
    catalogue as ids,
    conditions::{self, STABLE, lasting},
    life, menu, mounts, pool,
    reach::{self, has_line},
    settings,
    sheet::{FATIGUE, TEMPORARY, VITALITY, sheet},
    spell::{Energy, Spell, Structure},
    step::AttackStep,
};
use crate::rules::prelude::*;

/// Offers of the life and death spells a combatant knows, cast at once or prepared.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for energy in known(battle, who, &[Energy::Death, Energy::Life]) {
        let (kind, rules, later): (_, &'static [_], _) = match energy {
            Energy::Life => (&menu::HEAL, &[ids::ENG_03, ids::DYING_07], &menu::PREPARE_LIFE),
            _ => (&menu::SLAY, &[ids::ENG_02, ids::MAG_06], &menu::PREPARE_DEATH),
        };
        let now = Offer::new(kind, rules, menu::ap(1));
        let now = spell_offer(battle, who, now, &[energy], &[]);
        offers.push(aimed(battle, who, Spell::new(Structure::Direct).with(energy, 1), now));
        let aside = Offer::new(later, &[ids::MAG_07], menu::ap(1));
        offers.push(spell_offer(battle, who, aside, &[energy], &[]));
    }
    offers
}

fn energy(spell: Spell) -> Energy {
    if spell.share(Energy::Life) > 0 { Energy::Life } else { Energy::Death }
}

/// The offer of a direct spell with its candidates: enemies for death; friends within reach, dead ones too, for life.
pub fn aimed(battle: &Battle, who: CombatantId, spell: Spell, offer: Offer) -> Offer {
    if energy(spell) == Energy::Life {
        return attack::aimed(offer, patients(battle, who), ids::ENG_03, "Nobody in reach");
    }
    let refusal = |on| attack::out_of_range(battle, who, on, Structure::Direct.range(), false);
    attack::aimed(offer, candidates_by(battle, who, refusal), ids::REACH_02, "Nobody in range")
}

/// The caster and friends within reach, those most in need first, TOT-ENG-03.
fn patients(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let me = battle.combatant(who);
    let near = battle.combatants().filter(|fighter| fighter.team == me.team && !fighter.status.is_absent());
    let near = near.filter(|fighter| reach::distance(reach::body(battle, me.id), reach::body(battle, fighter.id)) <= 1);
    let mut found: Vec<_> = near.filter(|fighter| fighter.id == who || has_line(battle, who, fighter.id)).collect();
    found.sort_by_key(|fighter| (fighter.status != Status::Down, i32::from(fighter.vitals.get(VITALITY)), fighter.id));
    found.into_iter().map(|fighter| Candidate { who: fighter.id, refusal: None }).collect()
}

/// Casts or prepares the spell.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let energy = if matches!(choice.verb, "heal" | "prepare-life") { Energy::Life } else { Energy::Death };
    let spell = cast::spell(battle, who, choice, Structure::Direct, &[energy]);
    match choice.on {
        Some(on) if matches!(choice.verb, "heal" | "slay") => {
            cast::spend(battle, who, spell, context);
            context.step(AttackStep::Direct(who, on, spell));
        }
        _ => cast::ready(battle, who, spell, context),
    }
}

/// The spell takes effect if its limit is met; the AP are spent in any case. TOT-MAG-06.
pub fn take_effect(battle: &Battle, by: CombatantId, on: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    match energy(spell) {
        Energy::Life => heal(battle, by, on, spell.share(Energy::Life), context),
        _ => slay(battle, by, on, spell.share(Energy::Death), context),
    }
}

/// The highest Vitality that a death spell of `ap` can kill, TOT-ENG-02.
pub const fn limit(ap: u8) -> i32 {
    5 * ap as i32
}

fn slay(battle: &Battle, by: CombatantId, on: CombatantId, ap: u8, context: &mut StepContext<'_>) {
    let vitals = &battle.combatant(on).vitals;
    let left = i32::from(vitals.get(VITALITY)) + i32::from(vitals.get(TEMPORARY));
    if left > limit(ap) {
        context.note(by, ids::ENG_02, format_args!("fails: {left} Vitality, more than {}", limit(ap)));
        return;
    }
    context.attack_result(AttackResult { by, on, fate: Fate::Hit, damage: left.clamp(0, 30_000) as i16 });
    context.note(on, ids::ENG_02, "dies by magic");
    life::kill(battle, on, context);
}

fn heal(battle: &Battle, by: CombatantId, on: CombatantId, ap: u8, context: &mut StepContext<'_>) {
    let numbers = sheet(battle.combatant(on));
    if battle.combatant(on).status == Status::Dead && i32::from(ap) < (numbers.endurance / 10).max(1) {
        context.note(by, ids::DYING_07, "is too weak to raise the dead");
        return;
    }
    let thrown = context.throw_apart(pool::dice(ap));
    let points = thrown.sum;
    context.log(|| Entry::Roll(Roll::new(by, "Life", ids::ENG_03, &thrown)));
    if battle.combatant(on).status == Status::Dead {
        raise(battle, on, points, context);
    } else {
        life::heal(battle, on, points, context);
    }
}

/// Raises a combatant from the dead, TOT-DYING-07.
fn raise(battle: &Battle, on: CombatantId, points: i32, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(on);
    let full = sheet(fighter).vitality_max(settings::vitality_per_rank(battle));
    let vitality = (points - sheet(fighter).endurance).min(full);
    let fatigue = fighter.vitals.get(FATIGUE).max(1);
    context.effect(Effect::Vital(on, VITALITY, vitality as i16));
    context.effect(Effect::Vital(on, FATIGUE, fatigue));
    context.note(on, ids::DYING_07, "is raised from the dead");
    // Somebody may stand where the body lies.
    if !mounts::may_land(battle, on, fighter.placement.anchor())
        && let Some(square) = mounts::nearest_free(battle, on, fighter.footprint())
    {
        context.effect(Effect::Place(on, fighter.placement.at(square)));
    }
    if vitality > 0 {
        life::wake(battle, on, context);
    } else {
        context.effect(Effect::Status(on, Status::Down));
        context.effect(Effect::AddCondition(on, lasting(conditions::UNCONSCIOUS)));
        context.effect(Effect::AddCondition(on, lasting(STABLE)));
    }
}
