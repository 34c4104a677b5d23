-- The graph as tables: nodes by kind, one table of edges. The log (namespace, session, turn, change) is keyed by
-- namespace and uid, what is derived (note, entity, name, fact) by space and uid. Times are microseconds since 1970, UTC.

CREATE TABLE stamp (model TEXT NOT NULL, dimension INTEGER NOT NULL);

CREATE TABLE namespace (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL DEFAULT 0,
  generation INTEGER NOT NULL DEFAULT 1,
  salt BLOB NOT NULL DEFAULT (randomblob(16)),
  documents INTEGER NOT NULL DEFAULT 0,  -- turns, and notes of its space
  space INTEGER NOT NULL AS (id * 65536 + generation) STORED  -- so that derived rows bear one number
);

CREATE TABLE session (
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (namespace, uid)
) WITHOUT ROWID;

CREATE TABLE turn (
  id INTEGER PRIMARY KEY,
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  session TEXT NOT NULL,
  position INTEGER NOT NULL,
  speaker TEXT,
  role TEXT NOT NULL,
  agent TEXT,
  said_at INTEGER,
  recorded_at INTEGER NOT NULL,
  at INTEGER NOT NULL AS (coalesce(said_at, recorded_at)) STORED,
  state TEXT NOT NULL,
  terms TEXT NOT NULL,
  text TEXT NOT NULL,
  caption TEXT,
  UNIQUE (namespace, uid)
);
CREATE INDEX turn_place ON turn (namespace, session, position, uid);
CREATE INDEX turn_at ON turn (namespace, at);
CREATE INDEX turn_pending ON turn (namespace, session, position, uid) WHERE state = 'pending';
CREATE INDEX turn_speaker ON turn (namespace, speaker) WHERE speaker IS NOT NULL;

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  trust TEXT NOT NULL,
  verified INTEGER NOT NULL,
  agent TEXT,
  language TEXT NOT NULL,
  extractor TEXT NOT NULL,
  confidence REAL NOT NULL,
  salience REAL NOT NULL,
  said_at INTEGER,
  recorded_at INTEGER,
  at INTEGER AS (coalesce(said_at, recorded_at)) STORED,
  holds_from INTEGER,
  holds_until INTEGER,
  grain TEXT,
  recurs TEXT,
  terms TEXT NOT NULL,
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  keywords TEXT NOT NULL,  -- JSON
  tags TEXT NOT NULL,  -- JSON
  UNIQUE (space, uid)
);
CREATE INDEX note_said ON note (space, said_at) WHERE said_at IS NOT NULL;
CREATE INDEX note_from ON note (space, holds_from) WHERE holds_from IS NOT NULL;
CREATE INDEX note_until ON note (space, holds_until) WHERE holds_from IS NULL AND holds_until IS NOT NULL;

CREATE TABLE entity (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  mentions INTEGER NOT NULL DEFAULT 0,  -- recomputed from the MENTIONS edges, never incremented
  first_at INTEGER,
  last_at INTEGER,
  UNIQUE (space, uid)
);
CREATE INDEX entity_mentions ON entity (space, mentions DESC, name, uid);
CREATE INDEX entity_recent ON entity (space, last_at DESC, name, uid);

CREATE TABLE name (
  space INTEGER NOT NULL,
  key TEXT NOT NULL,
  entity INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (space, key, entity)
) WITHOUT ROWID;
CREATE INDEX name_entity ON name (entity);

CREATE TABLE fact (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  subject INTEGER NOT NULL,
  type TEXT NOT NULL,
  object INTEGER NOT NULL,
  text TEXT NOT NULL,
  holds_from INTEGER,
  holds_until INTEGER,
  grain TEXT,
  recorded_at INTEGER,
  retired_at INTEGER,
  trust TEXT NOT NULL,
  confidence REAL NOT NULL,
  UNIQUE (space, uid)
);
CREATE INDEX fact_subject ON fact (subject, recorded_at, object);
CREATE INDEX fact_object ON fact (object, recorded_at, subject);
CREATE INDEX fact_of_type ON fact (subject, type, recorded_at, object);
CREATE INDEX fact_of_type_in ON fact (object, type, recorded_at, subject);
CREATE INDEX fact_recorded ON fact (space, recorded_at);

-- MENTIONS turn→entity (label: how)    SPOKEN_BY turn→entity    FROM note→turn    SIMILAR note→note (label: by)
-- ABOUT note→entity (label: role, at: of the note)    FACT_FROM fact→note
CREATE TABLE edge (
  source INTEGER NOT NULL,
  type TEXT NOT NULL,
  target INTEGER NOT NULL,
  at INTEGER,
  weight REAL,
  label TEXT,
  PRIMARY KEY (source, type, target)
) WITHOUT ROWID;
CREATE INDEX edge_in ON edge (target, type, at, source);  -- newest first from a hub without sorting it

CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,
  by TEXT NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  UNIQUE (namespace, uid)
);
CREATE INDEX change_at ON change (namespace, at);

