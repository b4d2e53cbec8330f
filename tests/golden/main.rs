//! One whole battle per ruleset as text, beside this file, so that a change of behaviour shows as a difference.
//!
//! The first line of a playthrough names the level and the seed; its choices are replayed from the text itself, so only
//! what the rules make of them is compared. `PROVING_GROUND_GOLDEN=accept` rewrites files that differ: with the choices
//! of the file as long as they are legal, from there on with the computer's.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::{
    collections::VecDeque,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use bevy::prelude::World;
use proving_ground::{
    ai::{Mind, Progress},
    arena::{Arena as _, bare_world},
    dice::{Rolled, Stream},
    levels::{Roster, builtin, deploy, log_text},
    rules::{Choice, Entry, Offers, RulesetId, Settings},
};

/// The first line of a playthrough if there is none yet.
const FIRST: &str = "level meadow, seed 1";

/// The longest playthrough, in lines: nobody reads a longer one.
const LONGEST: usize = 700;

/// The computer's stream; the dice of a battle have lane 0.
const COMPUTER: u64 = 1;

/// Lines shown around a difference.
const AROUND: usize = 6;

/// Who goes on when the recorded choices end, or one of them cannot be taken.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Nobody,
    Computer,
}

/// A battle being played and told.
struct Playthrough {
    world: World,
    text: String,
    told: usize,
    round: u16,
}

impl Playthrough {
    /// The battle that a first line names, played with the recorded choices.
    fn of(ruleset: RulesetId, first: &str, recorded: VecDeque<&str>, then: Then) -> String {
        let (level, seed) = first.strip_prefix("level ").and_then(|rest| rest.split_once(", seed ")).expect(first);
        let seed = seed.parse().expect(first);
        let level = builtin().iter().find(|built_in| built_in.tag == level).expect(first);
        let battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let mut world = bare_world(battle, Rolled::new(seed));
        world.begin();
        let mut played = Self { world, text: format!("{first}\n"), told: 0, round: 0 };
        played.log();
        played.run(recorded, then, seed);
        played.text
    }

    fn run(&mut self, mut recorded: VecDeque<&str>, then: Then, seed: u64) {
        let mut mind = Mind::default();
        let mut computer = Stream::new(seed, COMPUTER);
        while let Some(who) = self.world.decision().map(|decision| decision.who) {
            let asked = self.world.battle().combatant(who).identity.tag.to_string();
            let offers = self.world.offers();
            let said = recorded.pop_front();
            let read = said.map(|line| self.read(line, &asked, &offers));
            let choice = match (read, then) {
                (Some(Ok(choice)), _) => choice,
                (_, Then::Computer) => {
                    recorded.clear();
                    let view = self.world.side_view(None);
                    let choice = mind.decide(&view, &offers, &mut computer, &Progress::default()).choice;
                    // As it will be read back: parameters at their first values are left out of the text.
                    let text = choice.text(self.world.battle(), &offers);
                    Choice::parse(&text, self.world.battle(), &offers).unwrap()
                }
                (Some(Err(why)), Then::Nobody) => {
                    writeln!(self.text, "({} cannot be chosen: {why})", said.unwrap_or_default()).unwrap();
                    return;
                }
                (None, Then::Nobody) => {
                    writeln!(self.text, "(no further choice is recorded, and {asked} is asked)").unwrap();
                    return;
                }
            };
            writeln!(self.text, "{asked}: {}", choice.text(self.world.battle(), &offers)).unwrap();
            self.world.submit(&choice).unwrap();
            self.log();
        }
        self.state("over");
    }

    /// A recorded line as a choice of the one asked.
    fn read(&self, line: &str, asked: &str, offers: &Offers) -> Result<Choice, String> {
        let (who, text) = line.split_once(": ").expect("only choices are kept");
        if who != asked {
            return Err(format!("{asked} is asked"));
        }
        let battle = self.world.battle();
        let choice = Choice::parse(text, battle, offers).map_err(|error| error.to_string())?;
        let decision = battle.decision().expect("somebody is asked");
        let answer = battle.ruleset.rules().answer(battle, decision, &choice);
        answer.map(|_| choice).map_err(|refusal| refusal.to_string())
    }

    /// Logs what has happened since the last call, and the state of everybody if a round has begun.
    fn log(&mut self) {
        let battle = self.world.battle();
        let entries = &self.world.journal()[self.told..];
        let told = entries.iter().filter(|entry| !matches!(entry, Entry::Chosen(..)));
        let lines: String =
            told.filter_map(|entry| log_text(battle, entry)).map(|line| format!("    {line}\n")).collect();
        self.text += &lines;
        self.told = self.world.journal().len();
        let round = self.world.battle().scene.round;
        if round != self.round {
            self.round = round;
            self.state(&format!("round {round}"));
        }
    }

