//! What choices lead to, and the answers the catalogue calls the default.

use super::{
    attack, blast, catch, charge,
    checks::{self, Quick},
    conditions::{AIM, Action, FULL_DEFENCE, READIED, spend},
    damage, defence, gear, grapple, ids,
    luck::{self, Means},
    manoeuvres, mounts,
    movement::{self, Gait},
    reactions, resistance,
    sheet::{Skill, arm, sheet},
    step::{Ask, Burst, Check, Event, Exchange, Luck, Method, Step, ask, step},
    strikes,
    stunts::{self, Stunt},
    toss, turn, volley,
};
use crate::rules::{Battle, Choice, CombatantId, Condition, Effect, ItemId, Moment, Outcome, Posture, Refusal, Until};

/// What a choice leads to.
///
/// # Errors
/// The rule that forbids it after all.
pub fn answer(battle: &Battle, who: CombatantId, asked: &Ask, choice: &Choice) -> Result<Outcome, Refusal> {
    let mut moment = Moment::without_chance(true);
    let moment_ref = &mut moment;
    match asked {
        Ask::Turn => turn(battle, who, choice, moment_ref)?,
        Ask::React(event) => react(battle, who, *event, choice, moment_ref)?,
        Ask::Defend(exchange, margin) => defend(battle, exchange, *margin, choice, moment_ref),
        Ask::Flip(exchange, face) => {
            let (luck, face) = flip(battle, who, exchange.luck, (*face, exchange.number.into()), choice, moment_ref);
            moment.then(step(Step::Judge(Exchange { luck, ..*exchange }, face)));
        }
        Ask::FlipGuard(exchange, margin, method, face) => {
            let mut exchange = *exchange;
            let means = Means::of(battle, who, exchange.guard_luck, exchange.points);
            let mut face = *face;
            if choice.verb == "flip" {
                if means.takes_points(choice) {
                    exchange.points -= 1;
                } else {
                    checks::pay_luck(battle, who, moment_ref);
                }
                let luck = exchange.guard_luck;
                let target = defence::target_number(battle, &exchange, *method, luck, &mut Quick::default());
                (exchange.guard_luck, face) = flipped(who, luck, (face, target), moment_ref);
            }
            moment.then(step(Step::Compare(exchange, *margin, *method, face)));
        }
        Ask::FlipCheck(check, luck, face) => {
            let (mut check, mut luck, mut face) = (check.clone(), *luck, *face);
            if choice.verb == "flip" {
                let means = luck::means_for(battle, who, &check, luck);
                check = luck::pay_for(battle, who, &check, means.takes_points(choice), moment_ref);
                let target = luck::target_number(battle, who, &check, luck, &mut Quick::default());
                (luck, face) = flipped(who, luck, (face, target), moment_ref);
            }
            moment.then(step(Step::Tried(who, check, luck, face)));
        }
        Ask::Upgrade(exchange, margin) => {
            damage::upgrade(battle, exchange, *margin, choice.verb == "upgrade", moment_ref);
        }
        Ask::Ignore(check) => {
            let (mut check, mut luck) = (check.clone(), luck::used(check));
            if choice.verb == "ignore" {
                let means = luck::means_for(battle, who, &check, luck);
                check = luck::pay_for(battle, who, &check, means.takes_points(choice), moment_ref);
                luck::tell(who, ids::CHK_11, "ignores all negatives", moment_ref);
                luck.ignore = true;
            }
            moment.then(step(Step::Try(who, check, luck)));
        }
        Ask::FlipBurst(burst, face) => {
            let (luck, face) = flip(battle, who, burst.luck, (*face, burst.number.into()), choice, moment_ref);
            blast::judge(battle, &Burst { luck, ..*burst }, face, moment_ref);
        }
        Ask::UpgradeBurst(burst, face) => blast::upgrade(battle, burst, *face, choice.verb == "upgrade", moment_ref),
        Ask::Exploit(exchange, margin) => resistance::exploit(exchange, *margin, choice, moment_ref),
        Ask::Weigh(exchange, hit, value, whole) => {
            resistance::weighed(exchange, *hit, (*value, *whole), choice, moment_ref);
        }
        Ask::WeighBlast(burst, victim, value, whole) => {
            resistance::weighed_blast(burst, victim, (*value, *whole), choice, moment_ref);
        }
        Ask::WeighSpan(burst, victim, rounds) => {
            resistance::weighed_span(burst, victim, *rounds, choice, moment_ref);
        }
        Ask::Steady(on, points, check) => {
            resistance::steadied(battle, *on, (*points, check), choice, moment_ref);
        }
        Ask::Unseat(rider) => mounts::throw_off(battle, *rider, choice.squares.first().copied(), moment_ref),
        Ask::Volley(declared) => volley::choose(battle, who, declared, choice, moment_ref)?,
        Ask::RideBy(foe) => mounts::gallop::choose(battle, who, *foe, choice, moment_ref),
        Ask::UpgradeCatch(exchange, with) => {
            catch::upgraded(battle, exchange, *with, choice.verb == "upgrade", moment_ref);
        }
        Ask::HoldOn(pit) => stunts::hold_on(battle, who, *pit, choice.verb == "hold-on", moment_ref),
        Ask::EaseBlow(exchange) => damage::ease_blow(battle, exchange, choice.verb == "upgrade", moment_ref),
        Ask::Ease(check, luck, face) => {
            luck::eased(battle, who, check, *luck, *face, choice.verb == "upgrade", moment_ref);
        }
        Ask::CatchItem(item) => {
            if choice.verb == "snatch" {
                toss::snatch(battle, who, *item, moment_ref);
            }
        }
        Ask::Land => mounts::land(battle, who, choice.squares.first().copied(), moment_ref),
    }
    turn::follow_up(battle, &mut moment);
    Ok(moment.into_outcome())
}

