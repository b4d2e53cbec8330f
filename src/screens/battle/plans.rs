//! What a press on the place pointed at means, and carrying it out.

use bevy::prelude::World;

use super::{
    Aimed, BattleScreen,
    insight::{Focus, Looking, Subject, admits, index_of},
    listing::is_turn,
    outcome::{self, what_matters},
    press::{Deed, Hindrance, Meaning, Place, Plan, PressPlate, Rest},
};
use crate::{
    arena::Arena as _,
    dice::Fraction,
    geometry::Square,
    lab::{WayAhead, attack_forecast, is_plain_way, nearest_end},
    panels::{battle::LIKELY, number},
    rules::{
        Choice, CombatantId, Finality, Offer, Offers, Parameter, Refusal, Role, Target, and_list, capital, ground,
        uncapital,
    },
};

/// What has happened since the first step of a plan.
#[derive(Clone, Copy)]
pub(super) struct Meanwhile {
    /// Whether a die was rolled.
    pub rolled: bool,
    /// Whether somebody unknown to the side was found.
    pub found: bool,
}

impl BattleScreen {
    /// What is pointed at, by pointer or cursor.
    pub(super) fn place(&self) -> Option<Place> {
        let square = self.hover.filter(|_| self.still_pointed)?;
        let body = self.body_under(square).filter(|body| body.fights() || !self.is_stepped_over(square, body.id));
        Some(body.map_or(Place::Square(square), |body| Place::Body(body.id)))
    }

    /// Whether a press where somebody lies is about the square: a way leads there, and the open offer is not aimed at
    /// that fighter.
    fn is_stepped_over(&self, square: Square, lies: CombatantId) -> bool {
        let open = self.open_offer().filter(|(offer, _)| offer.is_open());
        self.is_asked() && self.way_to(square).is_some() && !open.is_some_and(|(offer, _)| admits(offer, lies))
    }

    /// Whether the decision is a turn rather than a question within or outside a turn.
    pub(super) fn is_turn(&self) -> bool {
        self.battle().decision().is_some_and(|decision| is_turn(self.battle(), decision))
    }

    /// Works out what is pointed at.
    pub(super) fn look(&mut self) {
        if !self.is_asked() {
            return;
        }
        let Some(decision) = self.battle().decision().cloned() else { return };
        let open = self.settled.chosen.and_then(|index| Some((index, self.settled.choices.get(index)?.clone())));
        let is_turn = self.is_turn();
        let looking = Looking {
            open: open.filter(|_| self.open_offer().is_some()),
            by_hand: self.settled.by_hand || !is_turn,
            focus: self.focus(),
            pin: self.target(),
            is_turn,
            here: is_turn && self.hover.is_some() && self.hover == self.own_square(),
        };
        let mut insight = std::mem::take(&mut self.insight);
        insight.look(self.battle(), &decision, &self.settled.offers, looking);
        self.insight = insight;
    }

    /// What the forecasts are about, of everything pointed at and open.
    fn focus(&self) -> Focus {
        let Some(place) = self.place() else {
            // With nothing pointed at, a laid plan stays in view.
            let laid = self.press.laid().and_then(|plan| plan.on);
            let pin = || self.target().filter(|_| self.settled.chosen.is_none());
            return laid.or_else(pin).map_or(Focus::Open, Focus::Body);
        };
        let open = self.open_offer().filter(|(offer, _)| offer.is_open());
        if let (Some((offer, choice)), Some(square)) = (open, self.hover)
            && matches!(offer.built(choice).target, Target::Square(_))
        {
            return Focus::Aim(square);
        }
        match place {
            Place::Body(who) if self.is_foe(who) || open.is_some_and(|(offer, _)| admits(offer, who)) => {
                Focus::Body(who)
            }
            Place::Body(_) => Focus::Open,
            Place::Square(square) => self.way_to(square).map_or(Focus::Open, |index| Focus::Way(index, square)),
        }
    }

