//! The house rules that no compiler checks: which module may name which, how long a file may be, how things are named.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proving_ground::rules::RulesetId;

/// The floors of the house, lowest first. A room (a top-level module) names rooms of lower floors only.
const FLOORS: [&[&str]; 8] = [
    &["geometry", "dice"],
    &["rules"],
    &["arena", "lab"],
    &["ai", "levels"],
    &["seats"],
    &["board"],
    &["panels"],
    &["screens", "cli"],
];

/// The kernel's rooms inside `rules`, lowest first. A room names only rooms before it and [`KERNEL_FILES`].
const KERNEL: [&str; 7] = ["account", "state", "choosing", "flow", "exchange", "ruleset", "forecast"];

/// The files that all rooms of the kernel may name: ids, and the table through which they ask the ruleset in play.
const KERNEL_FILES: [&str; 2] = ["ids", "table"];

/// The most files of a ruleset that may name each other in a circle.
const LARGEST_CIRCLE: usize = 8;

/// Rooms that draw.
const DRAWING: [&str; 3] = ["board", "panels", "screens"];

/// Rooms that may open files.
const FILING: [&str; 3] = ["levels", "cli", "screens"];

/// The most lines a file may have.
const LONGEST: usize = 600;

/// Words that say nothing about what a thing is.
const EMPTY_WORDS: [&str; 11] =
    ["util", "utils", "utility", "helper", "helpers", "misc", "common", "manager", "handle", "process", "data"];

/// Everything that may lie in the top folder; the last two are ignored by git.
const TOP: [&str; 22] = [
    ".cargo",
    ".ci",
    ".clippy.toml",
    ".config",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".rustfmt.toml",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "assets",
    "build.rs",
    "benches",
    "levels",
    "src",
    "tests",
    "target",
    "shared",
];

/// A source file.
struct File {
    /// Its path from the top: `src/rules/play.rs`.
    path: String,
    /// Its text.
    text: String,
}

impl File {
    /// The parts of its path below `src`, without the ending: `rules`, `play`.
    fn parts(&self) -> Vec<&str> {
        let inner = self.path.strip_prefix("src/").unwrap_or_default();
        inner.trim_end_matches(".rs").split('/').collect()
    }

    /// The room it lies in; `None` for `lib.rs` and `main.rs`.
    fn room(&self) -> Option<&str> {
        let parts = self.parts();
        (parts.len() > 1 || floor(parts[0]).is_some()).then_some(parts[0])
    }

    /// The code that is compiled into the game: no comments, no tests.
    fn code(&self) -> String {
        if self.parts().iter().any(|part| matches!(*part, "tests" | "testing") || part.ends_with("_tests")) {
            return String::new();
        }
        let all = without_comments(&self.text);
        let end = all.find("#[cfg(test)]\nmod ").filter(|at| all[*at..].lines().nth(1).is_some_and(opens_block));
        all[..end.unwrap_or(all.len())].to_string()
    }
}

