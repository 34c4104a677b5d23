"""Facts over time at the command line: as of a day, what came and went, what was decided."""

import pytest

from test_cli import answer, elsewhere, ok, run  # noqa: F401  `elsewhere` is used by every test

STORE = ("--store", "memory.db")


@pytest.fixture(autouse=True)
def moved(elsewhere):  # noqa: F811
    """Ada lived in Turin, and lives in Milan since June."""
    for date, text in (("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan.")):
        ok("add", text, *STORE, "--speaker", "Ada", "--said-at", date, "--session", date)


def test_facts_of_a_day_are_those_that_held_then_by_name():
    [before] = answer("facts", "Ada", *STORE, "--as-of", "2026-05-01")
    assert (before["subject_name"], before["type"], before["object_name"]) == ("Ada", "LIVES_IN", "Turin")
    assert "Ada LIVES_IN Milan" in ok("facts", "Ada", *STORE, "--as-of", "2026-07").stdout
    assert answer("facts", "Ada", *STORE, "--as-of", "2025") == []


def test_nothing_is_known_before_the_first_turn():
    assert answer("facts", "Ada", *STORE, "--known-at", "2026-01-01") == []


def test_diff_lists_what_began_and_ended():
    shown = ok("diff", *STORE, "--since", "2026-05", "--until", "2026-07").stdout.splitlines()
    assert shown == ["began      2026-06-05  Ada LIVES_IN Milan", "ended      2026-06-04  Ada LIVES_IN Turin"]
    assert len(answer("diff", *STORE, "--since", "2026-05", "--until", "2026-07")["began"]) == 1
    assert "Nothing began" in ok("diff", *STORE, "--since", "2020", "--until", "2021").stdout


def test_changes_show_before_and_after_and_reason():
    shown = ok("changes", *STORE).stdout
    assert "supersede by engine: Ada LIVES_IN Turin" in shown
    assert "superseded by Ada LIVES_IN Milan" in shown
    assert answer("changes", *STORE)[0]["kind"] == "supersede"


def test_changes_show_the_names_of_merged_entities():
    ok("add", "Clara works at Fiat.", *STORE, "--speaker", "Ben")
    ok("merge", "Clara", "Ada", *STORE)
    shown = ok("changes", *STORE).stdout
    assert "merge by user: Clara\n    into: – → Ada; requested" in shown


def test_an_invalid_date_is_refused_with_the_accepted_formats():
    refused = run("facts", "Ada", *STORE, "--as-of", "May")
    assert refused.exit_code == 2
    assert "2026-03-20" in refused.output


def test_a_profile_as_text_changes_and_page(tmp_path):
    shown = ok("profile", "Ada", *STORE).stdout.splitlines()
    assert shown[:3] == ["Profile of Ada", "Home:", "- lives in: Milan (said 2026-06-05)"]
    changed = ok("profile", "Ada", *STORE, "--since", "2026-03").stdout.splitlines()
    assert changed[:2] == ["Ada: What changed since 2026-03-01", "New facts:"]
    assert changed[2].startswith("- Home: lives in: Milan")
    assert changed[3] == "No longer true:"
    assert changed[4].startswith("- Home: lives in: Turin")
    short = ok("profile", "Ada", *STORE, "--since", "2026-03", "--tokens", "1").stdout.splitlines()
    assert short == [changed[0], "(2 more)"]
    as_markdown = ok("profile", "Ada", *STORE, "--since", "2026-03", "--format", "markdown").stdout
    assert as_markdown.startswith("# Ada: What changed since 2026-03-01")
    assert answer("profile", "Ada", *STORE)["lines"][0]["object"] == "Milan"
    ok("profile", "Ada", *STORE, "--format", "html", "--output", str(tmp_path / "ada.html"))
    assert (tmp_path / "ada.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Nothing is known about 'Zoe'" in run("profile", "Zoe", *STORE).stdout
    assert run("--json", "profile", "Zoe", *STORE).stdout == "null\n"


def test_gaps_are_searched_with_the_embedder_of_the_command():
    assert "unheard-of" in run("gaps", *STORE, "--embedder", "unheard-of").stderr


def test_what_is_due_and_what_changed():
    ok("add", "I fly to Lisbon on June 20th.", *STORE, "--speaker", "Ada", "--said-at", "2026-06-10")
    assert "- 2026-06-20 plan: Ada: I fly to Lisbon" in ok("due", *STORE, "--now", "2026-06-18").stdout
    assert answer("due", *STORE, "--now", "2026-06-18", "--days", "1")["items"] == []
    assert "Ada lives in Milan" in ok("brief", *STORE, "--since", "2026-01").stdout
    assert "Milan" not in ok("brief", *STORE, "--since", "2026-06-06").stdout
    assert "Milan" in ok("brief", *STORE, "--since", "2026-06-06", "--transaction-time").stdout


def test_a_summary_quotes_notes_with_their_days():
    assert "2026-06-05 [" in ok("summary", *STORE).stdout
    assert answer("summary", *STORE, "--about", "Milan")["total"] == 1
    assert ok("summary", *STORE, "--session", "none").stdout == "No notes.\n"
