//! A question out of turn: who does what to whom and what has been rolled, the answers with their odds in rows, what is
//! kept for later, and the button that answers. List and rail are one panel here; the answers that let it pass come
//! last.

use bevy_egui::egui::{
    Align, Align2, Frame, Id, Layout, Margin, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, WidgetType, pos2, scroll_area::ScrollBarVisibility, style::ScrollAnimation, vec2,
};

use super::{
    advice, aftermath, answer, columns, forecast,
    intent::Intent,
    list,
    model::{BattleModel, BriefedModel, OfferModel, Prospect, QuestionModel, RowModel, Settles, TogetherModel},
    row, workbench,
};
use crate::board::art::icons::Icon;
use crate::dice::Fraction;
use crate::levels::sides;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, bars, control, cost, phrase, picture, segments, segments::Segment, side, terms},
};
use crate::rules::{Role, StageState, capital, uncapital};

/// Shows the question in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel, question: &QuestionModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - sizes.foot()), room.max);
    let upper = Rect::from_min_max(room.min, pos2(room.right(), foot.top() - 6.0));
    let builder = UiBuilder::new().max_rect(upper).id_salt("prompt");
    let mut intent = ui.scope_builder(builder, |ui| contents(ui, model, question, upper)).inner;
    intent = list::do_it(ui, model, foot).or(intent);
    intent
}

fn contents(ui: &mut Ui, model: &BattleModel, question: &QuestionModel, room: Rect) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.set_clip_rect(ui.clip_rect().intersect(room.expand(3.0)));
    ui.spacing_mut().item_spacing.y = 5.0;
    let mut intent = head(ui, question).then_some(Intent::OpenRule(question.question.rule));
    stages(ui, &question.briefed);
    heading(ui, model, &question.briefed);
    let advice = model.advice.as_ref().filter(|_| sizes.left == 0.0);
    let rest = room.bottom() - ui.cursor().top();
    // The answers that let it pass stay visible: if not everything fits, they are below the part that scrolls.
    let (known, pinned) = (Id::new(("answers height", question.number)), Id::new(("pass height", question.number)));
    let (needed, foot) = (height_of(ui, known), height_of(ui, pinned));
    // The terms of the advice are hidden before answers are cut.
    let is_tight = advice.is_some_and(|advice| needed > rest - advice::plan(ui, advice, rest * 0.5));
    let folded = advice.filter(|_| is_tight).map(|advice| advice::AdviceModel { folded: true, ..advice.clone() });
    let advice = folded.as_ref().or(advice);
    let advised = advice.map_or(0.0, |advice| advice::plan(ui, advice, rest * 0.5));
    let rest = rest - advised;
    // Once pinned they stay so until there is a little more room than needed; otherwise they would flicker.
    let is_pinned = needed > rest - if foot > 0.0 { 24.0 } else { 0.0 };
    let rest = if is_pinned { rest - foot } else { rest };
    let area = ScrollArea::vertical().id_salt(("answers", question.number)).max_height(rest).auto_shrink([false, true]);
    let area = area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
    let inner = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = if sizes.roomy { 8.0 } else { 5.0 };
        let terms = |ui: &mut Ui| {
            let (_, height) = forecast::plan(ui, model, f32::INFINITY);
            forecast::show(ui, model, forecast::Extent::Full, height.min(900.0))
        };
        // Terms that were asked for come first.
        let first = if model.pinned && model.forecast.is_some() { terms(ui) } else { None };
        // The result so far is read before the answers.
        let so_far = question.briefed.so_far.as_ref().and_then(|so_far| aftermath::show(ui, so_far));
        let in_view = (!model.pinned).then_some((question.number, rest));
        let mut intent = answers(ui, model, &question.briefed, (!is_pinned, in_view)).or(first).or(so_far);
        if let Some(words) = &question.briefed.at_best {
            Phrase::words(capital(words), sizes.second).second().show(ui);
        }
        legend(ui, model, &question.briefed);
        intent = together(ui, &question.briefed).or(intent);
        intent = kept(ui, model, &question.briefed).or(intent);
        intent = standing(ui, &question.briefed).or(intent);
        if !model.pinned && !model.offers.iter().any(|offer| !offer.prospects.is_empty()) {
            intent = terms(ui).or(intent);
        }
        intent
    });
    let begins = ui.cursor().top();
    if is_pinned {
        intent = passing(ui, model).or(intent.take());
    }
    let foot = if is_pinned { ui.cursor().top() - begins } else { 0.0 };
    let natural = inner.content_size.y + foot;
    if (natural - needed).abs() > 0.5 || is_pinned && (foot - height_of(ui, pinned)).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(known, natural));
        ui.data_mut(|data| data.insert_temp(pinned, foot));
        ui.ctx().request_repaint();
    }
    if let Some(advice) = advice {
        let place = Rect::from_min_max(pos2(room.left(), room.bottom() - advised), room.max);
        let builder = UiBuilder::new().max_rect(place).id_salt("advice");
        intent = ui.scope_builder(builder, |ui| advice::show(ui, advice, advised)).inner.or(intent);
    }
    inner.inner.or(intent.take())
}

