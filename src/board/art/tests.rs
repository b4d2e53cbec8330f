//! What must hold for every picture, whatever it looks like.

use super::{
    Picture,
    glyphs::Glyph,
    logo::logo,
    palette::{CREAM, INK, MAY, Rgb, SIDES, WALL},
    terrain::{self, Area},
    token::{self, Mark, Posture, TokenLook},
    veils,
};
use crate::{
    geometry::{Edge, Square},
    rules::{Battlefield, Feature, Footing, Surface, Veil},
};

/// A board with every surface, footing, feature and veil.
fn everything() -> Battlefield {
    let mut field = Battlefield::new(14, 8);
    let surfaces = [
        Surface::Wood,
        Surface::Grass,
        Surface::Slab,
        Surface::Earth,
        Surface::Bridge,
        Surface::Water,
        Surface::Street,
    ];
    for (x, surface) in (0..).zip(surfaces) {
        for (dx, y) in (0..2).flat_map(|dx| (0..8).map(move |y| (dx, y))) {
            if let Some(cell) = field.cell_mut(Square::new(x * 2 + dx, y)) {
                cell.surface = surface;
            }
        }
    }
    let footings =
        [Footing::Difficult, Footing::Water, Footing::ShallowTrench, Footing::DeepTrench, Footing::Pit, Footing::Void];
    for (x, footing) in (0..).zip(footings) {
        for y in [6, 7] {
            if let Some(cell) = field.cell_mut(Square::new(x * 2, y)) {
                cell.footing = footing;
                cell.anchor = true;
            }
        }
    }
    for (x, feature) in (0..).zip(Feature::ALL) {
        field.set_edge(Edge::north(Square::new(x, 4)), Some(feature));
        field.set_edge(Edge::west(Square::new(x, 4)), Some(feature));
        if let Some(cell) = field.cell_mut(Square::new(x, 2)) {
            cell.feature = Some(feature);
        }
    }
    for (x, veil) in (0..).zip(Veil::ALL) {
        if let Some(cell) = field.cell_mut(Square::new(x * 2 + 1, 5)) {
            cell.veil = Some(veil);
        }
    }
    field
}

fn is_colour(pixel: [u8; 4], colour: Rgb) -> bool {
    pixel[..3].iter().zip(colour.bytes()).all(|(a, b)| a.abs_diff(b) <= 3)
}

fn crop(picture: &Picture, x: u32, y: u32, width: u32, height: u32) -> Picture {
    let mut cut = Picture { width, height, rgba: vec![0; (width * height * 4) as usize] };
    cut.replace(picture, -(x as i32), -(y as i32));
    cut
}

/// Equal except for rounding: a curve's edge may fall a quarter of a pixel elsewhere on another sheet.
fn looks_alike(a: &Picture, b: &Picture) -> bool {
    let steps = a.rgba.iter().zip(&b.rgba).map(|(a, b)| a.abs_diff(*b));
    let seen = steps.clone().filter(|step| *step > 6).count();
    a.rgba.len() == b.rgba.len() && steps.max() <= Some(32) && seen * 1000 <= a.rgba.len()
}

#[test]
fn the_same_board_is_the_same_picture() {
    let field = everything();
    assert_eq!(terrain::bake(&field, 30), terrain::bake(&field.clone(), 30));
    assert_eq!(veils::below(&field, 30), veils::below(&field, 30));
    assert_eq!(veils::above(&field, 30), veils::above(&field, 30));
}

#[test]
fn the_board_has_no_holes() {
    let field = everything();
    for scale in [24, 37, 60] {
        for picture in [terrain::bake(&field, scale), terrain::ground(&field, scale)] {
            assert_eq!((picture.width, picture.height), (14 * scale, 8 * scale));
            assert!(picture.rgba.chunks(4).all(|pixel| pixel[3] == 255), "a hole at scale {scale}");
        }
    }
    assert_eq!(terrain::bake(&Battlefield::new(0, 0), 24).rgba.len(), 4);
}

#[test]
fn ground_and_what_stands_on_it_make_the_board() {
    let field = everything();
    let mut layered = terrain::ground(&field, 40);
    layered.lay(&terrain::standing(&field, 40), 0, 0);
    assert!(looks_alike(&layered, &terrain::bake(&field, 40)));
}

