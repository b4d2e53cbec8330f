//! The numbers of a sheet one by one, whatever the ruleset: every number, switch and word in it by where it stands.

use serde_json::Value;

use crate::rules::Sheet;

/// A value of a sheet that can be set by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetValue {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Switch(bool),
    /// One of some words: which, and all of them.
    Word(String, Vec<String>),
}

/// A field of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetField {
    /// Where it stands: `/skills/0/ranks`.
    pub path: String,
    /// What it is called: "Melee weapons".
    pub label: String,
    /// Its value.
    pub value: SheetValue,
    /// Whether the archetype has another value there.
    pub differs: bool,
}

/// The most fields of a sheet that are listed.
const MOST: usize = 120;

/// Every field of a sheet that can be set by itself, those of its own first, then those of its lists. `printed` is the sheet
/// it is compared with.
pub fn fields(sheet: &Sheet, printed: Option<&Sheet>) -> Vec<SheetField> {
    let (Some(value), printed) = (inner(sheet), printed.and_then(inner)) else { return Vec::new() };
    let mut found = Vec::new();
    walk(&value, String::new(), "", &mut found);
    found.truncate(MOST);
    let mut fields: Vec<SheetField> = Vec::new();
    for (path, label, one) in found {
        let value = match one {
            Value::Bool(on) => SheetValue::Switch(on),
            Value::String(word) => {
                let words = words_at(sheet, &path);
                if words.len() < 2 {
                    continue;
                }
                SheetValue::Word(word, words)
            }
            number => match number.as_i64() {
                Some(number) => SheetValue::Number(number),
                None => continue,
            },
        };
        let differs = printed.as_ref().is_some_and(|printed| printed.pointer(&path) != inner_at(sheet, &path).as_ref());
        fields.push(SheetField { path, label, value, differs });
    }
    fields.sort_by_key(|field| field.path.matches('/').count() > 1);
    fields
}

/// A sheet with another value at a place.
///
/// # Errors
/// Why it cannot be so, in words.
pub fn with(sheet: &Sheet, path: &str, value: &SheetValue) -> Result<Sheet, String> {
    let value = match value {
        SheetValue::Number(number) => Value::from(*number),
        SheetValue::Switch(on) => Value::from(*on),
        SheetValue::Word(word, _) => Value::from(word.as_str()),
    };
    let changed = replaced(sheet, path, value)?;
    let faults = changed.faults();
    if faults.is_empty() { Ok(changed) } else { Err(faults.join("; ")) }
}

fn replaced(sheet: &Sheet, path: &str, value: Value) -> Result<Sheet, String> {
    let mut all = serde_json::to_value(sheet).map_err(|error| error.to_string())?;
    let own = all.as_object_mut().and_then(|all| all.values_mut().next());
    let place = own.and_then(|own| own.pointer_mut(path)).ok_or_else(|| format!("nothing stands at {path}"))?;
    *place = value;
    serde_json::from_value(all).map_err(|error| error.to_string())
}

/// The record of a sheet, without the name of its ruleset.
fn inner(sheet: &Sheet) -> Option<Value> {
    match serde_json::to_value(sheet).ok()? {
        Value::Object(all) => all.into_iter().next().map(|(_, own)| own),
        _ => None,
    }
}

fn inner_at(sheet: &Sheet, path: &str) -> Option<Value> {
    inner(sheet)?.pointer(path).cloned()
}

/// The words that can stand at a place: what is said when a word stands there that cannot.
fn words_at(sheet: &Sheet, path: &str) -> Vec<String> {
    let said = replaced(sheet, path, Value::from("?")).err().unwrap_or_default();
    // "unknown variant `?`, expected one of `Tiny`, `Small`": every second piece between back quotes, but the first.
    let words = said.split('`').skip(3).step_by(2);
    words.filter(|_| said.contains("unknown variant")).map(str::to_string).collect()
}

