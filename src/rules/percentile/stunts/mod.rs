//! Stunts: the menu, their purposes, and what may come before and after them. PCT-STU, PCT-MOVE-04.

mod over;
mod paths;

use std::sync::{Arc, LazyLock};

use super::{
    bonds::{self, feet, mount_of},
    catalogue as ids, charge, checks,
    conditions::{
        self, ActionType, BEHIND, MOVED, MOVED_BY_MODE, MOVED_BY_STUNT, MOVED_ENOUGH, ROLLED, add_condition,
        has_action, has_reaction, spend_moving, spend_reaction,
    },
    luck,
    menu::{self, Gait, Stunt},
    movement, settings,
    sheet::{MEASURE, ModeName, sheet},
    step::{self, Check, DamageStep, End, Feat, Going, MovementStep, Notice, Walk},
    ways::{self, Walks},
};

use crate::{
    geometry::Square,
    rules::{Gamble, Route, knowledge, prelude::*},
};

pub use paths::{leap, route};

impl Stunt {
    /// Its purpose.
    const fn purpose(self) -> &'static str {
        match self {
            Self::Vault => "over one low obstacle",
            Self::Dive => "provokes no attacks",
            Self::Kick | Self::Flip => "behind an enemy",
            Self::Jump => "over a gap",
            Self::Spring => "straight on",
            Self::Swing => "over whatever lies below",
            Self::Climb => "over a climbable obstacle",
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

/// Why somebody cannot try a stunt now, whatever its path.
pub fn refusal(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    if !settings::plays_stunt(battle, stunt) {
        return Some(Refusal::new(ids::STU_01, "Switched off"));
    }
    moved(battle, who)
        .or_else(|| spent(battle, who, stunt))
        .or_else(|| bonds::engaged(battle, who))
        .or_else(|| unfit(battle, who, stunt))
}

/// The refusal of any stunt after a movement.
fn moved(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let moved = battle.combatant(who).budgets.get(MOVED);
    let follows = moved == MOVED_BY_MODE && settings::follow_through(battle);
    (moved != 0 && !follows).then(|| Refusal::new(ids::MOVE_03, "Has moved this turn"))
}

fn spent(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    (!has_action(battle, who, stunt.action())).then(|| Refusal::new(ids::TURN_01, "No action left"))
}

/// Why the saddle, the posture or a Climb mode rules it out.
fn unfit(battle: &Battle, who: CombatantId, stunt: Stunt) -> Option<Refusal> {
    let rides = mount_of(battle, who).is_some();
    if rides && !matches!(stunt, Stunt::Vault | Stunt::Jump) {
        return Some(Refusal::new(ids::MNT_03, "Not from the saddle"));
    }
    if stunt == Stunt::Climb && sheet(battle.combatant(who)).mode(ModeName::Climb).is_some() {
        return Some(Refusal::new(ids::STU_09, "Climbs without a stunt"));
    }
    match feet(battle, who).posture {
        Posture::Standing => None,
        Posture::Crouching if stunt == Stunt::Dive => None,
        Posture::Crouching => Some(Refusal::new(ids::MOVE_09, "Crouches")),
        Posture::Prone => Some(Refusal::new(ids::PRN_02, "Is prone")),
    }
}

/// The number if the stunt were declared now; `runs` says whether its path makes the mover hurried.
pub fn number_ahead(battle: &Battle, who: CombatantId, stunt: Stunt, runs: bool, tally: &mut impl Tally) -> i32 {
    let feat = Feat::plain(stunt, &[]);
    luck::add(battle, who, &Check::Stunt(feat), tally);
    let hurries = runs && !battle.combatant(who).conditions.has(conditions::HURRIED);
    tally.add(ids::MOVE_02, -10 * i32::from(hurries), || "Hurried".into());
    checks::close(tally, step::Luck::default())
}

/// The stunts that lead somewhere in one's own turn. Refused ones are left out, because the movement offer gives the
/// reason. `walks` is where the combatant can walk, with the squares where it can end.
pub fn offers(battle: &Battle, who: CombatantId, walks: Option<(&Arc<Walks>, &Ways)>, offers: &mut Vec<Offer>) {
    if moved(battle, who).is_some() || bonds::engaged(battle, who).is_some() {
        return;
    }
    let may = |stunt: &Stunt| {
        settings::plays_stunt(battle, *stunt)
            && spent(battle, who, *stunt).is_none()
            && unfit(battle, who, *stunt).is_none()
    };
    let wanted = Stunt::ALL.into_iter().filter(may);
    let mut found = |stunt, ways| offers.push(offer(battle, who, stunt, ways));
    match walks {
        Some((walks, ways)) => paths::reachable(battle, who, wanted, (walks, ways), &mut found),
        // The combatant can do a stunt but not walk: after a walk, or crouching.
        None => {
            let walks = Walks::of(battle, who, Gait::Walk);
            paths::reachable(battle, who, wanted, (&walks, &walks.ends()), &mut found);
        }
    }
}

fn offer(battle: &Battle, who: CombatantId, stunt: Stunt, ways: Ways) -> Offer {
    let cost = if stunt.action() == ActionType::Standard { menu::LARGE } else { menu::SMALL };
    let mut offer = Offer::new(stunt.kind(), stunt.rules(), cost).at(Target::Way(ways));
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

/// The purpose of a stunt and the number it needs, in words.
pub fn about(battle: &Battle, who: CombatantId, stunt: Stunt, ways: &Ways) -> String {
    let number = |runs| number_ahead(battle, who, stunt, runs, &mut Quick::default());
    let (calm, hurried) = (number(false), number(true));
    let may_charge = || stunt == Stunt::Vault && no_charge(battle, who).is_none();
    let may_hurry = stunt.may_run() && ways.iter().any(|way| !way.base) || may_charge();
    let is_worse = may_hurry && calm != hurried;
    let odds = if is_worse { format!("{calm} or less, hurried {hurried}") } else { format!("{calm} or less") };
    format!("{}, {odds}", capital(stunt.purpose()))
}

fn toggle(no: &'static str, yes: &'static str) -> [ParameterValue; 2] {
    [ParameterValue::new(0, "no", no), ParameterValue::new(1, "yes", yes)]
}

/// How a diving roll ends, PCT-STU-03.
static ENDING: LazyLock<[ParameterValue; 2]> = LazyLock::new(|| toggle("On one's feet", "Prone"));

/// Whether a vault is a charge: the values with sound legs, then with a maimed leg, PCT-STU-02.
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
    feet(battle, who).conditions.has(conditions::MAIMED_LEG).then(maimed)
}

/// Begins a stunt: pays for it, then comes the check before the first step.
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
    let (feat, route) = plan(battle, who, stunt, choice)?;
    pay(battle, who, &feat, &route, &[], context);
    log(who, stunt, &route, context);
    context.then(luck::first_prompt(battle, who, Check::Stunt(feat), context));
    Ok(())
}

/// The stunt that a choice declares, and its path.
///
/// # Errors
/// The rule that forbids it.
fn plan(battle: &Battle, who: CombatantId, stunt: Stunt, choice: &Choice) -> Result<(Feat, Route), Refusal> {
    let route = leap(battle, who, stunt, &choice.squares)?.route;
    let says = |of: Stunt, parameter: &ParameterKind| stunt == of && choice.value(parameter.key, 0) == 1;
    let (charges, prone) = (says(Stunt::Vault, &menu::CHARGES), says(Stunt::Dive, &menu::ENDS));
    let feat = Feat { charges, prone, ..Feat::plain(stunt, &choice.squares) };
    match no_charge(battle, who).filter(|_| feat.charges) {
        Some(refusal) => Err(refusal),
        None => Ok((feat, route)),
    }
}

/// Whether a stunt makes the mover hurried, PCT-STU-01, PCT-STU-02.
const fn hurries(feat: &Feat, route: &Route) -> bool {
    feat.charges || !route.base
}

/// What a stunt costs; a charge has covered a part of its way, none of it before the first step.
fn pay(battle: &Battle, who: CombatantId, feat: &Feat, route: &Route, way: &[Square], context: &mut StepContext<'_>) {
    if feat.charges {
        charge::covered(battle, who, way, context);
    }
    spend_moving(battle, who, feat.stunt.action(), MOVED_BY_STUNT, context);
    movement::unsettle(battle, who, hurries(feat, route), context);
}

fn log(who: CombatantId, stunt: Stunt, route: &Route, context: &mut StepContext<'_>) {
    context.log(|| {
        let last = route.squares.last().copied().unwrap_or_default();
        let run = if route.base { "" } else { ", running" };
        let length = MEASURE.words(route.cost);
        Entry::action(
            (who, Action::Walk),
            format!("tries a {} to {last}, {length}{run}", stunt.kind().title.to_lowercase()),
            (None, None, Some(last)),
            stunt.rule(),
        )
    });
}

/// A stunt to a square or along a path, if it succeeds. It is no charge and ends standing.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, stunt: Stunt, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = match course {
        Course::To(to) => route(battle, who, stunt, to),
        Course::Along(squares) => Some(leap(battle, who, stunt, squares)?.route),
    };
    let route = route.ok_or_else(|| Refusal::new(stunt.rule(), "No way leads there"))?;
    Ok(done(battle, who, &Feat::plain(stunt, &route.squares), route))
}

