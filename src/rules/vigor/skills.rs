//! Skills in use: Social, Awareness, Menace, emergency aid, stabilising. VIG-ACT-05, VIG-ACT-06, VIG-DYING-03.

use serde::{Deserialize, Serialize};

use super::{
    ability::Pool,
    afflict::{self, pay_vigor},
    awareness::noticed,
    catalogue as ids,
    conditions::{
        self, CHARMED, INTIMIDATED, SHOCK, WEAKNESS, can_react, cannot_move, is_charmed_by, is_target, is_unconscious,
    },
    cover::{self, feet},
    describe::roll_words,
    dice::{action, action_dice, check, medic_dice, opposing_dice, plain_vs, told, treating_dice},
    menu::{self, Price},
    settings,
    sheet::{Kind, RollKind, Skill, VIGOR, sheet},
    step::SpecialStep,
};
use crate::{
    dice::Throw,
    rules::{nearest_first, prelude::*},
};

/// The VS of skills used on enemies, VIG-ACT-05.
const SKILL_VS: i32 = 15;
/// The VS of Medicine, VIG-ACT-06, VIG-DYING-03.
const MEDICINE_VS: i32 = 20;
/// The range of skills used on enemies, in feet, VIG-ACT-05.
const EARSHOT: u16 = 30;
/// The price of opposing in Vigor, VIG-ACT-05.
pub const OPPOSING_PRICE: u8 = 5;

impl Skill {
    /// The condition it causes.
    const fn brings(self) -> ConditionKind {
        [CHARMED, WEAKNESS, INTIMIDATED][self as usize]
    }

    /// Its kind of offer.
    pub const fn kind(self) -> &'static OfferKind {
        [&menu::CHARM, &menu::STUDY, &menu::MENACE][self as usize]
    }
}

/// Why a skill cannot be used on a combatant.
fn refusal(battle: &Battle, skill: Skill, who: CombatantId, on: CombatantId) -> Option<Refusal> {
    let (fighter, target) = (battle.combatant(who), battle.combatant(on));
    let (from, to) = (fighter.footprint(), target.footprint());
    let sways = skill != Skill::Awareness;
    let known = |bearer: Combatant<'_>, whom: CombatantId| {
        bearer.conditions.0.iter().any(|known| known.kind == skill.brings() && known.whom == Some(whom))
    };
    if sways && sheet(target).kind != Kind::Living {
        return Some(Refusal::new(ids::ACT_05, "Only the living are swayed"));
    }
    if is_charmed_by(battle, who, on) {
        return Some(Refusal::new(ids::ACT_05, "Charmed by it"));
    }
    if feet(from, to) > EARSHOT {
        return Some(Refusal::new(ids::ACT_05, "More than 30 feet away"));
    }
    if !fighter.aware.of(on) || !cover::is_seen(battle, from, to) {
        return Some(Refusal::new(ids::VIS_05, "Not seen"));
    }
    let again = if sways { known(target, who) } else { known(fighter, on) };
    again.then(|| Refusal::new(ids::ACT_05, "Already has that effect"))
}

/// The offers to use skills.
pub fn offers(battle: &Battle, who: CombatantId, price: Price) -> Vec<Offer> {
    let mut all = Vec::new();
    if !settings::no_skill_actions(battle) {
        all.extend(Skill::ALL.map(|skill| on_enemies(battle, skill, who, price)));
    }
    all.push(stabilising(battle, who, price));
    if price == Price::Actions {
        all.push(aiding(battle, who));
    }
    all
}

fn on_enemies(battle: &Battle, skill: Skill, who: CombatantId, price: Price) -> Offer {
    let all = crate::rules::candidates(battle, who, |on| refusal(battle, skill, who, on));
    let offer = Offer::new(skill.kind(), &[ids::ACT_05, ids::VIS_05], price.of(battle, 1, 0));
    let unconscious = is_unconscious(battle.combatant(who)).then(|| Refusal::new(ids::COND_06, "Unconscious"));
    offer.refused(unconscious).at_any_of(all, || Refusal::new(ids::ACT_05, "Nobody to use it on"))
}

