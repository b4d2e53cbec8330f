//! The values of a sheet or an arm one by one, whatever the ruleset: every number, switch, word and list in it by its
//! path. What a value can be is found by trying it in the record itself.

use serde_json::Value;

use super::spelling::{called, named, names_at, naming, spelt};
use crate::rules::{Arm, RulesetId, Sheet};

/// A value of a record that can be set by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetValue {
    /// A whole number.
    Number(i64),
    /// A whole number that need not be there.
    Maybe(Option<i64>),
    /// Yes or no.
    Switch(bool),
    /// One of several words: the present one, and all of them.
    Word(String, Vec<String>),
    /// A list: what it has, and what could be added, each in words.
    List(Vec<String>, Vec<String>),
}

/// A change of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListEdit {
    /// Adds the entry in that place among those that could be added.
    Add(usize),
    /// Removes the entry in that place.
    Drop(usize),
}

/// A change of a record at a place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEdit {
    /// Another value.
    Set(SheetValue),
    /// An entry of a list added or removed.
    List(ListEdit),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetField {
    /// Its path: `/skills/0/ranks`.
    pub path: String,
    /// Its label: "Melee weapons".
    pub label: String,
    /// Its value.
    pub value: SheetValue,
    /// Whether the archetype, or the arm it was made from, has another value there.
    pub differs: bool,
}

/// A record whose values can be set one by one: as files write it, within the bounds of its ruleset.
pub trait Record: Sized {
    /// The record as files write it, with the name of its ruleset around it.
    fn written(&self) -> Option<Value>;

    /// Reads it back.
    ///
    /// # Errors
    /// What cannot be read, in words.
    fn read(value: Value) -> Result<Self, String>;

    /// What is impossible about it, in words.
    fn wrong(&self) -> Vec<String>;
}

macro_rules! records {
    ($($name:ident)*) => {$(
        impl Record for $name {
            fn written(&self) -> Option<Value> {
                serde_json::to_value(self).ok()
            }

            fn read(value: Value) -> Result<Self, String> {
                serde_json::from_value(value).map_err(|error| error.to_string())
            }

            fn wrong(&self) -> Vec<String> {
                self.faults()
            }
        }
    )*};
}

records! { Sheet Arm }

/// The most fields of a record that are listed.
const MOST: usize = 240;

/// The most entries that are offered for a list.
const MOST_ENTRIES: usize = 80;

/// How far numbers are tried to find the bounds of one.
const FAR: i64 = 100_000;

/// Every field of a record that can be set by itself: first those of its own, then those in its lists. It is compared
/// with `printed`; entries that its lists could have are taken from `others`.
pub fn fields<R: Record>(record: &R, printed: Option<&R>, others: &[R]) -> Vec<SheetField> {
    let (Some(own), printed) = (inner(record), printed.and_then(inner)) else { return Vec::new() };
    let others: Vec<Value> = others.iter().filter_map(inner).collect();
    let mut found = Vec::new();
    walk(&own, (String::new(), ""), abbreviated(record), &mut found);
    found.truncate(MOST);
    let mut fields: Vec<SheetField> = Vec::new();
    for (path, label, json) in found {
        let Some(value) = value(record, &path, &json, &others) else { continue };
        let differs = printed.as_ref().is_some_and(|printed| match &value {
            // Differences within the entries of a list are marked there.
            SheetValue::List(..) => names_at(printed, &path) != names_at(&own, &path),
            _ => printed.pointer(&path) != own.pointer(&path),
        });
        fields.push(SheetField { path, label, value, differs });
    }
    fields.sort_by_key(|field| field.path.matches('/').count() > 1);
    fields
}

/// The whole numbers of a record, with their paths and labels.
pub(super) fn numbers<R: Record>(record: &R) -> Vec<SheetField> {
    let mut found = Vec::new();
    inner(record).iter().for_each(|own| walk(own, (String::new(), ""), abbreviated(record), &mut found));
    found.truncate(MOST);
    let number = |(path, label, value): (String, String, Value)| {
        Some(SheetField { path, label, value: SheetValue::Number(value.as_i64()?), differs: false })
    };
    found.into_iter().filter_map(number).collect()
}

/// The number at a place, and the lowest and the highest that are possible there.
pub(super) fn range<R: Record>(record: &R, path: &str) -> Option<(i64, (i64, i64))> {
    let now = inner(record)?.pointer(path)?.as_i64()?;
    Some((now, bounds(record, path)?))
}

