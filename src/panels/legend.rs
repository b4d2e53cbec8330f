//! The legend of the board: tokens, squares, and what stands or lies in them, drawn as on the board.

use bevy_egui::egui::{Align2, Color32, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::{
    theme::Sizes,
    widgets::{Phrase, phrase, picture, section},
};
use crate::{
    board::art::{
        glyphs::Glyph,
        icons::Icon,
        palette::{CREAM, HATCH, INK, Rgb, STREET, TEAL, TEAL_BASE, TEAL_FULL, WARN},
        terrain,
        token::{Mark, Posture, TokenLook},
    },
    geometry::{Edge, EdgeSide, Square},
    rules::{
        Battlefield, CombatantId, Explosive, ExplosiveKind, Feature, Footing, HarmDice, Team, Veil, capital, uncapital,
    },
};

/// The colour of a shield.
const CREAM_INK: Color32 = Color32::from_rgb(CREAM.r, CREAM.g, CREAM.b);

/// Height of a sign, in points.
const SIGN: f32 = 30.0;

/// The parts of the legend that depend on the rules and the moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendModel {
    /// The rules: "Vigor".
    pub rules: String,
    /// Every feature of squares and edges, and how to get past it.
    pub features: Vec<(Feature, String)>,
    /// Every footing except ordinary ground, and how to get over it.
    pub footings: Vec<(Footing, String)>,
    /// Tokens that show a sign now, each with its meaning: "Bero: Hurried".
    pub signs: Vec<(TokenLook, String)>,
}

/// The marks a square can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Within the base movement rate.
    Base,
    /// In reach by running.
    Full,
    /// An enemy threatens it.
    Threat,
    /// On the way walked this turn.
    Trail,
    /// A step from it gives an enemy an attack.
    Provoked,
}

impl Tint {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Base, Self::Full, Self::Threat, Self::Trail, Self::Provoked];

    /// Its look, and its meaning.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Base => ("Solid outline", "within the base rate"),
            Self::Full => ("Dashed outline", "in reach by running or a further movement"),
            Self::Threat => ("Hatched", "an enemy threatens it"),
            Self::Trail => ("Line", "the way walked this turn"),
            Self::Provoked => ("Triangle", "a step that gives an enemy an attack"),
        }
    }
}

/// The shields beside a target, by class of cover, with their meanings.
pub const SHIELDS: [(Icon, &str); 4] = [
    (Icon::CoverNone, "No cover"),
    (Icon::CoverLeast, "Slightly covered"),
    (Icon::CoverHalf, "Half covered"),
    (Icon::CoverTotal, "Fully covered"),
];

/// Shows the whole legend in two columns.
pub fn show(ui: &mut Ui, model: &LegendModel) {
    ui.columns(2, |columns| {
        columns.iter_mut().for_each(|ui| ui.spacing_mut().item_spacing.y = 1.0);
        let [left, right] = columns else { return };
        section(left, "Fighters");
        for (look, words) in looks() {
            row(left, &words, |ui, at| picture::token(ui, &look, at));
        }
        row(left, "Several in one square: Tab or the wheel takes the next", several);
        for (look, words) in &model.signs {
            row(left, &format!("Now {words}"), |ui, at| picture::token(ui, look, at));
        }
        section(left, "Squares");
        for tint in Tint::ALL {
            let (sign, meaning) = tint.words();
            let key = if tint == Tint::Threat { " (Alt)" } else { "" };
            row(left, &format!("{sign}: {meaning}{key}"), |ui, at| tinted(ui, tint, at));
        }
        section(left, "Beside a target");
        for (icon, words) in SHIELDS {
            row(left, words, |ui, at| picture::icon(ui, icon, CREAM_INK, at.shrink(4.0)));
        }
        section(right, &format!("What stands there, under {}", model.rules));
        for (feature, passage) in &model.features {
            let words = format!("{}: {passage}", capital(feature.name()));
            row(right, &words, |ui, at| ground(ui, feature.name(), at, || with_feature(*feature)));
        }
        section(right, "What lies there");
        for (footing, passage) in &model.footings {
            let words = format!("{}: {passage}", footing_words(*footing));
            row(right, &words, |ui, at| ground(ui, footing_words(*footing), at, || with_footing(*footing)));
        }
        row(right, "Fire", |ui, at| ground(ui, "fire", at, with_fire));
        let charges =
            [(false, "Charge: explodes once it is lit"), (true, "A fuse burns: the dashed outline is its reach")];
        for (is_lit, words) in charges {
            row(right, words, |ui, at| ground(ui, words, at, || with_charge(is_lit)));
        }
        let veils = Veil::ALL.map(Veil::name).join(", ");
        Phrase::words(format!("A square's card names what veils it: {veils}."), Sizes::of(right.ctx()).second)
            .second()
            .show(right);
    });
}

