//! The kinds of offers, in the order of their places, what they are paid with, and the words of trials. RAT-TURN-02.

use super::sheet::ACTED;
use crate::rules::{
    ChanceOf, Currency,
    Group::{self, Attack, End, Gear, Magic, Manoeuvre, Move, Stance, Wait},
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover},
    Spending, Vocabulary, WaitsFor, claims,
    prelude::*,
};

/// The groups of a turn.
pub static GROUPS: [Group; 7] = [Move, Attack, Manoeuvre, Stance, Gear, Magic, Wait];

/// The action of a turn, RAT-TURN-01.
pub static THE_ACTION: Currency = Currency { name: "Action", is: Spending::Large };

/// The price of whatever takes the action of a turn.
pub const AN_ACTION: Cost = Cost::of(&THE_ACTION, 1);

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    MOVE = OfferKind::new("move", Move, 1, Approach).titled("Move");
    RUN = OfferKind::new("run", Move, 2, Approach).ranked(3).titled("Run").about("a second movement for the action");
    MOUNT = OfferKind::new("mount", Move, 3, Prepare).rolls(ChanceOf::Succeeds).titled("Mount");
    DISMOUNT = OfferKind::new("dismount", Move, 4, Role::Undo).titled("Dismount").about("costs the whole movement");
    CLIMB_OUT = OfferKind::new("climb", Move, 5, Recover).titled("Climb out of the pit");
    STEP_IN = OfferKind::new("pit", Move, 6, Pass)
        .ranked(1)
        .for_comfort()
        .commits(Finality::Dice)
        .titled("Step into a pit")
        .about("damage that ignores armour");
    END_TURN = OfferKind::new("end", End, 1, Role::End).titled("End turn");

    STRIKE = OfferKind::new("strike", Attack, 1, Harm)
        .rolls(ChanceOf::Hits)
        .titled("Strike with {}")
        .folded("Strike", "With");
    SHOOT =
        OfferKind::new("shoot", Attack, 2, Harm).rolls(ChanceOf::Hits).titled("Shoot with {}").folded("Shoot", "With");
    BOTH = OfferKind::new("both", Attack, 3, Harm)
        .rolls(ChanceOf::Hits)
        .titled("Strike with both weapons")
        .about("two rolls, the damages combined");

    SHOVE = OfferKind::new("shove", Manoeuvre, 1, Hinder)
        .rolls(ChanceOf::Shoves)
        .titled("Shove")
        .about("Strength against Strength: pushes one square");
    LIGHT = OfferKind::new("light", Manoeuvre, 2, Harm)
        .ranked(2)
        .titled("Light a charge")
        .about("explodes at the end of the round");
    BIND = OfferKind::new("bind", Manoeuvre, 3, Help).ranked(6).titled("Bind wounds").about("ends all bleeding");

    RECOVER = OfferKind::new("recover", Gear, 1, Prepare)
        .ranked(6)
        .titled("Recover {}")
        .folded("Recover", "What")
        .about("balance after a heavy blow");
    RELOAD = OfferKind::new("reload", Gear, 1, Prepare).ranked(6).titled("Reload {}").folded("Reload", "What");
    DRAW = OfferKind::new("draw", Gear, 2, Prepare).titled("Take {} in hand").folded("Take in hand", "What");
    STOW = OfferKind::new("stow", Gear, 3, Role::Undo).ranked(1).titled("Put {} away").folded("Put away", "What");
    PICK_UP = OfferKind::new("take", Gear, 4, Prepare).ranked(4).titled("Pick {} up").folded("Pick up", "What");
    DROP = OfferKind::new("drop", Gear, 5, Role::Undo).ranked(1).idle().titled("Drop {}").folded("Drop", "What");

    CAST = OfferKind::new("cast", Magic, 1, Harm).rolls(ChanceOf::Hits).titled("Cast {}").folded("Cast", "What");
    HELP = OfferKind::new("cast", Magic, 1, Help).ranked(6).commits(Finality::Dice).titled("Cast {}").folded("Cast", "What");
    DROP_SPELL = OfferKind::new("release", Magic, 2, Pass).ranked(1).idle().titled("Let the spell go");

    WAIT = OfferKind::new("wait", Wait, 1, Prepare)
        .ranked(2)
        .waiting(WaitsFor::Trigger)
        .commits(Finality::Ends)
        .for_comfort()
        .titled("Wait")
        .about("take the turn later this round: asked after each turn");
    ORDERS = claims::offer_kind(1, "Standing orders");

    FIRST_WEAPON = OfferKind::answer("first-weapon", 1, Harm)
        .commits(Finality::Nothing)
        .titled("Attack with {}")
        .then("or get it ready");
    FIRST_SPELL = OfferKind::answer("first-spell", 2, Harm)
        .commits(Finality::Nothing)
        .titled("Use {}")
        .then("this spell or ability");
    FIRST_SHOVE = OfferKind::answer("first-shove", 3, Hinder)
        .commits(Finality::Nothing)
        .titled("Shove")
        .then("an adjacent enemy");
    FIRST_OTHER = OfferKind::answer("first-other", 4, Prepare)
        .ranked(1)
        .commits(Finality::Nothing)
        .titled("Something else")
        .then("walk, wait or get ready: nothing harmful");

    BLOCK = OfferKind::answer("block", 1, Protect).rolls(ChanceOf::Averted).titled("Block").then("the shield takes the damage");
    SIDESTEP = OfferKind::answer("sidestep", 2, Protect)
        .rolls(ChanceOf::Evaded)
        .titled("Sidestep")
        .then("half the Agility roll makes it harder");
    THROW_ASIDE = OfferKind::answer("throw-aside", 3, Protect)
        .ranked(4)
        .rolls(ChanceOf::Evaded)
        .titled("Throw oneself aside")
        .forfeiting("a turn")
        .then("the whole Agility roll, and the next turn is lost");
    DODGE = OfferKind::answer("dodge", 2, Protect)
        .rolls(ChanceOf::Evaded)
        .titled("Dodge")
        .then("the Agility roll makes it harder");
    PARRY = OfferKind::answer("parry", 4, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Parry")
        .then("a roll above the attack averts it");
    DECLINE = OfferKind::answer("decline", 9, Pass).titled("Take the blows").then("nothing averts them");

    DEAL = OfferKind::answer("deal", 1, Harm).titled("Strike").then("at least one blow; the rest can go to others");
    NEXT = OfferKind::answer("next", 2, Harm).titled("Go on to another").then("the same roll counts");
    FORGO = OfferKind::answer("forgo", 9, Pass).commits(Finality::Nothing).titled("Forgo the rest").then("the attack is over");
    JOIN = OfferKind::answer("join", 1, Harm).titled("Join the attack").then("uses the turn in hand");
    STAY_OUT =
        OfferKind::answer("stay-out", 9, Pass).commits(Finality::Nothing).titled("Stay out").then("keep the turn");

    CUT_IN = OfferKind::answer("cut-in", 1, Harm)
        .commits(Finality::Nothing)
        .titled("Take the turn now")
        .then("a whole turn");
    LET_GO_ON = OfferKind::answer("go-on", 9, Pass)
        .commits(Finality::Nothing)
        .titled("Go on waiting")
        .then("asked again at the next step");
    LET_IT_BE = OfferKind::answer("go-on", 9, Pass)
        .commits(Finality::Nothing)
        .titled("Go on waiting")
        .then("asked again before the round ends");
    LOSE = OfferKind::answer("go-on", 9, Pass)
        .commits(Finality::Nothing)
        .titled("Let the turn go")
        .then("it is lost");
}

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind, claims::ASK;

    /// What magic resistance is used against, RAT-MAG-05.
    RESIST = ParameterKind::new("resist", "Resist magic");
    /// Where on the body, RAT-AIM-01.
    LOCATION = ParameterKind::new("at", "Where");
    /// How many blows, RAT-RATE-05.
    BLOWS = ParameterKind::new("blows", "Blows").dealing();
    /// In which hand a thing is taken.
    HAND = ParameterKind::new("hand", "Hand");
}

/// The words of choices and rolls. Trials and the battles of the harness stop at any word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: PARAMETERS,
    rolls: &[
        "Initiative",
        "Tie",
        "Attack",
        "Sidestep",
        "Throw aside",
        "Dodge",
        "Parry",
        "Block",
        "Critical",
        "Damage",
        "Strength",
        "Willpower",
        "Concentration",
        "Spell",
        "Effect",
        "Mount",
        "Shove",
        "Withstand",
        "Fall",
        "Explosion",
    ],
};

/// Pays with the action of the turn, RAT-TURN-01.
pub fn pay(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Budget(who, ACTED, 1));
}
