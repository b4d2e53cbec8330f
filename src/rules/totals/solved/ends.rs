//! The ends of a solved attack, each played out by the functions that stepping uses.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    super::{
        conditions::pay,
        contact, damage, defence, guard, life,
        step::{Blow, Contact, Guard, Manner, Toll},
        stored, strike,
    },
    Come, LARGEST, Strike, Way,
    harm::{self, Harm},
};
use crate::{
    dice::Digits,
    rules::{SolvedStep, StepContext},
};

/// A way with its end.
struct End<'a> {
    way: Way,
    /// What the contact does, if there is one.
    met: Option<Met<'a>>,
    weight: u128,
}

/// What a contact does.
struct Met<'a> {
    harm: &'a Harm,
    toll: Toll,
    /// Whether the target is charmed, TOT-ENG-04.
    charms: bool,
}

/// The ends of `ways`, with contacts of the same result merged. `whole` is a multiple of each harm's total; `fells`
/// says whether a toll costs the target all its AP.
fn ends<'a>(
    ways: &[(Way, u128)],
    harms: &'a [((Contact, u8), Harm)],
    whole: u128,
    fells: impl Fn(Toll) -> bool,
) -> Vec<End<'a>> {
    // About half of all contacts have the same result as another.
    let contacts = ways.iter().filter(|(way, _)| way.contact().is_some()).count();
    let room = ways.len() + contacts * harms.iter().map(|(_, harm)| harm.ends.len()).max().unwrap_or(0) / 2;
    let mut ends: Vec<End<'a>> = Vec::with_capacity(room);
    let mut places: FxHashMap<(Way, Toll, bool), usize> = FxHashMap::with_capacity_and_hasher(room, FxBuildHasher);
    for (way, weight) in ways {
        let harm = way.contact().and_then(|met| harms.iter().find(|(known, _)| *known == met));
        let Some((_, harm)) = harm else {
            ends.push(End { way: *way, met: None, weight: weight * whole });
            continue;
        };
        let times = weight * (whole / harm.total);
        for (toll, charms, ways) in &harm.ends {
            let (toll, charms, weight) = (*toll, *charms, times * ways);
            let place = *places.entry((way.met(fells(toll)), toll, charms)).or_insert(ends.len());
            match ends.get_mut(place) {
                Some(end) => end.weight += weight,
                None => ends.push(End { way: *way, met: Some(Met { harm, toll, charms }), weight }),
            }
        }
    }
    ends
}

impl Way {
    /// The contact that it leads to, with the AP that mitigate.
    const fn contact(self) -> Option<(Contact, u8)> {
        match self.come {
            Come::Hit { spent, .. } => Some((Contact::Struck, spent)),
            Come::Glanced => Some((Contact::Blocked, 0)),
            Come::Returned => Some((Contact::Returned, 0)),
            Come::Fumbled(_) | Come::Seized(..) | Come::Missed | Come::Evaded => None,
        }
    }

    /// Keeps only what still matters once damage is known: drops the AP that mitigated, and the AP paid if all AP are
    /// lost anyway.
    const fn met(self, fells: bool) -> Self {
        match self.come {
            Come::Hit { critical, price, .. } => {
                let paid = if fells || price.is_some() { 0 } else { self.paid };
                Self { paid, come: Come::Hit { critical, spent: 0, price } }
            }
            _ => self,
        }
    }
}

