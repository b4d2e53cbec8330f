//! Rebuilds the battle from the fighters of a draft whenever somebody is added or removed, changes sides or gear, or
//! other rules come into force. Everything that still has a meaning is carried over.

use std::{collections::BTreeMap, sync::Arc};

use super::{Draft, NumbersUnder, Token, TokenKey};
use crate::{
    geometry::{Direction, Square},
    levels::{
        Carried, FISTS, Gear, Roster,
        deploy::{Muster, brought, identities, scene, start_of},
        letters,
    },
    rules::{
        Arrival, Battle, Battlefield, CombatantId, Condition, ConditionKind, Explosive, Identity, Item, ItemId,
        ItemNumber, Lit, Location, Posture, RulesetId, Settings, Sheet, Status, Team, Vital,
    },
};

/// A fighter as it is to be.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) token: Token,
    pub(super) team: Team,
    pub(super) at: Square,
    pub(super) posture: Posture,
    pub(super) facing: Direction,
    pub(super) sheet: Sheet,
    pub(super) gear: Vec<Gear>,
    /// The combatant that it was so far.
    pub(super) was: Option<CombatantId>,
    /// Whether vitals and conditions begin anew.
    pub(super) fresh: bool,
}

/// Maps old ids to new ones.
struct Moved {
    whom: BTreeMap<CombatantId, CombatantId>,
    items: BTreeMap<ItemId, ItemId>,
}

impl Moved {
    /// The condition with new ids; `None` if it refers to somebody or something that is gone.
    fn condition(&self, mut condition: Condition) -> Option<Condition> {
        if let Some(whom) = condition.whom {
            condition.whom = Some(*self.whom.get(&whom)?);
        }
        if let Some(with) = condition.with {
            condition.with = Some(*self.items.get(&with)?);
        }
        if let crate::rules::Until::Place { of, round } = condition.until {
            condition.until = crate::rules::Until::Place { of: *self.whom.get(&of)?, round };
        }
        // Ids in the details of a ruleset can be read here, but not changed.
        let (whom, with) = condition.detail.refers_to();
        let stays = whom.is_none_or(|whom| self.whom.get(&whom) == Some(&whom))
            && with.is_none_or(|with| self.items.get(&with) == Some(&with));
        stays.then_some(condition)
    }

    fn conditions(&self, all: &[Condition]) -> Vec<Condition> {
        all.iter().filter_map(|condition| self.condition(*condition)).collect()
    }
}

impl Draft {
    /// All fighters as they are.
    pub(super) fn specs(&self) -> Vec<Spec> {
        let spec = |(place, token): (u16, &Token)| {
            let who = CombatantId(place);
            let fighter = self.battle.combatant(who);
            Spec {
                token: token.clone(),
                team: fighter.team,
                at: fighter.placement.anchor(),
                posture: fighter.posture,
                facing: fighter.facing.0,
                sheet: fighter.sheet.clone(),
                gear: self.gear(who),
                was: Some(who),
                fresh: false,
            }
        };
        (0..).zip(&self.tokens).map(spec).collect()
    }

