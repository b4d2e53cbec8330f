//! A hash of a value: the same on every machine, whatever its parts are called.

use serde::{
    Serialize,
    ser::{
        Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant, Serializer,
    },
};

/// A hash that is the same for equal values on every machine. Only the values and their order count: variants and
/// fields go by position, so that renaming them changes nothing.
///
/// The exception is values that serialise into maps with names as keys: those names count.
pub fn digest(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut words = Words(SEED);
    // Only sequences of unknown length and 128-bit numbers are refused, and a battle has neither.
    let written = value.serialize(&mut words);
    debug_assert_eq!(written, Ok(()), "a part of the value does not count in its digest");
    words.0
}

/// The start of a digest: any odd number without a pattern.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// The factor for each word, with the same properties.
const FACTOR: u128 = 0xd6e8_feb8_6659_fd93;

/// Folds 64-bit words into a number, one by one: multiplies to 128 bits and folds the halves.
struct Words(u64);

impl Words {
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word.rotate_left(23)).wrapping_add(1).wrapping_mul(FACTOR);
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ word;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
}

macro_rules! words {
    ($($method:ident: $kind:ty => $as:ty),* $(,)?) => {
        $(fn $method(self, value: $kind) -> Result<(), Self::Error> {
            self.word(value as $as as u64);
            Ok(())
        })*
    };
}

impl Serializer for &mut Words {
    type Ok = ();
    type Error = std::fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words! {
        serialize_bool: bool => u64, serialize_char: char => u32,
        serialize_i8: i8 => i64, serialize_i16: i16 => i64, serialize_i32: i32 => i64, serialize_i64: i64 => i64,
        serialize_u8: u8 => u64, serialize_u16: u16 => u64, serialize_u32: u32 => u64, serialize_u64: u64 => u64,
    }

    fn serialize_f32(self, value: f32) -> Result<(), Self::Error> {
        self.word(u64::from(value.to_bits()));
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Self::Error> {
        self.word(value.to_bits());
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Self::Error> {
        self.bytes(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Self::Error> {
        self.bytes(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Self::Error> {
        self.word(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error> {
        self.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Self::Error> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Self::Error> {
        self.word(u64::from(index));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Self::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Self::Error> {
        self.word(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Self::Error> {
        let length = length.ok_or_else(|| Self::Error::custom("a sequence without a length"))?;
        self.word(length as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Self::Error> {
        self.word(u64::from(index));
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Self::Error> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Self::Error> {
        self.word(u64::from(index));
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! parts {
    ($($kind:ident::$method:ident($($name:ident: $of:ty)?)),* $(,)?) => {
        $(impl $kind for &mut Words {
            type Ok = ();
            type Error = std::fmt::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: $of,)? value: &T) -> Result<(), Self::Error> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Self::Error> {
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq::serialize_element(),
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(_name: &'static str),
    SerializeStructVariant::serialize_field(_name: &'static str),
}

impl SerializeMap for &mut Words {
    type Ok = ();
    type Error = std::fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Self::Error> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Self::Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    enum Old {
        Apple,
        Pear { size: i16, stem: Option<u8> },
    }

    #[derive(Serialize)]
    enum Renamed {
        Malus,
        Pyrus { diameter: i16, stalk: Option<u8> },
    }

    #[test]
    fn names_do_not_count_and_values_do() {
        let (old, new) = (Old::Pear { size: -3, stem: Some(2) }, Renamed::Pyrus { diameter: -3, stalk: Some(2) });
        assert_eq!(digest(&old), digest(&new));
        assert_eq!(digest(&Old::Apple), digest(&Renamed::Malus));
        assert_ne!(digest(&old), digest(&Old::Pear { size: -3, stem: None }));
        assert_ne!(digest(&old), digest(&Old::Apple));
    }

    #[test]
    fn order_and_length_count() {
        let all = [digest(&[1, 2][..]), digest(&[2, 1][..]), digest(&[1][..]), digest(&[1, 2, 0][..])];
        let mut different = all.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), all.len());
        assert_ne!(digest("ab"), digest("ab\0"));
    }

    #[test]
    fn the_number_is_the_same_on_every_machine() {
        // Recordings contain these numbers: a change to the function must raise the format of recordings.
        assert_eq!(digest(&(1u8, -1i16, "walk", Some(true))), 881_742_731_207_202_987);
    }
}
