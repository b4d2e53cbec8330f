//! The lab's panels, driven as a person would and checked for what can be read.

use bevy_egui::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::{
    Dialog, Intent, LabModel, Page, SaveAs, Tint, Tool,
    changes::{ChangeModel, ChangesModel},
    chart::ChartFile,
    curve::{CurveModel, CurvesModel},
    fields::Whose,
    model::*,
    page_tests::field,
    pair_table::Entry,
    sweep::{Measure, SweepLine, SweepModel},
    verdicts::{VerdictAttack, VerdictModel},
};
use crate::{
    board::art::chart::LineLook,
    dice::Fraction,
    geometry::{Direction, Square},
    lab::FieldKind,
    levels::{
        Roster, builtin,
        draft::{Draft, ListEdit, RecordEdit, SheetValue, brushes, fields},
    },
    panels::{
        settings::SettingsModel,
        setup::model::SettingModel,
        testing::{TestPanel, WINDOWS, battle, panel},
    },
    rules::{Bar, Fact, Posture, Range, RuleId, RulesetId, Settings, Status, Team, Until, Vital},
};

const RULE: RuleId = RuleId("PCT-COV-03");

fn draft() -> Draft {
    let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
    Draft::of_level(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).unwrap()
}

pub(super) fn token(draft: &Draft, tag: &str) -> TokenModel {
    let fighter = draft.battle().tagged(tag).unwrap();
    let card = draft.ruleset().rules().card(draft.battle(), fighter.id);
    TokenModel {
        key: draft.key(fighter.id),
        name: fighter.identity.name.to_string(),
        look: crate::board::token_look(draft.battle(), fighter.id, &card),
        team: fighter.team,
    }
}

fn fact(label: &'static str, value: &str, words: &str) -> Fact {
    Fact::new(label, value, words, RULE)
}

fn piece(name: &str) -> PieceModel {
    PieceModel { tag: name.into(), name: name.into(), hands: 1 }
}

fn fighter(draft: &Draft) -> FighterModel {
    FighterModel {
        token: token(draft, "dima"),
        name: "Dima".into(),
        place: "f11, grass, faces north-east".into(),
        archetype: "knife-fighter".into(),
        kind: "Knife fighter".into(),
        posture: Posture::Standing,
        facing: Direction::NorthEast,
        status: Status::Fighting,
        late: Some((3, 1)),
        entrances: vec!["here".into(), "bridge".into()],
        hidden: false,
        can_hide: true,
        bars: vec![Bar::new("Health", 26, 26)],
        ruleset: draft.ruleset(),
        sheet: fields(draft.combatant(token(draft, "dima").key).unwrap().sheet, None, &draft.sheets()),
        vitals: vec![
            VitalModel { vital: Vital(0), name: "Damage".into(), now: 4, start: 0, range: (0, 60) },
            VitalModel { vital: Vital(1), name: "Wounds".into(), now: 0, start: 0, range: (0, 10) },
        ],
        conditions: vec![condition("Aiming", (0, 0), Until::TurnEnd)],
        kinds: vec![("Full defence".into(), "+20 to defence".into())],
        pieces: vec![piece("knife"), piece("rope")],
        held: (Some(0), None),
        arm: Some(ArmModel {
            place: 0,
            fields: fields(&draft.arm(token(draft, "dima").key, 0).unwrap(), None, &draft.arms()),
            loaded: Some(true),
            count: Some(3),
        }),
        all_pieces: vec![piece("sword")],
        facts: vec![fact("Fray", "50", "defence"), fact("Armour", "3", "AV")],
        gear: "Knife, knife, quilted coat".into(),
        misfit: Some("Dima would stand in a wall, in k1".into()),
        acting: false,
    }
}

pub(super) fn condition(label: &str, range: (i16, i16), until: Until) -> ConditionModel {
    let (label, words) = (label.into(), "at Krag, +10".into());
    ConditionModel { label, words, level: range.0, range, until, ends: String::new(), round: 2 }
}

