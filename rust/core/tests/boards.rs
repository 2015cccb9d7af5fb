//! Boards: laws that hold for every graph and grid.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use proptest::prelude::*;
use undercroft_core::Board;
use undercroft_core::board::{Blocked, FAR};

fn board() -> impl Strategy<Value = Board> {
    (2_u32..12).prop_flat_map(|places| {
        let edge = (0..places, 1..places).prop_map(move |(a, step)| (a, (a + step) % places));
        (prop::collection::vec(edge, 0..20), any::<bool>())
            .prop_map(move |(edges, directed)| Board::new(u64::from(places), &edges, directed).unwrap())
    })
}

fn blocked(board: &Board, seed: u64) -> Blocked {
    let places = (0..board.places()).map(|place| u8::from(seed >> (place % 64) & 3 == 3)).collect();
    let ways = board.edges().into_iter().filter(|&(a, b)| (seed ^ u64::from(a * 7 + b)).is_multiple_of(5)).collect();
    board.ready(Blocked { places, ways }).unwrap()
}

proptest! {
    #[test]
    fn a_path_is_as_long_as_the_distance(board in board(), seed: u64, from in 0_u32..12, to in 0_u32..12) {
        let (from, to) = (from % board.places(), to % board.places());
        let blocked = blocked(&board, seed);
        let distance = board.distance(from, to, &blocked).unwrap();
        let path = board.path(from, to, &blocked).unwrap();
        prop_assert_eq!(distance, path.as_ref().map(|path| path.len() as u32 - 1));
        if let Some(path) = path {
            for pair in path.windows(2) {
                prop_assert!(board.neighbours(pair[0]).unwrap().contains(&pair[1]));
                prop_assert!(board.next_steps(pair[0], &[to], &blocked).unwrap().contains(&pair[1]) || pair[0] != from);
            }
        }
    }

    #[test]
    fn neighbours_differ_by_one_step(board in board(), seed: u64, source in 0_u32..12) {
        let source = source % board.places();
        let blocked = blocked(&board, seed);
        let distances = board.distances(&[source], &blocked).unwrap();
        for place in 0..board.places() {
            let here = distances[place as usize];
            let open = |to: u32| blocked.places[to as usize] == 0 && blocked.ways.binary_search(&(place, to)).is_err();
            for &to in board.neighbours(place).unwrap() {
                prop_assert!(here == FAR || !open(to) || distances[to as usize] <= here + 1);
            }
        }
        let near = board.reach(&[source], 2, &blocked).unwrap();
        prop_assert!((0..board.places()).all(|place| near.contains(&place) == (distances[place as usize] <= 2)));
    }

    #[test]
    fn components_are_what_hangs_together(board in board()) {
        let labels = board.components(&Blocked::default());
        for (a, b) in board.edges() {
            prop_assert_eq!(labels[a as usize], labels[b as usize]);
        }
        let mut next = 0;
        for label in labels {
            prop_assert!(label <= next);
            next = next.max(label + 1);
        }
    }

    #[test]
    fn sight_is_mutual(width in 1_u64..8, height in 1_u64..8, solid: u64, a in 0_u32..64, b in 0_u32..64) {
        let cells = (width * height) as u32;
        let solid: Vec<u32> = (0..cells).filter(|cell| solid >> cell & 1 == 1).collect();
        let board = Board::grid(width, height, &solid, &[]).unwrap();
        let (a, b) = (a % cells, b % cells);
        prop_assert_eq!(board.sight(a, b).unwrap(), board.sight(b, a).unwrap());
        prop_assert_eq!(Board::from_bytes(&board.to_bytes()).unwrap(), board);
    }

    #[test]
    fn bytes_give_the_board_back(board in board()) {
        prop_assert_eq!(Board::from_bytes(&board.to_bytes()).unwrap(), board);
    }

    #[test]
    fn any_bytes_are_read_or_refused(places in 0_u32..9, bytes in prop::collection::vec(0_u8..4, 0..60)) {
        let mut data = b"B1".to_vec();
        data.extend(places.to_le_bytes());
        data.extend(bytes);
        if let Ok(board) = Board::from_bytes(&data) {
            prop_assert_eq!(board.to_bytes(), data);
        }
    }
}

#[test]
fn every_shortest_step_is_told() {
    let grid = Board::grid(3, 3, &[], &[]).unwrap();
    assert_eq!(grid.next_steps(0, &[8], &Blocked::default()).unwrap(), [1, 3]);
    assert_eq!(grid.next_steps(4, &[0, 8], &Blocked::default()).unwrap(), [1, 3, 5, 7]);
}
