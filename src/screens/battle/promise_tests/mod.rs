//! The seven promises of choosing, each kept under every ruleset offered to players; and the number of presses for the
//! commonest acts.

mod inputs;

use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, pos2};

use super::{
    BattleScreen,
    press::PressPlate,
    press_tests,
    testing::{PERSONS, SIZE, deep, level},
    with_screen,
};
use crate::{
    arena::{Arena as _, CombatantEntities, edit},
    geometry::Square,
    lab::attack_forecast,
    panels::battle::{
        Intent,
        model::{BattleModel, Settles},
    },
    rules::{
        Address, Choice, CombatantId, Entry, Finality, Group, ItemId, Placement, Posture, Role, RulesetId, Target,
    },
    screens::HeadlessFrame,
};

const GROUPS: [(Group, Key); 8] = [
    (Group::Move, Key::Q),
    (Group::Attack, Key::W),
    (Group::Manoeuvre, Key::E),
    (Group::Stunt, Key::R),
    (Group::Stance, Key::A),
    (Group::Gear, Key::S),
    (Group::Magic, Key::D),
    (Group::Wait, Key::F),
];
const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// A person at the screen, and how many presses they have made.
struct Person {
    headless: HeadlessFrame,
    presses: usize,
}

impl Person {
    /// At the first turn of a fighter in a battle; `None` if the level has no sheets for the ruleset.
    fn at_a_turn(tag: &str, ruleset: RulesetId) -> Option<Self> {
        Self::at_a_turn_of(tag, ruleset, 3)
    }

    /// Like [`Self::at_a_turn`], with a seed.
    fn at_a_turn_of(tag: &str, ruleset: RulesetId, seed: u64) -> Option<Self> {
        let headless = HeadlessFrame::play(&level(tag), ruleset, seed, PERSONS, SIZE).ok()?;
        let mut person = Self { headless, presses: 0 };
        for _ in 0..60 {
            let battle = person.headless.world().battle().clone();
            let decision = battle.decision().expect("somebody is asked").clone();
            // Fighters who only strike.
            let strikes = ["Ada", "Dag", "Egil", "Finn"].contains(&&*battle.combatant(decision.who).identity.name);
            if decision == battle.ruleset.rules().turn_question(decision.who) && strikes {
                person.settle();
                if person.model(|model| model.handover.is_some()) {
                    person.key(Key::Enter);
                    person.settle();
                }
                if person.model(|model| model.recap.is_some()) {
                    person.key(Key::Enter);
                    person.settle();
                }
                person.presses = 0;
                return Some(person);
            }
            let choice = battle.ruleset.rules().default_answer(&battle, &decision);
            person.headless.game(|world, game| game.submit(world, &choice)).expect("the default can be chosen");
        }
        panic!("nobody has a turn");
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| _ = self.headless.frame(None));
    }

    /// Lets everything finish playing, and waits until presses count.
    fn settle(&mut self) {
        self.frames(1);
        with_screen(self.headless.world(), |_, world| crate::board::skip(world));
        self.headless.rest();
    }

    fn screen(&mut self) -> &BattleScreen {
        self.headless.world().resource::<BattleScreen>()
    }

    fn model<T>(&mut self, read: impl FnOnce(&BattleModel) -> T) -> T {
        read(&self.screen().model.as_ref().expect("it has been drawn").0)
    }

    fn held(&mut self, key: Key, modifiers: Modifiers) {
        self.presses += 1;
        for pressed in [true, false] {
            let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            self.headless.hear(vec![Event::ModifiersChanged(modifiers), event]);
        }
        self.headless.hear(vec![Event::ModifiersChanged(Modifiers::NONE)]);
        self.frames(2);
    }

    fn key(&mut self, key: Key) {
        self.held(key, Modifiers::NONE);
    }

    fn point(&mut self, square: Square) {
        let at = self.screen().view.camera.rect_of(square).center();
        self.headless.frame(Some((at.x - 2.0, at.y)));
        self.headless.frame(Some((at.x, at.y)));
        self.frames(2);
    }

    /// A calm press: points, presses, and lets everything finish playing.
    fn press(&mut self, square: Square) {
        self.point(square);
        self.presses += 1;
        let at = self.screen().view.camera.rect_of(square).center();
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            let event = Event::PointerButton { pos: pos2(at.x, at.y), button, pressed, modifiers: Modifiers::NONE };
            self.headless.hear(vec![event]);
        }
        self.frames(2);
        self.settle();
    }

    fn plate(&mut self) -> Option<PressPlate> {
        self.screen().press_plate().map(|(_, plate)| plate)
    }

    fn rolls(&mut self) -> usize {
        self.headless.world().journal().iter().filter(|entry| matches!(entry, Entry::Roll(_))).count()
    }

    fn acting(&mut self) -> CombatantId {
        self.headless.world().decision().expect("somebody is asked").who
    }

    fn place_of(&mut self, who: CombatantId) -> Square {
        self.headless.world().battle().combatant(who).placement.anchor()
    }

    /// Puts the acting fighter at b4, the nearest enemies at `near`, and all others at the edges.
    fn stage(&mut self, near: &[(i16, i16)]) -> Vec<CombatantId> {
        press_tests::stage(&mut self.headless, near)
    }

    /// The verbs chosen since a length of the journal.
    fn chosen_since(&mut self, from: usize) -> Vec<&'static str> {
        let journal = self.headless.world().journal();
        let chosen = journal[from..].iter().filter_map(|entry| match entry {
            Entry::Chosen(_, choice) => Some(choice.verb),
            _ => None,
        });
        chosen.collect()
    }
}

