//! What panels and board show of the lab.

use super::{Dialog, LabScreen, Laid, Page, Tint, Tool, asking::Question, fairness::BATTLES, rolling::Rolling};
use crate::{
    board::{AreaShown, MarkShown, Overlays, PlateShown, TargetShown, token_look},
    dice::Fraction,
    geometry::{Direction, Footprint, Square, Template, covered},
    lab::{Attempt, Relation},
    levels::draft::{Hand, TokenKey, fields, held},
    panels::{
        battle::model::ForecastModel,
        lab::model::{
            AttemptModel, ChanceModel, ConditionModel, FairnessModel, FighterModel, GoalModel, HandlesModel, KindModel,
            LabModel, LevelModel, MeasureModel, OddsModel, PairModel, SeveralModel, SideModel, ThingModel, TokenModel,
            WrongModel,
        },
        number,
        setup::model::SettingModel,
    },
    rules::{Aim, Battle, CombatantId, Fact, RulesetId, Sight, Surface, Team, Vital},
    screens::battle::{Matters, grades, what_matters},
};

impl LabScreen {
    /// What is asked about who is picked.
    pub(super) fn question(&self) -> Option<Question> {
        let draft = self.draft();
        let [only] = self.picked.as_slice() else { return None };
        let by = draft.id(*only)?;
        let on = self.target.and_then(|key| draft.id(key));
        // Pointed at an empty square, the question is what it would be from there.
        let battle = draft.battle();
        let from = self.hover.filter(|square| {
            let body = battle.combatant(by).placement.at(*square);
            let is_free = body.0.squares().all(|square| {
                let field = &battle.scene.field;
                field.cell(square).is_some_and(|cell| cell.has_room())
                    && battle.bodies_at(square).all(|other| other == by)
            });
            self.tool == Tool::Pick && self.drag.is_none() && on.is_some() && is_free
        });
        Some(Question { position: self.held, by, on, from })
    }

