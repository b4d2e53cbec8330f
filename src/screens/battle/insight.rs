//! Forecasts for the square or target pointed at: ways, odds and dangers, computed once until something changes.

use std::{borrow::Cow, collections::VecDeque};

use super::{dealing, outcome::what_matters};
use crate::{
    dice::{Fraction, Odds},
    geometry::Square,
    lab::{
        AttackForecast, Breaking, Danger, WayAhead, approach, attack_forecast, attacks_on_offer, best_attack, breaking,
        danger, thrifty, way_ahead,
    },
    rules::{
        Area, AttackResult, Attempt, Battle, BoardMark, Choice, CombatantId, Course, Decision, Effect, Offer, Offers,
        OutcomeState, Policy, Role, Site, Status, Target, Verdict, attack_ahead, attempt_ahead, forecast_choice,
        number_ahead, uncapital,
    },
};

/// What is looked at, of all that is pointed at and open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The open offer, or nothing if none is.
    #[default]
    Open,
    /// The open offer, aimed at a square.
    Aim(Square),
    /// A way to a square by an offer.
    Way(usize, Square),
    /// What can be done to somebody.
    Body(CombatantId),
}

/// What is looked at, and what it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looking {
    /// The open offer with the settled part of its choice.
    pub open: Option<(usize, Choice)>,
    /// Whether a person has opened it.
    pub by_hand: bool,
    /// What of all that.
    pub focus: Focus,
    /// Who is pinned.
    pub pin: Option<CombatantId>,
    /// Whether it is somebody's own turn, and no question within it or out of it.
    pub is_turn: bool,
    /// Whether what is pointed at is where that one stands.
    pub here: bool,
}

/// What a press there would choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The offer.
    pub offer: usize,
    /// The choice of it.
    pub choice: Choice,
    /// Whether the attack at the way's end is chosen with it.
    pub and_attack: bool,
}

/// An attack with its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    /// The attack.
    pub choice: Choice,
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The square it is made from, if not the present one.
    pub from: Option<Square>,
    /// The odds.
    pub attack_forecast: AttackForecast,
}

/// An answer to a question out of turn, with its odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The chance that the blow is averted, or that the attempt succeeds.
    pub chance: Fraction,
    /// What it is not off by more than, if it is not exact.
    pub doubt: Option<Fraction>,
    /// The number it is rolled against.
    pub number: Option<Verdict>,
    /// The odds of each grade for the one who answers, or for the one about to be hurt, nothing first.
    pub grades: [Fraction; 4],
    /// What the chance is of: "averts the blow".
    pub words: &'static str,
    /// The same in a word or two: "averted".
    pub event: &'static str,
    /// Whether it is the chance that a blow at the one who answers comes to nothing.
    pub averts: bool,
    /// Whether it is settled that the blow lands, so that only the harm is left to be seen.
    pub settled: bool,
    /// Mean loss of whom the grades are of.
    pub mean: Fraction,
    /// The chance that what lands on the one who answers leaves a condition: held, charmed.
    pub afflicts: Fraction,
    /// The chance that an enemy is struck by it: a blow turned back.
    pub strikes_back: Fraction,
    /// At whom the blows are that follow, where nobody has been named and all are at this one.
    pub at: Option<CombatantId>,
    /// What one's own roll is of and the chance that it comes off, where somebody may oppose it.
    pub opposed: Option<(Cow<'static, str>, Fraction)>,
}

/// All forecasts.
#[derive(Default)]
pub struct Insight {
    key: Option<Looking>,
    /// What a press on what is looked at would choose.
    pub subject: Option<Subject>,
    /// Whom the attack is not on, though this one is pinned: nothing harms it from there.
    pub instead_of: Option<CombatantId>,
    /// The way to the square pointed at.
    pub way: Option<WayAhead>,
    /// The current attack.
    pub attack: Option<Attack>,
    /// What an attack on the square pointed at would do.
    pub area: Option<Area>,
    /// What stands on the board that the open offer can be aimed at, each with the square that names it.
    pub marks: Vec<(Square, BoardMark)>,
    /// What an attack on the one pointed at would do.
    pub breaking: Option<Breaking>,
    /// The number that the way is rolled against before the first step.
    pub leap: Option<Verdict>,
    /// The current answer.
    pub answer: Option<Answered>,
    /// What enemies could do in the square pointed at: the end of a way, or where one stands.
    pub danger: Vec<Danger>,
    alternatives: Vec<(String, Fraction, Choice)>,
    /// Other answers whose odds are still to be computed, one in each pass.
    beside: VecDeque<(String, Choice)>,
}