/// Creatures that could be treated, nearest first, known enemies last. VIG-ACT-06, VIG-DYING-03.
fn patients(battle: &Battle, who: CombatantId, why: impl Fn(CombatantId) -> Option<Refusal>) -> Vec<Candidate> {
    let me = battle.combatant(who);
    let is_known = |fighter: &Combatant<'_>| fighter.team == me.team || me.aware.of(fighter.id);
    let all = battle.combatants().filter(|fighter| is_target(*fighter)).filter(is_known);
    let near = |on: CombatantId| {
        let to = battle.combatant(on).footprint();
        let adjacent = on == who || cover::is_adjacent(battle, me.footprint(), to);
        (!adjacent).then(|| Refusal::new(ids::REACH_01, "Not adjacent"))
    };
    nearest_first(battle, who, all, |fighter| fighter.team != me.team, |on| why(on).or_else(|| near(on)))
}

fn treating(battle: &Battle, who: CombatantId, offer: Offer, all: Vec<Candidate>, rule: RuleId) -> Offer {
    let offer = offer.refused(cannot_move(battle.combatant(who)));
    offer.at_any_of(all, || Refusal::new(rule, "Nobody to treat"))
}

fn aiding(battle: &Battle, who: CombatantId) -> Offer {
    let whole = |on| (!conditions::is_injured(battle, on)).then(|| Refusal::new(ids::ACT_06, "Not injured"));
    let offer = Offer::new(&menu::AID, &[ids::ACT_06], menu::actions(2));
    let dice = sheet(battle.combatant(who)).skills.medicine;
    let hopeless = dice == 0 && !settings::tie_succeeds(battle);
    let hopeless = hopeless.then(|| Refusal::new(ids::ACT_06, "No Medicine: cannot exceed 20"));
    treating(battle, who, offer, patients(battle, who, whole), ids::ACT_06).refused(hopeless)
}

fn stabilising(battle: &Battle, who: CombatantId, price: Price) -> Offer {
    let well = |on: CombatantId| {
        let dying = battle.combatant(on).conditions.has(SHOCK);
        (!dying).then(|| Refusal::new(ids::DYING_03, "Not in Shock"))
    };
    let offer = Offer::new(&menu::STABILISE, &[ids::DYING_03], price.of(battle, 1, 0));
    let hopeless = medic_dice(battle, who) == 0 && !settings::tie_succeeds(battle);
    let hopeless = hopeless.then(|| Refusal::new(ids::DYING_03, "No skill: cannot exceed 20"));
    treating(battle, who, offer, patients(battle, who, well), ids::DYING_03).refused(hopeless)
}

/// The step of a choice among these offers; `None` for other choices.
pub fn chosen(who: CombatantId, choice: &Choice) -> Option<SpecialStep> {
    let on = choice.on?;
    let skill = Skill::ALL.into_iter().find(|skill| skill.kind().verb == choice.verb);
    match (skill, choice.verb) {
        (Some(skill), _) => Some(SpecialStep::Skill(skill, who, on)),
        (None, verb) if verb == menu::AID.verb => Some(SpecialStep::Aid(who, on)),
        (None, verb) if verb == menu::STABILISE.verb => Some(SpecialStep::Stabilise(who, on)),
        _ => None,
    }
}

fn told_act(who: CombatantId, on: CombatantId, words: &'static str, rule: RuleId) -> Entry {
    let (words, on) = (words.into(), Some(on));
    Entry::Action { who, action: Action::Act, words, on, with: None, to: None, rule }
}

/// Rolls 1d20 and skill dice against VS 15; the target of Social or Menace may oppose. VIG-ACT-05.
pub fn roll(battle: &Battle, skill: Skill, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let words = ["charms", "studies", "menaces"][skill as usize];
    context.log(|| told_act(by, on, words, ids::ACT_05));
    let dice = action_dice(battle, by, RollKind::Skill, skill.dice(battle, by), 0);
    let (number, above) = plain_vs(battle, ids::ACT_05, SKILL_VS);
    if skill == Skill::Awareness {
        if check(battle, (by, skill.name(), ids::ACT_05), dice, (number, above), context) {
            take_effect(battle, skill, by, on, context);
        }
        return noticed(battle, by, on, context);
    }
    let class = |sum: i32| if sum > above { sum as u32 } else { 0 };
    let thrown = context.throw(action(battle, dice), &|reading| class(reading.sum));
    let success = thrown.sum > above;
    context.log(|| Entry::Roll(Roll::new(by, skill.name(), ids::ACT_05, &thrown).against(number, success)));
    let total = thrown.sum.min(30_000) as i16;
    if !success {
        noticed(battle, by, on, context);
    } else if may_oppose(battle, on) {
        context.ask(on, Oppose(skill, by, total));
    } else {
        take_effect(battle, skill, by, on, context);
    }
}

