//! The kinds of offers, in the order of their places, and what they are paid with. TOT-TURN-02, TOT-ATK-04.

use super::{spell::Energy, step::Manner};
use crate::rules::{
    ChanceOf, Cost, Currency, Finality,
    Group::{self, Attack, End, Gear, Magic, Manoeuvre, Move, Stance},
    OfferKind, OfferPart, ParameterKind,
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover, Undo},
    Spending, claims,
};

/// The groups of a turn.
pub static GROUPS: [Group; 6] = [Move, Attack, Manoeuvre, Stance, Gear, Magic];

/// Action points, TOT-AP-01.
pub static AP: Currency = Currency { name: "AP", is: Spending::Points };
/// The automatic movement, TOT-TURN-02.
pub static MOVEMENT: Currency = Currency { name: "Move", is: Spending::Small };

/// Luck points, TOT-LUCK-01.
pub static LUCK: Currency = Currency { name: "Luck", is: Spending::Luck };

/// So many AP.
pub const fn ap(count: u8) -> Cost {
    Cost::of(&AP, count)
}

/// An attack of one's own turn.
const fn hit(verb: &'static str, group: Group, place: u8) -> OfferKind {
    OfferKind::new(verb, group, place, Harm).rolls(ChanceOf::Hits)
}

/// One more attack in answer to a question.
const fn once_more(verb: &'static str, title: &'static str) -> OfferKind {
    OfferKind::answer(verb, 1, Harm).rolls(ChanceOf::Hits).titled(title).then("one more attack")
}

/// Leaving it at that.
const fn nothing_more(title: &'static str) -> OfferKind {
    OfferKind::answer("decline", 9, Pass).titled(title).then("nothing more happens")
}

/// Putting a spell aside, TOT-MAG-07.
const fn aside(verb: &'static str, title: &'static str) -> OfferKind {
    OfferKind::new(verb, Magic, 5, Prepare).folded("Prepare", "What").titled(title).about("Released later for no AP")
}

pub static WALK: OfferKind = OfferKind::new("walk", Move, 1, Approach).ranked(9).titled("Move");
pub static MOVE_AGAIN: OfferKind = OfferKind::new("move", Move, 2, Approach).titled("Move again");
pub static MOUNT: OfferKind =
    OfferKind::new("mount", Move, 3, Prepare).ranked(6).titled("Mount").about("Takes a whole movement action");
pub static DISMOUNT: OfferKind =
    OfferKind::new("dismount", Move, 3, Undo).titled("Dismount").about("Takes a whole movement action");
pub static WREST: OfferKind =
    OfferKind::new("wrest", Move, 4, Recover).ranked(9).rolls(ChanceOf::GetsFree).titled("Wrestle free");

pub static STRIKE: OfferKind = hit("strike", Attack, 1).ranked(9).titled("Strike with {}");
pub static SHOOT: OfferKind = hit("shoot", Attack, 2).ranked(8).titled("Shoot {}");
pub static THROW: OfferKind = hit("throw", Attack, 3).titled("Throw {}");
pub static WHIRL: OfferKind = hit("whirl", Attack, 4).titled("Whirlwind with {}");
pub static VOLLEY: OfferKind = hit("volley", Attack, 5).titled("Dual throw, {} first");
pub static THREAT: OfferKind = hit("threat", Attack, 6).titled("Double threat, {} first");

pub static WRESTLE: OfferKind = OfferKind::new("wrestle", Manoeuvre, 1, Hinder).rolls(ChanceOf::Hits).titled("Wrestle");
pub static RELEASE: OfferKind = OfferKind::new("release", Manoeuvre, 1, Undo).titled("Let go");

pub static ORDERS: OfferKind = claims::offer_kind(1, "Standing orders for defence");
pub static STAKES: OfferKind =
    OfferKind::new("stakes", Stance, 2, Undo).idle().titled("Ask about Luck on the combat order again");

pub static DRAW: OfferKind = OfferKind::new("draw", Gear, 1, Prepare).folded("Draw", "What").titled("Draw {}");
pub static SHEATHE: OfferKind =
    OfferKind::new("sheathe", Gear, 1, Undo).folded("Put away", "What").titled("Put away {}");
pub static TAKE: OfferKind =
    OfferKind::new("take", Gear, 2, Prepare).ranked(4).folded("Pick up", "What").titled("Pick up {}");
pub static DROP: OfferKind = OfferKind::new("drop", Gear, 2, Undo).folded("Drop", "What").titled("Drop {}");
pub static NOCK: OfferKind =
    OfferKind::new("nock", Gear, 3, Prepare).ranked(7).folded("Nock an arrow", "With").titled("Nock an arrow: {}");
pub static LOAD: OfferKind =
    OfferKind::new("load", Gear, 4, Prepare).ranked(7).folded("Load", "What").titled("Load {}");
