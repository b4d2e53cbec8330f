//! Spells and abilities: whom they reach, what they do, and what is sustained. Charges explode in the same way.
//! RAT-MAG, RAT-ACT-03.

use std::{borrow::Cow, sync::Arc};

use super::{
    arms::{Spell, SpellEffect},
    attack::{self, Rolled, damage_dice, fate},
    attack_step::{AttackStep, Blast, Burst, Cast, Place, Reached, Strike},
    catalogue as ids,
    conditions::{MODIFIED, body, is_target, lasting},
    cover::{self, Obstacle, has_line},
    damage, defence,
    exchange::{
        Attack, Body, Came, DamageDice, Harm, MOST_DICE, Methods, Rate, Resistance, Rolls, Single, SingleStage, Stage,
    },
    health, magic, menu, reach,
    required::{self, of_spell},
    settings,
    sheet::{HEALTH, sheet_of, spell as spell_of, spells},
};
use crate::{
    dice::{Dice, Odds},
    geometry::{Footprint, Square},
    rules::{
        Aims, Area, Caught, Setback, Squares,
        exchange::{
            FollowedStage, Situation as _,
            several::{self, Comes, Member as _, SeveralNext, ThrownFor},
            solve,
        },
        hands, nearest_first,
        prelude::*,
    },
};

/// Everything that somebody can cast or use in a turn, and letting go of what is sustained.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let mut all: Vec<Offer> = spells(battle, who).map(|(item, spell)| offer(battle, who, item.id, spell)).collect();
    if magic::sustains(battle, who) {
        all.push(Offer::new(&menu::DROP_SPELL, &[ids::MAG_10], Cost::FREE));
    }
    all
}

const RULES: &[RuleId] = &[ids::MAG_01, ids::MAG_02, ids::MAG_04];

fn offer(battle: &Battle, who: CombatantId, item: ItemId, spell: &Spell) -> Offer {
    let kind = if spell.is_helpful() { &menu::HELP } else { &menu::CAST };
    let offer = Offer::new(kind, RULES, menu::AN_ACTION).with(item).refused(magic::refusal(battle, who, spell));
    match spell.radius {
        Some(radius) => offer.at(Target::Square(aims(battle, who, item, radius))),
        None => offer.at_any_of(targets(battle, who, item, spell), || Refusal::new(ids::REACH_02, "Nobody in range")),
    }
}

/// The targets of a spell without a radius: friends and oneself, or enemies.
fn targets(battle: &Battle, who: CombatantId, item: ItemId, spell: &Spell) -> Vec<Candidate> {
    let team = battle.combatant(who).team;
    let is_meant = |other: &Combatant<'_>| is_target(*other) && (other.team == team) == spell.is_helpful();
    let all = battle.combatants().filter(is_meant);
    nearest_first(battle, who, all, |other| !other.fights() && !spell.is_helpful(), |on| refusal(battle, who, item, on))
}

/// Why a spell does not reach somebody, RAT-REACH-02: it always reaches oneself.
fn refusal(battle: &Battle, who: CombatantId, item: ItemId, on: CombatantId) -> Option<Refusal> {
    if on == who { None } else { reach::too_far(battle, who, body(battle, on), item) }
}

/// The squares that a spell with a radius can be cast at, listed when somebody looks. RAT-MAG-01.
struct Aimed {
    field: Arc<Battlefield>,
    from: Footprint,
    /// Its range in squares; `radius` is around the square that it is cast at.
    range: u16,
    radius: u16,
    foes: Vec<Footprint>,
}

impl Aims for Aimed {
    fn all(&self) -> Vec<Square> {
        self.field.squares().filter(|square| self.admit(*square)).collect()
    }

    /// The squares with an enemy within the radius.
    fn foremost(&self) -> Vec<Square> {
        let is_near = |square: &Square| {
            let place = Footprint::one(*square);
            self.foes.iter().any(|foe| reach::squares_apart(place, *foe) <= self.radius)
        };
        self.field.squares().filter(is_near).filter(|square| self.admit(*square)).collect()
    }

    fn admit(&self, square: Square) -> bool {
        let place = Footprint::one(square);
        self.field.extent().contains(square)
            && reach::squares_apart(self.from, place) <= self.range
            && cover::between(&self.field, self.from, place).obstacle != Obstacle::Total
    }

    fn are_none(&self) -> bool {
        !self.from.squares().any(|square| self.admit(square)) && self.all().is_empty()
    }
}

