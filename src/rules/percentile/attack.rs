//! Attacks, from the declaration to the roll. PCT-ATK, PCT-RNG.

use std::cell::LazyCell;

use super::{
    blast, bonds, catalogue as ids, checks,
    conditions::{self, ActionType, spend},
    cover, damage, defence,
    luck::{self, Funds},
    manoeuvres, menu, reach, resistance, settings,
    sheet::{Kind, Skill, Use, arm, sheet},
    step::{AttackStep, Check, DamageStep, Event, Exchange, Luck, Manner, ReactionStep},
    strikes,
    targets::{self, Foes},
    to_hit,
};
use crate::rules::prelude::*;

/// The attack, less a use of Luck that can no longer be paid for: each of several attacks pays when its turn comes.
pub fn with_luck_left(battle: &Battle, exchange: &Exchange) -> Exchange {
    let mut exchange = *exchange;
    exchange.luck.ignore &= !exchange.many || checks::has_luck(battle, exchange.by, Luck::default());
    exchange
}

/// Spends what the attack uses up and logs its declaration.
pub fn declare(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if is_dropped(battle, exchange) {
        context.note(exchange.by, ids::MULTI_01, "forgoes the next attack");
        return;
    }
    let exchange = &with_luck_left(battle, exchange);
    if exchange.many {
        luck::pay_ignore(battle, exchange.by, exchange.luck, context);
    }
    let of = exchange.used(battle);
    let (by, on) = (exchange.by, exchange.on);
    let (action, words) = match of.kind {
        Kind::Projectile => (Action::Shoot, "shoots"),
        Kind::Thrown => (Action::Throw, "throws at"),
        Kind::Touch => (Action::Strike, "touches"),
        Kind::Indicate => (Action::Shoot, "points at"),
        _ => (Action::Strike, "strikes"),
    };
    context.log(|| {
        let words = match strikes::name(exchange.manner) {
            Some(name) if exchange.manner.is_manoeuvre() => format!("tries a {name} on"),
            Some(name) => format!("{words} ({name})"),
            None => words.into(),
        };
        let to = battle.combatant(on).placement.anchor();
        Entry::action((by, action), words, (Some(on), Some(exchange.item), Some(to)), ids::ATK_01)
    });
    if targets::draws_on_store(battle, exchange.item, of) {
        targets::draw_on_store(battle, exchange.item, of, context);
    }
    if conditions::anybody_readied(battle) {
        context.step(ReactionStep::Call(Event::Attacks(by, on)));
    }
    context.step(AttackStep::Notice(*exchange));
}

/// Whether the target is aware of the attack; major characters may notice it, PCT-ATK-05, PCT-ATK-06.
pub fn notice(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    // A readied action may have intervened: the attacker must still be able to strike, PCT-REA-05.
    let of = exchange.used(battle);
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    let refusal = if exchange.manner == Manner::Feint { targets::feint_refusal } else { targets::attack_refusal };
    // The declaration has already spent load and ammunition; everything else must still hold.
    let lost = !by.fights()
        || !reach::is_in_use(battle, exchange.item)
        || battle.item(exchange.item).at.bearer() != Some(exchange.by)
        || refusal(battle, exchange.by, exchange.on, exchange.item, of).is_some_and(|refusal| {
            ![ids::RNG_06, ids::RNG_05].contains(&refusal.rule) && !to_hit::disarms_the_caught(battle, exchange)
        });
    if lost {
        context.note(exchange.by, ids::REA_05, "loses the attack");
        return;
    }
    let knows = on.aware.of(exchange.by);
    if !knows && on.fights() && sheet(on).major {
        context.then(luck::first_prompt(battle, exchange.on, Check::Notice(*exchange), context));
    } else {
        context.then(take_aim(battle, Exchange { aware: knows && on.fights(), ..*exchange }));
    }
}

/// Fixes the target number and goes on to the attack roll.
pub fn take_aim(battle: &Battle, exchange: Exchange) -> AgendaItem {
    let number = to_hit::target_number(battle, &exchange, &mut Quick::default()) as u8;
    let points = resistance::points(battle, &exchange);
    let exchange = Exchange { number, points, ..exchange };
    let defends = defence::can_defend(battle, &exchange);
    let stance = defends.then(|| defence::best_of_all(battle, &exchange));
    AgendaItem::step(AttackStep::Roll(Exchange {
        stance: stance.map(|(method, number)| (method, number as u8)),
        ..exchange
    }))
}

/// Rolls the attack, PCT-ATK-02 (5).
pub fn roll(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let target = i32::from(exchange.number);
    let lucky = checks::is_lucky(battle, exchange.by, exchange.luck, context);
    let forecast = context.is_forecast();
    // Worked out only if the throw is split into classes.
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
        let name = strikes::name(exchange.manner).filter(|_| exchange.manner.is_manoeuvre());
        let words = name.map_or("Attack".into(), capital);
        let number = |tally: &mut Verdict| to_hit::target_number(battle, exchange, tally);
        Entry::Roll(checks::against(exchange.by, (words, ids::ATK_01), (&thrown, target), number))
    });
    let saves_the_hand =
        || hurts_the_hand(battle, exchange, face) && !hurts_the_hand(battle, exchange, checks::flipped(face));
    if lucky && !exchange.luck.flip && (luck::flip_helps(face, target) || saves_the_hand()) {
        context.ask(exchange.by, Flip(*exchange, face));
    } else {
        judge(battle, exchange, face, context);
    }
}

