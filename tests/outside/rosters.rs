//! User-made fighters and arms, without recompiling.

use super::program::{DUEL, Folder, assert_holds};

const ROSTER: &str = "(format: 1,
    arms: [(tag: \"club\", name: \"club\", glyph: Club, rules: (
        percentile: (hands: 1, uses: [(kind: Melee, skill: MeleeWeapons, proficiency: Maces, dv: (dice: 1, bonus: 1))]),
    ))],
    archetypes: [(tag: \"thug\", name: \"Thug\", about: \"All arms and no plan\", gear: [(arm: \"club\", at: Main)],
        sheets: (percentile: (som: 22, dur: 30, skills: [(skill: MeleeWeapons, ranks: 30)])),
    )],
)";

fn level() -> String {
    DUEL.replace("brute", "thug")
}

#[test]
fn fighters_come_from_a_file_that_is_named() {
    let folder = Folder::new("roster");
    let (roster, level) = (folder.file("mine.ron", ROSTER), folder.file("level.ron", level()));
    let said = folder.bad(&["check", &level]);
    assert_holds(&said, &["no archetype is called `thug`", "`proving-ground archetypes` lists all", "add your own"]);
    assert_holds(&folder.good(&["check", &roster]), &["a roster, 1 arm, 1 archetype"]);
    assert_holds(&folder.good(&["check", &level, "--roster", &roster]), &["the level Duel"]);
    let words = ["simulate", "--roster", &roster, "--level", &level, "--battles", "2", "--json"];
    assert_holds(&folder.good(&words), &["\"battles\": 2"]);
    let wrong = folder.file("wrong.ron", ROSTER.replace("Maces", "Mazes").replace("dur: 30", "dur: 3000"));
    let said = folder.bad(&["levels", "--roster", &wrong]);
    assert_holds(&said, &["wrong.ron:3:", "did you mean `Maces`?", "wrong.ron:6:", "dur is 3000"]);
    assert_holds(&folder.bad(&["play", "--roster", "none.ron"]), &["none.ron: cannot be read"]);
}

#[test]
fn fighters_come_from_the_players_folder() {
    let folder = Folder::new("folder");
    let level = folder.file("level.ron", level());
    folder.file("data/proving-ground/rosters/mine.ron", ROSTER);
    folder.file("data/proving-ground/rosters/broken.ron", "(format: 1, archetypes: [(tag: \"x\")])");
    folder.file("data/proving-ground/rosters/notes.txt", "nothing for the game");
    let (told, said) = folder.ends(0, &["check", &level]);
    assert_holds(&told, &["the level Duel"]);
    assert_holds(&said, &["broken.ron:1:", "`name` is missing"]);
    assert_holds(&folder.good(&["archetypes", "thug"]), &["thug: Thug, your own"]);
}

#[test]
fn fighters_stand_in_the_level_itself() {
    let folder = Folder::new("own");
    let own = ROSTER.trim_start_matches("(format: 1,").trim_end_matches(')');
    let level = folder.file("level.ron", level().replace("sides:", &format!("{own} sides:")));
    assert_holds(&folder.good(&["check", &level]), &["the level Duel"]);
    let words = ["forecast", "--level", &level, "--by", "egil", "--choice", "strike ada club", "--at", "d3"];
    assert_holds(&folder.good(&words), &["Odds, exact"]);
}

#[test]
fn a_level_that_comes_with_the_game_takes_the_players_fighters() {
    let folder = Folder::new("archer");
    let archer =
        "(format: 1, archetypes: [(tag: \"archer\", name: \"Slinger\", sheets: (percentile: (), totals: ()))])";
    folder.file("data/proving-ground/rosters/mine.ron", archer);
    assert_holds(&folder.good(&["levels"]), &["meadow", "tanner-row"]);
    let words = ["forecast", "--level", "tanner-row", "--by", "lysk", "--choice", "shoot cale bow"];
    let named = |folder: &Folder| folder.run(&words).status.code();
    assert_eq!((named(&folder), named(&Folder::new("archer-none"))), (Some(1), Some(0)));
}

#[test]
fn what_can_be_named_is_listed_and_can_be_copied() {
    let folder = Folder::new("listed");
    let told = folder.good(&["archetypes"]);
    assert_holds(
        &told,
        &["archer: Archer\n", "  gear: [(arm: ", "  percentile: (", "  totals: (", "rosters and with --roster"],
    );
    assert_holds(&folder.good(&["arms"]), &["sword: sword\n", "  glyph: Sword", "  percentile: (hands: 1"]);
    assert_holds(&folder.bad(&["archetypes", "archr"]), &["no archetype is called `archr`; did you mean `archer`?"]);
    for (kind, tags) in
        [("archetypes", &["archer", "brute"][..]), ("arms", &["sword"]), ("archetypes", &[]), ("arms", &[])]
    {
        let copy = folder.good(&[&[kind], tags, &["--ron"]].concat());
        let file = folder.file("copy.ron", &copy);
        folder.good(&["check", &file]);
        let listed = folder.good(&[&[kind], tags, &["--roster", &file]].concat());
        assert!(!listed.contains("your own\n"), "a copy is the same\n{listed}");
    }
    let mine = folder.good(&["archetypes", "brute", "--ron"]).replace("\"brute\"", "\"bully\"");
    let (file, level) = (folder.file("mine.ron", mine), folder.file("level.ron", DUEL.replace("brute", "bully")));
    assert_holds(&folder.good(&["check", &level, "--roster", &file]), &["the level Duel"]);
}
