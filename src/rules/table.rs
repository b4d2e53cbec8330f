//! The one table that lists the rulesets. Adding one means a folder, a `pub mod` line and a row here.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    AgendaItem, CombatantId, Decision, ItemId, Rule, RuleId, Ruleset, RulesetArm as _, RulesetDetail as _,
    RulesetSheet as _, RulesetStep as _, Shape, drill, drill_parts, percentile, pools, rates, state::shapes::shapes,
    totals, vigor,
};

macro_rules! rulesets {
    ($($variant:ident, $module:ident, $name:literal, $place:ident;)*) => {
        $(const _: () = $module::NAMES.fit();)*

        /// The rulesets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum RulesetId {
            $(#[doc = concat!("`", $name, "`")] #[serde(rename = $name)] $variant,)*
        }

        impl RulesetId {
            /// All of them, including those that players are not offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Whether players are offered it.
            pub const fn is_offered(self) -> bool {
                match self { $(Self::$variant => Place::$place.is_offered(),)* }
            }

            /// Whether it is the one recommended to beginners.
            pub const fn is_first(self) -> bool {
                match self { $(Self::$variant => Place::$place.is_first(),)* }
            }

            /// Whether all its chapters are complete; only then must each of its rules be proved.
            pub const fn is_whole(self) -> bool {
                match self { $(Self::$variant => Place::$place.is_whole(),)* }
            }

            /// The sheet used if a file gives none.
            pub fn plain_sheet(self) -> Sheet {
                match self { $(Self::$variant => Sheet::$variant($module::Sheet::default()),)* }
            }

            /// The numbers of an item used if a file gives none.
            pub fn plain_arm(self, glyph: super::ItemGlyph, hands: u8) -> Arm {
                match self { $(Self::$variant => Arm::$variant($module::Arm::plain(glyph, hands)),)* }
            }

            /// How the details of conditions are written in files, and the enums in them.
            pub fn details(self) -> Vec<Shape> {
                match self { $(Self::$variant => shapes::<$module::Detail>(),)* }
            }

            /// The name in files and on screen.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The rules themselves.
            pub fn rules(self) -> &'static dyn Ruleset {
                match self { $(Self::$variant => &$module::Rules,)* }
            }
        }

        /// A combatant's numbers in the ruleset in play.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Sheet { $(#[doc = concat!("For `", $name, "`.")] $variant($module::Sheet),)* }

        /// An item's numbers in the ruleset in play.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Arm { $(#[doc = concat!("For `", $name, "`.")] $variant($module::Arm),)* }

        /// The further detail of a condition, in the terms of the ruleset in play.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize
        )]
        #[serde(rename_all = "lowercase")]
        pub enum Detail {
            /// Nothing.
            #[default]
            None,
            $(#[doc = concat!("For `", $name, "`.")] #[serde(rename = $name)] $variant($module::Detail),)*
        }

        impl Detail {
            /// The combatant and the item it names.
            pub fn refers_to(self) -> (Option<CombatantId>, Option<ItemId>) {
                match self {
                    Self::None => (None, None),
                    $(Self::$variant(detail) => detail.refers_to(),)*
                }
            }

            /// The ruleset it is for; `None` if there is none.
            pub const fn ruleset(self) -> Option<RulesetId> {
                match self { Self::None => None, $(Self::$variant(_) => Some(RulesetId::$variant),)* }
            }
        }

        /// A step that the rules resolve.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Step { $(#[doc = concat!("Of `", $name, "`.")] $variant($module::Step),)* }

        /// A question to a combatant.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Prompt { $(#[doc = concat!("Of `", $name, "`.")] $variant($module::Prompt),)* }

        $(
            impl From<$module::Sheet> for Sheet {
                fn from(sheet: $module::Sheet) -> Self {
                    Self::$variant(sheet)
                }
            }

            impl From<$module::Arm> for Arm {
                fn from(arm: $module::Arm) -> Self {
                    Self::$variant(arm)
                }
            }

            impl From<$module::Step> for Step {
                fn from(step: $module::Step) -> Self {
                    Self::$variant(step)
                }
            }

            impl From<$module::Prompt> for Prompt {
                fn from(prompt: $module::Prompt) -> Self {
                    Self::$variant(prompt)
                }
            }

            impl AsRef<$module::Sheet> for Sheet {
                #[allow(unreachable_patterns, reason = "there may be one ruleset only")]
                fn as_ref(&self) -> &$module::Sheet {
                    match self { Self::$variant(sheet) => sheet, _ => mixed_up() }
                }
            }

            impl AsRef<$module::Arm> for Arm {
                #[allow(unreachable_patterns, reason = "there may be one ruleset only")]
                fn as_ref(&self) -> &$module::Arm {
                    match self { Self::$variant(arm) => arm, _ => mixed_up() }
                }
            }

            impl AsRef<$module::Step> for Step {
                #[allow(unreachable_patterns, reason = "there may be one ruleset only")]
                fn as_ref(&self) -> &$module::Step {
                    match self { Self::$variant(step) => step, _ => mixed_up() }
                }
            }

            impl AsRef<$module::Prompt> for Prompt {
                #[allow(unreachable_patterns, reason = "there may be one ruleset only")]
                fn as_ref(&self) -> &$module::Prompt {
                    match self { Self::$variant(prompt) => prompt, _ => mixed_up() }
                }
            }
        )*

        /// One combatant's sheets for several rulesets, as files give them.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct SheetSet { $(#[doc = concat!("For `", $name, "`.")] pub $module: Option<$module::Sheet>,)* }

        impl SheetSet {
            /// The sheet for a ruleset.
            pub fn sheet(&self, ruleset: RulesetId) -> Option<Sheet> {
                match ruleset { $(RulesetId::$variant => self.$module.clone().map(Sheet::$variant),)* }
            }
        }

        /// One item's numbers for several rulesets, as files give them.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct ArmSet { $(#[doc = concat!("For `", $name, "`.")] pub $module: Option<$module::Arm>,)* }

        impl ArmSet {
            /// The numbers for a ruleset.
            pub fn arm(&self, ruleset: RulesetId) -> Option<Arm> {
                match ruleset { $(RulesetId::$variant => self.$module.clone().map(Arm::$variant),)* }
            }
        }

        impl Prompt {
            /// The question as a trait object.
            pub fn asked(&self) -> &dyn super::ruleset::RulesetPrompt {
                match self { $(Self::$variant(prompt) => prompt.asked(),)* }
            }

            /// The ruleset it belongs to.
            pub const fn ruleset(&self) -> RulesetId {
                match self { $(Self::$variant(_) => RulesetId::$variant,)* }
            }
        }

        impl Step {
            /// The ruleset it belongs to.
            pub const fn ruleset(&self) -> RulesetId {
                match self { $(Self::$variant(_) => RulesetId::$variant,)* }
            }

            /// Its kind, which decides the system that resolves it.
            pub fn kind(&self) -> super::StepKind {
                match self { $(Self::$variant(step) => step.kind(),)* }
            }
        }

        impl Sheet {
            /// The ruleset it is for.
            pub const fn ruleset(&self) -> RulesetId {
                match self { $(Self::$variant(_) => RulesetId::$variant,)* }
            }

            /// Squares along one side of the body.
            pub fn footprint(&self) -> u8 {
                match self { $(Self::$variant(sheet) => sheet.footprint(),)* }
            }

            /// Parts of the body besides fists, as items.
            pub fn parts(&self) -> Vec<super::BodyPart> {
                match self { $(Self::$variant(sheet) => sheet.parts(),)* }
            }

            /// The running totals and allowances at the start of a battle.
            pub fn start(&self) -> (super::Vitals, super::Budgets) {
                match self { $(Self::$variant(sheet) => sheet.start(),)* }
            }

            /// The lowest and highest value of a running total for a fighting combatant with this sheet.
            pub fn bounds(&self, vital: super::Vital) -> (i16, i16) {
                match self { $(Self::$variant(sheet) => sheet.bounds(vital),)* }
            }

            /// Makes it the sheet of a combatant who lies in ambush as the battle begins, or of one who walks into it;
            /// false if the ruleset has no ambushes.
            pub fn begin_in_ambush(&mut self, lies: bool) -> bool {
                match self { $(Self::$variant(sheet) => sheet.begin_in_ambush(lies),)* }
            }

            /// Whether its bearer begins unknown to all enemies.
            pub fn hides(&self) -> bool {
                match self { $(Self::$variant(sheet) => sheet.hides(),)* }
            }

            /// What is impossible about the sheet, in words; empty if it can be played.
            pub fn faults(&self) -> Vec<String> {
                match self { $(Self::$variant(sheet) => sheet.faults(),)* }
            }
        }

        impl Arm {
            /// Hands needed to use it: 0 for parts of a body.
            pub fn hands(&self) -> u8 {
                match self { $(Self::$variant(arm) => arm.hands(),)* }
            }

            /// Whether it must be loaded between shots.
            pub fn needs_loading(&self) -> bool {
                match self { $(Self::$variant(arm) => arm.needs_loading(),)* }
            }

            /// Whether a set-up may say that it is not loaded.
            pub fn can_be_unloaded(&self) -> bool {
                match self { $(Self::$variant(arm) => arm.can_be_unloaded(),)* }
            }

            /// The item's numbers at the start of a battle.
            pub fn start(&self) -> super::ItemNumbers {
                match self { $(Self::$variant(arm) => arm.start(),)* }
            }

            /// What is impossible about it, in words; empty if it can be played.
            pub fn faults(&self) -> Vec<String> {
                match self { $(Self::$variant(arm) => arm.faults(),)* }
            }
        }
    };
}

