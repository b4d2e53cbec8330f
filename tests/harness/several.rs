//! Several attacks made with one action: later attacks are forecast apart from the first where that makes no
//! difference.

use proving_ground::{
    dice::{Odds, Rolled},
    geometry::{Square, chebyshev},
    rules::{
        AgendaItem, AttackAhead, Battle, Choice, Combatant, CombatantRow, Effect, OutcomeState, Policy, RulesetId,
        Target, attack_ahead, forecast, forecast_stepwise, play,
    },
};
use rayon::prelude::*;

use crate::{
    boards,
    seat::{Seat, rules},
    situations::ends,
};

/// How many battles are searched for attacks made together.
const SEARCHED: u64 = 240;

/// After this many choices a battle is given up.
const CHOICES: usize = 120;

/// The most ends whose odds are worked out throw by throw.
const MOST_ENDS: usize = 20_000;

/// How often the vitals of others are changed.
const CHANGES: usize = 6;

/// Moves everybody who walks alone to free squares near the first, in random order.
fn gather(battle: &mut Battle, seat: &mut Seat) {
    let (middle, mut all) = (battle.rows()[0].placement.anchor(), Vec::new());
    let alone = |fighter: &Combatant<'_>| {
        battle.bodies_at(fighter.placement.anchor()).count() == 1 && fighter.placement.0.side == 1
    };
    all.extend(battle.combatants().filter(alone).map(|fighter| fighter.id));
    let near = |square: &Square| chebyshev(i32::from(square.x - middle.x), i32::from(square.y - middle.y));
    let mut squares: Vec<Square> = battle.scene.field.squares().collect();
    squares.sort_by_key(|square| (near(square), *square));
    for square in squares {
        let free = battle.scene.field.cell(square).is_some_and(|cell| cell.feature.is_none());
        if all.is_empty() {
            break;
        }
        if free && battle.bodies_at(square).next().is_none() {
            let who = all.swap_remove(seat.below(all.len()));
            battle.combatant_mut(who).placement = battle.combatant(who).placement.at(square);
        }
    }
}

/// The last attacks declared together in a battle played at random for a while.
fn declared(ruleset: RulesetId, seed: u64) -> Vec<AttackAhead> {
    let mut seat = Seat::new(seed);
    let mut battle = boards::battle_of(ruleset, seed, &mut seat);
    gather(&mut battle, &mut seat);
    let (mut dice, mut found) = (Rolled::new(seed), Vec::new());
    play::begin(&mut battle, &mut dice, &mut Vec::new());
    for _ in 0..CHOICES {
        let Some(decision) = battle.decision().cloned() else { break };
        let offers = rules(&battle).offers(&battle, &decision);
        let open = || offers.0.iter().filter(|offer| offer.is_open());
        for offer in open().filter(|offer| offer.target == Target::Nothing) {
            let ahead = attack_ahead(&battle, &decision, &Choice::of(offer));
            found.extend(ahead.filter(|ahead| ahead.is_next && ahead.attacks > 1));
        }
        let several = open().find(|offer| offer.spread.is_some()).filter(|_| !seat.once_in(4));
        let offer = several.unwrap_or_else(|| seat.offer(&offers));
        let choice = seat.complete(&battle, &decision, offer);
        play::submit(&mut battle, &offers, &choice, &mut dice, &mut Vec::new()).expect("it is on offer");
    }
    found
}

/// The agenda of attacks made together, the first one first, without the steps that ask for the rest of the turn.
fn agenda(ahead: &AttackAhead) -> Vec<AgendaItem> {
    let asks = |item: &AgendaItem| matches!(item, AgendaItem::Step(step) if rules(&ahead.battle).asks_for_more(step));
    ahead.battle.agenda.iter().rev().take_while(|item| !asks(item)).cloned().collect()
}

