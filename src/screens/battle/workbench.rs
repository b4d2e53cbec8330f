//! Offers made of parts: what taking or leaving each part changes, the favourites, and the panel's model.

use std::sync::Arc;

use bevy::prelude::World;

use super::{BattleScreen, listing::is_turn};
use crate::{
    panels::battle::{
        model::{RowModel, Settles},
        workbench::{FAVOURITES, FIRST_PART, FavouriteModel, PartModel, RulerModel, WorkbenchModel, Worth},
    },
    rules::{Choice, CombatantId, Offer, OfferPart, Parameter, Refusal, Spending, Target, left_after, number_ahead},
    screens::favourites::{Favourite, Favourites},
};

/// The part of the workbench's state that outlasts a choice.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// The part touched last.
    at: Option<&'static str>,
    /// The player's favourites, for all kinds of fighters.
    pub kept: Arc<Vec<Favourite>>,
    /// The favourite being named, and its name so far.
    pub naming: Option<(usize, String)>,
    /// The favourites before it was added, if it has just been added.
    before: Option<Arc<Vec<Favourite>>>,
}

impl Bench {
    /// Stops naming; the favourite keeps its present name.
    pub(super) fn leave_naming(&mut self) {
        (self.naming, self.before) = (None, None);
    }
}

/// A part of an offer, and the choice with that part flipped: taken if it was left, left if it was taken.
pub(super) struct Flip<'a> {
    /// The part.
    pub part: &'a Parameter,
    /// Whether it is taken.
    pub taken: bool,
    /// The value that flips it; `None` where no value does.
    pub value: Option<i32>,
    /// Why it cannot be flipped.
    pub refusal: Option<Refusal>,
    /// The choice with it flipped, if that is possible.
    pub choice: Option<Choice>,
}

/// Whether the parts of an offer are chosen one by one.
pub(super) fn is_made_of_parts(offer: &Offer) -> bool {
    offer.parameters.iter().filter(|parameter| parameter.part.is_some()).count() > 1
}

/// Each part of an offer, flipped with all else the same.
pub(super) fn flips<'a>(offer: &'a Offer, choice: &Choice) -> Vec<Flip<'a>> {
    offer.parameters.iter().filter(|parameter| parameter.part.is_some()).map(|part| flip(offer, choice, part)).collect()
}

fn flip<'a>(offer: &'a Offer, choice: &Choice, part: &'a Parameter) -> Flip<'a> {
    let taken = offer.counted(choice, part.key) > 0;
    let mut changes: Vec<_> = offer.changes(choice, part).filter(|change| (change.value.counts > 0) != taken).collect();
    changes.sort_by_key(|change| (change.refusal.is_some(), change.value.counts));
    let Some(found) = changes.into_iter().next() else {
        return Flip { part, taken, value: None, refusal: None, choice: None };
    };
    let open = found.refusal.is_none();
    let aimed = open.then(|| aimed_like(offer, found.choice, choice.on));
    Flip { part, taken, value: Some(found.value.value), refusal: found.refusal, choice: aimed }
}

/// The choice aimed at `on`, or else at the first possible target, if its parts give it a target.
fn aimed_like(offer: &Offer, choice: Choice, on: Option<CombatantId>) -> Choice {
    if choice.on.is_some() || !matches!(offer.built(&choice).target, Target::Combatant(_)) {
        return choice;
    }
    let open = offer.further(&choice);
    let whom = on.filter(|on| open.contains(on)).or_else(|| open.first().copied());
    whom.map_or(choice.clone(), |whom| offer.aim(choice, whom))
}

