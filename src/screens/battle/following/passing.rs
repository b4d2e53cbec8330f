//! Turns that pass without an act, with the reason, and the lines kept of the last acts.

use bevy::prelude::World;

use super::{ANEW, ANEW_TO_GO_ON, Act, BattleScreen, Following, Known, LATELY, is_claim, is_turn, over::kept};
use crate::{
    arena::Arena as _,
    board,
    panels::{
        battle::{Intent, model::BodyModel, telling::Telling},
        widgets::log_line::LogLine,
    },
    rules::{Battle, CombatantId, Effect, Entry, Role, Team, Window},
};

impl BattleScreen {
    /// Whether an intent answers a question that replaced others' turn so recently that the press was meant to go on
    /// with that turn. Such an answer is ignored.
    fn was_meant_to_go_on(&mut self, intent: &Intent) -> bool {
        let is_question = self.battle().decision().is_some_and(|decision| !is_turn(self.battle(), decision));
        let within = match intent {
            Intent::Commit => ANEW_TO_GO_ON,
            Intent::Answer(_) => ANEW,
            _ => return false,
        };
        let is_new = self.following.followed.is_some_and(|followed| self.heard.time - followed < within);
        // A digit does not go on with a turn, so the second press is meant as an answer.
        if !is_new || !matches!(intent, Intent::Commit) {
            self.following.followed = None;
        }
        is_question && is_new
    }

    /// Whether a press does no more than go on: presses that would act on the battle first only finish what is still
    /// being played.
    pub(in crate::screens::battle) fn only_goes_on(&mut self, intent: &Intent, world: &mut World) -> bool {
        let is_played = self.stage.is_busy();
        // A recording is left at once, since something is nearly always moving in it.
        let skips = match intent {
            Intent::Back => self.watching.is_none(),
            _ => matches!(intent, Intent::Commit | Intent::EndTurn | Intent::Undo),
        };
        if is_played && skips {
            board::skip(world);
            return true;
        }
        self.was_meant_to_go_on(intent)
    }

    /// The outcomes of earlier acts in the same turn, oldest first, so that steps after a blow do not make it
    /// forgotten.
    pub(super) fn just_before(&self, act: &Act) -> Vec<String> {
        let lines = self.following.lately.1.iter();
        lines.filter(|(from, ..)| (act.since..act.from).contains(from)).map(|(.., line)| line.text()).collect()
    }

    /// Requests a single step: the next event, or the end of what is still being shown.
    pub(in crate::screens::battle) fn step_on(&mut self) {
        let seen = self.following.act.as_ref().filter(|act| act.shows() && !self.stage.is_busy());
        let from = seen.map_or(usize::MAX, |act| act.from);
        (self.following.paused, self.following.steps) = (true, Some(from));
    }

    /// Ends a step with the next act that shows anything, or when somebody at this screen is asked.
    pub(super) fn end_step(&mut self) {
        let Some(from) = self.following.steps else { return };
        let has_happened = self.following.act.as_ref().is_some_and(|act| act.from != from && act.shows());
        if has_happened || !self.is_followed() {
            self.following.steps = None;
        }
    }

    /// Whether others' turns are paused at an act that shows something.
    pub(super) fn rests(&self) -> bool {
        let Following { act, paused, steps, .. } = &self.following;
        *paused && steps.is_none() && act.as_ref().is_some_and(Act::shows)
    }

    /// The acting fighter of a followed turn. Once that turn is over, its allowances are those before its last act, not
    /// those that have come back since.
    pub(super) fn actor_followed(&self, who: CombatantId) -> BodyModel {
        let mut body = self.body(who);
        let over = self.following.act.as_ref().filter(|act| act.by == who && self.is_held());
        if let Some(act) = over.filter(|_| self.spoken().scene.acting != Some(who)) {
            body.card.allowances = act.before.ruleset.rules().card(&act.before, who).allowances;
        }
        body
    }

    /// The player's own fighter whose act is on screen: while it is played, while others are asked about it, and until
    /// it has been read before others act. It is shown in the panel of that turn, not in the panel of others.
    pub(super) fn own_on_screen(&self) -> Option<CombatantId> {
        let act = self.following.act.as_ref().filter(|act| act.is_turn && !self.is_others(act.by))?;
        let is_shown = self.stage.is_busy() || self.is_held() || self.rests();
        (is_shown || self.spoken().scene.acting == Some(act.by)).then_some(act.by)
    }

    /// Whether a moment in somebody else's turn is offered.
    pub(in crate::screens::battle) fn claims_a_moment(&self) -> bool {
        self.battle().decision().is_some_and(|decision| is_claim(self.battle(), decision))
    }

    /// After the answer whether to use a moment: the player's own act before it needs no reading any more, nor does
    /// others' act if the moment is used.
    pub(in crate::screens::battle) fn read_before_claim(&mut self, takes: bool) {
        let is_own = self.acted().is_some_and(|by| !self.is_others(by));
        self.following.read |= takes || is_own;
    }

    /// The battle before the act being read, while one is.
    pub(in crate::screens::battle) fn before_held(&self) -> Option<&Battle> {
        self.following.act.as_ref().filter(|_| self.is_held()).map(|act| &*act.before)
    }

