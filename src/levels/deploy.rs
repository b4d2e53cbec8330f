//! Makes the plain battle before its first round from a level, a roster and a ruleset.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Faults, Level, Roster, letters,
    level::Unit,
    mirror::{body, nearest},
    roster::{Carried, FISTS, Gear},
    stand_in::on_foot,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{
        Arm, Battle, Battlefield, CombatantId, CombatantRow, Condition, Constants, Effect, Facing, Goal, Identity,
        ItemGlyph, ItemId, ItemNumber, ItemProfile, ItemRow, Location, Profile, RulesetId, Scene, Settings, Sheet,
        Status, Team, Teams, Vital, Vitals, Wear,
    },
};

/// Puts a level's fighters on its board. [`crate::rules::play::begin`] then starts the battle.
///
/// # Errors
/// Archetypes and arms that are not in the roster. Those without numbers for this ruleset get plain ones: see
/// [`super::stand_ins`].
pub fn deploy(level: &Level, roster: &Roster, ruleset: RulesetId, settings: Settings) -> Result<Battle, Faults> {
    let roster = &*roster.with_own(level);
    let mut faults = Faults::default();
    let mut muster = Muster::new(ruleset);
    let names: Vec<String> = level.sides.iter().flat_map(|side| &side.units).map(|unit| name(unit, roster)).collect();
    let mut calls = identities(&names, roster);
    let mut rest = &mut calls[..];
    for side in &level.sides {
        let (own, others) = std::mem::take(&mut rest).split_at_mut(side.units.len());
        letters::tell_apart(own);
        rest = others;
    }
    let mut calls = calls.into_iter();
    let mut hidden = Vec::new();
    let (mut pairs, mut walkers, mut looks) = (Vec::new(), Vec::new(), Vec::new());
    for (team, side) in (0..).map(Team).zip(&level.sides) {
        let first = muster.combatants.len();
        let (lies, falls) = level.ambush(team);
        let rider = |(place, unit): (usize, &Unit)| unit.riding.map(|mount| (first + place, first + mount));
        let afoot: Vec<usize> = on_foot(&side.units, roster, ruleset).map(|(_, place)| place).collect();
        let riders = side.units.iter().enumerate().filter(|(place, _)| !afoot.contains(place));
        pairs.extend(riders.filter_map(rider));
        walkers.extend(afoot.iter().map(|place| first + place));
        for (unit, mut identity) in side.units.iter().zip(calls.by_ref()) {
            let Some(archetype) = roster.archetype(&unit.archetype) else {
                let (what, right) = roster.no_archetype(&unit.archetype);
                faults.0.extend(Faults::of_file(&level.tag, what, right).0);
                continue;
            };
            identity.kind = archetype.name.as_str().into();
            let mut sheet = archetype.sheet_at(ruleset, side.power);
            for begins in [lies.then_some(true), falls.then_some(false)].into_iter().flatten() {
                sheet.begin_in_ambush(begins);
            }
            let who = muster.add(identity, team, unit.at, sheet);
            let row = &mut muster.combatants[who.index()];
            row.posture = unit.posture;
            if unit.late.is_some() {
                row.status = Status::Awaited;
            }
            looks.extend(unit.facing.map(|direction| (who, Facing(direction))));
            if let Err(what) = muster.equip(who, &archetype.gear, roster) {
                faults.0.extend(Faults::of_file(&level.tag, what, "add it to the roster").0);
            }
            hidden.extend(unit.hidden.then_some(who));
        }
    }
    if faults.0.is_empty() {
        walkers.into_iter().for_each(|place| muster.dismount(place, &level.field));
    }
    let scene = scene(Arc::clone(&level.field), level.goals.clone(), level.round_limit);
    let mut battle = muster.battle(settings, scene, &hidden);
    battle.constants_mut().veils = level.veils_by_round.iter().map(|veil| veil.scheduled(&level.field)).collect();
    battle.constants_mut().arrivals = level.arrivals(|unit| body(roster, ruleset, unit));
    look_ahead(&mut battle);
    looks.into_iter().for_each(|(who, facing)| battle.combatant_mut(who).facing = facing);
    if faults.0.is_empty() {
        let id = |place: usize| CombatantId(place as u16);
        let tied = pairs.into_iter().flat_map(|(rider, mount)| ruleset.rules().saddled(id(rider), id(mount)));
        tied.for_each(|effect| battle.apply(&effect));
    }
    faults.or(battle)
}

/// Gives all fighters the totals and conditions with which a battle begins, for positions in which none has begun.
pub fn give_starts(battle: &mut Battle) {
    for who in (0..battle.rows().len() as u16).map(CombatantId) {
        let (vitals, conditions) = start_of(battle, who);
        let row = battle.combatant_mut(who);
        row.vitals = vitals;
        row.conditions.0.extend(conditions);
    }
}

