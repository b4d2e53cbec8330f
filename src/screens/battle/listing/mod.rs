//! The models of rail, list and prompt: the open group, addresses, odds, the button's sentence, what a question is
//! about.

mod advice;
mod columns;
mod defended;
mod ending;
mod fields;

use std::collections::BTreeMap;

use super::{
    BattleScreen,
    answering::{StandingAnswer, Together},
    press::Deed,
    prospects::{Prospects, of_attack},
    workbench::{Bench, is_made_of_parts, is_what_it_is, parts_words, what_it_is},
};
use crate::{
    board::token_look,
    dice::Fraction,
    lab::thrifty,
    panels::battle::model::{ActModel, BriefedModel, KeptModel, LaidModel, ListModel, OfferModel, Standing},
    rules::{
        Address, Addresses, Amount, Battle, Choice, CombatantId, ComesBack, Decision, Entry, Group, LeftOver, Offer,
        Offers, Role, Spending, Target, Window, act_ahead, and_list, left_after, uncapital,
    },
};

/// The part of the list's state that outlasts a choice.
#[derive(Default)]
pub(super) struct Listed {
    /// The open group.
    pub open: Option<Group>,
    /// Whether one of the rows that matter now has been chosen: then they stay listed, whatever the target.
    pub held: bool,
    /// Whether the refused rows are unfolded.
    pub refused: bool,
    /// Whether the end of the turn has been asked about.
    pub ending: bool,
    /// The odds shown beside the rows.
    pub prospects: Prospects,
    /// The answers to the attack in view, for the odds at the best defence.
    pub defended: defended::Defended,
    /// The advice asked of the computer.
    pub advice: advice::Advice,
    /// The field shown.
    pub field: fields::PlayField,
    /// The text of a choice being typed.
    pub typed: Option<String>,
    /// How long the answer being given is to stand.
    pub stands: Standing,
    /// The standing answers.
    pub standing: Vec<StandingAnswer>,
    /// The questions settled for a whole side at once.
    pub together: Together,
    /// The worth of each way to deal out blows, while that is asked.
    pub dealt: Vec<(Choice, Fraction)>,
    /// What the open choice takes from the rest of the turn, in words, worked out once for each choice.
    takes: Option<((u64, Option<Choice>), String)>,
    /// The workbench's state.
    pub bench: Bench,
    /// How many questions were answered automatically after each choice of a person, the last choice last.
    pub by_itself: Vec<usize>,
    /// The revision of the question already looked at, so that each is answered automatically at most once.
    pub looked: Option<u64>,
    /// The addresses of everybody who has had a turn; they stay the same in later turns.
    addresses: BTreeMap<CombatantId, Addresses>,
    /// The fighter whose turn it is, and the round.
    turn: Option<(CombatantId, u16)>,
    /// The addresses of the open question, if it is not a turn's.
    asked: Option<Addresses>,
}

impl Listed {
    /// Whether something beside the rows is still being worked out.
    pub(super) fn is_busy(&self) -> bool {
        self.prospects.is_busy() || self.advice.is_busy() || self.field.is_busy() || self.defended.is_busy()
    }

    /// Goes back to what matters now when the last act has left nothing in the open group; not if the act has an
    /// outcome, which is read first while the rows stay in place.
    pub(super) fn leave_spent(&mut self, act: &[Entry], offers: &Offers) {
        let tells = |entry: &Entry| matches!(entry, Entry::Roll(_) | Entry::AttackResult(_) | Entry::Note { .. });
        if !act.iter().any(tells) {
            let is_left = |group: &Group| offers.0.iter().any(|offer| offer.group == *group && offer.is_open());
            self.open = self.open.filter(is_left);
        }
    }

    /// Gives addresses to the offers: in a turn only to new ones, for a question to all anew.
    pub(super) fn renew(&mut self, battle: &Battle, decision: Option<&Decision>, offers: &Offers) {
        self.ending = false;
        self.typed = None;
        self.stands = Standing::Once;
        self.dealt.clear();
        self.bench.leave_naming();
        let own = decision.filter(|decision| is_turn(battle, decision));
        self.asked = own.is_none().then(Addresses::of_question);
        // A question in the middle of a turn keeps the turn's addresses and list.
        if let Some(turn) = own.map(|decision| (decision.who, battle.scene.round))
            && self.turn != Some(turn)
        {
            (self.open, self.refused, self.held) = (None, false, false);
            self.turn = Some(turn);
            self.addresses.entry(turn.0).or_default().next_turn();
        }
        let turns = self.turn.and_then(|(who, _)| self.addresses.get_mut(&who));
        self.asked.as_mut().or(turns).into_iter().for_each(|addresses| addresses.extend(offers));
    }

