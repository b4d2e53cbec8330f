//! The contents of the battle's panels as plain values, filled by a screen from the game. Nothing here computes a rule.

mod list;

use std::sync::Arc;

pub use self::list::{ActModel, LaidModel, ListModel};

use super::{
    advice::AdviceModel, aftermath::AftermathModel, dialogs::ConcessionModel, follow::FollowModel, recap::RecapModel,
    result::ResultModel, typed::TypedModel, workbench::WorkbenchModel,
};
use crate::panels::lab::fields::FieldModel;
use crate::panels::legend::LegendModel;
use crate::panels::{
    settings::SettingsModel,
    widgets::{card::ChipState, log_line::LogLine},
};
use crate::rules::{
    Address, Bar, Card, Choice, CombatantId, Cost, Fact, Fold, ItemId, Offer, Parameter, Question, Refusal, Role, Rule,
    RuleId, Spending, StageState, Target, Team, Verdict, Wording,
};
use crate::{board::art::token::TokenLook, dice::Fraction, geometry::Square};

/// Everything the battle's panels show.
#[derive(Clone, Debug, Default)]
pub struct BattleModel {
    /// Round, order of turns, undo.
    pub top: TopModel,
    /// The actor's side and place in the order of turns: "The watch, turn 2 of 8".
    pub about: String,
    /// The combatant who decides right now, if any.
    pub actor: Option<BodyModel>,
    /// The question, unless it is simply somebody's turn.
    pub question: Option<QuestionModel>,
    /// The handover, while another person is to take the seat.
    pub handover: Option<HandoverModel>,
    /// What happened while another person sat at the screen, until it has been read.
    pub recap: Option<RecapModel>,
    /// The computer's thinking, while it thinks.
    pub thinking: Option<ThinkingModel>,
    /// The offers, in the rules' order.
    pub offers: Vec<OfferModel>,
    /// The chosen offer.
    pub chosen: Option<usize>,
    /// The contents of the list in one's own turn.
    pub list: ListModel,
    /// The button at the foot of the list.
    pub act: ActModel,
    /// The chosen offer, if its parts are chosen one by one.
    pub workbench: Option<WorkbenchModel>,
    /// The line in which a choice is typed, if it is open.
    pub typed: Option<TypedModel>,
    /// The forecast.
    pub forecast: Option<ForecastModel>,
    /// What the computer would do, while its advice is shown.
    pub advice: Option<AdviceModel>,
    /// The field over the board, if one is shown.
    pub field: Option<FieldModel>,
    /// The result of the last choice, until the next.
    pub aftermath: Option<AftermathModel>,
    /// Whether the person has called that result back.
    pub brought_back: bool,
    /// The results of the last acts, one line each, newest last.
    pub lately: Vec<LogLine>,
    /// Whether the newest of them can be shown again in full: until the turn ends.
    pub can_show_again: bool,
    /// Whether the newest of them belongs to the act being played.
    pub is_telling: bool,
    /// A turn decided elsewhere, while it is shown.
    pub follow: Option<FollowModel>,
    /// The square under the pointer.
    pub square: Option<SquareModel>,
    /// The combatant aimed at or under the pointer.
    pub target: Option<BodyModel>,
    /// Whether the pointer is on the target itself.
    pub target_pointed: bool,
    /// Whether the cards are shown in full in the list, in place of the forecast.
    pub pinned: bool,
    /// The log, oldest line first.
    pub log: Arc<Vec<LogLine>>,
    /// A refusal or another brief message.
    pub toast: Option<ToastModel>,
    /// A notice that stays until it has been read, such as that the battle is not recorded.
    pub notice: Option<String>,
    /// The dialog that is open over the battle.
    pub dialog: Option<Dialog>,
    /// The meaning of the board's signs, while it is shown.
    pub legend: Option<LegendModel>,
    /// The rule that is shown.
    pub rule: Option<Rule>,
    /// The settings, for their dialog.
    pub settings: SettingsModel,
    /// The end of the battle.
    pub result: Option<ResultModel>,
    /// The end in a sentence, while its dialog is closed to look at the field.
    pub over: Option<String>,
    /// Whether a side can concede.
    pub concession: ConcessionModel,
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
    /// The signs of the board.
    Legend,
    /// The whole log.
    Log,
    /// The fighters who are out.
    Out,
    /// Whether to concede, which cannot be taken back.
    Concede,
}

