//! What a side knows: whom it knows of, where and since when; the battle as it must look to a side; and which sides
//! perceive a journal entry.
//!
//! A choice is checked against what the asker's side knows, but resolved against the real battle, so that no offer or
//! refusal gives an unknown combatant away.

use std::{borrow::Cow, ops::Deref};

use super::{Entry, Roll, StepContext};
use crate::{
    geometry::Square,
    rules::{
        account::RuleId,
        ids::{CombatantId, CombatantSet, Team, Teams},
        state::{Battle, Combatant, CombatantRow, Decision, Declaration, Effect, ItemRow, Location, Sighting, Status},
    },
};

/// The effects that the kernel adds to update what sides know after effects have been written: a known combatant has
/// moved, becomes known or is lost sight of.
pub(in crate::rules) fn sightings(battle: &Battle, entries: &[Entry], effects: &mut Vec<Effect>) {
    if !battle.ruleset.rules().has_hiding() {
        return;
    }
    for entry in entries {
        match entry {
            Entry::Effect(Effect::Place(who, _)) => {
                let others = battle.teams().filter(|side| *side != battle.profiles[who.index()].team);
                others.for_each(|side| sight(battle, side, *who, effects));
            }
            Entry::Effect(Effect::Arrive(who, _)) => {
                let (own, aware) = (battle.profiles[who.index()].team, battle.rows()[who.index()].aware);
                battle.teams().filter(|side| *side != own).for_each(|side| sight(battle, side, *who, effects));
                let known = battle.enemies(*who).map(|enemy| enemy.id).filter(|enemy| aware.of(*enemy));
                known.for_each(|enemy| sight(battle, own, enemy, effects));
            }
            Entry::Effect(Effect::Awareness(by, of, known)) => {
                let side = battle.profiles[by.index()].team;
                if *known {
                    sight(battle, side, *of, effects);
                } else {
                    lose(battle, side, *of, entries, effects);
                }
            }
            Entry::Effect(Effect::Status(who, status)) => {
                let (side, aware) = (battle.profiles[who.index()].team, battle.rows()[who.index()].aware);
                for enemy in battle.enemies(*who).map(|enemy| enemy.id).filter(|enemy| aware.of(*enemy)) {
                    if status.is_out() {
                        lose(battle, side, enemy, entries, effects);
                    } else {
                        sight(battle, side, enemy, effects);
                    }
                }
            }
            // Combatants known from the start.
            Entry::Effect(Effect::Round(1)) => {
                for side in battle.teams() {
                    battle.combatants().for_each(|fighter| sight(battle, side, fighter.id, effects));
                }
            }
            _ => {}
        }
    }
}

/// Records where a combatant is, for a side that knows of it.
fn sight(battle: &Battle, side: Team, who: CombatantId, effects: &mut Vec<Effect>) {
    let row = &battle.rows()[who.index()];
    let is_new = row.sightings.of(side).is_none_or(|known| known.at != row.placement);
    if is_new && battle.profiles[who.index()].team != side && battle.is_known(side, who) {
        note(side, who, Sighting { at: row.placement, round: battle.scene.round }, effects);
    }
}

/// Records where a combatant was last known, for a side that no longer knows of it; unless the side had lost it before
/// and it has moved since.
fn lose(battle: &Battle, side: Team, who: CombatantId, entries: &[Entry], effects: &mut Vec<Effect>) {
    let row = &battle.rows()[who.index()];
    let moves = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Place(moved, _)) if *moved == who);
    if row.sightings.of(side).is_some_and(|known| known.at != row.placement) && !entries.iter().any(moves) {
        return;
    }
    let last = Sighting { at: row.placement, round: battle.scene.round };
    if battle.profiles[who.index()].team != side && !battle.is_known(side, who) && row.sightings.of(side) != Some(last)
    {
        note(side, who, last, effects);
    }
}

fn note(side: Team, who: CombatantId, sighting: Sighting, effects: &mut Vec<Effect>) {
    let effect = Effect::Sighting(who, side, sighting);
    if !effects.contains(&effect) {
        effects.push(effect);
    }
}

impl Battle {
    /// Where a side last knew a combatant of another side to be, and in which round; `None` if it never did.
    pub fn last_known(&self, side: Team, who: CombatantId) -> Option<Sighting> {
        let row = &self.rows()[who.index()];
        let kept = row.sightings.of(side);
        if !self.is_known(side, who) {
            return kept;
        }
        let now = Sighting { at: row.placement, round: self.scene.round };
        Some(kept.filter(|known| known.at == now.at).unwrap_or(now))
    }

