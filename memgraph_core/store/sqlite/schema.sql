-- The schema of a memory file.
--
-- A file contains any number of namespaces (tenants). The log (sessions, turns, decisions, model calls, tombstones) belongs to
-- a namespace: its tables have the column `namespace`, the id of the namespace. Everything derived from the log (notes,
-- entities, names, facts) belongs to a space, which is one generation of derived data of a namespace: its tables have the
-- column `space`, with the value namespace * 65536 + generation. A rebuild derives a new generation next to the current one
-- and then switches to it.
--
-- Conventions: `id` is a row number that is used only in this file; `uid` identifies a record for callers. A column with the
-- name of a table (`turn`, `note`, `fact`, `entity`) contains an id of that table. Times are microseconds since 1970, UTC.
-- Vectors are float32, little-endian, of unit length. JSON columns contain arrays of strings unless stated otherwise. Foreign
-- keys are not declared, because `edge` refers to four tables; write/deletion.py deletes dependent rows.


-- Namespaces ----------------------------------------------------------------------------------------------------------

CREATE TABLE namespace (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused, so that a cache cannot mistake a new namespace for an old one
  name TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL DEFAULT 0,  -- incremented by each plan, correction and forget; a plan is valid for one version
  generation INTEGER NOT NULL DEFAULT 1,  -- the current one
  space INTEGER NOT NULL AS (id * 65536 + generation) STORED,
  salt BLOB NOT NULL DEFAULT (randomblob(16)),  -- of the hashed terms in the full-text index
  documents INTEGER NOT NULL DEFAULT 0,  -- documents that count in ranking; see the triggers of the full-text index
  model TEXT,  -- embedding stamp: the model that computed the vectors, and their dimension; NULL: no vectors yet
  dimension INTEGER,
  tombstone_salts TEXT  -- JSON; NULL: the namespace has no tombstones
);


-- The log -------------------------------------------------------------------------------------------------------------

CREATE TABLE session (
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  started_at INTEGER NOT NULL,  -- time of its earliest turn
  last_at INTEGER NOT NULL,  -- time of its latest turn
  PRIMARY KEY (namespace, uid)
) WITHOUT ROWID;

CREATE TABLE turn (
  id INTEGER PRIMARY KEY,  -- ascending in the order of logging
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  session TEXT NOT NULL,  -- session.uid
  position INTEGER NOT NULL,  -- in its session, from 0
  speaker TEXT,
  role TEXT NOT NULL,
  agent TEXT,
  said_at INTEGER,  -- when it was said; NULL: unknown
  recorded_at INTEGER NOT NULL,  -- when it was logged
  at INTEGER NOT NULL AS (coalesce(said_at, recorded_at)) STORED,
  state TEXT NOT NULL,  -- pending, extracted or skipped
  terms TEXT NOT NULL,  -- for full text, separated by spaces
  text TEXT NOT NULL,
  caption TEXT,
  used TEXT,  -- JSON, uids of the turns that an agent's turn is based on; NULL: none
  used_at TEXT,  -- JSON array of times, ascending: when an answer used it; NULL: never
  corrections TEXT,  -- JSON array of objects (see store/values.py); NULL: none
  metadata TEXT,  -- JSON object of the caller; NULL: none
  UNIQUE (namespace, uid)
);
CREATE INDEX turn_position ON turn (namespace, session, position, uid);
CREATE INDEX turn_logged ON turn (namespace, id);
CREATE INDEX turn_at ON turn (namespace, at);
CREATE INDEX turn_pending ON turn (namespace, session, position, uid) WHERE state = 'pending';
CREATE INDEX turn_speaker ON turn (namespace, speaker) WHERE speaker IS NOT NULL;
CREATE INDEX turn_used ON turn (namespace) WHERE used IS NOT NULL;
CREATE INDEX turn_agent_generated ON turn (namespace) WHERE role IN ('assistant', 'web');

-- Vectors have tables of their own: they are longer than the rest of a row, and most statements do not read them.
CREATE TABLE turn_vector (
  turn INTEGER PRIMARY KEY,
  vector BLOB NOT NULL
);

