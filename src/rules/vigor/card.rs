//! Combatants as the panels show them: everything on the sheet that can matter, with its present value.

use super::{
    ability::Ability,
    arms::{Armour, DamageType, Rank},
    blows, catalogue as ids,
    conditions::{
        self, OVERCAST, REMEMBERING, RESISTING, actions, actions_left, is_wounded, recovery, resisting_words,
    },
    defence,
    describe::{ability_words, attack_words, resistances, roll_words},
    dice::action_dice,
    guard, initiative, menu, orders, reach,
    sheet::{Against, DURABILITY, Factor, HEALTH, Kind, MANA, Needs, RollKind, Sheet, Skill, VIGOR, WORN, sheet},
    step::{Manner, With},
    strike::means,
    uses,
};
use crate::rules::{Allowance, Bar, Card, Measure, Sign, gear, prelude::*};

/// A combatant for the panels.
pub fn card(battle: &Battle, who: CombatantId) -> Card {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let mut bars = vec![Bar::new("Durability", fighter.vitals.get(DURABILITY), numbers.durability)];
    if numbers.kind.has_health() {
        bars.push(Bar::new("Health", fighter.vitals.get(HEALTH), numbers.health));
    }
    bars.push(Bar::new("Vigor", fighter.vitals.get(VIGOR), numbers.vigor));
    if numbers.mana > 0 {
        bars.push(Bar::new("Mana", fighter.vitals.get(MANA), numbers.mana));
    }
    let mut told: Vec<Fact> = Vec::new();
    if is_wounded(fighter) {
        told.push(Fact::new("Wounded", "", "bonus dice one step smaller", ids::COND_01));
    }
    if fighter.posture == Posture::Prone {
        told.push(Fact::new("Prone", "", "Speed quartered, ranged attacks at it have a Challenge", ids::COND_03));
    }
    let shown =
        fighter.conditions.0.iter().filter(|condition| !matches!(condition.kind, RESISTING | OVERCAST | REMEMBERING));
    told.extend(shown.map(|condition| conditions::describe(battle, condition)));
    let is_mine = battle.scene.acting == Some(who);
    let left = if is_mine { actions_left(battle, who) } else { actions(battle, who).max(0) as u8 };
    let vigor = |points: i16| points.clamp(0, 255) as u8;
    Card {
        gear: gear(battle, who, ["ready", "not ready"], worn(battle, who)),
        wear: wear(fighter),
        bars,
        wounds: u8::from(is_wounded(fighter)),
        allowances: vec![
            Allowance { currency: &menu::ACTION, left, of: actions(battle, who).max(left.into()).max(0) as u8 },
            Allowance { currency: &menu::VIGOR, left: vigor(fighter.vitals.get(VIGOR)), of: vigor(numbers.vigor) },
        ],
        luck: None,
        sign: if fighter.conditions.has(conditions::STUNNED) {
            Some(Sign::Stunned)
        } else if fighter.conditions.has(conditions::SHOCK) {
            Some(Sign::Dying)
        } else if fighter.conditions.has(conditions::STABLE) {
            Some(Sign::Stable)
        } else {
            // Ambusher is left out: it would show the same letter as Ambushed.
            told.iter().find(|fact| fact.rule != Some(ids::SETUP_04)).and_then(Sign::letter)
        },
        conditions: told,
        facts: facts(battle, who),
        out: fighter.status.word(if fighter.conditions.has(conditions::STABLE) { "stable" } else { "in shock" }),
    }
}

/// The damage that worn armour can still stop, VIG-ARM-01.
fn wear(fighter: Combatant<'_>) -> Vec<(String, i16)> {
    let pieces = sheet(fighter).armour.iter().zip(WORN).filter(|(piece, _)| piece.durability.is_some());
    pieces.map(|(piece, vital)| (piece.name.to_string(), fighter.vitals.get(vital))).collect()
}

