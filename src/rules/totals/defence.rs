//! Evasion, block and their outcomes, and the chance to turn a fumbled attack back. TOT-DEF, TOT-CRIT.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, catching,
    conditions::{self, no_ap, pay},
    contact, counter, damage,
    guard::{self, AvertingRoll, EqualDigits, UsualStake, dice},
    menu,
    pool::{self, Pool, Rolled},
    settings,
    sheet::{CARRIED, FRESH},
    spell::{Energy, Spell, Structure},
    step::{Blow, Contact, DefenceStep, Guard, Manner, Stake, Toll},
};
use crate::{
    dice::Digits,
    rules::{
        StageState::{self, Declined, Done, Later, Now},
        prelude::*,
    },
};

/// How to evade, D1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Evade(pub Blow);

impl RulesetPrompt for Evade {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let evade = guard::offer(battle, &self.0, Guard::Evasion, &[ids::DEF_01, ids::COMP_01]);
        let catch = catching::offer(battle, &self.0, &[ids::COMP_03, ids::DEF_01]);
        let none = Offer::new(&menu::NO_EVASION, &[ids::DEF_05], Cost::FREE);
        evade.into_iter().chain(catch).chain(counter::attack_offer(battle, &self.0)).chain([none]).collect()
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let blow = self.0;
        match choice.verb {
            "evade" => context.step(DefenceStep::Evade(blow, stake(battle, &blow, Guard::Evasion, choice))),
            "catch" => context.step(DefenceStep::Catch(blow, stake(battle, &blow, Guard::Catch, choice))),
            "counter" => {
                let energy = counter::chosen(battle, &blow, choice);
                context.step(DefenceStep::Counter(blow, energy, counter::stake(choice)));
            }
            _ => decide_block(battle, blow, context),
        }
    }

    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        usual_answer(battle, &self.0, Guard::Evasion)
    }

    fn needs(&self, battle: &Battle, _: CombatantId, choice: &Choice) -> Option<String> {
        let guard = (choice.verb == menu::EVADE.verb).then_some(Guard::Evasion)?;
        let words = needs(battle, &self.0, (guard, stake(battle, &self.0, guard, choice)))?;
        let blocks = !self.0.fumbled && dice(battle, &self.0, Guard::Block) > 0;
        Some(if blocks { format!("{words}; else the block") } else { words })
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let told = Told::new(battle, who, "may evade", against(battle, &self.0), ids::DEF_01).on(self.0.by);
        damage::after(told, battle, &self.0, &[("To hit", self.0.need.into())], &[Now, Later, Later])
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(battle, &self.0, offer, wording)
    }
}

/// How to block, D2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Block(pub Blow);

impl Block {
    const fn stages(&self) -> [StageState; 3] {
        [if self.0.dodged.is_some() { Done } else { Declined }, Now, Later]
    }
}

impl RulesetPrompt for Block {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let block = guard::offer(battle, &self.0, Guard::Block, &[ids::DEF_02, ids::COMP_02]);
        let none = Offer::new(&menu::NO_BLOCK, &[ids::DEF_05], Cost::FREE);
        block.into_iter().chain(counter::shield_offer(battle, &self.0)).chain([none]).collect()
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        context.step(match choice.verb {
            "block" => DefenceStep::Block(self.0, stake(battle, &self.0, Guard::Block, choice)),
            "shield" => raise_shield(battle, &self.0, choice),
            _ => DefenceStep::Open(self.0),
        });
    }

    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        usual_answer(battle, &self.0, Guard::Block)
    }

    fn needs(&self, battle: &Battle, _: CombatantId, choice: &Choice) -> Option<String> {
        let guard = (choice.verb == menu::BLOCK.verb).then_some(Guard::Block)?;
        needs(battle, &self.0, (guard, stake(battle, &self.0, guard, choice)))
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Blow { need, evasion, dodged, .. } = self.0;
        let rolls = [("To hit", i32::from(need) + i32::from(evasion)), ("Evasion", evasion.into())];
        let known = if dodged.is_some() { &rolls[..] } else { &rolls[..1] };
        let told = Told::new(battle, who, "may block", against(battle, &self.0), ids::DEF_02).on(self.0.by);
        damage::after(told, battle, &self.0, known, &self.stages())
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(battle, &self.0, offer, wording)
    }
}

