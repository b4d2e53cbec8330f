//! The account of an attack before it is rolled: every number with its terms. VIG-ATK-01, VIG-DMG-05.

use super::{
    attack::{self, situate},
    catalogue as ids,
    cover::{self, Aim, Category, between, drawn, feet},
    damage, defence,
    describe::dice_words,
    exchange::{Delivery, LeadsTo, Situation, Stage},
    guard::{self, Course},
    objects, settings,
    step::{AttackStep, Exchange, Mark, Step, Strike},
    strike::Means,
};
use crate::rules::{
    Assessment, Attack, AttackNumber, NumberRole, Sight, SituationKey, Step as AnyStep, exchange::Situation as _,
    prelude::*,
};

/// The attack that a step makes, if its dice are not rolled yet.
pub fn attack_of(step: &AttackStep) -> Option<Attack> {
    let of = |strike: &Strike| {
        let on = strike.on.combatant()?;
        Some(Attack { by: strike.by, on, item: strike.with.item() })
    };
    match step {
        AttackStep::Declare(strike) => of(strike),
        AttackStep::Exchange(exchange) => {
            (exchange.stage == exchange.situation.begin()).then(|| of(&exchange.strike))?
        }
        AttackStep::Area(area) => {
            let first = area.targets.first()?;
            (first.stage == first.situation.begin()).then(|| of(&first.strike))?
        }
    }
}

/// The numbers of the attack that a step makes.
pub fn assess(battle: &Battle, step: &AttackStep) -> Option<Assessment> {
    attack_of(step)?;
    match step {
        AttackStep::Declare(strike) => Some(of_strike(battle, strike)),
        AttackStep::Exchange(exchange) => {
            let course = Course::of(battle, &exchange.strike);
            Some(account(battle, &exchange.strike, &exchange.situation, Ok(&course)))
        }
        AttackStep::Area(area) => {
            let far = feet(battle.combatant(area.strike.by).footprint(), guard::body(battle, &area.strike));
            let of_exchange = |fighter: &Exchange| account(battle, &fighter.strike, &fighter.situation, Err(far));
            let mut targets = area.targets.iter();
            let first = of_exchange(targets.next()?);
            let more = targets.map(of_exchange);
            let more = more.zip(&area.targets[1..]).flat_map(|(account, fighter)| {
                let on = fighter.strike.on.combatant();
                account.numbers.into_iter().map(move |mut number| {
                    number.on = on;
                    number.role = NumberRole::Besides;
                    number
                })
            });
            Some(first.with(more))
        }
    }
}

/// Who rolls next in a step, and the number that the roll must exceed.
pub fn number(battle: &Battle, step: &AttackStep) -> Option<(CombatantId, Verdict)> {
    match step {
        AttackStep::Declare(strike) if !matches!(strike.on, Mark::Area(_)) => {
            let situation = attack::situation(battle, strike);
            number_at(battle, strike, &situation, situation.begin())
        }
        AttackStep::Exchange(exchange) => number_at(battle, &exchange.strike, &exchange.situation, exchange.stage),
        AttackStep::Declare(_) | AttackStep::Area(_) => None,
    }
}

fn number_at(battle: &Battle, strike: &Strike, situation: &Situation, stage: Stage) -> Option<(CombatantId, Verdict)> {
    let on = strike.on.combatant();
    match stage {
        // The acting side of an opposed ability sets the number to beat and rolls against none, VIG-RES-02.
        Stage::Attack if situation.is_direct() => None,
        Stage::Attack => Some((strike.by, vs(battle, strike))),
        Stage::Defend(total, _) => Some((on?, Verdict::base(ids::REACT_04, "Attack", total.into()))),
        Stage::Resist(total) => Some((on?, attack::to_resist(battle, situation.direct_check(), total))),
        Stage::Check(place, _, total) => {
            Some((on?, attack::to_resist(battle, situation.checks[usize::from(place)], total)))
        }
        _ => None,
    }
}

