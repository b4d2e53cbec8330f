//! Attacks from the declaration to the last roll: gathered from the battle, run, and told with every term. RAT-RATE,
//! RAT-ACC, RAT-CORE-06.

use super::{
    arms::{Expression, Part, Piece, Stat},
    attack_step::{Assault, AttackStep, Exchange, JointExchange, Place, Strike},
    catalogue as ids,
    conditions::{self, is_mounted, stat},
    damage, dealing, defence,
    exchange::{
        Attack, Body, BodyStage, Came, Critical, DamageDice, Ended, Joint, MOST_DICE, Method, Methods, Question, Rate,
        Rolls, Single, SingleStage, Stage, Volley, rounded,
    },
    joint, magic,
    required::{self, Flight},
    settings,
    sheet::{HEALTH, arm, sheet},
    spell, strike,
};
use crate::{
    dice::{Dice, Thrown},
    rules::{
        exchange::{Advanced, FollowedStage, Next, Situation as _, TogetherQuestion, advance},
        prelude::*,
    },
};

/// Resolves a step of an attack or a spell.
pub fn resolve(battle: &Battle, step: &AttackStep, context: &mut StepContext<'_>) {
    match step {
        AttackStep::Declare(assault) => declare(battle, assault, context),
        AttackStep::Single(exchange) => go_on(battle, exchange, context),
        AttackStep::Joint(exchange) => joint::go_on(battle, exchange, context),
        AttackStep::Onward(onward) => dealing::ask(battle, *onward, context),
        AttackStep::Cast(cast) => spell::cast(battle, *cast, context),
        AttackStep::Burst(burst) => spell::go_on(battle, burst, context),
        AttackStep::Blast(blast) => spell::explode(battle, *blast, context),
    }
}

/// Declares an attack: waiting friends may join it; then it is gathered. RAT-DISC-03.
fn declare(battle: &Battle, assault: &Assault, context: &mut StepContext<'_>) {
    if assault.asked.is_empty() && assault.strikes.iter().all(|strike| strike.by == assault.strikes[0].by) {
        tell(battle, assault, context);
    }
    if let Some(next) = joint::next_joiner(battle, assault) {
        return context.ask(next, joint::Join(assault.clone()));
    }
    context.step(begin(battle, assault));
}

/// The first step of an attack that nobody else joins.
pub fn begin(battle: &Battle, assault: &Assault) -> AttackStep {
    match assault.strikes[..] {
        [strike] => {
            let before = CombatantSet::default();
            let part = attack(battle, &strike, dealing::may_deal(battle, &strike, before));
            AttackStep::Single(Box::new(Exchange::new(strike, part, body(battle, &strike), before)))
        }
        _ => AttackStep::Joint(Box::new(joint_of(battle, &assault.strikes))),
    }
}

/// Several attacks on one target, RAT-DISC-02.
pub fn joint_of(battle: &Battle, strikes: &[Strike]) -> JointExchange {
    let parts: Vec<Attack> = strikes.iter().map(|strike| attack(battle, strike, false)).collect();
    let joint = Joint::new(&parts, body(battle, &strikes[0])).expect("no more join than are taken together");
    JointExchange { strikes: strikes.to_vec(), joint, stage: joint.begin() }
}

fn tell(battle: &Battle, assault: &Assault, context: &mut StepContext<'_>) {
    context.log(|| {
        let Strike { by, item, on, place } = assault.strikes[0];
        let is_shot = arm(battle, item).is_missile();
        let at = place.part().map_or_else(String::new, |_| format!(" (at the {})", place.words()));
        let (action, words) = match (is_shot, assault.strikes.len()) {
            (true, _) => (Action::Shoot, format!("shoots{at}")),
            (false, 1) => (Action::Strike, format!("strikes{at}")),
            (false, _) => (Action::Strike, format!("strikes with both weapons{at}")),
        };
        let to = Some(conditions::body(battle, on).anchor);
        Entry::action((by, action), words, (Some(on), Some(item), to), ids::RATE_01)
    });
}

