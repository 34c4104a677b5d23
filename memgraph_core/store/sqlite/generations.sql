-- What a rebuild needs beside the tables of schema.sql. Files that were made before there were rebuilds get it when
-- they are opened, so everything here is harmless when it is there already.

CREATE TABLE IF NOT EXISTS building (
  namespace INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,  -- the highest number given so far
  reached INTEGER  -- turn.id of the last turn that it has; NULL: it is not being derived any more
);
CREATE TABLE IF NOT EXISTS gate (  -- what the gate remembers of a space, without words of anybody
  space INTEGER PRIMARY KEY,
  state TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS rebuilt (  -- what turns become when the generation being derived is the current one
  namespace INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (namespace, turn)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS turn_logged ON turn (namespace, id);
CREATE TRIGGER IF NOT EXISTS turn_reworded AFTER UPDATE OF terms ON turn WHEN OLD.terms <> NEW.terms BEGIN
  INSERT INTO turn_terms (turn_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.namespace, OLD.terms) FROM namespace WHERE id = OLD.namespace;
  INSERT INTO turn_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.namespace, NEW.terms) FROM namespace WHERE id = NEW.namespace;
END;
