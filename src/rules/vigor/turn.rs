//! Starting states, rounds, turns and recovery. VIG-SETUP, VIG-TURN, VIG-END.

use super::{
    afflict::{self, fall_unconscious, gain, pass},
    answer::OwnTurn,
    awareness::{come_to, is_out_cold},
    blows, catalogue as ids,
    conditions::{
        AMBUSHED, AMBUSHER, BOUND, HIDDEN, OVER_WATCH, PINNED, STUNNED, UNCONSCIOUS, WINDED, WORKING, actions,
        actions_left, actions_next, can_act, is_target, lasting, recovery,
    },
    cover::{feet, octant},
    hazards, ready,
    sheet::{ACTIONS, Begins, FELLED, Kind, OFF_HAND, PAID, sheet},
    step::{Event, TurnStep},
    uses,
};
use crate::{
    geometry::Direction,
    rules::{
        AgendaItem, Battle, Budget, Combatant, CombatantId, CombatantSet, Condition, ConditionKind, Effect, Moment,
        StepContext, Until,
    },
};

/// Begins a round, the first with the starting states. VIG-SETUP-01. Conditions that last until the end of the round
/// before end here, after recovery and explosions. VIG-TURN-05.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    // The level's veils come and go with the round.
    ready::before_change(battle, context);
    pass(battle, Moment::RoundEnds, context);
    context.effect(Effect::Round(number));
    if number == 1 {
        begin(battle, context);
    }
    context.step(TurnStep::Ask(0, CombatantSet::default()));
}

/// Begins the turn at a place in the order or, after the last, the recovery phase, the explosions and the next round.
/// VIG-TURN-03, VIG-TURN-05, VIG-END-01.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    // Being knocked down by something that the end of the turn sets off stops nothing later in the round, VIG-COND-05.
    if let Some(before) = battle.scene.acting {
        clear(battle, before, &[FELLED], context);
    }
    let order = &battle.scene.order;
    let Some(who) = order.get(usize::from(place)).copied() else {
        context.effect(Effect::Acting(None));
        recover(battle, context);
        hazards::at_round_end(battle, context);
        return context.step(TurnStep::Round(battle.scene.round + 1));
    };
    pass(battle, Moment::PlaceComesUp(who), context);
    if can_act(battle.combatant(who)) || wakes(battle.combatant(who), context) {
        begin_turn(battle, who, context);
        context.step(TurnStep::Act(who));
        context.step(TurnStep::Rest(who));
    } else {
        skip(battle, who, context);
        if battle.scene.acting.is_some() {
            context.effect(Effect::Acting(None));
        }
    }
    context.step(TurnStep::Turn(place + 1));
}

/// Ends the conditions that last until a turn of a combatant whose place is skipped, VIG-TURN-03. A stun stays until it
/// takes an action from a turn, VIG-TYPE-08.
fn skip(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let ends = |condition: &&Condition| {
        matches!(condition.until, Until::TurnStart | Until::TurnEnd | Until::NextTurnEnd) && condition.kind != STUNNED
    };
    for condition in battle.combatant(who).conditions.0.iter().filter(ends) {
        context.effect(Effect::replaced(who, *condition, None));
    }
}

/// Whether only unconsciousness has kept a combatant from acting, and all of it ends at this place. VIG-TURN-05.
fn wakes(fighter: Combatant<'_>, context: &StepContext<'_>) -> bool {
    let takes_turns = fighter.fights() && sheet(fighter).kind != Kind::Object;
    let is_kept = !takes_turns || fighter.conditions.has(WINDED) || is_out_cold(fighter, context);
    fighter.conditions.has(UNCONSCIOUS) && !is_kept
}

/// Starts a turn.
fn begin_turn(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Acting(Some(who)));
    let fighter = battle.combatant(who);
    let fresh = actions(battle, who);
    context.set_budget(battle, who, ACTIONS, fresh);
    clear(battle, who, &[FELLED, OFF_HAND], context);
    // The ambushed become aware of their enemies, VIG-SETUP-06.
    if fighter.conditions.has(AMBUSHED) {
        come_to(battle, who, context);
    }
    pass(battle, Moment::TurnStarts(who), context);
}

