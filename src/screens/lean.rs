//! Keeps the engine from loading or keeping what the game does not use: pipelines, blocks of memory, copies. A game
//! left open all evening beside other programs takes no more than it needs.

use std::num::NonZero;

use bevy::{
    app::{App, Last, PluginGroup as _, PluginGroupBuilder},
    prelude::{DefaultPlugins, DetectChanges as _, DetectChangesMut as _, ResMut},
    render::{
        RenderApp, RenderPlugin,
        mesh::allocator::MeshAllocatorSettings,
        settings::{MemoryHints, WgpuLimits, WgpuSettings},
    },
    window::Window,
};
use bevy_egui::{EguiManagedTextures, egui::ColorImage};

/// The engine's plugins: those of the features named in `Cargo.toml`.
pub(super) fn plugins() -> PluginGroupBuilder {
    DefaultPlugins.set(render())
}

/// Rendering with small blocks of memory and without compute shaders, so that the engine builds no pipelines for them.
fn render() -> RenderPlugin {
    let settings = WgpuSettings {
        memory_hints: MemoryHints::MemoryUsage,
        constrained_limits: Some(NO_COMPUTING),
        ..WgpuSettings::default()
    };
    // Every pipeline must be ready when something is drawn: the next frame may be a long time off.
    RenderPlugin { render_creation: settings.into(), synchronous_pipeline_compilation: true, ..RenderPlugin::default() }
}

/// The limits requested of a graphics adapter: what every current one has, with textures as large as screens, and
/// neither compute shaders nor storage buffers.
const NO_COMPUTING: WgpuLimits = WgpuLimits {
    max_texture_dimension_1d: WIDEST,
    max_texture_dimension_2d: WIDEST,
    ..WgpuLimits::downlevel_webgl2_defaults()
};

/// The widest texture and window in pixels.
const WIDEST: u32 = 16_384;

/// One frame is drawn while another is shown. A longer queue would only add delay.
pub(super) fn window(window: Window) -> Window {
    Window { desired_maximum_frame_latency: NonZero::new(1), ..window }
}

/// What is set once the plugins are added.
pub(super) fn settle(app: &mut App) {
    app.add_systems(Last, forget_copies);
    if let Some(drawing) = app.get_sub_app_mut(RenderApp) {
        drawing.insert_resource(single_meshes());
    }
}

/// Gives each mesh its own buffers. With shared ones, the first mesh would bring a list with room for 130,000 others.
fn single_meshes() -> MeshAllocatorSettings {
    let mut settings = MeshAllocatorSettings::default();
    settings.slab_allocator_settings.large_threshold = 0;
    settings
}

/// The panels' textures are kept as images. Nothing reads the second copies, which hold each one's first state.
fn forget_copies(textures: Option<ResMut<'_, EguiManagedTextures>>) {
    let Some(mut textures) = textures.filter(|textures| textures.is_changed()) else { return };
    for texture in textures.bypass_change_detection().values_mut() {
        texture.color_image = ColorImage::default();
    }
}

#[cfg(test)]
mod tests {
    use bevy::{
        asset::Handle,
        prelude::{Entity, World},
    };
    use bevy_egui::{EguiManagedTexture, egui::Color32};

    use super::*;

    #[test]
    fn only_pictures_that_are_drawn_are_kept() {
        let mut app = App::new();
        settle(&mut app);
        app.update();
        let color_image = ColorImage::filled([64, 64], Color32::WHITE);
        let texture = EguiManagedTexture { handle: Handle::default(), color_image };
        let textures = EguiManagedTextures([((Entity::PLACEHOLDER, 0), texture)].into_iter().collect());
        app.insert_resource(textures);
        app.update();
        let kept = |world: &World| -> usize {
            world.resource::<EguiManagedTextures>().values().map(|texture| texture.color_image.pixels.len()).sum()
        };
        assert_eq!((app.world().resource::<EguiManagedTextures>().len(), kept(app.world())), (1, 0));
    }

    #[test]
    fn nothing_is_asked_of_an_adapter_that_is_not_needed() {
        assert_eq!(NO_COMPUTING.max_compute_workgroup_size_x, 0);
        assert_eq!(NO_COMPUTING.max_storage_buffers_per_shader_stage, 0);
        assert_eq!(NO_COMPUTING.max_texture_dimension_2d, WIDEST);
        assert_eq!(single_meshes().large_threshold, 0);
    }
}
