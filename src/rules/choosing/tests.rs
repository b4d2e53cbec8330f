//! Offers made of parts: what goes together, what follows from that, and that one enumeration finds all combinations.

use std::{cell::Cell, collections::BTreeSet};

use super::{
    Candidate, Choice, Cost, Currency, Follows, Group, Invested, NoChoice, Offer, OfferKind, OfferPart, Parameter,
    ParameterKind, ParameterValue, PartAim, PartChange, PartSet, Parts, Refusal, Role, Spending, Spread, Squares,
    Target, Tier,
};
use crate::{
    geometry::Square,
    rules::{
        account::{RuleId, Verdict},
        ids::{CombatantId, ItemId},
    },
};

const RULE: RuleId = RuleId("X-01");
const TIERS: RuleId = RuleId("X-02");
static AP: Currency = Currency { name: "AP", is: Spending::Points };
static LADDER: [Tier; 3] =
    [Tier { name: "Simple", ceiling: 3 }, Tier { name: "Basic", ceiling: 6 }, Tier { name: "Master", ceiling: 9 }];

static CAST: OfferKind = OfferKind::new("cast", Group::Magic, 1, Role::Harm);
static TOUCH: ParameterKind = ParameterKind::new("touch", "Touch").part(OfferPart::BASE.of_set(1));
static BURST: ParameterKind = ParameterKind::new("burst", "Burst").part(OfferPart::BASE.of_tier(1, 2).of_set(1));
static CHAIN: ParameterKind = ParameterKind::new("chain", "Chain").part(OfferPart::BASE.of_tier(2, 3).of_set(1));
static FIRE: ParameterKind = ParameterKind::new("fire", "Fire").part(OfferPart::ADDED.of_set(2));
static COLD: ParameterKind = ParameterKind::new("cold", "Cold").part(OfferPart::ADDED.of_set(2).without(&["fire"]));
static SPARK: ParameterKind = ParameterKind::new("spark", "Spark").part(OfferPart::ADDED.of_tier(1, 2).of_set(2));
static SPARE: ParameterKind =
    ParameterKind::new("spare", "Spare").part(OfferPart::ADDED.of_tier(1, 2).with_one_of(&["burst"]));
static DAZE: ParameterKind = ParameterKind::new("daze", "Daze").part(OfferPart::ADDED.of_set(3));
static SHOVE: ParameterKind = ParameterKind::new("shove", "Shove").part(OfferPart::ADDED.of_set(3));
static PAIR: ParameterKind = ParameterKind::new("pair", "Pair").part(OfferPart::ADDED.with_one_of(&["touch"]));
static IN: ParameterKind = ParameterKind::paying("ap", "AP", Spending::Points);

fn switch(kind: &'static ParameterKind, is_on: bool) -> Parameter {
    let mut values = vec![ParameterValue::new(0, "no", "No"), ParameterValue::new(1, "yes", "Yes")];
    values.rotate_left(usize::from(is_on));
    Parameter::new(kind, values)
}

fn list(open: &[u16], shut: &[u16]) -> Target {
    let refused = |id: &u16| Candidate { who: CombatantId(*id), refusal: Some(Refusal::new(RULE, "Out of reach")) };
    let open = open.iter().map(|id| Candidate { who: CombatantId(*id), refusal: None });
    Target::Combatant(open.chain(shut.iter().map(refused)).collect())
}

fn pairs(all: &[(u16, u16)]) -> Option<Follows> {
    let pairs = all.iter().map(|(who, next)| (CombatantId(*who), CombatantId(*next))).collect();
    Some(Follows { pairs, refusal: Refusal::new(RULE, "Too far from the last") })
}

