//! Questions that need no attention: those without a choice, those with a standing answer, and those settled on a page
//! for the whole side. For all others, the answer that is chosen at first.

use bevy::prelude::World;

use super::{
    BattleScreen, answers,
    asking::asked_words,
    dealing::{MOST_DEALT, missed},
    listing::is_turn,
    models::where_it_is,
    opening::{cheapest, is_free},
    secrets::declares_in_secret,
};
use crate::{
    arena::Arena as _,
    dice::Fraction,
    panels::battle::model::{Standing, TogetherModel},
    rules::{Battle, Choice, CombatantId, Decision, Offer, Offers, Role, Target, Team, Window, uncapital},
};

/// A standing answer: it is given again whenever its question comes up.
#[derive(Clone, Debug)]
pub(super) struct StandingAnswer {
    /// The fighter it is for; `None` for anybody of the side.
    who: Option<CombatantId>,
    team: Team,
    /// The round it is limited to; `None` if it goes beyond the round.
    round: Option<u16>,
    /// The fighter in whose turn alone it stands, if limited so.
    turn: Option<CombatantId>,
    /// The question, by the verbs of its answers.
    pub asked: Vec<&'static str>,
    pub choice: Choice,
    offer: Offer,
    /// In words: "Bero: let it pass, this round".
    pub words: String,
    /// The journal's length when it was given: undoing that choice takes it back.
    pub heard: usize,
}

impl StandingAnswer {
    /// Whether it stands for the rest of the battle.
    pub(super) const fn lasts(&self) -> bool {
        self.round.is_none() && self.turn.is_none()
    }
}

/// Questions of one kind, settled for a whole side at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Together {
    /// The fighters asked besides the first, and what is settled for them.
    settled: Vec<(CombatantId, Choice)>,
    /// Whether the first has been answered, so that the others follow.
    given: bool,
    round: u16,
}

/// The most questions answered automatically before the next frame.
const MOST_IN_A_ROW: usize = 32;

/// The verbs of the answers to a question.
fn asked(offers: &Offers) -> Vec<&'static str> {
    let mut verbs: Vec<&'static str> = offers.0.iter().map(|offer| offer.verb).collect();
    verbs.sort_unstable();
    verbs.dedup();
    verbs
}

impl BattleScreen {
    /// Answers the questions that need no attention, one after another; for the next that does, opens the answer that
    /// costs nothing and loses least. Each question is looked at once.
    pub(super) fn answer_alone(&mut self, world: &mut World) {
        for _ in 0..MOST_IN_A_ROW {
            if !self.answer_one_alone(world) {
                return;
            }
            self.see(world);
            self.renew(world);
        }
    }

    fn answer_one_alone(&mut self, world: &mut World) -> bool {
        let revision = self.settled.revision;
        if !self.is_asked() || self.handover().is_some() || self.listed.looked == Some(revision) {
            return false;
        }
        self.listed.looked = Some(revision);
        let Some(decision) = self.battle().decision().cloned() else { return false };
        if is_turn(self.battle(), &decision) {
            return false;
        }
        let offers = std::sync::Arc::clone(&self.settled.offers);
        let planned = self.planned(&decision, &offers);
        let stands = || self.standing_answer(&decision, &offers);
        let found = planned.map(|choice| Alone::quietly(choice, SETTLED)).or_else(stands);
        let asks_all = self.settings.asks_all;
        let found = found.or_else(|| lying(self.battle(), &decision, &offers).filter(|_| !asks_all));
        let found = found.or_else(|| no_choice(self.battle(), &decision, &offers, asks_all));
        if let Some(Alone { choice, words, why }) = found {
            let before = self.listed.by_itself.clone();
            let is_made = self.submit(&choice, world);
            self.listed.by_itself = before;
            match self.listed.by_itself.last_mut() {
                _ if !is_made => {}
                Some(count) => *count += 1,
                None => self.listed.by_itself.push(1),
            }
            if is_made {
                self.following.alone.push((decision.who, choice, why));
                if !words.is_empty() {
                    self.say(words, None);
                }
            }
            return is_made;
        }
        let is_claim = self.battle().ruleset.rules().briefing(self.battle(), &decision).window == Window::Claim;
        let pass = || offers.0.iter().position(|offer| offer.is_open() && offer.role == Role::Pass);
        // Passing is preset, so that a press meant to go on does not take a moment in somebody else's turn.
        let dealt = self.deal_out(&decision, &offers);
        let first = if is_claim { pass() } else { dealt.or_else(|| cheapest(self.battle(), &decision, &offers)) };
        if let Some(index) = first {
            self.settled.chosen = Some(index);
        }
        self.aim_well(&decision, &offers);
        self.gather(&decision);
        false
    }

