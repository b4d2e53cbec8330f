//! Blending in the space the look was designed in: translucent tints mix as in a paint program, not as light does.

use bevy::{
    asset::Assets,
    camera::Hdr,
    prelude::{App, Camera2d, Commands, Startup},
    shader::Shader,
};
use bevy_egui::render::EGUI_SHADER_HANDLE;

/// What the panels' shader ends with: back to linear light, because its target stores that.
const LINEAR: &str = "linear_from_gamma_rgb(color_gamma.rgb)";
/// What it ends with when the target stores what is shown.
const GAMMA: &str = "color_gamma.rgb";

/// The camera, and a shader that fits it. Without the known ending in the shader everything stays as Bevy has it.
pub(super) fn plugin(app: &mut App) {
    let adapted = adapt(app);
    app.add_systems(Startup, move |mut commands: Commands<'_, '_>| {
        let mut camera = commands.spawn(Camera2d);
        if adapted {
            camera.insert((Hdr, bevy::camera::CompositingSpace::Srgb));
        }
    });
}

fn adapt(app: &mut App) -> bool {
    let Some(mut shaders) = app.world_mut().get_resource_mut::<Assets<Shader>>() else { return false };
    let Some(mut shader) = shaders.get_mut(&EGUI_SHADER_HANDLE) else { return false };
    let source = shader.source.as_str();
    if !source.contains(LINEAR) {
        return false;
    }
    let source = source.replace(LINEAR, GAMMA);
    let path = shader.path.clone();
    *shader = Shader::from_wgsl(source, path);
    true
}
