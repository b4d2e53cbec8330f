//! The README's examples: files that can be copied as they are, and commands that do what they say.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use proving_ground::levels::{EDGES, SQUARES, builtin};

const README: &str = include_str!("../README.md");

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(&fence).skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

/// A folder with the README's files in it, deleted afterwards.
struct Examples(PathBuf);

impl Examples {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proving-ground-readme-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for block in blocks("ron") {
            let file = match block {
                _ if block.contains("trials: [") => "my-trial.ron",
                _ if block.contains("sides: [") => "my-level.ron",
                _ => "my-roster.ron",
            };
            fs::write(folder.join(file), block).unwrap();
        }
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Examples {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The output of a successful command.
fn good(words: &[String]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proving-ground"));
    let output = command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{words:?}\n{}{said}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

fn words(line: &str) -> Vec<String> {
    let plain = |part: &str| part.split_whitespace().map(ToString::to_string).collect();
    let parts = line.split('"').enumerate();
    parts.flat_map(|(index, part)| if index % 2 == 0 { plain(part) } else { vec![part.into()] }).collect()
}

#[test]
fn the_files_can_be_copied_as_they_stand() {
    assert_eq!(blocks("ron").len(), 3);
    let examples = Examples::new("files");
    let told = good(&["check".into(), examples.file("my-level.ron")]);
    assert!(told.contains("the level The yard, 5 x 3, 2 sides, 6 fighters"), "{told}");
    let told = good(&["check".into(), examples.file("my-roster.ron")]);
    assert!(told.contains("a roster, 1 arm, 1 archetype"), "{told}");
    let told = good(&["trial".into(), examples.file("my-trial.ron")]);
    assert!(told.contains("1 trial: 1 ok, 0 failed"), "{told}");
}

/// The program's arguments in a command line, installed or in a checkout.
fn given(line: &str) -> Option<&str> {
    ["proving-ground ", "cargo run -- "].iter().find_map(|with| line.trim_start().strip_prefix(with))
}

#[test]
fn the_commands_do_what_they_say() {
    let examples = Examples::new("commands");
    let level = examples.file("my-level.ron");
    let mut run = 0;
    for line in blocks("sh").join("\n").lines().filter_map(given) {
        let mut words = words(line.split(" #").next().unwrap());
        match words[0].as_str() {
            // These need a window, or a recording that only a game leaves behind.
            "play" | "screenshot" | "replay" => continue,
            // One battle in the small yard tests the words as well as many in a large one.
            "simulate" => {
                let named = words.iter().position(|word| word == "--level").unwrap() + 1;
                assert!(builtin().iter().any(|level| level.tag == words[named]), "{line}");
                words[named].clone_from(&level);
                let count = words.iter().position(|word| word == "--battles");
                count.iter().for_each(|at| drop(words.drain(*at..at + 2)));
                words.extend(["--battles".to_string(), "1".into()]);
            }
            _ => words.iter_mut().filter(|word| *word == "my-level.ron").for_each(|word| word.clone_from(&level)),
        }
        good(&words);
        run += 1;
    }
    assert!(run > 5, "{run}");
}

#[test]
fn what_is_quoted_from_the_sources_stands_there() {
    let quotes = blocks("rust");
    assert!(quotes.len() >= 5, "{}", quotes.len());
    for quote in quotes {
        let (first, quote) = quote.split_once('\n').unwrap();
        let file = first.trim().strip_prefix("// ").unwrap();
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let source: Vec<&str> = text.lines().map(str::trim).collect();
        let quoted: Vec<&str> = quote.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let stands = source.windows(quoted.len()).any(|part| part == quoted);
        assert!(stands, "{file} does not say\n{}", quoted.join("\n"));
    }
}

#[test]
fn the_recipe_names_every_chapter_of_the_worked_example() {
    let recipe = README.split("## Adding a ruleset").nth(1).unwrap().split("\n## ").next().unwrap();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/drill")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(recipe.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn every_sign_of_a_map_is_explained() {
    let table = README.split("| in squares |").nth(1).unwrap();
    let table = &table[..table.find("\n\n").unwrap()];
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(" | ").collect()).collect();
    let column = |of: std::ops::Range<usize>| {
        rows.iter().flat_map(|row| row.get(of.clone()).unwrap_or_default()).copied().collect::<Vec<_>>().join(" ")
    };
    let (squares, edges) = (column(0..2), column(2..4));
    let shown = |sign: char| if sign == '|' { "`\\|`".to_string() } else { format!("`{sign}`") };
    for (sign, _, words) in SQUARES {
        assert!(squares.contains(&format!("{} {words}", shown(sign))), "{sign} {words} is not in\n{squares}");
    }
    for (sign, _) in EDGES {
        assert!(edges.contains(&shown(sign)), "{sign} is not in\n{edges}");
    }
}

#[test]
fn linked_files_are_there() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let links = README.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    for link in links {
        assert!(link.starts_with("http") || top.join(link).exists(), "{link}");
    }
}
