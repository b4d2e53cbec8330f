//! Defence: which methods are legal, their numbers, the roll and the comparison. PCT-DEF.

use std::borrow::Cow;

use super::{
    catalogue as ids, catch,
    checks::{self, Duel, add_wounds, close},
    conditions::{BEHIND, FEINTED, FULL_DEFENCE, ROLLED},
    damage,
    luck::{self, Funds},
    menu, mounts, reach, resistance, settings,
    sheet::{Kind, Skill, arm, sheet},
    step::{AttackStep, DefenceStep, Exchange, Luck, Manner, Method},
    to_hit,
};
use crate::{dice::Band, rules::prelude::*};

/// Whether the target may defend at all, PCT-DEF-01, PCT-ATK-05.
pub fn can_defend(battle: &Battle, exchange: &Exchange) -> bool {
    exchange.aware && battle.combatant(exchange.on).fights()
}

/// Visits all legal methods, the ordinary one first: PCT-DEF-01 to PCT-DEF-05, and those of each manoeuvre, PCT-MAN-02 to
/// PCT-MAN-07.
fn each_method(battle: &Battle, exchange: &Exchange, show: &mut impl FnMut(Method)) {
    let (target, melee) = (battle.combatant(exchange.on), exchange.used(battle).is_melee());
    let (parries, fends) = match exchange.manner {
        Manner::Feint => return show(Method::Wits),
        Manner::Trip | Manner::Dismount => (false, false),
        Manner::Grab => (false, true),
        Manner::Disarm(_) => (true, true),
        _ => (melee, melee),
    };
    show(Method::Fray);
    let fits = |item: &ItemId| parries && arm(battle, *item).is_for_melee() && reach::is_in_use(battle, *item);
    target.hands.held().filter(fits).for_each(|item| show(Method::Parry(item)));
    if fends && may_fend_unarmed(battle, exchange) {
        show(Method::Unarmed);
    }
    if exchange.manner == Manner::Dismount {
        show(Method::Ride);
    }
    if !exchange.manner.is_manoeuvre() && (target.conditions.has(FULL_DEFENCE) || target.conditions.has(ROLLED)) {
        show(Method::Athletics);
    }
    catch::methods(battle, exchange).for_each(show);
}

/// Whether the target can defend with Unarmed Combat: against an armed opponent the untrained cannot, PCT-DEF-03,
/// PCT-UNA-02.
pub fn may_fend_unarmed(battle: &Battle, exchange: &Exchange) -> bool {
    let on = exchange.on;
    sheet(battle.combatant(on)).is_proficient(Skill::UnarmedCombat)
        || !reach::is_armed(battle, exchange.by)
        || reach::has_natural_weapon(battle, on)
}

/// The legal methods.
pub fn methods(battle: &Battle, exchange: &Exchange) -> Vec<Method> {
    let mut methods = Vec::new();
    each_method(battle, exchange, &mut |method| methods.push(method));
    methods
}

/// The defender's number with all modifiers, PCT-DEF-07.
pub fn target_number(battle: &Battle, exchange: &Exchange, method: Method, luck: Luck, tally: &mut impl Tally) -> i32 {
    add_skill(battle, exchange, method, tally);
    add_circumstances(battle, exchange, tally);
    close(tally, luck)
}

/// The number of a method before common modifiers.
fn add_skill(battle: &Battle, exchange: &Exchange, method: Method, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(exchange.on));
    match method {
        // The better of the two, PCT-MAN-03.
        Method::Wits => {
            let (resist, read) = (numbers.sav + numbers.int, numbers.rating(Skill::Read));
            let words = || if read > resist { "Read".into() } else { "SAV + INT".into() };
            tally.add(ids::MAN_03, resist.max(read), words);
        }
        Method::Ride => tally.add(ids::MAN_07, numbers.rating(Skill::Ride), || "Ride".into()),
        Method::Fray => tally.add(ids::DEF_01, numbers.rating(Skill::Fray), || "Fray".into()),
        Method::Athletics => {
            let skill = mounts::evasion(battle, exchange.on);
            tally.add(ids::DEF_05, numbers.rating(skill), || skill.name().into());
        }
        Method::Parry(item) => add_parry(battle, exchange.on, item, tally),
        Method::Catch(item) => {
            add_parry(battle, exchange.on, item, tally);
            tally.add(ids::MAN_06, -10, || "Catch".into());
        }
        Method::Unarmed => {
            tally.add(ids::DEF_03, numbers.rating(Skill::UnarmedCombat), || "Unarmed Combat".into());
            if reach::is_armed(battle, exchange.by) {
                let natural = reach::has_natural_weapon(battle, exchange.on);
                tally.add(ids::DEF_03, if natural { -10 } else { -20 }, || "Unarmed against the armed".into());
            }
        }
    }
}

