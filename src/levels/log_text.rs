//! The journal in words, a line for each entry, for reports and the command line.

use crate::rules::{Battle, CombatantId, Die, Effect, Entry, Fate, Offers, Roll, Verdict, action_words};

/// An entry in words; `None` for effects, which other entries explain. `battle` only provides the names.
pub fn log_text(battle: &Battle, entry: &Entry) -> Option<String> {
    let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
    let text = match entry {
        Entry::Chosen(who, choice) => {
            format!("{}: {}", battle.combatant(*who).identity.tag, choice.text(battle, &Offers::default()))
        }
        Entry::Action { who, words, on, with, rule, .. } => {
            let with = with.map(|with| format!("with {}", battle.item(with).name));
            let object = on.map(name).into_iter().chain(with).collect::<Vec<_>>().join(" ");
            format!("{} {}, {rule}", name(*who), action_words(words, &object))
        }
        Entry::Roll(roll) => tell_roll(&name(roll.who), roll),
        Entry::AttackResult(result) => {
            let (by, on) = (name(result.by), name(result.on));
            match result.fate {
                Fate::Missed => format!("{by} misses {on}"),
                Fate::Failed => format!("{by} fails against {on}"),
                Fate::Averted(how) => format!("{on} {} the blow of {by}", how.third_person()),
                Fate::Glanced => format!("{by} only grazes {on}"),
                Fate::Grazed => format!("{by} only grazes {on}: damage {}", result.damage),
                Fate::Worked(how) => format!("{by} {} {on}", how.third_person()),
                Fate::Stopped => format!("{by} hits {on}, whose armour stops it"),
                Fate::Hit | Fate::Critical => {
                    let how = if result.fate == Fate::Critical { " critically" } else { "" };
                    format!("{by} hits {on}{how}: damage {}", result.damage)
                }
            }
        }
        Entry::Note { who, words, rule } => format!("{} {words}, {rule}", name(*who)),
        Entry::Effect(Effect::Round(round)) => format!("Round {round}"),
        Entry::Effect(Effect::Acting(Some(who))) => format!("{} to act", name(*who)),
        Entry::Effect(Effect::Arrive(who, at)) => format!("{} arrives at {}", name(*who), at.anchor()),
        Entry::Effect(Effect::Concede(team)) => format!("{team} concedes"),
        Entry::Effect(Effect::Over(Some(team))) => format!("{team} wins"),
        Entry::Effect(Effect::Over(None)) => "Nobody wins".into(),
        Entry::Effect(_) => return None,
    };
    Some(text)
}

fn tell_roll(name: &str, roll: &Roll) -> String {
    let against = match (&roll.against, roll.success) {
        (Some(verdict), Some(_)) => format!(" against {}", verdict_text(verdict)),
        (Some(verdict), None) => format!(", in all {}", verdict_text(verdict)),
        (None, _) if roll.dice.len() != 1 => format!(", in all {}", number(roll.value)),
        (None, _) => String::new(),
    };
    let success = match roll.success {
        Some(true) => "success",
        Some(false) => "failure",
        None => "",
    };
    // The degree says success or failure already.
    let says_so = !success.is_empty() && roll.upshot.contains(success);
    let ends = [if says_so { "" } else { success }, &roll.upshot].into_iter().filter(|part| !part.is_empty());
    let ends: String = ends.map(|part| format!(", {part}")).collect();
    if roll.dice.is_empty() {
        return format!("{name} rolls no dice for {}{against}{ends}, {}", roll.words, roll.rule);
    }
    format!("{name} rolls {}: {}{against}{ends}, {}", roll.words, tell_dice(roll), roll.rule)
}

/// The dice: `9 10, lucky 1 9`, or `1, marker 9`.
fn tell_dice(roll: &Roll) -> String {
    let group = |(word, dice): (Option<&str>, &[Die])| {
        let faces = dice.iter().map(|die| die.face.to_string());
        word.map(str::to_owned).into_iter().chain(faces).collect::<Vec<_>>().join(" ")
    };
    roll.groups().map(group).collect::<Vec<_>>().join(", ")
}