/// Whether to try for a counterattack, TOT-DEF-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Seize(pub Blow);

impl RulesetPrompt for Seize {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let guards = [Guard::Evasion, Guard::Block];
        let guards = guards.map(|guard| guard::offer(battle, &self.0, guard, &[ids::DEF_06, ids::CRIT_05]));
        let others = [
            counter::shield_offer(battle, &self.0),
            catching::offer(battle, &self.0, &[ids::DEF_06, ids::COMP_03]),
            counter::attack_offer(battle, &self.0),
            Some(Offer::new(&menu::LET_MISS, &[ids::DEF_06], Cost::FREE)),
        ];
        guards.into_iter().chain(others).flatten().collect()
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let blow = self.0;
        let seize = |guard| DefenceStep::Seize(blow, guard, stake(battle, &blow, guard, choice));
        context.step(match choice.verb {
            "evade" => seize(Guard::Evasion),
            "block" => seize(Guard::Block),
            "catch" => seize(Guard::Catch),
            "shield" => raise_shield(battle, &blow, choice),
            "counter" => DefenceStep::Seize(blow, Guard::Counter, counter::stake(choice)),
            _ => {
                damage::let_pass(battle, &blow, context);
                return;
            }
        });
    }

    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let guard = guard::usual_seize(battle, &self.0).map(|(guard, _)| guard);
        let rolled = guard.filter(|guard| matches!(guard, Guard::Evasion | Guard::Block));
        Choice::new(rolled.map_or("none", |guard| guard::kind(guard).0.verb))
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let by = &battle.combatant(self.0.by).identity.name;
        let about = format!("{by} has fumbled; a critical turns the attack back");
        let told = Told::new(battle, who, "may strike back", about, ids::DEF_06).on(self.0.by);
        damage::after(told, battle, &self.0, &[], &[])
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        describe(battle, &self.0, offer, wording)
    }
}

/// Whether to turn the attack back, TOT-CRIT-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Return(pub Blow);

impl RulesetPrompt for Return {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let mut offers = vec![Offer::new(&menu::RETURN, &[ids::CRIT_05], Cost::FREE)];
        if catching::instead_of_returning(battle, &self.0) {
            let cost = if self.0.caught { Cost::FREE } else { menu::ap(1) };
            offers.push(Offer::new(&menu::KEEP_CAUGHT, &[ids::CRIT_05, ids::COMP_03], cost));
        }
        offers.push(Offer::new(&menu::DECLINE, &[ids::CRIT_05], Cost::FREE));
        offers
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        match choice.verb {
            "return" => contact::come_back(&self.0, context),
            "catch" => catching::take(battle, &self.0, context),
            _ => damage::let_pass(battle, &self.0, context),
        }
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("return")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let about = match damage::dice(battle, &self.0) {
            0 if self.0.manner == Manner::Wrestle => "A hold that is turned back does nothing".into(),
            0 => format!("{}, no damage", damage::means(battle, &self.0)),
            dice => format!("{dice}d10 damage"),
        };
        let told = Told::new(battle, who, "turns the attack back", about, ids::CRIT_05).on(self.0.by);
        damage::after(told, battle, &self.0, &[], &[])
    }
}

/// Raises an energy shield; the rest of the choice goes into the block.
fn raise_shield(battle: &Battle, blow: &Blow, choice: &Choice) -> DefenceStep {
    let block = Stake { ap: choice.value("ap", 0) as u8, luck: choice.value("luck", 0) as u8 };
    DefenceStep::Ward(*blow, counter::shield(battle, blow, choice), block)
}

/// The AP and Luck that a choice spends on a defence.
fn stake(battle: &Battle, blow: &Blow, guard: Guard, choice: &Choice) -> Stake {
    let least = guard::least_ap(battle, blow, guard);
    Stake { ap: choice.value("ap", least.into()) as u8, luck: choice.value("luck", 0) as u8 }
}

