//! The stage against battles that are really played.

use std::time::Duration;

use bevy::prelude::Schedule;

use super::*;
use crate::{
    arena::bare_world,
    dice::{Rolled, Stream},
    levels::{Roster, builtin, deploy},
    rules::{Battle, Choice, Course, Decision, Offers, Settings, Target, play},
};

const FRAME: f32 = 1.0 / 60.0;

fn battle(level: &str) -> Battle {
    let level = builtin().iter().find(|built_in| &*built_in.tag == level).expect("a built-in level");
    deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).expect("it can be deployed")
}

/// Any open choice that the rules take.
fn random(battle: &Battle, decision: &Decision, offers: &Offers, dice: &mut Stream) -> Choice {
    let rules = battle.ruleset.rules();
    let open: Vec<_> = offers.0.iter().filter(|offer| offer.is_open()).collect();
    let aimed: Vec<_> = open.iter().filter(|offer| offer.target != Target::Nothing).copied().collect();
    for _ in 0..20 {
        let from = if aimed.is_empty() || dice.below(4) == 0 { &open } else { &aimed };
        let offer = from[dice.below(from.len() as u32) as usize];
        let mut choice = Choice::of(offer);
        match &offer.target {
            Target::Nothing => {}
            Target::Way(list) if !list.is_empty() => {
                let to = list[dice.below(list.len() as u32) as usize].square;
                choice.squares = battle
                    .journey(decision.who, offer.verb, Course::To(to))
                    .map(|journey| journey.route.squares)
                    .unwrap_or_default();
            }
            Target::Square(list) if !list.is_empty() => {
                choice.squares = vec![list[dice.below(list.len() as u32) as usize]];
            }
            Target::Combatant(list) if !list.is_empty() => {
                choice.on = Some(list[dice.below(list.len() as u32) as usize].who);
            }
            _ => continue,
        }
        if play::answer(battle, offers, &choice).is_ok() {
            return choice;
        }
    }
    rules.default_answer(battle, decision)
}

/// A stage on which systems play, and the battle that is shown on it.
struct Theatre {
    world: World,
    systems: Schedule,
}

impl Theatre {
    fn new(battle: Battle, seed: u64) -> Self {
        let mut world = bare_world(battle, Rolled::new(seed));
        world.listen(true);
        world.init_resource::<Time>();
        install(&mut world);
        reset(&mut world);
        let mut systems = Schedule::default();
        systems.add_systems(animation());
        Self { world, systems }
    }

    fn advance(&mut self, seconds: f32, speed: Speed, reduced_motion: bool) {
        self.world.insert_resource(Pace { speed, reduced_motion });
        self.world.resource_mut::<Time>().advance_by(Duration::from_secs_f32(seconds));
        self.systems.run(&mut self.world);
    }

    fn stage(&mut self) -> Stage {
        Stage::gather(&mut self.world)
    }

    /// How somebody's token stands.
    fn pose(&mut self, who: CombatantId) -> Pose {
        let mut tokens = self.world.query::<(&Shows, &Pose)>();
        tokens.iter(&self.world).find(|(shows, _)| shows.0 == who).map(|(_, pose)| *pose).expect("a token each")
    }

    /// Whether somebody's token is shown as being in the fight.
    fn fights(&mut self, who: CombatantId) -> bool {
        let mut tokens = self.world.query::<(&Shows, &ShownState)>();
        tokens.iter(&self.world).any(|(shows, state)| shows.0 == who && state.fights())
    }

    /// Puts entries on the stage that nobody has played.
    fn pretend(&mut self, entries: &[Entry]) {
        let mut playback = self.world.resource_mut::<Playback>();
        playback.waiting.extend(entries.iter().cloned());
        playback.fed += entries.len();
    }

    /// Plays decisions at random and calls back after each.
    fn play_out(&mut self, seed: u64, decisions: usize, mut after: impl FnMut(&mut Self)) {
        let mut dice = Stream::new(seed, 9);
        self.world.begin();
        after(self);
        for _ in 0..decisions {
            let Some(decision) = self.world.decision().cloned() else { break };
            let offers = self.world.offers();
            let choice = random(self.world.battle(), &decision, &offers, &mut dice);
            self.world.submit(&choice).expect("an allowed choice");
            after(self);
        }
    }