fn flip(
    battle: &Battle,
    who: CombatantId,
    luck: Luck,
    (face, target): (u8, i32),
    choice: &Choice,
    moment: &mut Moment<'_>,
) -> (Luck, u8) {
    if choice.verb != "flip" {
        return (luck, face);
    }
    checks::pay_luck(battle, who, moment);
    flipped(who, luck, (face, target), moment)
}

/// Swaps the digits of a face and says what it comes to against its target number.
fn flipped(who: CombatantId, luck: Luck, (face, target): (u8, i32), moment: &mut Moment<'_>) -> (Luck, u8) {
    let face = checks::flipped(face);
    let upshot = checks::upshot(face, target);
    moment.note(who, ids::CHK_11, format!("swaps the digits: {face:02} against {target}, {upshot}"));
    (Luck { flip: true, ..luck }, face)
}

fn turn(battle: &Battle, who: CombatantId, choice: &Choice, moment: &mut Moment<'_>) -> Result<(), Refusal> {
    if let Some(gait) = Gait::ALL.into_iter().find(|gait| gait.verb() == choice.verb) {
        movement::start(battle, who, gait, &choice.squares, false, moment)?;
        moment.then(step(Step::Act(who)));
        return Ok(());
    }
    if let Some(stunt) = Stunt::of(choice.verb) {
        stunts::begin(battle, who, stunt, choice, moment)?;
        moment.then(step(Step::Act(who)));
        return Ok(());
    }
    if manoeuvres::begin(battle, who, choice, moment)? {
        moment.then(step(Step::Act(who)));
        return Ok(());
    }
    if catch::choose(battle, who, choice.verb, choice.item, moment)
        || gear::choose(battle, who, choice, moment)
        || toss::choose(battle, who, choice, moment)
    {
        moment.then(step(Step::Act(who)));
        return Ok(());
    }
    if let Some(burst) = blast::burst(battle, who, choice) {
        blast::begin(battle, burst, moment)?;
        moment.then(step(Step::Act(who)));
        return Ok(());
    }
    match choice.verb {
        "strike" | "shoot" | "throw" | "touch" | "point" => begin_attack(battle, who, choice, moment)?,
        "mount" => {
            let mount = choice.on.ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a mount"))?;
            mounts::mount_up(battle, who, mount, moment);
        }
        "release" => grapple::let_go(battle, who, moment),
        "break" => {
            grapple::struggle(battle, who, moment);
            return Ok(());
        }
        "volley" => {
            moment.then(ask(who, Ask::Volley(Vec::new())));
            return Ok(());
        }
        "brace" => charge::brace(battle, who, choice, moment),
        "charge" => charge::charge(battle, who, &choice.squares, moment)?,
        "rouse" => {
            let mount = choice.on.ok_or_else(|| Refusal::new(ids::MNT_07, "Needs a mount"))?;
            mounts::rouse(battle, who, mount, moment);
        }
        "alight" => {
            let to = choice.squares.first().ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a square"))?;
            mounts::alight(battle, who, *to, moment);
        }
        "free" => {
            spend(battle, who, Action::Standard, moment);
            moment.then(luck::first_ask(battle, who, Check::Free, false));
        }
        "aim" => {
            spend(battle, who, Action::Quick, moment);
            let aim = Condition { whom: choice.on, ..Condition::new(AIM, Until::TurnEnd) };
            moment.effect(Effect::Afflict(who, aim));
            let name = choice.on.map(|on| battle.one(on).identity.name.to_string()).unwrap_or_default();
            moment.note(who, ids::ATK_08, format!("aims at {name}"));
        }
        "defend" => {
            spend(battle, who, Action::Standard, moment);
            moment.effect(Effect::Afflict(who, Condition::new(FULL_DEFENCE, Until::TurnStart)));
            moment.note(who, ids::DEF_06, "goes on full defence");
        }
        "ready" => make_ready(battle, who, choice, moment),
        "crouch" | "rise" => {
            let (posture, words) =
                if choice.verb == "crouch" { (Posture::Crouching, "crouches") } else { (Posture::Standing, "rises") };
            moment.effect(Effect::Posture(who, posture));
            moment.note(who, ids::MOVE_09, words);
        }
        "lie" => {
            spend(battle, who, Action::Quick, moment);
            moment.effect(Effect::Posture(who, Posture::Prone));
            moment.note(who, ids::PRN_01, "drops prone");
        }
        "stand" => {
            spend(battle, who, Action::Quick, moment);
            moment.effect(Effect::Posture(who, Posture::Standing));
            moment.note(who, ids::PRN_01, "stands up");
            if reactions::anybody_readied(battle) {
                moment.then(step(Step::Call(Event::Stands(who))));
            }
        }
        // Ending the turn leaves the end of it on top of the agenda.
        _ => return Ok(()),
    }
    moment.then(step(Step::Act(who)));
    Ok(())
}

