//! What-if questions: exact odds of an attack from here or elsewhere and with other answers, the costs and risks of a way,
//! and one question asked for every square ([`fields`]).

mod answers;
mod approach;
mod attack_forecast;
mod breaking;
mod changes;
mod evidence;
pub mod fields;
mod relation;
mod room;
mod shares;
mod until_out;

pub use answers::{Answer, Answers, answered, answers, answers_to_blows, answers_unless, harm};
pub use approach::{Approach, any_way, approach, is_plain_way, is_second_way, nearest_end, plain_way};
pub use attack_forecast::{
    AttackForecast, Danger, Ends, WayAhead, after_choice, after_entries, attack_forecast, attacks_on_offer,
    best_attack, danger, thrifty, way_ahead, way_of,
};
pub use breaking::{Breaking, breaking};
pub use changes::{Change, Changed, Changes, changes, done_first};
pub use evidence::{line_places, met_words, place_words};
pub use fields::{Effort, Field, FieldKind, FieldQuestion, NoField, Reading, Strike};
pub use relation::{Attempt, Relation, relation};
pub use room::{NoRoom, has_room, party, put, room};
pub use shares::{Share, shares};
pub use until_out::{UntilOut, until_out};
