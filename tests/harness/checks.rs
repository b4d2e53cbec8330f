//! Invariants of every battle under every ruleset.

use proving_ground::{
    geometry::Square,
    rules::{
        AgendaItem, Battle, Choice, CombatantId, Decision, Entry, Footing, Hands, Item, ItemId, Location, NoChoice,
        Offer, Offers, Posture, Refusal, StepKind, Target, play,
    },
};

use crate::seat::{Seat, rules};

/// The most changes of parts that are tried.
const PARTS: usize = 60;

/// What never changes in a battle.
pub struct Start {
    combatants: Vec<CombatantId>,
    items: Vec<ItemId>,
    last_round: u16,
}

impl Start {
    /// The facts of a battle that has not begun.
    pub fn of(battle: &Battle) -> Self {
        Self {
            combatants: battle.combatants().map(|fighter| fighter.id).collect(),
            items: battle.items().map(|item| item.id).collect(),
            last_round: battle.scene.last_round,
        }
    }
}

/// Checks the battle as a whole.
pub fn battle(battle: &Battle, start: &Start) {
    assert!(battle.combatants().map(|fighter| fighter.id).eq(start.combatants.iter().copied()), "combatants were lost");
    assert!(battle.items().map(|item| item.id).eq(start.items.iter().copied()), "things were lost");
    assert!(battle.scene.over.is_some() || battle.scene.round <= start.last_round, "the round limit has passed");
    if let Some(decision) = battle.decision() {
        assert!(decision.who.index() < battle.combatants().len(), "nobody is asked");
    }
    for fighter in battle.combatants() {
        hands(battle, fighter.id);
        let inside = fighter.footprint().squares().all(|square| battle.scene.field.cell(square).is_some());
        assert!(inside || fighter.status.is_absent(), "{} is off the board", fighter.identity.tag);
        if fighter.fights() {
            let nowhere = |footing| matches!(footing, Footing::Void);
            let cells = fighter.footprint().squares().filter_map(|square| battle.scene.field.cell(square));
            assert!(cells.into_iter().all(|cell| !nowhere(cell.footing)), "{} stands on nothing", fighter.identity.tag);
        }
    }
    for item in battle.items() {
        check_item(battle, item);
    }
}

/// Hands hold exactly the items located in them.
fn hands(battle: &Battle, who: CombatantId) {
    let mut held = Hands::default();
    for item in battle.items() {
        if matches!(item.at, Location::Main(by) | Location::Both(by) if by == who) {
            assert_eq!(held.main.replace(item.id), None, "two things in one hand");
        }
        if matches!(item.at, Location::Off(by) | Location::Both(by) if by == who) {
            assert_eq!(held.off.replace(item.id), None, "two things in one hand");
        }
    }
    assert_eq!(battle.combatant(who).hands, held, "hands and things disagree");
}

fn check_item(battle: &Battle, item: Item<'_>) {
    match item.at {
        Location::Ground(square) => {
            assert!(battle.scene.field.cell(square).is_some(), "{} lies off the board", item.tag);
        }
        Location::Natural(_) => assert_eq!(item.arm.hands(), 0, "{} is part of a body", item.tag),
        _ => {}
    }
}

/// Bars, allowances and Luck stay within their bounds.
fn card(battle: &Battle, who: CombatantId) {
    let card = rules(battle).card(battle, who);
    // A combatant who fights on below 0 shows it: TOT-BERS-06, POO-BER-06.
    let fights = battle.combatant(who).fights();
    for bar in &card.bars {
        assert!(bar.now <= bar.full && (fights || bar.now >= 0), "{} is {} of {}", bar.label, bar.now, bar.full);
    }
    for allowance in &card.allowances {
        assert!(allowance.left <= allowance.of, "{} of {} {}", allowance.left, allowance.of, allowance.currency.name);
    }
    assert!(card.luck.is_none_or(|(left, of)| left <= of), "more Luck than there was");
    assert_eq!(card.out.is_empty(), battle.combatant(who).fights(), "the card says otherwise than the status");
    for fact in card.conditions.iter().chain(&card.facts) {
        fact.rule.iter().for_each(|rule| known(battle, rule.0));
    }
}

