//! What a person has set, kept from one start to the next.

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::files;
use crate::panels::settings::{Intent, SettingsModel, Speed};

/// What a person has set: every screen goes by it.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Preferences(pub SettingsModel);

/// The settings as they lie in their file.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    speed: String,
    reduced_motion: bool,
    text: u16,
    threat: bool,
    lines: bool,
}

impl Default for Kept {
    fn default() -> Self {
        Self::from(&SettingsModel::default())
    }
}

impl From<&SettingsModel> for Kept {
    fn from(model: &SettingsModel) -> Self {
        Self {
            speed: model.speed.label().into(),
            reduced_motion: model.reduced_motion,
            text: model.text,
            threat: model.threat,
            lines: model.lines,
        }
    }
}

/// The settings of the last time; what cannot be read is as it is at first.
pub fn read() -> SettingsModel {
    let kept: Kept = files::load_settings().and_then(|text| ron::from_str(&text).ok()).unwrap_or_default();
    SettingsModel {
        speed: Speed::ALL.into_iter().find(|speed| speed.label() == kept.speed).unwrap_or_default(),
        reduced_motion: kept.reduced_motion,
        text: kept.text.clamp(80, 150),
        threat: kept.threat,
        lines: kept.lines,
    }
}

/// Changes a setting and keeps it for the next time.
pub fn change(world: &mut World, intent: Intent) {
    let model = &mut world.resource_mut::<Preferences>().0;
    match intent {
        Intent::Speed(speed) => model.speed = speed,
        Intent::ReducedMotion(reduced) => model.reduced_motion = reduced,
        Intent::Text(text) => model.text = text,
        Intent::Threat(shown) => model.threat = shown,
        Intent::Lines(shown) => model.lines = shown,
    }
    if let Ok(text) = ron::to_string(&Kept::from(&*model)) {
        files::save_settings(&text);
    }
}
