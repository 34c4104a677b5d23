-- Why facts ended, and which contradict each other, beside the tables of schema.sql: run once, on new files and on those
-- that were made when a fact ended for one reason only.
--
-- A fact keeps every reason why it ended, so that each can be taken back; `told_until` and `told_retired` are what its own
-- words tell. CONFLICTS fact→fact (label: reason, at), the lower uid first: which of the two holds cannot be told.

ALTER TABLE fact ADD COLUMN told_until INTEGER;
ALTER TABLE fact ADD COLUMN told_retired INTEGER;

CREATE TABLE closing (
  fact INTEGER NOT NULL,  -- fact.id, as the next
  by INTEGER,  -- what took its place; NULL: a turn said that it ended
  turn INTEGER,  -- turn.id of the turn that told it
  until INTEGER NOT NULL,  -- as this one tells it
  at INTEGER NOT NULL,
  dated INTEGER NOT NULL,
  corrects INTEGER NOT NULL,
  reason TEXT NOT NULL
);
CREATE UNIQUE INDEX closing_key ON closing (fact, coalesce(by, 0), iif(by IS NULL, coalesce(turn, 0), 0));
CREATE INDEX closing_by ON closing (by) WHERE by IS NOT NULL;
CREATE INDEX closing_turn ON closing (turn) WHERE turn IS NOT NULL;

INSERT INTO closing (fact, by, turn, until, at, dated, corrects, reason)
SELECT older.id, edge.source, NULL, older.holds_until, edge.at, 0, 0, edge.label
FROM edge CROSS JOIN fact older ON older.id = edge.target
WHERE edge.type = 'SUPERSEDES' AND older.holds_until IS NOT NULL;
DELETE FROM edge WHERE type = 'SUPERSEDES';
UPDATE fact SET told_until = holds_until, told_retired = retired_at
WHERE holds_until IS NOT NULL AND id NOT IN (SELECT fact FROM closing);

CREATE TRIGGER fact_gone_closings AFTER DELETE ON fact BEGIN
  DELETE FROM closing WHERE fact = OLD.id;
  DELETE FROM closing WHERE by = OLD.id;
  DELETE FROM edge WHERE source = OLD.id AND type = 'CONFLICTS';
  DELETE FROM edge WHERE target = OLD.id AND type = 'CONFLICTS';
END;
CREATE TRIGGER turn_gone_closings AFTER DELETE ON turn BEGIN
  DELETE FROM closing WHERE turn = OLD.id AND by IS NULL;
  UPDATE closing SET turn = NULL WHERE turn = OLD.id;
END;
CREATE TRIGGER conflict_new AFTER INSERT ON edge WHEN NEW.type = 'CONFLICTS' BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT space >> 16, 'fact', id FROM fact WHERE id IN (NEW.source, NEW.target);
END;
CREATE TRIGGER conflict_gone AFTER DELETE ON edge WHEN OLD.type = 'CONFLICTS' BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT space >> 16, 'fact', id FROM fact WHERE id IN (OLD.source, OLD.target);
END;
