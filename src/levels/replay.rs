//! Replays recordings and compares every die and every digest.

use super::{
    Faults, Roster,
    deploy::deploy,
    recording::{Event, Header, RecordedLine, Recording},
};
use bevy::prelude::World;

use crate::{
    arena::{Arena as _, bare_world},
    dice::Rolled,
    rules::{Battle, Choice, Entry, Team},
};

/// A recording being replayed, line by line, in a world of its own.
pub struct Replay<'a> {
    recording: &'a Recording,
    next: usize,
    world: World,
}

/// The battle before its first round, as a recording describes it.
///
/// # Errors
/// What the current rosters and rules lack.
pub fn open(header: &Header, roster: &Roster) -> Result<Battle, Faults> {
    let mut battle = deploy(&header.level, roster, header.ruleset, header.settings.clone())?;
    let seats = (0..).map(Team).zip(&header.seats);
    battle.scene.people = seats.filter(|(_, seat)| *seat == "person").map(|(team, _)| team).collect();
    Ok(battle)
}

/// Replays a recording to its end.
///
/// # Errors
/// The first line that does not replay as recorded.
pub fn replay<'a>(recording: &'a Recording, roster: &Roster) -> Result<Replay<'a>, Faults> {
    let mut replay = Replay::start(recording, roster)?;
    while replay.step()?.is_some() {}
    Ok(replay)
}

impl<'a> Replay<'a> {
    /// Sets the battle up.
    ///
    /// # Errors
    /// When rosters or rules are not those of the recording.
    pub fn start(recording: &'a Recording, roster: &Roster) -> Result<Self, Faults> {
        let battle = open(&recording.header, roster)?;
        if battle.digest() != recording.header.start {
            let what = "rosters or rules have changed since this was recorded";
            return Err(Faults::of_file(&recording.file, what, "replay it with the version that recorded it"));
        }
        let world = bare_world(battle, Rolled::new(recording.header.seed));
        Ok(Self { recording, next: 0, world })
    }

    /// The current battle.
    pub fn battle(&self) -> &Battle {
        self.world.battle()
    }

    /// What has happened so far.
    pub fn journal(&self) -> &[Entry] {
        self.world.journal()
    }

    /// The world it is played in, to continue the battle there.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Plays the next line; `None` if there is none.
    ///
    /// # Errors
    /// When it does not replay as recorded.
    pub fn step(&mut self) -> Result<Option<&'a RecordedLine>, Faults> {
        let Some(line) = self.recording.lines.get(self.next) else { return Ok(None) };
        self.next += 1;
        play_line(&mut self.world, &line.event).map_err(|Unlike { place, what, right }| {
            Faults::within(&self.recording.file, (line.number, &line.words), place.offset(&line.words), what, right)
        })?;
        Ok(Some(line))
    }

    /// How many lines have been played, and how many there are.
    pub const fn progress(&self) -> (usize, usize) {
        (self.next, self.recording.lines.len())
    }
}

/// Plays an event of a recording in a world that holds its battle at that point.
///
/// # Errors
/// How it differs from what was recorded.
pub fn play_event(world: &mut World, event: &Event) -> Result<(), String> {
    play_line(world, event).map_err(|Unlike { what, right, .. }| format!("{what}; {right}"))
}

/// Plays a line of a recording in a world that holds its battle at that point.
fn play_line(world: &mut World, event: &Event) -> Result<(), Unlike> {
    let begun = world.battle().scene.round > 0;
    match event {
        Event::Begin(_) if begun => Err(Unlike::new(Place::Start, "the battle begins twice", "it begins once")),
        Event::Choice { .. } if !begun => {
            Err(Unlike::new(Place::Start, "the battle has not begun", "`begin` comes first"))
        }
        Event::Begin(faces) => {
            world.begin();
            compare(world, faces)
        }
        Event::Choice { who, text, faces } => choose(world, who, text).and_then(|()| compare(world, faces)),
        Event::Edited { digest, state } => edited(world, *digest, state),
        Event::Round { round, digest } => {
            let now = world.battle().scene.round;
            check(world, format!("round {now}"), *digest, *round == now)
        }
        Event::Over { winner, digest } => {
            let over = match world.battle().scene.over {
                None => "not over".into(),
                Some(None) => "over without a winner".into(),
                Some(Some(team)) => format!("won by {team}"),
            };
            check(world, over, *digest, world.battle().scene.over == Some(*winner))
        }
    }
}

