//! The front pages: title, setup, recordings, settings, help.

use std::path::Path;

use bevy_egui::egui::{Ui, Vec2};

use super::{app::record, battle::BattleScreen, files, prefs};
use crate::{
    board,
    levels::{self, Level, Roster},
    panels::{
        help, recordings, rule,
        settings::{self, SettingsModel},
        setup::{
            self,
            model::{FaultModel, LevelModel, SeatModel, SettingModel, SetupModel},
        },
        theme,
        title::{self, Page, TitleModel},
        widgets::picture,
    },
    rules::{RulesetId, Settings, Team},
    seats::{Game, Seat},
};

/// Where the front pages lead.
pub enum Go {
    /// Out of the game.
    Quit,
    /// Into a battle.
    Battle(Box<BattleScreen>),
}

/// The front pages.
pub struct Front {
    page: Page,
    settings: SettingsModel,
    levels: Vec<Level>,
    level: usize,
    faults: Vec<FaultModel>,
    ruleset: RulesetId,
    rules: Settings,
    seats: [Seat; Team::MOST],
    seed: String,
    dialog: bool,
    path: Option<String>,
    rule: Option<crate::rules::RuleId>,
    found: Vec<files::Found>,
}

/// A seed nobody has asked for, short enough to say aloud.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    // The standard library's own randomness: the one place where chance may come from outside.
    RandomState::new().build_hasher().finish() % 10_000_000
}

impl Front {
    /// The title page.
    pub fn new(settings: SettingsModel) -> Self {
        let levels = levels::builtin().to_vec();
        let ruleset = levels.first().map_or(RulesetId::ALL[0], |level| level.ruleset);
        let mut seats = [Seat::Computer; Team::MOST];
        seats[0] = Seat::Person;
        Self {
            page: Page::Title,
            settings,
            level: levels.iter().position(|level| level.tag == "tanner-row").unwrap_or(0),
            levels,
            faults: Vec::new(),
            ruleset,
            rules: Settings::defaults(ruleset),
            seats,
            seed: any_seed().to_string(),
            dialog: false,
            path: None,
            rule: None,
            found: files::found(30),
        }
    }

    /// The setup page.
    pub fn at_setup(settings: SettingsModel) -> Self {
        Self { page: Page::Skirmish, ..Self::new(settings) }
    }

    /// Shows the page and does what is wanted.
    pub fn frame(&mut self, ui: &mut Ui) -> Option<Go> {
        theme::apply(ui.ctx(), self.settings.reduced_motion);
        ui.ctx().set_zoom_factor(f32::from(self.settings.text) / 100.0);
        ui.reset_style();
        let unfinished = self.found.iter().position(files::Found::is_unfinished);
        let model = TitleModel {
            page: self.page,
            unfinished: unfinished.map(|index| self.words(index)),
            version: format!("Version {}", env!("CARGO_PKG_VERSION")),
        };
        let mut intent = title::navigation(ui, &model);
        if self.page == Page::Title {
            intent = title::show(ui, &model).or(intent);
        }
        if let Some(change) = settings::keys(ui, &self.settings) {
            prefs::change(&mut self.settings, change);
        }
        match intent {
            Some(title::Intent::Quit) => return Some(Go::Quit),
            Some(title::Intent::Continue) => return unfinished.and_then(|index| self.resume(index, true)),
            Some(title::Intent::Go(page)) => {
                // The key that opens a page is not for the page.
                self.page = page;
                ui.ctx().request_repaint();
                return None;
            }
            None => {}
        }
        let go = match self.page {
            Page::Title => None,
            Page::Skirmish => self.setup(ui),
            Page::Recordings => self.recordings(ui),
            Page::Settings => {
                let intent = title::page(ui, "Settings", 560.0, |ui| settings::show(ui, &self.settings));
                if let Some(intent) = intent {
                    prefs::change(&mut self.settings, intent);
                }
                None
            }
            Page::Help => {
                title::page(ui, "Keys and mouse", 820.0, help::show);
                None
            }
        };
        // Last, so that it lies over the page's own dialogs.
        self.show_rule(ui);
        go
    }

