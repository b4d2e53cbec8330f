//! Edits of the state of fighters, which is kept in their rows of the battle.

use super::{Draft, NoEdit, TokenKey, edit::no};
use crate::rules::{Budget, CombatantId, CombatantRow, Condition, Posture, Status, Vital, capital};

impl Draft {
    /// Changes the rows of some fighters.
    pub(super) fn each(
        &mut self,
        who: &[TokenKey],
        what: &str,
        change: impl Fn(CombatantId, &mut CombatantRow),
    ) -> Result<String, NoEdit> {
        for key in who {
            let Some(id) = self.id(*key) else { return no("that fighter is not there any more") };
            change(id, self.battle.combatant_mut(id));
        }
        Ok(format!("{} {what}", self.names_of(who)))
    }

    pub(super) fn set_posture(&mut self, who: &[TokenKey], posture: Posture) -> Result<String, NoEdit> {
        let word = match posture {
            Posture::Standing => "stands",
            Posture::Crouching => "crouches",
            Posture::Prone => "lies down",
        };
        self.each(who, word, |_, row| row.posture = posture)
    }

    pub(super) fn set_status(&mut self, who: &[TokenKey], status: Status) -> Result<String, NoEdit> {
        if status == Status::Awaited {
            return no(format!("say when {} arrives", self.names_of(who)));
        }
        let word = if status.is_out() { "is out" } else { "is in the fight" };
        // Fighters who were still to arrive are there now, under all rules.
        let awaited = |key: &&TokenKey| self.combatant(**key).is_some_and(|it| it.status == Status::Awaited);
        for key in who.iter().filter(awaited).copied().collect::<Vec<_>>() {
            self.come_later(key, None)?;
        }
        self.each(who, word, |_, row| row.status = status)
    }

    pub(super) fn hide(&mut self, who: &[TokenKey], hidden: bool) -> Result<String, NoEdit> {
        for key in who {
            let Some(id) = self.id(*key) else { return no("that fighter is not there any more") };
            let enemies: Vec<CombatantId> = self.battle.enemies(id).map(|fighter| fighter.id).collect();
            for enemy in enemies {
                let row = self.battle.combatant_mut(enemy);
                row.aware = row.aware.with(id, !hidden);
            }
        }
        Ok(format!("{} {}", self.names_of(who), if hidden { "hidden" } else { "in the open" }))
    }

    /// Whether no enemy is aware of somebody.
    pub fn is_hidden(&self, who: CombatantId) -> bool {
        let mut enemies = self.battle.enemies(who).peekable();
        enemies.peek().is_some() && enemies.all(|enemy| !enemy.aware.of(who))
    }

    pub(super) fn set_vital(&mut self, who: TokenKey, vital: Vital, value: i16) -> Result<String, NoEdit> {
        if let Some(words) = self.beyond(who, vital, value) {
            return no(words);
        }
        let what = format!("{} {value}", self.vital_name(vital));
        self.each(&[who], &what, |_, row| row.vitals.set(vital, value))
    }

    pub(super) fn set_budget(&mut self, who: TokenKey, budget: Budget, value: i16) -> Result<String, NoEdit> {
        let name = self.ruleset().rules().names().budgets.get(usize::from(budget.0)).copied();
        let what = format!("{} {value}", name.unwrap_or_default());
        self.each(&[who], &what, |_, row| row.budgets.set(budget, value))
    }

    pub(super) fn add_condition(&mut self, who: TokenKey, condition: &Condition) -> Result<String, NoEdit> {
        self.check_condition(condition)?;
        let what = self.ruleset().rules().condition(&self.battle, condition).label.to_lowercase();
        self.each(&[who], &what, |_, row| row.conditions.0.push(*condition))
    }

    pub(super) fn drop_condition(&mut self, who: TokenKey, place: usize) -> Result<String, NoEdit> {
        self.has_condition(who, place)?;
        let lost = self.combatant(who).map(|fighter| fighter.conditions.0[place]);
        let lose = |_, row: &mut CombatantRow| {
            row.conditions.0.remove(place);
        };
        let words = self.each(&[who], "lost a condition", lose)?;
        self.id(who).zip(lost).into_iter().for_each(|(id, lost)| self.untie_other_half(id, lost));
        Ok(words)
    }

    pub(super) fn set_condition(
        &mut self,
        who: TokenKey,
        place: usize,
        condition: &Condition,
    ) -> Result<String, NoEdit> {
        self.has_condition(who, place)?;
        self.check_condition(condition)?;
        self.each(&[who], "changed a condition", |_, row| row.conditions.0[place] = *condition)
    }

    fn check_condition(&self, condition: &Condition) -> Result<(), NoEdit> {
        let (mut whom, mut with) = condition.references();
        let known = whom.all(|who| who.index() < self.tokens.len());
        let has = with.all(|item| item.index() < self.battle.item_rows().len());
        let own = condition.detail.ruleset().is_none_or(|ruleset| ruleset == self.ruleset());
        if !(known && has && own) {
            return no("that condition names somebody or something that is not there");
        }
        match condition.fault(&self.ruleset().rules().names()) {
            Some((what, right)) => no(format!("{}: {right}", capital(&what))),
            None => Ok(()),
        }
    }

    fn has_condition(&self, who: TokenKey, place: usize) -> Result<(), NoEdit> {
        let count = self.combatant(who).map_or(0, |fighter| fighter.conditions.0.len());
        if place < count { Ok(()) } else { no("that condition is not there any more") }
    }
}
