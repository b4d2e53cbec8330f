//! The defender's choice, before any die: passive, or components with AP, and Luck. POO-ATK-04, POO-DEF.

use serde::{Deserialize, Serialize};

use super::{
    act::Act,
    arms::{WeaponGroup, arm},
    attack, catalogue as ids,
    components::{Change, Component, DEFENCES, LADDER},
    conditions::{GRABBED, defends_actively, drug, held_by},
    dice,
    exchange::{Answer, Question},
    gather::{self, Plan},
    menu, reach,
    sheet::{AP, LUCK, sheet, sheet_of},
    step::Exchange,
};
use crate::rules::{Invested, PartSet, Parts, Spending, Word, counts, exchange::Situation as _, prelude::*};

/// Block dice of an item, with training for shields. POO-DEF-05.
pub fn block_dice(battle: &Battle, who: CombatantId, item: ItemId) -> u8 {
    let numbers = arm(battle, item);
    if numbers.block > 0 { numbers.block + sheet_of(battle, who).training.shield } else { numbers.parry }
}

/// Whether somebody meets wrestling with more dice by strength than by evasion, POO-WRE-01.
pub fn grips_better(battle: &Battle, act: &Act, on: CombatantId) -> bool {
    if act.base != Component::Wrestle {
        return false;
    }
    let left = |grips: bool| {
        let (mut dice, mut penalty) = (Quick::default(), Quick::default());
        match grips {
            true => dice::grip(battle, act, (on, 0), &mut dice),
            false => dice::evasion(battle, act, (on, 0), false, &mut dice),
        }
        dice::defence_penalty(battle, act, on, grips, &mut penalty);
        dice.sum() - penalty.sum()
    };
    left(true).max(1) > left(false)
}

/// The AP that somebody can put into a defence against an action, POO-COMP-30.
pub fn at_hand(battle: &Battle, act: &Act, on: CombatantId) -> u8 {
    let target = battle.combatant(on);
    let left = if defends_actively(target) { target.budgets.get(AP).clamp(0, 100) as u8 } else { 0 };
    let limits = act.with.changes().find_map(|change| if let Change::Limits(by) = change { Some(by) } else { None });
    limits.map_or(left, |by| left.min(act.ap / by))
}

/// The components that somebody could defend with, each with its refusal.
fn components(battle: &Battle, act: &Act, on: CombatantId) -> Vec<(Component, Option<Refusal>)> {
    let numbers = sheet_of(battle, on);
    let known = Component::ALL.into_iter().filter(|component| numbers.knows(*component));
    known.filter_map(|known| Some((known, refusal(battle, act, on, known)?))).collect()
}

/// Whether a component is a defence against such an action: `None` if it does not apply, otherwise the reason why it is
/// not possible now, if there is one.
fn refusal(battle: &Battle, act: &Act, on: CombatantId, component: Component) -> Option<Option<Refusal>> {
    let bodily = gather::is_opposed(act) && !act.is_mental();
    let blow = bodily && act.base != Component::Wrestle;
    let held = battle.combatant(on).conditions.has(GRABBED);
    let is_physical = act.is_martial();
    Some(match component {
        Component::Evade if bodily => held.then(|| Refusal::new(ids::COND_11, "Held fast")),
        Component::Block if blow => {
            blockers(battle, act, on).is_empty().then(|| Refusal::new(ids::DEF_05, "Nothing to block with"))
        }
        Component::SteelMind if act.is_mental() => None,
        Component::Catch if matches!(act.base, Component::Throw | Component::Shot) => {
            (!has_free_hand(battle, on)).then(|| Refusal::new(ids::COMP_36, "Needs a free hand"))
        }
        Component::Riposte if is_physical && act.is_melee() => ripostes(battle, on, act.by),
        Component::ElusiveStep | Component::Untouchable if bodily => None,
        Component::EnergyWard if act.is_spell() && bodily => opposes(battle, act, on, ids::CNT_02),
        Component::Counterspell if act.is_spell() && !act.energies.has(super::components::Energy::Life) => {
            opposes(battle, act, on, ids::CNT_01)
        }
        _ => return None,
    })
}

fn opposes(battle: &Battle, act: &Act, on: CombatantId, rule: RuleId) -> Option<Refusal> {
    dice::opposing(battle, act, on).is_none().then(|| Refusal::new(rule, "No opposed energy"))
}

