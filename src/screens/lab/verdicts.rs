//! The same two under every ruleset, and what would change the attack, both worked out beside the frames.

use super::{LabScreen, Page, pair_models::cover_words};
use crate::{
    board::{Overlays, PlateShown},
    dice::Fraction,
    geometry::Footprint,
    lab::{AttackForecast, Attempt, Change, Changed as Step, Changes, Relation, changes, relation},
    levels::draft::{Draft, Edit, Paint, Spot},
    panels::{
        lab::{
            changes::{ChangeModel, ChangesModel},
            verdicts::{VerdictAttack, VerdictModel},
        },
        number,
    },
    rules::{Battle, CombatantId, RulesetId, Sight, Site},
    screens::beside::{Beside, Outlet},
};

/// A position and two fighters; the position is given by the edits made so far or by the revision shown.
type Asked<T> = (T, CombatantId, CombatantId);

/// Two under every ruleset.
type Pairs = Vec<(RulesetId, Relation)>;

/// What would change an attack under the ruleset shown.
pub(super) struct Changed {
    pub(super) all: Changes,
    /// Sight without any change.
    sight: Sight,
    /// The chance to hit and mean damage of the best attack without any change.
    now: Option<(Fraction, Fraction)>,
}

/// The table and the changes. The table is about the draft as edited: it stays while the draft is looked at under other
/// rules.
#[derive(Default)]
pub(super) struct Verdicts {
    table: Beside<Asked<u64>, Pairs>,
    changes: Beside<Asked<(u64, u64)>, Changed>,
}

impl Verdicts {
    /// Whether more is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.table.is_busy() || self.changes.is_busy()
    }

    /// Waits for both, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        self.table.wait();
        self.changes.wait();
    }
}

/// Compares the two under each ruleset, with the numbers that everybody has there.
fn table(draft: &Draft, (by, on): (CombatantId, CombatantId)) -> Pairs {
    let pair = |ruleset: RulesetId| {
        if ruleset == draft.ruleset() {
            return Some((ruleset, relation(draft.battle(), by, on, None)));
        }
        let mut other = draft.clone();
        other.change(&Edit::Ruleset(ruleset)).ok()?;
        Some((ruleset, relation(other.battle(), by, on, None)))
    };
    RulesetId::offered().filter_map(pair).collect()
}

/// What would change an attack of `by` on `on`.
fn changed(battle: &Battle, (by, on): (CombatantId, CombatantId)) -> Changed {
    let all = changes(battle, by, on);
    Changed { now: all.now.map(|strike| (strike.hits, strike.mean)), all, sight: battle.sight(by, on) }
}

/// Cover in words, or why there is none.
pub(super) fn sight_words(sight: &Sight) -> String {
    match (sight.seen, sight.has_classes) {
        (true, true) => cover_words(sight),
        // This explains why a barricade in between has no effect.
        (true, false) => if sight.cover == 0 { "clear, no rule for cover" } else { "blocked" }.into(),
        (false, _) => format!("unseen, {}", if sight.has_classes { cover_words(sight) } else { "blocked".into() }),
    }
}

/// The lines of sight in words: "3 of 4 clear".
fn line_words(sight: &Sight) -> String {
    let all = sight.lines.len();
    let clear = sight.lines.iter().filter(|line| line.class == 0).count();
    match (sight.seen, all, clear) {
        (false, ..) => "unseen".into(),
        (true, 0, _) => if sight.cover == 0 { "clear" } else { "blocked" }.into(),
        (true, all, clear) if all == clear => "clear".into(),
        (true, 1, _) => "not clear".into(),
        (true, all, clear) => format!("{clear} of {all} clear"),
    }
}

/// The attack that tells how two stand: the one that does most harm, or why there is none. One that harms nobody
/// stands for the others only if none of them is refused.
fn most_harmful(attacks: &[Attempt]) -> Option<&Attempt> {
    let harms = |forecast: &AttackForecast| forecast.mean > Fraction::ZERO || forecast.grades[3] > Fraction::ZERO;
    let first = attacks.first();
    let is_refused = |attempt: &&Attempt| attempt.outcome.is_err();
    let harmful = first.filter(|attempt| attempt.outcome.as_ref().is_ok_and(harms));
    harmful.or_else(|| attacks.iter().find(is_refused)).or(first)
}

impl LabScreen {
    /// Asks about the two under every ruleset, and about changes under the ruleset shown.
    pub(super) fn judge(&mut self) {
        let asked = self.question().filter(|_| self.preview.is_none());
        let pair = asked.and_then(|question| Some((question.by, question.on?)));
        let (own, draft) = (self.history.own(), self.history.draft());
        self.verdicts.table.ask(pair.map(|(by, on)| (self.history.edits_made(), by, on)), |(_, by, on)| {
            let (draft, pair) = (own.clone(), (*by, *on));
            move |outlet: &Outlet<Pairs>| _ = outlet.hand_out(table(&draft, pair))
        });
        self.verdicts.changes.ask(pair.map(|(by, on)| (self.held, by, on)), |(_, by, on)| {
            let (battle, pair) = (draft.battle().clone(), (*by, *on));
            move |outlet: &Outlet<Changed>| _ = outlet.hand_out(changed(&battle, pair))
        });
    }