impl Insight {
    /// Drops everything, because the battle has moved on.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The alternatives, from here or by other means: words and chance.
    pub fn alternatives(&self) -> impl Iterator<Item = (String, Fraction)> + '_ {
        self.alternatives.iter().map(|(words, chance, _)| (words.clone(), *chance))
    }

    /// The choice behind an alternative.
    pub fn alternative(&self, index: usize) -> Option<&Choice> {
        self.alternatives.get(index).map(|(_, _, choice)| choice)
    }

    /// The square that a choice names when somebody points at one: of something on an edge, the one on either side.
    pub fn aim(&self, squares: &[Square], pointed: Square) -> Option<Square> {
        let touches = |mark: &BoardMark| match mark.site {
            Site::Square(square) => square == pointed,
            Site::Edge(edge) => edge.squares().contains(&pointed),
        };
        let named = squares.contains(&pointed).then_some(pointed);
        named.or_else(|| self.marks.iter().find(|(_, mark)| touches(mark)).map(|(square, _)| *square))
    }

    /// What has been looked at.
    pub fn looking(&self) -> Option<&Looking> {
        self.key.as_ref()
    }

    /// Computes the forecasts for what is looked at, unless that has been done.
    pub fn look(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, looking: Looking) {
        if self.key.as_ref() == Some(&looking) {
            return self.look_beside(battle, decision);
        }
        let open = looking.open.clone();
        let (focus, pin) = (looking.focus, looking.pin);
        let (is_turn, by_hand, here) = (looking.is_turn, looking.by_hand, looking.here);
        *self = Self { key: Some(looking), ..Self::default() };
        let who = decision.who;
        match focus {
            Focus::Open => {
                if let Some((index, choice)) = open {
                    self.look_at_offer(battle, decision, offers, (index, choice), None, pin);
                }
            }
            Focus::Aim(square) => {
                if let Some((index, choice)) = open {
                    self.look_at_offer(battle, decision, offers, (index, choice), Some(square), pin);
                }
            }
            Focus::Way(index, square) => {
                let kept = open.filter(|(known, _)| *known == index).map(|(_, choice)| choice);
                let choice = kept.unwrap_or_else(|| Choice::of(&offers.0[index]));
                self.look_at_offer(battle, decision, offers, (index, choice), Some(square), pin);
            }
            Focus::Body(on) => {
                let open = open.filter(|(index, choice)| by_hand || takes(&offers.0[*index], choice, on));
                self.look_at_body(battle, decision, offers, (open, is_turn), on);
            }
        }
        // What enemies could do is told of the end of a way and of where one stands, and costs most of all this.
        if is_turn && (here || self.way.is_some()) {
            self.danger = danger(self.way.as_ref().map_or(battle, |way| &way.after), who);
        }
    }

    /// What can be done to somebody: by the open offer; else the attack that hurts most from here, or from the end of a way.
    fn look_at_body(
        &mut self,
        battle: &Battle,
        decision: &Decision,
        offers: &Offers,
        (open, is_turn): (Option<(usize, Choice)>, bool),
        on: CombatantId,
    ) {
        let admits = |(index, _): &(usize, Choice)| admits(&offers.0[*index], on);
        if let Some((index, choice)) = open.clone().filter(admits) {
            let choice = if takes(&offers.0[index], &choice, on) { choice } else { offers.0[index].aim(choice, on) };
            return self.look_at_offer(battle, decision, offers, (index, choice), None, None);
        }
        if !is_turn {
            let first = offers.0.iter().position(|offer| admits_open(offer, on));
            if let Some(index) = first {
                let choice = offers.0[index].aim(Choice::of(&offers.0[index]), on);
                self.look_at_offer(battle, decision, offers, (index, choice), None, None);
            }
            return;
        }
        let by = open.filter(|(index, _)| matches!(offers.0[*index].target, Target::Way(_)));
        let by = by.map(|(index, _)| offers.0[index].verb);
        let far = || approach(battle, decision, offers, on, by);
        if by.is_none()
            && let Some((choice, here)) = best_attack(battle, decision, offers, on)
            && let Some(index) = index_of(offers, &choice)
            // What one strikes with is not thrown away, and nobody only shouts, where going there and striking does more.
            && !((gives_up(offers, index) || here.mean == Fraction::ZERO) && far().is_some_and(|far| far.attack_forecast.mean > here.mean))
        {
            let choice = thrifty(battle, decision, &offers.0[index], choice);
            return self.look_at_offer(battle, decision, offers, (index, choice), None, None);
        }
        let Some(approach) = far() else { return };
        let Some(index) = offers.0.iter().position(|offer| offer.verb == approach.verb && offer.is_open()) else {
            return;
        };
        let from = approach.way.route.squares.last().copied();
        let choice = Choice::of(&offers.0[index]).to(approach.way.route.squares.clone());
        self.subject = Some(Subject { offer: index, choice, and_attack: true });
        let (choice, attack_forecast) = (approach.choice, approach.attack_forecast);
        self.attack = Some(Attack { choice, by: decision.who, on, from, attack_forecast });
        self.way = Some(approach.way);
    }

    /// What an offer leads to, aimed at a square if it is aimed at squares.
    fn look_at_offer(
        &mut self,
        battle: &Battle,
        decision: &Decision,
        offers: &Offers,
        (index, choice): (usize, Choice),
        square: Option<Square>,
        pin: Option<CombatantId>,
    ) {
        let (who, offer) = (decision.who, &offers.0[index]);
        let subject = |choice: Choice| Some(Subject { offer: index, choice, and_attack: false });
        match offer.built(&choice).target {
            Target::Way(_) => {
                self.way = square.and_then(|square| way_ahead(battle, who, offer.verb, Course::To(square)));
                if let Some(way) = &self.way {
                    let choice = choice.to(way.route.squares.clone());
                    if way.gamble.is_some() {
                        self.leap = number_ahead(battle, decision, &choice);
                    }
                    self.subject = subject(choice);
                }
                self.ahead(battle, decision, offers, pin);
            }
            Target::Combatant(_) if choice.on.is_some() => {
                self.at_hand(battle, decision, offers, &choice);
                self.subject = subject(choice);
            }
            Target::Square(squares) => {
                self.marks = battle.marks(who, offer);
                let aim = square.and_then(|square| self.aim(squares, square));
                let mark = aim.and_then(|aim| self.marks.iter().find(|(square, _)| *square == aim));
                let at = |aim: Square| choice.clone().to(vec![aim]);
                self.breaking = mark.and_then(|(aim, mark)| breaking(battle, decision, &at(*aim), mark));
                self.area = aim.and_then(|aim| battle.area(who, &at(aim)));
                self.subject = aim.and_then(|aim| subject(at(aim)));
            }
            Target::Nothing if offer.refusal.is_none() => {
                self.area = battle.area(who, &choice);
                if self.area.is_none() {
                    self.answer = answer(battle, decision, &choice);
                }
                if self.answer.is_some() {
                    self.beside = beside(battle, decision, offers, (offer, &choice)).collect();
                }
            }
            _ => self.answer = answer(battle, decision, &choice),
        }
    }

    /// Whether there are odds still to be computed.
    pub fn is_busy(&self) -> bool {
        !self.beside.is_empty()
    }

    /// Computes the odds of the next other answer, if they are odds of the same.
    fn look_beside(&mut self, battle: &Battle, decision: &Decision) {
        let Some((words, choice)) = self.beside.pop_front() else { return };
        let found = answer(battle, decision, &choice);
        if let (Some(found), Some(answer)) = (found, &self.answer)
            && found.words == answer.words
        {
            self.alternatives.push((words, found.chance, choice));
        }
    }

    /// The attack after the way, on the target or on whomever it hurts most.
    fn ahead(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, target: Option<CombatantId>) {
        let who = decision.who;
        let gone = self.way.as_ref().map(|way| way.after.clone());
        let from = self.way.as_ref().and_then(|way| way.route.squares.last().copied());
        let left = gone.as_ref().map(|after| after.ruleset.rules().offers(after, decision));
        let (after, left) = (gone.as_ref().unwrap_or(battle), left.as_ref().unwrap_or(offers));
        // The target may still be the one of the turn before, and so a friend or oneself by now.
        let foes = after.enemies(who).filter(|foe| foe.fights() && after.combatant(who).aware.of(foe.id));
        let foes: Vec<CombatantId> = foes.map(|foe| foe.id).collect();
        let target = target.filter(|target| foes.contains(target));
        let at = |on: CombatantId| best_attack(after, decision, left, on).map(|found| (on, found));
        let on_others = || foes.into_iter().filter_map(at).reduce(|a, b| if b.1.1.mean > a.1.1.mean { b } else { a });
        let Some((on, (choice, attack_forecast))) = target.and_then(at).or_else(on_others) else { return };
        self.instead_of = target.filter(|target| *target != on);
        let shown = (event_of(left, &choice, &attack_forecast), &choice);
        if from.is_some()
            && let Some((here, found)) = best_attack(battle, decision, offers, on)
        {
            let name = match (here.verb, here.item) == (choice.verb, choice.item) {
                true => "From here".to_string(),
                false => format!("From here, {}", uncapital(&title_of(battle, decision, offers, &here))),
            };
            let (chance, words) = alternative(name, &shown.0, (offers, &here, &found));
            self.alternatives.push((words, chance, here));
        }
        self.others((after, decision, left), on, shown);
        self.attack = Some(Attack { choice, by: who, on, from, attack_forecast });
    }

    fn at_hand(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, choice: &Choice) {
        let (Some(on), Some(attack_forecast)) = (choice.on, attack_forecast(battle, decision, choice)) else {
            self.answer = answer(battle, decision, choice);
            return;
        };
        self.others((battle, decision, offers), on, (event_of(offers, choice, &attack_forecast), choice));
        self.attack = Some(Attack { choice: choice.clone(), by: decision.who, on, from: None, attack_forecast });
    }

    /// The other attacks on offer against the same target than the shown one, whose chance is one of such an event.
    fn others(
        &mut self,
        (battle, decision, offers): (&Battle, &Decision, &Offers),
        on: CombatantId,
        (event, chosen): (String, &Choice),
    ) {
        for choice in attacks_on_offer(battle, decision, offers, on) {
            let same = choice.verb == chosen.verb && choice.item == chosen.item;
            if same || self.alternatives.len() >= 3 {
                continue;
            }
            let name = title_of(battle, decision, offers, &choice);
            // With another thing of the same name, where that is.
            let is_twin = choice.item.is_some() && name == title_of(battle, decision, offers, chosen);
            let name = match choice.item.filter(|_| is_twin) {
                Some(item) => format!("{name}, {}", super::models::where_it_is(battle, item)),
                None => name,
            };
            let Some(attack_forecast) = attack_forecast(battle, decision, &choice) else { continue };
            let (chance, name) = alternative(name, &event, (offers, &choice, &attack_forecast));
            let is_known = |(known, of, _): &(String, Fraction, Choice)| *known == name && *of == chance;
            if !self.alternatives.iter().any(is_known) {
                self.alternatives.push((name, chance, choice));
            }
        }
    }
}

