-- What people put right, with the turn that it is about: run once, on new files and on those made before there was that.

ALTER TABLE turn ADD COLUMN corrections TEXT;  -- JSON; NULL: none
CREATE INDEX turn_corrected ON turn (namespace) WHERE corrections IS NOT NULL;
