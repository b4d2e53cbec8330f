//! Named combinations of parts that the player has saved, by ruleset and kind of fighter. They outlast the battle.

use std::{path::PathBuf, sync::Arc};

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::levels::{folders, read_text, write_atomically};

/// The most characters of a name.
const LONGEST_NAME: usize = 40;

/// A saved combination of parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Favourite {
    /// The ruleset's tag.
    pub ruleset: String,
    /// The kind of fighter: its archetype's name.
    pub kind: String,
    /// The offer's verb.
    pub verb: String,
    /// Its place among the offer's favourites, from 0.
    pub place: usize,
    /// The player's name for it.
    pub name: String,
    /// The parts: key and value.
    pub parts: Vec<(String, i32)>,
}

impl Favourite {
    /// Whether both have the same ruleset, kind, verb and place.
    fn is_in_place_of(&self, other: &Self) -> bool {
        (&self.ruleset, &self.kind, &self.verb, self.place) == (&other.ruleset, &other.kind, &other.verb, other.place)
    }
}

/// All favourites and the file they are saved in; without a file they are lost when the program ends.
#[derive(Resource, Clone, Debug, Default)]
pub struct Favourites {
    all: Arc<Vec<Favourite>>,
    file: Option<PathBuf>,
}

/// The favourites in the player's folder. A file that cannot be parsed is renamed, so that it can still be inspected.
pub fn read() -> Favourites {
    Favourites::of(folders::player().join("favourites.ron"))
}

impl Favourites {
    /// The favourites in a file.
    fn of(file: PathBuf) -> Self {
        let all = read_text(&file).ok().and_then(|text| {
            let read = ron::from_str::<Vec<Favourite>>(&text);
            if read.is_err() {
                // If that fails, the next change overwrites it.
                std::fs::rename(&file, file.with_extension("broken")).ok();
            }
            read.ok()
        });
        Self { all: Arc::new(all.unwrap_or_default()), file: Some(file) }
    }

    /// All of them.
    pub fn all(&self) -> &Arc<Vec<Favourite>> {
        &self.all
    }

    /// Saves a favourite, replacing the one in its place.
    pub fn keep(&mut self, favourite: Favourite) {
        let name: String = favourite.name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
        let favourite = Favourite { name, ..favourite };
        let mut all: Vec<Favourite> =
            self.all.iter().filter(|known| !known.is_in_place_of(&favourite)).cloned().collect();
        all.push(favourite);
        self.all = Arc::new(all);
        self.write();
    }

    /// Restores all favourites of an earlier moment.
    pub fn put_back(&mut self, all: Arc<Vec<Favourite>>) {
        self.all = all;
        self.write();
    }

    /// Writes the file. A failure costs only the next start its favourites.
    fn write(&self) {
        let Some(file) = &self.file else { return };
        let made = file.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
        if let (true, Ok(text)) = (made, ron::ser::to_string_pretty(&*self.all, ron::ser::PrettyConfig::default())) {
            write_atomically(file, text.as_bytes()).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("favourites-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        folder.join("favourites.ron")
    }

    fn kept(place: usize, name: &str) -> Favourite {
        let parts = vec![("fire".into(), 2)];
        Favourite { ruleset: "r".into(), kind: "Mage".into(), verb: "cast".into(), place, name: name.into(), parts }
    }

    #[test]
    fn favourites_outlast_the_program_with_their_names() {
        let file = file("kept");
        let mut favourites = Favourites::of(file.clone());
        favourites.keep(kept(0, "Torch"));
        favourites.keep(kept(1, "Pyre\n"));
        favourites.keep(kept(0, "Candle"));
        let again = Favourites::of(file.clone());
        let names: Vec<&str> = again.all().iter().map(|favourite| favourite.name.as_str()).collect();
        assert_eq!(names, ["Pyre", "Candle"]);
        assert_eq!(again.all(), favourites.all());
        std::fs::remove_dir_all(file.parent().expect("a folder")).ok();
    }

    #[test]
    fn a_broken_file_is_put_aside_and_replaced() {
        let file = file("broken");
        std::fs::write(&file, "this is no list").expect("it can be written");
        let mut favourites = Favourites::of(file.clone());
        assert!(favourites.all().is_empty());
        favourites.keep(kept(0, "Torch"));
        assert_eq!(Favourites::of(file.clone()).all().len(), 1);
        assert_eq!(std::fs::read_to_string(file.with_extension("broken")).expect("put aside"), "this is no list");
        std::fs::remove_dir_all(file.parent().expect("a folder")).ok();
    }
}
