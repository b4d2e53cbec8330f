//! The Probabilities of `vigor` that are not about attacks; those are tested beside the attack code.

use proving_ground::{
    levels::{Roster, parse_trials},
    rules::{Battle, Effect, OutcomeState, Vital},
};

use crate::{B, odds_in_turn};

const DURABILITY: Vital = Vital(0);

fn position(text: &str) -> Battle {
    let file =
        format!("(format: 1, ruleset: vigor, trials: [(name: \"odds\", {text}, expect: [Status(\"A\", Fighting)])])");
    match parse_trials("odds", &file, Roster::builtin()) {
        Ok(mut trials) => trials.remove(0).battle,
        Err(faults) => panic!("{faults}\n{file}"),
    }
}

/// Medicine 2, on a patient who lacks at least as much as can be restored.
#[test]
fn emergency_aid_restores_what_is_printed() {
    let battle = position(
        "combatants: [
            (name: \"A\", at: \"a1\", sheet: (vigor: 0, skills: (medicine: 2))),
            (name: \"B\", at: \"b1\", side: Blue, sheet: (durability: 100), state: {\"durability\": 10}),
            (name: \"C\", at: \"e1\", side: Orange, sheet: ()),
        ]",
    );
    let odds = odds_in_turn(&battle, "aid B");
    let restored = |ending: &OutcomeState| {
        let now = ending.effects.iter().find_map(|effect| match effect {
            Effect::Vital(B, DURABILITY, now) => Some(*now),
            _ => None,
        });
        u32::from((now.unwrap_or(10) - 10).unsigned_abs())
    };
    let (helped, mean) = (odds.chance(|ending| restored(ending) > 0).to_f64(), odds.mean(restored).to_f64());
    assert!((helped - 0.583).abs() < 1e-9 && (mean - 3.2065).abs() < 1e-9, "{helped}, {mean}");
}
