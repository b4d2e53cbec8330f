//! The offers, in the order in which panels list them. PCT-TURN-02, PCT-TURN-05.

use std::sync::{Arc, LazyLock};

use super::{
    attack, blast, catalogue as ids, catch, charge, checks,
    conditions::{AIM, ActionType, FULL_DEFENCE, QUICK, READIED, has_action},
    cover, defence,
    foes::Foes,
    gear, grapple,
    luck::{self, Means},
    manoeuvres, menu, mounts,
    movement::{self, Gait, Walks},
    reach, reactions, resistance,
    sheet::{Kind, Use, arm},
    step::{Check, Event, Exchange, Luck, Method, Prompt},
    strikes, stunts, toss, volley,
};
use crate::rules::{
    Battle, Candidate, Combatant, CombatantId, CombatantSet, Condition, Constants, Cost, Finality, Item, ItemId, Lasts,
    Offer, OfferKind, Offers, Parameter, ParameterValue, Posture, Reachable, Refusal, RuleId, TakesEffect, Target,
    Values, Ways, Word,
};

/// All offers in answer to a question.
pub fn offers(battle: &Battle, who: CombatantId, asked: &Prompt) -> Offers {
    Offers(match asked {
        Prompt::Turn => turn(battle, who, None),
        Prompt::React(event) => react(battle, who, *event),
        Prompt::Defend(exchange, _) => defend(battle, exchange),
        Prompt::Flip(..) | Prompt::FlipBurst(..) => flip(Means { luck: true, points: false }),
        Prompt::FlipGuard(exchange, ..) => flip(Means::of(battle, who, exchange.guard_luck, exchange.points)),
        Prompt::FlipCheck(check, luck, _) => flip(luck::means_for(battle, who, check, *luck)),
        Prompt::Upgrade(..) | Prompt::UpgradeBurst(..) => raise(&menu::UPGRADE),
        Prompt::Ignore(check) => ignore(battle, who, check),
        Prompt::Exploit(..)
        | Prompt::Weigh(..)
        | Prompt::WeighBlast(..)
        | Prompt::WeighSpan(..)
        | Prompt::Steady(..) => resistance::offers(asked),
        Prompt::Unseat(rider) => vec![
            Offer::new(&menu::UNSEAT, &[ids::MAN_07], Cost::FREE)
                .at(Target::Square(mounts::landings(battle, *rider).into())),
        ],
        Prompt::Volley(declared) => volley::offers(battle, who, declared),
        Prompt::RideBy(foe) => mounts::ride_by::offers(battle, who, *foe),
        Prompt::CatchItem(_) => toss::answers(),
        Prompt::HoldOn(_) => stunts::answers(),
        Prompt::Ease(..) => raise(&menu::UPGRADE_FAILURE),
        Prompt::EaseBlow(_) => vec![
            Offer::new(&menu::KEEP_INJURY, &[ids::UNA_04, ids::CHK_12], Cost::FREE),
            Offer::new(&menu::UPGRADE_FAILURE, &[ids::CHK_13, ids::CHK_12], menu::LUCKY),
        ],
        Prompt::UpgradeCatch(..) => vec![
            Offer::new(&menu::KEEP_DEFENCE, &[ids::CHK_12], Cost::FREE),
            Offer::new(&menu::UPGRADE_TO_CATCH, &[ids::MAN_06, ids::CHK_12], menu::LUCKY),
        ],
        Prompt::Land => {
            vec![
                Offer::new(&menu::LAND, &[ids::MNT_07], Cost::FREE)
                    .at(Target::Square(mounts::landings(battle, who).into())),
            ]
        }
    })
}

/// The offers of one verb.
pub fn offers_of(battle: &Battle, who: CombatantId, asked: &Prompt, verb: &str) -> Offers {
    let found = if *asked == Prompt::Turn { Offers(turn(battle, who, Some(verb))) } else { offers(battle, who, asked) };
    found.of_verb(verb)
}

