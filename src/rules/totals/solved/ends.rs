//! The ends of an attack, made by the rules of each.

use super::{
    super::{
        attack,
        conditions::pay,
        damage, defence,
        magic::{contact, stored},
        step::{Blow, Contact, Toll},
    },
    LARGEST, Strike, Way,
    harm::{self, Harm},
};
use crate::{
    dice::Digits,
    rules::{StepContext, exchange::SolvedStep},
};

impl Way {
    /// The contact that it leads to, with the AP that mitigate.
    const fn contact(self) -> Option<(Contact, u8)> {
        match self {
            Self::Hit { spent, .. } => Some((Contact::Struck, spent)),
            Self::Glanced(_) => Some((Contact::Blocked, 0)),
            Self::Returned(_) => Some((Contact::Returned, 0)),
            Self::Fumbled(_) | Self::Seized(..) | Self::Missed(_) | Self::Evaded(_) => None,
        }
    }

    /// AP that the defender has paid.
    const fn paid(self) -> u8 {
        match self {
            Self::Fumbled(_) => 0,
            Self::Seized(paid, ..)
            | Self::Returned(paid)
            | Self::Missed(paid)
            | Self::Evaded(paid)
            | Self::Glanced(paid)
            | Self::Hit { paid, .. } => paid,
        }
    }
}

impl Strike<'_> {
    /// The outcome of every way, with its damage.
    pub(super) fn settle(&self, ways: &[(Way, u128)], total: u128) -> Option<SolvedStep> {
        let mut harms: Vec<((Contact, u8), Harm)> = Vec::new();
        for met in ways.iter().filter_map(|(way, _)| way.contact()) {
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
        let mut solved = SolvedStep::new(total, 0);
        for (way, weight) in ways {
            let harm = way.contact().and_then(|met| harms.iter().find(|(known, _)| *known == met));
            let Some((_, harm)) = harm else {
                solved.add(weight * whole, |context| self.fail(*way, context));
                continue;
            };
            for (toll, charms, ways) in &harm.ends {
                solved.add(weight * ways * (whole / harm.total), |context| {
                    self.meet(*way, harm, (*toll, *charms), context);
                });
            }
        }
        Some(solved)
    }

    /// What comes of an attack that comes into contact.
    fn meet(&self, way: Way, harm: &Harm, (toll, charms): (Toll, bool), context: &mut StepContext<'_>) {
        let Self { battle, blow } = *self;
        let decided = Blow { spell: harm.spell, ..blow.decided() };
        pay(battle, blow.on, way.paid(), context);
        let (blow, price) = match way {
            Way::Hit { critical, spent, price, .. } => (Blow { critical, spent, ..decided }, price),
            Way::Returned(_) => (Blow { fumbled: true, ..decided }, None),
            _ => (decided, None),
        };
        if toll.contact == Contact::Returned {
            damage::averted(&blow, context);
        }
        if let Some(item) = blow.item.filter(|_| harm.is_released) {
            stored::empty(battle, item, context);
        }
        contact::settle(battle, &blow, toll, charms, context);
        if let Some(guard) = price {
            defence::charge(battle, blow.on, defence::price(battle, blow.on, guard), context);
        }
    }

    /// What comes of an attack that does not.
    fn fail(&self, way: Way, context: &mut StepContext<'_>) {
        let Self { battle, blow } = *self;
        pay(battle, blow.on, way.paid(), context);
        match way {
            Way::Fumbled(need) => attack::answered(battle, blow.struck(need.into(), Digits::ZeroOne), context),
            Way::Seized(_, guard, digits) => {
                defence::missed(battle, &blow.struck(0, Digits::ZeroOne), (guard, digits), context);
            }
            Way::Missed(_) => {
                let low = Blow { critical: false, dodged: None, need: -1, ..*blow };
                defence::unblocked(battle, &low, context);
            }
            Way::Evaded(_) => defence::evaded(battle, blow, context),
            Way::Returned(_) | Way::Glanced(_) | Way::Hit { .. } => {}
        }
    }
}
