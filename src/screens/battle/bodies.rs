//! Who is pointed at where several share a square: the fighter whose token is under the pointer, or the next on
//! request.

use super::{BattleScreen, press::PressPlate};
use crate::{
    board::seats,
    geometry::Square,
    rules::{Battle, Candidate, Combatant, CombatantId, Group, Offer},
};

/// The target of an offer before anybody has been pointed at: the first who still fights; offers other than attacks
/// also accept one who is down.
pub(super) fn usual_target(battle: &Battle, offer: &Offer, list: &[Candidate]) -> Option<CombatantId> {
    let mut open = list.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
    let fights = |who: &CombatantId| battle.combatant(*who).fights();
    let is_attack = matches!(offer.group, Group::Attack | Group::Manoeuvre);
    open.clone().find(fights).or_else(|| open.next().filter(|_| !is_attack))
}

impl BattleScreen {
    /// Who is pointed at in a square: the fighter picked there, else the one whose token is under the pointer, else one
    /// who stands there, else one who lies there; nobody who has left or is unknown.
    pub(super) fn body_under(&self, square: Square) -> Option<Combatant<'_>> {
        let here = self.bodies_in(square);
        let picked = self.picked.filter(|who| here.contains(who));
        let who = picked.or_else(|| self.under_pointer(&here)).or(here.first().copied())?;
        Some(self.spoken().combatant(who))
    }

    /// Everybody seen in a square, topmost token first.
    fn bodies_in(&self, square: Square) -> Vec<CombatantId> {
        let battle = self.spoken();
        let rules = battle.ruleset.rules();
        let is_here = |fighter: &Combatant<'_>| {
            !fighter.status.is_absent() && fighter.footprint().contains(square) && self.is_visible(fighter.id)
        };
        let mut here: Vec<CombatantId> = battle.combatants().filter(is_here).map(|fighter| fighter.id).collect();
        if here.len() > 1 {
            here.sort_by_key(|who| (!battle.combatant(*who).fights(), rules.mount_of(battle, *who).is_none(), *who));
        }
        here
    }

    /// The fighter whose token is under the pointer; smaller tokens lie above larger ones.
    fn under_pointer(&self, here: &[CombatantId]) -> Option<CombatantId> {
        let battle = self.spoken();
        let spot = self.spot.filter(|_| here.len() > 1)?;
        let seats = here.iter().map(|who| (*who, seats::among(battle, *who, here)));
        let under = seats.filter(|(who, seat)| seat.holds(battle.combatant(*who).footprint(), spot));
        under.min_by(|(_, seat), (_, other)| seat.size.total_cmp(&other.size)).map(|(who, _)| who)
    }

    /// Picks the next of those who share the square pointed at; false if nobody else is there.
    pub(super) fn take_next(&mut self, step: isize) -> bool {
        let Some(square) = self.hover.filter(|_| self.still_pointed) else { return false };
        let here = self.bodies_in(square);
        let now = self.body_under(square).map(|fighter| fighter.id);
        let Some(at) = now.and_then(|who| here.iter().position(|id| *id == who)).filter(|_| here.len() > 1) else {
            return false;
        };
        let next = (at as isize + step).rem_euclid(here.len() as isize);
        self.picked = Some(here[next as usize]);
        true
    }

    /// The plate, with the name of the fighter pointed at if others share the square.
    pub(super) fn of_several(&self, plate: Option<PressPlate>) -> Option<PressPlate> {
        let square = self.hover.filter(|_| self.still_pointed);
        let here = square.map(|square| self.bodies_in(square)).unwrap_or_default();
        let Some(fighter) = square.and_then(|square| self.body_under(square)).filter(|_| here.len() > 1) else {
            return plate;
        };
        let place = here.iter().position(|who| *who == fighter.id).map_or(0, |place| place + 1);
        let name = match self.spoken().ruleset.rules().card(self.spoken(), fighter.id).out {
            "" => fighter.identity.name.to_string(),
            out => format!("{}, {out}", fighter.identity.name),
        };
        // From the cursor Tab goes to the next enemy.
        let next = if self.enter_presses { "" } else { ", Tab takes the next" };
        let who = format!("{name}, {place} of {} here{next}", here.len());
        let (words, refused) = (String::new(), false);
        let plate = plate.unwrap_or(PressPlate { words, second: String::new(), refused });
        if plate.words.is_empty() {
            return Some(PressPlate { words: who, ..plate });
        }
        let second = if plate.second.is_empty() { who } else { format!("{}; {who}", plate.second) };
        Some(PressPlate { second, ..plate })
    }
}