impl Strike<'_> {
    /// The outcome of every way, with its damage.
    pub(super) fn settle(&self, ways: &[(Way, u128)], total: u128) -> Option<SolvedStep> {
        let mut harms: Vec<((Contact, u8), Harm)> = Vec::new();
        // A hit that wins a hold is not resolved as a contact here, TOT-COMP-06.
        let holds = |met: &(Contact, u8)| self.blow.manner == Manner::Wrestle && met.0 != Contact::Blocked;
        for met in ways.iter().filter_map(|(way, _)| way.contact()).filter(|met| !holds(met)) {
            if harms.iter().all(|(known, _)| *known != met) {
                let (contact, spent) = met;
                harms.push((met, harm::of(self.battle, &Blow { spent, ..*self.blow }, contact)?));
            }
        }
        let whole = harms.iter().map(|(_, harm)| harm.total).max().unwrap_or(1);
        let total = total.checked_mul(whole).filter(|total| *total < LARGEST)?;
        if harms.iter().any(|(_, harm)| !whole.is_multiple_of(harm.total)) {
            return None;
        }
        let fells = |toll: Toll| {
            let loss = i32::from(toll.loss) + i32::from(toll.harm);
            toll.contact != Contact::Returned && life::fells(self.battle, self.blow.on, loss)
        };
        let ends = ends(ways, &harms, whole, fells);
        let mut solved = SolvedStep::new(total, 0).with_room(ends.len());
        for End { way, met, weight } in ends {
            solved.add(weight, |context| {
                pay(self.battle, self.blow.on, way.paid, context);
                match met {
                    Some(met) => self.meet(way.come, &met, context),
                    None => self.fail(way.come, context),
                }
            });
        }
        Some(solved)
    }

    /// Plays out an attack that comes into contact.
    fn meet(&self, come: Come, met: &Met<'_>, context: &mut StepContext<'_>) {
        let Self { battle, blow } = *self;
        let Met { harm, toll, charms } = *met;
        let decided = Blow { spell: harm.spell, ..blow.decided() };
        let (blow, price) = match come {
            Come::Hit { critical, spent, price } => (Blow { critical, spent, ..decided }, price),
            _ => (Blow { fumbled: come == Come::Returned, ..decided }, None),
        };
        if come == Come::Returned {
            damage::averted(&blow, context);
        }
        if let Some(item) = blow.item.filter(|_| harm.is_released) {
            stored::empty(battle, item, context);
        }
        contact::inflict_losses(battle, &blow, toll, charms, context);
        self.charge_fumble(price, context);
    }

    /// Plays out an attack without contact, or one that wins a hold.
    fn fail(&self, come: Come, context: &mut StepContext<'_>) {
        let Self { battle, blow } = *self;
        match come {
            Come::Fumbled(need) => strike::answered(battle, blow.struck(need.into(), Digits::ZeroOne), context),
            Come::Seized(guard, digits) => {
                defence::resolve_fumbled(battle, &blow.struck(0, Digits::ZeroOne), (guard, digits), context);
            }
            Come::Returned => contact::come_back(&blow.struck(0, Digits::ZeroOne), context),
            Come::Missed => {
                let low = Blow { critical: false, dodged: None, need: -1, ..*blow };
                defence::resolve_unblocked(battle, &low, context);
            }
            Come::Evaded => defence::end_evaded(battle, blow, context),
            Come::Glanced => {}
            Come::Hit { critical, spent, price } => {
                damage::hit(battle, Blow { critical, spent, ..*blow }, context);
                self.charge_fumble(price, context);
            }
        }
    }

    /// Charges the price of a fumbled defence roll.
    fn charge_fumble(&self, price: Option<Guard>, context: &mut StepContext<'_>) {
        let Self { battle, blow } = *self;
        if let Some(guard) = price {
            contact::charge_fumble(battle, blow.on, guard::price(battle, blow.on, guard), context);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of ways that each take 1 or 9 Vitality, where 9 fell the target: way, loss and weight.
    fn ends_of(ways: &[Way]) -> Vec<(Way, i16, u128)> {
        let ends = |spent: u8| {
            let toll = |loss: i16| Toll { loss, ..Toll::new(Contact::Struck) };
            // Mitigation makes the greater loss rarer.
            vec![(toll(1), false, 2 + u128::from(spent)), (toll(9), false, 2 - u128::from(spent))]
        };
        let harm = |spent: u8| Harm { spell: None, is_released: false, ends: ends(spent), total: 4 };
        let harms = [0, 1].map(|spent| ((Contact::Struck, spent), harm(spent)));
        let ways: Vec<(Way, u128)> = ways.iter().map(|way| (*way, 1)).collect();
        let all = super::ends(&ways, &harms, 4, |toll| toll.loss >= 9);
        all.iter().map(|end| (end.way, end.met.as_ref().map_or(0, |met| met.toll.loss), end.weight)).collect()
    }

    const fn hit(paid: u8, spent: u8, price: Option<Guard>) -> Way {
        Way { paid, come: Come::Hit { critical: false, spent, price } }
    }

    #[test]
    fn who_falls_has_paid_the_same_whatever_it_was() {
        let [light, heavy] = [hit(1, 0, None), hit(2, 0, None)];
        assert_eq!(ends_of(&[light, heavy]), [(light, 1, 2), (light, 9, 4), (heavy, 1, 2)]);
    }

    #[test]
    fn a_fumble_takes_all_that_was_not_paid() {
        let [light, heavy] = [hit(1, 0, Some(Guard::Block)), hit(2, 0, Some(Guard::Block))];
        assert_eq!(ends_of(&[light, heavy]), [(light, 1, 4), (light, 9, 4)]);
        let evaded = hit(1, 0, Some(Guard::Evasion));
        assert_eq!(ends_of(&[light, evaded]).len(), 4);
    }

    #[test]
    fn how_damage_was_mitigated_is_forgotten() {
        let [bare, spent] = [hit(1, 0, None), hit(1, 1, None)];
        assert_eq!(ends_of(&[bare, spent]), [(bare, 1, 5), (bare, 9, 3)]);
    }

    #[test]
    fn what_misses_is_an_end_of_its_own() {
        let [missed, evaded] = [Come::Missed, Come::Evaded].map(|come| Way { paid: 1, come });
        assert_eq!(ends_of(&[missed, evaded]), [(missed, 0, 4), (evaded, 0, 4)]);
    }
}
