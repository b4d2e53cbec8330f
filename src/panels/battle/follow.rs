//! A turn decided elsewhere, by the computer or another player: who acts, what was chosen and why, the result, how
//! one's own side could answer, and controls to pause, to go on act by act, and to set the pace.

use bevy_egui::egui::{
    Align2, Frame, Id, Margin, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    WidgetType, pos2, scroll_area::ScrollBarVisibility, vec2,
};

use super::{
    aftermath::{self, AftermathModel},
    body,
    intent::Intent,
    list,
    model::{ActModel, BattleModel, BodyModel},
    weighed::{WeighedTerm, in_a_line, points},
};
use crate::board::art::token::TokenLook;
use crate::panels::{
    settings::{self, Speed},
    theme::{self, Sizes},
    widgets::{
        Button, Phrase, bars, control, cost, frame, offer::key_cap, phrase, picture, segments, segments::Segment,
    },
};

/// A turn that is followed.
#[derive(Clone, Debug)]
pub struct FollowModel {
    /// Whether it is an act of one's own turn that is played or read before others act; it is shown in the panel of
    /// that turn.
    pub is_own: bool,
    /// Who acts, if this side knows of them.
    pub actor: Option<BodyModel>,
    /// "Orange, computer, turn 2 of 8".
    pub about: String,
    /// The choices weighed, best first, or why they are not shown.
    pub chose: Result<Vec<ChoseModel>, &'static str>,
    /// Who chose, if it is not the one who acts.
    pub chooser: Option<String>,
    /// The results of the actor's earlier acts in this turn, one line each.
    pub earlier: Vec<String>,
    /// The result.
    pub aftermath: Option<AftermathModel>,
    /// The name of the watching side: "Blue".
    pub own: String,
    /// The watching side, if there is one.
    pub own_team: Option<crate::rules::Team>,
    /// How the watching side could answer.
    pub answers: Vec<AnsweredModel>,
    /// Whether it is paused.
    pub paused: bool,
    /// Whether the result of an act waits to be read.
    pub held: bool,
    /// The words on the button that goes on: "Go on, Ansa is next".
    pub next: String,
    /// Whether it goes on after a while without a press.
    pub goes_on: bool,
    /// How far the computer's thinking has got, from 0 to 1; `None` while it does not think.
    pub thinking: Option<f32>,
    /// The position in a recording, if one is being watched.
    pub watched: Option<WatchedModel>,
}

/// The position in a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedModel {
    /// Lines played.
    pub at: usize,
    /// Lines in all.
    pub of: usize,
    /// The line at which each round begins.
    pub rounds: Vec<usize>,
}

impl WatchedModel {
    /// The line at which the next round begins or, unless `later`, the previous one.
    pub fn round(&self, later: bool) -> usize {
        if later {
            self.rounds.iter().copied().find(|begins| *begins > self.at).unwrap_or(self.of)
        } else {
            // Just after the start of a round, the round before is meant.
            self.rounds.iter().copied().rev().find(|begins| begins + 1 < self.at).unwrap_or(0)
        }
    }
}

/// The most reasons told of the chosen option.
const TERMS: usize = 3;

/// A possible choice, with what the chooser thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoseModel {
    /// The choice as a sentence: "Walk to i5".
    pub words: String,
    /// The reasons, largest first.
    pub terms: Vec<WeighedTerm>,
    /// What it gains, in hundredths of a point.
    pub gain: i32,
    /// What it risks or costs, in hundredths of a point.
    pub risk: i32,
}

impl ChoseModel {
    /// Whether it was weighed at all.
    const fn is_weighed(&self) -> bool {
        !self.terms.is_empty() || self.gain != 0 || self.risk != 0
    }
}

/// How a fighter of one's own could answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredModel {
    /// The fighter's name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// "was asked, parried", "not asked: Reaction spent".
    pub words: String,
    /// Whether there was a question.
    pub asked: bool,
    /// What is left to answer with: "Reaction".
    pub left: String,
}

