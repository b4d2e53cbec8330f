//! Macros for what a ruleset lists, so that each item is written once: records with their defaults, conditions with
//! their words, kinds of offers and parameters.

/// Records that files may give in part: `pub guard: i16 [0 to 20] = 3,` is a field with the bounds of its value or
/// length, if any, and the default if a file leaves it out.
macro_rules! record {
    ($($(#[$about:meta])* pub struct $name:ident {
        $($(#[$meta:meta])* pub $field:ident: $type:ty $([$low:literal to $high:literal])? = $default:expr,)*
    })*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name { $($(#[$meta])* pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::rules::ruleset::record::Bounded for $name {
            fn bounds(&self) -> Vec<$crate::rules::ruleset::record::Bounds> {
                vec![$($((
                    stringify!($field), $crate::rules::ruleset::record::Number::number(&self.$field), $low, $high,
                ),)?)*]
            }
        }
    )*};
}

/// Access to a ruleset's own numbers: `sheet` of a combatant, `arm` of an item.
macro_rules! numbers_of {
    ($sheet:ident, $arm:ident) => {
        /// The sheet of a combatant in a battle of this ruleset.
        #[inline]
        pub fn sheet(fighter: $crate::rules::state::Combatant<'_>) -> &$sheet {
            fighter.sheet.as_ref()
        }

        /// The numbers of an item in a battle of this ruleset.
        #[inline]
        pub fn arm(battle: &$crate::rules::state::Battle, item: $crate::rules::ids::ItemId) -> &$arm {
            battle.item(item).arm.as_ref()
        }
    };
}

/// A field's name, its value, and its lowest and highest allowed value; a missing value is within all bounds.
pub type Bounds = (&'static str, Option<i32>, i32, i32);

/// A record whose fields have bounds.
pub trait Bounded {
    /// The fields that have bounds.
    fn bounds(&self) -> Vec<Bounds>;

    /// The fields outside their bounds, in words.
    fn out_of_bounds(&self) -> Vec<String> {
        self.out_of_bounds_as(str::to_string)
    }

    /// Like [`Self::out_of_bounds`], with other names for the fields.
    fn out_of_bounds_as(&self, name: impl Fn(&str) -> String) -> Vec<String> {
        let all = self.bounds().into_iter();
        all.filter_map(|(field, value, low, high)| within(&name(field), value, low, high)).collect()
    }
}

/// The fault of a number that is outside two bounds.
pub fn within(name: &str, value: impl Number, low: i32, high: i32) -> Option<String> {
    let value = value.number().filter(|value| !(low..=high).contains(value))?;
    Some(format!("{name} is {value}, must be {low} to {high}"))
}

/// A value that can have bounds: a number, one that may be missing, the length of a list.
pub trait Number {
    /// The number, if there is one.
    fn number(&self) -> Option<i32>;
}

macro_rules! numbers {
    ($($type:ty)*) => { $(impl Number for $type { fn number(&self) -> Option<i32> { Some((*self).into()) } })* };
}

numbers! { i8 u8 i16 u16 i32 }

impl<T: Number> Number for Option<T> {
    fn number(&self) -> Option<i32> {
        self.as_ref()?.number()
    }
}

impl<T> Number for Vec<T> {
    fn number(&self) -> Option<i32> {
        i32::try_from(self.len()).ok()
    }
}

/// Plain enums whose values have names: `Feeble "feeble",` is a value with its name; `ALL` has all of them in order.
macro_rules! named {
    ($($(#[$about:meta])* pub enum $name:ident { $($(#[$meta:meta])* $value:ident $word:literal,)* })*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        $(#[$about])*
        pub enum $name { $($(#[$meta])* $value,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            /// In words.
            pub const fn name(self) -> &'static str {
                [$($word),*][self as usize]
            }
        }
    )*};
}

/// The conditions of a ruleset, by number, each with its word in trials: `WINDED "winded";` makes the constant and its
/// entry in the list `CONDITIONS`. If it has a level, its range follows, for the list `LEVELS`:
/// `BLEEDING "bleeding" 1..=99;`.
macro_rules! conditions {
    ($($(#[$about:meta])* $name:ident $word:literal $($least:literal..=$most:literal)?;)*) => {
        $crate::rules::ruleset::record::conditions!(@number 0; $($(#[$about])* $name;)*);

        /// The words of all conditions, by number.
        const CONDITIONS: &[&str] = &[$($word,)*];

        /// The lowest and highest level of each, by number; 0 and 0 if it has none.
        const LEVELS: &[(i16, i16)] = &[$($crate::rules::ruleset::record::conditions!(@levels $($least..=$most)?),)*];
    };
    (@number $number:expr; $(#[$about:meta])* $name:ident; $($rest:tt)*) => {
        $(#[$about])*
        pub const $name: $crate::rules::state::ConditionKind = $crate::rules::state::ConditionKind($number);
        $crate::rules::ruleset::record::conditions!(@number $number + 1; $($rest)*);
    };
    (@number $number:expr;) => {};
    (@levels) => { (0, 0) };
    (@levels $least:literal..=$most:literal) => { ($least, $most) };
}

/// The parts of a definition that are constants: `about: &'static str = "strike, walk, parry";` makes the method that
/// returns it.
macro_rules! constants {
    ($($name:ident: $type:ty = $value:expr;)*) => { $(fn $name(&self) -> $type { $value })* };
}

/// The kinds that a ruleset's choices are made of: `KINDS: OfferKind; WAIT = OfferKind::new(..);` makes the static
/// `WAIT` and its entry in the list `KINDS`. `GAITS [5] = [..]` is a table of several; a list may begin with a static
/// of the kernel.
macro_rules! listed {
    ($list:ident: $type:ident $(, $first:path)?; $($(#[$about:meta])* $name:ident $([$count:literal])? = $value:expr;)*) => {
        $($(#[$about])* pub static $name: $crate::rules::ruleset::record::listed!(@type $type $([$count])?) = $value;)*

        /// All of them, in the order listed.
        pub static $list: &[&[$type]] = &[
            $(std::slice::from_ref(&$first),)?
            $($crate::rules::ruleset::record::listed!(@row $name $([$count])?),)*
        ];
    };
    (@type $type:ident) => { $type };
    (@type $type:ident [$count:literal]) => { [$type; $count] };
    (@row $name:ident) => { std::slice::from_ref(&$name) };
    (@row $name:ident [$count:literal]) => { &$name };
}

pub(in crate::rules) use {conditions, constants, listed, named, numbers_of, record};
