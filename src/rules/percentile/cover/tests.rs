//! The catalogue's checks of PCT-COV and PCT-VIS, and properties that hold on any board.

use std::ops::Range;

use proptest::prelude::*;

use super::{
    super::{
        bonds::RIDING,
        catalogue as ids,
        sheet::{Sheet, Size},
        testing::{self, set},
    },
    *,
};
use crate::{
    geometry::Edge,
    rules::{Battlefield, Footing, Status, Team, Veil},
};

const A: CombatantId = CombatantId(0);
const B: CombatantId = CombatantId(1);
const CLASSES: [Class; 4] = [Class::None, Class::Minimal, Class::Partial, Class::Total];

/// A square in the catalogue's coordinates, whose (0, 0) is well inside the board.
fn at(x: i16, y: i16) -> Square {
    Square::new(x + 20, y + 20)
}

fn west_of(x: i16, y: i16) -> Edge {
    Edge::west(at(x, y))
}

fn street() -> Battlefield {
    Battlefield::new(64, 64)
}

fn filled(squares: &[(i16, i16)], feature: Feature) -> Battlefield {
    let mut field = street();
    for (x, y) in squares {
        field.cell_mut(at(*x, *y)).unwrap().feature = Some(feature);
    }
    field
}

fn fenced(edges: impl IntoIterator<Item = Edge>, feature: Feature) -> Battlefield {
    let mut field = street();
    for edge in edges {
        field.set_edge(edge, Some(feature));
    }
    field
}

/// Low walls along the whole line y = 1.
fn parapet() -> Battlefield {
    fenced((-20..44).map(|x| Edge::north(at(x, 1))), Feature::LowWall)
}

fn trench(squares: &[(i16, i16)], footing: Footing) -> Battlefield {
    let mut field = street();
    for (x, y) in squares {
        field.cell_mut(at(*x, *y)).unwrap().footing = footing;
    }
    field
}

/// Two enemies.
fn duel(field: Battlefield, from: (i16, i16), to: (i16, i16)) -> Battle {
    let body = |team, (x, y)| (Team(team), at(x, y), Sheet::default());
    testing::battle(field, &[body(0, from), body(1, to)])
}

/// The cover of the second against the first; also asserts that both ways of asking agree.
#[track_caller]
fn cover(battle: &Battle) -> Class {
    let (visibility, sight) = (visibility(battle, A, B), sight(battle, A, B));
    assert_eq!((sight.cover, sight.seen), (visibility.class as u8, visibility.seen), "{sight:#?}");
    visibility.class
}

#[track_caller]
fn check(field: &Battlefield, from: (i16, i16), to: (i16, i16), class: Class) {
    assert_eq!(cover(&duel(field.clone(), from, to)), class, "{from:?} to {to:?}");
}

#[track_caller]
fn check_both(field: &Battlefield, from: (i16, i16), other: (i16, i16), class: Class) {
    check(field, from, other, class);
    check(field, other, from, class);
}

fn words(battle: &Battle) -> Vec<String> {
    sight(battle, A, B).lines.iter().map(|line| line.words.clone()).collect()
}

#[test]
fn cov_01_only_the_best_cover_counts() {
    let mut field = fenced((-20..44).map(|y| west_of(4, y)), Feature::LowWall);
    field.cell_mut(at(2, 0)).unwrap().feature = Some(Feature::Tree);
    let battle = duel(field, (0, 0), (4, 0));
    assert_eq!(cover(&battle).modifier(), -30);
    assert_eq!(Class::Minimal.modifier(), -10);
}

#[test]
fn cov_02_between_two_walls() {
    check(&filled(&[(1, 0), (0, 1)], Feature::Wall), (0, 0), (1, 1), Class::Total);
    check(&filled(&[(1, 0)], Feature::Wall), (0, 0), (1, 1), Class::None);
}

#[test]
fn cov_02_leaves_and_open_doors_are_no_cover() {
    for feature in [Feature::Bush, Feature::DoorOpen] {
        check(&filled(&[(1, 0), (0, 1)], feature), (0, 0), (1, 1), Class::None);
        check(&fenced((-5..5).map(|y| west_of(2, y)), feature), (0, 0), (4, 0), Class::None);
    }
}

