//! What panels, board and computer ask about a position: accounts of attacks, sight, reach, movements, cards, words.

use serde::Serialize;

use super::{BoardRules, Card, Definition, Fact};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        account::{Area, Assessment, RuleId, Sight, SituationKey, Verdict},
        choosing::{Briefing, Choice, Course, Journey, Offer, Reachable, Refusal, Wording, capital, ground},
        flow::{Entry, Known, knowledge, objects},
        ids::{CombatantId, CombatantSet, ItemId, Team},
        state::{Battle, Condition, Decision, Site},
        table::Step,
    },
};

/// Something that stands on the board, as a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMark {
    /// Where it stands.
    pub site: Site,
    /// What it is and what it can still take: "Door", "10 of 10", "Durability; AR 2".
    pub fact: Fact,
}

/// An attack that a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The attacker; the mount, if it is the mount that bites.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon; spells have none.
    pub item: Option<ItemId>,
}

/// What somebody has put off, made ready or begun, as the order of turns shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Pending {
    /// The turn, or what is left of it: it may be taken when an opportunity comes.
    Turn,
    /// An act, for a trigger or to be let go.
    Act,
    /// An act that takes several actions.
    Begun {
        /// Those paid so far.
        paid: u8,
        /// Those needed in all.
        needed: u8,
    },
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// "Mott may strike Cale".
    pub title: String,
    /// What the decider knows: "47 under 60".
    pub about: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// Against whom or what, for the board.
    pub on: Option<CombatantId>,
}

