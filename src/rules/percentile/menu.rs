//! The kinds of offers, in the order of their places, their currencies, and the words of trials. PCT-TURN-01,
//! PCT-TURN-05.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids,
    sheet::{Kind, Origin, Use},
};
use crate::rules::{
    ChanceOf, Currency,
    Group::{self, Attack, End, Gear, Manoeuvre, Move, Stance, Stunt as Stunts},
    Role::{self, Approach, Harm, Help, Hinder, Pass, Prepare, Protect, Recover, Undo},
    Spending, Vocabulary, WaitsFor, claims,
    prelude::*,
};

/// The groups of a turn.
pub static GROUPS: [Group; 6] = [Move, Attack, Manoeuvre, Stunts, Stance, Gear];

/// The Standard action.
pub static STANDARD: Currency = Currency { name: "Standard", is: Spending::Large };
/// A Quick action.
pub static QUICK: Currency = Currency { name: "Quick", is: Spending::Small };
/// The reaction.
pub static REACTION: Currency = Currency { name: "Reaction", is: Spending::Reaction };
/// A Luck Point, PCT-CHK-11.
pub static LUCK: Currency = Currency { name: "Luck", is: Spending::Luck };

/// The Standard action.
pub const LARGE: Cost = Cost::of(&STANDARD, 1);
/// A Quick action.
pub const SMALL: Cost = Cost::of(&QUICK, 1);
/// The reaction.
pub const REACTS: Cost = Cost::of(&REACTION, 1);
/// A Luck Point.
pub const LUCKY: Cost = Cost::of(&LUCK, 1);

