//! From (run seed, game index, name) to the key of a stream.
//!
//! The derivation is part of `pcg64/1` and never changes under that id:
//!
//! 1. The message is the seed and the game index, eight bytes each, little endian, then the UTF-8 bytes of the name.
//! 2. Its SipHash-2-4 with 128 bits of output, under the fixed key `"undercroft/pcg64"`, is the stream's key `(lo, hi)`.
//! 3. Two steps of SplitMix64 from `lo` give the upper and lower half of the generator's state, and two steps from `hi`
//!    those of its stream selector.
//!
//! A name's length needs no mark of its own: SipHash takes the length of the whole message in, and seed and index have
//! a fixed width.

const K0: u64 = u64::from_le_bytes(*b"undercro");
const K1: u64 = u64::from_le_bytes(*b"ft/pcg64");

/// The 128-bit key of a stream, as two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The first eight bytes.
    pub lo: u64,
    /// The last eight bytes.
    pub hi: u64,
}

impl Key {
    /// The key of the stream `name` in game `index` of the run `seed`.
    pub fn derive(seed: u64, index: u64, name: &str) -> Self {
        let mut sip = Sip::new(K0, K1);
        sip.word(seed);
        sip.word(index);
        let (lo, hi) = sip.finish(name.as_bytes(), 16);
        Self { lo, hi }
    }

    /// The generator's starting state and stream selector.
    pub fn expand(self) -> (u128, u128) {
        (pair(self.lo), pair(self.hi))
    }
}

/// Two steps of SplitMix64, the first in the upper half.
fn pair(seed: u64) -> u128 {
    let upper = split_mix(seed.wrapping_add(0x9E37_79B9_7F4A_7C15));
    let lower = split_mix(seed.wrapping_add(0x3C6E_F372_FE94_F82A));
    (u128::from(upper) << 64) | u128::from(lower)
}

fn split_mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// SipHash-2-4 with 128 bits of output.
struct Sip {
    v0: u64,
    v1: u64,
    v2: u64,
    v3: u64,
}

impl Sip {
    fn new(k0: u64, k1: u64) -> Self {
        Self {
            v0: k0 ^ 0x736f_6d65_7073_6575,
            v1: k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee,
            v2: k0 ^ 0x6c79_6765_6e65_7261,
            v3: k1 ^ 0x7465_6462_7974_6573,
        }
    }

    fn round(&mut self) {
        self.v0 = self.v0.wrapping_add(self.v1);
        self.v1 = self.v1.rotate_left(13) ^ self.v0;
        self.v0 = self.v0.rotate_left(32);
        self.v2 = self.v2.wrapping_add(self.v3);
        self.v3 = self.v3.rotate_left(16) ^ self.v2;
        self.v0 = self.v0.wrapping_add(self.v3);
        self.v3 = self.v3.rotate_left(21) ^ self.v0;
        self.v2 = self.v2.wrapping_add(self.v1);
        self.v1 = self.v1.rotate_left(17) ^ self.v2;
        self.v2 = self.v2.rotate_left(32);
    }

    /// Takes in one word of the message.
    fn word(&mut self, m: u64) {
        self.v3 ^= m;
        self.round();
        self.round();
        self.v0 ^= m;
    }

    /// Takes in the rest of the message, of which `before` bytes went in as words, and gives the hash.
    fn finish(mut self, rest: &[u8], before: u64) -> (u64, u64) {
        let mut words = rest.chunks_exact(8);
        for chunk in &mut words {
            self.word(little_endian(chunk));
        }
        let length = before.wrapping_add(rest.len() as u64);
        self.word(little_endian(words.remainder()) | (length << 56));
        self.v2 ^= 0xee;
        let lo = self.four_rounds();
        self.v1 ^= 0xdd;
        (lo, self.four_rounds())
    }

    fn four_rounds(&mut self) -> u64 {
        for _ in 0..4 {
            self.round();
        }
        self.v0 ^ self.v1 ^ self.v2 ^ self.v3
    }
}

/// Up to eight bytes as a number, missing ones taken as zero.
fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference_hash(length: u8) -> [u8; 16] {
        let key = u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7]);
        let message: Vec<u8> = (0..length).collect();
        let (lo, hi) = Sip::new(key, u64::from_le_bytes([8, 9, 10, 11, 12, 13, 14, 15])).finish(&message, 0);
        let mut out = [0; 16];
        out[..8].copy_from_slice(&lo.to_le_bytes());
        out[8..].copy_from_slice(&hi.to_le_bytes());
        out
    }

    /// The first vectors of the reference implementation.
    #[test]
    fn siphash_agrees_with_its_reference() {
        assert_eq!(
            reference_hash(0),
            [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93]
        );
        assert_eq!(
            reference_hash(1),
            [0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45]
        );
    }

    #[test]
    fn every_part_of_the_name_matters() {
        let base = Key::derive(7, 3, "dice");
        for other in [Key::derive(8, 3, "dice"), Key::derive(7, 4, "dice"), Key::derive(7, 3, "dice\0")] {
            assert_ne!(base, other);
        }
        assert_ne!(Key::derive(3, 7, "dice"), base);
    }
}
