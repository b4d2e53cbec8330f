//! Tellings of made-up parts of a journal.

use super::*;
use crate::panels::widgets::log_line::Plate;
use crate::{
    dice::Face,
    rules::{
        Action, AttackResult, Averting, Condition, ConditionKind, ItemId, Location, Roll, Setback, Status, Team, Until,
        Verdict,
    },
};

const RULE: RuleId = RuleId("X-1");

fn who(id: CombatantId) -> Who {
    let (name, letter) = [("Bero", 'B'), ("Nib", 'N'), ("Ansa", 'A')][id.index()];
    Who { name: name.into(), team: Team(u8::from(id.0 == 1)), letter }
}

fn action(words: &'static str, on: Option<u16>) -> Entry {
    Entry::action((CombatantId(0), Action::Strike), words, (on.map(CombatantId), None, None), RULE)
}

fn check(who: u16, words: &'static str, value: i32, against: i32) -> Entry {
    let roll = Roll::of(CombatantId(who), words, RULE, &[Face::new(value as u8, 100)], value);
    Entry::Roll(roll.against(Verdict::base(RULE, "Rating", against), value <= against))
}

fn result(on: u16, fate: Fate, damage: i16) -> Entry {
    Entry::AttackResult(AttackResult { by: CombatantId(0), on: CombatantId(on), fate, damage })
}

fn note(who: u16, words: &'static str) -> Entry {
    Entry::Note { who: CombatantId(who), words: words.into(), rule: RULE }
}

fn only(entries: &[Entry]) -> Telling {
    let mut told = tell(entries, who);
    assert_eq!(told.len(), 1, "{told:?}");
    told.remove(0)
}

fn rolls(telling: &Telling) -> Vec<String> {
    let line = |pieces: &Vec<Piece>| {
        crate::panels::widgets::log_line::LogLine { pieces: pieces.clone(), ..Default::default() }.text()
    };
    telling.rolls.iter().map(line).collect()
}

#[test]
fn a_hit_is_told_with_its_terms_and_what_it_did() {
    let damage = Roll::of(CombatantId(0), "Damage", RULE, &[Face::new(6, 10)], 6);
    let sum = Verdict::base(RULE, "Dice", 6).plus(RULE, "Sword", 9).plus(RULE, "Armour", -2);
    let entries = [
        action("strikes", Some(1)),
        check(0, "Attack", 28, 60),
        check(1, "Parry", 71, 50),
        Entry::Roll(damage.adding(sum)),
        result(1, Fate::Hit, 13),
        note(1, "2 wounds"),
        Entry::Effect(Effect::Status(CombatantId(1), Status::Down)),
    ];
    let told = only(&entries);
    assert_eq!(told.sentence, "Bero hits Nib: 13 damage, 2 wounds, Nib is out");
    assert_eq!(rolls(&told), ["[28] under 60, hits", "Parry (71) over 50, fails"]);
    let rows: Vec<(&str, bool)> = told.rows.iter().map(|row| (row.amount.as_str(), row.sum)).collect();
    assert_eq!(rows, [("6", false), ("+9", false), ("\u{2212}2", false), ("13", true), ("", false)]);
    assert_eq!(told.marks, [Mark { on: CombatantId(1), words: "\u{2212}13".into(), hurts: true, loss: 13 }]);
    assert!(told.matters && told.out == [CombatantId(1)]);
}

#[test]
fn who_wins_of_two_successes_is_said() {
    let blow = |fate, damage| {
        let entries =
            [action("strikes", Some(1)), check(0, "Attack", 28, 60), check(1, "Parry", 8, 50), result(1, fate, damage)];
        only(&entries)
    };
    let hit = blow(Fate::Hit, 4);
    assert_eq!(rolls(&hit)[1], "Parry [08] under 50, but the higher 28 beats it");
    let averted = blow(Fate::Averted(Averting::Parry), 0);
    assert_eq!(averted.sentence, "Bero strikes Nib: parried, no damage");
    assert_eq!(rolls(&averted)[1], "Parry [08] under 50, averts it");
    assert_eq!((averted.marks[0].words.as_str(), averted.marks[0].hurts), ("parried", false));
    assert_eq!(blow(Fate::Worked(Setback::Trip), 0).sentence, "Bero strikes Nib: tripped");
}

