//! The character sheet of `rates`, and the numbers derived from it.

use super::arms::twice;
pub use super::arms::{Arm, MagicType, Piece, Spell, Stat, Subskill, WeaponGroup};
use crate::rules::{
    BodyPart, Budgets, ItemGlyph, RulesetSheet, Vitals,
    prelude::*,
    ruleset::record::{Bounded as _, named, record, within},
};

/// Health left; below 0 somebody is dead, RAT-HP-01.
pub const HEALTH: Vital = Vital(0);
/// The initiative score, or what stands for it in the order bar, RAT-INIT-01.
pub const SCORE: Vital = Vital(1);
/// The Agility roll for initiative, RAT-INIT-04.
pub const ROLL: Vital = Vital(2);
/// Older: the level of priority, RAT-INIT-09.
pub const LEVEL: Vital = Vital(3);
/// Yards moved in the latest turn, RAT-ACC-05.
pub const MOVED: Vital = Vital(4);
/// The place in the order that counts once nobody is ambushed any more, from 1; 0 without one. RAT-INIT-05.
pub const PLACE: Vital = Vital(5);

/// Squares of movement used in the turn, RAT-MOVE-01.
pub const WALKED: Budget = Budget(0);
/// 1: the action of the turn is used, RAT-TURN-01.
pub const ACTED: Budget = Budget(1);
/// Diagonal steps made in the turn: 1 if their number is odd, RAT-MOVE-02.
pub const DIAGONALS: Budget = Budget(2);
/// Squares stepped in the turn, not doubled by terrain, RAT-ACC-05.
pub const STEPPED: Budget = Budget(3);
/// 1: has moved or acted in this turn, and so may no longer wait, RAT-INIT-12.
pub const BEGUN: Budget = Budget(4);
/// 1: the action of this turn changes what is held, RAT-TURN-03.
pub const HANDLED: Budget = Budget(5);
/// 1: the action of this turn is a run, which gives a second movement, RAT-MOVE-05.
pub const RAN: Budget = Budget(6);

/// The counts of a turn: all 0 at its start, but a turn taken late counts as begun.
pub const OF_A_TURN: [Budget; 7] = [WALKED, ACTED, DIAGONALS, STEPPED, BEGUN, HANDLED, RAN];

named! {
    /// How somebody meets the start of the encounter, RAT-INIT-06, RAT-INIT-07.
    #[derive(Default)]
    pub enum Alertness {
        /// Ready.
        #[default]
        Ready "ready",
        /// Caught off guard.
        OffGuard "off guard",
        /// Flat-footed.
        FlatFooted "flat-footed",
    }

    /// A discipline besides the weapon proficiencies, RAT-DISC-01.
    pub enum Discipline {
        /// RAT-AVOID-06.
        Dodge "Dodge",
        /// RAT-AVOID-09.
        Parry "Parry",
        /// RAT-DISC-02.
        Ambidextrous "Ambidextrous",
        /// RAT-DISC-03.
        CoordinatedAttack "Coordinated attack",
        /// RAT-MNT-05.
        MountedArchery "Mounted archery",
        /// RAT-MNT-05.
        MountedConcentration "Mounted concentration",
    }

    /// What a resistance covers: all magic, a subskill or a type. RAT-MAG-04.
    pub enum Scope {
        /// All magic.
        All "all magic",
        /// A subskill.
        Nature "Nature",
        /// A subskill.
        Spirit "Spirit",
        /// A subskill.
        Sorcery "Sorcery",
        /// A type.
        Fire "Fire",
        /// A type.
        Water "Water",
        /// A type.
        Earth "Earth",
        /// A type.
        Air "Air",
        /// A type.
        Life "Life",
        /// A type.
        Death "Death",
        /// A type.
        Light "Light",
        /// A type.
        Mind "Mind",
    }
}

impl From<Subskill> for Scope {
    fn from(subskill: Subskill) -> Self {
        Self::ALL[1 + subskill as usize]
    }
}

impl From<MagicType> for Scope {
    fn from(kind: MagicType) -> Self {
        Self::ALL[1 + Subskill::ALL.len() + kind as usize]
    }
}

