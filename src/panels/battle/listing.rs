//! The rows the list shows: those that matter now, those against a target, or those of a group. Offers that differ only
//! in the thing used are one row; refused offers are grouped.

use super::model::{BattleModel, OfferModel, Prospect, Settles};
use crate::dice::Fraction;
use crate::rules::{Address, CombatantId, Group, ItemId, Refusal, Role};

/// The most rows that matter now.
const MOST: usize = 5;
/// The most enemies whose best blow is among them.
const MOST_BLOWS: usize = 3;
/// The rank from which a preparation is most likely what is wanted: loading an empty weapon.
pub const LIKELY: u8 = 7;

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRow {
    /// The offer that pressing it opens.
    pub index: usize,
    /// All offers it stands for: one, or several that differ only in the thing used.
    pub folded: Vec<usize>,
    /// The target that pressing it aims at.
    pub on: Option<CombatantId>,
    /// Its name.
    pub title: String,
    /// A few words beside it.
    pub second: String,
    /// Its odds.
    pub prospect: Option<Prospect>,
    /// The digit that chooses it in this list: in a group the digit of its address, otherwise its place.
    pub digit: Option<u8>,
    /// Why it can no longer be chosen, if it only keeps its place until the next choice.
    pub gone: Option<Refusal>,
}

/// What identifies a row after a choice, and the section it was in.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownRow {
    section: (&'static str, &'static str),
    address: Address,
    /// The offers it stood for, by name and thing: several rows can have one address.
    of: Vec<(String, Option<ItemId>)>,
    title: String,
    on: Option<CombatantId>,
}

impl KnownRow {
    /// Whether the row stood for this offer.
    fn stood_for(&self, offer: &OfferModel) -> bool {
        let is_it = |(title, item): &(String, Option<ItemId>)| (title, item) == (&offer.title, &offer.item);
        offer.address == self.address && self.of.iter().any(is_it)
    }
}

/// Several refused rows with the same reason.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedRows {
    /// The offers.
    pub offers: Vec<usize>,
    /// Why.
    pub refusal: Refusal,
}

/// Everything the list shows.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The rows by section, each with the section's name and a word about its order. A plain list is one nameless
    /// section.
    pub sections: Vec<(&'static str, &'static str, Vec<ListRow>)>,
    /// The refused rows.
    pub refused: Vec<RefusedRows>,
}

impl Listing {
    /// The listing of a turn.
    pub fn of(model: &BattleModel) -> Self {
        let pin = pin(model);
        let mut listing = match (model.list.open, pin) {
            (Some(group), pin) => group_listing(model, group, pin),
            (None, Some(pin)) => against(model, pin),
            (None, None) => now(model),
        };
        listing.number(model);
        listing
    }

    /// Gives rows their digits: in a group those of their addresses, which stay the same during a turn, otherwise those
    /// of their places.
    fn number(&mut self, model: &BattleModel) {
        // While the computer's advice is shown, the digits choose among it. And before the order of the rows is
        // settled, a digit could soon belong to another row.
        let is_unsettled = model.list.counting && !model.list.held;
        if model.list.open.is_none() && (model.advice.is_some() || is_unsettled) {
            return self.sections.iter_mut().flat_map(|(.., rows)| rows).for_each(|row| row.digit = None);
        }
        if model.list.open.is_none() {
            let rows = self.sections.iter_mut().flat_map(|(.., rows)| rows);
            rows.zip(1..).for_each(|(row, place)| row.digit = (place <= 9).then_some(place));
            return;
        }
        // Rows that can be chosen get their digits before those that cannot.
        let mut taken: Vec<u8> = Vec::new();
        for gone in [false, true] {
            for row in self.sections.iter_mut().flat_map(|(.., rows)| rows).filter(|row| row.gone.is_some() == gone) {
                row.digit = model.offers[row.index].address.digit.filter(|digit| !taken.contains(digit));
                taken.extend(row.digit);
            }
        }
    }

