//! Fields in the lab: on the largest board, where there is no room, and compared with what else is shown.

use std::sync::Arc;

use bevy_egui::egui::PointerButton;

use super::{
    LabScreen, Page,
    tests::{called, click, drag, lab, screen, settle},
};
use crate::{
    geometry::Square,
    lab::{FieldKind, relation},
    levels::{Level, builtin, draft::Edit},
    panels::lab::fields::FieldModel,
    rules::{Battlefield, RulesetId},
    screens::HeadlessFrame,
};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// Meadow's fighters, thirty-two on each side, on the largest board there is.
fn largest() -> Level {
    const SIDE: u16 = 128;
    let mut level = builtin().iter().find(|level| level.tag == "meadow").unwrap().clone();
    level.field = Arc::new(Battlefield::new(SIDE, SIDE));
    level.zones.clear();
    for (team, side) in level.sides.iter_mut().enumerate() {
        let units = side.units.clone();
        let unit = |index: usize| {
            let mut unit = units[index % units.len()].clone();
            unit.name = unit.name.map(|name| format!("{name} {index}"));
            unit.at = Square::new(20 + 2 * (index % 16) as i16, 40 + 40 * team as i16 + 3 * (index / 16) as i16);
            unit
        };
        side.units = (0..32).map(unit).collect();
    }
    level
}

/// Asks for a field and polls until its model is good enough.
fn until(screen: &mut LabScreen, kind: FieldKind, is_enough: impl Fn(&FieldModel) -> bool) -> FieldModel {
    screen.set_field(Some(kind));
    loop {
        screen.shade();
        let model = screen.field_model();
        if screen.shading.latest_kind() == Some(kind) && is_enough(&model) {
            return model;
        }
        std::thread::yield_now();
    }
}

#[test]
fn the_largest_board_says_how_far_it_is_and_leaves_off_when_something_else_is_asked() {
    let mut headless = HeadlessFrame::lab(&largest(), (1280.0, 720.0)).unwrap();
    headless.frame(None);
    screen(&mut headless, |screen| {
        screen.picked = vec![screen.draft().tokens()[0].key];
        let begun = |model: &FieldModel| model.progress.is_some_and(|(done, _)| done > 0);
        let model = until(screen, FieldKind::HarmMoved, begun);
        let (done, all) = model.progress.unwrap();
        assert!(done < all && all == 128 * 128, "{done} of {all}");
        assert!(screen.overlays().field.is_some(), "what is done is shown");
        // It would take minutes; the next question does not wait for it.
        let model = until(screen, FieldKind::Moves, |model| model.progress.is_none());
        assert_eq!((model.kind, model.fault), (Some(FieldKind::Moves), None));
        assert!(model.title.starts_with("Cost to go there"), "{}", model.title);
    });
}

#[test]
fn who_stands_on_a_barricade_or_where_somebody_fell_has_a_value_and_other_squares_say_why_not() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    screen(&mut headless, |screen| {
        let whole = |screen: &mut LabScreen| until(screen, FieldKind::Hit, |model| model.progress.is_none());
        whole(screen);
        let shown = screen.overlays().field.unwrap();
        assert!(!shown.at(square("l6")).unwrap().words.is_empty(), "a barricade");
        let words = |screen: &LabScreen, name: &str| screen.reading_words(square(name)).unwrap();
        assert_eq!(words(screen, "k1"), "no room: a wall");
        let other =
            screen.draft().battle().combatants().find(|other| other.team.0 == 0 && &*other.identity.tag != "cale");
        let (other, name) = other.map(|other| (other.id, other.identity.name.to_string())).unwrap();
        let at = screen.draft().battle().combatant(other).placement.anchor().to_string();
        assert_eq!(words(screen, &at), format!("no room: {name} stands there"));
        let key = screen.draft().key(other);
        screen.edit(&Edit::Status(vec![key], crate::rules::Status::Down));
    });
    headless.frame(None);
    screen(&mut headless, |screen| {
        until(screen, FieldKind::Hit, |model| model.progress.is_none());
        let fallen = screen.draft().battle().combatants().find(|fighter| !fighter.fights()).unwrap().placement.anchor();
        assert!(!screen.overlays().field.unwrap().at(fallen).unwrap().words.is_empty());
    });
}

#[test]
fn the_lines_that_are_drawn_are_those_that_decide_under_every_ruleset() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    for ruleset in RulesetId::offered() {
        screen(&mut headless, |screen| screen.edit(&Edit::Ruleset(ruleset)));
        headless.frame(None);
        settle(&mut headless);
        screen(&mut headless, |screen| {
            let question = screen.question().unwrap();
            let battle = screen.draft().battle();
            let pair = relation(battle, question.by, question.on.unwrap(), None);
            let drawn = screen.overlays();
            assert_eq!(drawn.lines, pair.sight.lines.to_vec(), "{ruleset}");
            let shown = screen.model().odds.pair.unwrap();
            assert_eq!(shown.lines.rows.len(), drawn.lines.len(), "{ruleset}");
            // The cover in the attack's terms is the cover of the lines.
            let best = pair.attacks.first().and_then(|attempt| attempt.outcome.as_ref().ok()).unwrap();
            assert_eq!(best.assessment.sight, pair.sight, "{ruleset}");
            let number = &shown.forecast.unwrap().attack;
            let sum: i32 = number.terms.iter().map(|term| term.amount).sum();
            assert_eq!(sum, number.value, "{ruleset}: {number:?}");
        });
    }
}

#[test]
fn a_target_is_aimed_at_and_dragged_while_the_question_stays() {
    let mut headless = lab("tanner-row");
    let (cale, lysk) = (called(&mut headless, "cale"), called(&mut headless, "lysk"));
    click(&mut headless, "e7", PointerButton::Primary);
    screen(&mut headless, |screen| screen.set_field(Some(FieldKind::Hit)));
    click(&mut headless, "m7", PointerButton::Secondary);
    screen(&mut headless, |screen| assert!(screen.page == Page::Fields && screen.target == Some(lysk)));
    drag(&mut headless, &["m7", "n8", "m9"], PointerButton::Primary);
    screen(&mut headless, |screen| {
        assert_eq!((screen.picked.as_slice(), screen.target), (&[cale][..], Some(lysk)));
        let stands = |key| screen.draft().combatant(key).unwrap().placement.anchor();
        assert_eq!((stands(cale), stands(lysk)), (square("e7"), square("m9")));
    });
}