    /// Aims an answer that strikes one of several at the one it hurts most on average, unless the pinned target is
    /// among them.
    fn aim_well(&mut self, decision: &Decision, offers: &Offers) {
        let Some(index) = self.settled.chosen else { return };
        let Some(offer) = offers.0.get(index).filter(|offer| offer.role == Role::Harm && offer.is_open()) else {
            return;
        };
        let Target::Combatant(all) = &offer.target else { return };
        let open = all.iter().filter(|candidate| candidate.refusal.is_none()).map(|candidate| candidate.who);
        let open: Vec<CombatantId> = open.take(MOST_DEALT).collect();
        if open.len() < 2 || self.target().is_some_and(|pinned| open.contains(&pinned)) {
            return;
        }
        let (battle, choice) = (self.battle(), &self.settled.choices[index]);
        let at = |who: &CombatantId| {
            let choice = Choice { also: Default::default(), ..choice.clone() }.on(*who);
            let mean = crate::lab::attack_forecast(battle, decision, &choice)?.mean;
            Some((mean, choice))
        };
        let best = open.iter().filter_map(at).reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, choice)) = best {
            self.settled.choices[index] = choice;
        }
    }

    /// What a page for the side has settled for the fighter asked.
    fn planned(&mut self, decision: &Decision, offers: &Offers) -> Option<Choice> {
        let round = self.battle().scene.round;
        let together = &mut self.listed.together;
        if !together.given || together.round != round {
            return None;
        }
        let at = together.settled.iter().position(|(who, _)| *who == decision.who)?;
        let (_, choice) = together.settled.remove(at);
        let offer = offers.find(choice.verb, choice.item)?;
        (offer.is_open() && choice.check(offer).is_ok()).then_some(choice)
    }

    /// Collects those who are asked the same, to be settled on one page with the present question.
    fn gather(&mut self, decision: &Decision) {
        let battle = self.battle();
        let with = battle.ruleset.rules().asked_with(battle, decision);
        let usual = |who: CombatantId| {
            let decision = Decision { who, ..decision.clone() };
            let all = self.answers_of(&decision);
            if let Some(index) = self.worthiest(&decision, &all) {
                return Some(Choice::of(&all[index]));
            }
            let usual = battle.ruleset.rules().default_answer(battle, &decision);
            let known = all.iter().any(|offer| (offer.verb, offer.item) == (usual.verb, usual.item));
            if known { Some(usual) } else { all.first().map(Choice::of) }
        };
        let with = with.into_iter().filter(|who| battle.combatant(*who).fights());
        let settled = with.filter_map(|who| Some((who, usual(who)?)));
        let settled: Vec<(CombatantId, Choice)> = settled.collect();
        let round = battle.scene.round;
        self.listed.together = Together { settled, given: false, round };
    }

    /// The answers open to somebody who will be asked the same: those without a target. Passing is left out if another
    /// answer is free as well.
    fn answers_of(&self, decision: &Decision) -> Vec<Offer> {
        let offers = self.battle().ruleset.rules().offers(self.battle(), decision).0;
        let plain = offers.into_iter().filter(|offer| offer.is_open() && offer.target == Target::Nothing);
        let (passing, mut answers): (Vec<Offer>, Vec<Offer>) = plain.partition(|offer| offer.role == Role::Pass);
        // Nobody pays for an answer without having been asked.
        if !answers.iter().any(is_free) {
            answers.extend(passing);
        }
        answers
    }

    /// The others who are asked the same, each with what is settled for them.
    pub(super) fn together_models(&self, decision: &Decision) -> Vec<TogetherModel> {
        let battle = self.battle();
        let model = |(who, choice): &(CombatantId, Choice)| {
            let decision = Decision { who: *who, ..decision.clone() };
            let answers = self.answers_of(&decision);
            let is_it = |offer: &Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
            let chosen = answers.iter().position(is_it)?;
            let rules = battle.ruleset.rules();
            let title = |offer: &Offer| rules.describe(battle, &decision, offer).title.into_owned();
            let titles: Vec<String> = answers.iter().map(title).collect();
            // Two items of the same name say where they are.
            let told = |(index, offer): (usize, &Offer)| {
                let is_twin = titles.iter().filter(|other| **other == titles[index]).count() > 1;
                match offer.item.filter(|_| is_twin) {
                    Some(item) => format!("{}, {}", titles[index], where_it_is(battle, item)),
                    None => titles[index].clone(),
                }
            };
            Some(TogetherModel {
                who: *who,
                name: self.name(*who),
                look: crate::board::token_look(battle, *who, &rules.card(battle, *who)),
                answers: answers.iter().enumerate().map(told).collect(),
                chosen,
                rows: crate::panels::battle::model::RowModel::all(&answers[chosen], choice),
            })
        };
        self.listed.together.settled.iter().filter_map(model).collect()
    }

    /// What is settled on the page for the others.
    #[cfg(test)]
    pub(super) fn together_settled(&self) -> &[(CombatantId, Choice)] {
        &self.listed.together.settled
    }

    /// Settles a parameter for somebody else who is asked the same.
    pub(super) fn settle_together(&mut self, who: CombatantId, key: &'static str, value: i32) {
        let Some(decision) = self.battle().decision().cloned() else { return };
        let answers = self.answers_of(&Decision { who, ..decision });
        let settled = self.listed.together.settled.iter_mut().find(|(known, _)| *known == who);
        let Some((_, choice)) = settled else { return };
        let is_it = |offer: &&Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
        if let Some(offer) = answers.iter().find(is_it) {
            *choice = offer.settle(choice, key, value);
        }
    }

    /// Chooses an answer for somebody else who is asked the same, by index.
    pub(super) fn answer_together(&mut self, who: CombatantId, place: usize) {
        let Some(decision) = self.battle().decision().cloned() else { return };
        let answers = self.answers_of(&Decision { who, ..decision });
        let settled = self.listed.together.settled.iter_mut().find(|(known, _)| *known == who);
        if let (Some((_, choice)), Some(offer)) = (settled, answers.get(place)) {
            *choice = Choice::of(offer);
        }
    }

    /// How many others the present answer answers for.
    pub(super) fn others_together(&self) -> usize {
        if self.listed.together.given { 0 } else { self.listed.together.settled.len() }
    }

    /// The first standing answer that fits the fighter asked, at the same price.
    fn standing_answer(&self, decision: &Decision, offers: &Offers) -> Option<Alone> {
        let battle = self.battle();
        let (team, round) = (battle.combatant(decision.who).team, battle.scene.round);
        let verbs = asked(offers);
        let fits = |standing: &&StandingAnswer| {
            standing.team == team
                && standing.who.is_none_or(|who| who == decision.who)
                && standing.round.is_none_or(|last| last == round)
                && standing.turn.is_none_or(|by| battle.scene.acting == Some(by))
                && standing.asked == verbs
        };
        self.listed.standing.iter().filter(fits).find_map(|standing| {
            let same = |offer: &&Offer| {
                offer.verb == standing.offer.verb
                    && offer.cost == standing.offer.cost
                    && offer.is_open()
                    && (offer.item == standing.offer.item || standing.who.is_none())
            };
            let offer = offers.0.iter().find(same)?;
            let choice = Choice { item: offer.item, ..standing.choice.clone() };
            choice
                .check(offer)
                .is_ok()
                .then(|| Alone { words: standing.words.clone(), ..Alone::quietly(choice, SETTLED) })
        })
    }

    /// Answers as settled. If the answer is to stand, later questions of the kind get it automatically.
    pub(super) fn answer(&mut self, world: &mut World) {
        let answer = self.standing_of_now(world.journal().len());
        let takes = self.open_offer().is_some_and(|(offer, _)| offer.role != Role::Pass);
        let claims = self.claims_a_moment();
        let before = world.revision();
        self.commit(world);
        if world.revision() == before {
            return;
        }
        if claims {
            self.read_before_claim(takes);
        }
        self.listed.together.given = true;
        if let Some(answer) = answer {
            let clashes = |fighter: &StandingAnswer| {
                fighter.who == answer.who && fighter.team == answer.team && fighter.asked == answer.asked
            };
            self.listed.standing.retain(|standing| !clashes(standing));
            self.listed.standing.push(answer);
        }
    }

    /// The present answer as a standing one; `heard` is the journal's length when it was given.
    fn standing_of_now(&self, heard: usize) -> Option<StandingAnswer> {
        let battle = self.battle();
        let decision = battle.decision().filter(|decision| !is_turn(battle, decision))?;
        let (offer, choice) = self.open_offer().filter(|(offer, _)| can_stand(offer))?;
        let (whole_side, whole_battle) = match self.listed.stands {
            Standing::Once => return None,
            Standing::FighterTurn | Standing::FighterRound => (false, false),
            Standing::FighterBattle => (false, true),
            Standing::SideRound => (true, false),
            Standing::SideBattle => (true, true),
        };
        let team = battle.combatant(decision.who).team;
        let title = battle.ruleset.rules().describe(battle, decision, offer).title;
        let whose = if whole_side { self.side_name(team) } else { self.name(decision.who) };
        let turn = battle.scene.acting.filter(|_| self.listed.stands == Standing::FighterTurn);
        let until = match turn {
            Some(by) if self.is_visible(by) => format!("in {}'s turn", self.name(by)),
            Some(_) => "this turn".into(),
            None if whole_battle => "this battle".into(),
            None => "this round".into(),
        };
        Some(StandingAnswer {
            who: (!whole_side).then_some(decision.who),
            team,
            round: (!whole_battle).then_some(battle.scene.round),
            turn,
            asked: asked(&self.settled.offers),
            choice: choice.clone(),
            offer: offer.clone(),
            words: format!("{whose}: {}, {until}", uncapital(&title)),
            heard,
        })
    }

    /// How long an answer may stand, in words.
    pub(super) fn standing_choices(&self, decision: &Decision) -> Vec<(Standing, String)> {
        // Secret declarations are considered anew each time; what is asked only once needs no standing answer.
        let battle = self.battle();
        let briefing = battle.ruleset.rules().briefing(battle, decision);
        let is_asked_once = !briefing.recurs || declares_in_secret(battle);
        if is_asked_once || self.open_offer().is_none_or(|(offer, _)| !can_stand(offer)) {
            return Vec::new();
        }
        let (name, side) = (self.name(decision.who), self.side_within(battle.combatant(decision.who).team));
        let mut choices = vec![
            (Standing::Once, "Just this time".into()),
            (Standing::FighterRound, format!("{name}, this round")),
            (Standing::FighterBattle, format!("{name}, whole battle")),
            (Standing::SideRound, format!("All of {side}, this round")),
            (Standing::SideBattle, format!("All of {side}, whole battle")),
        ];
        // A question that comes at each step of somebody's turn can be passed for the whole turn.
        let by = battle.scene.acting.filter(|by| briefing.window == Window::Claim && *by != decision.who);
        if by.is_some() {
            choices.insert(1, (Standing::FighterTurn, format!("{name}, this turn")));
        }
        choices
    }

    /// The answers standing now for the side asked, each with its index among all standing answers.
    fn standing_now(&self) -> impl Iterator<Item = (usize, &StandingAnswer)> {
        let round = self.battle().scene.round;
        let team = self.asked().map(|(_, team, _)| team);
        let holds = move |(_, fighter): &(usize, &StandingAnswer)| {
            let is_now = fighter.turn.is_none_or(|by| self.battle().scene.acting == Some(by));
            Some(fighter.team) == team && fighter.round.is_none_or(|last| last == round) && is_now
        };
        self.listed.standing.iter().enumerate().filter(holds)
    }

    /// Those answers in words; where two read the same, the verbs not chosen are added.
    pub(super) fn standing_words(&self) -> Vec<String> {
        let all: Vec<&StandingAnswer> = self.standing_now().map(|(_, standing)| standing).collect();
        let told = |standing: &&StandingAnswer| {
            let others = standing.asked.iter().filter(|verb| **verb != standing.choice.verb);
            let others: Vec<String> = others.map(|verb| verb.replace('-', " ")).collect();
            match all.iter().filter(|other| other.words == standing.words).count() {
                2.. if !others.is_empty() => format!("{}, rather than {}", standing.words, others.join(" or ")),
                _ => standing.words.clone(),
            }
        };
        all.iter().map(told).collect()
    }

    /// Takes back one of the answers standing now, by index.
    pub(super) fn unstand(&mut self, place: usize) {
        let at = self.standing_now().nth(place).map(|(at, _)| at);
        at.into_iter().for_each(|at| drop(self.listed.standing.remove(at)));
    }
}

