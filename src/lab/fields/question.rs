//! What can be asked for every square, and why it sometimes cannot.

use serde::Serialize;

use crate::rules::{Battle, CombatantId};

/// What is asked for every square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// What the cheapest way there costs in a turn, and whether every way there provokes.
    #[default]
    Moves,
    /// How many of those named could strike what stands there with what they have ready.
    Reach,
    /// How many of those named threaten it.
    Threat,
    /// Whether the target would be seen if it stood there.
    Seen,
    /// The cover of the target from there.
    CoverThere,
    /// Own cover there against the target.
    CoverHere,
    /// The chance that the best attack on the target from there lands.
    Hit,
    /// Its mean damage.
    Damage,
    /// The chance to be hit there by enemies from where they stand.
    Danger,
    /// Their mean damage, all together.
    Harm,
    /// The chance to be hit there by enemies that may walk first.
    DangerMoved,
    /// Their mean damage, all together.
    HarmMoved,
    /// Mean damage dealt to the target from there minus the mean damage taken there.
    Trade,
}

impl FieldKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 13] = [
        Self::Moves,
        Self::Reach,
        Self::Threat,
        Self::Seen,
        Self::CoverThere,
        Self::CoverHere,
        Self::Hit,
        Self::Damage,
        Self::Danger,
        Self::Harm,
        Self::DangerMoved,
        Self::HarmMoved,
        Self::Trade,
    ];

    /// Its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Reach => "reach",
            Self::Threat => "threat",
            Self::Seen => "seen",
            Self::CoverThere => "cover",
            Self::CoverHere => "own-cover",
            Self::Hit => "hit",
            Self::Damage => "damage",
            Self::Danger => "danger",
            Self::Harm => "harm",
            Self::DangerMoved => "danger-moved",
            Self::HarmMoved => "harm-moved",
            Self::Trade => "trade",
        }
    }

    /// In a few words, as a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Moves => "Cost to go there",
            Self::Reach => "Within reach",
            Self::Threat => "Threatened by",
            Self::Seen => "Target seen, if it stood there",
            Self::CoverThere => "Target's cover from there",
            Self::CoverHere => "Own cover there",
            Self::Hit => "Chance to hit from there",
            Self::Damage => "Mean damage from there",
            Self::Danger => "Chance to be hit there",
            Self::Harm => "Mean damage taken there",
            Self::DangerMoved => "Chance to be hit, foes move",
            Self::HarmMoved => "Mean damage taken, foes move",
            Self::Trade => "Dealt minus taken",
        }
    }

    /// What a person who asks this wants to know.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Moves => "Where can I get to this turn, and what does it cost?",
            Self::Reach => "What is within my reach from here?",
            Self::Threat => "Who threatens which square?",
            Self::Seen => "Where would I see the target from here?",
            Self::CoverThere => "What cover does the target have from there?",
            Self::CoverHere => "What cover would I have there?",
            Self::Hit => "From where do I hit best?",
            Self::Damage => "From where do I hurt most?",
            Self::Danger => "Where can nobody hit me from where they stand?",
            Self::Harm => "How much would it hurt to stand there?",
            Self::DangerMoved => "Where can nobody hit me once they have moved?",
            Self::HarmMoved => "How much would it hurt once they have moved?",
            Self::Trade => "Where do I gain most?",
        }
    }

    /// Whether it needs a target.
    pub const fn needs_target(self) -> bool {
        matches!(self, Self::Seen | Self::CoverThere | Self::CoverHere | Self::Hit | Self::Damage | Self::Trade)
    }

    /// Whether it is about what the enemies do; a target limits it to that one.
    pub const fn is_danger(self) -> bool {
        matches!(self, Self::Danger | Self::Harm | Self::DangerMoved | Self::HarmMoved)
    }

    /// Whether it is about damage taken, and not about chances.
    pub const fn is_harm(self) -> bool {
        matches!(self, Self::Harm | Self::HarmMoved)
    }

    /// Whether it takes forecasts, so that several workers share it.
    pub const fn is_heavy(self) -> bool {
        self.is_danger() || matches!(self, Self::Hit | Self::Damage | Self::Trade)
    }

    /// The kind with a name.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A question for every square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldQuestion {
    /// What is asked.
    pub kind: FieldKind,
    /// Whose question it is: who goes, strikes or is struck.
    pub by: CombatantId,
    /// The target; for a danger, the one enemy it comes from, or `None` for all.
    pub on: Option<CombatantId>,
    /// Others whose reach or threat counts too.
    pub with: Vec<CombatantId>,
}

/// Why a question has no answer on any square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoField {
    /// It is about two combatants.
    #[error("`{0}` is about two: name a target")]
    NoTarget(&'static str),
    /// They are the same.
    #[error("{0} cannot be its own target")]
    Oneself(Box<str>),
    /// Danger comes from the other side.
    #[error("{0} and {1} are on the same side")]
    Friends(Box<str>, Box<str>),
    /// A combatant who is out does nothing, and nothing is done to it.
    #[error("{0} is out of the fight")]
    Out(Box<str>),
    /// Animals that are ridden, say.
    #[error("{0} takes no turns")]
    NoTurns(Box<str>),
    /// There is nobody to be afraid of.
    #[error("no enemy in the fight knows of {0}")]
    NoEnemies(Box<str>),
}

impl FieldQuestion {
    /// Whether it makes sense in a battle.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, battle: &Battle) -> Result<(), NoField> {
        let name = |who: CombatantId| battle.combatant(who).identity.name.to_string().into();
        let (kind, by) = (self.kind, self.by);
        if kind.needs_target() && self.on.is_none() {
            return Err(NoField::NoTarget(kind.word()));
        }
        let named = [Some(by), self.on].into_iter().flatten().chain(self.with.iter().copied());
        if let Some(out) = named.into_iter().find(|who| !battle.combatant(*who).fights()) {
            return Err(NoField::Out(name(out)));
        }
        if self.on == Some(by) {
            return Err(NoField::Oneself(name(by)));
        }
        let rules = battle.ruleset.rules();
        let acts = matches!(kind, FieldKind::Moves | FieldKind::Hit | FieldKind::Damage | FieldKind::Trade);
        if acts && !rules.takes_turns(battle.combatant(by)) {
            return Err(NoField::NoTurns(name(by)));
        }
        if kind.is_danger() {
            if let Some(on) = self.on {
                if battle.combatant(on).team == battle.combatant(by).team {
                    return Err(NoField::Friends(name(by), name(on)));
                }
                if !rules.takes_turns(battle.combatant(on)) {
                    return Err(NoField::NoTurns(name(on)));
                }
            } else if battle.enemies(by).all(|enemy| !enemy.fights() || !enemy.aware.of(by)) {
                return Err(NoField::NoEnemies(name(by)));
            }
        }
        Ok(())
    }
}
