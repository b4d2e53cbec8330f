//! Numbers that a ruleset names: totals and allowances of a combatant, and numbers of an item.

use super::condition::ConditionKind;
use bevy::prelude::Component;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::SerializeSeq as _};

/// The largest total, positive or negative, accepted from outside, so that two of them can be added.
const LARGEST: u16 = (1 << 14) - 1;

macro_rules! named_numbers {
    ($(#[$about:meta])* $set:ident, $(#[$about_name:meta])* $name:ident, $width:literal, $largest:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $set([i16; $width]);

        $(#[$about_name])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $set {
            /// The most that a ruleset can name.
            pub const MOST: usize = $width;

            /// The value under a name.
            #[inline]
            pub const fn get(&self, name: $name) -> i16 {
                self.0[name.0 as usize]
            }

            /// Sets the value under a name.
            #[inline]
            pub const fn set(&mut self, name: $name, value: i16) {
                self.0[name.0 as usize] = value;
            }

            /// The same with another value under a name.
            #[must_use]
            pub const fn with(mut self, name: $name, value: i16) -> Self {
                self.set(name, value);
                self
            }

            /// All of them with their names, including those that the ruleset does not use.
            pub fn all(&self) -> impl Iterator<Item = ($name, i16)> {
                (0..).map($name).zip(self.0)
            }

            /// All but the zeros at the end.
            fn given(&self) -> &[i16] {
                let count = self.0.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1);
                &self.0[..count]
            }
        }

        impl Serialize for $set {
            /// Leaves out zeros at the end, so that neither files nor digests depend on how many a ruleset can name.
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                let given = self.given();
                let mut list = out.serialize_seq(Some(given.len()))?;
                given.iter().try_for_each(|value| list.serialize_element(value))?;
                list.end()
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
                let given = Vec::<i16>::deserialize(text)?;
                if let Some(beyond) = given.iter().find(|value| value.unsigned_abs() > $largest) {
                    return Err(D::Error::custom(format_args!("{beyond} is beyond {}", $largest)));
                }
                let mut all = [0; $width];
                let room = all.get_mut(..given.len());
                room.ok_or_else(|| D::Error::invalid_length(given.len(), &"fewer numbers"))?.copy_from_slice(&given);
                Ok(Self(all))
            }
        }
    };
}

named_numbers! {
    /// Running totals that a ruleset names: damage, wounds, Luck, Vigor.
    #[derive(Component)]
    Vitals,
    /// One number of [`Vitals`].
    Vital, 16, LARGEST
}

named_numbers! {
    /// Allowances that a ruleset counts: actions used, AP, the reaction.
    #[derive(Component)]
    Budgets,
    /// One number of [`Budgets`].
    // Some keep what has been used as bits.
    Budget, 16, i16::MAX as u16
}

named_numbers! {
    /// Numbers of an item that a ruleset names: durability, rounds until it is ready again, charges.
    ItemNumbers,
    /// One number of [`ItemNumbers`].
    ItemNumber, 4, LARGEST
}

/// The names of a ruleset's numbers in trials; the position in each list is the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Names of [`Vital`]: `damage`.
    pub vitals: &'static [&'static str],
    /// Names of [`Budget`]: `standard`.
    pub budgets: &'static [&'static str],
    /// Names of [`ItemNumber`]: `durability`.
    pub items: &'static [&'static str],
    /// Names of [`ConditionKind`]: `hurried`.
    pub conditions: &'static [&'static str],
    /// The lowest and highest level of each condition; 0 and 0 if it has none.
    pub levels: &'static [(i16, i16)],
    /// Names of states that are not conditions, for [`Inspect::is_so`](crate::rules::Inspect::is_so): `wounded`.
    pub states: &'static [&'static str],
    /// Names of attack numbers that an account omits if they do not apply, by the part of their label before a comma:
    /// `Cover AR`.
    pub numbers: &'static [&'static str],
    /// Full names of fields of sheets and arms that are abbreviated there: `coo` is "Coordination".
    pub fields: &'static [(&'static str, &'static str)],
}

impl Names {
    /// No names.
    pub const NONE: Self = Self {
        vitals: &[],
        budgets: &[],
        items: &[],
        conditions: &[],
        levels: &[],
        states: &[],
        numbers: &[],
        fields: &[],
    };

    /// The lowest and highest level of a condition.
    pub fn levels_of(&self, kind: ConditionKind) -> (i16, i16) {
        self.levels.get(usize::from(kind.0)).copied().unwrap_or_default()
    }

    /// Fails to compile a ruleset that names more numbers than there is room for.
    pub(in crate::rules) const fn fit(&self) {
        assert!(self.vitals.len() <= Vitals::MOST, "too many totals; make `Vitals` wider");
        assert!(self.budgets.len() <= Budgets::MOST, "too many allowances; make `Budgets` wider");
        assert!(self.levels.len() == self.conditions.len(), "every condition has its levels");
        assert!(self.items.len() <= ItemNumbers::MOST, "too many numbers of items; make `ItemNumbers` wider");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::digest;

    #[test]
    fn what_is_written_does_not_depend_on_how_many_there_can_be() {
        let few = Vitals::default().with(Vital(0), 3).with(Vital(2), -1);
        let text = serde_json::to_string(&few).unwrap();
        assert_eq!(text, "[3,0,-1]");
        assert_eq!(serde_json::from_str::<Vitals>(&text).unwrap(), few);
        assert_eq!(digest(&few), digest(&[3_i16, 0, -1][..]));
        assert_ne!(digest(&few), digest(&few.with(Vital(5), 1)));
        assert_eq!(serde_json::from_str::<Vitals>("[]").unwrap(), Vitals::default());
    }

    #[test]
    fn more_than_can_be_named_is_refused() {
        let many = |count: usize| serde_json::to_string(&vec![1; count]).unwrap();
        assert!(serde_json::from_str::<Budgets>(&many(Budgets::MOST)).is_ok());
        assert!(serde_json::from_str::<Budgets>(&many(Budgets::MOST + 1)).is_err());
    }

    #[test]
    fn the_last_one_has_a_place() {
        let last = Budget(Budgets::MOST as u8 - 1);
        assert_eq!(Budgets::default().with(last, 7).get(last), 7);
    }
}
