//! Stunts: the menu, their purposes, and what may come before and after them. PCT-STU, PCT-MOVE-04.

mod outcome;
mod over;
mod paths;

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, catch, charge,
    checks::{Tally, add_hurried, add_wounds},
    conditions::{ActionType, MOVED, MOVED_BY_MODE, MOVED_BY_STUNT, has_action, spend_moving},
    grapple, luck, menu, mounts,
    movement::{self, Gait, Walks},
    settings,
    sheet::{Proficiency, Skill, sheet},
    step::{Check, End},
};
use crate::{
    geometry::Square,
    rules::{
        Action, Battle, Choice, CombatantId, Course, Effect, Entry, Gamble, Journey, Offer, Parameter, ParameterValue,
        Posture, Refusal, Route, RuleId, StepContext, Target, Ways,
    },
};

pub use outcome::{add_hold, answers, arrive, attempted, held_on, hold_on, impact, plunge};
pub use paths::{leap, provocations, route};

/// The whole menu, PCT-STU-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stunt {
    /// PCT-STU-02
    Vault,
    /// PCT-STU-03
    Dive,
    /// PCT-STU-04
    Kick,
    /// PCT-STU-05
    Flip,
    /// PCT-STU-06
    Jump,
    /// PCT-STU-07
    Spring,
    /// PCT-STU-08
    Swing,
    /// PCT-STU-09
    Climb,
}

impl Stunt {
    /// Every stunt, in the order of their rules.
    pub const ALL: [Self; 8] =
        [Self::Vault, Self::Dive, Self::Kick, Self::Flip, Self::Jump, Self::Spring, Self::Swing, Self::Climb];

    /// The verb.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Vault => "vault",
            Self::Dive => "dive",
            Self::Kick => "kick-off",
            Self::Flip => "flip-over",
            Self::Jump => "jump",
            Self::Spring => "spring",
            Self::Swing => "swing",
            Self::Climb => "scale",
        }
    }

    /// The stunt that a choice means.
    pub fn of(verb: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stunt| stunt.verb() == verb)
    }

    /// Whether it is on the menu, PCT-STU-01.
    fn is_played(self, battle: &Battle) -> bool {
        let is_played = match self {
            Self::Vault => settings::plays_vault,
            Self::Dive => settings::plays_dive,
            Self::Kick => settings::plays_kick,
            Self::Flip => settings::plays_flip,
            Self::Jump => settings::plays_jump,
            Self::Spring => settings::plays_spring,
            Self::Swing => settings::plays_swing,
            Self::Climb => settings::plays_climb,
        };
        is_played(battle)
    }

    /// The name in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vault => "Vault",
            Self::Dive => "Diving roll",
            Self::Kick => "Corner wall kick",
            Self::Flip => "Flip over",
            Self::Jump => "Jump",
            Self::Spring => "Hand-spring",
            Self::Swing => "Swing",
            Self::Climb => "Climb",
        }
    }

    /// Its purpose.
    const fn purpose(self) -> &'static str {
        match self {
            Self::Vault => "over one low obstacle",
            Self::Dive => "provokes nobody",
            Self::Kick | Self::Flip => "behind an enemy",
            Self::Jump => "over a gap",
            Self::Spring => "straight on",
            Self::Swing => "over whatever lies below",
            Self::Climb => "over what can be climbed",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        self.rules()[0]
    }

    const fn rules(self) -> &'static [RuleId] {
        match self {
            Self::Vault => &[ids::STU_02, ids::STU_01, ids::MOVE_04],
            Self::Dive => &[ids::STU_03, ids::STU_01, ids::MOVE_04],
            Self::Kick => &[ids::STU_04, ids::STU_01, ids::MOVE_04],
            Self::Flip => &[ids::STU_05, ids::STU_01, ids::MOVE_04],
            Self::Jump => &[ids::STU_06, ids::STU_01, ids::MOVE_04],
            Self::Spring => &[ids::STU_07, ids::STU_01, ids::MOVE_04],
            Self::Swing => &[ids::STU_08, ids::STU_01, ids::MOVE_04],
            Self::Climb => &[ids::STU_09, ids::STU_01, ids::MOVE_04],
        }
    }

    /// The action it costs: Quick, except for climbing.
    const fn action(self) -> ActionType {
        if matches!(self, Self::Climb) { ActionType::Standard } else { ActionType::Quick }
    }

    /// Whether it passes over pits, PCT-STU-06, PCT-STU-08.
    const fn leads_over_pits(self) -> bool {
        matches!(self, Self::Jump | Self::Swing)
    }

    /// Whether it may be run, up to the full rate.
    const fn may_run(self) -> bool {
        matches!(self, Self::Vault | Self::Dive | Self::Jump | Self::Swing)
    }
}

