//! All questions, and the choices in a combatant's own turn. PCT-TURN-01, PCT-TURN-05.

use super::{
    attack, blast, bonds, card, catalogue as ids, catch, charge,
    conditions::{self, AIM, ActionType, FULL_DEFENCE, spend},
    damage, defence, gear, grapple, luck, manoeuvres,
    menu::{self, Gait, Stunt},
    mounts, movement, objects, offers, reactions, readying, resistance,
    step::{Check, Event, ReactionStep, TurnStep},
    stunts, volley,
};
use crate::rules::prelude::*;
use serde::{Deserialize, Serialize};

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(OwnTurn);
    /// Whether the attacker spends points of vulnerability to weaken the defence.
    Exploit(defence::Exploit);
    /// Whether to spend points on damage, or on the rounds of a splash.
    Weigh(resistance::Weigh);
    /// Whether to spend points on a check that a blow forces.
    Steady(resistance::Steady);
    /// Where a rider pulled from the saddle lands.
    Unseat(mounts::Unseat);
    /// Which attack to add to those declared.
    Volley(volley::Volley);
    /// Whether to react.
    React(reactions::React);
    /// How to defend.
    Defend(defence::Defend);
    /// Whether to swap the digits of an attack roll.
    Flip(attack::Flip);
    /// Whether to swap the digits of a defence roll.
    FlipGuard(defence::FlipGuard);
    /// Whether to raise the degree of a won attack.
    Upgrade(damage::Upgrade);
    /// Whether to make a defence a catch.
    UpgradeCatch(catch::UpgradeCatch);
    /// Whether to ignore the negative modifiers of a check.
    Ignore(luck::Ignore);
    /// Whether to swap the digits of a check.
    FlipCheck(luck::FlipCheck);
    /// Whether to avoid hurting the hand.
    EaseBlow(attack::EaseBlow);
    /// Whether to reduce a failure to a basic one.
    Ease(luck::Ease);
    /// Whether to hold on to the edge of the pit.
    HoldOn(stunts::HoldOn);
    /// Whether to catch a tossed item.
    CatchItem(gear::CatchItem);
    /// Whether to strike while riding past.
    RideBy(mounts::RideBy);
    /// Where to land.
    Land(mounts::Land);
    /// Whether to swap the digits of the roll for a burst.
    FlipBurst(blast::FlipBurst);
    /// Whether to raise the degree of a burst.
    UpgradeBurst(blast::UpgradeBurst);
}

/// What to do in one's turn, PCT-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        offers::turn(battle, who, None)
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        offers::turn(battle, who, Some(verbs))
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        if carry_out(battle, who, choice, context)? {
            context.step(TurnStep::Act(who));
        }
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new(menu::END_TURN.verb)
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", ids::TURN_01).at(Window::Turn)
    }

    fn describe(&self, battle: &Battle, who: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        card::in_turn(battle, who, offer, wording)
    }
}

/// Carries out a choice of one's own turn; returns whether more can be chosen after it.
///
/// # Errors
/// The rule that forbids it.
fn carry_out(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<bool, Refusal> {
    if begin_attack_or_movement(battle, who, choice, context)? {
        return Ok(true);
    }
    match choice.verb {
        "mount" | "rouse" => {
            let mount = choice.on.ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a mount"))?;
            let act = if choice.verb == "mount" { mounts::mount_up } else { mounts::rouse };
            act(battle, who, mount, context);
        }
        "release" => bonds::let_go(battle, who, context),
        "break" => grapple::struggle(battle, who, context),
        "volley" => {
            context.ask(who, volley::Volley(Vec::new()));
            return Ok(false);
        }
        "brace" => charge::brace(battle, who, choice, context),
        "charge" => {
            charge::covered(battle, who, &[], context);
            movement::start(battle, who, Gait::Walk, &choice.squares, true, context)?;
        }
        "alight" => {
            let to = choice.squares.first().ok_or_else(|| Refusal::new(ids::MNT_01, "Needs a square"))?;
            mounts::alight(battle, who, *to, context);
        }
        "free" => {
            spend(battle, who, ActionType::Standard, context);
            context.then(luck::first_prompt(battle, who, Check::Free, context));
        }
        "aim" => aim(battle, who, choice.on, context),
        "defend" => go_on_full_defence(battle, who, context),
        "ready" => readying::make_ready(battle, who, choice, context),
        "light" => {
            let at = choice.squares.first().ok_or_else(|| Refusal::new(ids::OBJ_01, "Needs a keg or a charge"))?;
            objects::light(battle, who, *at, context);
        }
        "orders" => reactions::give_orders(battle, who, choice, context),
        "crouch" => crouch(who, context),
        "rise" => rise(who, context),
        "lie" => drop_prone(battle, who, context),
        "stand" => stand_up(battle, who, context),
        // Ending the turn: its end is next on the agenda.
        _ => return Ok(false),
    }
    Ok(true)
}

/// Aims at somebody, PCT-ATK-08.
fn aim(battle: &Battle, who: CombatantId, on: Option<CombatantId>, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    let aim = Condition { whom: on, ..Condition::new(AIM, Until::TurnEnd) };
    context.effect(Effect::AddCondition(who, aim));
    let name = on.map(|on| battle.combatant(on).identity.name.to_string()).unwrap_or_default();
    context.note(who, ids::ATK_08, format_args!("aims at {name}"));
}

fn go_on_full_defence(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    context.effect(Effect::AddCondition(who, Condition::new(FULL_DEFENCE, Until::TurnStart)));
    context.note(who, ids::DEF_06, "goes on full defence");
}

fn crouch(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Posture(who, Posture::Crouching));
    context.note(who, ids::MOVE_09, "crouches");
}

