//! Attacks one after another on targets whose defense wears off.

use std::collections::BTreeMap;

use super::{MAX_OUTCOMES, MAX_WORK};
use crate::error::{Result, bail};

/// The most attacks, targets, cases of an attack, or bonuses and effects of a case.
pub const MAX_VOLLEY: usize = 64;
/// The kinds of damage.
pub const KINDS: usize = 2;

/// A target: its defense takes damage first, and each kind of damage is multiplied by a factor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// At 0 it falls, and attacks on it go to the next target that stands.
    pub health: i64,
    /// Taken before health.
    pub defense: i64,
    /// What the damage of each kind is multiplied by.
    pub factors: [i64; KINDS],
}

/// What may be added to an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bonus {
    /// How likely it is.
    pub p: f64,
    /// Damage more, before the factor.
    pub damage: i64,
    /// The damage passes the defense by.
    pub pierce: bool,
    /// Only against a target without defense.
    pub bare: bool,
}

/// What may follow an attack on a target that still stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// How likely it is.
    pub p: f64,
    /// The factor of this kind rises.
    pub kind: usize,
    /// By so much, but it never falls below 1.
    pub n: i64,
}

/// One form of an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// How likely this form is; all forms of an attack together have 1.
    pub p: f64,
    /// The damage before bonuses and factor.
    pub damage: i64,
    /// Its kind.
    pub kind: usize,
    /// What may be added.
    pub bonuses: Vec<Bonus>,
    /// What may follow.
    pub after: Vec<After>,
}

/// An attack: whom it aims at (a place in the list of targets), and its forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    /// The target.
    pub at: usize,
    /// The forms; none does nothing.
    pub forms: Vec<Strike>,
}

/// The distribution of the healths that are left, target by target, after all attacks.
///
/// # Errors
/// When there are too many cases, a target or kind does not exist, or a number does not fit.
pub fn volley_odds(targets: &[Target], attacks: &[Attack]) -> Result<Vec<(Vec<i64>, f64)>> {
    check_volley(targets, attacks)?;
    let mut now: BTreeMap<Vec<Target>, f64> = BTreeMap::from([(targets.to_vec(), 1.0)]);
    let mut work = 0_usize;
    for attack in attacks {
        let each = attack.forms.iter().map(|form| 1_usize << (form.bonuses.len() + form.after.len())).sum::<usize>();
        work = work.saturating_add(now.len().saturating_mul(each).saturating_mul(targets.len()));
        if work > MAX_WORK {
            bail!("these attacks have too many cases to sum: use fewer attacks, targets or bonuses");
        }
        let mut next: BTreeMap<Vec<Target>, f64> = BTreeMap::new();
        for (standing, p) in now {
            cases(&standing, attack, |after, q| *next.entry(after).or_insert(0.0) += p * q);
            if next.len() > MAX_OUTCOMES {
                bail!("these attacks have too many cases to sum: at most {MAX_OUTCOMES} standings are told apart");
            }
        }
        now = next;
    }
    let mut sums: BTreeMap<Vec<i64>, f64> = BTreeMap::new();
    for (standing, p) in now {
        *sums.entry(standing.iter().map(|target| target.health).collect()).or_insert(0.0) += p;
    }
    Ok(sums.into_iter().filter(|(_, p)| *p > 0.0).collect())
}

