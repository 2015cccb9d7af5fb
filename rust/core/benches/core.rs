//! Benchmarks of the core: `cargo bench -p undercroft-core`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use undercroft_core::{Deck, Stream};

fn streams(c: &mut Criterion) {
    c.bench_function("stream/new", |b| b.iter(|| Stream::new(black_box(7), black_box(3), "deck/action/1")));
    let mut stream = Stream::new(7, 3, "dice");
    c.bench_function("stream/below", |b| b.iter(|| stream.below(black_box(6)).unwrap()));
}

fn decks(c: &mut Criterion) {
    let cards: Vec<u16> = (0..69).collect();
    let deck = Deck::new(&cards, Some(Stream::new(7, 3, "deck"))).unwrap();
    c.bench_function("deck/copy-69", |b| b.iter(|| black_box(&deck).clone()));
    let mut shuffled = deck.clone();
    c.bench_function("deck/shuffle-69", |b| b.iter(|| shuffled.shuffle().unwrap()));
}

criterion_group!(benches, streams, decks);
criterion_main!(benches);
