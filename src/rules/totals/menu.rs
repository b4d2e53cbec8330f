//! The kinds of offers in menu order, the currencies that pay for them, and the vocabulary of trials. TOT-TURN-02,
//! TOT-ATK-04.

use super::{spell::Energy, step::Manner};
use crate::rules::{
    ChanceOf, Currency,
    Group::{self, Attack, End, Gear, Magic, Manoeuvre, Move, Stance},
    OfferPart,
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover, Undo},
    Spending, Vocabulary, claims,
    prelude::*,
};

/// The groups of offers in a turn.
pub static GROUPS: [Group; 6] = [Move, Attack, Manoeuvre, Stance, Gear, Magic];

/// Action points, TOT-AP-01.
pub static AP: Currency = Currency { name: "AP", is: Spending::Points };
/// The free movement action of a turn, TOT-TURN-02.
pub static MOVEMENT: Currency = Currency { name: "Move", is: Spending::Small };

/// Luck points, TOT-LUCK-01.
pub static LUCK: Currency = Currency { name: "Luck", is: Spending::Luck };

/// A cost in AP.
pub const fn ap(count: u8) -> Cost {
    Cost::of(&AP, count)
}

/// An attack in one's own turn.
const fn hit(verb: &'static str, group: Group, place: u8) -> OfferKind {
    OfferKind::new(verb, group, place, Harm).rolls(ChanceOf::Hits)
}

/// An answer that makes one more attack.
const fn once_more(verb: &'static str, title: &'static str) -> OfferKind {
    OfferKind::answer(verb, 1, Harm).rolls(ChanceOf::Hits).titled(title).then("one more attack")
}

/// An answer that makes no further attack.
const fn nothing_more(title: &'static str) -> OfferKind {
    OfferKind::answer("decline", 9, Pass).titled(title).then("nothing more happens")
}

