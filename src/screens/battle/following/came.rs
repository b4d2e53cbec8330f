//! What the board shows of an act: arrows, marks, and the way walked.

use bevy::prelude::World;

use super::{Act, BattleScreen, Following, is_turn};
use crate::{
    arena::Arena as _,
    board::{AreaShown, ArrowShown, Overlays, ResultShown},
    geometry::Footprint,
    panels::battle::{
        aftermath::AftermathModel,
        telling::{Mark, Telling},
    },
    rules::{CombatantId, Decision, Effect, Entry},
};

impl BattleScreen {
    /// Adds arrows, marks and the way walked while an act's outcome is shown; during a question, who is about to do
    /// what to whom.
    pub(in crate::screens::battle) fn add_results(&self, overlays: &mut Overlays) {
        overlays.trail.clone_from(&self.following.trail);
        if self.away.is_open() {
            return self.add_recapped(overlays);
        }
        let decision = self.battle().decision().filter(|_| self.is_asked());
        if let Some(decision) = decision.filter(|decision| !is_turn(self.battle(), decision)) {
            let (from, to) = self.between(decision);
            // With several possible targets the chosen one is shown.
            let own = from.filter(|from| *from == decision.who);
            let to = to.or_else(|| own.and_then(|_| self.open_offer().and_then(|(_, choice)| choice.on)));
            let marks = self
                .midway(decision)
                .map_or_else(Vec::new, |model| Mark::together(model.tellings.iter().flat_map(|told| &told.marks)));
            let result = |Mark { on, words, hurts, .. }: Mark| ResultShown { on, words, hurts };
            overlays.results.extend(marks.into_iter().filter(|mark| Some(mark.on) != to).map(result));
            if let (Some(from), Some(to)) = (from, to) {
                overlays.arrows.push(ArrowShown::now(from, to));
                overlays.results.extend(self.asked_about(decision, from, to));
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
        // An area attack is shown by its area: arrows to everybody would hide the board.
        let is_blast = overlays.area.is_some();
        let model = self.aftermath_model();
        for told in model.iter().flat_map(|model| &model.tellings) {
            let targets = told.marks.iter().map(|mark| mark.on).filter(|_| !is_blast && !told.explodes);
            let arrow = |on: CombatantId| {
                let place = |act: &Act, who| act.stood(told, who).unwrap_or_else(|| self.stage.place(who));
                let stood = self.told_act().map(|act| (place(act, told.by), place(act, on)));
                ArrowShown { by: told.by, on, stood }
            };
            overlays.arrows.extend(targets.filter(|on| *on != told.by).map(arrow));
        }
        let marks = Mark::together(model.iter().flat_map(|model| &model.tellings).flat_map(|told| &told.marks));
        let result = |Mark { on, words, hurts, .. }: Mark| ResultShown { on, words, hurts };
        overlays.results.extend(marks.into_iter().map(result));
    }

    /// The acting fighter's trail since its turn began, or resumed after another turn in the middle of it, as far as
    /// the side at the screen has perceived it.
    pub(super) fn trail(&self, world: &World, progress: usize) -> Vec<Footprint> {
        // While the end of a turn is read, the trail is that turn's.
        let by = self.following.act.as_ref().map(|act| act.by).filter(|_| self.is_held() && !self.stage.is_busy());
        let acting = by.or(self.spoken().scene.acting);
        let Some(who) = acting.filter(|who| self.is_visible(*who)) else { return Vec::new() };
        let journal = &world.journal()[..progress.min(world.journal().len())];
        let begins = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(Some(acting))) if *acting == who);
        let Some(from) = journal.iter().rposition(begins) else { return Vec::new() };
        let is_over = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(other)) if *other != Some(who));
        let until = by.and_then(|_| journal[from..].iter().position(is_over)).map_or(journal.len(), |over| from + over);
        let place = |entry: &Entry| match entry {
            Entry::Effect(Effect::Place(moved, place)) if *moved == who => Some(place.0),
            _ => None,
        };
        // A fighter that has not moved before stands where its turn began.
        let start = self.following.known.as_ref().map(|known| &known.start);
        let begun = start.filter(|(starter, _)| *starter == Some(who)).map(|(_, first)| *first);
        let first = journal[..from].iter().rev().find_map(place).or(begun);
        let side = self.hidden_from();
        let turn = journal[..until].iter().zip(world.perceived()).skip(from);
        way(first, turn.filter_map(|(entry, by)| Some((place(entry)?, side.is_none_or(|side| by.contains(side))))))
    }

    /// The act whose card is shown.
    pub(super) fn told_act(&self) -> Option<&Act> {
        let Following { act, last, .. } = &self.following;
        // While others act, an earlier act's outcome does not count as theirs.
        let last = last.as_ref().filter(|_| !self.is_followed());
        act.as_ref().filter(|act| act.tells()).or(last)
    }

    /// What has come of the player's own act so far, during a question about how it goes on.
    pub(in crate::screens::battle) fn midway(&self, decision: &Decision) -> Option<AftermathModel> {
        let act = self.following.act.as_ref().filter(|act| act.by == decision.who && act.strikes())?;
        let is_own = !is_turn(self.battle(), decision) && !self.is_others(act.by);
        let mut model = self.aftermath_model().filter(|_| is_own && !self.claims_a_moment())?;
        // The answers need the room, so terms are shown only on request.
        if !model.unfolded {
            model.changes.clear();
            model.tellings.iter_mut().for_each(|telling| telling.rows.clear());
        }
        Some(AftermathModel { short: true, ..model })
    }
}

