//! What stands on the board of what has been done: arrows, marks, and the way walked.

use super::{Act, BattleScreen, Following, is_turn};
use crate::{
    board::{AreaShown, ArrowShown, CameShown, Overlays},
    geometry::Footprint,
    panels::battle::{
        aftermath::AftermathModel,
        telling::{Mark, Telling},
    },
    rules::{CombatantId, Decision},
};

impl BattleScreen {
    /// Arrows, marks and the way walked, for as long as what came of the act is told; and who is about to do what to whom,
    /// while that is asked about.
    pub(in crate::screens::battle) fn add_came(&self, overlays: &mut Overlays) {
        overlays.trail.clone_from(&self.following.trail);
        if self.away.is_open() {
            return self.add_recapped(overlays);
        }
        let decision = self.battle().decision().filter(|_| self.is_asked());
        if let Some(decision) = decision.filter(|decision| !is_turn(self.battle(), decision)) {
            let (from, to) = self.between(decision);
            // Of several who may be struck now it is about the one who is chosen.
            let own = from.filter(|from| *from == decision.who);
            let to = to.or_else(|| own.and_then(|_| self.open_offer().and_then(|(_, choice)| choice.on)));
            let marks = self
                .midway(decision)
                .map_or_else(Vec::new, |model| Mark::together(model.tellings.iter().flat_map(|told| &told.marks)));
            let came = |Mark { on, words, hurts, .. }: Mark| CameShown { on, words, hurts };
            overlays.came.extend(marks.into_iter().filter(|mark| Some(mark.on) != to).map(came));
            if let (Some(from), Some(to)) = (from, to) {
                overlays.arrows.push(ArrowShown::now(from, to));
                overlays.came.extend(self.asked_about(decision, from, to));
            }
            return;
        }
        if !self.is_card_open() && !self.is_followed() {
            return;
        }
        let shown = self.following.act.as_ref().filter(|act| act.tells() && self.is_visible(act.by));
        overlays.area = shown.and_then(|act| act.area.clone()).map(|(aim, squares)| AreaShown {
            aim,
            squares,
            plate: String::new(),
            places: Vec::new(),
            caught: Vec::new(),
        });
        // What comes from a place and reaches many is shown by the place: arrows to all would hide the board.
        let is_blast = overlays.area.is_some();
        let model = self.aftermath_model();
        for told in model.iter().flat_map(|model| &model.tellings) {
            let targets = told.marks.iter().map(|mark| mark.on).filter(|_| !is_blast && !told.explodes);
            let arrow = |on: CombatantId| {
                let stood = self.told_act().map(|act| (act.stood(told, told.by), act.stood(told, on)));
                ArrowShown { by: told.by, on, stood }
            };
            overlays.arrows.extend(targets.filter(|on| *on != told.by).map(arrow));
        }
        let marks = Mark::together(model.iter().flat_map(|model| &model.tellings).flat_map(|told| &told.marks));
        overlays.came.extend(marks.into_iter().map(|Mark { on, words, hurts, .. }| CameShown { on, words, hurts }));
    }

    /// The act whose card is told.
    pub(super) fn told_act(&self) -> Option<&Act> {
        let Following { act, last, .. } = &self.following;
        // While others act, what came of an earlier act is none of what they do now.
        let last = last.as_ref().filter(|_| !self.is_followed());
        act.as_ref().filter(|act| act.tells()).or(last)
    }

    /// What has come of one's own act so far, while one is asked how it goes on.
    pub(in crate::screens::battle) fn midway(&self, decision: &Decision) -> Option<AftermathModel> {
        let act = self.following.act.as_ref().filter(|act| act.by == decision.who && act.strikes())?;
        let is_own = !is_turn(self.battle(), decision) && !self.is_others(act.by);
        let mut model = self.aftermath_model().filter(|_| is_own && !self.claims_a_moment())?;
        // The answers need the room: the terms come when they are asked for.
        if !model.unfolded {
            model.changes.clear();
            model.tellings.iter_mut().for_each(|telling| telling.rows.clear());
        }
        Some(AftermathModel { short: true, ..model })
    }
}

impl Act {
    /// Where somebody stood at the moment of what is told: where the act had brought them by then, or else where they stood
    /// before it.
    fn stood(&self, told: &Telling, who: CombatantId) -> Footprint {
        let then = told.stood.iter().find(|(known, _)| *known == who).map(|(_, place)| *place);
        then.unwrap_or_else(|| self.before.combatant(who).footprint())
    }
}
