//! Batches that are stopped from outside, and names that are no files.

#![cfg(unix)]

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use super::program::{DUEL, Folder, assert_holds};

#[test]
fn a_batch_that_is_told_to_end_keeps_what_it_has() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = Folder::new(&format!("batch-{signal}"));
        let level = folder.file("duel.ron", DUEL);
        let part = folder.0.join("part.json").display().to_string();
        let words = ["simulate", "--level", &level, "--battles", "1000000", "--every", "1", "--out", &part, "--json"];
        let batch = folder.program(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // The output in progress can be read at any moment.
        while !fs::exists(&part).unwrap() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let early = fs::read_to_string(&part).unwrap();
        let counted = |text: &str| {
            let report: serde_json::Value = serde_json::from_str(text).unwrap();
            report["battles"].as_u64().unwrap()
        };
        assert!(counted(&early) > 0);
        let told = Command::new("kill").args([format!("-{signal}"), batch.id().to_string()]).status().unwrap();
        assert!(told.success());
        let ended = batch.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{signal}");
        let report = String::from_utf8(ended.stdout).unwrap();
        assert!(counted(&report) >= counted(&early) && fs::read_to_string(&part).unwrap() == report);
        assert_holds(&folder.good(&["simulate", "--join", &part]), &["Duel"]);
    }
}

#[test]
fn pipes_and_devices_are_no_files() {
    let folder = Folder::new("pipes");
    let pipe = folder.0.join("pipe.pgr").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for name in [&pipe[..], "/dev/zero"] {
        for words in [["check", name], ["replay", name], ["trial", name], ["play", name]] {
            let output = folder.run(&words);
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{words:?}: {told}");
            assert_holds(&told, &["a pipe, a socket or a device"]);
        }
    }
    // Not even in the folder of recordings.
    let recordings = folder.0.join("data/proving-ground/recordings");
    fs::create_dir_all(&recordings).unwrap();
    let inside = recordings.join("pipe.pgr");
    assert!(Command::new("mkfifo").arg(&inside).status().unwrap().success());
    assert_holds(&folder.good(&["recordings"]), &["No battle has been recorded"]);
}

#[test]
fn a_list_of_recordings_makes_no_folder_and_says_what_it_leaves_out() {
    let folder = Folder::new("no-folder");
    assert_holds(&folder.good(&["recordings"]), &["No battle has been recorded"]);
    assert!(!folder.0.join("data").exists(), "a list has made a folder");
    for number in 1..=4 {
        folder.file(&format!("data/proving-ground/recordings/a-{number}.pgr"), "something else");
    }
    assert_holds(&folder.good(&["recordings", "--most", "1"]), &["and 3 more; --most 4 lists all"]);
}
