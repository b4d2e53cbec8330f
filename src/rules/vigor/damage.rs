//! What a hit does: the cover and armour gathered before it, and everything that follows. VIG-DMG, VIG-ARM, VIG-QUAL,
//! VIG-TYPE.

use super::{
    ability,
    afflict::{self, begin_condition, die, go_into_shock, knock_down, pay_vigor, stun},
    arms::{Armour, DamageType, Rider, WEAR, outranks},
    awareness::{noticed, noticed_attack, reveal},
    catalogue as ids,
    conditions::{BRITTLE, CHARMED, SHOCK, WEAKENED, is_incapacitated},
    defence,
    exchange::{self, Body, Ended, Fall, Harm, LeadsTo, MOST_PIECES, Outcome, Protection, UNLIMITED},
    guard::{self, shield},
    objects, ready, settings,
    sheet::{DURABILITY, HEALTH, Kind, MANA, WORN, arm, sheet},
    step::{Event, Exchange, Mark, SpecialStep, Strike, With},
    strike::Means,
};
use crate::rules::{Setback, prelude::*, rounds_from_now};

/// Cover and armour between an attack and its target; `cover` is the AR of cover that counts. VIG-COV-06, VIG-ARM-03.
pub fn protection(battle: &Battle, strike: &Strike, means: &Means<'_>, cover: i32) -> Protection {
    let mut protection = Protection { cover: cover as i16, ..Protection::default() };
    if let Mark::Site(site) = strike.on {
        protection.natural = objects::armor_rank(battle, site, means.damage);
    }
    let Some(on) = strike.on.combatant() else { return protection };
    protection.natural = natural(battle, on, means);
    for (slot, piece) in protection.worn.iter_mut().zip(worn(battle, on)) {
        *slot = piece.against(means);
    }
    if settings::material_effects(battle) && means.damage == DamageType::Chemical {
        protection.eaten = eaten(battle, on, means);
    }
    protection
}

/// The index of the worn piece that Chemical damage eats away: the one with the highest AR that is not ignored, if it
/// can be damaged. VIG-TYPE-09, VIG-QUAL-02, VIG-QUAL-03.
fn eaten(battle: &Battle, on: CombatantId, means: &Means<'_>) -> Option<u8> {
    let mut there = worn(battle, on).zip(0..).filter(|(piece, _)| !piece.is_ignored_by(means));
    there.next().filter(|(piece, _)| piece.against(means).wears).map(|(_, place)| place)
}

/// The target's body as damage meets it. VIG-HLTH, VIG-QUAL-04, VIG-TYPE-03.
pub fn body(battle: &Battle, strike: &Strike, means: &Means<'_>) -> Body {
    let on = match strike.on {
        Mark::Combatant(on) => on,
        Mark::Site(site) => return objects::target(battle, site, means.damage),
        Mark::Area(_) => return Body::default(),
    };
    let fighter = battle.combatant(on);
    let numbers = sheet(fighter);
    let has_health = numbers.kind.has_health();
    // Explosions, fire and direct abilities are no attacks.
    let is_attack = means.is_attack() && !matches!(strike.with, With::Hazard(_));
    let kills = is_attack && is_incapacitated(fighter) && !settings::spares_the_incapacitated(battle);
    Body {
        durability: fighter.vitals.get(DURABILITY),
        health: has_health.then(|| fighter.vitals.get(HEALTH)),
        breaks: numbers.kind != Kind::Living,
        immune: numbers.durability_rank.is_some_and(|rank| means.rank < rank),
        factor: numbers.factor(means.damage),
        straight: has_health && means.is_straight(),
        overflows: !settings::overflow_is_lost(battle),
        fells: match settings::knockdown(battle, numbers.durability) {
            Some(least) if numbers.kind != Kind::Object => least,
            _ => 0,
        },
        helpless: fighter.conditions.has(SHOCK) || kills,
    }
}