    /// Whether a side knows of a combatant: one of its own, or one that any of its fighters is aware of. It never knows
    /// of other sides' combatants who are still to come.
    pub fn is_known(&self, side: Team, who: CombatantId) -> bool {
        self.profiles[who.index()].team == side
            || self.rows()[who.index()].status != Status::Awaited && self.will_know(side, who)
    }

    /// Like [`Self::is_known`], for a combatant who is just arriving.
    fn will_know(&self, side: Team, who: CombatantId) -> bool {
        let mates = || self.rows().iter().zip(&self.profiles).filter(|(_, profile)| profile.team == side);
        self.profiles[who.index()].team == side
            || !self.ruleset.rules().has_hiding()
            || mates().any(|(row, _)| row.status == Status::Fighting && row.aware.of(who))
    }

    /// The fighting enemies that nobody on a side knows of.
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

    /// The battle as a side knows it.
    pub fn known_to(&self, side: Team) -> Known<'_> {
        self.without(side, self.unknown_to(side))
    }

    /// The battle as the combatant who is asked knows it. The question itself makes its subject known, along with mount
    /// or rider.
    pub fn known_in(&self, decision: &Decision) -> Known<'_> {
        let side = self.profiles[decision.who.index()].team;
        let unknown = self.unknown_to(side);
        let on = if unknown.is_empty() { None } else { self.ruleset.rules().question(self, decision).on };
        self.without(side, on.map_or(unknown, |on| self.without_pair(unknown, on)))
    }

    /// The battle as a side knows it if it also knows of these two.
    pub(in crate::rules) fn known_with(&self, side: Team, known: [CombatantId; 2]) -> Known<'_> {
        let unknown = self.unknown_to(side);
        let left = if unknown.is_empty() {
            unknown
        } else {
            known.into_iter().fold(unknown, |all, who| self.without_pair(all, who))
        };
        self.without(side, left)
    }

    /// Removes a combatant from a set, along with mount or rider.
    fn without_pair(&self, of: CombatantSet, who: CombatantId) -> CombatantSet {
        let rules = self.ruleset.rules();
        let pairs = |other: CombatantId| {
            rules.mount_of(self, who) == Some(other) || rules.mount_of(self, other) == Some(who) || other == who
        };
        self.combatants().map(|fighter| fighter.id).filter(|other| pairs(*other)).fold(of, CombatantSet::without)
    }

    /// The battle with these combatants off the board and without the secret declarations of other sides. It is not
    /// used to decide who wins.
    fn without(&self, side: Team, unknown: CombatantSet) -> Known<'_> {
        let is_own = |declared: &Declaration| self.profiles[declared.who.index()].team == side;
        if unknown.is_empty() && self.scene.declared.iter().all(is_own) {
            return Known(Cow::Borrowed(self));
        }
        let mut known = self.clone();
        known.scene.declared.retain(is_own);
        if !unknown.is_empty() {
            known.be_partial();
            conceal(&mut known, unknown);
        }
        Known(Cow::Owned(known))
    }
}

/// Takes combatants off the board with all their items, as if they had never come: no trace remains of where they are,
/// what they hold and how they fare.
fn conceal(battle: &mut Battle, who: CombatantSet) {
    for index in 0..battle.profiles.len() {
        let before = battle.rows()[index].clone();
        if who.contains(before.id) {
            let fresh = CombatantRow::new(before.id, Square::default(), &battle.profiles[index].sheet);
            let (status, sightings) = (Status::Fled, before.sightings);
            *battle.combatant_mut(before.id) = CombatantRow { status, sightings, ..fresh };
        }
    }
    for index in 0..battle.item_rows().len() {
        let ItemRow { id, at, .. } = battle.item_rows()[index];
        if let Some(bearer) = at.bearer().filter(|bearer| who.contains(*bearer)) {
            let numbers = battle.item_profiles[index].arm.start();
            *battle.item_mut(id) = ItemRow { numbers, ..ItemRow::new(id, Location::Stowed(bearer)) };
        }
    }
}

/// A battle as a side knows it: unknown enemies are off the board and as they were before the battle, and the secret
/// declarations of other sides are left out. Questions about a position take this, so that no answer can give those
/// away. It can only be had from [`Battle::known_to`] and [`Battle::known_in`].
#[derive(Clone, Debug)]
pub struct Known<'a>(Cow<'a, Battle>);

