//! Mouse and keys on the board: a left click confirms, a right click or Esc goes one step back.

use bevy::prelude::World;
use bevy_egui::egui::{Event, InputState, Key, Modifiers, Ui, Vec2};

use super::{BattleScreen, Intent, insight::Focus, panel::Shown, press::Place, settings};
use crate::{
    board::{self, BoardResponse},
    geometry::{Direction, Square},
    rules::{Choice, Combatant, CombatantId, Group, Offer, Target},
    screens::prefs,
};

/// The input of a frame, carried out in the next.
#[derive(Default)]
pub(super) struct Heard {
    /// The intent of a panel.
    pub(super) intent: Option<Intent>,
    /// The input on the board, in order.
    pub(super) board: Vec<OnBoard>,
    /// Whether the key for sight lines is held down.
    pub(super) lines: bool,
    /// Whether Alt is held down.
    pub(super) alt: bool,
    /// The time of the input, in seconds.
    pub(super) time: f64,
    /// The fighter whose chip in the order of turns is pointed at.
    pub(super) marked: Option<CombatantId>,
}

impl Heard {
    /// Whether there is anything to act on.
    pub(super) fn is_something(&self) -> bool {
        self.intent.is_some() || !self.board.is_empty()
    }
}

/// An input on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OnBoard {
    /// The pointer has moved: the square under it, if any, and where exactly.
    Point(Option<Square>, Option<(f32, f32)>),
    /// The wheel was turned over a square that several share.
    Turn(i32),
    /// The cursor moves by a square.
    Cursor(Direction),
    /// The board is zoomed in or out.
    Zoom(i32),
    /// The board fits its room again.
    Fit,
    /// Sight lines are switched on or off.
    Lines,
    /// Threatened squares are switched on or off.
    Threat,
    /// The pointer has left the board.
    Leave,
    /// A square is pressed.
    Press(Square),
    /// A key presses the place pointed at.
    Enter,
    /// Any other key: it only ends what is being played.
    Key,
    /// One step back.
    Back,
}

/// Reads the board's own keys and the pointer, unless a dialog is open over it (`response` is `None`), and takes over
/// the panels' intent.
pub(super) fn listen(ui: &Ui, response: Option<&BoardResponse>, shown: &Shown) -> Heard {
    let mut board = Vec::new();
    if let Some(response) = response {
        if response.moved {
            board.push(OnBoard::Point(response.hovered, response.spot));
        } else if response.hovered.is_none() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
            board.push(OnBoard::Leave);
        }
        board.extend(Some(response.turned).filter(|turned| *turned != 0).map(OnBoard::Turn));
        board.extend(keys(ui));
        // An Enter that no panel has taken presses the place pointed at.
        let is_any = response.busy && shown.intent.is_none() && board.is_empty() && is_any_key(ui);
        board.extend(is_any.then_some(OnBoard::Key));
        board.extend((shown.intent.is_none() && !shown.just_asked && is_entered(ui)).then_some(OnBoard::Enter));
        if response.back {
            board.push(OnBoard::Back);
        } else {
            // A press before the question could be read was meant for something else.
            board.extend(response.clicked.filter(|_| !shown.just_asked).map(OnBoard::Press));
        }
    }
    let (lines, alt, time) = ui.input(|input| (input.key_down(Key::L), input.modifiers.alt, input.time));
    Heard { intent: shown.intent.clone(), board, lines, alt, time, marked: shown.marked }
}

/// Whether Enter has been pressed anew, not just held down.
fn is_entered(ui: &Ui) -> bool {
    let enter = |event: &Event| matches!(event, Event::Key { key: Key::Enter, pressed: true, repeat: false, modifiers, .. } if modifiers.is_none());
    ui.memory(|memory| memory.focused().is_none()) && ui.input(|input| input.events.iter().any(enter))
}

/// Whether any key but Enter has been pressed anew, not just held down.
fn is_any_key(ui: &Ui) -> bool {
    let any = |event: &Event| {
        matches!(event, Event::Key { key, pressed: true, repeat: false, modifiers, .. }
            if *key != Key::Enter && modifiers.is_none())
    };
    ui.input(|input| input.events.iter().any(any))
}