/// The top bar.
#[derive(Clone, Debug, Default)]
pub struct TopModel {
    /// The round, from 1.
    pub round: u16,
    /// The last round of the battle, if there is one.
    pub last_round: Option<u16>,
    /// The goals of each side: its name, the goal in words, and in a few words.
    pub goals: Vec<(String, String, String)>,
    /// In words, who would win if this round ended as things stand.
    pub ends: Option<String>,
    /// What is being watched rather than played, if anything: "Recording".
    pub watched: Option<&'static str>,
    /// Whether the battle was started from a lab that waits for its end.
    pub from_lab: bool,
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The edition played, if the ruleset has several.
    pub edition: Option<&'static str>,
    /// The order of turns, without those who are out of the fight.
    pub order: Vec<ChipModel>,
    /// The fighters who are out.
    pub out: Vec<ChipModel>,
    /// Why nothing can be undone; `None` if something can.
    pub no_undo: Option<String>,
}

/// Somebody in the order of turns.
#[derive(Clone, Debug)]
pub struct ChipModel {
    /// The combatant.
    pub who: CombatantId,
    /// The name.
    pub name: String,
    /// What decides the order.
    pub value: String,
    /// The token.
    pub look: TokenLook,
    /// Whether it is this one's turn.
    pub acting: bool,
    /// The state of this one's turn.
    pub state: ChipState,
}

/// A combatant's card.
#[derive(Clone, Debug)]
pub struct BodyModel {
    /// The combatant.
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
    /// What that side is called on this level.
    pub side: String,
    /// The decision in words.
    pub question: Question,
    /// Unique to each decision, so that two with the same words can be told apart.
    pub number: u64,
    /// Why it is asked, and what follows.
    pub briefed: BriefedModel,
}

/// What the person asked should know besides the question.
#[derive(Clone, Debug, Default)]
pub struct BriefedModel {
    /// Whose turn it is: "in Mott's turn".
    pub turn_of: String,
    /// Who causes it: name and token.
    pub from: Option<(String, TokenLook)>,
    /// Who it is done to: name and token.
    pub to: Option<(String, TokenLook)>,
    /// The rolls so far: words and value.
    pub rolls: Vec<(String, String)>,
    /// The result so far of the act that the question interrupts.
    pub so_far: Option<AftermathModel>,
    /// The parts of the answer, if there are several.
    pub stages: Vec<(&'static str, StageState)>,
    /// The names of the grades, beginning with no effect.
    pub grades: Vec<String>,
    /// What the bars count: "of 100 blows".
    pub of: String,
    /// The amount of the chosen answer, step by step.
    pub columns: Option<ColumnsModel>,
    /// The odds of the chosen answer if its targets defend as well as they can, where the shown odds assume less.
    pub at_best: Option<String>,
    /// Others of the side who are asked the same right after, to be answered on the same page.
    pub together: Vec<TogetherModel>,
    /// What is left after the chosen answer.
    pub kept: Vec<KeptModel>,
    /// How long the answer may stand, each with words; empty if it cannot.
    pub standing: Vec<(Standing, String)>,
    /// How long it is to stand.
    pub stands: Standing,
}

/// How long an answer stands, and for whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// For this question.
    #[default]
    Once,
    /// For this fighter, until the turn ends in which it is given.
    FighterTurn,
    /// For this fighter, until the round ends.
    FighterRound,
    /// For this fighter, until the battle ends.
    FighterBattle,
    /// For this side, until the round ends.
    SideRound,
    /// For this side, until the battle ends.
    SideBattle,
}

/// Somebody else who is asked the same.
#[derive(Clone, Debug)]
pub struct TogetherModel {
    /// The fighter.
    pub who: CombatantId,
    /// The name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// The answers, if there are several.
    pub answers: Vec<String>,
    /// The chosen answer.
    pub chosen: usize,
    /// The rows to set for it.
    pub rows: Vec<RowModel>,
}

/// An amount, step by step.
#[derive(Clone, Debug)]
pub struct ColumnsModel {
    /// The parameter.
    pub key: &'static str,
    /// What it is: "AP on the block".
    pub label: String,
    /// The steps.
    pub columns: Vec<ColumnModel>,
    /// The chosen value.
    pub chosen: i32,
}

