//! What the lab shows on the board and saves from it: rulers, lines of sight, fields; and what it tells about files and
//! faults.

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton};

use super::{
    Dialog, Intent, LabScreen, Page, Tool,
    tests::{at, called, click, drag, key, lab, press, screen, settle},
};
use crate::{
    geometry::{Direction, Edge, Square, centre},
    lab::{FieldKind, line_places, met_words},
    levels::{
        Entrance, Late, Level, Roster, builtin, deploy,
        draft::{Edit, Paint, Spot},
    },
    panels::lab::{chart::ChartFile, model::Laid},
    rules::{Feature, RulesetId, Settings, Site},
    screens::HeadlessFrame,
};

#[test]
fn the_ruler_draws_a_line_from_where_it_begins_and_a_blast_has_its_middle() {
    let mut headless = lab("tanner-row");
    screen(&mut headless, |screen| (screen.tool, screen.laid) = (Tool::Measure, Laid::Ruler));
    click(&mut headless, "c8", PointerButton::Primary);
    let to = at(&mut headless, "k10");
    headless.hear(vec![Event::PointerMoved(to)]);
    headless.frame(None);
    let square = |name: &str| name.parse::<Square>().unwrap();
    let overlays = screen(&mut headless, |screen| screen.overlays());
    let ends: Vec<_> = overlays.lines.iter().map(|line| (line.from, line.to)).collect();
    assert_eq!(ends, [(centre(square("c8")), centre(square("k10")))]);
    assert_eq!(overlays.corner, Some(centre(square("c8"))));
    for laid in [Laid::Blast, Laid::Cone] {
        screen(&mut headless, |screen| screen.laid = laid);
        let overlays = screen(&mut headless, |screen| screen.overlays());
        assert_eq!((overlays.lines.len(), overlays.corner), (0, Some(centre(square("c8")))), "{laid:?}");
    }
    // Fighters along a line come in order, and one who stands where it begins does not count.
    screen(&mut headless, |screen| {
        (screen.laid, screen.ruler, screen.hover) = (Laid::Line, Some(square("a7")), Some(square("t7")));
        let covered: Vec<String> = screen.measure().covered.into_iter().map(|token| token.name).collect();
        assert_eq!(covered, ["Cale", "Ansa", "Lysk"]);
        screen.ruler = Some(square("e7"));
        assert_eq!(screen.measure().covered.len(), 2);
    });
}

#[test]
fn whoever_is_still_to_come_is_neither_covered_nor_picked() {
    let mut headless = lab("tanner-row");
    let ansa = called(&mut headless, "ansa");
    let last = screen(&mut headless, |screen| {
        screen.edit(&Edit::Late(ansa, Some(Late { round: 3, entrance: Entrance::Square })));
        let square = |name: &str| name.parse::<Square>().ok();
        (screen.tool, screen.laid) = (Tool::Measure, Laid::Line);
        (screen.ruler, screen.hover) = (square("a7"), square("t7"));
        let covered: Vec<String> = screen.measure().covered.into_iter().map(|token| token.name).collect();
        assert_eq!(covered, ["Cale", "Lysk"]);
        screen.tool = Tool::Pick;
        let extent = screen.draft().battle().scene.field.extent();
        Square::new(extent.width as i16 - 1, extent.height as i16 - 1).to_string()
    });
    drag(&mut headless, &["a1", "e5", &last], PointerButton::Primary);
    let (picked, all) = screen(&mut headless, |screen| (screen.picked.clone(), screen.draft().tokens().len()));
    assert_eq!((picked.contains(&ansa), picked.len()), (false, all - 1));
}

#[test]
fn no_place_of_another_level_is_drawn_on() {
    let mut headless = lab("tanner-row");
    press(&mut headless, Intent::AddZone);
    screen(&mut headless, |screen| {
        assert!(matches!(screen.tool, Tool::Zone(_)));
        let meadow = builtin().iter().find(|level| level.tag == "meadow").unwrap();
        assert!(screen.open(meadow) && screen.tool == Tool::Pick);
    });
}