    fn is_foe(&self, who: CombatantId) -> bool {
        let fighter = self.battle().combatant(who);
        self.asked().is_some_and(|(asked, team, _)| asked != who && fighter.team != team) && fighter.fights()
    }

    /// What a press at a place means.
    pub(super) fn meaning(&self, place: Place) -> Meaning {
        let Some(looking) = self.insight.looking().filter(|_| self.is_asked()) else { return Meaning::Nothing };
        if let Some(plan) = self.plan(looking) {
            return Meaning::Act(plan);
        }
        match (place, looking.focus) {
            (_, Focus::Aim(_)) => {
                let rule = self.open_offer().and_then(|(offer, _)| offer.rules.first().copied());
                let (words, help) = ("Not there".into(), "point at a marked square, or go back".into());
                Meaning::Refused(Hindrance { words, help, rule, on: None })
            }
            (Place::Body(who), _) if self.is_foe(who) && looking.is_turn => self.out_of_reach(who),
            (Place::Body(who), _) => Meaning::Card(who),
            (Place::Square(square), _) => self.no_way(square),
        }
    }

    /// The plan that a press on what is looked at means.
    fn plan(&self, looking: &Looking) -> Option<Plan> {
        if looking.focus == Focus::Open {
            return None;
        }
        let subject = self.insight.subject.as_ref()?;
        let offer = &self.settled.offers.0[subject.offer];
        let title = &self.settled.wordings.get(subject.offer)?.title;
        let is_final = offer.finality != Finality::Nothing;
        let Some(way) = &self.insight.way else {
            let on = match looking.focus {
                Focus::Body(who) => Some(who),
                _ => None,
            };
            // A question has shown its roll, so a first press only chooses the target.
            let is_aimed = looking.open.as_ref().is_some_and(|(index, choice)| {
                *index == subject.offer && on.is_none_or(|on| choice.targets().any(|target| target == on))
            });
            let waits = if looking.is_turn {
                is_final || on.is_some() && !looking.by_hand || offer.spread.is_some_and(|spread| spread.together)
            } else {
                !is_aimed
            };
            let odds = self.odds(offer);
            let title = self.said_otherwise(offer, &subject.choice, title);
            let words = if odds.is_empty() { title } else { format!("{title}, {odds}") };
            let step = subject.choice.clone();
            return Some(Plan { on, waits, promised: self.promised(), ..Plan::of(step, words) });
        };
        Some(self.plan_with_way(subject, offer, way))
    }

    /// The plan that takes the way shown, perhaps with the attack at its end.
    fn plan_with_way(&self, subject: &Subject, offer: &Offer, way: &WayAhead) -> Plan {
        let first = subject.choice.clone();
        let is_named = way.route.words.is_empty() || !is_plain_way(offer);
        let going = if is_named { capital(offer.verb) } else { capital(way.route.words) };
        let mut also: Vec<String> = self.strikes_on_the_way();
        also.extend(way.fire.map(|(square, _)| format!("through fire at {square}")));
        also.extend(self.beyond_the_plain(subject.offer));
        let waits = offer.finality != Finality::Nothing || !also.is_empty() || way.gamble.is_some();
        // A way that needs a second press says why.
        also.extend(why_it_waits(offer.finality).filter(|_| also.is_empty()).map(str::to_owned));
        let to = way.route.squares.last().copied().unwrap_or_default();
        let whither = format!("{going} to {to}");
        if let (true, Some(attack)) = (subject.and_attack, &self.insight.attack) {
            let blow = attack_words(self, &attack.choice);
            let (chance, event) = what_matters(&attack.attack_forecast);
            let event = event.event(offer_of(&self.settled.offers, &attack.choice));
            // A way that may fail tells its chance before the blow it leads to.
            let gamble = way.gamble.as_ref().map_or_else(String::new, |gamble| {
                let event = offer.event.map_or("succeeds", |event| event.word());
                format!(", {} {event},", number::percent(gamble.chance))
            });
            let hits = number::percent(chance);
            let words = format!("{whither}{gamble} and {}, {hits} {event} from there", uncapital(&blow));
            let (steps, also, on) = (vec![first, attack.choice.clone()], also.join(", "), Some(attack.on));
            return Plan { steps, words, going: whither, also, on, waits: true, promised: self.promised() };
        }
        let measure = self.battle().ruleset.rules().measure();
        let odds = way.gamble.as_ref().map_or_else(String::new, |gamble| {
            format!(", {} {}", number::percent(gamble.chance), offer.event.map_or("succeeds", |event| event.word()))
        });
        let words = format!("{going} here, {}{odds}", measure.words(way.route.cost));
        also.extend(self.blow_after_way());
        Plan { going: whither, also: also.join(", "), waits, ..Plan::of(first, words) }
    }

