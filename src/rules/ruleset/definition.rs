//! What a ruleset is: its name, its rules, its units, and what its numbers stand for.

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
    /// The edition in which alone it holds, a word of the setting that names one; `None` if it holds in all of them.
    pub edition: Option<&'static str>,
    /// What it says, whole, to a player who has nothing but this; each line is a paragraph.
    pub text: &'static str,
    /// Whether this version plays it; rules for a later version are listed as well.
    pub played: bool,
}

impl Rule {
    /// Whether it holds where an edition is played: the one that [`Settings::edition`](crate::rules::Settings::edition)
    /// names.
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
    /// The unit in which [`Sight::distance`](crate::rules::Sight::distance) counts: "m", "feet".
    pub apart: &'static str,
    /// How many units a square's side is long.
    pub per_square: u16,
    /// How many cost units of a way make one unit: 2 for half metres.
    pub parts: u16,
}

impl Measure {
    /// Squares, a diagonal counting one.
    pub const SQUARES: Self = Self { unit: "squares", single: "square", apart: "squares", per_square: 1, parts: 1 };

    /// How far two are from each other in words: "10 m", "42 feet", "1 square".
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
    /// What else its choices settle.
    pub parameters: &'static [&'static [ParameterKind]],
    /// What rolls are called: `Attack`. `{}` stands for the name of an item: `Parry with {}`.
    pub rolls: &'static [&'static str],
}

impl Vocabulary {
    /// The first words of choices: `walk`, `strike`.
    pub fn verbs(&self) -> Vec<&'static str> {
        self.verbs_of(|_| true)
    }

    /// Those verbs that lead along a way: `walk`.
    pub fn ways(&self) -> Vec<&'static str> {
        self.verbs_of(|kind| kind.role == Role::Approach)
    }

    /// Whether a verb is one of some kinds.
    pub fn has(&self, verb: &str, is: impl Fn(&OfferKind) -> bool) -> bool {
        self.kinds.iter().copied().flatten().any(|kind| kind.verb == verb && is(kind))
    }

    /// The verbs of some kinds, each once.
    fn verbs_of(&self, is: impl Fn(&OfferKind) -> bool) -> Vec<&'static str> {
        each_once(self.kinds.iter().copied().flatten().filter(|kind| is(kind)).map(|kind| kind.verb))
    }

    /// The keys of parameters: `luck` of `luck=1`.
    pub fn keys(&self) -> Vec<&'static str> {
        each_once(self.parameters.iter().copied().flatten().map(|parameter| parameter.key))
    }

    /// Whether a roll can be called so, with items of these names.
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

/// What a ruleset is.
pub trait Definition: Sync {
    /// Which.
    fn id(&self) -> RulesetId;
    /// A short description, as a sentence.
    fn about(&self) -> &'static str;
    /// What sets its mighty fighters apart from the usual ones, if its rosters have any.
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
    /// The names of its totals, allowances, numbers of items and conditions in trials.
    fn names(&self) -> Names {
        Names::default()
    }
    /// The words of its choices and rolls in trials.
    fn vocabulary(&self) -> Vocabulary;
    /// The groups that a turn's offers are found in, in the order of [`Group::OF_A_TURN`]: the same for a whole battle.
    fn groups(&self) -> &'static [Group] {
        &Group::OF_A_TURN
    }
    /// What its numbers stand for.
    fn roles(&self) -> Roles {
        Roles::default()
    }
    /// When what has been spent comes back, and by which rule.
    fn comes_back(&self, currency: &'static Currency) -> (ComesBack, RuleId);
    /// The rule that limits a parameter of choices, if there is one for that parameter alone: the kernel refuses values
    /// before a ruleset sees them, and cites it.
    fn rule_of(&self, _key: &str) -> Option<RuleId> {
        None
    }
    /// The meaning of a number of [`Inspect::number`](super::Inspect::number): what is rolled, in one line, and the label of the number.
    fn roll(&self, number: i32) -> (String, &'static str);
    /// Whether a combatant takes turns; in some rulesets mounts do not.
    fn takes_turns(&self, _: Combatant<'_>) -> bool {
        true
    }
    /// Whether a combatant keeps enemies off its squares: searches for ways and the living battle ask it of everybody.
    fn blocks(&self, fighter: Combatant<'_>) -> bool {
        fighter.fights()
    }
    /// Why a combatant with such a sheet cannot be ridden, in words; `None` if it can.
    fn no_mount(&self, _: &Sheet) -> Option<&'static str> {
        Some("nobody rides under these rules")
    }
    /// Totals in which the rules only note something for themselves, besides the place in the order of turns
    /// ([`Roles::order`]): they say nothing of a fighter, and people are not shown them.
    fn notes(&self) -> &'static [Vital] {
        &[]
    }
    /// Whether a total says something of a fighter: the others are the place in the order and notes.
    fn is_told(&self, vital: Vital) -> bool {
        self.roles().order != Some(vital) && !self.notes().contains(&vital)
    }
    /// Whether fighters declare under these rules in secret, so that two persons at one machine must not see each other's
    /// screens.
    fn declares_in_secret(&self) -> bool {
        false
    }
    /// Whether under these rules somebody in the fight can be unknown to enemies; otherwise everybody knows everybody.
    fn has_hiding(&self) -> bool {
        false
    }
}
