// The nearest notes, turns of people and agent-generated turns, from rows `node`, `score` in their order, with their channel.
// takes:   $ask.notes: integer (limit)
//          $ask.turns: integer (limit)
//          $ask.agent_generated: integer (limit of agent-generated turns)
WITH node:Note AS note, coalesce(node.role IN ['assistant', 'web'], false) AS generated, collect({node: node, score: score}) AS rows
UNWIND rows[..CASE WHEN note THEN $ask.notes WHEN generated THEN $ask.agent_generated ELSE $ask.turns END] AS row
WITH row.node AS node, row.score AS score, CASE WHEN generated THEN 'agent_generated' ELSE 'vector' END AS channel
