//! The steps of `vigor`, by chapter, with all that they carry: the entries of the agenda, kept small so that equal states
//! merge. Chapters put steps there without knowing who resolves them.

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
    /// A step of rounds, initiative, starts and ends of turns.
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

/// A step of the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Begins a round, VIG-SETUP-01.
    Round(u16),
    /// Asks the sides from this one on who holds back, VIG-INIT-04; those who do so far.
    Ask(u8, CombatantSet),
    /// Rolls initiative for the next one; those who hold back, and the totals so far. VIG-INIT-01.
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
    /// Goes along the rest of a way.
    Go(CombatantId, Vec<Square>, Gait),
    /// Gets up, once the opening has been resolved, VIG-COND-04.
    Stand(CombatantId),
    /// Goes back to that square of the way, if stopped in somebody else's, VIG-MOVE-03.
    FallBack(CombatantId, Square),
}

/// How somebody goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gait {
    /// A Move; its steps may open, VIG-REACH-05.
    Move,
    /// An Escape.
    Escape,
    /// An Escape that ends off the board.
    Leave,
    /// A part of a longer way, which others may interrupt.
    Step,
    /// The rest of a Move whose openings to these are used up, VIG-REACH-05.
    Opened(CombatantSet),
    /// The rest of an Escape once a step has been made, and whether it ends off the board.
    Fleeing(bool),
}

impl Gait {
    /// Whether it ends off the board.
    pub const fn leads_off(self) -> bool {
        matches!(self, Self::Leave | Self::Fleeing(true))
    }

    /// The same once a step has been made.
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
    /// Somebody opens to those enemies who can take it at this moment, VIG-REACH-06.
    Opening(CombatantId),
    /// An opening is still open to these, who decide one after another. VIG-REACT-08.
    Open(CombatantId, CombatantSet),
    /// Something happens that readied acts may wait for, but for those of these: they have reacted to it already.
    /// VIG-ACT-02, VIG-REACT-02.
    Ready(Event, CombatantSet),
    /// It has fulfilled the conditions of these, who act one after another. VIG-REACT-08.
    Fulfilled(Event, CombatantSet),
}

/// What a readied act may be waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Event {
    /// Somebody has made a step, from there.
    Steps(CombatantId, Square),
    /// Somebody has attacked these, or something on the board, or nobody at all.
    Attacks(CombatantId, CombatantSet),
    /// Somebody has used an ability.
    Uses(CombatantId),
    /// Somebody has ended a turn.
    Ends(CombatantId),
    /// The board has changed: somebody may be seen who was not.
    Appears(CombatantId),
}

impl Event {
    /// Whose doing it is.
    pub const fn whose(self) -> CombatantId {
        match self {
            Self::Steps(who, _) | Self::Attacks(who, _) | Self::Uses(who) | Self::Ends(who) | Self::Appears(who) => who,
        }
    }
}

/// A step of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// An attack on a target or an area is declared.
    Declare(Strike),
    /// An attack on one target goes on.
    Exchange(Box<Exchange>),
    /// An attack on an area goes on.
    Area(Box<AreaExchange>),
}

/// An attack under way: who takes part, everything it can depend on, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exchange {
    /// Who, at whom, with what.
    pub strike: Strike,
    /// Everything it can depend on.
    pub situation: Situation,
    /// Where it stands.
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

/// An attack on an area under way, its targets in initiative order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AreaExchange {
    /// Who, where, with what.
    pub strike: Strike,
    /// Everybody in it.
    pub targets: Vec<Exchange>,
}

/// Somebody attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// Who.
    pub by: CombatantId,
    /// At what.
    pub on: Mark,
    /// With what.
    pub with: With,
    /// On what occasion.
    pub manner: Manner,
    /// Whether a Challenge on the attack roll is taken for a Charge on the damage roll, VIG-REACT-09.
    pub gamble: bool,
}

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// A creature or an object among the combatants.
    Combatant(CombatantId),
    /// Something that stands on the board, VIG-OBJ-01.
    Site(Site),
    /// Everybody around a square, VIG-ATK-08.
    Area(Square),
}

impl Mark {
    /// Stands for a target of which nothing is known: it changes no dice.
    pub const ANYTHING: Self = Self::Area(Square::new(0, 0));

    /// The combatant.
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
    /// Fists and feet of somebody who has no part of the body listed for it, VIG-ATK-09.
    Fists,
    /// What an item does when it is used.
    Used(ItemId),
    /// No attack, but an explosion, or else fire. VIG-OBJ-03, VIG-OBJ-04.
    Hazard(bool),
}

impl With {
    /// The thing that is used.
    pub const fn item(self) -> Option<ItemId> {
        match self {
            Self::Item(item) | Self::Thrown(item) | Self::Used(item) => Some(item),
            Self::Fists | Self::Hazard(_) => None,
        }
    }
}

/// On what occasion somebody attacks.
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

/// An ability that is used, once its opening has been resolved, VIG-ACT-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Use {
    /// Who uses it.
    pub by: CombatantId,
    /// On whom.
    pub on: Option<CombatantId>,
    /// Where.
    pub at: Option<Square>,
    /// What.
    pub item: ItemId,
    /// As a readied act or not.
    pub manner: Manner,
    /// Whether a Chance is taken on its attack roll, VIG-REACT-09.
    pub gamble: bool,
}

/// An ability that takes effect on somebody at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Used {
    /// Who uses it.
    pub by: CombatantId,
    /// On whom.
    pub on: CombatantId,
    /// What.
    pub item: ItemId,
}

/// A step of a special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpecialStep {
    /// An ability takes effect, VIG-ACT-03.
    Use(Use),
    /// The acting side of an opposed effect rolls, VIG-RES-02.
    Force(Used),
    /// The target of an ability resists: what must be beaten, and whether that is the acting side's roll. VIG-RES-01.
    Resist(Used, i16, bool),
    /// An ability does what it does.
    Affect(Used),
    /// Somebody lays smoke there with something.
    Smoke(CombatantId, Square, ItemId),
    /// Points are restored to somebody, by which effect of something.
    Restore(CombatantId, ItemId, u8),
    /// A skill is used on an enemy, VIG-ACT-05.
    Skill(Skill, CombatantId, CombatantId),
    /// The target opposes it; the total to beat. VIG-ACT-05.
    Oppose(Skill, CombatantId, CombatantId, i16),
    /// Emergency aid, VIG-ACT-06.
    Aid(CombatantId, CombatantId),
    /// What it restores.
    Heal(CombatantId),
    /// Stabilises somebody in Shock, VIG-DYING-03.
    Stabilise(CombatantId, CombatantId),
    /// The next keg or charge that explodes as the round ends, VIG-OBJ-03.
    Explode,
    /// Fire burns somebody, VIG-OBJ-04.
    Burn(CombatantId),
}