fn choose(world: &mut World, who: &str, text: &str) -> Result<(), Unlike> {
    let battle = world.battle();
    let none = || Unlike::new(Place::Start, "nobody is asked here: the battle is over", "leave the line out");
    let decision = battle.decision().ok_or_else(none)?;
    let asked = &battle.combatant(decision.who).identity.tag;
    if **asked != *who {
        let right = format!("the rules ask `{asked}`");
        return Err(Unlike::new(Place::Start, format!("`{who}` is not asked here"), right));
    }
    let offers = world.offers();
    Choice::parse(text, world.battle(), &offers)
        .and_then(|choice| world.submit(&choice))
        .map_err(|error| Unlike::new(Place::Choice, format!("`{text}` cannot be chosen: {error}"), ""))
}

/// Applies a recorded change that no choice has made.
fn edited(world: &mut World, digest: u64, state: &str) -> Result<(), Unlike> {
    let unlike =
        |what: String| Unlike::new(Place::Start, what, "record it again: nothing else can be played from here");
    let battle = world.battle().read_state(state);
    let battle = battle.map_err(|fault| unlike(format!("this is not a state of the battle: {fault}")))?;
    if battle.digest() != digest {
        return Err(unlike(format!("the state differs from the recorded one: digest {digest:016x}")));
    }
    world.restore(&battle);
    Ok(())
}

fn compare(world: &mut World, recorded: &[u8]) -> Result<(), Unlike> {
    let rolled = world.take_faces();
    let mut pairs = rolled.iter().zip(recorded).enumerate();
    if let Some((index, (rolled, recorded))) = pairs.find(|(_, (rolled, recorded))| rolled != recorded) {
        let what = format!("die {} is recorded as {recorded}", index + 1);
        return Err(Unlike::new(Place::Face(index), what, format!("the seed rolls {rolled}")));
    }
    if rolled.len() == recorded.len() {
        return Ok(());
    }
    let what = format!("{} dice are recorded", recorded.len());
    let place = Place::Face(rolled.len().min(recorded.len()));
    Err(Unlike::new(place, what, format!("the rules roll {}", rolled.len())))
}

fn check(world: &World, now: String, recorded: u64, same: bool) -> Result<(), Unlike> {
    let digest = world.digest();
    if !same {
        Err(Unlike::new(Place::Start, "the battle is different here", format!("it is {now}")))
    } else if digest == recorded {
        Ok(())
    } else {
        let what = format!("the battle differs from the recorded one: digest {recorded:016x}");
        Err(Unlike::new(Place::Last, what, format!("now it is {digest:016x}")))
    }
}

/// A difference between recording and replay.
struct Unlike {
    place: Place,
    what: String,
    right: String,
}

impl Unlike {
    fn new(place: Place, what: impl Into<String>, right: impl Into<String>) -> Self {
        Self { place, what: what.into(), right: right.into() }
    }
}

/// Where something stands in a line of a recording.
enum Place {
    Start,
    /// The choice, after the tag of the one who chose.
    Choice,
    /// One of the dice, after the bar.
    Face(usize),
    /// The last word.
    Last,
}