/// Offers of a turn, roughly.
const MANY: usize = 40;

/// What can be done in a turn; of one verb only, others may be left out.
fn turn(battle: &Battle, who: CombatantId, verb: Option<&str>) -> Vec<Offer> {
    if grapple::holder(battle, who).is_some() {
        return grapple::offers_of_the_held(battle, who);
    }
    let wants = |kinds: &[&OfferKind]| verb.is_none_or(|verb| kinds.iter().any(|kind| kind.verb == verb));
    let mut offers = Vec::with_capacity(if verb.is_none() { MANY } else { 0 });
    if wants(&menu::GOING) {
        ways(battle, who, &mut offers);
    }
    if wants(&menu::ATTACKS) {
        attacks(battle, who, &mut offers);
    }
    if wants(&[&menu::VOLLEY]) {
        offers.extend(volley::offer(battle, who));
    }
    if wants(&manoeuvres::MENU) {
        manoeuvres::offers(battle, who, &mut offers);
    }
    if wants(&[&menu::RELEASE, &menu::UNCATCH, &menu::WRENCH, &menu::LET_GO]) {
        offers.extend(grapple::release_offer(battle, who));
        offers.extend(catch::offers(battle, who));
    }
    if wants(&[&menu::AIM]) {
        offers.push(aim(battle, who));
    }
    if wants(&[&menu::DEFEND, &menu::BRACE, &menu::READY]) {
        offers.push(defend_fully(battle, who));
        charge::brace_offers(battle, who, &mut offers);
        ready(battle, who, &mut offers);
    }
    if wants(&[&menu::ORDERS]) {
        offers.push(reactions::orders_offer());
    }
    if wants(&[&menu::MOUNT, &menu::ALIGHT, &menu::FREE, &menu::ROUSE]) {
        mounts::offers(battle, who, &mut offers);
    }
    if wants(&menu::THINGS) {
        gear::offers(battle, who, &mut offers);
    }
    postures(battle, who, &mut offers);
    offers.push(end_of_turn(battle, who));
    if has_action(battle, who, ActionType::Standard) && battle.combatant(who).budgets.get(QUICK) > 0 {
        offers.iter_mut().filter(|offer| offer.cost == menu::SMALL).for_each(take_standard);
    }
    offers
}

/// Movements, the charge and stunts, before all others.
fn ways(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    let walks = moves(battle, who, offers);
    let Some(walk) = offers.first() else { return };
    let Target::Way(ways) = &walk.target else { return };
    let (charge, ways) = (charge::offer(battle, who, walk), ways.clone());
    offers.extend(charge);
    stunts::offers(battle, who, walks.as_ref().map(|walks| (walks, &ways)), offers);
}

/// Full defence, PCT-DEF-06.
fn defend_fully(battle: &Battle, who: CombatantId) -> Offer {
    let again = battle.combatant(who).conditions.has(FULL_DEFENCE);
    let again = again.then(|| Refusal::new(ids::DEF_06, "Already on full defence"));
    Offer::new(&menu::DEFEND, &[ids::DEF_06], menu::LARGE).refused(standard(battle, who)).refused(again)
}

/// Ending the turn; what could still be done in it is lost.
pub fn end_of_turn(battle: &Battle, who: CombatantId) -> Offer {
    let left = has_action(battle, who, ActionType::Quick) || has_action(battle, who, ActionType::Standard);
    let end = Offer::new(&menu::END_TURN, &[ids::TURN_01], Cost::FREE);
    end.commits(if left { Finality::Ends } else { Finality::Nothing })
}

/// A second Quick action uses up the Standard action, PCT-TURN-01.
const fn take_standard(offer: &mut Offer) {
    offer.cost = menu::LARGE;
    offer.dearer = true;
}

/// The refusal if no Standard action is left.
pub fn standard(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (!has_action(battle, who, ActionType::Standard)).then(|| Refusal::new(ids::TURN_01, "No Standard action left"))
}

