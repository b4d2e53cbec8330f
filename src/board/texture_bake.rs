//! Baking terrain on a thread of its own, so that no frame waits for it.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread::JoinHandle,
};

use bevy::image::Image;

use super::{
    art::{
        Picture,
        terrain::{self, Area},
        veils,
    },
    textures::image,
};
use crate::{
    geometry::{Edge, Square},
    rules::{Battlefield, Cell},
};

/// What is to be baked.
struct Order {
    field: Arc<Battlefield>,
    scale: u32,
}

/// A baked board. Layers that an earlier one at the same scale already has are left out.
pub(super) struct Layers {
    pub(super) field: Arc<Battlefield>,
    pub(super) scale: u32,
    pub(super) ground: Option<Image>,
    pub(super) veils: Option<Veils>,
    pub(super) standing: Image,
}

/// The veils below and above the tokens, if any, and the signs that replace both under a field.
pub(super) struct Veils {
    pub(super) below: Option<Image>,
    pub(super) above: Option<Image>,
    pub(super) signs: Option<Image>,
}

/// The channels to the thread and back. The thread ends when this is dropped.
pub(super) struct TextureBake {
    orders: Sender<Order>,
    baked: Mutex<Receiver<Layers>>,
    /// What was ordered last.
    last: Option<(Arc<Battlefield>, u32)>,
    thread: JoinHandle<()>,
}

impl TextureBake {
    /// Starts the thread; `None` where there are no threads.
    pub(super) fn start() -> Option<Self> {
        let (orders, wanted) = channel();
        let (done, baked) = channel();
        let work = move || work(&wanted, &done);
        let thread = std::thread::Builder::new().name("terrain".into()).spawn(work).ok()?;
        Some(Self { orders, baked: Mutex::new(baked), last: None, thread })
    }

    /// Orders a board at a scale, unless that was the last order. Returns whether the thread is there to bake it.
    pub(super) fn order(&mut self, field: &Arc<Battlefield>, scale: u32) -> bool {
        let same = |(last, at): &(Arc<Battlefield>, u32)| *at == scale && (Arc::ptr_eq(last, field) || last == field);
        if !self.last.as_ref().is_some_and(same) {
            self.last = Some((Arc::clone(field), scale));
            // Whether the thread has ended is checked below.
            let _ = self.orders.send(Order { field: Arc::clone(field), scale });
        }
        !self.thread.is_finished()
    }

    /// What has been baked since the last call, oldest first.
    pub(super) fn collect(&self) -> Vec<Layers> {
        self.baked.lock().map_or_else(|_| Vec::new(), |baked| baked.try_iter().collect())
    }
}

/// What stands on the board, as it was baked last.
struct LastBaked {
    field: Arc<Battlefield>,
    scale: u32,
    standing: Picture,
}

fn work(wanted: &Receiver<Order>, done: &Sender<Layers>) {
    let mut kept: Option<LastBaked> = None;
    while let Ok(order) = wanted.recv() {
        let Order { field, scale } = wanted.try_iter().last().unwrap_or(order);
        let layers = bake(&mut kept, field, scale);
        if done.send(layers).is_err() {
            return;
        }
    }
}

fn bake(kept: &mut Option<LastBaked>, field: Arc<Battlefield>, scale: u32) -> Layers {
    let older = kept.take().filter(|kept| kept.scale == scale && lies_the_same(&kept.field, &field));
    let (ground, veils, standing) = match older {
        Some(LastBaked { field: old, mut standing, .. }) => {
            if let Some(area) = changed(&old, &field) {
                let part = terrain::standing_part(&field, scale, area);
                let at = |index: i16| i32::from(index) * scale as i32;
                standing.replace(&part.picture, at(part.first.x), at(part.first.y));
            }
            let same = field.squares().all(|square| veil(&old, square) == veil(&field, square));
            (None, (!same).then(|| bake_veils(&field, scale)), standing)
        }
        None => {
            let ground = image(&terrain::ground(&field, scale));
            (Some(ground), Some(bake_veils(&field, scale)), terrain::standing(&field, scale))
        }
    };
    let layers = Layers { field: Arc::clone(&field), scale, ground, veils, standing: image(&standing) };
    *kept = Some(LastBaked { field, scale, standing });
    layers
}

fn bake_veils(field: &Battlefield, scale: u32) -> Veils {
    let image = |picture: Option<Picture>| picture.as_ref().map(image);
    Veils {
        below: image(veils::below(field, scale)),
        above: image(veils::above(field, scale)),
        signs: image(veils::signs(field, scale)),
    }
}

fn veil(field: &Battlefield, square: Square) -> Option<crate::rules::Veil> {
    field.cell(square).and_then(|cell| cell.veil)
}

/// Whether two boards differ at most in what stands on them and hangs over them.
fn lies_the_same(a: &Battlefield, b: &Battlefield) -> bool {
    let flat = |field: &Battlefield, square: Square| {
        field.cell(square).map(|cell| (cell.surface, cell.footing, cell.anchor, cell.fire))
    };
    a.extent() == b.extent() && a.squares().all(|square| flat(a, square) == flat(b, square))
}

/// The area that holds all differences in what stands on the board.
fn changed(a: &Battlefield, b: &Battlefield) -> Option<Area> {
    let feature = |cell: Option<&Cell>| cell.and_then(|cell| cell.feature);
    let extent = a.extent();
    let beyond = (0..=extent.height as i16).flat_map(|y| (0..=extent.width as i16).map(move |x| Square::new(x, y)));
    let differs = |square: &Square| {
        let edges = [Edge::north(*square), Edge::west(*square)];
        feature(a.cell(*square)) != feature(b.cell(*square))
            || a.explosive(*square) != b.explosive(*square)
            || edges.iter().any(|edge| a.edge(*edge) != b.edge(*edge))
    };
    beyond.filter(differs).fold(None, |area: Option<Area>, square| {
        let Area { first, last } = area.unwrap_or(Area { first: square, last: square });
        Some(Area {
            first: Square::new(first.x.min(square.x), first.y.min(square.y)),
            last: Square::new(last.x.max(square.x), last.y.max(square.y)),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Feature, Veil};

    #[test]
    fn a_changed_door_is_baked_as_if_from_the_start() {
        let mut field = Battlefield::new(9, 7);
        field.set_edge(Edge::north(Square::new(3, 3)), Some(Feature::DoorClosed));
        let (old, mut kept) = (Arc::new(field.clone()), None);
        assert!(bake(&mut kept, old, 24).ground.is_some());
        field.set_edge(Edge::north(Square::new(3, 3)), Some(Feature::DoorOpen));
        if let Some(cell) = field.cell_mut(Square::new(6, 5)) {
            cell.veil = Some(Veil::Smoke);
        }
        let new = Arc::new(field);
        let layers = bake(&mut kept, Arc::clone(&new), 24);
        assert!(layers.ground.is_none() && layers.veils.is_some_and(|veils| veils.above.is_some()));
        let fresh = image(&terrain::standing(&new, 24));
        let apart = |a: &[u8; 4], b: &[u8; 4]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 32);
        let pixels = |image: &Image| image.data.as_ref().expect("it has just been made").as_chunks::<4>().0.to_vec();
        let pairs = pixels(&layers.standing).into_iter().zip(pixels(&fresh));
        assert!(!pairs.into_iter().any(|(a, b)| apart(&a, &b)));
        assert!(bake(&mut kept, new, 24).veils.is_none());
    }
}
