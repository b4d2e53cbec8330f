//! Answers for panels and computer players: possible attacks, numbers with their terms, grades.

use super::{
    Rules, attack, bearing, card, cast, catalogue as ids,
    conditions::{self, CONCENTRATES, HELD, HOLDING, MOUNTED, RIDDEN, available},
    damage, drugs, guard, movement, objects,
    pool::Added,
    reach::{self, reaches},
    settings::{self, Criticals},
    sheet::{TEMPORARY, VITALITY},
    spell::{Energy, Structure},
    step::{AttackStep, Blow, DamageStep, DefenceStep, Guard, Manner, Several, Stake, Step},
    turn,
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, AttackNumber, BoardRules, Card, Explosive, Inspect, Known, OutcomeState,
        Pending, Sight, SituationKey, Step as AnyStep, Whole, ground, prelude::*,
    },
};

/// AP that a combatant without standing orders keeps for defence, TOT-AP-02.
const USUAL_DEFENCE: u8 = 2;

/// Whether a combatant is tied to another by a hold, a saddle or a concentration, so that its fate affects the other.
fn is_tied(battle: &Battle, who: CombatantId) -> bool {
    [CONCENTRATES, HELD, HOLDING, MOUNTED, RIDDEN].into_iter().any(|tie| battle.combatant(who).conditions.has(tie))
}

impl Inspect for Rules {
    fn area(&self, battle: &Known<'_>, _: CombatantId, choice: &Choice) -> Option<Area> {
        objects::area(battle, choice)
    }

    fn board_rules(&self, battle: &Battle) -> BoardRules {
        objects::board_rules(battle)
    }

    /// A prepared spell, TOT-MAG-07.
    fn pending(&self, battle: &Battle, who: CombatantId) -> Option<Pending> {
        battle.combatant(who).conditions.has(conditions::PREPARED).then_some(Pending::Act)
    }

