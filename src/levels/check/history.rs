//! Expectations about what has happened: dice, blows, and lines of the log.

use super::{
    Check, Held, list,
    rolls::{all_rolled, differences, rolls},
    truth,
};
use crate::{
    levels::{BlowOutcome, Expect, run::CHOSEN},
    rules::{AttackResult, CombatantId, ConditionKind, Effect, Entry, Roll},
};

impl Check<'_> {
    fn results(&self) -> impl Iterator<Item = &AttackResult> {
        self.journal
            .iter()
            .filter_map(|entry| if let Entry::AttackResult(result) = entry { Some(result) } else { None })
    }

    fn is_roll(&self, roll: &Roll, who: &str, words: &str) -> bool {
        *self.battle.combatant(roll.who).identity.tag == *who && roll.words == words
    }

    /// All rolls in words.
    fn all_rolled(&self) -> String {
        all_rolled(self.battle, self.journal)
    }

    pub(super) fn history(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Rolled { .. } => self.rolled(expect),
            Expect::NotRolled(who, words) => {
                truth(!rolls(self.journal).any(|roll| self.is_roll(roll, who, words)), || self.all_rolled())
            }
            Expect::Compared { left, right, sums } => {
                let came = (self.sum(left)?, self.sum(right)?);
                truth(came == *sums, || format!("{} against {}", came.0, came.1))
            }
            Expect::Blow { by, on, nth, fate, damage } => {
                let (by, on) = (self.combatant(by)?.id, self.combatant(on)?.id);
                let is = |result: &AttackResult| {
                    fate.covers(result.fate) && damage.is_none_or(|damage| damage == result.damage)
                };
                let mut blows = self.results().filter(|result| result.by == by && result.on == on);
                let fits = match nth {
                    None => blows.any(is),
                    Some(nth) => nth.checked_sub(1).and_then(|nth| blows.nth(nth)).is_some_and(is),
                };
                let tag = |who| &self.battle.combatant(who).identity.tag;
                let told = self.results().map(|result| {
                    format!(
                        "{} on {} {:?}, damage {}",
                        tag(result.by),
                        tag(result.on),
                        BlowOutcome::of(result.fate),
                        result.damage
                    )
                });
                truth(fits, || format!("blows: {}", list(told)))
            }
            Expect::Gained(who, name) => {
                let (id, kind) = (self.combatant(who)?.id, self.kind(name)?);
                truth(self.is_put_on(id, kind), || format!("{name} was not put on"))
            }
            Expect::Lost(who, name) => {
                let (id, kind) = (self.combatant(who)?.id, self.kind(name)?);
                let had = self.before.combatant(id).conditions.has(kind) || self.is_put_on(id, kind);
                truth(had, || format!("{who} never had {name}"))?;
                truth(!self.combatant(who)?.conditions.has(kind), || format!("{who} still has {name}"))
            }
            Expect::Noted(who, words, rule) => self.noted(who, words, rule),
            Expect::Logged(words) => truth(self.lines().any(|line| line.contains(words)), || "no such line".into()),
            Expect::NotLogged(words) => {
                let line = self.lines().find(|line| line.contains(words));
                truth(line.is_none(), || line.cloned().unwrap_or_default())
            }
            _ => Ok(()),
        }
    }

    /// The lines of the log, without those that only repeat the choices.
    fn lines(&self) -> impl Iterator<Item = &String> {
        self.told.iter().filter(|line| !line.starts_with(CHOSEN))
    }

    /// Whether a condition was put on somebody in these choices.
    fn is_put_on(&self, id: CombatantId, kind: ConditionKind) -> bool {
        let puts = |effect: &Effect| matches!(effect, Effect::AddCondition(bearer, condition) if *bearer == id && condition.kind == kind);
        self.journal.iter().any(|entry| matches!(entry, Entry::Effect(effect) if puts(effect)))
    }

    fn rolled(&self, expect: &Expect) -> Held {
        let Expect::Rolled { who, words, nth, .. } = expect else { return Ok(()) };
        let of: Vec<&Roll> = rolls(self.journal).filter(|roll| self.is_roll(roll, who, words)).collect();
        let asked = match nth {
            None => &of[..],
            Some(nth) => nth.checked_sub(1).and_then(|index| of.get(index..=index)).unwrap_or_default(),
        };
        let nearest = asked.iter().map(|roll| differences(roll, expect)).min_by_key(Vec::len);
        let came = match nearest {
            Some(differs) if differs.is_empty() => return Ok(()),
            Some(differs) if asked.len() > 1 => format!("the nearest {words} of {who} differs: {}", differs.join("; ")),
            Some(differs) => format!("{words} of {who} differs: {}", differs.join("; ")),
            None if of.is_empty() => format!("{who} has rolled no {words}"),
            None => format!("{who} has rolled {words} so often: {}", of.len()),
        };
        Err(format!("{came}\n{}", self.all_rolled()))
    }

    /// The sum of the last rolls of those names.
    fn sum(&self, names: &[(String, String)]) -> Result<i32, String> {
        let last = |(who, words): &(String, String)| {
            let roll = rolls(self.journal).filter(|roll| self.is_roll(roll, who, words)).last();
            roll.map(|roll| roll.value).ok_or_else(|| format!("{who} has rolled no {words}; {}", self.all_rolled()))
        };
        names.iter().map(last).sum()
    }
}
