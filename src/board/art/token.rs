//! A combatant as a lacquered counter: body, health ring, glyph, letter, wounds, posture and one condition.

use tiny_skia::Transform;

use super::{
    Picture,
    glyphs::Glyph,
    letters,
    palette::{CREAM, GOLD, INK, ON_SIDES, Rgb, SIDES, WARN},
    pen::{At, Pen, Shape, between},
};

const RING: f32 = 0.075;
const DEAD: Rgb = Rgb::hex(0x8F_8A81);
/// Below this many pixels a square there is no letter, and a rider is a disc.
const LETTERED: f32 = 34.0;
/// Below this many pixels a square the body grows and wounds are not counted.
const ROOMY: f32 = 30.0;

/// How a body holds itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Posture {
    /// Upright.
    #[default]
    Standing,
    /// Low, on its feet.
    Crouching,
    /// On the ground.
    Prone,
}

/// The newest condition, if any is worth a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Held by somebody.
    Grabbed,
    /// Cannot act.
    Stunned,
    /// Out, and dying.
    Dying,
    /// Out, but no longer dying.
    Stable,
    /// Any other, by its first letter.
    Lettered(char),
}

/// Everything a token's picture depends on, so that equal looks can share one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenLook {
    /// Side from 0 to 3: colour and shape.
    pub side: u8,
    /// What is in the main hand.
    pub glyph: Glyph,
    /// First letter of the name, or a figure.
    pub letter: char,
    /// Health left and full; the lost share of the ring is dark.
    pub health: (u32, u32),
    /// Wounds; more than four are shown as four.
    pub wounds: u8,
    /// Squares along one side, 1 to 4.
    pub footprint: u8,
    /// Standing, crouching or prone.
    pub posture: Posture,
    /// Disabled, dying or dead.
    pub out: bool,
    /// Hidden from others.
    pub hidden: bool,
    /// The newest condition.
    pub mark: Option<Mark>,
    /// As a target the letter moves to the bottom middle, since lines end in the corners.
    pub letter_at_bottom: bool,
}

impl TokenLook {
    /// A healthy body on one square.
    pub const fn new(side: u8, glyph: Glyph, letter: char) -> Self {
        Self {
            side,
            glyph,
            letter,
            health: (1, 1),
            wounds: 0,
            footprint: 1,
            posture: Posture::Standing,
            out: false,
            hidden: false,
            mark: None,
            letter_at_bottom: false,
        }
    }
}

/// The token at `size` pixels per square. The picture is 1.25 times as wide and high as the footprint, rounded up, and
/// the footprint's middle is the picture's middle.
pub fn bake(look: &TokenLook, size: u32) -> Picture {
    let mut pen = sheet(look, size);
    body(&mut pen, look);
    marks(&mut pen, look);
    plate(&mut pen, look, look.letter);
    pen.picture()
}

/// Mount and rider on the mount's squares: two bodies, two health rings, the rider's letter. Below 34 pixels a square
/// the rider is a cream disc. Sizes and middle are those of [`bake`] for the mount.
pub fn bake_mounted(mount: &TokenLook, rider: &TokenLook, size: u32) -> Picture {
    let mut pen = sheet(mount, size);
    let squares = f32::from(mount.footprint.max(1));
    pen.within(Transform::from_row(0.94, 0.0, 0.0, 0.94, -0.06 * squares, 0.07 * squares), |pen| {
        body(pen, mount);
        marks(pen, mount);
    });
    let seat = (0.225 * squares, -0.205 * squares);
    if pen.scale() < LETTERED {
        let disc = Shape::new().disc(seat, 0.16);
        pen.fill(&disc, CREAM);
        pen.stroke(&disc, INK, pen.at_least(0.04, 1.3));
    } else {
        let rider = TokenLook { footprint: 1, posture: Posture::Standing, ..*rider };
        let scale = 0.60 + 0.25 * (squares - 1.0);
        pen.within(Transform::from_row(scale, 0.0, 0.0, scale, seat.0, seat.1), |pen| body(pen, &rider));
    }
    plate(&mut pen, mount, rider.letter);
    pen.picture()
}

/// Pixels along the side of the picture that [`bake`] makes.
pub fn side(look: &TokenLook, size: u32) -> u32 {
    (u32::from(look.footprint.max(1)) * size * 5).div_ceil(4)
}