/// Preparing a spell, TOT-MAG-07.
const fn aside(verb: &'static str, title: &'static str) -> OfferKind {
    OfferKind::new(verb, Magic, 5, Prepare).folded("Prepare", "What").titled(title).about("Released later for no AP")
}

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    WALK = OfferKind::new("walk", Move, 1, Approach).ranked(9).titled("Move");
    MOVE_AGAIN = OfferKind::new("move", Move, 2, Approach).titled("Move again");
    MOUNT = OfferKind::new("mount", Move, 3, Prepare).ranked(6).titled("Mount").about("Takes a whole movement action");
    DISMOUNT = OfferKind::new("dismount", Move, 3, Undo).titled("Dismount").about("Takes a whole movement action");
    WREST = OfferKind::new("wrest", Move, 4, Recover).ranked(9).rolls(ChanceOf::GetsFree).titled("Wrestle free");

    STRIKE = hit("strike", Attack, 1).ranked(9).titled("Strike with {}");
    SHOOT = hit("shoot", Attack, 2).ranked(8).titled("Shoot {}");
    THROW = hit("throw", Attack, 3).titled("Throw {}");
    WHIRL = hit("whirl", Attack, 4).titled("Whirlwind with {}");
    VOLLEY = hit("volley", Attack, 5).titled("Dual throw, {} first");
    THREAT = hit("threat", Attack, 6).titled("Double threat, {} first");

    WRESTLE = OfferKind::new("wrestle", Manoeuvre, 1, Hinder).rolls(ChanceOf::Hits).titled("Wrestle");
    RELEASE = OfferKind::new("release", Manoeuvre, 1, Undo).titled("Let go");

    ORDERS = claims::offer_kind(1, "Standing orders for defence");
    STAKES = OfferKind::new("stakes", Stance, 2, Undo).idle().titled("Ask about Luck on the combat order again");

    DRAW = OfferKind::new("draw", Gear, 1, Prepare).folded("Draw", "What").titled("Draw {}");
    SHEATHE = OfferKind::new("sheathe", Gear, 1, Undo).folded("Put away", "What").titled("Put away {}");
    TAKE = OfferKind::new("take", Gear, 2, Prepare).ranked(4).folded("Pick up", "What").titled("Pick up {}");
    DROP = OfferKind::new("drop", Gear, 2, Undo).folded("Drop", "What").titled("Drop {}");
    NOCK =
        OfferKind::new("nock", Gear, 3, Prepare).ranked(7).folded("Nock an arrow", "With").titled("Nock an arrow: {}");
    LOAD = OfferKind::new("load", Gear, 4, Prepare).ranked(7).folded("Load", "What").titled("Load {}");
    DRINK = OfferKind::new("drink", Gear, 5, Prepare).ranked(2).folded("Take", "What").titled("Take {}");

    LIGHT = OfferKind::new("light", Gear, 6, Harm)
        .titled("Light a fuse")
        .about("Explodes when its fuse burns down");

    TOUCH = hit("touch", Magic, 1).ranked(6).titled("Touch with a spell");
    HURL = hit("hurl", Magic, 2).ranked(6).titled("Throw a spell");
    PROJECT = hit("project", Magic, 3).ranked(7).titled("Project a spell");
    UNLEASH = hit("unleash", Magic, 4).ranked(8);
    UNLEASH_LIFE = OfferKind::new("unleash", Magic, 4, Help).ranked(8).commits(Finality::Dice);
    PREPARE = aside("prepare", "Prepare a spell");
    PREPARE_LIFE = aside("prepare-life", "Prepare life");
    PREPARE_DEATH = aside("prepare-death", "Prepare death");
    CHARGE =
        OfferKind::new("charge", Magic, 6, Prepare).titled("Charge the hands").about("Discharged by an unarmed strike");
    CONDUCT = OfferKind::new("conduct", Magic, 7, Prepare)
        .folded("Conduct into", "What")
        .titled("Conduct into {}")
        .about("Discharged by a melee hit while held");
    BESTOW = OfferKind::new("bestow", Magic, 8, Help).folded("Bestow on", "What").titled("Bestow on {}");
    HEAL = OfferKind::new("heal", Magic, 9, Help)
        .ranked(8)
        .commits(Finality::Dice)
        .titled("Heal")
        .about("1d10 Vitality for each AP");
    SLAY = OfferKind::new("slay", Magic, 10, Harm)
        .ranked(7)
        .commits(Finality::Dice)
        .titled("Death")
        .about("Kills at up to 5 Vitality for each AP");
    WARD = OfferKind::new("ward", Magic, 11, Protect)
        .ranked(6)
        .titled("Raise an energy shield")
        .about("1d10 against spells for each AP while it lasts");
    RELAX = OfferKind::new("relax", Magic, 12, Undo).titled("End concentration");

    END_TURN = OfferKind::new("end", End, 1, Role::End).titled("End turn");

    ROLL_ORDER =
        OfferKind::answer("roll", 1, Prepare).for_comfort().titled("Roll for the order").then("the order is rolled");
    NEVER = OfferKind::answer("never", 2, Pass).for_comfort().then("the order is rolled without Luck");
    ROLL = OfferKind::answer("roll", 1, Harm).titled("Roll damage").then("the damage is rolled");
    ROLL_MITIGATION = OfferKind::answer("roll", 1, Protect).titled("Roll mitigation").then("the rest is lost");
    // An attack that is not evaded may still be blocked, so the chance covers both.
    EVADE = OfferKind::answer("evade", 1, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Evade")
        .then("evaded if above the attack, else block");
    CATCH = OfferKind::answer("catch", 2, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Catch it")
        .about("Replaces evasion; energy in it still takes effect")
        .then("caught if above the attack, else block");
    COUNTER = OfferKind::answer("counter", 3, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Counterspell")
        .then("ends the spell if above the attack");
    BLOCK = OfferKind::answer("block", 4, Protect)
        .rolls(ChanceOf::Glances)
        .titled("Block")
        .then("glances off if above what is left");
    SHIELD =
        OfferKind::answer("shield", 5, Protect).rolls(ChanceOf::Glances).then("glances off if above what is left");
    NO_EVASION = OfferKind::answer("none", 9, Pass).titled("No evasion").then("then block");
    LET_MISS = OfferKind::answer("none", 9, Pass).titled("Let it miss").then("it misses");
    NO_BLOCK = OfferKind::answer("none", 9, Pass).titled("No block").then("the blow hits");
    RETURN = OfferKind::answer("return", 1, Harm)
        .titled("Turn the attack back")
        .about("The attacker takes its damage")
        .then("the attacker takes its damage");
    KEEP_CAUGHT =
        OfferKind::answer("catch", 2, Protect).rolls(ChanceOf::Caught).titled("Catch it").then("it is in your hand");
    NEXT_STRIKE = once_more("strike", "Strike with {}");
    NEXT_THROW = once_more("throw", "Throw {}");
    NEXT_SHOT = once_more("shoot", "Shoot {}");
    LEAVE = nothing_more("No further attack");
    LET_BE = nothing_more("No follow through");
    DECLINE = nothing_more("Let it miss");
}

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind;

    /// AP on damage or on a defence.
    WITH_AP = ParameterKind::paying("ap", "AP", Spending::Points);
    /// AP on the damage of each attack of a series.
    AP_EACH = ParameterKind::paying("ap", "AP each", Spending::Points);
    /// AP on the block behind an energy shield.
    AP_ON_BLOCK = ParameterKind::paying("ap", "Block", Spending::Points);
    /// AP on to-hit dice, TOT-COMP-07.
    OVERWHELMS = ParameterKind::paying("overwhelm", "Overwhelm", Spending::Points);
    /// AP on piercing armour, TOT-COMP-11.
    PIERCES = ParameterKind::paying("pierce", "Pierce", Spending::Points);
    /// Luck dice, TOT-LUCK-03.
    WITH_LUCK = ParameterKind::paying("luck", "Luck", Spending::Luck);
    /// AP that standing orders put into an evasion.
    ORDERED = ParameterKind::new("evade", "Defend");
    /// AP that standing orders keep.
    KEPT = ParameterKind::new("keep", "Keep");
    /// The energy of a counterspell.
    WITH = ParameterKind::new("with", "With");
    /// The structure of a prepared spell, TOT-MAG-07.
    AS = ParameterKind::new("as", "As");
    /// AP on an energy shield, TOT-CTR-03.
    IN_SHIELD = ParameterKind::paying("shield", "Shield", Spending::Points).part(OfferPart::BASE);
    /// Turns that a spell lasts, TOT-MAG-08.
    LASTING = ParameterKind::paying("lasting", "Turns it lasts", Spending::Points).part(OfferPart::ADDED.of_set(1));
    /// Whether the spell is held by concentration instead, TOT-MAG-08.
    HELD = ParameterKind::paying("held", "Held", Spending::Points).part(OfferPart::ADDED.of_set(1));
    /// The only targets that a stored energy works on, TOT-HYB-09.
    ONLY = ParameterKind::paying("only", "Only for", Spending::Points).part(OfferPart::ADDED);

    /// AP on an energy of a spell, in listed order, TOT-MAG-01.
    ENERGIES [6] = [
        energy("fire", "Fire"),
        energy("cold", "Cold"),
        energy("electricity", "Electricity"),
        energy("charm", "Charm"),
        energy("death", "Death"),
        energy("life", "Life"),
    ];
}

const fn energy(key: &'static str, label: &'static str) -> ParameterKind {
    ParameterKind::paying(key, label, Spending::Points).part(OfferPart::BASE)
}

/// The parameter of an energy.
pub fn of_energy(energy: Energy) -> &'static ParameterKind {
    &ENERGIES[energy as usize]
}

/// The kind of offer for an attack in one's own turn; spells have their own.
pub const fn attack(manner: Manner) -> &'static OfferKind {
    match manner {
        Manner::Strike | Manner::Punch | Manner::Cast => &STRIKE,
        Manner::Throw => &THROW,
        Manner::Shoot => &SHOOT,
        Manner::Wrestle => &WRESTLE,
    }
}

/// The kind of offer for a further attack of a series.
pub const fn next(manner: Manner) -> &'static OfferKind {
    match manner {
        Manner::Throw => &NEXT_THROW,
        Manner::Shoot => &NEXT_SHOT,
        Manner::Strike | Manner::Punch | Manner::Cast | Manner::Wrestle => &NEXT_STRIKE,
    }
}

/// The words of choices and rolls. Trials and the harness's battles stop at a word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: PARAMETERS,
    rolls: &[
        "Luck points",
        "Combat order",
        "Tie",
        "To hit",
        "Evasion",
        "Block",
        "Catch",
        "Counterspell",
        "Damage",
        "Mitigation",
        "Fire",
        "Cold",
        "Electricity",
        "Charisma",
        "Life",
        "Wrestling",
        "Ongoing damage",
        "Stamina",
        "Bleeding",
        "Ammunition found",
    ],
};