/// Attacker, arrow, defender; who decides and when; the question; the rolls so far. Returns whether its rule was
/// pressed.
fn head(ui: &mut Ui, question: &QuestionModel) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let briefed = &question.briefed;
    let frame = Frame::new()
        .fill(theme::CARD)
        .stroke(Stroke::new(2.0, side::colour(question.team)))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(12, 8));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        let mut beside = false;
        ui.horizontal(|ui| {
            let token = sizes.token - 4.0;
            let mut paint = |look: &crate::board::art::token::TokenLook, name: &str| {
                let (at, response) = ui.allocate_exact_size(Vec2::splat(token), Sense::hover());
                picture::token(ui, look, at);
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, name));
            };
            match (&briefed.from, &briefed.to) {
                (Some((from, look)), to) => {
                    paint(look, from);
                    if let Some((name, look)) = to {
                        let (at, _) = ui.allocate_exact_size(vec2(24.0, token), Sense::hover());
                        picture::icon(ui, Icon::ArrowRight, theme::WARN, at.shrink2(vec2(2.0, (token - 20.0) / 2.0)));
                        let (at, response) = ui.allocate_exact_size(Vec2::splat(token), Sense::hover());
                        picture::token(ui, look, at);
                        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, name));
                    }
                }
                (None, Some((name, look))) => paint(look, name),
                (None, None) => {
                    let (at, _) = ui.allocate_exact_size(Vec2::splat(sizes.offer + 4.0), Sense::hover());
                    side::badge(ui, question.team, None, at.shrink(1.0));
                }
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let turn = if briefed.turn_of.is_empty() { String::new() } else { format!(", {}", briefed.turn_of) };
                Phrase::words(
                    format!("{} {}{turn}", question.side, sides::verb(&question.side, "decides", "decide")),
                    sizes.second,
                )
                .second()
                .show(ui);
                Phrase::words(&question.question.title, sizes.offer + 2.0).strong().show(ui);
            });
            // A single roll goes beside the title, so that a small window has room for the answers.
            if let [(words, value)] = &briefed.rolls[..] {
                let needed = Phrase::words(words, sizes.body).line(ui).size().x + value.len() as f32 * 12.0 + 24.0;
                // Even an empty layout beside a title that fills the line would make the panel wider.
                beside = needed < ui.available_width();
                if beside {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        Phrase::words(words, sizes.body).show(ui);
                        die(ui, value);
                    });
                }
            }
        });
        for (words, value) in briefed.rolls.iter().filter(|_| !beside) {
            ui.horizontal(|ui| {
                die(ui, value);
                Phrase::words(words, sizes.body).show(ui);
            });
        }
        ui.horizontal_wrapped(|ui| {
            let about = &question.question.about;
            if !about.is_empty() {
                Phrase::words(about, sizes.second).second().show(ui);
            }
            terms::rule_id(ui, question.question.rule)
        })
        .inner
    });
    shown.inner
}

/// A rolled value, on a plate.
fn die(ui: &mut Ui, value: &str) {
    let sizes = Sizes::of(ui.ctx());
    let galley = Phrase::figures(value, sizes.body).colour(theme::INK).line(ui);
    let (at, response) = ui.allocate_exact_size(galley.size() + vec2(10.0, 4.0), Sense::hover());
    ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::CREAM);
    phrase::paint(ui, galley, Align2::CENTER_CENTER, at);
    phrase::name(&response, value);
}

