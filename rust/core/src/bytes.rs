//! Canonical byte forms: a two-byte tag, then little-endian fields, and nothing after the last of them.

use crate::error::{Result, bail};

/// Writes a canonical byte form.
pub(crate) struct Writer {
    out: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(tag: &[u8; 2]) -> Self {
        Self { out: tag.to_vec() }
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.out.push(value);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }
}

/// Reads a canonical byte form; every fault names the thing that was to be read.
pub(crate) struct Reader<'a> {
    what: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(what: &'static str, bytes: &'a [u8], tag: &[u8; 2]) -> Result<Self> {
        match bytes.strip_prefix(tag.as_slice()) {
            Some(rest) => Ok(Self { what, rest }),
            None => bail!("these bytes are not {what}: they do not begin with {:?}", String::from_utf8_lossy(tag)),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(*head)
            }
            None => bail!("the bytes of {} end too early", self.what),
        }
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        Ok(u8::from_le_bytes(self.take()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    /// A number of items of `width` bytes each, of which at most `most` are allowed and all are still to come.
    pub(crate) fn count(&mut self, width: usize, most: usize) -> Result<usize> {
        let count = self.u32()? as usize;
        if count > most {
            bail!("the bytes of {} announce {count} items, where at most {most} are allowed", self.what);
        }
        if count.saturating_mul(width) > self.rest.len() {
            bail!("the bytes of {} end too early", self.what);
        }
        Ok(count)
    }

    /// The fault of a field that has no meaning.
    pub(crate) fn broken<T>(&self, fault: &str) -> Result<T> {
        bail!("the bytes of {} are broken: {fault}", self.what)
    }

    pub(crate) fn finish(self) -> Result<()> {
        if !self.rest.is_empty() {
            bail!("the bytes of {} go on for {} more than they should", self.what, self.rest.len());
        }
        Ok(())
    }
}
