//! The definition of a ruleset: its name, its rules, its units, and what its numbers stand for.

use serde::Serialize;

use crate::rules::{
    account::RuleId,
    choosing::{ComesBack, Currency, Group, OfferKind, ParameterKind, Role},
    state::{Combatant, Names, Setting, Vital},
    table::{RulesetId, Sheet},
};

/// How completely a rule's source states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RuleKind {
    /// The source states it exactly.
    Exact,
    /// The source leaves it open or to the game master; it is decided here.
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
    /// The only edition in which it holds, as a word of the edition setting; `None` if it holds in all editions.
    pub edition: Option<&'static str>,
    /// The complete rule, for a player who has nothing else to read; each line is a paragraph.
    pub text: &'static str,
    /// Whether this version plays it; rules for a later version are listed too.
    pub played: bool,
}

impl Rule {
    /// Whether it holds in the edition played, as given by [`Settings::edition`](crate::rules::Settings::edition).
    pub fn holds(&self, played: Option<&str>) -> bool {
        self.edition.is_none_or(|edition| played == Some(edition))
    }
}

/// How lengths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The unit: "m", "squares".
    pub unit: &'static str,
    /// The unit in the singular: "m", "square".
    pub single: &'static str,
    /// The unit of [`Sight::distance`](crate::rules::Sight::distance): "m", "feet".
    pub apart: &'static str,
    /// The side of a square in units.
    pub per_square: u16,
    /// How many cost units of a way make one unit: 2 if costs are in half metres.
    pub parts: u16,
}

impl Measure {
    /// Squares, a diagonal counting 1.
    pub const SQUARES: Self = Self { unit: "squares", single: "square", apart: "squares", per_square: 1, parts: 1 };

    /// The distance between two combatants in words: "10 m", "42 feet", "1 square".
    pub fn apart_words(&self, distance: u32) -> String {
        let single = distance == 1 && self.apart == self.unit;
        format!("{distance} {}", if single { self.single } else { self.apart })
    }

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

/// The words of a ruleset's choices and rolls, as trials write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The kinds of its offers, as its `menu.rs` lists them.
    pub kinds: &'static [&'static [OfferKind]],
    /// The parameters of its choices.
    pub parameters: &'static [&'static [ParameterKind]],
    /// The names of rolls: `Attack`. `{}` stands for the name of an item: `Parry with {}`.
    pub rolls: &'static [&'static str],
}

impl Vocabulary {
    /// The verbs of choices: `walk`, `strike`.
    pub fn verbs(&self) -> Vec<&'static str> {
        self.verbs_of(|_| true)
    }

    /// The verbs that lead along a way: `walk`.
    pub fn ways(&self) -> Vec<&'static str> {
        self.verbs_of(|kind| kind.role == Role::Approach)
    }

    /// Whether a verb belongs to a kind for which `is` holds.
    pub fn has(&self, verb: &str, is: impl Fn(&OfferKind) -> bool) -> bool {
        self.kinds.iter().copied().flatten().any(|kind| kind.verb == verb && is(kind))
    }

    /// The verbs of kinds for which `is` holds, each once.
    fn verbs_of(&self, is: impl Fn(&OfferKind) -> bool) -> Vec<&'static str> {
        each_once(self.kinds.iter().copied().flatten().filter(|kind| is(kind)).map(|kind| kind.verb))
    }

    /// The keys of parameters: `luck` of `luck=1`.
    pub fn keys(&self) -> Vec<&'static str> {
        each_once(self.parameters.iter().copied().flatten().map(|parameter| parameter.key))
    }

    /// Whether a roll can have this name, given the names of the items.
    pub fn knows_roll<'a>(&self, words: &str, items: impl Iterator<Item = &'a str> + Clone) -> bool {
        self.rolls.iter().any(|known| match known.split_once("{}") {
            None => *known == words,
            Some((before, after)) => {
                let name = words.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                name.is_some_and(|name| items.clone().any(|item| item == name))
            }
        })
    }
}

fn each_once(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    all.for_each(|word| {
        if !seen.contains(&word) {
            seen.push(word);
        }
    });
    seen
}

/// What a ruleset's numbers stand for, so that code above the rules does not need their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Health, if it is counted down.
    pub health: Option<Vital>,
    /// Points that change a roll, and their currency.
    pub luck: Option<(Vital, &'static Currency)>,
    /// The result of the initiative roll.
    pub order: Option<Vital>,
}

/// The definition of a ruleset.
pub trait Definition: Sync {
    /// Its id.
    fn id(&self) -> RulesetId;
    /// A short description, as a sentence.
    fn about(&self) -> &'static str;
    /// What sets its mighty fighters apart from ordinary ones, if its rosters have any.
    fn mighty(&self) -> &'static str {
        ""
    }
    /// Its rules, in the catalogue's order.
    fn catalogue(&self) -> &'static [Rule];
    /// Its settings, in the order of [`Settings`](crate::rules::Settings).
    fn settings(&self) -> &'static [Setting] {
        &[]
    }
    /// How it writes lengths.
    fn measure(&self) -> Measure {
        Measure::SQUARES
    }
    /// The names of its totals, allowances, item numbers and conditions in trials.
    fn names(&self) -> Names {
        Names::default()
    }
    /// The words of its choices and rolls in trials.
    fn vocabulary(&self) -> Vocabulary;
    /// The groups of a turn's offers, in the order of [`Group::OF_A_TURN`]. They are the same for a whole battle.
    fn groups(&self) -> &'static [Group] {
        &Group::OF_A_TURN
    }
    /// What its numbers stand for.
    fn roles(&self) -> Roles {
        Roles::default()
    }
    /// When a spent currency comes back, and by which rule.
    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId);
    /// The rule that limits a parameter of choices, if that parameter has its own. The kernel cites it when it refuses
    /// values before the ruleset sees them.
    fn rule_of(&self, _key: &str) -> Option<RuleId> {
        None
    }
    /// The meaning of a number from [`Inspect::number`](super::Inspect::number): what is rolled, in one line, and the
    /// label of the number.
    fn roll(&self, number: i32) -> (String, &'static str);
    /// Whether a combatant takes turns; in some rulesets mounts do not.
    fn takes_turns(&self, _: Combatant<'_>) -> bool {
        true
    }
    /// Whether a combatant keeps enemies off its squares. Pathfinding and the living battle ask this of everybody.
    fn blocks(&self, fighter: Combatant<'_>) -> bool {
        fighter.fights()
    }
    /// Why a combatant with this sheet cannot be ridden, in words; `None` if it can.
    fn no_mount(&self, _: &Sheet) -> Option<&'static str> {
        Some("nobody rides under these rules")
    }
    /// Totals that the rules only use for their own bookkeeping, besides the initiative ([`Roles::order`]). They say
    /// nothing about a fighter and are not shown.
    fn notes(&self) -> &'static [Vital] {
        &[]
    }
    /// Whether a total says something about a fighter: it is neither the initiative nor a note.
    fn is_told(&self, vital: Vital) -> bool {
        self.roles().order != Some(vital) && !self.notes().contains(&vital)
    }
    /// Whether fighters declare in secret under these rules, so that two people at one machine must not see each
    /// other's screens.
    fn declares_in_secret(&self) -> bool {
        false
    }
    /// Whether fighters can be hidden from enemies under these rules; otherwise everybody knows of everybody.
    fn has_hiding(&self) -> bool {
        false
    }
}
