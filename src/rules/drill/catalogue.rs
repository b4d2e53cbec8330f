//! The rules by their ids, and the settings.

crate::rules::ruleset::catalogue::catalogue! {
    ORD_01 "DRL-ORD-01" Exact "Order", "Fighters take turns in the order of the roster.";
    TURN_01 "DRL-TURN-01" Exact "A turn", "One walk and one strike, in any order. Either may be left out. When neither is possible any more, the turn ends by itself.";
    WAIT_01 "DRL-WAIT-01" Exact "Waiting", "Whoever has not struck may end the turn waiting. When the walk of an enemy ends within reach of a weapon of theirs before the next turn of their own, what is left of the turn may be taken at once, in the middle of the enemy's. After the last turn of a round those who still wait may take it, one after the other in order; after each turn taken the others are asked again.";
    HIDE_01 "DRL-HIDE-01" Exact "Hiding", "Enemies do not know of a fighter who hides until it strikes, an enemy walks into it, or the walk of an enemy ends within two squares of it with no wall between. Then all of them do.";
    WALK_01 "DRL-WALK-01" Exact "Walking", "As many squares as the pace says, a diagonal counting one. Walls, closed doors, pits and fighting enemies are in the way, no corner of a wall is cut, and nobody stops where somebody else fights.";
    RCH_01 "DRL-RCH-01" Exact "Reach", "A strike reaches as many squares as the weapon says, and through no wall.";
    STR_01 "DRL-STR-01" Exact "Striking", "A d10; the skill or less is a hit.";
    SWEEP_01 "DRL-SWEEP-01" Exact "Sweeping", "A weapon that sweeps may be swung at a square within its reach: it strikes everybody else as near to that square as the weapon says, friend and foe, one after the other.";
    PAR_01 "DRL-PAR-01" Exact "Parrying", "Whoever is hit may parry, once until the next turn of their own: a d10; the skill or less averts the strike.";
    DMG_01 "DRL-DMG-01" Exact "Damage", "A strike that is not averted costs a d6 and the weapon's harm in Health. Nobody fights without Health.";
    REEL_01 "DRL-REEL-01" Exact "Reeling", "Whoever loses 5 Health or more to one strike, or what the setting says in place of 5, reels until the end of the next turn of their own, and parries nothing meanwhile.";
}

crate::rules::ruleset::own_settings::settings! {
    /// DRL-REEL-01: Health that one strike must cost to make somebody reel.
    reels_from: "drl.reels_from", "Health that one strike must cost to make somebody reel", (1 to 20), 5, REEL_01;
}
