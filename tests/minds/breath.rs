//! The worth of points that are spent on defence and come back only in part.

use proving_ground::{
    ai::{Depth, Progress, Ranking, Reason},
    arena::SideView,
    dice::{Rolled, Stream},
    rules::{Battle, Choice, Effect, RulesetId, Vital, play},
};

use super::stage::{mind, offers, stage};

fn think(depth: Depth, battle: &Battle) -> Ranking {
    let view = SideView::new(battle.clone(), None);
    mind(depth).decide(&view, &offers(battle), &mut Stream::new(1, 1), &Progress::default())
}

/// Ada beside Egil, one of them with this much Vigor left.
fn duel(tag: &str, left: i16) -> Battle {
    let mut battle = stage(RulesetId::Vigor, &[("ada", "d6"), ("egil", "e6")]);
    let vigor = battle.ruleset.rules().names().vitals.iter().position(|name| *name == "vigor").unwrap();
    let who = battle.tagged(tag).unwrap().id;
    battle.apply(&Effect::Vital(who, Vital(vigor as u8), left));
    battle
}

/// The amount of the first matching reason of the first option with a verb.
fn amount(ranking: &Ranking, verb: &str, is_it: impl Fn(Reason) -> bool) -> i32 {
    let option = ranking.options.iter().find(|option| option.choice.verb == verb).unwrap();
    option.reasons.iter().find(|(reason, _)| is_it(*reason)).map_or(0, |(_, amount)| *amount)
}

/// Nobody pays for a defence that hardly ever averts a blow, at any depth: the total to beat is known. A quick mind
/// used to pay for every defence, and had nothing left for blows that it could have averted.
#[test]
fn a_blow_that_cannot_be_evaded_is_not_paid_for() {
    let battle = duel("egil", 11);
    let egil = battle.tagged("egil").unwrap().id;
    let offered = offers(&battle);
    let strike = offered.0.iter().find(|offer| offer.verb == "strike" && offer.is_open()).unwrap();
    let strike = strike.aim(Choice::of(strike), egil);
    let mut answers = Vec::new();
    for seed in 1..=120 {
        let mut battle = battle.clone();
        play::submit(&mut battle, &offered, &strike, &mut Rolled::new(seed), &mut Vec::new()).unwrap();
        if battle.decision().is_some_and(|decision| decision.who == egil) {
            answers.push([Depth::Full, Depth::Quick].map(|depth| think(depth, &battle).choice.verb));
        }
    }
    let kept = answers.iter().filter(|[_, quick]| *quick == "decline").count();
    assert!(kept > 0 && kept * 4 < answers.len(), "{kept} of {}", answers.len());
    assert!(answers.iter().all(|[full, quick]| full == quick), "{answers:?}");
}

/// An averted attack has cost the defender points: the fewer are left, the more that is worth. It used to be worth
/// nothing.
#[test]
fn breath_that_an_enemy_loses_is_worth_something() {
    let harm = |left: i16| {
        let ranking = think(Depth::Quick, &duel("egil", left));
        amount(&ranking, "strike", |reason| matches!(reason, Reason::Harm(_)))
    };
    // With each of these the first attack is defended against in the same way.
    let [plenty, some, little] = [25, 15, 8].map(harm);
    assert!(plenty < some && some < little, "{plenty}, {some}, {little}");
}

/// Nobody can defend in their own turn, VIG-REACT-02: an opening is equally dangerous with Vigor and without.
#[test]
fn an_opening_is_met_without_a_defence() {
    let provoked = |left: i16| {
        let mut battle = duel("ada", left);
        let all = battle.ruleset.rules().settings();
        let index = all.iter().position(|setting| setting.key == "vig.moving_away_opens").unwrap();
        battle.constants_mut().settings.set(index, &all[index], 1);
        let ranking = think(Depth::Full, &battle);
        ranking
            .options
            .iter()
            .flat_map(|option| &option.reasons)
            .filter_map(|(reason, amount)| matches!(reason, Reason::Provoked(_)).then_some(*amount))
            .min()
            .unwrap()
    };
    assert_eq!(provoked(25), provoked(4));
}
