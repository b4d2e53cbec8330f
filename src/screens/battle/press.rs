//! The press and the plate: what the plate at the pointer says and what a press there does come from the same value, so
//! that they cannot disagree.

use crate::{
    dice::Fraction,
    geometry::Square,
    panels::settings::SecondPress,
    rules::{Choice, CombatantId, RuleId, uncapital},
};

/// Seconds in which a second press on the same square is ignored, so that a nervous double click strikes nobody.
const NERVOUS: f64 = 0.25;

/// The plate's hint for a way that is taken at the first press.
const AT_ONCE: &str = "goes at once, can be undone";

/// The place pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square in which nobody is pointed at.
    Square(Square),
    /// Somebody.
    Body(CombatantId),
}

/// Choices to be made one after another, with the words for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The choices.
    pub steps: Vec<Choice>,
    /// "Strike with sword, 55 % hits", "Walk to k8 and strike with sword, 34 % hits from there".
    pub words: String,
    /// Its way: "Walk to k8"; empty if there is none.
    pub going: String,
    /// What else the player should know before: "Mott may strike, 56 %".
    pub also: String,
    /// Its target, which becomes pinned.
    pub on: Option<CombatantId>,
    /// Whether the first press only shows it and the second does it: it cannot be undone, or is more than the place
    /// suggests.
    pub waits: bool,
    /// The odds of its attack as they were shown: the chance that it lands, and its mean damage.
    pub promised: Option<(Fraction, Fraction)>,
}

impl Plan {
    /// A single choice, shown before it is done.
    pub fn of(choice: Choice, words: String) -> Self {
        let (going, also) = (String::new(), String::new());
        Self { steps: vec![choice], words, going, also, on: None, waits: true, promised: None }
    }
}

/// Why nothing can be done at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hindrance {
    /// "Out of reach, 8 m".
    pub words: String,
    /// What would help: "from k8 it would be 2 m".
    pub help: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// The fighter there, who becomes pinned anyway.
    pub on: Option<CombatantId>,
}

/// What a press at a place means.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Meaning {
    /// Nothing.
    #[default]
    Nothing,
    /// The card of somebody.
    Card(CombatantId),
    /// Nothing can be done there.
    Refused(Hindrance),
    /// Something can be done.
    Act(Plan),
}

/// What a press does.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Nothing at all.
    Nothing,
    /// The card of somebody is opened.
    Card(CombatantId),
    /// Tells why nothing can be done; may pin the fighter there.
    Tell(Hindrance),
    /// The plan is shown, and done by the next press there.
    Lay(Plan),
    /// The plan is done.
    Do(Plan),
}

/// The text of the plate at the pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressPlate {
    /// What a press does, or why it does nothing.
    pub words: String,
    /// What else to know, and which press does it.
    pub second: String,
    /// Whether nothing can be done.
    pub refused: bool,
}

/// The rest of a plan that was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    /// The fighter whose plan it is, and the round.
    pub of: (CombatantId, u16),
    /// The blow that was to follow.
    pub step: Choice,
    /// The blow's target.
    pub on: CombatantId,
    /// What interrupted it: "Mott was asked on the way".
    pub why: String,
}

/// The plan laid by a press, and when the last press came.
#[derive(Clone, Debug, Default)]
pub struct Press {
    laid: Option<(Place, Plan)>,
    /// The rest of an interrupted plan.
    pub rest: Option<Rest>,
    last: Option<(Square, f64)>,
}

impl Press {
    /// The laid plan.
    pub fn laid(&self) -> Option<&Plan> {
        self.laid.as_ref().map(|(_, plan)| plan)
    }

    /// Lays a plan as a first press at that place does.
    pub fn lay(&mut self, place: Place, plan: Plan) {
        self.laid = Some((place, plan));
    }

    /// Drops the laid plan.
    pub fn forget(&mut self) {
        self.laid = None;
    }

    /// What a press at a place does now.
    pub fn deed(&self, place: Place, meaning: &Meaning, second: SecondPress) -> Deed {
        match meaning {
            Meaning::Nothing => Deed::Nothing,
            Meaning::Card(who) => Deed::Card(*who),
            Meaning::Refused(hindrance) => Deed::Tell(hindrance.clone()),
            Meaning::Act(plan) if self.has_shown(place, plan) => Deed::Do(plan.clone()),
            Meaning::Act(plan) => match second {
                SecondPress::Never => Deed::Do(plan.clone()),
                SecondPress::Dice if !plan.waits => Deed::Do(plan.clone()),
                SecondPress::Dice | SecondPress::Always => Deed::Lay(plan.clone()),
            },
        }
    }