/// What the chance of an attack is a chance of, in a word.
fn event_of(offers: &Offers, choice: &Choice, attack: &AttackForecast) -> String {
    what_matters(attack).1.event(offers.find(choice.verb, choice.item))
}

/// The chance of an alternative, as its own row says it, and its name: with the event where that is another than the one
/// shown.
fn alternative(
    name: String,
    shown: &str,
    (offers, choice, attack): (&Offers, &Choice, &AttackForecast),
) -> (Fraction, String) {
    let event = event_of(offers, choice, attack);
    let name = if event == shown { name } else { format!("{name}, {event}") };
    (what_matters(attack).0, name)
}

/// What a choice is called.
fn title_of(battle: &Battle, decision: &Decision, offers: &Offers, choice: &Choice) -> String {
    let title = |offer: &Offer| battle.ruleset.rules().describe(battle, decision, offer).title.into_owned();
    offers.find(choice.verb, choice.item).map_or_else(|| crate::rules::capital(choice.verb).into_owned(), title)
}

/// Whether an attack gives up what one would rather strike with: another with the same thing ranks above it.
fn gives_up(offers: &Offers, index: usize) -> bool {
    let offer = &offers.0[index];
    let is_rather = |other: &Offer| other.role == Role::Harm && other.item == offer.item && other.rank > offer.rank;
    offer.item.is_some() && offers.0.iter().any(is_rather)
}