pub static DRINK: OfferKind =
    OfferKind::new("drink", Gear, 5, Prepare).ranked(2).folded("Take", "What").titled("Take {}");

pub static TOUCH: OfferKind = hit("touch", Magic, 1).ranked(6).titled("Touch with a spell");
pub static HURL: OfferKind = hit("hurl", Magic, 2).ranked(6).titled("Throw a spell");
pub static PROJECT: OfferKind = hit("project", Magic, 3).ranked(7).titled("Project a spell");
pub static UNLEASH: OfferKind = hit("unleash", Magic, 4).ranked(8);
pub static UNLEASH_LIFE: OfferKind = OfferKind::new("unleash", Magic, 4, Help).ranked(8).commits(Finality::Dice);
pub static PREPARE: OfferKind = aside("prepare", "Prepare a spell");
pub static PREPARE_LIFE: OfferKind = aside("prepare-life", "Prepare life");
pub static PREPARE_DEATH: OfferKind = aside("prepare-death", "Prepare death");
pub static CHARGE: OfferKind =
    OfferKind::new("charge", Magic, 6, Prepare).titled("Charge the hands").about("Discharged by an unarmed strike");
pub static CONDUCT: OfferKind = OfferKind::new("conduct", Magic, 7, Prepare)
    .folded("Conduct into", "What")
    .titled("Conduct into {}")
    .about("Discharged by a melee hit while held");
pub static BESTOW: OfferKind =
    OfferKind::new("bestow", Magic, 8, Help).folded("Bestow on", "What").titled("Bestow on {}");
pub static HEAL: OfferKind = OfferKind::new("heal", Magic, 9, Help)
    .ranked(8)
    .commits(Finality::Dice)
    .titled("Heal")
    .about("1d10 Vitality for each AP");
pub static SLAY: OfferKind = OfferKind::new("slay", Magic, 10, Harm)
    .ranked(7)
    .commits(Finality::Dice)
    .titled("Death")
    .about("Kills at up to 5 Vitality for each AP");
pub static WARD: OfferKind = OfferKind::new("ward", Magic, 11, Protect)
    .ranked(6)
    .titled("Raise an energy shield")
    .about("1d10 against spells for each AP while it lasts");
pub static RELAX: OfferKind = OfferKind::new("relax", Magic, 12, Undo).titled("End concentration");

pub static END_TURN: OfferKind = OfferKind::new("end", End, 1, Role::End).titled("End turn");

pub static ROLL_ORDER: OfferKind =
    OfferKind::answer("roll", 1, Prepare).for_comfort().titled("Roll for the order").then("the order is rolled");
pub static NEVER: OfferKind =
    OfferKind::answer("never", 2, Pass).for_comfort().then("the order is rolled without Luck");
pub static ROLL: OfferKind = OfferKind::answer("roll", 1, Harm).titled("Roll damage").then("the damage is rolled");
pub static ROLL_MITIGATION: OfferKind =
    OfferKind::answer("roll", 1, Protect).titled("Roll mitigation").then("what is left is lost");
pub static EVADE: OfferKind = OfferKind::answer("evade", 1, Protect)
    .rolls(ChanceOf::Evaded)
    .titled("Evade")
    .then("more than the attack evades it, else block");
pub static CATCH: OfferKind = OfferKind::answer("catch", 2, Protect)
    .rolls(ChanceOf::Caught)
    .titled("Catch it")
    .about("Replaces evasion; energy in it still takes effect")
    .then("more than the attack catches it, else block");
pub static COUNTER: OfferKind = OfferKind::answer("counter", 3, Protect)
    .rolls(ChanceOf::Averted)
    .titled("Counterspell")
    .then("more than the attack ends the spell");
pub static BLOCK: OfferKind = OfferKind::answer("block", 4, Protect)
    .rolls(ChanceOf::Glances)
    .titled("Block")
    .then("more than what is left glances off");
pub static SHIELD: OfferKind =
    OfferKind::answer("shield", 5, Protect).rolls(ChanceOf::Glances).then("more than what is left glances off");
pub static NO_EVASION: OfferKind = OfferKind::answer("none", 9, Pass).titled("No evasion").then("then block");
pub static LET_MISS: OfferKind = OfferKind::answer("none", 9, Pass).titled("Let it miss").then("it misses");
pub static NO_BLOCK: OfferKind = OfferKind::answer("none", 9, Pass).titled("No block").then("the blow hits");
pub static RETURN: OfferKind = OfferKind::answer("return", 1, Harm)
    .titled("Turn the attack back")
    .about("The attacker takes its damage")
    .then("the attacker takes its damage");
pub static KEEP_CAUGHT: OfferKind =
    OfferKind::answer("catch", 2, Protect).rolls(ChanceOf::Caught).titled("Catch it").then("it is in your hand");