    /// The gear of a fighter, as archetypes list it: without fists and the body parts of its sheet.
    pub fn gear(&self, who: CombatantId) -> Vec<Gear> {
        let names = self.ruleset().rules().names().items;
        let gear = |item: Item<'_>| {
            let at = match item.at {
                Location::Main(_) => Carried::Main,
                Location::Off(_) => Carried::Off,
                Location::Both(_) => Carried::Both,
                Location::Natural(_) => Carried::Natural,
                Location::Stowed(_) | Location::Ground(_) | Location::Gone => Carried::Stowed,
            };
            let profile = &self.battle.item_profiles[item.id.index()];
            let start = profile.arm.start();
            let numbers = (0..names.len() as u8).map(ItemNumber).zip(names);
            let counted = numbers.filter(|(number, _)| item.numbers.get(*number) != start.get(*number));
            let state = counted.map(|(number, name)| ((*name).to_string(), item.numbers.get(number))).collect();
            Gear { arm: self.arm_of(item.tag).into(), at, count: item.count, loaded: item.loaded, state }
        };
        gear_items(&self.battle, who).map(gear).collect()
    }

    /// The tag of the arm that an item was made of: equal items in one place are numbered.
    pub(super) fn arm_of<'a>(&self, tag: &'a str) -> &'a str {
        let plain = || tag.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
        if self.roster.arm(tag).is_some() { tag } else { plain() }
    }

    /// Keeps everybody's numbers and state, for when this ruleset is in force again.
    pub(super) fn keep(&mut self, specs: &mut [Spec]) {
        let (ruleset, rules) = (self.ruleset(), self.ruleset().rules());
        for (place, spec) in (0..).zip(specs) {
            let who = CombatantId(place);
            let fighter = self.battle.combatant(who);
            let items = self.battle.items_of(who).map(|item| (item.tag.to_string(), item.numbers));
            let kept = NumbersUnder {
                sheet: fighter.sheet.clone(),
                status: fighter.status,
                vitals: *fighter.vitals,
                budgets: *fighter.budgets,
                conditions: fighter.conditions.0.clone(),
                items: items.collect(),
            };
            spec.token.kept.insert(ruleset, kept);
            match rules.mount_of(&self.battle, who) {
                Some(mount) => spec.token.riding = Some(self.key(mount)),
                // A fighter who has dismounted under rules that know riding rides no more.
                None => {
                    let ridden = spec.token.riding.and_then(|mount| self.combatant(mount));
                    if ridden.is_some_and(|mount| rules.no_mount(mount.sheet).is_none()) {
                        spec.token.riding = None;
                    }
                }
            }
        }
    }

    /// Rebuilds the battle from these fighters, in this order, under a ruleset.
    ///
    /// # Errors
    /// The arm that is not in the roster, in words; nothing has changed.
    pub(super) fn rebuild(&mut self, specs: Vec<Spec>, ruleset: RulesetId, settings: Settings) -> Result<(), String> {
        let (muster, lying) = self.mustered(&specs, ruleset)?;
        let old = &self.battle;
        let bare = scene(Arc::clone(&old.scene.field), old.scene.goals.clone(), old.scene.last_round);
        let mut battle = muster.battle(settings, bare, &[]);
        battle.constants_mut().veils.clone_from(&old.veils);
        let moved = moved(old, &battle, &specs, &lying);
        let comes = |arrival: &Arrival| Some(Arrival { who: *moved.whom.get(&arrival.who)?, ..arrival.clone() });
        battle.constants_mut().arrivals = old.arrivals.iter().filter_map(comes).collect();
        battle.scene.field = relit(&old.scene.field, &moved.whom);
        battle.scene.round = old.scene.round;
        battle.scene.people = old.scene.people;
        battle.scene.wear.clone_from(&old.scene.wear);
        battle.scene.acting = old.scene.acting.and_then(|who| moved.whom.get(&who).copied());
        let is_same = old.ruleset == ruleset;
        if is_same {
            battle.scene.order = old.scene.order.iter().filter_map(|who| moved.whom.get(who).copied()).collect();
        }
        let mut saddled: Vec<(CombatantId, TokenKey)> = Vec::new();
        for (place, spec) in (0..).zip(&specs) {
            let who = CombatantId(place);
            if let Some(was) = spec.was {
                carry_awareness(&mut battle, old, (who, was), &specs);
            }
            saddled.extend(self.carry_fighter(&mut battle, &moved, (who, spec)).map(|mount| (who, mount)));
        }
        if is_same {
            moved.items.iter().for_each(|(item, now)| carry_item(&mut battle, old.item(*item), *now, &moved));
        }
        // A turn that has begun under other rules begins anew, with everything that a turn begins with.
        let is_known = |who: CombatantId| is_same || specs[who.index()].token.kept.contains_key(&ruleset);
        if let Some(who) = battle.scene.acting.filter(|who| !is_known(*who)) {
            let begun = ruleset.rules().until_turn(&battle, who);
            begun.iter().for_each(|effect| battle.apply(effect));
        }
        let mut tokens: Vec<Token> = specs.into_iter().map(|spec| spec.token).collect();
        for token in &mut tokens {
            for kept in token.kept.values_mut() {
                kept.conditions = moved.conditions(&kept.conditions);
            }
        }
        (self.tokens, self.battle) = (tokens, battle);
        self.saddle(&saddled);
        if !is_same {
            self.mend_saddles();
        }
        self.settle();
        Ok(())
    }

    /// The fighters with their gear, and what lies on the ground where; nothing has happened to them yet.
    ///
    /// # Errors
    /// The arm that is not in the roster, in words.
    fn mustered(&self, specs: &[Spec], ruleset: RulesetId) -> Result<(Muster, Vec<(ItemId, Square)>), String> {
        let roster = Arc::clone(&self.roster);
        let mut muster = Muster::new(ruleset);
        for (identity, spec) in self.identities(specs, &roster).into_iter().zip(specs) {
            let who = muster.add(identity, spec.team, spec.at, spec.sheet.clone());
            muster.combatants[who.index()].posture = spec.posture;
            muster.combatants[who.index()].facing.0 = spec.facing;
            muster.equip(who, &spec.gear, &roster)?;
        }
        let on_ground = self.battle.lying_items().filter_map(|item| match item.at {
            Location::Ground(square) => Some((item.id, square)),
            _ => None,
        });
        let lying: Vec<(ItemId, Square)> = on_ground.collect();
        for (item, square) in &lying {
            muster.lay(self.arm_of(self.battle.item(*item).tag), *square, &roster)?;
        }
        Ok((muster, lying))
    }

    /// Carries over what has become of a fighter: as it was, as it was when last under this ruleset, or as it begins. Then
    /// the mount it rode elsewhere is returned, to be mounted again.
    fn carry_fighter(&self, battle: &mut Battle, moved: &Moved, (who, spec): (CombatantId, &Spec)) -> Option<TokenKey> {
        let old = &self.battle;
        let is_same = old.ruleset == battle.ruleset;
        let kept = spec.token.kept.get(&battle.ruleset).filter(|_| !is_same);
        match (spec.was.filter(|_| is_same && !spec.fresh), kept) {
            (Some(was), _) => {
                let from = &old.rows()[was.index()];
                let row = battle.combatant_mut(who);
                (row.vitals, row.budgets, row.status) = (from.vitals, from.budgets, from.status);
                row.conditions.0 = moved.conditions(&from.conditions.0);
                if *old.combatant(was).sheet != spec.sheet && !self.has_begun {
                    bring_anew(battle, who, &brought(old, was));
                }
                let row = battle.combatant_mut(who);
                row.orders = from.orders;
                // Sightings are of enemies only.
                if old.combatant(was).team == spec.team {
                    row.sightings = from.sightings;
                }
                None
            }
            (None, Some(kept)) => {
                let row = battle.combatant_mut(who);
                (row.vitals, row.budgets, row.status) = (kept.vitals, kept.budgets, kept.status);
                row.conditions.0 = moved.conditions(&kept.conditions);
                restore_items(battle, who, &kept.items);
                None
            }
            (None, None) => {
                let (vitals, conditions) = start_of(battle, who);
                let row = battle.combatant_mut(who);
                row.vitals = vitals;
                row.conditions.0 = conditions;
                // A fighter who is still to arrive is so under all rules, whatever it becomes.
                let comes = spec.was.is_some_and(|was| old.combatant(was).status == Status::Awaited);
                if comes && spec.token.late.is_some() {
                    row.status = Status::Awaited;
                }
                spec.token.riding
            }
        }
    }

    /// Fighters whose names stay keep their tags, which expectations refer to: trials can give any tags.
    fn keep_tags(&self, specs: &[Spec], calls: &mut [Identity]) {
        for (place, spec) in specs.iter().enumerate() {
            let Some(was) = spec.was.map(|was| self.battle.combatant(was).identity) else { continue };
            let is_free = calls.iter().enumerate().all(|(other, call)| other == place || call.tag != was.tag);
            if is_free && calls[place].name == was.name {
                calls[place].tag.clone_from(&was.tag);
            }
        }
    }

    /// The names, tags and letters of all fighters: equal names are numbered, and no side has a letter twice.
    fn identities(&self, specs: &[Spec], roster: &Roster) -> Vec<Identity> {
        let kind = |spec: &Spec| roster.archetype(&spec.token.archetype).map(|archetype| archetype.name.clone());
        let name = |spec: &Spec| spec.token.name.clone().or_else(|| kind(spec)).unwrap_or_else(|| "Fighter".into());
        let names: Vec<String> = specs.iter().map(name).collect();
        let mut calls = identities(&names, roster);
        for (call, spec) in calls.iter_mut().zip(specs) {
            call.kind = kind(spec).unwrap_or_default().into();
        }
        self.keep_tags(specs, &mut calls);
        for team in (0..Team::MOST as u8).map(Team) {
            let places: Vec<usize> = (0..specs.len()).filter(|place| specs[*place].team == team).collect();
            let mut side: Vec<Identity> = places.iter().map(|place| calls[*place].clone()).collect();
            letters::tell_apart(&mut side);
            places.into_iter().zip(side).for_each(|(place, call)| calls[place] = call);
        }
        calls
    }
}

