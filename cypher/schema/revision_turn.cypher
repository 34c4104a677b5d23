// States of notes by the turn that led to them.
CREATE INDEX memgraph_revision_turn IF NOT EXISTS FOR (r:Revision) ON (r.space, r.turn)