/// Why there is no Riposte: the enemy is not within reach of a ready melee weapon, POO-COMP-43.
fn ripostes(battle: &Battle, who: CombatantId, by: CombatantId) -> Option<Refusal> {
    let reaches = |item: &Item<'_>| {
        let numbers = arm(battle, item.id);
        numbers.is(WeaponGroup::Melee) && reach::distance(battle, who, by) <= numbers.reach
    };
    (!battle.ready_items(who).any(|item| reaches(&item))).then(|| Refusal::new(ids::COMP_43, "Out of reach"))
}

/// Whether a hand is free, POO-COMP-36, POO-WRE-01; a hold takes one. POO-COND-11.
pub fn has_free_hand(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    let free = u8::from(fighter.hands.main.is_none()) + u8::from(fighter.hands.off.is_none());
    free > held_by(fighter)
}

/// What somebody can block an action with. POO-DEF-05.
pub fn blockers(battle: &Battle, act: &Act, on: CombatantId) -> Vec<ItemId> {
    let held = battle.combatant(on).hands.held();
    held.filter(|item| gather::blocks(battle, act, *item)).collect()
}

/// Whether any active defence is possible, POO-DEF-09.
pub fn has_any(battle: &Battle, act: &Act, on: CombatantId) -> bool {
    let left = at_hand(battle, act, on);
    let fits = |(component, refusal): &(Component, Option<Refusal>)| {
        refusal.is_none() && component.row().set == DEFENCES && component.row().price <= left
    };
    left > 0 && components(battle, act, on).iter().any(fits)
}

/// The defender's choice: an action under way and the place of the target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Defend(pub Box<Exchange>, pub u8);

impl Defend {
    fn act(&self) -> &Act {
        &self.0.act
    }

    /// The AP that a choice puts into each component, POO-DEF-06.
    pub fn plan(&self, battle: &Battle, who: CombatantId, offer: &Offer, choice: &Choice) -> Plan {
        let luck = offer.value(choice, menu::LUCK_DICE.key).max(0) as u8;
        let grips = grips_better(battle, self.act(), who);
        if choice.verb != menu::DEFEND.verb {
            return Plan { luck, grips, ..Plan::default() };
        }
        let taken = |component: &Component| offer.counted(choice, component.key()) > 0;
        let with: super::components::Components = Component::ALL.into_iter().filter(taken).collect();
        let ap = offer.value(choice, menu::INVESTED.key).max(0) as u8;
        let item = |component: Component| {
            let parameter = offer.parameters.iter().find(|parameter| parameter.key == component.key())?;
            let value = offer.value(choice, component.key());
            parameter.values.iter().find(|known| known.value == value)?.item
        };
        let (evades, blocks, wards) =
            (with.has(Component::Evade), with.has(Component::Block), with.has(Component::EnergyWard));
        let shared = |key| offer.value(choice, key).max(0) as u8;
        // The price of the others must stay with them; what goes with Evade alone stays there. POO-DEF-06.
        let price = |of: &[Component]| {
            of.iter().filter(|component| with.has(**component)).map(|component| component.row().price).sum::<u8>()
        };
        let for_evade = price(&[Component::Evade, Component::ElusiveStep, Component::Untouchable]);
        let for_both = for_evade + price(&[Component::Block, Component::Riposte]);
        let warded = match (wards, evades || blocks) {
            (false, _) => 0,
            (true, false) => ap,
            (true, true) => shared(menu::IN_WARD.key).clamp(1, ap.saturating_sub(for_both).max(1)),
        };
        let rest = ap.saturating_sub(warded);
        let blocked = match (evades, blocks) {
            (_, false) => 0,
            (false, true) => rest,
            (true, true) => shared(menu::IN_BLOCK.key).clamp(1, rest.saturating_sub(for_evade).max(1)),
        };
        Plan {
            evade: rest.saturating_sub(blocked),
            block: blocked,
            item: item(Component::Block),
            ward: warded,
            with,
            luck,
            grips,
        }
    }

    /// Luck goes with a roll, and against Death there is none without a counterspell. POO-LUCK-02, POO-MAG-09.
    fn passive(&self, battle: &Battle, who: CombatantId) -> Offer {
        let offer = Offer::new(&menu::PASSIVE, &[ids::DEF_02, ids::ATK_04], Cost::FREE);
        if gather::is_opposed(self.act()) { offer.parameter(luck(battle, who)) } else { offer }
    }

