//! What the battle's panels show, as plain values that a screen fills from the game. Nothing here computes a rule.

mod list;

use std::sync::Arc;

pub use self::list::{ActModel, LaidModel, ListModel};

use super::{
    advice::AdviceModel, aftermath::AftermathModel, follow::FollowModel, recap::RecapModel, result::ResultModel,
    typed::TypedModel, workbench::WorkbenchModel,
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
    /// Whose side that one is on, and the place in the order of turns: "The watch, turn 2 of 8".
    pub about: String,
    /// Who decides right now, if anybody does.
    pub actor: Option<BodyModel>,
    /// The question, unless it is simply somebody's turn.
    pub question: Option<QuestionModel>,
    /// Another person is to take the seat.
    pub handover: Option<HandoverModel>,
    /// What happened while another sat at the screen, until it has been read.
    pub recap: Option<RecapModel>,
    /// A computer is thinking.
    pub thinking: Option<ThinkingModel>,
    /// The offers, in the rules' order.
    pub offers: Vec<OfferModel>,
    /// The open offer.
    pub chosen: Option<usize>,
    /// What the list shows in one's own turn.
    pub list: ListModel,
    /// The button at the foot of the list.
    pub act: ActModel,
    /// The chosen offer, if its parts are chosen one by one.
    pub workbench: Option<WorkbenchModel>,
    /// The line in which a choice is typed, if it is open.
    pub typed: Option<TypedModel>,
    /// The forecast.
    pub forecast: Option<ForecastModel>,
    /// What the computer would do, while that is asked for.
    pub advice: Option<AdviceModel>,
    /// The field over the board, if one is asked for.
    pub field: Option<FieldModel>,
    /// What came of the last choice, until the next.
    pub aftermath: Option<AftermathModel>,
    /// Whether it has been brought back by hand.
    pub again: bool,
    /// What came of the last acts, one line each, newest last.
    pub lately: Vec<LogLine>,
    /// Whether the last of them can be shown again in full: until the turn ends.
    pub told: bool,
    /// Whether the last of them is of what is being played.
    pub tells: bool,
    /// The turn of somebody who is not asked here.
    pub follow: Option<FollowModel>,
    /// The square under the pointer.
    pub square: Option<SquareModel>,
    /// The target, aimed at or under the pointer.
    pub target: Option<BodyModel>,
    /// Whether the pointer is on the target itself.
    pub target_pointed: bool,
    /// Whether the cards stand in the list in full, in the forecast's place.
    pub pinned: bool,
    /// The log, oldest line first.
    pub log: Arc<Vec<LogLine>>,
    /// A refusal or another brief message.
    pub toast: Option<ToastModel>,
    /// A notice that stays until it has been read, such as that the battle is not recorded.
    pub notice: Option<String>,
    /// The dialog that is open over the battle.
    pub dialog: Option<Dialog>,
    /// What the signs of the board mean, while that is asked for.
    pub legend: Option<LegendModel>,
    /// The rule that is shown.
    pub rule: Option<Rule>,
    /// The settings, for their dialog.
    pub settings: SettingsModel,
    /// The end of the battle.
    pub result: Option<ResultModel>,
    /// The end in a sentence, while it is closed to look at the field.
    pub over: Option<String>,
    /// Why nobody can concede now, if so.
    pub no_concession: Option<&'static str>,
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
    /// Who is out of the fight.
    Out,
}

/// The top bar.
#[derive(Clone, Debug, Default)]
pub struct TopModel {
    /// The round, from 1.
    pub round: u16,
    /// The last round of the battle, if there is one.
    pub last_round: Option<u16>,
    /// The goals of each side: what it is called, the goal in words, and in a few.
    pub goals: Vec<(String, String, String)>,
    /// Who wins when this round ends as things stand, in words.
    pub ends: Option<String>,
    /// What is watched rather than played, if anything is: "Recording".
    pub watched: Option<&'static str>,
    /// Whether a lab waits from which this is played.
    pub from_lab: bool,
    /// The level's name.
    pub level: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The edition that is played, where the ruleset has several.
    pub edition: Option<&'static str>,
    /// The order of turns, without those who are out of the fight.
    pub order: Vec<ChipModel>,
    /// Who is out of the fight.
    pub out: Vec<ChipModel>,
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
    /// Where this one is with its turn.
    pub state: ChipState,
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
    /// What that side is called on this level.
    pub side: String,
    /// The decision in words.
    pub question: Question,
    /// Another for each decision, so that two in the same words can be told apart.
    pub number: u64,
    /// Why it comes, and what is next.
    pub briefed: BriefedModel,
}

