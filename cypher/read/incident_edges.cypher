// The relationships of some records, each with its original entity: what a merge lent to another entity (`via`) is left out, and what
// it saved (OWN) is returned instead.
// takes:   $namespace: string
//          $space: string
//          $ask.turn: list<string> (uids)
//          $ask.note: list<string>
//          $ask.fact: list<string>
//          $ask.entity: list<string>
// returns: kind: string
//          row: list (values in the order of the kind's fields)
CALL () {
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  MATCH (t)-[r:MENTIONS|SPOKEN_BY|OWN]->(e:Entity {space: $space})
  WHERE type(r) = 'OWN' OR r.via IS NULL
  WITH t, r, e, CASE WHEN type(r) = 'OWN' THEN r.type ELSE type(r) END AS type
  RETURN CASE type WHEN 'MENTIONS' THEN 'mention' ELSE 'spoken' END AS kind,
    CASE type WHEN 'MENTIONS' THEN [t.uid, e.uid, r.at, r.how] ELSE [t.uid, e.uid] END AS row
 UNION ALL
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid}) WHERE t.context_span IS NOT NULL
  RETURN 'saw' AS kind, [t.uid, t.context_span[0], t.context_span[1]] AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})<-[r:NAMES|OWN]-(m:Name) WHERE type(r) = 'OWN' OR r.via IS NULL
  RETURN 'name' AS kind, [m.key, r.text, e.uid] AS row
 UNION ALL
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})<-[:NAMED_IN]-(m:Name {space: $space})
  RETURN 'naming' AS kind, [m.key, t.uid] AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[r:ABOUT|OWN]->(e:Entity) WHERE type(r) = 'OWN' OR r.via IS NULL
  RETURN 'about' AS kind, [n.uid, e.uid, r.role] AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[r:SIMILAR|LINKED|SUPPORTED_BY]->(other:Note)
  RETURN CASE type(r) WHEN 'SIMILAR' THEN 'similar' WHEN 'LINKED' THEN 'link' ELSE 'support' END AS kind,
    CASE type(r) WHEN 'SIMILAR' THEN [n.uid, other.uid, r.weight, r.by]
      WHEN 'LINKED' THEN [n.uid, other.uid, r.reason, r.weight] ELSE [n.uid, other.uid] END AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)<-[r:SUPERSEDES]-(newer:Fact)
  RETURN 'closing' AS kind, [f.uid, f.holds_until, coalesce(r.until, f.holds_until), r.at, r.reason, newer.uid, r.turn,
    coalesce(r.dated, false), coalesce(r.corrects, false)] AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)-[r:ENDED_BY]->(t:Turn)
  RETURN 'closing' AS kind, [f.uid, f.holds_until, r.until, r.at, r.reason, NULL, t.uid, coalesce(r.dated, false),
    coalesce(r.corrects, false)] AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)-[r:CONFLICTS]->(other:Fact)
  RETURN 'conflict' AS kind, [f.uid, other.uid, r.at, r.reason] AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (s:Entity)<-[subject:SUBJECT]-(f)-[object:OBJECT]->(o:Entity)
  RETURN 'end' AS kind, [f.uid, coalesce(subject.via, s.uid), coalesce(object.via, o.uid), f.stated_until,
    f.stated_retired_at] AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  MATCH (e)-[r:SAME_AS]->(parent:Entity)
  RETURN 'merge' AS kind, [e.uid, parent.uid, r.reason, r.turn, r.at] AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  MATCH (e)-[:APART]-(other:Entity)
  RETURN 'apart' AS kind, [e.uid, other.uid] AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[:REVISION]->(r:Revision)
  RETURN 'revision' AS kind,
    [n.uid, r.number, r.text, r.context, r.keywords, r.tags, r.terms, r.language, r.vector, r.at, r.turn] AS row
 UNION ALL
  MATCH (n:Namespace {uid: $namespace}) WHERE n.novelty_state IS NOT NULL
  RETURN 'novelty_state' AS kind, [n.novelty_state] AS row
}
RETURN kind, row
