//! One act: its verdict in a sentence, the marks beside its targets, and its rows.

use super::{Mark, Telling, TellingRow, fate_words, leaves};
use crate::geometry::Footprint;
use crate::panels::{battle::log::Who, widgets::log_line::Piece};
use crate::rules::{AttackResult, CombatantId, Fate, Roll, RuleId, Setback, Status, action_words, and_list};

/// One act, as recorded in the journal.
pub(super) struct Act<'e> {
    pub by: CombatantId,
    pub on: Option<CombatantId>,
    pub words: &'e str,
    pub rolls: Vec<&'e Roll>,
    pub results: Vec<AttackResult>,
    pub notes: Vec<Remark<'e>>,
    /// Who has left the fight, and how.
    pub out: Vec<(CombatantId, Status)>,
    pub touched: Vec<CombatantId>,
    /// Where combatants moved before the first blow stood at that blow.
    pub stood: Vec<(CombatantId, Footprint)>,
    /// The last place the actor was moved to during the act.
    pub reached: Option<Footprint>,
    pub explodes: bool,
    /// Whether it is a turn in which nothing is done.
    pub passes: bool,
    /// The order of turns that its rolls determined.
    pub order: Vec<CombatantId>,
    /// The round that began before it.
    pub round: Option<u16>,
}

/// A note of the rules about somebody.
pub(super) struct Remark<'e> {
    pub who: CombatantId,
    pub words: &'e str,
    pub rule: RuleId,
    /// Whether the note follows a change to their state beyond a bar's value: it happened to them.
    pub befalls: bool,
}

impl Remark<'_> {
    /// Whether it names the result of a roll instead of being a sentence about somebody.
    pub(super) fn is_bare(&self) -> bool {
        is_bare(self.words)
    }
}

/// The most targets for which the sentence says one by one what happened to them.
const FEW: usize = 2;

impl<'e> Act<'e> {
    pub fn of(by: CombatantId) -> Self {
        Self {
            by,
            on: None,
            words: "",
            rolls: Vec::new(),
            results: Vec::new(),
            notes: Vec::new(),
            out: Vec::new(),
            touched: Vec::new(),
            stood: Vec::new(),
            reached: None,
            explodes: false,
            passes: false,
            order: Vec::new(),
            round: None,
        }
    }

    pub fn told(self, who: &impl Fn(CombatantId) -> Who) -> Telling {
        let name = |id: CombatantId| who(id).name;
        let (telling, later): (Vec<&Roll>, Vec<&Roll>) =
            self.rolls.iter().copied().filter(|roll| roll.success.is_some()).partition(|roll| self.decides(roll));
        let mut rolls: Vec<Vec<Piece>> = telling.into_iter().map(|roll| self.check(roll, &name)).collect();
        let is_friend = |on: CombatantId| who(on).team == who(self.by).team;
        // A friend who is helped has not been beaten.
        let helps =
            self.results.first().is_some_and(|result| is_friend(result.on) && matches!(result.fate, Fate::Worked(_)));
        if let Some(sums) = self.sums_against_sums().filter(|_| !helps) {
            rolls.insert(0, sums);
        }
        let sums = self.rolls.iter().filter(|roll| roll.success.is_none());
        let mut rows: Vec<TellingRow> = Vec::new();
        for roll in sums {
            let above = rows.last().filter(|row| row.sum).map(|row| row.amount.clone());
            rows.extend(self.sum(roll, above.as_deref(), &name));
        }
        let row = |pieces, rule| TellingRow { pieces, amount: String::new(), rule: Some(rule), sum: false };
        rows.extend(later.into_iter().map(|roll| row(self.check(roll, &name), roll.rule)));
        rows.extend(
            self.notes.iter().map(|note| row(vec![Piece::Words(said_of(&name(note.who), note.words))], note.rule)),
        );
        let sentence = self.sentence(&name, &is_friend);
        // A row that the sentence already says is not repeated; its rule is shown beside the sentence.
        let says =
            |words: &str| sentence.starts_with(words) || sentence.split([',', ':']).any(|said| said.trim() == words);
        let is_said = |row: &TellingRow| matches!(&row.pieces[..], [Piece::Words(words)] if says(words));
        let rule = rows.iter().find(|row| is_said(row)).and_then(|row| row.rule);
        rows.retain(|row| !is_said(row));
        let tells = !(rolls.is_empty() && self.results.is_empty() && self.notes.is_empty() && self.out.is_empty());
        let matters = tells || self.passes;
        let marks = self.marks(&is_friend);
        let noted = self.notes.iter().map(|note| note.who).collect();
        let orders = !self.order.is_empty();
        let (out, touched, stood) = (self.out.into_iter().map(|(who, _)| who).collect(), self.touched, self.stood);
        Telling {
            by: self.by,
            on: self.on,
            sentence,
            rule,
            rolls,
            rows,
            marks,
            stood,
            out,
            touched,
            noted,
            chosen: Vec::new(),
            matters,
            explodes: self.explodes,
            passes: self.passes,
            orders,
            round: self.round,
        }
    }

