//! Screenshots of the window: board and panels are there in their colours, the board is drawn where its pictures
//! belong, and both stay readable for everybody.
//!
//! They need a graphics adapter, but no display. Without an adapter each test reports that it was skipped, or fails if
//! the environment variable `PROVING_GROUND_NEEDS_WINDOW` is set.

use std::{io::Write as _, path::PathBuf, process::Command};

use bevy_egui::egui::{Rect, pos2};
use image::RgbaImage;
use proving_ground::{
    arena::{Arena as _, bare_world},
    board::{
        Camera,
        art::palette::{self, Rgb},
        map_picture_of,
    },
    dice::Rolled,
    geometry::Square,
    levels::{Roster, builtin, deploy},
    rules::{Combatant, RulesetId, Settings, Target, Team},
};

/// Renders one moment with the real program.
fn shot(name: &str, arguments: &[&str]) -> Option<RgbaImage> {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let out: PathBuf = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    let program = Command::new(env!("CARGO_BIN_EXE_proving-ground"))
        .arg("screenshot")
        .args(arguments)
        .arg("--out")
        .arg(&out)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program can be started");
    let words = String::from_utf8_lossy(&program.stderr).into_owned();
    if !program.status.success() && !has("PROVING_GROUND_NEEDS_WINDOW") && words.contains("adapter") {
        skipped(name, "there is no graphics adapter");
        return None;
    }
    assert!(program.status.success(), "{name}: {words}");
    Some(image::open(&out).expect("the picture can be read").into_rgba8())
}

/// Reports that nothing was tested, bypassing the test harness, which hides the output of passing tests.
fn skipped(name: &str, why: &str) {
    let told = format!("\nSKIPPED {name}: {why}; nothing was tested\n");
    std::io::stderr().write_all(told.as_bytes()).expect("there is an output for errors");
}

/// The share of pixels that are within `slack` of a colour on every channel, in thousandths.
fn share(picture: &RgbaImage, colour: Rgb, slack: u8) -> u32 {
    let near = |a: u8, b: u8| a.abs_diff(b) <= slack;
    let close =
        |pixel: &&image::Rgba<u8>| near(pixel[0], colour.r) && near(pixel[1], colour.g) && near(pixel[2], colour.b);
    let count = picture.pixels().filter(close).count() as u64;
    (count * 1000 / u64::from(picture.width() * picture.height())) as u32
}

#[test]
fn the_battle_is_shown_at_both_sizes() {
    for size in ["1280x720", "1920x1080"] {
        let arguments = ["--level", "tanner-row", "--seed", "3", "--size", size];
        let Some(picture) = shot(&format!("battle-{size}"), &arguments) else { return };
        let (width, height) = size.split_once('x').expect("a size");
        assert_eq!((picture.width().to_string(), picture.height().to_string()), (width.into(), height.into()));
        assert!(share(&picture, palette::PANEL, 2) > 50, "{size}: panels");
        assert!(share(&picture, palette::STREET, 26) > 20, "{size}: the street");
        assert!(share(&picture, palette::WOOD, 26) > 20, "{size}: wooden floors");
        for (side, colour) in palette::SIDES.into_iter().take(2).enumerate() {
            assert!(share(&picture, colour, 6) >= 1, "{size}: tokens of side {side}");
        }
    }
}

#[test]
fn the_same_moment_gives_the_same_picture() {
    let arguments = ["--level", "meadow", "--seed", "5"];
    let (Some(first), Some(second)) = (shot("meadow-1", &arguments), shot("meadow-2", &arguments)) else { return };
    let differ = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| (0..3).any(|i| a[i].abs_diff(b[i]) > 8);
    let different = first.pixels().zip(second.pixels()).filter(differ).count();
    assert!(different < 200, "{different} pixels differ");
}

