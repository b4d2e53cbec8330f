//! `play` and `screenshot`: all arguments are read and checked before a window opens.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;

use super::{
    find,
    headless_battle::{HeadlessBattle, set_up},
    print::{CommandResult, Stop, complain, count},
    rules_args::RulesArgs,
};
use crate::{
    geometry::Square,
    lab::FieldKind,
    levels::{Event, Faults, Level, Recording, Roster, is_recording_file, meant, read_text, write_atomically},
    rules::{Battle, Offer, RulesetId, Settings, Target, Team},
    seats::Seat,
};

const PLAY_EXAMPLES: &str = "\
Examples:
  proving-ground play                                   the title screen
  proving-ground play tanner-row                        blue against the computer
  proving-ground play meadow --seat orange=person       two people at one machine
  proving-ground play my-level.ron --seed 7 --seat blue=computer --seat orange=computer
  proving-ground play --seed 7 --seat orange=person     the setup page, with these chosen already
  proving-ground play FILE.pgr                          continue a recording
  proving-ground play FILE.pgr --watch                  watch it from its start
  proving-ground play tanner-row --lab                  the level in the lab: put anybody anywhere, ask what follows";

const SCREENSHOT_EXAMPLES: &str = "\
Examples:
  proving-ground screenshot --level meadow --out start.png
  proving-ground screenshot --level meadow --out later.png --after 40 --size 1920x1080
  proving-ground screenshot --level meadow --out mine.png --choices choices.txt --scale 1.5
  proving-ground screenshot --level tanner-row --out aim.png --seed 2 --offer shoot --target lysk
  proving-ground screenshot --level tanner-row --out lab.png --lab --pick cale --target lysk

A file of choices has one per line, written as in recordings: `cale: shoot lysk crossbow luck=1`. \
Empty lines and lines that start with # are skipped.";

/// Opens windows for the command line, which does not depend on the screens.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Opens the game.
    pub play: fn(PlayOptions) -> ExitCode,
    /// Draws a position to a file.
    pub screenshot: fn(ScreenshotOptions) -> ExitCode,
}

impl Default for Window {
    /// A build without windows: both report that it has none.
    fn default() -> Self {
        Self { play: |_| no_window(), screenshot: |_| no_window() }
    }
}

fn no_window() -> ExitCode {
    complain(&"this build cannot open a window; `proving-ground help` lists what works without one");
    ExitCode::FAILURE
}

/// What the game opens with; the rest is chosen on the setup screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayOptions {
    /// The level; without one the title screen comes first.
    pub level: Option<Level>,
    /// The ruleset and its settings, if there is a level.
    pub rules: Option<(RulesetId, Settings)>,
    /// The seed of the battle.
    pub seed: Option<u64>,
    /// Who plays each side, where given.
    pub seats: [Option<Seat>; Team::MOST],
    /// A recording to continue instead. It has been read, and it replays without faults.
    pub recording: Option<PathBuf>,
    /// Whether the recording is only to be watched.
    pub watch: bool,
    /// Whether the lab opens, with the level if there is one.
    pub lab: bool,
}

/// The position to draw and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenshotOptions {
    /// The level; without one the title or the setup screen is drawn.
    pub level: Option<Level>,
    /// The ruleset and its settings, if there is a level.
    pub rules: Option<(RulesetId, Settings)>,
    /// The seed of the battle.
    pub seed: u64,
    /// The choices up to the position, each with the one who is asked: `cale: shoot lysk crossbow`. All have been tried
    /// out.
    pub choices: Vec<String>,
    /// Whether the person who is asked has already taken the seat, where it is handed over unseen.
    pub seated: bool,
    /// The square pointed at.
    pub point: Option<Square>,
    /// The verb of the offer that is open.
    pub offer: Option<String>,
    /// The tag of the target.
    pub target: Option<String>,
    /// Whether the setup screen is wanted.
    pub setup: bool,
    /// Whether the lab is wanted, with the level.
    pub lab: bool,
    /// The tag of the fighter picked in the lab.
    pub pick: Option<String>,
    /// The field shown in the lab.
    pub field: Option<FieldKind>,
    /// The file to write.
    pub out: PathBuf,
    /// Width and height of the picture in pixels.
    pub size: (u32, u32),
    /// The scale of text and panels, 1 being normal.
    pub scale: f32,
}