/// A stunt that has been declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Feat {
    /// Which.
    pub stunt: Stunt,
    /// The squares to enter, the first one first.
    pub way: Vec<Square>,
    /// It is a charge too, PCT-STU-02.
    pub charges: bool,
    /// It is to end prone, PCT-STU-03.
    pub prone: bool,
}

/// Why somebody cannot try a stunt now, whatever its way.
pub fn refusal(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    if !stunt.is_played(battle) {
        return Some(Refusal::new(ids::STU_01, "Switched off"));
    }
    moved(battle, who)
        .or_else(|| spent(battle, who, stunt))
        .or_else(|| engaged(battle, who))
        .or_else(|| unfit(battle, who, stunt))
}

/// Why somebody who has moved can try none.
fn moved(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let moved = battle.combatant(who).budgets.get(MOVED);
    let follows = moved == MOVED_BY_MODE && settings::follow_through(battle);
    (moved != 0 && !follows).then(|| Refusal::new(ids::MOVE_03, "Has moved this turn"))
}

fn spent(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    (!has_action(battle, who, stunt.action())).then(|| Refusal::new(ids::TURN_01, "No action left"))
}

/// Why somebody who holds or is held can try none.
fn engaged(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    if grapple::held(battle, who).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Holds somebody"));
    }
    if grapple::holder(battle, mounts::feet(battle, who).id).is_some() {
        return Some(Refusal::new(ids::MAN_04, "Held"));
    }
    catch::is_bound(battle.combatant(who)).then(|| Refusal::new(ids::MAN_06, "Locked in a catch"))
}

/// Why the saddle or a posture does not allow it.
fn unfit(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    let rides = mounts::mount_of(battle, who).is_some();
    if rides && !matches!(stunt, Stunt::Vault | Stunt::Jump) {
        return Some(Refusal::new(ids::MNT_03, "Not from the saddle"));
    }
    match mounts::feet(battle, who).posture {
        Posture::Standing => None,
        Posture::Crouching if stunt == Stunt::Dive => None,
        Posture::Crouching => Some(Refusal::new(ids::MOVE_09, "Crouches")),
        Posture::Prone => Some(Refusal::new(ids::PRN_02, "Is prone")),
    }
}

/// The number of a stunt with all modifiers, PCT-STU-01; a rider's is Ride, PCT-MNT-03.
pub fn add(battle: &Battle, who: CombatantId, stunt: Stunt, tally: &mut impl Tally) {
    let one = battle.combatant(who);
    let numbers = sheet(one);
    if mounts::mount_of(battle, who).is_some() {
        tally.add(ids::MNT_03, numbers.rating(Skill::Ride), || "Ride".into());
    } else {
        tally.add(ids::STU_01, numbers.rating(Skill::Athletics), || "Athletics".into());
        let lacks = stunt != Stunt::Climb && !numbers.has(Skill::Athletics, Proficiency::Parkour);
        tally.add(ids::CHK_09, -20 * i32::from(lacks), || "No proficiency in Parkour".into());
    }
    tally.add(ids::STU_02, 10 * i32::from(stunt == Stunt::Vault), || "Vault".into());
    add_hurried(one, tally);
    add_wounds(one, tally);
}

