//! A draft as a level: fighters whose numbers or gear are not those of their archetype get archetypes of their own.

use std::sync::Arc;

use super::{Draft, Token, to_trial::ties};
use crate::{
    levels::{Archetype, Gear, Level, Roster, Unit, deploy::look_ahead, fields_of, roster::ROSTER_FORMAT, tag_of},
    rules::{
        Aim, Battlefield, Combatant, CombatantId, Goal, Item, RulesetId, Sheet, StandingOrders, Status, Team,
        laid_by_level,
    },
};

/// What a level does not keep of a draft, in words; empty if it keeps everything.
pub type Lost = Vec<String>;

impl Draft {
    /// The draft as a level, with what a level cannot keep.
    ///
    /// # Errors
    /// Why somebody cannot become an archetype, in words.
    pub fn to_level(&self) -> Result<(Level, Lost), String> {
        let mut roster = (*self.roster).clone();
        let mut own: Vec<(Archetype, String)> = Vec::new();
        let mut level = Level { field: self.drawn_field(), ..self.level.clone() };
        let mut looks = self.battle.clone();
        look_ahead(&mut looks);
        let mut places: Vec<Option<(Team, usize)>> = Vec::new();
        for (place, token) in (0..).zip(&self.tokens) {
            let who = CombatantId(place);
            let fighter = self.battle.combatant(who);
            let archetype = self.archetype_for(who, token, &mut roster, &mut own)?;
            let side = &mut level.sides[usize::from(fighter.team.0)];
            places.push(Some((fighter.team, side.units.len())));
            let default = looks.combatant(who).facing;
            side.units.push(Unit {
                archetype,
                name: token.name.clone(),
                at: fighter.placement.anchor(),
                posture: fighter.posture,
                facing: (fighter.facing != default).then_some(fighter.facing.0),
                hidden: self.is_hidden(who) && !fighter.sheet.hides(),
                riding: None,
                late: token.late.clone().filter(|_| fighter.status == Status::Awaited),
            });
        }
        for (place, token) in (0..).zip(&self.tokens) {
            let (Some((team, at)), Some(mount)) = (places[usize::from(place)], self.mount(CombatantId(place), token))
            else {
                continue;
            };
            if let Some((of, riding)) = places[mount.index()]
                && of == team
            {
                level.sides[usize::from(team.0)].units[at].riding = Some(riding);
            }
        }
        // Sides beyond the second that have no fighters are left out.
        while level.sides.len() > 2 && level.sides.last().is_some_and(|side| side.units.is_empty()) {
            level.sides.pop();
        }
        let count = level.sides.len();
        level.goals.retain(|goal| usize::from(goal.team.0) < count);
        level.sides.iter_mut().for_each(|side| side.ambushes.retain(|on| usize::from(on.0) < count));
        level.goals.iter_mut().for_each(|goal| goal.held = 0);
        level.own = roster.beyond_builtin(level.sides.iter().flat_map(|side| &side.units));
        Ok((level, self.lost()))
    }

    /// The board without the veils that the level itself lays on it in the round from which the draft was taken.
    fn drawn_field(&self) -> Arc<Battlefield> {
        let mut field = Arc::clone(&self.battle.scene.field);
        let Some(round) = self.veiled else { return field };
        let mut then = self.battle.clone();
        then.scene.round = round;
        for (square, drawn) in self.battle.veils.iter().flat_map(|veil| veil.squares.iter().copied()) {
            let now = field.cell(square).and_then(|cell| cell.veil);
            // Anything painted over it since then stays.
            if now != drawn && laid_by_level(&then, square) == Some(now) {
                Arc::make_mut(&mut field).set_veil(square, drawn);
            }
        }
        field
    }

    /// Fighters and arms with numbers of their own, as a roster file.
    ///
    /// # Errors
    /// There are none, or they cannot be written, in words.
    pub fn to_roster(&self) -> Result<String, String> {
        let (level, _) = self.to_level()?;
        let mut out = format!("(\n    format: {ROSTER_FORMAT},\n");
        for (field, records) in level.own.records() {
            out += &format!("    {field}: [\n");
            records.iter().for_each(|record| out += &format!("        {record},\n"));
            out += "    ],\n";
        }
        out += ")\n";
        if level.own.arms.is_empty() && level.own.archetypes.is_empty() {
            return Err("Nobody here has numbers, arms or gear of their own".into());
        }
        Roster::builtin().with("the roster", &out).map(|_| out).map_err(|faults| faults.to_string())
    }

    /// The mount of a fighter: under the rules in force, or else under rules that know riding.
    fn mount(&self, who: CombatantId, token: &Token) -> Option<CombatantId> {
        let now = self.ruleset().rules().mount_of(&self.battle, who);
        now.or_else(|| {
            let mount = self.id(token.riding?)?;
            let rides_here = self.ruleset().rules().no_mount(self.battle.combatant(mount).sheet).is_none();
            let beside =
                self.battle.combatant(mount).placement.anchor() == self.battle.combatant(who).placement.anchor();
            (!rides_here && beside).then_some(mount)
        })
    }

