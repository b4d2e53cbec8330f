//! Kinds of offers: what is the same whenever one is made, such as its group, its purpose and what about it cannot be
//! undone.

use serde::Serialize;

/// Where an offer is listed: the groups of a turn in the order they are listed, and the answers to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Group {
    /// Moving, mounting and dismounting, getting away.
    Move,
    /// Strikes, shots, throws.
    Attack,
    /// Like an attack, but for something other than harm.
    Manoeuvre,
    /// Ways of moving that take skill.
    Stunt,
    /// How a fighter stands and what they are ready for.
    Stance,
    /// Items: drawing, putting away, loading, using.
    Gear,
    /// Spells and what goes with them.
    Magic,
    /// Acting later.
    Wait,
    /// Ending the turn.
    End,
    /// An answer to a question out of turn, or within a declaration.
    Answer,
}

impl Group {
    /// The groups that a turn's offers are listed in.
    pub const OF_A_TURN: [Self; 8] =
        [Self::Move, Self::Attack, Self::Manoeuvre, Self::Stunt, Self::Stance, Self::Gear, Self::Magic, Self::Wait];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Attack => "Attack",
            Self::Manoeuvre => "Manoeuvre",
            Self::Stunt => "Stunt",
            Self::Stance => "Stance",
            Self::Gear => "Gear",
            Self::Magic => "Magic",
            Self::Wait => "Wait",
            Self::End => "End turn",
            Self::Answer => "Answer",
        }
    }
}

/// What an offer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Role {
    /// Hurts an enemy.
    Harm,
    /// Makes things worse for an enemy without hurting.
    Hinder,
    /// Makes things better for a friend.
    Help,
    /// Makes it harder to be hurt.
    Protect,
    /// Ends something that is wrong: lying prone, being held, being trapped.
    Recover,
    /// Goes somewhere.
    Approach,
    /// Makes something else possible or better.
    Prepare,
    /// Takes back something prepared, drawn or grabbed.
    Undo,
    /// Does nothing about it.
    Pass,
    /// Ends the turn.
    End,
}

/// What about a choice cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Finality {
    /// Nothing, as far as the offer can tell. A way may provoke attacks, which its route tells.
    Nothing,
    /// A die is rolled.
    Dice,
    /// Something hidden is shown.
    Reveals,
    /// Somebody else is asked.
    Asks,
    /// The turn ends: with something left to spend, or by itself.
    Ends,
}

/// The event that a choice's chance is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum ChanceOf {
    /// A blow hits.
    Hits,
    /// A blow is averted.
    Averted,
    /// A blow is evaded.
    Evaded,
    /// A blow glances off.
    Glances,
    /// Somebody falls.
    Falls,
    /// Somebody stays on their feet.
    StaysUp,
    /// Somebody gets free.
    GetsFree,
    /// Something is caught.
    Caught,
    /// Somebody drops what is in hand.
    Disarms,
    /// Somebody is held.
    Holds,
    /// Somebody is moved.
    Shoves,
    /// Somebody is charmed.
    Charms,
    /// Somebody is made afraid.
    Intimidates,
    /// The attempt succeeds.
    Succeeds,
}

impl ChanceOf {
    /// The word beside a percentage.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hits => "hits",
            Self::Averted => "averted",
            Self::Evaded => "evaded",
            Self::Glances => "glances",
            Self::Falls => "falls",
            Self::StaysUp => "stays up",
            Self::GetsFree => "gets free",
            Self::Caught => "caught",
            Self::Disarms => "disarms",
            Self::Holds => "holds",
            Self::Shoves => "shoves",
            Self::Charms => "charms",
            Self::Intimidates => "intimidates",
            Self::Succeeds => "succeeds",
        }
    }

    /// The words with a name: "disarms Lysk", "Lysk falls".
    pub fn of(self, whom: &str) -> String {
        match self {
            Self::Falls | Self::StaysUp | Self::GetsFree | Self::Caught => format!("{whom} {}", self.word()),
            Self::Succeeds => format!("succeeds against {whom}"),
            Self::Glances => format!("glances off {whom}"),
            Self::Averted | Self::Evaded => format!("{} by {whom}", self.word()),
            Self::Hits | Self::Disarms | Self::Holds | Self::Shoves | Self::Charms | Self::Intimidates => {
                format!("{} {whom}", self.word())
            }
        }
    }
}

