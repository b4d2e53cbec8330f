//! Forecasts for the square or target pointed at: ways, odds and dangers, computed again only when something changes.

use std::collections::VecDeque;

use super::{
    answers::{Answered, answer},
    outcome::what_matters,
};
use crate::{
    dice::Fraction,
    geometry::Square,
    lab::{
        AttackForecast, Breaking, Danger, WayAhead, approach, attack_forecast, attacks_on_offer, best_attack, breaking,
        danger, thrifty, way_ahead, way_of,
    },
    rules::{
        Area, Battle, BoardMark, Choice, CombatantId, Course, Decision, Offer, Offers, Role, Site, Target, Verdict,
        number_ahead, uncapital,
    },
};

/// What the forecasts are about, of everything pointed at and open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The open offer, or nothing if none is.
    #[default]
    Open,
    /// The open offer, aimed at a square.
    Aim(Square),
    /// A way to a square, by an offer.
    Way(usize, Square),
    /// What can be done to somebody.
    Body(CombatantId),
}

/// What the forecasts are about, and everything they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looking {
    /// The open offer with the settled part of its choice.
    pub open: Option<(usize, Choice)>,
    /// Whether a person has opened it.
    pub by_hand: bool,
    /// What they are about.
    pub focus: Focus,
    /// The pinned target.
    pub pin: Option<CombatantId>,
    /// Whether the decision is a turn rather than a question within or outside a turn.
    pub is_turn: bool,
    /// Whether the square pointed at is the acting fighter's own.
    pub here: bool,
}

/// What a press would choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The offer.
    pub offer: usize,
    /// The choice.
    pub choice: Choice,
    /// Whether it includes the attack at the way's end.
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

/// All forecasts.
#[derive(Default)]
pub struct Insight {
    key: Option<Looking>,
    /// What a press would choose.
    pub subject: Option<Subject>,
    /// The pinned target, if the attack is on somebody else because nothing harms the pinned one from there.
    pub instead_of: Option<CombatantId>,
    /// The way to the square pointed at.
    pub way: Option<WayAhead>,
    /// The current attack.
    pub attack: Option<Attack>,
    /// What an attack on the square pointed at would do.
    pub area: Option<Area>,
    /// The objects on the board that the open offer can be aimed at, each with the square that names it.
    pub marks: Vec<(Square, BoardMark)>,
    /// What an attack on the object pointed at would do.
    pub breaking: Option<Breaking>,
    /// The number rolled against before the first step of the way.
    pub leap: Option<Verdict>,
    /// The current answer.
    pub answer: Option<Answered>,
    /// What enemies could do at the end of the way, or where the fighter stands.
    pub danger: Vec<Danger>,
    alternatives: Vec<(String, Fraction, Choice)>,
    /// Other answers whose odds are still to be computed, one each frame.
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

    /// The square that a choice names for the square pointed at; an object on an edge can be pointed at from both
    /// sides.
    pub fn aim(&self, squares: &[Square], pointed: Square) -> Option<Square> {
        let touches = |mark: &BoardMark| match mark.site {
            Site::Square(square) => square == pointed,
            Site::Edge(edge) => edge.squares().contains(&pointed),
        };
        let named = squares.contains(&pointed).then_some(pointed);
        named.or_else(|| self.marks.iter().find(|(_, mark)| touches(mark)).map(|(square, _)| *square))
    }

    /// What the forecasts are about now.
    pub fn looking(&self) -> Option<&Looking> {
        self.key.as_ref()
    }

    /// Computes the forecasts, unless that has been done.
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
        // Danger is told only for the end of a way and the fighter's own square: it is the costliest forecast.
        if is_turn && (here || self.way.is_some()) {
            self.danger = danger(self.way.as_ref().map_or(battle, |way| &way.after), who);
        }
    }

    /// Forecasts what can be done to somebody: by the open offer, else by the attack that hurts most from here or from
    /// the end of a way.
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
            // A weapon is not thrown away, and harmless acts are not preferred, if going there and striking does more.
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

    /// Forecasts an offer, aimed at a square if it is aimed at squares.
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
                let way = square.and_then(|square| way_ahead(battle, who, offer.verb, Course::To(square)));
                // Declared as something else, such as a charge, the same way meets other numbers.
                let declared = |way: &WayAhead| choice.clone().to(way.route.squares.clone());
                let other = way.as_ref().filter(|_| !choice.parameters.is_empty()).map(declared);
                self.way = other.and_then(|choice| way_of(battle, who, &choice)).or(way);
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

    /// Computes the odds of the next other answer; they are kept if they are odds of the same event.
    fn look_beside(&mut self, battle: &Battle, decision: &Decision) {
        let Some((words, choice)) = self.beside.pop_front() else { return };
        let found = answer(battle, decision, &choice);
        if let (Some(found), Some(answer)) = (found, &self.answer)
            && found.words == answer.words
        {
            self.alternatives.push((words, found.chance, choice));
        }
    }

    /// Forecasts the attack after the way, on the target or on the enemy it hurts most.
    fn ahead(&mut self, battle: &Battle, decision: &Decision, offers: &Offers, target: Option<CombatantId>) {
        let who = decision.who;
        let gone = self.way.as_ref().map(|way| way.after.clone());
        let from = self.way.as_ref().and_then(|way| way.route.squares.last().copied());
        let left = gone.as_ref().map(|after| after.ruleset.rules().offers(after, decision));
        let (after, left) = (gone.as_ref().unwrap_or(battle), left.as_ref().unwrap_or(offers));
        // The target may be left from an earlier turn, and so be a friend or the fighter itself.
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

    /// Adds the other attacks on offer against the same target as alternatives to the one shown; `event` is what its
    /// chance is of.
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
            // With another item of the same name, say where that is.
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

/// What the chance of an attack is of, in a word.
fn event_of(offers: &Offers, choice: &Choice, attack: &AttackForecast) -> String {
    what_matters(attack).1.event(offers.find(choice.verb, choice.item))
}

/// The chance of an alternative as in its own row, and its name, with the event added if it differs from the one shown.
fn alternative(
    name: String,
    shown: &str,
    (offers, choice, attack): (&Offers, &Choice, &AttackForecast),
) -> (Fraction, String) {
    let event = event_of(offers, choice, attack);
    let name = if event == shown { name } else { format!("{name}, {event}") };
    (what_matters(attack).0, name)
}

/// A choice's title.
fn title_of(battle: &Battle, decision: &Decision, offers: &Offers, choice: &Choice) -> String {
    let title = |offer: &Offer| battle.ruleset.rules().describe(battle, decision, offer).title.into_owned();
    offers.find(choice.verb, choice.item).map_or_else(|| crate::rules::capital(choice.verb).into_owned(), title)
}

/// Whether an attack gives up a weapon better kept: another attack with the same item ranks above it.
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

/// Whether a choice aims its offer at somebody.
fn takes(offer: &Offer, choice: &Choice, on: CombatantId) -> bool {
    matches!(offer.built(choice).target, Target::Combatant(_)) && choice.targets().any(|target| target == on)
}

/// The index of the open offer that a choice is of.
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
