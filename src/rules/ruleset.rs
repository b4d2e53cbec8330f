//! What a ruleset is to everything above it.

use std::borrow::Cow;

use serde::Serialize;

use super::{
    AgendaItem, Battle, Choice, Combatant, CombatantId, Condition, Cost, Decision, Line, Offers, Outcome, OutcomeState,
    Refusal, RuleId, RulesetId, Setting, Step, StepContext, Verdict,
};
use crate::{dice::Fraction, geometry::Square};

/// The kinds of steps, each done by a system of its own in the living battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum StepKind {
    /// Initiative, rounds, starts and ends of turns.
    Turn,
    /// One square of a walk, and what it sets off.
    Movement,
    /// Asking those who may react.
    Reaction,
    /// An attack up to its roll.
    Attack,
    /// A defence and the comparison.
    Defence,
    /// Damage and what follows from it.
    Damage,
}

/// How far a rule is printed in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RuleKind {
    /// As printed.
    Exact,
    /// The source is open, or leaves it to a game master: decided here.
    Decision,
    /// The source points to a chapter that is missing.
    Gap,
}

/// A rule of a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Its title.
    pub title: &'static str,
    /// How far it is printed.
    pub kind: RuleKind,
    /// What it says, in a sentence or two.
    pub text: &'static str,
    /// Whether this version plays it; rules that wait for a later version are listed all the same.
    pub played: bool,
}

/// How lengths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The unit: "m", "squares".
    pub unit: &'static str,
    /// The unit if there is just one of it: "m", "square".
    pub single: &'static str,
    /// Units that make up a square's side.
    pub per_square: u16,
    /// How many of a way's small cost units make one unit: 2 for half metres.
    pub parts: u16,
}

impl Measure {
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
    /// Whether it stays within the first band.
    pub base: bool,
    /// What walking it entails, in words: "run".
    pub words: &'static str,
}

/// An attack that can be made on the way, without stopping.
#[derive(Clone, Debug, PartialEq)]
pub struct InPassing {
    /// After which step of the way, counted from 0.
    pub step: usize,
    /// At whom.
    pub on: CombatantId,
    /// The battle as it is then.
    pub battle: Battle,
    /// What resolves the attack.
    pub agenda: Vec<AgendaItem>,
    /// The rule that gives it.
    pub rule: RuleId,
}

/// A movement that wants a roll before the first step.
#[derive(Clone, Debug, PartialEq)]
pub struct Gamble {
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// The battle if it fails.
    pub failed: Battle,
}

/// A step that gives somebody an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Provocation {
    /// Which step of the way, from 0: the square left is the one before it.
    pub step: usize,
    /// Whose attack.
    pub by: CombatantId,
    /// By which rule.
    pub rule: RuleId,
}

/// What lies between two combatants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// Distance in the ruleset's unit.
    pub distance: u32,
    /// Whether the first sees the second.
    pub seen: bool,
    /// Class of the cover: 0 none, 1 the least, 2 half, 3 total.
    pub cover: u8,
    /// Whether the ruleset has classes of cover; without, there is nothing or a wall.
    pub has_classes: bool,
    /// The cover's name in the ruleset.
    pub cover_name: &'static str,
    /// What the cover changes.
    pub modifier: i32,
    /// The rule that decides.
    pub rule: RuleId,
    /// The lines that decide, from the corner used.
    pub lines: Vec<Line>,
}

