//! What a ruleset lists field by field or name by name, each said once: records with their defaults, conditions with their
//! words.

/// A record that files give in part: `pub guard: i16 = 0,` says a field with what stands in where a file does not give it.
macro_rules! record {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$meta:meta])* pub $field:ident: $type:ty = $default:expr,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name { $($(#[$meta])* pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

/// The conditions of a ruleset, by number, each with its word in trials: `WINDED "winded";` makes the constant and its
/// place in the list `CONDITIONS`.
macro_rules! conditions {
    ($($(#[$about:meta])* $name:ident $word:literal;)*) => {
        $crate::rules::ruleset::record::conditions!(@number 0; $($(#[$about])* $name;)*);

        /// The words of all conditions, by number.
        const CONDITIONS: &[&str] = &[$($word,)*];
    };
    (@number $number:expr; $(#[$about:meta])* $name:ident; $($rest:tt)*) => {
        $(#[$about])*
        pub const $name: $crate::rules::state::ConditionKind = $crate::rules::state::ConditionKind($number);
        $crate::rules::ruleset::record::conditions!(@number $number + 1; $($rest)*);
    };
    (@number $number:expr;) => {};
}

pub(in crate::rules) use {conditions, record};
