//! The overlays of the board for the current choice.

use bevy::prelude::World;

use super::{
    BattleScreen,
    outcome::{self, what_matters},
    press::{Deed, Place, PressPlate},
};
use crate::{
    arena::{Arena as _, Threat},
    board::{AreaShown, MarkShown, Overlays, PathShown, PlateShown, TargetShown},
    dice::Fraction,
    geometry::{Footprint, Square},
    panels::number,
    rules::{Caught, CombatantId, Explosive, Target},
};

/// The squares that everybody threatens.
pub(super) fn threats(world: &mut World) -> Vec<(CombatantId, Threat)> {
    world.derive();
    let mut all = world.query::<(&CombatantId, &Threat)>();
    all.iter(world).map(|(who, threat)| (*who, threat.clone())).collect()
}

impl BattleScreen {
    /// All overlays of the board; `threats` are the squares that each combatant threatens.
    pub(super) fn overlays(&self, threats: &[(CombatantId, Threat)]) -> Overlays {
        let mut overlays = Overlays {
            acting: if self.stage.is_busy() { self.stage.shown().scene.acting } else { self.shown_acting() },
            selected: self.heard.marked.filter(|who| self.is_visible(*who)).or(self.inspected),
            hover: self.hover,
            by_keys: self.by_keys,
            zones: self.zones(),
            fuses: self.fuses(),
            dimmed: self.dialog.is_some(),
            ..Overlays::default()
        };
        self.add_results(&mut overlays);
        if !self.is_asked() {
            return overlays;
        }
        let Some((who, ..)) = self.asked() else { return overlays };
        if self.battle().scene.acting != Some(who) {
            overlays.asked = Some(who);
        }
        if self.add_advice(who, &mut overlays) {
            return overlays;
        }
        self.add_reach(&mut overlays);
        self.add_threat(who, threats, &mut overlays);
        self.add_way(who, &mut overlays);
        self.add_field(&mut overlays);
        overlays.area = self.area_shown().or_else(|| self.blast_shown()).or(overlays.area.take());
        self.add_target(self.heard.lines || self.settings.lines, &mut overlays);
        overlays.plate = self.plate_shown();
        if overlays.field.is_some() {
            // Plates would cover the squares' numbers; the panel says the same.
            overlays.plate = None;
            if let Some(target) = &mut overlays.target {
                (target.chance, target.cover, target.refusal) = (None, None, None);
            }
        }
        overlays
    }

    fn zones(&self) -> Vec<(crate::rules::Team, Vec<Square>, String)> {
        let goals = &self.stage.shown().scene.goals;
        let place = |goal: &crate::rules::Goal| {
            let words = format!("{}: {}", self.side_name(goal.team), goal.brief());
            Some((goal.team, goal.place()?.to_vec(), words))
        };
        goals.iter().filter_map(place).collect()
    }

    /// What burning fuses will reach, where there is a rule for that.
    fn fuses(&self) -> Vec<(Vec<Square>, String)> {
        let battle = self.stage.shown();
        let rules = battle.ruleset.rules();
        if rules.board_rules(battle).explosives.is_none() {
            return Vec::new();
        }
        let (field, round) = (&battle.scene.field, battle.scene.round);
        let lit = field.explosives().filter_map(|(at, explosive)| Some((at, explosive, explosive.lit?)));
        let when =
            |last: u16| if last <= round { "as this round ends".into() } else { format!("as round {last} ends") };
        let words = |explosive: &Explosive, last| format!("{} {}", explosive.harm, when(last));
        let reached = |at, explosive: &Explosive| rules.explosion(battle, at, explosive.radius);
        lit.map(|(at, explosive, lit)| (reached(at, &explosive), words(&explosive, lit.round))).collect()
    }

    /// What the keg or charge pointed at would reach.
    fn blast_shown(&self) -> Option<AreaShown> {
        let (aim, battle) = (self.hover?, self.battle());
        let rules = battle.ruleset.rules();
        rules.board_rules(battle).explosives?;
        let explosive = battle.scene.field.explosive(aim).filter(|explosive| explosive.lit.is_none())?;
        let squares = rules.explosion(battle, aim, explosive.radius);
        Some(AreaShown { aim, squares, plate: explosive.harm.to_string(), places: Vec::new(), caught: Vec::new() })
    }

