//! The field that is shown over the board, worked out on a thread of its own: the nearest squares first, shown as they
//! come, and stopped as soon as something else is asked.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Instant,
};

use super::{LabScreen, Page};
use crate::{
    board::FieldShown,
    geometry::Square,
    lab::{
        Field, FieldKind, FieldQuestion, NoField, Reading,
        fields::{Scale, Shade, Step},
    },
    panels::lab::fields::{FieldModel, Whose, attack_words},
    rules::{Battle, CombatantId},
};

/// Forecasts go deep.
const STACK: usize = 64 << 20;

/// The most squares that are worked out at a time.
const MOST: usize = 1024;

/// What is asked about which position.
type Asked = ((u64, u64), FieldQuestion);

/// As much as is done.
struct Part {
    readings: Vec<Option<Reading>>,
    shades: Arc<Vec<Option<Shade>>>,
    width: u16,
    title: String,
    legend: Vec<(Step, String)>,
    hatched: &'static str,
    without: &'static str,
    progress: (usize, usize),
    /// Why no square has a value.
    refusal: Option<String>,
    best: Option<String>,
}

/// A field on its way.
struct Coming {
    asked: Asked,
    parts: Mutex<Receiver<Part>>,
    stop: Arc<AtomicBool>,
    /// Set once what has come is shown, so that what there is by then is sent.
    wanted: Arc<AtomicBool>,
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// The field that is shown.
#[derive(Default)]
pub(super) struct Shading {
    /// What is asked, if anything.
    pub(super) kind: Option<FieldKind>,
    /// Whose reach or threat is counted.
    pub(super) whose: Whose,
    /// Whether only the target is to be feared.
    pub(super) alone: bool,
    /// In per cent; 0 stands for all.
    pub(super) opacity: u8,
    coming: Option<Coming>,
    shown: Option<(Asked, Part)>,
    fault: Option<NoField>,
}

impl Shading {
    /// The same choice with nothing worked out: for another draft.
    pub(super) fn afresh(&self) -> Self {
        Self { kind: self.kind, whose: self.whose, alone: self.alone, opacity: self.opacity, ..Self::default() }
    }

    /// Asks, unless that is answered or being worked out already.
    fn ask(&mut self, asked: Option<Asked>, battle: &Battle) {
        self.poll();
        let Some(asked) = asked else {
            (self.coming, self.shown, self.fault) = (None, None, None);
            return;
        };
        let same = |known: Option<&Asked>| known == Some(&asked);
        if same(self.coming.as_ref().map(|coming| &coming.asked)) {
            return;
        }
        if same(self.shown.as_ref().map(|(known, _)| known)) {
            self.coming = None;
            return;
        }
        self.fault = asked.1.check(battle).err();
        if self.fault.is_some() {
            (self.coming, self.shown) = (None, None);
            return;
        }
        let (sender, parts) = mpsc::channel();
        let (stop, wanted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        let (battle, question) = (battle.clone(), asked.1.clone());
        let (stopped, asked_for) = (Arc::clone(&stop), Arc::clone(&wanted));
        let work = move || work(&battle, question, &sender, (&stopped, &asked_for));
        // A machine that gives no thread shows no field: the panel goes on saying that it is being worked out.
        if thread::Builder::new().stack_size(STACK).spawn(work).is_ok() {
            self.coming = Some(Coming { asked, parts: Mutex::new(parts), stop, wanted });
        }
    }

    /// Takes in what has come.
    fn poll(&mut self) {
        let Some(coming) = &mut self.coming else { return };
        let Ok(parts) = coming.parts.get_mut() else { return };
        if let Some(part) = parts.try_iter().last() {
            coming.wanted.store(true, Relaxed);
            let is_done = part.progress.0 == part.progress.1;
            self.shown = Some((coming.asked.clone(), part));
            if is_done {
                self.coming = None;
            }
        }
    }

    /// Whether more is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.coming.is_some()
    }

    /// Waits until all of it is there: for tests and pictures.
    pub(super) fn wait(&mut self) {
        let Some(mut coming) = self.coming.take() else { return };
        let asked = coming.asked.clone();
        let last = coming.parts.get_mut().ok().and_then(|parts| parts.iter().last());
        if let Some(part) = last {
            self.shown = Some((asked, part));
        }
    }

    /// What the board draws.
    pub(super) fn picture(&self) -> Option<FieldShown> {
        let (_, part) = self.shown.as_ref()?;
        Some(FieldShown { shades: Arc::clone(&part.shades), width: part.width, opacity: self.opacity() })
    }

