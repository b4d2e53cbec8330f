//! Late arrivals. At the start of their round they are put on the board, whatever the ruleset does about turns. As soon
//! as the round has begun, the ruleset finds them among those who fight, so they have a turn in it unless it says
//! otherwise.

use crate::{
    geometry::{Flood, Footprint, Square},
    rules::{
        choosing::ground,
        ids::{CombatantId, Team},
        state::{Arrival, Battle, Battlefield, Effect, Footing, Passage, Placement, Status},
    },
};

impl Battle {
    /// Those still to come, by round and then by id.
    pub fn awaited(&self) -> impl Iterator<Item = &Arrival> {
        self.arrivals.iter().filter(|arrival| self.rows()[arrival.who.index()].status == Status::Awaited)
    }

    /// Those still to come that a side may know of: its own.
    pub fn awaited_by(&self, side: Team) -> impl Iterator<Item = &Arrival> {
        self.awaited().filter(move |arrival| self.profiles[arrival.who.index()].team == side)
    }

    /// Whether a combatant fights in a round that begins: already, or by arriving with it.
    pub fn fights_in(&self, who: CombatantId, round: u16) -> bool {
        let comes = || self.awaited().any(|arrival| arrival.who == who && arrival.round <= round);
        self.combatant(who).fights() || comes()
    }
}

/// The arrivals of the current round, riders after their mounts. A combatant for whom there is no room anywhere comes
/// in a later round.
pub(super) fn arriving(battle: &Battle) -> Vec<Effect> {
    let due = || battle.awaited().filter(|arrival| arrival.round <= battle.scene.round);
    if due().next().is_none() {
        return Vec::new();
    }
    let (mut after, rules, mut effects) = (battle.clone(), battle.ruleset.rules(), Vec::new());
    let mount = |arrival: &&Arrival| rules.mount_of(battle, arrival.who);
    for arrival in
        due().filter(|arrival| mount(arrival).is_none()).chain(due().filter(|arrival| mount(arrival).is_some()))
    {
        let body = after.combatant(arrival.who).placement;
        let saddle = mount(&arrival).map(|mount| after.combatant(mount)).filter(|mount| mount.fights());
        let anchor = match saddle {
            Some(mount) => Some(mount.placement.anchor()),
            None => place(&after, arrival, body.0.side),
        };
        if let Some(anchor) = anchor {
            let effect = Effect::Arrive(arrival.who, Placement::new(anchor, body.0.side));
            after.apply(&effect);
            effects.push(effect);
        }
    }
    effects
}

/// Where an arriving body of `side` squares is put: never on anyone alive, even if they are down.
fn place(battle: &Battle, arrival: &Arrival, side: u8) -> Option<Square> {
    let field = &*battle.scene.field;
    let first = *arrival.squares.first()?;
    let is_taken = |square| battle.bodies_at(square).any(|who| battle.combatant(who).status != Status::Dead);
    let is_free = |anchor: &Square, is_good: &dyn Fn(&Battlefield, Square) -> bool| {
        let body = Footprint { anchor: *anchor, side };
        ground::can_stand(field, body) && body.squares().all(|square| !is_taken(square) && is_good(field, square))
    };
    let wanted = arrival.squares.iter().copied().find(|anchor| is_free(anchor, &|_, _| true));
    wanted.or_else(|| nearest(field, first, |anchor| is_free(anchor, &is_good_ground))).or_else(|| {
        let far = |square: &Square| {
            let (x, y) = (i32::from(square.x - first.x), i32::from(square.y - first.y));
            (x * x + y * y, *square)
        };
        field.squares().filter(|anchor| is_free(anchor, &|_, _| true)).min_by_key(far)
    })
}

/// Whether a square is a place one would choose: passable, firm ground without fire.
fn is_good_ground(field: &Battlefield, square: Square) -> bool {
    field.cell(square).is_some_and(|cell| {
        let is_open = cell.feature.is_none_or(|feature| feature.traits().passage == Passage::Open);
        is_open && !cell.fire && cell.footing != Footing::Water
    })
}

