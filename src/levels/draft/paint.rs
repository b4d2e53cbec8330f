//! What can be painted on a board: everything that the level format has signs for, and veils.

use std::sync::Arc;

use super::Draft;
use crate::{
    geometry::{Edge, Square},
    levels::{EDGES, Plot, SQUARES, objects::plain},
    rules::{Battle, Battlefield, Cell, ExplosiveKind, Feature, Footing, Scene, Site, Veil, Wear},
};

/// Something to paint with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// What a sign of the map stands for: ground, footing or something that fills the square.
    Plot(Plot),
    /// Something on an edge.
    Edge(Feature),
    /// A veil.
    Veil(Veil),
    /// Something to swing from.
    Anchor,
    /// A charge that lies in nobody's way.
    Charge,
    /// Removes the top layer: whatever fills the square, a charge, fire, the veil, an anchor, the footing; or whatever
    /// is on the edge.
    Erase,
    /// Removes the veil.
    NoVeil,
    /// Opens a door by half, then fully, then closes it.
    Swing,
}

/// Where something is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// In a square.
    Square(Square),
    /// On an edge.
    Edge(Edge),
}

/// A paint of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    /// Its group: "Ground", "Footing", "In a square", "On an edge", "Veils".
    pub group: &'static str,
    /// Its name: "young tree".
    pub name: &'static str,
    /// What it paints.
    pub paint: Paint,
}

/// Every paint, group by group, made of what the level format lists.
pub fn brushes() -> Vec<Brush> {
    let mut all: Vec<Brush> = Vec::new();
    for (_, plot, name) in SQUARES {
        let group = match plot {
            Plot { feature: Some(_), .. } | Plot { fire: true, .. } => "In a square",
            Plot { surface: Some(_), .. } => "Ground",
            _ => "Footing",
        };
        all.push(Brush { group, name, paint: Paint::Plot(plot) });
    }
    all.push(Brush { group: "Footing", name: "firm ground", paint: Paint::Plot(Plot::default()) });
    for (_, feature) in EDGES {
        let brush = Brush { group: "On an edge", name: feature.name(), paint: Paint::Edge(feature) };
        if !all.contains(&brush) {
            all.push(brush);
        }
    }
    all.extend(Veil::ALL.map(|veil| Brush { group: "Veils", name: veil.name(), paint: Paint::Veil(veil) }));
    all.push(Brush { group: "Veils", name: "no veil", paint: Paint::NoVeil });
    all.push(Brush { group: "In a square", name: ExplosiveKind::Charge.name(), paint: Paint::Charge });
    all.push(Brush { group: "In a square", name: "something to swing from", paint: Paint::Anchor });
    let order = ["Ground", "Footing", "In a square", "On an edge", "Veils"];
    all.sort_by_key(|brush| order.iter().position(|group| *group == brush.group));
    all
}

impl Paint {
    /// Whether it is painted on edges rather than in squares.
    pub const fn is_for_edges(self) -> bool {
        matches!(self, Self::Edge(_) | Self::Swing)
    }
}

impl Draft {
    /// Paints; spots off the board are skipped.
    pub(super) fn paint(&mut self, paint: &Paint, spots: &[Spot]) -> String {
        let mut field = Battlefield::clone(&self.battle.scene.field);
        for spot in spots {
            match spot {
                Spot::Square(square) => paint_square(&mut field, *paint, *square),
                Spot::Edge(edge) => paint_edge(&mut field, *paint, *edge),
            }
        }
        if field != *self.battle.scene.field {
            let wear = self.left_of(&field);
            self.set_field(field, wear);
        }
        match paint {
            Paint::Erase => "Erased".into(),
            Paint::Swing => "Door moved".into(),
            Paint::NoVeil => "Veil lifted".into(),
            Paint::Anchor => "Something to swing from".into(),
            Paint::Charge => "Laid a charge".into(),
            Paint::Edge(feature) => format!("Drew a {}", feature.name()),
            Paint::Veil(veil) => format!("Drew {}", veil.name()),
            Paint::Plot(plot) => {
                let name = SQUARES.iter().find(|(_, known, _)| known == plot).map(|(.., name)| *name);
                format!("Drew {}", name.unwrap_or("firm ground"))
            }
        }
    }

