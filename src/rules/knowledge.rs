//! What a side knows: whom, where and since when; the battle as it must look to a side; and who perceives an entry of the
//! journal.
//!
//! A choice is judged by what its asker's side knows and resolved in truth, so that no offer and no refusal tells of
//! somebody unknown.

use std::borrow::Cow;

use super::{Battle, CombatantId, CombatantSet, Decision, Effect, Entry, Location, Roll, Status, Team, Teams};

impl Battle {
    /// Whether a side knows of a combatant: its own people, and whomever somebody of it who fights is aware of.
    pub fn is_known(&self, side: Team, who: CombatantId) -> bool {
        let mates = || self.rows().iter().zip(&self.profiles).filter(|(_, profile)| profile.team == side);
        self.profiles[who.index()].team == side
            || !self.ruleset.rules().has_hiding()
            || mates().any(|(row, _)| row.status == Status::Fighting && row.aware.of(who))
    }

    /// The enemies in the fight whom nobody of a side knows of.
    pub fn unknown_to(&self, side: Team) -> CombatantSet {
        let (mut known, mut enemies) = (CombatantSet::default(), CombatantSet::default());
        if !self.ruleset.rules().has_hiding() {
            return enemies;
        }
        for (row, profile) in self.rows().iter().zip(&self.profiles) {
            if row.status == Status::Fighting {
                if profile.team == side {
                    known = known.or(row.aware.0);
                } else {
                    enemies = enemies.with(row.id);
                }
            }
        }
        enemies.except(known)
    }

    /// The battle as it must look to a side: those whom it does not know are not on the board. Nothing is copied where
    /// everybody is known.
    pub fn seen_by(&self, side: Team) -> Cow<'_, Self> {
        self.without(self.unknown_to(side))
    }

    /// The battle as it must look to whoever is asked. The one whom the question is about, with mount or rider, is known by
    /// the question itself.
    pub fn seen_in(&self, decision: &Decision) -> Cow<'_, Self> {
        let unknown = self.unknown_to(self.combatant(decision.who).team);
        if unknown.is_empty() {
            return Cow::Borrowed(self);
        }
        let on = self.ruleset.rules().question(self, decision).on;
        self.without(on.map_or(unknown, |on| self.without_pair(unknown, on)))
    }

    /// The battle as it must look to a side that knows of these two as well.
    pub fn seen_with(&self, side: Team, known: [CombatantId; 2]) -> Cow<'_, Self> {
        let unknown = self.unknown_to(side);
        if unknown.is_empty() {
            return Cow::Borrowed(self);
        }
        self.without(known.into_iter().fold(unknown, |unknown, one| self.without_pair(unknown, one)))
    }

    /// Takes somebody out of a list, with mount or rider.
    fn without_pair(&self, of: CombatantSet, who: CombatantId) -> CombatantSet {
        let rules = self.ruleset.rules();
        let pairs = |other: CombatantId| {
            rules.mount_of(self, who) == Some(other) || rules.mount_of(self, other) == Some(who) || other == who
        };
        self.combatants().map(|one| one.id).filter(|other| pairs(*other)).fold(of, CombatantSet::without)
    }

    /// The battle without these on the board. It decides nothing about who wins.
    fn without(&self, unknown: CombatantSet) -> Cow<'_, Self> {
        if unknown.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut seen = self.clone();
        seen.be_partial();
        let hidden: Vec<CombatantId> =
            self.combatants().map(|one| one.id).filter(|who| unknown.contains(*who)).collect();
        hidden.into_iter().for_each(|who| seen.combatant_mut(who).status = Status::Fled);
        Cow::Owned(seen)
    }
}

/// The sides that perceive an entry as it is written, which the battle has not been yet. An outcome in which something is
/// declared in secret stays with the side that `secret` names.
pub fn perceivers(battle: &Battle, entry: &Entry, secret: Option<Team>) -> Teams {
    if let Some(side) = secret {
        return Teams::only(side);
    }
    let rules = battle.ruleset.rules();
    battle.teams().filter(|side| rules.perceives(battle, *side, entry)).collect()
}

/// Whether a side perceives an entry: what its own people do and what happens to them, and besides only what those do,
/// and what happens between those, whom it knows.
pub fn perceives(battle: &Battle, side: Team, entry: &Entry) -> bool {
    let knows = |who: &CombatantId| battle.is_known(side, *who);
    match entry {
        Entry::Chosen(who, _) | Entry::Action { who, .. } | Entry::Roll(Roll { who, .. }) | Entry::Note { who, .. } => {
            knows(who)
        }
        Entry::AttackResult(result) => knows(&result.by) && knows(&result.on),
        Entry::Effect(effect) => perceives_effect(battle, side, effect),
    }
}

fn perceives_effect(battle: &Battle, side: Team, effect: &Effect) -> bool {
    let knows = |who: &CombatantId| battle.is_known(side, *who);
    let is_own = |who: &CombatantId| battle.profiles[who.index()].team == side;
    let bearer = |at: Location| at.bearer().is_none_or(|who| knows(&who));
    match effect {
        Effect::Place(who, _)
        | Effect::Posture(who, _)
        | Effect::Facing(who, _)
        | Effect::Status(who, _)
        | Effect::Vital(who, ..)
        | Effect::Budget(who, ..)
        | Effect::AddCondition(who, _)
        | Effect::ReplaceCondition(who, ..)
        | Effect::Clear(who, _)
        | Effect::Acting(Some(who)) => knows(who),
        Effect::Awareness(by, of, _) => is_own(by) || knows(by) && knows(of),
        Effect::Move(item, to) => bearer(battle.item(*item).at) && bearer(*to),
        Effect::Load(item, _) | Effect::Count(item, _) | Effect::ItemNumber(item, ..) | Effect::Imbue(item, _) => {
            bearer(battle.item(*item).at)
        }
        Effect::Order(_)
        | Effect::Round(_)
        | Effect::Acting(None)
        | Effect::Edge(..)
        | Effect::Feature(..)
        | Effect::Footing(..)
        | Effect::Wear(..)
        | Effect::Veil(..)
        | Effect::Held(..)
        | Effect::Over(_) => true,
    }
}