    /// The title, with everything settled differently from the usual: "Strike with sword, left arm".
    fn said_otherwise(&self, offer: &Offer, choice: &Choice, title: &str) -> String {
        let is_other = |parameter: &Parameter| {
            let usual = parameter.values.first().map(|first| first.value);
            parameter.pays.is_none() && usual.is_some_and(|usual| usual != offer.value(choice, parameter.key))
        };
        let bare = Choice { on: None, also: Vec::new(), ..choice.clone() };
        if offer.parameters.iter().any(is_other) { self.sentence(offer, &bare, title) } else { title.to_owned() }
    }

    /// The odds in view, with what they are odds of: "55 % hits".
    fn odds(&self, offer: &Offer) -> String {
        if let Some(attack) = &self.insight.attack {
            let (chance, _) = what_matters(&attack.attack_forecast);
            return format!(
                "{} {}",
                number::percent(chance),
                what_matters(&attack.attack_forecast).1.event(Some(offer))
            );
        }
        if let Some(area) = self.insight.area.as_ref().filter(|area| area.number.is_some()) {
            return format!("{} lands there", number::percent(area.places.chance(|at| *at == area.aim)));
        }
        if let Some(breaking) = &self.insight.breaking {
            let breaks = breaking.breaks > Fraction::ZERO;
            let (chance, event) = if breaks { (breaking.breaks, "breaks") } else { (breaking.harms, "does damage") };
            return format!("{} {event}", number::percent(chance));
        }
        let tried = self.insight.answer.as_ref().filter(|_| self.is_turn());
        let said = |tried: &super::answers::Answered| outcome::tried(tried.event, Some(offer));
        tried.map_or_else(String::new, |tried| format!("{} {}", number::percent(tried.chance), said(tried)))
    }

    /// The odds that a plan promises for its attack.
    fn promised(&self) -> Option<(Fraction, Fraction)> {
        self.insight.attack.as_ref().map(|attack| (attack.attack_forecast.hits, attack.attack_forecast.mean))
    }

    /// Who may strike on the way, each enemy once.
    fn strikes_on_the_way(&self) -> Vec<String> {
        let Some(way) = &self.insight.way else { return Vec::new() };
        let mut named: Vec<CombatantId> = Vec::new();
        let mut words = Vec::new();
        for (provocation, strike) in &way.provoked {
            if !named.contains(&provocation.by) {
                named.push(provocation.by);
                let chance = strike.as_ref().map(|strike| format!(", {} hits", number::percent(strike.hits)));
                let name = &self.battle().combatant(provocation.by).identity.name;
                words.push(format!("{name} may strike{}", chance.unwrap_or_default()));
            }
        }
        words
    }