/// How a movement is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Gait {
    /// On one's feet, PCT-MOVE-01.
    Walk,
    /// Crouched, PCT-MOVE-09.
    Creep,
    /// Prone, PCT-PRN-02.
    Crawl,
    /// Through water, PCT-MOVE-05.
    Swim,
    /// Over obstacles, PCT-MOVE-05.
    Climb,
}

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    /// Movements, by gait.
    GAITS [5] = [
        OfferKind::new("walk", Move, 1, Approach).ranked(9).titled("Move"),
        OfferKind::new("creep", Move, 2, Approach).titled("Move crouched"),
        OfferKind::new("crawl", Move, 3, Approach).ranked(4).titled("Crawl"),
        OfferKind::new("swim", Move, 4, Approach).titled("Swim"),
        OfferKind::new("climb", Move, 5, Approach).titled("Climb over"),
    ];

    /// Stunts, in the order of their rules.
    STUNTS [8] = [
        stunt("vault", 1, "Vault").about("over one low obstacle, may be a charge"),
        stunt("dive", 2, "Diving roll").about("provokes no attacks, over a low obstacle"),
        stunt("kick-off", 3, "Corner wall kick").about("off a wall to the far side of an enemy"),
        stunt("flip-over", 4, "Flip over").about("over an enemy to the square behind"),
        stunt("jump", 5, "Jump").about("over a gap"),
        stunt("spring", 6, "Hand-spring").about("straight line, ignores difficult ground"),
        stunt("swing", 7, "Swing").about("straight over gaps and people, from a hold"),
        stunt("scale", 8, "Climb").about("over or onto a climbable obstacle"),
    ];

    CHARGE = OfferKind::new("charge", Move, 6, Approach).ranked(8).titled("Charge");
    MOUNT = OfferKind::new("mount", Move, 7, Prepare).ranked(6).titled("Mount");
    ALIGHT = OfferKind::new("alight", Move, 7, Undo).titled("Dismount");
    BREAK = OfferKind::new("break", Move, 8, Recover).ranked(9).rolls(ChanceOf::GetsFree).titled("Break free");
    FREE = OfferKind::new("free", Move, 8, Recover)
        .ranked(9)
        .rolls(ChanceOf::GetsFree)
        .titled("Get out from under the mount")
        .about("STR + SOM");
    ROUSE = OfferKind::new("rouse", Move, 9, Help).titled("Make the mount stand");

    STRIKE = hit("strike", 1, 9, "Strike with {}");
    TOUCH = hit("touch", 2, 6, "Touch: {}");
    POINT = hit("point", 3, 6, "Point: {}");
    SHOOT = hit("shoot", 4, 8, "Shoot {}");
    THROW = hit("throw", 5, 5, "Throw {}");
    UNLEASH = hit("unleash", 6, 5, "Unleash {}");
    VOLLEY = OfferKind::new("volley", Attack, 7, Harm)
        .ranked(4)
        .titled("Attack with several weapons")
        .about("Each at \u{2212}10, at different targets \u{2212}20");

    TRIP = hinders("trip", 1, ChanceOf::Falls, "Trip").ranked(7).about("Throws the target prone, no damage");
    DISARM = hinders("disarm", 2, ChanceOf::Disarms, "Disarm").about("Makes the target drop an item, no damage");
    GRAB = hinders("grab", 3, ChanceOf::Holds, "Grab").about("Holds the target with a free hand");
    DISMOUNT =
        hinders("dismount", 4, ChanceOf::Falls, "Pull from the saddle").about("The rider lands beside the mount");
    FEINT = hinders("feint", 5, ChanceOf::Succeeds, "Feint")
        .ranked(4)
        .toward()
        .about("\u{2212}20 to the target's defence until its turn");
    WRENCH =
        OfferKind::new("wrench", Manoeuvre, 6, Recover).ranked(6).rolls(ChanceOf::GetsFree).titled("Wrench {} free");
    LET_GO = OfferKind::new("let-go", Manoeuvre, 7, Undo).titled("Let go of {}");
    UNCATCH = OfferKind::new("uncatch", Manoeuvre, 8, Undo);
    RELEASE = OfferKind::new("release", Manoeuvre, 9, Undo);

    AIM = OfferKind::new("aim", Stance, 1, Prepare).ranked(6).titled("Aim").about("+10 against one target this turn");
    DEFEND =
        OfferKind::new("defend", Stance, 2, Protect).ranked(9).titled("Full defence").about("+20 to every defence");
    READY = readied("Ready {}");
    READY_DEFENCE = readied("Ready full defence");

    BRACE =
        OfferKind::new("brace", Stance, 4, Prepare).waiting(WaitsFor::Haste).folded("Brace", "With").titled("Brace {}");
    CROUCH = OfferKind::new("crouch", Stance, 5, Protect).ranked(3).titled("Crouch");
    RISE = OfferKind::new("rise", Stance, 5, Undo).titled("Rise from the crouch");
    LIE = OfferKind::new("lie", Stance, 6, Protect).ranked(2).titled("Drop prone");
    STAND = OfferKind::new("stand", Stance, 6, Recover).ranked(8).titled("Stand up");
    ORDERS = claims::offer_kind(7, "Standing orders for reactions");

    DRAW = with_item("draw", 1, Prepare, ("Draw", "Draw {}"));
    SHEATHE = with_item("sheathe", 1, Undo, ("Put away", "Put away {}"));
    TAKE = with_item("take", 2, Prepare, ("Pick up", "Pick up {}")).ranked(4);
    DROP = with_item("drop", 2, Undo, ("Drop", "Drop {}"));
    TOSS = with_item("toss", 3, Help, ("Toss", "Toss {}"))
        .commits(Finality::Asks)
        .about("Up to 5 m; caught as a reaction");
    HAND = with_item("hand", 4, Help, ("Hand over", "Hand over {}"));
    RELOAD = with_item("reload", 5, Prepare, ("Load", "Load {}")).ranked(7);
    GRIP = with_item("grip", 6, Prepare, ("In both hands", "Take {} in both hands")).ranked(3);
    LOOSEN = with_item("loosen", 6, Undo, ("In one hand", "Hold {} in one hand"));

    LIGHT = OfferKind::new("light", Gear, 7, Harm)
        .titled("Light a fuse")
        .about("Explodes when its fuse burns down");

    END_TURN = OfferKind::new("end", End, 1, Role::End).titled("End turn");

    BEGIN = blow("begin", 1, 9, "").then("the attacks are rolled");
    ADD_STRIKE = added("strike", "Strike {}");
    ADD_TOUCH = added("touch", "Touch {}");
    ADD_POINT = added("point", "Point {}");
    ADD_SHOT = added("shoot", "Shoot {}");
    ADD_THROW = added("throw", "Throw {}");

    CANCEL = OfferKind::answer("cancel", 9, Undo)
        .commits(Finality::Nothing)
        .titled("Do something else")
        .then("nothing is spent");

    COUNTER =
        blow("strike", 1, 9, "Strike with {}").about("Attack of opportunity").then("an attack, the reaction is gone");
    ACT = blow("act", 2, 8, "Take the readied action").then("an attack, the reaction is gone");
    ACT_DEFENSIVELY = OfferKind::answer("act", 2, Protect)
        .ranked(8)
        .titled("Take the readied action")
        .then("full defence, the reaction is gone");
    DECLINE = OfferKind::answer("decline", 9, Pass).titled("Let it pass").then("it goes on");
    RIDE_PAST = OfferKind::answer("decline", 9, Pass).titled("Ride past").then("no attack");
    FALL = OfferKind::answer("decline", 9, Pass).titled("Fall").then("the fall");
    LET_FALL = OfferKind::answer("decline", 9, Pass).titled("Let it fall").then("it lies there");
    STRIKE_IN_PASSING =
        blow("strike", 1, 5, "Strike with {}").about("In passing").then("an attack, the Standard action is gone");
    FRAY = defence("fray");
    PARRY = defence("parry").folded("Parry", "With");
    CATCH = defence("catch").folded("Catch", "With");
    UNARMED = defence("unarmed");
    ATHLETICS = defence("athletics");
    RIDE = OfferKind::answer("ride", 1, Protect).rolls(ChanceOf::StaysUp).then("a higher success keeps the seat");
    RESIST = defence("resist");

    FLIP = OfferKind::answer("flip", 1, Help).titled("Swap the digits").then("judged by the swapped digits");
    UPGRADE = OfferKind::answer("upgrade", 1, Help).titled("Raise the degree").then("one degree better");
    IGNORE = OfferKind::answer("ignore", 1, Help)
        .rolls(ChanceOf::Succeeds)
        .titled("Ignore negatives")
        .then("rolled without negatives");

    KEEP = KEEP_IT.titled("Keep the degree").then("it stays as it is");
    KEEP_ROLL = KEEP_IT.titled("Keep the roll").then("judged as rolled");
    KEEP_NEGATIVES = KEEP_IT.titled("Roll as it is").then("rolled with all negatives");
    KEEP_INJURY = KEEP_IT.titled("Take the injury").then("the hand is hurt");
    KEEP_DEFENCE = KEEP_IT.titled("Just defend").then("the blow is averted");
    KEEP_POINTS = KEEP_IT.titled("Keep the points").then("it stays as it is");
    UPGRADE_FAILURE = OfferKind::answer("upgrade", 1, Help).titled("Make it a basic failure").then("a basic failure");
    UPGRADE_TO_CATCH = OfferKind::answer("upgrade", 1, Hinder).titled("Catch the weapon").then("the weapon is caught");
    SPEND = OfferKind::answer("spend", 1, Help).then("the points are gone");
    UNSEAT = OfferKind::answer("unseat", 1, Hinder).titled("Choose where it lands").then("the rider lands there");
    LAND = OfferKind::answer("land", 1, Protect).titled("Land there").then("lands on that square");
    HOLD_ON = OfferKind::answer("hold-on", 1, Protect)
        .rolls(ChanceOf::StaysUp)
        .titled("Hold on to the edge")
        .then("a roll; on a failure, the fall");
    SNATCH = OfferKind::answer("snatch", 1, Prepare).rolls(ChanceOf::Caught).then("a roll; on a failure it lies there");
}