#[test]
fn the_ruler_counts_as_the_ruleset_does() {
    let mut headless = lab("tanner-row");
    for ruleset in RulesetId::offered() {
        screen(&mut headless, |screen| {
            screen.edit(&Edit::Ruleset(ruleset));
            let battle = screen.draft().battle();
            let far = battle.sight(battle.tagged("dima").unwrap().id, battle.tagged("mott").unwrap().id).distance;
            (screen.tool, screen.laid) = (Tool::Measure, Laid::Ruler);
            // Nine columns and six rows.
            (screen.ruler, screen.hover) = (Some("f11".parse().unwrap()), Some("o5".parse().unwrap()));
            let plate = screen.overlays().plate.unwrap();
            assert_eq!(plate.words, ruleset.rules().measure().apart_words(far), "{ruleset}");
            assert!(plate.second.ends_with("f11 to o5") && !plate.second.starts_with(&plate.words), "{}", plate.second);
        });
    }
}

#[test]
fn the_edge_that_a_press_would_paint_is_framed_instead_of_the_square() {
    let mut headless = lab("tanner-row");
    let square: Square = "e8".parse().unwrap();
    let shown = |screen: &mut LabScreen, spot: (f32, f32)| {
        (screen.hover, screen.spot) = (Some(square), Some(spot));
        let overlays = screen.overlays();
        (overlays.hover, overlays.marks)
    };
    screen(&mut headless, |screen| {
        screen.tool = Tool::Brush(screen.brushes.iter().position(|brush| brush.paint.is_for_edges()).unwrap());
        let east = Edge::west(square.step(Direction::East));
        assert_eq!(shown(screen, (4.9, 7.4)), (None, vec![Site::Edge(east)]));
        assert_eq!(shown(screen, (4.5, 7.1)), (None, vec![Site::Edge(Edge::north(square))]));
        screen.tool = Tool::Brush(screen.brushes.iter().position(|brush| !brush.paint.is_for_edges()).unwrap());
        assert_eq!(shown(screen, (4.9, 7.4)), (Some(square), Vec::new()));
        // An eraser takes the thing on the edge, where there is one.
        screen.tool = Tool::Erase;
        assert_eq!(shown(screen, (4.9, 7.4)), (Some(square), Vec::new()));
        screen.edit(&Edit::Paint(Paint::Edge(Feature::Fence), vec![Spot::Edge(east)]));
        assert_eq!(shown(screen, (4.9, 7.4)), (None, vec![Site::Edge(east)]));
    });
}

#[test]
fn where_ones_own_cover_is_asked_for_plate_and_lines_are_those_of_the_enemy() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    settle(&mut headless);
    screen(&mut headless, |screen| {
        screen.hover = Some("k7".parse().unwrap());
        screen.ask();
        screen.asking.wait();
        screen.ask();
    });
    let told = |headless: &mut HeadlessFrame| {
        let overlays = screen(headless, |screen| screen.overlays());
        (overlays.plate.unwrap().second, overlays.lines)
    };
    let (words, lines) = told(&mut headless);
    assert_eq!(words, "Cover of Lysk: partial, \u{2212}30");
    screen(&mut headless, |screen| (screen.page, screen.shading.kind) = (Page::Fields, Some(FieldKind::CoverHere)));
    let (words, back) = told(&mut headless);
    assert!(words.starts_with("Cover of Cale: "), "{words}");
    assert_ne!(back, lines);
}

#[test]
fn a_line_of_sight_that_is_pointed_at_is_drawn_alone() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    settle(&mut headless);
    let model = screen(&mut headless, |screen| screen.model().odds.pair.unwrap().lines);
    assert!(
        model.heading.starts_with("Lines from the ") && model.heading.contains("corner of e7"),
        "{}",
        model.heading
    );
    assert_eq!(model.rows.len(), 4);
    assert!(model.rows.iter().all(|row| row.label.contains("point of m7") && row.rule.is_some()), "{:?}", model.rows);
    let verdict = model.verdict.unwrap();
    let met =
        screen(&mut headless, |screen| screen.overlays().lines.iter().filter(|line| line.touches.is_some()).count());
    assert!(verdict.words.contains(&format!("{met} of 4 lines")) && verdict.rule.is_some(), "{verdict:?}");
    screen(&mut headless, |screen| screen.line = Some(2));
    let (alone, all) = screen(&mut headless, |screen| {
        let alone = screen.overlays().lines;
        screen.line = None;
        (alone, screen.overlays().lines)
    });
    assert_eq!((all.len(), alone), (4, vec![all[2].clone()]));
}

