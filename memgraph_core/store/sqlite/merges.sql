-- What merging entities needs beside the tables of schema.sql: run once, on new files and on those that were made before
-- there were merges.
--
-- What hangs on a merged entity (alias) hangs on the root of its tree, with `via` telling whose it is; NULL: the root's own.
-- What was the alias's own is set aside, so that where both had it each has it back: edges as OWN_MENTIONS,
-- OWN_SPOKEN_BY and OWN_ABOUT, names under the negated space, where nobody looks. An end of a fact needs no more than `via`.
-- APART entity→entity, both ways: people said that these are two.

ALTER TABLE edge ADD COLUMN via INTEGER;
ALTER TABLE name ADD COLUMN via INTEGER;
ALTER TABLE fact ADD COLUMN subject_via INTEGER;
ALTER TABLE fact ADD COLUMN object_via INTEGER;

CREATE TABLE same_as (
  alias INTEGER PRIMARY KEY,  -- entity.id, as the next two
  parent INTEGER NOT NULL,  -- what it was merged into
  canonical INTEGER NOT NULL,  -- the root of its tree
  turn INTEGER,  -- turn.id of the turn that told it; NULL: people decided
  at INTEGER NOT NULL,
  reason TEXT NOT NULL
);
CREATE INDEX same_as_canonical ON same_as (canonical);
CREATE INDEX same_as_turn ON same_as (turn) WHERE turn IS NOT NULL;

CREATE TRIGGER turn_gone_own AFTER DELETE ON turn BEGIN
  DELETE FROM edge WHERE source = OLD.id AND type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY');
END;
CREATE TRIGGER note_gone_own AFTER DELETE ON note BEGIN
  DELETE FROM edge WHERE source = OLD.id AND type = 'OWN_ABOUT';
END;
CREATE TRIGGER entity_gone_own AFTER DELETE ON entity BEGIN
  DELETE FROM edge WHERE target = OLD.id AND type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT', 'APART');
  DELETE FROM edge WHERE source = OLD.id AND type = 'APART';
  DELETE FROM same_as WHERE alias = OLD.id;
END;
