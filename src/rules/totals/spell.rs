//! A spell: AP on each energy, structure and extras, small enough to be stored in blows and conditions. TOT-MAG-01.

use serde::{Deserialize, Serialize};

use super::sheet::Size;
use crate::rules::Team;

/// The targets that stored energy goes off on, TOT-HYB-09.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Targets {
    /// Everybody.
    #[default]
    Everybody,
    /// Those of a size.
    Size(Size),
    /// Those of a side.
    Side(Team),
    /// Those of a kind: its index among the battle's kinds, sorted by word.
    Kind(u8),
}

/// An energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Energy {
    /// Burns.
    Fire,
    /// Freezes.
    Cold,
    /// Bypasses armour.
    Electricity,
    /// Captivates, TOT-ENG-04.
    Charm,
    /// Kills those with little Vitality, TOT-ENG-02.
    Death,
    /// Heals and raises, TOT-ENG-03.
    Life,
}

/// What an energy does, TOT-ENG-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Takes Vitality; may bypass armour.
    Damage {
        /// Armour dice do not count against it.
        bypasses: bool,
    },
    /// Cannot be blocked physically once in contact; has a defence of its own.
    Mental,
    /// Takes effect at once if its limit is met, TOT-MAG-06.
    Prohibitive,
    /// Never hostile.
    Healing,
}

/// An energy's row in the list.
struct Record {
    name: &'static str,
    title: &'static str,
    opposed_by: Option<Energy>,
    nature: Nature,
}

/// In the order of [`Energy::ALL`].
const RECORDS: [Record; 6] = [
    Record { name: "fire", title: "Fire", opposed_by: Some(Energy::Cold), nature: Nature::Damage { bypasses: false } },
    Record { name: "cold", title: "Cold", opposed_by: Some(Energy::Fire), nature: Nature::Damage { bypasses: false } },
    Record { name: "electricity", title: "Electricity", opposed_by: None, nature: Nature::Damage { bypasses: true } },
    Record { name: "charm", title: "Charm", opposed_by: None, nature: Nature::Mental },
    // These two oppose each other, but neither has a to-hit roll that could be countered, TOT-CTR-01.
    Record { name: "death", title: "Death", opposed_by: None, nature: Nature::Prohibitive },
    Record { name: "life", title: "Life", opposed_by: None, nature: Nature::Healing },
];

impl Energy {
    /// All energies, in listed order.
    pub const ALL: [Self; 6] = [Self::Fire, Self::Cold, Self::Electricity, Self::Charm, Self::Death, Self::Life];
    /// Those that can be mixed, thrown and stored.
    pub const MIXED: [Self; 4] = [Self::Fire, Self::Cold, Self::Electricity, Self::Charm];
    /// Those that take Vitality.
    pub const DAMAGING: [Self; 3] = [Self::Fire, Self::Cold, Self::Electricity];

    const fn record(self) -> &'static Record {
        &RECORDS[self as usize]
    }

    /// Its word, on screen and in choices.
    pub const fn name(self) -> &'static str {
        self.record().name
    }

    /// Its word with a capital.
    pub const fn title(self) -> &'static str {
        self.record().title
    }

    /// The energy that negates it, TOT-CTR-01.
    pub const fn opposed_by(self) -> Option<Self> {
        self.record().opposed_by
    }

    /// Whether armour dice do not count against it.
    pub const fn bypasses(self) -> bool {
        matches!(self.record().nature, Nature::Damage { bypasses: true })
    }

    /// Whether it takes Vitality.
    pub const fn is_damaging(self) -> bool {
        matches!(self.record().nature, Nature::Damage { .. })
    }

    /// Whether it takes effect through a blow that armour or shield has turned aside, TOT-HYB-03.
    pub const fn passes_a_block(self) -> bool {
        self.bypasses() || matches!(self.record().nature, Nature::Mental)
    }
}

