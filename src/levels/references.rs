//! Checks that everything an expectation names exists: an expectation that something is absent would always hold for a
//! name that does not exist.

use super::{Expect, PerHit, Roster, fault::meant, map::board_size};
use crate::{
    geometry::Square,
    rules::{Battle, Battlefield, Team},
};

/// What is wrong, with the word at fault as the first one in backticks, and what would be right.
pub(super) type Finding = (String, String);

/// Everything that can be named in a trial.
pub(super) struct Known<'a> {
    /// The position.
    pub(super) battle: &'a Battle,
    /// The known arms.
    pub(super) roster: &'a Roster,
}

/// The square with a name, if it is on the board.
pub(super) fn square_on(name: &str, field: Option<&Battlefield>) -> Result<Square, Finding> {
    let square: Square = name
        .parse()
        .map_err(|_| (format!("`{name}` is not a square"), "column letters, then the row: \"c3\"".into()))?;
    match field {
        Some(board) if board.cell(square).is_none() => Err((format!("{name} is off the board"), board_size(field))),
        _ => Ok(square),
    }
}

impl Known<'_> {
    /// The faults of names in an expectation that do not exist.
    pub(super) fn faults(&self, expect: &Expect) -> Vec<Finding> {
        use Expect as E;
        let mut told: Vec<Option<Finding>> = Vec::new();
        match expect {
            E::Value(who, name, _) => told.extend([self.combatant(who), self.value(name)]),
            E::Posture(who, _)
            | E::Status(who, _)
            | E::Faces(who, _)
            | E::Asked(who)
            | E::Turn(who)
            | E::Way { who, .. }
            | E::Route { who, .. }
            | E::NotRolled(who, _)
            | E::OffersOnly(who, _) => told.push(self.combatant(who)),
            E::At(who, square) => told.extend([self.combatant(who), self.square(square)]),
            E::Holds(who, tag) | E::HoldsNot(who, tag) | E::Loaded(who, tag, _) | E::Count(who, tag, _) => {
                told.extend([self.combatant(who), self.item(tag)]);
            }
            E::ItemValue(who, tag, name, _) => {
                let known = || self.battle.ruleset.rules().names().items.iter().copied();
                let counted = unknown("no number of an item is called", name, known);
                told.extend([self.combatant(who), self.item(tag), counted]);
            }
            E::Lies(tag, square) => told.extend([self.item(tag), self.square(square)]),
            E::Square(square, words) => {
                told.push(self.square(square));
                told.extend(words.iter().map(|word| unknown("no square can hold", word, Battlefield::all_names)));
            }
            E::Rolled { who, terms, without, rule, .. } => {
                told.push(self.combatant(who));
                told.extend(rule.iter().map(|rule| self.rule(rule)));
                told.extend(terms.iter().chain(without).map(|(rule, _)| self.rule(rule)));
            }
            E::Compared { left, right, .. } => {
                told.extend(left.iter().chain(right).map(|(who, _)| self.combatant(who)));
            }
            E::Has(who, name) | E::HasNot(who, name) => told.extend([self.combatant(who), self.state(name)]),
            E::Gained(who, name) | E::Lost(who, name) => {
                told.extend([self.combatant(who), self.condition(name)]);
            }
            E::Aware(viewer, other, _) => told.extend([self.combatant(viewer), self.combatant(other)]),
            E::Order(order) => told.extend(order.iter().map(|who| self.combatant(who))),
            E::Won(side) => told.push(self.side(side)),
            E::Allowed(text) | E::Offered(text) | E::NotOffered(text) => told.push(self.seat(text)),
            E::Refused(text, rule) => told.extend([self.seat(text), self.rule(rule)]),
            E::Values { choice, refused, .. } => {
                told.push(self.seat(choice));
                told.extend(refused.iter().map(|(_, rule)| self.rule(rule)));
            }
            E::Cover(from, to, _) | E::Seen(from, to, _) | E::Distance(from, to, _) => {
                told.extend([self.posed(from), self.posed(to)]);
            }
            E::Reaches(who, squares)
            | E::ReachesNot(who, squares)
            | E::Threatens(who, squares)
            | E::ThreatensNot(who, squares) => {
                told.push(self.posed(who));
                told.extend(squares.iter().map(|square| self.square(square)));
                told.push(squares.is_empty().then(|| ("no square is named".into(), "name some: [\"c3\"]".into())));
            }
            E::ReachesOnly(who, squares) | E::ThreatensOnly(who, squares) => {
                told.push(self.posed(who));
                told.extend(squares.iter().map(|square| self.square(square)));
            }
            E::ReachSize(who, _) => told.push(self.posed(who)),
            E::NoWay(who, _, rule) => told.extend([self.combatant(who), self.rule(rule)]),
            E::Assess { .. } => told.extend(self.unknown_in_assess(expect)),
            E::Chance { .. } => told.extend(self.unknown_in_chance(expect)),
            E::Area { .. } => told.extend(self.unknown_in_area(expect)),
            E::Noted(who, words, rule) => told.extend([self.combatant(who), self.rule(rule), no_words(words)]),
            E::Blow { by, on, .. } => told.extend([self.combatant(by), self.combatant(on)]),
            E::Logged(words) | E::NotLogged(words) => told.push(no_words(words)),
            E::Round(_) | E::Draw | E::Undecided => {}
        }
        told.extend(self.word_faults(expect).into_iter().map(Some));
        told.into_iter().flatten().collect()
    }

    fn unknown_in_assess(&self, expect: &Expect) -> Vec<Option<Finding>> {
        let Expect::Assess { by, terms, defence_terms, numbers, .. } = expect else { return Vec::new() };
        let lacking = numbers.iter().filter(|(_, number)| *number == 0);
        let mut told: Vec<_> = lacking.map(|(name, _)| self.number(name)).collect();
        told.extend(by.iter().map(|by| self.posed(by)));
        told.extend(terms.iter().chain(defence_terms).map(|(rule, _)| self.rule(rule)));
        told
    }

    fn unknown_in_chance(&self, expect: &Expect) -> Vec<Option<Finding>> {
        let Expect::Chance { by, on, conditions, answer, per_hit, .. } = expect else { return Vec::new() };
        let mut told: Vec<_> = by.iter().map(|by| self.posed(by)).collect();
        told.extend(on.iter().map(|on| self.combatant(on)));
        told.extend(conditions.iter().map(|(name, _)| self.state(name)));
        told.extend(answer.iter().flat_map(|answer| answer.split(';')).map(|part| self.seat(part)));
        let asks_nothing = per_hit.as_ref().is_some_and(|per_hit| *per_hit == PerHit::default());
        told.push(asks_nothing.then(|| ("nothing is asked per hit".into(), "critical, mean or at_least".into())));
        told
    }

    fn unknown_in_area(&self, expect: &Expect) -> Vec<Option<Finding>> {
        let Expect::Area { by, terms, squares, places, reached, means, .. } = expect else { return Vec::new() };
        let mut told: Vec<_> = by.iter().map(|by| self.posed(by)).collect();
        told.extend(terms.iter().map(|(rule, _)| self.rule(rule)));
        let places = places.iter().map(|(square, _)| square);
        told.extend(squares.iter().flatten().chain(places).map(|square| self.square(square)));
        told.extend(reached.iter().chain(means).map(|(who, _)| self.combatant(who)));
        told.push(area_asks_nothing(expect));
        told
    }

    /// `None` if there is a combatant of that name.
    pub(super) fn combatant(&self, name: &str) -> Option<Finding> {
        let known = self.battle.combatants().map(|fighter| &*fighter.identity.tag);
        self.battle.tagged(name).is_none().then(|| (format!("no combatant is called `{name}`"), meant(name, known)))
    }

    /// A combatant, or one placed for the question alone: `A@c3`.
    fn posed(&self, name: &str) -> Option<Finding> {
        let (tag, at) = name.split_once('@').map_or((name, None), |(tag, at)| (tag, Some(at)));
        self.combatant(tag).or_else(|| self.square(at?))
    }

    fn square(&self, name: &str) -> Option<Finding> {
        square_on(name, Some(&self.battle.scene.field)).err()
    }

    /// The combatant who chooses in `A: strike B sword`; it may be left out.
    fn seat(&self, text: &str) -> Option<Finding> {
        let (who, _) = text.split_once(':')?;
        self.combatant(who.trim())
    }

    fn item(&self, tag: &str) -> Option<Finding> {
        let plain = tag.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('-');
        let lies = || self.battle.items().any(|item| *item.tag == *tag);
        let is_known = self.roster.arm(tag).or_else(|| self.roster.arm(plain)).is_some() || lies();
        (!is_known).then(|| self.roster.no_arm(tag))
    }

    fn value(&self, name: &str) -> Option<Finding> {
        let names = self.battle.ruleset.rules().names();
        let known = || names.vitals.iter().chain(names.budgets).copied();
        unknown("no total or allowance is called", name, known)
    }

    fn condition(&self, name: &str) -> Option<Finding> {
        let names = self.battle.ruleset.rules().names();
        unknown("no condition is called", name, || names.conditions.iter().copied())
    }

    /// A condition or a state.
    fn state(&self, name: &str) -> Option<Finding> {
        let names = self.battle.ruleset.rules().names();
        unknown("no condition is called", name, || names.conditions.iter().chain(names.states).copied())
    }

    /// A number that an attack may lack.
    fn number(&self, name: &str) -> Option<Finding> {
        let names = self.battle.ruleset.rules().names();
        unknown("no number that an attack may lack is called", name, || names.numbers.iter().copied())
    }

    fn rule(&self, rule: &str) -> Option<Finding> {
        let rules = self.battle.ruleset.rules();
        unknown("no rule is called", rule, || rules.catalogue().iter().map(|known| known.id.0))
    }

    fn side(&self, name: &str) -> Option<Finding> {
        let all = || (0..Team::MOST as u8).map(|team| Team(team).name());
        if all().any(|known| known.eq_ignore_ascii_case(name)) { None } else { unknown("no side is called", name, all) }
    }
}

fn no_words(words: &str) -> Option<Finding> {
    let right = "give words that a line of the log may have";
    words.trim().is_empty().then(|| ("no words are given".into(), right.into()))
}

fn area_asks_nothing(expect: &Expect) -> Option<Finding> {
    let Expect::Area { number, terms, squares, size, lands, places, reached, means, .. } = expect else { return None };
    let asks = number.is_some() || squares.is_some() || size.is_some() || lands.is_some();
    let lists = [places, reached, means].into_iter().any(|list| !list.is_empty());
    let right = "number, terms, squares, size, lands, places, reached or means";
    (!asks && !lists && terms.is_empty()).then(|| ("nothing is asked about the area".into(), right.into()))
}

/// The fault of a name that is not known.
pub(super) fn unknown<'a, I: Iterator<Item = &'a str>>(
    what: &str,
    name: &str,
    known: impl Fn() -> I,
) -> Option<Finding> {
    known().all(|known| known != name).then(|| (format!("{what} `{name}`"), meant(name, known())))
}