/// Worn armour in words, with the damage it can still stop.
fn worn(battle: &Battle, who: CombatantId) -> Vec<String> {
    let fighter = battle.combatant(who);
    let pieces = sheet(fighter).armour.iter().zip(WORN);
    let told = pieces.map(|(piece, vital)| match (piece.durability, fighter.vitals.get(vital)) {
        (Some(_), 0) => format!("{}, destroyed", piece.name),
        (Some(_), 1) => format!("{} AR {}, 1 point", piece.name, piece.ar),
        (Some(_), left) => format!("{} AR {}, {left} points", piece.name, piece.ar),
        (None, _) => format!("{} AR {}", piece.name, piece.ar),
    });
    told.collect()
}

/// All facts of a card.
pub fn facts(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let numbers = sheet(battle.combatant(who));
    let mut all = defences(battle, who);
    all.extend(armour(battle, who));
    all.extend(factors(numbers));
    if numbers.kind != Kind::Object {
        all.extend(attacks(battle, who));
        all.extend(abilities(battle, who));
        all.extend(skills(battle, who));
        all.extend(resistances(battle, who).into_iter().map(|words| Fact::new("Resistance", "", words, ids::RES_01)));
        all.extend(scores(battle, who));
        all.extend(standing(numbers));
        all.extend(recovers(battle, who));
    }
    all.push(Fact::new("Size", numbers.size.name(), "", ids::SIZE_02));
    all.push(Fact::new("Kind", numbers.kind.name(), "", ids::OBJ_02));
    // Standing orders are shown for the acting combatant only.
    if battle.scene.acting == Some(who) {
        let reacts = orders::words(battle, who);
        all.extend(reacts.map(|words| Fact::new("Standing orders", "", words, ids::REACT_05)));
        let resists = battle.combatant(who).conditions.find(RESISTING).map(|orders| resisting_words(Some(orders)));
        all.extend(resists.map(|words| Fact::new("Resistance", "", words, ids::RES_01)));
    }
    all
}

/// Guard, and the ways to defend with their prices. VIG-ATK-03, VIG-REACT-04, VIG-REACT-06.
fn defences(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let mut own = Quick::default();
    guard::add_own(battle, fighter, &mut own);
    let guard = (guard::GUARD + own.sum()).to_string();
    let mut all = vec![Fact::new("Guard", guard, "an attack must roll more", ids::ATK_03)];
    if sheet(fighter).kind == Kind::Object {
        return all;
    }
    for way in defence::ways(battle, who) {
        let mut words =
            format!("{}; {} Vigor", defence::way_words(battle, who, &way), defence::price(battle, who, &way));
        if let defence::Way::Form(form) = way {
            words += match form.needs {
                Needs::Nothing => "",
                Needs::Weapon => "; needs a weapon in hand",
                Needs::Shield => "; needs a shield in hand",
            };
            words += match form.against {
                Against::Any => "",
                Against::Melee => "; against melee",
                Against::Ranged => "; against ranged attacks",
            };
        }
        all.push(Fact::new(way.title(), "", words, ids::REACT_06));
    }
    all
}

fn types(listed: &[DamageType], all: bool) -> String {
    let names: Vec<&str> = listed.iter().map(|damage| damage.name()).collect();
    match (all, listed.contains(&DamageType::Radiation)) {
        (true, true) => "everything".into(),
        (true, false) => "everything but Radiation".into(),
        _ if names.is_empty() => "nothing".into(),
        _ => names.join(", "),
    }
}

/// Worn armour, natural armour and the rank of Durability. VIG-ARM, VIG-QUAL-04.
fn armour(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let fighter = battle.combatant(who);
    let numbers = sheet(fighter);
    let piece = |piece: &Armour, left: i16| {
        let mut words = format!("{}, stops {}", piece.rank.name(), types(&piece.protects, piece.protects_all));
        words += &match piece.durability {
            None => String::new(),
            Some(_) if left == 0 => "; destroyed".into(),
            Some(all) => format!("; {left} of {all} left"),
        };
        Fact::new(capital(&piece.name).into_owned(), format!("AR {}", piece.ar), words, ids::ARM_01)
    };
    let mut all: Vec<Fact> =
        numbers.armour.iter().zip(WORN).map(|(worn, vital)| piece(worn, fighter.vitals.get(vital))).collect();
    let natural = &numbers.natural;
    if natural.ar > 0 {
        let words = match numbers.kind {
            Kind::Object => "subtracted from all damage".into(),
            _ => format!("{}, stops {}", natural.rank.name(), types(&natural.protects, natural.protects_all)),
        };
        all.push(Fact::new("Natural armour", format!("AR {}", natural.ar), words, ids::ARM_03));
    }
    if let Some(rank) = numbers.durability_rank {
        all.push(Fact::new("Durability rank", rank.name(), "immune to weapons of lower rank", ids::QUAL_04));
    }
    all
}

