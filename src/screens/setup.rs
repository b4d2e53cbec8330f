//! The setup of a battle: level, rules, seats, seed.

use std::path::Path;

use bevy::prelude::{App, IntoScheduleConfigs as _, OnEnter, ResMut, Resource, Update, World, in_state};
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{Ui, Vec2},
};

use super::{
    FrameSystems, Screen,
    app::{in_window, record},
    battle,
    menu::{self, AskedRule, Menu},
};
use crate::{
    ai::Depth,
    levels::{self, HarderTask, Level, Power, Roster, sides},
    panels::{
        setup::{
            self, Intent,
            model::{FaultModel, LevelModel, RulesetModel, SeatModel, SettingModel, SetupModel},
        },
        title::Page,
    },
    rules::{RulesetId, Setting, Settings, Team, counted},
    seats::{Game, Seat},
};

/// The choices so far, kept between visits.
#[derive(Resource)]
pub(super) struct Setup {
    levels: Vec<Level>,
    /// How often one of the player's own levels was found changed: part of a map's name, so that its map is drawn
    /// again.
    read: usize,
    level: usize,
    faults: Vec<FaultModel>,
    ruleset: RulesetId,
    rules: Settings,
    /// Whether the player has chosen the ruleset or one of its settings; levels then no longer bring their own.
    by_hand: bool,
    seats: [Seat; Team::MOST],
    seed: String,
    dialog: bool,
    path: Option<String>,
    pressed: Option<Intent>,
}

pub(super) fn plugin(app: &mut App) {
    let is_open = in_state(Screen::Setup);
    app.init_resource::<Setup>()
        .add_systems(OnEnter(Screen::Setup), (menu::look_for_recordings, look_for_levels))
        .add_systems(Update, carry_out.in_set(FrameSystems::Intent).run_if(is_open.clone()))
        .add_systems(EguiPrimaryContextPass, in_window(draw).in_set(FrameSystems::Draw).run_if(is_open));
}

/// Reads the player's own levels again, since the lab may have saved some; those known already keep their place.
fn look_for_levels(mut setup: ResMut<'_, Setup>) {
    let (own, wrong) = levels::own_levels(Roster::in_play());
    let (builtin, mut faults) = playable();
    for level in own {
        let is_it = |(place, known): (usize, &Level)| place >= builtin.len() && known.tag == level.tag;
        match setup.levels.iter().enumerate().position(is_it) {
            Some(place) if setup.levels[place] == level => {}
            Some(place) => {
                setup.levels[place] = level;
                setup.read += 1;
            }
            None => setup.levels.push(level),
        }
    }
    faults.extend(wrong.iter().flat_map(fault_models));
    setup.faults = faults;
}

/// Draws the page.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    let pressed = menu::draw(world, ui, Page::Skirmish, |world, ui| {
        let model = world.resource::<Setup>().model(ui);
        setup::show(ui, &model)
    });
    if pressed.is_some() {
        ui.ctx().request_repaint();
    }
    world.resource_mut::<Setup>().pressed = pressed;
}

fn carry_out(world: &mut World) {
    let mut setup = world.resource_mut::<Setup>();
    match setup.pressed.take() {
        Some(Intent::OpenRule(rule)) => {
            let (ruleset, edition) = (setup.ruleset, setup.rules.edition(setup.ruleset.rules().settings()));
            world.resource_mut::<Menu>().rule = Some(AskedRule { ruleset, rule, edition });
        }
        Some(Intent::Start) => start(world),
        Some(intent) => setup.choose(intent),
        None => {}
    }
}

/// Starts the battle that has been set up; faults are shown on the page.
fn start(world: &mut World) {
    let setup = world.resource::<Setup>();
    let Some((level, seed)) = setup.levels.get(setup.level).cloned().zip(setup.seed()) else { return };
    let (ruleset, rules, seats) = (setup.ruleset, setup.rules.clone(), setup.seats);
    match Game::new(world, &level, Roster::builtin(), ruleset, rules, seed, seats) {
        Ok(mut game) => {
            record(world, &mut game);
            battle::enter(world, game, None);
        }
        Err(faults) => {
            let words = faults.to_string();
            world.resource_mut::<Setup>().faults = vec![FaultModel { file: level.tag, line: 1, column: 1, words }];
        }
    }
}