/// Everything that an attack with a weapon on one target can depend on, up to its armour.
pub fn attack(battle: &Battle, strike: &Strike, deals: bool) -> Attack {
    let Strike { by, item, on, .. } = *strike;
    let weapon = arm(battle, item);
    let (mut base, mut difficulty) = (Quick::default(), Quick::default());
    required::base(battle, on, &mut base);
    required::difficulty(battle, strike, &mut difficulty);
    let older = settings::is_older(battle);
    let critical = Critical {
        range: if older { weapon.crit_range_older() } else { weapon.crit_range },
        halves: weapon.crit_effect.halves() as u8,
        added: weapon.crit_effect.added() as i16,
    };
    Attack {
        rolls: Rolls::Dice(strike::dice(battle, by, item)),
        rate: Rate { by: weapon.rate, slow: weapon.slow },
        half_accuracy: strike::has_half_accuracy(battle, by, item),
        base: base.sum() as i16,
        difficulty: difficulty.sum().clamp(-1_000, 1_000) as i16,
        deals,
        chosen_first: settings::avoids_before_roll(battle),
        methods: defence::methods(battle, item, on),
        helps: false,
        damage: damage_dice(battle, by, &weapon.damage),
        critical: strike.place.part().is_none().then_some(critical),
        older,
        per_blow: !older && settings::damage_per_blow(battle),
        spell: false,
        resistance: magic::of_weapon(battle, by, item, on),
    }
}

/// The dice of an expression in somebody's hands, RAT-DMG-01.
pub fn damage_dice(battle: &Battle, by: CombatantId, damage: &Expression) -> DamageDice {
    let strength = if damage.strength { stat(battle, battle.combatant(by), Stat::Strength) } else { 0 };
    let own = Dice { count: strength.clamp(0, 255) as u8, sides: 4 };
    let listed = damage.dice.iter().take(MOST_DICE - 1).map(|(count, sides)| Dice { count: *count, sides: *sides });
    DamageDice::new([own].into_iter().chain(listed), damage.flat)
}

/// Everything about a target that the damage of a weapon's attack meets.
pub fn body(battle: &Battle, strike: &Strike) -> Body {
    let (target, on) = (battle.combatant(strike.on), strike.on);
    let part = strike.place.part();
    let pieces = pieces(battle, strike);
    let (dr, defence) = pieces.fold((0, 0), |(dr, defence), piece| (dr + i32::from(piece.dr), defence + piece.defence));
    // Joints: three quarters of both, RAT-AIM-07.
    let is_joint = part == Some(Part::Joints);
    let (reduction, defence) = match is_joint {
        true => (3 * dr.min(100), rounded(3 * i64::from(defence), 4) as i16),
        false => (4 * dr.min(100), defence),
    };
    let is_head = strike.place == Place::Head;
    Body {
        brought: None,
        older: settings::is_older(battle),
        reduction: reduction as u16,
        defence,
        strength: stat(battle, target, Stat::Strength).clamp(0, 255) as u8,
        strength_share: (100 - part.map_or(0, Part::less_strength)) as u8,
        halved: is_mounted(battle, on) && Flight::of(battle, strike.item) == Flight::Melee,
        health: target.vitals.get(HEALTH),
        spares: strike.place.limb().is_some(),
        willpower: (is_head && magic::can_concentrate(battle, on))
            .then(|| stat(battle, target, Stat::Willpower).clamp(0, 255) as u8),
    }
}

/// The same against damage from everywhere, such as an explosion: all armour counts, RAT-ACT-03.
pub fn unaimed(battle: &Battle, on: CombatantId) -> Body {
    let target = battle.combatant(on);
    let worn = sheet(target).armour.iter();
    let (dr, defence) = worn.fold((0, 0), |(dr, defence), piece| (dr + i32::from(piece.dr), defence + piece.defence));
    Body {
        reduction: (4 * dr.min(100)) as u16,
        defence,
        strength: stat(battle, target, Stat::Strength).clamp(0, 255) as u8,
        strength_share: 100,
        health: target.vitals.get(HEALTH),
        ..Body::default()
    }
}

/// The worn pieces that count against an attack: all of them, or those that cover the place. RAT-AIM-05, RAT-ARM-03.
pub fn pieces<'a>(battle: &'a Battle, strike: &Strike) -> impl Iterator<Item = &'a Piece> {
    let part = strike.place.part();
    let worn = sheet(battle.combatant(strike.on)).armour.iter();
    worn.filter(move |piece| part.is_none_or(|part| piece.covers.contains(&part)))
}

/// Goes on with an attack by one roll or one question.
fn go_on(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    match advance(&exchange.single, exchange.stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            context.log(|| roll(battle, &Rolled::of(exchange, stage), &thrown));
            proceed(battle, Exchange { stage, ..exchange.clone() }, context);
        }
        Advanced::Ask(_) | Advanced::Done(_) => proceed(battle, exchange.clone(), context),
    }
}

