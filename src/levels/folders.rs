//! The folders of recordings, settings and the player's rosters and levels, as named by the operating system.

use std::{
    io,
    path::{Path, PathBuf},
};

use directories::{ProjectDirs, UserDirs};

use super::naming::tag_of;

fn dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "proving-ground")
}

/// The folder of the player's data: recordings and rosters.
pub fn player() -> PathBuf {
    dirs().map_or_else(|| std::env::temp_dir().join("proving-ground"), |dirs| dirs.data_dir().to_path_buf())
}

/// The folder of charts and tables, whether or not it exists: in the documents or else the pictures, where people look
/// for them, if the system names such a folder.
pub fn charts() -> PathBuf {
    let own = UserDirs::new();
    let visible = own.as_ref().and_then(|dirs| dirs.document_dir().or_else(|| dirs.picture_dir()));
    charts_in(visible)
}

fn charts_in(visible: Option<&Path>) -> PathBuf {
    match visible.filter(|folder| folder.is_absolute()) {
        Some(folder) => folder.join("Proving Ground"),
        None => player().join("charts"),
    }
}

/// Opens a folder in the system's file manager, without waiting for it.
///
/// # Errors
/// The error of the operating system, if it has no file manager.
pub fn show(folder: &Path) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let quiet = || std::process::Stdio::null();
    let mut window =
        std::process::Command::new(program).arg(folder).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn()?;
    // A child process that nobody waits for would stay in the system's list when it has ended.
    std::thread::spawn(move || window.wait());
    Ok(())
}

/// The file of settings, if the system names a folder for it.
pub fn settings_file() -> Option<PathBuf> {
    dirs().map(|dirs| dirs.config_dir().join("settings.ron"))
}

/// The folder of recordings, created if it is missing.
///
/// # Errors
/// The error of the operating system.
pub fn recordings() -> io::Result<PathBuf> {
    let folder = player().join("recordings");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A new file for a recording: level, ruleset and a number that is not taken.
///
/// # Errors
/// The error of the operating system.
pub fn new_recording(level: &str, ruleset: &str) -> io::Result<PathBuf> {
    let folder = recordings()?;
    // Names from outside never lead into other folders.
    let name = |number: u32| folder.join(format!("{}-{ruleset}-{number:04}.pgr", tag_of(level)));
    let free = (1..).map(name).find(|path| !path.exists());
    Ok(free.unwrap_or_else(|| name(1)))
}

/// The folder of the player's rosters, whether or not it exists.
pub fn rosters_folder() -> PathBuf {
    player().join("rosters")
}

/// The folder of the player's levels, whether or not it exists: the lab saves them there.
pub fn levels_folder() -> PathBuf {
    player().join("levels")
}

/// The player's rosters, sorted by name.
pub(super) fn rosters() -> Vec<PathBuf> {
    ron_files(&rosters_folder())
}

/// The player's levels, sorted by name.
pub(super) fn levels() -> Vec<PathBuf> {
    ron_files(&levels_folder())
}

pub(super) fn ron_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    // Hidden files are not the player's own, and reading a pipe would block.
    let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let fits = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ron");
    let mut files: Vec<PathBuf> = paths.filter(|path| fits(path) && !is_hidden(path) && path.is_file()).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_lie_where_one_looks_for_them() {
        let documents = std::env::temp_dir().join("Documents");
        assert_eq!(charts_in(Some(&documents)), documents.join("Proving Ground"));
        assert_eq!(charts_in(None), player().join("charts"));
        assert_eq!(charts_in(Some(Path::new(""))), player().join("charts"), "what names no place is none");
    }
}
