//! The rules by their ids.

crate::rules::ruleset::catalogue::catalogue! {
    ORD_01 "DPT-ORD-01" Exact "Order", "Fighters take turns in the order of the roster.";
    TURN_01 "DPT-TURN-01" Exact "A turn", "Walks and one attack, in any order. AP are full again when it begins.";
    WALK_01 "DPT-WALK-01" Exact "Walking", "As many squares a turn as the pace says, in parts. Of the diagonals of a turn the second, the fourth and so on count two. The first step is always possible.";
    RCH_01 "DPT-RCH-01" Exact "Reach", "A strike reaches as many squares as the weapon says, a touch one, a burst and the first of a chain six, and none goes through a wall.";
    ATK_01 "DPT-ATK-01" Exact "Attacks", "As many d10 as the skill and the AP that go in, 6 or more a success. As many successes as the guard are a hit, which costs 1 Health and 2 for each success above. Nobody fights without Health.";
    DEF_01 "DPT-DEF-01" Exact "Defence", "Whoever is struck at and is wary may put AP in before the roll: all into a dodge, each of which is 1 guard, or all into a block, each of which is 1 armour. Bracing goes with a block, is Basic, costs 2 AP, and is 2 armour more. Tiers say how much goes in.";
    GRAZE_01 "DPT-GRAZE-01" Exact "Grazes", "One success too few, and what would cost Health costs 1.";
    ARM_01 "DPT-ARM-01" Exact "Armour", "Is taken off what an attack costs; once, however many blows it has.";
    PART_01 "DPT-PART-01" Exact "Parts", "An attack is made of a base and of other parts, one at most that says at whom, and one at most that says what a hit does instead of harm. A spell needs an energy.";
    TIER_01 "DPT-TIER-01" Exact "Tiers", "At least as many AP go in as the parts cost together, at most 3 if all are Simple, 6 if the highest is Basic, 9 if it is Master.";
    ROUND_01 "DPT-ROUND-01" Exact "All round", "Master, 3 AP. A strike at every enemy in reach.";
    PAIR_01 "DPT-PAIR-01" Exact "Second weapon", "Basic, 2 AP. A strike with each hand, at two enemies, each in reach of its weapon.";
    GANG_01 "DPT-GANG-01" Exact "Together", "Basic, 2 AP. A strike at one enemy, with a blow of every friend who reaches it with a weapon in hand: with the dice of the friend's skill, and for harm only.";
    DAZE_01 "DPT-DAZE-01" Exact "Daze", "Simple, 1 AP, instead of harm: guard 1 less, and no step nearer to the attacker, until the end of the next turn of whoever is hit.";
    SLOW_01 "DPT-SLOW-01" Exact "Slow", "Basic, 2 AP, instead of harm: half the pace until the end of the next turn of whoever is hit.";
    CHAIN_01 "DPT-CHAIN-01" Exact "Chain", "Basic, 2 AP. A spell at one enemy, and at up to two more, each within two squares of the one before, none twice.";
    BURST_01 "DPT-BURST-01" Exact "Burst", "Master, 3 AP. A spell at everybody on a square and beside it; with Spare, which is Simple and costs 1 AP, at enemies only.";
    ENERGY_01 "DPT-ENERGY-01" Exact "Energies", "Fire and cold are Simple and cost 1 AP each, and do not mix. A hit by fire costs 1 Health more; cold adds a die.";
}