#[test]
fn cov_03_wall_in_a_square() {
    let wall = filled(&[(1, 0)], Feature::Wall);
    check(&wall, (0, 0), (3, 1), Class::None);
    check(&wall, (3, 1), (0, 0), Class::Partial);
    check_both(&wall, (0, 0), (5, 0), Class::Total);
    let blocked = sight(&duel(wall, (3, 1), (0, 0)), A, B).lines;
    assert_eq!(blocked.iter().filter(|line| line.class == Class::Total as u8).count(), 3);
}

#[test]
fn cov_03_wall_on_an_edge() {
    let wall = fenced([west_of(1, 0)], Feature::Wall);
    check(&wall, (0, 0), (1, 0), Class::Total);
    check(&wall, (0, 0), (4, 0), Class::Total);
    check(&wall, (0, 0), (4, 1), Class::None);
    check(&wall, (4, 1), (0, 0), Class::Partial);
}

#[test]
fn cov_03_solid_pillar() {
    let pillar = filled(&[(2, 1)], Feature::Wall);
    check(&pillar, (0, 0), (4, 1), Class::Minimal);
    check(&pillar, (4, 1), (0, 0), Class::None);
    check(&pillar, (0, 1), (4, 1), Class::Total);
    check(&pillar, (0, 0), (3, 2), Class::Partial);
    check(&pillar, (2, 0), (2, 2), Class::Total);
}

#[test]
fn cov_03_half_open_door() {
    let mut walls = fenced((-20..44).map(|y| west_of(3, y)), Feature::Wall);
    walls.set_edge(west_of(3, 0), Some(Feature::DoorHalf));
    for (from, to) in [((0, 0), (5, 0)), ((2, 1), (3, 0)), ((2, 0), (3, 0))] {
        check(&walls, from, to, Class::Partial);
    }
}

#[test]
fn cov_03_one_line_of_four() {
    // A street from a1: barricades on l5 to l7, the target in m7.
    let barricades = [(-9, -16), (-9, -15), (-9, -14)];
    let from =
        |x: i16, y: i16| sight(&duel(filled(&barricades, Feature::Barricade), (x - 20, y - 20), (-8, -14)), A, B);
    let k8 = from(10, 7);
    let [first, clear @ ..] = &k8.lines[..] else { panic!("{k8:#?}") };
    assert_eq!((k8.distance, k8.cover_name, k8.modifier, k8.rule), (2, "minimal", -10, ids::COV_03));
    assert_eq!((first.words.as_str(), first.rule), ("partial: barricade l7, low, touches B", ids::COV_04));
    assert_eq!(first.from, corners(Square::new(10, 7))[3]);
    assert!(clear.iter().all(|line| line.words == "clear" && line.touches.is_none()));
    assert_eq!((from(4, 6).cover_name, from(10, 6).cover_name, from(11, 7).cover_name), ("partial", "partial", "none"));
}

#[test]
fn cov_03_centre_lines() {
    let mut battle = duel(filled(&[(2, 1)], Feature::Wall), (0, 0), (4, 1));
    set(&mut battle, "pct.cover_lines", "centre");
    assert_eq!(cover(&battle), Class::Total);
    assert!(visibility(&battle, A, B).seen);
    assert_eq!(words(&battle), ["total: wall w22"]);
}

#[test]
fn cov_03_any_pair_of_squares() {
    let wall = filled(&[(2, 0)], Feature::Wall);
    let huge = Sheet { size: Size::Huge, ..Sheet::default() };
    let mut battle = testing::battle(wall, &[(Team(0), at(0, 0), huge.clone()), (Team(1), at(4, 0), Sheet::default())]);
    assert_eq!(cover(&battle), Class::None);
    battle.combatant_mut(CombatantId(0)).placement = battle.combatant(CombatantId(0)).placement.at(at(0, -1));
    assert_eq!(cover(&battle), Class::None);
    battle.combatant_mut(CombatantId(0)).placement = battle.combatant(CombatantId(0)).placement.at(at(0, -9));
    assert_eq!(sight(&battle, A, B).distance, 9);
}

