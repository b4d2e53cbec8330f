//! Looking at a position under other rules, and trying what would change an attack.

use bevy_egui::egui::PointerButton;

use super::{
    Intent, LabScreen,
    tests::{called, click, drag, lab, press, screen, settle},
};
use crate::{
    arena::Arena as _,
    geometry::Direction,
    lab::{Changed, FieldKind, Strike, relation},
    levels::{Roster, draft::Draft},
    panels::lab::model::OddsModel,
    rules::{RulesetId, Settings},
    screens::HeadlessFrame,
};

/// Cale is picked and aims at Lysk.
fn aimed() -> HeadlessFrame {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    headless
}

fn judged(headless: &mut HeadlessFrame) {
    settle(headless);
    screen(headless, |screen| {
        screen.judge();
        screen.verdicts.wait();
        screen.judge();
        screen.verdicts.wait();
    });
}

#[test]
fn a_verdict_that_is_pressed_is_looked_at_and_nothing_is_edited() {
    let mut headless = aimed();
    press(&mut headless, Intent::Nudge(Direction::North));
    press(&mut headless, Intent::Undo);
    judged(&mut headless);
    let state = |screen: &LabScreen| {
        (
            screen.history.redone().map(str::to_owned),
            screen.history.undone().map(str::to_owned),
            screen.history.is_changed(),
        )
    };
    let (before, own, digest) =
        screen(&mut headless, |screen| (state(screen), screen.draft().ruleset(), screen.draft().digest()));
    assert!(before.0.is_some() && !before.2, "{before:?}");
    let table = screen(&mut headless, |screen| screen.verdict_models());
    for ruleset in RulesetId::offered().filter(|ruleset| *ruleset != own) {
        press(&mut headless, Intent::Evidence(ruleset));
        assert_eq!(headless.world().battle().ruleset, ruleset);
        let (after, shown) = screen(&mut headless, |screen| (state(screen), screen.verdict_models()));
        assert_eq!((&after, &shown), (&before, &table), "{ruleset}: nothing is edited, and the table stays as it is");
    }
    press(&mut headless, Intent::Redo);
    let (redone, looked) = screen(&mut headless, |screen| (state(screen).0, screen.history.looked_at()));
    assert!(redone.is_none() && looked.is_some());
    press(&mut headless, Intent::Undo);
    press(&mut headless, Intent::Evidence(own));
    assert_eq!(screen(&mut headless, |screen| (state(screen), screen.draft().digest())), (before, digest));
}

#[test]
fn what_is_changed_while_it_is_looked_at_is_undone_with_the_rules() {
    let mut headless = aimed();
    let (own, digest) = screen(&mut headless, |screen| (screen.draft().ruleset(), screen.draft().digest()));
    let other = RulesetId::offered().find(|ruleset| *ruleset != own).unwrap();
    press(&mut headless, Intent::Evidence(other));
    press(&mut headless, Intent::Nudge(Direction::North));
    let state =
        |screen: &mut LabScreen| (screen.draft().ruleset(), screen.history.looked_at(), screen.history.is_changed());
    assert_eq!(screen(&mut headless, state), (other, None, true));
    press(&mut headless, Intent::Undo);
    assert_eq!(screen(&mut headless, state), (other, None, true));
    press(&mut headless, Intent::Undo);
    assert_eq!(screen(&mut headless, state), (own, None, false));
    assert_eq!(screen(&mut headless, |screen| screen.draft().digest()), digest);
    // Rules chosen at the top change the position itself.
    press(&mut headless, Intent::Evidence(other));
    let third = RulesetId::offered().find(|ruleset| ![own, other].contains(ruleset)).unwrap();
    press(&mut headless, Intent::Ruleset(third));
    assert_eq!(screen(&mut headless, state), (third, None, true));
    press(&mut headless, Intent::Undo);
    assert_eq!(screen(&mut headless, |screen| screen.draft().digest()), digest);
}

