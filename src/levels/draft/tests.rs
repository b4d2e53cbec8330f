//! Drafts, changed at random and by hand: undo, other rulesets, levels and trials made of them.

use super::{
    testing::{called, draft},
    *,
};
use crate::{
    dice::Stream,
    geometry::{Direction, Edge},
    lab::relation,
    levels::{Entrance, Faults, Late, Level, builtin, parse_trials, run},
    rules::{Arm, ConditionKind, Feature, Posture, Until, Vital},
};

/// Any edit, sensible or not.
fn any_edit(draft: &Draft, stream: &mut Stream) -> Edit {
    let mut pick = |count: usize| stream.below(count.max(1) as u32) as usize;
    let extent = draft.battle().scene.field.extent();
    let square = Square::new(pick(extent.width.into()) as i16, pick(extent.height.into()) as i16);
    let team = Team(pick(3) as u8);
    let archetypes = &draft.roster().archetypes;
    let archetype = archetypes[pick(archetypes.len())].tag.clone();
    if draft.tokens().is_empty() {
        return Edit::Add { archetype, team, at: square };
    }
    let who = draft.tokens()[pick(draft.tokens().len())].key;
    let other = draft.tokens()[pick(draft.tokens().len())].key;
    let rules = draft.ruleset().rules();
    let names = rules.names();
    let brushes = brushes();
    let brush = brushes[pick(brushes.len())];
    match pick(22) {
        0 => Edit::Move(vec![(who, square)]),
        1 => Edit::Move(vec![(who, square), (other, Square::new(square.y, square.x))]),
        2 => Edit::Turn(vec![who, other], 3),
        3 => Edit::Face(vec![who], Direction::South),
        4 => Edit::Posture(vec![who], Posture::Prone),
        5 => Edit::Status(vec![who], Status::Down),
        6 => Edit::Hidden(vec![who], pick(2) == 0),
        7 => Edit::Vital(who, Vital(pick(names.vitals.len()) as u8), pick(9) as i16),
        8 => {
            let kind = ConditionKind(pick(names.conditions.len()) as u8);
            let whom = draft.id(other);
            Edit::AddCondition(who, Condition { whom, ..Condition::new(kind, Until::Indefinite) })
        }
        9 => Edit::DropCondition(who, 0),
        10 => Edit::Add { archetype, team, at: square },
        11 => Edit::Copy(vec![(who, square)]),
        12 => Edit::Remove(vec![who]),
        13 => Edit::Side(vec![who], team),
        14 => Edit::Name(who, "Ada".into()),
        15 => Edit::Archetype(who, archetype),
        16 => Edit::Gear(who, draft.gear(draft.id(other).unwrap())),
        17 => Edit::Ruleset(RulesetId::ALL[pick(RulesetId::ALL.len())]),
        18 => Edit::Paint(brush.paint, vec![Spot::Square(square), Spot::Edge(Edge::north(square))]),
        19 => Edit::Paint(Paint::Erase, vec![Spot::Square(square), Spot::Edge(Edge::west(square))]),
        20 => Edit::Acting(Some(who)),
        _ => {
            let settings = rules.settings();
            let at = pick(settings.len());
            Edit::Setting(at, settings.get(at).map_or(0, |setting| setting.default + pick(2) as i32))
        }
    }
}

/// Any change of a fighter's numbers, or of those of its first item.
fn any_numbers(draft: &Draft, stream: &mut Stream) -> Option<Edit> {
    let mut pick = |count: usize| stream.below(count.max(1) as u32) as usize;
    let who = draft.tokens().get(pick(draft.tokens().len()))?.key;
    if pick(2) == 0 {
        let sheet = any_change(draft.combatant(who)?.sheet, &draft.sheets(), &mut pick)?;
        return Some(Edit::Sheet(who, Box::new(sheet)));
    }
    let arm = any_change(&draft.arm(who, 0)?, &draft.arms(), &mut pick)?;
    Some(Edit::Arm(who, 0, Box::new(arm)))
}

