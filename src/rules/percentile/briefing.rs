//! When somebody is asked, and why. PCT-ATK-02, PCT-CHK-12, PCT-REA-01.

use super::{
    checks::Quick,
    defence, inspect, luck,
    step::{Burst, Exchange, Prompt},
};
use crate::rules::{Battle, Briefing, Cause, CombatantId, Decision, ItemId, Window};

/// The briefing of a decision.
pub fn briefing(battle: &Battle, decision: &Decision, asked: &Prompt) -> Briefing {
    let window = match asked {
        Prompt::Turn => Window::Turn,
        Prompt::Volley(_) => Window::Declare,
        Prompt::React(_) | Prompt::CatchItem(_) => Window::Claim,
        _ => Window::Answer,
    };
    let doer = doer(battle, asked);
    let cause = doer.map(|(by, with)| rolled(battle, decision.who, asked, Cause::by(battle, by, with, decision.who)));
    Briefing::new(battle, decision, window, doer.map(|(by, _)| by)).because(cause)
}

/// Whose doing it is, and with what.
fn doer(battle: &Battle, asked: &Prompt) -> Option<(CombatantId, Option<ItemId>)> {
    let blow = |exchange: &Exchange| Some((exchange.by, Some(exchange.item)));
    let burst = |burst: &Burst| Some((burst.by, Some(burst.item)));
    match asked {
        Prompt::Turn
        | Prompt::Volley(_)
        | Prompt::Ignore(_)
        | Prompt::FlipCheck(..)
        | Prompt::Ease(..)
        | Prompt::HoldOn(_)
        | Prompt::Land
        | Prompt::Steady(..) => None,
        Prompt::Exploit(exchange, _)
        | Prompt::Weigh(exchange, ..)
        | Prompt::Defend(exchange, _)
        | Prompt::Flip(exchange, _)
        | Prompt::FlipGuard(exchange, ..)
        | Prompt::Upgrade(exchange, _)
        | Prompt::UpgradeCatch(exchange, _)
        | Prompt::EaseBlow(exchange) => blow(exchange),
        Prompt::WeighBlast(thrown, ..)
        | Prompt::WeighSpan(thrown, ..)
        | Prompt::FlipBurst(thrown, _)
        | Prompt::UpgradeBurst(thrown, _) => burst(thrown),
        Prompt::React(event) => Some((event.whose(), None)),
        Prompt::CatchItem(item) => battle.scene.acting.map(|who| (who, Some(*item))),
        Prompt::Unseat(rider) => Some((*rider, None)),
        Prompt::RideBy(foe) => Some((*foe, None)),
    }
}

/// The rolls so far. Whoever attacks knows his number; whoever is attacked knows only what was rolled.
fn rolled(battle: &Battle, asked_one: CombatantId, asked: &Prompt, cause: Cause) -> Cause {
    const TO_HIT: &str = "To hit";
    let own = |exchange: &Exchange| (exchange.by == asked_one).then(|| inspect::attack_number(battle, exchange));
    match asked {
        Prompt::Exploit(exchange, margin) | Prompt::Defend(exchange, margin) | Prompt::Upgrade(exchange, margin) => {
            cause.rolled(TO_HIT, i32::from(*margin), own(exchange))
        }
        Prompt::Flip(exchange, face) => cause.rolled(TO_HIT, i32::from(*face), own(exchange)),
        Prompt::FlipGuard(exchange, margin, method, face) => {
            let number = defence::target_number(battle, exchange, *method, exchange.guard_luck, &mut Quick::default());
            cause.rolled(TO_HIT, i32::from(*margin), None).rolled("Defence", i32::from(*face), Some(number))
        }
        Prompt::FlipBurst(burst, face) | Prompt::UpgradeBurst(burst, face) => {
            cause.rolled(TO_HIT, i32::from(*face), Some(burst.number.into()))
        }
        Prompt::FlipCheck(check, used, face) => {
            let number = luck::target_number(battle, asked_one, check, *used, &mut Quick::default());
            cause.rolled("Check", i32::from(*face), Some(number))
        }
        Prompt::Weigh(_, _, value, _) | Prompt::WeighBlast(_, _, value, _) => {
            cause.rolled("Damage", (*value).into(), None)
        }
        _ => cause,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, SeenRoll, Team,
            percentile::{sheet::Sheet, step::Event, testing},
        },
    };

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);

    fn duel() -> Battle {
        let body = |team, x| (Team(team), Square::new(x, 1), Sheet::default());
        testing::battle(Battlefield::new(4, 4), &[body(0, 1), body(1, 2)])
    }

    fn of(battle: &Battle, who: CombatantId, prompt: Prompt) -> Briefing {
        briefing(battle, &Decision { who, prompt: crate::rules::Prompt::Percentile(prompt.clone()) }, &prompt)
    }

    #[test]
    fn whoever_defends_knows_the_roll_and_the_attacker_he_perceives() {
        let mut battle = duel();
        let blow = Exchange::new(A, B, ItemId(0), 0);
        let told = of(&battle, B, Prompt::Defend(blow, 9));
        assert_eq!((told.window, told.level), (Window::Answer, 1));
        let cause = told.cause.unwrap();
        assert_eq!((cause.who, cause.from, cause.with), (Some(A), Some(Square::new(1, 1)), Some(ItemId(0))));
        assert_eq!(cause.rolls, [SeenRoll { words: "To hit", value: 9, against: None }]);
        battle.combatant_mut(B).aware = crate::rules::Awareness::default();
        let told = of(&battle, B, Prompt::Defend(blow, 9)).cause.unwrap();
        assert_eq!((told.who, told.from, told.with), (None, None, None));
        assert_eq!(told.rolls.len(), 1);
    }

    #[test]
    fn each_doing_that_is_interrupted_is_a_level() {
        let battle = duel();
        assert_eq!(of(&battle, A, Prompt::Turn).level, 0);
        assert_eq!(of(&battle, B, Prompt::React(Event::Leaves(A, Square::new(1, 2)))).level, 1);
        let back = of(&battle, A, Prompt::Defend(Exchange::new(B, A, ItemId(0), 0), 9));
        assert_eq!(back.level, 2, "A defends against a blow of B in A's own turn");
    }
}
