-- What links, revisions, the ledger and the provenance of names need beside the tables of schema.sql: run once, on new
-- files and on those that were made before there were any.

ALTER TABLE note ADD COLUMN affect TEXT;

CREATE TABLE linked (  -- named ties of notes, in the words of a reader: a continues b
  id INTEGER PRIMARY KEY,
  a INTEGER NOT NULL,  -- note.id
  b INTEGER NOT NULL,
  reason TEXT NOT NULL,
  weight REAL NOT NULL,
  UNIQUE (a, b, reason)
);
CREATE INDEX linked_in ON linked (b);

CREATE TABLE revision (  -- all states of notes that have been revised, the present one too
  id INTEGER PRIMARY KEY,
  note INTEGER NOT NULL,
  number INTEGER NOT NULL,  -- 0: as it was derived
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  keywords TEXT NOT NULL,  -- JSON
  tags TEXT NOT NULL,  -- JSON
  terms TEXT NOT NULL,
  language TEXT NOT NULL,
  vector BLOB,
  at INTEGER,
  turn INTEGER,  -- turn.id of the turn that led to it; NULL for the first
  UNIQUE (note, number)
);
CREATE INDEX revision_turn ON revision (turn) WHERE turn IS NOT NULL;

CREATE TABLE saw (  -- which positions of its session shaped what is derived from a turn, where it is more than itself
  turn INTEGER NOT NULL,
  space INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (turn, space)
) WITHOUT ROWID;
CREATE INDEX saw_space ON saw (space);

CREATE TABLE said (  -- which turns say a name
  space INTEGER NOT NULL,
  key TEXT NOT NULL,
  turn INTEGER NOT NULL,
  PRIMARY KEY (space, key, turn)
) WITHOUT ROWID;
CREATE INDEX said_turn ON said (turn, space);

CREATE TABLE call (
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  at INTEGER NOT NULL,
  model TEXT NOT NULL,
  kind TEXT NOT NULL,
  outcome TEXT NOT NULL,
  turns INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  seconds REAL NOT NULL,
  cost REAL NOT NULL,
  PRIMARY KEY (namespace, uid)
) WITHOUT ROWID;
CREATE INDEX call_at ON call (namespace, at);
CREATE INDEX call_sum ON call (namespace, tokens_in, tokens_out, cost);

-- Names of before: whoever speaks of somebody may have said each of the names.
INSERT OR IGNORE INTO said (space, key, turn)
SELECT abs(name.space), name.key, edge.source FROM name CROSS JOIN edge ON edge.target = name.entity
AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY');

CREATE TRIGGER note_gone_evolved AFTER DELETE ON note BEGIN
  DELETE FROM linked WHERE a = OLD.id;
  DELETE FROM linked WHERE b = OLD.id;
  DELETE FROM revision WHERE note = OLD.id;
END;
-- Only who derives a note sets its extractor: former states tell of another derivation then.
CREATE TRIGGER note_derived_anew AFTER UPDATE OF extractor ON note BEGIN
  DELETE FROM revision WHERE note = OLD.id;
END;
CREATE TRIGGER turn_gone_seeing AFTER DELETE ON turn BEGIN
  DELETE FROM saw WHERE turn = OLD.id;
  DELETE FROM said WHERE turn = OLD.id;
END;
