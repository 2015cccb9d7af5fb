//! Benchmarks of the core: `cargo bench -p undercroft-core`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use undercroft_core::board::Blocked;
use undercroft_core::odds::{Aim, Goal, check_odds, reveal_chance};
use undercroft_core::{Board, Check, Deck, DicePool, Face, FaceTable, Stream, Want};

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
    let mut drawn = deck.clone();
    c.bench_function("deck/draw-put-6", |b| {
        b.iter(|| {
            let hand = drawn.draw(6, true);
            drawn.put_top_many(&hand, true).unwrap();
        });
    });
}

fn faces() -> Arc<FaceTable> {
    let face = |hits| Face { hits, mask: 1 << hits, ..Face::default() };
    Arc::new(FaceTable::new(vec![face(0), face(0), face(1), face(1), face(2), face(0)]).unwrap())
}

fn checks(c: &mut Criterion) {
    let table = faces();
    let cards: Vec<u16> = (0..24).map(|card| card % 6).collect();
    let mut deck = Deck::new(&cards, Some(Stream::new(7, 3, "deck"))).unwrap();
    let mut discard = Deck::default();
    c.bench_function("check/reveal-5", |b| {
        b.iter(|| Check::run(&table, &mut deck, 5, &mut discard, Want::Hits, 0).unwrap());
    });
    let mut pool = DicePool::new(vec![Arc::clone(&table); 5]).unwrap();
    let mut stream = Stream::new(7, 3, "dice");
    c.bench_function("dice/roll-5", |b| b.iter(|| pool.run(&mut stream, Want::Hits, 0).unwrap()));
    c.bench_function("odds/check-4-of-24", |b| {
        b.iter(|| check_odds(&table, &cards, 4, &[], Want::Hits, 0).unwrap());
    });
    c.bench_function("odds/check-4-of-24-one-redraw", |b| {
        b.iter(|| check_odds(&table, &cards, 4, &[], Want::Hits, 1).unwrap());
    });
    let piles = (cards, Vec::new());
    let mut aim = Aim::new(4, Goal { hits: Some(3), armor: 1, ..Goal::default() });
    aim.redraws = 2;
    c.bench_function("odds/reveal-4-of-24-two-redraws", |b| {
        b.iter(|| reveal_chance(&table, &piles, &aim, &[]).unwrap());
    });
}

fn boards(c: &mut Criterion) {
    let ring: Vec<(u32, u32)> = (0..60).map(|place| (place, (place + 1) % 60)).collect();
    let chords = (0..30).map(|place| (place, (place * 7 + 11) % 60)).filter(|(a, b)| a != b);
    let edges: Vec<(u32, u32)> = ring.into_iter().chain(chords).collect();
    let board = Board::new(60, &edges, false).unwrap();
    let free = Blocked::default();
    c.bench_function("board/next-steps-60", |b| b.iter(|| board.next_steps(black_box(3), &[41], &free).unwrap()));
    c.bench_function("board/distances-60", |b| b.iter(|| board.distances(&[black_box(3)], &free).unwrap()));
    let grid = Board::grid(32, 32, &[100, 500, 700], &[]).unwrap();
    c.bench_function("board/sight-32x32", |b| b.iter(|| grid.sight(black_box(0), black_box(1023)).unwrap()));
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = streams, decks, checks, boards
}
criterion_main!(benches);
