//! The steps of `vigor` by chapter, with their data: the entries of the agenda, kept small so that equal states merge.
//! Chapters put steps there without knowing what resolves them.

use serde::{Deserialize, Serialize};

use super::{
    exchange::{Situation, Stage},
    sheet::Skill,
};
use crate::{
    geometry::Square,
    rules::{Site, StepKind, Tied, prelude::*},
};

crate::rules::state::ruleset_types::steps! {
    /// A step of rounds, initiative, and the start and end of turns.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step that lets others react.
    Reaction(ReactionStep): |_| StepKind::Reaction;
    /// A step of an attack.
    Attack(AttackStep): AttackStep::kind;
    /// A step of a special action.
    Special(SpecialStep): |_| StepKind::Damage;
}

/// A step in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Begins a round, VIG-SETUP-01.
    Round(u16),
    /// Asks the sides from this one on who holds back, VIG-INIT-04; those who hold back so far.
    Ask(u8, CombatantSet),
    /// Rolls initiative for the next combatant; those who hold back, and the totals so far. VIG-INIT-01.
    Roll(CombatantSet, Vec<(CombatantId, i16)>),
    /// Rolls between those tied, VIG-INIT-03.
    TieBreak(Tied),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Asks for the next act of a turn, VIG-TURN-01.
    Act(CombatantId),
    /// Ends a turn, VIG-TURN-03.
    Rest(CombatantId),
}

/// A step of a movement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Moves along the rest of a way.
    Go(CombatantId, Vec<Square>, Gait),
    /// Stands up, after the opening has been resolved, VIG-COND-04.
    Stand(CombatantId),
    /// Goes back to this square of the way, if stopped in another combatant's, VIG-MOVE-03.
    FallBack(CombatantId, Square),
}

/// The kind of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gait {
    /// A Move; its steps may create openings, VIG-REACH-05.
    Move,
    /// An Escape.
    Escape,
    /// An Escape that ends off the board.
    Leave,
    /// One step of a longer way, which others may interrupt.
    Step,
    /// The rest of a Move that has already created openings for these, VIG-REACH-05.
    Opened(CombatantSet),
    /// The rest of an Escape after its first step; true if it ends off the board.
    Fleeing(bool),
}

impl Gait {
    /// Whether it ends off the board.
    pub const fn leads_off(self) -> bool {
        matches!(self, Self::Leave | Self::Fleeing(true))
    }

    /// The gait after the first step.
    pub const fn begun(self) -> Self {
        match self {
            Self::Escape => Self::Fleeing(false),
            Self::Leave => Self::Fleeing(true),
            other => other,
        }
    }
}

/// A step that lets others react.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReactionStep {
    /// A combatant creates an opening for those enemies who can take it now, VIG-REACH-06.
    Opening(CombatantId),
    /// An opening that is still open to these, who decide one after another. VIG-REACT-08.
    Open(CombatantId, CombatantSet),
    /// An event that readied acts may wait for, except those of these combatants, who have already reacted to it.
    /// VIG-ACT-02, VIG-REACT-02.
    Ready(Event, CombatantSet),
    /// An event that has fulfilled the triggers of these, who act one after another. VIG-REACT-08.
    Fulfilled(Event, CombatantSet),
}

/// An event that a readied act may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Event {
    /// A combatant has made a step or steps, from this square.
    Steps(CombatantId, Square),
    /// A combatant has attacked these; none of them if it attacked a feature of the board or nobody.
    Attacks(CombatantId, CombatantSet),
    /// A combatant has used an ability.
    Uses(CombatantId),
    /// A combatant has ended its turn.
    Ends(CombatantId),
    /// The board has changed: a combatant may have come into sight.
    Appears(CombatantId),
}

impl Event {
    /// The combatant who causes it.
    pub const fn whose(self) -> CombatantId {
        match self {
            Self::Steps(who, _) | Self::Attacks(who, _) | Self::Uses(who) | Self::Ends(who) | Self::Appears(who) => who,
        }
    }
}

/// A step of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// Declares an attack on a target or an area.
    Declare(Strike),
    /// Advances an attack on one target.
    Exchange(Box<Exchange>),
    /// Advances an area attack.
    Area(Box<AreaExchange>),
}

/// An attack in progress: who takes part, everything it can depend on, and its stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exchange {
    /// Attacker, target and weapon.
    pub strike: Strike,
    /// Everything it can depend on.
    pub situation: Situation,
    /// The stage it has reached.
    pub stage: Stage,
}

impl AttackStep {
    /// The attack itself.
    pub const fn strike(&self) -> &Strike {
        match self {
            Self::Declare(strike) => strike,
            Self::Exchange(exchange) => &exchange.strike,
            Self::Area(area) => &area.strike,
        }
    }