-- A reader's temporary right to process a pending turn. It ends when the turn is no longer pending or its text changes.
CREATE TABLE lease (
  turn INTEGER PRIMARY KEY,
  reader TEXT NOT NULL,
  expires_at REAL NOT NULL  -- seconds since 1970
);

-- Jobs of workers. A pending turn is itself the request to extract it: a job `derive` has a row only after a
-- lease or after `retry_jobs`.
CREATE TABLE job (
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,  -- derive or consolidate
  session TEXT NOT NULL DEFAULT '',  -- of a job `derive`: the session whose turns it extracts
  count INTEGER NOT NULL,  -- of a job `consolidate`: new notes since the last consolidation
  requested_at INTEGER NOT NULL,
  session_ended INTEGER NOT NULL DEFAULT 0,  -- 0 or 1: whether a session has ended since the last consolidation
  due_at INTEGER,  -- after a failure, or when a person queued the job again
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'queued',  -- queued or dead
  reader TEXT,  -- the worker that has leased it
  leased_until INTEGER,
  PRIMARY KEY (namespace, uid)
) WITHOUT ROWID;

-- Decisions of the engine and of people. Until the switch, `namespace` is -space for decisions in a generation that is being
-- derived.
CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  namespace INTEGER NOT NULL,
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,
  by TEXT NOT NULL,  -- engine or user
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  before TEXT NOT NULL,  -- JSON object
  after TEXT NOT NULL,  -- JSON object
  UNIQUE (namespace, uid)
);
CREATE INDEX change_at ON change (namespace, at);
CREATE INDEX change_kind ON change (namespace, kind, id);  -- every write reads the decisions of users

-- The ledger: calls of language models and embedders.
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
  session TEXT,  -- hash of the session that an agent's call was made for; NULL: calls of the extractor
  PRIMARY KEY (namespace, uid)
) WITHOUT ROWID;
CREATE INDEX call_at ON call (namespace, at);

-- Totals of the ledger, because every write reads them.
CREATE TABLE call_total (
  namespace INTEGER PRIMARY KEY,
  calls INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  cost REAL NOT NULL
);

-- One row for each text that a forgotten turn has had: a salted hash, which recognises the turn and cannot be read.
CREATE TABLE tombstone (
  namespace INTEGER NOT NULL,
  digest TEXT NOT NULL,
  salt TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (namespace, digest)
) WITHOUT ROWID;

-- Core memory: one row for each state of each block.
CREATE TABLE core_state (
  namespace INTEGER NOT NULL,
  block TEXT NOT NULL,  -- uid of the block
  number INTEGER NOT NULL,  -- of the state, from 0; the highest one is the current state
  name TEXT NOT NULL,
  user TEXT NOT NULL,  -- empty: the block belongs to all users
  content TEXT NOT NULL,  -- empty: the block was removed
  tokens INTEGER NOT NULL,  -- largest size of the block, in estimated tokens
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  turns TEXT NOT NULL,  -- JSON, uids of the turns that the content is based on
  restores INTEGER,  -- number of the state that an undo restored; -1: the time before the first state
  PRIMARY KEY (namespace, block, number)
) WITHOUT ROWID;


-- Notes ---------------------------------------------------------------------------------------------------------------

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,  -- active, archived, agent_generated, abstraction, retired, question, summary or style_request
  trust TEXT NOT NULL,
  verified INTEGER NOT NULL,  -- 0 or 1
  agent TEXT,
  language TEXT NOT NULL,
  extractor TEXT NOT NULL,
  confidence REAL NOT NULL,
  salience REAL NOT NULL,
  affect TEXT,
  said_at INTEGER,
  recorded_at INTEGER,
  at INTEGER AS (coalesce(said_at, recorded_at)) STORED,
  holds_from INTEGER,
  holds_until INTEGER,
  grain TEXT,  -- precision of holds_from and holds_until
  recurs TEXT,
  terms TEXT NOT NULL,  -- for full text, separated by spaces
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  keywords TEXT NOT NULL,  -- JSON
  tags TEXT NOT NULL,  -- JSON
  UNIQUE (space, uid)
);
CREATE INDEX note_said ON note (space, said_at) WHERE said_at IS NOT NULL;
CREATE INDEX note_from ON note (space, holds_from) WHERE holds_from IS NOT NULL;
CREATE INDEX note_until ON note (space, holds_until) WHERE holds_from IS NULL AND holds_until IS NOT NULL;
CREATE INDEX note_recurs ON note (space) WHERE recurs IS NOT NULL;
CREATE INDEX note_hidden ON note (space) WHERE state <> 'active' OR kind = 'vault';
CREATE INDEX note_abstraction ON note (space) WHERE state = 'abstraction';

