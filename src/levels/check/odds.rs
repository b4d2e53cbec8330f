//! Expectations about the numbers of attacks and their exact odds.

use std::sync::Arc;

use super::{Check, Held, held_terms, list, truth};
use crate::{
    dice::Fraction,
    levels::{
        Expect,
        log_text::verdict_text,
        odds::{agrees, agrees_nearly, shown},
    },
    rules::{
        Assessment, AttackAhead, AttackResult, Battle, CombatantId, CombatantSet, ConditionKind, Declared, Effect,
        Entry, Fate, Forecast, OutcomeState, Policy, Posture, Verdict, attack_ahead, declared, forecast_choice,
        give_turn,
    },
};

/// The choice that an expectation is about.
pub(super) struct AskedChoice {
    pub(super) declared: Declared,
    /// Whose turn or decision it is declared in: "asked of A in its next turn".
    when: String,
}

impl AskedChoice {
    /// A failed check, with words for whose turn it is about.
    fn explained(&self, held: Held) -> Held {
        held.map_err(|came| format!("{came}\n{}", self.when))
    }
}

impl Check<'_> {
    /// The last of the choices in `text`, in the battle after the others, with combatants placed as written: in the
    /// turn of `by` (its next one if it has chosen something in this one), or in the open decision.
    pub(super) fn asked_choice(&self, by: Option<&str>, text: &str) -> Result<AskedChoice, String> {
        let mut battle = self.battle.clone();
        for target in text.split([' ', ';']).filter(|word| word.contains('@')) {
            self.posed(&mut battle, target)?;
        }
        let when = match by {
            Some(by) => self.begin_turn(&mut battle, by)?,
            None => match battle.decision() {
                Some(decision) => {
                    format!("asked of {}, who has to decide", battle.combatant(decision.who).identity.tag)
                }
                None => "asked of nobody: the battle is over".into(),
            },
        };
        let plain = plain(text);
        match declared(&battle, &plain.split(';').collect::<Vec<_>>()) {
            Ok(declared) => Ok(AskedChoice { declared, when }),
            Err(why) => Err(format!("{why}\n{when}")),
        }
    }

    /// Gives somebody, placed as written, a turn; words for which one that is.
    fn begin_turn(&self, battle: &mut Battle, by: &str) -> Result<String, String> {
        let by = self.posed(battle, by)?;
        let has_chosen = |entry: &Entry| matches!(entry, Entry::Chosen(who, _) if *who == by);
        let turn = if self.journal.iter().any(has_chosen) {
            battle.scene.acting = None;
            "next turn, having chosen something in this one"
        } else if battle.scene.acting == Some(by) {
            "own turn, which goes on"
        } else {
            "next turn"
        };
        give_turn(battle, by);
        Ok(format!("asked of {} in its {turn}", battle.combatant(by).identity.tag))
    }

    pub(super) fn assess(&self, expect: &Expect) -> Held {
        let Expect::Assess { by, choice, .. } = expect else { return Ok(()) };
        let asked = self.asked_choice(by.as_deref(), choice)?;
        asked.explained(assessed(&asked.declared, expect))
    }

    pub(super) fn chance(&self, expect: &Expect) -> Held {
        let Expect::Chance { by, choice, .. } = expect else { return Ok(()) };
        let asked = self.asked_choice(by.as_deref(), choice)?;
        asked.explained(self.chance_of(&asked.declared, expect))
    }

    fn chance_of(&self, Declared { battle, choice, on: whom }: &Declared, expect: &Expect) -> Held {
        let Expect::Chance { on, answer, at_least, least, most, per_hit, .. } = expect else { return Ok(()) };
        let decision = battle.decision().ok_or("nobody is asked")?;
        let ahead = attack_ahead(battle, decision, choice);
        let by = ahead.as_ref().map_or(decision.who.into(), AttackAhead::attackers);
        let forecast = match &ahead {
            _ if answer.is_some() => self.answered(battle, choice, answer.as_deref().unwrap_or_default())?,
            Some(ahead) => ahead.forecast(battle, decision, choice),
            None => forecast_choice(battle, decision, choice, Policy::DefaultAnswers)
                .map_err(|refusal| refusal.to_string())?,
        };
        let whom = match on {
            Some(on) => self.combatant(on)?.id,
            None => whom.ok_or("it is aimed at nobody")?,
        };
        truth(forecast.is_exact(), || "the forecast is not exact: too many ways".into())?;
        let odds = Odds { battle, by, whom, forecast };
        odds.bear_on(expect)?;
        for (name, text, came) in odds.asked(expect, |name| self.kind(name))? {
            truth(odds.agrees(text, came)?, || format!("{name}: {}", shown(came)))?;
        }
        for (least, text) in at_least {
            let came = odds.chance(|ending| odds.damage(ending) >= *least);
            truth(odds.agrees(text, came)?, || format!("at least {least}: {}", shown(came)))?;
        }
        if let Some(per_hit) = per_hit {
            odds.per_hit(per_hit)?;
        }
        let landed = || odds.forecast.odds.iter().filter(|(ending, _)| ending.lands(by, whom));
        let range = || landed().map(|(ending, _)| odds.damage(ending));
        let (lowest, highest) = (range().min(), range().max());
        let told = |damage: Option<i16>| damage.map_or_else(|| "no hit at all".into(), |damage| damage.to_string());
        truth(least.is_none() || *least == lowest, || format!("least: {}", told(lowest)))?;
        truth(most.is_none() || *most == highest, || format!("most: {}", told(highest)))
    }
}

