//! Units that come later: in which round, and at which square, zone or edge of the board.

use super::{
    Level,
    level::Unit,
    map::{Zone, zone_squares},
    placing::hindrance,
    source::Form,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{Arrival, Battlefield, CombatantId, Team},
};

/// When and where a unit arrives that is not there from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    /// The round at whose start it arrives, from 2.
    pub round: u16,
    /// Where it arrives.
    pub entrance: Entrance,
}

/// Where a unit comes onto the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrance {
    /// In its square.
    Square,
    /// In the first free square of a zone.
    Zone(String),
    /// At an edge of the board, as near to its middle as there is room.
    Edge(Direction),
}

impl Late {
    /// In words: "arrives in round 3, at the north edge".
    pub fn words(&self, at: Square) -> String {
        let place = match &self.entrance {
            Entrance::Square => format!("at {at}"),
            Entrance::Zone(name) => format!("at the {name}"),
            Entrance::Edge(edge) => format!("at the {} edge", edge_name(*edge)),
        };
        format!("arrives in round {}, {place}", self.round)
    }

    /// The places for a body of `side` squares, in the order in which they are tried.
    pub(super) fn places(&self, at: Square, side: u8, zones: &[Zone], field: &Battlefield) -> Vec<Square> {
        match &self.entrance {
            Entrance::Square => vec![at],
            Entrance::Zone(name) => {
                let squares = zones.iter().find(|(known, _)| known == name).map(|(_, squares)| squares.clone());
                squares.unwrap_or_default()
            }
            Entrance::Edge(edge) => along(*edge, side, field),
        }
    }
}

const fn edge_name(edge: Direction) -> &'static str {
    match edge {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        _ => "west",
    }
}

/// The anchors of bodies along an edge, from its middle outwards.
fn along(edge: Direction, side: u8, field: &Battlefield) -> Vec<Square> {
    let extent = field.extent();
    let last = |length: u16| length as i16 - i16::from(side);
    let (right, bottom) = (last(extent.width), last(extent.height));
    let mut squares: Vec<Square> = match edge {
        Direction::North => (0..=right).map(|x| Square::new(x, 0)).collect(),
        Direction::South => (0..=right).map(|x| Square::new(x, bottom)).collect(),
        Direction::East => (0..=bottom).map(|y| Square::new(right, y)).collect(),
        _ => (0..=bottom).map(|y| Square::new(0, y)).collect(),
    };
    let far = |square: &Square| {
        (2 * square.x - right).abs() * i16::from(is_level(edge))
            + (2 * square.y - bottom).abs() * i16::from(!is_level(edge))
    };
    squares.sort_by_key(|square| (far(square), *square));
    squares
}

const fn is_level(edge: Direction) -> bool {
    matches!(edge, Direction::North | Direction::South)
}

/// The limits of a level's board and rounds, for units that arrive later.
pub(super) struct Schedule<'a> {
    /// The last round.
    pub(super) round_limit: u16,
    /// Named squares.
    pub(super) zones: &'a [Zone],
    /// The board, if it could be read.
    pub(super) field: Option<&'a Battlefield>,
}