rulesets! {
    Percentile, percentile, "percentile", Offered;
    Totals, totals, "totals", Offered;
    Drill, drill, "drill", Unlisted;
    Vigor, vigor, "vigor", First;
    DrillParts, drill_parts, "drill_parts", Unlisted;
    Rates, rates, "rates", Offered;
    Pools, pools, "pools", Offered;
}

/// Where a ruleset is listed.
enum Place {
    /// On every list, and recommended to beginners: nothing is declared before a round, an attack is one roll against
    /// one number, and a target is asked at most one question.
    First,
    /// On every list.
    Offered,
    /// Never offered to players.
    Unlisted,
    /// Not offered either, while its chapters are still being written.
    #[allow(dead_code, reason = "at times no ruleset is being written")]
    Begun,
}

impl Place {
    const fn is_first(&self) -> bool {
        matches!(self, Self::First)
    }

    const fn is_offered(&self) -> bool {
        matches!(self, Self::First | Self::Offered)
    }

    const fn is_whole(&self) -> bool {
        !matches!(self, Self::Begun)
    }
}

impl RulesetId {
    /// The rulesets that players are offered, in the order they are listed everywhere: by name.
    pub fn offered() -> impl Iterator<Item = Self> + Clone {
        let mut offered: Vec<Self> = Self::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()).collect();
        offered.sort_by_key(|ruleset| ruleset.name());
        offered.into_iter()
    }

    /// The one recommended to beginners.
    pub fn first() -> Self {
        Self::ALL.iter().copied().find(|ruleset| ruleset.is_first()).unwrap_or(Self::ALL[0])
    }
}

impl AgendaItem {
    /// A step of a ruleset, for the agenda.
    pub fn step(step: impl Into<Step>) -> Self {
        Self::Step(step.into())
    }

    /// A ruleset's question to a combatant, for the agenda.
    pub fn prompt(who: CombatantId, prompt: impl Into<Prompt>) -> Self {
        Self::Decision(Decision { who, prompt: prompt.into() })
    }
}

/// The rule with an id, whichever ruleset has it.
pub fn rule_of(id: RuleId) -> Option<&'static Rule> {
    RulesetId::ALL.iter().find_map(|ruleset| ruleset.rules().catalogue().iter().find(|rule| rule.id == id))
}

/// Never called: a battle is made for one ruleset, and every sheet, arm, step and question in it belongs to that
/// ruleset.
fn mixed_up() -> ! {
    panic!("a battle holds numbers of two rulesets")
}

impl fmt::Display for RulesetId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
