//! Writes a recording while the battle is played: from the first choice on, a line for each choice, by one window at a
//! time.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    disk,
    recording::{Event, Header, Recording},
    save::write_atomically,
};
use crate::rules::{Battle, Battlefield};

/// Whether every line is flushed to the disk before the next choice, so that no power cut loses one.
static SYNC: AtomicBool = AtomicBool::new(false);

/// Sets whether every line of every recording is flushed to the disk at once.
pub fn sync_recordings(sync: bool) {
    SYNC.store(sync, Ordering::Relaxed);
}

/// Writes a recording as it is played; each line is in the file before the next choice.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    /// The text written with the first choice; a battle without choices is not worth keeping.
    pending: Option<String>,
    open: Option<(File, Claim)>,
    /// The bytes of whole lines in the file: anything after them is left over from a failed write.
    whole: u64,
    /// Lines that could not be written yet; each further line tries again.
    unsaved: String,
}

impl Writer {
    /// Prepares to record. The file is created with the first choice and never replaces another.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        // A failure is better reported now than after the first choice.
        Claim::of(path)?;
        Ok(Self { path: path.into(), pending: Some(header.text()), open: None, whole: 0, unsaved: String::new() })
    }

    /// Continues a recording that was read from a file; faulty lines at its end are kept in a file beside it.
    ///
    /// # Errors
    /// The system's error, or who is playing it already.
    pub fn resume(path: &Path, recording: &Recording) -> io::Result<Self> {
        let claim = Claim::of(path)?;
        let mut file = disk::allows(|| OpenOptions::new().read(true).write(true).open(path))?;
        hold(&file)?;
        if recording.rest.is_some() {
            let mut rest = Vec::new();
            file.seek(SeekFrom::Start(recording.whole))?;
            file.read_to_end(&mut rest)?;
            write_atomically(&beside(path, "rest"), &rest)?;
        }
        disk::allows(|| file.set_len(recording.whole))?;
        let (whole, unsaved) = (recording.whole, String::new());
        Ok(Self { path: path.into(), pending: None, open: Some((file, claim)), whole, unsaved })
    }

    /// The file; not the one that was asked for, if that name was taken in the meantime.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an event.
    ///
    /// # Errors
    /// The system's error.
    pub fn write(&mut self, event: &Event) -> io::Result<()> {
        self.line(&event.text())
    }

    /// Adds the beginning of a battle: its dice, and the round that has begun.
    ///
    /// # Errors
    /// The system's error.
    pub fn begin(&mut self, battle: &Battle, faces: &[u8]) -> io::Result<()> {
        self.write(&Event::Begin(faces.to_vec()))?;
        self.moment(battle, 0)
    }

    /// Adds a choice with the dice that fell after it, then the round that has begun and the end, if there is one.
    /// `round` is the round before the choice.
    ///
    /// # Errors
    /// The system's error.
    pub fn choice(&mut self, who: &str, text: &str, faces: &[u8], round: u16, after: &Battle) -> io::Result<()> {
        // If something fails, nothing is left out: what could not be written comes with the next choice.
        let opened = self.open();
        let chosen = self.write(&Event::Choice { who: who.into(), text: text.into(), faces: faces.to_vec() });
        let told = self.moment(after, round);
        opened.and(chosen).and(told)
    }

    /// Adds a change of the battle that no choice has made; `board` is the board before it.
    ///
    /// # Errors
    /// The system's error.
    pub fn edited(&mut self, battle: &Battle, board: &Arc<Battlefield>) -> io::Result<()> {
        let state = serde_json::to_string(&battle.state(board))?;
        self.write(&Event::Edited { digest: battle.digest(), state })
    }

    /// Takes back a number of choices.
    ///
    /// # Errors
    /// The system's error.
    pub fn undo(&mut self, choices: usize) -> io::Result<()> {
        self.line(&format!("undo {choices}"))
    }

    fn moment(&mut self, battle: &Battle, round: u16) -> io::Result<()> {
        let mut told = Ok(());
        if battle.scene.round != round {
            told = self.write(&Event::Round { round: battle.scene.round, digest: battle.digest() });
        }
        if let Some(winner) = battle.scene.over {
            told = self.write(&Event::Over { winner, digest: battle.digest() });
        }
        told
    }

    /// Creates the file if there is none yet, under the next name that is free.
    fn open(&mut self) -> io::Result<()> {
        let Some(text) = self.pending.clone() else { return Ok(()) };
        loop {
            let claim = Claim::of(&self.path);
            let file = claim.and_then(|claim| Ok((begun(&self.path, text.as_bytes())?, claim)));
            match file {
                Ok((file, claim)) => {
                    if SYNC.load(Ordering::Relaxed) {
                        sync_folder(&self.path);
                    }
                    (self.pending, self.whole) = (None, text.len() as u64);
                    self.open = Some((file, claim));
                    return Ok(());
                }
                Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::ResourceBusy) => {
                    self.path = next(&self.path);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        if let Some(pending) = &mut self.pending {
            *pending += &format!("{text}\n");
            return Ok(());
        }
        self.unsaved += &format!("{text}\n");
        self.save()
    }

    /// Writes everything unsaved in one piece: a line is whole in the file, or visibly lacks its end.
    fn save(&mut self) -> io::Result<()> {
        let Some((file, _)) = &mut self.open else { return Ok(()) };
        if self.unsaved.is_empty() {
            return Ok(());
        }
        // Removes what a failed write has left of a line.
        if file.metadata()?.len() > self.whole {
            disk::allows(|| file.set_len(self.whole))?;
        }
        // On Windows a file that is opened for appending cannot be cut, so the end is sought here.
        file.seek(SeekFrom::Start(self.whole))?;
        disk::write(file, self.unsaved.as_bytes())?;
        disk::allows(|| if SYNC.load(Ordering::Relaxed) { file.sync_data() } else { file.flush() })?;
        self.whole += self.unsaved.len() as u64;
        self.unsaved.clear();
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // The last chance; a failure was already reported when the choice was made.
        self.save().ok();
        // Closing the file is not enough: a process that is just being started may share it for a moment.
        if let Some((file, _)) = &self.open {
            file.unlock().ok();
        }
    }
}

/// Creates a new file with its beginning, and locks it. Nobody could continue a battle from half a header, so the file
/// gets its name only when it is whole.
fn begun(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let part = beside(path, "part");
    // A program that was killed may have left one.
    fs::remove_file(&part).ok();
    let make = |path: &Path| {
        let mut file = disk::allows(|| OpenOptions::new().write(true).create_new(true).open(path))?;
        // Syncing a new file is worth the time: if it is lost, so are all lines after it.
        let written = disk::write(&mut file, bytes).and_then(|()| disk::allows(|| file.sync_all()));
        written.and_then(|()| hold(&file)).map(|()| file).inspect_err(|_| _ = fs::remove_file(path))
    };
    let file = make(&part)?;
    // A rename could replace what another window has made in the meantime.
    let named = disk::allows(|| fs::hard_link(&part, path));
    fs::remove_file(&part).ok();
    match named {
        Ok(()) => Ok(file),
        // The file system has no hard links.
        Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied) => {
            make(path)
        }
        Err(error) => Err(error),
    }
}