#[test]
fn of_which_kind_a_success_is_stands_in_its_line() {
    let critical = |entry: Entry| match entry {
        Entry::Roll(roll) => Entry::Roll(roll.saying("critical success, margin 0")),
        other => other,
    };
    let blow = [action("strikes", Some(1)), critical(check(0, "Attack", 0, 60)), check(1, "Parry", 0, 30)];
    let told = only(&[&blow[..], &[result(1, Fate::Hit, 4)]].concat());
    assert_eq!(
        rolls(&told),
        ["[00] under 60, critical success, hits", "Parry [00] under 30, but an equal 00 beats it"]
    );
}

#[test]
fn sums_say_which_beats_which_and_later_checks_are_no_defence() {
    let sum = |who: u16, words: &'static str, value: i32| {
        let roll = Roll::of(CombatantId(who), words, RULE, &[Face::new(value as u8, 100)], value);
        Entry::Roll(roll.adding(Verdict::base(RULE, "Dice", value)))
    };
    let blow = |fate, damage| {
        only(&[
            action("strikes", Some(1)),
            sum(0, "To hit", 47),
            sum(1, "Evasion", 5),
            sum(0, "Damage", 9),
            sum(1, "Mitigation", 2),
            check(1, "Stay standing", 13, 50),
            result(1, fate, damage),
        ])
    };
    let hit = blow(Fate::Hit, 7);
    assert_eq!(rolls(&hit), ["To hit [47] beats Evasion (5)"]);
    assert_eq!(hit.rows.last().map(row_words).as_deref(), Some("Stay standing [13] under 50, succeeds"));
    let averted = blow(Fate::Averted(Averting::Dodge), 0);
    assert_eq!(rolls(&averted)[0], "To hit (47) still fails against Evasion [5]");
    let less = [action("strikes", Some(1)), sum(0, "To hit", 8), sum(1, "Evasion", 12), result(1, Fate::Missed, 0)];
    assert_eq!(rolls(&only(&less))[0], "To hit (8) does not beat Evasion [12]");
    let tie = |fate| {
        let entries = [action("strikes", Some(1)), sum(0, "To hit", 8), sum(1, "Evasion", 8), result(1, fate, 3)];
        rolls(&only(&entries))[0].clone()
    };
    let fumble = [action("strikes", Some(1)), sum(0, "To hit", 51), sum(1, "Evasion", 1), result(1, Fate::Missed, 0)];
    assert_eq!(rolls(&only(&fumble))[0], "To hit (51) still fails against Evasion [1]");
    assert_eq!(tie(Fate::Hit), "To hit [8] hits, no less than Evasion (8)");
    assert_eq!(tie(Fate::Averted(Averting::Dodge)), "To hit (8) fails, no more than Evasion [8]");
}

#[test]
fn several_blows_and_several_targets_have_one_verdict() {
    let twice = only(&[action("strikes", Some(1)), result(1, Fate::Hit, 5), result(1, Fate::Missed, 0)]);
    assert_eq!(twice.sentence, "Bero hits Nib: 1 of 2 blows, 5 damage");
    let swept = only(&[action("sweeps", None), result(1, Fate::Hit, 5), result(2, Fate::Missed, 0)]);
    assert_eq!(swept.sentence, "Bero sweeps: Nib 5 damage, Ansa missed");
    assert_eq!(swept.marks.len(), 2);
}

#[test]
fn what_comes_with_the_next_turn_is_no_part_of_the_act() {
    let entries = [
        Entry::Chosen(CombatantId(0), Choice::new("strike")),
        action("strikes", Some(1)),
        Entry::Chosen(CombatantId(1), Choice::new("parry")),
        result(1, Fate::Missed, 0),
        Entry::Effect(Effect::Acting(Some(CombatantId(2)))),
        note(2, "loses 1 to bleeding"),
    ];
    let told = tell(&entries, who);
    let sentences: Vec<&str> = told.iter().map(|telling| telling.sentence.as_str()).collect();
    assert_eq!(sentences, ["Bero strikes Nib: missed", "Ansa loses 1 to bleeding"]);
    assert_eq!(told[0].chosen, [(CombatantId(1), Choice::new("parry"), None)]);
    assert!(tell(&[action("walks to k8, 4 m", None)], who).iter().all(|telling| !telling.matters));
}

