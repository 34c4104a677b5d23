"""The page about agents: its examples run, one after the other, and print what stands below them."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "agents.md").read_text(encoding="utf-8")


def test_the_examples_print_what_stands_below_them(capsys):
    names: dict[str, object] = {}
    for code, told in re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(code, "agents.md", "exec"), names)
        assert capsys.readouterr().out == told


def test_the_page_names_every_part_for_llama_index():
    import ast

    source = Path(__file__).parents[1] / "memgraph_core" / "integrations" / "llama_index" / "__init__.py"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    named = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
    )
    assert [name for name in named if f"`{name}`" not in PAGE] == []