/// A random seed, short enough to say aloud.
pub(super) fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _, RandomState};
    // The standard library's own randomness: the only place where chance may come from outside.
    RandomState::new().build_hasher().finish() % 10_000_000
}

/// Presets the seed and seats given on the command line and opens the page; does nothing if none are given.
pub(super) fn preselect(world: &mut World, seed: Option<u64>, seats: [Option<Seat>; Team::MOST]) {
    if seed.is_none() && seats.iter().all(Option::is_none) {
        return;
    }
    world.resource_mut::<Setup>().preselect(seed, seats);
    menu::go(world, Page::Skirmish);
}

pub(super) fn fault_models(faults: &levels::Faults) -> Vec<FaultModel> {
    let model = |fault: &levels::Fault| FaultModel {
        file: fault.file.clone(),
        line: fault.line,
        column: fault.column,
        words: fault.words(),
    };
    faults.0.iter().map(model).collect()
}

/// The levels that come with the game, and what is wrong with the player's rosters.
fn playable() -> (Vec<Level>, Vec<FaultModel>) {
    let mut faults: Vec<FaultModel> = Roster::faults_in_play().iter().flat_map(fault_models).collect();
    let (levels, left_out) = levels::builtin_in_play();
    faults.extend(left_out.iter().flat_map(|(_, wrong)| fault_models(wrong)));
    (levels, faults)
}

impl Default for Setup {
    fn default() -> Self {
        let (levels, faults) = playable();
        let ruleset = RulesetId::first();
        // A first-time player can win.
        let mut seats = [Seat::Computer(Depth::Easy); Team::MOST];
        seats[0] = Seat::Person;
        Self {
            level: levels.iter().position(|level| level.tag == "tanner-row").unwrap_or(0),
            levels,
            read: 0,
            faults,
            ruleset,
            rules: Settings::defaults(ruleset),
            by_hand: false,
            seats,
            seed: any_seed().to_string(),
            dialog: false,
            path: None,
            pressed: None,
        }
    }
}

impl Setup {
    /// Presets the seed and the seats that are given.
    fn preselect(&mut self, seed: Option<u64>, seats: [Option<Seat>; Team::MOST]) {
        for (seat, said) in self.seats.iter_mut().zip(seats) {
            *seat = said.unwrap_or(*seat);
        }
        if let Some(seed) = seed {
            self.seed = seed.to_string();
        }
    }

    /// Carries out intents in the setup.
    fn choose(&mut self, intent: Intent) {
        self.by_hand |= matches!(intent, Intent::Ruleset(_) | Intent::Set(..));
        match intent {
            Intent::AskFile => self.path = Some(String::new()),
            Intent::Path(path) => self.path = Some(path),
            Intent::OpenFile => self.open_file(),
            // Choosing the same one again keeps what has been changed.
            Intent::Ruleset(ruleset) if ruleset == self.ruleset => {}
            Intent::Level(index) if index == self.level => {}
            Intent::Level(index) => self.choose_level(index),
            Intent::Ruleset(ruleset) => {
                self.ruleset = ruleset;
                self.rules = Settings::defaults(ruleset);
            }
            Intent::Seat(team, seat) => {
                self.seats[usize::from(team.0)] = match seat {
                    setup::Seat::Person => Seat::Person,
                    setup::Seat::Easy => Seat::Computer(Depth::Easy),
                    setup::Seat::Steady => Seat::Computer(Depth::Steady),
                    setup::Seat::Quick => Seat::Computer(Depth::Quick),
                    setup::Seat::Strong => Seat::Computer(Depth::Full),
                    setup::Seat::Greedy => Seat::Computer(Depth::Greedy),
                };
            }
            Intent::Mighty(team, is_so) => {
                let sides = &mut self.levels[self.level].sides;
                if let Some(side) = sides.get_mut(usize::from(team.0)) {
                    side.power = if is_so { Power::Mighty } else { Power::Usual };
                }
            }
            Intent::Seed(seed) => self.seed = seed,
            Intent::NewSeed => self.seed = any_seed().to_string(),
            Intent::OpenSettings => self.dialog = true,
            Intent::Set(index, value) => {
                if let Some(setting) = self.ruleset.rules().settings().get(index) {
                    self.rules.set(index, setting, value);
                }
            }
            Intent::Defaults => self.rules = Settings::defaults(self.ruleset),
            Intent::Close => {
                self.dialog = false;
                self.path = None;
            }
            // Both are carried out outside the setup.
            Intent::OpenRule(_) | Intent::Start => {}
        }
    }

