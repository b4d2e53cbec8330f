//! The board in a file: a map drawn as rows of characters, veils, anchors and objects over it, named zones.
//!
//! A map shows squares and the edges between them in turn. Its first row is the ruler: the upper edges of the first row
//! of squares, from `+` to `+`. Row numbers may stand to its left, column letters above it.
//!
//! ```text
//!      a b c d e
//!     +-+-+-+-+-+
//!   1 |_ _ _|. T|
//!     +-+D+-+ + +
//!   2 |. . .:. .|
//!     +-+-+-+-+-+
//! ```

use std::{collections::BTreeMap, sync::Arc};

use serde::de::DeserializeOwned;

use super::{
    fault::meant,
    legend::{CORNERS, Legend, Plot},
    naming::is_name,
    objects::{fill_kegs, read_objects},
    source::{Form, Piece},
};
use crate::{
    geometry::{Edge, Square, column_name},
    rules::{Battlefield, Cell, Feature, Surface, Veil},
};

/// The most squares along a side of a board.
pub const MOST_SQUARES: u16 = 128;

/// The most zones of a board.
pub const MOST_ZONES: usize = 64;

/// The most squares and rectangles in one list.
const MOST_AREAS: usize = 8192;

/// Squares under a name, sorted.
pub type Zone = (String, Vec<Square>);

/// The fields of a record that describe a board.
pub(super) const FIELDS: [&str; 7] = ["map", "size", "legend", "veils", "anchors", "objects", "zones"];

/// A board with its zones.
pub(super) struct Board {
    /// The board; `None` if it could not be read.
    pub(super) field: Option<Arc<Battlefield>>,
    /// Named squares, in the order of the file.
    pub(super) zones: Vec<Zone>,
}

/// Reads the board that a record describes; its zones even if the board itself cannot be read.
pub(super) fn read_board(form: &Form<'_>) -> Board {
    let legend = read_legend(form);
    let mut field = match (form.get("map"), form.get("size")) {
        (Some(map), None) => legend.and_then(|legend| read_map(map, &legend)),
        (None, Some(size)) => read_size(size),
        (Some(_), Some(size)) => {
            size.fault("a board has a map or a size, not both", "leave out `size`");
            None
        }
        (None, None) => {
            form.whole.fault("`map` is missing", "draw one: map: r\"...\"");
            None
        }
    };
    for (veil, squares) in form.entries("veils") {
        let veil: Option<Veil> = veil.read();
        mark(read_squares(squares, field.as_ref()), field.as_mut(), |cell| cell.veil = veil);
    }
    if let Some(piece) = form.get("anchors") {
        mark(read_squares(piece, field.as_ref()), field.as_mut(), |cell| cell.anchor = true);
    }
    read_objects(form, field.as_mut());
    let zones = read_zones(form, field.as_ref());
    Board { field: field.map(Arc::new), zones }
}

/// Changes squares of a board, if there is one.
fn mark(squares: Vec<Square>, field: Option<&mut Battlefield>, change: impl Fn(&mut Cell)) {
    let Some(field) = field else { return };
    for square in squares {
        if let Some(cell) = field.cell_mut(square) {
            change(cell);
        }
    }
}

fn read_zones(form: &Form<'_>, field: Option<&Battlefield>) -> Vec<Zone> {
    let mut zones: Vec<Zone> = Vec::new();
    let named = form.entries("zones");
    if named.len() > MOST_ZONES {
        form.place("zones").fault(format!("{} zones are too many", named.len()), format!("at most {MOST_ZONES}"));
    }
    for (key, squares) in named.into_iter().take(MOST_ZONES) {
        // A name that is not text is a fault in itself; goals that name the zone are right all the same.
        let name = key.read::<String>().unwrap_or_else(|| key.text().to_string());
        is_name(&name, key);
        if zones.iter().any(|(known, _)| *known == name) {
            key.fault(format!("two zones are called `{name}`"), "name one of them differently");
        }
        if squares.text().starts_with('[') && squares.items().is_empty() {
            squares.fault(format!("zone `{name}` has no squares"), "name some: [\"c3\", \"e5-g7\"]");
        }
        zones.push((name, read_squares(squares, field)));
    }
    zones
}