    /// The wear that stays on another board: anything that is gone there is as new once it is back.
    fn left_of(&self, field: &Battlefield) -> Wear {
        let (old, mut wear) = (&self.battle.scene, self.battle.scene.wear.clone());
        for (site, _) in old.wear.all() {
            let stays = match site {
                Site::Square(square) => old.field.feature(square) == field.feature(square),
                Site::Edge(edge) => old.field.edge(edge) == field.edge(edge),
            };
            if !stays {
                wear.set(site, None);
            }
        }
        wear
    }

    /// Replaces the board with another of the same size.
    fn set_field(&mut self, field: Battlefield, wear: Wear) {
        let field = Arc::new(field);
        self.level.field = Arc::clone(&field);
        let old = &self.battle;
        let scene = Scene { field, wear, ..old.scene.clone() };
        // A new value: nothing in it is derived from the old board.
        self.battle = Battle::new(Arc::clone(old.constants()), scene, old.rows().to_vec(), old.item_rows().to_vec());
    }
}

/// A square with nothing but a paint in it or on its northern edge, for pictures.
pub fn sample(paint: Paint) -> Battlefield {
    let square = Square::new(0, 0);
    let mut field = Battlefield::new(1, 1);
    paint_square(&mut field, paint, square);
    paint_edge(&mut field, paint, Edge::north(square));
    field
}

fn paint_square(field: &mut Battlefield, paint: Paint, square: Square) {
    let Some(cell) = field.cell(square).copied() else { return };
    match paint {
        Paint::Plot(Plot { fire: true, .. }) => field.set_fire(square, true),
        Paint::Plot(Plot { feature: Some(Feature::Keg), .. }) => {
            field.set_explosive(square, Some(plain(ExplosiveKind::Keg)));
        }
        Paint::Charge => field.set_explosive(square, Some(plain(ExplosiveKind::Charge))),
        Paint::Plot(Plot { surface, footing, feature, .. }) => match (surface, feature) {
            (_, Some(_)) => field.set_feature(square, feature),
            (Some(surface), None) => {
                if let Some(cell) = field.cell_mut(square) {
                    *cell = Cell { surface, footing, ..*cell };
                }
            }
            (None, None) => field.set_footing(square, footing),
        },
        Paint::Veil(veil) => field.set_veil(square, Some(veil)),
        Paint::NoVeil => field.set_veil(square, None),
        Paint::Anchor => {
            if let Some(cell) = field.cell_mut(square) {
                cell.anchor = true;
            }
        }
        Paint::Erase => {
            if cell.feature.is_some() {
                field.set_feature(square, None);
            } else if field.explosive(square).is_some() {
                field.set_explosive(square, None);
            } else if cell.fire {
                field.set_fire(square, false);
            } else if cell.veil.is_some() {
                field.set_veil(square, None);
            } else if cell.anchor {
                if let Some(cell) = field.cell_mut(square) {
                    cell.anchor = false;
                }
            } else if cell.footing != Footing::Firm {
                field.set_footing(square, Footing::Firm);
            }
        }
        Paint::Edge(_) => {}
        Paint::Swing => {
            if let Some(next) = cell.feature.and_then(swung) {
                field.set_feature(square, Some(next));
            }
        }
    }
}

fn paint_edge(field: &mut Battlefield, paint: Paint, edge: Edge) {
    if !edge.squares().iter().any(|square| field.cell(*square).is_some()) {
        return;
    }
    match paint {
        Paint::Edge(feature) => field.set_edge(edge, Some(feature)),
        Paint::Erase => field.set_edge(edge, None),
        Paint::Swing => {
            if let Some(next) = field.edge(edge).and_then(swung) {
                field.set_edge(edge, Some(next));
            }
        }
        Paint::Plot(_) | Paint::Veil(_) | Paint::NoVeil | Paint::Anchor | Paint::Charge => {}
    }
}

/// The next state of a door; nothing else has one.
const fn swung(feature: Feature) -> Option<Feature> {
    match feature {
        Feature::DoorClosed => Some(Feature::DoorHalf),
        Feature::DoorHalf => Some(Feature::DoorOpen),
        Feature::DoorOpen => Some(Feature::DoorClosed),
        _ => None,
    }
}
