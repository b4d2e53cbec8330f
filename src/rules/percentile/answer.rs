//! The outcomes of choices, and the default answers of the catalogue.

use super::{
    attack, blast, briefing, card, catalogue as ids, catch, charge,
    checks::{self, Quick},
    conditions::{AIM, ActionType, Detail, FULL_DEFENCE, READIED, spend},
    damage, defence, describe, gear, grapple,
    luck::{self, Means},
    manoeuvres, mounts,
    movement::{self, Gait},
    offers, reactions, resistance,
    sheet::{Skill, arm, sheet},
    step::{
        AttackStep, Burst, Check, CheckStep, DefenceStep, Event, Exchange, Luck, Method, Prompt, ReactionStep,
        TurnStep, prompt, step,
    },
    strikes,
    stunts::{self, Stunt},
    toss, volley,
};
use crate::rules::{
    Battle, Briefing, Choice, CombatantId, Condition, Decision, Effect, ItemId, Offer, Posture, Question, Refusal,
    RulesetPrompt, StepContext, Until, Wording,
};

impl Prompt {
    /// The question as what it can do.
    pub fn asked(&self) -> &dyn RulesetPrompt {
        self
    }
}

impl RulesetPrompt for Prompt {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        offers::offers(battle, who, self).0
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verb: &str) -> Vec<Offer> {
        offers::offers_of(battle, who, self, verb).0
    }

    fn answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Result<(), Refusal> {
        answer(battle, who, self, choice, context)
    }

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        default_answer(battle, who, self)
    }

    fn question(&self, battle: &Battle, who: CombatantId) -> Question {
        card::question(battle, who, self)
    }

    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        briefing::briefing(battle, decision, self)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe::describe(battle, who, self, offer, wording)
    }
}

/// Resolves a choice.
///
/// # Errors
/// The rule that forbids it after all.
fn answer(
    battle: &Battle,
    who: CombatantId,
    asked: &Prompt,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    match asked {
        Prompt::Turn => turn(battle, who, choice, context)?,
        Prompt::React(event) => react(battle, who, *event, choice, context)?,
        Prompt::Defend(exchange, margin) => defend(battle, exchange, *margin, choice, context),
        Prompt::Flip(exchange, face) => {
            let (luck, face) = flip(battle, who, exchange.luck, (*face, exchange.number.into()), choice, context);
            context.then(step(AttackStep::Judge(Exchange { luck, ..*exchange }, face)));
        }
        Prompt::FlipGuard(exchange, margin, method, face) => {
            let mut exchange = *exchange;
            let means = Means::of(battle, who, exchange.guard_luck, exchange.points);
            let mut face = *face;
            if choice.verb == "flip" {
                if means.takes_points(choice) {
                    exchange.points -= 1;
                } else {
                    checks::pay_luck(battle, who, context);
                }
                let luck = exchange.guard_luck;
                let target = defence::target_number(battle, &exchange, *method, luck, &mut Quick::default());
                (exchange.guard_luck, face) = flipped(who, luck, (face, target), context);
            }
            context.then(step(DefenceStep::Compare(exchange, *margin, *method, face)));
        }
        Prompt::FlipCheck(check, luck, face) => {
            let (mut check, mut luck, mut face) = (check.clone(), *luck, *face);
            if choice.verb == "flip" {
                let means = luck::means_for(battle, who, &check, luck);
                check = luck::pay_for(battle, who, &check, means.takes_points(choice), context);
                let target = luck::target_number(battle, who, &check, luck, &mut Quick::default());
                (luck, face) = flipped(who, luck, (face, target), context);
            }
            context.then(step(CheckStep::Tried(who, check, luck, face)));
        }
        Prompt::Upgrade(exchange, margin) => {
            damage::upgrade(battle, exchange, *margin, choice.verb == "upgrade", context);
        }
        Prompt::Ignore(check) => {
            let (mut check, mut luck) = (check.clone(), luck::used(check));
            if choice.verb == "ignore" {
                let means = luck::means_for(battle, who, &check, luck);
                check = luck::pay_for(battle, who, &check, means.takes_points(choice), context);
                luck::log(who, ids::CHK_11, "ignores all negatives", context);
                luck.ignore = true;
            }
            context.then(step(CheckStep::Try(who, check, luck)));
        }
        Prompt::FlipBurst(burst, face) => {
            let (luck, face) = flip(battle, who, burst.luck, (*face, burst.number.into()), choice, context);
            blast::judge(battle, &Burst { luck, ..*burst }, face, context);
        }
        Prompt::UpgradeBurst(burst, face) => {
            blast::upgrade(battle, burst, *face, choice.verb == "upgrade", context);
        }
        Prompt::Exploit(exchange, margin) => resistance::exploit(exchange, *margin, choice, context),
        Prompt::Weigh(exchange, hit, value, whole) => {
            resistance::weighed(exchange, *hit, (*value, *whole), choice, context);
        }
        Prompt::WeighBlast(burst, victim, value, whole) => {
            resistance::weighed_blast(burst, victim, (*value, *whole), choice, context);
        }
        Prompt::WeighSpan(burst, victim, rounds) => {
            resistance::weighed_span(burst, victim, *rounds, choice, context);
        }
        Prompt::Steady(on, points, check) => {
            resistance::steadied(battle, *on, (*points, check), choice, context);
        }
        Prompt::Unseat(rider) => {
            mounts::throw_off(battle, *rider, choice.squares.first().copied(), ids::MAN_07, context);
        }
        Prompt::Volley(declared) => volley::choose(battle, who, declared, choice, context)?,
        Prompt::RideBy(foe) => mounts::ride_by::choose(battle, who, *foe, choice, context),
        Prompt::UpgradeCatch(exchange, with) => {
            catch::upgraded(battle, exchange, *with, choice.verb == "upgrade", context);
        }
        Prompt::HoldOn(pit) => stunts::hold_on(battle, who, *pit, choice.verb == "hold-on", context),
        Prompt::EaseBlow(exchange) => damage::ease_blow(battle, exchange, choice.verb == "upgrade", context),
        Prompt::Ease(check, luck, face) => {
            luck::eased(battle, who, check, *luck, *face, choice.verb == "upgrade", context);
        }
        Prompt::CatchItem(item) => {
            if choice.verb == "snatch" {
                toss::snatch(battle, who, *item, context);
            }
        }
        Prompt::Land => mounts::land(battle, who, choice.squares.first().copied(), context),
    }
    Ok(())
}

