//! Whether an expectation of a trial holds, and if not, what came instead.

use super::{
    Expect,
    expect::Ended,
    fault::meant,
    odds::{agrees, shown},
    run::{self, Unfit},
    tell::tell_verdict,
};
use crate::{
    dice::Scripted,
    geometry::Square,
    rules::{
        Battle, Choice, Combatant, CombatantId, Effect, Ending, Entry, Fate, Item, ItemId, Location, NoChoice, Policy,
        Posture, Roll, Route, Team, Verdict, forecast, play,
    },
};

/// What can be looked at once choices are made.
pub(super) struct Check<'a> {
    /// The battle after them.
    pub(super) battle: &'a Battle,
    /// What they led to.
    pub(super) journal: &'a [Entry],
    /// The same in words.
    pub(super) told: &'a [String],
}

type Held = Result<(), String>;

/// Holds, or says what came instead.
fn same<T: PartialEq + std::fmt::Display>(came: T, expected: &T) -> Held {
    if came == *expected { Ok(()) } else { Err(came.to_string()) }
}

fn truth(holds: bool, came: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(came()) }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// All of them, or nothing.
fn list(all: impl IntoIterator<Item = impl Into<String>>) -> String {
    let all: Vec<String> = all.into_iter().map(Into::into).collect();
    if all.is_empty() { "nothing".into() } else { all.join(", ") }
}

fn squares<'s>(names: impl IntoIterator<Item = &'s str>) -> Result<Vec<Square>, String> {
    names.into_iter().map(|name| name.parse().map_err(|_| format!("`{name}` is no square"))).collect()
}