/// The stages of an answer given in several, side by side.
fn stages(ui: &mut Ui, briefed: &BriefedModel) {
    if briefed.stages.len() < 2 {
        return;
    }
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.row + 4.0);
    let width = at.width() / briefed.stages.len() as f32;
    for (index, (name, state)) in briefed.stages.iter().enumerate() {
        let left = at.left() + width * index as f32;
        let place = Rect::from_min_size(pos2(left, at.top()), vec2(width - 2.0, at.height()));
        let is_now = *state == StageState::Now;
        match state {
            StageState::Done | StageState::Declined => control::dashed(ui, place),
            StageState::Now => {
                ui.painter().rect(place, theme::FIELD_RADIUS, theme::CHOSEN, theme::CHOSEN_EDGE, StrokeKind::Inside);
            }
            StageState::Later => {
                ui.painter().rect(place, theme::FIELD_RADIUS, theme::CARD, theme::EDGE, StrokeKind::Inside);
            }
        }
        let word = match state {
            StageState::Done => ", done",
            StageState::Declined => ", declined",
            StageState::Now | StageState::Later => "",
        };
        // Not numbered: digits are the keys of the answers.
        let words = if index == 0 { format!("{name}{word}") } else { format!("then {}{word}", uncapital(name)) };
        let phrase = Phrase::words(&words, sizes.body);
        let phrase = if is_now { phrase.strong() } else { phrase.second() };
        phrase::paint(ui, phrase.elided(ui, width - 16.0), Align2::LEFT_CENTER, place.shrink2(vec2(8.0, 0.0)));
        let response = ui.interact(place, Id::new(("stage", index)), Sense::hover());
        phrase::name(&response, &words);
    }
}

fn heading(ui: &mut Ui, model: &BattleModel, briefed: &BriefedModel) {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 4.0);
    let name = model.actor.as_ref().map_or("", |actor| &actor.name);
    let opens = model.offers.iter().any(|offer| offer.is_open() && !is_settled(offer));
    let plain = format!("A click or digit answers for {name}");
    let words = format!("{plain}{}", if opens { "; amounts are set first" } else { "" });
    let has_bars = model.offers.iter().any(|offer| offer.prospects.iter().any(|prospect| !prospect.grades.is_empty()));
    let of = has_bars.then(|| Phrase::words(&briefed.of, sizes.second).second().line(ui));
    let room = at.width() - of.as_ref().map_or(0.0, |of| of.size().x + 12.0);
    // That amounts are set first is seen at the press; what the bars count is said nowhere else.
    let full = Phrase::words(&words, sizes.second).second().line(ui);
    let fits = full.size().x <= room;
    let said = match (fits, sizes.roomy) {
        (false, false) => Phrase::words(&plain, sizes.second).second().elided(ui, room),
        _ => full,
    };
    phrase::paint(ui, said, Align2::LEFT_CENTER, at);
    if let Some(of) = of {
        // A large window has a line for each.
        let below = if fits || !sizes.roomy { at } else { cost::line(ui, sizes.second + 4.0) };
        phrase::paint(ui, of, Align2::RIGHT_CENTER, below);
    }
    let response = ui.interact(at, Id::new("who answers"), Sense::hover());
    phrase::name(&response, &words);
}

/// A height measured in an earlier pass.
fn height_of(ui: &Ui, id: Id) -> f32 {
    ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0)
}

/// The answers that let it pass.
fn passing(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let passes = |index: &usize| model.offers[*index].is_open() && model.offers[*index].role == Role::Pass;
    let all: Vec<usize> = (0..model.offers.len()).filter(passes).collect();
    let pressed = all.into_iter().filter_map(|index| answer(ui, model, index, model.chosen == Some(index)));
    pressed.last()
}

/// The answers: useful ones in rows, useless ones in one line; those that let it pass are the last rows, if
/// `with_pass`. The chosen one is scrolled into view if `in_view` gives the question and its room.
fn answers(
    ui: &mut Ui,
    model: &BattleModel,
    briefed: &BriefedModel,
    (with_pass, in_view): (bool, Option<(u64, f32)>),
) -> Option<Intent> {
    let mut intent = None;
    let mut order = in_order(model);
    order.retain(|index| with_pass || model.offers[*index].role != Role::Pass);
    let passes = model.offers.iter().find(|offer| offer.is_open() && offer.role == Role::Pass);
    let idle = passes.and_then(|offer| offer.prospects.first());
    let (useless, useful): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|index| {
        let offer = &model.offers[*index];
        offer.role == Role::Protect && !helps(offer, idle) && model.chosen != Some(*index)
    });
    for index in useful {
        let chosen = model.chosen == Some(index);
        let top = ui.cursor().min;
        intent = answer(ui, model, index, chosen).or(intent.take());
        if let Some(columns) = briefed.columns.as_ref().filter(|columns| chosen && !columns.is_idle()) {
            intent = columns::show(ui, index, columns).or(intent.take());
        }
        if let Some(question) = in_view.filter(|_| chosen) {
            let at = Rect::from_min_max(top, pos2(ui.max_rect().right(), ui.cursor().top()));
            into_view(ui, (question, index), at);
        }
    }
    let refused = model.offers.iter().filter(|offer| !offer.is_open());
    let told: Vec<String> =
        refused.filter_map(|offer| Some(format!("{}: {}", offer.title, offer.refusal.as_ref()?.words))).collect();
    let idle = briefed.columns.iter().filter(|columns| columns.is_idle()).map(|columns| columns.label.clone());
    let none = useless.iter().map(|index| model.offers[*index].title.clone()).chain(idle).collect::<Vec<String>>();
    let sizes = Sizes::of(ui.ctx());
    for (words, list) in [("Would not help", none), ("Not now", told)] {
        if !list.is_empty() {
            Phrase::words(format!("{words}: {}", list.join(", ")), sizes.second).second().show(ui);
        }
    }
    intent
}

