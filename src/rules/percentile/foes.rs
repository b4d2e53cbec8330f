//! Whom somebody could aim at: found once for all weapons. PCT-ATK-02.

use std::cell::OnceCell;

use super::{attack, cover, reach, sheet::Use};
use crate::rules::{Battle, Candidate, CombatantId, ItemId, Status};

/// The enemies somebody knows of and could aim at: nearest first, those out of the fight last.
pub struct Foes {
    by: CombatantId,
    all: Vec<Foe>,
}

struct Foe {
    out: bool,
    metres: u16,
    who: CombatantId,
    exposed: OnceCell<bool>,
}

impl Foes {
    /// Of somebody where he is.
    pub fn of(battle: &Battle, by: CombatantId) -> Self {
        let one = battle.combatant(by);
        let from = one.footprint();
        let is_target = |status| !matches!(status, Status::Dead | Status::Fled);
        let foes = battle.enemies(by).filter(|foe| is_target(foe.status) && one.aware.of(foe.id));
        let foe = |foe: crate::rules::Combatant<'_>| Foe {
            out: !foe.fights(),
            metres: reach::distance(from, foe.footprint()),
            who: foe.id,
            exposed: OnceCell::new(),
        };
        let mut all = Vec::with_capacity(battle.rows().len());
        all.extend(foes.map(foe));
        all.sort_unstable_by_key(|foe| (foe.out, foe.metres, foe.who));
        Self { by, all }
    }

    /// Whether anybody is so near.
    pub fn any_within(&self, metres: u16) -> bool {
        self.all.iter().any(|foe| foe.metres <= metres)
    }

    /// Each with the reason why a weapon that could be used right now cannot be used on him.
    pub fn candidates(&self, battle: &Battle, item: ItemId, of: &Use) -> Vec<Candidate> {
        let inept = attack::inept(battle, self.by, item, of);
        let candidate = |foe: &Foe| {
            let is_exposed = || *foe.exposed.get_or_init(|| cover::is_exposed(battle, self.by, foe.who));
            let refusal = inept
                .clone()
                .or_else(|| attack::out_of_reach(battle, self.by, (foe.who, foe.metres), of))
                .or_else(|| (!is_exposed()).then(attack::covered));
            Candidate { who: foe.who, refusal }
        };
        self.all.iter().map(candidate).collect()
    }
}
