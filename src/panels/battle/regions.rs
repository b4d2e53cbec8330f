//! The regions of the window, which F6 cycles through: rows, refused line, forecast, the button that carries out the
//! choice, rail, End turn, order bar, board. Within a region the arrow keys go from control to control.

use bevy_egui::egui::{Context, Id, Key, Modifiers, Response, Ui};

/// A region; F6 visits them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// The rows of the list, the answers of a question, the parts of the workbench.
    Rows,
    /// The line of refused rows.
    Refused,
    /// The alternatives below the forecast.
    Forecast,
    /// The button that carries out the choice.
    Act,
    /// The groups.
    Rail,
    /// The end of the turn.
    EndTurn,
    /// The order of turns.
    Order,
    /// The board: nothing has the focus, and the arrow keys move its cursor.
    Board,
}

/// A control that F6 may focus.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    region: Region,
    control: Id,
    /// Whether F6 goes to this one rather than to the first of its region.
    is_entry: bool,
}

const ANCHORS: &str = "controls by region";
/// The key of the region F6 went to last, for controls that belong to no region.
const LAST: &str = "region of the focus";

fn anchors(ctx: &Context) -> Vec<Anchor> {
    ctx.data(|data| data.get_temp::<Vec<Anchor>>(Id::new(ANCHORS))).unwrap_or_default()
}

/// Forgets the controls of the last pass. Must be called once in each pass, before any control is shown.
pub fn begin(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(Id::new(ANCHORS), Vec::<Anchor>::new()));
}

/// Registers a control with its region; `is_entry` is true of the chosen one, which F6 goes to.
pub fn belongs(ui: &Ui, response: &Response, region: Region, is_entry: bool) {
    let anchor = Anchor { region, control: response.id, is_entry };
    ui.data_mut(|data| {
        let known: &mut Vec<Anchor> = data.get_temp_mut_or_default(Id::new(ANCHORS));
        known.push(anchor);
    });
}

/// On F6, moves the focus to the next region that has a control; with Shift to the previous one. Must be called before
/// [`begin`], since it uses the controls of the last pass.
pub fn walk(ui: &Ui) {
    let pressed =
        |modifiers: Modifiers| ui.input(|input| input.key_pressed(Key::F6) && input.modifiers.matches_exact(modifiers));
    let step = match (pressed(Modifiers::NONE), pressed(Modifiers::SHIFT)) {
        (true, _) => 1,
        (_, true) => -1,
        _ => return,
    };
    let all = anchors(ui.ctx());
    let focused = ui.memory(|memory| memory.focused());
    let last = || ui.data(|data| data.get_temp::<Region>(Id::new(LAST)));
    let own = |id: Id| all.iter().find(|anchor| anchor.control == id).map(|anchor| anchor.region);
    let now = focused.and_then(|id| own(id).or_else(last)).unwrap_or(Region::Board);
    let mut regions: Vec<Region> = all.iter().map(|anchor| anchor.region).chain([Region::Board]).collect();
    regions.sort_unstable();
    regions.dedup();
    let at = regions.iter().position(|region| *region == now).unwrap_or(0) as isize;
    let next = regions[(at + step).rem_euclid(regions.len() as isize) as usize];
    ui.data_mut(|data| data.insert_temp(Id::new(LAST), next));
    let inside = || all.iter().filter(|anchor| anchor.region == next);
    let entry = inside().find(|anchor| anchor.is_entry).or_else(|| inside().next());
    ui.memory_mut(|memory| match (entry, focused) {
        (Some(entry), _) => memory.request_focus(entry.control),
        (None, Some(focused)) => memory.surrender_focus(focused),
        (None, None) => {}
    });
}
