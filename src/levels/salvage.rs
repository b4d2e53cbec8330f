//! Salvages recordings: what comes before a line that was written twice, that the rules refuse, or that comes out otherwise.

use super::{
    Faults, Roster,
    recording::{Event, Recording},
    replay::replay,
};

impl Recording {
    /// The recording as far as it can be played. A line that does not replay as recorded is left out with all after it,
    /// and reported in `rest`, with how many they are.
    ///
    /// # Errors
    /// If nothing can be played: rosters or rules have changed, or the battle does not begin as it was recorded.
    pub fn playable(mut self, roster: &Roster) -> Result<Self, Faults> {
        let Err(faults) = replay(&self, roster).map(|_| ()) else { return Ok(self) };
        // Whatever is wrong before the first choice is wrong with all of it.
        let first = self.lines.iter().find(|line| matches!(line.event, Event::Choice { .. })).map(|line| line.number);
        let number = faults.0.first().map_or(0, |fault| fault.line);
        if first.is_none_or(|first| number <= first) || !self.leave_out_from(number, faults.clone()) {
            return Err(faults);
        }
        replay(&self, roster).map(|_| ())?;
        Ok(self)
    }
}
