//! What a token holds, as a silhouette.

use tiny_skia::Transform;

use super::{
    palette::Rgb,
    pen::{Ink, Pen, Shape},
};

/// What is in the main hand, or what the body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Glyph {
    /// Swords.
    Sword,
    /// Halberds and other pole-arms.
    Halberd,
    /// Bows.
    Bow,
    /// Crossbows.
    Crossbow,
    /// Knives and daggers.
    Knife,
    /// Clubs, maces, hammers.
    Club,
    /// Axes.
    Axe,
    /// Staffs.
    Staff,
    /// Lances and spears.
    Lance,
    /// Natural weapons.
    Claws,
    /// A mount.
    Horse,
    /// A shield used alone.
    Shield,
    /// Empty hands.
    Fist,
}

/// How a drawing becomes part of a silhouette. Widths are in the drawing's units.
enum Part {
    Fill(&'static str),
    Line(f32, &'static str),
    Cut(&'static str),
    CutLine(f32, &'static str),
}

use Part::{Cut, CutLine, Fill, Line};

impl Glyph {
    /// Every glyph.
    pub const ALL: [Self; 13] = [
        Self::Sword,
        Self::Halberd,
        Self::Bow,
        Self::Crossbow,
        Self::Knife,
        Self::Club,
        Self::Axe,
        Self::Staff,
        Self::Lance,
        Self::Claws,
        Self::Horse,
        Self::Shield,
        Self::Fist,
    ];

    /// Whether it is drawn tilted, as weapons in hand are; the others stand upright.
    const fn tilted(self) -> bool {
        !matches!(self, Self::Claws | Self::Horse | Self::Shield | Self::Fist)
    }

    /// Drawn pointing up, from -1 to 1 on both axes.
    const fn parts(self) -> &'static [Part] {
        match self {
            Self::Sword => &[
                Fill("M 0 -1.10 L 0.18 -0.84 L 0.165 0.40 L -0.165 0.40 L -0.18 -0.84 Z"),
                Line(0.19, "M -0.42 0.46 L 0.42 0.46"),
                Line(0.19, "M 0 0.50 L 0 0.84"),
                Fill("O 0 0.90 0.16"),
                CutLine(0.05, "M 0 -0.66 L 0 0.24"),
            ],
            Self::Halberd => &[
                Line(0.14, "M 0 -0.62 L 0 1.02"),
                Fill("M 0 -1.18 L 0.15 -0.80 L 0.07 -0.58 L -0.07 -0.58 L -0.15 -0.80 Z"),
                Fill(concat!(
                    "M 0 -0.66 C 0.20 -0.64 0.36 -0.72 0.50 -0.88 ",
                    "C 0.72 -0.62 0.72 -0.20 0.46 0.06 C 0.36 -0.12 0.20 -0.24 0 -0.26 Z"
                )),
                Fill("M 0 -0.64 L -0.40 -0.50 L -0.34 -0.36 L 0 -0.26 Z"),
            ],
            Self::Bow => &[
                Line(0.175, "M -0.74 0.26 C -0.66 -0.36 -0.30 -0.58 0 -0.58 C 0.30 -0.58 0.66 -0.36 0.74 0.26"),
                Line(0.08, "M -0.74 0.26 L 0 0.66 L 0.74 0.26"),
                Line(0.115, "M 0 0.90 L 0 -0.80"),
                Fill("M 0 -1.14 L 0.22 -0.70 L 0 -0.78 L -0.22 -0.70 Z"),
                Fill("M 0 0.68 L 0.16 0.84 L 0.16 1.06 L 0 0.90 L -0.16 1.06 L -0.16 0.84 Z"),
            ],
            Self::Crossbow => &[
                Line(0.165, "M -0.76 -0.06 C -0.62 -0.42 -0.30 -0.56 0 -0.56 C 0.30 -0.56 0.62 -0.42 0.76 -0.06"),
                Line(0.08, "M -0.76 -0.06 L 0 0.20 L 0.76 -0.06"),
                Fill(concat!(
                    "M -0.12 -0.66 L 0.12 -0.66 L 0.13 0.44 L 0.19 0.60 ",
                    "L 0.17 1.02 L -0.17 1.02 L -0.19 0.60 L -0.13 0.44 Z"
                )),
                Fill("M 0 -1.12 L 0.20 -0.72 L 0.08 -0.75 L 0.08 -0.60 L -0.08 -0.60 L -0.08 -0.75 L -0.20 -0.72 Z"),
                CutLine(0.05, "M 0 -0.42 L 0 0.12"),
            ],
            Self::Knife => &[
                Fill(concat!(
                    "M 0.02 -0.94 C 0.28 -0.62 0.32 -0.24 0.25 0.24 L -0.20 0.24 ",
                    "L -0.20 -0.58 C -0.18 -0.72 -0.08 -0.86 0.02 -0.94 Z"
                )),
                Line(0.16, "M -0.32 0.30 L 0.32 0.30"),
                Fill("M -0.14 0.34 L 0.14 0.34 L 0.18 0.80 C 0.18 0.94 -0.18 0.94 -0.18 0.80 Z"),
                CutLine(0.05, "M 0.02 -0.54 L 0.02 0.12"),
            ],
            Self::Club => &[
                Fill(concat!(
                    "M -0.11 0.90 C -0.11 1.06 0.11 1.06 0.11 0.90 ",
                    "L 0.33 -0.66 C 0.35 -1.06 -0.35 -1.06 -0.33 -0.66 Z"
                )),
                Cut("O -0.09 -0.66 0.088 O 0.10 -0.40 0.088 O -0.05 -0.12 0.078"),
            ],
            Self::Axe => &[
                Line(0.155, "M 0 -0.92 L 0 1.00"),
                Fill(concat!(
                    "M 0 -0.74 C 0.20 -0.74 0.38 -0.84 0.50 -1.02 ",
                    "C 0.76 -0.66 0.76 -0.20 0.50 0.14 C 0.38 -0.06 0.20 -0.18 0 -0.18 Z"
                )),
                Fill("M 0 -0.66 L -0.24 -0.60 L -0.24 -0.32 L 0 -0.26 Z"),
                CutLine(0.05, "M 0.34 -0.70 C 0.46 -0.52 0.46 -0.34 0.34 -0.16"),
            ],
            Self::Staff => &[
                Line(0.155, "M 0 1.00 L 0 -0.50"),
                Line(0.16, "O 0 -0.74 0.27"),
                Fill("O 0 -0.74 0.105"),
                Line(0.11, "M -0.15 -0.32 L 0.15 -0.32"),
            ],
            Self::Lance => &[
                Fill("M 0 -1.20 L 0.16 0.16 L -0.16 0.16 Z"),
                Fill("M -0.36 0.32 L -0.13 0.00 L 0.13 0.00 L 0.36 0.32 L 0.09 0.27 L -0.09 0.27 Z"),
                Line(0.17, "M 0 0.20 L 0 1.00"),
            ],
            Self::Claws => &[
                Fill("M -0.76 -0.84 C -0.28 -0.50 -0.28 0.46 -0.82 0.88 C -0.56 0.42 -0.54 -0.42 -0.76 -0.84 Z"),
                Fill("M -0.14 -0.96 C 0.38 -0.54 0.38 0.54 -0.20 0.98 C 0.08 0.50 0.10 -0.50 -0.14 -0.96 Z"),
                Fill("M 0.48 -0.84 C 0.96 -0.50 0.96 0.46 0.42 0.88 C 0.68 0.42 0.70 -0.42 0.48 -0.84 Z"),
            ],
            Self::Horse => &[
                Fill(concat!(
                    "M 0.08 -0.96 L 0.24 -0.68 C 0.62 -0.54 0.82 -0.08 0.80 0.40 C 0.79 0.60 0.76 0.78 0.70 0.92 ",
                    "L -0.34 0.92 C -0.34 0.56 -0.02 0.38 0.00 0.10 C -0.12 0.22 -0.30 0.22 -0.40 0.34 ",
                    "C -0.48 0.46 -0.66 0.46 -0.73 0.32 C -0.80 0.18 -0.72 0.04 -0.64 -0.08 ",
                    "C -0.50 -0.30 -0.40 -0.48 -0.18 -0.62 L -0.14 -0.92 L 0.02 -0.74 Z"
                )),
                Cut("O -0.17 -0.30 0.065"),
                CutLine(0.06, "M 0.22 -0.46 C 0.46 -0.30 0.56 0.00 0.54 0.34"),
            ],
            Self::Shield => &[
                Fill(concat!(
                    "M 0 -0.92 L 0.74 -0.72 L 0.74 0.02 C 0.74 0.50 0.40 0.78 0 0.98 ",
                    "C -0.40 0.78 -0.74 0.50 -0.74 0.02 L -0.74 -0.72 Z"
                )),
                CutLine(0.11, "M 0 -0.66 L 0 0.70 M -0.52 -0.12 L 0.52 -0.12"),
            ],
            Self::Fist => &[
                Fill(concat!(
                    "M -0.62 -0.36 C -0.62 -0.60 -0.32 -0.60 -0.32 -0.44 C -0.32 -0.70 0.00 -0.70 0.00 -0.46 ",
                    "C 0.00 -0.68 0.32 -0.68 0.32 -0.44 C 0.32 -0.60 0.62 -0.58 0.62 -0.34 L 0.62 0.22 ",
                    concat!(
                        "C 0.62 0.44 0.46 0.54 0.36 0.60 L 0.36 0.92 L -0.40 0.92 ",
                        "L -0.40 0.60 C -0.54 0.50 -0.62 0.38 -0.62 0.20 Z"
                    )
                )),
                CutLine(0.055, "M -0.32 -0.44 L -0.32 -0.10 M 0 -0.46 L 0 -0.10 M 0.32 -0.44 L 0.32 -0.06"),
                CutLine(
                    0.055,
                    concat!(
                        "M -0.62 -0.06 L 0.06 -0.06 C 0.26 -0.06 0.26 0.24 0.06 0.24 ",
                        "L -0.26 0.24 C -0.26 0.36 -0.20 0.44 -0.10 0.48"
                    ),
                ),
            ],
        }
    }

    /// Draws it around the middle of `pen`, `radius` from the middle to its tip; `cut` is the ground it lies on.
    pub(super) fn draw(self, pen: &mut Pen, radius: f32, ink: impl Into<Ink>, cut: Rgb) {
        let ink = ink.into();
        let turn = if self.tilted() { 45.0 } else { 0.0 };
        // Upright glyphs fill their box to the corners, tilted ones along one line only.
        let radius = if self.tilted() { radius } else { radius * 0.84 };
        let place = Transform::from_rotate(turn).pre_scale(radius, radius);
        let fine = radius * pen.scale() >= 22.0;
        for part in self.parts() {
            match *part {
                Fill(drawing) => pen.fill(&Shape::drawn(drawing).placed(place), ink),
                Line(width, drawing) => {
                    pen.stroke(&Shape::drawn(drawing).placed(place), ink, pen.at_least(width * radius, 0.9));
                }
                Cut(drawing) => pen.fill(&Shape::drawn(drawing).placed(place), cut),
                CutLine(width, drawing) if fine => {
                    pen.stroke(&Shape::drawn(drawing).placed(place), cut, pen.at_least(width * radius, 0.8));
                }
                CutLine(..) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::art::pen::is_readable;

    #[test]
    fn every_silhouette_can_be_read() {
        for glyph in Glyph::ALL {
            for part in glyph.parts() {
                let (Fill(drawing) | Line(_, drawing) | Cut(drawing) | CutLine(_, drawing)) = part;
                assert!(is_readable(drawing), "{glyph:?}: {drawing}");
            }
        }
    }
}
