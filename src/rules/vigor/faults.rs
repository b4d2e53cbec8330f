//! Everything impossible about a sheet, each fault with its bounds. Nothing in a sheet is ignored silently.

use super::{
    ability::Ability,
    arms::Armour,
    sheet::{Against, Form, MOST_FORMS, Sheet},
};
use crate::rules::{
    prelude::*,
    ruleset::record::{Bounded as _, within},
};

/// Everything that is impossible about a sheet.
pub fn of(sheet: &Sheet) -> Vec<String> {
    let mut faults = sheet.out_of_bounds();
    faults.extend(within("natural", sheet.natural.ar, 0, 60));
    faults.extend(sheet.recovery.out_of_bounds_as(|name| format!("recovery of {}", capital(name))));
    faults.extend(dice(sheet));
    faults.extend(defence(sheet));
    faults.extend(sheet.armour.iter().flat_map(Armour::out_of_bounds));
    faults.extend(sheet.abilities.iter().flat_map(Ability::faults));
    faults.extend(sheet.standing.iter().flat_map(|standing| standing.steps().out_of_bounds()));
    faults.extend(twice(&sheet.resistances, |(score, _)| score.name(), "resistances"));
    faults.extend(twice(&sheet.abilities, |ability| &ability.name, "abilities"));
    faults
}

/// Faults in the dice of talents, weapons, Resistance and forms.
fn dice(sheet: &Sheet) -> Vec<String> {
    let trained = sheet.weapons.iter().map(|training| (training.class.name(), training.dice));
    let resisting = sheet.resistances.iter().map(|(score, dice)| (score.name(), *dice));
    let forms = sheet.forms.iter().map(|form| ("extra dice of a form", form.extra));
    let mut faults = sheet.extra.out_of_bounds_as(|name| format!("extra {name} dice"));
    faults.extend(sheet.skills.out_of_bounds());
    faults.extend(trained.chain(resisting).chain(forms).filter_map(|(name, dice)| within(name, dice, 0, 10)));
    faults
}

/// Faults in the ways to defend: at most [`MOST_FORMS`], each with a name of its own to choose it by. VIG-REACT-06.
fn defence(sheet: &Sheet) -> Vec<String> {
    let none = sheet.forms.is_empty().then(|| "forms is empty, must hold at least one form of Defence".to_string());
    let all = sheet.forms.len() + sheet.abilities.iter().filter(|ability| ability.reaction).count();
    let many = all > MOST_FORMS;
    let many = many.then(|| format!("forms and special reactions are {all}, must be at most {MOST_FORMS}"));
    // An attack is melee or ranged, and against each there may be only one form of a name.
    let meets = |form: &Form, other: &Form| {
        form.against == other.against || form.against == Against::Any || other.against == Against::Any
    };
    let before = |index: usize, form: &Form| {
        sheet.forms[..index].iter().any(|other| other.name == form.name && meets(form, other))
    };
    let twice = sheet.forms.iter().enumerate().filter(|(index, form)| before(*index, form));
    let twice = twice.map(|(_, form)| format!("forms has {:?} twice against the same attacks", form.name));
    none.into_iter().chain(many).chain(twice).collect()
}

