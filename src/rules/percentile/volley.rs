//! Several attacks by one Standard action, all declared before the first roll. PCT-MULTI.

use super::{
    answer, attack, catalogue as ids,
    checks::Tally,
    conditions::{ActionType, has_action, spend},
    foes::Foes,
    luck, menu, offers, reach,
    sheet::{Kind, Use, arm},
    step::{AttackStep, Exchange, Luck, Prompt, TurnStep, prompt, step},
    strikes,
};
use crate::rules::{Battle, Choice, CombatantId, Cost, ItemId, Offer, Refusal, Spread, StepContext, Target};

/// The weapons wielded: each held weapon or shield with an attack, and each natural weapon, but not bare hands.
fn wielded(battle: &Battle, who: CombatantId) -> impl Iterator<Item = ItemId> {
    let strikes =
        |ready: &reach::Ready<'_>| ready.of.kind != Kind::Unarmed && !ready.of.is_area() && !ready.of.is_light();
    // The uses of one item come one after the other.
    let mut last = None;
    let items = reach::ready(battle, who).filter(strikes).map(|ready| ready.item);
    items.filter(move |item| last.replace(*item) != Some(*item))
}

/// The offer in one's own turn, for those who wield several weapons and can strike somebody.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let count = wielded(battle, who).count();
    if count < 2 || wielded(battle, who).filter(|item| can_strike(battle, who, *item)).count() < 2 {
        return None;
    }
    let offer = Offer::new(&menu::VOLLEY, &[ids::MULTI_01, ids::MULTI_02], menu::LARGE);
    let most = count as u8;
    let offer = offer.spread(Spread { least: 1, most, blows: most, repeats: true, together: false });
    Some(offer.refused(offers::standard(battle, who)))
}

/// Whether a weapon can strike anybody from here.
fn can_strike(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    arm(battle, item).uses.iter().any(|of| {
        attack::weapon_refusal(battle, item, of).is_none()
            && battle.enemies(who).any(|foe| attack::refusal(battle, who, foe.id, item, of).is_none())
    })
}

/// The offers while attacks are declared: add one, begin, or cancel.
pub fn offers(battle: &Battle, who: CombatantId, declared: &[Exchange]) -> Vec<Offer> {
    let mut found = additions(battle, who, declared);
    if !declared.is_empty() {
        found.insert(0, Offer::new(&menu::BEGIN, &[ids::MULTI_01], menu::LARGE));
    }
    found.push(Offer::new(&menu::CANCEL, &[ids::MULTI_01], Cost::FREE));
    found
}

/// An attack with each weapon that is not declared yet and can reach somebody.
fn additions(battle: &Battle, who: CombatantId, declared: &[Exchange]) -> Vec<Offer> {
    let fresh = |item: &ItemId| declared.iter().all(|one| one.item != *item);
    let mut found = Vec::new();
    let foes = Foes::of(battle, who);
    for item in wielded(battle, who).filter(fresh) {
        let fits = |of: &&Use| attack::weapon_refusal(battle, item, of).is_none();
        for of in arm(battle, item).uses.iter().filter(fits) {
            let candidates = foes.candidates(battle, item, of);
            if candidates.iter().all(|one| one.refusal.is_some()) {
                continue;
            }
            let offer = Offer::new(menu::addition(of.kind), &[ids::MULTI_01, ids::MULTI_03], Cost::FREE);
            let necks = offers::anybody_bares_the_neck(battle, who, &candidates);
            let offer = offer.with(item).at(Target::Combatant(candidates));
            let mut offer = offer.parameter(strikes::parameter(battle, of, necks));
            offer.parameters.extend(offers::ignore_parameter(battle, who, Luck::default()));
            found.push(offer);
        }
    }
    found
}

/// The attacks declared, in words.
pub fn list(battle: &Battle, declared: &[Exchange]) -> String {
    let words =
        |one: &Exchange| format!("{} at {}", battle.item(one.item).name, battle.combatant(one.on).identity.name);
    declared.iter().map(words).collect::<Vec<_>>().join(", then ")
}

/// Adds an attack, begins, or cancels.
///
/// # Errors
/// Why the attack cannot be made.
pub fn choose(
    battle: &Battle,
    who: CombatantId,
    declared: &[Exchange],
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    match choice.verb {
        "begin" => begin(battle, who, declared, context),
        "cancel" => context.then(step(TurnStep::Act(who))),
        _ => {
            let missing = || Refusal::new(ids::ATK_01, "Needs weapon and target");
            let exchange = answer::exchange(battle, who, choice).ok_or_else(missing)?;
            let of = attack::usage(battle, &exchange);
            if let Some(refusal) = attack::refusal(battle, exchange.by, exchange.on, exchange.item, of) {
                return Err(refusal);
            }
            let mut declared = declared.to_vec();
            declared.push(Exchange { finishes: !battle.combatant(exchange.on).fights(), ..exchange });
            context.then(prompt(who, Prompt::Volley(together(declared))));
        }
    }
    Ok(())
}

/// Marks attacks as made together, PCT-MULTI-01, and against different targets, PCT-MULTI-02. A single one is an
/// ordinary attack.
pub fn together(mut declared: Vec<Exchange>) -> Vec<Exchange> {
    let many = declared.len() > 1;
    let spread = declared.windows(2).any(|pair| pair[0].on != pair[1].on);
    for one in &mut declared {
        (one.many, one.spread) = (many, spread);
    }
    declared
}

fn begin(battle: &Battle, who: CombatantId, declared: &[Exchange], context: &mut StepContext<'_>) {
    if has_action(battle, who, ActionType::Standard) {
        spend(battle, who, ActionType::Standard, context);
    }
    // Each lies on the agenda above the next one, and what follows it above that: one is over before the next begins.
    for exchange in declared {
        let mut exchange = *exchange;
        // Of several each is paid for when its turn comes.
        if exchange.luck.ignore && !exchange.many {
            luck::spend_ignore(battle, exchange.by, &mut exchange.luck, context);
        }
        context.then(step(AttackStep::Declare(exchange)));
    }
    context.then(step(TurnStep::Act(who)));
}

/// Whether one of several attacks is dropped because its target has gone out of the fight since it was declared.
pub fn is_dropped(battle: &Battle, exchange: &Exchange) -> bool {
    exchange.many && !exchange.finishes && !battle.combatant(exchange.on).fights()
}

/// -10 for each of several attacks, a further -10 if they have different targets, PCT-MULTI-01, PCT-MULTI-02.
pub fn add(exchange: &Exchange, tally: &mut impl Tally) {
    tally.add(ids::MULTI_01, -10 * i32::from(exchange.many), || "Several attacks".into());
    tally.add(ids::MULTI_02, -10 * i32::from(exchange.spread), || "Different targets".into());
}

/// The default: every weapon at whoever is nearest, then begin.
pub fn default_answer(battle: &Battle, who: CombatantId, declared: &[Exchange]) -> Choice {
    let next = additions(battle, who, declared).into_iter().find_map(|offer| {
        let Target::Combatant(candidates) = &offer.target else { return None };
        let open = candidates.iter().find(|one| one.refusal.is_none() && battle.combatant(one.who).fights())?;
        Some(Choice::of(&offer).on(open.who))
    });
    next.unwrap_or_else(|| Choice::new(if declared.is_empty() { "cancel" } else { "begin" }))
}
