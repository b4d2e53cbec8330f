//! What Bevy draws of a battle, in the whole app without a window: which entities there are, where they lie, and that
//! nothing is rebuilt while nothing changes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use bevy::{
    asset::{Asset, AssetEvent},
    image::Image,
    math::{Vec2, Vec3},
    mesh::{Mesh, Mesh2d},
    prelude::{ChildOf, Entity, Messages, Transform, Visibility, With, Without, World},
    sprite::Sprite,
    sprite_render::ColorMaterial,
};
use bevy_egui::egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, vec2};
use proving_ground::{
    arena::Arena as _,
    board::{BoardView, Camera, DrawBoard, DroppedItems, PathShown, ShownPlace, Shows, present},
    geometry::Direction,
    levels::{Level, builtin},
    rules::{CombatantId, Location, Status},
    screens::HeadlessFrame,
};

const SIZE: (f32, f32) = (1280.0, 720.0);

fn level(tag: &str) -> &'static Level {
    builtin().iter().find(|level| level.tag == tag).unwrap()
}

/// A battle that is drawn in full and has come to rest.
fn at_rest(tag: &str) -> HeadlessFrame {
    let mut app = HeadlessFrame::new(level(tag), SIZE).unwrap();
    for _ in 0..5 {
        app.frame(None);
    }
    take_seat(&mut app);
    app.settle();
    app
}

/// Takes the seat if it is being handed over with the board hidden, as soon as that is possible.
fn take_seat(app: &mut HeadlessFrame) {
    if app.is_board_shown() {
        return;
    }
    for _ in 0..60 {
        app.frame(None);
    }
    press(app, Key::Enter);
    assert!(app.is_board_shown(), "the seat has been taken");
}

fn press(app: &mut HeadlessFrame, key: Key) {
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        app.hear(vec![event]);
    }
    for _ in 0..5 {
        app.frame(None);
    }
}

/// How many assets of a kind have been made or changed since the last but one update.
fn made<A: Asset>(world: &World) -> usize {
    let messages = world.resource::<Messages<AssetEvent<A>>>();
    let is_new = |event: &&AssetEvent<A>| matches!(event, AssetEvent::Added { .. } | AssetEvent::Modified { .. });
    messages.get_cursor().read(messages).filter(is_new).count()
}

fn all_made(world: &World) -> usize {
    made::<Image>(world) + made::<Mesh>(world) + made::<ColorMaterial>(world)
}

#[test]
fn standing_still_uploads_nothing_and_makes_no_mesh() {
    for level in builtin() {
        let mut app = at_rest(&level.tag);
        app.frame(Some((480.0, 340.0)));
        for _ in 0..20 {
            app.frame(None);
        }
        for frame in 0..60 {
            app.frame(None);
            let made = all_made(app.world());
            assert_eq!(made, 0, "{}: {made} things made in frame {frame}", level.tag);
        }
        // With the pointer on another square another path is drawn.
        let made: usize = (0..20)
            .map(|step| {
                app.frame(Some((300.0 + 20.0 * step as f32, 300.0)));
                all_made(app.world())
            })
            .sum();
        assert!(made > 0, "{}", level.tag);
    }
}

#[test]
fn panning_makes_nothing_anew() {
    let mut app = at_rest("tanner-row");
    let view = app.world().resource::<BoardView>();
    let at = view.camera.centre_of(*view.overlays.base.last().unwrap());
    app.frame(Some((at.x - 3.0, at.y)));
    app.frame(Some((at.x, at.y)));
    // The forecast for the square pointed at is worked out bit by bit, one answer per frame.
    for _ in 0..60 {
        app.frame(None);
    }
    let BoardView { mut camera, overlays, hidden_from } = app.world().resource::<BoardView>().clone();
    assert!(overlays.path.is_some(), "there is something to be drawn");
    let mut draw = |camera: &Camera| {
        present(app.world(), camera, &overlays, hidden_from);
        app.world().run_schedule(DrawBoard);
        app.app().update();
        all_made(app.world())
    };
    camera.pan(vec2(13.0, -7.0));
    assert_eq!(draw(&camera), 0, "the camera has moved, and nothing else");
    camera.zoom(2);
    assert!(draw(&camera) > 0, "pictures and lines are made for the zoom");
}