/// The file's own characters; `None` if they cannot be determined.
fn read_legend(form: &Form<'_>) -> Option<Legend> {
    let Some(piece) = form.get("legend") else { return Some(Legend::default()) };
    let form = piece.form(&["squares", "edges"])?;
    let edges: BTreeMap<char, Feature> = signs(&form, "edges", Feature::Wall);
    for (key, meaning) in form.entries("edges") {
        if key.text().chars().nth(1).and_then(|sign| edges.get(&sign)) == Some(&Feature::Keg) {
            meaning.fault("a powder keg fills a square", "draw it in a square: K");
        }
    }
    Some(Legend { squares: signs(&form, "squares", Plot::default()), edges })
}

/// Characters and their meanings. `other` replaces a meaning that cannot be read, so that it causes no faults in the
/// map.
fn signs<T: Copy + DeserializeOwned>(form: &Form<'_>, name: &str, other: T) -> BTreeMap<char, T> {
    let mut signs = BTreeMap::new();
    for (key, meaning) in form.entries(name) {
        let (sign, meaning) = (key.read::<char>(), meaning.read().unwrap_or(other));
        let Some(sign) = sign else { continue };
        if sign.is_whitespace() || sign.is_control() || sign == '+' {
            key.fault(format!("`{}` cannot be drawn", sign.escape_default()), "take a letter or another sign");
        } else if signs.insert(sign, meaning).is_some() {
            key.fault(format!("`{sign}` has two meanings"), "leave one of them out");
        }
    }
    signs
}

/// A bare board: `"12x9"`.
fn read_size(piece: Piece<'_>) -> Option<Battlefield> {
    let (text, _) = piece.string()?;
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MOST_SQUARES).contains(side));
    let size = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    if size.is_none() {
        piece.fault(format!("`{text}` is not a board size"), "columns x rows, at most 128 each: \"12x9\"");
    }
    size.map(|(width, height)| Battlefield::new(width, height))
}

/// Squares and rectangles of squares, sorted: `["c3", "e5-g7"]`.
pub(super) fn read_squares(piece: Piece<'_>, field: Option<&Battlefield>) -> Vec<Square> {
    let side = i16::try_from(MOST_SQUARES).unwrap_or(i16::MAX);
    let place = |square: Square| square.y as usize * usize::from(MOST_SQUARES) + square.x as usize;
    let mut inside = vec![false; usize::from(MOST_SQUARES) * usize::from(MOST_SQUARES)];
    let items = piece.items();
    if items.len() > MOST_AREAS {
        piece.fault(format!("{} areas are too many", items.len()), format!("at most {MOST_AREAS}"));
    }
    for item in items.into_iter().take(MOST_AREAS) {
        let Some((text, _)) = item.string() else { continue };
        match parse_area(&text) {
            None => item.fault(format!("`{text}` names no squares"), "a square \"c3\" or a rectangle \"c3-e5\""),
            Some((_, to)) if field.is_some_and(|field| field.cell(to).is_none()) => {
                item.fault(format!("{to} is off the board"), board_size(field));
            }
            Some((from, to)) => {
                for y in from.y..=to.y {
                    inside[place(Square::new(from.x, y))..=place(Square::new(to.x, y))].fill(true);
                }
            }
        }
    }
    let all = (0..side).flat_map(|y| (0..side).map(move |x| Square::new(x, y)));
    all.filter(|square| inside[place(*square)]).collect()
}

/// The size of the board, for an error message.
pub(super) fn board_size(field: Option<&Battlefield>) -> String {
    field.map_or_else(String::new, |field| {
        let extent = field.extent();
        format!("the board goes from a1 to {}{}", column_name(extent.width as i16 - 1), extent.height)
    })
}

/// The first and the last square of `c3` or `c3-e5`.
fn parse_area(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
    let most = MOST_SQUARES as i16;
    (from.x <= to.x && from.y <= to.y && to.x < most && to.y < most).then_some((from, to))
}

/// A row of the map: its byte offset in the piece, and its characters with their own offsets from there.
struct Row {
    offset: usize,
    signs: Vec<(usize, char)>,
}

impl Row {
    fn sign(&self, index: usize) -> (usize, char) {
        let end = self.signs.last().map_or(0, |(at, sign)| at + sign.len_utf8());
        let (at, sign) = self.signs.get(index).copied().unwrap_or((end, ' '));
        (self.offset + at, sign)
    }
}