fn keys(ui: &Ui) -> Vec<OnBoard> {
    if ui.memory(|memory| memory.focused().is_some()) {
        return Vec::new();
    }
    let pressed = |key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_exact(Modifiers::NONE))
    };
    let toggled = |key: Key| ui.input(|input| input.key_pressed(key) && input.modifiers.shift);
    let plain = [
        (Key::ArrowUp, OnBoard::Cursor(Direction::North)),
        (Key::ArrowRight, OnBoard::Cursor(Direction::East)),
        (Key::ArrowDown, OnBoard::Cursor(Direction::South)),
        (Key::ArrowLeft, OnBoard::Cursor(Direction::West)),
        (Key::Plus, OnBoard::Zoom(1)),
        (Key::Equals, OnBoard::Zoom(1)),
        (Key::Minus, OnBoard::Zoom(-1)),
        (Key::Home, OnBoard::Fit),
    ];
    let shifted = [(Key::L, OnBoard::Lines), (Key::A, OnBoard::Threat)];
    let plain = plain.into_iter().filter(|(key, _)| pressed(*key));
    plain.chain(shifted.into_iter().filter(|(key, _)| toggled(*key))).map(|(_, what)| what).collect()
}

impl BattleScreen {
    /// Drops a chosen offer outside the group now listed, so that Enter acts only on what is listed.
    pub(super) fn keep_only(&mut self, group: Option<Group>) {
        let is_elsewhere = self.open_offer().is_some_and(|(offer, _)| group.is_some_and(|group| offer.group != group));
        if self.is_turn() && is_elsewhere {
            (self.settled.chosen, self.settled.by_hand) = (None, false);
            self.press.forget();
        }
    }

    /// Carries out the input on the board.
    pub(super) fn hear(&mut self, heard: OnBoard, world: &mut World) {
        match heard {
            // While the recap is open, the board is only looked at.
            OnBoard::Cursor(_) | OnBoard::Enter | OnBoard::Press(_) | OnBoard::Back if self.away.is_open() => {}
            OnBoard::Point(square, spot) => {
                (self.still_pointed, self.spot) = (square.is_some(), spot);
                self.stir();
                if square != self.hover {
                    self.hover = square;
                    (self.by_keys, self.enter_presses, self.picked) = (false, false, None);
                }
            }
            OnBoard::Turn(steps) => {
                self.take_next(if steps > 0 { -1 } else { 1 });
            }
            OnBoard::Leave => self.still_pointed &= self.by_keys,
            OnBoard::Cursor(direction) => self.move_cursor(direction),
            OnBoard::Zoom(steps) => self.view.camera.zoom(steps),
            OnBoard::Fit => self.fitted = None,
            OnBoard::Lines => prefs::change(world, settings::Intent::Lines(!self.settings.lines)),
            OnBoard::Threat => prefs::change(world, settings::Intent::Threat(!self.settings.threat)),
            // A nervous double click does not end an animation either.
            OnBoard::Press(square) if self.press.is_nervous(square, self.now) => {}
            OnBoard::Key if !self.stage.is_busy() => {}
            OnBoard::Key => board::skip(world),
            OnBoard::Back if self.watching.is_some() => self.back(world),
            OnBoard::Press(_) | OnBoard::Enter | OnBoard::Back if self.stage.is_busy() => board::skip(world),
            OnBoard::Back => self.back(world),
            OnBoard::Enter if self.settled.chosen.is_some() && !self.enter_presses => {}
            OnBoard::Enter => self.pointed().into_iter().for_each(|at| self.press(at, world)),
            OnBoard::Press(square) => {
                self.enter_presses = false;
                self.press(square, world);
            }
        }
    }

    /// Notes that pointer or cursor has moved during the present question.
    fn stir(&mut self) {
        let asked = self.asked().map(|(who, ..)| who);
        self.stirred = asked.map(|who| (who, self.battle().scene.round));
    }

    /// The square that Enter means: one pointed at during this question, not one where the pointer has rested since
    /// before.
    fn pointed(&self) -> Option<Square> {
        let now = self.asked().map(|(who, ..)| (who, self.battle().scene.round));
        self.hover.filter(|_| self.still_pointed && self.stirred == now)
    }

    /// Drops the laid plan, and a cursor left over from somebody else's turn.
    pub(super) fn leave_cursor(&mut self) {
        self.press.forget();
        let now = self.asked().map(|(who, ..)| (who, self.battle().scene.round));
        if self.by_keys && self.is_turn() && self.stirred != now {
            (self.hover, self.still_pointed, self.by_keys, self.enter_presses) = (None, false, false, false);
        }
    }

    fn move_cursor(&mut self, direction: Direction) {
        let extent = self.battle().scene.field.extent();
        let start = || self.asked().map(|(who, ..)| self.battle().combatant(who).placement.anchor());
        let from = self.hover.or_else(start).unwrap_or_default();
        let to = from.step(direction);
        if extent.contains(to) {
            self.cursor_to(to);
        }
    }

    /// Moves the cursor to a square, as if by keys.
    pub(super) fn cursor_to(&mut self, square: Square) {
        self.stir();
        self.hover = Some(square);
        (self.by_keys, self.still_pointed, self.enter_presses) = (true, true, true);
        (self.spot, self.picked) = (None, None);
        self.view.camera.reveal(square);
    }

