//! The steps and prompts of `percentile`: the entries of the agenda, kept small so that equal states merge.

use std::hash::{Hash, Hasher};

use super::{
    menu::{Gait, Stunt},
    sheet::{Use, arm},
};
use crate::{
    geometry::Square,
    rules::{StepKind, Tied, prelude::*},
};
use serde::{Deserialize, Serialize};

/// The target of a called shot or a maiming, PCT-STR-02, PCT-STR-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spot {
    /// The head.
    Head,
    /// The main hand.
    Hand,
    /// The other hand.
    OffHand,
    /// A leg.
    Leg,
    /// An eye.
    Eye,
    /// The neck.
    Neck,
}

/// The aim of an attack: damage, damage and something more, PCT-STR-01, or something else, PCT-MAN-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Manner {
    /// Damage only.
    #[default]
    Plain,
    /// PCT-STR-02.
    CalledShot(Spot),
    /// PCT-STR-03.
    KnockDown,
    /// PCT-STR-04.
    Maim(Spot),
    /// PCT-STR-05.
    MightyBlow,
    /// PCT-STR-06.
    ArmourGap,
    /// The item that the target is to drop, PCT-MAN-02.
    Disarm(ItemId),
    /// PCT-MAN-03.
    Feint,
    /// PCT-MAN-04.
    Grab,
    /// PCT-MAN-05.
    Trip,
    /// PCT-MAN-07.
    Dismount,
}

impl Manner {
    /// Whether it adds the tag Precision to the attack, PCT-STR-02, PCT-STR-04, PCT-STR-06.
    pub const fn is_precise(self) -> bool {
        matches!(self, Self::CalledShot(_) | Self::Maim(_) | Self::ArmourGap)
    }

    /// Whether it is a manoeuvre, which does no damage, PCT-MAN-01.
    pub const fn is_manoeuvre(self) -> bool {
        matches!(self, Self::Disarm(_) | Self::Feint | Self::Grab | Self::Trip | Self::Dismount)
    }
}

/// An attack in progress, PCT-ATK-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exchange {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon.
    pub item: ItemId,
    /// Which of its uses.
    pub usage: u8,
    /// Made as a reaction.
    pub reaction: bool,
    /// Strike or manoeuvre.
    pub manner: Manner,
    /// One of several attacks made by one action, PCT-MULTI-01.
    pub many: bool,
    /// Those attacks have different targets, PCT-MULTI-02.
    pub spread: bool,
    /// Declared against somebody already out of the fight.
    pub finishes: bool,
    /// Made in passing from the saddle, PCT-MNT-09.
    pub ride_by: bool,
    /// Made with a braced weapon at a charger, PCT-CHA-04.
    pub braced: bool,
    /// The attacker's target number, 1 to 98, once known: a tie is rolled again with the same number, PCT-CHK-06.
    pub number: u8,
    /// The target's default defence and its number, once known: they cannot change between the attack roll and the
    /// defence.
    pub stance: Option<(Method, u8)>,
    /// Net points left to spend: the target's resistance above 0, the attacker's vulnerability points below,
    /// PCT-RES-02.
    pub points: i8,
    /// Points spent on the defence, each +30 or -30, PCT-RES-03, PCT-RES-04.
    pub shifts: i8,
    /// The target is aware of it and can defend, PCT-ATK-05.
    pub aware: bool,
    /// The target has spent its reaction on catching the weapon, PCT-MAN-06.
    pub catching: bool,
    /// Luck options the attacker has used in this check.
    pub luck: Luck,
    /// Luck options the defender has used in this check.
    pub guard_luck: Luck,
}