    /// The rows, to be recognised after a choice.
    pub fn known(&self, model: &BattleModel) -> Vec<KnownRow> {
        let of = |section: &(&'static str, &'static str, Vec<ListRow>)| {
            let (name, order) = (section.0, section.1);
            let row = |row: &ListRow| KnownRow {
                section: (name, order),
                address: model.offers[row.index].address,
                of: row.folded.iter().map(|at| (model.offers[*at].title.clone(), model.offers[*at].item)).collect(),
                title: row.title.clone(),
                on: row.on,
            };
            section.2.iter().map(row).collect::<Vec<_>>()
        };
        self.sections.iter().flat_map(of).collect()
    }

    /// Whether a row known from before can still be chosen.
    pub fn has(&self, model: &BattleModel, known: &KnownRow) -> bool {
        let mut rows = self.sections.iter().flat_map(|(.., rows)| rows);
        rows.any(|row| known.stood_for(&model.offers[row.index]) && row.on == known.on)
    }

    /// This listing with every row in the place it had before a choice. Rows that the choice has made impossible stay
    /// there with the reason, and are not listed as refused yet. New rows come last.
    pub fn keeping(mut self, model: &BattleModel, before: &[KnownRow]) -> Self {
        let mut sections: Vec<(&'static str, &'static str, Vec<ListRow>)> = Vec::new();
        let mut put = |(name, order): (&'static str, &'static str), row: ListRow| match sections
            .iter_mut()
            .find(|(known, ..)| *known == name)
        {
            Some((.., rows)) => rows.push(row),
            None => sections.push((name, order, vec![row])),
        };
        for known in before {
            let is_it = |row: &ListRow| known.stood_for(&model.offers[row.index]) && row.on == known.on;
            let open = self.sections.iter_mut().find_map(|(.., rows)| {
                let at = rows.iter().position(is_it)?;
                Some(rows.remove(at))
            });
            if let Some(row) = open.or_else(|| gone(model, known)) {
                put(known.section, row);
            }
        }
        for (name, order, rows) in self.sections {
            rows.into_iter().for_each(|row| put((name, order), row));
        }
        let kept: Vec<usize> = sections.iter().flat_map(|(.., rows)| rows).map(|row| row.index).collect();
        for rows in &mut self.refused {
            rows.offers.retain(|index| !kept.contains(index));
        }
        self.refused.retain(|rows| !rows.offers.is_empty());
        let mut kept = Self { sections, refused: self.refused };
        kept.number(model);
        kept
    }

    /// This listing with the rows that can still be chosen first; every row keeps its digit.
    #[must_use]
    pub fn open_first(mut self) -> Self {
        for (.., rows) in &mut self.sections {
            rows.sort_by_key(|row| row.gone.is_some());
        }
        self.sections.sort_by_key(|(.., rows)| rows.iter().all(|row| row.gone.is_some()));
        self
    }

    /// The row that a digit chooses.
    pub fn at_digit(&self, digit: u8) -> Option<&ListRow> {
        let mut rows = self.sections.iter().flat_map(|(.., rows)| rows);
        rows.find(|row| row.digit == Some(digit) && row.gone.is_none())
    }

    /// How many refused offers there are.
    pub fn refused_count(&self) -> usize {
        self.refused.iter().map(|rows| rows.offers.len()).sum()
    }
}

/// A known row whose offer is refused now; `None` if the offer no longer exists.
fn gone(model: &BattleModel, known: &KnownRow) -> Option<ListRow> {
    let found = model.offers.iter().enumerate().filter(|(_, offer)| known.stood_for(offer));
    let why = |offer: &OfferModel| {
        let on = known.on.and_then(|on| offer.refusal_on(on).cloned());
        on.or_else(|| why_not(offer))
    };
    let (index, refusal) = found.filter_map(|(index, offer)| Some((index, why(offer)?))).next()?;
    Some(ListRow {
        index,
        folded: vec![index],
        on: known.on,
        title: known.title.clone(),
        second: refusal.words.to_string(),
        prospect: None,
        digit: None,
        gone: Some(refusal),
    })
}

/// How many rows matter now, or can be chosen against the pinned target if there is one.
pub fn count_now(model: &BattleModel) -> usize {
    let listing = pin(model).map_or_else(|| now(model), |pin| against(model, pin));
    listing.sections.iter().map(|(.., rows)| rows.len()).sum()
}