/// The fate of an attack, for forecasts, log and board.
pub fn fate(battle: &Battle, on: CombatantId, came: Outcome, (deals_damage, harm): (bool, &Harm)) -> Fate {
    match came.ended {
        Ended::Missed if deals_damage => Fate::Missed,
        Ended::Missed => Fate::Failed,
        Ended::Resisted => Fate::Glanced,
        Ended::Evaded => {
            let way = came.defended.and_then(|number| defence::ways(battle, on).nth(number.into()));
            Fate::Averted(way.map_or(Averting::Dodge, |way| way.averting()))
        }
        Ended::Hit if !deals_damage => Fate::Worked(Setback::Effect),
        Ended::Hit if harm.body == 0 => Fate::Stopped,
        Ended::Hit if came.critical => Fate::Critical,
        Ended::Hit => Fate::Hit,
    }
}

/// An attack to be settled, with what each of its ends needs, gathered once because forecasts settle all of them.
pub struct Settling<'a> {
    battle: &'a Battle,
    exchange: &'a Exchange,
    means: Means<'a>,
    /// The pieces the target wears.
    worn: [Option<Piece<'a>>; MOST_PIECES],
    /// Whether anybody has readied an act.
    waits: bool,
}

impl<'a> Settling<'a> {
    /// Gathers what settling an exchange needs.
    pub fn of(battle: &'a Battle, exchange: &'a Exchange) -> Self {
        let worn = exchange.strike.on.combatant().map_or([None; MOST_PIECES], |on| pieces(battle, on));
        Self { battle, exchange, means: exchange.strike.means(battle), worn, waits: ready::is_any(battle) }
    }

    /// Turns an outcome into effects, and what follows the attack. VIG-DMG-05, VIG-SETUP-06.
    pub fn settle(&self, came: Outcome, context: &mut StepContext<'_>) {
        let (battle, strike) = (self.battle, &self.exchange.strike);
        self.settle_on(came, context);
        let all = |who: Option<CombatantId>| who.into_iter().collect::<CombatantSet>();
        let on = strike.on.combatant();
        if !self.means.is_attack() {
            ready::announce(battle, Event::Uses(strike.by), context);
        } else if self.waits {
            let defended = all(on.filter(|_| came.defended.is_some()));
            conclude(battle, (strike.by, strike.with), all(on), defended, context);
        } else {
            reveal(battle, strike.by, context);
        }
        land(battle, strike, context);
    }
}

/// What follows an attack once, however many targets it had: a hidden attacker is seen, and readied acts may react to
/// it, except those of targets that have defended against it. VIG-SETUP-06, VIG-ACT-02, VIG-REACT-02.
pub fn conclude(
    battle: &Battle,
    (by, with): (CombatantId, With),
    on: CombatantSet,
    defended: CombatantSet,
    context: &mut StepContext<'_>,
) {
    reveal(battle, by, context);
    ready::announce_to_others(battle, Event::Attacks(by, on), defended, context);
    if matches!(with, With::Used(_)) {
        ready::announce_to_others(battle, Event::Uses(by), defended, context);
    }
}