    fn active(&self, battle: &Battle, who: CombatantId) -> Offer {
        let offer = Offer::new(&menu::DEFEND, &[ids::DEF_03, ids::TIER_04], Cost::of(&menu::AP, 1));
        let left = at_hand(battle, self.act(), who);
        let refusal = (left == 0).then(|| no_ap(battle, self.act(), who));
        let mut offer = offer.refused(refusal);
        let none = Refusal::new(ids::DEF_03, "Needs a defence");
        let defences = PartSet { most: 3, ..PartSet::at_least_one(DEFENCES, none) };
        let invested = Invested {
            key: menu::INVESTED.key,
            of: &menu::AP,
            ladder: &LADDER,
            rule: ids::TIER_04,
            die: Some(ids::ROLL_05),
        };
        for (place, (component, refusal)) in components(battle, self.act(), who).into_iter().enumerate() {
            offer = offer.parameter(part(battle, self.act(), who, component, (refusal, place == 0)));
        }
        let has = |component: Component| {
            offer.parameters.iter().any(|known| known.key == component.key() && known.values.len() > 1)
        };
        let (evades, blocks, wards) = (has(Component::Evade), has(Component::Block), has(Component::EnergyWard));
        offer = offer.parameter(Parameter::new(&menu::INVESTED, counts(1..=left.max(1))));
        if evades && blocks && left > 1 {
            offer = offer.parameter(Parameter::new(&menu::IN_BLOCK, counts(1..=left - 1)));
        }
        if wards && (evades || blocks) && left > 1 {
            offer = offer.parameter(Parameter::new(&menu::IN_WARD, counts(1..=left - 1)));
        }
        // AP are divided only where there are two defences to share them, POO-DEF-06.
        let [evade, block, ward] = [Component::Evade, Component::Block, Component::EnergyWard].map(Component::key);
        let parts = Parts::new(ids::DEF_06).set(defences).investing(invested);
        let parts = parts.sharing(menu::IN_BLOCK.key, &[&[evade], &[block]]);
        offer.parameter(luck(battle, who)).made_of(parts.sharing(menu::IN_WARD.key, &[&[ward], &[evade, block]]))
    }
}

/// The items to block with. Of two that are called alike, such as a sword that was picked up, the words say which.
fn blocking_items(battle: &Battle, act: &Act, who: CombatantId) -> Vec<ParameterValue> {
    let all = blockers(battle, act, who);
    let value = |item: &ItemId| {
        let known = battle.item(*item);
        let word = Word::among(*item, known.tag, all.iter().map(|other| (*other, battle.item(*other).tag)));
        let hand = if matches!(known.at, Location::Off(_)) { "off hand" } else { "main hand" };
        let label = if &*word == known.tag { known.name.to_string() } else { format!("{}, {hand}", known.name) };
        ParameterValue::new(i32::from(item.0) + 1, word, label).of_item(*item)
    };
    all.iter().map(value).collect()
}

/// A component as a part of a defence; the first one is taken by default.
fn part(
    battle: &Battle,
    act: &Act,
    who: CombatantId,
    component: Component,
    (refusal, is_first): (Option<Refusal>, bool),
) -> Parameter {
    let is_on = is_first && refusal.is_none();
    let mut values = if component == Component::Block {
        blocking_items(battle, act, who)
    } else {
        vec![ParameterValue { refusal: refusal.clone(), ..ParameterValue::new(1, "yes", "Yes") }]
    };
    let no = ParameterValue::new(0, "no", "No");
    if is_on {
        values.push(no);
    } else {
        values.insert(0, no);
    }
    Parameter::new(component.kind(), values)
}

/// Whether somebody may add Luck to a defence: not under a drug, nor unconscious. POO-LUCK-06, POO-BER-03.
pub fn has_luck(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.vitals.get(LUCK) > 0 && fighter.fights() && drug(fighter).is_none()
}

/// The Luck dice that somebody may add to a defence, POO-LUCK-02.
fn luck(battle: &Battle, who: CombatantId) -> Parameter {
    let points = if has_luck(battle, who) { battle.combatant(who).vitals.get(LUCK).clamp(0, 30) } else { 0 };
    Parameter::new(&menu::LUCK_DICE, counts(0..=points as u8))
}

/// The Luck dice that somebody may add to its own actions, even under a drug. POO-LUCK-06.
pub fn own_luck(battle: &Battle, who: CombatantId) -> Parameter {
    Parameter::new(&menu::LUCK_DICE, counts(0..=battle.combatant(who).vitals.get(LUCK).clamp(0, 30) as u8))
}