    /// An offer's address.
    pub(super) fn address(&self, offer: &Offer) -> Option<Address> {
        let turns = self.turn.and_then(|(who, _)| self.addresses.get(&who));
        self.asked.as_ref().or(turns)?.of(offer)
    }
}

/// Whether a decision is a fighter's own turn.
pub(super) fn is_turn(battle: &Battle, decision: &Decision) -> bool {
    battle.scene.acting == Some(decision.who) && *decision == battle.ruleset.rules().turn_question(decision.who)
}

impl BattleScreen {
    /// Works out the next odds for the rows.
    pub(super) fn look_at_rows(&mut self) {
        self.think_of_advice();
        self.work_on_field();
        self.work_on_defence();
        if !self.is_asked() {
            return;
        }
        let Some(decision) = self.battle().decision().cloned() else { return };
        let open = self.open_offer().map(|(_, choice)| choice.clone());
        let now = (self.settled.revision, open);
        if self.listed.takes.as_ref().is_none_or(|(known, _)| *known != now) {
            let words = now.1.as_ref().and_then(|choice| self.takes(&decision, choice)).unwrap_or_default();
            self.listed.takes = Some((now, words));
        }
        let mut prospects = std::mem::take(&mut self.listed.prospects);
        let settled = &self.settled;
        let key = (settled.revision, self.target(), settled.chosen);
        prospects.look(self.battle(), &decision, (&settled.offers, &settled.choices), key);
        self.listed.prospects = prospects;
        self.leave_useless();
    }

    /// Presets the amount of each attack so that the usual defence can still be paid.
    pub(super) fn open_amounts(&self, offers: &Offers, choices: &mut [Choice]) {
        let battle = self.battle();
        let Some(decision) = battle.decision().filter(|decision| is_turn(battle, decision)) else { return };
        let harmful = |offer: &Offer| offer.role == Role::Harm && offer.is_open();
        for (offer, choice) in offers.0.iter().zip(choices).filter(|(offer, _)| harmful(offer)) {
            *choice = thrifty(battle, decision, offer, choice.clone());
        }
    }

    /// The offers with their addresses and odds.
    pub(super) fn offer_models(&self) -> Vec<OfferModel> {
        let battle = self.battle();
        let settled = &self.settled;
        let decision = battle.decision().filter(|_| !self.is_turn());
        let all = settled.offers.0.iter().zip(&settled.choices).zip(&settled.wordings);
        let mut models: Vec<OfferModel> = all
            .map(|((offer, choice), wording)| {
                let address = self.listed.address(offer);
                let address = address.unwrap_or(Address { group: offer.group, digit: None });
                let mut model = OfferModel::of(offer, wording, address, choice, |who| self.name(who));
                let known = self.listed.prospects.of(choice);
                let told = decision.and_then(|decision| battle.ruleset.rules().needs(battle, decision, choice));
                model.needs = told.or_else(|| known.map(|known| uncapital(&known.needs))).unwrap_or_default();
                model.prospects = self.listed.prospects.of_offer(offer, choice);
                if decision.is_some() {
                    columns::name_chances(&mut model);
                }
                model.before = self.listed.prospects.before(offer, choice);
                model.parts = if is_made_of_parts(offer) { parts_words(offer, choice) } else { String::new() };
                let what = what_it_is(offer, choice);
                if !what.is_empty() && !model.about.is_empty() {
                    model.about = format!("{what}, {}", model.about);
                }
                model.item_name = offer.item.map_or_else(String::new, |item| battle.item(item).name.to_string());
                model
            })
            .collect();
        self.tell_apart(&mut models);
        // The open offer shows its cost as settled now.
        if let Some((index, cost)) = settled.chosen.and_then(|index| Some((index, self.price(index)?)))
            && let Some(model) = models.get_mut(index)
        {
            model.cost = cost;
        }
        if let (Some(index), Some((_, words))) = (settled.chosen, &self.listed.takes)
            && let Some(model) = models.get_mut(index)
        {
            model.takes.clone_from(words);
        }
        // The open movement says where it would lead; ways by other offers are told by the plate alone.
        let by_it = self.insight.subject.as_ref().map(|subject| subject.offer).filter(|by| settled.chosen == Some(*by));
        if let (Some(index), Some(way)) = (by_it, &self.insight.way)
            && let Some(model) = models.get_mut(index)
        {
            let measure = battle.ruleset.rules().measure();
            let last = way.route.squares.last().copied().unwrap_or_default();
            let verb = if way.route.base { "To" } else { "Run to" };
            model.about = format!("{verb} {last}, {}", measure.words(way.route.cost));
        }
        models
    }

