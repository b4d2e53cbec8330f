//! The models of the lab's panels.

use super::{Dialog, LabScreen, Page, Tool, carrying_out::EDGES, fairness::BATTLES};
use crate::{
    board::token_look,
    geometry::{Footprint, Square},
    levels::{
        self, Entrance,
        draft::{Hand, Record, SheetField, Token, TokenKey, fields, held},
    },
    panels::{
        lab::model::{
            ArmModel, ConditionModel, FairnessModel, FighterModel, GoalModel, HandlesModel, KindModel, LabModel,
            LevelModel, PieceModel, SeveralModel, SideModel, TokenModel, VitalModel, WrongModel,
        },
        setup::model::SettingModel,
    },
    rules::{
        Aim, Battle, CombatantId, Condition, ConditionKind, Fact, RulesetId, Status, Surface, Team, Until, Vital,
        capital,
    },
};

/// The fields of a record shown, read only when it changes, because that takes it apart field by field.
pub(super) struct Fields<R> {
    of: R,
    printed: Option<R>,
    fields: Vec<SheetField>,
}

impl<R: Record + PartialEq> Fields<R> {
    fn new(of: R, printed: Option<R>, others: &[R]) -> Self {
        let fields = fields(&of, printed.as_ref(), others);
        Self { of, printed, fields }
    }

    /// Whether they are the fields of `record`.
    fn is_of(&self, record: &R, printed: Option<&R>) -> bool {
        self.of == *record && self.printed.as_ref() == printed
    }
}

