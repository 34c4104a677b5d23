-- Memory holds notes and turns with what they are tied to, so that it must be told when their ties come or go. Rows for
-- the same record one after another are told once. Run once, on new files and on those that were made before.

CREATE TRIGGER tie_new AFTER INSERT ON edge WHEN NEW.type IN ('ABOUT', 'MENTIONS', 'FACT_FROM') BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT namespace, kind, node FROM (
    SELECT space >> 16 AS namespace, 'note' AS kind, id AS node FROM note
    WHERE id = CASE NEW.type WHEN 'ABOUT' THEN NEW.source WHEN 'FACT_FROM' THEN NEW.target END
    UNION ALL
    SELECT namespace, 'turn', id FROM turn WHERE NEW.type = 'MENTIONS' AND id = NEW.source) tied
  WHERE NOT EXISTS (
    SELECT 1 FROM change_log last WHERE last.sequence = (SELECT max(sequence) FROM change_log)
    AND last.namespace = tied.namespace AND last.kind = tied.kind AND last.node = tied.node);
END;
CREATE TRIGGER tie_gone AFTER DELETE ON edge WHEN OLD.type IN ('ABOUT', 'MENTIONS', 'FACT_FROM') BEGIN
  INSERT INTO change_log (namespace, kind, node)
  SELECT namespace, kind, node FROM (
    SELECT space >> 16 AS namespace, 'note' AS kind, id AS node FROM note
    WHERE id = CASE OLD.type WHEN 'ABOUT' THEN OLD.source WHEN 'FACT_FROM' THEN OLD.target END
    UNION ALL
    SELECT namespace, 'turn', id FROM turn WHERE OLD.type = 'MENTIONS' AND id = OLD.source) tied
  WHERE NOT EXISTS (
    SELECT 1 FROM change_log last WHERE last.sequence = (SELECT max(sequence) FROM change_log)
    AND last.namespace = tied.namespace AND last.kind = tied.kind AND last.node = tied.node);
END;
