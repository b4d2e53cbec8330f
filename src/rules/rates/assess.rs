//! The account of an attack before any die is rolled: every number with its terms. RAT-RATE-01, RAT-ACC-01, RAT-ARM-04.

use super::{
    arms::Stat,
    attack::{self, reduction_words},
    attack_step::{AttackStep, Cast, JointExchange, Reached, Strike},
    catalogue as ids,
    conditions::{WAITING, stat},
    cover, defence,
    exchange::{Attack, Body, BodyStage, Method, Rolls, Single, Stage},
    magic,
    required::{self, Flight},
    settings,
    sheet::{arm, spell as spell_of},
    spell, strike, wounds,
};
use crate::rules::{
    Assessment, Attack as AnyAttack, AttackNumber, NumberRole, SituationKey,
    exchange::{FollowedStage, Situation as _, TogetherStage},
    prelude::*,
};

/// The attack that a step makes, if its dice have not been rolled yet.
pub fn attack_of(step: &AttackStep) -> Option<AnyAttack> {
    let of = |strike: &Strike| AnyAttack { by: strike.by, on: strike.on, item: Some(strike.item) };
    match step {
        AttackStep::Declare(assault) => assault.strikes.first().map(of),
        AttackStep::Single(exchange) => (exchange.stage == exchange.single.begin()).then(|| of(&exchange.strike)),
        AttackStep::Joint(exchange) => (exchange.stage == exchange.joint.begin()).then(|| of(&exchange.strikes[0])),
        AttackStep::Burst(burst) => {
            let first = burst.targets.first().filter(|first| first.stage == first.single.begin())?;
            burst.harms.then_some(AnyAttack { by: burst.by, on: first.on, item: burst.item })
        }
        AttackStep::Cast(cast) => {
            let on = cast.on.filter(|_| cast.harms)?;
            Some(AnyAttack { by: cast.by, on, item: Some(cast.item) })
        }
        AttackStep::Onward(_) | AttackStep::Blast(_) => None,
    }
}

/// The numbers of the attack that a step makes.
pub fn assess(battle: &Battle, step: &AttackStep) -> Option<Assessment> {
    match step {
        AttackStep::Declare(assault) => assess(battle, &attack::begin(battle, assault)),
        AttackStep::Cast(cast) => of_cast(battle, cast),
        AttackStep::Single(exchange) => {
            attack_of(step)?;
            Some(account(battle, &exchange.strike, &exchange.single.part, &exchange.single.whole))
        }
        AttackStep::Joint(exchange) => {
            attack_of(step)?;
            Some(of_joint(battle, exchange))
        }
        AttackStep::Burst(burst) => {
            attack_of(step)?;
            let all = burst.targets.iter().map(|target| (spell::strike(burst, target.on), target));
            of_targets(battle, all)
        }
        AttackStep::Onward(_) | AttackStep::Blast(_) => None,
    }
}

fn of_cast(battle: &Battle, cast: &Cast) -> Option<Assessment> {
    let burst = spell::burst(battle, cast, spell_of(battle, cast.item)?);
    let all = burst.targets.iter().map(|target| (spell::strike(&burst, target.on), target));
    of_targets(battle, all)
}

/// Several targets: the first one's account, and the numbers of the others besides.
fn of_targets<'a>(battle: &Battle, mut all: impl Iterator<Item = (Strike, &'a Reached)>) -> Option<Assessment> {
    let of = |(strike, target): (Strike, &Reached)| account(battle, &strike, &target.single.part, &target.single.whole);
    let first = of(all.next()?);
    let more = all.flat_map(|(strike, target)| besides(of((strike, target)), strike.on));
    Some(first.with(more))
}

/// The numbers of an account as those of another target.
fn besides(account: Assessment, on: CombatantId) -> Vec<AttackNumber> {
    let other = |number: AttackNumber| AttackNumber { role: NumberRole::Besides, on: Some(on), ..number };
    account.numbers.into_iter().map(other).collect()
}