/// The refusal if no Quick action is left.
pub fn quick(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (!has_action(battle, who, ActionType::Quick)).then(|| Refusal::new(ids::TURN_01, "No Quick action left"))
}

/// The ways of moving; returns where one can walk, if one can.
fn moves(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) -> Option<Arc<Walks>> {
    let one = mounts::feet(battle, who);
    let (mut walked, mut easiest) = (None, None::<Arc<Walks>>);
    let survey = battle.scene.field.survey();
    for gait in mounts::gaits(battle, who) {
        let somewhere = match gait {
            Gait::Swim => survey.water,
            Gait::Climb => survey.low || survey.climbable || survey.pits,
            Gait::Walk | Gait::Creep | Gait::Crawl => true,
        };
        let is_elsewhere = || !easiest.as_ref().is_some_and(|easiest| easiest.cover(battle, who, gait));
        if !(offers.is_empty() || somewhere && is_elsewhere()) {
            continue;
        }
        let refusal = movement::refusal(battle, who, gait);
        let walks = refusal.is_none().then(|| Walks::of(battle, who, gait));
        let mut ways = walks.as_ref().map(Walks::ends).unwrap_or_default();
        let ordinary = offers.is_empty();
        if !ordinary {
            ways = laborious(battle, offers, &ways);
        }
        if !ordinary && ways.lead_nowhere() {
            continue;
        }
        let cost = if gait == Gait::Crawl { menu::LARGE } else { menu::SMALL };
        let rules: &[RuleId] = match gait {
            Gait::Walk => &[ids::MOVE_01, ids::MOVE_02, ids::MOVE_03],
            Gait::Creep => &[ids::MOVE_09, ids::MOVE_05],
            Gait::Crawl => &[ids::PRN_02],
            Gait::Swim | Gait::Climb => &[ids::MOVE_05, ids::MOVE_06],
        };
        let nowhere = refusal.is_none() && ways.lead_nowhere();
        let offer = Offer::new(menu::going(gait), rules, cost).at(Target::Way(ways));
        let walled = nowhere.then(|| Refusal::new(ids::GRID_05, "No free square"));
        let offer = offer.commits(if gait.wants_check(one) || !mounts::obeys(battle, who) {
            Finality::Dice
        } else if reactions::anybody_readied(battle) {
            Finality::Asks
        } else {
            Finality::Nothing
        });
        offers.push(offer.refused(refusal).refused(walled));
        if ordinary {
            easiest.clone_from(&walks);
        }
        if gait == Gait::Walk {
            walked = walks;
        }
    }
    walked
}

/// Those ways to which none of the offers so far leads: the laborious ones are worth offering nowhere else.
fn laborious(battle: &Battle, offers: &[Offer], ways: &Ways) -> Ways {
    let extent = battle.scene.field.extent();
    let mut easier = vec![false; extent.len()];
    let index = |way: &Reachable| extent.index(way.square).unwrap_or_default();
    for offer in offers {
        if let Target::Way(known) = &offer.target {
            known.iter().for_each(|way| easier[index(way)] = true);
        }
    }
    ways.iter().filter(|way| !easier[index(way)]).copied().collect::<Vec<_>>().into()
}

/// One offer for each use of each weapon carried.
fn attacks(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    let foes = Foes::of(battle, who);
    for item in mounts::own_items(battle, who) {
        let striker = mounts::striker(battle, who, item);
        let others = (striker != who).then(|| Foes::of(battle, striker));
        let foes = others.as_ref().unwrap_or(&foes);
        let uses = arm(battle, item.id).uses.iter();
        offers.extend(uses.filter_map(|of| attack_offer(battle, (striker, foes), who, item, of)));
    }
}

