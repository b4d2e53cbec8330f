//! What an act has changed for those concerned, as rows of its card: health, conditions, posture and place, items held.

use crate::{
    panels::{
        battle::telling::{Telling, TellingRow},
        number,
        widgets::log_line::Piece,
    },
    rules::{Battle, Card, CombatantId, Fact, Posture, RuleId, and_list},
};

/// The differences between the battles before and after an act, for the fighters `is_seen` allows.
pub(super) fn changes(
    before: &Battle,
    after: &Battle,
    told: &[Telling],
    is_seen: impl Fn(CombatantId) -> bool,
) -> Changes {
    let mut concerned: Vec<CombatantId> = Vec::new();
    let named = |telling: &Telling| {
        let marked = telling.marks.iter().map(|mark| mark.on).chain(telling.on);
        marked.chain([telling.by]).chain(telling.out.iter().chain(&telling.touched).copied()).collect::<Vec<_>>()
    };
    for who in told.iter().flat_map(named).filter(|who| is_seen(*who)) {
        if !concerned.contains(&who) {
            concerned.push(who);
        }
    }
    let rules = after.ruleset.rules();
    let (mut rows, mut losses) = (Vec::new(), Vec::new());
    for who in concerned {
        let name = &after.combatant(who).identity.name;
        let cards = [rules.card(before, who), rules.card(after, who)];
        // The sentence tells that somebody has left the fight, and the rules' note tells how; whatever comes with that
        // is no news.
        let is_said = |telling: &Telling| telling.out.contains(&who) && telling.noted.contains(&who);
        let falls = after.combatant(who).status.is_out() && told.iter().any(is_said);
        losses.extend(bars(name, &cards, falls || told.iter().any(|telling| telling.by == who)));
        if !falls {
            rows.extend(conditions(name, &cards));
        }
        let is_told = told.iter().any(|telling| telling.noted.contains(&who));
        if !is_told {
            rows.extend(bearing(before, after, told, who));
        }
        if told.iter().all(|telling| telling.by != who) {
            rows.extend(lost(before, after, who));
        }
    }
    Changes { rows, losses }
}

/// The differences between two battles.
pub(super) struct Changes {
    /// Conditions, posture and place, items held.
    pub rows: Vec<TellingRow>,
    /// The changed totals of each fighter, targets first.
    pub losses: Vec<TellingRow>,
}

impl Changes {
    /// All rows: losses first, then the rest.
    pub(super) fn into_rows(self) -> Vec<TellingRow> {
        [self.losses, self.rows].concat()
    }
}

/// All changed totals of a fighter in one row, with new conditions: "Bo, Durability 30 to 17, Vigor 25 to 20, prone";
/// or the totals `alone`.
fn bars(name: &str, [then, now]: &[Card; 2], alone: bool) -> Option<TellingRow> {
    let changed = then.bars.iter().zip(&now.bars).filter(|(old, new)| old.now != new.now);
    let points = changed.map(|(old, new)| (old.label, old.now, new.now));
    let worn = then.wear.iter().filter_map(|(piece, old)| {
        let (_, new) = now.wear.iter().find(|(other, new)| (other, old) != (piece, new))?;
        Some((&**piece, i32::from(*old), i32::from(*new)))
    });
    let told =
        points.chain(worn).map(|(of, old, new)| format!("{of} {} to {}", number::plain(old), number::plain(new)));
    let told: Vec<String> = told.collect();
    let is_new = |fact: &&Fact| !then.conditions.iter().any(|other| other.label == fact.label);
    let befell = now.conditions.iter().filter(is_new).map(|fact| crate::rules::uncapital(&fact.label));
    let told: Vec<String> = if told.is_empty() || alone { told } else { told.into_iter().chain(befell).collect() };
    (!told.is_empty()).then(|| plain_row(format!("{name}, {}", told.join(", ")), None))
}

/// Conditions begun and ended.
fn conditions(name: &str, [then, now]: &[Card; 2]) -> Vec<TellingRow> {
    let is_among = |all: &[Fact], fact: &Fact| all.iter().any(|other| other.label == fact.label);
    let begun = now.conditions.iter().filter(|fact| !is_among(&then.conditions, fact)).map(|fact| {
        let head = [fact.label.as_ref(), &fact.value].into_iter().filter(|part| !part.is_empty());
        let head = crate::rules::uncapital(&head.collect::<Vec<_>>().join(" "));
        let words = if fact.words.is_empty() { head } else { format!("{head}, {}", fact.words) };
        plain_row(format!("{name}: {words}"), fact.rule)
    });
    let ended = then
        .conditions
        .iter()
        .filter(|fact| !is_among(&now.conditions, fact))
        .map(|fact| plain_row(format!("{name}: no longer {}", crate::rules::uncapital(&fact.label)), fact.rule));
    begun.chain(ended).collect()
}