#[test]
fn tokens_lie_where_they_are_shown_with_their_pictures() {
    for level in builtin() {
        let mut app = at_rest(&level.tag);
        let world = app.world();
        let fighters = world.battle().combatants();
        let awaited: Vec<_> =
            fighters.filter(|fighter| fighter.status == Status::Awaited).map(|fighter| fighter.id).collect();
        let mut tokens = world.query::<(&Shows, &ShownPlace, &Transform, &Visibility)>();
        let mut pictures = world.query::<(&Sprite, &ChildOf)>();
        let mut heights: Vec<f32> = Vec::new();
        assert_eq!(tokens.iter(world).count(), world.battle().combatants().len());
        for (shows, place, transform, visibility) in tokens.iter(world) {
            if awaited.contains(&shows.0) {
                assert_eq!(*visibility, Visibility::Hidden, "{:?} is still to come", shows.0);
                continue;
            }
            let (anchor, half) = (place.0.anchor, f32::from(place.0.side) / 2.0);
            let middle = (f32::from(anchor.x) + half, -(f32::from(anchor.y) + half));
            assert_eq!((transform.translation.x, transform.translation.y), middle, "{:?}", shows.0);
            assert_eq!(*visibility, Visibility::Inherited);
            assert!(!heights.contains(&transform.translation.z), "no two lie equally high");
            heights.push(transform.translation.z);
        }
        let painted = pictures.iter(world).filter(|(sprite, _)| sprite.custom_size.is_some()).count();
        assert!(painted >= heights.len(), "every token has its picture");
    }
}

#[test]
fn what_is_dropped_has_a_sign() {
    let mut app = at_rest("tanner-row");
    let drop = {
        let world = app.world();
        let offers = world.offers();
        let offer = offers.0.iter().find(|offer| offer.verb == "drop" && offer.is_open()).unwrap();
        proving_ground::rules::Choice::of(offer)
    };
    app.game(|world, game| game.submit(world, &drop)).unwrap();
    for _ in 0..200 {
        app.frame(None);
    }
    let world = app.world();
    let ground = |location| if let Location::Ground(square) = location { Some(square) } else { None };
    let lying: Vec<_> = world.battle().items().filter_map(|item| ground(item.at)).collect();
    let shown: Vec<_> = world.query::<&DroppedItems>().iter(world).map(|sign| sign.0).collect();
    assert_eq!((lying.len(), &shown), (1, &lying));
}

/// Where the picture of somebody's token lies on the board, and how large it is.
fn figure(world: &mut World, who: CombatantId) -> (Vec2, Option<Vec2>) {
    let mut pictures = world.query::<(&Sprite, &Transform, &ChildOf, &Visibility)>();
    let is_shown = |(.., token, visibility): &(&Sprite, &Transform, &ChildOf, &Visibility)| {
        world.get::<Shows>(token.parent()).is_some_and(|shows| shows.0 == who) && **visibility != Visibility::Hidden
    };
    let (sprite, place, token, _) = pictures.iter(world).find(is_shown).unwrap();
    let at = world.get::<Transform>(token.parent()).unwrap().translation + place.translation;
    (at.truncate(), sprite.custom_size)
}

