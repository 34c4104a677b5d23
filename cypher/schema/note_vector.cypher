// Notes by vector, with any dimension: see schema/turn_vector.
CREATE VECTOR INDEX memgraph_note_vector IF NOT EXISTS FOR (n:Note) ON (n.embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
