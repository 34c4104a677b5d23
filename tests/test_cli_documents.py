"""`import` of documents and folders."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from memgraph_core.cli.app import app
from pdf import pdf_of


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name in ("MEMGRAPH_CORE_STORE", "MEMGRAPH_CORE_NAMESPACE", "NEO4J_URI", "MEMGRAPH_CORE_EXTRACTOR"):
        monkeypatch.delenv(name, raising=False)

    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")

    def invoke(command, *arguments):
        options = ["--store", str(tmp_path / "m.db")]
        return CliRunner().invoke(app, [command, *options, *map(str, arguments)])

    return invoke


def test_a_folder_is_imported_with_documents_and_conversations_once(run, tmp_path):
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rivers.md").write_text("# Rivers\n\nThe Po is 652 kilometres long.")
    (folder / "essay.txt").write_text("Mountains are high. Monviso is 3841 metres high.")
    (folder / "chat.txt").write_text("Ada: I live in Milan.\nBen: I live in Rome.")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    assert run("import", folder).exit_code == 0
    assert json.loads(run("stats", "--json").stdout)["turns"] == 4
    assert run("import", folder).exit_code == 0
    assert json.loads(run("stats", "--json").stdout)["turns"] == 4
    assert "deep/rivers.md" in run("context", "How long is the Po?").stdout
    assert "Ada" in run("search", "Where does Ada live?").stdout


def test_chunks_have_the_given_length(run, tmp_path):
    (tmp_path / "long.md").write_text("\n\n".join(f"Paragraph {n} speaks of river {n}." for n in range(20)))
    run("import", tmp_path / "long.md", "--chunk-size", 80, "--chunk-overlap", 0)
    assert json.loads(run("stats", "--json").stdout)["turns"] == 10
    output = run("import", tmp_path / "long.md", "--chunk-size", 80, "--chunk-overlap", 90)
    assert (output.exit_code, "0 <= overlap < size" in output.stderr) == (1, True)


def test_a_folder_without_readable_files_is_refused(run, tmp_path):
    (tmp_path / "empty").mkdir()
    output = run("import", tmp_path / "empty")
    assert (output.exit_code, "contains no readable file" in output.stderr) == (1, True)


def counted(run):
    return json.loads(run("stats", "--json").stdout)["turns"]


def test_an_edited_document_replaces_its_old_version(run, tmp_path):
    (tmp_path / "po.md").write_text("The Po is 652 kilometres long.\n\nIt rises near Monviso.")
    run("import", tmp_path / "po.md", "--chunk-size", 50, "--chunk-overlap", 0)
    (tmp_path / "po.md").write_text("The Po is 650 kilometres long.\n\nIt rises near Monviso.")
    output = run("import", tmp_path / "po.md", "--chunk-size", 50, "--chunk-overlap", 0)
    assert "2 new turns, 2 outdated forgotten" in output.stdout
    assert counted(run) == 2
    context = run("context", "How long is the Po?").stdout
    assert "650 kilometres" in context
    assert "652" not in context
    (tmp_path / "po.md").write_text("The Po is 651 kilometres long.\n\nIt rises near Monviso.")
    run("import", tmp_path / "po.md", "--chunk-size", 50, "--chunk-overlap", 0, "--keep")
    assert counted(run) == 3


def test_another_document_of_the_same_name_is_skipped_with_a_note(run, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "notes.md").write_text("The Po is 652 kilometres long.")
    (tmp_path / "deep" / "notes.md").write_text("Bread needs flour and water.")
    assert run("import", tmp_path / "notes.md").exit_code == 0
    output = run("import", tmp_path / "deep" / "notes.md")
    assert (output.exit_code, "another document named 'notes.md'" in output.stderr) == (1, True)
    assert "652" in run("context", "How long is the Po?").stdout
    both = run("import", tmp_path / "notes.md", tmp_path / "deep" / "notes.md")
    assert (both.exit_code, "would both be the document 'notes.md'" in both.stderr) == (1, True)


def test_conversations_of_the_same_name_in_several_folders_stay_separate(run, tmp_path):
    for month, said in (
        ("may", "Ada: I live in Milan.\nBen: Hi."),
        ("june", "Eve: I live in Graz.\nBen: Hi."),
    ):
        (tmp_path / "chats" / month).mkdir(parents=True)
        (tmp_path / "chats" / month / "chat.txt").write_text(said)
    both = run("import", tmp_path / "chats" / "may" / "chat.txt", tmp_path / "chats" / "june" / "chat.txt")
    assert (both.exit_code, "would both be the conversation 'chat'" in both.stderr) == (1, True)
    assert run("import", tmp_path / "chats").exit_code == 0
    stats = json.loads(run("stats", "--json").stdout)
    assert (stats["turns"], stats["sessions"]) == (4, 2)
    assert json.loads(run("search", "Graz", "--json").stdout)[0]["session"] == "june/chat"


def test_unreadable_files_of_a_folder_are_noted_and_the_rest_is_read(run, tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.md").write_text("The Po is 652 kilometres long.")
    (folder / "empty.md").write_text(" ")
    (folder / "settings.json").write_text('{"colour": "red"}')
    output = run("import", folder)
    assert output.exit_code == 1
    assert output.stdout.startswith("default: 1 new turn;")
    assert output.stderr.count("Skipped:") == 2
    assert (run("import", folder / "empty.md").exit_code, counted(run)) == (1, 1)


def test_a_file_of_a_folder_without_permission_is_noted_and_the_rest_is_read(run, tmp_path, monkeypatch):
    read_bytes = Path.read_bytes

    def refusing(path):
        if path.name == "private.md":
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refusing)  # the mode of a file does not stop a superuser
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.md").write_text("The Po is 652 kilometres long.")
    (folder / "private.md").write_text("The Adda is 313 kilometres long.")
    output = run("import", folder)
    assert output.exit_code == 1
    assert output.stdout.startswith("default: 1 new turn;")
    assert "private.md: Permission denied" in output.stderr


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_pdf_is_read_with_the_number_of_the_page_in_the_source(run, tmp_path):
    pytest.importorskip("llama_index.readers.file", reason="needs the extra documents")
    pages = (
        "The Po is the longest river\nof Italy. It is 652 kilometres long.",
        "Monviso is 3841 metres high.",
    )
    (tmp_path / "my notes.pdf").write_bytes(pdf_of(*pages))
    output = run("import", tmp_path / "my notes.pdf", "--chunk-size", 50, "--chunk-overlap", 0)
    assert output.exit_code == 0, output.output
    assert counted(run) == 3
    context = run("context", "How high is Monviso?").stdout
    assert "- [my_notes.pdf:p2:" in context
    assert (
        "longest river of Italy." in run("context", "What is the longest river?").stdout
    )  # not cut at the line


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("content", "why"), [(b"%PDF-1.4 rubbish", "It may be damaged"), (pdf_of(""), "needs text recognition")]
)
def test_an_unreadable_pdf_is_an_error_with_the_reason(run, tmp_path, content, why):
    pytest.importorskip("llama_index.readers.file", reason="needs the extra documents")
    (tmp_path / "scan.pdf").write_bytes(content)
    output = run("import", tmp_path / "scan.pdf", "--json")
    assert (output.exit_code, output.stdout) == (1, "")
    assert why in json.loads(output.stderr.splitlines()[-1])["error"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_other_formats_are_read_by_llama_index(run, tmp_path):
    pytest.importorskip("llama_index.readers.file", reason="needs the extra documents")
    (tmp_path / "page.html").write_text("<html><body><p>The Po is 652 kilometres long.</p></body></html>")
    output = run("import", tmp_path / "page.html")
    assert output.exit_code == 0, output.output
    assert "652 kilometres" in run("search", "How long is the Po?").stdout


def test_a_table_is_imported_once_and_bad_rows_are_reported(run, tmp_path):
    (tmp_path / "people.csv").write_text("name,company\nAda,Kestrel\nBen\nZoe,Osprey\n")
    (tmp_path / "map.yaml").write_text(
        'facts:\n  - {subject: "{name}", relation: WORKS_AT, object: "{company}"}\n'
    )
    arguments = ("import", tmp_path / "people.csv", "--mapping", tmp_path / "map.yaml")
    for _ in range(2):
        output = run(*arguments)
        assert (output.exit_code, "people.csv, line 3: the row has 1 of 2 cells" in output.stderr) == (
            1,
            True,
        )
    assert counted(run) == 2
    assert "Kestrel" in run("facts", "Ada").stdout
    (tmp_path / "map.yaml").write_text("fact: []")
    output = run(*arguments)
    assert (output.exit_code, "unknown key 'fact'" in output.stderr) == (1, True)


def test_the_folder_of_a_slack_export_is_imported_with_the_names_of_its_members(run, tmp_path):
    (tmp_path / "general").mkdir()
    (tmp_path / "users.json").write_text('[{"id": "U1", "profile": {"real_name": "Ada Rossi"}}]')
    day = '[{"type": "message", "user": "U1", "text": "I live in Turin.", "ts": "1773997200.1"}]'
    (tmp_path / "general" / "2026-03-20.json").write_text(day)
    assert run("import", tmp_path).exit_code == 0
    assert "Turin" in run("facts", "Ada Rossi").stdout
