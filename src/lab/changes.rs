//! Which single change of a position would alter an attack most. Each is made in a copy, and the rules are asked again.

use super::{
    Strike,
    fields::Striker,
    room::{has_room, put},
};
use crate::{
    dice::Fraction,
    geometry::{Direction, Square},
    rules::{
        AgendaItem, Battle, Choice, CombatantId, Decision, Role, Sight, Site, Target, Touch, act_ahead, capital,
        turn_given, uncapital,
    },
};

/// A change, and what the best attack would come to with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What is changed.
    pub what: Changed,
    /// In words: "Without barricade l7", "One square east, l8".
    pub words: String,
    /// Sight and cover with it: "partial cover, \u{2212}30".
    pub sight: Sight,
    /// What the attack then comes to; `None` if there is none any more.
    pub strike: Option<Strike>,
    /// The choice, if the change is an act.
    pub done: Option<Choice>,
}

/// The changes that have been tried.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// What the attack comes to without any change.
    pub now: Option<Strike>,
    /// The changes that alter the attack most, the greatest first.
    pub most: Vec<Change>,
    /// How many others alter it less.
    pub fewer: usize,
    /// The changes that alter nothing, in words: "Klara on a6, b6", "without the fence r7|s7".
    pub idle: Vec<String>,
}

/// What can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Somebody stands one square away.
    Step(CombatantId, Square),
    /// Something that a line touches is not there.
    Without(Site),
    /// An act without dice is done first, by its verb.
    First(&'static str),
}

/// The most changes named, and the most of these that are steps of one fighter.
const MOST: usize = 6;
const STEPS: usize = 2;

/// The changes that alter the best attack of `by` on `on` most, the greatest first; where no rule would notice, none.
/// Changes that leave it as it is are listed too.
pub fn changes(battle: &Battle, by: CombatantId, on: CombatantId) -> Changes {
    let now = strike(battle, by, on);
    let sight = battle.sight(by, on);
    let mut all: Vec<Change> = Vec::new();
    for who in [by, on] {
        all.extend(steps(battle, who).into_iter().map(|(square, words)| {
            let mut changed = battle.clone();
            put(&mut changed, who, battle.combatant(who).placement.at(square));
            let what = Changed::Step(who, square);
            Change { what, words, sight: changed.sight(by, on), strike: strike(&changed, by, on), done: None }
        }));
    }
    for (site, words) in touched(battle, &sight) {
        let mut changed = battle.clone();
        changed.apply(&site.cleared());
        let what = Changed::Without(site);
        let (sight, strike) = (changed.sight(by, on), strike(&changed, by, on));
        all.push(Change { what, words, sight, strike, done: None });
    }
    all.extend(first(battle, by, on));
    // Doing something else instead of the attack does not count as a change to it.
    let is_instead = |change: &Change| change.strike.is_none() && matches!(change.what, Changed::First(_));
    all.retain(|change| !is_instead(change));
    let (idle, mut all): (Vec<Change>, Vec<Change>) = all.into_iter().partition(|change| change.strike == now);
    all.sort_by_key(|change| std::cmp::Reverse(difference(now, change.strike)));
    let count = all.len();
    let mut most: Vec<Change> = Vec::new();
    for change in all {
        let same = |other: &&Change| match (other.what, change.what) {
            (Changed::Step(one, _), Changed::Step(other, _)) => one == other,
            _ => false,
        };
        if most.len() < MOST && most.iter().filter(same).count() < STEPS {
            most.push(change);
        }
    }
    Changes { now, fewer: count - most.len(), idle: idle_words(battle, &idle), most }
}

/// What alters nothing, in words; the squares of one fighter together.
fn idle_words(battle: &Battle, idle: &[Change]) -> Vec<String> {
    let mut all: Vec<(Option<CombatantId>, String)> = Vec::new();
    for change in idle {
        match change.what {
            Changed::Step(who, square) => match all.iter_mut().find(|(known, _)| *known == Some(who)) {
                Some((_, words)) => words.push_str(&format!(", {square}")),
                None => all.push((Some(who), format!("{} on {square}", battle.combatant(who).identity.name))),
            },
            Changed::Without(_) | Changed::First(_) => all.push((None, uncapital(&change.words))),
        }
    }
    all.into_iter().map(|(_, words)| words).collect()
}

