//! A ruleset's conditions: each stands once, and both the constant and its name in trials are made of it.

/// Makes a constant for each condition and the list `CONDITIONS` of their names in trials, numbered in that order.
macro_rules! conditions {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal;)*) => {
        /// The names in trials, by number.
        const CONDITIONS: &[&str] = &[$($word),*];

        /// The places in the list.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the names of the constants")]
        enum Place { $($name,)* }

        $(
            $(#[doc = $doc])*
            pub const $name: $crate::rules::state::ConditionKind =
                $crate::rules::state::ConditionKind(Place::$name as _);
        )*
    };
}

pub(in crate::rules) use conditions;