fn aims(battle: &Battle, who: CombatantId, item: ItemId, radius: u8) -> Squares {
    Squares::later(Aimed {
        field: Arc::clone(&battle.scene.field),
        from: body(battle, who),
        range: reach::of(battle, item),
        radius: radius.into(),
        foes: battle.enemies(who).filter(|foe| foe.fights()).map(|foe| body(battle, foe.id)).collect(),
    })
}

/// Begins the spell that a choice stands for; its price is paid already.
///
/// # Errors
/// The rule that forbids it after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    let nothing = || Refusal::new(ids::MAG_01, "Nothing to cast");
    let item = choice.item.ok_or_else(nothing)?;
    let spell = spell_of(battle, item).ok_or_else(nothing)?;
    let (on, at) = (choice.on, choice.squares.first().copied());
    let why = magic::refusal(battle, who, spell).or_else(|| match (on, at) {
        (_, Some(at)) => reach::too_far(battle, who, Footprint::one(at), item),
        (Some(on), None) => refusal(battle, who, item, on),
        (None, None) => Some(nothing()),
    });
    why.map_or(Ok(()), Err)?;
    use_up(battle, item, context);
    context.step(AttackStep::Cast(Cast { by: who, item, on, at, harms: !spell.is_helpful() }));
    Ok(())
}

/// Uses up an item, such as a potion; a spell or ability of one's own stays.
fn use_up(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    if !matches!(battle.item(item).at, Location::Natural(_)) {
        hands::use_up(battle, item, context);
    }
}

/// Whom a spell may reach, in roster order: one target, or everybody within its radius with a line from the square.
/// RAT-MAG-01.
fn reached(battle: &Battle, cast: &Cast, spell: &Spell) -> Vec<CombatantId> {
    match (spell.radius, cast.at) {
        (Some(radius), Some(at)) => around(battle, at, radius),
        _ => cast.on.into_iter().collect(),
    }
}

/// Everybody within a radius of a square, with a line from it.
fn around(battle: &Battle, at: Square, radius: u8) -> Vec<CombatantId> {
    let centre = Footprint::one(at);
    let is_near = |who: CombatantId| {
        let place = body(battle, who);
        reach::squares_apart(centre, place) <= radius.into() && has_line(battle, centre, place)
    };
    battle.combatants().filter(|other| is_target(*other) && is_near(other.id)).map(|other| other.id).collect()
}

/// Begins a spell: gathers whom it may reach. RAT-MAG-01, RAT-MAG-02.
pub fn cast(battle: &Battle, cast: Cast, context: &mut StepContext<'_>) {
    let Some(spell) = spell_of(battle, cast.item) else { return };
    context.log(|| {
        let verb = if spell.ability { "uses" } else { "casts" };
        let on = cast.on.filter(|on| *on != cast.by);
        let to = cast.at.or_else(|| on.map(|on| body(battle, on).anchor));
        // The target's name follows.
        let preposition = if on.is_some() { " on" } else { "" };
        let words = format!("{verb} {}{preposition}", spell.name.replace('-', " "));
        Entry::action(
            (cast.by, Action::Throw),
            words,
            (on, None, to),
            if spell.ability { ids::MAG_03 } else { ids::MAG_01 },
        )
    });
    // A spell sustained so far no longer counts when the new one is rolled for, RAT-MAG-10.
    let mut now = Cow::Borrowed(battle);
    if spell.is_sustained() && magic::sustains(battle, cast.by) {
        let before = context.effects().count();
        magic::end_sustained(battle, cast.by, context);
        let now = now.to_mut();
        context.effects().skip(before).for_each(|effect| now.apply(effect));
    }
    let burst = burst(&now, &cast, spell);
    if burst.targets.is_empty() {
        context.note(cast.by, ids::MAG_01, "reaches nobody");
    } else {
        proceed(&now, burst, context);
    }
}

/// A spell that is cast, with everything it can depend on.
pub fn burst(battle: &Battle, cast: &Cast, spell: &Spell) -> Burst {
    let target = |on| {
        let single = Single { part: part(battle, cast, spell, on), whole: whole(battle, cast, spell, on) };
        Reached { on, single, stage: single.begin() }
    };
    let targets = reached(battle, cast, spell).into_iter().map(target).collect();
    Burst { by: cast.by, item: Some(cast.item), harms: cast.harms, targets }
}

