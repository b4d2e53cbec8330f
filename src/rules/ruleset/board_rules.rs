//! Which board objects a ruleset has rules for, and what the card of a square says about them. Without a rule it says
//! so, rather than showing a number that is not used.

use super::Fact;
use crate::{
    geometry::Square,
    rules::{
        account::{RuleId, counted},
        choosing::capital,
        state::{Battle, ExplosiveKind},
    },
};

/// The rules for what a board can hold beyond ground, features and dense veils; `None` if there is no rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardRules {
    /// Kegs and charges. Without a rule a keg is a crate and a charge has no effect.
    pub explosives: Option<RuleId>,
    /// Pits to fall into, with harm of their own. Without a rule that harm is not used.
    pub pits: Option<RuleId>,
    /// Fire, and what it does: "burns at the start of each turn". Without a rule its square is like any other, though
    /// arrivals keep out of it.
    pub fire: Option<(RuleId, &'static str)>,
    /// Thin veils, and what they do. Without a rule they hide nothing.
    pub thin_veils: Option<(RuleId, &'static str)>,
}

/// What the card of a square says about the objects in it.
pub fn facts(battle: &Battle, square: Square) -> Vec<Fact> {
    let (field, rules) = (&battle.scene.field, battle.ruleset.rules().board_rules(battle));
    let Some(cell) = field.cell(square) else { return Vec::new() };
    let mut facts = Vec::new();
    let mut add = |label: String, value: String, words: String, rule| {
        facts.push(Fact { label: label.into(), value, words, rule });
    };
    if let Some(explosive) = field.explosive(square) {
        let label = capital(explosive.kind.name()).into_owned();
        match (rules.explosives, explosive.kind) {
            (Some(rule), _) => {
                let within = counted(explosive.radius, "square");
                let words = format!("within {within}; {}", explosive.state(battle.scene.round));
                add(label, explosive.harm.to_string(), words, Some(rule));
            }
            (None, ExplosiveKind::Keg) => add(label, String::new(), "no rule here: a crate".into(), None),
            (None, ExplosiveKind::Charge) => {
                add(label, String::new(), "no rule here: it is in nobody's way".into(), None);
            }
        }
    }
    if field.pit_harms().any(|(at, _)| at == square) || rules.pits.is_some() {
        let harm = field.pit_harm(square);
        match (harm, rules.pits) {
            (Some(harm), Some(rule)) => {
                add("Pit".into(), harm.to_string(), "to anyone who falls in".into(), Some(rule));
            }
            (Some(_), None) => add("Pit".into(), String::new(), "no rule here for its own damage".into(), None),
            (None, _) => {}
        }
    }
    if cell.fire {
        let (rule, words) = rules.fire.unzip();
        add("Fire".into(), String::new(), words.unwrap_or("no rule here: a square like any other").into(), rule);
    }
    if let Some(veil) = cell.veil.filter(|veil| veil.is_thin()) {
        let (rule, words) = rules.thin_veils.unzip();
        add(
            capital(veil.name()).into_owned(),
            String::new(),
            words.unwrap_or("no rule here: hides nothing").into(),
            rule,
        );
    }
    facts
}