record! {
    /// What makes somebody a mount, RAT-MNT-07.
    #[derive(Copy)]
    pub struct Mount {
        /// The Agility roll that mounting takes.
        pub difficulty: u8 [0 to 60] = 6,
        /// Whether it is tamed.
        pub tamed: bool = true,
    }

    /// A combatant's numbers.
    pub struct Sheet {
        /// Dice: damage, defence, shoves.
        pub strength: i16 [0 to 40] = 3,
        /// Dice: initiative, dodging, movement; before penalties, RAT-CORE-07.
        pub agility: i16 [0 to 40] = 3,
        /// Dice against broken concentration, RAT-AIM-08.
        pub willpower: i16 [0 to 40] = 3,
        /// Dice; five times as much must be rolled to hit it, RAT-ACC-01.
        pub combat_base: i16 [0 to 40] = 4,
        /// Dice with melee weapons, RAT-CORE-03.
        pub melee: i16 [0 to 80] = 8,
        /// Dice with missile weapons.
        pub missile: i16 [0 to 80] = 8,
        /// Dice with fists.
        pub brawling: i16 [0 to 80] = 6,
        /// Dice of magic subskills.
        pub magic: Vec<(Subskill, u8)> [0 to 3] = Vec::new(),
        /// Groups of weapons that it is proficient with, RAT-RATE-01.
        pub proficiencies: Vec<WeaponGroup> = Vec::new(),
        /// Other disciplines, RAT-DISC-01.
        pub disciplines: Vec<Discipline> = Vec::new(),
        /// Full Health, RAT-HP-01.
        pub health_max: i16 [1 to 999] = 100,
        /// Health at the start, if it is not full.
        pub health: Option<i16> [1 to 999] = None,
        /// Resistances in percent, RAT-MAG-04.
        pub resistances: Vec<(Scope, i16)> [0 to 12] = Vec::new(),
        /// A summoned creature's own magic, RAT-MAG-08.
        pub summoned_types: Vec<MagicType> [0 to 8] = Vec::new(),
        /// Worn armour, RAT-ARM-03.
        pub armour: Vec<Piece> [0 to 6] = Vec::new(),
        /// Spells and abilities, RAT-MAG.
        pub spells: Vec<Spell> [0 to 12] = Vec::new(),
        /// Points off Agility for heavy equipment, RAT-CORE-07.
        pub load_penalty: i16 [0 to 40] = 0,
        /// How it meets the start of the encounter, RAT-INIT-06.
        pub awareness: Alertness = Alertness::Ready,
        /// Whether it is bound or asleep, RAT-ACC-03.
        pub helpless: bool = false,
        /// Squares along one side.
        pub footprint: u8 [1 to 4] = 1,
        /// Can be ridden, RAT-MNT-07.
        pub mount_data: Option<Mount> = None,
        /// Added to the required roll against it, RAT-ACC-08.
        pub situation: i16 [-50 to 50] = 0,
    }
}

impl Sheet {
    /// Whether it has a discipline, RAT-DISC-01.
    pub fn has(&self, discipline: Discipline) -> bool {
        self.disciplines.contains(&discipline)
    }

    /// Dice of a magic subskill, RAT-CORE-03.
    pub fn magic_dice(&self, subskill: Subskill) -> i16 {
        self.magic.iter().find(|(known, _)| *known == subskill).map_or(0, |(_, dice)| (*dice).into())
    }

    /// Percent of resistance to a scope, RAT-MAG-04.
    pub fn resistance(&self, scope: Scope) -> i32 {
        let mine = self.resistances.iter().filter(|(known, _)| *known == scope);
        mine.map(|(_, percent)| i32::from(*percent)).sum()
    }

    /// A number that spells can change, before any spell.
    pub const fn stat(&self, stat: Stat) -> i16 {
        match stat {
            Stat::Strength => self.strength,
            Stat::Agility => self.agility,
            Stat::Willpower => self.willpower,
            Stat::CombatBase => self.combat_base,
            Stat::Melee => self.melee,
            Stat::Missile => self.missile,
            Stat::Brawling => self.brawling,
        }
    }
}

