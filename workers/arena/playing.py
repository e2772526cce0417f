"""The games of a match, several at a time."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from workers.arena.matches import Match, Outcome, play_match_game


def play_games(
    match: Match, games: Iterable[int], jobs: int, go_on: Callable[[], bool]
) -> Iterator[Outcome]:
    """Play the games on so many processes, each answered as it ends.

    Before one is begun, ``go_on`` is asked whether to; those that have begun are played to the
    end.
    """
    numbers = iter(games)
    running: set[Future[Outcome]] = set()
    with ProcessPoolExecutor(jobs) as pool:
        while True:
            while len(running) < jobs and go_on():
                game = next(numbers, None)
                if game is None:
                    break
                running.add(pool.submit(play_match_game, match, game))
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()