/// What can be set at a place; `None` if nothing can.
fn value<R: Record>(record: &R, path: &str, now: &Value, others: &[Value]) -> Option<SheetValue> {
    let takes = |value: Value| replaced(record, path, value).is_ok();
    Some(match now {
        Value::Bool(on) => SheetValue::Switch(*on),
        Value::String(word) => {
            let words = words_at(record, path);
            (words.len() > 1).then(|| SheetValue::Word(word.clone(), words))?
        }
        Value::Null if takes(Value::from(1)) => SheetValue::Maybe(None),
        Value::Null => {
            let could = entries(record, path, others).iter().map(named).collect::<Vec<_>>();
            (!could.is_empty()).then_some(SheetValue::List(Vec::new(), could))?
        }
        Value::Array(all) => {
            let mut fewer = all.clone();
            // An array that cannot have fewer entries is not a list.
            if fewer.pop().is_some() && !takes(Value::from(fewer)) {
                return None;
            }
            let could = entries(record, path, others).iter().map(named).collect::<Vec<_>>();
            (!all.is_empty() || !could.is_empty()).then(|| SheetValue::List(all.iter().map(named).collect(), could))?
        }
        // An optional record is a list of at most one entry.
        Value::Object(_) if takes(Value::Null) => SheetValue::List(vec![named(now)], Vec::new()),
        number => {
            let number = number.as_i64()?;
            if takes(Value::Null) { SheetValue::Maybe(Some(number)) } else { SheetValue::Number(number) }
        }
    })
}

/// A record with another value at a place.
///
/// # Errors
/// Why that value is impossible, in words: for a number with the range that is possible.
fn with<R: Record>(record: &R, path: &str, value: &SheetValue) -> Result<R, String> {
    let value = match value {
        SheetValue::Number(number) | SheetValue::Maybe(Some(number)) => Value::from(*number),
        SheetValue::Maybe(None) => Value::Null,
        SheetValue::Switch(on) => Value::from(*on),
        SheetValue::Word(word, _) => Value::from(word.as_str()),
        SheetValue::List(..) => return Err("a list is changed entry by entry".into()),
    };
    let number = value.as_i64();
    checked(record, path, value).map_err(|why| match (number, bounds(record, path)) {
        (Some(number), Some((low, high))) if !(low..=high).contains(&number) => {
            let minus = |number: i64| number.to_string().replace('-', "\u{2212}");
            let range = format!("{} to {}", minus(low), minus(high));
            format!("{} cannot be {}: it goes from {range}", label_at(record, path), minus(number))
        }
        _ => why,
    })
}

/// A record with a change in it; entries that its lists could have are taken from `others`.
///
/// # Errors
/// Why the change is impossible, in words.
pub fn changed<R: Record>(record: &R, path: &str, edit: &RecordEdit, others: &[R]) -> Result<R, String> {
    match edit {
        RecordEdit::Set(value) => with(record, path, value),
        RecordEdit::List(edit) => with_list(record, path, *edit, others),
    }
}

/// A record with an entry added to or removed from a list.
///
/// # Errors
/// Why the change is impossible, in words.
fn with_list<R: Record>(record: &R, path: &str, edit: ListEdit, others: &[R]) -> Result<R, String> {
    let own = inner(record).ok_or("the record cannot be written")?;
    let now = own.pointer(path).cloned().unwrap_or_default();
    let value = match (edit, now) {
        (ListEdit::Drop(place), Value::Array(mut all)) if place < all.len() => {
            all.remove(place);
            Value::from(all)
        }
        (ListEdit::Drop(_), Value::Object(_)) => Value::Null,
        (ListEdit::Drop(_), _) => return Err("that entry is not there any more".into()),
        (ListEdit::Add(place), now) => {
            let others: Vec<Value> = others.iter().filter_map(inner).collect();
            let entry = entries(record, path, &others).into_iter().nth(place).ok_or("there is no such entry")?;
            match now {
                Value::Array(mut all) => {
                    all.push(entry);
                    Value::from(all)
                }
                _ => entry,
            }
        }
    };
    checked(record, path, value)
}

/// A record with another value at a place, if it has no faults then.
fn checked<R: Record>(record: &R, path: &str, value: Value) -> Result<R, String> {
    let other = replaced(record, path, value)?;
    let faults = other.wrong();
    if faults.is_empty() { Ok(other) } else { Err(faults.join("; ")) }
}

