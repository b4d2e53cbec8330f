//! Writes a level as text that reads back as the same level.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{
    Level, harder,
    late::Entrance,
    legend::{CORNERS, EDGES, Legend, Plot, SQUARES},
    level::{LEVEL_FORMAT, ROUND_LIMIT, Unit},
    map::{Zone, read_map},
    objects,
    power::Power,
    source::Source,
    veils::VeilByRound,
};
use crate::{
    geometry::{Edge, Square, column_name},
    rules::{Aim, Battlefield, Cell, Feature, Footing, Goal, Posture, Team, Veil},
};

impl Level {
    /// The level as text. Reading it gives the same level.
    pub fn to_ron(&self) -> String {
        let mut out = format!("(\n    format: {LEVEL_FORMAT},\n    name: {},\n", quote(&self.name));
        if !self.about.is_empty() {
            line(&mut out, 1, &format!("about: {},", quote(&self.about)));
        }
        line(&mut out, 1, &format!("ruleset: {},", self.ruleset));
        if self.round_limit != ROUND_LIMIT {
            line(&mut out, 1, &format!("round_limit: {},", self.round_limit));
        }
        write_board(&mut out, &self.field);
        let zones = zones(self);
        if !zones.is_empty() {
            line(&mut out, 1, "zones: {");
            for (name, squares) in &zones {
                line(&mut out, 2, &format!("{}: {},", quote(name), areas(squares)));
            }
            line(&mut out, 1, "},");
        }
        if !self.veils_by_round.is_empty() {
            line(&mut out, 1, "veils_by_round: [");
            for VeilByRound { veil, squares, rounds: (first, last) } in &self.veils_by_round {
                let squares = areas(squares);
                line(&mut out, 2, &format!("(veil: {veil:?}, squares: {squares}, rounds: ({first}, {last})),"));
            }
            line(&mut out, 1, "],");
        }
        for (field, records) in self.own.records() {
            line(&mut out, 1, &format!("{field}: ["));
            records.iter().for_each(|record| line(&mut out, 2, &format!("{record},")));
            line(&mut out, 1, "],");
        }
        line(&mut out, 1, "sides: [");
        for (team, side) in (0..).map(Team).zip(&self.sides) {
            line(&mut out, 2, "(");
            if let Some(name) = &side.name {
                line(&mut out, 3, &format!("name: {},", quote(name)));
            }
            for (field, rulesets) in harder::FIELDS.into_iter().zip([&side.harder, &side.harder_quick]) {
                if !rulesets.is_empty() {
                    let names: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.name()).collect();
                    line(&mut out, 3, &format!("{field}: [{}],", names.join(", ")));
                }
            }
            if side.power != Power::default() {
                line(&mut out, 3, &format!("power: {},", side.power.name()));
            }
            if !side.ambushes.is_empty() {
                // Colours, since two sides may share a name.
                let names: Vec<String> = side.ambushes.iter().map(|on| quote(on.name())).collect();
                line(&mut out, 3, &format!("ambushes: [{}],", names.join(", ")));
            }
            let goals: Vec<String> =
                self.goals.iter().filter(|goal| goal.team == team).map(|goal| goal_text(goal, &zones)).collect();
            line(&mut out, 3, &format!("goals: [{}],", goals.join(", ")));
            line(&mut out, 3, "units: [");
            side.units.iter().for_each(|unit| line(&mut out, 4, &format!("{},", unit_text(unit, &side.units))));
            line(&mut out, 3, "],");
            line(&mut out, 2, "),");
        }
        out.push_str("    ],\n)\n");
        out
    }
}

