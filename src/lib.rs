//! Proving Ground: one battlefield, five rule systems.
//!
//! A desktop grid tactics game on Bevy ECS with egui panels, and a test bench for positional rules: move tokens and see
//! who reaches, threatens, sees and hits whom, with exact odds and the rule behind every number. It plays `percentile`,
//! `totals`, `vigor`, `rates` and `pools` in full.
//!
//! # Bird's-eye view
//!
//! A battle is a conversation. The rules ask (a [`Decision`](rules::Decision)), somebody answers (a
//! [`Choice`](rules::Choice) among the [`Offers`](rules::Offers)), the rules turn the answer into
//! [`Effect`](rules::Effect)s, and the journal of what happened feeds log, animation and tests. Persons, the computer,
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
//! - What a ruleset is: [`rules::Ruleset`], which is four small traits: what it is ([`rules::Definition`]), how it is
//!   played ([`rules::Play`]), what can be asked about a position ([`rules::Inspect`]) and what an outcome is worth
//!   ([`rules::Appraise`]). What it asks people are types: a [`rules::RulesetPrompt`] has its offers, its answer, its
//!   default answer and its words together. A movement is asked about in one call, [`rules::Inspect::journey`]. All five
//!   are whole: [`rules::percentile`], [`rules::totals`], [`rules::vigor`], [`rules::rates`] and [`rules::pools`]. Their rules are in
//!   files named after the catalogues' chapters, each chapter has its own steps, and the code of every rule cites its id
//!   (`PCT-COV-02`, `TOT-DEF-03`, `VIG-REACT-04`, `RAT-RATE-05`, `POO-TIER-04`). The least that a ruleset can be is [`rules::drill`], the worked example of the
//!   README's recipe: on no list of the game, but played by all tests. [`rules::drill_parts`] plays what that has no use for.
//! - How a choice becomes effects: [`arena::Arena`] for the living battle, [`rules::play`] for the plain one.
//! - Exact odds: [`rules::forecast()`] runs the resolution code over every outcome. Common attacks are solved at once
//!   ([`rules::Play::solved`]), and the harness compares that with stepping through them; an action of many dice at several
//!   has more ends than can be solved at once, and is explored. What is certain before the first dice is gone through
//!   without exploring; equal states are explored once; effects are written to one battle and taken back. What follows a
//!   first blow is forecast apart from it where most of its ends make no difference to that
//!   ([`rules::Inspect::unread_vitals`]), and multiplied out when somebody reads the ends. It keeps to a
//!   [budget](rules::ForecastBudget) of states and bytes, and says what it leaves out.
//!   All copies of a battle share a [memory](rules::ForecastMemory) of forecasts by [situation](rules::SituationKey),
//!   [`rules::Inspect::situation`]: it changes how fast an answer comes, never the answer.
//! - How the computer weighs an attack: by its numbers alone ([`rules::Appraise::attack_numbers`]). Each mind forecasts
//!   equal ones once and keeps only what they are worth; of each pair of fighters it remembers the best attack until one
//!   of them, or whoever stands near, changes. Movements that need dice, and walks that something else must make
//!   possible, are looked at where a cheap estimate promises more than a walk that provokes nobody. An attack counts
//!   with those that the turn allows after it, in the best order. What an enemy may do is what its turn allows where one
//!   stands (`ai/tempo.rs`), beyond what it may do to a friend instead; harm to one who is more dangerous counts more
//!   (`ai/foes.rs`). Where an attack leaves some of a movement, planning sees the way back before the way out
//!   (`ai/sally.rs`). An act with dice counts with what it leaves of oneself, out of a grip for one
//!   (`ai/afterwards.rs`); a place with which a side wins at the end of this round counts more than any blow (`ai/places.rs`).
//!   At a quick depth no sequences are tried, and a foe who surely comes is weighed from beside one only; a steady one besides
//!   makes less of danger and answers by default out of turn.
//! - What an attack comes to: every blow has a result and a fate of its own ([`rules::AttackResult`]), also where one roll
//!   is held against several targets ([`rules::exchange::several`]), or where armour counts once against several blows or
//!   attackers ([`rules::exchange::Together`], [`rules::Inspect::joined`]).
//! - The numbers of a choice: [`rules::attack_ahead`] and [`rules::number_ahead`] answer the open decision in a copy, run
//!   the agenda up to the first dice and take the numbers from the step that rolls them. What-ifs about another
//!   combatant's turn do the same in a copy in which it is that turn ([`rules::turn_given`]).
//! - A position under somebody's hand: [`levels::draft`]. A draft is a level with the states of its fighters; whatever is changed
//!   is one [`Edit`](levels::draft::Edit), undone by a [`History`](levels::draft::History) of whole drafts; to look at it under
//!   other rules is none. `screens::lab` puts its battle into the world, asks [`lab::relation`] what two fighters are to each
//!   other, [`lab::shares`] for the way from an attack's numbers to its chance, [`lab::changes`] for what would alter it, and
//!   [`lab::until_out`] how many of them it takes.
//! - What a person does: `screens::strokes` sees to it that within a frame each key and button changes at most once, so that
//!   nothing pressed in a slow frame is lost; then panels and board read it. What is typed in words instead is a choice in
//!   its text form, as trials and recordings write it (`screens::battle::typing`).
//! - What a person sees: [`screens::FrameSystems`] says in which order; `screens::battle` fills the models of
//!   [`panels::battle`] and the overlays of [`board`].
//!
//! # Components are the truth
//!
//! A combatant is an entity with small components: [`CombatantId`](rules::CombatantId), [`Team`](rules::Team),
//! [`Placement`](rules::Placement), [`Posture`](rules::Posture), [`Facing`](rules::Facing), [`Status`](rules::Status),
//! [`Vitals`](rules::Vitals), [`Budgets`](rules::Budgets), [`Conditions`](rules::Conditions), [`Hands`](rules::Hands),
//! [`Awareness`](rules::Awareness), [`Sightings`](rules::Sightings), [`StandingOrders`](rules::StandingOrders). What
//! belongs to no combatant are resources: [`Scenery`](arena::Scenery),
//! [`Items`](arena::Items), [`Agenda`](arena::Agenda). There is no second copy that is written beside them:
//!
//! ```text
//!  components --refresh--> Snapshot(Battle) --rules, pure--> outcome --apply, once--> components
//!      |                                                        |
//!      +--> Reach, Threat, Sees, Cover for overlays             +--> journal --> Moved, Attacked, Fell, ...
//! ```
//!
//! - Rules read a plain [`Battle`](rules::Battle): rows by id for what changes, and one shared value for what never
//!   does. In the living battle that is the [`Snapshot`](arena::Snapshot). Each effect is written once, through the
//!   setter of the component it names ([`rules::EffectTarget`]), and the snapshot takes its part from there before
//!   anything is derived from it.
//! - Each kind of step has a system; a ruleset has one [`resolve`](rules::Play::resolve) for all of them, taken apart by
//!   chapter. Who stands where, reach, threat, sight and cover are derived inside the battle on first use, kept until
//!   something changes, and shared by all copies.
//! - Between decisions anybody may write components. Editors use [`arena::edit`]; other writes are found before offers
//!   are made, before a choice is checked and before the computer thinks. An edit raises the revision, drops offers,
//!   thoughts and undo, and adds one line `edited` to the recording before the next choice. An impossible edit
//!   (somebody off the board, a hand that holds an item that does not exist) is reverted and reported.
//! - When an exchange is settled, what happened is sent as entity events, which carry their data with them. An observer
//!   cannot alter that exchange; choices it wants made wait in the [`ChoiceQueue`](arena::ChoiceQueue).
//! - [`arena::install`] enables any world to hold a battle; [`arena::ArenaPlugin`] does so for the app, whose world
//!   holds the battle on screen. Trials, replays and `simulate` play in bare worlds, in threads. The computer's
//!   planning, what-ifs and forecasts work on plain values.
//! - Token entities show the battle: [`Shows`](board::Shows), [`ShownPlace`](board::ShownPlace),
//!   [`ShownState`](board::ShownState), [`Look`](board::Look), [`HealthRing`](board::HealthRing). They carry no
//!   component of a combatant; animation systems move them from the journal and its keyframes.
//!
//! # Conceding
//!
//! Giving up is no ruleset's offer, but a choice that the door takes at any decision ([`rules::CONCEDE`],
//! [`rules::concession`]): the decision is answered by its default answer, the side is noted as conceded, and its fighters leave,
//! at once where that ends the battle, else when somebody else's turn begins; what ends with that, a hold or a spell, says
//! [`rules::Play::left`]. Until then the kernel answers for them.
//!
//! # What is told of an act
//!
//! One part of the journal is one card: `panels::battle::telling` makes the same rows of it for the card after one's own blow, the
//! panel of others' turns and a recording that is watched; `screens::battle` keeps the battle before the act, the offers of
//! that moment and what the computer had in mind, and holds what comes next until the card has been read; a question in the
//! middle of one's own act stands below the card of what has come of it so far. Whatever differs
//! between the battle before and after an act stands on its card: a test plays whole battles against that. Where seats are
//! handed over, it also keeps how long the journal was when each side looked last: what that side has perceived since is told
//! to whoever takes its seat, in the same rows. What the legend
//! says of walls, doors and ground is asked of the rules in play, on a board made for the question.
//!
//! # How the board is drawn
//!
//! Bevy draws the board, egui the panels and the words above the board. One unit of the world is one square, the board's
//! north-west corner is the origin, north is up. [`board::BoardView`] says what is drawn, for whom and from where; the
//! systems of [`board::DrawBoard`] run once a frame, after the panels have left the board its room:
//!
//! - Terrain is a sprite a layer, baked on a thread of its own; tokens and dropped items are sprites of baked pictures.
//! - Tints are one texel a square, lines and signs meshes cut by egui's own tessellator, each kind made anew only when what
//!   it shows or the zoom has changed. `tests/drawing.rs` counts that a board at rest makes and uploads nothing.
//! - [`board::BoardCamera`] has the board's room as its viewport; to pan and zoom is to move it. It mixes colours as a
//!   paint program does. A second camera, for egui, lies above it and mixes in linear light: what egui paints is opaque,
//!   or its opacity is chosen for that. The square under the pointer is plain arithmetic ([`board::Camera`]).
//! - The window draws when something happens. While something on the board breathes, it draws thirty times a second.
//!
//! A sparkle on each wound, as an extension adds it: an observer, and a child of the token.
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
//! // A whole app without a window; in the game the same two lines stand in a plugin.
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
//! // So it does what follows from them: whom each could strike now, seen and with how much cover.
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
//! In the app the same two lines stand in a plugin: `app.add_observer(..)`, `app.add_systems(Update, count_standing)`.
//!
//! # Rooms, from the bottom up
//!
//! - [`geometry`]: squares, distances, footprints, exact lines, movement fields and routes (with a small state of the way, if
//!   its steps depend on one: [`geometry::Steps`]), outlines. Integers only.
//! - [`dice`]: throws; chance rolled, scripted or enumerated; exact fractions and distributions.
//! - [`rules`]: the plain battle (one value that is save, undo step, fork, forecast input) and everything that can be asked
//!   about it, in the rooms of the kernel, lowest first: [`account`](rules::account) (verdicts and their terms),
//!   [`state`](rules::state) (the battle and the effects that change it), [`choosing`](rules::choosing) (offers and
//!   choices; [`rules::ground`] is the board as it is read where a catalogue says nothing else, and walks over it, whatever
//!   their steps depend on), [`flow`](rules::flow)
//!   (steps, journal, rounds, turns, claims), [`exchange`](rules::exchange) (attacks as situation machines),
//!   [`ruleset`](rules::ruleset) (what the kernel asks of a ruleset) and [`forecast`](mod@rules::forecast) (exact odds);
//!   and a folder for each ruleset. [`rules::ids`] are below all rooms, and the [`rules::table`] is how a room asks the
//!   ruleset in play. Outside the kernel everything is called `rules::Battle`, whatever its room.
//! - [`arena`]: the living battle in ECS: components, snapshot, one system for each kind of step, journal, events.
//! - [`lab`]: what-if questions, asked by panels, the command line and trials; the odds given an answer, and the best and
//!   the worst answer, among them; and [`lab::fields`], one question asked for every square: somebody is put on each, nearest
//!   first and on all cores, and the rules are asked as for a single one; where the two stand alike to the
//!   rules ([`rules::Appraise::bearing`]), attacks are gathered once, and those with equal numbers are forecast once. In play the same is asked of the battle as one's side knows it.
//! - [`levels`]: levels, rosters, trials and recordings as files; faults as a list with line and column; the one place
//!   where words from outside are made fit to be shown, and the player's folders. A [`draft`](levels::draft) is a level with
//!   states that the lab edits, and along one number of it goes a [`levels::draft::Sweep`].
//! - [`ai`]: the computer's choices, scored and explained, through offers and forecasts alone; two depths of thought, and a
//!   greedy player as a yardstick for them.
//! - [`seats`]: who answers; the one way in, recorded, undone for as long as no die has been rolled.
//! - [`board`]: terrain, overlays, and the tokens on which the journal is played.
//! - [`panels`]: egui panels: a model goes in, an intent comes out.
//! - [`screens`]: the window: a state and a plugin for each screen. [`cli`]: the subcommands.
//!
//! Arrows point down only (`main -> {screens, cli} -> {board, panels} -> seats -> {ai, levels} -> {arena, lab} -> rules ->
//! {geometry, dice}`), between the rooms of the kernel too; `tests/layering.rs` reads the `use` lines and fails on any other.
//! It also counts the code lines that a rule costs in each ruleset, and how many of its files name each other in a circle.
//!
//! # Invariants
//!
//! - **No ruleset is named above `rules`**, and inside it only in the table of `rules/table.rs`.
//! - **No float in a verdict, no hash order, no clock in the rules.** The same recording gives the same digest everywhere:
//!   a hash over rows in order, free of the names of fields and variants. `tests/golden` keeps a whole battle of each
//!   ruleset as text; what a change makes of it is read as a difference.
//! - **`resolve` reads only its arguments** and makes at most one roll (with its luck; both sides of a roll-off are
//!   one) or asks at most one question at a time, so that saving, undoing and looking ahead work in the middle of
//!   anything, even between an attack roll and the defender's answer.
//! - **During a resolution only the effects of its steps are written.**
//! - **A class given to a throw is a promise**: all values of a class lead to the same. Tests compare with exploring
//!   every value.
//! - **Offers say all there is to be said, without prose**: a kind that its ruleset lists once in its `menu.rs` (verb,
//!   group, place, role, what of it cannot be undone), cost, target, parameters with their limits, refusal. So panels,
//!   computer and fuzzer need no rules to know what can be chosen, and no names of a ruleset's own. Names and sentences
//!   are made by [`describe`](rules::Inspect::describe) when somebody looks; when and why one is asked, by
//!   [`briefing`](rules::Inspect::briefing).
//! - **Panels, board and computer see a [`SideView`](arena::SideView)**, never the living battle. The computer's leaves
//!   out whom its side does not know of; board and panels are still given the whole.
//! - **A choice is judged by what its side knows and resolved in truth.** Whatever is asked for somebody, offers, default
//!   answers, refusals, ways, areas, forecasts, goes through one door, which hands the ruleset the battle as that side
//!   knows it ([`rules::Known`]): enemies unknown to it are as they were before the battle, what others have declared in
//!   secret is not there. No ruleset asks for that battle itself. The harness compares battles that differ only in what is
//!   unknown.
//! - **The journal keeps who perceived an entry when it was written** ([`Arena::perceived`](arena::Arena::perceived)); what
//!   is learned later changes nothing about that. Battles whose journal nobody reads keep none.
//! - **The view lags behind**: it shows the battle as of a keyframe of the journal, and rules never wait for it.
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
//! - The kernel's rooms lie in another order than the design lists them: verdicts are below the battle, because what a side
//!   sees of another is kept with it, and forecasts are above the traits of a ruleset, because they call them. The orders
//!   that somebody has given are state; what makes offers of them is flow.
//! - Sheets, arms, steps and questions of the rulesets are enums made by one macro, not associated types: a battle stays
//!   one concrete type above `rules`, and a ruleset unwraps its own variant in one place.
//! - The sheet is not a component: it never changes, so it is in the shared [`Constants`](rules::Constants) with names,
//!   sides and arms. `Team` is a component as well, so that queries can ask for it.
//! - The board is one shared value in the scene, copied when a door opens or smoke rises, not split into what was drawn
//!   and what has changed since.
//! - Energy stored in an item is a condition of the item, with the spell in its detail. Steps that run after the end of
//!   the battle look for spent ammunition.
//! - The kernel's totals and allowances are small arrays that a ruleset names, and effects carry the value after the
//!   change: different ways to the same end are then equal, which keeps forecasts small. They are no flat vectors with a
//!   stride: rows copy in a quarter of a microsecond as they are.
//! - What can be done with a thing in hand differs between the rulesets in every price, refusal and hand. A frame for it in
//!   the kernel, with a hook for each, would be longer than the five chapters `gear.rs` are; the kernel has what they
//!   share: [`rules::hands`], [`rules::Battle::items_about`].
//! - Attacks declared one after the other before any die (`volley`) and series stay questions of their own: each attack has
//!   its own target, parameters and forecast, which an offer at hand shows. One choice names several targets only where one
//!   roll or one price covers all.
//! - A question that comes up in place of others' turns takes no answer from the key or the button that goes on with them for
//!   a second, not 0.3 s as other answers: who still reads what came of a blow would decline a defence. For the same reason
//!   no press begins another battle within a second and a half of the end of one.
//! - Tokens in smoke lie above it, so that whoever is known is seen.

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