#[test]
fn cov_04_parapet() {
    let parapet = parapet();
    check_both(&parapet, (0, 0), (0, 1), Class::Partial);
    check_both(&parapet, (0, 0), (1, 1), Class::Partial);
    check(&parapet, (0, 0), (0, 3), Class::None);
    check(&parapet, (0, 3), (0, 0), Class::Partial);
    check(&parapet, (0, -2), (0, 3), Class::None);

    let huge = Sheet { size: Size::Huge, ..Sheet::default() };
    let battle = testing::battle(parapet, &[(Team(0), at(0, -3), Sheet::default()), (Team(1), at(0, 1), huge)]);
    assert_eq!((visibility(&battle, A, B).class, visibility(&battle, B, A).class), (Class::Partial, Class::None));
}

#[test]
fn cov_04_one_fence() {
    let fence = fenced([west_of(3, 0)], Feature::LowWall);
    check(&fence, (5, -2), (2, 1), Class::Minimal);
    check(&fence, (5, -2), (1, 2), Class::None);
    let lines = sight(&duel(fence, (5, -2), (2, 1)), A, B).lines;
    let met: Vec<_> = lines.iter().filter(|line| line.class > 0).collect();
    assert_eq!(met.len(), 1);
    assert_eq!((met[0].words.as_str(), met[0].rule), ("partial: low wall w21|x21, low, touches B", ids::COV_04));
    assert_eq!(met[0].touches, Some(Touch::Edge(west_of(3, 0))));
}

#[test]
fn cov_04_low_cover_anywhere() {
    let mut battle = duel(parapet(), (0, -2), (0, 3));
    set(&mut battle, "pct.low_cover", "any");
    assert_eq!(cover(&battle), Class::Partial);
}

#[test]
fn cov_04_prone_behind_ones_own_fence() {
    let mut battle = duel(fenced((-20..44).map(|x| Edge::north(at(x, 1))), Feature::Fence), (0, 0), (0, 3));
    assert_eq!(cover(&battle), Class::None);
    assert!(
        words(&battle)
            .iter()
            .all(|line| line.starts_with("clear: fence ") && line.ends_with(", low, and not beside B"))
    );
    battle.combatant_mut(CombatantId(0)).posture = Posture::Prone;
    assert_eq!(cover(&battle), Class::Minimal);
}

#[test]
fn cov_05_prone_behind_a_fence() {
    let parapet = parapet();
    let prone = |from, to, who: CombatantId| {
        let mut battle = duel(parapet.clone(), from, to);
        battle.combatant_mut(who).posture = Posture::Prone;
        cover(&battle)
    };
    assert_eq!(prone((0, -3), (2, 1), B), Class::Total);
    assert_eq!(prone((0, -3), (2, 3), B), Class::None);
    assert_eq!(prone((2, 1), (0, -3), A), Class::Total);
}

#[test]
fn cov_05_crouching_is_as_printed() {
    let mut battle = duel(parapet(), (0, -3), (2, 1));
    battle.combatant_mut(CombatantId(1)).posture = Posture::Crouching;
    assert_eq!(cover(&battle), Class::Partial);
}

fn crowd(others: &[(i16, i16)], from: (i16, i16), to: (i16, i16)) -> Battle {
    let bodies: Vec<_> =
        [from, to].iter().chain(others).map(|(x, y)| (Team(0), at(*x, *y), Sheet::default())).collect();
    let mut battle = testing::battle(street(), &bodies);
    assert_eq!(cover(&battle), Class::None);
    set(&mut battle, "pct.occupant_cover", "minimal");
    battle
}

#[test]
fn cov_06_somebody_in_between() {
    assert_eq!(cover(&crowd(&[(3, 0)], (0, 0), (6, 0))), Class::Minimal);
    assert_eq!(cover(&crowd(&[(3, 0)], (0, 0), (6, 1))), Class::None);
    assert_eq!(cover(&crowd(&[(1, 0)], (0, 0), (2, 0))).modifier(), -10);
    assert_eq!(cover(&crowd(&[(1, 0)], (0, 0), (2, 1))).modifier(), 0);
    assert_eq!(cover(&crowd(&[(1, 0), (0, 1)], (0, 0), (1, 1))), Class::None);
}