/// A stunt as a choice declares it, if it succeeds: a vault may be a charge, PCT-STU-02.
///
/// # Errors
/// The rule that forbids it.
pub fn declared(battle: &Battle, who: CombatantId, stunt: Stunt, choice: &Choice) -> Result<Journey, Refusal> {
    let (feat, route) = plan(battle, who, stunt, choice)?;
    Ok(done(battle, who, &feat, route))
}

/// A stunt along its path, if it succeeds.
fn done(battle: &Battle, who: CombatantId, feat: &Feat, route: Route) -> Journey {
    let Going { notice, end, .. } = going(battle, who, feat);
    let mut journey = Journey {
        gamble: Some(gamble(battle, who, feat, &route)),
        provocations: paths::provocations(battle, who, &feat.way, notice),
        passages: Vec::new(),
        after: ended(battle, who, feat, &route, &feat.way, end),
        route: route.clone(),
    };
    if feat.charges {
        let so_far = |way: &[Square]| ended(battle, who, feat, &route, way, end);
        movement::charged(battle, who, &feat.way, so_far, &mut journey);
    }
    journey
}

/// The chance of a stunt, and the battle after an ordinary failure.
fn gamble(battle: &Battle, who: CombatantId, feat: &Feat, route: &Route) -> Gamble {
    let number = number_ahead(battle, who, feat.stunt, hurries(feat, route), &mut Quick::default());
    let (way, going) = stumbling(battle, who, feat, false);
    let mut failed = ended(battle, who, feat, route, &way, going.end);
    failed.apply(&Effect::Budget(who, MOVED, MOVED_ENOUGH));
    Gamble { chance: checks::chance(number), failed }
}

