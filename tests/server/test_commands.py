"""Several people on a side: each moves his own formations, and a phase ends when all have said so."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.numbers import SIDES, Side, Unit
from ardennes.server.commands import CHIEF, Command, Staff, formation_of, formations
from ardennes.server.protocol.seat import GiveCommand
from ardennes.server.rooms import Rooms
from ardennes.server.store import Store
from ardennes.server.windows import Window
from tests.server.serving import WAIT, Seat, Server, bearing, in_a_loop, new_table, serving
from tests.server.test_shared_turns import Here

GAME = load_game("bulge1944")
DATA = GAME.load_data("campaign", ())
MOVE = GAME.acts[0].pick
ARMY, OTHER = "5th Panzer Army", "7th Army"


class Asked(Protocol):
    """A server, or a process of a site."""

    base: str


def ask(server: Asked, token: str, path: str, status: int = 201, **wanted: Any) -> str:
    """Something that is asked by HTTP; what is said where it cannot be."""
    told = {**bearing(token), "Origin": server.base}
    with httpx.Client(base_url=server.base, headers=told, timeout=WAIT) as client:
        reply = client.post(f"/api/seat/{path}", json=wanted)
    assert reply.status_code == status, reply.text
    return str(reply.json()["detail"]) if status >= 400 else ""


def give(server: Asked, token: str, *names: str, status: int = 201, **wanted: Any) -> str:
    """A command for somebody else."""
    return ask(server, token, "command", status, formations=names, **wanted)


def heard(seat: Seat) -> dict[str, Any]:
    """What a window knows of the commands of its side."""
    seat.ask("sync")
    seat.ask("costs")
    found: list[dict[str, Any]] = [told for told in map(json.loads, seat.heard) if told["is"] == "commands"]
    return found[-1]


def units(seat: Seat) -> list[int]:
    """Those that a window can pick."""
    self_asked(seat)
    return [option - MOVE for option in seat.asked["options"] if 0 <= option - MOVE < len(DATA.counters)]


def self_asked(seat: Seat) -> dict[str, Any]:
    """The question as a window reads it when it has heard all there is."""
    seat.ask("sync")
    seat.ask("costs")
    return dict(seat.asked)


def army_of(unit: int) -> str:
    return formation_of(DATA, Unit(unit))


def answer(seat: Seat, option: int) -> dict[str, Any]:
    return seat.ask("answer", option=option, rev=seat.rev)


class Team:
    """The Germans of a table: the commander-in-chief, and an officer with one army."""

    def __init__(self, server: Server, owner: httpx.Client, **wanted: Any) -> None:
        self.server = server
        self.table = new_table(owner, game="bulge1944", scenario="campaign", automatic=False, **wanted)
        self.link = self.table["seats"][0]
        give(server, self.link, ARMY)
        self.chief = Seat(server, self.link)
        (self.officer_link,) = [each["token"] for each in heard(self.chief)["commands"] if each["number"]]
        self.officer = Seat(server, self.officer_link)

    @property
    def end(self) -> int:
        self_asked(self.chief)
        return int(self.chief.asked["remaining"]["option"])

    def move(self, seat: Seat) -> int:
        """A unit goes somewhere, and no further; which one."""
        unit = units(seat)[0]
        assert answer(seat, MOVE + unit)["is"] == "done"
        for verb in ("to", "done"):
            wanted = (option for option in self_asked(seat)["options"] if GAME.verbs.split(option)[0].name == verb)
            assert answer(seat, next(wanted))["is"] == "done"
        return unit


@pytest.fixture(scope="module")
def standing(server: Server, owner: httpx.Client) -> Team:
    """For what changes nothing that another test would miss."""
    return Team(server, owner)


@pytest.fixture
def team(server: Server, owner: httpx.Client) -> Team:
    return Team(server, owner)


# --- who may do what -------------------------------------------------------------------------------


def test_each_moves_his_own_formations_and_is_told_whose_others_are(standing: Team) -> None:
    assert {army_of(unit) for unit in units(standing.officer)} == {ARMY}
    theirs = units(standing.chief)
    assert theirs
    assert ARMY not in {army_of(unit) for unit in theirs}
    own, other = units(standing.officer)[0], theirs[0]
    for seat, unit, whose in (
        (standing.officer, other, "commander-in-chief"),
        (standing.chief, own, "5th Panzer Army"),
    ):
        for refused in (answer(seat, MOVE + unit), seat.ask("why", options=[MOVE + unit])):
            assert (refused["is"], refused["code"]) == ("refused", "not-your-formation")
            assert whose in refused["text"]
        run = seat.ask("run", rev=seat.rev, steps=[[MOVE + unit]])
        assert (run["is"], run["code"]) == ("refused", "not-your-formation")
        orders = seat.ask("orders", marches=[[unit, 5, -1]])
        assert (orders["is"], orders["code"]) == ("refused", "not-your-formation")
    assert answer(standing.officer, MOVE + own)["is"] == "done"
    assert standing.officer.ask("undo", rev=standing.officer.rev)["is"] == "done"


def test_a_unit_that_another_moves_is_his_until_he_has_done(team: Team) -> None:
    own = units(team.officer)[0]
    answer(team.officer, MOVE + own)
    asked = self_asked(team.chief)
    assert asked["options"] == []
    assert "5th Panzer Army" in asked["whose"]
    to = self_asked(team.officer)["options"][0]
    assert answer(team.chief, to)["code"] == "not-your-formation"
    assert team.chief.ask("undo", rev=team.chief.rev)["is"] == "done", "a pick that led to nothing is only in the way"
    assert units(team.chief)


def test_what_another_has_done_stands(team: Team) -> None:
    rev = team.chief.rev
    team.move(team.officer)
    mine = team.chief.ask("answer", option=MOVE + units(team.chief)[0], rev=rev)
    assert mine["is"] == "done", "what the other did meanwhile takes nothing from one's own units"
    assert team.chief.ask("undo", rev=team.chief.rev)["is"] == "done"
    self_asked(team.chief)
    self_asked(team.officer)
    for refused in (team.chief.ask("undo", rev=team.chief.rev), team.chief.ask("back", rev=team.chief.rev, to=0)):
        assert (refused["is"], refused["code"]) == ("refused", "not-your-answer")
        assert "5th Panzer Army" in refused["text"]
    assert team.officer.ask("undo", rev=team.officer.rev)["is"] == "done"
    team.officer.ask("undo", rev=team.officer.rev)
    assert team.officer.ask("redo", rev=team.officer.rev)["is"] == "done"


def test_what_concerns_the_whole_side_is_for_its_commander(team: Team) -> None:
    for do, more in (("orders", {"cancel": ["x"]}), ("draw", {"offer": "offer"}), ("resign", {})):
        refused = team.officer.ask(do, **more)
        assert refused["is"] == "refused"
        assert "commander-in-chief" in refused["text"]
        assert team.chief.ask(do, **more)["is"] == "done"


# --- who hears what --------------------------------------------------------------------------------


def test_the_enemy_and_watchers_hear_nothing_of_commands(standing: Team, server: Server) -> None:
    for token in (standing.table["seats"][1], standing.table["watch"]):
        seat = Seat(server, token)
        seat.ask("sync")
        told = [message for message in map(json.loads, seat.heard) if message["is"] == "commands"]
        assert not any(message["commands"] for message in told)
        assert standing.officer_link not in "".join(seat.heard)


def test_the_links_are_for_the_commander_in_chief_alone(standing: Team, server: Server) -> None:
    told = heard(standing.officer)
    assert told["own"] == 1
    assert {army_of(unit) for unit in told["units"]} == {ARMY}
    assert not any(each["token"] for each in told["commands"])
    assert standing.link not in "".join(standing.officer.heard)
    said = give(server, standing.officer_link, OTHER, status=400)
    assert said == "Only the commander-in-chief of the side can do that."


def test_officers_share_what_their_side_knows(standing: Team) -> None:
    whole, part = (seat.ask("sync") for seat in (standing.chief, standing.officer))
    assert {**whole, "asked": None} == {**part, "asked": None}


def test_a_hint_is_about_ones_own_units(standing: Team, server: Server) -> None:
    seats = {standing.link: standing.chief, standing.officer_link: standing.officer}
    for token, seat in seats.items():
        with httpx.Client(base_url=server.base, headers=bearing(token), timeout=WAIT) as client:
            found = client.get("/api/seat/hint", params={"language": "en"}).json()
        assert found["options"][0] in self_asked(seat)["options"]


# --- the end of a phase ----------------------------------------------------------------------------


def ready(team: Team) -> list[int]:
    return [each["number"] for each in heard(team.chief)["commands"] if each["ready"]]


def test_a_phase_ends_when_all_have_said_so(team: Team) -> None:
    before = self_asked(team.chief)["code"]
    assert answer(team.officer, team.end)["is"] == "done"
    assert (ready(team), self_asked(team.chief)["code"]) == ([1], before)
    assert [each["number"] for each in heard(team.officer)["commands"] if each["waited_for"]] == [0]
    assert team.officer.ask("ready", on=False)["is"] == "done"
    assert ready(team) == []
    answer(team.officer, team.end)
    team.move(team.officer)
    assert ready(team) == [], "who acts again has not done yet"
    answer(team.officer, team.end)
    assert answer(team.chief, team.end)["is"] == "done"
    assert self_asked(team.chief)["code"] != before or self_asked(team.chief)["side"] == 1
    assert ready(team) == []


def test_nobody_can_hold_a_phase_up(team: Team) -> None:
    before = self_asked(team.chief)["code"]
    assert "commander-in-chief" in team.officer.ask("ready", all=True)["text"]
    assert answer(team.chief, team.end)["is"] == "done"
    assert self_asked(team.chief)["code"] == before
    assert team.chief.ask("ready", all=True)["is"] == "done"
    assert self_asked(team.chief)["code"] != before or self_asked(team.chief)["side"] == 1


def test_an_end_within_a_run_is_refused(standing: Team) -> None:
    run = standing.officer.ask("run", rev=standing.officer.rev, steps=[[standing.end], [standing.end]])
    assert (run["is"], run["code"]) == ("refused", "end-by-itself")


# --- giving and taking -----------------------------------------------------------------------------


def test_a_command_changes_hands(team: Team, server: Server) -> None:
    give(server, team.link, ARMY, OTHER, number=1)
    assert {army_of(unit) for unit in units(team.officer)} == {ARMY, OTHER}
    give(server, team.link, OTHER)
    assert {army_of(unit) for unit in units(team.officer)} == {ARMY}, "a formation has one commander"
    give(server, team.link, number=1)
    assert "link" in team.officer.wait("closed")["text"]
    assert {army_of(unit) for unit in units(team.chief)} >= {ARMY}
    assert "no table" in ask(server, team.officer_link, "player", status=400, player="")


@pytest.mark.parametrize(
    ("names", "more", "says"),
    [
        (("Nowhere",), {}, "no formation “Nowhere”"),
        ((ARMY,), {"number": 7}, "no command 7"),
        ((ARMY,), {"player": "brilliant"}, "no level “brilliant”"),
    ],
)
def test_what_cannot_be_given_is_said(
    standing: Team, server: Server, names: tuple[str, ...], more: dict[str, Any], says: str
) -> None:
    assert says in give(server, standing.link, *names, status=400, **more)


def test_commands_and_what_was_said_survive_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        team = Team(server, owner)
        answer(team.officer, team.end)
        link, officer_link = team.link, team.officer_link
    with serving(tmp_path) as server:
        officer = Seat(server, officer_link)
        told = heard(officer)
        assert {army_of(unit) for unit in units(officer)} == {ARMY}
        assert [each["number"] for each in told["commands"] if each["ready"]] == [1]
        assert heard(Seat(server, link))["commands"][1]["formations"] == [ARMY]


# --- the computer ----------------------------------------------------------------------------------


async def until_ready(folder: Path, *, commanded: bool) -> set[str]:
    """Lets the computer play one army, or all but one, until it has done with a phase; the armies that have moved."""
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    rooms = Rooms(store, open_dice=True)
    room = await rooms.room(rooms.new("bulge1944", "campaign", (), "", "7", automatic=False))
    room.pool = Here(f"commands-{commanded}")  # type: ignore[assignment]
    await room.officers.give(SIDES[0], GiveCommand((ARMY,), player="easy" if commanded else ""))
    room.enter(Window(SIDES[0], "en", CHIEF if commanded else 1))
    await room.seat(SIDES[1], "easy")
    before = list(room.match.position.where)
    if not commanded:
        await room.seat(SIDES[0], "easy")
    while int(commanded) not in room.officers.ready.numbers:
        await asyncio.sleep(0.01)
    pairs = enumerate(zip(before, room.match.position.where, strict=True))
    moved = {army_of(unit) for unit, (old, new) in pairs if old != new and DATA.counters[unit].side == SIDES[0]}
    await rooms.close()
    store.close()
    return moved


@pytest.mark.parametrize("commanded", [True, False])
def test_the_computer_plays_armies_beside_people(tmp_path: Path, commanded: bool) -> None:
    """One army, or all but one; it has done when it can do nothing more, and nobody else's units have moved."""
    moved = in_a_loop(until_ready(tmp_path, commanded=commanded))
    assert moved
    assert (moved == {ARMY}) if commanded else (ARMY not in moved)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("bulge1944", "campaign"),
        ("deadly_woods", "attack"),
        ("bitter_woods", "campaign"),
        ("wacht_am_rhein", "bastogne"),
    ],
)
def test_every_game_with_formations_can_be_shared(game: str, scenario: str) -> None:
    data = load_game(game).load_data(scenario, ())
    for side in SIDES:
        assert len(formations(data, side)) > 1


