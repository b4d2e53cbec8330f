//! Drafts: positions that are being edited. A draft is a level with the states of its fighters; every change of it is
//! one [`Edit`], and a [`History`] of whole drafts undoes edits.
//!
//! The position itself is a plain battle at the start of a round in which nobody has acted, so that everything that can
//! be asked about a battle can be asked about a draft. Small edits write its rows; edits of who takes part, with which
//! numbers and gear, make a new battle from the fighters as they are (`rebuild`).

mod acting;
mod armoury;
#[cfg(test)]
mod bearing_tests;
#[cfg(test)]
mod carrying_tests;
#[cfg(test)]
mod cover_tests;
mod edit;
#[cfg(test)]
mod field_tests;
mod fit;
mod gear;
#[cfg(test)]
mod going_on_tests;
mod ground;
mod history;
mod paint;
mod pairs;
mod rebuild;
mod rolled;
mod sheet;
mod spelling;
mod state_edits;
mod sweep;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod to_battle;
mod to_level;
mod to_trial;

use std::{collections::BTreeMap, sync::Arc};

pub use edit::{Edit, Edited, NoEdit};
pub use fit::Misfit;
pub use gear::{Hand, held, with_held};
pub use ground::LevelEdit;
pub use history::History;
pub use paint::{Brush, Paint, Spot, brushes, sample};
pub use rolled::{Rolled, rolled};
pub use sheet::{ListEdit, Record, RecordEdit, SheetField, SheetValue, changed, fields};
pub use spelling::spelt;
pub use sweep::{Sweep, SweepOdds, SweepPoint, SweepQuestion, Swept, SweptNumber, bears, swept_numbers};
pub use to_level::Lost;
pub use to_trial::pinned;

use super::{
    Faults, Level, Power, Roster, Side, Trial, deploy, give_starts,
    late::{Entrance, Late},
    level::ROUND_LIMIT,
};
use crate::{
    geometry::Square,
    rules::{
        Battle, Battlefield, Budgets, Combatant, CombatantId, Condition, ItemNumbers, RulesetId, Settings, Sheet,
        Status, Team, Vitals,
    },
};

/// Identifies a token for as long as its draft lives: ids of combatants shift when somebody is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenKey(u32);

/// What a draft knows of a fighter beyond the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Its key.
    pub key: TokenKey,
    /// The archetype's tag; it may be in no roster.
    pub archetype: String,
    /// A name of its own; by default the archetype's.
    pub name: Option<String>,
    /// The mount that it rides, wherever the ruleset knows riding.
    pub riding: Option<TokenKey>,
    /// When and where it arrives, if it is not there from the start.
    pub late: Option<Late>,
    /// Its numbers and state under the rulesets that are not in force.
    kept: BTreeMap<RulesetId, NumbersUnder>,
}

/// A fighter's numbers and state under a ruleset that is not in force.
#[derive(Clone, Debug, PartialEq)]
struct NumbersUnder {
    sheet: Sheet,
    status: Status,
    vitals: Vitals,
    budgets: Budgets,
    conditions: Vec<Condition>,
    /// By the item's tag.
    items: Vec<(String, ItemNumbers)>,
}

/// A position that can be changed in any way.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The level around the position: names, goals, zones, sides without units. Its ruleset is the one it suggests, not
    /// the one in force.
    level: Level,
    /// In the order of the combatants' ids.
    tokens: Vec<Token>,
    battle: Battle,
    /// The settings of rulesets that are not in force, where they are not the defaults.
    settings: BTreeMap<RulesetId, Settings>,
    /// The archetypes and arms that can be put on the board.
    roster: Arc<Roster>,
    /// The names of the places that goals refer to, by side and number among its goals: two places may have equal
    /// squares.
    goal_places: BTreeMap<(Team, usize), String>,
    /// The pinned expectations, written as in trials, each with its ruleset.
    pins: Vec<(RulesetId, String)>,
    /// Whether it was taken from somebody's turn, so that round, turn order and spent allowances continue from there.
    in_turn: bool,
    /// Whether it was taken from a battle under the rules in force: everything that a battle gives at its start is
    /// given.
    has_begun: bool,
    /// The round whose veils lie on the board, if it was taken from a battle in which they come and go by themselves.
    veiled: Option<u16>,
    next: u32,
}

impl Draft {
    /// The start of a level under a ruleset.
    ///
    /// # Errors
    /// Archetypes and arms that are not in the roster.
    pub fn of_level(level: &Level, roster: &Roster, ruleset: RulesetId, settings: Settings) -> Result<Self, Faults> {
        Ok(Self::of_position(level, roster, deploy(level, roster, ruleset, settings)?))
    }

