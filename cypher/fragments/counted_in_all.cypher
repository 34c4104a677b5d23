// Counts each `word` in all texts of the database too, for read/frequencies. Only words that are searched are counted.
// takes:   $ask.cap: integer
//          $ask.counted: integer (limit of the count)
WITH collect({word: word, own: own}) AS words
WITH words, any(each IN words WHERE each.own > 0 AND each.own <= $ask.cap) AS some_are_rare
UNWIND words AS each
CALL (each, some_are_rare) {
  WITH each WHERE each.own > 0 AND (each.own <= $ask.cap OR NOT some_are_rare)
  CALL db.index.fulltext.queryNodes('memgraph_terms', each.word.all, {limit: $ask.counted}) YIELD node
  RETURN count(node) AS all
}
WITH each.word AS word, each.own AS own, all