impl Gait {
    /// Every gait.
    pub const ALL: [Self; 5] = [Self::Walk, Self::Creep, Self::Crawl, Self::Swim, Self::Climb];

    /// The kind of offer of this gait.
    pub const fn kind(self) -> &'static OfferKind {
        &GAITS[self as usize]
    }

    /// The one that a verb names.
    pub fn named(verb: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gait| gait.kind().verb == verb)
    }
}

/// The whole menu, PCT-STU-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stunt {
    /// PCT-STU-02
    Vault,
    /// PCT-STU-03
    Dive,
    /// PCT-STU-04
    Kick,
    /// PCT-STU-05
    Flip,
    /// PCT-STU-06
    Jump,
    /// PCT-STU-07
    Spring,
    /// PCT-STU-08
    Swing,
    /// PCT-STU-09
    Climb,
}

const fn stunt(verb: &'static str, place: u8, title: &'static str) -> OfferKind {
    OfferKind::new(verb, Stunts, place, Approach).ranked(3).rolls(ChanceOf::Succeeds).titled(title)
}

impl Stunt {
    /// Every stunt, in the order of their rules.
    pub const ALL: [Self; 8] =
        [Self::Vault, Self::Dive, Self::Kick, Self::Flip, Self::Jump, Self::Spring, Self::Swing, Self::Climb];

