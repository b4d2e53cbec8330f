//! A draft as a trial: the position in full, whose turn it is, and the expectations.

use super::{
    Draft,
    to_level::{gear_text, same_gear, sheet_text},
};
use crate::{
    dice::Fraction,
    geometry::Square,
    lab::Attempt,
    levels::{
        TRIAL_FORMAT, parse_trials, run,
        write::{areas, quote, write_board},
    },
    rules::{Aim, Battle, Combatant, CombatantId, Condition, Detail, Effect, Goal, Posture, Settings, Status, Until},
};

impl Draft {
    /// The draft as a file with one trial, which has been run and has passed.
    ///
    /// # Errors
    /// Why it cannot be a trial, or which expectation does not hold, in words.
    pub fn to_trial(&self, name: &str, expect: &[String]) -> Result<String, String> {
        let rules = self.ruleset().rules();
        let takes_turns = |who: &CombatantId| {
            let fighter = self.battle.combatant(*who);
            fighter.fights() && rules.takes_turns(fighter)
        };
        let all = (0..self.tokens.len() as u16).map(CombatantId).filter(takes_turns);
        let acting = self.battle.scene.acting.into_iter().chain(all);
        let mut said = "a trial needs somebody who takes a turn".to_owned();
        // Where a turn begins with dice, the trial takes the turn of somebody else.
        for acting in acting.take(8) {
            let text = self.trial_text(name, expect, acting)?;
            let trials = parse_trials("the lab", &text, &self.roster).map_err(|faults| faults.to_string())?;
            let reports: Vec<String> = trials.iter().map(run).flat_map(|report| report.failures).collect();
            if reports.is_empty() {
                return Ok(text);
            }
            said = reports.join("\n");
        }
        Err(said)
    }

    fn trial_text(&self, name: &str, expect: &[String], acting: CombatantId) -> Result<String, String> {
        let (battle, ruleset) = (&self.battle, self.ruleset());
        let mut out = format!("(\n    format: {TRIAL_FORMAT},\n    ruleset: {ruleset},\n");
        for (field, records) in self.own_of_trial().records() {
            out += &format!("    {field}: [\n");
            records.iter().for_each(|record| out += &format!("        {record},\n"));
            out += "    ],\n";
        }
        out += &format!("    trials: [(\n    name: {},\n", quote(name));
        let printed = Settings::defaults(ruleset);
        let settings = ruleset.rules().settings().iter().enumerate();
        let changed =
            settings.filter(|(place, setting)| battle.settings.get(*place, setting) != printed.get(*place, setting));
        let changed: Vec<String> = changed
            .map(|(place, setting)| {
                format!("{:?}: {:?}", setting.key, setting.word(battle.settings.get(place, setting)))
            })
            .collect();
        if !changed.is_empty() {
            out += &format!("    settings: {{{}}},\n", changed.join(", "));
        }
        let zones = self.zones_of_goals();
        out += "    board: (\n";
        write_board(&mut out, &battle.scene.field);
        if !zones.is_empty() {
            let named = zones.iter().map(|(name, squares)| format!("{}: {}", quote(name), areas(squares)));
            out += &format!("    zones: {{{}}},\n", named.collect::<Vec<_>>().join(", "));
        }
        out += "    ),\n    combatants: [\n";
        for fighter in battle.combatants() {
            out += &format!("        {},\n", self.combatant_text(fighter)?);
        }
        out += "    ],\n";
        let lying = battle.lying_items().filter_map(|item| match item.at {
            crate::rules::Location::Ground(at) => Some(format!("(arm: {:?}, at: \"{at}\")", self.arm_of(item.tag))),
            _ => None,
        });
        let lying: Vec<String> = lying.collect();
        if !lying.is_empty() {
            out += &format!("    things: [{}],\n", lying.join(", "));
        }
        let goals: Vec<String> = self.level.goals.iter().filter_map(|goal| goal_text(goal, &zones)).collect();
        if !goals.is_empty() {
            out += &format!("    goals: [{}],\n", goals.join(", "));
        }
        let tag = &battle.combatant(acting).identity.tag;
        out += &format!("    acting: {tag:?},\n    round: {},\n", battle.scene.round);
        out += &format!("    round_limit: {},\n    expect: [\n", battle.scene.last_round);
        let nothing = ["Undecided".to_owned()];
        let expect = if expect.is_empty() { &nothing[..] } else { expect };
        expect.iter().for_each(|expectation| out += &format!("        {expectation},\n"));
        Ok(out + "    ],\n    )],\n)\n")
    }

