//! What the battle's panels show, as plain values that a screen fills from the game. Nothing here computes a rule.

use std::sync::Arc;

use bevy_egui::egui::Pos2;

use crate::board::art::token::TokenLook;
use crate::dice::Fraction;
use crate::geometry::Square;
use crate::panels::{settings::SettingsModel, widgets::log_line::LogLine};
use crate::rules::{
    Bar, Card, Choice, CombatantId, Cost, Fact, Offer, Parameter, Question, Refusal, Rule, RuleId, Target, Team,
    ValueChange, Verdict, Wording,
};

/// Everything the battle's panels show.
#[derive(Clone, Debug, Default)]
pub struct BattleModel {
    /// Round, order of turns, undo.
    pub top: TopModel,
    /// Who decides right now, if anybody does.
    pub actor: Option<BodyModel>,
    /// The question, unless it is simply somebody's turn.
    pub question: Option<QuestionModel>,
    /// Another person is to take the seat.
    pub handover: Option<HandoverModel>,
    /// A computer is thinking.
    pub thinking: Option<ThinkingModel>,
    /// The offers, in the rules' order.
    pub offers: Vec<OfferModel>,
    /// The open offer.
    pub chosen: Option<usize>,
    /// The forecast.
    pub forecast: Option<ForecastModel>,
    /// The square under the pointer.
    pub square: Option<SquareModel>,
    /// The target, aimed at or under the pointer.
    pub target: Option<BodyModel>,
    /// Where the square's and the target's cards float when there is no left panel: beside the square, in points.
    pub pointed: Option<Pos2>,
    /// Whether the pointer is on the target itself.
    pub target_pointed: bool,
    /// Where on the window the acting combatant stands.
    pub acting_at: Option<Pos2>,
    /// Whether those cards stay where they are.
    pub pinned: bool,
    /// The log, oldest line first.
    pub log: Arc<Vec<LogLine>>,
    /// A refusal or another brief message.
    pub toast: Option<ToastModel>,
    /// A notice that stays until it has been read, such as that the battle is not recorded.
    pub notice: Option<String>,
    /// The dialog that is open over the battle.
    pub dialog: Option<Dialog>,
    /// The rule that is shown.
    pub rule: Option<Rule>,
    /// The settings, for their dialog.
    pub settings: SettingsModel,
    /// The end of the battle.
    pub result: Option<ResultModel>,
}

/// A dialog over the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Resume, settings, leave.
    Menu,
    /// Speed, motion, text.
    Settings,
    /// All keys.
    Help,
    /// The whole log.
    Log,
}

/// The top bar.
#[derive(Clone, Debug, Default)]
pub struct TopModel {
    /// The round, from 1.
    pub round: u16,
    /// The last round of the battle, if there is one.
    pub last_round: Option<u16>,
    /// The goals of each side, in words.
    pub goals: Vec<(Team, String)>,
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The edition that is played, where the ruleset has several.
    pub edition: Option<&'static str>,
    /// The order of turns.
    pub order: Vec<ChipModel>,
    /// Why nothing can be undone; `None` if something can.
    pub no_undo: Option<String>,
}

/// Somebody in the order of turns.
#[derive(Clone, Debug)]
pub struct ChipModel {
    /// Who.
    pub who: CombatantId,
    /// The name.
    pub name: String,
    /// What decides the order.
    pub value: String,
    /// The token.
    pub look: TokenLook,
    /// Whether it is this one's turn.
    pub acting: bool,
    /// Whether this one is out of the fight.
    pub out: bool,
}

/// A combatant's card.
#[derive(Clone, Debug)]
pub struct BodyModel {
    /// Who.
    pub who: CombatantId,
    /// The name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// The card of the ruleset.
    pub card: Card,
}

impl BodyModel {
    /// The bars, health first.
    pub fn bars(&self) -> &[Bar] {
        &self.card.bars
    }
}

/// A decision that is not simply somebody's turn.
#[derive(Clone, Debug)]
pub struct QuestionModel {
    /// The side that decides.
    pub team: Team,
    /// The decision in words.
    pub question: Question,
    /// Another for each decision, so that two in the same words can be told apart.
    pub number: u64,
}

/// Another person is to take the seat.
#[derive(Clone, Debug)]
pub struct HandoverModel {
    /// The side; who is asked, and what, is told once the seat is taken.
    pub team: Team,
}

/// A computer is thinking.
#[derive(Clone, Debug)]
pub struct ThinkingModel {
    /// The side.
    pub team: Team,
    /// Who is being thought for.
    pub name: String,
    /// The progress from 0 to 1, if known.
    pub done: Option<f32>,
}

/// An offer with the parameters settled so far.
#[derive(Clone, Debug)]
pub struct OfferModel {
    /// Its name.
    pub title: String,
    /// Its second line.
    pub about: String,
    /// What it costs.
    pub cost: Cost,
    /// Why it is refused.
    pub refusal: Option<Refusal>,
    /// The key that chooses it, 1 to 9.
    pub key: Option<char>,
    /// The rows to settle, the target among them.
    pub rows: Vec<RowModel>,
    /// The words on the button that confirms it; `None` if a square has to be pointed at on the board.
    pub commit: Option<String>,
}

/// The subject of a row of an open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// At whom.
    Target,
    /// A parameter.
    Parameter(&'static str),
}

/// A row of an open offer.
#[derive(Clone, Debug)]
pub struct RowModel {
    /// What it settles.
    pub settles: Settles,
    /// Its name.
    pub label: String,
    /// Its values: number, words, refusal.
    pub values: Vec<(i32, String, Option<String>)>,
    /// The index of the chosen value.
    pub chosen: usize,
}