/// Whether an answer can stand for later questions: it has no target.
fn can_stand(offer: &Offer) -> bool {
    offer.target == Target::Nothing
}

/// What an answer comes to: its chance, the chance of each grade, the mean loss, and the chances that it leaves a
/// condition and that it strikes an enemy.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    pub(super) chance: Fraction,
    grades: [Fraction; 4],
    pub(super) mean: Fraction,
    afflicts: Fraction,
    strikes_back: Fraction,
}

pub(super) fn outcome(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Outcome> {
    let answers::Answered { chance, grades, mean, afflicts, strikes_back, .. } =
        answers::answer(battle, decision, choice)?;
    Some(Outcome { chance, grades, mean, afflicts, strikes_back })
}

/// Whether nothing of an offer is left to settle: no target, and at most one open value for each parameter.
fn is_plain(offer: &Offer) -> bool {
    let is_settled = |parameter: &crate::rules::Parameter| {
        parameter.values.iter().filter(|value| value.refusal.is_none()).count() < 2
    };
    offer.target == Target::Nothing && offer.parameters.iter().all(is_settled)
}

/// The answer to a question that leaves no choice, and why: there is only one answer; or, unless the player wants to be
/// asked anyway, none of them changes anything that matters.
fn no_choice(battle: &Battle, decision: &Decision, offers: &Offers, asks_all: bool) -> Option<Alone> {
    let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open()).collect();
    if let [only] = open[..]
        && is_plain(only)
    {
        return Some(Alone::quietly(Choice::of(only), NO_OTHER));
    }
    // Dealing out one's own blows is always a choice, unless none of them can do anything.
    let deals = |offer: &&Offer| offer.parameters.iter().any(|parameter| parameter.deals && parameter.values.len() > 1);
    if asks_all {
        return None;
    }
    if open.iter().any(deals) {
        return missed(battle, decision, &open);
    }
    let (passing, acting): (Vec<&Offer>, Vec<&Offer>) = open.into_iter().partition(|offer| offer.role == Role::Pass);
    if let [only] = acting[..]
        && passing.len() < 2
        && let Some(found) = sole(battle, decision, only, passing.first().copied())
    {
        return Some(found);
    }
    let [pass] = passing[..] else { return None };
    let may_be_useless = |offer: &&Offer| {
        matches!(offer.role, Role::Protect | Role::Help) && offer.target == Target::Nothing && !offer.comfort
    };
    if acting.is_empty() || !acting.iter().all(may_be_useless) || !is_plain(pass) {
        return None;
    }
    let idle = outcome(battle, decision, &Choice::of(pass))?;
    let title = || asked_words(battle, decision);
    if is_trifling(idle) {
        // Striking back counts too.
        let strikes = |choice: &Choice| outcome(battle, decision, choice).map(|outcome| outcome.strikes_back);
        if acting.iter().any(|offer| strikes(&Choice::of(offer)) > Some(idle.strikes_back)) {
            return None;
        }
        // A free and better answer is still given.
        let takes_nothing = |offer: &&&Offer| is_free(offer) && is_plain(offer);
        let free = acting.iter().filter(takes_nothing).map(|offer| Choice::of(offer));
        let spares = |choice: &Choice| outcome(battle, decision, choice).is_some_and(|other| other.mean < idle.mean);
        let answer = free.filter(spares).last().unwrap_or_else(|| Choice::of(pass));
        return Some(Alone::told(answer, &title(), "next to nothing depends on it".into()));
    }
    let is_idle = |offer: &&Offer| {
        let most = offer.parameters.iter().fold(Choice::of(offer), |choice, parameter| {
            let open = parameter.values.iter().filter(|value| value.refusal.is_none()).map(|value| value.value);
            let mut more = open.map(|value| offer.settle(&choice, parameter.key, value));
            more.rfind(|choice| offer.exceeded(choice).is_none()).unwrap_or(choice)
        });
        [Choice::of(offer), most].iter().all(|choice| outcome(battle, decision, choice) == Some(idle))
    };
    if !acting.iter().all(is_idle) {
        return None;
    }
    Some(Alone::told(Choice::of(pass), &title(), "no answer makes it any better".into()))
}