/// A changed posture or place, if nothing else tells it: a fighter's movement in its own act is told already.
fn bearing(before: &Battle, after: &Battle, told: &[Telling], who: CombatantId) -> Vec<TellingRow> {
    let (then, now) = (before.combatant(who), after.combatant(who));
    let name = &now.identity.name;
    let mut rows = Vec::new();
    if then.posture != now.posture {
        let words = match now.posture {
            Posture::Standing => "stands",
            Posture::Crouching => "crouches",
            Posture::Prone => "lies prone",
        };
        rows.push(plain_row(format!("{name} {words}"), None));
    }
    let (from, to) = (then.placement.anchor(), now.placement.anchor());
    if from != to && told.iter().all(|telling| telling.by != who) {
        rows.push(plain_row(format!("{name} from {from} to {to}"), None));
    }
    rows
}

/// Items that somebody no longer holds and that lie on the ground.
fn lost(before: &Battle, after: &Battle, who: CombatantId) -> Vec<TellingRow> {
    let (then, now) = (before.combatant(who), after.combatant(who));
    let gone = then.hands.held().filter(|item| {
        let is_held = now.hands.held().any(|other| other == *item);
        !is_held && matches!(after.item(*item).at, crate::rules::Location::Ground(_))
    });
    let mut names: Vec<(&str, usize)> = Vec::new();
    for item in gone {
        let name = after.item(item).name;
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let counted =
        |(name, count): &(&str, usize)| if *count > 1 { format!("{count} {}", several(name)) } else { (*name).into() };
    let held: Vec<String> = names.iter().map(counted).collect();
    let row = || plain_row(format!("{} no longer holds {}", now.identity.name, and_list(&held)), None);
    (!held.is_empty()).then(row).into_iter().collect()
}

/// The plural of an item's name: swords, knives, torches.
fn several(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("fe") {
        return format!("{stem}ves");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    format!("{name}{}", if hisses { "es" } else { "s" })
}

fn plain_row(words: String, rule: Option<RuleId>) -> TellingRow {
    TellingRow { pieces: vec![Piece::Words(words)], amount: String::new(), rule, sum: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lab::after_entries,
        levels::{Roster, builtin, deploy},
        panels::battle::{log::Who, telling::tell},
        rules::{
            Action, AttackResult, Condition, ConditionKind, Effect, Entry, Fate, RulesetId, Settings, Status, Until,
            Vital,
        },
    };

    /// A fall is told once in the card's sentence, and how in the rules' words, and no more.
    #[test]
    fn a_fall_is_not_told_again_by_what_comes_with_it() {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("it comes with the game");
        let mut seen = 0;
        for ruleset in RulesetId::offered() {
            let all = ruleset.rules().names().conditions;
            let Some(kind) = all.iter().position(|name| *name == "unconscious") else { continue };
            let before =
                deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).expect("it can be deployed");
            let by = CombatantId(0);
            let on = before.enemies(by).next().expect("there is an enemy").id;
            let name = before.combatant(on).identity.name.to_string();
            let rule = RuleId("RULE-01");
            let unconscious = Condition::new(ConditionKind(kind as u8), Until::NextTurnEnd);
            let blow = |status: &[Effect]| {
                let act = Entry::action((by, Action::Strike), "strikes", (Some(on), None, None), rule);
                let lands = Entry::AttackResult(AttackResult { by, on, fate: Fate::Hit, damage: 5 });
                let harm = [Effect::Vital(on, Vital(0), 1), Effect::AddCondition(on, unconscious)];
                let note = Entry::Note { who: on, words: "falls unconscious".into(), rule };
                let effects = harm.iter().chain(status).cloned().map(Entry::Effect);
                let entries: Vec<Entry> = [act, lands].into_iter().chain(effects).chain([note]).collect();
                let after = after_entries(&before, &entries);
                let who = |who: CombatantId| {
                    let fighter = before.combatant(who);
                    Who { name: fighter.identity.name.to_string(), team: fighter.team, letter: 'N' }
                };
                let told = tell(&entries, who);
                let all = changes(&before, &after, &told, |_| true).into_rows();
                let told = all.iter().chain(told.iter().flat_map(|telling| &telling.rows));
                told.filter(|row| format!("{:?}", row.pieces).to_lowercase().contains("unconscious")).count()
            };
            assert_eq!(blow(&[Effect::Status(on, Status::Down)]), 1, "{ruleset}: {name} falls");
            let again = [Status::Down, Status::Fighting].map(|status| Effect::Status(on, status));
            assert!(blow(&again) > 1, "{ruleset}: {name} is back in the fight");
            assert!(blow(&[]) > 0, "{ruleset}: who fights on has a row for it");
            seen += 1;
        }
        assert!(seen > 0, "nobody falls unconscious anywhere");
    }

    #[test]
    fn several_things_have_the_plural_of_their_name() {
        let names = ["sword", "knife", "torch", "cutlass", "axe"].map(several);
        assert_eq!(names, ["swords", "knives", "torches", "cutlasses", "axes"]);
    }
}
