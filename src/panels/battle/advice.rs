//! "What would you do?": a card over the board with the computer's best choices for the open decision, each with the terms of
//! its score. One pointed at is drawn on the board; one pressed is carried out.

use bevy_egui::egui::{Align2, Context, Key, Modifiers, Rect, Sense, Ui};

use super::{intent::Intent, keys::DIGITS};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, float, phrase, plate},
};

/// The most terms that are told of a choice.
const TERMS: usize = 5;

/// The greatest width of the card, in points.
const WIDTH: f32 = 420.0;

/// What the computer would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AdviceModel {
    /// How far it has got, from 0 to 1, while it thinks.
    pub thinking: Option<f32>,
    /// Its best choices, the best first.
    pub advised: Vec<AdvisedModel>,
    /// Which of them is drawn on the board.
    pub marked: usize,
}

/// A choice of the computer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvisedModel {
    /// "Strike Nib with sword".
    pub words: String,
    /// Its score in hundredths of a point; nothing if it was compared with no other.
    pub score: Option<i32>,
    /// The terms of the score with hundredths of a point, the largest first.
    pub terms: Vec<(String, i32)>,
}

/// Hundredths of a point as points: "+12.4".
fn points(hundredths: i32) -> String {
    format!("{:+.1}", f64::from(hundredths) / 100.0).replace('-', "\u{2212}")
}

/// Shows the card at the upper left of the board.
pub fn show(ctx: &Context, model: &AdviceModel, board: Rect) -> Option<Intent> {
    let place = (Align2::LEFT_TOP, board.shrink(12.0), board);
    float(ctx, ("advice", true), place, plate(theme::MAY), |ui| {
        let sizes = Sizes::of(ui.ctx());
        ui.set_width((board.width() - 60.0).min(WIDTH));
        Phrase::words("What would you do?", sizes.offer).strong().show(ui);
        if model.advised.is_empty() {
            let words = model.thinking.map_or_else(String::new, |share| format!(", {:.0} %", share * 100.0));
            Phrase::words(format!("Thinking{words}"), sizes.second).second().show(ui);
        }
        let mut intent = None;
        for (place, advised) in model.advised.iter().enumerate() {
            intent = choice(ui, (place, advised), place == model.marked).or(intent);
        }
        intent
    })
}

/// One choice; pointing at it marks it, pressing carries it out.
fn choice(ui: &mut Ui, (place, advised): (usize, &AdvisedModel), is_marked: bool) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(6.0);
    let shown = ui.scope(|ui| {
        let score = advised.score.map_or_else(String::new, |score| format!("  {}", points(score)));
        let title = Phrase::words(format!("{}  {}{score}", place + 1, advised.words), sizes.offer);
        let title = if is_marked { title.strong().colour(theme::MAY) } else { title.strong() };
        title.show(ui);
        let terms = advised.terms.iter().take(TERMS).map(|(words, amount)| format!("{words} {}", points(*amount)));
        let terms = terms.collect::<Vec<_>>().join("; ");
        let terms = if terms.is_empty() { "Nothing else can be done".into() } else { terms };
        Phrase::words(&terms, sizes.second).second().show(ui);
    });
    let response = ui.interact(shown.response.rect, ui.id().with(("advised", place)), Sense::click());
    phrase::name(&response, &format!("{}: {}", place + 1, advised.words));
    if response.clicked() {
        return Some(Intent::TakeAdvice(place));
    }
    (response.hovered() && !is_marked).then_some(Intent::MarkAdvice(place))
}

/// What the keys mean while the card is shown: a digit marks a choice, pressed again or with Enter it is carried out.
pub(super) fn keys(ui: &Ui, model: &AdviceModel) -> Option<Intent> {
    let plain = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if plain(Key::Escape) {
        return Some(Intent::Advise);
    }
    let digits = DIGITS.into_iter().skip(1).take(model.advised.len()).enumerate();
    let pressed = digits.into_iter().find(|(_, key)| plain(*key)).map(|(place, _)| place);
    if let Some(place) = pressed {
        return Some(if place == model.marked { Intent::TakeAdvice(place) } else { Intent::MarkAdvice(place) });
    }
    (!model.advised.is_empty() && plain(Key::Enter)).then_some(Intent::TakeAdvice(model.marked))
}