#[test]
fn the_ghost_of_whoever_rides_is_the_mount_with_its_rider() {
    let mut app = at_rest("hedgerows");
    let battle = app.world().battle().clone();
    let ridden = |who: CombatantId| battle.ruleset.rules().mount_of(&battle, who);
    let (rider, mount) = battle.combatants().find_map(|fighter| Some((fighter.id, ridden(fighter.id)?))).unwrap();
    let from = battle.combatant(mount).placement.anchor();
    let to = from.step(Direction::East).step(Direction::East);
    let BoardView { camera, mut overlays, hidden_from } = app.world().resource::<BoardView>().clone();
    let mut drawn = |ghost| {
        overlays.path = Some(PathShown { from, squares: vec![to], run_from: None, ghost });
        present(app.world(), &camera, &overlays, hidden_from);
        app.world().run_schedule(DrawBoard);
        let world = app.world();
        let mut pictures = world.query_filtered::<(Entity, &Sprite, &Transform), Without<ChildOf>>();
        let all = pictures.iter(world).map(|(entity, sprite, place)| (entity, place.translation, sprite.custom_size));
        all.collect::<Vec<_>>()
    };
    let before = drawn(None);
    let is_new = |(entity, ..): &(Entity, Vec3, Option<Vec2>)| before.iter().all(|(known, ..)| known != entity);
    let mut ghosts: Vec<_> = drawn(Some(rider)).into_iter().filter(is_new).collect();
    ghosts.sort_by(|one, other| one.1.z.total_cmp(&other.1.z));
    assert_eq!(ghosts.len(), 2, "mount and rider, the rider above");
    for ((_, at, size), who) in ghosts.iter().zip([mount, rider]) {
        let (here, as_large) = figure(app.world(), who);
        assert_eq!(*size, as_large, "{who:?} is as large as the token");
        let there = here + Vec2::new(f32::from(to.x - from.x), f32::from(from.y - to.y));
        assert!(at.truncate().distance(there) < 0.03, "{who:?} is at {at} and not at {there}");
    }
}

#[test]
fn leaving_a_battle_leaves_nothing_drawn() {
    let mut app = at_rest("meadow");
    let world = app.world();
    proving_ground::board::clear(world);
    world.flush();
    assert_eq!(world.query::<&Sprite>().iter(world).count(), 0);
    assert_eq!(world.query::<&Mesh2d>().iter(world).count(), 0);
}

#[test]
fn pictures_lie_on_whole_pixels_at_any_zoom_and_density() {
    for (density, steps) in [(1.0, 0), (1.25, 0), (1.25, 3), (2.0, 0), (2.0, -2)] {
        let mut app = HeadlessFrame::new(level("tanner-row"), SIZE).unwrap();
        app.set_pixels_per_point(density);
        app.frame(Some((400.0, 300.0)));
        let wheel = Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, steps as f32),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        };
        app.hear(vec![wheel]);
        app.frame(None);
        app.frame(None);
        let world = app.world();
        let scale = world.resource::<BoardView>().camera.scale() as f32;
        let mut pictures = world.query::<(&Sprite, &Transform, &ChildOf, &Visibility)>();
        let mut count = 0;
        for (sprite, place, token, visibility) in pictures.iter(world) {
            let Some(size) = sprite.custom_size.filter(|_| *visibility != Visibility::Hidden) else { continue };
            let token = world.get::<Transform>(token.parent()).unwrap();
            let corner = (token.translation + place.translation).truncate() * scale - size * scale / 2.0;
            assert!(corner.distance(corner.round()) < 0.01, "{corner} at {density}, {steps} steps");
            let pixels = size * scale;
            assert!(pixels.distance(pixels.round()) < 0.01, "{pixels}");
            count += 1;
        }
        assert!(count >= 8);
    }
}

#[test]
fn taking_a_choice_back_bakes_no_terrain() {
    let mut app = at_rest("tanner-row");
    // The ground is the lowest sprite.
    let ground = |app: &mut HeadlessFrame| {
        let world = app.world();
        let mut sprites = world.query_filtered::<(Entity, &Transform), (With<Sprite>, Without<ChildOf>)>();
        let lowest = sprites.iter(world).filter(|(_, place)| place.translation == Vec3::ZERO);
        lowest.map(|(entity, _)| entity).collect::<Vec<_>>()
    };
    let before = ground(&mut app);
    assert_eq!(before.len(), 1);
    let drop = {
        let world = app.world();
        let offers = world.offers();
        let offer = offers.0.iter().find(|offer| offer.is_open() && offer.verb == "drop").unwrap();
        proving_ground::rules::Choice::of(offer)
    };
    app.game(|world, game| game.submit(world, &drop)).unwrap();
    for _ in 0..100 {
        app.frame(None);
    }
    app.game(|world, game| game.undo(world)).unwrap();
    for _ in 0..3 {
        app.frame(None);
    }
    assert_eq!(ground(&mut app), before);
}
