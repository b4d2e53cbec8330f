//! Initiative order: who goes first, how rolls settle ties, and whose turn comes next.

use serde::{Deserialize, Serialize};

use super::StepContext;
use crate::rules::{
    account::RuleId,
    ids::CombatantId,
    state::{AgendaItem, Battle, Combatant},
};

/// An order in which some are still tied. Rolls settle one group of equals after another, from the front.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tied {
    /// Everybody, sorted as far as ranks and rolls have settled.
    order: Vec<CombatantId>,
    /// The groups of tied combatants: the place of the first, and how many.
    ties: Vec<(u16, u16)>,
    /// The rolls of the first of these groups so far.
    rolls: Vec<i16>,
}

impl Tied {
    /// Orders everybody by rank, the lowest first. In an order `held` from before, ties are settled; newcomers are put
    /// among those who have a place.
    pub fn new<R: Ord + Copy>(
        totals: impl IntoIterator<Item = (CombatantId, i16)>,
        held: &[CombatantId],
        rank: impl Fn(CombatantId, i16) -> R,
    ) -> Self {
        let place = |who: CombatantId| held.iter().position(|known| *known == who).unwrap_or(usize::MAX);
        let mut ranked: Vec<(R, usize, CombatantId)> =
            totals.into_iter().map(|(who, total)| (rank(who, total), place(who), who)).collect();
        ranked.sort();
        let order = ranked.iter().map(|(.., who)| *who).collect();
        let ties = groups(&ranked, 0, |a, b| a.0 == b.0);
        Self { order, ties, rolls: Vec::new() }.without_settled(held)
    }

    /// Who rolls next; `None` once all ties are settled.
    pub fn next(&self) -> Option<CombatantId> {
        self.ties.first().map(|(first, _)| self.order[usize::from(*first) + self.rolls.len()])
    }

    /// Adds the roll of [`Self::next`]. Once the last of a group has rolled, the highest roll goes first, and those
    /// still equal roll again.
    #[must_use]
    pub fn rolled(mut self, roll: i16, held: &[CombatantId]) -> Self {
        self.rolls.push(roll);
        let Some((first, _)) = self.ties.first().copied().filter(|(_, count)| self.rolls.len() >= usize::from(*count))
        else {
            return self;
        };
        self.ties.remove(0);
        let rolls = std::mem::take(&mut self.rolls);
        let group = &mut self.order[usize::from(first)..][..rolls.len()];
        let mut ranked: Vec<(i16, CombatantId)> =
            rolls.into_iter().map(|roll| -roll).zip(group.iter().copied()).collect();
        ranked.sort();
        group.iter_mut().zip(&ranked).for_each(|(place, (_, who))| *place = *who);
        let still = Self { order: self.order, ties: groups(&ranked, first, |a, b| a.0 == b.0), rolls: Vec::new() };
        let mut still = still.without_settled(held);
        still.ties.extend(self.ties);
        still
    }

    /// The order once all rolls are made. Those who had a place keep their order among themselves.
    pub fn settled(self, held: &[CombatantId]) -> Vec<CombatantId> {
        let mut old = held.iter().filter(|who| self.order.contains(who));
        let keep = |who: CombatantId| if held.contains(&who) { *old.next().unwrap_or(&who) } else { who };
        self.order.iter().copied().map(keep).collect()
    }

    /// Keeps only ties that include a newcomer.
    fn without_settled(mut self, held: &[CombatantId]) -> Self {
        let order = &self.order;
        let is_open = |(first, count): &(u16, u16)| {
            order[usize::from(*first)..][..usize::from(*count)].iter().any(|who| !held.contains(who))
        };
        self.ties.retain(is_open);
        self
    }
}

/// The groups of two or more equal neighbours in a list: the place of the first, counted from `from`, and how many.
fn groups<T>(list: &[T], from: u16, same: impl Fn(&T, &T) -> bool) -> Vec<(u16, u16)> {
    let mut next = from;
    let groups = list.chunk_by(same).map(|group| {
        let first = next;
        next += group.len() as u16;
        (first, group.len() as u16)
    });
    groups.filter(|(_, count)| *count > 1).collect()
}

/// A tie-breaker between equal totals: its words, and its amount for a combatant. Equal amounts settle nothing.
pub type Settles<'a> = (&'static str, &'a dyn Fn(CombatantId) -> i32);

