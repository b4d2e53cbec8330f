//! The same two under every ruleset, and what would change the attack, worked out on a thread of its own.

use super::{LabScreen, pair_models::cover_words};
use crate::{
    dice::Fraction,
    lab::{Change, Relation, changes, relation},
    levels::draft::{Draft, Edit},
    panels::lab::verdicts::{ChangeModel, VerdictAttack, VerdictModel},
    rules::{CombatantId, RulesetId, Sight},
    screens::beside::{Beside, Outlet},
};

/// Which two in which position.
pub(super) type Asked = ((u64, u64), CombatantId, CombatantId);

/// What has come out.
pub(super) struct Answer {
    pairs: Vec<(RulesetId, Relation)>,
    changes: Vec<Change>,
    /// Sight without any change.
    sight: Sight,
    /// The chance to hit and mean damage of the best attack without any change.
    now: Option<(Fraction, Fraction)>,
}

/// What is worked out, and what has been.
pub(super) type Verdicts = Beside<Asked, Answer>;

/// Everybody is put under each ruleset with the numbers that they have there.
fn answer(draft: &Draft, (by, on): (CombatantId, CombatantId)) -> Answer {
    let mut rulesets: Vec<RulesetId> = RulesetId::offered().collect();
    rulesets.sort_by_key(|ruleset| ruleset.name());
    let pair = |ruleset: RulesetId| {
        if ruleset == draft.ruleset() {
            return Some((ruleset, relation(draft.battle(), by, on, None)));
        }
        let mut other = draft.clone();
        other.change(&Edit::Ruleset(ruleset)).ok()?;
        Some((ruleset, relation(other.battle(), by, on, None)))
    };
    let battle = draft.battle();
    let pairs: Vec<(RulesetId, Relation)> = rulesets.into_iter().filter_map(pair).collect();
    let own = pairs.iter().find(|(ruleset, _)| *ruleset == draft.ruleset());
    let best = own.and_then(|(_, pair)| pair.attacks.first()?.outcome.as_ref().ok());
    let now = best.map(|forecast| (forecast.hits, forecast.mean));
    Answer { pairs, changes: changes(battle, by, on), sight: battle.sight(by, on), now }
}

/// Cover in words, or why there is none to speak of.
pub(super) fn sight_words(sight: &Sight) -> String {
    match (sight.seen, sight.has_classes) {
        (true, true) if cover_words(sight) == "none" => "no cover".into(),
        (true, true) => cover_words(sight),
        (true, false) => if sight.cover == 0 { "clear" } else { "blocked" }.into(),
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

impl LabScreen {
    /// Has the same two judged under every ruleset.
    pub(super) fn judge(&mut self) {
        let asked = self.question().filter(|_| self.preview.is_none());
        let asked = asked.and_then(|question| Some((self.held, question.by, question.on?)));
        let draft = self.history.draft();
        self.verdicts.ask(asked, |(_, by, on)| {
            let (draft, pair) = (draft.clone(), (*by, *on));
            move |outlet: &Outlet<Answer>| _ = outlet.hand_out(answer(&draft, pair))
        });
    }

    /// The answer about who is picked and aimed at now.
    fn judged(&self) -> Option<&Answer> {
        let question = self.question()?;
        self.verdicts.answer(&(self.held, question.by, question.on?))
    }

    pub(super) fn verdict_models(&self) -> Vec<VerdictModel> {
        let model = |(ruleset, pair): &(RulesetId, Relation)| {
            let sight = &pair.sight;
            let attack = match pair.attacks.first().map(|attempt| &attempt.outcome) {
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
                distance: format!("{} {}", sight.distance, ruleset.rules().measure().apart),
                cover: sight_words(sight),
                line: line_words(sight),
                class: if sight.has_classes { cover_words(sight) } else { "no rule here".into() },
                rule: sight.rule,
                reaches: pair.reaches,
                attack,
            }
        };
        self.judged().map(|answer| answer.pairs.iter().map(model).collect()).unwrap_or_default()
    }

    pub(super) fn change_models(&self) -> Vec<ChangeModel> {
        let Some(answer) = self.judged() else { return Vec::new() };
        let before = sight_words(&answer.sight);
        let model = |change: &Change| ChangeModel {
            words: change.words.clone(),
            cover: Some(sight_words(&change.sight)).filter(|cover| *cover != before),
            strike: change.strike.map(|strike| (strike.hits, strike.mean)),
            before: answer.now,
        };
        answer.changes.iter().map(model).collect()
    }
}
