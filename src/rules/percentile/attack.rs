//! Attacks from the declaration to the roll. PCT-ATK, PCT-RNG.

use std::cell::LazyCell;

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, catch,
    checks::{self, Quick, Tally, add_hurried, add_wounds, close},
    conditions::AIM,
    cover, damage, defence, luck, manoeuvres, mounts, reach, reactions, resistance, settings,
    sheet::{Kind, Reload, Skill, Tag, Use, arm, sheet},
    step::{Check, DamageStep, Event, Exchange, Luck, Manner, Prompt, ReactionStep, prompt, step},
    strikes, volley,
};
use crate::rules::{
    Action, AgendaItem, AttackResult, Battle, CombatantId, Die, Effect, Entry, Fate, ItemId, Location, Posture,
    Refusal, Roll, StepContext, Verdict, capital,
};

/// A step of an attack up to its roll, and the last one, after everything else. PCT-ATK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// An attack is declared.
    Declare(Exchange),
    /// Whether the target notices the attack, PCT-ATK-06.
    Notice(Exchange),
    /// The attack roll.
    Roll(Exchange),
    /// Judges the attack roll, with its final face.
    Judge(Exchange, u8),
    /// What follows an attack whatever its result: a thrown weapon lands, the target becomes aware of the attacker.
    Settle(Exchange),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &AttackStep, context: &mut StepContext<'_>) {
    match step {
        AttackStep::Declare(exchange) => declare(battle, exchange, context),
        AttackStep::Notice(exchange) => notice(battle, exchange, context),
        AttackStep::Roll(exchange) => roll(battle, exchange, context),
        AttackStep::Judge(exchange, face) => judge(battle, exchange, *face, context),
        AttackStep::Settle(exchange) => settle(battle, exchange, context),
    }
}

/// The use of the weapon in an exchange.
pub fn usage<'a>(battle: &'a Battle, exchange: &Exchange) -> &'a Use {
    &arm(battle, exchange.item).uses[usize::from(exchange.usage)]
}

/// The verb of an attack with a use.
pub const fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Melee | Kind::Unarmed | Kind::Natural => "strike",
        Kind::Projectile => "shoot",
        Kind::Thrown => "throw",
        Kind::Touch => "touch",
        Kind::Indicate => "point",
    }
}

/// The name and modifier of the range band; `None` beyond extreme range, PCT-RNG-01.
pub const fn band(range: [u16; 4], metres: u16) -> Option<(&'static str, i32)> {
    if metres <= range[0] {
        Some(("short range", 0))
    } else if metres <= range[1] {
        Some(("medium range", -10))
    } else if metres <= range[2] {
        Some(("long range", -20))
    } else if metres <= range[3] {
        Some(("extreme range", -30))
    } else {
        None
    }
}

/// Why an attack on a target is impossible, whatever actions are left, PCT-ATK-02 (2).
pub fn refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId, of: &Use) -> Option<Refusal> {
    refusal_if(battle, (by, on), (item, of), || cover::is_exposed(battle, by, on))
}

/// The same, if it is known whether the target is behind less than total cover.
pub fn refusal_if(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    (item, of): (ItemId, &Use),
    is_exposed: impl FnOnce() -> bool,
) -> Option<Refusal> {
    let (one, other) = (battle.combatant(by), battle.combatant(on));
    if let Some(unfit) = inept(battle, by, item, of) {
        return Some(unfit);
    }
    if !one.aware.of(on) {
        return Some(Refusal::new(ids::SET_01, "Not aware of it"));
    }
    if other.status == crate::rules::Status::Dead || other.status == crate::rules::Status::Fled {
        return Some(Refusal::new(ids::DMG_07, "Already dead"));
    }
    let metres = reach::distance(one.footprint(), other.footprint());
    out_of_reach(battle, by, (on, metres), of)
        .or_else(|| (!is_exposed()).then(covered))
        .or_else(|| weapon_refusal(battle, item, of))
}

/// Why somebody can never attack with a shield, PCT-MAN-08.
pub fn inept(battle: &Battle, by: CombatantId, item: ItemId, of: &Use) -> Option<Refusal> {
    let inept = arm(battle, item).is_shield() && !sheet(battle.combatant(by)).is_proficient(of.skill);
    inept.then(|| Refusal::new(ids::MAN_08, "Needs basic proficiency"))
}