/// Whether the numbers of an attack are as expected.
fn assessed(Declared { battle, choice, .. }: &Declared, expect: &Expect) -> Held {
    let Expect::Assess { attack, terms, defence, defence_terms, numbers, undefended, .. } = expect else {
        return Ok(());
    };
    let decision = battle.decision().ok_or("nobody is asked")?;
    let assessment = attack_ahead(battle, decision, choice).ok_or("it is not an attack")?.assessment();
    check_number("attack", &assessment.attack().number, *attack, terms)?;
    for (name, number) in numbers {
        let others = assessment.others();
        let found = others.iter().find(|number| is_called(&number.label, name));
        if found.is_none() && *number == 0 && battle.ruleset.rules().names().numbers.contains(&name.as_str()) {
            continue;
        }
        let found = found.ok_or_else(|| {
            format!("{name} is not among {}", list(others.iter().map(|number| number.label.to_string())))
        })?;
        check_number(&found.label, &found.number, Some(*number), &[])?;
    }
    let asks = defence.is_some() || !defence_terms.is_empty();
    match (all_defences(&assessment), undefended) {
        (Some((name, number)), Some(true)) => Err(format!("defence by {name}: {}", verdict_text(&number))),
        (None, Some(false)) => Err("there is no defence".into()),
        (Some((name, number)), _) => check_number(&name, &number, *defence, defence_terms),
        (None, _) => truth(!asks, || "there is no defence".into()),
    }
}

/// All defences of an attack taken together, and their names; `None` if there are none.
fn all_defences(assessment: &Assessment) -> Option<(String, Verdict)> {
    let all = assessment.defences().map(|number| (number.label.to_string(), number.number.clone()));
    all.reduce(|(names, sum), (name, number)| {
        let sum = number.terms.into_iter().fold(sum, |sum, term| sum.plus(term.rule, term.words, term.amount));
        (format!("{names} and {name}"), sum)
    })
}

/// The odds of an attack on a combatant, with everybody who makes it.
pub(super) struct Odds<'a> {
    pub(super) battle: &'a Battle,
    pub(super) by: CombatantSet,
    pub(super) whom: CombatantId,
    pub(super) forecast: Arc<Forecast>,
}