impl RulesetSheet for Sheet {
    fn footprint(&self) -> u8 {
        self.footprint.clamp(1, 4)
    }

    fn start(&self) -> (Vitals, Budgets) {
        (Vitals::default().with(HEALTH, self.health.unwrap_or(self.health_max)), Budgets::default())
    }

    /// Below 0 Health is death, RAT-HP-03.
    fn bounds(&self, vital: Vital) -> (i16, i16) {
        if vital == HEALTH { (-self.health_max, self.health_max) } else { (-999, 999) }
    }

    fn parts(&self) -> Vec<BodyPart> {
        let part = |spell: &Spell| BodyPart {
            tag: spell.name.clone(),
            name: spell.name.replace('-', " "),
            glyph: ItemGlyph::Staff,
            arm: Arm { hands: 0, harmless: true, casts: Some(spell.clone()), ..Arm::default() }.into(),
        };
        self.spells.iter().map(part).collect()
    }

    /// Those who lie in ambush are ready; those who walk into it are caught off guard, if not worse: RAT-INIT-06,
    /// RAT-INIT-11.
    fn begin_in_ambush(&mut self, lies: bool) -> bool {
        if lies {
            self.awareness = Alertness::Ready;
        } else if self.awareness == Alertness::Ready {
            self.awareness = Alertness::OffGuard;
        }
        true
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = self.out_of_bounds();
        let health = self.health.filter(|health| *health > self.health_max);
        faults.extend(health.map(|health| format!("health is {health}, must be at most {}", self.health_max)));
        faults.extend(self.magic.iter().filter_map(|(skill, dice)| within(skill.name(), *dice, 0, 80)));
        faults.extend(
            self.resistances
                .iter()
                .filter_map(|(scope, of)| within(&format!("resistances of {}", scope.name()), *of, -200, 100)),
        );
        faults.extend(self.armour.iter().flat_map(Piece::out_of_bounds));
        faults.extend(self.armour.iter().filter_map(|piece| self.too_heavy(piece)));
        faults.extend(self.mount_data.iter().flat_map(Mount::out_of_bounds));
        faults.extend(self.spells.iter().flat_map(Spell::faults));
        faults.extend(twice(&self.summoned_types, "summoned_types"));
        let again = |index: usize| self.spells[..index].iter().any(|known| known.name == self.spells[index].name);
        let again = (0..self.spells.len()).filter(|index| again(*index));
        faults.extend(again.map(|index| format!("spells has `{}` twice", self.spells[index].name)));
        faults
    }
}

impl Sheet {
    /// Why a piece of armour is too heavy to wear, RAT-ARM-05.
    fn too_heavy(&self, piece: &Piece) -> Option<String> {
        let (name, needed) = (&piece.name, piece.strength_required);
        let told =
            || format!("armour has `{name}`, which takes a strength of at least {needed}: it is {}", self.strength);
        (needed > self.strength).then(told)
    }
}

/// The sheet of a combatant in a `rates` battle.
#[inline]
pub fn sheet(fighter: Combatant<'_>) -> &Sheet {
    fighter.sheet.as_ref()
}

/// The sheet of somebody.
#[inline]
pub fn sheet_of(battle: &Battle, who: CombatantId) -> &Sheet {
    battle.combatant(who).sheet.as_ref()
}

/// The numbers of a thing in a `rates` battle.
#[inline]
pub fn arm(battle: &Battle, item: ItemId) -> &Arm {
    battle.item(item).arm.as_ref()
}

/// The spell that a thing stands for.
pub fn spell(battle: &Battle, item: ItemId) -> Option<&Spell> {
    arm(battle, item).casts.as_ref()
}

