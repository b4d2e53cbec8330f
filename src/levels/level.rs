//! Levels: a board, sides with their fighters, and goals.
//!
//! ```ron
//! (
//!     format: 1,
//!     name: "Yard",
//!     about: "A gate and a well",
//!     ruleset: percentile,          // suggested; every level can be played under every ruleset
//!     round_limit: 30,              // 50 if left out
//!     map: r"...",                  // rows of characters, see `map.rs`; or size: "12x9" for a bare board
//!     legend: (squares: {'m': (surface: Earth, footing: Difficult)}, edges: {'w': Trellis}),
//!     veils: {Smoke: ["o7-q9"]},    // Smoke, Fog, Foliage, Dim, Dark
//!     veils_by_round: [(veil: Fog, squares: ["a1-e9"], rounds: (2, 4))],    // from round 2 to the end of round 4
//!     anchors: ["c5"],
//!     objects: [Keg(squares: ["d4"])],     // see `objects.rs`
//!     zones: {"gate": ["c3-c4", "d5"]},
//!     arms: [], archetypes: [],     // the level's own, as in rosters
//!     sides: [                      // two to four
//!         (name: "The watch", goals: [Hold(zone: "gate", rounds: 3)], units: [
//!             (archetype: "archer", name: "Ansa", at: "b2", posture: Crouching, facing: East, hidden: true),
//!             (archetype: "war-horse", name: "Star", at: "c3"),
//!             (archetype: "lancer", at: "c3", riding: "Star"),
//!             (archetype: "archer", zone: "gate", arrives: 3),     // or at: "a1", or edge: North
//!         ]),
//!         (harder: [totals], ambushes: ["The watch"], units: [(archetype: "brute", at: "g2")]),
//!     ],
//! )
//! ```
//!
//! `harder` names the rulesets under which a side has the harder task between strong computers, `harder_quick` those
//! for steady ones (`computer:steady`); the setup page tells. `ambushes` names the sides, by name or colour, that a
//! side ambushes, under rulesets that know ambushes. `power: mighty` gives a side's fighters their mighty sheets, under
//! rulesets that have some.
//!
//! Goals are `DefeatAll` (the default), `Hold(zone, rounds)`, `Reach(zone, count)` and `Survive(rounds)`.

use std::sync::{Arc, OnceLock};

use super::{
    Faults, Roster,
    ambush::{read_ambushes, set_ambushes},
    harder::{self, check_harder, read_rulesets},
    kind::{FileKind, form_of},
    late::{Late, Schedule},
    map::{self, Board, Zone, read_board, zone_squares},
    naming::is_name,
    placing::{Placing, hindrance},
    power::Power,
    roster::{check_format, read_about},
    source::{Form, Piece, Source},
    veils::{VeilByRound, read_veils_by_round},
};
use crate::{
    geometry::{Direction, Square},
    rules::{Aim, Battlefield, CombatantSet, Goal, Posture, RulesetId, Team, counted},
};

/// The version of level files.
pub const LEVEL_FORMAT: u16 = 1;

/// The default number of rounds after which the battle is a draw.
pub const ROUND_LIMIT: u16 = 50;

/// A fighter at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The archetype's tag.
    pub archetype: String,
    /// The name on screen; by default the archetype's.
    pub name: Option<String>,
    /// The north-west square.
    pub at: Square,
    /// The fighter's posture.
    pub posture: Posture,
    /// Which way the fighter looks; by default towards the nearest enemy.
    pub facing: Option<Direction>,
    /// Whether the enemy starts unaware of the fighter.
    pub hidden: bool,
    /// The mount that the fighter rides at the start, by its place among the side's units.
    pub riding: Option<usize>,
    /// When and where the fighter arrives; `None` if it is there from the start. `at` is then its first place.
    pub late: Option<Late>,
}

