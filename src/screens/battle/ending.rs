//! The end of a battle: who won, why, and what became of everybody.

use std::path::Path;

use bevy::prelude::World;

use super::{
    BattleScreen, Leave,
    answering::StandingAnswer,
    rounds::rounds_played,
    tally::{AttackTally, attack_tally},
};
use crate::{
    arena::Arena as _,
    board::{self, token_look},
    levels::{Faults, Recording, Roster, sides},
    panels::battle::{
        dialogs::ConcessionModel,
        result::{LuckModel, LuckRow, ResultModel, ResultRow},
        telling::tell,
    },
    rules::{Aim, CONCEDE, Choice, CombatantId, Effect, Entry, Team, Teams, and_list},
    screens::{app, resuming},
    seats::{Counted, Game, Luck, Seat, SideLuck, Watching},
};

/// The state of the page at the end of a battle.
#[derive(Default)]
pub(super) struct Ended {
    /// Whether it has been closed, to look at the field.
    pub closed: bool,
    /// The round to play again from, once the player has set it.
    pub round: Option<u16>,
    luck: Option<Luck>,
    counted: Option<Vec<SideLuck>>,
    /// Whether its recording does not replay, so that nothing can be counted.
    uncounted: bool,
    /// What is told, with the revision of the battle.
    told: Option<(u64, Told)>,
}

/// What is told of the end; rebuilt once the luck has been counted.
#[derive(Clone)]
struct Told {
    verdict: String,
    decided: Option<String>,
    rows: Vec<ResultRow>,
    /// How many rounds have been played.
    rounds: u16,
}

/// Shows another game, whose battle the world already holds, with the standing answers that stay valid in it.
pub(super) fn go_into(world: &mut World, game: Game, mut standing: Vec<StandingAnswer>) {
    super::enter(world, game, None);
    // No undo in that battle takes them back.
    standing.iter_mut().for_each(|answer| answer.heard = 0);
    world.resource_mut::<BattleScreen>().listed.standing = standing;
}

impl BattleScreen {
    /// The result page, once the view has shown the end; by then nobody is hidden any more.
    pub(super) fn result(&mut self, world: &World) -> Option<ResultModel> {
        let winner = self.battle().scene.over?;
        if self.stage.is_busy() || self.watching.is_some() || self.ended.closed || self.is_held() {
            return None;
        }
        let revision = world.revision();
        let is_known = self.ended.told.as_ref().is_some_and(|(known, _)| *known == revision);
        if !is_known {
            self.ended = Ended { luck: self.count_luck(), ..Ended::default() };
        }
        if self.hear_of_luck() || !is_known {
            self.ended.told = Some((revision, self.told(winner, world.journal())));
        }
        let luck = match (&self.ended.counted, &self.ended.luck) {
            (Some(counted), _) => LuckModel::Counted(counted.iter().map(|luck| self.luck_row(luck)).collect()),
            (None, Some(luck)) => LuckModel::Counting(luck.share()),
            (None, None) if self.ended.uncounted => LuckModel::Unknown("Not counted: the recording does not replay"),
            (None, None) => LuckModel::Unknown("Not counted: this battle was not recorded"),
        };
        let Told { verdict, decided, rows, rounds } = self.ended.told.clone().map(|(_, told)| told)?;
        Some(ResultModel {
            winner,
            verdict,
            decided,
            luck,
            rounds,
            from_round: self.ended.round.unwrap_or(rounds).clamp(1, rounds),
            seed: self.game.header.seed.to_string(),
            rows,
            recorded: self.game.recording().is_some(),
        })
    }

    /// Whether the page has been closed to look at the field.
    pub(super) const fn is_closed(&self) -> bool {
        self.ended.closed && self.watching.is_none()
    }

    /// The end in a sentence, while the page is closed to look at the field.
    pub(super) fn over(&self) -> Option<String> {
        let told = self.ended.told.as_ref().filter(|_| self.is_closed());
        told.map(|(_, told)| told.verdict.clone())
    }

    /// The side that a person plays, if there is just one.
    fn own_side(&self) -> Option<Team> {
        let mut own = self.battle().teams().filter(|team| self.game.seat(*team) == Seat::Person);
        own.next().filter(|_| own.next().is_none())
    }