/// Shows the panel in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel, follow: &FollowModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - sizes.foot()), room.max);
    let lines = if waits(ui, follow) { 2.0 } else { 1.0 };
    let controls = lines * (sizes.row + 8.0);
    let middle = Rect::from_min_max(pos2(room.left(), foot.top() - controls - 6.0), pos2(room.right(), foot.top()));
    let upper = Rect::from_min_max(room.min, pos2(room.right(), middle.top() - 4.0));
    let mut intent = None;
    ui.scope_builder(UiBuilder::new().max_rect(upper).id_salt("followed"), |ui| {
        let area = ScrollArea::vertical().id_salt("follow").max_height(upper.height()).auto_shrink([false, false]);
        let area = area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
        // If not everything fits, terms and second-best choices are left out before a row is cut.
        let id = full_id(follow);
        let is_full = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
        let shown = area.show(ui, |ui| contents(ui, follow, (upper.bottom(), is_full)));
        if !is_full && shown.content_size.y > upper.height() + 1.0 {
            ui.data_mut(|data| data.insert_temp(id, true));
            ui.ctx().request_repaint();
        }
        frame::more_below(ui, upper, shown.content_size.y - upper.height() - shown.state.offset.y);
        intent = shown.inner;
    });
    ui.scope_builder(UiBuilder::new().max_rect(middle).id_salt("pace"), |ui| {
        intent = pace(ui, model, follow).or(intent.take());
    });
    if foot.height() < 1.0 { intent } else { go_on(ui, follow, foot).or(intent) }
}

/// The button that goes on; in a cramped window it is in the line below the board.
pub fn go_on(ui: &mut Ui, follow: &FollowModel, at: Rect) -> Option<Intent> {
    let words = match (follow.held, follow.paused) {
        (true, _) => follow.next.clone(),
        (false, true) => "Go on".into(),
        (false, false) if follow.thinking.is_some() => "Play now".into(),
        (false, false) => "Show the result".into(),
    };
    let keeps = if follow.held && follow.goes_on && !follow.paused { "goes on by itself" } else { "" };
    let act = ActModel { words, ready: true, keeps: keeps.into(), ..ActModel::default() };
    list::act(ui, &act, at).then(|| enter(follow))
}

/// What Enter and the button do: leave an act that has been read, resume a paused play, or show the result at once.
pub const fn enter(follow: &FollowModel) -> Intent {
    match (follow.held, follow.paused) {
        (true, _) => Intent::GoOn,
        (false, true) => Intent::Pause,
        (false, false) => Intent::PlayNow,
    }
}

/// The id under which it is remembered that not everything fitted.
fn full_id(model: &FollowModel) -> Id {
    let length =
        |option: &ChoseModel| option.words.len() + option.terms.iter().map(|(words, _)| words.len()).sum::<usize>();
    let chose: Vec<usize> = model.chose.iter().flatten().map(length).collect();
    let answers: Vec<usize> = model.answers.iter().map(|answer| answer.words.len()).collect();
    let told = model
        .aftermath
        .as_ref()
        .map(|told| (told.unfolded, told.tellings.iter().map(|told| told.rows.len()).sum::<usize>()));
    Id::new(("follow is full", chose, answers, told, model.earlier.len()))
}

fn contents(ui: &mut Ui, model: &FollowModel, (bottom, is_full): (f32, bool)) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = if sizes.roomy { 8.0 } else { 5.0 };
    let mut intent = head(ui, model);
    if let Some(share) = model.thinking {
        ui.horizontal(|ui| {
            Phrase::words("Thinking", sizes.second).second().show(ui);
            bars::progress(ui, Some(share), "The computer is thinking");
        });
    }
    // If there is little room, the result comes first.
    if sizes.cramped {
        intent = came(ui, model, (bottom, is_full)).or(intent);
    }
    match &model.chose {
        Ok(all) if all.is_empty() => {}
        Ok(all) => {
            // A computer that only does the nearest thing weighs nothing.
            let weighs = all.iter().any(ChoseModel::is_weighed);
            let chose_what = model.chooser.as_ref().map_or("It chose".into(), |name| format!("{name} chose"));
            heading(ui, &chose_what, if weighs { "gain, risk and their sum, in its own points" } else { "" });
            let most = all.iter().map(|option| option.gain.max(1)).max().unwrap_or(1);
            // In a small window at most one alternative is shown beside the result, and none where a row would be cut.
            let most_shown = match (sizes.roomy, is_full) {
                (true, false) => all.len(),
                (false, true) => 1,
                _ => 2,
            };
            let shown = if model.aftermath.is_none() { all.len() } else { all.len().min(most_shown) };
            for (index, option) in all[..shown].iter().enumerate() {
                chose(ui, option, index == 0, most);
            }
        }
        Err(why) => {
            Phrase::words(*why, sizes.second).second().show(ui);
        }
    }
    if !sizes.cramped {
        intent = came(ui, model, (bottom, is_full)).or(intent);
    }
    if !model.answers.is_empty() {
        let top = ui.cursor().top();
        heading(ui, &format!("What {} could answer", model.own), "left afterwards");
        for answer in &model.answers {
            answered(ui, answer);
        }
        frame::keep_height(ui, answers_id(model), ui.cursor().top() - top);
    }
    intent
}