/// A side: fighters who fight together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The name of the side: "The watch". By default the name of its colour.
    pub name: Option<String>,
    /// The rulesets under which it has the harder task between strong computers, as the level says.
    pub harder: Vec<RulesetId>,
    /// Those between steady computers.
    pub harder_quick: Vec<RulesetId>,
    /// Which of their sheets its fighters begin with.
    pub power: Power,
    /// The sides that it ambushes.
    pub ambushes: Vec<Team>,
    /// Its fighters, in the order of their ids.
    pub units: Vec<Unit>,
}

/// A level, ready to be played or drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// One word for files and the command line.
    pub tag: String,
    /// The name on screen.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The ruleset it was made for; it can be played under every one.
    pub ruleset: RulesetId,
    /// The board.
    pub field: Arc<Battlefield>,
    /// The sides that fight; the place in the list is the [`Team`].
    pub sides: Vec<Side>,
    /// The goals that win.
    pub goals: Vec<Goal>,
    /// The last round: the battle is a draw if nobody has won by its end.
    pub round_limit: u16,
    /// Named squares.
    pub zones: Vec<Zone>,
    /// Veils that lie on the board in some rounds only.
    pub veils_by_round: Vec<VeilByRound>,
    /// The archetypes and arms of its fighters that do not come with the game: those of the file, and those of rosters
    /// at the time it was read.
    pub own: Roster,
}

/// The levels that come with the game, in the order in which they are listed.
const BUILTIN: [(&str, &str); 12] = [
    ("counting-house", include_str!("../../levels/counting-house.ron")),
    ("earthworks", include_str!("../../levels/earthworks.ron")),
    ("hedgerows", include_str!("../../levels/hedgerows.ron")),
    ("meadow", include_str!("../../levels/meadow.ron")),
    ("pillared-hall", include_str!("../../levels/pillared-hall.ron")),
    ("tanner-row", include_str!("../../levels/tanner-row.ron")),
    ("troll-ford", include_str!("../../levels/troll-ford.ron")),
    ("broken-priory", include_str!("../../levels/broken-priory.ron")),
    ("drifting-moor", include_str!("../../levels/drifting-moor.ron")),
    ("sunken-lane", include_str!("../../levels/sunken-lane.ron")),
    ("powder-store", include_str!("../../levels/powder-store.ron")),
    ("mill-relief", include_str!("../../levels/mill-relief.ron")),
];

/// The levels that come with the game, in the order in which they are listed.
pub fn builtin() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let read = |(tag, text): &(&str, &str)| Level::parse(tag, &format!("{tag}.ron"), text, Roster::builtin());
        let levels: Result<_, _> = BUILTIN.iter().map(read).collect();
        levels.expect("a test reads the built-in levels")
    })
}

impl Level {
    /// Reads a level. Errors name it as `file`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(tag: &str, file: &str, text: &str, roster: &Roster) -> Result<Self, Faults> {
        let source = Source::new(file, text);
        let level = source.root().and_then(|root| read_level(tag, root, roster));
        source.finish(level)
    }

    /// The number of fighters.
    pub fn head_count(&self) -> usize {
        self.sides.iter().map(|side| side.units.len()).sum()
    }

    /// The name of a side.
    pub fn side_name(&self, team: Team) -> &str {
        let named = self.sides.get(usize::from(team.0)).and_then(|side| side.name.as_deref());
        named.unwrap_or(team.name())
    }
}