/// The VS of an attack with its terms.
pub fn vs(battle: &Battle, strike: &Strike) -> Verdict {
    let mut vs = Verdict::default();
    guard::vs(battle, strike, &strike.means(battle), &Course::of(battle, strike), &mut vs);
    vs
}

/// Everything that an undeclared attack depends on, as a key.
pub fn numbers_of(battle: &Battle, strike: &Strike) -> SituationKey {
    SituationKey::of(&attack::situation(battle, strike))
}

/// Everything that the attack of a step depends on, as a key of the gathered exchange.
pub fn attack_numbers(battle: &Battle, step: &AttackStep) -> Option<SituationKey> {
    let situation = match step {
        AttackStep::Declare(strike) if strike.on.combatant().is_some() => attack::situation(battle, strike),
        AttackStep::Exchange(exchange) => exchange.situation,
        _ => return Some(assess(battle, step)?.key()),
    };
    Some(SituationKey::of(&situation))
}

fn of_strike(battle: &Battle, strike: &Strike) -> Assessment {
    let course = Course::of(battle, strike);
    let situation = situate(battle, strike, &strike.means(battle), &course);
    account(battle, strike, &situation, Ok(&course))
}

/// The account of an attack over a course or, with `Err`, of an area attack whose centre is this many feet away.
fn account(battle: &Battle, strike: &Strike, situation: &Situation, course: Result<&Course, u16>) -> Assessment {
    let means = strike.means(battle);
    let feet = course.map_or_else(|far| far, |course| course.feet);
    let rolled = if course.is_ok() { *strike } else { attack::shared(strike) };
    let course = course.ok();
    let title = match means.range {
        Some((near, _)) if feet > near => format!("{}, long range", capital(means.name)),
        _ => capital(means.name).to_string(),
    };
    let (about, attack) = first(battle, strike, situation, course);
    let on = strike.on.combatant().unwrap_or(strike.by);
    let sight = sight(battle, strike.by, on, means.is_ranged());
    let is_rolled = situation.begin() == Stage::Attack;
    Assessment::new(title, about, attack, sight)
        .with(if is_rolled { to_hit(battle, &rolled, &means, situation, feet) } else { Vec::new() })
        .with(defences(battle, strike, situation))
        .with(damage_dice(battle, strike, &means, situation))
        .with(stops(battle, strike, &means, situation, course))
        .with(checks(battle, strike, situation))
}

/// The deciding roll, in words and as a number: the attack roll, or the target's Resistance against a direct ability.
/// VIG-ATK-01, VIG-RES-02.
fn first(battle: &Battle, strike: &Strike, situation: &Situation, course: Option<&Course>) -> (String, AttackNumber) {
    let dice = dice_words(1, 20, situation.attack.count, situation.attack.sides());
    let on = strike.on.combatant().unwrap_or(strike.by);
    match situation.delivery {
        Delivery::Aimed => {
            let number = match course {
                Some(_) => vs(battle, strike),
                None => Verdict::base(ids::ATK_08, "VS", situation.vs.into()),
            };
            let attack = AttackNumber::attack(strike.by, number);
            let about = format!("Rolls {dice}, needs more than {}", situation.vs);
            (about, attack.used(format!("{dice}, more than this hits"), ids::ATK_01))
        }
        Delivery::Direct(Some(check)) => {
            let resists = dice_words(1, 20, check.bonus.count, check.bonus.sides());
            let used = format!("{resists}, more than this resists");
            if check.above.is_none() {
                let number = Verdict::base(ids::RES_02, "Bonus dice", situation.attack.count.into());
                let mut force = AttackNumber::attack(strike.by, number);
                force.label = "Force bonus dice".into();
                let about = format!("Rolls {dice}; a higher {resists} resists");
                return (about, force.used("the target must beat the total", ids::RES_02));
            }
            let number = attack::to_resist(battle, Some(check), 0);
            let about = format!("Resisted with more than {} on {resists}", number.value);
            let mut resistance = AttackNumber::attack(on, number);
            resistance.label = "Resistance".into();
            (about, resistance.used(used, ids::RES_01))
        }
        Delivery::Direct(None) => {
            let mut sure = AttackNumber::attack(strike.by, Verdict::base(ids::ACT_03, "Nothing to beat", 0));
            sure.label = "Takes effect".into();
            ("Takes effect without a roll to hit".into(), sure)
        }
    }
}

