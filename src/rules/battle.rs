//! The plain battle: one value that is the save, the undo step, the computer's fork and the forecast's input.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Serialize};

use super::{
    Awareness, Battlefield, Budget, Combatant, CombatantId, CombatantRow, Condition, Conditions, Effect, EffectTarget,
    Goal, Hands, Item, ItemId, ItemProfile, ItemRow, Location, Placement, Posture, Profile, Prompt, RulesetId,
    Settings, Status, Step, Team, Teams, Vital, apply,
    derived::{CombatantView, Derived},
    digest::digest,
};
use crate::geometry::Square;

/// What belongs to nobody in particular.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The board.
    pub field: Arc<Battlefield>,
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// After this round nobody has won.
    pub last_round: u16,
    /// Who takes turns, first to last.
    pub order: Vec<CombatantId>,
    /// Whose turn it is.
    pub acting: Option<CombatantId>,
    /// The sides that people play; the others are the computer's. A ruleset may tell them apart.
    pub people: Teams,
    /// What wins.
    pub goals: Vec<Goal>,
    /// Once over: the winner, or nobody.
    #[serde(with = "super::nested")]
    pub over: Option<Option<Team>>,
}

/// Somebody has to answer before the battle goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Decision {
    /// Whose seat answers.
    pub who: CombatantId,
    /// What is asked.
    pub prompt: Prompt,
}

/// What lies on the agenda.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AgendaItem {
    /// Something the rules do.
    Step(Step),
    /// Something somebody decides.
    Decision(Decision),
}

/// What never changes in a battle: every copy of it shares this one value.
#[derive(Debug, Serialize, Deserialize)]
pub struct Constants {
    /// The rules in play.
    pub ruleset: RulesetId,
    /// Their settings.
    pub settings: Settings,
    /// Names, sides and sheets of everybody, by id.
    pub profiles: Vec<Profile>,
    /// Names and numbers of all things, by id.
    pub item_profiles: Vec<ItemProfile>,
    /// Their digest, once somebody has asked for it.
    #[serde(skip)]
    digest: OnceLock<u64>,
}

impl Constants {
    /// The constants of a battle.
    pub const fn new(
        ruleset: RulesetId,
        settings: Settings,
        profiles: Vec<Profile>,
        item_profiles: Vec<ItemProfile>,
    ) -> Self {
        Self { ruleset, settings, profiles, item_profiles, digest: OnceLock::new() }
    }
}

impl Clone for Constants {
    /// A copy is made to be changed, so the digest does not come along.
    fn clone(&self) -> Self {
        Self::new(self.ruleset, self.settings.clone(), self.profiles.clone(), self.item_profiles.clone())
    }
}

impl PartialEq for Constants {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (self.ruleset, &self.settings, &self.profiles, &self.item_profiles)
                == (other.ruleset, &other.settings, &other.profiles, &other.item_profiles)
    }
}

/// A battle, whole: rows by id, free of ECS, comparable and serialisable at any moment.
///
/// On its own it is the save, the undo step, the computer's fork, the forecast's input and the test fixture; in the
/// living battle it is the snapshot that rules read. What never changes is reached through it as if it were its own:
/// `battle.ruleset`, `battle.settings`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    constants: Arc<Constants>,
    /// Board, round, order, goals.
    pub scene: Scene,
    combatants: Vec<CombatantRow>,
    items: Vec<ItemRow>,
    /// What is still to be done: the last entry comes first.
    pub agenda: Vec<AgendaItem>,
    #[serde(skip)]
    derived: Derived,
}

impl PartialEq for Battle {
    /// What follows from the rest is left out.
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

/// All of a battle that changes: what a recording keeps of a write from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleState {
    /// The board; nothing if it is the one before.
    pub field: Option<Arc<Battlefield>>,
    /// See [`Scene::round`].
    pub round: u16,
    /// See [`Scene::last_round`].
    pub last_round: u16,
    /// See [`Scene::order`].
    pub order: Vec<CombatantId>,
    /// See [`Scene::acting`].
    pub acting: Option<CombatantId>,
    /// See [`Scene::people`].
    pub people: Teams,
    /// See [`Scene::goals`].
    pub goals: Vec<Goal>,
    /// See [`Scene::over`].
    #[serde(with = "super::nested")]
    pub over: Option<Option<Team>>,
    /// What of everybody changes, by id.
    pub combatants: Vec<CombatantRow>,
    /// What of every thing changes, by id.
    pub items: Vec<ItemRow>,
    /// What is still to be done: the last entry comes first.
    pub agenda: Vec<AgendaItem>,
}

