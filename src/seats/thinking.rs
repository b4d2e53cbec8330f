//! Lets the computer think off the main thread, with visible progress and in such a way that it can be stopped.

use std::sync::{
    Arc, Mutex,
    mpsc::{Receiver, TryRecvError, channel},
};

use crate::{
    ai::{Mind, Progress, Ranking},
    arena::SideView,
    dice::Stream,
    rules::{CombatantId, Offers},
};

/// The thinking has failed: its thread could not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computer's thread has ended without an answer")]
pub struct NoAnswer;

/// The result of thinking, with the mind and the dice for the next time.
pub type Answer = (Ranking, Mind, Stream);

/// Thinking in progress. Dropping it cancels it.
#[derive(Debug)]
pub struct Thinking {
    /// Who decides.
    pub who: CombatantId,
    /// The revision of the battle; answers to an older revision are stale.
    pub revision: u64,
    progress: Arc<Progress>,
    /// Behind a lock only so that systems can share it.
    answer: Mutex<Receiver<Answer>>,
}

impl Thinking {
    /// Starts thinking on a thread of its own.
    pub fn start(
        view: SideView,
        offers: Arc<Offers>,
        (who, revision): (CombatantId, u64),
        mut mind: Mind,
        mut stream: Stream,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let (sender, answer) = channel();
        let watched = Arc::clone(&progress);
        let think = move || {
            let ranking = mind.decide(&view, &offers, &mut stream, &watched);
            // Nobody listens any more once the thought has been dropped.
            sender.send((ranking, mind, stream)).ok();
        };
        std::thread::Builder::new().name("computer".into()).spawn(think).ok();
        Self { who, revision, progress, answer: Mutex::new(answer) }
    }

    /// The answer, once there is one.
    ///
    /// # Errors
    /// When the thinking has failed.
    pub fn poll(&self) -> Result<Option<Answer>, NoAnswer> {
        let Ok(answer) = self.answer.lock() else { return Err(NoAnswer) };
        match answer.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(NoAnswer),
        }
    }

    /// The progress from 0 to 1, once it is known.
    pub fn share(&self) -> Option<f32> {
        let (done, of) = self.progress.share();
        (of > 0).then(|| done as f32 / of as f32)
    }

    /// Makes it answer with the best it has found so far.
    pub fn hurry(&self) {
        self.progress.cancel();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        ai::holds_for,
        dice::{Rolled, Stream},
        geometry::Square,
        levels::{Roster, builtin, deploy},
        rules::{
            Battle, Budget, CombatantId, Effect, Facing, Location, Placement, Posture, Ruleset, RulesetId, Settings,
            Status, Veil, play,
        },
    };

    /// A level in full swing: everybody stands somewhere near the middle and knows of everybody.
    fn melee(ruleset: RulesetId, seed: u64, random: &mut Stream) -> Battle {
        let levels = builtin();
        let level = &levels[seed as usize % levels.len()];
        let mut battle = deploy(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap();
        play::begin(&mut battle, &mut Rolled::new(seed), &mut Vec::new());
        let all: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
        for who in all.iter().copied() {
            all.iter().for_each(|other| battle.apply(&Effect::Awareness(who, *other, true)));
            let square = Square::new(5 + random.below(8) as i16, 3 + random.below(7) as i16);
            let free = battle.standing(square).next().is_none() && battle.rows()[who.index()].placement.0.side == 1;
            if free && rules_of(&battle).mount_of(&battle, who).is_none() {
                battle.apply(&Effect::Place(who, Placement::new(square, 1)));
            }
        }
        battle
    }

    fn rules_of(battle: &Battle) -> &'static dyn Ruleset {
        battle.ruleset.rules()
    }

    /// A random change to a battle.
    fn change(battle: &Battle, random: &mut Stream) -> Option<Effect> {
        let all: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
        let mut any = || all[random.below(all.len() as u32) as usize];
        let (who, other) = (any(), any());
        let row = &battle.rows()[who.index()];
        let items = battle.item_rows();
        let item = items[random.below(items.len() as u32) as usize].id;
        let square = Square::new(random.below(18) as i16, random.below(12) as i16);
        let names = rules_of(battle).names();
        let amount = random.below(4) as i16;
        Some(match random.below(12) {
            0 => {
                let (vital, value) = row.vitals.all().nth(random.below(names.vitals.len() as u32) as usize)?;
                Effect::Vital(who, vital, (value + amount - 2).max(0))
            }
            1 if !names.budgets.is_empty() => {
                Effect::Budget(who, Budget(random.below(names.budgets.len() as u32) as u8), amount)
            }
            2 => Effect::Posture(who, Posture::Prone),
            3 if row.placement.0.side == 1 && battle.standing(square).next().is_none() => {
                Effect::Place(who, row.placement.at(square))
            }
            4 => Effect::Round(battle.scene.round + 1),
            5 => Effect::Acting(Some(other)),
            6 => Effect::Awareness(who, other, false),
            7 => Effect::Load(item, amount > 1),
            8 => Effect::Move(item, Location::Ground(square)),
            9 => Effect::Veil(square, Some(Veil::Smoke)),
            10 => Effect::Facing(who, Facing::default()),
            _ => Effect::Status(who, Status::Down),
        })
    }

    #[test]
    fn what_is_remembered_of_a_pair_is_what_would_be_found_afresh() {
        for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
            let mut random = Stream::new(7, 7);
            let (mut same, mut others) = (0, 0);
            for seed in 0..24 {
                let battle = melee(ruleset, seed, &mut random);
                let all: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
                for _ in 0..40 {
                    let Some(change) = change(&battle, &mut random) else { continue };
                    let mut after = battle.clone();
                    after.apply(&change);
                    let by = all[random.below(all.len() as u32) as usize];
                    let Some(on) = battle.enemies(by).next().map(|foe| foe.id) else { continue };
                    let Some(holds) = holds_for([&battle, &after], by, on) else {
                        others += 1;
                        continue;
                    };
                    assert!(holds, "{change:?} matters to {by:?} against {on:?}");
                    same += 1;
                }
            }
            assert!(same > 300 && others > 100, "{ruleset}: {same} stayed, {others} did not");
        }
    }
}
