//! The title page beside the navigation.

use bevy::prelude::{App, IntoScheduleConfigs as _, OnEnter, World, in_state};
use bevy_egui::{EguiPrimaryContextPass, egui::Ui};

use super::{FrameSystems, Screen, app::in_window, menu};
use crate::panels::title::Page;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), menu::look_for_recordings).add_systems(
        EguiPrimaryContextPass,
        in_window(draw).in_set(FrameSystems::Draw).run_if(in_state(Screen::Title)),
    );
}

/// Draws the page.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    menu::draw(world, ui, Page::Title, |_, _| None::<()>);
}
