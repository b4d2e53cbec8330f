//! Salvages recordings with a bad end: a line that was written twice, or one that the rules refuse.

use super::{
    Faults, Roster,
    recording::{Event, Recording},
    replay::replay,
};

impl Recording {
    /// The recording as far as it can be played. A last choice that does not replay as recorded is left out and
    /// reported in `rest`; anything before it is a fault.
    ///
    /// # Errors
    /// The first line that does not come out as it was recorded.
    pub fn playable(mut self, roster: &Roster) -> Result<Self, Faults> {
        let Err(faults) = replay(&self, roster).map(|_| ()) else { return Ok(self) };
        let last = self.lines.last().filter(|line| matches!(line.event, Event::Choice { .. }));
        if last.is_none_or(|last| faults.0.first().is_none_or(|fault| fault.line != last.number)) {
            return Err(faults);
        }
        self.leave_out_last(faults);
        replay(&self, roster).map(|_| ())?;
        Ok(self)
    }
}
