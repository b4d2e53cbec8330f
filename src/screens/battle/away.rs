//! The recap for the player who takes the seat: what happened while another side sat at the screen, as far as the
//! journal says that the returning side perceived it.

use bevy::prelude::World;

use super::{BattleScreen, changes::changes, listing::is_turn};
use crate::{
    arena::{Arena as _, SideView},
    board::{ArrowShown, Overlays, ResultShown},
    panels::battle::{
        recap::{RecapModel, RecapRow},
        telling::{Telling, TellingRow, tell},
    },
    rules::{CombatantId, Effect, Entry, Team},
    seats::Seat,
};

/// What each side saw last, and the recap for the side that has come back.
#[derive(Default)]
pub(super) struct Away {
    left: [Option<Left>; Team::MOST],
    page: Option<Page>,
    open: bool,
}

/// What a side saw last.
#[derive(Clone)]
struct Left {
    /// The journal's length.
    heard: usize,
    battle: SideView,
}

/// The recap of what happened since.
struct Page {
    team: Team,
    told: Vec<Telling>,
    changed: Vec<TellingRow>,
    chosen: usize,
}

impl Away {
    /// Whether the recap is open.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }
}

impl BattleScreen {
    /// Notes what the side at the screen has seen.
    pub(super) fn watch_the_seat(&mut self, world: &World) {
        // A recording shows nothing of the waiting battle.
        if self.watching.is_some() {
            return;
        }
        let heard = world.journal().len();
        // Nobody has seen what has been undone.
        self.away.left.iter_mut().flatten().for_each(|left| left.heard = left.heard.min(heard));
        if !self.has_secrets {
            // Everybody looks on.
            self.away.left.fill(Some(Left { heard, battle: self.living.clone() }));
            return;
        }
        let Some(team) = self.hidden_from().filter(|_| self.handover().is_none()) else { return };
        // What is still playing has not been seen.
        if self.stage.is_busy() && self.away.left[usize::from(team.0)].is_some() {
            return;
        }
        self.away.left[usize::from(team.0)] = Some(Left { heard, battle: self.living.clone() });
    }

    /// Seats the player asked, and opens the recap since that side sat here last.
    pub(super) fn take_seat(&mut self, world: &mut World) {
        let Some((_, team, _)) = self.asked() else { return };
        let left = self.away.left[usize::from(team.0)].take();
        self.seated = Some(team);
        // A message to the previous player is not for the next.
        self.toast = None;
        self.see(world);
        let from = left.as_ref().map_or_else(|| self.unseen_from(world.journal(), team), |left| left.heard);
        let journal = world.journal().iter().zip(world.perceived()).skip(from);
        let perceived = journal.filter(|(_, by)| by.contains(team)).map(|(entry, _)| entry);
        let told = tell(perceived, |who| self.who(who, Some(team)));
        let is_own = |who: CombatantId| self.battle().combatant(who).team == team;
        // An act, even one without effect; a mere roll is no act.
        let is_act = |telling: &Telling| {
            let name = self.who(telling.by, Some(team)).name;
            telling.sentence != name && !telling.sentence.starts_with(&format!("{name}: "))
        };
        let is_told = |telling: &Telling| telling.matters || !is_own(telling.by) && is_act(telling);
        let told: Vec<Telling> = told.into_iter().filter(is_told).collect();
        let before = left.map(|left| left.battle);
        let changed = before.map_or_else(Vec::new, |before| changes(&before, self.battle(), &told, is_own).into_rows());
        // Before the first choice nothing has happened.
        let is_begun = world.journal().iter().skip(from).any(|entry| matches!(entry, Entry::Chosen(..)));
        self.away.open = is_begun && !told.is_empty();
        let chosen = told.len().saturating_sub(1);
        self.away.page = self.away.open.then_some(Page { team, told, changed, chosen });
        self.look_at_recap();
    }

    /// Where the part of the journal begins that is news to a side which has not sat here since the battle was opened:
    /// with the first choice of another player after its own last turn.
    pub(super) fn unseen_from(&self, journal: &[Entry], team: Team) -> usize {
        let side = |who: CombatantId| self.battle().combatant(who).team;
        let (mut acting, mut unseen, mut sits) = (None, 0, false);
        for (place, entry) in journal.iter().enumerate() {
            match entry {
                Entry::Effect(Effect::Acting(who)) => acting = who.map(side),
                Entry::Effect(Effect::Resume(who)) => acting = Some(side(*who)),
                // Outside its own turns a standing order may have answered.
                Entry::Chosen(who, _) if side(*who) == team => sits |= acting == Some(team),
                Entry::Chosen(who, _) if sits && self.game.seat(side(*who)) == Seat::Person => {
                    (unseen, sits) = (place, false);
                }
                _ => {}
            }
        }
        if sits { journal.len() } else { unseen }
    }

    /// Goes to an event of the recap.
    pub(super) fn recap_to(&mut self, index: usize) {
        if let Some(page) = &mut self.away.page {
            page.chosen = index.min(page.told.len().saturating_sub(1));
        }
        self.look_at_recap();
    }

    /// Moves the view to the event.
    fn look_at_recap(&mut self) {
        let shown = self.recapped().map(|telling| telling.marks.first().map_or(telling.by, |mark| mark.on));
        if let Some(who) = shown.filter(|who| self.is_visible(*who)) {
            let square = self.battle().combatant(who).placement.anchor();
            self.view.camera.reveal(square);
        }
    }

