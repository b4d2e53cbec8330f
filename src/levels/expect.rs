//! What a trial can expect once its choices are made.

use serde::Deserialize;

use crate::{
    geometry::Direction,
    rules::{Averting, Fate, Posture, Status},
};

/// One expectation. Combatants and items go by their tags, squares by their names, rules by their ids.
///
/// In questions of geometry (`Cover`, `Seen`, `Distance`, `Reaches`, `Threatens`, `Assess`, `Chance`), a combatant may
/// be placed for that question alone: `"A@c3"`.
///
/// Negative numbers have the plain minus of the keyboard, `-10`, although screen and log show a real one. Lengths are
/// written as in the ruleset, with a decimal point and their unit: `"2.5 m"` in `percentile`, `"3 squares"` in
/// `totals`. `proving-ground names` lists the names of totals, allowances, conditions, grades, arms and fields of
/// sheets.
///
/// A *choice* is given by its text, after the tag of the one who is asked at that point: `"A: strike B sword"`. In
/// `Assess` and `Chance` it is a choice in `by`'s own turn, whoever is asked: `"strike B sword"`. The ruleset must know
/// its verb and parameters, and also movements and the names of rolls (see `proving-ground names`); else the file is
/// faulty. `A: concede` gives up.
///
/// *Terms* are rules with amounts. Several terms of one rule are given as their sum, or one by one, each once and in
/// any order; an amount of 0 means that the rule adds nothing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// A total or an allowance by its name: `Value("B", "damage", 14)`.
    Value(String, String, i32),
    /// Somebody's posture: `Posture("B", Prone)`.
    Posture(String, Posture),
    /// Which way somebody looks: `Faces("B", NorthEast)`.
    Faces(String, Direction),
    /// In the fight or out: `Status("B", Down)`.
    Status(String, Status),
    /// Where somebody is: `At("B", "c3")`.
    At(String, String),
    /// An item is in hand: `Holds("A", "sword")`.
    Holds(String, String),
    /// An item is not in hand: `HoldsNot("A", "sword")`.
    HoldsNot(String, String),
    /// An item lies in a square: `Lies("knife", "c3")`.
    Lies(String, String),
    /// What is in a square, in this order: what fills it, a charge, `lit`, a veil, `fire`: `Square("c3", ["powder keg",
    /// "lit"])`.
    Square(String, Vec<String>),
    /// An item that somebody carries is loaded or not: `Loaded("A", "crossbow", false)`.
    Loaded(String, String, bool),
    /// How many uses of an item that somebody carries are left: `Count("A", "bow", 0)`.
    Count(String, String, u16),
    /// A number that the ruleset keeps for an item that somebody carries: `ItemValue("A", "shield", "durability", 2)`.
    ItemValue(String, String, String, i32),
    /// Somebody has a condition, or is in a state: `Has("A", "hurried")`, `Has("A", "wounded")`.
    Has(String, String),
    /// Somebody neither has this condition nor is in this state: `HasNot("A", "hurried")`.
    HasNot(String, String),
    /// Whether the first is aware of the second: `Aware("A", "B", true)`.
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
    /// There is an offer, and it is not refused: `Offered("A: draw knife")`, or only the verb. With parameters it is open
    /// at those values too, and at all of them together: `Offered("A: strike B knife ap=2 luck=1")`.
    Offered(String),
    /// There is no such offer, or it is refused: `NotOffered("A: strike fists")`. With parameters: the offer is open, but
    /// not at those values together: `NotOffered("A: strike B knife luck=4")`.
    NotOffered(String),
    /// Exactly these offers are open to somebody, by their verbs in any order: `OffersOnly("B", ["fray", "decline"])`.
    OffersOnly(String, Vec<String>),
    /// Exactly these values of a parameter are open, in their order, and all others are refused by these rules:
    /// `Values(choice: "A: strike B knife", of: "luck", open: ["0", "1"], refused: [("2", "TOT-LUCK-03")])`. With
    /// neither open nor refused values it means that there is no such parameter. The choice may settle other
    /// parameters: `"A: strike B knife ap=2"`.
    Values {
        /// The offer.
        choice: String,
        /// The parameter.
        of: String,
        /// Its open values.
        open: Vec<String>,
        /// Its refused values, each with the rule.
        #[serde(default)]
        refused: Vec<(String, String)>,
    },

    /// The cover of the second against the first: `Cover("A", "B", "partial")`.
    Cover(String, String, String),
    /// Whether the first sees the second: `Seen("A@a1", "B@e1", false)`.
    Seen(String, String, bool),
    /// Distance as the ruleset counts it, in whole metres (`percentile`) or squares (`totals`): `Distance("A", "B", 5)`.
    Distance(String, String, u32),
    /// Squares within reach: `Reaches("A", ["b1"])`.
    Reaches(String, Vec<String>),
    /// Squares out of reach: `ReachesNot("A", ["b1"])`.
    ReachesNot(String, Vec<String>),
    /// Exactly these squares are within reach, in any order: `ReachesOnly("A", ["a1", "b1"])`.
    ReachesOnly(String, Vec<String>),
    /// How many squares are within reach: `ReachSize("A", 8)`.
    ReachSize(String, usize),
    /// Squares threatened: `Threatens("A", ["b1"])`.
    Threatens(String, Vec<String>),
    /// Squares not threatened: `ThreatensNot("A", ["b1"])`.
    ThreatensNot(String, Vec<String>),
    /// Exactly these squares are threatened, in any order; with none, no square is. `ThreatensOnly("A", ["a1", "b1"])`.
    ThreatensOnly(String, Vec<String>),
    /// A way that can be walked: `Way(who: "A", squares: "b1 c2", cost: "2.5 m", base: true, provokes: [("B", 2)])`;
    /// `provokes` lists all steps that provoke, counted from 1. By default it is the plain movement of somebody who
    /// stands; `by: "vault"` takes another offer, so `by: "climb"` asks whether the way can be climbed.
    Way {
        /// Who walks.
        who: String,
        /// The verb of the offer, if it is not the plain movement.
        #[serde(default)]
        by: Option<String>,
        /// The squares, the first step first.
        squares: String,
        /// What it costs, in the ruleset's words.
        #[serde(default)]
        cost: Option<String>,
        /// How long it is, whatever it costs.
        #[serde(default)]
        length: Option<String>,
        /// Whether it stays within the base movement.
        #[serde(default)]
        base: Option<bool>,
        /// Who may strike at which step.
        #[serde(default)]
        provokes: Option<Vec<(String, usize)>>,
    },
    /// A way that the plain movement cannot go: `NoWay("A", "b1 c2", "PCT-GRID-04")`.
    NoWay(String, String, String),
    /// The cheapest way to a square: `Route(who: "A", to: "e5", cost: "6 m", length: "4.5 m")`.
    Route {
        /// Who walks.
        who: String,
        /// The verb of the offer, if it is not the plain movement.
        #[serde(default)]
        by: Option<String>,
        /// Where to.
        to: String,
        /// What it costs; left out if there must be no way.
        cost: Option<String>,
        /// How long it is, whatever it costs.
        #[serde(default)]
        length: Option<String>,
    },

    /// The numbers of an attack: `Assess(by: "A", choice: "strike B sword", attack: 40, terms: [("PCT-COV-01", -30)],
    /// defence: 60)`. At least the listed terms must be there. At least one number or term must be given.
    Assess {
        /// The attacker, in its own turn: this one, or the next if it has chosen something in this stage. If left out, the
        /// choice answers the open decision.
        #[serde(default)]
        by: Option<String>,
        /// The attack, or the choices that declare it.
        choice: String,
        /// The number of the attack.
        #[serde(default)]
        attack: Option<i32>,
        /// Terms of it.
        #[serde(default)]
        terms: Vec<(String, i32)>,
        /// The number of the defence; for several, their sum.
        #[serde(default)]
        defence: Option<i32>,
        /// Terms of it, or of all of them.
        #[serde(default)]
        defence_terms: Vec<(String, i32)>,
        /// Other numbers of the attack by their names: `numbers: [("Damage dice", 3), ("Mitigation dice", 2)]`. 0 means
        /// that the number is 0 or absent; only those that `proving-ground names` lists may be absent.
        #[serde(default)]
        numbers: Vec<(String, i32)>,
        /// Whether there is no defence; if left out, this is not checked.
        #[serde(default)]
        undefended: Option<bool>,
    },
    /// The exact odds of an attack: `Chance(by: "A", choice: "strike B sword", hit: "3264/9949", mean: "3.65")`, as
    /// fractions or whole numbers, which are exact, or as decimals, rounded to as many places as are written. For
    /// several attacks by one action the choices follow one another, and the last one leads to the dice: `choice:
    /// "volley; strike B sword; strike C knife; begin"`. Hits and damage can be asked only of an attack on the target;
    /// `prone`, `grades` and `conditions` also of other dice that decide about it. At least one of them must be asked.
    Chance {
        /// The attacker, in its own turn: this one, or the next if it has chosen something in this stage. If left out, the
        /// choice answers the open decision.
        #[serde(default)]
        by: Option<String>,
        /// The attack, or the choices that declare it.
        choice: String,
        /// The target to report on; by default the last one.
        #[serde(default)]
        on: Option<String>,
        /// What the other side answers: `"best"` or `"worst"` for itself, as `proving-ground forecast` finds them, or
        /// choices of its own, which are then given wherever they are on offer: `"B: evade ap=1; B: block ap=2"`.
        /// Without it the other side answers by the ruleset's default.
        #[serde(default)]
        answer: Option<String>,
        /// The target is hit, even if armour stops all damage: as in forecasts and cards.
        #[serde(default)]
        hit: Option<String>,
        /// The target is hit with the ruleset's best degree.
        #[serde(default)]
        critical: Option<String>,
        /// The mean damage; a miss counts as 0.
        #[serde(default)]
        mean: Option<String>,
        /// The chances of at least so much damage.
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
        /// The chances of grades, by their names.
        #[serde(default)]
        grades: Vec<(String, String)>,
        /// The chances of results of a blow: `fates: [(Averted, "1/4"), (Stopped, "0.05")]`.
        #[serde(default)]
        fates: Vec<(BlowOutcome, String)>,
        /// The chances of results of one of several blows, counted from 1 in their order: `blows: [(2, Averted, "1/4")]`.
        #[serde(default)]
        blows: Vec<(usize, BlowOutcome, String)>,
        /// The chances that exactly so many of several blows land: `hits: [(0, "1/4"), (2, "1/4")]`.
        #[serde(default)]
        hits: Vec<(usize, String)>,
        /// The target has been given a condition, or ends in a state: `conditions: [("captivated", "0.5")]`.
        #[serde(default)]
        conditions: Vec<(String, String)>,
        /// The same among the outcomes in which the target is hit: `per_hit: (critical: "19/100", mean: "301/18")`.
        #[serde(default)]
        per_hit: Option<PerHit>,
    },
    /// What an attack on a place would do: `Area(by: "A", choice: "throw pot m1", number: 40, lands: "41/100", reached:
    /// [("B", "1/2")])`. Chances are written as in `Chance`.
    Area {
        /// The attacker, as in `Chance`.
        #[serde(default)]
        by: Option<String>,
        /// The attack.
        choice: String,
        /// The number needed to land there.
        #[serde(default)]
        number: Option<i32>,
        /// Terms of it; an amount of 0 means that there is none.
        #[serde(default)]
        terms: Vec<(String, i32)>,
        /// Exactly the squares that it reaches from there with average dice, in any order.
        #[serde(default)]
        squares: Option<Vec<String>>,
        /// How many squares those are.
        #[serde(default)]
        size: Option<usize>,
        /// The chance that it lands where it is aimed.
        #[serde(default)]
        lands: Option<String>,
        /// The chances that it lands in squares: `places: [("m1", "0.41"), ("a1", "0")]`.
        #[serde(default)]
        places: Vec<(String, String)>,
        /// The chances that it reaches somebody, wherever it lands; 0 for those whom it cannot reach.
        #[serde(default)]
        reached: Vec<(String, String)>,
        /// The means of the damage that it does to somebody, wherever it lands.
        #[serde(default)]
        means: Vec<(String, String)>,
    },

    /// Dice were rolled in these choices: `Rolled(who: "B", words: "Fray", value: 31, against: 40, success: true)`.
    /// Everything given must be true of one roll with that name, or of the `nth`.
    Rolled {
        /// Who rolled.
        who: String,
        /// What for.
        words: String,
        /// Which roll of that name, counted from 1 in these choices.
        #[serde(default)]
        nth: Option<usize>,
        /// Their result.
        #[serde(default)]
        value: Option<i32>,
        /// The number they were compared with; for a sum, the total with all additions.
        #[serde(default)]
        against: Option<i32>,
        /// Whether it succeeded.
        #[serde(default)]
        success: Option<bool>,
        /// How many dice counted, without those of Luck and markers.
        #[serde(default)]
        dice: Option<usize>,
        /// How many faces each of these had, in the order rolled, a burst after its die: `sides: [20, 8, 8]`.
        #[serde(default)]
        sides: Option<Vec<u8>>,
        /// The rule that asked for the roll.
        #[serde(default)]
        rule: Option<String>,
        /// The result in the words of the log: `upshot: ["exceptional success", "margin 41"]`.
        #[serde(default)]
        upshot: Vec<String>,
        /// Terms of the number.
        #[serde(default)]
        terms: Vec<(String, i32)>,
        /// The number without the terms of a rule: damage before armour is `without: ("PCT-ARM-01", 14)`.
        #[serde(default)]
        without: Option<(String, i32)>,
    },
    /// Rolls were compared, with each side's last rolls of those names added up: `Compared(left: [("A", "To hit")],
    /// right: [("B", "Evasion"), ("B", "Block")], sums: (23, 25))`.
    Compared {
        /// Whose rolls, by their names.
        left: Vec<(String, String)>,
        /// Against which.
        right: Vec<(String, String)>,
        /// The sums of both sides.
        sums: (i32, i32),
    },
    /// No such dice fell: `NotRolled("B", "Fray")`.
    NotRolled(String, String),
    /// A blow ended like this: `Blow(by: "A", on: "B", fate: Hit, damage: 14)`; of several, any of them, or the `nth`.
    /// Blows whose damage is taken together show their share each.
    Blow {
        /// Who struck.
        by: String,
        /// The target.
        on: String,
        /// Which of the blows of this attacker on this target, counted from 1 in these choices.
        #[serde(default)]
        nth: Option<usize>,
        /// How it ended.
        fate: BlowOutcome,
        /// The damage that got through.
        #[serde(default)]
        damage: Option<i16>,
    },
    /// A condition was put on somebody in these choices, even if it is gone again: `Gained("B", "held")`.
    Gained(String, String),
    /// Somebody had a condition before or during these choices and no longer has it: `Lost("B", "held")`.
    Lost(String, String),
    /// What happened to somebody, or what somebody did, under a rule, in the words of the log: `Noted("B", "falls
    /// prone", "PCT-MAN-05")`. Losses that add up to one blow are noted one by one, each under its own rule.
    Noted(String, String, String),
    /// A line of the log contains these words: `Logged("falls prone")`. The choices themselves are not lines of the
    /// log.
    Logged(String),
    /// No line does: `NotLogged("falls prone")`.
    NotLogged(String),
}

