-- Mentions that do not count, so that the others need not be looked at: run once, on new files and on those of before.

CREATE INDEX edge_aside ON edge (target) WHERE type = 'MENTIONS' AND label = 'agent_generated';