/// Whether an offer can be aimed at somebody.
pub fn admits(offer: &Offer, on: CombatantId) -> bool {
    matches!(&offer.target, Target::Combatant(list) if list.iter().any(|candidate| candidate.who == on && candidate.refusal.is_none()))
}

fn admits_open(offer: &Offer, on: CombatantId) -> bool {
    offer.is_open() && admits(offer, on)
}

/// Whether an offer is aimed at somebody by a choice of it.
fn takes(offer: &Offer, choice: &Choice, on: CombatantId) -> bool {
    matches!(offer.built(choice).target, Target::Combatant(_)) && choice.targets().any(|target| target == on)
}

/// The open offer that a choice is of.
pub fn index_of(offers: &Offers, choice: &Choice) -> Option<usize> {
    let same = |offer: &Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
    offers.0.iter().position(|offer| same(offer) && choice.check(offer).is_ok())
}

/// The other open answers, and the other values of the first parameter of the current one.
fn beside<'a>(
    battle: &'a Battle,
    decision: &'a Decision,
    offers: &'a Offers,
    (at_hand, choice): (&'a Offer, &'a Choice),
) -> impl Iterator<Item = (String, Choice)> {
    let title = |offer: &Offer| battle.ruleset.rules().describe(battle, decision, offer).title.into_owned();
    let others = offers.0.iter().filter(|offer| offer.is_open() && !offer.comfort && offer.target == Target::Nothing);
    let others = others.filter(|offer| (offer.verb, offer.item) != (at_hand.verb, at_hand.item));
    let others = others.map(move |offer| (title(offer), Choice::of(offer)));
    let first = at_hand.parameters.first();
    let changes = first.into_iter().flat_map(|first| at_hand.changes(choice, first).map(move |change| (first, change)));
    let open =
        changes.filter(|(of, change)| change.refusal.is_none() && at_hand.value(choice, of.key) != change.value.value);
    let values = open.map(|(of, change)| {
        let label = &change.value.label;
        let words = label.split_once(',').map_or(&**label, |(first, _)| first);
        let words = match words {
            "None" => format!("No {}", of.label),
            words if words.contains(of.label) => words.to_owned(),
            words => format!("{} {words}", of.label),
        };
        (words, change.choice)
    });
    values.chain(others).take(BESIDE)
}