    /// The blow from the end of the way, where somebody is pinned: at that target, or at the best other.
    fn blow_after_way(&self) -> Option<String> {
        let attack = self.insight.attack.as_ref()?;
        let name = |who: CombatantId| &self.battle().combatant(who).identity.name;
        let event = what_matters(&attack.attack_forecast).1.event(offer_of(&self.settled.offers, &attack.choice));
        let chance = format!("{} {event}", number::percent(what_matters(&attack.attack_forecast).0));
        match (self.insight.instead_of, self.target()) {
            (Some(pin), _) => Some(format!("{} not from there, {}: {chance}", name(pin), name(attack.on))),
            (None, Some(_)) => Some(format!("then {}: {chance}", name(attack.on))),
            (None, None) => None,
        }
    }

    /// Why somebody cannot be attacked, how far away that fighter is, and what would help.
    fn out_of_reach(&self, on: CombatantId) -> Meaning {
        let battle = self.battle();
        let Some((who, ..)) = self.asked() else { return Meaning::Nothing };
        let rules = battle.ruleset.rules();
        let attacks = battle.attacks(who, on);
        let name = &battle.combatant(on).identity.name;
        // An attack that fails only for lack of budget is refused for that reason.
        let is_spent = attacks.iter().any(|(_, refusal)| refusal.is_none());
        let spent = || {
            let harms = self.settled.offers.0.iter().filter(|offer| offer.role == Role::Harm && offer.item.is_some());
            harms.filter_map(|offer| offer.refusal.clone()).next()
        };
        let is_ready = attacks.first().is_none_or(|(attack, _)| battle.is_ready(attack));
        let refusal = if is_spent { spent() } else { attacks.into_iter().find_map(|(_, refusal)| refusal) };
        let is_far = !is_spent && is_ready;
        let measure = rules.measure();
        let words = |squares: u16| measure.words(squares * measure.per_square * measure.parts);
        let far = ground::distance(battle.combatant(who).footprint(), battle.combatant(on).footprint());
        let why = refusal.as_ref().map_or_else(|| "Nothing to attack with".into(), |refusal| refusal.words.to_string());
        let nearer = nearest_end(battle, who, &self.settled.offers, on).filter(|_| is_far).map(|square| {
            let there = battle.combatant(who).placement.at(square).0;
            let left = ground::distance(there, battle.combatant(on).footprint());
            format!("from {square} it would be {}", words(left))
        });
        let help = self.readies().or_else(|| self.reaches_there(on)).or(nearer).unwrap_or_else(|| name.to_string());
        let words = if is_far { format!("{why}, {}", words(far)) } else { why };
        Meaning::Refused(Hindrance { words, help, rule: refusal.map(|term: Refusal| term.rule), on: Some(on) })
    }

    /// An attack on squares that could be aimed where somebody stands: "but throw fire-pot reaches there".
    fn reaches_there(&self, on: CombatantId) -> Option<String> {
        let body = self.battle().combatant(on).footprint();
        let reaches = |offer: &Offer| match &offer.target {
            Target::Square(squares) => {
                offer.role == Role::Harm && offer.is_open() && squares.iter().any(|square| body.contains(*square))
            }
            _ => false,
        };
        let index = self.settled.offers.0.iter().position(reaches)?;
        self.settled.wordings.get(index).map(|wording| format!("but {} reaches there", uncapital(&wording.title)))
    }

    /// What readies the weapon in hand, if that is likely wanted: "first load crossbow".
    fn readies(&self) -> Option<String> {
        let likely = |offer: &Offer| offer.role == Role::Prepare && offer.rank >= LIKELY && offer.is_open();
        let index = self.settled.offers.0.iter().position(likely)?;
        self.settled.wordings.get(index).map(|wording| format!("first {}", uncapital(&wording.title)))
    }