/// The default answer: nothing is spent beyond standing orders.
fn usual_answer(battle: &Battle, blow: &Blow, guard: Guard) -> Choice {
    let choice = Choice::new(guard::kind(guard).0.verb);
    match guard::usual(battle, blow, guard) {
        None => Choice::new("none"),
        Some(stake) if stake.ap == guard::least_ap(battle, blow, guard) => choice,
        Some(stake) => choice.set("ap", stake.ap.into()),
    }
}

/// Which totals and digits of a defence roll avert an attack. Against a critical both are needed, but a block after a
/// critical evasion needs the total alone. `None` if to-hit rolls are hidden, the attack has fumbled, or Luck is
/// staked. TOT-DEF-03.
fn needs(battle: &Battle, blow: &Blow, (guard, stake): (Guard, Stake)) -> Option<String> {
    if !settings::open_rolls(battle) || blow.fumbled || stake.luck > 0 {
        return None;
    }
    let dice = i32::from(guard::staked(battle, blow, guard, stake));
    let can_fumble = settings::criticals(battle) != settings::Criticals::Off;
    let is_hard = blow.critical && (guard != Guard::Block || blow.dodged != Some(true));
    let equal_digits = match (is_hard, can_fumble && !blow.critical) {
        (true, _) => EqualDigits::Needed,
        (false, true) => EqualDigits::Enough,
        (false, false) => EqualDigits::Ordinary,
    };
    Some(AvertingRoll { dice, above: blow.need.into(), equal_digits, can_fumble }.words())
}

/// Describes a defence.
fn describe(battle: &Battle, blow: &Blow, offer: &Offer, wording: Wording) -> Wording {
    let [attack, shield] = counter::wordings(battle, blow);
    let guard = match offer.verb {
        verb if verb == menu::COUNTER.verb => return wording.titled(attack.0).about(attack.1),
        verb if verb == menu::SHIELD.verb => return wording.titled(shield.0).about(shield.1),
        verb if verb == menu::EVADE.verb => Guard::Evasion,
        verb if verb == menu::BLOCK.verb => Guard::Block,
        _ => return wording,
    };
    let dice = dice(battle, blow, guard);
    wording.about(if guard::most_ap(battle, blow, guard) == 0 {
        format!("{dice}d10, {}", no_ap(battle, blow.on))
    } else {
        format!("{dice}d10, and 1d10 for each AP")
    })
}

/// What the defender knows of an attack, TOT-ATK-04.
fn against(battle: &Battle, blow: &Blow) -> String {
    let weapon = damage::means(battle, blow);
    let by = &battle.combatant(blow.by).identity.name;
    let harm = damage::words(battle, blow);
    match settings::open_rolls(battle).then_some(blow.need) {
        None => format!("{by} attacks: {weapon}, {harm}"),
        Some(need) => {
            // After a critical evasion any block will do, TOT-DEF-03 (7).
            let is_hard = blow.critical && blow.dodged != Some(true);
            let averts = if is_hard { ", a critical: only a critical of" } else { ":" };
            format!("{by}, {weapon}, {harm}{averts} more than {need} averts it")
        }
    }
}

/// Whether a combatant is asked how to defend: not with standing orders, nor drugged or in a stupor.
fn is_asked(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.fights() && guard::ordered(battle, who).is_none() && conditions::active(battle, who).is_none()
}

/// The defender's first decision, D1: a question, or answered by standing orders. TOT-ATK-04.
pub fn decide_evasion(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let who = blow.on;
    let can_evade = guard::is_possible(battle, &blow, Guard::Evasion);
    let other = || catching::is_possible(battle, &blow) || !guard::means(battle, &blow).is_empty();
    if !can_evade && (context.answers_by_default() || !other()) {
        return decide_block(battle, blow, context);
    }
    if is_asked(battle, who) && !context.answers_by_default() {
        return context.ask(who, Evade(blow));
    }
    match guard::usual(battle, &blow, Guard::Evasion) {
        Some(stake) => context.step(DefenceStep::Evade(blow, stake)),
        None => decide_block(battle, blow, context),
    }
}

