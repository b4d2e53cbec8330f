//! What has come of the last choice, and the turns of those who are not asked here: told until it has been read, at a pace
//! that can be set, stopped, or gone through act by act.

mod answered;
mod came;
mod foretold;
mod over;
mod passing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use bevy::prelude::World;

use super::{BattleScreen, listing::is_turn};
use crate::{
    ai::{Reason, Scored},
    arena::{Arena as _, SideView},
    geometry::{Footprint, Square},
    panels::{
        battle::{
            follow::{ChoseModel, FollowModel, WatchedModel},
            log::Who,
            telling::{Telling, tell},
        },
        settings::Speed,
        sides,
        widgets::log_line::LogLine,
    },
    rules::{Battle, Choice, CombatantId, Decision, Entry, Offers, Target, Team, Window},
    seats::Seat,
};

/// How long what has come of an act of others stays, in seconds at the first speed.
const STAYS: f32 = 1.6;

/// How long a question that has come up in place of a turn of others takes no answer yet, in seconds.
const ANEW: f64 = 0.3;

/// The same of the key and the button that go on with the turns of others: who presses them again and again, or when it has
/// just been read what came of an act, means no answer by it.
const ANEW_TO_GO_ON: f64 = 1.0;

/// How many of the options of the computer are told.
const OPTIONS: usize = 3;

/// How many acts are kept as one line each.
const LATELY: usize = 5;

/// What is known of the last choice and of the turn being followed.
#[derive(Default)]
pub(super) struct Following {
    known: Option<Known>,
    act: Option<Act>,
    /// The act before it that told something, as long as this one does not.
    last: Option<Act>,
    /// Whether others' turns are paused.
    pub paused: bool,
    /// Where the act began after which the next thing that happens has been asked for, if it has: until then all that shows
    /// nothing is let through.
    pub steps: Option<usize>,
    /// Seconds for which what came of the act has been wholly told.
    waited: f32,
    /// Whether it has been read.
    pub read: bool,
    /// Whether the card of the act is put away: something else has been chosen since.
    put_away: bool,
    /// Whether it, or that of the act before, has been brought back.
    again: bool,
    /// What came of the last acts, each with where its part of the journal begins and whether it gives way to what comes next,
    /// and the side it is told to.
    lately: (Option<Team>, Vec<(usize, bool, LogLine)>),
    /// Whether all of its terms are shown.
    pub unfolded: bool,
    /// Where who acts has been in this turn, as far as the view has shown it.
    pub trail: Vec<Footprint>,
    /// What was foretold of the choice that is about to be made.
    pub expected: String,
    /// The blow at the end of a way that is about to be gone, and what was foretold of it.
    pub ahead: Option<(Choice, String)>,
    /// What was answered in this act without a person having been asked, and why.
    pub alone: Vec<(CombatantId, Choice, String)>,
    /// When a turn of others was on screen last, in seconds.
    followed: Option<f64>,
}

/// The battle between two choices.
struct Known {
    revision: u64,
    /// How long the journal was.
    heard: usize,
    battle: SideView,
    /// Who acts, and where that one stood when the turn began.
    start: (Option<CombatantId>, Footprint),
    /// How long the journal was then.
    since: usize,
    /// Whose turn was asked about, if anybody's.
    turn: Option<CombatantId>,
    /// Who is asked after an act whether to use the moment, which is no part of the act.
    claims: Option<CombatantId>,
    /// Who is asked something before the turns of a round are put in order.
    declares: Option<CombatantId>,
    offers: Arc<Offers>,
}

/// A choice of a turn, with all that has come of it.
struct Act {
    /// Where its part of the journal begins.
    from: usize,
    /// Where that of the turn begins.
    since: usize,
    before: SideView,
    /// The battle once all has come of it; nothing until the next choice.
    after: Option<SideView>,
    /// The battle at the end of the turn it was done in, once the view has shown what came after that turn.
    ended: Option<SideView>,
    by: CombatantId,
    offers: Arc<Offers>,
    /// What the computer had in mind, best first; nothing if a person chose.
    options: Vec<Scored>,
    expected: String,
    /// The place it was aimed at and the squares reached from there, if it was aimed at one.
    area: Option<(Square, Vec<Square>)>,
    /// Whether somebody has been asked for the order of turns since: then it is told as well.
    orders: bool,
    /// Whether it was chosen in a turn, and not before the turns of a round.
    is_turn: bool,
    /// What has come of it so far: how much of the journal has been told, whether the board still plays, to whom, and that.
    told: Option<((usize, bool, Option<Team>), Vec<Telling>)>,
}

/// Where an attack was aimed, and what it reaches from there, if it was aimed at a place.
fn area_of(known: &Known, by: CombatantId, chosen: &Entry) -> Option<(Square, Vec<Square>)> {
    let Entry::Chosen(_, choice) = chosen else { return None };
    let is_place = matches!(known.offers.find(choice.verb, choice.item)?.target, Target::Square(_));
    known.battle.area(by, choice).filter(|_| is_place).map(|area| (area.aim, area.squares))
}

