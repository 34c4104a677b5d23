"""Two invented conversations with questions, one case per line: `english.jsonl` and `chinese.jsonl`.

The `demo` command adds the conversations and asks the questions. A case has a name, a language, turns in order, and
questions. A question lists the turns that support its answer, or none if the conversation does not answer it. Times
are UTC, without a zone. The people, companies and books are fictional.
"""