CREATE TABLE note_vector (
  note INTEGER PRIMARY KEY,
  vector BLOB NOT NULL
);

-- All states of the notes that were revised, the present one included.
CREATE TABLE revision (
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
  turn INTEGER,  -- the turn that caused it; NULL for number 0
  UNIQUE (note, number)
);
CREATE INDEX revision_turn ON revision (turn) WHERE turn IS NOT NULL;

-- Semantic edges: pairs of notes with similar vectors. Each pair is stored once, under its newer note, so that a new note with
-- five neighbours is written to one place of the table.
CREATE TABLE similar (
  a INTEGER NOT NULL,  -- note.id, the higher one
  b INTEGER NOT NULL,  -- note.id, the lower one
  weight REAL NOT NULL,  -- cosine
  by TEXT NOT NULL,
  PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Named links between notes. Read them as "a <reason> b": a continues b.
CREATE TABLE note_link (
  id INTEGER PRIMARY KEY,
  a INTEGER NOT NULL,  -- note.id
  b INTEGER NOT NULL,  -- note.id
  reason TEXT NOT NULL,
  weight REAL NOT NULL,
  UNIQUE (a, b, reason)
);
CREATE INDEX note_link_b ON note_link (b);

-- First and last position of the turns that an extractor read together with a turn. Their words may be in the derived records.
CREATE TABLE context_span (
  turn INTEGER NOT NULL,
  space INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (turn, space)
) WITHOUT ROWID;
CREATE INDEX context_span_space ON context_span (space);


-- Entities, names and facts -------------------------------------------------------------------------------------------

CREATE TABLE entity (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  name TEXT NOT NULL,  -- for display
  type TEXT NOT NULL,
  mentions INTEGER NOT NULL DEFAULT 0,  -- number, first and last time of its MENTIONS edges without agent-generated ones
  first_at INTEGER,
  last_at INTEGER,
  UNIQUE (space, uid)
);

-- The entities with a name. While an entity is merged into another, its own names are kept under the negated space, where no
-- lookup finds them, and the root of its merge tree has copies with `via`.
CREATE TABLE name (
  space INTEGER NOT NULL,
  key TEXT NOT NULL,  -- the folded name
  entity INTEGER NOT NULL,
  text TEXT NOT NULL,  -- the name as it was written
  via INTEGER,  -- entity.id of the merged entity that the name belongs to; NULL: its own
  PRIMARY KEY (space, key, entity)
) WITHOUT ROWID;
CREATE INDEX name_entity ON name (entity);

-- The turns that contain a name. The name is deleted when the last of them is forgotten.
CREATE TABLE name_source (
  space INTEGER NOT NULL,
  key TEXT NOT NULL,
  turn INTEGER NOT NULL,
  PRIMARY KEY (space, key, turn)
) WITHOUT ROWID;
CREATE INDEX name_source_turn ON name_source (turn, space);

-- Entities that are merged into others. `parent` forms trees; the root of a tree has the edges, names and facts of all members.
CREATE TABLE same_as (
  alias INTEGER PRIMARY KEY,  -- entity.id
  parent INTEGER NOT NULL,  -- entity.id: the entity that it was merged into
  canonical INTEGER NOT NULL,  -- entity.id of the root
  turn INTEGER,  -- the turn that stated it; NULL: a user decided it
  at INTEGER NOT NULL,
  reason TEXT NOT NULL
);
CREATE INDEX same_as_canonical ON same_as (canonical);
CREATE INDEX same_as_turn ON same_as (turn) WHERE turn IS NOT NULL;

CREATE TABLE fact (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,
  uid TEXT NOT NULL,
  subject INTEGER NOT NULL,  -- entity.id
  subject_via INTEGER,  -- entity.id of the merged entity that it is about; NULL: the subject itself
  type TEXT NOT NULL,  -- the relation, such as LIVES_IN
  object INTEGER NOT NULL,  -- entity.id
  object_via INTEGER,
  text TEXT NOT NULL,
  holds_from INTEGER,
  holds_until INTEGER,  -- the resulting end, from its invalidations and its own text
  grain TEXT,
  recorded_at INTEGER,
  retired_at INTEGER,  -- when its end was recorded
  stated_until INTEGER,  -- holds_until and retired_at as its own text states them, without invalidations
  stated_retired_at INTEGER,
  trust TEXT NOT NULL,
  confidence REAL NOT NULL,
  UNIQUE (space, uid)
);
CREATE INDEX fact_subject ON fact (subject, type, recorded_at, object);
CREATE INDEX fact_object ON fact (object, recorded_at, subject);
CREATE INDEX fact_recorded ON fact (space, recorded_at);
CREATE INDEX fact_type ON fact (space, type);

-- All reasons for the end of a fact, so that each of them can be withdrawn. store/invalidations.py decides which one counts.
CREATE TABLE invalidation (
  fact INTEGER NOT NULL,
  by INTEGER,  -- fact.id of the newer fact; NULL: a turn stated the end
  turn INTEGER,  -- the turn that stated it
  until INTEGER NOT NULL,  -- the end of the fact according to this reason alone
  at INTEGER NOT NULL,  -- when it was recorded
  dated INTEGER NOT NULL,  -- 1: the text gives the time of the end
  corrects INTEGER NOT NULL,  -- 1: the fact never held
  reason TEXT NOT NULL
);
CREATE UNIQUE INDEX invalidation_key ON invalidation (fact, coalesce(by, 0), iif(by IS NULL, coalesce(turn, 0), 0));
CREATE INDEX invalidation_by ON invalidation (by) WHERE by IS NOT NULL;
CREATE INDEX invalidation_turn ON invalidation (turn) WHERE turn IS NOT NULL;

-- All other relationships of the graph.
--
--   type          source  target  label             at
--   SPOKEN_BY     turn    entity
--   MENTIONS      turn    entity  how               time of the turn
--   FROM          note    turn
--   ABOUT         note    entity  role              time of the note
--   SUPPORTED_BY  note    note
--   ABSTRACTS     note    note                      an abstraction and an instance of it
--   FACT_FROM     fact    note
--   CONFLICTS     fact    fact    reason            when it was found; the lower uid is the source
--   APART         entity  entity                    stored in both directions: a user split these two
--   OWN_MENTIONS, OWN_SPOKEN_BY, OWN_ABOUT          the own edges of an entity while it is merged into another
--
-- The root of a merge tree has a copy of each OWN_… edge, with `via`.
CREATE TABLE edge (
  source INTEGER NOT NULL,
  type TEXT NOT NULL,
  target INTEGER NOT NULL,
  at INTEGER,
  label TEXT,
  via INTEGER,  -- entity.id of the merged entity that the edge belongs to; NULL: an edge of the target itself
  PRIMARY KEY (source, type, target)
) WITHOUT ROWID;
CREATE INDEX edge_in ON edge (target, type, at, source);  -- returns the newest edges of an entity without sorting
CREATE INDEX edge_agent_generated ON edge (target) WHERE type = 'MENTIONS' AND label = 'agent_generated';

-- The state of the novelty filter of a space (JSON). It contains no text.
CREATE TABLE novelty_state (
  space INTEGER PRIMARY KEY,
  state TEXT NOT NULL
);


-- Rebuilds ------------------------------------------------------------------------------------------------------------

-- The generation that is being derived. Its notes, entities and facts are in the tables above, under its own space.
CREATE TABLE generation_build (
  namespace INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,  -- the highest number used so far
  reached INTEGER,  -- turn.id of the last turn that it contains; NULL: no generation is being derived
  model TEXT,  -- embedding stamp of its vectors
  dimension INTEGER,
  new_model INTEGER NOT NULL DEFAULT 0,  -- 1: its embedding stamp differs from that of the namespace
  extractor TEXT NOT NULL DEFAULT ''
);
-- Turn states and turn vectors that become visible with the switch.
CREATE TABLE built_turn_state (
  namespace INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (namespace, turn)
) WITHOUT ROWID;
CREATE TABLE built_turn_vector (
  namespace INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (namespace, turn)
) WITHOUT ROWID;


-- Full text -----------------------------------------------------------------------------------------------------------
--
-- The index contains salted hashes of terms and no words, because even with secure deletion FTS5 keeps the first letters of
-- deleted words at the boundaries of its pages (found by searching a file). `tokens` is a function of this package; another
-- program cannot call it, so it cannot change a text without the index. The tables are contentless; triggers update them when
-- terms change.
--
-- `namespace.documents` counts the documents of the log and of the current space without agent-generated ones and without
-- abstractions, so that texts of agents and derived texts do not change the weight of words.

CREATE VIRTUAL TABLE turn_terms USING fts5 (terms, content = '', tokenize = 'ascii');
CREATE VIRTUAL TABLE note_terms USING fts5 (terms, content = '', tokenize = 'ascii');
INSERT INTO turn_terms (turn_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO note_terms (note_terms, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE turn_vocabulary USING fts5vocab (turn_terms, row);
CREATE VIRTUAL TABLE note_vocabulary USING fts5vocab (note_terms, row);

CREATE TRIGGER turn_inserted AFTER INSERT ON turn BEGIN
  INSERT INTO turn_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.namespace, NEW.terms) FROM namespace WHERE id = NEW.namespace;
  UPDATE namespace SET documents = documents + 1 WHERE id = NEW.namespace AND NEW.role NOT IN ('assistant', 'web');
END;
CREATE TRIGGER turn_terms_updated AFTER UPDATE OF terms ON turn WHEN OLD.terms <> NEW.terms BEGIN
  INSERT INTO turn_terms (turn_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.namespace, OLD.terms) FROM namespace WHERE id = OLD.namespace;
  INSERT INTO turn_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.namespace, NEW.terms) FROM namespace WHERE id = NEW.namespace;
END;
CREATE TRIGGER turn_deleted AFTER DELETE ON turn BEGIN
  INSERT INTO turn_terms (turn_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.namespace, OLD.terms) FROM namespace WHERE id = OLD.namespace;
  UPDATE namespace SET documents = documents - 1 WHERE id = OLD.namespace AND OLD.role NOT IN ('assistant', 'web');
END;

CREATE TRIGGER note_inserted AFTER INSERT ON note BEGIN
  INSERT INTO note_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.space, NEW.terms) FROM namespace WHERE id = NEW.space >> 16;
  UPDATE namespace SET documents = documents + 1
  WHERE id = NEW.space >> 16 AND space = NEW.space AND NEW.state <> 'agent_generated' AND NEW.extractor <> 'consolidation';
