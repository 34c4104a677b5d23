// Full text over terms. The engine computes the terms; the analyzer only splits them at spaces.
CREATE FULLTEXT INDEX memgraph_terms IF NOT EXISTS FOR (n:Note|Turn) ON EACH [n.terms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
