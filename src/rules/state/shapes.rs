//! How values of a type are written in files: the type is deserialised again and again until each of its variants, and
//! of the enums in it, has come up once.

use std::{cell::RefCell, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, EnumAccess, IntoDeserializer as _, MapAccess, SeqAccess, VariantAccess, Visitor},
    forward_to_deserialize_any,
};

/// An enum with an example of each of its variants, as files write them: `Near(0)`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Shape {
    /// The name of the type.
    pub of: &'static str,
    /// Its variants.
    pub words: Vec<String>,
}

/// The enum `T` with an example of each variant, then the enums in it. All numbers are 0.
pub fn shapes<'de, T: Deserialize<'de>>() -> Vec<Shape> {
    /// More passes than any type needs.
    const MOST: usize = 1000;
    let seen = RefCell::<Seen>::default();
    for _ in 0..MOST {
        let reader = Reader { seen: &seen, words: RefCell::default() };
        // Types without variants cannot be deserialised.
        if T::deserialize(&reader).is_err() || seen.borrow().known.iter().all(|known| known.is_whole()) {
            break;
        }
    }
    let known = seen.into_inner().known.into_iter();
    known
        .map(|known| Shape {
            of: known.of,
            words: known.variants.into_iter().flat_map(|variant| variant.words).collect(),
        })
        .collect()
}

/// The enums that have come up.
#[derive(Default)]
struct Seen {
    known: Vec<Known>,
    /// The enums being read, each with its variant, from the outermost.
    open: Vec<(usize, usize)>,
}

/// An enum that has come up.
struct Known {
    of: &'static str,
    variants: Vec<KnownVariant>,
}

/// A variant of an enum.
#[derive(Clone, Default)]
struct KnownVariant {
    /// The first example.
    words: Option<String>,
    /// The enums in it.
    within: Vec<usize>,
}

impl Known {
    fn is_whole(&self) -> bool {
        self.variants.iter().all(|variant| variant.words.is_some())
    }
}

impl Seen {
    /// The number of an enum.
    fn number(&mut self, of: &'static str, variants: usize) -> usize {
        let found = self.known.iter().position(|known| known.of == of);
        found.unwrap_or_else(|| {
            self.known.push(Known { of, variants: vec![KnownVariant::default(); variants] });
            self.known.len() - 1
        })
    }

    /// Begins to read an enum: with a variant that has not come up, or else one that contains an enum with such a
    /// variant.
    fn enter(&mut self, number: usize) -> usize {
        for (outer, variant) in &self.open {
            if let Some(variant) =
                self.known[*outer].variants.get_mut(*variant).filter(|variant| !variant.within.contains(&number))
            {
                variant.within.push(number);
            }
        }
        let variants = &self.known[number].variants;
        let is_partly_read = |variant: &KnownVariant| variant.within.iter().any(|inner| !self.known[*inner].is_whole());
        let new = variants.iter().position(|variant| variant.words.is_none());
        let variant = new.or_else(|| variants.iter().position(is_partly_read)).unwrap_or(0);
        self.open.push((number, variant));
        variant
    }

    fn leave(&mut self, words: &str) {
        let Some((number, variant)) = self.open.pop() else { return };
        if let Some(variant) = self.known[number].variants.get_mut(variant) {
            variant.words.get_or_insert_with(|| words.into());
        }
    }
}

/// A deserializer that gives a type whatever it asks for, and keeps how that is written.
struct Reader<'k> {
    seen: &'k RefCell<Seen>,
    words: RefCell<String>,
}

impl Reader<'_> {
    fn inner(&self) -> Self {
        Self { seen: self.seen, words: RefCell::default() }
    }

    fn write(&self, words: impl Into<String>) {
        self.words.replace(words.into());
    }
}

/// Why a type cannot be deserialised.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unread(String);

impl de::Error for Unread {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

macro_rules! numbers {
    ($($ask:ident $visit:ident $type:ty,)*) => {
        $(fn $ask<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            self.write("0");
            visitor.$visit(<$type>::default())
        })*
    };
}

