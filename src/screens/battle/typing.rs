//! Choices typed in the text form of trials and recordings: completed from the offers, and chosen like a row of the
//! list, so that no roll happens without having been shown.

use super::{BattleScreen, listing::is_turn};
use crate::{
    geometry::Square,
    panels::battle::typed::TypedModel,
    rules::{Choice, Offer, Target, Wording},
};

/// How many choices are suggested at once.
const SUGGESTED: usize = 7;

impl BattleScreen {
    /// The line typed and its completions.
    pub(super) fn typed_model(&self) -> Option<TypedModel> {
        let text = self.listed.typed.clone()?;
        let found = self.found(&text);
        let fault = found.is_empty().then(|| self.parsed(&text).err()).flatten();
        let asked = self.battle().decision().filter(|decision| !is_turn(self.battle(), decision));
        let title = |decision| self.battle().ruleset.rules().question(self.battle(), decision).title;
        Some(TypedModel { asked: asked.map(title).unwrap_or_default(), text, found, fault })
    }

    /// Opens the line in which a choice is typed.
    pub(super) fn begin_typing(&mut self) {
        if self.is_asked() {
            self.listed.typed = Some(String::new());
        }
    }

    /// Chooses a completion, or the typed text itself; the next press does it, as with a row.
    pub(super) fn take_typed(&mut self, place: usize) {
        let Some(text) = self.listed.typed.clone() else { return };
        // The completion at that index is taken; text without one may still be a choice, for example with several
        // targets.
        let found = self.found(&text).into_iter().nth(place).map(|(text, _)| text);
        let Ok(choice) = self.parsed(&found.unwrap_or(text)) else { return };
        self.listed.typed = None;
        let same = |offer: &Offer| (offer.verb, offer.item) == (choice.verb, choice.item);
        let Some(index) = self.settled.offers.0.iter().position(|offer| same(offer) && offer.is_open()) else { return };
        if self.is_turn() {
            self.put_away();
        }
        if let Some(on) = choice.on {
            self.take_aim(on);
        }
        let place = choice.squares.last().copied();
        let offer = &self.settled.offers.0[index];
        let leads = matches!(offer.built(&choice).target, Target::Way(_) | Target::Square(_));
        self.settled.choices[index] = if leads { Choice { squares: Vec::new(), ..choice } } else { choice };
        self.open_by_hand(index);
        match place.filter(|_| leads) {
            Some(square) => self.cursor_to(square),
            None => self.still_pointed = false,
        }
    }

    fn parsed(&self, text: &str) -> Result<Choice, String> {
        Choice::parse(text, self.battle(), &self.settled.offers).map_err(|error| error.to_string())
    }

    /// The completions of a text, each in text form and in words.
    fn found(&self, text: &str) -> Vec<(String, String)> {
        let text = text.to_lowercase();
        let (settled, words): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| word.contains('='));
        let square = words.iter().find_map(|word| word.parse::<Square>().ok());
        let fits = |form: &str| {
            let mut parts = form.split(' ');
            words.iter().all(|word| parts.any(|part| part.starts_with(word)))
        };
        let forms = self.settled.offers.0.iter().zip(&self.settled.choices).zip(&self.settled.wordings);
        let forms = forms.filter(|((offer, _), _)| offer.is_open()).flat_map(|((offer, choice), wording)| {
            let all = self.forms(offer, choice, square);
            all.into_iter().map(move |(form, choice)| (offer, wording, form, choice))
        });
        // Typed values replace settled ones.
        let typed: Vec<&str> = settled.iter().filter_map(|word| Some(word.split_once('=')?.0)).collect();
        let is_kept = |word: &&str| word.split_once('=').is_none_or(|(key, _)| !typed.contains(&key));
        let said = |(offer, wording, form, choice): (&Offer, &Wording, String, Choice)| {
            let form: Vec<&str> = form.split(' ').filter(is_kept).chain(settled.iter().copied()).collect();
            let form = form.join(" ");
            let choice = if typed.is_empty() { choice } else { self.parsed(&form).unwrap_or(choice) };
            (form, self.sentence(offer, &choice, &wording.title))
        };
        forms.filter(|(.., form, _)| fits(form)).take(SUGGESTED).map(said).collect()
    }

    /// An offer in its text form, against every possible target, or at a square.
    fn forms(&self, offer: &Offer, settled: &Choice, square: Option<Square>) -> Vec<(String, Choice)> {
        let (battle, offers) = (self.battle(), &self.settled.offers);
        let plain = Choice { on: None, also: Vec::new(), squares: Vec::new(), ..settled.clone() };
        let written = |choice: Choice| (choice.text(battle, offers), choice);
        match offer.built(&plain).target {
            Target::Nothing => vec![written(plain)],
            Target::Combatant(list) => {
                let open = list.iter().filter(|candidate| candidate.refusal.is_none());
                open.map(|candidate| written(plain.clone().on(candidate.who))).collect()
            }
            Target::Way(_) | Target::Square(_) => {
                vec![written(square.map_or(plain.clone(), |square| plain.to(vec![square])))]
            }
        }
    }
}
