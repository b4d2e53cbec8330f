//! The rules by their ids.

crate::rules::ruleset::catalogue::catalogue! {
    ORD_01 "DRL-ORD-01" Exact "Order", "Fighters take turns by nerve, the highest first; equal ones in the order of the roster.";
    TURN_01 "DRL-TURN-01" Exact "A turn", "One walk and one strike, in any order. Either may be left out. When neither is possible any more, the turn ends by itself.";
    WAIT_01 "DRL-WAIT-01" Exact "Waiting", "Whoever has not struck may end the turn waiting with a weapon. When the walk of an enemy ends within its reach before the next turn of their own, what is left of the turn may be taken at once, in the middle of the enemy's.";
    WALK_01 "DRL-WALK-01" Exact "Walking", "As many squares as the pace says, a diagonal counting one. Walls, closed doors, pits and fighting enemies are in the way, no corner of a wall is cut, and nobody stops where somebody else fights.";
    RCH_01 "DRL-RCH-01" Exact "Reach", "A strike reaches as many squares as the weapon says, and through no wall.";
    STR_01 "DRL-STR-01" Exact "Striking", "A d10; the skill or less is a hit.";
    SWEEP_01 "DRL-SWEEP-01" Exact "Sweeping", "A weapon that sweeps strikes several fighters in reach at once: one d10 for all of them, and each may parry.";
    PAR_01 "DRL-PAR-01" Exact "Parrying", "Whoever is hit may parry, once until the next turn of their own: a d10; the skill or less averts the strike.";
    PAR_02 "DRL-PAR-02" Exact "Notches", "A strike that is parried notches the weapon, unless it is part of a body. Three notches make it blunt: it does one point of damage less.";
    DMG_01 "DRL-DMG-01" Exact "Damage", "A strike that is not averted costs a d6 and the weapon's harm in Health. Nobody fights without Health.";
    REEL_01 "DRL-REEL-01" Exact "Reeling", "Whoever loses 5 Health or more to one strike reels until the end of the next turn of their own, and parries nothing meanwhile.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_says_what_the_catalogue_says() {
        let lines = include_str!("mod.rs").lines().map_while(|line| line.strip_prefix("//!"));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        let words = words.join(" ");
        for rule in RULES {
            let text = format!("- `{}` {}: {}", rule.id, rule.title, rule.text);
            assert!(words.contains(&text), "{text}");
        }
        assert_eq!(words.matches("- `DRL-").count(), RULES.len());
    }
}