END;
CREATE TRIGGER note_terms_updated AFTER UPDATE OF terms ON note WHEN OLD.terms <> NEW.terms BEGIN
  INSERT INTO note_terms (note_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.space, OLD.terms) FROM namespace WHERE id = OLD.space >> 16;
  INSERT INTO note_terms (rowid, terms)
  SELECT NEW.id, tokens(salt, NEW.space, NEW.terms) FROM namespace WHERE id = NEW.space >> 16;
END;
CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
  INSERT INTO note_terms (note_terms, rowid, terms)
  SELECT 'delete', OLD.id, tokens(salt, OLD.space, OLD.terms) FROM namespace WHERE id = OLD.space >> 16;
  UPDATE namespace SET documents = documents - 1
  WHERE id = OLD.space >> 16 AND space = OLD.space AND OLD.state <> 'agent_generated' AND OLD.extractor <> 'consolidation';
END;

-- Every write adds a segment to the index, and a lookup reads each segment. FTS5 merges segments itself, but with the remaining
-- ones a search takes two thirds longer (50,000 notes). So all are merged into one from time to time: every 512 rows, and above
-- 16,384 rows, 16 to 32 times while the number of rows doubles.
CREATE TRIGGER turn_terms_optimized AFTER INSERT ON turn
WHEN NEW.id % (1 << max(9, CAST(log2(NEW.id) AS INTEGER) - 4)) = 0 BEGIN
  INSERT INTO turn_terms (turn_terms) VALUES ('optimize');
