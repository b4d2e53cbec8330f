//! Where the trials are.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every file of trials, in order; never empty.
pub fn trial_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trials"), &mut found);
    found.sort();
    assert!(!found.is_empty());
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            found.push(path);
        }
    }
}