/// The offer of an attack by `who`, paid for with the actions of `payer`: a mount strikes by its rider's, PCT-MNT-01.
fn attack_offer(
    battle: &Battle,
    (who, foes): (CombatantId, &Foes),
    payer: CombatantId,
    item: Item<'_>,
    of: &Use,
) -> Option<Offer> {
    // Fists are worth a line only while they can reach somebody.
    if of.kind == Kind::Unarmed && (who != payer || !foes.any_within(of.reach)) {
        return None;
    }
    if of.is_area() {
        return (who == payer).then(|| blast::offer(battle, who, item, of));
    }
    let refusal = attack::weapon_refusal(battle, item.id, of);
    let rules: &[RuleId] = match of.kind {
        Kind::Melee => &[ids::ATK_01, ids::REACH_01],
        Kind::Unarmed => &[ids::UNA_01, ids::ATK_01],
        Kind::Natural => &[ids::UNA_06, ids::ATK_01],
        Kind::Thrown => &[ids::ATK_01, ids::RNG_02],
        Kind::Touch => &[ids::TCH_01, ids::ATK_01],
        Kind::Indicate => &[ids::TCH_02, ids::ATK_01],
        Kind::Projectile => &[ids::ATK_01, ids::RNG_01],
    };
    // What is not at hand is aimed at nobody yet.
    let candidates = if refusal.is_none() { foes.candidates(battle, item.id, of) } else { Vec::new() };
    let in_reach = candidates.iter().any(|one| one.refusal.is_none());
    if of.kind == Kind::Unarmed && !in_reach {
        return None;
    }
    let nobody = candidates.iter().find_map(|one| one.refusal.clone()).filter(|_| !in_reach);
    let mut offer = Offer::new(menu::attack(of), rules, menu::LARGE).with(item.id);
    if refusal.is_none() {
        let necks = anybody_bares_the_neck(battle, who, &candidates);
        offer = offer.at(Target::Combatant(candidates)).parameter(strikes::parameter(battle, of, necks));
        if let Some(ignore) = ignore_parameter(battle, who, Luck::default()) {
            offer = offer.parameter(ignore);
        }
    }
    Some(offer.refused(refusal).refused(standard(battle, payer)).refused(nobody))
}

/// Whether any target bares the neck; a blow at another's neck has no result.
pub fn anybody_bares_the_neck(battle: &Battle, who: CombatantId, candidates: &[Candidate]) -> bool {
    let mut open = candidates.iter().filter(|one| one.refusal.is_none());
    open.any(|one| strikes::bares_the_neck(battle, who, one.who))
}

/// The values of [`ignore_parameter`].
static IGNORE: LazyLock<[ParameterValue; 2]> =
    LazyLock::new(|| [value(0, "0", "None"), value(1, "1", "1, ignore negatives")]);

/// Luck option (a) for one's own roll, if there is Luck to spend and the option is not used yet, PCT-CHK-12.
pub fn ignore_parameter(battle: &Battle, who: CombatantId, used: Luck) -> Option<Parameter> {
    (checks::has_luck(battle, who, used) && !used.ignore).then(|| Parameter::new(&menu::WITH_LUCK, IGNORE.as_slice()))
}

fn value(value: i32, word: impl Into<Word>, label: impl Into<Word>) -> ParameterValue {
    ParameterValue::new(value, word, label)
}

fn aim(battle: &Battle, who: CombatantId) -> Offer {
    let one = battle.combatant(who);
    let is_aim = |condition: &&Condition| condition.kind == AIM;
    let foes = battle.enemies(who).filter(|foe| foe.fights() && one.aware.of(foe.id));
    let mut candidates = Vec::with_capacity(battle.rows().len());
    candidates.extend(foes.map(|foe| {
        let again = || one.conditions.0.iter().filter(is_aim).any(|aim| aim.whom == Some(foe.id));
        let unseen = (!cover::sees(battle, who, foe.id)).then(|| Refusal::new(ids::ATK_08, "Not seen"));
        let refusal = unseen.or_else(|| again().then(|| Refusal::new(ids::CHK_08, "Already aimed at")));
        Candidate { who: foe.id, refusal }
    }));
    let nobody = candidates.iter().all(|one| one.refusal.is_some()).then(|| {
        let first = candidates.first().and_then(|one| one.refusal.clone());
        first.unwrap_or_else(|| Refusal::new(ids::ATK_08, "No target in sight"))
    });
    Offer::new(&menu::AIM, &[ids::ATK_08], menu::SMALL)
        .at(Target::Combatant(candidates))
        .refused(quick(battle, who))
        .refused(nobody)
}