/// Whether a failed unarmed strike at armour hurts the striker: on an exceptional or critical failure, PCT-UNA-04.
pub fn hurts_the_hand(battle: &Battle, exchange: &Exchange, face: u8) -> bool {
    let badly = checks::is_double(face) || face >= exchange.number.saturating_add(30);
    badly
        && !exchange.manner.is_manoeuvre()
        && exchange.used(battle).kind == Kind::Unarmed
        && sheet(battle.combatant(exchange.on)).av() > 0
}

/// The highest margin for which a defence can matter: no defence succeeds with more than its own number, so a higher
/// margin wins whatever the defender does. Only forecasts use it; otherwise every margin counts.
fn contested(battle: &Battle, exchange: &Exchange, forecast: bool) -> i32 {
    if !defence::can_defend(battle, exchange) {
        -1
    } else if !forecast || settings::critical_wins(battle) || exchange.points != 0 {
        99
    } else {
        defence::best_of_all(battle, exchange).1
    }
}

/// Judges the attack roll: a miss, or on to the defence, PCT-ATK-02 (6, 7).
pub fn judge(battle: &Battle, exchange: &Exchange, face: u8, context: &mut StepContext<'_>) {
    if face > exchange.number {
        missed(battle, exchange, hurts_the_hand(battle, exchange, face), context);
        damage::then_settle(battle, exchange, context);
    } else if defence::can_defend(battle, exchange) {
        match defence::goes_without_asking(battle, exchange) {
            Some(method) => context.then(defence::stand(battle, *exchange, face, method)),
            None => defence::ask(exchange, face, context),
        }
    } else {
        damage::won(battle, exchange, face, context);
    }
}

/// A miss, which may hurt the hand, PCT-UNA-04.
pub fn missed(battle: &Battle, exchange: &Exchange, hurts: bool, context: &mut StepContext<'_>) {
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate: Fate::Missed, damage: 0 });
    if hurts {
        if checks::is_lucky(battle, exchange.by, exchange.luck, context) {
            context.ask(exchange.by, EaseBlow(*exchange));
        } else {
            context.step(DamageStep::Bruise(exchange.by));
        }
    }
}

/// What follows every attack, hit or miss, PCT-ATK-02 (16), PCT-ATK-06.
pub fn settle(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    let weapon = battle.item(exchange.item);
    if exchange.used(battle).kind == Kind::Thrown && weapon.at.bearer() == Some(exchange.by) {
        context.effect(match weapon.count {
            // With several, one is thrown and is lost, PCT-RNG-05.
            Some(left) if left > 1 => Effect::Count(exchange.item, left - 1),
            _ => Effect::Move(exchange.item, Location::Ground(on.placement.anchor())),
        });
    }
    let learns = |fighter: &Combatant<'_>| {
        fighter.team == on.team
            && fighter.fights()
            && !fighter.aware.of(by.id)
            && (fighter.id == on.id || cover::sees(battle, fighter.id, by.id))
    };
    for witness in battle.combatants().filter(|witness| witness.team != by.team && learns(witness)) {
        bonds::noticed(battle, witness.id, by.id, context);
    }
    if conditions::anybody_readied(battle) {
        context.step(ReactionStep::Call(Event::Attacked(exchange.on, exchange.by)));
    }
}