    /// Has the question of now answered.
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
        let wrong = self.wrong().into_iter().filter_map(|one| one.at);
        overlays.provoked = wrong.map(|square| MarkShown { square, plate: None }).collect();
        self.add_tint(&mut overlays);
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
        overlays.plate = self.plate();
        overlays
    }

    /// The places of the level: of goals for whoever they are of, and all of them while the level is looked at.
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

    /// What is tinted for who is picked.
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
                let foes = battle.enemies(question.by).filter(|one| one.fights()).map(|one| one.id);
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
            shown.cover = Some(sight.cover).filter(|_| sight.has_classes);
            shown.modifier = sight.modifier;
            match self.attempt_of(pair).map(|attempt| &attempt.outcome) {
                Some(Ok(forecast)) => shown.chance = Some(what_matters(forecast).0.percent()),
                Some(Err(refusal)) => shown.refusal = Some(refusal.words.to_string()),
                None => {}
            }
            overlays.lines = sight.lines.to_vec();
            overlays.corner = sight.lines.first().map(|line| line.from);
        }
        overlays.target = Some(shown);
    }

    /// The attack that is shown in full: the one that was chosen, or the first.
    pub(super) fn attempt_of<'a>(&self, pair: &'a Relation) -> Option<&'a Attempt> {
        pair.attacks.get(self.attempt).or(pair.attacks.first())
    }

    /// The squares of what is laid on the board, and where it is aimed at.
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
        Some((from, covered(template, from, to, extent)))
    }

    fn measure(&self) -> MeasureModel {
        let draft = self.draft();
        let squares = self.laid_squares().map(|(_, squares)| squares).unwrap_or_default();
        let inside =
            draft.battle().combatants().filter(|one| one.footprint().squares().any(|at| squares.contains(&at)));
        let measure = draft.ruleset().rules().measure();
        MeasureModel {
            laid: self.laid,
            size: self.size,
            words: measure.words(self.size * measure.per_square * measure.parts),
            covered: inside.map(|one| self.token(one.id)).collect(),
            squares: squares.len(),
        }
    }

    /// What is said beside the pointer.
    fn plate(&self) -> Option<PlateShown> {
        let hover = self.hover?;
        let battle = self.draft().battle();
        if let (Tool::Measure, Laid::Ruler | Laid::Line, Some(from)) = (self.tool, self.laid, self.ruler) {
            let (near, far) = (Footprint::one(from), Footprint::one(hover));
            let steps = crate::rules::ground::distance(near, far);
            let words = measured(battle.ruleset, from, hover);
            let second = format!("{steps} squares, {from} to {hover}");
            return Some(PlateShown { at: far, words, second, refused: false });
        }
        let question = self.question()?;
        let from = question.from?;
        let pair = self.asking.answer(question)?.pair.as_ref().filter(|pair| pair.from == Some(from))?;
        let cover = cover_words(&pair.sight);
        let best = pair.attacks.iter().find_map(|one| Some((one, one.outcome.as_ref().ok()?)));
        let at = battle.combatant(question.by).placement.at(from).0;
        Some(match best {
            Some((attempt, forecast)) => PlateShown {
                at,
                words: format!("From {from}: {} {}", attempt.title.to_lowercase(), number::percent(forecast.hits)),
                second: cover,
                refused: false,
            },
            None => {
                let why = pair.attacks.first().and_then(|one| one.outcome.as_ref().err());
                let words = why.map_or_else(|| "no attack".to_owned(), |refusal| refusal.words.to_string());
                PlateShown { at, words: format!("From {from}: {words}"), second: cover, refused: true }
            }
        })
    }

    /// All that the panels show.
    pub(super) fn model(&self) -> LabModel {
        let draft = self.draft();
        let rules = draft.ruleset().rules();
        let settings = &draft.battle().settings;
        let setting = |(index, setting): (usize, &crate::rules::Setting)| SettingModel {
            label: setting.about.into(),
            range: setting.range,
            value: settings.get(index, setting),
            default: setting.default,
            rule: setting.rule,
        };
        let kept = if self.history.is_changed() { "changed, not saved" } else { "unchanged" };
        let mut rulesets: Vec<RulesetId> = RulesetId::offered().collect();
        rulesets.sort_by_key(|ruleset| ruleset.name());
        LabModel {
            settings: self.settings,
            rulesets,
            ruleset: draft.ruleset(),
            title: draft.level().name.clone(),
            kept: format!("{}, {kept}", self.origin),
            undo: self.history.undone().map(str::to_owned),
            redo: self.history.redone().map(str::to_owned),
            tool: self.tool,
            page: self.page,
            brushes: self.brushes.clone(),
            kinds: self.kinds(),
            wanted: self.wanted.clone(),
            kind: self.kind.clone(),
            team: self.team,
            fighter: self.fighter(),
            several: (self.picked.len() > 1)
                .then(|| SeveralModel { tokens: self.picked_ids().into_iter().map(|who| self.token(who)).collect() }),
            odds: if self.page == Page::Odds { self.odds() } else { OddsModel::default() },
            level: self.level(),
            rules: rules.settings().iter().enumerate().map(setting).collect(),
            measure: self.measure(),
            wrong: self.wrong(),
            fairness: self.fairness(),
            new_size: self.new_size,
            pointed: self.pointed(),
            handles: self.handles(),
            toast: self.toast.as_ref().map(|toast| (toast.words.clone(), toast.rule)),
            rule: self.rule.and_then(|id| rules.catalogue().iter().find(|rule| rule.id == id)),
            dialog: self.dialog.clone(),
            levels: if self.dialog == Some(Dialog::Open) {
                self.levels.iter().map(|level| (level.name.clone(), level.about.clone())).collect()
            } else {
                Vec::new()
            },
            faults: self.faults.clone(),
            choose: self.files.found.model(),
            save: self.files.save.clone(),
            pins: draft.pins(),
            path: self.files.path.clone(),
            back: self.waiting.is_some(),
        }
    }

    fn kinds(&self) -> Vec<KindModel> {
        let is_listed = self.tool == Tool::Token || self.page == Page::Fighter && self.picked.len() == 1;
        if !is_listed {
            return Vec::new();
        }
        let wanted = if self.tool == Tool::Token { self.wanted.trim().to_lowercase() } else { String::new() };
        let roster = self.draft().roster();
        let fits =
            |one: &&crate::levels::Archetype| one.name.to_lowercase().contains(&wanted) || one.tag.contains(&wanted);
        let kind = |one: &crate::levels::Archetype| {
            let held = one.gear.iter().find(|gear| !matches!(gear.at, crate::levels::Carried::Stowed));
            let glyph = held.and_then(|gear| roster.arm(&gear.arm)).map(|arm| arm.glyph).unwrap_or_default();
            KindModel {
                tag: one.tag.clone(),
                name: one.name.clone(),
                about: one.about.clone(),
                look: crate::board::plain_look(self.team, glyph, one.name.chars().next().unwrap_or('?')),
            }
        };
        roster.archetypes.iter().filter(fits).map(kind).collect()
    }

    fn token(&self, who: CombatantId) -> TokenModel {
        let draft = self.draft();
        let one = draft.battle().combatant(who);
        let card = draft.ruleset().rules().card(draft.battle(), who);
        TokenModel {
            key: draft.key(who),
            name: one.identity.name.to_string(),
            look: token_look(draft.battle(), who, &card),
            team: one.team,
        }
    }

    fn fighter(&self) -> Option<FighterModel> {
        let draft = self.draft();
        let [only] = self.picked.as_slice() else { return None };
        let who = draft.id(*only)?;
        let (battle, rules) = (draft.battle(), draft.ruleset().rules());
        let one = battle.combatant(who);
        let card = rules.card(battle, who);
        let at = one.placement.anchor();
        let token = draft.token(*only)?;
        let misfit = draft.misfits().into_iter().find(|misfit| misfit.who == *only);
        let gear = draft.gear(who);
        Some(FighterModel {
            token: self.token(who),
            name: one.identity.name.to_string(),
            place: format!("{at}, {}, looks {}", ground(battle, at), direction(one.facing.0)),
            archetype: token.archetype.clone(),
            kind: one.identity.kind.to_string(),
            posture: one.posture,
            facing: one.facing.0,
            status: one.status,
            hidden: draft.is_hidden(who),
            can_hide: rules.has_hiding(),
            bars: card.bars,
            ruleset: draft.ruleset(),
            sheet: fields(one.sheet, draft.printed_sheet(who).as_ref()),
            vitals: self.vitals(who),
            conditions: one
                .conditions
                .0
                .iter()
                .map(|condition| {
                    let fact = rules.condition(battle, condition);
                    ConditionModel { label: fact.label.into_owned(), words: fact.words, level: condition.level }
                })
                .collect(),
            kinds: rules.names().conditions.to_vec(),
            held: (held(&gear, Hand::Main), held(&gear, Hand::Off)),
            things: gear.iter().map(|one| self.thing(&one.arm)).collect(),
            all_things: draft.roster().arms.iter().map(|arm| self.thing(&arm.tag)).collect(),
            facts: card.facts,
            gear: card.gear,
            misfit: misfit.map(|misfit| misfit.words),
            acting: battle.scene.acting == Some(who),
        })
    }

    fn thing(&self, arm: &str) -> ThingModel {
        let known = self.draft().roster().arm(arm);
        ThingModel {
            tag: arm.to_owned(),
            name: known.map_or_else(|| arm.to_owned(), |known| known.name.clone()),
            hands: known.and_then(crate::levels::Armament::hands).unwrap_or(1),
        }
    }

    /// Every total that the ruleset names, as it is and as it begins.
    fn vitals(&self, who: CombatantId) -> Vec<(Vital, &'static str, i16, i16)> {
        let one = self.draft().battle().combatant(who);
        let (start, _) = one.sheet.start();
        let names = self.draft().ruleset().rules().names().vitals.iter();
        (0..)
            .map(Vital)
            .zip(names)
            .map(|(vital, name)| (vital, *name, one.vitals.get(vital), start.get(vital)))
            .collect()
    }

    fn odds(&self) -> OddsModel {
        let draft = self.draft();
        let question = self.question();
        let Some(question) = question else { return OddsModel { tint: self.tint, ..OddsModel::default() } };
        let answer = self.asking.answer(question);
        let chance = |who: CombatantId, chance: Result<Fraction, Option<String>>| ChanceModel {
            token: self.token(who),
            chance: chance.map_err(|words| words.unwrap_or_else(|| "no attack".into())),
        };
        let there = |who: &CombatantId| who.index() < draft.tokens().len();
        let at = answer.map(|answer| &answer.at[..]).unwrap_or_default().iter().filter(|(who, _)| there(who));
        let at = at.map(|(who, best)| {
            let best = best.as_ref().copied().map_err(|why| why.as_ref().map(|why| why.words.to_string()));
            chance(*who, best)
        });
        let danger = answer.map(|answer| &answer.danger[..]).unwrap_or_default().iter().filter(|one| there(&one.by));
        let danger = danger.map(|one| {
            let why = one.refusal.as_ref().map(|refusal| refusal.words.to_string());
            chance(one.by, if why.is_some() || one.hits == Fraction::ZERO { Err(why) } else { Ok(one.hits) })
        });
        OddsModel {
            by: Some(self.token(question.by)),
            on: question.on.map(|on| self.token(on)),
            from: question.from,
            busy: answer.is_none(),
            pair: answer.and_then(|answer| answer.pair.as_ref()).map(|pair| self.pair(pair)),
            at: at.collect(),
            danger: danger.collect(),
            tint: self.tint,
        }
    }

    fn pair(&self, pair: &Relation) -> PairModel {
        let attempts = pair.attacks.iter().map(|attempt| AttemptModel {
            title: attempt.title.clone(),
            outcome: match &attempt.outcome {
                Ok(forecast) => Ok((forecast.hits, forecast.mean)),
                Err(refusal) => Err((refusal.words.to_string(), refusal.rule)),
            },
        });
        let name = |who: CombatantId| self.draft().battle().combatant(who).identity.name.to_string();
        let note = match &pair.approach {
            _ if !pair.takes_turns => format!("{} takes no turns", name(pair.by)),
            Some(approach) => {
                let to = approach.way.route.squares.last().map(ToString::to_string).unwrap_or_default();
                let chance = number::percent(approach.attack_forecast.hits);
                format!("From {to}, where it can go this turn: {chance}")
            }
            None => String::new(),
        };
        let lines = pair.sight.lines.iter().enumerate().map(|(place, line)| Fact {
            label: format!("Line {}", place + 1).into(),
            value: String::new(),
            words: line.words.clone(),
            rule: Some(line.rule),
        });
        PairModel {
            facts: self.standing(pair),
            attempts: attempts.collect(),
            chosen: self.attempt.min(pair.attacks.len().saturating_sub(1)),
            forecast: self.attempt_of(pair).and_then(|attempt| self.forecast(pair, attempt)),
            lines: lines.collect(),
            rolled: self.rolling.as_ref().map(Rolling::model),
            pinned: self.pin_text().map(|text| self.draft().pins().contains(&text)),
            note,
        }
    }

    /// Distance, sight, cover, reach and threat, both ways.
    fn standing(&self, pair: &Relation) -> Vec<Fact> {
        let battle = self.draft().battle();
        let name = |who: CombatantId| &*battle.combatant(who).identity.name;
        let (by, on) = (name(pair.by), name(pair.on));
        let fact = |label: &str, words: String, sight: &Sight| Fact {
            label: label.to_owned().into(),
            value: String::new(),
            words,
            rule: Some(sight.rule),
        };
        let measure = battle.ruleset.rules().measure();
        let yes = |is: bool, what: String| if is { what } else { "no".into() };
        let plain = |label: &str, words: String| Fact {
            label: label.to_owned().into(),
            value: String::new(),
            words,
            rule: None,
        };
        vec![
            plain("Distance", format!("{} {}", pair.sight.distance, measure.unit)),
            fact("Sight", seen(&pair.sight, on), &pair.sight),
            fact("Cover", cover_words(&pair.sight), &pair.sight),
            plain("Within reach", yes(pair.reaches, format!("of {by}"))),
            plain("Threatened", yes(pair.threatens, format!("by {by}"))),
            fact("Seen back", seen(&pair.back, by), &pair.back),
            fact("Cover back", cover_words(&pair.back), &pair.back),
            plain("Within reach back", yes(pair.reached, format!("of {on}"))),
            plain("Threatened back", yes(pair.threatened, format!("by {on}"))),
        ]
    }

    fn forecast(&self, pair: &Relation, attempt: &Attempt) -> Option<ForecastModel> {
        let forecast = attempt.outcome.as_ref().ok()?;
        let battle = self.draft().battle();
        let target = &battle.combatant(pair.on).identity.name;
        let place = pair.from.map(|square| format!(" from {square}")).unwrap_or_default();
        let (chance, matters) = what_matters(forecast);
        let outcome = match matters {
            Matters::Condition(words) => format!("{target}: {}", words.to_lowercase()),
            Matters::Success => format!("succeeds against {target}"),
            Matters::Harm => format!("harms {target}"),
            Matters::Hit => format!("hits {target}"),
        };
        let assessment = &forecast.assessment;
        let mut notes = vec![("Mean damage".into(), number::tenths(forecast.mean))];
        if chance != forecast.hits {
            notes.insert(0, ("Hits".into(), number::percent(forecast.hits)));
        }
        if forecast.grades[3] > Fraction::ZERO {
            notes.push((format!("{target} is out"), number::percent(forecast.grades[3])));
        }
        notes.extend(forecast.conditions.iter().map(|(words, chance)| (words.clone(), number::percent(*chance))));
        let label = |one: &crate::rules::AttackNumber| one.label.to_string();
        Some(ForecastModel {
            heading: "Forecast".into(),
            chance,
            doubt: forecast.forecast.doubt(),
            title: format!("{outcome}{place}"),
            about: format!("{}. {}", assessment.title, assessment.about),
            attack: assessment.attack().number.clone(),
            sum: assessment.attack().used.clone().map(|(words, rule)| (words.into_owned(), rule)),
            others: assessment.others().iter().map(|one| (label(one), one.number.clone())).collect(),
            odds: grades(battle.ruleset.rules().grades(), forecast.grades),
            notes,
            alternatives: Vec::new(),
            risks: Vec::new(),
        })
    }

    fn level(&self) -> LevelModel {
        let draft = self.draft();
        let level = draft.level();
        let extent = level.field.extent();
        let goal = |goal: &crate::rules::Goal| {
            let (kind, number) = match goal.aim {
                Aim::Defeat => (0, 1),
                Aim::Hold { rounds, .. } => (1, rounds),
                Aim::Reach { count, .. } => (2, count),
                Aim::Survive { rounds } => (3, rounds),
            };
            GoalModel { kind, zone: draft.zone_of(&goal.aim), number }
        };
        let sides = (0..).map(Team).zip(&level.sides).map(|(team, side)| SideModel {
            team,
            name: side.name.clone().unwrap_or_default(),
            count: draft.battle().combatants().filter(|one| one.team == team).count(),
            goals: level.goals.iter().filter(|goal| goal.team == team).map(goal).collect(),
        });
        LevelModel {
            name: level.name.clone(),
            about: level.about.clone(),
            rounds: level.round_limit,
            size: format!("{} by {} squares", extent.width, extent.height),
            suggests: level.ruleset,
            zones: level.zones.iter().map(|(name, squares)| (name.clone(), squares.len())).collect(),
            sides: sides.collect(),
        }
    }

    /// What is wrong with the position, and with the level as it was checked last.
    fn wrong(&self) -> Vec<WrongModel> {
        let misfits = self.draft().misfits().into_iter();
        let mut wrong: Vec<WrongModel> = misfits.map(|one| WrongModel { at: Some(one.at), words: one.words }).collect();
        let others = self.checking.found().iter();
        wrong.extend(
            others.filter(|one| !one.words.contains(" would ") && !one.words.contains("runs through")).cloned(),
        );
        wrong
    }

    fn fairness(&self) -> Option<FairnessModel> {
        let fairness = self.fairness.as_ref()?;
        let sides = self.draft().level().sides.len();
        Some(FairnessModel {
            wins: fairness.wins().into_iter().take(sides).collect(),
            over: (fairness.over(), BATTLES),
            running: fairness.is_running(),
            stale: fairness.revision != self.history.revision(),
        })
    }

    /// Where the pointer is and what is there.
    fn pointed(&self) -> String {
        let draft = self.draft();
        let Some(at) = self.hover else {
            return match self.picked.as_slice() {
                [] => "Click a fighter, or place one with T".into(),
                picked => format!("{} picked. Drag moves, Shift drag copies", draft.names_of(picked)),
            };
        };
        let there = draft.at(at);
        let names = if there.is_empty() { ground(draft.battle(), at) } else { draft.names_of(&there) };
        format!("{at}  {names}")
    }

    /// Where the handles of who is picked are.
    fn handles(&self) -> Option<HandlesModel> {
        if self.tool != Tool::Pick || self.drag.is_some() || self.band.is_some() || self.dialog.is_some() {
            return None;
        }
        let [only] = self.picked.as_slice() else { return None };
        let draft = self.draft();
        let camera = &self.view.camera;
        let rect = |body: Footprint| {
            let last = Square::new(body.anchor.x + i16::from(body.side) - 1, body.anchor.y + i16::from(body.side) - 1);
            camera.rect_of(body.anchor).union(camera.rect_of(last))
        };
        let body = rect(draft.combatant(*only)?.footprint());
        let is_other = |key: &TokenKey| key != only;
        let others = draft.tokens().iter().map(|token| token.key).filter(is_other);
        let others = others.filter_map(|key| Some(rect(draft.combatant(key)?.footprint()))).collect();
        Some(HandlesModel { body, others })
    }
}