fn clear(battle: &Battle, who: CombatantId, budgets: &[Budget], context: &mut StepContext<'_>) {
    budgets.iter().for_each(|budget| context.set_budget(battle, who, *budget, 0));
}

/// Asks for the next act of a turn, which ends by itself when no actions are left. A possible Off-Hand attack, which
/// belongs to the last action, keeps the turn open. VIG-TURN-01, VIG-TURN-03, VIG-ATK-07.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let goes_on = || actions_left(battle, who) > 0 || blows::strikes_off_hand(battle, who);
    if can_act(battle.combatant(who)) && !context.answers_by_default() && goes_on() {
        context.ask(who, OwnTurn);
    }
}

/// Ends a turn: unspent actions are lost, VIG-TURN-01.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if uses::is_neglected(battle, who) {
        afflict::break_off(battle, who, context);
    }
    clear(battle, who, &[ACTIONS, FELLED, OFF_HAND], context);
    if battle.combatant(who).budgets.get(PAID) != 0 && !battle.combatant(who).conditions.has(WORKING) {
        context.effect(Effect::Budget(who, PAID, 0));
    }
    // Being ambushed ends with the first turn, VIG-SETUP-03.
    context.clear(battle, who, &[AMBUSHED]);
    pass(battle, Moment::TurnEnds(who), context);
    ready::announce(battle, Event::Ends(who), context);
}

/// The recovery phase, for all at the same time, VIG-END-01.
fn recover(battle: &Battle, context: &mut StepContext<'_>) {
    for fighter in battle.combatants().filter(|fighter| is_target(*fighter)) {
        for (pool, points) in recovery(fighter) {
            gain(battle, fighter.id, pool, points, context);
        }
    }
}

/// The agenda of this combatant's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [TurnStep::Act(who), TurnStep::Rest(who), TurnStep::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}

/// The changes that are certain before the next turn of `who`.
pub fn until_turn(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let fresh = [(ACTIONS, actions_next(battle, who)), (FELLED, 0), (OFF_HAND, 0)];
    fresh.into_iter().map(|(budget, value)| Effect::Budget(who, budget, value)).collect()
}

/// Puts everybody into their starting states, VIG-SETUP-02.
pub fn begin(battle: &Battle, context: &mut StepContext<'_>) {
    for fighter in battle.combatants() {
        let enemies = || battle.enemies(fighter.id).filter(|enemy| enemy.fights());
        if enemies().next().is_some() && enemies().all(|enemy| !enemy.aware.of(fighter.id)) {
            add(fighter, HIDDEN, Until::Indefinite, context);
        }
        for begins in &sheet(fighter).begins {
            state(battle, fighter, *begins, context);
        }
    }
}

fn add(fighter: Combatant<'_>, kind: ConditionKind, until: Until, context: &mut StepContext<'_>) {
    if !fighter.conditions.has(kind) {
        context.effect(Effect::AddCondition(fighter.id, Condition::new(kind, until)));
    }
}

fn state(battle: &Battle, fighter: Combatant<'_>, begins: Begins, context: &mut StepContext<'_>) {
    let round_one = Until::RoundEnd(1);
    match begins {
        Begins::Ambusher => add(fighter, AMBUSHER, round_one, context),
        Begins::Ambushed if !watches(fighter) => ambush(battle, fighter, context),
        Begins::OverWatch(towards) if expects(battle, fighter.id, towards) => {
            add(fighter, OVER_WATCH, round_one, context);
        }
        Begins::OverWatch(_) => ambush(battle, fighter, context),
        Begins::Unconscious => {
            context.effect(Effect::AddCondition(fighter.id, lasting(UNCONSCIOUS)));
            fall_unconscious(battle, fighter.id, context);
        }
        Begins::Bound | Begins::Pinned => {
            tie(begins).into_iter().for_each(|kind| add(fighter, kind, Until::Indefinite, context));
        }
        Begins::Ambushed | Begins::Initiator => {}
    }
}