    /// The state of everybody, with a digest of the battle.
    fn state(&mut self, when: &str) {
        let battle = self.world.battle();
        let mut text = format!("== {when}, digest {:016x}\n", battle.digest());
        for fighter in battle.combatants() {
            let card = battle.ruleset.rules().card(battle, fighter.id);
            write!(text, "  {}", fighter.identity.tag).unwrap();
            if fighter.fights() {
                write!(text, " at {}, {:?}", fighter.placement.anchor(), fighter.posture).unwrap();
            } else {
                write!(text, ", {}", card.out).unwrap();
            }
            for bar in &card.bars {
                write!(text, ", {} {} of {}", bar.label, bar.now, bar.full).unwrap();
            }
            for condition in &card.conditions {
                write!(text, ", {}", condition.label.to_lowercase()).unwrap();
            }
            text += "\n";
        }
        self.text += &text;
    }
}

fn file(ruleset: RulesetId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{ruleset}.txt"))
}

/// The choices of a playthrough: the lines that begin with a tag and a colon.
fn choices(text: &str) -> VecDeque<&str> {
    let is_choice = |line: &&str| {
        line.split_once(": ").is_some_and(|(who, _)| {
            !who.is_empty()
                && who.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
        })
    };
    text.lines().filter(is_choice).collect()
}

/// The first difference between two texts, with the lines around it; `None` if they are equal.
fn difference(kept: &str, now: &str) -> Option<String> {
    if kept == now {
        return None;
    }
    let [kept, now] = [kept, now].map(|text| text.lines().collect::<Vec<_>>());
    let at = kept.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let mut shown = format!("first difference in line {}:\n", at + 1);
    let mut show = |mark: char, lines: &[&str]| lines.iter().for_each(|line| shown += &format!("{mark} {line}\n"));
    show(' ', &kept[at.saturating_sub(AROUND)..at]);
    for (mark, lines) in [('-', &kept), ('+', &now)] {
        show(mark, &lines[at..lines.len().min(at + AROUND)]);
        if at == lines.len() {
            show(mark, &["(the end)"]);
        }
    }
    Some(shown)
}

#[test]
fn every_ruleset_plays_as_before() {
    let accept = match env::var("PROVING_GROUND_GOLDEN").as_deref() {
        Ok("accept") => true,
        Ok(other) => panic!("PROVING_GROUND_GOLDEN is `{other}`; it may be `accept`, or left out"),
        Err(_) => false,
    };
    let mut complaints = Vec::new();
    for ruleset in RulesetId::ALL.iter().filter(|ruleset| ruleset.is_whole()) {
        let kept = fs::read_to_string(file(*ruleset)).unwrap_or_default();
        let first = kept.lines().next().unwrap_or(FIRST);
        let mut now = Playthrough::of(*ruleset, first, choices(&kept), Then::Nobody);
        let Some(shown) = difference(&kept, &now) else { continue };
        let mut complaint = format!("tests/golden/{ruleset}.txt, {shown}");
        if accept {
            now = Playthrough::of(*ruleset, first, choices(&kept), Then::Computer);
            fs::write(file(*ruleset), &now).unwrap();
            complaint += "written anew: read the difference in git, and run the test again without the variable";
        } else {
            complaint += "if this is meant: PROVING_GROUND_GOLDEN=accept cargo test --test golden";
        }
        complaints.push(complaint);
    }
    // Files just rewritten fail too, so that a run with the variable set can never pass as a check.
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

#[test]
fn a_playthrough_is_a_whole_battle() {
    for ruleset in RulesetId::ALL.iter().filter(|ruleset| ruleset.is_whole()) {
        // Missing files are reported, and written, by the test above.
        let Ok(kept) = fs::read_to_string(file(*ruleset)) else { continue };
        let lines = kept.lines().count();
        assert!((100..=LONGEST).contains(&lines), "{ruleset}: {lines} lines");
        assert!(kept.contains("\n== over, digest "), "{ruleset}: the battle does not end");
        assert!(kept.lines().filter(|line| line.starts_with("== round")).count() > 2, "{ruleset}: too few rounds");
    }
}

#[test]
fn the_first_difference_is_shown() {
    let kept = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    assert_eq!(difference(kept, kept), None);
    let shown = difference(kept, &kept.replace('8', "eight")).unwrap();
    assert_eq!(shown, "first difference in line 8:\n  2\n  3\n  4\n  5\n  6\n  7\n- 8\n- 9\n+ eight\n+ 9\n");
    let shown = difference(kept, &kept[..16]).unwrap();
    assert!(shown.ends_with("- 9\n+ (the end)\n"), "{shown}");
}

#[test]
fn choices_are_told_from_what_follows_them() {
    let text = "level meadow, seed 1\n    Round 1\n== round 1, digest 00\n  ada at d6: 3\nada: walk d5\n    Ada: walks\nb-2: end\n";
    assert_eq!(choices(text), ["ada: walk d5", "b-2: end"]);
}
