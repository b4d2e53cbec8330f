//! A seat that answers at random, from the offers alone and by the same calls as a person.

use std::{collections::BTreeMap, rc::Rc};

use proving_ground::{
    dice::Stream,
    geometry::{Square, chebyshev},
    rules::{Battle, Choice, CombatantId, Course, Decision, Offer, Offers, Parameter, Reachable, Ruleset, Target},
};

/// The random seat's lane of the generator, apart from those of the battle's dice.
const LANE: u64 = 0x5EA7;

/// The most changes of parts that are explored for a choice.
const COMBINATIONS: usize = 600;

/// The most ways to aim one combination that are explored.
const AIMS: usize = 12;

/// For how many offers made of parts the combinations are cached: those of one decision, which is asked about often.
const KEPT: usize = 24;

/// A seat that answers at random.
pub struct Seat {
    stream: Stream,
    /// How often each verb was open in this battle.
    seen: BTreeMap<&'static str, u32>,
    /// The verb, or the part of an offer, that is taken whenever it is open.
    wants: Option<&'static str>,
    /// The latest offers made of parts, with their combinations.
    built: Vec<(Offer, Rc<[Choice]>)>,
}

impl Seat {
    /// The seat of a seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, LANE), seen: BTreeMap::new(), wants: None, built: Vec::new() }
    }

    /// The seat of a seed that takes a verb, or a part of an offer, whenever it is open.
    pub fn wanting(verb: &'static str, seed: u64) -> Self {
        Self { wants: Some(verb), ..Self::new(seed) }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.stream.below(bound as u32) as usize
    }

    /// True once in `times` times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a list that is not empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// An open offer. Out of eight times: three times an attack and twice a movement, if there are any, so that battles
    /// go on; twice the verb that was least on offer so far, so that none goes untried; otherwise any verb, all equally
    /// likely.
    pub fn offer<'a>(&mut self, offers: &'a Offers) -> &'a Offer {
        let open: Vec<&Offer> = offers.0.iter().filter(|offer| offer.is_open()).collect();
        let mut verbs: Vec<&str> = open.iter().map(|offer| offer.verb).collect();
        verbs.dedup();
        verbs.iter().for_each(|verb| *self.seen.entry(verb).or_default() += 1);
        let of =
            |wanted: &dyn Fn(&Offer) -> bool| open.iter().copied().filter(|offer| wanted(offer)).collect::<Vec<_>>();
        let liked = match self.below(8) {
            0..=2 => of(&|offer| offer.item.is_some() && matches!(offer.target, Target::Combatant(_))),
            3 | 4 => of(&|offer| matches!(offer.target, Target::Way(_))),
            5 | 6 => {
                let rarest = *verbs.iter().min_by_key(|verb| self.seen[*verb]).unwrap();
                of(&|offer| offer.verb == rarest)
            }
            _ => Vec::new(),
        };
        let has_part = |offer: &Offer| {
            let mut parts = offer.parameters.iter().filter(|parameter| parameter.part.is_some());
            parts.any(|part| self.wants == Some(part.key))
        };
        let wanted = of(&|offer| self.wants == Some(offer.verb) || has_part(offer));
        if !wanted.is_empty() {
            return self.pick::<&Offer>(&wanted);
        }
        if !liked.is_empty() {
            return self.pick::<&Offer>(&liked);
        }
        let verb = *self.pick(&verbs);
        self.pick::<&Offer>(&of(&|offer| offer.verb == verb))
    }

    /// A random choice that the offer allows.
    pub fn complete(&mut self, battle: &Battle, decision: &Decision, offer: &Offer) -> Choice {
        if offer.parts.is_some() {
            return self.build(offer);
        }
        let mut choice = Choice::of(offer);
        match &offer.target {
            Target::Nothing => {}
            Target::Square(squares) => choice.squares.push(*self.pick(squares)),
            Target::Combatant(candidates) => {
                let open: Vec<CombatantId> = candidates
                    .iter()
                    .filter(|candidate| candidate.refusal.is_none())
                    .map(|candidate| candidate.who)
                    .collect();
                choice.on = Some(*self.pick(&open));
            }
            Target::Way(squares) => {
                let to = self.goal(battle, decision.who, squares);
                let journey = battle.journey(decision.who, offer.verb, Course::To(to));
                let journey = journey.unwrap_or_else(|why| panic!("{to} is offered and cannot be reached: {why}"));
                choice.squares = journey.route.squares;
            }
        }
        // In random order, because the first parameters settled leave less room for the others.
        let mut parameters: Vec<&Parameter> = offer.parameters.iter().collect();
        while !parameters.is_empty() {
            let parameter = parameters.swap_remove(self.below(parameters.len()));
            let set = |value: i32| {
                let is_first = value == parameter.values[0].value;
                if is_first { choice.clone() } else { choice.clone().set(parameter.key, value) }
            };
            let values = parameter.values.iter().filter(|value| value.refusal.is_none());
            let open: Vec<Choice> =
                values.map(|value| set(value.value)).filter(|choice| offer.misfit(choice).is_none()).collect();
            assert!(!open.is_empty(), "nothing can be chosen for {}", parameter.key);
            choice = self.pick(&open).clone();
        }
        choice
    }

    /// A choice of an offer made of parts: one of the combinations, aimed at random.
    fn build(&mut self, offer: &Offer) -> Choice {
        let mut all = self.combinations(offer);
        if let Some(key) = self.wants {
            let with: Rc<[Choice]> = all.iter().filter(|choice| offer.counted(choice, key) > 0).cloned().collect();
            all = if with.is_empty() { all } else { with };
        }
        let mut choice = self.pick(&all).clone();
        match offer.built(&choice).target {
            Target::Nothing => choice,
            Target::Square(squares) => choice.to(vec![*self.pick(squares)]),
            Target::Combatant(_) => {
                let aims = offer.aims(&choice, AIMS);
                choice = self.pick(&aims).clone();
                // As many targets as must be named, or more.
                while !choice.also.is_empty() && self.once_in(2) {
                    let mut fewer = choice.clone();
                    fewer.also.pop();
                    if fewer.check(offer).is_err() {
                        break;
                    }
                    choice = fewer;
                }
                choice
            }
            Target::Way(_) => panic!("no parts lead somewhere"),
        }
    }

    /// The combinations of an offer made of parts.
    fn combinations(&mut self, offer: &Offer) -> Rc<[Choice]> {
        if let Some((_, all)) = self.built.iter().find(|(known, _)| known == offer) {
            return Rc::clone(all);
        }
        if self.built.len() == KEPT {
            self.built.remove(0);
        }
        let all: Rc<[Choice]> = offer.combinations(|_| true, COMBINATIONS).collect();
        self.built.push((offer.clone(), Rc::clone(&all)));
        all
    }

    /// Where to walk: half of the time as near to an enemy as possible, otherwise anywhere.
    fn goal(&mut self, battle: &Battle, who: CombatantId, squares: &[Reachable]) -> Square {
        let enemies: Vec<Square> =
            battle.enemies(who).filter(|fighter| fighter.fights()).map(|fighter| fighter.placement.anchor()).collect();
        if enemies.is_empty() || self.once_in(2) {
            return self.pick(squares).square;
        }
        let enemy = *self.pick(&enemies);
        let distance = |to: Square| chebyshev(i32::from(to.x - enemy.x), i32::from(to.y - enemy.y));
        squares.iter().map(|way| way.square).min_by_key(|square| (distance(*square), *square)).unwrap()
    }
}

/// The rules in play.
pub fn rules(battle: &Battle) -> &'static dyn Ruleset {
    battle.ruleset.rules()
}