impl LabScreen {
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
        let kept = if self.history.is_changed() { "Changed, not saved" } else { "Unchanged" };
        let looked = self.history.looked_at().map(|ruleset| format!(", looked at under {ruleset}")).unwrap_or_default();
        LabModel {
            settings: self.settings,
            rulesets: RulesetId::offered().collect(),
            ruleset: draft.ruleset(),
            title: draft.level().name.clone(),
            kept: format!("{kept}{looked}; {}", self.origin),
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
            odds: if self.page == Page::Odds { self.odds() } else { self.judged_pair() },
            field: self.field_model(),
            level: self.level(),
            rules: rules.settings().iter().enumerate().map(setting).collect(),
            measure: self.measure(),
            wrong: self.wrong(),
            checked: self.checking.is_done(self.history.revision()),
            fairness: self.fairness(),
            new_size: self.new_size,
            pointed: self.pointed(),
            handles: self.handles(),
            toast: self.toast.as_ref().map(|toast| (toast.words.clone(), toast.rule)),
            saved: self.toast.as_ref().and_then(|toast| Some(toast.saved.as_ref()?.display().to_string())),
            // The verdicts name the rules of all rulesets.
            rule: self.rule.and_then(crate::rules::rule_of),
            dialog: self.dialog.clone(),
            levels: if self.dialog == Some(Dialog::Open) {
                let about = |place| match levels::told_apart(&self.levels, place) {
                    Some(file) => format!("{}: {}", capital(&file), self.levels[place].about),
                    None => self.levels[place].about.clone(),
                };
                let all = self.levels.iter().enumerate();
                all.map(|(place, level)| (level.name.clone(), about(place))).collect()
            } else {
                Vec::new()
            },
            faults: self.faults.clone(),
            choose: self.files.found.model(),
            save: self.files.save.clone(),
            pins: self.pin_models(),
            path: self.files.path.clone(),
            back: self.waiting.is_some(),
            leaving: self.leaving_words(),
        }
    }

    fn kinds(&self) -> Vec<KindModel> {
        let is_listed = self.tool == Tool::Token || self.page == Page::Fighter && self.picked.len() == 1;
        if !is_listed {
            return Vec::new();
        }
        let wanted = if self.tool == Tool::Token { self.wanted.trim().to_lowercase() } else { String::new() };
        let roster = self.draft().roster();
        let fits = |archetype: &&levels::Archetype| {
            archetype.name.to_lowercase().contains(&wanted) || archetype.tag.contains(&wanted)
        };
        let kind = |archetype: &levels::Archetype| {
            let held = archetype.gear.iter().find(|gear| !matches!(gear.at, levels::Carried::Stowed));
            let glyph = held.and_then(|gear| roster.arm(&gear.arm)).map(|arm| arm.glyph).unwrap_or_default();
            KindModel {
                tag: archetype.tag.clone(),
                name: archetype.name.clone(),
                about: archetype.about.clone(),
                look: crate::board::plain_look(self.team, glyph, archetype.name.chars().next().unwrap_or('?')),
            }
        };
        roster.archetypes.iter().filter(fits).map(kind).collect()
    }

    pub(super) fn token(&self, who: CombatantId) -> TokenModel {
        let draft = self.draft();
        let fighter = draft.battle().combatant(who);
        let card = draft.ruleset().rules().card(draft.battle(), who);
        TokenModel {
            key: draft.key(who),
            name: fighter.identity.name.to_string(),
            look: token_look(draft.battle(), who, &card),
            team: fighter.team,
        }
    }

    fn fighter(&self) -> Option<FighterModel> {
        let draft = self.draft();
        let [only] = self.picked.as_slice() else { return None };
        let who = draft.id(*only)?;
        let (battle, rules) = (draft.battle(), draft.ruleset().rules());
        let fighter = battle.combatant(who);
        let card = rules.card(battle, who);
        let at = fighter.placement.anchor();
        let token = draft.token(*only)?;
        let misfit = draft.misfits().into_iter().find(|misfit| misfit.who == *only);
        let gear = draft.gear(who);
        Some(FighterModel {
            token: self.token(who),
            name: fighter.identity.name.to_string(),
            place: format!("{at}, {}, faces {}", ground(battle, at), fighter.facing.0.name()),
            archetype: token.archetype.clone(),
            kind: fighter.identity.kind.to_string(),
            posture: fighter.posture,
            facing: fighter.facing.0,
            status: fighter.status,
            late: self.late(token),
            entrances: self.entrances(),
            hidden: draft.is_hidden(who),
            can_hide: rules.has_hiding(),
            bars: card.bars,
            ruleset: draft.ruleset(),
            sheet: self.sheet.as_ref().map(|sheet| sheet.fields.clone()).unwrap_or_default(),
            vitals: self.vitals(who),
            conditions: fighter
                .conditions
                .0
                .iter()
                .map(|condition| {
                    let fact = rules.condition(battle, condition);
                    ConditionModel {
                        label: fact.label.into_owned(),
                        words: [fact.value, fact.words].join(" ").trim().to_owned(),
                        level: condition.level,
                        range: rules.names().levels_of(condition.kind),
                        until: condition.until,
                        ends: end_words(battle, condition.until),
                        round: battle.scene.round,
                    }
                })
                .collect(),
            kinds: self.condition_kinds(),
            held: (held(&gear, Hand::Main), held(&gear, Hand::Off)),
            pieces: gear.iter().map(|piece| self.piece(&piece.arm)).collect(),
            arm: self.arm(who),
            all_pieces: draft.roster().arms.iter().map(|arm| self.piece(&arm.tag)).collect(),
            facts: card.facts,
            gear: card.gear,
            misfit: misfit.map(|misfit| misfit.words),
            acting: battle.scene.acting == Some(who),
        })
    }

    /// Reads the picked fighter's sheet, unless that has been done.
    pub(super) fn read_sheet(&mut self) {
        let draft = self.draft();
        let who = match self.picked.as_slice() {
            [only] if self.page == Page::Fighter => draft.id(*only),
            _ => None,
        };
        let Some(who) = who else { return };
        let (now, printed) = (draft.battle().combatant(who).sheet, draft.printed_sheet(who));
        if self.sheet.as_ref().is_none_or(|known| !known.is_of(now, printed.as_ref())) {
            let now = now.clone();
            self.sheet = Some(Fields::new(now, printed, &draft.sheets()));
        }
    }

    /// The index of the item whose numbers are shown: the one chosen, or the one in hand.
    fn place_of_arm(&self, who: CombatantId) -> Option<usize> {
        let gear = self.draft().gear(who);
        let chosen = self.arm_shown.filter(|place| *place < gear.len());
        chosen
            .or_else(|| held(&gear, Hand::Main))
            .or_else(|| held(&gear, Hand::Off))
            .or((!gear.is_empty()).then_some(0))
    }

    /// Reads the numbers of the item shown, unless that has been done.
    pub(super) fn read_arm(&mut self) {
        let draft = self.draft();
        let [only] = self.picked.as_slice() else { return };
        let place = draft.id(*only).filter(|_| self.page == Page::Fighter).and_then(|who| self.place_of_arm(who));
        let Some((place, now)) = place.and_then(|place| Some((place, draft.arm(*only, place)?))) else {
            self.arm = None;
            return;
        };
        let printed = draft.printed_arm(*only, place);
        if self.arm.as_ref().is_none_or(|known| !known.is_of(&now, printed.as_ref())) {
            self.arm = Some(Fields::new(now, printed, &draft.arms()));
        }
    }

    fn arm(&self, who: CombatantId) -> Option<ArmModel> {
        let draft = self.draft();
        let (place, fields) = (self.place_of_arm(who)?, self.arm.as_ref()?.fields.clone());
        let gear = draft.gear(who).into_iter().nth(place)?;
        let can_be_unloaded = draft.arm(draft.key(who), place)?.can_be_unloaded();
        Some(ArmModel { place, fields, loaded: can_be_unloaded.then_some(gear.loaded), count: gear.count })
    }

    /// The entrances for latecomers, in words, in the order of their indices.
    fn entrances(&self) -> Vec<String> {
        let zones = self.draft().level().zones.iter().map(|(name, _)| format!("in {name}"));
        let edges = EDGES.iter().map(|edge| format!("at the {} edge", edge.name()));
        std::iter::once("here".to_owned()).chain(zones).chain(edges).collect()
    }

    /// The round in which somebody comes, and the index of the entrance.
    fn late(&self, token: &Token) -> Option<(u16, usize)> {
        let draft = self.draft();
        let late = token
            .late
            .as_ref()
            .filter(|_| draft.combatant(token.key).is_some_and(|fighter| fighter.status == Status::Awaited))?;
        let zones = &draft.level().zones;
        let place = match &late.entrance {
            Entrance::Square => 0,
            Entrance::Zone(name) => 1 + zones.iter().position(|(known, _)| known == name).unwrap_or(0),
            Entrance::Edge(edge) => 1 + zones.len() + EDGES.iter().position(|known| known == edge).unwrap_or(0),
        };
        Some((late.round, place))
    }

    fn piece(&self, arm: &str) -> PieceModel {
        let known = self.draft().roster().arm(arm);
        PieceModel {
            tag: arm.to_owned(),
            name: known.map_or_else(|| arm.to_owned(), |known| known.name.clone()),
            hands: known.and_then(levels::Armament::hands).unwrap_or(1),
        }
    }

    /// All conditions of the ruleset, each with what the rules say of it.
    fn condition_kinds(&self) -> Vec<(String, String)> {
        let (battle, rules) = (self.draft().battle(), self.draft().ruleset().rules());
        let names = rules.names();
        let fact = |kind: u8| {
            let kind = ConditionKind(kind);
            let (low, high) = names.levels_of(kind);
            rules.condition(battle, &Condition { level: 0.clamp(low, high), ..Condition::new(kind, Until::Indefinite) })
        };
        let all: Vec<(Fact, &&str)> = (0..).map(fact).zip(names.conditions).collect();
        let named = |(told, name): &(Fact, &&str)| {
            let own = name.replace('-', " ");
            // Several conditions can share a label in the rules.
            let is_alone = all.iter().filter(|(other, _)| other.label == told.label).count() == 1;
            let label = match (told.label.is_empty(), is_alone) {
                (true, _) => capital(&own).into_owned(),
                (false, true) => told.label.to_string(),
                (false, false) => format!("{}, {own}", told.label),
            };
            (label, format!("{} {}", told.value, told.words).trim().to_owned())
        };
        all.iter().map(named).collect()
    }

    /// Every vital of the ruleset that is told of a fighter, with its present and starting value.
    fn vitals(&self, who: CombatantId) -> Vec<VitalModel> {
        let draft = self.draft();
        let fighter = draft.battle().combatant(who);
        let (start, _) = draft.start_of(who);
        let all = 0..draft.ruleset().rules().names().vitals.len() as u8;
        let told = all.map(Vital).filter(|vital| draft.is_told(*vital));
        let model = |vital| VitalModel {
            vital,
            name: capital(&draft.vital_name(vital)).into_owned(),
            now: fighter.vitals.get(vital),
            start: start.get(vital),
            range: fighter.sheet.bounds(vital),
        };
        told.map(model).collect()
    }

    fn level(&self) -> LevelModel {
        let draft = self.draft();
        let level = draft.level();
        let extent = level.field.extent();
        let goal = |(place, goal): (usize, &crate::rules::Goal)| {
            let (kind, number) = match goal.aim {
                Aim::Defeat => (0, 1),
                Aim::Hold { rounds, .. } => (1, rounds),
                Aim::Reach { count, .. } => (2, count),
                Aim::Survive { rounds } => (3, rounds),
            };
            GoalModel { kind, zone: draft.zone_of(goal.team, place), number }
        };
        let sides = (0..).map(Team).zip(&level.sides).map(|(team, side)| SideModel {
            team,
            name: side.name.clone().unwrap_or_default(),
            count: draft.battle().combatants().filter(|fighter| fighter.team == team).count(),
            goals: level.goals.iter().filter(|goal| goal.team == team).enumerate().map(goal).collect(),
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

    /// What is wrong with the position, and with the level as last checked.
    pub(super) fn wrong(&self) -> Vec<WrongModel> {
        let draft = self.draft();
        let misfits = draft.misfits().into_iter().chain(draft.miscounts());
        let mut wrong: Vec<WrongModel> = misfits.map(|fault| WrongModel::new(Some(fault.at), fault.words)).collect();
        wrong.extend(draft.empty_sides().into_iter().map(|team| WrongModel {
            side: Some(team),
            ..WrongModel::new(None, format!("{} has nobody yet", capital(draft.level().side_name(team))))
        }));
        // Faults that the checks above find already are not told twice.
        let said = [" would ", "runs through", "the side has nobody"];
        let others = self.checking.found().iter();
        wrong.extend(others.filter(|fault| !said.iter().any(|words| fault.words.contains(words))).cloned());
        let pins = self.pin_models().into_iter().filter(|pin| pin.holds == Some(false));
        wrong.extend(pins.map(|pin| WrongModel {
            is_pin: true,
            ..WrongModel::new(None, format!("Pinned, but no longer so: {}", pin.words))
        }));
        wrong
    }

    fn fairness(&self) -> Option<FairnessModel> {
        let fairness = self.fairness.as_ref()?;
        let sides = self.draft().level().sides.len();
        Some(FairnessModel {
            wins: fairness.wins().into_iter().take(sides).collect(),
            over: (fairness.over(), BATTLES),
            rounds: fairness.rounds(),
            left: fairness.left().map(|left| left.as_secs()),
            running: fairness.is_running(),
            stale: fairness.revision != self.history.revision(),
        })
    }

    /// The square pointed at and what is there.
    fn pointed(&self) -> String {
        let draft = self.draft();
        let Some(at) = self.hover else {
            return match self.picked.as_slice() {
                _ if self.tool != Tool::Pick => String::new(),
                [] => "Click a fighter, or place one with T".into(),
                picked => format!("{} picked. Drag moves, Shift drag copies", draft.names_of(picked)),
            };
        };
        let there = draft.at(at);
        let names = if there.is_empty() { ground(draft.battle(), at) } else { draft.names_of(&there) };
        format!("{at}  {names}")
    }

    /// Where the picked fighter's handles are.
    fn handles(&self) -> Option<HandlesModel> {
        // Handles would cover the figures of a field beside the fighter.
        if self.shading.kind.is_some() {
            return None;
        }
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
        let place = |key| Some(rect(draft.combatant(key)?.footprint()));
        // The plate of chance and cover stands beside the target.
        let plate = |at: bevy_egui::egui::Rect| at.with_max_x(at.right() + 3.0 * camera.side());
        let aimed = self.target.and_then(place);
        let others = others.filter_map(place).chain(aimed.map(plate)).collect();
        let extent = draft.battle().scene.field.extent();
        let last = Square::new(extent.width as i16 - 1, extent.height as i16 - 1);
        let map = camera.rect_of(Square::new(0, 0)).union(camera.rect_of(last));
        Some(HandlesModel { body, others, map, aim: aimed.map(|at| at.center()) })
    }
}

/// A square's ground and names, in words.
fn ground(battle: &Battle, at: Square) -> String {
    let Some(cell) = battle.scene.field.cell(at) else { return "off the board".into() };
    let plot = |plot: &levels::Plot| plot.feature.is_none() && plot.on(cell.surface).footing == cell.footing;
    let named = levels::SQUARES.iter().find(|(_, known, _)| {
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

/// The end of a condition, in words, where it is not one that can be chosen.
fn end_words(battle: &Battle, until: Until) -> String {
    match until {
        Until::Place { of, round } => {
            format!("until {}'s place in round {round}", battle.combatant(of).identity.name)
        }
        Until::Check => "until a check succeeds".into(),
        _ => String::new(),
    }
}
