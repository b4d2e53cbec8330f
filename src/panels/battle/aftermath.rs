//! The result of a choice: a card in place of the forecast, with the verdict as a sentence, the dice, the terms in rows
//! like the forecast's, and the effects. It stays until the next choice.

use bevy_egui::egui::{Align2, Frame, Id, Margin, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::{
    intent::Intent,
    telling::{Telling, TellingRow},
};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, control, cost, frame, log_line, offer::key_cap, phrase, side},
};
use crate::rules::{RuleId, Team};

/// Rows kept when not all fit.
const FEW: usize = 3;
/// Rows of losses kept then: a blast harms many.
const MANY: usize = 5;

/// The result of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AftermathModel {
    /// The side that chose.
    pub team: Team,
    /// What was done on the way, oldest first; never empty.
    pub tellings: Vec<Telling>,
    /// Its other effects on those concerned: "Nib: prone".
    pub changes: Vec<TellingRow>,
    /// Who lost what; always in view: "Nib, Health 28 to 15".
    pub losses: Vec<TellingRow>,
    /// The forecast: "expected 48 % hits"; empty if there was none.
    pub expected: String,
    /// Whether all rows are shown instead of only a few.
    pub unfolded: bool,
    /// Whether one row must make room for something else.
    pub short: bool,
    /// How many more rows fit.
    pub spare: usize,
}

impl AftermathModel {
    /// The telling the card is about: the last one done to somebody, or else the last one that matters.
    pub fn main(&self) -> Option<&Telling> {
        let mut last = self.tellings.iter().rev().filter(|telling| telling.matters);
        last.clone().find(|telling| !telling.marks.is_empty()).or_else(|| last.next()).or(self.tellings.last())
    }

    /// The other tellings that matter: those before the main one or, if `later`, those after it.
    fn others(&self, later: bool) -> impl Iterator<Item = &Telling> {
        let main = self.main().and_then(|main| self.tellings.iter().position(|telling| std::ptr::eq(telling, main)));
        let is_there = move |at: usize| main.is_some_and(|main| if later { at > main } else { at < main });
        self.tellings
            .iter()
            .enumerate()
            .filter(move |(at, telling)| telling.matters && is_there(*at))
            .map(|(_, telling)| telling)
    }

    /// The verdict in a sentence.
    pub fn sentence(&self) -> &str {
        self.main().map_or("", |main| &main.sentence)
    }

    /// The rows that may be folded into "2 more": first the terms, then the effects.
    fn terms(&self) -> impl Iterator<Item = &TellingRow> {
        self.main().into_iter().flat_map(|main| &main.rows).chain(&self.changes)
    }

    /// The visible rows, first terms and effects, then losses; and how many rows are folded away.
    fn shown(&self) -> (Vec<&TellingRow>, Vec<&TellingRow>, usize) {
        let (terms, losses): (Vec<&TellingRow>, Vec<&TellingRow>) =
            (self.terms().collect(), self.losses.iter().collect());
        let few = self.spare + if self.short { FEW - 1 } else { FEW };
        let all = terms.len() + losses.len();
        if self.unfolded || all <= few + 1 {
            return (terms, losses, 0);
        }
        let many = losses.len().min(MANY);
        let kept = kept(&terms, few);
        let hidden = all - kept.len() - many;
        (terms[kept].to_vec(), losses[..many].to_vec(), hidden)
    }

    /// The id under which the card's height is remembered: made of everything the height depends on.
    fn height_id(&self, ui: &Ui) -> Id {
        let words: Vec<usize> = self.tellings.iter().map(|telling| telling.sentence.len()).collect();
        let rolls = self.main().map_or(0, |main| main.rolls.len());
        let rows = (self.terms().count(), self.losses.len(), self.spare, self.short);
        let width = ui.available_width() as i32;
        Id::new(("aftermath height", words, rolls, rows, self.unfolded, self.expected.len(), width))
    }

    /// How many rows are visible, including the one that says how many are folded away.
    fn count(&self) -> usize {
        let (terms, losses, more) = self.shown();
        terms.len() + losses.len() + usize::from(more > 0)
    }

