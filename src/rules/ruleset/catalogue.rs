//! A ruleset's catalogue: each rule is written once and gives both the constant of its id and its entry in the list.

/// Makes a constant for each rule's id, and the list `RULES` of all rules in the catalogue's order: `STR_01
/// "DRL-STR-01" Exact "Striking", "A d10; the skill or less is a hit.";` A rule that only holds in one edition says so
/// after its title: `"Blows" in "Newer", "They are added up.";`
macro_rules! catalogue {
    ($($name:ident $id:literal $kind:ident $title:literal $(in $edition:literal)?, $text:literal;)*) => {
        $(
            #[allow(dead_code, reason = "a rule can be played without being cited by name")]
            #[doc = concat!("`", $id, "`, ", $title, ": ", $text)]
            pub const $name: $crate::rules::account::RuleId = $crate::rules::account::RuleId($id);
        )*

        /// All rules, in the catalogue's order.
        pub const RULES: &[$crate::rules::ruleset::Rule] = &[$($crate::rules::ruleset::Rule {
            id: $name,
            title: $title,
            kind: $crate::rules::ruleset::RuleKind::$kind,
            edition: $crate::rules::ruleset::catalogue::catalogue!(@edition $($edition)?),
            text: $text,
            played: true,
        },)*];
    };
    (@edition) => { None };
    (@edition $edition:literal) => { Some($edition) };
}

pub(in crate::rules) use catalogue;

#[cfg(test)]
mod tests {
    use crate::rules::{RulesetId, Settings};

    /// A catalogue of two editions.
    #[expect(dead_code, reason = "nobody plays it")]
    mod blows {
        crate::rules::ruleset::catalogue::catalogue! {
            BOTH "BLO-BOTH" Exact "Blows", "There are several.";
            SUM "BLO-SUM" Exact "Sum" in "Newer", "They are added up.";
            SHARES "BLO-SHARES" Decision "Shares" in "Older", "Each counts half.";
        }
        crate::rules::ruleset::own_settings::settings! {
            /// BLO-BOTH.
            counts_all is 1: "blo.all", "All blows count", ["no", "yes"], 1, BOTH;
            /// BLO-SUM, BLO-SHARES.
            is_older is 1: "blo.edition", "Edition", ["Newer", "Older"], 0, BOTH, edition;
        }
    }

    #[test]
    fn a_rule_says_in_which_edition_it_holds() {
        let holds = |edition| blows::RULES.iter().map(|rule| rule.holds(edition)).collect::<Vec<_>>();
        assert_eq!(holds(Some("Newer")), [true, true, false]);
        assert_eq!(holds(Some("Older")), [true, false, true]);
        let edition = |values: [i32; 2]| Settings::of(values.into()).edition(blows::SETTINGS);
        assert_eq!([edition([0, 0]), edition([0, 1])], [Some("Newer"), Some("Older")]);
        assert_eq!(Settings::of(vec![0]).edition(&blows::SETTINGS[..1]), None);
    }

    #[test]
    fn editions_of_rules_are_named_by_one_setting() {
        for ruleset in RulesetId::ALL {
            let naming: Vec<_> = ruleset.rules().settings().iter().filter(|setting| setting.is_edition).collect();
            assert!(naming.len() <= 1, "{ruleset}");
            for rule in ruleset.rules().catalogue() {
                let is_named = |edition| naming.iter().any(|setting| setting.parse(edition).is_ok());
                assert!(rule.edition.is_none_or(is_named), "{}: {:?}", rule.id, rule.edition);
            }
        }
    }

    /// Texts are complete, and the rules and settings they refer to exist in their own ruleset.
    #[test]
    fn texts_end_and_point_at_what_there_is() {
        for ruleset in RulesetId::ALL {
            let (rules, settings) = (ruleset.rules().catalogue(), ruleset.rules().settings());
            let part = |whole: &'static str, end: char| whole.split_inclusive(end).next().unwrap_or(whole);
            for rule in rules {
                assert!(rule.text.lines().all(|line| line.ends_with('.')), "{} ends in the middle", rule.id);
                for word in rule.text.split(|sign: char| sign.is_whitespace() || "();:,".contains(sign)) {
                    let word = word.trim_end_matches('.');
                    let is_rule = word.starts_with(part(rule.id.0, '-'));
                    assert!(!is_rule || rules.iter().any(|other| other.id.0 == word), "{}: {word}", rule.id);
                    let is_setting = settings.first().is_some_and(|first| word.starts_with(part(first.key, '.')));
                    assert!(!is_setting || settings.iter().any(|other| other.key == word), "{}: {word}", rule.id);
                }
            }
        }
    }
}
