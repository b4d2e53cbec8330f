//! Words on the board: what a choice would do, dice that come to rest, numbers that rise.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Vec2, pos2, vec2};

use super::{
    AreaShown, Camera, Overlays, PlateShown, ResultShown, Stage, TargetShown, arrows,
    art::{
        icons::Icon,
        palette::{CREAM, GOLD, INK, REFUSED_EDGE, SECOND, STRONG, TEXT, WARN, WHITE, of_side},
    },
    colours::{faint, solid},
    icons::Icons,
    plates::{Plate, Table, gap},
    seats,
    shapes::{self, middle},
    stage::{Clip, Glow, Light, Play, middle as middle_of},
    tokens::is_seen,
};
use crate::{
    dice::Face,
    geometry::{Footprint, Square},
    lab::fields::Step,
    rules::{CombatantId, Team},
};

/// The least chance in percent at which a place gets a number.
const NOTED: u32 = 2;

/// How far off its usual distance from a body a plate must be to be tied to it by a line, in points.
const FAR: f32 = 10.0;

/// How far the number of a blow keeps from tokens, in points.
const APART: f32 = 4.0;

/// How many steps of a field's ramp, from the first, have dark numbers.
const LIGHT_STEPS: u8 = 4;

/// Everything needed to write on the board in one frame.
pub(super) struct Labels<'a> {
    pub(super) painter: &'a Painter,
    pub(super) camera: &'a Camera,
    pub(super) stage: &'a Stage,
    pub(super) overlays: &'a Overlays,
    pub(super) icons: &'a mut Icons,
    pub(super) room: Rect,
}