#[test]
fn a_field_is_saved_as_it_is_shown() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    let (csv, picture, shown) = screen(&mut headless, |screen| {
        screen.set_field(Some(FieldKind::Hit));
        screen.shade();
        screen.shading.wait();
        let csv = screen.drawn_field(ChartFile::Csv).unwrap();
        (csv, screen.drawn_field(ChartFile::Png).unwrap(), screen.overlays().field.unwrap())
    });
    assert_eq!(csv.0, "Chance to hit from there Cale from e7 at Lysk percentile Tanner Row");
    let text = String::from_utf8(csv.1.unwrap()).unwrap();
    let square: Square = "k8".parse().unwrap();
    let row = text.lines().find(|line| line.starts_with("k8,")).unwrap();
    let words = &shown.at(square).unwrap().words;
    assert!(
        row.starts_with(&format!(
            "k8,\"percentile\",\"Tanner Row\",\"Cale\",\"Lysk\",\"Chance to hit from there, %\",\"%\",{words}.0000,"
        )),
        "{row}"
    );
    let bytes = picture.1.unwrap();
    assert!(bytes.starts_with(&[0x89, b'P', b'N', b'G']) && bytes.len() > 20_000, "{}", bytes.len());
}

#[test]
fn a_damaged_file_is_told_at_once_and_no_change_is_lost() {
    let mut headless = lab("tanner-row");
    let dima = called(&mut headless, "dima");
    screen(&mut headless, |screen| screen.edit(&Edit::Move(vec![(dima, Square::new(8, 13))])));
    press(&mut headless, Intent::Open(Dialog::Open));
    press(&mut headless, Intent::Path("/nowhere/none.ron".into()));
    press(&mut headless, Intent::OpenFile);
    let model = screen(&mut headless, |screen| screen.model());
    assert_eq!((model.dialog, model.faults.len()), (Some(Dialog::Open), 1), "nothing is asked about what is not lost");
    // Another path has no faults yet.
    press(&mut headless, Intent::Path("/nowhere/other.ron".into()));
    assert!(screen(&mut headless, |screen| screen.model().faults.is_empty()));
    assert!(screen(&mut headless, |screen| screen.history.is_changed()));
}

#[test]
fn what_is_wrong_is_not_counted() {
    let mut headless = lab("tanner-row");
    let dima = called(&mut headless, "dima");
    screen(&mut headless, |screen| screen.edit(&Edit::Move(vec![(dima, "k1".parse().unwrap())])));
    press(&mut headless, Intent::Fairness);
    let (fairness, toast) = screen(&mut headless, |screen| {
        (screen.fairness.is_some(), screen.toast.as_ref().map(|toast| toast.words.clone()))
    });
    assert!(!fairness && toast.is_some_and(|words| words.contains("in a wall")));
}

#[test]
fn conditions_begin_within_their_range_and_stay_there() {
    let mut headless = lab("tanner-row");
    for ruleset in RulesetId::offered() {
        press(&mut headless, Intent::Ruleset(ruleset));
        click(&mut headless, "f11", PointerButton::Primary);
        let names = ruleset.rules().names();
        let kinds = screen(&mut headless, |screen| {
            screen.page = Page::Fighter;
            screen.model().fighter.unwrap().kinds
        });
        assert_eq!(kinds.len(), names.conditions.len());
        for (place, (name, _)) in kinds.iter().enumerate() {
            assert!(name.chars().next().is_some_and(char::is_uppercase), "{ruleset}: {name}");
            assert_eq!(kinds.iter().filter(|(other, _)| other == name).count(), 1, "{ruleset}: {name}");
            press(&mut headless, Intent::AddCondition(place as u8));
            let shown = screen(&mut headless, |screen| screen.model().fighter.unwrap().conditions);
            let [added] = shown.as_slice() else { panic!("{ruleset}: {name}: {shown:?}") };
            let (low, high) = names.levels[place];
            assert_eq!(added.range, (low, high));
            assert!((low..=high).contains(&added.level), "{ruleset}: {name}");
            press(&mut headless, Intent::ConditionLevel(0, high + 1));
            let told = screen(&mut headless, |screen| screen.model());
            assert_eq!(told.fighter.unwrap().conditions[0].level, added.level, "{ruleset}: {name}");
            assert!(told.toast.is_some_and(|(words, _)| words.contains("cannot be")), "{ruleset}: {name}");
            press(&mut headless, Intent::DropCondition(0));
        }
    }
}