    fn told(&self, winner: Option<Team>, journal: &[Entry]) -> Told {
        let battle = self.battle();
        let rules = battle.ruleset.rules();
        let rows = battle.combatants().map(|fighter| {
            let card = rules.card(battle, fighter.id);
            let attack_tally = attack_tally(battle, journal, fighter.id);
            let state = match (card.out, card.bars.first()) {
                ("", Some(bar)) => format!("{} of {}", bar.now, bar.full),
                (out, _) => out.to_string(),
            };
            ResultRow {
                name: fighter.identity.name.to_string(),
                look: token_look(battle, fighter.id, &card),
                team: fighter.team,
                side: self.side_name(fighter.team),
                hits: self.hits(fighter.id, attack_tally),
                dealt: attack_tally.dealt,
                taken: attack_tally.taken,
                state,
            }
        });
        let head = match (winner, self.own_side()) {
            (None, _) => "Nobody wins".into(),
            (Some(winner), Some(own)) if winner == own => "You won".into(),
            (Some(_), Some(_)) => "You lost".into(),
            (Some(winner), None) => {
                let side = self.side_name(winner);
                format!("{side} {}", sides::verb(&side, "wins", "win"))
            }
        };
        let verdict = format!("{head}: {}", self.why(winner));
        let (decided, rounds) = (self.decided(winner, journal), rounds_played(battle, journal));
        Told { verdict, decided, rows: rows.collect(), rounds }
    }

    /// How many attacks of a fighter landed, out of how many, as counted for its side's luck; `None` until they are
    /// counted. Without a recording to count from, blows.
    fn hits(&self, who: CombatantId, attack_tally: AttackTally) -> Option<(u32, u32)> {
        match (&self.ended.counted, &self.ended.luck) {
            (Some(all), _) => {
                let mut all = all.iter().flat_map(|luck| &luck.by);
                Some(all.find(|(known, ..)| *known == who).map_or((0, 0), |(_, landed, all)| (*landed, *all)))
            }
            (None, Some(_)) => None,
            (None, None) => Some((attack_tally.landed, attack_tally.blows)),
        }
    }

    /// Why it ended so, from the player's point of view: "all of the watch are out of the fight".
    fn why(&self, winner: Option<Team>) -> String {
        let battle = self.battle();
        let rules = battle.ruleset.rules();
        let own = self.own_side();
        let side = |team: Team| if own == Some(team) { "you".into() } else { self.side_within(team) };
        let list = |teams: Vec<Team>, words: &dyn Fn(Team) -> String| and_list(teams.into_iter().map(words));
        // As goals count it, a mount without its rider does not keep its side in the fight.
        let is_left = |team: &Team| {
            battle.combatants().any(|fighter| fighter.team == *team && fighter.fights() && rules.takes_turns(fighter))
        };
        let left = battle.teams().filter(is_left).count();
        let Some(winner) = winner else {
            return match left {
                0 => "nobody is left in the fight".into(),
                _ => format!("round {} is over, and no goal has been reached", battle.scene.last_round),
            };
        };
        let conceded: Vec<Team> = battle.teams().filter(|team| battle.scene.conceded.contains(*team)).collect();
        let goal = battle.scene.goals.iter().find(|goal| goal.team == winner && goal.aim != Aim::Defeat);
        match goal.filter(|_| left > 1) {
            Some(goal) => format!("{} {}", side(winner), goal.reached()),
            None if !conceded.is_empty() => format!("{} conceded", list(conceded, &side)),
            None => {
                let losers = battle.teams().filter(|team| *team != winner).collect();
                format!("all of {} are out of the fight", list(losers, &|team| self.side_within(team)))
            }
        }
    }

    /// The name of a side within a sentence: "the watch".
    pub(super) fn side_within(&self, team: Team) -> String {
        sides::within(&self.side_name(team))
    }

    /// The act by which the last of the losers fell: "Round 4: Bero hits Nib: 13 damage, Nib is out".
    fn decided(&self, winner: Option<Team>, journal: &[Entry]) -> Option<String> {
        let winner = winner?;
        let battle = self.battle();
        if battle.scene.conceded != Teams::default() {
            return None;
        }
        let falls = |entry: &Entry| matches!(entry, Entry::Effect(Effect::Status(who, status)) if status.is_out() && battle.combatant(*who).team != winner);
        let fall = journal.iter().rposition(falls)?;
        let acts =
            |entry: &Entry| matches!(entry, Entry::Action { .. } | Entry::Effect(Effect::Acting(_) | Effect::Round(_)));
        let from = journal[..fall].iter().rposition(acts).unwrap_or(0);
        let told = tell(&journal[from..=fall], |who| self.who(who, None));
        let round = journal[..fall].iter().rev().find_map(|entry| match entry {
            Entry::Effect(Effect::Round(round)) => Some(*round),
            _ => None,
        });
        let sentence = told.last()?.sentence.clone();
        Some(round.map_or_else(|| sentence.clone(), |round| format!("Round {round}: {sentence}")))
    }

