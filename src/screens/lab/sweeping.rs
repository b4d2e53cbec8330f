//! The sweep shown: an attack's odds over a range of one number, worked out value by value beside the frames.

use std::sync::atomic::Ordering::Relaxed;

use super::{LabScreen, Page};
use crate::{
    board::art::chart::Chart,
    dice::Fraction,
    levels::{
        draft::{Sweep, SweepOdds, SweepPoint, SweepQuestion, Swept, SweptNumber, TokenKey, bears, swept_numbers},
        folders, plain_name, printable_path, write_atomically,
    },
    panels::{
        lab::{
            chart::ChartFile,
            sweep::{Measure, SweepLine, SweepModel},
        },
        number,
    },
    rules::RuleId,
    screens::beside::{Beside, Outlet},
};

/// A position, by revision, and the question about it.
type Asked = ((u64, u64), SweepQuestion);

/// The points done and the progress, or why there can be none.
type Part = Result<(Vec<SweepPoint>, (usize, usize)), String>;

/// The size of a saved chart in pixels.
const WIDTH: u32 = 1280;
const HEIGHT: u32 = 800;

/// The longest name of a file.
const LONGEST: usize = 64;

/// The sweep on the Odds page.
#[derive(Default)]
pub(super) struct Sweeping {
    /// The number swept, once one is chosen.
    what: Option<Swept>,
    measure: Measure,
    coming: Beside<Asked, Part>,
    kept: Option<SweepLine>,
    /// The numbers of the two that can be swept, read once for each position.
    numbers: Option<(Numbers, Vec<SweptNumber>)>,
    /// Which of them affect the attack.
    bearing: Beside<Numbers, Vec<bool>>,
}

/// A position, by revision, and the two whose numbers they are.
type Numbers = ((u64, u64), TokenKey, TokenKey);

impl Sweeping {
    /// Empty but for the line kept and the measure chosen, for another draft.
    pub(super) fn afresh(&mut self) -> Self {
        Self { kept: self.kept.take(), measure: self.measure, ..Self::default() }
    }

    /// Whether more is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.coming.is_busy()
    }

    /// Waits for the complete sweep, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        self.coming.wait();
    }
}

fn work(draft: &crate::levels::draft::Draft, question: SweepQuestion, outlet: &Outlet<Part>) {
    let mut sweep = match Sweep::new(draft, question, None) {
        Ok(sweep) => sweep,
        Err(why) => {
            outlet.hand_out(Err(why));
            return;
        }
    };
    loop {
        let is_done = sweep.work();
        if !outlet.hand_out(Ok((sweep.points().to_vec(), sweep.progress()))) || is_done {
            return;
        }
    }
}

impl LabScreen {
    /// The two whose attack is swept.
    fn swept_pair(&self) -> Option<(TokenKey, TokenKey)> {
        let [by] = self.picked.as_slice() else { return None };
        self.target.filter(|on| on != by).map(|on| (*by, on))
    }

    fn asked_sweep(&self) -> Option<Asked> {
        let (by, on) = self.swept_pair()?;
        let what = self.sweeping.what.clone()?;
        Some((self.held, SweepQuestion { by, on, attack: None, what }))
    }

    /// Has the sweep worked out while the page that shows it is open and nobody is dragged.
    pub(super) fn sweep(&mut self) {
        if self.page != Page::Odds || self.preview.is_some() {
            return;
        }
        let draft = self.history.draft();
        if let Some((by, on)) = self.swept_pair() {
            let of = (self.held, by, on);
            if self.sweeping.numbers.as_ref().is_none_or(|(known, _)| *known != of) {
                self.sweeping.numbers = Some((of, swept_numbers(draft, by, on)));
            }
        }
        self.weigh_numbers();
        let draft = self.history.draft();
        let asked = self.asked_sweep();
        self.sweeping.coming.ask(asked, |(_, question)| {
            let (draft, question) = (draft.clone(), question.clone());
            move |outlet: &Outlet<Part>| work(&draft, question, outlet)
        });
    }

