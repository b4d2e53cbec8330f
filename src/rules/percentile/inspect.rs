//! Answers for the panels and the computer: paths, possible attacks, target numbers with their terms, grades.

use super::Rules;
use std::cell::LazyCell;

use super::{
    attack, bearing, blast, bonds, card, catalogue as ids, charge, conditions, cover, damage, defence, luck,
    menu::{self, Stunt},
    movement, objects, reach,
    sheet::{Origin, arm},
    solved,
    step::{AttackStep, BlastStep, Check, CheckStep, DefenceStep, Exchange, Luck, Step},
    stunts, targets, to_hit, ways, wounds,
};
use crate::{
    geometry::Square,
    rules::{
        Appraise, Area, Assessment, Attack, AttackNumber, BoardRules, Card, Evidence, Explosive, Inspect, Known,
        OutcomeState, Pending, Placement, Sight, SituationKey, Step as AnyStep, prelude::*,
    },
};

impl Inspect for Rules {
    /// Low obstacles can be stood on too, PCT-STU-02.
    fn can_stand(&self, battle: &Battle, body: Footprint) -> bool {
        ways::can_stand(&battle.scene.field, body)
    }

    /// A readied action or a braced weapon, PCT-REA-04, PCT-CHA-04.
    fn pending(&self, battle: &Battle, who: CombatantId) -> Option<Pending> {
        let held = &battle.combatant(who).conditions;
        [conditions::READIED, conditions::BRACED].into_iter().any(|kind| held.has(kind)).then_some(Pending::Act)
    }

    fn length(&self, battle: &Battle, who: CombatantId, squares: &[Square]) -> u16 {
        charge::real_length(battle, who, squares)
    }