/// Readied actions: an attack with each weapon ready, or full defence, PCT-REA-04.
fn ready(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    let refusal = standard(battle, who).or_else(|| {
        battle.combatant(who).conditions.has(READIED).then(|| Refusal::new(ids::REA_04, "Already readied something"))
    });
    let named = refusal.is_none().then(|| Named::of(battle, who));
    let mut offer = |item: Option<ItemId>| {
        let kind = if item.is_some() { &menu::READY } else { &menu::READY_DEFENCE };
        let mut offer = Offer::new(kind, &[ids::REA_04, ids::REA_05], menu::LARGE);
        offer.item = item;
        if let Some(named) = &named {
            offer.parameters = ready_parameters(battle, named, item);
        }
        let offer = offer.lasting(Lasts { paid: 0, needed: 1, effect: TakesEffect::OnTrigger });
        offers.push(offer.refused(refusal.clone()));
    };
    let mut last = None;
    for ready in reach::ready(battle, who) {
        let other = ready.of.kind == Kind::Unarmed || ready.of.is_area() || arm(battle, ready.item).is_shield();
        if !other && last.replace(ready.item) != Some(ready.item) {
            offer(Some(ready.item));
        }
    }
    offer(None);
}

/// Those whom a readied action can be about: foes and wards, PCT-REA-05.
struct Named {
    foes: Values,
    wards: Values,
}

impl Named {
    fn of(battle: &Battle, who: CombatantId) -> Self {
        let one = battle.combatant(who);
        let foes = battle.enemies(who).filter(|foe| foe.fights() && one.aware.of(foe.id)).map(|foe| foe.id);
        let is_friend = |other: &Combatant<'_>| other.team == one.team && other.id != who && other.fights();
        let friends = battle.combatants().filter(is_friend).map(|one| one.id);
        let values = |first: fn(&Constants, CombatantId) -> ParameterValue, all: CombatantSet| {
            let constants = Arc::clone(battle.constants());
            Values::later(move || {
                let value = |who: CombatantId| named(&constants, who, &constants.profiles[who.index()].identity.name);
                std::iter::once(first(&constants, who)).chain(all.iter().map(value)).collect()
            })
        };
        Self {
            foes: values(|_, _| value(-1, "any", "Any enemy"), foes.collect()),
            wards: values(|constants, who| named(constants, who, "Me"), friends.collect()),
        }
    }
}

/// Somebody as the value of a parameter.
fn named(constants: &Constants, who: CombatantId, label: impl Into<Word>) -> ParameterValue {
    value(who.0.into(), &constants.profiles[who.index()].identity.tag, label)
}

/// How near an enemy may come before a readied action is triggered, PCT-REA-05 (2).
const NEAR: [(i32, &str, &str); 10] = [
    (3, "3", "3 m"),
    (1, "1", "1 m"),
    (2, "2", "2 m"),
    (4, "4", "4 m"),
    (5, "5", "5 m"),
    (6, "6", "6 m"),
    (8, "8", "8 m"),
    (10, "10", "10 m"),
    (15, "15", "15 m"),
    (20, "20", "20 m"),
];

/// [`NEAR`] as values.
static DISTANCES: LazyLock<Vec<ParameterValue>> =
    LazyLock::new(|| NEAR.iter().map(|(metres, word, label)| value(*metres, *word, *label)).collect());

/// The triggers of a readied action, PCT-REA-05, the likeliest first: into sight for missiles, into reach for melee.
static WHEN: LazyLock<[Vec<ParameterValue>; 2]> = LazyLock::new(|| {
    [[4, 2, 1, 3, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]].map(|order| {
        let trigger = |number: i32| {
            let (word, label) = reactions::TRIGGERS[number as usize - 1];
            value(number, word, label)
        };
        order.map(trigger).into()
    })
});