impl Labels<'_> {
    /// Writes the names of places with goals and of what fuses reach at the place's edge: outside it where there is
    /// room, over no token and no other name. Returns where they lie. A name that finds no room is left out, since the
    /// top bar shows goals too.
    pub(super) fn zones(&self, hidden_from: Option<Team>) -> Vec<Rect> {
        let side = self.camera.side();
        let bodies = self.bodies(hidden_from);
        let mut laid: Vec<Rect> = Vec::new();
        // No name is written over the numbers of a field.
        let zones = self.overlays.zones.iter().filter(|_| self.overlays.field.is_none());
        let zones = zones.map(|(team, squares, label)| (of_side(*team), squares, label));
        let fuses = self.overlays.fuses.iter().map(|(squares, label)| (WARN, squares, label));
        for (edge, squares, label) in zones.chain(fuses) {
            let font = FontId::proportional((0.24 * side).clamp(12.0, 16.0));
            let plate = Plate::new(edge).tight().words(self.painter, label, font, CREAM);
            let is_free = |rect: &Rect| {
                let meets = |other: &Rect| other.intersects(*rect);
                self.room.contains_rect(*rect) && !bodies.iter().any(meets) && !laid.iter().any(meets)
            };
            let found = self.beside(squares, plate.size()).into_iter().find(is_free);
            if let Some(rect) = found {
                plate.paint(self.painter, rect, 1.0);
                laid.push(rect);
            }
        }
        laid
    }

    /// Places for a label at the edge of some squares: above and below them, then beside and along each row.
    fn beside(&self, squares: &[Square], size: Vec2) -> Vec<Rect> {
        const GAP: f32 = 2.0;
        let rows: Vec<Rect> =
            rows(squares).map(|(first, last)| self.camera.rect_of(first).union(self.camera.rect_of(last))).collect();
        let (Some(top), Some(bottom)) = (rows.first(), rows.last()) else { return Vec::new() };
        let above = |x: f32, align: Align2| align.anchor_size(pos2(x, top.top() - GAP), size);
        let below = |x: f32, align: Align2| align.anchor_size(pos2(x, bottom.bottom() + GAP), size);
        let mut places = vec![
            above(top.center().x, Align2::CENTER_BOTTOM),
            below(bottom.center().x, Align2::CENTER_TOP),
            above(top.left(), Align2::LEFT_BOTTOM),
            above(top.right(), Align2::RIGHT_BOTTOM),
            below(bottom.left(), Align2::LEFT_TOP),
            below(bottom.right(), Align2::RIGHT_TOP),
        ];
        for row in &rows {
            places.push(Align2::LEFT_CENTER.anchor_size(row.right_center() + vec2(GAP, 0.0), size));
            places.push(Align2::RIGHT_CENTER.anchor_size(row.left_center() - vec2(GAP, 0.0), size));
        }
        places.extend(rows.iter().map(|row| Align2::CENTER_TOP.anchor_size(row.center_top() + vec2(0.0, GAP), size)));
        places
    }

    /// Writes the numbers of a field once squares are large enough, but none under a fighter. Where something stands or
    /// lies in the square they get a light ground.
    pub(super) fn field(&self, hidden_from: Option<Team>) {
        const SMALLEST: f32 = 24.0;
        let side = self.camera.side();
        let Some(field) = self.overlays.field.as_ref().filter(|_| side >= SMALLEST) else { return };
        let fights = |who| self.stage.shown().combatant(who).fights();
        let (bodies, fallen) = (self.bodies_of(hidden_from, fights), self.bodies_of(hidden_from, |who| !fights(who)));
        let board = &self.stage.shown().scene.field;
        let lines: Vec<[Pos2; 2]> = self.overlays.lines.iter().map(|line| shapes::ends(line, self.camera)).collect();
        for square in board.squares() {
            let at = self.camera.rect_of(square);
            let Some(shade) = field.at(square).filter(|shade| !shade.words.is_empty()) else { continue };
            let is_under = |bodies: &[Rect]| bodies.iter().any(|body| body.contains(at.center()));
            if !self.room.intersects(at) || is_under(&bodies) {
                continue;
            }
            let stands = board.cell(square).is_some_and(|cell| cell.feature.is_some() || cell.veil.is_some());
            let stands = stands || is_under(&fallen);
            let is_light = match shade.step {
                Step::Of(step) => step < LIGHT_STEPS && field.opacity >= 60,
                Step::Change(step) => step.unsigned_abs() < 3 && field.opacity >= 60,
                Step::Without | Step::Free | Step::Bare => true,
            };
            let long = shade.words.chars().count() > 3;
            let font = FontId::monospace(((if long { 0.27 } else { 0.34 }) * side).clamp(9.0, 22.0));
            let (ink, behind) = match (stands || shade.hatched, is_light) {
                (true, _) => (INK, Some(CREAM)),
                (false, true) => (INK, None),
                (false, false) if field.opacity < 80 => (INK, Some(CREAM)),
                (false, false) => (WHITE, None),
            };
            let galley = self.painter.layout_no_wrap(shade.words.clone(), font, solid(ink));
            let mut place = Align2::CENTER_CENTER.anchor_size(at.center(), galley.size());
            // A number that a line crosses moves out of its way.
            if lines.iter().any(|line| shapes::distance(*line, at.center()) < 0.22 * side) {
                place = Align2::RIGHT_BOTTOM.anchor_size(at.max - vec2(0.06, 0.04) * side, galley.size());
            }
            if let Some(behind) = behind {
                self.painter.rect_filled(place.expand2(vec2(2.0, -1.0)), 4.0, solid(behind));
            }
            self.painter.galley(place.min, galley, solid(ink));
        }
    }

    /// Where the visible tokens lie.
    fn bodies(&self, hidden_from: Option<Team>) -> Vec<Rect> {
        self.bodies_of(hidden_from, |_| true)
    }

    fn bodies_of(&self, hidden_from: Option<Team>, is_meant: impl Fn(CombatantId) -> bool) -> Vec<Rect> {
        let battle = self.stage.shown();
        let seen = |who| is_meant(who) && is_seen(battle, battle.combatant(who), hidden_from);
        let bodies = self.stage.bodies().filter(|(who, _)| seen(*who));
        bodies.map(|(_, body)| self.rect_of(body).shrink(0.1 * self.camera.side())).collect()
    }

    fn rect_of(&self, body: Footprint) -> Rect {
        let size = Vec2::splat(f32::from(body.side) * self.camera.side());
        Rect::from_min_size(self.camera.rect_of(body.anchor).min, size)
    }

    /// Plates about the choice at hand.
    pub(super) fn plates(&mut self, hidden_from: Option<Team>, named: &[Rect]) {
        let overlays = self.overlays;
        let side = self.camera.side();
        let mut table = Table::default();
        self.bodies(hidden_from).iter().chain(named).for_each(|taken| table.keep_free(*taken));
        let body = self.walker();
        let body_of = |who| self.rect_of(self.stage.place(who));
        let target = overlays.target.as_ref().map(|target| (target, body_of(target.who)));
        if let Some((_, rect)) = &target {
            table.keep_free(*rect);
            // Nor does a plate lie over the one who aims.
            self.stage.shown().scene.acting.into_iter().for_each(|who| table.keep_free(body_of(who)));
        }
        let end =
            overlays.path.as_ref().and_then(|path| path.squares.last()).map(|last| {
                Rect::from_center_size(middle(self.camera, *last, body), Vec2::splat(f32::from(body) * side))
            });
        if let Some(end) = end {
            table.keep_free(end);
        }
        self.draw_trail(&mut table);
        self.draw_arrows(&mut table, hidden_from);
        // Lines from plates to bodies lie below all plates: none runs through the words of another plate.
        let below = self.painter.add(Shape::Noop);
        self.result_plates(&mut table, hidden_from);
        let font = FontId::proportional((0.26 * side).clamp(13.0, 18.0));
        if let Some((target, rect)) = target
            && let Some(plate) = self.target_plate(target, &font)
        {
            self.paint_beside(&plate, rect, 6.0, &mut table);
        }
        if let Some(area) = &overlays.area {
            self.area_plates(area, &font, &mut table);
        }
        // What belongs to a body or a place stays beside it; the plate at the pointer gives way.
        if let Some(plate) = &overlays.plate {
            self.at_pointer(plate, &mut table, hidden_from);
        }
        if let Some((site, words)) = &overlays.marked {
            let at = shapes::rect_of(self.camera, *site);
            table.keep_free(at);
            let plate = Plate::new(WARN).words(self.painter, words, font.clone(), STRONG);
            let place = at.center_top() - vec2(0.0, 5.0);
            plate.paint(self.painter, table.lay(plate.size(), place, Align2::CENTER_BOTTOM, self.room), 1.0);
        }
        self.way_plates(body, &font, &mut table);
        self.painter.set(below, Shape::Vec(table.ties().iter().map(arrows::tie).collect()));
    }

    /// Plates about an attack on a place: what it does, whom it catches, and where else it may land.
    fn area_plates(&self, area: &AreaShown, font: &FontId, table: &mut Table) {
        let side = self.camera.side();
        let aim = self.camera.rect_of(area.aim);
        table.keep_free(aim);
        if !area.plate.is_empty() {
            let scatters = area.places.iter().any(|(_, percent)| *percent >= NOTED);
            let numbered = if scatters { "numbers: % to land there instead" } else { "" };
            let small = FontId::proportional((0.22 * side).clamp(12.0, 15.0));
            let plate = Plate::new(CREAM).words(self.painter, &area.plate, font.clone(), STRONG);
            let plate = plate.below(self.painter, numbered, small, SECOND);
            let at = aim.center_top() - vec2(0.0, 3.0);
            plate.paint(self.painter, table.lay(plate.size(), at, Align2::CENTER_BOTTOM, self.room), 1.0);
        }
        for (who, words) in &area.caught {
            let body = self.stage.place(*who);
            let at = middle(self.camera, body.anchor, body.side) + vec2(0.0, 0.46 * f32::from(body.side) * side);
            let plate = Plate::new(WARN).tight().words(self.painter, words, font.clone(), STRONG);
            plate.paint(self.painter, table.lay(plate.size(), at, Align2::CENTER_TOP, self.room), 1.0);
        }
        let small = FontId::monospace((0.20 * side).clamp(10.0, 14.0));
        for (square, percent) in area.places.iter().filter(|(_, percent)| *percent >= NOTED) {
            let plate = Plate::new(INK).tight().words(self.painter, &percent.to_string(), small.clone(), CREAM);
            let at = middle(self.camera, *square, 1) + vec2(0.0, 0.22 * side);
            plate.paint(self.painter, table.lay(plate.size(), at, Align2::CENTER_TOP, self.room), 1.0);
        }
    }

    /// Plates along the way of a walker of a size: attacks that it provokes, and what it passes.
    fn way_plates(&self, walker: u8, font: &FontId, table: &mut Table) {
        let side = self.camera.side();
        for provoked in &self.overlays.provoked {
            let Some(words) = &provoked.plate else { continue };
            let plate = Plate::new(WARN).words(self.painter, words, font.clone(), STRONG);
            let at = middle(self.camera, provoked.square, walker) + vec2(0.0, 0.46 * side);
            plate.paint(self.painter, table.lay(plate.size(), at, Align2::CENTER_TOP, self.room), 1.0);
        }
        for passing in &self.overlays.passing {
            let Some(words) = &passing.plate else { continue };
            let plate = Plate::new(INK).words(self.painter, words, font.clone(), CREAM);
            let at = middle(self.camera, passing.square, walker) + vec2(0.0, 0.46 * side);
            plate.paint(self.painter, table.lay(plate.size(), at, Align2::CENTER_TOP, self.room), 1.0);
        }
    }

    /// The way walked in this turn.
    fn draw_trail(&self, table: &mut Table) {
        let Some(last) = self.overlays.trail.last() else { return };
        let middles: Vec<(f32, f32)> =
            self.overlays.trail.iter().map(|at| middle_of(*at)).map(|at| (at.x, at.y)).collect();
        arrows::trail(self.painter, self.camera, &middles, f32::from(last.side));
        // Plates leave the way free, where they can lie elsewhere.
        for step in middles.windows(2) {
            let [from, to] = [step[0], step[1]].map(|(x, y)| self.camera.at(x, y));
            let parts = (0..=4).map(|part| from.lerp(to, part as f32 / 4.0));
            parts.for_each(|at| table.draw(Rect::from_center_size(at, Vec2::splat(6.0))));
        }
    }

    /// Who acts on whom.
    fn draw_arrows(&self, table: &mut Table, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
        let body_of = |who| self.rect_of(self.stage.place(who));
        let arrows = self.overlays.arrows.iter();
        for arrow in arrows.filter(|arrow| seen(arrow.by) && seen(arrow.on) && arrow.by != arrow.on) {
            let (from, to) = match arrow.stood {
                Some((from, to)) => (self.rect_of(from), self.rect_of(to)),
                None => (body_of(arrow.by), body_of(arrow.on)),
            };
            let others = self.stage.bodies().filter(|(who, _)| *who != arrow.by && *who != arrow.on && seen(*who));
            let others = others.map(|(_, body)| self.rect_of(body)).chain([from, to].map(arrows::letter_of));
            let line = arrows::arrow(self.painter, (from, to), &others.collect::<Vec<_>>());
            line.into_iter().for_each(|at| table.draw(Rect::from_center_size(at, Vec2::splat(6.0))));
        }
    }

    /// The result beside each target.
    fn result_plates(&self, table: &mut Table, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
        // Words that still rise above somebody are not repeated beside them.
        let is_new = |result: &&ResultShown| seen(result.on) && !self.stage.says(result.on, &result.words);
        for result in self.overlays.results.iter().filter(is_new) {
            let is_number = !result.words.chars().any(char::is_alphabetic);
            let font = if is_number { FontId::monospace(14.0) } else { FontId::proportional(14.0) };
            let plate = Plate::new(if result.hurts { WARN } else { CREAM }).tight().words(
                self.painter,
                &result.words,
                font,
                STRONG,
            );
            self.paint_beside(&plate, self.rect_of(self.stage.place(result.on)), APART, table);
        }
    }

    /// Lays a plate beside a body; if there is room only farther away, a line shows whose it is.
    fn paint_beside(&self, plate: &Plate, body: Rect, apart: f32, table: &mut Table) {
        let place = table.lay_beside(plate.size(), body, apart, self.room);
        if gap(place, body) > apart + FAR {
            let rim = arrows::rim(body, place.center());
            table.tie(place.clamp(rim), rim);
        }
        plate.paint(self.painter, place, 1.0);
    }

    /// What a press at the pointer does: below a square, or to the right of somebody.
    fn at_pointer(&mut self, shown: &PlateShown, table: &mut Table, hidden_from: Option<Team>) {
        let (painter, side) = (self.painter, self.camera.side());
        let font = FontId::proportional((0.34 * side).clamp(13.0, 18.0));
        let small = FontId::proportional((0.30 * side).clamp(12.5, 16.0));
        let mut plate = Plate::new(if shown.refused { REFUSED_EDGE } else { CREAM });
        if shown.refused {
            let pixels = (font.size * painter.pixels_per_point()).round().max(1.0) as u32;
            plate = plate.icon(self.icons.get(painter.ctx(), Icon::Lock, TEXT, pixels), font.size);
        }
        let colour = if shown.refused { TEXT } else { STRONG };
        let plate = plate.words(painter, &shown.words, font, colour).below(painter, &shown.second, small, SECOND);
        let (size, at) = (plate.size(), self.rect_of(shown.at));
        let battle = self.stage.shown();
        let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
        let is_body = self.stage.bodies().any(|(who, body)| body == shown.at && seen(who));
        if is_body {
            return self.paint_beside(&plate, at, 6.0, table);
        }
        let place = table.lay(size, at.center_bottom() + vec2(0.0, 3.0), Align2::CENTER_TOP, self.room);
        plate.paint(painter, place, 1.0);
    }

    /// Squares along the side of the one who walks.
    pub(super) fn walker(&self) -> u8 {
        let ghost = self.overlays.path.as_ref().and_then(|path| path.ghost);
        ghost.map_or(1, |who| self.stage.place(seats::goes(self.stage.shown(), who).id).side)
    }

    /// Chance, cover and what it changes; or why it cannot be done.
    fn target_plate(&mut self, target: &TargetShown, font: &FontId) -> Option<Plate> {
        let (painter, side) = (self.painter, self.camera.side());
        let pixels = |points: f32| (points * painter.pixels_per_point()).round().max(1.0) as u32;
        let mut icon = |icon, colour, points: f32| self.icons.get(painter.ctx(), icon, colour, pixels(points));
        if let Some(words) = &target.refusal {
            if words.is_empty() {
                return None;
            }
            let lock = icon(Icon::Lock, TEXT, font.size);
            let plate = Plate::new(REFUSED_EDGE).icon(lock, font.size);
            return Some(plate.words(painter, words, font.clone(), TEXT));
        }
        let (chance, event) = target.chance.as_ref()?;
        let points = (0.43 * side).clamp(20.0, 30.0);
        let mut plate = Plate::new(WARN).percent(painter, chance, points).words(painter, event, font.clone(), TEXT);
        let shield = target.cover.map(|class| match class {
            0 => Icon::CoverNone,
            1 => Icon::CoverLeast,
            2 => Icon::CoverHalf,
            _ => Icon::CoverTotal,
        });
        let size = points * 0.8;
        if let Some(shield) = shield {
            plate = plate.icon(icon(shield, CREAM, size), size);
        }
        if target.modifier != 0 {
            let sign = if target.modifier < 0 { '\u{2212}' } else { '+' };
            let words = format!("{sign}{}", target.modifier.unsigned_abs());
            plate = plate.words(painter, &words, FontId::monospace(font.size + 1.0), STRONG);
        }
        Some(plate)
    }

    /// Dice and numbers: what the stage plays above everything.
    pub(super) fn playing(&self, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
        if let Some(clip) = self.stage.clip()
            && let Play::Dice { who, faces, success } = &clip.play
            && seen(*who)
        {
            self.dice(clip, self.above(*who), faces, *success);
        }
        for glow in self.stage.glows().iter().filter(|glow| seen(glow.on)) {
            self.glow(glow);
        }
        self.numbers(hidden_from);
    }

    /// Numbers that rise above somebody, or lie beside them where somebody else would be covered.
    fn numbers(&self, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
        let side = self.camera.side();
        let mut table = Table::default();
        self.bodies(hidden_from).into_iter().for_each(|taken| table.keep_free(taken));
        let numbers: Vec<_> = self.stage.numbers().filter(|(number, ..)| seen(number.on)).collect();
        for (index, (number, risen, shows)) in numbers.iter().enumerate() {
            let later = numbers[index + 1..].iter().filter(|(other, ..)| other.on == number.on).count();
            let points = (if number.hurts { 0.40 } else { 0.28 } * side).clamp(13.0, 30.0);
            let edge = if number.hurts { WARN } else { CREAM };
            let plate = Plate::new(edge).tight().words(self.painter, &number.words, FontId::monospace(points), CREAM);
            let way = [0.0, *risen, 1.0].map(|risen| {
                let lift = vec2(0.0, 0.5 * side * risen + later as f32 * plate.size().y);
                let at = self.above(number.on) + vec2(0.0, 0.30 * side) - lift;
                Align2::CENTER_CENTER.anchor_size(at, plate.size())
            });
            let body = self.rect_of(self.stage.place(number.on));
            let place = table.lay_rising(way, body, APART, self.room);
            plate.paint(self.painter, place, *shows);
        }
    }

    /// Light around somebody: a ring that widens for a turn, rays for a hard blow. Where nothing may move they only fade.
    fn glow(&self, glow: &Glow) {
        const RAYS: u8 = 10;
        let body = self.stage.place(glow.on);
        let middle = middle_of(body);
        let (centre, side) = (self.camera.at(middle.x, middle.y), self.camera.side());
        let radius = 0.5 * f32::from(body.side) * side;
        let share = glow.share();
        let spread = if self.stage.is_still() { 0.5 } else { 1.0 - (1.0 - share).powi(2) };
        let shows = 1.0 - share;
        match glow.light {
            Light::Turn => {
                let radius = radius + 0.75 * side * spread;
                for (width, colour) in [(0.16, INK), (0.09, CREAM)] {
                    self.painter.circle_stroke(centre, radius, (width * side, faint(colour, shows)));
                }
            }
            Light::Blow => {
                for ray in 0..RAYS {
                    let out = Vec2::angled(f32::from(ray) / f32::from(RAYS) * std::f32::consts::TAU);
                    let long = if ray % 2 == 0 { 0.42 } else { 0.26 } * side;
                    let from = centre + out * (radius + 0.16 * side * spread);
                    for (width, colour) in [(0.13, INK), (0.07, GOLD)] {
                        let stroke = (width * side, faint(colour, shows));
                        self.painter.line_segment([from, from + out * long * (0.4 + 0.6 * spread)], stroke);
                    }
                }
            }
        }
    }

    /// The place just above somebody's head.
    fn above(&self, who: CombatantId) -> Pos2 {
        let body = self.stage.place(who);
        let middle = middle_of(body);
        self.camera.at(middle.x, middle.y - f32::from(body.side) * 0.5)
    }

    fn dice(&self, clip: &Clip, at: Pos2, faces: &[Face], success: bool) {
        const CHANGES: f32 = 5.0;
        let change = (clip.share() * CHANGES) as u32;
        let rests = change >= 4 || self.stage.is_still();
        let points = (0.34 * self.camera.side()).clamp(13.0, 24.0);
        let filled = rests && success;
        let (fill, ink) = if filled { (CREAM, INK) } else { (INK, CREAM) };
        let edge = if filled { INK } else { CREAM };
        let mut plates: Vec<Plate> = Vec::new();
        for (index, face) in faces.iter().enumerate() {
            let face = if rests { *face } else { tumbling(*face, index as u32 * 7 + change) };
            let plate = Plate::new(edge).tight().filled(fill);
            plates.push(plate.words(self.painter, &face.words(), FontId::monospace(points), ink));
        }
        let wide: f32 = plates.iter().map(|plate| plate.size().x + 2.0).sum();
        // No die is cut off at the board's edge.
        let mut left = (at.x - wide / 2.0).min(self.room.right() - wide).max(self.room.left());
        let at = pos2(at.x, at.y.max(self.room.top() + plates.first().map_or(0.0, |plate| plate.size().y * 0.75)));
        for plate in plates {
            let size = plate.size();
            let rect = Rect::from_min_size(Pos2::new(left, at.y - size.y * 0.75), size);
            plate.paint(self.painter, rect, 1.0);
            left += size.x + 2.0;
        }
    }
}

