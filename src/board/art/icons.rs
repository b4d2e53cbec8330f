//! Icons of the panels on a grid of 16, in one colour. An outline means spent. No icon stands without a word or a
//! tooltip.

use super::{
    Picture,
    palette::Rgb,
    pen::{At, Pen, Shape},
};

/// A picture for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Icon {
    /// Large action left.
    Action,
    /// Large action spent.
    ActionSpent,
    /// Quick action left.
    Quick,
    /// Quick action spent.
    QuickSpent,
    /// Reaction left.
    Reaction,
    /// Reaction spent.
    ReactionSpent,
    /// Luck left.
    Luck,
    /// Luck spent.
    LuckSpent,
    /// One step back.
    Undo,
    /// The menu.
    Menu,
    /// Refused.
    Lock,
    /// It hurts.
    Warning,
    /// No cover.
    CoverNone,
    /// The least class of cover.
    CoverLeast,
    /// Half covered.
    CoverHalf,
    /// Nothing to shoot at.
    CoverTotal,
    /// Seen, looking.
    Eye,
    /// Unseen, hidden.
    EyeClosed,
    /// Move.
    Walk,
    /// Strike.
    Sword,
    /// Shoot, aim.
    Target,
    /// Defend.
    Defence,
    /// Draw, drop, pick up.
    Hand,
    /// Trip, shove, wrestle.
    Hook,
    /// Vault, jump, roll.
    Leap,
    /// Gear.
    Bag,
    /// Magic.
    Spark,
    /// Wait, ready.
    Hourglass,
    /// Drop prone.
    Prone,
    /// Crouch.
    Crouch,
    /// Stand up.
    Stand,
    /// Close.
    Close,
    /// Play a recording.
    Play,
    /// Pause it.
    Pause,
    /// To its next turn.
    Skip,
    /// More.
    Plus,
    /// Less.
    Minus,
    /// Done, chosen.
    Check,
    /// Onwards.
    ArrowRight,
    /// Back.
    ArrowLeft,
    /// Up.
    ArrowUp,
    /// Down.
    ArrowDown,
    /// Lab tool: pick what is there.
    Pick,
    /// Lab tool: place a token.
    Token,
    /// Lab tool: fill a square with wall.
    Wall,
    /// Lab tool: wall on an edge.
    Edge,
    /// Lab tool: door.
    Door,
    /// Lab tool: fence.
    Fence,
    /// Lab tool: tree.
    Tree,
    /// Lab tool: barricade.
    Barricade,
    /// Lab tool: difficult ground.
    Rough,
    /// Lab tool: water.
    Water,
    /// Lab tool: trench.
    Trench,
    /// Lab tool: smoke.
    Smoke,
    /// Lab tool: darkness.
    Dark,
    /// Lab tool: a line of sight.
    Ray,
    /// Lab tool: a distance.
    Measure,
    /// Lab tool: take away.
    Erase,
}