/// How many rows of a group can be chosen now.
pub fn count(model: &BattleModel, group: Group) -> usize {
    let rows = in_group(model, group).filter(|(_, offer)| offer.is_open()).map(|(index, _)| index).collect();
    fold(model, rows, None).len()
}

/// The pinned target.
fn pin(model: &BattleModel) -> Option<CombatantId> {
    model.list.pin.as_ref().map(|pin| pin.who)
}

/// The target that an offer is aimed at as it is set now.
pub fn aimed_at(model: &BattleModel, index: usize) -> Option<CombatantId> {
    let offer = &model.offers[index];
    let target = offer.rows.iter().find(|row| row.settles == Settles::Target);
    let settled = target.and_then(|target| target.values.get(target.chosen)).map(|(who, ..)| CombatantId(*who as u16));
    settled.or_else(|| offer.aims.first().map(|(who, _)| *who))
}

/// The rows that a group lists now.
fn rows_of(model: &BattleModel, group: Group) -> Vec<ListRow> {
    group_listing(model, group, pin(model)).sections.into_iter().flat_map(|(.., rows)| rows).collect()
}

/// The offer that a digit chooses in the open group, against the pinned enemy if there is one: that of the first row
/// with the digit, or else a refused one.
pub fn at_digit(model: &BattleModel, group: Group, digit: u8) -> Option<usize> {
    let row = rows_of(model, group).into_iter().find(|row| model.offers[row.index].address.digit == Some(digit));
    let has = |(_, offer): &(usize, &OfferModel)| offer.address.digit == Some(digit);
    let refused = || in_group(model, group).filter(has).min_by_key(|(_, offer)| !offer.is_open());
    row.map(|row| row.index).or_else(|| refused().map(|(index, _)| index))
}

fn in_group(model: &BattleModel, group: Group) -> impl Iterator<Item = (usize, &OfferModel)> {
    model.offers.iter().enumerate().filter(move |(_, offer)| offer.address.group == group)
}

/// Rows of offers. Offers that differ only in the thing used, with the same cost and odds, become one row.
fn fold(model: &BattleModel, indices: Vec<usize>, on: Option<CombatantId>) -> Vec<ListRow> {
    let mut rows: Vec<ListRow> = Vec::new();
    for index in indices {
        let offer = &model.offers[index];
        let best = |offer: &OfferModel| offer.best(|on| fights(model, on)).cloned();
        let odds = |offer: &OfferModel| on.map_or_else(|| best(offer), |on| offer.prospect(Some(on)).cloned());
        let same = |row: &&mut ListRow| {
            let other = &model.offers[row.index];
            let alike = (other.address.group, other.fold, other.cost) == (offer.address.group, offer.fold, offer.cost);
            let chance = |offer: &OfferModel| odds(offer).map(|odds| (odds.chance, odds.mean));
            // Things of the same name in the same place do not differ at all.
            let is_twin = other.title == offer.title && is_one_of_several(&other.place, &offer.place);
            (offer.fold.is_some() || is_twin) && alike && chance(other) == chance(offer)
        };
        if let Some(row) = rows.iter_mut().find(same) {
            row.folded.push(index);
            if model.chosen == Some(index) {
                row.index = index;
            }
            continue;
        }
        let prospect = odds(offer);
        let second = match (&prospect, on) {
            (Some(best), None) if !is_at_fighters(model, offer) => format!("{}, out of the fight", best.name),
            (Some(best), None) if offer.aims.len() > 1 => best.name.clone(),
            _ => offer.about.clone(),
        };
        let second = if offer.place.is_empty() { second } else { offer.place.clone() };
        let title = offer.title.clone();
        rows.push(ListRow { index, folded: vec![index], on, title, second, prospect, digit: None, gone: None });
    }
    for row in rows.iter_mut().filter(|row| row.folded.len() > 1) {
        let offer = &model.offers[row.index];
        row.title = offer.fold.map_or_else(|| offer.title.clone(), |fold| fold.word.to_owned());
        let items = row.folded.iter().map(|index| model.offers[*index].item_name.as_str());
        let items: Vec<&str> = items.filter(|name| !name.is_empty()).collect();
        row.second = if offer.fold.is_some() { things(&items) } else { stem(&offer.place).to_owned() };
    }
    rows
}

