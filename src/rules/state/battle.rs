//! The plain battle: one value that is the save, the undo step, the computer's fork and the forecast's input.

use std::{
    any::Any,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Serialize};

use super::{
    Arrival, Awareness, Battlefield, Budget, Combatant, CombatantRow, Condition, Conditions, Effect, EffectTarget,
    Facing, Hands, Item, ItemProfile, ItemRow, Location, Placement, Posture, Profile, Scene, ScheduledVeil, Settings,
    Sightings, StandingOrders, Status, Vital, apply,
    derived::{CombatantView, Derived},
    digest::digest,
    shelf::Memory,
};
use crate::{
    geometry::Square,
    rules::{
        ids::{CombatantId, ItemId, Team, Teams},
        table::{Prompt, RulesetId, Step},
    },
};

/// A question that a combatant must answer before the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Decision {
    /// The combatant whose player answers.
    pub who: CombatantId,
    /// The question.
    pub prompt: Prompt,
}

/// An entry of the agenda.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AgendaItem {
    /// A step that the rules resolve.
    Step(Step),
    /// A question that a combatant answers.
    Decision(Decision),
}

/// The part of a battle that never changes; all copies of the battle share it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Constants {
    /// The rules in play.
    pub ruleset: RulesetId,
    /// Their settings.
    pub settings: Settings,
    /// Names, sides and sheets of everybody, by id.
    pub profiles: Vec<Profile>,
    /// Names and numbers of all items, by id.
    pub item_profiles: Vec<ItemProfile>,
    /// Veils that come and go by rounds.
    #[serde(default)]
    pub veils: Vec<ScheduledVeil>,
    /// Late arrivals, by round and then by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<Arrival>,
    /// The digest of all of this, computed when first needed.
    #[serde(skip)]
    digest: OnceLock<u64>,
    /// The sides that take part, found when first needed.
    #[serde(skip)]
    teams: OnceLock<Teams>,
    /// Forecasts made in any copy of the battle.
    #[serde(skip)]
    pub(in crate::rules) memory: Memory,
}

impl Constants {
    /// The constants of a battle.
    pub fn new(
        ruleset: RulesetId,
        settings: Settings,
        profiles: Vec<Profile>,
        item_profiles: Vec<ItemProfile>,
    ) -> Self {
        Self {
            ruleset,
            settings,
            profiles,
            item_profiles,
            veils: Vec::new(),
            arrivals: Vec::new(),
            digest: OnceLock::new(),
            teams: OnceLock::new(),
            memory: Memory::default(),
        }
    }
}

impl Clone for Constants {
    /// Leaves out derived values and forecasts, because a copy is made in order to change it.
    fn clone(&self) -> Self {
        let (profiles, items) = (self.profiles.clone(), self.item_profiles.clone());
        let (veils, arrivals) = (self.veils.clone(), self.arrivals.clone());
        Self { veils, arrivals, ..Self::new(self.ruleset, self.settings.clone(), profiles, items) }
    }
}

impl PartialEq for Constants {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (self.ruleset, &self.settings, &self.profiles, &self.item_profiles)
                == (other.ruleset, &other.settings, &other.profiles, &other.item_profiles)
                && (&self.veils, &self.arrivals) == (&other.veils, &other.arrivals)
    }
}

/// A whole battle as a plain value: rows by id, free of ECS, comparable and serialisable at any moment.
///
/// It serves as save, undo step, the computer's fork, the forecast's input and test fixture; in the living battle it is
/// the snapshot that rules read. It dereferences to its [`Constants`]: `battle.ruleset`, `battle.settings`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    constants: Arc<Constants>,
    /// Board, round, order, goals.
    pub scene: Scene,
    combatants: Vec<CombatantRow>,
    items: Vec<ItemRow>,
    /// What is still to be done, as a stack: the last entry comes first.
    pub agenda: Vec<AgendaItem>,
    #[serde(skip)]
    derived: Derived,
    /// Whether combatants unknown to a side are left out.
    #[serde(skip)]
    partial: bool,
}

impl PartialEq for Battle {
    /// Compares state only; derived values are left out.
    fn eq(&self, other: &Self) -> bool {
        self.constants == other.constants
            && self.scene == other.scene
            && self.combatants == other.combatants
            && self.items == other.items
            && self.agenda == other.agenda
    }
}

impl Deref for Battle {
    type Target = Constants;

    #[inline]
    fn deref(&self) -> &Constants {
        &self.constants
    }
}

