//! The field shown over the board. It is worked out beside the frames, nearest squares first, shown as it grows, and
//! stopped as soon as something else is asked.

use std::sync::Arc;

use super::{LabScreen, Page};
use crate::{
    board::{FieldShown, field_picture},
    geometry::Square,
    lab::{FieldKind, FieldQuestion, NoField, fields::Shade},
    levels::draft::TokenKey,
    panels::lab::{
        chart::ChartFile,
        fields::{FieldModel, Whose},
    },
    rules::{Battle, CombatantId, Measure},
    screens::{
        beside::{Beside, Outlet},
        field_parts::{Part, work},
    },
};

/// A position, by revision, and the question about it.
type Asked = ((u64, u64), FieldQuestion);

/// The field that is shown.
#[derive(Default)]
pub(super) struct Shading {
    /// The field asked for, if any.
    pub(super) kind: Option<FieldKind>,
    /// Whose reach or threat is counted.
    pub(super) whose: Whose,
    /// Whether danger counts the target alone.
    pub(super) alone: bool,
    /// In per cent; 0 stands for all.
    pub(super) opacity: u8,
    field: Beside<Asked, Part>,
    fault: Option<NoField>,
    /// The field kept for comparison, and how the present one differs from it.
    kept: Option<Kept>,
}

/// The fighters a field is about, and the target.
type Whom = (Vec<TokenKey>, Option<TokenKey>);

/// A field that was kept.
struct Kept {
    before: Part,
    /// The fighters it is about, and the target: fighters picked later, to be moved or changed, do not matter.
    whom: Whom,
    change: Option<Part>,
    /// The shades that the change was made from.
    of: Arc<Vec<Option<Shade>>>,
}

impl Shading {
    /// The same choices with nothing worked out, for another draft.
    pub(super) fn afresh(&self) -> Self {
        Self { kind: self.kind, whose: self.whose, alone: self.alone, opacity: self.opacity, ..Self::default() }
    }

    /// Asks, unless the question is answered or being worked on already.
    fn ask(&mut self, asked: Option<Asked>, battle: &Battle) {
        self.fault = asked.as_ref().and_then(|(_, question)| question.check(battle).err());
        let asked = asked.filter(|_| self.fault.is_none());
        self.field.ask(asked, |(_, question)| {
            let (battle, question) = (battle.clone(), question.clone());
            move |outlet: &Outlet<Part>| work(&battle, question, outlet)
        });
    }

    /// Makes the change since the kept field anew when the present field has changed.
    fn compare(&mut self, measure: Measure) {
        let Self { field, kept, .. } = self;
        let (Some(now), Some(kept)) = (field.latest(), kept) else { return };
        if !Arc::ptr_eq(&kept.of, &now.shades) {
            let same = kept.before.kind == now.kind && kept.before.readings.len() == now.readings.len();
            kept.change = same.then(|| now.since(&kept.before, measure));
            kept.of = Arc::clone(&now.shades);
        }
    }

    /// Keeps the field for comparison if it is complete, or keeps none.
    fn keep(&mut self, keep: bool, whom: Whom) {
        let whole = self.field.latest().filter(|part| keep && part.progress.0 == part.progress.1);
        self.kept = whole.map(|part| Kept { before: part.clone(), whom, change: None, of: Arc::default() });
    }

    /// Whether more is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.field.is_busy()
    }

    /// The kind of the latest result, for tests.
    #[cfg(test)]
    pub(super) fn latest_kind(&self) -> Option<FieldKind> {
        self.field.latest().map(|part| part.kind)
    }

    /// Waits for the complete field, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        self.field.wait();
    }

    /// The field to show: the change since the kept one, if there is one, or the field itself.
    fn shown(&self) -> Option<&Part> {
        // The result of another question is not shown under this one's name.
        let now = self.field.latest().filter(|part| Some(part.kind) == self.kind)?;
        let change = self.kept.as_ref().and_then(|kept| kept.change.as_ref());
        Some(change.filter(|change| change.kind == now.kind).unwrap_or(now))
    }

    /// What the board draws.
    pub(super) fn picture(&self) -> Option<FieldShown> {
        Some(self.shown()?.picture(self.opacity()))
    }

    const fn opacity(&self) -> u8 {
        if self.opacity == 0 { 100 } else { self.opacity }
    }
}

impl LabScreen {
    /// The fighters the field is about: those of the kept field, or the ones picked.
    fn field_whom(&self) -> Whom {
        let draft = self.draft();
        let is_there = |key: &TokenKey| draft.id(*key).is_some();
        let kept = self.shading.kept.as_ref().filter(|kept| Some(kept.before.kind) == self.shading.kind);
        let (picked, target) = kept.map_or((&self.picked, self.target), |kept| (&kept.whom.0, kept.whom.1));
        (picked.iter().copied().filter(is_there).collect(), target.filter(is_there))
    }

    /// Keeps the field shown for comparison, or keeps none.
    pub(super) fn keep_field(&mut self, keep: bool) {
        let whom = self.field_whom();
        self.shading.keep(keep, whom);
    }

    /// The question of the field.
    fn field_question(&self) -> Option<Asked> {
        let kind = self.shading.kind?;
        let draft = self.draft();
        let battle = draft.battle();
        let (picked, target) = self.field_whom();
        let picked: Vec<CombatantId> = picked.iter().filter_map(|key| draft.id(*key)).collect();
        let first = *picked.first()?;
        let fights = |who: &CombatantId| battle.combatant(*who).fights();
        let mut with: Vec<CombatantId> = Vec::new();
        let mut by = first;
        if matches!(kind, FieldKind::Reach | FieldKind::Threat) {
            let team = battle.combatant(first).team;
            let all = battle.combatants().map(|fighter| (fighter.id, fighter.team == team));
            with = match self.shading.whose {
                Whose::Picked => picked.clone(),
                Whose::Side => all.filter(|(_, own)| *own).map(|(who, _)| who).collect(),
                Whose::Foes => all.filter(|(_, own)| !own).map(|(who, _)| who).collect(),
            };
            with.retain(fights);
            by = *with.first()?;
        } else if picked.len() > 1 {
            return None;
        }
        let target = target.and_then(|key| draft.id(key));
        let on = target.filter(|_| kind.needs_target() || kind.is_danger() && self.shading.alone);
        Some((self.held, FieldQuestion { kind, by, on, with }))
    }