impl Settling<'_> {
    /// Turns an outcome into the effects on the target; nothing else does.
    pub fn settle_on(&self, came: Outcome, context: &mut StepContext<'_>) {
        let Self { battle, exchange, .. } = *self;
        let strike = &exchange.strike;
        let harm = if came.hits() { exchange.situation.harm(came.dealt) } else { Harm::default() };
        match strike.on {
            Mark::Combatant(on) => {
                pay_for_defence(battle, exchange, on, came, context);
                let fate = fate(battle, on, came, (exchange.situation.damage.is_some(), &harm));
                context.attack_result(AttackResult { by: strike.by, on, fate, damage: harm.body });
                if came.hits() {
                    self.wear(on, &harm, context);
                    self.hurt(on, came, &harm, context);
                }
                // A direct ability is no attack, VIG-ACT-03.
                let notice = if self.means.is_attack() { noticed_attack } else { noticed };
                if !matches!(strike.with, With::Hazard(_)) {
                    notice(battle, strike.by, on, context);
                }
            }
            Mark::Site(site) if came.hits() => objects::struck(battle, strike, site, &harm, context),
            Mark::Site(_) | Mark::Area(_) => {}
        }
    }

    /// Wears armour down by what it has stopped. VIG-ARM-02.
    fn wear(&self, on: CombatantId, harm: &Harm, context: &mut StepContext<'_>) {
        for (piece, left) in self.worn.iter().flatten().zip(harm.worn) {
            if left == piece.left {
                continue;
            }
            context.effect(match piece.place {
                Place::Worn(vital) => Effect::Vital(on, vital, left),
                Place::Held(item) => Effect::ItemNumber(item, WEAR, left),
            });
            if left == 0 && !context.is_forecast() {
                let name = piece.name.to_string();
                context.note(on, ids::ARM_02, format_args!("has lost the protection of {name}: it is destroyed"));
            }
        }
    }

    /// Takes Durability and Health, and applies what follows. VIG-DMG-05 (6) to (8).
    fn hurt(&self, on: CombatantId, came: Outcome, harm: &Harm, context: &mut StepContext<'_>) {
        let Self { battle, exchange, .. } = *self;
        let (strike, situation) = (&exchange.strike, &exchange.situation);
        for (vital, left) in [(DURABILITY, harm.durability), (HEALTH, harm.health)] {
            context.set_vital(battle, on, vital, left);
        }
        if harm.is_wounded(&situation.body) && !situation.body.is_wounded() {
            context.note(on, ids::COND_01, "is wounded");
        }
        if harm.body > 0 {
            uncharm(battle, strike.by, on, context);
        }
        self.materials(on, harm, context);
        match harm.fall {
            Fall::Killed => return die(battle, on, killed_by(battle, on), context),
            Fall::Destroyed => return die(battle, on, destroyed_by(battle, on, &situation.body), context),
            // With Stamina 0 Shock is death, VIG-DYING-01.
            Fall::Shock if sheet(battle.combatant(on)).stamina == 0 => return go_into_shock(battle, on, context),
            Fall::Shock => go_into_shock(battle, on, context),
            Fall::None if harm.knocked_down || came.failed(situation, LeadsTo::Fall) => {
                knock_down(battle, on, context);
            }
            Fall::None => {}
        }
        if came.failed(situation, LeadsTo::Sonic) || came.failed(situation, LeadsTo::Stun) {
            stun(battle, on, context);
        }
        self.push(on, context);
        let resisted = situation.has_effect_check() && !came.failed(situation, LeadsTo::Effect);
        if let Some(ability) = self.means.ability.filter(|_| !resisted) {
            afflict::affect(battle, strike.by, on, ability, context);
            if let With::Used(item) = strike.with {
                ability::restores(ability).for_each(|index| context.step(SpecialStep::Restore(on, item, index)));
            }
        }
    }

    /// Knocks back a target that is hit, also one in Shock; the dead lie where they fell. VIG-MOVE-05.
    fn push(&self, on: CombatantId, context: &mut StepContext<'_>) {
        for rider in self.means.riders {
            if let Rider::KnockBack(squares) = rider {
                afflict::knock_back(self.battle, self.exchange.strike.by, on, *squares, context);
            }
        }
    }

    /// Cold makes worn armour brittle, heat weakens it. VIG-TYPE-09.
    fn materials(&self, on: CombatantId, harm: &Harm, context: &mut StepContext<'_>) {
        let battle = self.battle;
        if !settings::material_effects(battle) || harm.past_cover < 1 {
            return;
        }
        let (kind, words) = match self.means.damage {
            DamageType::Cold => (BRITTLE, "has brittle armour"),
            DamageType::Thermal => (WEAKENED, "has weakened armour"),
            _ => return,
        };
        let fighter = battle.combatant(on);
        let is_material = sheet(fighter).kind == Kind::Object || self.worn[0].is_some();
        if is_material {
            begin_condition(battle, on, Condition::new(kind, rounds_from_now(battle, 1)), context);
            context.note(on, ids::TYPE_09, words);
        }
    }
}

/// Notes what is taken off a shared damage roll for one target, or added: VIG-ATK-08, VIG-ARM-01, VIG-TYPE-03.
pub fn tell_stopped(on: CombatantId, dealt: i16, harm: &Harm, context: &mut StepContext<'_>) {
    let by_nature = harm.past_cover - harm.stopped - harm.body;
    if by_nature < 0 {
        context.note(on, ids::TYPE_03, format_args!("suffers {} more by nature", -by_nature));
    }
    let parts = [("cover", dealt - harm.past_cover), ("armour", harm.stopped), ("nature", by_nature)];
    let parts = parts.into_iter().filter(|(_, taken)| *taken > 0);
    let words: Vec<String> = parts.map(|(of, taken)| format!("{taken} by {of}")).collect();
    if !words.is_empty() {
        context.note(on, ids::DMG_05, format_args!("is spared {}", and_list(words)));
    }
}

