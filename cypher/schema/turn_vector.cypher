// Turns by nearness of their passages. Not quantized: that saves memory and costs neighbours.
// takes:   $dimension (how many numbers a vector has)
CREATE VECTOR INDEX memgraph_turn_vector IF NOT EXISTS FOR (t:Turn) ON (t.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false
}}