/// The items of a fighter without fists and body parts, in the order in which they were given.
pub(super) fn gear_items(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Item<'_>> {
    let parts = battle.combatant(who).sheet.parts();
    let own = move |item: &Item<'_>| item.tag != FISTS && parts.iter().all(|part| part.tag != item.tag);
    battle.items_of(who).filter(own)
}

/// The new ids for old ones. Items are known by their bearers and tags.
fn moved(old: &Battle, new: &Battle, specs: &[Spec], lying: &[(ItemId, Square)]) -> Moved {
    let places = (0..).map(CombatantId).zip(specs);
    let whom: BTreeMap<CombatantId, CombatantId> = places.filter_map(|(now, spec)| Some((spec.was?, now))).collect();
    let mut items = BTreeMap::new();
    for (was, now) in &whom {
        for item in old.items_of(*was) {
            let same = new.items_of(*now).find(|other| other.tag == item.tag);
            items.extend(same.map(|other| (item.id, other.id)));
        }
    }
    let laid = new.lying_items().map(|item| item.id);
    items.extend(lying.iter().map(|(item, _)| *item).zip(laid));
    Moved { whom, items }
}

/// Replaces the conditions and totals that a fighter brings to a battle, if they are no longer as `before`. Whatever
/// was changed by hand stays so.
pub(super) fn bring_anew(battle: &mut Battle, who: CombatantId, before: &(Vec<(Vital, i16)>, Vec<Condition>)) {
    let (after, plain) = (brought(battle, who), battle.ruleset.rules().start_of(battle, who));
    if after == *before {
        return;
    }
    let row = battle.combatant_mut(who);
    renew(&mut row.conditions.0, &before.1, &after.1);
    let gone = before.0.iter().map(|(vital, value)| (*vital, *value, plain.get(*vital)));
    let come = after.0.iter().map(|(vital, value)| (*vital, plain.get(*vital), *value));
    for (vital, old, new) in gone.chain(come) {
        if row.vitals.get(vital) == old {
            row.vitals.set(vital, new);
        }
    }
}