fn sheet(look: &TokenLook, size: u32) -> Pen {
    let side = side(look, size);
    let half = side as f32 / 2.0 / size as f32;
    Pen::new(side, side, (-half, -half), size as f32)
}

/// From the middle of the footprint to the middle of the health ring.
fn radius(look: &TokenLook, pen: &Pen) -> f32 {
    match look.footprint {
        // The diamond's points reach farther than other shapes.
        0 | 1 if pen.scale() < ROOMY && look.side == 3 => 0.37,
        0 | 1 if pen.scale() < ROOMY => 0.395,
        0 | 1 => 0.36,
        squares => 0.40 * f32::from(squares),
    }
}

/// The middle line of the health ring, clockwise from the top.
fn shape(side: u8, r: f32) -> Shape {
    let unit = match side {
        0 => return Shape::new().arc((0.0, 0.0), r, 0.0, 1.0).closed(),
        1 => {
            concat!(
                "M 0 -0.95 L 0.90 -0.95 L 0.90 0.08 C 0.90 0.58 0.50 0.86 0 1.09 ",
                "C -0.50 0.86 -0.90 0.58 -0.90 0.08 L -0.90 -0.95 Z"
            )
        }
        2 => {
            concat!(
                "M 0 -0.90 L 0.66 -0.90 L 0.90 -0.66 L 0.90 0.66 L 0.66 0.90 ",
                "L -0.66 0.90 L -0.90 0.66 L -0.90 -0.66 L -0.66 -0.90 Z"
            )
        }
        _ => "M 0 -1.17 L 1.17 0 L 0 1.17 L -1.17 0 Z",
    };
    Shape::drawn(unit).placed(Transform::from_scale(r, r))
}

/// The first part of a closed line, by a share of its length.
fn beginning(outline: &Shape, share: f32) -> Shape {
    let mut points = outline.points();
    points.extend(points.first().copied());
    let length = |pair: &[At]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let mut left = points.windows(2).map(length).sum::<f32>() * share;
    let mut kept = vec![points[0]];
    for pair in points.windows(2) {
        let step = length(pair);
        if step >= left {
            kept.push(between(pair[0], pair[1], left / step.max(f32::EPSILON)));
            break;
        }
        left -= step;
        kept.push(pair[1]);
    }
    Shape::new().lines(&kept)
}

/// Whether it is drawn flat on the ground.
fn lies(look: &TokenLook) -> bool {
    look.out || look.posture == Posture::Prone
}

/// How far a body on the ground is moved down.
fn sunk(look: &TokenLook) -> f32 {
    if lies(look) { 0.13 * f32::from(look.footprint.max(1)) } else { 0.0 }
}

/// How the posture squeezes and moves the body.
fn stance(look: &TokenLook) -> Transform {
    match look.posture {
        _ if lies(look) => Transform::from_row(1.12, 0.0, 0.0, 0.60, 0.0, sunk(look)),
        Posture::Crouching => Transform::from_row(1.0, 0.0, 0.0, 0.82, 0.0, 0.02 * f32::from(look.footprint.max(1))),
        _ => Transform::identity(),
    }
}

fn body(pen: &mut Pen, look: &TokenLook) {
    let r = radius(look, pen);
    let outline = shape(look.side, r);
    let edge = pen.at_least(0.027, 1.0);
    let ring = pen.at_least(if look.footprint > 1 { RING + 0.01 } else { RING }, 1.6);
    let casing = ring + edge * 2.0;
    let stance = stance(look);
    if lies(look) || look.posture == Posture::Crouching {
        footing(pen, look, r);
    }
    pen.within(stance, |pen| {
        pen.fill(&shape(look.side, r + casing / 2.0).moved(0.035, 0.055), INK.at(0.35));
        let side = usize::from(look.side.min(3));
        let (colour, front) = if look.out { (DEAD, INK.at(0.55)) } else { (SIDES[side], ON_SIDES[side].into()) };
        pen.stroke_blunt(&outline, INK, casing);
        lacquer(pen, &outline, colour, ring, r);
        health(pen, look, &outline, ring);
        let (lift, share) = match look.side {
            1 => (-0.05, 0.80),
            2 => (0.0, 0.82),
            3 => (0.0, 0.70),
            _ => (0.0, 0.80),
        };
        pen.within(Transform::from_translate(0.0, lift * r), |pen| look.glyph.draw(pen, r * share, front, colour));
    });
    if look.out {
        let (x, y) = (0.21 * r / 0.36, 0.12 * r / 0.36);
        let middle = sunk(look);
        let cross =
            Shape::new().lines(&[(-x, middle - y), (x, middle + y)]).lines(&[(x, middle - y), (-x, middle + y)]);
        pen.stroke(&cross, INK, pen.at_least(0.06, 1.2) + edge * 2.0);
        pen.stroke(&cross, CREAM, pen.at_least(0.06, 1.2));
    }
}