/// The condition of a starting state that depends on nobody else: bound or pinned, VIG-COND-06.
const fn tie(begins: Begins) -> Option<ConditionKind> {
    match begins {
        Begins::Bound => Some(BOUND),
        Begins::Pinned => Some(PINNED),
        _ => None,
    }
}

/// The conditions that a combatant begins with, whatever the others do, VIG-SETUP-02.
pub fn brought(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    let ties = sheet(battle.combatant(who)).begins.iter().filter_map(|begins| tie(*begins));
    ties.map(|kind| Effect::AddCondition(who, Condition::new(kind, Until::Indefinite))).collect()
}

/// Whether a combatant is on Over Watch, which is checked instead of being Ambushed, VIG-SETUP-02.
fn watches(fighter: Combatant<'_>) -> bool {
    sheet(fighter).begins.iter().any(|state| matches!(state, Begins::OverWatch(_)))
}

/// Makes a combatant Ambushed until the end of its first turn: one action if that is in round 1, and unaware of all
/// enemies. VIG-SETUP-03, VIG-SETUP-06.
fn ambush(battle: &Battle, fighter: Combatant<'_>, context: &mut StepContext<'_>) {
    add(fighter, AMBUSHED, Until::Indefinite, context);
    for enemy in battle.enemies(fighter.id).filter(|enemy| fighter.aware.of(enemy.id)) {
        context.effect(Effect::Awareness(fighter.id, enemy.id, false));
    }
    context.note(fighter.id, ids::SETUP_03, "is ambushed");
}