/// Why a target so many metres off is out of reach or range, or above an untrained fist.
pub fn out_of_reach(battle: &Battle, by: CombatantId, (on, metres): (CombatantId, u16), of: &Use) -> Option<Refusal> {
    if !of.is_melee() {
        return band(of.range, metres).is_none().then(|| Refusal::new(ids::RNG_01, "Out of range"));
    }
    if metres > of.reach {
        return Some(Refusal::new(ids::REACH_01, "Out of reach"));
    }
    let untrained = of.kind == Kind::Unarmed && !sheet(battle.combatant(by)).is_proficient(Skill::UnarmedCombat);
    let beaten = untrained && reach::is_armed(battle, on) && !reach::has_natural_weapon(battle, by);
    beaten.then(|| Refusal::new(ids::UNA_02, "Untrained against the armed"))
}

/// The refusal of a target that is behind total cover.
pub fn covered() -> Refusal {
    Refusal::new(ids::COV_01, "Total cover")
}

/// Why a weapon cannot be used at all right now.
pub fn weapon_refusal(battle: &Battle, item: ItemId, of: &Use) -> Option<Refusal> {
    let thing = battle.item(item);
    if matches!(thing.at, Location::Stowed(_)) {
        return Some(Refusal::new(ids::GEAR_01, "Not in hand"));
    }
    if !reach::is_in_use(battle, item) {
        return Some(Refusal::new(ids::GEAR_01, "Needs both hands"));
    }
    if catch::is_involved(battle, item) {
        return Some(Refusal::new(ids::MAN_06, "Locked in a catch"));
    }
    if !draws_on_store(of) {
        return None;
    }
    if thing.count == Some(0) {
        return Some(Refusal::new(ids::RNG_05, "No ammunition left"));
    }
    let words = if of.reload == Reload::Never { "Used up" } else { "Not loaded" };
    (!thing.loaded).then(|| Refusal::new(ids::RNG_06, words))
}

/// Whether a use empties the weapon or takes ammunition: projectiles, and everything else that must be readied again.
fn draws_on_store(of: &Use) -> bool {
    of.kind == Kind::Projectile || of.kind != Kind::Thrown && of.reload != Reload::PartOfAttack
}

/// The attacker's number with all modifiers, PCT-ATK-04.
pub fn target_number(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) -> i32 {
    if exchange.manner == Manner::Feint {
        return manoeuvres::feint_number(battle, exchange, tally);
    }
    let of = usage(battle, exchange);
    let (one, other) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    let visibility = cover::visibility(battle, exchange.by, exchange.on);
    let metres = reach::distance(one.footprint(), other.footprint());
    add_base(battle, exchange, of, metres, visibility.seen, tally);
    add_off_hand(battle, exchange, of, tally);
    add_hurried(one, tally);
    add_wounds(one, tally);
    if of.is_melee() {
        if other.posture == Posture::Prone {
            tally.add(ids::PRN_03, 10, || "Target prone".into());
        }
        if of.kind == Kind::Unarmed && reach::is_armed(battle, exchange.on) {
            tally.add(ids::UNA_03, -10, || "Unarmed against the armed".into());
        }
    } else {
        let (words, modifier) = band(of.range, metres).unwrap_or(("out of range", -100));
        tally.add(ids::RNG_01, modifier, || format!("{}: {metres} m", capital(words)).into());
        tally.add(ids::RNG_03, -20 * i32::from(metres <= 1), || "Point-blank: adjacent target".into());
        tally.add(ids::PRN_03, -10 * i32::from(other.posture == Posture::Prone), || "Target prone".into());
        let size = sheet(other).size;
        tally.add(ids::SIZE_01, 10 * size.steps(), || format!("Target is {}", size.name()).into());
    }
    tally
        .add(ids::COV_01, visibility.class.modifier(), || format!("{} cover", capital(visibility.class.name())).into());
    manoeuvres::add_size(battle, exchange, tally);
    catch::add_hold(battle, exchange, tally);
    volley::add(exchange, tally);
    strikes::add_penalty(exchange, tally);
    strikes::add_eyes(one, tally);
    if one.posture == Posture::Prone && !of.has(Tag::Prone) && !of.is_light() {
        tally.add(ids::PRN_04, -30, || "Attacks while prone".into());
    }
    if of.has(Tag::Prone) && cover::rests(battle, exchange.by, exchange.on) {
        tally.add(ids::COV_08, 10, || "Weapon rested".into());
    }
    if visibility.seen && one.conditions.0.iter().any(|aim| aim.kind == AIM && aim.whom == Some(exchange.on)) {
        tally.add(ids::ATK_08, 10, || "Aimed".into());
    }
    mounts::add_rider(battle, exchange, of, tally);
    mounts::add_riding(battle, exchange, of, tally);
    mounts::ride_by::add_ride_by(exchange, tally);
    close(tally, exchange.luck)
}

