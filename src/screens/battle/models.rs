//! The panels' models, filled from the game.

use std::sync::Arc;

use bevy::prelude::World;

use super::{
    BattleScreen,
    insight::Attack,
    outcome::{Matters, done_or_not, grades, what_matters},
    plans::attack_words,
    rounds::{round_ends, told_in},
};
use crate::{
    arena::Arena as _,
    board::token_look,
    dice::Fraction,
    lab::{AttackForecast, after_choice},
    levels::sides,
    panels::{
        battle::{
            Dialog,
            log::log_lines,
            model::{
                ActModel, BattleModel, BodyModel, ChipModel, ForecastModel, HandoverModel, QuestionModel, RiskModel,
                ThinkingModel, ToastModel, TopModel,
            },
        },
        number,
    },
    rules::{
        Allowance, Area, AttackNumber, Battle, ChanceOf, CombatantId, Cost, Decision, Effect, Entry, Gamble, ItemId,
        Location, Posture, RuleId, Spending, Status, Target, winner_at_round_end,
    },
    seats::Seat,
};

impl BattleScreen {
    /// The battle that the panels speak of: the one the view shows while it plays, otherwise the live one.
    pub(super) fn spoken(&self) -> &Battle {
        if self.watching.is_some() || self.stage.is_busy() { self.stage.shown() } else { self.battle() }
    }

    /// Everything the panels show in this frame.
    pub(super) fn model(&mut self, world: &World) -> BattleModel {
        self.update_log(world);
        self.tell_act(world);
        let asked = self.is_asked();
        let handover = self.handover();
        let shown = asked && handover.is_none();
        let model_offers = if shown { self.offer_models() } else { Vec::new() };
        let target = self.target_model();
        if self.hover.is_some() {
            self.passages();
        }
        let square = if shown { self.square_model() } else { None };
        BattleModel {
            top: self.top(),
            about: self.about(),
            actor: self.actor(),
            question: if shown { self.question() } else { None },
            handover,
            recap: self.recap_model(),
            thinking: self.thinking(),
            offers: model_offers,
            chosen: if shown { self.settled.chosen } else { None },
            list: if shown { self.list_model() } else { self.idle_list() },
            act: if shown { self.act_model() } else { ActModel::default() },
            workbench: if shown { self.workbench_model() } else { None },
            typed: if shown { self.typed_model() } else { None },
            forecast: if shown { self.forecast() } else { None },
            aftermath: if (shown || self.is_closed()) && self.is_card_open() { self.aftermath_model() } else { None },
            brought_back: self.is_brought_back(),
            lately: self.lately(),
            can_show_again: (shown && self.is_turn() || self.is_closed()) && self.can_show_again(),
            is_telling: self.is_telling(),
            follow: self.follow_model(),
            square,
            target,
            target_pointed: self.hover.is_some_and(|square| self.body_under(square).is_some()),
            pinned: self.pinned,
            log: Arc::clone(&self.log),
            toast: self.toast_model(),
            notice: self.notice.clone(),
            advice: self.advice_model(),
            field: self.play_field_model(),
            dialog: self.dialog,
            legend: (self.dialog == Some(Dialog::Legend)).then(|| self.legend()),
            rule: self.rule.and_then(|id| self.catalogue_entry(id)),
            settings: self.settings,
            over: self.over(),
            result: self.result(world),
            concession: self.concession(),
        }
    }

    fn catalogue_entry(&self, id: RuleId) -> Option<crate::rules::Rule> {
        self.battle().ruleset.rules().catalogue().iter().find(|rule| rule.id == id).copied()
    }

