//! Reports on batches of either kind, read from files and joined.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};

use super::{
    batch_report::{self, BatchReport},
    pair_report::{self, PairReport},
    print::{Stop, shown},
};
use crate::levels::{Faults, read_text};

/// A report.
pub(super) enum Report {
    /// On battles of one level.
    Batch(BatchReport),
    /// On two computers that played each other.
    Pair(PairReport),
}

impl Report {
    /// Writes it for persons, or as JSON.
    pub(super) fn write(&self, out: &mut dyn Write, as_json: bool) -> Result<(), Stop> {
        match self {
            Self::Batch(report) => report.write(out, as_json),
            Self::Pair(report) => report.write(out, as_json),
        }
    }
}

/// The field that tells the two kinds of report apart.
#[derive(Deserialize)]
struct Kind {
    pair: Option<serde_json::Value>,
}

/// Reads reports and joins them, in the order of their seeds.
///
/// # Errors
/// Everything that cannot be read or joined.
pub(super) fn join(files: &[PathBuf]) -> Result<Report, Stop> {
    let mut faults = Vec::new();
    let (mut batches, mut pairs) = (Vec::new(), Vec::new());
    for path in files {
        match read(path) {
            Ok(Report::Batch(part)) => batches.push((shown(path), part)),
            Ok(Report::Pair(part)) => pairs.push((shown(path), part)),
            Err(wrong) => faults.extend(wrong.0),
        }
    }
    if let (Some((file, _)), [(pair, _), ..]) = (batches.first(), &pairs[..]) {
        let what = "this is a report on a pair, not on a batch of one level";
        faults.extend(Faults::of_file(pair, what, batch_report::alike(file)).0);
    }
    if !faults.is_empty() {
        return Err(Faults(faults).into());
    }
    if pairs.is_empty() {
        batch_report::join(batches).map(Report::Batch)
    } else {
        pair_report::join(pairs).map(Report::Pair)
    }
}

fn read(path: &Path) -> Result<Report, Faults> {
    let text = read_text(path)?;
    let fault = |what: String| {
        Faults::of_file(
            &path.display().to_string(),
            what,
            "`proving-ground simulate --json` of this version writes one",
        )
    };
    let kind: Kind = parsed(&text).map_err(fault)?;
    let (report, adds_up) = if kind.pair.is_some() {
        let report: PairReport = parsed(&text).map_err(fault)?;
        let adds_up = report.adds_up();
        (Report::Pair(report), adds_up)
    } else {
        let report: BatchReport = parsed(&text).map_err(fault)?;
        let adds_up = report.adds_up();
        (Report::Batch(report), adds_up)
    };
    if adds_up { Ok(report) } else { Err(fault("the numbers of this report do not add up".into())) }
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("this is no report on a batch: {error}"))
}
