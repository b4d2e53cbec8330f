//! Where recordings and settings are kept: the folders the system names, or the one the player names.

use std::path::PathBuf;

use directories::ProjectDirs;

use crate::levels::{Recording, Roster, write_atomically};

/// The folder of recordings, made if it is not there.
///
/// # Errors
/// What the system says.
pub fn recordings() -> std::io::Result<PathBuf> {
    let dirs = ProjectDirs::from("", "", "proving-ground");
    let base = dirs.map_or_else(|| std::env::temp_dir().join("proving-ground"), |dirs| dirs.data_dir().to_path_buf());
    let folder = base.join("recordings");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A new file for a recording: level, ruleset and a number that is not taken.
///
/// # Errors
/// What the system says.
pub fn new_recording(level: &str, ruleset: &str) -> std::io::Result<PathBuf> {
    let folder = recordings()?;
    let free = |number: &u32| !folder.join(name(level, ruleset, *number)).exists();
    let number = (1..).find(free).unwrap_or(1);
    Ok(folder.join(name(level, ruleset, number)))
}

fn name(level: &str, ruleset: &str, number: u32) -> String {
    format!("{level}-{ruleset}-{number:04}.pgr")
}

/// A recording that was found.
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What it holds, or why it cannot be read.
    pub recording: Result<Box<Recording>, String>,
}

impl Found {
    /// Whether the battle in it has not ended.
    pub fn is_unfinished(&self) -> bool {
        let over = |recording: &Recording| {
            recording.lines.iter().any(|line| matches!(line.event, crate::levels::Event::Over { .. }))
        };
        self.recording.as_ref().is_ok_and(|recording| !recording.lines.is_empty() && !over(recording))
    }

    /// The round it has come to.
    pub fn round(&self) -> u16 {
        let Ok(recording) = &self.recording else { return 0 };
        let rounds = recording.lines.iter().filter_map(|line| match line.event {
            crate::levels::Event::Round { round, .. } => Some(round),
            _ => None,
        });
        rounds.max().unwrap_or(1)
    }
}

/// The newest recordings first, at most so many.
pub fn found(most: usize) -> Vec<Found> {
    let Ok(folder) = recordings() else { return Vec::new() };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "pgr"))
        .map(|entry| (entry.metadata().and_then(|data| data.modified()).ok(), entry.path()))
        .collect();
    files.sort();
    let newest = files.into_iter().rev().take(most);
    newest
        .map(|(_, path)| {
            let recording = Recording::load(&path, Roster::builtin());
            Found { path, recording: recording.map(Box::new).map_err(|faults| faults.to_string()) }
        })
        .collect()
}

/// Where settings are kept.
fn settings_file() -> Option<PathBuf> {
    ProjectDirs::from("", "", "proving-ground").map(|dirs| dirs.config_dir().join("settings.ron"))
}

/// The settings of the last time, as text.
pub fn load_settings() -> Option<String> {
    std::fs::read_to_string(settings_file()?).ok()
}

/// Keeps the settings for the next time.
pub fn save_settings(text: &str) {
    let Some(path) = settings_file() else { return };
    let made = path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
    if made {
        // Not being able to keep them harms nothing but the next start.
        write_atomically(&path, text.as_bytes()).ok();
    }
}