/// Pays Vigor and Mana for the form of Defence that was used. VIG-REACT-03.
fn pay_for_defence(
    battle: &Battle,
    exchange: &Exchange,
    on: CombatantId,
    came: Outcome,
    context: &mut StepContext<'_>,
) {
    let Some(number) = came.defended else { return };
    let Some(form) = exchange.situation.defences.form(number) else { return };
    if form.price > 0 {
        context.note(on, ids::REACT_03, format_args!("spends {} Vigor on the defence", form.price));
    }
    pay_vigor(battle, on, form.price, context);
    let way = defence::ways(battle, on).nth(number.into());
    if let Some(way) = way.as_ref().filter(|_| form.raises > 0) {
        let vs = exchange.situation.vs;
        let words = format!("uses {}: {vs} becomes {}", way.name(), vs + i16::from(form.raises));
        context.note(on, ids::REACT_06, words);
    }
    let mana = way.map_or(0, |way| way.mana());
    if mana > 0 {
        context.effect(Effect::Vital(on, MANA, battle.combatant(on).vitals.get(MANA) - i16::from(mana)));
    }
}

/// The rule by which a target is destroyed: as an object, as incapacitated, or as a construct or undead.
fn destroyed_by(battle: &Battle, on: CombatantId, body: &Body) -> RuleId {
    match sheet(battle.combatant(on)).kind {
        Kind::Object => ids::OBJ_01,
        _ if body.helpless => ids::COND_07,
        _ => ids::OBJ_02,
    }
}

/// The rule by which any body damage kills.
fn killed_by(battle: &Battle, on: CombatantId) -> RuleId {
    if battle.combatant(on).conditions.has(SHOCK) { ids::DYING_02 } else { ids::COND_07 }
}

/// A charm ends when the charmer's side harms its victim. VIG-ACT-05.
fn uncharm(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let team = battle.combatant(by).team;
    let ends =
        |known: &&Condition| known.kind == CHARMED && known.whom.is_some_and(|who| battle.combatant(who).team == team);
    for condition in battle.combatant(on).conditions.0.iter().filter(ends) {
        context.effect(Effect::replaced(on, *condition, None));
        context.note(on, ids::ACT_05, "is no longer charmed");
    }
}

/// A thrown weapon lands in the target's square.
fn land(battle: &Battle, strike: &Strike, context: &mut StepContext<'_>) {
    let Some(item) = strike.thrown(battle) else { return };
    let row = battle.item(item);
    if row.at.bearer() != Some(strike.by) {
        return;
    }
    match row.count {
        Some(left) if left > 1 => context.effect(Effect::Count(item, left - 1)),
        _ => {
            let square = guard::body(battle, strike).anchor;
            context.effect(Effect::Move(item, Location::Ground(square)));
        }
    }
}

/// Where the Durability left of a piece of armour is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Worn armour.
    Worn(Vital),
    /// A shield in hand.
    Held(ItemId),
}

/// A piece of worn armour that is not destroyed.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its numbers.
    pub armour: &'a Armour,
    /// Its Durability left.
    pub left: i16,
    /// Where that is stored.
    pub place: Place,
    /// Its AR after material effects, against impact and otherwise. VIG-TYPE-09.
    rank: (i16, i16),
}

/// The worn pieces and the shield, by descending AR; of equals in the order of the sheet, the shield last. VIG-ARM-03.
pub fn worn(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Piece<'_>> {
    pieces(battle, who).into_iter().flatten()
}