#[derive(Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub(super) struct Play {
    /// A built-in level, a level file, or a recording to continue; by default the title screen opens
    level: Option<String>,
    #[command(flatten)]
    rules_args: RulesArgs,
    /// The seed of the battle; without a level it is filled in on the setup screen
    #[arg(long)]
    seed: Option<u64>,
    /// Who plays a side: `blue=person`, `orange=computer`, `orange=computer:quick`; without a level it is set on the
    /// setup screen
    #[arg(long = "seat", value_name = "SIDE=WHO", value_parser = find::seat)]
    seats: Vec<(Team, Seat)>,
    /// Watch the recording from its start, and change nothing
    #[arg(long, requires = "level", conflicts_with_all = ["ruleset", "settings", "seed", "seats"])]
    watch: bool,
    /// Open the lab with the level
    #[arg(long, conflicts_with_all = ["seed", "seats", "watch"])]
    lab: bool,
}

#[derive(Args)]
#[command(after_help = SCREENSHOT_EXAMPLES)]
pub(super) struct Screenshot {
    /// A built-in level or a level file; without one the title screen is drawn
    #[arg(long)]
    level: Option<String>,
    /// Draw the setup screen
    #[arg(long, conflicts_with = "level")]
    setup: bool,
    /// The PNG file to write
    #[arg(long, value_name = "FILE", value_parser = png)]
    out: PathBuf,
    #[command(flatten)]
    rules_args: RulesArgs,
    /// Width and height in pixels
    #[arg(long, default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// The seed of the battle
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play the choices of this file first
    #[arg(long, value_name = "FILE", requires = "level", conflicts_with = "after")]
    choices: Option<PathBuf>,
    /// Let the computer make this many choices first
    #[arg(long, value_name = "CHOICES", requires = "level")]
    after: Option<usize>,
    /// Take the seat for the person who is asked, where it would be handed over unseen
    #[arg(long, requires = "level", conflicts_with = "lab")]
    seated: bool,
    /// Point at a square
    #[arg(long, value_name = "SQUARE", requires = "level")]
    point: Option<Square>,
    /// Open an offer by its verb, such as `shoot`
    #[arg(long, value_name = "VERB", requires = "level")]
    offer: Option<String>,
    /// Aim it at somebody; in the lab, the target of the picked fighter
    #[arg(long, value_name = "TAG")]
    target: Option<String>,
    /// Draw the lab with the level at its start
    #[arg(long, requires = "level", conflicts_with_all = ["choices", "after", "offer", "setup"])]
    lab: bool,
    /// Pick somebody in the lab
    #[arg(long, value_name = "TAG", requires = "lab")]
    pick: Option<String>,
    /// Show a field in the lab, by its kind: `proving-ground field --help` lists them
    #[arg(long, value_name = "KIND", requires = "pick", value_parser = find::field_kind())]
    field: Option<FieldKind>,
    /// The scale of text and panels, 0.5 to 3
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f32,
}

impl Play {
    pub(super) fn options(&self) -> Result<PlayOptions, Stop> {
        if let Some(path) = self.level.as_deref().map(Path::new).filter(|path| is_recording_file(path)) {
            return self.recording(path);
        }
        if self.lab && self.level.is_none() {
            self.rules_args.rules_of(None)?;
            return Ok(PlayOptions { lab: true, ..PlayOptions::default() });
        }
        if self.watch {
            return Err(Stop::Usage("only recordings can be watched; `proving-ground recordings` lists them"));
        }
        let level = self.level.as_deref().map(find::level).transpose()?;
        let seats = find::seats(level.as_ref(), &self.seats)?;
        let rules = self.rules_args.rules_of(level.as_ref())?;
        Ok(PlayOptions { level, rules, seed: self.seed, seats, lab: self.lab, ..PlayOptions::default() })
    }