/// The number as it would be if the stunt were declared now along this way.
pub fn number_ahead(battle: &Battle, who: CombatantId, stunt: Stunt, runs: bool, tally: &mut impl Tally) -> i32 {
    add(battle, who, stunt, tally);
    let hurries = runs && !battle.combatant(who).conditions.has(super::conditions::HURRIED);
    tally.add(ids::MOVE_02, -10 * i32::from(hurries), || "Hurried".into());
    super::checks::close(tally, super::step::Luck::default())
}

/// The stunts that lead somewhere in one's own turn. Refused ones are left out, because the movement offer gives the
/// reason. `walks` is where one can walk, and `ways` its squares.
pub fn offers(battle: &Battle, who: CombatantId, walks: Option<(&Arc<Walks>, &Ways)>, offers: &mut Vec<Offer>) {
    if moved(battle, who).is_some() || engaged(battle, who).is_some() {
        return;
    }
    let may = |stunt: &Stunt| {
        stunt.is_played(battle) && spent(battle, who, *stunt).is_none() && unfit(battle, who, *stunt).is_none()
    };
    let wanted = Stunt::ALL.into_iter().filter(may);
    let mut found = |stunt, ways| offers.push(offer(battle, who, stunt, ways));
    match walks {
        Some((walks, ways)) => paths::reachable(battle, who, wanted, (walks, ways), &mut found),
        // Whoever may do a stunt but not walk: after a walk, or crouching.
        None => {
            let walks = Walks::of(battle, who, Gait::Walk);
            paths::reachable(battle, who, wanted, (&walks, &walks.ends()), &mut found);
        }
    }
}

fn offer(battle: &Battle, who: CombatantId, stunt: Stunt, ways: Ways) -> Offer {
    let cost = if stunt.action() == ActionType::Standard { menu::LARGE } else { menu::SMALL };
    let mut offer = Offer::new(menu::doing(stunt), stunt.rules(), cost).at(Target::Way(ways));
    match stunt {
        Stunt::Vault => {
            let values = &CHARGING[usize::from(no_charge(battle, who).is_some())];
            offer = offer.parameter(Parameter::new(&menu::CHARGES, values.as_slice()));
        }
        Stunt::Dive => offer = offer.parameter(Parameter::new(&menu::ENDS, ENDING.as_slice())),
        _ => {}
    }
    offer
}

/// What a stunt is for and what it takes, in words.
pub fn about(battle: &Battle, who: CombatantId, stunt: Stunt, ways: &Ways) -> String {
    let number = |runs| number_ahead(battle, who, stunt, runs, &mut super::checks::Quick::default());
    let (calm, hurried) = (number(false), number(true));
    let running = stunt.may_run() && calm != hurried && ways.iter().any(|way| !way.base);
    let odds = if running { format!("{calm} or less, running {hurried}") } else { format!("{calm} or less") };
    format!("{}, {odds}", crate::rules::capital(stunt.purpose()))
}

fn toggle(no: &'static str, yes: &'static str) -> [ParameterValue; 2] {
    [ParameterValue::new(0, "no", no), ParameterValue::new(1, "yes", yes)]
}

/// How a diving roll ends, PCT-STU-03.
static ENDING: LazyLock<[ParameterValue; 2]> = LazyLock::new(|| toggle("On one's feet", "Prone"));

/// Whether a vault is a charge, on sound legs and on a maimed one, PCT-STU-02.
static CHARGING: LazyLock<[[ParameterValue; 2]; 2]> = LazyLock::new(|| {
    let [just, charge] = toggle("Just vault", "Charge, hurried");
    let refused = ParameterValue { refusal: Some(maimed()), ..charge.clone() };
    [[just.clone(), charge], [just, refused]]
});

fn maimed() -> Refusal {
    Refusal::new(ids::STR_04, "A leg is maimed")
}