/// Runs `act` under every ruleset on offer that plays a level, at somebody's turn.
fn each_ruleset(tag: &'static str, mut act: impl FnMut(Person, RulesetId) + Send + 'static) {
    deep(move || {
        let mut count = 0;
        for ruleset in RulesetId::offered() {
            if let Some(person) = Person::at_a_turn(tag, ruleset) {
                act(person, ruleset);
                count += 1;
            }
        }
        assert!(count >= 4, "only {count} rulesets play {tag}");
    });
}

#[test]
fn promise_1_every_open_choice_is_at_most_two_presses_away() {
    each_ruleset("meadow", |mut person, ruleset| {
        let open: Vec<(usize, Address, String)> = person.model(|model| {
            let offers = model.offers.iter().enumerate().filter(|(_, offer)| offer.is_open());
            offers.map(|(index, offer)| (index, offer.address, offer.title.clone())).collect()
        });
        assert!(open.len() > 2, "{ruleset}: {open:?}");
        for (index, address, title) in open.into_iter().filter(|(_, address, _)| address.group != Group::End) {
            let (_, group) = GROUPS.into_iter().find(|(group, _)| *group == address.group).expect("a group of a turn");
            person.presses = 0;
            person.key(group);
            let digit = address.digit.unwrap_or_else(|| panic!("{ruleset}: {title} has no digit"));
            person.key(DIGITS[usize::from(digit)]);
            assert_eq!(person.presses, 2);
            let chosen = person.screen().settled.chosen;
            // Items that differ only in which of several they are share a row and an address.
            let same = |model: &BattleModel| model.offers[chosen.expect("chosen")].address == address;
            assert!(chosen == Some(index) || chosen.is_some() && person.model(same), "{ruleset}: {title}, {chosen:?}");
            with_screen(person.headless.world(), |screen, world| {
                screen.see(world);
                screen.carry_out(Intent::List(None), world);
                (screen.settled.chosen, screen.settled.by_hand) = (None, false);
            });
            person.frames(1);
        }
    });
}

