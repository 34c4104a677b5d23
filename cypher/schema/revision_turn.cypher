// Revisions of notes by the turn that caused them.
CREATE INDEX memgraph_revision_turn IF NOT EXISTS FOR (r:Revision) ON (r.space, r.turn)