/// The structure of a spell, TOT-MAG-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Structure {
    /// By hand, reach 1.
    Touch,
    /// Like a thrown weapon, range 6.
    Thrown,
    /// Like a bolt, range 20.
    Projected,
    /// Stored in the caster's hands, TOT-HYB-05.
    Charge,
    /// Stored in the caster's weapon while it is held, TOT-HYB-06.
    Conduct,
    /// Stored in a weapon wherever it goes, TOT-HYB-07, TOT-HYB-08.
    Bestow,
    /// A shield against opposed energies, TOT-CTR-03.
    Shield,
    /// Without a to-hit roll: life and death.
    Direct,
}

impl Structure {
    /// Its word.
    pub const fn name(self) -> &'static str {
        ["touch", "thrown", "projected", "charged", "conducted", "bestowed", "shield", "direct"][self as usize]
    }

    /// Squares it reaches, TOT-MAG-01.
    pub const fn range(self) -> u16 {
        [1, 6, 20, 20, 20, 20, 20, 20][self as usize]
    }

    /// To-hit dice, those of the attack it resembles, TOT-MAG-02.
    pub const fn dice(self) -> u8 {
        [3, 4, 5, 5, 5, 5, 5, 5][self as usize]
    }
}

/// A spell or stored energy: AP on each energy, structure and extras.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spell {
    /// AP on each energy, in listed order.
    shares: [u8; Energy::ALL.len()],
    /// Its structure.
    pub structure: Structure,
    /// Turns it lasts, TOT-MAG-08.
    #[serde(default)]
    pub lasting: u8,
    /// Lasts as long as its caster concentrates, TOT-MAG-08.
    #[serde(default)]
    pub held: bool,
    /// Dice of a drug, TOT-BERS-04.
    #[serde(default)]
    pub added: u8,
    /// The targets it goes off on, TOT-HYB-09.
    #[serde(default)]
    pub targets: Targets,
}

impl Spell {
    /// The most AP on one energy, and the most turns.
    pub const MOST: u8 = 31;

    /// A spell without any energy yet.
    pub const fn new(structure: Structure) -> Self {
        let shares = [0; Energy::ALL.len()];
        Self { shares, structure, lasting: 0, held: false, added: 0, targets: Targets::Everybody }
    }

    /// AP on an energy, which are its dice.
    pub const fn share(self, energy: Energy) -> u8 {
        self.shares[energy as usize]
    }

    /// The spell with `ap` on an energy.
    #[must_use]
    pub const fn with(mut self, energy: Energy, ap: u8) -> Self {
        self.shares[energy as usize] = ap;
        self
    }

    /// The spell without an energy, and without the dice of a drug if they went to that energy, TOT-BERS-04.
    #[must_use]
    pub fn without(self, energy: Energy) -> Self {
        let first = self.damage().next().is_some_and(|(first, _)| first == energy);
        let rest = self.with(energy, 0);
        if first { rest.stronger(0) } else { rest }
    }

    /// The spell lasting for `turns`.
    #[must_use]
    pub const fn for_turns(self, turns: u8) -> Self {
        Self { lasting: turns, ..self }
    }

    /// The spell held by concentration, or not.
    #[must_use]
    pub const fn held(self, held: bool) -> Self {
        Self { held, ..self }
    }

    /// The spell with the dice of a drug added, TOT-BERS-04.
    #[must_use]
    pub const fn stronger(self, dice: u8) -> Self {
        Self { added: dice, ..self }
    }

    /// The spell for some targets only.
    #[must_use]
    pub const fn only(self, targets: Targets) -> Self {
        Self { targets, ..self }
    }

    /// The energies in it with their AP, in listed order.
    pub fn energies(self) -> impl Iterator<Item = (Energy, u8)> {
        Energy::ALL.into_iter().map(move |energy| (energy, self.share(energy))).filter(|(_, ap)| *ap > 0)
    }

    /// AP on all energies, which are its dice; extras do not count.
    pub fn power(self) -> u8 {
        self.energies().fold(0, |sum, (_, ap)| sum.saturating_add(ap))
    }

    /// AP it costs, extras included, TOT-MAG-08, TOT-HYB-09.
    pub fn cost(self) -> u8 {
        let extras = u8::from(self.held) + u8::from(self.targets != Targets::Everybody);
        self.power().saturating_add(self.lasting).saturating_add(extras)
    }