/// The default answer of a fighter who is out and is still asked for a declaration, such as the order of turns.
fn lying(battle: &Battle, decision: &Decision, offers: &Offers) -> Option<Alone> {
    let rules = battle.ruleset.rules();
    let is_out = battle.combatant(decision.who).status.is_out();
    if !is_out || rules.briefing(battle, decision).window != Window::Declare {
        return None;
    }
    let usual = rules.default_answer(battle, decision);
    let offer = offers.find(usual.verb, usual.item)?;
    usual.check(offer).is_ok().then(|| Alone::quietly(usual, "out of the fight"))
}

/// An answer given without asking the player.
pub(super) struct Alone {
    choice: Choice,
    /// What is said about it at once; empty if it is no news.
    words: String,
    /// Why nobody was asked, for the outcome's card.
    why: String,
}

/// Why nobody is asked: a standing answer or a page for the side has settled it, or there is only one answer.
const SETTLED: &str = "as you decided before";
const NO_OTHER: &str = "nothing else to choose";

impl Alone {
    /// An answer about which nothing is said at once.
    fn quietly(choice: Choice, why: &str) -> Self {
        Self { choice, words: String::new(), why: why.into() }
    }

    /// An answer given in place of a question.
    pub(super) fn told(choice: Choice, question: &str, why: String) -> Self {
        let stop = if question.ends_with('?') { "" } else { "." };
        Self { choice, words: format!("{question}{stop} Not asked: {why}"), why }
    }
}