/// The battle after a part of a stunt's path.
fn ended(battle: &Battle, who: CombatantId, feat: &Feat, route: &Route, way: &[Square], end: End) -> Battle {
    let mut context = StepContext::without_chance(false);
    pay(battle, who, feat, route, way, &mut context);
    settle(battle, who, end, &mut context);
    movement::arrived(battle, who, way, &mut context)
}

/// The movement of a successful stunt.
pub fn going(battle: &Battle, who: CombatantId, feat: &Feat) -> Going {
    let (notice, end) = match feat.stunt {
        Stunt::Vault | Stunt::Jump | Stunt::Spring | Stunt::Climb => (Notice::Every, End::Stay),
        Stunt::Dive => (Notice::Never, End::Rolled(feat.prone)),
        Stunt::Swing => (Notice::Next, End::Stay),
        Stunt::Kick | Stunt::Flip => {
            let passed = paths::passed(battle, who, feat.stunt, &feat.way);
            (Notice::NotBy(passed), End::Behind(passed))
        }
    };
    Going { notice, end, ..setting_off(battle, who, feat) }
}

/// What the movements of a stunt have in common, whether it succeeds or not.
fn setting_off(battle: &Battle, who: CombatantId, feat: &Feat) -> Going {
    let airborne = feat.stunt.leads_over_pits();
    let mount = mount_of(battle, who).filter(|_| airborne);
    Going { charges: feat.charges, stunt: true, airborne, mount, ..Going::default() }
}

/// The movement of a failed stunt: a part of its path, and what happens at its end.
pub fn stumbling(battle: &Battle, who: CombatantId, feat: &Feat, badly: bool) -> (Vec<Square>, Going) {
    // What the mover does not know cannot change the plan.
    knowledge::plan(battle, who, |known| stumbled(known, who, feat, badly))
}

fn stumbled(battle: &Battle, who: CombatantId, feat: &Feat, badly: bool) -> (Vec<Square>, Going) {
    let before = leap(battle, who, feat.stunt, &feat.way).ok().and_then(|judged| judged.for_step);
    let so_far = || ways::standing_room(battle, who, &feat.way[..before.unwrap_or(feat.way.len())]);
    let (way, notice, end) = match feat.stunt {
        Stunt::Vault => (so_far(), Notice::Every, End::Stay),
        Stunt::Jump => {
            let gap = before.map(|step| feat.way[step]).filter(|_| badly);
            // The fall is from the last square before the gap, even if somebody else stands there.
            let way = if gap.is_some() { feat.way[..before.unwrap_or(0)].to_vec() } else { so_far() };
            (way, Notice::Every, gap.map_or(End::Stay, End::Falls))
        }
        Stunt::Dive => (so_far(), Notice::Every, End::Sprawled),
        Stunt::Swing => (paths::first_free(battle, who, &feat.way), Notice::Next, End::Prone),
        Stunt::Kick | Stunt::Flip | Stunt::Spring | Stunt::Climb => (Vec::new(), Notice::Every, End::Stay),
    };
    (way, Going { notice, end, ..setting_off(battle, who, feat) })
}