/// Whether the attack comes from the direction that a combatant on Over Watch expects, VIG-SETUP-05: from the combatant
/// named as starting the fight or else from the nearest enemy, of several equally near ones from one in that direction.
/// Objects start no fights, VIG-OBJ-01.
pub fn expects(battle: &Battle, who: CombatantId, towards: Direction) -> bool {
    let body = battle.combatant(who).footprint();
    let comes = |enemy: &Combatant<'_>| octant(body, enemy.footprint()) == Some(towards);
    let can_start = |enemy: &Combatant<'_>| enemy.fights() && sheet(*enemy).kind != Kind::Object;
    let enemies = || battle.enemies(who).filter(can_start);
    if let Some(first) = enemies().find(|enemy| sheet(*enemy).begins_as(Begins::Initiator)) {
        return comes(&first);
    }
    let nearest = enemies().map(|enemy| feet(body, enemy.footprint())).min();
    enemies().filter(|enemy| Some(feet(body, enemy.footprint())) == nearest).any(|enemy| comes(&enemy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, RulesetId, Team, testing,
            vigor::{
                afflict::stun,
                conditions::{AMBUSHER, lasting},
                sheet::Sheet,
            },
        },
    };

    /// The actions of B's next turn, in a round while `acting` has its turn; both have two actions.
    fn actions_then(round: u16, acting: u16, condition: Condition) -> i16 {
        let bodies = [0, 2].map(|x| (Team((x / 2) as u8), Square::new(x, 0), Sheet::default().into()));
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &bodies);
        battle.apply(&Effect::Round(round));
        battle.apply(&Effect::Acting(Some(CombatantId(acting))));
        battle.apply(&Effect::AddCondition(CombatantId(1), condition));
        let all = until_turn(&battle, CombatantId(1));
        let of = all.into_iter().find_map(|effect| match effect {
            Effect::Budget(_, ACTIONS, count) => Some(count),
            _ => None,
        });
        of.unwrap()
    }

    /// VIG-TYPE-08, VIG-SETUP-03, VIG-SETUP-04: the actions of the next turn, not those of a usual turn.
    #[test]
    fn the_next_turn_has_the_actions_that_it_will_have() {
        let stunned = Condition::new(STUNNED, Until::TurnStart);
        assert_eq!([actions_then(3, 0, stunned), actions_then(3, 1, stunned)], [1, 1]);
        assert_eq!([(1, 0), (1, 1), (2, 0)].map(|(round, by)| actions_then(round, by, lasting(AMBUSHER))), [3, 2, 2]);
        assert_eq!([(1, 0), (1, 1), (2, 0)].map(|(round, by)| actions_then(round, by, lasting(AMBUSHED))), [1, 2, 2]);
    }

    /// VIG-SETUP-05, VIG-OBJ-01: a statue at the watcher's back starts no fight.
    #[test]
    fn no_object_starts_the_fight_that_a_watcher_expects() {
        let expects_from = |kind: Kind| {
            let sheets = [Kind::Living, Kind::Living, kind].map(|kind| Sheet { kind, ..Sheet::default() });
            let places = [(0, 2), (1, 6), (1, 1)].map(|(team, x)| (Team(team), Square::new(x, 0)));
            let bodies: Vec<_> =
                places.into_iter().zip(sheets).map(|((team, at), sheet)| (team, at, sheet.into())).collect();
            let battle = testing::battle(RulesetId::Vigor, Battlefield::new(7, 1), &bodies);
            expects(&battle, CombatantId(0), Direction::East)
        };
        assert_eq!([Kind::Object, Kind::Construct].map(expects_from), [true, false]);
    }

    /// Two combatants in order; the first bears some conditions.
    fn bearing(conditions: &[Condition]) -> Battle {
        let bodies = [0, 2].map(|x| (Team((x / 2) as u8), Square::new(x, 0), Sheet::default().into()));
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &bodies);
        battle.apply(&Effect::Round(2));
        battle.apply(&Effect::Order(vec![CombatantId(0), CombatantId(1)]));
        conditions.iter().for_each(|condition| battle.apply(&Effect::AddCondition(CombatantId(0), *condition)));
        battle
    }

    fn effects(resolve: impl Fn(&mut StepContext<'_>)) -> Vec<Effect> {
        let mut context = StepContext::without_chance(false);
        resolve(&mut context);
        context.effects().cloned().collect()
    }

    /// VIG-TURN-05: conditions that end at a place end before the turn there.
    #[test]
    fn whoever_wakes_at_their_own_place_has_that_turn() {
        let begins = |conditions: &[Condition]| {
            let battle = bearing(conditions);
            effects(|context| turn(&battle, 0, context)).contains(&Effect::Acting(Some(CombatantId(0))))
        };
        let asleep = |round| Condition::new(UNCONSCIOUS, Until::Place { of: CombatantId(0), round });
        assert!(begins(&[]) && begins(&[asleep(2)]));
        let others = [&[asleep(3)][..], &[asleep(2), asleep(3)], &[asleep(2), lasting(WINDED)]];
        assert_eq!(others.map(begins), [false; 3]);
    }

    /// VIG-TYPE-08, VIG-COND-08: stuns do not add up, and none is left after the turn that it has cost an action.
    #[test]
    fn stunned_twice_is_stunned_once_and_equal_conditions_all_end() {
        let stunned = Condition::new(STUNNED, Until::TurnStart);
        let battle = bearing(&[]);
        let twice = |context: &mut StepContext<'_>| [(); 2].map(|()| stun(&battle, CombatantId(0), context));
        assert_eq!(effects(|context| _ = twice(context)), [Effect::AddCondition(CombatantId(0), stunned)]);
        let both = bearing(&[stunned, stunned]);
        let ends = Effect::replaced(CombatantId(0), stunned, None);
        let passing = |context: &mut StepContext<'_>| pass(&both, Moment::TurnStarts(CombatantId(0)), context);
        assert_eq!(effects(passing), [ends.clone(), ends.clone()]);
        let again = |context: &mut StepContext<'_>| [(); 2].map(|()| passing(context));
        assert_eq!(effects(|context| _ = again(context)), [ends.clone(), ends]);
    }
}
