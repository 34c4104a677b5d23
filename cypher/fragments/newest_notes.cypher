// The newest notes about an `entity`, in the order of the index.
// takes:   $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
MATCH (entity)<-[about:ABOUT]-(node:Note)
USING INDEX SEEK about:ABOUT(entity, at)
WHERE about.entity = entity.uid AND about.at IS NOT NULL
WITH about, node WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
RETURN node ORDER BY about.entity DESC, about.at DESC, node.uid DESC