/// Modifiers that apply to all methods; against a feint only wounds do, PCT-MAN-03.
fn add_circumstances(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    let target = battle.combatant(exchange.on);
    if exchange.manner == Manner::Feint {
        return add_wounds(target, tally);
    }
    if settings::run_penalty_on_defence(battle) {
        checks::add_hurried(target, tally);
    }
    add_wounds(target, tally);
    tally.add(ids::MAN_03, -20 * i32::from(target.conditions.has(FEINTED)), || "Feinted".into());
    let behind = |known: &Condition| known.kind == BEHIND && known.whom == Some(exchange.on);
    let from_behind = battle.combatant(exchange.by).conditions.0.iter().any(behind);
    tally.add(ids::STU_04, -20 * i32::from(from_behind), || "From behind".into());
    tally.add(ids::DEF_06, 20 * i32::from(target.conditions.has(FULL_DEFENCE)), || "Full defence".into());
    let shield: i32 = target.hands.held().filter_map(|item| arm(battle, item).defence).sum();
    tally.add(ids::DEF_07, shield, || "Shield".into());
    let of = exchange.used(battle);
    let rule = if of.kind == Kind::Touch { ids::TCH_01 } else { ids::TCH_02 };
    tally.add(rule, -20 * i32::from(of.is_light()), || "No blow needed".into());
    checks::add_shifts(exchange.shifts, tally);
}

fn add_parry(battle: &Battle, who: CombatantId, item: ItemId, tally: &mut impl Tally) {
    let numbers = sheet(battle.combatant(who));
    let held = arm(battle, item);
    let name = || capital(battle.item(item).name);
    let melee = held.uses.iter().find(|of| of.kind == Kind::Melee);
    let skill = melee.map_or(Skill::MeleeWeapons, |of| of.skill);
    tally.add(ids::DEF_02, numbers.rating(skill), || format!("Parry: {}", name()).into());
    // A shield needs no specific proficiency, PCT-CHK-09.
    let wanted = melee.filter(|_| !held.is_shield()).and_then(|of| of.proficiency);
    if wanted.is_some_and(|wanted| !numbers.has(skill, wanted)) {
        tally.add(ids::CHK_09, -20, || "No proficiency".into());
    }
}

/// The name of a method as this defender uses it: in the saddle evasion is Ride, PCT-DEF-05.
pub fn spoken(battle: &Battle, who: CombatantId, method: Method) -> Cow<'static, str> {
    match method {
        Method::Fray => "Fray".into(),
        Method::Unarmed => "Unarmed Combat".into(),
        Method::Athletics => mounts::evasion(battle, who).name().into(),
        Method::Ride => "Ride".into(),
        Method::Wits => "Resist the feint".into(),
        Method::Parry(item) => format!("Parry with {}", battle.item(item).name).into(),
        Method::Catch(item) => format!("Catch with {}", battle.item(item).name).into(),
    }
}

/// The method with the highest number, the default of PCT-DEF-01, and that number before points raise it; of equals the
/// first. Forecasts ask for every margin, so the common modifiers are added up only once.
pub fn best_of_all(battle: &Battle, exchange: &Exchange) -> (Method, i32) {
    if let Some((method, number)) = known_stance(exchange) {
        return (method, number.into());
    }
    let mut circumstances = Quick::default();
    add_circumstances(battle, exchange, &mut circumstances);
    let mut best: Option<(Method, i32)> = None;
    each_method(battle, exchange, &mut |method| {
        let mut tally = circumstances;
        add_skill(battle, exchange, method, &mut tally);
        let number = close(&mut tally, exchange.guard_luck);
        if best.is_none_or(|(_, known)| number > known) {
            best = Some((method, number));
        }
    });
    best.unwrap_or((Method::Fray, 0))
}

/// The default defence as it was fixed before the attack roll, if nothing has been spent on the defence since.
fn known_stance(exchange: &Exchange) -> Option<(Method, u8)> {
    exchange.stance.filter(|_| exchange.shifts == 0 && !exchange.guard_luck.ignore)
}

