//! Checks, dice and odds: laws that hold for every table and deck.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::sync::Arc;

use proptest::prelude::*;
use undercroft_core::odds::{
    Aim, Attack, Bonus, Goal, Strike, Target, at_least, check_odds, convolve, hypergeometric, mean, pool_odds,
    reveal_chance, reveal_odds, volley_odds,
};
use undercroft_core::rolls::{reveal_rolls, volley_rolls};
use undercroft_core::{Check, Deck, DicePool, Face, FaceTable, Stream, Want};

fn table() -> impl Strategy<Value = Arc<FaceTable>> {
    let face = (-3..9_i32, -1..3_i32, 0..8_u64, prop::sample::select(vec![0_u8, 0, 0, 1, 2, 4, 8, 9]));
    let face = face.prop_map(|(value, hits, mask, flags)| Face { value, hits, mask, flags });
    prop::collection::vec(face, 1..6).prop_map(|faces| Arc::new(FaceTable::new(faces).unwrap()))
}

fn want() -> impl Strategy<Value = Want> {
    prop_oneof![Just(Want::Hits), Just(Want::Value), (1..8_u64).prop_map(Want::Icons)]
}

fn pile() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0..7_u16, 0..12)
}

proptest! {
    #[test]
    fn no_card_is_lost(
        table in table(), cards in pile(), old in pile(), seed: u64, n in 0_u64..8, places in 0_u64..4
    ) {
        let mut deck = Deck::new(&cards, Some(Stream::new(seed, 0, "d"))).unwrap();
        let mut discard = Deck::new(&old, None).unwrap();
        let mut check = Check::new(Arc::clone(&table));
        check.reveal(&mut deck, n, &mut discard).unwrap();
        let thrown: Vec<u64> = (0..places.min(check.cards().len() as u64)).collect();
        check.redraw(&mut deck, &thrown, &mut discard).unwrap();
        prop_assert_eq!(&Check::from_bytes(&check.to_bytes()).unwrap(), &check);
        let gone = check.finish(&mut deck, &mut discard).unwrap();
        let mut all: Vec<u16> = deck.cards().chain(discard.cards()).chain(gone).collect();
        let mut before: Vec<u16> = cards.into_iter().chain(old).collect();
        all.sort_unstable();
        before.sort_unstable();
        prop_assert_eq!(all, before);
    }

    #[test]
    fn odds_add_up(
        table in table(), cards in pile(), old in pile(), n in 0_u64..6, want in want(), redraws in 0_u64..3
    ) {
        let odds = check_odds(&table, &cards, n, &old, want, redraws).unwrap();
        let sum: f64 = odds.iter().map(|(_, p)| p).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
        prop_assert!(odds.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn what_happens_has_odds(
        table in table(), cards in pile(), old in pile(), seed: u64, n in 0_u64..6, want in want(), redraws in 0_u64..3
    ) {
        let odds = check_odds(&table, &cards, n, &old, want, redraws).unwrap();
        let mut deck = Deck::new(&cards, Some(Stream::new(seed, 0, "d"))).unwrap();
        deck.shuffle().unwrap();
        let mut discard = Deck::new(&old, None).unwrap();
        let (score, _) = Check::run(&table, &mut deck, n, &mut discard, want, redraws).unwrap();
        prop_assert!(odds.iter().any(|&(outcome, _)| outcome == score));
    }

    #[test]
    fn pools_roll_what_has_odds(
        dice in prop::collection::vec(table(), 0..4), seed: u64, want in want(), rerolls in 0_u64..4
    ) {
        let mut pool = DicePool::new(dice).unwrap();
        let odds = pool_odds(&pool, want, rerolls).unwrap();
        prop_assert!((at_least(&odds, i64::MIN) - 1.0).abs() < 1e-12);
        let score = pool.run(&mut Stream::new(seed, 0, "dice"), want, rerolls).unwrap();
        prop_assert!(odds.iter().any(|&(outcome, _)| outcome == score));
        prop_assert_eq!(DicePool::from_bytes(&pool.to_bytes()).unwrap(), pool);
    }

    #[test]
    fn means_add(total in 1_u64..80, marked in 0_u64..80, drawn in 0_u64..80) {
        if let Ok(odds) = hypergeometric(total, marked, drawn) {
            let expected = (drawn * marked) as f64 / total as f64;
            prop_assert!((mean(&odds) - expected).abs() < 1e-9);
            let twice = convolve(&odds, &odds).unwrap();
            prop_assert!((mean(&twice) - 2.0 * expected).abs() < 1e-9);
        } else {
            prop_assert!(marked > total || drawn > total);
        }
    }

    #[test]
    fn redraws_never_make_a_test_worse(
        table in table(), cards in pile(), n in 0_u64..4, icons in 1_u64..8, redraws in 0_u64..3
    ) {
        let piles = (cards, Vec::new());
        let mut aim = Aim::new(n, Goal { any: icons, ..Goal::default() });
        let alone = reveal_chance(&table, &piles, &aim, &[]).unwrap();
        aim.redraws = redraws;
        let helped = reveal_chance(&table, &piles, &aim, &[]).unwrap();
        prop_assert!(helped + 1e-12 >= alone && helped < 1.0 + 1e-12);
        let joint = reveal_odds(&table, &piles, &aim, std::slice::from_ref(&piles)).unwrap();
        let sum: f64 = joint.iter().map(|(_, p)| p).sum();
        prop_assert!((sum - 1.0).abs() < 1e-9);
        let rolled = reveal_rolls(&table, &piles, &aim, std::slice::from_ref(&piles), 20, 7).unwrap();
        prop_assert!(rolled.iter().all(|(shown, _)| joint.iter().any(|(outcome, _)| outcome == shown)));
    }

    #[test]
    fn a_volley_leaves_what_has_odds(
        health in 1_i64..9, defense in 0_i64..4, damage in 0_i64..4, more in 0_i64..3, pierce: bool, seed: u64
    ) {
        let target = Target { health, defense, factors: [1, 2] };
        let form = Strike { p: 1.0, damage, kind: 1, bonuses: vec![Bonus { p: 0.5, damage: more, pierce, bare: false }], after: vec![] };
        let attacks = vec![Attack { at: 0, forms: vec![form] }; 2];
        let odds = volley_odds(std::slice::from_ref(&target), &attacks).unwrap();
        let sum: f64 = odds.iter().map(|(_, p)| p).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
        let rolled = volley_rolls(&[target], &attacks, 20, seed).unwrap();
        prop_assert!(rolled.iter().all(|(left, _)| odds.iter().any(|(outcome, _)| outcome == left)));
    }

    #[test]
    fn any_bytes_are_read_or_refused(tag in 0_usize..3, bytes: Vec<u8>) {
        let mut data = [b"F1", b"C1", b"P1"][tag].to_vec();
        data.extend(bytes);
        if let Ok(table) = FaceTable::from_bytes(&data) {
            prop_assert_eq!(table.to_bytes(), data.clone());
        }
        if let Ok(check) = Check::from_bytes(&data) {
            prop_assert_eq!(check.to_bytes(), data.clone());
        }
        if let Ok(pool) = DicePool::from_bytes(&data) {
            prop_assert_eq!(pool.to_bytes(), data);
        }
    }
}

#[test]
fn one_more_card_is_revealed_in_a_chain() {
    let table = Arc::new(
        FaceTable::new(vec![
            Face { hits: 1, flags: undercroft_core::faces::MORE, ..Face::default() },
            Face { hits: 1, ..Face::default() },
        ])
        .unwrap(),
    );
    let mut deck = Deck::new(&[0, 0, 1, 1], Some(Stream::new(0, 0, "d"))).unwrap();
    let mut check = Check::new(table);
    check.reveal(&mut deck, 1, &mut Deck::default()).unwrap();
    assert_eq!(check.cards(), [0, 0, 1]);
}