/// Replaces the conditions in `old` with those in `new`. What was changed by hand stays as it is.
fn renew(known: &mut Vec<Condition>, old: &[Condition], new: &[Condition]) {
    let of = |all: &[Condition], kind: ConditionKind| all.iter().find(|condition| condition.kind == kind).copied();
    known.retain(|condition| of(old, condition.kind).is_none() || of(new, condition.kind).is_some());
    for come in new {
        let had = of(old, come.kind);
        match known.iter_mut().find(|condition| condition.kind == come.kind) {
            Some(condition) => *condition = renewed(*condition, had.unwrap_or(*come), *come),
            // What was removed by hand comes back only in another form.
            None if had != Some(*come) => known.push(*come),
            None => {}
        }
    }
}

/// A condition that takes over from another whatever it still has as it was given.
fn renewed(now: Condition, given: Condition, new: Condition) -> Condition {
    fn pick<T: PartialEq>(now: T, given: &T, new: T) -> T {
        if now == *given { new } else { now }
    }
    Condition {
        kind: now.kind,
        level: pick(now.level, &given.level, new.level),
        whom: pick(now.whom, &given.whom, new.whom),
        with: pick(now.with, &given.with, new.with),
        detail: pick(now.detail, &given.detail, new.detail),
        until: pick(now.until, &given.until, new.until),
    }
}