impl Hash for Exchange {
    /// Packs most fields into two words, because forecasts hash exchanges by the thousand. Derived fields are left out.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let who = u64::from(self.by.0) | u64::from(self.on.0) << 16 | u64::from(self.item.0) << 32;
        state.write_u64(who | u64::from(self.usage) << 48 | u64::from(self.number) << 56);
        let flags = [self.reaction, self.many, self.spread, self.ride_by, self.braced, self.aware, self.catching];
        let lucks = [self.luck, self.guard_luck].map(|luck| [luck.ignore, luck.flip, luck.upgrade]);
        let bits = flags.iter().chain(lucks.as_flattened()).fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        state.write_u64(bits << 16 | u64::from(self.points as u8) << 8 | u64::from(self.shifts as u8));
        self.manner.hash(state);
    }
}

impl Exchange {
    /// The use of the weapon.
    pub fn used<'a>(&self, battle: &'a Battle) -> &'a Use {
        &arm(battle, self.item).uses[usize::from(self.usage)]
    }

    /// A plain attack that the target is aware of.
    pub fn new(by: CombatantId, on: CombatantId, item: ItemId, usage: u8) -> Self {
        Self {
            by,
            on,
            item,
            usage,
            reaction: false,
            manner: Manner::Plain,
            many: false,
            spread: false,
            finishes: false,
            ride_by: false,
            braced: false,
            number: 0,
            stance: None,
            points: 0,
            shifts: 0,
            aware: true,
            catching: false,
            luck: Luck::default(),
            guard_luck: Luck::default(),
        }
    }
}

/// Luck options used in one check, PCT-CHK-11: each at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Luck {
    /// (a) negative modifiers are ignored.
    pub ignore: bool,
    /// (b) the digits have been swapped.
    pub flip: bool,
    /// (c) the degree has been raised.
    pub upgrade: bool,
}

impl Luck {
    /// How many options have been used.
    pub const fn used(self) -> i32 {
        self.ignore as i32 + self.flip as i32 + self.upgrade as i32
    }
}

/// A way to defend, PCT-DEF-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Method {
    /// Fray.
    Fray,
    /// With a weapon or shield, PCT-DEF-02.
    Parry(ItemId),
    /// Unarmed Combat, PCT-DEF-03.
    Unarmed,
    /// Athletics, while moving evasively, PCT-DEF-05.
    Athletics,
    /// Ride, against being pulled from the saddle, PCT-MAN-07.
    Ride,
    /// With a Catch weapon, PCT-MAN-06.
    Catch(ItemId),
    /// Seeing through a feint, PCT-MAN-03.
    Wits,
}

/// The quality of a hit: all that damage needs to know about the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hit {
    /// DV for the margin, PCT-DMG-02: 0, 5 or 10.
    pub bonus: u8,
    /// At least an exceptional success.
    pub exceptional: bool,
    /// A critical success: dice at their maximum, PCT-DMG-03.
    pub critical: bool,
}

impl Hit {
    /// A basic success without a margin bonus.
    pub const PLAIN: Self = Self { bonus: 0, exceptional: false, critical: false };
}

/// The points spent and left for a check that a blow forces on its target, PCT-RES-03, PCT-RES-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Aid {
    /// Points spent on it, each +30 or -30.
    pub shifts: i8,
    /// Points of resistance left, each good for one Luck benefit.
    pub points: i8,
}

/// A combatant whom a burst has reached, PCT-BLAST-01, PCT-BLAST-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Victim {
    /// Who.
    pub who: CombatantId,
    /// The distance from where it went off, in metres.
    pub metres: u8,
    /// The roll was a critical success.
    pub critical: bool,
    /// Net points left to spend: of resistance above 0, of vulnerability below, PCT-RES-02.
    pub points: i8,
}