/// What can be asked about a position. Nothing here changes anything. What depends on where enemies are takes the battle as
/// a side [knows](Known) it: [`Battle`] has the same questions for everybody above the rulesets.
pub trait Inspect: Definition {
    /// When a decision comes and why.
    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        decision.prompt.asked().told(battle, decision.who).briefing(battle, decision)
    }
    /// Who else of the same side will be asked the same right after.
    fn asked_with(&self, battle: &Battle, decision: &Decision) -> Vec<CombatantId> {
        decision.prompt.asked().asked_with(battle, decision.who)
    }
    /// Which results of its dice make an answer come off, where there is more to it than one number.
    fn needs(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<String> {
        decision.prompt.asked().needs(battle, decision.who, choice)
    }
    /// What somebody has put off, made ready or begun.
    fn pending(&self, _: &Battle, _who: CombatantId) -> Option<Pending> {
        None
    }
    /// The points that somebody keeps to defend against one more attack in the usual way: what an attack that is paid in
    /// points leaves of them, unless a person says otherwise.
    fn usual_defence(&self, _: &Battle, _who: CombatantId) -> u8 {
        0
    }
    /// An offer in answer to a decision in words.
    fn describe(&self, battle: &Battle, decision: &Decision, offer: &Offer) -> Wording {
        let known = &*battle.known_in(decision);
        decision.prompt.asked().describe(known, decision.who, offer, Wording::of(known, offer))
    }
    /// A decision in words.
    fn question(&self, battle: &Battle, decision: &Decision) -> Question {
        decision.prompt.asked().told(battle, decision.who).question()
    }
    /// Who rolls the dice of a step, and the number they are rolled against when it is resolved in this battle; `None`
    /// if there is no such number.
    fn number(&self, battle: &Battle, step: &Step) -> Option<(CombatantId, Verdict)>;
    /// A movement of `who` by the offer with that verb, from where they stand: what it costs, what it sets off, and where
    /// it leads. Of several ways to a square, the one with the fewest provoked attacks, then the cheapest.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn journey(&self, battle: &Known<'_>, who: CombatantId, verb: &str, course: Course<'_>)
    -> Result<Journey, Refusal>;
    /// Whether a body can be there as far as the ground goes, however it gets there: others aside.
    fn can_stand(&self, battle: &Battle, body: Footprint) -> bool {
        ground::can_stand(&battle.scene.field, body)
    }
    /// Those of some squares to which the same movement provokes nobody.
    fn quiet_ends(&self, battle: &Known<'_>, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        let is_quiet = |square: &Square| {
            let journey = self.journey(battle, who, verb, Course::To(*square));
            journey.is_ok_and(|journey| journey.provocations.is_empty())
        };
        ends.iter().map(|end| end.square).filter(is_quiet).collect()
    }
    /// How near another must be to a way of `who`, in squares between their bodies, to alter that way, its cost or what it sets
    /// off: 0 if only who stands in a way does. `None` if others may from anywhere.
    fn alters_ways_within(&self, battle: &Battle, _who: CombatantId, other: CombatantId) -> Option<u16> {
        // Walls may hide now what is threatened elsewhere; and reactions look a step ahead.
        const LEAST: u16 = 4;
        const AHEAD: u16 = 2;
        let body = battle.combatant(other).footprint();
        let steps = |square: Square| {
            let (x, y) = body.gap(Footprint::one(square));
            x.max(y) as u16
        };
        let far = self.threat(battle, other).into_iter().map(steps).fold(LEAST, u16::max);
        Some(far + AHEAD)
    }
    /// Combinations of an offer's parts that somebody has ready by the sheet, by name, aimed at nobody yet.
    fn recipes(&self, _: &Battle, _who: CombatantId, _: &Offer) -> Vec<(String, Choice)> {
        Vec::new()
    }
    /// Which objects of the board there are rules for, as the settings say.
    fn board_rules(&self, _: &Battle) -> BoardRules {
        BoardRules::default()
    }
    /// The squares that a keg or a charge there reaches: at most so far away, a diagonal counting one, with no wall on the
    /// way, unless the catalogue counts in another way.
    fn explosion(&self, battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
        objects::blast(&battle.scene.field, at, radius)
    }
    /// The length of a way from where somebody stands, in cost units, whatever it costs to walk: the number of steps,
    /// unless diagonals are longer, as they are in metres. Plates and trials measure ways that nobody walks by it.
    fn length(&self, _: &Battle, _who: CombatantId, squares: &[Square]) -> u16 {
        squares.len() as u16
    }
    /// The squares within reach of the weapons that `who` has ready.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square>;
    /// The squares in which `who` threatens an enemy: those within reach, unless the ruleset says otherwise. Nobody stands
    /// inside a wall or a pillar.
    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let reached = if battle.combatant(who).fights() { self.reach(battle, who) } else { Vec::new() };
        ground::free_of_walls(&battle.scene.field, reached)
    }
    /// How far two bodies are from each other, in the unit in which [`Sight::distance`] counts: the steps between them, a
    /// diagonal counting one, unless the catalogue counts in another way.
    fn apart(&self, _: &Battle, one: Footprint, other: Footprint) -> u16 {
        ground::distance(one, other)
    }
    /// Distance, sight and cover between two combatants.
    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight;
    /// The attacks that `who` could make on `whom` from where they stand, in a turn of `who`, with all the points that are
    /// left in it and whatever actions are left; each is a choice of that turn.
    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)>;
    /// The attack that a step makes, its dice not rolled yet; `None` if the step is no attack.
    fn attack_of(&self, step: &Step) -> Option<Attack>;
    /// The place in the order of the turn that comes next, where nobody acts between two turns.
    fn next_place(&self, _: &Battle) -> Option<usize> {
        None
    }
    /// Those who make the attack of a step together with its attacker, each with blows of their own.
    fn joined(&self, _: &Battle, _: &Step) -> CombatantSet {
        CombatantSet::default()
    }
    /// The numbers of the attack that a step makes; `None` if the step is no attack.
    fn assess(&self, battle: &Battle, step: &Step) -> Option<Assessment>;
    /// All that what follows a step can depend on if everybody gives the default answer: steps in equal situations have
    /// equal forecasts, in all copies of a battle. `None` if it cannot be told in a few numbers; that is always right, and
    /// only slower.
    fn situation(&self, _: &Battle, _: &Step) -> Option<SituationKey> {
        None
    }
    /// Those whose vitals make no difference to what follows a step, whatever else an attack on them changes. Forecasts
    /// look at what follows only once for all of these, so naming nobody is always right, and only slower. The explorer
    /// cannot find out by itself what a ruleset will read.
    fn unread_vitals(&self, _: &Battle, _: &Step) -> CombatantSet {
        CombatantSet::default()
    }
    /// What an attack on an area would do; `None` if the choice is not one.
    fn area(&self, _: &Known<'_>, _: CombatantId, _: &Choice) -> Option<Area> {
        None
    }
    /// What stands on the board that an offer can be aimed at, each with the square that names it in a choice: doors and
    /// other features have no entity of their own that the board could ask.
    fn marks(&self, _: &Known<'_>, _: CombatantId, _: &Offer) -> Vec<(Square, BoardMark)> {
        Vec::new()
    }
    /// The card of a combatant.
    fn card(&self, battle: &Battle, who: CombatantId) -> Card;
    /// Whether the state with that place in [`Names::states`](crate::rules::Names::states) is true of somebody.
    fn is_so(&self, _: &Battle, _who: CombatantId, _state: usize) -> bool {
        false
    }
    /// Whether a side perceives an entry of the journal, right before it is written: by default what its own people do,
    /// and what those do whom it knows.
    fn perceives(&self, battle: &Battle, side: Team, entry: &Entry) -> bool {
        knowledge::perceives(battle, side, entry)
    }
    /// A condition in words, with its rule; by default only its name.
    fn condition(&self, _: &Battle, condition: &Condition) -> Fact {
        let name = self.names().conditions.get(usize::from(condition.kind.0)).copied().unwrap_or_default();
        Fact { label: capital(name), value: String::new(), words: String::new(), rule: None }
    }
}
