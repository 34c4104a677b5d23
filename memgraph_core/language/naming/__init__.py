"""How names are distinguished from other words, used by `entities.py`.

English: `english.py` finds the names and `types.py` gives their types; `capitals.py`, `parts.py`, `quoted.py`, `small.py` and
`without_capitals.py` are parts of it. Every language: known names (`gazetteer.py`), things (`things.py`), hidden text (`named.py`)
and the word lists (`lists.py`). Chinese names are in `zh/names.py`.
"""