pub(crate) fn check_volley(targets: &[Target], attacks: &[Attack]) -> Result<()> {
    if targets.is_empty() || targets.len() > MAX_VOLLEY || attacks.len() > MAX_VOLLEY {
        bail!("a volley has 1 to {MAX_VOLLEY} targets and at most {MAX_VOLLEY} attacks");
    }
    let small = |n: i64| (-1_000_000..=1_000_000).contains(&n);
    let likely = |p: f64| (0.0..=1.0).contains(&p);
    for target in targets {
        if !small(target.health)
            || !small(target.defense)
            || target.defense < 0
            || !target.factors.iter().all(|&n| small(n))
        {
            bail!("health, defense and factors of a target must be numbers up to 1000000, and defense not below 0");
        }
    }
    for attack in attacks {
        if attack.at >= targets.len() {
            bail!("there is no target {}: there are {}, counted from 0", attack.at, targets.len());
        }
        for form in &attack.forms {
            let numbers = form.bonuses.iter().map(|b| b.damage).chain(form.after.iter().map(|a| a.n));
            let chances = form.bonuses.iter().map(|b| b.p).chain(form.after.iter().map(|a| a.p));
            let kinds = form.after.iter().map(|a| a.kind).chain([form.kind]);
            if !numbers.chain([form.damage]).all(small) || !chances.chain([form.p]).all(likely) {
                bail!("an attack needs damage up to 1000000 and probabilities from 0 to 1");
            }
            if kinds.max().unwrap_or(0) >= KINDS {
                bail!("a kind of damage must be a whole number from 0 to {}", KINDS - 1);
            }
            if form.bonuses.len() + form.after.len() > 16 {
                bail!("an attack has at most 16 bonuses and effects");
            }
        }
        let sum: f64 = attack.forms.iter().map(|form| form.p).sum();
        if attack.forms.len() > MAX_VOLLEY || (!attack.forms.is_empty() && (sum - 1.0).abs() > 1e-9) {
            bail!("the forms of an attack must have probability 1 together, got {sum}");
        }
    }
    Ok(())
}

/// Whom an attack meets: its target, or the next one that stands; nobody where all have fallen.
fn met(standing: &[Target], at: usize) -> Option<usize> {
    let order = (at..standing.len()).chain(0..at);
    order.into_iter().find(|&place| standing.get(place).is_some_and(|target| target.health > 0))
}

/// Goes through every case of an attack, each with its probability.
fn cases(standing: &[Target], attack: &Attack, mut case: impl FnMut(Vec<Target>, f64)) {
    let at = met(standing, attack.at).filter(|_| !attack.forms.is_empty());
    let Some(at) = at else { return case(standing.to_vec(), 1.0) };
    for form in &attack.forms {
        let follows = subsets(&form.after, |after| after.p);
        for (bonuses, p) in subsets(&form.bonuses, |bonus| bonus.p) {
            for (after, q) in &follows {
                let mut next = standing.to_vec();
                if let Some(target) = next.get_mut(at) {
                    target.struck(form, &bonuses, after);
                }
                case(next, form.p * p * q);
            }
        }
    }
}

/// Every choice of some of them, with its probability.
fn subsets<T: Copy>(all: &[T], p: impl Fn(&T) -> f64) -> Vec<(Vec<T>, f64)> {
    let mut found = vec![(Vec::new(), 1.0)];
    for one in all {
        let chance = p(one);
        let mut with: Vec<(Vec<T>, f64)> = found.clone();
        for (some, q) in &mut with {
            some.push(*one);
            *q *= chance;
        }
        for (_, q) in &mut found {
            *q *= 1.0 - chance;
        }
        found.append(&mut with);
        found.retain(|(_, q)| *q > 0.0);
    }
    found
}

impl Target {
    /// An attack strikes, with these bonuses and effects.
    fn struck(&mut self, form: &Strike, bonuses: &[Bonus], after: &[After]) {
        let bare = self.defense == 0;
        let (mut damage, mut pierce) = (form.damage, false);
        for bonus in bonuses.iter().filter(|bonus| bare || !bonus.bare) {
            damage += bonus.damage;
            pierce |= bonus.pierce;
        }
        let factor = self.factors.get(form.kind).copied().unwrap_or(1);
        damage = damage.saturating_mul(factor).max(0);
        if !pierce {
            let absorbed = self.defense.min(damage);
            self.defense -= absorbed;
            damage -= absorbed;
        }
        self.health = (self.health - damage).max(0);
        if self.health > 0 {
            for effect in after {
                if let Some(factor) = self.factors.get_mut(effect.kind) {
                    *factor = (*factor + effect.n).max(1);
                }
            }
        }
    }
}
