//! The tools at the left: what the pointer does, each with its key.

use bevy_egui::egui::{Align2, Key, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    intent::Intent,
    model::{LabModel, Tool},
};
use crate::{
    board::art::icons::Icon,
    levels::draft::Brush,
    panels::{
        theme::{self, Sizes},
        widgets::{Phrase, control, offer::key_cap, phrase, picture},
    },
};

/// A tool in the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The key that selects it.
    pub key: Key,
    /// The key's label.
    pub cap: &'static str,
    /// Its picture.
    pub icon: Icon,
    /// The tool, or the group and name of the paint.
    pub what: Result<Tool, (&'static str, &'static str)>,
}

const fn tool(name: &'static str, key: Key, cap: &'static str, icon: Icon, tool: Tool) -> Entry {
    Entry { name, key, cap, icon, what: Ok(tool) }
}

const fn paint(
    name: &'static str,
    key: Key,
    cap: &'static str,
    icon: Icon,
    group: &'static str,
    of: &'static str,
) -> Entry {
    Entry { name, key, cap, icon, what: Err((group, of)) }
}

/// Every tool with its own key; the palette has all paints.
pub const TOOLS: [Entry; 15] = [
    tool("Pick", Key::V, "V", Icon::Pick, Tool::Pick),
    tool("Token", Key::T, "T", Icon::Token, Tool::Token),
    paint("Wall", Key::W, "W", Icon::Wall, "In a square", "wall"),
    paint("Edge", Key::E, "E", Icon::Edge, "On an edge", "wall"),
    paint("Door", Key::D, "D", Icon::Door, "On an edge", "closed door"),
    paint("Fence", Key::F, "F", Icon::Fence, "On an edge", "fence"),
    paint("Tree", Key::R, "R", Icon::Tree, "In a square", "young tree"),
    paint("Barricade", Key::B, "B", Icon::Barricade, "In a square", "barricade"),
    paint("Rough", Key::G, "G", Icon::Rough, "Footing", "rubble"),
    paint("Water", Key::A, "A", Icon::Water, "Ground", "water"),
    paint("Trench", Key::H, "H", Icon::Trench, "Footing", "shallow trench"),
    paint("Smoke", Key::S, "S", Icon::Smoke, "Veils", "smoke"),
    paint("Dark", Key::K, "K", Icon::Dark, "Veils", "darkness"),
    tool("Measure", Key::M, "M", Icon::Measure, Tool::Measure),
    tool("Erase", Key::X, "X", Icon::Erase, Tool::Erase),
];

impl Entry {
    /// The tool it stands for with this palette.
    pub fn tool(&self, brushes: &[Brush]) -> Option<Tool> {
        match self.what {
            Ok(tool) => Some(tool),
            Err((group, name)) => {
                let place = brushes.iter().position(|brush| (brush.group, brush.name) == (group, name));
                place.map(Tool::Brush)
            }
        }
    }
}

/// Shows the tools in all the free room.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    Phrase::words("Tools", sizes.second).second().show(ui);
    let gap = if sizes.roomy { 8.0 } else { 6.0 };
    ui.spacing_mut().item_spacing.y = gap;
    let height = ((ui.available_height() + gap) / TOOLS.len() as f32 - gap).clamp(24.0, sizes.row + 8.0);
    for entry in &TOOLS {
        let Some(tool) = entry.tool(&model.brushes) else { continue };
        if row(ui, entry, tool == model.tool, height) {
            intent = Some(Intent::Take(tool));
        }
    }
    intent
}

fn row(ui: &mut Ui, entry: &Entry, chosen: bool, height: f32) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    let side = sizes.offer + 0.5;
    let icon = Rect::from_center_size(pos2(at.left() + 5.0 + side / 2.0, at.center().y), Vec2::splat(side));
    picture::icon(ui, entry.icon, if chosen { theme::STRONG } else { theme::TEXT }, icon);
    let cap = sizes.rule + 9.0;
    let room = Rect::from_min_max(pos2(icon.right() + 5.0, at.top()), pos2(at.right() - cap - 1.0, at.bottom()));
    let name = Phrase::words(entry.name, sizes.body - 0.5).elided(ui, room.width());
    phrase::paint(ui, name, Align2::LEFT_CENTER, room);
    key_cap(ui, entry.cap, Rect::from_min_max(pos2(at.right() - cap, at.top()), at.max));
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, entry.name));
    response.clicked()
}