fn read_level(tag: &str, root: Piece<'_>, roster: &Roster) -> Option<Level> {
    let own = ["format", "name", "about", "ruleset", "sides", "round_limit", "veils_by_round", "arms", "archetypes"];
    let fields: Vec<&str> = own.into_iter().chain(map::FIELDS).collect();
    let form = form_of(root, FileKind::Level, &fields)?;
    check_format(&form, LEVEL_FORMAT)?;
    let roster = &roster.extended(&form);
    let name = form.need::<String>("name").filter(|name| is_name(name, form.place("name")));
    let about = read_about(&form);
    let ruleset: Option<RulesetId> = form.need("ruleset");
    let round_limit = read_round_limit(&form);
    let board = read_board(&form);
    let sides = form.piece("sides").map(Piece::items).unwrap_or_default();
    if form.get("sides").is_some_and(|piece| piece.text().starts_with('[')) && !(2..=Team::MOST).contains(&sides.len())
    {
        let what = format!("{} cannot fight", counted(sides.len(), "side"));
        form.place("sides").fault(what, "give 2 to 4 sides");
    }
    // Units are checked even where the board cannot be read.
    let Board { field, zones } = board;
    let veils_by_round = read_veils_by_round(&form, field.as_deref());
    let mut level = Level {
        tag: tag.into(),
        name: name.unwrap_or_default(),
        about,
        ruleset: ruleset.unwrap_or(RulesetId::ALL[0]),
        field: field.clone().unwrap_or_else(|| Arc::new(Battlefield::new(1, 1))),
        sides: Vec::new(),
        goals: Vec::new(),
        round_limit,
        zones,
        veils_by_round,
        own: Roster::default(),
    };
    let mut placing =
        Placing { ruleset: level.ruleset, field: field.as_deref(), roster, taken: Vec::new(), crowds: false };
    let zones = level.zones.clone();
    let schedule = Schedule { round_limit, zones: &zones, field: field.as_deref() };
    let (mut heads, mut ambushes) = (0, Vec::new());
    for (team, piece) in (0..Team::MOST as u8).map(Team).zip(sides) {
        let Some(side) = piece.form(&["name", "harder", "harder_quick", "power", "ambushes", "goals", "units"]) else {
            continue;
        };
        let pieces = side.piece("units").map(Piece::items).unwrap_or_default();
        if pieces.is_empty() && side.get("units").is_some() {
            side.place("units").fault("the side has nobody", "give it at least one unit");
        }
        heads += pieces.len();
        let few = pieces.iter().take(CombatantSet::MOST);
        let read = few.filter_map(|piece| placing.read_unit(*piece, &schedule)).collect();
        let units = placing.saddle(read);
        let goals = side.items("goals");
        let read = goals.iter().filter_map(|goal| read_goal(*goal, team, pieces.len(), &level));
        let read: Vec<Goal> = read.collect();
        level.goals.extend(read);
        if goals.is_empty() {
            level.goals.push(Goal { team, aim: Aim::Defeat, held: 0 });
        }
        let name = side.may::<String>("name").filter(|name| is_name(name, side.place("name")));
        ambushes.extend(read_ambushes(team, &side));
        let power = side.may("power").unwrap_or_default();
        let [harder, harder_quick] = harder::FIELDS.map(|field| read_rulesets(&side, field));
        level.sides.push(Side { name, harder, harder_quick, power, ambushes: Vec::new(), units });
    }
    set_ambushes(&mut level, ambushes);
    check_harder(&form, &level);
    if heads > CombatantSet::MOST {
        let what = format!("{heads} fighters are too many");
        form.place("sides").fault(what, format!("at most {}", CombatantSet::MOST));
    }
    level.own = roster.beyond_builtin(level.sides.iter().flat_map(|side| &side.units));
    field.map(|_| level)
}

/// The most rounds that a level can last.
pub(super) const MOST_ROUNDS: u16 = 500;

/// The last round. If the given number is wrong, the latest possible one, so that goals do not cause further faults.
fn read_round_limit(form: &Form<'_>) -> u16 {
    let Some(piece) = form.get("round_limit") else { return ROUND_LIMIT };
    read_within(piece, MOST_ROUNDS, |limit| format!("round_limit is {limit}")).unwrap_or(MOST_ROUNDS)
}

/// A number from 1 to `most`.
fn read_within(piece: Piece<'_>, most: u16, wrong: impl Fn(i64) -> String) -> Option<u16> {
    let number: i64 = piece.read()?;
    let fits = u16::try_from(number).ok().filter(|number| (1..=most).contains(number));
    if fits.is_none() {
        piece.fault(wrong(number), format!("1 to {most}"));
    }
    fits
}