/// The parts that a choice takes, in words: "Fire 2, Cold".
pub(super) fn parts_words(offer: &Offer, choice: &Choice) -> String {
    let taken = offer
        .parameters
        .iter()
        .filter(|parameter| parameter.part.is_some() && offer.counted(choice, parameter.key) > 0);
    let words = taken.map(|part| match part.values.len() {
        0..=2 => part.label.to_owned(),
        _ => format!("{} {}", part.label, offer.counted(choice, part.key)),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Whether the whole needs one or more of a part's set, as a spell needs energies: such parts say what it is.
pub(super) fn is_what_it_is(offer: &Offer, part: OfferPart) -> bool {
    let sets = offer.parts.iter().flat_map(|parts| &parts.sets);
    sets.into_iter().any(|set| set.number == part.set && set.least > 0 && set.most > 1)
}

/// The parts of a choice that say what it is, in words: "Fire, Cold".
pub(super) fn what_it_is(offer: &Offer, choice: &Choice) -> String {
    let says = |parameter: &&Parameter| parameter.part.is_some_and(|part| is_what_it_is(offer, part));
    let taken = offer.parameters.iter().filter(|parameter| offer.counted(choice, parameter.key) > 0);
    taken.filter(says).map(|parameter| parameter.label).collect::<Vec<_>>().join(", ")
}

impl BattleScreen {
    /// The offer on the workbench: one made of parts that a person has opened, or the chosen answer to a question.
    fn on_bench(&self) -> Option<(usize, &Offer, &Choice)> {
        let index = self.settled.chosen.filter(|_| self.settled.by_hand || !self.is_turn())?;
        let (offer, choice) = self.open_offer()?;
        (offer.refusal.is_none() && is_made_of_parts(offer)).then_some((index, offer, choice))
    }

    /// The workbench's model, if it is open.
    pub(super) fn workbench_model(&self) -> Option<WorkbenchModel> {
        let (index, offer, choice) = self.on_bench()?;
        let battle = self.battle();
        let decision = battle.decision()?;
        let is_turn = is_turn(battle, decision);
        let title = self.settled.wordings.get(index).map_or_else(String::new, |wording| wording.title.to_string());
        let flips = flips(offer, choice);
        let now = self.worth(choice);
        let mut digits = (FIRST_PART..=9).map(Some);
        let mut parts: Vec<PartModel> = flips.iter().map(|flip| self.part(offer, choice, flip, now)).collect();
        parts.sort_by_key(|part| !part.base);
        // In a question the digits belong to the answers.
        parts.iter_mut().filter(|_| is_turn).for_each(|part| part.digit = digits.next().flatten());
        let built = offer.built(choice);
        // The target may add or remove dice.
        let rolled = number_ahead(battle, decision, choice).filter(|rolled| {
            let mut counted = built.dice.terms.iter().filter(|term| term.amount != 0);
            counted.all(|term| rolled.terms.iter().any(|known| (known.rule, known.amount) == (term.rule, term.amount)))
        });
        let pool = rolled.as_ref().filter(|_| !built.dice.terms.is_empty()).unwrap_or(&built.dice);
        let dice = pool.terms.iter().map(|term| (term.words.to_string(), term.amount));
        let others = RowModel::all(offer, choice);
        let invested = offer.parts.as_ref().and_then(|parts| parts.invested.as_ref()).map(|invested| invested.key);
        let is_other = |row: &RowModel| match row.settles {
            Settles::Parameter(key) => {
                let part =
                    offer.parameters.iter().find(|parameter| parameter.key == key).and_then(|parameter| parameter.part);
                part.is_none() && Some(key) != invested
            }
            Settles::Target => false,
        };
        let others = others.into_iter().filter(is_other);
        let kept = left_after(battle, decision, offer, choice);
        let points = kept.iter().find(|budget| budget.currency.is == Spending::Points);
        let budget = points.map_or_else(String::new, |budget| {
            let paid = offer.price(choice, Spending::Points);
            format!(
                "{paid} of {} {}, keeps {} to defend",
                i32::from(budget.left) + paid,
                budget.currency.name,
                budget.left
            )
        });
        Some(WorkbenchModel {
            offer: index,
            title: self.sentence_of(offer, choice, &title),
            budget,
            rule: offer.parts.as_ref().map(|parts| parts.rule).or_else(|| offer.rules.first().copied()),
            favourites: std::array::from_fn(|place| self.favourite(offer, choice, decision.who, place)),
            parts,
            ruler: self.ruler(offer, choice, points.map_or(0, |budget| i32::from(budget.left))),
            dice: dice.collect(),
            others: others.collect(),
            at: self.listed.bench.at,
            naming: self.listed.bench.naming.clone(),
        })
    }

    /// The odds of a choice, once known.
    fn worth(&self, choice: &Choice) -> Option<Worth> {
        let known = self.listed.prospects.of(choice)?;
        Some(Worth { chance: known.chance, mean: known.mean })
    }

    /// The title with the targets, without amounts.
    fn sentence_of(&self, offer: &Offer, choice: &Choice, title: &str) -> String {
        let names: Vec<String> = choice.targets().map(|who| self.name(who)).collect();
        if names.is_empty() { title.to_owned() } else { offer.said_at(title, &names.join(", then ")) }
    }

    fn part(&self, offer: &Offer, choice: &Choice, flip: &Flip<'_>, now: Option<Worth>) -> PartModel {
        let part = flip.part.part.unwrap_or(OfferPart::ADDED);
        let parts = offer.parts.as_ref();
        let ladder =
            parts.and_then(|parts| parts.invested.as_ref()).map(|invested| (invested.ladder, invested.of.name));
        let tier = ladder.and_then(|(ladder, _)| ladder.get(usize::from(part.tier))).map_or("", |tier| tier.name);
        let is_amount = flip.part.values.len() > 2;
        let of = ladder.map(|(_, name)| name).or_else(|| {
            let kept = self.battle().ruleset.rules().card(self.battle(), self.battle().decision()?.who).allowances;
            kept.into_iter()
                .find(|budget| Some(budget.currency.is) == flip.part.pays)
                .map(|budget| budget.currency.name)
        });
        let price = match of {
            Some(of) if is_amount && flip.taken => format!("{} {of}", offer.counted(choice, flip.part.key)),
            Some(of) if is_amount => format!("{} {of} each", part.price),
            Some(of) if part.price > 0 => format!("{} {of}", part.price),
            _ => String::new(),
        };
        let amounts = is_amount.then(|| {
            let rows = RowModel::all(offer, choice);
            rows.into_iter().find(|row| row.settles == Settles::Parameter(flip.part.key))
        });
        let other = flip.choice.as_ref().and_then(|choice| self.worth(choice));
        let changes = now.zip(other).map(|(now, other)| if flip.taken { (other, now) } else { (now, other) });
        PartModel {
            digit: None,
            key: flip.part.key,
            name: flip.part.label.into(),
            base: part.base,
            taken: flip.taken,
            tier,
            price,
            flip: flip.value,
            refusal: flip.refusal.clone(),
            amounts: amounts.flatten(),
            changes,
        }
    }

    /// The ruler of how much goes into the whole; `left` is what is kept.
    fn ruler(&self, offer: &Offer, choice: &Choice, left: i32) -> Option<RulerModel> {
        let built = offer.built(choice);
        if let Some(invested) = offer.parts.as_ref().and_then(|parts| parts.invested.as_ref()) {
            let (price, most) = built.bounds?;
            let amount = offer.value(choice, invested.key);
            let values = offer.parameters.iter().find(|parameter| parameter.key == invested.key)?;
            let open = values.values.iter().filter(|value| value.refusal.is_none()).map(|value| value.value);
            return Some(RulerModel {
                key: Some(invested.key),
                of: invested.of.name.into(),
                rule: Some(invested.rule),
                price,
                amount,
                at_hand: open.max().unwrap_or(0),
                most,
                tiers: invested.ladder.iter().map(|tier| (tier.name, tier.ceiling.into())).collect(),
                tier: built.tier.map_or("", |(tier, _)| tier.name),
            });
        }
        let paid = offer.put_in(choice, Spending::Points);
        let card = self.battle().ruleset.rules().card(self.battle(), self.battle().decision()?.who);
        let points = card.allowances.into_iter().find(|allowance| allowance.currency.is == Spending::Points)?;
        (paid > 0).then(|| RulerModel {
            key: None,
            of: points.currency.name.into(),
            rule: None,
            price: paid,
            amount: paid,
            at_hand: left + paid,
            most: left + paid,
            tiers: Vec::new(),
            tier: "",
        })
    }

    fn favourite(&self, offer: &Offer, now: &Choice, who: CombatantId, place: usize) -> Option<FavouriteModel> {
        let (name, choice) = self.kept_at(offer, who, place)?;
        let open = offer.misfit(&choice).is_none() && within(offer, &choice);
        let chosen = choice.parameters == now.parameters;
        Some(FavouriteModel {
            name,
            open,
            chosen,
            own: self.kept_by(offer, who).any(|favourite| favourite.place == place),
        })
    }

    /// The player's favourites of an offer for fighters of somebody's kind.
    fn kept_by<'a>(&'a self, offer: &'a Offer, who: CombatantId) -> impl Iterator<Item = &'a Favourite> {
        let battle = self.battle();
        let (ruleset, kind) = (battle.ruleset.name(), &battle.combatant(who).identity.kind);
        let is_it = move |favourite: &&Favourite| {
            favourite.ruleset == ruleset && *favourite.kind == **kind && favourite.verb == offer.verb
        };
        self.listed.bench.kept.iter().filter(is_it)
    }

    /// The favourite in a place: the player's own, otherwise the sheet's recipe.
    fn kept_at(&self, offer: &Offer, who: CombatantId, place: usize) -> Option<(String, Choice)> {
        if let Some(favourite) = self.kept_by(offer, who).find(|favourite| favourite.place == place) {
            let mut choice = Choice::of(offer);
            choice.parameters = parts_of(offer, favourite)?;
            return Some((
                favourite.name.clone(),
                Choice { on: None, also: Vec::new(), squares: Vec::new(), ..choice },
            ));
        }
        let battle = self.battle();
        battle.ruleset.rules().recipes(battle, who, offer).into_iter().nth(place)
    }

    /// Keeps the parts chosen now as a favourite, in the first free place or else the last, and begins to name it.
    pub(super) fn keep_favourite(&mut self, world: &mut World) {
        let Some((_, offer, choice)) = self.on_bench() else { return };
        let battle = self.battle();
        let Some(who) = battle.decision().map(|decision| decision.who) else { return };
        let is_same = |favourite: &Favourite| parts_of(offer, favourite).as_ref() == Some(&choice.parameters);
        if self.kept_by(offer, who).any(is_same) {
            return self.say("Already among the favourites", None);
        }
        let ready = battle.ruleset.rules().recipes(battle, who, offer).len();
        let is_free = |place: &usize| self.kept_by(offer, who).all(|favourite| favourite.place != *place);
        let place = (ready.min(FAVOURITES)..FAVOURITES).find(is_free).unwrap_or(FAVOURITES - 1);
        let name = parts_words(offer, choice);
        let favourite = Favourite {
            ruleset: battle.ruleset.name().into(),
            kind: battle.combatant(who).identity.kind.to_string(),
            verb: offer.verb.into(),
            place,
            name: name.clone(),
            parts: choice.parameters.iter().map(|(key, value)| ((*key).into(), *value)).collect(),
        };
        self.listed.bench.before = Some(Arc::clone(&self.listed.bench.kept));
        self.listed.bench.naming = Some((place, name));
        self.keep(favourite, world);
    }

    /// Cancels naming; a favourite just added is removed again.
    pub(super) fn cancel_naming(&mut self, world: &mut World) {
        let bench = &mut self.listed.bench;
        bench.naming = None;
        if let Some(before) = bench.before.take() {
            world.resource_mut::<Favourites>().put_back(Arc::clone(&before));
            bench.kept = before;
        }
    }

    fn keep(&mut self, favourite: Favourite, world: &mut World) {
        let mut favourites = world.resource_mut::<Favourites>();
        favourites.keep(favourite);
        self.listed.bench.kept = Arc::clone(favourites.all());
    }

    /// Begins to rename the favourite in a place.
    pub(super) fn name_favourite(&mut self, place: usize) {
        let Some((_, offer, _)) = self.on_bench() else { return };
        let Some(who) = self.battle().decision().map(|decision| decision.who) else { return };
        let name =
            self.kept_by(offer, who).find(|favourite| favourite.place == place).map(|favourite| favourite.name.clone());
        (self.listed.bench.naming, self.listed.bench.before) = (name.map(|name| (place, name)), None);
    }

    /// Updates the name being typed.
    pub(super) fn write_name(&mut self, name: String) {
        if let Some((_, known)) = &mut self.listed.bench.naming {
            *known = name;
        }
    }

    /// Ends naming; an empty name is replaced by the parts.
    pub(super) fn end_naming(&mut self, world: &mut World) {
        let Some((place, name)) = self.listed.bench.naming.take() else { return };
        let Some((_, offer, choice)) = self.on_bench() else { return };
        let Some(who) = self.battle().decision().map(|decision| decision.who) else { return };
        let parts = parts_words(offer, choice);
        let Some(favourite) = self.kept_by(offer, who).find(|favourite| favourite.place == place).cloned() else {
            return;
        };
        let name = if name.trim().is_empty() { parts } else { name.trim().to_owned() };
        self.keep(Favourite { name, ..favourite }, world);
    }

    /// Takes a favourite, aimed at the present target.
    pub(super) fn take_favourite(&mut self, place: usize) {
        let Some((index, offer, now)) = self.on_bench() else { return };
        let Some(who) = self.battle().decision().map(|decision| decision.who) else { return };
        let Some((_, kept)) = self.kept_at(offer, who, place) else { return };
        if offer.misfit(&kept).is_some() || !within(offer, &kept) {
            return;
        }
        let choice = Choice { item: now.item, ..kept };
        let choice = aimed_like(offer, choice, now.on.or_else(|| self.target()));
        self.settled.choices[index] = choice;
        self.open_by_hand(index);
    }

    /// Goes back from the parts to the rows.
    pub(super) fn leave_workbench(&mut self) {
        self.listed.bench.naming = None;
        if self.is_turn() && self.on_bench().is_some() {
            (self.settled.chosen, self.settled.by_hand) = (None, false);
            self.press.forget();
        }
    }

    /// Remembers the part touched last, and aims the choice if its parts now give it a target.
    pub(super) fn touch_part(&mut self, index: usize, key: &'static str) {
        self.listed.bench.at = Some(key);
        let target = self.target();
        let Some(offer) = self.settled.offers.0.get(index).filter(|offer| is_made_of_parts(offer)) else { return };
        let choice = &mut self.settled.choices[index];
        *choice = aimed_like(offer, choice.clone(), target);
    }
}

/// A favourite's parts as the offer knows them; `None` if the offer lacks one of them.
fn parts_of(offer: &Offer, kept: &Favourite) -> Option<Vec<(&'static str, i32)>> {
    let known = |(key, value): &(String, i32)| {
        let parameter = offer.parameters.iter().find(|parameter| parameter.key == key)?;
        Some((parameter.key, *value))
    };
    kept.parts.iter().map(known).collect()
}

/// Whether every value that a choice gives is on offer.
fn within(offer: &Offer, choice: &Choice) -> bool {
    choice.parameters.iter().all(|(key, value)| {
        let parameter = offer.parameters.iter().find(|parameter| parameter.key == *key);
        parameter.is_some_and(|parameter| {
            parameter.values.iter().any(|known| known.value == *value && known.refusal.is_none())
        })
    })
}