/// The spells and abilities that somebody has.
pub fn spells(battle: &Battle, who: CombatantId) -> impl Iterator<Item = (Item<'_>, &Spell)> {
    battle.ready_items(who).filter_map(|item| Some((item, spell(battle, item.id)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        RulesetArm as _,
        rates::arms::{CritEffect, Expression, MagicType, Shield, SpellEffect},
    };

    fn faults(change: impl Fn(&mut Sheet)) -> Vec<String> {
        let mut sheet = Sheet::default();
        change(&mut sheet);
        sheet.faults()
    }

    /// RAT-ARM-05: checked at set-up, not in play.
    #[test]
    fn armour_takes_the_strength_to_wear_it() {
        let wears = |strength: i16| {
            let piece = Piece { name: "harness".into(), strength_required: 2, ..Piece::default() };
            faults(|sheet| (sheet.strength, sheet.armour) = (strength, vec![piece.clone()]))
        };
        assert_eq!(wears(2), Vec::<String>::new());
        assert_eq!(wears(1), ["armour has `harness`, which takes a strength of at least 2: it is 1"]);
    }

    #[test]
    fn every_number_of_a_sheet_has_bounds() {
        assert_eq!(faults(|_| {}), Vec::<String>::new());
        assert_eq!(faults(|sheet| sheet.agility = 41), ["agility is 41, must be 0 to 40"]);
        assert_eq!(faults(|sheet| sheet.melee = 81), ["melee is 81, must be 0 to 80"]);
        assert_eq!(faults(|sheet| sheet.health = Some(101)), ["health is 101, must be at most 100"]);
        assert_eq!(faults(|sheet| sheet.magic = vec![(Subskill::Nature, 81)]), ["Nature is 81, must be 0 to 80"]);
        let resists = |percent| faults(|sheet| sheet.resistances = vec![(Scope::Fire, percent)]);
        assert_eq!(resists(-200), Vec::<String>::new());
        assert_eq!(resists(101), ["resistances of Fire is 101, must be -200 to 100"]);
        let mount = Mount { difficulty: 61, tamed: true };
        assert_eq!(faults(|sheet| sheet.mount_data = Some(mount)), ["difficulty is 61, must be 0 to 60"]);
        let spell = |name: &str| Spell { name: name.into(), ..Spell::default() };
        assert_eq!(faults(|sheet| sheet.spells = vec![spell("one"), spell("one")]), ["spells has `one` twice"]);
        assert_eq!(faults(|sheet| sheet.spells = vec![spell("two words")]).len(), 1);
    }

    #[test]
    fn every_number_of_a_thing_has_bounds() {
        let with = |change: fn(&mut Arm)| {
            let mut arm = Arm::default();
            change(&mut arm);
            arm.faults()
        };
        assert_eq!(with(|_| {}), Vec::<String>::new());
        assert_eq!(with(|arm| arm.rate = Some(0)), ["rate is 0, must be 1 to 200"]);
        assert_eq!(with(|arm| arm.slow = 10), ["slow is 10, must be 1 to 9"]);
        assert_eq!(with(|arm| arm.crit_range = 21), ["crit_range is 21, must be 0 to 20"]);
        assert_eq!(with(|arm| arm.crit_effect = CritEffect::Times(0)), ["crit_effect is 0, must be 1 to 9"]);
        assert_eq!(with(|arm| arm.damage.dice = vec![(1, 1)]), ["sides of damage is 1, must be 2 to 100"]);
        assert_eq!(with(|arm| arm.types = vec![MagicType::Fire; 2]), ["types has Fire twice"]);
        let shield = |arm: &mut Arm| arm.shield = Some(Shield { block: 101, ..Shield::default() });
        assert_eq!(with(shield), ["block is 101, must be 0 to 100"]);
        let spell = |arm: &mut Arm| {
            let effect = SpellEffect::Heal(Expression { flat: 501, ..Expression::default() });
            arm.casts = Some(Spell { effect, ..Spell::default() });
        };
        assert_eq!(with(spell), ["flat of effect is 501, must be -100 to 500"]);
    }

    /// RAT-DMG-06: 21 less the newer range, if nothing is said.
    #[test]
    fn the_older_range_mirrors_the_newer_one() {
        let older =
            |crit_range, crit_range_older| Arm { crit_range, crit_range_older, ..Arm::default() }.crit_range_older();
        assert_eq!([older(2, None), older(0, None), older(3, Some(17))], [19, 21, 17]);
    }
}