impl Schedule<'_> {
    /// When and where a unit arrives, if it is not there from the start; with its first place, if it has no square.
    pub(super) fn read(&self, form: &Form<'_>, side: u8, who: &str) -> Option<(Late, Option<Square>)> {
        let piece = form.get("arrives");
        let Some(piece) = piece else {
            for name in ["zone", "edge"] {
                if let Some(piece) = form.get(name) {
                    piece.fault(format!("`{name}` without `arrives`"), "say when: arrives: 3; or give a square: at");
                }
            }
            return None;
        };
        let given: i64 = piece.read()?;
        let round = u16::try_from(given).ok().filter(|round| (2..=self.round_limit).contains(round));
        if round.is_none() {
            let what = format!("{who} would arrive in round {given}");
            let right = match self.round_limit {
                0 | 1 => "nobody can come later: there is one round".into(),
                limit => format!("2 to {limit}, the last round; a unit that is there from the start has no `arrives`"),
            };
            piece.fault(what, right);
        }
        let places = ["at", "zone", "edge"].into_iter().filter(|name| form.get(name).is_some()).count();
        if places != 1 {
            let what = format!("{who} would arrive {}", if places == 0 { "nowhere" } else { "in several places" });
            piece.fault(what, "one of at: \"c3\", zone: \"gate\", edge: North");
            return None;
        }
        let entrance = self.entrance(form)?;
        let late = Late { round: round.unwrap_or(2), entrance };
        let first = match (&late.entrance, self.field) {
            (Entrance::Square, _) | (_, None) => None,
            (_, Some(field)) => self.first_place(form, &late, side, who, field),
        };
        Some((late, first))
    }

    fn entrance(&self, form: &Form<'_>) -> Option<Entrance> {
        if let Some(piece) = form.get("zone") {
            let name: String = piece.read()?;
            zone_squares(piece, &name, self.zones)?;
            return Some(Entrance::Zone(name));
        }
        let Some(piece) = form.get("edge") else { return Some(Entrance::Square) };
        let edge: Direction = piece.read()?;
        if edge.is_diagonal() {
            piece.fault(format!("the board has no {edge:?} edge"), "North, East, South or West");
            return None;
        }
        Some(Entrance::Edge(edge))
    }

    /// The first place of a zone or an edge where a body can stand.
    fn first_place(&self, form: &Form<'_>, late: &Late, side: u8, who: &str, field: &Battlefield) -> Option<Square> {
        let places = late.places(Square::new(0, 0), side, self.zones, field);
        let fits = |anchor: &&Square| {
            let mut squares = Footprint { anchor: **anchor, side }.squares();
            squares.all(|square| field.cell(square).is_some() && hindrance(field, square).is_none())
        };
        let first = places.iter().find(fits).copied();
        if first.is_none() {
            let name = if form.get("zone").is_some() { "zone" } else { "edge" };
            form.place(name).fault(format!("there is no room for {who} at that {name}"), "give it a free place");
        }
        first
    }
}

impl Level {
    /// How many fighters of a side are there from the start.
    pub fn there_from_the_start(&self, team: Team) -> usize {
        self.sides[usize::from(team.0)].units.iter().filter(|unit| unit.late.is_none()).count()
    }

    /// The later arrivals of a side in words: "The watch: Ansa arrives in round 3, at a1; Bero ...".
    pub fn late_words(&self, team: Team) -> Option<String> {
        let units = self.sides[usize::from(team.0)].units.iter();
        let words = |unit: &Unit| {
            let name = unit.name.as_ref().unwrap_or(&unit.archetype);
            unit.late.as_ref().map(|late| format!("{name} {}", late.words(unit.at)))
        };
        let all: Vec<String> = units.filter_map(words).collect();
        (!all.is_empty()).then(|| format!("{}: {}", self.side_name(team), all.join("; ")))
    }