/// The [`worn`] pieces as a list, to iterate over repeatedly.
pub fn pieces(battle: &Battle, who: CombatantId) -> [Option<Piece<'_>>; MOST_PIECES] {
    let fighter = battle.combatant(who);
    let piece = |name, armour, left, place| Piece { name, armour, left, place, rank: ranks(battle, who, armour) };
    let body = sheet(fighter).armour.iter().zip(WORN).map(move |(armour, vital)| {
        let left = armour.durability.map_or(UNLIMITED, |_| fighter.vitals.get(vital));
        piece(armour.name.as_str(), armour, left, Place::Worn(vital))
    });
    let held = shield(battle, who).and_then(|item| {
        let armour = arm(battle, item).shield.as_ref()?;
        let left = armour.durability.map_or(UNLIMITED, |_| battle.item(item).numbers.get(WEAR));
        Some(piece(battle.item(item).name, armour, left, Place::Held(item)))
    });
    let mut all: [Option<Piece<'_>>; MOST_PIECES] = [None; MOST_PIECES];
    let pieces = body.chain(held).filter(|piece| piece.left > 0);
    all.iter_mut().zip(pieces).for_each(|(slot, piece)| *slot = Some(piece));
    // The sort is stable: of equals, the first on the sheet comes first.
    all.sort_by_key(|piece| -piece.map_or(-1, |piece| piece.armour.ar));
    all
}

/// The AR of a piece after material effects: against impact and otherwise. VIG-TYPE-09.
fn ranks(battle: &Battle, who: CombatantId, armour: &Armour) -> (i16, i16) {
    let conditions = &battle.combatant(who).conditions;
    if !settings::material_effects(battle) {
        return (armour.ar, armour.ar);
    }
    let ar = (armour.ar - i16::from(conditions.has(WEAKENED))).max(0);
    (if conditions.has(BRITTLE) { ar / 2 } else { ar }, ar)
}

impl Piece<'_> {
    /// Whether an attack's rank is so much higher that it ignores the piece, VIG-QUAL-02.
    fn is_ignored_by(&self, means: &Means<'_>) -> bool {
        outranks(means.rank, self.armour.rank)
    }

    /// The piece as it counts against an attack.
    pub fn against(&self, means: &Means<'_>) -> exchange::Armour {
        let rank = if means.damage == DamageType::Impact { self.rank.0 } else { self.rank.1 };
        let counts = self.armour.stops(means.damage) && !self.is_ignored_by(means);
        exchange::Armour {
            rank: if counts { rank } else { 0 },
            durability: self.left,
            wears: !outranks(self.armour.rank, means.rank) && means.damage != DamageType::Toxic,
        }
    }
}

/// A combatant's natural AR against an attack; that of an object counts against every type and rank. VIG-ARM-03,
/// VIG-OBJ-01.
pub fn natural(battle: &Battle, who: CombatantId, means: &Means<'_>) -> i16 {
    let fighter = battle.combatant(who);
    let (numbers, natural) = (sheet(fighter), &sheet(fighter).natural);
    if numbers.kind == Kind::Object {
        let brittle = means.damage == DamageType::Impact && fighter.conditions.has(BRITTLE);
        let ar = (natural.ar - i16::from(fighter.conditions.has(WEAKENED))).max(0);
        return if brittle { ar / 2 } else { ar };
    }
    let listed = natural.protects.iter().any(|fighter| *fighter == means.damage || *fighter == means.damage.main());
    let stops = listed || natural.protects_all && means.damage != DamageType::Radiation;
    if stops && !outranks(means.rank, natural.rank) { natural.ar } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_destroyed_is_so_by_its_own_rule() {
        use crate::{
            geometry::Square,
            rules::{Battlefield, RulesetId, Team, testing, vigor::Sheet},
        };
        let rule = |kind: Kind, helpless: bool| {
            let placed = |x, sheet: Sheet| (Team(x as u8), Square::new(x, 0), sheet.into());
            let all = [placed(0, Sheet::default()), placed(1, Sheet { kind, ..Sheet::default() })];
            let battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &all);
            let (by, on) = (CombatantId(0), CombatantId(1));
            let strike = Strike::new(by, Mark::Combatant(on), With::Fists, crate::rules::vigor::step::Manner::Action);
            let body = Body { helpless, ..body(&battle, &strike, &strike.means(&battle)) };
            destroyed_by(&battle, on, &body)
        };
        let kinds = [Kind::Object, Kind::Construct, Kind::Undead];
        assert_eq!(kinds.map(|kind| rule(kind, false)), [ids::OBJ_01, ids::OBJ_02, ids::OBJ_02]);
        assert_eq!(kinds.map(|kind| rule(kind, true)), [ids::OBJ_01, ids::COND_07, ids::COND_07]);
    }
}
