//! Checks expectations of trials, and says what came instead.

mod answer;
mod area;
mod bearing;
mod history;
mod noted;
mod odds;
mod offers;
mod per_hit;
mod rolls;
mod states;
mod terms;
#[cfg(test)]
mod tests;

pub(super) use rolls::{all_rolled, are_told, roll_of_die};
use terms::held_terms;

use super::Expect;
use crate::{
    geometry::Square,
    rules::{
        Battle, Budget, Combatant, CombatantId, ConditionKind, Course, Effect, Entry, Item, ItemId, ItemNumber,
        Journey, Location, Route, Team, Vital,
    },
};

/// What expectations are checked against once choices are made.
pub(super) struct Check<'a> {
    /// The battle before them.
    pub(super) before: &'a Battle,
    /// The battle after them.
    pub(super) battle: &'a Battle,
    /// The journal of the choices.
    pub(super) journal: &'a [Entry],
    /// The journal in words.
    pub(super) told: &'a [String],
}

type Held = Result<(), String>;

/// Ok, or what came instead.
fn same<T: PartialEq + std::fmt::Display>(came: T, expected: &T) -> Held {
    if came == *expected { Ok(()) } else { Err(came.to_string()) }
}

fn truth(holds: bool, came: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(came()) }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The list in words; "nothing" if it is empty.
fn list(all: impl IntoIterator<Item = impl Into<String>>) -> String {
    let all: Vec<String> = all.into_iter().map(Into::into).collect();
    if all.is_empty() { "nothing".into() } else { all.join(", ") }
}

fn squares<'s>(names: impl IntoIterator<Item = &'s str>) -> Result<Vec<Square>, String> {
    names.into_iter().map(|name| name.parse().map_err(|_| format!("`{name}` is not a square"))).collect()
}

