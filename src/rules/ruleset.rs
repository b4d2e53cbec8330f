//! The interface of a ruleset to everything above it.

use std::borrow::Cow;

use serde::Serialize;

use super::{
    AgendaItem, Battle, Briefing, Budget, Cause, Choice, Combatant, CombatantId, ComesBack, Condition, Currency,
    Decision, Effect, ItemId, Line, Offer, Offers, Outcome, OutcomeState, Refusal, RuleId, RulesetId, Setting, Step,
    StepContext, StepKind, Verdict, Vital, Window, Wording, capital, play::misplaced,
};
use crate::{dice::Fraction, geometry::Square};

/// How completely a rule's source states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RuleKind {
    /// The source states it exactly.
    Exact,
    /// The source leaves it open or to a game master; it is decided here.
    Decision,
    /// The source refers to a chapter that is missing.
    Gap,
}

/// A rule of a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Its title.
    pub title: &'static str,
    /// How completely the source states it.
    pub kind: RuleKind,
    /// What it says, in a sentence or two.
    pub text: &'static str,
    /// Whether this version plays it; rules for a later version are listed as well.
    pub played: bool,
}

/// How lengths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The unit: "m", "squares".
    pub unit: &'static str,
    /// The unit in the singular: "m", "square".
    pub single: &'static str,
    /// How many units a square's side is long.
    pub per_square: u16,
    /// How many cost units of a way make one unit: 2 for half metres.
    pub parts: u16,
}

impl Measure {
    /// Squares, a diagonal counting one.
    pub const SQUARES: Self = Self { unit: "squares", single: "square", per_square: 1, parts: 1 };

    /// A cost in words: "6.5 m".
    pub fn words(&self, cost: u16) -> String {
        let (whole, rest) = (cost / self.parts, cost % self.parts);
        if rest == 0 {
            format!("{whole} {}", if whole == 1 { self.single } else { self.unit })
        } else {
            format!("{whole}.{} {}", rest * 10 / self.parts, self.unit)
        }
    }
}

/// A way that can be walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Route {
    /// From the first step to the last.
    pub squares: Vec<Square>,
    /// Cost in the ruleset's small unit.
    pub cost: u16,
    /// Whether it stays within the base movement.
    pub base: bool,
    /// What it takes, in words: "run".
    pub words: &'static str,
}

/// An attack that can be made in passing, without stopping.
#[derive(Clone, Debug, PartialEq)]
pub struct InPassing {
    /// After which step of the way, counted from 0.
    pub step: usize,
    /// The target.
    pub on: CombatantId,
    /// The battle at that point.
    pub battle: Battle,
    /// The decision at that point.
    pub decision: Decision,
    /// The rule that gives it.
    pub rule: RuleId,
}

/// The roll that a movement needs before its first step.
#[derive(Clone, Debug, PartialEq)]
pub struct Gamble {
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// The battle if it fails.
    pub failed: Battle,
}

/// A step of a way that provokes an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provocation {
    /// Which step of the way, counted from 0.
    pub step: usize,
    /// The attacker.
    pub by: CombatantId,
    /// By which rule.
    pub rule: RuleId,
    /// The decision of the attacker at that point.
    pub decision: Decision,
}

/// Distance, sight and cover between two combatants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// Distance in the ruleset's unit.
    pub distance: u32,
    /// Whether the first sees the second.
    pub seen: bool,
    /// Class of the cover: 0 none, 1 the least, 2 half, 3 total.
    pub cover: u8,
    /// Whether the ruleset has classes of cover; otherwise the way is clear or blocked.
    pub has_classes: bool,
    /// The cover's name in the ruleset.
    pub cover_name: &'static str,
    /// The modifier that the cover gives.
    pub modifier: i32,
    /// The rule that decides.
    pub rule: RuleId,
    /// The lines that decide, from the corner used.
    pub lines: Vec<Line>,
}

/// An attack that a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The attacker; the mount, if it is the mount that bites.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon; spells have none.
    pub item: Option<ItemId>,
}

