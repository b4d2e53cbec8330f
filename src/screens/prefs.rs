//! The player's settings, kept between starts.

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::files;
use crate::{
    levels::sync_recordings,
    panels::settings::{HandOver, Intent, SecondPress, SettingsModel, Speed},
};

/// The player's settings, used by every screen.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Preferences(pub SettingsModel);

/// The settings in the form of their file.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct SavedSettings {
    speed: String,
    reduced_motion: bool,
    text: u16,
    threat: bool,
    lines: bool,
    second_press: String,
    asks_all: bool,
    hand_over: String,
    sync: bool,
    waits: bool,
}

impl Default for SavedSettings {
    fn default() -> Self {
        Self::from(&SettingsModel::default())
    }
}

impl From<&SettingsModel> for SavedSettings {
    fn from(model: &SettingsModel) -> Self {
        Self {
            speed: model.speed.label().into(),
            reduced_motion: model.reduced_motion,
            text: model.text,
            threat: model.threat,
            lines: model.lines,
            second_press: model.second_press.label().into(),
            asks_all: model.asks_all,
            hand_over: model.hand_over.label().into(),
            sync: model.sync,
            waits: model.waits,
        }
    }
}

impl From<SavedSettings> for SettingsModel {
    fn from(kept: SavedSettings) -> Self {
        Self {
            speed: Speed::ALL.into_iter().find(|speed| speed.label() == kept.speed).unwrap_or_default(),
            reduced_motion: kept.reduced_motion,
            text: kept.text.clamp(80, 150),
            threat: kept.threat,
            lines: kept.lines,
            second_press: SecondPress::ALL
                .into_iter()
                .find(|second_press| second_press.label() == kept.second_press)
                .unwrap_or_default(),
            asks_all: kept.asks_all,
            hand_over: HandOver::ALL
                .into_iter()
                .find(|hand_over| hand_over.label() == kept.hand_over)
                .unwrap_or_default(),
            sync: kept.sync,
            waits: kept.waits,
        }
    }
}

/// The saved settings; defaults for what cannot be read.
pub fn read() -> SettingsModel {
    let kept = files::load_settings().map(|text| ron::from_str::<SavedSettings>(&text));
    let kept = kept.unwrap_or_else(|| Ok(SavedSettings::default())).unwrap_or_else(|_| {
        files::set_settings_aside();
        SavedSettings::default()
    });
    sync_recordings(kept.sync);
    kept.into()
}

/// Changes a setting and saves it for the next start.
pub fn change(world: &mut World, intent: Intent) {
    let model = &mut world.resource_mut::<Preferences>().0;
    match intent {
        Intent::Speed(speed) => model.speed = speed,
        Intent::ReducedMotion(reduced) => model.reduced_motion = reduced,
        Intent::Text(text) => model.text = text,
        Intent::Threat(shown) => model.threat = shown,
        Intent::Lines(shown) => model.lines = shown,
        Intent::SecondPress(second) => model.second_press = second,
        Intent::AsksAll(all) => model.asks_all = all,
        Intent::HandOver(when) => model.hand_over = when,
        Intent::Waits(waits) => model.waits = waits,
        Intent::Sync(sync) => {
            model.sync = sync;
            sync_recordings(sync);
        }
    }
    if let Ok(text) = ron::to_string(&SavedSettings::from(&*model)) {
        files::save_settings(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_kept_as_they_are() {
        let model = SettingsModel {
            speed: Speed::Fourfold,
            text: 115,
            second_press: SecondPress::Never,
            asks_all: true,
            hand_over: HandOver::Always,
            sync: true,
            waits: true,
            ..SettingsModel::default()
        };
        let text = ron::to_string(&SavedSettings::from(&model)).unwrap();
        assert_eq!(SettingsModel::from(ron::from_str::<SavedSettings>(&text).unwrap()), model);
        let other: SavedSettings = ron::from_str("(text: 9000, of_another_version: 3)").unwrap_or_default();
        assert_eq!(SettingsModel::from(other), SettingsModel { text: 150, ..SettingsModel::default() });
    }
}