    pub(super) fn verdict_models(&self) -> Vec<VerdictModel> {
        let model = |(ruleset, pair): &(RulesetId, Relation)| {
            let sight = &pair.sight;
            let best = most_harmful(&pair.attacks).map(|attempt| &attempt.outcome);
            let attack = match best {
                Some(Ok(forecast)) => Ok(VerdictAttack {
                    title: forecast.assessment.title.clone(),
                    about: forecast.assessment.about.clone(),
                    hits: forecast.hits,
                    mean: forecast.mean,
                    out: forecast.grades[3],
                }),
                Some(Err(refusal)) => Err(refusal.words.to_string()),
                None => Err("no attack".into()),
            };
            VerdictModel {
                ruleset: *ruleset,
                distance: ruleset.rules().measure().apart_words(sight.distance),
                cover: sight_words(sight),
                line: line_words(sight),
                class: if sight.has_classes { cover_words(sight) } else { "no rule here".into() },
                rule: sight.rule,
                refuses: best.and_then(|outcome| outcome.as_ref().err()).map(|refusal| refusal.rule),
                reaches: pair.reaches,
                attack,
            }
        };
        // The table from before an edit stays until the new one is known.
        let asked = self.question().and_then(|question| Some((question.by, question.on?)));
        let pairs = asked.and_then(|asked| self.verdicts.table.answer_to(|(_, by, on)| (*by, *on) == asked));
        pairs.map(|pairs| pairs.iter().map(model).collect()).unwrap_or_default()
    }

    /// What would change the attack shown.
    pub(super) fn changed(&self) -> Option<&Changed> {
        let question = self.question()?;
        self.verdicts.changes.answer(&(self.held, question.by, question.on?))
    }

    pub(super) fn change_models(&self) -> ChangesModel {
        let Some(answer) = self.changed() else { return ChangesModel::default() };
        let before = sight_words(&answer.sight);
        let model = |change: &Change| ChangeModel {
            words: change.words.clone(),
            cover: Some(sight_words(&change.sight)).filter(|cover| *cover != before),
            strike: change.strike.map(|strike| (strike.hits, strike.mean)),
            before: answer.now,
        };
        ChangesModel {
            rows: answer.all.most.iter().map(model).collect(),
            pointed: self.change,
            fewer: answer.all.fewer,
            idle: answer.all.idle.clone(),
            known: true,
        }
    }

    /// Shows the change pointed at on the board.
    pub(super) fn add_change(&self, overlays: &mut Overlays) {
        let place = self.change.filter(|_| self.page == Page::Odds);
        let answer = place.and_then(|place| Some((self.changed()?, place)));
        let Some((answer, change)) = answer.and_then(|(answer, place)| Some((answer, answer.all.most.get(place)?)))
        else {
            return;
        };
        let battle = self.draft().battle();
        let words = match change.strike {
            Some(strike) => format!("{}: {}", change.words, number::percent(strike.hits)),
            None => format!("{}: no attack", change.words),
        };
        let second = match answer.now {
            Some((hits, _)) => format!("{} as it is", number::percent(hits)),
            None => "no attack as it is".into(),
        };
        // The target's present plate would cover the squares beside it.
        if let Some(target) = &mut overlays.target {
            (target.chance, target.cover, target.refusal) = (None, None, None);
        }
        let plate = |at: Footprint, words: String| Some(PlateShown { at, words, second, refused: false });
        match change.what {
            Step::Step(who, square) => {
                overlays.hover = Some(square);
                overlays.plate = plate(battle.combatant(who).placement.at(square).0, words);
            }
            Step::Without(site) => {
                overlays.marks = vec![site];
                overlays.marked = Some((site, words));
            }
            Step::First(_) => {
                let Some(question) = self.question() else { return };
                overlays.selected = Some(question.by);
                overlays.plate = plate(battle.combatant(question.by).footprint(), words);
            }
        }
    }

    /// Makes a change of the list, as an edit.
    pub(super) fn try_change(&mut self, place: usize) {
        let Some(answer) = self.changed() else { return };
        let Some(change) = answer.all.most.get(place).cloned() else { return };
        let before_it = answer.now.map(|(hits, _)| hits);
        let edit = match change.what {
            Step::Step(who, square) => Edit::Move(vec![(self.draft().key(who), square)]),
            Step::Without(Site::Square(square)) => Edit::Paint(Paint::Erase, vec![Spot::Square(square)]),
            Step::Without(Site::Edge(edge)) => Edit::Paint(Paint::Erase, vec![Spot::Edge(edge)]),
            Step::First(_) => match (change.done, self.question()) {
                (Some(choice), Some(question)) => {
                    Edit::Done(self.draft().key(question.by), Box::new(choice), change.words.clone())
                }
                _ => return,
            },
        };
        let before = self.history.edits_made();
        self.edit(&edit);
        self.change = None;
        if self.history.edits_made() != before {
            let hits = |hits: Option<Fraction>| hits.map_or_else(|| "no attack".into(), number::percent);
            let (before, after) = (hits(before_it), hits(change.strike.map(|strike| strike.hits)));
            self.say(format!("{}: {before} becomes {after}. Undo takes it back", change.words), None);
        }
    }
}
