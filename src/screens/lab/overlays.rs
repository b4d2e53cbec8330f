//! The question about the picked fighter, and what is drawn over the board for it.

use super::{LabScreen, Laid, Page, Tint, Tool, asking::Question, pair_models::cover_words};
use crate::{
    board::{AreaShown, MarkShown, Overlays, PlateShown, TargetShown},
    geometry::{Footprint, Square, Template, centre, covered},
    lab::{Attempt, FieldKind, Relation, has_room},
    panels::{lab::model::MeasureModel, number},
    rules::{Aim, Battle, Combatant, Line, RuleId, Site, Team},
    screens::battle::what_matters,
};

impl LabScreen {
    /// The question about the picked fighter.
    pub(super) fn question(&self) -> Option<Question> {
        let draft = self.draft();
        let [only] = self.picked.as_slice() else { return None };
        let by = draft.id(*only)?;
        let on = self.target.and_then(|key| draft.id(key));
        // Pointing at an empty square asks what it would be like from there.
        let battle = draft.battle();
        let from = self.hover.filter(|square| {
            self.tool == Tool::Pick && self.drag.is_none() && on.is_some() && has_room(battle, by, *square)
        });
        Some(Question { position: self.held, by, on, from })
    }

    /// Has the present question answered.
    pub(super) fn ask(&mut self) {
        let question = self.question();
        let battle = self.preview.as_ref().unwrap_or_else(|| self.history.draft()).battle();
        self.asking.ask(question, battle);
    }

    /// All overlays of the board.
    pub(super) fn overlays(&self) -> Overlays {
        let draft = self.draft();
        let battle = draft.battle();
        let mut overlays = Overlays {
            acting: battle.scene.acting,
            picked: self.picked_ids(),
            hover: self.hover,
            by_keys: self.by_keys,
            zones: self.zones(),
            dimmed: self.dialog.is_some(),
            ..Overlays::default()
        };
        let wrong = self.wrong().into_iter().filter_map(|wrong| wrong.at);
        overlays.provoked = wrong.map(|square| MarkShown { square, plate: None }).collect();
        overlays.field = self.shading.picture();
        if overlays.field.is_none() {
            self.add_tint(&mut overlays);
        }
        self.add_target(&mut overlays);
        if let Some((from, to)) = self.band {
            let (x, y) = (from.x.min(to.x)..=from.x.max(to.x), from.y.min(to.y)..=from.y.max(to.y));
            overlays.aims = y.flat_map(|y| x.clone().map(move |x| Square::new(x, y))).collect();
        }
        overlays.area = self.laid_squares().map(|(aim, squares)| AreaShown {
            aim,
            squares,
            plate: String::new(),
            places: Vec::new(),
            caught: Vec::new(),
        });
        if let Some(edge) = self.aimed_edge() {
            (overlays.hover, overlays.marks) = (None, vec![Site::Edge(edge)]);
        }
        self.add_ruler(&mut overlays);
        overlays.plate = self.plate();
        self.add_change(&mut overlays);
        overlays
    }

    /// The places of the level: those of goals, for their side, and all of them on the page Level.
    fn zones(&self) -> Vec<(Team, Vec<Square>, String)> {
        let level = self.draft().level();
        let place = |goal: &crate::rules::Goal| match &goal.aim {
            Aim::Hold { squares, rounds } => Some((goal.team, squares.clone(), format!("Hold, {rounds}"))),
            Aim::Reach { squares, count } => Some((goal.team, squares.clone(), format!("Reach, {count}"))),
            Aim::Defeat | Aim::Survive { .. } => None,
        };
        let mut zones: Vec<(Team, Vec<Square>, String)> = level.goals.iter().filter_map(place).collect();
        if self.page == Page::Level || matches!(self.tool, Tool::Zone(_)) {
            let unsaid = level.zones.iter().filter(|(_, squares)| zones.iter().all(|(_, known, _)| known != squares));
            let unsaid: Vec<_> = unsaid.map(|(name, squares)| (Team(0), squares.clone(), name.clone())).collect();
            zones.extend(unsaid);
        }
        zones
    }