impl Known<'_> {
    /// Whether nothing is left out.
    pub const fn is_whole(&self) -> bool {
        matches!(self.0, Cow::Borrowed(_))
    }

    /// The battle itself.
    pub fn into_battle(self) -> Battle {
        self.0.into_owned()
    }
}

impl Deref for Known<'_> {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.0
    }
}

/// Plans something in the middle of a resolution, such as another way once the first is barred, with what the side of
/// `who` knows.
pub fn plan<T>(battle: &Battle, who: CombatantId, plan: impl FnOnce(&Battle) -> T) -> T {
    plan(&battle.known_to(battle.combatant(who).team))
}

/// All enemies of `who` become aware of them under a rule. The log says so if any were not before.
pub fn reveal(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let unaware: Vec<Combatant<'_>> = battle.enemies(who).filter(|enemy| !enemy.aware.of(who)).collect();
    unaware.iter().for_each(|enemy| context.effect(Effect::Awareness(enemy.id, who, true)));
    if !unaware.is_empty() {
        context.note(who, rule, "is no longer hidden");
    }
}

/// The sides that perceive an entry, in the battle just before it is written. An outcome with a secret declaration is
/// perceived only by the side that `secret` names.
pub fn perceivers(battle: &Battle, entry: &Entry, secret: Option<Team>) -> Teams {
    if let Some(side) = secret {
        return Teams::only(side);
    }
    let rules = battle.ruleset.rules();
    battle.teams().filter(|side| rules.perceives(battle, *side, entry)).collect()
}

/// Whether a side perceives an entry: whatever its own combatants do or suffer, and otherwise only what combatants it
/// knows of do, to combatants it knows of.
pub fn perceives(battle: &Battle, side: Team, entry: &Entry) -> bool {
    let knows = |who: &CombatantId| battle.is_known(side, *who);
    match entry {
        Entry::Chosen(who, _) | Entry::Action { who, .. } | Entry::Roll(Roll { who, .. }) | Entry::Note { who, .. } => {
            knows(who)
        }
        Entry::AttackResult(result) => {
            battle.profiles[result.on.index()].team == side || knows(&result.by) && knows(&result.on)
        }
        Entry::Effect(effect) => perceives_effect(battle, side, effect),
    }
}

