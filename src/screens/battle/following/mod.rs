//! The outcome of the last choice, and the turns of fighters who are not asked at this screen: shown until read, at a
//! pace that can be set, paused, or stepped through act by act.

mod answered;
mod came;
mod foretold;
mod over;
mod passing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bevy::prelude::World;

use super::{BattleScreen, listing::is_turn, weighed};
use crate::{
    ai::{Reason, Scored},
    arena::{Arena as _, SideView},
    geometry::{Footprint, Square},
    levels::sides,
    panels::{
        battle::{
            follow::{ChoseModel, FollowModel, WatchedModel},
            log::Who,
            telling::{Telling, tell},
        },
        settings::Speed,
        widgets::log_line::LogLine,
    },
    rules::{Battle, Choice, CombatantId, Decision, Entry, Offers, Target, Team, Window},
    seats::Seat,
};

/// How long the outcome of others' act stays, in seconds at normal speed.
const STAYS: f32 = 1.6;

/// How long a question that replaces others' turn ignores answers, in seconds.
const ANEW: f64 = 0.3;

/// Like [`ANEW`], for the key and the button that go on with others' turns: a player who presses them repeatedly, or
/// who has just read an outcome, does not mean an answer.
const ANEW_TO_GO_ON: f64 = 1.0;

/// How many acts are kept as one line each.
const LATELY: usize = 5;

/// The state of the last choice and of the turn being followed.
#[derive(Default)]
pub(super) struct Following {
    known: Option<Known>,
    act: Option<Act>,
    /// The act before it that told something, while the present one tells nothing.
    last: Option<Act>,
    /// Whether others' turns are paused.
    pub paused: bool,
    /// While a step is requested, where the act it starts from began: acts that show nothing are let through until the
    /// next that does.
    pub steps: Option<usize>,
    /// Seconds since the act's outcome has been fully shown.
    waited: f32,
    /// Whether the outcome has been read.
    pub read: bool,
    /// Whether the act's card is open in the player's own turn.
    card: ActCard,
    /// The outcomes of the last acts as lines, each with where its part of the journal begins and whether the next line
    /// replaces it; and the side they are told to.
    lately: (Option<Team>, Vec<(usize, bool, LogLine)>),
    /// Whether all terms of the card are shown.
    pub unfolded: bool,
    /// The acting fighter's trail in this turn, as far as the view has shown it.
    pub trail: Vec<Footprint>,
    /// The odds foretold for the choice about to be made.
    pub expected: String,
    /// The blow at the end of a movement about to be made, and the odds foretold for it.
    pub ahead: Option<(Choice, String)>,
    /// The answers given automatically in this act, and why.
    pub alone: Vec<(CombatantId, Choice, String)>,
    /// When others' turn was last on screen, in seconds.
    followed: Option<f64>,
}

/// The card of the last act in the player's own turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ActCard {
    /// Open as soon as the act has told something.
    #[default]
    WithAct,
    /// Put away, because something else has been chosen since.
    PutAway,
    /// Brought back by hand; it may be the card of the act before.
    BroughtBack,
}

/// The battle between two choices.
struct Known {
    revision: u64,
    /// The journal's length.
    heard: usize,
    battle: SideView,
    /// The acting fighter, and where it stood when its turn began.
    start: (Option<CombatantId>, Footprint),
    /// The journal's length when that turn began.
    since: usize,
    /// The fighter whose turn was asked about, if the question was a turn's.
    turn: Option<CombatantId>,
    /// The fighter asked after an act whether to use the moment; that is not part of the act.
    claims: Option<CombatantId>,
    /// The fighter asked something before the turns of a round are ordered.
    declares: Option<CombatantId>,
    offers: Arc<Offers>,
}