impl ColumnsModel {
    /// Whether all steps are known to have the same odds.
    pub fn is_idle(&self) -> bool {
        let all = self.columns.iter().map(|column| column.prospect.as_ref());
        let comes_to = |prospect: &Prospect| (prospect.chance, prospect.mean, prospect.grades.clone());
        let known: Option<Vec<_>> = all.map(|prospect| prospect.map(comes_to)).collect();
        known.is_some_and(|all| all.len() > 1 && all.windows(2).all(|pair| pair[0] == pair[1]))
    }
}

/// One step of an amount.
#[derive(Clone, Debug)]
pub struct ColumnModel {
    /// The number behind it.
    pub value: i32,
    /// Its words: "2 AP".
    pub label: String,
    /// Why it is refused, if it is.
    pub refusal: Option<String>,
    /// Its odds, once they are known.
    pub prospect: Option<Prospect>,
    /// What it leaves: "keeps 2".
    pub keeps: String,
}

/// What is left of something after an answer.
#[derive(Clone, Debug)]
pub struct KeptModel {
    /// "1 of 2 Luck".
    pub words: String,
    /// When it comes back: "Luck does not come back in this battle".
    pub back: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Another person is to take the seat.
#[derive(Clone, Debug)]
pub struct HandoverModel {
    /// The side. Who is asked what is only shown once the seat is taken.
    pub team: Team,
    /// What it is called on this level.
    pub side: String,
}

/// A computer is thinking.
#[derive(Clone, Debug)]
pub struct ThinkingModel {
    /// What the side is called on this level.
    pub side: String,
    /// Who is being thought for.
    pub name: String,
    /// The progress from 0 to 1, if known.
    pub done: Option<f32>,
}

/// An offer with the parameters set so far.
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
    /// Its group and its digit there; they stay the same for a whole turn.
    pub address: Address,
    /// What it is for.
    pub role: Role,
    /// Its rank within the role, higher first.
    pub rank: u8,
    /// How offers that differ only in the thing used become one row.
    pub fold: Option<Fold>,
    /// The thing used.
    pub item: Option<ItemId>,
    /// Its name, distinguished from others of that name: "dagger, in the belt".
    pub item_name: String,
    /// Where the thing used is, if another offer has the same name: "in the belt".
    pub place: String,
    /// Whom it may be aimed at, nearest first, each with the refusal if it cannot.
    pub aims: Vec<(CombatantId, Option<Refusal>)>,
    /// Its known odds, one for each target.
    pub prospects: Vec<Prospect>,
    /// The previous odds, while those for a changed setting are being worked out; otherwise empty.
    pub before: Vec<Prospect>,
    /// What it takes from the rest of the turn: "then no walking".
    pub takes: String,
    /// Of an answer: what it needs, "60 or less".
    pub needs: String,
    /// Of an answer: what follows.
    pub then: String,
    /// Of an answer: a price that no budget counts, "a turn".
    pub forfeits: &'static str,
    /// The chosen parts it is made of: "Fire 2, Cold"; empty if it is not made of parts.
    pub parts: String,
    /// The rows to set, including the target.
    pub rows: Vec<RowModel>,
    /// Of an answer: whether it is opened before it is given, because something has to be set: one of several targets,
    /// points, blows or parts.
    pub opens: bool,
    /// The words on the button that confirms it; `None` if a square has to be chosen on the board.
    pub commit: Option<String>,
}

/// The odds of an offer against somebody, or of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// The target, if there is one.
    pub on: Option<CombatantId>,
    /// The target's name.
    pub name: String,
    /// The chance.
    pub chance: Fraction,
    /// The choice as a sentence: "Throw knife at Nib".
    pub words: String,
    /// What it is a chance of: "hits".
    pub event: String,
    /// What it needs: "60 or less".
    pub needs: String,
    /// The odds of each grade, beginning with no effect; empty if no grades matter.
    pub grades: Vec<Fraction>,
    /// Mean loss.
    pub mean: Fraction,
}