/// Damage types that do more or less damage, by the sheet or by the kind of creature. VIG-TYPE-03.
fn factors(numbers: &Sheet) -> Vec<Fact> {
    let mut listed: Vec<DamageType> = numbers.factors.iter().map(|(damage, _)| *damage).collect();
    listed.extend(DamageType::ALL.into_iter().filter(|damage| damage.main() == *damage));
    let of = |factor: Factor| {
        let mut names: Vec<&str> = Vec::new();
        for damage in &listed {
            if numbers.factor(*damage) == factor && !names.contains(&damage.name()) {
                names.push(damage.name());
            }
        }
        names.join(", ")
    };
    let told =
        [(Factor::Immune, "Immune to"), (Factor::Half, "Half damage from"), (Factor::Double, "Double damage from")];
    let told = told.map(|(factor, label)| (label, of(factor)));
    told.into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(label, names)| Fact::new(label, names, "", ids::TYPE_03))
        .collect()
}

/// The attacks that are ready, and the reach.
fn attacks(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let ready = blows::ready(battle, who);
    let told = ready.map(|with| {
        let means = means(battle, who, with);
        let name = if matches!(with, With::Thrown(_)) { format!("{}, thrown", means.name) } else { means.name.into() };
        let rank = if means.rank == Rank::Ordinary { "" } else { means.rank.name() };
        Fact::new(capital(&name).into_owned(), rank, attack_words(battle, who, with, Manner::Action), ids::ATK_01)
    });
    let far = reach::longest(battle, who).map(|feet| Fact::new("Reach", format!("{feet} feet"), "", ids::REACH_03));
    told.chain(far).collect()
}

/// "2 actions, 3 Vigor, 5 Mana".
fn price(ability: &Ability) -> String {
    let points = [(ability.vigor, "Vigor"), (ability.mana, "Mana")];
    let points = points.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    std::iter::once(counted(ability.actions, "action")).chain(points).collect::<Vec<_>>().join(", ")
}

/// Abilities and items to use, with their prices. VIG-ACT-03, VIG-ACT-04.
fn abilities(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let told = uses::mine(battle, who).map(|(item, ability)| {
        let name = match item.count {
            Some(count) if count > 1 => format!("{} ({count})", item.name),
            _ => item.name.to_string(),
        };
        Fact::new(
            capital(&name).into_owned(),
            price(ability),
            ability_words(battle, who, item.id, ability),
            ids::ACT_03,
        )
    });
    told.collect()
}

/// The skills that a combatant has dice for. VIG-ACT-05, VIG-ACT-06, VIG-DYING-03.
fn skills(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let known = sheet(battle.combatant(who)).skills;
    let medical = [
        ("Medicine", known.medicine, "emergency aid and stabilising, above 20", ids::ACT_06),
        ("Medical Science", known.medical_science, "stabilising, above 20", ids::DYING_03),
    ];
    let words = ["charms", "finds weaknesses", "intimidates"];
    let others = Skill::ALL.map(|skill| (skill.name(), skill.dice(battle, who), words[skill as usize], ids::ACT_05));
    let all = medical.into_iter().chain(others).filter(|(_, dice, ..)| *dice > 0);
    all.map(|(name, dice, words, rule)| {
        Fact::new(name, roll_words(action_dice(battle, who, RollKind::Skill, dice, 0)), words, rule)
    })
    .collect()
}