/// A spell by touch on 1 or 2, by burst at a square, or by chain from 3 to 4 and from 4 to 5. A second thing hits 2
/// besides 1.
fn spell(at_hand: i32) -> Offer {
    let refusal = |words: &'static str| Refusal::new(RULE, words);
    let free = Spread { least: 1, most: 3, blows: 3, repeats: false, together: true };
    let fixed = Spread { least: 2, most: 2, blows: 2, ..free };
    let square = Target::Square(Squares::from(vec![Square::new(2, 2)]));
    let aim = |target| PartAim::at(target, Refusal::new(RULE, "Nobody in reach"));
    let parts = Parts::new(RULE)
        .set(PartSet::just_one(1, refusal("One structure")))
        .set(PartSet::at_least_one(2, refusal("Needs an energy")))
        .set(PartSet::at_most_one(3, refusal("One instead of harm")))
        .changing(PartChange::of("touch").aimed(aim(list(&[1, 2], &[3])).within(1)))
        .changing(PartChange::of("burst").aimed(aim(square).within(6)))
        .changing(PartChange::of("chain").aimed(aim(list(&[3], &[1])).spread(free, pairs(&[(3, 4), (4, 5), (4, 3)]))))
        .changing(PartChange::of("pair").aimed(aim(list(&[1, 2], &[3])).spread(fixed, pairs(&[(1, 2)]))))
        .changing(PartChange::of("spark").rolling(RULE, "Spark", 2))
        .rolling(Verdict::base(RULE, "Skill", 2))
        .investing(Invested { key: "ap", of: &AP, ladder: &LADDER, rule: TIERS, die: Some(TIERS) });
    let mut offer = Offer::new(&CAST, &[RULE], Cost::of(&AP, 2)).with(ItemId(0)).made_of(parts);
    offer.parameters = vec![switch(&TOUCH, true), switch(&BURST, false), switch(&CHAIN, false), switch(&FIRE, true)];
    offer.parameters.extend([&COLD, &SPARK, &SPARE, &DAZE, &SHOVE].map(|kind| switch(kind, false)));
    let axe = ParameterValue::new(7, "axe", "Axe").of_item(ItemId(7));
    offer.parameters.push(Parameter::new(&PAIR, vec![ParameterValue::new(0, "no", "No"), axe]));
    let amounts = (2..=at_hand).map(|amount| ParameterValue::new(amount, amount.to_string(), amount.to_string()));
    offer.parameter(Parameter::new(&IN, amounts.collect::<Vec<_>>()))
}

fn words(refusal: Option<Refusal>) -> String {
    refusal.map_or_else(String::new, |refusal| refusal.to_string())
}

