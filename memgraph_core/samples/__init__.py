"""Two invented conversations with questions about them, one case a line: `english.jsonl`, `chinese.jsonl`.

They are what the `demo` command tells and asks. A case has a name, a language, its turns in order and its
questions; a question lists the turns that support its answer, none where memory holds no answer. Times are
UTC, written without a zone. The people, companies and books are made up.
"""