/// What somebody who is asked should know besides the question.
#[derive(Clone, Debug, Default)]
pub struct BriefedModel {
    /// In whose turn: "in Mott's turn".
    pub turn_of: String,
    /// Whose doing it is: name and token.
    pub from: Option<(String, TokenLook)>,
    /// To whom it is done.
    pub to: Option<(String, TokenLook)>,
    /// The rolls so far: words and value.
    pub rolls: Vec<(String, String)>,
    /// What has come so far of the act in which one is asked.
    pub so_far: Option<AftermathModel>,
    /// The parts of the answer, if there are several.
    pub stages: Vec<(&'static str, StageState)>,
    /// The names of the grades, nothing first.
    pub grades: Vec<String>,
    /// What the bars count: "of 100 blows".
    pub of: String,
    /// The amount of the chosen answer, step by step.
    pub columns: Option<ColumnsModel>,
    /// What the chosen answer comes to at the best that those it is done to may do about it, where the odds assume less.
    pub at_best: Option<String>,
    /// Others of the side who are asked the same right after, to be settled on the same page.
    pub together: Vec<TogetherModel>,
    /// What is left after the chosen answer.
    pub kept: Vec<KeptModel>,
    /// How long the answer may stand, with words; empty where it cannot.
    pub standing: Vec<(Standing, String)>,
    /// How long it stands.
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
    /// Who.
    pub who: CombatantId,
    /// The name.
    pub name: String,
    /// The token.
    pub look: TokenLook,
    /// The answers, if there are several.
    pub answers: Vec<String>,
    /// The chosen answer.
    pub chosen: usize,
    /// What is to be settled of it.
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
    /// Whether it is known of all steps that they come to the same.
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
    /// Why not, if not.
    pub refusal: Option<String>,
    /// What it comes to, once that is known.
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
    /// By which rule.
    pub rule: RuleId,
}

/// Another person is to take the seat.
#[derive(Clone, Debug)]
pub struct HandoverModel {
    /// The side; who is asked, and what, is told once the seat is taken.
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
    /// Its group and its digit in it, the same for a whole turn.
    pub address: Address,
    /// What it is for.
    pub role: Role,
    /// Its rank within the role, higher first.
    pub rank: u8,
    /// How those that differ only in the thing used become one row.
    pub fold: Option<Fold>,
    /// The thing used.
    pub item: Option<ItemId>,
    /// Its name, told apart from others of that name: "dagger, in the belt".
    pub item_name: String,
    /// Where the thing used is, if another offer has the same name: "in the belt".
    pub place: String,
    /// Whom it may be aimed at, nearest first, each with the refusal if it cannot.
    pub aims: Vec<(CombatantId, Option<Refusal>)>,
    /// What is known of its odds, by whom it is aimed at.
    pub prospects: Vec<Prospect>,
    /// The same with what was known before something was settled anew, as long as that is worked out; else empty.
    pub before: Vec<Prospect>,
    /// What it takes from the rest of the turn: "then no walking".
    pub takes: String,
    /// Of an answer: what it needs, "60 or less".
    pub needs: String,
    /// Of an answer: what follows.
    pub then: String,
    /// Of an answer: what it takes that no budget counts, "a turn".
    pub forfeits: &'static str,
    /// The parts it is made of, as they are chosen: "Fire 2, Cold"; empty if it is not made of parts.
    pub parts: String,
    /// The rows to settle, the target among them.
    pub rows: Vec<RowModel>,
    /// Of an answer: whether it is opened before it is given, for whom or how much it is to be said: of several targets, of
    /// points, of blows or of parts.
    pub opens: bool,
    /// The words on the button that confirms it; `None` if a square has to be pointed at on the board.
    pub commit: Option<String>,
}

/// The odds of an offer against somebody, or of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// Against whom.
    pub on: Option<CombatantId>,
    /// The name of whom.
    pub name: String,
    /// The chance.
    pub chance: Fraction,
    /// The choice as a sentence: "Throw knife at Nib".
    pub words: String,
    /// What it is a chance of: "hits".
    pub event: String,
    /// What it needs: "60 or less".
    pub needs: String,
    /// The odds of each grade, nothing first; empty where no grades matter.
    pub grades: Vec<Fraction>,
    /// Mean loss.
    pub mean: Fraction,
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

    /// Why it cannot be aimed at somebody; nothing if it can, or is aimed at nobody.
    pub fn refusal_on(&self, who: CombatantId) -> Option<&Refusal> {
        let own = self.aims.iter().find(|(known, _)| *known == who).and_then(|(_, refusal)| refusal.as_ref());
        self.refusal.as_ref().or(own)
    }

    /// What is known of its odds against somebody.
    pub fn prospect(&self, on: Option<CombatantId>) -> Option<&Prospect> {
        self.prospects.iter().find(|prospect| prospect.on == on)
    }

    /// The odds that rows are put in order by: a row does not vanish while its odds are worked out anew.
    pub fn ranking(&self) -> &[Prospect] {
        if self.before.is_empty() { &self.prospects } else { &self.before }
    }

    /// The best of what is known of its odds: at whoever fights rather than at others, the most harm, then the best chance.
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
    /// What it is marked with, each sign with its meaning.
    pub signs: Vec<Fact>,
    /// Enemies who can do nothing to whoever stands there, and why.
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