fn curves() -> CurvesModel {
    let curve = |name: &str, from: u128| CurveModel {
        name: name.into(),
        of: "percentile, Tanner Row".into(),
        at_least: (0..18).map(|damage| Fraction::new(from * (18 - damage), 1800)).collect(),
        terms: vec![
            Entry { words: "Crossbow, short range".into(), amount: "60".into(), rule: Some(RULE) },
            Entry { words: format!("Cover {from}"), amount: "\u{2212}30".into(), rule: Some(RULE) },
        ],
        figures: (Fraction::new(from, 100), Fraction::new(28, 10)),
        grades: vec![
            ("one wound", Fraction::new(1, 10)),
            ("two or more", Fraction::new(1, 20)),
            ("out", Fraction::ZERO),
        ],
    };
    let a = curve("Cale, shoot crossbow from e7 at Lysk", 21);
    let answers = vec![("answered best: evade".into(), LineLook::Best, vec![Fraction::new(1, 10)])];
    let thresholds = vec![(6, "one wound"), (17, "out")];
    let b = Some(curve("Cale, shoot crossbow from k8 at Lysk", 40));
    CurvesModel { a, b, answers, thresholds, ..CurvesModel::default() }
}

fn sweep() -> SweepModel {
    let line = |name: &str, from: f64| SweepLine {
        name: name.into(),
        number: "Cale: Missile weapons".into(),
        unit: String::new(),
        ruleset: "percentile".into(),
        position: "Tanner Row: Cale at e7, Lysk at m7".into(),
        how: String::new(),
        now: 40,
        points: (0..20)
            .map(|place| {
                let figures = [from + f64::from(place) * 3.0, from, 2.5, 1.0];
                (i64::from(place) * 5, if place > 15 { Err("It goes from 0 to 75".into()) } else { Ok(figures) })
            })
            .collect(),
        falls: Some(("From 4 to 5 it hits more often, but is critical less often".into(), RULE)),
    };
    SweepModel {
        numbers: vec!["Distance".into(), "Cale: Missile weapons".into()],
        bears: vec![true, true],
        chosen: Some(1),
        measure: Measure::Hits,
        a: Some(line("Cale at Lysk, percentile", 10.0)),
        b: Some(line("Mott at Lysk, percentile", 30.0)),
        progress: Some((16, 20)),
        fault: None,
    }
}

fn verdict(ruleset: RulesetId) -> VerdictModel {
    let attack = if ruleset == RulesetId::ALL[0] {
        Err("Out of reach".into())
    } else {
        let [hits, mean, out] = [(21, 100), (28, 10), (1, 20)].map(|(part, of)| Fraction::new(part, of));
        let (title, about) = ("Crossbow, short range".into(), "Needs 40 or less, then Fray 35".into());
        Ok(VerdictAttack { title, about, hits, mean, out })
    };
    let (distance, cover) = ("8 squares".into(), "a light obstacle, +5".into());
    let (line, class) = ("3 of 4 clear".into(), "a light obstacle, +5".into());
    VerdictModel { ruleset, distance, cover, line, class, rule: RULE, refuses: None, reaches: false, attack }
}

