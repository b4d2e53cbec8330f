//! The workbench without a window: parts are taken and left, saved, aimed, and used.

use bevy_egui::egui::{Event, Key, Modifiers};

use super::{
    BattleScreen,
    testing::{SIZE, deep, frames, level},
    with_screen, workbench,
};
use crate::{
    arena::{Arena as _, CombatantEntities, edit},
    geometry::Square,
    panels::battle::{
        Intent,
        workbench::{PartModel, WorkbenchModel},
    },
    rules::{Group, Placement, Role, RulesetId, Target, Team},
    screens::HeadlessFrame,
    seats::Seat,
};

/// A level with casters.
const SPELLS: &str = "troll-ford";

fn on_screen<T>(
    headless: &mut HeadlessFrame,
    act: impl FnOnce(&mut BattleScreen, &mut bevy::prelude::World) -> T,
) -> T {
    with_screen(headless.world(), |screen, world| {
        crate::board::skip(world);
        screen.see(world);
        screen.renew(world);
        act(screen, world)
    })
}

/// Puts two enemies beside somebody, one behind the other.
fn beside(headless: &mut HeadlessFrame, battle: &crate::rules::Battle, who: crate::rules::CombatantId) {
    let near = battle.combatant(who).placement.anchor();
    let foes: Vec<_> = battle.enemies(who).map(|fighter| (fighter.id, fighter.placement)).collect();
    edit(headless.world(), move |world| {
        for (place, (foe, stands)) in foes.into_iter().take(2).enumerate() {
            let entity = world.resource::<CombatantEntities>().entity(foe);
            let square = Square::new(near.x + 1 + place as i16, near.y);
            *world.get_mut::<Placement>(entity).expect("it is somewhere") = stands.at(square);
        }
    });
}

/// A battle at the turn of a fighter with a fitting offer made of parts; one enemy stands beside that fighter, and
/// another a square farther.
fn at_the_bench(tag: &str, fits: impl Fn(&crate::rules::Offer) -> bool) -> HeadlessFrame {
    at_the_bench_of(RulesetId::ALL.iter().copied(), tag, fits)
}

/// Like [`at_the_bench`], for the first such ruleset among `all`.
fn at_the_bench_of(
    all: impl Iterator<Item = RulesetId>,
    tag: &str,
    fits: impl Fn(&crate::rules::Offer) -> bool,
) -> HeadlessFrame {
    for ruleset in all {
        let made = HeadlessFrame::play(&level(tag), ruleset, 3, [Seat::Person; Team::MOST], SIZE);
        let Ok(mut headless) = made else { continue };
        for _ in 0..60 {
            frames(&mut headless, 1);
            let battle = headless.world().battle().clone();
            let Some(decision) = battle.decision().cloned() else { break };
            let offers = battle.ruleset.rules().offers(&battle, &decision);
            if offers.0.iter().any(|offer| workbench::is_made_of_parts(offer) && fits(offer)) {
                if tag == "meadow" {
                    beside(&mut headless, &battle, decision.who);
                }
                headless.rest();
                return headless;
            }
            let choice = battle.ruleset.rules().default_answer(&battle, &decision);
            headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
            on_screen(&mut headless, |_, _| ());
        }
    }
    panic!("no ruleset has such an offer");
}

/// Opens the first such offer as a press on its row does.
fn open(headless: &mut HeadlessFrame, fits: impl Fn(&crate::rules::Offer) -> bool) {
    on_screen(headless, |screen, world| {
        let offers = &screen.settled.offers.0;
        let found = |offer: &crate::rules::Offer| workbench::is_made_of_parts(offer) && offer.is_open() && fits(offer);
        let index = offers.iter().position(found).expect("it is on offer");
        screen.carry_out(Intent::ChooseOffer(index), world);
    });
    // Waits until the odds of every part are known.
    headless.rest();
}

fn bench(headless: &mut HeadlessFrame) -> WorkbenchModel {
    on_screen(headless, |screen, _| screen.workbench_model().expect("the workbench is open"))
}

fn key(headless: &mut HeadlessFrame, key: Key) {
    for pressed in [true, false] {
        headless.hear(vec![Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }]);
    }
    headless.rest();
}

