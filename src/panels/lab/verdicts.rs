//! The same two fighters under every ruleset, as a table.

use bevy_egui::egui::{Align2, CursorIcon, Id, Rect, Response, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::intent::Intent;
use crate::{
    dice::Fraction,
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{Phrase, bars, control, phrase, section},
    },
    rules::{RuleId, RulesetId, capital, uncapital},
};

/// How two fighters relate under a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictModel {
    /// The ruleset.
    pub ruleset: RulesetId,
    /// Their distance, in the ruleset's unit.
    pub distance: String,
    /// Sight and cover in words.
    pub cover: String,
    /// Just the line of sight: "clear", "3 of 4 clear", "unseen".
    pub line: String,
    /// Just the cover: "minimal, −10", "no rule here".
    pub class: String,
    /// The rule that decides the cover.
    pub rule: RuleId,
    /// The rule that refuses the attack, where it is refused.
    pub refuses: Option<RuleId>,
    /// Whether the target is within reach of what the striker has ready.
    pub reaches: bool,
    /// The best attack, or why there is none.
    pub attack: Result<VerdictAttack, String>,
}

/// The best attack of one fighter on another under a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictAttack {
    /// The weapon, and its range band: "Crossbow, short range".
    pub title: String,
    /// What it needs: "Needs 40 or less, then Fray 35".
    pub about: String,
    /// The chance to hit.
    pub hits: Fraction,
    /// Mean damage.
    pub mean: Fraction,
    /// The chance that the target is out.
    pub out: Fraction,
}

impl VerdictModel {
    /// The rule below the attack: the one that refuses it, or else the one that decides the cover.
    fn rule_below(&self) -> RuleId {
        self.refuses.unwrap_or(self.rule)
    }

    /// Weapon, range band or reach, and what the attack needs.
    fn second(&self) -> String {
        let reach = if self.reaches { "within reach" } else { "out of reach" };
        match &self.attack {
            Ok(VerdictAttack { title, about, .. }) if self.reaches => format!("{title}, {reach}. {about}"),
            Ok(VerdictAttack { title, about, .. }) => format!("{title}. {about}"),
            // The reason why there is no attack already says that it is out of reach.
            Err(_) if self.reaches => capital(reach).into_owned(),
            Err(_) => String::new(),
        }
    }
}

/// Shows the table in a column; what does not fit into a row goes below it. Pressing a row shows that ruleset.
pub fn show(ui: &mut Ui, verdicts: &[VerdictModel], now: RulesetId) -> Option<Intent> {
    if verdicts.is_empty() {
        return None;
    }
    section(ui, "Under every ruleset");
    heads(ui);
    let mut intent = None;
    for verdict in verdicts {
        intent = row(ui, verdict, verdict.ruleset == now).or(intent);
    }
    intent
}

/// Where the columns after the first begin and end, as fractions of the width: distance, cover, hits, mean, out.
const COLUMNS: [(f32, f32); 5] = [(0.195, 0.385), (0.39, 0.67), (0.67, 0.76), (0.77, 0.89), (0.90, 1.0)];

fn column(room: Rect, place: usize) -> Rect {
    let (from, to) = COLUMNS[place];
    let at = |share: f32| room.left() + share * room.width();
    Rect::from_min_max(pos2(at(from), room.top()), pos2(at(to), room.bottom()))
}

fn heads(ui: &mut Ui) {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 3.0), Sense::hover());
    let room = at.shrink2(vec2(8.0, 0.0));
    ui.add_space(-3.0);
    for (place, (words, align)) in [
        ("distance", Align2::LEFT_CENTER),
        ("cover", Align2::LEFT_CENTER),
        ("hits %", Align2::RIGHT_CENTER),
        ("mean", Align2::RIGHT_CENTER),
        ("out %", Align2::RIGHT_CENTER),
    ]
    .into_iter()
    .enumerate()
    {
        let galley = Phrase::words(words, sizes.second - 0.5).second().line(ui);
        phrase::paint(ui, galley, align, column(room, place));
    }
}