/// Which use of the item a verb means.
pub fn usage_of(battle: &Battle, choice: &Choice) -> Option<(ItemId, u8)> {
    let item = choice.item?;
    let usage = arm(battle, item).uses.iter().position(|of| !of.is_area() && attack::verb(of.kind) == choice.verb)?;
    Some((item, usage as u8))
}

/// The exchange that an attack choice means.
pub fn exchange(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Exchange> {
    if manoeuvres::is_one(choice) {
        return manoeuvres::exchange(battle, by, choice).ok();
    }
    let (item, usage) = usage_of(battle, choice)?;
    let on = choice.on?;
    let aware = battle.one(on).aware.of(by);
    let luck = Luck { ignore: choice.value("luck", 0) == 1, ..Luck::default() };
    let by = mounts::striker(battle, by, battle.thing(item));
    let manner = strikes::manner(choice.value(strikes::KEY, 0));
    Some(Exchange { aware, luck, manner, ..Exchange::new(by, on, item, usage) })
}

fn begin_attack(battle: &Battle, who: CombatantId, choice: &Choice, moment: &mut Moment<'_>) -> Result<(), Refusal> {
    let missing = || Refusal::new(ids::ATK_01, "Needs weapon and target");
    let mut exchange = exchange(battle, who, choice).ok_or_else(missing)?;
    let of = attack::usage(battle, &exchange);
    if let Some(refusal) = attack::refusal(battle, exchange.by, exchange.on, exchange.item, of) {
        return Err(refusal);
    }
    spend(battle, who, Action::Standard, moment);
    if exchange.luck.ignore {
        luck::spend_ignore(battle, exchange.by, &mut exchange.luck, moment);
    }
    moment.then(if exchange.by != who && !sheet(battle.one(who)).is_proficient(Skill::Ride) {
        luck::first_ask(battle, who, Check::RideStrike(exchange), false)
    } else {
        step(Step::Declare(exchange))
    });
    Ok(())
}

fn make_ready(battle: &Battle, who: CombatantId, choice: &Choice, moment: &mut Moment<'_>) {
    spend(battle, who, Action::Standard, moment);
    let melee = choice.item.is_some_and(|item| reactions::is_melee_weapon(battle, item));
    let when = choice.value("when", if melee { 1 } else { 4 });
    let foe = choice.value("foe", -1);
    let detail = match when {
        2 => choice.value("near", 3),
        5 | 7 => choice.value("ward", i32::from(who.0)),
        _ => 0,
    };
    let condition = Condition {
        level: when as i16,
        whom: u16::try_from(foe).ok().map(CombatantId),
        with: choice.item,
        detail: (detail + 256 * choice.value("use", 0)) as u64,
        ..Condition::new(READIED, Until::TurnStart)
    };
    moment.effect(Effect::Afflict(who, condition));
    moment.note(who, ids::REA_04, format!("readies {}", reactions::readied_words(battle, &condition)));
}

fn react(
    battle: &Battle,
    who: CombatantId,
    event: Event,
    choice: &Choice,
    moment: &mut Moment<'_>,
) -> Result<(), Refusal> {
    match choice.verb {
        "strike" => {
            let weapons = reactions::opportunities(battle, who, event);
            let weapon = weapons.into_iter().find(|(item, _)| Some(*item) == choice.item);
            let weapon = weapon.ok_or_else(|| Refusal::new(ids::REA_03, "Not with this weapon"))?;
            let on = choice.on.filter(|on| mounts::mount_of(battle, event.whose()) == Some(*on));
            let on = on.unwrap_or(event.whose());
            let manner = strikes::manner(choice.value(strikes::KEY, 0));
            let braced = matches!(event, Event::Charges(..));
            reactions::strike(battle, who, (on, manner, braced), weapon, choice.value("luck", 0) == 1, moment);
        }
        "act" => {
            let readied = reactions::readied(battle, who, event);
            let readied = readied.ok_or_else(|| Refusal::new(ids::REA_04, "Nothing is readied"))?;
            let manner = strikes::manner(choice.value(strikes::KEY, 0));
            reactions::act(battle, who, event, &readied, (manner, choice.value("luck", 0) == 1), moment);
        }
        _ => {}
    }
    Ok(())
}

/// The method that a choice names.
pub const fn method(choice: &Choice) -> Method {
    match (choice.verb.as_bytes(), choice.item) {
        (b"parry", Some(item)) => Method::Parry(item),
        (b"catch", Some(item)) => Method::Catch(item),
        (b"unarmed", _) => Method::Unarmed,
        (b"athletics", _) => Method::Athletics,
        (b"ride", _) => Method::Ride,
        (b"resist", _) => Method::Wits,
        _ => Method::Fray,
    }
}

fn defend(battle: &Battle, exchange: &Exchange, margin: u8, choice: &Choice, moment: &mut Moment<'_>) {
    let mut exchange = *exchange;
    if choice.value("luck", 0) == 2 && exchange.points > 0 {
        exchange.points -= 1;
        exchange.guard_luck.ignore = true;
        luck::tell(exchange.on, ids::RES_03, "ignores all negatives by resistance", moment);
    }
    let resist = choice.value("resist", 0).clamp(0, i32::from(exchange.points.max(0))) as i8;
    exchange = Exchange { points: exchange.points - resist, shifts: exchange.shifts + resist, ..exchange };
    defence::choose(battle, &exchange, margin, method(choice), choice.value("luck", 0) == 1, moment);
}

/// The default answers: the highest defence, no Luck spent, reactions let pass, turns ended.
pub fn habit(battle: &Battle, who: CombatantId, asked: &Ask) -> Choice {
    let bare = |verb| Choice { verb, item: None, on: None, squares: Vec::new(), parameters: Vec::new() };
    match asked {
        Ask::Turn => bare("end"),
        Ask::Weigh(..) | Ask::WeighBlast(..) | Ask::WeighSpan(..) | Ask::Steady(..) => bare("spend"),
        Ask::Unseat(rider) => {
            Choice { squares: mounts::landings(battle, *rider).into_iter().take(1).collect(), ..bare("unseat") }
        }
        Ask::Volley(declared) => volley::habit(battle, who, declared),
        Ask::CatchItem(_) => bare("snatch"),
        Ask::HoldOn(_) => bare("hold-on"),
        Ask::Land => Choice { squares: mounts::landings(battle, who).into_iter().take(1).collect(), ..bare("land") },
        Ask::React(_) | Ask::RideBy(_) => bare("decline"),
        Ask::Defend(exchange, _) => match defence::best(battle, exchange) {
            Method::Fray => bare("fray"),
            Method::Parry(item) => Choice { item: Some(item), ..bare("parry") },
            Method::Catch(item) => Choice { item: Some(item), ..bare("catch") },
            Method::Unarmed => bare("unarmed"),
            Method::Athletics => bare("athletics"),
            Method::Ride => bare("ride"),
            Method::Wits => bare("resist"),
        },
        Ask::Flip(..)
        | Ask::FlipGuard(..)
        | Ask::FlipCheck(..)
        | Ask::Upgrade(..)
        | Ask::Ease(..)
        | Ask::EaseBlow(_)
        | Ask::UpgradeCatch(..)
        | Ask::Ignore(_)
        | Ask::Exploit(..)
        | Ask::FlipBurst(..)
        | Ask::UpgradeBurst(..) => bare("keep"),
    }
}