fn scores(battle: &Battle, who: CombatantId) -> Vec<Fact> {
    let numbers = sheet(battle.combatant(who));
    let squares = Measure::SQUARES.words(conditions::allowance(battle, who));
    vec![
        Fact::new("Strength", numbers.strength.to_string(), "damage", ids::DMG_02),
        Fact::new("Agility", numbers.agility.to_string(), "attacks", ids::ATK_02),
        Fact::new("Speed", numbers.speed.to_string(), format!("a Move of {squares}"), ids::MOVE_02),
        Fact::new("Stamina", numbers.stamina.to_string(), "recovery, rounds in Shock", ids::END_02),
        Fact::new("Soul", numbers.soul.to_string(), "spells", ids::ATK_02),
        Fact::new("Reason", numbers.reason.to_string(), "resists", ids::RES_01),
        Fact::new("Resolve", numbers.resolve.to_string(), "resists", ids::RES_01),
        Fact::new("Initiative", roll_words(initiative::dice(battle, who)), "", ids::INIT_01),
    ]
}

/// Charges and Challenges that always count. VIG-ROLL-05.
fn standing(numbers: &Sheet) -> Vec<Fact> {
    let told = numbers.standing.iter().map(|standing| {
        let parts = [(standing.charges, "Charge"), (standing.challenges, "Challenge")];
        let parts = parts.into_iter().filter(|(count, _)| *count != 0);
        let words = parts.map(|(count, word)| counted(count, word));
        Fact::new(standing.on.name(), words.collect::<Vec<_>>().join(", "), "always", ids::ROLL_05)
    });
    told.collect()
}