    fn number(&self, battle: &Battle, step: &AnyStep) -> Option<(CombatantId, Verdict)> {
        let mut number = Verdict::default();
        let who = match step.as_ref() {
            Step::Attack(AttackStep::Roll(exchange)) => {
                to_hit::target_number(battle, exchange, &mut number);
                exchange.by
            }
            Step::Defence(DefenceStep::Guard(exchange, _, method, _)) => {
                defence::target_number(battle, exchange, *method, exchange.guard_luck, &mut number);
                exchange.on
            }
            Step::Check(CheckStep::Try(who, check, luck)) => {
                luck::target_number(battle, *who, check, *luck, &mut number);
                *who
            }
            Step::Blast(BlastStep::Launch(burst)) if burst.used(battle).emanates != Origin::Myself => {
                blast::target_number(battle, burst, &mut number);
                burst.by
            }
            _ => return None,
        };
        Some((who, number))
    }

    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::squares(battle, who)
    }

    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        reach::threatened_squares(battle, who)
    }

    fn apart(&self, _: &Battle, one: Footprint, other: Footprint) -> u16 {
        reach::distance(one, other)
    }

    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight {
        cover::sight(battle, from, to)
    }

    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)> {
        let mut found = Vec::new();
        // The lines are the same for all of one's own weapons.
        let exposed = LazyCell::new(|| cover::is_exposed(battle, who, whom));
        for item in targets::own_items(battle, who) {
            let by = targets::striker(battle, who, item);
            let is_exposed = || if by == who { *exposed } else { cover::is_exposed(battle, by, whom) };
            for of in arm(battle, item.id).uses.iter().filter(|of| !of.is_area()) {
                let choice = Choice::new(menu::attack(of).verb).with(item.id).on(whom);
                found.push((choice, targets::attack_refusal_given(battle, (by, whom), (item.id, of), is_exposed)));
            }
        }
        found
    }

    fn attack_of(&self, step: &AnyStep) -> Option<Attack> {
        exchange(step.as_ref()).map(|exchange| Attack { by: exchange.by, on: exchange.on, item: Some(exchange.item) })
    }

    fn assess(&self, battle: &Battle, step: &AnyStep) -> Option<Assessment> {
        let exchange = prepared(battle, step.as_ref())?;
        let of = exchange.used(battle);
        let sight = cover::sight(battle, exchange.by, exchange.on);
        let mut attack_number = Verdict::default();
        to_hit::target_number(battle, &exchange, &mut attack_number);
        for term in attack_number.terms.iter_mut().filter(|term| term.rule == ids::COV_01) {
            term.evidence = Some(Evidence::Lines(sight.lines.clone()));
        }
        let defends = defence::can_defend(battle, &exchange);
        let defence = defends.then(|| {
            let (method, _) = defence::best_of_all(battle, &exchange);
            let mut number = Verdict::default();
            defence::target_number(battle, &exchange, method, Luck::default(), &mut number);
            AttackNumber::defence(exchange.on, defence::spoken(battle, exchange.on, method), number)
                .used(UNDER, ids::CHK_05)
                .critical(DOUBLES, ids::CHK_04)
        });
        let metres =
            reach::distance(battle.combatant(exchange.by).footprint(), battle.combatant(exchange.on).footprint());
        let name = capital(battle.item(exchange.item).name);
        let title = match targets::band(of.range, metres) {
            Some((band, _)) if !of.is_melee() => format!("{name}, {band}"),
            _ => format!("{name}, {metres} m"),
        };
        let then = |defence: &AttackNumber| format!(", then {} {}", defence.label, defence.number.value);
        let then = defence.as_ref().map_or_else(String::new, then);
        let about = format!("Needs {} or less{then}", attack_number.value);
        let attack =
            AttackNumber::attack(exchange.by, attack_number).used(UNDER, ids::CHK_02).critical(DOUBLES, ids::CHK_04);
        let mut account = Assessment::new(title, about, attack, sight).with(defence);
        if !exchange.manner.is_manoeuvre() {
            let (label, number) = damage::expected(battle, &exchange);
            let better = damage::more_expected(battle, &exchange, account.attack().number.value);
            let better = better.map(|(label, number)| AttackNumber::besides(label, number));
            account = account.with([AttackNumber::besides(label, number).rolled_by(exchange.by)]).with(better);
        }
        Some(account)
    }

    fn situation(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        solved::situation(battle, step.as_ref())
    }

    fn unread_vitals(&self, battle: &Battle, step: &AnyStep) -> CombatantSet {
        solved::unread_vitals(battle, step.as_ref())
    }

    fn area(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Option<Area> {
        objects::area(battle, choice).or_else(|| blast::area(battle, who, choice))
    }

    fn board_rules(&self, battle: &Battle) -> BoardRules {
        objects::board_rules(battle)
    }

    fn explosion(&self, battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
        objects::reached(battle, at, radius)
    }

    fn card(&self, battle: &Battle, who: CombatantId) -> Card {
        card::card(battle, who)
    }

    /// Counts combatants who threaten a step, PCT-REA-02, or could be struck from the saddle in passing, PCT-MNT-09;
    /// others are only in the way.
    fn alters_ways_within(&self, battle: &Battle, who: CombatantId, other: CombatantId) -> Option<u16> {
        // A step is threatened where it begins; where it ends decides whether it comes nearer.
        const AHEAD: u16 = 2;
        let pair = [Some(other), bonds::mount_of(battle, other), bonds::rider_of(battle, other)];
        let threat = pair.into_iter().flatten().filter_map(|who| reach::threat_range(battle, who)).max();
        let mount = bonds::mount_of(battle, who).map(|mount| battle.combatant(mount).footprint().side);
        let passing = mount.map(|side| reach::melee_range(battle, who).unwrap_or(0) + u16::from(side));
        Some(threat.max(passing).unwrap_or(0) + AHEAD)
    }

    fn condition(&self, battle: &Battle, condition: &Condition) -> Fact {
        conditions::describe(battle, condition)
    }

    fn journey(
        &self,
        battle: &Known<'_>,
        who: CombatantId,
        verb: &str,
        course: Course<'_>,
    ) -> Result<Journey, Refusal> {
        match Stunt::named(verb) {
            Some(stunt) => stunts::journey(battle, who, stunt, course),
            None => movement::journey(battle, who, verb, course),
        }
    }

    fn journey_of(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Result<Journey, Refusal> {
        match Stunt::named(choice.verb) {
            Some(stunt) => stunts::declared(battle, who, stunt, choice),
            None => self.journey(battle, who, choice.verb, Course::Along(&choice.squares)),
        }
    }

    fn quiet_ends(&self, battle: &Known<'_>, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        // A charge also provokes combatants who have braced, wherever they threaten, PCT-CHA-04.
        let meets = verb == charge::VERB && conditions::anybody_braced(battle);
        if Stunt::named(verb).is_none() && !meets {
            return movement::quiet_ends(battle, who, verb, ends);
        }
        let journey = |to: Square| self.journey(battle, who, verb, Course::To(to));
        let is_quiet = |to: &Square| journey(*to).is_ok_and(|journey| journey.provocations.is_empty());
        ends.iter().map(|end| end.square).filter(is_quiet).collect()
    }
}

/// The exchange whose attack roll a step leads to.
fn exchange(step: &Step) -> Option<&Exchange> {
    match step {
        Step::Attack(AttackStep::Declare(exchange) | AttackStep::Notice(exchange) | AttackStep::Roll(exchange))
        // The same attack follows these checks, or none.
        | Step::Check(CheckStep::Try(_, Check::Notice(exchange) | Check::RideStrike(exchange), _)) => Some(exchange),
        _ => None,
    }
}

/// Like [`exchange`], with the Luck still left for it.
fn prepared(battle: &Battle, step: &Step) -> Option<Exchange> {
    match step {
        Step::Attack(AttackStep::Declare(exchange)) => Some(attack::with_luck_left(battle, exchange)),
        _ => exchange(step).copied(),
    }
}

/// How a target number is used.
const UNDER: &str = "Roll equal or under";

/// What makes a success critical.
const DOUBLES: &str = "Doubles";

impl Appraise for Rules {
    fn attack_numbers(&self, battle: &Battle, step: &AnyStep) -> Option<SituationKey> {
        let exchange = prepared(battle, step.as_ref())?;
        let number = to_hit::attack_number(battle, &exchange);
        let defends = defence::can_defend(battle, &exchange);
        let defence = defends.then(|| defence::best_of_all(battle, &exchange));
        let damage = (!exchange.manner.is_manoeuvre()).then(|| damage::Force::of(battle, &exchange));
        Some(SituationKey::of(&(number, defence, damage)))
    }

    fn bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        bearing::bearing(battle, by, on)
    }

    fn clear_bearing(&self, battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
        bearing::clear_bearing(battle, by, on)
    }

    fn openness(&self, battle: &Battle, by: (CombatantId, Placement), on: (CombatantId, Placement)) -> Option<u64> {
        Some(bearing::openness(battle, by, on))
    }

    fn farthest(&self, battle: &Battle, who: CombatantId) -> Option<u16> {
        Some(bearing::farthest(battle, who))
    }

    fn health(&self, battle: &Battle, who: CombatantId) -> (i32, i32) {
        wounds::health(battle, who)
    }

    fn hindrance(&self, condition: &Condition) -> i8 {
        conditions::hindrance(condition)
    }

    fn blast_cost(&self, battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
        objects::blast_cost(battle, at, explosive, who)
    }

    fn fire_cost(&self, battle: &Battle, _: CombatantId) -> i32 {
        objects::fire_cost(battle)
    }

    fn grade(&self, battle: &Battle, whom: CombatantId, ending: &OutcomeState) -> u8 {
        wounds::grade(battle, whom, ending)
    }

    fn grades(&self) -> [&'static str; 4] {
        ["no wound", "one wound", "two or more", "out"]
    }
}