    /// The targets of its blows, in the order they were first struck.
    pub fn targets(&self) -> Vec<CombatantId> {
        let mut targets: Vec<CombatantId> = Vec::new();
        for result in &self.results {
            if !targets.contains(&result.on) {
                targets.push(result.on);
            }
        }
        targets
    }

    /// The verdict: who, what, to whom, damage, wounds, and what happened to attacker and targets.
    fn sentence(&self, name: &impl Fn(CombatantId) -> String, is_friend: &impl Fn(CombatantId) -> bool) -> String {
        let targets = self.targets();
        if self.words.is_empty() && targets.is_empty() && !self.explodes {
            return self.happening(name);
        }
        let mut parts: Vec<String> = match targets[..] {
            [on] if !self.explodes && self.befell(on).next().is_some() && self.is_mere(on) => Vec::new(),
            [on] if !self.explodes && self.is_affected(on) => vec![self.effect_on(on, is_friend(on)).into()],
            [on] if !self.explodes => vec![self.against(on)],
            [_, _, _, ..] => vec![self.against_all(&targets)],
            _ => targets.iter().map(|on| format!("{} {}", name(*on), self.among(*on))).collect(),
        };
        let bare = self.notes.iter().filter(|note| is_bare(note.words) && targets.len() < 2);
        parts.extend(bare.map(|note| note.words.to_string()));
        if targets.is_empty() && !self.explodes {
            let says = self.notes.iter().any(|note| note.who == self.by);
            let own = self.rolls.iter().filter(|roll| roll.who == self.by);
            let success = own.into_iter().find_map(|roll| roll.success).filter(|_| !says);
            parts.extend(success.map(|success| if success { "succeeds" } else { "fails" }.to_string()));
            let said = self.notes.iter().filter(|note| !is_bare(note.words));
            parts.extend(said.take(2).map(|note| match note.who == self.by {
                true => note.words.to_string(),
                false => format!("{} {}", name(note.who), note.words),
            }));
        }
        if !targets.is_empty() && !self.explodes {
            parts.extend(self.befallen(name, targets.len() > FEW));
        }
        parts.extend(self.left(name));
        let lead = self.lead(&targets, name);
        if parts.is_empty() { lead } else { format!("{lead}: {}", parts.join(", ")) }
    }

    /// Who does what to whom.
    fn lead(&self, targets: &[CombatantId], name: &impl Fn(CombatantId) -> String) -> String {
        let by = name(self.by);
        match (targets, self.words) {
            _ if self.explodes => self.notes.first().map_or(by, |note| said_of(&name(note.who), note.words)),
            ([on], _) if self.is_plain_hit(*on) => format!("{by} hits {}", name(*on)),
            ([on], "") => format!("{by} strikes {}", name(*on)),
            (_, "") => by,
            (_, words) => {
                let object = self.on.or(targets.first().copied().filter(|_| targets.len() == 1));
                let words = action_words(words, &object.map_or_else(String::new, name));
                format!("{by} {}", arrived(&words, self.reached))
            }
        }
    }

    /// The sentence for events that nobody causes: the notes of the rules, or else the roll.
    fn happening(&self, name: &impl Fn(CombatantId) -> String) -> String {
        let by = name(self.by);
        if self.passes {
            return format!("{by} does nothing this turn");
        }
        let has_rolled = |who: &&CombatantId| self.rolls.iter().any(|roll| roll.who == **who);
        let order: Vec<String> = self.order.iter().filter(has_rolled).map(|who| name(*who)).collect();
        if !order.is_empty() {
            return format!("The order of turns: {}", order.join(", "));
        }
        let mut all: Vec<String> = Vec::new();
        for said in self.notes.iter().map(|note| said_of(&name(note.who), note.words)).chain(self.left(name)) {
            if !all.contains(&said) {
                all.push(said);
            }
        }
        match self.rolls.first() {
            Some(roll) if all.is_empty() => match roll.success {
                Some(success) => format!("{by}: {}: {}", roll.words, if success { "succeeds" } else { "fails" }),
                // Dice without a result, such as those for the order.
                None => String::new(),
            },
            _ if all.is_empty() => by,
            _ => all.join(", "),
        }
    }