    /// Has the present field worked out. While somebody is dragged the earlier one stays.
    pub(super) fn shade(&mut self) {
        if self.preview.is_some() {
            return;
        }
        let asked = self.field_question();
        let battle = self.history.draft().battle();
        self.shading.ask(asked, battle);
        self.shading.compare(battle.ruleset.rules().measure());
    }

    /// The panels' model of it.
    pub(super) fn field_model(&self) -> FieldModel {
        let draft = self.draft();
        let shading = &self.shading;
        let (picked, target) = self.field_whom();
        let only = picked.first().and_then(|key| draft.id(*key));
        let target = target.and_then(|key| draft.id(key));
        let mut model = FieldModel {
            by: only.map(|who| self.token(who)),
            on: target.map(|who| self.token(who)),
            kind: shading.kind,
            whose: shading.whose,
            alone: shading.alone,
            opacity: shading.opacity(),
            kept: shading.kept.as_ref().is_some_and(|kept| Some(kept.before.kind) == shading.kind),
            ..FieldModel::default()
        };
        if let Some(part) = shading.shown() {
            part.tell(&mut model);
        }
        if shading.is_busy() {
            let all = draft.battle().scene.field.squares().count();
            // A complete field still on show answers the question before.
            let part = shading.shown().map(|part| part.progress).filter(|(done, all)| done < all);
            model.progress = Some(part.unwrap_or((0, all)));
        }
        if let Some(fault) = &shading.fault {
            model.fault = Some(match (fault, shading.kind) {
                (NoField::NoTarget(_), Some(kind)) => format!("{}: right-click a target first", kind.title()),
                _ => fault.to_string(),
            });
        } else if shading.kind.is_some() && picked.len() > 1 && shading.shown().is_none() {
            model.fault = Some("Pick one fighter alone".into());
        }
        model.pointed = self.hover.and_then(|square| Some(format!("{square}: {}", self.reading_words(square)?)));
        model
    }

    /// The result for a square, in words.
    pub(super) fn reading_words(&self, square: Square) -> Option<String> {
        self.shading.shown()?.words(square, self.draft().ruleset().rules().measure())
    }

    /// Saves the field shown.
    pub(super) fn save_field(&mut self, file: ChartFile) {
        if let Some((name, bytes)) = self.drawn_field(file) {
            self.save_drawn(&name, file, bytes);
        }
    }

    /// The field shown as the name and content of a file.
    pub(super) fn drawn_field(&self, file: ChartFile) -> Option<(String, Option<Vec<u8>>)> {
        let part = self.shading.shown()?;
        let draft = self.draft();
        let battle = draft.battle();
        let (picked, target) = self.field_whom();
        let first = picked.first().map_or_else(String::new, |key| draft.name_of(*key));
        let needs = part.kind.needs_target() || part.kind.is_danger() && self.shading.alone;
        let target = target.filter(|_| needs).map_or_else(String::new, |key| draft.name_of(key));
        let (ruleset, level) = (battle.ruleset.to_string(), draft.level().name.clone());
        let aimed = if target.is_empty() { String::new() } else { format!(" at {target}") };
        let stands =
            self.picked.first().and_then(|key| draft.combatant(*key)).map(|fighter| fighter.placement.anchor());
        let stands = stands.map(|square| format!(" from {square}")).unwrap_or_default();
        let kept = if self.shading.kept.is_some() { " change" } else { "" };
        let name = format!("{}{kept} {first}{stands}{aimed} {ruleset} {level}", part.kind.title());
        let bytes = match file {
            ChartFile::Csv => {
                let of = [("ruleset", ruleset), ("position", level), ("who", first), ("target", target)];
                Some(part.csv(&of, battle.ruleset.rules().measure()).into_bytes())
            }
            ChartFile::Png => {
                let heads = [part.title.clone(), format!("{first}{aimed}, {ruleset}, {level}")];
                field_picture(battle, &part.picture(self.shading.opacity()), &heads, &part.keys()).png()
            }
        };
        Some((name, bytes))
    }

    /// Turns to another field, or none.
    pub(super) fn set_field(&mut self, kind: Option<FieldKind>) {
        // Threat is usually asked about enemies, reach about one's own fighters.
        if kind != self.shading.kind {
            match kind {
                Some(FieldKind::Threat) => self.shading.whose = Whose::Foes,
                Some(FieldKind::Reach) => self.shading.whose = Whose::Picked,
                _ => {}
            }
        }
        self.shading.kind = kind;
        if kind.is_some() {
            self.page = Page::Fields;
        }
    }

    /// Turns to the next field that can be asked for.
    pub(super) fn next_field(&mut self) {
        let all = FieldKind::ALL
            .map(Some)
            .into_iter()
            .filter(|kind| kind.is_none_or(|kind| self.target.is_some() || !kind.needs_target()));
        let all: Vec<Option<FieldKind>> = std::iter::once(None).chain(all).collect();
        let now = all.iter().position(|kind| *kind == self.shading.kind).unwrap_or(0);
        self.set_field(all[(now + 1) % all.len()]);
    }
}