    /// What a choice takes from the rest of the turn besides its price: "rules out Charge this turn", "Move then takes
    /// Standard".
    fn takes(&self, decision: &Decision, choice: &Choice) -> Option<String> {
        let battle = self.battle();
        if !is_turn(battle, decision) {
            return None;
        }
        let offer = self.settled.offers.find(choice.verb, choice.item)?;
        if !matches!(offer.target, Target::Nothing | Target::Combatant(_)) || offer.group == Group::End {
            return None;
        }
        let rules = battle.ruleset.rules();
        let after = act_ahead(battle, decision, choice)?;
        let (left, card) = (rules.offers(&after, decision), rules.card(&after, decision.who));
        let has = |amount: Amount| {
            card.allowances
                .iter()
                .any(|allowance| allowance.currency.is == amount.of.is && allowance.left >= amount.count)
        };
        let (mut gone, mut dearer): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let is_other = |other: &Offer| other.verb != offer.verb && other.group != Group::End && !other.idle;
        let others = self.settled.offers.0.iter().zip(&self.settled.wordings);
        for (other, wording) in others.filter(|(other, _)| other.is_open() && is_other(other)) {
            match left.find(other.verb, other.item).filter(|then| then.is_open()) {
                None if other.cost.amounts().all(has) => gone.push(wording.title.to_string()),
                Some(then) if then.cost != other.cost && then.dearer => {
                    let price = and_list(then.cost.amounts().map(|amount| amount.of.name));
                    dearer.push(format!("{} then takes {price}", wording.title));
                }
                _ => {}
            }
        }
        let mut words: Vec<String> = Vec::new();
        if !gone.is_empty() {
            let more = gone.len().saturating_sub(3);
            gone.truncate(3);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            words.push(format!("rules out {}{more} this turn", gone.join(", ")));
        }
        dearer.truncate(2);
        if !dearer.is_empty() {
            words.push(dearer.join(", "));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// Tells offers with the same title apart by the item's place: "off hand", "belt"; several at one place are
    /// numbered.
    fn tell_apart(&self, models: &mut [OfferModel]) {
        let items: Vec<_> = self.settled.offers.0.iter().map(|offer| offer.item).collect();
        let titles: Vec<_> = models.iter().map(|model| (model.address.group, model.title.clone())).collect();
        let places: Vec<String> = items
            .iter()
            .map(|item| item.map_or_else(String::new, |item| super::models::where_it_is(self.battle(), item)))
            .collect();
        for index in 0..models.len() {
            let doubles: Vec<usize> = (0..titles.len()).filter(|other| titles[*other] == titles[index]).collect();
            if items[index].is_none() || doubles.len() < 2 {
                continue;
            }
            let here: Vec<usize> = doubles.into_iter().filter(|other| places[*other] == places[index]).collect();
            let number = here.iter().position(|other| *other == index).unwrap_or(0) + 1;
            let place = match (here.len(), places[index].as_str()) {
                (1, place) => place.to_owned(),
                (all, "") => format!("{number} of {all}"),
                (all, place) => format!("{place}, {number} of {all}"),
            };
            models[index].item_name = format!("{}, {place}", models[index].item_name);
            models[index].place = place;
        }
    }

    /// The list's model.
    pub(super) fn list_model(&self) -> ListModel {
        let battle = self.battle();
        let Some(decision) = battle.decision().filter(|decision| is_turn(battle, decision)) else {
            return ListModel::default();
        };
        let held = self.listed.held && self.listed.open.is_none();
        let fights = |who: &CombatantId| battle.combatant(*who).fights() && self.is_visible(*who);
        let pin = self.target().filter(|who| !held && fights(who));
        ListModel {
            groups: battle.ruleset.rules().groups().to_vec(),
            open: self.listed.open,
            pin: pin.map(|who| self.body(who)),
            spent: self.is_spent(),
            asks: self.asks_to_end(),
            left: self.listed.ending.then(|| self.much_left(decision.who)).flatten(),
            refused: self.listed.refused,
            counting: self.listed.prospects.is_counting(self.target()),
            held,
            revision: self.settled.revision,
            laid: self.laid_model(),
            standing: self.standing_words(),
        }
    }

    /// The list's model while nothing can be chosen: the rail's groups stay in place.
    pub(super) fn idle_list(&self) -> ListModel {
        ListModel { groups: self.battle().ruleset.rules().groups().to_vec(), ..ListModel::default() }
    }

    /// A laid plan of a way with a blow at its end.
    fn laid_model(&self) -> Option<LaidModel> {
        let plan = self.press.laid().filter(|plan| plan.steps.len() > 1)?;
        let words = self.laid_sentence()?;
        let attack = self.insight.attack.as_ref().filter(|attack| plan.steps.last() == Some(&attack.choice));
        let prospect = attack.and_then(|attack| {
            let offer = self.settled.offers.find(attack.choice.verb, attack.choice.item)?;
            Some(of_attack(self.battle(), &attack.attack_forecast, offer, attack.on, self.name(attack.on)))
        });
        Some(LaidModel { words, prospect })
    }

    /// Whether nothing of consequence is left to do: no offer costs anything, leads anywhere or is done to anybody,
    /// except what points buy beyond the turn's actions.
    pub(super) fn is_spent(&self) -> bool {
        self.is_acted_out(&self.settled.offers)
    }

    /// The button at the foot of the list.
    pub(super) fn act_model(&self) -> ActModel {
        let battle = self.battle();
        let Some(decision) = battle.decision() else { return ActModel::default() };
        if let Some(act) = self.act_at_cursor() {
            return act;
        }
        // What may interrupt the plan, or has done so.
        let also = self.press.laid().map(|plan| plan.also.clone()).unwrap_or_default();
        if let Some(words) = self.laid_sentence() {
            return ActModel { words, ready: true, keeps: also, ..ActModel::default() };
        }
        let Some((offer, choice)) = self.open_offer() else {
            let ends = is_turn(battle, decision) && self.is_spent();
            let words = if ends { "End turn" } else { "Choose, or point at the board" };
            return ActModel { words: words.into(), ready: ends, ends, keeps: String::new() };
        };
        let index = self.settled.chosen.unwrap_or_default();
        let wording = self.settled.wordings.get(index);
        let title = wording.map_or_else(String::new, |wording| wording.title.to_string());
        let mut words = self.sentence(offer, choice, &title);
        match self.others_together() {
            _ if is_turn(battle, decision) => {}
            0 => {}
            1 => words += "; the other as shown",
            others => words += &format!("; the {others} others as shown"),
        }
        let (words, ready) = match (&offer.refusal, offer.built(choice).target) {
            (Some(refusal), _) => (refusal.words.to_string(), false),
            (None, Target::Way(_) | Target::Square(_)) => match self.pointed_place() {
                Some(square) => (offer.said_there(choice, &words, square), true),
                None => (format!("{words}: point at a square"), false),
            },
            (None, Target::Combatant(_)) if choice.on.is_none() => (format!("{words}: point at a target"), false),
            (None, Target::Combatant(_) | Target::Nothing) => match choice.check(offer) {
                Ok(()) => (words, true),
                Err(error) => (error.to_string(), false),
            },
        };
        let keeps = [self.keeps(decision, offer, choice), also].into_iter().filter(|words| !words.is_empty());
        ActModel { words, ready, keeps: keeps.collect::<Vec<_>>().join(", "), ..ActModel::default() }
    }

    /// What Enter does at the cursor, if that differs from what is laid or chosen.
    pub(super) fn act_at_cursor(&self) -> Option<ActModel> {
        self.entered().filter(|_| self.laid_advice().is_none())?;
        let place = self.place()?;
        let (words, ready) = match self.deed_at(place) {
            Deed::Lay(plan) => (format!("Choose: {}", uncapital(&self.named(&plan))), true),
            Deed::Do(plan) if self.press.laid() != Some(&plan) => (plan.words, true),
            Deed::Tell(hindrance) => (hindrance.words, false),
            Deed::Do(_) | Deed::Card(_) | Deed::Nothing => return None,
        };
        Some(ActModel { words, ready, ..ActModel::default() })
    }

    /// The square pointed at, if the open offer can be used there.
    fn pointed_place(&self) -> Option<crate::geometry::Square> {
        let (offer, choice) = self.open_offer()?;
        let square = self.hover.filter(|_| self.still_pointed)?;
        let fits = match offer.built(choice).target {
            Target::Way(ways) => ways.iter().any(|way| way.square == square),
            Target::Square(squares) => self.insight.aim(squares, square).is_some(),
            Target::Nothing | Target::Combatant(_) => false,
        };
        fits.then_some(square)
    }

    /// A choice as a sentence: verb, target, item and amounts.
    pub(super) fn sentence(&self, offer: &Offer, choice: &Choice, title: &str) -> String {
        let names: Vec<String> = choice.targets().map(|who| self.name(who)).collect();
        let mut words = if names.is_empty() { title.to_owned() } else { offer.said_at(title, &names.join(", then ")) };
        let plain = offer.parameters.iter().filter(|parameter| parameter.pays.is_none());
        for parameter in plain {
            let value = offer.value(choice, parameter.key);
            let is_usual = parameter.values.first().is_none_or(|first| first.value == value);
            if let Some(part) = parameter.part.filter(|_| parameter.values.len() <= 2) {
                // A part that is either taken or not is named.
                let is_told = !is_usual || is_what_it_is(offer, part);
                if is_told && offer.counted(choice, parameter.key) > 0 {
                    words += &format!(", {}", parameter.label.to_lowercase());
                }
                continue;
            }
            if !offer.matters(choice, parameter.key, value) {
                continue;
            }
            let label = parameter.values.iter().find(|known| known.value == value).map(|value| &value.label);
            let is_usual = is_usual && !(parameter.deals && parameter.values.len() > 1);
            if !is_usual && label.is_some_and(|label| **label == *value.to_string()) {
                // A bare number gets its label.
                words += &format!(", {}", counted(value, parameter.label));
                continue;
            }
            if let Some(label) = label.filter(|_| !is_usual) {
                words += &format!(", {}", first_word(label).to_lowercase());
            }
        }
        for (pays, count) in put_in(offer, choice) {
            // Paid for each of several, the total is higher.
            let value = parameter_value(offer, choice, pays);
            words += &match value.filter(|value| *value != count) {
                Some(value) => format!(", {value} {pays}, {count} in all"),
                None => format!(", {count} {pays}"),
            };
        }
        words
    }

    /// What a choice leaves to defend with: "Keeps 2 AP to defend".
    fn keeps(&self, decision: &Decision, offer: &Offer, choice: &Choice) -> String {
        let battle = self.battle();
        if !is_turn(battle, decision) || put_in(offer, choice).is_empty() {
            return String::new();
        }
        let kept = left_after(battle, decision, offer, choice);
        let points = kept.iter().find(|budget| budget.currency.is == Spending::Points);
        points.map_or_else(String::new, |budget| format!("keeps {} {} to defend", budget.left, budget.currency.name))
    }

    /// Lists a group; `None` goes back to what matters now.
    pub(super) fn list(&mut self, group: Option<Group>) {
        self.keep_only(group);
        self.listed.open = group;
        (self.listed.refused, self.listed.held) = (false, false);
        self.leave_workbench();
    }

    /// The fighter whose act a question is about, and the one it is done to.
    pub(super) fn between(&self, decision: &Decision) -> (Option<CombatantId>, Option<CombatantId>) {
        let battle = self.battle();
        let rules = battle.ruleset.rules();
        let briefing = rules.briefing(battle, decision);
        if briefing.window == Window::Claim {
            // A moment in somebody else's turn is offered: nothing is done to anybody.
            return (None, Some(decision.who));
        }
        let from = briefing.cause.and_then(|cause| cause.who);
        let to = match from {
            Some(from) if from == decision.who => rules.question(battle, decision).on.filter(|on| *on != from),
            _ => Some(decision.who),
        };
        (from, to)
    }

    /// What the fighter asked should know besides the question.
    pub(super) fn briefed(&self, decision: &Decision) -> BriefedModel {
        let battle = self.battle();
        let rules = battle.ruleset.rules();
        let briefing = rules.briefing(battle, decision);
        let shown = |who: CombatantId| {
            let card = rules.card(battle, who);
            (self.name(who), token_look(battle, who, &card))
        };
        let acting = battle.scene.acting.filter(|who| *who != decision.who && self.is_visible(*who));
        let (from, to) = self.between(decision);
        let rolls = briefing.cause.iter().flat_map(|cause| &cause.rolls).map(|roll| {
            let against = roll.against.map_or_else(String::new, |against| format!(" against {against}"));
            (format!("{}{against}", roll.words), format!("{:0width$}", roll.value, width = usize::from(roll.figures)))
        });
        let open = self.open_offer();
        let kept = open.map(|(offer, choice)| left_after(battle, decision, offer, choice)).unwrap_or_default();
        BriefedModel {
            turn_of: acting.map_or_else(String::new, |who| format!("in {}'s turn", self.name(who))),
            from: from.map(shown),
            to: to.map(shown),
            rolls: rolls.collect(),
            so_far: self.midway(decision),
            stages: briefing.stages.iter().map(|stage| (stage.name, stage.state)).collect(),
            grades: rules.grades().map(str::to_owned).to_vec(),
            of: "of 100 such blows".into(),
            columns: open.and_then(|(offer, choice)| self.columns(decision, offer, choice)),
            at_best: self.blows_at_best_defence(),
            kept: kept
                .iter()
                .filter(|budget| budget.of > 0 && self.matters(budget.currency.is))
                .map(kept_model)
                .collect(),
            together: self.together_models(decision),
            standing: self.standing_choices(decision),
            stands: self.listed.stands,
        }
    }

    /// Whether any answer to the question is paid from a budget.
    fn matters(&self, is: Spending) -> bool {
        let pays = |offer: &Offer| {
            offer.cost.count(is) > 0 || offer.parameters.iter().any(|parameter| parameter.pays == Some(is))
        };
        is != Spending::Passing && self.settled.offers.0.iter().any(pays)
    }
}

/// The amounts that a choice pays, each with its parameter's label.
fn put_in<'o>(offer: &'o Offer, choice: &Choice) -> Vec<(&'o str, i32)> {
    let paying = offer.parameters.iter().filter(|parameter| parameter.pays.is_some());
    let counted = paying.map(|parameter| (parameter.label, offer.counted(choice, parameter.key)));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// A number with its label: "2 blows", "1 blow", "3 AP".
pub(super) fn counted(value: i32, label: &str) -> String {
    let is_short = label.len() < 4 && label.chars().all(char::is_uppercase);
    let label = if is_short { label.to_owned() } else { uncapital(label) };
    match label.strip_suffix('s').filter(|stem| value == 1 && !is_short && !stem.ends_with('s')) {
        Some(stem) => format!("{value} {stem}"),
        None => format!("{value} {label}"),
    }
}

/// The value of the parameter with a label, if its values are bare numbers.
fn parameter_value(offer: &Offer, choice: &Choice, label: &str) -> Option<i32> {
    let parameter = offer.parameters.iter().find(|parameter| parameter.label == label)?;
    let value = offer.value(choice, parameter.key);
    let shown = parameter.values.iter().find(|shown| shown.value == value)?;
    (*shown.label == *value.to_string()).then_some(value)
}

fn first_word(label: &str) -> &str {
    label.split_once(',').map_or(label, |(first, _)| first)
}

fn kept_model(budget: &LeftOver) -> KeptModel {
    let name = budget.currency.name;
    // Abbreviated points are plural: "AP come back".
    let are_several = name.chars().all(char::is_uppercase);
    let (come, do_not) = if are_several { ("come", "do not") } else { ("comes", "does not") };
    let back = match budget.back {
        ComesBack::EachTurn => format!("{name} {come} back with one's own turn"),
        ComesBack::EachRound => format!("{name} {come} back with the round"),
        ComesBack::InPart => format!("{name} {come} back in part each round"),
        ComesBack::Never => format!("{name} {do_not} come back in this battle"),
    };
    let words = if budget.currency.is == Spending::Luck {
        // A maximum of Luck would mean nothing: nobody reaches it.
        format!("{} {name}", budget.left)
    } else if budget.of == 1 {
        format!("{name}{}", if budget.left == 0 { " spent" } else { "" })
    } else {
        format!("{} of {} {name}", budget.left, budget.of)
    };
    KeptModel { words, back, rule: budget.rule }
}