-- Full text. FTS5's index keeps the first letters of forgotten words as page boundaries even when it deletes
-- securely (found by searching the file), so that it is given salted hashes of the terms and never a word.
-- `tokens` is a function of our own; without it nobody can write the file and leave the index behind.
CREATE VIRTUAL TABLE note_terms USING fts5 (terms, content = '', tokenize = 'ascii');
CREATE VIRTUAL TABLE turn_terms USING fts5 (terms, content = '', tokenize = 'ascii');
INSERT INTO note_terms (note_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO turn_terms (turn_terms, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE note_vocabulary USING fts5vocab (note_terms, row);
CREATE VIRTUAL TABLE turn_vocabulary USING fts5vocab (turn_terms, row);

CREATE TRIGGER note_told AFTER INSERT ON note BEGIN
  INSERT INTO note_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.space, NEW.terms) FROM namespace WHERE id = NEW.space >> 16;
  UPDATE namespace SET documents = documents + 1 WHERE id = NEW.space >> 16 AND space = NEW.space;
END;
CREATE TRIGGER note_reworded AFTER UPDATE OF terms ON note WHEN OLD.terms <> NEW.terms BEGIN
  INSERT INTO note_terms (note_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.space, OLD.terms) FROM namespace WHERE id = OLD.space >> 16;
  INSERT INTO note_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.space, NEW.terms) FROM namespace WHERE id = NEW.space >> 16;
END;
CREATE TRIGGER note_gone AFTER DELETE ON note BEGIN
  UPDATE namespace SET documents = documents - 1 WHERE id = OLD.space >> 16 AND space = OLD.space;
  INSERT INTO note_terms (note_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.space, OLD.terms) FROM namespace WHERE id = OLD.space >> 16;
  DELETE FROM edge WHERE source = OLD.id AND type IN ('FROM', 'ABOUT', 'SIMILAR');
  DELETE FROM edge WHERE target = OLD.id AND type IN ('FACT_FROM', 'SIMILAR');
END;
CREATE TRIGGER turn_told AFTER INSERT ON turn BEGIN
  UPDATE namespace SET documents = documents + 1 WHERE id = NEW.namespace;
  INSERT INTO turn_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.namespace, NEW.terms) FROM namespace WHERE id = NEW.namespace;
  INSERT INTO session VALUES (NEW.namespace, NEW.session, NEW.at, NEW.at)
  ON CONFLICT DO UPDATE SET started_at = min(started_at, NEW.at), last_at = max(last_at, NEW.at);
END;
CREATE TRIGGER turn_gone AFTER DELETE ON turn BEGIN
  UPDATE namespace SET documents = documents - 1 WHERE id = OLD.namespace;
  INSERT INTO turn_terms (turn_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.namespace, OLD.terms) FROM namespace WHERE id = OLD.namespace;
  DELETE FROM edge WHERE source = OLD.id AND type IN ('MENTIONS', 'SPOKEN_BY');
  DELETE FROM edge WHERE target = OLD.id AND type = 'FROM';
END;
CREATE TRIGGER fact_gone AFTER DELETE ON fact BEGIN
  DELETE FROM edge WHERE source = OLD.id AND type = 'FACT_FROM';
END;
CREATE TRIGGER entity_gone AFTER DELETE ON entity BEGIN
  DELETE FROM name WHERE entity = OLD.id;
  DELETE FROM edge WHERE target = OLD.id AND type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT');
END;

-- Which records and vectors came, changed or went, so that every process keeps its copy in step. No words.
-- A new record is in nobody's copy: it is told of only when it has a vector, for those are all copied.
CREATE TABLE change_log (
  sequence INTEGER PRIMARY KEY,
  namespace INTEGER NOT NULL,
  kind TEXT NOT NULL,  -- note, turn, fact, entity
  node INTEGER NOT NULL
);
CREATE INDEX change_log_namespace ON change_log (namespace, sequence, kind, node);

CREATE TRIGGER change_log_trimmed AFTER INSERT ON change_log WHEN NEW.sequence % 1000 = 0 BEGIN
  DELETE FROM change_log WHERE sequence <= NEW.sequence - 20000;  -- who is further behind reads all anew
END;
CREATE TRIGGER note_changed AFTER UPDATE ON note BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (NEW.space >> 16, 'note', NEW.id);
END;
CREATE TRIGGER note_dropped AFTER DELETE ON note BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (OLD.space >> 16, 'note', OLD.id);
END;
CREATE TRIGGER turn_changed AFTER UPDATE ON turn BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (NEW.namespace, 'turn', NEW.id);
END;
CREATE TRIGGER turn_dropped AFTER DELETE ON turn BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (OLD.namespace, 'turn', OLD.id);
END;
CREATE TRIGGER entity_changed AFTER UPDATE ON entity BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (NEW.space >> 16, 'entity', NEW.id);
END;
CREATE TRIGGER entity_dropped AFTER DELETE ON entity BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (OLD.space >> 16, 'entity', OLD.id);
END;
CREATE TRIGGER fact_changed AFTER UPDATE ON fact BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (NEW.space >> 16, 'fact', NEW.id);
END;
CREATE TRIGGER fact_dropped AFTER DELETE ON fact BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (OLD.space >> 16, 'fact', OLD.id);
END;
-- A note tells its turns, a fact its notes.
CREATE TRIGGER source_new AFTER INSERT ON edge WHEN NEW.type IN ('FROM', 'FACT_FROM') BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT space >> 16, 'note', id FROM note WHERE NEW.type = 'FROM' AND id = NEW.source
  UNION ALL
  SELECT space >> 16, 'fact', id FROM fact WHERE NEW.type = 'FACT_FROM' AND id = NEW.source;
END;
CREATE TRIGGER source_gone AFTER DELETE ON edge WHEN OLD.type IN ('FROM', 'FACT_FROM') BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT space >> 16, 'note', id FROM note WHERE OLD.type = 'FROM' AND id = OLD.source
  UNION ALL
  SELECT space >> 16, 'fact', id FROM fact WHERE OLD.type = 'FACT_FROM' AND id = OLD.source;
END;
