//! What an answer or an ending is worth, for forecasts, grades and the computer.

use smallvec::{SmallVec, smallvec};

use super::Inspect;
use crate::{
    geometry::Square,
    rules::{
        account::SituationKey,
        choosing::Choice,
        flow::OutcomeState,
        ids::{CombatantId, ItemId},
        state::{Battle, Condition, Decision, Effect, Explosive, Item, Placement, Vital},
        table::Step,
    },
};

/// Points that somebody keeps from round to round, of which only a part comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// How many are left.
    pub left: u8,
    /// How many there can be.
    pub of: u8,
    /// How many come back each round.
    pub back: u8,
    /// How many a defence takes by default; 0 if default answers spend none.
    pub price: u8,
    /// Where they are kept.
    pub vital: Vital,
}

/// What is worth how much.
pub trait Appraise: Inspect {
    /// The default answer, which forecasts assume: the one the catalogue names, spending nothing that does not come
    /// back. It rests on what the asker's side knows.
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice {
        decision.prompt.asked().default_answer(&battle.known_in(decision), decision.who)
    }
    /// The numbers of the attack that a step makes, without the words of [`Inspect::assess`]; `None` if it makes none.
    /// Attacks in the same way on the same target in the same state have equal odds if these are equal.
    fn attack_numbers(&self, battle: &Battle, step: &Step) -> Option<SituationKey> {
        Some(self.assess(battle, step)?.key())
    }
    /// All that an attack of the one on the other can depend on of where these two stand, neither of whom rides or is
    /// ridden: of two positions that differ in nothing but where they stand and in which this is equal, the same attacks
    /// are open, the others for the same reasons not, with equal [numbers](Self::attack_numbers), and all alike lead to
    /// their own dice first or not. `None` if it cannot be told in a few numbers; that is always right, and only slower.
    fn bearing(&self, _: &Battle, _by: CombatantId, _on: CombatantId) -> Option<SituationKey> {
        None
    }
    /// The [bearing](Self::bearing) of the two that none is better than for the one who attacks, of all with bodies as far
    /// apart along columns and along rows: no attack has a higher mean or is likelier to land than the same attack has
    /// there. `None` if it cannot be told.
    fn clear_bearing(&self, _: &Battle, _by: CombatantId, _on: CombatantId) -> Option<SituationKey> {
        None
    }
    /// All that it can depend on of where the two stand whether any attack of the one on the other is open, if they stood
    /// in these places: of two positions as for a [bearing](Self::bearing), there is one in both or in neither if this is
    /// equal. `None` if only the bearing tells.
    fn openness(&self, _: &Battle, _by: (CombatantId, Placement), _on: (CombatantId, Placement)) -> Option<u64> {
        None
    }
    /// Squares, along columns or rows, whichever are more, beyond which nothing of all that somebody has gets at anybody:
    /// farther off, distance alone or something that does not depend on place at all is the reason against every attack.
    /// At least that many if it is not looked at closer; `None` if there is no such number.
    fn farthest(&self, _: &Battle, _who: CombatantId) -> Option<u16> {
        None
    }
    /// How badly an outcome hurts `whom`: 0 not at all, 1 lightly, 2 heavily, 3 out of the fight. By default half of what
    /// [`Appraise::health`] is left is a heavy loss.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        match ending.loss(battle, whom, |vital| self.is_health(vital)) {
            None => 3,
            Some(..=0) => 0,
            Some(lost) if lost * 2 >= self.health(battle, whom).0 => 2,
            Some(_) => 1,
        }
    }
    /// Whether a running total is a part of what [`Appraise::health`] counts. By default the role says so; where health is
    /// counted in several totals, the kernel's search must know them all.
    fn is_health(&self, vital: Vital) -> bool {
        self.roles().health == Some(vital)
    }
    /// What somebody can still take before it is out of the fight, and what when whole. By default the first bar of the
    /// card says so.
    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        let card = self.card(battle, who);
        card.bars.first().map_or((1, 1), |bar| (bar.now, bar.full))
    }
    /// The names of the four grades, for trials and panels; a ruleset with wounds counts in those.
    fn grades(&self) -> [&'static str; 4] {
        ["nothing lost", "less than half", "half or more", "out"]
    }
    /// The points that forecasts let somebody spend on defences now: the kernel remembers forecasts by them.
    fn reserve(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// The points that somebody spends on reactions, if they are kept from round to round and come back only in part: the
    /// computer saves them.
    fn stock(&self, _: &Battle, _: CombatantId) -> Option<Stock> {
        None
    }
    /// How many actions it takes until an item in hand can attack again that must be loaded or recovered first; 0 if it is
    /// ready.
    fn until_ready(&self, item: &Item<'_>) -> u8 {
        u8::from(!item.loaded)
    }
    /// What all of them do to it.
    fn readied(&self, item: ItemId) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Load(item, true)]
    }
    /// Whether somebody can defend in a turn of its own, as against those whom a movement gives an opportunity.
    fn defends_in_turn(&self) -> bool {
        true
    }
    /// Points lost at the start of the combatant's next turn if unspent: the computer spends them first.
    fn fading(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// What a keg or a charge in a square would cost somebody whom it reaches, on average, in the points of
    /// [`Appraise::health`]; 0 without a rule for it.
    fn blast_cost(&self, _: &Battle, _at: Square, _: &Explosive, _who: CombatantId) -> i32 {
        0
    }
    /// What coming into fire, or beginning a turn in it, costs somebody on average, in the same points; 0 without a rule.
    fn fire_cost(&self, _: &Battle, _who: CombatantId) -> i32 {
        0
    }
    /// What an answer is worth against the others, where what it decides lies too far ahead to be forecast: a declaration
    /// before any die. `None` if its outcome says it.
    fn worth(&self, _: &Battle, _: &Decision, _: &Choice) -> Option<i32> {
        None
    }
    /// How far a condition takes its bearer out of the fight, in per cent; negative if it helps.
    fn hindrance(&self, _: &Condition) -> i8 {
        0
    }
}
