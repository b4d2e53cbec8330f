//! The square under the pointer: what it is, how to get there, and what enemies could do there.

use super::BattleScreen;
use crate::{
    geometry::{Edge, EdgeSide, Square},
    lab::Danger,
    panels::{
        battle::model::SquareModel,
        legend::{SHIELDS, Tint},
        number,
    },
    rules::{Cell, Fact, Feature, Footing, RuleId, board_rules, capital, uncapital},
};

/// How many of the enemies who can hit in a square are told, each with its chance.
const MOST_TOLD: usize = 4;

impl BattleScreen {
    /// The model of the square under the pointer.
    pub(super) fn square_model(&self) -> Option<SquareModel> {
        let square = self.hover?;
        let battle = self.battle();
        let cell = battle.scene.field.cell(square)?;
        let measure = battle.ruleset.rules().measure();
        let mut facts = Vec::new();
        let mut ground = vec![with_passage(ground_words(cell), self.passage_over(cell.footing))];
        ground.extend(cell.feature.map(|feature| with_passage(feature.name().into(), self.passage_by(feature))));
        ground.extend(cell.veil.map(|veil| veil.name().to_string()));
        facts.push(fact("Ground".into(), String::new(), ground.join(", "), None));
        facts.extend(board_rules::facts(battle, square));
        // The way to a body ends beside it.
        let way = self.insight.way.as_ref().filter(|way| way.route.squares.last() == Some(&square));
        if let Some(way) = way {
            let words = if way.route.base { String::new() } else { "run".into() };
            facts.push(fact("Path".into(), measure.words(way.route.cost), words, None));
        }
        let reachable = self.is_turn() && (way.is_some() || self.own_square() == Some(square));
        let mut harmless = Vec::new();
        if reachable {
            // Enemies who can hit are told before those who cannot.
            let (can, cannot) = by_harm(&self.insight.danger);
            facts.extend(can.into_iter().map(|danger| self.danger_fact(danger)));
            harmless.extend(cannot.into_iter().map(|danger| self.danger_fact(danger)));
        }
        facts.extend(self.edge_facts(square));
        Some(SquareModel { square, facts, signs: self.sign_facts(square), harmless })
    }

    /// How to get past a feature under the rules in play.
    fn passage_by(&self, feature: Feature) -> Option<&str> {
        let mut all = self.passages.iter().flat_map(|known| &known.features);
        all.find(|(known, _)| *known == feature).map(|(_, words)| words.as_str())
    }

    /// How to get over ground under the rules in play.
    fn passage_over(&self, footing: Footing) -> Option<&str> {
        let mut all = self.passages.iter().flat_map(|known| &known.footings);
        all.find(|(known, _)| *known == footing).map(|(_, words)| words.as_str())
    }

    /// What stands on the edges of a square.
    fn edge_facts(&self, square: Square) -> impl Iterator<Item = Fact> {
        let of = |x, y, side| Edge { square: Square::new(square.x + x, square.y + y), side };
        let edges = [
            (of(0, 0, EdgeSide::North), "to the north"),
            (of(1, 0, EdgeSide::West), "to the east"),
            (of(0, 1, EdgeSide::North), "to the south"),
            (of(0, 0, EdgeSide::West), "to the west"),
        ];
        let field = &self.battle().scene.field;
        edges.into_iter().filter_map(move |(edge, side)| {
            let feature = field.edge(edge)?;
            let words = with_passage(side.into(), self.passage_by(feature));
            Some(fact(capital(feature.name()).into_owned(), String::new(), words, None))
        })
    }