/// Keeps others from writing a recording through another name of the same file.
fn hold(file: &File) -> io::Result<()> {
    // Elsewhere a lock on the file itself would also keep readers out, who only watch.
    if !cfg!(unix) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::new(io::ErrorKind::ResourceBusy, taken("another window"))),
        // Where the system has no locks, nobody can be kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The message that a recording is being played.
fn taken(who: &str) -> String {
    format!("{who} is playing this battle; close it there, or watch it here (`--watch`)")
}

/// Flushes the name of a new file to the disk, too, where folders can be opened.
fn sync_folder(path: &Path) {
    let folder = path.parent().map(File::open);
    // Systems that cannot do this keep the name safe by themselves.
    folder.into_iter().flatten().for_each(|folder| drop(folder.sync_all()));
}

/// The name to try after one that is taken: with the next number.
fn next(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let (name, number) = stem.rsplit_once('-').unwrap_or((&stem, ""));
    let name = match number.parse::<u32>() {
        Ok(number) => format!("{name}-{:04}", number.saturating_add(1)),
        Err(_) => format!("{stem}-0002"),
    };
    path.with_file_name(name).with_extension(path.extension().unwrap_or_default())
}

/// A file beside a recording, hidden unless it is the `rest`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = std::ffi::OsString::from(if ending == "rest" { "" } else { "." });
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{ending}"));
    path.with_file_name(name)
}

