//! The square under the pointer: what it is, how one gets there, and what enemies could do there.

use super::BattleScreen;
use crate::{
    geometry::Square,
    lab::Danger,
    panels::{battle::model::SquareModel, number},
    rules::{Cell, Fact, Footing, RuleId, board_rules, uncapital},
};

impl BattleScreen {
    /// What is under the pointer.
    pub(super) fn square_model(&self) -> Option<SquareModel> {
        let square = self.hover?;
        let battle = self.battle();
        let cell = battle.scene.field.cell(square)?;
        let measure = battle.ruleset.rules().measure();
        let mut facts = Vec::new();
        let mut ground = vec![ground_words(cell)];
        ground.extend(cell.feature.map(|feature| {
            let passages = self.passages.iter().flat_map(|known| &known.features);
            let passage = passages.clone().find(|(known, _)| *known == feature).map(|(_, words)| words.as_str());
            passage.map_or_else(|| feature.name().into(), |passage| format!("{} ({passage})", feature.name()))
        }));
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
            // Who can hit is said before who cannot.
            let mut all: Vec<&Danger> = self.insight.danger.iter().collect();
            all.sort_by_key(|danger| danger.refusal.is_some());
            let (can, cannot): (Vec<&Danger>, _) = all.into_iter().take(4).partition(|danger| danger.refusal.is_none());
            facts.extend(can.into_iter().map(|danger| self.danger_fact(danger)));
            harmless.extend(cannot.into_iter().map(|danger| self.danger_fact(danger)));
        }
        Some(SquareModel { square, facts, harmless })
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

/// Cover by a ruleset's name for it: "partial" is partial cover, "light cover" and "a light obstacle" say it themselves.
fn cover_words(name: &str) -> String {
    if name.contains(' ') { name.into() } else { format!("{name} cover") }
}

fn fact(label: String, value: String, words: String, rule: Option<RuleId>) -> Fact {
    Fact { label: label.into(), value, words, rule }
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

    #[test]
    fn cover_is_said_once() {
        assert_eq!(
            ["partial", "light cover", "a light obstacle"].map(cover_words),
            ["partial cover", "light cover", "a light obstacle"]
        );
    }
}