    fn choose_level(&mut self, index: usize) {
        self.level = index;
        self.faults.clear();
        if let Some(level) = self.levels.get(index)
            && level.ruleset != self.ruleset
            && !self.by_hand
        {
            self.ruleset = level.ruleset;
            self.rules = Settings::defaults(level.ruleset);
        }
    }

    fn open_file(&mut self) {
        let Some(path) = self.path.take() else { return };
        match levels::load(Path::new(path.trim()), Roster::in_play()) {
            Ok(level) => {
                self.levels.push(level);
                self.choose_level(self.levels.len() - 1);
            }
            Err(faults) => self.faults = fault_models(&faults),
        }
    }

    /// Whether the fighters of a side are mighty; `None` if the rules make no difference.
    fn mighty(&self, team: Team) -> Option<bool> {
        let level = &self.levels[self.level];
        let side = level.sides.get(usize::from(team.0))?;
        level.has_power(team, Roster::builtin(), self.ruleset).then_some(side.power == Power::Mighty)
    }

    /// Whether a harder task concerns those in the seats: of strong and steady computers, the strong ones are more like
    /// persons.
    fn concerns(&self, task: HarderTask) -> bool {
        let sides = self.levels[self.level].sides.len();
        let thinks = |depth: fn(&Depth) -> bool| {
            self.seats.iter().take(sides).any(|seat| matches!(seat, Seat::Computer(of) if depth(of)))
        };
        let is_steady = thinks(|of| matches!(of, Depth::Steady | Depth::Quick)) && !thinks(|of| *of == Depth::Full);
        match task {
            HarderTask::Always => true,
            HarderTask::BetweenStrong => !is_steady,
            HarderTask::BetweenSteady => is_steady,
        }
    }

    fn seed(&self) -> Option<u64> {
        self.seed.split_whitespace().collect::<String>().parse().ok()
    }

