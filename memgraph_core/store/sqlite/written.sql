-- What one statement a kind of record writes, though it lies in two tables: a turn or a note, and its vector.
-- Run once, on new files and on those that were made before; after everything that changes those tables.

CREATE VIEW written_turn AS SELECT namespace, uid, state, terms, NULL AS vector FROM turn;
CREATE TRIGGER turn_written INSTEAD OF INSERT ON written_turn BEGIN
  UPDATE turn SET state = coalesce(NEW.state, state), terms = coalesce(NEW.terms, terms)
  WHERE namespace = NEW.namespace AND uid = NEW.uid;
  INSERT INTO turn_vector (turn, vector)
  SELECT id, NEW.vector FROM turn WHERE namespace = NEW.namespace AND uid = NEW.uid AND NEW.vector IS NOT NULL
  ON CONFLICT DO UPDATE SET vector = excluded.vector;
END;

CREATE VIEW written_note AS
SELECT space, uid, kind, state, trust, verified, agent, language, extractor, confidence, salience, affect, said_at,
  recorded_at, holds_from, holds_until, grain, recurs, terms, text, context, keywords, tags, NULL AS vector FROM note;
CREATE TRIGGER note_written INSTEAD OF INSERT ON written_note BEGIN
  INSERT INTO note (space, uid, kind, state, trust, verified, agent, language, extractor, confidence, salience,
    affect, said_at, recorded_at, holds_from, holds_until, grain, recurs, terms, text, context, keywords, tags)
  VALUES (NEW.space, NEW.uid, NEW.kind, NEW.state, NEW.trust, NEW.verified, NEW.agent, NEW.language, NEW.extractor,
    NEW.confidence, NEW.salience, NEW.affect, NEW.said_at, NEW.recorded_at, NEW.holds_from, NEW.holds_until,
    NEW.grain, NEW.recurs, NEW.terms, NEW.text, NEW.context, NEW.keywords, NEW.tags)
  ON CONFLICT (space, uid) DO UPDATE SET kind = excluded.kind, state = excluded.state, trust = excluded.trust,
    verified = excluded.verified, agent = excluded.agent, language = excluded.language,
    extractor = excluded.extractor, confidence = excluded.confidence, salience = excluded.salience,
    affect = excluded.affect,
    said_at = excluded.said_at, recorded_at = excluded.recorded_at, holds_from = excluded.holds_from,
    holds_until = excluded.holds_until, grain = excluded.grain, recurs = excluded.recurs,
    terms = excluded.terms, text = excluded.text, context = excluded.context, keywords = excluded.keywords,
    tags = excluded.tags;
  INSERT INTO note_vector (note, vector)
  SELECT id, NEW.vector FROM note WHERE space = NEW.space AND uid = NEW.uid AND NEW.vector IS NOT NULL
  ON CONFLICT DO UPDATE SET vector = excluded.vector;
END;