/// Scrolls the chosen answer into view when it or the room has changed; after that, scrolling is left to the person.
fn into_view(ui: &Ui, ((question, room), index): ((u64, f32), usize), at: Rect) {
    let now = (index, room.round() as i32, at.height().round() as i32);
    let id = Id::new(("answer in view", question));
    if ui.data(|data| data.get_temp::<(usize, i32, i32)>(id)) == Some(now) {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, now));
    // An answer taller than the room is shown from its top.
    let align = (at.height() > room).then_some(Align::Min);
    ui.scroll_to_rect_animation(at, align, ScrollAnimation::none());
    ui.request_repaint();
}

/// Whether an answer can help: it may succeed, or it loses less than letting it pass.
fn helps(offer: &OfferModel, idle: Option<&Prospect>) -> bool {
    let spares = |prospect: &Prospect| idle.is_some_and(|idle| prospect.mean < idle.mean);
    let all = &offer.prospects;
    all.is_empty() || all.iter().any(|prospect| prospect.chance > Fraction::ZERO || spares(prospect))
}

/// Whether one press gives the answer as it is in its row; for other answers the first press opens, the second gives
/// it.
pub fn is_settled(offer: &OfferModel) -> bool {
    !offer.opens || offer.rows.iter().all(|row| row.values.len() < 2)
}

/// The answers that can be given, from top to bottom.
pub fn in_order(model: &BattleModel) -> Vec<usize> {
    let mut order: Vec<usize> = (0..model.offers.len()).filter(|index| model.offers[*index].is_open()).collect();
    order.sort_by_key(|index| {
        let offer = &model.offers[*index];
        (offer.role == Role::Pass, offer.address.digit.is_none(), offer.address.digit)
    });
    order
}

/// One answer in a row.
fn answer(ui: &mut Ui, model: &BattleModel, index: usize, chosen: bool) -> Option<Intent> {
    let offer = &model.offers[index];
    let mut intent = None;
    let edge = if chosen { theme::CHOSEN_EDGE } else { theme::EDGE };
    let fill = if chosen { theme::CHOSEN } else { theme::CARD };
    let frame = Frame::new().corner_radius(theme::CARD_RADIUS).fill(fill).stroke(edge);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        let response = answer::show(ui, model, index, chosen);
        if response {
            intent = Some(if chosen || is_settled(offer) { Intent::Answer(index) } else { Intent::ChooseOffer(index) });
        }
        if chosen && offer.rows.iter().any(|row| row.values.len() > 1) {
            let inner = Frame::new().inner_margin(Margin { left: 10, right: 10, top: 0, bottom: 6 });
            let settled = inner.show(ui, |ui| settle(ui, model, index)).inner;
            intent = settled.or(intent.take());
        }
    });
    intent
}

/// The settings of an answer, part by part if it is made of parts; without the amount shown as columns below.
fn settle(ui: &mut Ui, model: &BattleModel, index: usize) -> Option<Intent> {
    let mut offer = model.offers[index].clone();
    let columns = model.question.as_ref().and_then(|question| question.briefed.columns.as_ref());
    if let Some(bench) = model.workbench.as_ref().filter(|bench| bench.offer == index) {
        return workbench::within(ui, bench, columns.is_some());
    }
    if let Some(columns) = columns {
        offer.rows.retain(|row| row.settles != Settles::Parameter(columns.key));
    }
    let mut intent = None;
    for target in offer.rows.iter().filter(|row| row.settles == Settles::Target && row.values.len() > 1) {
        if let Some(value) = row::values(ui, target) {
            intent = Some(super::keys::settle(index, Settles::Target, value));
        }
    }
    row::parameters(ui, index, &offer).or(intent)
}

