//! Blows dealt out over several targets, with steps between them. RAT-RATE-05, RAT-MOVE-04.

use serde::{Deserialize, Serialize};

use super::{
    attack,
    attack_step::{AttackStep, Exchange, Onward, Strike},
    catalogue as ids,
    conditions::{body, is_target},
    exchange::{Answer, Rolls, Stage, Struck},
    menu, movement, reach,
    sheet::arm,
    strike,
};
use crate::rules::{
    exchange::{FollowedStage, Situation as _},
    prelude::*,
};

/// Whether blows of an attack may be kept for another target: the attacker can still reach one. With nobody else to
/// reach, all blows are dealt without asking: the right to forgo the rest is read as one about blows left over for
/// others, and an attacker who wants to spare a lone enemy aims at a limb, RAT-AIM-09. RAT-RATE-05.
pub fn may_deal(battle: &Battle, strike: &Strike, before: CombatantSet) -> bool {
    arm(battle, strike.item).rate.is_some() && others(battle, strike, before.with(strike.on)).next().is_some()
}

/// Enemies not attacked yet that the weapon can reach, with whatever movement is left.
fn others(battle: &Battle, strike: &Strike, before: CombatantSet) -> impl Iterator<Item = CombatantId> {
    let (by, from) = (strike.by, body(battle, strike.by));
    let moves = if battle.scene.acting == Some(by) { movement::left(battle, by) } else { 0 };
    let reach = reach::of(battle, strike.item);
    let far = reach.saturating_add(moves);
    let near = move |who: CombatantId| {
        let body = body(battle, who);
        let apart = reach::squares_apart(from, body);
        // A diagonal step that costs 1 may bring two bodies nearer by 2, RAT-MOVE-02.
        apart <= far || moves > 0 && apart == far + 1 && movement::comes_within(battle, by, body, reach)
    };
    let foes = battle.enemies(by).filter(|foe| is_target(*foe)).map(|foe| foe.id);
    foes.filter(move |who| !before.contains(*who) && !reach::is_too_short(battle, by, *who, strike.item) && near(*who))
}

/// Whether a roll hits somebody, before anybody averts anything. RAT-ACC-02.
fn hits(battle: &Battle, strike: &Strike, roll: i16) -> bool {
    let part = attack::attack(battle, strike, false);
    part.accuracy(roll) >= part.required(0, 0)
}

/// Which of the others in reach the roll hits and which it misses, before anybody averts anything; a few of them by
/// name. RAT-RATE-05, RAT-ACC-02.
fn others_in_words(battle: &Battle, onward: Onward) -> String {
    const NAMED: usize = 3;
    let Onward { strike, before, roll, .. } = onward;
    let in_reach = |who: &CombatantId| reach::refusal(battle, strike.by, *who, strike.item).is_none();
    let all: Vec<CombatantId> = others(battle, &strike, before).filter(in_reach).collect();
    let verdict = |who: &CombatantId| {
        let hits = hits(battle, &Strike { on: *who, ..strike }, roll);
        format!("{} {}", if hits { "hits" } else { "misses" }, battle.combatant(*who).identity.name)
    };
    match all.len() {
        0 => "nobody else is in reach from here".into(),
        count => {
            let named: Vec<String> = all.iter().take(NAMED).map(verdict).collect();
            let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
            format!("of others in reach it {}{more}", named.join(", "))
        }
    }
}

/// What an attack is called.
fn verb(battle: &Battle, strike: &Strike) -> &'static str {
    if arm(battle, strike.item).is_missile() { "Shoot" } else { "Strike" }
}

/// The numbers of blows to choose from, the highest first.
fn counts(most: u8) -> Vec<ParameterValue> {
    let value = |blows: u8| ParameterValue::new(blows.into(), blows.to_string(), blows.to_string());
    (1..=most).rev().map(value).collect()
}

/// How many of the blows are for the first target, RAT-RATE-05.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Deal(pub Box<Exchange>);

impl Deal {
    fn struck(&self) -> Struck {
        match self.0.stage {
            FollowedStage::Part(Stage::Deal(struck, _)) => struck,
            _ => Struck::default(),
        }
    }
}

impl RulesetPrompt for Deal {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        let offer = Offer::new(&menu::DEAL, &[ids::RATE_05, ids::RATE_02], Cost::FREE);
        vec![offer.parameter(Parameter::new(&menu::BLOWS, counts(self.struck().blows)))]
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let all = self.struck().blows;
        let blows = choice.value(menu::BLOWS.key, all.into()).clamp(1, all.into()) as u8;
        let exchange = self.0.as_ref();
        let stage = exchange.single.answered(exchange.stage, Answer::Deal(blows));
        attack::proceed(battle, Exchange { stage, ..exchange.clone() }, context);
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let (struck, part) = (self.struck(), &self.0.single.part);
        let on = self.0.strike.on;
        let (name, required) = (&battle.combatant(on).identity.name, part.required(0, 0));
        let accuracy = part.accuracy(struck.roll);
        let reaches = if accuracy >= required { "hits" } else { "misses" };
        let Exchange { strike, before, .. } = *self.0;
        let onward = Onward { strike, before: before.with(on), roll: struck.roll, left: 0 };
        let others = others_in_words(battle, onward);
        let about = format!("{required} needed, so it {reaches} {name}; {others}");
        let words = format!("has {} blows: how many at {name}?", struck.blows);
        let told = Told::new(battle, who, &words, about, ids::RATE_05).on(on).by(strike.by, strike.item);
        told.rolled("Attack", accuracy, Some(required.into())).at(Window::Declare)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        let on = &battle.combatant(self.0.strike.on).identity.name;
        wording.titled(format!("{} {on}", verb(battle, &self.0.strike)))
    }
}

