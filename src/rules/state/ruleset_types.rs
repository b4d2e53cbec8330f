//! The traits of a ruleset's own types: steps, details, sheets, arms.

use serde::{Deserialize, Serialize};

use super::{Budgets, ItemGlyph, ItemNumbers, Vital, Vitals};
use crate::rules::{
    ids::{CombatantId, ItemId},
    table::Arm,
};

/// The kinds of steps. In the living battle, each has its own system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum StepKind {
    /// Initiative, rounds, starts and ends of turns.
    Turn,
    /// One square of a move, and what it triggers.
    Movement,
    /// Asking those who may react.
    Reaction,
    /// An attack up to its roll.
    Attack,
    /// A defence and the comparison.
    Defence,
    /// Damage and what follows from it.
    Damage,
}

/// A step of a ruleset.
pub trait RulesetStep {
    /// Its kind, which decides the system that resolves it.
    fn kind(&self) -> StepKind;
}

/// The steps of a ruleset, with a type for each chapter: the enum that agendas hold, the kind of each step, and
/// conversions from each type.
macro_rules! steps {
    ($($(#[doc = $doc:literal])* $chapter:ident($step:ident): $kind:expr;)*) => {
        /// A step: what the rules do next. Each chapter has its own type.
        #[derive(
            Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        pub enum Step { $($(#[doc = $doc])* $chapter($step),)* }

        impl $crate::rules::state::RulesetStep for Step {
            fn kind(&self) -> $crate::rules::state::StepKind {
                let kind: $crate::rules::state::StepKind = match self {
                    $(Self::$chapter(step) => {
                        let kind: fn(&$step) -> $crate::rules::state::StepKind = $kind;
                        kind(step)
                    })*
                };
                kind
            }
        }

        $(
            impl From<$step> for Step {
                fn from(step: $step) -> Self {
                    Self::$chapter(step)
                }
            }

            impl From<$step> for $crate::rules::table::Step {
                fn from(step: $step) -> Self {
                    Step::$chapter(step).into()
                }
            }
        )*
    };
}

pub(in crate::rules) use steps;

/// The further detail of a ruleset's conditions: a small, comparable value whose parts all have names.
pub trait RulesetDetail: Copy {
    /// The combatant and the item it names. A battle in which they do not exist is refused.
    fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
        (None, None)
    }
}

/// The detail of a ruleset whose conditions need none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoDetail {}

impl RulesetDetail for NoDetail {}

/// Something that belongs to a combatant's body, as the sheet says, and is used like an item: an ability.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyPart {
    /// One word for choices.
    pub tag: String,
    /// The name on screen, in lower case.
    pub name: String,
    /// How it looks.
    pub glyph: ItemGlyph,
    /// Its numbers.
    pub arm: Arm,
}

/// A combatant's numbers. The default is the plain sheet, used if a file gives none.
pub trait RulesetSheet: Default {
    /// The running totals and allowances at the start of a battle.
    fn start(&self) -> (Vitals, Budgets);
    /// The lowest and highest value of a running total for a fighting combatant with this sheet, as limits for editors.
    fn bounds(&self, _: Vital) -> (i16, i16) {
        (-9999, 9999)
    }
    /// Squares along one side of the body.
    fn footprint(&self) -> u8 {
        1
    }
    /// Parts of the body besides fists, as items.
    fn parts(&self) -> Vec<BodyPart> {
        Vec::new()
    }
    /// Makes it the sheet of a combatant who lies in ambush as the battle begins, or of one who walks into it; false if
    /// the ruleset has no ambushes.
    fn begin_in_ambush(&mut self, _lies: bool) -> bool {
        false
    }
    /// Whether its bearer begins unknown to all enemies.
    fn hides(&self) -> bool {
        false
    }
    /// What is impossible about the sheet, in words, each beginning with the field's name; empty if it can be played.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An item's numbers.
pub trait RulesetArm {
    /// The plain numbers of an item with a look and a number of hands, used if a file gives none. A shield need not be
    /// a weapon.
    fn plain(glyph: ItemGlyph, hands: u8) -> Self;
    /// Hands needed to use it: 0 for parts of a body, 1 or 2.
    fn hands(&self) -> u8;
    /// Whether it must be loaded between shots.
    fn needs_loading(&self) -> bool {
        false
    }
    /// Whether a set-up may say that it is not loaded: by default, if it must be loaded between shots.
    fn can_be_unloaded(&self) -> bool {
        self.needs_loading()
    }
    /// The item's numbers at the start of a battle.
    fn start(&self) -> ItemNumbers {
        ItemNumbers::default()
    }
    /// What is impossible about it, in words, each beginning with the field's name; empty if it can be played.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}