/// Puts the next stage on the agenda, asks, or settles.
pub fn proceed(battle: &Battle, exchange: Exchange, context: &mut StepContext<'_>) {
    let exchange = Box::new(exchange);
    match exchange.single.next(exchange.stage) {
        Next::Done((came, harm)) => damage::Settling::of(battle, &exchange).settle(came, harm, context),
        Next::Ask(TogetherQuestion::Part(_, Question::Deal(_))) => {
            context.ask(exchange.strike.by, dealing::Deal(exchange));
        }
        Next::Ask(_) => context.ask(exchange.strike.on, defence::Avoid(exchange)),
        Next::Throw(..) => context.step(AttackStep::Single(exchange)),
    }
}

/// A roll that has just been made, with what it belongs to.
pub struct Rolled<'a> {
    /// Who attacks whom with what; for a charge the item means nothing.
    pub strike: Strike,
    /// The attack.
    pub part: &'a Attack,
    /// The target, with the damage that has reached it so far.
    pub whole: Body,
    /// The stage before.
    pub before: FollowedStage<Stage, (), BodyStage>,
    /// The stage after.
    pub after: FollowedStage<Stage, Came, BodyStage>,
}

impl<'a> Rolled<'a> {
    /// The roll of an attack on one target, and the stage it has led to.
    pub fn of(exchange: &'a Exchange, after: SingleStage) -> Self {
        Self::of_single(exchange.strike, &exchange.single, exchange.stage, after)
    }

    /// The same from the parts of an exchange.
    pub fn of_single(strike: Strike, single: &'a Single, before: SingleStage, after: SingleStage) -> Self {
        let (whole, before) = match before {
            FollowedStage::Part(stage) => (single.whole, FollowedStage::Part(stage)),
            FollowedStage::Whole(came, stage) => (single.whole(came), FollowedStage::Whole((), stage)),
        };
        Self { strike, part: &single.part, whole, before, after }
    }

    /// The result of the attack itself, if it is known by now.
    fn came(&self) -> Option<Came> {
        match self.after {
            FollowedStage::Part(Stage::Done(came)) | FollowedStage::Whole(came, _) => Some(came),
            FollowedStage::Part(_) => None,
        }
    }
}

/// The log entry of the roll just made.
pub fn roll(battle: &Battle, rolled: &Rolled<'_>, thrown: &Thrown) -> Entry {
    let Strike { by, on, .. } = rolled.strike;
    Entry::Roll(match rolled.before {
        FollowedStage::Part(Stage::Roll(_)) => attack_roll(battle, rolled, thrown),
        FollowedStage::Part(Stage::Avert(struck, method)) => {
            averting_roll(battle, rolled, (struck.roll, method), thrown)
        }
        FollowedStage::Part(Stage::Block(volley)) => {
            let chance = i32::from(rolled.part.methods.block.unwrap_or(0));
            let number = Verdict::base(ids::AVOID_04, "Shield", chance);
            let roll = Roll::new(on, "Block", ids::AVOID_04, thrown).against(number, thrown.sum <= chance);
            roll.saying(which_blow(rolled.part, volley))
        }
        FollowedStage::Part(Stage::Criticals(volley)) => critical_roll(rolled, volley, thrown),
        FollowedStage::Part(Stage::Damage(volley)) => damage_roll(rolled, volley, thrown),
        FollowedStage::Whole((), BodyStage::Strength) => {
            Roll::new(on, "Strength", ids::ARM_02, thrown).adding(stopped(&rolled.whole, thrown.sum))
        }
        FollowedStage::Whole((), BodyStage::Willpower(damage)) => {
            let number = Verdict::base(ids::AIM_08, "Damage", damage);
            let chance = (damage - thrown.sum).clamp(0, 100);
            Roll::new(on, "Willpower", ids::AIM_08, thrown)
                .against(number, chance == 0)
                .saying(format!("{chance} % that concentration is ruined"))
        }
        FollowedStage::Whole((), BodyStage::Concentration(_, chance)) => {
            let number = Verdict::base(ids::AIM_08, "Damage less Willpower", chance.into());
            Roll::new(on, "Concentration", ids::AIM_08, thrown).against(number, thrown.sum > chance.into())
        }
        FollowedStage::Part(_) | FollowedStage::Whole((), BodyStage::Done(_)) => {
            Roll::new(by, "", ids::CORE_02, thrown)
        }
    })
}