/// Several things in a few words: "sword, shield"; things of the same name by place: "sword, main hand or off hand".
fn things(items: &[&str]) -> String {
    let apart: Option<Vec<(&str, &str)>> = items.iter().map(|item| item.split_once(", ")).collect();
    match apart.as_deref() {
        Some(all @ [(name, _), ..]) if all.iter().all(|(other, _)| other == name) => {
            let places: Vec<&str> = all.iter().map(|(_, place)| *place).collect();
            format!("{name}, {}", places.join(" or "))
        }
        _ => items.join(", "),
    }
}

/// The place shared by several things of the same name: "belt" for "belt, 1 of 2".
fn stem(place: &str) -> &str {
    place.rsplit_once(", ").map_or(place, |(stem, _)| stem)
}

/// Whether two places are the same one, differing only in the number of the thing there.
fn is_one_of_several(place: &str, other: &str) -> bool {
    place != other && place.contains(" of ") && stem(place) == stem(other)
}

fn refused(model: &BattleModel, all: impl Iterator<Item = (usize, Refusal)>) -> Vec<RefusedRows> {
    let mut rows: Vec<RefusedRows> = Vec::new();
    for (index, refusal) in all {
        let title = &model.offers[index].title;
        match rows.iter_mut().find(|row| row.refusal == refusal) {
            Some(row) if row.offers.iter().any(|known| model.offers[*known].title == *title) => {}
            Some(row) => row.offers.push(index),
            None => rows.push(RefusedRows { offers: vec![index], refusal }),
        }
    }
    rows
}

/// Why an offer cannot be chosen at all.
fn why_not(offer: &OfferModel) -> Option<Refusal> {
    let first = || offer.aims.iter().find_map(|(_, refusal)| refusal.clone());
    if offer.is_open() { None } else { offer.refusal.clone().or_else(first) }
}

fn group_listing(model: &BattleModel, group: Group, pin: Option<CombatantId>) -> Listing {
    let mut all: Vec<(usize, &OfferModel)> = in_group(model, group).collect();
    all.sort_by_key(|(index, offer)| {
        (!is_at_fighters(model, offer), offer.address.digit.is_none(), offer.address.digit, *index)
    });
    let aimed = |offer: &OfferModel| pin.filter(|pin| offer.aims.iter().any(|(who, _)| who == pin));
    let why = |offer: &OfferModel| match aimed(offer) {
        Some(pin) => offer.refusal_on(pin).cloned(),
        None => why_not(offer),
    };
    let open: Vec<usize> = all.iter().filter(|(_, offer)| why(offer).is_none()).map(|(index, _)| *index).collect();
    let mut rows = fold(model, open, pin);
    rows.iter_mut().filter(|row| aimed(&model.offers[row.index]).is_none()).for_each(|row| row.on = None);
    let closed = all.iter().filter_map(|(index, offer)| Some((*index, why(offer)?)));
    Listing { sections: vec![("", "", rows)], refused: refused(model, closed) }
}

/// The rows against a target: harmful ones first, by mean damage; then the others, by rank.
fn against(model: &BattleModel, pin: CombatantId) -> Listing {
    let aimed = || model.offers.iter().enumerate().filter(|(_, offer)| offer.aims.iter().any(|(who, _)| *who == pin));
    let open = |harm: bool| {
        let fits = move |(_, offer): &(usize, &OfferModel)| {
            offer.refusal_on(pin).is_none() && (offer.role == Role::Harm) == harm
        };
        aimed().filter(fits).map(|(index, _)| index).collect::<Vec<usize>>()
    };
    let mut harm = open(true);
    // Rows are not reordered with every number that comes in, but once, when all are known.
    let known = |index: &usize| model.offers[*index].ranking().iter().find(|prospect| prospect.on == Some(pin));
    let odds =
        |index: &usize| known(index).filter(|_| !model.list.counting).map(|prospect| (prospect.mean, prospect.chance));
    harm.sort_by_key(|index| std::cmp::Reverse((odds(index), model.offers[*index].rank)));
    let mut rest = open(false);
    rest.sort_by_key(|index| std::cmp::Reverse(model.offers[*index].rank));
    let closed = aimed().filter_map(|(index, offer)| Some((index, offer.refusal_on(pin)?.clone())));
    let sections = [("Harm", "most damage first", harm), ("Hinder, help", "", rest)];
    let mut sections = sections.map(|(name, order, indices)| (name, order, fold(model, indices, Some(pin))));
    laid(model).into_iter().for_each(|row| sections[0].2.insert(0, row));
    Listing {
        sections: sections.into_iter().filter(|(.., rows)| !rows.is_empty()).collect(),
        refused: refused(model, closed),
    }
}

