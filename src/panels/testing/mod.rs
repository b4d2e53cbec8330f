//! Helpers for tests of panels: the models behind the designed pictures, a harness, and checks of what was painted.

mod raster;

use std::{cell::RefCell, rc::Rc};

use bevy_egui::egui::{Color32, Galley, LayerId, Rect, Shape, Ui, UiBuilder, Vec2, epaint::ClippedShape, vec2};
use egui_kittest::Harness;

use super::battle::model::{
    ActModel, BattleModel, BodyModel, ChipModel, ForecastModel, ListModel, OfferModel, Prospect, RiskModel, RowModel,
    Settles, SquareModel, TopModel,
};
use super::widgets::card::ChipState;
use super::widgets::log_line::{LogLine, Piece, Plate};
use crate::board::{
    art::{
        glyphs::Glyph,
        palette::{Rgb, TABLE},
        token::TokenLook,
    },
    is_dark,
};
use crate::dice::Fraction;
use crate::geometry::Square;
use crate::rules::{
    Address, Allowance, Bar, Card, CombatantId, Cost, Currency, Fact, Fold, Group, Refusal, Role, RuleId, Spending,
    Team, Verdict,
};

/// The window sizes of the designed pictures.
pub const WINDOWS: [Vec2; 2] = [vec2(1280.0, 720.0), vec2(1920.0, 1080.0)];

/// Panels in a harness, with their last answer.
pub struct TestPanel<'a, I> {
    /// The harness: clicks, keys, and nodes found by name.
    pub harness: Harness<'a>,
    pub(in crate::panels) answer: Rc<RefCell<Option<I>>>,
    textures: raster::Textures,
}

/// A harness around panels that keeps their last answer.
pub fn panel<'a, I: 'a>(size: Vec2, mut show: impl FnMut(&mut Ui) -> Option<I> + 'a) -> TestPanel<'a, I> {
    let answer = Rc::new(RefCell::new(None));
    let kept = Rc::clone(&answer);
    let textures = raster::Textures::default();
    let builder = Harness::builder().with_size(size).with_max_steps(16).renderer(textures.clone());
    let mut harness = builder.build_ui(move |ui| {
        let ctx = ui.ctx().clone();
        super::theme::apply(&ctx, true);
        // As in the window: without the margins that the harness adds.
        let window = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.content_rect());
        let mut ui = Ui::new(ctx, "root".into(), window);
        if let Some(intent) = show(&mut ui) {
            *kept.borrow_mut() = Some(intent);
        }
    });
    harness.run();
    answer.borrow_mut().take();
    TestPanel { harness, answer, textures }
}

impl<I> TestPanel<'_, I> {
    /// Lets the events sent take effect. Returns the panels' answer.
    pub fn answer(&mut self) -> Option<I> {
        self.harness.run();
        self.answer.borrow_mut().take()
    }

    /// Runs a single pass, a quarter of a second after the one before. Returns the panels' answer.
    pub fn step(&mut self) -> Option<I> {
        self.harness.step();
        self.answer.borrow_mut().take()
    }

    /// Panics with a list of all texts that overlap or are cut off.
    pub fn assert_legible(&self) {
        let faults = faults(&self.harness.output().shapes);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Saves a picture in the folder named by the environment variable `PANEL_PICTURES`, if it is set.
    pub fn picture(&self, name: &str) {
        if let Ok(folder) = std::env::var("PANEL_PICTURES") {
            raster::save(&self.harness, &self.textures, &format!("{folder}/{name}.png"), super::theme::TABLE);
        }
    }
}