    /// Why a press on a square leads nowhere, and what would lead there.
    fn no_way(&self, square: Square) -> Meaning {
        let battle = self.battle();
        let Some((who, ..)) = self.asked().filter(|_| self.is_turn()) else { return Meaning::Nothing };
        if battle.scene.field.cell(square).is_none() {
            return Meaning::Nothing;
        }
        let offers = &self.settled.offers.0;
        let leads = |offer: &Offer| match &offer.target {
            Target::Way(ways) => offer.is_open() && ways.iter().any(|way| way.square == square),
            _ => false,
        };
        let title = |index: usize| {
            self.settled.wordings.get(index).map(|wording| uncapital(&wording.title)).unwrap_or_default()
        };
        let ways: Vec<String> = offers
            .iter()
            .enumerate()
            .filter(|(_, offer)| leads(offer))
            .map(|(index, _)| title(index))
            .take(2)
            .collect();
        let opened = self.opened_way().map(|index| &offers[index]);
        let plain = offers.iter().filter(|offer| matches!(offer.target, Target::Way(_)));
        let plain = opened.or_else(|| plain.max_by_key(|offer| offer.rank));
        let refusal = plain.and_then(|offer| offer.refusal.clone());
        let measure = battle.ruleset.rules().measure();
        let there = battle.combatant(who).placement.at(square).0;
        let far = ground::distance(battle.combatant(who).footprint(), there) * measure.per_square * measure.parts;
        let help = if ways.is_empty() { String::new() } else { format!("choose {} to go there", ways.join(" or ")) };
        let (words, rule) = match refusal {
            Some(refusal) => (refusal.words.to_string(), Some(refusal.rule)),
            None if ways.is_empty() => (format!("Out of reach, {} in a straight line", measure.words(far)), None),
            None => ("No plain way there".into(), None),
        };
        Meaning::Refused(Hindrance { words, help, rule, on: None })
    }

    /// The plate at the place pointed at.
    pub(super) fn press_plate(&self) -> Option<(Place, PressPlate)> {
        let place = self.place().or_else(|| {
            let laid = self.press.laid()?;
            laid.on.map(Place::Body)
        })?;
        let plate = self.press.plate(place, &self.meaning(place), self.settings.second_press);
        Some((place, self.of_several(plate)?))
    }

    /// A press on a square, by the pointer or by Enter at the cursor.
    pub(super) fn press(&mut self, square: Square, world: &mut World) {
        self.listed.ending = false;
        if !self.is_asked() {
            return;
        }
        self.hover = Some(square);
        self.still_pointed = true;
        // Forecasts are renewed, in case the pointer has jumped there.
        self.look();
        let Some(place) = self.place() else { return };
        let meaning = self.meaning(place);
        match self.press.respond(square, place, &meaning, self.settings.second_press, self.now) {
            Deed::Nothing => {}
            Deed::Card(who) => self.inspect(who),
            Deed::Tell(Hindrance { words, rule, on, .. }) => {
                on.into_iter().for_each(|on| self.pin(on));
                self.say(words, rule);
            }
            Deed::Lay(plan) => self.lay_plan(&plan),
            Deed::Do(plan) => self.carry_out_plan(&plan, world),
        }
    }

    /// What a press at a place would do now.
    pub(super) fn deed_at(&self, place: Place) -> Deed {
        self.press.deed(place, &self.meaning(place), self.settings.second_press)
    }

    /// Pins somebody, with no attack chosen.
    fn pin(&mut self, on: CombatantId) {
        self.take_aim(on);
        (self.listed.open, self.listed.held) = (None, false);
        if !self.settled.by_hand && self.is_turn() {
            self.settled.chosen = None;
        }
    }

    /// Unpins the target, and drops what the board has chosen against it.
    pub(super) fn unpin(&mut self) {
        (self.aimed, self.listed.held) = (None, false);
        self.press.forget();
        if !self.settled.by_hand && self.is_turn() {
            self.settled.chosen = None;
        }
    }