END;
CREATE TRIGGER note_terms_optimized AFTER INSERT ON note
WHEN NEW.id % (1 << max(9, CAST(log2(NEW.id) AS INTEGER) - 4)) = 0 BEGIN
  INSERT INTO note_terms (note_terms) VALUES ('optimize');
END;


-- Caches --------------------------------------------------------------------------------------------------------------
--
-- Each process caches vectors, records and the graph of the namespaces that it uses. The cache log lists the rows that any
-- process has changed, so that a cache can drop them or read them again. It contains no text. A plan logs the new records and
-- edges that it writes (write/cache_log.py) and trims the log. Triggers log every change of an existing row, because a missed
-- change would lead to wrong results.

CREATE TABLE cache_log (
  sequence INTEGER PRIMARY KEY,
  namespace INTEGER NOT NULL,
  kind TEXT NOT NULL,  -- note, turn, fact or entity
  node INTEGER NOT NULL  -- id of the row
);

CREATE TRIGGER turn_update_logged AFTER UPDATE ON turn BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (NEW.namespace, 'turn', NEW.id);
END;
CREATE TRIGGER turn_delete_logged AFTER DELETE ON turn BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (OLD.namespace, 'turn', OLD.id);
END;
CREATE TRIGGER note_update_logged AFTER UPDATE ON note BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (NEW.space >> 16, 'note', NEW.id);
END;
CREATE TRIGGER note_delete_logged AFTER DELETE ON note BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (OLD.space >> 16, 'note', OLD.id);
END;
CREATE TRIGGER entity_update_logged AFTER UPDATE ON entity BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (NEW.space >> 16, 'entity', NEW.id);
END;
CREATE TRIGGER entity_delete_logged AFTER DELETE ON entity BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (OLD.space >> 16, 'entity', OLD.id);
END;
CREATE TRIGGER fact_update_logged AFTER UPDATE ON fact BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (NEW.space >> 16, 'fact', NEW.id);
END;
CREATE TRIGGER fact_delete_logged AFTER DELETE ON fact BEGIN
  INSERT INTO cache_log (namespace, kind, node) VALUES (OLD.space >> 16, 'fact', OLD.id);
END;
-- A cached note contains the ids of its turns, entities and facts; a cached turn those of its entities; a cached fact the uids of
-- its notes and of the facts that it conflicts with.
CREATE TRIGGER edge_delete_logged AFTER DELETE ON edge
WHEN OLD.type IN ('FROM', 'ABOUT', 'MENTIONS', 'FACT_FROM', 'CONFLICTS') BEGIN
  INSERT INTO cache_log (namespace, kind, node)
  SELECT space >> 16, 'note', id FROM note
  WHERE id = CASE OLD.type WHEN 'FROM' THEN OLD.source WHEN 'ABOUT' THEN OLD.source WHEN 'FACT_FROM' THEN OLD.target END
  UNION ALL
  SELECT namespace, 'turn', id FROM turn WHERE id = iif(OLD.type = 'MENTIONS', OLD.source, NULL)
  UNION ALL
  SELECT space >> 16, 'fact', id FROM fact WHERE id = iif(OLD.type IN ('FACT_FROM', 'CONFLICTS'), OLD.source, NULL)
  UNION ALL
  SELECT space >> 16, 'fact', id FROM fact WHERE id = iif(OLD.type = 'CONFLICTS', OLD.target, NULL);
END;