/// Everything that a spell on somebody can depend on, up to the armour. No blows, no criticals. RAT-MAG-02.
fn part(battle: &Battle, cast: &Cast, spell: &Spell, on: CombatantId) -> Attack {
    let strike = of_spell(cast.by, cast.item, on);
    let (mut base, mut difficulty) = (Quick::default(), Quick::default());
    if spell.aimed {
        required::base(battle, on, &mut base);
        required::difficulty(battle, &strike, &mut difficulty);
    }
    let dice = sheet_of(battle, cast.by).magic_dice(spell.subskill).clamp(0, 255) as u8;
    Attack {
        rolls: if spell.aimed { Rolls::Dice(dice) } else { Rolls::Nothing },
        base: base.sum() as i16,
        difficulty: difficulty.sum().clamp(-1_000, 1_000) as i16,
        chosen_first: settings::avoids_before_roll(battle),
        methods: defence::methods(battle, cast.item, on),
        helps: !cast.harms,
        damage: match &spell.effect {
            SpellEffect::Damage(dice) | SpellEffect::Heal(dice) => damage_dice(battle, cast.by, dice),
            SpellEffect::Modify(_, by) => DamageDice::new([], i16::from(*by).abs()),
        },
        resistance: magic::of_spell(battle, spell, on),
        ..PLAIN
    }
}

/// An attack that reaches its target without a roll, and does nothing yet.
const PLAIN: Attack = Attack {
    rolls: Rolls::Nothing,
    rate: Rate { by: None, slow: 1 },
    half_accuracy: false,
    base: 0,
    difficulty: 0,
    deals: false,
    chosen_first: false,
    methods: Methods {
        block: None,
        block_once: false,
        parry: None,
        dodge: 0,
        sidestep: false,
        throw_aside: false,
        free_dodge: false,
    },
    helps: false,
    damage: DamageDice { dice: [None; MOST_DICE], flat: 0 },
    critical: None,
    older: false,
    per_blow: false,
    spell: true,
    resistance: Resistance { percent: 0, types: 0 },
};

/// The target that a spell meets: its Health, and armour only if the setting says so. RAT-MAG-11.
fn whole(battle: &Battle, cast: &Cast, spell: &Spell, on: CombatantId) -> Body {
    let health = battle.combatant(on).vitals.get(HEALTH);
    if spell.is_damage() && settings::armour_vs_magic(battle) {
        attack::body(battle, &of_spell(cast.by, cast.item, on))
    } else {
        Body { strength_share: 100, health, ..Body::default() }
    }
}

/// Explodes a charge: the same damage for everybody, and armour counts as usual. RAT-ACT-03.
pub fn explode(battle: &Battle, blast: Blast, context: &mut StepContext<'_>) {
    let burst = blasted(battle, &blast);
    if !burst.targets.is_empty() {
        proceed(battle, burst, context);
    }
}

/// Everybody whom a charge reaches, RAT-ACT-03.
fn blasted(battle: &Battle, blast: &Blast) -> Burst {
    let target = |on| {
        let single = blasted_at(battle, blast, on);
        Reached { on, single, stage: single.begin() }
    };
    let targets = around(battle, blast.at, blast.radius).into_iter().map(target).collect();
    Burst { by: blast.by, item: None, harms: true, targets }
}

/// What a charge does to somebody whom it reaches.
fn blasted_at(battle: &Battle, blast: &Blast, on: CombatantId) -> Single {
    let (count, sides) = blast.dice;
    let part = Attack { damage: DamageDice::new([Dice { count, sides }], blast.flat), ..PLAIN };
    Single { part, whole: attack::unaimed(battle, on) }
}

/// What a charge costs somebody on average, supposing that it reaches them. RAT-ACT-03.
pub fn blast_cost(battle: &Battle, blast: &Blast, on: CombatantId) -> i32 {
    let odds = solve(&blasted_at(battle, blast, on)).odds();
    odds.mean(|(_, harm)| harm.damage.max(0) as u32).to_f64() as i32
}

/// What a charge would do as things stand, for the board. RAT-ACT-03.
pub fn blast_area(battle: &Battle, blast: &Blast) -> Area {
    shown(battle, blast.at, blast.radius, blasted(battle, blast), true)
}

/// The targets as the machine takes them.
fn stages(burst: &Burst) -> impl Iterator<Item = (&Single, SingleStage)> + Clone {
    burst.targets.iter().map(|target| (&target.single, target.stage))
}