/// The rating, or what replaces it in a blind attack, PCT-ATK-03, PCT-ATK-07, PCT-CHK-09.
fn add_base(battle: &Battle, exchange: &Exchange, of: &Use, metres: u16, seen: bool, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(exchange.by));
    let rating = match of.kind {
        Kind::Touch => (numbers.coo + 2 * numbers.som).max(numbers.rating(Skill::UnarmedCombat)),
        Kind::Indicate => (3 * numbers.coo).max(numbers.rating(Skill::RangedWeapons)),
        _ => numbers.rating(of.skill),
    };
    let name = || capital(battle.item(exchange.item).name);
    if seen {
        tally.add(ids::ATK_03, rating, || match band(of.range, metres) {
            Some((words, 0)) if !of.is_melee() => format!("{}, {words}", name()).into(),
            _ if of.is_light() => name(),
            _ => format!("{}, {}", name(), of.skill.name()).into(),
        });
    } else {
        let luck = if settings::blind_fifty(battle) { 50 } else { numbers.luck * 10 };
        tally.add(ids::ATK_07, rating.min(50).min(luck), || "Blind attack".into());
    }
    let rule = if of.kind == Kind::Touch { ids::TCH_01 } else { ids::TCH_02 };
    tally.add(rule, 20 * i32::from(of.is_light()), || "No blow needed".into());
    if !of.is_light() && of.proficiency.is_some_and(|wanted| !numbers.has(of.skill, wanted)) {
        tally.add(ids::CHK_09, -20, || "No proficiency".into());
    }
}

/// The off hand, PCT-MULTI-03, for a single attack.
fn add_off_hand(battle: &Battle, exchange: &Exchange, of: &Use, tally: &mut impl Tally) {
    let off = matches!(battle.item(exchange.item).at, Location::Off(_));
    if off && !sheet(battle.combatant(exchange.by)).ambidextrous {
        tally.add(ids::MULTI_03, -10, || "Off hand".into());
        if !of.has(Tag::OffHand) {
            tally.add(ids::MULTI_03, -10, || "Weapon not made for the off hand".into());
        }
    }
}

/// The attack without Luck that is gone by now: each of several attacks is paid for when its turn comes.
pub fn with_luck_left(battle: &Battle, exchange: &Exchange) -> Exchange {
    let mut exchange = *exchange;
    exchange.luck.ignore &= !exchange.many || checks::has_luck(battle, exchange.by, Luck::default());
    exchange
}

/// Spends what the attack uses up and logs its declaration.
pub fn declare(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if volley::is_dropped(battle, exchange) {
        context.note(exchange.by, ids::MULTI_01, "forgoes the next attack");
        return;
    }
    let mut exchange = with_luck_left(battle, exchange);
    if exchange.many && exchange.luck.ignore {
        luck::spend_ignore(battle, exchange.by, &mut exchange.luck, context);
    }
    let exchange = &exchange;
    let of = usage(battle, exchange);
    let thing = battle.item(exchange.item);
    let (by, on) = (exchange.by, exchange.on);
    let (action, words) = match of.kind {
        Kind::Projectile => (Action::Shoot, "shoots"),
        Kind::Thrown => (Action::Throw, "throws at"),
        Kind::Touch => (Action::Strike, "touches"),
        Kind::Indicate => (Action::Shoot, "points at"),
        _ => (Action::Strike, "strikes"),
    };
    context.log(|| {
        let to = battle.combatant(on).placement.anchor();
        let with = Some(exchange.item);
        let words = match strikes::name(exchange.manner) {
            Some(name) if exchange.manner.is_manoeuvre() => format!("tries a {name} on").into(),
            Some(name) => format!("{words} ({name})").into(),
            None => words.into(),
        };
        Entry::Action { who: by, action, words, on: Some(on), with, to: Some(to), rule: ids::ATK_01 }
    });
    if draws_on_store(of) {
        if of.reload != Reload::PartOfAttack {
            context.effect(Effect::Load(exchange.item, false));
        }
        if let Some(left) = thing.count {
            context.effect(Effect::Count(exchange.item, left.saturating_sub(1)));
        }
    }
    if reactions::anybody_readied(battle) {
        context.then(step(ReactionStep::Call(Event::Attacks(by, on))));
    }
    context.then(step(AttackStep::Notice(*exchange)));
}