/// Carried and fresh AP after the effects of this step.
fn ap_left(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> [i16; 2] {
    let mut left = guard::budgets(battle, who);
    for effect in context.effects() {
        match effect {
            Effect::Budget(whose, CARRIED, now) if *whose == who => left[0] = *now,
            Effect::Budget(whose, FRESH, now) if *whose == who => left[1] = *now,
            _ => {}
        }
    }
    left
}

/// The defender's second decision, D2, with the AP that remain after the first.
pub fn decide_block(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let who = blow.on;
    let can_block = guard::is_possible(battle, &blow, Guard::Block);
    let is_broke = || ap_left(battle, who, context).iter().all(|ap| *ap <= 0);
    if !can_block && (context.answers_by_default() || is_broke() || guard::means(battle, &blow).is_empty()) {
        context.step(DefenceStep::Open(blow));
    } else if !is_asked(battle, who) || context.answers_by_default() {
        let usual = UsualStake::of(battle, &blow, Guard::Block, ap_left(battle, who, context)).stake(blow.need.into());
        context.step(usual.map_or(DefenceStep::Open(blow), |stake| DefenceStep::Block(blow, stake)));
    } else {
        context.ask(who, Block(blow));
    }
}

/// Pays for a defence before it is rolled, TOT-ATK-04.
pub fn commit(battle: &Battle, who: CombatantId, stake: Stake, context: &mut StepContext<'_>) {
    pay(battle, who, stake.ap, context);
    pool::stake(battle, who, stake.luck, context);
}

/// Whether an evasion roll averts the attack, TOT-DEF-03 (2 to 4).
pub fn is_evaded(blow: &Blow, total: i32, digits: Digits) -> bool {
    match digits {
        Digits::ZeroOne => false,
        Digits::Double if !blow.critical => true,
        _ => (digits == Digits::Double) == blow.critical && total > i32::from(blow.need),
    }
}

/// Makes a defence roll that is already paid for, logged with a rule.
fn roll(
    battle: &Battle,
    blow: &Blow,
    (guard, stake, rule): (Guard, Stake, RuleId),
    context: &mut StepContext<'_>,
) -> Rolled {
    let class = |sum: i32, digits: Digits| match digits {
        Digits::ZeroOne => 1 << 20,
        _ if !blow.fumbled && is_evaded(blow, sum, digits) => 1 << 21,
        _ => (sum << 2) as u32 | digits as u32,
    };
    let pool = Pool { dice: guard::staked(battle, blow, guard, stake), luck: stake.luck, marked: true };
    pool::roll_for(battle, (blow.on, guard::kind(guard).1, rule), pool, &class, &[], context)
}

/// The evasion roll, TOT-DEF-01, or the roll to catch, which succeeds as an evasion would, TOT-COMP-03.
pub fn roll_evasion(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let rolled = roll(battle, blow, (guard, stake, guard::kind(guard).2), context);
    let tried = Blow { caught: blow.caught || guard == Guard::Catch, ..*blow };
    resolve_evasion(battle, &tried, stake, (rolled.total(), rolled.digits), context);
}

/// Resolves an evasion roll, TOT-DEF-03 (2 to 4).
pub fn resolve_evasion(
    battle: &Battle,
    blow: &Blow,
    stake: Stake,
    (total, digits): (i32, Digits),
    context: &mut StepContext<'_>,
) {
    let need = i32::from(blow.need);
    let paid = if settings::only_block_mitigates(battle) { 0 } else { stake.ap };
    let next = Blow {
        need: (need - total) as i16,
        dodged: Some(digits == Digits::Double),
        evasion: if context.is_forecast() { 0 } else { total as i16 },
        spent: blow.spent + paid,
        ..*blow
    };
    if blow.fumbled {
        // The defender does not know of the fumble, so it goes on to block what the evasion has not averted,
        // TOT-DEF-06.
        if digits == Digits::Plain && total <= need {
            decide_block(battle, next, context);
        } else {
            resolve_fumbled(battle, &next, (Guard::Evasion, digits), context);
        }
        return;
    }
    if digits == Digits::ZeroOne {
        damage::hit(battle, next, context);
        contact::charge_fumble(battle, blow.on, None, context);
        return;
    }
    if is_evaded(blow, total, digits) {
        contact::note_critical(blow, total > need, digits, context);
    }
    if is_evaded(blow, total, digits) && next.caught {
        return catching::caught(battle, &next, context);
    }
    if is_evaded(blow, total, digits) {
        end_evaded(battle, blow, context);
    } else {
        decide_block(battle, next, context);
    }
}

/// The armour/block roll and the outcome, TOT-DEF-02, TOT-DEF-03 (5 to 9).
pub fn roll_block(battle: &Battle, blow: &Blow, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let dice = dice(battle, blow, Guard::Block) + stake.ap;
    let need = i32::from(blow.need);
    let pool = Pool { dice, luck: stake.luck, marked: true };
    let classes = Digits::ALL.map(|digits| {
        [false, true].map(|is_above| match block_outcome(blow, is_above, digits) {
            _ if blow.fumbled => digits as u32,
            outcome => outcome as u32 * 4 + u32::from(digits == Digits::ZeroOne),
        })
    });
    let rolled = pool::roll_split(battle, pool, need, classes, context);
    context.log(|| Entry::Roll(pool::told(blow.on, "Block", ids::DEF_02, &rolled, &[])));
    if blow.fumbled {
        let next = Blow { spent: blow.spent + stake.ap, ..*blow };
        counter::after_block(battle, blow, false, context);
        return resolve_fumbled(battle, &next, (Guard::Block, rolled.digits), context);
    }
    let (is_above, digits) = (rolled.total() > need, rolled.digits);
    contact::note_critical(blow, is_above, digits, context);
    resolve_block(battle, blow, stake.ap, (block_outcome(blow, is_above, digits), digits), context);
}

/// The outcome of a block; `is_above` if its total exceeds what it must. TOT-DEF-03 (5 to 9).
pub fn block_outcome(blow: &Blow, is_above: bool, digits: Digits) -> Outcome {
    match digits {
        Digits::ZeroOne => Outcome::Hit,
        Digits::Double if !blow.critical => Outcome::Glancing,
        Digits::Plain if blow.critical && blow.dodged != Some(true) => Outcome::Hit,
        Digits::Double if blow.dodged == Some(false) && blow.need < 0 => Outcome::Evaded,
        _ if is_above => Outcome::Glancing,
        _ => Outcome::Hit,
    }
}

/// What follows a block that cost `ap`.
pub fn resolve_block(
    battle: &Battle,
    blow: &Blow,
    ap: u8,
    (outcome, digits): (Outcome, Digits),
    context: &mut StepContext<'_>,
) {
    let next = Blow { spent: blow.spent + ap, ..*blow };
    match outcome {
        Outcome::Hit => {
            counter::after_block(battle, blow, false, context);
            damage::hit(battle, next, context);
            if digits == Digits::ZeroOne {
                contact::charge_fumble(battle, blow.on, guard::price(battle, blow.on, Guard::Block), context);
            }
        }
        Outcome::Glancing if counter::negated_by_shield(battle, &next, context) => {}
        Outcome::Glancing => contact::release_or_inflict(battle, blow, Toll::new(Contact::Blocked), context),
        Outcome::Evaded if blow.caught => catching::caught(battle, &next, context),
        Outcome::Evaded => {
            counter::after_block(battle, blow, true, context);
            end_evaded(battle, blow, context);
        }
    }
}

/// The attack is evaded.
pub fn end_evaded(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    contact::attack_result(blow, Fate::Averted(Averting::Dodge), 0, context);
    context.note(blow.on, ids::DEF_03, "evades");
    contact::close_attack(battle, blow, context);
}

/// The outcome of an attack after its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It hits.
    Hit,
    /// Armour or shield turns it aside.
    Glancing,
    /// A critical block against a critical attack whose total the evasion had already beaten.
    Evaded,
}