/// Goes on by one roll or one question.
pub fn go_on(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let SeveralNext::Throw(whose, throw, reads) = several::next(stages(burst)) else {
        return proceed(battle, burst.clone(), context);
    };
    let (thrown, after) = several::throw(stages(burst), (whose, throw, reads), context);
    context.log(|| {
        let shares = |(_, (single, stage)): &(usize, (&Single, SingleStage))| match whose {
            ThrownFor::One(_) => false,
            ThrownFor::All(number) => single.comes(*stage) == Some(Comes::Shared(number)),
        };
        let mut sharing = stages(burst).enumerate().filter(shares).map(|(place, _)| place);
        let (place, others) = match whose {
            ThrownFor::One(place) => (place, 0),
            ThrownFor::All(_) => (sharing.next().unwrap_or(0), sharing.count()),
        };
        let target = &burst.targets[place];
        let rolled = Rolled::of_single(strike(burst, target.on), &target.single, target.stage, after[place]);
        let is_own = others == 0 && (burst.item.is_some() || matches!(whose, ThrownFor::One(_)));
        if is_own { attack::roll(battle, &rolled, &thrown) } else { shared_roll(burst, &rolled, &thrown) }
    });
    let mut next = burst.clone();
    next.targets.iter_mut().zip(after).for_each(|(target, stage)| target.stage = stage);
    proceed(battle, next, context);
}

/// The log entry of a roll that several targets share, without the number that each of them needs.
fn shared_roll(burst: &Burst, rolled: &Rolled<'_>, thrown: &crate::dice::Thrown) -> Entry {
    let words = if matches!(rolled.before, FollowedStage::Part(Stage::Roll(_))) { "Spell" } else { "Effect" };
    let (words, rule) = if burst.item.is_none() { ("Explosion", ids::ACT_03) } else { (words, ids::MAG_02) };
    let (roll, damage) = (Roll::new(burst.by, words, rule, thrown), &rolled.part.damage);
    Entry::Roll(match rolled.before {
        FollowedStage::Part(Stage::Damage(volley)) if damage.flat != 0 && damage.is_last(volley.rolled) => {
            let flat = i32::from(damage.flat);
            let mut sum = Verdict::base(rule, "Dice", i32::from(volley.sum) - flat + thrown.sum);
            sum.add(rule, "Added", flat);
            roll.adding(sum)
        }
        _ => roll,
    })
}

/// The strike that stands for the spell at one of its targets, to tell its terms.
pub fn strike(burst: &Burst, on: CombatantId) -> Strike {
    of_spell(burst.by, burst.item.unwrap_or(ItemId(0)), on)
}

/// Puts what comes next on the agenda, asks, or settles everybody in order.
fn proceed(battle: &Battle, burst: Burst, context: &mut StepContext<'_>) {
    match several::next(stages(&burst)) {
        SeveralNext::Ask(place, _) => {
            let on = burst.targets[place].on;
            context.ask(on, defence::Avoid((Box::new(burst), place as u8)));
        }
        SeveralNext::Throw(..) => context.step(AttackStep::Burst(Box::new(burst))),
        SeveralNext::Done => settle(battle, &burst, several::came(stages(&burst)), context),
    }
}

/// Settles the result for every target, in order.
pub fn settle(battle: &Battle, burst: &Burst, came: impl Iterator<Item = (Came, Harm)>, context: &mut StepContext<'_>) {
    // What happens to one target, such as a fall from the saddle, may change where another is.
    let mut now = Cow::Borrowed(battle);
    for (target, (came, harm)) in burst.targets.iter().zip(came) {
        let before = context.effects().count();
        settle_on(&now, burst, target, (came, harm), context);
        if burst.targets.len() > 1 {
            let now = now.to_mut();
            context.effects().skip(before).for_each(|effect| now.apply(effect));
        }
    }
}

fn settle_on(
    battle: &Battle,
    burst: &Burst,
    target: &Reached,
    (came, harm): (Came, Harm),
    context: &mut StepContext<'_>,
) {
    let on = target.on;
    defence::pay(battle, on, came.method, context);
    let spell = burst.item.and_then(|item| spell_of(battle, item));
    // A spell without damage does not harm a shield, RAT-AVOID-10.
    let shield = spell.is_none_or(Spell::is_damage).then(|| defence::shield(battle, on)).flatten();
    damage::discard(damage::wear(on, shield, came.shield, context), context);
    let result = |fate, damage| AttackResult { by: burst.by, on, fate, damage };
    match spell.map(|spell| &spell.effect) {
        None | Some(SpellEffect::Damage(_)) => {
            if burst.harms {
                context.attack_result(result(fate(&came, harm.damage), damage::clamped(harm.damage)));
            }
            let left = target.single.whole.health(harm.damage);
            damage::hurt(battle, on, Place::Anywhere, (left, harm), context);
        }
        Some(effect) => {
            let works = came.reached() > 0 && came.total > 0;
            if burst.harms {
                let worked = match fate(&came, 0) {
                    _ if works => Fate::Worked(Setback::Effect),
                    Fate::Missed => Fate::Failed,
                    averted => averted,
                };
                context.attack_result(result(worked, 0));
            }
            let amount = damage::clamped(came.total);
            match effect {
                SpellEffect::Modify(stat, by) if works => {
                    let level = if *by < 0 { -amount } else { amount };
                    let change = Condition { level, whom: Some(burst.by), with: burst.item, ..lasting(MODIFIED) };
                    context.effect(Effect::AddCondition(on, change));
                    context.note(on, ids::MAG_10, format_args!("has {} {level:+}", stat.name()));
                }
                SpellEffect::Heal(_) if works => health::heal(battle, on, amount, ids::MAG_01, context),
                _ => {}
            }
        }
    }
}

