//! The kinds of offers and of their parts, what they are paid with, and the words of trials. DPT-PART, DPT-TIER.

use crate::rules::{
    ChanceOf, Currency,
    Group::{Attack, End, Magic, Move},
    OfferPart,
    Role::{self, Approach, Harm},
    Spending, Tier, Vocabulary,
    prelude::*,
};

/// The walk of a turn, DPT-TURN-01.
pub static ONE_WALK: Currency = Currency { name: "Walk", is: Spending::Small };
/// What goes into attacks, DPT-TIER-01.
pub static AP: Currency = Currency { name: "AP", is: Spending::Points };

pub static WALK: OfferKind = OfferKind::new("walk", Move, 1, Approach).titled("Walk");
pub static STRIKE: OfferKind = OfferKind::new("strike", Attack, 1, Harm).rolls(ChanceOf::Hits).titled("Strike with {}");
pub static CAST: OfferKind = OfferKind::new("cast", Magic, 1, Harm).rolls(ChanceOf::Hits).titled("Cast a spell");
pub static END_TURN: OfferKind = OfferKind::new("end", End, 1, Role::End).commits(Finality::Ends).titled("End turn");

/// DPT-TIER-01.
pub static LADDER: [Tier; 3] =
    [Tier { name: "Simple", ceiling: 3 }, Tier { name: "Basic", ceiling: 6 }, Tier { name: "Master", ceiling: 9 }];

/// The set of parts that say at whom a strike is.
pub const TARGETS: u8 = 1;
/// The set of parts that say what a hit does instead of harm.
pub const INSTEAD: u8 = 2;
/// The set of bases of a spell.
pub const BASES: u8 = 3;
/// The set of its energies.
pub const ENERGIES: u8 = 4;

const ADDED: OfferPart = OfferPart::ADDED;
const BASE: OfferPart = OfferPart::BASE;

pub static WITH_AP: ParameterKind = ParameterKind::paying("ap", "AP", Spending::Points);
pub static BLOW: ParameterKind = ParameterKind::new("blow", "Strike").part(BASE);
pub static ROUND: ParameterKind = ParameterKind::new("round", "All round").part(ADDED.of_tier(2, 3).of_set(TARGETS));
pub static PAIR: ParameterKind = ParameterKind::new("pair", "Second weapon").part(ADDED.of_tier(1, 2).of_set(TARGETS));
pub static DAZE: ParameterKind = ParameterKind::new("daze", "Daze").part(ADDED.of_set(INSTEAD));
pub static SLOW: ParameterKind = ParameterKind::new("slow", "Slow").part(ADDED.of_tier(1, 2).of_set(INSTEAD));
pub static TOUCH: ParameterKind = ParameterKind::new("touch", "Touch").part(BASE.of_set(BASES));
pub static CHAIN: ParameterKind = ParameterKind::new("chain", "Chain").part(BASE.of_tier(1, 2).of_set(BASES));
pub static BURST: ParameterKind = ParameterKind::new("burst", "Burst").part(BASE.of_tier(2, 3).of_set(BASES));
pub static FIRE: ParameterKind = ParameterKind::new("fire", "Fire").part(ADDED.of_set(ENERGIES));
pub static COLD: ParameterKind = ParameterKind::new("cold", "Cold").part(ADDED.of_set(ENERGIES).without(&["fire"]));
pub static SPARE: ParameterKind = ParameterKind::new("spare", "Spare").part(ADDED.with_one_of(&["burst"]));

/// The words of choices and rolls. Trials and the battles of the harness stop where something comes that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    verbs: &["walk", "strike", "cast", "end"],
    ways: &["walk"],
    parameters: &["ap", "blow", "round", "pair", "daze", "slow", "touch", "chain", "burst", "fire", "cold", "spare"],
    rolls: &["Strike", "Spell"],
};
