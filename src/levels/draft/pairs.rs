//! Riders and their mounts: they go together, come together and change sides together, and part where they cannot ride.

use super::{Draft, NoEdit, TokenKey, edit::no};
use crate::{
    geometry::{Footprint, Square},
    levels::{Late, placing::hindrance},
    rules::{Arrival, CombatantId, Effect, Status},
};

impl Draft {
    /// Whether two are one pair, or sit on the same mount.
    fn go_together(&self, one: CombatantId, other: CombatantId) -> bool {
        let mount = |who| self.ruleset().rules().mount_of(&self.battle, who);
        mount(one) == Some(other) || mount(other) == Some(one) || (mount(one).is_some() && mount(one) == mount(other))
    }

    /// These and whoever goes along, mounts and riders, each once.
    pub(super) fn party(&self, who: &[TokenKey]) -> Vec<CombatantId> {
        let own: Vec<CombatantId> = who.iter().filter_map(|key| self.id(*key)).collect();
        let goes = |id: &CombatantId| own.contains(id) || own.iter().any(|other| self.go_together(*id, *other));
        (0..self.tokens.len() as u16).map(CombatantId).filter(goes).collect()
    }

    /// The same as keys.
    pub(super) fn party_keys(&self, who: &[TokenKey]) -> Vec<TokenKey> {
        self.party(who).into_iter().map(|id| self.key(id)).collect()
    }

    /// Fighters go to squares, and whoever goes along with them, unless that goes to a square of its own.
    pub(super) fn go(&mut self, moves: &[(TokenKey, Square)]) -> Result<String, NoEdit> {
        let keys: Vec<TokenKey> = moves.iter().map(|(key, _)| *key).collect();
        let to = |who: CombatantId| {
            let own = moves.iter().find(|(key, _)| self.id(*key) == Some(who));
            let goes_along = |key: &TokenKey| self.id(*key).is_some_and(|other| self.go_together(who, other));
            own.or_else(|| moves.iter().find(|(key, _)| goes_along(key))).map(|(_, to)| (who, *to))
        };
        let all: Vec<(CombatantId, Square)> = self.party(&keys).into_iter().filter_map(to).collect();
        let extent = self.battle.scene.field.extent();
        for (who, to) in all {
            let place = self.battle.combatant(who).placement.at(to);
            if !place.0.squares().all(|square| extent.contains(square)) {
                return no(format!("{} would stand off the board", self.battle.combatant(who).identity.name));
            }
            self.battle.combatant_mut(who).placement = place;
        }
        Ok(format!("{} moved", self.names_of(&keys)))
    }

    /// A fighter comes later, with whoever goes along, or is there from the start.
    pub(super) fn come_later(&mut self, who: TokenKey, late: Option<&Late>) -> Result<String, NoEdit> {
        let Some(id) = self.id(who) else { return no("that fighter is not there any more") };
        let at = self.battle.combatant(id).placement.anchor();
        if late.is_some_and(|late| !(2..=self.level.round_limit.max(2)).contains(&late.round)) {
            return no(format!("somebody comes in round 2 to {}", self.level.round_limit));
        }
        let mut party = self.party(&[who]);
        // Mounts first: whoever is in the saddle comes where they come.
        party.sort_by_key(|who| self.ruleset().rules().mount_of(&self.battle, *who).is_some());
        for id in party {
            self.come(id, late)?;
        }
        let name = self.name_of(who);
        Ok(late.map_or_else(|| format!("{name} is there from the start"), |late| format!("{name} {}", late.words(at))))
    }

