-- Every write leaves a part of its own in the full-text indexes, and a word is looked up in each of them; a score of parts,
-- which is what SQLite lets stand, takes a search two thirds longer (50,000 notes). So all are made one now and then: sixteen to
-- thirty-two times until there are twice as many rows. Run once, on new files and on those that were made before.

CREATE TRIGGER note_terms_merged AFTER INSERT ON note
WHEN NEW.id % (1 << max(9, CAST(log2(NEW.id) AS INTEGER) - 4)) = 0 BEGIN
  INSERT INTO note_terms (note_terms) VALUES ('optimize');
END;
CREATE TRIGGER turn_terms_merged AFTER INSERT ON turn
WHEN NEW.id % (1 << max(9, CAST(log2(NEW.id) AS INTEGER) - 4)) = 0 BEGIN
  INSERT INTO turn_terms (turn_terms) VALUES ('optimize');
END;
INSERT INTO note_terms (note_terms) VALUES ('optimize');
INSERT INTO turn_terms (turn_terms) VALUES ('optimize');