fn odds(draft: &Draft) -> OddsModel {
    let refused = |title: &str, why: &str| AttemptModel { title: title.into(), outcome: Err((why.into(), RULE)) };
    OddsModel {
        by: Some(token(draft, "cale")),
        on: Some(token(draft, "lysk")),
        from: Some(Square::new(3, 3)),
        busy: true,
        pair: Some(PairModel {
            facts: vec![fact("Distance", "", "8 m"), fact("Cover", "", "partial, −30")],
            attempts: vec![
                AttemptModel {
                    title: "Shoot crossbow".into(),
                    outcome: Ok((Fraction::new(21, 100), "hits".into(), Fraction::new(28, 10))),
                },
                refused("Strike with knife", "Out of reach"),
            ],
            chosen: 0,
            forecast: battle().forecast,
            shares: [
                ("Misses: Attack 40, roll equal or under", 60, false),
                ("Dodged, Fray 35", 19, false),
                ("Plain hit", 21, true),
            ]
            .map(|(words, percent, lands)| ShareModel { words: words.into(), percent, lands, rule: Some(RULE) })
            .to_vec(),
            lines: LinesModel {
                heading: "Lines from the north-east corner of e7".into(),
                rows: vec![
                    fact("North-west point of m7", "", "partial: barricade l7, low, touches Lysk"),
                    fact("North-east point of m7", "", "clear"),
                ],
                verdict: Some(fact("Verdict", "", "minimal, \u{2212}10: 1 of 4 lines meets something")),
                alone: None,
            },
            rolled: Some(RolledModel {
                faces: vec![41, 7],
                next: Some((1, 10)),
                asked: "Damage, Cale".into(),
                told: vec!["Cale shoots Lysk".into(), "Cale rolls Attack: 41 against 30, failure".into()],
                fault: None,
            }),
            curves: Some(curves()),
            pinned: Some(false),
            note: "From k7, where it can go this turn: 45 %".into(),
        }),
        at: vec![ChanceModel { token: token(draft, "krag"), chance: Ok(Fraction::new(1, 3)) }],
        danger: vec![ChanceModel { token: token(draft, "nib"), chance: Err("Out of reach".into()) }],
        tint: Tint::Moves,
        verdicts: RulesetId::offered().map(verdict).collect(),
        sweep: Some(sweep()),
        changes: ChangesModel {
            rows: vec![
                ChangeModel {
                    words: "Without the barricade l7".into(),
                    cover: Some("none".into()),
                    strike: Some((Fraction::new(1, 2), Fraction::new(81, 10))),
                    before: Some((Fraction::new(1, 5), Fraction::new(31, 10))),
                },
                ChangeModel { words: "Lysk one square east, n7".into(), cover: None, strike: None, before: None },
            ],
            pointed: None,
            fewer: 2,
            idle: vec!["Cale on d6, d7, e8".into(), "aim first".into()],
            known: true,
        },
    }
}

pub(super) fn model(tool: Tool, page: Page) -> LabModel {
    let draft = draft();
    let is_pick = tool == Tool::Pick;
    let kinds = draft.roster().archetypes.iter().map(|archetype| KindModel {
        tag: archetype.tag.clone(),
        name: archetype.name.clone(),
        about: archetype.about.clone(),
        look: token(&draft, "ansa").look,
    });
    LabModel {
        settings: SettingsModel::default(),
        rulesets: RulesetId::offered().collect(),
        ruleset: draft.ruleset(),
        title: "Tanner Row".into(),
        kept: "From Tanner Row, changed, not saved".into(),
        undo: Some("Dima moved".into()),
        redo: None,
        tool,
        page,
        brushes: brushes(),
        kinds: kinds.collect(),
        wanted: String::new(),
        kind: "archer".into(),
        team: Team(0),
        fighter: is_pick.then(|| fighter(&draft)),
        several: None,
        odds: odds(&draft),
        field: field(&draft),
        level: LevelModel {
            name: "Tanner Row".into(),
            about: "A street".into(),
            rounds: 30,
            size: "20 by 15 squares".into(),
            suggests: draft.ruleset(),
            zones: vec![("bridge".into(), 4), ("street".into(), 35)],
            sides: vec![
                SideModel {
                    team: Team(0),
                    name: "The watch".into(),
                    count: 4,
                    goals: vec![
                        GoalModel { kind: 0, zone: None, number: 1 },
                        GoalModel { kind: 1, zone: Some(0), number: 3 },
                    ],
                },
                SideModel { team: Team(1), name: String::new(), count: 1, goals: Vec::new() },
            ],
        },
        rules: vec![SettingModel {
            label: "Ties".into(),
            range: Range::Words(&["reroll", "defender"]),
            value: 1,
            default: 0,
            rule: RULE,
        }],
        wrong: vec![
            WrongModel::new(Some(Square::new(2, 3)), "Dima would stand in a wall, in c4"),
            WrongModel { side: Some(Team(1)), ..WrongModel::new(None, "Orange has nobody yet") },
        ],
        measure: MeasureModel {
            laid: Laid::Blast,
            size: 2,
            words: "2 m".into(),
            covered: vec![token(&draft, "cale")],
            squares: 21,
        },
        fairness: Some(FairnessModel {
            wins: vec![52, 48],
            over: (100, 200),
            rounds: 640,
            left: Some(75),
            running: true,
            stale: false,
        }),
        new_size: (20, 15),
        pointed: "f11  Dima".into(),
        handles: None,
        toast: None,
        saved: None,
        rule: None,
        dialog: None,
        levels: Vec::new(),
        faults: Vec::new(),
        choose: ChooseModel { trials: vec!["Over a fence".into()], moment: Some((3, 40)), ..ChooseModel::default() },
        save: SaveModel {
            lost: vec!["2 begin unhurt".into()],
            faults: vec!["l.ron:3:1".into()],
            ..SaveModel::default()
        },
        pins: vec![PinModel {
            text: "Chance(by: \"cale\", choice: \"shoot lysk crossbow\", hit: \"21/100\")".into(),
            words: "Cale: shoot Lysk crossbow, 21 %".into(),
            holds: Some(false),
        }],
        path: String::new(),
        back: true,
        leaving: "The battle itself is unharmed: it goes on where it waits.".into(),
        checked: true,
    }
}