/// The totals and conditions with which a combatant begins a battle, apart from those that dice decide.
pub(super) fn start_of(battle: &Battle, who: CombatantId) -> (Vitals, Vec<Condition>) {
    let (totals, conditions) = brought(battle, who);
    let mut vitals = battle.ruleset.rules().start_of(battle, who);
    totals.into_iter().for_each(|(vital, value)| vitals.set(vital, value));
    (vitals, conditions)
}

/// The conditions that a combatant brings to a battle, and the totals that come with them.
pub(super) fn brought(battle: &Battle, who: CombatantId) -> (Vec<(Vital, i16)>, Vec<Condition>) {
    let (mut totals, mut conditions) = (Vec::new(), Vec::new());
    for effect in battle.ruleset.rules().brought(battle, who) {
        match effect {
            Effect::Vital(_, vital, value) => totals.push((vital, value)),
            Effect::AddCondition(_, condition) => conditions.push(condition),
            _ => {}
        }
    }
    (totals, conditions)
}

/// Turns everybody towards the nearest enemy.
pub(super) fn look_ahead(battle: &mut Battle) {
    let look = |who: CombatantId| {
        let at = battle.combatant(who).placement.anchor();
        let far = |to: Square| (i32::from(to.x - at.x).pow(2) + i32::from(to.y - at.y).pow(2), to);
        let nearest = battle.enemies(who).map(|fighter| fighter.placement.anchor()).min_by_key(|to| far(*to));
        nearest.and_then(|to| Direction::towards(at, to)).map(|direction| (who, Facing(direction)))
    };
    let looks: Vec<_> = battle.rows().iter().filter_map(|row| look(row.id)).collect();
    looks.into_iter().for_each(|(who, facing)| battle.combatant_mut(who).facing = facing);
}

/// A battle's scene before the first round.
pub(super) const fn scene(field: Arc<Battlefield>, goals: Vec<Goal>, last_round: u16) -> Scene {
    Scene {
        field,
        round: 0,
        last_round,
        order: Vec::new(),
        acting: None,
        interrupted: Vec::new(),
        declared: Vec::new(),
        people: Teams(0),
        wear: Wear::new(),
        goals,
        conceded: Teams(0),
        over: None,
    }
}

fn name(unit: &Unit, roster: &Roster) -> String {
    let archetype = || roster.archetype(&unit.archetype).map(|found| found.name.clone());
    unit.name.clone().or_else(archetype).unwrap_or_else(|| unit.archetype.clone())
}

/// A tag for a name: `Goblin King` becomes `goblin-king`. Names that would read as a square or an item in a choice's
/// text get an article.
fn slug(name: &str, roster: &Roster) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let slug = words.join("-");
    let stem = slug.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
    if slug.is_empty() {
        "fighter".into()
    } else if slug.parse::<Square>().is_ok() || roster.arm(&slug).or_else(|| roster.arm(stem)).is_some() {
        format!("the-{slug}")
    } else {
        slug
    }
}

/// Tags, names and letters; equal names are numbered.
pub(super) fn identities(names: &[String], roster: &Roster) -> Vec<Identity> {
    let slugs: Vec<String> = names.iter().map(|name| slug(name, roster)).collect();
    let mut calls: Vec<Identity> = Vec::new();
    for (index, (name, slug)) in names.iter().zip(&slugs).enumerate() {
        let alike = slugs.iter().filter(|other| *other == slug).count() > 1;
        let number = slugs[..index].iter().filter(|other| *other == slug).count() + 1;
        let numbered = (number..).map(|number| format!("{slug}-{number}"));
        let mut tags = (!alike).then(|| slug.clone()).into_iter().chain(numbered);
        let tag = tags.find(|tag| calls.iter().all(|identity| *identity.tag != **tag)).unwrap_or_default();
        let initial =
            name.chars().find(|letter| letter.is_alphanumeric()).and_then(|letter| letter.to_uppercase().next());
        let letter = if alike { char::from_digit(number as u32, 10) } else { None }.or(initial).unwrap_or('?');
        let name = if alike { format!("{name} {number}") } else { name.clone() };
        calls.push(Identity { tag: tag.into(), name: name.into(), kind: "".into(), letter });
    }
    calls
}

/// Fighters and their items, numbered in order.
pub(super) struct Muster {
    ruleset: RulesetId,
    /// Everybody so far.
    pub(super) combatants: Vec<CombatantRow>,
    /// The profiles of everybody so far.
    pub(super) profiles: Vec<Profile>,
    items: Vec<ItemRow>,
    item_profiles: Vec<ItemProfile>,
}

impl Muster {
    /// A muster of nobody yet.
    pub(super) const fn new(ruleset: RulesetId) -> Self {
        Self { ruleset, combatants: Vec::new(), profiles: Vec::new(), items: Vec::new(), item_profiles: Vec::new() }
    }