    const fn opacity(&self) -> u8 {
        if self.opacity == 0 { 100 } else { self.opacity }
    }

    /// What has come out for a square.
    fn at(&self, square: Square) -> Option<&Reading> {
        let (_, part) = self.shown.as_ref()?;
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        let width = usize::from(part.width);
        if x >= width { None } else { part.readings.get(y * width + x)?.as_ref() }
    }
}

/// Works out a field and sends it as it grows, as often as somebody wants it.
#[allow(clippy::disallowed_methods, reason = "how many squares come at a time is no part of what comes out")]
fn work(battle: &Battle, question: FieldQuestion, sender: &Sender<Part>, (stop, wanted): (&AtomicBool, &AtomicBool)) {
    let Ok(mut field) = Field::new(battle, question) else { return };
    let mut portion = 16;
    loop {
        let began = Instant::now();
        let is_done = field.work(portion, stop);
        // So many at a time that what has come is looked at about sixty times a second.
        match began.elapsed().as_millis() {
            ..8 => portion = (portion * 2).min(MOST),
            24.. => portion = (portion / 2).max(4),
            _ => {}
        }
        if stop.load(Relaxed) {
            return;
        }
        if is_done || wanted.swap(false, Relaxed) {
            // Nobody listens any more: something else has been asked.
            if sender.send(part(battle, &field)).is_err() || is_done {
                return;
            }
        }
    }
}

/// As much as there is of a field.
fn part(battle: &Battle, field: &Field) -> Part {
    let kind = field.question().kind;
    let readings = field.readings().to_vec();
    let measure = battle.ruleset.rules().measure();
    let scale = Scale::new(kind, measure, readings.iter().flatten());
    let shades = readings.iter().map(|reading| reading.as_ref().map(|reading| scale.shade(reading))).collect();
    let (done, all) = field.progress();
    Part {
        shades: Arc::new(shades),
        readings,
        width: field.extent().width,
        title: scale.title(),
        legend: scale.legend(),
        hatched: scale.hatch_words(),
        without: scale.without_words(),
        progress: (done, all),
        refusal: field.refusal().map(|refusal| format!("On no square: {}, {}", refusal.words, refusal.rule)),
        best: if done == all { best(field) } else { None },
    }
}

/// What is best, and where; of equal squares the nearest.
fn best(field: &Field) -> Option<String> {
    let all = || field.order().iter().filter_map(|square| Some((*square, field.at(*square)?)));
    match field.question().kind {
        FieldKind::Hit | FieldKind::Damage => {
            let strikes = all().filter_map(|(square, reading)| match reading {
                Reading::Attack { strike, .. } => Some((square, *strike)),
                _ => None,
            });
            let (square, strike) = strikes.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
            Some(format!("Most damage from {square}: {}", attack_words(strike.hits, strike.mean)))
        }
        kind if kind.is_danger() => {
            let is_free = |reading: &Reading| match reading {
                Reading::Danger { count, .. } => *count == 0,
                Reading::Refused(_) => true,
                _ => false,
            };
            let free: Vec<Square> = all().filter(|(_, reading)| is_free(reading)).map(|(square, _)| square).collect();
            Some(match free.first() {
                Some(nearest) => format!("Nobody can on {} squares, the nearest {nearest}", free.len()),
                None => "Somebody can on every square".into(),
            })
        }
        _ => None,
    }
}

impl LabScreen {
    /// What the field is about.
    fn field_question(&self) -> Option<Asked> {
        let kind = self.shading.kind?;
        let draft = self.draft();
        let battle = draft.battle();
        let picked: Vec<CombatantId> = self.picked_ids();
        let first = *picked.first()?;
        let fights = |who: &CombatantId| battle.combatant(*who).fights();
        let mut with: Vec<CombatantId> = Vec::new();
        let mut by = first;
        if matches!(kind, FieldKind::Reach | FieldKind::Threat) {
            let team = battle.combatant(first).team;
            let all = battle.combatants().map(|one| (one.id, one.team == team));
            with = match self.shading.whose {
                Whose::Picked => picked.clone(),
                Whose::Side => all.filter(|(_, own)| *own).map(|(who, _)| who).collect(),
                Whose::Foes => all.filter(|(_, own)| !own).map(|(who, _)| who).collect(),
            };
            with.retain(fights);
            by = *with.first()?;
        } else if picked.len() > 1 {
            return None;
        }
        let target = self.target.and_then(|key| draft.id(key));
        let on = target.filter(|_| kind.needs_target() || kind.is_danger() && self.shading.alone);
        Some((self.held, FieldQuestion { kind, by, on, with }))
    }