/// The board with the fuses that were lit by fighters who are still there; others go out.
fn relit(field: &Arc<Battlefield>, whom: &BTreeMap<CombatantId, CombatantId>) -> Arc<Battlefield> {
    let lit = field.explosives().filter_map(|(square, explosive)| Some((square, explosive, explosive.lit?)));
    let all: Vec<(Square, Explosive, Lit)> = lit.filter(|(.., lit)| whom.get(&lit.by) != Some(&lit.by)).collect();
    if all.is_empty() {
        return Arc::clone(field);
    }
    let mut field = Battlefield::clone(field);
    for (square, explosive, lit) in all {
        let lit = whom.get(&lit.by).map(|by| Lit { by: *by, ..lit });
        field.set_explosive(square, Some(Explosive { lit, ..explosive }));
    }
    Arc::new(field)
}

/// Keeps what is stored in an item; an item on the ground stays as it is.
fn carry_item(battle: &mut Battle, from: Item<'_>, now: ItemId, moved: &Moved) {
    let row = battle.item_mut(now);
    row.condition = from.condition.and_then(|condition| moved.condition(condition));
    if from.at.bearer().is_none() {
        (row.loaded, row.count, row.numbers) = (from.loaded, from.count, from.numbers);
    }
}

/// Keeps who is aware of whom; everybody is aware of new fighters.
fn carry_awareness(battle: &mut Battle, old: &Battle, (who, was): (CombatantId, CombatantId), specs: &[Spec]) {
    let before = old.combatant(was).aware;
    let mut aware = battle.combatant(who).aware;
    for (place, other) in (0..).zip(specs) {
        if let Some(known) = other.was.filter(|_| other.team != battle.combatant(who).team) {
            // Everybody is aware of a friend who has become an enemy.
            aware = aware.with(CombatantId(place), before.of(known));
        }
    }
    battle.combatant_mut(who).aware = aware;
}

fn restore_items(battle: &mut Battle, who: CombatantId, kept: &[(String, crate::rules::ItemNumbers)]) {
    let own: Vec<(ItemId, crate::rules::ItemNumbers)> = battle
        .items_of(who)
        .filter_map(|item| Some((item.id, kept.iter().find(|(tag, _)| *tag == *item.tag)?.1)))
        .collect();
    own.into_iter().for_each(|(item, numbers)| battle.item_mut(item).numbers = numbers);
}

/// The sheet, gear and state of a new fighter of an archetype.
pub(super) fn fresh(draft: &Draft, archetype: &str, team: Team, at: Square) -> Option<Spec> {
    let found = draft.roster.archetype(archetype)?;
    let sheet = draft.sheet_on(found, draft.ruleset(), team);
    let token = Token {
        key: TokenKey(draft.next),
        archetype: archetype.into(),
        name: None,
        riding: None,
        late: None,
        kept: BTreeMap::new(),
    };
    let facing = if team.0 == 0 { Direction::East } else { Direction::West };
    let gear = found.gear.clone();
    Some(Spec { token, team, at, posture: Posture::Standing, facing, sheet, gear, was: None, fresh: true })
}