/// The last run of perceived steps, with the place where it begins: whoever perceives a step also knows where it
/// started. `first` is the place before all steps; each step comes with whether it was perceived.
fn way(first: Option<Footprint>, steps: impl Iterator<Item = (Footprint, bool)>) -> Vec<Footprint> {
    let mut way: Vec<Footprint> = Vec::new();
    let mut at = first;
    for (place, is_perceived) in steps {
        if is_perceived {
            if way.last() != at.as_ref() {
                way = at.into_iter().collect();
            }
            way.push(place);
        }
        at = Some(place);
    }
    if way.len() < 2 { Vec::new() } else { way }
}

impl Act {
    /// Whether the side told knew of somebody before the act: only then does the battle before it show that fighter's
    /// state.
    pub(super) fn knew(&self, who: CombatantId) -> bool {
        self.before.side().is_none_or(|side| self.before.is_known(side, who))
    }

    /// Where somebody stood at the moment told: where the act had brought them by then, or else where they stood before
    /// it; `None` for somebody unknown at that time.
    fn stood(&self, told: &Telling, who: CombatantId) -> Option<Footprint> {
        let then = told.stood.iter().find(|(known, _)| *known == who).map(|(_, place)| *place);
        then.or_else(|| self.knew(who).then(|| self.before.combatant(who).footprint()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        arena::SideView,
        geometry::Square,
        levels::{Roster, deploy},
        panels::battle::{log::Who, telling::tell},
        rules::{Action, RuleId, Settings, Team},
        screens::battle::testing::level,
    };

    /// When somebody comes out of hiding, only perceived steps are drawn.
    #[test]
    fn steps_that_nobody_perceived_are_not_drawn() {
        let at = |x: i16| Footprint::one(Square::new(x, 4));
        let drawn = |first: Option<i16>, steps: &[(i16, bool)]| -> Vec<i16> {
            let steps = steps.iter().map(|(x, is_perceived)| (at(*x), *is_perceived));
            way(first.map(at), steps).iter().map(|place| place.anchor.x).collect()
        };
        assert_eq!(drawn(Some(0), &[(1, true), (2, true)]), [0, 1, 2]);
        assert_eq!(drawn(Some(0), &[(1, false), (2, false)]), [0; 0], "he is known only at its end");
        assert_eq!(drawn(Some(0), &[(1, false), (2, true), (3, true)]), [1, 2, 3]);
        assert_eq!(drawn(Some(0), &[(1, true), (2, false)]), [0, 1], "he has been lost");
        assert_eq!(drawn(Some(0), &[(1, true), (2, false), (3, true)]), [2, 3], "nobody saw how he got there");
        assert_eq!(drawn(None, &[(1, true), (2, true)]), [1, 2]);
        assert_eq!(drawn(None, &[(1, true)]), [0; 0]);
    }

    /// For the side struck, an attacker out of hiding has stood nowhere.
    #[test]
    fn where_somebody_unknown_stood_is_not_told() {
        let mut level = level("tanner-row");
        level.sides[1].units[0].hidden = true;
        let (ruleset, ours) = (level.ruleset, Team(0));
        let battle =
            deploy(&level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).expect("it can be deployed");
        let theirs: Vec<CombatantId> =
            battle.combatants().filter(|fighter| fighter.team != ours).map(|fighter| fighter.id).collect();
        let (hidden, open) = (theirs[0], theirs[1]);
        let place = |who: CombatantId| battle.combatant(who).footprint();
        let strikes =
            Entry::action((hidden, Action::Strike), "strikes", (Some(CombatantId(0)), None, None), RuleId("RULE-01"));
        let who = |_| Who { name: "Krag".into(), team: Team(1), letter: 'K' };
        let told = tell(&[strikes], who).remove(0);
        let moved = Telling { stood: vec![(hidden, place(open))], ..told.clone() };
        let act = |side: Option<Team>| Act {
            from: 0,
            since: 0,
            before: SideView::new(battle.clone(), side),
            after: None,
            ended: None,
            by: hidden,
            offers: Arc::default(),
            options: Vec::new(),
            expected: String::new(),
            area: None,
            orders: false,
            is_turn: true,
            told: None,
        };
        let struck = act(Some(ours));
        assert_eq!((struck.stood(&told, hidden), struck.stood(&told, open)), (None, Some(place(open))));
        assert_eq!(struck.stood(&moved, hidden), Some(place(open)), "but where he has been seen since");
        for all in [act(None), act(Some(Team(1)))] {
            assert_eq!(all.stood(&told, hidden), Some(place(hidden)));
        }
    }
}
