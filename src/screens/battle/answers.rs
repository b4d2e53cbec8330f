//! The odds of choices that are no attacks: answers to questions, and attempts in the fighter's own turn.

use std::borrow::Cow;

use super::dealing;
use crate::{
    dice::{Fraction, Odds},
    rules::{
        AttackResult, Attempt, Battle, Choice, CombatantId, Decision, Effect, Forecast, OutcomeState, Policy, Posture,
        Status, Verdict, attack_ahead, attempt_ahead, forecast_choice, number_ahead,
    },
};

/// An answer to a question out of turn, with its odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The chance that the blow is averted, or that the attempt succeeds.
    pub chance: Fraction,
    /// The most it can be off by, if it is not exact.
    pub doubt: Option<Fraction>,
    /// The number it is rolled against.
    pub number: Option<Verdict>,
    /// The odds of each grade, from nothing up, for the fighter who answers or for the one about to be hurt.
    pub grades: [Fraction; 4],
    /// What the chance is a chance of: "averts the blow".
    pub words: &'static str,
    /// The same in a word or two: "averted".
    pub event: &'static str,
    /// Whether the chance is that a blow at the fighter who answers is averted.
    pub averts: bool,
    /// Whether the blow certainly lands, so that only its harm is open.
    pub settled: bool,
    /// The mean loss of the fighter the grades are of.
    pub mean: Fraction,
    /// The chance that what lands on the fighter who answers leaves a condition: held, charmed.
    pub afflicts: Fraction,
    /// The chance that an enemy is struck by it: a blow turned back.
    pub strikes_back: Fraction,
    /// The target of all blows that follow, where the choice names none.
    pub at: Option<CombatantId>,
    /// The name of the fighter's own roll and its chance to succeed, where somebody may oppose it.
    pub opposed: Option<(Cow<'static, str>, Fraction)>,
}

/// The odds of a choice that is no attack: an answer to a question, or an attempt in the fighter's own turn.
pub fn answer(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    answered(battle, decision, choice).or_else(|| attempted(battle, decision, choice))
}

/// The odds of an attempt in the fighter's own turn that is no attack.
fn attempted(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    let is_free = *decision == battle.ruleset.rules().turn_question(decision.who);
    let Attempt { chance, rolls, name, number } = is_free.then(|| attempt_ahead(battle, decision, choice)).flatten()?;
    let opposed = (chance != rolls).then_some((name, rolls));
    let grades = [Fraction::ONE, Fraction::ZERO, Fraction::ZERO, Fraction::ZERO];
    let (words, event) = ("succeeds", "succeeds");
    Some(Answered { chance, number, grades, words, event, opposed, ..Answered::default() })
}

/// The odds of an answer to a question; `None` if nothing is at stake in it.
fn answered(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    let rules = battle.ruleset.rules();
    let number = number_ahead(battle, decision, choice);
    // In the fighter's own turn only attacks and prompts that lead to a roll have odds; ending the turn has none.
    let own_turn = battle.scene.acting == Some(decision.who) && rules.question(battle, decision).on.is_none();
    let is_free = *decision == rules.turn_question(decision.who);
    let dealt_to = dealing::dealt_to(battle, decision, choice);
    let is_idle = own_turn && (number.is_none() || is_free) && dealt_to.is_none();
    if is_idle && attack_ahead(battle, decision, choice).is_none() {
        return None;
    }
    // While turns are being ordered nobody is about to be hurt; a forecast would run through the round.
    if number.is_none() && battle.scene.acting.is_none() {
        return None;
    }
    let forecast = forecast_choice(battle, decision, choice, Policy::DefaultAnswers).ok()?;
    let stakes = Stakes::of(battle, decision, &forecast, dealt_to);
    let named = stakes.named(number.is_some())?;
    let aims_at_nobody = choice.on.is_none() && is_free;
    Some(Answered {
        at: if aims_at_nobody { only_target(&forecast.odds, decision.who) } else { None },
        chance: named.chance,
        doubt: forecast.doubt(),
        number,
        grades: stakes.grades,
        words: named.words,
        event: named.event,
        averts: stakes.attacked && !stakes.is_settled(stakes.struck),
        settled: stakes.harm_alone(),
        mean: stakes.mean(),
        afflicts: stakes.afflicts(),
        strikes_back: stakes.strikes_back(),
        opposed: None,
    })
}

/// What the chance of an answer is a chance of.
struct Named {
    chance: Fraction,
    words: &'static str,
    event: &'static str,
}

/// What an answer decides for the fighter who gives it, and for the one it strikes.
struct Stakes<'a> {
    battle: &'a Battle,
    odds: &'a Odds<OutcomeState>,
    /// Who answers.
    who: CombatantId,
    /// Whose grades these are: the one who answers, or the one it is about to hurt.
    whose: CombatantId,
    grades: [Fraction; 4],
    /// The chance that the one who answers is struck.
    struck: Fraction,
    /// The chance that a blow by the one who answers lands; of blows dealt out, those at this target count.
    lands: Fraction,
    /// Whether anybody attacks the one who answers.
    attacked: bool,
    /// Whether the answer deals out blows.
    deals: bool,
    /// Whether there is no other choice.
    is_sole: bool,
}