/// The id under which the height of one's own side's answers is kept.
fn answers_id(model: &FollowModel) -> Id {
    let words: Vec<usize> = model.answers.iter().map(|answer| answer.words.len()).collect();
    Id::new(("height of answers", words))
}

/// The result, with as many rows as fit beside one's own side's answers.
fn came(ui: &mut Ui, model: &FollowModel, (bottom, is_full): (f32, bool)) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    if let Some(aftermath) = &model.aftermath {
        // Events that happened to others afterwards are not results of it.
        let is_by = |who: crate::rules::CombatantId| aftermath.tellings.iter().any(|telling| telling.by == who);
        let is_its_own = model.actor.as_ref().is_none_or(|actor| is_by(actor.who) || model.chose.is_err());
        let own = aftermath.tellings.iter().any(|telling| !telling.marks.is_empty());
        for earlier in &model.earlier {
            Phrase::words(format!("Earlier: {earlier}"), sizes.second).second().show(ui);
        }
        heading(ui, if is_its_own || own { "What came of it" } else { "What happened next" }, "");
        // If not everything fits, losses come before terms, and the answers need the room of one term.
        let short = is_full || !sizes.roomy && !model.answers.is_empty();
        let guess = (sizes.row.max(30.0) + 12.0) * (model.answers.len() + 1) as f32;
        let answers = match model.answers.len() {
            0 => 0.0,
            _ => ui.data(|data| data.get_temp::<f32>(answers_id(model))).unwrap_or(guess),
        };
        let aftermath = AftermathModel { short, ..aftermath.clone() };
        intent = aftermath::show_above(ui, &aftermath, bottom - answers);
    }
    intent
}

/// Who acts, with what is left to spend.
fn head(ui: &mut Ui, model: &FollowModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let frame = Frame::new()
        .fill(theme::CARD)
        .stroke(theme::EDGE)
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(10, 5));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        Phrase::words(&model.about, sizes.second).second().show(ui);
        let rule = match &model.actor {
            Some(actor) => body::actor(ui, actor),
            None => {
                // In a recording nobody is hidden.
                let nobody = if model.watched.is_some() { "Nobody acts" } else { "Somebody unseen is acting" };
                Phrase::words(nobody, sizes.offer).strong().show(ui);
                None
            }
        };
        let sought = model.watched.as_ref().and_then(|watched| scrub(ui, watched));
        rule.map(Intent::OpenRule).or(sought.map(Intent::Seek))
    });
    shown.inner
}

/// The position in the recording, with a mark for each round. Returns the line sought by a press or drag.
fn scrub(ui: &mut Ui, model: &WatchedModel) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.row.max(24.0));
    let response = ui.interact(at, Id::new("scrub"), Sense::click_and_drag());
    let bar = Rect::from_center_size(at.center(), vec2(at.width(), 8.0));
    let place = |line: usize| bar.left() + bar.width() * line as f32 / model.of.max(1) as f32;
    ui.painter().rect_filled(bar, theme::BAR_RADIUS, theme::TABLE);
    let played = Rect::from_min_max(bar.min, pos2(place(model.at), bar.bottom()));
    ui.painter().rect_filled(played, theme::BAR_RADIUS, theme::GOLD);
    for begins in &model.rounds {
        ui.painter().vline(place(*begins), bar.y_range().expand(3.0), Stroke::new(1.0, theme::SECOND));
    }
    ui.painter().circle(pos2(place(model.at), bar.center().y), 7.0, theme::CREAM, Stroke::new(2.0, theme::TABLE));
    control::focus_ring(ui, at, &response);
    let round = model.rounds.iter().filter(|begins| **begins <= model.at).count();
    let words = format!("Recording, line {} of {}, round {round}", model.at, model.of);
    phrase::name(&response, &words);
    let to = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on() || response.clicked())?;
    let share = ((to.x - bar.left()) / bar.width()).clamp(0.0, 1.0);
    let line = (share * model.of as f32).round() as usize;
    (line != model.at).then_some(line)
}

fn heading(ui: &mut Ui, name: &str, right: &str) {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.second + 4.0);
    phrase::paint(ui, Phrase::words(name, sizes.second).second().line(ui), Align2::LEFT_CENTER, at);
    phrase::paint(ui, Phrase::words(right, sizes.second).second().line(ui), Align2::RIGHT_CENTER, at);
    let response = ui.interact(at, Id::new(("follow heading", name)), Sense::hover());
    phrase::name(&response, name);
}

