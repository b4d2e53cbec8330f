//! The battle screen: what is pointed at and settled, carried between the game, the board and the panels.

mod insight;
mod models;
mod overlay;
mod pointing;
mod tally;
mod watch;

use std::sync::Arc;

use bevy_egui::egui::Ui;

use self::{insight::Insight, watch::Watching};
use super::prefs;
use crate::{
    board::{self, BoardResponse, Speed, View},
    geometry::Square,
    levels::{Recording, Roster},
    panels::{
        battle::{self as panel, Intent, Overlay},
        settings::{self, SettingsModel},
        theme,
        widgets::tale::Line,
    },
    rules::{Choice, CombatantId, Cost, Offer, Offers, RuleId, Target, Team},
    seats::{Game, Seat},
};

/// Where a battle leads.
pub enum Leave {
    /// To the setup.
    Setup(SettingsModel),
    /// To the title.
    Title(SettingsModel),
    /// Into the same battle anew.
    Again(Box<BattleScreen>),
}

/// What is settled for the decision of now. It is made anew whenever the battle has moved on.
struct Settled {
    revision: u64,
    offers: Arc<Offers>,
    choices: Vec<Choice>,
    chosen: Option<usize>,
}

/// A passing word, and for how long it still stays, in seconds.
struct Toast {
    words: String,
    rule: Option<RuleId>,
    left: f32,
}

/// A battle on screen.
pub struct BattleScreen {
    game: Game,
    view: View,
    settings: SettingsModel,
    settled: Settled,
    target: Option<CombatantId>,
    inspected: Option<CombatantId>,
    hover: Option<Square>,
    by_keys: bool,
    pinned: bool,
    fitted: Option<bevy_egui::egui::Rect>,
    overlay: Option<Overlay>,
    rule: Option<RuleId>,
    toast: Option<Toast>,
    insight: Insight,
    log: Vec<Line>,
    told: (usize, u64),
    seated: Option<Team>,
    watching: Option<Watching>,
    result_closed: bool,
}

impl BattleScreen {
    /// Shows a battle.
    pub fn new(game: Game, settings: SettingsModel) -> Self {
        let entries = game.arena.journal().len();
        let view = View::new(game.battle(), entries);
        let settled = Settled { revision: u64::MAX, offers: game.offers(), choices: Vec::new(), chosen: None };
        Self {
            view,
            game,
            settings,
            settled,
            target: None,
            inspected: None,
            hover: None,
            by_keys: false,
            pinned: false,
            fitted: None,
            overlay: None,
            rule: None,
            toast: None,
            insight: Insight::default(),
            log: Vec::new(),
            told: (0, u64::MAX),
            seated: None,
            watching: None,
            result_closed: false,
        }
    }

    /// Shows a recording from its start.
    ///
    /// # Errors
    /// The recording cannot be played by this version.
    pub fn watching(game: Game, recording: &Recording, settings: SettingsModel) -> Result<Self, String> {
        let watching = Watching::start(recording, Roster::builtin()).map_err(|faults| faults.to_string())?;
        let mut screen = Self::new(game, settings);
        screen.view = View::new(watching.battle(), 0);
        screen.watching = Some(watching);
        Ok(screen)
    }

    /// Whether the terrain is drawn in full.
    pub fn is_baked(&self) -> bool {
        self.view.is_baked()
    }

    /// Points at a square as if the pointer were there, and opens an offer by its verb: for pictures.
    pub fn stage_picture(&mut self, verb: Option<&str>, on: Option<&str>, at: Option<Square>) {
        self.renew();
        self.target = on.and_then(|tag| self.game.battle().tagged(tag)).map(|one| one.id);
        if let Some(verb) = verb
            && let Some(index) = self.settled.offers.0.iter().position(|offer| offer.verb == verb && offer.is_open())
        {
            self.settled.chosen = Some(index);
            if let Some(target) = self.target {
                self.aim(target);
            }
        }
        self.hover = at;
        self.by_keys = at.is_some();
        self.view.stage.reset(self.game.battle(), self.game.arena.journal().len());
    }