#[test]
fn a_change_is_seen_on_the_board_and_tried_as_an_edit() {
    let (mut steps, mut done) = (0, 0);
    for ruleset in RulesetId::offered() {
        let mut headless = aimed();
        press(&mut headless, Intent::Ruleset(ruleset));
        judged(&mut headless);
        let digest = screen(&mut headless, |screen| screen.draft().digest());
        let all = screen(&mut headless, |screen| screen.changed().unwrap().all.clone());
        assert!(!all.idle.is_empty() || !all.most.is_empty());
        for (place, change) in all.most.iter().enumerate() {
            let overlays = screen(&mut headless, |screen| {
                screen.change = Some(place);
                screen.overlays()
            });
            match change.what {
                Changed::Step(_, square) => {
                    steps += 1;
                    assert_eq!(overlays.hover, Some(square));
                    assert!(overlays.plate.unwrap().words.contains(&change.words));
                }
                Changed::Without(site) => assert_eq!(overlays.marked.unwrap().0, site),
                Changed::First(_) => done += 1,
            }
            press(&mut headless, Intent::TryChange(place));
            let (by, on) = (called(&mut headless, "cale"), called(&mut headless, "lysk"));
            let strike = screen(&mut headless, |screen| {
                let draft = screen.draft();
                let pair = relation(draft.battle(), draft.id(by).unwrap(), draft.id(on).unwrap(), None);
                pair.attacks.first().and_then(|attempt| attempt.outcome.as_ref().ok()).map(Strike::of)
            });
            assert_eq!(strike, change.strike, "{ruleset}: {}", change.words);
            assert!(screen(&mut headless, |screen| screen.draft().digest()) != digest);
            press(&mut headless, Intent::Undo);
            assert_eq!(screen(&mut headless, |screen| screen.draft().digest()), digest, "{ruleset}: {}", change.words);
            judged(&mut headless);
        }
    }
    assert!(steps > 3 && done > 0, "{steps} steps, {done} done first");
}

#[test]
fn a_chance_after_a_way_says_why_it_is_not_that_of_standing_there() {
    let mut told = 0;
    for ruleset in RulesetId::offered() {
        let mut headless = lab("broken-priory");
        press(&mut headless, Intent::Ruleset(ruleset));
        let pairs: Vec<_> = screen(&mut headless, |screen| {
            let battle = screen.draft().battle();
            let all: Vec<_> = battle.combatants().map(|fighter| (fighter.id, fighter.team)).collect();
            let foes = |(by, team): &(_, _)| {
                let (by, team) = (*by, *team);
                all.iter().filter(move |(_, other)| *other != team).map(move |(on, _)| (by, *on)).collect::<Vec<_>>()
            };
            all.iter().flat_map(foes).collect()
        });
        for (by, on) in pairs {
            let pair = screen(&mut headless, |screen| relation(screen.draft().battle(), by, on, None));
            let note = screen(&mut headless, |screen| screen.pair(&pair).note);
            let (Some(approach), Some(standing)) = (&pair.approach, &pair.standing) else { continue };
            let differs = approach.attack_forecast.hits != standing.hits;
            assert_eq!(note.contains("standing there already"), differs, "{ruleset}: {note}");
            told += usize::from(differs);
        }
    }
    assert!(told > 0, "a run costs something somewhere");
}