/// A choice of a turn, with everything that came of it.
struct Act {
    /// Where its part of the journal begins.
    from: usize,
    /// Where the turn's part begins.
    since: usize,
    before: SideView,
    /// The battle after the act; `None` until the next choice.
    after: Option<SideView>,
    /// The battle at the end of the act's turn, once the view has shown what came after.
    ended: Option<SideView>,
    by: CombatantId,
    offers: Arc<Offers>,
    /// The computer's options, best first; empty if a person chose.
    options: Vec<Scored>,
    expected: String,
    /// The square it was aimed at and the squares reached from there, if it was aimed at a square.
    area: Option<(Square, Vec<Square>)>,
    /// Whether somebody has since been asked for the order of turns, which is then told as well.
    orders: bool,
    /// Whether it was chosen in a turn rather than before the turns of a round.
    is_turn: bool,
    /// What is told of it so far, keyed by how much of the journal the view has shown, whether the board still plays,
    /// and the side it is told to.
    told: Option<((usize, bool, Option<Team>), Vec<Telling>)>,
}

/// The square an attack was aimed at and the squares reached from there, if it was aimed at a square.
fn area_of(known: &Known, by: CombatantId, chosen: &Entry) -> Option<(Square, Vec<Square>)> {
    let Entry::Chosen(_, choice) = chosen else { return None };
    let is_place = matches!(known.offers.find(choice.verb, choice.item)?.target, Target::Square(_));
    known.battle.area(by, choice).filter(|_| is_place).map(|area| (area.aim, area.squares))
}

/// Whether a question offers somebody a moment to act, apart from the act just done.
fn is_claim(battle: &Battle, decision: &Decision) -> bool {
    battle.ruleset.rules().briefing(battle, decision).window == Window::Claim
}

impl Following {
    /// Starts afresh for another moment of a recording.
    pub(super) fn start_over(&mut self) {
        *self = Self { paused: self.paused, unfolded: self.unfolded, ..Self::default() };
    }

    /// Shows the last act's outcome again, without holding anything up.
    pub(super) const fn bring_back(&mut self) {
        self.card = ActCard::WithAct;
    }

    /// Drops the act, because it has been undone: nothing of it is told or drawn any more.
    pub(super) fn take_back(&mut self) {
        self.act = None;
    }
}

impl Act {
    /// Whether anybody was struck.
    fn strikes(&self) -> bool {
        self.told.as_ref().is_some_and(|(_, told)| told.iter().any(|telling| !telling.marks.is_empty()))
    }

    /// Whether anything of it is seen, even if only somebody moving.
    fn shows(&self) -> bool {
        let is_seen = |telling: &Telling| telling.matters || !telling.sentence.is_empty();
        self.told.as_ref().is_some_and(|(_, told)| told.iter().any(is_seen))
    }

    /// Whether anything came of it that a player wants to read.
    fn tells(&self) -> bool {
        self.told.as_ref().is_some_and(|(_, told)| told.iter().any(|telling| telling.matters))
    }
}