    /// What a level does not keep.
    fn lost(&self) -> Lost {
        let mut lost = self.lost_of_the_board();
        let hurt = self.battle.combatants().filter(|fighter| {
            let (vitals, _) = self.start_of(fighter.id);
            *fighter.vitals != vitals || !matches!(fighter.status, Status::Fighting | Status::Awaited)
        });
        let hurt = hurt.count();
        let battle = &self.battle;
        let has_conditions = battle.combatants().any(|fighter| {
            let (_, begun) = self.start_of(fighter.id);
            fighter.conditions.0.iter().any(|it| !ties(battle, fighter.id, it) && !begun.contains(it))
        });
        if hurt > 0 {
            lost.push(format!("{hurt} begin unhurt"));
        }
        if has_conditions {
            lost.push("conditions are gone".into());
        }
        if self.battle.lying_items().next().is_some() {
            lost.push("items on the ground are gone".into());
        }
        if self.battle.settings != crate::rules::Settings::defaults(self.ruleset()) {
            lost.push("settings are those of the player".into());
        }
        lost
    }

    /// What neither a level nor a trial keeps: the marks of a battle on board and items.
    pub(super) fn lost_of_the_board(&self) -> Lost {
        let scene = &self.battle.scene;
        let has = [
            (scene.field.explosives().any(|(_, explosive)| explosive.lit.is_some()), "burning fuses go out"),
            (scene.wear.all().next().is_some(), "damaged parts of the board are whole again"),
            (self.battle.item_rows().iter().any(|item| item.condition.is_some()), "anything stored in items is gone"),
            (self.battle.items().any(|item| self.is_spent(item)), "items that are used up have one use again"),
            (scene.goals.iter().any(|goal| goal.held > 0), "rounds for which a place was held are not counted"),
        ];
        has.into_iter().filter(|(has, _)| *has).map(|(_, words)| words.into()).collect()
    }

    /// The gear of a fighter as files can have it, in which no count is 0.
    pub(super) fn written_gear(&self, who: CombatantId) -> Vec<Gear> {
        let mut gear = self.gear(who);
        gear.iter_mut().for_each(|piece| piece.count = piece.count.map(|count| count.max(1)));
        gear
    }

    /// Whether a counted item that somebody carries is used up.
    fn is_spent(&self, item: Item<'_>) -> bool {
        item.count == Some(0) && item.at.bearer().is_some()
    }

    /// What a trial does not keep, in words.
    pub fn lost_in_trial(&self) -> Lost {
        let mut lost = self.lost_of_the_board();
        // Trials only name the items on the ground.
        let is_used = |item: Item<'_>| !item.loaded || item.count.is_some() || item.numbers != item.arm.start();
        if self.battle.lying_items().any(is_used) {
            lost.push("items on the ground are as new".into());
        }
        if !self.battle.veils.is_empty() {
            lost.push("veils no longer come and go".into());
        }
        lost.extend(self.lost_of_what_is_known().into_iter().map(String::from));
        lost
    }

    /// What a trial has no words for about sides and fighters.
    fn lost_of_what_is_known(&self) -> Vec<&'static str> {
        let (battle, rules) = (&self.battle, self.ruleset().rules());
        // A known fighter is known to be where it stands.
        let was_seen = |fighter: Combatant<'_>| {
            let is_unknown = |side: &Team| !battle.is_known(*side, fighter.id);
            battle.teams().filter(is_unknown).any(|side| battle.last_known(side, fighter.id).is_some())
        };
        let in_order = battle.combatants().filter(|fighter| rules.takes_turns(*fighter)).map(|fighter| fighter.id);
        let has = [
            (battle.combatants().any(was_seen), "nobody remembers where hidden fighters were seen"),
            (battle.rows().iter().any(|row| row.orders != StandingOrders::default()), "standing orders are gone"),
            (!battle.scene.order.iter().copied().eq(in_order), "the order of turns is that of the list"),
            (battle.arrivals.iter().any(|arrival| arrival.squares.len() > 1), "later arrivals come to one square only"),
        ];
        has.into_iter().filter(|(has, _)| *has).map(|(_, words)| words).collect()
    }

    /// The archetype of a fighter: its own if its numbers and gear match, else one made for it.
    fn archetype_for(
        &self,
        who: CombatantId,
        token: &Token,
        roster: &mut Roster,
        own: &mut Vec<(Archetype, String)>,
    ) -> Result<String, String> {
        let base = self.archetype(token);
        let team = self.battle.combatant(who).team;
        let gear = self.written_gear(who);
        let mut changed: Vec<(RulesetId, Sheet)> = Vec::new();
        let now = (self.ruleset(), self.battle.combatant(who).sheet.clone());
        let kept = token.kept.iter().map(|(ruleset, kept)| (*ruleset, kept.sheet.clone()));
        for (ruleset, sheet) in kept.chain([now]) {
            let printed = base.map(|archetype| self.sheet_on(archetype, ruleset, team));
            if printed.as_ref() != Some(&sheet) {
                changed.push((ruleset, sheet));
            }
        }
        if changed.is_empty() && base.is_some_and(|base| same_gear(&base.gear, &gear)) {
            return Ok(token.archetype.clone());
        }
        let name = base
            .map_or_else(|| self.battle.combatant(who).identity.name.to_string(), |archetype| archetype.name.clone());
        let about = base.map(|archetype| archetype.about.clone()).unwrap_or_default();
        let body = body(&name, &about, &gear, base, &changed)?;
        if let Some((known, _)) = own.iter().find(|(_, text)| *text == body) {
            return Ok(known.tag.clone());
        }
        let wanted = tag_of(token.name.as_deref().unwrap_or(&format!("{name} 2")));
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut free = std::iter::once(wanted.clone()).chain(numbered);
        let tag = free.find(|tag| roster.archetype(tag).is_none()).unwrap_or_default();
        let text = format!("(tag: {tag:?}, {body})");
        let file = format!("(format: {ROSTER_FORMAT}, archetypes: [{text}])");
        let with = roster.with("the lab", &file).map_err(|faults| faults.to_string())?;
        let made = with.archetype(&tag).cloned().ok_or_else(|| format!("{name} cannot be written down"))?;
        *roster = with;
        own.push((made, body));
        Ok(tag)
    }
}

