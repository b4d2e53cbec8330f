//! A draft as the beginning of a battle: everything that its level does not keep is carried onto the battle.

use std::sync::Arc;

use super::{Draft, NoEdit, rebuild::gear_items};
use crate::{
    geometry::Footprint,
    levels::{Armament, Level, Roster, mirror::nearest, naming::LONGEST_NAME},
    rules::{
        AgendaItem, Battle, Battlefield, CombatantId, CombatantRow, Condition, Effect, Explosive, Goal, Item, ItemId,
        Lit, Location, Status, Until,
    },
};

impl Draft {
    /// The same draft with its fighters in the order in which levels list them: side by side.
    ///
    /// # Errors
    /// The arm that is not in the roster.
    pub fn by_sides(&self) -> Result<Self, NoEdit> {
        let mut draft = self.clone();
        let mut specs = draft.specs();
        specs.sort_by_key(|spec| spec.team);
        draft.remake(specs)?;
        Ok(draft)
    }

    /// The level on which a battle of this draft begins, as the recording of that battle has it. The draft must be in
    /// the order of its sides.
    ///
    /// # Errors
    /// Why it cannot be written, or could not be read again, in words.
    pub fn level_to_play(&self) -> Result<Level, String> {
        let (mut level, _) = self.with_lying_stowed().to_level()?;
        // A trial can have a longer name than a level.
        level.name = level.name.chars().take(LONGEST_NAME).collect();
        self.part_fallen(&mut level);
        let read = |ruleset| {
            let level = Level { ruleset, ..level.clone() };
            Level::parse(&level.tag, "level", &level.to_ron(), Roster::builtin())
        };
        // Room and mounts are checked by the rules that a level suggests.
        let read = read(level.ruleset).or_else(|faults| read(self.ruleset()).map_err(|_| faults));
        read.map_err(|faults| faults.0.first().map(|fault| fault.words()).unwrap_or_default())
    }

    /// The draft with everything on the ground given to the last fighter: levels have no items on the ground. Where the
    /// items lie is carried onto the battle.
    fn with_lying_stowed(&self) -> Self {
        let mut draft = self.clone();
        if let Some(bearer) = self.battle.rows().last().map(|row| row.id) {
            let stow = |item: ItemId| Effect::Move(item, Location::Stowed(bearer));
            self.lying().for_each(|item| draft.battle.apply(&stow(item)));
        }
        draft
    }

