//! Expectations about attacks on a place, before anybody makes them.

use super::{Check, Held, names, squares, truth};
use crate::{
    dice::{Fraction, Odds},
    geometry::Square,
    levels::{
        Expect,
        odds::{agrees_nearly, shown},
    },
    rules::{Area, Declared},
};

impl Check<'_> {
    pub(super) fn area(&self, expect: &Expect) -> Held {
        let Expect::Area { by, choice, number, terms, squares: inside, size, .. } = expect else { return Ok(()) };
        let Declared { battle, choice, .. } = self.asked_choice(by.as_deref(), choice)?.declared;
        let decision = battle.decision().ok_or("nobody is asked")?;
        let area = battle.area(decision.who, &choice);
        let area = area.ok_or("it is not an attack on a place")?;
        match &area.number {
            Some(came) => super::odds::check_number("number", came, *number, terms)?,
            None => truth(number.is_none() && terms.is_empty(), || "it cannot miss".into())?,
        }
        if let Some(given) = inside {
            let given = squares(given.iter().map(String::as_str))?;
            let same = given.len() == area.squares.len() && area.squares.iter().all(|square| given.contains(square));
            truth(same, || names(&area.squares))?;
        }
        truth(size.is_none_or(|size| size == area.squares.len()), || format!("{} squares", area.squares.len()))?;
        self.area_odds(expect, &area)
    }

    /// Checks where it may land, and whom it may reach.
    fn area_odds(&self, expect: &Expect, area: &Area) -> Held {
        let Expect::Area { lands, places, reached, means, .. } = expect else { return Ok(()) };
        let holds = |name: &str, text: &str, came: Fraction| {
            truth(agrees_nearly(text, came)?, || format!("{name}: {}", shown(came)))
        };
        let lands_in = |place: Square| area.places.chance(|at| *at == place);
        if let Some(text) = lands {
            holds("lands", text, lands_in(area.aim))?;
        }
        for (square, text) in places {
            let [place] = squares([square.as_str()])?[..] else { continue };
            holds(square, text, lands_in(place))?;
        }
        for (who, text) in reached {
            let came = self.ends(area, who)?.map_or(Fraction::ZERO, |ends| ends.chance(|(_, damage)| *damage >= 0));
            holds(&format!("{who} is reached"), text, came)?;
        }
        for (who, text) in means {
            let came =
                self.ends(area, who)?.map_or(Fraction::ZERO, |ends| ends.mean(|(_, damage)| (*damage).max(0) as u32));
            holds(&format!("mean damage to {who}"), text, came)?;
        }
        Ok(())
    }

    /// The odds of a combatant's grade and damage, which is -1 where it is not reached; `None` if it cannot be reached
    /// at all.
    fn ends<'r>(&self, area: &'r Area, who: &str) -> Result<Option<&'r Odds<(u8, i16)>>, String> {
        let id = self.combatant(who)?.id;
        Ok(area.caught.iter().find(|caught| caught.who == id).map(|caught| &caught.ends))
    }
}