    /// The rule that was asked for, until it is closed.
    fn show_rule(&mut self, ui: &Ui) {
        let asked = |id: crate::rules::RuleId| self.ruleset.rules().catalogue().iter().find(|rule| rule.id == id);
        if self.rule.and_then(asked).is_some_and(|one| rule::show(ui.ctx(), one)) {
            self.rule = None;
        }
    }

    fn words(&self, index: usize) -> String {
        let found = &self.found[index];
        match &found.recording {
            Ok(recording) => format!("{}, round {}", recording.header.level.name, found.round()),
            Err(_) => found.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        }
    }

    fn recordings(&mut self, ui: &mut Ui) -> Option<Go> {
        let models: Vec<_> = (0..self.found.len()).map(|index| self.recording_model(index)).collect();
        match title::page(ui, "Recordings", 720.0, |ui| recordings::show(ui, &models))? {
            recordings::Intent::Watch(index) => self.resume(index, false),
            recordings::Intent::Continue(index) => self.resume(index, true),
        }
    }

    fn recording_model(&self, index: usize) -> recordings::RecordingModel {
        let found = &self.found[index];
        let title = match &found.recording {
            Ok(recording) => format!("{}, {}", recording.header.level.name, recording.header.ruleset),
            Err(_) => self.words(index),
        };
        let end = if found.is_unfinished() { "not finished" } else { "finished" };
        let choices = found.recording.as_ref().map_or(0, |recording| recording.choices());
        recordings::RecordingModel {
            title,
            about: format!("Round {}, {choices} choices, {end}", found.round()),
            fault: found.recording.as_ref().err().cloned(),
            unfinished: found.is_unfinished(),
        }
    }

    /// Goes on with a recording, or shows it from the start.
    fn resume(&mut self, index: usize, go_on: bool) -> Option<Go> {
        let found = &mut self.found[index];
        let recording = found.recording.as_ref().ok()?;
        let game = Game::resume(recording, Roster::builtin());
        let outcome = game.map_err(|faults| faults.to_string()).and_then(|mut game| {
            if go_on {
                game.record(found.path.clone(), Some(recording)).map_err(|error| error.to_string())?;
                Ok(BattleScreen::new(game, self.settings))
            } else {
                BattleScreen::watching(game, recording, self.settings)
            }
        });
        match outcome {
            Ok(battle) => Some(Go::Battle(Box::new(battle))),
            Err(words) => {
                found.recording = Err(words);
                self.page = Page::Recordings;
                None
            }
        }
    }

    fn setup(&mut self, ui: &mut Ui) -> Option<Go> {
        let model = self.setup_model(ui);
        match setup::show(ui, &model)? {
            setup::Intent::Level(index) => self.choose_level(index),
            setup::Intent::AskFile => self.path = Some(String::new()),
            setup::Intent::Path(path) => self.path = Some(path),
            setup::Intent::OpenFile => self.open_file(),
            setup::Intent::Ruleset(ruleset) => {
                self.ruleset = ruleset;
                self.rules = Settings::defaults(ruleset);
            }
            setup::Intent::Seat(team, seat) => {
                self.seats[usize::from(team.0)] = match seat {
                    setup::Seat::Person => Seat::Person,
                    setup::Seat::Computer => Seat::Computer,
                };
            }
            setup::Intent::Seed(seed) => self.seed = seed,
            setup::Intent::NewSeed => self.seed = any_seed().to_string(),
            setup::Intent::OpenSettings => self.dialog = true,
            setup::Intent::Set(index, value) => self.rules.set(index, value),
            setup::Intent::Defaults => self.rules = Settings::defaults(self.ruleset),
            setup::Intent::OpenRule(rule) => self.rule = Some(rule),
            setup::Intent::Close => {
                self.dialog = false;
                self.path = None;
            }
            setup::Intent::Start => return self.start(),
        }
        None
    }

    fn choose_level(&mut self, index: usize) {
        self.level = index;
        self.faults.clear();
        if let Some(level) = self.levels.get(index)
            && level.ruleset != self.ruleset
        {
            self.ruleset = level.ruleset;
            self.rules = Settings::defaults(level.ruleset);
        }
    }