/// A check other than an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Check {
    /// Staying standing after a wound, PCT-DMG-06; then comes the result of the strike that caused it, which may use
    /// leftover points.
    Stay(Aid, Option<Exchange>),
    /// Resisting a knock down, PCT-STR-03.
    Resist(Aid),
    /// Noticing a hidden attacker, PCT-ATK-06.
    Notice(Exchange),
    /// Athletics before climbing or swimming, PCT-MOVE-05, PCT-MOVE-06.
    Exert(Walk),
    /// Catching a tossed item, PCT-REA-06.
    Snatch(ItemId),
    /// A stunt, PCT-STU-01.
    Stunt(Feat),
    /// Holding on to the edge of a pit, with the square of the pit, PCT-REA-06.
    HoldOn(Square),
    /// Breaking a grab, PCT-CHK-07.
    Wrestle(GrappleContest),
    /// Wrenching a weapon out of a catch, PCT-MAN-06.
    Wrench(ItemId),
    /// Being thrown clear of a falling mount, PCT-MNT-07.
    Clear,
    /// Getting out from under a mount, PCT-MNT-07.
    Free,
    /// Ride before a movement of the mount, PCT-MNT-03.
    Ride(Walk),
    /// Ride before an attack of the mount, PCT-MNT-03.
    RideStrike(Exchange),
}

/// A plain opposed check between the one held and the holder, PCT-CHK-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GrappleContest {
    /// Who is held and rolls first.
    pub held: CombatantId,
    /// Who holds.
    pub holder: CombatantId,
    /// The first roll, once it is the holder's turn to roll: a success with its margin, or a failure.
    #[serde(with = "crate::rules::nested")]
    pub first: Option<Option<u8>>,
    /// Luck options used so far: those of the one held, then the holder's.
    pub lucks: [Luck; 2],
}

impl GrappleContest {
    /// Luck options used by the one who rolls next.
    pub const fn luck(&self) -> Luck {
        self.lucks[self.first.is_some() as usize]
    }
}

/// A movement in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Walk {
    /// Who moves.
    pub who: CombatantId,
    /// How.
    pub gait: Gait,
    /// The squares still to enter, the next one first.
    pub way: Vec<Square>,
    /// How it differs from plain walking.
    pub going: Going,
}

impl Walk {
    /// A movement that is neither charge nor stunt.
    pub fn plain(who: CombatantId, gait: Gait, way: &[Square]) -> Self {
        Self { who, gait, way: way.to_vec(), going: Going::default() }
    }

    /// The rest of the walk after a step.
    pub fn after_step(&self, rest: &[Square]) -> Self {
        let notice = if self.going.notice == Notice::Next { Notice::Never } else { self.going.notice };
        Self { way: rest.to_vec(), going: Going { notice, ..self.going }, ..*self }
    }
}

/// How a movement differs from plain walking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Going {
    /// It is a charge, PCT-CHA-01.
    pub charges: bool,
    /// It is a stunt: crouching does not hinder it, PCT-MOVE-09.
    pub stunt: bool,
    /// It leads over pits; a mover stopped above one falls in, PCT-MOVE-08.
    #[serde(default)]
    pub airborne: bool,
    /// The mount that carries the mover over pits: it falls in too, even without its rider.
    #[serde(default)]
    pub mount: Option<CombatantId>,
    /// Which of its steps provoke.
    pub notice: Notice,
    /// What happens where it ends.
    pub end: End,
}

/// Which steps of a movement provoke, PCT-STU-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Notice {
    /// Every step, as usual.
    #[default]
    Every,
    /// Only the next step, PCT-STU-08.
    Next,
    /// None, PCT-STU-03.
    Never,
    /// All, except that these enemies are not provoked, PCT-STU-04.
    NotBy(CombatantSet),
}

/// What happens where a movement ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum End {
    /// Nothing.
    #[default]
    Stay,
    /// Prone after a failed swing, PCT-STU-08.
    Prone,
    /// Defends with Athletics from now on, PCT-STU-03; the flag says whether it ends prone.
    Rolled(bool),
    /// Behind some enemies, PCT-STU-04.
    Behind(CombatantSet),
    /// Falls into a pit, PCT-DMG-08.
    Falls(Square),
    /// Prone after a failed diving roll, PCT-STU-03.
    Sprawled,
}

