//! Each sign in the legend is also explained when pointed at.

use super::*;
use crate::{
    arena::Scenery,
    geometry::{Edge, EdgeSide},
    panels::legend::{SHIELDS, Tint},
    rules::{Aim, Battlefield, Explosive, ExplosiveKind, Feature, Footing, HarmDice, Status},
};

/// What the card of a square says.
fn card(headless: &mut HeadlessFrame, square: Square) -> String {
    point(headless, square);
    frames(headless, 2);
    let model = &screen(headless).model.as_ref().expect("drawn").0;
    let facts = model.square.iter().flat_map(|square| square.facts.iter().chain(&square.signs).chain(&square.harmless));
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
        // And where the fighter has come from.
        press(&mut headless, Square::new(1, 4));
        answer_for_others(&mut headless, who);
        look(&mut headless, 3);
    }
    let is_told = |sign: &str, meaning: &str| told.iter().any(|line| line.contains(sign) && line.contains(meaning));
    for tint in Tint::ALL {
        let (sign, meaning) = tint.words();
        assert!(is_told(sign, meaning), "{sign}: {meaning}");
    }
}

#[test]
fn each_shield_is_told_beside_whom_it_covers() {
    let mut told: Vec<String> = Vec::new();
    for ruleset in RulesetId::offered() {
        let mut level = level("meadow");
        let units = level.sides.iter_mut().flat_map(|side| &mut side.units);
        units.for_each(|unit| unit.archetype = "archer".into());
        let mut headless = HeadlessFrame::play(&level, ruleset, 3, PERSONS, SIZE).expect("it can be played");
        to_a_turn(&mut headless);
        stage(&mut headless, &[(5, 3)]);
        let before = Edge { square: Square::new(5, 3), side: EdgeSide::West };
        for feature in std::iter::once(None).chain(Feature::ALL.into_iter().map(Some)) {
            on_board(&mut headless, |field| field.set_edge(before, feature));
            let card = card(&mut headless, Square::new(5, 3));
            let target = screen(&mut headless).overlays(&[]).target;
            let worn = target.and_then(|target| target.cover).map(|class| SHIELDS[usize::from(class)].1);
            let said = card.lines().find(|line| line.starts_with("Shield"));
            assert_eq!(worn, said.map(|said| said["Shield".len()..].trim()), "{ruleset}: {feature:?}");
            told.extend(worn.map(str::to_owned));
        }
    }
    for (_, meaning) in SHIELDS {
        assert!(told.iter().any(|said| said == meaning), "{meaning}: {told:?}");
    }
}

#[test]
fn what_a_fuse_reaches_and_what_place_is_marked_are_told_on_pointing() {
    let mut fuses = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        stage(&mut headless, &[]);
        let (at, far) = (Square::new(5, 5), Square::new(12, 5));
        edit(headless.world(), |world| {
            let scene = &mut world.resource_mut::<Scenery>().0;
            let charge = Explosive::new(ExplosiveKind::Charge, HarmDice::BLAST, 2, 0);
            let lit = charge.lit(CombatantId(0), scene.round + 1, 0);
            std::sync::Arc::make_mut(&mut scene.field).set_explosive(at, Some(lit));
            scene.goals[0].aim = Aim::Hold { squares: vec![far], rounds: 2 };
        });
        settle(&mut headless);
        let drawn = screen(&mut headless).overlays(&[]);
        let side = screen(&mut headless).side_name(drawn.zones[0].0);
        let line = |headless: &mut HeadlessFrame, square, sign: &str| {
            let card = card(headless, square);
            card.lines().find(|line| line.starts_with(sign)).map(str::to_owned)
        };
        for (reached, words) in &drawn.fuses {
            for square in reached {
                let told = line(&mut headless, *square, "In reach of a fuse").unwrap_or_default();
                assert!(told.ends_with(words.as_str()) && words.contains(" ends"), "{ruleset}: {square}: {told}");
                fuses += 1;
            }
        }
        assert_eq!(line(&mut headless, far, "In reach of a fuse"), None, "{ruleset}");
        let told = line(&mut headless, far, "Marked place").unwrap_or_default();
        assert!(told.contains(&side) && told.to_lowercase().contains("hold"), "{ruleset}: {told}");
        assert_eq!(line(&mut headless, at, "Marked place"), None, "{ruleset}");
    }
    assert!(fuses > 0, "under no rules does a fuse burn");
}

#[test]
fn of_two_who_lie_in_one_square_each_is_named_as_out_and_neither_is_a_target() {
    for ruleset in RulesetId::offered() {
        let mut headless = start(ruleset);
        let foes = stage(&mut headless, &[]);
        let (there, fallen) = (Square::new(15, 3), [foes[0], foes[1]]);
        let board = battle(&mut headless);
        edit(headless.world(), |world| {
            for who in fallen {
                let entity = world.resource::<CombatantEntities>().entity(who);
                *world.get_mut::<Placement>(entity).expect("somewhere") = board.combatant(who).placement.at(there);
                *world.get_mut::<Status>(entity).expect("in the fight") = Status::Dead;
            }
        });
        settle(&mut headless);
        point(&mut headless, there);
        let mut named = Vec::new();
        for place in 1..=2 {
            frames(&mut headless, 2);
            let (words, _) = plate(&mut headless);
            let shown = screen(&mut headless);
            let pointed = shown.body_under(there).expect("somebody lies there").identity.name.to_string();
            let all = format!("{pointed}, dead, {place} of 2 here, Tab takes the next");
            assert_eq!(words, all, "{ruleset}");
            let hint = crate::panels::battle::pointed(&shown.model.as_ref().expect("drawn").0).expect("told");
            assert!(hint.contains(&format!("{pointed}, out: dead")), "{ruleset}: {hint}");
            assert!(shown.overlays(&[]).target.is_none(), "{ruleset}: nothing can be done to {pointed}");
            named.push(pointed);
            key(&mut headless, Key::Tab, Modifiers::NONE);
        }
        assert_ne!(named[0], named[1], "{ruleset}");
        // From the cursor Tab goes on to an enemy.
        with_screen(headless.world(), |screen, _| {
            screen.cursor_to(there);
            let words = screen.press_plate().map(|(_, plate)| plate.words).unwrap_or_default();
            assert!(words.ends_with("of 2 here"), "{ruleset}: {words}");
        });
    }
}
