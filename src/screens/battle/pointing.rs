//! What mouse and keys on the board mean: left does, right or Esc takes one step back.

use bevy_egui::egui::{InputState, Key, Modifiers, Ui};

use super::BattleScreen;
use crate::{
    board::BoardResponse,
    geometry::{Direction, Square},
    rules::{Choice, CombatantId, Offer, Target},
};

/// Reads the pointer and the board's own keys.
pub fn read(screen: &mut BattleScreen, ui: &Ui, response: &BoardResponse) {
    if response.moved && response.hovered != screen.hover {
        screen.hover = response.hovered;
        screen.by_keys = false;
    }
    keys(screen, ui);
    if screen.view.stage.is_busy() && (response.clicked.is_some() || response.back) {
        screen.view.stage.skip();
        return;
    }
    if response.back {
        screen.back();
    } else if let Some(square) = response.clicked {
        screen.hover = Some(square);
        screen.press(square);
    }
}

fn keys(screen: &mut BattleScreen, ui: &Ui) {
    if ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_exact(Modifiers::NONE))
    };
    let arrows = [
        (Key::ArrowUp, Direction::North),
        (Key::ArrowRight, Direction::East),
        (Key::ArrowDown, Direction::South),
        (Key::ArrowLeft, Direction::West),
    ];
    for (key, direction) in arrows {
        if pressed(key) {
            screen.move_cursor(direction);
        }
    }
    let camera = &mut screen.view.camera;
    if pressed(Key::Plus) || pressed(Key::Equals) {
        camera.zoom(1);
    }
    if pressed(Key::Minus) {
        camera.zoom(-1);
    }
    if pressed(Key::Num0) || pressed(Key::Home) {
        screen.fitted = None;
    }
    let toggled = |key: Key| ui.input(|input| input.key_pressed(key) && input.modifiers.shift);
    if toggled(Key::L) {
        let shown = !screen.settings.lines;
        super::prefs::change(&mut screen.settings, super::settings::Intent::Lines(shown));
    }
    if toggled(Key::A) {
        let shown = !screen.settings.threat;
        super::prefs::change(&mut screen.settings, super::settings::Intent::Threat(shown));
    }
}

impl BattleScreen {
    fn move_cursor(&mut self, direction: Direction) {
        let extent = self.game.battle().scene.field.extent();
        let start = || self.game.asked().map(|(who, ..)| self.game.battle().one(who).placement.anchor());
        let from = self.hover.or_else(start).unwrap_or_default();
        let to = from.step(direction);
        if extent.contains(to) {
            self.hover = Some(to);
            self.by_keys = true;
            self.view.camera.reveal(to);
        }
    }

    /// The open offer with the choice as far as it is settled.
    pub(super) fn open_offer(&self) -> Option<(&Offer, &Choice)> {
        let index = self.settled.chosen?;
        Some((self.settled.offers.0.get(index)?, self.settled.choices.get(index)?))
    }

    /// Opens an offer; what needs nothing else is done by choosing it again.
    pub(super) fn choose(&mut self, index: usize) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        if let Some(refusal) = offer.refusal.clone() {
            self.settled.chosen = Some(index);
            self.say(refusal.words.to_string(), Some(refusal.rule));
        } else {
            self.settled.chosen = Some(index);
            if let Some(target) = self.target {
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
            *choice = choice.clone().on(who);
        }
        self.target = Some(who);
    }

    pub(super) fn set(&mut self, index: usize, key: &'static str, value: i32) {
        let Some(offer) = self.settled.offers.0.get(index) else { return };
        let choice = &mut self.settled.choices[index];
        *choice = offer.settle(choice, key, value);
        self.settled.chosen = Some(index);
    }

    /// Left on a square, or Enter with the cursor on it.
    pub(super) fn press(&mut self, square: Square) {
        if !self.is_asked() {
            return;
        }
        let Some((who, ..)) = self.game.asked() else { return };
        // What is aimed at a place is aimed at whoever stands there.
        if let Some((offer, choice)) = self.open_offer()
            && let Target::Square(squares) = &offer.target
            && offer.is_open()
            && squares.contains(&square)
        {
            let choice = choice.clone().to(vec![square]);
            self.submit(&choice);
            return;
        }
        let battle = self.game.battle();
        let body = battle.combatants.iter().find(|one| one.fights() && one.footprint().contains(square));
        let body = body.or_else(|| battle.combatants.iter().find(|one| one.footprint().contains(square)));
        if let Some((one, team)) = body.map(|one| (one.id, one.team)) {
            if team != battle.one(who).team {
                self.press_enemy(one);
            } else {
                self.inspect(one);
            }
            return;
        }
        self.go(who, square);
    }