/// Gathers numbers, switches and words with where they stand and what they are called.
fn walk(value: &Value, path: String, label: &str, found: &mut Vec<(String, String, Value)>) {
    match value {
        Value::Object(fields) => {
            let numbers = fields.values().filter(|one| one.is_number()).count();
            let named = fields.values().find_map(Value::as_str).map(spelt);
            for (key, one) in fields {
                let own = match (&named, one) {
                    (Some(name), Value::Number(_)) if !path.is_empty() && numbers == 1 => name.clone(),
                    (Some(name), _) if !path.is_empty() => format!("{name}: {}", spelt(key).to_lowercase()),
                    _ if label.is_empty() => spelt(key),
                    _ => format!("{label}: {}", spelt(key).to_lowercase()),
                };
                // The word that names an entry is what it is, not a value of it.
                let is_name = !path.is_empty() && one.as_str().map(spelt) == named && named.is_some();
                if !is_name {
                    walk(one, format!("{path}/{key}"), &own, found);
                }
            }
        }
        Value::Array(all) => {
            let named =
                all.first().and_then(Value::as_str).filter(|_| all.len() > 1 && all[1..].iter().any(Value::is_number));
            for (place, one) in all.iter().enumerate() {
                let own =
                    named.map_or_else(|| label.to_owned(), |name| format!("{label}: {}", spelt(name).to_lowercase()));
                let is_list_of_words = one.is_string();
                if !is_list_of_words {
                    walk(one, format!("{path}/{place}"), &own, found);
                }
            }
        }
        Value::Null => {}
        one => found.push((path, label.to_owned(), one.clone())),
    }
}

/// A word of a file as it is read: "MeleeWeapons" and "melee_weapons" become "Melee weapons".
fn spelt(word: &str) -> String {
    let mut out = String::new();
    for (place, letter) in word.chars().enumerate() {
        if place == 0 {
            out.extend(letter.to_uppercase());
        } else if letter == '_' {
            out.push(' ');
        } else if letter.is_uppercase() {
            out.push(' ');
            out.extend(letter.to_lowercase());
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{levels::Roster, rules::RulesetId};

    #[test]
    fn every_field_of_every_sheet_can_be_set_to_what_it_is() {
        for ruleset in RulesetId::ALL {
            for archetype in &Roster::builtin().archetypes {
                let sheet = archetype.sheet(*ruleset);
                let all = fields(&sheet, Some(&sheet));
                assert!(!all.is_empty(), "{ruleset} {}", archetype.tag);
                for field in &all {
                    assert!(!field.differs);
                    let same = with(&sheet, &field.path, &field.value);
                    assert_eq!(same.as_ref(), Ok(&sheet), "{ruleset} {} {}", archetype.tag, field.path);
                }
            }
        }
    }

    #[test]
    fn numbers_are_set_within_their_bounds_and_differences_are_marked() {
        for ruleset in RulesetId::offered() {
            let sheet = Roster::builtin().archetype("archer").unwrap().sheet(ruleset);
            let (mut set, mut refused) = (0, 0);
            for field in fields(&sheet, None) {
                let SheetValue::Number(number) = field.value else { continue };
                if let Ok(changed) = with(&sheet, &field.path, &SheetValue::Number(number + 1)) {
                    let differing: Vec<String> = fields(&changed, Some(&sheet))
                        .into_iter()
                        .filter(|one| one.differs)
                        .map(|one| one.path)
                        .collect();
                    assert_eq!(differing, [&*field.path], "{ruleset}");
                    set += 1;
                }
                if let Err(words) = with(&sheet, &field.path, &SheetValue::Number(99_999)) {
                    assert!(!words.is_empty());
                    refused += 1;
                }
            }
            assert!(set > 3 && refused > 3, "{ruleset}: {set} set, {refused} refused");
        }
    }

    #[test]
    fn words_are_offered_with_those_that_could_stand_there() {
        let words = RulesetId::offered().flat_map(|ruleset| fields(&ruleset.plain_sheet(), None));
        let sizes: Vec<SheetField> = words.filter(|field| field.path == "/size").collect();
        assert!(!sizes.is_empty());
        for size in sizes {
            let SheetValue::Word(word, all) = &size.value else { panic!("{size:?}") };
            assert!(all.len() >= 5 && all.contains(word), "{all:?}");
        }
        assert_eq!((spelt("MeleeWeapons"), spelt("natural_av")), ("Melee weapons".into(), "Natural av".into()));
    }
}