    /// The archetypes and arms that the trial's file must bring along, since they are not built in.
    fn own_of_trial(&self) -> crate::levels::Roster {
        let unit = |token: &super::Token| crate::levels::Unit {
            archetype: token.archetype.clone(),
            name: None,
            at: Square::new(0, 0),
            posture: Posture::Standing,
            facing: None,
            hidden: false,
            riding: None,
            late: None,
        };
        let units: Vec<crate::levels::Unit> = self.tokens.iter().map(unit).collect();
        let mut own = self.roster.beyond_builtin(units.iter());
        let builtin = crate::levels::Roster::builtin();
        for item in self.battle.items() {
            let arm = self.roster.arm(self.arm_of(item.tag)).filter(|arm| builtin.arm(&arm.tag) != Some(*arm));
            if let Some(arm) = arm.filter(|arm| own.arm(&arm.tag).is_none()) {
                own.arms.push(arm.clone());
            }
        }
        own
    }

    /// The level's places, with names for other squares that goals refer to.
    fn zones_of_goals(&self) -> Vec<(String, Vec<Square>)> {
        let mut zones = self.level.zones.clone();
        for goal in &self.level.goals {
            if let Aim::Hold { squares, .. } | Aim::Reach { squares, .. } = &goal.aim
                && zones.iter().all(|(_, known)| known != squares)
            {
                zones.push((format!("place {}", zones.len() + 1), squares.clone()));
            }
        }
        zones
    }

    fn combatant_text(&self, fighter: Combatant<'_>) -> Result<String, String> {
        let (battle, ruleset) = (&self.battle, self.ruleset());
        let names = ruleset.rules().names();
        let tag = |who: CombatantId| &*battle.combatant(who).identity.tag;
        let mut parts = vec![
            format!("name: {:?}", fighter.identity.tag),
            format!("side: {}", fighter.team.name()),
            format!("at: \"{}\"", fighter.placement.anchor()),
        ];
        let archetype = self.archetype(&self.tokens[fighter.id.index()]);
        let base = archetype.and_then(|archetype| Some((archetype, archetype.sheets.sheet(ruleset)?)));
        let printed = base.as_ref().map_or_else(|| ruleset.plain_sheet(), |(_, sheet)| sheet.clone());
        if let Some((archetype, _)) = &base {
            parts.push(format!("archetype: {:?}", archetype.tag));
        }
        let sheet = sheet_text(fighter.sheet, &printed)?;
        if sheet != "()" || base.is_none() {
            parts.push(format!("sheet: {sheet}"));
        }
        let gear = self.written_gear(fighter.id);
        if base.is_none_or(|(archetype, _)| !same_gear(&archetype.gear, &gear)) {
            parts.push(format!("gear: [{}]", gear.iter().map(gear_text).collect::<Vec<_>>().join(", ")));
        }
        let (vitals, budgets) = fighter.sheet.start();
        let counted = names.vitals.iter().zip(fighter.vitals.all().zip(vitals.all()));
        let allowed =
            names.budgets.iter().zip(fighter.budgets.all().map(|(_, now)| now).zip(budgets.all().map(|(_, at)| at)));
        let state: Vec<String> = counted
            .map(|(name, ((_, now), (_, start)))| (name, now, start))
            .chain(allowed.map(|(name, (now, start))| (name, now, start)))
            .filter(|(_, now, start)| now != start)
            .map(|(name, now, _)| format!("{name:?}: {now}"))
            .collect();
        if !state.is_empty() {
            parts.push(format!("state: {{{}}}", state.join(", ")));
        }
        let mount = ruleset.rules().mount_of(battle, fighter.id);
        let conditions = fighter.conditions.0.iter().filter(|condition| !ties(battle, fighter.id, condition));
        let conditions = conditions.map(|condition| self.condition_text(condition)).collect::<Result<Vec<_>, _>>()?;
        if !conditions.is_empty() {
            parts.push(format!("conditions: [{}]", conditions.join(", ")));
        }
        if fighter.posture != Posture::Standing {
            parts.push(format!("posture: {:?}", fighter.posture));
        }
        parts.push(format!("facing: {:?}", fighter.facing.0));
        let comes = battle.arrivals.iter().find(|arrival| arrival.who == fighter.id);
        if let Some(arrival) = comes.filter(|_| fighter.status == Status::Awaited) {
            parts.push(format!("arrives: {}", arrival.round));
        } else if fighter.status != Status::Fighting {
            parts.push(format!("status: {:?}", fighter.status));
        }
        let unaware = battle.combatants().filter(|other| other.team != fighter.team && !fighter.aware.of(other.id));
        let unaware: Vec<String> = unaware.map(|other| format!("{:?}", tag(other.id))).collect();
        if !unaware.is_empty() {
            parts.push(format!("unaware_of: [{}]", unaware.join(", ")));
        }
        if let Some(mount) = mount {
            parts.push(format!("riding: {:?}", tag(mount)));
        }
        Ok(format!("({})", parts.join(", ")))
    }