pub(super) fn panel_of(model: LabModel, window: usize) -> TestPanel<'static, Intent> {
    panel(WINDOWS[window], move |ui| {
        let shown = super::show(ui, &model);
        super::handles(ui, &model, shown.board).or(shown.intent)
    })
}

pub(super) fn press(model: LabModel, modifiers: Modifiers, key: Key) -> Option<Intent> {
    let mut panel = panel_of(model, 0);
    panel.harness.key_press_modifiers(modifiers, key);
    panel.answer()
}

pub(super) fn click(model: LabModel, label: &str) -> Option<Intent> {
    let mut panel = panel_of(model, 1);
    panel.harness.get_by_label(label).scroll_to_me();
    panel.harness.run();
    panel.harness.get_by_label(label).click();
    panel.answer()
}

#[test]
fn everything_can_be_read_at_both_sizes() {
    for window in 0..WINDOWS.len() {
        let tools = [Tool::Token, Tool::Brush(3), Tool::Erase, Tool::Measure];
        let pages = Page::ALL.map(|page| (Tool::Pick, page));
        for (tool, page) in pages.into_iter().chain(tools.map(|tool| (tool, Page::Fighter))) {
            let panel = panel_of(model(tool, page), window);
            panel.picture(&format!("lab-{window}-{tool:?}-{page:?}"));
            panel.assert_legible();
        }
    }
}

#[test]
fn dialogs_can_be_read_at_both_sizes() {
    for window in 0..WINDOWS.len() {
        let saves = [SaveAs::Level, SaveAs::Trial, SaveAs::Roster].map(Dialog::Save);
        let all =
            [Dialog::Menu, Dialog::Help, Dialog::Settings, Dialog::Leave, Dialog::New, Dialog::Open, Dialog::Choose];
        for dialog in all.into_iter().chain(saves) {
            let panel = panel_of(LabModel { dialog: Some(dialog), ..model(Tool::Pick, Page::Level) }, window);
            assert!(panel.harness.query_all_by_label("Close").count() > 0);
        }
    }
}

