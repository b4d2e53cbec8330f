//! Expectations about the terms of a number.

use crate::rules::Verdict;

/// Whether a number has these terms: rule and amount. Several terms of one rule are given as their sum, or one by one,
/// each once and in any order; an amount of 0 means that the rule adds nothing.
pub(super) fn held_terms(came: &Verdict, terms: &[(String, i32)]) -> bool {
    terms.iter().all(|(rule, _)| {
        let asked: Vec<i32> = terms.iter().filter(|(other, _)| other == rule).map(|(_, amount)| *amount).collect();
        let of = came.terms.iter().filter(|term| term.rule.0 == rule && term.amount != 0);
        let given: Vec<i32> = of.map(|term| term.amount).collect();
        let often = |list: &[i32], amount: i32| list.iter().filter(|term| **term == amount).count();
        let each = || asked.iter().all(|amount| often(&asked, *amount) <= often(&given, *amount));
        match asked[..] {
            [0] => given.is_empty(),
            [sum] => !given.is_empty() && given.iter().sum::<i32>() == sum || each(),
            _ => each(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleId;

    #[test]
    fn terms_of_a_rule_are_asked_as_a_sum_or_one_by_one() {
        let (twice, other) = (RuleId("X-1"), RuleId("X-2"));
        let number = Verdict::base(other, "Base", 50).plus(twice, "One", 10).plus(twice, "Two", -30);
        let holds = |terms: &[(&str, i32)]| {
            held_terms(&number, &terms.iter().map(|(rule, amount)| ((*rule).to_string(), *amount)).collect::<Vec<_>>())
        };
        for (terms, right) in [
            (&[("X-1", -20)][..], true),
            (&[("X-1", 10), ("X-1", -30)], true),
            (&[("X-1", -30), ("X-2", 50), ("X-1", 10)], true),
            (&[("X-1", 10)], true),
            (&[("X-1", -30)], true),
            (&[("X-1", -10)], false),
            (&[("X-1", 20)], false),
            (&[("X-1", 10), ("X-1", 10)], false),
            (&[("X-1", 10), ("X-1", -30), ("X-1", 0)], false),
            (&[("X-1", 0)], false),
            (&[("X-2", 50), ("X-2", 50)], false),
            (&[("X-3", 0)], true),
            (&[("X-3", 5)], false),
        ] {
            assert_eq!(holds(terms), right, "{terms:?}");
        }
        let even = Verdict::base(twice, "One", 10).plus(twice, "Two", -10);
        assert!(!held_terms(&even, &[("X-1".into(), 0)]), "two terms that cancel each other are there");
    }
}