    /// A plan's words with its target's name, for use away from the pointer.
    pub(super) fn named(&self, plan: &Plan) -> String {
        let [step] = &*plan.steps else { return plan.words.clone() };
        let title = attack_words(self, step);
        let offer = plan.on.and_then(|_| offer_of(&self.settled.offers, step));
        match offer.zip(plan.words.strip_prefix(&title)) {
            Some((offer, odds)) => self.sentence(offer, step, &title) + odds,
            None => plan.words.clone(),
        }
    }

    /// The laid plan as a sentence, if it contains a way: "Walk to k8 and strike Nib with sword".
    pub(super) fn laid_sentence(&self) -> Option<String> {
        let plan = self.press.laid()?;
        let offers = &self.settled.offers;
        let (mut parts, mut has_way): (Vec<String>, bool) = (Vec::new(), false);
        for step in &plan.steps {
            let offer = offers.0.iter().find(|offer| (offer.verb, offer.item) == (step.verb, step.item))?;
            has_way |= matches!(offer.target, Target::Way(_));
            let part = match &offer.target {
                Target::Way(_) if !plan.going.is_empty() => plan.going.clone(),
                Target::Way(_) => format!("{} to {}", capital(offer.verb), step.squares.last()?),
                _ => self.sentence(offer, step, &attack_words(self, step)),
            };
            parts.push(if parts.is_empty() { part } else { uncapital(&part) });
        }
        has_way.then(|| and_list(parts))
    }

    /// Shows a plan: pins its target, and chooses its first step.
    fn lay_plan(&mut self, plan: &Plan) {
        self.put_away();
        if let Some(on) = plan.on {
            self.take_aim(on);
            self.listed.held = false;
        }
        let Some(first) = plan.steps.first() else { return };
        // The chosen offer is listed, against the target unless its group is open.
        let is_listed = |offer: &Offer| (offer.verb, offer.item) == (first.verb, first.item);
        let group = self.settled.offers.0.iter().find(|offer| is_listed(offer)).map(|offer| offer.group);
        self.listed.open = self.listed.open.filter(|open| Some(*open) == group);
        let same = |offer: &Offer| (offer.verb, offer.item) == (first.verb, first.item) && offer.is_open();
        let Some(index) = self.settled.offers.0.iter().position(same) else { return };
        let by_hand = self.settled.by_hand && self.settled.chosen == Some(index);
        if self.settled.chosen != Some(index) {
            self.listed.bench.leave_naming();
        }
        self.settled.choices[index] = first.clone();
        (self.settled.chosen, self.settled.by_hand) = (Some(index), by_hand);
    }

    /// Makes the choices of a plan one after another. It stops where somebody else is asked, a die has been rolled,
    /// somebody has been found, or the odds are no longer those shown.
    pub(super) fn carry_out_plan(&mut self, plan: &Plan, world: &mut World) {
        self.press.forget();
        if let Some(on) = plan.on {
            self.take_aim(on);
        }
        self.following.ahead = self.foretold_ahead();
        self.take_steps(plan, world);
        // These odds do not apply to later choices.
        self.following.ahead = None;
    }

    fn take_steps(&mut self, plan: &Plan, world: &mut World) {
        let Some((who, team, _)) = self.asked() else { return };
        let unknown_now = |world: &World| world.battle().unknown_to(team);
        let (dice, unknown) = (world.dice().clone(), unknown_now(world));
        for (number, step) in plan.steps.iter().enumerate() {
            if number > 0 {
                self.renew(world);
                let since = Meanwhile { rolled: dice != *world.dice(), found: unknown != unknown_now(world) };
                if let Some(why) = self.interruption(who, plan, step, since) {
                    return self.keep_rest(who, (step, plan.on), why, world);
                }
            }
            if !self.submit(step, world) {
                return;
            }
        }
    }