#[test]
fn walls_close_their_corners() {
    let mut field = Battlefield::new(4, 4);
    let wall = |field: &mut Battlefield, edge: Edge| field.set_edge(edge, Some(Feature::Wall));
    // An angle at (1, 1), a crossing at (2, 2), a T at (2, 1).
    wall(&mut field, Edge::north(Square::new(1, 1)));
    wall(&mut field, Edge::west(Square::new(1, 1)));
    for edge in [(2, 1), (2, 2)].map(|(x, y)| Edge::west(Square::new(x, y))) {
        wall(&mut field, edge);
    }
    for edge in [(1, 2), (2, 2)].map(|(x, y)| Edge::north(Square::new(x, y))) {
        wall(&mut field, edge);
    }
    for scale in [24, 48, 96] {
        let picture = terrain::bake(&field, scale);
        for (x, y) in [(1, 1), (2, 1), (2, 2)] {
            assert!(is_colour(picture.pixel(x * scale, y * scale), WALL), "no top at {x} {y}, scale {scale}");
        }
        let half = (0.095 * scale as f32).round() as u32;
        let outside = picture.pixel(scale - half, scale - half);
        assert!(is_colour(outside, INK), "the angle is open at scale {scale}: {outside:?}");
        let beyond = picture.pixel(scale - half - 1, scale - half - 1);
        assert!(!is_colour(beyond, INK), "the angle sticks out at scale {scale}");
    }
}

#[test]
fn walls_in_squares_join_without_an_edge() {
    let mut field = Battlefield::new(4, 3);
    for x in [1, 2] {
        if let Some(cell) = field.cell_mut(Square::new(x, 1)) {
            cell.feature = Some(Feature::Wall);
        }
    }
    let picture = terrain::bake(&field, 48);
    assert!((60..84).all(|y| !is_colour(picture.pixel(96, y), INK)));
    assert!((60..84).all(|y| is_colour(picture.pixel(48, y), INK) && is_colour(picture.pixel(143, y), INK)));
}

#[test]
fn a_part_fits_into_the_whole() {
    let field = everything();
    for scale in [24, 50] {
        let whole = terrain::bake(&field, scale);
        let part = terrain::bake_part(&field, scale, Area { first: Square::new(5, 3), last: Square::new(6, 4) });
        let (x, y) = (part.first.x as u32 * scale, part.first.y as u32 * scale);
        let there = crop(&whole, x, y, part.picture.width, part.picture.height);
        assert!(looks_alike(&there, &part.picture), "scale {scale}");
    }
}

#[test]
fn a_door_that_opens_changes_only_its_part() {
    const SCALE: u32 = 48;
    let mut field = everything();
    let (north, south) = (Square::new(9, 3), Square::new(9, 4));
    let edge = Edge::north(south);
    field.set_edge(edge, Some(Feature::DoorClosed));
    let mut picture = terrain::bake(&field, SCALE);
    field.set_edge(edge, Some(Feature::DoorOpen));
    let part = terrain::bake_part(&field, SCALE, Area { first: north, last: south });
    picture.replace(&part.picture, i32::from(part.first.x) * SCALE as i32, i32::from(part.first.y) * SCALE as i32);
    let fresh = terrain::bake(&field, SCALE);
    assert!(looks_alike(&picture, &fresh));
}

#[test]
fn veils_lie_on_their_squares() {
    assert_eq!(veils::below(&Battlefield::new(3, 3), 24), None);
    assert_eq!(veils::above(&Battlefield::new(3, 3), 24), None);
    let mut field = Battlefield::new(5, 5);
    let middle = Square::new(2, 2);
    for veil in Veil::ALL {
        if let Some(cell) = field.cell_mut(middle) {
            cell.veil = Some(veil);
        }
        let (below, above) = (veils::below(&field, 32), veils::above(&field, 32));
        assert!(below.is_some() != above.is_some(), "{veil:?}");
        assert_eq!(above.is_some(), veil == Veil::Smoke);
        for picture in below.into_iter().chain(above) {
            assert!(picture.pixel(80, 83)[3] > 60, "{veil:?}");
            assert_eq!(picture.pixel(16, 16), [0; 4], "{veil:?}");
        }
    }
}

