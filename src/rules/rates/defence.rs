//! What a target does about blows that would land: shield, dodge, parry. RAT-AVOID.

use serde::{Deserialize, Serialize};

use super::{
    arms::{DURABILITY, RECOVERY},
    attack_step::{AttackStep, Burst, Exchange, JointExchange, Strike},
    catalogue as ids,
    conditions::{self, IN_PIT, OFF_BALANCE, WAITING, lasting},
    exchange::{Answer, Attack, Method, Methods, Question, Stage, Struck},
    held, menu, movement, reach, required, settings,
    sheet::{Discipline, arm, sheet, spell},
    strike,
};
use crate::rules::{
    exchange::{FollowedStage, Next, Situation as _, TogetherQuestion, TogetherStage},
    prelude::*,
};

impl Method {
    /// The kind of its offer.
    pub const fn kind(self) -> &'static OfferKind {
        match self {
            Self::Block => &menu::BLOCK,
            Self::Sidestep => &menu::SIDESTEP,
            Self::ThrowAside => &menu::THROW_ASIDE,
            Self::Dodge => &menu::DODGE,
            Self::Parry => &menu::PARRY,
        }
    }

    /// The name of its roll.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Block => "Block",
            Self::Sidestep => "Sidestep",
            Self::ThrowAside => "Throw aside",
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
        }
    }

    /// The rule it follows.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Block => ids::AVOID_04,
            Self::Sidestep | Self::ThrowAside | Self::Dodge => ids::AVOID_07,
            Self::Parry => ids::AVOID_09,
        }
    }

    /// How it averts a blow, for the board.
    pub const fn averting(self) -> Averting {
        match self {
            Self::Block => Averting::Block,
            Self::Parry => Averting::Parry,
            _ => Averting::Dodge,
        }
    }
}

/// The shield that somebody has in hand, RAT-AVOID-04.
pub fn shield(battle: &Battle, who: CombatantId) -> Option<Item<'_>> {
    battle.ready_items(who).find(|item| item.at.holder().is_some() && arm(battle, item.id).shield.is_some())
}