/// Writes the fields of a record that describe a board.
pub(super) fn write_board(out: &mut String, field: &Battlefield) {
    let drawing = Drawing::of(field);
    if !drawing.squares.is_empty() || !drawing.edges.is_empty() {
        line(out, 1, "legend: (");
        line(out, 2, "squares: {");
        drawing.squares.iter().for_each(|(sign, cell)| line(out, 3, &format!("{sign:?}: {},", plot_text(cell))));
        line(out, 2, "},");
        line(out, 2, "edges: {");
        drawing.edges.iter().for_each(|(sign, feature)| line(out, 3, &format!("{sign:?}: {feature:?},")));
        line(out, 2, "},");
        line(out, 1, "),");
    }
    line(out, 1, "map: r\"");
    out.push_str(&drawing.text);
    line(out, 1, "\",");
    let with = |fits: &dyn Fn(&Cell) -> bool| -> Vec<Square> {
        field.squares().filter(|square| field.cell(*square).is_some_and(fits)).collect()
    };
    let veils: Vec<(Veil, Vec<Square>)> =
        Veil::ALL.into_iter().map(|veil| (veil, with(&|cell| cell.veil == Some(veil)))).collect();
    if veils.iter().any(|(_, squares)| !squares.is_empty()) {
        line(out, 1, "veils: {");
        for (veil, squares) in veils.iter().filter(|(_, squares)| !squares.is_empty()) {
            line(out, 2, &format!("{veil:?}: {},", areas(squares)));
        }
        line(out, 1, "},");
    }
    let anchors = with(&|cell| cell.anchor);
    if !anchors.is_empty() {
        line(out, 1, &format!("anchors: {},", areas(&anchors)));
    }
    let objects = objects::written(field);
    if !objects.is_empty() {
        line(out, 1, "objects: [");
        objects.iter().for_each(|object| line(out, 2, object));
        line(out, 1, "],");
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{:1$}{text}", "", 4 * depth);
}

pub(super) fn quote(text: &str) -> String {
    format!("{text:?}")
}

fn plot_text(cell: &Cell) -> String {
    let mut text = format!("(surface: {:?}", cell.surface);
    if cell.footing != Footing::Firm {
        let _ = write!(text, ", footing: {:?}", cell.footing);
    }
    if let Some(feature) = cell.feature {
        let _ = write!(text, ", feature: {feature:?}");
    }
    text + ")"
}

fn unit_text(unit: &Unit, beside: &[Unit]) -> String {
    let mut text = format!("(archetype: {}", quote(&unit.archetype));
    if let Some(name) = &unit.name {
        let _ = write!(text, ", name: {}", quote(name));
    }
    match unit.late.as_ref().map(|late| &late.entrance) {
        None | Some(Entrance::Square) => _ = write!(text, ", at: \"{}\"", unit.at),
        Some(Entrance::Zone(name)) => _ = write!(text, ", zone: {}", quote(name)),
        Some(Entrance::Edge(edge)) => _ = write!(text, ", edge: {edge:?}"),
    }
    if let Some(late) = &unit.late {
        let _ = write!(text, ", arrives: {}", late.round);
    }
    if unit.posture != Posture::Standing {
        let _ = write!(text, ", posture: {:?}", unit.posture);
    }
    if let Some(facing) = unit.facing {
        let _ = write!(text, ", facing: {facing:?}");
    }
    if let Some(mount) = unit.riding.and_then(|place| beside.get(place)) {
        let _ = write!(text, ", riding: {}", quote(mount.name.as_ref().unwrap_or(&mount.archetype)));
    }
    text + if unit.hidden { ", hidden: true)" } else { ")" }
}

fn goal_text(goal: &Goal, zones: &[Zone]) -> String {
    let zone = |squares: &[Square]| {
        zones.iter().find(|(_, known)| known == squares).map_or_else(String::new, |(name, _)| quote(name))
    };
    match &goal.aim {
        Aim::Defeat => "DefeatAll".into(),
        Aim::Hold { squares, rounds } => format!("Hold(zone: {}, rounds: {rounds})", zone(squares)),
        Aim::Reach { squares, count } => format!("Reach(zone: {}, count: {count})", zone(squares)),
        Aim::Survive { rounds } => format!("Survive(rounds: {rounds})"),
    }
}

/// The level's zones, and one for each goal whose squares have no name.
fn zones(level: &Level) -> Vec<Zone> {
    let mut zones = level.zones.clone();
    for goal in &level.goals {
        if let Aim::Hold { squares, .. } | Aim::Reach { squares, .. } = &goal.aim
            && !zones.iter().any(|(_, known)| known == squares)
        {
            let name = (1..).map(|n| format!("place {n}")).find(|name| zones.iter().all(|(known, _)| known != name));
            zones.extend(name.map(|name| (name, squares.clone())));
        }
    }
    zones
}

/// Squares as a list of rectangles.
pub(super) fn areas(squares: &[Square]) -> String {
    let mut left: BTreeSet<Square> = squares.iter().copied().collect();
    let mut areas = Vec::new();
    while let Some(from) = left.first().copied() {
        let mut to = from;
        while left.contains(&Square::new(to.x + 1, from.y)) {
            to.x += 1;
        }
        while (from.x..=to.x).all(|x| left.contains(&Square::new(x, to.y + 1))) {
            to.y += 1;
        }
        left.retain(|square| !(from.x..=to.x).contains(&square.x) || !(from.y..=to.y).contains(&square.y));
        areas.push(if from == to { format!("\"{from}\"") } else { format!("\"{from}-{to}\"") });
    }
    format!("[{}]", areas.join(", "))
}

/// A map in characters, with the signs that it needs beyond the known ones.
#[derive(Default)]
struct Drawing {
    text: String,
    squares: BTreeMap<char, Cell>,
    edges: BTreeMap<char, Feature>,
}

impl Drawing {
    /// Draws the board, reads the drawing, and gives squares that read differently signs of their own, until none does.
    fn of(field: &Battlefield) -> Self {
        let mut own = BTreeSet::new();
        loop {
            let drawing = Self::with_own_signs(field, &own);
            let plots = drawing.squares.iter().map(|(sign, cell)| (*sign, plot(cell))).collect();
            let legend = Legend { squares: plots, edges: drawing.edges.clone() };
            let text = format!("r\"{}\"", drawing.text);
            let source = Source::new("", &text);
            let read = source.root().and_then(|root| read_map(root, &legend));
            let differs = |square: &Square| {
                let there = read.as_ref().and_then(|read| read.cell(*square)).copied();
                there != field.cell(*square).map(|cell| bare(*cell))
            };
            let before = own.len();
            own.extend(field.squares().filter(differs));
            if own.len() == before {
                return drawing;
            }
        }
    }

    fn with_own_signs(field: &Battlefield, own: &BTreeSet<Square>) -> Self {
        let mut drawing = Self::default();
        let extent = field.extent();
        let (width, height) = (extent.width as i16, extent.height as i16);
        let header: String = (0..width).map(|x| format!("{:>2}", column_name(x))).collect();
        line(&mut drawing.text, 1, &format!("    {header}"));
        for y in 0..=height {
            let mut edges = String::new();
            for x in 0..=width {
                edges.push(drawing.corner(field, Square::new(x, y)));
                edges.push(drawing.edge(field.edge(Edge::north(Square::new(x, y))), true));
            }
            line(&mut drawing.text, 1, format!("    {edges}").trim_end());
            if y < height {
                let mut squares = String::new();
                for x in 0..=width {
                    squares.push(drawing.edge(field.edge(Edge::west(Square::new(x, y))), false));
                    if let Some(cell) = field.cell(Square::new(x, y)) {
                        squares.push(drawing.square(bare(*cell), own.contains(&Square::new(x, y))));
                    }
                }
                line(&mut drawing.text, 1, &format!("{:>3} {}", y + 1, squares.trim_end()));
            }
        }
        drawing
    }

    /// The sign where four squares meet: part of a line that goes on, or a post at the end of one.
    fn corner(&mut self, field: &Battlefield, at: Square) -> char {
        if at.y == 0 || at.y == field.extent().height as i16 {
            return '+';
        }
        let west = self.edge(field.edge(Edge::north(Square::new(at.x - 1, at.y))), true);
        let east = self.edge(field.edge(Edge::north(at)), true);
        let north = self.edge(field.edge(Edge::west(Square::new(at.x, at.y - 1))), false);
        let south = self.edge(field.edge(Edge::west(at)), false);
        match (west, east, north, south) {
            (' ', ' ', ' ', ' ') => ' ',
            (sign, other, ' ', ' ') | (' ', ' ', sign, other) if sign == other && CORNERS.contains(&sign) => sign,
            _ => '+',
        }
    }

    fn edge(&mut self, feature: Option<Feature>, level: bool) -> char {
        let Some(feature) = feature else { return ' ' };
        let legend = Legend { edges: self.edges.clone(), ..Legend::default() };
        let signs = EDGES.iter().map(|(sign, _)| *sign).chain(self.edges.keys().copied());
        let known = signs.into_iter().find(|sign| legend.edge(*sign, level) == Some(Some(feature)));
        known.unwrap_or_else(|| {
            let taken = |sign: char| EDGES.iter().any(|(known, _)| *known == sign) || self.edges.contains_key(&sign);
            let sign = free_sign(&taken);
            self.edges.insert(sign, feature);
            sign
        })
    }

    fn square(&mut self, cell: Cell, own: bool) -> char {
        let fits = |plot: &Plot| plot.on(cell.surface) == cell;
        let known = SQUARES.iter().find(|(_, plot, _)| !own && fits(plot)).map(|(sign, ..)| *sign);
        let given = || self.squares.iter().find(|(_, known)| **known == cell).map(|(sign, _)| *sign);
        known.or_else(given).unwrap_or_else(|| {
            let taken =
                |sign: char| SQUARES.iter().any(|(known, ..)| *known == sign) || self.squares.contains_key(&sign);
            let sign = free_sign(&taken);
            self.squares.insert(sign, cell);
            sign
        })
    }
}

/// A sign that is not used yet. There are more signs than different squares.
fn free_sign(taken: &dyn Fn(char) -> bool) -> char {
    ('a'..='z').chain('A'..='Z').chain('\u{c0}'..='\u{24f}').find(|sign| !taken(*sign)).unwrap_or('?')
}

/// The square without everything that is written in lists.
fn bare(cell: Cell) -> Cell {
    Cell { veil: None, anchor: false, fire: false, ..cell }
}

fn plot(cell: &Cell) -> Plot {
    let Cell { surface, footing, feature, .. } = *cell;
    Plot { surface: Some(surface), footing, feature, ..Plot::default() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        levels::{Roster, builtin},
        rules::{Explosive, ExplosiveKind, HarmDice, Surface},
    };

    #[test]
    fn riders_on_mounts_that_are_called_alike_are_written_and_read() {
        let horse = |at: &str| format!("(archetype: \"war-horse\", at: \"{at}\")");
        let units =
            format!("{}, {}, (archetype: \"lancer\", at: \"h3\", riding: \"war-horse\")", horse("c3"), horse("h3"));
        let foe = "(units: [(archetype: \"archer\", at: \"l1\")])";
        let sides = format!("(units: [{units}]), {foe}");
        let text = format!("(format: 1, name: \"Yard\", ruleset: percentile, size: \"12x6\", sides: [{sides}])");
        let level = Level::parse("yard", "l.ron", &text, Roster::builtin()).unwrap();
        assert_eq!(level.sides[0].units[2].riding, Some(1), "the one in its square");
        let again = Level::parse("yard", "l.ron", &level.to_ron(), Roster::builtin()).unwrap();
        assert!(again == level);
    }

    fn read_back(level: &Level) -> Level {
        let text = level.to_ron();
        Level::parse(&level.tag, "written.ron", &text, Roster::builtin()).unwrap_or_else(|faults| {
            panic!("{faults}\n{text}");
        })
    }

    #[test]
    fn builtin_levels_survive_writing() {
        for level in builtin() {
            assert_eq!(read_back(level), *level, "{}", level.to_ron());
        }
    }

    #[test]
    fn rectangles_cover_their_squares() {
        let squares: Vec<Square> = ["a1", "b1", "a2", "b2", "d2"].iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(areas(&squares), "[\"a1-b2\", \"d2\"]");
        assert_eq!(areas(&[]), "[]");
    }

    const SURFACES: [Surface; 7] = [
        Surface::Street,
        Surface::Wood,
        Surface::Grass,
        Surface::Slab,
        Surface::Earth,
        Surface::Bridge,
        Surface::Water,
    ];
    const FOOTINGS: [Footing; 7] = [
        Footing::Firm,
        Footing::Difficult,
        Footing::Water,
        Footing::ShallowTrench,
        Footing::DeepTrench,
        Footing::Pit,
        Footing::Void,
    ];

    fn cell() -> impl Strategy<Value = Cell> {
        (0..7usize, 0..7usize, 0..20usize, 0..12usize, any::<(bool, bool)>()).prop_map(
            |(surface, footing, feature, veil, (anchor, fire))| Cell {
                surface: SURFACES[surface],
                footing: FOOTINGS[footing],
                feature: Feature::ALL.get(feature).copied(),
                veil: Veil::ALL.get(veil).copied(),
                anchor,
                fire: fire && feature >= Feature::ALL.len() && footing < 2,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_board_survives_writing(
            width in 2u16..7,
            cells in prop::collection::vec(cell(), 36),
            edges in prop::collection::vec(0..40usize, 98),
        ) {
            let mut level = builtin()[0].clone();
            let mut field = Battlefield::new(width, 6);
            for (index, square) in field.squares().enumerate() {
                if let Some(cell) = field.cell_mut(square) {
                    *cell = cells[index % cells.len()];
                }
                if field.feature(square) == Some(Feature::Keg) {
                    // On firm ground; every other keg has numbers of its own.
                    field.set_footing(square, Footing::Firm);
                    let fuse = (index % 2) as u8;
                    let keg = Explosive::new(ExplosiveKind::Keg, HarmDice::BLAST, 2, fuse);
                    field.set_explosive(square, Some(keg));
                }
            }
            for y in 0..=6i16 {
                for x in 0..=width as i16 {
                    let at = Square::new(x, y);
                    let pick = |index: usize| {
                        let feature = Feature::ALL.get(edges[index % edges.len()]).copied();
                        feature.filter(|feature| *feature != Feature::Keg)
                    };
                    if x < width as i16 {
                        field.set_edge(Edge::north(at), pick((y * 14 + x) as usize));
                    }
                    if y < 6 {
                        field.set_edge(Edge::west(at), pick((y * 14 + x + 7) as usize));
                    }
                }
            }
            for (x, square) in ["a1", "b1"].iter().enumerate() {
                let square: Square = square.parse().unwrap();
                field.set_explosive(square, None);
                if let Some(cell) = field.cell_mut(square) {
                    *cell = Cell { surface: SURFACES[x], ..Cell::default() };
                }
                level.sides[x].units.truncate(1);
                level.sides[x].units[0].archetype = "archer".into();
                level.sides[x].units[0].at = square;
            }
            level.field = Arc::new(field);
            level.zones.clear();
            level.goals = vec![
                Goal { team: Team(0), aim: Aim::Reach { squares: vec!["b1".parse().unwrap()], count: 1 }, held: 0 },
                Goal { team: Team(1), aim: Aim::Defeat, held: 0 },
            ];
            level.sides[1].harder = vec![level.ruleset];
            level.sides[0].harder_quick = vec![level.ruleset];
            let back = read_back(&level);
            prop_assert_eq!(&back.field, &level.field);
            prop_assert_eq!(back.harder(level.ruleset).collect::<Vec<_>>(), level.harder(level.ruleset).collect::<Vec<_>>());
            prop_assert_eq!(&back.goals, &level.goals);
        }
    }
}