#[test]
fn the_board_is_drawn_as_its_pictures_are_laid() {
    const SEED: u64 = 3;
    // Here a battle begins with a question that draws nothing on the board except the ring of the one who decides.
    const RULESET: RulesetId = RulesetId::Vigor;
    // The room between the panels in a window of this size.
    let room = Rect::from_min_max(pos2(0.0, 48.0), pos2(832.0, 692.0));
    let mut all_bodies = 0;
    for level in builtin() {
        let battle = deploy(level, Roster::builtin(), RULESET, Settings::defaults(RULESET));
        let mut battle = battle.map_err(|faults| faults.to_string()).expect("a built-in level can be played");
        battle.scene.people = (0..level.sides.len() as u8).map(Team).collect();
        let mut world = bare_world(battle.clone(), Rolled::new(SEED));
        world.begin();
        let offers = world.offers();
        assert!(!offers.0.iter().any(|offer| matches!(offer.target, Target::Way(_))), "{}", level.tag);
        let seed = SEED.to_string();
        // On a level with an ambush the hand-over of the seat would come first.
        let arguments = ["--level", &level.tag, "--ruleset", RULESET.name(), "--seed", &seed, "--seated"];
        let Some(picture) = shot(&format!("laid-{}", level.tag), &arguments) else { return };
        let mut camera = Camera::default();
        camera.fit(level.field.extent(), room);
        let board = camera.board();
        // With the veils of the first round. On the board the places of goals are separate lines over the pictures.
        let mut placeless = world.battle().clone();
        placeless.scene.goals.clear();
        let laid = map_picture_of(&placeless, board.width() as u32, board.height() as u32);
        assert_eq!((laid.width, laid.height), (board.width() as u32, board.height() as u32), "{}", level.tag);
        // The plate of the goals lies over the lower left.
        let covered = |x: u32, y: u32| x < 300 && y > 600;
        // Friends of the one who decides stand there, unmarked.
        let decides = world.decision().expect("somebody decides").who;
        let team = world.battle().combatant(decides).team;
        // Riders are drawn in the saddle here, and beside it on the small map.
        let alone = |fighter: &Combatant<'_>| battle.bodies_at(fighter.footprint().anchor).count() == 1;
        let friends = battle.combatants().filter(|fighter| fighter.team == team && fighter.id != decides);
        let friends: Vec<_> = friends.filter(alone).collect();
        let on_friend = |x: u32, y: u32| {
            let square = Square::new((x / camera.scale()) as i16, (y / camera.scale()) as i16);
            friends.iter().any(|friend| friend.footprint().contains(square))
        };
        let (mut same, mut all, mut same_bodies, mut bodies) = (0, 0, 0, 0);
        for y in 0..laid.height {
            for x in 0..laid.width {
                let at = (x + board.left() as u32, y + board.top() as u32);
                if covered(at.0, at.1) || at.0 >= 860 || at.1 >= 688 {
                    continue;
                }
                let wanted = &laid.rgba[(y * laid.width + x) as usize * 4..][..3];
                let drawn = picture.get_pixel(at.0, at.1).0;
                all += 1;
                let is_same = u32::from(wanted.iter().zip(drawn).all(|(a, b)| a.abs_diff(b) <= 6));
                same += is_same;
                if on_friend(x, y) {
                    bodies += 1;
                    same_bodies += is_same;
                }
            }
        }
        assert!(same * 100 > all * 97, "{}: {same} of {all} pixels are as they should be", level.tag);
        let share = format!("{}: {same_bodies} of {bodies} pixels of tokens", level.tag);
        assert!(same_bodies * 100 >= bodies * 90, "{share}");
        all_bodies += bodies;
    }
    assert!(all_bodies > 15_000, "{all_bodies} pixels of tokens have been compared");
}

/// Machado et al. 2009, full strength, in linear light: protan, deutan, tritan.
const MATRICES: [[[f64; 3]; 3]; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

fn seen_by(colour: &image::Rgba<u8>, matrix: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let light = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
    matrix.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

#[test]
fn both_sides_stay_apart_for_everybody() {
    let Some(picture) = shot("colours", &["--level", "tanner-row", "--seed", "3"]) else { return };
    let mean = |colour: Rgb, matrix: &[[f64; 3]; 3]| {
        let near = |pixel: &&image::Rgba<u8>| {
            pixel[0].abs_diff(colour.r) < 7 && pixel[1].abs_diff(colour.g) < 7 && pixel[2].abs_diff(colour.b) < 7
        };
        let seen: Vec<[f64; 3]> = picture.pixels().filter(near).map(|pixel| seen_by(pixel, matrix)).collect();
        assert!(!seen.is_empty(), "the side is on screen");
        [0, 1, 2].map(|i| seen.iter().map(|colour| colour[i]).sum::<f64>() / seen.len() as f64)
    };
    for matrix in &MATRICES {
        let (blue, orange) = (mean(palette::SIDES[0], matrix), mean(palette::SIDES[1], matrix));
        let apart: f64 = blue.iter().zip(orange).map(|(a, b)| (a - b).abs()).sum();
        assert!(apart > 0.3, "{apart}");
    }
}
