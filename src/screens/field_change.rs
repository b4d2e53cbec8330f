//! How a field has changed since another position: before and after an edit.

use std::sync::Arc;

use super::field_parts::{Part, amount, is_all};
use crate::{
    dice::Fraction,
    lab::{
        FieldKind, Reading,
        fields::{CHANGES, ChangeScale, Patterns, Shade, Step},
    },
    rules::Measure,
};

/// How the answer for a square has changed.
enum Change {
    /// By this many tenths.
    By(i64),
    /// An attack got through before and no longer does.
    Closed,
    /// No attack got through before, and one does now.
    Opened,
}

impl Part {
    /// The change since `before`, the same question about another position. A refused square counts as zero.
    pub(super) fn since(&self, before: &Self, measure: Measure) -> Self {
        let pairs = self.readings.iter().zip(&before.readings);
        let tenths = |(gain, loss): (Fraction, Fraction)| ((gain.to_f64() - loss.to_f64()) * 10.0).round() as i64;
        let changes: Vec<Option<Change>> = pairs
            .map(|(now, then)| {
                let (now, then) = (now.as_ref()?, then.as_ref()?);
                let by = tenths(amount(self.kind, now, measure)?) - tenths(amount(self.kind, then, measure)?);
                Some(match (is_all(then), is_all(now)) {
                    (false, true) => Change::Closed,
                    (true, false) => Change::Opened,
                    _ => Change::By(by),
                })
            })
            .collect();
        // Some rulesets write cover as a deduction from the attack: the lower the number, the more cover.
        let mut all = self.readings.iter().chain(&before.readings).flatten();
        let more_is_better = is_better(self.kind, all.any(is_taken));
        let scale = ChangeScale::new(changes.iter().flatten().filter_map(Change::tenths), more_is_better);
        let more = if self.kind == FieldKind::CoverHere { CHANGES } else { -CHANGES };
        let shades: Vec<Option<Shade>> =
            changes.iter().map(|change| change.as_ref().map(|change| change.shade(scale, more))).collect();
        Self {
            legend: legend(&changes, &shades, scale, more),
            shades: Arc::new(shades),
            title: format!("Change of {}", self.title.to_lowercase()),
            patterns: Patterns::default(),
            best: None,
            before: Some(Arc::new(before.readings.clone())),
            ..self.clone()
        }
    }
}

impl Change {
    const fn tenths(&self) -> Option<i64> {
        if let Self::By(tenths) = self { Some(*tenths) } else { None }
    }

    fn shade(&self, scale: ChangeScale, more: i8) -> Shade {
        let whole = |step, words: &str| Shade { step, hatched: false, dotted: false, words: words.into() };
        match self {
            Self::By(tenths) => scale.shade(*tenths),
            Self::Closed => whole(Step::Change(more), "all"),
            Self::Opened => whole(Step::Change(-more), "open"),
        }
    }
}

/// Whether a higher number is better for the fighter who asks. It is not for danger, the cost of a way, threats and
/// others' cover; `taken` says that cover is written as a deduction, where more cover is a lower number.
const fn is_better(kind: FieldKind, taken: bool) -> bool {
    match kind {
        FieldKind::Moves | FieldKind::Threat => false,
        FieldKind::CoverThere => taken,
        FieldKind::CoverHere => !taken,
        kind => !kind.is_danger(),
    }
}

/// Whether cover is written as a deduction.
const fn is_taken(reading: &Reading) -> bool {
    matches!(reading, Reading::Sight { cover, .. } if cover.modifier < 0)
}

/// The steps that occur and their meaning.
fn legend(changes: &[Option<Change>], shades: &[Option<Shade>], scale: ChangeScale, more: i8) -> Vec<(Step, String)> {
    let occurs = |step: Step| shades.iter().flatten().any(|shade| shade.step == step);
    let counted = |step: Step| {
        let mut by = changes.iter().flatten().filter_map(Change::tenths);
        by.any(|tenths| scale.shade(tenths).step == step)
    };
    let is = |is: fn(&Change) -> bool| changes.iter().flatten().any(is);
    let closed = is(|change| matches!(change, Change::Closed)).then_some((Step::Change(more), "attack blocked now"));
    let opened = is(|change| matches!(change, Change::Opened)).then_some((Step::Change(-more), "attack possible now"));
    let words = |(step, words): (Step, String)| {
        let whole = [closed, opened].into_iter().flatten().find(|(other, _)| *other == step).map(|(_, words)| words);
        let told = match (whole, counted(step)) {
            (Some(whole), true) => format!("{words} or {whole}"),
            (Some(whole), false) => whole.into(),
            (None, _) => words,
        };
        (step, told)
    };
    let mut all: Vec<(Step, String)> =
        scale.legend().into_iter().filter(|(step, _)| occurs(*step)).map(words).collect();
    // The worst comes first, the best last.
    if let Some((Step::Change(..0), words)) = all.first_mut() {
        words.insert_str(0, "worse: ");
    }
    if let Some((Step::Change(1..), words)) = all.last_mut() {
        words.insert_str(0, "better: ");
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lab::fields::CoverThere, rules::RulesetId};

    /// A field of cover: what each square gives, nothing where no attack gets through.
    fn cover(gives: [Option<i32>; 5]) -> Part {
        let reading = |modifier: Option<i32>| {
            let class = if modifier.is_none() { 3 } else { 0 };
            let cover = CoverThere { class, name: "", modifier: modifier.unwrap_or(0), armour: 0 };
            Some(Reading::Sight { seen: true, cover })
        };
        Part {
            kind: FieldKind::CoverThere,
            readings: gives.map(reading).to_vec(),
            from: Vec::new(),
            names: Arc::default(),
            shades: Arc::default(),
            width: 5,
            title: "Cover".into(),
            legend: Vec::new(),
            patterns: Patterns::default(),
            progress: (5, 5),
            refusal: None,
            best: None,
            before: None,
        }
    }

    #[test]
    fn a_change_of_cover_is_that_of_what_it_gives_and_a_wall_is_told_in_words() {
        let measure = RulesetId::ALL[0].rules().measure();
        let before = cover([Some(0), Some(-10), None, Some(-30), None]);
        let after = cover([Some(-10), Some(-10), Some(0), None, None]);
        let change = after.since(&before, measure);
        let shown: Vec<(Step, &str)> =
            change.shades.iter().flatten().map(|shade| (shade.step, shade.words.as_str())).collect();
        let expected = [
            (Step::Change(-2), "\u{2212}10"),
            (Step::Bare, ""),
            (Step::Change(3), "open"),
            (Step::Change(-3), "all"),
            (Step::Bare, ""),
        ];
        assert_eq!(shown, expected);
        let legend: Vec<&str> = change.legend.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(legend, ["worse: attack blocked now", "up to \u{2212}10", "better: attack possible now"]);
        let csv = change.csv(&[], measure);
        let numbers: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').nth(4)).collect();
        assert_eq!(numbers, ["-10.0000", "0.0000", "", "", ""], "{csv}");
    }
}