    /// What has interrupted a plan before its next step, if anything: the rest then needs another press.
    pub(super) fn interruption(
        &self,
        who: CombatantId,
        plan: &Plan,
        step: &Choice,
        since: Meanwhile,
    ) -> Option<String> {
        let asked = self.battle().decision().map(|decision| decision.who);
        if !self.is_turn() || asked != Some(who) {
            let name = asked.filter(|asked| *asked != who && self.is_visible(*asked)).map(|asked| self.name(asked));
            return Some(
                name.map_or("Something came up on the way".into(), |name| format!("{name} was asked on the way")),
            );
        }
        let why = match (since.rolled, since.found) {
            (true, _) => "Dice were rolled on the way",
            (_, true) => "Somebody has come into sight",
            _ if index_of(&self.settled.offers, step).is_none() => "It cannot be done from here",
            _ if !self.is_as_promised(step, plan) => "The odds from here differ from those shown",
            _ => return None,
        };
        Some(why.into())
    }

    /// Keeps the rest of an interrupted plan for another press before any roll.
    fn keep_rest(
        &mut self,
        who: CombatantId,
        (step, on): (&Choice, Option<CombatantId>),
        why: String,
        world: &mut World,
    ) {
        self.say(why.clone(), None);
        let Some(on) = on else { return };
        self.after_movement = Some(Some(step.clone()));
        self.press.rest = Some(Rest { of: (who, self.battle().scene.round), step: step.clone(), on, why });
        if self.is_turn() && self.asked().is_some_and(|(asked, ..)| asked == who) {
            self.settled.revision = u64::MAX;
            self.renew(world);
        }
    }

    /// Once the turn goes on, lays the blow that an interrupted plan stopped before, as if just pressed: one press or
    /// Enter does it.
    pub(super) fn take_up_rest(&mut self) {
        if !self.is_turn() {
            return;
        }
        let now = self.asked().map(|(who, ..)| (who, self.battle().scene.round));
        let Some(rest) = self.press.rest.take().filter(|rest| Some(rest.of) == now) else { return };
        let Some((_, choice)) = self.open_offer().filter(|(_, choice)| **choice == rest.step) else { return };
        let blow = Plan::of(choice.clone(), attack_words(self, choice));
        self.press.lay(Place::Body(rest.on), Plan { also: rest.why.clone(), on: Some(rest.on), ..blow });
        self.say(format!("{}; the blow is still chosen, Enter strikes", rest.why), None);
    }

    /// Whether a choice can be made, with the odds that were shown.
    fn is_as_promised(&self, step: &Choice, plan: &Plan) -> bool {
        let battle = self.battle();
        let Some(decision) = battle.decision() else { return false };
        if index_of(&self.settled.offers, step).is_none() {
            return false;
        }
        let odds = attack_forecast(battle, decision, step).map(|now| (now.hits, now.mean));
        odds == plan.promised
    }

    /// The fighter asked takes aim at somebody, until the turn is over.
    pub(super) fn take_aim(&mut self, at: CombatantId) {
        let battle = self.battle();
        let round = battle.scene.round;
        self.aimed = battle.decision().map(|decision| Aimed { by: decision.who, at, round });
    }
}

/// Why a way is shown before it is taken.
const fn why_it_waits(finality: Finality) -> Option<&'static str> {
    match finality {
        Finality::Nothing | Finality::Dice => None,
        Finality::Reveals => Some("may show who is hidden"),
        Finality::Asks => Some("somebody is asked first"),
        Finality::Ends => Some("ends the turn"),
    }
}

fn offer_of<'a>(offers: &'a Offers, choice: &Choice) -> Option<&'a Offer> {
    offers.find(choice.verb, choice.item)
}

/// An attack by its title, or by its verb if it is not on offer yet.
pub(super) fn attack_words(screen: &BattleScreen, choice: &Choice) -> String {
    let offers = &screen.settled.offers.0;
    let index = offers.iter().position(|offer| (offer.verb, offer.item) == (choice.verb, choice.item));
    let wording = index.and_then(|index| screen.settled.wordings.get(index));
    wording.map_or_else(|| capital(choice.verb).into_owned(), |wording| wording.title.to_string())
}
