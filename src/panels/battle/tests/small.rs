//! Windows with little room.

use super::*;

#[test]
fn in_a_cramped_window_board_and_list_take_turns() {
    // 960 by 600 at text 1.5.
    let window = vec2(640.0, 400.0);
    let shown = |model: BattleModel| {
        let room = Rc::new(Cell::new(None));
        let kept = Rc::clone(&room);
        let panel = panel(window, move |ui| {
            let shown = show(ui, &model);
            kept.set(Some(shown.board));
            shown.intent
        });
        let board = room.get().unwrap();
        (panel, board)
    };
    let (closed, board) = shown(battle());
    closed.picture("cramped");
    closed.assert_legible();
    assert!(board.area() >= 0.5 * window.x * window.y, "{board:?}");
    let inside = |panel: &TestPanel<'_, Intent>, label: &str| {
        let at = panel.harness.get_by_label_contains(label).rect();
        assert!(at.right() <= window.x + 0.5 && at.bottom() <= window.y + 0.5 && at.height() > 10.0, "{label}: {at:?}");
    };
    for label in ["Cale 15, acts now", "34 %, hits Lysk from k8", "Shoot crossbow at Lysk", "End turn", "W Attack"] {
        inside(&closed, label);
    }
    assert!(closed.harness.query_by_label_contains("W1 Shoot crossbow").is_none(), "the list is closed");
    let (open, again) = shown(listing(Some(Group::Attack)));
    open.picture("cramped-list");
    assert_eq!(again, board, "the board keeps its room");
    inside(&open, "W1 Shoot crossbow");
    inside(&open, "Shoot crossbow at Lysk");
}

#[test]
fn a_narrow_window_keeps_rail_list_and_button() {
    let model = battle();
    let panel = panel(vec2(960.0, 600.0), move |ui| show(ui, &model).intent);
    panel.picture("narrow");
    panel.assert_legible();
    panel.harness.get_by_label("W Attack, 1 open");
    let act = panel.harness.get_by_role_and_label(Role::Button, "Shoot crossbow at Lysk").rect();
    assert!(act.height() >= 40.0 && act.bottom() <= 600.0, "{act:?}");
}
