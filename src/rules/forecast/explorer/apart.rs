//! Forecasts what follows an exchange separately from it, if most of its ends make no difference to that.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{EFFECT_BYTES, Explorer, Fan, LEAF_BYTES, Policy, STATE_BYTES, State};
use crate::{
    dice::WHOLE,
    rules::{
        forecast::{
            Forecast, ForecastBudget,
            endings::{Endings, Product},
            explorer::Made,
            memory::Beside,
            undo,
            walk::Walk,
        },
        ids::CombatantSet,
        state::{AgendaItem, Effect},
    },
};

/// The fewest ends that make the attempt worthwhile.
const LEAST: usize = 8;

/// Ends of an exchange that are all the same to what follows.
struct Group<'f> {
    /// What follows, as the number of an agenda.
    agenda: u32,
    /// The changes by an end that may matter to it.
    bearing: SmallVec<[&'f Effect; 4]>,
    /// All changes by one of these ends.
    effects: &'f [Effect],
}

impl Explorer<'_> {
    /// The forecast of everything that follows the first throws, if their ends fall into few groups that are alike in
    /// all that the rest can depend on.
    pub(super) fn multiply(&mut self, state: State, fan: &Fan) -> Option<Forecast> {
        let is_first = self.open.is_empty() && self.key.is_none() && fan.lost == 0;
        let may = !self.stepwise && matches!(self.policy, Policy::DefaultAnswers);
        if !is_first || !may || fan.ways.len() < LEAST {
            return None;
        }
        let (groups, numbers) = self.groups(state, fan)?;
        let before = (self.states, self.bytes);
        let tails = self.tails(&groups);
        let product = self.product(fan, &tails, &numbers).filter(|_| !self.is_spent());
        if product.is_none() {
            (self.states, self.bytes) = before;
        }
        let missing = fan.ways.iter().zip(&numbers).map(|(way, tail)| {
            let missing = tail.map_or(0, |tail| tails[tail].missing);
            way.share.of_chance(missing)
        });
        let missing = missing.fold(fan.missing[0] + fan.missing[1], u64::saturating_add).min(WHOLE);
        product.map(|odds| Forecast { odds, missing })
    }

    /// The groups, and for each way the number of its group, or `None` if it ends there. Returns `None` if forecasting
    /// them separately is not worthwhile.
    fn groups<'f>(&self, state: State, fan: &'f Fan) -> Option<(Vec<Group<'f>>, Vec<Option<usize>>)> {
        let mut unread: Option<(u32, CombatantSet)> = None;
        let (mut groups, mut numbers): (Vec<Group<'f>>, Vec<_>) = (Vec::new(), Vec::with_capacity(fan.ways.len()));
        for way in &fan.ways {
            let agenda = way.to.agenda;
            if agenda == 0 {
                numbers.push(None);
                continue;
            }
            let aside = match unread {
                Some((known, aside)) if known == agenda => aside,
                _ => self.unread(agenda),
            };
            unread = Some((agenda, aside));
            if way.to == state || aside.is_empty() {
                return None;
            }
            let bears = |effect: &&Effect| !matches!(effect, Effect::Vital(who, ..) if aside.contains(*who));
            let bearing: SmallVec<[&Effect; 4]> = way.effects.iter().filter(bears).collect();
            let place = groups.iter().position(|group| group.agenda == agenda && group.bearing == bearing);
            numbers.push(Some(place.unwrap_or(groups.len())));
            if place.is_none() {
                groups.push(Group { agenda, bearing, effects: &way.effects });
            }
            if groups.len() > fan.ways.len() / 3 {
                return None;
            }
        }
        (!groups.is_empty()).then_some((groups, numbers))
    }

    /// The combatants whose vitals make no difference to anything on an agenda.
    fn unread(&self, mut agenda: u32) -> CombatantSet {
        let mut all: Option<CombatantSet> = None;
        while let Some((top, below)) = self.agendas.values[agenda as usize].as_ref() {
            let AgendaItem::Step(step) = top else { return CombatantSet::default() };
            let unread = self.rules.unread_vitals(&self.battle, step);
            all = Some(all.map_or(unread, |all| all.except(all.except(unread))));
            if unread.is_empty() {
                break;
            }
            agenda = *below;
        }
        all.unwrap_or_default()
    }

    /// What follows each group.
    fn tails(&mut self, groups: &[Group<'_>]) -> Vec<Arc<Forecast>> {
        let beside = Beside::default();
        // All get the same budget, so that equal situations are forecast only once.
        let budget = ForecastBudget {
            states: self.budget.states.saturating_sub(self.states),
            bytes: self.budget.bytes.saturating_sub(self.bytes),
            remembers: false,
            ..self.budget
        };
        let mut tails = Vec::with_capacity(groups.len());
        for group in groups {
            let length = self.before.len();
            self.write(group.effects);
            let walk = Walk::new(&self.battle, self.entries(group.agenda), budget).beside(&beside);
            let Made { forecast, states, bytes } = walk.run();
            undo::take_back(&mut self.battle, &mut self.before, length);
            self.states = self.states.saturating_add(states);
            self.bytes = self.bytes.saturating_add(bytes);
            tails.push(forecast);
        }
        tails
    }

    /// The entries of an agenda, the first one first.
    fn entries(&self, mut agenda: u32) -> Vec<AgendaItem> {
        let mut entries = Vec::new();
        while let Some((top, below)) = self.agendas.values[agenda as usize].as_ref() {
            entries.push(top.clone());
            agenda = *below;
        }
        entries
    }

    /// All ends with what follows them. They count towards the budget as if they were multiplied out.
    fn product(&mut self, fan: &Fan, tails: &[Arc<Forecast>], numbers: &[Option<usize>]) -> Option<Endings> {
        let mut traces: Vec<u32> = fan.ways.iter().map(|way| way.to.trace).collect();
        traces.sort_unstable();
        let distinct = traces.windows(2).all(|pair| pair[0] != pair[1]);
        let mut fronts = Vec::with_capacity(fan.ways.len());
        for (way, tail) in fan.ways.iter().zip(numbers) {
            let ending = self.traces.values[way.to.trace as usize].clone();
            let ends = tail.map_or(1, |tail| tails[tail].odds.at_most()) as u64;
            let changes = 2 * (ending.results.len() + ending.effects.len()) as u64;
            self.bytes = self.bytes.saturating_add(ends * (STATE_BYTES + LEAF_BYTES + EFFECT_BYTES * changes));
            fronts.push((ending, way.share, *tail));
        }
        Product::new(fronts, tails.to_vec(), distinct).map(Endings::from)
    }
}