/// Rises from a crouch, PCT-MOVE-09.
fn rise(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Posture(who, Posture::Standing));
    context.note(who, ids::MOVE_09, "rises");
}

fn drop_prone(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    context.effect(Effect::Posture(who, Posture::Prone));
    context.note(who, ids::PRN_01, "drops prone");
}

/// Stands up from lying prone, to which readied actions may react, PCT-PRN-01.
fn stand_up(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    context.effect(Effect::Posture(who, Posture::Standing));
    context.note(who, ids::PRN_01, "stands up");
    if conditions::anybody_readied(battle) {
        context.step(ReactionStep::Call(Event::Stands(who)));
    }
}

/// Carries out attacks, movements, stunts, manoeuvres and what is done with weapons and gear; false if the choice is
/// none of these.
///
/// # Errors
/// The rule that forbids it.
fn begin_attack_or_movement(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    context: &mut StepContext<'_>,
) -> Result<bool, Refusal> {
    // Attacks come first: the computer tries thousands of them.
    if matches!(choice.verb, "strike" | "shoot" | "throw" | "touch" | "point") {
        match blast::burst(battle, who, choice) {
            Some(burst) => blast::begin(battle, burst, context)?,
            None => attack::begin_attack(battle, who, choice, context)?,
        }
        return Ok(true);
    }
    if let Some(gait) = Gait::named(choice.verb) {
        movement::start(battle, who, gait, &choice.squares, false, context)?;
        return Ok(true);
    }
    if let Some(stunt) = Stunt::named(choice.verb) {
        stunts::begin(battle, who, stunt, choice, context)?;
        return Ok(true);
    }
    if manoeuvres::begin(battle, who, choice, context)? {
        return Ok(true);
    }
    if catch::choose(battle, who, choice.verb, choice.item, context)
        || gear::choose(battle, who, choice, context)
        || gear::pass_on(battle, who, choice, context)
    {
        return Ok(true);
    }
    let Some(burst) = blast::burst(battle, who, choice) else { return Ok(false) };
    blast::begin(battle, burst, context)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, Briefing, Decision, ItemId, ItemRow, Location, RulesetId, SeenRoll, Team, Window,
            percentile::{
                defence::Defend,
                reactions::React,
                sheet::Sheet,
                step::{Event, Exchange},
            },
            testing::armed_with,
        },
    };

    const A: CombatantId = CombatantId(0);
    const B: CombatantId = CombatantId(1);

    fn duel() -> Battle {
        let body = |team, x| (Team(team), Square::new(x, 1), Sheet::default().into());
        let weapon = ItemRow::new(ItemId(0), Location::Main(A));
        let club = "#![enable(implicit_some)](hands: 1, uses: [(kind: Melee, skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1))])";
        let club: super::super::arms::Arm = ron::from_str(club).expect("a weapon");
        armed_with(
            (RulesetId::Percentile, club.into()),
            Battlefield::new(4, 4),
            &[body(0, 1), body(1, 2)],
            vec![weapon],
        )
    }

    fn of(battle: &Battle, who: CombatantId, prompt: impl Into<crate::rules::Prompt>) -> Briefing {
        let decision = Decision { who, prompt: prompt.into() };
        decision.prompt.asked().told(battle, who).briefing(battle, &decision)
    }

    #[test]
    fn whoever_defends_knows_the_roll_and_the_attacker_he_perceives() {
        let mut battle = duel();
        let blow = Exchange::new(A, B, ItemId(0), 0);
        let told = of(&battle, B, Defend(blow, 9));
        assert_eq!((told.window, told.level), (Window::Answer, 1));
        let cause = told.cause.unwrap();
        assert_eq!((cause.who, cause.from, cause.with), (Some(A), Some(Square::new(1, 1)), Some(ItemId(0))));
        // The number is as public as the roll: the log shows both.
        let number = Some(crate::rules::percentile::to_hit::attack_number(&battle, &blow));
        assert_eq!(cause.rolls, [SeenRoll { words: "To hit", value: 9, against: number, figures: 2 }]);
        battle.combatant_mut(B).aware = crate::rules::Awareness::default();
        let told = of(&battle, B, Defend(blow, 9)).cause.unwrap();
        assert_eq!((told.who, told.from, told.with), (None, None, None));
        assert_eq!(told.rolls.len(), 1);
    }

    #[test]
    fn each_doing_that_is_interrupted_is_a_level() {
        let battle = duel();
        assert_eq!(of(&battle, A, OwnTurn).level, 0);
        assert_eq!(of(&battle, B, React(Event::Leaves(A, Square::new(1, 1), Square::new(1, 2)))).level, 1);
        let back = of(&battle, A, Defend(Exchange::new(B, A, ItemId(0), 0), 9));
        assert_eq!(back.level, 2, "A defends against a blow of B in A's own turn");
    }
}