/// Whether the target is aware of the attack; major characters may notice it, PCT-ATK-05, PCT-ATK-06.
pub fn notice(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    // A readied act may have come in between: the attacker must still be able to strike, PCT-REA-05.
    let of = usage(battle, exchange);
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    // Loaded and counted have been spent by declaring; everything else must still hold.
    let lost = !by.fights()
        || !reach::is_in_use(battle, exchange.item)
        || battle.item(exchange.item).at.bearer() != Some(exchange.by)
        || refusal(battle, exchange.by, exchange.on, exchange.item, of)
            .is_some_and(|refusal| ![ids::RNG_06, ids::RNG_05].contains(&refusal.rule) && !disarms(battle, exchange));
    if lost {
        context.note(exchange.by, ids::REA_05, "loses the attack");
        return;
    }
    let knows = on.aware.of(exchange.by);
    if !knows && on.fights() && sheet(on).major {
        context.then(luck::first_prompt(battle, exchange.on, Check::Notice(*exchange), context.is_forecast()));
    } else {
        context.then(take_aim(battle, Exchange { aware: knows && on.fights(), ..*exchange }));
    }
}

/// Whether a weapon that has caught another is used to disarm it, PCT-MAN-06.
fn disarms(battle: &Battle, exchange: &Exchange) -> bool {
    matches!(exchange.manner, Manner::Disarm(item) if catch::caught_by(battle, exchange.item) == Some((exchange.on, item)))
}

/// Fixes the target number and goes on to the attack roll.
pub fn take_aim(battle: &Battle, exchange: Exchange) -> AgendaItem {
    let number = target_number(battle, &exchange, &mut Quick::default()) as u8;
    let points = resistance::points(battle, &exchange);
    let exchange = Exchange { number, points, ..exchange };
    let defends = exchange.aware && defence::can_defend(battle, &exchange);
    let stance = defends.then(|| defence::best_of_all(battle, &exchange));
    step(AttackStep::Roll(Exchange { stance: stance.map(|(method, number)| (method, number as u8)), ..exchange }))
}

/// Rolls the attack, PCT-ATK-02 (5).
pub fn roll(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let target = i32::from(exchange.number);
    let lucky = !context.is_forecast() && checks::has_luck(battle, exchange.by, exchange.luck);
    let forecast = context.is_forecast();
    // Asked only where the throw is taken apart.
    let contested = LazyCell::new(|| contested(battle, exchange, forecast));
    let (face, thrown) = checks::percent(context, &|face| {
        if lucky {
            u32::from(face)
        } else if i32::from(face) > target {
            1000 + u32::from(hurts_the_hand(battle, exchange, face))
        } else if i32::from(face) <= *contested {
            u32::from(face)
        } else {
            2000 + checks::hit(battle, face).class()
        }
    });
    context.log(|| {
        let mut verdict = Verdict::default();
        target_number(battle, exchange, &mut verdict);
        Entry::Roll(Roll {
            who: exchange.by,
            words: match strikes::name(exchange.manner) {
                Some(name) if exchange.manner.is_manoeuvre() => capital(name),
                _ => "Attack".into(),
            },
            rule: ids::ATK_01,
            dice: Die::counted(&thrown.faces),
            value: i32::from(face),
            against: Some(verdict),
            success: Some(i32::from(face) <= target),
            upshot: checks::upshot(face, target).into(),
        })
    });
    let saves_the_hand =
        || hurts_the_hand(battle, exchange, face) && !hurts_the_hand(battle, exchange, checks::flipped(face));
    if lucky && !exchange.luck.flip && (luck::flip_helps(face, target) || saves_the_hand()) {
        context.then(prompt(exchange.by, Prompt::Flip(*exchange, face)));
    } else {
        judge(battle, exchange, face, context);
    }
}

