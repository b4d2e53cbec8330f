//! Defence: which methods are legal, their numbers, the roll and the comparison. PCT-DEF.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids, catch,
    checks::{self, Duel, Quick, Tally, add_wounds, close},
    conditions::{BEHIND, FEINTED, FULL_DEFENCE, HURRIED, ROLLED},
    damage, luck, manoeuvres, mounts, reach, resistance, settings,
    sheet::{Kind, Skill, arm, sheet},
    step::{AttackStep, Exchange, Luck, Method, Prompt, prompt, step},
};
use crate::{
    dice::Band,
    rules::{
        AgendaItem, AttackResult, Averting, Battle, CombatantId, Condition, Die, Entry, Fate, Roll, StepContext,
        Verdict,
    },
};

/// A step of a defence. PCT-DEF.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DefenceStep {
    /// The defence roll against a margin, with the defender's number, 1 to 98.
    Guard(Exchange, u8, Method, u8),
    /// Judges the defence roll.
    Compare(Exchange, u8, Method, u8),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &DefenceStep, context: &mut StepContext<'_>) {
    match step {
        DefenceStep::Guard(exchange, margin, method, number) => {
            guard(battle, exchange, *margin, (*method, *number), context);
        }
        DefenceStep::Compare(exchange, margin, method, face) => {
            compare(battle, exchange, *margin, *method, *face, context);
        }
    }
}

/// Whether the target may defend at all, PCT-DEF-01; awareness is in the exchange.
pub fn can_defend(battle: &Battle, exchange: &Exchange) -> bool {
    battle.combatant(exchange.on).fights()
}

/// Visits all legal methods, PCT-DEF-01 to PCT-DEF-05, the ordinary one first.
fn each_method(battle: &Battle, exchange: &Exchange, show: &mut impl FnMut(Method)) {
    if let Some(methods) = manoeuvres::methods(battle, exchange) {
        methods.into_iter().for_each(show);
        return;
    }
    let on = exchange.on;
    show(Method::Fray);
    if attack::usage(battle, exchange).is_melee() {
        for item in battle.combatant(on).hands.held() {
            let held = arm(battle, item);
            let parries = held.is_shield() || held.uses.iter().any(|one| one.kind == Kind::Melee);
            if parries && reach::is_in_use(battle, item) {
                show(Method::Parry(item));
            }
        }
        if may_fend_unarmed(battle, exchange) {
            show(Method::Unarmed);
        }
    }
    let conditions = &battle.combatant(on).conditions;
    if conditions.has(FULL_DEFENCE) || conditions.has(ROLLED) {
        show(Method::Athletics);
    }
    catch::methods(battle, exchange).for_each(show);
}

/// Whether the target can defend with Unarmed Combat: the untrained cannot against an armed opponent, PCT-DEF-03,
/// PCT-UNA-02.
pub fn may_fend_unarmed(battle: &Battle, exchange: &Exchange) -> bool {
    let on = exchange.on;
    sheet(battle.combatant(on)).is_proficient(Skill::UnarmedCombat)
        || !reach::is_armed(battle, exchange.by)
        || reach::has_natural_weapon(battle, on)
}

/// The legal methods.
pub fn methods(battle: &Battle, exchange: &Exchange) -> Vec<Method> {
    let mut methods = Vec::new();
    each_method(battle, exchange, &mut |method| methods.push(method));
    methods
}

/// The defender's number with all modifiers, PCT-DEF-07.
pub fn target_number(battle: &Battle, exchange: &Exchange, method: Method, luck: Luck, tally: &mut impl Tally) -> i32 {
    if method == Method::Wits {
        return manoeuvres::wits_number(battle, exchange, luck, tally);
    }
    add_skill(battle, exchange, method, tally);
    add_circumstances(battle, exchange, tally);
    close(tally, luck)
}

/// The number of a method by itself.
fn add_skill(battle: &Battle, exchange: &Exchange, method: Method, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(exchange.on));
    match method {
        Method::Wits => {}
        Method::Ride => tally.add(ids::MAN_07, numbers.rating(Skill::Ride), || "Ride".into()),
        Method::Fray => tally.add(ids::DEF_01, numbers.rating(Skill::Fray), || "Fray".into()),
        Method::Athletics => {
            let skill = mounts::evasion(battle, exchange.on);
            tally.add(ids::DEF_05, numbers.rating(skill), || skill.name().into());
        }
        Method::Parry(item) => add_parry(battle, exchange.on, item, tally),
        Method::Catch(item) => {
            add_parry(battle, exchange.on, item, tally);
            catch::add(tally);
        }
        Method::Unarmed => {
            tally.add(ids::DEF_03, numbers.rating(Skill::UnarmedCombat), || "Unarmed Combat".into());
            if reach::is_armed(battle, exchange.by) {
                let natural = reach::has_natural_weapon(battle, exchange.on);
                tally.add(ids::DEF_03, if natural { -10 } else { -20 }, || "Unarmed against the armed".into());
            }
        }
    }
}