/// Whether a question offers a moment to somebody, apart from what has just been done.
fn is_claim(battle: &Battle, decision: &Decision) -> bool {
    battle.ruleset.rules().briefing(battle, decision).window == Window::Claim
}

impl Following {
    /// Another moment of a recording is shown: nothing has come of anything yet.
    pub(super) fn start_over(&mut self) {
        *self = Self { paused: self.paused, unfolded: self.unfolded, ..Self::default() };
    }

    /// What has come of the last act is shown, and holds nothing up.
    pub(super) const fn bring_back(&mut self) {
        (self.put_away, self.again) = (false, false);
    }

    /// What was done has been taken back: nothing of it is told or drawn any more.
    pub(super) fn take_back(&mut self) {
        self.act = None;
    }
}

impl Act {
    /// Whether anybody was struck.
    fn strikes(&self) -> bool {
        self.told.as_ref().is_some_and(|(_, told)| told.iter().any(|telling| !telling.marks.is_empty()))
    }

    /// Whether anything is seen of it: somebody goes somewhere, or more.
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
    /// Notices that a choice has been made since the last look, and begins a new act with it.
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
        let offers = if turn.is_some() { world.offers() } else { Arc::default() };
        let acting = battle.scene.acting;
        let nowhere = Footprint::one(Square::new(0, 0));
        // Who is unknown is nowhere in the side's own view.
        let here = acting.map_or(nowhere, |who| battle.of(None).combatant(who).footprint());
        let following = &mut self.following;
        let kept = following.known.as_ref().map(|known| (known.start, known.since));
        // Who is the last of one round and the first of the next begins a turn of its own.
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
                // A recording keeps what was chosen, not what was thought.
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
                // Whose turn it was can be shown again until that turn ends.
                following.last = following.last.take().filter(|act| act.by == by);
                following.alone.clear();
                (following.waited, following.read) = (0.0, false);
                (following.put_away, following.again, following.unfolded) = (false, false, false);
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

    /// Where the part of the journal begins that belongs to the last act.
    pub(super) fn act_begins(&self) -> Option<usize> {
        self.following.act.as_ref().map(|act| act.from)
    }