/// Presses one square after another, each time from the same moment, and compares what is done with what the plate
/// said.
fn press_everywhere(
    person: &mut Person,
    mut judge: impl FnMut(&mut Person, Option<&PressPlate>, &[&'static str], usize),
) -> usize {
    let mut done = 0;
    let battle = person.headless.world().battle().clone();
    let who = person.acting();
    let here = person.place_of(who);
    let around = [(1, 0), (2, 1), (-1, 0), (0, 2), (3, 0), (0, -2), (2, -2), (0, 0), (9, 9), (-12, 3)];
    let around = around.map(|(x, y)| Square::new(here.x + x, here.y + y));
    let others =
        battle.combatants().filter(|fighter| fighter.id != who).take(8).map(|fighter| fighter.placement.anchor());
    for square in around.into_iter().chain(others) {
        if person.headless.world().battle().scene.field.cell(square).is_none() {
            continue;
        }
        with_screen(person.headless.world(), |screen, world| {
            screen.see(world);
            screen.press.forget();
            screen.aimed = None;
            (screen.settled.chosen, screen.settled.by_hand, screen.inspected) = (None, false, None);
        });
        person.point(square);
        let plate = person.plate();
        let (from, rolled) = (person.headless.world().journal().len(), person.rolls());
        person.press(square);
        let chosen = person.chosen_since(from);
        let rolls = person.rolls() - rolled;
        judge(person, plate.as_ref(), &chosen, rolls);
        if !chosen.is_empty() {
            done += 1;
            let undone = person.headless.game(|world, game| game.undo(world));
            assert!(undone.is_ok(), "{plate:?}: {chosen:?} cannot be taken back");
            person.settle();
        }
    }
    done
}

/// Checks that every percentage on a plate says what it is of.
fn says_of_what(plate: &PressPlate) {
    for words in [&plate.words, &plate.second] {
        let says = |(at, _): (usize, &str)| words[at + 1..].trim_start().starts_with(char::is_alphabetic);
        assert!(words.match_indices('%').all(says), "of what? {words}");
    }
}

#[test]
fn promise_2_a_press_does_what_is_written_at_that_moment_and_nothing_else() {
    each_ruleset("meadow", |mut person, ruleset| {
        let done =
            press_everywhere(&mut person, |_, plate, chosen, _| match plate.inspect(|plate| says_of_what(plate)) {
                None => assert!(chosen.is_empty(), "{ruleset}: nothing is written, and {chosen:?} is done"),
                Some(plate) if plate.refused || plate.second.contains("press to choose it") => {
                    assert!(chosen.is_empty(), "{ruleset}: {plate:?}, and {chosen:?} is done");
                }
                Some(plate) => {
                    let said = plate.words.to_lowercase();
                    assert_eq!(chosen.len(), 1, "{ruleset}: {plate:?}, and {chosen:?} is done");
                    let is_way =
                        ["walk", "move", "run", "go", "step", "ride"].iter().any(|verb| said.starts_with(verb));
                    assert!(is_way || said.starts_with(chosen[0]), "{ruleset}: {plate:?}, and {chosen:?} is done");
                }
            });
        assert!(done > 2, "{ruleset}: only {done} presses did anything");
    });
}

#[test]
fn promise_3_what_can_be_taken_back_goes_at_once_and_what_cannot_is_shown_first() {
    each_ruleset("meadow", |mut person, ruleset| {
        let foe = person.stage(&[(2, 3)])[0];
        press_everywhere(&mut person, |_, plate, chosen, rolls| {
            assert_eq!(rolls, 0, "{ruleset}: {plate:?} rolls at the first press");
            assert!(chosen.len() < 2, "{ruleset}: {chosen:?}");
        });
        let (at, from) = (person.place_of(foe), person.headless.world().journal().len());
        with_screen(person.headless.world(), |screen, _| screen.press.forget());
        person.point(at);
        assert!(person.plate().is_some_and(|plate| plate.second.ends_with("press to choose it")), "{ruleset}");
        person.plate().iter().for_each(says_of_what);
        let aimed = person.screen().overlays(&[]).target;
        assert!(aimed.and_then(|target| target.chance).is_none_or(|(_, event)| !event.is_empty()), "{ruleset}");
        person.press(at);
        assert_eq!(person.headless.world().journal().len(), from, "{ruleset}: the first press only shows");
        assert!(person.plate().is_some_and(|plate| plate.words.starts_with("Press again")), "{ruleset}");
        person.press(at);
        assert!(!person.chosen_since(from).is_empty(), "{ruleset}: the second does it");
    });
}

#[test]
fn promise_4_a_key_means_the_same_from_the_start_of_a_turn_to_its_end() {
    each_ruleset("meadow", |mut person, ruleset| {
        type Known = Vec<((&'static str, Option<ItemId>), Address)>;
        let addresses = |person: &mut Person| -> Known {
            let screen = person.screen();
            let keys = screen.settled.offers.0.iter().map(|offer| (offer.verb, offer.item)).collect::<Vec<_>>();
            person.model(|model| keys.into_iter().zip(model.offers.iter().map(|offer| offer.address)).collect())
        };
        let who = person.acting();
        let mut known = addresses(&mut person);
        let mut made = 0;
        for _ in 0..6 {
            let battle = person.headless.world().battle().clone();
            let Some(decision) = battle.decision().filter(|decision| decision.who == who).cloned() else { break };
            if decision != battle.ruleset.rules().turn_question(who) {
                break;
            }
            // Choices without dice, so that the turn goes on.
            let offers = person.headless.world().offers();
            let quiet = offers.0.iter().filter(|offer| {
                let settled = offer.target == Target::Nothing && offer.group != Group::End;
                offer.is_open() && settled && offer.finality == Finality::Nothing
            });
            let choices: Vec<_> = quiet.map(Choice::of).collect();
            let Some(choice) = choices.get(made % choices.len().max(1)) else { break };
            if person.headless.game(|world, game| game.submit(world, choice)).is_err() {
                break;
            }
            made += 1;
            person.settle();
            if person.acting() != who {
                break;
            }
            let now = addresses(&mut person);
            for (key, address) in &now {
                // An offer that becomes possible later may take the place of its opposite, which is then impossible.
                if let Some((_, before)) = known.iter().find(|(other, _)| other == key) {
                    assert_eq!(before, address, "{ruleset}: {key:?} has another key");
                }
            }
            for (key, address) in now {
                if known.iter().all(|(other, _)| *other != key) {
                    known.push((key, address));
                }
            }
        }
        assert!(made > 0, "{ruleset}: nothing has been done in the turn");
    });
}

#[test]
fn promise_7_what_is_shown_before_is_what_is_computed_and_every_chance_says_of_what() {
    each_ruleset("meadow", |mut person, ruleset| {
        person.stage(&[(2, 3), (4, 3)]);
        // The odds beside the rows are worked out one by one.
        person.frames(80);
        let battle = person.headless.world().battle().clone();
        let decision = battle.decision().expect("somebody is asked").clone();
        let screen = person.screen();
        let (offers, choices) = (screen.settled.offers.clone(), screen.settled.choices.clone());
        let shown = person.model(|model| model.offers.iter().map(|offer| offer.prospects.clone()).collect::<Vec<_>>());
        let mut compared = 0;
        for ((offer, choice), prospects) in offers.0.iter().zip(choices).zip(shown) {
            for prospect in prospects {
                assert!(
                    !prospect.event.is_empty(),
                    "{ruleset}: {} % of what, by {}?",
                    prospect.chance.percent(),
                    offer.verb
                );
                let Some(on) = prospect.on else { continue };
                let aimed = Choice { also: Vec::new(), ..choice.clone() }.on(on);
                let Some(computed) = attack_forecast(&battle, &decision, &aimed) else { continue };
                assert_eq!(prospect.mean, computed.mean, "{ruleset}: {} at {}", offer.verb, prospect.name);
                compared += 1;
            }
        }
        assert!(compared > 0, "{ruleset}: no odds are shown");
    });
}