    /// A position of a battle that was begun on a level.
    pub fn of_position(level: &Level, roster: &Roster, mut battle: Battle) -> Self {
        if battle.scene.round == 0 && battle.agenda.is_empty() {
            give_starts(&mut battle);
        }
        let in_turn = battle.scene.acting.is_some_and(|who| battle.scene.order.contains(&who));
        let veiled = Some(battle.scene.round).filter(|round| *round > 0);
        let mut tokens = Vec::new();
        for side in &level.sides {
            let first = tokens.len() as u32;
            for unit in &side.units {
                tokens.push(Token {
                    key: TokenKey(tokens.len() as u32),
                    archetype: unit.archetype.clone(),
                    name: unit.name.clone(),
                    riding: unit.riding.map(|place| TokenKey(first + place as u32)),
                    late: unit.late.clone(),
                    kept: BTreeMap::new(),
                });
            }
        }
        let roster = Arc::new(roster.with_own(level).into_owned());
        // The goals of the battle keep how long they have been held.
        let level = Level { goals: battle.scene.goals.clone(), ..level.clone() };
        Self { veiled, has_begun: veiled.is_some(), ..Self::taken(level, roster, tokens, battle, in_turn) }
    }

    /// The position of a trial, before its choices.
    pub fn of_trial(trial: &Trial) -> Self {
        let (battle, roster) = (trial.battle.clone(), &trial.roster);
        let known = |kind: &str| {
            roster.archetypes.iter().find(|archetype| archetype.name == kind).map(|archetype| archetype.tag.clone())
        };
        let comes = |who: CombatantId| {
            let arrival = battle.arrivals.iter().find(|arrival| arrival.who == who)?;
            Some(Late { round: arrival.round, entrance: Entrance::Square })
        };
        let tokens = battle.combatants().map(|fighter| Token {
            key: TokenKey(u32::from(fighter.id.0)),
            archetype: known(&fighter.identity.kind).unwrap_or_default(),
            name: Some(fighter.identity.name.to_string()),
            riding: battle.ruleset.rules().mount_of(&battle, fighter.id).map(|mount| TokenKey(u32::from(mount.0))),
            late: comes(fighter.id),
            kept: BTreeMap::new(),
        });
        let tokens = tokens.collect();
        let level = Level { name: trial.name.clone(), tag: super::tag_of(&trial.name), ..level_of(&battle) };
        Self::new(level, Arc::clone(roster), tokens, battle)
    }

    /// A bare board of this size with nobody on it.
    pub fn empty(width: u16, height: u16, roster: &Roster, ruleset: RulesetId) -> Self {
        let field = Arc::new(Battlefield::new(width, height));
        let scene = deploy::scene(field, Vec::new(), ROUND_LIMIT);
        let muster = deploy::Muster::new(ruleset);
        let battle = muster.battle(Settings::defaults(ruleset), scene, &[]);
        let level = Level { name: "New level".into(), tag: "new-level".into(), ..level_of(&battle) };
        Self::new(level, Arc::new(roster.clone()), Vec::new(), battle)
    }

    fn new(level: Level, roster: Arc<Roster>, tokens: Vec<Token>, battle: Battle) -> Self {
        Self::taken(level, roster, tokens, battle, false)
    }

    fn taken(mut level: Level, roster: Arc<Roster>, tokens: Vec<Token>, battle: Battle, in_turn: bool) -> Self {
        for side in &mut level.sides {
            side.units.clear();
        }
        let next = tokens.len() as u32;
        // A battle as one side sees it becomes a battle of its own here.
        let (scene, rows, items) = (battle.scene.clone(), battle.rows().to_vec(), battle.item_rows().to_vec());
        let battle = Battle::new(Arc::clone(battle.constants()), scene, rows, items);
        let (settings, pins, goal_places) = (BTreeMap::new(), Vec::new(), ground::goal_places(&level));
        let (has_begun, veiled) = (false, None);
        let mut draft =
            Self { level, tokens, battle, settings, roster, goal_places, pins, in_turn, has_begun, veiled, next };
        let most = draft.battle.teams().map(|team| team.0).max().unwrap_or(0).max(1);
        draft.seat(Team(most));
        draft.settle();
        draft
    }

    /// Puts the battle at the start of a round in which nobody has acted yet, or of the turn of the one who is to act.
    fn settle(&mut self) {
        let rules = self.battle.ruleset.rules();
        self.battle.agenda.clear();
        let all = self.battle.combatants().filter(|fighter| rules.takes_turns(*fighter)).map(|fighter| fighter.id);
        let takes_turns: Vec<CombatantId> = all.collect();
        let scene = &mut self.battle.scene;
        // Fighters with a place in the order keep it.
        let known = scene.order.iter().copied().filter(|who| takes_turns.contains(who));
        let mut order: Vec<CombatantId> = if self.in_turn { known.collect() } else { Vec::new() };
        order.extend(takes_turns.iter().filter(|who| !order.contains(who)).copied().collect::<Vec<_>>());
        scene.order = order;
        scene.interrupted.clear();
        scene.declared.clear();
        scene.over = None;
        scene.round = scene.round.max(1);
        scene.acting = scene.acting.filter(|who| scene.order.contains(who));
        scene.last_round = self.level.round_limit;
        scene.goals.clone_from(&self.level.goals);
        self.level.field = Arc::clone(&scene.field);
    }

