-- What a write touches, made less: run once, on new files and on those that were made before.
--
-- Notes that are similar have a table of their own, where a new note with five neighbours is written to one place, and
-- not to ten, as in the table of edges and its index. Who deletes notes looks through the pairs of the space.

CREATE TABLE similar (
  a INTEGER NOT NULL,  -- note.id, the higher of the two
  b INTEGER NOT NULL,
  weight REAL NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (a, b)
) WITHOUT ROWID;
INSERT INTO similar SELECT max(source, target), min(source, target), weight, label FROM edge WHERE type = 'SIMILAR';
DELETE FROM edge WHERE type = 'SIMILAR';

DROP TRIGGER note_gone;
CREATE TRIGGER note_gone AFTER DELETE ON note BEGIN
  UPDATE namespace SET documents = documents - 1 WHERE id = OLD.space >> 16 AND space = OLD.space;
  INSERT INTO note_terms (note_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.space, OLD.terms) FROM namespace WHERE id = OLD.space >> 16;
  DELETE FROM edge WHERE source = OLD.id AND type IN ('FROM', 'ABOUT');
  DELETE FROM edge WHERE target = OLD.id AND type = 'FACT_FROM';
  DELETE FROM similar WHERE a = OLD.id;
END;

-- The log is short, and read from its end: other namespaces' rows in it are soon passed over.
DROP INDEX change_log_namespace;
-- A walk goes over facts in memory; who asks for all facts of an entity has few enough to sort.
DROP INDEX fact_subject;
DROP INDEX IF EXISTS fact_of_type_in;
