"""Chinese: words with part of speech and names, clauses, relations."""