fn perceives_effect(battle: &Battle, side: Team, effect: &Effect) -> bool {
    let knows = |who: &CombatantId| battle.is_known(side, *who);
    let is_own = |who: &CombatantId| battle.profiles[who.index()].team == side;
    let bearer = |at: Location| at.bearer().is_none_or(|who| knows(&who));
    match effect {
        Effect::Arrive(who, _) => battle.will_know(side, *who),
        Effect::Place(who, _)
        | Effect::Posture(who, _)
        | Effect::Facing(who, _)
        | Effect::Status(who, _)
        | Effect::Vital(who, ..)
        | Effect::Budget(who, ..)
        | Effect::AddCondition(who, _)
        | Effect::ReplaceCondition(who, ..)
        | Effect::Clear(who, _)
        | Effect::Acting(Some(who))
        | Effect::Resume(who) => knows(who),
        Effect::StandingOrder(who, ..) => is_own(who),
        Effect::Declare(declared) => is_own(&declared.who),
        Effect::Sighting(_, by, _) => *by == side,
        Effect::Interrupt(all) => all.iter().all(knows),
        Effect::Awareness(by, of, _) => is_own(by) || knows(by) && knows(of),
        Effect::Move(item, to) => bearer(battle.item(*item).at) && bearer(*to),
        Effect::Load(item, _) | Effect::Count(item, _) | Effect::ItemNumber(item, ..) | Effect::Imbue(item, _) => {
            bearer(battle.item(*item).at)
        }
        Effect::Order(_)
        | Effect::Disclose
        | Effect::Round(_)
        | Effect::Acting(None)
        | Effect::Edge(..)
        | Effect::Feature(..)
        | Effect::Footing(..)
        | Effect::Explosive(..)
        | Effect::Fire(..)
        | Effect::Wear(..)
        | Effect::Veil(..)
        | Effect::Held(..)
        | Effect::Concede(_)
        | Effect::Over(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, Outcome, Placement, RulesetId, play, testing::battle};

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);
    const C: CombatantId = CombatantId(2);
    const OURS: Team = Team(0);
    const THEIRS: Team = Team(1);

    /// A against B and C, under rules that have hiding.
    fn three() -> Battle {
        let ruleset = *RulesetId::ALL.iter().find(|ruleset| ruleset.rules().has_hiding()).unwrap();
        let sheet = ruleset.plain_sheet();
        let bodies = [(OURS, 0), (THEIRS, 4), (THEIRS, 8)];
        battle(ruleset, Battlefield::new(12, 1), &bodies.map(|(team, x)| (team, Square::new(x, 0), sheet.clone())))
    }

    fn write(battle: &mut Battle, effects: &[Effect]) {
        let entries = effects.iter().cloned().map(Entry::Effect).collect();
        play::write(battle, Outcome { entries, ..Outcome::default() });
    }

    fn at(x: i16, round: u16) -> Option<Sighting> {
        Some(Sighting { at: Placement::new(Square::new(x, 0), 1), round })
    }

    #[test]
    fn a_side_knows_where_and_since_when() {
        let mut battle = three();
        write(&mut battle, &[Effect::Round(1)]);
        assert_eq!((battle.last_known(THEIRS, A), battle.last_known(OURS, C)), (at(0, 1), at(8, 1)));
        write(&mut battle, &[Effect::Round(3)]);
        assert_eq!(battle.last_known(THEIRS, A), at(0, 1), "it stands there since the first round");
        write(&mut battle, &[Effect::Place(A, Placement::new(Square::new(1, 0), 1))]);
        assert_eq!(battle.last_known(THEIRS, A), at(1, 3));

        // One of them loses track, the other does not; then both have lost it.
        write(&mut battle, &[Effect::Round(4), Effect::Awareness(B, A, false)]);
        assert!(battle.is_known(THEIRS, A) && battle.unknown_to(THEIRS).is_empty());
        assert_eq!(battle.last_known(THEIRS, A), at(1, 3));
        write(&mut battle, &[Effect::Round(5), Effect::Status(C, Status::Down)]);
        assert!(!battle.is_known(THEIRS, A) && battle.unknown_to(THEIRS).contains(A));
        write(&mut battle, &[Effect::Round(6), Effect::Place(A, Placement::new(Square::new(2, 0), 1))]);
        assert_eq!(battle.last_known(THEIRS, A), at(1, 5), "nobody has seen it go");
        write(&mut battle, &[Effect::Awareness(B, A, true)]);
        assert_eq!(battle.last_known(THEIRS, A), at(2, 6));

        // Saved games keep it, and the digest covers it.
        let mut other = battle.clone();
        let elsewhere = Sighting { at: Placement::new(Square::new(-1, 3), 2), round: 9 };
        other.apply(&Effect::Sighting(A, THEIRS, elsewhere));
        assert_ne!(other.digest(), battle.digest());
        let text = serde_json::to_string(&other).unwrap();
        assert_eq!(serde_json::from_str::<Battle>(&text).unwrap(), other);
        assert_eq!(other.rows()[0].sightings.of(THEIRS), Some(elsewhere));
    }

    #[test]
    fn whoever_was_never_known_is_known_nowhere() {
        let mut battle = three();
        for enemy in [B, C] {
            let row = battle.combatant_mut(enemy);
            row.aware = row.aware.with(A, false);
        }
        write(&mut battle, &[Effect::Round(1), Effect::Place(A, Placement::new(Square::new(1, 0), 1))]);
        assert_eq!(battle.last_known(THEIRS, A), None);
        let seen = battle.known_to(THEIRS);
        assert!(seen.occupant(Square::new(1, 0)).is_none() && seen.occupant(Square::new(4, 0)).is_some());
        assert!(battle.known_to(OURS).is_whole());
        // A side's view of a battle never decides who wins: its last enemy may be one it does not know of.
        let mut seen = seen.into_battle();
        write(&mut seen, &[Effect::Place(B, Placement::new(Square::new(5, 0), 1))]);
        assert_eq!(seen.scene.over, None);
        // Their own moves are perceived by both, ours only by us.
        let step = |who, x| Entry::Effect(Effect::Place(who, Placement::new(Square::new(x, 0), 1)));
        assert_eq!(perceivers(&battle, &step(A, 2), None), Teams::only(OURS));
        assert_eq!(perceivers(&battle, &step(B, 5), None), [OURS, THEIRS].into_iter().collect());
    }
}
