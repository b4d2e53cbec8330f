//! Blasts and splashes, aimed at a square or spreading from the user, which affect everybody near. PCT-BLAST,
//! PCT-RNG-04.

mod area;
mod victims;

pub use area::{area, drift, drift_far};
pub use victims::{
    count_clouds, detonate, dissolve, does_words, scorch, scorched, settle, smoulder, soak, soaked, tell_loss, veil,
};

use super::{
    bonds::mount_of,
    catalogue as ids,
    checks::{self, add_hurried, add_wounds, close},
    conditions::{self, ActionType, spend},
    cover,
    damage::{self, Dice},
    luck::{self, Funds},
    menu, reach, settings,
    sheet::{Kind, Origin, Tag, Use, arm, sheet},
    step::{BlastStep, Burst, Hit, Luck},
    targets, to_hit,
};
use crate::{
    geometry::{Footprint, Square, reach as squares_in_reach},
    rules::{hands, prelude::*},
};

/// The burst that a choice stands for.
pub fn burst(battle: &Battle, by: CombatantId, choice: &Choice) -> Option<Burst> {
    let item = choice.item?;
    let fits = |of: &Use| of.is_area() && menu::attack(of).verb == choice.verb;
    let usage = arm(battle, item).uses.iter().position(fits)?;
    let aim = match arm(battle, item).uses[usage].emanates {
        Origin::Point => *choice.squares.first()?,
        Origin::Myself => battle.combatant(by).placement.anchor(),
    };
    let luck = Luck::chosen(choice);
    Some(Burst { by, item, usage: usage as u8, aim, number: 0, luck })
}

/// The squares that can be aimed at: seen and in range, PCT-BLAST-03.
fn aims(battle: &Battle, who: CombatantId, of: &Use) -> Vec<Square> {
    let thrower = battle.combatant(who);
    let extent = battle.scene.field.extent();
    let far = of.range[3].min(extent.width.max(extent.height) * 2);
    let ignore: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
    let own = thrower.footprint().squares();
    // A burst cannot land inside a wall, just as it cannot scatter into one, PCT-RNG-04.
    let is_open = |square: &Square| !area::stops(battle.scene.field.feature(*square));
    own.chain(squares_in_reach(thrower.footprint(), far))
        .filter(|square| extent.contains(*square) && is_open(square))
        .filter(|square| {
            let aim = Footprint::one(*square);
            cover::is_in_view_at(battle, (thrower.footprint(), thrower.posture), (aim, Posture::Standing), &ignore)
        })
        .filter(|_| !thrower.conditions.has(conditions::BLINDED))
        .collect()
}

/// The offers of all items that burst.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, of: &Use) -> Offer {
    let refusal = targets::weapon_refusal(battle, item.id, of).or_else(|| conditions::standard(battle, who));
    let rules: &[RuleId] = if of.has(Tag::Splash) {
        &[ids::BLAST_05, ids::BLAST_03, ids::RNG_04]
    } else {
        &[ids::BLAST_01, ids::BLAST_03, ids::RNG_04]
    };
    let mut found = Offer::new(menu::attack(of), rules, menu::LARGE).with(item.id);
    if refusal.is_none() && of.emanates == Origin::Point {
        let squares = aims(battle, who, of);
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::BLAST_03, "No square in sight"));
        found = found.at(Target::Square(squares.into())).refused(nowhere);
        found.parameters.extend(luck::ignore_parameter(battle, who));
    }
    found.refused(refusal)
}

/// The number to land where aimed: range, point-blank and cover to the square count, size and posture do not,
/// PCT-BLAST-03.
pub fn target_number(battle: &Battle, burst: &Burst, tally: &mut impl Tally) -> i32 {
    let of = burst.used(battle);
    let thrower = battle.combatant(burst.by);
    let numbers = sheet(thrower);
    let aim = Footprint::one(burst.aim);
    let metres = reach::distance(thrower.footprint(), aim);
    tally.add(ids::ATK_03, numbers.rating(of.skill), || {
        format!("{}, {}", capital(battle.item(burst.item).name), of.skill.name()).into()
    });
    to_hit::add_proficiency(numbers, (arm(battle, burst.item), of), tally);
    to_hit::add_off_hand(battle, (burst.by, burst.item), of, tally);
    add_hurried(thrower, tally);
    add_wounds(thrower, tally);
    checks::add_eyes(thrower, tally);
    to_hit::add_range(of, metres, "Point-blank: adjacent square", tally);
    let ignore: Vec<CombatantId> = battle.combatants().map(|fighter| fighter.id).collect();
    let visibility =
        cover::visibility_at(battle, (thrower.footprint(), thrower.posture), (aim, Posture::Standing), &ignore);
    to_hit::add_cover(visibility.class, tally);
    let lies = thrower.posture == Posture::Prone && !of.has(Tag::Prone);
    tally.add(ids::PRN_04, -30 * i32::from(lies), || "Attacks while prone".into());
    let rides = mount_of(battle, burst.by).is_some() && !of.has(Tag::Cavalry) && !of.is_light();
    tally.add(ids::MNT_10, -20 * i32::from(rides), || "Not made for the saddle".into());
    close(tally, burst.luck)
}

