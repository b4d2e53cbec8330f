//! The fighters of a trial: identity, posture, conditions.

use serde::{Deserialize, de::IgnoredAny};

use super::{
    deploy::Muster,
    fault::meant,
    naming::name_fault,
    placing::{Placing, no_saddle},
    roster::{Gear, blame},
    source::{Form, Piece},
    trial::Reading,
};
use crate::{
    geometry::{Direction, Square},
    rules::{
        Arrival, Battle, Budget, CombatantId, Condition, ConditionKind, Detail, Facing, Identity, Posture, Sheet,
        SheetSet, Status, Team, Until, Vital,
    },
};

/// The fields of a fighter.
pub(super) const FIGHTER: [&str; 16] = [
    "name",
    "side",
    "at",
    "riding",
    "archetype",
    "sheet",
    "gear",
    "state",
    "conditions",
    "posture",
    "facing",
    "status",
    "hidden",
    "arrives",
    "unaware_of",
    "about",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionText {
    kind: String,
    #[serde(default)]
    level: i16,
    #[serde(default)]
    whom: Option<String>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    detail: Option<IgnoredAny>,
    #[serde(default)]
    until: Option<IgnoredAny>,
}

/// A side by its colour.
#[derive(Clone, Copy, Deserialize)]
pub(super) enum Colour {
    Blue,
    Orange,
    Green,
    Purple,
}

impl Reading<'_> {
    /// Adds a fighter. If its numbers cannot be read, it gets plain ones, so that everything that names it can still be
    /// checked. Returns whether nothing was wrong.
    pub(super) fn fighter(&self, form: &Form<'_>, muster: &mut Muster, placing: &mut Placing<'_>) -> bool {
        let name = self.name(form, muster);
        let tag: Option<String> = form.may("archetype");
        let archetype = tag.as_deref().and_then(|tag| self.roster.archetype(tag));
        if let Some(tag) = tag.as_deref().filter(|_| archetype.is_none()) {
            let (what, right) = self.roster.no_archetype(tag);
            form.place("archetype").fault(what, right);
        }
        let base = archetype.and_then(|archetype| archetype.sheets.sheet(self.ruleset));
        let own = self.sheet(form, archetype.is_some(), base.clone());
        let (is_known, has_sheet) = (archetype.is_some() || form.get("archetype").is_none(), own.is_some());
        let sheet = own.or(base).unwrap_or_else(|| self.ruleset.plain_sheet());
        if let Some(piece) = form.get("sheet") {
            blame(piece, &sheet.faults());
        }
        placing.crowds = form.get("riding").is_some() || form.get("arrives").is_some();
        let at = placing.place_of(form, sheet.footprint(), name.as_deref().unwrap_or("the combatant"));
        let gear: Vec<Gear> = match form.get("gear") {
            Some(piece) => self.roster.read_gear(&piece.items(), false),
            None => archetype.map(|archetype| archetype.gear.clone()).unwrap_or_default(),
        };
        let team = Team(form.may::<Colour>("side").map_or(u8::from(!muster.combatants.is_empty()), |side| side as u8));
        let tag = name.clone().or_else(|| form.get("name").map(|piece| piece.text().trim_matches('"').to_string()));
        let tag = tag.unwrap_or_default();
        let letter = tag.chars().next().unwrap_or('?');
        let kind = archetype.map_or("", |archetype| &archetype.name);
        let identity = Identity { tag: tag.as_str().into(), name: tag.as_str().into(), kind: kind.into(), letter };
        let who = muster.add(identity, team, at.unwrap_or(Square::new(0, 0)), sheet);
        let tags = gear.iter().map(|piece| piece.arm.as_str());
        let equipped = tags.map(|tag| self.no_numbers(tag)).chain([muster.equip(who, &gear, self.roster).err()]);
        let fault = equipped.flatten().next();
        if let Some(what) = &fault {
            form.place("gear").fault(what, "leave it out, or give it numbers for this ruleset");
        }
        name.is_some() && is_known && has_sheet && at.is_some() && fault.is_none()
    }

    /// The fault of a known arm without numbers for the ruleset: in a trial nothing stands in for them.
    pub(super) fn no_numbers(&self, tag: &str) -> Option<String> {
        let arm = self.roster.arm(tag)?;
        arm.rules.arm(self.ruleset).is_none().then(|| format!("`{tag}` has no numbers for {}", self.ruleset))
    }

    /// The name of a fighter, a unique word.
    fn name(&self, form: &Form<'_>, muster: &Muster) -> Option<String> {
        let name: String = form.need("name")?;
        let is_word = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
        let is_new = muster.tagged(&name).is_none();
        let fits = is_word && is_new && name_fault(&name).is_none() && name.parse::<Square>().is_err();
        if !fits {
            form.place("name").fault(format!("`{name}` cannot name a combatant"), "one unique word, not a square");
        }
        fits.then_some(name)
    }

    /// The sheet: the archetype's or the ruleset's defaults, with the given fields. `is_known` says whether there is
    /// such an archetype.
    fn sheet(&self, form: &Form<'_>, is_known: bool, base: Option<Sheet>) -> Option<Sheet> {
        let Some(piece) = form.get("sheet") else {
            if base.is_none() && is_known {
                let what = format!("this archetype has no sheet for {}", self.ruleset);
                form.place("archetype").fault(what, "add one, or give the combatant a `sheet`");
            } else if base.is_none() && form.get("archetype").is_none() {
                form.whole.fault("a combatant needs an archetype or a sheet", "add `archetype: \"...\"`");
            }
            return base;
        };
        let given: SheetSet = piece.read_within(&format!("({}: ", self.ruleset), ")")?;
        let given = given.sheet(self.ruleset)?;
        match base {
            None => Some(given),
            Some(base) => merge(&base, &given, &piece.fields()?),
        }
    }

    /// Sets the fields of a combatant's record that are not in the sheet.
    pub(super) fn state(&self, form: &Form<'_>, who: CombatantId, sound: bool, battle: &mut Battle) {
        let names = self.ruleset.rules().names();
        for (key, worth) in form.entries("state") {
            let (Some(name), Some(value)) = (key.read::<String>(), worth.read::<i16>()) else { continue };
            let place = |known: &[&str]| known.iter().position(|known| *known == name);
            let bounds = |vital| battle.combatant(who).sheet.bounds(vital);
            if let Some(vital) = place(names.vitals) {
                let vital = Vital(vital as u8);
                // A fighter who is out may have any totals.
                let out = form.may::<Status>("status").is_some_and(|status| status != Status::Fighting);
                let within = bounds(vital);
                if !out && self.ruleset.rules().is_told(vital) {
                    beyond(worth, (&name, value), within);
                }
                battle.combatant_mut(who).vitals.set(vital, value);
            } else if let Some(budget) = place(names.budgets) {
                beyond(worth, (&name, value), ALLOWANCES);
                battle.combatant_mut(who).budgets.set(Budget(budget as u8), value);
            } else {
                let known = names.vitals.iter().chain(names.budgets).copied();
                key.fault(format!("no total or allowance is called `{name}`"), meant(&name, known));
            }
        }
        for piece in form.items("conditions") {
            if let Some(condition) = self.condition(piece, who, sound, battle) {
                battle.combatant_mut(who).conditions.0.push(condition);
            }
        }
        battle.combatant_mut(who).posture = form.may::<Posture>("posture").unwrap_or_default();
        if let Some(facing) = form.may::<Direction>("facing") {
            battle.combatant_mut(who).facing = Facing(facing);
        }
        battle.combatant_mut(who).status = form.may::<Status>("status").unwrap_or_default();
        if let Some(round) = self.arrives(form) {
            battle.combatant_mut(who).status = Status::Awaited;
            let squares = vec![battle.combatant(who).placement.anchor()];
            let arrivals = &mut battle.constants_mut().arrivals;
            arrivals.push(Arrival { who, round, squares });
            arrivals.sort_by_key(|arrival| (arrival.round, arrival.who));
        }
        for piece in form.items("unaware_of") {
            let Some(name) = piece.read::<String>() else { continue };
            match battle.tagged(&name).map(|fighter| fighter.id) {
                Some(of) => battle.combatant_mut(who).aware = battle.combatant(who).aware.with(of, false),
                None => nobody(piece, &name, battle.combatants().map(|fighter| &*fighter.identity.tag)),
            }
        }
    }

    /// The round in which a fighter arrives who is not there from the start.
    fn arrives(&self, form: &Form<'_>) -> Option<u16> {
        let piece = form.get("arrives")?;
        let given: i64 = piece.read()?;
        let round = u16::try_from(given).ok().filter(|round| *round >= 2);
        if round.is_none() {
            piece.fault(format!("nobody arrives in round {given}"), "2 or later");
        }
        round
    }

    /// Puts somebody in the saddle; `sound` says which combatants had no faults.
    pub(super) fn mount(&self, form: &Form<'_>, rider: CombatantId, sound: &[bool], battle: &mut Battle) {
        let Some(piece) = form.get("riding") else { return };
        let Some(name) = piece.read::<String>() else { return };
        let tags = || battle.combatants().filter(|fighter| fighter.id != rider).map(|fighter| &*fighter.identity.tag);
        let Some(mount) = battle.tagged(&name).map(|fighter| fighter.id) else { return nobody(piece, &name, tags()) };
        if mount == rider {
            return piece.fault(format!("{name} cannot ride itself"), meant("", tags()));
        }
        if !sound[rider.index()] || !sound[mount.index()] {
            return;
        }
        let rules = self.ruleset.rules();
        let (mounted, other) = (battle.combatant(rider), battle.combatant(mount));
        if let Some(what) = no_saddle(rules.no_mount(other.sheet), mounted.placement, other.placement) {
            return piece.fault(format!("{name} {what}"), "choose another mount");
        }
        if mounted.team != other.team || !rules.takes_turns(mounted) {
            return piece
                .fault(format!("{name} and its rider are not a pair"), "a fighter rides a mount of its own side");
        }
        for effect in rules.saddled(rider, mount) {
            battle.apply(&effect);
        }
    }

    fn condition(&self, piece: Piece<'_>, who: CombatantId, sound: bool, battle: &Battle) -> Option<Condition> {
        let text: ConditionText = piece.read()?;
        let detail = match text.detail {
            None => Detail::None,
            Some(_) => piece.fields()?.get("detail")?.read_within(&format!("{}(", self.ruleset), ")")?,
        };
        let known = self.ruleset.rules().names().conditions;
        let Some(kind) = known.iter().position(|known| *known == text.kind) else {
            piece.fault(format!("no condition is called `{}`", text.kind), meant(&text.kind, known.iter().copied()));
            return None;
        };
        let whom = match &text.whom {
            None => None,
            Some(name) => {
                let found = battle.tagged(name).map(|fighter| fighter.id);
                if found.is_none() {
                    nobody(piece, name, battle.combatants().map(|fighter| &*fighter.identity.tag));
                }
                found
            }
        };
        let own = || battle.items().filter(|item| item.at.bearer() == Some(who));
        let with = match &text.with {
            None => None,
            Some(tag) => {
                let found = own().find(|item| *item.tag == **tag).map(|item| item.id);
                // Where the gear could not be read, the item may be part of it.
                if found.is_none() && sound {
                    piece.fault(format!("this combatant has no item `{tag}`"), meant(tag, own().map(|item| item.tag)));
                }
                found
            }
        };
        let until = match text.until {
            None => Until::Indefinite,
            Some(_) => until(piece.fields()?.get("until")?, battle)?,
        };
        let kind = ConditionKind(kind as u8);
        let condition = Condition { level: text.level, whom, with, detail, ..Condition::new(kind, until) };
        let (everybody, everything) = (battle.combatants().len(), battle.items().len());
        let (mut whom, mut with) = condition.references();
        if whom.any(|who| who.index() >= everybody) || with.any(|item| item.index() >= everything) {
            let detail = piece.fields()?.get("detail").unwrap_or(piece);
            detail.fault(
                "it names a combatant or an item that does not exist",
                "numbers from 0, in the order of the file",
            );
            return None;
        }
        drop((whom, with));
        if let Some((what, right)) = condition.fault(&self.ruleset.rules().names()) {
            let (low, high) = self.ruleset.rules().names().levels_of(kind);
            let part = if (low..=high).contains(&text.level) { "until" } else { "level" };
            piece.fields()?.get(part).unwrap_or(piece).fault(what, right);
            return None;
        }
        Some(condition)
    }
}

