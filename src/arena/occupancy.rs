//! Who stands in which square: an index that the hooks of [`Placement`] keep, so that nobody can forget to.

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::{Resource, World},
};

use crate::{
    geometry::{Footprint, Square},
    rules::{Combatant, CombatantId, Placement, Status, Team},
};

/// Two fighting bodies of different sides in one square: a ruleset has let somebody walk where nobody may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("combatant {} was set down in {square}, where its enemy {} stands", .newcomer.0, .holder.0)]
pub struct Clash {
    /// Where.
    pub square: Square,
    /// Who stood there.
    pub holder: CombatantId,
    /// Who came.
    pub newcomer: CombatantId,
}

/// What is wrong with an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// It has refused somebody.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// It does not know of somebody.
    #[error("combatant {} stands in {square}, and the index does not know", .who.0)]
    Missing {
        /// Who.
        who: CombatantId,
        /// Where.
        square: Square,
    },
    /// It knows of somebody who is not there.
    #[error("the index has {listed} squares covered by fighting bodies, but they cover {covered}")]
    Surplus {
        /// Squares in the index, each once for every body in it.
        listed: usize,
        /// Squares covered in truth.
        covered: usize,
    },
}

/// Which fighting bodies are in which square. Whoever is out of the fight takes up no room.
///
/// Enemies never share a square, but for somebody who gets up where another has come to stand. Comrades may:
/// a walk passes through them, and only the rules can tell where it must not end.
#[derive(Resource, Clone, Debug, Default)]
pub struct Occupancy {
    /// Sorted by square, then by id.
    standing: Vec<(Square, CombatantId, Team)>,
    /// Whose placement was dropped last, and what it covered: where a body was already, it is no newcomer.
    lifted: Option<(CombatantId, Footprint)>,
    /// While a whole battle is being set up its bodies are taken as they come.
    setting_up: bool,
    clash: Option<Clash>,
}

impl Occupancy {
    /// Puts an empty index and the hooks that keep it into a world that has no combatants yet.
    pub(super) fn install(world: &mut World) {
        world.init_resource::<Self>();
        world.register_component_hooks::<Placement>().on_insert(set_down).on_discard(lift);
    }

    /// Fighting bodies in a square, by id.
    pub fn at(&self, square: Square) -> impl Iterator<Item = CombatantId> + '_ {
        let first = self.standing.partition_point(|(known, ..)| *known < square);
        self.standing[first..].iter().take_while(move |(known, ..)| *known == square).map(|(_, who, _)| *who)
    }

    /// Squares with more than one fighting body.
    pub fn shared(&self) -> impl Iterator<Item = Square> + '_ {
        self.standing.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].0)
    }

    /// Compares the index with everybody in the battle.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate<'a>(&self, combatants: impl IntoIterator<Item = &'a Combatant>) -> Result<(), Misplaced> {
        if let Some(clash) = self.clash {
            return Err(clash.into());
        }
        let mut covered = 0;
        for one in combatants.into_iter().filter(|one| one.fights()) {
            for square in one.footprint().squares() {
                covered += 1;
                if !self.at(square).any(|who| who == one.id) {
                    return Err(Misplaced::Missing { who: one.id, square });
                }
            }
        }
        let listed = self.standing.len();
        if listed == covered { Ok(()) } else { Err(Misplaced::Surplus { listed, covered }) }
    }

    /// From now on bodies are taken as they come, or no longer are; clashes so far are forgotten.
    pub(super) fn set_up(&mut self, setting_up: bool) {
        self.setting_up = setting_up;
        self.clash = None;
        self.lifted = None;
    }

    fn enter(&mut self, who: CombatantId, team: Team, body: Footprint) {
        let before = self.lifted.take().filter(|(lifted, _)| *lifted == who).map(|(_, body)| body);
        if !self.setting_up {
            let new = body.squares().filter(|square| before.is_none_or(|before| !before.contains(*square)));
            let held = new.clone().find_map(|square| {
                let (_, holder, _) = self.standing.iter().find(|(at, _, side)| *at == square && *side != team)?;
                Some(Clash { square, holder: *holder, newcomer: who })
            });
            if held.is_some() {
                self.clash = self.clash.or(held);
                return;
            }
        }
        for square in body.squares() {
            let entry = (square, who, team);
            let place = self.standing.partition_point(|known| *known < entry);
            self.standing.insert(place, entry);
        }
    }

    fn leave(&mut self, who: CombatantId, body: Footprint) {
        self.standing.retain(|(_, known, _)| *known != who);
        self.lifted = Some((who, body));
    }
}

