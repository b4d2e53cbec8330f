//! What an expectation could say instead, place by place.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use proving_ground::{
    geometry::Square,
    levels::{Expect, Trial, run},
    rules::{Battle, RulesetId, Team},
};

use crate::cut::{cut, parts};

/// A place in the words of an expectation, and its alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub at: Range<usize>,
    /// The alternatives.
    pub others: Vec<String>,
    /// Whether it is the statement itself, so that every alternative must fail; otherwise it is the subject, and the
    /// same may be true of another subject.
    pub is_said: bool,
}

impl Place {
    /// The words with an alternative in the place.
    pub fn with(&self, words: &str, other: &str) -> String {
        format!("{}{other}{}", &words[..self.at.start], &words[self.at.end..])
    }

    /// The end of the battle, which is one place as a whole.
    fn end_of_battle(words: &str) -> Option<Self> {
        let won = |team: u8| format!("Won(\"{}\")", Team(team).name());
        let all = ["Draw".to_string(), "Undecided".into()].into_iter().chain((0..2).map(won));
        let others: Vec<String> = all.filter(|other| other != words).collect();
        (others.len() == 3).then_some(Self { at: 0..words.len(), others, is_said: true })
    }
}

/// Texts that trials of a ruleset use, by what they are used for.
#[derive(Default)]
pub struct Corpus {
    texts: BTreeMap<(RulesetId, String), BTreeSet<String>>,
    /// What occurred in the trials: what somebody has, holds, rolls or moves by, and the lines of the reports.
    come: BTreeSet<(RulesetId, &'static str, String)>,
}

impl Corpus {
    /// The corpus of these trials.
    pub fn of(trials: &[Trial]) -> Self {
        let mut corpus = Self::default();
        for trial in trials {
            let ruleset = trial.battle.ruleset;
            let told = run(trial).told.into_iter().filter(|line| !line.starts_with("> "));
            corpus.come.extend(told.map(|line| (ruleset, "NotLogged", line)));
            for stage in &trial.stages {
                for (_, choice) in &stage.choices {
                    corpus.add_choice(ruleset, choice);
                }
                for expectation in &stage.expect {
                    if let Some((absence, name)) = presence(&expectation.what) {
                        corpus.come.insert((ruleset, absence, name.clone()));
                    }
                    let slots = slots(&expectation.words);
                    for (slot, at) in slots {
                        if slot == "choice" {
                            corpus.add_choice(ruleset, &expectation.words[at]);
                        } else {
                            corpus.add(ruleset, slot, &expectation.words[at]);
                        }
                    }
                }
            }
        }
        corpus
    }

    fn add(&mut self, ruleset: RulesetId, slot: impl Into<String>, text: &str) {
        self.texts.entry((ruleset, slot.into())).or_default().insert(text.into());
    }

    fn add_choice(&mut self, ruleset: RulesetId, choice: &str) {
        let mut words = choice.split_once(':').map_or(choice, |(_, words)| words).split_whitespace();
        if let Some(verb) = words.next() {
            self.add(ruleset, "verb", verb);
        }
        for (key, value) in words.filter_map(|word| word.split_once('=')) {
            self.add(ruleset, format!("{key}="), value);
        }
    }

    /// Whether the thing that an expectation says is absent is present in some other trial.
    pub fn has_seen(&self, ruleset: RulesetId, expect: &Expect) -> bool {
        let seen = |absence: &str, holds: &dyn Fn(&str) -> bool| {
            self.come.iter().any(|(of, known, words)| *of == ruleset && *known == absence && holds(words))
        };
        match expect {
            Expect::HasNot(_, name) => seen("HasNot", &|known| known == name),
            Expect::HoldsNot(_, name) => seen("HoldsNot", &|known| known == name),
            Expect::NotRolled(_, name) => seen("NotRolled", &|known| known == name),
            Expect::ThreatensOnly(_, squares) if squares.is_empty() => seen("ThreatensOnly", &|_| true),
            Expect::Square(_, words) if words.is_empty() => seen("Square", &|_| true),
            Expect::NotLogged(words) => seen("NotLogged", &|line| line.contains(words)),
            Expect::Route { by: Some(by), cost: None, .. } => seen("Route", &|known| known == by),
            _ => false,
        }
    }