    fn come(&mut self, id: CombatantId, late: Option<&Late>) -> Result<(), NoEdit> {
        self.battle.constants_mut().arrivals.retain(|arrival| arrival.who != id);
        if let Some(late) = late {
            let body = self.battle.combatant(id).footprint();
            let mut squares = late.places(body.anchor, body.side, &self.level.zones, &self.battle.scene.field);
            let field = &self.battle.scene.field;
            let fits = |square: &Square| {
                let mut body = Footprint { anchor: *square, ..body }.squares();
                body.all(|square| field.cell(square).is_some() && hindrance(field, square).is_none())
            };
            squares.retain(fits);
            let Some(first) = squares.first().copied() else { return no("there is no room to come in") };
            let mount = self.ruleset().rules().mount_of(&self.battle, id);
            let first = mount.map_or(first, |mount| self.battle.combatant(mount).placement.anchor());
            let arrivals = &mut self.battle.constants_mut().arrivals;
            arrivals.push(Arrival { who: id, round: late.round, squares });
            arrivals.sort_by_key(|arrival| (arrival.round, arrival.who));
            let place = self.battle.combatant(id).placement.at(first);
            self.battle.combatant_mut(id).placement = place;
        }
        let token = &mut self.tokens[id.index()];
        token.late = late.cloned();
        // It is so under all rules.
        for kept in token.kept.values_mut() {
            kept.status = match (late, kept.status) {
                (Some(_), _) => Status::Awaited,
                (None, Status::Awaited) => Status::Fighting,
                (None, known) => known,
            };
        }
        self.battle.combatant_mut(id).status = if late.is_some() { Status::Awaited } else { Status::Fighting };
        Ok(())
    }

    /// Whether somebody can sit in a saddle: the mount can be ridden, is a friend and is where the rider is.
    fn fits(&self, rider: CombatantId, mount: CombatantId) -> bool {
        let (rider, mount) = (self.battle.combatant(rider), self.battle.combatant(mount));
        self.ruleset().rules().no_mount(mount.sheet).is_none()
            && rider.team == mount.team
            && rider.placement.anchor() == mount.placement.anchor()
    }

    /// Puts riders into the saddle where they fit and do not sit in it already.
    pub(super) fn saddle(&mut self, pairs: &[(CombatantId, TokenKey)]) {
        let rules = self.ruleset().rules();
        for (rider, mount) in pairs {
            let Some(mount) = self.id(*mount) else { continue };
            if self.fits(*rider, mount) && rules.mount_of(&self.battle, *rider) != Some(mount) {
                rules.saddled(*rider, mount).iter().for_each(|effect| self.battle.apply(effect));
            }
        }
    }

    /// The pairs of riders and mounts that somebody is of.
    fn pairs_of(&self, who: Option<TokenKey>) -> Vec<(CombatantId, CombatantId)> {
        let rules = self.ruleset().rules();
        let all =
            self.battle.combatants().filter_map(|rider| Some((rider.id, rules.mount_of(&self.battle, rider.id)?)));
        let is_of = |(rider, mount): &(CombatantId, CombatantId)| {
            who.is_none_or(|who| [*rider, *mount].into_iter().any(|id| self.key(id) == who))
        };
        all.filter(is_of).collect()
    }

    /// Takes a rider out of the saddle.
    fn part(&mut self, rider: CombatantId, mount: CombatantId) {
        for effect in self.ruleset().rules().saddled(rider, mount) {
            if let Effect::AddCondition(of, tie) = effect {
                let all = &mut self.battle.combatant_mut(of).conditions.0;
                all.retain(|condition| (condition.kind, condition.whom) != (tie.kind, tie.whom));
            }
        }
    }

    /// Takes riders out of saddles that they can no longer sit in.
    pub(super) fn part_where_none_fits(&mut self) {
        for (rider, mount) in self.pairs_of(None) {
            // Whoever is still to come is nowhere yet.
            let comes = self.battle.combatant(rider).status == Status::Awaited;
            if !comes && !self.fits(rider, mount) {
                self.part(rider, mount);
            }
        }
    }

    /// Takes somebody's rider, or the rider that it is, out of the saddle; the pairs that there were.
    pub(super) fn unsaddle(&mut self, who: TokenKey) -> Vec<(TokenKey, TokenKey)> {
        let pairs = self.pairs_of(Some(who));
        pairs.iter().for_each(|(rider, mount)| self.part(*rider, *mount));
        pairs.into_iter().map(|(rider, mount)| (self.key(rider), self.key(mount))).collect()
    }
}