/// No block is rolled: the evasion decides or, without one, the to-hit total alone, TOT-DEF-03.
pub fn resolve_unblocked(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.fumbled {
        return resolve_fumbled(battle, blow, (Guard::Block, Digits::Plain), context);
    }
    // Only an evasion that was rolled can have lacked a critical.
    contact::note_critical(blow, blow.dodged.is_some() && blow.need < 0, Digits::Plain, context);
    if hits_unblocked(blow) {
        damage::hit(battle, *blow, context);
    } else {
        contact::attack_result(blow, Fate::Missed, 0, context);
        contact::close_attack(battle, blow, context);
    }
}

/// Whether an attack hits if no block is rolled. If evasion was rolled, it does: a successful evasion has ended the
/// attack before this.
pub const fn hits_unblocked(blow: &Blow) -> bool {
    blow.critical || blow.dodged.is_some() || blow.need >= 0
}

/// The defender's chance when the attack fumbles: one defence roll for a counterattack, TOT-DEF-06.
pub fn decide_seizing(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let who = blow.on;
    let open = [Guard::Evasion, Guard::Block].map(|guard| guard::is_possible(battle, &blow, guard));
    let other = || catching::is_possible(battle, &blow) || !guard::means(battle, &blow).is_empty();
    if open == [false, false] && (context.answers_by_default() || !other()) {
        context.step(DefenceStep::Seize(blow, Guard::Block, Stake::default()));
    } else if !is_asked(battle, who) || context.answers_by_default() {
        let (guard, stake) = guard::unasked_seize(battle, &blow);
        context.step(DefenceStep::Seize(blow, guard, stake));
    } else {
        context.ask(who, Seize(blow));
    }
}