/// A number and its terms: `40 (60 Sword, −20 No proficiency PCT-CHK-09)`.
pub fn verdict_text(verdict: &Verdict) -> String {
    let terms: Vec<String> =
        verdict.terms.iter().map(|term| format!("{} {} {}", number(term.amount), term.words, term.rule)).collect();
    format!("{} ({})", number(verdict.value), terms.join(", "))
}

/// A number with a real minus.
fn number(value: i32) -> String {
    value.to_string().replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Face,
        levels::{Roster, builtin, deploy},
        rules::{AttackResult, Part, RuleId, Setback, Settings},
    };

    #[test]
    fn entries_read_as_sentences() {
        let level = &builtin()[0];
        let battle = deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).unwrap();
        let (a, b) = (CombatantId(0), CombatantId(1));
        let rule = RuleId("X-1");
        let names = |who: CombatantId| battle.combatant(who).identity.name.to_string();
        let roll = Roll {
            who: a,
            words: "Fray".into(),
            rule,
            dice: Die::counted(&[Face::new(31, 100)]),
            value: 31,
            against: Some(Verdict::base(rule, "Fray", 45).plus(rule, "Hurried", -10)),
            success: Some(true),
            upshot: "margin 31".into(),
        };
        let told = log_text(&battle, &Entry::Roll(roll)).unwrap();
        let right = "rolls Fray: 31 against 35 (45 Fray X-1, \u{2212}10 Hurried X-1), success, margin 31, X-1";
        assert_eq!(told, format!("{} {right}", names(a)));
        let die = |shows, sides, part| Die::each(&[Face::new(shows, sides)], part).collect::<Vec<_>>();
        let dice = [die(2, 2, Part::Flip), die(7, 10, Part::Counted), die(4, 10, Part::Marker), die(5, 10, Part::Luck)];
        let staked = Roll {
            who: a,
            words: "To hit".into(),
            rule,
            dice: dice.concat(),
            value: 12,
            against: None,
            success: None,
            upshot: "".into(),
        };
        let right = "rolls To hit: 7, marker 4, lucky 5, in all 12, X-1";
        assert_eq!(log_text(&battle, &Entry::Roll(staked)).unwrap(), format!("{} {right}", names(a)));
        let most = Roll {
            who: a,
            words: "Damage".into(),
            rule,
            dice: Vec::new(),
            value: 39,
            against: Some(Verdict::base(rule, "Dice at maximum", 30).plus(rule, "Weapon", 9)),
            success: None,
            upshot: "".into(),
        };
        let right = "rolls no dice for Damage, in all 39 (30 Dice at maximum X-1, 9 Weapon X-1), X-1";
        assert_eq!(log_text(&battle, &Entry::Roll(most)).unwrap(), format!("{} {right}", names(a)));
        let result = Entry::AttackResult(AttackResult { by: a, on: b, fate: Fate::Hit, damage: 7 });
        assert_eq!(log_text(&battle, &result).unwrap(), format!("{} hits {}: damage 7", names(a), names(b)));
        let tripped = Entry::AttackResult(AttackResult { by: a, on: b, fate: Fate::Worked(Setback::Trip), damage: 0 });
        assert_eq!(log_text(&battle, &tripped).unwrap(), format!("{} trips {}", names(a), names(b)));
        let grazed = Entry::AttackResult(AttackResult { by: a, on: b, fate: Fate::Grazed, damage: 3 });
        assert_eq!(log_text(&battle, &grazed).unwrap(), format!("{} only grazes {}: damage 3", names(a), names(b)));
        assert_eq!(log_text(&battle, &Entry::Effect(Effect::Round(2))).as_deref(), Some("Round 2"));
        assert_eq!(log_text(&battle, &Entry::Effect(Effect::Held(0, 1))), None);
    }
}
