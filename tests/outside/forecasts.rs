//! What `forecast` says about the other side's answers.

use serde_json::Value;

use super::program::{Folder, assert_holds};

#[test]
fn a_forecast_has_the_numbers_of_the_best_answer() {
    let folder = Folder::new("forecast-best");
    let fighter = |name: &str, at: &str| format!("(name: \"{name}\", at: \"{at}\", archetype: \"swordsman\")");
    let trial =
        format!("(name: \"x\", combatants: [{}, {}], expect: [Asked(\"A\")])", fighter("A", "a1"), fighter("B", "b1"));
    let text = format!("(format: 1, ruleset: totals, trials: [{trial}])");
    let file = folder.file("a.ron", text);
    let words = ["forecast", "--trial", &file, "--by", "A", "--choice", "strike B sword"];
    let told = folder.good(&words);
    let json: Value = serde_json::from_str(&folder.good(&[&words[..], &["--json"]].concat())).unwrap();
    let (best, default) = (&json["answers"]["best"], &json["answers"]["default"]);
    let answer = best["answer"].as_str().unwrap();
    assert_holds(&told, &[&format!("best, B: {answer}"), &format!("\nBest answer, B: {answer}\n")]);
    let (_, numbers) = told.split_once("\nBest answer").unwrap();
    for number in [&best["hit"], &best["critical"], &best["mean_damage"]] {
        assert_holds(numbers, &[number["fraction"].as_str().unwrap()]);
    }
    assert_ne!(best["mean_damage"], default["mean_damage"]);
    let total: f64 =
        best["grades"].as_array().unwrap().iter().map(|grade| grade["chance"]["value"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    assert!(default.get("grades").is_none(), "{default}");
}