    /// The items on the ground that can be carried.
    fn lying(&self) -> impl Iterator<Item = ItemId> + '_ {
        let hands = |item: &Item<'_>| self.roster.arm(self.arm_of(item.tag)).and_then(Armament::hands);
        self.battle.lying_items().filter(move |item| hands(item) != Some(0)).map(|item| item.id)
    }

    /// The item of a battle that has begun that stands for one on the ground: the last fighter has brought it along,
    /// after its own items of the same arm.
    fn lying_in(&self, begun: &Battle, item: ItemId) -> Option<ItemId> {
        let bearer = begun.rows().last()?.id;
        let arm = |item: ItemId| self.arm_of(self.battle.item(item).tag);
        let own = self.gear(bearer).iter().filter(|piece| piece.arm == arm(item)).count();
        let place = self.lying().filter(|other| arm(*other) == arm(item)).position(|other| other == item)?;
        let brought = gear_items(begun, bearer).filter(|thing| self.arm_of(thing.tag) == arm(item));
        brought.map(|thing| thing.id).nth(own + place)
    }

    /// Gives every fighter who is out of the fight a place of its own in a level, where nobody lies under others; the
    /// real places are carried onto the battle.
    fn part_fallen(&self, level: &mut Level) {
        let is_out = |status: Status| status.is_out() && status != Status::Awaited;
        let field = Arc::clone(&level.field);
        let mut taken: Vec<Footprint> = Vec::new();
        for fallen in [false, true] {
            let units = level.sides.iter_mut().flat_map(|side| &mut side.units);
            for (row, unit) in self.battle.rows().iter().zip(units) {
                let awaited = row.status == Status::Awaited;
                if unit.riding.is_some() || awaited || is_out(row.status) != fallen {
                    continue;
                }
                if fallen {
                    unit.at = nearest(&field, &taken, unit.at, row.placement.0.side).unwrap_or(unit.at);
                }
                taken.push(Footprint { anchor: unit.at, ..row.placement.0 });
            }
        }
        for side in &mut level.sides {
            for rider in 0..side.units.len() {
                if let Some(mount) = side.units[rider].riding.and_then(|mount| side.units.get(mount)) {
                    side.units[rider].at = mount.at;
                }
            }
        }
    }

    /// A battle that has begun on the level of this draft, with everything that the level has not kept: totals,
    /// conditions, who is out, who is aware of whom, numbers of items, items on the ground, lit fuses, and whose turn
    /// it is; for a draft taken from a turn also the round, the present board, the turn order and spent allowances.
    /// Anything that the beginning of a battle gives, such as rolled Luck, stays unless the draft says otherwise or was
    /// taken from a battle that had begun. If the turn that goes on was the last of its round and can be taken no more,
    /// the end of the round is on the agenda, still to be played. The draft must be in the order of its sides.
    pub fn carried_onto(&self, begun: &Battle) -> Battle {
        let mut battle = begun.clone();
        self.carry_scene(&mut battle);
        let own = |condition: &Condition| self.condition_in(begun, *condition);
        for row in self.battle.rows() {
            let conditions: Vec<Condition> = row.conditions.0.iter().filter_map(own).collect();
            self.carry_row(row, conditions, battle.combatant_mut(row.id));
            // Anything done in a turn has been paid for.
            if self.battle.scene.acting == Some(row.id) {
                battle.combatant_mut(row.id).budgets = row.budgets;
            }
        }
        self.carry_items(begun, &mut battle);
        match self.turn_over(&battle) {
            Some(who) => end_round(&mut battle, who),
            None => self.give_turn(begun, &mut battle),
        }
        battle
    }

    /// Carries over where things lie and what has become of them.
    fn carry_items(&self, begun: &Battle, battle: &mut Battle) {
        for item in self.battle.item_rows() {
            let Some(now) = self.item_in(begun, item.id) else { continue };
            if item.at.bearer().is_none() {
                battle.apply(&Effect::Move(now, item.at));
            }
            let row = battle.item_mut(now);
            (row.loaded, row.count, row.numbers) = (item.loaded, item.count, item.numbers);
            if self.has_begun || item.condition.is_some() {
                row.condition = item.condition.and_then(|condition| self.condition_in(begun, condition));
            }
        }
    }

    /// The fighter whose turn cannot go on, if no other turn is left in its round, but somebody still fights.
    fn turn_over(&self, battle: &Battle) -> Option<CombatantId> {
        let acting = self.battle.scene.acting.filter(|_| self.goes_on())?;
        let order = &battle.scene.order;
        let place = order.iter().position(|who| *who == acting)?;
        let fights = |all: &[CombatantId]| all.iter().any(|who| battle.combatant(*who).fights());
        (!fights(&order[place..]) && fights(&order[..place])).then_some(acting)
    }

    /// Gives the turn to whoever has it in the draft, or to the next fighter if that one is out. Without one in the draft
    /// the battle goes on as it has begun, unless the fighter it asks is out.
    fn give_turn(&self, begun: &Battle, battle: &mut Battle) {
        let acting = self.battle.scene.acting;
        let asked = battle.decision().map(|decision| decision.who);
        let is_out = asked.is_some_and(|who| begun.combatant(who).fights() && !battle.combatant(who).fights());
        if !is_out && acting.is_none() {
            return;
        }
        // Before an order is rolled nobody has a turn unless the draft gives one.
        if battle.scene.order.is_empty() {
            battle.scene.order.clone_from(&self.battle.scene.order);
        }
        let fights = |who: &CombatantId| battle.combatant(*who).fights();
        let order = &battle.scene.order;
        let place = acting.and_then(|who| order.iter().position(|other| *other == who)).unwrap_or(0);
        let mut next = order[place..].iter().chain(&order[..place]).copied().filter(fights);
        let Some(who) = acting.filter(fights).or_else(|| next.next()) else { return };
        let rules = battle.ruleset.rules();
        if acting.is_some_and(|acting| acting != who) {
            battle.scene.acting = acting;
            rules.until_turn(battle, who).iter().for_each(|effect| battle.apply(effect));
        }
        battle.scene.acting = Some(who);
        battle.scene.interrupted.clear();
        let mut agenda = rules.turn_of(battle, who);
        // The first item of a turn asks its question.
        if let Some(first) = agenda.first_mut() {
            *first = AgendaItem::Decision(rules.turn_question(who));
        }
        agenda.reverse();
        battle.agenda = agenda;
    }

    /// Carries over everything that belongs to no fighter: the board and its wear, fuses, round and turn order.
    fn carry_scene(&self, battle: &mut Battle) {
        battle.scene.wear.clone_from(&self.battle.scene.wear);
        if self.goes_on() {
            battle.scene.round = self.battle.scene.round;
            battle.scene.order.clone_from(&self.battle.scene.order);
            battle.scene.field.clone_from(&self.battle.scene.field);
            for goal in &mut battle.scene.goals {
                let same = |known: &&Goal| (known.team, &known.aim) == (goal.team, &goal.aim);
                goal.held = self.battle.scene.goals.iter().find(same).map_or(0, |known| known.held);
            }
        } else {
            self.light_fuses(battle);
        }
    }

    /// Whether a battle from here continues the turn from which the draft was taken.
    fn goes_on(&self) -> bool {
        self.in_turn && self.battle.scene.acting.is_some()
    }

    /// The item of a battle that has begun that stands for one of the draft's.
    fn item_in(&self, begun: &Battle, item: ItemId) -> Option<ItemId> {
        let known = self.battle.item(item);
        let Some(bearer) = known.at.bearer() else { return self.lying_in(begun, item) };
        begun.items_of(bearer).find(|other| other.tag == known.tag).map(|other| other.id)
    }

    /// A round of the draft in a battle that has begun: as many rounds from now, or the same round if the turn
    /// continues.
    fn round_in(&self, begun: &Battle, round: u16) -> u16 {
        if self.goes_on() {
            return round;
        }
        let (then, now) = (self.battle.scene.round, begun.scene.round.max(1));
        round.saturating_add(now).saturating_sub(then).max(now)
    }

    /// A condition in a battle that has begun; `None` if it refers to an item that is not there.
    fn condition_in(&self, begun: &Battle, mut condition: Condition) -> Option<Condition> {
        if let Until::RoundEnd(round) | Until::Place { round, .. } = &mut condition.until {
            *round = self.round_in(begun, *round);
        }
        if let Some(with) = condition.with {
            condition.with = Some(self.item_in(begun, with)?);
        }
        let (_, with) = condition.detail.refers_to();
        with.is_none_or(|with| self.item_in(begun, with) == Some(with)).then_some(condition)
    }

    /// Carries the state of a fighter, with its conditions as they are in the battle, onto the one in that battle.
    fn carry_row(&self, row: &CombatantRow, conditions: Vec<Condition>, fighter: &mut CombatantRow) {
        let (plain, brought) = self.start_of(row.id);
        // A fighter who begins unconscious lies down as the battle begins.
        if self.has_begun || row.status != Status::Fighting || row.vitals != plain {
            (fighter.posture, fighter.status) = (row.posture, row.status);
        }
        (fighter.placement, fighter.facing) = (row.placement, row.facing);
        let team = self.battle.combatant(row.id).team;
        for other in self.battle.combatants() {
            let is_open = other.team == team || !self.is_hidden(other.id) && !other.sheet.hides();
            if self.has_begun || row.aware.of(other.id) != is_open {
                fighter.aware = fighter.aware.with(other.id, row.aware.of(other.id));
            }
        }
        for (vital, value) in row.vitals.all() {
            if self.has_begun || value != plain.get(vital) {
                fighter.vitals.set(vital, value);
            }
        }
        let given = std::mem::replace(&mut fighter.conditions.0, conditions);
        if !self.has_begun {
            // A condition that the draft knows too was removed there on purpose.
            let is_known = |given: &Condition| {
                row.conditions.has(given.kind) || brought.iter().any(|known| known.kind == given.kind)
            };
            fighter.conditions.0.extend(given.into_iter().filter(|given| !is_known(given)));
        }
        if self.goes_on() {
            (fighter.budgets, fighter.sightings, fighter.orders) = (row.budgets, row.sightings, row.orders);
        }
    }

    /// Lets burning fuses go on in a battle that begins a round of its own, for as long as they have left.
    fn light_fuses(&self, battle: &mut Battle) {
        let lit = |explosive: Explosive| explosive.lit.map(|lit| (explosive, lit));
        let all = self.battle.scene.field.explosives();
        let burning: Vec<_> = all.filter_map(|(square, explosive)| Some((square, lit(explosive)?))).collect();
        if burning.is_empty() {
            return;
        }
        let mut field = Battlefield::clone(&battle.scene.field);
        for (square, (explosive, lit)) in burning {
            let round = self.round_in(battle, lit.round);
            field.set_explosive(square, Some(Explosive { lit: Some(Lit { round, ..lit }), ..explosive }));
        }
        battle.scene.field = Arc::new(field);
    }
}

/// Puts the turn of somebody who is out on the agenda: it passes, and the round with it.
fn end_round(battle: &mut Battle, who: CombatantId) {
    battle.scene.acting = Some(who);
    battle.scene.interrupted.clear();
    battle.agenda = battle.ruleset.rules().turn_of(battle, who);
    battle.agenda.reverse();
}