def test_who_can_do_nothing_more_need_not_say_so() -> None:
    """The brigade that enters later."""
    match = Match.new("bitter_woods", scenario="campaign", seed="7", automatic=False)
    given = [("5th-panzer",), ("declared",)]
    commands = [Command(side=SIDES[0], number=n, formations=names, token="") for n, names in enumerate(given, start=1)]
    assert Staff(match.position.data, SIDES[0], commands).waited_for(match) == {CHIEF, 1}


# --- who may answer, without a server ----------------------------------------------------------------


def staff_of(match: Match, *given: tuple[str, ...], side: Side = SIDES[0]) -> Staff:
    numbered = enumerate(given, start=1)
    commands = [Command(side=side, number=number, formations=names, token="") for number, names in numbered]
    return Staff(match.position.data, side, commands)


def until(match: Match, code: str, seed: int = 1) -> None:
    """Plays at random up to a question."""
    chance = random.Random(seed)
    while match.asked is not None and match.asked.question.prompt != code:
        match.apply(chance.choice(list(match.asked.options)))
    assert match.asked is not None


def test_a_corps_can_be_given_out_of_an_army() -> None:
    match = Match.new("bulge1944", scenario="campaign", seed="7")
    staff = staff_of(match, ("5th Panzer Army",), ("5th Panzer Army/LVIII Pz", "7th Army/LXXX"))
    assert {"7th Army", "7th Army/LXXX"} <= set(staff.formations)
    for unit in staff.units(match.position, 2):
        assert DATA.counters[unit].corps in ("LVIII Pz", "LXXX")
    assert {army_of(unit) for unit in staff.units(match.position, 1)} == {"5th Panzer Army"}
    assert {army_of(unit) for unit in staff.units(match.position, 2)} == {"5th Panzer Army", "7th Army"}
    catalogue = GAME.catalogue("en")
    assert staff.title(2, catalogue) == "LVIII Pz (5th Panzer Army), LXXX (7th Army)"