fn ready_parameters(battle: &Battle, named: &Named, item: Option<ItemId>) -> Vec<Parameter> {
    let melee = item.is_some_and(|item| reactions::is_melee_weapon(battle, item));
    let mut parameters = Vec::with_capacity(5);
    parameters.extend([
        Parameter::new(&menu::WHEN, WHEN[usize::from(melee)].as_slice()),
        Parameter::new(&menu::FOE, named.foes.clone()),
        Parameter::new(&menu::NEAR, DISTANCES.as_slice()),
        Parameter::new(&menu::WARD, named.wards.clone()),
    ]);
    if let Some(item) = item {
        let uses = &arm(battle, item).uses;
        if uses.len() > 1 {
            let uses = (0..).zip(uses).map(|(usage, of)| value(usage, attack::verb(of.kind), attack::verb(of.kind)));
            parameters.push(Parameter::new(&menu::USE, uses.collect::<Vec<_>>()));
        }
    }
    parameters
}

fn postures(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    if mounts::mount_of(battle, who).is_some() || mounts::trapped_under(battle, who).is_some() {
        return;
    }
    let lie = || Offer::new(&menu::LIE, &[ids::PRN_01], menu::SMALL).refused(quick(battle, who));
    match battle.combatant(who).posture {
        Posture::Standing => {
            offers.push(Offer::new(&menu::CROUCH, &[ids::MOVE_09], Cost::FREE));
            offers.push(lie());
        }
        Posture::Crouching => {
            offers.push(Offer::new(&menu::RISE, &[ids::MOVE_09], Cost::FREE));
            offers.push(lie());
        }
        Posture::Prone => {
            let stand = Offer::new(&menu::STAND, &[ids::PRN_01, ids::GRID_05], menu::SMALL).refused(quick(battle, who));
            let asks = reactions::anybody_readied(battle);
            let stand = if asks { stand.commits(Finality::Asks) } else { stand };
            offers.push(stand.refused(crowded(battle, who)));
        }
    }
}

/// Somebody thrown down while passing a friend cannot stand up in the same square, which holds only one standing body,
/// PCT-GRID-05.
fn crowded(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let body = battle.combatant(who).footprint();
    let upright = battle.combatants().filter(|one| one.id != who && one.fights() && one.posture != Posture::Prone);
    let mut here = upright.filter(|one| one.footprint().gap(body) == (0, 0));
    here.next().map(|_| Refusal::new(ids::GRID_05, "Somebody stands here"))
}

fn react(battle: &Battle, who: CombatantId, event: Event) -> Vec<Offer> {
    let mut offers: Vec<Offer> = reactions::opportunities(battle, who, event)
        .into_iter()
        .map(|(item, usage)| {
            let mut target = vec![Candidate { who: event.whose(), refusal: None }];
            // An attack of opportunity on a moving pair goes at either, PCT-MNT-04.
            target.extend(mounts::mount_of(battle, event.whose()).map(|who| Candidate { who, refusal: None }));
            let mut offer = Offer::new(&menu::COUNTER, &[ids::REA_03, ids::REA_02], menu::REACTS)
                .with(item)
                .at(Target::Combatant(target))
                .parameter(strikes::parameter(
                    battle,
                    &arm(battle, item).uses[usize::from(usage)],
                    strikes::bares_the_neck(battle, who, event.whose()),
                ));
            if let Some(ignore) = ignore_parameter(battle, who, Luck::default()) {
                offer = offer.parameter(ignore);
            }
            offer
        })
        .collect();
    if let Some(condition) = reactions::readied(battle, who, event) {
        let kind = if condition.with.is_some() { &menu::ACT } else { &menu::ACT_DEFENSIVELY };
        let mut offer = Offer::new(kind, &[ids::REA_04], menu::REACTS);
        if let Some((item, usage)) = reactions::readied_weapon(&condition) {
            let of = &arm(battle, item).uses[usize::from(usage)];
            let necks = strikes::bares_the_neck(battle, who, event.whose());
            offer = offer.parameter(strikes::parameter(battle, of, necks));
        }
        if let Some(ignore) = condition.with.and_then(|_| ignore_parameter(battle, who, Luck::default())) {
            offer = offer.parameter(ignore);
        }
        offers.push(offer);
    }
    offers.push(Offer::new(&menu::DECLINE, reactions::rules(event), Cost::FREE));
    offers
}