/// Odds among the outcomes in which a target is hit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PerHit {
    /// It is hit with the ruleset's best degree.
    pub critical: Option<String>,
    /// The mean of the damage.
    pub mean: Option<String>,
    /// The chances of at least so much damage.
    pub at_least: Vec<(i16, String)>,
}

/// How a blow ended, as [`Fate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum BlowOutcome {
    /// It missed.
    Missed,
    /// The target averted it, in any of the next six ways.
    Averted,
    /// The target got out of its way.
    Dodged,
    /// A weapon or an arm averted it.
    Parried,
    /// A shield averted it.
    Blocked,
    /// The target caught it.
    Caught,
    /// Another spell, or an ability, averted it.
    Countered,
    /// The target saw through it.
    SeenThrough,
    /// The target turned it back on the attacker.
    Turned,
    /// It touched the target without effect.
    Glanced,
    /// It only grazed the target, and did harm all the same.
    Grazed,
    /// It landed, and armour stopped all of it.
    Stopped,
    /// It landed, or did what it is for without damage.
    Hit,
    /// It landed with the best degree.
    Critical,
}

impl BlowOutcome {
    /// The most specific outcome for a fate.
    pub const fn of(fate: Fate) -> Self {
        match fate {
            Fate::Missed | Fate::Failed => Self::Missed,
            Fate::Averted(how) => match how {
                Averting::Dodge => Self::Dodged,
                Averting::Parry => Self::Parried,
                Averting::Block => Self::Blocked,
                Averting::Catch => Self::Caught,
                Averting::Counter => Self::Countered,
                Averting::Insight => Self::SeenThrough,
                Averting::Return => Self::Turned,
            },
            Fate::Glanced => Self::Glanced,
            Fate::Grazed => Self::Grazed,
            Fate::Stopped => Self::Stopped,
            Fate::Worked(_) | Fate::Hit => Self::Hit,
            Fate::Critical => Self::Critical,
        }
    }

    /// Whether a fate counts as this outcome.
    pub fn covers(self, fate: Fate) -> bool {
        let came = Self::of(fate);
        came == self || self == Self::Averted && matches!(fate, Fate::Averted(_)) && came != Self::Turned
    }
}