/// By how much two differ: in mean damage, then in the chance to land.
fn difference(one: Option<Strike>, other: Option<Strike>) -> (Fraction, Fraction) {
    let value =
        |strike: Option<Strike>| strike.map_or((Fraction::ZERO, Fraction::ZERO), |strike| (strike.mean, strike.hits));
    let (one, other) = (value(one), value(other));
    (apart(one.0, other.0), apart(one.1, other.1))
}

/// How far two fractions lie apart, in parts of a million.
fn apart(one: Fraction, other: Fraction) -> Fraction {
    const FINE: f64 = 1e6;
    Fraction::new(((one.to_f64() - other.to_f64()).abs() * FINE).round() as u128, FINE as u128)
}

/// The best attack in a turn of `by`, as the lab's odds have it.
fn strike(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<Strike> {
    Striker::thrifty(battle, by, on).best().ok()
}

/// The squares beside somebody with room in them, each in words.
fn steps(battle: &Battle, who: CombatantId) -> Vec<(Square, String)> {
    let fighter = battle.combatant(who);
    let name = &*fighter.identity.name;
    let from = fighter.placement.anchor();
    let all = Direction::ALL.into_iter().filter_map(|direction| {
        let to = from.step(direction);
        has_room(battle, who, to).then(|| (to, format!("{name} one square {}, {to}", direction.name())))
    });
    all.collect()
}

/// Everything the lines touch that could be taken away, each once, in words.
fn touched(battle: &Battle, sight: &Sight) -> Vec<(Site, String)> {
    let mut found: Vec<(Site, String)> = Vec::new();
    for touch in sight.lines.iter().filter_map(|line| line.touches) {
        let (site, feature) = match touch {
            Touch::Square(square) => {
                let cell = battle.scene.field.cell(square);
                (Site::Square(square), cell.and_then(|cell| cell.feature).map(|feature| (feature, square.to_string())))
            }
            Touch::Edge(edge) => {
                let [one, other] = edge.squares();
                (Site::Edge(edge), battle.scene.field.edge(edge).map(|feature| (feature, format!("{one}|{other}"))))
            }
        };
        if let Some((feature, place)) = feature
            && found.iter().all(|(known, _)| *known != site)
        {
            found.push((site, format!("Without the {} {place}", feature.name())));
        }
    }
    found
}

/// The battle after `by` has done something that takes no dice and does not end its turn; `None` if the rules refuse
/// it, or it leads to more.
pub fn done_first(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Battle> {
    let turn = turn_given(battle, by);
    let decision = turn.ruleset.rules().turn_question(by);
    done_in(&turn, &decision, choice)
}

fn done_in(turn: &Battle, decision: &Decision, choice: &Choice) -> Option<Battle> {
    let rules = turn.ruleset.rules();
    let waits = |item: &AgendaItem| matches!(item, AgendaItem::Step(step) if rules.asks_for_more(step));
    let after = act_ahead(turn, decision, choice)?;
    (after.agenda.iter().all(waits) && after.scene.acting == Some(decision.who)).then_some(after)
}

/// What could be done first in the same turn, without dice and aimed at nobody else: aiming, loading, drawing.
fn first(battle: &Battle, by: CombatantId, on: CombatantId) -> Vec<Change> {
    let turn = turn_given(battle, by);
    let rules = turn.ruleset.rules();
    let decision = rules.turn_question(by);
    let offers = rules.offers(&turn, &decision);
    let mut all = Vec::new();
    for offer in offers.0.iter().filter(|offer| offer.is_open() && offer.role == Role::Prepare) {
        let choice = match &offer.target {
            Target::Nothing => Choice::of(offer),
            Target::Combatant(_) => Choice::of(offer).on(on),
            Target::Way(_) | Target::Square(_) => continue,
        };
        if choice.check(offer).is_err() {
            continue;
        }
        let Some(after) = done_in(&turn, &decision, &choice) else { continue };
        let title = rules.describe(&turn, &decision, offer).title;
        let words = format!("{} first", capital(&title));
        let what = Changed::First(offer.verb);
        let (sight, strike) = (after.sight(by, on), strike(&after, by, on));
        all.push(Change { what, words, sight, strike, done: Some(choice) });
    }
    all
}