/// An explosion is told separately: where it came from, how many it hurt, and no talk of one sum beating another.
#[test]
fn each_explosion_is_told_for_itself() {
    let blast = Roll::of(CombatantId(0), "Blast", RULE, &[Face::new(6, 10)], 6);
    let at = crate::geometry::Square::new(3, 3);
    let entries = [
        action("ends the turn", None),
        Entry::Effect(Effect::Explosive(at, None)),
        note(0, "has lit the powder keg at d4, which explodes"),
        Entry::Roll(blast.clone()),
        result(0, Fate::Hit, 5),
        result(1, Fate::Hit, 3),
        check(1, "Stay standing", 80, 50),
        result(2, Fate::Stopped, 0),
        Entry::Effect(Effect::Explosive(at, None)),
        note(0, "has lit the charge at d4, which explodes"),
        Entry::Roll(blast),
        result(1, Fate::Hit, 2),
        result(2, Fate::Stopped, 0),
    ];
    let told: Vec<Telling> = tell(&entries, who).into_iter().filter(|telling| telling.matters).collect();
    let sentences: Vec<&str> = told.iter().map(|telling| telling.sentence.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "Bero has lit the powder keg at d4, which explodes: 2 of 3 hurt, 8 damage in all",
            "Bero has lit the charge at d4, which explodes: Nib 2 damage, Ansa unhurt",
        ]
    );
    assert!(told.iter().all(|term| term.explodes && term.rule == Some(RULE)));
    assert!(rolls(&told[0]).is_empty(), "nothing was rolled that could fail to hit");
    let rows = |telling: &Telling| telling.rows.iter().map(row_words).collect::<Vec<_>>();
    assert_eq!(rows(&told[0]), ["Blast [6]", "Nib: Stay standing (80) over 50, fails"]);
    let marks = Mark::together(told.iter().flat_map(|telling| &telling.marks));
    let marks: Vec<&str> = marks.iter().map(|mark| mark.words.as_str()).collect();
    assert_eq!(marks, ["\u{2212}5", "\u{2212}5", "stopped"]);
}

fn row_words(row: &TellingRow) -> String {
    crate::panels::widgets::log_line::LogLine { pieces: row.pieces.clone(), ..Default::default() }.text()
}

/// A blow that glances off has not beaten anything.
#[test]
fn a_glance_is_no_victory() {
    let sum = |who: u16, words: &'static str, value: i32| {
        let roll = Roll::of(CombatantId(who), words, RULE, &[Face::new(value as u8, 100)], value);
        Entry::Roll(roll.adding(Verdict::base(RULE, "Dice", value)))
    };
    let told =
        only(&[action("strikes", Some(1)), sum(0, "To hit", 33), sum(1, "Block", 7), result(1, Fate::Glanced, 0)]);
    assert_eq!(told.sentence, "Bero strikes Nib: glances off, no damage");
    assert_eq!(rolls(&told)[0], "To hit (33) glances off Block [7]");
    assert_eq!(told.marks[0].words, "glances off");
}

/// A sum of dice, with the word for an unusual result.
fn total(who: u16, words: &'static str, value: i32, upshot: &'static str) -> Entry {
    let roll = Roll::of(CombatantId(who), words, RULE, &[Face::new(value as u8, 100)], value);
    Entry::Roll(roll.adding(Verdict::base(RULE, "Dice", value)).saying(upshot))
}

fn condition(who: u16) -> Entry {
    Entry::Effect(Effect::AddCondition(CombatantId(who), Condition::new(ConditionKind(0), Until::NextTurnEnd)))
}

