// Turns by nearness of their passages. Not quantized: that saves memory and costs neighbours. Of any dimension, for each
// namespace may have a model of its own; vectors of different dimensions are never compared.
CREATE VECTOR INDEX memgraph_turn_vector IF NOT EXISTS FOR (t:Turn) ON (t.embedding)
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}
