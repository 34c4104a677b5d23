-- For files that were made when vectors still lay with their rows, after vectors.sql.

DROP TRIGGER note_vector_new;
INSERT INTO note_vector (note, vector) SELECT id, vector FROM note WHERE vector IS NOT NULL;
INSERT INTO turn_vector (turn, vector) SELECT id, vector FROM turn WHERE vector IS NOT NULL;
ALTER TABLE note DROP COLUMN vector;
ALTER TABLE turn DROP COLUMN vector;
ALTER TABLE note ADD COLUMN recurs TEXT;
DROP INDEX fact_current;
CREATE INDEX fact_of_type ON fact (subject, type, recorded_at, object);
