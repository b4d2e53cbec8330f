//! The battle screen: carries what is pointed at and chosen between the game, the board and the panels.

mod answering;
mod answers;
mod asking;
mod away;
mod board_overlays;
mod bodies;
mod breaking;
#[cfg(test)]
mod card_tests;
mod carrying_out;
mod changes;
mod chips;
#[cfg(test)]
mod deal_tests;
mod dealing;
#[cfg(test)]
mod dock_tests;
mod ending;
mod eye;
#[cfg(test)]
mod follow_tests;
mod following;
mod insight;
mod listing;
mod models;
mod opening;
mod outcome;
mod pictures;
mod plans;
mod pointing;
mod press;
#[cfg(test)]
mod press_tests;
#[cfg(test)]
mod promise_tests;
mod prospects;
mod rounds;
mod secrets;
mod signs;
mod squares;
mod tally;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told_more_tests;
#[cfg(test)]
mod told_tests;
mod typing;
mod ways;
mod weighed;
mod workbench;
#[cfg(test)]
mod workbench_tests;

use std::sync::Arc;

use bevy::prelude::{
    App, IntoScheduleConfigs as _, Mut, OnExit, Res, ResMut, Resource, SystemCondition as _, Time, Update, World,
    in_state, resource_exists,
};
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{Rect, Ui},
};

pub(super) use self::outcome::what_matters;
pub(super) use self::pictures::{choose, stage_picture, take_seat};
use self::{
    insight::Insight,
    pointing::Heard,
    press::Press,
    secrets::{declares_in_secret, has_secrets},
};
use super::{FrameSystems, Screen, app::in_window, favourites::Favourites, go_to, lab, menu, prefs::Preferences};
use crate::{
    arena::{Arena as _, ChoiceQueue, SideView},
    board::{self, Overlays, Pace, Speed, Stage, View},
    geometry::Square,
    panels::{
        battle::{self as panel, BattleModel, Dialog, Intent},
        settings::{self, HandOver, SettingsModel},
        theme,
        title::Page,
        widgets::log_line::LogLine,
    },
    rules::{Battle, Choice, CombatantId, NoChoice, Offer, Offers, RuleId, Target, Team, Wording},
    seats::{Game, Seat, Watching},
};

pub(super) fn plugin(app: &mut App) {
    board::install(app.world_mut());
    app.init_resource::<Favourites>();
    let shown = || in_state(Screen::Battle).and_then(resource_exists::<BattleScreen>);
    app.add_systems(Update, input.in_set(FrameSystems::Input).run_if(shown()))
        .add_systems(Update, intent.in_set(FrameSystems::Intent).run_if(shown()))
        .add_systems(Update, (keep_pace, play).chain().in_set(FrameSystems::Play).run_if(shown()))
        .add_systems(Update, think.in_set(FrameSystems::Think).run_if(shown()))
        .add_systems(Update, board::animation().in_set(FrameSystems::Animate).run_if(shown()))
        .add_systems(Update, models.in_set(FrameSystems::Models).run_if(shown()))
        .add_systems(EguiPrimaryContextPass, in_window(draw).in_set(FrameSystems::Draw).run_if(shown()))
        .add_systems(OnExit(Screen::Battle), close);
}

/// Where one goes from a battle.
enum Leave {
    /// To a page of the menu.
    To(Page),
    /// Into another game, whose battle the world already holds, with the answers that still stand in it.
    Into(Box<Game>, Vec<answering::StandingAnswer>),
    /// Into the lab with the position as it is seen.
    Lab,
    /// Back to the lab from which it is played.
    BackToLab,
}

/// What is settled for the present decision. It is rebuilt whenever the battle has moved on.
struct Settled {
    revision: u64,
    offers: Arc<Offers>,
    wordings: Vec<Wording>,
    choices: Vec<Choice>,
    chosen: Option<usize>,
    /// Whether a person has opened it, rather than the board or the rules.
    by_hand: bool,
}

/// A passing message; `left` is how long it still stays, in seconds.
struct Toast {
    words: String,
    rule: Option<RuleId>,
    left: f32,
    /// The revision of the decision during which it was said.
    revision: u64,
    /// Whether it asks to end the turn once more.
    asks: bool,
}