/// "blow 2 of 3".
fn which_blow(part: &Attack, volley: Volley) -> String {
    match volley.came.blows {
        1 => String::new(),
        _ if part.methods.block_once && volley.came.method == Some(Method::Block) => "all blows".into(),
        all => format!("blow {} of {all}", volley.at + 1),
    }
}

fn attack_roll(battle: &Battle, rolled: &Rolled<'_>, thrown: &Thrown) -> Roll {
    let part = rolled.part;
    let number = required::told(battle, &rolled.strike);
    let roll = thrown.sum as i16;
    let hits = part.accuracy(roll) >= part.required(0, 0);
    let words = if part.spell { "Spell" } else { "Attack" };
    let rule = if part.spell { ids::MAG_02 } else { ids::RATE_01 };
    Roll::new(rolled.strike.by, words, rule, thrown).against(number, hits).saying(struck_words(part, roll))
}

/// "2 blows, 1 round to recover".
fn struck_words(part: &Attack, roll: i16) -> String {
    if part.spell {
        return String::new();
    }
    let (blows, recovery) = part.rate.of(roll);
    let mut words = counted(blows, "blow");
    if recovery > 0 {
        words += &format!(", {} to recover", counted(recovery, "round"));
    }
    if part.half_accuracy {
        words += &format!(", {} counts", part.accuracy(roll));
    }
    words
}

/// The target's roll, and the required roll that comes of it. RAT-AVOID-06, RAT-AVOID-09.
fn averting_roll(battle: &Battle, rolled: &Rolled<'_>, (roll, method): (i16, Method), thrown: &Thrown) -> Roll {
    let (part, on) = (rolled.part, rolled.strike.on);
    let shown = thrown.sum as i16;
    let mut number = Verdict::default();
    if method == Method::Parry {
        let best = part.base.max(shown);
        number.add(ids::AVOID_09, if best == shown { "Parry" } else { "Combat base, times 5" }, best.into());
        required::difficulty(battle, &rolled.strike, &mut number);
    } else {
        required::required(battle, &rolled.strike, &mut number);
        let words = match (method, shown % 2) {
            (Method::Sidestep, 0) => "Half of the roll",
            (Method::Sidestep, _) => "Half of the roll, rounded up",
            _ => "The roll",
        };
        number.add(method.rule(), words, Attack::dodged(method, shown).into());
    }
    required::not_below_nothing(&mut number);
    let averts = !part.hits_after(roll, method, shown);
    let accuracy = part.accuracy(roll);
    let upshot = format!("{}more than {accuracy}", if averts { "" } else { "not " });
    let told = Roll::new(on, method.name(), method.rule(), thrown).adding(number).saying(upshot);
    Roll { success: Some(averts), ..told }
}

fn critical_roll(rolled: &Rolled<'_>, volley: Volley, thrown: &Thrown) -> Roll {
    let part = rolled.part;
    let range = part.critical.map_or(0, |critical| i32::from(critical.range));
    let (rule, words, is_critical) = if part.older {
        (ids::DMG_06, "At least", thrown.sum >= range)
    } else {
        (ids::DMG_03, "At most", thrown.sum <= range)
    };
    let roll =
        Roll::new(rolled.strike.by, "Critical", rule, thrown).against(Verdict::base(rule, words, range), is_critical);
    roll.saying(which_blow(&Attack { methods: Methods::default(), ..*part }, volley))
}

/// The damage dice and, once all are rolled, what the blows come to. RAT-DMG-05, RAT-DMG-07, RAT-MAG-08.
fn damage_roll(rolled: &Rolled<'_>, volley: Volley, thrown: &Thrown) -> Roll {
    let (part, by) = (rolled.part, rolled.strike.by);
    let (words, rule) = if part.spell { ("Effect", ids::MAG_02) } else { ("Damage", ids::DMG_01) };
    let roll = Roll::new(by, words, rule, thrown);
    if part.per_blow {
        return if part.damage.is_last(volley.rolled) { blow_roll(rolled, volley, roll, thrown.sum) } else { roll };
    }
    let Some(came) = rolled.came().filter(|_| part.damage.is_last(volley.rolled)) else { return roll };
    let shield = if came.shield > 0 { format!("{} to the shield", came.shield) } else { String::new() };
    let dice = i32::from(volley.sum - part.damage.flat) + thrown.sum;
    let base = (dice + i32::from(part.damage.flat)).max(0);
    let mut sum = Verdict::base(rule, "Dice", dice);
    sum.add(ids::DMG_01, "Added", part.damage.flat.into());
    sum.add(ids::ARM_02, "Not below 0", base - sum.value);
    let critical = (volley.critical & !volley.blocked).count_ones();
    let total = part.total(base, came.reached().into(), critical);
    let rule = if part.older { ids::DMG_07 } else { ids::DMG_05 };
    let words = match (came.reached(), came.blocked) {
        (0, _) => "Blocked".to_string(),
        (blows, _) if critical > 0 => format!("{}, {critical} critical", counted(blows, "blow")),
        (blows, _) => counted(blows, "blow"),
    };
    sum.add(rule, words, total - base);
    sum.add(ids::MAG_08, "Magic resistance", came.total - total);
    roll.adding(sum).saying(shield)
}