fn replaced<R: Record>(record: &R, path: &str, value: Value) -> Result<R, String> {
    let mut all = record.written().ok_or("the record cannot be written")?;
    let own = all.as_object_mut().and_then(|all| all.values_mut().next());
    let place = own.and_then(|own| own.pointer_mut(path)).ok_or_else(|| format!("there is nothing at {path}"))?;
    *place = value;
    R::read(all)
}

/// A record without the name of its ruleset.
fn inner<R: Record>(record: &R) -> Option<Value> {
    match record.written()? {
        Value::Object(all) => all.into_iter().next().map(|(_, own)| own),
        _ => None,
    }
}

/// The lowest and the highest number that are possible at a place, found around the present one.
fn bounds<R: Record>(record: &R, path: &str) -> Option<(i64, i64)> {
    let now = inner(record)?.pointer(path)?.as_i64()?;
    let fits = |number: i64| checked(record, path, Value::from(number)).is_ok();
    fits(now).then(|| (now - furthest(|by| fits(now - by)), now + furthest(|by| fits(now + by))))
}

/// The highest number up to [`FAR`] for which something holds that holds for none beyond it.
fn furthest(holds: impl Fn(i64) -> bool) -> i64 {
    let (mut yes, mut no) = (0, FAR + 1);
    while no - yes > 1 {
        let middle = yes.midpoint(no);
        if holds(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// The label of a place.
fn label_at<R: Record>(record: &R, path: &str) -> String {
    let mut found = Vec::new();
    inner(record).iter().for_each(|own| walk(own, (String::new(), ""), abbreviated(record), &mut found));
    found.into_iter().find(|(known, ..)| known == path).map_or_else(|| path.to_owned(), |(_, label, _)| label)
}

/// The words that are possible at a place, taken from the error for one that is not.
fn words_at<R: Record>(record: &R, path: &str) -> Vec<String> {
    let said = replaced(record, path, Value::from("?")).err().unwrap_or_default();
    variants(&said)
}

/// The words in back quotes, except the first: "unknown variant `?`, expected one of `Tiny`, `Small`".
fn variants(said: &str) -> Vec<String> {
    let words = said.split('`').skip(3).step_by(2);
    words.filter(|_| said.contains("unknown variant")).map(str::to_string).collect()
}

/// The entries that could be added to a list, or fill an empty place: words that are possible there and not there yet,
/// and everything that other records of the kind have in such a place.
fn entries<R: Record>(record: &R, path: &str, others: &[Value]) -> Vec<Value> {
    let own = inner(record).unwrap_or_default();
    let there: Vec<Value> = match own.pointer(path) {
        Some(Value::Array(all)) => all.clone(),
        _ => Vec::new(),
    };
    let is_list = own.pointer(path).is_some_and(Value::is_array);
    let put =
        |entry: Value| if is_list { replaced(record, path, Value::from(vec![entry])) } else { Err(String::new()) };
    let mut could: Vec<Value> = Vec::new();
    // A list of words, or of words with a number each.
    let words = put(Value::from("?")).err().map(|said| variants(&said)).unwrap_or_default();
    could.extend(words.into_iter().map(Value::from));
    for number in [1, 10] {
        let pair = |word: &str| Value::from(vec![Value::from(word), Value::from(number)]);
        let words = put(pair("?")).err().map(|said| variants(&said)).unwrap_or_default();
        could.extend(words.iter().map(|word| pair(word)).filter(|_| could.is_empty()).collect::<Vec<_>>());
    }
    let shape: Vec<&str> = path.split('/').skip(1).collect();
    for other in others.iter().chain([&own]) {
        let mut at = Vec::new();
        standing_at(other, &shape, &mut at);
        for value in at {
            match value {
                Value::Array(all) if is_list => could.extend(all.iter().cloned()),
                Value::Object(_) if !is_list => could.push(value.clone()),
                _ => {}
            }
        }
    }
    // Entries with a word in them could have any other word there.
    let words = could.iter().find_map(Value::as_object).cloned().map(|first| varied(&first, &put));
    could.extend(words.unwrap_or_default());
    let mut known: Vec<String> = there.iter().map(called).collect();
    could.retain(|entry| {
        let name = called(entry);
        let is_new = !known.contains(&name);
        known.push(name);
        is_new
    });
    could.truncate(MOST_ENTRIES);
    could
}

/// An entry with each possible word in the place of its first.
fn varied<R>(entry: &serde_json::Map<String, Value>, put: &impl Fn(Value) -> Result<R, String>) -> Vec<Value> {
    let Some(key) = entry.iter().find(|(_, value)| value.is_string()).map(|(key, _)| key.clone()) else {
        return Vec::new();
    };
    let with = |word: &str| {
        let mut entry = entry.clone();
        entry.insert(key.clone(), Value::from(word));
        Value::from(entry)
    };
    let words = put(with("?")).err().map(|said| variants(&said)).unwrap_or_default();
    words.iter().map(|word| with(word)).collect()
}

/// The values at a path, in every entry of the lists on it.
fn standing_at<'a>(value: &'a Value, path: &[&str], found: &mut Vec<&'a Value>) {
    match (path, value) {
        ([], value) => found.push(value),
        ([first, rest @ ..], Value::Array(all)) if first.parse::<usize>().is_ok() => {
            all.iter().for_each(|inner| standing_at(inner, rest, found));
        }
        ([first, rest @ ..], value) => value.get(first).into_iter().for_each(|inner| standing_at(inner, rest, found)),
    }
}

/// Abbreviations of fields with what they stand for.
type Fields = &'static [(&'static str, &'static str)];

/// The abbreviations of a record's ruleset.
fn abbreviated<R: Record>(record: &R) -> Fields {
    let written = record.written();
    let name = written.as_ref().and_then(Value::as_object).and_then(|all| all.keys().next());
    let is = |ruleset: &&RulesetId| name.is_some_and(|name| ruleset.name().eq_ignore_ascii_case(name));
    RulesetId::ALL.iter().find(is).map_or(&[], |ruleset| ruleset.rules().names().fields)
}

/// Gathers the values of a record with their paths and labels.
fn walk(value: &Value, (path, label): (String, &str), known: Fields, found: &mut Vec<(String, String, Value)>) {
    let spelt_field = |key: &str| {
        let full = known.iter().find(|(short, _)| *short == key);
        full.map_or_else(|| spelt(key), |(_, full)| (*full).to_owned())
    };
    match value {
        Value::Object(fields) => {
            let numbers = fields.values().filter(|field| field.is_number()).count();
            let named = naming(fields).map(spelt);
            if !path.is_empty() {
                found.push((path.clone(), label.to_owned(), value.clone()));
            }
            for (key, field) in fields {
                let own = match (&named, field) {
                    (Some(name), Value::Number(_)) if !path.is_empty() && numbers == 1 => name.clone(),
                    (Some(name), _) if !path.is_empty() => format!("{name}: {}", spelt_field(key).to_lowercase()),
                    _ if label.is_empty() => spelt_field(key),
                    _ => format!("{label}: {}", spelt_field(key).to_lowercase()),
                };
                // The word that names an entry is not one of its values.
                let is_name = !path.is_empty() && field.as_str().map(spelt) == named && named.is_some();
                if !is_name {
                    walk(field, (format!("{path}/{key}"), &own), known, found);
                }
            }
        }
        Value::Array(all) => {
            found.push((path.clone(), label.to_owned(), value.clone()));
            let named =
                all.first().and_then(Value::as_str).filter(|_| all.len() > 1 && all[1..].iter().any(Value::is_number));
            let is_row = all.len() > 1 && all.iter().all(Value::is_number);
            for (place, element) in all.iter().enumerate() {
                // Numbers in a row have no names of their own.
                let plain = || if is_row { format!("{label} {}", place + 1) } else { label.to_owned() };
                let own = named.map_or_else(plain, |name| format!("{label}: {}", spelt(name).to_lowercase()));
                let is_list_of_words = element.is_string();
                if !is_list_of_words {
                    walk(element, (format!("{path}/{place}"), &own), known, found);
                }
            }
        }
        plain => found.push((path, label.to_owned(), plain.clone())),
    }
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
                let all = fields(&sheet, Some(&sheet), &[]);
                assert!(!all.is_empty(), "{ruleset} {}", archetype.tag);
                for field in &all {
                    assert!(!field.differs);
                    if matches!(field.value, SheetValue::List(..)) {
                        continue;
                    }
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
            for field in fields(&sheet, None, &[]) {
                let SheetValue::Number(number) = field.value else { continue };
                if let Ok(changed) = with(&sheet, &field.path, &SheetValue::Number(number + 1)) {
                    let differing: Vec<String> = fields(&changed, Some(&sheet), &[])
                        .into_iter()
                        .filter(|field| field.differs)
                        .map(|field| field.path)
                        .collect();
                    let lies_in = |path: &String| field.path == *path || field.path.starts_with(&format!("{path}/"));
                    assert!(
                        differing.contains(&field.path) && differing.iter().all(lies_in),
                        "{ruleset} {differing:?}"
                    );
                    set += 1;
                }
                if let Err(words) = with(&sheet, &field.path, &SheetValue::Number(99_999)) {
                    // A refusal gives the bounds, and they hold.
                    let Some((low, high)) = bounds(&sheet, &field.path) else { continue };
                    assert!(words.contains(&format!("{high}")) || high < number, "{ruleset} {words}");
                    for (outside, edge) in [(low - 1, low), (high + 1, high)] {
                        assert!(with(&sheet, &field.path, &SheetValue::Number(edge)).is_ok(), "{ruleset} {words}");
                        assert!(with(&sheet, &field.path, &SheetValue::Number(outside)).is_err(), "{ruleset} {words}");
                    }
                    refused += 1;
                }
            }
            assert!(set > 3 && refused > 3, "{ruleset}: {set} set, {refused} refused");
        }
    }

    #[test]
    fn words_are_offered_with_those_that_could_stand_there() {
        let words = RulesetId::offered().flat_map(|ruleset| fields(&ruleset.plain_sheet(), None, &[]));
        let sizes: Vec<SheetField> = words.filter(|field| field.path == "/size").collect();
        assert!(!sizes.is_empty());
        for size in sizes {
            let SheetValue::Word(word, all) = &size.value else { panic!("{size:?}") };
            assert!(all.len() >= 5 && all.contains(word), "{all:?}");
        }
        assert_eq!((spelt("MeleeWeapons"), spelt("natural_av")), ("Melee weapons".into(), "Natural av".into()));
    }

    /// The sheets of all archetypes under a ruleset.
    fn all_sheets(ruleset: RulesetId) -> Vec<Sheet> {
        Roster::builtin().archetypes.iter().map(|archetype| archetype.sheet(ruleset)).collect()
    }

    #[test]
    fn every_list_of_a_sheet_can_be_emptied_and_filled_again() {
        for ruleset in RulesetId::offered() {
            let others = all_sheets(ruleset);
            let (mut added, mut lists) = (0, 0);
            for sheet in others.iter().step_by(5) {
                for field in fields(sheet, None, &others) {
                    let SheetValue::List(has, could) = &field.value else { continue };
                    lists += 1;
                    for place in 0..has.len() {
                        if let Ok(fewer) = with_list(sheet, &field.path, ListEdit::Drop(place), &others) {
                            assert_ne!(&fewer, sheet, "{ruleset} {}", field.path);
                            let again =
                                fields(&fewer, None, &others).into_iter().find(|other| other.path == field.path);
                            let Some(SheetField { value: SheetValue::List(left, could), .. }) = again else {
                                panic!("{ruleset} {}: {has:?} has nowhere to come back to", field.path)
                            };
                            assert_eq!(left.len() + 1, has.len());
                            assert!(!could.is_empty(), "{ruleset} {}", field.path);
                        }
                    }
                    for place in 0..could.len() {
                        if let Ok(more) = with_list(sheet, &field.path, ListEdit::Add(place), &others) {
                            assert_ne!(&more, sheet);
                            added += 1;
                        }
                    }
                }
            }
            assert!(lists > 0 && added > 10, "{ruleset}: {lists} lists, {added} added");
        }
    }

    #[test]
    fn every_number_of_every_arm_can_be_set() {
        for ruleset in RulesetId::offered() {
            let arms: Vec<Arm> = Roster::builtin().arms.iter().filter_map(|arm| arm.rules.arm(ruleset)).collect();
            let mut set = 0;
            for arm in &arms {
                for field in fields(arm, Some(arm), &arms) {
                    assert!(!field.differs);
                    if !matches!(field.value, SheetValue::List(..)) {
                        assert_eq!(with(arm, &field.path, &field.value).as_ref(), Ok(arm), "{ruleset} {}", field.path);
                        set += 1;
                    }
                }
            }
            assert!(set > 50, "{ruleset}: {set}");
        }
    }
}
