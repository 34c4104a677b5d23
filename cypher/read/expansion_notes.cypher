// The notes of an expansion: notes about the entities that it reached, and the notes and the sources of the facts of its hops.
// takes:   $space: string
//          $ask.near: list<list> (uid and place: of seeds and entities of the first hop)
//          $ask.considered: integer (newest notes of each of these entities, from which the best are selected)
//          $ask.kept: integer (number of notes that are selected, by the weight of their terms)
//          $ask.further: list<list> (uid, place, number of newest notes: of the other entities)
//          $ask.near_fetch: integer (notes about one of `near` that are read before the filters)
//          $ask.further_fetch: integer
//          $ask.terms: list<map{text, weight}> (text between spaces)
//          $ask.notes: list<list> (uid and place: of the notes of hops)
//          $ask.facts: list<list> (uid and place: of the facts of hops)
//          $ask.cap: integer (total number of notes, the lowest place first)
//          $ask.links: integer (links from a note, and to a note)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
// returns: notes: list<string> (uids)
//          links: list<list> (uids of both notes, reason, weight)
CALL () {
  UNWIND $ask.near AS row
  MATCH (entity:Entity {space: $space, uid: row[0]})
  CALL (entity) {
    // include fragments/newest_notes
    LIMIT $ask.near_fetch
  }
  RETURN entity, row[1] AS place, $ask.considered AS considered, $ask.kept AS kept, node
 UNION ALL
  UNWIND $ask.further AS row
  MATCH (entity:Entity {space: $space, uid: row[0]})
  CALL (entity) {
    // include fragments/newest_notes
    LIMIT $ask.further_fetch
  }
  RETURN entity, row[1] AS place, row[2] AS considered, row[2] AS kept, node
 UNION ALL
  UNWIND $ask.notes AS row
  MATCH (node:Note {space: $space, uid: row[0]})
  WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
  RETURN NULL AS entity, row[1] AS place, $ask.cap AS considered, $ask.cap AS kept, node
 UNION ALL
  UNWIND $ask.facts AS row
  MATCH (:Fact {space: $space, uid: row[0]})-[:FROM]->(node:Note)
  WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
  RETURN NULL AS entity, row[1] AS place, $ask.cap AS considered, $ask.cap AS kept, node
}
WITH entity, place, considered, kept, node, $space AS space
WHERE node IS NOT NULL
  // include fragments/filters
WITH entity, place, considered, kept, node ORDER BY node.at DESC, node.uid DESC
WITH entity, place, considered, kept, collect(DISTINCT node)[..considered] AS nodes
UNWIND nodes AS node
WITH entity, place, kept, node, CASE WHEN size(nodes) <= kept THEN 0.0 ELSE reduce(weight = 0.0, term IN $ask.terms |
  weight + CASE WHEN ' ' + node.terms + ' ' CONTAINS term.text THEN term.weight ELSE 0.0 END) END AS weight
ORDER BY weight DESC, node.at DESC, node.uid DESC
WITH entity, place, kept, collect({note: node, weight: weight}) AS weighted
UNWIND weighted[..kept] AS row
WITH row.note AS node, place, row.weight AS weight ORDER BY place
WITH node, collect({place: place, weight: weight})[0] AS first
ORDER BY first.place, first.weight DESC, node.at DESC, node.uid DESC LIMIT $ask.cap
WITH collect(node) AS notes
RETURN [note IN notes | note.uid] AS notes, COLLECT {
  UNWIND notes AS note
  CALL (note) {
    MATCH (note)-[link:LINKED]->(other:Note)
    RETURN link ORDER BY link.weight DESC, link.reason, other.uid LIMIT $ask.links
   UNION
    MATCH (note)<-[link:LINKED]-(other:Note)
    RETURN link ORDER BY link.weight DESC, link.reason, other.uid LIMIT $ask.links
  }
  WITH DISTINCT link
  RETURN [startNode(link).uid, endNode(link).uid, link.reason, link.weight]
} AS links