    /// The arrivals as a battle keeps them; `body` gives the size of a unit's body.
    pub(super) fn arrivals(&self, body: impl Fn(&Unit) -> u8) -> Vec<Arrival> {
        let units = self.sides.iter().flat_map(|side| &side.units);
        let mut all: Vec<Arrival> = (0..)
            .map(CombatantId)
            .zip(units)
            .filter_map(|(who, unit)| {
                let late = unit.late.as_ref()?;
                let side = body(unit);
                let mut squares = late.places(unit.at, side, &self.zones, &self.field);
                squares.retain(|square| {
                    let mut body = Footprint { anchor: *square, side }.squares();
                    body.all(|square| self.field.cell(square).is_some() && hindrance(&self.field, square).is_none())
                });
                if squares.is_empty() {
                    squares.push(unit.at);
                }
                Some(Arrival { who, round: late.round, squares })
            })
            .collect();
        all.sort_by_key(|arrival| (arrival.round, arrival.who));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Roster, deploy},
        rules::{RulesetId, Settings, Status},
    };

    fn parse(units: &str) -> Result<Level, String> {
        let text = format!(
            "(format: 1, name: \"Yard\", ruleset: percentile, round_limit: 9, map: r\"
+ + + + + +
 . . . . #
+ + + + + +
 . . . . #
+ + + + + +
 . . . . #
+ + + + + +
\", zones: {{\"gate\": [\"c2-d3\"], \"wall\": [\"e1\"]}}, sides: [(units: [(archetype: \"archer\", at: \"a1\"),
{units}
            ]), (units: [(archetype: \"brute\", at: \"d1\")])])"
        );
        Level::parse("yard", "y.ron", &text, Roster::builtin()).map_err(|faults| faults.to_string())
    }

    #[test]
    fn arrivals_are_read_written_and_deployed() {
        let level = parse(
            "(archetype: \"archer\", at: \"a1\", arrives: 3), (archetype: \"spearman\", zone: \"gate\", arrives: 2, hidden: true),
(archetype: \"brute\", edge: South, arrives: 3), (archetype: \"war-horse\", name: \"Star\", edge: West, arrives: 9),
(archetype: \"lancer\", riding: \"Star\", edge: West, arrives: 9),",
        )
        .unwrap();
        let words: Vec<String> =
            level.sides[0].units[1..].iter().map(|unit| unit.late.as_ref().unwrap().words(unit.at)).collect();
        assert_eq!(
            words,
            [
                "arrives in round 3, at a1",
                "arrives in round 2, at the gate",
                "arrives in round 3, at the south edge",
                "arrives in round 9, at the west edge",
                "arrives in round 9, at the west edge"
            ]
        );
        let back = Level::parse("yard", "written.ron", &level.to_ron(), Roster::builtin()).unwrap();
        assert_eq!(back, level, "{}", level.to_ron());
        for ruleset in RulesetId::ALL {
            let battle = deploy(&level, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).unwrap();
            let waits: Vec<bool> = battle.combatants().map(|fighter| fighter.status == Status::Awaited).collect();
            assert_eq!(waits, [false, true, true, true, true, true, false], "{ruleset}");
            let order: Vec<(u16, u16)> = battle.arrivals.iter().map(|arrival| (arrival.round, arrival.who.0)).collect();
            assert_eq!(order, [(2, 2), (3, 1), (3, 3), (9, 4), (9, 5)]);
        }
        let squares = |edge, side| along(edge, side, &level.field).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(squares(Direction::South, 1), ["c3", "b3", "d3", "a3", "e3"]);
        assert_eq!(squares(Direction::East, 2), ["d1", "d2"]);
    }

    #[test]
    fn what_is_wrong_with_an_arrival_is_told_with_its_place() {
        let told = parse(
            "(archetype: \"archer\", at: \"g1\", arrives: 3), (archetype: \"archer\", at: \"a1\", arrives: 10),
(archetype: \"archer\", at: \"a1\", arrives: 1), (archetype: \"archer\", arrives: 2),
(archetype: \"archer\", at: \"a1\", zone: \"gate\", arrives: 2), (archetype: \"archer\", edge: East, arrives: 2),
(archetype: \"archer\", zone: \"gat\", arrives: 2), (archetype: \"archer\", edge: NorthEast, arrives: 2),
(archetype: \"archer\", zone: \"wall\", arrives: 2), (archetype: \"archer\", zone: \"gate\"), (archetype: \"archer\", at: \"e1\", arrives: 2),
(archetype: \"war-horse\", name: \"Star\", at: \"a2\", arrives: 4),
(archetype: \"lancer\", riding: \"Star\", at: \"a2\"),",
        )
        .unwrap_err();
        for expected in [
            "y.ron:10:27: archer would stand off the board, in g1",
            "y.ron:10:87: archer would arrive in round 10; 2 to 9",
            "y.ron:11:42: archer would arrive in round 1",
            "y.ron:11:77: archer would arrive nowhere",
            "archer would arrive in several places",
            "there is no room for archer at that edge",
            "did you mean `gate`?",
            "the board has no NorthEast edge",
            "there is no room for archer at that zone",
            "y.ron:14:78: `zone` without `arrives`",
            "archer would stand in a wall, in e1",
            "y.ron:15:59: Star would arrive without its rider",
        ] {
            assert!(told.contains(expected), "{expected}\n{told}");
        }
    }
}