    /// Shows a frame and does what is wanted.
    pub fn frame(&mut self, ui: &mut Ui, seconds: f32) -> Option<Leave> {
        theme::apply(ui.ctx(), self.settings.reduced_motion);
        ui.ctx().set_zoom_factor(f32::from(self.settings.text) / 100.0);
        let playing = self.view.stage.is_busy();
        self.play(seconds);
        self.renew();
        self.think_ahead();
        let model = self.model();
        let shown = panel::show(ui, &model);
        self.keep_fitted(shown.board);
        let overlays = self.overlays(ui);
        let hidden_from = self.hidden_from();
        let response = board::show(ui, shown.board, &mut self.view, &overlays, hidden_from);
        let free =
            model.overlay.is_none() && model.rule.is_none() && model.result.is_none() && model.handover.is_none();
        if free {
            self.point(ui, &response);
        }
        if self.view.stage.is_busy()
            || self.game.thinking().is_some()
            || self.watching.is_some()
            || self.toast.is_some()
            || self.insight.is_busy()
        {
            ui.ctx().request_repaint();
        }
        let intent = shown.intent?;
        // Whatever would act on the battle only finishes what is still being played.
        if playing && matches!(intent, Intent::Commit | Intent::EndTurn | Intent::Back | Intent::Undo) {
            self.view.stage.skip();
            return None;
        }
        self.carry_out(intent)
    }

    /// Lets the view play what has happened, and lets the computer act once it has.
    fn play(&mut self, seconds: f32) {
        let speed = match self.settings.speed {
            settings::Speed::Once => Speed::X1,
            settings::Speed::Twice => Speed::X2,
            settings::Speed::Fourfold => Speed::X4,
            settings::Speed::Off => Speed::Off,
        };
        if let Some(toast) = &mut self.toast {
            toast.left -= seconds;
        }
        self.toast.take_if(|toast| toast.left <= 0.0);
        if let Some(words) = self.game.take_fault() {
            self.say(words, None);
        }
        if let Some(watching) = &mut self.watching {
            if !self.view.stage.is_busy() {
                watching.step(seconds);
            }
            self.view.stage.feed(watching.journal());
        } else {
            let busy = self.view.stage.is_busy();
            if !busy && self.overlay.is_none() {
                self.game.think();
            }
            self.view.stage.feed(self.game.arena.journal());
        }
        self.view.stage.advance(seconds, speed, self.settings.reduced_motion);
    }

    /// Makes what is settled fit the decision of now.
    fn renew(&mut self) {
        let revision = self.game.arena.revision();
        if self.settled.revision == revision {
            return;
        }
        // What can be done comes first; the rules' order stays within each half.
        let mut offers = Offers::clone(&self.game.offers());
        offers.0.sort_by_key(|offer| !offer.is_open());
        let offers = Arc::new(offers);
        let choices = offers.0.iter().map(|offer| {
            let choice = Choice::of(offer);
            match &offer.target {
                Target::Combatant(list) => {
                    let open = |who: &CombatantId| list.iter().any(|one| one.who == *who && one.refusal.is_none());
                    let kept = self.target.filter(open);
                    let first = list.iter().find(|one| one.refusal.is_none()).map(|one| one.who);
                    kept.or(first).map_or(choice.clone(), |who| choice.on(who))
                }
                _ => choice,
            }
        });
        let choices = choices.collect();
        // What is likeliest wanted is open from the start: to go somewhere, or else to answer.
        let first = offers.0.iter().position(|offer| offer.is_open() && matches!(offer.target, Target::Way(_)));
        let chosen = first.or_else(|| self.likeliest(&offers));
        let fights = |who: &CombatantId| self.game.battle().one(*who).fights();
        self.target = self.target.filter(fights);
        self.settled = Settled { revision, offers, choices, chosen };
        self.insight.forget();
    }

    /// The first thing that can be done; once all that costs something is spent, what the rules do by default, so that
    /// Enter ends a turn rather than drops a weapon.
    fn likeliest(&self, offers: &Offers) -> Option<usize> {
        let open = |wanted: &dyn Fn(&Offer) -> bool| offers.0.iter().position(|offer| offer.is_open() && wanted(offer));
        let spent = offers.0.iter().any(|offer| !offer.is_open() && offer.cost != Cost::Free);
        let first = open(&|_| true);
        if !spent || first.is_some_and(|index| offers.0[index].cost != Cost::Free) {
            return first;
        }
        let battle = self.game.battle();
        let habit = battle.decision().map(|decision| battle.ruleset.rules().habit(battle, decision).verb);
        open(&|offer| Some(offer.verb) == habit).or(first)
    }

    /// Whether a person is to answer now.
    fn is_asked(&self) -> bool {
        let person = self.game.asked().is_some_and(|(_, _, seat)| seat == Seat::Person);
        person && self.watching.is_none() && !self.view.stage.is_busy()
    }

    /// From whose eyes hidden combatants are hidden.
    fn hidden_from(&self) -> Option<Team> {
        if self.watching.is_some() {
            return None;
        }
        let persons = self.game.battle().teams().filter(|team| self.game.seat(*team) == Seat::Person);
        let persons: Vec<Team> = persons.collect();
        match persons[..] {
            [] => None,
            [only] => Some(only),
            _ => self.game.asked().map(|(_, team, _)| team),
        }
    }

