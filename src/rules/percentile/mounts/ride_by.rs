//! Charges of riders: attacks in passing, and the strength of the mount. PCT-MNT-08, PCT-MNT-09.

use crate::rules::{
    Battle, Candidate, Choice, CombatantId, Condition, Cost, Effect, Offer, StepContext, Target, Until,
    percentile::{
        asking::{Asking, Told, asks},
        bonds::mount_of,
        catalogue as ids,
        conditions::{ActionType, CHARGE, PASSED, has_action, spend},
        luck, menu, reach, settings,
        step::{AttackStep, Exchange, Luck, MovementStep},
        strikes, targets,
    },
};

/// Level of the condition of one who has been struck in passing.
const STRUCK: i16 = 1;

/// The weapons in hand that a rider may use on somebody in passing.
pub fn weapons(battle: &Battle, who: CombatantId, foe: CombatantId) -> Vec<Exchange> {
    let fits = |ready: &reach::Ready<'_>| {
        ready.of.is_melee()
            && battle.item(ready.item).at.holder() == Some(who)
            && targets::refusal(battle, who, foe, ready.item, ready.of).is_none()
    };
    let aware = battle.combatant(foe).aware.of(who);
    let exchange =
        |ready: reach::Ready<'_>| Exchange { ride_by: true, aware, ..Exchange::new(who, foe, ready.item, ready.usage) };
    reach::ready(battle, who).filter(fits).map(exchange).collect()
}

/// Asks about the next enemy within reach; at the end of the way only if attacks in passing have begun, for there the
/// ordinary attack is better.
pub fn passing(battle: &Battle, who: CombatantId, last: bool, context: &mut StepContext<'_>) {
    let one = battle.combatant(who);
    if !one.fights() || mount_of(battle, who).is_none() || !one.conditions.has(CHARGE) {
        return;
    }
    let passed = || one.conditions.0.iter().filter(|known| known.kind == PASSED);
    let struck = passed().filter(|known| known.level == STRUCK).count() as i32;
    let most = settings::ride_by_max(battle);
    let may =
        if struck > 0 { most == 0 || struck < most } else { !last && has_action(battle, who, ActionType::Standard) };
    if !may {
        return;
    }
    let new = |foe: CombatantId| passed().all(|known| known.whom != Some(foe));
    let mut foes = battle.enemies(who).filter(|foe| foe.fights() && new(foe.id));
    if let Some(foe) = foes.find(|foe| !weapons(battle, who, foe.id).is_empty()) {
        context.ask(who, RideBy(foe.id));
        context.step(MovementStep::Passing(who, last));
    }
}

/// The attack that a choice in passing means.
pub fn exchange(battle: &Battle, who: CombatantId, foe: CombatantId, choice: &Choice) -> Option<Exchange> {
    if choice.verb != "strike" {
        return None;
    }
    let luck = Luck::chosen(choice);
    let found = weapons(battle, who, foe).into_iter().find(|exchange| Some(exchange.item) == choice.item)?;
    let manner = strikes::manner(choice);
    Some(Exchange { luck, manner, ..found })
}

asks! {
    /// Whether to strike at an enemy in riding past, PCT-MNT-09.
    RideBy(CombatantId);
}

impl Asking for RideBy {
    const DEFAULT: &'static str = "decline";

    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let foe = self.0;
        let mut found: Vec<Offer> = Vec::new();
        for exchange in weapons(battle, who, foe) {
            if found.iter().any(|offer| offer.item == Some(exchange.item)) {
                continue;
            }
            let target = Target::Combatant(vec![Candidate { who: foe, refusal: None }]);
            let necks = strikes::bares_the_neck(battle, who, foe);
            let offer = Offer::new(&menu::STRIKE_IN_PASSING, &[ids::MNT_09, ids::MNT_08], menu::LARGE);
            let offer = offer.with(exchange.item).at(target);
            found.push(strikes::offered(battle, who, offer, exchange.used(battle), necks));
        }
        found.push(Offer::new(&menu::RIDE_PAST, &[ids::MNT_09], Cost::FREE));
        found
    }

    /// Strikes in passing or rides past; the Standard action is spent once, PCT-MNT-09.
    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let foe = self.0;
        let exchange = exchange(battle, who, foe, choice);
        let level = if exchange.is_some() { STRUCK } else { 0 };
        let passed = Condition { level, whom: Some(foe), ..Condition::new(PASSED, Until::TurnEnd) };
        context.effect(Effect::AddCondition(who, passed));
        let Some(exchange) = exchange else { return };
        let begun =
            battle.combatant(who).conditions.0.iter().any(|known| known.kind == PASSED && known.level == STRUCK);
        if !begun {
            spend(battle, who, ActionType::Standard, context);
        }
        luck::pay_ignore(battle, who, exchange.luck, context);
        context.step(AttackStep::Declare(exchange));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let words = format!("rides past {}", battle.combatant(self.0).identity.name);
        let told = Told::new(battle, who, &words, "An attack in passing", ids::MNT_09);
        told.on(Some(self.0)).by(self.0, None)
    }
}
