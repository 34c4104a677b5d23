-- Vectors lie apart: they are longer than all else of a row, and most readers of rows do not want them.

CREATE TABLE turn_vector (
  turn INTEGER PRIMARY KEY,
  vector BLOB NOT NULL  -- float32, little-endian, unit length
);
CREATE TABLE note_vector (
  note INTEGER PRIMARY KEY,
  vector BLOB NOT NULL
);
CREATE TRIGGER note_gone_with_vector AFTER DELETE ON note BEGIN
  DELETE FROM note_vector WHERE note = OLD.id;
END;
CREATE TRIGGER turn_gone_with_vector AFTER DELETE ON turn BEGIN
  DELETE FROM turn_vector WHERE turn = OLD.id;
END;
CREATE TRIGGER vector_of_note_new AFTER INSERT ON note_vector BEGIN
  INSERT INTO change_log (namespace, kind, node) SELECT space >> 16, 'note', id FROM note WHERE id = NEW.note;
END;
CREATE TRIGGER vector_of_note_changed AFTER UPDATE ON note_vector BEGIN
  INSERT INTO change_log (namespace, kind, node) SELECT space >> 16, 'note', id FROM note WHERE id = NEW.note;
END;
CREATE TRIGGER vector_of_turn_new AFTER INSERT ON turn_vector BEGIN
  INSERT INTO change_log (namespace, kind, node) SELECT namespace, 'turn', id FROM turn WHERE id = NEW.turn;
END;
CREATE TRIGGER vector_of_turn_changed AFTER UPDATE ON turn_vector BEGIN
  INSERT INTO change_log (namespace, kind, node) SELECT namespace, 'turn', id FROM turn WHERE id = NEW.turn;
END;
CREATE TRIGGER vector_of_turn_dropped AFTER DELETE ON turn_vector BEGIN
  INSERT INTO change_log (namespace, kind, node) SELECT namespace, 'turn', id FROM turn WHERE id = OLD.turn;
END;