impl Check<'_> {
    /// Whether an expectation holds.
    pub(super) fn holds(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Value(..)
            | Expect::Posture(..)
            | Expect::Status(..)
            | Expect::At(..)
            | Expect::Has(..)
            | Expect::HasNot(..)
            | Expect::Aware(..) => self.body(expect),
            Expect::Holds(..) | Expect::HoldsNot(..) | Expect::Lies(..) | Expect::Loaded(..) | Expect::Count(..) => {
                self.thing(expect)
            }
            Expect::Asked(_)
            | Expect::Turn(_)
            | Expect::Round(_)
            | Expect::Order(_)
            | Expect::Won(_)
            | Expect::Draw
            | Expect::Undecided => self.scene(expect),
            Expect::Allowed(_) | Expect::Refused(..) | Expect::Offered(_) | Expect::NotOffered(_) => self.offer(expect),
            Expect::Cover(..)
            | Expect::Seen(..)
            | Expect::Distance(..)
            | Expect::Reaches(..)
            | Expect::ReachesNot(..)
            | Expect::ReachSize(..)
            | Expect::Threatens(..)
            | Expect::ThreatensNot(..) => self.geometry(expect),
            Expect::Way { .. } | Expect::NoWay(..) | Expect::Route { .. } => self.way(expect),
            Expect::Assess { .. } => self.assess(expect),
            Expect::Chance { .. } => self.chance(expect),
            Expect::Rolled { .. }
            | Expect::NotRolled(..)
            | Expect::Blow { .. }
            | Expect::Told(_)
            | Expect::NotTold(_) => self.history(expect),
        }
    }

    fn one(&self, tag: &str) -> Result<Combatant<'_>, String> {
        self.battle.tagged(tag).ok_or_else(|| format!("nobody is called `{tag}`"))
    }

    fn body(&self, expect: &Expect) -> Held {
        let names_of = self.battle.ruleset.rules().names();
        match expect {
            Expect::Value(who, name, value) => {
                let one = self.one(who)?;
                let place = |known: &[&str]| known.iter().position(|known| known == name);
                let vital = place(names_of.vitals).map(|index| one.vitals.0[index]);
                let came = vital.or_else(|| place(names_of.budgets).map(|index| one.budgets.0[index]));
                same(i32::from(came.ok_or_else(|| format!("nothing is counted as `{name}`"))?), value)
            }
            Expect::Posture(who, posture) => {
                let came = self.one(who)?.posture;
                truth(came == *posture, || format!("{came:?}"))
            }
            Expect::Status(who, status) => {
                let came = self.one(who)?.status;
                truth(came == *status, || format!("{came:?}"))
            }
            Expect::At(who, square) => same(self.one(who)?.placement.anchor().to_string(), square),
            Expect::Aware(who, of, known) => same(self.one(who)?.aware.of(self.one(of)?.id), known),
            Expect::Has(who, name) | Expect::HasNot(who, name) => {
                let conditions = &self.one(who)?.conditions.0;
                let known = names_of.conditions;
                let kind = known.iter().position(|known| known == name);
                let kind = kind.ok_or_else(|| format!("no condition is called `{name}`"))?;
                let has = conditions.iter().any(|one| usize::from(one.kind.0) == kind);
                truth(has == matches!(expect, Expect::Has(..)), || {
                    let names = conditions.iter().filter_map(|one| known.get(usize::from(one.kind.0)));
                    format!("{who} has {}", list(names.copied()))
                })
            }
            _ => Ok(()),
        }
    }

    /// A thing that somebody bears.
    fn borne(&self, who: &str, tag: &str) -> Result<Item<'_>, String> {
        let id = self.one(who)?.id;
        let own = || self.battle.items().filter(|item| item.at.bearer() == Some(id));
        let tags = || own().map(|item| item.tag).collect::<Vec<_>>().join(", ");
        own().find(|item| *item.tag == *tag).ok_or_else(|| format!("{who} bears no {tag}, but {}", tags()))
    }

    fn thing(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Holds(who, tag) | Expect::HoldsNot(who, tag) => {
                let one = self.one(who)?;
                let held: Vec<&str> = one.hands.held().map(|item: ItemId| self.battle.thing(item).tag).collect();
                let holds = held.contains(&tag.as_str()) == matches!(expect, Expect::Holds(..));
                truth(holds, || format!("{who} holds {}", list(held)))
            }
            Expect::Lies(tag, square) => {
                let [square] = squares([square.as_str()])?[..] else { return Ok(()) };
                let lying = |item: &Item<'_>| item.at == Location::Ground(square);
                let there: Vec<&str> = self.battle.items().filter(lying).map(|item| item.tag).collect();
                truth(there.contains(&tag.as_str()), || format!("in {square} lies {}", list(there.iter().copied())))
            }
            Expect::Loaded(who, tag, loaded) => same(self.borne(who, tag)?.loaded, loaded),
            Expect::Count(who, tag, count) => {
                let came = self.borne(who, tag)?.count;
                truth(came == Some(*count), || came.map_or_else(|| "it is not counted".into(), |came| came.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn scene(&self, expect: &Expect) -> Held {
        let scene = &self.battle.scene;
        let tag = |who: CombatantId| self.battle.one(who).identity.tag.to_string();
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

    /// Whether a choice could be taken.
    fn possible(&self, text: &str) -> Result<(), Unfit> {
        let (choice, offers) = run::parse(text, self.battle)?;
        play::answer(self.battle, &offers, &choice)?;
        Ok(())
    }

    fn offer(&self, expect: &Expect) -> Held {
        match expect {
            Expect::Allowed(text) => self.possible(text).map_err(|unfit| unfit.to_string()),
            Expect::Refused(text, rule) => match self.possible(text) {
                Ok(()) => Err("it is allowed".into()),
                Err(Unfit::Choice(NoChoice::Refused(refusal))) => {
                    truth(refusal.rule.0 == rule, || format!("refused: {refusal}"))
                }
                Err(unfit) => Err(unfit.to_string()),
            },
            Expect::Offered(text) => {
                let (open, came) = self.on_offer(text)?;
                truth(open, || came)
            }
            Expect::NotOffered(text) => {
                self.means_something(text)?;
                let (open, came) = self.on_offer(text)?;
                truth(!open, || came)
            }
            _ => Ok(()),
        }
    }

    /// Whether there are all things that an offer's words name, and its verb is no slip of the pen.
    fn means_something(&self, text: &str) -> Held {
        let mut words = text.split_once(':').map_or(text, |(_, words)| words).split_whitespace();
        let verb = words.next().ok_or("no offer is named")?;
        let Some(decision) = self.battle.decision() else { return Ok(()) };
        let offers = self.battle.ruleset.rules().offers(self.battle, decision);
        let slip = |known: &str| known != verb && strsim::damerau_levenshtein(known, verb) == 1;
        let near = offers.0.iter().map(|offer| offer.verb).find(|known| slip(known));
        if let Some(near) = near.filter(|_| offers.0.iter().all(|offer| offer.verb != verb)) {
            return Err(format!("`{verb}` is not known here; did you mean `{near}`?"));
        }
        let is_thing = |word: &str| self.battle.items().any(|item| *item.tag == *word);
        let names = |word: &str| self.battle.tagged(word).is_some() || is_thing(word) || word.parse::<Square>().is_ok();
        match words.find(|word| !word.contains('=') && !names(word)) {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is no combatant, thing or square")),
        }
    }

    /// Whether an offer is open that begins with these words: verb, then thing or target.
    fn on_offer(&self, text: &str) -> Result<(bool, String), String> {
        let (seat, words) = text.split_once(':').unwrap_or(("", text));
        let Some(decision) = self.battle.decision() else { return Ok((false, "nobody is asked".into())) };
        if !seat.is_empty() && *self.battle.one(decision.who).identity.tag != *seat.trim() {
            return Ok((false, format!("{} is asked", self.battle.one(decision.who).identity.tag)));
        }
        let offers = self.battle.ruleset.rules().offers(self.battle, decision);
        let mut words = words.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let fits = |offer: &&crate::rules::Offer| {
            let tag = offer.item.map(|item| self.battle.thing(item).tag);
            let aims = |word: &str| match &offer.target {
                crate::rules::Target::Combatant(list) => self.battle.tagged(word).is_some_and(|one| {
                    list.iter().any(|candidate| candidate.who == one.id && candidate.refusal.is_none())
                }),
                crate::rules::Target::Square(list) => list.iter().any(|square| square.to_string() == word),
                crate::rules::Target::Way(list) => list.iter().any(|way| way.square.to_string() == word),
                crate::rules::Target::Nothing => false,
            };
            offer.verb == verb && words.iter().all(|word| tag == Some(word) || aims(word))
        };
        let open: Vec<&str> = offers.0.iter().filter(|offer| offer.is_open()).map(|offer| offer.verb).collect();
        let found = offers.0.iter().find(|offer| offer.is_open() && fits(offer));
        let came = found.map_or_else(|| format!("open are {}", open.join(", ")), |offer| offer.title.to_string());
        Ok((found.is_some(), came))
    }

    /// The combatant of `A`, or of `A@c3` as if in that square.
    fn posed(&self, battle: &mut Battle, name: &str) -> Result<CombatantId, String> {
        let (tag, at) = name.split_once('@').unwrap_or((name, ""));
        let who = self.one(tag)?.id;
        if !at.is_empty() {
            let square = at.parse().map_err(|_| format!("`{at}` is no square"))?;
            let placement = battle.one(who).placement.at(square);
            battle.apply(&Effect::Place(who, placement));
        }
        Ok(who)
    }

    fn geometry(&self, expect: &Expect) -> Held {
        let mut battle = self.battle.clone();
        let rules = battle.ruleset.rules();
        let lists = |inside: Vec<Square>, given: &[String], wanted: bool| {
            let given = squares(given.iter().map(String::as_str))?;
            truth(given.iter().all(|one| inside.contains(one) == wanted), || names(&inside))
        };
        match expect {
            Expect::Cover(from, to, _) | Expect::Seen(from, to, _) | Expect::Distance(from, to, _) => {
                let (from, to) = (self.posed(&mut battle, from)?, self.posed(&mut battle, to)?);
                let sight = rules.sight(&battle, from, to);
                match expect {
                    Expect::Cover(_, _, name) => {
                        truth(sight.cover_name.eq_ignore_ascii_case(name), || sight.cover_name.to_string())
                    }
                    Expect::Seen(_, _, seen) => same(sight.seen, seen),
                    Expect::Distance(_, _, distance) => same(sight.distance, distance),
                    _ => Ok(()),
                }
            }
            Expect::Reaches(who, given) | Expect::ReachesNot(who, given) => {
                let who = self.posed(&mut battle, who)?;
                lists(rules.reach(&battle, who), given, matches!(expect, Expect::Reaches(..)))
            }
            Expect::ReachSize(who, count) => {
                let who = self.posed(&mut battle, who)?;
                same(rules.reach(&battle, who).len(), count)
            }
            Expect::Threatens(who, given) | Expect::ThreatensNot(who, given) => {
                let who = self.posed(&mut battle, who)?;
                lists(rules.threat(&battle, who), given, matches!(expect, Expect::Threatens(..)))
            }
            _ => Ok(()),
        }
    }

    fn way(&self, expect: &Expect) -> Held {
        let rules = self.battle.ruleset.rules();
        let cost_of = |route: &Route| rules.measure().words(route.cost);
        match expect {
            Expect::Way { who, by, squares: way, cost, base, provokes } => {
                let who = self.one(who)?.id;
                let by = by.as_deref().unwrap_or_default();
                let route = rules.way(self.battle, who, by, &squares(way.split_whitespace())?);
                let route = route.map_err(|refusal| format!("refused: {refusal}"))?;
                let came = cost_of(&route);
                truth(cost.as_ref().is_none_or(|cost| *cost == came), || came)?;
                truth(base.is_none_or(|base| base == route.base), || format!("base: {}", route.base))?;
                let steps = rules.provocations(self.battle, who, by, &route);
                let tag = |who: CombatantId| self.battle.one(who).identity.tag.to_string();
                let came: Vec<(String, usize)> = steps.iter().map(|one| (tag(one.by), one.step + 1)).collect();
                truth(provokes.as_ref().is_none_or(|steps| *steps == came), || {
                    format!("provokes {}", list(came.iter().map(|(by, step)| format!("{by} at step {step}"))))
                })
            }
            Expect::NoWay(who, way, rule) => {
                match rules.way(self.battle, self.one(who)?.id, "", &squares(way.split_whitespace())?) {
                    Ok(route) => Err(format!("it can be walked for {}", cost_of(&route))),
                    Err(refusal) => truth(refusal.rule.0 == rule, || format!("refused: {refusal}")),
                }
            }
            Expect::Route { who, by, to, cost } => {
                let to = to.parse().map_err(|_| format!("`{to}` is no square"))?;
                let route = rules.route(self.battle, self.one(who)?.id, by.as_deref().unwrap_or_default(), to);
                let came = route.as_ref().map(cost_of);
                truth(came == *cost, || came.unwrap_or_else(|| "there is no way".into()))
            }
            _ => Ok(()),
        }
    }

    /// A choice of somebody's own turn, with nothing spent, in a battle as it stands but for places asked about.
    fn attack(&self, by: &str, text: &str) -> Result<(Battle, CombatantId, Choice), String> {
        let mut battle = self.battle.clone();
        let by = self.posed(&mut battle, by)?;
        let target = text.split_whitespace().find(|word| word.contains('@'));
        if let Some(target) = target {
            self.posed(&mut battle, target)?;
        }
        let plain: Vec<&str> = text.split_whitespace().map(|word| word.split('@').next().unwrap_or(word)).collect();
        let mut fresh = battle.clone();
        fresh.scene.over = None;
        fresh.scene.acting = Some(by);
        let budgets = fresh.one(by).sheet.start().1;
        fresh.one_mut(by).budgets = budgets;
        let rules = fresh.ruleset.rules();
        fresh.agenda = rules.turn_of(&fresh, by);
        fresh.agenda.reverse();
        play::settle(&mut fresh, &mut Scripted::new(Vec::new()), &mut Vec::new());
        let decision = fresh.decision().ok_or("there is no turn to attack in")?;
        let offers = rules.offers(&fresh, decision);
        let choice = Choice::parse(&plain.join(" "), &fresh, &offers).map_err(|error| error.to_string())?;
        Ok((battle, by, choice))
    }

    fn assess(&self, expect: &Expect) -> Held {
        let Expect::Assess { by, choice, attack, terms, defence, defence_terms, undefended } = expect else {
            return Ok(());
        };
        let (battle, by, choice) = self.attack(by, choice)?;
        let assessment = battle.ruleset.rules().assess(&battle, by, &choice).ok_or("it is no attack")?;
        verdict("attack", &assessment.attack, *attack, terms)?;
        match &assessment.defence {
            Some((name, number)) if *undefended => Err(format!("defence by {name}: {}", tell_verdict(number))),
            Some((name, number)) => verdict(name, number, *defence, defence_terms),
            None => truth(defence.is_none() && defence_terms.is_empty(), || "there is no defence".into()),
        }
    }

    fn chance(&self, expect: &Expect) -> Held {
        let Expect::Chance { by, choice, hit, critical, mean, at_least, least, most, prone, grades } = expect else {
            return Ok(());
        };
        let (battle, by, choice) = self.attack(by, choice)?;
        let whom = choice.on.ok_or("it is aimed at nobody")?;
        let rules = battle.ruleset.rules();
        let agenda = rules.attack_agenda(&battle, by, &choice);
        let forecast = forecast(&battle, agenda, Policy::Habit);
        truth(forecast.exact, || "the forecast is not exact: too many ways".into())?;
        let odds = forecast.odds;
        let blows = |ending: &Ending| -> Vec<(Fate, i16)> {
            let ours = ending.marks.iter().filter(|mark| mark.by == by && mark.on == whom);
            ours.map(|mark| (mark.fate, mark.damage)).collect()
        };
        let hits = |ending: &Ending| blows(ending).iter().any(|(fate, _)| matches!(fate, Fate::Hit | Fate::Critical));
        let damage = |ending: &Ending| blows(ending).iter().map(|(_, damage)| *damage).sum::<i16>();
        let mut asked = Vec::new();
        asked.extend(hit.iter().map(|text| ("hit".to_string(), text, odds.chance(hits))));
        let critically = |ending: &Ending| blows(ending).iter().any(|(fate, _)| *fate == Fate::Critical);
        asked.extend(critical.iter().map(|text| ("critical".to_string(), text, odds.chance(critically))));
        let whole = |ending: &Ending| damage(ending).max(0) as u32;
        asked.extend(mean.iter().map(|text| ("mean".to_string(), text, odds.mean(whole))));
        for (least, text) in at_least {
            asked.push((format!("at least {least}"), text, odds.chance(|ending| damage(ending) >= *least)));
        }
        let falls = |ending: &Ending| ending.effects.contains(&Effect::Posture(whom, Posture::Prone));
        asked.extend(prone.iter().map(|text| ("prone".to_string(), text, odds.chance(falls))));
        for (name, text) in grades {
            let grade = rules.grades().iter().position(|known| known == name);
            let grade = grade.ok_or_else(|| format!("no grade is called `{name}`; {}", meant(name, rules.grades())))?;
            let is = |ending: &Ending| usize::from(rules.grade(&battle, whom, ending)) == grade;
            asked.push((name.clone(), text, odds.chance(is)));
        }
        for (name, text, came) in asked {
            truth(agrees(text, came)?, || format!("{name}: {}", shown(came)))?;
        }
        let range = || odds.iter().filter(|(ending, _)| hits(ending)).map(|(ending, _)| damage(ending));
        let (lowest, highest) = (range().min(), range().max());
        let told = |damage: Option<i16>| damage.map_or_else(|| "no hit at all".into(), |damage| damage.to_string());
        truth(least.is_none() || *least == lowest, || format!("least: {}", told(lowest)))?;
        truth(most.is_none() || *most == highest, || format!("most: {}", told(highest)))
    }

    fn history(&self, expect: &Expect) -> Held {
        let rolls =
            || self.journal.iter().filter_map(|entry| if let Entry::Roll(roll) = entry { Some(roll) } else { None });
        let of = |roll: &Roll, who: &str, words: &str| {
            *self.battle.one(roll.who).identity.tag == *who && roll.words == words
        };
        let told = |roll: &Roll| {
            let against = roll.against.as_ref().map_or_else(String::new, |number| format!(" against {}", number.value));
            format!("{} {}: {}{against}", self.battle.one(roll.who).identity.tag, roll.words, roll.value)
        };
        let all = || list(rolls().map(told));
        match expect {
            Expect::Rolled { who, words, value, against, success } => {
                let fits = |roll: &Roll| {
                    of(roll, who, words)
                        && value.is_none_or(|value| value == roll.value)
                        && against.is_none_or(|number| roll.against.as_ref().is_some_and(|one| one.value == number))
                        && success.is_none_or(|success| roll.success == Some(success))
                };
                truth(rolls().any(fits), || format!("rolled: {}", all()))
            }
            Expect::NotRolled(who, words) => {
                truth(!rolls().any(|roll| of(roll, who, words)), || format!("rolled: {}", all()))
            }
            Expect::Blow { by, on, fate, damage } => {
                let (by, on) = (self.one(by)?.id, self.one(on)?.id);
                let marks = || {
                    self.journal
                        .iter()
                        .filter_map(|entry| if let Entry::Mark(mark) = entry { Some(mark) } else { None })
                };
                let fits = marks().any(|mark| {
                    mark.by == by
                        && mark.on == on
                        && Ended::of(mark.fate) == *fate
                        && damage.is_none_or(|damage| damage == mark.damage)
                });
                let tag = |who: CombatantId| &self.battle.one(who).identity.tag;
                let told = marks().map(|one| {
                    format!("{} on {} {:?}, damage {}", tag(one.by), tag(one.on), Ended::of(one.fate), one.damage)
                });
                truth(fits, || format!("blows: {}", list(told)))
            }
            Expect::Told(words) => truth(self.told.iter().any(|line| line.contains(words)), || "no such line".into()),
            Expect::NotTold(words) => {
                let line = self.told.iter().find(|line| line.contains(words));
                truth(line.is_none(), || line.cloned().unwrap_or_default())
            }
            _ => Ok(()),
        }
    }
}

/// A number and the terms that must be among its own.
fn verdict(name: &str, came: &Verdict, value: Option<i32>, terms: &[(String, i32)]) -> Held {
    let told = || format!("{name} {}", tell_verdict(came));
    truth(came.adds_up(), || format!("{} does not add up", told()))?;
    truth(value.is_none_or(|value| value == came.value), told)?;
    let has = |(rule, amount): &(String, i32)| {
        let mut of = came.terms.iter().filter(|term| term.rule.0 == rule).peekable();
        if *amount == 0 { of.all(|term| term.amount == 0) } else { of.any(|term| term.amount == *amount) }
    };
    truth(terms.iter().all(has), told)
}