    /// The event drawn on the board.
    fn recapped(&self) -> Option<&Telling> {
        let page = self.away.page.as_ref().filter(|_| self.away.open)?;
        page.told.get(page.chosen)
    }

    /// Closes the recap.
    pub(super) const fn close_recap(&mut self) {
        self.away.open = false;
    }

    /// Opens the recap again in the same turn; false if there is none.
    pub(super) fn recap_again(&mut self) -> bool {
        let asked = self.asked().map(|(_, team, _)| team);
        self.away.open = self.away.page.as_ref().is_some_and(|page| Some(page.team) == asked);
        self.away.open
    }

    /// Shows on the board who did what to whom.
    pub(super) fn add_recapped(&self, overlays: &mut Overlays) {
        let Some(telling) = self.recapped() else { return };
        let seen = telling.marks.iter().filter(|mark| self.is_visible(mark.on));
        for mark in seen {
            if telling.by != mark.on && self.is_visible(telling.by) {
                overlays.arrows.push(ArrowShown::now(telling.by, mark.on));
            }
        }
        overlays.results.extend(self.recap_plates());
    }

    /// Plates with each event's number in the list, beside the fighters it is about; the chosen event also tells its
    /// outcome.
    fn recap_plates(&self) -> Vec<ResultShown> {
        let Some(page) = &self.away.page else { return Vec::new() };
        let mut plates: Vec<ResultShown> = Vec::new();
        for (index, telling) in page.told.iter().enumerate() {
            let is_chosen = index == page.chosen;
            let marks = telling.marks.iter().map(|mark| (mark.on, Some(mark)));
            let about: Vec<_> = if telling.marks.is_empty() { vec![(telling.by, None)] } else { marks.collect() };
            for (on, mark) in about.into_iter().filter(|(on, _)| self.is_visible(*on)) {
                let came = mark.filter(|_| is_chosen).map_or_else(String::new, |mark| format!(": {}", mark.words));
                let words = format!("{}{came}", index + 1);
                let hurts = is_chosen && mark.is_some_and(|mark| mark.hurts);
                match plates.iter_mut().find(|plate| plate.on == on) {
                    Some(plate) => {
                        plate.words = format!("{}, {words}", plate.words);
                        plate.hurts |= hurts;
                    }
                    None => plates.push(ResultShown { on, words, hurts }),
                }
            }
        }
        plates
    }

    /// The model of the recap page.
    pub(super) fn recap_model(&self) -> Option<RecapModel> {
        let page = self.away.page.as_ref().filter(|_| self.away.open && self.handover().is_none())?;
        let (battle, rules) = (self.battle(), self.battle().ruleset.rules());
        let row = |telling: &Telling| {
            let is_seen = self.is_visible(telling.by) && battle.last_known(page.team, telling.by).is_some()
                || battle.combatant(telling.by).team == page.team;
            let look = is_seen.then(|| crate::board::token_look(battle, telling.by, &rules.card(battle, telling.by)));
            let rolls = telling.in_a_line().split_off(1);
            RecapRow { look, sentence: telling.sentence.clone(), rolls }
        };
        let asked = battle.decision();
        let next = asked.map_or_else(String::new, |decision| {
            let does = if is_turn(battle, decision) { "to act" } else { "is asked" };
            format!("{} {does}", self.name(decision.who))
        });
        Some(RecapModel {
            team: page.team,
            side: self.side_name(page.team),
            rows: page.told.iter().map(row).collect(),
            chosen: page.chosen,
            changed: page.changed.clone(),
            next,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        testing::{PERSONS, SIZE, level},
        with_screen,
    };
    use crate::{
        arena::Arena as _,
        rules::{CombatantId, Effect, Entry, Team},
        screens::HeadlessFrame,
    };

    #[test]
    fn what_is_news_after_a_saved_battle_begins_after_the_own_last_turn() {
        let level = level("tanner-row");
        let mut headless = HeadlessFrame::play(&level, level.ruleset, 3, PERSONS, SIZE).expect("it can be played");
        let battle = headless.world().battle().clone();
        let choice = battle.ruleset.rules().default_answer(&battle, battle.decision().expect("somebody is asked"));
        let of = |team: u8| battle.combatants().find(|fighter| fighter.team == Team(team)).expect("one of them").id;
        let [own, other] = [0, 1].map(of);
        let acts = |who: CombatantId| Entry::Effect(Effect::Acting(Some(who)));
        let chose = |who: CombatantId| Entry::Chosen(who, choice.clone());
        let mut journal = vec![acts(other), chose(other), chose(own)];
        let mut unseen = |more: &[Entry]| {
            journal.extend_from_slice(more);
            with_screen(headless.world(), |screen, _| [0, 1].map(|team| screen.unseen_from(&journal, Team(team))))
        };
        assert_eq!(unseen(&[]), [0, 2], "a mere answer is no turn");
        assert_eq!(unseen(&[acts(own), chose(own)]), [5, 2]);
        assert_eq!(unseen(&[chose(other), chose(own)]), [7, 2], "the turn goes on after an answer");
        assert_eq!(unseen(&[acts(other), chose(other), chose(own)]), [8, 9]);
        assert_eq!(unseen(&[acts(own)]), [8, 9]);
    }
}