/// A record with any of its fields changed, if possible.
fn any_change<R: Record>(record: &R, others: &[R], pick: &mut impl FnMut(usize) -> usize) -> Option<R> {
    let all = fields(record, None, others);
    let field = all.get(pick(all.len()))?;
    let edit = match &field.value {
        SheetValue::Number(number) => RecordEdit::Set(SheetValue::Number(number + 1)),
        SheetValue::Maybe(number) => RecordEdit::Set(SheetValue::Maybe(number.map(|number| number + 1).or(Some(2)))),
        SheetValue::Switch(on) => RecordEdit::Set(SheetValue::Switch(!on)),
        SheetValue::Word(_, all) => RecordEdit::Set(SheetValue::Word(all[pick(all.len())].clone(), Vec::new())),
        SheetValue::List(has, _) if !has.is_empty() => RecordEdit::List(ListEdit::Drop(pick(has.len()))),
        SheetValue::List(_, could) => RecordEdit::List(ListEdit::Add(pick(could.len()))),
    };
    changed(record, &field.path, &edit, others).ok()
}

/// How many fighters have a first item with these numbers.
fn bearers(draft: &Draft, arm: &Arm) -> usize {
    draft.tokens().iter().filter(|token| draft.arm(token.key, 0).as_ref() == Some(arm)).count()
}