impl<'de> Deserializer<'de> for &Reader<'_> {
    type Error = Unread;

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64,
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unread> {
        Err(Unread("no example is known for this kind of value".into()))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.write("true");
        visitor.visit_bool(true)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.write("None");
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Unread> {
        let inner = self.inner();
        let value = visitor.visit_newtype_struct(&inner)?;
        self.write(format!("{name}({})", inner.words.borrow()));
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Unread> {
        let mut parts = Parts { reader: self, names: None, left: len, words: Vec::new() };
        let value = visitor.visit_seq(&mut parts)?;
        self.write(format!("({})", parts.words.join(", ")));
        Ok(value)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let mut parts = Parts { reader: self, names: Some(fields), left: fields.len(), words: Vec::new() };
        let value = visitor.visit_map(&mut parts)?;
        self.write(format!("({})", parts.words.join(", ")));
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let number = self.seen.borrow_mut().number(name, variants.len());
        let index = self.seen.borrow_mut().enter(number);
        let word = variants.get(index).ok_or_else(|| Unread(format!("{name} has no variants")))?;
        let inner = self.inner();
        let value = visitor.visit_enum(Variant { reader: &inner, word })?;
        let words = format!("{word}{}", inner.words.borrow());
        self.seen.borrow_mut().leave(&words);
        self.write(words);
        Ok(value)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq map identifier ignored_any
    }
}

/// The parts of a tuple or a record, one by one.
struct Parts<'r, 'k> {
    reader: &'r Reader<'k>,
    names: Option<&'static [&'static str]>,
    left: usize,
    words: Vec<String>,
}

impl Parts<'_, '_> {
    fn part<'de, T: DeserializeSeed<'de>>(&mut self, seed: T, name: &str) -> Result<T::Value, Unread> {
        let inner = self.reader.inner();
        let value = seed.deserialize(&inner)?;
        self.words.push(format!("{name}{}", inner.words.borrow()));
        self.left -= 1;
        Ok(value)
    }

    fn name(&self) -> Option<&'static str> {
        let names = self.names?;
        names.get(names.len() - self.left).copied()
    }
}

impl<'de> SeqAccess<'de> for &mut Parts<'_, '_> {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unread> {
        if self.left == 0 { Ok(None) } else { self.part(seed, "").map(Some) }
    }
}

impl<'de> MapAccess<'de> for &mut Parts<'_, '_> {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unread> {
        self.name().map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unread> {
        let name = self.name().unwrap_or_default();
        self.part(seed, &format!("{name}: "))
    }
}

/// One variant of an enum.
struct Variant<'r, 'k> {
    reader: &'r Reader<'k>,
    word: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Unread;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Unread> {
        let name: de::value::StrDeserializer<'_, Unread> = self.word.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unread> {
        let inner = self.reader.inner();
        let value = seed.deserialize(&inner)?;
        self.reader.write(format!("({})", inner.words.borrow()));
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Unread> {
        self.reader.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Unread> {
        self.reader.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Detail, RulesetId};

    #[test]
    fn every_example_is_read_as_files_are() {
        for ruleset in RulesetId::ALL {
            for shape in ruleset.details().iter().take(1) {
                for words in &shape.words {
                    let text = format!("{ruleset}({words})");
                    let read = ron::from_str::<Detail>(&text);
                    assert!(read.is_ok(), "{text}: {read:?}");
                }
            }
        }
    }

    #[test]
    fn all_variants_come_up_also_those_of_enums_within() {
        let shapes = RulesetId::Percentile.details();
        assert_eq!(shapes[0].words[..2], ["Readied(trigger: Enters, usage: 0)", "At((y: 0, x: 0))"]);
        assert_eq!((shapes[0].of, shapes[0].words.len()), ("Detail", 4));
        assert_eq!((shapes[1].of, shapes[1].words.len()), ("Trigger", 8));
        assert_eq!(shapes[1].words[..2], ["Enters", "Near(0)"]);
        // Enums inside a variant that has come up are still read to the end.
        let vigor = RulesetId::Vigor.details();
        let acts = vigor.iter().find(|shape| shape.of == "Act").map(|shape| shape.words[..2].join(" "));
        assert_eq!(acts.as_deref(), Some("attack move"));
        assert!(RulesetId::Drill.details().iter().all(|shape| shape.words.is_empty()));
    }
}