/// An archetype's record without its tag.
fn body(
    name: &str,
    about: &str,
    gear: &[Gear],
    base: Option<&Archetype>,
    changed: &[(RulesetId, Sheet)],
) -> Result<String, String> {
    let mut sheets: Vec<(String, String)> = Vec::new();
    let given = base.map(|base| fields_of(&base.text)).unwrap_or_default();
    if let Some((_, text)) = given.iter().find(|(field, _)| field == "sheets") {
        sheets = fields_of(text);
    }
    for (ruleset, sheet) in changed {
        let text = sheet_text(sheet, &ruleset.plain_sheet())?;
        sheets.retain(|(known, _)| known != ruleset.name());
        sheets.push((ruleset.name().to_owned(), text));
    }
    // A changed sheet takes the place of a mighty one, too.
    let mighty = given.iter().find(|(field, _)| field == "mighty").map(|(_, text)| fields_of(text)).unwrap_or_default();
    let stays = |(known, _): &&(String, String)| changed.iter().all(|(ruleset, _)| known != ruleset.name());
    let mighty: Vec<String> = mighty.iter().filter(stays).map(|(ruleset, text)| format!("{ruleset}: {text}")).collect();
    let mighty = if mighty.is_empty() { String::new() } else { format!(", mighty: ({})", mighty.join(", ")) };
    let sheets: Vec<String> = sheets.into_iter().map(|(ruleset, text)| format!("{ruleset}: {text}")).collect();
    let gear: Vec<String> = gear.iter().map(gear_text).collect();
    let about = if about.is_empty() { String::new() } else { format!("about: {about:?}, ") };
    Ok(format!("name: {name:?}, {about}gear: [{}], sheets: ({}){mighty}", gear.join(", "), sheets.join(", ")))
}

/// A sheet as files write it: the fields that differ from another one.
///
/// # Errors
/// The sheet cannot be written, in words.
pub(super) fn sheet_text(sheet: &Sheet, from: &Sheet) -> Result<String, String> {
    let text = |sheet: &Sheet| {
        let all = ron::to_string(sheet).map_err(|error| error.to_string())?;
        // `Percentile((int:20))` is the record with the name of its ruleset around it.
        let inner = all.find('(').and_then(|at| all[at + 1..].strip_suffix(')'));
        inner.map(fields_of).ok_or_else(|| format!("`{all}` is not a sheet"))
    };
    let (own, from) = (text(sheet)?, text(from)?);
    let differing = own.into_iter().filter(|field| !from.contains(field));
    Ok(format!("({})", differing.map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>().join(", ")))
}

/// An item as archetypes and trials list it.
pub(super) fn gear_text(gear: &Gear) -> String {
    let mut text = format!("(arm: {:?}, at: {:?}", gear.arm, gear.at);
    if let Some(count) = gear.count {
        text += &format!(", count: {count}");
    }
    if !gear.loaded {
        text += ", loaded: false";
    }
    if !gear.state.is_empty() {
        let state: Vec<String> = gear.state.iter().map(|(name, value)| format!("{name:?}: {value}")).collect();
        text += &format!(", state: {{{}}}", state.join(", "));
    }
    text + ")"
}

/// Whether two lists of gear are the same in play, whatever their order.
pub(super) fn same_gear(one: &[Gear], other: &[Gear]) -> bool {
    let plain = |gear: &[Gear]| {
        let own = gear.iter().filter(|gear| gear.arm != crate::levels::FISTS);
        let mut all: Vec<String> = own.map(gear_text).collect();
        all.sort();
        all
    };
    plain(one) == plain(other)
}

/// The goal of a side that has none: to put everybody else out of the fight.
pub(super) const fn default_goal(team: Team) -> Goal {
    Goal { team, aim: Aim::Defeat, held: 0 }
}