impl Place {
    /// The byte of the line.
    fn offset(&self, line: &str) -> usize {
        let after = |sign: char| line.find(sign).map_or(line.len(), |at| at + 1);
        let (from, skipped) = match self {
            Self::Start => (0, 0),
            Self::Choice => (after(':'), 0),
            Self::Face(index) => (after('|'), *index),
            Self::Last => (line.trim_end().rfind(' ').unwrap_or(0), 0),
        };
        let word = line[from..].split_whitespace().nth(skipped);
        word.map_or(line.len(), |word| word.as_ptr().addr() - line.as_ptr().addr())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::*;
    use crate::{
        dice::Stream,
        levels::{Level, Writer, builtin},
        rules::{Course, Offers, Settings, Target, play},
    };

    /// A random choice that the rules accept.
    fn any_choice(battle: &Battle, offers: &Offers, stream: &mut Stream) -> Choice {
        loop {
            let choice = guess(battle, offers, stream);
            if play::answer(battle, offers, &choice).is_ok() {
                return choice;
            }
        }
    }

    fn guess(battle: &Battle, offers: &Offers, stream: &mut Stream) -> Choice {
        let open: Vec<_> = offers.0.iter().filter(|offer| offer.is_open()).collect();
        let mut pick = |count: usize| stream.below(count as u32) as usize;
        let offer = open[pick(open.len())];
        let mut choice = offer.assemblies(100).next().unwrap_or_else(|| Choice::of(offer));
        match offer.built(&choice).target {
            Target::Nothing => {}
            Target::Way(ways) => {
                let who = battle.decision().unwrap().who;
                let to = ways[pick(ways.len())].square;
                choice = choice.to(battle.journey(who, offer.verb, Course::To(to)).unwrap().route.squares);
            }
            Target::Square(squares) => choice = choice.to(vec![squares[pick(squares.len())]]),
            Target::Combatant(list) => {
                let list: Vec<_> = list.iter().filter(|candidate| candidate.refusal.is_none()).collect();
                choice = choice.on(list[pick(list.len())].who);
            }
        }
        choice
    }

    fn header(level: &Level, seed: u64) -> Header {
        let settings = Settings::defaults(level.ruleset);
        let seats = vec!["person".into(), "computer".into()];
        let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed, seats, start: 0 };
        header.start = open(&header, Roster::builtin()).unwrap().digest();
        header
    }

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("proving-ground-{name}-{}.txt", std::process::id()))
    }

    /// Plays some random choices, records them, and gives the text and the battle's digest at the end.
    fn record(level: &Level, seed: u64, choices: usize, name: &str) -> (String, u64) {
        let path = path(name);
        let header = header(level, seed);
        let mut battle = open(&header, Roster::builtin()).unwrap();
        let mut writer = Writer::create(&path, &header).unwrap();
        let mut dice = Rolled::new(seed);
        let mut journal = Vec::new();
        let mut stream = Stream::new(seed, 7);
        play::begin(&mut battle, &mut dice, &mut journal);
        writer.begin(&battle, &dice.take_faces()).unwrap();
        for _ in 0..choices {
            let Some(decision) = battle.decision().cloned() else { break };
            let offers = battle.ruleset.rules().offers(&battle, &decision);
            let choice = any_choice(&battle, &offers, &mut stream);
            let text = choice.text(&battle, &offers);
            let (who, round) = (battle.combatant(decision.who).identity.tag.to_string(), battle.scene.round);
            play::submit(&mut battle, &offers, &choice, &mut dice, &mut journal).unwrap();
            writer.choice(&who, &text, &dice.take_faces(), round, &battle).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(path).unwrap();
        (text, battle.digest())
    }

    fn played(text: &str) -> Result<u64, String> {
        let recording = Recording::parse("r.txt", text, Roster::builtin()).map_err(|faults| faults.to_string())?;
        if let Some(rest) = &recording.rest {
            return Err(rest.to_string());
        }
        let replay = replay(&recording, Roster::builtin()).map_err(|faults| faults.to_string())?;
        Ok(replay.battle().digest())
    }

    #[test]
    fn recordings_replay_to_the_same_battle() {
        for (index, level) in builtin().iter().enumerate() {
            for seed in 0..3 {
                let (text, digest) = record(level, seed, 150, &format!("same-{index}-{seed}"));
                assert_eq!(played(&text), Ok(digest), "{text}");
            }
        }
    }

    #[test]
    fn what_differs_is_told_with_its_line() {
        let (text, _) = record(&builtin()[1], 3, 60, "differs");
        let begin = text.lines().position(|line| line.starts_with("begin")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let changed = |index: usize, line: &str| {
            let mut lines = lines.clone();
            lines[index] = line;
            played(&(lines.join("\n") + "\n")).unwrap_err()
        };
        let rolled = lines[begin].split('|').nth(1).unwrap().trim();
        let other = if rolled.starts_with('3') { "begin | 4" } else { "begin | 3" };
        let wrong = format!("{other}{}", &rolled[rolled.find(' ').unwrap()..]);
        assert!(changed(begin, &wrong).starts_with(&format!("r.txt:{}:9: die 1 is recorded as", begin + 1)));
        assert!(changed(begin, "begin | 3 3").contains("die"));
        assert!(changed(begin + 1, "round 1 0000000000000000").contains("differs from the recorded one"));
        assert!(changed(begin + 1, "round 7 0000000000000000").contains("the battle is different here"));
        assert!(changed(begin + 2, "nobody: end").contains("`nobody` is not asked here; the rules ask"));
        let who = lines[begin + 2].split(':').next().unwrap();
        assert!(changed(begin + 2, &format!("{who}: fly a1")).contains("cannot be chosen"));
        assert!(changed(begin + 2, "hello world").contains("is not a line of a recording"));
        let undone = changed(begin + 2, "undo 9");
        let told = ["9 choices cannot be taken back", "are left out", "only 0 have been made by then"];
        assert!(told.iter().all(|words| undone.contains(words)), "{undone}");
        assert!(changed(begin + 2, "undo x").contains("is not a line of a recording"));
        assert!(changed(0, "proving-ground recording 7").contains("format 7 is newer than this version reads"));
        assert!(changed(0, "something else").contains("is not a recording"));
        assert!(changed(1, "ruleset percentil").contains("did you mean `percentile`?"));
        assert!(changed(2, "seed five").contains("`five` is not a seed"));
        let start = text.lines().position(|line| line.starts_with("start")).unwrap();
        assert!(changed(start, "start 00").contains("rosters or rules have changed"));
        let unit = text.lines().position(|line| line.contains("archetype:")).unwrap();
        let gone = changed(unit, "(archetype: \"archr\", at: \"a1\"),");
        assert!(gone.starts_with(&format!("r.txt:{}:", unit + 1)) && gone.contains("archer"), "{gone}");
    }

    #[test]
    fn all_faults_of_a_header_are_told() {
        let (text, _) = record(&builtin()[1], 3, 2, "header");
        let text = text
            .replace("ruleset ", "ruleset x")
            .replace("seed 3", "set pct.tie no\nseed x")
            .replace("seat computer\n", "seat dragon\nseat person\nseet person\n");
        let told = Recording::parse("r.txt", &text, Roster::builtin()).unwrap_err().to_string();
        for what in [
            "r.txt:2:9: no ruleset is called",
            "r.txt:4:6: `x` is not a seed",
            "r.txt:6:6: there is no seat `dragon`; choose person, computer, computer:quick, computer:steady, computer:easy or computer:greedy",
            "r.txt:8:6: `seet` does not belong before the first event; did you mean `se",
            "r.txt:7:1: the recording has 3 seats; the level has 2 sides",
        ] {
            assert!(told.contains(what), "{what}\n{told}");
        }
        let lines = told.lines().count();
        let told = Recording::parse("r.txt", &format!("{text}hello\n"), Roster::builtin()).unwrap_err().to_string();
        assert!(
            lines == 5 && told.lines().count() == 6 && told.contains("`hello` is not a line of a recording"),
            "{told}"
        );
    }

    #[test]
    fn settings_are_recorded_where_they_differ() {
        let level = &builtin()[0];
        let mut header = header(level, 1);
        assert!(!header.text().contains("\nset "));
        let setting = header.ruleset.rules().settings()[0];
        header.settings.set(0, &setting, setting.default + 1);
        let line = format!("\nset {} {}\n", setting.key, setting.word(setting.default + 1));
        assert!(header.text().contains(&line));
        let read = Recording::parse("r.txt", &header.text(), Roster::builtin()).unwrap();
        assert_eq!(read.header, header);
    }

    #[test]
    fn a_line_cut_off_is_dropped_and_written_anew() {
        let (text, _) = record(&builtin()[1], 5, 20, "cut");
        let last = text.trim_end().rfind('\n').unwrap() + 1;
        let cut = &text[..last + 4];
        let recording = Recording::parse("r.txt", cut, Roster::builtin()).unwrap();
        assert!(recording.note.as_deref().unwrap().contains("is cut off and was dropped"));
        let path = path("resume");
        fs::write(&path, cut).unwrap();
        let mut writer = Writer::resume(&path, &recording).unwrap();
        writer.undo(2).unwrap();
        let resumed = fs::read_to_string(&path).unwrap();
        assert_eq!(resumed, format!("{}undo 2\n", &text[..last]));
        let shorter = Recording::load(&path, Roster::builtin()).unwrap();
        assert_eq!((shorter.choices(), shorter.note.clone()), (recording.choices() - 2, None));
        assert!(replay(&shorter, Roster::builtin()).is_ok());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_recording_cut_anywhere_is_a_recording_or_a_fault() {
        let (text, _) = record(&builtin()[1], 9, 6, "anywhere");
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(7) {
            if let Ok(recording) = Recording::parse("r.txt", &text[..at], Roster::builtin()) {
                assert!(replay(&recording, Roster::builtin()).is_ok());
            }
        }
    }
}