pub static NEXT_STRIKE: OfferKind = once_more("strike", "Strike with {}");
pub static NEXT_THROW: OfferKind = once_more("throw", "Throw {}");
pub static NEXT_SHOT: OfferKind = once_more("shoot", "Shoot {}");
pub static LEAVE: OfferKind = nothing_more("No further attack");
pub static LET_BE: OfferKind = nothing_more("No follow through");
pub static DECLINE: OfferKind = nothing_more("Let it miss");

/// All that is done with things.
pub static THINGS: [&OfferKind; 7] = [&DRAW, &SHEATHE, &TAKE, &DROP, &NOCK, &LOAD, &DRINK];
/// All that is done with magic.
pub static SPELLS: [&OfferKind; 14] = [
    &TOUCH,
    &HURL,
    &PROJECT,
    &UNLEASH,
    &PREPARE,
    &PREPARE_LIFE,
    &PREPARE_DEATH,
    &CHARGE,
    &CONDUCT,
    &BESTOW,
    &HEAL,
    &SLAY,
    &WARD,
    &RELAX,
];

/// AP on damage or on a defence.
pub static WITH_AP: ParameterKind = ParameterKind::paying("ap", "AP", Spending::Points);
/// AP on the damage of each attack of a series.
pub static AP_EACH: ParameterKind = ParameterKind::paying("ap", "AP each", Spending::Points);
/// AP on the block behind a shield of energy.
pub static AP_ON_BLOCK: ParameterKind = ParameterKind::paying("ap", "Block", Spending::Points);
/// AP on to-hit dice, TOT-COMP-07.
pub static OVERWHELMS: ParameterKind = ParameterKind::paying("overwhelm", "Overwhelm", Spending::Points);
/// AP on piercing armour, TOT-COMP-11.
pub static PIERCES: ParameterKind = ParameterKind::paying("pierce", "Pierce", Spending::Points);
/// Luck dice, TOT-LUCK-03.
pub static WITH_LUCK: ParameterKind = ParameterKind::paying("luck", "Luck", Spending::Luck);
/// AP that standing orders put into an evasion.
pub static ORDERED: ParameterKind = ParameterKind::new("evade", "Defend");
/// AP that standing orders keep.
pub static KEPT: ParameterKind = ParameterKind::new("keep", "Keep");
/// The energy of a counterspell.
pub static WITH: ParameterKind = ParameterKind::new("with", "With");
/// The structure of a prepared spell, TOT-MAG-07.
pub static AS: ParameterKind = ParameterKind::new("as", "As");
/// AP on an energy shield, TOT-CTR-03.
pub static IN_SHIELD: ParameterKind = ParameterKind::paying("shield", "Shield", Spending::Points).part(OfferPart::BASE);
/// Turns that a spell lasts, TOT-MAG-08.
pub static LASTING: ParameterKind =
    ParameterKind::paying("lasting", "Turns it lasts", Spending::Points).part(OfferPart::ADDED.of_set(1));
/// Whether it is held by concentration instead, TOT-MAG-08.
pub static HELD: ParameterKind =
    ParameterKind::paying("held", "Held", Spending::Points).part(OfferPart::ADDED.of_set(1));
/// Whom alone it concerns, TOT-HYB-09.
pub static ONLY: ParameterKind = ParameterKind::paying("only", "Only for", Spending::Points).part(OfferPart::ADDED);

/// AP on an energy of a spell, in listed order, TOT-MAG-01.
pub static ENERGIES: [ParameterKind; 6] = [
    energy("fire", "Fire"),
    energy("cold", "Cold"),
    energy("electricity", "Electricity"),
    energy("charm", "Charm"),
    energy("death", "Death"),
    energy("life", "Life"),
];

const fn energy(key: &'static str, label: &'static str) -> ParameterKind {
    ParameterKind::paying(key, label, Spending::Points).part(OfferPart::BASE)
}

/// The parameter of an energy.
pub fn of_energy(energy: Energy) -> &'static ParameterKind {
    &ENERGIES[energy as usize]
}

/// The kind of an attack in one's turn; spells have their own.
pub const fn attack(manner: Manner) -> &'static OfferKind {
    match manner {
        Manner::Strike | Manner::Punch | Manner::Cast => &STRIKE,
        Manner::Throw => &THROW,
        Manner::Shoot => &SHOOT,
        Manner::Wrestle => &WRESTLE,
    }
}

/// The kind of a further attack of a series.
pub const fn next(manner: Manner) -> &'static OfferKind {
    match manner {
        Manner::Throw => &NEXT_THROW,
        Manner::Shoot => &NEXT_SHOT,
        Manner::Strike | Manner::Punch | Manner::Cast | Manner::Wrestle => &NEXT_STRIKE,
    }
}