/// Sample tokens, each with the meaning of what is special about it.
fn looks() -> Vec<(TokenLook, String)> {
    let plain = TokenLook::new(0, Glyph::Sword, 'B');
    let sides = (0..Team::MOST as u8).map(|side| (TokenLook { side, ..plain }, side_words(side)));
    let hand = TokenLook { letter: 'K', glyph: Glyph::Bow, ..plain };
    let others = [
        TokenLook { health: (2, 5), ..plain },
        TokenLook { wounds: 2, ..plain },
        TokenLook { posture: Posture::Crouching, ..plain },
        TokenLook { posture: Posture::Prone, ..plain },
        TokenLook { mark: Some(Mark::Lettered('S')), ..plain },
        TokenLook { mark: Some(Mark::Grabbed), ..plain },
        TokenLook { mark: Some(Mark::Stunned), ..plain },
        TokenLook { mark: Some(Mark::Dying), ..plain },
        TokenLook { mark: Some(Mark::Stable), ..plain },
        TokenLook { hidden: true, ..plain },
        TokenLook { out: true, ..plain },
    ];
    let others = others.into_iter().flat_map(|look| worn(&look).into_iter().map(move |words| (look, words.to_owned())));
    let hand = (hand, "What is in hand; the letter is the fighter's own".to_owned());
    sides.chain(std::iter::once(hand)).chain(others).collect()
}

/// Two fighters lying in one square, as on the board.
fn several(ui: &Ui, at: Rect) {
    let plain = TokenLook::new(0, Glyph::Sword, 'B');
    let lies = TokenLook { out: true, posture: Posture::Prone, ..plain };
    let side = at.width() * 0.72;
    for (letter, aside) in [('B', vec2(-0.14, -0.32)), ('C', vec2(0.14, 0.14))] {
        let place = Rect::from_center_size(at.center() + aside * at.width(), Vec2::splat(side));
        picture::token(ui, &TokenLook { letter, ..lies }, place);
    }
}

fn side_words(side: u8) -> String {
    format!("{}, by colour and shape", Team(side))
}

/// The meanings of the signs a token shows.
fn worn(look: &TokenLook) -> Vec<&'static str> {
    let posture = match look.posture {
        Posture::Standing => None,
        Posture::Crouching => Some("Crouching"),
        Posture::Prone => Some("Prone"),
    };
    let mark = look.mark.map(|mark| match mark {
        Mark::Grabbed => "Held by somebody",
        Mark::Stunned => "Zigzag: stunned",
        Mark::Dying => "Drop: dying",
        Mark::Stable => "Plus: no longer dying",
        Mark::Lettered(_) => "First letter of the newest condition",
    });
    let all = [
        (look.health.0 < look.health.1).then_some("The dark part of the ring is lost health"),
        (look.wounds > 0).then_some("Diamonds are wounds"),
        posture,
        mark,
        look.hidden.then_some("Hidden from known enemies"),
        look.out.then_some("Out of the fight"),
    ];
    all.into_iter().flatten().collect()
}

/// All signs of a token in one sentence, for its card.
pub fn of_token(look: &TokenLook) -> String {
    let worn = worn(look).into_iter().map(uncapital);
    std::iter::once(side_words(look.side)).chain(worn).collect::<Vec<_>>().join("; ")
}

/// A sign and its words.
fn row(ui: &mut Ui, words: &str, sign: impl FnOnce(&Ui, Rect)) {
    let sizes = Sizes::of(ui.ctx());
    // Long words wrap.
    let told = Phrase::words(words, sizes.second).lay(ui, ui.available_width() - SIGN - 12.0);
    let height = (SIGN + 2.0).max(told.size().y + 2.0);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let place = Rect::from_center_size(at.center(), vec2(at.width(), SIGN + 2.0));
    sign(ui, picture::square_at_left(place, SIGN));
    let rest = Rect::from_min_max(pos2(at.left() + SIGN + 12.0, at.top()), at.max);
    phrase::paint(ui, told, Align2::LEFT_CENTER, rest);
    phrase::name(&response, words);
}

fn colour(of: Rgb) -> Color32 {
    Color32::from_rgb(of.r, of.g, of.b)
}

