//! Ending a turn with something left to spend: whether the player is asked first, and in which words.

use super::super::opening::{counts, is_at_fighters};
use super::{BattleScreen, is_turn};
use crate::rules::{Allowance, CombatantId, Group, Offer, Role, Spending};

/// How long the question stays, in seconds: longer than other messages, because the next press answers it.
const STAYS: f32 = 12.0;

impl BattleScreen {
    /// Whether so much is left to spend that the player is asked before the turn ends.
    pub(in crate::screens::battle) fn asks_to_end(&self) -> bool {
        let asked = self.battle().decision().filter(|decision| self.is_asked() && is_turn(self.battle(), decision));
        asked.is_some_and(|decision| self.much_left(decision.who).is_some())
    }

    /// Asks whether to end the turn with much left.
    pub(in crate::screens::battle) fn ask_to_end(&mut self) {
        self.listed.ending = true;
        let Some(who) = self.battle().decision().map(|decision| decision.who) else { return };
        let left = self.much_left(who).unwrap_or_default();
        // Budgets other than points come back with the next turn and do nothing until then.
        let points = self.much(who).into_iter().find(|kept| kept.currency.is == Spending::Points);
        let what = points.map_or("to leave it unused".into(), |points| {
            format!("to keep the {} to defend with", points.currency.name)
        });
        self.say(format!("{left}. End the turn once more {what}"), None);
        if let Some(toast) = &mut self.toast {
            (toast.left, toast.asks) = (STAYS, true);
        }
    }

    /// Lets the message expire.
    pub(in crate::screens::battle) fn age_toast(&mut self, seconds: f32) {
        if let Some(toast) = &mut self.toast {
            toast.left -= seconds;
        }
        // A message about one question does not outlast it, and the question about what would be lost stays until
        // something is done.
        let (is_question, now) = (self.is_asked() && !self.is_turn(), self.settled.revision);
        let is_answered = !self.listed.ending;
        self.toast
            .take_if(|toast| toast.left <= 0.0 || is_question && toast.revision != now || is_answered && toast.asks);
    }

    /// What would be lost at the end of the turn, if that is much: "Standard left".
    pub(super) fn much_left(&self, who: CombatantId) -> Option<String> {
        let much = self.much(who).into_iter();
        let left: Vec<String> = much.map(|allowance| left_words(&allowance)).collect();
        (!left.is_empty()).then(|| left.join(", "))
    }

    /// The budgets of which much is left.
    fn much(&self, who: CombatantId) -> Vec<Allowance> {
        if self.is_spent() {
            return Vec::new();
        }
        // A budget that no offer takes is not lost.
        let buys = |is: Spending| {
            let pays = |offer: &Offer| {
                offer.cost.count(is) > 0 || offer.parameters.iter().any(|parameter| parameter.pays == Some(is))
            };
            let is_worth_it = |offer: &Offer| is_at_fighters(self.battle(), offer) && offer.group != Group::End;
            self.settled.offers.0.iter().any(|offer| offer.is_open() && is_worth_it(offer) && pays(offer))
        };
        let mut all = self.allowances(who);
        all.retain(|allowance| is_much(allowance) && buys(allowance.currency.is));
        all
    }

    /// A small budget left over that would have bought something of consequence, such as "Quick". Its loss is told, not
    /// asked about.
    pub(in crate::screens::battle) fn little_left(&self) -> Option<String> {
        let battle = self.battle();
        let decision = battle.decision().filter(|decision| self.is_asked() && is_turn(battle, decision))?;
        let is_worth_it = |offer: &Offer| {
            matches!(offer.role, Role::Harm | Role::Hinder | Role::Protect | Role::Recover) && counts(battle, offer)
        };
        let buys =
            self.settled.offers.0.iter().any(|offer| is_worth_it(offer) && offer.cost.count(Spending::Small) > 0);
        let all = self.allowances(decision.who).into_iter();
        let mut small = all.filter(|allowance| allowance.currency.is == Spending::Small && allowance.left > 0);
        let left = small.next().filter(|_| buys)?;
        Some(format!("{} ends the turn with {} unused", self.name(decision.who), left.currency.name))
    }

    fn allowances(&self, who: CombatantId) -> Vec<Allowance> {
        self.battle().ruleset.rules().card(self.battle(), who).allowances
    }
}

/// "Standard left", "2 Actions left", "4 AP left".
fn left_words(allowance: &Allowance) -> String {
    let (left, name) = (allowance.left, allowance.currency.name);
    match allowance.currency.is {
        Spending::Points => format!("{left} {name} left"),
        _ if left > 1 => format!("{left} {name}s left"),
        _ => format!("{name} left"),
    }
}

/// Whether so much of a budget is left that ending the turn would waste it. Points are kept for defence, so they count
/// only if none have been spent.
const fn is_much(allowance: &Allowance) -> bool {
    match allowance.currency.is {
        Spending::Large => allowance.left > 0,
        Spending::Points => allowance.of > 0 && allowance.left >= allowance.of,
        Spending::Small | Spending::Reaction | Spending::Luck | Spending::Passing => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Roster, builtin, deploy},
        rules::{RulesetId, Settings},
    };

    /// The first fighter's allowance of a budget on the meadow, under every ruleset that plays there.
    fn allowances(is: Spending) -> Vec<(RulesetId, Allowance)> {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("it comes with the game");
        let all = RulesetId::ALL.iter().filter_map(|ruleset| {
            let battle = deploy(level, Roster::builtin(), *ruleset, Settings::defaults(*ruleset)).ok()?;
            Some((*ruleset, ruleset.rules().card(&battle, CombatantId(0)).allowances))
        });
        let of = all.flat_map(|(ruleset, all)| all.into_iter().map(move |allowance| (ruleset, allowance)));
        of.filter(|(_, allowance)| allowance.currency.is == is).collect()
    }

    #[test]
    fn points_are_asked_about_only_where_none_has_been_spent() {
        let mut seen = 0;
        for (ruleset, all) in allowances(Spending::Points) {
            let of = |left| Allowance { left, of: 4, ..all };
            assert!(is_much(&of(4)) && !is_much(&of(3)) && !is_much(&of(0)), "{ruleset}");
            seen += 1;
        }
        assert!(seen > 1, "two rulesets at least count in points");
    }

    #[test]
    fn points_by_their_initials_come_back_and_vigor_comes_back() {
        use crate::rules::{ComesBack, Currency, LeftOver, RuleId};
        static AP: Currency = Currency { name: "AP", is: Spending::Points };
        static VIGOR: Currency = Currency { name: "Vigor", is: Spending::Points };
        let back = |currency, back| {
            let budget = LeftOver { currency, left: 2, of: 4, back, rule: RuleId("RULE-01") };
            super::super::kept_model(&budget).back
        };
        assert_eq!(back(&AP, ComesBack::EachTurn), "AP come back with one's own turn");
        assert_eq!(back(&AP, ComesBack::Never), "AP do not come back in this battle");
        assert_eq!(back(&VIGOR, ComesBack::InPart), "Vigor comes back in part each round");
    }

    #[test]
    fn of_several_actions_it_is_said_how_many_are_left() {
        let mut seen = 0;
        for (_, all) in allowances(Spending::Large) {
            let words = |left| left_words(&Allowance { left, ..all });
            let name = all.currency.name;
            assert_eq!([words(1), words(2)], [format!("{name} left"), format!("2 {name}s left")]);
            seen += 1;
        }
        assert!(seen > 1, "two rulesets at least have actions");
    }
}
