// The result of a search for neighbours of new notes.
RETURN wanted, node.uid AS uid, node.terms AS terms, node.text AS text, similarity
ORDER BY wanted, score DESC, uid