    /// The tags of everybody so far.
    pub(super) fn tags(&self) -> impl Iterator<Item = &str> + Clone {
        self.profiles.iter().map(|fighter| &*fighter.identity.tag)
    }

    /// The combatant with a tag.
    pub(super) fn tagged(&self, tag: &str) -> Option<CombatantId> {
        self.tags().position(|known| known == tag).map(|index| CombatantId(index as u16))
    }

    /// Adds somebody with empty hands.
    pub(super) fn add(&mut self, identity: Identity, team: Team, at: Square, sheet: Sheet) -> CombatantId {
        let id = CombatantId(self.combatants.len() as u16);
        self.combatants.push(CombatantRow::new(id, at, &sheet));
        self.profiles.push(Profile { identity, team, sheet });
        id
    }

    /// Puts a rider beside a mount that cannot be ridden, as near as there is room.
    fn dismount(&mut self, place: usize, field: &Battlefield) {
        let others = self.combatants.iter().enumerate().filter(|(other, _)| *other != place);
        let taken: Vec<Footprint> = others.map(|(_, row)| row.placement.0).collect();
        let body = &mut self.combatants[place].placement;
        *body = nearest(field, &taken, body.anchor(), body.0.side).map_or(*body, |free| body.at(free));
    }

    /// Gives a combatant its gear, fists, and the body parts of its sheet.
    ///
    /// # Errors
    /// The arm that is not in the roster, in words.
    pub(super) fn equip(&mut self, who: CombatantId, gear: &[Gear], roster: &Roster) -> Result<(), String> {
        for piece in gear {
            self.give(who, piece, roster)?;
        }
        let fists = Gear { arm: FISTS.into(), at: Carried::Natural, count: None, loaded: true, state: BTreeMap::new() };
        if roster.arm(FISTS).is_some() && gear.iter().all(|piece| piece.arm != FISTS) {
            self.give(who, &fists, roster)?;
        }
        for part in self.profiles[who.index()].sheet.parts() {
            self.put((&part.tag, &part.name, part.glyph), part.arm, Location::Natural(who));
        }
        Ok(())
    }

    fn give(&mut self, who: CombatantId, gear: &Gear, roster: &Roster) -> Result<(), String> {
        let at = match gear.at {
            Carried::Main => Location::Main(who),
            Carried::Off => Location::Off(who),
            Carried::Both => Location::Both(who),
            Carried::Stowed => Location::Stowed(who),
            Carried::Natural => Location::Natural(who),
        };
        let names = self.ruleset.rules().names().items;
        let can_be_unloaded = roster.arm(&gear.arm).is_some_and(|arm| arm.numbers(self.ruleset).can_be_unloaded());
        let item = self.make(&gear.arm, at, roster)?;
        item.loaded = gear.loaded || !can_be_unloaded;
        item.count = gear.count;
        for (place, name) in (0..).zip(names) {
            if let Some(value) = gear.state.get(*name) {
                item.numbers.set(ItemNumber(place), *value);
            }
        }
        let id = item.id;
        let hands = &mut self.combatants[who.index()].hands;
        if matches!(gear.at, Carried::Main | Carried::Both) {
            hands.main = Some(id);
        }
        if matches!(gear.at, Carried::Off | Carried::Both) {
            hands.off = Some(id);
        }
        Ok(())
    }

    /// Lays an item in a square.
    ///
    /// # Errors
    /// It is not in the roster, in words.
    pub(super) fn lay(&mut self, arm: &str, at: Square, roster: &Roster) -> Result<(), String> {
        self.make(arm, Location::Ground(at), roster)?.loaded = true;
        Ok(())
    }

    /// Makes an item, unloaded if it needs loading. Equal items in one place are numbered.
    fn make(&mut self, tag: &str, at: Location, roster: &Roster) -> Result<&mut ItemRow, String> {
        let arm = roster.arm(tag).ok_or_else(|| format!("no arm is called `{tag}`"))?;
        Ok(self.put((tag, &arm.name, arm.glyph), arm.numbers(self.ruleset), at))
    }

    /// Puts an item of that tag, name and look somewhere.
    fn put(&mut self, (tag, name, glyph): (&str, &str, ItemGlyph), numbers: Arm, at: Location) -> &mut ItemRow {
        let beside =
            |other: &ItemRow| other.at == at || (other.at.bearer().is_some() && other.at.bearer() == at.bearer());
        let all = self.items.iter().zip(&self.item_profiles);
        let taken: Vec<&str> = all.filter(|(row, _)| beside(row)).map(|(_, item)| &*item.tag).collect();
        let numbered = (2..).map(|number| format!("{tag}-{number}"));
        let free = std::iter::once(tag.to_string()).chain(numbered).find(|tag| !taken.contains(&tag.as_str()));
        let id = ItemId(self.items.len() as u16);
        self.items.push(ItemRow { loaded: !numbers.needs_loading(), numbers: numbers.start(), ..ItemRow::new(id, at) });
        self.item_profiles.push(ItemProfile {
            tag: free.unwrap_or_default().into(),
            name: name.into(),
            glyph,
            arm: Arc::new(numbers),
        });
        &mut self.items[id.index()]
    }