#[test]
fn cov_06_who_lies_is_no_cover() {
    let standing = crowd(&[(3, 0)], (0, 0), (6, 0));
    let mut prone = standing.clone();
    prone.combatant_mut(CombatantId(2)).posture = Posture::Prone;
    let mut out = standing.clone();
    out.combatant_mut(CombatantId(2)).status = Status::Down;
    assert_eq!([&prone, &out].map(cover), [Class::None; 2]);
    let [from, to] = [A, B].map(|who| standing.combatant(who).footprint());
    let ignored = |ignore: &[CombatantId]| {
        visibility_at(&standing, (from, Posture::Standing), (to, Posture::Standing), ignore).class
    };
    assert_eq!((ignored(&[]), ignored(&[CombatantId(2)])), (Class::Minimal, Class::None));
}

#[test]
fn cov_06_mount_and_rider_are_not_in_between_for_each_other() {
    let elephant = Sheet { size: Size::Huge, war_trained: true, ..Sheet::default() };
    let plain = |team, (x, y)| (Team(team), at(x, y), Sheet::default());
    let bodies = [plain(0, (6, 0)), plain(1, (0, 0)), (Team(1), at(0, 0), elephant)];
    let mut battle = testing::battle(street(), &bodies);
    set(&mut battle, "pct.occupant_cover", "minimal");
    assert_eq!(cover(&battle), Class::Minimal, "it only stands there");
    RIDING.begin(B, CombatantId(2)).iter().for_each(|half| battle.apply(half));
    assert_eq!(cover(&battle), Class::None);
    assert_eq!(visibility(&battle, B, A).class, Class::None, "nor in the other direction");
}

#[test]
fn cov_07_shallow_trench() {
    let field = trench(&[(5, 0)], Footing::ShallowTrench);
    let far = duel(field.clone(), (0, 0), (5, 0));
    assert_eq!(cover(&far).modifier(), -30);
    assert_eq!(sight(&far, A, B).rule, ids::COV_07);
    assert_eq!(words(&far), ["partial: shallow trench z21, B in it"; 4]);
    check(&field, (4, 1), (5, 0), Class::None);
    check(&field, (5, 0), (0, 0), Class::None);
}

#[test]
fn cov_07_deep_trench() {
    for footing in [Footing::DeepTrench, Footing::Pit] {
        let field = trench(&[(5, 0)], footing);
        check_both(&field, (0, 0), (5, 0), Class::Total);
        assert!(!visibility(&duel(field.clone(), (0, 0), (5, 0)), A, B).seen);
        check_both(&field, (4, 0), (5, 0), Class::None);
    }
    let both = trench(&[(0, 0), (5, 0)], Footing::DeepTrench);
    check_both(&both, (0, 0), (5, 0), Class::None);
    let mut mixed = trench(&[(5, 0)], Footing::DeepTrench);
    mixed.cell_mut(at(0, 0)).unwrap().footing = Footing::ShallowTrench;
    check_both(&mixed, (0, 0), (5, 0), Class::None);
}

#[test]
fn cov_08_resting_a_crossbow() {
    let mut battle = duel(fenced([west_of(1, 0)], Feature::LowWall), (0, 0), (30, 0));
    assert!(!rests(&battle, A, B));
    battle.combatant_mut(CombatantId(0)).posture = Posture::Crouching;
    assert!(rests(&battle, A, B));
    assert_eq!(cover(&battle), Class::None);
    battle.combatant_mut(CombatantId(1)).placement = battle.combatant(CombatantId(1)).placement.at(at(0, 20));
    assert!(!rests(&battle, A, B), "the fence is on another side");
}

