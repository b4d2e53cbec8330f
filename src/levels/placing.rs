//! Reads the units of a level and puts them on the board or in the saddle; says why somebody cannot stand somewhere.

use super::{
    Roster, Unit,
    fault::meant,
    late::Schedule,
    map::board_size,
    naming::is_name,
    source::{Form, Piece},
};
use crate::{
    geometry::{Edge, Footprint, Square},
    rules::{Battlefield, Footing, Passage, Placement, RulesetId},
};

/// What keeps everybody from standing in a square, if anything does. Tables and the like can be stood on.
pub(super) fn hindrance(field: &Battlefield, square: Square) -> Option<String> {
    let cell = field.cell(square)?;
    match (cell.feature, cell.footing) {
        (Some(feature), _) if !matches!(feature.traits().passage, Passage::Open | Passage::Low) => {
            Some(format!("a {}", feature.name()))
        }
        (_, Footing::Pit) => Some("a pit".into()),
        (_, Footing::Void) => Some("void".into()),
        _ => None,
    }
}

/// Why somebody cannot start in a saddle: the mount is none under these rules, is not where the rider is, or is too
/// small.
pub(super) fn no_saddle(no_mount: Option<&'static str>, rider: Placement, mount: Placement) -> Option<&'static str> {
    let elsewhere = || (rider.anchor() != mount.anchor()).then_some("stands elsewhere: a rider starts in its square");
    let small =
        || (rider.0.side > mount.0.side).then_some("is too small: a rider covers no more squares than its mount");
    no_mount.or_else(elsewhere).or_else(small)
}

/// Why a body cannot stand somewhere, if it cannot: the square that is wrong, what is wrong and what would be right.
/// `taken` lists occupied squares, each with the name of its occupant.
pub(super) fn misfit(
    field: &Battlefield,
    taken: &[(Square, String)],
    body: Footprint,
    who: &str,
) -> Option<(Square, String, String)> {
    // Off the board, the squares of a body might be out of the range of numbers.
    let squares: Vec<Square> =
        if field.cell(body.anchor).is_some() { body.squares().collect() } else { vec![body.anchor] };
    for square in squares {
        if field.cell(square).is_none() {
            return Some((square, format!("{who} would stand off the board, in {square}"), board_size(Some(field))));
        }
        if let Some(hindrance) = hindrance(field, square) {
            return Some((
                square,
                format!("{who} would stand in {hindrance}, in {square}"),
                "choose a free square".into(),
            ));
        }
        if let Some((_, other)) = taken.iter().find(|(taken, _)| *taken == square) {
            let what = format!("{who} and {other} would both stand in {square}");
            return Some((square, what, "choose a free square".into()));
        }
    }
    let through = |(a, b): (Square, Square)| Edge::between(a, b).and_then(|edge| Some((edge, field.edge(edge)?)));
    let split = body.seams().filter_map(through).find(|(_, feature)| feature.traits().passage != Passage::Open);
    let (edge, feature) = split?;
    let what = format!("a {} beside {} runs through {who}", feature.name(), edge.square);
    Some((edge.square, what, "choose a wider place".into()))
}

/// Puts fighters on the board and reports those who do not fit.
pub(super) struct Placing<'a> {
    /// The ruleset whose sheets give the sizes of bodies.
    pub(super) ruleset: RulesetId,
    /// The board, if it could be read.
    pub(super) field: Option<&'a Battlefield>,
    /// The known archetypes and arms.
    pub(super) roster: &'a Roster,
    /// The occupied squares, and by whom.
    pub(super) taken: Vec<(Square, String)>,
    /// Whether the next unit needs no room: it rides, or arrives later.
    pub(super) crowds: bool,
}

/// A unit as it was read.
pub(super) struct UnitRead<'a> {
    unit: Unit,
    /// Whether its place could be read.
    placed: bool,
    /// The name of its mount, and where the file says so.
    riding: Option<(String, Piece<'a>)>,
    /// Where the file says that it arrives later.
    arrives: Option<Piece<'a>>,
}

impl UnitRead<'_> {
    fn name(&self) -> &str {
        self.unit.name.as_deref().unwrap_or(&self.unit.archetype)
    }
}

/// The fault if no other unit of the side has the name that a rider gives.
fn no_mount_called<'a>(name: &str, own: &str, others: impl Iterator<Item = &'a str>) -> (String, String) {
    if name == own {
        (format!("{name} cannot ride itself"), "name another unit of the side".into())
    } else {
        (format!("no unit of this side is called `{name}`"), meant(name, others))
    }
}

const UNIT: [&str; 10] =
    ["archetype", "name", "at", "zone", "edge", "arrives", "posture", "facing", "hidden", "riding"];