#[test]
fn every_tool_has_a_key_and_none_is_there_twice() {
    for (index, entry) in super::TOOLS.iter().enumerate() {
        assert!(super::TOOLS[..index].iter().all(|before| before.key != entry.key), "{}", entry.cap);
        let tool = entry.tool(&brushes()).unwrap_or_else(|| panic!("no paint is called {}", entry.name));
        assert_eq!(press(model(Tool::Measure, Page::Fighter), Modifiers::NONE, entry.key), Some(Intent::Take(tool)));
    }
}

#[test]
fn keys_do_what_the_help_says() {
    let pick = || model(Tool::Pick, Page::Fighter);
    let none = Modifiers::NONE;
    for (modifiers, key, wanted) in [
        (Modifiers::COMMAND, Key::Z, Intent::Undo),
        (Modifiers::COMMAND, Key::Y, Intent::Redo),
        (Modifiers::COMMAND, Key::D, Intent::Copy),
        (Modifiers::COMMAND, Key::A, Intent::All),
        (none, Key::Delete, Intent::Remove),
        (none, Key::Period, Intent::TurnBy(1)),
        (none, Key::Comma, Intent::TurnBy(-1)),
        (none, Key::O, Intent::NextSide),
        (none, Key::Q, Intent::Swap),
        (none, Key::P, Intent::Pin),
        (none, Key::F5, Intent::Play),
        (Modifiers::COMMAND, Key::S, Intent::Save),
        (none, Key::Num2, Intent::Turn(Page::Odds)),
        (none, Key::Num3, Intent::Turn(Page::Fields)),
        (none, Key::N, Intent::NextField),
        (none, Key::Escape, Intent::Back),
        (none, Key::Tab, Intent::Cycle(1)),
        (Modifiers::SHIFT, Key::ArrowLeft, Intent::Nudge(Direction::West)),
        (none, Key::F1, Intent::Open(Dialog::Help)),
    ] {
        assert_eq!(press(pick(), modifiers, key), Some(wanted), "{key:?}");
    }
}