fn no_ap(battle: &Battle, act: &Act, who: CombatantId) -> Refusal {
    let fighter = battle.combatant(who);
    match () {
        () if fighter.budgets.get(super::sheet::STARTED) == 0 => Refusal::new(ids::TURN_05, "Before its first turn"),
        () if !defends_actively(fighter) => Refusal::new(ids::DEF_09, "Cannot defend actively"),
        () if act.has(Component::Overwhelm) && fighter.budgets.get(AP) > 0 => Refusal::new(ids::COMP_30, "Overwhelmed"),
        () => Refusal::new(ids::TURN_10, "No AP left"),
    }
}

impl RulesetPrompt for Defend {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        vec![self.passive(battle, who), self.active(battle, who)]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let offers = self.offers(battle, who);
        let Some(offer) = offers.iter().find(|offer| offer.verb == choice.verb) else { return };
        let plan = self.plan(battle, who, offer, choice);
        let ap = if choice.verb == menu::DEFEND.verb { offer.price(choice, Spending::Points) } else { 0 };
        pay(battle, who, ap.max(0) as u8, plan.luck, context);
        let guard = gather::guard(battle, self.act(), who, &plan);
        if ap > 0 {
            let words = and_list(plan.with.iter().map(|component| component.row().label));
            context.log(|| {
                Entry::action(
                    (who, Action::Defend),
                    format!("defends: {words} ({ap} AP)"),
                    (None, plan.item, None),
                    ids::DEF_03,
                )
            });
        }
        attack::answer(&self.0, self.1, Answer::Guard(guard), context);
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::PASSIVE.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let act = self.act();
        let means = self.0.targets.first().map_or_else(String::new, |target| target.situation.means());
        let tier = LADDER[usize::from(act.tier().clamp(1, 5)) - 1].name;
        let about = format!("{} with {means}, {tier}, {} AP", act.name(), act.ap);
        Told::new(battle, who, "may defend", about, ids::ATK_04).on(act.by).by(act.by, act.item)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        if offer.verb != menu::PASSIVE.verb {
            return wording;
        }
        let plan = Plan { grips: grips_better(battle, self.act(), who), ..Plan::default() };
        let guard = gather::guard(battle, self.act(), who, &plan);
        wording.about(format!("{} dice", guard.dice()))
    }
}

/// Pays AP and Luck, POO-ATK-02.
pub fn pay(battle: &Battle, who: CombatantId, ap: u8, luck: u8, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if ap > 0 {
        context.effect(Effect::Budget(who, AP, fighter.budgets.get(AP) - i16::from(ap)));
    }
    if luck > 0 {
        context.effect(Effect::Vital(who, LUCK, fighter.vitals.get(LUCK) - i16::from(luck)));
    }
}

/// Luck for a roll of the mind against charm, declared with the attack's total known. POO-MAG-07.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Resist(pub Box<Exchange>, pub u8);

impl RulesetPrompt for Resist {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        vec![Offer::new(&menu::RESIST, &[ids::MAG_07], Cost::FREE).parameter(luck(battle, who))]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let luck = choice.value(menu::LUCK_DICE.key, 0).max(0) as u8;
        pay(battle, who, 0, luck, context);
        attack::answer(&self.0, self.1, Answer::Luck(luck), context);
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let target = &self.0.targets[usize::from(self.1)];
        let total = match target.situation.next(target.stage) {
            crate::rules::exchange::Next::Ask(Question::Mind(total)) => total,
            _ => 0,
        };
        Told::new(battle, who, "resists a charm", format!("The attack's total is {total}"), ids::MAG_07)
            .on(self.0.act.by)
            .by(self.0.act.by, self.0.act.item)
    }
}

/// Whether an attack is turned back on the attacker, POO-CRIT-09.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TurnBack(pub Box<Exchange>, pub u8);

impl RulesetPrompt for TurnBack {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let offer = |kind| Offer::new(kind, &[ids::CRIT_09], Cost::FREE);
        vec![offer(&menu::TURN_BACK), offer(&menu::LET_PASS)]
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        attack::answer(&self.0, self.1, Answer::Return(choice.verb == menu::TURN_BACK.verb), context);
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::TURN_BACK.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = "may turn the attack back";
        Told::new(battle, who, words, "A critical failure against a critical defence", ids::CRIT_09)
            .on(self.0.act.by)
            .by(self.0.act.by, self.0.act.item)
    }
}

/// The AP that a defence of somebody would usually take, POO-TURN-10.
pub fn usual(battle: &Battle, who: CombatantId) -> u8 {
    u8::from(sheet(battle.combatant(who)).rating(super::sheet::Stat::Speed) > 1)
}
