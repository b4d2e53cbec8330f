//! The meaning of mouse and keys on the board: left confirms, right or Esc takes one step back.

use bevy::prelude::World;
use bevy_egui::egui::{InputState, Key, Modifiers, Ui, Vec2};

use super::{BattleScreen, Intent, panel::Shown, prefs, settings};
use crate::{
    board::{self, BoardResponse},
    geometry::{Direction, Square},
    rules::{Choice, CombatantId, Course, Offer, Target},
};

/// The input of a frame, which is carried out in the next.
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
}

impl Heard {
    /// Whether there is anything to act on.
    pub(super) fn is_something(&self) -> bool {
        self.intent.is_some() || !self.board.is_empty()
    }
}

/// An input on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnBoard {
    /// The pointer is over another square, or over none.
    Point(Option<Square>),
    /// The cursor moves by a square.
    Cursor(Direction),
    /// The board is shown larger, or smaller.
    Zoom(i32),
    /// The board fits its room again.
    Fit,
    /// Sight lines are switched on or off.
    Lines,
    /// Threatened squares are switched on or off.
    Threat,
    /// The pointer is elsewhere.
    Leave,
    /// A square is pressed.
    Press(Square),
    /// One step back.
    Back,
}

/// Reads the board's own keys and the pointer, unless something is open over it; with what the panels were asked for.
pub(super) fn listen(ui: &Ui, response: Option<&BoardResponse>, shown: &Shown) -> Heard {
    let mut board = Vec::new();
    if let Some(response) = response {
        if response.moved {
            board.push(OnBoard::Point(response.hovered));
        } else if response.hovered.is_none() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
            board.push(OnBoard::Leave);
        }
        board.extend(keys(ui));
        if response.back {
            board.push(OnBoard::Back);
        } else {
            // What was pressed before anybody could read what is asked was meant for something else.
            board.extend(response.clicked.filter(|_| !shown.just_asked).map(OnBoard::Press));
        }
    }
    let (lines, alt) = ui.input(|input| (input.key_down(Key::L), input.modifiers.alt));
    Heard { intent: shown.intent.clone(), board, lines, alt }
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
        (Key::Num0, OnBoard::Fit),
        (Key::Home, OnBoard::Fit),
    ];
    let shifted = [(Key::L, OnBoard::Lines), (Key::A, OnBoard::Threat)];
    let plain = plain.into_iter().filter(|(key, _)| pressed(*key));
    plain.chain(shifted.into_iter().filter(|(key, _)| toggled(*key))).map(|(_, what)| what).collect()
}

impl BattleScreen {
    /// Carries out the input on the board.
    pub(super) fn hear(&mut self, heard: OnBoard, world: &mut World) {
        match heard {
            OnBoard::Point(square) => {
                self.points = square.is_some();
                if square != self.hover {
                    self.hover = square;
                    self.by_keys = false;
                }
            }
            OnBoard::Leave => self.points &= self.by_keys,
            OnBoard::Cursor(direction) => self.move_cursor(direction),
            OnBoard::Zoom(steps) => self.view.camera.zoom(steps),
            OnBoard::Fit => self.fitted = None,
            OnBoard::Lines => prefs::change(world, settings::Intent::Lines(!self.settings.lines)),
            OnBoard::Threat => prefs::change(world, settings::Intent::Threat(!self.settings.threat)),
            OnBoard::Press(_) | OnBoard::Back if self.stage.is_busy() => board::skip(world),
            OnBoard::Back => self.back(world),
            OnBoard::Press(square) => {
                self.hover = Some(square);
                self.press(square, world);
            }
        }
    }

    fn move_cursor(&mut self, direction: Direction) {
        let extent = self.battle().scene.field.extent();
        let start = || self.asked().map(|(who, ..)| self.battle().combatant(who).placement.anchor());
        let from = self.hover.or_else(start).unwrap_or_default();
        let to = from.step(direction);
        if extent.contains(to) {
            self.hover = Some(to);
            self.by_keys = true;
            self.points = true;
            self.view.camera.reveal(to);
        }
    }

    /// The open offer with the settled part of its choice.
    pub(super) fn open_offer(&self) -> Option<(&Offer, &Choice)> {
        let index = self.settled.chosen?;
        Some((self.settled.offers.0.get(index)?, self.settled.choices.get(index)?))
    }

    /// The enemy that is pointed at.
    pub(super) fn pointed_at(&self) -> Option<CombatantId> {
        let (who, team, _) = self.asked()?;
        let under = self.hover.filter(|_| self.points).and_then(|square| self.body_under(square))?;
        (under.id != who && under.team != team && under.fights() && self.is_visible(under.id)).then_some(under.id)
    }

