//! Expectations about what has happened: dice, blows, and lines of the log.

use super::{Check, Held, held_terms, list, truth};
use crate::{
    levels::{BlowOutcome, Expect},
    rules::{AttackResult, CombatantId, ConditionKind, Effect, Entry, Roll},
};

impl Check<'_> {
    fn rolls(&self) -> impl Iterator<Item = &Roll> {
        self.journal.iter().filter_map(|entry| if let Entry::Roll(roll) = entry { Some(roll) } else { None })
    }

    fn results(&self) -> impl Iterator<Item = &AttackResult> {
        self.journal
            .iter()
            .filter_map(|entry| if let Entry::AttackResult(result) = entry { Some(result) } else { None })
    }

    fn is_roll(&self, roll: &Roll, who: &str, words: &str) -> bool {
        *self.battle.combatant(roll.who).identity.tag == *who && roll.words == words
    }

    /// All dice that fell, in words.
    fn all_rolled(&self) -> String {
        let told = |roll: &Roll| {
            let against = roll.against.as_ref().map_or_else(String::new, |number| format!(" against {}", number.value));
            let upshot = if roll.upshot.is_empty() { String::new() } else { format!(" ({})", roll.upshot) };
            let dice = roll.counted().count();
            let sides = roll.counted().map(|die| format!("d{}", die.sides)).collect::<Vec<_>>().join(" ");
            let tag = &self.battle.combatant(roll.who).identity.tag;
            format!("{tag} {}: {}{against}{upshot}, dice {dice} ({sides}), {}", roll.words, roll.value, roll.rule)
        };
        format!("rolled: {}", list(self.rolls().map(told)))
    }

    pub(super) fn history(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Rolled { .. } => self.rolled(expect),
            Expect::NotRolled(who, words) => {
                truth(!self.rolls().any(|roll| self.is_roll(roll, who, words)), || self.all_rolled())
            }
            Expect::Compared { left, right, sums } => {
                let came = (self.sum(left)?, self.sum(right)?);
                truth(came == *sums, || format!("{} against {}", came.0, came.1))
            }
            Expect::Blow { by, on, fate, damage } => {
                let (by, on) = (self.combatant(by)?.id, self.combatant(on)?.id);
                let fits = self.results().any(|result| {
                    result.by == by
                        && result.on == on
                        && fate.covers(result.fate)
                        && damage.is_none_or(|damage| damage == result.damage)
                });
                let tag = |who| &self.battle.combatant(who).identity.tag;
                let told = self.results().map(|one| {
                    format!("{} on {} {:?}, damage {}", tag(one.by), tag(one.on), BlowOutcome::of(one.fate), one.damage)
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
            Expect::Logged(words) => truth(self.told.iter().any(|line| line.contains(words)), || "no such line".into()),
            Expect::NotLogged(words) => {
                let line = self.told.iter().find(|line| line.contains(words));
                truth(line.is_none(), || line.cloned().unwrap_or_default())
            }
            _ => Ok(()),
        }
    }

    /// Whether a condition was put on somebody in these choices.
    fn is_put_on(&self, id: CombatantId, kind: ConditionKind) -> bool {
        let puts = |effect: &Effect| matches!(effect, Effect::AddCondition(one, condition) if *one == id && condition.kind == kind);
        self.journal.iter().any(|entry| matches!(entry, Entry::Effect(effect) if puts(effect)))
    }

    fn rolled(&self, expect: &Expect) -> Held {
        let Expect::Rolled { who, words, nth, value, against, success, dice, sides, rule, upshot, terms, without } =
            expect
        else {
            return Ok(());
        };
        let fits = |roll: &&Roll| {
            let number = roll.against.as_ref();
            let rest = |rule: &str| -> i32 {
                let terms = number.map_or(&[][..], |number| &number.terms);
                terms.iter().filter(|term| term.rule.0 != rule).map(|term| term.amount).sum()
            };
            value.is_none_or(|value| value == roll.value)
                && against.is_none_or(|wanted| number.is_some_and(|number| number.value == wanted))
                && success.is_none_or(|success| roll.success == Some(success))
                && dice.is_none_or(|dice| roll.counted().count() == dice)
                && sides.as_ref().is_none_or(|sides| roll.counted().map(|die| die.sides).eq(sides.iter().copied()))
                && rule.as_ref().is_none_or(|rule| roll.rule.0 == rule)
                && upshot.iter().all(|part| roll.upshot.split(", ").any(|told| told == part))
                && (terms.is_empty() || number.is_some_and(|number| held_terms(number, terms)))
                && without.as_ref().is_none_or(|(rule, sum)| number.is_some() && rest(rule) == *sum)
        };
        let mut of = self.rolls().filter(|roll| self.is_roll(roll, who, words));
        let holds = match nth {
            Some(nth) => nth.checked_sub(1).and_then(|index| of.nth(index)).is_some_and(|roll| fits(&roll)),
            None => of.any(|roll| fits(&roll)),
        };
        truth(holds, || self.all_rolled())
    }

    /// The sum of the last rolls with those names.
    fn sum(&self, names: &[(String, String)]) -> Result<i32, String> {
        let last = |(who, words): &(String, String)| {
            let roll = self.rolls().filter(|roll| self.is_roll(roll, who, words)).last();
            roll.map(|roll| roll.value).ok_or_else(|| format!("{who} has rolled no {words}; {}", self.all_rolled()))
        };
        names.iter().map(last).sum()
    }
}
