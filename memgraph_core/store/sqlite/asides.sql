-- What programs and pages say, beside what people said: run once, on new files and on those made before there was that.
--
-- SUPPORTED_BY note→note: what a program's note rests on. `documents` of a namespace leaves such turns and notes out, so
-- that however much programs say, the words of people weigh the same.

ALTER TABLE turn ADD COLUMN used TEXT;  -- JSON, uids of turns; NULL: none
CREATE INDEX turn_used ON turn (namespace) WHERE used IS NOT NULL;

UPDATE namespace SET documents = documents
  - (SELECT count(*) FROM turn WHERE turn.namespace = namespace.id AND role IN ('assistant', 'web'));

CREATE TRIGGER turn_told_aside AFTER INSERT ON turn WHEN NEW.role IN ('assistant', 'web') BEGIN
  UPDATE namespace SET documents = documents - 1 WHERE id = NEW.namespace;
END;
CREATE TRIGGER turn_gone_aside AFTER DELETE ON turn WHEN OLD.role IN ('assistant', 'web') BEGIN
  UPDATE namespace SET documents = documents + 1 WHERE id = OLD.namespace;
END;
CREATE TRIGGER note_told_aside AFTER INSERT ON note WHEN NEW.state = 'agent_generated' BEGIN
  UPDATE namespace SET documents = documents - 1 WHERE id = NEW.space >> 16 AND space = NEW.space;
END;
CREATE TRIGGER note_gone_aside AFTER DELETE ON note WHEN OLD.state = 'agent_generated' BEGIN
  UPDATE namespace SET documents = documents + 1 WHERE id = OLD.space >> 16 AND space = OLD.space;
END;
CREATE TRIGGER note_gone_supported AFTER DELETE ON note BEGIN
  DELETE FROM edge WHERE source = OLD.id AND type = 'SUPPORTED_BY';
  DELETE FROM edge WHERE target = OLD.id AND type = 'SUPPORTED_BY';
END;
