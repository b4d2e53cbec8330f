//! Runs the built program in a folder for one test.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

/// Two who can fight at once, so that a battle takes no time.
pub const DUEL: &str = r#"(
    format: 1,
    name: "Duel",
    ruleset: percentile,
    round_limit: 6,
    size: "8x6",
    sides: [
        (units: [(archetype: "swordsman", name: "Ada", at: "c3")]),
        (units: [(archetype: "brute", name: "Egil", at: "e3")]),
    ],
)"#;

/// A folder for one test, deleted afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proving-ground-outside-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }

    /// The program, with the folder as the place for its data and settings.
    pub fn program(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proving-ground"));
        command.args(words).env("XDG_DATA_HOME", self.0.join("data")).env("XDG_CONFIG_HOME", self.0.join("config"));
        command.env("HOME", &self.0).env("APPDATA", self.0.join("data"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    pub fn run(&self, words: &[&str]) -> Output {
        self.program(words).output().unwrap()
    }

    /// The output and the errors of a run that ends with an exit code.
    pub fn ends(&self, code: i32, words: &[&str]) -> (String, String) {
        let output = self.run(words);
        let told = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}{}", told.0, told.1);
        told
    }

    /// The output of a successful run.
    pub fn good(&self, words: &[&str]) -> String {
        self.ends(0, words).0
    }

    /// The errors of a run that found something wrong.
    pub fn bad(&self, words: &[&str]) -> String {
        self.ends(1, words).1
    }

    /// The errors of a run with arguments that do not go together.
    pub fn misused(&self, words: &[&str]) -> String {
        self.ends(2, words).1
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Whether a text is printable: no control characters except line ends.
pub fn is_printable(text: &str) -> bool {
    text.chars().all(|character| character == '\n' || !proving_ground::levels::is_unprintable(character))
}

#[track_caller]
pub fn assert_holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