    /// Who has left the fight and how, unless a remark says it: "Ansa and Bero have fled".
    fn left(&self, name: &impl Fn(CombatantId) -> String) -> Vec<String> {
        let is_said = |who: CombatantId, words: &str| {
            let of = |note: &&Remark<'_>| note.who == who;
            // Without targets, all remarks about what happened are told.
            self.notes.iter().filter(of).any(|note| note.words == words || self.words.is_empty() && note.befalls)
                && self.results.is_empty()
        };
        let mut left: Vec<([&str; 2], Vec<String>)> = Vec::new();
        for (who, words) in self.out.iter().map(|(who, status)| (*who, leaves(*status))) {
            match left.iter_mut().find(|(known, _)| *known == words) {
                _ if is_said(who, words[0]) => {}
                Some((_, names)) => names.push(name(who)),
                None => left.push((words, vec![name(who)])),
            }
        }
        let said = |([of_one, of_several], names): ([&str; 2], Vec<String>)| {
            let words = if names.len() == 1 { of_one } else { of_several };
            format!("{} {words}", and_list(names))
        };
        left.into_iter().map(said).collect()
    }

    /// What happened to somebody who stays in the fight, in the rules' words.
    fn befell(&self, who: CombatantId) -> impl Iterator<Item = &'e str> + '_ {
        let stays = !self.out.iter().any(|(out, _)| *out == who);
        let of = self.notes.iter().filter(move |note| stays && note.befalls && note.who == who);
        let is_fate = |words: &str| {
            let past = words.strip_prefix("is ").unwrap_or(words);
            self.results.iter().any(|result| matches!(result.fate, Fate::Worked(how) if how.past() == past))
        };
        of.map(|note| note.words).filter(move |words| !is_bare(words) && !is_fate(words))
    }

    /// What happened to the attacker and, unless there are `many` targets, to the others: "Bero loses all AP and drops
    /// sword".
    fn befallen(&self, name: &impl Fn(CombatantId) -> String, many: bool) -> Vec<String> {
        let mut whom: Vec<CombatantId> = Vec::new();
        for note in &self.notes {
            if !whom.contains(&note.who) && (!many || note.who == self.by) {
                whom.push(note.who);
            }
        }
        let said = whom.into_iter().map(|who| (who, self.befell(who).collect::<Vec<_>>()));
        said.filter(|(_, words)| !words.is_empty())
            .map(|(who, words)| format!("{} {}", name(who), and_list(words)))
            .collect()
    }

    /// Whether all blows at somebody landed without doing any damage.
    fn is_mere(&self, on: CombatantId) -> bool {
        let is_mere = |fate: Fate| matches!(fate, Fate::Hit | Fate::Critical | Fate::Worked(Setback::Effect));
        let mut blows = self.results.iter().filter(|result| result.on == on);
        blows.all(|result| is_mere(result.fate) && result.damage <= 0)
    }

    /// Whether an effect without damage has reached somebody.
    pub(super) fn is_affected(&self, on: CombatantId) -> bool {
        self.results.iter().any(|result| result.on == on && result.fate == Fate::Worked(Setback::Effect))
    }