impl OfferModel {
    /// Whether it settles a target, which can be pressed on the board as well.
    pub fn is_aimed(&self) -> bool {
        self.rows.iter().any(|row| row.settles == Settles::Target)
    }

    /// An offer in words with the choice as far as it is settled; `name` says how combatants are called.
    pub fn of(
        offer: &Offer,
        wording: &Wording,
        key: Option<char>,
        choice: &Choice,
        name: impl Fn(CombatantId) -> String,
    ) -> Self {
        let mut rows = Vec::new();
        let target = offer.built(choice).target;
        if let Target::Combatant(candidates) = target {
            let reason = |refusal: &Option<Refusal>| refusal.as_ref().map(ToString::to_string);
            rows.push(RowModel {
                settles: Settles::Target,
                label: match choice.also.first() {
                    None => "Target".into(),
                    Some(_) => format!("At {}", choice.targets().map(&name).collect::<Vec<_>>().join(", then ")),
                },
                values: candidates
                    .iter()
                    .map(|one| (i32::from(one.who.0), name(one.who), reason(&one.refusal)))
                    .collect(),
                chosen: candidates
                    .iter()
                    .position(|one| choice.on.map_or(one.refusal.is_none(), |on| on == one.who))
                    .unwrap_or(0),
            });
        }
        rows.extend(offer.parameters.iter().map(|parameter| RowModel::of(offer, parameter, choice)));
        let settled = matches!(target, Target::Nothing | Target::Combatant(_));
        let commit = settled.then(|| wording.title.to_string());
        Self {
            title: wording.title.to_string(),
            about: wording.about.to_string(),
            cost: offer.cost,
            refusal: offer.refusal.clone(),
            key,
            rows,
            commit,
        }
    }

    /// All offers, the open ones numbered from 1 to 9; `settled` gives the choice for an offer as far as it is settled,
    /// and the offer in words.
    pub fn list<'w>(
        offers: &[Offer],
        settled: impl Fn(usize, &Offer) -> (Choice, &'w Wording),
        name: impl Fn(CombatantId) -> String,
    ) -> Vec<Self> {
        let mut keys = '1'..='9';
        let numbered = offers.iter().enumerate().map(|(index, offer)| {
            let key = if offer.is_open() { keys.next() } else { None };
            let (choice, wording) = settled(index, offer);
            Self::of(offer, wording, key, &choice, &name)
        });
        numbered.collect()
    }
}

impl RowModel {
    fn of(offer: &Offer, parameter: &Parameter, choice: &Choice) -> Self {
        let value = offer.value(choice, parameter.key);
        let shown = |change: ValueChange<'_>| {
            let refusal = change.refusal.map(|refusal| refusal.to_string());
            (change.value.value, change.value.label.to_string(), refusal)
        };
        Self {
            settles: Settles::Parameter(parameter.key),
            label: parameter.label.into(),
            values: offer.changes(choice, parameter).map(shown).collect(),
            chosen: parameter.values.iter().position(|one| one.value == value).unwrap_or(0),
        }
    }
}

/// The forecast of the current choice.
#[derive(Clone, Debug)]
pub struct ForecastModel {
    /// The section's name: "After this move", "Forecast".
    pub heading: String,
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// What the odds are not off by more than, if they are not exact: then they are "about".
    pub doubt: Option<Fraction>,
    /// What succeeds and from where: "hits Lysk from k8".
    pub title: String,
    /// What it needs: "Needs 40 or less, then his Fray 35".
    pub about: String,
    /// The number it needs, with its terms.
    pub attack: Verdict,
    /// What the number is, and by which rule: "Roll equal or under".
    pub sum: Option<(String, RuleId)>,
    /// Further numbers by name, with their terms: defences, damage.
    pub others: Vec<(String, Verdict)>,
    /// The odds of each grade, nothing first.
    pub odds: Vec<(String, Fraction)>,
    /// Mean damage and the like: what, how much.
    pub notes: Vec<(String, String)>,
    /// The same from elsewhere or with something else.
    pub alternatives: Vec<(String, Fraction)>,
    /// What may go wrong on the way.
    pub risks: Vec<RiskModel>,
}

/// Something that may go wrong.
#[derive(Clone, Debug)]
pub struct RiskModel {
    /// "56 % Mott hits Cale on the way, once".
    pub title: String,
    /// "Always a wound, 34 % he falls".
    pub about: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

/// The square under the pointer.
#[derive(Clone, Debug)]
pub struct SquareModel {
    /// Which.
    pub square: Square,
    /// Lines about it: ground, costs, dangers.
    pub facts: Vec<Fact>,
}

/// A brief message.
#[derive(Clone, Debug)]
pub struct ToastModel {
    /// "Knife not in hand".
    pub words: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

/// The end of a battle.
#[derive(Clone, Debug)]
pub struct ResultModel {
    /// Who has won, if anybody.
    pub winner: Option<Team>,
    /// The one side that a person has played, if there is just one.
    pub own: Option<Team>,
    /// Why: "Every enemy is out of the fight".
    pub why: String,
    /// Rounds played.
    pub rounds: u16,
    /// The seed, as it is written.
    pub seed: String,
    /// Everybody, side by side.
    pub rows: Vec<ResultRow>,
    /// Whether there is a recording to watch.
    pub recorded: bool,
}

/// The statistics of a combatant in a battle.
#[derive(Clone, Debug)]
pub struct ResultRow {
    /// The name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// The side.
    pub team: Team,
    /// Blows that landed, and blows in all.
    pub hits: (u32, u32),
    /// Damage that got through to others.
    pub dealt: i32,
    /// Damage that got through to this one.
    pub taken: i32,
    /// "21 of 30", "disabled".
    pub state: String,
}
