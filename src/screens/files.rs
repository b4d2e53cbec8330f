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

/// The recordings in the player's folder. They are read in a thread, so that none of them can hold the window up.
#[derive(Default)]
pub struct Listing {
    coming: Option<Mutex<Receiver<Vec<Recorded>>>>,
    found: Vec<Recorded>,
}

impl Listing {
    /// Starts reading.
    pub fn start() -> Self {
        let (found, coming) = mpsc::channel();
        // A page that is closed before wants no answer, and a folder that cannot be read has no recordings.
        thread::spawn(move || found.send(recorded(MOST).unwrap_or_default().0).ok());
        Self { coming: Some(Mutex::new(coming)), found: Vec::new() }
    }

    /// Takes those found so far, and returns whether that is all.
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

    /// Whether all have been found.
    pub const fn is_searched(&self) -> bool {
        self.coming.is_none()
    }

    /// Those that have been found, the newest first.
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

/// The settings of the last time, as text; nothing if there are none that can be read.
pub fn load_settings() -> Option<String> {
    read_text(&folders::settings_file()?).ok()
}

/// Puts settings that mean nothing aside, so that they can still be looked at; those of the next change take their place.
pub fn set_settings_aside() {
    let Some(path) = folders::settings_file().filter(|path| path.is_file()) else { return };
    // If that fails they are replaced, as they would be without it.
    std::fs::rename(&path, path.with_extension("broken")).ok();
}

/// Keeps the settings for the next time.
pub fn save_settings(text: &str) {
    let Some(path) = folders::settings_file() else { return };
    let made = path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
    if made {
        // Not being able to keep them harms nothing but the next start.
        write_atomically(&path, text.as_bytes()).ok();
    }
}
