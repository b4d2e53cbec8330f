//! Serialises nested options so that `None` and `Some(None)` stay apart, which plain JSON would not do.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the inner option as a list of at most one.
pub fn serialize<T: Serialize, S: Serializer>(value: &Option<Option<T>>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(|inner| (inner,)).serialize(serializer)
}

/// Reads what [`serialize`] writes.
///
/// # Errors
/// When the input has another form.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Ok(Option::<(Option<T>,)>::deserialize(deserializer)?.map(|(inner,)| inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Field(#[serde(with = "super")] Option<Option<u8>>);

    #[test]
    fn all_three_come_back() {
        for kept in [None, Some(None), Some(Some(3))] {
            let text = serde_json::to_string(&Field(kept)).unwrap();
            assert_eq!(serde_json::from_str::<Field>(&text).unwrap(), Field(kept), "{text}");
        }
    }
}