/// Rolls the defence, PCT-ATK-02 (8).
pub fn guard(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    (method, number): (Method, u8),
    context: &mut StepContext<'_>,
) {
    let luck = exchange.guard_luck;
    let target = i32::from(number);
    let lucky = !context.is_forecast() && Funds::of(battle, exchange.on, luck, exchange.points).any();
    let (face, thrown) = if lucky {
        checks::percent(context, &u32::from)
    } else if settings::critical_wins(battle) || matches!(method, Method::Catch(_)) {
        let caught = |face| u32::from(matches!(method, Method::Catch(_)) && catch::succeeds(face));
        checks::percent(context, &|face| 2 * checks::duel(battle, margin, face, target) as u32 + caught(face))
    } else {
        checks::percent_in_bands(context, &bands(margin, target))
    };
    context.log(|| {
        let words = spoken(battle, exchange.on, method);
        let number = |tally: &mut Verdict| target_number(battle, exchange, method, luck, tally);
        Entry::Roll(checks::against(exchange.on, (words, ids::DEF_01), (&thrown, target), number))
    });
    // A catch takes more than a win, PCT-MAN-06.
    let duel = |face| {
        let ends = checks::duel(battle, margin, face, target);
        (ends, ends == Duel::Defender && matches!(method, Method::Catch(_)) && catch::succeeds(face))
    };
    if lucky && !luck.flip && duel(checks::flipped(face)) > duel(face) {
        context.ask(exchange.on, FlipGuard(*exchange, margin, method, face));
    } else {
        decide(battle, exchange, margin, (method, face, target), context);
    }
}

/// The bands of a defence roll, PCT-CHK-05: under the margin, equal to it, over it, failed.
pub fn bands(margin: u8, target: i32) -> [Band; 4] {
    let margin = i32::from(margin);
    let band = |last: i32, duel: Duel| Band { last, class: duel as u32 };
    [
        band(target.min(margin - 1), Duel::Attacker),
        band(target.min(margin), Duel::Tie),
        band(target, Duel::Defender),
        band(99, Duel::Attacker),
    ]
}

/// Judges the defence roll, PCT-ATK-02 (9, 10), PCT-CHK-05, PCT-CHK-06.
pub fn decide(
    battle: &Battle,
    exchange: &Exchange,
    margin: u8,
    (method, face, target): (Method, u8, i32),
    context: &mut StepContext<'_>,
) {
    let winner = match (checks::duel(battle, margin, face, target), settings::tie(battle)) {
        (Duel::Tie, settings::Tie::Reroll) => {
            context.note(exchange.by, ids::CHK_06, "a tie: both roll again");
            context.step(AttackStep::Roll(*exchange));
            return;
        }
        (Duel::Tie, settings::Tie::Defender) => Duel::Defender,
        (Duel::Tie, settings::Tie::Attacker) => Duel::Attacker,
        (duel, _) => duel,
    };
    if winner == Duel::Defender {
        averted(battle, exchange, method, context);
        if let Method::Catch(with) = method {
            catch::won(battle, exchange, with, face, context);
        }
        damage::then_settle(battle, exchange, context);
    } else {
        damage::won(battle, exchange, margin, context);
    }
}

/// Notes that a method has averted an attack.
pub fn averted(battle: &Battle, exchange: &Exchange, method: Method, context: &mut StepContext<'_>) {
    let fate = Fate::Averted(averting(battle, method));
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: 0 });
}

/// What the log and the board call a successful defence.
fn averting(battle: &Battle, method: Method) -> Averting {
    match method {
        Method::Fray | Method::Athletics | Method::Ride => Averting::Dodge,
        Method::Parry(item) if arm(battle, item).is_shield() => Averting::Block,
        Method::Parry(_) | Method::Unarmed => Averting::Parry,
        Method::Catch(_) => Averting::Catch,
        Method::Wits => Averting::Insight,
    }
}

/// The defence roll with its number fixed, for forecasts, which explore it for every margin.
pub fn stand(battle: &Battle, exchange: Exchange, margin: u8, method: Method) -> AgendaItem {
    let number = known_stance(&exchange).filter(|(known, _)| *known == method).map_or_else(
        || target_number(battle, &exchange, method, exchange.guard_luck, &mut Quick::default()) as u8,
        |(_, number)| number,
    );
    AgendaItem::step(DefenceStep::Guard(exchange, margin, method, number))
}

/// The target's method if it has no choice: only one way to resist, and no Luck to spend on it.
pub fn goes_without_asking(battle: &Battle, exchange: &Exchange) -> Option<Method> {
    match exchange.manner {
        Manner::Feint if checks::has_luck(battle, exchange.on, exchange.guard_luck) => None,
        Manner::Feint => Some(Method::Wits),
        _ => None,
    }
}