/// The weapon that somebody parries with, and its dice: the best of several. RAT-AVOID-09, RAT-RATE-03.
pub fn parrying(battle: &Battle, who: CombatantId) -> Option<(Item<'_>, u8)> {
    let serves = |item: &Item<'_>| {
        arm(battle, item.id).can_parry && item.numbers.get(RECOVERY) == 0 && !reach::is_half_held(battle, item)
    };
    let all = battle.ready_items(who).filter(serves).map(|item| (item, strike::dice(battle, who, item.id)));
    // The first of equals.
    all.fold(None, |best: Option<(Item<'_>, u8)>, next| best.filter(|best| best.1 >= next.1).or(Some(next)))
}

/// Why somebody cannot dodge now, RAT-AVOID-08.
pub fn hampered(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let fighter = battle.combatant(who);
    let why = if conditions::agility(battle, fighter) == 0 {
        "No Agility"
    } else if fighter.conditions.has(IN_PIT) {
        "In a pit"
    } else if conditions::is_lame(fighter) {
        "A leg is crippled"
    } else if movement::is_in_difficult_terrain(battle, who) {
        "Has difficulty moving"
    } else {
        return None;
    };
    Some(Refusal::new(ids::AVOID_08, why))
}

/// What somebody can do against a weapon or a spell. RAT-AVOID-02, RAT-AVOID-03, RAT-AVOID-10.
pub fn methods(battle: &Battle, item: ItemId, on: CombatantId) -> Methods {
    let (fighter, numbers) = (battle.combatant(on), sheet(battle.combatant(on)));
    let (weapon, spell) = (arm(battle, item), spell(battle, item));
    if conditions::is_defenceless(fighter) || spell.is_some_and(|spell| !spell.aimed) {
        return Methods::default();
    }
    let can_block = spell.is_none_or(|spell| spell.blockable);
    let block = shield(battle, on).filter(|_| can_block).and_then(|shield| arm(battle, shield.id).shield);
    let parries = spell.is_none() && !weapon.is_missile() && numbers.has(Discipline::Parry);
    let dodges = numbers.has(Discipline::Dodge) && hampered(battle, on).is_none();
    let is_free = settings::dodge_is_free(battle);
    // A mount has no turn that it could lose, RAT-MNT-01.
    let has_turns = conditions::has_turns(fighter);
    let may_throw = has_turns && !conditions::is_mounted(battle, on) && !fighter.conditions.has(OFF_BALANCE);
    Methods {
        block: block.map(|shield| shield.block),
        block_once: settings::shield_rolls_once(battle),
        parry: parries.then(|| parrying(battle, on)).flatten().map(|(_, dice)| dice),
        dodge: if dodges { conditions::agility(battle, fighter).clamp(0, 255) as u8 } else { 0 },
        sidestep: dodges && !is_free,
        throw_aside: dodges && !is_free && may_throw,
        free_dodge: dodges && is_free,
    }
}

/// Pays for throwing oneself aside: with the turn in hand or, without one, the next turn. RAT-AVOID-07, RAT-TURN-04.
pub fn pay(battle: &Battle, on: CombatantId, method: Option<Method>, context: &mut StepContext<'_>) {
    if method != Some(Method::ThrowAside) {
        return;
    }
    let conditions = &battle.combatant(on).conditions;
    if conditions.has(WAITING) {
        held::lose_silently(battle, on, context);
        context.note(on, ids::TURN_04, "loses the turn in hand");
    } else if !conditions.has(OFF_BALANCE) {
        context.effect(Effect::AddCondition(on, lasting(OFF_BALANCE)));
        context.note(on, ids::AVOID_07, "loses the next turn");
    }
}

/// Asks a target how to avoid blows, before the roll or after it. RAT-AVOID-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Avoid<A>(pub A);

/// An attack whose target is asked how to avoid it.
pub trait Attacked {
    /// Who attacks the target, with what.
    fn strike(&self) -> Strike;
    /// The attack on that target, and the stage it is at.
    fn attack(&self) -> (&Attack, Option<Stage>);
    /// Whether the target has already thrown itself aside against a part of this: it can owe only one turn,
    /// RAT-AVOID-07.
    fn has_thrown(&self) -> bool {
        false
    }
    /// How it goes on after an answer.
    fn answered(&self, answer: Answer) -> AttackStep;
    /// The answer that forecasts assume.
    fn assumed(&self) -> Answer {
        let (attack, stage) = self.attack();
        stage.map_or(Answer::Avoid(None), |stage| attack.assumed(stage))
    }
}

impl Attacked for Box<Exchange> {
    fn strike(&self) -> Strike {
        self.strike
    }

    fn attack(&self) -> (&Attack, Option<Stage>) {
        (&self.single.part, part(self.stage))
    }

    fn answered(&self, answer: Answer) -> AttackStep {
        let stage = self.single.answered(self.stage, answer);
        AttackStep::Single(Box::new(Exchange { stage, ..self.as_ref().clone() }))
    }
}

const fn part(stage: super::exchange::SingleStage) -> Option<Stage> {
    match stage {
        FollowedStage::Part(stage) => Some(stage),
        FollowedStage::Whole(..) => None,
    }
}

/// Several attacks on one target, which is asked about one of them at a time.
impl Attacked for Box<JointExchange> {
    fn strike(&self) -> Strike {
        self.strikes[self.asked()]
    }

    fn attack(&self) -> (&Attack, Option<Stage>) {
        let place = self.asked();
        let stage = if let TogetherStage::Parts(stages) = self.stage { stages[place] } else { None };
        (self.part(place), stage)
    }

    fn has_thrown(&self) -> bool {
        let TogetherStage::Parts(stages) = self.stage else { return false };
        let threw = |stage: Stage| match stage {
            Stage::Roll(method) | Stage::Deal(_, method) => method == Some(Method::ThrowAside),
            Stage::Avert(_, method) => method == Method::ThrowAside,
            Stage::Block(volley) | Stage::Criticals(volley) | Stage::Damage(volley) => {
                volley.came.method == Some(Method::ThrowAside)
            }
            Stage::Done(came) => came.method == Some(Method::ThrowAside),
            Stage::Choose | Stage::Decide(_) => false,
        };
        stages.into_iter().flatten().any(threw)
    }

    fn answered(&self, answer: Answer) -> AttackStep {
        let stage = self.joint.answered(self.stage, answer);
        AttackStep::Joint(Box::new(JointExchange { stage, ..self.as_ref().clone() }))
    }
}

impl JointExchange {
    /// The place of the attack that the target is asked about.
    fn asked(&self) -> usize {
        match self.joint.next(self.stage) {
            Next::Ask(TogetherQuestion::Part(place, _)) => place,
            _ => 0,
        }
    }
}

/// A spell on several targets, and the place of the one that is asked.
impl Attacked for (Box<Burst>, u8) {
    fn strike(&self) -> Strike {
        let (burst, place) = self;
        let on = burst.targets[usize::from(*place)].on;
        // Only spells get here, not charges: those have no item.
        required::of_spell(burst.by, burst.item.unwrap_or(ItemId(0)), on)
    }

    fn attack(&self) -> (&Attack, Option<Stage>) {
        let target = &self.0.targets[usize::from(self.1)];
        (&target.single.part, part(target.stage))
    }

    fn answered(&self, answer: Answer) -> AttackStep {
        let (mut burst, place) = self.clone();
        let target = &mut burst.targets[usize::from(place)];
        target.stage = target.single.answered(target.stage, answer);
        AttackStep::Burst(burst)
    }
}

/// What the target knows of the attack: nothing before the roll. RAT-AVOID-02.
fn known<A: Attacked>(attacked: &A) -> Option<Struck> {
    let (attack, stage) = attacked.attack();
    match attack.next(stage?) {
        Next::Ask(Question::Avoid(struck)) => struck,
        _ => None,
    }
}

impl<A: Attacked> RulesetPrompt for Avoid<A> {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let (attack, _) = self.0.attack();
        let throws = |method: Method| method == Method::ThrowAside && self.0.has_thrown();
        let methods = attack.methods.all().filter(|method| !throws(*method));
        let offer = |method: Method| {
            let rules: &'static [RuleId] = match method {
                Method::Block => &[ids::AVOID_04, ids::AVOID_01],
                Method::Parry => &[ids::AVOID_09, ids::AVOID_01],
                _ => &[ids::AVOID_07, ids::AVOID_06, ids::AVOID_01],
            };
            let item = match method {
                Method::Block => shield(battle, who).map(|item| item.id),
                Method::Parry => parrying(battle, who).map(|(item, _)| item.id),
                _ => None,
            };
            Offer::new(method.kind(), rules, Cost::FREE).with(item)
        };
        methods.map(offer).chain([Offer::new(&menu::DECLINE, &[ids::AVOID_01], Cost::FREE)]).collect()
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        context.step(self.0.answered(Answer::Avoid(named(choice.verb))));
    }

    fn default_answer(&self, battle: &Battle, who: CombatantId) -> Choice {
        let Answer::Avoid(Some(method)) = self.0.assumed() else { return Choice::new(menu::DECLINE.verb) };
        let offers = self.offers(battle, who);
        let offer = offers.iter().find(|offer| offer.verb == method.kind().verb);
        offer.map_or(Choice::new(menu::DECLINE.verb), Choice::of)
    }

    /// Tells the attacker, the weapon and the location; after the roll also the number of blows, the roll and the
    /// required roll. RAT-AVOID-02.
    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let strike = self.0.strike();
        let by = &battle.combatant(strike.by).identity.name;
        let (attack, _) = self.0.attack();
        let with = format!("{by} with {}{}", battle.item(strike.item).name, aimed(strike));
        let required = attack.required(0, 0);
        let struck = known(&self.0);
        let about = match struck {
            Some(Struck { blows: 1, roll, .. }) => format!("{with}: {} against {required}", attack.accuracy(roll)),
            Some(Struck { blows, roll, .. }) => {
                format!("{with}: {blows} blows, {} against {required}", attack.accuracy(roll))
            }
            None => format!("{with}, before the roll"),
        };
        let told = Told::new(battle, who, "may avoid it", about, ids::AVOID_01).on(strike.by);
        let told = told.by(strike.by, strike.item);
        match struck {
            Some(struck) => told.rolled("Attack", attack.accuracy(struck.roll), Some(required.into())),
            None => told,
        }
    }

    /// What it rolls, and what that does.
    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let Some(method) = named(offer.verb) else { return wording };
        let (attack, _) = self.0.attack();
        let roll = known(&self.0).map(|struck| i32::from(attack.accuracy(struck.roll)));
        // Only the whole sum counts as 0 if it is below 0: nothing is cut off before the dodge is added, RAT-ACC-08.
        let margin = roll.map(|roll| roll - i32::from(attack.base + attack.difficulty));
        let over = |dice: u8, half: bool| match margin {
            Some(margin) if half => format!("half of {dice}d4, more than {margin} averts"),
            Some(margin) => format!("{dice}d4, more than {margin} averts"),
            None if half => format!("half of {dice}d4 on the required roll"),
            None => format!("{dice}d4 on the required roll"),
        };
        let methods = attack.methods;
        let lost = if battle.combatant(who).conditions.has(WAITING) { "the turn in hand" } else { "the next turn" };
        // The name says the cost: rows with odds have no room for more.
        let wording = if method == Method::ThrowAside {
            let then = format!("the whole Agility roll, and {lost} is lost").into();
            Wording { then, ..wording.titled(format!("Throw oneself aside for {lost}")) }
        } else {
            wording
        };
        wording.about(match method {
            Method::Block => {
                let left = shield(battle, who).map_or(0, |item| item.numbers.get(DURABILITY));
                let of = if methods.block_once { "all blows at once" } else { "each blow" };
                format!("{} % for {of}; takes {left} more", methods.block.unwrap_or(0))
            }
            Method::Sidestep => over(methods.dodge, true),
            Method::Dodge => over(methods.dodge, false),
            Method::ThrowAside => format!("{}; {lost} is lost", over(methods.dodge, false)),
            Method::Parry => {
                let dice = methods.parry.unwrap_or(0);
                let least = roll.map(|roll| roll - i32::from(attack.difficulty));
                least.map_or(format!("{dice}d4"), |least| format!("{dice}d4, more than {least} averts"))
            }
        })
    }
}