/// A target that a fighter has taken aim at. The next fighter to act aims anew.
#[derive(Clone, Copy)]
struct Aimed {
    by: CombatantId,
    at: CombatantId,
    round: u16,
}

/// A battle on screen. The world holds the battle itself; the screen keeps only views of it, taken anew in each frame.
#[derive(Resource)]
pub(super) struct BattleScreen {
    game: Game,
    /// The live battle, as far as the player at the screen may see it.
    living: SideView,
    /// What the board shows of it.
    stage: Stage,
    view: View,
    settings: SettingsModel,
    settled: Settled,
    aimed: Option<Aimed>,
    inspected: Option<CombatantId>,
    hover: Option<Square>,
    by_keys: bool,
    /// Where on the board the pointer is, unless the square was chosen by keys.
    spot: Option<(f32, f32)>,
    /// The fighter meant among those who share the square.
    picked: Option<CombatantId>,
    /// Whether the square is still pointed at.
    still_pointed: bool,
    /// Whether Enter presses at the cursor: it was moved by keys, and nothing was opened since.
    enter_presses: bool,
    /// The fighter asked and the round when pointer or cursor was last moved.
    stirred: Option<(CombatantId, u16)>,
    /// Seconds, as of the last input.
    now: f64,
    press: Press,
    /// After a movement, the blow that stays chosen, if any.
    after_movement: Option<Option<Choice>>,
    pinned: bool,
    fitted: Option<Rect>,
    dialog: Option<Dialog>,
    rule: Option<RuleId>,
    toast: Option<Toast>,
    notice: Option<String>,
    insight: Insight,
    log: Arc<Vec<LogLine>>,
    /// What the log covers: number of entries, revision, and the side it is told to.
    log_covers: (usize, u64, Option<Team>),
    seated: Option<Team>,
    /// Whether the board is hidden while the seat is handed over.
    has_secrets: bool,
    /// Whether anybody has ever been hidden from an enemy.
    may_hide: bool,
    watching: Option<Watching>,
    /// Whether a lab waits from which this is played.
    from_lab: bool,
    ended: ending::Ended,
    heard: Heard,
    following: following::Following,
    eye: eye::Eye,
    away: away::Away,
    passages: Option<Arc<signs::Passages>>,
    listed: listing::Listed,
    model: Option<(BattleModel, Overlays)>,
}

/// Shows the game whose battle the world holds, or a recording of it.
pub(super) fn enter(world: &mut World, game: Game, watching: Option<Watching>) {
    board::reset(world);
    let settings = world.resource::<Preferences>().0;
    let settled = Settled {
        revision: u64::MAX,
        offers: world.offers(),
        wordings: Vec::new(),
        choices: Vec::new(),
        chosen: None,
        by_hand: false,
    };
    let screen = BattleScreen {
        game,
        living: world.side_view(None),
        stage: Stage::gather(world),
        view: View::default(),
        settings,
        settled,
        aimed: None,
        inspected: None,
        hover: None,
        by_keys: false,
        spot: None,
        picked: None,
        still_pointed: false,
        enter_presses: false,
        stirred: None,
        now: 0.0,
        press: Press::default(),
        after_movement: None,
        pinned: false,
        fitted: None,
        dialog: None,
        rule: None,
        toast: None,
        notice: None,
        insight: Insight::default(),
        log: Arc::default(),
        log_covers: (0, u64::MAX, None),
        seated: None,
        has_secrets: false,
        may_hide: false,
        watching,
        from_lab: lab::is_parked(world),
        ended: ending::Ended::default(),
        heard: Heard::default(),
        following: following::Following::default(),
        eye: eye::Eye::default(),
        away: away::Away::default(),
        passages: None,
        listed: listing::Listed::default(),
        model: None,
    };
    world.insert_resource(screen);
    go_to(world, Screen::Battle);
}

/// Takes battle and tokens out of the world.
fn close(world: &mut World) {
    // The position may be in the lab by now, and the world holds the lab's battle.
    if world.remove_resource::<BattleScreen>().is_none() {
        return;
    }
    board::clear(world);
    world.close();
}