fn to_hit(battle: &Battle, strike: &Strike, means: &Means<'_>, situation: &Situation, feet: u16) -> Vec<AttackNumber> {
    let (mut count, mut steps) = (Verdict::default(), Verdict::default());
    guard::attack_count(battle, strike, means, &mut count);
    guard::attack_steps(battle, strike, means, feet, &mut steps);
    // A weakness found is used up when the attack is declared, but still counts for it, VIG-ACT-05.
    let used_up = i32::from(situation.attack.steps) - steps.value;
    if used_up != 0 {
        steps.add(ids::ACT_05, "Weakness found", used_up);
    }
    let count = AttackNumber::besides("Attack bonus dice", count.pruned()).rolled_by(strike.by);
    let count = count.used("as many bonus dice", ids::ROLL_03);
    [Some(count), stepped("Attack die steps", steps, strike.by)].into_iter().flatten().collect()
}

/// A number for steps on the ladder of bonus dice, if there are any.
fn stepped(label: &'static str, steps: Verdict, by: CombatantId) -> Option<AttackNumber> {
    let any = steps.terms.iter().any(|term| term.amount != 0);
    any.then(|| AttackNumber::besides(label, steps.pruned()).rolled_by(by).used("steps from d10", ids::ROLL_04))
}

fn defences(battle: &Battle, strike: &Strike, situation: &Situation) -> Vec<AttackNumber> {
    let Mark::Combatant(on) = strike.on else { return Vec::new() };
    let mut all = Vec::new();
    for (number, way) in (0u8..).zip(defence::ways(battle, on)) {
        let Some(form) = situation.defences.form(number) else { continue };
        let words = if form.raises > 0 {
            format!("raises the VS by {}, {} Vigor", form.raises, form.price)
        } else {
            let dice = dice_words(1, 20, form.bonus.count, form.bonus.sides());
            format!("{dice}, above the attack evades; {} Vigor", form.price)
        };
        let mut count = Verdict::default();
        defence::roll_count(battle, on, &way, &mut count);
        let label = format!("{} bonus dice", way.name());
        let mut account = AttackNumber::defence(on, label, count.pruned()).used(words, ids::REACT_04);
        if ![situation.defences.assumed, situation.defences.assumed_raise].contains(&Some(number)) {
            account.role = NumberRole::Besides;
        }
        all.push(account);
    }
    let mut steps = Verdict::default();
    guard::defence_steps(battle, on, &mut steps);
    all.extend(stepped("Defence die steps", steps, on).filter(|_| situation.defences.is_offered()));
    all
}

fn damage_dice(battle: &Battle, strike: &Strike, means: &Means<'_>, situation: &Situation) -> Vec<AttackNumber> {
    let Some(damage) = situation.damage else { return Vec::new() };
    let (mut count, mut steps) = (Verdict::default(), Verdict::default());
    count.add(ids::QUAL_01, format!("{} dice, d{}", capital(means.rank.name()), damage.dice.1), damage.dice.0.into());
    guard::damage_count(battle, strike, means, &mut count);
    guard::damage_steps(battle, strike, means, &mut steps);
    let words = dice_words(damage.dice.0, damage.dice.1, damage.bonus.count, damage.bonus.sides());
    let number = AttackNumber::besides("Damage dice", count.pruned())
        .rolled_by(strike.by)
        .used(format!("{words}, {}", means.damage.name()), ids::DMG_01)
        .critical("a bonus die at its highest bursts", ids::DMG_04);
    [Some(number), stepped("Damage die steps", steps, strike.by)].into_iter().flatten().collect()
}

