//! Cover as fields show it: cover with different effects never looks alike, under every ruleset.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use super::field_tests::{crowded, rulesets};
use crate::{
    geometry::Square,
    lab::{
        Field, FieldKind, FieldQuestion, Reading, Strike,
        fields::{CoverThere, Scale, Step},
        put, relation,
    },
    rules::{Battle, CombatantId, Effect, Veil},
};

const A: CombatantId = CombatantId(0);

/// Somebody on the other side.
fn foe(battle: &Battle) -> CombatantId {
    battle.enemies(A).map(|foe| foe.id).next().unwrap()
}

fn whole(battle: &Battle, kind: FieldKind) -> Field {
    let question = FieldQuestion { kind, by: A, on: Some(foe(battle)), with: Vec::new() };
    let mut field = Field::new(battle, question).unwrap();
    field.work(usize::MAX, &AtomicBool::new(false));
    field
}

#[test]
fn cover_that_gives_other_things_has_another_colour_or_number_and_poor_sight_is_not_nothing() {
    let mut smoky = 0;
    for (ruleset, seed) in rulesets().flat_map(|ruleset| (20..24).map(move |seed| (ruleset, seed))) {
        let mut battle = crowded(ruleset, seed);
        // Smoke in a row of squares.
        for x in 0..12 {
            let square = Square::new(x, 4);
            let cell = *battle.scene.field.cell(square).unwrap();
            battle.apply(&Effect::Veil(square, Some(Veil::Smoke).filter(|_| cell.feature.is_none())));
        }
        for kind in [FieldKind::CoverThere, FieldKind::CoverHere] {
            let field = whole(&battle, kind);
            let scale = Scale::new(kind, ruleset.rules().measure(), field.readings().iter().flatten());
            let mut shown: Vec<(CoverThere, Step, String)> = Vec::new();
            for reading in field.readings().iter().flatten() {
                let Reading::Sight { cover, .. } = reading else { continue };
                let shade = scale.shade(reading);
                if !shown.iter().any(|(known, ..)| known == cover) {
                    shown.push((*cover, shade.step, shade.words));
                }
            }
            let gives = |cover: &CoverThere| (cover.is_all(), cover.modifier, cover.armour);
            for (cover, step, words) in &shown {
                for (other, also, said) in shown.iter().filter(|(other, ..)| gives(other) != gives(cover)) {
                    assert!(words != said, "{ruleset} {kind:?}: {cover:?} and {other:?} are both {words}");
                    let few = shown.len() <= 6;
                    assert!(!few || step != also, "{ruleset} {kind:?}: {cover:?} and {other:?} look alike");
                }
                let is_nothing = cover.strength() == 0 && cover.class == 0;
                assert_eq!(*step == Step::Of(0), is_nothing, "{ruleset} {kind:?}: {cover:?} has the colour of none");
                smoky += usize::from(cover.class == 0 && cover.modifier != 0);
            }
            let steps: BTreeSet<String> = shown.iter().map(|(_, step, _)| format!("{step:?}")).collect();
            assert_eq!(scale.legend().len(), steps.len(), "{ruleset}: the legend has what occurs");
        }
    }
    assert!(smoky > 2, "{smoky}");
}

#[test]
fn what_an_attack_comes_to_for_whoever_stands_there_already_is_what_the_field_says() {
    let mut seen = 0;
    for (ruleset, seed) in rulesets().flat_map(|ruleset| (30..40).map(move |seed| (ruleset, seed))) {
        let battle = crowded(ruleset, seed);
        let on = foe(&battle);
        let pair = relation(&battle, A, on, None);
        let (Some(approach), Some(standing)) = (&pair.approach, &pair.standing) else { continue };
        let end = *approach.way.route.squares.last().unwrap();
        let field = whole(&battle, FieldKind::Damage);
        let Some(Reading::Attack { strike, .. }) = field.at(end) else { panic!("{ruleset} {seed}: {end}") };
        assert_eq!(Strike::of(standing), *strike, "{ruleset} {seed}: {end}");
        seen += 1;
        // It equals the attack of a fighter put there.
        let mut there = battle.clone();
        put(&mut there, A, battle.combatant(A).placement.at(end));
        let best = relation(&there, A, on, None).attacks.into_iter().find_map(|attempt| attempt.outcome.ok());
        assert_eq!(best.as_ref().map(Strike::of), Some(*strike));
    }
    assert!(seen > 5, "{seen}");
}