impl Battle {
    /// A battle with nothing on its agenda. Rows and profiles are in the order of their ids, without gaps.
    ///
    /// # Panics
    /// When there are not as many rows as profiles.
    pub fn new(constants: Arc<Constants>, scene: Scene, combatants: Vec<CombatantRow>, items: Vec<ItemRow>) -> Self {
        assert_eq!(combatants.len(), constants.profiles.len(), "each combatant has one row and one profile");
        assert_eq!(items.len(), constants.item_profiles.len(), "each thing has one row and one profile");
        Self { constants, scene, combatants, items, agenda: Vec::new(), derived: Derived::default(), partial: false }
    }

    /// What is impossible about a battle written from outside the rules, in words. `board` is the board it must be
    /// played on.
    pub fn fault(&self, board: &Battlefield) -> Option<String> {
        let Scene { field, order, acting, interrupted, declared, .. } = &self.scene;
        if !field.is_whole() || field.extent() != board.extent() || !self.scene.wear.is_sorted() {
            return Some("it has another board".into());
        }
        let is_known = |who: &CombatantId| who.index() < self.combatants.len();
        if !field.explosives().filter_map(|(_, explosive)| explosive.lit).all(|lit| is_known(&lit.by)) {
            return Some("a fuse was lit by somebody who does not exist".into());
        }
        let has = |item: &ItemId| item.index() < self.items.len();
        let sound = |condition: &Condition| {
            let (mut whom, mut with) = condition.references();
            let own = condition.detail.ruleset().is_none_or(|ruleset| ruleset == self.ruleset);
            own && whom.all(|who| is_known(&who)) && with.all(|item| has(&item))
        };
        let asked = self.agenda.iter().all(|pending| match pending {
            AgendaItem::Step(step) => step.ruleset() == self.ruleset,
            AgendaItem::Decision(decision) => decision.prompt.ruleset() == self.ruleset && is_known(&decision.who),
        });
        let declared = declared.iter().map(|declaration| (&declaration.who, &declaration.what));
        let declares = declared.clone().all(|(who, what)| is_known(who) && sound(what));
        if !order.iter().chain(acting).chain(interrupted).all(is_known) || !declares || !asked {
            return Some("it refers to somebody who does not exist, or uses other rules".into());
        }
        for row in &self.combatants {
            let body = row.placement.0;
            let inside = body.side > 0 && body.squares().all(|square| field.cell(square).is_some());
            let held = row.hands.main.iter().chain(&row.hands.off).all(has);
            if !(inside || row.status.is_absent() && body.side > 0) || !held || !row.conditions.0.iter().all(sound) {
                let name = &self.profiles[row.id.index()].identity.tag;
                return Some(format!(
                    "{name} is off the board, holds an item that does not exist, or has a condition that refers to nobody"
                ));
            }
        }
        let lost = self.items.iter().find(|row| {
            let lies = matches!(row.at, Location::Ground(square) if field.cell(square).is_none());
            lies || !row.at.bearer().iter().all(is_known) || !row.condition.iter().all(sound)
        });
        lost.map(|row| format!("{} is nowhere", self.item_profiles[row.id.index()].tag))
    }

    /// The part that never changes.
    pub const fn constants(&self) -> &Arc<Constants> {
        &self.constants
    }

    /// The part that never changes in play, for setting up positions by hand.
    pub fn constants_mut(&mut self) -> &mut Constants {
        self.derived.forget_all();
        let constants = Arc::make_mut(&mut self.constants);
        (constants.digest, constants.teams) = (OnceLock::new(), OnceLock::new());
        constants.memory = Memory::default();
        constants
    }

