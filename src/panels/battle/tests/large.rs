//! A large window drops nothing that a small one shows.

use super::*;

/// Blows dealt out among targets: every way to distribute them, with its odds.
fn dealt() -> BattleModel {
    let mut model = question();
    let percent = |part: u128| Fraction::new(part, 100);
    let comes_to = |grades: [u128; 4]| Prospect {
        grades: grades.map(percent).to_vec(),
        event: "hits".into(),
        chance: percent(100 - grades[0]),
        ..prospect(2, "Lysk", 60, 31)
    };
    let briefed = &mut model.question.as_mut().expect("a question").briefed;
    briefed.grades = ["nothing lost", "less than half", "half or more", "out"].map(str::to_owned).to_vec();
    briefed.of = "of 100 such attacks".into();
    let column = |value: i32, grades| ColumnModel {
        value,
        label: format!("{value} here"),
        refusal: None,
        prospect: Some(comes_to(grades)),
        keeps: format!("{} for Krag", 3 - value),
    };
    briefed.columns = Some(ColumnsModel {
        key: "blows",
        label: "Blows at Lysk".into(),
        columns: vec![column(1, [31, 60, 8, 1]), column(2, [9, 55, 28, 8]), column(3, [1, 47, 37, 15])],
        chosen: 3,
    });
    let strike = &mut model.offers[0];
    (strike.title, strike.needs) = ("Strike Lysk".into(), "12 to 27".into());
    strike.prospects = vec![comes_to([1, 47, 37, 15])];
    strike.rows = vec![RowModel {
        settles: Settles::Parameter("blows"),
        label: "Blows".into(),
        values: (1..4).map(|value| (value, value.to_string(), None)).collect(),
        chosen: 2,
    }];
    strike.opens = true;
    model
}

/// A turn with many words in the rows and in the order of turns.
fn crowded() -> BattleModel {
    let mut model = battle();
    model.top.order[3].state = ChipState::Waits;
    model.top.ends = Some("The watch wins at the end of this round".into());
    model.act.keeps = "keeps 2 AP to defend".into();
    model.list.left = Some("Standard left".into());
    model.offers[3].takes = "takes the standard action of this turn".into();
    model.offers[1].prospects[0].words = "Strike Dietlind with longsword".into();
    model
}

/// A pinned target out of reach: every offer is refused, with the reason.
fn out_of_reach() -> BattleModel {
    let mut model = BattleModel { chosen: None, forecast: None, ..pinned() };
    let far = crate::rules::Refusal::new(RuleId("PCT-RNG-02"), "Beyond long range");
    for offer in &mut model.offers {
        offer.aims.iter_mut().for_each(|(_, refusal)| *refusal = Some(far.clone()));
        (offer.refusal, offer.prospects) = (Some(far.clone()), Vec::new());
    }
    model.act = ActModel { words: "Out of reach, 8 m".into(), ..ActModel::default() };
    model.list.refused = true;
    model
}

#[test]
fn a_refused_target_stays_legible() {
    for window in 0..2 {
        for unfolded in [true, false] {
            let mut model = out_of_reach();
            model.list.refused = unfolded;
            let panel = panel_of(model, window);
            panel.assert_legible();
            panel.harness.get_by_label("Against Lysk, Bow, quilted coat, 21 of 30");
            panel.harness.get_by_label_contains("Out of reach, 8 m");
            assert_eq!(panel.harness.query_by_label_contains("refused: Beyond long range").is_some(), unfolded);
            // The faintest texts allowed: letters on the sides' colours, and groups without an open offer.
            let shapes = &panel.harness.output().shapes;
            let faint = testing::faint(shapes, 4.7);
            assert!(faint.is_empty(), "{}", faint.join("\n"));
        }
    }
}

#[test]
fn a_large_window_lays_out_every_word_that_a_small_one_does() {
    let open = |group| BattleModel { chosen: None, ..listing(Some(group)) };
    let chosen = |group, offer| BattleModel { chosen: Some(offer), ..listing(Some(group)) };
    let refused = |mut model: BattleModel| {
        model.list.refused = true;
        model
    };
    let inexact = |mut model: BattleModel| {
        let doubt = model.forecast.as_mut().expect("a forecast");
        doubt.doubt = Some(Fraction::new(1, 50));
        model
    };
    let states = [
        ("now", battle()),
        ("attacks", open(Group::Attack)),
        ("an attack", chosen(Group::Attack, 1)),
        ("stances", chosen(Group::Stance, 3)),
        ("gear", chosen(Group::Gear, 5)),
        ("refused", refused(listing(Some(Group::Attack)))),
        ("against", pinned()),
        ("an inexact forecast", inexact(pinned())),
        ("out of reach", out_of_reach()),
        ("crowded", crowded()),
        ("question", question()),
        ("dealt", dealt()),
        ("workbench", workbench::bench()),
        ("card", told::told()),
        ("others", told::followed()),
        ("recap", asked::recap()),
    ];
    let mut faults = Vec::new();
    for (name, model) in states {
        let [small, large] = [0, 1].map(|window| {
            let mut panel = panel_of(model.clone(), window);
            panel.harness.run_steps(6);
            panel.picture(&format!("large-{name}-{window}"));
            panel.assert_legible();
            testing::read(&panel.harness.output().shapes)
        });
        // What is pointed at is told in the hint bar or, in a large window, in the dock.
        let dropped = testing::dropped(&small, &large, WINDOWS[0].y - 28.0);
        // Short forms of what a large window says in full.
        let short = ["hold", "1 of 3", "put all out"];
        let dropped: Vec<_> = dropped.into_iter().filter(|part| !short.contains(&&**part)).collect();
        if !dropped.is_empty() {
            faults.push(format!("{name}: {dropped:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
