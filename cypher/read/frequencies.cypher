// The number of texts that contain each word of a question, counted up to the given limits.
// takes:   $ask.words: list<map{term, own, all}> (own, all: Lucene queries for the namespace's texts and for all texts)
//          $ask.cap: integer (a word in more of the namespace's texts is too common to search)
//          $ask.weigh: boolean (whether to count in all texts of the database too)
//          $ask.counted: integer (limit of that count)
// returns: term: string
//          own: integer (at most cap + 1)
//          all: integer (0 for words that are not searched)
UNWIND $ask.words AS word
CALL (word) {
  CALL db.index.fulltext.queryNodes('memgraph_terms', word.own, {limit: $ask.cap + 1}) YIELD node
  RETURN count(node) AS own
}
WITH collect({word: word, own: own}) AS words
WITH words, any(each IN words WHERE each.own > 0 AND each.own <= $ask.cap) AS some_are_rare
UNWIND words AS each
CALL (each, some_are_rare) {
  WITH each WHERE $ask.weigh AND each.own > 0 AND (each.own <= $ask.cap OR NOT some_are_rare)
  CALL db.index.fulltext.queryNodes('memgraph_terms', each.word.all, {limit: $ask.counted}) YIELD node
  RETURN count(node) AS all
}
RETURN each.word.term AS term, each.own AS own, all