/// Reads a map.
pub(super) fn read_map(piece: Piece<'_>, legend: &Legend) -> Option<Battlefield> {
    let (text, start) = piece.string()?;
    // A text with escapes does not occur in the file as it is: its faults point at its start.
    let start = start.unwrap_or(0);
    let tabs = text.matches('\t').count();
    if let Some(at) = text.find('\t') {
        let what = if tabs == 1 { "a tab stands in the map".into() } else { format!("{tabs} tabs stand in the map") };
        piece.fault_at(start + at, what, "draw with blanks: tabs are wide in one editor and narrow in another");
        return None;
    }
    let mut rows = rows(&text, start);
    let is_header = |row: &Row| row.signs.iter().all(|(_, sign)| sign.is_ascii_lowercase() || *sign == ' ');
    let above = rows.iter().take_while(|row| is_header(row)).count();
    let letters: Vec<Row> = rows.drain(..above).filter(|row| !row.signs.is_empty()).collect();
    while rows.last().is_some_and(|row| row.signs.is_empty()) {
        rows.pop();
    }
    let Some(ruler) = rows.first() else {
        piece.fault("the map is empty", "draw squares and the edges between them in turn");
        return None;
    };
    let length = ruler.signs.len();
    let margin = ruler.signs.iter().position(|(_, sign)| *sign != ' ').unwrap_or(0);
    let drawn = length - margin;
    if ruler.sign(margin).1 != '+' || ruler.sign(length - 1).1 != '+' || drawn.is_multiple_of(2) || drawn < 3 {
        let right = "the first row is the ruler: the edges above the first squares, from + to +, as in +-+ + +";
        piece.fault_at(ruler.sign(margin).0, "this is not the first row of a map", right);
        return None;
    }
    let (width, height) = (drawn / 2, rows.len() / 2);
    if width > usize::from(MOST_SQUARES) || height > usize::from(MOST_SQUARES) {
        let right = format!("a board has at most {MOST_SQUARES} by {MOST_SQUARES} squares");
        piece.fault_at(ruler.offset, format!("{width} by {height} squares are too many"), right);
        return None;
    }
    if rows.len().is_multiple_of(2) || height == 0 {
        let right = "rows of edges and rows of squares in turn, edges first and last";
        let wrong = match rows.len() {
            1 => "1 row does not make a map".to_owned(),
            count => format!("{count} rows do not make a map"),
        };
        piece.fault_at(rows[rows.len() - 1].offset, wrong, right);
        return None;
    }
    let reading = Reading { piece, legend, margin, width };
    letters.iter().for_each(|row| reading.letters(row));
    let mut field = Battlefield::new(width as u16, height as u16);
    for (y, row) in rows.iter().enumerate() {
        reading.margin_of(row, y);
        if y % 2 == 0 {
            reading.edges(row, (y / 2) as i16, &mut field);
        } else {
            reading.squares(row, (y / 2) as i16, &mut field);
        }
    }
    fill_kegs(&mut field);
    Some(field)
}

fn rows(text: &str, start: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut offset = start;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        rows.push(Row { offset, signs: shown.char_indices().collect() });
        offset += line.len();
    }
    rows
}

struct Reading<'a> {
    piece: Piece<'a>,
    legend: &'a Legend,
    margin: usize,
    width: usize,
}