#[test]
fn parts_need_and_exclude_each_other_and_sets_are_kept() {
    let offer = spell(9);
    let with = |all: &[(&'static str, i32)]| {
        let choice = all.iter().fold(Choice::of(&offer), |choice, (key, value)| choice.set(key, *value));
        words(offer.misfit(&choice.set("ap", 6)))
    };
    assert_eq!(with(&[("burst", 1)]), "One structure, X-01");
    assert_eq!(with(&[("fire", 0)]), "Needs an energy, X-01");
    assert_eq!(with(&[("cold", 1), ("spark", 1)]), "Not with Cold, X-01");
    assert_eq!(with(&[("spare", 1)]), "Needs Burst, X-01");
    assert_eq!(with(&[("daze", 1), ("shove", 1)]), "One instead of harm, X-01");
    assert_eq!(with(&[("spark", 1)]), "");
}

#[test]
fn the_highest_part_says_how_much_may_go_in_and_all_how_much_must() {
    let offer = spell(9);
    let plain = Choice::of(&offer);
    assert_eq!(words(offer.misfit(&plain.clone().set("ap", 4))), "Simple: 3 AP at most, X-02");
    let sparking = plain.clone().set("spark", 1);
    assert_eq!(words(offer.misfit(&sparking.clone().set("ap", 3))), "Needs 4 AP, X-02");
    let built = offer.built(&sparking);
    assert_eq!((built.tier, built.bounds), (Some((LADDER[1], "spark")), Some((4, 6))));
    let dice: Vec<(&str, i32)> = built.dice.terms.iter().map(|term| (&*term.words, term.amount)).collect();
    assert_eq!(dice, [("Skill", 2), ("Spark", 2), ("AP", 2)]);
    assert_eq!(offer.price(&offer.settle(&plain, "spark", 1), Spending::Points), 4, "the amount rises with a part");
    assert_eq!(words(spell(3).misfit(&spell(3).settle(&plain, "spark", 1))), "Needs 4 AP, X-02");
    let chain = offer.settle(&offer.settle(&plain, "chain", 1), "ap", 9);
    assert_eq!(offer.built(&chain).tier, Some((LADDER[2], "chain")));
    assert_eq!(offer.value(&offer.settle(&chain, "touch", 1), "ap"), 3, "and is lowered to the ceiling");
}

#[test]
fn a_part_that_is_taken_lets_go_of_what_one_of_must_be_and_of_targets() {
    let offer = spell(9);
    let aimed = Choice::of(&offer).on(CombatantId(1));
    let burst = offer.settle(&aimed, "burst", 1);
    assert_eq!((offer.value(&burst, "touch"), burst.on), (0, None));
    assert_eq!(offer.built(&burst).range, Some(6));
    let back = offer.settle(&burst, "touch", 1);
    assert_eq!(back, Choice::of(&offer), "and what it cost comes out again");
    let cold = offer.settle(&aimed, "cold", 1);
    assert_eq!((offer.value(&cold, "fire"), offer.value(&cold, "cold")), (0, 1));
    let dazed = offer.settle(&aimed, "daze", 1);
    assert_eq!(words(offer.misfit(&offer.settle(&dazed, "shove", 1))), "One instead of harm, X-01");
}

#[test]
fn who_may_be_named_next_follows_from_the_one_before() {
    let offer = spell(9);
    let chain = offer.settle(&Choice::of(&offer), "chain", 1);
    let at = |ids: &[u16]| ids.iter().fold(chain.clone(), |choice, id| choice.and(CombatantId(*id)));
    let far = Err(NoChoice::Refused(Refusal::new(RULE, "Too far from the last")));
    assert_eq!(at(&[3, 4, 5]).check(&offer), Ok(()));
    assert_eq!((at(&[3, 5]).check(&offer), at(&[3]).check(&offer)), (far, Ok(())));
    assert!(at(&[3, 4, 3]).check(&offer).is_err(), "none twice");
    assert_eq!(offer.further(&at(&[3, 4])), [CombatantId(5)]);
    assert_eq!(offer.aims(&chain, 9), [at(&[3, 4, 5])]);
    assert_eq!(offer.aim(at(&[3]), CombatantId(4)), at(&[3, 4]));
    assert_eq!(offer.aim(at(&[3, 4]), CombatantId(3)), at(&[3]), "whoever cannot be next is the first");
}

#[test]
fn two_things_in_one_offer_have_two_targets() {
    let offer = spell(9);
    let both = offer.settle(&Choice::of(&offer), "pair", 7);
    assert_eq!(offer.built(&both).items, [ItemId(0), ItemId(7)]);
    let at = |ids: &[u16]| ids.iter().fold(both.clone(), |choice, id| choice.and(CombatantId(*id)));
    assert!(at(&[1, 2]).check(&offer).is_ok());
    assert!(at(&[1]).check(&offer).is_err() && at(&[2, 1]).check(&offer).is_err());
    let mut alone = offer.clone();
    let parts = alone.parts.as_mut().expect("it is made of parts");
    let aim = parts.changes.iter_mut().find(|change| change.key == "pair").and_then(|change| change.aim.as_mut());
    aim.expect("it is aimed").follows = pairs(&[]);
    assert_eq!(words(alone.misfit(&both)), "Nobody in reach, X-01", "the second has no target");
}

#[test]
fn one_enumeration_finds_all_that_goes_together_and_nothing_else() {
    let offer = spell(5);
    let all = |choice: Choice, parameter: &Parameter| -> Vec<Choice> {
        parameter.values.iter().map(|value| offer.put(&choice, parameter.key, value.value)).collect()
    };
    let mut every = vec![Choice::of(&offer)];
    for parameter in &offer.parameters {
        every = every.into_iter().flat_map(|choice| all(choice, parameter)).collect();
    }
    let key = |choice: Choice| choice.parameters;
    let legal: BTreeSet<_> = every.into_iter().filter(|choice| offer.misfit(choice).is_none()).map(key).collect();
    let found: Vec<_> = offer.combinations(|_| true, usize::MAX).map(key).collect();
    assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len(), "nothing comes twice");
    assert!(legal.len() > 40, "{} combinations are few", legal.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), legal);
    assert!(offer.combinations(|_| true, 20).count() < 20, "and it keeps to its budget");
}

#[test]
fn no_more_is_looked_at_than_is_asked_for() {
    let mut offer = spell(9);
    let parts = offer.parts.as_mut().expect("it is made of parts");
    parts.changes[0].aim.as_mut().expect("touch has an aim").target = list(&[], &[1, 2, 3]);
    let looked = Cell::new(0);
    let count = |_: &Parameter| {
        looked.set(looked.get() + 1);
        true
    };
    assert!(offer.misfit(&Choice::of(&offer)).is_some(), "it begins with nothing that goes together");
    assert!(offer.combinations(count, usize::MAX).next().is_some());
    assert!(looked.get() < offer.parameters.len(), "{} of {} parts", looked.get(), offer.parameters.len());
}