    /// The position: nothing is on its agenda.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The level around the position. Its sides have no units; those are the tokens.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The ruleset in force.
    pub fn ruleset(&self) -> RulesetId {
        self.battle.ruleset
    }

    /// The archetypes and arms that can be put on the board.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// All tokens, by the ids of their combatants.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// A token.
    pub fn token(&self, key: TokenKey) -> Option<&Token> {
        self.tokens.iter().find(|token| token.key == key)
    }

    /// The combatant of a token, if it is still there.
    pub fn id(&self, key: TokenKey) -> Option<CombatantId> {
        self.tokens.iter().position(|token| token.key == key).map(|place| CombatantId(place as u16))
    }

    /// The token of a combatant.
    pub fn key(&self, who: CombatantId) -> TokenKey {
        self.tokens[who.index()].key
    }

    /// A token's combatant, as the battle shows it.
    pub fn combatant(&self, key: TokenKey) -> Option<Combatant<'_>> {
        self.id(key).map(|who| self.battle.combatant(who))
    }

    /// Those who cover a square, in the fight or not, the one on top first: riders before their mounts.
    pub fn at(&self, square: Square) -> Vec<TokenKey> {
        let mut found: Vec<CombatantId> = self.battle.bodies_at(square).collect();
        let rides = |who: &CombatantId| self.battle.ruleset.rules().mount_of(&self.battle, *who).is_some();
        found.sort_by_key(|who| (!rides(who), *who));
        found.into_iter().map(|who| self.key(who)).collect()
    }

    /// The expectations pinned under the ruleset in force, written as in trials.
    pub fn pins(&self) -> Vec<String> {
        self.pins.iter().filter(|(ruleset, _)| *ruleset == self.ruleset()).map(|(_, text)| text.clone()).collect()
    }

    /// Whether it was taken from somebody's turn: a battle that begins here continues that turn, with its turn order
    /// and spent allowances.
    pub const fn is_in_turn(&self) -> bool {
        self.in_turn
    }

    /// A number that equal positions share on every machine.
    pub fn digest(&self) -> u64 {
        self.battle.digest()
    }

    /// The totals and conditions with which a combatant begins a battle, apart from those that dice decide.
    pub fn start_of(&self, who: CombatantId) -> (Vitals, Vec<Condition>) {
        deploy::start_of(&self.battle, who)
    }

    /// The archetype of a token, if it has one that is known.
    pub fn archetype(&self, token: &Token) -> Option<&super::Archetype> {
        self.roster.archetype(&token.archetype)
    }

    /// The sheet of a token's archetype under the ruleset in force, with the level's changes for its side.
    pub fn printed_sheet(&self, who: CombatantId) -> Option<Sheet> {
        let archetype = self.archetype(&self.tokens[who.index()])?;
        Some(self.sheet_on(archetype, self.ruleset(), self.battle.combatant(who).team))
    }

    /// The sheet with which an archetype begins on a side, which may be mighty, and ambush or be ambushed.
    fn sheet_on(&self, archetype: &super::Archetype, ruleset: RulesetId, team: Team) -> Sheet {
        let power = self.level.sides.get(usize::from(team.0)).map_or_else(Power::default, |side| side.power);
        self.in_ambush(archetype.sheet_at(ruleset, power), team)
    }

    /// A sheet as it begins on a side, which may ambush or be ambushed.
    fn in_ambush(&self, mut sheet: Sheet, team: Team) -> Sheet {
        let (lies, falls) = self.level.ambush(team);
        for begins in [lies.then_some(true), falls.then_some(false)].into_iter().flatten() {
            sheet.begin_in_ambush(begins);
        }
        sheet
    }
}

/// A level with what a battle knows of it: its board and goals.
fn level_of(battle: &Battle) -> Level {
    let most = battle.teams().map(|team| team.0).max().unwrap_or(0).max(1);
    Level {
        tag: "position".into(),
        name: "Position".into(),
        about: String::new(),
        ruleset: battle.ruleset,
        field: Arc::clone(&battle.scene.field),
        sides: (0..=most).map(|_| Side::default()).collect(),
        goals: battle.scene.goals.clone(),
        round_limit: battle.scene.last_round.clamp(1, super::level::MOST_ROUNDS),
        zones: Vec::new(),
        veils_by_round: Vec::new(),
        own: Roster::default(),
    }
}