/// Goes on after the check; `badly` means an exceptional failure or worse that Luck has not eased.
pub fn attempted(
    battle: &Battle,
    who: CombatantId,
    feat: &Feat,
    success: bool,
    badly: bool,
    context: &mut StepContext<'_>,
) {
    let (way, going) = if success {
        (feat.way.clone(), going(battle, who, feat))
    } else {
        if battle.combatant(who).budgets.get(MOVED) != MOVED_ENOUGH {
            // PCT-MOVE-04: after a failed stunt no movement follows.
            context.effect(Effect::Budget(who, MOVED, MOVED_ENOUGH));
        }
        context.note(who, feat.stunt.rule(), format_args!("fails the {}", feat.stunt.kind().title.to_lowercase()));
        stumbling(battle, who, feat, badly)
    };
    context.then(if way.is_empty() {
        AgendaItem::step(MovementStep::Arrive(who, going.end))
    } else {
        AgendaItem::step(MovementStep::Leave(Walk { who, gait: Gait::Walk, way, going }))
    });
}

/// What happens where a stunt ends.
pub fn arrive(battle: &Battle, who: CombatantId, end: End, context: &mut StepContext<'_>) {
    if !battle.combatant(who).fights() {
        return;
    }
    let End::Falls(pit) = end else { return settle(battle, who, end, context) };
    // Our decision: from the saddle no edge is within reach.
    let holds = mount_of(battle, who).is_none() && has_reaction(battle, who) && !context.is_forecast();
    if holds {
        context.ask(who, HoldOn(pit));
        // The movement goes on until the fall is decided, as a friend may stand in the same square.
        context.step(MovementStep::Arrive(who, End::Stay));
    } else {
        context.step(MovementStep::Plunge(who, pit));
    }
}

/// The immediate effects: falling prone, and conditions.
pub fn settle(battle: &Battle, who: CombatantId, end: End, context: &mut StepContext<'_>) {
    match end {
        End::Sprawled => down(battle, who, ids::STU_03, context),
        End::Prone => down(battle, who, ids::STU_08, context),
        End::Rolled(prone) => {
            add_condition(battle, who, Condition::new(ROLLED, Until::TurnStart), context);
            if prone {
                down(battle, who, ids::STU_03, context);
            }
        }
        End::Behind(foes) if settings::behind_counts(battle) => {
            for foe in foes.iter() {
                let behind = Condition { whom: Some(foe), ..Condition::new(BEHIND, Until::TurnEnd) };
                context.effect(Effect::AddCondition(who, behind));
                context.note(who, ids::STU_04, format_args!("is behind {}", battle.combatant(foe).identity.name));
            }
        }
        End::Stay | End::Behind(_) | End::Falls(_) => {}
    }
}

fn down(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    if battle.combatant(who).posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, rule, "ends prone");
    }
}

/// Resolves the check to hold on: prone at the edge, or a fall.
pub fn held_on(battle: &Battle, who: CombatantId, pit: Square, success: bool, context: &mut StepContext<'_>) {
    if success {
        context.note(who, ids::REA_06, "holds on to the edge");
        down(battle, who, ids::REA_06, context);
    } else {
        context.step(MovementStep::Plunge(who, pit));
    }
}

/// Falls into a pit: prone, 1d10 DV without armour, for a rider's mount too. PCT-DMG-08.
pub fn plunge(battle: &Battle, who: CombatantId, pit: Square, context: &mut StepContext<'_>) {
    let below: Vec<CombatantId> = ways::enemies_at(battle, who, pit).collect();
    if !below.is_empty() {
        // An enemy down there stops the fall, PCT-GRID-05.
        return ways::come_upon(battle, who, &below, context);
    }
    let mount = mount_of(battle, who);
    for fallen in [Some(who), mount].into_iter().flatten() {
        context.effect(Effect::Place(fallen, battle.combatant(fallen).placement.at(pit)));
    }
    let falls = mount.unwrap_or(who);
    context.note(falls, ids::DMG_08, "falls into the pit");
    if battle.combatant(falls).posture != Posture::Prone {
        context.effect(Effect::Posture(falls, Posture::Prone));
    }
    for fallen in [Some(who), mount].into_iter().flatten() {
        context.step(DamageStep::Impact(fallen));
    }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to hold on to the edge of the pit, PCT-REA-06.
    HoldOn(Square);
}