#[test]
fn pages_and_palette_answer_to_the_pointer() {
    let pick = |page| {
        let mut model = model(Tool::Pick, page);
        model.odds.pair.as_mut().unwrap().rolled = None;
        model
    };
    assert_eq!(click(pick(Page::Fighter), "Side: Orange"), Some(Intent::Side(Team(1))));
    assert_eq!(click(pick(Page::Fighter), "Posture: Lies"), Some(Intent::Posture(Posture::Prone)));
    assert_eq!(click(pick(Page::Fighter), "Looks: S"), Some(Intent::Look(Direction::South)));
    assert_eq!(click(pick(Page::Odds), "Swap"), Some(Intent::Swap));
    let mut nobody = pick(Page::Odds);
    (nobody.odds.on, nobody.odds.pair) = (None, None);
    assert_eq!(click(nobody, "Shown on the board: Threat"), Some(Intent::Tint(Tint::Threat)));
    let rolling = || {
        let mut rolling = model(Tool::Pick, Page::Odds);
        rolling.odds.verdicts.clear();
        rolling
    };
    assert_eq!(click(rolling(), "Die 3: 6"), Some(Intent::Face(6)));
    assert_eq!(click(rolling(), "Take back 7"), Some(Intent::Unroll));
    assert_eq!(click(pick(Page::Fields), "From where do I hit best?"), Some(Intent::Field(Some(FieldKind::Hit))));
    let curve = || {
        let mut curve = rolling();
        let pair = curve.odds.pair.as_mut().unwrap();
        (pair.rolled, pair.forecast, pair.lines) = (None, None, LinesModel::default());
        pair.attempts.truncate(1);
        curve.pins.clear();
        curve.odds.changes = ChangesModel::default();
        pair.shares.clear();
        pair.curves.as_mut().unwrap().answers.clear();
        curve
    };
    assert_eq!(click(curve(), "Keep this as B instead"), Some(Intent::Compare(true)));
    assert_eq!(click(curve(), "Drop B"), Some(Intent::Compare(false)));
    assert_eq!(click(curve(), "Save as PNG"), Some(Intent::SaveCurves(ChartFile::Png)));
    let swept = || {
        let mut swept = curve();
        swept.odds.pair.as_mut().unwrap().curves = None;
        swept
    };
    assert_eq!(click(swept(), "Figure: Mean damage"), Some(Intent::SweepMeasure(Measure::Mean)));
    assert_eq!(click(swept(), "Keep this sweep instead"), Some(Intent::KeepSweep(true)));
    assert_eq!(click(swept(), "Sweep as CSV"), Some(Intent::SaveSweep(ChartFile::Csv)));
    let other = RulesetId::offered().nth(2).unwrap();
    let row = format!(
        "{other}: 8 squares, a light obstacle, +5 by {RULE}; Crossbow, short range. Needs 40 or less, then Fray 35; \
         hits 21 %, mean damage 2.8, out 5 %"
    );
    assert_eq!(click(pick(Page::Odds), &row), Some(Intent::Evidence(other)));
    assert_eq!(click(pick(Page::Fields), "Nothing: the board as it is"), Some(Intent::Field(None)));
    assert_eq!(click(pick(Page::Fields), "From whom: Only the target"), Some(Intent::Alone(true)));
    assert_eq!(click(pick(Page::Fields), "Opacity: 40 %"), Some(Intent::Opacity(40)));
    let mut threat = pick(Page::Fields);
    threat.field.kind = Some(FieldKind::Threat);
    assert_eq!(click(threat, "By whom: Their enemies"), Some(Intent::Whose(Whose::Foes)));
    let mut nobody = pick(Page::Fields);
    nobody.field.on = None;
    let refused = "From where do I hurt most?, right-click a target";
    assert_eq!(click(nobody, refused), None);
    let measuring = model(Tool::Measure, Page::Fighter);
    assert_eq!(click(measuring, "Laid: Cone"), Some(Intent::Lay(Laid::Cone)));
    assert_eq!(click(pick(Page::Rules), "As printed"), Some(Intent::Defaults));
    assert_eq!(click(pick(Page::Level), "stop"), Some(Intent::Fairness));
    assert_eq!(click(pick(Page::Level), "Add a place"), Some(Intent::AddZone));
    assert_eq!(click(pick(Page::Level), "Add a side"), Some(Intent::AddSide));
    assert_eq!(click(pick(Page::Level), "show"), Some(Intent::Show(Square::new(2, 3))));
    let all = brushes();
    let smoke = all.iter().position(|brush| brush.name == "smoke").unwrap();
    let painting = model(Tool::Brush(0), Page::Fighter);
    assert_eq!(click(painting, "Veils: smoke"), Some(Intent::Take(Tool::Brush(smoke))));
    let other = RulesetId::offered().nth(1).unwrap();
    assert_eq!(click(pick(Page::Fighter), &format!("Ruleset: {other}")), Some(Intent::Ruleset(other)));
}

#[test]
fn enter_sets_a_number_and_esc_puts_the_old_one_back() {
    let sheet = fields(draft().combatant(token(&draft(), "dima").key).unwrap().sheet, None, &draft().sheets());
    let first = sheet.iter().find(|field| matches!(field.value, SheetValue::Number(_))).unwrap().clone();
    let name = format!("{} {}", first.label, first.path);
    let mut panel = panel_of(model(Tool::Pick, Page::Fighter), 1);
    let SheetValue::Number(value) = first.value else { unreachable!("it was looked for") };
    let field = |panel: &TestPanel<'_, Intent>| panel.harness.get_by_label(&name).rect();
    assert!(field(&panel).width() > 20.0);
    for (end, wanted) in [(Key::Escape, None), (Key::Enter, Some(SheetValue::Number(value * 10 + 1)))] {
        panel.harness.get_by_label(&name).click();
        panel.harness.run();
        panel.harness.key_press(Key::End);
        panel.harness.get_by_label(&name).type_text("1");
        panel.harness.run();
        panel.harness.key_press(end);
        let answer = panel.answer();
        assert_eq!(answer, wanted.map(|value| Intent::Sheet(first.path.clone(), RecordEdit::Set(value))), "{end:?}");
    }
}