/// Whether next to nothing is lost: less than half a point on average, never a grade above the first, and no condition.
fn is_trifling(outcome: Outcome) -> bool {
    let never = |chance: Fraction| chance == Fraction::ZERO;
    never(outcome.grades[2])
        && never(outcome.grades[3])
        && never(outcome.afflicts)
        && outcome.mean < Fraction::new(1, 2)
}

/// Whether an outcome is enough better to be asked about: a chance (its own, being out, a condition, striking back) is
/// better by more than 3 percentage points, or the mean loss is less by more than a tenth.
fn is_better(outcome: Outcome, than: Outcome) -> bool {
    let more = |a: Fraction, b: Fraction, by: f64| a.to_f64() - b.to_f64() > by;
    more(outcome.chance, than.chance, 0.03)
        || more(than.grades[3], outcome.grades[3], 0.03)
        || more(than.mean, outcome.mean, 0.1 * than.mean.to_f64())
        || more(than.afflicts, outcome.afflicts, 0.03)
        || more(outcome.strikes_back, than.strikes_back, 0.03)
}

/// Whether an outcome hurts a target enough more than another: by more than 3 percentage points of being out, or by
/// more than a tenth of mean damage.
fn hurts_more(outcome: Outcome, than: Outcome) -> bool {
    let more = |a: Fraction, b: Fraction, by: f64| a.to_f64() - b.to_f64() > by;
    more(outcome.grades[3], than.grades[3], 0.03) || more(outcome.mean, than.mean, 0.1 * than.mean.to_f64())
}