/// Deletes a recording and the file kept beside it.
///
/// # Errors
/// The system's error, or who is playing it.
pub fn delete_recording(path: &Path) -> io::Result<()> {
    let claim = Claim::of(path)?;
    fs::remove_file(path)?;
    // Elsewhere the claim removes its file when it ends. Nobody can play a recording that is gone.
    if cfg!(windows) {
        fs::remove_file(&claim.path).ok();
    }
    match fs::remove_file(beside(path, "rest")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The right to write a recording, held by one window at a time. It ends with the program, however that ends.
#[derive(Debug)]
struct Claim {
    path: PathBuf,
    /// Locked for as long as it is open.
    file: File,
}

impl Claim {
    fn of(recording: &Path) -> io::Result<Self> {
        // Beside the file itself, even where a link leads to it.
        let path = beside(&fs::canonicalize(recording).unwrap_or_else(|_| recording.into()), "lock");
        let own = format!("process {}", std::process::id());
        loop {
            let mut open = OpenOptions::new();
            open.read(true).write(true).create(true).truncate(false);
            let mut file = disk::allows(|| open.open(&path))?;
            // Where the system has no locks, nobody can be kept out.
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                let who = fs::read_to_string(&path).unwrap_or_default();
                let who = if who.is_empty() { "another window" } else { who.as_str() };
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, taken(who)));
            }
            file.set_len(0)?;
            file.write_all(own.as_bytes())?;
            // The holder before may have removed the file in the meantime: then the lock is on nothing. On Windows the
            // file stays, and cannot be read by another handle while it is locked.
            if cfg!(windows) || fs::read_to_string(&path).is_ok_and(|who| who == own) {
                return Ok(Self { path, file });
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A file that stays means nothing: only the lock counts. On Windows nobody could see a lock on a deleted file.
        if !cfg!(windows) {
            fs::remove_file(&self.path).ok();
        }
        self.file.unlock().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Roster, builtin, open},
        rules::Settings,
    };

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("proving-ground-recorder-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn header() -> Header {
        let level = &builtin()[3];
        let seats = vec!["person".into(), "computer".into()];
        let settings = Settings::defaults(level.ruleset);
        let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
        header.start = open(&header, Roster::builtin()).unwrap().digest();
        header
    }

    fn files(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        names
    }

    #[test]
    fn a_recording_begins_with_the_first_choice() {
        let folder = folder("first");
        let path = folder.join("a-0001.pgr");
        let header = header();
        let battle = open(&header, Roster::builtin()).unwrap();
        let mut writer = Writer::create(&path, &header).unwrap();
        writer.begin(&battle, &[3]).unwrap();
        assert!(files(&folder).is_empty());
        fs::write(&path, "another window's").unwrap();
        writer.choice("a", "end", &[], 0, &battle).unwrap();
        assert_eq!(files(&folder), ["a-0001.pgr", "a-0002.pgr"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "another window's");
        let text = fs::read_to_string(writer.path()).unwrap();
        assert_eq!(text, format!("{}begin | 3\na: end\n", header.text()));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_window_writes_at_a_time() {
        let folder = folder("lock");
        let path = folder.join("a-0001.pgr");
        let text = format!("{}begin | 3\n", header().text());
        fs::write(&path, &text).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap();
        let first = Writer::resume(&path, &recording).unwrap();
        let told = Writer::resume(&path, &recording).unwrap_err().to_string();
        assert!(told.contains(&format!("process {} is playing this battle", std::process::id())), "{told}");
        assert!(delete_recording(&path).is_err() && path.exists());
        drop(first);
        let mut second = Writer::resume(&path, &recording).unwrap();
        second.undo(0).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}undo 0\n"));
        drop(second);
        delete_recording(&path).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_wrong_at_the_end_is_kept_aside() {
        let folder = folder("rest");
        let path = folder.join("a-0001.pgr");
        let text = format!("{}begin | 3\n", header().text());
        for junk in ["hello world\n", "\n\n", "undo 7\n", "hello", "\u{0}\u{1}\n"] {
            fs::write(&path, format!("{text}{junk}")).unwrap();
            let recording = Recording::load(&path, Roster::builtin()).unwrap();
            assert_eq!((recording.rest.is_some(), recording.note.is_some()), (junk != "hello", junk == "hello"));
            drop(Writer::resume(&path, &recording).unwrap());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            if recording.rest.is_some() {
                assert_eq!(fs::read_to_string(folder.join("a-0001.pgr.rest")).unwrap(), junk);
            }
        }
        let mut bytes = text.clone().into_bytes();
        bytes.extend(b"a: end\xc3\n");
        fs::write(&path, bytes).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap();
        assert!(recording.rest.unwrap().to_string().contains("this is not text in UTF-8"));
        fs::write(&path, format!("{text}hello\nround 1 0123456789abcdef\n")).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap();
        assert_eq!((recording.lines.len(), recording.whole), (1, text.len() as u64));
        let told = recording.rest.unwrap().to_string();
        assert!(told.contains("2 lines") && told.contains("`hello` is not a line"), "{told}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wherever_the_disk_fails_nothing_that_was_chosen_is_lost() {
        let header = header();
        let battle = open(&header, Roster::builtin()).unwrap();
        let whole = |choices: usize| {
            let lines: String = (0..choices).map(|number| format!("a: end {number}\n")).collect();
            format!("{}begin | 3\n{lines}", header.text())
        };
        for good in 0..20 {
            let folder = folder(&format!("fails-{good}"));
            let path = folder.join("a-0001.pgr");
            let mut writer = Writer::create(&path, &header).unwrap();
            writer.begin(&battle, &[3]).unwrap();
            disk::GOOD.set(Some((good, disk::Trouble::Full)));
            let (mut told, mut made) = (None, 0);
            for number in 0..6 {
                let failed = writer.choice("a", &format!("end {number}"), &[], 0, &battle).is_err();
                made = number + 1;
                if failed && told.is_none() {
                    told = Some(number);
                    // The file has whole choices or does not exist: no phantom, and no half line that passes for a
                    // whole one.
                    match fs::read_to_string(writer.path()) {
                        Ok(text) => assert!(text.starts_with(&whole(number)), "{good}: {text}"),
                        Err(_) => assert_eq!(number, 0, "{good}: the file is gone"),
                    }
                    disk::GOOD.set(None);
                }
            }
            disk::GOOD.set(None);
            assert!(told.is_some() || good > 14, "{good}");
            // What failed with the last choice is tried once more at the end.
            drop(writer);
            assert_eq!(fs::read_to_string(&path).unwrap(), whole(made), "after {good} operations");
            assert_eq!(files(&folder), ["a-0001.pgr"]);
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_follows_the_file_whatever_it_is_called() {
        let folder = folder("links");
        let path = folder.join("a-0001.pgr");
        fs::write(&path, format!("{}begin | 3\n", header().text())).unwrap();
        let recording = Recording::load(&path, Roster::builtin()).unwrap();
        let (soft, hard) = (folder.join("soft.pgr"), folder.join("hard.pgr"));
        std::os::unix::fs::symlink(&path, &soft).unwrap();
        fs::hard_link(&path, &hard).unwrap();
        let first = Writer::resume(&path, &recording).unwrap();
        for other in [&soft, &hard] {
            let told = Writer::resume(other, &recording).unwrap_err().to_string();
            assert!(told.contains("is playing this battle"), "{told}");
        }
        drop(first);
        drop(Writer::resume(&soft, &recording).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_go_on_counting() {
        let named = |name: &str| next(Path::new(name)).display().to_string();
        assert_eq!((named("a-b-0009.pgr"), named("own.pgr")), ("a-b-0010.pgr".into(), "own-0002.pgr".into()));
    }
}