/// Where it is aimed, to be appended to other words.
fn aimed(strike: Strike) -> String {
    strike.place.part().map_or_else(String::new, |_| format!(" at the {}", strike.place.words()))
}

/// The method that a verb names.
fn named(verb: &str) -> Option<Method> {
    Method::ALL.into_iter().find(|method| method.kind().verb == verb)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        ItemRow, RulesetId, Team,
        rates::{attack, attack_step::Place},
        testing::armed,
    };

    #[test]
    fn what_throwing_oneself_aside_costs_is_said_as_it_is() {
        let body = |team: u8| (Team(team), Square::new(i16::from(team), 0), RulesetId::Rates.plain_sheet());
        let items = vec![ItemRow::new(ItemId(0), Location::Main(CombatantId(0)))];
        let mut battle = armed(RulesetId::Rates, Battlefield::new(2, 1), &[0, 1].map(body), items);
        let [by, on] = [0, 1].map(CombatantId);
        let strike = Strike { by, item: ItemId(0), on, place: Place::Anywhere };
        let words = |battle: &Battle| {
            let (part, whole) = (attack::attack(battle, &strike, false), attack::body(battle, &strike));
            let avoid = Avoid(Box::new(Exchange::new(strike, part, whole, CombatantSet::default())));
            let offer = Offer::new(&menu::THROW_ASIDE, &[ids::AVOID_07], Cost::FREE);
            let Wording { title, then, .. } = avoid.describe(battle, on, &offer, Wording::of(battle, &offer));
            [title, then].map(std::borrow::Cow::into_owned)
        };
        let lost = |what: &str| {
            [format!("Throw oneself aside for {what}"), format!("the whole Agility roll, and {what} is lost")]
        };
        assert_eq!(words(&battle), lost("the next turn"));
        battle.apply(&Effect::AddCondition(on, lasting(WAITING)));
        assert_eq!(words(&battle), lost("the turn in hand"));
    }
}
