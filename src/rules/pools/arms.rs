//! The numbers of weapons, shields, implements and drugs under `pools`.

use super::components::Component;
use crate::rules::{
    Dose, ItemGlyph, RulesetArm,
    prelude::*,
    ruleset::record::{Bounded as _, within},
};

crate::rules::ruleset::record::named! {
    /// A group of weapons, each with its own training, POO-ROLL-04.
    pub enum WeaponGroup {
        /// Held and struck with.
        Melee "melee",
        /// Bare hands and parts of a body.
        Unarmed "unarmed",
        /// Thrown.
        Thrown "thrown",
        /// Bows and crossbows.
        Projectile "projectile",
    }

    /// What must be done between two shots.
    #[derive(Default)]
    pub enum Ready {
        /// Nothing.
        #[default]
        Always "always ready",
        /// An arrow is nocked, POO-MOVE-06.
        Nock "nocked",
        /// A bolt is loaded, POO-TURN-09.
        Load "loaded",
    }
}

crate::rules::ruleset::record::record! {
    /// A thing's numbers.
    pub struct Arm {
        /// The groups it is in; none if it is no weapon.
        pub groups: Vec<WeaponGroup> [0 to 2] = vec![WeaponGroup::Melee],
        /// Equipment dice of attacks, POO-ROLL-06.
        pub dice: u8 [0 to 10] = 4,
        /// Hands it takes; 0 for parts of a body.
        pub hands: u8 [0 to 2] = 1,
        /// Reach in squares, POO-REACH-01.
        pub reach: u16 [0 to 6] = 1,
        /// Range in squares, POO-REACH-02; long range is up to twice that.
        pub range: u16 [0 to 40] = 0,
        /// Block dice in melee, POO-DEF-05.
        pub parry: u8 [0 to 2] = 0,
        /// What must be done between two shots.
        pub ready: Ready = Ready::Always,
        /// Whether it can be used while Grabbed, POO-COND-11.
        pub close: bool = false,
        /// Block dice of a shield, POO-DEF-05.
        pub block: u8 [0 to 4] = 0,
        /// Dice of a focus or a staff, POO-ROLL-06.
        pub implement: u8 [0 to 6] = 0,
        /// The drug that it is.
        pub dose: Option<Dose> = None,
    }
}

impl Arm {
    /// Whether it is in a group.
    pub fn is(&self, group: WeaponGroup) -> bool {
        self.groups.contains(&group)
    }

    /// The bases that can be built on it.
    pub fn bases(&self) -> impl Iterator<Item = Component> + '_ {
        let strikes = self.is(WeaponGroup::Melee) || self.is(WeaponGroup::Unarmed);
        let bases = [
            strikes.then_some(Component::Strike),
            self.is(WeaponGroup::Thrown).then_some(Component::Throw),
            self.is(WeaponGroup::Projectile).then_some(Component::Shot),
        ];
        bases.into_iter().flatten()
    }
}

impl RulesetArm for Arm {
    fn plain(glyph: ItemGlyph, hands: u8) -> Self {
        use WeaponGroup::{Melee, Projectile, Thrown, Unarmed};
        let plain = Self { hands, ..Self::default() };
        let none = || Self { groups: Vec::new(), dice: 0, reach: 0, ..plain.clone() };
        let of = |groups: &[WeaponGroup]| Self { groups: groups.to_vec(), ..plain.clone() };
        match glyph {
            ItemGlyph::Fist => Self { dice: 2, close: true, ..of(&[Unarmed]) },
            ItemGlyph::Claws | ItemGlyph::Horse => Self { dice: 4, close: true, ..of(&[Unarmed]) },
            ItemGlyph::Knife => Self { range: 4, close: true, ..of(&[Melee, Thrown]) },
            ItemGlyph::Axe if hands < 2 => Self { range: 4, close: true, ..of(&[Melee, Thrown]) },
            ItemGlyph::Bow => Self { range: 12, reach: 0, ready: Ready::Nock, ..of(&[Projectile]) },
            ItemGlyph::Crossbow => Self { dice: 5, range: 16, reach: 0, ready: Ready::Load, ..of(&[Projectile]) },
            ItemGlyph::Lance | ItemGlyph::Halberd if hands == 2 => Self { reach: 2, parry: 1, ..plain },
            ItemGlyph::Lance => Self { range: 6, reach: 0, ..of(&[Thrown]) },
            ItemGlyph::Staff => Self { reach: 2, parry: 1, implement: 4, ..plain },
            ItemGlyph::Shield => Self { block: 1, ..none() },
            ItemGlyph::Pot => none(),
            _ => Self { parry: 1, dice: if hands == 2 { 5 } else { 4 }, ..plain },
        }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    fn needs_loading(&self) -> bool {
        self.ready != Ready::Always
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        faults.extend(self.dose.and_then(|dose| within("tier of the dose", dose.tier, 1, Dose::STRONGEST.into())));
        let needs_range = self.is(WeaponGroup::Thrown) || self.is(WeaponGroup::Projectile);
        if needs_range && self.range == 0 {
            faults.push("range is 0, must be 1 to 40 for thrown and projectile weapons".into());
        }
        faults
    }
}

/// The numbers of an item in a `pools` battle.
#[inline]
pub fn arm(battle: &Battle, item: ItemId) -> &Arm {
    battle.item(item).arm.as_ref()
}
