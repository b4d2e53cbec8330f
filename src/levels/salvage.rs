//! Salvages recordings: everything before a line that was written twice, that the rules refuse, or that replays
//! differently.

use super::{
    Faults, Roster,
    recording::{Event, Recording},
    replay::replay,
};

impl Recording {
    /// The recording as far as it can be played. A line that does not replay as recorded is left out with all after it,
    /// and reported in `rest` with their number.
    ///
    /// # Errors
    /// If nothing can be played: rosters or rules have changed, or the battle does not begin as it was recorded.
    pub fn playable(mut self, roster: &Roster) -> Result<Self, Faults> {
        let Err(faults) = replay(&self, roster).map(|_| ()) else { return Ok(self) };
        // A fault up to the first choice spoils the whole recording.
        let first = self.lines.iter().find(|line| matches!(line.event, Event::Choice { .. })).map(|line| line.number);
        let number = faults.0.first().map_or(0, |fault| fault.line);
        if first.is_none_or(|first| number <= first) || !self.leave_out_from(number, faults.clone()) {
            return Err(faults);
        }
        replay(&self, roster).map(|_| ())?;
        Ok(self)
    }
}