/// Why a vault cannot be a charge.
fn no_charge(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    mounts::feet(battle, who).conditions.has(super::conditions::MAIMED_LEG).then(maimed)
}

/// Begins a stunt: pays for it and puts the check before the first step.
///
/// # Errors
/// Why it cannot be done.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    stunt: Stunt,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<(), Refusal> {
    if let Some(refusal) = refusal(battle, who, stunt) {
        return Err(refusal);
    }
    let leap = leap(battle, who, stunt, &choice.squares)?;
    let charges = stunt == Stunt::Vault && choice.value("charge", 0) == 1;
    if let Some(refusal) = no_charge(battle, who).filter(|_| charges) {
        return Err(refusal);
    }
    let prone = stunt == Stunt::Dive && choice.value("prone", 0) == 1;
    if charges {
        charge::covered(battle, who, &[], context);
    }
    spend_moving(battle, who, stunt.action(), MOVED_BY_STUNT, context);
    movement::unsettle(battle, who, charges || !leap.route.base, context);
    log(who, stunt, &leap.route, context);
    let feat = Feat { stunt, way: choice.squares.clone(), charges, prone };
    context.then(luck::first_prompt(battle, who, Check::Stunt(feat), false));
    Ok(())
}

fn log(who: CombatantId, stunt: Stunt, route: &Route, context: &mut StepContext<'_>) {
    context.log(|| {
        let last = route.squares.last().copied().unwrap_or_default();
        let run = if route.base { "" } else { ", running" };
        let length = super::MEASURE.words(route.cost);
        Entry::Action {
            who,
            action: Action::Walk,
            words: format!("tries a {} to {last}, {length}{run}", stunt.name().to_lowercase()).into(),
            on: None,
            with: None,
            to: Some(last),
            rule: stunt.rule(),
        }
    });
}

/// A stunt to a square or along a way, if it succeeds.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, stunt: Stunt, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = match course {
        Course::To(to) => route(battle, who, stunt, to),
        Course::Along(squares) => Some(leap(battle, who, stunt, squares)?.route),
    };
    let route = route.ok_or_else(|| Refusal::new(stunt.rule(), "No way leads there"))?;
    Ok(Journey {
        gamble: Some(gamble(battle, who, stunt, &route)),
        provocations: provocations(battle, who, stunt, &route.squares),
        passages: Vec::new(),
        after: done(battle, who, stunt, &route),
        route,
    })
}

/// The battle after a successful stunt along a way, if nothing happens on it.
fn done(battle: &Battle, who: CombatantId, stunt: Stunt, route: &Route) -> Battle {
    let feat = feat(stunt, route);
    ended(battle, who, stunt, route, &route.squares, outcome::going(battle, who, &feat).end)
}

/// The chance of a stunt, and the battle after an ordinary failure.
fn gamble(battle: &Battle, who: CombatantId, stunt: Stunt, route: &Route) -> Gamble {
    let number = number_ahead(battle, who, stunt, !route.base, &mut super::checks::Quick::default());
    let (way, going) = outcome::stumbling(battle, who, &feat(stunt, route), false);
    let mut failed = ended(battle, who, stunt, route, &way, going.end);
    failed.apply(&Effect::Budget(who, MOVED, super::conditions::MOVED_ENOUGH));
    Gamble { chance: super::checks::chance(number), failed }
}

fn feat(stunt: Stunt, route: &Route) -> Feat {
    Feat { stunt, way: route.squares.clone(), charges: false, prone: false }
}

/// The battle after a part of a stunt's way.
fn ended(battle: &Battle, who: CombatantId, stunt: Stunt, route: &Route, way: &[Square], end: End) -> Battle {
    let mut context = StepContext::without_chance(false);
    spend_moving(battle, who, stunt.action(), MOVED_BY_STUNT, &mut context);
    movement::unsettle(battle, who, !route.base, &mut context);
    outcome::settle(battle, who, end, &mut context);
    movement::arrived(battle, who, way, &mut context)
}