/// One option: its sentence, a bar, gain, risk and their sum; for the chosen one also the reasons.
fn chose(ui: &mut Ui, model: &ChoseModel, chosen: bool, most: i32) {
    let sizes = Sizes::of(ui.ctx());
    let line = sizes.body + 8.0;
    let room = ui.available_width() - 20.0;
    let terms = in_a_line(&model.terms, TERMS);
    let why = chosen.then(|| Phrase::words(&terms, sizes.second).lay(ui, room));
    let why_height = why.as_ref().map_or(0.0, |why| why.size().y);
    // Columns wide enough for "1234.5".
    let column = Phrase::figures("\u{2212}0000.0", sizes.body).line(ui).size().x;
    let bar = if sizes.roomy { 56.0 } else { 40.0 };
    let beside = if model.is_weighed() { 3.0 * column + bar + 8.0 } else { 0.0 };
    let words = Phrase::words(&model.words, sizes.body);
    let is_strong = chosen || !model.is_weighed();
    let words = if is_strong { words.strong() } else { words }.lay(ui, room - beside);
    let line = line.max(words.size().y + 6.0);
    let at = cost::line(ui, line + why_height + if chosen { 8.0 } else { 2.0 });
    let (fill, edge) = if chosen { (theme::CHOSEN, theme::CHOSEN_EDGE) } else { (theme::CARD, theme::EDGE) };
    ui.painter().rect(at, theme::CARD_RADIUS, fill, edge, StrokeKind::Inside);
    let inner = Rect::from_min_size(at.min + vec2(10.0, 2.0), vec2(at.width() - 20.0, line));
    phrase::paint(ui, words, Align2::LEFT_CENTER, inner);
    if !model.is_weighed() {
        let response = ui.interact(at, Id::new(("chose", &model.words, model.gain)), Sense::hover());
        return phrase::name(&response, &model.words);
    }
    let worth = Phrase::figures(points(model.gain + model.risk), sizes.body).strong().line(ui);
    phrase::paint(ui, worth, Align2::RIGHT_CENTER, inner);
    let risks = Rect::from_min_max(inner.min, pos2(inner.right() - column, inner.bottom()));
    let risk = Phrase::figures(points(model.risk), sizes.second).second().line(ui);
    phrase::paint(ui, risk, Align2::RIGHT_CENTER, risks);
    let gains = Rect::from_min_max(inner.min, pos2(risks.right() - column, inner.bottom()));
    let gain = Phrase::figures(points(model.gain), sizes.second).second().line(ui);
    phrase::paint(ui, gain, Align2::RIGHT_CENTER, gains);
    let room = Rect::from_min_size(pos2(gains.right() - column - bar, inner.center().y - 3.5), vec2(bar, 7.0));
    let share = (model.gain as f32 / most.max(1) as f32).clamp(0.0, 1.0);
    ui.painter().rect_filled(room, theme::BAR_RADIUS, theme::TABLE);
    let filled = Rect::from_min_size(room.min, vec2(room.width() * share, room.height()));
    ui.painter().rect_filled(filled, theme::BAR_RADIUS, theme::GOLD);
    if let Some(why) = why {
        let below = Rect::from_min_max(pos2(inner.left(), inner.bottom()), pos2(inner.right(), at.bottom()));
        phrase::paint(ui, why, Align2::LEFT_TOP, below);
    }
    let response = ui.interact(at, Id::new(("chose", &model.words, model.gain)), Sense::hover());
    let [gain, risk, worth] = [model.gain, model.risk, model.gain + model.risk].map(points);
    let spoken = format!("{}, gain {gain}, risk {risk}, in all {worth}. {terms}", model.words);
    phrase::name(&response, &spoken);
}

