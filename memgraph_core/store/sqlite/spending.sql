-- What the ledger of a namespace adds up to, so that it need not be added up at each write: run once, on new files and on
-- those that were made before. A call that is there already is no insert, so that none is counted twice.

CREATE TABLE spent (
  namespace INTEGER PRIMARY KEY,
  calls INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  cost REAL NOT NULL
);
INSERT INTO spent SELECT namespace, count(*), sum(tokens_in), sum(tokens_out), sum(cost) FROM call GROUP BY namespace;
DROP INDEX call_sum;

CREATE TRIGGER call_new AFTER INSERT ON call BEGIN
  INSERT INTO spent VALUES (NEW.namespace, 1, NEW.tokens_in, NEW.tokens_out, NEW.cost)
  ON CONFLICT DO UPDATE SET calls = calls + 1, tokens_in = tokens_in + NEW.tokens_in,
    tokens_out = tokens_out + NEW.tokens_out, cost = cost + NEW.cost;
END;
-- Calls go with their namespace only, all of them.
CREATE TRIGGER call_gone AFTER DELETE ON call BEGIN
  DELETE FROM spent WHERE namespace = OLD.namespace;
END;