/// What comes back each round. VIG-END.
fn recovers(battle: &Battle, who: CombatantId) -> Option<Fact> {
    let parts = recovery(battle.combatant(who)).into_iter().filter(|(_, points)| *points > 0);
    let words: Vec<String> = parts.map(|(pool, points)| format!("{points} {}", pool.name())).collect();
    (!words.is_empty()).then(|| Fact::new("Recovers", words.join(", "), "at the end of each round", ids::END_01))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Square,
        rules::{
            Battlefield, ItemRow, RulesetId, Team, testing,
            vigor::{
                ability::{AbilityEffect, AbilityKind, Affliction, Delivery, For, Resistance},
                arms::Score,
                conditions::{WORKING, lasting},
                describe::progress_words,
                sheet::{ACTIONS, Extra, Natural, PAID, Recovery, Skills, Standing, ability},
            },
        },
    };

    /// A sheet with nearly everything a sheet can have.
    fn laden() -> Sheet {
        let storm = Ability {
            name: "ice-storm".into(),
            kind: AbilityKind::Spell,
            actions: 3,
            mana: 4,
            delivery: Delivery::Area(12),
            value: 2,
            damage: DamageType::Cold,
            range: 90,
            opening: true,
            resist: Some(Resistance { score: Score::Stamina, vs: Some(17) }),
            effects: vec![AbilityEffect::Condition(Affliction::Bound)],
            rounds: 2,
            ..Ability::default()
        };
        let heal = AbilityEffect::Restore { of: super::super::ability::Pool::Health, dice: 2, sides: 6, flat: 1 };
        let mend = Ability {
            name: "mend".into(),
            vigor: 3,
            delivery: Delivery::Direct,
            on: For::Oneself,
            effects: vec![heal],
            ..Ability::default()
        };
        let ward = Ability {
            name: "ward-off".into(),
            reaction: true,
            vigor: 7,
            mana: 2,
            effects: vec![AbilityEffect::Guard(6)],
            ..Ability::default()
        };
        Sheet {
            mana: 9,
            guard: 2,
            natural: Natural { ar: 4, protects_all: true, ..Natural::default() },
            armour: vec![Armour { name: "mail".into(), guard: 1, ..Armour::default() }],
            durability_rank: Some(Rank::Heroic),
            factors: vec![(DamageType::Thermal, Factor::Double), (DamageType::Cutting, Factor::Half)],
            extra: Extra { resistance: 1, initiative: 2, ..Extra::default() },
            resistances: vec![(Score::Soul, 1)],
            skills: Skills { medicine: 3, menace: 1, ..Skills::default() },
            recovery: Recovery { durability: 5, ..Recovery::default() },
            standing: vec![Standing { on: RollKind::Defence, charges: 1, challenges: 0 }],
            abilities: vec![storm, mend, ward],
            ..Sheet::default()
        }
    }

    /// A battle in which combatants have the parts of this sheet as items.
    fn battle(sheet: &Sheet) -> Battle {
        let bodies = [(Team(0), Square::new(0, 0), sheet.clone().into()), (Team(1), Square::new(4, 0), laden().into())];
        testing::with_parts(RulesetId::Vigor, Battlefield::new(5, 1), &bodies)
    }

    #[test]
    fn nothing_that_matters_is_missing_on_a_card() {
        let battle = battle(&laden());
        let told = facts(&battle, CombatantId(0));
        let told: Vec<String> =
            told.iter().map(|fact| format!("{}|{}|{}", fact.label, fact.value, fact.words)).collect();
        let all = told.join("\n");
        for line in [
            "Guard|18|an attack must roll more",
            "Dodge||1d20 + 2d12, above the attack evades; 5 Vigor",
            "Ward off||raises the number to beat by 6; 2 Mana; 7 Vigor",
            "Mail|AR 3|ordinary, stops Kinetic; 20 of 20 left",
            "Natural armour|AR 4|ordinary, stops everything but Radiation",
            "Durability rank|heroic|immune to weapons of lower rank",
            "Half damage from|Kinetic, cutting|",
            "Double damage from|Thermal|",
            "Fists|feeble|1d20 + 2d10 to hit; 1d4 + 2d10 Kinetic, impact; reach 6 feet",
            "Reach|6 feet|",
            "Ice storm|3 actions, 4 Mana|1d20 + 2d10 to hit; 2d8 Cold; binds for 2 rounds; everybody within 12 feet of a square; \
             range 90 feet; 3 actions; enemies in reach get an opening first; Stamina above 17 resists",
            "Mend|1 action, 3 Vigor|restores 2d6 + 1 Health; on oneself",
            "Medicine|1d20 + 3d10|emergency aid and stabilising, above 20",
            "Menace|1d20 + 1d10|intimidates",
            "Resistance||Soul 1d20 + 4d10",
            "Resistance||Strength 1d20 + 3d10",
            "Initiative|1d20 + 2d10|",
            "Defence rolls|1 Charge|always",
            "Recovers|4 Vigor, 5 Durability|at the end of each round",
        ] {
            assert!(told.iter().any(|fact| fact == line), "{line} is missing in\n{all}");
        }
    }

    #[test]
    fn an_ability_of_several_actions_says_how_far_it_is() {
        // VIG-TURN-04.
        let (mut battle, who) = (battle(&laden()), CombatantId(0));
        let is_storm = |row: &&ItemRow| ability(&battle, row.id).is_some_and(|ability| ability.actions == 3);
        let storm = battle.item_rows().iter().find(is_storm).expect("it has a storm").id;
        let progress = |battle: &Battle| progress_words(battle, who, storm, ability(battle, storm)?);
        battle.apply(&Effect::Budget(who, ACTIONS, 3));
        assert_eq!(progress(&battle), None, "it is done within the turn");
        battle.apply(&Effect::Budget(who, ACTIONS, 2));
        assert_eq!(progress(&battle).as_deref(), Some("goes on in the next turn"));
        battle.apply(&Effect::AddCondition(who, Condition { with: Some(storm), ..lasting(WORKING) }));
        battle.apply(&Effect::Budget(who, PAID, 1));
        battle.apply(&Effect::Budget(who, ACTIONS, 1));
        assert_eq!(progress(&battle).as_deref(), Some("1 of 3 actions paid, goes on in the next turn"));
        battle.apply(&Effect::Budget(who, PAID, 2));
        battle.apply(&Effect::Budget(who, ACTIONS, 2));
        assert_eq!(progress(&battle).as_deref(), Some("2 of 3 actions paid"));
    }

    #[test]
    fn what_armour_can_still_stop_is_told_in_points() {
        // VIG-ARM-02.
        let mut battle = battle(&laden());
        let mut told = |left: i16| {
            battle.combatant_mut(CombatantId(0)).vitals.set(WORN[0], left);
            worn(&battle, CombatantId(0)).concat()
        };
        assert_eq!([2, 1, 0].map(&mut told), ["mail AR 3, 2 points", "mail AR 3, 1 point", "mail, destroyed"]);
    }
}