fn defend(battle: &Battle, exchange: &Exchange) -> Vec<Offer> {
    let best = defence::best(battle, exchange);
    let mut methods = defence::methods(battle, exchange);
    methods.sort_by_key(|method| *method != best);
    methods
        .into_iter()
        .map(|method| {
            let (kind, item, rules): (_, _, &[RuleId]) = match method {
                Method::Fray => (&menu::FRAY, None, &[ids::DEF_01]),
                Method::Parry(item) => (&menu::PARRY, Some(item), &[ids::DEF_02]),
                Method::Catch(item) => (&menu::CATCH, Some(item), &[ids::MAN_06, ids::REA_07]),
                Method::Unarmed => (&menu::UNARMED, None, &[ids::DEF_03]),
                Method::Athletics => (&menu::ATHLETICS, None, &[ids::DEF_05]),
                Method::Ride => (&menu::RIDE, None, &[ids::MAN_07]),
                Method::Wits => (&menu::RESIST, None, &[ids::MAN_03]),
            };
            let reacts = matches!(method, Method::Catch(_)) && !exchange.catching;
            let cost = if reacts { menu::REACTS } else { Cost::FREE };
            let mut offer = Offer::new(kind, rules, cost);
            offer.item = item;
            offer.parameters.extend(guard_parameter(battle, exchange, method));
            offer.parameters.extend(resistance::defence_parameter(exchange));
            offer
        })
        .collect()
}

/// Ignoring the negatives of a defence, by Luck or by a point of resistance, PCT-CHK-12 (a), PCT-RES-03.
fn guard_parameter(battle: &Battle, exchange: &Exchange, method: Method) -> Option<Parameter> {
    let luck = ignore_parameter(battle, exchange.on, exchange.guard_luck);
    let mut tally = checks::Quick::default();
    defence::target_number(battle, exchange, method, Luck::default(), &mut tally);
    let may = exchange.points > 0 && !exchange.guard_luck.ignore && checks::Tally::negative(&tally) < 0;
    if !may {
        return luck;
    }
    let mut values = luck.map_or_else(|| vec![value(0, "0", "None")], |luck| luck.values.to_vec());
    values.push(value(2, "resistance", "1 resistance, ignore negatives").counting(0));
    Some(Parameter::new(&menu::WITH_LUCK, values))
}

fn flip(means: Means) -> Vec<Offer> {
    let flip = Offer::new(&menu::FLIP, &[ids::CHK_11, ids::CHK_12], menu::LUCKY);
    vec![Offer::new(&menu::KEEP_ROLL, &[ids::CHK_12], Cost::FREE), means.price(flip)]
}

/// To raise the degree by Luck, or to keep it, PCT-CHK-13.
fn raise(kind: &'static OfferKind) -> Vec<Offer> {
    vec![
        Offer::new(&menu::KEEP, &[ids::CHK_12], Cost::FREE),
        Offer::new(kind, &[ids::CHK_13, ids::CHK_12], menu::LUCKY),
    ]
}

fn ignore(battle: &Battle, who: CombatantId, check: &Check) -> Vec<Offer> {
    let means = luck::means_for(battle, who, check, luck::used(check));
    let ignore = Offer::new(&menu::IGNORE, &[ids::CHK_11, ids::CHK_12], menu::LUCKY);
    vec![Offer::new(&menu::KEEP_NEGATIVES, &[ids::CHK_12], Cost::FREE), means.price(ignore)]
}