impl Check<'_> {
    /// Whether an expectation holds.
    pub(super) fn holds(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Value(..)
            | Expect::Posture(..)
            | Expect::Faces(..)
            | Expect::Status(..)
            | Expect::At(..)
            | Expect::Has(..)
            | Expect::HasNot(..)
            | Expect::Aware(..) => self.body(expect),
            Expect::Holds(..)
            | Expect::HoldsNot(..)
            | Expect::Lies(..)
            | Expect::Square(..)
            | Expect::Loaded(..)
            | Expect::Count(..)
            | Expect::ItemValue(..) => self.item(expect),
            Expect::Asked(_)
            | Expect::Turn(_)
            | Expect::Round(_)
            | Expect::Order(_)
            | Expect::Won(_)
            | Expect::Draw
            | Expect::Undecided => self.scene(expect),
            Expect::Allowed(_)
            | Expect::Refused(..)
            | Expect::Offered(_)
            | Expect::NotOffered(_)
            | Expect::OffersOnly(..)
            | Expect::Values { .. } => self.offer(expect),
            Expect::Cover(..)
            | Expect::Seen(..)
            | Expect::Distance(..)
            | Expect::Reaches(..)
            | Expect::ReachesNot(..)
            | Expect::ReachesOnly(..)
            | Expect::ReachSize(..)
            | Expect::Threatens(..)
            | Expect::ThreatensNot(..)
            | Expect::ThreatensOnly(..) => self.geometry(expect),
            Expect::Way { .. } | Expect::NoWay(..) | Expect::Route { .. } => self.way(expect),
            Expect::Assess { .. } => self.assess(expect),
            Expect::Chance { .. } => self.chance(expect),
            Expect::Area { .. } => self.area(expect),
            Expect::Rolled { .. }
            | Expect::NotRolled(..)
            | Expect::Compared { .. }
            | Expect::Blow { .. }
            | Expect::Gained(..)
            | Expect::Lost(..)
            | Expect::Noted(..)
            | Expect::Logged(_)
            | Expect::NotLogged(_) => self.history(expect),
        }
    }

    fn combatant(&self, tag: &str) -> Result<Combatant<'_>, String> {
        self.battle.tagged(tag).ok_or_else(|| format!("nobody is called `{tag}`"))
    }

    /// The condition with a name.
    fn kind(&self, name: &str) -> Result<ConditionKind, String> {
        let kind = self.battle.ruleset.rules().names().conditions.iter().position(|known| *known == name);
        kind.map(|kind| ConditionKind(kind as u8)).ok_or_else(|| format!("no condition is called `{name}`"))
    }

    fn body(&self, expect: &Expect) -> Held {
        let names_of = self.battle.ruleset.rules().names();
        match expect {
            Expect::Value(who, name, value) => {
                let fighter = self.combatant(who)?;
                let place = |known: &[&str]| known.iter().position(|known| known == name);
                let vital = place(names_of.vitals).map(|index| fighter.vitals.get(Vital(index as u8)));
                let came =
                    vital.or_else(|| place(names_of.budgets).map(|index| fighter.budgets.get(Budget(index as u8))));
                same(i32::from(came.ok_or_else(|| format!("no total or allowance is called `{name}`"))?), value)
            }
            Expect::Posture(who, posture) => {
                let came = self.combatant(who)?.posture;
                truth(came == *posture, || format!("{came:?}"))
            }
            Expect::Faces(who, facing) => {
                let came = self.combatant(who)?.facing.0;
                truth(came == *facing, || format!("{came:?}"))
            }
            Expect::Status(who, status) => {
                let came = self.combatant(who)?.status;
                truth(came == *status, || format!("{came:?}"))
            }
            Expect::At(who, square) => same(self.combatant(who)?.placement.anchor().to_string(), square),
            Expect::Aware(who, of, known) => same(self.combatant(who)?.aware.of(self.combatant(of)?.id), known),
            Expect::Has(who, name) | Expect::HasNot(who, name) if self.state(name).is_some() => {
                let id = self.combatant(who)?.id;
                truth(self.is_so(self.battle, id, name) == matches!(expect, Expect::Has(..)), || {
                    format!("states of {who}: {}", list(self.states(id)))
                })
            }
            Expect::Has(who, name) | Expect::HasNot(who, name) => {
                let conditions = &self.combatant(who)?.conditions.0;
                let kind = self.kind(name)?;
                let has = conditions.iter().any(|condition| condition.kind == kind);
                truth(has == matches!(expect, Expect::Has(..)), || {
                    let known = names_of.conditions;
                    let names = conditions.iter().filter_map(|condition| known.get(usize::from(condition.kind.0)));
                    format!("{who} has {}", list(names.copied()))
                })
            }
            _ => Ok(()),
        }
    }

    /// An item that somebody carries.
    fn borne(&self, who: &str, tag: &str) -> Result<Item<'_>, String> {
        let id = self.combatant(who)?.id;
        let own = || self.battle.items().filter(|item| item.at.bearer() == Some(id));
        let tags = || own().map(|item| item.tag).collect::<Vec<_>>().join(", ");
        own().find(|item| *item.tag == *tag).ok_or_else(|| format!("{who} carries no {tag}, but {}", tags()))
    }

    fn item(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Holds(who, tag) | Expect::HoldsNot(who, tag) => {
                let fighter = self.combatant(who)?;
                let held: Vec<&str> = fighter.hands.held().map(|item: ItemId| self.battle.item(item).tag).collect();
                let holds = held.contains(&tag.as_str()) == matches!(expect, Expect::Holds(..));
                truth(holds, || format!("{who} holds {}", list(held)))
            }
            Expect::Lies(tag, square) => {
                let [square] = squares([square.as_str()])?[..] else { return Ok(()) };
                let lying = |item: &Item<'_>| item.at == Location::Ground(square);
                let there: Vec<&str> = self.battle.items().filter(lying).map(|item| item.tag).collect();
                truth(there.contains(&tag.as_str()), || format!("in {square} lies {}", list(there.iter().copied())))
            }
            Expect::Square(square, words) => {
                let [square] = squares([square.as_str()])?[..] else { return Ok(()) };
                let there = self.battle.scene.field.names_at(square);
                truth(there == *words, || format!("in {square}: {}", list(there.iter().copied())))
            }
            Expect::Loaded(who, tag, loaded) => same(self.borne(who, tag)?.loaded, loaded),
            Expect::Count(who, tag, count) => {
                let came = self.borne(who, tag)?.count;
                truth(came == Some(*count), || came.map_or_else(|| "it is not counted".into(), |came| came.to_string()))
            }
            Expect::ItemValue(who, tag, name, value) => {
                let place = self.battle.ruleset.rules().names().items.iter().position(|known| known == name);
                let place = place.ok_or_else(|| format!("no number of an item is called `{name}`"))?;
                same(i32::from(self.borne(who, tag)?.numbers.get(ItemNumber(place as u8))), value)
            }
            _ => Ok(()),
        }
    }

    fn scene(&self, expect: &Expect) -> Held {
        let scene = &self.battle.scene;
        let tag = |who: CombatantId| self.battle.combatant(who).identity.tag.to_string();
        let over = || match scene.over {
            None => "it goes on".to_string(),
            Some(None) => "nobody has won".into(),
            Some(Some(team)) => format!("{team} has won"),
        };
        match expect {
            Expect::Asked(who) => match self.battle.decision() {
                None => Err(format!("nobody is asked: {}", over())),
                Some(decision) => {
                    let question = self.battle.ruleset.rules().question(self.battle, decision);
                    truth(tag(decision.who) == *who, || format!("{} is asked: {}", tag(decision.who), question.title))
                }
            },
            Expect::Turn(who) => same(scene.acting.map_or_else(|| "nobody".into(), tag), who),
            Expect::Round(round) => same(scene.round, round),
            Expect::Order(order) => {
                let came: Vec<String> = scene.order.iter().map(|who| tag(*who)).collect();
                truth(came == *order, || came.join(", "))
            }
            Expect::Won(team) => {
                let won = |winner: Team| winner.name().eq_ignore_ascii_case(team);
                truth(scene.over.flatten().is_some_and(won), over)
            }
            Expect::Draw => truth(scene.over == Some(None), over),
            Expect::Undecided => truth(scene.over.is_none(), over),
            _ => Ok(()),
        }
    }

    /// The combatant `A`; for `A@c3` it is put on that square first.
    fn posed(&self, battle: &mut Battle, name: &str) -> Result<CombatantId, String> {
        let (tag, at) = name.split_once('@').unwrap_or((name, ""));
        let who = self.combatant(tag)?.id;
        if !at.is_empty() {
            let square = at.parse().map_err(|_| format!("`{at}` is not a square"))?;
            let placement = battle.combatant(who).placement.at(square);
            battle.apply(&Effect::Place(who, placement));
        }
        Ok(who)
    }

    fn geometry(&self, expect: &Expect) -> Held {
        let mut battle = self.battle.clone();
        let rules = battle.ruleset.rules();
        let lists = |inside: Vec<Square>, given: &[String]| {
            let given = squares(given.iter().map(String::as_str))?;
            let holds = match expect {
                Expect::ReachesNot(..) | Expect::ThreatensNot(..) => {
                    given.iter().all(|square| !inside.contains(square))
                }
                Expect::ReachesOnly(..) | Expect::ThreatensOnly(..) => {
                    given.len() == inside.len() && inside.iter().all(|square| given.contains(square))
                }
                _ => given.iter().all(|square| inside.contains(square)),
            };
            truth(holds, || names(&inside))
        };
        match expect {
            Expect::Cover(from, to, _) | Expect::Seen(from, to, _) | Expect::Distance(from, to, _) => {
                let (from, to) = (self.posed(&mut battle, from)?, self.posed(&mut battle, to)?);
                let sight = battle.sight(from, to);
                match expect {
                    Expect::Cover(_, _, name) => {
                        truth(sight.cover_name.eq_ignore_ascii_case(name), || sight.cover_name.to_string())
                    }
                    Expect::Seen(_, _, seen) => same(sight.seen, seen),
                    Expect::Distance(_, _, distance) => same(sight.distance, distance),
                    _ => Ok(()),
                }
            }
            Expect::Reaches(who, given) | Expect::ReachesNot(who, given) | Expect::ReachesOnly(who, given) => {
                let who = self.posed(&mut battle, who)?;
                lists(rules.reach(&battle, who), given)
            }
            Expect::ReachSize(who, count) => {
                let who = self.posed(&mut battle, who)?;
                same(rules.reach(&battle, who).len(), count)
            }
            Expect::Threatens(who, given) | Expect::ThreatensNot(who, given) | Expect::ThreatensOnly(who, given) => {
                let who = self.posed(&mut battle, who)?;
                lists(rules.threat(&battle, who), given)
            }
            _ => Ok(()),
        }
    }

    /// Whether a way is as long as expected, if a length is expected.
    fn length(&self, who: CombatantId, route: &Route, expected: Option<&String>) -> Held {
        let rules = self.battle.ruleset.rules();
        let came = rules.measure().words(rules.length(self.battle, who, &route.squares));
        truth(expected.is_none_or(|expected| *expected == came), || format!("length: {came}"))
    }

    fn way(&self, expect: &Expect) -> Held {
        let rules = self.battle.ruleset.rules();
        let cost_of = |route: &Route| rules.measure().words(route.cost);
        match expect {
            Expect::Way { who, by, squares: way, cost, length, base, provokes } => {
                let who = self.combatant(who)?.id;
                let by = by.as_deref().unwrap_or_default();
                let squares = squares(way.split_whitespace())?;
                let journey = self.battle.journey(who, by, Course::Along(&squares));
                let Journey { route, provocations, .. } = journey.map_err(|refusal| format!("refused: {refusal}"))?;
                let came = cost_of(&route);
                truth(cost.as_ref().is_none_or(|cost| *cost == came), || came)?;
                self.length(who, &route, length.as_ref())?;
                truth(base.is_none_or(|base| base == route.base), || format!("base: {}", route.base))?;
                let tag = |who: CombatantId| self.battle.combatant(who).identity.tag.to_string();
                let came: Vec<(String, usize)> =
                    provocations.iter().map(|provocation| (tag(provocation.by), provocation.step + 1)).collect();
                truth(provokes.as_ref().is_none_or(|steps| *steps == came), || {
                    format!("provokes {}", list(came.iter().map(|(by, step)| format!("{by} at step {step}"))))
                })
            }
            Expect::NoWay(who, way, rule) => {
                let squares = squares(way.split_whitespace())?;
                match self.battle.journey(self.combatant(who)?.id, "", Course::Along(&squares)) {
                    Ok(journey) => Err(format!("it can be walked for {}", cost_of(&journey.route))),
                    Err(refusal) => truth(refusal.rule.0 == rule, || format!("refused: {refusal}")),
                }
            }
            Expect::Route { who, by, to, cost, length } => {
                let to = to.parse().map_err(|_| format!("`{to}` is not a square"))?;
                let who = self.combatant(who)?.id;
                let journey = self.battle.journey(who, by.as_deref().unwrap_or_default(), Course::To(to));
                let route = journey.ok().map(|journey| journey.route);
                let came = route.as_ref().map(cost_of);
                truth(came == *cost, || came.unwrap_or_else(|| "there is no way".into()))?;
                route.map_or(Ok(()), |route| self.length(who, &route, length.as_ref()))
            }
            _ => Ok(()),
        }
    }
}