/// Pays for a burst and puts it on the agenda.
///
/// # Errors
/// Why it cannot be chosen.
pub fn begin(battle: &Battle, burst: Burst, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    if let Some(refusal) = targets::weapon_refusal(battle, burst.item, burst.used(battle)) {
        return Err(refusal);
    }
    spend(battle, burst.by, ActionType::Standard, context);
    luck::pay_ignore(battle, burst.by, burst.luck, context);
    context.step(BlastStep::Launch(burst));
    Ok(())
}

/// The item leaves the hand, or bursts from its user without any check, PCT-BLAST-03.
pub fn launch(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let of = burst.used(battle);
    let (action, words) = match of.kind {
        Kind::Thrown => (Action::Throw, "throws"),
        Kind::Projectile => (Action::Shoot, "shoots"),
        _ => (Action::Act, "unleashes"),
    };
    context.log(|| Entry::action((burst.by, action), words, (None, Some(burst.item), Some(burst.aim)), ids::BLAST_03));
    if of.kind == Kind::Thrown {
        hands::use_up(battle, burst.item, context);
    } else {
        targets::draw_on_store(battle, burst.item, of, context);
    }
    if of.emanates == Origin::Myself {
        context.step(BlastStep::Detonate(*burst, burst.aim, Hit::PLAIN));
        return;
    }
    // The number counts the item as still in hand, so it is fixed before the item leaves.
    let number = target_number(battle, burst, &mut Quick::default()) as u8;
    context.step(BlastStep::Hurl(Burst { number, ..*burst }));
}

/// The unopposed roll to land where aimed.
pub fn hurl(battle: &Battle, burst: &Burst, context: &mut StepContext<'_>) {
    let target = i32::from(burst.number);
    let lucky = checks::is_lucky(battle, burst.by, burst.luck, context);
    let (face, thrown) = checks::percent(context, &|face| {
        if lucky {
            u32::from(face)
        } else if i32::from(face) > target {
            1000
        } else {
            2000 + checks::hit(battle, face).class()
        }
    });
    context.log(|| {
        let number = |tally: &mut Verdict| {
            let now = target_number(battle, burst, tally);
            tally.add(ids::BLAST_03, "As thrown", target - now);
            target
        };
        let roll = checks::against(burst.by, ("Attack", ids::BLAST_03), (&thrown, target), number);
        Entry::Roll(roll.saying(checks::degree(face, target)))
    });
    if lucky && luck::flip_helps(face, target) && !burst.luck.flip {
        context.ask(burst.by, FlipBurst(*burst, face));
    } else {
        judge(battle, burst, face, context);
    }
}

/// It lands where aimed or scatters; Luck may raise a success, PCT-CHK-12 (c).
pub fn judge(battle: &Battle, burst: &Burst, face: u8, context: &mut StepContext<'_>) {
    if face > burst.number {
        context.note(burst.by, ids::RNG_04, "misses the square: it scatters");
        context.step(BlastStep::Drift(*burst));
        return;
    }
    let hit = checks::hit(battle, face);
    let lucky = checks::is_lucky(battle, burst.by, burst.luck, context) && !burst.luck.upgrade;
    if lucky && !hit.critical && !burst.used(battle).has(Tag::Splash) {
        context.ask(burst.by, UpgradeBurst(*burst, face));
    } else {
        context.step(BlastStep::Detonate(*burst, burst.aim, hit));
    }
}

/// Additions to the dice of a blast, PCT-BLAST-03: the margin counts only if it landed as aimed.
fn add_flat(battle: &Battle, burst: &Burst, hit: Hit, tally: &mut impl Tally) {
    let of = burst.used(battle);
    tally.add(ids::DMG_01, of.dv.flat, || "Weapon".into());
    tally.add(ids::DMG_01, of.dv.bonus * sheet(battle.combatant(burst.by)).damage_bonus(), || "Damage bonus".into());
    tally.add(ids::DMG_02, i32::from(hit.bonus), || "Margin".into());
}

