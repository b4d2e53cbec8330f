//! The kinds of offers and of their parts, the currencies they cost, and the words for trials. DPT-PART, DPT-TIER.

use crate::rules::{
    ChanceOf, Currency,
    Group::{Attack, End, Magic, Move},
    OfferPart,
    Role::{self, Approach, Harm, Pass, Protect},
    Spending, Tier, Vocabulary,
    prelude::*,
};

/// Squares per turn, DPT-WALK-01.
pub static PACE: Currency = Currency { name: "Pace", is: Spending::Small };
/// The points that go into attacks, DPT-TIER-01.
pub static AP: Currency = Currency { name: "AP", is: Spending::Points };

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    WALK = OfferKind::new("walk", Move, 1, Approach).titled("Walk");
    STRIKE = OfferKind::new("strike", Attack, 1, Harm).rolls(ChanceOf::Hits).titled("Strike with {}");
    CAST = OfferKind::new("cast", Magic, 1, Harm).rolls(ChanceOf::Hits).titled("Cast a spell");
    DEFEND = OfferKind::answer("defend", 1, Protect).titled("Defend").then("guard or armour rises, then the roll");
    DECLINE = OfferKind::answer("decline", 9, Pass).titled("Do nothing").then("the roll");
    END_TURN = OfferKind::new("end", End, 1, Role::End).commits(Finality::Ends).titled("End turn");
}

/// DPT-TIER-01.
pub static LADDER: [Tier; 3] =
    [Tier { name: "Simple", ceiling: 3 }, Tier { name: "Basic", ceiling: 6 }, Tier { name: "Master", ceiling: 9 }];

/// The set of parts that choose a strike's targets.
pub const TARGETS: u8 = 1;
/// The set of parts that choose what a hit does instead of harm.
pub const INSTEAD: u8 = 2;
/// The set of bases of a spell.
pub const BASES: u8 = 3;
/// The set of energies of a spell.
pub const ENERGIES: u8 = 4;

/// The set of bases of a defence.
pub const STANCES: u8 = 5;

const ADDED: OfferPart = OfferPart::ADDED;
const BASE: OfferPart = OfferPart::BASE;

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind;

    WITH_AP = ParameterKind::paying("ap", "AP", Spending::Points);
    BLOW = ParameterKind::new("blow", "Strike").part(BASE);
    ROUND = ParameterKind::new("round", "All round").part(ADDED.of_tier(2, 3).of_set(TARGETS));
    PAIR = ParameterKind::new("pair", "Second weapon").part(ADDED.of_tier(1, 2).of_set(TARGETS));
    GANG = ParameterKind::new("gang", "Together").part(ADDED.of_tier(1, 2).of_set(TARGETS).without(&["daze", "slow"]));
    DAZE = ParameterKind::new("daze", "Daze").part(ADDED.of_set(INSTEAD));
    SLOW = ParameterKind::new("slow", "Slow").part(ADDED.of_tier(1, 2).of_set(INSTEAD));
    TOUCH = ParameterKind::new("touch", "Touch").part(BASE.of_set(BASES));
    CHAIN = ParameterKind::new("chain", "Chain").part(BASE.of_tier(1, 2).of_set(BASES));
    BURST = ParameterKind::new("burst", "Burst").part(BASE.of_tier(2, 3).of_set(BASES));
    FIRE = ParameterKind::new("fire", "Fire").part(ADDED.of_set(ENERGIES));
    COLD = ParameterKind::new("cold", "Cold").part(ADDED.of_set(ENERGIES).without(&["fire"]));
    DODGE = ParameterKind::new("dodge", "Dodge").part(BASE.of_set(STANCES));
    BLOCK = ParameterKind::new("block", "Block").part(BASE.of_set(STANCES));
    BRACE = ParameterKind::new("brace", "Brace").part(ADDED.of_tier(1, 2).with_one_of(&["block"]));
    SPARE = ParameterKind::new("spare", "Spare").part(ADDED.with_one_of(&["burst"]));
}

/// The words of choices and rolls. Trials and harness battles stop at a word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary { kinds: KINDS, parameters: PARAMETERS, rolls: &["Strike", "Spell"] };
