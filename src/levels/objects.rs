//! Objects of a board in a file: kegs and charges, pits with their own harm, fire.
//!
//! ```ron
//! objects: [
//!     Keg(squares: ["c3"], damage: "4d6+6", radius: 2, fuse: 1),   // defaults: 4d6+6, 2 squares, no fuse
//!     Charge(squares: ["e5"]),
//!     Pit(squares: ["g2"], damage: "3d10"),
//!     Fire(squares: ["h1-j2"]),
//! ]
//! ```

use std::fmt::Write as _;

use super::{
    Level,
    map::read_squares,
    source::{Form, Piece},
    write::areas,
};
use crate::{
    geometry::Square,
    rules::{Battlefield, Cell, Explosive, ExplosiveKind, Feature, Footing, HarmDice, Passage, counted},
};

/// The most objects in a list.
const MOST_OBJECTS: usize = 256;
/// How far an explosion reaches by default, RAT-ACT-03.
const RADIUS: u8 = 2;
/// The farthest that an explosion reaches.
const MOST_RADIUS: u8 = 8;
/// The most rounds that a fuse burns.
const MOST_FUSE: u8 = 20;

/// Objects by name, with their fields.
const OBJECTS: [(&str, &[&str]); 4] = [
    ("Keg", &["squares", "damage", "radius", "fuse"]),
    ("Charge", &["squares", "damage", "radius", "fuse"]),
    ("Pit", &["squares", "damage"]),
    ("Fire", &["squares"]),
];

/// A keg or a charge with the default numbers.
pub(super) const fn plain(kind: ExplosiveKind) -> Explosive {
    Explosive::new(kind, HarmDice::BLAST, RADIUS, 0)
}

/// Gives the kegs that are drawn on a map the default numbers.
pub(super) fn fill_kegs(field: &mut Battlefield) {
    for square in field.squares().filter(|square| field.feature(*square) == Some(Feature::Keg)).collect::<Vec<_>>() {
        field.set_explosive(square, Some(plain(ExplosiveKind::Keg)));
    }
}

/// Reads the objects of a record and puts them on its board, if there is one.
pub(super) fn read_objects(form: &Form<'_>, mut field: Option<&mut Battlefield>) {
    let pieces = form.items("objects");
    if pieces.len() > MOST_OBJECTS {
        let what = format!("{} objects are too many", pieces.len());
        form.place("objects").fault(what, format!("at most {MOST_OBJECTS}"));
    }
    for piece in pieces.into_iter().take(MOST_OBJECTS) {
        read_object(piece, field.as_deref_mut());
    }
}

fn read_object(piece: Piece<'_>, field: Option<&mut Battlefield>) {
    let Some((which, form)) = piece.called(&OBJECTS) else { return };
    let damage = form.get("damage").and_then(read_damage);
    let explosive = |kind| {
        let radius = number(&form, "radius", (1, MOST_RADIUS)).unwrap_or(RADIUS);
        let fuse = number(&form, "fuse", (0, MOST_FUSE)).unwrap_or(0);
        Explosive::new(kind, damage.unwrap_or(HarmDice::BLAST), radius, fuse)
    };
    let object = match which {
        0 => Object::Explosive(explosive(ExplosiveKind::Keg)),
        1 => Object::Explosive(explosive(ExplosiveKind::Charge)),
        2 => Object::Pit(damage),
        _ => Object::Fire,
    };
    if which == 2 && form.get("damage").is_none() {
        form.whole
            .fault("this pit has no damage of its own", "give some: damage: \"3d10\"; or leave it out of `objects`");
    }
    let Some(list) = form.piece("squares") else { return };
    let squares = read_squares(list, field.as_deref());
    if list.text().starts_with('[') && list.items().is_empty() {
        list.fault("no squares are named", "name some: [\"c3\", \"e5-g7\"]");
    }
    let Some(field) = field else { return };
    for square in squares {
        match object.no_place(field, square) {
            Some((what, right)) => list.fault(format!("{what}, in {square}"), right),
            None => object.put(field, square),
        }
    }
}

fn read_damage(piece: Piece<'_>) -> Option<HarmDice> {
    let text: String = piece.read()?;
    let damage = text.parse();
    damage.map_err(|right| piece.fault(format!("`{text}` is not a damage roll"), right)).ok()
}

fn number(form: &Form<'_>, name: &str, (least, most): (u8, u8)) -> Option<u8> {
    let piece = form.get(name)?;
    let given: i64 = piece.read()?;
    let fits = u8::try_from(given).ok().filter(|number| (least..=most).contains(number));
    if fits.is_none() {
        piece.fault(format!("{name} is {given}"), format!("{least} to {most}"));
    }
    fits
}

