//! The outcome of an act itself and, apart from it, what the end of the turn or round brought.

use bevy::prelude::World;

use super::{
    super::{
        changes::{Changes, changes},
        rounds::{RoundEnd, round_ends},
    },
    Act, BattleScreen,
};
use crate::{
    arena::{Arena as _, SideView},
    lab::after_entries,
    panels::{
        battle::{
            aftermath::AftermathModel,
            telling::{Telling, TellingRow},
        },
        widgets::log_line::{LogLine, Piece},
    },
    rules::{Battle, Effect, Entry},
};

impl BattleScreen {
    /// The outcome of the last choice, until the next.
    pub(in crate::screens::battle) fn aftermath_model(&self) -> Option<AftermathModel> {
        let act = self.told_act()?;
        let (_, told) = act.told.as_ref()?;
        let tellings: Vec<Telling> = told.iter().filter(|telling| telling.matters).cloned().collect();
        let Changes { rows, losses } = self.changes(act, &tellings);
        Some(AftermathModel {
            team: self.battle().combatant(act.by).team,
            tellings,
            changes: rows,
            losses,
            short: false,
            spare: 0,
            expected: act.expected.clone(),
            unfolded: self.following.unfolded,
        })
    }

    /// What has changed for those concerned: by the act, "Nib, Health 28 to 15", and by what came after its turn,
    /// "Round 4: Nib, Vigor 11 to 15".
    fn changes(&self, act: &Act, told: &[Telling]) -> Changes {
        let after = act.after.as_deref().unwrap_or(self.spoken());
        let is_seen = |who| self.is_visible(who);
        let by_act = |now: &Battle| {
            let mut all = changes(&act.before, now, told, |who| is_seen(who) && act.knew(who));
            // The side's own view before the act knows nothing of fighters found by it.
            let found = changes(&act.before.of(None), now, told, |who| is_seen(who) && !act.knew(who));
            all.rows.extend(found.rows);
            all.losses.extend(found.losses);
            all
        };
        let Some(ended) = act.ended.as_deref() else { return by_act(after) };
        let mut all = by_act(ended);
        let when = match after.scene.round {
            round if round > ended.scene.round => format!("Round {round}"),
            _ => "After this turn".into(),
        };
        let said = |mut row: TellingRow| {
            row.pieces.insert(0, Piece::Words(format!("{when}:")));
            row
        };
        all.rows.extend(changes(ended, after, told, is_seen).into_rows().into_iter().map(said));
        all
    }

    /// Keeps the battle at the end of the act's turn and, as a separate line, what the end of the round brought, once
    /// the view has shown it.
    pub(super) fn tell_what_follows(&mut self, world: &World, act: &mut Act, told: &[Telling], progress: usize) {
        let journal = world.journal();
        let shown = &journal[..progress.min(journal.len())];
        let Some(part) = shown.get(act.from..) else { return };
        act.ended = part.iter().position(ends_turn).map(|end| after(&act.before, &part[..end]));
        let side = self.hidden_from();
        let heard = shown.iter().zip(world.perceived()).enumerate();
        let heard = heard.filter(|(_, (_, by))| side.is_none_or(|side| by.contains(side)));
        let ends =
            round_ends(self.battle(), heard.map(|(place, (entry, _))| (place, entry)), |team| self.side_name(team));
        for end in ends.into_iter().filter(|end| end.place >= act.from) {
            put_in(&mut self.following.lately.1, act.from, told, end);
        }
    }
}

/// Inserts what the end of a round brought among an act's lines, before anything of the new round.
fn put_in(lines: &mut Vec<(usize, bool, LogLine)>, from: usize, told: &[Telling], end: RoundEnd) {
    let RoundEnd { round, words, .. } = end;
    let pieces = vec![Piece::Words(format!("Round {round}: {words}"))];
    let later = kept(told).filter(|telling| telling.round >= Some(round)).count();
    let at = lines.len().saturating_sub(later);
    lines.insert(at, (from, false, LogLine { pieces, ..LogLine::default() }));
}

/// What of an act is kept as lines: what matters or, if nothing does, whatever has a sentence.
pub(super) fn kept(told: &[Telling]) -> impl Iterator<Item = &Telling> {
    let matters = told.iter().any(|telling| telling.matters);
    told.iter().filter(move |telling| telling.matters || !matters && !telling.sentence.is_empty())
}

/// Whether this entry ends a turn.
const fn ends_turn(entry: &Entry) -> bool {
    matches!(entry, Entry::Effect(Effect::Acting(_) | Effect::Round(_)))
}

/// The battle after some journal entries, as the same side sees it.
fn after(before: &SideView, entries: &[Entry]) -> SideView {
    SideView::new(after_entries(&before.of(None), entries), before.side())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panels::battle::{log::Who, telling::tell},
        rules::{Action, CombatantId, RuleId, Team},
    };

    #[test]
    fn what_the_end_of_a_round_brings_is_told_before_what_the_new_round_brings() {
        let strikes = |words: &'static str| {
            Entry::action((CombatantId(0), Action::Strike), words, (None, None, None), RuleId("RULE-01"))
        };
        let ends = [Entry::Effect(Effect::Acting(None)), Entry::Effect(Effect::Round(2))];
        let entries = [[strikes("strikes")].as_slice(), &ends, &[strikes("strikes again")]].concat();
        let who = |_| Who { name: "Bero".into(), team: Team(0), letter: 'B' };
        let mut told = tell(&entries, who);
        told.iter_mut().for_each(|telling| telling.matters = true);
        assert_eq!(told.iter().map(|telling| telling.round).collect::<Vec<_>>(), [None, Some(2)]);
        let line = |telling: &Telling| (7, false, LogLine { pieces: telling.in_a_line(), ..LogLine::default() });
        let mut lines: Vec<(usize, bool, LogLine)> = told.iter().map(line).collect();
        put_in(&mut lines, 7, &told, RoundEnd { place: 9, round: 2, words: "Bero recovers 4 Vigor".into() });
        let texts: Vec<String> = lines.iter().map(|(.., line)| line.text()).collect();
        assert!(texts[1] == "Round 2: Bero recovers 4 Vigor" && texts[2].contains("again"), "{texts:?}");
    }
}