    /// Tells why a turn passed without an act, and that somebody not asked at this screen did nothing in a turn.
    pub(super) fn say_what_passes(&self, world: &World, act: &Act, told: &mut [Telling]) {
        for telling in told.iter_mut().filter(|telling| telling.passes) {
            telling.sentence = format!("{}: {}", telling.sentence, self.reason(act, telling.by));
        }
        self.leave_open(told);
        if self.is_others(act.by) && idles(world.journal(), act) {
            let first =
                told.iter_mut().find(|telling| telling.by == act.by && !telling.matters && telling.rolls.is_empty());
            if let Some(telling) = first {
                (telling.sentence, telling.matters) = (format!("{} does nothing this turn", self.name(act.by)), true);
            }
        }
    }

    /// While somebody is asked about a blow, or the board still shows it, its outcome is not told.
    fn leave_open(&self, told: &mut [Telling]) {
        let (battle, rules) = (self.battle(), self.battle().ruleset.rules());
        let is_open = |decision| rules.briefing(battle, decision).window == Window::Answer;
        let Some(last) = told.last_mut().filter(|last| last.marks.is_empty()) else { return };
        let ends = [": succeeds", ": fails"].into_iter().find_map(|end| last.sentence.strip_suffix(end));
        if let Some(lead) = ends.filter(|_| self.stage.is_busy() || battle.decision().is_some_and(is_open)) {
            last.sentence = lead.to_owned();
        }
    }

    /// "Go on, Ansa is next".
    pub(super) fn next_words(&self) -> String {
        if self.battle().scene.over.is_some() {
            return "Go on, the battle is over".into();
        }
        let known = self.following.known.as_ref();
        let (next, asked) = (known.and_then(|known| known.turn), known.and_then(|known| known.claims));
        let acting = self.following.act.as_ref().map(|act| act.by);
        let is_spent = || known.is_some_and(|known| self.is_acted_out(&known.offers));
        match next.filter(|who| self.is_visible(*who)) {
            // A fighter with nothing left to act with only ends the turn.
            Some(who) if Some(who) == acting && is_spent() => format!("Go on, {} ends the turn", self.name(who)),
            Some(who) if Some(who) == acting => format!("Go on, {} is not done", self.name(who)),
            Some(who) => format!("Go on, {} is next", self.name(who)),
            None => asked
                .filter(|who| self.is_visible(*who))
                .map_or_else(|| "Go on".into(), |who| format!("Go on, {} is asked", self.name(who))),
        }
    }

    /// What keeps somebody from acting: its conditions, or having nothing to do.
    fn reason(&self, act: &Act, who: CombatantId) -> String {
        let card = act.before.ruleset.rules().card(&act.before, who);
        let conditions: Vec<String> = card.conditions.iter().map(|fact| crate::rules::uncapital(&fact.label)).collect();
        if conditions.is_empty() { "nothing it could do".into() } else { conditions.join(", ") }
    }

    /// Keeps an act's outcome as one line for each thing that matters; lines of another side's viewer are dropped, and
    /// the next lines replace mere movement.
    pub(super) fn keep_lately(&mut self, from: usize, told: &[Telling], side: Option<Team>) {
        let (known, lines) = &mut self.following.lately;
        if *known != side {
            (*known, *lines) = (side, Vec::new());
        }
        lines.retain(|(other, ..)| *other != from);
        let line = |telling: &Telling| {
            let who = self.who(telling.by, side);
            (
                from,
                !telling.matters,
                LogLine {
                    who: (!telling.orders).then_some((who.team, who.letter)),
                    pieces: telling.in_a_line(),
                    ..LogLine::default()
                },
            )
        };
        let new: Vec<(usize, bool, LogLine)> = kept(told).map(line).collect();
        let lines = &mut self.following.lately.1;
        // The end of a turn tells nothing, so earlier lines stay.
        if !new.is_empty() {
            lines.retain(|(_, passes, _)| !passes);
        }
        lines.extend(new);
        let spare = lines.len().saturating_sub(LATELY);
        lines.drain(..spare);
    }
}

impl Following {
    /// Who has begun an act with the choice made since `known`; `heard` is the journal's length now. A question before
    /// the turns of a round begins an act only if the act before it has been read; otherwise that act goes on with the
    /// order of turns.
    pub(super) fn begun_by(&mut self, known: &Known, heard: usize) -> Option<CombatantId> {
        if heard == known.heard {
            return None;
        }
        let read = self.read;
        let act = self.act.as_mut().filter(|act| !act.is_turn || !read && act.tells());
        match act.filter(|_| known.turn.is_none() && known.declares.is_some()) {
            Some(act) => {
                (act.orders, act.told) = (true, None);
                None
            }
            None => known.turn.or(known.declares),
        }
    }

    /// Notes when others' turn was last on screen, in seconds.
    pub(in crate::screens::battle) const fn see_turn(&mut self, is_followed: bool, now: f64) {
        if is_followed {
            self.followed = Some(now);
        }
    }
}

/// Whether somebody ends a turn without having done anything.
fn idles(journal: &[Entry], act: &Act) -> bool {
    let Some(Entry::Chosen(who, choice)) = journal.get(act.from) else { return false };
    let ends = act.offers.find(choice.verb, choice.item).is_some_and(|offer| offer.role == Role::End);
    let begins = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Acting(Some(acting))) if acting == who);
    let Some(from) = journal[..act.from].iter().rposition(begins) else { return false };
    let does = |entry: &Entry| matches!(entry, Entry::Chosen(by, _) | Entry::Action { who: by, .. } if by == who);
    ends && !journal[from..act.from].iter().any(does)
}
