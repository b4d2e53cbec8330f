//! Components: learnt abilities beyond plain attacks. TOT-COMP.

use serde::{Deserialize, Serialize};

/// A component, TOT-COMP-01 to TOT-COMP-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Component {
    /// TOT-COMP-01, known to everybody.
    Evade,
    /// TOT-COMP-02, known to everybody.
    Block,
    /// TOT-COMP-03.
    Catch,
    /// TOT-COMP-04, with melee weapons and bare hands.
    MobileAttack,
    /// TOT-COMP-04, with bows and crossbows.
    MobileShot,
    /// TOT-COMP-04, with thrown weapons.
    MobileThrow,
    /// TOT-COMP-05.
    QuickLoad,
    /// TOT-COMP-06.
    Wrestling,
    /// TOT-COMP-07.
    Overwhelm,
    /// TOT-COMP-08.
    Whirlwind,
    /// TOT-COMP-09.
    FollowThrough,
    /// TOT-COMP-10.
    DualThrow,
    /// TOT-COMP-11.
    PiercingThrow,
    /// TOT-COMP-12.
    DoubleThreat,
}

impl Component {
    /// Whether everybody knows it.
    pub const fn is_known_to_all(self) -> bool {
        matches!(self, Self::Evade | Self::Block)
    }

    /// Whether the berserk can still use it, TOT-BERS-07.
    pub const fn is_left_to_the_berserk(self) -> bool {
        matches!(
            self,
            Self::Wrestling
                | Self::DualThrow
                | Self::MobileAttack
                | Self::PiercingThrow
                | Self::FollowThrough
                | Self::Overwhelm
                | Self::Whirlwind
                | Self::DoubleThreat
        )
    }
}