    /// Whether exactly these choices are laid at this place.
    fn has_shown(&self, place: Place, plan: &Plan) -> bool {
        self.laid.as_ref().is_some_and(|(at, shown)| *at == place && shown.steps == plan.steps)
    }

    /// The plate at a place, [`Press::deed`] in words; `None` where a press only opens a card or does nothing.
    pub fn plate(&self, place: Place, meaning: &Meaning, second: SecondPress) -> Option<PressPlate> {
        let with = |also: &str, hint: &str| {
            let parts = [also, hint].into_iter().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(", ")
        };
        let plate = |words, second| PressPlate { words, second, refused: false };
        match self.deed(place, meaning, second) {
            Deed::Nothing | Deed::Card(_) => None,
            Deed::Tell(Hindrance { words, help, .. }) => Some(PressPlate { words, second: help, refused: true }),
            Deed::Lay(plan) => Some(plate(plan.words, with(&plan.also, "press to choose it"))),
            Deed::Do(plan) if self.has_shown(place, &plan) => {
                // An interrupted plan says why it stopped.
                let also = self.laid().map(|laid| &laid.also).filter(|_| plan.also.is_empty());
                let also = also.unwrap_or(&plan.also).clone();
                Some(plate(format!("Press again: {}", uncapital(&plan.words)), also))
            }
            // Only a way that can be undone is taken at once.
            Deed::Do(plan) if !plan.waits && !plan.going.is_empty() => {
                Some(plate(plan.words, with(&plan.also, AT_ONCE)))
            }
            Deed::Do(plan) => Some(plate(plan.words, plan.also)),
        }
    }

    /// A press on a square at a time in seconds. A plan it shows is laid; a plan it does is no longer laid.
    pub fn respond(&mut self, square: Square, place: Place, meaning: &Meaning, second: SecondPress, now: f64) -> Deed {
        if self.is_nervous(square, now) {
            return Deed::Nothing;
        }
        self.last = Some((square, now));
        let deed = self.deed(place, meaning, second);
        match &deed {
            Deed::Lay(plan) => self.laid = Some((place, plan.clone())),
            Deed::Do(_) | Deed::Tell(_) => self.laid = None,
            Deed::Nothing | Deed::Card(_) => {}
        }
        deed
    }