/// Both weapons, or several attackers: the first one's account, the rolls and the damage of the others besides.
fn of_joint(battle: &Battle, exchange: &JointExchange) -> Assessment {
    let whole = &exchange.joint.whole;
    let first = account(battle, &exchange.strikes[0], exchange.part(0), whole);
    let others = exchange.strikes.iter().enumerate().skip(1).flat_map(|(place, strike)| {
        let part = exchange.part(place);
        let mut numbers = vec![first_number(battle, strike, part)];
        numbers.extend(rolls(battle, strike, part));
        numbers.extend(damage(battle, strike, part));
        numbers.into_iter().map(|number| AttackNumber { role: NumberRole::Besides, ..number }).collect::<Vec<_>>()
    });
    first.with(others.collect::<Vec<_>>())
}

fn account(battle: &Battle, strike: &Strike, part: &Attack, whole: &Body) -> Assessment {
    let name = capital(battle.item(strike.item).name);
    let title = match strike.place.part() {
        Some(_) => format!("{name}, at the {}", strike.place.words()),
        None => name.to_string(),
    };
    let number = first_number(battle, strike, part);
    let about = match part.rolls {
        Rolls::Dice(dice) => {
            let needs = format!("Rolls {dice}d4, needs {} or more", part.required(0, 0));
            [Some(needs), wounds::in_words(battle, strike.on, strike.place)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("; ")
        }
        Rolls::Known(roll, blows, _) => format!("{blows} blows of a roll of {roll}, needs {}", part.required(0, 0)),
        Rolls::Nothing => "Takes effect without a roll".into(),
    };
    let is_melee = Flight::of(battle, strike.item) == Flight::Melee;
    Assessment::new(title, about, number, cover::sight(battle, (strike.by, strike.on), is_melee))
        .with(rolls(battle, strike, part))
        .with(methods(battle, strike, part))
        .with(damage(battle, strike, part))
        .with(stops(battle, strike, part, whole))
        .with(wounds::account(battle, strike.on, strike.place).into_iter().collect::<Vec<_>>())
}

/// What decides whether it lands.
fn first_number(battle: &Battle, strike: &Strike, part: &Attack) -> AttackNumber {
    match part.rolls {
        Rolls::Nothing => {
            let mut sure = AttackNumber::attack(strike.by, Verdict::base(ids::MAG_01, "Nothing to beat", 0));
            sure.label = "Takes effect".into();
            sure
        }
        Rolls::Dice(dice) => {
            let rule = if part.spell { ids::MAG_02 } else { ids::ACC_02 };
            let number = AttackNumber::attack(strike.by, required::told(battle, strike));
            number.used(format!("{dice}d4, this or more hits"), rule)
        }
        Rolls::Known(roll, ..) => {
            // It has been rolled: nobody rolls again.
            let known = AttackNumber::attack(strike.by, required::told(battle, strike));
            let number = AttackNumber { by: None, ..known };
            number.used(format!("a roll of {roll}"), ids::RATE_05)
        }
    }
}

/// The dice of the roll, and what they are divided by.
fn rolls(battle: &Battle, strike: &Strike, part: &Attack) -> Vec<AttackNumber> {
    let Rolls::Dice(dice) = part.rolls else { return Vec::new() };
    if part.spell {
        let name = spell_of(battle, strike.item).map_or("Magic", |spell| spell.subskill.name());
        let number = Verdict::base(ids::MAG_02, name, dice.into());
        return vec![AttackNumber::besides("Attack dice", number).rolled_by(strike.by).used("d4", ids::CORE_02)];
    }
    let (_, name) = strike::skill(battle, strike.by, strike.item);
    let number = Verdict::base(ids::RATE_01, name, dice.into());
    let mut all = vec![AttackNumber::besides("Attack dice", number).rolled_by(strike.by).used("d4", ids::CORE_02)];
    if let Some(rate) = part.rate.by {
        let number = Verdict::base(ids::RATE_02, "Rate", rate.into());
        let words = if part.rate.slow > 1 {
            format!("each {rate} saves a round of {}, then adds a blow", part.rate.slow - 1)
        } else {
            "one more blow for each multiple rolled".into()
        };
        all.push(AttackNumber::besides("Rate", number).used(words, ids::RATE_04));
    }
    if part.half_accuracy {
        let half = Verdict::base(ids::MNT_03, "In the saddle", 50);
        all.push(AttackNumber::besides("Accuracy in percent", half).used("half of the roll counts", ids::MNT_03));
    }
    all
}

/// What a shield's roll is for, RAT-AVOID-04.
const EACH_BLOW: &str = "for each blow; the shield takes its damage";

/// The target's methods; the one that forecasts assume counts as its defence.
fn methods(battle: &Battle, strike: &Strike, part: &Attack) -> Vec<AttackNumber> {
    let on = strike.on;
    let assumed = part.usual();
    let agility = || {
        let fighter = battle.combatant(on);
        let mut dice = Verdict::base(ids::AVOID_06, "Agility", stat(battle, fighter, Stat::Agility).into());
        dice.add(ids::CORE_07, "Armour, shield, load", i32::from(part.methods.dodge) - dice.value);
        dice
    };
    let number = |method: Method| {
        let (label, number, words) = match method {
            Method::Block => {
                let chance = Verdict::base(ids::AVOID_04, "Shield", part.methods.block.unwrap_or(0).into());
                let of = part.methods.block_once;
                let words = if of { "for all blows at once; the shield takes their damage" } else { EACH_BLOW };
                ("Block in percent", chance, words)
            }
            Method::Parry => {
                let name =
                    defence::parrying(battle, on).map_or("Parry", |(item, _)| strike::skill(battle, on, item.id).1);
                let dice = Verdict::base(ids::AVOID_09, name, part.methods.parry.unwrap_or(0).into());
                ("Parry dice", dice, "d4, in place of 5 times Combat base if more")
            }
            Method::Sidestep => ("Sidestep dice", agility(), "d4, half of them on the required roll"),
            Method::Dodge => ("Dodge dice", agility(), "d4 on the required roll"),
            Method::ThrowAside => {
                let words = if battle.combatant(on).conditions.has(WAITING) {
                    "d4 on the required roll; the turn in hand is lost"
                } else {
                    "d4 on the required roll; the next turn is lost"
                };
                ("Throw aside dice", agility(), words)
            }
        };
        let mut account = AttackNumber::defence(on, label, number.pruned()).used(words, method.rule());
        if assumed != Some(method) {
            account.role = NumberRole::Besides;
        }
        account
    };
    part.methods.all().map(number).collect()
}

/// Damage dice, criticals, resistance.
fn damage(battle: &Battle, strike: &Strike, part: &Attack) -> Vec<AttackNumber> {
    let dice = part.damage.dice.iter().flatten().map(|dice| format!("{}d{}", dice.count, dice.sides));
    let words = dice.collect::<Vec<_>>().join(" + ");
    let number = Verdict::base(ids::DMG_01, "Added to the dice", part.damage.flat.into());
    let words = if words.is_empty() { "no dice".to_string() } else { words };
    let mut account = AttackNumber::besides("Damage", number).rolled_by(strike.by).used(words, ids::DMG_01);
    if let Some(critical) = part.critical {
        let range = critical.range;
        let effect = if part.spell { String::new() } else { arm(battle, strike.item).crit_effect.words() };
        account = match (part.older, range) {
            (true, 21..) | (false, 0) => account,
            (true, _) => account.critical(format!("d20 from {range}: {effect}"), ids::DMG_06),
            (false, _) => account.critical(format!("d20 up to {range}: {effect}"), ids::DMG_03),
        };
    }
    let resists = (part.resistance.types > 0 && part.resistance.percent != 0).then(|| {
        let percent = i32::from(part.resistance.percent) / i32::from(part.resistance.types);
        let number = Verdict::base(ids::MAG_04, magic::words(part.resistance), percent);
        AttackNumber::besides("Resistance in percent", number).used("taken off before armour", ids::ARM_04)
    });
    [Some(account), resists].into_iter().flatten().collect()
}

/// What stops damage, and what it is taken from.
fn stops(battle: &Battle, strike: &Strike, part: &Attack, whole: &Body) -> Vec<AttackNumber> {
    let on = strike.on;
    let mut all = Vec::new();
    let is_magic = part.spell && !settings::armour_vs_magic(battle);
    if whole.reduction > 0 {
        let mut sum = Verdict::default();
        for piece in attack::pieces(battle, strike).filter(|piece| piece.dr > 0) {
            sum.add(ids::ARM_03, capital(&piece.name), piece.dr.into());
        }
        sum.add(ids::AIM_07, "Joints, 100 % at most", i32::from(whole.reduction) / 4 - sum.value);
        all.push(AttackNumber::besides("Damage reduction in percent", sum).used(reduction_words(whole), ids::ARM_01));
    }
    if whole.defence > 0 {
        let mut sum = Verdict::default();
        for piece in attack::pieces(battle, strike).filter(|piece| piece.defence > 0) {
            sum.add(ids::ARM_03, capital(&piece.name), piece.defence.into());
        }
        sum.add(ids::AIM_07, "Joints", i32::from(whole.defence) - sum.value);
        all.push(AttackNumber::besides("Armour defence", sum).used("taken off after the reduction", ids::ARM_02));
    }
    if !is_magic && whole.strength > 0 {
        let number = Verdict::base(ids::ARM_02, "Strength", whole.strength.into());
        let words = match whole.strength_share {
            100 => "d4, taken off".to_string(),
            share => format!("d4, {share} % of it taken off"),
        };
        let rule = if whole.strength_share < 100 { ids::AIM_06 } else { ids::ARM_02 };
        all.push(AttackNumber::besides("Strength dice", number).rolled_by(on).used(words, rule));
    }
    if whole.halved {
        let half = Verdict::base(ids::MNT_02, "A blow on a rider", 50);
        all.push(AttackNumber::besides("Damage in percent", half).used("half of what is left", ids::MNT_02));
    }
    let health = Verdict::base(ids::HP_01, "Health", whole.health.into());
    let words = if whole.spares { "not below 0 by this" } else { "0 is down, less is dead" };
    let rule = if whole.spares { ids::AIM_09 } else { ids::HP_02 };
    all.push(AttackNumber::besides("Health", health).used(words, rule));
    if let Some(dice) = whole.willpower {
        let number = Verdict::base(ids::AIM_08, "Willpower", dice.into());
        let account = AttackNumber::besides("Willpower dice", number).rolled_by(on);
        all.push(account.used("d4 off the chance in percent to lose concentration", ids::AIM_08));
    }
    all
}

/// Who rolls next in a step, and what must be reached.
pub fn number(battle: &Battle, step: &AttackStep) -> Option<(CombatantId, Verdict)> {
    match step {
        AttackStep::Declare(assault) => {
            let strike = assault.strikes.first()?;
            Some((strike.by, required::told(battle, strike)))
        }
        AttackStep::Single(exchange) => number_at(battle, &exchange.strike, &exchange.single, exchange.stage),
        AttackStep::Joint(exchange) => match exchange.stage {
            TogetherStage::Parts(_) if exchange.stage == exchange.joint.begin() => {
                let strike = &exchange.strikes[0];
                Some((strike.by, required::told(battle, strike)))
            }
            _ => None,
        },
        AttackStep::Burst(burst) => {
            let [target] = &burst.targets[..] else { return None };
            number_at(battle, &spell::strike(burst, target.on), &target.single, target.stage)
        }
        AttackStep::Cast(_) | AttackStep::Onward(_) | AttackStep::Blast(_) => None,
    }
}

fn number_at(
    battle: &Battle,
    strike: &Strike,
    single: &Single,
    stage: super::exchange::SingleStage,
) -> Option<(CombatantId, Verdict)> {
    match stage {
        // Blows that go on to another target have been rolled for, RAT-RATE-05.
        FollowedStage::Part(Stage::Roll(_)) if matches!(single.part.rolls, Rolls::Known(..)) => None,
        FollowedStage::Part(Stage::Roll(_)) => Some((strike.by, required::told(battle, strike))),
        FollowedStage::Part(Stage::Block(_)) => {
            let chance = single.part.methods.block.unwrap_or(0);
            Some((strike.on, Verdict::base(ids::AVOID_04, "Shield", chance.into())))
        }
        FollowedStage::Whole(_, BodyStage::Concentration(_, chance)) => {
            Some((strike.on, Verdict::base(ids::AIM_08, "Damage less Willpower", chance.into())))
        }
        _ => None,
    }
}

/// Everything that the attack of a step depends on, as the exchange gathers it.
pub fn attack_numbers(battle: &Battle, step: &AttackStep) -> Option<SituationKey> {
    match step {
        AttackStep::Declare(assault) => attack_numbers(battle, &attack::begin(battle, assault)),
        AttackStep::Single(exchange) => Some(SituationKey::of(&exchange.single)),
        AttackStep::Joint(exchange) => Some(SituationKey::of(&exchange.joint)),
        AttackStep::Cast(_) | AttackStep::Burst(_) | AttackStep::Onward(_) | AttackStep::Blast(_) => {
            Some(assess(battle, step)?.key())
        }
    }
}
