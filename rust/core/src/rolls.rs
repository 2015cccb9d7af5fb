//! Tests, dice and attacks carried out many times and counted: what the odds are held against.
//!
//! Nothing here sums probabilities. Cards lie in real decks and are revealed by [`Check`], dice come from the stream,
//! blows are dealt one point after another; of the odds only the advice about redraws is taken, as a player would.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::Check;
use crate::deck::Deck;
use crate::dice::DicePool;
use crate::error::{Result, bail};
use crate::faces::{FaceTable, ONCE, Want};
use crate::odds::plan::Plan;
use crate::odds::volley::check_volley;
use crate::odds::{Aim, Attack, Goal, Outcome, Piles, Strike, Target};
use crate::stream::Stream;

/// The most rolls of one call.
pub const MAX_ROLLS: u64 = 100_000_000;

/// How often each outcome came, ascending.
pub type Counts<T> = Vec<(T, u64)>;

fn counted<T: Ord>(rolls: u64, mut roll: impl FnMut() -> Result<T>) -> Result<Counts<T>> {
    if rolls > MAX_ROLLS {
        bail!("at most {MAX_ROLLS} rolls are made in one go, asked for {rolls}");
    }
    let mut counts: BTreeMap<T, u64> = BTreeMap::new();
    for _ in 0..rolls {
        *counts.entry(roll()?).or_insert(0) += 1;
    }
    Ok(counts.into_iter().collect())
}

/// A deck and its discard pile that can be laid out again and again.
struct Layout<'a> {
    piles: &'a Piles,
    deck: Deck,
    discard: Deck,
}

impl<'a> Layout<'a> {
    fn new(piles: &'a Piles, stream: Stream) -> Result<Self> {
        Ok(Self { piles, deck: Deck::new(&piles.0, Some(stream))?, discard: Deck::new(&piles.1, None)? })
    }

    fn anew(&mut self) -> Result<()> {
        self.deck.set_cards(&self.piles.0)?;
        self.discard.set_cards(&self.piles.1)?;
        self.deck.shuffle()
    }
}

/// Counts the scores of [`Check::run`] with a freshly shuffled deck each time.
///
/// # Errors
/// As [`Check::run`], and when there are too many rolls.
pub fn check_rolls(
    table: &Arc<FaceTable>,
    piles: &Piles,
    n: u64,
    (want, redraws): (Want, u64),
    rolls: u64,
    seed: u64,
) -> Result<Counts<i64>> {
    let mut lay = Layout::new(piles, Stream::new(seed, 0, "deck"))?;
    counted(rolls, || {
        lay.anew()?;
        Check::run(table, &mut lay.deck, n, &mut lay.discard, want, redraws).map(|(score, _)| score)
    })
}

/// Counts the scores of [`DicePool::run`].
///
/// # Errors
/// As [`DicePool::run`], and when there are too many rolls.
pub fn pool_rolls(pool: &DicePool, want: Want, rerolls: u64, rolls: u64, seed: u64) -> Result<Counts<i64>> {
    let mut stream = Stream::new(seed, 0, "dice");
    let mut pool = pool.clone();
    counted(rolls, || pool.run(&mut stream, want, rerolls))
}

/// Counts what shows at the end of tests with a goal that are redrawn as is best; see [`crate::odds::reveal_odds`].
///
/// # Errors
/// When the best play cannot be worked out, or there are too many rolls.
pub fn reveal_rolls(
    table: &Arc<FaceTable>,
    piles: &Piles,
    aim: &Aim,
    assists: &[Piles],
    rolls: u64,
    seed: u64,
) -> Result<Counts<Outcome>> {
    if !aim.lying.is_empty() {
        bail!("rolls begin with no card revealed: lying must be empty");
    }
    let mut own = Layout::new(piles, Stream::new(seed, 0, "deck"))?;
    let mut help: Vec<Layout<'_>> = Vec::new();
    for (at, piles) in assists.iter().enumerate() {
        help.push(Layout::new(piles, Stream::new(seed, at as u64 + 1, "deck"))?);
    }
    let mut plan = Plan::new(table, aim, piles)?;
    let mut begun: BTreeMap<Outcome, ()> = BTreeMap::new();
    counted(rolls, || {
        let mut added = Outcome::default();
        for lay in &mut help {
            lay.anew()?;
            let mut check = Check::new(Arc::clone(table));
            check.reveal(&mut lay.deck, 1, &mut lay.discard)?;
            added = added.and(shown(&check, &Goal { flags: 0, ..aim.goal }));
        }
        if begun.insert(added, ()).is_none() {
            plan.begin(added)?;
        }
        own.anew()?;
        play(table, aim, &plan, added, &mut own)
    })
}