    /// Its kind of offer; the title is its name in the catalogue.
    pub const fn kind(self) -> &'static OfferKind {
        &STUNTS[self as usize]
    }

    /// The one that a verb names.
    pub fn named(verb: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stunt| stunt.kind().verb == verb)
    }

    /// Its rules, its own first.
    pub const fn rules(self) -> &'static [RuleId] {
        const fn with(own: RuleId) -> [RuleId; 3] {
            [own, ids::STU_01, ids::MOVE_04]
        }
        const ALL: [[RuleId; 3]; 8] = [
            with(ids::STU_02),
            with(ids::STU_03),
            with(ids::STU_04),
            with(ids::STU_05),
            with(ids::STU_06),
            with(ids::STU_07),
            with(ids::STU_08),
            with(ids::STU_09),
        ];
        &ALL[self as usize]
    }

    /// Its own rule.
    pub const fn rule(self) -> RuleId {
        self.rules()[0]
    }
}

/// An attack of one's own turn.
const fn hit(verb: &'static str, place: u8, rank: u8, title: &'static str) -> OfferKind {
    OfferKind::new(verb, Attack, place, Harm).ranked(rank).rolls(ChanceOf::Hits).titled(title)
}

/// A manoeuvre, PCT-MAN-01.
const fn hinders(verb: &'static str, place: u8, event: ChanceOf, title: &'static str) -> OfferKind {
    OfferKind::new(verb, Manoeuvre, place, Hinder).rolls(event).titled(title)
}

/// An action to ready, PCT-REA-04.
const fn readied(title: &'static str) -> OfferKind {
    let kind = OfferKind::new("ready", Stance, 3, Prepare).waiting(WaitsFor::Trigger).folded("Ready", "What");
    kind.titled(title).about("As a reaction, when a condition is met")
}

/// An action with an item: one row `row` for all items, each titled `title`.
const fn with_item(verb: &'static str, place: u8, role: Role, (row, title): (&'static str, &'static str)) -> OfferKind {
    OfferKind::new(verb, Gear, place, role).folded(row, "What").titled(title)
}

/// An attack in answer to a question.
const fn blow(verb: &'static str, place: u8, rank: u8, title: &'static str) -> OfferKind {
    OfferKind::answer(verb, place, Harm).ranked(rank).rolls(ChanceOf::Hits).titled(title)
}

/// An attack added to those declared.
const fn added(verb: &'static str, title: &'static str) -> OfferKind {
    let kind = OfferKind::answer(verb, 2, Harm).commits(Finality::Nothing);
    kind.titled(title).about("Added to the others").then("one more attack")
}

const fn defence(verb: &'static str) -> OfferKind {
    OfferKind::answer(verb, 1, Protect).rolls(ChanceOf::Averted).then("a higher success averts it")
}

