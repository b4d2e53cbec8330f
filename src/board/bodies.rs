//! Combatants on the board: their pictures where the stage puts them, and the marks around them.

use bevy_egui::egui::{Painter, Pos2, Rect, Shape, TextureHandle, Vec2, pos2, vec2};

use super::{
    Camera, Overlays, Stage,
    album::Album,
    art::{
        palette::{CREAM, INK, MAY, TEAL, WARN},
        token::{Posture as Pose, TokenLook},
    },
    colours::{solid, veil},
    sketch,
    stage::middle,
    strokes::{Strokes, around},
};
use crate::rules::{Battle, Combatant, CombatantId, Status, Team};

/// Seconds in which the chevron goes up and down.
const BOB: f32 = 1.6;
const WHOLE: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

/// Everything needed to draw combatants in one frame.
pub(super) struct Bodies<'a> {
    pub(super) painter: &'a Painter,
    pub(super) camera: &'a Camera,
    pub(super) stage: &'a Stage,
    pub(super) overlays: &'a Overlays,
    pub(super) album: &'a mut Album,
}

/// Whether somebody on a side knows of a combatant who is still on the board.
pub(super) fn is_seen(battle: &Battle, one: Combatant<'_>, by: Option<Team>) -> bool {
    let known =
        |team: Team| one.team == team || battle.combatants().any(|mate| mate.team == team && mate.aware.of(one.id));
    one.status != Status::Fled && by.is_none_or(known)
}