fn answered(ui: &mut Ui, model: &AnsweredModel) {
    let sizes = Sizes::of(ui.ctx());
    let is_one_line = !sizes.roomy;
    let least = if is_one_line { sizes.row.max(24.0) } else { sizes.row.max(30.0) + 8.0 };
    let left = Phrase::words(&model.left, sizes.second).colour(theme::MAY).line(ui);
    let name = Phrase::words(&model.name, sizes.body).line(ui);
    // The answer takes as many lines as it needs.
    let beside = if is_one_line { name.size().x + 8.0 } else { 0.0 };
    let token_room = least - if is_one_line { 4.0 } else { 10.0 } + 12.0;
    let room = ui.available_width() - token_room - beside - left.size().x - 18.0;
    let words = Phrase::words(&model.words, sizes.second).second().lay(ui, room.max(60.0));
    let above = if is_one_line { 0.0 } else { name.size().y };
    let at = cost::line(ui, least.max(above + words.size().y + 8.0));
    if model.asked {
        ui.painter().rect(at, theme::CARD_RADIUS, theme::CARD, theme::EDGE, StrokeKind::Inside);
    } else {
        control::dashed(ui, at);
    }
    let margin = if is_one_line { 4.0 } else { 10.0 };
    let top = Rect::from_min_size(at.min, vec2(at.width(), least));
    let token = picture::square_at_left(top, least - margin).translate(vec2(4.0, 0.0));
    picture::token(ui, &model.look, token);
    let text = Rect::from_min_max(pos2(token.right() + 8.0, at.top()), pos2(at.right() - 10.0, at.bottom()));
    let first = Rect::from_min_max(text.min, pos2(text.right(), top.bottom()));
    phrase::paint(ui, left, Align2::RIGHT_CENTER, first);
    if is_one_line {
        phrase::paint(ui, name, Align2::LEFT_CENTER, first);
        let place = Rect::from_min_max(pos2(text.left() + beside, at.top()), at.max);
        phrase::paint(ui, words, Align2::LEFT_CENTER, place);
    } else {
        let block = Rect::from_center_size(text.center(), vec2(text.width(), above + words.size().y));
        phrase::paint(ui, name, Align2::LEFT_TOP, block);
        phrase::paint(ui, words, Align2::LEFT_BOTTOM, block);
    }
    let response = ui.interact(at, Id::new(("answered", &model.name)), Sense::hover());
    phrase::name(&response, &format!("{} {}, left: {}", model.name, model.words, model.left));
}

/// Pause, step, speed, and whether to wait after each enemy turn.
fn pace(ui: &mut Ui, model: &BattleModel, follow: &FollowModel) -> Option<Intent> {
    let mut intent = None;
    let gap = if Sizes::of(ui.ctx()).cramped { 3.0 } else { 6.0 };
    ui.spacing_mut().item_spacing = Vec2::splat(gap);
    ui.horizontal(|ui| {
        if Button::new(if follow.paused { "Play" } else { "Pause" }).key("P").show(ui) {
            intent = Some(Intent::Pause);
        }
        if Button::new("Step").key(".").show(ui) {
            intent = Some(Intent::StepOn);
        }
        let all = [Speed::Once, Speed::Twice, Speed::Fourfold, Speed::Off];
        let values: Vec<Segment> = all.iter().map(|speed| Segment::open(speed.label())).collect();
        let now = all.iter().position(|speed| *speed == model.settings.speed).unwrap_or(0);
        if let Some(index) = segments::segments(ui, "Speed", &values, now) {
            intent = Some(Intent::Set(settings::Intent::Speed(all[index])));
        }
    });
    let on = model.settings.waits;
    if waits(ui, follow) && tick(ui, "Wait for me after each enemy turn", "K", on) {
        intent = Some(Intent::Set(settings::Intent::Waits(!on)));
    }
    intent
}

/// Whether the box for waiting is shown; if there is little room, only its key works.
fn waits(ui: &Ui, follow: &FollowModel) -> bool {
    follow.watched.is_none() && !Sizes::of(ui.ctx()).cramped
}

/// A box that is ticked or not, with its key.
fn tick(ui: &mut Ui, words: &str, key: &str, on: bool) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, sizes.row);
    let response = ui.interact(at, Id::new(words), Sense::click());
    let mark = Rect::from_center_size(pos2(at.left() + 9.0, at.center().y), Vec2::splat(16.0));
    ui.painter().rect(mark, theme::BAR_RADIUS, theme::CARD, Stroke::new(1.6, theme::MAY), StrokeKind::Inside);
    if on {
        let points = [vec2(-4.0, 0.0), vec2(-1.0, 3.5), vec2(4.5, -4.0)].map(|offset| mark.center() + offset);
        ui.painter().line(points.into(), Stroke::new(2.0, theme::STRONG));
    }
    key_cap(ui, key, Rect::from_min_max(pos2(at.right() - 20.0, at.top()), at.max));
    let rest = Rect::from_min_max(pos2(mark.right() + 8.0, at.top()), at.max);
    phrase::paint(ui, Phrase::words(words, sizes.body).line(ui), Align2::LEFT_CENTER, rest);
    control::focus_ring(ui, at, &response);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, words));
    response.clicked()
}