    fn condition_text(&self, condition: &Condition) -> Result<String, String> {
        let written = |value: Result<String, ron::Error>| value.map_err(|error| error.to_string());
        let names = self.ruleset().rules().names().conditions;
        let kind = names.get(usize::from(condition.kind.0)).copied().unwrap_or_default();
        let tag = |who: CombatantId| &*self.battle.combatant(who).identity.tag;
        let mut text = format!("(kind: {kind:?}");
        if condition.level != 0 {
            text += &format!(", level: {}", condition.level);
        }
        if let Some(whom) = condition.whom {
            text += &format!(", whom: {:?}", tag(whom));
        }
        if let Some(with) = condition.with {
            text += &format!(", with: {:?}", self.battle.item(with).tag);
        }
        if condition.detail != Detail::None {
            let all = written(ron::to_string(&condition.detail))?;
            let inner = all.find('(').and_then(|at| all[at + 1..].strip_suffix(')')).unwrap_or_default();
            text += &format!(", detail: {inner}");
        }
        match condition.until {
            Until::Indefinite => {}
            Until::Place { of, round } => text += &format!(", until: Place(of: {:?}, round: {round})", tag(of)),
            until => text += &format!(", until: {}", written(ron::to_string(&until))?),
        }
        Ok(text + ")")
    }
}

/// Whether a condition only ties a rider and a mount to each other: trials say that in another way.
pub(super) fn ties(battle: &Battle, who: CombatantId, condition: &Condition) -> bool {
    let rules = battle.ruleset.rules();
    let pairs = battle.combatants().filter_map(|rider| Some((rider.id, rules.mount_of(battle, rider.id)?)));
    let made = |(rider, mount): (CombatantId, CombatantId)| rules.saddled(rider, mount);
    pairs
        .flat_map(made)
        .any(|effect| matches!(effect, Effect::AddCondition(of, given) if of == who && given == *condition))
}

/// The text of the expectation that an attack has the odds it has now; `None` if they are not exact.
pub fn pinned(battle: &Battle, by: CombatantId, attempt: &Attempt) -> Option<String> {
    let forecast = attempt.outcome.as_ref().ok()?;
    if forecast.forecast.doubt().is_some() {
        return None;
    }
    let chance = |chance: Fraction| {
        let is_short = chance.denominator() < 1_000_000_000 && chance.numerator() < 1_000_000_000_000;
        if is_short { chance.to_string() } else { format!("{:.6}", chance.to_f64()) }
    };
    let by = &battle.combatant(by).identity.tag;
    let (hit, mean) = (chance(forecast.hits), chance(forecast.mean));
    Some(format!("Chance(by: {by:?}, choice: {:?}, hit: {hit:?}, mean: {mean:?})", attempt.text))
}

fn goal_text(goal: &Goal, zones: &[(String, Vec<Square>)]) -> Option<String> {
    let side = goal.team.name();
    let zone = |squares: &Vec<Square>| zones.iter().find(|(_, known)| known == squares).map(|(name, _)| quote(name));
    match &goal.aim {
        Aim::Defeat => None,
        Aim::Hold { squares, rounds } => Some(format!("(side: {side}, hold: {}, rounds: {rounds})", zone(squares)?)),
        Aim::Reach { squares, count } => Some(format!("(side: {side}, reach: {}, count: {count})", zone(squares)?)),
        Aim::Survive { rounds } => Some(format!("(side: {side}, survive: {rounds})")),
    }
}