    /// What a press at the pointer does, in words.
    fn plate_shown(&self) -> Option<PlateShown> {
        let (place, PressPlate { words, second, refused }) = self.press_plate()?;
        let at = match place {
            Place::Square(square) => Footprint { anchor: square, side: 1 },
            Place::Body(who) => self.battle().combatant(who).footprint(),
        };
        Some(PlateShown { at, words, second, refused })
    }

    fn add_reach(&self, overlays: &mut Overlays) {
        (overlays.base, overlays.full) = self.shown_ways();
        let Some((offer, choice)) = self.open_offer() else { return };
        if let Target::Square(squares) = offer.built(choice).target {
            overlays.marks = self.insight.marks.iter().map(|(_, mark)| mark.site).collect();
            let named: Vec<Square> = self.insight.marks.iter().map(|(square, _)| *square).collect();
            overlays.aims = squares.iter().copied().filter(|square| !named.contains(square)).collect();
        }
        overlays.marked = self.insight.breaking.as_ref().map(|breaking| {
            let breaks = breaking.breaks > Fraction::ZERO;
            let (chance, event) = if breaks { (breaking.breaks, "breaks") } else { (breaking.harms, "is damaged") };
            (breaking.mark.site, format!("{} {event} {}", breaking.mark.fact.label, number::percent(chance)))
        });
    }

    /// What an attack on the square pointed at would do.
    fn area_shown(&self) -> Option<AreaShown> {
        let area = self.insight.area.as_ref()?;
        let felt = |caught: &&Caught| self.is_visible(caught.who);
        let caught = area.caught.iter().filter(felt).map(|caught| {
            let chance = caught.ends.chance(|(_, damage)| *damage >= 0);
            (caught.who, format!("{} reached", number::percent(chance)))
        });
        let elsewhere = area.places.iter().filter(|(square, _)| **square != area.aim);
        let places = elsewhere.map(|(square, _)| {
            let chance = area.places.chance(|at| at == square).percent();
            (*square, chance.max(1))
        });
        let lands = area.places.chance(|at| *at == area.aim);
        Some(AreaShown {
            aim: area.aim,
            squares: area.squares.clone(),
            plate: area.number.as_ref().map_or_else(String::new, |_| format!("lands {}", number::percent(lands))),
            places: places.collect(),
            caught: caught.collect(),
        })
    }

    /// Adds the squares that known enemies threaten: all if wanted by key or setting; otherwise, while ways are shown,
    /// those of enemies who threaten less than half the board.
    fn add_threat(&self, who: CombatantId, threats: &[(CombatantId, Threat)], overlays: &mut Overlays) {
        let all = self.heard.alt || self.settings.threat;
        let battle = self.battle();
        let moving = !overlays.base.is_empty() || !overlays.full.is_empty();
        if !all && !moving {
            return;
        }
        let me = battle.combatant(who);
        let near = |enemy: CombatantId| {
            let enemy = battle.combatant(enemy);
            enemy.team != me.team && enemy.fights() && me.aware.of(enemy.id)
        };
        // An enemy who threatens half the board, with a bow, would hide where the others make a difference.
        let squares = self.battle().scene.field.extent().squares().count();
        let tells = |threat: &Threat| all || threat.0.len() * 2 < squares;
        for (_, Threat(squares)) in threats.iter().filter(|(enemy, threat)| near(*enemy) && tells(threat)) {
            overlays.threat.extend(squares.iter());
        }
        overlays.threat.sort_unstable();
        overlays.threat.dedup();
        let free = |square: &Square| {
            battle.scene.field.cell(*square).is_some_and(|cell| {
                cell.feature.is_none_or(|feature| feature.traits().passage == crate::rules::Passage::Open)
            })
        };
        overlays.threat.retain(free);
    }

