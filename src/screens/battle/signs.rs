//! The signs on the board and what they mean under the rules in play. Whether something bars the way is found by asking
//! the rules about a small board made for the purpose.

use std::sync::Arc;

use super::BattleScreen;
use crate::{
    board::token_look,
    geometry::{Edge, EdgeSide, Square},
    lab::is_plain_way,
    levels::{Level, Roster, Side, Unit, builtin, deploy},
    panels::legend::LegendModel,
    rules::{
        Aim, Battlefield, CombatantId, Feature, Footing, Goal, Offer, Posture, RulesetId, Settings, Target, Team,
        turn_given,
    },
};

/// The archetype that tries the way; it walks as anybody can.
const WALKER: &str = "swordsman";

/// The rows of the board made for the question; the walker stands in the first, an enemy in the last.
const ROWS: u16 = 12;

/// What the legend says about features and ground under some rules.
#[derive(Clone, Debug)]
pub(super) struct Passages {
    ruleset: RulesetId,
    pub features: Vec<(Feature, String)>,
    pub footings: Vec<(Footing, String)>,
}

impl Passages {
    /// Asks the rules about everything.
    fn ask(ruleset: RulesetId, settings: &Settings) -> Self {
        let plain = Way::ask(ruleset, settings, |_| {});
        let feature = |feature: Feature| {
            let way = Way::ask(ruleset, settings, |field| put(field, feature));
            (feature, way.words(&plain))
        };
        let footing = |footing: Footing| {
            let way = Way::ask(ruleset, settings, |field| field.set_footing(Square::new(0, 1), footing));
            (footing, way.words(&plain))
        };
        let footings = [
            Footing::Difficult,
            Footing::Water,
            Footing::ShallowTrench,
            Footing::DeepTrench,
            Footing::Pit,
            Footing::Void,
        ];
        Self {
            ruleset,
            features: Feature::ALL.into_iter().map(feature).collect(),
            footings: footings.into_iter().map(footing).collect(),
        }
    }
}

/// Puts a feature into the second square of a board one square wide, or between it and the first.
fn put(field: &mut Battlefield, feature: Feature) {
    match feature {
        Feature::Pillar | Feature::Tree | Feature::Bush | Feature::Barricade | Feature::Table | Feature::Keg => {
            field.set_feature(Square::new(0, 1), Some(feature));
        }
        _ => field.set_edge(Edge { square: Square::new(0, 1), side: EdgeSide::North }, Some(feature)),
    }
}

/// How somebody gets from the first to the second square.
#[derive(Debug, Default)]
struct Way {
    /// The offers that lead there.
    by: Vec<Crossing>,
    /// Whether something there can be broken.
    breaks: bool,
}

/// An offer that leads there.
#[derive(Debug)]
struct Crossing {
    verb: &'static str,
    title: String,
    cost: u16,
    /// The rank of a plain way, the plainest highest; `None` for a way that needs more than walking.
    plain: Option<u8>,
}

impl Way {
    fn ask(ruleset: RulesetId, settings: &Settings, put: impl FnOnce(&mut Battlefield)) -> Self {
        let mut field = Battlefield::new(1, ROWS);
        put(&mut field);
        let unit = |row: u16| Unit {
            archetype: WALKER.into(),
            name: None,
            at: Square::new(0, row as i16),
            posture: Posture::Standing,
            facing: None,
            hidden: false,
            riding: None,
            late: None,
        };
        let side = |row: u16| Side { units: vec![unit(row)], ..Side::default() };
        let goal = |side: u8| Goal { team: Team(side), aim: Aim::Defeat, held: 0 };
        let Some(first) = builtin().first() else { return Self::default() };
        let level = Level {
            field: Arc::new(field),
            sides: vec![side(0), side(ROWS - 1)],
            goals: vec![goal(0), goal(1)],
            zones: Vec::new(),
            veils_by_round: Vec::new(),
            ..first.clone()
        };
        let Ok(battle) = deploy(&level, Roster::builtin(), ruleset, settings.clone()) else { return Self::default() };
        let walker = CombatantId(0);
        let battle = turn_given(&battle, walker);
        let rules = battle.ruleset.rules();
        let decision = rules.turn_question(walker);
        let offers = rules.offers(&battle, &decision);
        let mut way = Self::default();
        for offer in offers.0.iter().filter(|offer| offer.is_open()) {
            way.breaks |= !battle.marks(walker, offer).is_empty();
            let Some(cost) = cost(offer, Square::new(0, 1)) else { continue };
            let title = rules.describe(&battle, &decision, offer).title.to_lowercase();
            let plain = is_plain_way(offer).then_some(offer.rank);
            way.by.push(Crossing { verb: offer.verb, title, cost, plain });
        }
        way
    }