    /// Who rolls the dice of a step, and how many; Luck dice count, except those of an attack.
    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        let (who, dice, luck) = match step.as_ref() {
            Step::Attack(AttackStep::Strike(blow)) => (blow.by, to_hit(battle, blow)?, 0),
            Step::Defence(step) => {
                let (blow, guard, stake) = defence_of(step)?;
                let dice = match guard {
                    Guard::Counter => cast::dice(battle, blow.on, Structure::Projected),
                    _ => guard::against(battle, blow, guard).plus(component_of(guard), "AP", stake.ap.into()),
                };
                (blow.on, dice, stake.luck)
            }
            Step::Damage(DamageStep::Damage(blow, luck)) => (blow.by, damage::dice_terms(battle, blow), *luck),
            Step::Damage(DamageStep::Mitigate(blow, _, luck)) => {
                (blow.on, damage::mitigation(battle, blow.on, blow.spent, blow.pierce), *luck)
            }
            _ => return None,
        };
        Some((who, dice.plus(ids::LUCK_02, BY_A_FLIP, luck.into()).pruned()))
    }

    /// Others only block the squares they stand on, TOT-MOVE-03, TOT-MOVE-04.
    fn alters_ways_within(&self, _: &Battle, _who: CombatantId, _other: CombatantId) -> Option<u16> {
        Some(0)
    }

    /// The squares within reach of a combatant's usable melee weapons.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let mine = battle.items_of(who);
        let ranges = mine.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item.id, manner)));
        let melee = ranges
            .filter(|(item, manner)| manner.is_melee() && attack::weapon_refusal(battle, *item, *manner).is_none());
        let Some(radius) = melee.map(|(item, manner)| attack::range(battle, item, manner)).max() else {
            return Vec::new();
        };
        let body = reach::body(battle, who);
        let near = crate::geometry::reach_chebyshev(body, radius);
        let extent = battle.scene.field.extent();
        near.filter(|square| extent.contains(*square) && !body.contains(*square))
            .filter(|square| reaches(&battle.scene.field, body, *square))
            .collect()
    }

    /// Sight between two combatants: a line or a wall. The catalogue has no cover.
    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        let [from, to] = [from, to].map(|who| reach::body(battle, who));
        ground::sight_between(&battle.scene.field, from, to, ids::REACH_02)
    }

    /// All attacks with every weapon in hand: in the attacker's turn with all AP left, otherwise with those of a round.
    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let ap = match battle.scene.acting {
            Some(acting) if acting == who => available(battle, who).max(1),
            _ => turn::allotment(battle, battle.combatant(who)).clamp(1, 100) as u8,
        };
        let mine = battle.items_of(who);
        let ready = mine.filter(|item| !matches!(item.at, Location::Stowed(_)));
        let ways = ready.flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item.id, manner)));
        let martial = ways.map(|(item, manner)| {
            let verb = attack::verb(manner);
            let choice = Choice::new(verb).with(item).on(whom);
            let choice = if ap > 1 { choice.set("ap", ap.into()) } else { choice };
            (choice, attack::refusal(battle, who, whom, item, manner))
        });
        martial.chain(spells(battle, who, whom, ap)).collect()
    }

    /// The attack that a step makes.
    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        match step.as_ref() {
            Step::Attack(AttackStep::Strike(blow)) => Some(Attack { by: blow.by, on: blow.on, item: blow.item }),
            _ => None,
        }
    }

    /// The numbers of the attack of a step: the dice of both sides, and the line of effect.
    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let Step::Attack(AttackStep::Strike(blow)) = step.as_ref() else { return None };
        let dice = to_hit(battle, blow)?;
        let has_criticals = settings::criticals(battle) != Criticals::Off;
        let guards = [Guard::Evasion, Guard::Block].map(|guard| guard::against(battle, blow, guard));
        let [evasion, block] = guards.each_ref().map(|guard| guard.value);
        let has_dice = |dice: &Verdict| dice.terms.iter().any(|term| term.amount != 0);
        let bare = !guards.iter().any(has_dice);
        // Without a defence roll there is no defence number; a defence roll without dice is shown as evasion.
        let defences = [("Evasion dice", ids::DEF_01), ("Block dice", ids::DEF_02)].into_iter().zip(guards);
        let defences = defences
            .filter(|((_, rule), dice)| has_dice(dice) || bare && *rule == ids::DEF_01 && !dice.terms.is_empty());
        let defences = defences.map(|((label, rule), dice)| {
            let defence = AttackNumber::defence(blow.on, label, dice.pruned()).used(DICE, rule);
            if has_criticals { defence.critical(DOUBLES, ids::CRIT_01) } else { defence }
        });
        let besides = besides(battle, blow);
        let more = match besides.iter().find(|part| part.label == ADDED).map_or(0, |part| part.number.value) {
            0 => String::new(),
            flat if flat > 0 => format!(" + {flat}"),
            flat => format!(" \u{2212} {}", -flat),
        };
        let title = match (blow.item, blow.spell) {
            (None, Some(spell)) => format!("{}, {}", capital(&spell.words()), spell.structure.name()),
            _ => format!("{}, {} AP", capital(&damage::means(battle, blow)), blow.ap),
        };
        let against = match (evasion, block) {
            (0, 0) => "no dice".into(),
            (evasion, 0) => format!("evasion {evasion}d10"),
            (0, block) => format!("block {block}d10"),
            (evasion, block) => format!("evasion {evasion}d10, block {block}d10"),
        };
        let harm = if does_damage(battle, blow) || damage::dice(battle, blow) == 0 {
            damage::words(battle, blow)
        } else {
            "kills".into()
        };
        let about = format!("{}d10{more} against {against}; {harm}", blow.dice);
        let sight = battle.sight(blow.by, blow.on);
        let attack = AttackNumber::attack(blow.by, dice).used("Dice to hit, a d10 each", ids::ATK_02);
        let attack = if has_criticals { attack.critical(DOUBLES, ids::CRIT_01) } else { attack };
        Some(Assessment::new(title, about, attack, sight).with(defences).with(besides))
    }

    /// The situation of a to-hit roll, other than wrestling, between two combatants without holds, mounts or riders,
    /// and concentration.
    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let Step::Attack(AttackStep::Strike(blow)) = step.as_ref() else { return None };
        if blow.manner == Manner::Wrestle || is_tied(battle, blow.by) || is_tied(battle, blow.on) {
            return None;
        }
        // How many AP may be spent on a defence depends on whose turn it is.
        let situation = SituationKey::of(&(blow, battle.scene.round, battle.scene.acting));
        let mut situation = [blow.by, blow.on]
            .into_iter()
            .fold(situation, |situation, who| situation.with(&Whole(&battle.rows()[who.index()])));
        for item in battle.items().filter(|item| [blow.by, blow.on].map(Some).contains(&item.at.bearer())) {
            situation = situation.with(&(item.id, item.at, item.loaded, item.count, item.condition));
        }
        Some(situation)
    }

    fn usual_defence(&self, battle: &Battle, who: CombatantId) -> u8 {
        // As ordered; without orders, what the default answer needs against a blow of middling strength.
        let ordered = battle.combatant(who).orders.of(guard::DEFENCE).limit();
        ordered.map_or(USUAL_DEFENCE, |limit| limit.most)
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }

    fn journey(
        &self,
        battle: &Known<'_>,
        who: CombatantId,
        verb: &str,
        course: Course<'_>,
    ) -> Result<Journey, Refusal> {
        movement::journey(battle, who, verb, course)
    }
}