impl BattleScreen {
    /// Notices a choice made since the last call, and begins a new act with it.
    pub(super) fn follow(&mut self, world: &mut World) {
        let revision = world.revision();
        if self.following.known.as_ref().is_some_and(|known| known.revision == revision) {
            return;
        }
        let heard = world.journal().len();
        let battle = self.living.clone();
        let turn = battle.decision().filter(|decision| is_turn(&battle, decision)).map(|decision| decision.who);
        let claims = battle.decision().filter(|decision| turn.is_none() && is_claim(&battle, decision));
        let claims = claims.map(|decision| decision.who);
        let declares =
            battle.decision().filter(|_| turn.is_none() && claims.is_none() && battle.scene.acting.is_none());
        let declares = declares.map(|decision| decision.who);
        // Only these questions begin acts.
        let offers = if turn.or(declares).is_some() { world.offers() } else { Arc::default() };
        let acting = battle.scene.acting;
        let nowhere = Footprint::one(Square::new(0, 0));
        // The full view is used because unknown fighters are nowhere in the side's own view.
        let here = acting.map_or(nowhere, |who| battle.of(None).combatant(who).footprint());
        let following = &mut self.following;
        let kept = following.known.as_ref().map(|known| (known.start, known.since));
        // A fighter who is last in one round and first in the next begins a new turn.
        let same_round = following.known.as_ref().is_some_and(|known| known.battle.scene.round == battle.scene.round);
        let kept = kept.filter(|((who, _), _)| *who == acting && same_round);
        let (start, since) = kept.unwrap_or(((acting, here), heard));
        let next = Known { revision, heard, battle, start, since, turn, claims, declares, offers };
        if let Some(known) = following.known.replace(next) {
            if heard < known.heard {
                (following.act, following.last, following.read) = (None, None, true);
                following.lately.1.retain(|(from, ..)| *from < heard);
            } else if let Some(by) = following.begun_by(&known, heard) {
                let over = following.act.take().filter(Act::tells);
                let over = over.map(|act| Act { after: Some(known.battle.clone()), ..act });
                following.last = over.or(following.last.take());
                let chosen = world.journal().get(known.heard);
                let area = chosen.and_then(|chosen| area_of(&known, by, chosen));
                // A recording keeps choices, not thoughts.
                let thought = self.game.thought().filter(|(who, _)| *who == by && self.watching.is_none());
                following.act = Some(Act {
                    from: known.heard,
                    since: known.since,
                    before: known.battle,
                    after: None,
                    ended: None,
                    by,
                    offers: known.offers,
                    options: thought.map_or_else(Vec::new, |(_, ranking)| ranking.options.clone()),
                    expected: std::mem::take(&mut following.expected),
                    area,
                    orders: known.declares.is_some(),
                    is_turn: known.turn.is_some(),
                    told: None,
                });
                // An act can be shown again until its fighter's turn ends.
                following.last = following.last.take().filter(|act| act.by == by);
                following.alone.clear();
                (following.waited, following.read) = (0.0, false);
                (following.card, following.unfolded) = (ActCard::WithAct, false);
            }
        }
    }

    /// Brings what is told of the act up to what the view has shown.
    pub(super) fn tell_act(&mut self, world: &World) {
        let (progress, busy, side) = (self.stage.told(), self.stage.is_busy(), self.hidden_from());
        self.following.trail = self.trail(world, self.stage.progress());
        let Some(mut act) = self.following.act.take() else { return };
        if act.told.as_ref().is_none_or(|(key, _)| *key != (progress, busy, side)) {
            let journal = world.journal().iter().zip(world.perceived()).take(progress).skip(act.from);
            let shown = journal.filter(|(_, by)| side.is_none_or(|side| by.contains(side))).map(|(entry, _)| entry);
            let mut told = tell(shown, |who| self.who(who, side));
            told.iter_mut().for_each(|telling| telling.matters |= act.orders && telling.orders);
            self.say_what_passes(world, &act, &mut told);
            self.keep_lately(act.from, &told, side);
            self.tell_what_follows(world, &mut act, &told, progress);
            act.told = Some(((progress, busy, side), told));
        }
        self.following.act = Some(act);
    }

    /// Where the last act's part of the journal begins.
    pub(super) fn act_begins(&self) -> Option<usize> {
        self.following.act.as_ref().map(|act| act.from)
    }