/// Effects of a blow beyond a loss are part of the verdict.
#[test]
fn what_befalls_either_stands_in_the_verdict() {
    let at = crate::geometry::Square::new(3, 3);
    let fumble = only(&[
        action("strikes", Some(1)),
        total(0, "To hit", 41, "fumble"),
        total(1, "Evasion", 9, ""),
        note(1, "evades"),
        result(1, Fate::Missed, 0),
        condition(0),
        note(0, "loses all AP"),
        Entry::Effect(Effect::Move(ItemId(0), Location::Ground(at))),
        note(0, "drops sword"),
    ]);
    assert_eq!(fumble.sentence, "Bero strikes Nib: missed, Bero loses all AP and drops sword");
    assert_eq!(rolls(&fumble), ["To hit (41), fumble, fails against Evasion [9]"]);
    let charm = only(&[action("casts", Some(1)), result(1, Fate::Hit, 0), condition(1), note(1, "is captivated")]);
    assert_eq!(charm.sentence, "Bero hits Nib: Nib is captivated");
    assert_eq!((charm.marks[0].words.as_str(), charm.marks[0].hurts), ("captivated", true));
    let nothing = only(&[action("casts", Some(1)), result(1, Fate::Hit, 0)]);
    assert_eq!(nothing.sentence, "Bero hits Nib: no damage");
}

/// The verdict says why the higher sum loses: the digits, or two defences that count together.
#[test]
fn a_verdict_against_the_sums_says_why() {
    let blow = |fate, defences: &[Entry]| {
        let mut entries = vec![action("strikes", Some(1)), total(0, "To hit", 12, "")];
        entries.extend(defences.iter().cloned());
        entries.push(result(1, fate, 3));
        rolls(&only(&entries))[0].clone()
    };
    let dodged = Fate::Averted(Averting::Dodge);
    assert_eq!(
        blow(dodged, &[total(1, "Evasion", 10, "critical")]),
        "To hit (12) fails against Evasion [10], critical"
    );
    let both = [total(1, "Evasion", 5, ""), total(1, "Block", 8, "")];
    assert_eq!(blow(dodged, &both), "To hit (12) does not beat Evasion [5] and Block [8], together 13");
    assert_eq!(blow(Fate::Hit, &[total(1, "Block", 15, "fumble")]), "To hit [12] hits against Block (15), fumble");
}

/// A turn in which nobody is asked and nothing is done is told; one that begins and goes on is not.
#[test]
fn a_turn_that_passes_is_told() {
    let acting = |who: u16| Entry::Effect(Effect::Acting(Some(CombatantId(who))));
    let entries = [
        Entry::Chosen(CombatantId(0), Choice::new("end")),
        action("ends the turn", None),
        acting(1),
        Entry::Effect(Effect::Clear(CombatantId(1), ConditionKind(0))),
        acting(2),
    ];
    let told: Vec<Telling> = tell(&entries, who).into_iter().filter(|telling| telling.matters).collect();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].sentence.as_str(), told[0].passes), ("Nib does nothing this turn", true));
    let says = [acting(1), note(1, "is captivated and loses the turn"), acting(2)];
    assert_eq!(only(&says).sentence, "Nib is captivated and loses the turn");
    let acts = [acting(1), Entry::Chosen(CombatantId(1), Choice::new("end")), acting(2)];
    assert!(tell(&acts, who).is_empty());
}

/// What happens to the fallen as a round ends is told once, in the rules' words, without saying again that they are
/// out.
#[test]
fn what_happens_without_an_act_is_said_in_words() {
    let entries = [
        Entry::Effect(Effect::Acting(None)),
        total(1, "Stamina", 27, "bleeds"),
        total(1, "Bleeding", 8, ""),
        note(1, "bleeds for 8"),
        total(2, "Stamina", 7, "bleeds"),
        Entry::Effect(Effect::Status(CombatantId(2), Status::Dead)),
        condition(2),
        note(2, "is dead"),
    ];
    assert_eq!(only(&entries).sentence, "Nib bleeds for 8, Ansa is dead");
    let killed = [
        action("strikes", Some(1)),
        result(1, Fate::Hit, 9),
        Entry::Effect(Effect::Status(CombatantId(1), Status::Dead)),
    ];
    assert_eq!(only(&killed).sentence, "Bero hits Nib: 9 damage, Nib is dead");
    // The rules' own words are not repeated; their rule is shown beside the sentence.
    let told = only(&[&killed[..], &[note(1, "is dead"), note(1, "drops sword")]].concat());
    assert_eq!(told.sentence, "Bero hits Nib: 9 damage, Nib is dead");
    assert_eq!(
        (told.rows.iter().map(row_words).collect::<Vec<_>>(), told.rule),
        (vec!["Nib drops sword".into()], Some(RULE))
    );
}