/// A square of street, marked as on the board.
fn tinted(ui: &Ui, tint: Tint, at: Rect) {
    let painter = ui.painter().with_clip_rect(at);
    painter.rect_filled(at, 0.0, colour(STREET));
    let line = |colour: Color32, width: f32| Stroke::new(width, colour);
    let edge = at.shrink(2.0);
    match tint {
        Tint::Base => {
            painter.rect_filled(at, 0.0, colour(TEAL).gamma_multiply(0.36));
            painter.rect_stroke(edge, 0.0, line(colour(TEAL_BASE), 2.0), StrokeKind::Inside);
        }
        Tint::Full => {
            painter.rect_filled(at, 0.0, colour(TEAL).gamma_multiply(0.09));
            let corners = [edge.left_top(), edge.right_top(), edge.right_bottom(), edge.left_bottom(), edge.left_top()];
            painter.extend(Shape::dashed_line(&corners, line(colour(TEAL_FULL), 2.0), 5.0, 4.0));
        }
        Tint::Threat => {
            for step in 0..8 {
                let x = at.left() + step as f32 * 9.0 - SIGN;
                painter.line_segment([pos2(x, at.bottom()), pos2(x + SIGN, at.top())], line(colour(HATCH), 1.6));
            }
        }
        Tint::Trail => {
            let points = vec![edge.left_bottom(), edge.center(), edge.right_center()];
            painter.add(Shape::line(points.clone(), line(colour(INK), 4.6)));
            painter.add(Shape::line(points, line(colour(CREAM), 2.0)));
        }
        Tint::Provoked => {
            let middle = at.center();
            let points = vec![middle + vec2(0.0, -9.0), middle + vec2(9.0, 7.0), middle + vec2(-9.0, 7.0)];
            painter.add(Shape::convex_polygon(points, colour(WARN), line(colour(INK), 1.6)));
        }
    }
}

/// A square of the board, baked like the board, cached under its own name.
fn ground(ui: &Ui, name: &str, at: Rect, field: impl FnOnce() -> Battlefield) {
    let size = (at.height() * ui.pixels_per_point()).round().clamp(24.0, 96.0) as u32;
    let texture = picture::texture(ui.ctx(), format!("legend {name} {size}"), || terrain::bake(&field(), size));
    // Of two squares, only the halves beside their common edge.
    let middle = if texture.size()[1] > texture.size()[0] { (0.25, 0.75) } else { (0.0, 1.0) };
    let all = Rect::from_min_max(pos2(0.0, middle.0), pos2(1.0, middle.1));
    ui.painter().image(texture.id(), Rect::from_center_size(at.center(), Vec2::splat(SIGN)), all, Color32::WHITE);
}

/// A square with a feature in it, or two squares with the feature between them.
fn with_feature(feature: Feature) -> Battlefield {
    match feature {
        Feature::Pillar
        | Feature::Tree
        | Feature::Bush
        | Feature::Barricade
        | Feature::Table
        | Feature::Keg
        | Feature::Wall => {
            let mut field = Battlefield::new(1, 1);
            field.set_feature(Square::new(0, 0), Some(feature));
            field
        }
        _ => {
            let mut field = Battlefield::new(1, 2);
            field.set_edge(Edge { square: Square::new(0, 1), side: EdgeSide::North }, Some(feature));
            field
        }
    }
}

fn with_fire() -> Battlefield {
    let mut field = Battlefield::new(1, 1);
    field.set_fire(Square::new(0, 0), true);
    field
}

fn with_charge(is_lit: bool) -> Battlefield {
    let charge = Explosive::new(ExplosiveKind::Charge, HarmDice::BLAST, 2, 0);
    let mut field = Battlefield::new(1, 1);
    field.set_explosive(Square::new(0, 0), Some(if is_lit { charge.lit(CombatantId(0), 1, 0) } else { charge }));
    field
}

fn with_footing(footing: Footing) -> Battlefield {
    let mut field = Battlefield::new(1, 1);
    field.set_footing(Square::new(0, 0), footing);
    field
}

const fn footing_words(footing: Footing) -> &'static str {
    match footing {
        Footing::Firm => "Ordinary ground",
        Footing::Difficult => "Difficult ground",
        Footing::Water => "Water",
        Footing::ShallowTrench => "Shallow trench, hides the legs",
        Footing::DeepTrench => "Deep trench, hides standing fighters",
        Footing::Pit => "Pit",
        Footing::Void => "Void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sign_of_a_token_can_be_read_where_one_points_at_it() {
        for (look, words) in looks() {
            let told = of_token(&look).to_lowercase();
            // The card itself names what is in hand, and the fighter.
            let is_named = words.starts_with("What is in hand");
            assert!(is_named || told.contains(&words.to_lowercase()), "{words}: {told}");
        }
    }
}
