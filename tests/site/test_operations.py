"""Backup and restore, roles and erasure by command, and the files that a hobbyist starts a site with."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import typer
import yaml
from typer.main import get_command

from ardennes.cli.app import app
from ardennes.errors import ArdennesError
from ardennes.server.administration import back_up, erase, migrate, restore, set_role
from ardennes.server.people.accounts import Accounts, Passkey
from ardennes.server.store import Store
from tests.server.test_store import added, change, record
from tests.site.cluster import Cluster

HOSTING = Path(__file__).parents[2] / "hosting"
COMPOSE: dict[str, Any] = yaml.safe_load((HOSTING / "compose.yaml").read_text())


def test_a_backup_restored_elsewhere_is_the_same_site(cluster: Cluster, database: str, tmp_path: Path) -> None:
    store = Store(database)
    row = added(store, (record(1), record(2)))
    Accounts(store.engine).add("Somebody", "en")
    with store.engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO results VALUES ('think:x:1', '', 0)"))
    back_up(database, tmp_path / "site.backup")
    store.keep(row.id, change(1, 2, (record(3),))).result()
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["site.backup"]
    elsewhere = cluster.url(cluster.new())
    restore(elsewhere, tmp_path / "site.backup")
    again = Store(elsewhere)
    assert again.played(row.id) == [record(1), record(2)]
    assert again.row(row.id) is not None
    assert Accounts(again.engine).by_name("somebody") is not None
    with again.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM results")) == 0
        assert connection.scalar(sa.text("SELECT count(*) FROM procrastinate_jobs")) == 0
    again.close()
    with pytest.raises(ArdennesError, match="is not empty"):
        restore(elsewhere, tmp_path / "site.backup")


def test_backups_that_fail_leave_nothing(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(ArdennesError, match="pg_dump: "):
        back_up(cluster.url("nowhere"), tmp_path / "site.backup")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ArdennesError, match="there is no such file"):
        restore(cluster.url("nowhere"), tmp_path / "site.backup")


def test_roles_and_erasure_by_command(database: str) -> None:
    accounts = Accounts(sa.create_engine(database, poolclass=sa.NullPool))
    account = accounts.add("Mod", "en")
    with pytest.raises(ArdennesError, match="mod has no passkey"):
        set_role(database, "mod", "moderator")
    accounts.add_passkey(Passkey(id="x", account=account.id, public_key=b"", sign_count=0))
    set_role(database, "mod", "moderator")
    found = accounts.by_id(account.id)
    assert found is not None
    assert found.role == "moderator"
    with pytest.raises(ArdennesError, match="the roles are"):
        set_role(database, "mod", "king")
    erase(database, "MOD")
    assert accounts.by_id(account.id) is None
    with pytest.raises(ArdennesError, match="nobody called mod"):
        erase(database, "mod")


def test_migrate_sets_up_an_empty_database_twice_over_and_names_bad_roles(cluster: Cluster) -> None:
    url = cluster.url(cluster.new())
    for _ in range(2):
        command = [sys.executable, "-c", "from ardennes.cli import main; main()", "site", "migrate", "--database", url]
        assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0
    Store(url).close()
    with pytest.raises(ArdennesError, match="--worker x; DROP"):
        migrate(url, "x; DROP TABLE tables")


# --- the files --------------------------------------------------------------------------------------


def parses(words: str) -> bool:
    """Whether the command line takes these words, without running them; also where no mail is sent."""
    empty = re.sub(r"\$\{MAIL\w*[^}]*\}", "", words)
    named = [re.sub(r"\$\{(\w+)[^}]*\}", lambda found: f"{found[1].lower()}.example", each) for each in (words, empty)]
    return all(_parses(filled.replace("%i", "8001")) for filled in named)


def _parses(filled: str) -> bool:
    command = get_command(app)
    with typer.Context(command, info_name="ardennes") as context:  # type: ignore[attr-defined]
        name, *rest = shlex.split(filled)
        found = command.get_command(context, name)  # type: ignore[attr-defined]
        while hasattr(found, "commands"):
            found, rest = found.commands[rest[0]], rest[1:]
        taken = found.make_context(name, rest, parent=context, resilient_parsing=False)
        assert not any(str(value).startswith("--") for value in taken.params.values()), "no option is another's value"
    return True


@pytest.mark.parametrize("service", ["web1", "web2", "work", "migrate"])
def test_every_container_runs_a_command_there_is(service: str) -> None:
    wanted = COMPOSE["services"][service]
    assert parses(wanted["command"])
    assert wanted["read_only"] is True
    assert wanted["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in wanted["security_opt"]


def test_the_compose_file_names_nothing_that_is_not_there() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"database", "migrate", "web1", "web2", "work", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (HOSTING / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    assert "ports" not in services["database"]
    assert (HOSTING / services["web1"]["build"]["dockerfile"].removeprefix("hosting/")).exists()
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--proxy {proxy}" in services["web1"]["command"]


@pytest.mark.parametrize("unit", ["ardennes-web@.service", "ardennes-work@.service"])
def test_every_unit_runs_a_command_there_is_with_few_rights(unit: str) -> None:
    text = (HOSTING / unit).read_text()
    (command,) = re.findall(r"^ExecStart=/opt/ardennes/bin/ardennes (.+)$", text, re.MULTILINE)
    assert parses(command)
    for setting in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "Restart=always", "MemoryMax="):
        assert setting in text


def test_the_guide_names_commands_that_exist() -> None:
    guide = (HOSTING.parent / "docs/hosting.md").read_text()
    known = set(get_command(app).commands["site"].commands)  # type: ignore[attr-defined]
    assert set(re.findall(r"ardennes site (\w+)", guide)) <= known
    assert known <= set(re.findall(r"ardennes site (\w+)", guide))