/// The catalogue has the rule.
fn known(battle: &Battle, rule: &str) {
    assert!(rules(battle).catalogue().iter().any(|known| known.id.0 == rule), "the catalogue has no {rule}");
}

/// Combatants at rest have their squares to themselves, unless they ride, or fell where a comrade stands. Returns the
/// shared squares; `before` are those of the last check.
pub fn shared(battle: &Battle, before: &[Square]) -> Vec<Square> {
    let moving = |pending: &AgendaItem| matches!(pending, AgendaItem::Step(step) if step.kind() == StepKind::Movement);
    // If a side concedes in the middle of a movement, the battle ends there.
    let gave_up = battle.combatants().any(|fighter| battle.scene.conceded.contains(fighter.team));
    if battle.agenda.iter().any(moving) || gave_up && battle.scene.over.is_some() {
        return before.to_vec();
    }
    let shared: Vec<Square> = battle.shared_squares();
    for square in shared.iter().filter(|square| !before.contains(square)) {
        let fell = battle.standing(*square).any(|who| battle.combatant(who).posture == Posture::Prone);
        let bodies: Vec<CombatantId> = battle.standing(*square).collect();
        let sits =
            |rider: CombatantId| rules(battle).mount_of(battle, rider).is_some_and(|mount| bodies.contains(&mount));
        let pair = bodies.len() == 2 && bodies.iter().any(|rider| sits(*rider));
        // A mount that loses its rider on the way stays where it is.
        let is_ridden =
            |who| battle.combatants().any(|fighter| rules(battle).mount_of(battle, fighter.id) == Some(who));
        let is_stray = |who: &CombatantId| !rules(battle).takes_turns(battle.combatant(*who)) && !is_ridden(*who);
        let strays = bodies.len() == 2 && bodies.iter().any(is_stray);
        let named = |who: &CombatantId| {
            let fighter = battle.combatant(*who);
            format!("{} {:?} {:?}", fighter.identity.tag, fighter.status, fighter.posture)
        };
        let named: Vec<String> = bodies.iter().map(named).collect();
        assert!(fell || pair || strays, "several stand in {square}: {}", named.join(", "));
    }
    shared
}

/// The words of panels and log: numbers within their bounds, terms that add up, rules that are in the catalogue.
pub fn words(battle: &Battle, entries: &[Entry]) {
    if let Some(decision) = battle.decision() {
        let question = rules(battle).question(battle, decision);
        assert!(!question.title.is_empty());
        known(battle, question.rule.0);
    }
    battle.combatants().for_each(|fighter| card(battle, fighter.id));
    for entry in entries {
        match entry {
            Entry::Roll(roll) => {
                known(battle, roll.rule.0);
                let items = battle.items().map(|item| item.name);
                let is_known = rules(battle).vocabulary().knows_roll(&roll.words, items);
                assert!(is_known, "the vocabulary has no roll for {}", roll.words);
                if let Some(verdict) = &roll.against {
                    assert!(verdict.adds_up(), "{}: the terms do not add up", roll.words);
                    verdict.terms.iter().for_each(|term| known(battle, term.rule.0));
                }
            }
            Entry::Action { rule, words, .. } | Entry::Note { rule, words, .. } => {
                known(battle, rule.0);
                assert!(!words.is_empty());
            }
            Entry::Chosen(..) | Entry::AttackResult(_) | Entry::Effect(_) => {}
        }
    }
}