/// A projected spell of each energy; touch and thrown spells are the same with fewer dice.
fn spells(battle: &Battle, who: CombatantId, whom: CombatantId, ap: u8) -> Vec<(Choice, Option<Refusal>)> {
    let known = cast::known(battle, who, &Energy::MIXED);
    let refusal = || {
        let range = Structure::Projected.range();
        drugs::forbids_magic(battle, who).or_else(|| attack::out_of_range(battle, who, whom, range, false))
    };
    let spell = |(index, energy): (usize, &Energy)| {
        let bare = Choice::new("project").on(whom);
        let choice = match index {
            0 if ap == 1 => bare,
            0 => bare.set(energy.name(), ap.into()),
            _ => bare.set(known[0].name(), 0).set(energy.name(), ap.into()),
        };
        (choice, refusal())
    };
    known.iter().enumerate().map(spell).collect()
}

/// The to-hit dice of a blow with their terms.
fn to_hit(battle: &Battle, blow: &Blow) -> Option<Verdict> {
    let mut dice = match (blow.item, blow.spell) {
        (Some(item), _) => attack::dice(battle, blow.by, item, blow.manner),
        (None, spell) => cast::dice(battle, blow.by, spell?.structure),
    };
    let least = 1 - dice.value;
    dice.add(ids::ATK_03, "At least one", least.max(0));
    match i32::from(blow.dice) - dice.value {
        fewer if fewer < 0 => {
            let rule = blow.several.map_or(ids::ATK_02, Several::rule);
            dice.add(rule, "One of several attacks", fewer);
        }
        more => dice.add(ids::COMP_07, "Overwhelm", more),
    }
    Some(dice.pruned())
}

/// How a number of dice is used.
const DICE: &str = "A d10 each";

/// What makes a roll critical.
const DOUBLES: &str = "Equal digits on the first two dice";

/// What Luck dice do.
const BY_A_FLIP: &str = "Added or subtracted, by a flip";

/// Label of the additions to the to-hit roll.
const ADDED: &str = "Added to hit";

/// Whether damage is rolled for a blow: not for a hold or a charm, nor if a hit kills at once. TOT-DYING-02.
fn does_damage(battle: &Battle, blow: &Blow) -> bool {
    damage::dice(battle, blow) > 0 && !conditions::is_helpless(battle, blow.on)
}

