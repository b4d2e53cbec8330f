//! What panels, board and computer can ask about a position: accounts of attacks, sight, reach, movements, cards,
//! words.

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

/// Something on the board, as a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMark {
    /// Where it stands.
    pub site: Site,
    /// What it is and how much it can still take: "Door", "10 of 10", "Durability; AR 2".
    pub fact: Fact,
}

/// An attack that a step makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The attacker; if a mount bites, the mount.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon; `None` for spells.
    pub item: Option<ItemId>,
}

/// What a combatant has put off, readied or begun, as the initiative list shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Pending {
    /// The turn, or the rest of it, to be taken at an opportunity.
    Turn,
    /// An act, waiting for a trigger or to be released.
    Act,
    /// An act that takes several actions.
    Begun {
        /// Actions paid so far.
        paid: u8,
        /// Actions needed in all.
        needed: u8,
    },
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// "Mott may strike Cale".
    pub title: String,
    /// What the combatant who decides knows: "47 under 60".
    pub about: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// The combatant it is about, for the board.
    pub on: Option<CombatantId>,
}

/// What can be asked about a position. Nothing here changes anything. Questions that depend on where enemies are take
/// the battle as a side [knows](Known) it; [`Battle`] has the same questions for code above the rulesets.
pub trait Inspect: Definition {
    /// When a decision comes and why.
    fn briefing(&self, battle: &Battle, decision: &Decision) -> Briefing {
        decision.prompt.asked().told(battle, decision.who).briefing(battle, decision)
    }
    /// Who else on the same side will be asked the same right after.
    fn asked_with(&self, battle: &Battle, decision: &Decision) -> Vec<CombatantId> {
        decision.prompt.asked().asked_with(battle, decision.who)
    }
    /// Which results of its dice make an answer succeed, if that takes more than one number to say.
    fn needs(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Option<String> {
        decision.prompt.asked().needs(battle, decision.who, choice)
    }
    /// What a combatant has put off, readied or begun.
    fn pending(&self, _: &Battle, _who: CombatantId) -> Option<Pending> {
        None
    }
    /// The points needed for a usual defence against one more attack. An attack paid in points leaves these, unless the
    /// player says otherwise.
    fn usual_defence(&self, _: &Battle, _who: CombatantId) -> u8 {
        0
    }
    /// An offer for a decision in words.
    fn describe(&self, battle: &Battle, decision: &Decision, offer: &Offer) -> Wording {
        let known = &*battle.known_in(decision);
        decision.prompt.asked().describe(known, decision.who, offer, Wording::of(known, offer))
    }
    /// A decision in words.
    fn question(&self, battle: &Battle, decision: &Decision) -> Question {
        decision.prompt.asked().told(battle, decision.who).question()
    }
    /// Who rolls the dice of a step, and the number to roll against when it is resolved in this battle; `None` if there
    /// is no such number.
    fn number(&self, battle: &Battle, step: &Step) -> Option<(CombatantId, Verdict)>;
    /// A movement of `who` by the offer with a verb, from where they stand: what it costs, what it provokes, and where
    /// it leads. Of several ways to a square, the one that provokes the fewest attacks, then the cheapest.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn journey(&self, battle: &Known<'_>, who: CombatantId, verb: &str, course: Course<'_>)
    -> Result<Journey, Refusal>;
    /// The movement that a choice declares with its squares and parameters. Where a parameter makes another movement of
    /// it, as a vault can be a charge, this tells of that one; otherwise it is that of [`Self::journey`].
    ///
    /// # Errors
    /// The rule that forbids it.
    fn journey_of(&self, battle: &Known<'_>, who: CombatantId, choice: &Choice) -> Result<Journey, Refusal> {
        self.journey(battle, who, choice.verb, Course::Along(&choice.squares))
    }
    /// Whether the ground lets a body stand there, however it gets there and regardless of others.
    fn can_stand(&self, battle: &Battle, body: Footprint) -> bool {
        ground::can_stand(&battle.scene.field, body)
    }
    /// Those of some squares that a movement leads to without provoking anybody.
    fn quiet_ends(&self, battle: &Known<'_>, who: CombatantId, verb: &str, ends: &[Reachable]) -> Vec<Square> {
        let is_quiet = |square: &Square| {
            let journey = self.journey(battle, who, verb, Course::To(*square));
            journey.is_ok_and(|journey| journey.provocations.is_empty())
        };
        ends.iter().map(|end| end.square).filter(is_quiet).collect()
    }
    /// How near `other` must be to a way of `who`, in squares between their bodies, to alter that way, its cost or what
    /// it provokes: 0 if only a body in the way does. `None` if others may do so from anywhere.
    fn alters_ways_within(&self, battle: &Battle, _who: CombatantId, other: CombatantId) -> Option<u16> {
        // Walls may now hide squares that could be threatened; and reactions look a step ahead.
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
    /// Prepared combinations of an offer's parts from the sheet, by name, without targets.
    fn recipes(&self, _: &Battle, _who: CombatantId, _: &Offer) -> Vec<(String, Choice)> {
        Vec::new()
    }
    /// Which board objects there are rules for, under the settings in play.
    fn board_rules(&self, _: &Battle) -> BoardRules {
        BoardRules::default()
    }
    /// The squares that a keg or a charge reaches: within `radius`, a diagonal counting 1, with no wall in between,
    /// unless the ruleset counts differently.
    fn explosion(&self, battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
        objects::blast(&battle.scene.field, at, radius)
    }
    /// The length of a way from where a combatant stands, in cost units, regardless of what walking it costs: the
    /// number of steps, unless diagonals are longer, as they are in metres. Plates and trials use it for ways that
    /// nobody walks.
    fn length(&self, _: &Battle, _who: CombatantId, squares: &[Square]) -> u16 {
        squares.len() as u16
    }
    /// The squares within reach of the ready weapons of `who`.
    fn reach(&self, battle: &Battle, who: CombatantId) -> Vec<Square>;
    /// The squares in which `who` threatens an enemy: those within reach, unless the ruleset says otherwise, but none
    /// inside a wall or a pillar.
    fn threat(&self, battle: &Battle, who: CombatantId) -> Vec<Square> {
        let reached = if battle.combatant(who).fights() { self.reach(battle, who) } else { Vec::new() };
        ground::free_of_walls(&battle.scene.field, reached)
    }
    /// The distance between two bodies, in the unit of [`Sight::distance`]: the steps between them, a diagonal counting
    /// 1, unless the ruleset counts differently.
    fn apart(&self, _: &Battle, one: Footprint, other: Footprint) -> u16 {
        ground::distance(one, other)
    }
    /// Distance, sight and cover between two combatants.
    fn sight(&self, battle: &Known<'_>, from: CombatantId, to: CombatantId) -> Sight;
    /// The attacks that `who` could make on `whom` from where they stand, in a turn of `who`, with all points left in
    /// it, but regardless of the actions left; each is a choice of that turn.
    fn attacks(&self, battle: &Known<'_>, who: CombatantId, whom: CombatantId) -> Vec<(Choice, Option<Refusal>)>;
    /// The attack that a step makes, before its dice are rolled; `None` if the step is not an attack.
    fn attack_of(&self, step: &Step) -> Option<Attack>;
    /// The place in the order of the next turn, if nobody is acting between two turns.
    fn next_place(&self, _: &Battle) -> Option<usize> {
        None
    }
    /// Those who join the attacker in the attack of a step, each with their own blows.
    fn joined(&self, _: &Battle, _: &Step) -> CombatantSet {
        CombatantSet::default()
    }
    /// The numbers of the attack that a step makes; `None` if the step is not an attack.
    fn assess(&self, battle: &Battle, step: &Step) -> Option<Assessment>;
    /// Everything that the consequences of a step can depend on if everybody gives the default answer: steps in equal
    /// situations have equal forecasts, in all copies of a battle. `None` if a few numbers cannot express it; that is
    /// always correct, only slower.
    fn situation(&self, _: &Battle, _: &Step) -> Option<SituationKey> {
        None
    }
    /// Those whose vitals make no difference to what follows a step, whatever else an attack on them changes. Forecasts
    /// then explore what follows just once, so naming nobody is always correct, only slower. The explorer cannot find
    /// out by itself what a ruleset will read.
    fn unread_vitals(&self, _: &Battle, _: &Step) -> CombatantSet {
        CombatantSet::default()
    }
    /// What an attack on an area would do; `None` if the choice is not one.
    fn area(&self, _: &Known<'_>, _: CombatantId, _: &Choice) -> Option<Area> {
        None
    }
    /// Things on the board that an offer can be aimed at, each with the square that names it in a choice: doors and
    /// other features are no entities that the board could ask.
    fn marks(&self, _: &Known<'_>, _: CombatantId, _: &Offer) -> Vec<(Square, BoardMark)> {
        Vec::new()
    }
    /// The card of a combatant.
    fn card(&self, battle: &Battle, who: CombatantId) -> Card;
    /// Whether the state at a place in [`Names::states`](crate::rules::Names::states) holds for a combatant.
    fn is_so(&self, _: &Battle, _who: CombatantId, _state: usize) -> bool {
        false
    }
    /// Whether a side perceives a journal entry, right before it is written: by default what its own combatants do, and
    /// what others do that it knows of.
    fn perceives(&self, battle: &Battle, side: Team, entry: &Entry) -> bool {
        knowledge::perceives(battle, side, entry)
    }
    /// A condition in words, with its rule; by default only its name.
    fn condition(&self, _: &Battle, condition: &Condition) -> Fact {
        let name = self.names().conditions.get(usize::from(condition.kind.0)).copied().unwrap_or_default();
        Fact { label: capital(name), value: String::new(), words: String::new(), rule: None }
    }
}