/// The exchange that an attack choice stands for.
pub fn exchange(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Exchange> {
    if manoeuvres::is_one(choice) {
        return manoeuvres::exchange(battle, by, choice).ok();
    }
    let (item, on) = (choice.item?, choice.on?);
    let named = |of: &Use| !of.is_area() && menu::attack(of).verb == choice.verb;
    let usage = arm(battle, item).uses.iter().position(named)? as u8;
    let aware = battle.combatant(on).aware.of(by);
    let luck = Luck::chosen(choice);
    let by = targets::striker(battle, by, battle.item(item));
    let manner = strikes::manner(choice);
    Some(Exchange { aware, luck, manner, ..Exchange::new(by, on, item, usage) })
}

/// Like [`exchange`], if the attack can be made now.
///
/// # Errors
/// Why it cannot.
pub fn legal(battle: &Battle, by: CombatantId, choice: &Choice) -> Result<Exchange, Refusal> {
    let missing = || Refusal::new(ids::ATK_01, "Needs weapon and target");
    let exchange = exchange(battle, by, choice).ok_or_else(missing)?;
    let of = exchange.used(battle);
    let refusal = bonds::held_mount(battle, by, exchange.by)
        .or_else(|| targets::attack_refusal(battle, exchange.by, exchange.on, exchange.item, of));
    refusal.map_or(Ok(exchange), Err)
}

/// Begins an attack.
///
/// # Errors
/// Why it cannot be made.
pub fn begin_attack(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    let exchange = legal(battle, who, choice)?;
    spend(battle, who, ActionType::Standard, context);
    luck::pay_ignore(battle, exchange.by, exchange.luck, context);
    context.then(set_off(battle, who, exchange, context));
    Ok(())
}

/// The attack, or the Ride check that comes before it if the mount of an unskilled rider attacks, PCT-MNT-03.
pub fn set_off(battle: &Battle, who: CombatantId, exchange: Exchange, context: &StepContext<'_>) -> AgendaItem {
    if exchange.by != who && !sheet(battle.combatant(who)).is_proficient(Skill::Ride) {
        luck::first_prompt(battle, who, Check::RideStrike(exchange), context)
    } else {
        AgendaItem::step(AttackStep::Declare(exchange))
    }
}

/// One offer for each use of each weapon carried.
pub fn offers(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    let foes = Foes::of(battle, who);
    for item in targets::own_items(battle, who) {
        let striker = targets::striker(battle, who, item);
        let others = (striker != who).then(|| Foes::of(battle, striker));
        let foes = others.as_ref().unwrap_or(&foes);
        let uses = arm(battle, item.id).uses.iter();
        offers.extend(uses.filter_map(|of| attack_offer(battle, (striker, foes), who, item, of)));
    }
}

/// The offer of an attack by `who`, paid for with the actions of `payer`: a mount uses its rider's, PCT-MNT-01.
pub fn attack_offer(
    battle: &Battle,
    (who, foes): (CombatantId, &Foes),
    payer: CombatantId,
    item: Item<'_>,
    of: &Use,
) -> Option<Offer> {
    // Fists get a line only while they can reach somebody.
    if of.kind == Kind::Unarmed && (who != payer || !foes.any_within(of.reach)) {
        return None;
    }
    if of.is_area() {
        return (who == payer).then(|| blast::offer(battle, who, item, of));
    }
    let refusal = bonds::held_mount(battle, payer, who).or_else(|| targets::weapon_refusal(battle, item.id, of));
    let rules: &[RuleId] = match of.kind {
        Kind::Melee => &[ids::ATK_01, ids::REACH_01],
        Kind::Unarmed => &[ids::UNA_01, ids::ATK_01],
        Kind::Natural => &[ids::UNA_06, ids::ATK_01],
        Kind::Thrown => &[ids::ATK_01, ids::RNG_02],
        Kind::Touch => &[ids::TCH_01, ids::ATK_01],
        Kind::Indicate => &[ids::TCH_02, ids::ATK_01],
        Kind::Projectile => &[ids::ATK_01, ids::RNG_01],
    };
    // A weapon that is refused has no targets yet.
    let candidates = if refusal.is_none() { foes.candidates(battle, item.id, of) } else { Vec::new() };
    if of.kind == Kind::Unarmed && candidates.iter().all(|foe| foe.refusal.is_some()) {
        return None;
    }
    let is_ready = refusal.is_none();
    let offer = Offer::new(menu::attack(of), rules, menu::LARGE).with(item.id);
    let offer = offer.refused(refusal).refused(conditions::standard(battle, payer));
    if !is_ready {
        return Some(offer);
    }
    let necks = strikes::anybody_bares_the_neck(battle, who, &candidates);
    Some(strikes::offered(battle, who, offer.at_whom(candidates), of, necks))
}

/// Whether one of several attacks is dropped because its target has gone out of the fight since it was declared.
pub fn is_dropped(battle: &Battle, exchange: &Exchange) -> bool {
    exchange.many && !exchange.finishes && !battle.combatant(exchange.on).fights()
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to swap the digits of an attack roll, PCT-CHK-12 (b).
    Flip(Exchange, u8);
    /// Whether to reduce an unarmed failure to a basic one, so that the hand is not hurt, PCT-CHK-12 (c), PCT-UNA-04.
    EaseBlow(Exchange);
}

impl RulesetPrompt for Flip {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        luck::flip_offers(Funds::LUCK)
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(exchange, face) = self;
        let (luck, face) = luck::flip(battle, who, (exchange.luck, *face, exchange.number), choice, context);
        context.step(AttackStep::Judge(Exchange { luck, ..*exchange }, face));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, face) = self;
        let about = format!("The attack rolled {face:02} against {}", to_hit::attack_number(battle, exchange));
        let told = Told::new(battle, who, luck::MAY_SWAP, about, ids::CHK_12);
        to_hit::after_roll(told.on(exchange.on), battle, exchange, *face)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_flip(self.1, offer, wording)
    }
}

impl RulesetPrompt for EaseBlow {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::KEEP_INJURY, &[ids::UNA_04, ids::CHK_12], Cost::FREE),
            Offer::new(&menu::UPGRADE_FAILURE, &[ids::CHK_13, ids::CHK_12], menu::LUCKY),
        ]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if !luck::eases(battle, who, choice, context) {
            context.step(DamageStep::Bruise(who));
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let exchange = &self.0;
        let about = format!("The blow at {}'s armour fails badly", battle.combatant(exchange.on).identity.name);
        let told = Told::new(battle, who, "may avoid the injury", about, ids::UNA_04);
        told.on(exchange.on).by(exchange.by, Some(exchange.item))
    }
}
