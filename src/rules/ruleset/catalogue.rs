//! A ruleset's catalogue: each rule stands once, and both the constant of its id and the list are made of it.

/// Makes a constant for each rule's id and the list `RULES` of them all, in the catalogue's order:
/// `STR_01 "DRL-STR-01" Exact "Striking", "A d10; the skill or less is a hit.";`
macro_rules! catalogue {
    ($($name:ident $id:literal $kind:ident $title:literal, $text:literal;)*) => {
        $(
            #[allow(dead_code, reason = "a rule can be played without being cited by name")]
            #[doc = concat!("`", $id, "`, ", $title, ": ", $text)]
            pub const $name: $crate::rules::account::RuleId = $crate::rules::account::RuleId($id);
        )*

        /// In the catalogue's order.
        pub const RULES: &[$crate::rules::ruleset::Rule] = &[$($crate::rules::ruleset::Rule {
            id: $name,
            title: $title,
            kind: $crate::rules::ruleset::RuleKind::$kind,
            text: $text,
            played: true,
        },)*];
    };
}

pub(in crate::rules) use catalogue;