/// The range of an allowance; a negative one is owed.
const ALLOWANCES: (i16, i16) = (-99, 999);

/// Reports a number outside its range.
fn beyond(place: Piece<'_>, (name, value): (&str, i16), (low, high): (i16, i16)) {
    if !(low..=high).contains(&value) {
        place.fault(format!("`{name}` cannot be {value}"), format!("{low} to {high}"));
    }
}

/// When a condition ends. `Place` names the fighter whose place in the order counts.
fn until(piece: Piece<'_>, battle: &Battle) -> Option<Until> {
    if !piece.text().starts_with("Place") {
        return piece.read();
    }
    let (_, form) = piece.called(&[("Place", &["of", "round"])])?;
    let (of, round): (Option<String>, Option<u16>) = (form.need("of"), form.need("round"));
    let of = of?;
    let found = battle.tagged(&of).map(|fighter| fighter.id);
    if found.is_none() {
        nobody(form.place("of"), &of, battle.combatants().map(|fighter| &*fighter.identity.tag));
    }
    Some(Until::Place { of: found?, round: round? })
}

/// The base sheet with the named fields of another, whatever ruleset they belong to.
fn merge(base: &Sheet, given: &Sheet, names: &Form<'_>) -> Option<Sheet> {
    let mut base = serde_json::to_value(base).ok()?;
    let given = serde_json::to_value(given).ok()?;
    let from = given.as_object()?.values().next()?;
    let into = base.as_object_mut()?.values_mut().next()?.as_object_mut()?;
    for name in names.names() {
        into.insert(name.into(), from.get(name)?.clone());
    }
    serde_json::from_value(base).ok()
}

/// Reports an unknown name.
pub(super) fn nobody<'a>(piece: Piece<'_>, name: &str, known: impl IntoIterator<Item = &'a str>) {
    piece.fault(format!("no combatant is called `{name}`"), meant(name, known));
}