    /// What is shown must be the battle, every token where it stands, and every look the one its card asks for.
    fn assert_caught_up(&mut self) {
        let stage = self.stage();
        let view = self.world.side_view(None);
        assert!(**stage.shown() == *view);
        assert_eq!(stage.progress(), self.world.journal().len());
        for fighter in view.combatants() {
            let name = &fighter.identity.name;
            assert_eq!(stage.tokens[fighter.id.index()].look, look_of(&view, fighter.id), "{name}");
            assert_eq!(
                (stage.place(fighter.id), self.fights(fighter.id)),
                (fighter.footprint(), fighter.fights()),
                "{name}"
            );
        }
    }
}

#[test]
fn the_stage_ends_where_the_battle_is() {
    let paces = [(Speed::X1, false), (Speed::X4, false), (Speed::X1, true), (Speed::Off, false)];
    let frames = paces.map(|(speed, still)| {
        let mut theatre = Theatre::new(battle("tanner-row"), 5);
        let mut played = 0;
        theatre.play_out(5, 120, |theatre| {
            let mut frames = 0;
            theatre.advance(0.0, speed, still);
            while theatre.stage().is_busy() {
                theatre.advance(FRAME, speed, still);
                frames += 1;
                assert!(frames < 60_000, "it never ends");
            }
            played += frames;
            for _ in 0..15 {
                theatre.advance(FRAME, speed, still);
            }
            theatre.assert_caught_up();
        });
        played
    });
    let [normal, fast, reduced, off] = frames;
    assert!(normal > fast && normal > reduced && fast > off, "{frames:?}");
}

#[test]
fn a_roll_is_told_once_its_dice_have_come_to_rest() {
    let mut theatre = Theatre::new(battle("tanner-row"), 5);
    let mut seen = 0;
    theatre.play_out(5, 60, |theatre| {
        theatre.advance(0.0, Speed::X1, false);
        while theatre.stage().is_busy() {
            let stage = theatre.stage();
            let rolls = matches!(stage.clip(), Some(Clip { play: Play::Dice { .. }, .. }));
            assert_eq!(stage.progress() - stage.told(), usize::from(rolls));
            if rolls {
                assert!(matches!(theatre.world.journal()[stage.told()], Entry::Roll(_)));
                seen += 1;
            }
            theatre.advance(FRAME * 4.0, Speed::X1, false);
        }
        assert_eq!(theatre.stage().told(), theatre.world.journal().len());
    });
    assert!(seen > 9, "{seen}");
}

#[test]
fn skipping_and_starting_anew_lead_to_the_same_end() {
    let mut theatre = Theatre::new(battle("meadow"), 11);
    theatre.play_out(11, 40, |theatre| {
        theatre.advance(FRAME, Speed::X1, false);
        skip(&mut theatre.world);
        assert!(!theatre.stage().is_busy());
        theatre.assert_caught_up();
    });
    theatre.world.open(battle("meadow"), Rolled::new(1));
    reset(&mut theatre.world);
    let stage = theatre.stage();
    assert_eq!((stage.progress(), stage.is_busy()), (0, false));
    theatre.assert_caught_up();
}

#[test]
fn a_battle_that_goes_back_is_shown_there_at_once() {
    let mut theatre = Theatre::new(battle("tanner-row"), 3);
    theatre.world.begin();
    skip(&mut theatre.world);
    let checkpoint = theatre.world.checkpoint();
    theatre.play_out(3, 6, |theatre| theatre.advance(FRAME, Speed::X1, false));
    theatre.world.rewind(checkpoint);
    assert!(!theatre.stage().is_busy());
    theatre.assert_caught_up();
}

#[test]
fn a_walk_takes_its_time_and_reduced_motion_jumps() {
    let battle = battle("tanner-row");
    let who = CombatantId(0);
    let from = battle.combatant(who).placement;
    let steps = [crate::geometry::Direction::East, crate::geometry::Direction::SouthEast];
    let mut at = from.anchor();
    let journal: Vec<Entry> = steps
        .iter()
        .map(|direction| {
            at = at.step(*direction);
            Entry::Effect(Effect::Place(who, from.at(at)))
        })
        .collect();
    let mut theatre = Theatre::new(battle.clone(), 1);
    theatre.pretend(&journal);
    theatre.advance(0.065, Speed::X1, false);
    assert!((theatre.pose(who).offset - Vec2::new(-0.5, 0.0)).length() < 1e-3);
    assert_eq!(theatre.stage().progress(), 1);
    theatre.advance(0.070, Speed::X1, false);
    assert_eq!(theatre.stage().progress(), 2);
    theatre.advance(0.1, Speed::X1, false);
    assert!(theatre.stage().is_busy());
    theatre.advance(0.1, Speed::X1, false);
    assert!(!theatre.stage().is_busy() && theatre.pose(who) == Pose::default());

    let mut still = Theatre::new(battle, 1);
    still.pretend(&journal);
    still.advance(FRAME, Speed::X1, true);
    assert!(!still.stage().is_busy() && still.stage().place(who).anchor == at);
}

