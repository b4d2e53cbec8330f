//! The player's recordings, and the settings kept between starts.

use std::{
    sync::{
        Mutex,
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

use crate::levels::{Recorded, folders, read_text, recorded, write_atomically};

/// The most recordings listed.
const MOST: usize = 200;

/// The recordings in the player's folder. They are read on a thread, so that none of them can hold up the window.
#[derive(Default)]
pub struct Listing {
    coming: Option<Mutex<Receiver<Vec<Recorded>>>>,
    found: Vec<Recorded>,
}

impl Listing {
    /// Starts reading.
    pub fn start() -> Self {
        let (found, coming) = mpsc::channel();
        // A page closed meanwhile needs no answer, and a folder that cannot be read counts as empty.
        thread::spawn(move || found.send(recorded(MOST).unwrap_or_default().0).ok());
        Self { coming: Some(Mutex::new(coming)), found: Vec::new() }
    }

    /// Takes the recordings once they have been read, and returns whether reading is over.
    pub fn poll(&mut self) -> bool {
        let come = self.coming.as_mut().and_then(|coming| coming.get_mut().ok()).map(|coming| coming.try_recv());
        match come {
            Some(Err(TryRecvError::Empty)) => return false,
            Some(Ok(found)) => self.found = found,
            Some(Err(TryRecvError::Disconnected)) | None => {}
        }
        self.coming = None;
        true
    }

    /// Whether reading is over.
    pub const fn is_searched(&self) -> bool {
        self.coming.is_none()
    }

    /// The recordings found, newest first.
    pub fn all(&self) -> &[Recorded] {
        &self.found
    }

    /// Keeps the reason why one of them cannot be opened.
    pub fn refuse(&mut self, index: usize, why: String) {
        if let Some(found) = self.found.get_mut(index) {
            found.summary = Err(why);
        }
    }

    /// Forgets one of them.
    pub fn remove(&mut self, index: usize) {
        self.found.remove(index);
    }
}

/// The saved settings as text; `None` if they cannot be read.
pub fn load_settings() -> Option<String> {
    read_text(&folders::settings_file()?).ok()
}

/// Renames a settings file that cannot be parsed, so that it can still be inspected; the next change writes a new one.
pub fn set_settings_aside() {
    let Some(path) = folders::settings_file().filter(|path| path.is_file()) else { return };
    // If that fails, the next change overwrites the file.
    std::fs::rename(&path, path.with_extension("broken")).ok();
}

/// Saves the settings for the next start.
pub fn save_settings(text: &str) {
    let Some(path) = folders::settings_file() else { return };
    let made = path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
    if made {
        // A failure costs only the next start its settings.
        write_atomically(&path, text.as_bytes()).ok();
    }
}