/// The list of offers.
pub fn offers(battle: &Battle, offers: &Offers) {
    assert!(offers.0.iter().any(Offer::is_open), "nothing can be chosen");
    for (index, offer) in offers.0.iter().enumerate() {
        let same = |other: &&Offer| other.verb == offer.verb && other.item == offer.item;
        assert!(!offers.0[..index].iter().any(|other| same(&other)), "two offers are called {}", offer.verb);
        assert!(!offer.rules.is_empty(), "{} cites no rule", offer.verb);
        offer.rules.iter().for_each(|rule| known(battle, rule.0));
        let reasons = offer
            .parameters
            .iter()
            .flat_map(|parameter| parameter.values.iter())
            .filter_map(|value| value.refusal.as_ref());
        let limits = offer.limits.iter().map(|limit| &limit.refusal);
        offer.refusal.iter().chain(reasons).chain(limits).for_each(|refusal| reason(battle, refusal));
        vocabulary(battle, offer);
        let fits = offer.parts.is_some() || offer.misfit(&Choice::of(offer)).is_none();
        assert!(fits, "{} is beyond its limits from the start", offer.verb);
        parts(battle, offer);
    }
}

/// All sets are known, and a part that cannot be added to a combination gives a reason with a rule of the catalogue.
fn parts(battle: &Battle, offer: &Offer) {
    let sets = offer.parts.as_ref().map_or(&[][..], |parts| &parts.sets);
    for parameter in offer.parts.iter().flat_map(|_| &offer.parameters) {
        let is_known = |set: u8| set == 0 || sets.iter().any(|known| known.number == set);
        assert!(parameter.part.is_none_or(|part| is_known(part.set)), "{} is of no set", parameter.key);
    }
    for choice in offer.parts.iter().flat_map(|_| offer.assemblies(PARTS)) {
        let built = offer.built(&choice);
        assert!(built.dice.adds_up(), "{choice:?}: {built:?}");
        for parameter in &offer.parameters {
            for change in offer.changes(&choice, parameter) {
                change.refusal.iter().for_each(|why| reason(battle, why));
                assert!(change.refusal.is_some() || offer.misfit(&change.choice).is_none());
            }
        }
    }
}

/// The words of an offer's choices are those that trials may use.
fn vocabulary(battle: &Battle, offer: &Offer) {
    let known = rules(battle).vocabulary();
    assert!(known.verbs().contains(&offer.verb), "the vocabulary has no {}", offer.verb);
    let is_way = matches!(offer.target, Target::Way(_));
    assert!(!is_way || known.ways().contains(&offer.verb), "the vocabulary has no movement {}", offer.verb);
    for parameter in &offer.parameters {
        assert!(known.keys().contains(&parameter.key), "the vocabulary has no parameter {}", parameter.key);
    }
}

fn reason(battle: &Battle, refusal: &Refusal) {
    known(battle, refusal.rule.0);
    let words = refusal.words.split_whitespace().count();
    assert!((1..=5).contains(&words), "`{}` has {words} words", refusal.words);
}

/// Every open offer is accepted, and every refused one refuses with its reason.
pub fn every_offer(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) {
    let refused = |choice: &Choice, why: &Refusal| {
        let answer = play::answer(battle, offers, choice);
        assert_eq!(answer, Err(NoChoice::Refused(why.clone())), "{choice:?} is refused in the offers");
    };
    for offer in &offers.0 {
        if let Some(why) = &offer.refusal {
            refused(&Choice::of(offer), why);
            continue;
        }
        if !offer.is_open() {
            assert!(play::answer(battle, offers, &Choice::of(offer)).is_err(), "{} has nothing to aim at", offer.verb);
            continue;
        }
        let choice = seat.complete(battle, decision, offer);
        let answer = play::answer(battle, offers, &choice);
        assert!(answer.is_ok(), "{choice:?} is on offer, but {answer:?}");
        let plain = offer.misfit(&Choice::of(offer)).is_none();
        if let (Target::Combatant(candidates), true) = (&offer.target, plain) {
            for candidate in candidates {
                candidate.refusal.iter().for_each(|why| {
                    reason(battle, why);
                    refused(&Choice::of(offer).on(candidate.who), why);
                });
            }
        }
        for parameter in &offer.parameters {
            assert!(parameter.values[0].refusal.is_none(), "the first value of {} is refused", parameter.key);
            for value in parameter.values.iter() {
                if let (Some(why), true) = (&value.refusal, offer.parts.is_none()) {
                    refused(&choice.clone().set(parameter.key, value.value), why);
                }
            }
        }
    }
}
