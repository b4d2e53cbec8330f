//! Odds among the outcomes in which the target is hit.

use super::{Held, odds::Odds as Attack, truth};
use crate::{
    dice::{Fraction, Odds},
    levels::{PerHit, odds::shown},
    rules::Fate,
};

impl Attack<'_> {
    /// Whether hits are as expected: the damage of each, and whether one of its blows was of the best degree.
    pub(super) fn per_hit(&self, expect: &PerHit) -> Held {
        let landing = self.forecast.odds.iter().filter(|(ending, _)| ending.lands(self.by, self.whom));
        let hits = Odds::new(landing.map(|(ending, ways)| {
            let is_critical = ending.blows(self.by, self.whom).any(|result| result.fate == Fate::Critical);
            ((self.damage(ending).max(0), is_critical), ways)
        }));
        truth(!hits.is_empty(), || "per hit: no hit at all".into())?;
        let holds = |name: &str, text: &str, came: Fraction| {
            truth(self.agrees(text, came)?, || format!("{name} per hit: {}", shown(came)))
        };
        if let Some(text) = &expect.critical {
            holds("critical", text, hits.chance(|(_, is_critical)| *is_critical))?;
        }
        if let Some(text) = &expect.mean {
            holds("mean", text, hits.mean(|(damage, _)| *damage as u32))?;
        }
        for (least, text) in &expect.at_least {
            holds(&format!("at least {least}"), text, hits.chance(|(damage, _)| damage >= least))?;
        }
        Ok(())
    }
}