impl<'a> Stakes<'a> {
    fn of(battle: &'a Battle, decision: &Decision, forecast: &'a Forecast, dealt_to: Option<CombatantId>) -> Self {
        let (rules, odds, who) = (battle.ruleset.rules(), &forecast.odds, decision.who);
        let any = |fits: &dyn Fn(&AttackResult) -> bool| odds.chance(|ending| ending.results.iter().any(fits));
        // A graze that hurts has not been averted.
        let struck = any(&|result| result.on == who && (result.fate.lands() || result.damage > 0));
        let is_for = |result: &AttackResult| result.by == who && dealt_to.is_none_or(|on| on == result.on);
        let lands = any(&|result| is_for(result) && result.fate.lands());
        let attacked = any(&|result| result.on == who) > Fraction::ZERO;
        let on = rules.question(battle, decision).on.filter(|_| !attacked && lands > Fraction::ZERO);
        let whose = dealt_to.or(on).unwrap_or(who);
        let grades = odds.map(|ending| rules.grade(battle, whose, ending));
        let grades = [0, 1, 2, 3].map(|grade| grades.chance(|other| *other == grade));
        let is_sole = rules.offers(battle, decision).0.len() == 1;
        Self { battle, odds, who, whose, grades, struck, lands, attacked, deals: dealt_to.is_some(), is_sole }
    }

    /// Whether something certainly happens and there is only one choice.
    fn is_settled(&self, chance: Fraction) -> bool {
        self.is_sole && not(chance) == Fraction::ZERO
    }

    /// Whether the blow certainly lands, so that the roll decides only how much it costs.
    fn harm_alone(&self) -> bool {
        if self.attacked {
            return self.is_settled(self.struck);
        }
        self.lands > Fraction::ZERO && not(self.lands) == Fraction::ZERO
    }

    /// What the chance to show is a chance of; `None` if the choice has none.
    fn named(&self, is_rolled: bool) -> Option<Named> {
        let named = |chance, words, event| Some(Named { chance, words, event });
        // A choice without a roll has odds only if it leaves the fighter open to a blow, or if its own blow lands.
        if !is_rolled && !self.attacked && self.lands == Fraction::ZERO && !self.deals {
            return None;
        }
        if self.attacked && self.is_settled(self.struck) {
            named(self.grades[0], "loses nothing", "lose nothing")
        } else if self.attacked {
            named(not(self.struck), "averts the blow", "averted")
        } else if self.is_settled(self.lands) || !is_rolled && self.lands == Fraction::ONE {
            named(not(self.grades[0]), "does harm", "do harm")
        } else if self.lands > Fraction::ZERO || self.deals {
            named(self.lands, "lands the blow", "hits")
        } else {
            self.named_by_place()
        }
    }

    /// The same without any blow: a choice that neither fells nor moves the fighter has no odds to name.
    fn named_by_place(&self) -> Option<Named> {
        let who = self.who;
        let fells = |effect: &Effect| match effect {
            Effect::Posture(whom, Posture::Prone) => *whom == who,
            Effect::Status(whom, status) => *whom == who && *status != Status::Fighting,
            _ => false,
        };
        let falls = self.odds.chance(|ending| ending.effects.iter().any(fells));
        let goes = |effect: &Effect| matches!(effect, Effect::Place(whom, _) if *whom == who);
        let moves = self.odds.chance(|ending| ending.effects.iter().any(goes));
        if falls > Fraction::ZERO {
            Some(Named { chance: not(falls), words: "stays up", event: "stays up" })
        } else if moves > Fraction::ZERO && moves < Fraction::ONE {
            Some(Named { chance: moves, words: "gets there", event: "gets there" })
        } else {
            None
        }
    }

    /// The mean loss of the fighter whose grades these are.
    fn mean(&self) -> Fraction {
        self.odds.mean(|ending| {
            let blows = ending.results.iter().filter(|result| result.on == self.whose && result.fate.lands());
            blows.map(|result| u32::from(result.damage.max(0).unsigned_abs())).sum()
        })
    }

    /// The chance that what lands on the fighter who answers leaves a condition.
    fn afflicts(&self) -> Fraction {
        let begins = |effect: &Effect| matches!(effect, Effect::AddCondition(whom, _) if *whom == self.who);
        let lands = |result: &AttackResult| result.on == self.who && result.fate.lands();
        self.odds.chance(|ending| ending.results.iter().any(lands) && ending.effects.iter().any(begins))
    }

    /// The chance that an enemy of the fighter who answers is struck.
    fn strikes_back(&self) -> Fraction {
        let own = self.battle.combatant(self.who).team;
        let on_foe = |result: &AttackResult| self.battle.combatant(result.on).team != own && result.fate.lands();
        self.odds.chance(|ending| ending.results.iter().any(on_foe))
    }
}

fn not(chance: Fraction) -> Fraction {
    Fraction::new(chance.denominator() - chance.numerator(), chance.denominator())
}

/// The target that somebody strikes at, if it is the same in every ending.
fn only_target(odds: &Odds<OutcomeState>, by: CombatantId) -> Option<CombatantId> {
    let results = odds.iter().flat_map(|(ending, _)| ending.results.iter());
    let mut struck = results.filter(|result| result.by == by).map(|result| result.on);
    let first = struck.next()?;
    struck.all(|on| on == first).then_some(first)
}