    /// All that has happened since the last act began.
    pub(super) fn act_entries<'w>(&self, world: &'w World) -> &'w [Entry] {
        self.act_begins().and_then(|from| world.journal().get(from..)).unwrap_or_default()
    }

    /// Those whom the card is about: who acted, then to whom it happened.
    pub(super) fn told_of(&self) -> Vec<CombatantId> {
        let told = self.aftermath_model().into_iter().flat_map(|model| model.tellings);
        told.flat_map(|telling| std::iter::once(telling.by).chain(telling.marks.into_iter().map(|mark| mark.on)))
            .collect()
    }

    /// How somebody is called who has done something, or to whom it was done.
    pub(super) fn who(&self, who: CombatantId, side: Option<Team>) -> Who {
        let battle = self.battle();
        let fighter = battle.combatant(who);
        // Who hits somebody out of hiding is told only to those who ever knew of it.
        let is_stranger = side.is_some_and(|side| battle.last_known(side, who).is_none() && fighter.team != side);
        let name = if is_stranger { "Somebody".into() } else { fighter.identity.name.to_string() };
        Who { name, team: fighter.team, letter: fighter.identity.letter }
    }

    /// Whether somebody sits at the screen for a side.
    pub(super) fn is_person(&self, team: Team) -> bool {
        self.game.seat(team) == Seat::Person
    }

    fn has_persons(&self) -> bool {
        self.battle().teams().any(|team| self.is_person(team))
    }

    /// Whether a choice of a turn was made by the computer, or is only watched.
    fn is_others(&self, who: CombatantId) -> bool {
        self.watching.is_some() || !self.is_person(self.battle().combatant(who).team)
    }

    /// Whether what came of an act is to be read before anything else happens: acts of others, and one's own before others
    /// act. What is asked in the middle of an act is asked at once.
    pub(super) fn is_held(&self) -> bool {
        let (Some(act), Some(known)) = (&self.following.act, &self.following.known) else { return false };
        // What somebody may do after an act that has hurt somebody is asked once that has been read.
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

    /// Whether the act was the last of the turn of somebody who is not asked here.
    fn ends_enemy_turn(&self, act: &Act, known: &Known) -> bool {
        self.is_others(act.by) && known.turn != Some(act.by) && act.is_turn
    }

    /// Whether only a press goes on: after an enemy turn if that is wanted, and when a friend has fallen.
    pub(super) fn must_press(&self) -> bool {
        let (Some(act), Some(known)) = (&self.following.act, &self.following.known) else { return false };
        let own = |who: &CombatantId| self.is_person(self.battle().combatant(*who).team);
        let falls = act.told.iter().flat_map(|(_, told)| told).flat_map(|telling| &telling.out).any(own);
        let waits = self.settings.waits && self.has_persons() && self.ends_enemy_turn(act, known);
        self.watching.is_none() && (falls || waits)
    }

    /// What came of the last act has been read.
    pub(super) const fn read(&mut self) {
        self.following.read = true;
        self.put_away();
    }

    /// The card gives its place to what is chosen now.
    pub(super) const fn put_away(&mut self) {
        (self.following.put_away, self.following.again) = (true, false);
    }

    /// Whether the card of the last act is open in one's own turn: from the act to the next choice, or brought back.
    pub(super) fn is_card_open(&self) -> bool {
        let following = &self.following;
        following.again || !following.put_away && following.act.as_ref().is_some_and(Act::tells)
    }

    /// Whether the card has been brought back by hand.
    pub(super) const fn is_brought_back(&self) -> bool {
        self.following.again
    }

    /// Whether something came of an act of this turn, or of the act before it, that can be shown.
    pub(super) fn can_show_again(&self) -> bool {
        self.following.act.iter().chain(&self.following.last).any(Act::tells)
    }

    /// Opens the card again, or puts it away.
    pub(super) fn show_again(&mut self) {
        let was_open = self.is_card_open();
        self.put_away();
        self.following.again = !was_open && self.can_show_again();
    }

    /// Opens the card as if it had been brought back: where there is little room, only its sentence has been in view.
    pub(super) fn open_card(&mut self) {
        self.following.again = self.can_show_again();
    }

    /// Whether what is being played has already told something.
    pub(super) fn is_telling(&self) -> bool {
        self.stage.is_busy() && self.following.act.as_ref().is_some_and(Act::tells)
    }

    /// What came of the last acts, newest last.
    pub(super) fn lately(&self) -> Vec<LogLine> {
        self.following.lately.1.iter().map(|(.., line)| line.clone()).collect()
    }

    /// Whether the next choice of others may be made now, as seconds have passed since the last frame.
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

    /// The turn of somebody who is not asked here.
    pub(super) fn follow_model(&self) -> Option<FollowModel> {
        if !self.is_followed() {
            return None;
        }
        let battle = self.spoken();
        let act = self.following.act.as_ref();
        let rests = self.is_held() || self.rests();
        let thinks = self.game.thinking().filter(|_| !self.stage.is_busy() && !rests);
        let who = thinks.map(|thinking| thinking.who).or(battle.scene.acting).or(act.map(|act| act.by));
        // In a recording somebody may be asked before anybody acts; its controls stay even where nobody is.
        let asked = battle.decision().filter(|_| self.watching.is_some()).map(|decision| decision.who);
        let who = who.or(asked);
        if who.is_none() && self.watching.is_none() {
            return None;
        }
        // Who was asked before the turns, for the order, does not act: the first of them does.
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

    /// The side of the person who looks on: the one who sat here last, else the first; nobody in a recording.
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
            // As in one's own turn.
            (None, Seat::Person) => "",
            (None, Seat::Computer(_)) => ", computer",
        };
        format!("{}{seat}{}", self.side_name(team), self.place_in_order(who))
    }

    /// Who did what has been done last in a turn.
    pub(super) fn acted(&self) -> Option<CombatantId> {
        self.following.act.as_ref().filter(|act| act.is_turn).map(|act| act.by)
    }

    /// What a side is called on this level: "The watch".
    pub(super) fn side_name(&self, team: Team) -> String {
        self.game.header.level.side_name(team).into()
    }

    /// What the computer chose and what else it had in mind, unless this side may not know that.
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
        let options = act.options.iter().take(OPTIONS);
        let tells_too_much = |option: &Scored| {
            let named = option.reasons.iter().filter_map(|(reason, _)| names(reason)).chain(option.choice.targets());
            named.into_iter().any(|who| !self.is_visible(who))
        };
        if act.options.first().is_some_and(tells_too_much) {
            return Err("Its reason is hidden: it knows of somebody whom you do not");
        }
        let shown = options.filter(|option| !tells_too_much(option)).map(|option| {
            let of = |sign: i32| {
                option.reasons.iter().map(|(_, amount)| *amount).filter(move |amount| amount.signum() == sign)
            };
            let why = option.reasons.iter().take(3).map(|(reason, amount)| {
                let points = format!("{:.1}", f64::from(*amount) / 100.0).replace('-', "\u{2212}");
                format!("{} {points}", reason.words(self.battle(), *amount))
            });
            let why = why.collect::<Vec<_>>().join(", ");
            let words = self.said_by(act, &option.choice);
            ChoseModel { words, why: crate::rules::capital(&why).into_owned(), gain: of(1).sum(), risk: of(-1).sum() }
        });
        Ok(shown.collect())
    }

    /// A choice that somebody could make before an act, as a sentence.
    fn said_by(&self, act: &Act, choice: &Choice) -> String {
        let (battle, rules) = (&act.before, act.before.ruleset.rules());
        let decision = rules.turn_question(act.by);
        let Some(offer) = act.offers.find(choice.verb, choice.item) else { return choice.verb.into() };
        let title = rules.describe(battle, &decision, offer).title;
        let words = self.sentence(offer, choice, &title);
        match choice.squares.last() {
            Some(square) => offer.said_there(choice, &words, *square),
            None => words,
        }
    }
}