impl Battle {
    /// A battle with nothing on its agenda. Rows and profiles are in the order of their ids, without gaps.
    ///
    /// # Panics
    /// When there are more rows than profiles, or fewer.
    pub fn new(constants: Arc<Constants>, scene: Scene, combatants: Vec<CombatantRow>, items: Vec<ItemRow>) -> Self {
        assert_eq!(combatants.len(), constants.profiles.len(), "each combatant has one row and one profile");
        assert_eq!(items.len(), constants.item_profiles.len(), "each thing has one row and one profile");
        Self { constants, scene, combatants, items, agenda: Vec::new(), derived: Derived::default() }
    }

    /// All that changes; the board only if it is another than `before`.
    pub fn state(&self, before: &Arc<Battlefield>) -> BattleState {
        let Self { scene, combatants, items, agenda, .. } = self.clone();
        let Scene { field, round, last_round, order, acting, people, goals, over } = scene;
        let field = (field != *before).then_some(field);
        BattleState { field, round, last_round, order, acting, people, goals, over, combatants, items, agenda }
    }

    /// The same battle in another state.
    ///
    /// # Errors
    /// Why that is no state of this battle, in words: other fighters, things or another board, or it speaks of somebody
    /// or something that is not there.
    pub fn in_state(&self, state: BattleState) -> Result<Self, String> {
        let BattleState { field, round, last_round, order, acting, people, goals, over, combatants, items, agenda } =
            state;
        let field = field.unwrap_or_else(|| Arc::clone(&self.scene.field));
        let scene = Scene { field, round, last_round, order, acting, people, goals, over };
        if !combatants.iter().map(|row| row.id).eq(self.combatants.iter().map(|row| row.id)) {
            return Err("it is of other fighters".into());
        }
        if !items.iter().map(|row| row.id).eq(self.items.iter().map(|row| row.id)) {
            return Err("it is of other things".into());
        }
        let battle = Self { agenda, ..Self::new(Arc::clone(&self.constants), scene, combatants, items) };
        match battle.fault(&self.scene.field) {
            None => Ok(battle),
            Some(fault) => Err(fault),
        }
    }

    /// What is impossible about a battle on that board which something else than a rule has written, in words.
    pub fn fault(&self, board: &Battlefield) -> Option<String> {
        let Scene { field, order, acting, .. } = &self.scene;
        if !field.is_whole() || field.extent() != board.extent() {
            return Some("it is of another board".into());
        }
        let is_known = |who: &CombatantId| who.index() < self.combatants.len();
        let has = |item: &ItemId| item.index() < self.items.len();
        let sound = |one: &Condition| one.whom.iter().all(is_known) && one.with.iter().all(has);
        let asked = self.agenda.iter().all(|pending| match pending {
            AgendaItem::Step(step) => step.ruleset() == self.ruleset,
            AgendaItem::Decision(decision) => decision.prompt.ruleset() == self.ruleset && is_known(&decision.who),
        });
        if !order.iter().chain(acting).all(is_known) || !asked {
            return Some("it asks somebody who is not there, or by other rules".into());
        }
        for row in &self.combatants {
            let inside = row.placement.0.squares().all(|square| field.cell(square).is_some());
            let held = row.hands.main.iter().chain(&row.hands.off).all(has);
            if !(inside || row.status == Status::Fled) || !held || !row.conditions.0.iter().all(sound) {
                let name = &self.profiles[row.id.index()].identity.tag;
                return Some(format!("{name} is off the board, holds what is not there, or has to do with nobody"));
            }
        }
        let lost = self.items.iter().find(|row| {
            let lies = matches!(row.at, Location::Ground(square) if field.cell(square).is_none());
            lies || !row.at.bearer().iter().all(is_known) || !row.condition.iter().all(sound)
        });
        lost.map(|row| format!("{} is nowhere", self.item_profiles[row.id.index()].tag))
    }

    /// What never changes.
    pub const fn constants(&self) -> &Arc<Constants> {
        &self.constants
    }

    /// What never changes, to be changed after all: for positions set up by hand.
    pub fn constants_mut(&mut self) -> &mut Constants {
        self.derived.forget_all();
        let constants = Arc::make_mut(&mut self.constants);
        constants.digest = OnceLock::new();
        constants
    }