fn flip(
    battle: &Battle,
    who: CombatantId,
    luck: Luck,
    (face, target): (u8, i32),
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> (Luck, u8) {
    if choice.verb != "flip" {
        return (luck, face);
    }
    checks::pay_luck(battle, who, context);
    flipped(who, luck, (face, target), context)
}

/// Swaps the digits of a face and logs the new result against its target number.
fn flipped(who: CombatantId, luck: Luck, (face, target): (u8, i32), context: &mut StepContext<'_>) -> (Luck, u8) {
    let face = checks::flipped(face);
    let upshot = checks::upshot(face, target);
    context.note(who, ids::CHK_11, format_args!("swaps the digits: {face:02} against {target}, {upshot}"));
    (Luck { flip: true, ..luck }, face)
}

fn turn(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    // The computer tries attacks by the thousand.
    if matches!(choice.verb, "strike" | "shoot" | "throw" | "touch" | "point") {
        match blast::burst(battle, who, choice) {
            Some(burst) => blast::begin(battle, burst, context)?,
            None => begin_attack(battle, who, choice, context)?,
        }
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    if let Some(gait) = Gait::ALL.into_iter().find(|gait| gait.verb() == choice.verb) {
        movement::start(battle, who, gait, &choice.squares, false, context)?;
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    if let Some(stunt) = Stunt::of(choice.verb) {
        stunts::begin(battle, who, stunt, choice, context)?;
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    if manoeuvres::begin(battle, who, choice, context)? {
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    if catch::choose(battle, who, choice.verb, choice.item, context)
        || gear::choose(battle, who, choice, context)
        || toss::choose(battle, who, choice, context)
    {
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    if let Some(burst) = blast::burst(battle, who, choice) {
        blast::begin(battle, burst, context)?;
        context.then(step(TurnStep::Act(who)));
        return Ok(());
    }
    match choice.verb {
        "mount" => {
            let mount = choice.on.ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a mount"))?;
            mounts::mount_up(battle, who, mount, context);
        }
        "release" => grapple::let_go(battle, who, context),
        "break" => {
            grapple::struggle(battle, who, context);
            return Ok(());
        }
        "volley" => {
            context.then(prompt(who, Prompt::Volley(Vec::new())));
            return Ok(());
        }
        "brace" => charge::brace(battle, who, choice, context),
        "charge" => charge::charge(battle, who, &choice.squares, context)?,
        "rouse" => {
            let mount = choice.on.ok_or_else(|| Refusal::new(ids::MNT_07, "Needs a mount"))?;
            mounts::rouse(battle, who, mount, context);
        }
        "alight" => {
            let to = choice.squares.first().ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a square"))?;
            mounts::alight(battle, who, *to, context);
        }
        "free" => {
            spend(battle, who, ActionType::Standard, context);
            context.then(luck::first_prompt(battle, who, Check::Free, false));
        }
        "aim" => {
            spend(battle, who, ActionType::Quick, context);
            let aim = Condition { whom: choice.on, ..Condition::new(AIM, Until::TurnEnd) };
            context.effect(Effect::AddCondition(who, aim));
            let name = choice.on.map(|on| battle.combatant(on).identity.name.to_string()).unwrap_or_default();
            context.note(who, ids::ATK_08, format_args!("aims at {name}"));
        }
        "defend" => {
            spend(battle, who, ActionType::Standard, context);
            context.effect(Effect::AddCondition(who, Condition::new(FULL_DEFENCE, Until::TurnStart)));
            context.note(who, ids::DEF_06, "goes on full defence");
        }
        "ready" => make_ready(battle, who, choice, context),
        "orders" => reactions::give_orders(battle, who, choice, context),
        "crouch" | "rise" => {
            let (posture, words) =
                if choice.verb == "crouch" { (Posture::Crouching, "crouches") } else { (Posture::Standing, "rises") };
            context.effect(Effect::Posture(who, posture));
            context.note(who, ids::MOVE_09, words);
        }
        "lie" => {
            spend(battle, who, ActionType::Quick, context);
            context.effect(Effect::Posture(who, Posture::Prone));
            context.note(who, ids::PRN_01, "drops prone");
        }
        "stand" => {
            spend(battle, who, ActionType::Quick, context);
            context.effect(Effect::Posture(who, Posture::Standing));
            context.note(who, ids::PRN_01, "stands up");
            if reactions::anybody_readied(battle) {
                context.then(step(ReactionStep::Call(Event::Stands(who))));
            }
        }
        // Ending the turn leaves the end of it on top of the agenda.
        _ => return Ok(()),
    }
    context.then(step(TurnStep::Act(who)));
    Ok(())
}

/// The use of an item that a verb means.
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
    let aware = battle.combatant(on).aware.of(by);
    let luck = Luck { ignore: choice.value("luck", 0) == 1, ..Luck::default() };
    let by = mounts::striker(battle, by, battle.item(item));
    let manner = strikes::manner(choice.value(strikes::KEY, 0));
    Some(Exchange { aware, luck, manner, ..Exchange::new(by, on, item, usage) })
}

fn begin_attack(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    let missing = || Refusal::new(ids::ATK_01, "Needs weapon and target");
    let mut exchange = exchange(battle, who, choice).ok_or_else(missing)?;
    let of = attack::usage(battle, &exchange);
    if let Some(refusal) = attack::refusal(battle, exchange.by, exchange.on, exchange.item, of) {
        return Err(refusal);
    }
    spend(battle, who, ActionType::Standard, context);
    if exchange.luck.ignore {
        luck::spend_ignore(battle, exchange.by, &mut exchange.luck, context);
    }
    context.then(if exchange.by != who && !sheet(battle.combatant(who)).is_proficient(Skill::Ride) {
        luck::first_prompt(battle, who, Check::RideStrike(exchange), false)
    } else {
        step(AttackStep::Declare(exchange))
    });
    Ok(())
}

fn make_ready(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    let melee = choice.item.is_some_and(|item| reactions::is_melee_weapon(battle, item));
    let when = choice.value("when", if melee { 1 } else { 4 });
    let foe = choice.value("foe", -1);
    let ward = CombatantId(choice.value("ward", i32::from(who.0)) as u16);
    let trigger = reactions::trigger(when, choice.value("near", 3) as u8, ward);
    let usage = choice.value("use", 0) as u8;
    let condition = Condition {
        whom: u16::try_from(foe).ok().map(CombatantId),
        with: choice.item,
        detail: Detail::Readied { trigger, usage }.into(),
        ..Condition::new(READIED, Until::TurnStart)
    };
    context.effect(Effect::AddCondition(who, condition));
    context.note(who, ids::REA_04, format_args!("readies {}", reactions::readied_words(battle, &condition)));
    reactions::ask_again(battle, who, context);
}

fn react(
    battle: &Battle,
    who: CombatantId,
    event: Event,
    choice: &Choice,
    context: &mut StepContext<'_>,
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
            reactions::strike(battle, who, (on, manner, braced), weapon, choice.value("luck", 0) == 1, context);
        }
        "act" => {
            let readied = reactions::readied(battle, who, event);
            let readied = readied.ok_or_else(|| Refusal::new(ids::REA_04, "Nothing is readied"))?;
            let manner = strikes::manner(choice.value(strikes::KEY, 0));
            reactions::act(battle, who, event, &readied, (manner, choice.value("luck", 0) == 1), context);
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

fn defend(battle: &Battle, exchange: &Exchange, margin: u8, choice: &Choice, context: &mut StepContext<'_>) {
    let mut exchange = *exchange;
    if choice.value("luck", 0) == 2 && exchange.points > 0 {
        exchange.points -= 1;
        exchange.guard_luck.ignore = true;
        luck::log(exchange.on, ids::RES_03, "ignores all negatives with resistance", context);
    }
    let resist = choice.value("resist", 0).clamp(0, i32::from(exchange.points.max(0))) as i8;
    exchange = Exchange { points: exchange.points - resist, shifts: exchange.shifts + resist, ..exchange };
    defence::choose(battle, &exchange, margin, method(choice), choice.value("luck", 0) == 1, context);
}

/// The default answers: defend with the highest number, spend no Luck, decline reactions, end the turn.
pub fn default_answer(battle: &Battle, who: CombatantId, asked: &Prompt) -> Choice {
    match asked {
        Prompt::Turn => Choice::new("end"),
        Prompt::Weigh(..) | Prompt::WeighBlast(..) | Prompt::WeighSpan(..) | Prompt::Steady(..) => Choice::new("spend"),
        Prompt::Unseat(rider) => {
            Choice { squares: mounts::landings(battle, *rider).into_iter().take(1).collect(), ..Choice::new("unseat") }
        }
        Prompt::Volley(declared) => volley::default_answer(battle, who, declared),
        Prompt::CatchItem(_) => Choice::new("snatch"),
        Prompt::HoldOn(_) => Choice::new("hold-on"),
        Prompt::Land => {
            Choice { squares: mounts::landings(battle, who).into_iter().take(1).collect(), ..Choice::new("land") }
        }
        Prompt::React(_) | Prompt::RideBy(_) => Choice::new("decline"),
        Prompt::Defend(exchange, _) => match defence::best(battle, exchange) {
            Method::Fray => Choice::new("fray"),
            Method::Parry(item) => Choice::new("parry").with(item),
            Method::Catch(item) => Choice::new("catch").with(item),
            Method::Unarmed => Choice::new("unarmed"),
            Method::Athletics => Choice::new("athletics"),
            Method::Ride => Choice::new("ride"),
            Method::Wits => Choice::new("resist"),
        },
        Prompt::Flip(..)
        | Prompt::FlipGuard(..)
        | Prompt::FlipCheck(..)
        | Prompt::Upgrade(..)
        | Prompt::Ease(..)
        | Prompt::EaseBlow(_)
        | Prompt::UpgradeCatch(..)
        | Prompt::Ignore(_)
        | Prompt::Exploit(..)
        | Prompt::FlipBurst(..)
        | Prompt::UpgradeBurst(..) => Choice::new("keep"),
    }
}