    /// The open offer and its choice, aimed at whoever is pointed at if possible: the subject of the forecast, and what
    /// Enter confirms.
    pub(super) fn open_aimed(&self) -> Option<(&Offer, Choice)> {
        let (offer, choice) = self.open_offer()?;
        let is_open = |who: CombatantId| match &offer.target {
            Target::Combatant(list) => list.iter().any(|one| one.who == who && one.refusal.is_none()),
            _ => false,
        };
        let choice = choice.clone();
        Some((
            offer,
            match self.pointed_at().filter(|who| is_open(*who)) {
                Some(who) if choice.targets().all(|one| one != who) => offer.aim(choice, who),
                _ => choice,
            },
        ))
    }

    /// Opens an offer. Choosing it again confirms it if nothing else must be settled.
    pub(super) fn choose(&mut self, index: usize) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        if let Some(refusal) = offer.refusal.clone() {
            self.settled.chosen = Some(index);
            self.say(refusal.words.to_string(), Some(refusal.rule));
        } else {
            // What has been shown is what opens.
            let shown =
                self.insight.attack.as_ref().filter(|attack| attack.from.is_none()).map(|attack| &attack.choice);
            let shown = shown.filter(|choice| (choice.verb, choice.item) == (offer.verb, offer.item));
            if let Some(choice) = shown.filter(|choice| choice.check(offer).is_ok()).cloned()
                && self.settled.chosen != Some(index)
            {
                self.settled.choices[index] = choice;
            }
            self.settled.chosen = Some(index);
            let named = |who: &CombatantId| self.settled.choices[index].targets().any(|one| one == *who);
            if let Some(target) = self.target().filter(|target| !named(target)) {
                self.aim(target);
            }
        }
    }

    /// Aims the open offer at somebody, if it can be.
    pub(super) fn aim(&mut self, who: CombatantId) {
        let Some(index) = self.settled.chosen else { return };
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        if let Target::Combatant(list) = &offer.target
            && list.iter().any(|one| one.who == who)
        {
            let choice = &mut self.settled.choices[index];
            *choice = offer.aim(choice.clone(), who);
        }
        self.take_aim(who);
    }

    pub(super) fn set(&mut self, index: usize, key: &'static str, value: i32) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        let choice = &mut self.settled.choices[index];
        *choice = offer.settle(choice, key, value);
        self.settled.chosen = Some(index);
    }

    /// Left on a square, or Enter with the cursor on it.
    pub(super) fn press(&mut self, square: Square, world: &mut World) {
        if !self.is_asked() {
            return;
        }
        let Some((who, ..)) = self.asked() else { return };
        // What is aimed at a place is aimed at whoever stands there.
        if let Some((offer, choice)) = self.open_offer()
            && let Target::Square(squares) = &offer.target
            && offer.is_open()
        {
            let aimed = self.insight.aim(squares, square).map(|aim| choice.clone().to(vec![aim]));
            match aimed {
                Some(choice) => self.submit(&choice, world),
                // Nobody who has chosen something else wants to walk there.
                None => self.say("Not there: point at a marked place, or go back", offer.rules.first().copied()),
            }
            return;
        }
        if let Some((one, team)) = self.body_under(square).map(|one| (one.id, one.team)) {
            if team != self.battle().combatant(who).team {
                self.press_enemy(one, world);
            } else {
                self.inspect(one);
            }
            return;
        }
        self.go(who, square, world);
    }

    fn press_enemy(&mut self, enemy: CombatantId, world: &mut World) {
        let aimed = self.open_offer().is_some_and(|(offer, choice)| {
            matches!(offer.target, Target::Combatant(_))
                && choice.targets().any(|on| on == enemy)
                && choice.check(offer).is_ok()
        });
        if aimed {
            self.commit(world);
            return;
        }
        self.take_aim(enemy);
        let takes = |offer: &Offer| match &offer.target {
            Target::Combatant(list) => {
                offer.is_open() && list.iter().any(|one| one.who == enemy && one.refusal.is_none())
            }
            _ => false,
        };
        let open = self.open_offer().is_some_and(|(offer, _)| takes(offer));
        let first = self.settled.offers.0.iter().position(takes);
        // What has been shown is what opens.
        let shown = self.insight.attack.as_ref().filter(|attack| attack.on == enemy && attack.from.is_none());
        let shown = shown.map(|attack| attack.choice.clone()).and_then(|choice| {
            let same = |offer: &Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
            let index = self.settled.offers.0.iter().position(|offer| same(offer) && takes(offer))?;
            choice.check(&self.settled.offers.0[index]).ok()?;
            Some((index, choice))
        });
        match (open, shown, first) {
            (true, ..) => self.aim(enemy),
            (false, Some((index, choice)), _) => {
                self.settled.choices[index] = choice;
                self.settled.chosen = Some(index);
            }
            (false, None, Some(index)) => {
                self.settled.chosen = Some(index);
                self.aim(enemy);
            }
            (false, None, None) => self.refuse_target(enemy),
        }
    }

    /// Shows why no offer can be aimed at somebody.
    fn refuse_target(&mut self, enemy: CombatantId) {
        let reasons = self.settled.offers.0.iter().filter_map(|offer| match &offer.target {
            Target::Combatant(list) => {
                let own = list.iter().find(|one| one.who == enemy).and_then(|one| one.refusal.clone());
                offer.refusal.clone().or(own)
            }
            _ => None,
        });
        if let Some(reason) = reasons.into_iter().next() {
            self.say(reason.words.to_string(), Some(reason.rule));
        }
    }

    /// Goes to a square by the first way on offer that leads there. Where there are ways, whatever else is aimed at a square
    /// has to be opened first.
    fn go(&mut self, who: CombatantId, square: Square, world: &mut World) {
        let has_ways = self.settled.offers.0.iter().any(|offer| matches!(offer.target, Target::Way(_)));
        let leads = |offer: &Offer| match &offer.target {
            Target::Way(squares) => offer.is_open() && squares.iter().any(|one| one.square == square),
            Target::Square(squares) => offer.is_open() && !has_ways && squares.contains(&square),
            _ => false,
        };
        // The way that is open goes before the others: a charge before a walk.
        let open = self.open_offer().map(|(offer, _)| offer).filter(|offer| leads(offer));
        let offer = open.or_else(|| self.settled.offers.0.iter().find(|offer| leads(offer)));
        let Some(offer) = offer else {
            if let Some((offer, _)) = self.open_offer()
                && matches!(offer.target, Target::Way(_))
            {
                let refusal = offer.refusal.clone();
                let words = refusal.as_ref().map_or("Out of reach".to_string(), |one| one.words.to_string());
                self.say(words, refusal.map(|one| one.rule));
            }
            return;
        };
        let choice = if matches!(offer.target, Target::Way(_)) {
            let battle = self.battle();
            let journey = battle.journey(who, offer.verb, Course::To(square));
            journey.ok().map(|journey| Choice::of(offer).to(journey.route.squares))
        } else {
            Some(Choice::of(offer).to(vec![square]))
        };
        if let Some(choice) = choice {
            self.submit(&choice, world);
        }
    }

    /// Confirms the open offer.
    pub(super) fn commit(&mut self, world: &mut World) {
        if !self.is_asked() {
            return;
        }
        let Some((offer, choice)) = self.open_aimed() else { return };
        match offer.target {
            Target::Way(_) | Target::Square(_) => {
                // Not where the pointer was before it went to the panel, or before this was asked.
                match self.hover.filter(|_| self.points) {
                    Some(square) => self.press(square, world),
                    None => self.say("Point at a square first", None),
                }
            }
            Target::Nothing | Target::Combatant(_) => self.submit(&choice, world),
        }
    }

    /// One step back: from pinned cards, the target, the open offer, then to the menu.
    pub(super) fn back(&mut self, world: &mut World) {
        let is_way = |offer: &Offer| offer.is_open() && matches!(offer.target, Target::Way(_));
        let home = self.settled.offers.0.iter().position(is_way);
        if std::mem::take(&mut self.result_closed) {
        } else if let Some(watching) = self.watching.take() {
            watching.leave(world);
            board::reset(world);
        } else if self.pinned {
            self.pinned = false;
        } else if self.inspected.take().is_some() {
        } else if self.settled.chosen != home && home.is_some() {
            self.settled.chosen = home;
        } else if self.target().is_some() {
            self.aimed = None;
        } else {
            self.dialog = Some(super::Dialog::Menu);
        }
    }

    pub(super) fn end_turn(&mut self, world: &mut World) {
        if !self.is_asked() {
            board::skip(world);
            return;
        }
        // Ending, declining and keeping are what the rules call the default.
        let battle = self.battle();
        let Some(decision) = self.battle().decision() else { return };
        let choice = battle.ruleset.rules().default_answer(battle, decision);
        self.submit(&choice, world);
    }

    /// The next or previous enemy as target.
    pub(super) fn cycle(&mut self, step: isize) {
        let Some((who, ..)) = self.asked() else { return };
        let battle = self.battle();
        let enemies: Vec<CombatantId> = battle
            .enemies(who)
            .filter(|one| one.fights() && battle.combatant(who).aware.of(one.id))
            .map(|one| one.id)
            .collect();
        if enemies.is_empty() {
            return;
        }
        let at = self.target().and_then(|target| enemies.iter().position(|one| *one == target));
        let next = at.map_or(0, |at| (at as isize + step).rem_euclid(enemies.len() as isize) as usize);
        let enemy = enemies[next];
        let square = battle.combatant(enemy).placement.anchor();
        self.take_aim(enemy);
        self.view.camera.reveal(square);
        self.aim(enemy);
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
        let offer = offers.iter().position(|one| one.verb == choice.verb && one.item == choice.item);
        if let Some(offer) = offer.filter(|offer| offers[*offer].is_open()) {
            self.settled.chosen = Some(offer);
            self.settled.choices[offer] = choice;
        }
    }
}
