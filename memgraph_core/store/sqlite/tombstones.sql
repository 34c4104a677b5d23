-- What is left of turns that were forgotten: run once, on new files and on those made before there was that.

ALTER TABLE namespace ADD COLUMN salts TEXT;  -- JSON, of its tombstones; NULL: there are none
CREATE TABLE tombstone (
  namespace INTEGER NOT NULL,
  mark TEXT NOT NULL,
  salt TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (namespace, mark)
) WITHOUT ROWID;
CREATE TRIGGER namespace_gone AFTER DELETE ON namespace BEGIN
  DELETE FROM tombstone WHERE namespace = OLD.id;
END;