#[test]
fn what_is_opened_under_other_rules_says_so() {
    let mut headless = lab("tanner-row");
    let own = screen(&mut headless, |screen| screen.draft().ruleset());
    let other = RulesetId::offered().find(|ruleset| *ruleset != own).unwrap();
    screen(&mut headless, |screen| {
        let level = screen.draft().level().clone();
        let draft = |ruleset| Draft::of_level(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        screen.begin_with(draft(own), "from a file".into());
        assert!(screen.toast.is_none(), "nothing is said where nothing is other");
        screen.begin_with(draft(other), "from a file".into());
        let said = screen.toast.as_ref().map(|toast| toast.words.clone()).unwrap_or_default();
        assert!(said.contains(&format!("comes with {other}")) && said.contains(own.name()), "{said}");
    });
}

#[test]
fn the_change_of_a_field_stays_about_whom_it_was_kept_for() {
    let mut headless = lab("tanner-row");
    click(&mut headless, "e7", PointerButton::Primary);
    let (cale, lysk) = (called(&mut headless, "cale"), called(&mut headless, "lysk"));
    let shown = |headless: &mut HeadlessFrame| {
        headless.frame(None);
        screen(headless, |screen| {
            screen.shade();
            screen.shading.wait();
            screen.shade();
            screen.field_model()
        })
    };
    screen(&mut headless, |screen| screen.set_field(Some(FieldKind::Danger)));
    shown(&mut headless);
    screen(&mut headless, |screen| screen.keep_field(true));
    // Dragging an enemy elsewhere picks it.
    drag(&mut headless, &["m7", "m8", "p9"], PointerButton::Primary);
    let (picked, model) = (screen(&mut headless, |screen| screen.picked.clone()), shown(&mut headless));
    assert_eq!((picked, model.by.unwrap().key, model.kept), (vec![lysk], cale, true));
    // Without the comparison the field is about the fighter picked.
    screen(&mut headless, |screen| screen.keep_field(false));
    assert_eq!(shown(&mut headless).by.unwrap().key, lysk);
}

#[test]
fn where_the_attack_that_was_chosen_is_gone_the_first_is_shown_and_marked() {
    let mut headless = aimed();
    let shown = |screen: &mut LabScreen| {
        let (by, on) = (screen.picked_ids()[0], screen.draft().id(screen.target.unwrap()).unwrap());
        let pair = relation(screen.draft().battle(), by, on, None);
        screen.attempt = pair.attacks.len() + 3;
        let model = screen.pair(&pair);
        let shown = screen.attempt_of(&pair).map(|attempt| attempt.title.clone());
        (model.attempts[model.chosen].title.clone(), shown.unwrap(), model.attempts.len())
    };
    let (marked, told, all) = screen(&mut headless, shown);
    assert_eq!(marked, told);
    assert!(all > 1, "there are others: {all}");
}

#[test]
fn the_table_shows_no_harmless_attack_while_weapons_are_out_of_reach() {
    let mut headless = lab("tanner-row");
    drag(&mut headless, &["h6", "k7"], PointerButton::Primary);
    click(&mut headless, "k7", PointerButton::Primary);
    click(&mut headless, "m7", PointerButton::Secondary);
    judged(&mut headless);
    let table = screen(&mut headless, |screen| screen.verdict_models());
    assert!(!table.is_empty());
    for verdict in table {
        match (&verdict.attack, verdict.refuses) {
            (Ok(attack), None) => assert!(attack.mean > crate::dice::Fraction::ZERO, "{verdict:?}"),
            (Err(_), Some(rule)) => assert!(rule != verdict.rule, "{verdict:?}"),
            _ => panic!("{verdict:?}"),
        }
    }
}

#[test]
fn an_attack_that_is_not_on_offer_is_called_as_if_it_were() {
    for ruleset in RulesetId::offered() {
        let mut headless = aimed();
        press(&mut headless, Intent::Ruleset(ruleset));
        settle(&mut headless);
        let titles = |odds: OddsModel| odds.pair.map(|pair| pair.attempts).unwrap_or_default();
        let all = titles(screen(&mut headless, |screen| screen.odds()));
        assert!(all.iter().any(|attempt| attempt.outcome.is_err()), "{ruleset}: something is out of reach");
        for attempt in all {
            assert!(!attempt.title.contains(", ") && !attempt.title.contains('{'), "{ruleset}: {}", attempt.title);
        }
    }
}