/// Ignoring the negatives of a defence, by Luck or by a point of resistance, PCT-CHK-12 (a), PCT-RES-03.
fn guard_parameter(battle: &Battle, exchange: &Exchange, method: Method) -> Option<Parameter> {
    let luck = luck::ignoring(battle, exchange.on, exchange.guard_luck);
    let mut tally = Quick::default();
    target_number(battle, exchange, method, Luck::default(), &mut tally);
    let may = exchange.points > 0 && !exchange.guard_luck.ignore && Tally::negative(&tally) < 0;
    if !may {
        return luck;
    }
    let mut values = luck.map_or_else(|| vec![ParameterValue::new(0, "0", "None")], |luck| luck.values.to_vec());
    values.push(ParameterValue::new(2, "resistance", "1 resistance, ignore negatives").counting(0));
    Some(Parameter::new(&menu::WITH_LUCK, values))
}

crate::rules::ruleset::prompt::asks! {
    /// Whether the attacker spends points of vulnerability to weaken the defence, PCT-RES-04.
    Exploit(Exchange, u8);
    /// How to defend against a margin, PCT-DEF-01.
    Defend(Exchange, u8);
    /// Whether to swap the digits of a defence roll, PCT-CHK-12 (b).
    FlipGuard(Exchange, u8, Method, u8);
}

/// Asks how to defend: the attacker's points of vulnerability come first, PCT-ATK-02 (7).
pub fn ask(exchange: &Exchange, margin: u8, context: &mut StepContext<'_>) {
    if exchange.points < 0 {
        context.ask(exchange.by, Exploit(*exchange, margin));
    } else {
        context.ask(exchange.on, Defend(*exchange, margin));
    }
}

impl RulesetPrompt for Exploit {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        resistance::offers(self.0.points, resistance::less)
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(exchange, margin) = self;
        let paid = resistance::paid(choice, exchange.points);
        let exchange = Exchange { points: exchange.points - paid, shifts: exchange.shifts + paid, ..*exchange };
        context.ask(exchange.on, Defend(exchange, *margin));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, margin) = self;
        let name = &battle.combatant(exchange.on).identity.name;
        let about = format!("The attack rolled {margin:02}; {name} is vulnerable to it");
        let told = Told::new(battle, who, "may exploit the vulnerability", about, ids::RES_04);
        to_hit::after_roll(told.on(exchange.on), battle, exchange, *margin)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        resistance::describe(offer, wording, "Hamper the defence")
    }
}

/// The kind of offer of a method, its item and its rules.
const fn offer_of(method: Method) -> (&'static OfferKind, Option<ItemId>, &'static [RuleId]) {
    match method {
        Method::Fray => (&menu::FRAY, None, &[ids::DEF_01]),
        Method::Parry(item) => (&menu::PARRY, Some(item), &[ids::DEF_02]),
        Method::Catch(item) => (&menu::CATCH, Some(item), &[ids::MAN_06, ids::REA_07]),
        Method::Unarmed => (&menu::UNARMED, None, &[ids::DEF_03]),
        Method::Athletics => (&menu::ATHLETICS, None, &[ids::DEF_05]),
        Method::Ride => (&menu::RIDE, None, &[ids::MAN_07]),
        Method::Wits => (&menu::RESIST, None, &[ids::MAN_03]),
    }
}

/// The legal method with this verb and item; Fray if there is none.
fn chosen(battle: &Battle, exchange: &Exchange, verb: &str, item: Option<ItemId>) -> Method {
    let is_named = |method: &Method| offer_of(*method).0.verb == verb && offer_of(*method).1 == item;
    methods(battle, exchange).into_iter().find(is_named).unwrap_or(Method::Fray)
}

impl RulesetPrompt for Defend {
    fn offers(&self, battle: &Battle, _: CombatantId) -> Vec<Offer> {
        let exchange = &self.0;
        let (best, _) = best_of_all(battle, exchange);
        let mut methods = methods(battle, exchange);
        methods.sort_by_key(|method| *method != best);
        let offer = |method: Method| {
            let (kind, item, rules) = offer_of(method);
            let reacts = matches!(method, Method::Catch(_)) && !exchange.catching;
            let mut offer = Offer::new(kind, rules, if reacts { menu::REACTS } else { Cost::FREE });
            offer.item = item;
            offer.parameters.extend(guard_parameter(battle, exchange, method));
            offer.parameters.extend(resistance::defence_parameter(exchange));
            offer
        };
        methods.into_iter().map(offer).collect()
    }

