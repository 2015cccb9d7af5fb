//! Named random streams.
//!
//! A [`Stream`] is a PCG64 generator whose key comes from the run's seed, the game's index and the stream's name (see
//! [`crate::key`]). How a number below `n`, a shuffle or a sample is made from its words is written out here, so that a
//! seed means the same for ever under [`RNG_ID`].

use rand_core::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;

use crate::bytes::{Reader, Writer};
use crate::error::{Result, bail};
use crate::key::Key;

/// The id of this generator and of everything drawn from it; it goes into every artefact.
pub const RNG_ID: &str = "pcg64/1";

/// The most values a stream can be scripted with.
pub const MAX_SCRIPT: usize = 65_536;

/// The most numbers one call of [`Stream::sample`] gives.
pub const MAX_SAMPLE: usize = 65_536;

const TAG: &[u8; 2] = b"S1";

/// A random stream: key, number of words drawn so far, and forced results still to come.
#[derive(Clone, Debug)]
pub struct Stream {
    key: Key,
    position: u64,
    pcg: Pcg64,
    /// Forced results, the next one last.
    script: Vec<u64>,
}

/// Two streams are equal when all that they will ever give is equal: same key, same position, same script.
impl PartialEq for Stream {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.position == other.position && self.script == other.script
    }
}

impl Eq for Stream {}

impl Stream {
    /// The stream `name` of game `index` in the run `seed`.
    pub fn new(seed: u64, index: u64, name: &str) -> Self {
        Self::at(Key::derive(seed, index, name), 0)
    }

    fn at(key: Key, position: u64) -> Self {
        let (state, selector) = key.expand();
        let mut pcg = Pcg64::new(state, selector);
        if position > 0 {
            pcg.advance(u128::from(position));
        }
        Self { key, position, pcg, script: Vec::new() }
    }

    /// The key, which tells one stream from another.
    pub fn key(&self) -> Key {
        self.key
    }

    /// How many 64-bit words have been drawn.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// How many forced results are left.
    pub fn scripted(&self) -> usize {
        self.script.len()
    }

    /// The next 64 random bits; a script does not reach this.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.position = self.position.wrapping_add(1);
        self.pcg.next_u64()
    }

    /// Adds forced results, which [`below`](Self::below) gives first, in this order.
    ///
    /// # Errors
    /// When more than [`MAX_SCRIPT`] would wait.
    pub fn script(&mut self, values: &[u64]) -> Result<()> {
        if self.script.len().saturating_add(values.len()) > MAX_SCRIPT {
            bail!("a script holds at most {MAX_SCRIPT} values, got {} more", values.len());
        }
        self.script.splice(0..0, values.iter().rev().copied());
        Ok(())
    }

    /// A number from 0 to `n - 1`, each as likely as any other: Lemire's multiply-and-reject on 64-bit words.
    ///
    /// # Errors
    /// When `n` is 0, or the next forced result is not below `n` (it then stays where it is).
    #[inline]
    pub fn below(&mut self, n: u64) -> Result<u64> {
        if n == 0 {
            bail!("cannot draw a number below 0: n must be at least 1");
        }
        if !self.script.is_empty() {
            return self.forced(n);
        }
        Ok(self.bounded(n))
    }

    #[cold]
    fn forced(&mut self, n: u64) -> Result<u64> {
        match self.script.last() {
            Some(&value) if value >= n => bail!("the scripted value {value} is not below {n}, as this draw needs"),
            Some(&value) => {
                self.script.pop();
                Ok(value)
            }
            None => Ok(self.bounded(n)),
        }
    }

    /// `n` is at least 1 here.
    #[inline]
    fn bounded(&mut self, n: u64) -> u64 {
        let mut wide = u128::from(self.word()) * u128::from(n);
        if (wide as u64) < n {
            let threshold = n.wrapping_neg().checked_rem(n).unwrap_or(0);
            while (wide as u64) < threshold {
                wide = u128::from(self.word()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// A number in `[0, 1)`: the upper 53 bits of a word, scaled. A script does not reach this.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Shuffles in place (Fisher–Yates from the last place down, one [`below`](Self::below) a place).
    ///
    /// # Errors
    /// When a forced result does not fit; then neither the items nor the script change.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<()> {
        if self.script.is_empty() {
            for i in (1..items.len()).rev() {
                let j = self.bounded(i as u64 + 1) as usize;
                items.swap(i, j);
            }
            return Ok(());
        }
        // Every draw is made before the first swap, so that a script that does not fit changes nothing.
        let mut trial = self.clone();
        let swaps: Vec<(usize, usize)> = (1..items.len())
            .rev()
            .map(|i| trial.below(i as u64 + 1).map(|j| (i, j as usize)))
            .collect::<Result<_>>()?;
        for (i, j) in swaps {
            items.swap(i, j);
        }
        *self = trial;
        Ok(())
    }

    /// `k` different numbers below `n`, in random order: the first `k` places of a Fisher–Yates shuffle of `0..n` that
    /// goes up from the first place.
    ///
    /// # Errors
    /// When `k` is above `n` or [`MAX_SAMPLE`], or a forced result does not fit (then the script does not change).
    pub fn sample(&mut self, n: u64, k: u64) -> Result<Vec<u64>> {
        if k > n {
            bail!("cannot draw {k} different numbers below {n}");
        }
        if k > MAX_SAMPLE as u64 {
            bail!("a sample has at most {MAX_SAMPLE} numbers, asked for {k}");
        }
        // Only the places that a swap has touched are kept.
        let mut moved: BTreeMap<u64, u64> = BTreeMap::new();
        let mut out = Vec::with_capacity(k as usize);
        let mut trial = self.clone();
        for i in 0..k {
            let j = i + trial.below(n - i)?;
            let there = moved.get(&j).copied().unwrap_or(j);
            let here = moved.remove(&i).unwrap_or(i);
            if j > i {
                moved.insert(j, here);
            }
            out.push(there);
        }
        *self = trial;
        Ok(out)
    }

    /// The canonical byte form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(TAG);
        self.write(&mut out);
        out.finish()
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.u64(self.key.lo);
        out.u64(self.key.hi);
        out.u64(self.position);
        out.u32(self.script.len() as u32);
        for &value in self.script.iter().rev() {
            out.u64(value);
        }
    }

    /// The stream of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a stream.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a stream", bytes, TAG)?;
        let stream = Self::read(&mut input)?;
        input.finish()?;
        Ok(stream)
    }

    pub(crate) fn read(input: &mut Reader<'_>) -> Result<Self> {
        let key = Key { lo: input.u64()?, hi: input.u64()? };
        let mut stream = Self::at(key, input.u64()?);
        let count = input.count(8, MAX_SCRIPT)?;
        let script: Vec<u64> = (0..count).map(|_| input.u64()).collect::<Result<_>>()?;
        stream.script(&script)?;
        Ok(stream)
    }
}