/// Whether they are on different targets.
fn is_spread(ahead: &AttackAhead) -> bool {
    agenda(ahead).iter().any(|item| {
        let AgendaItem::Step(step) = item else { return false };
        rules(&ahead.battle).attack_of(step).is_some_and(|attack| attack.on != ahead.attack.on)
    })
}

/// Compares the forecast of attacks made together with one that goes through them throw by throw. Returns whether they
/// were forecast apart.
fn step_through(ahead: &AttackAhead) -> Option<bool> {
    let found = forecast(&ahead.battle, agenda(ahead), Policy::DefaultAnswers);
    (found.is_exact() && found.odds.at_most() <= MOST_ENDS).then_some(())?;
    let stepped = forecast_stepwise(&ahead.battle, agenda(ahead), Policy::DefaultAnswers);
    // The mean without a list of the ends, and with one.
    let hurts =
        |ending: &OutcomeState| ending.results.iter().map(|result| u32::from(result.damage.unsigned_abs())).sum();
    let [mean, listed] = [found.odds.mean(hurts), Odds::mean(&found.odds, hurts)];
    assert_eq!(mean, listed, "{:?}", ahead.step);
    // Either may be rounded.
    let is_rounded = found.missing > 0 || stepped.missing > 0;
    for (end, [chance, other]) in ends([&found, &stepped]) {
        let same = chance == other || is_rounded && (chance.to_f64() - other.to_f64()).abs() < 1e-11;
        assert!(same, "{chance} and not {other}: {end:?} after {:?}", agenda(ahead));
    }
    Some(found.odds.is_product())
}

/// Changes vitals that are said to make no difference to a later attack; returns how often.
fn vary(seed: u64, ahead: &AttackAhead) -> usize {
    let (mut seat, battle, mut changed) = (Seat::new(seed), &ahead.battle, 0);
    let steps = agenda(ahead).into_iter().filter_map(|item| match item {
        AgendaItem::Step(step) => Some(step),
        AgendaItem::Decision(_) => None,
    });
    for step in steps {
        let unread = rules(battle).unread_vitals(battle, &step);
        let others: Vec<&CombatantRow> = battle.rows().iter().filter(|row| unread.contains(row.id)).collect();
        if others.is_empty() {
            continue;
        }
        let found = |battle: &Battle| forecast(battle, vec![AgendaItem::Step(step.clone())], Policy::DefaultAnswers);
        let before = found(battle);
        for _ in 0..CHANGES {
            let row = *seat.pick(&others);
            let mut other = battle.clone();
            for (vital, value) in row.vitals.all().take(rules(battle).names().vitals.len()) {
                other.apply(&Effect::Vital(row.id, vital, (value + seat.below(60) as i16 - 10).max(0)));
            }
            assert_eq!(before, found(&other), "{:?} makes a difference to {step:?}", other.rows()[row.id.index()]);
            changed += 1;
        }
    }
    changed
}

#[test]
fn attacks_made_together_come_to_what_stepping_comes_to() {
    let ruleset = RulesetId::ALL[0];
    if !boards::offered().contains(&ruleset) {
        return;
    }
    let count = |seed: u64| {
        let found = declared(ruleset, seed);
        let parts: Vec<bool> = found.iter().filter(|ahead| is_spread(ahead)).take(4).filter_map(step_through).collect();
        let apart = parts.iter().filter(|apart| **apart).count();
        [parts.len(), apart, found.iter().map(|ahead| vary(seed, ahead)).sum()]
    };
    let sum =
        |counts: [usize; 3], other: [usize; 3]| [counts[0] + other[0], counts[1] + other[1], counts[2] + other[2]];
    let [all, apart, changed] = (0..SEARCHED).into_par_iter().map(count).reduce(|| [0; 3], sum);
    eprintln!("{ruleset}: {all} times several attacks, {apart} of them forecast apart; {changed} changes");
    assert!(apart > 20 && all > apart && changed > 200, "{all} times several attacks, {apart} of them apart");
}