/// Modifiers that apply to all methods.
fn add_circumstances(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    let one = battle.combatant(exchange.on);
    if settings::run_penalty_on_defence(battle) {
        tally.add(ids::MOVE_02, -10 * i32::from(one.conditions.has(HURRIED)), || "Hurried".into());
    }
    add_wounds(one, tally);
    tally.add(ids::MAN_03, -20 * i32::from(one.conditions.has(FEINTED)), || "Feinted".into());
    let behind = |one: &Condition| one.kind == BEHIND && one.whom == Some(exchange.on);
    let from_behind = battle.combatant(exchange.by).conditions.0.iter().any(behind);
    tally.add(ids::STU_04, -20 * i32::from(from_behind), || "From behind".into());
    tally.add(ids::DEF_06, 20 * i32::from(one.conditions.has(FULL_DEFENCE)), || "Full defence".into());
    let shield: i32 = one.hands.held().filter_map(|item| arm(battle, item).defence).sum();
    tally.add(ids::DEF_07, shield, || "Shield".into());
    let of = attack::usage(battle, exchange);
    let rule = if of.kind == Kind::Touch { ids::TCH_01 } else { ids::TCH_02 };
    tally.add(rule, -20 * i32::from(of.is_light()), || "No blow needed".into());
    resistance::add_shifts(exchange.shifts, tally);
}

fn add_parry(battle: &Battle, who: CombatantId, item: crate::rules::ItemId, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(who));
    let held = arm(battle, item);
    let name = || crate::rules::capital(battle.item(item).name);
    let melee = held.uses.iter().find(|one| one.kind == Kind::Melee);
    let skill = melee.map_or(Skill::MeleeWeapons, |one| one.skill);
    tally.add(ids::DEF_02, numbers.rating(skill), || format!("Parry: {}", name()).into());
    // A shield's skill wants no proficiency, PCT-CHK-09.
    let wanted = melee.filter(|_| !held.is_shield()).and_then(|one| one.proficiency);
    if wanted.is_some_and(|wanted| !numbers.has(skill, wanted)) {
        tally.add(ids::CHK_09, -20, || "No proficiency".into());
    }
}

/// The name of a method.
pub fn name(battle: &Battle, method: Method) -> Cow<'static, str> {
    match method {
        Method::Fray => "Fray".into(),
        Method::Unarmed => "Unarmed Combat".into(),
        Method::Athletics => "Athletics".into(),
        Method::Ride => "Ride".into(),
        Method::Wits => "Resist the feint".into(),
        Method::Parry(item) => format!("Parry with {}", battle.item(item).name).into(),
        Method::Catch(item) => format!("Catch with {}", battle.item(item).name).into(),
    }
}

/// The method as this defender uses it: from the saddle one evades by Ride, PCT-DEF-05.
pub fn spoken(battle: &Battle, who: CombatantId, method: Method) -> Cow<'static, str> {
    if method == Method::Athletics { mounts::evasion(battle, who).name().into() } else { name(battle, method) }
}

/// The method with the highest number, the default of PCT-DEF-01, and that number unless points raise it; the first of
/// equals. Forecasts ask for every margin, so the common modifiers are added up only once.
pub fn best_of_all(battle: &Battle, exchange: &Exchange) -> (Method, i32) {
    if let Some((method, number)) = known_stance(exchange) {
        return (method, number.into());
    }
    let luck = exchange.guard_luck;
    let mut circumstances = Quick::default();
    add_circumstances(battle, exchange, &mut circumstances);
    let mut best: Option<(Method, i32)> = None;
    each_method(battle, exchange, &mut |method| {
        let number = if method == Method::Wits {
            manoeuvres::wits_number(battle, exchange, luck, &mut Quick::default())
        } else {
            let mut tally = circumstances;
            add_skill(battle, exchange, method, &mut tally);
            close(&mut tally, luck)
        };
        if best.is_none_or(|(_, known)| number > known) {
            best = Some((method, number));
        }
    });
    best.unwrap_or((Method::Fray, 0))
}

/// The default defence as it was fixed before the attack roll, if nothing has been spent on the defence since.
fn known_stance(exchange: &Exchange) -> Option<(Method, u8)> {
    exchange.stance.filter(|_| exchange.shifts == 0 && !exchange.guard_luck.ignore)
}

/// The default method.
pub fn best(battle: &Battle, exchange: &Exchange) -> Method {
    best_of_all(battle, exchange).0
}

/// Its number.
pub fn best_number(battle: &Battle, exchange: &Exchange) -> i32 {
    best_of_all(battle, exchange).1
}