/// What an attack needs, before any die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assessment {
    /// What is done: "Crossbow, short range".
    pub title: String,
    /// What it takes, in one line: "Needs 40 or less, then Fray 35".
    pub about: String,
    /// The number to reach or to stay under, with every term.
    pub attack: Verdict,
    /// What is done with that number, and by which rule: "Roll equal or under".
    pub roll: (&'static str, RuleId),
    /// The defence that the forecast assumes: its name and number.
    pub defence: Option<(Cow<'static, str>, Verdict)>,
    /// What else goes into it, by name: what is added to a roll, damage and what is taken of it.
    pub besides: Vec<(Cow<'static, str>, Verdict)>,
    /// What lies between.
    pub sight: Sight,
}

/// A bar on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// What it shows: "Health".
    pub label: &'static str,
    /// What is left.
    pub now: i32,
    /// All of it.
    pub full: i32,
    /// Marks on the bar, in the bar's own units.
    pub notches: Vec<i32>,
}

/// Something that can still be done this turn or round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// Its word: "Standard".
    pub label: &'static str,
    /// Its icon.
    pub icon: Cost,
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

/// A combatant as the panels show one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// What is in hand: "Crossbow, loaded".
    pub gear: String,
    /// Health first.
    pub bars: Vec<Bar>,
    /// Wounds, for the token.
    pub wounds: u8,
    /// What can still be done.
    pub allowances: Vec<Allowance>,
    /// Luck left and in all, where there is such a thing.
    pub luck: Option<(u8, u8)>,
    /// Conditions with their words and rules.
    pub conditions: Vec<Fact>,
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
    /// What the one who decides knows: "47 under 60".
    pub about: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// Against whom or what, for the board.
    pub on: Option<CombatantId>,
}

/// The words by which trials speak of a ruleset's numbers; the place in each list is the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Of [`super::Vital`]: `damage`.
    pub vitals: &'static [&'static str],
    /// Of [`super::Budget`]: `standard`.
    pub budgets: &'static [&'static str],
    /// Of [`super::ConditionKind`]: `hurried`.
    pub conditions: &'static [&'static str],
}

/// A combat system. It holds no state: everything is in the [`Battle`].
pub trait Ruleset: Sync {
    /// Which.
    fn id(&self) -> RulesetId;
    /// What it is like, in a few words.
    fn about(&self) -> &'static str;
    /// Its rules, in the catalogue's order.
    fn catalogue(&self) -> &'static [Rule];
    /// Its switches, in the order of [`super::Settings`].
    fn settings(&self) -> &'static [Setting];
    /// How it writes lengths.
    fn measure(&self) -> Measure;
    /// What trials call its totals, allowances and conditions.
    fn names(&self) -> Names {
        Names::default()
    }

