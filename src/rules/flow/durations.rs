//! When conditions end: the moments that end them, and the effects of that.

use super::StepContext;
use crate::rules::{
    ids::{CombatantId, ItemId},
    state::{Battle, Condition, Effect, ItemRow, Until},
};

/// A moment at which conditions may end. A ruleset says when each comes; it need not use all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Somebody's turn starts.
    TurnStarts(CombatantId),
    /// Somebody's turn ends.
    TurnEnds(CombatantId),
    /// A combatant's place in the order comes up, whether or not they still have turns.
    PlaceComesUp(CombatantId),
    /// The round ends.
    RoundEnds,
}

/// Who or what has a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// A combatant.
    Combatant(CombatantId),
    /// An item.
    Item(ItemId),
}

/// A condition that has ended or come nearer to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DurationChange {
    /// Who or what has it.
    pub on: Bearer,
    /// The condition before.
    pub before: Condition,
    /// The condition now; `None` if it has ended.
    pub after: Option<Condition>,
}

impl DurationChange {
    /// The change as an effect.
    pub fn effect(self) -> Effect {
        match self.on {
            Bearer::Combatant(who) => Effect::replaced(who, self.before, self.after),
            Bearer::Item(item) => Effect::Imbue(item, self.after),
        }
    }
}

/// What a moment makes of a duration.
enum Countdown {
    Unchanged,
    Shortened(Until),
    Ended,
}

fn countdown(until: Until, on: Bearer, moment: Moment, round: u16) -> Countdown {
    let own = |who| on == Bearer::Combatant(who);
    match (until, moment) {
        (Until::TurnStart, Moment::TurnStarts(who)) | (Until::TurnEnd, Moment::TurnEnds(who)) if own(who) => {
            Countdown::Ended
        }
        (Until::NextTurnEnd, Moment::TurnStarts(who)) if own(who) => Countdown::Shortened(Until::TurnEnd),
        (Until::Turns(left @ 2..), Moment::TurnStarts(who)) if own(who) => Countdown::Shortened(Until::Turns(left - 1)),
        (Until::Turns(_), Moment::TurnStarts(who)) if own(who) => Countdown::Ended,
        (Until::RoundEnd(last) | Until::Place { round: last, .. }, Moment::RoundEnds) if last <= round => {
            Countdown::Ended
        }
        (Until::Place { of, round: last }, Moment::PlaceComesUp(who)) if of == who && last <= round => Countdown::Ended,
        _ => Countdown::Unchanged,
    }
}

fn duration_change(battle: &Battle, on: Bearer, before: Condition, moment: Moment) -> Option<DurationChange> {
    let after = match countdown(before.until, on, moment, battle.scene.round) {
        Countdown::Unchanged => return None,
        Countdown::Shortened(until) => Some(Condition { until, ..before }),
        Countdown::Ended => None,
    };
    Some(DurationChange { on, before, after })
}

/// The effect of a moment on one combatant's conditions, the oldest first.
pub fn duration_changes_of(
    battle: &Battle,
    who: CombatantId,
    moment: Moment,
) -> impl Iterator<Item = DurationChange> + '_ {
    let conditions = battle.combatant(who).conditions.0.iter();
    conditions.filter_map(move |condition| duration_change(battle, Bearer::Combatant(who), *condition, moment))
}

/// The effect of a moment on all conditions: those of combatants by id, each one's oldest first, then those of items.
pub fn duration_changes(battle: &Battle, moment: Moment) -> impl Iterator<Item = DurationChange> + '_ {
    let only = match moment {
        Moment::TurnStarts(who) | Moment::TurnEnds(who) => Some(who),
        Moment::PlaceComesUp(_) | Moment::RoundEnds => None,
    };
    let who = battle.rows().iter().map(|row| row.id).filter(move |who| only.is_none_or(|only| only == *who));
    let items = battle.item_rows().iter().filter(move |_| only.is_none());
    let of_item = move |item: &ItemRow| duration_change(battle, Bearer::Item(item.id), item.condition?, moment);
    who.flat_map(move |who| duration_changes_of(battle, who, moment)).chain(items.filter_map(of_item))
}

/// A duration of some rounds from now: until the place of the acting combatant comes up that many rounds later; outside
/// any turn, until that many rounds have ended, including this one. VIG-TURN-05.
pub fn rounds_from_now(battle: &Battle, rounds: u16) -> Until {
    let round = battle.scene.round;
    match battle.scene.acting {
        Some(of) => Until::Place { of, round: round + rounds },
        None => Until::RoundEnd((round + rounds).saturating_sub(1)),
    }
}

/// Whether a duration counted in rounds ends after another one, or never ends.
pub fn ends_after(battle: &Battle, duration: Until, other: Until) -> bool {
    let end = |until: Until| match until {
        Until::Indefinite => Some((u16::MAX, usize::MAX)),
        Until::RoundEnd(round) => Some((round, usize::MAX)),
        Until::Place { of, round } => {
            let place = battle.scene.order.iter().position(|who| *who == of);
            Some((round, place.unwrap_or(usize::MAX)))
        }
        _ => None,
    };
    end(duration).zip(end(other)).is_some_and(|(one, other)| one > other)
}