/// Faults of elements that repeat an earlier name.
fn twice<'a, T>(all: &'a [T], name: impl Fn(&'a T) -> &'a str, of: &str) -> Vec<String> {
    let before = |index: usize, element: &'a T| all[..index].iter().any(|before| name(before) == name(element));
    let found = all.iter().enumerate().filter(|(index, element)| before(*index, element));
    found.map(|(_, element)| format!("{of} has `{}` twice", name(element))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        RulesetArm as _, RulesetSheet as _,
        vigor::{
            ability::{AbilityEffect, Delivery, Pool, Resistance},
            arms::{Arm, Rider, Score},
            sheet::{FormName, Recovery},
        },
    };

    fn faults_with(change: impl Fn(&mut Sheet)) -> Vec<String> {
        let mut sheet = Sheet::default();
        change(&mut sheet);
        sheet.faults()
    }

    fn of_ability(change: impl Fn(&mut Ability)) -> Vec<String> {
        let mut ability = Ability { name: "one".into(), ..Ability::default() };
        change(&mut ability);
        faults_with(|sheet| sheet.abilities = vec![ability.clone()])
    }

    #[test]
    fn a_sheet_has_no_more_ways_of_defending_than_are_told_apart() {
        // VIG-REACT-06.
        let reaction = |name: &str| Ability { name: name.into(), reaction: true, ..Ability::default() };
        let all = |count: usize| {
            let names = ["one", "two", "three", "four"];
            faults_with(|sheet| sheet.abilities = names[..count].iter().map(|name| reaction(name)).collect())
        };
        assert_eq!(all(3), Vec::<String>::new());
        assert_eq!(all(4), ["forms and special reactions are 5, must be at most 4"]);
    }

    #[test]
    fn two_forms_of_one_name_are_for_different_attacks() {
        // VIG-REACT-06.
        let form = |against| Form { name: FormName::Block, against, ..Form::default() };
        let both = |first, other| faults_with(|sheet| sheet.forms = vec![form(first), form(other)]);
        assert_eq!(both(Against::Melee, Against::Ranged), Vec::<String>::new());
        assert_eq!(both(Against::Melee, Against::Any), ["forms has Block twice against the same attacks"]);
    }

    #[test]
    fn a_special_reaction_raises_guard_or_is_rolled() {
        // VIG-REACT-06.
        let with = |effects: &[AbilityEffect]| {
            of_ability(|ability| (ability.reaction, ability.effects) = (true, effects.to_vec())).len()
        };
        let restore = AbilityEffect::Restore { of: Pool::Vigor, dice: 0, sides: 0, flat: 5 };
        assert_eq!([with(&[]), with(&[AbilityEffect::Guard(6)]), with(&[restore])], [0, 0, 1]);
        assert_eq!(with(&[AbilityEffect::Guard(-6)]), 1, "a Guard that falls averts nothing");
        assert_eq!(of_ability(|ability| (ability.reaction, ability.value) = (true, 1)).len(), 1);
    }

    #[test]
    fn every_number_of_an_ability_has_bounds() {
        let restore = |dice, sides, flat| AbilityEffect::Restore { of: Pool::Health, dice, sides, flat };
        let effect = |effect: AbilityEffect| of_ability(|ability| ability.effects = vec![effect]);
        assert_eq!(effect(restore(20, 20, 500)), Vec::<String>::new());
        assert_eq!(effect(restore(21, 20, 0)), ["dice that restore is 21, must be 0 to 20"]);
        assert_eq!(effect(restore(1, 0, 0)), ["sides of dice that restore is 0, must be 1 to 20"]);
        assert_eq!(effect(restore(0, 0, -1)), ["flat points restored is -1, must be 0 to 500"]);
        assert_eq!(effect(AbilityEffect::Charges(11)), ["charges is 11, must be 0 to 10"]);
        assert_eq!(effect(AbilityEffect::Challenges(-1)), ["challenges is -1, must be 0 to 10"]);
        assert_eq!(effect(AbilityEffect::Guard(61)), ["guard is 61, must be -20 to 60"]);
        let resist = |vs| of_ability(|ability| ability.resist = Some(Resistance { score: Score::Soul, vs: Some(vs) }));
        assert_eq!(resist(i16::MIN), ["vs of the Resistance is -32768, must be 0 to 100"]);
        assert_eq!(of_ability(|ability| ability.delivery = Delivery::Area(606)), ["radius is 606, must be 0 to 600"]);
        assert_eq!(of_ability(|ability| ability.vigor = 251), ["vigor is 251, must be 0 to 200"]);
    }

    #[test]
    fn every_rider_has_bounds_and_counts_once() {
        let with = |riders: &[Rider]| Arm { riders: riders.to_vec(), ..Arm::default() }.faults();
        assert_eq!(with(&[Rider::Stun(100), Rider::KnockDown(0), Rider::KnockBack(20)]), Vec::<String>::new());
        assert_eq!(with(&[Rider::Stun(101)]), ["vs of a rider is 101, must be 0 to 100"]);
        assert_eq!(with(&[Rider::KnockBack(21)]), ["squares of a knock back is 21, must be 0 to 20"]);
        assert_eq!(with(&[Rider::Stun(10), Rider::Stun(12)]), ["riders has two of a kind: Stun(12)"]);
    }

    #[test]
    fn what_comes_back_and_what_resists_has_bounds() {
        let recovery = faults_with(|sheet| sheet.recovery = Recovery { vigor: -1, ..Recovery::default() });
        assert_eq!(recovery, ["recovery of Vigor is -1, must be 0 to 200"]);
        let twice = faults_with(|sheet| sheet.resistances = vec![(Score::Soul, 1), (Score::Soul, 2)]);
        assert_eq!(twice, ["resistances has `Soul` twice"]);
        assert_eq!(faults_with(|sheet| sheet.strength = 201), ["strength is 201, must be 0 to 200"]);
    }
}