    /// Has the field of now worked out. While somebody is dragged the one of before stays.
    pub(super) fn shade(&mut self) {
        if self.preview.is_some() {
            return;
        }
        let asked = self.field_question();
        self.shading.ask(asked, self.history.draft().battle());
    }

    /// What the panels show of it.
    pub(super) fn field_model(&self) -> FieldModel {
        let draft = self.draft();
        let shading = &self.shading;
        let only = self.picked.first().and_then(|key| draft.id(*key));
        let target = self.target.and_then(|key| draft.id(key));
        let mut model = FieldModel {
            by: only.map(|who| self.token(who)),
            on: target.map(|who| self.token(who)),
            kind: shading.kind,
            whose: shading.whose,
            alone: shading.alone,
            opacity: shading.opacity(),
            ..FieldModel::default()
        };
        if let Some((_, part)) = &shading.shown {
            model.title.clone_from(&part.title);
            model.legend.clone_from(&part.legend);
            (model.hatched, model.without) = (part.hatched, part.without);
            model.fault.clone_from(&part.refusal);
            model.best.clone_from(&part.best);
        }
        if shading.is_busy() {
            model.progress = Some(shading.shown.as_ref().map_or((0, 1), |(_, part)| part.progress));
        }
        if let Some(fault) = &shading.fault {
            model.fault = Some(fault.to_string());
        } else if shading.kind.is_some() && self.picked.len() > 1 && shading.shown.is_none() {
            model.fault = Some("Pick one fighter alone".into());
        }
        model.pointed = self.hover.and_then(|square| Some(format!("{square}: {}", self.reading_words(square)?)));
        model
    }

    /// What has come out for a square, in words.
    pub(super) fn reading_words(&self, square: Square) -> Option<String> {
        let words = match self.shading.at(square)? {
            Reading::NoRoom => "no room".into(),
            Reading::Refused(Some(refusal)) => format!("{}, {}", refusal.words, refusal.rule),
            Reading::Refused(None) => match self.shading.kind {
                Some(FieldKind::Moves) => "no way there this turn".into(),
                _ => "no attack".into(),
            },
            Reading::Cost { cost, base, provokes } => {
                let measure = self.draft().ruleset().rules().measure();
                let band = if *base { "" } else { ", in the second band" };
                format!("{}{band}{}", measure.words(*cost), if *provokes { ", provokes" } else { "" })
            }
            Reading::Count(1) => "1 fighter".into(),
            Reading::Count(count) => format!("{count} fighters"),
            Reading::Sight { seen, class, name, modifier } => {
                let cover = match (class, *name, modifier) {
                    (0, "", 0) => "no cover".into(),
                    (_, "", 0) => "blocked".into(),
                    (_, name, 0) => name.into(),
                    (_, name, modifier) => format!("{name}, {}", crate::panels::number::signed(*modifier)),
                };
                format!("{}, {cover}", if *seen { "seen" } else { "not seen" })
            }
            Reading::Attack { strike, seen } => {
                format!("{}{}", attack_words(strike.hits, strike.mean), if *seen { "" } else { ", unseen" })
            }
            Reading::Danger { count: 0, .. } => "nobody can attack".into(),
            Reading::Danger { hits, mean, count } => format!("{} from {count}", attack_words(*hits, *mean)),
            Reading::Trade { dealt, taken } => {
                let tenths = crate::panels::number::tenths;
                format!("deals {}, takes {}", tenths(*dealt), tenths(*taken))
            }
        };
        Some(words)
    }

    /// Turns to another field, or none.
    pub(super) fn set_field(&mut self, kind: Option<FieldKind>) {
        self.shading.kind = kind;
        if kind.is_some() {
            self.page = Page::Fields;
        }
    }

    /// Turns to the next field that can be asked.
    pub(super) fn next_field(&mut self) {
        let all = FieldKind::ALL
            .map(Some)
            .into_iter()
            .filter(|kind| kind.is_none_or(|kind| self.target.is_some() || !kind.needs_target()));
        let all: Vec<Option<FieldKind>> = std::iter::once(None).chain(all).collect();
        let now = all.iter().position(|kind| *kind == self.shading.kind).unwrap_or(0);
        self.set_field(all[(now + 1) % all.len()]);
    }
}