/// An object to be put on the board.
enum Object {
    Explosive(Explosive),
    Pit(Option<HarmDice>),
    Fire,
}

impl Object {
    /// Why it cannot be in a square, and what would be right.
    fn no_place(&self, field: &Battlefield, square: Square) -> Option<(String, &'static str)> {
        let cell = field.cell(square)?;
        let (name, right) = match self {
            Self::Pit(_) => {
                let is_pit = cell.footing == Footing::Pit;
                return (!is_pit).then(|| ("there is no pit".into(), "draw one on the map: O"));
            }
            Self::Explosive(explosive) => (explosive.kind.name(), "choose a free square"),
            Self::Fire => ("fire", "choose a square that can be entered"),
        };
        if let (Self::Explosive(_), Some(other)) = (self, field.explosive(square).filter(|other| !self.is_usual(other)))
        {
            return Some((format!("a {name} cannot be where a {} is", other.kind.name()), right));
        }
        in_the_way(cell, self)
            .map(|what| (format!("a {name} cannot be in {what}"), right))
            .map(|(what, right)| (what.replace("a fire", "fire"), right))
    }

    /// Whether `other` is a keg as the map draws it, with default numbers, which this one replaces.
    fn is_usual(&self, other: &Explosive) -> bool {
        matches!(self, Self::Explosive(explosive) if explosive.kind == other.kind && *other == plain(explosive.kind) && explosive.kind.feature().is_some())
    }

    fn put(&self, field: &mut Battlefield, square: Square) {
        match self {
            Self::Explosive(explosive) => field.set_explosive(square, Some(*explosive)),
            Self::Pit(harm) => field.set_pit_harm(square, *harm),
            Self::Fire => field.set_fire(square, true),
        }
    }
}

/// What in a square leaves an object no room.
fn in_the_way(cell: &Cell, object: &Object) -> Option<String> {
    let is_keg = matches!(object, Object::Explosive(explosive) if explosive.kind.feature().is_some());
    let bars = |feature: Feature| {
        let passage = feature.traits().passage;
        if is_keg { feature != Feature::Keg } else { !matches!(passage, Passage::Open | Passage::Low) }
    };
    let feature = cell.feature.filter(|feature| bars(*feature)).map(|feature| format!("a {}", feature.name()));
    feature.or_else(|| match cell.footing {
        Footing::Pit => Some("a pit".into()),
        Footing::Void => Some("a void".into()),
        Footing::Water => Some("water".into()),
        _ => None,
    })
}

/// The objects of a board as lines of a file, without those that its map shows.
pub(super) fn written(field: &Battlefield) -> Vec<String> {
    let mut explosives: Vec<(Explosive, Vec<Square>)> = Vec::new();
    for (square, explosive) in field.explosives() {
        let explosive = Explosive { lit: None, ..explosive };
        if explosive.kind.feature().is_some() && explosive == plain(explosive.kind) {
            continue;
        }
        match explosives.iter_mut().find(|(known, _)| *known == explosive) {
            Some((_, squares)) => squares.push(square),
            None => explosives.push((explosive, vec![square])),
        }
    }
    let mut lines: Vec<String> =
        explosives.iter().map(|(explosive, squares)| explosive_text(explosive, squares)).collect();
    let mut pits: Vec<(HarmDice, Vec<Square>)> = Vec::new();
    for (square, harm) in field.pit_harms() {
        match pits.iter_mut().find(|(known, _)| *known == harm) {
            Some((_, squares)) => squares.push(square),
            None => pits.push((harm, vec![square])),
        }
    }
    lines.extend(pits.iter().map(|(harm, squares)| format!("Pit(squares: {}, damage: \"{harm}\"),", areas(squares))));
    let fire: Vec<Square> = field.squares().filter(|square| field.burns(*square)).collect();
    if !fire.is_empty() {
        lines.push(format!("Fire(squares: {}),", areas(&fire)));
    }
    lines
}

fn explosive_text(explosive: &Explosive, squares: &[Square]) -> String {
    let name = match explosive.kind {
        ExplosiveKind::Keg => "Keg",
        ExplosiveKind::Charge => "Charge",
    };
    let mut text = format!("{name}(squares: {}", areas(squares));
    if explosive.harm != HarmDice::BLAST {
        let _ = write!(text, ", damage: \"{}\"", explosive.harm);
    }
    if explosive.radius != RADIUS {
        let _ = write!(text, ", radius: {}", explosive.radius);
    }
    if explosive.fuse != 0 {
        let _ = write!(text, ", fuse: {}", explosive.fuse);
    }
    text + "),"
}