/// Rolls the defence, PCT-ATK-02 (8).
pub fn guard(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    (method, number): (Method, u8),
    context: &mut StepContext<'_>,
) {
    let luck = exchange.guard_luck;
    let target = i32::from(number);
    let lucky = !context.is_forecast() && luck::Means::of(battle, exchange.on, luck, exchange.points).any();
    let (face, thrown) = if lucky {
        checks::percent(context, &u32::from)
    } else if settings::critical_wins(battle) || matches!(method, Method::Catch(_)) {
        let caught = |face| u32::from(matches!(method, Method::Catch(_)) && catch::succeeds(face));
        checks::percent(context, &|face| 2 * checks::duel(battle, margin, face, target) as u32 + caught(face))
    } else {
        checks::percent_in_bands(context, &bands(margin, target))
    };
    context.log(|| {
        let mut verdict = Verdict::default();
        target_number(battle, exchange, method, luck, &mut verdict);
        Entry::Roll(Roll {
            who: exchange.on,
            words: spoken(battle, exchange.on, method),
            rule: ids::DEF_01,
            dice: Die::counted(&thrown.faces),
            value: i32::from(face),
            against: Some(verdict),
            success: Some(i32::from(face) <= target),
            upshot: checks::upshot(face, target).into(),
        })
    });
    // A catch wants more than a win, PCT-MAN-06.
    let duel = |face| {
        let ends = checks::duel(battle, margin, face, target);
        (ends, ends == Duel::Defender && matches!(method, Method::Catch(_)) && catch::succeeds(face))
    };
    if lucky && !luck.flip && duel(checks::flipped(face)) > duel(face) {
        context.then(prompt(exchange.on, Prompt::FlipGuard(*exchange, margin, method, face)));
    } else {
        decide(battle, exchange, margin, (method, face, target), context);
    }
}

/// The bands of a defence roll, PCT-CHK-05: under the margin, equal to it, over it, failed.
pub fn bands(margin: u8, target: i32) -> [Band; 4] {
    let margin = i32::from(margin);
    let band = |last: i32, duel: Duel| Band { last, class: duel as u32 };
    [
        band(target.min(margin - 1), Duel::Attacker),
        band(target.min(margin), Duel::Tie),
        band(target, Duel::Defender),
        band(99, Duel::Attacker),
    ]
}

/// Judges the defence roll, PCT-ATK-02 (9, 10), PCT-CHK-05, PCT-CHK-06.
pub fn compare(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    method: Method,
    face: u8,
    context: &mut StepContext<'_>,
) {
    let target = target_number(battle, exchange, method, exchange.guard_luck, &mut Quick::default());
    decide(battle, exchange, margin, (method, face, target), context);
}

fn decide(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    (method, face, target): (Method, u8, i32),
    context: &mut StepContext<'_>,
) {
    let winner = match (checks::duel(battle, margin, face, target), settings::tie(battle)) {
        (Duel::Tie, settings::Tie::Reroll) => {
            context.note(exchange.by, ids::CHK_06, "a tie: both roll again");
            context.then(step(AttackStep::Roll(*exchange)));
            return;
        }
        (Duel::Tie, settings::Tie::Defender) => Duel::Defender,
        (Duel::Tie, settings::Tie::Attacker) => Duel::Attacker,
        (duel, _) => duel,
    };
    if winner == Duel::Defender {
        averted(battle, exchange, method, context);
        if let Method::Catch(with) = method {
            catch::won(battle, exchange, with, face, context);
        }
        attack::then_settle(battle, exchange, context);
    } else {
        damage::won(battle, exchange, margin, context);
    }
}

/// Notes that a method has averted an attack.
pub fn averted(battle: &Battle, exchange: &Exchange, method: Method, context: &mut StepContext<'_>) {
    let fate = Fate::Averted(averting(battle, method));
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: 0 });
}

/// How the log and the board name a successful defence.
fn averting(battle: &Battle, method: Method) -> Averting {
    match method {
        Method::Fray | Method::Athletics | Method::Ride => Averting::Dodge,
        Method::Parry(item) if arm(battle, item).is_shield() => Averting::Block,
        Method::Parry(_) | Method::Unarmed => Averting::Parry,
        Method::Catch(_) => Averting::Catch,
        Method::Wits => Averting::Insight,
    }
}

/// Resolves the choice of a method.
pub fn choose(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    method: Method,
    ignore: bool,
    context: &mut StepContext<'_>,
) {
    let mut exchange = *exchange;
    if ignore {
        luck::spend_ignore(battle, exchange.on, &mut exchange.guard_luck, context);
    }
    if let Method::Catch(_) = method {
        catch::begin(battle, &mut exchange, context);
    }
    context.then(stand(battle, exchange, margin, method));
}

/// The defence roll with its number fixed, for forecasts, which look at it for every margin.
pub fn stand(battle: &Battle, exchange: Exchange, margin: u8, method: Method) -> AgendaItem {
    let number = known_stance(&exchange).filter(|(known, _)| *known == method).map_or_else(
        || target_number(battle, &exchange, method, exchange.guard_luck, &mut Quick::default()) as u8,
        |(_, number)| number,
    );
    step(DefenceStep::Guard(exchange, margin, method, number))
}