/// The key of a part's digit.
fn key_of(part: &PartModel) -> Key {
    let keys = [Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    keys[usize::from(part.digit.expect("it has a digit")) - 4]
}

fn is_spell(offer: &crate::rules::Offer) -> bool {
    offer.group == Group::Magic && offer.parts.is_some()
}

fn is_strike(offer: &crate::rules::Offer) -> bool {
    offer.group == Group::Attack && offer.parts.is_some()
}

#[test]
fn parts_are_taken_and_left_by_their_digits_and_say_what_they_change() {
    let mut headless = at_the_bench("meadow", is_strike);
    open(&mut headless, is_strike);
    let before = bench(&mut headless);
    assert!(before.parts.iter().any(|part| part.base && part.taken), "{before:#?}");
    let is_free = |part: &&PartModel| !part.taken && part.refusal.is_none() && part.changes.is_some();
    let part = before.parts.iter().find(is_free).expect("what a part changes is known").clone();
    let (_, with) = part.changes.expect("it is known");
    key(&mut headless, key_of(&part));
    let after = bench(&mut headless);
    let same = after.parts.iter().find(|other| other.key == part.key).expect("parts stay");
    assert!(same.taken);
    assert_eq!(same.digit, part.digit, "a digit stays with its part");
    assert_eq!(same.changes.map(|(_, with)| with), Some(with), "what it promised is what there is with it");
    let shown = on_screen(&mut headless, |screen, _| {
        let (_, choice) = screen.open_offer().expect("open");
        screen.listed.prospects.of(choice).expect("its odds are known").chance
    });
    assert_eq!(shown, with.chance, "the chance promised is the chance of what has been built");
    key(&mut headless, key_of(&part));
    let again = bench(&mut headless);
    assert!(again.parts.iter().all(|other| other.key != part.key || !other.taken), "the same digit leaves it again");
}

#[test]
fn what_goes_in_follows_the_parts_and_every_combination_can_be_reached() {
    let mut headless = at_the_bench("meadow", is_spell);
    open(&mut headless, is_spell);
    let wanted = on_screen(&mut headless, |screen, _| {
        let (offer, _) = screen.open_offer().expect("open");
        offer.assemblies(4_000).collect::<Vec<_>>()
    });
    assert!(wanted.len() > 3, "there is something to choose");
    for choice in wanted {
        // Flips whatever differs, as a person would, until nothing does.
        for _ in 0..12 {
            let next = on_screen(&mut headless, |screen, world| {
                let (offer, now) = screen.open_offer().expect("open");
                let differs = |part: &&crate::rules::Parameter| {
                    part.part.is_some() && offer.value(now, part.key) != offer.value(&choice, part.key)
                };
                let part = offer.parameters.iter().filter(differs).find(|part| {
                    let value = offer.value(&choice, part.key);
                    offer
                        .changes(now, part)
                        .any(|candidate| candidate.value.value == value && candidate.refusal.is_none())
                })?;
                let (key, value) = (part.key, offer.value(&choice, part.key));
                let index = screen.settled.chosen?;
                screen.carry_out(Intent::SetParameter { offer: index, key, value }, world);
                Some(())
            });
            if next.is_none() {
                break;
            }
        }
        on_screen(&mut headless, |screen, _| {
            let (offer, now) = screen.open_offer().expect("open");
            let parts = offer.parameters.iter().filter(|parameter| parameter.part.is_some());
            for part in parts {
                assert_eq!(offer.value(now, part.key), offer.value(&choice, part.key), "{}: {choice:?}", part.key);
            }
            let ruler = screen.workbench_model().expect("open").ruler.expect("something goes in");
            assert!((ruler.price..=ruler.most).contains(&ruler.amount), "{ruler:?}");
        });
    }
}

#[test]
fn a_spell_is_told_with_its_energies() {
    let mut headless = at_the_bench_of(RulesetId::offered(), "troll-ford", is_spell);
    open(&mut headless, is_spell);
    on_screen(&mut headless, |screen, _| {
        let (offer, choice) = screen.open_offer().expect("open");
        let what = workbench::what_it_is(offer, choice);
        assert!(!what.is_empty() && workbench::parts_words(offer, choice).contains(&what), "{what}");
        let act = screen.act_model().words;
        assert!(act.contains(&what.to_lowercase()), "{what}: {act}");
        let about = &screen.offer_models()[screen.settled.chosen.expect("open")].about;
        assert!(about.starts_with(&what), "{what}: {about}");
    });
}

#[test]
fn nothing_is_named_any_more_once_something_else_is_asked_or_opened() {
    let mut headless = at_the_bench("meadow", is_spell);
    open(&mut headless, is_spell);
    on_screen(&mut headless, |screen, world| {
        let (open, mut listed) = (screen.settled.chosen.expect("open"), std::mem::take(&mut screen.listed));
        listed.bench.naming = Some((0, "Torch".into()));
        listed.renew(screen.battle(), screen.battle().decision(), &screen.settled.offers);
        assert_eq!(listed.bench.naming, None);
        listed.bench.naming = Some((0, "Torch".into()));
        screen.listed = listed;
        screen.open_by_hand(open);
        assert!(screen.listed.bench.naming.is_some(), "it is still open");
        let other = (0..screen.settled.choices.len()).find(|index| *index != open).expect("something else");
        screen.carry_out(Intent::ChooseOffer(other), world);
        assert_eq!(screen.listed.bench.naming, None);
    });
}

#[test]
fn a_favourite_is_kept_taken_and_dashed_when_it_is_impossible() {
    let mut headless = at_the_bench("meadow", is_spell);
    open(&mut headless, is_spell);
    let first = on_screen(&mut headless, |screen, _| screen.open_offer().expect("open").1.parameters.clone());
    // Esc while naming: the favourite is not kept after all.
    key(&mut headless, Key::B);
    key(&mut headless, Key::Escape);
    assert_eq!((bench(&mut headless).naming, bench(&mut headless).favourites[0].is_none()), (None, true));
    key(&mut headless, Key::B);
    assert!(bench(&mut headless).favourites[0].as_ref().is_some_and(|favourite| favourite.open && favourite.chosen));
    // What is typed now is its name, including digits and spaces, and no key of the battle.
    headless.hear(vec![Event::Key {
        key: Key::A,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    }]);
    headless.hear(vec![Event::Text("Torch 4".into())]);
    key(&mut headless, Key::Num4);
    key(&mut headless, Key::Space);
    let now = on_screen(&mut headless, |screen, _| screen.open_offer().expect("open").1.parameters.clone());
    assert_eq!(now, first, "a digit in the name is a digit in the name");
    key(&mut headless, Key::Enter);
    let model = bench(&mut headless);
    assert_eq!(model.naming, None);
    assert_eq!(model.favourites[0].as_ref().map(|favourite| favourite.name.as_str()), Some("Torch 4"));
    let kept = headless.world().resource::<crate::screens::favourites::Favourites>().all().clone();
    assert_eq!(kept.iter().map(|favourite| favourite.name.as_str()).collect::<Vec<_>>(), ["Torch 4"]);
    let digit =
        bench(&mut headless).parts.iter().find(|part| !part.taken && part.flip.is_some()).and_then(|part| part.digit);
    let keys = [Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    key(&mut headless, keys[usize::from(digit.expect("a part can be added")) - 4]);
    assert!(bench(&mut headless).favourites[0].as_ref().is_some_and(|favourite| favourite.open && !favourite.chosen));
    key(&mut headless, Key::Num1);
    let now = on_screen(&mut headless, |screen, _| screen.open_offer().expect("open").1.parameters.clone());
    assert_eq!(now, first, "the favourite is taken as it was kept");
    // Back to the rows.
    on_screen(&mut headless, |screen, world| screen.carry_out(Intent::LeaveWorkbench, world).is_none());
    on_screen(&mut headless, |screen, _| assert!(screen.workbench_model().is_none() && screen.open_offer().is_none()));
}

fn is_energy(offer: &crate::rules::Offer) -> bool {
    offer.group == Group::Magic
        && offer.parts.is_none()
        && offer.role == Role::Harm
        && matches!(offer.target, Target::Combatant(_))
}

#[test]
fn spells_whose_energies_are_paid_one_by_one_stand_on_the_workbench() {
    deep(|| paid_one_by_one(at_the_bench(SPELLS, is_energy)));
}

fn paid_one_by_one(mut headless: HeadlessFrame) {
    open(&mut headless, is_energy);
    let model = bench(&mut headless);
    let taken: Vec<&str> = model.parts.iter().filter(|part| part.taken).map(|part| part.name.as_str()).collect();
    assert_eq!(taken.len(), 1, "{model:#?}");
    let ruler = model.ruler.expect("what goes in is counted");
    // More of the chosen energy.
    key(&mut headless, Key::Period);
    let more = bench(&mut headless).ruler.expect("what goes in is counted");
    assert_eq!(more.amount, ruler.amount + 1, "{ruler:?}");
    key(&mut headless, Key::Comma);
    assert_eq!(bench(&mut headless).ruler.expect("counted").amount, ruler.amount);
}

/// Plays on until somebody is asked who could defend with certain parts. The enemies of the first fighter asked stand
/// beside each of its friends in turn and strike; the friends spend nothing.
fn at_a_defence(headless: &mut HeadlessFrame, wanted: &[&str]) -> bool {
    let team = |battle: &crate::rules::Battle| battle.decision().map(|decision| battle.combatant(decision.who).team);
    let friends = team(headless.world().battle());
    for _ in 0..300 {
        frames(headless, 1);
        on_screen(headless, |_, _| ());
        let battle = headless.world().battle().clone();
        let Some(decision) = battle.decision().cloned() else { return false };
        let rules = battle.ruleset.rules();
        let offers = rules.offers(&battle, &decision);
        let fits = |offer: &&crate::rules::Offer| {
            let has = |key: &&str| {
                offer.parameters.iter().any(|parameter| parameter.key == *key && parameter.values.len() > 1)
            };
            offer.group == Group::Answer && offer.is_open() && wanted.iter().all(has)
        };
        if offers.0.iter().any(|offer| fits(&offer)) {
            headless.rest();
            return true;
        }
        if team(&battle) == friends && decision == rules.turn_question(decision.who) {
            beside(headless, &battle, decision.who);
        }
        let harmful = |offer: &&crate::rules::Offer| offer.role == Role::Harm && offer.is_open();
        let strike = offers.0.iter().filter(|_| team(&battle) != friends).filter(harmful).find_map(|offer| {
            let choice = crate::rules::Choice::of(offer);
            offer.aims(&choice, 1).into_iter().next()
        });
        let usual = rules.default_answer(&battle, &decision);
        let done = strike.is_some_and(|choice| headless.game(|world, game| game.submit(world, &choice)).is_ok());
        if !done {
            headless.game(|world, game| game.submit(world, &usual)).expect("the default can be chosen");
        }
    }
    false
}

#[test]
fn a_defence_made_of_parts_is_built_in_its_question_and_divides_only_what_there_is() {
    deep(|| {
        let mut headless = at_the_bench_of(RulesetId::offered(), "meadow", is_strike);
        assert!(at_a_defence(&mut headless, &["evade", "block", "in-block"]), "nobody can evade and block");
        let set = |headless: &mut HeadlessFrame, key: &'static str, taken: bool| {
            on_screen(headless, |screen, world| {
                let offers = &screen.settled.offers.0;
                let index = offers.iter().position(|offer| offer.parts.is_some()).expect("made of parts");
                screen.open_by_hand(index);
                let (offer, now) = screen.open_offer().expect("open");
                let part = offer.parameters.iter().find(|parameter| parameter.key == key).expect("a part");
                let value = part.values.iter().find(|value| (value.counts > 0) == taken).expect("a value").value;
                let value = if key == "ap" { 3.min(part.values.len() as i32) } else { value };
                assert!(offer.changes(now, part).any(|change| change.value.value == value));
                screen.carry_out(Intent::SetParameter { offer: index, key, value }, world);
            });
            frames(headless, 2);
        };
        set(&mut headless, "evade", true);
        set(&mut headless, "block", false);
        set(&mut headless, "ap", true);
        let others = |model: &WorkbenchModel| model.others.iter().map(|row| row.label.clone()).collect::<Vec<_>>();
        let alone = bench(&mut headless);
        assert!(alone.parts.iter().all(|part| part.digit.is_none()), "digits answer the question");
        assert!(alone.parts.iter().any(|part| part.key == "evade" && part.taken), "{alone:#?}");
        assert!(!others(&alone).contains(&"AP in Block".to_owned()), "{:?}", others(&alone));
        set(&mut headless, "block", true);
        let both = bench(&mut headless);
        let row = both.others.iter().find(|row| row.label == "AP in Block").expect("there are two to divide it among");
        let into = both.ruler.as_ref().expect("AP go in").amount;
        assert!(row.values.iter().all(|(value, ..)| *value < into), "{row:?} of {into}");
    });
}
