//! What a trial can expect once its choices are made.

use serde::Deserialize;

use crate::rules::{Fate, Posture, Status};

/// One expectation. Combatants and things go by their tags, squares by their names, rules by their ids.
///
/// Where geometry is asked (`Cover`, `Seen`, `Distance`, `Reaches`, `Threatens`, `Assess`, `Chance`), a combatant
/// may be placed for the question alone: `"A@c3"`.
///
/// A *choice* is its text, of the one who is asked by then: `"A: strike B sword"`. In `Assess` and `Chance` it is a
/// choice of `by`'s own turn, whoever is asked: `"strike B sword"`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// A total or an allowance by its name: `Value("B", "damage", 14)`.
    Value(String, String, i32),
    /// How somebody stands: `Posture("B", Prone)`.
    Posture(String, Posture),
    /// In the fight or out: `Status("B", Down)`.
    Status(String, Status),
    /// Where somebody is: `At("B", "c3")`.
    At(String, String),
    /// A thing is in hand: `Holds("A", "sword")`.
    Holds(String, String),
    /// A thing is not in hand: `HoldsNot("A", "sword")`.
    HoldsNot(String, String),
    /// A thing lies in a square: `Lies("knife", "c3")`.
    Lies(String, String),
    /// A thing somebody bears is loaded or not: `Loaded("A", "crossbow", false)`.
    Loaded(String, String, bool),
    /// How often a thing somebody bears can still be used: `Count("A", "bow", 0)`.
    Count(String, String, u16),
    /// Somebody has a condition: `Has("A", "hurried")`.
    Has(String, String),
    /// Somebody has no such condition: `HasNot("A", "hurried")`.
    HasNot(String, String),
    /// Whether the first knows of the second: `Aware("A", "B", true)`.
    Aware(String, String, bool),

    /// Who is asked now: `Asked("B")`.
    Asked(String),
    /// Whose turn it is: `Turn("A")`.
    Turn(String),
    /// The round: `Round(2)`.
    Round(u16),
    /// The order of turns: `Order(["B", "A"])`.
    Order(Vec<String>),
    /// A side has won: `Won("Blue")`.
    Won(String),
    /// The battle is over and nobody has won.
    Draw,
    /// The battle goes on.
    Undecided,

    /// A choice can be taken: `Allowed("A: walk b1")`. It is not taken.
    Allowed(String),
    /// A choice is refused by a rule: `Refused("A: shoot B bow", "PCT-RNG-06")`.
    Refused(String, String),
    /// There is an offer, and it is not refused: `Offered("A: draw knife")`, or only the verb.
    Offered(String),
    /// There is no such offer, or it is refused: `NotOffered("A: strike fists")`.
    NotOffered(String),

    /// The cover of the second against the first: `Cover("A", "B", "partial")`.
    Cover(String, String, String),
    /// Whether the first sees the second: `Seen("A@a1", "B@e1", false)`.
    Seen(String, String, bool),
    /// Distance in the ruleset's unit: `Distance("A", "B", 5)`.
    Distance(String, String, u32),
    /// Squares within reach: `Reaches("A", ["b1"])`.
    Reaches(String, Vec<String>),
    /// Squares out of reach: `ReachesNot("A", ["b1"])`.
    ReachesNot(String, Vec<String>),
    /// How many squares are within reach: `ReachSize("A", 8)`.
    ReachSize(String, usize),
    /// Squares threatened: `Threatens("A", ["b1"])`.
    Threatens(String, Vec<String>),
    /// Squares not threatened: `ThreatensNot("A", ["b1"])`.
    ThreatensNot(String, Vec<String>),
    /// A way that can be walked: `Way(who: "A", squares: "b1 c2", cost: "2.5 m", base: true, provokes: [("B", 2)])`;
    /// steps count from 1, and those are all steps that provoke. `by: "vault"` goes it by another offer than the plain
    /// movement.
    Way {
        /// Who walks.
        who: String,
        /// The word of the offer, if it is not the plain movement.
        #[serde(default)]
        by: Option<String>,
        /// The squares, the first step first.
        squares: String,
        /// What it costs, in the ruleset's words.
        #[serde(default)]
        cost: Option<String>,
        /// Whether it stays within the first band.
        #[serde(default)]
        base: Option<bool>,
        /// Who may strike at which step.
        #[serde(default)]
        provokes: Option<Vec<(String, usize)>>,
    },
    /// A way that cannot be walked: `NoWay("A", "b1 c2", "PCT-GRID-04")`.
    NoWay(String, String, String),
    /// The cheapest way to a square: `Route(who: "A", to: "e5", cost: "6 m")`.
    Route {
        /// Who walks.
        who: String,
        /// The word of the offer, if it is not the plain movement.
        #[serde(default)]
        by: Option<String>,
        /// Where to.
        to: String,
        /// What it costs; nothing if there must be none.
        cost: Option<String>,
    },

    /// What an attack needs: `Assess(by: "A", choice: "strike B sword", attack: 40, terms: [("PCT-COV-01", -30)],
    /// defence: 60)`. Of the terms at least those listed must be there; an amount of 0 says that there is none.
    Assess {
        /// Who attacks.
        by: String,
        /// The attack.
        choice: String,
        /// The number of the attack.
        #[serde(default)]
        attack: Option<i32>,
        /// Terms of it.
        #[serde(default)]
        terms: Vec<(String, i32)>,
        /// The number of the defence.
        #[serde(default)]
        defence: Option<i32>,
        /// Terms of it.
        #[serde(default)]
        defence_terms: Vec<(String, i32)>,
        /// There is no defence.
        #[serde(default)]
        undefended: bool,
    },
    /// The exact odds of an attack: `Chance(by: "A", choice: "strike B sword", hit: "3264/9949", mean: "3.65")`, as
    /// fractions, or as decimals to as many places as are written.
    Chance {
        /// Who attacks.
        by: String,
        /// The attack.
        choice: String,
        /// The target is hit.
        #[serde(default)]
        hit: Option<String>,
        /// The target is hit with the ruleset's best degree.
        #[serde(default)]
        critical: Option<String>,
        /// The mean of the damage, misses as 0.
        #[serde(default)]
        mean: Option<String>,
        /// The chance of at least so much damage.
        #[serde(default)]
        at_least: Vec<(i16, String)>,
        /// The least damage of a hit.
        #[serde(default)]
        least: Option<i16>,
        /// The most damage.
        #[serde(default)]
        most: Option<i16>,
        /// The target ends prone.
        #[serde(default)]
        prone: Option<String>,
        /// Grades of the ending by their names.
        #[serde(default)]
        grades: Vec<(String, String)>,
    },

    /// Dice fell in these choices: `Rolled(who: "B", words: "Fray", value: 31, against: 40, success: true)`.
    Rolled {
        /// Who rolled.
        who: String,
        /// What for.
        words: String,
        /// What they came to.
        #[serde(default)]
        value: Option<i32>,
        /// The number they were held against, or what was added.
        #[serde(default)]
        against: Option<i32>,
        /// Whether it succeeded.
        #[serde(default)]
        success: Option<bool>,
    },
    /// No such dice fell: `NotRolled("B", "Fray")`.
    NotRolled(String, String),
    /// A blow ended so: `Blow(by: "A", on: "B", fate: Hit, damage: 14)`.
    Blow {
        /// Who struck.
        by: String,
        /// At whom.
        on: String,
        /// How it ended.
        fate: Ended,
        /// The damage that got through.
        #[serde(default)]
        damage: Option<i16>,
    },
    /// A line of the report holds these words: `Told("falls prone")`.
    Told(String),
    /// No line does: `NotTold("falls prone")`.
    NotTold(String),
}

/// How a blow ended, as [`Fate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Ended {
    /// It failed by itself.
    Missed,
    /// The target averted it.
    Averted,
    /// It touched the target without effect.
    Glanced,
    /// It landed, and armour stopped all of it.
    Stopped,
    /// It landed.
    Hit,
    /// It landed with the best degree.
    Critical,
}

impl Ended {
    /// As the rules say it, by whatever means a blow was averted.
    pub const fn of(fate: Fate) -> Self {
        match fate {
            Fate::Missed => Self::Missed,
            Fate::Averted(_) => Self::Averted,
            Fate::Glanced => Self::Glanced,
            Fate::Stopped => Self::Stopped,
            Fate::Hit => Self::Hit,
            Fate::Critical => Self::Critical,
        }
    }
}