/// Whether a failed unarmed strike at armour hurts the striker: by an exceptional or critical failure, PCT-UNA-04.
pub fn hurts_the_hand(battle: &Battle, exchange: &Exchange, face: u8) -> bool {
    let badly = checks::is_double(face) || face >= exchange.number.saturating_add(30);
    badly
        && !exchange.manner.is_manoeuvre()
        && usage(battle, exchange).kind == Kind::Unarmed
        && sheet(battle.combatant(exchange.on)).av() > 0
}

/// The highest margin for which a defence can matter: no defence succeeds with more than its own number, so a higher
/// margin wins whatever the defender does. Only forecasts use it; otherwise every margin counts.
fn contested(battle: &Battle, exchange: &Exchange, forecast: bool) -> i32 {
    if !exchange.aware || !defence::can_defend(battle, exchange) {
        -1
    } else if !forecast || settings::critical_wins(battle) || exchange.points != 0 {
        99
    } else {
        defence::best_number(battle, exchange)
    }
}

/// Judges the attack roll: a miss, or on to the defence, PCT-ATK-02 (6, 7).
pub fn judge(battle: &Battle, exchange: &Exchange, face: u8, context: &mut StepContext<'_>) {
    if face > exchange.number {
        missed(battle, exchange, hurts_the_hand(battle, exchange, face), context);
        then_settle(battle, exchange, context);
    } else if exchange.aware && defence::can_defend(battle, exchange) {
        context.then(match manoeuvres::goes_without_asking(battle, exchange) {
            Some(method) => defence::stand(battle, *exchange, face, method),
            None => resistance::before_defence(exchange, face),
        });
    } else {
        damage::won(battle, exchange, face, context);
    }
}

/// A miss, which may hurt the hand, PCT-UNA-04.
pub fn missed(battle: &Battle, exchange: &Exchange, hurts: bool, context: &mut StepContext<'_>) {
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate: Fate::Missed, damage: 0 });
    if hurts {
        let lucky = !context.is_forecast() && checks::has_luck(battle, exchange.by, exchange.luck);
        context.then(if lucky {
            prompt(exchange.by, Prompt::EaseBlow(*exchange))
        } else {
            step(DamageStep::Bruise(exchange.by))
        });
    }
}

/// Puts what follows an attack on the agenda, if anything can follow: forecasts explore it for every result of the
/// attack.
pub fn then_settle(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if has_sequel(battle, exchange) {
        context.then(step(AttackStep::Settle(*exchange)));
    }
}

/// Whether anything can follow an attack whatever its result.
pub fn has_sequel(battle: &Battle, exchange: &Exchange) -> bool {
    let (by, team) = (exchange.by, battle.combatant(exchange.on).team);
    let learns = battle.enemies(by).any(|one| one.team == team && !one.aware.of(by));
    learns || usage(battle, exchange).kind == Kind::Thrown || reactions::anybody_readied(battle)
}

/// What follows an attack whatever its result, PCT-ATK-02 (16), PCT-ATK-06.
pub fn settle(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    if usage(battle, exchange).kind == Kind::Thrown && battle.item(exchange.item).at.bearer() == Some(exchange.by) {
        context.effect(Effect::Move(exchange.item, Location::Ground(on.placement.anchor())));
    }
    let learns = |one: &crate::rules::Combatant<'_>| {
        one.team == on.team
            && one.fights()
            && !one.aware.of(by.id)
            && (one.id == on.id || cover::sees(battle, one.id, by.id))
    };
    for one in battle.combatants().filter(|one| one.team != by.team && learns(one)) {
        mounts::noticed(battle, one.id, by.id, context);
    }
    if reactions::anybody_readied(battle) {
        context.then(step(ReactionStep::Call(Event::Attacked(exchange.on, exchange.by))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rng_01_bands() {
        let bow = [50, 100, 150, 200];
        let modifiers = [50, 51, 200, 201].map(|metres| band(bow, metres).map(|(_, modifier)| modifier));
        assert_eq!(modifiers, [Some(0), Some(-10), Some(-30), None]);
        assert_eq!(band([5, 15, 30, 45], 16).map(|(_, modifier)| modifier), Some(-20));
        assert_eq!(band([5, 15, 30, 45], 46), None);
    }
}