fn row(ui: &mut Ui, verdict: &VerdictModel, chosen: bool) -> Option<Intent> {
    const EDGE: f32 = 8.0;
    let sizes = Sizes::of(ui.ctx());
    let (width, size) = (ui.available_width(), sizes.second);
    let inner = width - 2.0 * EDGE;
    let share = |place: usize| (COLUMNS[place].1 - COLUMNS[place].0) * inner;
    let id_width = Phrase::figures(verdict.rule_below().0, sizes.rule).line(ui).size().x;
    let second = verdict.second();
    let about_width = (1.0 - COLUMNS[0].0) * inner - id_width - EDGE;
    let cover = Phrase::words(&verdict.cover, size).lay(ui, share(1));
    let distance = Phrase::words(&verdict.distance, size).lay(ui, share(0));
    let about = Phrase::words(&second, size - 0.5).second().lay(ui, about_width);
    let refused = verdict.attack.as_ref().err().map(|why| {
        let width = (COLUMNS[4].1 - COLUMNS[2].0) * inner;
        Phrase::words(why, size - 0.5).second().lay(ui, width)
    });
    let first =
        cover.size().y.max(distance.size().y).max(refused.as_ref().map_or(0.0, |why| why.size().y)).max(size + 3.0);
    let high = first + about.size().y + 9.0;
    let (at, response) = ui.allocate_exact_size(vec2(width, high), Sense::click());
    ui.add_space(-2.0);
    control::ground(ui, &response, theme::FIELD_RADIUS, chosen);
    let both = at.shrink2(vec2(EDGE, 3.0));
    let room = both.with_max_y(both.top() + first);
    let below = both.with_min_y(room.bottom() + 1.0);
    let name = Phrase::words(verdict.ruleset.name(), size).line(ui);
    phrase::paint(ui, name, Align2::LEFT_TOP, room);
    phrase::paint(ui, distance, Align2::LEFT_TOP, column(room, 0));
    phrase::paint(ui, cover, Align2::LEFT_TOP, column(room, 1));
    let id_at = Align2::RIGHT_TOP.align_size_within_rect(vec2(id_width, sizes.rule + 4.0), below);
    phrase::paint(ui, about, Align2::LEFT_TOP, below.with_min_x(column(below, 0).left()));
    if let Some(why) = refused {
        phrase::paint(ui, why, Align2::RIGHT_TOP, column(room, 2).union(column(room, 4)));
    }
    if let Ok(attack) = &verdict.attack {
        for (place, figures) in (2..).zip(attack.figures()) {
            let galley = Phrase::figures(&figures, size).colour(theme::STRONG).line(ui);
            phrase::paint(ui, galley, Align2::RIGHT_TOP, column(room, place));
        }
    }
    named(&response, verdict, chosen);
    let id = response.id.with("rule");
    let pressed = response.on_hover_cursor(CursorIcon::PointingHand).clicked();
    leads_to(ui, (verdict.ruleset, verdict.rule_below()), (id_at, id), pressed)
}

/// The intent of a pressed row: its rule's id opens the rule, everything else shows the evidence.
fn leads_to(ui: &mut Ui, (ruleset, rule): (RulesetId, RuleId), (at, id): (Rect, Id), pressed: bool) -> Option<Intent> {
    let words = Phrase::figures(rule.0, Sizes::of(ui.ctx()).rule);
    let asked = control::link(ui, words, rule.0, at, id);
    if asked { Some(Intent::OpenRule(rule)) } else { pressed.then_some(Intent::Evidence(ruleset)) }
}

impl VerdictAttack {
    /// Chance to hit, mean damage, and chance that the target is out, for columns with heads.
    fn figures(&self) -> [String; 3] {
        let Self { hits, mean, out, .. } = self;
        [hits.percent().to_string(), number::tenths(*mean), out.percent().to_string()]
    }
}

/// The row in words, for screen readers.
fn named(response: &Response, verdict: &VerdictModel, chosen: bool) {
    let second = verdict.second();
    let told = match &verdict.attack {
        Ok(VerdictAttack { hits, mean, out, .. }) => {
            let (hits, mean, out) = (number::percent(*hits), number::tenths(*mean), number::percent(*out));
            format!("{second}; hits {hits}, mean damage {mean}, out {out}")
        }
        Err(why) if verdict.reaches => format!("{why}; {second}"),
        Err(why) => why.clone(),
    };
    let told = match verdict.refuses {
        Some(refuses) => format!("{told} by {refuses}"),
        None => told,
    };
    let VerdictModel { ruleset, distance, cover, rule, .. } = verdict;
    let spoken = format!("{ruleset}: {distance}, {cover} by {rule}; {told}");
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
}

/// Where the columns of the wide table begin and end, as fractions of the width: ruleset, distance, line, cover, rule,
/// attack, the bar of hits with its number, mean, out.
const WIDE: [(f32, f32); 9] = [
    (0.0, 0.062),
    (0.067, 0.135),
    (0.14, 0.212),
    (0.217, 0.43),
    (0.435, 0.512),
    (0.517, 0.79),
    (0.80, 0.905),
    (0.91, 0.955),
    (0.96, 1.0),
];