const KEEP_IT: OfferKind = OfferKind::answer("keep", 9, Pass);

crate::rules::ruleset::record::listed! {
    PARAMETERS: ParameterKind, claims::ASK;

    /// Luck spent on ignoring negatives, PCT-CHK-12 (a).
    WITH_LUCK = ParameterKind::paying("luck", "Luck", Spending::Luck);
    /// What pays for a Luck benefit, PCT-RES-03.
    BY = ParameterKind::paying("by", "By", Spending::Luck);
    /// The strike, PCT-STR-01.
    MANNER = ParameterKind::new("strike", "Strike");
    /// What triggers a readied action, PCT-REA-05.
    WHEN = ParameterKind::new("when", "When");
    /// Who triggers it.
    FOE = ParameterKind::new("foe", "Who");
    /// How near.
    NEAR = ParameterKind::new("near", "Near");
    /// The ally it protects.
    WARD = ParameterKind::new("ward", "Ally");
    /// How the weapon is used.
    USE = ParameterKind::new("use", "Use");
    /// The weapon of a manoeuvre.
    WITH = ParameterKind::new("with", "With");
    /// The hand to disarm.
    OUT_OF = ParameterKind::new("what", "From");
    /// Whether a vault is a charge, PCT-STU-02.
    CHARGES = ParameterKind::new("charge", "Charge");
    /// How a diving roll ends, PCT-STU-03.
    ENDS = ParameterKind::new("prone", "Ends");
    /// Points of resistance put into a defence, PCT-RES-03.
    RESISTING = ParameterKind::paying("resist", "Points", Spending::Passing);
    /// Points of resistance or vulnerability spent, PCT-RES-03, PCT-RES-04.
    POINTS = ParameterKind::paying("points", "Points", Spending::Passing);
}

/// All attacks with one weapon.
pub static ATTACKS: [&OfferKind; 6] = [&STRIKE, &TOUCH, &POINT, &SHOOT, &THROW, &UNLEASH];
/// The kind of an attack with a use of a weapon.
pub fn attack(of: &Use) -> &'static OfferKind {
    if of.is_area() && of.emanates == Origin::Myself { &UNLEASH } else { by_kind(of.kind) }
}

/// The kind of an attack on somebody.
pub const fn by_kind(kind: Kind) -> &'static OfferKind {
    alone_and_added(kind)[0]
}

/// The kind of an attack on somebody, and the kind of such an attack added to those declared, PCT-MULTI-01.
pub const fn alone_and_added(kind: Kind) -> [&'static OfferKind; 2] {
    match kind {
        Kind::Melee | Kind::Natural | Kind::Unarmed => [&STRIKE, &ADD_STRIKE],
        Kind::Projectile => [&SHOOT, &ADD_SHOT],
        Kind::Thrown => [&THROW, &ADD_THROW],
        Kind::Touch => [&TOUCH, &ADD_TOUCH],
        Kind::Indicate => [&POINT, &ADD_POINT],
    }
}

/// The words of choices and rolls. Trials and harness battles stop at any word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: PARAMETERS,
    rolls: &[
        "Initiative",
        "Initiative tie",
        "Attack",
        "Trip",
        "Disarm",
        "Grab",
        "Dismount",
        "Feint",
        "Blast",
        "Radius",
        "Scatter direction",
        "Scatter metres",
        "Fray",
        "Parry with {}",
        "Catch with {}",
        "Unarmed Combat",
        "Athletics",
        "Ride",
        "Resist the feint",
        "Damage",
        "Injury",
        "Burning",
        "Fall",
        "Crushed",
        "Stay standing",
        "Resist knock down",
        "Perception",
        "Catch",
        "Vault",
        "Diving roll",
        "Corner wall kick",
        "Flip over",
        "Jump",
        "Hand-spring",
        "Swing",
        "Climb",
        "Hold on",
        "Grapple",
        "Wrench free",
        "Thrown clear",
        "Get free",
    ],
};
