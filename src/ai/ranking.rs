//! The computer's ranking of its options, with reasons.

use crate::rules::{Battle, Choice, CombatantId};

/// An option with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The choice.
    pub choice: Choice,
    /// Its value in hundredths of a point.
    pub score: i32,
    /// The terms of the score in hundredths of a point, the largest first.
    pub reasons: Vec<(Reason, i32)>,
}

/// A decision with the options it was chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The best choice.
    pub choice: Choice,
    /// The options, best first, at most [`Ranking::MOST`].
    pub options: Vec<Scored>,
}

impl Ranking {
    /// The most options listed.
    pub const MOST: usize = 24;

    /// A choice that was compared with nothing.
    pub(super) const fn without(choice: Choice) -> Self {
        Self { choice, options: Vec::new() }
    }

    /// A ranking with one option.
    pub(super) fn of(only: Scored) -> Self {
        Self { choice: only.choice.clone(), options: vec![only] }
    }
}

/// Why an option is better or worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The harm that an attack does to somebody.
    Harm(CombatantId),
    /// The harm that further attacks of the same turn do to somebody.
    Further(CombatantId),
    /// What enemies may do before the next turn; names the worst of them.
    Danger(CombatantId),
    /// An attack provoked on the way.
    Provoked(CombatantId),
    /// What can be done to somebody next turn from there.
    Next(CombatantId),
    /// A place that wins the battle, or must be denied to the enemy.
    Goal,
    /// A friend who can be helped.
    Friend(CombatantId),
    /// A place where enemies may be while none is known of.
    Search,
    /// A weapon that lies on the ground.
    Arms,
    /// A prepared action.
    Held,
    /// What is expected from here on.
    Outcome,
    /// What everybody is likely to do in the next rounds, compared with ending the turn at once.
    Outlook,
    /// Points spent that do not come back.
    Price,
    /// What an attack is given or fixed to: Luck, a body part to aim at.
    Settled,
    /// A small price for any action.
    Effort,
    /// An item that is given up.
    Parting,
    /// The risk that a roll fails.
    Risk,
    /// Fire, or what is about to explode nearby.
    Hazard,
    /// What a fuse that burns will do to others.
    Fuse,
}

impl Reason {
    /// The reason in words, for an amount of it.
    pub fn words(self, battle: &Battle, amount: i32) -> String {
        let name = |who: CombatantId| battle.combatant(who).identity.name.to_string();
        match self {
            Self::Harm(who) => format!("harms {}", name(who)),
            Self::Further(who) => format!("then harms {}", name(who)),
            Self::Danger(who) => format!("in danger, most from {}", name(who)),
            Self::Provoked(who) => format!("provokes {}", name(who)),
            Self::Next(who) => format!("towards {} later", name(who)),
            Self::Goal => "goal area".into(),
            Self::Friend(who) => format!("away from {}, who needs help", name(who)),
            Self::Search => "away from where enemies may be".into(),
            Self::Arms => "away from a weapon".into(),
            Self::Held => "waits for the right moment".into(),
            Self::Outcome => "expected from here on".into(),
            Self::Outlook => "in the rounds to come".into(),
            Self::Price if amount > 0 => "with points that would lapse unused".into(),
            Self::Price => "spends points".into(),
            Self::Settled => "by what is put into it".into(),
            Self::Effort => "effort".into(),
            Self::Parting if amount > 0 => "gains an item".into(),
            Self::Parting => "gives up an item".into(),
            Self::Risk => "may fail".into(),
            Self::Hazard => "fire or an explosion".into(),
            Self::Fuse => "what the fuse will do to others".into(),
        }
    }
}

/// A sum with its reasons.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// The sum in hundredths.
    pub(super) total: i32,
    lines: Vec<(Reason, i32)>,
}

impl Account {
    /// Adds a reason, unless its amount is 0.
    pub(super) fn add(&mut self, reason: Reason, amount: i32) {
        if amount != 0 {
            self.total += amount;
            self.lines.push((reason, amount));
        }
    }

    /// The sum of this account and another.
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.total += other.total;
        self.lines.extend_from_slice(&other.lines);
        self
    }

    /// The sum without what it says of the fight: blows struck, feared and hoped for, and what acts do to others.
    pub(super) fn besides_blows(&self) -> i32 {
        let is_other = |reason: &Reason| {
            use Reason::{Danger, Further, Harm, Held, Next, Outcome};
            !matches!(reason, Harm(_) | Further(_) | Danger(_) | Next(_) | Held | Outcome)
        };
        self.lines.iter().filter(|(reason, _)| is_other(reason)).map(|(_, amount)| amount).sum()
    }

    /// Whether harm to an enemy is part of it.
    pub(super) fn harms(&self) -> bool {
        self.lines.iter().any(|(reason, _)| matches!(reason, Reason::Harm(_)))
    }

    /// The account of an option.
    pub(super) fn scored(self, choice: Choice) -> Scored {
        let mut reasons = self.lines;
        reasons.sort_by_key(|(_, amount)| -amount.abs());
        Scored { choice, score: self.total, reasons }
    }
}
