//! Damage, mitigation, what is lost, and attacks turned back. TOT-DMG, TOT-SIZE-02, TOT-CRIT-05.

use super::{
    attack::{self, may_stake},
    ids, life,
    pool::{self, Pool, most_luck},
    sheet::{arm, sheet},
    step::{Ask, Blow, Manner, Step, ask, step},
    wrestling,
};
use crate::{
    dice::Throw,
    rules::{Battle, CombatantId, Entry, Fate, Moment, RuleId, Verdict},
};

/// What is added to the damage dice: the weapon's own, that for size last. TOT-DMG-01, TOT-SIZE-02.
pub fn bonus(battle: &Battle, blow: &Blow) -> [(RuleId, &'static str, i32); 2] {
    let size = sheet(battle.one(blow.by)).size.against(sheet(battle.one(blow.on)).size);
    [(ids::DMG_01, "Weapon", arm(battle, blow.item).damage_mod), (ids::SIZE_02, "Size of the target", -size)]
}

fn rolled_damage(battle: &Battle, blow: &Blow, luck: u8, moment: &mut Moment<'_>) -> i32 {
    let more = bonus(battle, blow);
    let flat: i32 = more.iter().map(|(.., amount)| amount).sum();
    let pool = Pool { dice: blow.ap, luck, marked: false };
    let rolled = pool::roll(battle, pool, &|sum, _| (sum + flat).max(0) as u32, moment);
    moment.tell(|| Entry::Roll(pool::told(blow.by, "Damage", ids::DMG_01, &rolled, &more)));
    (rolled.total() + flat).max(0)
}

/// The damage roll, A2. TOT-DMG-01.
pub fn strike(battle: &Battle, blow: &Blow, luck: u8, moment: &mut Moment<'_>) {
    if moment.is_by_habit() && luck == 0 {
        return strike_and_mitigate(battle, blow, moment);
    }
    pool::stake(battle, blow.by, luck, moment);
    let damage = rolled_damage(battle, blow, luck, moment) as i16;
    let who = blow.on;
    let dice = mitigation(battle, who, blow.spent, blow.pierce).value.max(0) as u8;
    let asks = !moment.is_forecast() && may_stake(battle, who) && most_luck(battle, who, dice) > 0;
    moment.then(if asks { ask(who, Ask::Mitigate(*blow, damage)) } else { step(Step::Mitigate(*blow, damage, 0)) });
}

/// Dice on mitigation: armour, and one for each AP of the defence. TOT-DMG-02.
pub fn mitigation(battle: &Battle, who: CombatantId, spent: u8, pierce: u8) -> Verdict {
    let armour = sheet(battle.one(who)).armour.mitigation().saturating_sub(pierce);
    let mut verdict = Verdict::base(ids::DMG_02, "Armour", armour.into());
    verdict.add(ids::DMG_02, "AP of the defence", spent.into());
    verdict
}

/// The mitigation roll and what is lost, D3. TOT-DMG-02, TOT-DMG-03.
pub fn mitigate(battle: &Battle, blow: &Blow, damage: i16, luck: u8, moment: &mut Moment<'_>) {
    pool::stake(battle, blow.on, luck, moment);
    let dice = mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8;
    let stopped = rolled_mitigation(battle, blow.on, (dice, luck), damage, moment);
    take(battle, blow, i32::from(damage) - stopped, moment);
}

/// Damage and mitigation at once, for forecasts in which nobody stakes Luck: what is left is all that counts.
fn strike_and_mitigate(battle: &Battle, blow: &Blow, moment: &mut Moment<'_>) {
    let flat: i32 = bonus(battle, blow).iter().map(|(.., amount)| amount).sum();
    let dice = mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8;
    let pool = |count| Throw::Sum { count, sides: 10 };
    let loss = |damage: i32, stopped: Option<i32>| (damage + flat).max(0) - stopped.unwrap_or(0);
    let next = |_| (dice > 0).then(|| pool(dice));
    let class = |damage: i32, stopped: Option<i32>| loss(damage, stopped).max(-1) as u32;
    let (damage, stopped) = moment.throw_then(pool(blow.ap), &next, &class);
    take(battle, blow, loss(damage.value, stopped.map(|stopped| stopped.value)), moment);
}

/// What is left of an attack is lost, or armour has stopped it, TOT-DMG-03.
fn take(battle: &Battle, blow: &Blow, loss: i32, moment: &mut Moment<'_>) {
    if loss < 0 {
        attack::mark(blow, Fate::Stopped, 0, moment);
        moment.note(blow.on, ids::DMG_03, "armour stops it");
    } else {
        attack::mark(blow, Fate::Hit, loss, moment);
        life::lose(battle, blow.on, loss, moment);
    }
    attack::end(battle, blow, moment);
    wrestling::follow(battle, blow, moment);
}

fn rolled_mitigation(
    battle: &Battle,
    who: CombatantId,
    (dice, luck): (u8, u8),
    damage: i16,
    moment: &mut Moment<'_>,
) -> i32 {
    let damage = i32::from(damage);
    let pool = Pool { dice, luck, marked: false };
    let class = |sum: i32, _| if sum > damage { u32::MAX } else { sum as u32 };
    let rolled = pool::roll(battle, pool, &class, moment);
    if dice > 0 {
        moment.tell(|| Entry::Roll(pool::told(who, "Mitigation", ids::DMG_02, &rolled, &[])));
    }
    rolled.total().max(0)
}

/// The attack turned back: its damage, without Luck, against the attacker. TOT-CRIT-05.
pub fn turn_back(battle: &Battle, blow: &Blow, moment: &mut Moment<'_>) {
    if blow.manner == Manner::Wrestle {
        return let_pass(battle, blow, moment);
    }
    attack::mark(blow, Fate::Missed, 0, moment);
    moment.note(blow.on, ids::CRIT_05, "turns the attack back");
    let damage = rolled_damage(battle, blow, 0, moment) as i16;
    moment.then(step(Step::Suffered(*blow, damage)));
}

/// The attacker mitigates with armour alone and takes the rest, TOT-CRIT-05.
pub fn turned_back(battle: &Battle, blow: &Blow, damage: i16, moment: &mut Moment<'_>) {
    let dice = sheet(battle.one(blow.by)).armour.mitigation();
    let loss = i32::from(damage) - rolled_mitigation(battle, blow.by, (dice, 0), damage, moment);
    life::lose(battle, blow.by, loss, moment);
    attack::end(battle, blow, moment);
}

/// A counterattack is left alone: a plain miss.
pub fn let_pass(battle: &Battle, blow: &Blow, moment: &mut Moment<'_>) {
    attack::mark(blow, Fate::Missed, 0, moment);
    attack::end(battle, blow, moment);
}