#[test]
fn cov_08_over_a_corner() {
    let crouching = |edges: &[Edge], feature| {
        let mut battle = duel(fenced(edges.iter().copied(), feature), (0, 0), (4, 4));
        battle.combatant_mut(CombatantId(0)).posture = Posture::Crouching;
        rests(&battle, A, B)
    };
    let (east, south) = (west_of(1, 0), Edge::north(at(0, 1)));
    assert!(crouching(&[east, south], Feature::LowWall));
    assert!(!crouching(&[east], Feature::LowWall));
    assert!(!crouching(&[east, south], Feature::Fence), "minimal");
    assert!(!crouching(&[east, south], Feature::DoorHalf), "tall");
}

#[test]
fn vis_01_smoke() {
    let mut field = street();
    field.cell_mut(at(2, 0)).unwrap().veil = Some(Veil::Smoke);
    let smoke = duel(field, (0, 0), (4, 0));
    assert_eq!(visibility(&smoke, A, B), Visibility { class: Class::None, seen: false });
    assert_eq!(sight(&smoke, A, B).rule, ids::VIS_01);
    assert_eq!(words(&smoke), ["no sight: smoke w21"; 4]);
    let wall = duel(filled(&[(2, 0)], Feature::Wall), (0, 0), (4, 0));
    assert_eq!(visibility(&wall, A, B), Visibility { class: Class::Total, seen: false });
}

#[test]
fn vis_01_squares_of_the_two() {
    let veiled = |(x, y), veil| {
        let mut field = street();
        field.cell_mut(at(x, y)).unwrap().veil = Some(veil);
        let battle = duel(field, (0, 0), (1, 0));
        [visibility(&battle, A, B).seen, visibility(&battle, B, A).seen]
    };
    for veil in [Veil::Smoke, Veil::Dark] {
        assert_eq!(veiled((1, 0), veil), [false, false], "nobody looks in, nor out");
    }
    for veil in [Veil::Fog, Veil::Foliage, Veil::Dim] {
        assert_eq!(veiled((1, 0), veil), [true, true]);
    }
    let mut field = street();
    field.cell_mut(at(1, 0)).unwrap().veil = Some(Veil::Smoke);
    let far = duel(field, (1, 0), (4, 0));
    assert_eq!(words(&far), ["no sight: smoke v21"; 4]);
}

#[test]
fn vis_01_a_large_body_looks_out_of_its_open_squares() {
    let seen = |smoke: &[(i16, i16)]| {
        let mut battle = duel(street(), (0, 0), (5, 0));
        battle.combatant_mut(A).placement.0.side = 2;
        let field = std::sync::Arc::make_mut(&mut battle.scene.field);
        smoke.iter().for_each(|(x, y)| field.set_veil(at(*x, *y), Some(Veil::Smoke)));
        [visibility(&battle, A, B).seen, visibility(&battle, B, A).seen]
    };
    assert_eq!(seen(&[(0, 0), (1, 0), (0, 1)]), [true, true]);
    assert_eq!(seen(&[(0, 0), (1, 0), (0, 1), (1, 1)]), [false, false]);
}