    /// Starts counting what the dice gave each side.
    fn count_luck(&self) -> Option<Luck> {
        let recording = Recording::load(self.game.recording()?, Roster::builtin()).ok()?;
        Some(Luck::start(recording))
    }

    /// Polls the counting; true if it has ended just now.
    fn hear_of_luck(&mut self) -> bool {
        let heard = self.ended.luck.as_ref().filter(|_| self.ended.counted.is_none()).and_then(Luck::poll);
        match heard {
            Some(Counted::Sides(all)) => self.ended.counted = Some(all),
            Some(Counted::Nothing) => (self.ended.luck, self.ended.uncounted) = (None, true),
            None => return false,
        }
        true
    }

    fn luck_row(&self, luck: &SideLuck) -> LuckRow {
        LuckRow {
            team: luck.side,
            name: self.side_name(luck.side),
            attacks: luck.attacks,
            landed: luck.landed,
            expected_to_land: luck.expected_to_land,
            damage: luck.damage,
            expected_damage: luck.expected_damage,
        }
    }

    /// Which side can concede now, or why none can.
    pub(super) fn concession(&self) -> ConcessionModel {
        let asked = self.asked();
        let refusal = match (&self.watching, self.battle().scene.over, &asked) {
            (Some(_), ..) => Some("This is a recording"),
            (None, Some(_), _) => Some("The battle is over"),
            (None, None, Some((.., Seat::Person))) => None,
            _ => Some("Only a side that is asked can concede"),
        };
        let side = asked.map(|(who, ..)| self.side_name(self.battle().combatant(who).team));
        ConcessionModel { side: side.unwrap_or_default(), refusal }
    }

    /// Gives up for the side that is asked.
    pub(super) fn concede(&mut self, world: &mut World) {
        self.dialog = None;
        if let Some(refusal) = self.concession().refusal {
            self.say(refusal, None);
        } else if let Err(error) = self.game.submit(world, &Choice::new(CONCEDE)) {
            self.say(error.to_string(), None);
        }
    }

    /// Plays the same battle again from the beginning of a round, in a new recording.
    pub(super) fn again_from(&mut self, round: u16, world: &mut World) -> Option<Leave> {
        let faults = |faults: Faults| faults.to_string();
        let path = self.game.recording()?.to_path_buf();
        let cut = Recording::load(&path, Roster::builtin()).map_err(faults).and_then(|recording| {
            recording.until_round(round).ok_or_else(|| format!("round {round} has not been recorded"))
        });
        let outcome = cut.and_then(|cut| Ok((Game::resume(world, &cut, Roster::builtin()).map_err(faults)?, cut)));
        match outcome {
            Ok((mut game, cut)) => {
                app::record_after(&mut game, &cut);
                let standing = self.listed.standing.iter().filter(|answer| answer.lasts());
                Some(Leave::Into(Box::new(game), standing.cloned().collect()))
            }
            Err(words) => {
                self.say(words, None);
                None
            }
        }
    }

    /// Plays the same battle again with the dice of `seed`.
    pub(super) fn again(&mut self, seed: u64, world: &mut World) -> Option<Leave> {
        let header = &self.game.header;
        let mut seats = [Seat::default(); Team::MOST];
        for (seat, word) in seats.iter_mut().zip(&header.seats) {
            *seat = Seat::of(word).unwrap_or_default();
        }
        let settings = header.settings.clone();
        match Game::new(world, &header.level, Roster::builtin(), header.ruleset, settings, seed, seats) {
            Ok(mut game) => {
                app::record(world, &mut game);
                Some(Leave::Into(Box::new(game), Vec::new()))
            }
            Err(faults) => {
                self.say(faults.to_string(), None);
                None
            }
        }
    }

    /// Continues a battle whose recording has been watched, in that recording.
    pub(super) fn go_on_in(&mut self, file: &Path, world: &mut World) {
        match resuming::go_on(world, file) {
            Ok(game) => self.game = game,
            Err(words) => self.game.tell_fault(format!("This battle is not recorded: {words}")),
        }
    }

    /// Shows the battle's own recording from its start.
    pub(super) fn watch(&mut self, world: &mut World) {
        let Some(path) = self.game.recording().map(Path::to_path_buf) else { return };
        let outcome = Recording::load(&path, Roster::builtin())
            .and_then(|recording| Watching::start(world, &recording, Roster::builtin()));
        match outcome {
            Ok(watching) => {
                self.watching = Some(watching);
                board::reset(world);
            }
            Err(faults) => self.say(faults.to_string(), None),
        }
    }
}