/// The dice of a blast for this degree of success, with the fixed part added to them, PCT-BLAST-01.
fn charge(battle: &Battle, burst: &Burst, hit: Hit) -> Dice {
    let mut flat = Quick::default();
    add_flat(battle, burst, hit, &mut flat);
    Dice::of(burst.used(battle).dv, flat.sum())
}

/// Everybody a burst could reach, in the order of resolution: initiative, mounts after their riders, loose mounts and
/// the fallen last, PCT-BLAST-01.
pub fn everybody(battle: &Battle) -> Vec<CombatantId> {
    let mut found: Vec<CombatantId> = Vec::with_capacity(battle.combatants().len());
    found.extend(battle.scene.order.iter().flat_map(|who| std::iter::once(*who).chain(mount_of(battle, *who))));
    let others: Vec<CombatantId> = battle.combatants().map(|body| body.id).filter(|who| !found.contains(who)).collect();
    found.extend(others);
    found.retain(|who| {
        let status = battle.combatant(*who).status;
        status != Status::Dead && !status.is_absent()
    });
    found
}

/// How far in metres a body is from where a burst goes off, and whether a wall protects it, PCT-BLAST-04; `None` for a
/// user who is spared.
fn distance(battle: &Battle, burst: &Burst, at: Square, who: CombatantId) -> Option<(u16, bool)> {
    let body = battle.combatant(who);
    let spares = burst.used(battle).emanates == Origin::Myself && who == burst.by;
    let metres = reach::distance(Footprint::one(at), body.footprint());
    (!spares).then(|| (metres, is_walled(battle, at, body.footprint(), body.posture)))
}

/// The distance in metres; `None` also if a wall protects the body.
fn exposure(battle: &Battle, burst: &Burst, at: Square, who: CombatantId) -> Option<u16> {
    distance(battle, burst, at, who).and_then(|(metres, walled)| (!walled).then_some(metres))
}

/// Whether total cover protects a body from a burst in a square, PCT-BLAST-04.
pub fn is_walled(battle: &Battle, at: Square, body: Footprint, posture: Posture) -> bool {
    if !settings::blast_walls(battle) || body.contains(at) {
        return false;
    }
    let visibility = cover::visibility_at(battle, (Footprint::one(at), Posture::Standing), (body, posture), &[]);
    visibility.class == cover::Class::Total
}

/// The damage to somebody before resistance: DV less twice the metres, then less armour, PCT-BLAST-01.
fn damage_at(battle: &Battle, burst: &Burst, who: CombatantId, value: i32, metres: u16) -> i32 {
    let value = value - 2 * i32::from(metres);
    if value <= 0 { 0 } else { damage::taken(value, sheet(battle.combatant(who)).av(), burst.used(battle).ap) }
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to swap the digits of the roll for a burst, PCT-CHK-12 (b).
    FlipBurst(Burst, u8);
    /// Whether to raise the degree of a burst that lands as aimed, PCT-CHK-12 (c).
    UpgradeBurst(Burst, u8);
}

/// What a question says about a burst and its roll.
fn told(
    battle: &Battle,
    who: CombatantId,
    words: &str,
    about: String,
    (rule, burst, face): (RuleId, &Burst, u8),
) -> Told {
    let told = Told::new(battle, who, words, about, rule).by(burst.by, Some(burst.item));
    told.rolled("To hit", face, Some(burst.number.into())).figures(2)
}

impl RulesetPrompt for FlipBurst {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        luck::flip_offers(Funds::LUCK)
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(burst, face) = self;
        let (luck, face) = luck::flip(battle, who, (burst.luck, *face, burst.number), choice, context);
        judge(battle, &Burst { luck, ..*burst }, face, context);
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(burst, face) = self;
        let about = format!("The throw rolled {face:02} against {}", burst.number);
        told(battle, who, luck::MAY_SWAP, about, (ids::CHK_12, burst, *face))
    }

    fn describe(&self, _: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_flip(self.1, offer, wording)
    }
}

impl RulesetPrompt for UpgradeBurst {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        luck::raise_offers(&menu::UPGRADE)
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(burst, face) = self;
        let hit = luck::raise(battle, who, *face, choice, context);
        context.step(BlastStep::Detonate(*burst, burst.aim, hit));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(burst, face) = self;
        told(battle, who, "may raise the degree", format!("It lands with {face:02}"), (ids::CHK_13, burst, *face))
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_raise(battle, self.1, offer, wording)
    }
}
