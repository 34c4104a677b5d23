-- Which model made its vectors is a thing of each namespace, and of each generation that is being derived. Run once, on
-- new files and on those made when all namespaces of a file had one model.

ALTER TABLE namespace ADD COLUMN model TEXT;
ALTER TABLE namespace ADD COLUMN dimension INTEGER;
UPDATE namespace SET model = (SELECT model FROM stamp), dimension = (SELECT dimension FROM stamp);

ALTER TABLE building ADD COLUMN model TEXT;
ALTER TABLE building ADD COLUMN dimension INTEGER;
ALTER TABLE building ADD COLUMN anew INTEGER NOT NULL DEFAULT 0;  -- its model is not that of the namespace
ALTER TABLE building ADD COLUMN extractor TEXT NOT NULL DEFAULT '';  -- '': of a time when it was not kept
UPDATE building SET model = (SELECT model FROM stamp), dimension = (SELECT dimension FROM stamp);

DROP TABLE stamp;

CREATE TABLE rebuilt_vector (  -- of turns, by the model of the generation being derived
  namespace INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (namespace, turn)
) WITHOUT ROWID;