    /// Finds out beside the frames which numbers affect the attack, once everything else is worked out. Nothing waits
    /// for it.
    fn weigh_numbers(&mut self) {
        if self.asking.is_busy() || self.verdicts.is_busy() || self.curves.is_busy() || self.sweeping.is_busy() {
            return;
        }
        let draft = self.history.draft();
        let of = self.swept_pair().and(self.sweeping.numbers.as_ref());
        self.sweeping.bearing.ask(of.map(|(of, _)| *of), |(_, by, on)| {
            let (draft, pair) = (draft.clone(), (*by, *on));
            let numbers = of.map(|(_, numbers)| numbers.clone()).unwrap_or_default();
            move |outlet: &Outlet<Vec<bool>>| {
                let is_wanted = |_: &&SweptNumber| !outlet.stop().load(Relaxed);
                let all: Vec<bool> =
                    numbers.iter().take_while(is_wanted).map(|number| bears(&draft, pair, number)).collect();
                if all.len() == numbers.len() {
                    outlet.hand_out(all);
                }
            }
        });
    }

    /// What the panel shows.
    pub(super) fn sweep_model(&self) -> Option<SweepModel> {
        self.swept_pair()?;
        let (of, numbers) = self.sweeping.numbers.as_ref()?;
        let chosen =
            self.sweeping.what.as_ref().and_then(|what| numbers.iter().position(|number| number.what == *what));
        let mut model = SweepModel {
            numbers: numbers.iter().map(|number| number.label.clone()).collect(),
            bears: self.sweeping.bearing.answer(of).cloned().unwrap_or_default(),
            chosen,
            measure: self.sweeping.measure,
            b: self.sweeping.kept.clone(),
            ..SweepModel::default()
        };
        let asked = self.asked_sweep();
        match asked.as_ref().and_then(|asked| self.sweeping.coming.answer(asked)) {
            Some(Ok((points, progress))) => {
                model.progress = self.sweeping.is_busy().then_some(*progress);
                model.a = self.sweep_line(points);
            }
            Some(Err(why)) => model.fault = Some(why.clone()),
            None => model.progress = asked.map(|_| (0, 1)),
        }
        Some(model)
    }

    fn sweep_line(&self, points: &[SweepPoint]) -> Option<SweepLine> {
        let (_, numbers) = self.sweeping.numbers.as_ref()?;
        let number = numbers.iter().find(|number| Some(&number.what) == self.sweeping.what.as_ref())?;
        let (by, on) = self.swept_pair()?;
        let draft = self.draft();
        let unit = if number.what == Swept::Distance { draft.ruleset().rules().measure().apart } else { "" };
        // Points of a distance are in the ruleset's unit, but `number.now` is in squares.
        let now = match number.what {
            Swept::Distance => {
                let (by, on) = (draft.id(by)?, draft.id(on)?);
                i64::from(draft.battle().sight(by, on).distance)
            }
            _ => number.now,
        };
        let stands =
            |key| draft.combatant(key).map_or_else(String::new, |fighter| fighter.placement.anchor().to_string());
        let (first, second) = (draft.name_of(by), draft.name_of(on));
        let position = format!("{}: {first} at {}, {second} at {}", draft.level().name, stands(by), stands(on));
        let how = match number.what {
            Swept::Distance => format!("{first} moves nearer and farther on a line with {second}"),
            _ => String::new(),
        };
        Some(SweepLine {
            ruleset: draft.ruleset().to_string(),
            position,
            how,
            name: format!("{} at {}, {}", draft.name_of(by), draft.name_of(on), draft.ruleset()),
            number: number.label.clone(),
            unit: unit.into(),
            now,
            points: points.iter().map(|point| (point.at, figures(point))).collect(),
            falls: fewer_criticals(points),
        })
    }

    /// Sweeps another number, or none.
    pub(super) fn choose_sweep(&mut self, place: Option<usize>) {
        let numbers = self.sweeping.numbers.as_ref().map(|(_, numbers)| numbers.as_slice()).unwrap_or_default();
        self.sweeping.what = place.and_then(|place| numbers.get(place)).map(|number| number.what.clone());
    }

    /// Shows another measure of the sweep.
    pub(super) const fn measure_sweep(&mut self, measure: Measure) {
        self.sweeping.measure = measure;
    }

    /// Keeps the sweep shown for comparison, or keeps none.
    pub(super) fn keep_sweep(&mut self, keep: bool) {
        self.sweeping.kept = self.sweep_model().and_then(|model| model.a).filter(|_| keep);
    }

    /// Saves the sweep shown.
    pub(super) fn save_sweep(&mut self, file: ChartFile) {
        let Some(model) = self.sweep_model() else { return };
        if model.a.is_none() {
            return;
        }
        self.save_chart(&model.file_name(), file, &model.csv(), &model.chart());
    }

