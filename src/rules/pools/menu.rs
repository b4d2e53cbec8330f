//! The kinds of offers and of what they settle, what they are paid with, and the words of trials.

use super::components::{COMPONENTS, ENERGY_KINDS};
use crate::rules::{
    ChanceOf, Currency,
    Group::{Attack, End, Gear, Magic, Manoeuvre, Move},
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover},
    Spending, Vocabulary,
    prelude::*,
};

/// Action points, POO-TURN-02.
pub static AP: Currency = Currency { name: "AP", is: Spending::Points };
/// The free movement action, POO-TURN-06.
pub static MOVEMENT: Currency = Currency { name: "Movement", is: Spending::Small };
/// Luck Points, POO-LUCK-02.
pub static LUCK: Currency = Currency { name: "Luck", is: Spending::Luck };

const fn attack(verb: &'static str, place: u8) -> OfferKind {
    OfferKind::new(verb, Attack, place, Harm).rolls(ChanceOf::Hits).commits(Finality::Asks)
}

const fn wrestle(verb: &'static str, place: u8, role: Role, event: ChanceOf) -> OfferKind {
    OfferKind::new(verb, Manoeuvre, place, role).rolls(event).commits(Finality::Asks)
}

const fn spell(verb: &'static str, place: u8, role: Role) -> OfferKind {
    OfferKind::new(verb, Magic, place, role).commits(Finality::Dice)
}

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    MOVE = OfferKind::new("move", Move, 1, Approach).titled("Move");
    GO_ON = OfferKind::new("go-on", Move, 2, Approach).titled("Go on").about("the rest of the movement");
    STAND = OfferKind::new("stand", Move, 3, Recover).titled("Stand up").about("a whole movement");
    MOUNT = OfferKind::new("mount", Move, 4, Prepare).titled("Mount").about("a whole movement");
    DISMOUNT = OfferKind::new("dismount", Move, 4, Role::Undo).titled("Dismount").about("a whole movement");
    STRIKE = attack("strike", 1).titled("Strike with {}").folded("Strike", "With");
    SHOOT = attack("shoot", 2).titled("Shoot with {}").folded("Shoot", "With");
    THROW = attack("throw", 3).ranked(4).titled("Throw {}").folded("Throw", "What");
    HOLD = wrestle("hold", 1, Hinder, ChanceOf::Holds).titled("Take hold");
    THROW_DOWN = wrestle("throw-down", 2, Hinder, ChanceOf::Falls).titled("Throw down");
    CRUSH = wrestle("crush", 3, Harm, ChanceOf::Succeeds).titled("Crush");
    ESCAPE = wrestle("escape", 4, Recover, ChanceOf::GetsFree).ranked(8).titled("Get free");
    LET_GO = OfferKind::new("let-go", Manoeuvre, 5, Role::Undo).ranked(1).titled("Let go");
    INTIMIDATE = wrestle("intimidate", 6, Hinder, ChanceOf::Intimidates).ranked(4).titled("Intimidate");
    AID = OfferKind::new("aid", Manoeuvre, 7, Help).ranked(6).rolls(ChanceOf::Succeeds).titled("First aid");
    CAST = OfferKind::new("cast", Magic, 1, Harm).rolls(ChanceOf::Hits).commits(Finality::Asks).titled("Cast a spell");
    HEAL = spell("heal", 2, Help).titled("Heal").ranked(6);
    RELEASE = OfferKind::new("release", Magic, 3, Harm).rolls(ChanceOf::Hits).commits(Finality::Asks).titled("Release the spell");
    CHARGE = spell("charge", 4, Prepare).titled("Charge bare hands");
    CONDUCT = spell("conduct", 5, Prepare).titled("Charge {}").folded("Charge a weapon", "What");
    BESTOW = spell("bestow", 6, Prepare).titled("Bestow on {}").folded("Bestow", "On what");
    SHIELD = spell("shield", 7, Protect).titled("Energy shield");
    DRAW = OfferKind::new("draw", Gear, 1, Prepare).titled("Draw {}").folded("Draw", "What");
    STOW = OfferKind::new("stow", Gear, 2, Role::Undo).ranked(1).titled("Put {} away").folded("Put away", "What");
    NOCK = OfferKind::new("nock", Gear, 3, Prepare).ranked(7).titled("Nock an arrow");
    LOAD = OfferKind::new("load", Gear, 4, Prepare).ranked(7).titled("Load {}").folded("Load", "What");
    TAKE = OfferKind::new("take", Gear, 5, Prepare).ranked(4).titled("Pick {} up").folded("Pick up", "What");
    DROP = OfferKind::new("drop", Gear, 6, Role::Undo).ranked(0).titled("Drop {}").folded("Drop", "What");
    DRINK = OfferKind::new("drink", Gear, 7, Prepare).ranked(3).titled("Swallow {}").folded("Swallow", "What");
    BEAT_OUT = OfferKind::new("beat-out", Gear, 8, Recover).ranked(6).titled("Beat out flames");
    TAKE_UP = OfferKind::new("take-up", Gear, 9, Prepare).ranked(3).titled("Take up a charged missile");
    LIGHT = OfferKind::new("light", Gear, 10, Harm).titled("Light a fuse").about("Explodes when its fuse burns down");
    END_TURN = OfferKind::new("end", End, 1, Role::End).titled("End turn");

    ROLL = OfferKind::answer("roll", 1, Pass).titled("Roll initiative").then("Speed dice");
    ROLL_LUCKY = OfferKind::answer("roll-lucky", 2, Prepare).titled("Roll with a Luck die").then("a success more on 6 to 10, one less on 1 to 5");
    PASSIVE = OfferKind::answer("passive", 1, Pass).titled("Defend passively").then("evasion and armour dice alone");
    DEFEND = OfferKind::answer("defend", 2, Protect).rolls(ChanceOf::Averted).titled("Defend").then("more successes stop it");
    RESIST = OfferKind::answer("resist", 3, Pass).titled("Resist").then("resists with as many successes as the attack");
    TURN_BACK = OfferKind::answer("turn-back", 4, Harm).titled("Turn it back").then("the attacker suffers it");
    LET_PASS = OfferKind::answer("let-pass", 5, Pass).titled("Let it pass").then("both criticals work as usual");
    FOLLOW = OfferKind::answer("follow", 6, Harm).titled("Follow through").then("the same roll");
    NO_FOLLOW = OfferKind::answer("no-follow", 7, Pass).commits(Finality::Nothing).titled("Stop").then("the attack ends here");
    ELUDE = OfferKind::answer("elude", 8, Approach).commits(Finality::Nothing).titled("Step away").then("half a movement at most");
    STAY = OfferKind::answer("stay", 9, Pass).commits(Finality::Nothing).titled("Stay").then("no step is made");
    KEEP = OfferKind::answer("keep", 10, Protect).commits(Finality::Nothing).titled("Keep the shield").then("1 AP");
    LET_LAPSE = OfferKind::answer("let-lapse", 11, Pass).commits(Finality::Nothing).titled("Let it lapse").then("the shield is gone");
    STEADY = OfferKind::answer("steady", 12, Pass).titled("Roll to stabilise").then("two successes");
}

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind;

    LIBRARY [44] = COMPONENTS;
    ENERGIES [6] = ENERGY_KINDS;
    INVESTED = ParameterKind::paying("ap", "AP", Spending::Points);
    IN_BLOCK = ParameterKind::new("in-block", "AP in Block");
    IN_WARD = ParameterKind::new("in-ward", "AP in Ward");
    LUCK_DICE = ParameterKind::paying("luck", "Luck dice", Spending::Luck);
    HARMS = ParameterKind::new("harms", "Harms");
    KNOCKS = ParameterKind::new("knocks", "Knocks away");
    AFFECTS = ParameterKind::new("affects", "Affects");
    HAND = ParameterKind::new("hand", "Hand");
}

/// The words of choices and rolls.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: PARAMETERS,
    rolls: &[
        "Attack",
        "Attack Luck",
        "Defence",
        "Defence Luck",
        "Mind",
        "Mind Luck",
        "Armour",
        "Damage turned back",
        "Damage",
        "Healing",
        "Energy",
        "Backlash",
        "Luck Points",
        "Initiative",
        "Initiative Luck",
        "Tie",
        "Burning",
        "Stabilising",
        "Stabilising Luck",
        "Dying",
        "Missile",
    ],
};
