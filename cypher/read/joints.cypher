// What joins some records of a namespace, each as its own: what is lent to another by a merge (via) is left out, and what
// is set aside for a split (OWN) stands for it.
// takes:   $namespace (whose), $space (its generation), $ask (turn, note, fact, entity: uids of whose joints are wanted)
// returns: kind, row (values in the order of the kind's fields)
CALL () {
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  MATCH (t)-[r:MENTIONS|SPOKEN_BY|OWN]->(e:Entity {space: $space})
  WHERE type(r) = 'OWN' OR r.via IS NULL
  WITH t, r, e, CASE WHEN type(r) = 'OWN' THEN r.was ELSE type(r) END AS type
  RETURN CASE type WHEN 'MENTIONS' THEN 'mention' ELSE 'spoken' END AS kind,
    CASE type WHEN 'MENTIONS' THEN [t.uid, e.uid, r.at, r.how] ELSE [t.uid, e.uid] END AS row
 UNION ALL
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid}) WHERE t.saw IS NOT NULL
  RETURN 'saw' AS kind, [t.uid, t.saw[0], t.saw[1]] AS row
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
  RETURN 'end' AS kind, [f.uid, coalesce(subject.via, s.uid), coalesce(object.via, o.uid), f.told_until,
    f.told_retired] AS row
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
  MATCH (n:Namespace {uid: $namespace}) WHERE n.gate IS NOT NULL
  RETURN 'gate' AS kind, [n.gate] AS row
}
RETURN kind, row
