//! The worth of answers and outcomes, for forecasts, grades and the computer.

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

/// Points that are kept from round to round and only partly come back.
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
    /// The total they are kept in.
    pub vital: Vital,
}

/// How a ruleset values answers and outcomes.
pub trait Appraise: Inspect {
    /// The default answer, which forecasts assume: the one the rules name, spending nothing that does not come back. It
    /// is based on what the asker's side knows.
    fn default_answer(&self, battle: &Battle, decision: &Decision) -> Choice {
        decision.prompt.asked().default_answer(&battle.known_in(decision), decision.who)
    }
    /// The numbers of the attack that a step makes, without the words of [`Inspect::assess`]; `None` if it makes none.
    /// If these are equal, attacks made in the same way on the same target in the same state have equal odds.
    fn attack_numbers(&self, battle: &Battle, step: &Step) -> Option<SituationKey> {
        Some(self.assess(battle, step)?.key())
    }
    /// Everything about where the two stand that an attack of `by` on `on` can depend on, if neither rides or is
    /// ridden. If two positions differ only in where the two stand and this is equal, the same attacks are open in both
    /// with equal [numbers](Self::attack_numbers), the others are refused for the same reasons, and the same attacks
    /// lead straight to their own dice. `None` if a few numbers cannot express it; that is always correct, only slower.
    fn bearing(&self, _: &Battle, _by: CombatantId, _on: CombatantId) -> Option<SituationKey> {
        None
    }
    /// The best [bearing](Self::bearing) for the attacker among all with the bodies as far apart along columns and
    /// along rows: no attack has a higher mean or is likelier to land than the same attack there. `None` if it is not
    /// known.
    fn clear_bearing(&self, _: &Battle, _by: CombatantId, _on: CombatantId) -> Option<SituationKey> {
        None
    }
    /// Everything about where the two stand that decides whether any attack of `by` on `on` is open, if they stood in
    /// these places. If two positions as for a [bearing](Self::bearing) have this equal, an attack is open in both or
    /// in neither. `None` if only the bearing tells.
    fn openness(&self, _: &Battle, _by: (CombatantId, Placement), _on: (CombatantId, Placement)) -> Option<u64> {
        None
    }
    /// The distance in squares, along columns or rows, whichever is more, beyond which nothing that `who` has reaches
    /// anybody: every attack from farther off is refused for the distance alone or for something that does not depend
    /// on place at all. It may be overestimated; `None` if there is no such number.
    fn farthest(&self, _: &Battle, _who: CombatantId) -> Option<u16> {
        None
    }
    /// How badly an outcome hurts `whom`: 0 not at all, 1 lightly, 2 heavily, 3 out of the fight. By default, losing
    /// half of the current [`Appraise::health`] or more is heavy.
    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        match ending.loss(battle, whom, |vital| self.is_health(vital)) {
            None => 3,
            Some(..=0) => 0,
            Some(lost) if lost * 2 >= self.health(battle, whom).0 => 2,
            Some(_) => 1,
        }
    }
    /// Whether a running total is part of what [`Appraise::health`] counts. By default the one in
    /// [`Roles`](super::Roles); if health is counted in several totals, this must be true for all of them.
    fn is_health(&self, vital: Vital) -> bool {
        self.roles().health == Some(vital)
    }
    /// How much a combatant can still take before being out of the fight, and how much when unhurt. By default the
    /// first bar of the card.
    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        let card = self.card(battle, who);
        card.bars.first().map_or((1, 1), |bar| (bar.now, bar.full))
    }
    /// The names of the four grades, for trials and panels; a ruleset with wounds counts in those.
    fn grades(&self) -> [&'static str; 4] {
        ["nothing lost", "less than half", "half or more", "out"]
    }
    /// The points that forecasts let a combatant spend on defences now. The kernel includes them in the key of a
    /// forecast.
    fn reserve(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// The points that a combatant spends on reactions, if they are kept from round to round and only partly come back.
    /// The computer saves them.
    fn stock(&self, _: &Battle, _: CombatantId) -> Option<Stock> {
        None
    }
    /// How many actions it takes to load or recover an item in hand before it can attack again; 0 if it is ready.
    fn until_ready(&self, item: &Item<'_>) -> u8 {
        u8::from(!item.loaded)
    }
    /// The effects of all these actions on the item.
    fn readied(&self, item: ItemId) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Load(item, true)]
    }
    /// Whether a combatant can defend in its own turn, such as against attacks that its movement provokes.
    fn defends_in_turn(&self) -> bool {
        true
    }
    /// Points lost at the start of the combatant's next turn if unspent: the computer spends them first.
    fn fading(&self, _: &Battle, _: CombatantId) -> u8 {
        0
    }
    /// The average cost of a keg or a charge in a square to a combatant within its reach, in points of
    /// [`Appraise::health`]; 0 without a rule for it.
    fn blast_cost(&self, _: &Battle, _at: Square, _: &Explosive, _who: CombatantId) -> i32 {
        0
    }
    /// The average cost of entering fire or beginning a turn in it, in points of [`Appraise::health`]; 0 without a
    /// rule.
    fn fire_cost(&self, _: &Battle, _who: CombatantId) -> i32 {
        0
    }
    /// The worth of an answer relative to the others, if its consequences lie too far ahead to be forecast, as with a
    /// declaration before any dice. `None` if its outcome shows it.
    fn worth(&self, _: &Battle, _: &Decision, _: &Choice) -> Option<i32> {
        None
    }
    /// How far a condition takes its bearer out of the fight, in percent; negative if it helps.
    fn hindrance(&self, _: &Condition) -> i8 {
        0
    }
}