/// A roll that is one term of a sum shows the other terms: four d4 that show 9 cannot explain 20 alone.
#[test]
fn a_defence_that_is_added_up_shows_its_terms() {
    let faces: Vec<Face> = [1, 1, 3, 4].into_iter().map(|shows| Face::new(shows, 4)).collect();
    let sum = Verdict::base(RULE, "Required", 15).plus(RULE, "Half of the roll", 5);
    let roll = Roll::of(CombatantId(1), "Sidestep", RULE, &faces, 9).adding(sum).saying("not more than 41");
    let roll = Roll { success: Some(false), ..roll };
    let told =
        only(&[action("shoots", Some(1)), check(0, "Attack", 41, 50), Entry::Roll(roll), result(1, Fate::Hit, 8)]);
    assert_eq!(
        rolls(&told)[1],
        "Sidestep (1) (1) (3) (4): 15 (required) +5 (half of the roll) = 20, not more than 41, fails"
    );
}

/// A defence recorded as an act of its own is still part of the blow: nobody hits themselves by evading.
#[test]
fn a_defence_belongs_to_the_blow() {
    let defends = Entry::action((CombatantId(1), Action::Defend), "defends: Evade (2 AP)", (None, None, None), RULE);
    let told = only(&[
        action("throws", Some(1)),
        total(0, "Attack", 3, ""),
        defends,
        total(1, "Evade", 1, ""),
        result(1, Fate::Hit, 5),
    ]);
    assert_eq!(told.sentence, "Bero hits Nib: 5 damage");
    assert!(told.rows.iter().any(|row| row_words(row) == "Nib defends: Evade (2 AP)"));
    let aid = only(&[
        action("gives first aid to", Some(2)),
        total(0, "Attack", 2, ""),
        total(2, "Healing", 3, ""),
        result(2, Fate::Worked(Setback::Effect), 0),
    ]);
    assert!(rolls(&aid).is_empty(), "nobody beats a friend");
}

#[test]
fn an_effect_without_damage_says_what_it_has_done() {
    use crate::rules::Vital;
    let on = |who: u16, befell: &[Entry]| {
        let lands = [action("tends", Some(who)), result(who, Fate::Worked(Setback::Effect), 0)];
        let told = only(&[&lands, befell].concat());
        let mark = &told.marks[0];
        (told.sentence.clone(), mark.words.clone(), mark.hurts)
    };
    let told = |sentence: &str, words: &str, hurts| (sentence.to_owned(), words.to_owned(), hurts);
    let begins = |who: u16| {
        let condition = Condition::new(ConditionKind(0), Until::NextTurnEnd);
        Entry::Effect(Effect::AddCondition(CombatantId(who), condition))
    };
    let gains = |now: i16| Entry::Effect(Effect::Vital(CombatantId(2), Vital(0), now));
    let dies = Entry::Effect(Effect::Status(CombatantId(1), Status::Dead));
    assert_eq!(on(2, &[begins(2), note(2, "is stable")]), told("Bero tends Ansa: Ansa is stable", "stable", false));
    let heals = on(2, &[gains(8), note(2, "regains 3 Health")]);
    assert_eq!(heals, told("Bero tends Ansa: Ansa regains 3 Health", "regains 3 Health", false));
    assert_eq!(on(2, &[gains(8)]), told("Bero tends Ansa: helped", "helped", false));
    assert_eq!(on(2, &[]), told("Bero tends Ansa: no change", "no change", false));
    let fear = on(1, &[begins(1), note(1, "is frightened")]);
    assert_eq!(fear, told("Bero tends Nib: Nib is frightened", "frightened", true));
    assert_eq!(on(1, &[dies]).1, "dead");
    assert_eq!(on(1, &[]), told("Bero tends Nib: affected", "affected", true));
}

