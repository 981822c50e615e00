"""Random play with every check: cheap ones after each answer, costly ones now and then."""

from __future__ import annotations

import random
from collections import Counter

import msgspec

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.verifying import verify
from tests.battery import acts, checks, looks, previews, runs, secrets, walks
from tests.battery.configurations import Configuration
from tests.battery.texts import check_text

COSTLY_EVERY = 50
"""One answer in so many is looked at closely."""
ANYTIME_CHANCE = 0.04
RESIGN_CHANCE = 0.0005
TWIN_ANSWERS = 25
SAMPLED_WITHIN = 16
"""A sample begins within so many times its length."""
WHOLE_REPLAY_CHANCE = 0.15
"""Of the close looks, those that play the whole log again; the end of every game does so too."""


class Report(msgspec.Struct):
    """What a run of the battery has seen."""

    games: int = 0
    answers: int = 0
    longest: int = 0
    costly: int = 0
    anytime: int = 0
    previews: int = 0
    twins: int = 0
    acts: int = 0
    lapsed: int = 0
    winners: dict[str, int] = msgspec.field(default_factory=Counter)


class BatteryError(AssertionError):
    """Something that must hold does not; says where to find it again."""


def play(configuration: Configuration, seed: str, report: Report, costly_every: int = COSTLY_EVERY) -> Match:
    """Plays one game at random to its end, with all checks; BatteryError names game, seed and record."""
    rng = random.Random(f"{configuration}:{seed}")
    match = Match.new(
        configuration.game,
        scenario=configuration.scenario,
        options=configuration.options,
        seed=seed,
        automatic=rng.random() < 0.5,
    )
    try:
        part = getattr(walks.hooks(configuration.game), "SAMPLED", {}).get(configuration.scenario)
        if part is not None:
            _play_a_part(match, rng, report, costly_every, part)
        else:
            _play(match, rng, report, costly_every, sample(configuration, rng))
    except Exception as error:
        where = f"{configuration}, seed {seed!r}, after {len(match.records)} records"
        raise BatteryError(f"{where}: {type(error).__name__}: {error}") from error
    report.games += 1
    report.longest = max(report.longest, len(match.records))
    return match


def sample(configuration: Configuration, rng: random.Random) -> range:
    """The answers that are looked at, each with its number: all of them, or some in a row where games are long."""
    most = load_game(configuration.game).info.scenarios[configuration.scenario].most_answers
    answers = getattr(walks.hooks(configuration.game), "SAMPLE", None)
    if answers is None:
        return range(most)
    first = rng.randrange(answers * SAMPLED_WITHIN)
    return range(first, first + answers)


def _play_a_part(match: Match, rng: random.Random, report: Report, costly_every: int, answers: int) -> None:
    """A few answers somewhere in a game that is too long to be played at random from beginning to end: until some turn
    has come each question is answered with the last option, by which most are ended; afterwards somebody gives up."""
    scenario = match.position.data.scenario_data
    assert scenario is not None
    assert scenario.last_turn is not None
    turn = rng.randrange(scenario.first_turn, scenario.last_turn + 1)
    while match.asked is not None and getattr(match.position, "turn", turn) < turn:
        match.apply(match.asked.options[-1])
    for _ in range(answers):
        if match.asked is None:
            break
        if not report.costly or rng.random() < 1 / costly_every:
            check_costly(match, rng, report)
        _answer(match, rng, report, costly_every)
        checks.check_sound(match.position)
        checks.check_question(match)
        report.answers += 1
    if match.asked is not None:
        match.resign(rng.randrange(2))
    check_end(match, report)


def _play(match: Match, rng: random.Random, report: Report, costly_every: int, looked_at: range) -> None:
    checks.check_sound(match.position)
    checks.check_question(match)
    most = match.game.info.scenarios[match.header.scenario].most_answers
    while match.asked is not None:
        assert len(match.records) < most, f"no end after {most} answers"
        if len(match.records) not in looked_at:
            match.apply(rng.choice(list(match.asked.options)))
            continue
        if not report.costly or rng.random() < 1 / costly_every:
            check_costly(match, rng, report)
        if rng.random() < RESIGN_CHANCE:
            match.resign(rng.randrange(2))
        else:
            _answer(match, rng, report, costly_every)
        checks.check_sound(match.position)
        checks.check_question(match)
        report.answers += 1
    check_end(match, report)


def _answer(match: Match, rng: random.Random, report: Report, costly_every: int) -> None:
    assert match.asked is not None
    side = rng.randrange(2)
    if rng.random() < ANYTIME_CHANCE and (acts := match.anytime(side)):
        match.apply(rng.choice(acts), side)
        report.anytime += 1
        return
    option = rng.choice(list(match.asked.options))
    if rng.random() < 1 / costly_every:
        checks.check_undo(match, option)
    else:
        match.apply(option)


def check_costly(match: Match, rng: random.Random, report: Report) -> None:
    """All that is too dear to look at after each answer."""
    report.costly += 1
    p = match.position
    checks.check_copy(p, rng)
    checks.check_encoding(p)
    checks.check_options_apply(match, rng)
    checks.check_refused(match, rng)
    checks.check_no_dice_in_view(p)
    if rng.random() < WHOLE_REPLAY_CHANCE:
        checks.check_undo_to_barrier(match)
    runs.check_run(match, rng)
    runs.check_foreseen(match, rng)
    report.acts += acts.check_acts(match, rng)
    walks.check_described_paths(match)
    looks.check_looks(match, rng)
    looks.check_bent_ways(match, rng)
    for walker in walks.walkers(p):
        walks.check_reach(*walker, rng)
    report.previews += previews.check_previews(match)
    secrets.check_views(match, rng)
    if p.data.has_secrets:
        report.twins += secrets.play_twins(match, rng.randrange(2), rng, TWIN_ANSWERS)


def check_end(match: Match, report: Report) -> None:
    """The end of a game: replay, save, dice that follow from the seed, and every event told in whole sentences."""
    assert match.over is not None
    report.winners[str(match.over.winner)] = report.winners.get(str(match.over.winner), 0) + 1
    checks.check_save(match)
    assert list(verify(match))
    checks.check_refused(match, random.Random(0))
    for side in (None, 0, 1):
        for event in match.log(side):
            check_text(match, event)
    report.lapsed += sum(event.code.startswith("lapsed-") for event in match.log(None))
    assert not [order for order in match.position.orders if order.side not in (0, 1)]