impl StepContext<'_> {
    /// Ends the conditions that end at a moment, and counts down those that last longer.
    pub fn expire_conditions(&mut self, battle: &Battle, moment: Moment) {
        for change in duration_changes(battle, moment) {
            let effect = change.effect();
            // A condition that both a place in the order and the end of the round end is ended once.
            if self.effects().all(|known| *known != effect) {
                self.effect(effect);
            }
        }
    }

    /// Some places in the order come up, one after another: ends the conditions that last until then. Without a next
    /// turn the round ends.
    pub fn places_come_up(&mut self, battle: &Battle, from: usize, next: Option<usize>) {
        let order = &battle.scene.order;
        let places = from..next.map_or(order.len(), |next| next + 1);
        for who in order.get(places).unwrap_or_default() {
            self.expire_conditions(battle, Moment::PlaceComesUp(*who));
        }
        if next.is_none() {
            self.expire_conditions(battle, Moment::RoundEnds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, ConditionKind, testing::example},
    };

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);

    fn battle(on: CombatantId, until: Until) -> Battle {
        let mut battle = example(Battlefield::new(4, 1), &[Square::new(0, 0), Square::new(2, 0)]);
        battle.apply(&Effect::AddCondition(on, Condition::new(ConditionKind(0), until)));
        battle
    }

    fn pass(battle: &mut Battle, moment: Moment) {
        let effects: Vec<Effect> = duration_changes(battle, moment).map(DurationChange::effect).collect();
        effects.iter().for_each(|effect| battle.apply(effect));
    }

    /// Which moment, counted from 0, ends a condition of B.
    fn ends_at(until: Until, moments: &[Moment]) -> Option<usize> {
        let mut battle = battle(B, until);
        moments.iter().position(|moment| {
            pass(&mut battle, *moment);
            if *moment == Moment::RoundEnds {
                battle.scene.round += 1;
            }
            battle.combatant(B).conditions.0.is_empty()
        })
    }

    #[test]
    fn each_duration_ends_at_its_moment() {
        use Moment::{PlaceComesUp as Place, RoundEnds, TurnEnds as End, TurnStarts as Start};
        let round = [Place(A), Start(A), End(A), Place(B), Start(B), End(B), RoundEnds];
        let moments: Vec<Moment> = round.into_iter().cycle().take(21).collect();
        let ends = |until| ends_at(until, &moments);
        assert_eq!(ends(Until::TurnStart), Some(4));
        assert_eq!(ends(Until::TurnEnd), Some(5));
        assert_eq!(ends(Until::NextTurnEnd), Some(5));
        assert_eq!(ends(Until::Turns(1)), Some(4));
        assert_eq!(ends(Until::Turns(3)), Some(18));
        assert_eq!(ends(Until::RoundEnd(1)), Some(6));
        assert_eq!(ends(Until::RoundEnd(2)), Some(13));
        assert_eq!(ends(Until::Place { of: A, round: 2 }), Some(7));
        assert_eq!(ends(Until::Place { of: B, round: 1 }), Some(3));
        assert_eq!(ends(Until::Indefinite), None);
        assert_eq!(ends(Until::Check), None);
    }

    #[test]
    fn a_turn_in_progress_does_not_end_what_lasts_until_the_next_one_ends() {
        let moments = [Moment::TurnEnds(B), Moment::TurnStarts(B), Moment::TurnEnds(B)];
        assert_eq!(ends_at(Until::NextTurnEnd, &moments), Some(2));
        assert_eq!(ends_at(Until::TurnEnd, &moments), Some(0));
    }

    #[test]
    fn without_a_place_in_the_order_the_end_of_the_round_ends_it() {
        // VIG-TURN-05: when it has no place in any round.
        let until = Until::Place { of: A, round: 2 };
        let moments = [Moment::PlaceComesUp(B), Moment::RoundEnds, Moment::PlaceComesUp(B), Moment::RoundEnds];
        assert_eq!(ends_at(until, &moments), Some(3));
    }

    #[test]
    fn a_round_from_now_is_one_turn_of_everybody_else() {
        let mut now = battle(B, Until::Indefinite);
        assert_eq!(rounds_from_now(&now, 1), Until::Place { of: A, round: 2 });
        now.scene.acting = None;
        assert_eq!(rounds_from_now(&now, 1), Until::RoundEnd(1));
    }

    #[test]
    fn of_two_durations_the_later_end_is_known() {
        let mut battle = battle(B, Until::Indefinite);
        battle.apply(&Effect::Order(vec![B, A]));
        let place = |of, round| Until::Place { of, round };
        let ends = [place(B, 2), place(A, 2), Until::RoundEnd(2), place(B, 3), Until::Indefinite];
        for (at, end) in ends.iter().enumerate() {
            let later: Vec<bool> = ends.iter().map(|other| ends_after(&battle, *end, *other)).collect();
            assert_eq!(later.iter().filter(|later| **later).count(), at, "{end:?}: {later:?}");
        }
        assert!(!ends_after(&battle, Until::TurnStart, place(B, 2)) && !ends_after(&battle, place(B, 2), Until::Check));
    }

    #[test]
    fn what_an_item_has_ends_with_the_rounds() {
        let mut battle = battle(B, Until::Indefinite);
        let lasting = Condition::new(ConditionKind(0), Until::Place { of: A, round: 1 });
        battle.apply(&Effect::Imbue(ItemId(1), Some(lasting)));
        pass(&mut battle, Moment::TurnEnds(A));
        assert_eq!(battle.item(ItemId(1)).condition, Some(lasting));
        pass(&mut battle, Moment::PlaceComesUp(A));
        assert_eq!(battle.item(ItemId(1)).condition, None);
        assert_eq!(battle.combatant(B).conditions.0.len(), 1);
    }
}