    /// Writes a chart into the folder of charts, under a free name.
    pub(super) fn save_chart(&mut self, name: &str, file: ChartFile, csv: &str, chart: &Chart) {
        let bytes = match file {
            ChartFile::Csv => Some(csv.as_bytes().to_vec()),
            ChartFile::Png => chart.picture(WIDTH, HEIGHT).png(),
        };
        self.save_drawn(name, file, bytes);
    }

    /// Writes a file into the folder of charts, under a free name, and says where that is.
    pub(super) fn save_drawn(&mut self, name: &str, file: ChartFile, bytes: Option<Vec<u8>>) {
        let folder = folders::charts();
        let tag = plain_name(name, LONGEST);
        let named = |number: u32| match number {
            1 => folder.join(format!("{tag}.{}", file.ending())),
            number => folder.join(format!("{tag}-{number}.{}", file.ending())),
        };
        let path = (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1));
        let Some(bytes) = bytes else { return self.say("The chart cannot be drawn", None) };
        let shown = printable_path(&path.display().to_string());
        match std::fs::create_dir_all(&folder).and_then(|()| write_atomically(&path, &bytes)) {
            Ok(()) => self.say_saved(&path, ""),
            Err(error) => self.say(format!("{shown} cannot be written: {error}"), None),
        }
    }
}

/// Why a higher value can achieve less: where it lands the attack more often but with a critical less often.
fn fewer_criticals(points: &[SweepPoint]) -> Option<(String, RuleId)> {
    let known: Vec<(i64, &SweepOdds)> =
        points.iter().filter_map(|point| Some((point.at, point.odds.as_ref().ok()?))).collect();
    let falls = |(_, less): &(i64, &SweepOdds), (_, more): &(i64, &SweepOdds)| {
        let drops = less.out > more.out || less.mean > more.mean;
        more.hits > less.hits && more.criticals < less.criticals && drops
    };
    let pair = known.windows(2).find(|pair| falls(&pair[0], &pair[1]))?;
    let ((from, less), (to, more)) = (pair[0], pair[1]);
    let (how, rule) = more.critical.as_ref()?;
    let percent = |chance: Fraction| number::percent(chance);
    let words = format!(
        "From {from} to {to} it hits more often, {} to {}, but is critical less often, {} to {}: criticals take {how}",
        percent(less.hits),
        percent(more.hits),
        percent(less.criticals),
        percent(more.criticals)
    );
    Some((words, *rule))
}

/// The figures of a point, or why there are none.
fn figures(point: &SweepPoint) -> Result<[f64; 4], String> {
    let odds = point.odds.as_ref().map_err(Clone::clone)?;
    Ok([odds.hits.to_f64() * 100.0, odds.harms.to_f64() * 100.0, odds.mean.to_f64(), odds.out.to_f64() * 100.0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        levels::{Roster, builtin, draft::Draft},
        rules::{RulesetId, Settings},
    };

    #[test]
    fn where_more_training_takes_out_less_often_the_sweep_names_the_rule() {
        let level = builtin().iter().find(|level| level.tag == "tanner-row").unwrap();
        let drafts = RulesetId::offered()
            .map(|ruleset| Draft::of_level(level, Roster::builtin(), ruleset, Settings::defaults(ruleset)).unwrap());
        let key = |draft: &Draft, tag: &str| draft.key(draft.battle().tagged(tag).unwrap().id);
        let found = drafts.filter_map(|draft| {
            let (by, on) = (key(&draft, "cale"), key(&draft, "lysk"));
            let numbers = swept_numbers(&draft, by, on);
            let number = numbers.into_iter().find(|number| number.label == "Cale: Training: projectile")?;
            Some((draft, by, on, number))
        });
        let (draft, by, on, number) = found.last().unwrap();
        let mut sweep = Sweep::new(&draft, SweepQuestion { by, on, attack: None, what: number.what }, None).unwrap();
        while !sweep.work() {}
        let (words, rule) = fewer_criticals(sweep.points()).unwrap();
        // An even number of dice makes a majority less often than an odd one.
        assert!(words.contains("From 4 to 5") && words.contains("a majority"), "{words}");
        assert!(rule.0.contains("CRIT"), "{rule:?}");
        assert_eq!(fewer_criticals(&sweep.points()[..4]), None);
    }
}