/// Notes for each two neighbours with equal totals what has settled their order: the first tie-breaker in which they
/// differ, else the roll between them. `of` stands before the total: "level ". Combatants out of the fight or unknown
/// to any side are left out, and so are two whose order is `held` from before.
pub fn tell_ties(
    battle: &Battle,
    (order, held): (&[CombatantId], &[CombatantId]),
    (rule, of): (RuleId, &str),
    total: impl Fn(CombatantId) -> i16,
    settles: &[Settles<'_>],
    context: &mut StepContext<'_>,
) {
    if context.is_forecast() {
        return;
    }
    let is_known = |who: CombatantId| {
        let own = battle.combatant(who).team;
        battle.teams().all(|team| team == own || battle.is_known(team, who))
    };
    let fighting = order.iter().copied().filter(|who| battle.combatant(*who).fights() && is_known(*who));
    let fighting: Vec<CombatantId> = fighting.collect();
    let is_new = |pair: &&[CombatantId]| pair.iter().any(|who| !held.contains(who));
    for pair in fighting.windows(2).filter(is_new).filter(|pair| total(pair[0]) == total(pair[1])) {
        let [first, second] = [pair[0], pair[1]];
        let settled = settles.iter().find(|(_, amount)| amount(first) != amount(second));
        let words = settled.map_or("by the roll between them", |(words, _)| words);
        let name = &battle.combatant(second).identity.name;
        context.note(first, rule, format_args!("goes before {name}: {of}{} each, {words}", total(first)));
    }
}

/// The next in order who can have a turn, from a place on, with their own place. Conditions that last until the places
/// passed over end.
pub fn next_turn(
    battle: &Battle,
    from: u16,
    may_act: impl Fn(Combatant<'_>) -> bool,
    context: &mut StepContext<'_>,
) -> Option<(u16, CombatantId)> {
    let order = &battle.scene.order;
    let next = (usize::from(from)..order.len()).find(|place| may_act(battle.combatant(order[*place])));
    context.places_come_up(battle, from.into(), next);
    next.map(|place| (place as u16, order[place]))
}

/// The agenda in the middle of a combatant's turn, after its start, first to last, including the step for the next
/// place.
pub fn turn_of<const N: usize>(
    battle: &Battle,
    who: CombatantId,
    steps: impl FnOnce(u16) -> [AgendaItem; N],
) -> Vec<AgendaItem> {
    let place = battle.scene.order.iter().position(|other| *other == who).unwrap_or(0);
    steps(place as u16 + 1).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(all: &[u16]) -> Vec<CombatantId> {
        all.iter().copied().map(CombatantId).collect()
    }

    fn play(mut tied: Tied, held: &[CombatantId], rolls: &[(u16, i16)]) -> Vec<CombatantId> {
        for (who, roll) in rolls {
            assert_eq!(tied.next(), Some(CombatantId(*who)));
            tied = tied.rolled(*roll, held);
        }
        assert_eq!(tied.next(), None);
        tied.settled(held)
    }

    #[test]
    fn ties_are_rolled_off_group_by_group_until_nobody_is_equal() {
        let totals = [(0, 5), (1, 9), (2, 5), (3, 9), (4, 5)].map(|(who, total)| (CombatantId(who), total));
        let tied = Tied::new(totals, &[], |_, total| -total);
        let rolls = [(1, 4), (3, 6), (0, 2), (2, 2), (4, 7), (0, 1), (2, 3)];
        assert_eq!(play(tied, &[], &rolls), ids(&[3, 1, 4, 2, 0]));
    }

    #[test]
    fn an_order_that_holds_is_kept_and_only_newcomers_roll() {
        let held = ids(&[2, 0]);
        let totals = [(0, 5), (1, 5), (2, 5)].map(|(who, total)| (CombatantId(who), total));
        let tied = Tied::new(totals, &held, |_, total| -total);
        assert_eq!(play(tied, &held, &[(2, 1), (0, 6), (1, 3)]), ids(&[2, 1, 0]), "the old keep their order");
        let old = Tied::new(totals.into_iter().filter(|(who, _)| who.0 != 1), &held, |_, total| -total);
        assert_eq!(play(old, &held, &[]), held);
    }
}
