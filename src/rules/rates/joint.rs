//! Several attacks on one target whose damage is combined: both weapons, or several attackers. RAT-DISC-02,
//! RAT-DISC-03.

use serde::{Deserialize, Serialize};

use super::{
    attack::{self, Rolled},
    attack_step::{Assault, AttackStep, JointExchange, Strike},
    catalogue as ids,
    conditions::is_mounted,
    damage, declaring, defence,
    exchange::{Attack, JointStage, Stage},
    held, menu, reach,
    sheet::{Discipline, arm, sheet_of},
    strike,
};
use crate::{
    dice::Thrown,
    rules::{
        exchange::{
            Advanced, FollowedStage, Next, Situation as _, TogetherQuestion, TogetherStage, advance,
            several::{self, MOST_TARGETS, SeveralNext, ThrownFor},
        },
        prelude::*,
    },
};

/// The waiting friend to be asked next whether to join, if any can. RAT-DISC-03: one weapon each, no movement.
pub fn next_joiner(battle: &Battle, assault: &Assault) -> Option<CombatantId> {
    let lead = assault.strikes[0];
    let is_alone = assault.strikes.iter().filter(|strike| strike.by == lead.by).count() == 1;
    let leads = is_alone && sheet_of(battle, lead.by).has(Discipline::CoordinatedAttack);
    if !leads || assault.strikes.len() >= MOST_TARGETS {
        return None;
    }
    let joiners = held::joiners(battle, lead.by).into_iter();
    joiners.filter(|who| !assault.asked.contains(*who)).find(|who| means(battle, assault, *who).next().is_some())
}

/// The weapons with which somebody can join an attack: ready, with the target in reach, and against a rider all melee
/// or all missile weapons.
fn means(battle: &Battle, assault: &Assault, who: CombatantId) -> impl Iterator<Item = ItemId> {
    let lead = assault.strikes[0];
    let rides = is_mounted(battle, lead.on);
    let is_alike = move |item: ItemId| arm(battle, item).is_missile() == arm(battle, lead.item).is_missile();
    let items = reach::weapons(battle, who).map(|item| item.id);
    let fits = move |item: &ItemId| {
        (!rides || is_alike(*item))
            && strike::refusal(battle, who, *item, lead.on).is_none()
            && is_as_declared(battle, who, *item)
    };
    items.filter(fits)
}

/// Whether somebody's declared first action lets it attack with a weapon, RAT-INIT-03.
fn is_as_declared(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    let mut offers = [Offer::new(strike::kind(battle, item), &[ids::DISC_03], menu::AN_ACTION).with(item)];
    declaring::bind(battle, who, &mut offers);
    offers[0].refusal.is_none()
}

/// Whether to join an attack with the turn in hand, RAT-DISC-03.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Join(pub Assault);

impl RulesetPrompt for Join {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let join = |item| Offer::new(&menu::JOIN, &[ids::DISC_03], Cost::FREE).with(Some(item));
        let all = means(battle, &self.0, who).map(join);
        all.chain([Offer::new(&menu::STAY_OUT, &[ids::DISC_03], Cost::FREE)]).collect()
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let mut assault = self.0.clone();
        assault.asked = assault.asked.with(who);
        if let Some(item) = choice.item.filter(|_| choice.verb == menu::JOIN.verb) {
            assault.strikes.push(Strike { by: who, item, ..assault.strikes[0] });
            // The attack is that turn: conditions that last until its end do so through the attack. RAT-DISC-03.
            held::take_up(battle, who, context);
            context.log(|| {
                let at = (Some(assault.strikes[0].on), Some(item), None);
                Entry::action((who, Action::Strike), "joins the attack on", at, ids::DISC_03)
            });
        }
        context.step(AttackStep::Declare(assault));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Strike { by, item, on, place } = self.0.strikes[0];
        let name = |who: CombatantId| &battle.combatant(who).identity.name;
        let at = place.part().map_or_else(String::new, |_| format!(", at the {}", place.words()));
        let about = format!("{} attacks {}{at}; it takes the turn in hand", name(by), name(on));
        Told::new(battle, who, "may join an attack", about, ids::DISC_03).on(on).by(by, item)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        match offer.item {
            Some(item) => wording.titled(format!("Join with {}", battle.item(item).name)),
            None => wording,
        }
    }
}

/// Goes on by one roll or one question.
pub fn go_on(battle: &Battle, exchange: &JointExchange, context: &mut StepContext<'_>) {
    match advance(&exchange.joint, exchange.stage, context) {
        Advanced::Thrown(_, thrown, stage) => {
            context.log(|| roll(battle, exchange, stage, &thrown));
            proceed(JointExchange { stage, ..exchange.clone() }, battle, context);
        }
        Advanced::Ask(_) | Advanced::Done(_) => proceed(exchange.clone(), battle, context),
    }
}

fn proceed(exchange: JointExchange, battle: &Battle, context: &mut StepContext<'_>) {
    match exchange.joint.next(exchange.stage) {
        Next::Done((came, harm)) => {
            let all: Vec<_> = came.into_iter().flatten().collect();
            damage::settle_joint(battle, &exchange, &all, harm, context);
        }
        Next::Ask(TogetherQuestion::Part(..) | TogetherQuestion::Whole(_)) => {
            context.ask(exchange.strikes[0].on, defence::Avoid(Box::new(exchange)));
        }
        Next::Throw(..) => context.step(AttackStep::Joint(Box::new(exchange))),
    }
}

/// The log entry of the roll just made: of one of the attacks, or of the target against their damage.
fn roll(battle: &Battle, exchange: &JointExchange, after: JointStage, thrown: &Thrown) -> Entry {
    let rolled = match (exchange.stage, after) {
        (TogetherStage::Parts(before), after) => {
            let place = exchange.rolling();
            let stage = before[place].unwrap_or(Stage::Choose);
            let next = match after {
                TogetherStage::Parts(after) => after[place].map(FollowedStage::Part),
                TogetherStage::Whole(came, ..) => came[place].map(|came| FollowedStage::Part(Stage::Done(came))),
            };
            Rolled {
                strike: exchange.strikes[place],
                part: exchange.part(place),
                whole: exchange.joint.whole,
                before: FollowedStage::Part(stage),
                after: next.unwrap_or(FollowedStage::Part(stage)),
            }
        }
        (TogetherStage::Whole(_, whole, stage), _) => Rolled {
            strike: exchange.strikes[0],
            part: exchange.part(0),
            whole,
            before: FollowedStage::Whole((), stage),
            after: FollowedStage::Part(Stage::Choose),
        },
    };
    attack::roll(battle, &rolled, thrown)
}

impl JointExchange {
    /// One of the attacks.
    pub fn part(&self, place: usize) -> &Attack {
        self.joint.parts.get(place).expect("each strike is a part")
    }

    /// The attack that rolls next.
    fn rolling(&self) -> usize {
        let TogetherStage::Parts(stages) = self.stage else { return 0 };
        let all = (0..self.strikes.len()).filter_map(|place| Some((self.part(place), stages[place]?)));
        match several::next(all) {
            SeveralNext::Throw(ThrownFor::One(place), ..) => place,
            _ => 0,
        }
    }
}