    /// Tints squares for the picked fighter.
    fn add_tint(&self, overlays: &mut Overlays) {
        let Some(question) = self.question() else { return };
        let battle = self.draft().battle();
        match self.tint {
            Tint::None => {}
            Tint::Moves => {
                if let Some(answer) = self.asking.answer(question) {
                    let band = |base: bool| {
                        let of = move |(square, first): &(Square, bool)| (*first == base).then_some(*square);
                        answer.ways.iter().filter_map(of).collect()
                    };
                    (overlays.base, overlays.full) = (band(true), band(false));
                }
            }
            Tint::Reach => overlays.base = on_board(battle, &battle.view_of(question.by).reach),
            Tint::Threat => overlays.threat = on_board(battle, &battle.view_of(question.by).threat),
            Tint::Enemies => {
                let foes = battle.enemies(question.by).filter(|fighter| fighter.fights()).map(|fighter| fighter.id);
                let mut all: Vec<Square> = foes.flat_map(|foe| battle.view_of(foe).threat.to_vec()).collect();
                all.sort_unstable();
                all.dedup();
                overlays.threat = on_board(battle, &all);
            }
        }
    }

    /// The target with the chance against it, and the lines that decide cover.
    fn add_target(&self, overlays: &mut Overlays) {
        let Some(question) = self.question() else { return };
        let Some(on) = question.on else { return };
        let mut shown = TargetShown { who: on, chance: None, cover: None, modifier: 0, refusal: None };
        if let Some(pair) = self.asking.answer(question).and_then(|answer| answer.pair.as_ref()) {
            let sight = &pair.sight;
            // A plate would cover squares of a field; the panel tells the same, unless it shows a palette.
            let is_free = overlays.field.is_none() || self.tool != Tool::Pick;
            // An empty shield would be read as cover.
            shown.cover = Some(sight.cover).filter(|cover| *cover > 0 && sight.has_classes && is_free);
            shown.modifier = sight.modifier;
            match self.attempt_of(pair).filter(|_| is_free).map(|attempt| (&attempt.outcome, attempt.event)) {
                Some((Ok(forecast), event)) => {
                    let (chance, matters) = what_matters(forecast);
                    shown.chance = Some((number::figure(chance), matters.event_of(event)));
                }
                Some((Err(refusal), _)) => shown.refusal = Some(refusal.words.to_string()),
                None => {}
            }
            let alone = self.line.filter(|_| self.page == Page::Odds).and_then(|place| sight.lines.get(place));
            let drawn = if self.asks_own_cover() { &pair.back } else { sight };
            overlays.lines = alone.map_or_else(|| drawn.lines.to_vec(), |line| vec![line.clone()]);
            overlays.corner = overlays.lines.first().map(|line| line.from);
        }
        overlays.target = Some(shown);
    }

    /// Whether the board shows the picked fighter's own cover rather than the target's.
    fn asks_own_cover(&self) -> bool {
        self.page == Page::Fields && self.shading.kind == Some(FieldKind::CoverHere)
    }

