//! Letters on tokens: no two fighters of a side have the same one.

use crate::rules::Identity;

/// Gives each fighter of a side a different letter: the first with an initial keeps it, the others take another letter
/// of their names, a digit, or any letter that is left. Beyond the 35 letters and digits there are, some share one.
pub(super) fn tell_apart(side: &mut [Identity]) {
    let mut taken: Vec<char> = Vec::new();
    for identity in side {
        let own = identity.name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        let mut wanted = std::iter::once(identity.letter).chain(own).chain('1'..='9').chain('A'..='Z');
        identity.letter = wanted.find(|letter| !taken.contains(letter)).unwrap_or(identity.letter);
        taken.push(identity.letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(names: &[&str]) -> String {
        let identity = |name: &&str| Identity {
            tag: (*name).into(),
            name: (*name).into(),
            kind: "".into(),
            letter: name.chars().next().unwrap_or('?').to_ascii_uppercase(),
        };
        let mut side: Vec<Identity> = names.iter().map(identity).collect();
        tell_apart(&mut side);
        side.iter().map(|identity| identity.letter).collect()
    }

    #[test]
    fn nobody_shares_a_letter_with_a_friend() {
        assert_eq!(letters(&["Ada", "Brand", "Ansa", "Ada Lune", "Abel"]), "ABNDE");
        assert_eq!(letters(&["Bo", "Ob", "Bob", "bob"]), "BO12");
        let many: Vec<String> = (0..35).map(|_| "Xi".to_string()).collect();
        let found = letters(&many.iter().map(String::as_str).collect::<Vec<_>>());
        let mut unique: Vec<char> = found.chars().collect();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), 35, "{found}");
    }
}