    /// The card with as many rows as fit: nothing is folded away that there is room for. Needs the height with the
    /// fewest rows, so that is measured first.
    pub fn fitted(&self, ui: &Ui, room: f32) -> Self {
        let known = |model: &Self| ui.data(|data| data.get_temp::<f32>(model.height_id(ui)));
        let Some(least) = known(self).filter(|_| !self.unfolded) else { return self.clone() };
        let line = Sizes::of(ui.ctx()).body + 8.0;
        let more = |model: &Self| (model.count() as f32 - self.count() as f32) * line;
        let height = |model: &Self| known(model).unwrap_or_else(|| least + more(model));
        let most = self.terms().count() + self.losses.len();
        let mut roomier = Self { short: false, ..self.clone() };
        for spare in (0..=most).rev() {
            roomier.spare = spare;
            if height(&roomier) <= room {
                return roomier;
            }
        }
        self.clone()
    }
}

/// The rows to keep when not all fit. Only whole sums are kept, so that the visible rows add up: the last sum, and the
/// ones before it as long as they fit.
fn kept(rows: &[&TellingRow], few: usize) -> std::ops::Range<usize> {
    let is_term = |row: &TellingRow| row.sum || row.amount.starts_with(['+', '\u{2212}']) || row.amount == "0";
    let sums = rows.iter().rposition(|row| !row.amount.is_empty()).map_or(0, |last| last + 1);
    let mut from = sums;
    loop {
        let begins = (0..from).rev().find(|at| !is_term(rows[*at]) || *at == 0);
        match begins {
            Some(begins) if from == sums || sums - begins <= few + 1 => from = begins,
            _ => break,
        }
    }
    // A sum too long for the room is kept from one of its own sums on: the rows still add up.
    if sums - from > few + 1 {
        let own = |at: &usize| rows[*at].sum;
        let fits = (from + 1..sums - 1).filter(own).find(|at| sums - at <= few + 1);
        from = fits.or_else(|| (from + 1..sums - 1).rfind(own)).unwrap_or(from);
    }
    // The "more" line takes a row as well. Words without an amount follow as far as they fit.
    from..rows.len().min(sums.max(from + few))
}

/// The height of the card, at most `most`.
pub fn plan(ui: &mut Ui, model: &AftermathModel, most: f32) -> f32 {
    frame::natural_height(ui, model.height_id(ui), |ui| _ = show(ui, model)).min(most.max(0.0))
}

/// Shows the card at the top of the free room, at most `height` high; what does not fit scrolls.
pub fn show_within(ui: &mut Ui, model: &AftermathModel, height: f32) -> Option<Intent> {
    frame::scroll_measured(ui, ("aftermath", model.height_id(ui)), height, |ui| show(ui, model))
}

/// Shows the card with as many rows as fit above `bottom`, and remembers its height.
pub fn show_above(ui: &mut Ui, model: &AftermathModel, bottom: f32) -> Option<Intent> {
    let top = ui.cursor().top();
    let model = model.fitted(ui, bottom - top);
    let intent = show(ui, &model);
    frame::keep_height(ui, model.height_id(ui), ui.cursor().top() - top);
    intent
}

/// Shows the card.
pub fn show(ui: &mut Ui, model: &AftermathModel) -> Option<Intent> {
    let main = model.main()?;
    let sizes = Sizes::of(ui.ctx());
    // The order of turns is nobody's own: all sides rolled for it.
    let edge = if main.orders { theme::EDGE.color } else { side::colour(model.team) };
    let frame = Frame::new()
        .fill(theme::CARD)
        .stroke(Stroke::new(2.0, edge))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(9, 7));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        for before in model.others(false) {
            Phrase::words(&before.sentence, sizes.second).second().show(ui);
        }
        let ruled = verdict(ui, main);
        let last = main.rolls.len().saturating_sub(1);
        for (index, roll) in main.rolls.iter().enumerate() {
            let foretold = if index == last { model.expected.as_str() } else { "" };
            line_with(ui, roll, foretold);
        }
        if main.rolls.is_empty() && !model.expected.is_empty() {
            Phrase::words(&model.expected, sizes.second).second().show(ui);
        }
        let pressed = rows(ui, model).or(ruled.map(Intent::OpenRule));
        for after in model.others(true) {
            Phrase::words(&after.sentence, sizes.body).strong().show(ui);
        }
        pressed
    });
    shown.inner
}