    /// The attack shown in full: the one chosen, or the first.
    pub(super) fn attempt_of<'a>(&self, pair: &'a Relation) -> Option<&'a Attempt> {
        pair.attacks.get(self.attempt_place(pair))
    }

    /// Its index: the first if the one chosen is gone.
    pub(super) fn attempt_place(&self, pair: &Relation) -> usize {
        if self.attempt < pair.attacks.len() { self.attempt } else { 0 }
    }

    /// The line measured, and a mark at its beginning or at the middle of the template laid.
    fn add_ruler(&self, overlays: &mut Overlays) {
        if self.tool != Tool::Measure {
            return;
        }
        let from = if self.laid == Laid::Blast { self.ruler.or(self.hover) } else { self.ruler };
        overlays.corner = from.map(centre);
        overlays.lines = Vec::new();
        if let (Laid::Ruler | Laid::Line, Some(from), Some(to)) = (self.laid, self.ruler, self.hover) {
            let (from, to, rule) = (centre(from), centre(to), RuleId(""));
            overlays.lines = vec![Line { from, to, class: 0, touches: None, words: String::new(), rule }];
        }
    }

    /// The squares of the template laid on the board, and the square it is anchored at.
    fn laid_squares(&self) -> Option<(Square, Vec<Square>)> {
        if self.tool != Tool::Measure {
            return None;
        }
        let from = self.ruler.or(self.hover)?;
        let to = self.hover.unwrap_or(from);
        let template = match self.laid {
            Laid::Ruler => return None,
            Laid::Blast => Template::Blast(self.size),
            Laid::Cone => Template::Cone(self.size),
            Laid::Line => Template::Line,
        };
        let extent = self.draft().battle().scene.field.extent();
        let mut squares = covered(template, from, to, extent);
        if self.laid == Laid::Line {
            // A fighter where the line begins is not hit.
            squares.retain(|square| *square != from);
        }
        Some((from, squares))
    }

    pub(super) fn measure(&self) -> MeasureModel {
        let draft = self.draft();
        let (from, squares) = self.laid_squares().unwrap_or_default();
        // Fighters who have left or are still to come do not count.
        let is_inside = |fighter: &Combatant<'_>| {
            !fighter.status.is_absent() && fighter.footprint().squares().any(|at| squares.contains(&at))
        };
        // Nearest first.
        let mut inside: Vec<Combatant<'_>> = draft.battle().combatants().filter(is_inside).collect();
        let (battle, rules) = (draft.battle(), draft.ruleset().rules());
        inside.sort_by_key(|fighter| rules.apart(battle, Footprint::one(from), fighter.footprint()));
        let measure = rules.measure();
        MeasureModel {
            laid: self.laid,
            size: self.size,
            words: measure.words(self.size * measure.per_square * measure.parts),
            covered: inside.into_iter().map(|fighter| self.token(fighter.id)).collect(),
            squares: squares.len(),
        }
    }

    /// The plate beside the pointer.
    fn plate(&self) -> Option<PlateShown> {
        let hover = self.hover?;
        let battle = self.draft().battle();
        if let (Tool::Measure, Laid::Ruler | Laid::Line, Some(from)) = (self.tool, self.laid, self.ruler) {
            let (words, second) = measured(battle, from, hover);
            return Some(PlateShown { at: Footprint::one(hover), words, second, refused: false });
        }
        let question = self.question()?;
        let from = question.from?;
        let pair = self.asking.answer(question)?.pair.as_ref().filter(|pair| pair.from == Some(from))?;
        let (sight, whose) = if self.asks_own_cover() { (&pair.back, pair.by) } else { (&pair.sight, pair.on) };
        let cover = format!("Cover of {}: {}", battle.combatant(whose).identity.name, cover_words(sight));
        let best = pair.attacks.iter().find_map(|attack| Some((attack, attack.outcome.as_ref().ok()?)));
        let at = battle.combatant(question.by).placement.at(from).0;
        Some(match best {
            Some((attempt, forecast)) => PlateShown {
                at,
                words: format!("From {from}: {} {}", attempt.title.to_lowercase(), number::percent(forecast.hits)),
                second: cover,
                refused: false,
            },
            None => {
                let why = pair.attacks.first().and_then(|attempt| attempt.outcome.as_ref().err());
                let words = why.map_or_else(|| "no attack".to_owned(), |refusal| refusal.words.to_string());
                PlateShown { at, words: format!("From {from}: {words}"), second: cover, refused: true }
            }
        })
    }
}

/// Those of some squares that are on the board.
fn on_board(battle: &Battle, squares: &[Square]) -> Vec<Square> {
    squares.iter().copied().filter(|square| battle.scene.field.cell(*square).is_some()).collect()
}

/// The distance between two squares as the ruleset counts it, in its unit; then the squares measured, with the distance
/// in squares too where the unit differs.
fn measured(battle: &Battle, from: Square, to: Square) -> (String, String) {
    let rules = battle.ruleset.rules();
    let (measure, ends) = (rules.measure(), (Footprint::one(from), Footprint::one(to)));
    let words = measure.apart_words(rules.apart(battle, ends.0, ends.1).into());
    let squares = (measure.apart != measure.unit)
        .then(|| format!("{}, ", measure.words(crate::rules::ground::distance(ends.0, ends.1) * measure.parts)));
    (words, format!("{}{from} to {to}", squares.unwrap_or_default()))
}
