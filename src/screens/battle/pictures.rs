//! Puts a moment of a battle on screen without a player, for screenshots.

use bevy::prelude::World;

use super::{BattleScreen, with_screen};
use crate::{
    board,
    geometry::Square,
    rules::{Choice, NoChoice},
};

/// Makes a choice for the fighter asked and shows its outcome at once, for screenshots.
pub(in crate::screens) fn choose(world: &mut World, choice: &Choice) -> Result<(), NoChoice> {
    with_screen(world, |screen, world| {
        screen.see(world);
        screen.game.submit(world, choice)?;
        board::skip(world);
        screen.see(world);
        screen.read();
        screen.following.bring_back();
        Ok(())
    })
}

/// Seats the player asked, for screenshots.
pub(in crate::screens) fn take_seat(world: &mut World) {
    with_screen(world, |screen, world| {
        screen.see(world);
        screen.seated = screen.asked().map(|(_, team, _)| team);
        screen.see(world);
    });
}

/// Points at a square as if the pointer were there, and opens an offer by its verb, for screenshots.
pub(in crate::screens) fn stage_picture(world: &mut World, verb: Option<&str>, on: Option<&str>, at: Option<Square>) {
    with_screen(world, |screen, world| {
        screen.renew(world);
        screen.aimed = None;
        let on = on.and_then(|tag| screen.living.tagged(tag)).map(|fighter| fighter.id);
        on.into_iter().for_each(|at| screen.take_aim(at));
        if let Some(verb) = verb
            && let Some(index) = screen.settled.offers.0.iter().position(|offer| offer.verb == verb && offer.is_open())
        {
            (screen.settled.chosen, screen.settled.by_hand) = (Some(index), true);
            if let Some(target) = screen.target() {
                screen.aim(target);
            }
        }
        if verb.is_some() || on.is_some() {
            screen.put_away();
        }
        screen.hover = at;
        (screen.by_keys, screen.still_pointed) = (at.is_some(), at.is_some());
    });
}

impl BattleScreen {
    /// Whether the board is shown rather than the page that hands over the seat.
    pub(in crate::screens) fn is_board_shown(&self) -> bool {
        self.model.as_ref().is_some_and(|(model, _)| model.handover.is_none())
    }
}