#[test]
fn an_arm_with_other_numbers_is_its_bearers_alone_and_goes_into_files() {
    for ruleset in RulesetId::offered() {
        let mut history = History::new(draft("tanner-row", ruleset));
        let dima = called(history.draft(), "dima");
        let made = history.edit(&Edit::Copy(vec![(dima, "f13".parse().unwrap())])).unwrap().made;
        let before = history.draft().clone();
        let arm = before.arm(dima, 0).unwrap();
        let others = before.arms();
        let other = fields(&arm, None, &others).into_iter().find_map(|field| {
            let SheetValue::Number(number) = field.value else { return None };
            let edit = RecordEdit::Set(SheetValue::Number(number + 1));
            (field.path != "/hands").then_some(())?;
            changed(&arm, &field.path, &edit, &others).ok()
        });
        let other = other.unwrap();
        history.edit(&Edit::Arm(dima, 0, Box::new(other.clone()))).unwrap();
        let draft = history.draft();
        assert_eq!((draft.arm(dima, 0).as_ref(), draft.printed_arm(dima, 0).as_ref()), (Some(&other), Some(&arm)));
        assert_eq!(draft.arm(made[0], 0).as_ref(), Some(&arm), "{ruleset}: the copy keeps what it has");
        // Levels, trials and rosters bring it along.
        let (level, _) = draft.to_level().unwrap();
        let read = read_back(&level).unwrap();
        assert!(read == level, "{}", level.to_ron());
        let again = Draft::of_level(&read, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        assert_eq!(bearers(&again, &other), 1, "{ruleset}");
        let text = draft.to_trial("An own arm", &[]).unwrap();
        let trial = parse_trials("t.ron", &text, Roster::builtin()).unwrap().remove(0);
        let from_trial = Draft::of_trial(&trial);
        assert_eq!(bearers(&from_trial, &other), 1, "{ruleset}");
        let roster = Roster::builtin().with("own.ron", &draft.to_roster().unwrap()).unwrap();
        assert!(roster.arms.iter().any(|arm| arm.rules.arm(ruleset).as_ref() == Some(&other)), "{ruleset}");
        assert!(before.to_roster().is_err(), "there was nothing of its own before");
        // An arm that needs both hands is held in both.
        let two = fields(&other, None, &others).into_iter().find(|field| field.path == "/hands");
        let two = two.and_then(|two| changed(&other, &two.path, &RecordEdit::Set(SheetValue::Number(2)), &others).ok());
        if let Some(two) = two {
            let mut draft = draft.clone();
            draft.change(&Edit::Arm(dima, 0, Box::new(two))).unwrap();
            let (level, _) = draft.to_level().unwrap();
            assert!(read_back(&level).unwrap() == level, "{}", level.to_ron());
        }
        // A second change is made to the same arm.
        let count = draft.roster().arms.len();
        history.edit(&Edit::Arm(dima, 0, Box::new(arm.clone()))).unwrap();
        assert_eq!(history.draft().roster().arms.len(), count);
        assert!(history.undo() && history.undo());
        assert!(*history.draft() == before && history.redo());
        assert_eq!(history.draft().arm(dima, 0).as_ref(), Some(&other), "{ruleset}");
    }
}

#[test]
fn random_edits_undone_and_redone_leave_equal_positions() {
    for (seed, ruleset) in (1..).zip(RulesetId::ALL) {
        for level in ["tanner-row", "hedgerows", "troll-ford"] {
            let mut history = History::new(draft(level, *ruleset));
            let mut stream = Stream::new(seed, 3);
            let mut digests = vec![(history.draft().digest(), history.draft().clone())];
            for round in 0..120 {
                let numbers = if round % 8 == 7 { any_numbers(history.draft(), &mut stream) } else { None };
                let edit = numbers.unwrap_or_else(|| any_edit(history.draft(), &mut stream));
                let before = history.revision();
                let edited = history.edit(&edit);
                let fault = history.draft().battle().fault(&history.draft().battle().scene.field);
                assert_eq!(fault, None, "{edit:?}");
                if edited.is_ok() && history.revision() != before {
                    digests.push((history.draft().digest(), history.draft().clone()));
                }
            }
            assert!(digests.len() > 60, "{} of 120 edits can be", digests.len());
            for (digest, draft) in digests.iter().rev().skip(1) {
                assert!(history.undo());
                assert_eq!((history.draft().digest(), history.draft()), (*digest, draft));
            }
            assert!(!history.undo() && !history.is_changed());
            for (digest, draft) in &digests[1..] {
                assert!(history.redo());
                assert_eq!((history.draft().digest(), history.draft()), (*digest, draft));
            }
            assert!(!history.redo() && history.is_changed());
        }
    }
}

#[test]
fn every_position_can_be_asked_about() {
    for ruleset in RulesetId::ALL {
        let mut draft = draft("tanner-row", *ruleset);
        let mut stream = Stream::new(9, 4);
        for _ in 0..40 {
            let mut next = draft.clone();
            let edit = any_edit(&draft, &mut stream);
            if !matches!(edit, Edit::Ruleset(_)) && next.change(&edit).is_ok() {
                draft = next;
            }
            let battle = draft.battle();
            for fighter in battle.combatants() {
                let card = battle.ruleset.rules().card(battle, fighter.id);
                assert!(!card.bars.is_empty() || card.facts.len() < 99);
                for other in battle.combatants().filter(|other| other.id != fighter.id).take(2) {
                    battle.sight(fighter.id, other.id);
                    battle.attacks(fighter.id, other.id);
                }
            }
        }
    }
}

#[test]
fn another_ruleset_and_back_keeps_what_was_there() {
    for (from, to) in RulesetId::offered().flat_map(|from| RulesetId::offered().map(move |to| (from, to))) {
        if from == to {
            continue;
        }
        let mut draft = draft("tanner-row", from);
        let dima = called(&draft, "dima");
        draft.change(&Edit::Vital(dima, Vital(0), 3)).unwrap();
        draft.change(&Edit::Posture(vec![dima], Posture::Crouching)).unwrap();
        let before = draft.clone();
        draft.change(&Edit::Ruleset(to)).unwrap();
        assert_eq!(draft.ruleset(), to);
        let fighter = draft.combatant(dima).unwrap();
        assert_eq!((fighter.posture, fighter.placement.anchor()), (Posture::Crouching, "f11".parse().unwrap()));
        assert_eq!(*fighter.vitals, fighter.sheet.start().0, "unhurt under rules that are new to it");
        draft.change(&Edit::Move(vec![(dima, "g11".parse().unwrap())])).unwrap();
        draft.change(&Edit::Move(vec![(dima, "f11".parse().unwrap())])).unwrap();
        draft.change(&Edit::Ruleset(from)).unwrap();
        assert_eq!(draft.battle(), before.battle(), "{from} {to}");
    }
}

#[test]
fn who_is_removed_is_forgotten_and_ids_move_up() {
    let mut draft = draft("tanner-row", RulesetId::ALL[0]);
    let (bero, cale, lysk) = (called(&draft, "bero"), called(&draft, "cale"), called(&draft, "lysk"));
    let kind = ConditionKind(0);
    let about = |who: Option<CombatantId>| Condition { whom: who, ..Condition::new(kind, Until::Indefinite) };
    let (of_bero, of_lysk) = (about(draft.id(bero)), about(draft.id(lysk)));
    draft.change(&Edit::AddCondition(cale, of_bero)).unwrap();
    draft.change(&Edit::AddCondition(cale, of_lysk)).unwrap();
    draft.change(&Edit::Acting(Some(lysk))).unwrap();
    draft.change(&Edit::Remove(vec![bero])).unwrap();
    let conditions = &draft.combatant(cale).unwrap().conditions.0;
    assert_eq!(conditions.len(), 1);
    assert_eq!(conditions[0].whom, draft.id(lysk));
    assert_eq!(draft.battle().scene.acting, draft.id(lysk));
    assert_eq!(draft.combatant(bero).map(|fighter| fighter.id), None);
    assert_eq!(draft.combatant(lysk).unwrap().placement.anchor(), "m7".parse().unwrap());
    assert_eq!(draft.change(&Edit::Turn(vec![bero], 1)).unwrap_err().0, "that fighter is not there any more");
}

#[test]
fn riders_go_with_their_mounts_and_impossible_places_are_told() {
    let ruleset = RulesetId::offered().next().unwrap();
    let mut draft = draft("hedgerows", ruleset);
    let rules = ruleset.rules();
    let pair =
        draft.battle().combatants().find_map(|fighter| Some((fighter.id, rules.mount_of(draft.battle(), fighter.id)?)));
    let (rider, mount) = pair.map(|(rider, mount)| (draft.key(rider), draft.key(mount))).unwrap();
    assert!(draft.misfits().is_empty());
    draft.change(&Edit::Move(vec![(mount, "a1".parse().unwrap())])).unwrap();
    assert_eq!(draft.combatant(rider).unwrap().placement.anchor(), "a1".parse().unwrap());
    let at = |draft: &Draft, key| draft.combatant(key).unwrap().placement.anchor();
    let foe = draft
        .battle()
        .combatants()
        .find(|fighter| fighter.team == Team(1))
        .map(|fighter| draft.key(fighter.id))
        .unwrap();
    draft.change(&Edit::Move(vec![(foe, at(&draft, mount))])).unwrap();
    let misfits = draft.misfits();
    assert_eq!(misfits.len(), 1, "{misfits:?}");
    assert!(misfits[0].words.contains("both stand in a1"), "{misfits:?}");
    let off = draft.clone().change(&Edit::Move(vec![(foe, Square::new(-1, 0))])).unwrap_err();
    assert!(off.0.contains("off the board"), "{off}");
}

#[test]
fn strokes_are_one_step_and_what_changes_nothing_is_none() {
    let mut history = History::new(draft("meadow", RulesetId::ALL[0]));
    let wall = Paint::Edge(Feature::Wall);
    for x in 0..4 {
        history.draw(&Edit::Paint(wall, vec![Spot::Edge(Edge::north(Square::new(x, 3)))])).unwrap();
    }
    history.lift();
    assert_eq!(history.undone(), Some("Drew a wall"));
    history.edit(&Edit::Paint(wall, vec![Spot::Edge(Edge::north(Square::new(0, 3)))])).unwrap();
    assert!(history.undo());
    assert!(!history.undo() && !history.is_changed(), "four strokes of the pen are one, and painting over is nothing");
}

#[test]
fn every_paint_of_the_palette_can_be_seen_and_erased() {
    for brush in brushes() {
        let mut draft = Draft::empty(5, 5, Roster::builtin(), RulesetId::ALL[0]);
        let square: Square = "c3".parse().unwrap();
        let spot = if brush.paint.is_for_edges() { Spot::Edge(Edge::north(square)) } else { Spot::Square(square) };
        let bare = draft.level().field.clone();
        draft.change(&Edit::Paint(brush.paint, vec![spot])).unwrap();
        let is_bare = ["firm ground", "no veil", "street"].contains(&brush.name);
        assert_eq!(draft.level().field == bare, is_bare, "{}", brush.name);
        assert!(Arc::ptr_eq(&draft.level().field, &draft.battle().scene.field));
        if brush.group != "Ground" {
            draft.change(&Edit::Paint(Paint::Erase, vec![spot])).unwrap();
            assert_eq!(draft.level().field, bare, "{}", brush.name);
        }
    }
}

#[test]
fn an_attack_from_another_square_is_that_of_somebody_who_stands_there() {
    for ruleset in RulesetId::offered() {
        let mut draft = draft("tanner-row", ruleset);
        let (by, on) = (called(&draft, "ansa"), called(&draft, "mott"));
        let ids = |draft: &Draft| (draft.id(by).unwrap(), draft.id(on).unwrap());
        let there: Square = "n5".parse().unwrap();
        let (who, whom) = ids(&draft);
        let here = relation(draft.battle(), who, whom, None);
        assert!(!here.reaches && !here.threatens, "{ruleset}");
        assert!(
            here.attacks.iter().all(|attack| attack.outcome.is_err() || !attack.text.starts_with("strike")),
            "{ruleset}"
        );
        let from = relation(draft.battle(), who, whom, Some(there));
        assert!(from.reaches && from.approach.is_none(), "{ruleset}");
        assert!(from.attacks[0].outcome.is_ok(), "{ruleset}");
        draft.change(&Edit::Move(vec![(by, there)])).unwrap();
        let moved = relation(draft.battle(), who, whom, None);
        assert_eq!(moved.attacks, from.attacks, "{ruleset}");
        assert_eq!(relation(draft.battle(), who, whom, Some(there)).from, None);
    }
}

/// The same level from its text.
fn read_back(level: &Level) -> Result<Level, Faults> {
    Level::parse(&level.tag, "lab.ron", &level.to_ron(), Roster::builtin())
}

#[test]
fn a_level_that_was_opened_is_saved_as_it_was() {
    for level in builtin() {
        let settings = Settings::defaults(level.ruleset);
        let draft = Draft::of_level(level, Roster::builtin(), level.ruleset, settings).unwrap();
        let (saved, lost) = draft.to_level().unwrap();
        assert_eq!((saved.to_ron(), lost.as_slice()), (level.to_ron(), &[][..]), "{}", level.tag);
        assert!(saved == *level, "{}", level.tag);
        for ruleset in RulesetId::offered() {
            let mut other = draft.clone();
            other.change(&Edit::Ruleset(ruleset)).unwrap();
            let (saved, _) = other.to_level().unwrap();
            assert!(read_back(&saved).unwrap() == saved, "{} {ruleset}", level.tag);
        }
    }
}

#[test]
fn levels_and_trials_made_by_hand_read_back_equal() {
    for (seed, ruleset) in (20..).zip(RulesetId::offered()) {
        let (mut levels, mut trials, mut said) = (0, 0, Vec::new());
        for tag in ["tanner-row", "hedgerows", "troll-ford"] {
            let mut draft = draft(tag, ruleset);
            let (mut stream, mut numbers) = (Stream::new(seed, 5), Stream::new(seed, 6));
            for round in 0..60 {
                let mut next = draft.clone();
                let edit = any_edit(&draft, &mut stream);
                // A draft with somebody in a wall makes no level and no trial.
                let rides = |draft: &Draft| {
                    let who = (0..draft.tokens().len() as u16).map(CombatantId);
                    let mount = |who| {
                        ruleset.rules().mount_of(draft.battle(), who).map(|mount| (draft.key(who), draft.key(mount)))
                    };
                    who.filter_map(mount).collect::<Vec<_>>()
                };
                // Nor does one with a condition that changes who rides whom.
                let is_plain = !matches!(edit, Edit::Ruleset(_) | Edit::Archetype(..))
                    && next.change(&edit).is_ok()
                    && next.misfits().is_empty()
                    && (!matches!(edit, Edit::AddCondition(..)) || rides(&next) == rides(&draft));
                if is_plain {
                    draft = next;
                }
                let mut next = draft.clone();
                if let Some(edit) = any_numbers(&draft, &mut numbers).filter(|_| round % 4 == 1)
                    && next.change(&edit).is_ok()
                    && next.misfits().is_empty()
                {
                    draft = next;
                }
                if round % 10 != 9 {
                    continue;
                }
                let (level, _) = draft.to_level().unwrap();
                if let Ok(read) = read_back(&level) {
                    assert!(read == level, "{}", level.to_ron());
                    levels += 1;
                }
                let text = draft.to_trial("By hand", &[]);
                said.extend(text.as_ref().err().map(|words| words.lines().next().unwrap_or_default().to_owned()));
                if let Ok(text) = text {
                    let trial = parse_trials("t.ron", &text, Roster::builtin()).unwrap().remove(0);
                    assert!(run(&trial).passed());
                    is_same_position(&draft, &Draft::of_trial(&trial), &text);
                    trials += 1;
                }
            }
        }
        assert!(
            levels >= 6 && trials >= 12,
            "{ruleset}: {levels} levels and {trials} trials of 18: {}",
            said.join("\n")
        );
    }
}

/// Checks that two drafts are the same position, whatever the names of their fighters.
fn is_same_position(one: &Draft, other: &Draft, text: &str) {
    assert!(one.battle().scene.field == other.battle().scene.field, "{text}");
    for (row, read) in one.battle().combatants().zip(other.battle().combatants()) {
        assert_eq!((row.placement, row.team, row.posture), (read.placement, read.team, read.posture), "{text}");
        assert_eq!((row.facing, row.status, row.sheet), (read.facing, read.status, read.sheet), "{text}");
        assert_eq!(
            (row.vitals, row.budgets, &row.conditions.0.len()),
            (read.vitals, read.budgets, &read.conditions.0.len()),
            "{text}"
        );
        let gear = |draft: &Draft, who| {
            let mut gear: Vec<String> = draft.gear(who).iter().map(|piece| format!("{piece:?}")).collect();
            gear.sort();
            gear
        };
        assert_eq!(gear(one, row.id), gear(other, read.id), "{text}");
        let hides = |draft: &Draft| draft.battle().combatants().any(|fighter| fighter.sheet.hides());
        assert!(row.aware == read.aware || hides(one), "{text}");
    }
}

#[test]
fn a_pinned_figure_is_an_expectation_that_is_checked() {
    for ruleset in RulesetId::offered() {
        let mut draft = draft("tanner-row", ruleset);
        let (by, on) = (called(&draft, "ansa"), called(&draft, "mott"));
        draft.change(&Edit::Move(vec![(by, "n5".parse().unwrap())])).unwrap();
        draft.change(&Edit::Acting(Some(by))).unwrap();
        let told = relation(draft.battle(), draft.id(by).unwrap(), draft.id(on).unwrap(), None);
        let pin = pinned(draft.battle(), told.by, &told.attacks[0]).unwrap();
        let text = draft.to_trial("Ansa at Mott", std::slice::from_ref(&pin)).unwrap();
        assert!(text.contains(&pin), "{text}");
        let wrong = pin.replacen("hit: \"", "hit: \"1", 1);
        let said = draft.to_trial("Ansa at Mott", &[wrong]).unwrap_err();
        assert!(said.contains("expected"), "{said}");
    }
}

#[test]
fn whoever_comes_later_is_kept_and_comes() {
    for ruleset in RulesetId::offered() {
        let mut draft = draft("tanner-row", ruleset);
        let krag = called(&draft, "krag");
        let late = Late { round: 3, entrance: Entrance::Edge(Direction::East) };
        draft.change(&Edit::Late(krag, Some(late.clone()))).unwrap();
        assert_eq!(draft.combatant(krag).unwrap().status, Status::Awaited);
        let (level, _) = draft.to_level().unwrap();
        let unit = level.sides[1].units.iter().find(|unit| unit.name.as_deref() == Some("Krag")).unwrap();
        assert_eq!(unit.late.as_ref(), Some(&late));
        assert!(read_back(&level).unwrap() == level, "{}", level.to_ron());
        // Others are removed and rules are switched: it is still to arrive.
        let bero = called(&draft, "bero");
        draft.change(&Edit::Remove(vec![bero])).unwrap();
        let other = RulesetId::offered().find(|other| *other != ruleset).unwrap();
        draft.change(&Edit::Ruleset(other)).unwrap();
        assert_eq!(draft.combatant(krag).unwrap().status, Status::Awaited);
        assert_eq!(draft.battle().arrivals.len(), 1);
        assert_eq!(draft.key(draft.battle().arrivals[0].who), krag);
        draft.change(&Edit::Late(krag, None)).unwrap();
        assert_eq!((draft.combatant(krag).unwrap().status, draft.battle().arrivals.len()), (Status::Fighting, 0));
        let never = Late { round: 900, entrance: Entrance::Square };
        assert!(draft.change(&Edit::Late(krag, Some(never))).is_err());
    }
}

#[test]
fn totals_have_ranges_that_everybody_begins_in_and_nobody_leaves() {
    for ruleset in RulesetId::offered() {
        for archetype in &Roster::builtin().archetypes {
            let sheet = archetype.sheet(ruleset);
            let vitals = ruleset.rules().names().vitals.len() as u8;
            for (vital, start) in (0..vitals).map(|vital| (Vital(vital), sheet.start().0.get(Vital(vital)))) {
                let (low, high) = sheet.bounds(vital);
                assert!((low..=high).contains(&start), "{ruleset} {} {vital:?}: {start}", archetype.tag);
            }
        }
        let mut draft = draft("tanner-row", ruleset);
        let dima = called(&draft, "dima");
        let (low, high) = draft.combatant(dima).unwrap().sheet.bounds(Vital(0));
        for value in [low, high] {
            draft.change(&Edit::Vital(dima, Vital(0), value)).unwrap();
            assert_eq!(draft.miscounts(), [], "{ruleset}");
        }
        for value in [low - 1, high + 1, 9999] {
            let no = draft.change(&Edit::Vital(dima, Vital(0), value)).unwrap_err().to_string();
            assert!(no.contains("Dima") && no.ends_with(&format!("to {high}")), "{ruleset}: {no}");
        }
        // A total that has become impossible in another way is reported.
        let who = draft.id(dima).unwrap();
        draft.battle.combatant_mut(who).vitals.set(Vital(0), high + 1);
        assert_eq!(draft.miscounts().len(), 1, "{ruleset}");
    }
}

#[test]
fn fields_of_an_arm_are_told_apart_by_what_they_are_called() {
    for ruleset in RulesetId::offered() {
        for arm in Roster::builtin().arms.iter().filter_map(|arm| arm.rules.arm(ruleset)) {
            let all = fields(&arm, None, &[]);
            let numbers = all.iter().filter(|field| matches!(field.value, SheetValue::Number(_)));
            let mut labels: Vec<&str> = numbers.map(|field| field.label.as_str()).collect();
            let count = labels.len();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), count, "{ruleset}: {labels:?}");
        }
    }
}