/// Whether a combatant may make an opposing roll and can pay for it, VIG-ACT-05, VIG-REACT-01.
fn may_oppose(battle: &Battle, on: CombatantId) -> bool {
    can_react(battle, on) && battle.combatant(on).vitals.get(VIGOR) >= OPPOSING_PRICE.into()
}

/// The question whether to oppose a skill: the skill, its user, and the total to beat. VIG-ACT-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Oppose(pub Skill, pub CombatantId, pub i16);

impl RulesetPrompt for Oppose {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::OPPOSE, &[ids::ACT_05, ids::REACT_01], Cost::of(&menu::VIGOR, OPPOSING_PRICE)),
            Offer::new(&menu::YIELD, &[ids::ACT_05], Cost::FREE),
        ]
    }

    fn answer(&self, battle: &Battle, on: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(skill, by, total) = *self;
        if choice.verb == menu::OPPOSE.verb {
            pay_vigor(battle, on, OPPOSING_PRICE, context);
            context.step(SpecialStep::Oppose(skill, by, on, total));
        } else {
            take_effect(battle, skill, by, on, context);
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(skill, by, total) = *self;
        // An unknown user is not named, VIG-SETUP-06.
        let (target, user) = (battle.combatant(who), battle.combatant(by));
        let on = (target.aware.of(by) || target.team == user.team).then_some(by);
        let whose = on.map_or("Somebody", |_| &user.identity.name);
        let about = format!("{whose} with {}: {total} to beat", skill.name());
        Told::new(battle, who, "may oppose", about, ids::ACT_05).on(on).by(by, None)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb != menu::OPPOSE.verb {
            return wording;
        }
        wording.about(format!("{}, more than {}", roll_words(opposing_dice(battle, who)), self.2))
    }
}

/// The opposing roll, with Reason or Resolve: higher averts, a tie does not. VIG-ACT-05.
pub fn oppose(battle: &Battle, Oppose(skill, by, total): Oppose, on: CombatantId, context: &mut StepContext<'_>) {
    let number = Verdict::base(ids::ACT_05, "To beat", total.into());
    let averted =
        check(battle, (on, "Opposing", ids::ACT_05), opposing_dice(battle, on), (number, total.into()), context);
    if averted {
        noticed(battle, by, on, context);
    } else {
        take_effect(battle, skill, by, on, context);
    }
}

/// Applies the effect: charmed, a weakness found, or intimidated. VIG-ACT-05.
fn take_effect(battle: &Battle, skill: Skill, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let (bearer, whom) = if skill == Skill::Awareness { (by, on) } else { (on, by) };
    // A bearer without a place in the order has no next turn, so it ends with the round that turn would be in,
    // VIG-TURN-05.
    let has_place = battle.scene.order.contains(&bearer);
    let until = if has_place { Until::NextTurnEnd } else { Until::RoundEnd(battle.scene.round + 1) };
    let brought = Condition { whom: Some(whom), ..Condition::new(skill.brings(), until) };
    context.effect(Effect::AddCondition(bearer, brought));
    let words = ["is charmed", "finds a weakness", "is intimidated"][skill as usize];
    context.note(bearer, ids::ACT_05, words);
    noticed(battle, by, on, context);
}

/// Emergency aid: a Medicine check against VS 20, VIG-ACT-06.
pub fn aid(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    context.log(|| told_act(by, on, "gives emergency aid to", ids::ACT_06));
    let vs = plain_vs(battle, ids::ACT_06, MEDICINE_VS);
    if check(battle, (by, "Medicine", ids::ACT_06), treating_dice(battle, by, true), vs, context) {
        context.step(SpecialStep::Heal(on));
    }
}

/// Restores 1d10 Durability; the die neither bursts nor changes size. VIG-ACT-06.
pub fn heal(battle: &Battle, on: CombatantId, context: &mut StepContext<'_>) {
    let thrown = context.throw_apart(Throw::die(10));
    context.log(|| told(on, "Restored", ids::ACT_06, &thrown));
    afflict::give(battle, on, Pool::Durability, thrown.sum as i16, ids::ACT_06, context);
}

/// Stabilising: a check against VS 20 with the better medical skill, VIG-DYING-03.
pub fn stabilise(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    context.log(|| told_act(by, on, "tends", ids::DYING_03));
    let vs = plain_vs(battle, ids::DYING_03, MEDICINE_VS);
    if check(battle, (by, "Medicine", ids::DYING_03), treating_dice(battle, by, false), vs, context) {
        afflict::stabilise(battle, on, context);
    }
}