/// What a spell with a radius would do, for the board: the odds of each target by itself.
pub fn area(battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Area> {
    let (item, at) = (choice.item?, *choice.squares.first()?);
    let spell = spell_of(battle, item)?;
    let radius = spell.radius?;
    let cast = Cast { by: who, item, on: None, at: Some(at), harms: !spell.is_helpful() };
    Some(shown(battle, at, radius, burst(battle, &cast, spell), spell.is_damage()))
}

/// The squares within a radius of one, with a line from it. RAT-MAG-01, RAT-ACT-03.
pub fn squares_around(battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
    let centre = Footprint::one(at);
    let is_near = |square: &Square| {
        let place = Footprint::one(*square);
        reach::squares_apart(centre, place) <= radius.into() && has_line(battle, centre, place)
    };
    battle.scene.field.squares().filter(is_near).collect()
}

/// The squares around one, and how it ends for everybody in them.
fn shown(battle: &Battle, at: Square, radius: u8, burst: Burst, is_damage: bool) -> Area {
    let centre = Footprint::one(at);
    let caught = burst.targets.into_iter().map(|target| {
        let Reached { on, single, .. } = target;
        let health = i32::from(single.whole.health);
        let grade = |(came, harm): &(Came, Harm)| match harm.damage {
            _ if came.reached() == 0 || !is_damage => (0, if is_damage { -1 } else { 0 }),
            0 => (0, 0),
            taken if taken >= health => (3, damage::clamped(taken)),
            taken if taken * 2 >= health => (2, damage::clamped(taken)),
            taken => (1, damage::clamped(taken)),
        };
        let metres = reach::squares_apart(centre, body(battle, on));
        Caught { who: on, metres, spared: false, ends: solve(&single).odds().map(grade) }
    });
    let (caught, squares) = (caught.collect(), squares_around(battle, at, radius));
    Area { aim: at, squares, number: None, places: Odds::new([(at, 1)]), caught }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Battlefield, RulesetId, Team,
        rates::{
            exchange::{Answer, Method, Struck},
            sheet::Sheet,
        },
        testing,
    };

    /// What a friend who could dodge is assumed to do about an aimed spell of A that hits, and whether it may dodge.
    fn assumed(effect: &str) -> (bool, Answer) {
        let mage = format!("(spells: [(range: 10, aimed: true, effect: {effect}((flat: 12)))])");
        let sheets = [&mage, "(agility: 3, disciplines: [Dodge])"];
        let sheets = sheets.map(|sheet| ron::from_str::<Sheet>(sheet).expect("a sheet"));
        let [mage, friend] = sheets.map(Into::into);
        let bodies = [(Team(0), Square::new(0, 0), mage), (Team(0), Square::new(3, 0), friend)];
        let battle = testing::with_parts(RulesetId::Rates, Battlefield::new(4, 1), &bodies);
        let [by, on] = [0, 1].map(CombatantId);
        let (item, spell) = spells(&battle, by).next().map(|(item, spell)| (item.id, spell)).expect("a spell");
        let cast = Cast { by, item, on: Some(on), at: None, harms: !spell.is_helpful() };
        let part = part(&battle, &cast, spell, on);
        let struck = Struck { roll: part.required(0, 0), blows: 1, left: 0, recovery: None };
        (part.methods.all().next().is_some(), part.assumed(Stage::Decide(struck)))
    }

    #[test]
    fn avoid_01_nobody_is_assumed_to_dodge_what_is_meant_well() {
        assert_eq!(assumed("Damage"), (true, Answer::Avoid(Some(Method::Sidestep))));
        assert_eq!(assumed("Heal"), (true, Answer::Avoid(None)));
    }
}