/// Those of some squares that are on the board.
fn on_board(battle: &Battle, squares: &[Square]) -> Vec<Square> {
    squares.iter().copied().filter(|square| battle.scene.field.cell(*square).is_some()).collect()
}

fn seen(sight: &Sight, whom: &str) -> String {
    if sight.seen { format!("sees {whom}") } else { format!("does not see {whom}") }
}

/// "partial cover, −30".
fn cover_words(sight: &Sight) -> String {
    match (sight.cover_name, sight.modifier) {
        ("", 0) => "none".into(),
        (name, 0) => name.into(),
        (name, modifier) => format!("{name}, {}", number::signed(modifier)),
    }
}

/// What a square is, in words.
fn ground(battle: &Battle, at: Square) -> String {
    let Some(cell) = battle.scene.field.cell(at) else { return "off the board".into() };
    let plot = |plot: &crate::levels::Plot| plot.feature.is_none() && plot.on(cell.surface).footing == cell.footing;
    let named = crate::levels::SQUARES.iter().find(|(_, known, _)| {
        plot(known)
            && known.surface.is_none_or(|surface| surface == cell.surface)
            && (known.surface.is_some() || cell.footing != crate::rules::Footing::Firm)
    });
    let ground = named.map_or_else(|| surface(cell.surface).to_owned(), |(.., name)| (*name).to_owned());
    let mut all = vec![ground];
    all.extend(battle.scene.field.names_at(at).into_iter().map(str::to_owned));
    all.join(", ")
}

const fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Street => "street",
        Surface::Wood => "wooden floor",
        Surface::Grass => "grass",
        Surface::Slab => "stone slabs",
        Surface::Earth => "bare earth",
        Surface::Bridge => "bridge",
        Surface::Water => "water",
    }
}

const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}

/// How far it is between two squares, in the ruleset's own unit.
fn measured(ruleset: RulesetId, from: Square, to: Square) -> String {
    let steps = crate::rules::ground::distance(Footprint::one(from), Footprint::one(to));
    let measure = ruleset.rules().measure();
    measure.words(steps * measure.per_square * measure.parts)
}