/// The sentence, with its rule at the right. Returns the rule if its id was pressed.
fn verdict(ui: &mut Ui, main: &Telling) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let sentence = Phrase::words(&main.sentence, sizes.name - 1.5).strong();
    let Some(rule) = main.rule else {
        sentence.show(ui);
        return None;
    };
    let id = Phrase::figures(rule.0, sizes.rule);
    let (right, width) = (ui.max_rect().right(), id.line(ui).size().x);
    let shown = ui.scope(|ui| {
        ui.set_max_width(ui.available_width() - width - 10.0);
        sentence.show(ui);
    });
    let at = shown.response.rect;
    let place = Rect::from_min_max(pos2(right - width, at.top()), pos2(right, at.bottom()));
    control::link(ui, id, rule.0, place, Id::new(("verdict rule", at.top() as i32, rule))).then_some(rule)
}

/// Dice and words, with the forecast at the right of their last line, or below them if that line is full.
fn line_with(ui: &mut Ui, roll: &[log_line::Piece], foretold: &str) {
    let sizes = Sizes::of(ui.ctx());
    let galley = Phrase::words(foretold, sizes.second).second().line(ui);
    let (at, free) = log_line::pieces_in_full(ui, roll);
    if foretold.is_empty() {
        return;
    }
    let at = if free < galley.size().x + 10.0 { cost::line(ui, galley.size().y + 2.0) } else { at };
    phrase::paint(ui, galley, Align2::RIGHT_BOTTOM, at);
    let response = ui.interact(at, Id::new(("foretold", foretold)), Sense::hover());
    phrase::name(&response, foretold);
}

/// The terms, effects and losses; terms and effects are folded into "2 more" before losses are.
fn rows(ui: &mut Ui, model: &AftermathModel) -> Option<Intent> {
    let (terms, losses, count) = model.shown();
    let mut rule = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    // If all terms are shown or room is short, they may have to be scrolled: losses come before them.
    let is_long = model.unfolded && AftermathModel { unfolded: false, ..model.clone() }.shown().2 > 0;
    let (first, last) = if is_long || model.short { (losses, terms) } else { (terms, losses) };
    for term in first {
        rule = row(ui, term).or(rule);
    }
    let intent = (count > 0 && more(ui, count)).then_some(Intent::Terms);
    for loss in last {
        rule = row(ui, loss).or(rule);
    }
    rule.map(Intent::OpenRule).or(intent)
}

/// How many rows are folded away; true if it was pressed.
fn more(ui: &mut Ui, count: usize) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.term), Sense::hover());
    let cap = key_cap(ui, "T", at);
    let rest = Rect::from_min_max(pos2(cap.right() + 6.0, at.top()), at.max);
    let words = format!("{count} more");
    control::link(ui, Phrase::words(&words, sizes.second), &words, rest, response.id.with("more"))
}

/// One row: words and dice, amount, rule. Returns the rule if its id was pressed.
fn row(ui: &mut Ui, model: &TellingRow) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let rule = model.rule.map_or("", |rule| rule.0);
    let id = Phrase::figures(rule, sizes.rule).line(ui).size().x;
    let amount = Phrase::figures(&model.amount, sizes.body);
    let amount = if model.sum { amount.strong() } else { amount }.line(ui);
    let column = if rule.is_empty() { 0.0 } else { id.max(84.0) + 10.0 };
    ui.add_space(2.0);
    let at = log_line::pieces(ui, &model.pieces, ui.available_width() - column - amount.size().x - 10.0);
    ui.add_space(1.0);
    let amounts = Rect::from_min_max(at.min, pos2(at.right() - column, at.bottom()));
    phrase::paint(ui, amount, Align2::RIGHT_CENTER, amounts);
    ui.painter().hline(at.x_range(), at.bottom() + 1.0, theme::DIVIDER);
    let place = Rect::from_min_max(pos2(at.right() - id, at.top()), at.max);
    let link = Id::new(("aftermath rule", at.top() as i32, rule));
    model.rule.filter(|_| control::link(ui, Phrase::figures(rule, sizes.rule), rule, place, link))
}
