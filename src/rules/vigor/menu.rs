//! The kinds of offers in menu order, how acts are paid for, and the vocabulary of trials. VIG-TURN-02, VIG-REACT-03.

use serde::{Deserialize, Serialize};

use super::{afflict::pay_vigor, settings, sheet::ACTIONS};
use crate::rules::{
    ChanceOf, Currency,
    Group::{self, Answer, Attack, End, Gear, Magic, Manoeuvre, Move, Stance, Wait},
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover},
    Spending, Vocabulary, WaitsFor,
    prelude::*,
};

/// The groups of offers in a turn.
pub static GROUPS: [Group; 7] = [Move, Attack, Manoeuvre, Stance, Gear, Magic, Wait];

/// Actions of a turn, VIG-TURN-01.
pub static ACTION: Currency = Currency { name: "Action", is: Spending::Large };
/// Vigor, VIG-REACT-03.
pub static VIGOR: Currency = Currency { name: "Vigor", is: Spending::Points };

/// Mana, VIG-ACT-03.
pub static MANA: Currency = Currency { name: "Mana", is: Spending::Luck };

/// A cost in actions.
pub const fn actions(count: u8) -> Cost {
    Cost::of(&ACTION, count)
}

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    MOVE = OfferKind::new("move", Move, 1, Approach).titled("Move");
    ESCAPE = OfferKind::new("escape", Move, 2, Approach)
        .ranked(3)
        .titled("Escape")
        .about("enemies in reach get an opening first");
    LEAVE = OfferKind::new("leave", Move, 3, Pass)
        .ranked(1)
        .for_comfort()
        .commits(Finality::Ends)
        .titled("Flee from the board")
        .about("out of the encounter, by the nearest edge");
    STAND = OfferKind::new("stand", Move, 4, Recover).titled("Stand up").about("enemies in reach get an opening first");
    END_TURN = OfferKind::new("end", End, 1, Role::End).titled("End turn");

    ROLL = OfferKind::answer("roll", 1, Prepare).titled("All roll initiative").then("1d20 and initiative dice each");
    HOLD = OfferKind::answer("hold", 2, Pass)
        .for_comfort()
        .titled("Hold some back")
        .about("no turns, but reactions; may join in a later round")
        .then("the others roll");

    STRIKE = OfferKind::new("strike", Attack, 1, Harm)
        .rolls(ChanceOf::Hits)
        .titled("Strike with {}")
        .folded("Strike", "With");
    SHOOT =
        OfferKind::new("shoot", Attack, 2, Harm).rolls(ChanceOf::Hits).titled("Shoot with {}").folded("Shoot", "With");
    THROW = OfferKind::new("throw", Attack, 3, Harm)
        .ranked(4)
        .rolls(ChanceOf::Hits)
        .titled("Throw {}")
        .folded("Throw", "What");
    OFF_HAND = OfferKind::new("off-hand", Attack, 4, Harm)
        .rolls(ChanceOf::Hits)
        .titled("Off-hand attack with {}")
        .folded("Off-hand attack", "With")
        .about("in the same action: two Challenges to hit and to damage");
    BREAK = OfferKind::new("break", Attack, 5, Prepare)
        .ranked(3)
        .rolls(ChanceOf::Hits)
        .titled("Break something with {}")
        .folded("Break something", "With")
        .about("doors, barricades, pillars");

    DODGE = OfferKind::answer("dodge", 1, Protect)
        .rolls(ChanceOf::Evaded)
        .titled("Dodge")
        .then("Rolls higher than the attack");
    DEFLECT = OfferKind::answer("deflect", 2, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Deflect")
        .then("Rolls higher than the attack");
    BLOCK = OfferKind::answer("block", 3, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Block")
        .then("Rolls higher than the attack");
    SPECIAL = OfferKind::answer("counter", 4, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Use {}")
        .then("a special reaction against the attack");
    TAKE_OPENING = OfferKind::answer("opening", 5, Harm)
        .rolls(ChanceOf::Hits)
        .titled("Take the opening with {}")
        .then("one attack, which nobody can defend against")
        .folded("Take the opening", "With");
    DECLINE = OfferKind::answer("decline", 9, Pass).titled("Decline").about("keep the Vigor").then("nothing averts it");

    DEFEND = OfferKind::new("defend", Stance, 1, Protect)
        .titled("Defend")
        .about("defensive reactions cost 2 Vigor less until your next turn");
    DEFEND_AGAIN =
        OfferKind::new("defend", Stance, 1, Protect).ranked(0).for_comfort().titled("Defend again").about(ADDS_NOTHING);

    FACE = OfferKind::new("face", Stance, 2, Prepare).ranked(2).idle().titled("Face another way");
    ORDERS = OfferKind::new("orders", Stance, 3, Prepare)
        .ranked(1)
        .idle()
        .titled("Standing orders")
        .about("for reactions and Resistance");
    READY = OfferKind::new("ready", Wait, 1, Prepare)
        .ranked(3)
        .waiting(WaitsFor::Trigger)
        .for_comfort()
        .titled("Ready an act");
    WATCH = OfferKind::new("watch", Wait, 2, Prepare)
        .ranked(2)
        .waiting(WaitsFor::Trigger)
        .for_comfort()
        .titled("Ready an act for a square");
    USE_ABILITY = OfferKind::new("use", Magic, 1, Help).ranked(6).commits(Finality::Dice).titled("Use {}");
    USE_ITEM = OfferKind::new("apply", Gear, 1, Help).commits(Finality::Dice).titled("Use {}").folded("Use", "What");
    LIGHT = OfferKind::new("light", Gear, 4, Harm)
        .titled("Light a fuse")
        .about("Explodes when its fuse burns down");
    DRAW = OfferKind::new("draw", Gear, 2, Prepare).titled("Take {} in hand").folded("Take in hand", "What");
    STOW = OfferKind::new("stow", Gear, 2, Role::Undo).ranked(1).titled("Put {} away").folded("Put away", "What");
    PICK_UP = OfferKind::new("take", Gear, 3, Prepare).ranked(4).titled("Pick {} up").folded("Pick up", "What");
    AID = OfferKind::new("aid", Manoeuvre, 1, Help)
        .ranked(6)
        .rolls(ChanceOf::Succeeds)
        .titled("Emergency aid")
        .about("Medicine above 20 restores 1d10 Durability");
    STABILISE = OfferKind::new("stabilise", Manoeuvre, 2, Help)
        .ranked(7)
        .rolls(ChanceOf::Succeeds)
        .titled("Stabilise")
        .about("the better medical skill above 20 stops the clock");
    CHARM = OfferKind::new("charm", Manoeuvre, 3, Hinder)
        .rolls(ChanceOf::Charms)
        .titled("Charm")
        .about("Social above 15; then it may not target you");
    STUDY = OfferKind::new("study", Manoeuvre, 4, Prepare)
        .rolls(ChanceOf::Succeeds)
        .titled("Find a weakness")
        .about("Awareness above 15; a Charge on the next attack at it");
    MENACE = OfferKind::new("menace", Manoeuvre, 5, Hinder)
        .rolls(ChanceOf::Intimidates)
        .titled("Intimidate")
        .about("Menace above 15; a Challenge on all action rolls");
    OPPOSE = OfferKind::answer("oppose", 6, Protect).rolls(ChanceOf::Averted).titled("Oppose it").then("rolls higher");
    YIELD =
        OfferKind::answer("yield", 7, Pass).commits(Finality::Nothing).titled("Let it happen").then("it takes effect");
    LET_BE = OfferKind::answer("wait", 8, Pass)
        .commits(Finality::Nothing)
        .titled("Let it be")
        .then("stays ready for another occasion");
}

/// The words for a Defend while already defending, VIG-ACT-01.
const ADDS_NOTHING: &str = "adds nothing: you already defend";

/// Kinds of a turn's offers as answers, for readied acts: answers are in a group of their own.
static AS_ANSWERS: [OfferKind; 17] = [
    as_answer(&STRIKE, 11),
    as_answer(&SHOOT, 12),
    as_answer(&THROW, 13),
    as_answer(&MOVE, 14).commits(Finality::Asks),
    as_answer(&DEFEND, 15).commits(Finality::Nothing),
    as_answer(&DEFEND_AGAIN, 15).commits(Finality::Nothing),
    as_answer(&USE_ABILITY, 16),
    as_answer(&USE_ITEM, 17),
    as_answer(&STABILISE, 18),
    as_answer(&CHARM, 19),
    as_answer(&STUDY, 20),
    as_answer(&MENACE, 21),
    as_answer(&AID, 22),
    as_answer(&ESCAPE, 23),
    as_answer(&DRAW, 24).commits(Finality::Nothing),
    as_answer(&STOW, 25).commits(Finality::Nothing),
    as_answer(&PICK_UP, 26).commits(Finality::Nothing),
];

const fn as_answer(kind: &OfferKind, place: u8) -> OfferKind {
    let mut answer = *kind;
    answer.group = Answer;
    answer.place = place;
    answer.then = "as readied; once";
    answer
}

/// A kind of a turn's offers as the answer that carries out a readied act, VIG-ACT-02.
pub fn readied(kind: &'static OfferKind) -> &'static OfferKind {
    AS_ANSWERS.iter().find(|offer| (offer.verb, offer.rank) == (kind.verb, kind.rank)).unwrap_or(kind)
}

/// Pays actions, VIG-TURN-02.
pub fn pay_actions(battle: &Battle, who: CombatantId, count: u8, context: &mut StepContext<'_>) {
    let left = battle.combatant(who).budgets.get(ACTIONS) - i16::from(count);
    context.effect(Effect::Budget(who, ACTIONS, left.max(0)));
}

/// How an act is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Price {
    /// With actions of one's own turn.
    Actions,
    /// With Vigor, as a readied act, VIG-ACT-02.
    Ready,
}

impl Price {
    /// The cost of an act with these actions and this Vigor of its own.
    pub fn of(self, battle: &Battle, actions: u8, vigor: u8) -> Cost {
        match self {
            Self::Actions => Cost::of(&ACTION, actions).and(&VIGOR, vigor),
            Self::Ready => Cost::of(&VIGOR, vigor.saturating_add(ready_price(battle))),
        }
    }

    /// Pays for an act.
    pub fn pay(self, battle: &Battle, who: CombatantId, actions: u8, vigor: u8, context: &mut StepContext<'_>) {
        match self {
            Self::Actions => {
                pay_actions(battle, who, actions, context);
                pay_vigor(battle, who, vigor, context);
            }
            Self::Ready => pay_vigor(battle, who, vigor.saturating_add(ready_price(battle)), context),
        }
    }
}

/// The Vigor that a readied act costs besides an ability's own, VIG-ACT-02.
pub fn ready_price(battle: &Battle) -> u8 {
    if settings::ready_is_free(battle) { 0 } else { 5 }
}

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind;

    /// The trigger of a readied act, VIG-ACT-02.
    WHEN = ParameterKind::new("when", "When");
    /// Who must trigger it.
    WHO = ParameterKind::new("who", "Who");
    /// How near.
    NEAR = ParameterKind::new("near", "Squares");
    /// The ally whose being attacked, or whose end of turn, triggers it.
    WARD = ParameterKind::new("ward", "Attacked, or ending its turn");
    /// The readied act.
    ACT = ParameterKind::new("act", "Then");
    /// Whether a Chance is taken, VIG-REACT-09.
    CHANCE = ParameterKind::new("chance", "Take a Chance");
    /// The reactions that standing orders take.
    REACT = ParameterKind::new("react", "Reactions");
    /// The Vigor above which they take them.
    ABOVE = ParameterKind::new("above", "While Vigor is more than");
    /// The hand that an item is taken in, VIG-ATK-07.
    HAND = ParameterKind::new("hand", "Hand");
    /// What standing orders resist.
    RESIST = ParameterKind::new("resist", "Resists");
    /// The direction to face, VIG-ATK-05.
    TOWARDS = ParameterKind::new("to", "Towards");
}

/// The words of choices and rolls. Trials and the harness's battles stop at a word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: PARAMETERS,
    rolls: &[
        "Initiative",
        "Tie",
        "Attack",
        "Force",
        "Dodge",
        "Deflect",
        "Block",
        "{}",
        "Damage",
        "Resistance",
        "Resistance: Stamina",
        "Resistance: Strength",
        "Social",
        "Awareness",
        "Menace",
        "Opposing",
        "Medicine",
        "Restored",
    ],
};
