// Turns by the vector of their passage. Not quantized: quantization saves memory and loses neighbours. Of any dimension, because each
// namespace may have its own model; vectors of different dimensions are never compared.
CREATE VECTOR INDEX memgraph_turn_vector IF NOT EXISTS FOR (t:Turn) ON (t.embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