/// What stops damage, and what the rest is taken from.
fn stops(
    battle: &Battle,
    strike: &Strike,
    means: &Means<'_>,
    situation: &Situation,
    course: Option<&Course>,
) -> Vec<AttackNumber> {
    let protection = &situation.protection;
    let mut all = Vec::new();
    if protection.cover > 0 {
        let mut cover = Verdict::default();
        match course {
            Some(course) => cover::add_cover(&mut cover, battle, &course.line, Category::ar),
            None => cover.add(ids::COV_06, "Cover", protection.cover.into()),
        }
        all.push(AttackNumber::besides("Cover AR", cover).used("taken off damage first", ids::COV_06));
    }
    all.extend(armour(battle, strike, means, situation));
    if situation.body.immune {
        let none = Verdict::base(ids::QUAL_04, "Superior Durability: immune to this rank", 0);
        all.push(AttackNumber::besides("Body damage", none));
    }
    let durability = Verdict::base(ids::HLTH_01, "Durability", situation.body.durability.into());
    all.push(AttackNumber::besides("Durability", durability).used("taken from first", ids::HLTH_01));
    if let Some(health) = situation.body.health {
        let health = Verdict::base(ids::HLTH_03, "Health", health.into());
        all.push(AttackNumber::besides("Health", health).used("taken from at Durability 0", ids::HLTH_02));
    }
    all
}

/// The armour that counts: the highest AR, with the piece that gives it. VIG-ARM-03.
fn armour(battle: &Battle, strike: &Strike, means: &Means<'_>, situation: &Situation) -> Option<AttackNumber> {
    let protection = &situation.protection;
    let best = protection.worn.iter().map(|piece| piece.rank).fold(protection.natural, i16::max);
    if best == 0 {
        return None;
    }
    let name = match strike.on {
        Mark::Site(site) => {
            objects::feature(battle, site).map_or_else(String::new, |feature| capital(feature.name()).into())
        }
        Mark::Combatant(_) if protection.natural == best => "Natural armour".to_string(),
        Mark::Area(_) => String::new(),
        Mark::Combatant(on) => {
            let mut pieces = damage::worn(battle, on).filter(|piece| piece.against(means).rank == best);
            pieces.next().map_or_else(String::new, |piece| capital(piece.name).into())
        }
    };
    let number = Verdict::base(ids::ARM_03, name, best.into());
    Some(AttackNumber::besides("Armor Rank", number).used("the highest counts; worn armour wears down", ids::ARM_02))
}

fn checks(battle: &Battle, strike: &Strike, situation: &Situation) -> Vec<AttackNumber> {
    let Some(on) = strike.on.combatant() else { return Vec::new() };
    let number = |check: &super::exchange::Check| {
        let (label, rule) = match check.leads_to {
            LeadsTo::Sonic | LeadsTo::Stun => ("Resistance against being stunned", ids::TYPE_08),
            LeadsTo::Fall => ("Resistance against falling", ids::COND_05),
            LeadsTo::Effect => ("Resistance", ids::RES_01),
        };
        let dice = dice_words(1, 20, check.bonus.count, check.bonus.sides());
        let number = match check.above {
            Some(_) => attack::to_resist(battle, Some(*check), 0),
            None => Verdict::base(ids::RES_02, "The attack's total, more than", situation.vs.into()),
        };
        AttackNumber::besides(label, number).rolled_by(on).used(format!("{dice}, more than this resists"), rule)
    };
    situation.checks.iter().flatten().filter(|check| !check.declined).map(number).collect()
}

/// The attack step in a step of any ruleset, if it is one.
pub fn step_of(step: &AnyStep) -> Option<&AttackStep> {
    match step.as_ref() {
        Step::Attack(step) => Some(step),
        _ => None,
    }
}