/// The coloured face, up to the ring, with a gleam from the north-west and an ink line towards the ring.
fn lacquer(pen: &mut Pen, outline: &Shape, colour: Rgb, ring: f32, r: f32) {
    let share = 1.0 - ring / 2.0 / r;
    pen.fill(outline, colour);
    if r * pen.scale() < 13.0 {
        return;
    }
    let inner = outline.placed(Transform::from_scale(share, share));
    pen.stroke_blunt(&inner.moved(0.010, 0.014), CREAM.at(0.20), pen.at_least(0.03, 1.0));
    pen.stroke_blunt(&inner.moved(-0.010, -0.014), INK.at(0.16), pen.at_least(0.03, 1.0));
}

fn health(pen: &mut Pen, look: &TokenLook, outline: &Shape, ring: f32) {
    let (now, full) = look.health;
    let share = if look.out { 0.0 } else { now.min(full) as f32 / full.max(1) as f32 };
    let share = if full == 0 && !look.out { 1.0 } else { share };
    pen.stroke_blunt(outline, INK, ring);
    if share > 0.0 && look.hidden {
        pen.stroke_dashed(&beginning(outline, share), CREAM, ring, 0.10, 0.075);
    } else if share >= 1.0 {
        pen.stroke_blunt(outline, CREAM, ring);
    } else if share > 0.0 {
        pen.stroke_blunt(&beginning(outline, share), CREAM, ring);
    }
}

/// The ground under a low body: one stroke for prone, a bracket for crouching.
fn footing(pen: &mut Pen, look: &TokenLook, r: f32) {
    let wide = pen.at_least(0.055, 1.6);
    if lies(look) {
        let y = sunk(look) + r * 0.66 + 0.05;
        pen.stroke(&Shape::new().lines(&[(-r * 1.17, y), (r * 1.17, y)]), INK, wide);
    } else {
        let (y, x) = (r * 0.90 + 0.10, r * 0.86);
        let bracket = Shape::new().lines(&[(-x, y - 0.10), (-x, y), (x, y), (x, y - 0.10)]);
        pen.stroke(&bracket, CREAM, wide + pen.at_least(0.03, 1.0) * 2.0);
        pen.stroke(&bracket, INK, wide);
    }
}

fn marks(pen: &mut Pen, look: &TokenLook) {
    let r = radius(look, pen);
    match look.mark {
        Some(Mark::Grabbed) => grabbed(pen, r),
        Some(Mark::Stunned) => stunned(pen, r),
        Some(Mark::Dying) => dying(pen, r),
        Some(Mark::Stable) => stable(pen, r),
        Some(Mark::Lettered(letter)) => lettered(pen, r, letter),
        None => {}
    }
    wounds(pen, look, r);
}

/// Two brackets, left and right.
fn grabbed(pen: &mut Pen, r: f32) {
    let (out, up, arm) = (r + 0.105, r + 0.075, 0.19);
    let brackets = [-1.0, 1.0].iter().fold(Shape::new(), |all, side| {
        let x = out * side;
        let tip = (out - arm) * side;
        all.lines(&[(tip, -up), (x, -up), (x, up), (tip, up)])
    });
    let wide = pen.at_least(0.075, 1.8);
    pen.stroke_sharp(&brackets, CREAM, wide + pen.at_least(0.022, 0.8) * 2.0);
    pen.stroke_sharp(&brackets, INK, wide);
}

