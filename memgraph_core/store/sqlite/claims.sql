-- Who reads turns that wait: run once, on new files and on those made before there was that.

CREATE TABLE claim (
  turn INTEGER PRIMARY KEY,
  by TEXT NOT NULL,
  until REAL NOT NULL  -- seconds since 1970
);
CREATE TRIGGER claim_over AFTER UPDATE OF state, text ON turn WHEN OLD.state <> NEW.state OR OLD.text <> NEW.text BEGIN
  DELETE FROM claim WHERE turn = OLD.id;
END;
CREATE TRIGGER claim_gone AFTER DELETE ON turn BEGIN
  DELETE FROM claim WHERE turn = OLD.id;
END;
