//! Saving what may be missing in two ways: JSON writes nothing and nothing of something alike.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the inner one as a list of one.
pub fn serialize<T: Serialize, S: Serializer>(value: &Option<Option<T>>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(|inner| (inner,)).serialize(serializer)
}

/// Reads what [`serialize`] has written.
///
/// # Errors
/// It is nothing of the kind.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Ok(Option::<(Option<T>,)>::deserialize(deserializer)?.map(|(inner,)| inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Kept(#[serde(with = "super")] Option<Option<u8>>);

    #[test]
    fn all_three_come_back() {
        for kept in [None, Some(None), Some(Some(3))] {
            let text = serde_json::to_string(&Kept(kept)).unwrap();
            assert_eq!(serde_json::from_str::<Kept>(&text).unwrap(), Kept(kept), "{text}");
        }
    }
}