/// A zigzag across the top.
fn stunned(pen: &mut Pen, r: f32) {
    let (half, top, bottom) = (r * 0.92, -r - 0.075, -r + 0.055);
    let points: Vec<At> =
        (0..=6u8).map(|n| (-half + half * 2.0 * f32::from(n) / 6.0, if n % 2 == 0 { bottom } else { top })).collect();
    let zigzag = Shape::new().lines(&points);
    let wide = pen.at_least(0.065, 1.4);
    pen.stroke(&zigzag, INK, wide + pen.at_least(0.03, 1.0) * 2.0);
    pen.stroke(&zigzag, GOLD, wide);
}

/// A dark disc, upper left. Returns its middle.
fn badge(pen: &mut Pen, r: f32) -> At {
    let at = pen.snapped((-r * 0.90, -r * 0.90));
    let disc = Shape::new().disc(at, 0.145);
    pen.fill(&disc, INK);
    pen.stroke(&disc, CREAM, pen.at_least(0.024, 1.0));
    at
}

/// A dark disc with a letter.
fn lettered(pen: &mut Pen, r: f32, letter: char) {
    let at = badge(pen, r);
    if pen.scale() >= LETTERED {
        write(pen, letter, at, 0.155, GOLD);
    } else {
        pen.fill(&Shape::new().disc(at, 0.075), GOLD);
    }
}

/// A drop in a dark disc.
fn dying(pen: &mut Pen, r: f32) {
    let (x, y) = badge(pen, r);
    let drop = Shape::drawn(concat!(
        "M 0 -0.105 C 0.02 -0.05 0.072 -0.015 0.072 0.032 C 0.072 0.115 -0.072 0.115 -0.072 0.032 ",
        "C -0.072 -0.015 -0.02 -0.05 0 -0.105 Z"
    ));
    pen.fill(&drop.moved(x, y), GOLD);
}

/// A plus in a dark disc.
fn stable(pen: &mut Pen, r: f32) {
    let (x, y) = badge(pen, r);
    let arm = 0.085;
    let plus = Shape::new().lines(&[(x - arm, y), (x + arm, y)]).lines(&[(x, y - arm), (x, y + arm)]);
    pen.stroke_blunt(&plus, GOLD, pen.at_least(0.055, 1.6));
}

/// Up to four diamonds on the left edge; one disc where there is no room to count.
fn wounds(pen: &mut Pen, look: &TokenLook, r: f32) {
    let edge = pen.at_least(0.026, 1.0);
    let low = sunk(look);
    let count = look.wounds.min(4);
    if count == 0 {
        return;
    }
    if pen.scale() < ROOMY {
        let disc = Shape::new().disc((-r - 0.045, low), 0.12);
        pen.fill(&disc, WARN);
        pen.stroke(&disc, INK, edge);
        return;
    }
    for n in 0..count {
        let y = low + (f32::from(n) - f32::from(count - 1) / 2.0) * 0.165;
        let x = -r - 0.085;
        let diamond = Shape::new().polygon(&[(x, y - 0.082), (x + 0.063, y), (x, y + 0.082), (x - 0.063, y)]);
        pen.stroke(&diamond, INK, edge * 2.0);
        pen.fill(&diamond, WARN);
    }
}

/// The letter on a cream plate.
fn plate(pen: &mut Pen, look: &TokenLook, letter: char) {
    if pen.scale() < LETTERED {
        return;
    }
    let r = radius(look, pen);
    let middle = if look.letter_at_bottom { (0.0, r + 0.03) } else { (r * 0.94, r * 0.90) };
    let side = pen.whole(0.30);
    let edge = pen.whole(0.028);
    let (x, y) = pen.snapped((middle.0 - side / 2.0, middle.1 - side / 2.0));
    pen.fill(&Shape::new().rounded((x, y), (x + side, y + side), 0.065), INK);
    pen.fill(&Shape::new().rounded((x + edge, y + edge), (x + side - edge, y + side - edge), 0.04), CREAM);
    write(pen, letter, (x + side / 2.0, y + side / 2.0), pen.at_least(0.165, 6.4), INK);
}

/// One letter around a middle, `height` high.
fn write(pen: &mut Pen, letter: char, (x, y): At, height: f32, colour: Rgb) {
    let scale = height / letters::GRID.1;
    let place = Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        x - letters::GRID.0 * scale / 2.0,
        y - letters::GRID.1 * scale / 2.0,
    );
    pen.stroke(&letters::letter(letter).placed(place), colour, pen.at_least(0.027, 1.15));
}