/// The fitting square with the fewest steps from another one, around walls; of several the first by number.
fn nearest(field: &Battlefield, from: Square, fits: impl Fn(&Square) -> bool) -> Option<Square> {
    let mut flood = Flood::new();
    flood.run(ground::steps(field, 1), from, u16::MAX);
    let reached = field.squares().filter(|square| fits(square));
    reached.filter_map(|square| Some((flood.cost(square)?, square))).min().map(|(_, square)| square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Edge,
        rules::{Aim, Feature, Goal, play, testing::example},
    };

    const LATE: CombatantId = CombatantId(2);

    /// A and B in the first row; C, on A's side, comes in round 3.
    fn awaiting(field: Battlefield, squares: &[Square]) -> Battle {
        let mut battle = example(field, &[Square::new(0, 0), Square::new(3, 0), squares[0]]);
        battle.combatant_mut(LATE).status = Status::Awaited;
        battle.constants_mut().arrivals = vec![Arrival { who: LATE, round: 3, squares: squares.to_vec() }];
        battle
    }

    fn begin(battle: &mut Battle, round: u16) -> Vec<Effect> {
        let begins = Effect::Round(round);
        battle.apply(&begins);
        let effects = play::aftermath(battle, &[crate::rules::Entry::Effect(begins)]);
        effects.iter().for_each(|effect| battle.apply(effect));
        effects
    }

    fn comes_to(battle: &mut Battle) -> Option<Square> {
        let arrival = |effect: &Effect| match effect {
            Effect::Arrive(who, at) => Some((*who, at.anchor())),
            _ => None,
        };
        begin(battle, 3).iter().find_map(arrival).map(|(who, at)| {
            assert_eq!(who, LATE);
            at
        })
    }

    #[test]
    fn whoever_is_awaited_is_nowhere_until_the_round_of_their_arrival() {
        let at = Square::new(1, 2);
        let mut battle = awaiting(Battlefield::new(4, 3), &[at]);
        assert!(battle.bodies_at(at).next().is_none() && !battle.combatant(LATE).fights());
        assert!(battle.is_known(Team(0), LATE) && !battle.is_known(Team(1), LATE));
        assert_eq!((battle.awaited_by(Team(0)).count(), battle.awaited_by(Team(1)).count()), (1, 0));
        assert!(!battle.fights_in(LATE, 2) && battle.fights_in(LATE, 3));
        begin(&mut battle, 2);
        assert!(battle.occupant(at).is_none());
        assert_eq!(comes_to(&mut battle), Some(at));
        assert_eq!(battle.occupant(at).map(|fighter| fighter.id), Some(LATE));
        assert!(battle.is_known(Team(1), LATE) && battle.awaited().next().is_none());
        assert!(begin(&mut battle, 4).is_empty(), "nobody comes twice");
    }

    #[test]
    fn where_the_place_is_taken_they_come_to_the_nearest_one_that_is_free() {
        // The way round the wall is longer than the way across the board.
        let mut field = Battlefield::new(4, 3);
        field.set_edge(Edge::between(Square::new(0, 0), Square::new(0, 1)).unwrap(), Some(Feature::Wall));
        field.set_edge(Edge::between(Square::new(1, 0), Square::new(1, 1)).unwrap(), Some(Feature::Wall));
        let mut battle = awaiting(field.clone(), &[Square::new(0, 0)]);
        assert_eq!(comes_to(&mut battle), Some(Square::new(1, 0)));
        let mut zone = awaiting(field.clone(), &[Square::new(0, 0), Square::new(3, 0), Square::new(2, 2)]);
        assert_eq!(comes_to(&mut zone), Some(Square::new(2, 2)), "the first free square of a zone");
        field.set_fire(Square::new(1, 0), true);
        let mut burning = awaiting(field, &[Square::new(0, 0)]);
        assert_eq!(comes_to(&mut burning), Some(Square::new(2, 0)), "nobody comes into a fire");
    }

    #[test]
    fn nobody_comes_to_stand_on_whoever_may_get_up_again() {
        let mut battle = awaiting(Battlefield::new(4, 1), &[Square::new(0, 0)]);
        battle.combatant_mut(CombatantId(0)).status = Status::Down;
        assert_eq!(comes_to(&mut battle.clone()), Some(Square::new(1, 0)));
        battle.combatant_mut(CombatantId(0)).status = Status::Dead;
        assert_eq!(comes_to(&mut battle), Some(Square::new(0, 0)));
    }

    #[test]
    fn where_there_is_no_room_at_all_they_come_later() {
        let mut field = Battlefield::new(4, 2);
        (0..4).for_each(|x| field.set_feature(Square::new(x, 1), Some(Feature::Wall)));
        [1, 2].into_iter().for_each(|x| field.set_feature(Square::new(x, 0), Some(Feature::Wall)));
        let mut battle = awaiting(field, &[Square::new(0, 0)]);
        assert_eq!(comes_to(&mut battle), None);
        battle.apply(&Effect::Place(CombatantId(0), Placement::new(Square::new(3, 0), 1)));
        assert!(begin(&mut battle, 4).contains(&Effect::Arrive(LATE, Placement::new(Square::new(0, 0), 1))));
    }

    #[test]
    fn whoever_comes_with_a_round_was_in_no_place_in_the_one_before() {
        let at = Square::new(1, 2);
        let mut battle = awaiting(Battlefield::new(4, 3), &[at]);
        let aim = Aim::Hold { squares: vec![Square::new(3, 0), at], rounds: 9 };
        battle.scene.goals = vec![Goal { team: Team(1), aim, held: 0 }];
        assert!(begin(&mut battle, 3).contains(&Effect::Held(0, 1)));
        assert!(battle.occupant(at).is_some_and(|fighter| fighter.id == LATE));
        assert!(begin(&mut battle, 4).contains(&Effect::Held(0, 0)));
    }

    #[test]
    fn the_last_side_standing_waits_for_those_who_come() {
        let mut battle = awaiting(Battlefield::new(4, 3), &[Square::new(1, 2)]);
        let falls = Effect::Status(CombatantId(0), Status::Down);
        battle.apply(&falls);
        let ends = |battle: &Battle| {
            let after = play::aftermath(battle, &[crate::rules::Entry::Effect(falls.clone())]);
            after.iter().any(|effect| matches!(effect, Effect::Over(_)))
        };
        assert!(!ends(&battle));
        // A combatant who is still to come does not occupy a square yet.
        let squares = vec![Square::new(1, 2)];
        battle.scene.goals = vec![Goal { team: Team(0), aim: Aim::Reach { squares, count: 1 }, held: 0 }];
        assert!(!ends(&battle));
        assert!(begin(&mut battle, 3).contains(&Effect::Over(Some(Team(0)))));
    }
}