    /// The combatant with an id.
    #[inline]
    pub fn combatant(&self, who: CombatantId) -> Combatant<'_> {
        Combatant::new(&self.combatants[who.index()], &self.constants.profiles[who.index()])
    }

    /// The row of a combatant, for setting up positions by hand. In play only effects write.
    pub fn combatant_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
        self.derived.forget_all();
        &mut self.combatants[who.index()]
    }

    /// Everybody, by id.
    #[inline]
    pub fn combatants(&self) -> impl DoubleEndedIterator<Item = Combatant<'_>> + ExactSizeIterator + Clone {
        self.combatants.iter().zip(&self.constants.profiles).map(|(row, profile)| Combatant::new(row, profile))
    }

    /// The rows of all combatants, by id.
    pub fn rows(&self) -> &[CombatantRow] {
        &self.combatants
    }

    /// The item with an id.
    #[inline]
    pub fn item(&self, item: ItemId) -> Item<'_> {
        Item::new(&self.items[item.index()], &self.constants.item_profiles[item.index()])
    }

    /// The row of an item, for setting up positions by hand. In play only effects write.
    pub fn item_mut(&mut self, item: ItemId) -> &mut ItemRow {
        self.derived.forget_views();
        self.derived.forget_belongings();
        &mut self.items[item.index()]
    }

    /// All items, held, carried or dropped, by id.
    #[inline]
    pub fn items(&self) -> impl DoubleEndedIterator<Item = Item<'_>> + ExactSizeIterator + Clone {
        self.items.iter().zip(&self.constants.item_profiles).map(|(row, profile)| Item::new(row, profile))
    }

    /// The items that a combatant holds, carries or has as part of the body, by id.
    pub fn items_of(&self, who: CombatantId) -> impl Iterator<Item = Item<'_>> {
        self.derived.belongings(self, Some(who)).map(|item| self.item(item))
    }

    /// The items on the ground, by id.
    pub fn lying_items(&self) -> impl Iterator<Item = Item<'_>> {
        let loose = self.derived.belongings(self, None).map(|item| self.item(item));
        loose.filter(|item| matches!(item.at, Location::Ground(_)))
    }

    /// The items that a combatant has and those on the ground in near squares, by id.
    pub fn items_about(&self, who: CombatantId, is_near: impl Fn(Square) -> bool) -> impl Iterator<Item = Item<'_>> {
        let is_near = move |item: &Item<'_>| matches!(item.at, Location::Ground(square) if is_near(square));
        let (mut own, mut lying) = (self.items_of(who).peekable(), self.lying_items().filter(is_near).peekable());
        std::iter::from_fn(move || match (own.peek(), lying.peek()) {
            (Some(item), Some(other)) if other.id < item.id => lying.next(),
            (Some(_), _) => own.next(),
            (None, _) => lying.next(),
        })
    }

    /// The items that a combatant holds or has as part of the body, by id.
    pub fn ready_items(&self, who: CombatantId) -> impl Iterator<Item = Item<'_>> {
        self.items_of(who).filter(|item| !matches!(item.at, Location::Stowed(_)))
    }

    /// The rows of all items, by id.
    pub fn item_rows(&self) -> &[ItemRow] {
        &self.items
    }

    /// The sides that take part, in order.
    pub fn teams(&self) -> impl Iterator<Item = Team> + '_ {
        let Constants { teams, profiles, .. } = &*self.constants;
        let teams = *teams.get_or_init(|| profiles.iter().map(|profile| profile.team).collect());
        (0..Team::MOST as u8).map(Team).filter(move |team| teams.contains(*team))
    }

    /// Everybody on other sides than `who`'s, in the fight or not.
    pub fn enemies(&self, who: CombatantId) -> impl Iterator<Item = Combatant<'_>> + '_ {
        let profiles = &self.constants.profiles;
        let team = profiles[who.index()].team;
        let others = self.combatants.iter().zip(profiles).filter(move |(_, profile)| profile.team != team);
        others.map(|(row, profile)| Combatant::new(row, profile))
    }

    /// The first combatant by id who covers the square and is still in the fight.
    pub fn occupant(&self, square: Square) -> Option<Combatant<'_>> {
        self.standing(square).next().map(|who| self.combatant(who))
    }

    /// The combatants who cover the square and are still in the fight, by id.
    pub fn standing(&self, square: Square) -> impl Iterator<Item = CombatantId> + '_ {
        self.derived.standing(self).at(square).filter(|(_, fights)| *fights).map(|(who, _)| who)
    }

    /// The combatants who cover the square, in the fight or lying there, by id; without those who have left the board.
    pub fn bodies_at(&self, square: Square) -> impl Iterator<Item = CombatantId> + '_ {
        self.derived.standing(self).at(square).map(|(who, _)| who)
    }

    /// Squares that more than one fighting body covers.
    pub fn shared_squares(&self) -> Vec<Square> {
        self.derived.standing(self).shared()
    }

    /// Reach, threat and sight of a combatant, worked out when first asked for and kept until something changes.
    pub fn view_of(&self, who: CombatantId) -> &CombatantView {
        self.derived.view(self, who)
    }

    /// A value that a ruleset derives about a combatant, such as where it can go: made on first use, shared by all
    /// copies and dropped with the next effect. Type and `number` tell a combatant's values apart. `make` must not read
    /// the agenda, sightings or standing orders, as these change without dropping the value.
    pub fn keep<T: Any + Send + Sync>(&self, who: CombatantId, number: u32, make: impl FnOnce() -> T) -> Arc<T> {
        self.derived.keep(who, number, make)
    }

    /// The combatant with a tag.
    pub fn tagged(&self, tag: &str) -> Option<Combatant<'_>> {
        self.combatants().find(|fighter| &*fighter.identity.tag == tag)
    }

    /// The decision waiting for an answer.
    pub fn decision(&self) -> Option<&Decision> {
        match self.agenda.last() {
            Some(AgendaItem::Decision(decision)) if self.scene.over.is_none() => Some(decision),
            _ => None,
        }
    }

    /// Writes an effect.
    #[inline]
    pub fn apply(&mut self, effect: &Effect) {
        apply(effect, self);
    }

    /// A hash of the battle that is the same on every machine. The only names that count are those of fighters and
    /// items.
    pub fn digest(&self) -> u64 {
        let constants = *self.constants.digest.get_or_init(|| digest(&*self.constants));
        self.scene.digest(constants, (&self.combatants, &self.items, &self.agenda))
    }

    /// Marks a battle as a side's view of it.
    pub(in crate::rules) const fn be_partial(&mut self) {
        self.partial = true;
    }

    /// Whether this is a side's view of a battle, without combatants it does not know of.
    pub const fn is_partial(&self) -> bool {
        self.partial
    }

    /// A combatant's row, for taking back an effect.
    #[inline]
    pub(in crate::rules) fn row_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
        self.derived.forget_views();
        &mut self.combatants[who.index()]
    }

    /// A combatant's row, for taking back an effect on a combatant's place or status.
    #[inline]
    pub(in crate::rules) fn body_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
        self.derived.forget_all();
        &mut self.combatants[who.index()]
    }
}

