//! Numbers of things and rows of names in words.

use std::fmt::Display;

/// A number of things: "1 round", "3 rounds". The noun is one that takes no more than an s.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Names in a row: "Ansa", "Ansa and Bero", "Ansa, Bero and Nib"; empty if there are none.
pub fn and_list(names: impl IntoIterator<Item = impl Display>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        let words = [0, 1, 2, -1].map(|count| counted(count, "blow"));
        assert_eq!(words, ["0 blows", "1 blow", "2 blows", "-1 blows"]);
    }

    #[test]
    fn only_the_last_of_several_names_follows_an_and() {
        let names = ["Ansa", "Bero", "Nib"];
        let rows = [0, 1, 2, 3].map(|count| and_list(&names[..count]));
        assert_eq!(rows, ["", "Ansa", "Ansa and Bero", "Ansa, Bero and Nib"]);
    }
}