impl Placing<'_> {
    /// Finds the mounts that riders name among the units of their side.
    pub(super) fn saddle(&self, read: Vec<UnitRead<'_>>) -> Vec<Unit> {
        let mut riding: Vec<Option<usize>> = vec![None; read.len()];
        for (index, rider) in read.iter().enumerate() {
            let Some((name, piece)) = &rider.riding else { continue };
            let others = || read.iter().enumerate().filter(|(place, _)| *place != index);
            let free = |place: usize| !riding.contains(&Some(place));
            let is_here = |unit: &UnitRead<'_>| unit.unit.at == rider.unit.at;
            // Of several with that name a mount without a rider comes first, then one in the rider's square.
            let known = others().filter(|(_, unit)| unit.name() == name);
            let Some((place, mount)) = known.min_by_key(|(place, unit)| (!free(*place), !is_here(unit))) else {
                let (what, right) = no_mount_called(name, rider.name(), others().map(|(_, unit)| unit.name()));
                piece.fault(what, right);
                continue;
            };
            if rider.unit.late != mount.unit.late {
                let piece = mount.arrives.or(rider.arrives).unwrap_or(*piece);
                let [first, other] =
                    if mount.arrives.is_some() { [mount.name(), "its rider"] } else { [rider.name(), "the mount"] };
                piece.fault(format!("{first} would arrive without {other}"), "let both come at once and in one place");
                continue;
            }
            let what = if free(place) { self.no_seat(rider, mount) } else { Some("has a rider already") };
            match what {
                Some(what) => piece.fault(format!("{name} {what}"), "choose another mount"),
                None => riding[index] = Some(place),
            }
        }
        read.into_iter().zip(riding).map(|(unit, riding)| Unit { riding, ..unit.unit }).collect()
    }

    /// Why a unit cannot start in the saddle of another.
    fn no_seat(&self, rider: &UnitRead<'_>, mount: &UnitRead<'_>) -> Option<&'static str> {
        let sheet = |unit: &UnitRead<'_>| self.roster.archetype(&unit.unit.archetype)?.sheets.sheet(self.ruleset);
        let no_mount = sheet(mount).as_ref().and_then(|sheet| self.ruleset.rules().no_mount(sheet));
        let side = |unit: &UnitRead<'_>| sheet(unit).map_or(1, |sheet| sheet.footprint());
        let at = if rider.placed && mount.placed { rider.unit.at } else { mount.unit.at };
        no_saddle(no_mount, Placement::new(at, side(rider)), Placement::new(mount.unit.at, side(mount)))
    }

    /// Reads a unit. One without a valid place is read too, so that others can refer to it.
    pub(super) fn read_unit<'p>(&mut self, piece: Piece<'p>, schedule: &Schedule<'_>) -> Option<UnitRead<'p>> {
        let form = piece.form(&UNIT)?;
        let archetype: Option<String> = form.need("archetype");
        let name = form.may::<String>("name").filter(|name| is_name(name, form.place("name")));
        let found = archetype.as_deref().and_then(|tag| self.roster.archetype(tag));
        if let Some(tag) = archetype.as_deref().filter(|_| found.is_none()) {
            let (what, right) = self.roster.no_archetype(tag);
            form.place("archetype").fault(what, right);
        }
        let side = found.map_or(1, |archetype| archetype.sheet(self.ruleset).footprint());
        let archetype = archetype.unwrap_or_default();
        let riding = form.get("riding").and_then(|piece| Some((piece.read()?, piece)));
        // A unit that arrives later goes to the nearest free place.
        self.crowds = form.get("riding").is_some() || form.get("arrives").is_some();
        let who = name.as_deref().unwrap_or(if archetype.is_empty() { "the unit" } else { &archetype });
        let late = schedule.read(&form, side, who);
        let at = match &late {
            Some((_, Some(first))) => Some(*first),
            _ if ["zone", "edge", "arrives"].iter().any(|name| form.get(name).is_some())
                && form.get("at").is_none() =>
            {
                None
            }
            _ => self.place_of(&form, side, who),
        };
        let unit = Unit {
            name,
            at: at.unwrap_or(Square::new(0, 0)),
            posture: form.may("posture").unwrap_or_default(),
            facing: form.may("facing"),
            hidden: form.may("hidden").unwrap_or(false),
            riding: None,
            late: late.map(|(late, _)| late),
            archetype,
        };
        Some(UnitRead { unit, placed: at.is_some(), riding, arrives: form.get("arrives") })
    }

    /// The square that `at` names, if a body of `side` squares can stand there.
    pub(super) fn place_of(&mut self, form: &Form<'_>, side: u8, who: &str) -> Option<Square> {
        let at: String = form.need("at")?;
        self.place(&at, side, who, form.place("at"))
    }

    /// The square of a body of `side` squares, if it can stand there.
    fn place(&mut self, at: &str, side: u8, who: &str, place: Piece<'_>) -> Option<Square> {
        let Ok(anchor) = at.parse::<Square>() else {
            place.fault(format!("`{at}` is not a square"), "column letters, then the row: \"c3\"");
            return None;
        };
        let Some(field) = self.field else { return Some(anchor) };
        let footprint = Footprint { anchor, side };
        let taken = if self.crowds { &[][..] } else { &self.taken[..] };
        if let Some((_, what, right)) = misfit(field, taken, footprint, who) {
            place.fault(what, right);
            return None;
        }
        if !self.crowds {
            self.taken.extend(footprint.squares().map(|square| (square, who.to_string())));
        }
        Some(anchor)
    }
}