fn scattered() -> impl Strategy<Value = Battle> {
    const SPAN: Range<i16> = 0..10;
    let square = || (SPAN, SPAN);
    let feature = || proptest::sample::select(&Feature::ALL);
    let squares = proptest::collection::vec((square(), feature()), 0..12);
    let edges = proptest::collection::vec((square(), feature(), any::<bool>()), 0..12);
    let veils = proptest::collection::vec((square(), proptest::sample::select(&Veil::ALL)), 0..6);
    let trenches = proptest::collection::vec((square(), any::<bool>()), 0..6);
    let body = || (square(), proptest::sample::select(&[Size::Normal, Size::Huge]), 0..3usize);
    (squares, edges, veils, trenches, [body(), body(), body()], 0..8u8).prop_map(
        |(squares, edges, veils, trenches, bodies, settings)| {
            let mut field = Battlefield::new(11, 11);
            let square = |(x, y)| Square::new(x, y);
            for (at, feature) in squares {
                field.cell_mut(square(at)).unwrap().feature = Some(feature);
            }
            for (at, feature, north) in edges {
                let edge = if north { Edge::north(square(at)) } else { Edge::west(square(at)) };
                field.set_edge(edge, Some(feature));
            }
            for (at, veil) in veils {
                field.cell_mut(square(at)).unwrap().veil = Some(veil);
            }
            for (at, deep) in trenches {
                let footing = if deep { Footing::DeepTrench } else { Footing::ShallowTrench };
                field.cell_mut(square(at)).unwrap().footing = footing;
            }
            let sheets = bodies.map(|(at, size, _)| (Team(0), square(at), Sheet { size, ..Sheet::default() }));
            let mut battle = testing::battle(field, &sheets);
            for (id, (.., posture)) in (0..).map(CombatantId).zip(bodies) {
                let fighter = battle.combatant_mut(id);
                fighter.posture = [Posture::Standing, Posture::Crouching, Posture::Prone][posture];
            }
            let words = [("pct.cover_lines", "centre"), ("pct.low_cover", "any"), ("pct.occupant_cover", "minimal")];
            for (bit, (key, word)) in words.into_iter().enumerate() {
                if settings >> bit & 1 == 1 {
                    set(&mut battle, key, word);
                }
            }
            battle
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_lines_shown_bear_out_the_verdict(battle in scattered()) {
        let (visibility, sight) = (visibility(&battle, A, B), sight(&battle, A, B));
        prop_assert_eq!((sight.cover, sight.seen), (visibility.class as u8, visibility.seen));
        let lines: Vec<_> = sight.lines.iter().map(|line| CLASSES[usize::from(line.class)]).collect();
        let class = match lines[..] {
            [a, b, c, d] => Class::of_lines([a, b, c, d]),
            _ => lines[0],
        };
        prop_assert_eq!(class, visibility.class, "{:#?}", sight);
    }

    #[test]
    fn a_glimpse_agrees_with_the_whole_look(battle in scattered()) {
        // Once cover and sight are known, they answer the narrower questions.
        let glimpses = || (sees(&battle, A, B), is_exposed(&battle, A, B), is_in_view(&battle, A, B));
        let (seen, exposed, both) = glimpses();
        let whole = visibility(&battle, A, B);
        prop_assert_eq!(seen, whole.seen);
        prop_assert_eq!(exposed, whole.class < Class::Total);
        prop_assert_eq!(both, whole.seen && whole.class < Class::Total);
        prop_assert_eq!(glimpses(), (seen, exposed, both));
    }

    #[test]
    fn what_is_kept_about_lines_goes_with_the_board(before in scattered(), after in scattered()) {
        let looks = |battle: &Battle| (visibility(battle, A, B), sees(battle, A, B), is_exposed(battle, A, B));
        let mut battle = after.clone();
        battle.scene.field = before.scene.field.clone();
        looks(&battle);
        // Turns the board into the other one, square by square and edge by edge, with the setters that effects use.
        let field = std::sync::Arc::make_mut(&mut battle.scene.field);
        let wanted = &after.scene.field;
        for square in wanted.squares() {
            let cell = wanted.cell(square).unwrap();
            if field.cell(square) != Some(cell) {
                field.set_feature(square, cell.feature);
                field.set_footing(square, cell.footing);
                field.set_veil(square, cell.veil);
            }
            for edge in [Edge::north(square), Edge::west(square)] {
                if field.edge(edge) != wanted.edge(edge) {
                    field.set_edge(edge, wanted.edge(edge));
                }
            }
        }
        prop_assert_eq!(looks(&battle), looks(&after));
    }

    #[test]
    fn vis_01_total_cover_hides(battle in scattered()) {
        let mut battle = battle;
        let defaults = crate::rules::Settings::defaults(battle.ruleset);
        battle.constants_mut().settings = defaults;
        let Visibility { class, seen } = visibility(&battle, A, B);
        prop_assert!(class < Class::Total || !seen);
    }

    #[test]
    fn where_they_are_is_where_they_might_be(battle in scattered()) {
        let [from, to] = [A, B].map(|who| battle.combatant(who));
        let there = visibility_at(&battle, (from.footprint(), from.posture), (to.footprint(), to.posture), &[]);
        prop_assert_eq!(there, visibility(&battle, A, B));
    }
}
