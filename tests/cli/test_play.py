"""A game at one terminal, driven by scripts of commands."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from tests.cli.conftest import Ardennes, fails
from tests.cli.scripts import played

NOON = ("play", "crossroads", "--terminal", "--scenario", "noon", "--seed", "3")
DAWN = ("play", "crossroads", "--terminal", "--scenario", "dawn")


def lines(*commands: str) -> str:
    return "\n".join((*commands, "quit!")) + "\n"


def after(out: str, command: str) -> str:
    """What was printed between a command and the next one."""
    _, _, rest = out.partition(f"> {command}\n")
    return re.split(r"^\w+> ", rest, maxsplit=1, flags=re.MULTILINE)[0]


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("scenario", ["noon", "dawn"])
def test_a_whole_game_by_script(ardennes: Ardennes, seed: str, scenario: str) -> None:
    expected, script = played(seed, scenario)
    game = ("play", "crossroads", "--terminal", "--scenario", scenario, "--seed", seed)
    run = ardennes(*game, script="\n".join([*script, "save end.ardennes"]))
    assert run.code == 0
    assert expected.sentence(expected.prompt()) in run.out
    assert "Game over." in run.out
    saved = Match.load(Path("end.ardennes"))
    assert saved.position.digest() == expected.position.digest()
    assert saved.records == expected.records
    assert "\x1b" not in run.out


def test_the_installed_command_plays_a_script(tmp_path: Path) -> None:
    expected, script = played("d")
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", *NOON[:-1], "d"]
    run = subprocess.run(command, input="\n".join(script), capture_output=True, text=True, check=True, cwd=tmp_path)
    assert expected.sentence(expected.prompt()) in run.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["crossroads-1.ardennes"], "the game is kept at the end"


def test_resuming_is_the_same_as_going_on(ardennes: Ardennes) -> None:
    expected, script = played("e")
    half = len(script) // 2
    game = (*NOON[:-1], "e")
    ardennes(*game, script=lines(*script[:half], "save half.ardennes"))
    resumed = ("play", "crossroads", "--terminal", "--load", "half.ardennes")
    run = ardennes(*resumed, script=lines(*script[half:], "save whole.ardennes"))
    assert run.code == 0
    assert Match.load(Path("whole.ardennes")).position.digest() == expected.position.digest()


def test_loading_inside_a_game(ardennes: Ardennes) -> None:
    run = ardennes(*NOON, script=lines("move Pz", "save a.ardennes", "to 0603", "load a.ardennes", "save b.ardennes"))
    assert run.code == 0
    assert Path("a.ardennes").read_bytes() == Path("b.ardennes").read_bytes()


def test_the_same_seed_the_same_dice(ardennes: Ardennes) -> None:
    script = lines("move Pz", "to 0402", "done")
    assert ardennes(*NOON, script=script).out == ardennes(*NOON, script=script).out


# --- answers -------------------------------------------------------------------------------------


def test_numbers_notation_and_bare_names_mean_the_same(ardennes: Ardennes) -> None:
    saves = []
    for index, first, second in ((1, "1", "1"), (2, "move Pz", "to 0603"), (3, "pz", "0603"), (4, "0703", "TO 0603")):
        assert ardennes(*NOON, script=lines(first, second, f"save {index}.ardennes")).code == 0
        saves.append(Path(f"{index}.ardennes").read_bytes())
    assert len(set(saves)) == 1


def test_options_show_costs(ardennes: Ardennes) -> None:
    out = after(ardennes(*NOON, script=lines("move Pz")).out, "move Pz")
    assert re.search(r"1 +to 0603 +clear +½ MP", out)
    assert "[3.1]" in out
    assert "Panzer battalion go? 4 MP left" in out


def test_about_sums_up_and_shows_chances(ardennes: Ardennes) -> None:
    meet = ("move Pz", "to 0403", "to 0403", "done", "guns silent", "move Rif1", "to 0303", "done")
    fight = (*meet, "about join Rif1")
    out = after(ardennes(*NOON, script=lines(*fight)).out, "about join Rif1")
    assert "1st Rifles at 1-2" in out
    assert "column shifts: none" in out
    assert "D1    17% ████" in out
    assert "if the guns answer:" in out
    assert "attacker loses a step" in out


def test_nonsense_changes_nothing(ardennes: Ardennes) -> None:
    nonsense = ("frob", "99", "0", "move", "move Nobody", "to 9999", "about", "about 77", "why", "look", "save", "load")
    files = (
        "rules 99.9",
        "load nowhere.ardennes",
        "save no/such/folder.ardennes",
        "save ~not-a-user/x",
        "load .",
    )
    run = ardennes(*NOON, script=lines(*nonsense, *files, "save x.ardennes"))
    assert run.code == 0
    assert "there is no option 99; the list goes to 4" in run.out
    assert "'Nobody' is not a unit" in run.out
    assert "nowhere.ardennes: cannot be read" in run.out
    assert "no/such/folder.ardennes: cannot be written" in run.out
    assert "~not-a-user/x: " in run.out
    assert "Is a directory" in run.out
    assert Match.load(Path("x.ardennes")).records == []


# --- undo, why and the rest ----------------------------------------------------------------------


def test_undo_and_redo(ardennes: Ardennes) -> None:
    script = ("move Pz", "save 1.s", "to 0603", "save 2.s", "undo", "save 3.s", "redo", "save 4.s")
    ardennes(*NOON, script=lines(*script))
    once, twice, undone, redone = (Path(f"{number}.s").read_bytes() for number in (1, 2, 3, 4))
    assert once == undone
    assert twice == redone
    assert once != twice


def test_undo_stops_at_a_die(ardennes: Ardennes) -> None:
    run = ardennes(*NOON, script=lines("move Pz", "to 0502", "to 0402", "undo", "redo"))
    assert "die" in after(run.out, "to 0402")
    assert "Nothing can be taken back" in after(run.out, "undo")
    assert "Nothing has been taken back." in after(run.out, "redo")


def test_why_names_the_rule(ardennes: Ardennes) -> None:
    out = ardennes(
        *NOON, script=lines("why move Rif1", "move Pz", "why 0303", "why 0101", "why to 0603", "why 0703")
    ).out
    assert after(out, "why move Rif1").startswith("2.2: 1st Rifles cannot move now")
    assert after(out, "why 0303").startswith("3.3: Enemy zones of control")
    assert after(out, "why 0101").startswith("3.3:")
    assert "to 0603 is possible." in after(out, "why to 0603")
    assert "costs ½ MP" in after(out, "why to 0603")


def test_a_refused_answer_names_the_rule_in_the_players_language(ardennes: Ardennes) -> None:
    out = ardennes(*NOON, "--language", "it", script=lines("move Pz", "to 0303", "undo", "undo")).out
    assert "Tedeschi: muovi un'unità" in out
    assert after(out, "to 0303").startswith("3.3: Le ZOC nemiche fermano")
    assert "Non si può annullare nulla" in out


def test_looking_around(ardennes: Ardennes) -> None:
    out = ardennes(
        *NOON,
        script=lines("look 0403", "look Sherman", "units", "status", "rules", "rules 3.4", "map 0101", "help", "log"),
    ).out
    assert "towards 0503: river, road, bridge, Bief" in after(out, "look 0403")
    assert "Tank company  0203  tanks, strength 3" in after(out, "look Sherman")
    assert len(after(out, "units").strip().splitlines()) == 6
    assert "guns: German 1, Allied 1" in after(out, "status")
    assert after(out, "rules").startswith("2.2  Movement phase")
    assert after(out, "rules 3.4").startswith("3.4  Fords")
    assert "□Sherman" in after(out, "map 0101")
    assert "undo" in after(out, "help")
    assert after(out, "log") == "Turn 1 begins.  [2.1]\n"


def test_counters_are_named_in_the_players_language(ardennes: Ardennes) -> None:
    asked = ("play", "deadly_woods", "--terminal", "--language", "it")
    out = ardennes(*asked, script=lines("look 99-393", "attack 3710", "options")).out
    assert "393º Reggimento, 99ª Divisione" in after(out, "look 99-393")
    assert "fanteria" in after(out, "look 99-393")
    assert "infantry" not in out
    assert "Regiment," not in out


def test_resigning_ends_the_game(ardennes: Ardennes) -> None:
    run = ardennes(*NOON, script=lines("resign", "move Pz", "save end.s"))
    assert "The German player resigns." in run.out
    assert "The game is over." in after(run.out, "move Pz")
    over = Match.load(Path("end.s")).over
    assert over is not None
    assert over.winner == 1


def test_leaving_keeps_the_game(ardennes: Ardennes) -> None:
    assert "Saved to crossroads-1.ardennes." in ardennes(*NOON, script="move Pz\n").out
    assert "--load crossroads-2.ardennes" in ardennes(*NOON, script="move Pz\nquit\n").out
    assert Match.load(Path("crossroads-2.ardennes")).records[0].kind == "answer"
    assert "Saved" not in ardennes(*NOON, script="move Pz\nquit!\n").out
    assert "Saved" not in ardennes(*NOON, script="units\n").out
    assert "crossroads" not in ardennes(*NOON, script="move Pz\nsave mine.s\n").out.split("mine.s.")[1]


# --- standing orders -----------------------------------------------------------------------------


def test_the_other_side_sits_down_to_give_orders(ardennes: Ardennes) -> None:
    visit = ("pass", "undo", "move Rif1", "prepare 0403/0503", "status", "back")
    run = ardennes(*DAWN, "--seed", "5", script=lines("move Pz", *visit, "orders", "status", "to 0503", "undo"))
    assert "Nothing can be taken back" in after(run.out, "undo")
    assert "The German player decides now." in after(run.out, "move Rif1")
    assert "Ordered: prepare 0403/0503." in after(run.out, "prepare 0403/0503")
    assert "The bridge 0403/0503 is prepared for demolition." in after(run.out, "status")
    german = run.out.partition("> back\n")[2]
    assert "There is nothing to order." in german
    assert "prepared" not in german
    assert "The bridge 0403/0503 is blown up!" in after(german, "to 0503")


def test_undo_leaves_the_other_sides_orders_alone(ardennes: Ardennes) -> None:
    ardennes(*DAWN, script=lines("move Pz", "pass", "prepare 0403/0503", "back", "undo", "save x.s"))
    match = Match.load(Path("x.s"))
    assert [record.kind for record in match.records] == ["anytime"]
    assert [order.kind for order in match.position.orders] == ["demolition"]


# --- the curtain ---------------------------------------------------------------------------------

CURTAIN = re.compile(r"^--- Pass the keyboard to the (\w+) player, then press Enter. ---", re.MULTILINE)
NOSY = ("log all", "units", "map", "status", "look 0703", "look 0403", "orders", "about 1", "why 0303", "options")


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_curtain_hides_what_is_face_down(ardennes: Ardennes, seed: str) -> None:
    """Whatever the Allied player asks for, no German counter is named before it has been turned up."""
    _, script = played(seed, "dawn")
    nosy = [line for answer in script for line in (*NOSY, answer)]
    run = ardennes(*DAWN, "--seed", seed, script="\n".join([*nosy, "quit!"]))
    hidden = {
        counter.id: counter.name
        for counter in load_game("crossroads").load_data("dawn", ()).counters
        if counter.side == 0 and counter.kind != "stand-in"  # type: ignore[attr-defined]
    }
    _, *parts = CURTAIN.split(run.out)
    assert set(parts[::2]) == {"German", "Allied"}
    looked = 0
    for side, shown in zip(parts[::2], parts[1::2], strict=True):
        for line in shown.splitlines():
            for id, name in list(hidden.items()):
                if f"{name} is revealed in" in line:
                    del hidden[id]
            if side == "Allied":
                looked += 1
                for id, name in hidden.items():
                    assert name not in line
                    assert not re.search(rf"\b{id}\b", line)
    assert looked > 100


def test_no_curtain_where_nothing_is_hidden_or_wanted(ardennes: Ardennes) -> None:
    assert not CURTAIN.search(ardennes(*NOON, script=lines("done", "done")).out)
    assert not CURTAIN.search(ardennes(*DAWN, "--no-curtain", script=lines("done", "done")).out)
    assert CURTAIN.search(ardennes(*DAWN, script=lines()).out)


# --- what cannot be played -----------------------------------------------------------------------


def test_at_the_terminal_a_game_must_be_named(ardennes: Ardennes) -> None:
    fails(ardennes("play", "--terminal"), "name the game")


def test_a_port_that_is_taken(ardennes: Ardennes) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        fails(ardennes("play", "--no-browser", "--port", str(port), "--data-dir", "games"), f"port {port}")


def test_a_game_that_cannot_be_played_yet(ardennes: Ardennes, unfinished: str) -> None:
    fails(ardennes("play", unfinished, "--terminal"), "Unfinished cannot be played yet")


def test_unknown_scenario_option_and_language(ardennes: Ardennes) -> None:
    fails(ardennes("play", "crossroads", "--terminal", "--scenario", "dusk"), "'dusk'", "dawn, noon")
    fails(ardennes(*NOON, "--option", "frost"), "'frost'", "muddy")
    fails(ardennes(*NOON, "--language", "xx"), "'xx'", "en, it")


def test_options_of_the_game_are_played_with(ardennes: Ardennes) -> None:
    out = after(ardennes(*NOON, "--option", "muddy", script=lines("move Pz")).out, "move Pz")
    assert re.search(r"to 0602 +clear +2 MP", out)


def test_the_computer_plays_a_side_and_coaches_the_other(ardennes: Ardennes) -> None:
    call = ("play", "crossroads", "--terminal", "--scenario", "noon", "--seed", "7")
    told = ardennes(*call, "--computer", "Allied", "--level", "easy", "--coach", script="done\ndone\nquit\n")
    assert told.code == 0
    assert "Turn 2. German: move a unit" in told.out, "the Allied turn was played"
    assert "The adviser would have begun with: move" in told.out
    italian = ardennes(*call, "--computer", "allied", "--coach", "--language", "it", script="done\nquit\n")
    assert "Il consigliere avrebbe cominciato così: move" in italian.out


def test_the_computer_at_the_terminal_is_called_by_side_and_level(ardennes: Ardennes) -> None:
    call = ("play", "crossroads", "--terminal")
    fails(ardennes(*call, "--computer", "british"), "--computer british: the sides of Crossroads are german and allied")
    fails(ardennes(*call, "--computer", "german", "--level", "genius"), "there is no level 'genius'")
    fails(ardennes("play", "--computer", "german"), "--computer and --coach are for --terminal")


def test_the_computer_may_begin_and_hides_no_curtain(ardennes: Ardennes) -> None:
    call = ("play", "crossroads", "--terminal", "--scenario", "dawn", "--seed", "7", "--computer", "german")
    told = ardennes(*call, "--level", "easy", script="quit\n")
    assert "Allied: move a unit" in told.out
    assert "Pass the keyboard" not in told.out
