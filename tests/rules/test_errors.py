"""What the engine's exceptions say."""

import pytest

from service.rules.errors import GameOver, IllegalMove, RulesError, SetupError


@pytest.mark.parametrize("kind", [RulesError, IllegalMove, SetupError])
def test_an_error_names_its_rule_field_and_reason(kind: type[RulesError]) -> None:
    error = kind("R6.1", "space", "there is a pawn on that space already")
    assert (error.rule, error.field) == ("R6.1", "space")
    assert error.reason == "there is a pawn on that space already"
    assert str(error) == "there is a pawn on that space already (R6.1)"


def test_a_finished_game_cites_the_end() -> None:
    """R10: nothing can be done any more."""
    error = GameOver()
    assert isinstance(error, RulesError)
    assert error.rule.startswith("R10")
    assert str(error) == f"{error.reason} ({error.rule})"
