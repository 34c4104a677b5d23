// The number of texts that contain each word of a question, counted up to the given limits.
// takes:   $ask.words: list<map{term, own, all}> (own, all: Lucene queries for the namespace's texts and for all texts)
//          $ask.cap: integer (a word in more of the namespace's texts is too common to search)
// returns: term: string
//          own: integer (at most cap + 1)
//          all: integer (0 for words that are not searched, and without the count in all texts)
UNWIND $ask.words AS word
CALL (word) {
  CALL db.index.fulltext.queryNodes('memgraph_terms', word.own, {limit: $ask.cap + 1}) YIELD node
  RETURN count(node) AS own
}
WITH word, own, 0 AS all
// include fragments/counted_in_all
RETURN word.term AS term, own, all