    /// Its kind, which decides the system that resolves it.
    pub fn kind(&self) -> StepKind {
        match self {
            Self::Declare(_) => StepKind::Attack,
            Self::Exchange(exchange) => kind_of(exchange.stage),
            Self::Area(area) => {
                let kinds = area.targets.iter().map(|target| kind_of(target.stage));
                kinds.min_by_key(|kind| *kind as u8).unwrap_or(StepKind::Damage)
            }
        }
    }
}

const fn kind_of(stage: Stage) -> StepKind {
    match stage {
        Stage::Attack => StepKind::Attack,
        Stage::Decide(_) | Stage::Defend(..) | Stage::Resist(_) => StepKind::Defence,
        Stage::Damage(..) | Stage::Check(..) | Stage::Done(_) => StepKind::Damage,
    }
}

/// An area attack in progress, with its targets in initiative order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AreaExchange {
    /// Attacker, centre and weapon.
    pub strike: Strike,
    /// Everybody in the area.
    pub targets: Vec<Exchange>,
}

/// An attack as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: Mark,
    /// The weapon or ability.
    pub with: With,
    /// The occasion.
    pub manner: Manner,
    /// Whether a Challenge on the attack roll is taken for a Charge on the damage roll, VIG-REACT-09.
    pub gamble: bool,
}

/// The target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// A creature or an object among the combatants.
    Combatant(CombatantId),
    /// A feature of the board, VIG-OBJ-01.
    Site(Site),
    /// Everybody around a square, VIG-ATK-08.
    Area(Square),
}

impl Mark {
    /// Stands for any target: it changes no dice.
    pub const ANYTHING: Self = Self::Area(Square::new(0, 0));

    /// The combatant, if it is one.
    pub const fn combatant(self) -> Option<CombatantId> {
        match self {
            Self::Combatant(who) => Some(who),
            Self::Site(_) | Self::Area(_) => None,
        }
    }
}

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum With {
    /// A weapon, or a part of the body.
    Item(ItemId),
    /// A melee weapon that is thrown.
    Thrown(ItemId),
    /// Fists and feet of a combatant without natural weapons of its own, VIG-ATK-09.
    Fists,
    /// The ability of using an item.
    Used(ItemId),
    /// Not an attack, but an explosion (true) or fire (false). VIG-OBJ-03, VIG-OBJ-04.
    Hazard(bool),
}

impl With {
    /// The item used.
    pub const fn item(self) -> Option<ItemId> {
        match self {
            Self::Item(item) | Self::Thrown(item) | Self::Used(item) => Some(item),
            Self::Fists | Self::Hazard(_) => None,
        }
    }
}

/// The occasion of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Manner {
    /// With an action.
    Action,
    /// With the off hand, VIG-ATK-07.
    OffHand,
    /// As a reaction to an opening, VIG-REACT-07.
    Opening,
    /// As a readied act, VIG-ACT-02.
    Readied,
}

impl Manner {
    /// Whether it is a reaction.
    pub const fn is_reaction(self) -> bool {
        matches!(self, Self::Opening | Self::Readied)
    }
}

/// An ability in use, after its opening has been resolved, VIG-ACT-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Use {
    /// The user.
    pub by: CombatantId,
    /// The target.
    pub on: Option<CombatantId>,
    /// The square it is aimed at.
    pub at: Option<Square>,
    /// The item that carries the ability.
    pub item: ItemId,
    /// The occasion: an action or a readied act.
    pub manner: Manner,
    /// Whether a Chance is taken on its attack roll, VIG-REACT-09.
    pub gamble: bool,
}

/// An ability that takes effect on a combatant without an attack roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Used {
    /// The user.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The item that carries the ability.
    pub item: ItemId,
}

/// A step of a special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpecialStep {
    /// An ability takes effect, VIG-ACT-03.
    Use(Use),
    /// The acting side of an opposed effect rolls, VIG-RES-02.
    Force(Used),
    /// The target of an ability resists: the number to beat, and whether that is the acting side's roll. VIG-RES-01.
    Resist(Used, i16, bool),
    /// An ability's effects apply.
    Affect(Used),
    /// A combatant lays smoke around a square with an item.
    Smoke(CombatantId, Square, ItemId),
    /// Restores points to a combatant, by the effect of an item with this index.
    Restore(CombatantId, ItemId, u8),
    /// A skill is used on an enemy, VIG-ACT-05.
    Skill(Skill, CombatantId, CombatantId),
    /// The target opposes it; the total to beat. VIG-ACT-05.
    Oppose(Skill, CombatantId, CombatantId, i16),
    /// Emergency aid, VIG-ACT-06.
    Aid(CombatantId, CombatantId),
    /// The Durability that emergency aid restores.
    Heal(CombatantId),
    /// Stabilises a creature in Shock, VIG-DYING-03.
    Stabilise(CombatantId, CombatantId),
    /// The next keg or charge that explodes at the end of the round, VIG-OBJ-03.
    Explode,
    /// Fire burns a combatant, VIG-OBJ-04.
    Burn(CombatantId),
}