/// The numbers of an attack before any die is rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assessment {
    /// The attack in words: "Crossbow, short range".
    pub title: String,
    /// What it needs, in one line: "Needs 40 or less, then Fray 35".
    pub about: String,
    /// The number to reach or to stay under, with every term.
    pub attack: Verdict,
    /// How that number is used, and by which rule: "Roll equal or under".
    pub roll: (&'static str, RuleId),
    /// The defence that the forecast assumes: its name and number.
    pub defence: Option<(Cow<'static, str>, Verdict)>,
    /// Further numbers by name: what is added to a roll, the damage, and what is subtracted from it.
    pub besides: Vec<(Cow<'static, str>, Verdict)>,
    /// What lies between.
    pub sight: Sight,
}

/// A bar on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// Its name: "Health".
    pub label: &'static str,
    /// What is left.
    pub now: i32,
    /// All of it.
    pub full: i32,
    /// Thresholds marked on the bar, in the bar's own units.
    pub notches: Vec<i32>,
}

/// An allowance of this turn or round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// Of what.
    pub currency: &'static Currency,
    /// How many are left.
    pub left: u8,
    /// Of how many.
    pub of: u8,
}

/// A line of a character sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What.
    pub label: Cow<'static, str>,
    /// How much.
    pub value: String,
    /// In words.
    pub words: String,
    /// By which rule.
    pub rule: Option<RuleId>,
}

/// A combatant as the panels show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// What is in hand: "Crossbow, loaded".
    pub gear: String,
    /// Health first.
    pub bars: Vec<Bar>,
    /// Wounds, for the token.
    pub wounds: u8,
    /// The allowances left.
    pub allowances: Vec<Allowance>,
    /// Luck left and its maximum, if the ruleset has Luck.
    pub luck: Option<(u8, u8)>,
    /// Conditions with their words and rules.
    pub conditions: Vec<Fact>,
    /// What the token shows of them.
    pub sign: Option<Sign>,
    /// The sheet in short.
    pub facts: Vec<Fact>,
    /// "disabled", "dead"; empty while in the fight.
    pub out: &'static str,
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// "Mott may strike Cale".
    pub title: String,
    /// What the decider knows: "47 under 60".
    pub about: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// Against whom or what, for the board.
    pub on: Option<CombatantId>,
}

/// The names of a ruleset's numbers in trials; the position in each list is the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Of [`super::Vital`]: `damage`.
    pub vitals: &'static [&'static str],
    /// Of [`super::Budget`]: `standard`.
    pub budgets: &'static [&'static str],
    /// Of [`super::ConditionKind`]: `hurried`.
    pub conditions: &'static [&'static str],
}

/// What a ruleset's numbers stand for, so that nobody above the rules needs their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Health, if it is counted down.
    pub health: Option<Vital>,
    /// Points that change a roll, and what they are called where they are spent.
    pub luck: Option<(Vital, &'static Currency)>,
    /// The result of the roll for the order of turns.
    pub order: Option<Vital>,
}

/// What a token shows of the condition that matters most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// Held fast.
    Held,
    /// The first letter of its name.
    Letter(char),
}

impl Sign {
    /// The letter of a condition; nothing if it has no name.
    pub fn of(fact: &Fact) -> Option<Self> {
        fact.label.chars().next().map(|letter| Self::Letter(letter.to_ascii_uppercase()))
    }
}