    fn open_file(&mut self) {
        let Some(path) = self.path.take() else { return };
        match levels::load(Path::new(path.trim()), Roster::builtin()) {
            Ok(level) => {
                self.levels.push(level);
                self.choose_level(self.levels.len() - 1);
            }
            Err(faults) => {
                let model = |fault: &levels::Fault| FaultModel {
                    file: fault.file.clone(),
                    line: fault.line,
                    column: fault.column,
                    words: if fault.right.is_empty() {
                        fault.what.clone()
                    } else {
                        format!("{}; {}", fault.what, fault.right)
                    },
                };
                self.faults = faults.0.iter().map(model).collect();
            }
        }
    }

    fn seed(&self) -> Option<u64> {
        self.seed.split_whitespace().collect::<String>().parse().ok()
    }

    fn start(&mut self) -> Option<Go> {
        let level = self.levels.get(self.level)?;
        let game = Game::new(level, Roster::builtin(), self.ruleset, self.rules.clone(), self.seed()?, self.seats);
        match game {
            Ok(mut game) => {
                record(&mut game);
                Some(Go::Battle(Box::new(BattleScreen::new(game, self.settings))))
            }
            Err(faults) => {
                let words = faults.to_string();
                self.faults = vec![FaultModel { file: level.tag.clone(), line: 1, column: 1, words }];
                None
            }
        }
    }

    fn setup_model(&self, ui: &Ui) -> SetupModel {
        let level = &self.levels[self.level];
        let count = |level: &Level| {
            let sides: Vec<String> = level.sides.iter().map(|side| side.units.len().to_string()).collect();
            let extent = level.field.extent();
            format!("{} by {}, {}", extent.width, extent.height, sides.join(" against "))
        };
        let extent = level.field.extent();
        let sides = level.sides.len();
        let seats = (0..sides as u8).map(Team).map(|team| SeatModel {
            team,
            seat: match self.seats[usize::from(team.0)] {
                Seat::Person => setup::Seat::Person,
                Seat::Computer => setup::Seat::Computer,
            },
            roster: format!("{}, {}", level.side_name(team), level.sides[usize::from(team.0)].units.len()),
        });
        let goals = level.goals.iter().map(|goal| format!("{}: {}", level.side_name(goal.team), goal.words()));
        let settings = self.ruleset.rules().settings().iter().enumerate().map(|(index, setting)| SettingModel {
            label: setting.about.into(),
            range: setting.range,
            value: self.rules.get(index),
            default: setting.default,
            rule: setting.rule,
        });
        SetupModel {
            levels: self
                .levels
                .iter()
                .map(|level| LevelModel { title: level.name.clone(), about: count(level) })
                .collect(),
            level: self.level,
            map: Some(self.map(ui, level)),
            about: level.about.clone(),
            squares: format!("{} by {} squares", extent.width, extent.height),
            goals: goals.collect(),
            faults: self.faults.clone(),
            rulesets: RulesetId::ALL.iter().map(|id| (*id, id.name().into(), id.rules().about().into())).collect(),
            ruleset: self.ruleset,
            seats: seats.collect(),
            seed: self.seed.clone(),
            seed_fault: self.seed().is_none().then(|| "A whole number".into()),
            no_start: self.seed().is_none().then(|| "The seed is no whole number".into()),
            settings: self.dialog.then(|| settings.collect()),
            path: self.path.clone(),
        }
    }

    /// The level's map as a texture, with everybody on it.
    fn map(&self, ui: &Ui, level: &Level) -> (bevy_egui::egui::TextureId, Vec2) {
        let name = format!("map {} {}", self.level, level.tag);
        let texture = picture::texture(ui.ctx(), name, || {
            let settings = Settings::defaults(self.ruleset);
            match levels::deploy(level, Roster::builtin(), self.ruleset, settings) {
                Ok(battle) => board::map_picture_of(&battle, 1200, 900),
                Err(_) => board::map_picture(&level.field, 1200, 900),
            }
        });
        (texture.id(), texture.size_vec2())
    }
}
