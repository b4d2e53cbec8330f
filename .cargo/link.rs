//! Links the program at a fixed address where that is known to work. Otherwise loading it writes to every page that holds an
//! address, which is a tenth of the program, and each copy of it keeps those pages in memory.

#![allow(clippy::print_stdout, reason = "a build script tells cargo so")]

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=.cargo/link.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|known| known.split(',').any(|part| part == value));
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_linux && !is("CARGO_CFG_TARGET_FEATURE", "crt-static") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