    /// A recording, if it can be continued.
    fn recording(&self, path: &Path) -> Result<PlayOptions, Stop> {
        if self.seed.is_some() || !self.seats.is_empty() || self.rules_args.is_asked_for() {
            let what =
                "a recording has its own rules, seed and seats; leave --ruleset, --setting, --seed and --seat out";
            return Err(Stop::Usage(what));
        }
        if self.lab {
            return Err(Stop::Usage("the lab opens a moment of a recording by itself, with Ctrl O; leave --lab out"));
        }
        let recording = Recording::load(path, Roster::builtin())?.playable(Roster::builtin())?;
        let over = recording.lines.iter().find_map(|line| match line.event {
            Event::Over { winner, .. } => Some(winner),
            _ => None,
        });
        if let Some(winner) = over.filter(|_| !self.watch) {
            let won = winner.map_or_else(|| "nobody won".to_string(), |team| format!("{team} won"));
            let right = "watch it with `--watch`, or read what happened with `proving-ground replay`";
            return Err(
                Faults::of_file(&path.display().to_string(), format!("this battle is over: {won}"), right).into()
            );
        }
        Ok(PlayOptions { recording: Some(path.into()), watch: self.watch, ..PlayOptions::default() })
    }
}

impl Screenshot {
    /// Draws the picture to a temporary file, and moves it into place once it is complete.
    pub(super) fn run(&self, draw: fn(ScreenshotOptions) -> ExitCode) -> CommandResult {
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let fault = |what: String, right: &str| Faults::of_file(&self.out.display().to_string(), what, right);
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let what = format!("there is no folder {}", folder.display());
            return Err(fault(what, "make it first, or name another").into());
        }
        let part = std::env::temp_dir().join(format!("proving-ground-{}.png", std::process::id()));
        let options = self.options()?;
        let code = draw(ScreenshotOptions { out: part.clone(), ..options });
        let picture = fs::read(&part);
        // The picture is in memory now; if none was written, there is none to remove.
        let _ = fs::remove_file(&part);
        let picture = picture.map_err(|error| {
            let what = format!("no picture has been drawn: {} cannot be read: {error}", part.display());
            fault(what, "see what is said above, or name another folder for temporary files")
        })?;
        write_atomically(&self.out, &picture).map_err(|error| {
            fault(format!("cannot be written: {error}"), "name a file in a folder you can write to")
        })?;
        Ok(code)
    }

    pub(super) fn options(&self) -> Result<ScreenshotOptions, Stop> {
        let level = self.level.as_deref().map(find::level).transpose()?;
        let choices = level.as_ref().map(|level| self.choices(level)).transpose()?.unwrap_or_default();
        let rules = self.rules_args.rules_of(level.as_ref())?;
        Ok(ScreenshotOptions {
            level,
            rules,
            seed: self.seed,
            choices,
            seated: self.seated,
            point: self.point,
            offer: self.offer.clone(),
            target: self.target.clone(),
            setup: self.setup,
            lab: self.lab,
            pick: self.pick.clone(),
            field: self.field,
            out: self.out.clone(),
            size: self.size,
            scale: self.scale,
        })
    }

    /// The choices up to the position, each tried.
    fn choices(&self, level: &Level) -> Result<Vec<String>, Stop> {
        let mut headless = HeadlessBattle::begin(set_up(level, &self.rules_args)?, self.seed, Default::default());
        let mut choices = Vec::new();
        if let Some(path) = &self.choices {
            let file = path.display().to_string();
            for (number, line) in (1..).zip(read_text(path)?.lines()) {
                let words = line.trim();
                if !words.is_empty() && !words.starts_with('#') {
                    let at = line.len() - line.trim_start().len();
                    headless.say(words).map_err(|what| Faults::within(&file, (number, line), at, what, ""))?;
                    choices.push(words.to_string());
                }
            }
        }
        while choices.len() < self.after.unwrap_or(0)
            && let Some(offers) = headless.offers()
        {
            choices.push(headless.think(&offers)?);
        }
        if let Some(after) = self.after.filter(|after| choices.len() < *after) {
            let made = count(choices.len(), "choice");
            return Err(Stop::Because(format!("--after {after}: the battle is over after {made}")));
        }
        self.judge(&mut headless)?;
        Ok(choices)
    }

    /// Checks that everything the picture is to show exists in the position.
    fn judge(&self, headless: &mut HeadlessBattle) -> Result<(), Stop> {
        if let Some(square) = self.point.filter(|square| headless.battle().scene.field.cell(*square).is_none()) {
            return Err(Stop::Because(format!("--point {square}: that is off the board")));
        }
        if self.lab {
            let mut tags = self.pick.iter().chain(&self.target);
            return tags.try_for_each(|tag| find::combatant(headless.battle(), tag).map(|_| ()));
        }
        if self.offer.is_none() && self.target.is_some() {
            return Err(Stop::Usage("--target goes with --offer, or with --lab and --pick"));
        }
        let Some(verb) = &self.offer else { return Ok(()) };
        let offers = headless.offers().map(|offers| offers.0.clone()).unwrap_or_default();
        let open = || offers.iter().filter(|offer| offer.is_open());
        let Some(offer) = open().find(|offer| offer.verb == verb) else {
            let why = offers.iter().find(|offer| offer.verb == verb).map(|offer| match &offer.refusal {
                Some(refusal) => format!("refused: {refusal}"),
                None => "there is nothing to aim it at".into(),
            });
            let mut verbs: Vec<&str> = open().map(|offer| offer.verb).collect();
            verbs.dedup();
            let why = why.unwrap_or_else(|| format!("{} has no such choice; {}", headless.asked(), meant(verb, verbs)));
            return Err(Stop::Because(format!("--offer {verb}: {why}")));
        };
        self.target.as_deref().map_or(Ok(()), |tag| aimed(headless.battle(), offer, tag))
    }
}

