-- What a graph in memory needs: run once, on new files and on those that were made before.

CREATE INDEX note_hidden ON note (space) WHERE state <> 'active' OR kind = 'vault';
CREATE TRIGGER fact_new AFTER INSERT ON fact BEGIN
  INSERT INTO change_log (namespace, kind, node) VALUES (NEW.space >> 16, 'fact', NEW.id);
END;