    /// Whether anybody is hidden, so that seats are handed over unseen.
    fn has_secrets(&self) -> bool {
        let battle = self.game.battle();
        let unknown = |one: &crate::rules::Combatant| {
            one.fights() && battle.enemies(one.id).any(|enemy| enemy.fights() && !enemy.aware.of(one.id))
        };
        battle.combatants.iter().any(unknown)
    }

    fn say(&mut self, words: impl Into<String>, rule: Option<RuleId>) {
        self.toast = Some(Toast { words: words.into(), rule, left: 4.0 });
    }

    /// Fits the board into its room when the room changes.
    fn keep_fitted(&mut self, room: bevy_egui::egui::Rect) {
        if self.fitted != Some(room) {
            self.fitted = Some(room);
            self.view.camera.fit(self.game.battle().scene.field.extent(), room);
        }
    }

    /// Hands a choice in.
    fn submit(&mut self, choice: &Choice) {
        match self.game.submit(choice) {
            Ok(()) => {
                self.inspected = None;
                self.pinned = false;
            }
            Err(crate::rules::NoChoice::Refused(refusal)) => {
                self.say(refusal.words.to_string(), Some(refusal.rule));
            }
            Err(error) => self.say(error.to_string(), None),
        }
    }

    fn carry_out(&mut self, intent: Intent) -> Option<Leave> {
        match intent {
            Intent::ChooseOffer(index) => self.choose(index),
            Intent::SetTarget { offer, who } => {
                self.settled.chosen = Some(offer);
                self.aim(who);
            }
            Intent::SetParameter { offer, key, value } => self.set(offer, key, value),
            Intent::TakeAlternative(index) => self.take_alternative(index),
            Intent::Commit => self.commit(),
            Intent::Back => self.back(),
            Intent::Undo => self.undo(),
            Intent::EndTurn => self.end_turn(),
            Intent::Next => self.cycle(1),
            Intent::Previous => self.cycle(-1),
            Intent::Inspect(who) => self.inspect(who),
            Intent::Pin => self.pinned = !self.pinned,
            Intent::OpenRule(rule) => self.rule = Some(rule),
            Intent::CloseRule => self.rule = None,
            Intent::Open(overlay) => self.overlay = Some(overlay),
            Intent::Close => self.overlay = None,
            Intent::Set(change) => prefs::change(&mut self.settings, change),
            Intent::TakeSeat => self.seated = self.game.asked().map(|(_, team, _)| team),
            Intent::PlayNow => {
                self.view.stage.skip();
                if let Some(thinking) = self.game.thinking() {
                    thinking.hurry();
                }
            }
            Intent::SaveAndLeave => return Some(Leave::Title(self.settings)),
            Intent::Setup => return Some(Leave::Setup(self.settings)),
            Intent::PlayAgain => return self.again(self.game.header.seed),
            Intent::PlayAnew => return self.again(super::front::any_seed()),
            Intent::Watch => self.watch(),
        }
        None
    }

    fn again(&mut self, seed: u64) -> Option<Leave> {
        let header = &self.game.header;
        let mut seats = [Seat::default(); Team::MOST];
        for (seat, word) in seats.iter_mut().zip(&header.seats) {
            *seat = Seat::of(word).unwrap_or_default();
        }
        let settings = header.settings.clone();
        match Game::new(&header.level, Roster::builtin(), header.ruleset, settings, seed, seats) {
            Ok(mut game) => {
                super::app::record(&mut game);
                Some(Leave::Again(Box::new(Self::new(game, self.settings))))
            }
            Err(faults) => {
                self.say(faults.to_string(), None);
                None
            }
        }
    }

    /// Shows the battle's own recording from its start.
    fn watch(&mut self) {
        let Some(path) = self.game.recording().cloned() else { return };
        let outcome = Recording::load(&path, Roster::builtin())
            .and_then(|recording| Watching::start(&recording, Roster::builtin()));
        match outcome {
            Ok(watching) => {
                self.view.stage.reset(watching.battle(), 0);
                self.watching = Some(watching);
            }
            Err(faults) => self.say(faults.to_string(), None),
        }
    }

    fn undo(&mut self) {
        match self.game.undo() {
            Ok(()) => self.view.stage.reset(self.game.battle(), self.game.arena.journal().len()),
            Err(reason) => self.say(reason.to_string(), None),
        }
    }

    /// The square under the pointer or the cursor, and what the board has said.
    fn point(&mut self, ui: &Ui, response: &BoardResponse) {
        pointing::read(self, ui, response);
    }
}