/// After a placement has been given or replaced.
fn set_down(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    let fights = world.get::<Status>(entity).is_some_and(|status| !status.is_out());
    let who = world.get::<CombatantId>(entity).copied();
    let team = world.get::<Team>(entity).copied();
    if let (true, Some(who), Some(team), Some(Placement(body))) =
        (fights, who, team, world.get::<Placement>(entity).copied())
    {
        world.resource_mut::<Occupancy>().enter(who, team, body);
    }
}

/// Before a placement is replaced or goes.
fn lift(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let (Some(who), Some(Placement(body))) =
        (world.get::<CombatantId>(entity).copied(), world.get::<Placement>(entity).copied())
    {
        world.resource_mut::<Occupancy>().leave(who, body);
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Entity;

    use super::*;

    const A1: Square = Square::new(0, 0);
    const B1: Square = Square::new(1, 0);

    fn spawn(world: &mut World, id: u16, team: u8, at: Square) -> Entity {
        world.spawn((CombatantId(id), Team(team), Status::Fighting, Placement::new(at, 1))).id()
    }

    fn world() -> World {
        let mut world = World::new();
        Occupancy::install(&mut world);
        world
    }

    fn at(world: &World, square: Square) -> Vec<u16> {
        world.resource::<Occupancy>().at(square).map(|who| who.0).collect()
    }

    #[test]
    fn a_walk_leaves_one_square_and_enters_another() {
        let mut world = world();
        let walker = spawn(&mut world, 0, 0, A1);
        world.entity_mut(walker).insert(Placement::new(B1, 1));
        assert_eq!((at(&world, A1), at(&world, B1)), (vec![], vec![0]));
        world.despawn(walker);
        assert!(at(&world, B1).is_empty());
    }

    #[test]
    fn enemies_do_not_share_a_square_and_comrades_may() {
        let mut world = world();
        spawn(&mut world, 0, 0, A1);
        let comrade = spawn(&mut world, 1, 0, B1);
        let enemy = spawn(&mut world, 2, 1, Square::new(5, 5));
        world.entity_mut(comrade).insert(Placement::new(A1, 1));
        assert_eq!(at(&world, A1), [0, 1]);
        assert_eq!(world.resource::<Occupancy>().shared().collect::<Vec<_>>(), [A1]);
        assert_eq!(world.resource::<Occupancy>().validate([]), Err(Misplaced::Surplus { listed: 3, covered: 0 }));
        world.entity_mut(enemy).insert(Placement::new(A1, 1));
        let clash = Clash { square: A1, holder: CombatantId(0), newcomer: CombatantId(2) };
        assert_eq!(world.resource::<Occupancy>().validate([]), Err(Misplaced::Clash(clash)));
        assert_eq!(at(&world, A1), [0, 1]);
    }

    #[test]
    fn the_fallen_make_room_and_may_get_up_where_an_enemy_stands() {
        let mut world = world();
        let fallen = spawn(&mut world, 0, 0, A1);
        let enemy = spawn(&mut world, 1, 1, B1);
        world.entity_mut(fallen).insert(Status::Down).insert(Placement::new(A1, 1));
        world.entity_mut(enemy).insert(Placement::new(A1, 1));
        assert_eq!(at(&world, A1), [1]);
        world.entity_mut(fallen).insert(Status::Fighting).insert(Placement::new(A1, 1));
        assert_eq!(at(&world, A1), [0, 1]);
        assert!(world.resource::<Occupancy>().clash.is_none());
    }

    #[test]
    fn a_large_body_covers_all_its_squares() {
        let mut world = world();
        let big = world.spawn((CombatantId(0), Team(0), Status::Fighting, Placement::new(A1, 2))).id();
        spawn(&mut world, 1, 1, Square::new(0, 2));
        world.entity_mut(big).insert(Placement::new(B1, 2));
        assert_eq!((at(&world, A1), at(&world, Square::new(2, 1))), (vec![], vec![0]));
        world.entity_mut(big).insert(Placement::new(Square::new(0, 1), 2));
        let clash = Clash { square: Square::new(0, 2), holder: CombatantId(1), newcomer: CombatantId(0) };
        assert_eq!(world.resource::<Occupancy>().clash, Some(clash));
    }
}