/// An event that others may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Event {
    /// About to step out of the first square into the second, PCT-REA-02 and PCT-REA-05 (3).
    Leaves(CombatantId, Square, Square),
    /// Like [`Self::Leaves`], but without provoking, PCT-REA-05 (3).
    Slips(CombatantId, Square, Square),
    /// Has stepped out of the square, PCT-REA-05 (1, 2, 4).
    Arrives(CombatantId, Square),
    /// Has stepped out of the square in a charge, PCT-CHA-04.
    Charges(CombatantId, Square),
    /// Declares an attack on the second, PCT-REA-05 (5).
    Attacks(CombatantId, CombatantId),
    /// Has stood up, PCT-REA-05 (6).
    Stands(CombatantId),
    /// Has been attacked by the second, PCT-REA-05 (7).
    Attacked(CombatantId, CombatantId),
    /// Ends the turn, PCT-REA-05 (8).
    EndsTurn(CombatantId),
}

impl Event {
    /// The combatant who causes it, and whom reactions target.
    pub const fn whose(self) -> CombatantId {
        match self {
            Self::Leaves(who, ..)
            | Self::Slips(who, ..)
            | Self::Arrives(who, _)
            | Self::Charges(who, _)
            | Self::Attacks(who, _)
            | Self::Stands(who)
            | Self::Attacked(who, _)
            | Self::EndsTurn(who) => who,
        }
    }
}

/// A burst in progress, aimed at a square, PCT-BLAST-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Burst {
    /// The user.
    pub by: CombatantId,
    /// The item that bursts.
    pub item: ItemId,
    /// Which of its uses.
    pub usage: u8,
    /// The square aimed at.
    pub aim: Square,
    /// The number to land there, 1 to 98, once known.
    pub number: u8,
    /// Luck options used.
    pub luck: Luck,
}

impl Burst {
    /// The use of the item that bursts.
    pub fn used<'a>(&self, battle: &'a Battle) -> &'a Use {
        &arm(battle, self.item).uses[usize::from(self.usage)]
    }
}

/// A step of the turn order: rounds, starts and ends of turns. PCT-INIT, PCT-TURN.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Rolls initiative for the next combatant; holds the totals so far, PCT-INIT-02.
    Initiative(Vec<(CombatantId, i16)>),
    /// Breaks a tie by a roll, PCT-INIT-02.
    TieBreak(Tied),
    /// Begins a round.
    Round(u16),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Resolves the start of a turn, PCT-TURN-04.
    Wake(CombatantId),
    /// Asks for the next action of a turn.
    Act(CombatantId),
    /// Ends a turn, PCT-TURN-04.
    Rest(CombatantId),
}

/// A step of a movement. PCT-MOVE.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Lets others react before the next square, then takes it.
    Leave(Walk),
    /// Enters the next square.
    Enter(Walk),
    /// What happens where a movement ends.
    Arrive(CombatantId, End),
    /// Falls into a pit, PCT-DMG-08.
    Plunge(CombatantId, Square),
    /// A mounted charger may strike at enemies in passing; the flag says whether the path ends here. PCT-MNT-09.
    Passing(CombatantId, bool),
}

/// A step that lets others react. PCT-REA.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReactionStep {
    /// Asks a combatant about an event, if a reaction is still legal.
    React(CombatantId, Event),
    /// Lets everybody who may react to an event do so, in initiative order.
    Call(Event),
}

/// A step of an attack: those up to its roll, and the last one after everything else. PCT-ATK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// An attack is declared.
    Declare(Exchange),
    /// Whether the target notices the attack, PCT-ATK-06.
    Notice(Exchange),
    /// The attack roll.
    Roll(Exchange),
    /// Judges the attack roll, with its final face.
    Judge(Exchange, u8),
    /// What follows every attack, hit or miss: a thrown weapon lands, the target becomes aware of the attacker.
    Settle(Exchange),
}

