// The result of a channel: `node`, `channel` and `score`. All rows are returned as one value, because the driver needs more time
// for a record than for its contents.
RETURN collect([
  node.uid, channel, score,
  CASE WHEN node:Note THEN COLLECT { MATCH (node)-[:FROM]->(turn:Turn) RETURN turn.uid ORDER BY turn.uid } END
]) AS found