    /// The battle. Everybody is aware of everybody except enemies who are hidden, or hide by their sheets.
    pub(super) fn battle(mut self, settings: Settings, scene: Scene, hidden: &[CombatantId]) -> Battle {
        for (fighter, own) in self.combatants.iter_mut().zip(&self.profiles) {
            for (id, other) in (0..).map(CombatantId).zip(&self.profiles) {
                let is_open = !hidden.contains(&id) && !other.sheet.hides();
                fighter.aware = fighter.aware.with(id, other.team == own.team || is_open);
            }
        }
        let constants = Constants::new(self.ruleset, settings, self.profiles, self.item_profiles);
        Battle::new(Arc::new(constants), scene, self.combatants, self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::builtin;

    #[test]
    fn names_become_tags_and_letters() {
        let names: Vec<String> = ["Goblin", "Ansa", "Goblin", "B2", "Sword 3", "goblin 1", "--", "Ada Lune"]
            .iter()
            .map(ToString::to_string)
            .collect();
        let calls = identities(&names, Roster::builtin());
        let told: Vec<String> =
            calls.iter().map(|identity| format!("{} {} {}", identity.tag, identity.name, identity.letter)).collect();
        assert_eq!(
            told,
            [
                "goblin-1 Goblin 1 1",
                "ansa Ansa A",
                "goblin-2 Goblin 2 2",
                "the-b2 B2 B",
                "the-sword-3 Sword 3 S",
                "goblin-1-1 goblin 1 G",
                "fighter -- ?",
                "ada-lune Ada Lune A",
            ]
        );
    }

    #[test]
    fn every_builtin_level_deploys_under_every_ruleset() {
        for level in builtin() {
            for ruleset in RulesetId::ALL {
                let battle = deploy(level, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).unwrap();
                assert_eq!(battle.combatants().len(), level.head_count());
                assert!(battle.combatants().enumerate().all(|(index, fighter)| fighter.id.index() == index));
                assert!(battle.items().enumerate().all(|(index, item)| item.id.index() == index));
                let there = || battle.combatants().filter(|fighter| !fighter.status.is_absent());
                for fighter in there() {
                    let fists = battle.items().filter(|item| item.at == Location::Natural(fighter.id));
                    assert!(fists.count() >= 1, "{}", fighter.identity.name);
                    let here: Vec<_> = there()
                        .filter(|other| other.footprint().squares().any(|square| fighter.footprint().contains(square)))
                        .collect();
                    let rides = |rider, mount| ruleset.rules().mount_of(&battle, rider) == Some(mount);
                    let pair = |other| rides(fighter.id, other) || rides(other, fighter.id);
                    let alone = here.iter().all(|other| other.id == fighter.id || pair(other.id));
                    assert!(alone, "{} shares a square", fighter.identity.name);
                }
            }
        }
    }

    #[test]
    fn hidden_enemies_are_unknown() {
        let mut level = builtin()[0].clone();
        level.sides[1].units[0].hidden = true;
        let ruleset = level.ruleset;
        let battle = deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        let first = |team| battle.combatants().filter(move |fighter| fighter.team == Team(team));
        let hidden = first(1).next().unwrap().id;
        assert!(first(0).all(|fighter| !fighter.aware.of(hidden) && fighter.aware.of(CombatantId(hidden.0 + 1))));
        assert!(first(1).all(|fighter| fighter.aware.of(hidden)));
    }

    #[test]
    fn equal_things_of_one_fighter_are_numbered() {
        let mut muster = Muster::new(RulesetId::ALL[0]);
        let sheet = Roster::builtin().archetypes[0].sheets.sheet(RulesetId::ALL[0]).unwrap();
        let identity = identities(&["A".into()], Roster::builtin()).remove(0);
        let who = muster.add(identity, Team(0), Square::new(0, 0), sheet);
        let gear = |at| Gear { arm: "knife".into(), at, count: None, loaded: true, state: BTreeMap::new() };
        muster.equip(who, &[gear(Carried::Main), gear(Carried::Off)], Roster::builtin()).unwrap();
        let tags: Vec<&str> = muster.item_profiles.iter().map(|item| &*item.tag).collect();
        assert_eq!(tags, ["knife", "knife-2", FISTS]);
        let hands = muster.combatants[0].hands;
        assert_eq!((hands.main, hands.off), (Some(ItemId(0)), Some(ItemId(1))));
    }
}