/// A step of a defence. PCT-DEF.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DefenceStep {
    /// The defence roll against a margin, with the defender's number, 1 to 98.
    Guard(Exchange, u8, Method, u8),
    /// Judges the defence roll.
    Compare(Exchange, u8, Method, u8),
}

/// A step of damage from an attack or a fall. PCT-DMG.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DamageStep {
    /// The attacker has won and may raise the degree, PCT-CHK-12 (c).
    Won(Exchange, u8),
    /// Damage.
    Damage(Exchange, Hit),
    /// The damage left after points have been spent on it, PCT-RES-03. The flag means that armour is still to be
    /// subtracted.
    Inflict(Exchange, Hit, i16, bool),
    /// The hand is hurt on armour, PCT-UNA-04.
    Bruise(CombatantId),
    /// The effect of a strike beyond damage, PCT-STR-01.
    Result(Exchange),
    /// The damage of a fall.
    Impact(CombatantId),
    /// A mount falls on its rider, PCT-MNT-07.
    Crush(CombatantId),
}

/// A step of a check other than an attack. PCT-CHK.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CheckStep {
    /// A check other than an attack.
    Try(CombatantId, Check, Luck),
    /// Judges such a check, with its final face.
    Tried(CombatantId, Check, Luck, u8),
    /// Settles such a check; nothing more can be spent on it.
    Settle(CombatantId, Check, Luck, u8),
}

/// A step of a blast or a splash, from its launch to the last burn. PCT-BLAST.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BlastStep {
    /// An item that bursts is thrown or unleashed, PCT-BLAST-03.
    Launch(Burst),
    /// The roll to land where aimed.
    Hurl(Burst),
    /// It scatters: the direction, PCT-RNG-04.
    Drift(Burst),
    /// It scatters: the distance in that direction.
    DriftFar(Burst, u8),
    /// It goes off in a square.
    Detonate(Burst, Square, Hit),
    /// A blast reaches somebody: from where, who, its DV, whether critical. PCT-BLAST-01.
    Scorch(Burst, Square, CombatantId, i16, bool),
    /// The damage of a blast left after points have been spent on it. The flag means that armour is still to be
    /// subtracted.
    Scorched(Burst, Victim, i16, bool),
    /// A splash reaches somebody, PCT-BLAST-05.
    Soak(Burst, CombatantId),
    /// The rounds of a splash left after points have been spent on them.
    Soaked(Burst, CombatantId, u8),
    /// The burst is over, and its user becomes known.
    Cleared(Burst, Square),
    /// Somebody burns, PCT-BLAST-05.
    Burn(CombatantId),
    /// The next keg or charge that explodes as the round ends, PCT-OBJ-01.
    Explode,
}

/// A stunt that has been declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Feat {
    /// Which.
    pub stunt: Stunt,
    /// The squares to enter, the first one first.
    pub way: Vec<Square>,
    /// It is a charge too, PCT-STU-02.
    pub charges: bool,
    /// It ends prone, PCT-STU-03.
    pub prone: bool,
}

impl Feat {
    /// A stunt that is no charge and ends standing.
    pub fn plain(stunt: Stunt, way: &[Square]) -> Self {
        Self { stunt, way: way.to_vec(), charges: false, prone: false }
    }
}

crate::rules::state::ruleset_types::steps! {
    /// A step of the turn order: rounds, starts and ends of turns.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step that lets others react.
    Reaction(ReactionStep): |_| StepKind::Reaction;
    /// A step of an attack: those up to its roll, and the last one after everything else.
    Attack(AttackStep): |_| StepKind::Attack;
    /// A step of a defence.
    Defence(DefenceStep): |_| StepKind::Defence;
    /// A step of damage from an attack or a fall.
    Damage(DamageStep): |_| StepKind::Damage;
    /// A step of a check other than an attack.
    Check(CheckStep): |_| StepKind::Damage;
    /// A step of a blast or a splash, from its launch to the last burn.
    Blast(BlastStep): |_| StepKind::Damage;
}