    /// Brings the log up to what the view has shown.
    fn update_log(&mut self, world: &World) {
        let progress = self.stage.told();
        let side = self.hidden_from();
        // While the last act of a round is read, the next round is not on screen yet.
        let begun = self.act_begins().filter(|_| self.is_held()).unwrap_or(progress).min(progress);
        let is_round = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Round(_)));
        let ends = world.journal()[begun..progress.min(world.journal().len())].iter().position(is_round);
        let progress = ends.map_or(progress, |at| begun + at);
        let now = (progress, world.revision(), side);
        if self.log_covers == now {
            return;
        }
        self.log_covers = now;
        let shown = world.journal().iter().zip(world.perceived()).take(progress);
        let shown = shown.filter(|(_, by)| side.is_none_or(|side| by.contains(side))).map(|(entry, _)| entry);
        let asked = self.battle().decision().filter(|_| self.watching.is_none());
        let covered = asked.and_then(|decision| covered(self.battle(), decision));
        let mut lines = log_lines(shown, covered, |who| self.who(who, side), |team| self.side_name(team));
        let heard = world.journal().iter().zip(world.perceived()).take(progress).enumerate();
        let heard = heard.filter(|(_, (_, by))| side.is_none_or(|side| by.contains(side)));
        let ends =
            round_ends(self.battle(), heard.map(|(place, (entry, _))| (place, entry)), |team| self.side_name(team));
        told_in(&mut lines, &ends);
        self.log = Arc::new(lines);
    }

    pub(super) fn name(&self, who: CombatantId) -> String {
        self.battle().combatant(who).identity.name.to_string()
    }

    pub(super) fn body(&self, who: CombatantId) -> BodyModel {
        let battle = self.spoken();
        let card = battle.ruleset.rules().card(battle, who);
        BodyModel { who, name: self.name(who), look: token_look(battle, who, &card), card }
    }

    fn top(&self) -> TopModel {
        let battle = self.spoken();
        // Nobody acts once the battle is over.
        let acting = self.shown_acting().filter(|_| !self.is_closed());
        let chip = |who: CombatantId, value: String| ChipModel {
            who,
            name: battle.combatant(who).identity.name.to_string(),
            value,
            // The token's look is used, not a new card: there are as many chips as fighters, in every frame.
            look: self.stage.look(who),
            acting: acting == Some(who),
            state: self.chip_state(who),
        };
        let visible = |who: &CombatantId| self.is_visible(*who);
        let ordered = self.ordered();
        let in_order = ordered.scene.order.iter().copied().filter(|who| !battle.combatant(*who).status.is_out());
        let order = in_order.filter(visible).enumerate().map(|(place, who)| chip(who, (place + 1).to_string()));
        // Fighters still to come stand behind all others.
        let late = battle.awaited().filter(|arrival| self.is_visible(arrival.who));
        let late = late.map(|arrival| chip(arrival.who, format!("in round {}", arrival.round)));
        let new = self.to_be_ordered().into_iter().map(|who| chip(who, self.declared_words(who)));
        let order = order.chain(new).chain(late);
        let out = battle.combatants().filter(|fighter| {
            fighter.status.is_out() && fighter.status != Status::Awaited && self.is_visible(fighter.id)
        });
        let out = out.map(|fighter| chip(fighter.id, fighter.status.word("down").into()));
        let ends = winner_at_round_end(self.battle()).map(|winner| match winner {
            Some(team) => {
                let side = self.side_name(team);
                format!("{side} {} at the end of this round", sides::verb(&side, "wins", "win"))
            }
            None => "This is the last round".into(),
        });
        let has_people = battle.teams().any(|team| self.game.seat(team) == Seat::Person);
        let watched = match &self.watching {
            Some(_) => Some("Recording"),
            None => (!has_people).then_some("Computer only"),
        };
        let no_undo = if self.watching.is_some() { Some("Watching".into()) } else { None };
        let limit = battle.scene.last_round;
        TopModel {
            round: ordered.scene.round,
            last_round: (limit < u16::MAX).then_some(limit),
            goals: battle
                .scene
                .goals
                .iter()
                .map(|goal| (self.side_name(goal.team), goal.words(), goal.brief()))
                .collect(),
            ends: ends.filter(|_| self.watching.is_none()),
            from_lab: self.from_lab,
            watched,
            level: self.game.header.level.name.clone(),
            ruleset: battle.ruleset.name().into(),
            edition: battle.settings.edition(battle.ruleset.rules().settings()),
            order: order.collect(),
            out: out.collect(),
            no_undo: no_undo.or_else(|| self.no_undo()),
        }
    }

    /// Whether the side at the screen knows of somebody; of those still to come, only its own people.
    pub(super) fn is_visible(&self, who: CombatantId) -> bool {
        let battle = self.spoken();
        self.hidden_from().is_none_or(|team| battle.is_known(team, who))
    }

    /// The fighter asked, or whose turn it is.
    fn actor(&self) -> Option<BodyModel> {
        let asked = self.asked().filter(|_| self.is_asked()).map(|(who, ..)| who);
        let who = asked.or(self.spoken().scene.acting.filter(|_| !self.is_closed()))?;
        self.is_visible(who).then(|| self.body(who))
    }

    /// The side of the fighter asked, and its place in the order of turns.
    fn about(&self) -> String {
        let decides = self.asked().filter(|_| self.is_asked());
        decides
            .map_or_else(String::new, |(who, team, _)| format!("{}{}", self.side_name(team), self.place_in_order(who)))
    }

    fn question(&self) -> Option<QuestionModel> {
        let decision = self.battle().decision()?;
        let battle = self.battle();
        let question = battle.ruleset.rules().question(battle, decision);
        let own_turn = battle.scene.acting == Some(decision.who) && question.on.is_none() && question.about.is_empty();
        let team = battle.combatant(decision.who).team;
        (!own_turn).then_some(QuestionModel {
            team,
            side: self.side_name(team),
            question,
            number: self.settled.revision,
            briefed: self.briefed(decision),
        })
    }

    pub(super) fn handover(&self) -> Option<HandoverModel> {
        let (_, team, seat) = self.asked()?;
        // Watching a recording takes no seat.
        if seat != Seat::Person
            || self.watching.is_some()
            || self.game.persons(self.battle()) < 2
            || !self.has_secrets
            || self.seated == Some(team)
        {
            return None;
        }
        Some(HandoverModel { team, side: self.side_name(team) })
    }

    fn thinking(&self) -> Option<ThinkingModel> {
        let thinking = self.game.thinking()?;
        let fighter = self.battle().combatant(thinking.who);
        let name = if self.is_visible(thinking.who) { fighter.identity.name.to_string() } else { "somebody".into() };
        Some(ThinkingModel { side: self.side_name(fighter.team), name, done: thinking.share() })
    }

    /// The points that an offer would take as settled now; `None` if it takes none or cannot be taken yet.
    pub(super) fn price(&self, index: usize) -> Option<Cost> {
        let (battle, offers) = (self.battle(), &self.settled.offers);
        // Checked first, as this runs in every frame: in most rulesets fighters have no points.
        let before = points(battle, battle.decision()?.who)?;
        let (who, after) = after_choice(battle, offers, self.settled.choices.get(index)?)?;
        let spent = before.left.checked_sub(points(&after, who)?.left)?;
        (spent > 0).then_some(Cost::of(before.currency, spent))
    }

    fn forecast(&self) -> Option<ForecastModel> {
        if let Some(attack) = &self.insight.attack {
            let forecast = self.attack_forecast(attack);
            // If something else is chosen, the forecast says what it is of.
            let is_other = self.open_offer().is_some_and(|(offer, _)| offer.verb != attack.choice.verb);
            let about = if is_other {
                format!("{}: {}", attack_words(self, &attack.choice), forecast.about)
            } else {
                forecast.about
            };
            return Some(ForecastModel { about, ..forecast });
        }
        if let Some(area) = &self.insight.area {
            return self.area_forecast(area);
        }
        if let Some(breaking) = &self.insight.breaking {
            return Some(self.breaking_forecast(breaking));
        }
        if let Some(leap) = self.leap_forecast() {
            return Some(leap);
        }
        let answer = self.insight.answer.as_ref()?;
        let rules = self.battle().ruleset.rules();
        let number = answer.number.clone().unwrap_or_default();
        let (names, (words, label)) = (rules.grades(), rules.roll(number.value));
        let words = match (&answer.number, answer.at) {
            (Some(_), _) => words,
            (None, Some(_)) => "With the usual answers to what is asked next".into(),
            (None, None) => "No roll".into(),
        };
        let on = self.insight.subject.as_ref().and_then(|subject| subject.choice.on);
        let offer = self.insight.subject.as_ref().map(|subject| &self.settled.offers.0[subject.offer]);
        let event = offer.and_then(|offer| offer.event).filter(|_| answer.event == Matters::Success.event(None));
        let title = match (on.filter(|_| self.is_turn()), event) {
            (Some(on), Some(event)) => event.of(&self.name(on)),
            (Some(on), None) => format!("{} at {}", answer.words, self.name(on)),
            (None, Some(event)) => event.word().into(),
            (None, None) => match answer.at {
                Some(at) => format!("lands at least one blow on {}", self.name(at)),
                None => answer.words.into(),
            },
        };
        let opposed = answer.opposed.as_ref();
        let notes = opposed.map(|(name, rolls)| (format!("{name}, before it is opposed"), number::percent(*rolls)));
        // If nobody can be hurt, it is either done or not.
        let is_harmless = answer.grades[0] == Fraction::ONE && !answer.averts;
        let word = event.map_or(answer.event, ChanceOf::word);
        Some(ForecastModel {
            heading: "Forecast".into(),
            chance: answer.chance,
            doubt: answer.doubt,
            title,
            about: words,
            sum: number.terms.first().map(|term| (label.into(), term.rule)),
            attack: number,
            others: Vec::new(),
            odds: if is_harmless { done_or_not(answer.chance, word) } else { grades(names, answer.grades) },
            notes: notes.into_iter().collect(),
            alternatives: self.insight.alternatives().collect(),
            risks: Vec::new(),
        })
    }

    /// The forecast of a way that needs a roll, and where it ends if the roll fails.
    fn leap_forecast(&self) -> Option<ForecastModel> {
        let (way, number) = (self.insight.way.as_ref()?, self.insight.leap.clone()?);
        let gamble = way.gamble.as_ref()?;
        let to = way.route.squares.last().copied();
        let failing = self.failing(gamble);
        // A failed stunt may still end in the same square.
        let same = to.is_some_and(|to| {
            self.asked().is_some_and(|(who, ..)| gamble.failed.combatant(who).placement.anchor() == to)
        });
        let title = to.map(|to| format!("{} {to}", if same { "succeeds, to" } else { "reaches" })).unwrap_or_default();
        Some(ForecastModel {
            heading: "Stunt".into(),
            chance: gamble.chance,
            doubt: None,
            title,
            about: format!(
                "Needs {} or less, else {}",
                number.value,
                if same { failing.replace("stops", "still ends") } else { failing }
            ),
            sum: number.terms.first().map(|term| ("Rolls against".into(), term.rule)),
            attack: number,
            others: Vec::new(),
            odds: Vec::new(),
            notes: Vec::new(),
            alternatives: Vec::new(),
            risks: self.risks(),
        })
    }

    /// Where a failed way ends: "stops in c1, prone".
    fn failing(&self, gamble: &Gamble) -> String {
        let Some((who, ..)) = self.asked() else { return String::new() };
        let (now, then) = (self.battle().combatant(who), gamble.failed.combatant(who));
        let square = then.placement.anchor();
        let place = if square == now.placement.anchor() { "stays".into() } else { format!("stops in {square}") };
        let falls = then.posture != now.posture && then.posture == Posture::Prone;
        if falls { format!("{place}, prone") } else { place }
    }

    /// The forecast of an attack on a square: whether it lands there, and everybody's odds.
    fn area_forecast(&self, area: &Area) -> Option<ForecastModel> {
        let number = area.number.clone().unwrap_or_default();
        let names = self.battle().ruleset.rules().grades();
        let worst = area.caught.iter().filter(|caught| self.is_visible(caught.who));
        let worst =
            worst.max_by_key(|caught| (caught.ends.chance(|(grade, _)| *grade > 0), std::cmp::Reverse(caught.who)));
        let odds = worst.map_or_else(Vec::new, |caught| {
            grades(names, [0, 1, 2, 3].map(|grade| caught.ends.chance(|(known, _)| *known == grade)))
        });
        let reached = area.caught.iter().filter(|caught| self.is_visible(caught.who)).count();
        let notes = area.caught.iter().filter(|caught| self.is_visible(caught.who)).take(MOST_CAUGHT).map(|caught| {
            let mean = caught.ends.mean(|(_, damage)| (*damage).max(0) as u32);
            let felt = caught.ends.chance(|(_, damage)| *damage >= 0);
            let wall = if caught.spared { ", behind a wall" } else { "" };
            let words = format!("{} reached, mean {}{wall}", number::percent(felt), number::tenths(mean));
            (self.name(caught.who), words)
        });
        let mut notes: Vec<(String, String)> = notes.collect();
        if reached > notes.len() {
            notes.push((format!("{} more", reached - notes.len()), "not listed".into()));
        }
        Some(ForecastModel {
            heading: worst
                .map_or_else(|| "Forecast".into(), |caught| format!("Forecast, {} worst off", self.name(caught.who))),
            chance: area.places.chance(|at| *at == area.aim),
            doubt: None,
            title: match area.number {
                Some(_) => format!("lands in {}", area.aim),
                None => format!("reaches {reached} from {}", area.aim),
            },
            about: match area.number {
                Some(_) => format!("Needs {} or less, else it scatters", number.value),
                None => "No roll to land; as everybody stands now".into(),
            },
            sum: number.terms.first().map(|term| ("Rolls against".into(), term.rule)),
            attack: number,
            others: Vec::new(),
            odds,
            notes,
            alternatives: Vec::new(),
            risks: Vec::new(),
        })
    }

    fn attack_forecast(&self, attack: &Attack) -> ForecastModel {
        let attack_forecast = &attack.attack_forecast;
        let assessment = &attack_forecast.assessment;
        let names = self.battle().ruleset.rules().grades();
        let target = self.name(attack.on);
        let place = attack.from.map_or_else(String::new, |square| format!(" from {square}"));
        let mut notes = vec![("Mean damage".into(), number::tenths(attack_forecast.mean))];
        if attack_forecast.grades[3] > Fraction::ZERO {
            notes.push((format!("{target} is out"), number::percent(attack_forecast.grades[3])));
        }
        notes
            .extend(attack_forecast.conditions.iter().map(|(words, chance)| (words.clone(), number::percent(*chance))));
        let (chance, matters) = what_matters(attack_forecast);
        let event = self.settled.offers.find(attack.choice.verb, attack.choice.item).and_then(|offer| offer.event);
        let (outcome, harmless) = (matters.of(event, &target), matters.is_harmless());
        if matches!(matters, Matters::Harm) {
            notes.insert(0, ("Hits".into(), number::percent(attack_forecast.hits)));
        } else if attack_forecast.harms > attack_forecast.hits {
            notes.insert(0, ("Hits or grazes".into(), number::percent(attack_forecast.harms)));
        }
        ForecastModel {
            heading: if attack.from.is_some() { "After this move".into() } else { "Forecast".into() },
            chance,
            doubt: attack_forecast.forecast.doubt(),
            title: format!("{outcome}{place}"),
            about: match self.at_best_defence(attack) {
                Some(best) => format!("{}; {best}", assessment.about),
                None => assessment.about.clone(),
            },
            attack: assessment.attack().number.clone(),
            sum: assessment.attack().used.clone().map(|(words, rule)| (words.into_owned(), rule)),
            others: assessment.others().iter().map(|number| (self.label(number), number.number.clone())).collect(),
            odds: matters.bar(event, (chance, attack_forecast.grades), names),
            notes: if harmless { notes.split_off(1) } else { notes },
            alternatives: self.insight.alternatives().collect(),
            risks: self.risks(),
        }
    }

    /// The name of a number of an attack, with the target if there are several: "Defence dice, Cale".
    fn label(&self, number: &AttackNumber) -> String {
        match number.on {
            Some(on) => format!("{}, {}", number.label, self.name(on)),
            None => number.label.to_string(),
        }
    }

    /// What may happen on the way.
    fn risks(&self) -> Vec<RiskModel> {
        let Some(way) = &self.insight.way else { return Vec::new() };
        let mover = self.asked().map(|(who, ..)| self.name(who)).unwrap_or_default();
        let risk = |(provocation, strike): &(crate::rules::Provocation, Option<AttackForecast>)| {
            let by = self.name(provocation.by);
            let strike = strike.as_ref()?;
            let wounded = strike.grades[1].plus(strike.grades[2]).plus(strike.grades[3]);
            Some(RiskModel {
                title: format!("{} {by} hits {mover} on the way", number::percent(strike.hits)),
                about: format!("{} a wound, {} out", number::percent(wounded), number::percent(strike.grades[3])),
                rule: Some(provocation.rule),
            })
        };
        // One attack from each enemy: a reaction is spent only once.
        let mut seen: Vec<CombatantId> = Vec::new();
        let mut risks = Vec::new();
        if let (Some(gamble), Some(leap)) = (&way.gamble, &self.insight.leap)
            && self.insight.attack.is_some()
        {
            let fails =
                Fraction::new(gamble.chance.denominator() - gamble.chance.numerator(), gamble.chance.denominator());
            risks.push(RiskModel {
                title: format!("{} the stunt fails", number::percent(fails)),
                about: format!("Needs {} or less, else {}", leap.value, self.failing(gamble)),
                rule: leap.terms.first().map(|term| term.rule),
            });
        }
        risks.extend(way.fire.map(|(square, rule)| RiskModel {
            title: format!("The way leads through fire at {square}"),
            about: self.battle().ruleset.rules().board_rules(self.battle()).fire.map_or("", |(_, words)| words).into(),
            rule: Some(rule),
        }));
        for provoked in &way.provoked {
            if !seen.contains(&provoked.0.by) {
                seen.push(provoked.0.by);
                risks.extend(risk(provoked));
            }
        }
        risks
    }

    /// The fighter whom the panels show besides the one who acts: the inspected one, the one under the pointer, or the
    /// target.
    fn target_model(&self) -> Option<BodyModel> {
        let under = self.hover.and_then(|square| self.body_under(square));
        let aimed = self.open_offer().and_then(|(offer, choice)| match offer.built(choice).target {
            Target::Combatant(_) => choice.on,
            _ => None,
        });
        let attacked = self.insight.attack.as_ref().map(|attack| attack.on);
        // Fighters who have become unknown are skipped.
        let under = under.map(|fighter| fighter.id);
        let all = [self.heard.marked, self.inspected, under, aimed, attacked, self.target()];
        all.into_iter().flatten().find(|who| self.is_visible(*who)).map(|who| self.body(who))
    }

    /// The current message, unless the seat is being handed over.
    fn toast_model(&self) -> Option<ToastModel> {
        let toast = self.toast.as_ref().filter(|_| self.handover().is_none())?;
        Some(ToastModel { words: toast.words.clone(), rule: toast.rule })
    }
}

/// How many of the fighters a blast reaches are listed.
const MOST_CAUGHT: usize = 8;

/// The points a fighter has left, where actions are paid in points.
fn points(battle: &Battle, who: CombatantId) -> Option<Allowance> {
    let card = battle.ruleset.rules().card(battle, who);
    card.allowances.into_iter().find(|allowance| allowance.currency.is == Spending::Points)
}

/// The fighter whose rolls are hidden from the one asked.
fn covered(battle: &Battle, decision: &Decision) -> Option<CombatantId> {
    let rules = battle.ruleset.rules();
    if rules.guesses(battle, decision).is_empty() { None } else { rules.question(battle, decision).on }
}

/// Where an item is, in a few words.
pub(super) fn where_it_is(battle: &Battle, item: ItemId) -> String {
    match battle.item(item).at {
        Location::Main(_) => "main hand".into(),
        Location::Off(_) => "off hand".into(),
        Location::Both(_) => "both hands".into(),
        Location::Stowed(_) => "belt".into(),
        Location::Ground(square) => format!("at {square}"),
        Location::Natural(_) | Location::Gone => String::new(),
    }
}