    /// What the board has drawn on a square and beside the fighter there, in the legend's words.
    fn sign_facts(&self, square: Square) -> Vec<Fact> {
        let Some((_, drawn)) = &self.model else { return Vec::new() };
        let is_marked = |tint: Tint| match tint {
            Tint::Base => drawn.base.contains(&square),
            Tint::Full => drawn.full.contains(&square),
            Tint::Threat => drawn.threat.contains(&square),
            Tint::Trail => drawn.trail.iter().any(|place| place.contains(square)),
            // The mark stands where the way there leaves somebody's reach.
            Tint::Provoked => self.insight.way.as_ref().is_some_and(|way| !way.provoked.is_empty()),
        };
        let sign = |label: &str, words: &str| fact(label.into(), String::new(), words.into(), None);
        let mut facts: Vec<Fact> = Tint::ALL
            .into_iter()
            .filter(|tint| is_marked(*tint))
            .map(Tint::words)
            .map(|(label, words)| sign(label, words))
            .collect();
        let target =
            drawn.target.as_ref().filter(|target| self.battle().combatant(target.who).footprint().contains(square));
        let shield = target.and_then(|target| target.cover).and_then(|class| SHIELDS.get(usize::from(class)));
        facts.extend(shield.map(|(_, words)| sign("Shield", words)));
        let fuses = drawn.fuses.iter().filter(|(squares, _)| squares.contains(&square));
        facts.extend(fuses.map(|(_, words)| sign("In reach of a fuse", words)));
        let zones = drawn.zones.iter().filter(|(_, squares, _)| squares.contains(&square));
        facts.extend(zones.map(|(.., words)| sign("Marked place", words)));
        facts
    }

    pub(super) fn own_square(&self) -> Option<Square> {
        let (who, ..) = self.asked()?;
        Some(self.battle().combatant(who).placement.anchor())
    }

    fn danger_fact(&self, danger: &Danger) -> Fact {
        if let Some(refusal) = &danger.refusal {
            let words = format!("cannot hit: {}", uncapital(&refusal.words));
            return fact(self.name(danger.by), String::new(), words, Some(refusal.rule));
        }
        let sight = &danger.sight;
        let words = if sight.has_classes && sight.cover > 0 { cover_words(sight.cover_name) } else { String::new() };
        fact(format!("{} hits", self.name(danger.by)), number::percent(danger.hits), words, None)
    }
}

/// The first few who can hit, and all who cannot, as those are counted.
fn by_harm<'d>(all: impl IntoIterator<Item = &'d Danger>) -> (Vec<&'d Danger>, Vec<&'d Danger>) {
    let (mut can, cannot): (Vec<&Danger>, Vec<&Danger>) = all.into_iter().partition(|danger| danger.refusal.is_none());
    can.truncate(MOST_TOLD);
    (can, cannot)
}

/// Cover by its ruleset's name: "partial" becomes "partial cover"; "light cover" and "a light obstacle" stay.
fn cover_words(name: &str) -> String {
    if name.contains(' ') { name.into() } else { format!("{name} cover") }
}

fn fact(label: String, value: String, words: String, rule: Option<RuleId>) -> Fact {
    Fact { label: label.into(), value, words, rule }
}

/// What stands or lies there, with how to get past it.
fn with_passage(words: String, passage: Option<&str>) -> String {
    passage.map_or_else(|| words.clone(), |passage| format!("{words} ({passage})"))
}

fn ground_words(cell: &Cell) -> String {
    match cell.footing {
        Footing::Firm => format!("{:?}", cell.surface).to_lowercase(),
        Footing::Difficult => "difficult ground".into(),
        Footing::Water => "water".into(),
        Footing::ShallowTrench => "shallow trench".into(),
        Footing::DeepTrench => "deep trench".into(),
        Footing::Pit => "pit".into(),
        Footing::Void => "void".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Fraction,
        rules::{CombatantId, Refusal, Sight},
    };

    #[test]
    fn all_who_cannot_hit_are_counted_and_a_few_who_can_are_told() {
        let rule = RuleId("RULE-01");
        let sight = Sight {
            distance: 1,
            seen: true,
            cover: 0,
            has_classes: false,
            cover_name: "",
            modifier: 0,
            armour: 0,
            rule,
            lines: Vec::new().into(),
        };
        let danger = |by: u16, can: bool| Danger {
            by: CombatantId(by),
            hits: Fraction::ONE,
            sight: sight.clone(),
            refusal: (!can).then(|| Refusal::new(rule, "Too far")),
        };
        let told = |can: u16, cannot: u16| {
            let all: Vec<Danger> = (0..can + cannot).map(|by| danger(by, by >= cannot)).collect();
            let (can, cannot) = by_harm(&all);
            (can.len(), cannot.len())
        };
        assert_eq!((told(1, 6), told(4, 2), told(7, 0)), ((1, 6), (4, 2), (4, 0)));
    }

    #[test]
    fn cover_is_said_once() {
        assert_eq!(
            ["partial", "light cover", "a light obstacle"].map(cover_words),
            ["partial cover", "light cover", "a light obstacle"]
        );
    }
}
