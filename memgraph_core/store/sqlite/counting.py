"""How often entities are mentioned: what RECOUNT and a merge set anew, from the edges.

What programs say does not count. To look at every mention for that would take longest for those that are mentioned most:
all are counted in an index, those that do not count in an index of their own, and first and last are at the ends.
"""

_OF = "FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS'"

# To set (mentions, first_at, last_at) of `entity`.
COUNTS = f"""(
  SELECT (SELECT count(*) {_OF}) - (SELECT count(*) {_OF} AND edge.label = 'aside'),
    (SELECT at {_OF} AND edge.label <> 'aside' ORDER BY at LIMIT 1),
    (SELECT at {_OF} AND edge.label <> 'aside' ORDER BY at DESC LIMIT 1))
"""
RECOUNT = f"""
UPDATE entity SET (mentions, first_at, last_at) = {COUNTS}
WHERE space = :space AND uid IN (SELECT value FROM json_each(:uids))
"""