    /// The combatant with an id.
    #[inline]
    pub fn combatant(&self, who: CombatantId) -> Combatant<'_> {
        Combatant::new(&self.combatants[who.index()], &self.constants.profiles[who.index()])
    }

    /// What of a combatant changes, to be changed: for positions set up by hand. In play only effects write.
    pub fn combatant_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
        self.derived.forget_all();
        &mut self.combatants[who.index()]
    }

    /// Everybody, by id.
    #[inline]
    pub fn combatants(&self) -> impl DoubleEndedIterator<Item = Combatant<'_>> + ExactSizeIterator + Clone {
        self.combatants.iter().zip(&self.constants.profiles).map(|(row, profile)| Combatant::new(row, profile))
    }

    /// What of everybody changes, by id.
    pub fn rows(&self) -> &[CombatantRow] {
        &self.combatants
    }

    /// The thing with an id.
    #[inline]
    pub fn item(&self, item: ItemId) -> Item<'_> {
        Item::new(&self.items[item.index()], &self.constants.item_profiles[item.index()])
    }

    /// What of a thing changes, to be changed: for positions set up by hand. In play only effects write.
    pub fn item_mut(&mut self, item: ItemId) -> &mut ItemRow {
        self.derived.forget_views();
        &mut self.items[item.index()]
    }

    /// Everything held, carried or dropped, by id.
    #[inline]
    pub fn items(&self) -> impl DoubleEndedIterator<Item = Item<'_>> + ExactSizeIterator + Clone {
        self.items.iter().zip(&self.constants.item_profiles).map(|(row, profile)| Item::new(row, profile))
    }

    /// What of every thing changes, by id.
    pub fn item_rows(&self) -> &[ItemRow] {
        &self.items
    }

    /// The sides that take part, in order.
    pub fn teams(&self) -> impl Iterator<Item = Team> + '_ {
        let profiles = &self.constants.profiles;
        (0..Team::MOST as u8).map(Team).filter(|team| profiles.iter().any(|one| one.team == *team))
    }

    /// Everybody on another side than `who`, in the fight or not.
    pub fn enemies(&self, who: CombatantId) -> impl Iterator<Item = Combatant<'_>> + '_ {
        let team = self.combatant(who).team;
        self.combatants().filter(move |one| one.team != team)
    }

    /// Who covers the square and is still in the fight: the first by id.
    pub fn occupant(&self, square: Square) -> Option<Combatant<'_>> {
        self.standing(square).next().map(|who| self.combatant(who))
    }

    /// Who cover the square and are still in the fight, by id. Worked out once until somebody is elsewhere.
    pub fn standing(&self, square: Square) -> impl Iterator<Item = CombatantId> + '_ {
        self.derived.standing(self).at(square).filter(|(_, fights)| *fights).map(|(who, _)| who)
    }

    /// Who cover the square, in the fight or lying there, by id; not who has left the board.
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

    /// The combatant with a tag.
    pub fn tagged(&self, tag: &str) -> Option<Combatant<'_>> {
        self.combatants().find(|one| &*one.identity.tag == tag)
    }

    /// The decision to be answered now.
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

    /// A number that equal battles share on every machine, free of all names but those of the fighters and things.
    pub fn digest(&self) -> u64 {
        let constants = *self.constants.digest.get_or_init(|| digest(&*self.constants));
        let Scene { field, round, last_round, order, acting, people, goals, over } = &self.scene;
        let scene = (round, last_round, order, acting, people, goals, over);
        digest(&(constants, field.digest(), scene, &self.combatants, &self.items, &self.agenda))
    }

    /// Takes back a change of somebody that does not go through an effect.
    #[inline]
    pub(super) fn row_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
        self.derived.forget_views();
        &mut self.combatants[who.index()]
    }

    /// Takes back a change of where somebody stands.
    #[inline]
    pub(super) fn body_mut(&mut self, who: CombatantId) -> &mut CombatantRow {
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
    fn set_status(&mut self, who: CombatantId, status: Status) {
        self.body_mut(who).status = status;
    }

    #[inline]
    fn set_vital(&mut self, who: CombatantId, vital: Vital, value: i16) {
        self.row_mut(who).vitals.0[usize::from(vital.0)] = value;
    }

    #[inline]
    fn set_budget(&mut self, who: CombatantId, budget: Budget, value: i16) {
        self.row_mut(who).budgets.0[usize::from(budget.0)] = value;
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
    fn change_item(&mut self, item: ItemId, change: impl FnOnce(&mut ItemRow)) -> ItemRow {
        let row = self.item_mut(item);
        let before = *row;
        change(row);
        before
    }

    #[inline]
    fn change_scene(&mut self, change: impl FnOnce(&mut Scene)) {
        self.derived.forget_views();
        change(&mut self.scene);
    }
}
