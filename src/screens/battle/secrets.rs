//! What the player at the screen must not see.

use super::BattleScreen;
use crate::{
    rules::{Battle, Combatant, Status, Team, Window},
    seats::Seat,
};

/// Whether fighters are declaring in secret, or have made declarations that are still secret.
pub(super) fn declares_in_secret(battle: &Battle) -> bool {
    let rules = battle.ruleset.rules();
    let is_asked = |decision| rules.briefing(battle, decision).window == Window::Declare;
    rules.declares_in_secret() && (!battle.scene.declared.is_empty() || battle.decision().is_some_and(is_asked))
}

/// Whether anybody in the fight is hidden from an enemy.
pub(super) fn has_secrets(battle: &Battle) -> bool {
    let unknown = |fighter: Combatant<'_>| {
        fighter.fights() && battle.enemies(fighter.id).any(|enemy| enemy.fights() && !enemy.aware.of(fighter.id))
    };
    battle.ruleset.rules().has_hiding() && battle.combatants().any(unknown)
}

impl BattleScreen {
    /// The side that hidden combatants are hidden from: `None` once the end has been shown, and for a side with nobody
    /// left in the fight.
    pub(super) fn hidden_from(&self) -> Option<Team> {
        let shown = self.stage.shown();
        if self.watching.is_some() || shown.scene.over.is_some() && !self.stage.is_busy() {
            return None;
        }
        let is_person = |team: &Team| self.game.seat(*team) == Seat::Person;
        let persons: Vec<Team> = self.battle().teams().filter(is_person).collect();
        let seated = match persons[..] {
            [] => None,
            [only] => Some(only),
            // While the computer decides, the player who sat here last still looks on.
            [first, ..] => self.asked().map(|(_, team, _)| team).filter(is_person).or(self.seated).or(Some(first)),
        };
        let is_left = |fighter: Combatant<'_>| fighter.fights() || fighter.status == Status::Awaited;
        seated.filter(|team| shown.combatants().any(|fighter| fighter.team == *team && is_left(fighter)))
    }
}

#[cfg(test)]
mod tests {
    use bevy::{
        asset::Handle,
        image::Image,
        prelude::{Children, Entity, Visibility},
        sprite::Sprite,
    };

    use crate::{
        arena::{Arena as _, CombatantEntities, edit},
        board::{Shows, skip},
        rules::{Awareness, CombatantId, RulesetId, Team},
        screens::{
            HeadlessFrame,
            battle::{
                BattleScreen,
                testing::{PERSON, SIZE, frames, level},
            },
        },
    };

    /// The picture of a token on the board, and whether its chip in the order has a broken ring.
    fn shown(headless: &mut HeadlessFrame, who: CombatantId) -> (Handle<Image>, bool) {
        skip(headless.world());
        frames(headless, 3);
        let world = headless.world();
        let mut tokens = world.query::<(Entity, &Shows)>();
        let token = tokens.iter(world).find(|(_, shows)| shows.0 == who).expect("everybody has a token").0;
        let mut parts = world.get::<Children>(token).expect("it has pictures").iter().copied();
        let is_drawn = |part: &Entity| world.get::<Visibility>(*part) != Some(&Visibility::Hidden);
        let drawn = parts.find(|part| is_drawn(part) && world.get::<Sprite>(*part).is_some()).expect("one is drawn");
        let picture = world.get::<Sprite>(drawn).expect("it is a sprite");
        let model = &world.resource::<BattleScreen>().model.as_ref().expect("drawn").0;
        let chip = model.top.order.iter().find(|chip| chip.who == who).expect("it has a turn");
        (picture.image.clone(), chip.look.hidden)
    }

    /// Lets fighters be aware of one another, or not.
    fn let_know(headless: &mut HeadlessFrame, by: &[CombatantId], of: CombatantId, knows: bool) {
        edit(headless.world(), |world| {
            for who in by {
                let entity = world.resource::<CombatantEntities>().entity(*who);
                let mut aware = world.get_mut::<Awareness>(entity).expect("a combatant is aware of some");
                *aware = aware.with(of, knows);
            }
        });
    }

    #[test]
    fn a_ring_does_not_tell_whom_an_unknown_enemy_has_noticed() {
        let ruleset = RulesetId::offered().find(|ruleset| ruleset.rules().has_hiding()).expect("rules with hiding");
        let mut headless = HeadlessFrame::play(&level("tanner-row"), ruleset, 3, PERSON, SIZE).expect("it fits");
        let battle = headless.world().battle().clone();
        let of = |team: u8| battle.combatants().filter(move |fighter| fighter.team == Team(team));
        let [ours, theirs] = [0, 1].map(|team| of(team).map(|fighter| fighter.id).collect::<Vec<CombatantId>>());
        // Not the one who is asked.
        let asked = battle.decision().expect("somebody is asked").who;
        let own = *ours.iter().find(|own| **own != asked).expect("we are several");
        let_know(&mut headless, &ours, theirs[0], false);
        let_know(&mut headless, &theirs, own, false);
        let unnoticed = shown(&mut headless, own);
        let_know(&mut headless, &theirs[..1], own, true);
        assert!(unnoticed.1 && shown(&mut headless, own) == unnoticed, "only somebody unknown has noticed");
        let_know(&mut headless, &theirs[1..2], own, true);
        let noticed = shown(&mut headless, own);
        assert!(!noticed.1 && noticed.0 != unnoticed.0, "an enemy in the open has noticed");
    }
}