/// Runs `act` on the screen, with the world beside it.
fn with_screen<T>(world: &mut World, act: impl FnOnce(&mut BattleScreen, &mut World) -> T) -> T {
    world.resource_scope(|world, mut screen: Mut<'_, BattleScreen>| act(&mut screen, world))
}

/// Carries out the last frame's input on the board: moves cursor and camera, and may press a square.
fn input(world: &mut World) {
    with_screen(world, |screen, world| {
        let heard = std::mem::take(&mut screen.heard.board);
        screen.now = screen.heard.time;
        if heard.is_empty() {
            return;
        }
        screen.see(world);
        heard.into_iter().for_each(|heard| screen.hear(heard, world));
    });
}

/// Carries out what was pressed on a panel in the last frame.
fn intent(world: &mut World) {
    let leave = with_screen(world, |screen, world| {
        let intent = screen.heard.intent.take()?;
        screen.see(world);
        if screen.only_goes_on(&intent, world) {
            return None;
        }
        screen.carry_out(intent, world)
    });
    match leave {
        Some(Leave::To(page)) => menu::go(world, page),
        Some(Leave::Into(game, standing)) => ending::go_into(world, *game, standing),
        Some(Leave::BackToLab) => back_to_lab(world),
        Some(Leave::Lab) => to_lab(world),
        None => {}
    }
}

/// Takes the position to the lab; the battle waits there.
pub(super) fn to_lab(world: &mut World) {
    let screen = world.remove_resource::<BattleScreen>();
    screen.into_iter().for_each(|screen| lab::from_battle(world, screen.game, screen.watching, &screen.living));
}

/// Leaves the battle for the lab that waits; the recording stays.
pub(super) fn back_to_lab(world: &mut World) {
    world.remove_resource::<BattleScreen>();
    lab::unpark(world);
}

/// Plays the journal as fast as the settings say.
fn keep_pace(preferences: Res<'_, Preferences>, mut pace: ResMut<'_, Pace>) {
    let SettingsModel { speed, reduced_motion, .. } = preferences.0;
    let speed = match speed {
        settings::Speed::Once => Speed::X1,
        settings::Speed::Twice => Speed::X2,
        settings::Speed::Fourfold => Speed::X4,
        settings::Speed::Off => Speed::Off,
    };
    *pace = Pace { speed, reduced_motion };
}

/// Computer, observers and recordings answer once the view has shown what came before.
fn play(world: &mut World) {
    let seconds = world.resource::<Time>().delta_secs();
    with_screen(world, |screen, world| {
        screen.age(seconds);
        if let Some(watching) = screen.watching.as_mut().filter(|watching| watching.is_seeking()) {
            watching.seek_on(world);
            screen.following.start_over();
            board::reset(world);
            return;
        }
        // The latest events may not be on the stage yet.
        let playback = world.resource::<board::Playback>();
        let busy = playback.is_busy() || playback.progress() < world.journal().len();
        let steps = screen.following.steps.is_some();
        if busy || screen.dialog.is_some() || !screen.goes_on(seconds) {
            return;
        }
        if let Some(watching) = &mut screen.watching {
            // A requested step does not wait, or it would be lost.
            watching.step(world, if steps { Watching::BREATH } else { seconds });
        } else {
            screen.game.submit_queued(world);
            screen.game.think(world);
        }
    });
}

/// Starts the computer's thinking while the view still plays, and works out what is pointed at.
fn think(world: &mut World) {
    with_screen(world, |screen, world| {
        if screen.watching.is_none() {
            screen.game.start_thinking(world);
        }
        screen.see(world);
        screen.renew(world);
        screen.answer_alone(world);
        screen.renew(world);
        screen.look();
        screen.look_at_rows();
    });
}

/// Fills the panels' models and the overlays.
fn models(world: &mut World) {
    with_screen(world, |screen, world| {
        screen.see(world);
        screen.draw_the_eye(world);
        let threats = if screen.is_asked() { board_overlays::threats(world) } else { Vec::new() };
        let overlays = screen.overlays(&threats);
        screen.model = Some((screen.model(world), overlays));
    });
}

/// Draws the panels, says what is drawn on the board between them, and reads input.
pub(super) fn draw(world: &mut World, ui: &mut Ui) {
    if !world.resource::<ChoiceQueue>().0.is_empty() {
        ui.ctx().request_repaint();
    }
    with_screen(world, |screen, world| {
        screen.draw(ui);
        if let Some((_, overlays)) = &screen.model {
            board::present(world, &screen.view.camera, overlays, screen.hidden_from());
        }
    });
}

/// Whether everything is drawn in full.
pub(super) fn is_complete(world: &World) -> bool {
    !world.contains_resource::<BattleScreen>() || board::is_complete(world)
}

/// Whether odds are still being worked out, frame by frame or on threads.
pub(super) fn is_at_work(world: &World) -> bool {
    let at_work = |screen: &BattleScreen| screen.listed.is_busy() || screen.insight.is_busy();
    world.get_resource::<BattleScreen>().is_some_and(at_work)
}

impl BattleScreen {
    /// The live battle, as far as the player at the screen may see it.
    fn battle(&self) -> &Battle {
        &self.living
    }

    /// The game, to act on it.
    pub(super) const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The fighter asked now, with side and seat.
    fn asked(&self) -> Option<(CombatantId, Team, Seat)> {
        self.game.asked(&self.living)
    }

    /// Takes the present views.
    fn see(&mut self, world: &mut World) {
        self.settings = world.resource::<Preferences>().0;
        self.listed.bench.kept = Arc::clone(world.resource::<Favourites>().all());
        self.stage = Stage::gather(world);
        self.living = world.side_view(None);
        // The player cannot see whether anybody is hidden, so hiding once counts for the rest of the battle.
        self.may_hide |= has_secrets(self.battle());
        self.has_secrets = match self.settings.hand_over {
            HandOver::Always => true,
            HandOver::Hidden => self.may_hide || declares_in_secret(self.battle()),
            HandOver::Never => false,
        };
        let asked = self.asked().filter(|(.., seat)| *seat == Seat::Person && self.watching.is_none());
        self.seated = asked.filter(|_| !self.has_secrets).map(|(_, team, _)| team).or(self.seated);
        self.living = self.living.of(self.hidden_from());
        self.stage.show_to(self.living.side());
        self.follow(world);
        self.watch_the_seat(world);
    }

    /// Draws everything and keeps what is heard for the next frame.
    fn draw(&mut self, ui: &mut Ui) {
        theme::apply(ui.ctx(), self.settings.reduced_motion);
        ui.ctx().set_zoom_factor(f32::from(self.settings.text) / 100.0);
        let Some((model, overlays)) = self.model.as_ref() else {
            ui.ctx().request_repaint();
            return;
        };
        let shown = panel::show(ui, model);
        self.following.see_turn(model.follow.is_some(), ui.input(|input| input.time));
        if model.handover.is_some() {
            self.heard = pointing::listen(ui, None, &shown);
            if self.heard.is_something() || self.stage.is_busy() {
                ui.ctx().request_repaint();
            }
            return;
        }
        let extent = self.living.scene.field.extent();
        let is_moved = eye::fit_into(&mut self.view.camera, &mut self.fitted, extent, shown.board);
        let hidden_from = self.hidden_from();
        let response = board::show(ui, shown.board, &mut self.view, &self.stage, overlays, hidden_from);
        if is_moved {
            self.eye.look_again();
            if !self.by_keys {
                (self.hover, self.spot) = (response.hovered, response.spot);
            }
            ui.ctx().request_repaint();
        }
        let free = model.dialog.is_none() && model.rule.is_none() && model.result.is_none();
        self.heard = pointing::listen(ui, free.then_some(&response), &shown);
        let goes_on = self.stage.is_busy()
            || self.game.thinking().is_some()
            || self.watching.is_some()
            || self.is_held()
            || self.toast.is_some()
            || self.insight.is_busy()
            || self.listed.is_busy() && self.is_asked()
            || self.heard.is_something();
        if goes_on {
            ui.ctx().request_repaint();
        }
    }

    /// Lets messages expire, and tells what went wrong with the recording.
    fn age(&mut self, seconds: f32) {
        self.age_toast(seconds);
        if let Some(words) = self.game.take_fault() {
            super::app::write_error(&words);
            self.notice = Some(words);
        }
    }

    /// Rebuilds what is settled for the present decision, if the battle has moved on.
    fn renew(&mut self, world: &mut World) {
        let revision = world.revision();
        if self.settled.revision == revision {
            return;
        }
        // Open offers come first; within each half the rules' order stays.
        let mut offers = Offers::clone(&world.offers());
        offers.0.sort_by_key(|offer| !offer.is_open());
        let offers = Arc::new(offers);
        let battle = self.battle();
        let (asked, acting) = (battle.decision().map(|decision| decision.who), battle.scene.acting);
        // Aim belongs to one fighter in one round.
        let holds = |aimed: &Aimed| {
            let is_now = aimed.round == battle.scene.round && [asked, acting].contains(&Some(aimed.by));
            is_now && battle.combatant(aimed.at).fights()
        };
        self.aimed = self.aimed.filter(holds);
        let target = self.target();
        let choices = offers.0.iter().map(|offer| {
            let choice = Choice::of(offer);
            match offer.built(&choice).target {
                Target::Combatant(list) => {
                    let open = |who: &CombatantId| list.iter().any(|it| it.who == *who && it.refusal.is_none());
                    let kept = target.filter(open);
                    let first = || bodies::usual_target(self.battle(), offer, list);
                    kept.or_else(first).map_or(choice.clone(), |who| choice.on(who))
                }
                _ => choice,
            }
        });
        let mut choices: Vec<Choice> = choices.collect();
        self.open_amounts(&offers, &mut choices);
        let chosen = if self.is_turn() { self.opened_at_first(&offers, &mut choices) } else { self.likeliest(&offers) };
        self.leave_cursor();
        let battle = self.battle();
        let wording =
            |decision| offers.0.iter().map(move |offer| battle.ruleset.rules().describe(battle, decision, offer));
        let wordings = battle.decision().map(|decision| wording(decision).collect()).unwrap_or_default();
        let mut listed = std::mem::take(&mut self.listed);
        listed.renew(self.battle(), self.battle().decision(), &offers);
        listed.leave_spent(self.act_entries(world), &offers);
        self.listed = listed;
        self.settled = Settled { revision, offers, wordings, choices, chosen, by_hand: false };
        self.insight.forget();
        self.take_up_rest();
    }

    /// Whether a person at the screen is to answer now.
    fn is_asked(&self) -> bool {
        let person = self.asked().is_some_and(|(_, _, seat)| seat == Seat::Person);
        person && self.watching.is_none() && !self.stage.is_busy() && !self.is_held() && !self.away.is_open()
    }

    /// The target that the fighter asked has taken aim at.
    fn target(&self) -> Option<CombatantId> {
        let by = self.battle().decision()?.who;
        self.aimed.filter(|aimed| aimed.by == by).map(|aimed| aimed.at)
    }

    fn say(&mut self, words: impl Into<String>, rule: Option<RuleId>) {
        self.toast = Some(Toast { words: words.into(), rule, left: 4.0, revision: self.settled.revision, asks: false });
    }

    /// Submits a choice; false if it cannot be made.
    fn submit(&mut self, choice: &Choice, world: &mut World) -> bool {
        let is_way = |offer: &Offer| matches!(offer.target, Target::Way(_));
        let goes = self.settled.offers.find(choice.verb, choice.item).is_some_and(is_way);
        let kept = self.open_offer().filter(|(offer, _)| !is_way(offer)).map(|(_, kept)| kept.clone());
        let is_turn = self.is_turn();
        self.foretell(choice, is_turn);
        let outcome = self.game.submit(world, choice);
        let is_made = outcome.is_ok();
        match outcome {
            Ok(()) => {
                self.inspected = None;
                self.pinned = false;
                if self.game.undo_depth() == 0 {
                    self.listed.by_itself.clear();
                } else {
                    self.listed.by_itself.push(0);
                }
                // A question on the way does not end a movement.
                if is_turn {
                    self.after_movement = goes.then_some(kept);
                }
            }
            Err(NoChoice::Refused(refusal)) => self.say(refusal.words.to_string(), Some(refusal.rule)),
            Err(error) => self.say(error.to_string(), None),
        }
        self.see(world);
        // The act's card has taken it over by now.
        self.following.expected.clear();
        is_made
    }
}