/// How a drawing becomes part of an icon.
enum Part {
    /// Filled; a contour inside another is a hole.
    Fill(&'static str),
    /// Stroked with a width.
    Line(f32, &'static str),
    /// Filled from below up to a height.
    Level(f32, &'static str),
}

use Part::{Fill, Level, Line};

const SQUARE: &str = "M 3 3 L 13 3 13 13 3 13 Z";
const SQUARE_LINE: &str = "M 3.75 3.75 L 12.25 3.75 12.25 12.25 3.75 12.25 Z";
const TRIANGLE: &str = "M 3.4 2.2 L 13.8 8 3.4 13.8 Z";
const TRIANGLE_LINE: &str = "M 4.2 3.6 L 12.2 8 4.2 12.4 Z";
const DIAMOND: &str = "M 8 1.6 L 14.4 8 8 14.4 1.6 8 Z";
const DIAMOND_LINE: &str = "M 8 2.7 L 13.3 8 8 13.3 2.7 8 Z";
const STAR: &str =
    "M 8 0.8 C 8.7 5.3 10.7 7.3 15.2 8 C 10.7 8.7 8.7 10.7 8 15.2 C 7.3 10.7 5.3 8.7 0.8 8 C 5.3 7.3 7.3 5.3 8 0.8 Z";
const STAR_LINE: &str =
    "M 8 2.6 C 8.6 6 10 7.4 13.4 8 C 10 8.6 8.6 10 8 13.4 C 7.4 10 6 8.6 2.6 8 C 6 7.4 7.4 6 8 2.6 Z";
const SHIELD: &str = "M 2.6 1.9 L 13.4 1.9 13.4 7.6 C 13.4 11 11 13 8 14.5 C 5 13 2.6 11 2.6 7.6 Z";

impl Icon {
    /// Every icon.
    pub const ALL: [Self; 58] = [
        Self::Action,
        Self::ActionSpent,
        Self::Quick,
        Self::QuickSpent,
        Self::Reaction,
        Self::ReactionSpent,
        Self::Luck,
        Self::LuckSpent,
        Self::Undo,
        Self::Menu,
        Self::Lock,
        Self::Warning,
        Self::CoverNone,
        Self::CoverLeast,
        Self::CoverHalf,
        Self::CoverTotal,
        Self::Eye,
        Self::EyeClosed,
        Self::Walk,
        Self::Sword,
        Self::Target,
        Self::Defence,
        Self::Hand,
        Self::Hook,
        Self::Leap,
        Self::Bag,
        Self::Spark,
        Self::Hourglass,
        Self::Prone,
        Self::Crouch,
        Self::Stand,
        Self::Close,
        Self::Play,
        Self::Pause,
        Self::Skip,
        Self::Plus,
        Self::Minus,
        Self::Check,
        Self::ArrowRight,
        Self::ArrowLeft,
        Self::ArrowUp,
        Self::ArrowDown,
        Self::Pick,
        Self::Token,
        Self::Wall,
        Self::Edge,
        Self::Door,
        Self::Fence,
        Self::Tree,
        Self::Barricade,
        Self::Rough,
        Self::Water,
        Self::Trench,
        Self::Smoke,
        Self::Dark,
        Self::Ray,
        Self::Measure,
        Self::Erase,
    ];

    const fn parts(self) -> &'static [Part] {
        match self {
            Self::Action => &[Fill(SQUARE)],
            Self::ActionSpent => &[Line(1.5, SQUARE_LINE)],
            Self::Quick => &[Fill(TRIANGLE)],
            Self::QuickSpent => &[Line(1.5, TRIANGLE_LINE)],
            Self::Reaction => &[Fill(DIAMOND)],
            Self::ReactionSpent => &[Line(1.5, DIAMOND_LINE)],
            Self::Luck => &[Fill(STAR)],
            Self::LuckSpent => &[Line(1.3, STAR_LINE)],
            Self::Undo => &[Line(1.6, "M 6.4 2.6 L 3 6 6.4 9.4 M 3.2 6 L 9.6 6 C 14.4 6 14.4 13 9.6 13 L 6.4 13")],
            Self::Menu => &[Line(1.7, "M 2.6 4 L 13.4 4 M 2.6 8 L 13.4 8 M 2.6 12 L 13.4 12")],
            Self::Lock => &[
                Line(1.5, "M 5.2 7 L 5.2 5 C 5.2 1.4 10.8 1.4 10.8 5 L 10.8 7"),
                Fill("M 3.2 7 L 12.8 7 12.8 14 3.2 14 Z M 7.2 9.2 L 7.2 11.9 8.8 11.9 8.8 9.2 Z"),
            ],
            Self::Warning => &[Fill(concat!(
                concat!(
                    "M 8 1.2 C 8.6 1.2 9 1.5 9.3 2 L 15.1 12.4 ",
                    "C 15.7 13.5 15.1 14.4 14 14.4 L 2 14.4 C 0.9 14.4 0.3 13.5 0.9 12.4 "
                ),
                "L 6.7 2 C 7 1.5 7.4 1.2 8 1.2 Z M 7.1 5.2 L 7.4 9.8 8.6 9.8 8.9 5.2 Z O 8 11.9 1"
            ))],
            Self::CoverNone => &[Line(1.5, SHIELD)],
            Self::CoverLeast => &[Level(9.6, SHIELD), Line(1.5, SHIELD)],
            Self::CoverHalf => &[Level(6.7, SHIELD), Line(1.5, SHIELD)],
            Self::CoverTotal => &[Level(0.0, SHIELD), Line(1.5, SHIELD)],
            Self::Eye => {
                &[Line(1.5, "M 1.2 8 C 4.2 3.2 11.8 3.2 14.8 8 C 11.8 12.8 4.2 12.8 1.2 8 Z"), Fill("O 8 8 2.5")]
            }
            Self::EyeClosed => &[
                Line(1.5, "M 1.2 7 C 4.2 11.6 11.8 11.6 14.8 7"),
                Line(1.5, "M 3 9.2 L 1.6 11 M 6.1 10.4 L 5.5 12.8 M 9.9 10.4 L 10.5 12.8 M 13 9.2 L 14.4 11"),
            ],
            Self::Walk => &[
                Fill("M 4.6 1.4 L 10 1.4 9.6 7 C 10.4 8.8 14.6 8.6 14.6 11.6 L 3.6 11.6 C 3.6 9 4.8 7 4.6 1.4 Z"),
                Fill("M 3.6 12.6 L 14.6 12.6 14.6 14.4 8.4 14.4 7.8 13.8 7.2 14.4 3.6 14.4 Z"),
            ],
            Self::Sword => &[
                Fill("M 14.6 1.4 L 14 5 7.9 11.1 4.9 8.1 11 2 Z"),
                Line(1.7, "M 3 7.9 L 8.1 13"),
                Line(1.9, "M 5 11 L 2.6 13.4"),
            ],
            Self::Target => &[
                Line(1.5, "O 8 8 4.9"),
                Line(1.5, "M 8 1 L 8 4.4 M 8 11.6 L 8 15 M 1 8 L 4.4 8 M 11.6 8 L 15 8"),
                Fill("O 8 8 1.5"),
            ],
            Self::Defence => &[Line(1.5, SHIELD), Fill("M 8 4.2 L 11.2 4.2 11.2 7.6 C 11.2 9.6 9.8 10.9 8 12 Z")],
            Self::Hand => &[
                Line(1.9, "M 5.3 8.6 L 5.3 4.2 M 7.6 8 L 7.6 2.3 M 9.9 8 L 9.9 2.8 M 12.2 9 L 12.2 4.8"),
                Line(1.9, "M 2.7 8.6 L 5.2 11.6"),
                Fill("M 4.35 8.2 L 13.15 8.2 13.15 10.8 C 13.15 13.6 11.2 15 8.9 15 C 6.6 15 5.4 13.6 4.2 11.4 Z"),
            ],
            Self::Hook => &[
                Line(1.7, "M 3.2 2.4 L 3.2 6.6 C 3.2 11.4 9.6 11.8 11.4 8.6"),
                Line(1.7, "M 8.2 8 L 11.8 7.4 12.6 11"),
                Fill("O 3.2 2.6 1.5"),
                Fill("O 7 14 1.3"),
            ],
            Self::Leap => &[Line(1.7, "M 1.8 12.4 C 3.4 3.6 11 3.2 13 10.2"), Line(1.7, "M 9.8 9 L 13.2 11 14.8 7.4")],
            Self::Bag => &[
                Line(1.5, "M 2.8 6.4 L 13.2 6.4 12 14 4 14 Z"),
                Line(1.5, "M 5.4 6.2 L 5.4 4.4 C 5.4 1.2 10.6 1.2 10.6 4.4 L 10.6 6.2"),
            ],
            Self::Spark => &[
                Line(1.5, "M 8 1.4 L 8 5.2 M 8 10.8 L 8 14.6 M 1.4 8 L 5.2 8 M 10.8 8 L 14.6 8"),
                Line(1.5, "M 3.4 3.4 L 5.9 5.9 M 10.1 10.1 L 12.6 12.6 M 3.4 12.6 L 5.9 10.1 M 10.1 5.9 L 12.6 3.4"),
            ],
            Self::Hourglass => &[
                Line(1.5, "M 3.6 1.8 L 12.4 1.8 M 3.6 14.2 L 12.4 14.2"),
                Line(1.3, "M 4.8 2 L 4.8 4.4 7.6 8 4.8 11.6 4.8 14 M 11.2 2 L 11.2 4.4 8.4 8 11.2 11.6 11.2 14"),
                Fill("M 5.8 13.6 L 10.2 13.6 10.2 12.4 8 10 5.8 12.4 Z M 6.2 4.8 L 9.8 4.8 8 7.2 Z"),
            ],
            Self::Prone => &[Fill("O 3.4 9.2 2"), Line(2.4, "M 6.4 10.6 L 13.6 11"), Line(1.4, "M 1.4 14 L 14.6 14")],
            Self::Crouch => &[
                Fill("O 7 3.2 2"),
                Line(2.3, "M 6.8 6.8 L 6.6 10"),
                Line(1.8, "M 6.6 10.2 L 11.2 10 11.2 14.2"),
                Line(1.8, "M 6.4 10.4 L 5.8 13.6 2.4 13.6"),
                Line(1.5, "M 7 6.8 L 10.8 7.6"),
            ],
            Self::Stand => &[
                Fill("O 8 3 2"),
                Line(2.4, "M 8 6.6 L 8 9.6"),
                Line(1.7, "M 7.7 9.8 L 6.2 14.4 M 8.3 9.8 L 9.8 14.4 M 4.6 9 L 7.4 6.4 8.6 6.4 11.4 9"),
            ],
            Self::Close => &[Line(1.7, "M 3.6 3.6 L 12.4 12.4 M 12.4 3.6 L 3.6 12.4")],
            Self::Play => &[Fill("M 4 1.8 L 13.6 8 4 14.2 Z")],
            Self::Pause => &[Fill(concat!(
                "M 3.6 2.4 L 6.8 2.4 6.8 13.6 3.6 13.6 Z ",
                "M 9.2 2.4 L 12.4 2.4 12.4 13.6 9.2 13.6 Z"
            ))],
            Self::Skip => &[Fill(concat!(
                "M 1.8 2.8 L 7.4 8 1.8 13.2 Z M 7.2 2.8 L 12.4 8 7.2 13.2 ",
                "Z M 12.4 2.8 L 14.2 2.8 14.2 13.2 12.4 13.2 Z"
            ))],
            Self::Plus => &[Line(1.8, "M 8 3 L 8 13 M 3 8 L 13 8")],
            Self::Minus => &[Line(1.8, "M 3 8 L 13 8")],
            Self::Check => &[Line(1.9, "M 2.8 8.6 L 6.4 12.2 13.2 4.4")],
            Self::ArrowRight => &[Line(1.6, "M 2.4 8 L 13.2 8 M 9 3.6 L 13.4 8 9 12.4")],
            Self::ArrowLeft => &[Line(1.6, "M 13.6 8 L 2.8 8 M 7 3.6 L 2.6 8 7 12.4")],
            Self::ArrowUp => &[Line(1.6, "M 8 13.6 L 8 2.8 M 3.6 7 L 8 2.6 12.4 7")],
            Self::ArrowDown => &[Line(1.6, "M 8 2.4 L 8 13.2 M 3.6 9 L 8 13.4 12.4 9")],
            Self::Pick => &[Fill("M 3.6 1.2 L 3.6 13 6.5 10.4 8.5 14.9 10.7 13.9 8.7 9.6 12.6 9.4 Z")],
            Self::Token => &[Fill("O 8 8 6.2")],
            Self::Wall => &[Fill("M 1.6 5 L 14.4 5 14.4 11 1.6 11 Z")],
            Self::Edge => &[Fill("M 6.9 1.4 L 9.1 1.4 9.1 14.6 6.9 14.6 Z")],
            Self::Door => &[Line(1.5, "M 3.4 2.2 L 10 2.2 12.6 4.6 12.6 13.8 3.4 13.8 Z"), Fill("O 5.8 8.4 0.9")],
            Self::Fence => {
                &[Line(1.6, "M 1 6 L 15 6 M 1 10.4 L 15 10.4 M 3.6 3 L 3.6 13.4 M 8 3 L 8 13.4 M 12.4 3 L 12.4 13.4")]
            }
            Self::Tree => {
                &[Fill("O 8 4.2 3.2"), Fill("O 5.4 7.4 3"), Fill("O 10.6 7.4 3"), Fill("M 7 8 L 9 8 9 14.8 7 14.8 Z")]
            }
            Self::Barricade => &[Line(1.6, "M 1.8 3 L 14.2 3 14.2 13 1.8 13 Z M 1.8 13 L 14.2 3")],
            Self::Rough => &[Fill("M 1.6 13 L 5.4 5 9.2 13 Z M 9.6 13 L 12.2 8 14.8 13 Z")],
            Self::Water => &[Line(
                1.6,
                concat!(
                    "M 1 6.2 C 2.8 4 4.6 4 6 5.6 C 7.4 7.2 9 7.2 10.4 5.6 C 11.8 4.2 13.2 4 15 6 ",
                    "M 1 11 C 2.8 8.8 4.6 8.8 6 10.4 C 7.4 12 9 12 10.4 10.4 C 11.8 9 13.2 8.8 15 10.8"
                ),
            )],
            Self::Trench => &[Line(
                1.5,
                concat!(
                    "M 1 4.6 L 15 4.6 M 1 11.4 L 15 11.4 M 4 4.6 L 4 6.8 M 8 4.6 L 8 6.8 ",
                    "M 12 4.6 L 12 6.8 M 4 11.4 L 4 9.2 M 8 11.4 L 8 9.2 M 12 11.4 L 12 9.2"
                ),
            )],
            Self::Smoke => &[
                Fill("O 8.6 6.4 3.5"),
                Fill("O 4.6 9.2 2.9"),
                Fill("O 11.8 9.4 2.7"),
                Fill("M 4.6 8 L 11.8 8 11.8 12.1 4.6 12.1 Z"),
            ],
            Self::Dark => &[Fill(concat!(
                "M 9.6 1.6 C 5.6 4.6 6.4 11 13.8 11.4 C 12.4 13.4 10.4 14.6 8 14.6 ",
                "C 4.2 14.6 1.4 11.8 1.4 8 C 1.4 4.2 4.6 0.8 9.6 1.6 Z"
            ))],
            Self::Ray => &[Line(1.8, "M 2.4 13.6 L 11.4 4.6"), Fill("M 14.6 1.4 L 13.2 8.2 7.8 2.8 Z")],
            Self::Measure => &[
                Line(1.5, "M 1.6 11 L 11 1.6 14.4 5 5 14.4 Z"),
                Line(1.2, "M 4.2 8.4 L 5.8 10 M 6.6 6 L 7.8 7.2 M 9 3.6 L 10.6 5.2"),
            ],
            Self::Erase => &[
                Line(1.5, "M 2 10.4 L 9 3.4 13.4 7.8 7.2 14 5.6 14 Z"),
                Fill("M 5.4 7 L 9.8 11.4 7.2 14 5.6 14 2 10.4 Z"),
            ],
        }
    }

    /// The icon in one colour, `size` pixels wide and high, transparent around it.
    pub fn picture(self, colour: Rgb, size: u32) -> Picture {
        let mut pen = Pen::new(size, size, (0.0, 0.0), size as f32 / 16.0);
        for part in self.parts() {
            match *part {
                Fill(drawing) => pen.fill_odd(&Shape::drawn(drawing), colour),
                Line(width, drawing) => pen.stroke(&Shape::drawn(drawing), colour, pen.at_least(width, 1.0)),
                Level(top, drawing) => {
                    let lowered: Vec<At> =
                        Shape::drawn(drawing).points().iter().map(|(x, y)| (*x, y.max(top))).collect();
                    pen.fill(&Shape::new().polygon(&lowered), colour);
                }
            }
        }
        pen.picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::art::{palette::TEXT, pen::is_readable};

    #[test]
    fn every_icon_is_its_own_and_fits_its_box() {
        const SIZE: u32 = 32;
        let pictures = Icon::ALL.map(|icon| icon.picture(TEXT, SIZE));
        for (index, (icon, picture)) in Icon::ALL.iter().zip(&pictures).enumerate() {
            for part in icon.parts() {
                let (Fill(drawing) | Line(_, drawing) | Level(_, drawing)) = part;
                assert!(is_readable(drawing), "{icon:?}: {drawing}");
            }
            assert!(!pictures[..index].contains(picture), "{icon:?} looks like another icon");
            let solid = picture.rgba.chunks(4).filter(|pixel| pixel[3] == 255).count();
            assert!(solid > 20, "{icon:?} is hardly there");
            let rim = (0..SIZE).flat_map(|n| [(n, 0), (n, SIZE - 1), (0, n), (SIZE - 1, n)]);
            assert!(rim.into_iter().all(|(x, y)| picture.pixel(x, y)[3] < 255), "{icon:?} is cut off");
        }
    }
}