/// The most other answers that are shown.
const BESIDE: usize = 6;

/// The odds of an answer to a question out of turn.
pub fn answer(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    answered(battle, decision, choice).or_else(|| attempted(battle, decision, choice))
}

/// The odds of what is tried in one's own turn and is no attack.
fn attempted(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    let is_free = *decision == battle.ruleset.rules().turn_question(decision.who);
    let Attempt { chance, rolls, name, number } = is_free.then(|| attempt_ahead(battle, decision, choice)).flatten()?;
    let opposed = (chance != rolls).then_some((name, rolls));
    let grades = [Fraction::ONE, Fraction::ZERO, Fraction::ZERO, Fraction::ZERO];
    let (words, event) = ("succeeds", "succeeds");
    Some(Answered { chance, number, grades, words, event, opposed, ..Answered::default() })
}

fn answered(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    let rules = battle.ruleset.rules();
    let number = number_ahead(battle, decision, choice);
    // In one's own turn only attacks and prompts that lead to a roll have odds; ending the turn has none.
    let own_turn = battle.scene.acting == Some(decision.who) && rules.question(battle, decision).on.is_none();
    let is_free = *decision == rules.turn_question(decision.who);
    let dealt_to = dealing::dealt_to(battle, decision, choice);
    let is_idle = own_turn && (number.is_none() || is_free) && dealt_to.is_none();
    if is_idle && attack_ahead(battle, decision, choice).is_none() {
        return None;
    }
    // Nobody is about to be hurt while turns are put in order: all that would follow is the round.
    if number.is_none() && battle.scene.acting.is_none() {
        return None;
    }
    let forecast = forecast_choice(battle, decision, choice, Policy::DefaultAnswers).ok()?;
    let who = decision.who;
    // A blow that only grazes has not been averted if it hurts.
    let strikes = |result: &AttackResult| result.on == who && (result.fate.lands() || result.damage > 0);
    let struck = forecast.odds.chance(|ending| ending.results.iter().any(strikes));
    // Of blows that are dealt out those count that are for this target.
    let is_for = |result: &AttackResult| result.by == who && dealt_to.is_none_or(|on| on == result.on);
    let lands =
        forecast.odds.chance(|ending| ending.results.iter().any(|result| is_for(result) && result.fate.lands()));
    let attacked = forecast.odds.chance(|ending| ending.results.iter().any(|result| result.on == who)) > Fraction::ZERO;
    // One's own odds, or those of whom one is about to hurt.
    let on = rules.question(battle, decision).on.filter(|_| !attacked && lands > Fraction::ZERO);
    let whose = dealt_to.or(on).unwrap_or(who);
    let grades = forecast.odds.map(|ending| rules.grade(battle, whose, ending));
    let grades = [0, 1, 2, 3].map(|grade| grades.chance(|other| *other == grade));
    let not = |chance: Fraction| Fraction::new(chance.denominator() - chance.numerator(), chance.denominator());
    // What rolls nothing has odds only for whom it leaves open to a blow, or where one's own blow has landed.
    if number.is_none() && !attacked && lands == Fraction::ZERO && dealt_to.is_none() {
        return None;
    }
    // Where it is settled that the blow lands and there is only one choice, the roll decides how much it costs.
    let is_sole = rules.offers(battle, decision).0.len() == 1;
    let is_settled = |chance: Fraction| is_sole && not(chance) == Fraction::ZERO;
    let loss = |ending: &OutcomeState| {
        let blows = ending.results.iter().filter(|result| result.on == whose && result.fate.lands());
        blows.map(|result| u32::from(result.damage.max(0).unsigned_abs())).sum()
    };
    let mean = forecast.odds.mean(loss);
    let averts = attacked && !is_settled(struck);
    let settled = if attacked { is_settled(struck) } else { lands > Fraction::ZERO && not(lands) == Fraction::ZERO };
    let (chance, words, event) = if attacked && is_settled(struck) {
        (grades[0], "loses nothing", "lose nothing")
    } else if attacked {
        (not(struck), "averts the blow", "averted")
    } else if is_settled(lands) || number.is_none() && lands == Fraction::ONE {
        (not(grades[0]), "does harm", "do harm")
    } else if lands > Fraction::ZERO || dealt_to.is_some() {
        (lands, "lands the blow", "hits")
    } else {
        let fallen = |ending: &OutcomeState| {
            ending.effects.iter().any(|effect| {
                matches!(effect, Effect::Posture(whom, crate::rules::Posture::Prone) if *whom == who)
                    || matches!(effect, Effect::Status(whom, status) if *whom == who && *status != Status::Fighting)
            })
        };
        let falls = forecast.odds.chance(fallen);
        let moves = forecast.odds.chance(|ending| {
            ending.effects.iter().any(|effect| matches!(effect, Effect::Place(whom, _) if *whom == who))
        });
        // What neither fells nor moves anybody has no odds that can be named.
        if falls > Fraction::ZERO {
            (not(falls), "stays up", "stays up")
        } else if moves > Fraction::ZERO && moves < Fraction::ONE {
            (moves, "gets there", "gets there")
        } else {
            return None;
        }
    };
    let (doubt, opposed) = (forecast.doubt(), None);
    let begins = |effect: &Effect| matches!(effect, Effect::AddCondition(whom, _) if *whom == who);
    let lands = |result: &AttackResult| result.on == who && result.fate.lands();
    let afflicts = forecast.odds.chance(|ending| ending.results.iter().any(lands) && ending.effects.iter().any(begins));
    let own = battle.combatant(who).team;
    let on_foe = |result: &AttackResult| battle.combatant(result.on).team != own && result.fate.lands();
    let strikes_back = forecast.odds.chance(|ending| ending.results.iter().any(on_foe));
    let at = if choice.on.is_none() && is_free { only_target(&forecast.odds, who) } else { None };
    Some(Answered {
        at,
        chance,
        doubt,
        number,
        grades,
        words,
        event,
        averts,
        settled,
        mean,
        afflicts,
        strikes_back,
        opposed,
    })
}

/// At whom somebody strikes, if it is the same in every ending.
fn only_target(odds: &Odds<OutcomeState>, by: CombatantId) -> Option<CombatantId> {
    let results = odds.iter().flat_map(|(ending, _)| ending.results.iter());
    let mut struck = results.filter(|result| result.by == by).map(|result| result.on);
    let first = struck.next()?;
    struck.all(|on| on == first).then_some(first)
}
