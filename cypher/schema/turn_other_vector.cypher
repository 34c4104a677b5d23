// Turns by the vector of another model, during and after a rebuild with that model: see schema/turn_vector.
CREATE VECTOR INDEX memgraph_turn_other_vector IF NOT EXISTS FOR (t:Turn) ON (t.other_embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