impl RulesetPrompt for HoldOn {
    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("hold-on")
    }

    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        vec![
            Offer::new(&menu::HOLD_ON, &[ids::REA_06, ids::REA_01], menu::REACTS),
            Offer::new(&menu::FALL, &[ids::REA_06, ids::DMG_08], Cost::FREE),
        ]
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        if choice.verb == menu::HOLD_ON.verb {
            spend_reaction(battle, who, context);
            context.then(luck::first_prompt(battle, who, Check::HoldOn(self.0), context));
        } else {
            context.step(MovementStep::Plunge(who, self.0));
        }
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "falls into the pit", "Holding on costs the reaction", ids::REA_06)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Fraction,
        geometry::Edge,
        rules::{
            Feature, ItemRow, RulesetId, Team,
            percentile::{
                sheet::{Arm, Sheet},
                testing,
            },
            testing::armed_with,
        },
    };

    /// A fence between the first two squares of a lane, and an enemy who has braced a spear.
    fn fenced() -> Battle {
        let mut field = Battlefield::new(8, 1);
        let edge = Edge::between(Square::new(0, 0), Square::new(1, 0)).expect("they are neighbours");
        field.set_edge(edge, Some(Feature::Fence));
        let bodies = [(0, 0), (1, 5)].map(|(team, x)| (Team(team), Square::new(x, 0), Sheet::default().into()));
        let spear = "#![enable(implicit_some)](hands: 1, uses: [(kind: Melee, skill: PoleArms, dv: (dice: 1), reach: 2, tags: [Brace])])";
        let spear: Arm = ron::from_str(spear).expect("a weapon");
        let held = vec![ItemRow::new(ItemId(0), Location::Main(CombatantId(1)))];
        let mut battle = armed_with((RulesetId::Percentile, spear.into()), field, &bodies, held);
        let braced = Condition { with: Some(ItemId(0)), ..Condition::new(conditions::BRACED, Until::TurnStart) };
        battle.apply(&Effect::AddCondition(CombatantId(1), braced));
        battle
    }

    #[test]
    fn stu_02_a_vault_declared_as_a_charge_is_hurried_covers_its_way_and_runs_into_braced_weapons() {
        let (battle, who) = (fenced(), CombatantId(0));
        let squares: Vec<Square> = (1..=3).map(|x| Square::new(x, 0)).collect();
        let told = |charges: i32| {
            let choice = Choice::new("vault").to(squares.clone()).set("charge", charges);
            let way = battle.journey_of(who, &choice).expect("a way");
            let mover = way.after.combatant(who);
            let covered = mover.conditions.find(conditions::CHARGE).map(|charge| charge.level);
            let met: Vec<_> = way.provocations.iter().map(|met| (met.step, met.by, met.rule)).collect();
            (way.gamble.map(|gamble| gamble.chance), mover.conditions.has(conditions::HURRIED), covered, met)
        };
        let chance = |percent| Some(Fraction::new(percent, 100));
        // Athletics 20 without Parkour: 10, hurried 1; the die begins at 0.
        assert_eq!(told(0), (chance(11), false, None, Vec::new()));
        assert_eq!(told(1), (chance(2), true, Some(6), vec![(3, CombatantId(1), ids::CHA_04)]));
    }

    #[test]
    fn stu_02_the_number_of_a_vault_that_is_a_charge_is_told() {
        let who = CombatantId(0);
        let mut battle = testing::battle(Battlefield::new(4, 1), &[(Team(0), Square::new(0, 0), <_>::default())]);
        let told = |battle: &Battle, stunt| about(battle, who, stunt, &Ways::default());
        // Athletics 20, without Parkour.
        assert_eq!(told(&battle, Stunt::Vault), "Over one low obstacle, 10 or less, hurried 1");
        assert_eq!(told(&battle, Stunt::Spring), "Straight on, 1 or less");
        battle.apply(&Effect::AddCondition(who, Condition::new(conditions::MAIMED_LEG, Until::Indefinite)));
        assert_eq!(told(&battle, Stunt::Vault), "Over one low obstacle, 10 or less");
    }
}