    fn model(&self, ui: &Ui) -> SetupModel {
        let level = &self.levels[self.level];
        let count = |level: &Level| {
            // Fighters still to come are told only to the player of their side.
            let there = |team: u8| level.there_from_the_start(Team(team)).to_string();
            let sides: Vec<String> = (0..level.sides.len() as u8).map(there).collect();
            let extent = level.field.extent();
            format!("{} by {}, {}", extent.width, extent.height, sides.join(" against "))
        };
        let extent = level.field.extent();
        let sides = level.sides.len();
        let seats = (0..sides as u8).map(Team).map(|team| SeatModel {
            team,
            seat: match self.seats[usize::from(team.0)] {
                Seat::Person => setup::Seat::Person,
                Seat::Computer(Depth::Easy) => setup::Seat::Easy,
                Seat::Computer(Depth::Steady) => setup::Seat::Steady,
                Seat::Computer(Depth::Quick) => setup::Seat::Quick,
                Seat::Computer(Depth::Full) => setup::Seat::Strong,
                Seat::Computer(Depth::Greedy) => setup::Seat::Greedy,
            },
            roster: format!("{}, {}", level.side_name(team), counted(level.there_from_the_start(team), "fighter")),
            mighty: self.mighty(team),
        });
        let goals = level.goals.iter().map(|goal| format!("{}: {}", level.side_name(goal.team), goal.words()));
        let is_person = |team: Team| matches!(self.seats[usize::from(team.0)], Seat::Person);
        let all = (0..sides as u8).map(Team);
        let is_watched = !all.clone().any(is_person);
        let late = all.filter(|team| is_watched || is_person(*team)).filter_map(|team| level.late_words(team));
        let harder = level.harder(self.ruleset).filter(|(_, task)| self.concerns(*task)).map(|(team, task)| {
            let side = level.side_name(team);
            format!("{side} {} {}", sides::verb(side, "has", "have"), task.words())
        });
        let of_ruleset = self.ruleset.rules().settings();
        let setting = |(index, setting): (usize, &Setting)| SettingModel {
            label: setting.about.into(),
            range: setting.range,
            value: self.rules.get(index, setting),
            default: setting.default,
            rule: setting.rule,
        };
        let settings = of_ruleset.iter().enumerate().map(setting);
        let edition = of_ruleset.iter().enumerate().find(|(_, setting)| setting.is_edition);
        SetupModel {
            levels: self
                .levels
                .iter()
                .enumerate()
                .map(|(place, level)| LevelModel {
                    title: level.name.clone(),
                    about: levels::told_apart(&self.levels, place).unwrap_or_else(|| count(level)),
                })
                .collect(),
            level: self.level,
            map: Some(self.map(ui, level)),
            about: level.about.clone(),
            squares: format!("{} by {} squares", extent.width, extent.height),
            goals: goals
                .chain(harder)
                .chain(late)
                .chain(level.ambush_words(self.ruleset))
                .chain(level.power_words(Roster::builtin(), self.ruleset))
                .collect(),
            lacking: levels::stand_ins(level, Roster::builtin(), self.ruleset).words(),
            faults: self.faults.clone(),
            rulesets: RulesetId::offered().map(RulesetModel::from).collect(),
            ruleset: self.ruleset,
            edition: edition.map(|(index, known)| (index, setting((index, known)))),
            seats: seats.collect(),
            power: level.power_meaning(Roster::builtin(), self.ruleset).map(str::to_owned),
            seed: self.seed.clone(),
            seed_fault: self.seed().is_none().then(|| "A whole number".into()),
            no_start: self.seed().is_none().then(|| "The seed must be a whole number".into()),
            settings: self.dialog.then(|| settings.collect()),
            path: self.path.clone(),
        }
    }

    /// The level's map as a texture, with everybody on it.
    fn map(&self, ui: &Ui, level: &Level) -> (bevy_egui::egui::TextureId, Vec2) {
        menu::map_of(ui, self.map_name(level), level, self.ruleset)
    }

