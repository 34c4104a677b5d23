// Full text over terms. The engine makes the terms; the analyzer only splits them at blanks.
CREATE FULLTEXT INDEX memgraph_terms IF NOT EXISTS FOR (n:Note|Turn) ON EACH [n.terms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
