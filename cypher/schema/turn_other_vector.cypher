// Turns by nearness of their passages, while and after a rebuild with another model: see schema/turn_vector.
CREATE VECTOR INDEX memgraph_turn_other_vector IF NOT EXISTS FOR (t:Turn) ON (t.other_embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