    fn others(&self, ruleset: RulesetId, slot: &str, text: &str) -> Vec<String> {
        let known = self.texts.get(&(ruleset, slot.to_string())).into_iter().flatten();
        known.filter(|known| *known != text).cloned().collect()
    }
}

/// What an expectation says is present, with the name of the expectation that says it is absent.
const fn presence(expect: &Expect) -> Option<(&'static str, &String)> {
    match expect {
        Expect::Has(_, name) | Expect::Gained(_, name) => Some(("HasNot", name)),
        Expect::Holds(_, name) => Some(("HoldsNot", name)),
        Expect::Rolled { words, .. } => Some(("NotRolled", words)),
        Expect::ThreatensOnly(who, squares) if !squares.is_empty() => Some(("ThreatensOnly", who)),
        Expect::Square(at, words) if !words.is_empty() => Some(("Square", at)),
        Expect::Way { by: Some(by), .. } | Expect::Route { by: Some(by), cost: Some(_), .. } => Some(("Route", by)),
        _ => None,
    }
}

/// The name of an expectation: `Value`.
fn head(words: &str) -> &str {
    words.split('(').next().unwrap_or(words)
}

/// The texts of an expectation, each with its use.
fn slots(words: &str) -> Vec<(String, Range<usize>)> {
    let head = head(words);
    let texts = cut(words).into_iter().filter(|token| token.is_text);
    let slot = |(index, field): (usize, Option<String>)| match (head, field.as_deref(), index) {
        (_, Some("choice"), _) | ("Allowed" | "Refused" | "Offered" | "NotOffered", _, 0) => "choice".to_string(),
        ("Rolled", Some("words"), _) | ("NotRolled", _, 1) => "roll".into(),
        ("Logged" | "NotLogged", ..) => "told".into(),
        ("Holds" | "HoldsNot", _, 1) => "held".into(),
        ("Has" | "HasNot" | "Gained" | "Lost", _, 1) => "condition".into(),
        _ => format!("{head} {}", field.unwrap_or_else(|| index.to_string())),
    };
    texts.enumerate().map(|(index, token)| (slot((index, token.field)), token.at)).collect()
}

/// Every place of an expectation that can be changed.
pub fn places(words: &str, trial: &Trial, corpus: &Corpus) -> Vec<Place> {
    if let Some(end) = Place::end_of_battle(words) {
        return vec![end];
    }
    let names = Names { battle: &trial.battle, corpus, head: head(words) };
    let bare = cut(words).into_iter().filter(|token| !token.is_text);
    let mut found: Vec<Place> = bare
        .filter_map(|token| {
            let others = bare_others(&words[token.at.clone()]);
            let is_said = token.field.as_deref() != Some("at_least");
            (!others.is_empty()).then_some(Place { at: token.at, others, is_said })
        })
        .collect();
    for (slot, at) in slots(words) {
        found.extend(
            names
                .places(&slot, &words[at.clone()])
                .into_iter()
                .map(|place| Place { at: at.start + place.at.start..at.start + place.at.end, ..place }),
        );
    }
    found
}

/// The alternatives to a number, a truth value or one of the few fixed words of the rules.
fn bare_others(word: &str) -> Vec<String> {
    const WORDS: [&[&str]; 5] = [
        &["true", "false"],
        &["Standing", "Crouching", "Prone"],
        &["Fighting", "Down", "Dead", "Fled"],
        &["Missed", "Averted", "Glanced", "Stopped", "Hit", "Critical"],
        &[
            "Dodged",
            "Parried",
            "Blocked",
            "Caught",
            "Countered",
            "SeenThrough",
            "Turned",
            "Missed",
            "Glanced",
            "Grazed",
            "Hit",
        ],
    ];
    if let Ok(number) = word.parse::<i64>() {
        return vec![(number + 1).to_string(), (number - 1).to_string()];
    }
    let list = WORDS.into_iter().find(|list| list.contains(&word)).unwrap_or_default();
    list.iter().filter(|other| **other != word).map(ToString::to_string).collect()
}

struct Names<'a> {
    battle: &'a Battle,
    corpus: &'a Corpus,
    head: &'a str,
}