/// What the lying cards of a check show, as far as a goal asks for it.
fn shown(check: &Check, goal: &Goal) -> Outcome {
    let total = check.total();
    let hits = goal.hits.is_some();
    let value = hits || goal.value.is_some();
    let plain = !value && goal.any == 0 && goal.all == 0 && goal.flags == 0;
    let mut outcome = Outcome { icons: total.mask & (goal.any | goal.all), ..Outcome::default() };
    if hits || plain {
        outcome.hits = total.hits;
    }
    if value || plain {
        outcome.value = total.value;
    }
    for &card in check.cards() {
        outcome.flags |= check.table().face(card).flags & goal.flags;
    }
    outcome
}

fn play(table: &Arc<FaceTable>, aim: &Aim, plan: &Plan<'_>, added: Outcome, lay: &mut Layout<'_>) -> Result<Outcome> {
    let (mut redraws, mut fresh, mut budget) = (aim.redraws, aim.fresh, aim.budget);
    let gained = |cards: &[u16]| -> u64 {
        cards.iter().map(|&card| u64::from((table.face(card).flags & aim.gain).count_ones())).sum()
    };
    let (deck, discard) = (&mut lay.deck, &mut lay.discard);
    let mut check = Check::new(Arc::clone(table));
    redraws += gained(&check.reveal(deck, aim.n, discard)?);
    while (redraws > 0 || fresh > 0) && plan.may_redraw(redraws, fresh, budget) {
        let stand = (redraws, fresh, budget);
        let Some((places, shuffled)) = plan.advice(added, stand, deck.cards(), discard.cards(), check.cards()) else {
            break;
        };
        if shuffled {
            fresh -= 1;
        } else {
            redraws -= 1;
            budget -= aim.price.0 + aim.price.1 * places.len() as u64;
        }
        if aim.whole {
            let kept = check.cards().iter().filter(|&&card| table.face(card).flags & ONCE == 0);
            discard.put_top_many(&kept.copied().collect::<Vec<u16>>(), true)?;
            if shuffled {
                deck.shuffle_in(&discard.clear(), true)?;
            }
            check = Check::new(Arc::clone(table));
            redraws += gained(&check.reveal(deck, aim.n, discard)?);
        } else {
            redraws += gained(&check.redraw(deck, &places, discard)?);
        }
    }
    Ok(added.and(shown(&check, &aim.goal)))
}

/// Counts the healths left by volleys; see [`crate::odds::volley_odds`].
///
/// # Errors
/// As [`crate::odds::volley_odds`], and when there are too many rolls.
pub fn volley_rolls(targets: &[Target], attacks: &[Attack], rolls: u64, seed: u64) -> Result<Counts<Vec<i64>>> {
    check_volley(targets, attacks)?;
    let mut stream = Stream::new(seed, 0, "attacks");
    counted(rolls, || {
        let mut standing = targets.to_vec();
        for attack in attacks {
            let mut luck = chance(&mut stream)?;
            let form = attack.forms.iter().find(|form| {
                luck -= form.p;
                luck < 0.0
            });
            let stands = |at: &usize| standing.get(*at).is_some_and(|target| target.health > 0);
            let around = (attack.at..targets.len()).chain(0..attack.at).find(stands);
            if let (Some(form), Some(at)) = (form.or(attack.forms.last()), around)
                && let Some(target) = standing.get_mut(at)
            {
                blow(target, form, &mut stream)?;
            }
        }
        Ok(standing.iter().map(|target| target.health).collect())
    })
}

/// An attack on a target, tossed for and dealt.
fn blow(target: &mut Target, form: &Strike, stream: &mut Stream) -> Result<()> {
    let defended = target.defense > 0;
    let (mut damage, mut through) = (form.damage, false);
    for bonus in &form.bonuses {
        let comes = chance(stream)? < bonus.p;
        if comes && !(bonus.bare && defended) {
            damage += bonus.damage;
            through = through || bonus.pierce;
        }
    }
    let factor = target.factors.get(form.kind).copied().unwrap_or(1);
    let mut points = damage.saturating_mul(factor);
    while points > 0 && !through && target.defense > 0 {
        points -= 1;
        target.defense -= 1;
    }
    if points > 0 {
        target.health = 0.max(target.health.saturating_sub(points));
    }
    for effect in &form.after {
        let comes = chance(stream)? < effect.p;
        if comes
            && target.health > 0
            && let Some(factor) = target.factors.get_mut(effect.kind)
        {
            *factor = 1.max(*factor + effect.n);
        }
    }
    Ok(())
}

/// A number from 0 up to, but not including, 1.
fn chance(stream: &mut Stream) -> Result<f64> {
    const PARTS: u64 = 1 << 53;
    Ok(stream.below(PARTS)? as f64 / PARTS as f64)
}