    /// The open offer with the settled part of its choice.
    pub(super) fn open_offer(&self) -> Option<(&Offer, &Choice)> {
        let index = self.settled.chosen?;
        Some((self.settled.offers.0.get(index)?, self.settled.choices.get(index)?))
    }

    /// Opens an offer as a person does.
    pub(super) fn open_by_hand(&mut self, index: usize) {
        if self.settled.chosen != Some(index) {
            self.listed.bench.leave_naming();
        }
        (self.settled.chosen, self.settled.by_hand, self.enter_presses) = (Some(index), true, false);
        self.press.forget();
    }

    /// Opens an offer. Choosing it again confirms it if nothing else must be settled.
    pub(super) fn choose(&mut self, index: usize) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        if let Some(refusal) = offer.refusal.clone() {
            self.open_by_hand(index);
            self.say(refusal.words.to_string(), Some(refusal.rule));
        } else {
            // The offer opens as it was shown.
            let shown =
                self.insight.attack.as_ref().filter(|attack| attack.from.is_none()).map(|attack| &attack.choice);
            let shown = shown.filter(|choice| (choice.verb, choice.item) == (offer.verb, offer.item));
            if let Some(choice) = shown.filter(|choice| choice.check(offer).is_ok()).cloned()
                && self.settled.chosen != Some(index)
            {
                self.settled.choices[index] = choice;
            }
            self.open_by_hand(index);
            let named = |who: &CombatantId| self.settled.choices[index].targets().any(|target| target == *who);
            if let Some(target) = self.target().filter(|target| !named(target)) {
                self.aim(target);
            }
            self.look_away(index);
        }
    }

    /// Shows what has just been chosen by key or in the list until pointer or cursor moves, unless it can be aimed
    /// where that rests, so that odds, plate and button agree.
    pub(super) fn look_away(&mut self, index: usize) {
        let Some(place) = self.place() else { return };
        let (Some(offer), Some(choice)) = (self.settled.offers.0.get(index), self.settled.choices.get(index)) else {
            return;
        };
        let may_be_there = match (offer.built(choice).target, place) {
            (Target::Way(_) | Target::Square(_), _) => true,
            (Target::Combatant(_), Place::Body(who)) => {
                choice.on.is_none() || choice.targets().any(|target| target == who)
            }
            (Target::Combatant(_), Place::Square(_)) => choice.on.is_none(),
            // An answer can be read while anything is pointed at.
            (Target::Nothing, _) => !self.is_turn(),
        };
        self.still_pointed &= may_be_there;
    }

    /// Aims the open offer at somebody, if it can be.
    pub(super) fn aim(&mut self, who: CombatantId) {
        let Some(index) = self.settled.chosen else { return };
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        let choice = &mut self.settled.choices[index];
        if let Target::Combatant(list) = offer.built(choice).target
            && list.iter().any(|candidate| candidate.who == who)
        {
            *choice = offer.aim(choice.clone(), who);
        }
        self.take_aim(who);
    }

    pub(super) fn set(&mut self, index: usize, key: &'static str, value: i32) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        let choice = &mut self.settled.choices[index];
        *choice = offer.settle(choice, key, value);
        self.open_by_hand(index);
        self.touch_part(index, key);
    }

    /// The square that Enter presses: the cursor's; or the pointer's, if nothing is chosen or the chosen offer's target
    /// is not the one whose odds are in view.
    pub(super) fn entered(&self) -> Option<Square> {
        self.pointed().filter(|_| self.enter_presses || self.settled.chosen.is_none() || self.looks_past())
    }

    /// Whether the odds in view are against somebody who is not the chosen offer's target.
    fn looks_past(&self) -> bool {
        let Some(Focus::Body(who)) = self.insight.looking().map(|looking| looking.focus) else { return false };
        let aims = |(_, choice): (&Offer, &Choice)| choice.on.is_some() && choice.targets().all(|target| target != who);
        self.is_turn() && self.place() == Some(Place::Body(who)) && self.open_offer().is_some_and(aims)
    }

    /// Does what is pending: what Enter means at the cursor, the laid plan, or the chosen offer.
    pub(super) fn commit(&mut self, world: &mut World) {
        if !self.is_asked() {
            return;
        }
        let pointed = self.pointed();
        // Laid advice is done wherever the pointer rests; the chosen offer is done if there is nothing to do at the
        // cursor.
        if let Some(square) = self.entered().filter(|_| self.act_at_cursor().is_some()) {
            return self.press(square, world);
        }
        if let Some(plan) = self.press.laid().cloned() {
            return self.carry_out_plan(&plan, world);
        }
        let Some((offer, choice)) = self.open_offer() else { return };
        match offer.built(choice).target {
            // The pointer may have gone to the panel since, and that is no place to aim at.
            Target::Way(_) | Target::Square(_) => match pointed {
                Some(square) => self.press(square, world),
                None => self.say("Point at a square first", None),
            },
            Target::Nothing | Target::Combatant(_) => {
                let choice = choice.clone();
                self.submit(&choice, world);
            }
        }
    }

    /// Goes one step back: from the recording, a pinned or inspected card, the field, the open offer, the target or the
    /// group; else opens the menu.
    pub(super) fn back(&mut self, world: &mut World) {
        if std::mem::take(&mut self.ended.closed) {
        } else if let Some(watching) = self.watching.take() {
            let file = watching.leave(world);
            file.into_iter().for_each(|file| self.go_on_in(&file, world));
            // Acts shown in the recording are not the battle's own.
            self.following.start_over();
            self.following.paused = false;
            board::reset(world);
        } else if self.pinned {
            self.pinned = false;
        } else if self.inspected.take().is_some() || self.leave_field() {
        } else if self.settled.chosen.is_some() && self.is_asked() && self.is_turn() {
            (self.settled.chosen, self.settled.by_hand) = (None, false);
            self.press.forget();
            if std::mem::take(&mut self.listed.held) {
                self.aimed = None;
            }
        } else if self.target().is_some() {
            self.aimed = None;
        } else if self.is_asked() && self.is_turn() && self.listed.open.is_some() {
            self.list(None);
        } else {
            self.dialog = Some(super::Dialog::Menu);
        }
    }

    pub(super) fn end_turn(&mut self, world: &mut World) {
        if !self.is_asked() {
            board::skip(world);
            return;
        }
        let battle = self.battle();
        let Some(decision) = self.battle().decision() else { return };
        // In a question this gives the rules' default answer, such as declining; in a turn it ends the turn, or tells
        // why it cannot end yet.
        let ends = self.settled.offers.0.iter().find(|offer| offer.group == Group::End && self.is_turn());
        let choice = ends.map_or_else(|| battle.ruleset.rules().default_answer(battle, decision), Choice::of);
        // Messages from before the turn's end are no news after it.
        self.toast = None;
        let left = self.little_left();
        if self.submit(&choice, world) {
            left.into_iter().for_each(|words| self.say(words, None));
        }
    }

    /// Moves the cursor to the next or previous enemy: nearest first, left to right among equals.
    pub(super) fn cycle(&mut self, step: isize) {
        // If several share the square under the pointer, the next of them is picked.
        if !self.enter_presses && self.take_next(step) {
            return;
        }
        let Some((who, ..)) = self.asked() else { return };
        let battle = self.battle();
        let own = battle.combatant(who).footprint();
        let known =
            battle.enemies(who).filter(|fighter| fighter.fights() && battle.combatant(who).aware.of(fighter.id));
        let far = |fighter: Combatant<'_>| {
            let (x, y) = own.gap(fighter.footprint());
            let at = fighter.placement.anchor();
            (x.max(y), x.min(y), at.x, at.y, fighter.id)
        };
        let mut enemies: Vec<_> = known.map(far).collect();
        enemies.sort_unstable();
        let enemies: Vec<CombatantId> = enemies.into_iter().map(|(.., id)| id).collect();
        if enemies.is_empty() {
            return;
        }
        let pointed = match self.place() {
            Some(Place::Body(who)) if enemies.contains(&who) => Some(who),
            _ => self.target(),
        };
        let at = pointed.and_then(|who| enemies.iter().position(|enemy| *enemy == who));
        let last = enemies.len() as isize;
        let next = at.map_or(if step > 0 { 0 } else { last - 1 }, |at| (at as isize + step).rem_euclid(last));
        let square = battle.combatant(enemies[next as usize]).placement.anchor();
        self.cursor_to(square);
        self.picked = Some(enemies[next as usize]);
    }

    pub(super) fn inspect(&mut self, who: CombatantId) {
        self.inspected = if self.inspected == Some(who) { None } else { Some(who) };
        let square = self.battle().combatant(who).placement.anchor();
        self.view.camera.reveal(square);
    }

    /// Takes an alternative of the forecast.
    pub(super) fn take_alternative(&mut self, index: usize) {
        let Some(choice) = self.insight.alternative(index).cloned() else { return };
        let offers = &self.settled.offers.0;
        let offer = offers.iter().position(|offer| offer.verb == choice.verb && offer.item == choice.item);
        if let Some(offer) = offer.filter(|offer| offers[*offer].is_open()) {
            self.open_by_hand(offer);
            self.settled.choices[offer] = choice;
        }
    }
}
