//! Proving Ground: one battlefield, five rule systems.
//!
//! A desktop grid tactics game on Bevy ECS with egui panels, and a bench for positional rules: push tokens about and see
//! who reaches, threatens, sees and hits whom, with what exact odds, and which rule says so. Today it plays `percentile` and
//! `totals`, both whole.
//!
//! # Bird's-eye view
//!
//! A battle is a conversation. The rules ask (a [`Decision`](rules::Decision)), somebody answers (a
//! [`Choice`](rules::Choice) among the [`Offers`](rules::Offers)), the rules turn the answer into
//! [`Effect`](rules::Effect)s, and the journal of what happened feeds log, animation and tests. Persons, the computer, a
//! recording, a trial and a fuzzer are all just somebody who answers. **Nothing else ever changes a battle.**
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
//! - What a ruleset is: [`rules::Ruleset`]. The first ones: [`rules::percentile`] and [`rules::totals`]; their rules live in
//!   files named after the catalogues' chapters, and every rule cites its id (`PCT-COV-02`, `TOT-DEF-03`).
//! - How a choice becomes effects: [`rules::play`] for the plain battle, [`arena::Arena`] for the living one.
//! - Exact odds: [`rules::forecast`] runs the resolution code over every outcome; there are no other formulas. Equal states
//!   are met once; effects are written to one battle and taken back.
//! - What a person sees: `screens::battle` fills the models of [`panels::battle`] and the overlays of [`board`].
//!
//! # Rooms, from the bottom up
//!
//! - [`geometry`]: squares, distances, footprints, exact lines, movement fields, routes, outlines. Integers only.
//! - [`dice`]: throws; chance rolled, scripted or enumerated; exact fractions and distributions.
//! - [`rules`]: the plain battle (one value that is save, undo step, fork, forecast input), offers, choices, effects,
//!   verdicts with their terms, the one `apply`, and a folder for each ruleset.
//! - [`arena`]: the living battle in ECS: components, one system for each kind of step, occupancy by hooks, journal.
//! - [`levels`]: levels, rosters, trials and recordings as files; faults as a list with line and column.
//! - [`ai`]: the computer's choices, scored and explained, through offers and forecasts alone.
//! - [`lab`]: what-if questions.
//! - [`seats`]: who answers; the one way in, recorded, undone for as long as no die has been rolled.
//! - [`board`]: terrain, tokens, overlays, and the stage that plays the journal.
//! - [`panels`]: egui panels: a model goes in, an intent comes out.
//! - [`screens`]: the window. [`cli`]: the subcommands.
//!
//! Arrows point down only (`main -> {screens, cli} -> {board, panels} -> {seats, lab} -> {ai, levels} -> arena -> rules ->
//! {geometry, dice}`); `tests/layering.rs` reads the `use` lines and fails on any other.
//!
//! # Invariants
//!
//! - **No ruleset is named above `rules`**, and there only in the one table of `rules/table.rs`.
//! - **No float in a verdict, no hash order, no clock in the rules.** The same recording gives the same digest everywhere.
//! - **`resolve` reads only its arguments** and makes at most one roll (with its luck; both sides of a roll-off are one) or
//!   asks at most one thing at a time, so that saving, undoing and looking ahead work in the middle of anything, also between
//!   an attack roll and the defender's answer.
//! - **A class given to a throw is a promise**: values of one class make no difference to all that follows. Tests compare
//!   with walking every value.
//! - **Offers say all there is to be said**: what parameters may come to together are limits of the offer, so panels,
//!   computer and fuzzer need no rules to know what can be chosen.
//! - **The view has its own copy of the battle** and plays the journal on it; rules never wait for it.
//!
//! # Where this differs from the first design
//!
//! - Sheets, arms, steps and questions of the rulesets are enums made by one macro, not associated types: a battle stays one
//!   concrete type above `rules`, and a ruleset unwraps its own variant in one place.
//! - The arena has a world of its own inside a resource, not the app's: battles run headless, in threads, many at a time.
//! - The board is drawn by egui's painter from pictures rasterised beforehand, not by Bevy sprites: tokens, overlays,
//!   plates and text share one strict draw order and one pointer, and the same code makes the setup's map.
//! - Energy that a thing carries is a condition of the thing, as what is the matter with a fighter is one of the fighter; a
//!   spell is one number in it. Ammunition is looked for by steps that run once the battle is over.
//! - The kernel's totals and allowances are small arrays that a ruleset names, and effects carry the value after the
//!   change: equal ends of different ways are then equal, which is what keeps forecasts small.

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