#[test]
fn an_offer_is_open_as_long_as_some_parts_have_something_to_aim_at() {
    let mut offer = spell(9);
    let parts = offer.parts.as_mut().expect("it is made of parts");
    parts.changes[0].aim.as_mut().expect("touch has an aim").target = list(&[], &[1, 2, 3]);
    assert!(offer.misfit(&Choice::of(&offer)).is_some() && offer.is_open());
    let first = offer.assemblies(100).next().expect("there is another way");
    assert_eq!(offer.value(&first, "touch"), 0);
    let mut poor = spell(3);
    let parts = poor.parts.as_mut().expect("it is made of parts");
    parts.changes[0].aim.as_mut().expect("touch has an aim").target = list(&[], &[1]);
    // With 3 AP only a burst is left, and without a square for it nothing.
    assert!(poor.is_open());
    let parts = poor.parts.as_mut().expect("it is made of parts");
    parts.changes[1].aim.as_mut().expect("burst has an aim").target = Target::Square(Squares::from(Vec::new()));
    assert!(poor.is_open(), "a second thing has somebody");
    let parts = poor.parts.as_mut().expect("it is made of parts");
    parts.changes[3].aim.as_mut().expect("a pair has an aim").target = list(&[], &[1]);
    assert!(!poor.is_open());
}

#[test]
fn what_goes_in_is_divided_only_among_parts_that_are_taken() {
    let parts = Parts::new(RULE).investing(Invested { key: "ap", of: &AP, ladder: &LADDER, rule: TIERS, die: None });
    let amounts = || (1..=3).map(|count| ParameterValue::new(count, "n", "N")).collect::<Vec<_>>();
    static IN_FIRE: ParameterKind = ParameterKind::new("in-fire", "AP in Fire");
    let offer = Offer::new(&CAST, &[RULE], Cost::FREE)
        .parameter(switch(&FIRE, true))
        .parameter(switch(&SPARK, false))
        .parameter(Parameter::new(&IN, amounts()))
        .parameter(Parameter::new(&IN_FIRE, amounts()))
        .made_of(parts.sharing("in-fire", &[&["fire"], &["spark", "cold"]]));
    let matters = |choice: &Choice| [1, 2, 3].map(|count| offer.matters(choice, "in-fire", count));
    let alone = offer.settle(&Choice::of(&offer), "ap", 3);
    assert_eq!(matters(&alone), [false; 3], "all of it goes into the one part");
    let both = offer.settle(&alone, "spark", 1);
    assert_eq!(matters(&both), [true, true, false], "the other has one at least");
    assert_eq!(matters(&offer.settle(&both, "fire", 0)), [false; 3]);
    assert!(offer.matters(&alone, "ap", 3), "nothing else is divided");
}

#[test]
fn an_offer_of_which_no_part_finds_anybody_cannot_be_built_and_says_so_at_once() {
    let without = |gone: &[&str]| {
        let mut offer = spell(9);
        let parts = offer.parts.as_mut().expect("it is made of parts");
        for change in parts.changes.iter_mut().filter(|change| gone.contains(&change.key)) {
            let aim = change.aim.as_mut().expect("it is aimed");
            aim.target = match aim.target {
                Target::Square(_) => Target::Square(Squares::from(Vec::new())),
                _ => list(&[], &[1, 2, 3]),
            };
        }
        offer
    };
    let all = ["touch", "burst", "chain", "pair"];
    for left in 0..all.len() {
        let gone: Vec<&str> = all.iter().enumerate().filter(|(place, _)| *place != left).map(|(_, key)| *key).collect();
        let offer = without(&gone);
        assert!(!offer.has_nothing_to_aim_at(), "{} is left", all[left]);
        // The part added to touch has its own aim, so all combinations are searched.
        assert_eq!(offer.can_be_built(), offer.assemblies(10_000).next().is_some(), "{} is left", all[left]);
    }
    let offer = without(&all);
    assert!(offer.has_nothing_to_aim_at() && !offer.can_be_built());
    assert_eq!(offer.assemblies(10_000).next(), None, "nothing that the search would find is missed");
    // If a part without an aim of its own can replace the others, combinations are searched.
    let mut open = without(&all);
    open.parts.as_mut().expect("it is made of parts").changes.retain(|change| change.key != "touch");
    assert!(!open.has_nothing_to_aim_at() && open.can_be_built());
}