#[test]
fn the_lines_of_every_ruleset_begin_and_end_at_named_places_of_the_two() {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    for ruleset in RulesetId::offered() {
        let battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        for by in battle.combatants() {
            for on in battle.combatants().filter(|on| on.id != by.id) {
                let sight = battle.sight(by.id, on.id);
                let (start, ends) = line_places(&sight, by.footprint(), on.footprint());
                let start = start.unwrap_or_else(|| panic!("{ruleset}: all lines begin in one place"));
                assert!(start.contains(" of "), "{ruleset}: {start}");
                assert!(!ends.is_empty() && ends.iter().all(|end| end.contains(" of ")), "{ruleset}: {ends:?}");
                let met = sight.lines.iter().filter(|line| line.touches.is_some()).count();
                let words = met_words(&sight);
                assert_eq!(met == 0, words.contains("nothing") || words.starts_with("none"), "{ruleset}: {words}");
            }
        }
    }
}

/// A temporary folder for one test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("proving-ground-lab-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn what_could_not_be_read_again_is_not_played() {
    let mut headless = lab("meadow");
    press(&mut headless, Intent::AddZone);
    press(&mut headless, Intent::Play);
    let toast = screen(&mut headless, |screen| screen.toast.as_ref().map(|toast| toast.words.clone()));
    assert!(toast.as_ref().is_some_and(|words| words.contains("has no squares")), "{toast:?}");
    key(&mut headless, Key::Z, Modifiers::COMMAND);
    press(&mut headless, Intent::Play);
    headless.frame(None);
    assert!(!crate::screens::lab::is_open(headless.world()), "without that place a battle begins");
}

#[test]
fn a_trial_of_which_the_lab_keeps_a_part_is_not_written_over() {
    let folder = folder("part");
    let path = folder.join("t.ron");
    let pair = "(name: \"A\", at: \"a1\", archetype: \"swordsman\"), (name: \"B\", at: \"c1\", archetype: \"archer\")";
    let text = |more: &str| {
        let trial = format!("(name: \"x\", board: (size: \"5x5\"), combatants: [{pair}], {more} expect: [Undecided])");
        format!("(format: 1, ruleset: percentile, trials: [{trial}])")
    };
    let then = "then: [(expect: [Undecided])],";
    for (more, is_whole) in
        [("", true), ("proves: [\"PCT-ATK-01\"],", false), ("people: [Blue],", false), (then, false)]
    {
        std::fs::write(&path, text(more)).unwrap();
        let mut headless = lab("meadow");
        press(&mut headless, Intent::Open(Dialog::Open));
        press(&mut headless, Intent::Path(path.display().to_string()));
        press(&mut headless, Intent::OpenFile);
        let (faults, of) = screen(&mut headless, |screen| (screen.faults.clone(), screen.files.of.is_some()));
        assert_eq!((faults.len(), of), (0, is_whole), "{more}: {faults:?}");
        press(&mut headless, Intent::Save);
        assert_eq!(screen(&mut headless, |screen| screen.dialog.is_some()), !is_whole, "{more}: where to is asked");
        assert_eq!(std::fs::read_to_string(&path).unwrap() == text(more), !is_whole, "{more}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_of_another_level_is_shown_once_one_is_opened() {
    let mut headless = lab("tanner-row");
    let labels = |headless: &mut HeadlessFrame| {
        screen(headless, |screen| {
            let keys: Vec<_> = screen.draft().tokens().iter().map(|token| token.key).collect();
            (screen.picked, screen.page) = (vec![keys[0]], Page::Odds);
            screen.target = keys.last().copied();
            screen.sweep();
            let name = screen.draft().name_of(keys[0]);
            (name, screen.sweep_model().unwrap().numbers)
        })
    };
    let (name, numbers) = labels(&mut headless);
    assert!(numbers.iter().any(|label| label.starts_with(&name)));
    let count = screen(&mut headless, |screen| screen.draft().tokens().len());
    // Another level with as many fighters uses the same keys.
    let other = screen(&mut headless, |screen| {
        let is_alike = |level: &Level| level.head_count() == count && level.tag != "tanner-row";
        screen.levels.iter().position(is_alike).unwrap()
    });
    press(&mut headless, Intent::Level(other));
    let (now, numbers) = labels(&mut headless);
    assert!(now != name && numbers.iter().any(|label| label.starts_with(&now)), "{now}: {numbers:?}");
    assert!(!numbers.iter().any(|label| label.starts_with(&name)), "{name}: {numbers:?}");
}