impl Reading<'_> {
    /// Checks the letters above the map: each column's own, or none. Only the first wrong one is reported: others
    /// follow from it.
    fn letters(&self, row: &Row) {
        for from in (self.margin % 2..row.signs.len()).step_by(2) {
            let pair = [row.sign(from), row.sign(from + 1)];
            let told: String = pair.iter().map(|(_, sign)| *sign).filter(|sign| *sign != ' ').collect();
            let x = from.checked_sub(self.margin).map(|from| from / 2);
            let right = x.filter(|x| *x < self.width).map(|x| column_name(x as i16));
            if !told.is_empty() && right.as_deref() != Some(&told) {
                let right = right.map_or("no column belongs here".into(), |right| format!("this is column {right}"));
                let at = pair[usize::from(pair[0].1 == ' ')].0;
                self.piece.fault_at(at, format!("`{told}` stands above the map"), right);
                return;
            }
        }
    }

    /// Checks what stands left of the ruler's first corner: blanks, or the row's number.
    fn margin_of(&self, row: &Row, y: usize) {
        let margin: String = row.signs.iter().take(self.margin).map(|(_, sign)| *sign).collect();
        let number = if y % 2 == 1 { (y / 2 + 1).to_string() } else { String::new() };
        if !margin.trim().is_empty() && margin.trim() != number {
            let right = if number.is_empty() { "leave it blank".into() } else { format!("this is row {number}") };
            self.piece.fault_at(row.offset, format!("`{}` stands left of the map", margin.trim()), right);
        }
        let most = self.margin + 2 * self.width + 1;
        if row.signs.len() > most {
            let right = format!("the first row has {} squares", self.width);
            self.piece.fault_at(row.sign(most).0, "the row is longer than the first one", right);
        }
    }

    /// Reads a row of edges between squares above each other.
    fn edges(&self, row: &Row, y: i16, field: &mut Battlefield) {
        for x in 0..=self.width {
            let (at, sign) = row.sign(self.margin + 2 * x);
            if !CORNERS.contains(&sign) {
                let right = "draw +, a blank, - | = or : where four squares meet";
                self.piece.fault_at(at, format!("`{sign}` stands on a corner"), right);
            }
            if x < self.width {
                self.edge(row, 2 * x + 1, true, Edge::north(Square::new(x as i16, y)), field);
            }
        }
    }

    /// Reads a row of squares and the edges between squares side by side.
    fn squares(&self, row: &Row, y: i16, field: &mut Battlefield) {
        let drawn = row.signs.len().saturating_sub(self.margin);
        if drawn < 2 * self.width {
            let what = format!("the row has {} squares", drawn / 2);
            self.piece.fault_at(row.sign(row.signs.len()).0, what, format!("the first row has {}", self.width));
            return;
        }
        let mut plots = Vec::new();
        for x in 0..=self.width {
            self.edge(row, 2 * x, false, Edge::west(Square::new(x as i16, y)), field);
            if x < self.width {
                let (at, sign) = row.sign(self.margin + 2 * x + 1);
                let plot = self.legend.square(sign);
                if plot.is_none() {
                    self.piece.fault_at(at, format!("`{sign}` is not a square"), self.legend.squares_in_words());
                }
                plots.push(plot.unwrap_or_default());
            }
        }
        let first = plots.iter().find_map(|plot| plot.surface);
        let mut ground = first.unwrap_or(Surface::Street);
        for (x, plot) in (0..).zip(plots) {
            ground = plot.surface.unwrap_or(ground);
            if let Some(cell) = field.cell_mut(Square::new(x, y)) {
                *cell = plot.on(ground);
            }
        }
    }

    fn edge(&self, row: &Row, index: usize, level: bool, edge: Edge, field: &mut Battlefield) {
        let (at, sign) = row.sign(self.margin + index);
        match self.legend.edge(sign, level) {
            Some(feature) => field.set_edge(edge, feature),
            None => self.piece.fault_at(at, format!("`{sign}` is not an edge"), self.legend.edges_in_words(level)),
        }
    }
}