    /// The name of a level's texture, different for each map that may look different.
    fn map_name(&self, level: &Level) -> String {
        format!("map {} {} {} {}", self.read, self.level, level.tag, self.ruleset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_made_mighty_where_the_rules_tell_that_apart() {
        let mut setup = Setup::default();
        let told = |setup: &Setup| [0, 1].map(|team| setup.mighty(Team(team)));
        for ruleset in RulesetId::offered() {
            setup.choose(Intent::Ruleset(ruleset));
            let counts = ruleset == RulesetId::Pools;
            assert_eq!(told(&setup), [counts.then_some(false); 2], "{ruleset}");
            setup.choose(Intent::Mighty(Team(1), true));
            assert_eq!(told(&setup), [counts.then_some(false), counts.then_some(true)], "{ruleset}");
            setup.choose(Intent::Mighty(Team(1), false));
        }
        setup.choose(Intent::Mighty(Team(0), true));
        assert_eq!(setup.levels[setup.level].sides[0].power, Power::Mighty);
    }

    #[test]
    fn a_map_is_drawn_anew_for_other_rules_and_kept_where_nothing_has_changed() {
        let mut world = World::new();
        world.init_resource::<Setup>();
        let name = |world: &World| {
            let setup = world.resource::<Setup>();
            setup.map_name(&setup.levels[setup.level])
        };
        let first = name(&world);
        assert_eq!(name(&world), first);
        let other = RulesetId::offered().find(|ruleset| *ruleset != world.resource::<Setup>().ruleset);
        world.resource_mut::<Setup>().choose(Intent::Ruleset(other.expect("several rulesets")));
        let second = name(&world);
        assert_ne!(second, first, "what everybody holds is of the rules");
        world.run_system_cached(look_for_levels).expect("the system runs");
        assert_eq!(name(&world), second, "levels that are as they were keep their maps");
        world.resource_mut::<Setup>().read += 1;
        assert_ne!(name(&world), second, "one that has been changed has another");
    }

    #[test]
    fn a_first_battle_is_one_to_learn_by() {
        let setup = Setup::default();
        assert!(setup.ruleset.is_first());
        let easiest = Seat::Computer(Depth::Easy);
        assert!(setup.seats[1..].iter().all(|seat| *seat == easiest));
        let mut harder = setup.levels[setup.level].harder(setup.ruleset);
        assert!(harder.all(|(team, _)| team != Team(0)), "the person has the harder task");
    }

    #[test]
    fn a_harder_task_is_told_to_those_whom_it_concerns() {
        let told = |orange: Depth| {
            let mut setup = Setup::default();
            setup.seats[1] = Seat::Computer(orange);
            [HarderTask::Always, HarderTask::BetweenStrong, HarderTask::BetweenSteady].map(|task| setup.concerns(task))
        };
        assert_eq!(told(Depth::Full), [true, true, false]);
        assert_eq!(told(Depth::Steady), [true, false, true]);
        assert_eq!(told(Depth::Easy), [true, true, false], "a person counts as a strong player");
    }

    #[test]
    fn only_a_ruleset_that_nobody_has_chosen_follows_the_level() {
        let mut setup = Setup::default();
        let of = |setup: &Setup, ruleset: RulesetId| {
            setup.levels.iter().position(|level| level.ruleset == ruleset).expect("a level is made for it")
        };
        for ruleset in [RulesetId::Totals, RulesetId::Percentile] {
            setup.choose(Intent::Level(of(&setup, ruleset)));
            assert_eq!(setup.ruleset, ruleset);
        }
        setup.choose(Intent::Ruleset(RulesetId::Rates));
        let settings = RulesetId::Rates.rules().settings();
        let edition = settings.iter().position(|setting| setting.is_edition).expect("it has two");
        setup.choose(Intent::Set(edition, 1));
        let older = setup.rules.clone();
        for ruleset in [RulesetId::Totals, RulesetId::Percentile] {
            setup.choose(Intent::Level(of(&setup, ruleset)));
            assert_eq!((setup.ruleset, &setup.rules), (RulesetId::Rates, &older), "the level is made for {ruleset}");
        }
    }

    #[test]
    fn what_is_asked_for_without_a_level_is_chosen_already() {
        let mut setup = Setup::default();
        assert_eq!(setup.seats[..2], [Seat::Person, Seat::Computer(Depth::Easy)]);
        let mut seats = [None; Team::MOST];
        seats[1] = Some(Seat::Person);
        setup.preselect(Some(77), seats);
        assert_eq!((setup.seed(), &setup.seats[..2]), (Some(77), &[Seat::Person, Seat::Person][..]));
        setup.choose(Intent::Seat(Team(0), setup::Seat::Steady));
        assert_eq!(setup.seats[..2], [Seat::Computer(Depth::Steady), Seat::Person]);
        setup.preselect(None, [None; Team::MOST]);
        assert_eq!(setup.seed(), Some(77));
    }
}