#[test]
fn a_hit_shakes_the_target_and_shows_its_number() {
    let (by, on) = (CombatantId(0), CombatantId(1));
    for fate in [Fate::Hit, Fate::Grazed] {
        shown(AttackResult { by, on, fate, damage: 7 });
    }
}

fn shown(result: AttackResult) {
    let AttackResult { by, on, .. } = result;
    let journal = [Entry::AttackResult(result)];
    let mut theatre = Theatre::new(battle("tanner-row"), 1);
    theatre.pretend(&journal);
    theatre.advance(0.04, Speed::X1, false);
    assert!(theatre.pose(on).offset.length() > 0.05 && theatre.pose(by) == Pose::default());
    theatre.advance(0.1, Speed::X1, false);
    theatre.advance(0.05, Speed::X1, false);
    assert!(!theatre.stage().is_busy() && theatre.stage().moves());
    let words: Vec<_> = theatre.stage().numbers().map(|(number, ..)| number.words.clone()).collect();
    assert_eq!(words, ["7"]);
    for _ in 0..8 {
        theatre.advance(0.1, Speed::X1, false);
    }
    assert!(!theatre.stage().moves());

    let mut pictured = Theatre::new(battle("tanner-row"), 1);
    pictured.pretend(&journal);
    pictured.advance(0.04, Speed::Off, true);
    assert!(pictured.stage().moves());
    calm(&mut pictured.world);
    assert!(!pictured.stage().moves() && pictured.stage().progress() == 1);

    let mut still = Theatre::new(battle("tanner-row"), 1);
    still.pretend(&journal);
    still.advance(0.1, Speed::X1, true);
    assert!(still.pose(on).framed && still.pose(on).offset == Vec2::ZERO);
}

#[test]
fn dice_that_are_shown_have_the_faces_they_show() {
    for level in ["tanner-row", "drifting-moor"] {
        let mut theatre = Theatre::new(battle(level), 2);
        let (mut shown, mut played) = (0, 0);
        theatre.play_out(2, 60, |theatre| {
            let rolls = theatre.world.journal().iter().skip(played).filter_map(|entry| match entry {
                Entry::Roll(roll) => Some(roll.clone()),
                _ => None,
            });
            let rolls: Vec<Roll> = rolls.collect();
            played = theatre.world.journal().len();
            theatre.advance(0.0, Speed::X1, false);
            skip(&mut theatre.world);
            for roll in rolls {
                for die in &roll.dice {
                    let (low, high) = Face::range(die.sides);
                    assert!((low..=high).contains(&die.face), "{die:?} of {}", roll.words);
                }
                theatre.pretend(&[Entry::Roll(roll.clone())]);
                theatre.advance(0.01, Speed::X1, false);
                if let Some(Clip { play: Play::Dice { faces, .. }, .. }) = theatre.stage().clip() {
                    assert!(faces.iter().copied().eq(roll.dice.iter().map(|die| die.fell())), "{faces:?}");
                    shown += 1;
                }
                skip(&mut theatre.world);
            }
        });
        assert!(shown > 3, "{level}: {shown} rolls were shown");
    }
}

/// A stage on which a blow at the second combatant has been played for a moment.
fn struck(fate: Fate, damage: i16, still: bool) -> Theatre {
    let result = AttackResult { by: CombatantId(0), on: CombatantId(1), fate, damage };
    let mut theatre = Theatre::new(battle("tanner-row"), 1);
    theatre.pretend(&[Entry::AttackResult(result)]);
    theatre.advance(0.08, Speed::X1, still);
    theatre
}

#[test]
fn a_dodge_goes_aside_and_a_parry_gives_way() {
    let on = CombatantId(1);
    let way = |theatre: &mut Theatre| {
        let [from, to] = [CombatantId(0), on].map(|who| middle(theatre.stage().place(who)));
        (to - from).normalize()
    };
    let mut dodge = struck(Fate::Averted(Averting::Dodge), 0, false);
    let (along, offset) = (way(&mut dodge), dodge.pose(on).offset);
    assert!(offset.dot(along).abs() < 1e-4 && offset.length() > 0.1, "{offset:?}");
    let mut parry = struck(Fate::Averted(Averting::Parry), 0, false);
    let offset = parry.pose(on).offset;
    assert!((0.02..0.1).contains(&offset.dot(along)), "{offset:?}");
    assert_eq!(struck(Fate::Missed, 0, false).pose(on), Pose::default());
    assert_eq!(struck(Fate::Averted(Averting::Dodge), 0, true).pose(on), Pose::default(), "nothing may move");
}