/// The other numbers of an attack, such as Luck dice, additions and damage dice, each only if it is not 0.
fn besides(battle: &Battle, blow: &Blow) -> Vec<AttackNumber> {
    let flat = |terms: [Added; 2]| {
        let sum = |sum: Verdict, (rule, words, amount): Added| sum.plus(rule, words, amount);
        terms.into_iter().filter(|(.., amount)| *amount != 0).fold(Verdict::default(), sum)
    };
    let luck = Verdict::base(ids::LUCK_02, BY_A_FLIP, blow.luck.into());
    let exposure = guard::exposure(battle, blow.on);
    let drug = conditions::active(battle, blow.on).map_or("", |dose| dose.drug.name());
    let exposed = Verdict::default().plus(ids::BERS_05, format!("{}, 10 a tier", capital(drug)), -exposure);
    let harms = does_damage(battle, blow);
    let harm = |number: Verdict| if harms { number } else { Verdict::default() };
    let dice = |label: &'static str, number: Verdict, who: CombatantId, rule: RuleId| {
        AttackNumber::besides(label, number).rolled_by(who).used(DICE, rule)
    };
    let numbers = [
        dice("Luck dice", luck, blow.by, ids::LUCK_02),
        AttackNumber::besides(ADDED, flat(attack::bonus(battle, blow.by, blow.on, blow.item))),
        dice("Damage dice", harm(damage::dice_terms(battle, blow)), blow.by, ids::DMG_01),
        AttackNumber::besides("Added to damage", harm(flat(damage::bonus(battle, blow)))),
        dice("Mitigation dice", harm(damage::mitigation_against(battle, blow)), blow.on, ids::DMG_02),
        AttackNumber::besides("Subtracted from the defence", exposed),
        AttackNumber::besides("AP the defender may add", guard::expected(battle, blow)),
    ];
    let counts = |part: &AttackNumber| part.number.terms.iter().any(|term| term.amount != 0);
    numbers.into_iter().filter(counts).collect()
}

/// The defence roll that a step makes, and the stake on it.
const fn defence_of(step: &DefenceStep) -> Option<(&Blow, Guard, &Stake)> {
    match step {
        DefenceStep::Evade(blow, stake) => Some((blow, Guard::Evasion, stake)),
        DefenceStep::Block(blow, stake) => Some((blow, Guard::Block, stake)),
        DefenceStep::Catch(blow, stake) => Some((blow, Guard::Catch, stake)),
        DefenceStep::Counter(blow, _, stake) => Some((blow, Guard::Counter, stake)),
        DefenceStep::Seize(blow, guard, stake) => Some((blow, *guard, stake)),
        DefenceStep::Open(_) | DefenceStep::Ward(..) | DefenceStep::Fumble(..) => None,
    }
}

/// The component that lets AP be spent on a defence roll.
const fn component_of(guard: Guard) -> RuleId {
    match guard {
        Guard::Block => ids::COMP_02,
        Guard::Catch => ids::COMP_03,
        Guard::Evasion | Guard::Counter => ids::COMP_01,
    }
}

impl Appraise for Rules {
    fn bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        Some(bearing::bearing(battle, by, on))
    }

    fn farthest(&self, battle: &Battle, who: CombatantId) -> Option<u16> {
        Some(bearing::farthest(battle, who))
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        card::health(battle, who)
    }

    /// The numbers of a step's attack without their terms: the dice of both sides, and the other numbers.
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let Step::Attack(AttackStep::Strike(blow)) = step.as_ref() else { return None };
        // A defence without dice is shown, one that is not rolled is not; both have 0 dice, so more than the value is
        // compared.
        let guards = [Guard::Evasion, Guard::Block].map(|guard| {
            let dice = guard::against(battle, blow, guard);
            (dice.value, dice.terms.is_empty(), dice.terms.iter().any(|term| term.amount != 0))
        });
        let key = SituationKey::of(&(to_hit(battle, blow)?.value, guards));
        Some(besides(battle, blow).iter().fold(key, |key, part| key.with(&(&*part.label, part.number.value))))
    }

    /// Temporary Vitality is Vitality too, TOT-BERS-02.
    fn is_health(&self, vital: Vital) -> bool {
        vital == VITALITY || vital == TEMPORARY
    }

    /// A loss of half the full Vitality is heavy.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        match ending.loss(battle, whom, |vital| self.is_health(vital)) {
            None => 3,
            Some(..=0) => 0,
            Some(lost) if lost * 2 >= card::health(battle, whom).1 => 2,
            Some(_) => 1,
        }
    }

    fn blast_cost(&self, battle: &Battle, _: Square, explosive: &Explosive, who: CombatantId) -> i32 {
        objects::blast_cost(battle, explosive, who)
    }

    fn fire_cost(&self, battle: &Battle, _: CombatantId) -> i32 {
        objects::fire_cost(battle)
    }

    fn reserve(&self, battle: &Battle, who: CombatantId) -> u8 {
        guard::reserve(battle, who)
    }

    fn fading(&self, battle: &Battle, who: CombatantId) -> u8 {
        conditions::carried(battle, who)
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }
}