fn placed(who: u16, x: i16, y: i16) -> Entry {
    let place = crate::rules::Placement::new(crate::geometry::Square::new(x, y), 1);
    Entry::Effect(Effect::Place(CombatantId(who), place))
}

#[test]
fn who_has_got_there_moves_to_the_place_and_who_has_not_towards_it() {
    let walk = |to: &[Entry]| {
        let entries: Vec<Entry> = [action("moves towards k9, 2 squares", None)].iter().chain(to).cloned().collect();
        let lines = crate::panels::battle::log::log_lines(&entries, None, who, |_| String::new());
        let [sentence, line] = [only(&entries).sentence, lines[0].text()];
        assert_eq!(sentence, line, "card and log say the same");
        line
    };
    assert_eq!(walk(&[]), "Bero moves towards k9, 2 squares");
    assert_eq!(walk(&[placed(0, 9, 8)]), "Bero moves towards k9, 2 squares");
    assert_eq!(walk(&[placed(0, 9, 8), placed(0, 10, 8)]), "Bero moves to k9, 2 squares");
}

#[test]
fn a_blow_is_remembered_where_both_stood_then() {
    let entries = [
        action("charges", Some(1)),
        placed(0, 4, 4),
        check(0, "Attack", 28, 60),
        result(1, Fate::Hit, 3),
        placed(1, 6, 4),
        placed(0, 9, 9),
    ];
    let stood = only(&entries).stood;
    let [(by, place)] = stood[..] else { panic!("{stood:?}") };
    assert_eq!((by, place.anchor), (CombatantId(0), crate::geometry::Square::new(4, 4)));
}

#[test]
fn a_blow_that_goes_on_at_the_next_target_has_no_attack_roll_of_its_own() {
    let critical = Roll::of(CombatantId(0), "Critical", RuleId("RAT-DMG-06"), &[Face::new(11, 20)], 11);
    let critical = critical.against(Verdict::base(RULE, "At least", 19), false);
    let entries = [action("goes on at", Some(1)), Entry::Roll(critical), result(1, Fate::Hit, 3)];
    assert_eq!(rolls(&only(&entries)), ["Critical (11) short of 19, fails"]);
}

#[test]
fn dice_that_are_added_up_say_their_sum() {
    let faces = [3, 4, 2].map(|shows| Face::new(shows, 6));
    let roll = Roll::of(CombatantId(0), "Attack", RULE, &faces, 9).against(Verdict::base(RULE, "Needed", 7), true);
    let entries = [action("strikes", Some(1)), Entry::Roll(roll), result(1, Fate::Hit, 3)];
    assert_eq!(rolls(&only(&entries)), ["[3] [4] [2] = 9, over 7, hits"]);
    let entries = [action("strikes", Some(1)), check(0, "Attack", 28, 60), result(1, Fate::Hit, 3)];
    assert_eq!(rolls(&only(&entries)), ["[28] under 60, hits"], "a single die is its own sum");
}

#[test]
fn what_dice_are_taken_from_is_told_once_and_before_them() {
    let damage = Roll::of(CombatantId(0), "Damage", RULE, &[Face::new(6, 10)], 26);
    let damage = damage.adding(Verdict::base(RULE, "Dice", 6).plus(RULE, "Added", 20));
    let strength = |brought: i32| {
        let sum = Verdict::base(RULE, "Damage", brought).plus(RULE, "Armour", -5).plus(RULE, "Strength", -4);
        let faces = [Face::new(3, 4), Face::new(1, 4)];
        Entry::Roll(Roll::of(CombatantId(1), "Strength", RULE, &faces, sum.value).adding(sum))
    };
    let rows = |entries: &[Entry]| -> Vec<(String, String)> {
        let words = |row: &TellingRow| match &row.pieces[0] {
            Piece::Words(words) => words.clone(),
            _ => String::new(),
        };
        only(entries).rows.iter().map(|row| (words(row), row.amount.clone())).collect()
    };
    let pairs = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        all.iter().map(|(words, amount)| ((*words).to_owned(), (*amount).to_owned())).collect()
    };
    let below = [("Nib: Strength", "\u{2212}4"), ("Armour", "\u{2212}5"), ("Nib in all", "17")];
    let above = [("Damage", "6"), ("Added", "+20"), ("Damage in all", "26")];
    let entries = [action("strikes", Some(1)), Entry::Roll(damage), strength(26), result(1, Fate::Hit, 17)];
    assert_eq!(rows(&entries), pairs(&[&above[..], &below].concat()));
    let entries = [action("strikes", Some(1)), strength(26), result(1, Fate::Hit, 17)];
    assert_eq!(rows(&entries), pairs(&[&[("Damage", "26")][..], &below].concat()));
}