impl Level {
    /// The objects of its board in words: "4 powder kegs, 1 charge, fire on 2 squares"; `None` if it has none.
    pub fn object_words(&self) -> Option<String> {
        let field = &self.field;
        let count = |number: usize, noun: &str| (number > 0).then(|| counted(number, noun));
        let explosives = |kind: ExplosiveKind| {
            let all = field.explosives().filter(|(_, explosive)| explosive.kind == kind);
            count(all.count(), kind.name())
        };
        let fire = field.squares().filter(|square| field.burns(*square)).count();
        let words = [
            explosives(ExplosiveKind::Keg),
            explosives(ExplosiveKind::Charge),
            count(field.pit_harms().count(), "pit").map(|pits| format!("{pits} with harm of their own")),
            count(fire, "square").map(|squares| format!("fire on {squares}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::Roster;

    fn parse(objects: &str) -> Result<Level, String> {
        let text = format!(
            "(format: 1, name: \"Yard\", ruleset: percentile, map: r\"
+ + + + + +
 . # K O .
+ + + + + +
 . . . . ~
+ + + + + +
\", objects: [\n{objects}\n], sides: [
            (units: [(archetype: \"archer\", at: \"a1\")]), (units: [(archetype: \"brute\", at: \"e1\")])])"
        );
        Level::parse("yard", "y.ron", &text, Roster::builtin()).map_err(|faults| faults.to_string())
    }

    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn objects_are_read_and_written() {
        let level = parse(
            "Keg(squares: [\"c1\", \"a2\"], damage: \"3d6\", radius: 1, fuse: 2), Charge(squares: [\"c2-d2\"]),
            Pit(squares: [\"d1\"], damage: \"3d10\"), Fire(squares: [\"b2\", \"c2\"])",
        )
        .unwrap();
        let field = &level.field;
        let keg = Explosive::new(ExplosiveKind::Keg, "3d6".parse().unwrap(), 1, 2);
        assert_eq!([at("c1"), at("a2")].map(|square| field.explosive(square)), [Some(keg); 2]);
        assert_eq!(field.feature(at("a2")), Some(Feature::Keg));
        assert_eq!(field.explosive(at("d2")), Some(plain(ExplosiveKind::Charge)));
        assert_eq!(field.pit_harm(at("d1")).map(|harm| harm.to_string()).as_deref(), Some("3d10"));
        assert!(field.burns(at("c2")) && !field.burns(at("a1")));
        let back = Level::parse("yard", "written.ron", &level.to_ron(), Roster::builtin()).unwrap();
        assert_eq!(back, level, "{}", level.to_ron());
        // A keg that is only drawn has the default numbers.
        let drawn = parse("").unwrap();
        assert_eq!(drawn.field.explosive(at("c1")), Some(plain(ExplosiveKind::Keg)));
        assert_eq!(Level::parse("yard", "written.ron", &drawn.to_ron(), Roster::builtin()).unwrap(), drawn);
    }

    #[test]
    fn what_is_wrong_with_an_object_is_told_with_its_place() {
        let told = parse(
            "Keg(squares: [\"b1\"]),
Keg(squares: [\"a1\"], damage: \"4d\", radius: 9, fuse: -1),
Charge(squares: [\"f1\", \"d1\"]), Charge(squares: [\"c1\"]),
Pit(squares: [\"a1\"], damage: \"2d10\"), Pit(squares: [\"d1\"]),
Fire(squares: [\"e2\"]), Fire(squares: []), Kegg(squares: [\"a1\"]), Fire(squares: [\"b1\"])",
        )
        .unwrap_err();
        for expected in [
            "y.ron:8:14: a powder keg cannot be in a wall, in b1",
            "y.ron:9:30: `4d` is not a damage roll",
            "y.ron:9:44: radius is 9; 1 to 8",
            "y.ron:9:53: fuse is -1; 0 to 20",
            "y.ron:10:18: f1 is off the board",
            "y.ron:10:17: a charge cannot be in a pit, in d1",
            "a charge cannot be where a powder keg is, in c1",
            "y.ron:11:14: there is no pit, in a1",
            "this pit has no damage of its own",
            "y.ron:12:15: fire cannot be in water, in e2",
            "no squares are named",
            "`Kegg` is not known here",
            "fire cannot be in a wall, in b1",
        ] {
            assert!(told.contains(expected), "{expected}\n{told}");
        }
        assert_eq!(told.lines().count(), 13, "{told}");
    }
}