fn opens_block(line: &str) -> bool {
    line.ends_with('{')
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files with an extension in a folder, by path.
fn files(folder: &str, ending: &str) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![top().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path: PathBuf = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|known| known == ending) {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(top()).unwrap().to_string_lossy().replace('\\', "/");
                found.push(File { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn sources() -> Vec<File> {
    files("src", "rs")
}

/// The code without comments; a string that holds `//` loses the rest of its line, which hides no path.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word at the start of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

/// The places where a word stands by itself.
fn places<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(name)
        .map(|(at, _)| at)
        .filter(move |at| !code[..*at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word))
}

/// The first words of all paths that begin with a prefix: of `crate::{a::x, b}` both `a` and `b`.
fn heads(code: &str, prefix: &str) -> Vec<String> {
    let mut heads = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(is_word) {
            continue;
        }
        let rest = code[at + prefix.len()..].trim_start();
        match rest.strip_prefix('{') {
            None => heads.push(word(rest).to_string()),
            Some(group) => {
                let mut depth = 0;
                let mut fresh = true;
                for (index, c) in group.char_indices() {
                    match c {
                        '}' if depth == 0 => break,
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => fresh = true,
                        c if is_word(c) && depth == 0 && fresh => {
                            heads.push(word(&group[index..]).to_string());
                            fresh = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// Fails with all complaints at once.
fn complain(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n  {}\n", complaints.join("\n  "));
}

#[test]
fn paths_are_read_from_groups_and_lines() {
    let code = "use crate::{\n    dice::{Chance, Rolled},\n    rules::play,\n};\nlet x = crate::arena::Arena::new();";
    assert_eq!(heads(code, "crate::"), ["dice", "rules", "arena"]);
    assert_eq!(heads("use crate::rules::{Battle, table::Step};", "rules::"), ["Battle", "table"]);
    assert_eq!(places("rates rates_x x_rates (rates)", "rates").count(), 2);
}

#[test]
fn arrows_point_down() {
    let mut complaints = Vec::new();
    for file in sources() {
        let Some(room) = file.room() else { continue };
        let Some(here) = floor(room) else {
            complaints.push(format!("{}: the room `{room}` is on no floor", file.path));
            continue;
        };
        let code = without_comments(&file.text);
        for head in heads(&code, "crate::") {
            if head == room {
                continue;
            }
            match floor(&head) {
                Some(there) if there < here => {}
                Some(_) => complaints.push(format!("{}: `{room}` must not know `{head}`", file.path)),
                None => complaints.push(format!("{}: `crate::{head}` is no room", file.path)),
            }
        }
        // A path of `super` up to the top would bypass the rule about floors.
        let parts = file.parts();
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        if file.code().contains(&"super::".repeat(depth)) {
            complaints.push(format!("{}: reaches the top by `super`; write `crate::`", file.path));
        }
    }
    complain(complaints);
}

#[test]
fn arrows_inside_the_kernel_point_down() {
    let mut complaints = Vec::new();
    for file in sources() {
        let parts = file.parts();
        let Some(here) = KERNEL.iter().position(|room| parts[0] == "rules" && parts[1] == *room) else { continue };
        let code = file.code();
        for head in heads(&code, "crate::rules::").into_iter().chain(heads_of_rules(&code)) {
            let there = KERNEL.iter().position(|room| *room == head);
            let is_known = KERNEL_FILES.contains(&head.as_str());
            if !is_known && there.is_none_or(|there| there > here) {
                complaints.push(format!("{}: `{}` must not know `{head}`", file.path, KERNEL[here]));
            }
        }
        let depth = parts.len() - 1 - usize::from(parts.last() == Some(&"mod"));
        if code.contains(&"super::".repeat(depth)) {
            complaints.push(format!("{}: leaves its room by `super`; write `crate::rules::`", file.path));
        }
    }
    complain(complaints);
}

/// The heads of what a `use` group names from the rules: of `use crate::{dice::X, rules::{a::Y, b::Z}}` both `a` and
/// `b`.
fn heads_of_rules(code: &str) -> Vec<String> {
    let groups = code.match_indices("use crate::{").filter_map(|(at, _)| code[at..].split(';').next());
    groups.flat_map(|group| heads(group, "rules::")).collect()
}

/// The folder of a ruleset: its lines of code, and which of its files names which.
struct Folder {
    /// Its files by path.
    files: Vec<File>,
}

impl Folder {
    fn of(ruleset: &str) -> Self {
        let files = files(&format!("src/rules/{ruleset}"), "rs");
        Self { files: files.into_iter().filter(|file| !file.code().is_empty()).collect() }
    }

    /// Lines of code: no blank lines, comments or tests.
    fn lines(&self) -> usize {
        let code = self.files.iter().map(File::code);
        code.map(|code| code.lines().filter(|line| !line.trim().is_empty()).count()).sum()
    }

    /// The file that a module's path from the top leads to: `rules/vigor/blows`.
    fn place(&self, path: &[&str]) -> Option<usize> {
        let path = path.join("/");
        let ways = [format!("src/{path}.rs"), format!("src/{path}/mod.rs")];
        self.files.iter().position(|file| ways.contains(&file.path))
    }

    /// The files that a file names.
    fn named_by(&self, file: &File) -> BTreeSet<usize> {
        let (parts, code) = (file.parts(), file.code());
        let is_face = parts.last() == Some(&"mod");
        let own = &parts[..parts.len() - usize::from(is_face)];
        let mut named = BTreeSet::new();
        for up in 1..own.len() {
            let above = &own[..own.len() - up];
            if above.len() < 2 {
                break;
            }
            for head in heads(&code, &"super::".repeat(up)) {
                // A name without a file of its own lies in the `mod.rs`.
                let path: Vec<&str> = above.iter().copied().chain([head.as_str()]).collect();
                named.extend((head != "super").then(|| self.place(&path).or_else(|| self.place(above))).flatten());
            }
        }
        // A path from the top, in a `use` or in the middle of code: `crate::rules::vigor::step::Manner`.
        for head in heads(&code, &format!("{}::", parts[1])) {
            let path = [parts[0], parts[1], head.as_str()];
            named.extend(self.place(&path).or_else(|| self.place(&path[..2])));
        }
        if is_face {
            let children = self.files.iter().enumerate().filter(|(_, other)| {
                let parts = other.parts();
                let child = if parts.last() == Some(&"mod") { &parts[..parts.len() - 1] } else { &parts[..] };
                child.len() == own.len() + 1 && child.starts_with(own) && names_module(&code, child[child.len() - 1])
            });
            named.extend(children.map(|(place, _)| place));
        }
        named
    }

    /// The largest set of files that all lead to each other.
    fn largest_circle(&self) -> Vec<&str> {
        let mut leads: Vec<BTreeSet<usize>> = self.files.iter().map(|file| self.named_by(file)).collect();
        loop {
            let further: Vec<BTreeSet<usize>> = leads
                .iter()
                .map(|to| to.iter().chain(to.iter().flat_map(|via| &leads[*via])).copied().collect())
                .collect();
            if further == leads {
                break;
            }
            leads = further;
        }
        let leads = &leads;
        let circle =
            |from: usize| (0..leads.len()).filter(move |to| leads[from].contains(to) && leads[*to].contains(&from));
        let largest = (0..leads.len()).map(|from| circle(from).collect::<Vec<_>>()).max_by_key(Vec::len);
        largest.unwrap_or_default().into_iter().map(|place| self.files[place].path.as_str()).collect()
    }
}

/// Whether code uses a child module beyond declaring it.
fn names_module(code: &str, name: &str) -> bool {
    places(code, name).any(|at| code[at + name.len()..].starts_with("::"))
}

/// Circles of files that name each other stay small, so that each file can be read with few others.
#[test]
#[allow(clippy::print_stdout, reason = "whoever asks sees the figures")]
fn circles_inside_a_ruleset_are_small() {
    let mut complaints = Vec::new();
    for ruleset in RulesetId::ALL {
        let folder = Folder::of(ruleset.name());
        let (lines, rules) = (folder.lines(), ruleset.rules().catalogue().len());
        let circle = folder.largest_circle();
        println!("{ruleset}: {lines} lines for {rules} rules, {:.1} a rule", lines as f64 / rules as f64);
        println!("    the largest circle has {} files: {}", circle.len(), circle.join(" "));
        if circle.len() > LARGEST_CIRCLE {
            complaints.push(format!("{ruleset}: {} files name each other: {}", circle.len(), circle.join(" ")));
        }
    }
    complain(complaints);
}

#[test]
fn only_some_rooms_know_the_engine() {
    let mut complaints = Vec::new();
    for file in sources() {
        let Some(room) = file.room() else { continue };
        let code = without_comments(&file.text);
        let engine = match room {
            "geometry" | "dice" | "ai" | "lab" => places(&code, "bevy").count() > 0,
            "rules" => {
                code.lines().any(|line| places(line, "bevy").count() > 0 && line != "use bevy::prelude::Component;")
            }
            // These make bare worlds and play in them.
            "levels" | "seats" | "cli" => {
                code.lines().any(|line| places(line, "bevy").count() > 0 && line != "use bevy::prelude::World;")
            }
            _ => false,
        };
        if engine {
            complaints.push(format!("{}: `{room}` must not know Bevy", file.path));
        }
        let egui = places(&code, "egui").chain(places(&code, "bevy_egui")).count() > 0;
        if egui && !DRAWING.contains(&room) {
            complaints.push(format!("{}: `{room}` must not know egui", file.path));
        }
    }
    complain(complaints);
}

#[test]
fn only_some_rooms_open_files() {
    let mut complaints = Vec::new();
    for file in sources() {
        let Some(room) = file.room().filter(|room| !FILING.contains(room)) else { continue };
        let code = file.code();
        if heads(&code, "std::").iter().any(|head| head == "fs") || code.contains("fs::") || code.contains("File::open")
        {
            complaints.push(format!("{}: `{room}` must not touch files", file.path));
        }
    }
    complain(complaints);
}

/// Who may write a plain battle, above the rules: the living battle's snapshot, what-ifs and positions set up by hand.
const WRITERS: [&str; 5] = [
    // The snapshot follows the components.
    "src/arena/",
    // Thinking ahead and what-ifs, on copies that nobody plays.
    "src/ai/",
    "src/lab/",
    // Positions before a battle begins: levels, trials, and those asked about on the command line.
    "src/levels/",
    "src/cli/position.rs",
];

#[test]
fn nobody_above_the_rules_keeps_a_second_battle() {
    let writing =
        ["play::begin", "play::submit", "play::settle", "play::resolve", "play::write", ".apply(", "_mut(who"];
    let held = [": Battle,", "<Battle>", "(Battle)", "&mut Battle"];
    let mut complaints = Vec::new();
    for file in sources() {
        let Some(room) = file.room().filter(|room| floor(room) > floor("rules")) else { continue };
        if WRITERS.iter().any(|place| file.path.starts_with(place)) {
            continue;
        }
        for line in file.code().lines() {
            // A parameter is not kept.
            let is_field = !line.contains("fn ") && !line.contains("->") && !line.contains('|');
            let is_owned = is_field && held.iter().any(|mark| line.contains(mark));
            if is_owned || writing.iter().any(|mark| line.contains(mark)) {
                complaints.push(format!(
                    "{}: `{room}` writes or keeps a battle of its own: {}",
                    file.path,
                    line.trim()
                ));
            }
        }
    }
    complain(complaints);
}

/// The rulesets by name, each with a folder of its own.
fn rulesets() -> Vec<String> {
    let names: Vec<String> = RulesetId::ALL.iter().map(|ruleset| ruleset.name().to_string()).collect();
    assert!(names.iter().all(|name| top().join("src/rules").join(name).is_dir()), "{names:?}");
    names
}

/// Whether code names a ruleset: its module, its row in the table, or its name in files.
fn names_ruleset(code: &str, name: &str) -> bool {
    let capital = name[..1].to_uppercase() + &name[1..];
    let module = places(code, name).any(|at| {
        let (before, after) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        before.ends_with("::") || after.starts_with("::") || heads(code, "rules::").iter().any(|head| head == name)
    });
    module || places(code, &capital).any(|at| code[..at].ends_with("::")) || code.contains(&format!("\"{name}\""))
}

#[test]
fn a_ruleset_is_named_in_its_folder_and_in_the_table() {
    let mut complaints = Vec::new();
    let rulesets = rulesets();
    for file in sources() {
        let parts = file.parts();
        let own = (parts[0] == "rules").then(|| parts[1]);
        if matches!(own, Some("table" | "mod")) {
            continue;
        }
        let code = file.code();
        for name in rulesets.iter().filter(|name| Some(name.as_str()) != own) {
            if names_ruleset(&code, name) {
                complaints.push(format!("{}: must not know the ruleset `{name}`", file.path));
            }
        }
    }
    complain(complaints);
}

#[test]
fn files_are_short_and_say_what_they_hold() {
    let mut complaints = Vec::new();
    for file in ["src", "tests", "benches"].iter().flat_map(|folder| files(folder, "rs")) {
        let lines = file.text.lines().count();
        if lines > LONGEST {
            complaints.push(format!("{}: {lines} lines, {LONGEST} at most", file.path));
        }
        if !file.text.starts_with("//!") {
            complaints.push(format!("{}: begins without a `//!` sentence on what lives there", file.path));
        }
    }
    complain(complaints);
}

#[test]
fn names_say_something() {
    let kinds = ["fn", "struct", "enum", "trait", "mod", "type", "const", "static"];
    let mut complaints = Vec::new();
    for file in sources() {
        for line in file.code().lines() {
            let Some(item) = line.trim_start().strip_prefix("pub ") else { continue };
            let mut words = item.split(|c| !is_word(c)).filter(|word| !["const", "unsafe", "async"].contains(word));
            let name = match (words.next(), words.next()) {
                (Some(kind), Some(name)) if kinds.contains(&kind) => name,
                // For a constant, `const` has been stripped above.
                (Some(name), _) if item.starts_with("const ") => name,
                _ => continue,
            };
            if snake(name).split('_').any(|word| EMPTY_WORDS.contains(&word)) {
                complaints.push(format!("{}: `{name}` does not say what it is", file.path));
            }
        }
        for part in file.parts() {
            if EMPTY_WORDS.contains(&part) {
                complaints.push(format!("{}: `{part}` does not say what lives there", file.path));
            }
        }
    }
    complain(complaints);
}

/// `StepKind` as `step_kind`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[test]
fn the_top_is_tidy() {
    let mut complaints = Vec::new();
    for entry in fs::read_dir(top()).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !TOP.contains(&name.as_str()) {
            complaints.push(format!("`{name}` has no place at the top"));
        }
    }
    complain(complaints);
}

#[test]
fn nothing_tells_of_one_machine() {
    let mut complaints = Vec::new();
    let marks = [
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/wo", "rk/"),
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
    ];
    let endings = ["rs", "ron", "md", "toml", "txt"];
    let folders = ["src", "tests", "benches", "levels", "assets", ".ci", ".cargo"];
    for file in folders.iter().flat_map(|folder| endings.iter().flat_map(|ending| files(folder, ending))) {
        for mark in marks {
            if file.text.contains(mark) {
                complaints.push(format!("{}: contains `{mark}`", file.path));
            }
        }
    }
    complain(complaints);
}