#[test]
fn of_several_dice_those_that_succeed_are_filled_and_the_others_outlined() {
    let faces = [6, 5, 10, 1].map(|shows| Face::new(shows, 10));
    let pool = Roll::of(CombatantId(0), "Attack", RULE, &faces, 2).each_from(6).saying("2 of 4 dice");
    let told = only(&[action("strikes", Some(1)), Entry::Roll(pool), result(1, Fate::Missed, 0)]);
    let plates: Vec<Plate> = told.rows[0]
        .pieces
        .iter()
        .filter_map(|piece| if let Piece::Die(_, plate) = piece { Some(*plate) } else { None })
        .collect();
    assert_eq!(plates, [Plate::Full, Plate::Failed, Plate::Full, Plate::Failed]);
}

#[test]
fn who_withstands_with_a_sum_of_their_own_has_not_failed_the_act() {
    let sum = |who: u16, words: &'static str, value: i32| {
        Roll::of(CombatantId(who), words, RULE, &[Face::new(value as u8, 10)], value)
    };
    let shove = |held: i32, said| {
        let withstands = sum(1, "Withstand", held).against(Verdict::base(RULE, "The shove", 7), held >= 7);
        only(&[action("shoves", Some(1)), Entry::Roll(sum(0, "Shove", 7)), Entry::Roll(withstands), note(1, said)])
    };
    let pushed = shove(3, "is shoved to d4");
    assert_eq!(pushed.sentence, "Bero shoves Nib: Nib is shoved to d4");
    assert_eq!(rolls(&pushed), ["Withstand (3) short of 7, fails"]);
    assert_eq!(shove(8, "stands firm").sentence, "Bero shoves Nib: Nib stands firm");
}

#[test]
fn the_order_of_turns_and_what_has_come_of_a_new_round_are_told_apart() {
    let rolls = |who: u16, value: i32| {
        Entry::Roll(Roll::of(CombatantId(who), "Initiative", RULE, &[Face::new(value as u8, 10)], value))
    };
    let entries = [
        action("strikes", Some(1)),
        result(1, Fate::Missed, 0),
        Entry::Effect(Effect::Acting(None)),
        Entry::Effect(Effect::Round(2)),
        rolls(0, 3),
        rolls(1, 5),
        Entry::Effect(Effect::Order(vec![CombatantId(1), CombatantId(0)])),
        Entry::Effect(Effect::Acting(Some(CombatantId(1)))),
    ];
    let told = tell(&entries, who);
    assert_eq!(told.iter().map(|telling| telling.round).collect::<Vec<_>>(), [None, Some(2)]);
    assert_eq!((told[1].sentence.as_str(), told[1].orders), ("The order of turns: Nib, Bero", true));
    assert_eq!(told[1].rows.len(), 2, "each roll has a row");
}

#[test]
fn a_degree_of_failure_is_not_said_to_fail_as_well() {
    let degree = |said: &'static str| {
        let Entry::Roll(roll) = check(1, "Parry", 91, 50) else { unreachable!() };
        let parry = Entry::Roll(roll.saying(said));
        let entries = [action("strikes", Some(1)), check(0, "Attack", 28, 60), parry, result(1, Fate::Hit, 13)];
        rolls(&only(&entries))[1].clone()
    };
    assert_eq!(degree("exceptional failure"), "Parry (91) over 50, exceptional failure");
    assert_eq!(degree(""), "Parry (91) over 50, fails");
}