    /// Whether a press there comes too soon after the last one to be meant.
    pub fn is_nervous(&self, square: Square, now: f64) -> bool {
        self.last.is_some_and(|(at, then)| at == square && now - then < NERVOUS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Square = Square::new(3, 4);
    const THERE: Square = Square::new(5, 4);
    const NIB: CombatantId = CombatantId(6);

    fn walk() -> Meaning {
        let step = Choice::new("walk").to(vec![HERE]);
        Meaning::Act(Plan {
            steps: vec![step],
            words: "Walk here, 5.5 m".into(),
            going: "Walk to d4".into(),
            also: String::new(),
            on: None,
            waits: false,
            promised: None,
        })
    }

    fn strike(kind: i32) -> Meaning {
        let step = Choice::new("strike").on(NIB).set("strike", kind);
        Meaning::Act(Plan {
            steps: vec![step],
            words: "Strike with sword, 55 % hits".into(),
            going: String::new(),
            also: String::new(),
            on: Some(NIB),
            waits: true,
            promised: None,
        })
    }

    fn far() -> Hindrance {
        Hindrance { words: "Out of reach, 8 m".into(), on: Some(NIB), ..Hindrance::default() }
    }

    fn words(press: &Press, place: Place, meaning: &Meaning, second: SecondPress) -> (String, String) {
        let plate = press.plate(place, meaning, second).expect("there is something to write");
        (plate.words, plate.second)
    }

    #[test]
    fn what_can_be_taken_back_goes_at_the_first_press() {
        let (mut press, place) = (Press::default(), Place::Square(HERE));
        assert_eq!(words(&press, place, &walk(), SecondPress::Dice), ("Walk here, 5.5 m".into(), AT_ONCE.into()));
        assert!(matches!(press.respond(HERE, place, &walk(), SecondPress::Dice, 1.0), Deed::Do(_)));
    }

    #[test]
    fn a_die_is_rolled_only_by_a_press_after_one_that_has_shown_it() {
        let (mut press, place, second) = (Press::default(), Place::Body(NIB), SecondPress::Dice);
        assert_eq!(words(&press, place, &strike(0), second).1, "press to choose it");
        assert!(matches!(press.respond(HERE, place, &strike(0), second, 1.0), Deed::Lay(_)));
        assert_eq!(words(&press, place, &strike(0), second).0, "Press again: strike with sword, 55 % hits");
        // Neither another roll at the same place nor the same roll at another place has been shown.
        assert!(matches!(press.deed(place, &strike(1), second), Deed::Lay(_)));
        assert!(matches!(press.deed(Place::Body(CombatantId(7)), &strike(0), second), Deed::Lay(_)));
        assert!(matches!(press.respond(HERE, place, &strike(0), second, 1.3), Deed::Do(_)));
        // Once done, it must be shown again.
        assert!(matches!(press.respond(HERE, place, &strike(0), second, 2.0), Deed::Lay(_)));
    }

    #[test]
    fn a_nervous_double_click_does_nothing_more() {
        let (mut press, place, second) = (Press::default(), Place::Body(NIB), SecondPress::Dice);
        assert!(matches!(press.respond(HERE, place, &strike(0), second, 1.0), Deed::Lay(_)));
        assert_eq!(press.respond(HERE, place, &strike(0), second, 1.24), Deed::Nothing);
        assert!(matches!(press.respond(HERE, place, &strike(0), second, 1.26), Deed::Do(_)));
        // A press elsewhere counts, however soon it comes.
        assert!(matches!(press.respond(THERE, Place::Square(THERE), &walk(), second, 1.27), Deed::Do(_)));
    }

    #[test]
    fn the_setting_says_what_waits_for_a_second_press() {
        let (press, place) = (Press::default(), Place::Body(NIB));
        let waits = |meaning: &Meaning, second| matches!(press.deed(place, meaning, second), Deed::Lay(_));
        assert_eq!([walk(), strike(0)].map(|meaning| waits(&meaning, SecondPress::Dice)), [false, true]);
        assert_eq!([walk(), strike(0)].map(|meaning| waits(&meaning, SecondPress::Always)), [true, true]);
        assert_eq!([walk(), strike(0)].map(|meaning| waits(&meaning, SecondPress::Never)), [false, false]);
    }

    #[test]
    fn where_a_press_does_nothing_the_plate_says_why_or_is_not_there() {
        let (mut press, place, second) = (Press::default(), Place::Body(NIB), SecondPress::Dice);
        assert_eq!(press.plate(place, &Meaning::Nothing, second), None);
        assert_eq!(press.plate(place, &Meaning::Card(NIB), second), None);
        let plate = press.plate(place, &Meaning::Refused(far()), second).expect("it says why");
        assert_eq!((plate.words.as_str(), plate.refused), ("Out of reach, 8 m", true));
        assert_eq!(press.respond(HERE, place, &Meaning::Refused(far()), second, 1.0), Deed::Tell(far()));
    }

    /// After any sequence of presses, the plate announces exactly what the next press does.
    #[test]
    fn plate_and_press_agree_after_any_presses() {
        let places = [(HERE, Place::Square(HERE)), (THERE, Place::Body(NIB))];
        let meanings = [walk(), strike(0), strike(1), Meaning::Refused(far()), Meaning::Nothing, Meaning::Card(NIB)];
        for second in [SecondPress::Dice, SecondPress::Always, SecondPress::Never] {
            for start in 0..10_000_usize {
                let (mut press, mut rest) = (Press::default(), start);
                for turn in 0..4 {
                    let (square, place) = places[rest % 2];
                    let meaning = &meanings[rest / 2 % 5 + usize::from(rest % 7 == 0)];
                    rest /= 10;
                    let plate = press.plate(place, meaning, second);
                    let deed = press.respond(square, place, meaning, second, f64::from(turn));
                    match (plate, &deed) {
                        (None, Deed::Nothing | Deed::Card(_)) => {}
                        (Some(plate), Deed::Tell(why)) => assert!(plate.refused && plate.words == why.words),
                        (Some(plate), Deed::Lay(_)) => assert!(plate.second.ends_with("press to choose it")),
                        (Some(plate), Deed::Do(plan)) => {
                            assert!(plate.words.to_lowercase().ends_with(&plan.words.to_lowercase()));
                            assert!(!plate.second.contains("press"));
                            assert!(
                                second == SecondPress::Never || !plan.waits || plate.words.starts_with("Press again")
                            );
                        }
                        (plate, deed) => panic!("{plate:?} announces {deed:?}"),
                    }
                }
            }
        }
    }
}