/// The subject of a row of an open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// The target.
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
    /// Whether it needs a target, which can also be pressed on the board.
    pub fn is_aimed(&self) -> bool {
        self.rows.iter().any(|row| row.settles == Settles::Target)
    }

    /// An offer in words with the choice as far as it is set; `name` gives the names of combatants.
    pub fn of(
        offer: &Offer,
        wording: &Wording,
        address: Address,
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
                    .map(|candidate| (i32::from(candidate.who.0), name(candidate.who), reason(&candidate.refusal)))
                    .collect(),
                chosen: candidates
                    .iter()
                    .position(|candidate| choice.on.map_or(candidate.refusal.is_none(), |on| on == candidate.who))
                    .unwrap_or(0),
            });
        }
        rows.extend(RowModel::all(offer, choice));
        let settled = matches!(target, Target::Nothing | Target::Combatant(_));
        let commit = settled.then(|| wording.title.to_string());
        let aims: Vec<(CombatantId, Option<Refusal>)> = match &offer.target {
            Target::Combatant(list) => {
                list.iter().map(|candidate| (candidate.who, candidate.refusal.clone())).collect()
            }
            _ => Vec::new(),
        };
        let said = |parameter: &Parameter| {
            let counts = parameter.pays == Some(Spending::Points) || parameter.deals || parameter.part.is_some();
            counts && parameter.values.len() > 1
        };
        let opens = aims.len() > 1 || offer.parameters.iter().any(said);
        Self {
            title: wording.title.to_string(),
            about: wording.about.to_string(),
            cost: offer.cost,
            refusal: offer.refusal.clone(),
            address,
            role: offer.role,
            rank: offer.rank,
            fold: offer.fold,
            item: offer.item,
            forfeits: offer.forfeits,
            item_name: String::new(),
            place: String::new(),
            aims,
            prospects: Vec::new(),
            before: Vec::new(),
            takes: String::new(),
            needs: String::new(),
            then: wording.then.to_string(),
            parts: String::new(),
            rows,
            opens,
            commit,
        }
    }

    /// Whether it can be chosen.
    pub fn is_open(&self) -> bool {
        self.refusal.is_none() && (self.aims.is_empty() || self.aims.iter().any(|(_, refusal)| refusal.is_none()))
    }

    /// Why it cannot be aimed at somebody; `None` if it can, or needs no target.
    pub fn refusal_on(&self, who: CombatantId) -> Option<&Refusal> {
        let own = self.aims.iter().find(|(known, _)| *known == who).and_then(|(_, refusal)| refusal.as_ref());
        self.refusal.as_ref().or(own)
    }

    /// Its known odds against somebody.
    pub fn prospect(&self, on: Option<CombatantId>) -> Option<&Prospect> {
        self.prospects.iter().find(|prospect| prospect.on == on)
    }

    /// The odds that order the rows; the previous ones while new ones are worked out, so that no row vanishes.
    pub fn ranking(&self) -> &[Prospect] {
        if self.before.is_empty() { &self.prospects } else { &self.before }
    }

    /// The best of its known odds: those against fighters still in the fight, then the most harm, then the best chance.
    pub fn best(&self, fights: impl Fn(Option<CombatantId>) -> bool) -> Option<&Prospect> {
        let worth = |prospect: &Prospect| (fights(prospect.on), prospect.mean, prospect.chance);
        self.prospects.iter().reduce(|best, next| if worth(next) > worth(best) { next } else { best })
    }
}

/// The forecast of the current choice.
#[derive(Clone, Debug)]
pub struct ForecastModel {
    /// The section's name: "After this move", "Forecast".
    pub heading: String,
    /// The chance that it succeeds.
    pub chance: Fraction,
    /// How far off the odds may be if they are not exact; they are then shown as approximate.
    pub doubt: Option<Fraction>,
    /// What succeeds and from where: "hits Lysk from k8".
    pub title: String,
    /// What it needs: "Needs 40 or less, then his Fray 35".
    pub about: String,
    /// The number it needs, with its terms.
    pub attack: Verdict,
    /// What the number is for, and the rule: "Roll equal or under".
    pub sum: Option<(String, RuleId)>,
    /// Further numbers by name, with their terms: defences, damage.
    pub others: Vec<(String, Verdict)>,
    /// The odds of each grade, beginning with no effect.
    pub odds: Vec<(String, Fraction)>,
    /// Mean damage and the like: label and amount.
    pub notes: Vec<(String, String)>,
    /// The chances from elsewhere or with something else.
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
    /// The square.
    pub square: Square,
    /// Lines about it: ground, costs, dangers.
    pub facts: Vec<Fact>,
    /// The signs it is marked with, and their meanings.
    pub signs: Vec<Fact>,
    /// Enemies who can do nothing to a fighter standing there, and why.
    pub harmless: Vec<Fact>,
}

/// A brief message.
#[derive(Clone, Debug)]
pub struct ToastModel {
    /// "Knife not in hand".
    pub words: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}