/// The defence roll against a fumbled attack, TOT-DEF-06.
pub fn roll_seizing(battle: &Battle, blow: &Blow, guard: Guard, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    if guard::seizing(battle, blow, guard, stake) == 0 {
        return resolve_fumbled(battle, blow, (guard, Digits::Plain), context);
    }
    let rolled = roll(battle, blow, (guard, stake, ids::DEF_06), context);
    let tried = Blow { caught: blow.caught || guard == Guard::Catch, ..*blow };
    resolve_fumbled(battle, &tried, (guard, rolled.digits), context);
}

/// A fumbled attack misses. A critical defence may turn it back; a fumbled one costs the defender its AP. TOT-CRIT-05.
pub fn resolve_fumbled(battle: &Battle, blow: &Blow, (guard, digits): (Guard, Digits), context: &mut StepContext<'_>) {
    match digits {
        Digits::Double if conditions::active(battle, blow.on).is_none() => {
            if context.answers_by_default() {
                contact::come_back(blow, context);
            } else {
                context.ask(blow.on, Return(*blow));
            }
        }
        digits => {
            contact::attack_result(blow, Fate::Missed, 0, context);
            contact::close_attack(battle, blow, context);
            if digits == Digits::ZeroOne {
                contact::charge_fumble(battle, blow.on, guard::price(battle, blow.on, guard), context);
            }
        }
    }
}

/// The counterspelling attack roll, TOT-CTR-02.
pub fn roll_counterspell(battle: &Battle, blow: &Blow, energy: Energy, stake: Stake, context: &mut StepContext<'_>) {
    commit(battle, blow.on, stake, context);
    let rolled = roll(battle, blow, (Guard::Counter, stake, ids::CTR_02), context);
    if blow.fumbled {
        return resolve_fumbled(battle, blow, (Guard::Counter, rolled.digits), context);
    }
    contact::note_critical(blow, rolled.total() > i32::from(blow.need), rolled.digits, context);
    if is_evaded(blow, rolled.total(), rolled.digits) {
        let counterspell = Spell::new(Structure::Projected).with(energy, 1);
        return counter::negated(battle, blow, (counterspell, ids::CTR_02), context);
    }
    // The AP were spent on the lost counter-energy, so armour alone mitigates.
    damage::hit(battle, *blow, context);
    if rolled.digits == Digits::ZeroOne {
        context.step(DefenceStep::Fumble(blow.on, None));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_the_second_of_three_answers() {
        let blow = Blow::new(CombatantId(0), CombatantId(1), None, Manner::Strike);
        assert_eq!(Block(blow).stages(), [Declined, Now, Later]);
        assert_eq!(Block(Blow { dodged: Some(false), ..blow }).stages(), [Done, Now, Later]);
    }
}