    /// All journal entries since the last act began.
    pub(super) fn act_entries<'w>(&self, world: &'w World) -> &'w [Entry] {
        self.act_begins().and_then(|from| world.journal().get(from..)).unwrap_or_default()
    }

    /// The fighters the card is about: first who acted, then the targets.
    pub(super) fn told_of(&self) -> Vec<CombatantId> {
        let told = self.aftermath_model().into_iter().flat_map(|model| model.tellings);
        told.flat_map(|telling| std::iter::once(telling.by).chain(telling.marks.into_iter().map(|mark| mark.on)))
            .collect()
    }

    /// How a fighter is called in the telling to a side.
    pub(super) fn who(&self, who: CombatantId, side: Option<Team>) -> Who {
        let battle = self.battle();
        let fighter = battle.combatant(who);
        // An attacker out of hiding is named only to sides that have ever known of it.
        let is_stranger = side.is_some_and(|side| battle.last_known(side, who).is_none() && fighter.team != side);
        let name = if is_stranger { "Somebody".into() } else { fighter.identity.name.to_string() };
        Who { name, team: fighter.team, letter: fighter.identity.letter }
    }

    /// Whether a person plays a side.
    pub(super) fn is_person(&self, team: Team) -> bool {
        self.game.seat(team) == Seat::Person
    }

    fn has_persons(&self) -> bool {
        self.battle().teams().any(|team| self.is_person(team))
    }

    /// Whether a fighter's turn is the computer's, or only watched in a recording.
    fn is_others(&self, who: CombatantId) -> bool {
        self.watching.is_some() || !self.is_person(self.battle().combatant(who).team)
    }

    /// Whether an act's outcome is to be read before anything else happens: others' acts, and the player's own before
    /// others act. Questions in the middle of an act are asked at once.
    pub(super) fn is_held(&self) -> bool {
        let (Some(act), Some(known)) = (&self.following.act, &self.following.known) else { return false };
        // After an act that hit somebody, the moment to react is offered once the outcome has been read.
        let claims = known.claims.is_some() && (act.strikes() || self.settings.waits && act.tells());
        let is_over = known.battle.scene.over.is_some();
        let is_last = !is_over && known.turn.is_none() && !claims;
        if self.following.read || is_last && self.watching.is_none() {
            return false;
        }
        let next_is_others = !claims && known.turn.is_some_and(|who| self.is_others(who));
        let tells = act.tells();
        let ends = self.ends_enemy_turn(act, known);
        (self.is_others(act.by) || next_is_others || is_over) && (tells || ends && self.settings.waits)
    }

    /// Whether the act was the last in the turn of somebody not asked at this screen.
    fn ends_enemy_turn(&self, act: &Act, known: &Known) -> bool {
        self.is_others(act.by) && known.turn != Some(act.by) && act.is_turn
    }

    /// Whether a press is needed to go on: after an enemy turn if so set, and when a friend has fallen.
    pub(super) fn must_press(&self) -> bool {
        let (Some(act), Some(known)) = (&self.following.act, &self.following.known) else { return false };
        let own = |who: &CombatantId| self.is_person(self.battle().combatant(*who).team);
        let falls = act.told.iter().flat_map(|(_, told)| told).flat_map(|telling| &telling.out).any(own);
        let waits = self.settings.waits && self.has_persons() && self.ends_enemy_turn(act, known);
        self.watching.is_none() && (falls || waits)
    }

    /// Marks the last act's outcome as read.
    pub(super) const fn read(&mut self) {
        self.following.read = true;
        self.put_away();
    }

    /// Puts the card away in favour of what is chosen now.
    pub(super) const fn put_away(&mut self) {
        self.following.card = ActCard::PutAway;
    }

    /// Whether the last act's card is open in the player's own turn: from the act to the next choice, or when brought
    /// back.
    pub(super) fn is_card_open(&self) -> bool {
        match self.following.card {
            ActCard::WithAct => self.following.act.as_ref().is_some_and(Act::tells),
            ActCard::PutAway => false,
            ActCard::BroughtBack => true,
        }
    }

    /// Whether the card has been brought back by hand.
    pub(super) const fn is_brought_back(&self) -> bool {
        matches!(self.following.card, ActCard::BroughtBack)
    }

    /// Whether the last act, or the act before it in this turn, has an outcome to show.
    pub(super) fn can_show_again(&self) -> bool {
        self.following.act.iter().chain(&self.following.last).any(Act::tells)
    }

    /// Opens the card again, or puts it away.
    pub(super) fn show_again(&mut self) {
        let was_open = self.is_card_open();
        self.put_away();
        if !was_open {
            self.open_card();
        }
    }

    /// Opens the card in full as if brought back: in a small window only its sentence has been in view.
    pub(super) fn open_card(&mut self) {
        if self.can_show_again() {
            self.following.card = ActCard::BroughtBack;
        }
    }

    /// Whether the act being played has already told something.
    pub(super) fn is_telling(&self) -> bool {
        self.stage.is_busy() && self.following.act.as_ref().is_some_and(Act::tells)
    }

    /// The outcomes of the last acts, newest last.
    pub(super) fn lately(&self) -> Vec<LogLine> {
        self.following.lately.1.iter().map(|(.., line)| line.clone()).collect()
    }

    /// Whether others' next choice may be made now; `seconds` is the time since the last frame.
    pub(super) fn goes_on(&mut self, seconds: f32) -> bool {
        self.end_step();
        let steps = self.following.steps.is_some();
        if self.is_held() {
            if steps {
                self.read();
                return true;
            }
            if self.following.paused {
                return false;
            }
            self.following.waited += seconds;
            let factor = match self.settings.speed {
                Speed::Off => 1.0,
                speed => speed.factor().unwrap_or(1.0),
            };
            if self.following.waited * factor < STAYS || self.must_press() {
                return false;
            }
            self.read();
            return true;
        }
        steps || !self.following.paused || !self.is_followed()
    }

    /// Whether somebody else's turn is on screen.
    pub(super) fn is_followed(&self) -> bool {
        let is_question = self.asked().is_some_and(|(.., seat)| seat == Seat::Person)
            && self.following.known.as_ref().is_some_and(|known| known.turn.is_none());
        if self.watching.is_some() {
            return true;
        }
        if self.away.is_open() {
            return false;
        }
        let is_busy = self.stage.is_busy();
        let asks_others = self.asked().is_some_and(|(_, team, _)| !self.is_person(team));
        let act_of_others = self.following.act.as_ref().is_some_and(|act| self.is_others(act.by));
        (is_busy || !is_question || self.is_held())
            && (self.battle().scene.over.is_none() || self.is_held())
            && (self.is_held() || asks_others || act_of_others && is_busy)
    }

    /// The model of a turn of somebody not asked at this screen.
    pub(super) fn follow_model(&self) -> Option<FollowModel> {
        if !self.is_followed() {
            return None;
        }
        let battle = self.spoken();
        let act = self.following.act.as_ref();
        let rests = self.is_held() || self.rests();
        let thinks = self.game.thinking().filter(|_| !self.stage.is_busy() && !rests);
        let who = thinks.map(|thinking| thinking.who).or(battle.scene.acting).or(act.map(|act| act.by));
        // In a recording somebody may be asked before anybody acts; its controls stay even when nobody is.
        let asked = battle.decision().filter(|_| self.watching.is_some()).map(|decision| decision.who);
        let who = who.or(asked);
        if who.is_none() && self.watching.is_none() {
            return None;
        }
        // A fighter asked before the turns, for the order, does not act: the first in the order does.
        let by = act.filter(|act| act.is_turn && (rests || self.stage.is_busy())).map(|act| act.by);
        let is_own = self.own_on_screen();
        let who = by.or(is_own).or(who);
        let concerned = act.filter(|act| !act.is_turn || Some(act.by) == who);
        let own = self.looks_on();
        Some(FollowModel {
            actor: who.filter(|who| self.is_visible(*who)).map(|who| self.actor_followed(who)),
            is_own: is_own.is_some(),
            about: who.map_or_else(|| "Recording".into(), |who| self.about_seat(who)),
            chose: concerned.map_or(Ok(Vec::new()), |act| self.chose(act)),
            // Somebody asked before the turns, or between two of them, is not the one shown as acting.
            chooser: concerned.filter(|act| Some(act.by) != who).map(|act| self.name(act.by)),
            earlier: concerned.filter(|_| is_own.is_none()).map_or_else(Vec::new, |act| self.just_before(act)),
            aftermath: concerned.and_then(|_| self.aftermath_model()),
            own_team: own,
            own: own.map_or_else(String::new, |team| sides::within(&self.side_name(team))),
            answers: concerned
                .filter(|_| own.is_some() && is_own.is_none())
                .map_or_else(Vec::new, |act| self.answers(act.told.as_ref().map_or(&[], |(_, told)| told))),
            paused: self.following.paused,
            held: self.is_held() && !self.stage.is_busy(),
            next: self.next_words(),
            goes_on: !self.must_press(),
            thinking: thinks.and_then(|thinking| thinking.share()),
            watched: self.watching.as_ref().map(|watching| {
                let (at, of) = watching.progress();
                WatchedModel { at, of, rounds: watching.rounds().collect() }
            }),
        })
    }

    /// The side of the person looking on: the one who sat here last, else the first; `None` in a recording.
    pub(super) fn looks_on(&self) -> Option<Team> {
        let looks = |team: &Team| self.is_person(*team) && self.watching.is_none();
        let persons: Vec<Team> = self.battle().teams().filter(looks).collect();
        self.seated.filter(|team| persons.contains(team)).or(persons.first().copied())
    }

    /// "The watch, computer, turn 2 of 8".
    fn about_seat(&self, who: CombatantId) -> String {
        let team = self.spoken().combatant(who).team;
        let seat = match (&self.watching, self.game.seat(team)) {
            (Some(_), _) => ", recording",
            // As in the player's own turn.
            (None, Seat::Person) => "",
            (None, Seat::Computer(_)) => ", computer",
        };
        format!("{}{seat}{}", self.side_name(team), self.place_in_order(who))
    }

    /// The fighter who acted last in a turn.
    pub(super) fn acted(&self) -> Option<CombatantId> {
        self.following.act.as_ref().filter(|act| act.is_turn).map(|act| act.by)
    }

    /// A side's name on this level: "The watch".
    pub(super) fn side_name(&self, team: Team) -> String {
        self.game.header.level.side_name(team).into()
    }

    /// What the computer chose and its other options, unless the viewing side may not know.
    fn chose(&self, act: &Act) -> Result<Vec<ChoseModel>, &'static str> {
        if act.options.is_empty() {
            return Ok(Vec::new());
        }
        if !self.is_visible(act.by) {
            return Err("Its reason is hidden");
        }
        let names = |reason: &Reason| match reason {
            Reason::Harm(who)
            | Reason::Further(who)
            | Reason::Danger(who)
            | Reason::Provoked(who)
            | Reason::Next(who) => Some(*who),
            _ => None,
        };
        let tells_too_much = |option: &Scored| {
            let named = option.reasons.iter().filter_map(|(reason, _)| names(reason)).chain(option.choice.targets());
            named.into_iter().any(|who| !self.is_visible(who))
        };
        if act.options.first().is_some_and(tells_too_much) {
            return Err("Its reason is hidden: it knows of somebody you do not");
        }
        let known = act.options.iter().filter(|option| !tells_too_much(option));
        let shown = weighed::told(known).into_iter().map(|option| {
            let amounts = || option.reasons.iter().map(|(_, amount)| *amount);
            ChoseModel {
                words: self.said_with_attack(self.said_by(act, &option.choice), option, &act.offers),
                terms: self.weighed_terms(option),
                gain: amounts().filter(|amount| *amount > 0).sum(),
                risk: amounts().filter(|amount| *amount < 0).sum(),
            }
        });
        Ok(shown.collect())
    }

    /// A choice open before an act, as a sentence.
    fn said_by(&self, act: &Act, choice: &Choice) -> String {
        let (battle, rules) = (&act.before, act.before.ruleset.rules());
        let asked = battle.decision().filter(|decision| decision.who == act.by).cloned();
        let decision = asked.unwrap_or_else(|| rules.turn_question(act.by));
        let Some(offer) = act.offers.find(choice.verb, choice.item) else { return choice.verb.into() };
        let title = rules.describe(battle, &decision, offer).title;
        let words = self.sentence(offer, choice, &title);
        match choice.squares.last() {
            Some(square) => offer.said_there(choice, &words, *square),
            None => words,
        }
    }
}
