"""Tokens, grants and the audit record."""

import stat
from datetime import timedelta

import pytest
from typer.testing import CliRunner

from factories import NOW
from memgraph_core.cli.app import app
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.server.audit import AuditLog, AuditRecord, audit_records
from memgraph_core.server.limits import RateLimit
from memgraph_core.server.principals import Grant, Principal, TokenFile


def test_a_token_identifies_its_principal_and_grants(tmp_path):
    tokens = TokenFile(tmp_path / "tokens.json")
    token = tokens.create("ada", [Grant.parse("ada:read,write")], now=NOW)
    assert tokens.principal_of(token, NOW) == Principal("ada", (Grant("ada", ("read", "write")),))


def test_the_file_has_no_token_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "tokens.json"
    token = TokenFile(path).create("ada", [Grant.parse("ada")], now=NOW)
    assert token.split("_", 2)[2] not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("token", ["", "mgc", "mgc__", "mgc_00000000_x", "x" * 10_000, "mgc_ü_ü"])
def test_anything_else_is_no_token(tmp_path, token):
    tokens = TokenFile(tmp_path / "tokens.json")
    tokens.create("ada", [Grant.parse("ada")], now=NOW)
    assert tokens.principal_of(token, NOW) is None


def test_a_secret_counts_only_with_its_own_key(tmp_path):
    tokens = TokenFile(tmp_path / "tokens.json")
    one = tokens.create("ada", [Grant.parse("ada")], now=NOW).split("_", 2)
    other = tokens.create("ben", [Grant.parse("ben")], now=NOW).split("_", 2)
    assert tokens.principal_of("_".join((one[0], one[1], other[2])), NOW) is None


def test_a_token_expires(tmp_path):
    tokens = TokenFile(tmp_path / "tokens.json")
    token = tokens.create("ada", [Grant.parse("ada")], now=NOW, expires_at=NOW + timedelta(hours=1))
    assert tokens.principal_of(token, NOW) is not None
    assert tokens.principal_of(token, NOW + timedelta(hours=1)) is None
    with pytest.raises(InvalidInput, match="which is past"):
        tokens.create("ada", [Grant.parse("ada")], now=NOW, expires_at=NOW)


def test_the_command_creates_a_token_that_expires(tmp_path):
    file = tmp_path / "tokens.json"
    arguments = ["token", "create", "ada", "--grant", "ada", "--tokens", str(file), "--expires", "2999-01-01"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert (TokenFile(file).list()[0].expires_at or "").startswith("2999-01-01")


def test_a_running_server_sees_new_and_revoked_tokens_at_once(tmp_path):
    server, command = TokenFile(tmp_path / "tokens.json"), TokenFile(tmp_path / "tokens.json")
    token = command.create("ada", [Grant.parse("ada")], now=NOW)
    assert server.principal_of(token, NOW) is not None
    command.revoke(command.list()[0].key)
    assert server.principal_of(token, NOW) is None
    with pytest.raises(InvalidInput, match="there is no token 'nobody'"):
        command.revoke("nobody")


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "tokens.json"
    path.write_text('{"tokens": [{"key": 1}]}')
    with pytest.raises(ConfigError, match="is not a file of tokens"):
        TokenFile(path).list()


@pytest.mark.parametrize(
    ("grant", "namespace", "covered"),
    [
        ("ada:read", "ada", True), ("ada:read", "adam", False), ("team-*:read", "team-red", True),
        ("team-*:read", "tea", False), ("*:read", "anything", True), ("a:b:read", "a:b", True),
    ],
)  # fmt: skip
def test_a_grant_covers_a_namespace_or_those_with_a_prefix(grant, namespace, covered):
    assert Principal("p", (Grant.parse(grant),)).may("read", namespace) is covered


def test_a_right_is_granted_by_itself():
    principal = Principal("p", (Grant.parse("ada:read"), Grant.parse("ben:write")))
    assert not principal.may("write", "ada")
    assert not principal.may("read", "ben")
    assert not principal.may("forget", "ada")


@pytest.mark.parametrize("text", ["", ":read", "ada:", "ada:reed", "ada:read,", "ada:read,reed"])
def test_a_grant_that_cannot_be_read_is_refused(text):
    with pytest.raises(InvalidInput):
        Grant.parse(text)


def test_a_token_without_grants_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="allows nothing"):
        TokenFile(tmp_path / "tokens.json").create("ada", [], now=NOW)


def test_a_principal_gets_its_rate_and_twice_as_many_at_once():
    limit = RateLimit(2)
    assert [limit.wait_for("ada", 0.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert limit.wait_for("ben", 0.0) == 0
    assert limit.wait_for("ada", 0.5) == 0
    assert limit.wait_for("ada", 0.5) == 0.5
    assert [limit.wait_for("ada", 1_000.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_audit_records_are_read_back_by_principal_and_namespace(tmp_path):
    log = AuditLog(tmp_path / "audit.jsonl")
    records = [
        AuditRecord(at=NOW.isoformat(), principal=p, verb="search", namespace=n, outcome="done", count=3)
        for p, n in (("ada", "x"), ("ben", "x"), ("ada", "y"))
    ]
    for record in records:
        log.write(record)
    log.close()
    path = tmp_path / "audit.jsonl"
    assert list(audit_records(path)) == records
    assert list(audit_records(path, principal="ada", namespace="y")) == [records[2]]
    path.write_text("{}\n")
    with pytest.raises(InvalidInput, match="line 1 is not an audit record"):
        list(audit_records(path))