    /// Damage dice of each damaging energy, in listed order; those of a drug go to the first. TOT-MAG-04, TOT-BERS-04.
    pub fn damage(self) -> impl Iterator<Item = (Energy, u8)> {
        let first = Energy::DAMAGING.into_iter().find(|energy| self.share(*energy) > 0);
        let dice = move |energy| self.share(energy).saturating_add(if first == Some(energy) { self.added } else { 0 });
        Energy::DAMAGING
            .into_iter()
            .filter(move |energy| self.share(*energy) > 0)
            .map(move |energy| (energy, dice(energy)))
    }

    /// Whether it takes Vitality.
    pub fn is_damaging(self) -> bool {
        self.damage().next().is_some()
    }

    /// Only the energies that pass a block, TOT-HYB-03.
    #[must_use]
    pub fn past_a_block(self) -> Self {
        self.energies()
            .filter(|(energy, _)| !energy.passes_a_block())
            .fold(self, |rest, (energy, _)| rest.without(energy))
    }

    /// In words: "fire 2 + electricity 1".
    pub fn words(self) -> String {
        let parts: Vec<String> = self.energies().map(|(energy, ap)| format!("{} {ap}", energy.name())).collect();
        let lasting = match (self.lasting, self.held) {
            (_, true) => ", held".into(),
            (0, _) => String::new(),
            (turns, _) => format!(", lasting {turns}"),
        };
        format!("{}{lasting}", parts.join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_follow_what_energies_are() {
        let mixed = |energy: &Energy| !matches!(energy.record().nature, Nature::Prohibitive | Nature::Healing);
        assert!(Energy::ALL.into_iter().filter(mixed).eq(Energy::MIXED));
        assert!(Energy::ALL.into_iter().filter(|energy| energy.is_damaging()).eq(Energy::DAMAGING));
        for (index, energy) in Energy::ALL.into_iter().enumerate() {
            assert_eq!(energy as usize, index);
            assert_eq!(energy.title().to_lowercase(), energy.name());
            // Opposition goes both ways.
            assert_eq!(energy.opposed_by().and_then(Energy::opposed_by), energy.opposed_by().map(|_| energy));
        }
    }

    #[test]
    fn a_part_changes_no_other() {
        let spell = Spell::new(Structure::Bestow)
            .with(Energy::Fire, 31)
            .with(Energy::Electricity, 2)
            .with(Energy::Life, 1)
            .for_turns(31)
            .held(true)
            .stronger(15)
            .only(Targets::Kind(9));
        let shares = Energy::ALL.map(|energy| spell.share(energy));
        assert_eq!(shares, [31, 0, 2, 0, 0, 1]);
        assert_eq!((spell.structure, spell.lasting, spell.held), (Structure::Bestow, 31, true));
        assert_eq!((spell.added, spell.targets, spell.power()), (15, Targets::Kind(9), 34));
        let less = spell.with(Energy::Fire, 0).for_turns(0).held(false);
        assert_eq!((less.share(Energy::Fire), less.share(Energy::Electricity), less.lasting), (0, 2, 0));
        assert_eq!((less.structure, less.added, less.targets), (Structure::Bestow, 15, Targets::Kind(9)));
        assert!(less.damage().eq([(Energy::Electricity, 17)]));
        assert!(spell.without(Energy::Fire).damage().eq([(Energy::Electricity, 2)]));
        assert!(spell.without(Energy::Electricity).damage().eq([(Energy::Fire, 46)]));
    }

    #[test]
    fn extras_cost_ap_and_give_no_dice() {
        // TOT-MAG-01: fire 2 + electricity 1, lasting 1: 4 AP, 3 dice.
        let spell = Spell::new(Structure::Projected).with(Energy::Fire, 2).with(Energy::Electricity, 1).for_turns(1);
        assert_eq!((spell.cost(), spell.power()), (4, 3));
        assert_eq!(spell.words(), "fire 2 + electricity 1, lasting 1");
    }
}