/// Goals by name, with their fields.
const GOALS: [(&str, &[&str]); 4] =
    [("DefeatAll", &[]), ("Hold", &["zone", "rounds"]), ("Reach", &["zone", "count"]), ("Survive", &["rounds"])];

fn read_goal(piece: Piece<'_>, team: Team, heads: usize, level: &Level) -> Option<Goal> {
    let (goal, form) = piece.called(&GOALS)?;
    let squares = || zone_squares(form.place("zone"), &form.need::<String>("zone")?, &level.zones);
    let rounds =
        || read_within(form.piece("rounds")?, level.round_limit, |rounds| format!("{rounds} rounds cannot be played"));
    let count =
        || read_within(form.piece("count")?, heads as u16, |count| format!("{count} of {heads} cannot reach a place"));
    let aim = match goal {
        0 => Aim::Defeat,
        1 => {
            let (squares, rounds) = (squares(), rounds());
            Aim::Hold { squares: squares?, rounds: rounds? }
        }
        2 => {
            let (squares, count) = (squares(), count());
            Aim::Reach { squares: squares?, count: count? }
        }
        _ => Aim::Survive { rounds: rounds()? },
    };
    if let Aim::Hold { squares, .. } | Aim::Reach { squares, .. } = &aim
        && !squares.iter().any(|square| hindrance(&level.field, *square).is_none())
    {
        form.place("zone").fault("nobody can stand in that zone", "give it a free square");
    }
    Some(Goal { team, aim, held: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::HarderTask;

    fn parse(text: &str) -> Result<Level, Vec<String>> {
        let level = Level::parse("test", "l.ron", text, Roster::builtin());
        level.map_err(|faults| faults.0.iter().map(ToString::to_string).collect())
    }

    const HEAD: &str = "(format: 1, name: \"Yard\", ruleset: percentile, map: r\"
+ + + +
 . # .
+ + + +
 . O .
+ + + +
\", zones: {\"door\": [\"c1-c2\"], \"wall\": [\"b1\"]}, sides: [";

    /// Checks that each of these lines has such a fault.
    #[track_caller]
    fn are_told(told: &[String], expected: &[(usize, &str)]) {
        for (line, what) in expected {
            let known = told.iter().any(|fault| fault.starts_with(&format!("l.ron:{line}:")) && fault.contains(what));
            assert!(known, "{line} {what}\n{}", told.join("\n"));
        }
    }

    #[test]
    fn a_small_level_is_read() {
        let level = parse(&format!(
            "{HEAD}
            (name: \"Watch\", goals: [Hold(zone: \"door\", rounds: 3)], units: [(archetype: \"archer\", at: \"a1\")]),
            (units: [(archetype: \"brute\", name: \"Ugo\", at: \"c2\", posture: Crouching, hidden: true)])])"
        ))
        .unwrap();
        assert_eq!((level.side_name(Team(0)), level.side_name(Team(1))), ("Watch", "Orange"));
        assert_eq!(level.goals[1], Goal { team: Team(1), aim: Aim::Defeat, held: 0 });
        assert!(matches!(&level.goals[0].aim, Aim::Hold { squares, rounds: 3 } if squares.len() == 2));
        let unit = &level.sides[1].units[0];
        assert_eq!((unit.posture, unit.hidden, unit.at), (Posture::Crouching, true, Square::new(2, 1)));
        assert_eq!((level.head_count(), level.round_limit), (2, ROUND_LIMIT));
    }

    #[test]
    fn a_side_with_the_harder_task_is_named_for_some_rulesets() {
        let level = |first: &str, other: &str| {
            parse(&format!(
                "{HEAD}\n ({first} units: [(archetype: \"archer\", at: \"a1\")]),
 ({other} units: [(archetype: \"brute\", at: \"c2\")])])"
            ))
        };
        let read = level("harder: [percentile],", "harder: [totals],").unwrap();
        let [percentile, totals] = [RulesetId::ALL[0], RulesetId::ALL[1]];
        assert_eq!(read.harder(percentile).collect::<Vec<_>>(), [(Team(0), HarderTask::BetweenStrong)]);
        assert_eq!(read.harder(totals).collect::<Vec<_>>(), [(Team(1), HarderTask::BetweenStrong)]);
        let read = level("harder: [totals], harder_quick: [totals, percentile],", "harder: [percentile],").unwrap();
        assert_eq!(read.harder(totals).collect::<Vec<_>>(), [(Team(0), HarderTask::Always)]);
        let both = [(Team(0), HarderTask::BetweenSteady), (Team(1), HarderTask::BetweenStrong)];
        assert_eq!(read.harder(percentile).collect::<Vec<_>>(), both);
        are_told(&level("harder: [total],", "").unwrap_err(), &[(8, "did you mean `totals`?")]);
        are_told(&level("harder: totals,", "").unwrap_err(), &[(8, "expected a list")]);
        are_told(&level("harder: [totals, totals],", "").unwrap_err(), &[(8, "totals is named twice")]);
        let told = level("harder: [totals],", "harder: [totals],").unwrap_err();
        are_told(&told, &[(7, "every side would have the harder task under totals")]);
        let told = level("harder_quick: [totals],", "harder_quick: [totals],").unwrap_err();
        are_told(&told, &[(7, "leave it out of `harder_quick`")]);
    }

    #[test]
    fn pct_mnt_02_riders_need_a_mount_that_is_trained_for_war_and_there() {
        let level = parse(&format!(
            "{HEAD}
            (units: [(archetype: \"lancer\", at: \"a1\", riding: \"war-horse\"), (archetype: \"war-horse\", at: \"a1\")]),
            (units: [(archetype: \"brute\", at: \"c2\")])])"
        ))
        .unwrap();
        assert_eq!(level.sides[0].units.iter().map(|unit| unit.riding).collect::<Vec<_>>(), [Some(1), None]);
        let told = parse(&format!(
            "{HEAD}
 (units: [
  (archetype: \"lancer\", at: \"a1\", riding: \"Star\"), (archetype: \"war-horse\", name: \"Star\", at: \"a2\"),
  (archetype: \"lancer\", at: \"c1\", riding: \"Sta\"),
  (archetype: \"stalker\", name: \"Dobbin\", at: \"c2\"), (archetype: \"lancer\", at: \"c2\", riding: \"Dobbin\"),
 ]), (units: [(archetype: \"brute\", at: \"a1\")])])"
        ))
        .unwrap_err();
        are_told(
            &told,
            &[
                (9, "Star stands elsewhere: a rider starts in its square"),
                (10, "did you mean `Star`?"),
                (11, "Dobbin is not trained for war, PCT-MNT-02"),
            ],
        );
        assert_eq!(told.len(), 3, "{}", told.join("\n"));
    }

    #[test]
    fn all_faults_are_told_with_their_places() {
        let told = parse(&format!(
            "{HEAD}
 (goals: [Hold(zone: \"dor\", rounds: 3), Reach(zone: \"wall\", count: 2), Survive(rounds: 90)], units: [
  (archetype: \"archr\", at: \"a1\"),
  (archetype: \"archer\", at: \"a1\"),
  (archetype: \"archer\", at: \"b1\"),
  (archetype: \"archer\", at: \"b2\"),
  (archetype: \"archer\", at: \"zz9\"),
  (archetype: \"archer\", at: \"here\"),
  (archetype: \"archer\", att: \"c1\"),
  (archetype: \"archer\", at: \"c1\", name: \"--\"),
 ])])"
        ))
        .unwrap_err();
        are_told(
            &told,
            &[
                (7, "1 side cannot fight"),
                (8, "did you mean `door`?"),
                (8, "nobody can stand in that zone"),
                (8, "90 rounds cannot be played"),
                (9, "did you mean `archer`?"),
                (10, "archer and archr would both stand in a1"),
                (11, "archer would stand in a wall, in b1"),
                (12, "archer would stand in a pit, in b2"),
                (13, "off the board, in zz9; the board goes from a1 to c2"),
                (14, "`here` is not a square"),
                (15, "did you mean `at`?"),
                (16, "`--` is not a name"),
            ],
        );
        assert_eq!(told.len(), 12, "{}", told.join("\n"));
    }

    #[test]
    fn all_faults_of_a_unit_and_of_a_goal_are_told() {
        let told = parse(&format!(
            "{HEAD} (goals: [Hold(zone: \"dor\", rounds: 900), Survive(5), Survive, Reach(zone: \"door\"), Defeat], units: [
  (archetype: 5, at: \"zz\", posture: Flying, hidden: 1, name: \"\", riding: 3), \"x\",
  (name: \"Star\"), (archetype: \"lancer\", name: \"Ada\", at: \"c1\", riding: \"Ada\"),
 ]), (units: [(archetype: \"brute\", at: \"c2\")])])"
        ))
        .unwrap_err();
        are_told(
            &told,
            &[
                (7, "did you mean `door`?"),
                (7, "900 rounds cannot be played; 1 to 50"),
                (7, "this value has no name; write `name: value`; there is rounds"),
                (7, "`Survive` needs round brackets after it; Survive(rounds: ...)"),
                (7, "`count` is missing"),
                (7, "`Defeat` is not known here; there are DefeatAll, Hold, Reach, Survive"),
                (8, "`5` is not a text"),
                (8, "`zz` is not a square"),
                (8, "`Flying` is not known here"),
                (8, "`1` is neither true nor false"),
                (8, "`` is not a name"),
                (8, "`3` is not a text"),
                (8, "expected fields in round brackets"),
                (9, "`archetype` is missing"),
                (9, "`at` is missing"),
                (9, "Ada cannot ride itself"),
            ],
        );
        assert_eq!(told.len(), 16, "{}", told.join("\n"));
    }

    #[test]
    fn files_that_are_no_levels() {
        for (text, what) in [
            ("", "l.ron:1:1"),
            ("(format: 1", "l.ron:1:10: the file ends before the `(` opened at 1:1 is closed; write `)` at the end"),
            ("(format: 2)", "format 2"),
            ("[]", "expected fields"),
            ("(format: 1, name: \"x\", ruleset: percentil, size: \"3x3\", sides: [])", "did you mean `percentile`?"),
            ("(format: 1, name: \"x\", ruleset: percentile, size: \"3x3\", sides: [])", "0 sides cannot fight"),
            (
                "(format: 1, name: \"x\", ruleset: percentile, size: \"3x3\", sides: [(units: []), (units: [])])",
                "nobody",
            ),
            ("(format: 1, name: \"x\", ruleset: percentile, size: \"3x3\", sides: 3)", "expected a list"),
        ] {
            let told = parse(text).unwrap_err().join("\n");
            assert!(told.contains(what), "{text}\n{told}");
        }
    }

    #[test]
    fn too_many_fighters_are_refused() {
        let units: Vec<String> =
            (0..65).map(|n| format!("(archetype: \"archer\", at: \"{}\")", Square::new(n % 9, n / 9))).collect();
        let text = format!(
            "(format: 1, name: \"x\", ruleset: percentile, size: \"9x9\", sides: [(units: [{}]),
             (units: [(archetype: \"archer\", at: \"i9\")])])",
            units.join(",")
        );
        assert!(parse(&text).unwrap_err()[0].contains("66 fighters are too many"));
    }

    #[test]
    fn the_builtin_levels_are_whole() {
        let tags: Vec<&str> = builtin().iter().map(|level| level.tag.as_str()).collect();
        assert_eq!(
            tags,
            [
                "counting-house",
                "earthworks",
                "hedgerows",
                "meadow",
                "pillared-hall",
                "tanner-row",
                "troll-ford",
                "broken-priory",
                "drifting-moor",
                "sunken-lane",
                "powder-store",
                "mill-relief"
            ]
        );
    }
}
