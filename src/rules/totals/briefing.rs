//! When somebody is asked, why, and which of the three answers comes next. TOT-ATK-04.

use super::{
    settings,
    step::{Blow, Prompt},
};
use crate::rules::{Battle, Briefing, Cause, CombatantId, Decision, StageState, Window};

/// The briefing of a decision.
pub fn briefing(battle: &Battle, decision: &Decision, asked: &Prompt) -> Briefing {
    let window = match asked {
        Prompt::Turn => Window::Turn,
        Prompt::Series(_) | Prompt::Follow(..) | Prompt::Order(_) => Window::Declare,
        _ => Window::Answer,
    };
    let blow = blow(asked);
    let cause = blow.map(|blow| rolled(battle, decision.who, asked, blow));
    Briefing::new(battle, decision, window, blow.map(|blow| blow.by)).because(cause).staged(stages(asked))
}

const fn blow(asked: &Prompt) -> Option<&Blow> {
    match asked {
        Prompt::Evade(blow)
        | Prompt::Block(blow)
        | Prompt::Seize(blow)
        | Prompt::Return(blow)
        | Prompt::Damage(blow)
        | Prompt::Mitigate(blow, _) => Some(blow),
        Prompt::Turn | Prompt::Order(_) | Prompt::Follow(..) | Prompt::Series(_) => None,
    }
}

/// The rolls so far, where they are open, TOT-ATK-04.
fn rolled(battle: &Battle, who: CombatantId, asked: &Prompt, blow: &Blow) -> Cause {
    let cause = Cause::by(battle, blow.by, blow.item, who);
    if !settings::open_rolls(battle) {
        return cause;
    }
    match asked {
        Prompt::Evade(blow) => cause.rolled("To hit", blow.need.into(), None),
        Prompt::Block(blow) => {
            let cause = cause.rolled("To hit", i32::from(blow.need) + i32::from(blow.evasion), None);
            if blow.dodged.is_some() { cause.rolled("Evasion", blow.evasion.into(), None) } else { cause }
        }
        Prompt::Mitigate(_, damage) => cause.rolled("Damage", damage.total(), None),
        _ => cause,
    }
}

/// Evade, block, mitigate: each a choice of the defender, TOT-ATK-04.
fn stages(asked: &Prompt) -> Vec<(&'static str, StageState)> {
    use StageState::{Declined, Done, Later, Now};
    let states = match asked {
        Prompt::Evade(_) => [Now, Later, Later],
        Prompt::Block(blow) => [if blow.dodged.is_some() { Done } else { Declined }, Now, Later],
        Prompt::Mitigate(..) => [Done, Done, Now],
        _ => return Vec::new(),
    };
    ["Evade", "Block", "Mitigate"].into_iter().zip(states).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::totals::{Damages, Manner};

    #[test]
    fn the_three_answers_are_stages() {
        use StageState::{Declined, Done, Later, Now};
        let blow = Blow::new(CombatantId(0), CombatantId(1), None, Manner::Strike);
        let states = |prompt: Prompt| stages(&prompt).into_iter().map(|(_, state)| state).collect::<Vec<_>>();
        assert_eq!(states(Prompt::Evade(blow)), [Now, Later, Later]);
        assert_eq!(states(Prompt::Block(blow)), [Declined, Now, Later]);
        assert_eq!(states(Prompt::Block(Blow { dodged: Some(false), ..blow })), [Done, Now, Later]);
        assert_eq!(states(Prompt::Mitigate(blow, Damages::of_weapon(7))), [Done, Done, Now]);
        assert!(states(Prompt::Turn).is_empty());
    }
}
