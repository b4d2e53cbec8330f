//! The badge of a side: its shape in its colour, with a fighter's letter in the log.

use bevy_egui::egui::{Align2, Pos2, Rect, Shape, Stroke, Ui, pos2};

use super::{phrase, phrase::Phrase};
use crate::board::art::palette;
use crate::panels::theme;
use crate::rules::Team;

/// Paints a side's shape in its colour, with a letter if there is one.
pub fn badge(ui: &Ui, team: Team, letter: Option<char>, at: Rect) {
    let index = usize::from(team.0).min(palette::SIDES.len() - 1);
    let fill = theme::colour(palette::SIDES[index]);
    let edge = Stroke::new(1.0, theme::CREAM);
    match index {
        0 => {
            ui.painter().circle(at.center(), at.width() / 2.0, fill, edge);
        }
        _ => {
            ui.painter().add(Shape::convex_polygon(outline(index, at), fill, edge));
        }
    }
    if let Some(letter) = letter {
        let colour = theme::colour(palette::ON_SIDES[index]);
        let galley = Phrase::words(letter, at.height() * 0.78).colour(colour).line(ui);
        phrase::paint(ui, galley, Align2::CENTER_CENTER, at);
    }
}

fn outline(index: usize, at: Rect) -> Vec<Pos2> {
    let points: &[(f32, f32)] = match index {
        1 => &[(0.04, 0.0), (0.96, 0.0), (0.96, 0.55), (0.82, 0.82), (0.5, 1.0), (0.18, 0.82), (0.04, 0.55)],
        2 => &[(0.2, 0.0), (0.8, 0.0), (1.0, 0.2), (1.0, 0.8), (0.8, 1.0), (0.2, 1.0), (0.0, 0.8), (0.0, 0.2)],
        _ => &[(0.5, -0.06), (1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)],
    };
    points.iter().map(|(x, y)| pos2(at.left() + x * at.width(), at.top() + y * at.height())).collect()
}

/// The colour of a side.
pub fn colour(team: Team) -> bevy_egui::egui::Color32 {
    theme::colour(palette::of_side(team))
}
