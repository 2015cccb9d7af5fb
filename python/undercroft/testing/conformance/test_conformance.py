"""What must hold in every game: run by ``pytest --undercroft GAME``. Each check is told in its own docstring."""

from __future__ import annotations

from undercroft.testing.checks import (
    Case,
    Suite,
    agents,
    chances,
    citations,
    files,
    offers,
    playouts,
    positions,
    reaching,
    replay,
    secrets,
)


def test_same_seed_same_digest(conformance_case: Case) -> None:
    replay.same_seed_same_digest(conformance_case)


def test_listening_changes_nothing(conformance_case: Case) -> None:
    replay.listening_changes_nothing(conformance_case)


def test_tracking_changes_nothing(conformance_case: Case) -> None:
    replay.tracking_changes_nothing(conformance_case)


def test_fresh_process_agrees(conformance_case: Case) -> None:
    replay.fresh_process_agrees(conformance_case)


def test_session_and_play_out_agree(conformance_case: Case) -> None:
    replay.session_and_play_out_agree(conformance_case)


def test_copies_are_independent(conformance_case: Case) -> None:
    positions.copies_are_independent(conformance_case)


def test_forks_play_on(conformance_case: Case) -> None:
    positions.forks_play_on(conformance_case)


def test_undo_goes_back(conformance_case: Case) -> None:
    positions.undo_goes_back(conformance_case)


def test_saves_load(conformance_case: Case) -> None:
    files.saves_load(conformance_case)


def test_saves_load_in_a_new_process(conformance_case: Case) -> None:
    files.saves_load_in_a_new_process(conformance_case)


def test_positions_round_trip(conformance_case: Case) -> None:
    files.positions_round_trip(conformance_case)


def test_options_are_sound(conformance_case: Case) -> None:
    offers.options_are_sound(conformance_case)


def test_every_option_is_legal(conformance_case: Case) -> None:
    offers.every_option_is_legal(conformance_case)


def test_labels_tell_options_apart(conformance_case: Case) -> None:
    offers.labels_tell_options_apart(conformance_case)


def test_prompts_are_declared(conformance_case: Case) -> None:
    offers.prompts_are_declared(conformance_case)


def test_refusals_say_why(conformance_case: Case) -> None:
    offers.refusals_say_why(conformance_case)


def test_illegal_choices_change_nothing(conformance_case: Case) -> None:
    offers.illegal_choices_change_nothing(conformance_case)


def test_views_are_plain_data(conformance_case: Case) -> None:
    secrets.views_are_plain_data(conformance_case)


def test_looking_changes_nothing(conformance_case: Case) -> None:
    secrets.looking_changes_nothing(conformance_case)


def test_redeal_keeps_what_is_seen(conformance_case: Case) -> None:
    secrets.redeal_keeps_what_is_seen(conformance_case)


def test_redeal_keeps_all_cards(conformance_case: Case) -> None:
    secrets.redeal_keeps_all_cards(conformance_case)


def test_redealt_games_play_on(conformance_case: Case) -> None:
    secrets.redealt_games_play_on(conformance_case)


def test_redeal_forgets(conformance_case: Case) -> None:
    secrets.redeal_forgets(conformance_case)


def test_redeal_shuffles_hidden_piles(conformance_case: Case) -> None:
    secrets.redeal_shuffles_hidden_piles(conformance_case)


def test_redeal_changes_luck(conformance_case: Case) -> None:
    secrets.redeal_changes_luck(conformance_case)


def test_chances_are_sound(conformance_case: Case) -> None:
    chances.chances_are_sound(conformance_case)


def test_chances_keep_secrets(conformance_case: Case) -> None:
    chances.chances_keep_secrets(conformance_case)


def test_agents_choose_what_is_offered(conformance_case: Case) -> None:
    agents.agents_choose_what_is_offered(conformance_case)


def test_agents_do_not_look(conformance_case: Case) -> None:
    agents.agents_do_not_look(conformance_case)


def test_play_outs_end(conformance_case: Case) -> None:
    playouts.play_outs_end(conformance_case)


def test_searching_agents_play(conformance_case: Case) -> None:
    playouts.searching_agents_play(conformance_case)


def test_evaluations_are_chances(conformance_case: Case) -> None:
    playouts.evaluations_are_chances(conformance_case)


def test_log_cites_rules(conformance_case: Case) -> None:
    citations.log_cites_rules(conformance_case)


def test_every_setup_plays(conformance_suite: Suite) -> None:
    playouts.every_setup_plays(conformance_suite)


def test_content_is_reached(conformance_suite: Suite) -> None:
    reaching.content_is_reached(conformance_suite)


def test_source_cites_rules(conformance_suite: Suite) -> None:
    citations.source_cites_rules(conformance_suite)


def test_game_is_described(conformance_suite: Suite) -> None:
    citations.game_is_described(conformance_suite)