/// What an act that is held back waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum WaitsFor {
    /// The trigger named in the choice.
    Trigger,
    /// An enemy who comes in haste; the act is lost if none does.
    Haste,
}

/// How offers that differ only in the item used become one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Fold {
    /// The row's title: "Put away".
    pub word: &'static str,
    /// The label of the item as a parameter of the row: "With".
    pub label: &'static str,
}

/// What all offers of one kind have in common. Each ruleset lists its kinds once, in its `menu.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct OfferKind {
    /// The word that names it in a choice's text: `walk`, `strike`, `decline`.
    pub verb: &'static str,
    /// Where it is listed.
    pub group: Group,
    /// The verb's place in its group; opposites have the same.
    pub place: u8,
    /// What it is for.
    pub role: Role,
    /// Its rank within the role, higher first: the order if no odds decide.
    pub rank: u8,
    /// How offers that differ only in the item used become one row, if they do.
    pub fold: Option<Fold>,
    /// What about it cannot be taken back, unless the offer says otherwise.
    pub finality: Finality,
    /// The event its chance is about, if it has one.
    pub event: Option<ChanceOf>,
    /// What it waits for, if it is held back.
    pub waits: Option<WaitsFor>,
    /// Not considered by the computer: it changes only what a person will be asked, or is worth little.
    pub comfort: bool,
    /// Free, and no reason to keep a turn open when nothing else is left to do: standing orders.
    pub idle: bool,
    /// Whether its name takes "at": one feints at somebody.
    pub toward: bool,
    /// Its name on screen; `{}` stands for the item used.
    pub title: &'static str,
    /// A second line, if it is always the same.
    pub about: &'static str,
    /// What follows an answer, in a few words.
    pub then: &'static str,
    /// What an answer costs that no budget counts: "a turn".
    pub forfeits: &'static str,
}

impl OfferKind {
    /// A kind that rolls nothing, asks nobody and stands by itself.
    pub const fn new(verb: &'static str, group: Group, place: u8, role: Role) -> Self {
        Self {
            verb,
            group,
            place,
            role,
            rank: 5,
            fold: None,
            finality: Finality::Nothing,
            event: None,
            waits: None,
            comfort: false,
            idle: false,
            toward: false,
            title: "",
            about: "",
            then: "",
            forfeits: "",
        }
    }

    /// An answer out of turn. Dice follow, unless it says otherwise.
    pub const fn answer(verb: &'static str, place: u8, role: Role) -> Self {
        Self::new(verb, Group::Answer, place, role).commits(Finality::Dice)
    }

    /// The same with its name on screen; `{}` stands for the item used.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// The same with a second line.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// The same with what follows.
    #[must_use]
    pub const fn then(mut self, then: &'static str) -> Self {
        self.then = then;
        self
    }

    /// The same, at a cost that no budget counts.
    #[must_use]
    pub const fn forfeiting(mut self, what: &'static str) -> Self {
        self.forfeits = what;
        self
    }

    /// The same at a rank within its role; 5 is the middle.
    #[must_use]
    pub const fn ranked(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// The same, rolled for.
    #[must_use]
    pub const fn rolls(mut self, event: ChanceOf) -> Self {
        self.event = Some(event);
        self.finality = Finality::Dice;
        self
    }

    /// The same, with a consequence that cannot be taken back.
    #[must_use]
    pub const fn commits(mut self, finality: Finality) -> Self {
        self.finality = finality;
        self
    }

    /// The same, with offers that differ only in the item used folded into one row.
    #[must_use]
    pub const fn folded(mut self, word: &'static str, label: &'static str) -> Self {
        self.fold = Some(Fold { word, label });
        self
    }

    /// The same, held back until something happens.
    #[must_use]
    pub const fn waiting(mut self, waits: WaitsFor) -> Self {
        self.waits = Some(waits);
        self
    }

    /// The same, not considered by the computer.
    #[must_use]
    pub const fn for_comfort(mut self) -> Self {
        self.comfort = true;
        self
    }

    /// The same, with "at" before the target's name.
    #[must_use]
    pub const fn toward(mut self) -> Self {
        self.toward = true;
        self
    }

    /// The same, not considered by the computer, and keeping no turn open.
    #[must_use]
    pub const fn idle(mut self) -> Self {
        self.idle = true;
        self.for_comfort()
    }
}