/// How much higher a row of the wide table is than its words, in points.
const WIDE_GAP: f32 = 7.0;

/// The height of the wide table.
pub const fn wide_height(sizes: &Sizes) -> f32 {
    (sizes.second + WIDE_GAP) * 7.0
}

/// Shows the wide table, one row for each ruleset, in all the free room. Pressing a row shows that ruleset.
pub fn wide(ui: &mut Ui, heading: &str, verdicts: &[VerdictModel], now: RulesetId) -> Option<Intent> {
    const HEADS: [&str; 9] =
        ["Ruleset", "Distance", "Line", "Cover", "Rule", "Attack, and what it needs", "Hits, %", "Mean", "Out, %"];
    let sizes = Sizes::of(ui.ctx());
    let high = sizes.second + WIDE_GAP;
    ui.spacing_mut().item_spacing.y = 0.0;
    let line = |ui: &mut Ui| ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover()).0;
    let at = line(ui).shrink2(vec2(8.0, 0.0));
    phrase::paint(ui, Phrase::words(heading, sizes.second).second().elided(ui, at.width()), Align2::LEFT_CENTER, at);
    if verdicts.is_empty() {
        return None;
    }
    let at = line(ui);
    for (place, head) in HEADS.into_iter().enumerate() {
        let galley = Phrase::words(head, sizes.second - 1.0).second().line(ui);
        let align = if place < 6 { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
        phrase::paint(ui, galley, align, wide_column(at, place));
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    let mut intent = None;
    for verdict in verdicts {
        intent = wide_row(ui, verdict, high, verdict.ruleset == now).or(intent);
    }
    intent
}

fn wide_column(room: Rect, place: usize) -> Rect {
    let (from, to) = WIDE[place];
    let inner = room.shrink2(vec2(8.0, 0.0));
    let at = |share: f32| inner.left() + share * inner.width();
    Rect::from_min_max(pos2(at(from), room.top()), pos2(at(to), room.bottom()))
}

fn wide_row(ui: &mut Ui, verdict: &VerdictModel, high: f32, chosen: bool) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::click());
    if chosen || response.hovered() || response.has_focus() {
        control::ground(ui, &response, theme::BAR_RADIUS, chosen);
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    let VerdictModel { distance, line, class, rule, .. } = verdict;
    let second = match &verdict.attack {
        Ok(_) => verdict.second(),
        Err(why) if verdict.reaches => format!("{why}: {}", uncapital(&verdict.second())),
        Err(why) => why.clone(),
    };
    let size = sizes.second;
    let mut is_cut = false;
    for (place, words) in [verdict.ruleset.name(), distance, line, class].into_iter().enumerate() {
        let column = wide_column(at, place);
        let galley = Phrase::words(words, size).elided(ui, column.width());
        is_cut |= galley.elided;
        phrase::paint(ui, galley, Align2::LEFT_CENTER, column);
    }
    let id = wide_column(at, 4);
    let id_at = Align2::LEFT_CENTER
        .align_size_within_rect(vec2(Phrase::figures(rule.0, sizes.rule).line(ui).size().x, high - 4.0), id);
    let column = wide_column(at, 5);
    let attack = Phrase::words(&second, size - 0.5).elided(ui, column.width());
    is_cut |= attack.elided;
    phrase::paint(ui, attack, Align2::LEFT_CENTER, column);
    if let Ok(attack) = &verdict.attack {
        let column = wide_column(at, 6);
        let number = |ui: &Ui, place: usize, words: &str| {
            let galley = Phrase::figures(words, size).colour(theme::STRONG).line(ui);
            phrase::paint(ui, galley, Align2::RIGHT_CENTER, wide_column(at, place))
        };
        let figures = attack.figures();
        for (place, words) in (6..).zip(&figures) {
            number(ui, place, words);
        }
        let whole = Rect::from_center_size(column.center(), vec2(column.width(), size * 0.7));
        let whole = whole.with_max_x(column.right() - size * 2.2);
        let share = attack.hits.to_f64() as f32;
        ui.painter().rect_filled(whole, theme::BAR_RADIUS, theme::TABLE);
        ui.painter().rect_filled(
            whole.with_max_x(whole.left() + whole.width() * share),
            theme::BAR_RADIUS,
            bars::grade_colour(1),
        );
    }
    named(&response, verdict, chosen);
    let (pressed, link) = (response.clicked(), response.id.with("rule"));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if is_cut {
        response.on_hover_text(format!("{class}. {second}"));
    }
    leads_to(ui, (verdict.ruleset, verdict.rule), (id_at, link), pressed)
}
