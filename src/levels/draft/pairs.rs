//! Riders and their mounts: they move, arrive and change sides together, and part where they cannot ride.

use std::collections::BTreeSet;

use super::{Draft, NoEdit, TokenKey, edit::no};
use crate::{
    geometry::{Footprint, Square},
    lab::party,
    levels::{
        Late,
        placing::{hindrance, no_saddle},
    },
    rules::{Arrival, CombatantId, Condition, Effect, Status},
};

impl Draft {
    /// These fighters with their mounts and riders, each once.
    pub(super) fn party(&self, who: &[TokenKey]) -> Vec<CombatantId> {
        let own = who.iter().filter_map(|key| self.id(*key));
        let all: BTreeSet<CombatantId> = own.flat_map(|id| party(&self.battle, id)).collect();
        all.into_iter().collect()
    }

    /// Like [`Self::party`], as keys.
    pub(super) fn party_keys(&self, who: &[TokenKey]) -> Vec<TokenKey> {
        self.party(who).into_iter().map(|id| self.key(id)).collect()
    }

    /// Moves fighters to squares, and their mounts and riders with them, unless these move to squares of their own.
    pub(super) fn go(&mut self, moves: &[(TokenKey, Square)]) -> Result<String, NoEdit> {
        let keys: Vec<TokenKey> = moves.iter().map(|(key, _)| *key).collect();
        let to = |who: CombatantId| {
            let own = moves.iter().find(|(key, _)| self.id(*key) == Some(who));
            let along = party(&self.battle, who);
            let goes_along = |key: &TokenKey| self.id(*key).is_some_and(|other| along.contains(&other));
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

    /// Lets a fighter arrive later, with its mount or rider, or be there from the start.
    pub(super) fn come_later(&mut self, who: TokenKey, late: Option<&Late>) -> Result<String, NoEdit> {
        let Some(id) = self.id(who) else { return no("that fighter is not there any more") };
        let at = self.battle.combatant(id).placement.anchor();
        if late.is_some_and(|late| !(2..=self.level.round_limit.max(2)).contains(&late.round)) {
            return no(format!("fighters arrive in rounds 2 to {}", self.level.round_limit));
        }
        let is_there = |other: &CombatantId| {
            let status = self.battle.combatant(*other).status;
            *other == id || status == Status::Awaited || !status.is_out()
        };
        let (mut party, fallen): (Vec<_>, Vec<_>) = self.party(&[who]).into_iter().partition(is_there);
        // Nobody arrives with a mount or a rider who is out already.
        for other in fallen.into_iter().filter(|_| late.is_some()) {
            self.untie(id, other);
            self.untie(other, id);
        }
        // Mounts first: riders arrive where their mounts do.
        party.sort_by_key(|who| self.ruleset().rules().mount_of(&self.battle, *who).is_some());
        for id in party {
            self.set_arrival(id, late)?;
        }
        let name = self.name_of(who);
        Ok(late.map_or_else(|| format!("{name} is there from the start"), |late| format!("{name} {}", late.words(at))))
    }

    /// Lets one fighter arrive later, or be there from the start.
    fn set_arrival(&mut self, id: CombatantId, late: Option<&Late>) -> Result<(), NoEdit> {
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
            let Some(first) = squares.first().copied() else { return no("there is no room to arrive") };
            let mount = self.ruleset().rules().mount_of(&self.battle, id);
            let first = mount.map_or(first, |mount| self.battle.combatant(mount).placement.anchor());
            let arrivals = &mut self.battle.constants_mut().arrivals;
            arrivals.push(Arrival { who: id, round: late.round, squares });
            arrivals.sort_by_key(|arrival| (arrival.round, arrival.who));
            let place = self.battle.combatant(id).placement.at(first);
            self.battle.combatant_mut(id).placement = place;
        }
        let now = |known: Status| match (late, known) {
            (Some(_), _) => Status::Awaited,
            (None, Status::Awaited) => Status::Fighting,
            (None, known) => known,
        };
        let token = &mut self.tokens[id.index()];
        token.late = late.cloned();
        // The same goes for all other rules.
        token.kept.values_mut().for_each(|kept| kept.status = now(kept.status));
        let row = self.battle.combatant_mut(id);
        row.status = now(row.status);
        Ok(())
    }

    /// Whether somebody can sit in a saddle: the mount can be ridden, is a friend, is where the rider is and is large
    /// enough.
    fn fits(&self, rider: CombatantId, mount: CombatantId) -> bool {
        let (rider, mount) = (self.battle.combatant(rider), self.battle.combatant(mount));
        let no_mount = self.ruleset().rules().no_mount(mount.sheet);
        rider.team == mount.team && no_saddle(no_mount, rider.placement, mount.placement).is_none()
    }

    /// Why somebody cannot get into the saddle of another, wherever the two are.
    pub(super) fn no_seat(&self, rider: TokenKey, mount: TokenKey) -> Option<String> {
        let (rider, other) = (self.combatant(rider)?, self.combatant(mount)?);
        let no_mount = self.ruleset().rules().no_mount(other.sheet);
        let there = rider.placement.at(other.placement.anchor());
        // The words of a ruleset stand alone; others need the name of the mount.
        let small = || no_saddle(None, there, other.placement).map(|why| format!("{} {why}", self.name_of(mount)));
        no_mount.map(String::from).or_else(small)
    }

    /// Puts riders into the saddle where they fit and do not sit in it already.
    pub(super) fn saddle(&mut self, pairs: &[(CombatantId, TokenKey)]) {
        let rules = self.ruleset().rules();
        for (rider, mount) in pairs {
            let Some(mount) = self.id(*mount) else { continue };
            if rules.mount_of(&self.battle, *rider) == Some(mount) {
                continue;
            }
            // The mount may still have its half of the pair.
            self.untie(*rider, mount);
            if self.fits(*rider, mount) {
                rules.saddled(*rider, mount).iter().for_each(|effect| self.battle.apply(effect));
            }
        }
    }

    /// The pairs of rider and mount to which somebody belongs.
    fn pairs_of(&self, who: TokenKey) -> Vec<(CombatantId, CombatantId)> {
        let rules = self.ruleset().rules();
        let all =
            self.battle.combatants().filter_map(|rider| Some((rider.id, rules.mount_of(&self.battle, rider.id)?)));
        all.filter(|(rider, mount)| [*rider, *mount].into_iter().any(|id| self.key(id) == who)).collect()
    }

    /// Takes both halves of a pair away, so that the rider is on foot.
    fn untie(&mut self, rider: CombatantId, mount: CombatantId) {
        for effect in self.ruleset().rules().saddled(rider, mount) {
            if let Effect::AddCondition(of, tie) = effect {
                let all = &mut self.battle.combatant_mut(of).conditions.0;
                all.retain(|condition| (condition.kind, condition.whom) != (tie.kind, tie.whom));
            }
        }
    }

    /// Takes the other half of a pair away after somebody has lost its own.
    pub(super) fn untie_other_half(&mut self, who: CombatantId, half: Condition) {
        let Some(other) = half.whom else { return };
        let is_half = |effect: &Effect| {
            matches!(effect, Effect::AddCondition(of, tie)
                if *of == who && (tie.kind, tie.whom) == (half.kind, half.whom))
        };
        for (rider, mount) in [(who, other), (other, who)] {
            if self.ruleset().rules().saddled(rider, mount).iter().any(is_half) {
                self.untie(rider, mount);
            }
        }
    }

    /// Takes riders out of saddles that they can no longer sit in, and completes pairs of which only half was kept.
    pub(super) fn mend_saddles(&mut self) {
        let rules = self.ruleset().rules();
        let count = self.tokens.len() as u16;
        let all = || (0..count).map(CombatantId);
        let pairs: Vec<_> = all().flat_map(|rider| all().map(move |mount| (rider, mount))).collect();
        for (rider, mount) in pairs {
            let tie = rules.saddled(rider, mount);
            let halves = tie.iter().filter(|half| self.is_tied(half)).count();
            if halves == 0 {
                continue;
            }
            // A rider who is still to arrive is nowhere yet.
            let comes = self.battle.combatant(rider).status == Status::Awaited;
            // A copy may have kept half of somebody else's pair.
            let rides = |who| rules.mount_of(&self.battle, who) == Some(mount);
            let is_taken = all().any(|other| other != rider && rides(other)) && halves < tie.len();
            let sits = rides(rider) && !is_taken && (comes || self.fits(rider, mount));
            if !sits || halves < tie.len() {
                self.untie(rider, mount);
                tie.iter().filter(|_| sits).for_each(|half| self.battle.apply(half));
            }
        }
    }

    /// Whether somebody has its half of a pair.
    fn is_tied(&self, half: &Effect) -> bool {
        let Effect::AddCondition(who, tie) = half else { return false };
        let all = &self.battle.combatant(*who).conditions.0;
        all.iter().any(|known| (known.kind, known.whom) == (tie.kind, tie.whom))
    }

    /// Parts somebody from its rider or mount; the pairs that there were.
    pub(super) fn unsaddle(&mut self, who: TokenKey) -> Vec<(TokenKey, TokenKey)> {
        let pairs = self.pairs_of(who);
        pairs.iter().for_each(|(rider, mount)| self.untie(*rider, *mount));
        pairs.into_iter().map(|(rider, mount)| (self.key(rider), self.key(mount))).collect()
    }
}
