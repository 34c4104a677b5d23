-- What people took back is asked for at each write. Run once, on new files and on those that were made before.

CREATE INDEX change_undone ON change (namespace, kind, id);