/// Distance, sight and cover between two combatants. Cover and visibility change numbers for ranged attacks only.
/// VIG-COV, VIG-VIS.
pub fn sight(battle: &Battle, from: CombatantId, to: CombatantId, is_ranged: bool) -> Sight {
    let (viewer, target) = (battle.combatant(from).footprint(), battle.combatant(to).footprint());
    let line = between(battle, viewer, target, Aim::Shot);
    let best = line.covers.iter().map(|cover| cover.category).max();
    let (guard, armour) = cover::worth(&line.covers, false, settings::best_of_each_cover(battle));
    let open = line.wall.is_none();
    // A wall is no cover, and cover does not count in melee, VIG-COV-01.
    let counts = open && is_ranged;
    let seen = cover::is_seen(battle, viewer, target);
    Sight {
        distance: feet(viewer, target).into(),
        seen,
        cover: if open { best.map_or(0, Category::class) } else { 3 },
        has_classes: true,
        cover_name: match best {
            _ if !open => "a wall",
            None => "no cover",
            Some(best) => best.name(),
        },
        modifier: if counts { guard + line.grade.penalty(feet(viewer, target)) } else { 0 },
        armour: if counts { armour } else { 0 },
        rule: match best {
            None if open && !seen => ids::VIS_05,
            None if open && line.grade != cover::Grade::Normal => line.grade.rule(),
            best => best.map_or(ids::COV_01, Category::rule),
        },
        lines: vec![drawn(&line)].into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            AgendaItem, Battlefield, Condition, Effect, RulesetId, StepContext, Team, Veil, play, testing,
            vigor::{
                conditions::{WEAKNESS, lasting},
                sheet::Sheet,
                step::{Manner, With},
            },
        },
    };

    #[test]
    fn only_ranged_attacks_are_told_of_bad_visibility() {
        // VIG-VIS-03: +10 on the VS of ranged attacks, nothing in melee.
        let mut field = Battlefield::new(3, 1);
        (0..3).for_each(|x| field.cell_mut(Square::new(x, 0)).unwrap().veil = Some(Veil::Fog));
        let bodies = [(Team(0), Square::new(0, 0)), (Team(1), Square::new(1, 0))];
        let bodies = bodies.map(|(team, at)| (team, at, Sheet::default().into()));
        let battle = testing::battle(RulesetId::Vigor, field, &bodies);
        let (by, on) = (CombatantId(0), CombatantId(1));
        let blow = AttackStep::Declare(Strike::new(by, Mark::Combatant(on), With::Fists, Manner::Action));
        let account = assess(&battle, &blow).unwrap();
        assert_eq!((account.sight.modifier, account.attack().number.value), (0, 15));
        assert_eq!(battle.sight(by, on).modifier, 10);
    }

    #[test]
    fn an_attack_is_told_with_the_dice_it_has_once_it_is_declared() {
        // VIG-ACT-05: the weakness is used up by then, but still counts.
        let bodies = [(Team(0), Square::new(0, 0)), (Team(1), Square::new(1, 0))];
        let bodies = bodies.map(|(team, at)| (team, at, Sheet::default().into()));
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &bodies);
        let (by, on) = (CombatantId(0), CombatantId(1));
        battle.apply(&Effect::AddCondition(by, Condition { whom: Some(on), ..lasting(WEAKNESS) }));
        let strike = Strike::new(by, Mark::Combatant(on), With::Fists, Manner::Action);
        let declare = AttackStep::Declare(strike);
        let steps = |battle: &Battle, step: &AttackStep| {
            let account = assess(battle, step).unwrap();
            let all = account.numbers.iter().filter(|number| number.label == "Attack die steps");
            all.flat_map(|number| number.number.terms.iter().map(|term| (term.rule, term.amount))).collect::<Vec<_>>()
        };
        let told = steps(&battle, &declare);
        let mut context = StepContext::without_chance(false);
        attack::declare(&battle, &strike, &mut context);
        play::write(&mut battle, context.into_outcome());
        assert!(!battle.combatant(by).conditions.has(WEAKNESS));
        let Some(AgendaItem::Step(next)) = battle.agenda.last() else { panic!("an attack goes on") };
        assert_eq!(told, [(ids::ACT_05, 1)]);
        assert_eq!(steps(&battle, step_of(next).unwrap()), told);
    }
}
