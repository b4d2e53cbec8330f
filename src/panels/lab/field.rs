//! Fields that take effect once editing ends: Enter or leaving the field sets the value, Esc restores the old one.
//! Input that a field cannot take is reported, never dropped silently.

use std::ops::RangeInclusive;

use bevy_egui::egui::{
    Align, Color32, Frame, Id, InputState, Key, Margin, Stroke, TextEdit, Ui, WidgetInfo, WidgetType,
};

use crate::panels::{
    theme::{self, Sizes},
    widgets::control,
};

/// The key under which it is kept whether a field is being written in.
const WRITING: &str = "lab field is written in";

/// The key of the message about refused input.
const REFUSED: &str = "lab field refused";

/// The hint in an empty number field.
const NONE: &str = "none";

/// Any whole number.
pub const ANY: RangeInclusive<i64> = i64::MIN..=i64::MAX;

/// What was refused in this pass, in words.
pub fn refused(ui: &Ui) -> Option<String> {
    ui.data_mut(|data| data.remove_temp(Id::new(REFUSED)))
}

fn refuse(ui: &Ui, words: String) {
    ui.data_mut(|data| data.insert_temp(Id::new(REFUSED), words));
}

/// Whether a field was written in during the last pass: the key that leaves it is meant only for the field. Must be
/// called once in each pass, before the fields are shown.
pub fn was_written_in(ui: &Ui) -> bool {
    let id = Id::new(WRITING);
    let was = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    ui.data_mut(|data| data.insert_temp(id, false));
    was
}

/// A line of words. Returns the new words once they are set.
pub fn words(ui: &mut Ui, name: &str, text: &str, width: f32) -> Option<String> {
    line(ui, name, text, width, false, (None, name)).map(|set| set.trim().to_owned())
}

/// A whole number within a range, with a dot if it `differs` from the printed one. `name` begins with the field's
/// label. Returns the new number once it is set; anything else, or a number out of range, is refused in words.
pub fn number(
    ui: &mut Ui,
    name: &str,
    value: i64,
    range: RangeInclusive<i64>,
    width: f32,
    differs: bool,
) -> Option<i64> {
    let set = line(ui, name, &value.to_string(), width, differs, (Some(&range), NONE))?;
    let new = read(ui, name, &set, &range)?;
    (new != value).then_some(new)
}

/// A field for a new whole number within a range. Returns the number once it is set.
pub fn fresh(ui: &mut Ui, name: &str, range: RangeInclusive<i64>, width: f32) -> Option<i64> {
    let hint = words_of(&range);
    let set = line(ui, name, "", width, false, (Some(&range), &hint))?;
    if set.trim().is_empty() { None } else { read(ui, name, &set, &range) }
}

/// An optional whole number; an empty field means none. Returns the new value once it is set.
pub fn maybe(ui: &mut Ui, name: &str, value: Option<i64>, width: f32, differs: bool) -> Option<Option<i64>> {
    let text = value.map(|value| value.to_string()).unwrap_or_default();
    let set = line(ui, name, &text, width, differs, (Some(&ANY), NONE))?;
    let new = if set.trim().is_empty() { None } else { Some(read(ui, name, &set, &ANY)?) };
    (new != value).then_some(new)
}

/// The number that was written; anything else, or a number out of range, is refused.
fn read(ui: &Ui, name: &str, text: &str, range: &RangeInclusive<i64>) -> Option<i64> {
    let text = text.trim();
    let what = spoken(name);
    match text.replace('\u{2212}', "-").parse::<i64>() {
        Ok(number) if range.contains(&number) => return Some(number),
        Ok(_) => refuse(ui, format!("{what} cannot be {}: it goes {}", text.replace('-', "\u{2212}"), words_of(range))),
        Err(_) if text.chars().any(|letter| letter.is_ascii_digit()) => {
            refuse(ui, format!("{what} cannot be {text}: that is too long"));
        }
        Err(_) => refuse(ui, format!("{what} needs a whole number")),
    }
    None
}

/// "from 1 to 128".
fn words_of(range: &RangeInclusive<i64>) -> String {
    format!("from {} to {}", range.start(), range.end()).replace('-', "\u{2212}")
}

/// The label of a field, without the path in a record that makes its name unique.
fn spoken(name: &str) -> &str {
    name.split(" /").next().unwrap_or(name)
}

/// Removes characters that a number cannot contain. Returns whether there were any.
fn only_digits(text: &mut String) -> bool {
    let before = text.chars().count();
    let is_sign =
        |(place, letter): (usize, char)| letter.is_ascii_digit() || place == 0 && matches!(letter, '-' | '\u{2212}');
    let kept: String = text
        .trim()
        .chars()
        .enumerate()
        .filter(|(place, letter)| is_sign((*place, *letter)))
        .map(|(_, letter)| letter)
        .collect();
    let lost = text.trim().chars().count() < before || kept.chars().count() < text.trim().chars().count();
    *text = kept.chars().take(12).collect();
    lost
}

fn line(
    ui: &mut Ui,
    name: &str,
    text: &str,
    width: f32,
    differs: bool,
    (number, hint): (Option<&RangeInclusive<i64>>, &str),
) -> Option<String> {
    let sizes = Sizes::of(ui.ctx());
    let id = Id::new(("lab field", name));
    let begun: Option<String> = ui.data(|data| data.get_temp(id));
    let mut edited = begun.unwrap_or_else(|| text.to_owned());
    let frame = Frame::new()
        .fill(theme::TABLE)
        .stroke(Stroke::new(1.0, if differs { theme::CREAM } else { theme::REFUSED_EDGE }))
        .corner_radius(theme::FIELD_RADIUS)
        .inner_margin(Margin::symmetric(8, 3));
    let shown = frame.show(ui, |ui| {
        let edit = TextEdit::singleline(&mut edited)
            .id(id)
            .font(theme::figures(sizes.body))
            .text_color(theme::TEXT)
            .frame(Frame::NONE)
            .background_color(Color32::TRANSPARENT)
            .margin(Margin::ZERO)
            .horizontal_align(if number.is_some() { Align::RIGHT } else { Align::LEFT })
            .hint_text(hint)
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
    if let Some(range) = number {
        if response.changed() && only_digits(&mut edited) {
            refuse(ui, format!("{} takes only digits", spoken(name)));
        }
        if *range != ANY {
            response.clone().on_hover_text(format!("{}: {}", spoken(name), words_of(range)));
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_taken_out_of_numbers() {
        for (written, kept, lost) in
            [("a14", "14", true), ("-12", "-12", false), ("1-2", "12", true), ("99", "99", false)]
        {
            let mut text = written.to_owned();
            assert_eq!((only_digits(&mut text), text.as_str()), (lost, kept), "{written}");
        }
    }
}
