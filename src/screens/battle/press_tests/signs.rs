//! Each sign that the legend lists can also be had by pointing at it.

use super::*;
use crate::{
    arena::Scenery,
    geometry::{Edge, EdgeSide},
    panels::legend::{SHIELDS, Tint},
    rules::{Battlefield, Explosive, ExplosiveKind, Feature, Footing, HarmDice},
};

/// What the card of a square says.
fn card(headless: &mut HeadlessFrame, square: Square) -> String {
    point(headless, square);
    frames(headless, 2);
    let model = &screen(headless).model.as_ref().expect("drawn").0;
    let facts = model.square.iter().flat_map(|square| square.facts.iter().chain(&square.harmless));
    facts.map(|fact| format!("{} {} {}", fact.label, fact.value, fact.words)).collect::<Vec<_>>().join("\n")
}

/// Changes the board of a battle.
fn on_board(headless: &mut HeadlessFrame, change: impl FnOnce(&mut Battlefield)) {
    edit(headless.world(), |world| {
        let field = &mut world.resource_mut::<Scenery>().0.field;
        change(std::sync::Arc::make_mut(field));
    });
    settle(headless);
}

#[test]
fn what_stands_or_lies_there_is_told_on_pointing_with_how_one_gets_past() {
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        stage(&mut headless, &[]);
        let at = Square::new(3, 5);
        let legend = with_screen(headless.world(), |screen, _| screen.legend());
        for (feature, passage) in &legend.features {
            for inside in [true, false] {
                on_board(&mut headless, |field| {
                    let edge = Edge { square: at, side: EdgeSide::North };
                    field.set_feature(at, Some(*feature).filter(|_| inside));
                    field.set_edge(edge, Some(*feature).filter(|_| !inside));
                });
                let told = card(&mut headless, at).to_lowercase();
                let is_told = told.contains(feature.name()) && told.contains(passage.as_str());
                // Some stand only in squares, or only between two.
                let stands = told.contains(feature.name());
                assert!(is_told || !stands, "{ruleset}: {} ({passage}): {told}", feature.name());
            }
        }
        on_board(&mut headless, |field| {
            field.set_feature(at, None);
            field.set_edge(Edge { square: at, side: EdgeSide::North }, None);
        });
        for (footing, passage) in &legend.footings {
            on_board(&mut headless, |field| field.set_footing(at, *footing));
            let told = card(&mut headless, at);
            assert!(told.contains(passage.as_str()), "{ruleset}: {footing:?} ({passage}): {told}");
        }
        on_board(&mut headless, |field| {
            field.set_footing(at, Footing::Firm);
            field.set_fire(at, true);
        });
        assert!(card(&mut headless, at).contains("Fire"), "{ruleset}");
        let charge = Explosive::new(ExplosiveKind::Charge, HarmDice::BLAST, 2, 0);
        on_board(&mut headless, |field| field.set_explosive(at, Some(charge)));
        assert!(card(&mut headless, at).contains("Charge"), "{ruleset}");
    }
    assert!(Feature::ALL.len() > 5);
}

#[test]
fn what_a_square_is_marked_with_is_told_on_pointing() {
    let mut told: Vec<String> = Vec::new();
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        stage(&mut headless, &[(2, 3)]);
        let who = acting(&mut headless);
        let mut look = |headless: &mut HeadlessFrame, far: i16| {
            for square in (0..far).flat_map(|x| (2..5).map(move |y| Square::new(x, y))) {
                let words = card(headless, square);
                told.extend(words.lines().map(str::to_owned));
            }
        };
        look(&mut headless, 16);
        // And where one has come from.
        press(&mut headless, Square::new(1, 4));
        answer_for_others(&mut headless, who);
        look(&mut headless, 3);
    }
    let is_told = |sign: &str, meaning: &str| told.iter().any(|line| line.contains(sign) && line.contains(meaning));
    for tint in Tint::ALL {
        let (sign, meaning) = tint.words();
        assert!(is_told(sign, meaning), "{sign}: {meaning}");
    }
    let shields = SHIELDS.iter().filter(|(_, meaning)| is_told("Shield", meaning)).count();
    assert!(shields > 0, "no shield is explained where it is seen");
}