    /// In words, compared with the way over ordinary ground.
    fn words(&self, ordinary: &Self) -> String {
        let walk = ordinary.by.iter().filter(|crossing| crossing.plain.is_some()).max_by_key(|crossing| crossing.plain);
        let walked = walk.and_then(|walk| Some((walk, self.by.iter().find(|offer| offer.verb == walk.verb)?)));
        let mut titles: Vec<&str> = self.by.iter().map(|crossing| crossing.title.as_str()).collect();
        titles.dedup();
        let way = match walked {
            Some((usual, here)) if here.cost > usual.cost => "walked, but slowly".to_string(),
            Some(_) => "does not hinder".to_string(),
            None if titles.is_empty() => "bars the way".to_string(),
            None => format!("passed only by: {}", titles[..titles.len().min(3)].join(", ")),
        };
        if self.breaks { format!("{way}, can be broken") } else { way }
    }
}

/// An offer's cost to end in a square, if it leads there.
fn cost(offer: &Offer, to: Square) -> Option<u16> {
    let Target::Way(ways) = &offer.target else { return None };
    ways.iter().filter(|way| way.square == to).map(|way| way.cost).min()
}

impl BattleScreen {
    /// What the legend says under the rules in play; asked once.
    pub(super) fn passages(&mut self) -> Arc<Passages> {
        let (ruleset, settings) = (self.battle().ruleset, &self.battle().settings);
        if let Some(known) = self.passages.as_ref().filter(|known| known.ruleset == ruleset) {
            return Arc::clone(known);
        }
        let asked = Arc::new(Passages::ask(ruleset, settings));
        self.passages = Some(Arc::clone(&asked));
        asked
    }

    /// The legend of the board, with the signs that tokens wear now.
    pub(super) fn legend(&mut self) -> LegendModel {
        let passages = self.passages();
        let battle = self.spoken();
        let rules = battle.ruleset.rules();
        // During a handover the player who still looks on is not the one whose view is shown.
        let is_seated = self.handover().is_none();
        let seen = battle.combatants().filter(|fighter| is_seated && self.is_visible(fighter.id));
        let signs = seen.filter_map(|fighter| {
            let card = rules.card(battle, fighter.id);
            card.sign?;
            let all: Vec<&str> = card.conditions.iter().map(|fact| fact.label.as_ref()).collect();
            Some((token_look(battle, fighter.id, &card), format!("{}: {}", fighter.identity.name, all.join(", "))))
        });
        LegendModel {
            rules: battle.ruleset.name().into(),
            features: passages.features.clone(),
            footings: passages.footings.clone(),
            signs: signs.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the legend says of a feature under the rules that a level suggests.
    fn words(level: &str, wanted: Feature) -> String {
        let level = builtin().iter().find(|built_in| built_in.tag == level).expect("a built-in level");
        let passages = Passages::ask(level.ruleset, &Settings::defaults(level.ruleset));
        passages.features.into_iter().find(|(feature, _)| *feature == wanted).map(|(_, words)| words).expect("listed")
    }

    #[test]
    fn the_legend_says_what_bars_a_way_under_each_ruleset() {
        for ruleset in RulesetId::ALL.iter().copied().filter(|ruleset| ruleset.is_offered()) {
            let passages = Passages::ask(ruleset, &Settings::defaults(ruleset));
            let wall = passages.features.iter().find(|(feature, _)| *feature == Feature::Wall).expect("listed");
            assert!(wall.1.starts_with("bars the way"), "{ruleset:?}: {wall:?}");
        }
        let level = builtin().iter().find(|level| level.tag == "tanner-row").expect("a built-in level");
        let passages = Passages::ask(level.ruleset, &Settings::defaults(level.ruleset));
        assert_eq!(passages.footings[0], (Footing::Difficult, "walked, but slowly".to_string()));
        let low = words("tanner-row", Feature::LowWall);
        assert!(low.starts_with("passed only by: "), "{low}");
        // There cover does not hinder, and doors, barricades and pillars can be broken: VIG-MOVE-03, VIG-OBJ-01.
        assert_eq!(words("broken-priory", Feature::DoorClosed), "bars the way, can be broken");
        assert_eq!(words("broken-priory", Feature::Pillar), "does not hinder, can be broken");
    }
}