/// The first and the last square of each row, from north to south.
fn rows(squares: &[Square]) -> impl Iterator<Item = (Square, Square)> {
    let mut rows: BTreeMap<i16, (Square, Square)> = BTreeMap::new();
    for square in squares {
        let (first, last) = rows.entry(square.y).or_insert((*square, *square));
        first.x = first.x.min(square.x);
        last.x = last.x.max(square.x);
    }
    rows.into_values()
}

/// Another face of the same die, for the eye only: a different one at each change.
fn tumbling(die: Face, change: u32) -> Face {
    let (low, high) = Face::range(die.sides);
    let others = u32::from(high - low).max(1);
    // 37 is prime, and no die has 37 other faces, so the step differs at each change.
    let step = 1 + (change * 37 + u32::from(die.shows)) % others;
    let shows = u32::from(low) + (u32::from(die.shows - low) + step) % (others + 1);
    Face::new(shows as u8, die.sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tumbling_die_shows_faces_that_it_has() {
        for sides in [2, 4, 6, 8, 10, 12, 20, 100] {
            let (low, high) = Face::range(sides);
            for end in (low..=high).map(|shows| Face::new(shows, sides)) {
                let shown: Vec<Face> = (0..40).map(|change| tumbling(end, change)).collect();
                assert!(
                    shown.iter().all(|face| (low..=high).contains(&face.shows) && face.sides == sides),
                    "{shown:?}"
                );
                assert!(
                    shown.iter().all(|face| face.shows != end.shows),
                    "it rests before it has come to rest: {end:?}"
                );
                let turns = shown.windows(2).all(|pair| pair[0] != pair[1]);
                assert!(sides == 2 || turns, "{end:?} does not turn: {shown:?}");
            }
        }
    }
}