    fn add_way(&self, who: CombatantId, overlays: &mut Overlays) {
        let Some(way) = &self.insight.way else { return };
        let battle = self.battle();
        let base = |square: &Square| overlays.base.contains(square);
        let run_from = way.route.squares.iter().position(|square| !base(square)).filter(|_| !way.route.base);
        overlays.path = Some(PathShown {
            from: battle.combatant(who).placement.anchor(),
            squares: way.route.squares.clone(),
            run_from,
            ghost: Some(who),
        });
        let mut named: Vec<CombatantId> = Vec::new();
        for (provocation, strike) in &way.provoked {
            let square = match provocation.step {
                0 => battle.combatant(who).placement.anchor(),
                step => way.route.squares[step - 1],
            };
            let chance = strike.as_ref().map(|strike| format!(" hits {}", number::percent(strike.hits)));
            let first = !named.contains(&provocation.by);
            named.push(provocation.by);
            let plate = first.then(|| {
                let name = &battle.combatant(provocation.by).identity.name;
                format!("{name}{}", chance.unwrap_or_default())
            });
            overlays.provoked.push(MarkShown { square, plate });
        }
        if let Some((square, _)) = way.fire {
            overlays.provoked.push(MarkShown { square, plate: Some("fire".into()) });
        }
        for (step, on, chance) in &way.passing {
            let plate = Some(format!("hits {} {}", battle.combatant(*on).identity.name, number::percent(*chance)));
            overlays.passing.push(MarkShown { square: way.route.squares[*step], plate });
        }
    }

    fn add_target(&self, lines: bool, overlays: &mut Overlays) {
        let subject = self.insight.subject.as_ref().map(|subject| &subject.choice);
        let open = self.open_offer().map(|(_, choice)| choice);
        overlays.also = subject.or(open).map(|choice| choice.also.clone()).unwrap_or_default();
        let Some(attack) = &self.insight.attack else {
            self.add_refused_target(overlays);
            return;
        };
        let sight = &attack.attack_forecast.assessment.sight;
        let event = what_matters(&attack.attack_forecast)
            .1
            .event(self.settled.offers.find(attack.choice.verb, attack.choice.item));
        // While the last act's outcome is shown, no chance is shown for a next act that nobody has chosen or pointed
        // at.
        let is_quiet = self.is_card_open() && self.settled.chosen.is_none() && self.place().is_none();
        let chance = (number::figure(what_matters(&attack.attack_forecast).0), event);
        overlays.target = Some(TargetShown {
            who: attack.on,
            chance: Some(chance).filter(|_| !is_quiet),
            cover: Some(sight.cover).filter(|_| sight.has_classes),
            modifier: sight.modifier,
            refusal: None,
        });
        let goes = self.is_about_ways() && !overlays.base.is_empty();
        // Beside the arrow of the shot that is told, the line of the next one would read as a second shot.
        let is_told = is_quiet && overlays.arrows.iter().any(|arrow| arrow.on == attack.on);
        let matters = lines || attack.from.is_some() || goes || sight.cover > 0;
        if self.heard.lines || matters && !is_told {
            overlays.lines = sight.lines.to_vec();
            overlays.corner = sight.lines.first().map(|line| line.from);
        }
    }

    /// Shows the fighter pointed at, pinned or named by the open offer, where no attack is forecast.
    fn add_refused_target(&self, overlays: &mut Overlays) {
        let tried = self.insight.answer.as_ref().filter(|_| self.is_turn());
        let subject = self.insight.subject.as_ref();
        let aimed = subject.and_then(|subject| subject.choice.on);
        let offer = subject.map(|subject| &self.settled.offers.0[subject.offer]);
        let chance = |who| {
            let tried = tried.filter(|_| aimed == Some(who))?;
            Some((number::figure(tried.chance), outcome::tried(tried.event, offer).to_owned()))
        };
        let shown = |who, refusal| Some(TargetShown { who, chance: chance(who), cover: None, modifier: 0, refusal });
        if let Some((Place::Body(who), plate)) = self.press_plate() {
            // The plate at the pointer says why; a fighter who is down and only looked at is no target.
            let is_looked_at = matches!(self.deed_at(Place::Body(who)), Deed::Nothing | Deed::Card(_));
            if self.battle().combatant(who).fights() || !is_looked_at {
                overlays.target = shown(who, plate.refused.then(String::new));
            }
            return;
        }
        let named = self.open_offer().and_then(|(offer, choice)| match offer.built(choice).target {
            Target::Combatant(list) => list.iter().find(|candidate| Some(candidate.who) == choice.on),
            _ => None,
        });
        overlays.target = match named {
            Some(candidate) => {
                shown(candidate.who, candidate.refusal.as_ref().map(|refusal| refusal.words.to_string()))
            }
            None => self.target().and_then(|who| shown(who, None)),
        };
    }
}