/// Asks for the next target, if one can be reached.
pub fn ask(battle: &Battle, onward: Onward, context: &mut StepContext<'_>) {
    let by = onward.strike.by;
    if battle.combatant(by).fights() && others(battle, &onward.strike, onward.before).next().is_some() {
        context.ask(by, NextTarget(onward));
    } else {
        context.note(by, ids::RATE_05, "has nobody else to strike at");
    }
}

/// Whom to strike with the blows that are left, RAT-RATE-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NextTarget(pub Onward);

impl NextTarget {
    /// The next exchange: the same roll, no new one.
    fn exchange(&self, battle: &Battle, on: CombatantId, blows: u8) -> Exchange {
        let Onward { strike, before, roll, left } = self.0;
        let strike = Strike { on, ..strike };
        let blows = blows.clamp(1, left);
        let part = attack::attack(battle, &strike, false);
        let part = super::exchange::Attack { rolls: Rolls::Known(roll, blows, left - blows), ..part };
        Exchange::new(strike, part, attack::body(battle, &strike), before)
    }

    fn targets(&self, battle: &Battle) -> Vec<Candidate> {
        let Onward { strike, before, .. } = self.0;
        let all = strike::targets(battle, strike.by, |on| reach::refusal(battle, strike.by, on, strike.item));
        all.into_iter().filter(|candidate| !before.contains(candidate.who)).collect()
    }
}

impl RulesetPrompt for NextTarget {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let next = Offer::new(&menu::NEXT, &[ids::RATE_05, ids::ACC_02], Cost::FREE).with(self.0.strike.item);
        let next = next.at_any_of(self.targets(battle), || Refusal::new(ids::RATE_05, "Nobody else in reach"));
        let next = next.parameter(Parameter::new(&menu::BLOWS, counts(self.0.left)));
        vec![next, movement::offer(battle, who), Offer::new(&menu::FORGO, &[ids::RATE_05], Cost::FREE)]
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match (choice.verb, choice.on) {
            (verb, Some(on)) if verb == menu::NEXT.verb => {
                let blows = choice.value(menu::BLOWS.key, self.0.left.into()).clamp(1, self.0.left.into()) as u8;
                context.log(|| {
                    let words = format!("goes on to ({})", counted(blows, "blow"));
                    let at = (Some(on), Some(self.0.strike.item), Some(body(battle, on).anchor));
                    Entry::action((who, Action::Strike), words, at, ids::RATE_05)
                });
                attack::proceed(battle, self.exchange(battle, on, blows), context);
            }
            (verb, _) if verb == menu::MOVE.verb => {
                movement::begin_within(battle, who, choice, context)?;
                context.step(AttackStep::Onward(self.0));
            }
            _ => context.note(who, ids::RATE_05, "forgoes the other blows"),
        }
        Ok(())
    }

    /// All remaining blows go to the nearest target in reach, to one that the roll hits if there is any.
    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let Onward { strike, roll, .. } = self.0;
        let open = || self.targets(battle).into_iter().filter(|candidate| candidate.refusal.is_none());
        let near = open().find(|candidate| hits(battle, &Strike { on: candidate.who, ..strike }, roll));
        let near = near.or_else(|| open().next());
        let at = |near: Candidate| Choice::new(menu::NEXT.verb).with(self.0.strike.item).on(near.who);
        near.map_or(Choice::new(menu::FORGO.verb), at)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        match offer.verb {
            verb if verb == menu::NEXT.verb => wording.titled(self::verb(battle, &self.0.strike)),
            verb if verb == menu::MOVE.verb => {
                let left = battle.ruleset.rules().measure().words(movement::left(battle, self.0.strike.by));
                wording.about(format!("up to {left}, then strike at anybody in reach"))
            }
            _ => wording,
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Onward { left, roll, strike, .. } = self.0;
        let others = others_in_words(battle, self.0);
        let words = format!("has {} left: at whom?", counted(left, "blow"));
        let told = Told::new(battle, who, &words, others, ids::RATE_05).by(strike.by, strike.item);
        told.rolled("Attack", roll, None).at(Window::Midway)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{Battlefield, ItemId, ItemRow, Location, RulesetId, Team, rates::attack_step::Place, testing::armed},
    };

    #[test]
    fn whom_the_rest_of_the_blows_would_hit_is_said() {
        let sheet = RulesetId::Rates.plain_sheet();
        let body = |team, x, y| (Team(team), Square::new(x, y), sheet.clone());
        let bodies = [body(0, 1, 0), body(1, 0, 0), body(1, 2, 0), body(1, 1, 1), body(1, 7, 0)];
        let items = vec![ItemRow::new(ItemId(0), Location::Main(CombatantId(0)))];
        let battle = armed(RulesetId::Rates, Battlefield::new(8, 2), &bodies, items);
        let at = |on| Strike { by: CombatantId(0), item: ItemId(0), on: CombatantId(on), place: Place::Anywhere };
        let before = CombatantSet::default().with(CombatantId(1));
        let words = |roll, before| others_in_words(&battle, Onward { strike: at(1), before, roll, left: 2 });
        let required = attack::attack(&battle, &at(2), false).required(0, 0);
        assert_eq!(words(required, before), "of others in reach it hits C, hits D");
        assert_eq!(words(required - 1, before), "of others in reach it misses C, misses D");
        let all = before.with(CombatantId(2)).with(CombatantId(3));
        assert_eq!(words(required, all), "nobody else is in reach from here");
    }
}
