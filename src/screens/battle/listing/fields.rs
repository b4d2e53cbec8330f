//! Fields in play: one question for every square, answered only from what the acting side knows.

use super::super::BattleScreen;
use crate::{
    board::Overlays,
    lab::{FieldKind, FieldQuestion},
    panels::lab::fields::FieldModel,
    rules::CombatantId,
    screens::{
        beside::{Beside, Outlet},
        field_parts::{Part, work},
    },
};

/// The fields in play, in the order in which a key goes through them.
const KINDS: [FieldKind; 13] = [
    FieldKind::Danger,
    FieldKind::DangerMoved,
    FieldKind::Harm,
    FieldKind::HarmMoved,
    FieldKind::Threat,
    FieldKind::Hit,
    FieldKind::Damage,
    FieldKind::Seen,
    FieldKind::CoverThere,
    FieldKind::CoverHere,
    FieldKind::Trade,
    FieldKind::Reach,
    FieldKind::Moves,
];

/// How opaque a field is, in per cent: fully, so that squares have the legend's colours on every ground.
const OPACITY: u8 = 100;

/// The field shown.
#[derive(Default)]
pub struct PlayField {
    kind: Option<FieldKind>,
    field: Beside<(u64, FieldQuestion), Part>,
}

impl PlayField {
    /// Whether it is still being worked out.
    pub const fn is_busy(&self) -> bool {
        self.field.is_busy()
    }

    /// The result so far; another question's result is not shown under this one's name.
    fn come(&self, kind: FieldKind) -> Option<&Part> {
        self.field.latest().filter(|part| part.kind == kind)
    }

    /// The field asked for and its complete result, for tests.
    #[cfg(test)]
    pub fn whole(&mut self) -> (Option<FieldKind>, Vec<Option<crate::lab::Reading>>) {
        self.field.wait();
        (self.kind, self.field.latest().map(|part| part.readings.clone()).unwrap_or_default())
    }
}

impl BattleScreen {
    /// Turns to the next field, or to none after the last one.
    pub(in crate::screens::battle) fn next_field(&mut self) {
        let aims = self.target().is_some();
        let open = KINDS.into_iter().filter(|kind| aims || !kind.needs_target());
        let all: Vec<Option<FieldKind>> = std::iter::once(None).chain(open.map(Some)).collect();
        let now = all.iter().position(|kind| *kind == self.listed.field.kind).unwrap_or(0);
        self.listed.field.kind = all[(now + 1) % all.len()];
    }

    /// Puts the field away; false if there is none.
    pub(in crate::screens::battle) fn leave_field(&mut self) -> bool {
        self.listed.field.kind.take().is_some()
    }

    /// The question now, about the acting fighter and its target.
    fn field_question(&self) -> Option<FieldQuestion> {
        let kind = self.listed.field.kind.filter(|_| self.is_asked())?;
        let battle = self.battle();
        let by = battle.decision()?.who;
        let foes = || battle.enemies(by).filter(|foe| foe.fights() && battle.combatant(by).aware.of(foe.id));
        let question = match kind {
            FieldKind::Threat => {
                let with: Vec<CombatantId> = foes().map(|foe| foe.id).collect();
                FieldQuestion { kind, by: *with.first()?, on: None, with }
            }
            _ => FieldQuestion { kind, by, on: self.target().filter(|_| kind.needs_target()), with: Vec::new() },
        };
        question.check(battle).is_ok().then_some(question)
    }

    /// Has the present field worked out.
    pub(super) fn work_on_field(&mut self) {
        let asked = self.field_question().map(|question| (self.settled.revision, question));
        let mut field = std::mem::take(&mut self.listed.field.field);
        let battle = self.battle();
        field.ask(asked, |(_, question)| {
            let (battle, question) = (battle.clone(), question.clone());
            move |outlet: &Outlet<Part>| work(&battle, question, outlet)
        });
        self.listed.field.field = field;
    }

    /// The field shown, only in the fighter's own turn.
    fn shown_field(&self) -> Option<FieldKind> {
        self.listed.field.kind.filter(|_| self.is_asked() && self.is_turn())
    }

    /// Lays the field over the board, in place of the tint of where the fighter can go.
    pub(in crate::screens::battle) fn add_field(&self, overlays: &mut Overlays) {
        let Some(part) = self.shown_field().and_then(|kind| self.listed.field.come(kind)) else { return };
        overlays.field = Some(part.picture(OPACITY));
        overlays.base.clear();
        overlays.full.clear();
        overlays.threat.clear();
    }

    /// The legend's model.
    pub(in crate::screens::battle) fn play_field_model(&self) -> Option<FieldModel> {
        let kind = self.shown_field()?;
        let mut model = FieldModel { kind: Some(kind), opacity: OPACITY, ..FieldModel::default() };
        if let Some(part) = self.listed.field.come(kind) {
            part.tell(&mut model);
            let measure = self.battle().ruleset.rules().measure();
            model.pointed = self.hover.and_then(|square| Some(format!("{square}: {}", part.words(square, measure)?)));
            model.progress = self.listed.field.is_busy().then_some(part.progress);
        } else if self.listed.field.is_busy() {
            model.progress = Some((0, self.battle().scene.field.squares().count()));
        } else {
            let words = if kind.needs_target() { "Take aim at somebody first" } else { "Nobody to ask about" };
            model.fault = Some(words.into());
        }
        Some(model)
    }
}
