//! A ruleset's settings: each is written once and gives both its entry in the list and the function that reads it in a
//! battle.

/// One entry per setting: how code reads it, then key, words, values (words in brackets, or a range of whole numbers),
/// the default and the rule. `name is 1` reads whether the value is 1; a bare `name` reads the number. The setting that
/// names the edition ends with `, edition`, one that was added later with `, later`.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $name:ident $(is $when:literal)?: $key:literal, $about:literal, $range:tt, $default:literal,
        $rule:expr $(, $tag:ident)?;)*) => {
        /// All settings, in the catalogue's order.
        pub const SETTINGS: &[$crate::rules::state::Setting] = &[$($crate::rules::state::Setting {
            key: $key,
            about: $about,
            range: $crate::rules::ruleset::own_settings::settings!(@range $range),
            default: $default,
            rule: $rule,
            is_edition: $crate::rules::ruleset::own_settings::settings!(@edition $($tag)?),
            is_later: $crate::rules::ruleset::own_settings::settings!(@later $($tag)?),
        },)*];

        /// The places in the list.
        #[allow(non_camel_case_types, reason = "they are the names of what reads them")]
        enum Place { $($name,)* }

        $($crate::rules::ruleset::own_settings::settings!(@read [$(#[doc = $doc])*] $name $(is $when)?);)*
    };
    (@edition) => { false };
    (@edition edition) => { true };
    (@edition later) => { false };
    (@later) => { false };
    (@later edition) => { false };
    (@later later) => { true };
    (@range [$($word:literal),*]) => { $crate::rules::state::Range::Words(&[$($word),*]) };
    (@range ($low:literal to $high:literal)) => { $crate::rules::state::Range::Number($low, $high) };
    (@read [$(#[doc = $doc:literal])*] $name:ident is $when:literal) => {
        $(#[doc = $doc])*
        pub fn $name(battle: &$crate::rules::state::Battle) -> bool {
            battle.settings.get(Place::$name as usize, &SETTINGS[Place::$name as usize]) == $when
        }
    };
    (@read [$(#[doc = $doc:literal])*] $name:ident) => {
        $(#[doc = $doc])*
        pub fn $name(battle: &$crate::rules::state::Battle) -> i32 {
            battle.settings.get(Place::$name as usize, &SETTINGS[Place::$name as usize])
        }
    };
}

pub(in crate::rules) use settings;