/// Every painted text: its place, its clip rectangle, its words.
pub fn texts(shapes: &[ClippedShape]) -> Vec<(Rect, Rect, String)> {
    fn collect(shape: &Shape, clip: Rect, into: &mut Vec<(Rect, Rect, String)>) {
        match shape {
            Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, clip, into)),
            Shape::Text(text) if !text.galley.is_empty() => {
                let here = (ink(&text.galley).translate(text.pos.to_vec2()), clip, text.galley.text().to_owned());
                let colour = text.galley.job.sections.first().map(|section| section.format.color);
                // Dark words are painted twice.
                if !colour.is_some_and(is_dark) || into.last() != Some(&here) {
                    into.push(here);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    shapes.iter().for_each(|shape| collect(&shape.shape, shape.clip_rect, &mut all));
    all
}

/// What can be read, and where: each laid-out text with its lines joined; cut text ends in an ellipsis.
pub fn read(shapes: &[ClippedShape]) -> Vec<(Rect, String)> {
    fn collect(shape: &Shape, clip: Rect, into: &mut Vec<(Rect, String)>) {
        match shape {
            Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, clip, into)),
            Shape::Text(text) => {
                let at = ink(&text.galley).translate(text.pos.to_vec2());
                let rows = text.galley.rows.iter();
                let rows = rows.map(|row| row.glyphs.iter().map(|glyph| glyph.chr).collect::<String>());
                let words = rows.collect::<Vec<_>>().join(" ");
                if clip.intersects(at) {
                    into.push((at, words.split_whitespace().collect::<Vec<_>>().join(" ")));
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    shapes.iter().for_each(|shape| collect(&shape.shape, shape.clip_rect, &mut all));
    all
}

/// The parts between commas that can be read in the small window but not in the large one; cut text counts as far as it
/// can be read. Texts below `line` may be told elsewhere in another order, so they are compared word by word.
pub fn dropped(small: &[(Rect, String)], large: &[(Rect, String)], line: f32) -> Vec<String> {
    let large = large.iter().map(|(_, text)| text.to_lowercase()).collect::<Vec<_>>().join("\n");
    let marks = |letter: char| letter.is_whitespace() || ",;:()[]".contains(letter);
    let words: Vec<&str> = large.split(marks).collect();
    let mut all = Vec::new();
    for (at, text) in small {
        for part in text.to_lowercase().replace(". ", ", ").split([',', ';', ':', '(', ')']) {
            let part = match part.strip_suffix('…') {
                Some(part) => part.rsplit_once(' ').map_or("", |(whole, _)| whole).trim(),
                None => part.trim().trim_end_matches('.'),
            };
            let is_there = large.contains(part)
                || at.top() > line && part.split(marks).all(|word| word.is_empty() || words.contains(&word));
            if !is_there && !all.iter().any(|known| known == part) {
                all.push(part.to_owned());
            }
        }
    }
    all
}

/// Texts whose contrast with their ground is below a ratio.
pub fn faint(shapes: &[ClippedShape], least: f64) -> Vec<String> {
    fn collect(shape: &Shape, clip: Rect, least: f64, grounds: &mut Vec<(Rect, Rgb)>, into: &mut Vec<String>) {
        let rgb = |colour: Color32| Rgb { r: colour.r(), g: colour.g(), b: colour.b() };
        match shape {
            Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, clip, least, grounds, into)),
            Shape::Rect(rect) if rect.fill.is_opaque() => grounds.push((rect.rect.intersect(clip), rgb(rect.fill))),
            Shape::Circle(circle) if circle.fill.is_opaque() => {
                grounds.push((circle.visual_bounding_rect().intersect(clip), rgb(circle.fill)));
            }
            Shape::Path(path) if path.closed && path.fill.is_opaque() => {
                grounds.push((path.visual_bounding_rect().intersect(clip), rgb(path.fill)));
            }
            Shape::Mesh(mesh) => {
                // A sign has one colour; pictures with letters of their own are not checked.
                let colour = mesh.vertices.first().map(|vertex| vertex.color).filter(Color32::is_opaque);
                grounds.extend(colour.map(|colour| (mesh.calc_bounds().intersect(clip), rgb(colour))));
            }
            Shape::Text(text) if !text.galley.is_empty() => {
                let at = ink(&text.galley).translate(text.pos.to_vec2());
                let under = grounds.iter().rev().find(|(ground, _)| ground.contains(at.center()));
                let ground = under.map_or(TABLE, |(_, ground)| *ground);
                let section = text.galley.job.sections.first().map(|section| section.format.color);
                let colour = text.override_text_color.or(section).unwrap_or(text.fallback_color);
                let colour = if colour == Color32::PLACEHOLDER { text.fallback_color } else { colour };
                let shown = ground.mixed(rgb(colour), text.opacity_factor);
                let ratio = shown.contrast(ground);
                if clip.intersects(at) && ratio < least {
                    into.push(format!("`{}`: {shown:?} on {ground:?}, {ratio:.1}", text.galley.text()));
                }
            }
            _ => {}
        }
    }
    let (mut grounds, mut all) = (Vec::new(), Vec::new());
    shapes.iter().for_each(|shape| collect(&shape.shape, shape.clip_rect, least, &mut grounds, &mut all));
    all
}

/// The part of a text with ink, without the space above and below its letters.
fn ink(galley: &Galley) -> Rect {
    galley.mesh_bounds
}

/// The words on the strip at the foot of a list that goes on.
const MORE: &str = "more below";

/// Texts painted over another text or cut off at a side. In scrolling lists the last line may be cut at the bottom.
pub fn faults(shapes: &[ClippedShape]) -> Vec<String> {
    let all: Vec<_> = texts(shapes).into_iter().filter(|(rect, clip, _)| clip.intersects(*rect)).collect();
    let mut faults = Vec::new();
    for (index, (rect, clip, words)) in all.iter().enumerate() {
        if rect.left() < clip.left() - 1.5 || rect.right() > clip.right() + 1.5 {
            faults.push(format!("`{words}` at {rect:?} is cut by {clip:?}"));
        }
        for (other, edge, others) in &all[..index] {
            let both = rect.intersect(*clip).intersect(other.intersect(*edge));
            // The strip that says "more below" covers what is under it.
            let is_strip = words == MORE || others == MORE;
            if both.width() > 1.5 && both.height() > 2.5 && !is_strip {
                faults.push(format!("`{words}` at {rect:?} lies over `{others}` at {other:?}"));
            }
        }
    }
    faults
}

const RNG: RuleId = RuleId("PCT-RNG-01");
const MOVE: RuleId = RuleId("PCT-MOVE-02");
const COV: RuleId = RuleId("PCT-COV-03");
const CHK: RuleId = RuleId("PCT-CHK-02");

static STANDARD: Currency = Currency { name: "Standard", is: Spending::Large };
static QUICK: Currency = Currency { name: "Quick", is: Spending::Small };
static REACTION: Currency = Currency { name: "Reaction", is: Spending::Reaction };

fn look(side: u8, glyph: Glyph, letter: char, health: u32) -> TokenLook {
    TokenLook { health: (health, 30), ..TokenLook::new(side, glyph, letter) }
}

fn card(now: i32, gear: &str) -> Card {
    let allowance = |currency| Allowance { currency, left: 1, of: 1 };
    Card {
        wear: Vec::new(),
        gear: gear.into(),
        bars: vec![Bar { label: "Health", now, full: 30, notches: vec![6, 12, 18, 24] }],
        wounds: 0,
        allowances: vec![allowance(&STANDARD), allowance(&QUICK), allowance(&REACTION)],
        luck: Some((2, 2)),
        conditions: Vec::new(),
        sign: None,
        facts: Vec::new(),
        out: "",
    }
}

fn fact(label: &'static str, value: &str, words: &str) -> Fact {
    Fact { label: label.into(), value: value.into(), words: words.into(), rule: Some(CHK) }
}

fn chip(id: u16, name: &str, value: u8, look: TokenLook, acting: bool) -> ChipModel {
    let state = if acting { ChipState::Acts } else { ChipState::ToCome };
    ChipModel { who: CombatantId(id), name: name.into(), value: value.to_string(), look, acting, state }
}

/// An offer at an address.
pub fn offer((group, digit): (Group, u8), role: Role, title: &str, about: &str, cost: Cost) -> OfferModel {
    OfferModel {
        title: title.into(),
        about: about.into(),
        cost,
        refusal: None,
        address: Address { group, digit: Some(digit) },
        role,
        rank: 5,
        fold: None,
        item: None,
        item_name: String::new(),
        place: String::new(),
        aims: Vec::new(),
        prospects: Vec::new(),
        before: Vec::new(),
        takes: String::new(),
        needs: String::new(),
        then: String::new(),
        forfeits: "",
        parts: String::new(),
        rows: Vec::new(),
        opens: false,
        commit: Some(title.into()),
    }
}

/// The odds of an attack on somebody.
pub fn prospect(who: u16, name: &str, chance: u128, mean: u128) -> Prospect {
    let grades = [100 - chance, 4, chance - 4, 0].map(percent).to_vec();
    Prospect {
        on: Some(CombatantId(who)),
        name: name.into(),
        words: format!("Shoot crossbow at {name}"),
        chance: percent(chance),
        event: "hits".into(),
        needs: String::new(),
        grades,
        mean: Fraction::new(mean, 10),
    }
}

/// Lysk, Krag and Nib, all of whom can be aimed at.
fn aims() -> Vec<(CombatantId, Option<Refusal>)> {
    [2, 7, 5].map(|who| (CombatantId(who), None)).to_vec()
}

fn row(settles: Settles, label: &str, values: &[&str]) -> RowModel {
    let values = (0..).zip(values).map(|(number, label)| (number, (*label).to_owned(), None));
    RowModel { settles, label: label.into(), values: values.collect(), chosen: 0 }
}

fn offers() -> Vec<OfferModel> {
    let standard = || Cost::of(&STANDARD, 1);
    let quick = || Cost::of(&QUICK, 1);
    let mut walk = offer((Group::Move, 1), Role::Approach, "Move", "Run to k8, 6.5 of 12 m", quick());
    walk.commit = None;
    let mut shoot = offer((Group::Attack, 1), Role::Harm, "Shoot crossbow", "", standard());
    shoot.aims = aims();
    shoot.prospects = vec![prospect(2, "Lysk", 34, 41), prospect(7, "Krag", 22, 30)];
    shoot.rows = vec![
        row(Settles::Target, "Target", &["Lysk", "Krag", "Nib"]),
        row(
            Settles::Parameter("strike"),
            "Strike",
            &["None", "Head −10", "Leg −10", "Gap −10", "Hand −10", "Maim −20"],
        ),
        row(Settles::Parameter("luck"), "Luck", &["0", "1", "2"]),
    ];
    for (value, who) in shoot.rows[0].values.iter_mut().zip([2, 7, 5]) {
        value.0 = who;
    }
    let mut stab = offer((Group::Attack, 2), Role::Harm, "Stab", "", standard());
    stab.refusal = Some(Refusal::new(RuleId("PCT-GEAR-01"), "Knife not in hand"));
    let mut slash = offer((Group::Attack, 3), Role::Harm, "Slash", "", standard());
    slash.refusal = stab.refusal.clone();
    let mut trip = offer((Group::Manoeuvre, 1), Role::Hinder, "Trip", "prone, no harm", standard());
    trip.aims = aims();
    let mut grab = offer((Group::Manoeuvre, 2), Role::Hinder, "Grab", "", standard());
    grab.refusal = Some(Refusal::new(RuleId("PCT-MAN-04"), "No free hand"));
    let mut aim = offer((Group::Stance, 1), Role::Prepare, "Aim", "+10 against one target", quick());
    aim.aims = aims();
    let defence = offer((Group::Stance, 2), Role::Protect, "Full defence", "+20 to every defence", standard());
    let gear = |digit: u8, title: &str, item: &str| {
        let mut offer = offer((Group::Gear, digit), Role::Prepare, title, "", quick());
        offer.fold = Some(Fold { word: "Draw", label: "What" });
        offer.item_name = item.into();
        offer
    };
    let (knife, club) = (gear(1, "Draw knife", "Knife"), gear(1, "Draw club", "Club"));
    vec![walk, shoot, aim, defence, trip, knife, stab, slash, grab, club]
}

fn percent(part: u128) -> Fraction {
    Fraction::new(part, 100)
}

fn forecast() -> ForecastModel {
    ForecastModel {
        heading: "After this move".into(),
        chance: percent(34),
        doubt: None,
        title: "hits Lysk from k8".into(),
        about: "Needs 40 or less, then his Fray 35".into(),
        attack: Verdict::base(RNG, "Crossbow, short range", 60).plus(MOVE, "Hurried: 6.5 m is past base 4", -10).plus(
            COV,
            "Minimal cover: 1 of 4 lines",
            -10,
        ),
        sum: Some(("Roll equal or under".into(), CHK)),
        others: Vec::new(),
        odds: ["no hit", "one wound", "two", "out"]
            .map(str::to_owned)
            .into_iter()
            .zip([66, 8, 23, 3].map(percent))
            .collect(),
        notes: Vec::new(),
        alternatives: vec![
            ("From here".into(), percent(25)),
            ("Aim here".into(), percent(34)),
            ("From l9".into(), percent(45)),
        ],
        risks: vec![RiskModel {
            title: "56 % Mott hits Cale on the way, once".into(),
            about: "Always a wound, 34 % he falls".into(),
            rule: Some(RuleId("PCT-REA-02")),
        }],
    }
}

fn log() -> Vec<LogLine> {
    let action = |team: u8, letter: char, words: &str| LogLine {
        who: Some((Team(team), letter)),
        pieces: vec![Piece::Words(words.into())],
        rule: Some(CHK),
        ..LogLine::default()
    };
    let roll = |pieces: Vec<Piece>| LogLine { pieces, rule: Some(CHK), ..LogLine::default() };
    let words = |words: &str| Piece::Words(words.into());
    let die = |face: &str, plate| Piece::Die(face.into(), plate);
    vec![
        LogLine::round(1),
        action(1, 'L', "Lysk shoots Bero"),
        roll(vec![die("41", Plate::Full), words("under 65, Fray"), die("52", Plate::Failed), words("over 45")]),
        roll(vec![die("6", Plate::Full), words("+4 +5 = 15, armour 4: 11")]),
        roll(vec![words("a wound,"), die("33", Plate::Full), words("under 50: stays up")]),
        action(1, 'M', "Mott walks to i6"),
        action(0, 'B', "Bero strikes Mott"),
        roll(vec![die("62", Plate::Failed), words("over 50: miss")]),
        action(0, 'D', "Dima walks to f11"),
        action(1, 'K', "Krag readies a strike"),
        LogLine::round(2),
        action(0, 'A', "Ansa walks to k7, 3 m"),
        action(0, 'A', "Ansa strikes Lysk"),
        roll(vec![words("65, partial cover −30: target 35")]),
        roll(vec![die("19", Plate::Full), words("under 35, Fray"), die("60", Plate::Failed), words("over 45")]),
        roll(vec![die("1", Plate::Full), die("4", Plate::Full), words("+4 = 9, armour 0: 9")]),
        roll(vec![words("a wound,"), die("37", Plate::Full), words("under 50: stays up")]),
    ]
}

/// The battle of the designed pictures.
pub fn battle() -> BattleModel {
    let cale = look(0, Glyph::Crossbow, 'C', 30);
    let lysk = TokenLook { wounds: 1, ..look(1, Glyph::Bow, 'L', 21) };
    let mut target = card(21, "Bow, quilted coat");
    target.facts = vec![
        fact("Fray", "45", "one wound −10: 35"),
        fact("Armour", "3", "bolt pierces 4: 0"),
        fact("Threatens", "0", "squares, bow in hand"),
    ];
    BattleModel {
        top: TopModel {
            round: 2,
            last_round: Some(12),
            goals: vec![
                ("Blue".into(), "Hold the marked place alone for 3 rounds (1 so far)".into(), "hold, 1 of 3".into()),
                ("Orange".into(), "Put every enemy out of the fight".into(), "put all out".into()),
            ],
            level: "Tanner Row".into(),
            ruleset: "percentile".into(),
            edition: None,
            order: vec![
                chip(0, "Ansa", 17, look(0, Glyph::Halberd, 'A', 20), false),
                chip(1, "Cale", 15, cale, true),
                chip(2, "Lysk", 14, lysk, false),
                chip(3, "Mott", 13, look(1, Glyph::Sword, 'M', 22), false),
                chip(4, "Bero", 12, TokenLook { wounds: 1, ..look(0, Glyph::Sword, 'B', 18) }, false),
                chip(5, "Nib", 11, look(1, Glyph::Claws, 'N', 18), false),
                chip(6, "Dima", 9, look(0, Glyph::Knife, 'D', 30), false),
                chip(7, "Krag", 8, TokenLook { footprint: 2, ..look(1, Glyph::Club, 'K', 24) }, false),
            ],
            ends: None,
            watched: None,
            from_lab: false,
            out: Vec::new(),
            no_undo: None,
        },
        about: "The watch, turn 2 of 8".into(),
        actor: Some(BodyModel {
            who: CombatantId(1),
            name: "Cale".into(),
            look: cale,
            card: card(30, "Crossbow, loaded"),
        }),
        offers: offers(),
        chosen: Some(1),
        list: ListModel {
            groups: vec![Group::Move, Group::Attack, Group::Manoeuvre, Group::Stunt, Group::Stance, Group::Gear],
            ..ListModel::default()
        },
        act: ActModel { words: "Shoot crossbow at Lysk".into(), ready: true, ..ActModel::default() },
        forecast: Some(forecast()),
        square: Some(SquareModel {
            square: Square::new(10, 7),
            facts: vec![
                fact("Path", "6.5 m", "run past 4, of 12"),
                fact("Lysk hits", "51 %", "no cover"),
                fact("Krag, Nib", "0 %", "cannot reach k8"),
            ],
            signs: Vec::new(),
            harmless: Vec::new(),
        }),
        target: Some(BodyModel { who: CombatantId(2), name: "Lysk".into(), look: lysk, card: target }),
        log: log().into(),
        ..BattleModel::default()
    }
}