/// The row for a way with a blow at its end laid on the board: whatever is chosen has a row.
fn laid(model: &BattleModel) -> Option<ListRow> {
    let (index, laid) = (model.chosen?, model.list.laid.as_ref()?);
    let (title, prospect) = (laid.words.clone(), laid.prospect.clone());
    let (folded, second) = (vec![index], String::new());
    Some(ListRow { index, folded, on: None, title, second, prospect, digit: None, gone: None })
}

/// The few rows that matter now: recoveries that somebody needs, a preparation that is most likely wanted, the best
/// blow at each enemy in reach, the best way to approach, the posture of the highest rank.
fn now(model: &BattleModel) -> Listing {
    let open = |fits: &dyn Fn(&OfferModel) -> bool| {
        let found = model.offers.iter().enumerate().filter(|(_, offer)| offer.is_open() && fits(offer));
        let mut found: Vec<usize> = found.map(|(index, _)| index).collect();
        found.sort_by_key(|index| std::cmp::Reverse(model.offers[*index].rank));
        found
    };
    let plain = |index: usize| fold(model, vec![index], None).swap_remove(0);
    let mut rows: Vec<ListRow> = Vec::new();
    rows.extend(open(&|offer| offer.role == Role::Recover && is_for_own(model, offer)).into_iter().map(plain));
    rows.extend(open(&|offer| offer.role == Role::Prepare && offer.rank >= LIKELY).into_iter().take(1).map(plain));
    rows.extend(blows(model));
    rows.extend(open(&|offer| offer.role == Role::Approach).into_iter().take(1).map(plain));
    rows.extend(open(&|offer| offer.role == Role::Protect).into_iter().take(1).map(plain));
    if rows.is_empty() || model.list.spent {
        rows.extend(open(&|offer| offer.cost.is_free() && offer.role != Role::End).into_iter().map(plain));
    }
    let mut known: Vec<(Vec<usize>, Option<CombatantId>)> = Vec::new();
    rows.retain(|row| {
        let new = !known.contains(&(row.folded.clone(), row.on));
        known.push((row.folded.clone(), row.on));
        new
    });
    rows.truncate(MOST);
    Listing { sections: vec![("", "", rows)], refused: Vec::new() }
}

/// Whether an offer can help somebody on one's own side, or needs no target.
fn is_for_own(model: &BattleModel, offer: &OfferModel) -> bool {
    let side = model.actor.as_ref().map(|actor| actor.look.side);
    let is_own = |who: CombatantId| model.top.order.iter().any(|chip| chip.who == who && Some(chip.look.side) == side);
    offer.aims.is_empty() || offer.aims.iter().any(|(who, refusal)| refusal.is_none() && is_own(*who))
}

/// Whether an attack gives away a thing better used otherwise: another attack with the same thing ranks above it.
fn gives_up(model: &BattleModel, offer: &OfferModel) -> bool {
    let is_rather =
        |other: &OfferModel| other.role == Role::Harm && other.item == offer.item && other.rank > offer.rank;
    offer.item.is_some() && model.offers.iter().any(is_rather)
}

