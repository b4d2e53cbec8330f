//! What must be rolled to hit, with every term. RAT-ACC, RAT-AIM-02, RAT-AIM-03.

use super::{
    arms::Stat,
    attack_step::{Place, Strike},
    catalogue as ids,
    conditions::{self, BLINDED, body, mount_of},
    cover, reach, settings,
    sheet::{MOVED, arm, sheet, spell},
};
use crate::rules::{Evidence, prelude::*};

/// Inches in fifty yards, beyond which shots are harder, and in each five yards more. RAT-ACC-04.
const FAR: i32 = 1_800;
const STEP: i32 = 180;

/// How an attack reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// With a weapon in hand, or none.
    Melee,
    /// A missile or an aimed spell.
    Missile,
}

impl Flight {
    /// The flight of a weapon or a spell.
    pub fn of(battle: &Battle, item: ItemId) -> Self {
        let flies = arm(battle, item).is_missile() || spell(battle, item).is_some();
        if flies { Self::Missile } else { Self::Melee }
    }
}

/// Adds up the required roll: the base first, then every difficulty. RAT-ACC-01.
pub fn required(battle: &Battle, strike: &Strike, tally: &mut impl Tally) {
    base(battle, strike.on, tally);
    difficulty(battle, strike, tally);
}

/// Five times the combat base, or nothing against those who cannot avoid an attack. RAT-ACC-01, RAT-ACC-03.
pub fn base(battle: &Battle, on: CombatantId, tally: &mut impl Tally) {
    let target = battle.combatant(on);
    if conditions::is_defenceless(target) {
        return tally.add(ids::ACC_03, 0, || "Cannot avoid it".into());
    }
    let dice = conditions::stat(battle, target, Stat::CombatBase);
    tally.add(ids::ACC_01, 5 * i32::from(dice), || format!("Combat base {dice}, times 5").into());
}

/// Adds every difficulty, RAT-ACC-04 to RAT-ACC-08, RAT-AIM-02.
pub fn difficulty(battle: &Battle, strike: &Strike, tally: &mut impl Tally) {
    let (by, target) = (battle.combatant(strike.by), battle.combatant(strike.on));
    let flight = Flight::of(battle, strike.item);
    if flight == Flight::Missile {
        let inches = reach::inches(battle, body(battle, strike.by), body(battle, strike.on));
        tally.add(ids::ACC_04, ((inches - FAR) / STEP).max(0), || format!("{} yards away", inches / 36).into());
    }
    let runner = mount_of(battle, strike.on).map_or(target, |mount| battle.combatant(mount));
    if i32::from(runner.vitals.get(MOVED)) >= settings::fast_from(battle) {
        tally.add(ids::ACC_05, settings::fast(battle), || "Moving fast".into());
    }
    let light = cover::light(battle, strike.by, body(battle, strike.on));
    let blinded = by.conditions.has(BLINDED);
    tally.add(ids::ACC_06, light.difficulty(battle), || if blinded { "Blinded".into() } else { capital(light.name()) });
    let (line, other) = cover::shot(battle, strike.by, strike.on, flight == Flight::Missile);
    let harder = line.obstacle.difficulty(battle, flight == Flight::Melee);
    tally.add(ids::ACC_07, harder, || capital(&line.words()).into_owned().into());
    tally.show(|| Evidence::Lines(vec![line.line()].into()));
    if let Some(other) = other {
        let name = &battle.combatant(other).identity.name;
        tally.add(ids::ACC_07, settings::light_obstacle(battle), || format!("{name} stands between").into());
    }
    if let Some(part) = strike.place.part() {
        tally.add(ids::AIM_02, part.difficulty(), || capital(&strike.place.words()).into_owned().into());
        if flight == Flight::Melee && conditions::is_unprepared(target) {
            let why = || format!("{}: any place is as easy", conditions::unready_words(target)).into();
            tally.add(ids::AIM_03, -part.difficulty(), why);
        }
    }
    tally.add(ids::ACC_08, sheet(target).situation.into(), || "Circumstances".into());
}

/// The required roll with its terms; below 0 counts as 0. RAT-ACC-08.
pub fn told(battle: &Battle, strike: &Strike) -> Verdict {
    let mut number = Verdict::default();
    required(battle, strike, &mut number);
    not_below_nothing(&mut number);
    number
}

/// Raises a sum below 0 to 0, RAT-ACC-08.
pub fn not_below_nothing(number: &mut Verdict) {
    let below = number.value.min(0);
    number.add(ids::ACC_08, "Not below 0", -below);
}

/// The strike that stands for a spell at somebody.
pub const fn of_spell(by: CombatantId, item: ItemId, on: CombatantId) -> Strike {
    Strike { by, item, on, place: Place::Anywhere }
}
