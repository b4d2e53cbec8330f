//! Proving Ground: one battlefield, five rule systems.
//!
//! A desktop grid tactics game on Bevy ECS with egui panels, and a test bench for positional rules: move tokens and see
//! who reaches, threatens, sees and hits whom, with exact odds and the rule behind every number. It plays `percentile`,
//! `totals`, `vigor`, `rates` and `pools` in full.
//!
//! # Bird's-eye view
//!
//! A battle is a conversation. The rules ask (a [`Decision`](rules::Decision)), somebody answers (a
//! [`Choice`](rules::Choice) from the [`Offers`](rules::Offers)), the rules turn the answer into
//! [`Effect`](rules::Effect)s, and the journal of what happened feeds log, animation and tests. People, the computer,
//! recordings, trials and the fuzzer all answer in the same way. **In play nothing else changes a battle.**
//!
//! ```text
//!  level + roster + ruleset + settings + seed
//!        |
//!        v                 offers (open, or refused with rule and reason)
//!   +---------+  decision ---------------------------------->  person | computer | recording | trial | fuzzer
//!   | battle  |                                                    |
//!   |  (ECS)  |  <--------------------------------  choice  -------+
//!   +---------+
//!        |  agenda: a stack of steps and decisions; steps are resolved, effects applied, until the next decision
//!        v
//!     journal: every die, every term, every rule id  -->  log, animation, statistics, tests
//! ```
//!
//! # Entry points
//!
//! - A ruleset is a [`rules::Ruleset`], made of four small traits: its definition ([`rules::Definition`]), how it is
//!   played ([`rules::Play`]), what can be asked about a position ([`rules::Inspect`]) and what an outcome is worth
//!   ([`rules::Appraise`]). Each question it asks is a type: a [`rules::RulesetPrompt`] keeps its offers, answer,
//!   default answer and words together. One call answers everything about a movement, [`rules::Inspect::journey`]. All five
//!   are complete: [`rules::percentile`], [`rules::totals`], [`rules::vigor`], [`rules::rates`] and [`rules::pools`]. Their rules are
//!   in files named after the catalogues' chapters, each chapter has its own steps, and the code of every rule cites its id
//!   (`PCT-COV-02`, `TOT-DEF-03`, `VIG-REACT-04`, `RAT-RATE-05`, `POO-TIER-04`). The smallest possible ruleset is
//!   [`rules::drill`], the worked example of the README's recipe: the game does not list it, but all tests play it.
//!   [`rules::drill_parts`] plays the parts of the kernel that `drill` does not need.
//! - How a choice becomes effects: [`arena::Arena`] for the living battle, [`rules::play`] for the plain one.
//! - Exact odds: [`rules::forecast()`] runs the resolution code over every outcome. Common attacks are solved at once
//!   ([`rules::Play::solved`]), and the harness compares that with stepping through them; an action of many dice against
//!   several targets has too many ends for that, and is explored. Steps before the first dice need no exploring; equal
//!   states are explored once; effects are written to one battle and taken back. If most ends of a first blow make no
//!   difference to what follows ([`rules::Inspect::unread_vitals`]), the two are forecast separately and multiplied when
//!   somebody reads the ends. A forecast keeps to a [budget](rules::ForecastBudget) of states and bytes, and says what it
//!   leaves out. All copies of a battle share a [memory](rules::ForecastMemory) of forecasts by
//!   [situation](rules::SituationKey), [`rules::Inspect::situation`]: it makes answers faster, never different.
//! - The computer weighs an attack by its numbers alone ([`rules::Appraise::attack_numbers`]). Each mind forecasts
//!   equal attacks once and keeps only their value; for each pair of fighters it remembers the best attack until one
//!   of them, or somebody near, changes. Movements that need dice, and walks that another action must make
//!   possible, are examined only if a cheap estimate promises more than a walk that provokes nobody. An attack counts
//!   with those that the turn allows after it, in the best order. The danger from an enemy is what its turn allows against
//!   this square (`ai/tempo.rs`), beyond what it may do to a friend instead; harm to a more dangerous enemy counts more
//!   (`ai/foes.rs`). If an attack leaves part of a movement, planning looks for the way back before the way out
//!   (`ai/sally.rs`). An act with dice also counts for what it leaves of the actor, such as being out of a grip
//!   (`ai/afterwards.rs`); a place that wins at the end of this round counts more than any blow (`ai/places.rs`).
//!   After the most promising plans everybody plays on for two rounds as the yardstick would, in expected values instead
//!   of dice (`ai/playout.rs`): that shows who strikes first, who gangs up on whom and who gets through. What happens early
//!   counts for longer than what happens late, which is less sure.
//!   The quick depth tries no sequences, looks no further ahead, and weighs an enemy who is sure to come from an adjacent
//!   square only; the steady depth also takes danger less seriously and gives default answers out of turn.
//! - The result of an attack: every blow has a result and a fate of its own ([`rules::AttackResult`]), even if one roll
//!   counts against several targets ([`rules::exchange::several`]), or armour counts once against several blows or
//!   attackers ([`rules::exchange::Together`], [`rules::Inspect::joined`]).
//! - The numbers of a choice: [`rules::attack_ahead`] and [`rules::number_ahead`] answer the open decision in a copy, run
//!   the agenda up to the first dice and take the numbers from the step that rolls them. What-ifs about another
//!   combatant's turn do the same in a copy in which it is that combatant's turn ([`rules::turn_given`]).
//! - A position being edited: [`levels::draft`]. A draft is a level with the states of its fighters; each change is an
//!   [`Edit`](levels::draft::Edit), undone by a [`History`](levels::draft::History) of whole drafts; viewing it under another
//!   ruleset is no edit. `screens::lab` puts its battle into the world and asks [`lab::relation`] how two fighters stand to each
//!   other, [`lab::shares`] how an attack's numbers lead to its chance, [`lab::changes`] what would alter it, and
//!   [`lab::until_out`] how many such attacks put the target out.
//! - Input: `screens::strokes` lets each key and button change at most once a frame, so that
//!   nothing pressed in a slow frame is lost; then panels and board read it. A typed choice has the same
//!   text form as in trials and recordings (`screens::battle::typing`).
//! - Output: [`screens::FrameSystems`] sets the order within a frame; `screens::battle` fills the models of
//!   [`panels::battle`] and the overlays of [`board`].
//!
//! # Components are the truth
//!
//! A combatant is an entity with small components: [`CombatantId`](rules::CombatantId), [`Team`](rules::Team),
//! [`Placement`](rules::Placement), [`Posture`](rules::Posture), [`Facing`](rules::Facing), [`Status`](rules::Status),
//! [`Vitals`](rules::Vitals), [`Budgets`](rules::Budgets), [`Conditions`](rules::Conditions), [`Hands`](rules::Hands),
//! [`Awareness`](rules::Awareness), [`Sightings`](rules::Sightings), [`StandingOrders`](rules::StandingOrders). State that
//! belongs to no combatant is kept in resources: [`Scenery`](arena::Scenery),
//! [`Items`](arena::Items), [`Agenda`](arena::Agenda). There is no second copy to keep in step:
//!
//! ```text
//!  components --refresh--> Snapshot(Battle) --rules, pure--> outcome --apply, once--> components
//!      |                                                        |
//!      +--> Reach, Threat, Sees, Cover for overlays             +--> journal --> Moved, Attacked, Fell, ...
//! ```
//!
//! - Rules read a plain [`Battle`](rules::Battle): rows by id for what changes, and one shared value for what never
//!   does. In the living battle that is the [`Snapshot`](arena::Snapshot). Each effect is written once, through the
//!   setter of the component it names ([`rules::EffectTarget`]), and the snapshot copies it from there before
//!   anything is derived from it.
//! - Each kind of step has a system; a ruleset has one [`resolve`](rules::Play::resolve) for all of them, divided by
//!   chapter. Who stands where, reach, threat, sight and cover are derived inside the battle on first use, kept until
//!   something changes, and shared by all copies.
//! - Between decisions any code may write components. Editors use [`arena::edit`]; other writes are detected before offers
//!   are made, before a choice is checked and before the computer thinks. An edit raises the revision, drops offers,
//!   thoughts and undo, and adds one line `edited` to the recording before the next choice. An impossible edit
//!   (somebody off the board, a hand that holds an item that does not exist) is reverted and reported.
//! - When an exchange is settled, what happened is sent as entity events that carry their data. An observer
//!   cannot alter that exchange; choices it wants to make wait in the [`ChoiceQueue`](arena::ChoiceQueue).
//! - [`arena::install`] enables any world to hold a battle; [`arena::ArenaPlugin`] does so for the app, whose world
//!   holds the battle on screen. Trials, replays and `simulate` play in bare worlds, in threads. The computer's
//!   planning, what-ifs and forecasts work on plain values.
//! - Token entities show the battle: [`Shows`](board::Shows), [`ShownPlace`](board::ShownPlace),
//!   [`ShownState`](board::ShownState), [`Look`](board::Look), [`HealthRing`](board::HealthRing). They carry no
//!   component of a combatant; animation systems move them from the journal and its keyframes.
//!
//! # Conceding
//!
//! Conceding is no ruleset's offer, but a choice accepted at any decision ([`rules::CONCEDE`],
//! [`rules::concession`]): the decision gets its default answer, the side is marked as conceded, and its fighters leave,
//! at once if that ends the battle, else when somebody else's turn begins. [`rules::Play::left`] says what ends with their
//! leaving, such as a hold or a spell. Until then the kernel answers for them.
//!
//! # How an act is told
//!
//! One part of the journal becomes one card: `panels::battle::telling` makes the same rows for the card after one's own blow,
//! the panel of others' turns and a recording. `screens::battle` keeps the battle before the act, the offers of
//! that moment and the computer's reasons, and holds back what comes next until the card has been read; a question in the
//! middle of one's own act stands below the card of the act so far. Every difference
//! between the battle before and after an act is on its card: a test plays whole battles to check that. Where players share
//! the screen, it also remembers how long the journal was when each side last looked, and tells the next player what that
//! side has perceived since, in the same rows. The legend asks the rules in play about walls, doors and ground, on a board
//! made for the question.
//!
//! # How the board is drawn
//!
//! Bevy draws the board, egui the panels and the words above the board. One unit of the world is one square, the board's
//! north-west corner is the origin, north is up. [`board::BoardView`] says what is drawn, for whom and from where; the
//! systems of [`board::DrawBoard`] run once a frame, after the panels have been laid out:
//!
//! - Terrain is a sprite a layer, baked on a thread of its own; tokens and dropped items are sprites of baked pictures.
//! - Tints are one texel a square; lines and signs are meshes cut by egui's own tessellator, each kind rebuilt only when its
//!   content or the zoom changes. `tests/drawing.rs` checks that a board at rest builds and uploads nothing.
//! - [`board::BoardCamera`] has the board's room as its viewport; panning and zooming move it. It mixes colours as a
//!   paint program does. A second camera, for egui, lies above it and mixes in linear light: what egui paints is opaque,
//!   or its opacity is chosen to allow for that. The square under the pointer is plain arithmetic ([`board::Camera`]).
//! - The window redraws when something happens, and thirty times a second while something on the board pulses.
//!
//! An extension can add a sparkle to each wound with an observer and a child of the token:
//!
//! ```
//! use bevy::prelude::*;
//! use proving_ground::{arena::Wounded, board::Shows, levels::builtin, rules::CombatantId, screens::HeadlessFrame};
//!
//! #[derive(Component)]
//! struct Sparkle(Timer);
//!
//! fn sparkle(wounded: On<Wounded>, tokens: Query<(Entity, &Shows)>, mut commands: Commands) {
//!     let Some((token, _)) = tokens.iter().find(|(_, shows)| shows.0 == wounded.who) else { return };
//!     // A fifth of a square, a little to the north-east of the token's middle, above its own parts.
//!     let sprite = Sprite::from_color(Color::srgb(1.0, 0.9, 0.4), Vec2::splat(0.2));
//!     let timer = Timer::from_seconds(0.3, TimerMode::Once);
//!     commands.entity(token).with_child((sprite, Transform::from_xyz(0.25, 0.25, 0.004), Sparkle(timer)));
//! }
//!
//! fn fade(mut sparkles: Query<(Entity, &mut Sparkle)>, time: Res<Time>, mut commands: Commands) {
//!     for (entity, mut sparkle) in &mut sparkles {
//!         if sparkle.0.tick(time.delta()).is_finished() {
//!             commands.entity(entity).despawn();
//!         }
//!     }
//! }
//!
//! // A whole app without a window; in the game the same two lines go into a plugin.
//! let mut headless = HeadlessFrame::new(&builtin()[0], (1280.0, 720.0)).unwrap();
//! headless.app().add_observer(sparkle).add_systems(Update, fade);
//! let world = headless.world();
//! let (entity, who) = world.query::<(Entity, &CombatantId)>().iter(world).next().unwrap();
//! let wounded = Wounded { entity, who: *who, loss: 3 };
//! world.trigger(wounded);
//! world.flush();
//! assert_eq!(world.query::<&Sparkle>().iter(world).count(), 1);
//! for _ in 0..30 {
//!     headless.frame(None);
//! }
//! let world = headless.world();
//! assert_eq!(world.query::<&Sparkle>().iter(world).count(), 0);
//! ```
//!
//! An observer and a system of your own, in a world without a window:
//!
//! ```
//! use bevy::prelude::*;
//! use proving_ground::{
//!     arena::{Arena as _, Cover, Fell, Reach, Sees, TurnBegan, bare_world},
//!     dice::Rolled,
//!     levels::{Roster, builtin, deploy},
//!     rules::{CombatantId, Placement, Settings, Status, Team},
//! };
//!
//! #[derive(Resource, Default)]
//! struct Seen { turns: u32, fallen: Vec<CombatantId> }
//!
//! // A system reads components as in any Bevy game.
//! fn count_standing(all: Query<&Status>) -> usize {
//!     all.iter().filter(|status| **status == Status::Fighting).count()
//! }
//!
//! // It can read derived components too: whom each could strike now, seen and with how much cover.
//! fn strikes(all: Query<(&CombatantId, &Team, &Placement, &Reach, &Sees, &Cover)>) -> Vec<(CombatantId, CombatantId, u8)> {
//!     let mut found = Vec::new();
//!     for (who, side, _, reach, sees, cover) in &all {
//!         for (whom, other, place, ..) in &all {
//!             let is_near = place.0.squares().any(|square| reach.0.contains(&square));
//!             if let (true, true, Some(sight)) = (side != other && is_near, sees.0.of(*whom), &cover.0[whom.index()]) {
//!                 found.push((*who, *whom, sight.cover));
//!             }
//!         }
//!     }
//!     found
//! }
//!
//! let level = &builtin()[0];
//! let battle = deploy(level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).unwrap();
//! let mut world = bare_world(battle, Rolled::new(1));
//! world.listen(true);
//! world.init_resource::<Seen>();
//! world.add_observer(|_: On<TurnBegan>, mut seen: ResMut<Seen>| seen.turns += 1);
//! world.add_observer(|fell: On<Fell>, mut seen: ResMut<Seen>| seen.fallen.push(fell.who));
//! world.begin();
//! for _ in 0..20 {
//!     let battle = world.battle();
//!     let Some(decision) = battle.decision() else { break };
//!     let choice = battle.ruleset.rules().default_answer(battle, decision);
//!     world.submit(&choice).unwrap();
//! }
//! let standing = world.run_system_cached(count_standing).unwrap();
//! world.derive();
//! for (who, whom, _) in world.run_system_cached(strikes).unwrap() {
//!     let battle = world.battle();
//!     assert!(battle.combatant(who).aware.of(whom) && battle.sight(who, whom).seen);
//! }
//! let seen = world.resource::<Seen>();
//! assert!(seen.turns > 0);
//! assert_eq!(standing + seen.fallen.len(), world.battle().combatants().len());
//! ```
//!
//! In the app the same two lines go into a plugin: `app.add_observer(..)`, `app.add_systems(Update, count_standing)`.
//!
//! # Rooms, from the bottom up
//!
//! - [`geometry`]: squares, distances, footprints, exact lines, movement fields and routes (with a small state of the way, if
//!   its steps depend on one: [`geometry::Steps`]), outlines. Integers only.
//! - [`dice`]: throws; chance rolled, scripted or enumerated; exact fractions and distributions.
//! - [`rules`]: the plain battle (one value that is save, undo step, fork, forecast input) and everything that can be asked
//!   about it, in the rooms of the kernel, lowest first: [`account`](rules::account) (verdicts and their terms),
//!   [`state`](rules::state) (the battle and the effects that change it), [`choosing`](rules::choosing) (offers and
//!   choices; [`rules::ground`] is the default reading of the board for catalogues that say nothing else, with walks over it,
//!   whatever their steps depend on), [`flow`](rules::flow)
//!   (steps, journal, rounds, turns, claims), [`exchange`](rules::exchange) (attacks as situation machines),
//!   [`ruleset`](rules::ruleset) (what the kernel asks of a ruleset) and [`forecast`](mod@rules::forecast) (exact odds);
//!   and a folder for each ruleset. [`rules::ids`] are below all rooms, and a room reaches the ruleset in play through the
//!   [`rules::table`]. Outside the kernel everything is called `rules::Battle` and so on, whatever its room.
//! - [`arena`]: the living battle in ECS: components, snapshot, one system for each kind of step, journal, events.
//! - [`lab`]: what-if questions, asked by panels, the command line and trials, including the odds given an answer, and the
//!   best and the worst answer; and [`lab::fields`], one question asked for every square: somebody is put on each, nearest
//!   first and on all cores, and the rules are asked as for a single one. Where two squares are alike to the
//!   rules ([`rules::Appraise::bearing`]), attacks are gathered once, and those with equal numbers are forecast once. In a
//!   battle, fields use only what the player's side knows.
//! - [`levels`]: levels, rosters, trials and recordings as files; faults as a list with line and column; the one place
//!   where text from outside is made safe to show, and the player's folders. A [`draft`](levels::draft) is a level with
//!   states that the lab edits, and a [`levels::draft::Sweep`] varies one of its numbers.
//! - [`ai`]: the computer's choices, scored and explained, through offers and forecasts alone; three depths of thought, and a
//!   greedy player as a yardstick for them.
//! - [`seats`]: who answers; the one way in, recorded, with undo until a die is rolled.
//! - [`board`]: terrain, overlays, and the tokens on which the journal is played.
//! - [`panels`]: egui panels: a model goes in, an intent comes out.
//! - [`screens`]: the window: a state and a plugin for each screen. [`cli`]: the subcommands.
//!
//! Dependencies point down only (`main -> {screens, cli} -> {board, panels} -> seats -> {ai, levels} -> {arena, lab} -> rules ->
//! {geometry, dice}`), between the rooms of the kernel too; `tests/layering.rs` reads the `use` lines and fails on any other.
//! It also counts the lines of code per rule in each ruleset, and how many of its files depend on each other in a circle.
//!
//! # Invariants
//!
//! - **No ruleset is named above `rules`**, and inside it only in the table of `rules/table.rs`.
//! - **No float in a verdict, no hash order, no clock in the rules.** The same recording gives the same digest everywhere:
//!   a hash over rows in order, free of the names of fields and variants. `tests/golden` keeps a whole battle of each
//!   ruleset as text, so that every change of behaviour shows as a difference.
//! - **`resolve` reads only its arguments** and makes at most one roll (with its luck; both sides of a roll-off count as
//!   one) or asks at most one question at a time, so that saving, undoing and looking ahead work in the middle of
//!   anything, even between an attack roll and the defender's answer.
//! - **During a resolution only the effects of its steps are written.**
//! - **A class given to a throw is a promise**: all values of a class lead to the same. Tests compare with exploring
//!   every value.
//! - **Offers are complete, without prose**: a kind that its ruleset lists once in its `menu.rs` (verb,
//!   group, place, role, what of it cannot be undone), cost, target, parameters with their limits, refusal. So panels,
//!   computer and fuzzer need to know neither rules nor a ruleset's own names to know what can be chosen. Names and
//!   sentences are made by [`describe`](rules::Inspect::describe) when somebody looks; [`briefing`](rules::Inspect::briefing)
//!   says when and why a question is asked.
//! - **Panels, board and computer see a [`SideView`](arena::SideView)**, never the living battle. The computer's view leaves
//!   out enemies its side does not know of; board and panels still get everything.
//! - **A choice is judged by what its side knows and resolved in truth.** Every question for somebody, about offers, default
//!   answers, refusals, ways, areas or forecasts, goes through one door, which hands the ruleset the battle as that side
//!   knows it ([`rules::Known`]): unknown enemies are where they were before the battle, and secret declarations of others
//!   are missing. No ruleset asks for that battle itself. The harness compares battles that differ only in what is
//!   unknown.
//! - **The journal keeps who perceived an entry when it was written** ([`Arena::perceived`](arena::Arena::perceived));
//!   learning more later does not change that. Battles whose journal nobody reads keep none.
//! - **The view lags behind**: it shows the battle as of a keyframe of the journal, and the rules never wait for it.
//!
//! # What the kernel carries for five systems
//!
//! No ruleset needs a special case above `rules`. Each of these is data or a function of the kernel that a ruleset calls:
//!
//! | what | where |
//! | --- | --- |
//! | one choice with several targets or blows; limits and prices by parts | [`rules::Spread`], [`rules::Limit`], [`rules::OfferPart`] |
//! | an offer made of parts: sets, needs, tiers, aims that follow; one enumeration of what goes together | [`rules::Parts`], [`rules::Offer::combinations`] |
//! | throws that are records: sums, successes, tens and ones, bursts without end | [`dice::Throw`], [`dice::Reading`] |
//! | numbers of combatants and items, named by the ruleset | [`rules::Vitals`], [`rules::Budgets`], [`rules::ItemNumbers`] |
//! | what else there is to a condition, in the ruleset's own type | [`rules::Detail`] |
//! | when conditions end: turns, rounds, places in the order, checks | [`rules::Until`], [`rules::Moment`] |
//! | features that wear, break and change; maps mended where they changed | [`rules::Wear`], [`rules::BoardMap`] |
//! | where bodies look; veils by round, as the level says | [`rules::Facing`], [`rules::ScheduledVeil`] |
//! | kegs, charges and fire: which explode when, whom they reach; fighters who come later | [`rules::objects`], [`rules::Arrival`] |
//! | turns inside turns | [`rules::turns`] |
//! | an order of turns with ties to be rolled off and newcomers put among those who have a place | [`rules::Tied`] |
//! | claims and reactions at opportunities, with standing orders | [`rules::claims`] |
//! | secret declarations, shown once all are in | [`rules::declarations`] |
//! | whom a side knows, where and since when; who perceived what | [`rules::knowledge`] |
//! | an exchange as a small situation, solved once for equal ones; under `vigor`, `rates`, `pools` and in the worked example the real one runs the same machine | [`rules::exchange`] |
//! | an attack's account with any number of rolls; best and worst answers | [`rules::Assessment`], [`lab`] |
//! | what numbers and offers stand for above the rules | [`rules::Roles`], [`rules::Role`], [`rules::Spending`] |
//! | riders, holds and other bonds of two | [`rules::Bond`] |
//! | drugs that work for some turns, and what they leave behind | [`rules::Drugs`] |
//! | losses of Vitality with a buffer before it, and what they come to | [`rules::Plight`] |
//! | where somebody gets (diagonals by turns, first steps, forbidden steps), and who sees whom, worked out once and only if asked for | [`rules::ground::Walks`], [`rules::Ways`], [`rules::Battle::keep`], [`rules::Battlefield::lines`], [`rules::Lines`] |
//!
//! # Where this differs from the first design
//!
//! - The kernel's rooms are in another order than in the design: verdicts are below the battle, because the battle keeps what
//!   one side sees of another, and forecasts are above the traits of a ruleset, because they call them. Standing orders
//!   are state; the code that makes offers of them is flow.
//! - Sheets, arms, steps and questions of the rulesets are enums made by one macro, not associated types: a battle stays
//!   one concrete type above `rules`, and a ruleset unwraps its own variant in one place.
//! - The sheet is not a component: it never changes, so it is in the shared [`Constants`](rules::Constants) with names,
//!   sides and arms. `Team` is a component as well, so that queries can ask for it.
//! - The board is one shared value in the scene, copied when a door opens or smoke rises, not split into the map as drawn
//!   and later changes.
//! - Energy stored in an item is a condition of the item, with the spell in its detail. Steps that run after the end of
//!   the battle look for spent ammunition.
//! - The kernel's totals and allowances are small arrays that a ruleset names, and effects carry the value after the
//!   change: different ways to the same end are then equal, which keeps forecasts small. They are not flat vectors with a
//!   stride: rows copy in a quarter of a microsecond as they are.
//! - Handling items differs between the rulesets in every price, refusal and hand. A common frame in
//!   the kernel, with a hook for each, would be longer than the five `gear.rs` chapters; the kernel has what they
//!   share: [`rules::hands`], [`rules::Battle::items_about`].
//! - Attacks declared one after the other before any die (`volley`) and series remain separate questions: each attack has
//!   its own target, parameters and forecast, shown by its offer. One choice names several targets only if one
//!   roll or one price covers all.
//! - A question that interrupts others' turns ignores the key and button that advance those turns for a whole second, not
//!   0.3 s as other answers do: somebody still reading the last result would decline a defence unawares. For the same reason
//!   no press starts another battle within a second and a half of the end of one.
//! - Tokens in smoke are drawn above it, so that known fighters stay visible.

pub mod ai;
pub mod arena;
pub mod board;
pub mod cli;
pub mod dice;
pub mod geometry;
pub mod lab;
pub mod levels;
pub mod panels;
pub mod rules;
pub mod screens;
pub mod seats;