/// The squares of a zone. Reports at `piece` if no zone has that name.
pub(super) fn zone_squares(piece: Piece<'_>, name: &str, zones: &[Zone]) -> Option<Vec<Square>> {
    let found = zones.iter().find(|(known, _)| known == name).map(|(_, squares)| squares.clone());
    if found.is_none() {
        piece.fault(format!("no zone is called `{name}`"), meant(name, zones.iter().map(|(known, _)| known.as_str())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{levels::source::Source, rules::Footing};

    fn read(text: &str) -> Result<Board, String> {
        let source = Source::new("m.ron", text);
        let board = source.root().and_then(|root| Some(read_board(&root.form(&FIELDS)?)));
        source.finish(board).map_err(|faults| faults.to_string())
    }

    const YARD: &str = "(map: r\"\n     a b c\n    +-+ +-+\n  1 |_|. T|\n    +D+ + +\n  2  .:. ~\n    + +=+ +\n\", \
                        veils: {Smoke: [\"a1-b2\"]}, zones: {\"gate\": [\"b2\", \"a1\"]})";

    #[test]
    fn squares_and_edges_are_read_in_turn() {
        let board = read(YARD).unwrap();
        let at = |name: &str| name.parse::<Square>().unwrap();
        let field = board.field.unwrap();
        let cell = |name| *field.cell(at(name)).unwrap();
        assert_eq!((field.extent().width, field.extent().height), (3, 2));
        assert_eq!((cell("a1").surface, cell("a1").veil), (Surface::Wood, Some(Veil::Smoke)));
        assert_eq!((cell("c1").surface, cell("c1").feature), (Surface::Street, Some(Feature::Tree)));
        assert_eq!((cell("b2").footing, cell("c2").footing), (Footing::Firm, Footing::Water));
        let edge = |a, b| field.edge(Edge::between(at(a), at(b)).unwrap());
        assert_eq!(edge("a1", "b1"), Some(Feature::Wall));
        assert_eq!(edge("a1", "a2"), Some(Feature::DoorClosed));
        assert_eq!(edge("a2", "b2"), Some(Feature::Fence));
        assert_eq!(edge("b2", "c2"), None);
        assert_eq!(edge("b2", "b3"), Some(Feature::LowWall));
        assert_eq!(board.zones, [("gate".to_string(), vec![at("a1"), at("b2")])]);
    }

    #[test]
    fn every_fault_of_a_map_has_its_place() {
        let faults = read("(map: r\"\n+-+ +\n|. ?|\n-x+ +\n . \n+-+-+-\n\")").err().unwrap();
        let lines: Vec<&str> = faults.lines().map(|line| line.split(';').next().unwrap()).collect();
        assert_eq!(
            lines,
            [
                "m.ron:3:4: `?` is not a square",
                "m.ron:4:2: `x` is not an edge",
                "m.ron:5:3: the row has 1 squares",
                "m.ron:6:6: the row is longer than the first one",
            ]
        );
    }

    #[test]
    fn a_faulty_legend_hides_no_other_fault() {
        let legend = "(squares: {'m': (surface: Erth), 'q': 5, ' ': ()}, edges: {'w': Trelis})";
        let text = format!("(legend: {legend}, map: r\"\n+-+-+-+-+\n|mwq ? .|\n+-+-+-+-+\n\", zones: {{y: [\"z9\"]}})");
        let faults = read(&text).err().unwrap();
        for what in [
            "`Erth`",
            "expected fields",
            "cannot be drawn",
            "did you mean `Trellis`?",
            "`?` is not",
            "`y` is not a text",
        ] {
            assert!(faults.contains(what), "{what}\n{faults}");
        }
        assert!(faults.contains("z9 is off the board"), "{faults}");
        assert_eq!(faults.lines().count(), 7, "{faults}");
    }

    #[test]
    fn boards_that_are_none() {
        for (text, what) in [
            ("(map: \"\")", "is empty"),
            ("(map: r\"\n. . .\n\")", "not the first row"),
            ("(map: r\"\n+-+-\n\")", "not the first row"),
            ("(map: r\"\n+-+\n|.|\n\")", "2 rows do not make a map"),
            ("(map: r\"\n+-+\n\")", "1 row does not make a map"),
            ("(map: r\"\n a c\n+-+-+\n|. .|\n+-+-+\n\")", "m.ron:2:4: `c` stands above the map; this is column b"),
            ("(map: r\"\n a b c\n+-+-+\n|. .|\n+-+-+\n\")", "m.ron:2:6: `c` stands above the map; no column"),
            ("(size: \"10000x10000\")", "is not a board size"),
            ("(size: \"3x3\", map: \"\")", "not both"),
            ("(size: \"3x3\", zones: {\"far\": [\"d1\"]})", "d1 is off the board; the board goes from a1 to c3"),
            ("(size: \"3x3\", zones: {\"none\": []})", "zone `none` has no squares"),
            ("(size: \"3x3\", veils: {Smok: [\"a1\"]})", "did you mean `Smoke`?"),
            ("(size: \"3x3\", anchors: [\"c1-a3\"])", "`c1-a3` names no squares"),
            ("()", "`map` is missing"),
        ] {
            let faults = read(text).err().unwrap();
            assert!(faults.contains(what), "{text}: {faults}");
        }
        let wide = format!("(map: r\"\n{}+\n|.|\n+-+\n\")", "+-".repeat(129));
        assert!(read(&wide).err().unwrap().contains("129 by 1 squares are too many"));
    }
}