/// The only answer besides passing, if it is free, no worse than passing, and nothing put into it improves it: Luck
/// that is as likely to harm as to help is not worth a question.
fn sole(battle: &Battle, decision: &Decision, only: &Offer, pass: Option<&Offer>) -> Option<Alone> {
    let is_simple = is_free(only) && only.target == Target::Nothing && !only.comfort;
    let harms = only.role == Role::Harm;
    if !is_simple
        || !harms && !matches!(only.role, Role::Protect | Role::Help)
        || only.parameters.is_empty() && pass.is_none()
    {
        return None;
    }
    let choice = Choice::of(only);
    let base = outcome(battle, decision, &choice)?;
    if let Some(pass) = pass {
        let idle = outcome(battle, decision, &Choice::of(pass))?;
        if base.mean > idle.mean || base.chance < idle.chance {
            return None;
        }
    }
    for parameter in &only.parameters {
        let open = parameter.values.iter().filter(|value| value.refusal.is_none());
        let settled = open.map(|value| only.settle(&choice, parameter.key, value.value));
        for other in settled.filter(|other| *other != choice && only.exceeded(other).is_none()) {
            let found = outcome(battle, decision, &other)?;
            if if harms { hurts_more(found, base) } else { is_better(found, base) } {
                return None;
            }
        }
    }
    // That one's own blow goes on is no news.
    if harms {
        return Some(Alone::quietly(choice, NO_OTHER));
    }
    let rules = battle.ruleset.rules();
    let title = uncapital(&rules.describe(battle, decision, only).title);
    Some(Alone::told(choice, &asked_words(battle, decision), format!("to {title} is free, and nothing else is better")))
}