#[test]
fn lists_lose_and_gain_entries_and_numbers_of_arms_are_set() {
    let draft = draft();
    let dima = token(&draft, "dima").key;
    let arm = fields(&draft.arm(dima, 0).unwrap(), None, &draft.arms());
    let number = arm.iter().find(|field| matches!(field.value, SheetValue::Number(_))).unwrap();
    let SheetValue::Number(value) = number.value else { unreachable!("it was looked for") };
    let shown = |path: &str| {
        let mut model = model(Tool::Pick, Page::Fighter);
        // Nothing else, so that it is visible.
        let fighter = model.fighter.as_mut().unwrap();
        fighter.sheet.clear();
        fighter.vitals.clear();
        fighter.arm.as_mut().unwrap().fields.retain(|field| field.path == path);
        model
    };
    let mut panel = panel_of(shown(&number.path), 1);
    let name = format!("arm: {} {}", number.label, number.path);
    panel.harness.get_by_label(&name).click();
    panel.harness.run();
    panel.harness.key_press(Key::End);
    panel.harness.get_by_label(&name).type_text("1");
    panel.harness.run();
    panel.harness.key_press(Key::Enter);
    let wanted = RecordEdit::Set(SheetValue::Number(value * 10 + 1));
    assert_eq!(panel.answer(), Some(Intent::Arm(0, number.path.clone(), wanted)));
    let list = arm.iter().find_map(|field| match &field.value {
        SheetValue::List(has, _) if !has.is_empty() => Some((field.path.clone(), has[0].clone())),
        _ => None,
    });
    let (path, entry) = list.unwrap();
    let mut panel = panel_of(shown(&path), 1);
    let name = format!("Remove {entry}");
    panel.harness.query_all_by_label(&name).last().unwrap().click();
    panel.harness.run();
    assert_eq!(panel.answer(), Some(Intent::Arm(0, path, RecordEdit::List(ListEdit::Drop(0)))));
}

#[test]
fn what_cannot_stand_in_a_number_is_told() {
    for (written, wanted) in [
        ("9", Intent::Vital(Vital(0), 49)),
        ("99", Intent::Tell("Damage now cannot be 499: it goes from 0 to 60".into())),
        ("x", Intent::Tell("Damage now takes only digits".into())),
    ] {
        let mut shown = model(Tool::Pick, Page::Fighter);
        shown.fighter.as_mut().unwrap().sheet.clear();
        let mut panel = panel_of(shown, 1);
        panel.harness.get_by_label("Damage now").click();
        panel.harness.run();
        panel.harness.key_press(Key::End);
        panel.harness.get_by_label("Damage now").type_text(written);
        panel.harness.run();
        if written != "x" {
            panel.harness.key_press(Key::Enter);
        }
        assert_eq!(panel.answer(), Some(wanted), "{written}");
    }
}

#[test]
fn faults_say_what_can_be_done_and_a_trial_that_would_fail_is_not_written() {
    assert_eq!(click(model(Tool::Pick, Page::Level), "place"), Some(Intent::Muster(Team(1))));
    let save = || LabModel {
        dialog: Some(Dialog::Save(SaveAs::Trial)),
        path: "t.ron".into(),
        save: SaveModel::default(),
        ..model(Tool::Pick, Page::Level)
    };
    let refused = "Save, The trial would fail: drop what no longer holds, or pin it again";
    let panel = panel_of(save(), 1);
    assert!(panel.harness.query_by_label_contains("The trial would fail").is_some(), "{refused}");
    let mut holds = save();
    holds.pins[0].holds = Some(true);
    assert_eq!(click(holds, "Save"), Some(Intent::Write(SaveAs::Trial)));
}