    /// Whether a combatant takes turns; mounts do not, where a ruleset says so.
    fn takes_turns(&self, _: Combatant<'_>) -> bool {
        true
    }
    /// Why one with such a sheet cannot be ridden, in words; nothing if it can.
    fn no_mount(&self, _: &super::Sheet) -> Option<&'static str> {
        Some("nobody rides under these rules")
    }
    /// The rule that says how far a parameter of choices goes, if there is one for it alone.
    fn rule_of(&self, _key: &str) -> Option<RuleId> {
        None
    }
    /// The real length of a way from where somebody stands, in the ruleset's small unit, whatever it costs: its steps,
    /// unless diagonals are longer.
    fn length(&self, _: &Battle, _who: CombatantId, squares: &[Square]) -> u16 {
        squares.len() as u16
    }
    /// In whose saddle somebody sits.
    fn mount_of(&self, _: &Battle, _: CombatantId) -> Option<CombatantId> {
        None
    }
    /// What sets the first in the saddle of the second, places aside: for positions set up by hand.
    fn saddled(&self, _: CombatantId, _: CombatantId) -> Vec<super::Effect> {
        Vec::new()
    }

    /// What happens first in a battle.
    fn begin(&self, battle: &Battle) -> Outcome;
    /// All that can be chosen in answer to a decision, at least one of it open.
    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers;
    /// What a choice leads to. The choice has passed [`Choice::check`] against the offers.
    ///
    /// # Errors
    /// The rule that forbids it after all: a way that cannot be walked, say.
    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal>;
    /// The agenda on which it is this combatant's turn, nothing at its start being done: for positions set up by hand.
    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem>;
    /// Initiative, rounds, starts and ends of turns: does a step of kind [`StepKind::Turn`]. This and the five methods
    /// below read only their arguments.
    fn turn(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// A part of a walk and what it sets off: does a step of kind [`StepKind::Movement`].
    fn movement(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// Asks those who may react: does a step of kind [`StepKind::Reaction`]. Not every ruleset has such steps.
    fn reaction(&self, _: &Battle, _: &Step, _: &mut StepContext<'_>) {}
    /// An attack up to its roll: does a step of kind [`StepKind::Attack`].
    fn attack(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// A defence and the comparison: does a step of kind [`StepKind::Defence`].
    fn defence(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// Damage and what follows from it: does a step of kind [`StepKind::Damage`].
    fn damage(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// Does a step of whatever kind.
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
    /// What is left to be settled once the battle is over: no decisions any more.
    fn after(&self, _: &Battle) -> Vec<AgendaItem> {
        Vec::new()
    }
    /// Whether a step only asks for the next act of a turn: a forecast by habit ends before it.
    fn asks_for_more(&self, step: &Step) -> bool;
    /// Where something is covered from whoever is asked: every question that looks the same, with its number of ways.
    /// Nothing if all is in the open. The offers in answer to all of them are the same.
    fn guesses(&self, _: &Battle, _: &Decision) -> Vec<(Decision, u64)> {
        Vec::new()
    }
    /// The answer the catalogue calls the default, nothing spent that does not come back: what forecasts assume.
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice;

    /// A decision in words.
    fn question(&self, battle: &Battle, decision: &Decision) -> Question;
    /// What a number of [`Self::explain`] means: what is rolled, in a line, and the label of the number.
    fn roll(&self, number: i32) -> (String, &'static str);
    /// The number that a choice in answer to a decision would be rolled against, if it leads to one roll of the chooser.
    fn explain(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Verdict>;
    /// The cheapest way for `who` to a square this turn by the offer of that word, fewest provoked attacks first.
    fn route(&self, battle: &Battle, who: CombatantId, verb: &str, to: Square) -> Option<Route>;
    /// What a way drawn by hand costs by the offer of that word.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn way(&self, battle: &Battle, who: CombatantId, verb: &str, squares: &[Square]) -> Result<Route, Refusal>;
    /// The steps of a way that give somebody an attack, if it is gone by the offer of that word.
    fn provocations(&self, battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Vec<Provocation>;
    /// The battle as it would be with the way gone by the offer of that word, and nothing provoked.
    fn walked(&self, battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Battle;
    /// The chance that a way comes off that wants a roll first, and the battle if it does not; nothing if it wants none.
    fn gamble(&self, battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Option<Gamble>;
    /// The attacks that can be made on a way gone by the offer of that word, the first at each enemy.
    fn passages(&self, battle: &Battle, who: CombatantId, verb: &str, route: &Route) -> Vec<InPassing>;
    /// The squares within reach of what `who` has ready.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square>;
    /// The squares in which `who` threatens an enemy.
    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square>;
    /// What lies between two combatants.
    fn sight(&self, battle: &Battle, from: CombatantId, to: CombatantId) -> Sight;
    /// The attacks `who` could make on `whom` from where they stand, turn and actions aside: a choice of its turn each.
    fn attacks(&self, battle: &Battle, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)>;
    /// What an attack needs. Nothing if the choice is no attack.
    fn assess(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Option<Assessment>;
    /// What a choice aimed at a place would do there. Nothing if it is no such choice.
    fn area(&self, _: &Battle, _: CombatantId, _: &Choice) -> Option<super::Area> {
        None
    }
    /// The agenda of an attack made now by `who`, whoever's turn it is: for forecasts.
    fn attack_agenda(&self, battle: &Battle, who: CombatantId, choice: &Choice) -> Vec<AgendaItem>;
    /// How bad an ending is for `whom`: 0 nothing, 1 light, 2 heavy, 3 out.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8;
    /// Points that forecasts let somebody put into defences now.
    fn reserve(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// Points that are gone when the next own turn begins unless they are spent before.
    fn fading(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// How far a condition that begins takes its bearer out of the fight, per cent; less than 0 if it helps.
    fn hindrance(&self, _: &Condition) -> i8 {
        0
    }
    /// The names of those grades.
    fn grades(&self) -> [&'static str; 4];
    /// A combatant for the panels.
    fn card(&self, battle: &Battle, who: CombatantId) -> Card;
    /// A condition in words, with the rule.
    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact;
}