impl Odds<'_> {
    fn chance(&self, holds: impl Fn(&OutcomeState) -> bool) -> Fraction {
        self.forecast.odds.chance(holds)
    }

    fn results<'e>(&self, ending: &'e OutcomeState) -> impl Iterator<Item = &'e AttackResult> {
        ending.blows(self.by, self.whom)
    }

    pub(super) fn damage(&self, ending: &OutcomeState) -> i16 {
        self.results(ending).map(|result| result.damage).sum()
    }

    /// Whether a text agrees with a chance or a mean of these odds.
    pub(super) fn agrees(&self, text: &str, came: Fraction) -> Result<bool, String> {
        if self.forecast.missing == 0 { agrees(text, came) } else { agrees_nearly(text, came) }
    }

    /// All chances that are asked for, with their names and expected values.
    fn asked<'e>(
        &self,
        expect: &'e Expect,
        kind: impl Fn(&str) -> Result<ConditionKind, String>,
    ) -> Result<Vec<(String, &'e str, Fraction)>, String> {
        let Expect::Chance { hit, critical, mean, prone, grades, fates, blows, hits, conditions, .. } = expect else {
            return Ok(Vec::new());
        };
        let (by, whom, rules) = (self.by, self.whom, self.battle.ruleset.rules());
        let mut asked = Vec::new();
        let mut add = |name: &str, text: &'e str, came: Fraction| asked.push((name.to_string(), text, came));
        if let Some(text) = hit {
            add("hit", text, self.chance(|ending| ending.lands(by, whom)));
        }
        if let Some(text) = critical {
            let is = |ending: &OutcomeState| self.results(ending).any(|result| result.fate == Fate::Critical);
            add("critical", text, self.chance(is));
        }
        if let Some(text) = mean {
            add("mean", text, self.forecast.odds.mean(|ending| self.damage(ending).max(0) as u32));
        }
        if let Some(text) = prone {
            let falls = |ending: &OutcomeState| ending.effects.contains(&Effect::Posture(whom, Posture::Prone));
            add("prone", text, self.chance(falls));
        }
        for (name, text) in grades {
            let grade = rules.grades().iter().position(|known| known == name);
            let grade = grade.ok_or_else(|| format!("no grade is called `{name}`"))?;
            add(name, text, self.chance(|ending| usize::from(rules.grade(self.battle, whom, ending)) == grade));
        }
        for (fate, text) in fates {
            let is = |ending: &OutcomeState| self.results(ending).any(|result| fate.covers(result.fate));
            add(&format!("{fate:?}"), text, self.chance(is));
        }
        for (nth, fate, text) in blows {
            let of = |ending: &OutcomeState| self.results(ending).nth(nth.wrapping_sub(1)).map(|result| result.fate);
            let is = |ending: &OutcomeState| of(ending).is_some_and(|came| fate.covers(came));
            add(&format!("blow {nth} {fate:?}"), text, self.chance(is));
        }
        for (count, text) in hits {
            let landed = |ending: &OutcomeState| self.results(ending).filter(|result| result.fate.lands()).count();
            add(&format!("{count} hits"), text, self.chance(|ending| landed(ending) == *count));
        }
        for (name, text) in conditions {
            if let Some(is_so) = self.ends_in(name) {
                add(name, text, self.chance(is_so));
                continue;
            }
            let kind = kind(name)?;
            let has = |effect: &Effect| matches!(effect, Effect::AddCondition(who, condition) if *who == whom && condition.kind == kind);
            add(name, text, self.chance(|ending| ending.effects.iter().any(has)));
        }
        Ok(asked)
    }
}

/// Whether a label is this name, or says more after a comma: `Damage` for "Damage, 1d10".
fn is_called(label: &str, name: &str) -> bool {
    label == name || label.split_once(", ").is_some_and(|(first, _)| first == name)
}

/// A choice without the squares where combatants are placed, such as `@c3` in `strike B@c3 sword`.
fn plain(text: &str) -> String {
    let bare = |word: &str| {
        let end = if word.ends_with(';') { ";" } else { "" };
        format!("{}{end}", word.trim_end_matches(';').split('@').next().unwrap_or_default())
    };
    text.split_whitespace().map(bare).collect::<Vec<_>>().join(" ")
}

/// Checks a number and some of its terms.
pub(super) fn check_number(name: &str, came: &Verdict, value: Option<i32>, terms: &[(String, i32)]) -> Held {
    let told = || format!("{name} {}", verdict_text(came));
    truth(came.adds_up(), || format!("{} does not add up", told()))?;
    truth(value.is_none_or(|value| value == came.value), told)?;
    truth(held_terms(came, terms), told)
}
