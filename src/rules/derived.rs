//! What follows from a battle and is asked for again and again: who stands where, and reach, threat and sight.
//!
//! It is no part of the value: it is neither saved nor compared, copies of a battle share it, and whatever changes the
//! battle drops what may no longer be true.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::{Aware, Battle, CombatantId, Sight, Status};
use crate::geometry::Square;

/// What has been worked out so far.
#[derive(Clone, Default)]
pub(super) struct Derived {
    standing: OnceLock<Arc<Standing>>,
    views: OnceLock<Arc<[OnceLock<View>]>>,
}

impl Derived {
    /// Forgets what hangs on anything but places.
    #[inline]
    pub(super) fn forget_views(&mut self) {
        self.views.take();
    }

    /// Forgets everything.
    #[inline]
    pub(super) fn forget_all(&mut self) {
        self.standing.take();
        self.views.take();
    }

    pub(super) fn standing(&self, battle: &Battle) -> &Standing {
        self.standing.get_or_init(|| Arc::new(Standing::new(battle)))
    }

    pub(super) fn view(&self, battle: &Battle, who: CombatantId) -> &View {
        let views = self.views.get_or_init(|| battle.rows().iter().map(|_| OnceLock::new()).collect());
        views[who.index()].get_or_init(|| View::new(battle, who))
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Derived")
    }
}

/// Which bodies on the board cover which squares, by square and then by id, and whether they are in the fight.
#[derive(Debug)]
pub(super) struct Standing(Vec<(Square, CombatantId, bool)>);

impl Standing {
    fn new(battle: &Battle) -> Self {
        let mut all = Vec::with_capacity(battle.rows().len());
        for one in battle.combatants().filter(|one| one.status != Status::Fled) {
            all.extend(one.footprint().squares().map(|square| (square, one.id, one.fights())));
        }
        all.sort_unstable();
        Self(all)
    }

    /// Who covers a square, and whether each is in the fight.
    pub(super) fn at(&self, square: Square) -> impl Iterator<Item = (CombatantId, bool)> + '_ {
        let first = self.0.partition_point(|(known, ..)| *known < square);
        self.0[first..].iter().take_while(move |(known, ..)| *known == square).map(|(_, who, fights)| (*who, *fights))
    }

    /// Squares that more than one fighting body covers.
    pub(super) fn shared(&self) -> Vec<Square> {
        let fighting: Vec<Square> = self.0.iter().filter(|(.., fights)| *fights).map(|(square, ..)| *square).collect();
        fighting.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
    }
}

/// Reach, threat and sight of one combatant. Whoever is out of the fight reaches, threatens and sees nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The squares within reach of what is ready.
    pub reach: Arc<[Square]>,
    /// The squares in which an enemy would be threatened.
    pub threat: Arc<[Square]>,
    /// Who is seen, oneself included.
    pub sees: Aware,
    /// What lies between this combatant and everybody else in the fight, cover among it, by id; nothing for oneself and
    /// those out of the fight.
    pub sights: Arc<[Option<Sight>]>,
}

impl View {
    fn new(battle: &Battle, who: CombatantId) -> Self {
        let rules = battle.ruleset.rules();
        let fights = battle.one(who).fights();
        let sight = |other: CombatantId| {
            let meets = fights && other != who && battle.one(other).fights();
            meets.then(|| rules.sight(battle, who, other))
        };
        let sights: Arc<[Option<Sight>]> = battle.rows().iter().map(|one| sight(one.id)).collect();
        let seen = (0..).map(CombatantId).zip(&*sights).filter(|(_, sight)| sight.as_ref().is_some_and(|one| one.seen));
        Self {
            reach: if fights { rules.reach(battle, who).into() } else { Arc::default() },
            threat: if fights { rules.threat(battle, who).into() } else { Arc::default() },
            sees: seen.fold(Aware::default().with(who, true), |sees, (other, _)| sees.with(other, true)),
            sights,
        }
    }
}