#[test]
fn distances_are_those_of_the_catalogues_for_the_ruler_and_for_two_who_look_at_each_other() {
    // Nine columns and six rows: PCT-GRID-02 has the root of 117, the board facts of rates the longer and half of the shorter,
    // VIG-MOVE six feet a step; those of pools have a setting for diagonals.
    let told = [
        (RulesetId::Percentile, None, 11),
        (RulesetId::Pools, None, 9),
        (RulesetId::Pools, Some("pools.diagonals"), 12),
        (RulesetId::Rates, None, 12),
        (RulesetId::Totals, None, 9),
        (RulesetId::Vigor, None, 54),
    ];
    for (ruleset, setting, far) in told {
        let (mut draft, rules) = (draft("tanner-row", ruleset), ruleset.rules());
        if let Some(place) = setting.and_then(|key| rules.settings().iter().position(|known| known.key == key)) {
            draft.change(&Edit::Setting(place, 1)).unwrap();
        }
        let battle = draft.battle();
        let (one, other) = (battle.tagged("dima").unwrap(), battle.tagged("mott").unwrap());
        assert_eq!(battle.sight(one.id, other.id).distance, u32::from(far), "{ruleset} {setting:?}");
        assert_eq!(rules.apart(battle, one.footprint(), other.footprint()), far, "{ruleset} {setting:?}");
    }
}

#[test]
fn what_sheets_abbreviate_is_shown_in_full() {
    let mut full = 0;
    for ruleset in RulesetId::offered() {
        let sheets = Roster::builtin().archetypes.iter().map(|archetype| archetype.sheet(ruleset));
        let shown: Vec<SheetField> = sheets.flat_map(|sheet| sheet::numbers(&sheet)).collect();
        for (short, words) in ruleset.rules().names().fields {
            let own = |field: &&SheetField| field.path == format!("/{short}");
            full += shown.iter().filter(own).filter(|field| field.label == *words).count();
            assert!(shown.iter().filter(own).all(|field| field.label == *words), "{ruleset} {short}");
        }
        let short = |field: &&SheetField| field.label.chars().count() <= 3 && field.path.matches('/').count() == 1;
        assert_eq!(shown.iter().find(short), None, "{ruleset}");
    }
    assert!(full > 100, "{full}");
}

#[test]
fn a_limit_of_rounds_is_told_in_words() {
    let mut draft = draft("tanner-row", RulesetId::ALL[0]);
    let told = [1, 2].map(|limit| draft.change(&Edit::RoundLimit(limit)).unwrap().words);
    assert_eq!(told, ["1 round", "2 rounds"]);
}