def test_companies_are_whose_their_battalion_is() -> None:
    """Their own counters belong to no corps."""
    match = Match.new("wacht_am_rhein", scenario="bastogne", seed="7")
    until(match, "choose-breakdown")
    assert match.asked is not None
    side = match.asked.side
    staff = staff_of(match, ("VIII",), side=side)
    chance, p = random.Random(1), match.position
    before = len(staff.units(p, 1))
    while len(staff.units(match.position, 1)) == before:
        assert match.asked is not None
        match.apply(chance.choice(list(match.asked.options)))
    p = match.position
    companies = [unit for unit in staff.units(p, 1) if formation_of(p.data, unit) != "VIII"]
    assert companies
    assert all(p.parent[unit] >= 0 and staff.holder(p, p.parent[unit]) == 1 for unit in companies)


@pytest.mark.parametrize(
    ("game", "code", "given", "side", "whose"),
    [
        ("deadly_woods", "choose-army", "7th Army", SIDES[0], {CHIEF}),
        ("deadly_woods", "choose-first-chit", "7th Army", SIDES[0], {CHIEF}),
        ("deadly_woods", "place-air-supply", "VIII Corps", SIDES[1], {CHIEF}),
        ("deadly_woods", "choose-attack", "7th Army", SIDES[0], set()),
        ("bitter_woods", "choose-army", "6th-panzer", SIDES[0], {CHIEF}),
    ],
)
def test_what_speaks_of_no_unit_is_for_the_whole_side(
    game: str, code: str, given: str, side: Side, whose: set[int]
) -> None:
    """A place where an act begins is for anybody."""
    match = Match.new(game, scenario="attack" if game == "deadly_woods" else "campaign", seed="7")
    until(match, code)
    staff = staff_of(match, (given,), side=side)
    assert match.asked is not None
    assert match.asked.side == side
    assert staff.who_decides(match) == whose
    for number in staff.numbers:
        mine = staff.allowed(match, number)
        assert bool(mine) == (not whose or number in whose)


def test_who_has_all_the_units_that_are_asked_for_says_that_it_is_enough() -> None:
    """Whether support is given is for whoever has what could give it."""
    match = Match.new("bulge1944", scenario="campaign", seed="7")
    until(match, "answer-support")
    assert match.asked is not None
    side = match.asked.side
    armies = {
        army_of(unit) for unit in map(staff_of(match, side=side).unit_of, match.asked.options) if unit is not None
    }
    enough = [option for option in match.asked.options if GAME.verbs.split(option)[0].kind is Kind.NOTHING]
    staff = staff_of(match, tuple(armies), side=side)
    assert set(enough) <= set(staff.allowed(match, 1))
    assert not set(enough) & set(staff.allowed(match, CHIEF))


def test_who_gave_an_answer_is_kept_in_the_log() -> None:
    """Also by what is taken back and done again, and by a save."""
    match = Match.new("bulge1944", scenario="campaign", seed="7", automatic=False)
    assert match.asked is not None
    match.apply(match.asked.options[0], by=3)
    match.undo()
    match.redo()
    assert match.records[-1].by == 3
    assert Match.unpacked(match.packed()).records[-1].by == 3
    assert match.at(len(match.records)).records[-1].by == 3
