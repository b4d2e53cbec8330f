//! Reads and writes files: with bounded reads, and writes that leave either the old file or the whole new one.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use super::{Fault, Faults, disk};

/// The most bytes read from a level, roster or trial file.
pub const MOST_BYTES: u64 = 1 << 20;

/// Reads a text file of at most [`MOST_BYTES`].
///
/// # Errors
/// When it cannot be read, is too long, or is not text.
pub fn read_text(path: &Path) -> Result<String, Faults> {
    read_text_up_to(path, MOST_BYTES)
}

/// Opens a file to read it, if it is a plain one: a pipe, a socket or a device may never begin or never end.
///
/// # Errors
/// The system's error, or that it is not a plain file.
pub fn open_plain(path: &Path) -> io::Result<File> {
    let what = match fs::metadata(path)?.file_type() {
        kind if kind.is_file() => return File::open(path),
        kind if kind.is_dir() => "it is a folder",
        _ => "it is a pipe, a socket or a device",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// Reads a text file of at most `most` bytes.
pub(super) fn read_text_up_to(path: &Path, most: u64) -> Result<String, Faults> {
    let file = path.display().to_string();
    let fault = |what: String, right: &str| Faults::of_file(&file, what, right);
    let mut bytes = Vec::new();
    open_plain(path)
        .and_then(|open| open.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| fault(format!("cannot be read: {error}"), "name a file that is there"))?;
    if bytes.len() as u64 > most {
        return Err(fault(format!("the file is longer than {most} bytes"), "such files are at most that long"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = text.rsplit('\n').next().unwrap_or_default();
        let (number, column) = (text.matches('\n').count() + 1, line.chars().count() + 1);
        let (what, right) = ("this is not text in UTF-8", "save the file as UTF-8");
        Faults(vec![Fault::new(&file, (number, column), what, right)])
    })
}

/// A text without the byte order mark that some editors put before UTF-8.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Writes a file so that there is always either the old or the new one, whole: into a temporary file in the same
/// folder, out to the disk, then renamed.
///
/// # Errors
/// The error of the operating system.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this names no file"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    let part: PathBuf = path.with_file_name(hidden);
    let written = disk::allows(|| File::create(&part)).and_then(|mut file| {
        disk::write(&mut file, bytes)?;
        disk::allows(|| file.sync_all())?;
        disk::allows(|| fs::rename(&part, path))
    });
    if written.is_err() {
        // An unfinished file is of no use; the first error is the one to report.
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("proving-ground-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_behind() {
        let folder = folder("save");
        let path = folder.join("a.txt");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(read_text(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write_atomically(&folder.join("gone/a.txt"), b"x").is_err());
        assert!(write_atomically(Path::new("/"), b"x").is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wherever_the_disk_fails_the_old_file_stays() {
        let folder = folder("full");
        let path = folder.join("a.txt");
        write_atomically(&path, b"old").unwrap();
        // Create, write, flush and rename.
        for good in 0..4 {
            disk::GOOD.set(Some((good, disk::Trouble::Full)));
            assert!(write_atomically(&path, b"new").is_err(), "{good}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "old", "{good}");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{good}: nothing is left behind");
        }
        disk::GOOD.set(Some((4, disk::Trouble::Full)));
        write_atomically(&path, b"new").unwrap();
        disk::GOOD.set(None);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_that_are_no_text_are_faults() {
        let folder = folder("read");
        let path = folder.join("a.bin");
        fs::write(&path, b"one\ntwo\n\xc3\xa9\xff\xfe").unwrap();
        let fault = read_text(&path).unwrap_err().to_string();
        assert!(fault.contains("a.bin:3:2: this is not text in UTF-8"), "{fault}");
        fs::write(&path, vec![b' '; MOST_BYTES as usize + 1]).unwrap();
        assert!(read_text(&path).unwrap_err().to_string().contains("longer than"));
        assert!(read_text(&folder).unwrap_err().to_string().contains("cannot be read"));
        assert!(read_text(&folder.join("none")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
