-- What one statement writes of a plan, however much of whatever kinds it says: run once, on new files and on those that were
-- made before, also by an earlier script of this name; after everything that changes the tables that it names.
--
-- Views that hold nothing: each row that is put into one is carried out by its trigger. Lists are JSON; NULL says nothing. What is
-- told of all kinds at once is JSONB, so that it is read once, and a kind that is not in it says nothing.
-- An end that does not exist makes no edge, no name and no fact.

DROP VIEW IF EXISTS counted;
DROP VIEW IF EXISTS restated;
DROP VIEW IF EXISTS closed;
DROP VIEW IF EXISTS regrouped;
DROP VIEW IF EXISTS written_turn;
DROP VIEW IF EXISTS written_note;
DROP VIEW IF EXISTS written_notes;
DROP VIEW IF EXISTS written_plan;
DROP VIEW IF EXISTS written_seldom;

-- Who writes edges tells of them, each record once: by trigger, edge after edge, it took a tenth of a write.
DROP TRIGGER IF EXISTS tie_new;
DROP TRIGGER IF EXISTS source_new;
DROP TRIGGER IF EXISTS conflict_new;
-- Trimmed by every plan instead of by every row.
DROP TRIGGER IF EXISTS change_log_trimmed;
-- No statement read them: whoever lists entities looks at all of a space.
DROP INDEX IF EXISTS entity_mentions;
DROP INDEX IF EXISTS entity_recent;