/// The best blow at each enemy in reach, the most harmful first. A weapon one would rather strike with is thrown only
/// if that is more likely than not to hit.
fn blows(model: &BattleModel) -> Vec<ListRow> {
    if model.list.counting {
        return in_reach(model);
    }
    let harmful = |(_, offer): &(usize, &OfferModel)| offer.role == Role::Harm && offer.is_open();
    // The chosen one stays, however little is put into it.
    let is_chosen = |index, on| model.list.held && model.chosen == Some(index) && on == aimed_at(model, index);
    let worth = |(index, prospect): (usize, &Prospect)| (is_chosen(index, prospect.on), prospect.mean, prospect.chance);
    let mut best: Vec<(usize, Prospect)> = Vec::new();
    for (index, offer) in model.offers.iter().enumerate().filter(harmful) {
        let least = if gives_up(model, offer) { Fraction::new(1, 2) } else { Fraction::ZERO };
        for prospect in offer.ranking().iter().filter(|prospect| prospect.chance > least && fights(model, prospect.on))
        {
            match best.iter_mut().find(|(_, known)| known.on == prospect.on) {
                Some(known) if worth((index, prospect)) > worth((known.0, &known.1)) => {
                    *known = (index, prospect.clone());
                }
                Some(_) => {}
                None => best.push((index, prospect.clone())),
            }
        }
    }
    best.sort_by_key(|(index, prospect)| std::cmp::Reverse(worth((*index, prospect))));
    let row = |(index, prospect): (usize, Prospect)| ListRow {
        index,
        folded: vec![index],
        on: prospect.on,
        title: if prospect.words.is_empty() { model.offers[index].title.clone() } else { prospect.words.clone() },
        second: match (&*model.offers[index].place, prospect.on) {
            ("", None) if !prospect.name.is_empty() => format!("at {}", prospect.name),
            (place, _) => place.to_owned(),
        },
        prospect: model.offers[index].prospect(prospect.on).cloned(),
        digit: None,
        gone: None,
    };
    best.into_iter().take(MOST_BLOWS).map(row).collect()
}

/// Whether an attack can be aimed at somebody who still fights; true of any other offer.
fn is_at_fighters(model: &BattleModel, offer: &OfferModel) -> bool {
    let mut open = offer.aims.iter().filter(|(_, refusal)| refusal.is_none());
    !matches!(offer.role, Role::Harm | Role::Hinder)
        || !offer.is_open()
        || offer.aims.is_empty()
        || open.any(|(who, _)| fights(model, Some(*who)))
}

/// Whether somebody still fights: fighters who are out have left the order of turns and are struck only if pointed at.
fn fights(model: &BattleModel, on: Option<CombatantId>) -> bool {
    on.is_none_or(|on| model.top.order.iter().any(|chip| chip.who == on))
}

/// A blow at each enemy in reach, nearest first, while the best ones are being worked out: these rows keep the places
/// of the rows below them from changing.
fn in_reach(model: &BattleModel) -> Vec<ListRow> {
    let harmful = |(_, offer): &(usize, &OfferModel)| offer.role == Role::Harm && offer.is_open();
    let mut offers: Vec<(usize, &OfferModel)> = model.offers.iter().enumerate().filter(harmful).collect();
    offers.retain(|(_, offer)| !gives_up(model, offer));
    offers.sort_by_key(|(_, offer)| std::cmp::Reverse(offer.rank));
    let mut rows: Vec<ListRow> = Vec::new();
    for (index, offer) in offers {
        for (who, _) in offer.aims.iter().filter(|(_, refusal)| refusal.is_none()) {
            if rows.iter().any(|row| row.on == Some(*who)) || !fights(model, Some(*who)) {
                continue;
            }
            let target = offer.rows.iter().find(|row| row.settles == Settles::Target);
            let value = target.and_then(|target| target.values.iter().find(|(value, ..)| *value == i32::from(who.0)));
            let second = value.map_or_else(String::new, |(_, name, _)| name.clone());
            let (folded, on, title) = (vec![index], Some(*who), offer.title.clone());
            rows.push(ListRow { index, folded, on, title, second, prospect: None, digit: None, gone: None });
        }
    }
    rows.truncate(MOST_BLOWS);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_one_name_are_told_by_their_places() {
        assert_eq!(things(&["sword, main hand", "sword, off hand"]), "sword, main hand or off hand");
        assert_eq!(things(&["sword", "shield"]), "sword, shield");
        assert_eq!(things(&["sword, main hand", "knife, belt"]), "sword, main hand, knife, belt");
    }
}
