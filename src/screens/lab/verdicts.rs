//! The same two under every ruleset, and what would change the attack, worked out on a thread of its own.

use std::{
    sync::{
        Mutex,
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

use super::{LabScreen, Page, models::cover_words};
use crate::{
    lab::{Change, Relation, changes, relation},
    levels::draft::{Draft, Edit},
    panels::lab::verdicts::{ChangeModel, VerdictModel},
    rules::{CombatantId, RulesetId, Sight},
};

/// Forecasts go deep.
const STACK: usize = 64 << 20;

/// Which two in which position.
type Asked = ((u64, u64), CombatantId, CombatantId);

/// What has come out.
struct Answer {
    pairs: Vec<(RulesetId, Relation)>,
    changes: Vec<Change>,
    /// Sight without any change.
    sight: Sight,
}

/// What is worked out, and what has been.
#[derive(Default)]
pub(super) struct Verdicts {
    coming: Option<(Asked, Mutex<Receiver<Answer>>)>,
    answer: Option<(Asked, Answer)>,
}

impl Verdicts {
    fn ask(&mut self, asked: Option<Asked>, draft: &Draft) {
        self.poll();
        let Some(asked) = asked else { return };
        let known = |of: Option<&Asked>| of == Some(&asked);
        if self.coming.is_some() || known(self.answer.as_ref().map(|(of, _)| of)) {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let draft = draft.clone();
        // Whoever has asked something else by then wants no answer.
        let work = move || drop(sender.send(answer(&draft, (asked.1, asked.2))));
        if thread::Builder::new().stack_size(STACK).spawn(work).is_ok() {
            self.coming = Some((asked, Mutex::new(receiver)));
        }
    }

    fn poll(&mut self) {
        let Some((asked, coming)) = &mut self.coming else { return };
        match coming.get_mut().map_or(Err(TryRecvError::Disconnected), |coming| coming.try_recv()) {
            Err(TryRecvError::Empty) => return,
            Ok(answer) => self.answer = Some((*asked, answer)),
            Err(TryRecvError::Disconnected) => {}
        }
        self.coming = None;
    }

    /// Whether an answer is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.coming.is_some()
    }

    /// Waits for the answer: for tests and pictures.
    pub(super) fn wait(&mut self) {
        if let Some((asked, coming)) = self.coming.take() {
            let answer = coming.into_inner().ok().and_then(|coming| coming.recv().ok());
            self.answer = answer.map(|answer| (asked, answer)).or(self.answer.take());
        }
    }
}

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
    let pairs = rulesets.into_iter().filter_map(pair).collect();
    Answer { pairs, changes: changes(battle, by, on), sight: battle.sight(by, on) }
}

/// Cover in words, or why there is none to speak of.
fn sight_words(sight: &Sight) -> String {
    match (sight.seen, sight.has_classes) {
        (true, true) => cover_words(sight),
        (true, false) => if sight.cover == 0 { "clear" } else { "blocked" }.into(),
        (false, _) => format!("unseen, {}", if sight.has_classes { cover_words(sight) } else { "blocked".into() }),
    }
}

impl LabScreen {
    /// Has the same two judged under every ruleset while the page that shows it is open.
    pub(super) fn judge(&mut self) {
        let asked = self.question().filter(|_| self.page == Page::Odds && self.preview.is_none());
        let asked = asked.and_then(|question| Some((self.held, question.by, question.on?)));
        self.verdicts.ask(asked, self.history.draft());
    }

    /// The answer about who is picked and aimed at now.
    fn judged(&self) -> Option<&Answer> {
        let question = self.question()?;
        let (asked, answer) = self.verdicts.answer.as_ref()?;
        (*asked == (self.held, question.by, question.on?)).then_some(answer)
    }

    pub(super) fn verdict_models(&self) -> Vec<VerdictModel> {
        let model = |(ruleset, pair): &(RulesetId, Relation)| {
            let sight = &pair.sight;
            let attack = match pair.attacks.first().map(|one| (&one.title, &one.outcome)) {
                Some((title, Ok(forecast))) => Ok((title.clone(), forecast.hits, forecast.mean, forecast.grades[3])),
                Some((_, Err(refusal))) => Err(refusal.words.to_string()),
                None => Err("no attack".into()),
            };
            VerdictModel {
                ruleset: *ruleset,
                distance: format!("{} {}", sight.distance, ruleset.rules().measure().apart),
                cover: sight_words(sight),
                rule: sight.rule,
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
        };
        answer.changes.iter().map(model).collect()
    }
}
