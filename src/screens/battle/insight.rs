//! What would come of it: ways, odds and dangers for what is pointed at, worked out once until something changes.

use crate::{
    dice::Fraction,
    geometry::Square,
    lab::{Danger, Prospect, WayAhead, best_attack, danger, prospect, way_ahead},
    rules::{
        Area, Battle, Choice, CombatantId, Decision, Fate, Offer, Offers, Policy, Status, Target, Verdict,
        forecast_choice,
    },
};

/// What the insight depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    choice: Option<Choice>,
    hover: Option<Square>,
    target: Option<CombatantId>,
}

/// An attack with its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    /// The attack.
    pub choice: Choice,
    /// Whose.
    pub by: CombatantId,
    /// Against whom.
    pub on: CombatantId,
    /// From where, if not from here.
    pub from: Option<Square>,
    /// The odds.
    pub prospect: Prospect,
}

/// An answer to a question out of turn, with its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The chance that the blow is averted, or that what is tried succeeds.
    pub chance: Fraction,
    /// Whether that is exact.
    pub exact: bool,
    /// The number it is rolled against.
    pub number: Option<Verdict>,
    /// The odds of each grade for the one who answers, or for whom he is about to hurt, nothing first.
    pub grades: [Fraction; 4],
    /// What the chance is of: "averts the blow".
    pub words: &'static str,
}

/// All that is worked out.
#[derive(Default)]
pub struct Insight {
    key: Option<Key>,
    /// The way to the square pointed at.
    pub way: Option<WayAhead>,
    /// The attack at hand.
    pub attack: Option<Attack>,
    /// What an attack on the square pointed at would do.
    pub area: Option<Area>,
    /// The number that the way is rolled against before the first step.
    pub leap: Option<Verdict>,
    /// The answer at hand.
    pub answer: Option<Answered>,
    /// What enemies could do in the square pointed at, or here.
    pub danger: Vec<Danger>,
    alternatives: Vec<(String, Fraction, Choice)>,
}

impl Insight {
    /// Forgets everything: the battle has moved on.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The same from here or with something else: words, chance.
    pub fn alternatives(&self) -> impl Iterator<Item = (String, Fraction)> + '_ {
        self.alternatives.iter().map(|(words, chance, _)| (words.clone(), *chance))
    }

    /// The choice behind an alternative.
    pub fn alternative(&self, index: usize) -> Option<&Choice> {
        self.alternatives.get(index).map(|(_, _, choice)| choice)
    }

    /// Works out what the open offer, the square pointed at and the target come to.
    pub fn look(
        &mut self,
        battle: &Battle,
        decision: &Decision,
        offers: &Offers,
        open: Option<(&Offer, &Choice)>,
        hover: Option<Square>,
        target: Option<CombatantId>,
    ) {
        let key = Key { choice: open.map(|(_, choice)| choice.clone()), hover, target };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        *self = Self { key: Some(key), ..Self::default() };
        let who = decision.who;
        let Some((offer, choice)) = open else { return };
        match &offer.target {
            Target::Way(squares) => {
                let goal = hover.filter(|square| squares.iter().any(|one| one.square == *square));
                self.way = goal.and_then(|square| way_ahead(battle, who, offer.verb, square));
                self.leap = self.way.as_ref().filter(|way| way.gamble.is_some()).and_then(|way| {
                    let choice = choice.clone().to(way.route.squares.clone());
                    battle.ruleset.rules().explain(battle, decision, &choice)
                });
                self.ahead(battle, who, offers, target);
            }
            Target::Combatant(_) if choice.on.is_some() => self.at_hand(battle, who, choice),
            Target::Square(squares) => {
                let aim = hover.filter(|square| squares.contains(square));
                self.area = aim.and_then(|aim| battle.ruleset.rules().area(battle, who, &choice.clone().to(vec![aim])));
            }
            Target::Nothing if offer.refusal.is_none() => {
                self.area = battle.ruleset.rules().area(battle, who, choice);
                if self.area.is_none() {
                    self.answer = answer(battle, decision, choice);
                }
            }
            _ => self.answer = answer(battle, decision, choice),
        }
        let after = self.way.as_ref().map_or(battle, |way| &way.after);
        self.danger = danger(after, who);
    }

    /// The attack after the way, on the target or on whom it does most to.
    fn ahead(&mut self, battle: &Battle, who: CombatantId, offers: &Offers, target: Option<CombatantId>) {
        let after = &self.way.as_ref().map_or_else(|| battle.clone(), |way| way.after.clone());
        let from = self.way.as_ref().and_then(|way| way.route.squares.last().copied());
        // The target may still be the one of the turn before, and so a friend or oneself by now.
        let foes = after.enemies(who).filter(|foe| foe.fights() && after.one(who).aware.of(foe.id));
        let foes: Vec<CombatantId> = foes.map(|foe| foe.id).collect();
        let aimed = match target.filter(|target| foes.contains(target)) {
            Some(target) => vec![target],
            None => foes,
        };
        let best = aimed.into_iter().filter_map(|on| best_attack(after, who, on).map(|found| (on, found)));
        let best = best.reduce(|a, b| if b.1.1.mean > a.1.1.mean { b } else { a });
        let Some((on, (choice, prospect))) = best.filter(|(_, (choice, _))| affordable(after, who, offers, choice))
        else {
            return;
        };
        if from.is_some()
            && let Some((here, found)) = best_attack(battle, who, on)
        {
            self.alternatives.push(("From here".into(), found.hits, here));
        }
        self.others(after, who, on, &choice);
        self.attack = Some(Attack { choice, by: who, on, from, prospect });
    }

    fn at_hand(&mut self, battle: &Battle, who: CombatantId, choice: &Choice) {
        let (Some(on), Some(prospect)) = (choice.on, prospect(battle, who, choice)) else { return };
        self.others(battle, who, on, choice);
        self.attack = Some(Attack { choice: choice.clone(), by: who, on, from: None, prospect });
    }

    /// The same target with other weapons.
    fn others(&mut self, battle: &Battle, who: CombatantId, on: CombatantId, chosen: &Choice) {
        for (choice, refusal) in battle.ruleset.rules().attacks(battle, who, on) {
            let same = choice.verb == chosen.verb && choice.item == chosen.item;
            if refusal.is_some() || same || self.alternatives.len() >= 3 {
                continue;
            }
            let name = choice.item.map(|item| battle.thing(item).name.to_string()).unwrap_or_default();
            if let Some(prospect) = prospect(battle, who, &choice) {
                self.alternatives.push((
                    format!("{} {name}", crate::rules::capital(choice.verb)),
                    prospect.hits,
                    choice,
                ));
            }
        }
    }
}