/// The damage of one blow with dice of its own and, with the last one, of all blows. RAT-DMG-02, RAT-DMG-04,
/// RAT-AVOID-04.
fn blow_roll(rolled: &Rolled<'_>, volley: Volley, roll: Roll, shown: i32) -> Roll {
    let part = rolled.part;
    let flat = i32::from(part.damage.flat);
    let mut sum = Verdict::base(roll.rule, "Dice", i32::from(volley.sum) - flat + shown);
    sum.add(ids::DMG_01, "Added", flat);
    sum.add(ids::ARM_02, "Not below 0", -sum.value.min(0));
    let is = |blows: u32| blows & (1 << volley.at) != 0;
    let critical = part.critical.filter(|_| is(volley.critical));
    sum.add(ids::DMG_04, "Critical", critical.map_or(0, |critical| critical.newer(sum.value) - sum.value));
    let shield = if is(volley.blocked) { sum.value } else { 0 };
    sum.add(ids::AVOID_04, "Blocked", -shield);
    if let Some(came) = rolled.came() {
        sum.add(ids::DMG_02, "Other blows", volley.came.total);
        sum.add(ids::MAG_08, "Magic resistance", came.total - sum.value);
    }
    roll.adding(sum).saying(if shield > 0 { format!("{shield} to the shield") } else { String::new() })
}

/// Damage less what stops it: the terms of the final damage. RAT-ARM-04.
pub fn stopped(whole: &Body, strength: i32) -> Verdict {
    let brought = whole.brought.unwrap_or(0);
    let mut sum = Verdict::base(ids::ARM_04, "Damage", brought);
    let reduced = whole.reduced(brought);
    // The reduction is counted in quarters of a percent, so its whole is 400.
    let is_rounded = i64::from(brought) * i64::from(whole.reduction) % 400 != 0;
    let words = reduction_words(whole) + if is_rounded { ", rounded" } else { "" };
    sum.add(ids::ARM_01, words, reduced - brought);
    sum.add(ids::ARM_02, "Armour", -i32::from(whole.defence));
    sum.add(if whole.strength_share < 100 { ids::AIM_06 } else { ids::ARM_02 }, "Strength", -whole.strength(strength));
    let below = sum.value.min(0);
    sum.add(ids::ARM_02, "Not below 0", -below);
    let last = whole.through(strength);
    sum.add(ids::MNT_02, "Half on a rider", last - sum.value);
    sum
}

/// "Damage reduction 18.75 %".
pub fn reduction_words(whole: &Body) -> String {
    let (whole, quarters) = (whole.reduction / 4, whole.reduction % 4);
    let rest = ["", ".25", ".5", ".75"][usize::from(quarters)];
    format!("Damage reduction {whole}{rest} %")
}

/// The attackers of all strikes after the first, RAT-DISC-03.
pub fn joined(step: &AttackStep) -> CombatantSet {
    let strikes = match step {
        AttackStep::Declare(assault) => &assault.strikes[..],
        AttackStep::Joint(exchange) => &exchange.strikes[..],
        _ => &[],
    };
    strikes.iter().map(|strike| strike.by).skip(1).collect()
}

/// How an attack has ended, for forecasts, log and board.
pub const fn fate(came: &Came, harm: i32) -> Fate {
    match (came.ended, came.method) {
        (Ended::Averted, Some(method)) => Fate::Averted(method.averting()),
        (Ended::Missed | Ended::Averted, _) => Fate::Missed,
        (Ended::Landed, _) if came.reached() == 0 => Fate::Averted(Averting::Block),
        (Ended::Landed, _) if harm == 0 => Fate::Stopped,
        (Ended::Landed, _) if came.criticals > 0 => Fate::Critical,
        (Ended::Landed, _) => Fate::Hit,
    }
}
