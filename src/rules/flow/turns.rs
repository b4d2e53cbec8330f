//! Turns inside turns: those who act form a stack. A turn can begin between two steps of another one, which goes on
//! afterwards.
//!
//! The agenda is a stack too, so code that begins an inner turn puts its steps and [`resume`] above those of the
//! interrupted turn. Budgets and conditions need no care: they begin and end with the steps of their bearer's own turn.

use super::StepContext;
use crate::rules::{
    choosing::{Offer, Offers, Role},
    ids::CombatantId,
    state::{Battle, Effect},
    table::Prompt,
};

impl Battle {
    /// The combatants whose turns are open, the outermost first; the last one acts.
    pub fn open_turns(&self) -> impl Iterator<Item = CombatantId> + '_ {
        self.scene.interrupted.iter().chain(&self.scene.acting).copied()
    }

    /// Whether `who` is in the middle of a turn, interrupted or not. Nobody holds two turns at once.
    pub fn is_in_turn(&self, who: CombatantId) -> bool {
        self.open_turns().any(|actor| actor == who)
    }
}

/// Whether nothing is left to do in the turn of `who`: every open offer ends it or is
/// [idle](crate::rules::OfferKind::idle). Such a turn ends by itself.
pub fn is_spent(battle: &Battle, who: CombatantId) -> bool {
    is_spent_past(battle, who, &[])
}

/// Like [`is_spent`], but looks first at offers with the verbs `mostly`. If one is open, as is usual, the others need
/// not be made.
pub fn is_spent_past(battle: &Battle, who: CombatantId, mostly: &[&str]) -> bool {
    let rules = battle.ruleset.rules();
    let question = rules.turn_question(who);
    let holds_open = |offer: &Offer| offer.is_open() && offer.role != Role::End && !offer.idle;
    let goes_on = |offers: Offers| offers.0.iter().any(holds_open);
    let is_soon_told = !mostly.is_empty() && goes_on(rules.offers_of_any(battle, &question, mostly));
    !is_soon_told && !goes_on(rules.offers(battle, &question))
}

/// Asks for the next act of a turn, which ends by itself when nothing is left to do.
pub fn ask(battle: &Battle, who: CombatantId, prompt: impl Into<Prompt>, context: &mut StepContext<'_>) {
    ask_past(battle, who, prompt, &[], context);
}

/// Like [`ask`], but looks first at offers with the verbs `mostly`: see [`is_spent_past`].
pub fn ask_past(
    battle: &Battle,
    who: CombatantId,
    prompt: impl Into<Prompt>,
    mostly: &[&str],
    context: &mut StepContext<'_>,
) {
    if battle.combatant(who).fights() && !is_spent_past(battle, who, mostly) {
        context.ask(who, prompt);
    }
}

/// Begins a turn of `who`, inside the current turn if there is one.
///
/// # Panics
/// When `who` is already in the middle of a turn, which is a bug in the ruleset.
pub fn begin_inside(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    assert!(!battle.is_in_turn(who), "nobody holds two turns at once");
    if let Some(acting) = battle.scene.acting {
        let mut interrupted = battle.scene.interrupted.clone();
        interrupted.push(acting);
        context.effect(Effect::Interrupt(interrupted));
    }
    context.effect(Effect::Acting(Some(who)));
}

/// Ends a turn that was begun inside another one; the outer turn goes on.
pub fn resume(battle: &Battle, context: &mut StepContext<'_>) {
    match battle.scene.interrupted.last() {
        Some(who) => context.effect(Effect::Resume(*who)),
        None => context.effect(Effect::Acting(None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, Briefing, Budget, Effect, Role, Window, play, testing::example},
    };

    fn after(battle: &mut Battle, change: impl Fn(&Battle, &mut StepContext<'_>)) -> Vec<u16> {
        let mut context = StepContext::without_chance(true);
        change(battle, &mut context);
        play::write(battle, context.into_outcome());
        battle.open_turns().map(|who| who.0).collect()
    }

    #[test]
    fn the_turn_that_was_interrupted_goes_on() {
        let squares = [Square::new(0, 0), Square::new(2, 0), Square::new(4, 0)];
        let mut battle = example(Battlefield::new(6, 1), &squares);
        let before = battle.clone();
        assert_eq!(after(&mut battle, |battle, context| begin_inside(battle, CombatantId(2), context)), [0, 2]);
        assert_eq!(battle.scene.acting, Some(CombatantId(2)));
        assert_eq!(after(&mut battle, |battle, context| begin_inside(battle, CombatantId(1), context)), [0, 2, 1]);
        assert!(battle.is_in_turn(CombatantId(0)));
        let turn = battle.ruleset.rules().turn_question(CombatantId(1));
        let level = |battle: &Battle| Briefing::new(battle, &turn, Window::Turn, None).level;
        assert_eq!(level(&battle), 2, "two turns are interrupted");
        // Saved games keep who waits for whom, and the digest covers it.
        let text = serde_json::to_string(&battle).unwrap();
        assert_eq!(serde_json::from_str::<Battle>(&text).unwrap(), battle);
        assert_eq!(after(&mut battle, resume), [0, 2]);
        assert_ne!(battle.digest(), before.digest());
        assert_eq!(after(&mut battle, resume), [0]);
        assert_eq!((battle.digest(), &battle), (before.digest(), &before));
    }

    #[test]
    fn a_turn_goes_on_whatever_is_looked_at_first() {
        let mut battle = example(Battlefield::new(6, 1), &[Square::new(0, 0), Square::new(2, 0)]);
        let who = CombatantId(0);
        let all = |battle: &Battle| {
            [&[][..], &["walk"], &["end"], &["nothing of the kind"]].map(|mostly| is_spent_past(battle, who, mostly))
        };
        let open = |battle: &Battle| {
            let rules = battle.ruleset.rules();
            let offers = rules.offers(battle, &rules.turn_question(who)).0;
            let counts = |offer: &&Offer| offer.is_open() && offer.role != Role::End && !offer.idle;
            offers.iter().filter(counts).map(|offer| offer.verb).collect::<Vec<_>>()
        };
        assert!(open(&battle).contains(&"walk"));
        assert_eq!(all(&battle), [false; 4]);
        // Nowhere to go, but something else to do.
        battle = example(Battlefield::new(1, 1), &[Square::new(0, 0)]);
        assert_eq!(open(&battle), ["wait"]);
        assert_eq!(all(&battle), [false; 4]);
        // Nothing left but the end.
        after(&mut battle, |_, context| {
            (0..3).for_each(|budget| context.effect(Effect::Budget(who, Budget(budget), 1)));
        });
        assert!(open(&battle).is_empty());
        assert_eq!(all(&battle), [true; 4]);
    }

    #[test]
    fn a_turn_can_begin_where_nobody_acts() {
        let mut battle = example(Battlefield::new(6, 1), &[Square::new(0, 0), Square::new(2, 0)]);
        battle.scene.acting = None;
        assert_eq!(after(&mut battle, |battle, context| begin_inside(battle, CombatantId(1), context)), [1]);
        assert!(after(&mut battle, resume).is_empty());
        assert_eq!(battle.scene.acting, None);
    }
}