/// Checks that an offer can be aimed at somebody.
fn aimed(battle: &Battle, offer: &Offer, tag: &str) -> Result<(), Stop> {
    let who = find::combatant(battle, tag)?;
    let Target::Combatant(list) = &offer.target else {
        return Err(Stop::Because(format!("--target {tag}: `{}` is aimed at nobody", offer.verb)));
    };
    let why = match list.iter().find(|candidate| candidate.who == who) {
        Some(candidate) => candidate.refusal.as_ref().map(|refusal| format!("refused: {refusal}")),
        None => Some(format!("`{}` cannot be aimed there", offer.verb)),
    };
    why.map_or(Ok(()), |why| Err(Stop::Because(format!("--target {tag}: {why}"))))
}

fn png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if is_png { Ok(path) } else { Err("the name must end in .png".into()) }
}

/// The most pixels of a picture: as many as any graphics adapter, or software in its place, can draw.
const MOST_PIXELS: u32 = 3840 * 2160;

/// Sizes that panels fit into and that can be drawn everywhere.
fn size(text: &str) -> Result<(u32, u32), String> {
    let read =
        |part: &str, range: std::ops::RangeInclusive<u32>| part.parse().ok().filter(|pixels| range.contains(pixels));
    let (width, height) = text.split_once('x').unwrap_or((text, ""));
    let size = read(width, 640..=8192).zip(read(height, 360..=8192));
    let (width, height) = size.ok_or("write WIDTHxHEIGHT, from 640x360 to 8192 on each side")?;
    if width * height > MOST_PIXELS {
        return Err(format!("{width}x{height} are too many pixels; at most as many as 3840x2160 has"));
    }
    Ok((width, height))
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok().filter(|scale| (0.5..=3.0).contains(scale));
    scale.ok_or_else(|| "write a number from 0.5 to 3".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_wrong_ones_explained() {
        assert_eq!(size("1280x720"), Ok((1280, 720)));
        assert!(size("1280").is_err() && size("0x720").is_err() && size("99999x720").is_err());
        assert!(size("3840x2160").is_ok() && size("8192x1000").is_ok());
        assert!(size("8192x8192").unwrap_err().contains("too many pixels"));
        assert_eq!(scale("1.5"), Ok(1.5));
        assert!(scale("NaN").is_err() && scale("9").is_err());
        assert!(png("a.png").is_ok() && png("A.PNG").is_ok() && png("a.jpg").is_err());
    }
}