impl Names<'_> {
    fn places(&self, slot: &str, text: &str) -> Vec<Place> {
        let mut found = Vec::new();
        let mut verb_comes = slot == "choice";
        for (at, word) in parts(text) {
            let word = word.trim_end_matches(|letter| ",:".contains(letter));
            let at = at.start..at.start + word.len();
            let is_seat = text[at.end..].starts_with(':');
            let (others, is_said) = match self.word(word) {
                Some(found) => found,
                None if verb_comes && !is_seat => {
                    verb_comes = false;
                    (self.corpus.others(self.battle.ruleset, "verb", word), false)
                }
                None => continue,
            };
            if !others.is_empty() {
                found.push(Place { at, others, is_said });
            }
        }
        if found.is_empty() {
            let others = self.corpus.others(self.battle.ruleset, slot, text);
            found.extend((!others.is_empty()).then_some(Place {
                at: 0..text.len(),
                others,
                is_said: self.head == "Cover",
            }));
        }
        for place in &mut found {
            // Odds are worked out anew for each change, so only a few are tried.
            if matches!(self.head, "Assess" | "Chance" | "Area") {
                place.others.truncate(6);
            }
        }
        found
    }

    /// The alternatives to a word, and whether it is the statement itself.
    fn word(&self, word: &str) -> Option<(Vec<String>, bool)> {
        let rules = self.battle.ruleset.rules();
        if rules.catalogue().iter().any(|rule| rule.id.0 == word) {
            let others = rules.catalogue().iter().map(|rule| rule.id.0).filter(|id| *id != word);
            return Some((
                others.map(ToString::to_string).collect(),
                matches!(self.head, "Refused" | "NoWay" | "Noted"),
            ));
        }
        if let Some((tag, square)) = word.split_once('@') {
            let tags = self.tags(tag)?.into_iter().map(|tag| format!("{tag}@{square}"));
            let squares = self.squares(square)?.into_iter().map(|square| format!("{tag}@{square}"));
            return Some((tags.chain(squares).collect(), false));
        }
        if let Some((key, value)) = word.split_once('=') {
            let values = self.corpus.others(self.battle.ruleset, &format!("{key}="), value);
            let numbers = bare_others(value);
            let others = if numbers.is_empty() { values } else { numbers };
            return Some((others.into_iter().map(|value| format!("{key}={value}")).collect(), false));
        }
        let named = || self.tags(word).or_else(|| self.items(word)).or_else(|| self.counted(word));
        let square = || Some((self.squares(word)?, self.head == "At"));
        named().map(|others| (others, false)).or_else(square).or_else(|| Some((digits(word)?, true)))
    }

    fn tags(&self, word: &str) -> Option<Vec<String>> {
        others(word, self.battle.combatants().map(|fighter| &*fighter.identity.tag))
    }

    fn items(&self, word: &str) -> Option<Vec<String>> {
        others(word, self.battle.items().map(|item| item.tag))
    }

    fn counted(&self, word: &str) -> Option<Vec<String>> {
        let names = self.battle.ruleset.rules().names();
        match self.head {
            "Value" => others(word, names.vitals.iter().chain(names.budgets).copied()),
            "Has" | "HasNot" | "Gained" | "Lost" => others(word, names.conditions.iter().chain(names.states).copied()),
            _ => None,
        }
    }

    /// The squares around a square on the board.
    fn squares(&self, word: &str) -> Option<Vec<String>> {
        let square: Square = word.parse().ok()?;
        let field = &self.battle.scene.field;
        let around = field.squares().filter(|other| {
            let apart = |one: i16, other: i16| (one - other).abs();
            *other != square && apart(other.x, square.x).max(apart(other.y, square.y)) == 1
        });
        Some(around.map(|other| other.to_string()).collect())
    }
}

fn others<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<String>> {
    let is_known = known.clone().any(|other| other == word);
    let mut all: Vec<String> = known.filter(|known| *known != word).map(ToString::to_string).collect();
    all.sort();
    all.dedup();
    is_known.then_some(all)
}

/// A number in a text with its last digits changed by one: `2.5`, `3264/9949`.
fn digits(word: &str) -> Option<Vec<String>> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || b"./".contains(&byte));
    let start = word.rfind(|letter: char| !letter.is_ascii_digit()).map_or(0, |at| at + 1);
    let last: u128 = word[start..].parse().ok().filter(|_| is_number)?;
    let width = word.len() - start;
    let around = [last.checked_add(1), last.checked_sub(1).filter(|number| *number > 0)];
    Some(around.into_iter().flatten().map(|other| format!("{}{other:0width$}", &word[..start])).collect())
}
