// The relationships of some records, each with its original entity: copies at the root of a merge tree (`via`) are left out, and the
// relationships of the merged entity itself (OWN) are returned.
// takes:   $namespace: string
//          $space: string
//          $ask.turn: list<string> (uids)
//          $ask.note: list<string>
//          $ask.fact: list<string>
//          $ask.entity: list<string>
// returns: kind: string
//          row: map (the fields of the kind's record)
CALL () {
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  MATCH (t)-[r:MENTIONS|SPOKEN_BY|OWN]->(e:Entity {space: $space})
  WHERE type(r) = 'OWN' OR r.via IS NULL
  WITH t, r, e, CASE WHEN type(r) = 'OWN' THEN r.type ELSE type(r) END AS type
  RETURN CASE type WHEN 'MENTIONS' THEN 'mention' ELSE 'speaker' END AS kind,
    CASE type WHEN 'MENTIONS' THEN {turn: t.uid, entity: e.uid, at: r.at, how: r.how}
      ELSE {turn: t.uid, entity: e.uid} END AS row
 UNION ALL
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid}) WHERE t.context_span IS NOT NULL
  RETURN 'context_span' AS kind, {turn: t.uid, first: t.context_span[0], last: t.context_span[1]} AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})<-[r:NAMES|OWN]-(m:Name) WHERE type(r) = 'OWN' OR r.via IS NULL
  RETURN 'name' AS kind, {key: m.key, text: r.text, entity: e.uid} AS row
 UNION ALL
  UNWIND $ask.turn AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})<-[:NAMED_IN]-(m:Name {space: $space})
  RETURN 'name_source' AS kind, {key: m.key, turn: t.uid} AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[r:ABOUT|OWN]->(e:Entity) WHERE type(r) = 'OWN' OR r.via IS NULL
  RETURN 'about' AS kind, {note: n.uid, entity: e.uid, role: r.role} AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[r:SIMILAR|LINKED|SUPPORTED_BY|ABSTRACTS]->(other:Note)
  RETURN CASE type(r) WHEN 'SIMILAR' THEN 'similar' WHEN 'LINKED' THEN 'link'
    WHEN 'ABSTRACTS' THEN 'abstracts' ELSE 'support' END AS kind,
    CASE type(r) WHEN 'SIMILAR' THEN {a: n.uid, b: other.uid, weight: r.weight, by: r.by}
      WHEN 'LINKED' THEN {a: n.uid, b: other.uid, reason: r.reason, weight: r.weight}
      WHEN 'ABSTRACTS' THEN {note: n.uid, instance: other.uid}
      ELSE {note: n.uid, by: other.uid} END AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)<-[r:SUPERSEDES]-(newer:Fact)
  RETURN 'invalidation' AS kind, {fact: f.uid, holds_until: f.holds_until, stated_until: coalesce(r.until, f.holds_until),
    retired_at: r.at, reason: r.reason, superseded_by: newer.uid, turn: r.turn, dated: coalesce(r.dated, false),
    corrects: coalesce(r.corrects, false)} AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)-[r:ENDED_BY]->(t:Turn)
  RETURN 'invalidation' AS kind, {fact: f.uid, holds_until: f.holds_until, stated_until: r.until, retired_at: r.at,
    reason: r.reason, superseded_by: NULL, turn: t.uid, dated: coalesce(r.dated, false),
    corrects: coalesce(r.corrects, false)} AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (f)-[r:CONFLICTS]->(other:Fact)
  RETURN 'conflict' AS kind, {a: f.uid, b: other.uid, at: r.at, reason: r.reason} AS row
 UNION ALL
  UNWIND $ask.fact AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  MATCH (s:Entity)<-[subject:SUBJECT]-(f)-[object:OBJECT]->(o:Entity)
  RETURN 'fact_end' AS kind, {fact: f.uid, subject: coalesce(subject.via, s.uid), object: coalesce(object.via, o.uid),
    stated_until: f.stated_until, retired_at: f.stated_retired_at} AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  MATCH (e)-[r:SAME_AS]->(parent:Entity)
  RETURN 'merge' AS kind, {alias: e.uid, into: parent.uid, reason: r.reason, turn: r.turn, at: r.at} AS row
 UNION ALL
  UNWIND $ask.entity AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  MATCH (e)-[:APART]-(other:Entity)
  RETURN 'split' AS kind, {alias: e.uid, into: other.uid} AS row
 UNION ALL
  UNWIND $ask.note AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MATCH (n)-[:REVISION]->(r:Revision)
  RETURN 'revision' AS kind, r {.number, .text, .context, .keywords, .tags, .terms, .language, .vector, .at, .turn,
    note: n.uid} AS row
 UNION ALL
  MATCH (n:Namespace {uid: $namespace}) WHERE n.novelty_state IS NOT NULL
  RETURN 'novelty_state' AS kind, {state: n.novelty_state} AS row
}
RETURN kind, row