    fn press_enemy(&mut self, enemy: CombatantId) {
        let aimed = self.open_offer().is_some_and(|(offer, choice)| {
            matches!(offer.target, Target::Combatant(_)) && choice.on == Some(enemy) && choice.check(offer).is_ok()
        });
        if aimed {
            self.commit();
            return;
        }
        self.target = Some(enemy);
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

    /// Says why nothing on offer can be aimed at somebody.
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

    /// Goes to a square by the first way on offer that leads there.
    fn go(&mut self, who: CombatantId, square: Square) {
        let leads = |offer: &Offer| match &offer.target {
            Target::Way(squares) => offer.is_open() && squares.iter().any(|one| one.square == square),
            Target::Square(squares) => offer.is_open() && squares.contains(&square),
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
            let route = self.game.battle().ruleset.rules().route(self.game.battle(), who, offer.verb, square);
            route.map(|route| Choice::of(offer).to(route.squares))
        } else {
            Some(Choice::of(offer).to(vec![square]))
        };
        if let Some(choice) = choice {
            self.submit(&choice);
        }
    }

    /// Does what is open.
    pub(super) fn commit(&mut self) {
        if !self.is_asked() {
            return;
        }
        let Some((offer, choice)) = self.open_offer() else { return };
        match offer.target {
            Target::Way(_) | Target::Square(_) => {
                if let Some(square) = self.hover {
                    self.press(square);
                }
            }
            Target::Nothing | Target::Combatant(_) => {
                let choice = choice.clone();
                self.submit(&choice);
            }
        }
    }

    /// One step back: what is pinned, what is aimed at, what is open, then the menu.
    pub(super) fn back(&mut self) {
        let home = self.settled.offers.0.iter().position(|offer| matches!(offer.target, Target::Way(_)));
        if self.watching.is_some() {
            self.watching = None;
            self.view.stage.reset(self.game.battle(), self.game.arena.journal().len());
        } else if self.pinned {
            self.pinned = false;
        } else if self.inspected.take().is_some() {
        } else if self.settled.chosen != home && home.is_some() {
            self.settled.chosen = home;
        } else if self.target.take().is_none() {
            self.overlay = Some(super::Overlay::Menu);
        }
    }

    pub(super) fn end_turn(&mut self) {
        if !self.is_asked() {
            self.view.stage.skip();
            return;
        }
        // Ending, declining and keeping are what the rules call the default.
        let battle = self.game.battle();
        let Some(decision) = self.game.arena.decision() else { return };
        let choice = battle.ruleset.rules().habit(battle, decision);
        self.submit(&choice);
    }

    /// The next or previous enemy as target.
    pub(super) fn cycle(&mut self, step: isize) {
        let Some((who, ..)) = self.game.asked() else { return };
        let battle = self.game.battle();
        let enemies: Vec<CombatantId> = battle
            .enemies(who)
            .filter(|one| one.fights() && battle.one(who).aware.of(one.id))
            .map(|one| one.id)
            .collect();
        if enemies.is_empty() {
            return;
        }
        let at = self.target.and_then(|target| enemies.iter().position(|one| *one == target));
        let next = at.map_or(0, |at| (at as isize + step).rem_euclid(enemies.len() as isize) as usize);
        let enemy = enemies[next];
        self.target = Some(enemy);
        let square = battle.one(enemy).placement.anchor();
        self.view.camera.reveal(square);
        self.aim(enemy);
    }

    pub(super) fn inspect(&mut self, who: CombatantId) {
        self.inspected = if self.inspected == Some(who) { None } else { Some(who) };
        let square = self.game.battle().one(who).placement.anchor();
        self.view.camera.reveal(square);
    }

    /// Takes what an alternative of the forecast proposes.
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