/// The meaning of the colours, once for all bars.
fn legend(ui: &mut Ui, model: &BattleModel, briefed: &BriefedModel) {
    if model.offers.iter().any(|offer| offer.prospects.iter().any(|prospect| row::says_something(&prospect.grades))) {
        bars::legend(ui, &briefed.grades);
    }
}

/// Others of the side who are asked the same, one line each.
fn together(ui: &mut Ui, briefed: &BriefedModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    for asked in &briefed.together {
        ui.push_id(asked.who, |ui| {
            ui.horizontal_top(|ui| {
                let width = ui.available_width();
                let (at, response) = ui.allocate_exact_size(vec2(width * 0.34, sizes.row.max(24.0)), Sense::hover());
                let token = picture::square_at_left(at, at.height() - 2.0);
                picture::token(ui, &asked.look, token);
                let left = token.right() + 6.0;
                let name = Phrase::words(&asked.name, sizes.offer).elided(ui, at.right() - left);
                phrase::paint(ui, name, Align2::LEFT_CENTER, Rect::from_min_max(pos2(left, at.top()), at.max));
                phrase::name(&response, &asked.name);
                ui.vertical(|ui| intent = settle_asked(ui, asked).or(intent.take()));
            });
        });
    }
    intent
}

/// The answer of somebody else who is asked the same, and its settings.
fn settle_asked(ui: &mut Ui, asked: &TogetherModel) -> Option<Intent> {
    let mut intent = None;
    ui.add_space(2.0);
    if asked.answers.len() > 1 {
        let segments: Vec<Segment> = asked.answers.iter().map(|title| Segment::open(title.clone())).collect();
        let pressed = segments::segments(ui, &asked.name, &segments, asked.chosen);
        intent = pressed.map(|place| Intent::AnswerTogether { who: asked.who, place });
    }
    for parameter in &asked.rows {
        let Settles::Parameter(key) = parameter.settles else { continue };
        let named = RowModel { label: format!("{}, {}", asked.name, parameter.label), ..parameter.clone() };
        if let Some(value) = row::values(ui, &named) {
            intent = Some(Intent::SettleTogether { who: asked.who, key, value });
        }
    }
    intent
}

/// What is left after the chosen answer, and when it comes back.
fn kept(ui: &mut Ui, model: &BattleModel, briefed: &BriefedModel) -> Option<Intent> {
    if briefed.kept.is_empty() || model.chosen.is_none() {
        return None;
    }
    let sizes = Sizes::of(ui.ctx());
    let frame = Frame::new()
        .fill(theme::PANEL)
        .stroke(theme::EDGE)
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(10, 5));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        let left: Vec<&str> = briefed.kept.iter().map(|kept| kept.words.as_str()).collect();
        let line = Phrase::words(format!("Kept for later: {}", left.join(", ")), sizes.body).show(ui);
        if !sizes.roomy {
            // When it comes back is in the tooltip, so that the question fits without scrolling.
            let back: Vec<&str> = briefed.kept.iter().map(|kept| kept.back.as_str()).collect();
            line.on_hover_text(back.join("\n"));
            return None;
        }
        let mut told: Vec<&str> = Vec::new();
        let mut pressed = None;
        for kept in briefed.kept.iter().filter(|kept| !kept.back.is_empty()) {
            if told.contains(&kept.back.as_str()) {
                continue;
            }
            told.push(&kept.back);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                Phrase::words(&kept.back, sizes.second).second().show(ui);
                if terms::rule_id(ui, kept.rule) {
                    pressed = Some(kept.rule);
                }
            });
        }
        pressed
    });
    shown.inner.map(Intent::OpenRule)
}

/// The label above the choice of how long, and for whom, the answer stands.
const HOLDS: &str = "How long this answer holds, and for whom";

fn standing(ui: &mut Ui, briefed: &BriefedModel) -> Option<Intent> {
    if briefed.standing.is_empty() {
        return None;
    }
    let sizes = Sizes::of(ui.ctx());
    Phrase::words(HOLDS, sizes.second).second().show(ui);
    let segments: Vec<Segment> = briefed.standing.iter().map(|(_, words)| Segment::open(words.clone())).collect();
    let at = briefed.standing.iter().position(|(stand, _)| *stand == briefed.stands).unwrap_or(0);
    let pressed = segments::segments(ui, HOLDS, &segments, at)?;
    Some(Intent::Stand(briefed.standing[pressed].0))
}