impl EffectTarget for Battle {
    #[inline]
    fn set_placement(&mut self, who: CombatantId, placement: Placement) {
        let row = &mut self.combatants[who.index()];
        self.derived.moves(who, row.placement.0, placement.0);
        row.placement = placement;
    }

    #[inline]
    fn set_posture(&mut self, who: CombatantId, posture: Posture) {
        self.row_mut(who).posture = posture;
    }

    #[inline]
    fn set_facing(&mut self, who: CombatantId, facing: Facing) {
        self.row_mut(who).facing = facing;
    }

    #[inline]
    fn set_status(&mut self, who: CombatantId, status: Status) {
        self.body_mut(who).status = status;
    }

    #[inline]
    fn set_vital(&mut self, who: CombatantId, vital: Vital, value: i16) {
        self.row_mut(who).vitals.set(vital, value);
    }

    #[inline]
    fn set_budget(&mut self, who: CombatantId, budget: Budget, value: i16) {
        self.row_mut(who).budgets.set(budget, value);
    }

    #[inline]
    fn change_conditions(&mut self, who: CombatantId, change: impl FnOnce(&mut Conditions) -> bool) {
        change(&mut self.row_mut(who).conditions);
    }

    #[inline]
    fn change_hands(&mut self, who: CombatantId, change: impl FnOnce(Hands) -> Hands) {
        let hands = &mut self.row_mut(who).hands;
        *hands = change(*hands);
    }

    #[inline]
    fn change_awareness(&mut self, who: CombatantId, change: impl FnOnce(Awareness) -> Awareness) {
        let aware = &mut self.row_mut(who).aware;
        *aware = change(*aware);
    }

    #[inline]
    fn change_sightings(&mut self, who: CombatantId, change: impl FnOnce(Sightings) -> Sightings) {
        // Nothing that is derived depends on them.
        let known = &mut self.combatants[who.index()].sightings;
        *known = change(*known);
    }

    #[inline]
    fn change_orders(&mut self, who: CombatantId, change: impl FnOnce(StandingOrders) -> StandingOrders) {
        let orders = &mut self.combatants[who.index()].orders;
        *orders = change(*orders);
    }

    #[inline]
    fn change_item(&mut self, item: ItemId, change: impl FnOnce(&mut ItemRow)) -> ItemRow {
        self.derived.forget_views();
        let row = &mut self.items[item.index()];
        let before = *row;
        change(row);
        if row.at.bearer() != before.at.bearer() {
            self.derived.forget_belongings();
        }
        before
    }

    #[inline]
    fn change_scene(&mut self, change: impl FnOnce(&mut Scene)) {
        self.derived.forget_views();
        change(&mut self.scene);
    }
}