    fn answer(&self, battle: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(mut exchange, margin) = *self;
        let method = chosen(battle, &exchange, choice.verb, choice.item);
        if choice.value(menu::WITH_LUCK.key, 0) == 2 && exchange.points > 0 {
            exchange.points -= 1;
            exchange.guard_luck.ignore = true;
            context.note(exchange.on, ids::RES_03, "ignores all negatives with resistance");
        }
        let resist = choice.value(menu::RESISTING.key, 0).clamp(0, i32::from(exchange.points.max(0))) as i8;
        exchange = Exchange { points: exchange.points - resist, shifts: exchange.shifts + resist, ..exchange };
        let lucky = Luck::chosen(choice);
        luck::pay_ignore(battle, exchange.on, lucky, context);
        exchange.guard_luck.ignore |= lucky.ignore;
        if let Method::Catch(_) = method {
            catch::begin(battle, &mut exchange, context);
        }
        context.then(stand(battle, exchange, margin, method));
    }

    /// A success that rolls higher than the attack, PCT-CHK-05; the setting decides ties, PCT-CHK-06.
    fn needs(&self, battle: &Battle, _: CombatantId, choice: &Choice) -> Option<String> {
        let Self(mut exchange, margin) = *self;
        let method = chosen(battle, &exchange, choice.verb, choice.item);
        if settings::critical_wins(battle) || matches!(method, Method::Catch(_)) {
            return None;
        }
        exchange.guard_luck.ignore |=
            Luck::chosen(choice).ignore || choice.value(menu::WITH_LUCK.key, 0) == 2 && exchange.points > 0;
        exchange.shifts += choice.value(menu::RESISTING.key, 0).clamp(0, i32::from(exchange.points.max(0))) as i8;
        let number = target_number(battle, &exchange, method, exchange.guard_luck, &mut Quick::default());
        let least = i32::from(margin) + i32::from(settings::tie(battle) != settings::Tie::Defender);
        let again = settings::tie(battle) == settings::Tie::Reroll && i32::from(margin) <= number;
        let again = if again { format!("; {margin:02} rolls again") } else { String::new() };
        Some(match () {
            () if least > number => format!("over {margin:02}, and {number:02} or less"),
            () if least == number => format!("only {number:02}{again}"),
            () => format!("{least:02} to {number:02}{again}"),
        })
    }

    /// The highest number, PCT-DEF-01.
    fn default_answer(&self, battle: &Battle, _: CombatantId) -> Choice {
        let (kind, item, _) = offer_of(best_of_all(battle, &self.0).0);
        Choice { item, ..Choice::new(kind.verb) }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, margin) = self;
        let (name, weapon) = (&battle.combatant(exchange.by).identity.name, battle.item(exchange.item).name);
        let about = format!("{name} rolled {margin:02} with the {weapon}: a higher success averts it");
        let told = Told::new(battle, who, "defends", about, ids::DEF_01);
        to_hit::after_roll(told.on(exchange.by), battle, exchange, *margin)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        let exchange = &self.0;
        let method = chosen(battle, exchange, offer.verb, offer.item);
        let number = target_number(battle, exchange, method, exchange.guard_luck, &mut Quick::default());
        wording.titled(spoken(battle, exchange.on, method)).about(luck::or_less(number))
    }
}

impl RulesetPrompt for FlipGuard {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        luck::flip_offers(Funds::of(battle, who, self.0.guard_luck, self.0.points))
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(mut exchange, margin, method, mut face) = *self;
        if choice.verb == menu::FLIP.verb {
            if Funds::of(battle, who, exchange.guard_luck, exchange.points).takes_points(choice) {
                exchange.points -= 1;
            } else {
                checks::pay_luck(battle, who, context);
            }
            let target = target_number(battle, &exchange, method, exchange.guard_luck, &mut Quick::default());
            face = luck::swap_digits(who, (face, target), context);
            exchange.guard_luck.flip = true;
        }
        context.step(DefenceStep::Compare(exchange, margin, method, face));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, margin, method, face) = self;
        let number = target_number(battle, exchange, *method, exchange.guard_luck, &mut Quick::default());
        let about = format!("The defence rolled {face:02} against {number}, the attack has {margin:02}");
        Told::new(battle, who, luck::MAY_SWAP, about, ids::CHK_12)
            .on(exchange.by)
            .by(exchange.by, Some(exchange.item))
            .rolled("To hit", *margin, None)
            .rolled("Defence", *face, Some(number))
            .figures(2)
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_flip(self.3, offer, wording)
    }
}