#[test]
fn tokens_differ_where_they_should() {
    let plain = TokenLook::new(0, Glyph::Sword, 'A');
    let looks = [
        plain,
        TokenLook { side: 1, ..plain },
        TokenLook { side: 2, ..plain },
        TokenLook { side: 3, ..plain },
        TokenLook { letter: 'B', ..plain },
        TokenLook { health: (3, 4), ..plain },
        TokenLook { wounds: 1, ..plain },
        TokenLook { wounds: 2, ..plain },
        TokenLook { posture: Posture::Crouching, ..plain },
        TokenLook { posture: Posture::Prone, ..plain },
        TokenLook { out: true, ..plain },
        TokenLook { hidden: true, ..plain },
        TokenLook { mark: Some(Mark::Grabbed), ..plain },
        TokenLook { mark: Some(Mark::Stunned), ..plain },
        TokenLook { mark: Some(Mark::Dying), ..plain },
        TokenLook { mark: Some(Mark::Stable), ..plain },
        TokenLook { mark: Some(Mark::Lettered('B')), ..plain },
        TokenLook { letter_at_bottom: true, ..plain },
    ];
    let glyphs = Glyph::ALL.into_iter().skip(1).map(|glyph| TokenLook { glyph, ..plain });
    let pictures: Vec<Picture> = looks.into_iter().chain(glyphs).map(|look| token::bake(&look, 40)).collect();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "look {index}");
    }
    let other = TokenLook { letter: 'B', ..plain };
    assert_eq!(token::bake(&plain, 33), token::bake(&other, 33), "no letter below 34 pixels");
    assert_ne!(token::bake(&plain, 34), token::bake(&other, 34));
}

#[test]
fn the_ring_empties_against_the_clock() {
    const SIZE: u32 = 96;
    for side in 0..4 {
        let look = TokenLook { health: (1, 2), ..TokenLook::new(side, Glyph::Fist, 'A') };
        let picture = token::bake(&look, SIZE);
        assert_eq!((picture.width, picture.height), (120, 120));
        let across = |wanted: Rgb, from: u32, to: u32| (from..to).any(|x| is_colour(picture.pixel(x, 50), wanted));
        assert!(across(CREAM, 60, 120) && !across(CREAM, 0, 36), "side {side}");
        let face = (40..80).flat_map(|y| (40..80).map(move |x| (x, y)));
        assert!(face.into_iter().any(|(x, y)| is_colour(picture.pixel(x, y), SIDES[usize::from(side)])));
    }
}

#[test]
fn tokens_stay_on_their_sheet() {
    for footprint in 1..=4 {
        for size in [24, 34, 61, 96] {
            let look = TokenLook {
                footprint,
                wounds: 4,
                mark: Some(Mark::Grabbed),
                posture: Posture::Prone,
                ..TokenLook::new(3, Glyph::Claws, 'W')
            };
            let picture = token::bake(&look, size);
            assert_eq!(picture.width, (u32::from(footprint) * size * 5).div_ceil(4));
            let last = picture.width - 1;
            let rim = (0..=last).flat_map(|n| [(n, 0), (n, last), (0, n), (last, n)]);
            assert!(rim.into_iter().all(|(x, y)| picture.pixel(x, y)[3] < 40), "{footprint} at {size}");
        }
    }
}

#[test]
fn a_rider_shows_beside_the_mount() {
    let (mount, rider) = (TokenLook::new(0, Glyph::Horse, 'H'), TokenLook::new(0, Glyph::Lance, 'R'));
    for size in [24, 40, 96] {
        let pair = token::bake_mounted(&mount, &rider, size);
        assert_eq!(pair.width, token::bake(&mount, size).width);
        assert_ne!(pair, token::bake(&mount, size));
    }
}

#[test]
fn laying_and_replacing_cut_what_hangs_over() {
    let dot = |colour: Rgb, alpha: u8| {
        let [r, g, b] = colour.bytes();
        Picture { width: 2, height: 2, rgba: [r, g, b, alpha].repeat(4) }
    };
    let mut picture = dot(INK, 255);
    picture.lay(&dot(MAY, 255), 1, -1);
    picture.replace(&dot(CREAM, 255), -1, 1);
    picture.lay(&dot(MAY, 255), 2, 0);
    let colours = [(0, 0, INK), (1, 0, MAY), (0, 1, CREAM), (1, 1, INK)];
    assert!(colours.into_iter().all(|(x, y, colour)| is_colour(picture.pixel(x, y), colour)));
}

#[test]
fn the_emblem_is_square_and_framed() {
    for size in [16, 64] {
        let picture = logo(size);
        assert_eq!((picture.width, picture.height), (size, size));
        assert_eq!(picture.pixel(size / 2, size / 2)[3], 255);
    }
}
