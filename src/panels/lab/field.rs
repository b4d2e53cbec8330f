//! Fields that are changed once somebody is done with them: Enter or another place sets the value, Esc puts the old one back.

use bevy_egui::egui::{
    Align, Color32, Frame, Id, InputState, Key, Margin, Stroke, TextEdit, Ui, WidgetInfo, WidgetType,
};

use crate::panels::{
    theme::{self, Sizes},
    widgets::control,
};

/// Under this name it is kept whether somebody writes in a field.
const WRITING: &str = "lab field is written in";

/// Whether somebody wrote in a field in the last pass: the key that leaves it is for the field alone. To be asked once in a
/// pass, before the fields are shown.
pub fn was_written_in(ui: &Ui) -> bool {
    let id = Id::new(WRITING);
    let was = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    ui.data_mut(|data| data.insert_temp(id, false));
    was
}

/// A line of words. What it has become, once it is set.
pub fn words(ui: &mut Ui, name: &str, text: &str, width: f32) -> Option<String> {
    line(ui, name, text, width, false).map(|set| set.trim().to_owned())
}

/// A whole number, with a dot where it `differs` from what is printed. What it has become, once it is set; nothing for what
/// is no number.
pub fn number(ui: &mut Ui, name: &str, value: i64, width: f32, differs: bool) -> Option<i64> {
    let set = line(ui, name, &value.to_string(), width, differs)?;
    set.trim().replace('\u{2212}', "-").parse().ok().filter(|new| *new != value)
}

/// A whole number that need not be there; an empty field stands for none. What it has become, once it is set.
pub fn maybe(ui: &mut Ui, name: &str, value: Option<i64>, width: f32, differs: bool) -> Option<Option<i64>> {
    let text = value.map(|value| value.to_string()).unwrap_or_default();
    let set = line(ui, name, &text, width, differs)?;
    let set = set.trim().replace('\u{2212}', "-");
    let new = if set.is_empty() { None } else { Some(set.parse().ok()?) };
    (new != value).then_some(new)
}

fn line(ui: &mut Ui, name: &str, text: &str, width: f32, differs: bool) -> Option<String> {
    let sizes = Sizes::of(ui.ctx());
    let id = Id::new(("lab field", name));
    let begun: Option<String> = ui.data(|data| data.get_temp(id));
    let mut edited = begun.unwrap_or_else(|| text.to_owned());
    let frame = Frame::new()
        .fill(theme::TABLE)
        .stroke(Stroke::new(1.0, if differs { theme::CREAM } else { theme::REFUSED_EDGE }))
        .corner_radius(theme::FIELD_RADIUS)
        .inner_margin(Margin::symmetric(8, 3));
    let is_number = text.parse::<i64>().is_ok();
    let shown = frame.show(ui, |ui| {
        let edit = TextEdit::singleline(&mut edited)
            .id(id)
            .font(theme::figures(sizes.body))
            .text_color(theme::TEXT)
            .frame(Frame::NONE)
            .background_color(Color32::TRANSPARENT)
            .margin(Margin::ZERO)
            .horizontal_align(if is_number { Align::RIGHT } else { Align::LEFT })
            .desired_width(width - 18.0);
        ui.add(edit)
    });
    let response = shown.inner;
    if differs {
        let at = shown.response.rect.left_center() + bevy_egui::egui::vec2(8.0, 0.0);
        ui.painter().circle_filled(at, 2.5, theme::CREAM);
    }
    let outer = response.clone().with_new_rect(shown.response.rect);
    control::focus_ring(ui, shown.response.rect, &outer);
    outer.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
    ui.ctx().accesskit_node_builder(outer.id, |node| node.set_label(name));
    if response.has_focus() {
        ui.data_mut(|data| {
            data.insert_temp(id, edited);
            data.insert_temp(Id::new(WRITING), true);
        });
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let is_dropped = ui.input(|input: &InputState| input.key_pressed(Key::Escape));
    (response.lost_focus() && !is_dropped && edited != text).then_some(edited)
}
