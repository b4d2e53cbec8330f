//! The contents of records in words: the names of fields and of the entries of lists.

use serde_json::Value;

/// What tells an entry from others of its list: its name, or the word it begins with.
pub(super) fn called(entry: &Value) -> String {
    match entry {
        Value::String(word) => spelt(word),
        Value::Array(all) => all.first().map(called).unwrap_or_default(),
        Value::Object(fields) => {
            let name = naming(fields);
            let inside = || fields.values().find(|field| field.is_object() || field.is_array()).map(called);
            let key = || fields.keys().next().map(|key| spelt(key)).unwrap_or_default();
            name.map(spelt).or_else(|| inside().filter(|words| !words.is_empty())).unwrap_or_else(key)
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The names of the entries of a list.
pub(super) fn names_at(record: &Value, path: &str) -> Vec<String> {
    match record.pointer(path) {
        Some(Value::Array(all)) => all.iter().map(called).collect(),
        Some(Value::Object(_)) => record.pointer(path).map(called).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The word that says what an entry is.
pub(super) fn naming(fields: &serde_json::Map<String, Value>) -> Option<&str> {
    let said = ["name", "tag", "kind"].iter().find_map(|key| fields.get(*key)?.as_str());
    said.or_else(|| fields.values().find_map(Value::as_str))
}

/// An entry in words: "Melee weapons 30".
pub(super) fn named(entry: &Value) -> String {
    let number = match entry {
        Value::Array(all) => all.get(1).filter(|field| field.is_number()),
        Value::Object(fields) => {
            let mut numbers = fields.values().filter(|field| field.is_number());
            numbers.next().filter(|_| numbers.next().is_none())
        }
        _ => None,
    };
    number.map_or_else(|| called(entry), |number| format!("{} {number}", called(entry)))
}

/// A word of a file as it is shown: "MeleeWeapons" and "melee_weapons" become "Melee weapons".
pub fn spelt(word: &str) -> String {
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