/// Whether what an attack costs is still left.
fn affordable(battle: &Battle, who: CombatantId, offers: &Offers, choice: &Choice) -> bool {
    let Some(offer) = offers.find(choice.verb, choice.item) else { return true };
    let card = battle.ruleset.rules().card(battle, who);
    card.allowances.iter().find(|one| one.icon == offer.cost).is_none_or(|one| one.left > 0)
}

/// The odds of an answer to a question out of turn.
fn answer(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Answered> {
    let rules = battle.ruleset.rules();
    let number = rules.explain(battle, decision, choice);
    // In one's own turn only what is rolled for has odds; ends of turns and the like have none.
    if number.is_none() && battle.scene.acting == Some(decision.who) && rules.question(battle, decision).on.is_none() {
        return None;
    }
    let forecast = forecast_choice(battle, decision, choice, Policy::Habit).ok()?;
    let who = decision.who;
    let (hit, by_me) = (|fate: Fate| matches!(fate, Fate::Hit | Fate::Critical), |by: CombatantId| by == who);
    let struck = forecast.odds.chance(|ending| ending.marks.iter().any(|mark| mark.on == who && hit(mark.fate)));
    let lands = forecast.odds.chance(|ending| ending.marks.iter().any(|mark| by_me(mark.by) && hit(mark.fate)));
    let attacked = forecast.odds.chance(|ending| ending.marks.iter().any(|mark| mark.on == who)) > Fraction::ZERO;
    // One's own odds, or those of whom one is about to hurt.
    let whose = rules.question(battle, decision).on.filter(|_| !attacked && lands > Fraction::ZERO).unwrap_or(who);
    let grades = forecast.odds.map(|ending| rules.grade(battle, whose, ending));
    let grades = [0, 1, 2, 3].map(|grade| grades.chance(|one| *one == grade));
    let not = |chance: Fraction| Fraction::new(chance.denominator() - chance.numerator(), chance.denominator());
    let (chance, words) = if attacked {
        (not(struck), "averts the blow")
    } else if lands > Fraction::ZERO {
        (lands, "lands the blow")
    } else {
        let fallen = |ending: &crate::rules::Ending| {
            ending.effects.iter().any(|effect| {
                matches!(effect, crate::rules::Effect::Posture(one, crate::rules::Posture::Prone) if *one == who)
                    || matches!(effect, crate::rules::Effect::Status(one, status) if *one == who && *status != Status::Fighting)
            })
        };
        (not(forecast.odds.chance(fallen)), "stays up")
    };
    number.as_ref()?;
    Some(Answered { chance, exact: forecast.exact, number, grades, words })
}
