"""The page about facts over time: its example prints what stands beside it."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "facts-over-time.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_prints_what_it_says(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "facts-over-time.md", "exec"), {})
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert capsys.readouterr().out.splitlines() == said
