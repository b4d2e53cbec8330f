//! Works out damage: cover, armour, Durability rank, type, Durability, Health. VIG-DMG-05, VIG-ARM, VIG-HLTH.

use serde::{Deserialize, Serialize};

use super::super::sheet::Factor;

/// The most pieces of armour, shield included.
pub const MOST_PIECES: usize = 3;

/// The Durability of armour that does not wear down.
pub const UNLIMITED: i16 = i16::MAX;

/// Cover and armour between an attack and a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Protection {
    /// What cover stops, first and without wear, VIG-COV-06.
    pub cover: i16,
    /// The body's own Armor Rank that counts against this attack, VIG-ARM-03.
    pub natural: i16,
    /// Worn armour that counts against this attack, the highest Armor Rank first.
    pub worn: [Armour; MOST_PIECES],
    /// The index of the piece that body damage eats away, VIG-TYPE-09.
    pub eaten: Option<u8>,
}

/// A piece of worn armour; with Durability 0 there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Armour {
    /// Armor Rank against this attack; 0 if it does not protect, VIG-ARM-04, VIG-QUAL-02.
    pub rank: i16,
    /// Its Durability left, VIG-ARM-02.
    pub durability: i16,
    /// Whether this attack can damage it, VIG-QUAL-03, VIG-TYPE-06.
    pub wears: bool,
}

/// A body that takes damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Body {
    /// Durability left.
    pub durability: i16,
    /// Health left; `None` for constructs and objects, VIG-OBJ-02.
    pub health: Option<i16>,
    /// Whether it is destroyed when the living would go into Shock, VIG-OBJ-02.
    pub breaks: bool,
    /// Whether attacks of this rank do nothing to it, VIG-QUAL-04.
    pub immune: bool,
    /// The factor of the damage type, VIG-TYPE-03.
    pub factor: Factor,
    /// Whether the attack goes straight to Health, VIG-HLTH-04.
    pub straight: bool,
    /// Whether damage beyond Durability goes on to Health, VIG-HLTH-02.
    pub overflows: bool,
    /// The least body damage of one hit that knocks it down; 0 if none does, VIG-COND-05.
    pub fells: i16,
    /// Whether any body damage kills, VIG-COND-07, VIG-DYING-02.
    pub helpless: bool,
}

impl Body {
    /// Whether it is wounded before the attack, VIG-COND-01.
    pub const fn is_wounded(&self) -> bool {
        self.health.is_some() && self.durability == 0
    }
}

/// Whether and how the target is out of the fight after a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fall {
    /// It is not.
    #[default]
    None,
    /// The target goes into Shock, VIG-DYING-01.
    Shock,
    /// The target is killed, VIG-COND-07, VIG-DYING-02.
    Killed,
    /// The target is destroyed, VIG-OBJ-02.
    Destroyed,
}

impl Fall {
    /// Whether the target is out of the fight.
    pub const fn is_out(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether nothing more can happen to the target.
    pub const fn is_the_end(self) -> bool {
        matches!(self, Self::Killed | Self::Destroyed)
    }
}

/// The result of a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Harm {
    /// Damage that has got past cover.
    pub past_cover: i16,
    /// What armour or natural armour has stopped, VIG-ARM-01.
    pub stopped: i16,
    /// Durability left of each piece of worn armour.
    pub worn: [i16; MOST_PIECES],
    /// Body damage, VIG-DMG-05, including any beyond what the target has left to lose.
    pub body: i16,
    /// Durability left.
    pub durability: i16,
    /// Health left; 0 for a body without Health.
    pub health: i16,
    /// Whether its force knocks the target down, VIG-COND-05.
    pub knocked_down: bool,
    /// Whether and how the target is out of the fight.
    pub fall: Fall,
}

impl Harm {
    /// Whether the target is wounded after it, VIG-COND-01.
    pub const fn is_wounded(&self, body: &Body) -> bool {
        body.health.is_some() && self.durability == 0
    }
}

/// Works out rolled damage in the order of VIG-DMG-05.
pub fn harm(dealt: i16, protection: &Protection, body: &Body) -> Harm {
    let past_cover = (dealt - protection.cover).max(0);
    let rank = protection.worn.iter().map(|piece| piece.rank).fold(protection.natural, i16::max);
    let stopped = past_cover.min(rank);
    let through =
        if body.immune { 0 } else { body.factor.of((past_cover - stopped).into()).min(i16::MAX.into()) as i16 };
    let mut worn = charged(stopped, &protection.worn);
    let eaten = protection.eaten.and_then(|piece| worn.get_mut(usize::from(piece)));
    if let Some(left) = eaten.filter(|left| **left != UNLIMITED) {
        *left = (*left - through).max(0);
    }
    let (durability, health) = taken(through, body);
    let fall = fall(through, (durability, health), body);
    Harm {
        past_cover,
        stopped,
        worn,
        body: through,
        durability,
        health: health.unwrap_or(0),
        knocked_down: body.fells > 0 && through >= body.fells,
        fall,
    }
}

/// The Durability left of worn armour that wears down by what was stopped, VIG-ARM-02, VIG-ARM-03. A piece that cannot
/// be damaged does not wear and passes nothing on, VIG-QUAL-03.
fn charged(stopped: i16, worn: &[Armour; MOST_PIECES]) -> [i16; MOST_PIECES] {
    let mut rest = stopped;
    worn.map(|piece| {
        if piece.rank == 0 {
            return piece.durability;
        }
        if !piece.wears || piece.durability == UNLIMITED {
            rest = 0;
        }
        let share = rest.min(piece.durability);
        rest -= share;
        piece.durability - share
    })
}

/// Durability and Health after body damage, VIG-HLTH-01 to -04.
fn taken(damage: i16, body: &Body) -> (i16, Option<i16>) {
    match body.health {
        Some(health) if body.straight => (body.durability, Some((health - damage).max(0))),
        Some(health) => {
            let rest = (damage - body.durability).max(0);
            let on = if body.durability == 0 || body.overflows { rest } else { 0 };
            ((body.durability - damage).max(0), Some((health - on).max(0)))
        }
        None => ((body.durability - damage).max(0), None),
    }
}

/// Whether and how the damage puts the target out of the fight.
fn fall(damage: i16, (durability, health): (i16, Option<i16>), body: &Body) -> Fall {
    match (health, body.breaks) {
        _ if damage < 1 => Fall::None,
        (_, false) if body.helpless => Fall::Killed,
        (_, true) if body.helpless => Fall::Destroyed,
        (Some(0), false) => Fall::Shock,
        (Some(0), true) => Fall::Destroyed,
        (None, _) if durability == 0 => Fall::Destroyed,
        _ => Fall::None,
    }
}