/// One "missed" is enough: it stands beside somebody only once it no longer rises above them.
#[test]
fn what_rises_above_somebody_is_known_until_it_has_passed() {
    let on = CombatantId(1);
    let mut missed = struck(Fate::Missed, 0, false);
    assert!(missed.stage().says(on, "missed") && !missed.stage().says(CombatantId(0), "missed"));
    assert!(!missed.stage().says(on, "parried"), "another word is no repetition");
    let mut hit = struck(Fate::Hit, 5, false);
    assert!(hit.stage().says(on, "\u{2212}5") && !hit.stage().says(on, "\u{2212}9"), "another number is no repetition");
    for theatre in [&mut missed, &mut hit] {
        (0..20).for_each(|_| theatre.advance(0.1, Speed::X1, false));
    }
    assert!(!missed.stage().says(on, "missed") && !hit.stage().says(on, "\u{2212}5"));
}

#[test]
fn a_hard_blow_and_ones_own_turn_are_lit_and_hold_nothing_up() {
    let full = |theatre: &mut Theatre| theatre.stage().look(CombatantId(1)).health.1 as i16;
    let third = full(&mut struck(Fate::Missed, 0, false)).div_euclid(3) + 1;
    let mut hard = struck(Fate::Hit, third, false);
    assert!(hard.stage().glows().iter().any(|glow| (glow.on, glow.light) == (CombatantId(1), Light::Blow)));
    assert!(struck(Fate::Hit, 1, false).stage().glows().is_empty(), "a scratch");
    // The light goes on while nothing is played any more; a press puts it out.
    for _ in 0..2 {
        hard.advance(0.1, Speed::X1, false);
    }
    assert!(!hard.stage().is_busy() && hard.stage().moves());
    skip(&mut hard.world);
    assert!(hard.stage().glows().is_empty());
    turn_begins(&mut hard.world, CombatantId(0));
    assert!(hard.stage().moves() && !hard.stage().is_busy());
    for _ in 0..10 {
        hard.advance(0.1, Speed::X1, true);
    }
    assert!(hard.stage().glows().is_empty() && !hard.stage().moves());
}

/// An exploding keg is shown, can be skipped like everything else, and leaves its mark.
#[test]
fn an_explosion_is_played_and_leaves_scorched_ground() {
    use crate::rules::{Explosive, ExplosiveKind, HarmDice};
    for (still, most) in [(false, 0.7), (true, 0.5)] {
        let mut theatre = Theatre::new(battle("meadow"), 1);
        let at = Square::new(4, 4);
        crate::arena::edit(&mut theatre.world, |world| {
            let mut scenery = world.resource_mut::<crate::arena::Scenery>();
            let field = std::sync::Arc::make_mut(&mut scenery.0.field);
            field.set_explosive(at, Some(Explosive::new(ExplosiveKind::Keg, HarmDice::BLAST, 1, 0)));
        });
        reset(&mut theatre.world);
        theatre.pretend(&[Entry::Effect(Effect::Explosive(at, None))]);
        theatre.advance(0.01, Speed::X1, still);
        let stage = theatre.stage();
        let clip = stage.clip.as_ref().expect("it is played");
        let Play::Blast { at: seen, reaches } = &clip.play else { panic!("{clip:?} is no explosion") };
        assert_eq!((*seen, reaches.len()), (at, 9));
        let mut seconds = 0.0;
        while theatre.stage().is_busy() {
            theatre.advance(FRAME, Speed::X1, still);
            seconds += FRAME;
            assert!(seconds < most, "it takes too long");
        }
        assert_eq!(theatre.world.resource::<Playback>().scorched(), [at]);
    }
    let mut theatre = Theatre::new(battle("meadow"), 1);
    theatre.pretend(&[Entry::Effect(Effect::Explosive(Square::new(2, 2), None))]);
    theatre.advance(0.01, Speed::X1, false);
    skip(&mut theatre.world);
    assert!(!theatre.stage().is_busy(), "any press ends it");
    assert_eq!(theatre.world.resource::<Playback>().scorched(), [Square::new(2, 2)]);
}