-- How often entities (ids) are mentioned, counted anew. What programs say does not count: all are counted in an index, those
-- that do not count in an index of their own, and first and last are at the ends.
CREATE VIEW counted (entities) AS SELECT NULL WHERE false;
CREATE TRIGGER entity_counted INSTEAD OF INSERT ON counted BEGIN
  UPDATE entity SET (mentions, first_at, last_at) = (
    SELECT (SELECT count(*) FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS')
        - (SELECT count(*) FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label = 'agent_generated'),
      (SELECT at FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated' ORDER BY at LIMIT 1),
      (SELECT at FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated' ORDER BY at DESC LIMIT 1))
  WHERE id IN (SELECT value FROM json_each(NEW.entities));
END;

-- Notes (ids) are as their last state says: after one more, or after some are gone.
CREATE VIEW restated (notes) AS SELECT NULL WHERE false;
CREATE TRIGGER note_restated INSTEAD OF INSERT ON restated BEGIN
  UPDATE note SET (text, context, keywords, tags, terms, language) = (
    SELECT text, context, keywords, tags, terms, language FROM revision WHERE note = note.id ORDER BY number DESC LIMIT 1)
  WHERE id IN (SELECT value FROM json_each(NEW.notes));
  DELETE FROM note_vector WHERE note IN (SELECT value FROM json_each(NEW.notes));
  INSERT INTO note_vector (note, vector)
  SELECT last.note, last.vector FROM json_each(NEW.notes) row CROSS JOIN revision last ON last.note = row.value
  AND last.number = (SELECT max(number) FROM revision WHERE note = row.value) WHERE last.vector IS NOT NULL;
END;

-- Why facts ended: reasons are undone [fact, by, turn] and kept [fact, by, turn, until, at, dated, corrects, reason], and
-- facts end [fact, until, at], or (until: null) are as their own words tell. Facts and turns are uids.
CREATE VIEW closed (namespace, space, undone, kept, ends) AS SELECT NULL, NULL, NULL, NULL, NULL WHERE false;
CREATE TRIGGER fact_closed INSTEAD OF INSERT ON closed BEGIN
  DELETE FROM closing WHERE rowid IN (
    SELECT why.rowid FROM json_each(NEW.undone) row CROSS JOIN fact f ON f.space = NEW.space AND f.uid = row.value ->> 0
    CROSS JOIN closing why ON why.fact = f.id
    AND why.by IS (SELECT id FROM fact WHERE space = NEW.space AND uid = row.value ->> 1)
    AND (why.by IS NOT NULL OR why.turn IS (SELECT id FROM turn WHERE namespace = NEW.namespace AND uid = row.value ->> 2)));
  INSERT INTO closing (fact, by, turn, until, at, dated, corrects, reason)
  SELECT f.id, (SELECT id FROM fact WHERE space = NEW.space AND uid = row.value ->> 1),
    (SELECT id FROM turn WHERE namespace = NEW.namespace AND uid = row.value ->> 2),
    row.value ->> 3, row.value ->> 4, row.value ->> 5, row.value ->> 6, row.value ->> 7
  FROM json_each(NEW.kept) row CROSS JOIN fact f ON f.space = NEW.space AND f.uid = row.value ->> 0 WHERE true
  ON CONFLICT DO UPDATE SET until = excluded.until, at = excluded.at, dated = excluded.dated,
    corrects = excluded.corrects, reason = excluded.reason, turn = excluded.turn;
  UPDATE fact SET holds_until = coalesce(ends.until, told_until), retired_at = iif(ends.until IS NULL, told_retired, ends.at)
  FROM (SELECT f.id, row.value ->> 1 AS until, row.value ->> 2 AS at
    FROM json_each(NEW.ends) row CROSS JOIN fact f ON f.space = NEW.space AND f.uid = row.value ->> 0) ends
  WHERE fact.id = ends.id;
END;

-- Trees of entities that are merged: those (ids) whose parents are cut off, and all members [id, id of the root by now].
-- First what is a member's own is set aside, then everything that is lent is taken away, then each root is given its own and
-- what it bears for others.
CREATE VIEW regrouped (cut, members) AS SELECT NULL, NULL WHERE false;
CREATE TRIGGER entity_regrouped INSTEAD OF INSERT ON regrouped BEGIN
  DELETE FROM same_as WHERE alias IN (SELECT value FROM json_each(NEW.cut));

  INSERT INTO edge (source, type, target, at, weight, label)
  SELECT edge.source, 'OWN_' || edge.type, edge.target, edge.at, edge.weight, edge.label
  FROM json_each(NEW.members) member CROSS JOIN edge
    ON edge.target = member.value ->> 0 AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
  WHERE edge.via IS NULL AND member.value ->> 0 <> member.value ->> 1
  ON CONFLICT DO UPDATE SET at = excluded.at, label = iif(label = 'named', label, excluded.label);
  DELETE FROM edge WHERE target IN (SELECT value ->> 0 FROM json_each(NEW.members))
  AND type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
  AND (via IS NOT NULL OR target IN (SELECT value ->> 0 FROM json_each(NEW.members) WHERE value ->> 0 <> value ->> 1));
  INSERT INTO edge (source, type, target, at, weight, label, via)
  SELECT edge.source, substr(edge.type, 5), member.value ->> 1, edge.at, edge.weight, edge.label,
    nullif(member.value ->> 0, member.value ->> 1)
  FROM json_each(NEW.members) member CROSS JOIN entity e ON e.id = member.value ->> 0
  CROSS JOIN edge ON edge.target = e.id AND edge.type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT')
  WHERE true ORDER BY member.value ->> 0 <> member.value ->> 1, e.uid
  ON CONFLICT DO NOTHING;
  INSERT INTO change_log (namespace, kind, node)
  SELECT DISTINCT n.space >> 16, 'note', n.id FROM json_each(NEW.members) member
    CROSS JOIN edge ON edge.target = member.value ->> 0 AND edge.type = 'OWN_ABOUT' CROSS JOIN note n ON n.id = edge.source
  UNION ALL
  SELECT DISTINCT t.namespace, 'turn', t.id FROM json_each(NEW.members) member
    CROSS JOIN edge ON edge.target = member.value ->> 0 AND edge.type = 'OWN_MENTIONS' CROSS JOIN turn t ON t.id = edge.source;
  DELETE FROM edge WHERE target IN (SELECT value ->> 0 FROM json_each(NEW.members) WHERE value ->> 0 = value ->> 1)
  AND type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT');

  INSERT INTO name (space, key, entity, text)
  SELECT -name.space, name.key, name.entity, name.text
  FROM json_each(NEW.members) member CROSS JOIN name ON name.entity = member.value ->> 0
  WHERE name.space > 0 AND name.via IS NULL AND member.value ->> 0 <> member.value ->> 1
  ON CONFLICT DO NOTHING;
  DELETE FROM name WHERE entity IN (SELECT value ->> 0 FROM json_each(NEW.members)) AND space > 0
  AND (via IS NOT NULL OR entity IN (SELECT value ->> 0 FROM json_each(NEW.members) WHERE value ->> 0 <> value ->> 1));
  INSERT INTO name (space, key, entity, text, via)
  SELECT -name.space, name.key, member.value ->> 1, name.text, nullif(member.value ->> 0, member.value ->> 1)
  FROM json_each(NEW.members) member CROSS JOIN entity e ON e.id = member.value ->> 0
  CROSS JOIN name ON name.entity = e.id WHERE name.space < 0
  ORDER BY member.value ->> 0 <> member.value ->> 1, e.uid
  ON CONFLICT DO NOTHING;
  DELETE FROM name WHERE entity IN (SELECT value ->> 0 FROM json_each(NEW.members) WHERE value ->> 0 = value ->> 1)
  AND space < 0;

  UPDATE fact SET subject = member.value ->> 1, subject_via = nullif(member.value ->> 0, member.value ->> 1)
  FROM json_each(NEW.members) member
  WHERE fact.subject IN (SELECT value ->> 0 FROM json_each(NEW.members))
  AND member.value ->> 0 = coalesce(fact.subject_via, fact.subject)
  AND (fact.subject <> member.value ->> 1 OR fact.subject_via IS NOT nullif(member.value ->> 0, member.value ->> 1));
  UPDATE fact SET object = member.value ->> 1, object_via = nullif(member.value ->> 0, member.value ->> 1)
  FROM json_each(NEW.members) member
  WHERE fact.object IN (SELECT value ->> 0 FROM json_each(NEW.members))
  AND member.value ->> 0 = coalesce(fact.object_via, fact.object)
  AND (fact.object <> member.value ->> 1 OR fact.object_via IS NOT nullif(member.value ->> 0, member.value ->> 1));

  UPDATE same_as SET canonical = member.value ->> 1 FROM json_each(NEW.members) member
  WHERE same_as.alias = member.value ->> 0;
  INSERT INTO counted SELECT json_group_array(value ->> 0) FROM json_each(NEW.members);
END;

-- A turn, its vector, and what else of its session shaped what is derived from it, in a space.
CREATE VIEW written_turn (namespace, uid, state, terms, vector, space, first, last) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
CREATE TRIGGER turn_written INSTEAD OF INSERT ON written_turn BEGIN
  UPDATE turn SET state = coalesce(NEW.state, state), terms = coalesce(NEW.terms, terms)
  WHERE namespace = NEW.namespace AND uid = NEW.uid;
  INSERT INTO turn_vector (turn, vector)
  SELECT id, NEW.vector FROM turn WHERE namespace = NEW.namespace AND uid = NEW.uid AND NEW.vector IS NOT NULL
  ON CONFLICT DO UPDATE SET vector = excluded.vector;
  INSERT INTO saw (turn, space, first, last)
  SELECT id, NEW.space, NEW.first, NEW.last FROM turn
  WHERE namespace = NEW.namespace AND uid = NEW.uid AND NEW.first IS NOT NULL
  ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last);
END;

-- Notes, and the vectors of those that have one: numbers one after the other, and in each row where its own begin (from 1), and
-- how many bytes they are. All in one statement: before every other one that may fail by itself, the index of words writes down
-- what it was told so far, as a part of its own, which costs as much as the note, and makes searches slower.
CREATE VIEW written_notes (space, notes, vectors) AS SELECT NULL, NULL, NULL WHERE false;
CREATE TRIGGER notes_written INSTEAD OF INSERT ON written_notes BEGIN
  INSERT INTO note (space, uid, kind, state, trust, verified, agent, language, extractor, confidence, salience, affect, said_at,
    recorded_at, holds_from, holds_until, grain, recurs, terms, text, context, keywords, tags)
  SELECT NEW.space, row.value ->> 0,
    row.value ->> 1, row.value ->> 2, row.value ->> 3, row.value ->> 4, row.value ->> 5, row.value ->> 6,
    row.value ->> 7, row.value ->> 8, row.value ->> 9, row.value ->> 10, row.value ->> 11, row.value ->> 12,
    row.value ->> 13, row.value ->> 14, row.value ->> 15, row.value ->> 16, row.value ->> 17, row.value ->> 18,
    row.value ->> 19, row.value ->> 20, row.value ->> 21
  FROM json_each(NEW.notes) row WHERE true
  ON CONFLICT (space, uid) DO UPDATE SET
    kind = excluded.kind, state = excluded.state, trust = excluded.trust, verified = excluded.verified,
    agent = excluded.agent, language = excluded.language, extractor = excluded.extractor,
    confidence = excluded.confidence, salience = excluded.salience, affect = excluded.affect,
    said_at = excluded.said_at, recorded_at = excluded.recorded_at, holds_from = excluded.holds_from,
    holds_until = excluded.holds_until, grain = excluded.grain, recurs = excluded.recurs, terms = excluded.terms,
    text = excluded.text, context = excluded.context, keywords = excluded.keywords, tags = excluded.tags;
  INSERT INTO note_vector (note, vector)
  SELECT n.id, substr(NEW.vectors, row.value ->> 22, row.value ->> 23)
  FROM json_each(NEW.notes) row CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0
  WHERE row.value ->> 22 IS NOT NULL
  ON CONFLICT DO UPDATE SET vector = excluded.vector;
END;

-- What nearly every plan says beside turns and notes, in this order. Entities, notes, facts and turns are uids. Those that are
-- tied to something else from then on, or contradict another one, are told of (tied_…).
CREATE VIEW written_plan (namespace, space, gate, told) AS SELECT NULL, NULL, NULL, NULL WHERE false;
CREATE TRIGGER plan_carried_out INSTEAD OF INSERT ON written_plan BEGIN
  INSERT INTO entity (space, uid, name, type)
  SELECT NEW.space, row.value ->> 0, row.value ->> 1, row.value ->> 2 FROM json_each(NEW.told, '$.entities') row WHERE true
  ON CONFLICT (space, uid) DO UPDATE SET type = excluded.type WHERE type = 'Thing' AND excluded.type <> 'Thing';

  INSERT INTO name (space, key, text, entity)
  SELECT NEW.space, row.value ->> 0, row.value ->> 1, e.id FROM json_each(NEW.told, '$.names') row
  CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value ->> 2 WHERE true
  ON CONFLICT DO UPDATE SET text = iif(via IS NULL, text, excluded.text), via = NULL;

  INSERT INTO said (space, key, turn)
  SELECT NEW.space, row.value ->> 0, t.id FROM json_each(NEW.told, '$.namings') row
  CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value ->> 1
  WHERE EXISTS (SELECT 1 FROM name WHERE space IN (NEW.space, -NEW.space) AND key = row.value ->> 0)
  ON CONFLICT DO NOTHING;

  -- Each pair once, the newer note first: what is similar to a new note is written to one place.
  INSERT INTO similar (a, b, weight, by)
  SELECT max(a.id, b.id), min(a.id, b.id), row.value ->> 2, row.value ->> 3 FROM json_each(NEW.told, '$.similar') row
  CROSS JOIN note a ON a.space = NEW.space AND a.uid = row.value ->> 0
  CROSS JOIN note b ON b.space = NEW.space AND b.uid = row.value ->> 1 WHERE a.id <> b.id
  ON CONFLICT DO UPDATE SET weight = excluded.weight, by = excluded.by;

  INSERT INTO fact (space, uid, subject, type, object, text, holds_from, holds_until, grain, recorded_at,
    retired_at, trust, confidence, told_until, told_retired)
  SELECT NEW.space, row.value ->> 0, subject.id, row.value ->> 2, object.id, row.value ->> 4, row.value ->> 5,
    row.value ->> 6, row.value ->> 7, row.value ->> 8, row.value ->> 9, row.value ->> 10, row.value ->> 11,
    row.value ->> 6, row.value ->> 9
  FROM json_each(NEW.told, '$.facts') row CROSS JOIN entity subject ON subject.space = NEW.space AND subject.uid = row.value ->> 1
  CROSS JOIN entity object ON object.space = NEW.space AND object.uid = row.value ->> 3 WHERE true
  ON CONFLICT (space, uid) DO NOTHING;

  -- What is written again: a mention that was named stays named, the first role of a note about somebody stays, the rest is
  -- as the newer plan says. What stood for an entity that is merged into this one is its own now.
  INSERT INTO edge (source, type, target, at, weight, label)
  SELECT t.id, 'SPOKEN_BY', e.id, NULL, NULL, NULL FROM json_each(NEW.told, '$.spoken') row
    CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value ->> 0
    CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value ->> 1
  UNION ALL
  SELECT t.id, 'MENTIONS', e.id, row.value ->> 2, NULL, row.value ->> 3 FROM json_each(NEW.told, '$.mentions') row
    CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value ->> 0
    CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value ->> 1
  UNION ALL
  SELECT n.id, 'FROM', t.id, NULL, NULL, NULL FROM json_each(NEW.told, '$.sources') row
    CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0
    CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value ->> 1
  UNION ALL
  SELECT n.id, 'ABOUT', e.id, n.at, NULL, row.value ->> 2 FROM json_each(NEW.told, '$.abouts') row
    CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0
    CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value ->> 1
  UNION ALL
  SELECT n.id, 'SUPPORTED_BY', b.id, NULL, NULL, NULL FROM json_each(NEW.told, '$.supports') row
    CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0
    CROSS JOIN note b ON b.space = NEW.space AND b.uid = row.value ->> 1
  UNION ALL
  SELECT f.id, 'FACT_FROM', n.id, NULL, NULL, NULL FROM json_each(NEW.told, '$.evidence') row
    CROSS JOIN fact f ON f.space = NEW.space AND f.uid = row.value ->> 0
    CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 1
  WHERE true
  ON CONFLICT DO UPDATE SET at = excluded.at, weight = excluded.weight,
    label = iif(via IS NULL AND (type = 'ABOUT' OR (type = 'MENTIONS' AND label = 'named')), label, excluded.label),
    via = NULL;

  INSERT INTO change_log (namespace, kind, node)
  SELECT NEW.namespace, 'note', n.id FROM json_each(NEW.told, '$.tied_notes') row
    CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value
  UNION ALL
  SELECT NEW.namespace, 'turn', t.id FROM json_each(NEW.told, '$.tied_turns') row
    CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value
  UNION ALL
  SELECT NEW.namespace, 'fact', f.id FROM json_each(NEW.told, '$.tied_facts') row
    CROSS JOIN fact f ON f.space = NEW.space AND f.uid = row.value;
  -- Who is further behind than the last 20,000 changes reads all anew.
  DELETE FROM change_log WHERE sequence <= (
    SELECT iif(first < last - 20900, last - 20000, 0)
    FROM (SELECT (SELECT min(sequence) FROM change_log) AS first, (SELECT max(sequence) FROM change_log) AS last));

  INSERT INTO counted SELECT json_group_array(e.id) FROM json_each(NEW.told, '$.counted') row
  CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value HAVING NEW.told -> 'counted' IS NOT NULL;
  INSERT INTO gate (space, state) SELECT NEW.space, NEW.gate WHERE NEW.gate IS NOT NULL
  ON CONFLICT DO UPDATE SET state = excluded.state;
END;

-- What most plans do not say, behind the rest and in this order. Of entities that were merged or split: all members of their trees
-- (members, cut: see regrouped), and who has a new parent (merges). `owner` has the decisions.
CREATE VIEW written_seldom (namespace, space, owner, told) AS SELECT NULL, NULL, NULL, NULL WHERE false;
CREATE TRIGGER seldom_written INSTEAD OF INSERT ON written_seldom BEGIN
  INSERT INTO linked (a, b, reason, weight)
  SELECT a.id, b.id, row.value ->> 2, row.value ->> 3 FROM json_each(NEW.told, '$.links') row
  CROSS JOIN note a ON a.space = NEW.space AND a.uid = row.value ->> 0
  CROSS JOIN note b ON b.space = NEW.space AND b.uid = row.value ->> 1 WHERE a.id <> b.id
  ON CONFLICT DO UPDATE SET weight = excluded.weight;

  -- The state as it was derived, of those that have not been revised so far; then the next one, which has a vector (hex) of
  -- its own where there is a model.
  INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, vector, at)
  SELECT n.id, 0, n.text, n.context, n.keywords, n.tags, n.terms, n.language,
    (SELECT vector FROM note_vector WHERE note = n.id), n.recorded_at
  FROM json_each(NEW.told, '$.revised') row CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0 WHERE true
  ON CONFLICT DO NOTHING;
  INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, at, vector, turn)
  SELECT n.id, 1 + (SELECT max(number) FROM revision WHERE note = n.id), row.value ->> 2, row.value ->> 3, row.value ->> 4,
    row.value ->> 5, row.value ->> 6, row.value ->> 7, row.value ->> 8,
    iif(row.value ->> 9, unhex(row.value ->> 10), (SELECT vector FROM note_vector WHERE note = n.id)), t.id
  FROM json_each(NEW.told, '$.revised') row CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0
  CROSS JOIN turn t ON t.namespace = NEW.namespace AND t.uid = row.value ->> 1;
  INSERT INTO restated SELECT json_group_array(n.id) FROM json_each(NEW.told, '$.revised') row
  CROSS JOIN note n ON n.space = NEW.space AND n.uid = row.value ->> 0 HAVING NEW.told -> 'revised' IS NOT NULL;

  INSERT INTO closed SELECT NEW.namespace, NEW.space, NEW.told -> 'undone', NEW.told -> 'kept', NEW.told -> 'ends'
  WHERE NEW.told -> 'ends' IS NOT NULL;
  INSERT INTO edge (source, type, target, at, label)
  SELECT a.id, 'CONFLICTS', b.id, row.value ->> 2, row.value ->> 3 FROM json_each(NEW.told, '$.conflicts') row
  CROSS JOIN fact a ON a.space = NEW.space AND a.uid = row.value ->> 0
  CROSS JOIN fact b ON b.space = NEW.space AND b.uid = row.value ->> 1 WHERE true
  ON CONFLICT DO NOTHING;

  INSERT INTO regrouped (cut, members)
  SELECT (SELECT json_group_array(e.id) FROM json_each(NEW.told, '$.cut') row
      CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value),
    (SELECT json_group_array(json_array(e.id, root.id)) FROM json_each(NEW.told, '$.members') row
      CROSS JOIN entity e ON e.space = NEW.space AND e.uid = row.value ->> 0
      CROSS JOIN entity root ON root.space = NEW.space AND root.uid = row.value ->> 1)
  WHERE NEW.told -> 'members' IS NOT NULL;
  INSERT INTO same_as (alias, parent, canonical, turn, at, reason)
  SELECT alias.id, parent.id, root.id, (SELECT id FROM turn WHERE namespace = NEW.namespace AND uid = row.value ->> 3),
    row.value ->> 4, row.value ->> 5
  FROM json_each(NEW.told, '$.merges') row CROSS JOIN entity alias ON alias.space = NEW.space AND alias.uid = row.value ->> 0
  CROSS JOIN entity parent ON parent.space = NEW.space AND parent.uid = row.value ->> 1
  CROSS JOIN entity root ON root.space = NEW.space AND root.uid = row.value ->> 2 WHERE true
  ON CONFLICT DO NOTHING;
  INSERT INTO edge (source, type, target)
  SELECT a.id, 'APART', b.id FROM json_each(NEW.told, '$.apart') row
  CROSS JOIN entity a ON a.space = NEW.space AND a.uid = row.value ->> 0
  CROSS JOIN entity b ON b.space = NEW.space AND b.uid = row.value ->> 1 WHERE true
  ON CONFLICT DO NOTHING;
  DELETE FROM edge WHERE type = 'APART' AND (source, target) IN (
    SELECT a.id, b.id FROM json_each(NEW.told, '$.together') row
    CROSS JOIN entity a ON a.space = NEW.space AND a.uid = row.value ->> 0
    CROSS JOIN entity b ON b.space = NEW.space AND b.uid = row.value ->> 1);

  INSERT INTO call (namespace, uid, at, model, kind, outcome, turns, tokens_in, tokens_out, seconds, cost)
  SELECT NEW.namespace, row.value ->> 0, row.value ->> 1, row.value ->> 2, row.value ->> 3, row.value ->> 4, row.value ->> 5,
    row.value ->> 6, row.value ->> 7, row.value ->> 8, row.value ->> 9 FROM json_each(NEW.told, '$.calls') row WHERE true
  ON CONFLICT DO NOTHING;
  UPDATE namespace SET salts = NEW.told -> 'salts' WHERE id = NEW.namespace AND NEW.told -> 'salts' IS NOT NULL;
  INSERT INTO tombstone (namespace, mark, salt, at)
  SELECT NEW.namespace, row.value ->> 0, row.value ->> 1, row.value ->> 2 FROM json_each(NEW.told, '$.tombstones') row WHERE true
  ON CONFLICT DO NOTHING;
  INSERT INTO change (namespace, uid, kind, by, at, reason, before, after)
  SELECT NEW.owner, row.value ->> 0, row.value ->> 1, row.value ->> 2, row.value ->> 3, row.value ->> 4, row.value ->> 5,
    row.value ->> 6 FROM json_each(NEW.told, '$.changes') row WHERE true
  ON CONFLICT (namespace, uid) DO NOTHING;
END;