    /// What such an effect has done to somebody: "stable", "regains 3 Health".
    fn effect_on(&self, on: CombatantId, is_friend: bool) -> &'e str {
        let out = self.out.iter().find(|(who, _)| *who == on).map(|(_, status)| leaves(*status)[0]);
        let said = self.befell(on).last().or(out);
        match said.map(|words| words.strip_prefix("is ").unwrap_or(words)) {
            Some(words) => words,
            None if !is_friend => Setback::Effect.past(),
            None if self.touched.contains(&on) => "helped",
            None => "no change",
        }
    }

    /// Whether any blow at somebody landed, so that the sentence says who hits whom.
    fn is_plain_hit(&self, on: CombatantId) -> bool {
        let mut blows = self.results.iter().filter(|result| result.on == on);
        blows.any(|result| matches!(result.fate, Fate::Hit | Fate::Critical | Fate::Stopped))
    }

    /// The result of all blows at somebody: "13 damage", "2 of 3 blows, 21 damage".
    fn against(&self, on: CombatantId) -> String {
        let blows: Vec<&AttackResult> = self.results.iter().filter(|result| result.on == on).collect();
        let damage: i16 = blows.iter().map(|result| result.damage.max(0)).sum();
        match blows[..] {
            [only] => fate_words(only.fate, damage),
            _ => {
                let landed = blows.iter().filter(|result| result.fate.lands()).count();
                format!("{landed} of {} blows, {damage} damage", blows.len())
            }
        }
    }

    /// The result of all blows at one of several targets, without a sentence of its own.
    fn among(&self, on: CombatantId) -> String {
        let all_stopped =
            self.results.iter().filter(|result| result.on == on).all(|result| result.fate == Fate::Stopped);
        if all_stopped { "unhurt".into() } else { self.against(on) }
    }

    /// The result for many targets, in short: "5 of 8 hurt, 24 damage in all". The card lists each one's losses.
    fn against_all(&self, targets: &[CombatantId]) -> String {
        let of = |on: CombatantId| self.results.iter().filter(move |result| result.on == on);
        let damage = |on: CombatantId| of(on).map(|result| i32::from(result.damage.max(0))).sum::<i32>();
        let worked = |on: &CombatantId| {
            of(*on).find_map(|result| match result.fate {
                Fate::Worked(how) => Some(how.past()),
                _ => None,
            })
        };
        let (hurt, all): (usize, i32) = targets
            .iter()
            .map(|on| damage(*on))
            .filter(|target| *target > 0)
            .fold((0, 0), |(count, sum), loss| (count + 1, sum + loss));
        let count = targets.len();
        match (hurt, targets.iter().find_map(worked)) {
            (0, Some(how)) => format!("{how} {} of {count}", targets.iter().filter(|on| worked(on).is_some()).count()),
            (0, None) => "nobody is hurt".into(),
            _ => format!("{hurt} of {count} hurt, {all} damage in all"),
        }
    }

    /// The marks beside the targets.
    fn marks(&self, is_friend: &impl Fn(CombatantId) -> bool) -> Vec<Mark> {
        let many = self.targets().len() > 2;
        let mark = |on: CombatantId| {
            let blows: Vec<&AttackResult> = self.results.iter().filter(|result| result.on == on).collect();
            let damage: i16 = blows.iter().map(|result| result.damage.max(0)).sum();
            if damage > 0 {
                return Mark::of_loss(on, damage);
            }
            if self.is_affected(on) {
                let words = self.effect_on(on, is_friend(on)).into();
                return Mark { on, words, hurts: !is_friend(on), loss: 0 };
            }
            // What happened to the target says more than "no damage".
            if let Some(words) = self.befell(on).last().filter(|_| self.is_mere(on)) {
                let words = words.strip_prefix("is ").unwrap_or(words);
                return Mark { on, words: words.into(), hurts: true, loss: 0 };
            }
            let words = match blows.last().map(|result| result.fate) {
                Some(Fate::Averted(how)) => how.past(),
                Some(Fate::Worked(how)) => how.past(),
                Some(Fate::Glanced) => "glances off",
                Some(Fate::Grazed) => "grazed",
                // With many targets, a word beside each would cover the others.
                Some(Fate::Stopped | Fate::Hit | Fate::Critical) if many => "0",
                Some(Fate::Stopped) => "stopped",
                Some(Fate::Hit | Fate::Critical) => "no damage",
                Some(Fate::Failed) => "fails",
                Some(Fate::Missed) | None => "missed",
            };
            let hurts = matches!(blows.last().map(|blow| blow.fate), Some(Fate::Worked(_)));
            Mark { on, words: words.into(), hurts, loss: 0 }
        };
        self.targets().into_iter().map(mark).collect()
    }
}

/// The words of an act with "towards" replaced by "to" if that place has been reached.
pub(in crate::panels::battle) fn arrived(words: &str, reached: Option<Footprint>) -> String {
    let place = reached.map(|reached| reached.anchor.to_string());
    let towards = place.map(|place| (format!(" towards {place}"), format!(" to {place}")));
    let is_there = |(towards, _): &(String, String)| {
        let after = words.split_once(towards.as_str()).map(|(_, after)| after);
        after.is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_digit()))
    };
    towards.filter(is_there).map_or_else(|| words.to_owned(), |(towards, to)| words.replacen(&towards, &to, 1))
}

/// A remark about somebody as a sentence: "Nib: a wound", "Nib falls prone".
fn said_of(name: &str, words: &str) -> String {
    if is_bare(words) { format!("{name}: {words}") } else { format!("{name} {words}") }
}

/// Whether a remark is not a sentence about somebody but a thing they get: "a wound", "2 wounds".
fn is_bare(words: &str) -> bool {
    !words.contains(':') && (words.starts_with("a ") || words.starts_with(|first: char| first.is_ascii_digit()))
}