impl Bodies<'_> {
    /// All who are seen, those out of the fight lowest; the target is left for [`Self::target`].
    pub(super) fn all(&mut self, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let target = self.overlays.target.as_ref().map(|target| target.who);
        let mut order: Vec<Combatant<'_>> =
            battle.combatants().filter(|one| Some(one.id) != target && is_seen(battle, *one, hidden_from)).collect();
        let rides = |one: Combatant<'_>| battle.ruleset.rules().mount_of(battle, one.id).is_some();
        order.sort_by_key(|one| (self.stage.fights(one.id), self.stage.place(one.id).anchor, rides(*one), one.id));
        for one in order {
            self.draw(one);
        }
    }

    /// The target, above smoke and lines.
    pub(super) fn target(&mut self, hidden_from: Option<Team>) {
        let battle = self.stage.shown();
        let Some(target) = &self.overlays.target else { return };
        let one = battle.combatant(target.who);
        if is_seen(battle, one, hidden_from) {
            self.draw(one);
        }
    }

    /// Somebody pale at the end of a way.
    pub(super) fn ghost(&mut self, who: CombatantId, at: crate::geometry::Square) {
        let side = self.stage.place(who).side;
        let look = TokenLook { wounds: 0, mark: None, ..self.stage.look(who) };
        self.picture(&look, sketch::middle(self.camera, at, side), Vec2::splat(1.0), 0.62);
    }

    fn draw(&mut self, one: Combatant<'_>) {
        let who = one.id;
        let pose = self.stage.pose(who);
        let is_target = self.overlays.target.as_ref().is_some_and(|target| target.who == who);
        let mut look = self.stage.look(who);
        look.letter_at_bottom = is_target;
        let at = middle(self.stage.place(who)) + pose.offset;
        let centre = self.camera.at(at.x, at.y);
        let squares = f32::from(one.footprint().side);
        let (seat, size) = self.seat(one);
        let (whole, centre) = (centre, centre + seat * squares * self.camera.side());
        let size = Vec2::splat(size);
        if self.overlays.acting == Some(who) || self.overlays.asked == Some(who) {
            self.acting_ring(whole, squares);
        }
        if let Some((before, share)) = pose.fading {
            self.picture(&before, centre, size, 1.0 - share);
            self.picture(&look, centre, size, share);
        } else if pose.down > 0.0 && self.stage.fights(who) {
            look.posture = Pose::Standing;
            let sunk = vec2(0.0, 0.13 * pose.down * squares * self.camera.side());
            let pressed = vec2(1.0 + 0.12 * pose.down, 1.0 - 0.40 * pose.down);
            self.picture(&look, centre + sunk, pressed, 1.0);
        } else {
            self.picture(&look, centre, size, 1.0);
        }
        self.marks(who, whole, squares, pose.framed, is_target);
    }

    /// Where in its square a body is drawn and how large: a rider small in the upper right, the mount a little aside.
    fn seat(&self, one: Combatant<'_>) -> (Vec2, f32) {
        let battle = self.stage.shown();
        let rules = battle.ruleset.rules();
        if rules.mount_of(battle, one.id).is_some() {
            return (vec2(0.20, -0.20), 0.60);
        }
        let anchor = |who| self.stage.place(who).anchor;
        let here = battle.combatants().filter(|other| anchor(other.id) == anchor(one.id));
        let ridden = here.into_iter().any(|other| rules.mount_of(battle, other.id) == Some(one.id));
        if ridden { (vec2(-0.06, 0.07), 0.94) } else { (Vec2::ZERO, 1.0) }
    }

    /// What is said around a token: who acts, who is meant, who is in danger.
    fn marks(&self, who: CombatantId, centre: Pos2, squares: f32, hit: bool, is_target: bool) {
        let mut strokes = Strokes::new(self.camera);
        let side = self.camera.side();
        let square = Rect::from_center_size(centre, Vec2::splat(squares * side));
        if is_target {
            let thicker = if self.is_pointed_at(who) { 0.03 } else { 0.0 };
            strokes.brackets(square.shrink(0.05 * side), 0.20, (0.12 + thicker, 0.07 + thicker), solid(WARN));
        } else if self.overlays.selected == Some(who) {
            let thicker = if self.is_pointed_at(who) { 0.03 } else { 0.0 };
            strokes.brackets(square.shrink(0.04 * side), 0.17, (0.09 + thicker, 0.045 + thicker), solid(CREAM));
        }
        if hit {
            strokes.frame(square.shrink(0.05 * side), (0.13, 0.075), solid(WARN));
        }
        if self.overlays.warned.contains(&who) && !is_target {
            let radius = 0.455 * squares * side;
            let ring: Vec<Pos2> = (0..48u8)
                .map(|n| centre + Vec2::angled(f32::from(n) / 48.0 * std::f32::consts::TAU) * radius)
                .collect();
            strokes.line(&ring, true, 0.085, solid(INK));
            strokes.dashes(&around(&ring), 0.045, solid(WARN), 0.16, 0.11);
            strokes.warning(centre + vec2(1.0, -1.0) * (squares * 0.5 - 0.14) * side, 0.27, WARN);
        }
        let decides = self.overlays.asked.or(self.overlays.acting);
        if decides == Some(who) {
            self.chevron(&mut strokes, centre - vec2(0.0, 0.475 * squares * side));
        }
        self.painter.extend(strokes.shapes);
    }

    fn is_pointed_at(&self, who: CombatantId) -> bool {
        let body = self.stage.place(who);
        self.overlays.hover.is_some_and(|square| body.contains(square))
    }

    fn acting_ring(&self, centre: Pos2, squares: f32) {
        let (side, pixel) = (self.camera.side(), self.camera.pixel());
        let radius = 0.475 * squares * side;
        for (width, colour) in [(0.10, CREAM), (0.06, TEAL)] {
            let stroke = (f32::max(width * side, pixel), solid(colour));
            self.painter.add(Shape::circle_stroke(centre, radius, stroke));
        }
    }

    /// Points down at the one who decides, and breathes.
    fn chevron(&self, strokes: &mut Strokes<'_>, tip: Pos2) {
        let side = self.camera.side();
        let turn = if self.stage.is_still() { 0.0 } else { self.stage.seconds() / BOB * std::f32::consts::TAU };
        let tip = tip - vec2(0.0, (0.05 + 0.02 * (1.0 - turn.cos())) * side);
        let (half, height) = (0.155 * side, 0.175 * side);
        strokes.sign(vec![tip, tip - vec2(half, height), tip + vec2(half, -height)], solid(MAY), 0.035);
    }

    fn picture(&mut self, look: &TokenLook, centre: Pos2, stretch: Vec2, opacity: f32) {
        let texture = self.album.token(self.painter.ctx(), look, self.camera.scale());
        let pixel = self.camera.pixel();
        let size = texture.size_vec2() * pixel;
        let corner = if stretch == Vec2::splat(1.0) {
            ((centre - size / 2.0).to_vec2() / pixel).round() * pixel
        } else {
            (centre - size * stretch / 2.0).to_vec2()
        };
        image(self.painter, &texture, Rect::from_min_size(corner.to_pos2(), size * stretch), opacity);
    }
}

/// Paints a whole texture into a rectangle.
pub(super) fn image(painter: &Painter, texture: &TextureHandle, rect: Rect, opacity: f32) {
    painter.image(texture.id(), rect, WHOLE, veil(opacity));
}