/// A combat system. It has no state of its own: everything is in the [`Battle`].
pub trait Ruleset: Sync {
    /// Which.
    fn id(&self) -> RulesetId;
    /// A short description.
    fn about(&self) -> &'static str;
    /// Its rules, in the catalogue's order.
    fn catalogue(&self) -> &'static [Rule];
    /// Its settings, in the order of [`super::Settings`].
    fn settings(&self) -> &'static [Setting] {
        &[]
    }
    /// How it writes lengths.
    fn measure(&self) -> Measure {
        Measure::SQUARES
    }
    /// The names of its totals, allowances and conditions in trials.
    fn names(&self) -> Names {
        Names::default()
    }

    /// What its numbers stand for.
    fn roles(&self) -> Roles {
        Roles::default()
    }
    /// When what has been spent comes back, and by which rule.
    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId);

    /// Whether a combatant takes turns; in some rulesets mounts do not.
    fn takes_turns(&self, _: Combatant<'_>) -> bool {
        true
    }
    /// Why a combatant with such a sheet cannot be ridden, in words; `None` if it can.
    fn no_mount(&self, _: &super::Sheet) -> Option<&'static str> {
        Some("nobody rides under these rules")
    }
    /// The rule that limits a parameter of choices, if there is one for that parameter alone.
    fn rule_of(&self, _key: &str) -> Option<RuleId> {
        None
    }
    /// The length of a way from where somebody stands, in cost units, whatever it costs to walk: the number of steps,
    /// unless diagonals are longer.
    fn length(&self, _: &Battle, _who: CombatantId, squares: &[Square]) -> u16 {
        squares.len() as u16
    }
    /// The mount that somebody rides.
    fn mount_of(&self, _: &Battle, _: CombatantId) -> Option<CombatantId> {
        None
    }
    /// The effects that put the first in the saddle of the second, except for their places: for setting up positions by
    /// hand.
    fn saddled(&self, _: CombatantId, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }

    /// The first entries of a battle's agenda.
    fn begin(&self, battle: &Battle) -> Outcome;
    /// All offers in answer to a decision; at least one is open.
    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers;
    /// The offers of one verb: all that reading or checking a single choice takes.
    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        let mut offers = self.offers(battle, decision);
        offers.0.retain(|offer| offer.verb == verb);
        offers
    }
    /// The outcome of a choice, which has passed [`Choice::check`] against the offers.
    ///
    /// # Errors
    /// The rule that forbids it after all, such as a way that cannot be walked.
    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal>;
    /// The agenda of this combatant's turn, past whatever happens at its start: for setting up positions by hand.
    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem>;
    /// The decision of a combatant in its own turn.
    fn turn_question(&self, who: CombatantId) -> Decision;
    /// The changes that are certain to happen up to the start of a combatant's next turn, above all to its budgets.
    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        let fresh = battle.combatant(who).sheet.start().1;
        (0..).zip(fresh.0).map(|(budget, value)| Effect::Budget(who, Budget(budget), value)).collect()
    }
    /// Resolves a step of kind [`StepKind::Turn`]: initiative, rounds, starts and ends of turns. This and the five
    /// methods below read only their arguments; a ruleset implements those for its kinds of steps.
    fn turn(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// Resolves a step of kind [`StepKind::Movement`]: a part of a move and what it triggers.
    fn movement(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Reaction`]: asks those who may react.
    fn reaction(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Attack`]: an attack up to its roll.
    fn attack(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Defence`]: a defence and the comparison.
    fn defence(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Damage`]: damage and what follows from it.
    fn damage(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of any kind.
    fn resolve(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
        match step.kind() {
            StepKind::Turn => self.turn(battle, step, context),
            StepKind::Movement => self.movement(battle, step, context),
            StepKind::Reaction => self.reaction(battle, step, context),
            StepKind::Attack => self.attack(battle, step, context),
            StepKind::Defence => self.defence(battle, step, context),
            StepKind::Damage => self.damage(battle, step, context),
        }
    }
    /// Steps that settle what is left once the battle is over; no decisions.
    fn after(&self, _: &Battle) -> Vec<AgendaItem> {
        Vec::new()
    }
    /// Whether a step only asks for the next action of a turn; forecasts with default answers end before it.
    fn asks_for_more(&self, step: &Step) -> bool;
    /// Where something is hidden from the one who is asked: every decision that looks the same to them, with its number
    /// of ways. The offers are the same for all of them. Empty if nothing is hidden.
    fn guesses(&self, _: &Battle, _: &Decision) -> Vec<(Decision, u64)> {
        Vec::new()
    }
    /// The default answer, which forecasts assume: the one the catalogue names, spending nothing that does not come
    /// back.
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice;

    /// When a decision comes and why. By default whoever's turn it is decides what to do in it, and anybody else answers
    /// the one whom the question is about.
    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        if battle.scene.acting == Some(decision.who) {
            return Briefing::new(battle, decision, Window::Turn, None);
        }
        let by = self.question(battle, decision).on;
        let cause = by.map(|by| Cause::by(battle, by, None, decision.who));
        Briefing::new(battle, decision, Window::Answer, by).because(cause)
    }
    /// An offer in answer to a decision in words.
    fn describe(&self, battle: &Battle, _: &Decision, offer: &Offer) -> Wording {
        Wording::of(battle, offer)
    }
    /// A decision in words.
    fn question(&self, battle: &Battle, decision: &Decision) -> Question;
    /// The meaning of a number of [`Self::number`]: what is rolled, in one line, and the label of the number.
    fn roll(&self, number: i32) -> (String, &'static str);
    /// Who rolls the dice of a step, and the number they are rolled against when it is resolved in this battle; `None`
    /// if there is no such number.
    fn number(&self, battle: &Battle, step: &Step) -> Option<(CombatantId, Verdict)>;
    /// The way for `who` to a square this turn by the offer with that verb: the one with the fewest provoked attacks,
    /// then the cheapest.
    fn route(&self, battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<Route>;
    /// The cost of a way drawn by hand, by the offer with that verb.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn way(&self, battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Result<Route, Refusal>;
    /// The steps of a way that provoke attacks if it is walked by the offer with that verb.
    fn provocations(&self, _: &Battle, _who: CombatantId, _verb: &str, _: &Route) -> Vec<Provocation> {
        Vec::new()
    }
    /// The battle after the way is walked by the offer with that verb, without the attacks it provokes.
    fn walked(&self, battle: &Battle, who: CombatantId, _verb: &str, route: &Route) -> Battle {
        let mut after = battle.clone();
        if let Some(last) = route.squares.last() {
            after.apply(&Effect::Place(who, battle.combatant(who).placement.at(*last)));
        }
        after
    }
    /// The roll that a way needs before its first step; `None` if it needs none.
    fn gamble(&self, _: &Battle, _who: CombatantId, _verb: &str, _: &Route) -> Option<Gamble> {
        None
    }
    /// The attacks that can be made in passing on a way walked by the offer with that verb, the first on each enemy.
    fn passages(&self, _: &Battle, _who: CombatantId, _verb: &str, _: &Route) -> Vec<InPassing> {
        Vec::new()
    }
    /// The squares within reach of the weapons that `who` has ready.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square>;
    /// The squares in which `who` threatens an enemy: those within reach, unless the ruleset says otherwise.
    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        if battle.combatant(who).fights() { self.reach(battle, who) } else { Vec::new() }
    }
    /// Distance, sight and cover between two combatants.
    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight;
    /// The attacks that `who` could make on `whom` from where they stand, in a turn of `who`, with all the points that are
    /// left in it and whatever actions are left; each is a choice of that turn.
    fn attacks(&self, battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)>;
    /// The attack that a step makes, its dice not rolled yet; `None` if the step is no attack.
    fn attack_of(&self, step: &Step) -> Option<Attack>;
    /// The numbers of the attack that a step makes; `None` if the step is no attack.
    fn assess(&self, battle: &Battle, step: &Step) -> Option<Assessment>;
    /// What an attack on an area would do; `None` if the choice is not one.
    fn area(&self, _: &Battle, _: CombatantId, _: &Choice) -> Option<super::Area> {
        None
    }
    /// How badly an outcome hurts `whom`: 0 not at all, 1 lightly, 2 heavily, 3 out of the fight. By default the first
    /// bar of the card decides.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        let falls = |effect: &Effect| matches!(effect, Effect::Status(who, status) if *who == whom && status.is_out());
        if ending.effects.iter().any(falls) {
            return 3;
        }
        let left = |battle: &Battle| self.card(battle, whom).bars.first().map_or(0, |bar| bar.now);
        let mut after = battle.clone();
        ending.effects.iter().for_each(|effect| after.apply(effect));
        match left(battle) - left(&after) {
            ..=0 => 0,
            lost if lost * 2 >= left(battle) => 2,
            _ => 1,
        }
    }
    /// The points that forecasts let somebody spend on defences now.
    fn reserve(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// Points lost at the start of the combatant's next turn if unspent.
    fn fading(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// How far a condition takes its bearer out of the fight, in per cent; negative if it helps.
    fn hindrance(&self, _: &Condition) -> i8 {
        0
    }
    /// The names of the four grades.
    fn grades(&self) -> [&'static str; 4] {
        ["nothing lost", "less than half", "half or more", "out"]
    }
    /// The card of a combatant.
    fn card(&self, battle: &Battle, who: CombatantId) -> Card;
    /// A condition in words, with its rule; by default only its name.
    fn condition(&self, _: &Battle, condition: &Condition) -> Fact {
        let name = self.names().conditions.get(usize::from(condition.kind.0)).copied().unwrap_or_default();
        Fact { label: capital(name), value: String::new(), words: String::new(), rule: None }
    }
}
