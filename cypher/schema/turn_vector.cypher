// Turns by the vector of their passage. It is not quantized: quantization saves memory but misses neighbours. It accepts any
// dimension, because each namespace may have its own model; vectors of different dimensions are never compared.
CREATE VECTOR INDEX memgraph_turn_vector IF NOT EXISTS FOR (t:Turn) ON (t.embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
